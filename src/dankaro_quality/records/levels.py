"""How far a record reaches (L1 to L4), and what forbids a release on it whatever its level.

Levels are comparable with everybody else's: where this package is stricter than the specification's own checker in a
way that would lower an official example, the finding is a release blocker and not a level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dankaro_quality.checks import reporter
from dankaro_quality.findings import Finding
from dankaro_quality.frozen import frozen
from dankaro_quality.record_rules import GATE, RULES
from dankaro_quality.records.assembling import NO_LEDGER
from dankaro_quality.records.measures import JUDGED, PASS_HAT, REGISTRY, is_judged, out_of_range
from dankaro_quality.records.people import NOBODY, named_person, says_why, words
from dankaro_quality.records.shape import shape_problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEVELS = ("L1", "L2", "L3", "L4")
NOTHING_DIGESTS = {  # of nothing, of a line feed, and of an empty list, object, text and null as JSON
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b",
    "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
    "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    "12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126",
    "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
}
_report = reporter(GATE, RULES)


@frozen
class Assessment:
    """What a record reaches: `level` is "" below L1; `missing` holds for each level what keeps the record below it."""

    level: str
    missing: Mapping[str, tuple[Finding, ...]]
    blockers: tuple[Finding, ...] = ()

    def below(self, level: str) -> list[Finding]:
        """Everything missing up to and with `level`."""
        return [one for name in LEVELS[: LEVELS.index(level) + 1] for one in self.missing[name]]


def assess(
    record: object,
    flaws: Sequence[tuple[str, str]] = (),
    *,
    signature: str | None = None,
    known_versions: frozenset[str] | None = None,
) -> Assessment:
    """The level of a record and what forbids shipping on it.

    `flaws` are of the document itself; `signature` says why the signature does not verify ("" when it does, None when
    it was not checked); `known_versions` are the digests of the promotion registry, where there is one.
    """
    broken = [*flaws, *shape_problems(record)]
    first = [_report("REC101", at, message, "mend the field, or take it out") for at, message in broken]
    if broken or not isinstance(record, Mapping):
        nothing = (_report("REC101", "", "what has no shape reaches no level", "mend the shape first"),)
        return Assessment("", {"L1": tuple(first), **dict.fromkeys(LEVELS[1:], nothing)}, nothing)
    missing = {
        "L1": (*first, *_genuine(record)),
        "L2": tuple(_gated(record)),
        "L3": tuple(_reliable(record)),
        "L4": tuple(_signed(record, signature)),
    }
    reached = ""
    for level in LEVELS:
        if missing[level]:
            break
        reached = level
    return Assessment(reached, missing, tuple(_blockers(record, signature, known_versions)))


def trivial(digest: str) -> bool:
    """Whether a digest is a placeholder: a pattern that repeats, or the digest of nothing."""
    hexadecimal = digest.removeprefix("sha256:").strip()
    repeats = any(hexadecimal == hexadecimal[:n] * (64 // n) for n in (1, 2, 4, 8, 16, 32))
    return repeats or hexadecimal in NOTHING_DIGESTS


# --- L1 -----------------------------------------------------------------------------------------------------------

_REAL = "give the SHA-256 of the real bytes"
_CENTRAL = ("/subject/harness_digest", "/task_set/manifest_digest")


def _digests(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _digests(item, f"{at}/{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _digests(item, f"{at}/{index}")
    elif isinstance(value, str) and value.startswith("sha256:") and len(value) == 71:
        yield at, value


def _genuine(record: Mapping[str, Any]) -> Iterator[Finding]:
    for at, digest in _digests(record):
        if at in _CENTRAL and trivial(digest):
            yield _report("REC102", at, f"{digest[:20]}… is a placeholder", _REAL)
    for index, measure in enumerate(record["measures"]):
        problem = out_of_range(measure["id"], measure["value"])
        if problem:
            yield _report("REC103", f"/measures/{index}/value", f"{measure['id']}: {problem}", "measure it again")


# --- L2 -----------------------------------------------------------------------------------------------------------


def _gated(record: Mapping[str, Any]) -> Iterator[Finding]:
    tasks, gates = record["task_set"], record["gates"]
    if not gates:
        yield _report("REC201", "/gates", "no gate had to hold", "run with --live; each gate of the harness is one")
    for index, gate in enumerate(gates):
        if is_judged(gate["id"]):
            hint = "report it as a measure, and gate on assurance.judge_agreement"
            yield _report("REC202", f"/gates/{index}/id", f"a model decides {gate['id']}", hint)
    if tasks["sealed"] is not True:
        yield _report(
            "REC203", "/task_set/sealed", "the split is not sealed", "run with --sealed, and no canary firing"
        )
    if not tasks.get("held_out"):
        yield _report("REC203", "/task_set/held_out", "there are no held-out tasks", 'mark some split = "held-out"')
    if not tasks.get("canary_ids"):
        yield _report(
            "REC204", "/task_set/canary_ids", "there is no probe", "mark tasks canary = true, or name --canary"
        )
    for index, gate in enumerate(gates):
        yield from _supported(record["measures"], gate, f"/gates/{index}")
    for index, measure in enumerate(record["measures"]):
        if measure["id"] not in REGISTRY:
            hint = "a record with local measures reaches L1 only; leave it out, or have it registered"
            yield _report("REC207", f"/measures/{index}/id", f"{measure['id']} is no measure of the format", hint)


def _supported(measures: list[Mapping[str, Any]], gate: Mapping[str, Any], at: str) -> Iterator[Finding]:
    """Whether the measure of a gate exists once, for the same split, and says what the gate says."""
    same = [one for one in measures if one["id"] == gate["id"]]
    fitting = [one for one in same if one.get("split") == gate.get("split")]
    if "floor" in gate and len(fitting) != 1:
        split = f" of split {gate['split']}" if "split" in gate else " without a split" if same else ""
        message = f"the floor needs exactly one measure {gate['id']}{split}; found {len(fitting)}"
        yield _report("REC205", at, message, "give gate and measure the same split, and keep one of each")
        return
    if gate["result"] != "pass":
        return
    for measure in fitting:
        value, floor = measure["value"], gate.get("floor")
        if floor is not None and isinstance(value, bool):
            yield _report(
                "REC205", at, f"{gate['id']} is {_word(value)}; a floor needs a number", "leave the floor out"
            )
        elif value is False or (floor is not None and value < floor):
            low = f"below the floor {floor}" if floor is not None else "and the gate says pass"
            yield _report("REC206", at, f"{gate['id']} is {_word(value)}, {low}", "the gate has failed: write fail")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- L3 and L4 ----------------------------------------------------------------------------------------------------


def _reliable(record: Mapping[str, Any]) -> Iterator[Finding]:
    found = [one for one in record["measures"] if one["id"] == PASS_HAT]
    if not found or found[-1]["k"] < 2:
        yield _report("REC301", "/measures", f"{PASS_HAT} is not reported", "run with --live --repeat 3 or more")
    if record["assurance"]["evaluator_independent"] is not True:
        hint = "run with --evaluator-independent, if the grader sees outcomes and not the agent's account of them"
        yield _report("REC302", "/assurance/evaluator_independent", "it is false", hint)
    judge = record["assurance"].get("judge", {})
    judged = [one["id"] for one in record["measures"] if one["id"] in JUDGED]
    if judged and "human_agreement_kappa" not in judge:
        hint = "state assurance.judge with id, model and human_agreement_kappa"
        yield _report("REC303", "/assurance/judge", f"a model decided {judged[0]}, and it is not pinned", hint)


def _signed(record: Mapping[str, Any], signature: str | None) -> Iterator[Finding]:
    decision, evidence = record["decision"], record["assurance"]["evidence"]
    if "signature" not in decision:
        yield _report(
            "REC401", "/decision/signature", "nobody signed it", "dankaro-quality gauge sign RECORD --key FILE"
        )
    elif signature:
        yield _report("REC401", "/decision/signature", signature, "have the decision signed again")
    if "rolls_back_to" not in decision:
        hint = "stage this spec with dankaro-quality promote stage, after a version before it was activated"
        yield _report("REC402", "/decision/rolls_back_to", "there is no way back", hint)
    elif decision["rolls_back_to"] == record["subject"]["harness_digest"]:
        yield _report("REC402", "/decision/rolls_back_to", "it rolls back to itself", "name the version before it")
    if not (evidence["replayable"] and evidence.get("events")):
        hint = "run with --live and without --no-sources"
        yield _report("REC403", "/assurance/evidence", "the ledger cannot be replayed, or has no event count", hint)


# --- what forbids a release ---------------------------------------------------------------------------------------


def _blockers(
    record: Mapping[str, Any], signature: str | None, known_versions: frozenset[str] | None
) -> Iterator[Finding]:
    decision = record["decision"]
    if decision["verdict"] != "ship":
        hint = "dankaro-quality gauge decide RECORD --verdict ship --actor WHO"
        yield _report("REC501", "/decision/verdict", f"the verdict is {decision['verdict']}", hint)
    yield from release_blockers(record, signature, known_versions)


def release_blockers(
    record: Mapping[str, Any], signature: str | None = None, known_versions: frozenset[str] | None = None
) -> Iterator[Finding]:
    """Everything but the verdict that forbids shipping on a record that has the shape of one."""
    yield from _actor(record)
    yield from _failing_gates(record)
    yield from _canaries(record)
    yield from _tier(record)
    yield from _contradictions(record)
    yield from _time(record)
    yield from _integrity(record)
    yield from _way_back(record, known_versions)
    for at, digest in _digests(record):
        if at not in _CENTRAL and trivial(digest):
            hint = "state [execution_policy] in the spec" if at.endswith("grant_digest") else _REAL
            yield _report("REC102", at, f"{digest[:20]}… is a placeholder", hint)
    if signature:
        yield _report("REC401", "/decision/signature", signature, "have the decision signed again")


def _actor(record: Mapping[str, Any]) -> Iterator[Finding]:
    actor = record["decision"]["actor"]
    if "@" not in actor and set(words(actor)) <= NOBODY:
        yield _report("REC502", "/decision/actor", "it does not say who decided", "name who decides with --actor")


def _failing_gates(record: Mapping[str, Any]) -> Iterator[Finding]:
    if not record["gates"]:
        yield _report("REC503", "/gates", "there is no gate", "run with --live")
    for index, gate in enumerate(record["gates"]):
        if gate["result"] != "pass":
            hint = "mend the agent and run again; a failing gate cannot be decided away"
            yield _report("REC503", f"/gates/{index}", f"{gate['id']} fails", hint)


def _canaries(record: Mapping[str, Any]) -> Iterator[Finding]:
    outcomes = record["assurance"].get("integrity", {}).get("canaries", ())
    probes = record["task_set"].get("canary_ids", ())
    for index, one in enumerate(outcomes):
        expected = "fail" if one["id"] in probes else one["expected"]  # whatever a record says that it expected
        if one["observed"] != expected:
            message = f"canary {one['id']} was expected to {expected} and was seen to {one['observed']}"
            hint = "the task set has leaked or its grader is broken: replace it"
            yield _report("REC504", f"/assurance/integrity/canaries/{index}", message, hint)
    recorded = {one["id"] for one in outcomes}
    for index, canary in enumerate(probes):
        if canary not in recorded:
            message = f"what canary {canary} did is not recorded"
            hint = "record it under assurance.integrity.canaries, as gauge run does"
            yield _report("REC504", f"/task_set/canary_ids/{index}", message, hint)


def _tier(record: Mapping[str, Any]) -> Iterator[Finding]:
    tier, decision = record["profile"]["tier"], record["decision"]
    if tier != "T0" and not any(one["id"] == PASS_HAT and one.get("floor", 0) > 0 for one in record["gates"]):
        message = f"tier {tier} ships only with a floor above 0 under {PASS_HAT}"
        yield _report("REC505", "/gates", message, "state the floor in the profile, and run with --repeat")
    if tier == "T2" and not named_person(decision["actor"], record["subject"]["agent"]):
        message = f'tier T2 needs a named person; "{decision["actor"]}" is none'
        yield _report("REC505", "/decision/actor", message, "name the person who decides with --actor")
    if tier == "T2" and not says_why(decision.get("rationale", "")):
        message = "tier T2 needs the reason of whoever decides; there is none"
        yield _report("REC505", "/decision/rationale", message, "state it with decide --rationale")


def _contradictions(record: Mapping[str, Any]) -> Iterator[Finding]:
    values = {one["id"]: one["value"] for one in record["measures"]}
    pairs = (
        ("assurance.evaluator_independence", record["assurance"]["evaluator_independent"], "evaluator_independent"),
        ("assurance.holdout_sealed", record["task_set"]["sealed"], "sealed"),
        ("assurance.evidence_complete", record["assurance"]["evidence"]["replayable"], "replayable"),
    )
    for measure_id, said, name in pairs:
        if said is True and values.get(measure_id) is False:
            yield _report("REC506", "/measures", f"{measure_id} is false, and the record says {name}", "run it again")
    evidence = record["assurance"]["evidence"]
    if evidence["replayable"] and evidence["ledger"].strip().casefold() == NO_LEDGER:
        message = "it names no ledger, and says that it can be replayed"
        yield _report("REC506", "/assurance/evidence", message, "run again without --no-sources")
    seen: set[tuple[str, str]] = set()
    for index, measure in enumerate(record["measures"]):
        key = (measure["id"], f"{measure.get('split')} {measure.get('pack')}")
        if key in seen:
            yield _report("REC506", f"/measures/{index}", f"{measure['id']} stands twice", "keep one of them")
        seen.add(key)
        most = record["task_set"].get("held_out")
        if measure.get("split") == "held-out" and most is not None and measure.get("n", 0) > most:
            message = f"{measure['id']} counts {measure['n']} held-out tasks, and the set has {most}"
            yield _report("REC506", f"/measures/{index}/n", message, "run it again")


def _time(record: Mapping[str, Any]) -> Iterator[Finding]:
    from datetime import datetime

    text = record["emitted_at"]
    try:
        fine = datetime.fromisoformat(text).utcoffset() is not None and "T" in text.upper()
    except ValueError:
        fine = False
    if not fine:
        hint = "write it as 2026-01-31T12:00:00Z"
        yield _report("REC506", "/emitted_at", f'"{text}" is no time with its offset', hint)


def _integrity(record: Mapping[str, Any]) -> Iterator[Finding]:
    integrity = record["assurance"].get("integrity", {})
    if integrity.get("metric_custody") == "agent-writable":
        message = "the agent could write what it is measured by"
        yield _report("REC507", "/assurance/integrity/metric_custody", message, "keep graders out of its reach")
    if integrity.get("mechanical_override") is True:
        message = "a deterministic check overrode a judged pass"
        yield _report("REC507", "/assurance/integrity/mechanical_override", message, "mend what the check found")


def _way_back(record: Mapping[str, Any], known_versions: frozenset[str] | None) -> Iterator[Finding]:
    target = record["decision"].get("rolls_back_to")
    if target is None:
        return
    if target == record["subject"]["harness_digest"]:
        yield _report("REC508", "/decision/rolls_back_to", "it rolls back to itself", "name the version before it")
    elif known_versions is not None and target not in known_versions:
        message = "the promotion registry does not know this version"
        yield _report("REC508", "/decision/rolls_back_to", message, "name one of dankaro-quality promote list")

"""stability: the same question gets the same answer when the agent runs again.

Why. A value that changes between runs is a draw, not a result. Wording may change freely: what is compared are
keyed claims, value by value, in their normal form.

Reads. `claims` with a `key` and a `value`, in the result and in each of its repeats.

Fails when
- STB001: the same key has another value in a repeat
- STB003: there are repeats, and no keyed claim is shared by all of them (not comparable)
- STB004: there are fewer runs than `min_runs`

Warns when
- STB002: a key is missing from some runs
- STB005: a repeat is a copy of another run, or marked as cached, and so is no repeat

Does not apply with one run: it is reported as not measured (1 run), never as stable.

Cannot see. Whether the repeats are independent runs: two copies with one word changed look like two runs.

Example finding. claims[0].value: "market_size" is 2.4 here and 3.1 in repeats[1]; find out why the runs differ, or
state the range as the value

To mend. Take out what is random, or measure it: state the spread over the runs as the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dankaro_quality.canonical import folded
from dankaro_quality.checks import Check, EvaluationContext, error, keyed, quoted, reporter, shown, warning
from dankaro_quality.contracts import AgentResult, Claim
from dankaro_quality.documents import canonical_json
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.places import dotted
from dankaro_quality.serialization import plain
from dankaro_quality.values import normal, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Keyed = dict[str, list[tuple[int, Claim]]]

RULES = (
    error("STB001", "the same key has another value in a repeat"),
    warning("STB002", "a key is missing from some runs"),
    error("STB003", "there are repeats, and no keyed claim is shared by all of them"),
    error("STB004", "there are fewer runs than `min_runs`"),
    warning("STB005", "a repeat is a copy of another run, or marked as cached, and so is no repeat"),
)
SETTINGS = ("stability.min_runs",)
MAX_VALUES = 50  # different values under one key in one run; more cannot be the same answer
MAX_SHOWN = 4  # of them in a message
_report = reporter("stability", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    copies = _copies(context)
    runs: list[tuple[str, Keyed]] = [("", keyed(context.result))]
    runs += [(f"/repeats/{n}", keyed(one)) for n, one in enumerate(context.repeats) if n not in copies]
    findings = [*_copied(copies), *_too_few(context, len(runs))]
    if len(runs) == 1:
        return grade("stability", findings, 0, measures={"runs": 1}, not_applicable="not measured (1 run)")
    shared = set(runs[0][1]).intersection(*(set(run) for _, run in runs))
    measures = {"runs": len(runs), "shared_keys": len(shared)}
    findings += [*_drift(runs), *_missing(runs)]
    if not shared:
        findings.append(_not_comparable())
        why = "the runs share no keyed claim, so nothing can be compared"
        return grade("stability", findings, 1, measures=measures, not_comparable=why)
    return grade("stability", findings, len(shared), measures=measures)


def _copies(context: EvaluationContext) -> dict[int, str]:
    """The repeats that are no runs of their own, by number, with what gives them away."""
    seen = {_spoken(context.result): "the result"} if context.repeats else {}
    found: dict[int, str] = {}
    for index, repeat in enumerate(context.repeats):
        said = _spoken(repeat)
        if _is_cached(repeat.metadata):
            found[index] = "is marked as cached"
        elif said in seen:
            found[index] = f"is a copy of {seen[said]} (blanks, case and metadata aside)"
        seen.setdefault(said, f"repeats[{index}]")
    return found


def _spoken(result: AgentResult) -> str:
    """All that a result says, without blanks, case and metadata: a copy with a blank or a run number changed is one."""
    said = canonical_json(_without_metadata(plain(result))).decode()
    return folded(said.replace("\\n", "").replace("\\r", "").replace("\\t", "")).replace(" ", "")


def _without_metadata(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _without_metadata(item)) for key, item in sorted(value.items()) if key != "metadata"]
    return [_without_metadata(item) for item in value] if isinstance(value, list) else value


def _is_cached(metadata: Mapping[str, Any]) -> bool:
    """Whether a run says that it comes out of a cache: {"cached": true}, {"from_cache": "yes"}, {"cache": "hit"}."""
    for name, value in metadata.items():
        words = folded(name).replace("-", "_").replace(" ", "_")
        if words == "cache" and isinstance(value, str) and folded(value) in ("hit", "cached"):
            return True
        if words in ("cached", "from_cache", "cache_hit", "is_cached") and value != 0:
            return value == 1 or normal(value) == ("truth", True) or (isinstance(value, str) and folded(value) == "hit")
    return False


def _copied(copies: dict[int, str]) -> Iterator[Finding]:
    for index, how in copies.items():
        message = f"this repeat {how}, so it does not count as a run"
        yield _report("STB005", f"/repeats/{index}", message, "run the agent again without a cache")


def _too_few(context: EvaluationContext, runs: int) -> Iterator[Finding]:
    minimum = context.settings.stability.min_runs
    if not runs >= minimum:
        message = f"{runs} {'run is' if runs == 1 else 'runs are'} there, {minimum} are required"
        yield _report("STB004", "/repeats", message, "run the agent more often and hand the results over as repeats")


def _not_comparable() -> Finding:
    message = "there are repeats, and no keyed claim is shared by all of them"
    return _report("STB003", "/repeats", message, "give the claims that answer the task a key and a value")


def _drift(runs: list[tuple[str, Keyed]]) -> Iterator[Finding]:
    """Each key that changes, once: the first run that has it against the first one that says something else."""
    first: dict[str, tuple[str, list[tuple[int, Claim]]]] = {}
    told = set()
    for where, run in runs:
        for key, claims in run.items():
            place, others = first.setdefault(key, (where, claims))
            if key in told or _agree(claims, others):
                continue
            told.add(key)
            at = f"in {dotted(place)}" if place else "here"
            message = f"{quoted(others[0][1].key)} is {_shown(others)} {at} and {_shown(claims)} in {dotted(where)}"
            hint = "find out why the runs differ, or state the range as the value"
            yield _report("STB001", f"{place}/claims/{others[0][0]}/value", message, hint)


def _agree(some: list[tuple[int, Claim]], others: list[tuple[int, Claim]]) -> bool:
    """Whether both runs give a key the same values; a run that gives several must find each of them in the other."""
    one, other = [claim.value for _, claim in some], [claim.value for _, claim in others]
    if len(one) == len(other) == 1:
        return same(one[0], other[0])
    forms, other_forms = {normal(value) for value in one}, {normal(value) for value in other}
    if forms == other_forms:
        return True
    if len(forms) > MAX_VALUES or len(other_forms) > MAX_VALUES:
        return False
    return all(any(same(a, b) for b in other) for a in one) and all(any(same(a, b) for a in one) for b in other)


def _missing(runs: list[tuple[str, Keyed]]) -> Iterator[Finding]:
    own = runs[0][1]
    for key in dict.fromkeys(key for _, run in runs for key in run):
        absent = sum(key not in run for _, run in runs)
        if absent:
            where = f"/claims/{own[key][0][0]}/key" if key in own else "/claims"
            named = next(run[key][0][1].key for _, run in runs if key in run)
            message = f"{quoted(named)} is missing from {absent} of {len(runs)} runs"
            yield _report("STB002", where, message, "answer the same keys in every run")


def _shown(claims: list[tuple[int, Claim]]) -> str:
    values = {normal(claim.value): claim.value for _, claim in claims}.values()
    return " and ".join(sorted(map(shown, values))[:MAX_SHOWN])


CHECK = Check("stability", RULES, SETTINGS, _evaluate, __doc__ or "")

"""Everything again, from the ledger alone: raw results judged anew, measures and gates computed anew.

What an agent printed is judged again, with the tasks, settings and claim ledger as they were; only the outcome of a
command and the wall time are taken from the record of the run, because the system they looked at is gone.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from dankaro_quality import journal
from dankaro_quality import ledger as claim_ledgers
from dankaro_quality import settings as settings_files
from dankaro_quality.agents import read_result, usage_of
from dankaro_quality.contracts import EMPTY
from dankaro_quality.errors import ContractError, FileProblem, QualityError, UsageError
from dankaro_quality.frozen import frozen
from dankaro_quality.ledger import Ledger
from dankaro_quality.records import runledger
from dankaro_quality.records.computing import Computed, compute, gates_for, other_profile
from dankaro_quality.records.expectations import EXPECTATION, kind_of
from dankaro_quality.records.judging import judge
from dankaro_quality.records.policy import granted_tools
from dankaro_quality.records.running import finished_attempts, harness_for
from dankaro_quality.records.tasks import Case, TaskSet, from_manifest
from dankaro_quality.serialization import plain
from dankaro_quality.settings import Settings
from dankaro_quality.shapes import many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVIDENCE = "assurance.evidence_complete"


@frozen
class Replay:
    """What the ledger gives. `problems` are breaks of the evidence: lines, objects, attempts that do not agree."""

    measures: tuple[Mapping[str, Any], ...] = ()
    gates: tuple[Mapping[str, Any], ...] = ()
    canaries: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    manifest: Mapping[str, Any] = EMPTY
    """The tasks of the run as they were; empty where the ledger gave nothing."""


def recorded(folder: str, events: Sequence[Mapping[str, Any]]) -> Replay:
    """What the run itself came to, as the ledger has it: nothing is judged again, and no code of a team's own runs."""
    return _guarded(lambda: _recorded(folder, events))


def replay(folder: str, events: Sequence[Mapping[str, Any]], settings: Settings | None = None) -> Replay:
    """Recompute a run from its events and the objects in `folder`.

    `settings` are the trusted ones, needed where they name gates of a team's own: those are code, and no ledger of
    somebody else's decides what code runs here.
    """
    return _guarded(lambda: _replay(folder, events, settings))


def _guarded(read: Callable[[], Replay]) -> Replay:
    try:
        return read()
    except QualityError as problem:
        return Replay(problems=(str(problem),))
    except (LookupError, TypeError, AttributeError, ValueError, StopIteration) as odd:  # a chain can be forged whole
        return Replay(problems=(f"the ledger does not hold what gauge run writes ({type(odd).__name__}: {odd})",))


def _recorded(folder: str, events: Sequence[Mapping[str, Any]]) -> Replay:
    plan = events[0]["payload"]
    tasks = _tasks(folder, plan)
    computed = compute(plan, tasks, finished_attempts(events), _checked(events))
    ends = [one["payload"] for one in events if one["event"] == "run.finished"]
    if not ends:
        return Replay(problems=("the run has no end in the ledger",))
    measures, gates = tuple(ends[-1]["measures"]), tuple(ends[-1]["gates"])
    return Replay(measures, gates, computed.canaries, computed.notes, (), tasks.manifest)


def _replay(folder: str, events: Sequence[Mapping[str, Any]], trusted: Settings | None) -> Replay:
    if not events or events[0]["event"] != "run.started":
        return Replay(problems=("the ledger does not begin with the start of a run",))
    plan = events[0]["payload"]
    tasks = _tasks(folder, plan)
    other = other_profile(plan["profile"], tasks.profile)
    problems = [*([other] if other else []), *_unfinished(plan, tasks, events)]
    settings, claims = trusted or _settings(folder, plan), _claims(folder, plan)
    if settings.digest() != plan["settings_digest"]:
        problems.append("the settings are not those of the run, or this version reads them differently")
    recorded = finished_attempts(events)
    cases = {case.id: case for case in tasks.cases}
    attempts = {}
    for (task, number), payload in sorted(recorded.items()):
        again, problem = _again(folder, cases[task], payload, plan, settings, claims)
        attempts[task, number] = again
        problems += [f"task {task}, attempt {number}: {problem}"] if problem else []
    computed, measures = _measures(plan, tasks, attempts, events, not problems)
    gates = gates_for(plan, tasks, attempts, measures) if attempts else []
    return Replay(tuple(measures), tuple(gates), computed.canaries, computed.notes, tuple(problems), tasks.manifest)


def _measures(
    plan: Mapping[str, Any],
    tasks: TaskSet,
    attempts: Mapping[tuple[str, int], Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
    whole: bool,
) -> tuple[Computed, list[Mapping[str, Any]]]:
    """The measures, and last whether the evidence is complete: it is false of a run in which nothing ran."""
    computed = compute(plan, tasks, attempts, _checked(events))
    return computed, [*computed.measures, {"id": EVIDENCE, "value": bool(attempts) and whole and plan["sources"]}]


def _checked(events: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """What the check of the held-out split said; {} where nobody asserted it."""
    checked = [one["payload"] for one in events if one["event"] == "holdout.checked"]
    return checked[-1] if checked else {}


def _unfinished(plan: Mapping[str, Any], tasks: TaskSet, events: Sequence[Mapping[str, Any]]) -> list[str]:
    """Attempts that are missing, and ends too many: a run tries every task as often as its plan says, no oftener."""
    wanted = {(case.id, number) for case in tasks.cases for number in range(1, plan["repeat"] + 1) if plan["live"]}
    started = {(one["task"], one["attempt"]) for one in events if one["event"] == "attempt.started"}
    ended = [(one["task"], one["attempt"]) for one in events if one["event"] == "attempt.finished"]
    found = dict.fromkeys(sorted(wanted - started), "the plan asks for it, and it is not in the ledger")
    found |= dict.fromkeys(sorted(started - set(ended)), "it began and has no end in the ledger")
    found |= dict.fromkeys(sorted(set(ended) - started), "it ended and did not begin in the ledger")
    found |= dict.fromkeys(sorted(one for one, times in Counter(ended).items() if times > 1), "it ended more than once")
    found |= dict.fromkeys(sorted((started | set(ended)) - wanted), "the plan does not ask for it")
    return [f"task {task}, attempt {number}: {what}" for (task, number), what in found.items()]


def _tasks(folder: str, plan: Mapping[str, Any]) -> TaskSet:
    """The task set of the run, its assertions judged as strictly as those of a task file: they are run here."""
    tasks = from_manifest(runledger.fetch_json(folder, plan["manifest_digest"]))
    problems: list[tuple[str, str]] = []
    for case in tasks.cases:
        many(EXPECTATION)(case.expect, f"/{case.id}/expect", problems)
    if problems:
        raise ContractError(*[f"the tasks in the ledger: {at}: {message}" for at, message in problems])
    return tasks


def _settings(folder: str, plan: Mapping[str, Any]) -> Settings:
    if not plan["settings"]:
        return Settings()
    settings = settings_files.parse(runledger.fetch(folder, plan["settings"]))
    if settings.plugins.gates:
        raise UsageError("the settings name gates of a team's own, which are code; name yours with --settings")
    return settings


def _claims(folder: str, plan: Mapping[str, Any]) -> Ledger:
    return claim_ledgers.parse(runledger.fetch(folder, plan["claims"])) if plan["claims"] else Ledger()


def _again(
    folder: str, case: Case, payload: Mapping[str, Any], plan: Mapping[str, Any], settings: Settings, claims: Ledger
) -> tuple[Mapping[str, Any], str]:
    """One attempt judged anew, and where it does not come to what was recorded."""
    try:
        stdout = runledger.fetch(folder, payload["stdout"]) if payload["stdout"] else b""
        files = {name: runledger.fetch(folder, digest) for name, digest in payload["files"].items()}
    except FileProblem as problem:
        return payload, str(problem)
    if any(os.path.isabs(name) or ".." in name.replace("\\", "/").split("/") for name in files):
        return payload, "it names a file outside its directory"
    if payload["status"] not in ("passed", "failed"):
        return payload, _unreported(payload["usage"], stdout, plan)
    result, error = read_result(stdout, plan["max_bytes"])
    if result is None:
        return payload, error
    outcomes = iter([one for one in payload["assertions"] if one["kind"] == "command"])
    commands = {id(one): next(outcomes) for one in case.expect if kind_of(one) == "command"}
    import tempfile

    with tempfile.TemporaryDirectory(prefix="dankaro-replay-") as root:
        for name, data in files.items():
            journal.replace(os.path.join(root, name), data)
        harness = harness_for(settings, claims, root, plan["today"])
        again = judge(
            case,
            result,
            harness,
            root,
            lambda one: (commands[id(one)]["holds"], commands[id(one)]["why"]),
            granted_tools(plan["policy"]),
        )
    again["usage"] = plain(usage_of(result))
    merged = {**payload, **again}
    changed = sorted(name for name in again if payload.get(name) != again[name])
    return merged, f"judged again it differs in {', '.join(changed)}" if changed else ""


def _unreported(usage: Mapping[str, Any], stdout: bytes, plan: Mapping[str, Any]) -> str:
    """Why an attempt without a verdict cannot have reported this usage, or "": none is recorded of a broken one."""
    result = read_result(stdout, plan["max_bytes"])[0] if usage else None
    return "" if not usage or (result and plain(usage_of(result)) == usage) else "its output does not report its usage"

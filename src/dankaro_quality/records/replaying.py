"""Everything again, from the ledger alone: raw results judged anew, measures and gates computed anew.

What an agent printed is judged again, with the tasks, settings and claim ledger as they were; only the outcome of a
command and the wall time are taken from the record of the run, because the system they looked at is gone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from dankaro_quality import journal
from dankaro_quality import ledger as claim_ledgers
from dankaro_quality import settings as settings_files
from dankaro_quality.agents import read_result
from dankaro_quality.errors import FileProblem
from dankaro_quality.frozen import frozen
from dankaro_quality.ledger import Ledger
from dankaro_quality.records import runledger
from dankaro_quality.records.computing import Computed, compute, gates_for
from dankaro_quality.records.expectations import kind_of
from dankaro_quality.records.judging import judge
from dankaro_quality.records.policy import granted_tools
from dankaro_quality.records.running import finished_attempts, harness_for
from dankaro_quality.records.tasks import Case, TaskSet, from_manifest
from dankaro_quality.settings import Settings

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


def replay(folder: str, events: Sequence[Mapping[str, Any]]) -> Replay:
    """Recompute a run from its events and the objects in `folder`."""
    if not events or events[0]["event"] != "run.started":
        return Replay(problems=("the ledger does not begin with the start of a run",))
    plan = events[0]["payload"]
    problems = _unfinished(plan, events)
    try:
        tasks = from_manifest(runledger.fetch_json(folder, plan["manifest_digest"]))
        settings, claims = _settings(folder, plan), _claims(folder, plan)
    except FileProblem as gone:
        return Replay(problems=(*problems, str(gone)))
    recorded = finished_attempts(events)
    cases = {case.id: case for case in tasks.cases}
    attempts = {}
    for (task, number), payload in sorted(recorded.items()):
        again, problem = _again(folder, cases[task], payload, plan, settings, claims)
        attempts[task, number] = again
        problems += [f"task {task}, attempt {number}: {problem}"] if problem else []
    computed, measures = _measures(plan, tasks, attempts, events, not problems)
    gates = gates_for(plan, tasks, attempts, measures) if attempts else []
    return Replay(tuple(measures), tuple(gates), computed.canaries, computed.notes, tuple(problems))


def _measures(
    plan: Mapping[str, Any],
    tasks: TaskSet,
    attempts: Mapping[tuple[str, int], Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
    whole: bool,
) -> tuple[Computed, list[Mapping[str, Any]]]:
    """The measures, and last whether the evidence is complete: it is false of a run in which nothing ran."""
    checked = [one["payload"] for one in events if one["event"] == "holdout.checked"]
    computed = compute(plan, tasks, attempts, checked[-1] if checked else {})
    return computed, [*computed.measures, {"id": EVIDENCE, "value": bool(attempts) and whole and plan["sources"]}]


def _unfinished(plan: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> list[str]:
    started = {(one["task"], one["attempt"]) for one in events if one["event"] == "attempt.started"}
    left = sorted(started - finished_attempts(events).keys())
    return [f"task {task}, attempt {number}: it began and has no end in the ledger" for task, number in left]


def _settings(folder: str, plan: Mapping[str, Any]) -> Settings:
    if not plan["settings"]:
        return Settings()
    return settings_files.parse(runledger.fetch(folder, plan["settings"]))


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
    if payload["status"] not in ("passed", "failed"):
        return payload, ""
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
    merged = {**payload, **again}
    changed = sorted(name for name in again if payload.get(name) != again[name])
    return merged, f"judged again it differs in {', '.join(changed)}" if changed else ""

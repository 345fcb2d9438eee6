"""`gauge run`: from a spec and a task file to a record, by way of the ledger.

The record is computed from what the ledger holds, not from what the process remembers: the run is replayed before the
record is written, and only a ledger that gives the same values again counts as complete evidence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from dankaro_quality import ledger as claim_ledgers
from dankaro_quality import settings as settings_files
from dankaro_quality.agents import Spec, load_spec, named_files
from dankaro_quality.canonical import visible
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import QualityError, SettingsError, UsageError
from dankaro_quality.frozen import frozen
from dankaro_quality.ledger import Ledger
from dankaro_quality.records import runledger
from dankaro_quality.records.assembling import assemble, evidence_block
from dankaro_quality.records.boundaries import Boundary
from dankaro_quality.records.computing import check_profile
from dankaro_quality.records.policy import disposition
from dankaro_quality.records.promotions import PATH as REGISTRY_PATH
from dankaro_quality.records.promotions import Candidate, Registry
from dankaro_quality.records.replaying import EVIDENCE, Replay, replay
from dankaro_quality.records.runledger import RunLedger
from dankaro_quality.records.running import Work, finished_attempts, run_attempts
from dankaro_quality.records.shape import PROFILE, shape_problems
from dankaro_quality.records.tasks import TaskSet, load_tasks
from dankaro_quality.serialization import plain
from dankaro_quality.settings import Settings
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Progress = Callable[[int, int, str, int, Mapping[str, Any]], None]

UNKNOWN = "unknown"
NO_PROFILE = ("dankaro/default", "0.1")
QUESTION = "Release {agent} {version} ({digest}…) under profile {profile}?"
OPTIONS = ("ship", "hold", "reject")


@frozen
class Request:
    """What `gauge run` was asked for; `spec` and `tasks` are paths, `ledger` a folder."""

    spec: str
    tasks: str
    live: bool = False
    repeat: int = 1
    sealed: bool = False
    canaries: tuple[str, ...] = ()
    evaluator_independent: bool = False
    tier: str = ""
    profile: str = ""
    candidate: str = ""
    actor: str = ""
    ledger: str = runledger.DEFAULT_FOLDER
    sources: bool = True
    jobs: int = 1
    resume: bool = False
    key: str = ""


@frozen
class Gauged:
    """A finished `gauge run`. `resumed` counts the attempts that an earlier, killed run had finished."""

    record: dict[str, Any]
    ledger: str
    attempts: int
    resumed: int
    notes: tuple[str, ...]


def gauge(request: Request, progress: Progress | None = None) -> Gauged:
    """Run the tasks (or, without `live`, none of them) and make the record; raises QualityError for bad input."""
    spec, tasks = load_spec(request.spec), load_tasks(request.tasks, request.canaries)
    settings, claims = _settings(spec), _claims_path(spec)
    plan = _plan(request, spec, tasks, claims)
    _check(request, plan, tasks)
    notes: list[str] = []
    registry = _registry(request, notes)
    candidate = _candidate(request, registry, spec)
    ledger, resumed = _open_ledger(request, plan)
    plan = ledger.events[0]["payload"] if ledger.events else plan
    if not ledger.events:
        _keep(ledger, spec, tasks, claims)
        ledger.write("run.started", plan)
        if request.sources and spec.policy:
            ledger.write("policy.default", disposition(spec.policy))
    if request.live and not _is_finished(ledger.events):
        _run(request, spec, tasks, settings, claims, plan, ledger, progress)
        _check_holdout(request, tasks, registry, ledger)
    found = _finish(ledger)
    record = _record(request, plan, tasks, ledger, found, candidate)
    attempts = len(finished_attempts(ledger.events))
    return Gauged(record, ledger.path, attempts, resumed, (*notes, *found.notes, *found.problems))


def planned(request: Request) -> list[str]:
    """What a run with `live` would execute, one line each."""
    spec, tasks = load_spec(request.spec), load_tasks(request.tasks, request.canaries)
    how = " ".join(spec.command) or spec.callable
    lines = [f"would run {visible(how)} on {len(tasks.cases)} tasks, {request.repeat} time(s) each"]
    return lines + [f"  {case.split:8}  {'canary  ' if case.canary else ''}{visible(case.id)}" for case in tasks.cases]


def file_digest(path: str) -> str:
    """The SHA-256 of a file's bytes, as `sha256sum` prints it."""
    return digest(read_bytes(path, max_bytes=runledger.MAX_OBJECT_BYTES))


def code_digest(spec: Spec) -> str:
    """Over the files that the spec names: the canonical JSON of {path from the spec's folder: SHA-256 of its bytes}."""
    named = {os.path.relpath(path, spec.folder).replace(os.sep, "/"): file_digest(path) for path in named_files(spec)}
    return digest(canonical_json({"agent": [spec.name, spec.version], "files": named}))


def _settings(spec: Spec) -> Settings:
    return settings_files.load(spec.thresholds) if spec.thresholds else Settings()


def _claims_path(spec: Spec) -> str:
    """The claim ledger the gates look into: the one the settings name, else the nearest memory/claims.jsonl."""
    settings = _settings(spec)
    named = settings.global_.claim_ledger
    path = os.path.join(settings.folder, named) if named else claim_ledgers.find(os.curdir)
    return path if os.path.isfile(path) else ""


def _plan(request: Request, spec: Spec, tasks: TaskSet, claims: str) -> dict[str, Any]:
    """All that decides what the run gives; two runs with the same plan are the same run."""
    from datetime import datetime, timezone

    profile, _, version = request.profile.partition("@")
    return {
        "schema": runledger.FORMAT,
        "tool_version": VERSION,
        "agent": spec.name,
        "agent_version": spec.version,
        "harness_digest": spec.digest,
        "code_digest": code_digest(spec),
        "manifest_digest": tasks.digest,
        "held_out_digest": tasks.held_out_digest,
        "settings": file_digest(spec.thresholds) if spec.thresholds else "",
        "settings_digest": _settings(spec).digest(),
        "claims": file_digest(claims) if claims else "",
        "profile": {
            "id": profile or tasks.profile.get("id", NO_PROFILE[0]),
            "version": version or tasks.profile.get("version", NO_PROFILE[1]),
            "tier": request.tier or tasks.profile.get("tier", "T1"),
        },
        "policy": plain(spec.policy),
        "model": plain(spec.model),
        "max_bytes": spec.max_bytes,
        "live": request.live,
        "repeat": request.repeat,
        "sealed": request.sealed,
        "sources": request.sources,
        "evaluator_independent": request.evaluator_independent,
        "today": datetime.now(timezone.utc).strftime("%Y-%m-%d"),  # noqa: UP017
    }


def _check(request: Request, plan: Mapping[str, Any], tasks: TaskSet) -> None:
    problems = check_profile(tasks.profile)
    if problems:
        raise SettingsError("\n".join(f"{visible(request.tasks)}: {problem}" for problem in problems))
    wrong: list[tuple[str, str]] = []
    PROFILE(plan["profile"], "", wrong)
    if wrong or (request.profile and "@" not in request.profile):
        raise UsageError("--profile is written ID@VERSION in lower case, such as team/profile@0.1")
    if plan["profile"]["tier"] == "T2" and not request.key:
        raise UsageError("a record of tier T2 is signed whatever its verdict; name the key with --key")


def _registry(request: Request, notes: list[str]) -> Registry | None:
    """The promotion registry, or None: without sources, without a file, or (unless asked for by name) broken."""
    if not request.sources:
        return None
    if request.candidate and not os.path.exists(REGISTRY_PATH):
        raise UsageError(f"there is no promotion registry {REGISTRY_PATH}; dankaro-quality promote stage starts one")
    try:
        return Registry()
    except QualityError as problem:
        if request.candidate:
            raise
        notes.append(f"the promotion registry was not used: {problem}")
        return None


def _candidate(request: Request, registry: Registry | None, spec: Spec) -> Candidate | None:
    return registry.for_spec(spec.digest, request.candidate) if registry is not None else None


def _open_ledger(request: Request, plan: Mapping[str, Any]) -> tuple[RunLedger, int]:
    """A new ledger, or that of the latest run of the same plan, with the number of attempts it finished.

    A run that was finished is taken as well: its record may not have been written.
    """
    if not request.resume:
        return RunLedger(request.ledger, "run_" + os.urandom(10).hex()), 0
    for path in reversed(runledger.runs(request.ledger)):
        reading = runledger.read(path)
        if not reading.events or not _same_plan(reading.events[0], plan):
            continue
        if reading.problem and not reading.torn:
            raise QualityError(f"the run cannot be resumed: {reading.problem}")
        if reading.torn:
            runledger.drop_torn_line(path, reading.events)
        ledger = RunLedger(request.ledger, str(reading.events[0]["run"]), reading.events)
        done = len(finished_attempts(ledger.events))
        if not _is_finished(ledger.events):
            ledger.write("run.resumed", {"finished": done, "torn_line": reading.torn})
        return ledger, done
    raise UsageError(
        f"there is no run of this spec, these tasks and these options in {visible(request.ledger)}; leave --resume out"
    )


def _same_plan(started: Mapping[str, Any], plan: Mapping[str, Any]) -> bool:
    before = started["payload"]
    return started["event"] == "run.started" and {**before, "today": ""} == {**plan, "today": ""}


def _is_finished(events: Sequence[Mapping[str, Any]]) -> bool:
    return any(one["event"] == "run.finished" for one in events)


def _keep(ledger: RunLedger, spec: Spec, tasks: TaskSet, claims: str) -> None:
    """Store what the plan refers to by digest."""
    runledger.store(ledger.folder, canonical_json(tasks.manifest))
    for path in filter(None, (spec.path, spec.thresholds, claims)):
        runledger.store(ledger.folder, read_bytes(path, max_bytes=runledger.MAX_OBJECT_BYTES))


def _run(
    request: Request,
    spec: Spec,
    tasks: TaskSet,
    settings: Settings,
    claims: str,
    plan: Mapping[str, Any],
    ledger: RunLedger,
    progress: Progress | None,
) -> None:
    import tempfile

    scratch = os.path.join(tempfile.gettempdir(), f"dankaro-{ledger.run}")
    watched = [spec.folder, tasks.folder, os.getcwd()] if spec.fresh else [tasks.folder]
    without = [scratch, ledger.folder] + ([] if spec.fresh else [spec.folder])
    read = claim_ledgers.parse(read_bytes(claims, max_bytes=claim_ledgers.MAX_BYTES)) if claims else Ledger()
    boundary = Boundary(watched, without)
    if not boundary.watched:
        ledger.write("boundary.unwatched", {"why": "there are too many files to look through"})
    work = Work(spec, tasks, ledger, settings, read, plan["today"], scratch, boundary)
    total = len(tasks.cases) * request.repeat
    counted = [len(finished_attempts(ledger.events))]

    def done(task: str, number: int, outcome: Mapping[str, Any]) -> None:
        counted[0] += 1
        if progress is not None:
            progress(counted[0], total, task, number, outcome)

    run_attempts(work, request.repeat, request.jobs, done)


def _check_holdout(request: Request, tasks: TaskSet, registry: Registry | None, ledger: RunLedger) -> None:
    """Note whether the held-out split is still the one of the first sealed run."""
    if not request.sealed:
        return
    why = "the promotion registry was not read, and only it knows the split of the first sealed run"
    if registry is not None:
        why = registry.seal(tasks.name, tasks.held_out_digest, request.actor or UNKNOWN)
    ledger.write("holdout.checked", {"digest": tasks.held_out_digest, "unchanged": not why, "why": why})


def _finish(ledger: RunLedger) -> Replay:
    """Replay what the ledger holds so far, and close it with what it came to."""
    found = replay(ledger.folder, [one for one in ledger.events if one["event"] != "run.finished"])
    if not _is_finished(ledger.events):
        ledger.write("run.finished", {"measures": plain(found.measures), "gates": plain(found.gates)})
    return found


def _record(
    request: Request, plan: Mapping[str, Any], tasks: TaskSet, ledger: RunLedger, found: Replay, candidate: Any
) -> dict[str, Any]:
    decided = any(one["event"] == "policy.decision" for one in ledger.events)
    complete = any(one["id"] == EVIDENCE and one["value"] is True for one in found.measures)
    where = ledger.path.replace(os.sep, "/") if request.sources else ""
    evidence = evidence_block(where, ledger.head, len(ledger.events), complete)
    decision = _decision(request, plan, tasks, found, candidate)
    identity = "aqr_" + ledger.run.removeprefix("run_")
    record = assemble(
        {**plan, "decided": decided},
        tasks,
        found.measures,
        found.gates,
        found.canaries,
        evidence,
        decision,
        identity,
        runledger.now(),
    )
    if request.key:
        from dankaro_quality.records.signing import sign

        record["decision"]["signature"] = sign(record, request.key)
    wrong = shape_problems(record)
    if wrong:  # partial records are forbidden: better none than one that says less than it has to
        raise QualityError(f"no record was written, it would not be valid: {wrong[0][0]}: {wrong[0][1]}")
    return record


def _decision(
    request: Request, plan: Mapping[str, Any], tasks: TaskSet, found: Replay, candidate: Any
) -> dict[str, Any]:
    """Always hold: nobody has decided yet."""
    profile = plan["profile"]
    decision: dict[str, Any] = {
        "verdict": "hold",
        "actor": request.actor or (candidate.actor if candidate else UNKNOWN),
        "rationale": " ".join(["Measured, and not yet decided.", *_ceilings(tasks, found)]),
        "question": QUESTION.format(
            agent=plan["agent"],
            version=plan["agent_version"],
            digest=plan["harness_digest"][:19],
            profile=f"{profile['id']}@{profile['version']}",
        ),
        "options": list(OPTIONS),
    }
    if candidate and candidate.base and candidate.base != plan["harness_digest"]:
        decision["rolls_back_to"] = candidate.base
    return decision


def _ceilings(tasks: TaskSet, found: Replay) -> list[str]:
    """The limits that have no field in the format, in words."""
    said = []
    for one in tasks.profile.get("ceilings", ()):
        values = [measure["value"] for measure in found.measures if measure["id"] == one["measure"]]
        shown = f"{values[0]:g}" if values else "not measured"
        said.append(f"Ceiling of {one['measure']}: {one['ceiling']:g}; {shown}.")
    return said

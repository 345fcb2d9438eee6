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
from dankaro_quality.records.computing import NO_PROFILE, check_profile, other_profile
from dankaro_quality.records.people import CEILING, UNDECIDED
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


@frozen
class _Inputs:
    """Everything that a run reads before it begins; `claims` is the path of the claim ledger, or empty."""

    request: Request
    spec: Spec
    tasks: TaskSet
    settings: Settings
    claims: str
    registry: Registry | None
    candidate: Candidate | None
    notes: tuple[str, ...]


def gauge(request: Request, progress: Progress | None = None) -> Gauged:
    """Run the tasks (or, without `live`, none of them) and make the record; raises QualityError for bad input."""
    inputs = _inputs(request)
    ledger, resumed = _open_ledger(inputs, _plan(inputs))
    if not _is_finished(ledger.events) and request.live:
        _run(inputs, ledger, progress)
        _check_untouched(ledger)
        _check_holdout(inputs, ledger)
    found = _finish(ledger, inputs.settings)
    record = _record(inputs, ledger, found)
    attempts = len(finished_attempts(ledger.events))
    return Gauged(record, ledger.path, attempts, resumed, (*inputs.notes, *found.notes, *found.problems))


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


def _inputs(request: Request) -> _Inputs:
    spec, tasks = load_spec(request.spec), load_tasks(request.tasks, request.canaries)
    _check_profile(request, tasks)
    if request.jobs > 1 and not spec.fresh:
        raise UsageError('--jobs: attempts of workspace = "shared" see each other\'s files; run them one after another')
    settings = settings_files.load(spec.thresholds) if spec.thresholds else Settings()
    registry, notes = _registry(request)
    candidate = registry.for_spec(spec.digest, request.candidate) if registry is not None else None
    return _Inputs(request, spec, tasks, settings, _claims_path(settings), registry, candidate, notes)


def _claims_path(settings: Settings) -> str:
    """The claim ledger the gates look into: the one the settings name, else the nearest memory/claims.jsonl."""
    named = settings.global_.claim_ledger
    path = os.path.join(settings.folder, named) if named else claim_ledgers.find(os.curdir)
    return path if os.path.isfile(path) else ""


def _profile(request: Request, tasks: TaskSet) -> dict[str, str]:
    name, _, version = request.profile.partition("@")
    return {
        "id": name or tasks.profile.get("id", NO_PROFILE[0]),
        "version": version or tasks.profile.get("version", NO_PROFILE[1]),
        "tier": request.tier or tasks.profile.get("tier", "T1"),
    }


def _check_profile(request: Request, tasks: TaskSet) -> None:
    """Everything about the profile that would spoil the record, before anything runs."""
    problems = check_profile(tasks.profile)
    if problems:
        raise SettingsError("\n".join(f"{visible(request.tasks)}: {problem}" for problem in problems))
    profile = _profile(request, tasks)
    wrong: list[tuple[str, str]] = []
    PROFILE(profile, "", wrong)
    if wrong or (request.profile and "@" not in request.profile):
        raise UsageError("--profile is written ID@VERSION in lower case, such as team/profile@0.1")
    other = other_profile(profile, tasks.profile)
    if other:
        raise UsageError(f"{visible(request.tasks)}: {visible(other)}")
    if profile["tier"] == "T2" and not request.key:
        raise UsageError("a record of tier T2 is signed whatever its verdict; name the key with --key")


def _registry(request: Request) -> tuple[Registry | None, tuple[str, ...]]:
    """The promotion registry, or None: without sources, without a file, or (unless asked for by name) broken."""
    if not request.sources:
        return None, ()
    if request.candidate and not os.path.exists(REGISTRY_PATH):
        raise UsageError(f"there is no promotion registry {REGISTRY_PATH}; dankaro-quality promote stage starts one")
    try:
        return Registry(), ()
    except QualityError as problem:
        if request.candidate:
            raise
        return None, (f"the promotion registry was not used: {problem}",)


def _plan(inputs: _Inputs) -> dict[str, Any]:
    """All that decides what the run gives; two runs with the same plan are the same run."""
    request, spec, tasks = inputs.request, inputs.spec, inputs.tasks
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
        "settings_digest": inputs.settings.digest(),
        "claims": file_digest(inputs.claims) if inputs.claims else "",
        "profile": _profile(request, tasks),
        "policy": plain(spec.policy),
        "model": plain(spec.model),
        "max_bytes": spec.max_bytes,
        "live": request.live,
        "repeat": request.repeat,
        "sealed": request.sealed,
        "sources": request.sources,
        "evaluator_independent": request.evaluator_independent,
        "today": _today(),
    }


def _today() -> str:
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).strftime("%Y-%m-%d")  # noqa: UP017  one name on every version


def _open_ledger(inputs: _Inputs, plan: Mapping[str, Any]) -> tuple[RunLedger, int]:
    """A new ledger, or that of the latest run of the same plan, with the number of attempts it finished.

    A run that was finished is taken as well: its record may not have been written.
    """
    folder = inputs.request.ledger
    if not inputs.request.resume:
        return _new_ledger(inputs, plan), 0
    for path in reversed(runledger.runs(folder)):
        reading = runledger.read(path)
        if reading.events and _same_plan(reading.events[0], plan):
            return _taken_up(folder, path, reading)
    raise UsageError(
        f"there is no run of this spec, these tasks and these options in {visible(folder)}; leave --resume out"
    )


def _new_ledger(inputs: _Inputs, plan: Mapping[str, Any]) -> RunLedger:
    """A ledger that begins with the plan, and holds beside it what the plan refers to by digest."""
    ledger = RunLedger(inputs.request.ledger, "run_" + os.urandom(10).hex())
    runledger.store(ledger.folder, canonical_json(inputs.tasks.manifest))
    for path in filter(None, (inputs.spec.path, inputs.spec.thresholds, inputs.claims)):
        runledger.store(ledger.folder, read_bytes(path, max_bytes=runledger.MAX_OBJECT_BYTES))
    ledger.write("run.started", plan)
    if inputs.request.sources and inputs.spec.policy:
        ledger.write("policy.default", disposition(inputs.spec.policy))
    return ledger


def _taken_up(folder: str, path: str, reading: runledger.Reading) -> tuple[RunLedger, int]:
    if reading.problem and not reading.torn:
        raise QualityError(f"the run cannot be resumed: {reading.problem}")
    if reading.torn:
        runledger.drop_torn_line(path, reading.events)
    ledger = RunLedger(folder, str(reading.events[0]["run"]), reading.events)
    done = len(finished_attempts(ledger.events))
    if not _is_finished(ledger.events):
        ledger.write("run.resumed", {"finished": done, "torn_line": reading.torn})
    return ledger, done


def _same_plan(started: Mapping[str, Any], plan: Mapping[str, Any]) -> bool:
    before = started["payload"]
    return started["event"] == "run.started" and {**before, "today": ""} == {**plan, "today": ""}


def _is_finished(events: Sequence[Mapping[str, Any]]) -> bool:
    return any(one["event"] == "run.finished" for one in events)


def _run(inputs: _Inputs, ledger: RunLedger, progress: Progress | None) -> None:
    import tempfile

    request, spec, tasks, claims = inputs.request, inputs.spec, inputs.tasks, inputs.claims
    scratch = os.path.join(tempfile.gettempdir(), f"dankaro-{ledger.run}")
    boundary = _boundary(inputs, ledger, scratch)
    read = claim_ledgers.parse(read_bytes(claims, max_bytes=claim_ledgers.MAX_BYTES)) if claims else Ledger()
    today = ledger.events[0]["payload"]["today"]
    total = len(tasks.cases) * request.repeat
    counted = [len(finished_attempts(ledger.events))]

    def done(task: str, number: int, outcome: Mapping[str, Any]) -> None:
        counted[0] += 1
        if progress is not None:
            progress(counted[0], total, task, number, outcome)

    work = Work(spec, tasks, ledger, inputs.settings, read, today, scratch, boundary)
    run_attempts(work, request.repeat, request.jobs, done)


def _boundary(inputs: _Inputs, ledger: RunLedger, scratch: str) -> Boundary:
    """What no attempt may change; an agent that works in the spec's own folder may change that one."""
    spec, tasks = inputs.spec, inputs.tasks
    watched = [spec.folder, tasks.folder, os.getcwd()] if spec.fresh else [tasks.folder]
    boundary = Boundary(watched, [scratch, ledger.folder, *([] if spec.fresh else [spec.folder])])
    if not boundary.watched:
        ledger.write("boundary.unwatched", {"why": "there are too many files to look through"})
    return boundary


def _check_holdout(inputs: _Inputs, ledger: RunLedger) -> None:
    """Note whether the held-out split is still the one of the first sealed run."""
    if not inputs.request.sealed:
        return
    why = "the promotion registry was not read, and only it knows the split of the first sealed run"
    found = inputs.tasks.held_out_digest
    if inputs.registry is not None:
        why = inputs.registry.seal(inputs.tasks.name, found, inputs.request.actor or UNKNOWN)
    ledger.write("holdout.checked", {"digest": found, "unchanged": not why, "why": why})


def _check_untouched(ledger: RunLedger) -> None:
    """QualityError where the ledger on the disk is no longer what was written: an agent reached it, or another run."""
    found = runledger.read(ledger.path)
    if found.problem or [one["digest"] for one in found.events] != [one["digest"] for one in ledger.events]:
        why = found.problem or f"{visible(ledger.path)} holds other events than were written"
        raise QualityError(f"the ledger was changed while the run went on, so no record is made of it: {why}")


def _finish(ledger: RunLedger, settings: Settings) -> Replay:
    """Replay what the ledger holds so far, and close it with what it came to."""
    found = replay(ledger.folder, [one for one in ledger.events if one["event"] != "run.finished"], settings)
    if not _is_finished(ledger.events):
        ledger.write("run.finished", {"measures": plain(found.measures), "gates": plain(found.gates)})
    return found


def _record(inputs: _Inputs, ledger: RunLedger, found: Replay) -> dict[str, Any]:
    plan = ledger.events[0]["payload"]
    decided = any(one["event"] == "policy.decision" for one in ledger.events)
    complete = any(one["id"] == EVIDENCE and one["value"] is True for one in found.measures)
    where = ledger.path.replace(os.sep, "/") if inputs.request.sources else ""
    record = assemble(
        {**plan, "decided": decided},
        inputs.tasks,
        found.measures,
        found.gates,
        found.canaries,
        evidence_block(where, ledger.head, len(ledger.events), complete),
        _decision(inputs, plan, found),
        "aqr_" + ledger.run.removeprefix("run_"),
        str(ledger.events[-1]["time"]),
    )
    if inputs.request.key:
        from dankaro_quality.records.signing import sign

        record["decision"]["signature"] = sign(record, inputs.request.key)
    wrong = shape_problems(record)
    if wrong:  # partial records are forbidden: better none than one that says less than it has to
        raise QualityError(f"no record was written, it would not be valid: {wrong[0][0]}: {wrong[0][1]}")
    return record


def _decision(inputs: _Inputs, plan: Mapping[str, Any], found: Replay) -> dict[str, Any]:
    """Always hold: nobody has decided yet."""
    profile, candidate = plan["profile"], inputs.candidate
    decision: dict[str, Any] = {
        "verdict": "hold",
        "actor": inputs.request.actor or (candidate.actor if candidate else UNKNOWN),
        "rationale": " ".join([UNDECIDED, *_ceilings(inputs.tasks, found)]),
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
        said.append(f"{CEILING}{one['measure']}: {one['ceiling']:g}; {shown}.")
    return said

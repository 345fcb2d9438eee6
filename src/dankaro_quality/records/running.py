"""Running the tasks: every attempt in a directory of its own, every event in the ledger before the next begins.

What goes wrong in an attempt is the attempt's result, never the end of the run: an agent that hangs, prints rubbish,
exits with an error or writes outside its directory is an errored attempt with its reason.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

from dankaro_quality import children
from dankaro_quality.agents import Spec, environment, from_folder, run_agent
from dankaro_quality.canonical import visible
from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import canonical_json
from dankaro_quality.errors import FileProblem, QualityError
from dankaro_quality.frozen import frozen
from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Ledger
from dankaro_quality.records import runledger
from dankaro_quality.records.boundaries import Boundary
from dankaro_quality.records.expectations import read_inside
from dankaro_quality.records.judging import already_true, judge
from dankaro_quality.records.policy import granted_tools, policy_decisions
from dankaro_quality.records.runledger import RunLedger
from dankaro_quality.records.tasks import Case, TaskSet
from dankaro_quality.serialization import plain
from dankaro_quality.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any

COMMAND_TIMEOUT_S = 60.0
MAX_REASON = 400  # characters
POLL_S = 0.02  # between two looks at what is still running after an interruption


class HarnessFailure(QualityError):
    """An attempt failed for a reason that is shown to be the harness's own, not the agent's."""


@frozen
class Work:
    """Everything that the attempts of one run share."""

    spec: Spec
    tasks: TaskSet
    ledger: RunLedger
    settings: Settings
    claims: Ledger
    today: str
    scratch: str
    boundary: Boundary


def run_attempts(
    work: Work, repeat: int, jobs: int, done: Callable[[str, int, Mapping[str, Any]], None]
) -> dict[tuple[str, int], Mapping[str, Any]]:
    """Every attempt that the ledger does not hold yet; returns all of them. `done` is told of each that ends."""
    import shutil
    from concurrent.futures import ThreadPoolExecutor, as_completed

    finished = finished_attempts(work.ledger.events)
    waiting = [(case, n) for n in range(1, repeat + 1) for case in work.tasks.cases if (case.id, n) not in finished]
    pool = ThreadPoolExecutor(jobs)
    running: dict[Future[Mapping[str, Any]], tuple[str, int]] = {}
    try:
        for case, number in waiting:
            running[pool.submit(_recorded, work, case, number)] = (case.id, number)
        for future in as_completed(running):
            key = running[future]
            finished[key] = future.result()
            done(*key, finished[key])
    except BaseException:  # Ctrl-C, or a ledger that cannot be written: what is running now has not finished
        work.ledger.close()
        pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in running):  # one may be about to start its next child
            children.end_all()
            time.sleep(POLL_S)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        shutil.rmtree(work.scratch, ignore_errors=True)
    return finished


def finished_attempts(events: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int], Mapping[str, Any]]:
    """What each finished attempt came to, from the events of a ledger."""
    return {(one["task"], one["attempt"]): one["payload"] for one in events if one["event"] == "attempt.finished"}


def _recorded(work: Work, case: Case, number: int) -> Mapping[str, Any]:
    work.ledger.write("attempt.started", {"fresh": work.spec.fresh}, case.id, number)
    outcome = _attempt(work, case, number)
    work.ledger.write("attempt.finished", outcome, case.id, number)
    return outcome


def _attempt(work: Work, case: Case, number: int) -> dict[str, Any]:
    import shutil

    base = os.path.join(work.scratch, f"{work.tasks.cases.index(case) + 1}-{number}")
    shutil.rmtree(base, ignore_errors=True)
    os.makedirs(os.path.join(base, "work"))
    root = os.path.join(base, "work") if work.spec.fresh else work.spec.folder
    outcome = _blank(work.spec.fresh or bool(case.reset))
    try:
        problem = _not_ready(work, case, number, root)
        outcome |= problem or _agent(work, case, number, root, base)
    except Exception as problem:  # whatever the agent did that nobody thought of is the agent's, never the run's end
        if isinstance(problem, QualityError) and work.ledger.closed:
            raise
        reason = f"what it left cannot be judged: {type(problem).__name__}: {problem}"
        outcome |= {"status": "errored", "reason": visible(reason)[:MAX_REASON]}
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return outcome


def _not_ready(work: Work, case: Case, number: int, root: str) -> dict[str, Any]:
    """What keeps an attempt from being made, {} where nothing does. Only before the agent runs is a failure ours."""
    try:
        _prepare(work, case, number, root)
        _check_programs(work, case, root)
        if already_true(case, root, lambda one: _command(work, one, None, root)):
            return {"status": "invalid", "reason": "its assertions hold before the agent has done anything"}
    except (HarnessFailure, OSError) as problem:
        return {"status": "infrastructure", "reason": str(problem)}
    return {}


def _blank(independent: bool) -> dict[str, Any]:
    return {
        "status": "errored",
        "reason": "",
        "independent": independent,
        "duration_s": 0.0,
        "usage": {},
        "stdout": "",
        "files": {},
        "outside": [],
        "watched": True,
        "fault_fired": None,
    }


def _prepare(work: Work, case: Case, number: int, root: str) -> None:
    """Reset, then set up; a command that fails is the harness's failure."""
    for what, commands in (("reset", case.reset), ("setup", case.setup)):
        for command in commands:
            done = _run(work, command, b"", root, COMMAND_TIMEOUT_S)
            if done.status != 0:
                raise HarnessFailure(f"the {what} command {command[0]} failed: {_how(done)}")
        if commands and what == "reset":
            work.ledger.write("attempt.reset", {"commands": [list(one) for one in commands]}, case.id, number)


def _check_programs(work: Work, case: Case, root: str) -> None:
    """The programs of the task's commands have to be there; one in the working directory is the agent's to make."""
    import shutil

    commands = [one["command"] for one in case.expect if "command" in one]
    commands += [case.fault["fired"]] if case.fault else []
    for command in commands:
        program = from_folder(command[:1], work.tasks.folder)[0]
        is_name = os.path.dirname(program) == ""
        path = environment(work.spec, root).get("PATH")
        if (is_name or os.path.isabs(program)) and shutil.which(program, path=path) is None:
            raise HarnessFailure(
                f'the command "{visible(program)}" is not there; check its name, or give its full path'
            )


def _agent(work: Work, case: Case, number: int, root: str, base: str) -> dict[str, Any]:
    """Run the agent and judge what it did."""
    private = Boundary([base], [root])
    before = (work.boundary.snapshot() if work.boundary.watched else None, private.snapshot())
    was = os.stat(root).st_ino
    payload = {"task": plain(case.task()), "prompt": case.prompt, "attempt": number}
    ran = run_agent(work.spec, payload, root, case.timeout_s)
    outside = work.boundary.changes(before[0]) + private.changes(before[1])
    outside = [_shown(path, base, work.spec.folder) for path in outside]
    found: dict[str, Any] = {
        "duration_s": ran.duration_s,
        "usage": plain(ran.usage),
        "stdout": runledger.store(work.ledger.folder, ran.stdout),
        "outside": outside,
        "watched": before[0] is not None and work.boundary.snapshot() is not None,
    }
    if not _is_still(root, was):
        return found | {"status": "errored", "reason": "it removed or replaced its working directory"}
    if case.fault:
        found["fault_fired"] = _command(work, {"command": case.fault["fired"]}, None, root)[0]
    if ran.result is None or outside:
        reason = f"it wrote outside its directory: {', '.join(outside[:3])}" if outside else ran.error
        return found | {"status": "errored", "reason": reason}
    found["files"] = _evidence(work, case, ran.result, root)
    _note_decisions(work, case, number, ran.result)
    harness = harness_for(work.settings, work.claims, root, work.today)
    granted = granted_tools(work.spec.policy)
    return found | judge(case, ran.result, harness, root, lambda one: _command(work, one, ran.result, root), granted)


def _is_still(root: str, inode: int) -> bool:
    """Whether the working directory is the one that the agent was given, and no link to another."""
    return os.path.isdir(root) and not os.path.islink(root) and os.stat(root).st_ino == inode


def harness_for(settings: Settings, claims: Ledger, root: str, today: str) -> QualityHarness:
    """The harness that judges results whose files lie in `root`."""
    return QualityHarness(settings, ledger=claims, root=root, today=today)


def _command(work: Work, expected: Mapping[str, Any], result: AgentResult | None, root: str) -> tuple[bool, str]:
    """Whether a command of a task exits 0; one that cannot be started does not."""
    stdin = canonical_json(plain(result)) if result is not None else b""
    try:
        done = _run(work, expected["command"], stdin, root, expected.get("timeout_s", COMMAND_TIMEOUT_S))
    except HarnessFailure as problem:  # its program was there before: the agent removed it, or did not make it
        return False, str(problem)
    return done.status == 0, "" if done.status == 0 else _how(done)


def _run(work: Work, command: Sequence[str], stdin: bytes, root: str, timeout_s: float) -> children.Child:
    """A command of the task file, in the agent's directory but with a home of its own: what the agent left as its
    settings and modules must not decide. HarnessFailure where it cannot be started."""
    import shutil
    import tempfile

    words = from_folder(command, work.tasks.folder)
    home = tempfile.mkdtemp(dir=work.scratch)
    env = {**environment(work.spec, home), "PYTHONNOUSERSITE": "1"}
    if words == list(
        command
    ):  # a script of the task's folder may import its neighbours; "python3 -c" may not import ours
        env["PYTHONSAFEPATH"] = "1"
    try:
        return children.run(words, input=stdin, cwd=root, env=env, timeout_s=timeout_s)
    except FileProblem as problem:
        raise HarnessFailure(str(problem)) from problem
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _how(done: children.Child) -> str:
    return "it was still running and was ended" if done.status is None else f"it exited with {done.status}"


def _evidence(work: Work, case: Case, result: AgentResult, root: str) -> dict[str, str]:
    """Files that assertions and deliverables name, kept by digest: the directory is gone afterwards."""
    names = [one["file"] for one in case.expect if "file" in one] + [one.path for one in result.deliverables]
    kept = {}
    for name in sorted(set(filter(None, names))):
        data = read_inside(root, name)
        if data is not None:
            kept[name] = runledger.store(work.ledger.folder, data)
    return kept


def _note_decisions(work: Work, case: Case, number: int, result: AgentResult) -> None:
    for decision in policy_decisions(result):
        work.ledger.write("policy.decision", decision, case.id, number)


def _shown(path: str, base: str, folder: str) -> str:
    """A path for the ledger, without what is different on every machine and in every run."""
    for start, name in ((base, "<attempt>"), (folder, "<spec>"), (os.getcwd(), ".")):
        real = os.path.realpath(start)
        if path.startswith(real + os.sep):
            return name + path[len(real) :].replace(os.sep, "/")
    return path

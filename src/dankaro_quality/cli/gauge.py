"""`gauge run|gate|show|verify|decide|sign|replay`: Agent Quality Records."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Mapping, Sequence

from dankaro_quality.canonical import visible
from dankaro_quality.errors import ExitCode, FileProblem, UsageError
from dankaro_quality.records.files import formatted, read_record, write_record
from dankaro_quality.records.gauging import Gauged, Request, gauge, planned
from dankaro_quality.records.levels import LEVELS, Assessment, assess
from dankaro_quality.records.runledger import DEFAULT_FOLDER
from dankaro_quality.records.showing import listed, scorecard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROGRAM = "dankaro-quality"


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `gauge` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    _run_arguments(actions.add_parser("run", help="run the tasks and write a record"))
    about = {
        "gate": "does a record reach a level, and may the agent ship on it",
        "show": "a record as a scorecard",
        "verify": "hold a record against spec, tasks, ledger and signature",
        "decide": "write a verdict into a record",
        "sign": "sign a record with ssh-keygen",
        "replay": "recompute a record from its ledger alone",
    }
    made = {action: actions.add_parser(action, help=text) for action, text in about.items()}
    for one in made.values():
        one.add_argument("record", metavar="RECORD", help="a record file: .json, or .yaml with the extra")
    made["gate"].add_argument("--level", choices=LEVELS, default="L2", help="the level to reach (default L2)")
    made["gate"].add_argument("--require-ship", action="store_true", help="and nothing may forbid the release")
    made["gate"].add_argument("--quiet", action="store_true", help="print nothing but what is missing")
    made["show"].add_argument(
        "--format", choices=["text", "markdown"], default="text", help="text (default) or markdown"
    )
    for action in ("gate", "show", "verify"):
        made[action].add_argument(
            "--allowed-signers", metavar="FILE", default="", help="whose keys count, as ssh-keygen reads it"
        )
    made["verify"].add_argument("--spec", metavar="FILE", default="", help="the spec that was measured")
    made["verify"].add_argument("--tasks", metavar="FILE", default="", help="the tasks it was measured on")
    for action in ("verify", "replay", "decide"):
        made[action].add_argument("--ledger", metavar="DIR", default="", help="where the ledger lies now")
    for action in ("replay", "decide"):
        made[action].add_argument("--settings", metavar="FILE", default="", help="yours, where they name own gates")
    _decide_arguments(made["decide"])
    made["sign"].add_argument("--key", metavar="FILE", required=True, help="a private key, such as ~/.ssh/id_ed25519")


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--spec", metavar="FILE", required=True, help="the agent: agent.toml, .json or .yaml")
    parser.add_argument("--tasks", metavar="FILE", required=True, help="the tasks: tasks.toml, .json or .yaml")
    parser.add_argument("--out", metavar="FILE", required=True, help="where the record is written")
    parser.add_argument("--live", action="store_true", help="run the agent; without it nothing is executed")
    parser.add_argument(
        "--repeat", type=_count(1, 1000), default=1, metavar="K", help="attempts for each task (default 1)"
    )
    parser.add_argument("--sealed", action="store_true", help="assert that nobody tuned on the held-out split")
    parser.add_argument("--canary", action="append", default=[], metavar="ID", help="a task that counts as a probe")
    parser.add_argument(
        "--evaluator-independent", action="store_true", help="assert that the grader sees outcomes alone"
    )
    parser.add_argument("--tier", choices=["T0", "T1", "T2"], default="", help="no less than that of the tasks")
    parser.add_argument("--profile", default="", metavar="ID@V", help="the profile that the tasks have to state")
    parser.add_argument("--candidate", default="", metavar="ID", help="a staged promotion, in place of the latest")
    parser.add_argument("--actor", default="", metavar="WHO", help="who is answerable")
    parser.add_argument("--ledger", default=DEFAULT_FOLDER, metavar="DIR", help=f"default {DEFAULT_FOLDER}")
    parser.add_argument("--no-sources", action="store_true", help="read neither promotions nor policy nor ledger")
    parser.add_argument(
        "--jobs", type=_count(1, 64), default=1, metavar="N", help="attempts at the same time (default 1)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with a run that was killed")
    parser.add_argument("--key", default="", metavar="FILE", help="sign the record at once (tier T2 needs it)")


def _decide_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verdict", choices=["ship", "hold", "reject"], required=True)
    parser.add_argument("--actor", metavar="WHO", required=True, help="who decides")
    parser.add_argument("--question", default="", help="what was asked")
    parser.add_argument(
        "--option", action="append", default=[], metavar="TEXT", help="what could have been decided (twice or more)"
    )
    parser.add_argument("--rationale", default="", help="why")
    parser.add_argument("--key", default="", metavar="FILE", help="sign the decision at once")


def _count(least: int, most: int) -> Any:
    def convert(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, found {text!r}")
        return int(text)

    return convert


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    return _ACTIONS[options.action](options)


def _run(options: argparse.Namespace) -> ExitCode:
    request = Request(
        spec=options.spec,
        tasks=options.tasks,
        live=options.live,
        repeat=options.repeat,
        sealed=options.sealed,
        canaries=tuple(options.canary),
        evaluator_independent=options.evaluator_independent,
        tier=options.tier,
        profile=options.profile,
        candidate=options.candidate,
        actor=options.actor,
        ledger=options.ledger,
        sources=not options.no_sources,
        jobs=options.jobs,
        resume=options.resume,
        key=options.key,
    )
    gc.enable()  # which main turns off for runs of milliseconds
    if os.path.isdir(options.out):
        raise UsageError(f"--out {options.out} is a folder; name a file")
    if any(_is_one_file(options.out, given) for given in (options.spec, options.tasks)):
        raise UsageError(f"--out {options.out} is what the run is made from; name another file")
    formatted(options.out, {})  # YAML without its extra is refused before anything runs
    if not options.live:
        print("\n".join(planned(request)))
    progress = _Progress()
    gauged = gauge(request, progress)
    progress.end()
    probes = gauged.record["task_set"].get("canary_ids", ())  # not passing is what they are for
    missed = [line for task, line in progress.missed if task not in probes]
    for line in missed[:MAX_MISSED]:
        _say(line)
    if len(missed) > MAX_MISSED:
        _say(f"{len(missed) - MAX_MISSED} more attempts did not pass; the ledger has them all")
    try:
        write_record(options.out, gauged.record)
    except FileProblem as problem:
        raise FileProblem(f"{problem}; the run is kept: name another --out, and add --resume") from problem
    _tell(options, gauged)
    return ExitCode.PASSED


def _is_one_file(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


MAX_MISSED = 10  # attempts that are named when a run ends


class _Progress:
    """One line on a terminal that is written over, nothing elsewhere; and which attempts did not pass, and why."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self.counts: dict[str, int] = {}
        self.last = 0.0
        self.missed: list[tuple[str, str]] = []

    def __call__(self, done: int, total: int, task: str, number: int, outcome: Mapping[str, Any]) -> None:
        if outcome["status"] != "passed":
            self.missed.append((task, f"task {task}, attempt {number} {outcome['status']}: {outcome['reason']}"))
        self.counts[outcome["status"]] = self.counts.get(outcome["status"], 0) + 1
        if not self.shown or (done < total and time.monotonic() - self.last < 0.1):
            return
        self.last = time.monotonic()
        counted = ", ".join(f"{count} {status}" for status, count in sorted(self.counts.items()))
        sys.stderr.write(f"\r\x1b[K{done}/{total} attempts: {counted}; last {visible(task)[:40]} #{number}")
        sys.stderr.flush()

    def end(self) -> None:
        if self.shown and self.counts:
            sys.stderr.write("\r\x1b[K")


def _tell(options: argparse.Namespace, gauged: Gauged) -> None:
    if options.resume:
        again = gauged.attempts - gauged.resumed
        _say(f"resumed: {gauged.resumed} attempts were finished before, {again} were run now")
    for note in gauged.notes:
        _say(f"note: {visible(note)}")
    level = assess(gauged.record).level or "none"
    verdict = gauged.record["decision"]["verdict"]
    _say(f"{options.out}: {gauged.attempts} attempts, level {level}, verdict {verdict}; ledger {gauged.ledger}")


def _gate(options: argparse.Namespace) -> ExitCode:
    record, assessed = _assessed(options)
    missing = assessed.below(options.level)
    against = list(assessed.blockers) if options.require_ship and isinstance(record, dict) else []
    if not options.quiet:
        print(f"level {assessed.level or 'none'}, {options.level} was asked for")
    for level in LEVELS[: LEVELS.index(options.level) + 1]:
        if assessed.missing[level]:
            print(f"missing for {level}:")
            sys.stdout.write(listed(assessed.missing[level]))
    if against:
        print("what forbids the release:")
        sys.stdout.write(listed(against))
    return ExitCode.BLOCKED if missing or against else ExitCode.PASSED


def _show(options: argparse.Namespace) -> ExitCode:
    record, assessed = _assessed(options)
    if not assessed.level and any(one.code == "REC101" for one in assessed.missing["L1"]):
        print(f"{visible(options.record)} is no record:")
        sys.stdout.write(listed(assessed.missing["L1"]))
        return ExitCode.BLOCKED
    sys.stdout.write(scorecard(record, assessed, options.format == "markdown"))
    return ExitCode.PASSED


def _verify(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.records.comparing import Line
    from dankaro_quality.records.verifying import verify

    record, flaws = read_record(options.record)
    if flaws:
        return _report([Line("document", "FAILED", f"{at}: {message}" if at else message) for at, message in flaws])
    named = {key: getattr(options, key) for key in ("spec", "tasks", "ledger", "allowed_signers")}
    lines = verify(options.record, record, **named)
    code = _report(lines)
    if {line.what for line in lines if line.state == "ok"} == {"shape"} and code is ExitCode.PASSED:
        _say("only the shape was checked: name --spec, --tasks, --ledger or --allowed-signers to hold it against more")
    return code


def _replay(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.records.verifying import replay_record

    return _report(replay_record(_whole(options.record), options.ledger, options.settings))


def _report(lines: Sequence[Any]) -> ExitCode:
    """One line a check; a failure among them, or nothing that could be checked, is no pass."""
    width = max((len(line.what) for line in lines), default=0)
    for line in lines:
        print(f"{line.state:11}  {line.what.ljust(width)}  {visible(line.found)}".rstrip())
    failed = sum(line.state == "FAILED" for line in lines)
    good = sum(line.state == "ok" for line in lines)
    _say(f"{good} agree, {failed} do not, {len(lines) - good - failed} not checked")
    return ExitCode.BLOCKED if failed or not good else ExitCode.PASSED


def _decide(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.records.deciding import Refused, decide
    from dankaro_quality.records.verifying import has_ledger

    if len(options.option) == 1:
        raise UsageError("a decision has at least two options: repeat --option")
    record = _whole(options.record)
    words = {"question": options.question, "options": options.option, "rationale": options.rationale}
    try:
        where = {"ledger": options.ledger, "settings": options.settings}
        made = decide(record, options.verdict, options.actor, options.key, **where, **words)
    except Refused as refused:
        _say(str(refused))
        sys.stdout.write(listed(refused.findings))
        return ExitCode.BLOCKED
    write_record(options.record, made)
    if options.verdict == "ship" and not has_ledger(record, options.ledger):
        _say("note: the ledger of this record is not here; the record was not held against it")
    dropped = "signature" in record["decision"] and "signature" not in made["decision"]
    _say(
        f"{options.record}: {options.verdict}" + ("; the old signature was taken off, sign it again" if dropped else "")
    )
    return ExitCode.PASSED


def _sign(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.records.deciding import sign_record

    write_record(options.record, sign_record(_whole(options.record), options.key))
    _say(f"{options.record}: signed")
    return ExitCode.PASSED


def _assessed(options: argparse.Namespace) -> tuple[Any, Assessment]:
    from dankaro_quality.records.deciding import checked_signature
    from dankaro_quality.records.promotions import known_versions

    record, flaws = read_record(options.record)
    sound = not assess(record, flaws).missing["L1"]
    signature = checked_signature(record, options.allowed_signers) if sound else None
    return record, assess(record, flaws, signature=signature, known_versions=known_versions())


def _whole(path: str) -> dict[str, Any]:
    """A record that has the shape of one; what has not cannot be decided, signed or replayed."""
    from dankaro_quality.errors import ContractError
    from dankaro_quality.places import dotted
    from dankaro_quality.records.shape import shape_problems

    record, flaws = read_record(path)
    wrong = flaws or shape_problems(record)
    if wrong:
        raise ContractError(*[f"{path}: " + (f"{dotted(at)}: " if at else "") + message for at, message in wrong])
    return record  # type: ignore[return-value]  # its shape was checked


def _say(message: str) -> None:
    print(f"{PROGRAM}: {visible(message)}", file=sys.stderr)


_ACTIONS = {
    "run": _run,
    "gate": _gate,
    "show": _show,
    "verify": _verify,
    "decide": _decide,
    "sign": _sign,
    "replay": _replay,
}

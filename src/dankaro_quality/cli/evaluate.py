"""`evaluate` and `validate`: results in, reports and a verdict out."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterable, Iterator

from dankaro_quality import settings as settings_files
from dankaro_quality.cli.delivery import FORMATS, Desk, check_output
from dankaro_quality.cli.judging import FORMATS as INPUT_FORMATS
from dankaro_quality.cli.judging import MARKDOWN_ENDINGS, Judged, judged, only_result
from dankaro_quality.cli.streams import STDIN, emit, input_bytes
from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.documents import read_bytes
from dankaro_quality.errors import ExitCode, FileProblem, QualityError, UsageError
from dankaro_quality.harness import QualityHarness
from dankaro_quality.reporting import to_json_line, to_line
from dankaro_quality.serialization import read_task
from dankaro_quality.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROFILES = ("default", "cited-text")  # profiles.PROFILES, read only when one is asked for
UNSTATED = "this format states no confidence; --profile cited-text asks for none"
RESULT_FILES = (".json", ".jsonl", *MARKDOWN_ENDINGS)  # of a folder; a README describes it and is no report


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `evaluate` or `validate`."""
    if name == "evaluate":
        parser.add_argument(
            "files", metavar="FILE", nargs="+", help="a result, a Markdown report or another tool's answer; - is stdin"
        )
        parser.add_argument(
            "--repeat", metavar="FILE", action="append", default=[], help="a result of the same task, run again"
        )
        parser.add_argument(
            "--format",
            action="append",
            choices=FORMATS,
            metavar="FORMAT",
            help=f"{', '.join(FORMATS)}; markdown by default, several with --out DIR",
        )
        parser.add_argument("--out", metavar="DIR", help="write <name>.<format> there instead of printing")
        parser.add_argument(
            "--junit-dialect",
            choices=["strict", "gitlab"],
            default="strict",
            help="gitlab: each case names its file as well",
        )
    else:
        parser.add_argument(
            "files",
            metavar="FILE",
            nargs="+",
            help="results, .jsonl with one a line, or folders; - reads standard input",
        )
        parser.add_argument(
            "--format", choices=["text", "json"], default="text", help="text (default), or one JSON report a line"
        )
        parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes to use")
    parser.add_argument("--from", dest="form", choices=INPUT_FORMATS, default="auto", metavar="FORMAT",
                        help=f"what the file is: {', '.join(INPUT_FORMATS)} (default: auto, by its shape)")  # fmt: skip
    parser.add_argument("--task", metavar="FILE", help="the task, in place of the one in the file")
    parser.add_argument("--settings", metavar="FILE", help="in place of ./thresholds.toml")
    parser.add_argument(
        "--profile", choices=PROFILES, help="packaged settings in place of a file; cited-text asks for no confidence"
    )
    parser.add_argument("--ledger", metavar="FILE", help="the claim ledger")
    parser.add_argument(
        "--root", metavar="DIR", default=".", help="the folder that paths of deliverables are relative to"
    )
    parser.add_argument("--resolve", choices=["form", "local", "online"], help="how far sources are followed")
    parser.add_argument("--today", metavar="DATE", help="the day by which waivers are judged, YYYY-MM-DD")


def run(options: argparse.Namespace) -> ExitCode:
    """Evaluate as the command says; the exit code is the worst of all results."""
    named = [options.task, *options.files, *getattr(options, "repeat", ())]
    if named.count(STDIN) > 1:
        raise UsageError("- stands more than once for standard input, which can be read only once")
    return _evaluate(options) if options.command == "evaluate" else _validate(options)


def _evaluate(options: argparse.Namespace) -> ExitCode:
    formats = list(dict.fromkeys(options.format or ["markdown"]))
    check_output(formats, options.out, len(options.files) > 1)
    harness = _harness(options)
    task = _task(options, harness.settings)
    repeats = [_repeat(path, harness.settings, options.form) for path in options.repeat]
    desk = Desk(harness, formats, options.out, options.junit_dialect)
    told = False
    for path in options.files:
        data = _read(path, harness.settings)
        name = "standard input" if path == STDIN else path
        found = judged(harness, data, name, options.form, task, repeats)
        check_output(formats, options.out, len(found) > 1)
        for one in found:
            if _is_unstated(one) and not told:
                told = True
                print(f"dankaro-quality: {UNSTATED}", file=sys.stderr)
            desk.deliver(path, name, data, one)
    return desk.close()


def _is_unstated(one: Judged) -> bool:
    """Whether another tool's answer is blocked for what its format cannot say."""
    return one.is_foreign and any(finding.code in ("EVD004", "EVD005") for finding in one.report.findings)


def _harness(options: argparse.Namespace) -> QualityHarness:
    settings = _settings(options)
    if options.resolve and options.resolve != "form":
        raise UsageError(f"--resolve {options.resolve}: this version judges sources by their form only")
    if options.today and not _is_day(options.today):
        raise UsageError(f"--today {options.today}: a day is written YYYY-MM-DD")
    if options.ledger and not os.path.isfile(options.ledger):
        raise FileProblem(f"{options.ledger}: there is no such file; name the claim ledger, or leave --ledger out")
    if not os.path.isdir(options.root):
        raise FileProblem(f"{options.root}: there is no such folder; name one with --root")
    return QualityHarness(settings, ledger=options.ledger, root=options.root, today=options.today)


def _settings(options: argparse.Namespace) -> Settings:
    if options.profile is None:
        return settings_files.load(options.settings)
    if options.settings:
        raise UsageError("--profile and --settings both say which settings hold: give one of them")
    from dankaro_quality.profiles import profile

    return profile(options.profile)


def _is_day(text: str) -> bool:
    from dankaro_quality.waiving import days_left

    return days_left(text, text) == 0


def _read(path: str, settings: Settings) -> bytes:
    return input_bytes(path, settings.global_.max_bytes)


def _task(options: argparse.Namespace, settings: Settings) -> Task | None:
    if not options.task:
        return None
    task, flaws = read_task(_read(options.task, settings))
    if task is None:
        raise FileProblem(f"{options.task}: this is no task: {_first(flaws)}")
    return task


def _repeat(path: str, settings: Settings, form: str) -> AgentResult:
    result, flaws = only_result(_read(path, settings), path, form, settings.global_.max_bytes)
    if result is None:
        raise FileProblem(f"{path}: this repeat is no result: {_first(flaws)}")
    return result


def _first(flaws: Any) -> str:
    from dankaro_quality.places import dotted

    place = dotted(flaws[0].pointer)
    return f"{place}: {flaws[0].message}" if place else str(flaws[0].message)


def _validate(options: argparse.Namespace) -> ExitCode:
    if options.jobs < 1:
        raise UsageError(f"--jobs {options.jobs}: a number of processes from 1 up")
    gc.enable()  # main turned it off for short runs; this one may be long
    harness = _harness(options)
    task = _task(options, harness.settings)
    judge = _Judge(harness, task, options.format, options.form)
    worst = ExitCode.PASSED
    progress = _Progress()
    for code, line in _lines(judge, list(_found(options.files)), options.jobs):
        worst = max(worst, code)
        progress.step()
        if code is ExitCode.COULD_NOT_JUDGE:
            print(line, file=sys.stderr)
        else:
            worst = max(worst, emit(line + "\n", code))
    progress.clear()
    return worst


def _found(paths: list[str]) -> Iterator[str]:
    """Every file that is named or lies in a named folder, in a fixed order; what is left out of a folder is said."""
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            every = sorted(
                os.path.join(folder, name) for folder, _, names in os.walk(path, onerror=_unreadable) for name in names
            )
            inside = [one for one in every if _is_result_file(one)]
            if not inside:
                raise FileProblem(f"{path}: there is no .json, .jsonl or .md file in this folder")
            others = [one for one in every if not _is_result_file(one) and not os.path.basename(one).startswith(".")]
            if others:
                more = f" and {len(others) - 1} more" if len(others) > 1 else ""
                print(f"dankaro-quality: not judged, no result by its name: {others[0]}{more}", file=sys.stderr)
            yield from inside
        else:
            yield path


def _is_result_file(path: str) -> bool:
    name = os.path.basename(path).casefold()
    return name.endswith(RESULT_FILES) and not name.startswith("readme.")


def _unreadable(problem: OSError) -> None:
    """A folder that cannot be looked into would hide its results, so that too little is judged and passes."""
    raise FileProblem(f"{problem.filename}: this folder cannot be read ({problem.strerror})")


def _lines(judge: _Judge, paths: list[str], jobs: int) -> Iterator[tuple[ExitCode, str]]:
    if jobs == 1 or len(paths) < 2 * jobs:
        for path in paths:
            yield from judge(path)
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, len(paths) // (jobs * 8))
    batches = [paths[start : start + size] for start in range(0, len(paths), size)]
    from concurrent.futures.process import BrokenProcessPool

    _interrupt_on_sigterm()
    try:
        with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGTERM, signal.SIG_DFL)) as pool:
            try:
                for lines in pool.map(judge.many, batches):
                    yield from lines
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenProcessPool:
        raise QualityError("a process of --jobs died, so not every result was judged; try fewer --jobs") from None


def _interrupt_on_sigterm() -> None:
    """A run that is ended takes its processes with it, as on Ctrl-C; ended outright it would leave them waiting."""
    import signal
    from threading import current_thread, main_thread

    if current_thread() is main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


class _Judge:
    """Turns a path into its lines; picklable, so that other processes send back lines and not reports."""

    def __init__(self, harness: QualityHarness, task: Task | None, form: str, read_as: str) -> None:
        self.harness, self.task, self.form, self.read_as = harness, task, form, read_as

    def many(self, paths: list[str]) -> list[tuple[ExitCode, str]]:
        return [line for path in paths for line in self(path)]

    def __call__(self, path: str) -> Iterable[tuple[ExitCode, str]]:
        try:
            if path.endswith(".jsonl"):
                yield from self._each(path)
            else:
                yield from self._one(_read(path, self.harness.settings), path)
        except FileProblem as problem:
            yield ExitCode.COULD_NOT_JUDGE, f"dankaro-quality: {problem}"

    def _each(self, path: str) -> Iterator[tuple[ExitCode, str]]:
        """The results of a .jsonl file, one at a time, so that memory stays flat."""
        limit = self.harness.settings.global_.max_bytes
        seen = False
        read_bytes(path, max_bytes=0)  # the checks on what may be opened, and their messages
        with open(path, "rb") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(limit + 2), b""), start=1):
                if line.strip():
                    seen = True
                    yield from self._one(line.rstrip(b"\n"), f"{path}:{number}")
        if not seen:
            yield ExitCode.BLOCKED, f"BLOCK {_shown(path)} contract CON001 the file holds no result"

    def _one(self, data: bytes, name: str) -> Iterator[tuple[ExitCode, str]]:
        for one in judged(self.harness, data, name, self.read_as, self.task):
            code = ExitCode.PASSED if one.report.released else ExitCode.BLOCKED
            shown = f"{name} ({one.label})" if one.label else name
            yield code, to_json_line(one.report, shown) if self.form == "json" else to_line(one.report, shown)


class _Progress:
    """A count on the terminal, from the second second on."""

    def __init__(self) -> None:
        import time

        self.now, self.start, self.count, self.shown = time.monotonic, time.monotonic(), 0, False
        self.wanted = sys.stderr is not None and sys.stderr.isatty()

    def step(self) -> None:
        self.count += 1
        if self.wanted and self.now() - self.start > 1 and self.count % 50 == 0:
            self.shown = True
            print(f"\r{self.count} results", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r" + " " * 24 + "\r", end="", file=sys.stderr, flush=True)


def _shown(text: str) -> str:
    from dankaro_quality.canonical import visible

    return visible(text)

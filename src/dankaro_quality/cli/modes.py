"""`modes list|check|detect|score`: the library of failure modes."""

from __future__ import annotations

import argparse

from dankaro_quality.canonical import visible
from dankaro_quality.checks import quoted
from dankaro_quality.cli.streams import STDIN, emit, input_bytes
from dankaro_quality.errors import ExitCode, FileProblem
from dankaro_quality.workflow import FailureModeLibrary, ModeMatch
from dankaro_quality.workflow.outputs import MAX_CHARACTERS
from dankaro_quality.workflow.verification import checked_threshold
from dankaro_quality.workflow_rules import CUSTOM_MODE, MODE_CODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.workflow import FailureMode


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `modes` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    listing = actions.add_parser("list", help="every mode with its code and severity")
    checking = actions.add_parser("check", help="run a library file's own samples")
    checking.add_argument("file", metavar="FILE")
    detecting = actions.add_parser("detect", help="which modes a text shows")
    detecting.add_argument("text", metavar="TEXT", help="- reads standard input")
    scoring = actions.add_parser("score", help="precision, recall and false alarms on labelled outputs")
    scoring.add_argument("file", metavar="FILE", help='a library file, or "builtin"')
    scoring.add_argument(
        "--on", required=True, metavar="LABELLED", action="append", help="JSON Lines of labelled outputs"
    )
    scoring.add_argument("--misses", action="store_true", help="list every row that was ruled otherwise")
    for action in (listing, detecting):
        action.add_argument("--modes", metavar="FILE", help="a library file in place of the built-in modes")
        action.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    for action in (detecting, scoring):
        action.add_argument("--threshold", type=float, default=0.6, help="severity from which a mode fails (0.6)")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    actions = {"list": _list, "check": _check, "detect": _detect, "score": _score}
    return actions[options.action](options)


def _library(path: str | None) -> FailureModeLibrary:
    return FailureModeLibrary.load(path) if path and path != "builtin" else FailureModeLibrary()


def _code(mode: FailureMode) -> str:
    return MODE_CODES.get(str(mode.category), CUSTOM_MODE)


def _list(options: argparse.Namespace) -> ExitCode:
    modes = _library(options.modes).modes
    if options.format == "json":
        keys = ("category", "severity", "description")
        rows = [{"code": _code(mode), **{key: getattr(mode, key) for key in keys}} for mode in modes]
        return _json(rows, ExitCode.PASSED)
    width = max(len(str(mode.category)) for mode in modes)
    lines = [
        f"{_code(mode)}  {str(mode.category).ljust(width)}  {mode.severity:.2f}  {mode.description}" for mode in modes
    ]
    return _emit(lines, ExitCode.PASSED)


def _check(options: argparse.Namespace) -> ExitCode:
    library = FailureModeLibrary.load(options.file)
    samples = sum(len(mode.samples) for mode in library.modes)
    near = sum(len(mode.near_misses) for mode in library.modes)
    untested = [str(mode.category) for mode in library.modes if not mode.samples]
    lines = [f"{options.file}: {len(library.modes)} modes; {samples} samples fire, {near} near misses do not"]
    lines += [f"{options.file}: {category} has no sample; nothing shows that it fires" for category in untested]
    return _emit(lines, ExitCode.BLOCKED if untested else ExitCode.PASSED)


def _piped() -> str:
    """The text on standard input; what is no text has not been looked at, and must not pass."""
    try:
        text = input_bytes(STDIN, MAX_CHARACTERS).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FileProblem(
            f"standard input is not UTF-8: byte {problem.start + 1}; it holds no text to read"
        ) from problem
    if "\0" in text:
        raise FileProblem("standard input holds a null byte; it is no text")
    return text


def _detect(options: argparse.Namespace) -> ExitCode:
    threshold = checked_threshold(options.threshold)
    text = _piped() if options.text == STDIN else options.text
    matches = _library(options.modes).matches(text)
    blocked = any(not match.mode.severity < threshold for match in matches)
    code = ExitCode.BLOCKED if blocked else ExitCode.PASSED
    if options.format == "json":
        return _json([_row(match) for match in matches], code)
    lines = [
        f"{_code(one.mode)} {one.mode.category} {one.mode.severity:.2f} line {one.line}: {quoted(one.quote)}"
        for one in matches
    ]
    return _emit(lines or ["no failure mode was found"], code)


def _row(match: ModeMatch) -> dict[str, object]:
    place = {"line": match.line, "start": match.start, "end": match.end, "quote": match.quote, "trigger": match.trigger}
    return {"code": _code(match.mode), "category": str(match.mode.category), "severity": match.mode.severity, **place}


def _score(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.workflow import scoring

    rows = [row for path in options.on for row in scoring.read_labelled(path)]
    result = scoring.score(_library(options.file), rows, checked_threshold(options.threshold))
    return _emit([*scoring.lines_of(result), *(result.misses if options.misses else ())], ExitCode.PASSED)


def _emit(lines: list[str], code: ExitCode) -> ExitCode:
    return emit("".join(f"{visible(line)}\n" for line in lines), code)


def _json(rows: object, code: ExitCode) -> ExitCode:
    from dankaro_quality.documents import pretty_json

    return emit(pretty_json(rows), code)

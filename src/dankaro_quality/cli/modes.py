"""`modes list|check|detect|score`: the library of failure modes."""

from __future__ import annotations

import argparse
import sys

from dankaro_quality.canonical import visible
from dankaro_quality.checks import quoted
from dankaro_quality.errors import ExitCode
from dankaro_quality.workflow import FailureModeLibrary, ModeMatch
from dankaro_quality.workflow_rules import CUSTOM_MODE, MODE_CODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.workflow import FailureMode


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `modes` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    listing = actions.add_parser("list", help="every mode with its code and severity", allow_abbrev=False)
    checking = actions.add_parser("check", help="run a library file's own samples", allow_abbrev=False)
    checking.add_argument("file", metavar="FILE")
    detecting = actions.add_parser("detect", help="which modes a text shows", allow_abbrev=False)
    detecting.add_argument("text", metavar="TEXT", help="- reads standard input")
    scoring = actions.add_parser(
        "score", help="precision, recall and false alarms on labelled outputs", allow_abbrev=False
    )
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
        return _json(rows)
    width = max(len(str(mode.category)) for mode in modes)
    for mode in modes:
        name = visible(str(mode.category)).ljust(width)
        print(f"{_code(mode)}  {name}  {mode.severity:.2f}  {visible(mode.description)}")
    return ExitCode.PASSED


def _check(options: argparse.Namespace) -> ExitCode:
    library = FailureModeLibrary.load(options.file)
    samples = sum(len(mode.samples) for mode in library.modes)
    near = sum(len(mode.near_misses) for mode in library.modes)
    print(f"{visible(options.file)}: {len(library.modes)} modes; {samples} samples fire, {near} near misses do not")
    untested = [str(mode.category) for mode in library.modes if not mode.samples]
    for category in untested:
        print(f"{visible(options.file)}: {visible(category)} has no sample; nothing shows that it fires")
    return ExitCode.BLOCKED if untested else ExitCode.PASSED


def _detect(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.workflow.verification import checked_threshold

    threshold = checked_threshold(options.threshold)
    text = sys.stdin.read() if options.text == "-" else options.text
    matches = _library(options.modes).matches(text)
    blocked = any(not match.mode.severity < threshold for match in matches)
    if options.format == "json":
        _json([_row(match) for match in matches])
    else:
        for match in matches:
            said = visible(quoted(match.quote))
            print(f"{_code(match.mode)} {match.mode.category} {match.mode.severity:.2f} line {match.line}: {said}")
        print(f"dankaro-quality: {len(matches)} mode(s) found", file=sys.stderr)
    return ExitCode.BLOCKED if blocked else ExitCode.PASSED


def _row(match: ModeMatch) -> dict[str, object]:
    place = {"line": match.line, "start": match.start, "end": match.end, "quote": match.quote, "trigger": match.trigger}
    return {"code": _code(match.mode), "category": str(match.mode.category), "severity": match.mode.severity, **place}


def _score(options: argparse.Namespace) -> ExitCode:
    from dankaro_quality.workflow import scoring
    from dankaro_quality.workflow.verification import checked_threshold

    rows = [row for path in options.on for row in scoring.read_labelled(path)]
    result = scoring.score(_library(options.file), rows, checked_threshold(options.threshold))
    for line in scoring.lines_of(result):
        print(visible(line))
    for miss in result.misses if options.misses else ():
        print(visible(miss))
    return ExitCode.PASSED


def _json(rows: object) -> ExitCode:
    from dankaro_quality.documents import pretty_json

    sys.stdout.write(pretty_json(rows))
    return ExitCode.PASSED

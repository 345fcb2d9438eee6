"""`source`: how a source is ruled, without a result around it."""

from __future__ import annotations

import argparse
import sys

from dankaro_quality import settings as settings_files
from dankaro_quality.canonical import visible
from dankaro_quality.checks import ruling
from dankaro_quality.errors import ExitCode

KEYS = ("text", "accepted", "kind", "code", "reason")


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `source`."""
    parser.add_argument("texts", metavar="TEXT", nargs="+", help="a source; - reads one a line from standard input")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    parser.add_argument("--settings", metavar="FILE", help="in place of ./thresholds.toml")


def run(options: argparse.Namespace) -> ExitCode:
    """Print a ruling for each source; the ruling is the answer, so the exit code is 0 either way."""
    settings = settings_files.load(options.settings)
    rows = []
    for text in _texts(options.texts):
        verdict = ruling(text, settings)
        rows.append(dict(zip(KEYS, (text, verdict.accepted, verdict.kind, verdict.code, verdict.reason), strict=True)))
    if options.format == "json":
        from dankaro_quality.documents import pretty_json

        sys.stdout.write(pretty_json(rows))
    else:
        for row in rows:
            print(_line(row))
    return ExitCode.PASSED


def _texts(given: list[str]) -> list[str]:
    if given != ["-"]:
        return given
    read = sys.stdin.buffer.read().decode("utf-8", "replace") if sys.stdin is not None else ""
    return read.removesuffix("\n").split("\n") if read else []


def _line(row: dict[str, object]) -> str:
    text = visible(str(row["text"]))
    if row["accepted"]:
        return f'accepted  {row["kind"]}: "{text}" (form only: nothing was opened)'
    return f'rejected  {row["code"]} {row["kind"]}: "{text}" {row["reason"]}'

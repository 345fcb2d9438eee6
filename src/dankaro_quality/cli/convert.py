"""`convert`: another tool's answer as the native JSON, to look at or to add to."""

from __future__ import annotations

import argparse
import json
import sys

from dankaro_quality import settings as settings_files
from dankaro_quality.canonical import visible
from dankaro_quality.cli.judging import FORMATS, NATIVE, imported
from dankaro_quality.cli.streams import emit, input_bytes
from dankaro_quality.contracts import Envelope
from dankaro_quality.documents import pretty_json
from dankaro_quality.errors import ExitCode
from dankaro_quality.places import dotted
from dankaro_quality.reporting import unspoken
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `convert`."""
    known = [form for form in FORMATS if form != NATIVE]
    parser.add_argument("form", metavar="FORMAT", choices=known, help=", ".join(known))
    parser.add_argument("file", metavar="FILE", help="the file to convert; - reads standard input")


def run(options: argparse.Namespace) -> ExitCode:
    """Print the native JSON: one object, or one a line when the file holds several results."""
    limit = settings_files.load(None).global_.max_bytes
    data = input_bytes(options.file, limit)
    found = imported(data, options.file, options.form, limit)
    for flaw in found.flaws:
        place = f"line {flaw.line}, " if flaw.line else ""
        at = f"{dotted(flaw.pointer)}: " if flaw.pointer else ""
        print(visible(f"dankaro-quality: {options.file}: {place}{at}{flaw.message}"), file=sys.stderr)
    if found.flaws:
        return ExitCode.BLOCKED
    for note in found.notes:
        print(visible(f"dankaro-quality: {options.file}: {note.code} {note}"), file=sys.stderr)
    documents = [_document(item.envelope) for item in found.items]
    if len(documents) == 1:
        return emit(unspoken(pretty_json(documents[0])), ExitCode.PASSED)
    lines = [json.dumps(one, sort_keys=True, ensure_ascii=False, allow_nan=False) for one in documents]
    return emit(unspoken("\n".join(lines) + "\n"), ExitCode.PASSED)


def _document(envelope: Envelope) -> dict[str, Any]:
    """The envelope without what it leaves at its default, so that what was found is easy to see."""
    made: dict[str, Any] = {"result": _shortened(plain(envelope.result))}
    task = _shortened(plain(envelope.task))
    if task:
        made["task"] = task
    if envelope.repeats:
        made["repeats"] = [_shortened(plain(one)) for one in envelope.repeats]
    return made


def _shortened(record: dict[str, Any]) -> dict[str, Any]:
    made = {key: value for key, value in record.items() if value not in (None, "", [], {}) or key in ("output", "text")}
    if "claims" in made:
        made["claims"] = [_shortened(claim) for claim in record["claims"]]
    return made

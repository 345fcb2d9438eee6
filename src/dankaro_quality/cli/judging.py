"""From the bytes of a file to reports with lines; other tools' answers go through the importers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from dankaro_quality import origin
from dankaro_quality.contracts import AgentResult, Envelope, Task
from dankaro_quality.documents import Flaw, digest, lines_of
from dankaro_quality.findings import Finding, QualityReport, grade
from dankaro_quality.frozen import frozen
from dankaro_quality.harness import QualityHarness
from dankaro_quality.reporting import located, placed
from dankaro_quality.serialization import read_envelope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.importing import Imported

AUTO, NATIVE = "auto", "native"
FORMATS = (
    AUTO,
    NATIVE,
    "markdown",
    "openai",
    "anthropic",
    "gemini",
    "perplexity",
    "langchain",
    "inspect",
    "promptfoo",
    "otel",
    "claude-code",
)  # importers.NAMES, held equal by a test: a native result is read without importing them
MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")


@frozen
class Judged:
    """The report on one result of a file; `label` tells several of one file apart."""

    report: QualityReport
    result: AgentResult | None = None
    label: str = ""
    is_foreign: bool = False


def judged(
    harness: QualityHarness,
    data: bytes,
    name: str,
    form: str = AUTO,
    task: Task | None = None,
    repeats: Sequence[AgentResult] = (),
) -> list[Judged]:
    """The report on each result in a file. What is no native result and of no known shape has broken the contract."""
    if harness.own_gates and sys.stdout is not sys.stderr:
        from contextlib import redirect_stdout

        with redirect_stdout(sys.stderr):  # what a team's own gate prints is no part of the report
            return judged(harness, data, name, form, task, repeats)
    if form == NATIVE or (form == AUTO and not _is_foreign_by_name(data, name)):
        report, envelope = harness.evaluate_data(data, task, repeats)
        if envelope is not None:
            return [Judged(_located(report, name, data), envelope.result)]
        form = _foreign_form(harness, data, name) if form == AUTO else NATIVE
        if form == NATIVE:
            return [Judged(_where_broken(report, name, data))]
    return list(_imported(harness, data, name, form, task, repeats))


def only_result(data: bytes, name: str, form: str, max_bytes: int) -> tuple[AgentResult | None, tuple[Flaw, ...]]:
    """The result that a file holds, of whatever format, or what is wrong with it."""
    envelope, flaws = read_envelope(data, max_bytes=max_bytes)
    if envelope is not None or form == NATIVE:
        return (envelope.result if envelope else None), flaws
    found = imported(data, name, form, max_bytes)
    if len(found.items) == 1:
        return found.items[0].envelope.result, ()
    several = (Flaw("", "it holds several results; name a file with one"),)
    return None, several if found.items else flaws if not found.format else found.flaws


def imported(data: bytes, name: str, form: str, max_bytes: int) -> Imported:
    """What an importer reads in a file; with `auto` the format is told by its shape, "" when there is none."""
    from dankaro_quality import importers

    chosen = importers.detect(data, name, max_bytes=max_bytes) if form == AUTO else form
    return importers.read(chosen, data, max_bytes=max_bytes)


def _is_foreign_by_name(data: bytes, name: str) -> bool:
    return name.casefold().endswith(MARKDOWN_ENDINGS) or data.startswith(b"PK\x03\x04")


def _foreign_form(harness: QualityHarness, data: bytes, name: str) -> str:
    from dankaro_quality import importers

    return importers.detect(data, name, max_bytes=harness.settings.global_.max_bytes) or NATIVE


def _located(report: QualityReport, name: str, data: bytes) -> QualityReport:
    if not any(finding.where for finding in report.findings):
        return report
    return located(report, name, data.decode("utf-8-sig"))


def _where_broken(report: QualityReport, name: str, data: bytes) -> QualityReport:
    """The report on a file that breaks the contract, whose places are those of the file itself."""
    wanted = [finding.where for finding in report.findings if finding.where]
    lines = lines_of(data.decode("utf-8-sig"), wanted) if wanted else {}  # fields are told apart in valid JSON only
    return placed(report, name, lines.get, output_is_file=True)


def _imported(
    harness: QualityHarness, data: bytes, name: str, form: str, task: Task | None, repeats: Sequence[AgentResult]
) -> Iterator[Judged]:
    found = imported(data, name, form, harness.settings.global_.max_bytes)
    if not found.items:
        report = harness.evaluate_read(None, found.flaws, digest(data))
        yield Judged(placed(report, name, lambda _: None, output_is_file=True))
    for item, notes in zip(found.items, found.notes_by_item(), strict=True):
        notes = [_of_file(note, name) for note in notes]
        gate = grade(origin.GATE, notes, max(1, len(notes)), measures={"format": found.format})
        envelope: Envelope = item.envelope
        report = harness.evaluate_read(envelope, (), digest(data), task, repeats, (gate,))
        is_text = found.format == "markdown"
        report = placed(report, name, found.line_finder(item), output_is_file=is_text)
        yield Judged(report, envelope.result, item.label, True)


def _of_file(note: Finding, name: str) -> Finding:
    """A note with the name of its file: its place is one of the file, not of the result."""
    return Finding(note.code, note.message, note.severity, note.gate, note.where, note.hint, name, note.line)

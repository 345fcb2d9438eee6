"""The formats of other tools' answers, listed by hand, and the one way in: bytes of a file to results with places."""

from __future__ import annotations

from dankaro_quality.documents import Flaw, lines_of, read_json
from dankaro_quality.errors import ContractError, UsageError
from dankaro_quality.findings import Finding
from dankaro_quality.importers import (
    anthropic,
    claude_code,
    gemini,
    inspect_log,
    langchain,
    markdown,
    openai,
    otel,
    perplexity,
    promptfoo,
)
from dankaro_quality.importing import Converted, Imported, Node, Notebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FORMATS = {  # in the order in which `detect` asks them: the more telling shapes first
    "perplexity": perplexity,
    "openai": openai,
    "anthropic": anthropic,
    "gemini": gemini,
    "claude-code": claude_code,
    "inspect": inspect_log,
    "promptfoo": promptfoo,
    "otel": otel,
    "langchain": langchain,
}
NAMES = ("markdown", *FORMATS)
NOT_MEASURED = ("NaN", "Infinity", "-Infinity")


def detect(data: bytes, name: str = "", *, max_bytes: int = 10_000_000) -> str:
    """The format of a file by its shape, or "": a name that ends in .md is Markdown, an archive an Inspect log."""
    if name.casefold().endswith(markdown.ENDINGS):
        return "markdown"
    if data.startswith(inspect_log.ARCHIVE):
        return "inspect"
    document, _ = read_json(data, max_bytes=max_bytes)
    return next((format_ for format_, module in FORMATS.items() if module.fits(document)), "")


def read(format_: str, data: bytes, *, max_bytes: int = 10_000_000) -> Imported:
    """What a file of `format_` holds. FileProblem for an archive that cannot be unpacked here."""
    book = Notebook()
    if format_ == "markdown":
        return _markdown(data, book, max_bytes)
    if not format_:
        known = ", ".join(NAMES)
        return Imported("", flaws=(Flaw("", f"this has the shape of none of the formats; say which it is: {known}"),))
    if format_ not in FORMATS:
        raise UsageError(f"there is no format {format_}; the formats are {', '.join(NAMES)}")
    packed = format_ == "inspect" and data.startswith(inspect_log.ARCHIVE)
    if packed:
        data = inspect_log.unpacked(data, max_bytes)
    document, flaws = read_json(data, max_bytes=max_bytes)
    if format_ == "inspect":
        flaws = tuple([flaw for flaw in flaws if not _is_not_measured(flaw, book)])
    if flaws:
        return Imported(format_, flaws=flaws)
    if not FORMATS[format_].fits(document):
        return Imported(format_, flaws=(Flaw("", f"this is not the shape of {format_}"),))
    try:
        items = FORMATS[format_].convert(Node(document, "", book))
    except ContractError as problem:  # a field that the format allows and a result does not
        items = []
        book.flaw("", str(problem))
    return _finished(format_, items, book, "" if packed else data.decode("utf-8-sig"))


def _is_not_measured(flaw: Flaw, book: Notebook) -> bool:
    """Whether a flaw is a NaN, which Python writes into logs for what was not measured; then it is a finding."""
    if not flaw.message.startswith(NOT_MEASURED):
        return False
    token = flaw.message.partition(" ")[0]
    book.note("ORG005", flaw.pointer, f"{token} stands where a number belongs: it was not measured", "measure it again")
    return True


def _markdown(data: bytes, book: Notebook, max_bytes: int) -> Imported:
    if len(data) > max_bytes:
        return Imported("markdown", flaws=(Flaw("", f"the file is larger than {max_bytes:,} bytes"),))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        return Imported(
            "markdown", flaws=(Flaw("", f"byte {problem.start} is not UTF-8; save the file as UTF-8", line),)
        )
    try:
        items = markdown.convert(text, book)
    except ContractError as problem:
        items = []
        book.flaw("", str(problem))
    flaws = tuple([Flaw(at, message) for at, message in book.flaws])
    return Imported("markdown", () if flaws else tuple(items), flaws, tuple(book.notes))


def _finished(format_: str, items: list[Converted], book: Notebook, text: str) -> Imported:
    """The items with the lines of everything that was noted; a flaw anywhere leaves no item."""
    if not items and not book.flaws:
        book.flaw("", "there is no answer in this file")
    places = (
        {at for at, _ in book.flaws}
        | {note.where for note in book.notes}
        | {at for item in items for at in item.origins().values()}
    )
    lines = lines_of(text, sorted(places))
    flaws = tuple([Flaw(at, message, lines.get(at)) for at, message in book.flaws])
    notes = tuple([_on_line(note, lines) for note in book.notes])
    return Imported(format_, () if flaws else tuple(items), flaws, notes, lines)


def _on_line(note: Finding, lines: Mapping[str, int]) -> Finding:
    return Finding(note.code, note.message, note.severity, note.gate, note.where, note.hint, "", lines.get(note.where))

"""What the importers share: reading a foreign document with its places, and making claims of cited passages.

`Node` walks a parsed document and notes every field that is missing or of the wrong type in its `Notebook`. `Answer`
collects the parts of an answer with the passages that cite something, in characters of the part; `utf8_offset` turns
byte offsets into characters. Each claim keeps where it came from: `metadata.origin` is a JSON pointer into the user's
file, or "line 12", and `metadata.span` its place in the output.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from dankaro_quality import prose, references
from dankaro_quality.checks import quoted
from dankaro_quality.contracts import EMPTY, AgentResult, Claim, Envelope
from dankaro_quality.documents import Flaw
from dankaro_quality.findings import Finding
from dankaro_quality.frozen import frozen
from dankaro_quality.origin import report
from dankaro_quality.patterns import compiled
from dankaro_quality.places import pointer
from dankaro_quality.statements import compares
from dankaro_quality.values import Quantity, quantities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_MARKER = 2_000  # characters of a link or bracket that stands for a citation; addresses are not longer
SMALL_COUNT = 12  # "the three options", "all 11 tests": up to a dozen things are counted, not measured
WHOLE = "keep the answer and its citations as the service returned them"
JOINT = "\n\n"
"""What stands between the messages of an answer that is more than one."""


@frozen
class Converted:
    """One result of a file: `label` tells several of one file apart, `below` are the places that it is made of."""

    envelope: Envelope
    label: str = ""
    below: tuple[str, ...] = ()

    def origins(self) -> dict[str, str]:
        """Where each part of the result stands in the file, by its place in the result."""
        runs = [("", self.envelope.result)]
        runs += [(f"/repeats/{number}", one) for number, one in enumerate(self.envelope.repeats)]
        found = {f"{at}/output": str(result.metadata.get("origin", "")) for at, result in runs}
        for at, result in runs:
            found |= {f"{at}/claims/{n}": str(one.metadata.get("origin", "")) for n, one in enumerate(result.claims)}
        return found


@frozen
class Imported:
    """One foreign file, read: its results (none when it breaks its format), what is wrong, what is remarkable.

    `lines` has the line of each place of the file that a result, a flaw or a note points to.
    """

    format: str
    items: tuple[Converted, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[Finding, ...] = ()
    lines: Mapping[str, int] = EMPTY

    def notes_by_item(self) -> list[list[Finding]]:
        """What was noted of each result: of the places it is made of, and of the file as a whole."""
        owners = {at: number for number, item in enumerate(self.items) for at in item.below}
        sorted_out: list[list[Finding]] = [[] for _ in self.items]
        for note in self.notes:
            where = note.where
            while where and where not in owners:
                where = where.rpartition("/")[0]
            for listed in [sorted_out[owners[where]]] if where in owners else sorted_out:
                listed.append(note)
        return sorted_out

    def line_finder(self, item: Converted) -> Callable[[str], int]:
        """A function from a place in one result to its line; what has no origin stands where the output does."""
        origins = item.origins()

        def line_of(where: str) -> int:
            while where not in origins and where.rpartition("/")[0] != where:
                where = where.rpartition("/")[0]
            origin = origins.get(where, origins["/output"])
            return int(origin[5:]) if origin.startswith("line ") else self.lines.get(origin, 1)

        return line_of


class Notebook:
    """What is wrong with a document (a violation of its format) and remarkable about it (a finding), with places."""

    def __init__(self) -> None:
        self.flaws: list[tuple[str, str]] = []
        self.notes: list[Finding] = []

    def flaw(self, at: str, message: str) -> None:
        """The document breaks its format here."""
        if (at, message) not in self.flaws:
            self.flaws.append((at, message))

    def note(self, code: str, at: str, message: str, hint: str) -> None:
        """A finding of the gate `origin`, with its place in the document."""
        self.notes.append(report(code, at, message, hint))


class Node:
    """A value of a foreign document with its place. What is missing or null is a Node with the value None."""

    __slots__ = ("at", "book", "value")

    def __init__(self, value: Any, at: str, book: Notebook) -> None:
        self.value, self.at, self.book = value, at, book

    def __getitem__(self, name: str) -> Node:
        """The member `name`, or in snake_case what is named in camelCase: tools write both."""
        if isinstance(self.value, Mapping):
            for spelled in (name, _snake(name)):
                if self.value.get(spelled) is not None:
                    return Node(self.value[spelled], self.at + pointer(spelled), self.book)
        return Node(None, self.at + pointer(name), self.book)

    def __bool__(self) -> bool:
        return self.value is not None

    def items(self, needed: bool = False) -> list[Node]:
        """The items of a list; a flaw when it is something else, or missing though `needed`."""
        if isinstance(self.value, list):
            return [Node(item, f"{self.at}/{number}", self.book) for number, item in enumerate(self.value)]
        if self or needed:
            self._wrong("a list")
        return []

    def text(self, default: str | None = None) -> str:
        """The text; a flaw when it is something else, or missing without a default."""
        if isinstance(self.value, str):
            return self.value
        if self or default is None:
            self._wrong("text")
        return default or ""

    def whole(self, default: int | None = None) -> int:
        """The whole number, also one written as text (protocol buffers do); a flaw as for `text`."""
        if type(self.value) is int:
            return self.value
        if isinstance(self.value, str) and self.value.isascii() and self.value.lstrip("-").isdigit():
            return int(self.value[:20])
        if self or default is None:
            self._wrong("a whole number")
        return default or 0

    def flag(self) -> bool:
        """True or false; a flaw when it is something else, false when it is missing."""
        if self and not isinstance(self.value, bool):
            self._wrong("true or false")
        return self.value is True

    def object(self) -> Node:
        """Itself, with a flaw when it is no object."""
        if not isinstance(self.value, Mapping):
            self._wrong("an object")
        return self

    def _wrong(self, wanted: str) -> None:
        found = "is of another type" if self else "is missing"
        self.book.flaw(self.at, f"this field {found}; expected {wanted}")


def check_ending(reason: Node, well: Sequence[str], detail: str = "") -> None:
    """Note a run that ended otherwise than `well`, or of which the file does not say how it ended."""
    said = reason.text("")
    if not said:
        reason.book.note("ORG007", reason.at, "the file does not say how the run ended", "keep the whole response")
    elif said.rpartition(".")[2] not in well:  # the SDKs of some services write "FinishReason.STOP"
        why = f" ({detail})" if detail else ""
        reason.book.note("ORG001", reason.at, f"the run ended with {quoted(said)}{why}", "let it run to its end")


@frozen
class Passage:
    """A stretch of the answer, in its characters, that cites `source`; `origin` is the citation's place in the file.

    An empty stretch is a point, which stands for the sentence it closes.
    """

    start: int
    end: int
    source: str
    origin: str
    quote: str = ""


class Answer:
    """An answer as it is put together: its text, which part came from where, and its cited passages.

    With `by_line` the text is the file itself, and places in it are lines.
    """

    def __init__(self, book: Notebook, *, by_line: bool = False) -> None:
        self.book, self.by_line = book, by_line
        self.line_ends: list[int] = []
        self.pieces: list[str] = []
        self.length = 0
        self.parts: list[tuple[int, str]] = []
        self.passages: list[Passage] = []
        self.numbered: dict[str, str] = {}

    def add(self, text: str, at: str, joint: str = "") -> int:
        """Append a part of the answer that stands at `at` in the file; the offset at which it begins."""
        if self.length and text:
            self.pieces.append(joint)
            self.length += len(joint)
        base = self.length
        self.pieces.append(text)
        self.length += len(text)
        self.parts.append((base, at))
        return base

    def cite(self, start: int, end: int, source: str, at: str, quote: str = "") -> None:
        """Note that the characters from `start` to `end` of the whole text cite `source`."""
        start, end = (start, end) if start < end else (-1, -1)
        self.passages.append(Passage(start, end, source, at, quote))

    def cite_point(self, offset: int, source: str, at: str) -> None:
        """Note that the sentence that ends at or around this place of the whole text cites `source`."""
        self.passages.append(Passage(offset, offset, source, at))

    def number(self, sources: Sequence[str]) -> None:
        """The marks `[1]`, `[2]`, … of the text stand for these sources, in their order."""
        self.numbered = {str(number): source for number, source in enumerate(sources, start=1) if source}

    def result(self, metadata: Mapping[str, Any] | None = None) -> AgentResult:
        """The answer as a result: a fact for each cited passage, a bare claim for each other figure or comparison."""
        text = "".join(self.pieces)
        if self.by_line:
            self.line_ends = [found.start() for found in compiled("\n").finditer(text)]
        if not text.strip():
            self.book.flaw(self.parts[0][1] if self.parts else "", "the answer is empty")
        document = prose.read(text)
        written = references.read(document, self.numbered)
        cited = [grown for one in self.passages if (grown := self._settled(document, one))]
        marked = _Cover(cited)
        cited += [
            Passage(one.start, one.end, one.source, self._origin(one.start))
            for one in written.cited
            if not marked.meets(one.start, one.end)
        ]
        claims = [*_cited_claims(text, cited), *self._bare_claims(written, _Cover(cited))]
        claims.sort(key=lambda claim: claim.metadata["span"])
        origin = {"origin": self.parts[0][1] if self.parts else ""}
        given = {name: value for name, value in (metadata or {}).items() if value}
        return AgentResult(output=text, claims=tuple(claims), metadata={**origin, **given})

    def _settled(self, document: prose.Document, passage: Passage) -> Passage | None:
        """A passage with its exact end, or the sentence that a mark or point closes; None, and a finding, for none."""
        text, start, end = document.text, passage.start, passage.end
        if 0 <= start < end <= len(text):
            end = _to_its_end(text, start, end)
        is_inside = 0 <= start <= end <= len(text) and end > 0
        if is_inside and (start == end or is_marker(text[start:end])):
            start, end = _closed(document, start, end)
        if not is_inside or not any(map(str.isalnum, text[start:end])):
            said = f"the citation of {quoted(passage.source or '?')} points to no place in the answer"
            self.book.note("ORG004", passage.origin, said, WHOLE)
            return None
        return Passage(start, end, passage.source, passage.origin, passage.quote)

    def _bare_claims(self, written: references.References, cited: _Cover) -> Iterator[Claim]:
        for sentence in written.sentences:
            aside = written.lists_at(sentence.start) or cited.meets(sentence.start, sentence.end)
            if not aside and needs_source(sentence):
                yield claim_of(sentence.text, (sentence.start, sentence.end), self._origin(sentence.start))

    def _origin(self, offset: int) -> str:
        if self.by_line:
            return f"line {bisect_left(self.line_ends, offset) + 1}"
        nearest = bisect_right(self.parts, offset, key=lambda part: part[0])
        return self.parts[nearest - 1][1] if nearest else ""


class _Cover:
    """Whether any of many passages meets a stretch of text, found quickly."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.starts: list[int] = []
        self.furthest: list[int] = []  # the end that any passage up to here reaches
        for one in sorted(passages, key=lambda one: one.start):
            self.starts.append(one.start)
            self.furthest.append(max(one.end, self.furthest[-1] if self.furthest else 0))

    def meets(self, start: int, end: int) -> bool:
        nearest = bisect_left(self.starts, end)
        return nearest > 0 and self.furthest[nearest - 1] > start


def claim_of(text: str, span: tuple[int, int], origin: str, sources: tuple[str, ...] = (), quote: str = "") -> Claim:
    """A claim of a passage; nothing is invented, so it has no confidence and does not say that it was verified."""
    first, *more = sources or ("",)
    words = references.without_marks(text) or " ".join(text.split())
    return Claim(words, source=first, more_sources=tuple(more), quote=quote,
                 metadata={"origin": origin, "span": span})  # fmt: skip


def needs_source(sentence: prose.Sentence) -> bool:
    """Whether a sentence that cites nothing should have: it states a figure, or compares by merit.

    A bare whole number up to `SMALL_COUNT` is no figure here: it counts the parts of something at hand.
    """
    if not prose.is_statement(sentence) or compiled(_ANNOUNCING).match(sentence.plain):
        return False
    return any(map(_measures, quantities(sentence.plain))) or bool(compares(sentence))


_ANNOUNCING = (  # what the author is about to do
    r"(?i)\W*(?:now,? )?(?:(?:i['’]ll|i will|i['’]m going to|i am going to|let me|let us|let['’]s) "
    r"(?:now |then |first |next |also )?(?:present|analy[sz]e|search|look|check|examine|start|begin|compare"
    r"|summari[sz]e|review|explain|calculate|compute|create|write|provide|use|run|show|list|walk|break|describe|outline|go|see|verify|find)\b"
    r"|this (?:report|document|analysis|answer|section) (?:examines|looks at|asks|explores|discusses|investigates)\b)"
)


def _measures(figure: Quantity) -> bool:
    numerator, denominator = figure.number
    return bool(figure.unit) or denominator != 1 or abs(numerator) > SMALL_COUNT


def utf8_offset(text: str, at: int) -> int:
    """The character at which byte `at` of the UTF-8 form of `text` begins; -1 when it is inside one or beyond."""
    data = text.encode()
    if not 0 <= at <= len(data):
        return -1
    try:
        return len(data[:at].decode())
    except UnicodeDecodeError:
        return -1


def is_marker(text: str) -> bool:
    """Whether a passage is only the mark of a citation: "[1]", "([site](https://…))", "【4†report】", an address."""
    return compiled(_MARKER).fullmatch(text.strip()) is not None


_MARKER = rf"[(\s]*(?:\[[^\]]{{1,200}}\]\([^()\s]{{1,{MAX_MARKER}}}\)|\[[^\]]{{1,200}}\]|【[^】]{{1,200}}】|https?://\S+)[)\s.,;]*"


@cache
def _snake(name: str) -> str:
    return "".join([f"_{sign.lower()}" if sign.isupper() else sign for sign in name])


def _to_its_end(text: str, start: int, end: int) -> int:
    """One more character where `end` was given as the index of the last one: a cut word, a bracket left open."""
    if end >= len(text):
        return end
    cut = _is_word(text[end - 1]) and _is_word(text[end]) and not _is_word(text[end + 1 : end + 2])
    opened = text[end] in ")]】" and text[start] in "([【" and is_marker(text[start : end + 1])
    return end + 1 if cut or opened else end


def _is_word(sign: str) -> bool:
    """A letter of a script that writes words apart, or a digit."""
    return sign.isdigit() or sign.lower() != sign.upper()


def _closed(document: prose.Document, start: int, end: int) -> tuple[int, int]:
    """The sentence that a mark at this place closes: the one it stands in, or the one before it."""
    number = bisect_left(document.sentences, start, key=lambda one: one.start)
    for sentence in reversed(document.sentences[max(0, number - 3) : number]):
        if not is_marker(sentence.text):
            return sentence.start, min(sentence.end, max(start, sentence.start + 1))
    return start, end


def _cited_claims(text: str, passages: list[Passage]) -> Iterator[Claim]:
    """One claim for each stretch of text, with every source that was given for it."""
    spans: dict[tuple[int, int], list[Passage]] = {}
    for one in passages:
        spans.setdefault((one.start, one.end), []).append(one)
    for (start, end), here in spans.items():
        sources = tuple(dict.fromkeys(one.source for one in here if one.source))
        quote = next((one.quote for one in here if one.quote and one.source == (sources[:1] or ("",))[0]), "")
        words = compiled(r"[\s(]+\Z").sub("", text[start:end])
        yield claim_of(words or text[start:end], (start, end), here[0].origin, sources, quote)

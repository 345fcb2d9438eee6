"""Who cites what in a Markdown text: the sentences and table rows that give a source, and the reference list itself.

A source is given by an inline link, an address, a footnote `[^1]`, a reference link `[text][id]`, a numbered mark `[1]`
or name and year "(Smith, 2020)" with its entry in a list of references, a "Source: …" line below or at the end of a
paragraph, or brackets that hold a locator; an arXiv or DOI number counts wherever it stands. A mark without an entry is
itself the source that is given: "[7]" points to nothing, and the evidence gate says so. Links to a place in the same
text, to mail and to scripts are no sources, and neither are images and the attributes of tags but a link's address.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from dankaro_quality.contracts import EMPTY
from dankaro_quality.frozen import frozen
from dankaro_quality.lexicon import FUNCTION_WORDS, REFERENCE_HEADINGS
from dankaro_quality.markdown import Block, Kind
from dankaro_quality.patterns import compiled
from dankaro_quality.prose import Document, Sentence, is_statement
from dankaro_quality.sources import classify

MAX_ENTRY = 400  # characters of a reference that are kept; a source is a line, not a document
MAX_ADDRESS = 2_000
MIN_WORDS = 3
MAX_BRACKETS = 8  # round brackets within brackets in an address; more is no address
NO_SOURCE = ("#", "mailto:", "tel:", "javascript:", "data:", "about:")


@frozen
class Cited:
    """A sentence or table row that gives `source`: its place in the text and its line."""

    start: int
    end: int
    source: str
    line: int


@frozen
class References:
    """What a text cites, in its order; its sentences, split where marks of citations end them; its reference lists."""

    cited: tuple[Cited, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    lists: tuple[tuple[int, int], ...] = ()

    def lists_at(self, offset: int) -> bool:
        """Whether a place of the text belongs to a list of references, which states nothing itself."""
        return _covers(self.lists, offset)


def read(document: Document, numbered: Mapping[str, str] = EMPTY) -> References:
    """The citations of a text, each with its source; linear in the text. `numbered` has entries kept elsewhere."""
    entries = _Entries(document, numbered)
    rows = [row for block in document.blocks if block.kind is Kind.TABLE for row in _rows(document.text, block)]
    parts = [part for sentence in document.sentences for part in _parts(sentence)]
    found: list[Cited] = []
    for start, end, line, until in sorted(_stretches(document, parts, entries) + rows):
        if not _is_source_line(document.text[start:end]):
            found += [Cited(start, until, source, line) for source in _sources(document.text[start:end], entries)]
    found += _from_ends(document, found, parts, entries)
    found += _from_source_lines(document, entries, {one.start for one in found})
    return References(tuple(sorted(found, key=lambda one: one.start)), tuple(parts), tuple(entries.places))


def _from_ends(document: Document, found: list[Cited], parts: list[Sentence], entries: _Entries) -> list[Cited]:
    """A mark behind the last full stop of a paragraph that has no other one stands for all of the paragraph."""
    citing: dict[int, list[Cited]] = {}
    for one in found:
        block = document.block_at(one.start)
        if block is not None and block.kind is Kind.PARAGRAPH:
            citing.setdefault(block.start, []).append(one)
    inherited = []
    for part in parts:
        block = document.block_at(part.start)
        cited = citing.get(block.start, []) if block is not None else []
        if not cited or part.start >= cited[0].start or entries.covers(part.start) or not is_statement(part):
            continue
        last = document.text[cited[0].start : block.end].rstrip() if block is not None else ""
        if len({one.start for one in cited}) == 1 and compiled(_ENDS_IN_MARKS).fullmatch(last):
            inherited += [Cited(part.start, part.end, one.source, part.line) for one in cited]
    return inherited


def without_marks(text: str) -> str:
    """A passage as people read it: links are their text, marks of citations are gone, blanks are one; code stays."""
    code: list[str] = []
    if "`" in text:
        text = compiled(r"(`{1,3})(?!`)[^`]{1,400}\1(?!`)").sub(lambda span: _kept(span[0], code), text)
    text = compiled(_MARK).sub("", text)
    text = compiled(
        r"!?\[([^\[\]]{0,400})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,2000})?(?: \"[^\"]{0,200}\")?\)"
    ).sub(r"\1", text)
    text = compiled(r"【[^】]{0,100}】|\[\^?[1-9][\d,;\s–-]{0,20}\]|\[\^[\w.-]{1,40}\]").sub("", text)
    text = compiled(r"\[([^\[\]]{1,400})\]\[[^\[\]]{0,60}\]").sub(r"\1", text)
    text = " ".join(compiled(r"<(https?://[^\s<>]{1,2000})>").sub(r"\1", text).split())
    text = compiled(_EMPHASIS).sub("", text)
    text = compiled(r" ([.,;:!?])(?=\s|$)").sub(r"\1", compiled(r"\([\s,;]*\)").sub("", text)).strip(" |")
    return compiled(f"{_HELD}(\\d+){_HELD}").sub(lambda held: code[int(held[1])], text) if code else text


_HELD = "\ue000"  # a sign of nobody's, round the number of a code span that is kept as it is


def _kept(span: str, code: list[str]) -> str:
    code.append(" ".join(span.split()))
    return f"{_HELD}{len(code) - 1}{_HELD}"


# Beside letters of scripts without blanks, stars mark emphasis too: "政府**曾提出**".
_EMPHASIS = (
    r"(?<![\w*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\w*])|(?<=[\u2e80-\uffef])\*{2,3}|\*{2,3}(?=[\u2e80-\uffef])"
    r"|\^ ?\^|<sup>\d{0,3}</sup>"
)
Stretch = tuple[int, int, int, int]  # start, end with the marks behind it, line, end of the passage itself


def _stretches(document: Document, parts: list[Sentence], entries: _Entries) -> list[Stretch]:
    """The sentences, each with the marks that stand behind its full stop: "It grew. ([source](https://…)) It fell." """
    found: list[Stretch] = []
    for part in parts:
        if entries.covers(part.start) or compiled(_MADE_WITH).match(part.plain):
            continue
        start = part.start
        leading = compiled(_LEADING).match(part.text)
        if leading and found and _touch(document, found[-1][1], start):
            start += leading.end()
            found[-1] = (found[-1][0], start, *found[-1][2:])
        if start < part.end and _says_something(part.plain[start - part.start :]):
            found.append((start, part.end, part.line, part.end))
    return found


def _says_something(plain: str) -> bool:
    """Whether a passage could be a statement: a few words or a figure, addresses left out. A bare link is none."""
    return any(map(str.isdigit, plain)) or len(compiled(r"[^\W\d_]{2,}|[\u3040-\uffef]").findall(plain)) >= MIN_WORDS


def _touch(document: Document, end: int, start: int) -> bool:
    """Whether nothing but blanks of one block lies between two places."""
    return not document.text[end:start].strip() and document.block_at(max(0, end - 1)) is document.block_at(start)


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence, split where a full stop is followed by marks of citations: what stands behind them is not theirs."""
    text = sentence.text
    ends = [stop.end() for stop in compiled(rf"[.!?] ?(?:{_MARK} ?){{1,9}}\s+").finditer(text)]
    line, counted = sentence.line, 0
    for start, end in zip([0, *ends], [*ends, len(text)], strict=True):
        body = text[start:end].rstrip()
        line, counted = line + text.count("\n", counted, start), start
        if body:
            plain = sentence.plain[start : start + len(body)]
            yield Sentence(body, plain, line, sentence.start + start, sentence.start + start + len(body), sentence.kind)


_MARK = (  # links alone in round brackets, numbers in square ones
    r"(?:\((?:\[[^\[\]]{1,400}\]\([^()\s]{1,2000}\)[\s,;]{0,3}){1,9}\)|\[\^?[1-9][\d,;\s–-]{0,20}\]|【[^】]{1,100}】)"
)
_MADE_WITH = r"(?i)\W*(?:generated|created|written) (?:with|by|using) \W*[A-Z]|\W*co-authored-by:"  # a footer
_ENDS_IN_MARKS = (
    rf"[^.!?]*(?:[.!?](?!\s)[^.!?]*)*[.!?][\"'”’)*_]{{0,3}} ?(?:{_MARK}[ .]?){{1,9}}"  # one sentence, then marks
)
_SOURCE_LINE = r"(?i)[*_(\[ ]*(?:data )?sources?[*_]*:"
_SEE_LINE = r"(?i)[*_(\[ ]*(?:see(?: also)?|cf\.?|via|read more)[*_]*:? *(?=<?https?://|\[)"
_SEEN = r"<?(?:https?://|www\.)[^\s<>]+|!?\[[^\[\]]{0,400}\](?:\([^()\s]{0,2000}\)|\[[^\[\]]{0,60}\])?"
_ABOUT_SOURCES = frozenset(
    ("and", "or", "also", "for", "more", "full", "the", "details", "information", "data", "page", "p", "pp")
)
_LEADING = rf"(?:{_MARK}[.,;]?\s*){{1,9}}"
_DEFINITION = r"[ >]{0,8}(?:[-*+] )?\[(\^?[^\[\]]{1,60})\](:?)[ \t]*(\S.*)"
_ENTRY = (  # "Smith, J. A., & Lee, K. (2021). …", "Smith, Jane. Title. Publisher, 2021."
    r"[ >]{0,8}(?:[-*+] )?[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]{1,40}(?: [A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]{1,40}){0,2}, [A-ZÀ-ÖØ-ÞĀ-Ž][\w.-]"
    r".{0,400}\b(?:1[5-9]|20)\d\d[a-z]?\b"
)
_KEYED = r"[ >]{0,8}(?:[-*+] )?\[([A-Za-zÀ-ž][\w+-]{1,30}\d{2,4}[a-z]?)\][ \t]+(\S.*)"  # "[Smith2021] …"
_NUMBERED = r"[ >]{0,8}(\d{1,3})[.)][ \t]+(\S.*)"


class _Entries:
    """The entries of reference lists by label, and their places."""

    def __init__(self, document: Document, numbered: Mapping[str, str]) -> None:
        self.by_label = dict(numbered)
        self.label = ""
        self.by_name: dict[tuple[str, str], str] = {}  # the first source of reference lists with this word and year
        self.places: list[tuple[int, int]] = []
        self.document = document
        inside = last = False
        start = 0
        for line in document.text.split("\n"):
            inside = self._is_inside(line, start, inside)
            last = self._take(line.rstrip("\r"), start, inside, last)
            start += len(line) + 1

    def covers(self, offset: int) -> bool:
        """Whether a place belongs to a reference list."""
        return _covers(self.places, offset)

    def find(self, label: str) -> str:
        """The source behind a label, or "" when it has no entry."""
        return self.by_label.get(_folded(label), "")

    def _is_inside(self, line: str, start: int, inside: bool) -> bool:
        """Whether this line belongs to a section of references; a heading of another name ends it."""
        block = self.document.block_at(start)
        if block is not None and block.kind in (Kind.CODE, Kind.FRONT_MATTER):
            return inside
        words = line.strip(" #*_:：>\r").casefold()
        if words in REFERENCE_HEADINGS:
            return True
        return inside and not (block is not None and block.kind is Kind.HEADING)

    def _take(self, line: str, start: int, inside: bool, last: bool) -> bool:
        """Note what the line defines; whether the next one may go on with it."""
        block = self.document.block_at(start)
        if block is not None and block.kind is Kind.CODE:
            return False
        if inside:
            self._index(line)
        found = compiled(_DEFINITION).match(line)
        if found and (found[2] or (_is_number(found[1]) and (inside or _address(found[3])))):
            return self._note(found[1], found[3], start, line)
        numbered = (compiled(_NUMBERED).match(line) or compiled(_KEYED).match(line)) if inside else None
        if numbered:
            return self._note(numbered[1], numbered[2], start, line)
        goes_on = last and line.startswith("  ") and bool(line.strip())
        if goes_on:
            self._go_on(line)
        if goes_on or (inside and (compiled(_ENTRY).match(line) or classify(line).accepted)):
            self.places.append((start, start + len(line) + 1))  # what else stands in the section states something
        return goes_on

    def _index(self, line: str) -> None:
        for year in set(compiled(r"\b(?:1[5-9]|20)\d\d(?=[a-z]?\b)").findall(line)):
            source = _address(line) or without_marks(line).strip("-*+ ")[:MAX_ENTRY]
            for word in compiled(r"[\w'’-]{2,41}").findall(line):
                self.by_name.setdefault((word, year), source)

    def _note(self, label: str, text: str, start: int, line: str) -> bool:
        self.label = _folded(label)
        self.by_label.setdefault(self.label, _address(text) or without_marks(text)[:MAX_ENTRY])
        self.places.append((start, start + len(line) + 1))
        return True

    def _go_on(self, line: str) -> None:
        """The next line of an entry; an address in it is worth more than the words before it."""
        words = self.by_label[self.label]
        if "://" not in words:
            self.by_label[self.label] = _address(line) or f"{words} {without_marks(line)}"[:MAX_ENTRY]


def _covers(places: Sequence[tuple[int, int]], offset: int) -> bool:
    nearest = bisect_right(places, offset, key=lambda place: place[0])
    return nearest > 0 and offset < places[nearest - 1][1]


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())


def _is_number(label: str) -> bool:
    return compiled(r"\^?\d{1,3}").fullmatch(label) is not None


def _address(text: str) -> str:
    """The first address in a text, or ""."""
    found = (mark for kind, mark in _marks(text) if kind == "address" and not mark.casefold().startswith(NO_SOURCE))
    return next(found, "")


def _sources(text: str, entries: _Entries) -> list[str]:
    """What one sentence or row gives as its sources, in order, each once."""
    found: list[str] = []
    for kind, mark in _marks(text):
        if kind == "address" and not mark.casefold().startswith(NO_SOURCE):
            found.append(mark)
        elif kind == "label":
            found += _behind(mark, entries)
        elif entries.find(mark):
            found.append(entries.find(mark))
    found += _by_name_and_year(text, entries)
    if found:  # brackets are asked only where nothing plainer is given
        return list(dict.fromkeys(found))
    for inside in compiled(r"(?<![\w)\]])\(([^()\[\]]{4,300})\)").findall(text):
        named = compiled(r"(?i)(?:data )?sources?: *").sub("", inside, count=1)
        if "://" not in inside and (named != inside or classify(inside).accepted):
            found.append(named.strip(" `"))
    if not found and "`" in text:
        found = [span for span in _code_spans(text) if classify(span).accepted]
    return list(dict.fromkeys(found))


def _code_spans(text: str) -> Iterator[str]:
    """The code that a passage points to: a command that was run, and a file it is "see", "in" or "from"."""
    for found in compiled(r"(?:(\b(?:see|in|from|per|source|log)):? |(?<![\w`]))`([^`\n]{3,300})`(?!`)").finditer(text):
        if classify(found[2]).kind == "command" or found[1]:
            yield found[2]


def _marks(text: str) -> Iterator[tuple[str, str]]:
    """("address", where a link leads) or ("label", what a bracket holds), code and images left out."""
    at = 0
    pattern = compiled(
        r"`+"
        r"|(?:<sup>|(?<=[.,;:)\]”\"’%]))(\d{1,3}(?=</sup>)|[¹²³⁰⁴-⁹]{1,3})"
        r"|<(?!https?://|ftp://|www\.)([A-Za-z/!?][^<>]{0,2000})>?"
        r"|(!?)\[([^\[\]]{0,400})\](\]?\(|\[[^\[\]]{0,60}\])?"
        r"|<?((?:https?|ftp)://[^\s<>]{1,2000}|www\.[^\s<>]{3,2000}"
        r"|(?i:arxiv: ?\d{4}\.\d{4,5}|doi: ?10\.\d{4,9}/[^\s<>]{1,200}))"
    )
    while found := pattern.search(text, at):
        at = found.end()
        raised, tag, image, words, behind, address = found.groups()
        if tag or found[0][0] == "`":
            at = at if tag else _behind_code(text, found[0], at)
            if link := compiled(r"(?i)a\s(?:[^<>]*\s)?href=[\"']?([^\"'\s<>]+)").match(tag or ""):
                yield "address", link[1]
        elif raised:
            yield "raised", raised.translate(_RAISED)
        elif address:
            yield "address", _trimmed(address)
        elif (behind or "").endswith("("):
            leads_to, at = _destination(text, at)
            if leads_to and not image:
                yield "address", leads_to
        elif not image:
            label = (behind or "")[1:-1]
            if label and _is_number(words):  # "[1][2]" is two marks, not a link
                at -= len(behind)
                label = ""
            yield "label", label or words


_CITED_YEAR = r"[ (]((?:1[5-9]|20)\d\d)[a-z]?(?=[);, ])"
_NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]{1,40}"
MAX_NAMES = 100  # characters before a year in which its authors are named
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def _by_name_and_year(text: str, entries: _Entries) -> Iterator[str]:
    """The entries that "(Smith, 2020; Lee et al., 2021)" and "Smith (2020)" mean, where a list has them."""
    if not entries.by_name:
        return
    for found in compiled(_CITED_YEAR).finditer(text):
        before = compiled(r"[^;()\d]*\Z").search(text, max(0, found.start() - MAX_NAMES), found.start())
        names = compiled(_NAME).findall(before[0]) if before else []
        known = (
            entries.by_name.get((name, found[1])) for name in reversed(names) if name.lower() not in FUNCTION_WORDS
        )
        yield from [source for source in known if source][:1]


def _behind_code(text: str, fence: str, at: int) -> int:
    """The place behind a code span that begins before `at`; `at` itself when nothing closes it."""
    closing = text.find(fence, at)
    return closing + len(fence) if closing >= 0 else at


def _destination(text: str, at: int) -> tuple[str, int]:
    """The address of an inline link that begins at `at`, and the place behind its closing bracket."""
    depth = 1
    for end in range(at, min(len(text), at + MAX_ADDRESS)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth > MAX_BRACKETS:
            break
        if not depth:
            parts = text[at:end].split(None, 1)
            return (parts[0].strip("<>") if parts else ""), end + 1
    return "", at


def _trimmed(address: str) -> str:
    """An address without the punctuation of the sentence around it."""
    while address and (
        address[-1] in ".,;:!?'\"*_]}|" or (address[-1] == ")" and address.count(")") > address.count("("))
    ):
        address = address[:-1]
    return address


def _behind(label: str, entries: _Entries) -> list[str]:
    """The sources behind a label: one, or several of "1, 3-5"; a number without an entry stands for itself."""
    known = entries.find(label)
    if known:
        return [known]
    numbers: list[int] = []
    for part in compiled(r"[,;]").split(label.lstrip("^")):
        ends = compiled(r"\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*").fullmatch(part)
        if not ends:
            return [f"[{label}]"] if label.startswith("^") else []
        numbers += range(int(ends[1]), min(int(ends[2] or ends[1]), int(ends[1]) + 20) + 1)
    sign = "^" if label.startswith("^") else ""
    return [entries.find(f"{sign}{number}") or entries.find(f"^{number}") or f"[{sign}{number}]" for number in numbers]


def _rows(text: str, block: Block) -> Iterator[Stretch]:
    """Start, end and line of each body row of a table."""
    start = block.start
    for number, line in enumerate(text[block.start : block.end].split("\n")):
        if number > 1 and line.strip():
            end = start + len(line.rstrip("\r"))
            yield start, end, block.first_line + number, end
        start += len(line) + 1


def _from_source_lines(document: Document, entries: _Entries, cited: set[int]) -> Iterator[Cited]:
    """ "Source: …" speaks for the sentences of its own paragraph before it, else for the block above it."""
    for index, sentence in enumerate(document.sentences):
        text = " ".join(sentence.text.split())
        if not _is_source_line(text) or entries.covers(sentence.start):
            continue
        named = compiled(_SOURCE_LINE + r" *[*_]*(.{3,2000})").match(text)
        sources = _sources(sentence.text, entries) or ([without_marks(named[1]).strip("*_)] .")] if named else [])
        for above in _above(document, index):
            if above.start not in cited:
                yield from (Cited(above.start, above.end, source, above.line) for source in sources)


def _is_source_line(text: str) -> bool:
    """Whether a passage only names the source of another: "Source: …", or "See …" with nothing but where to look."""
    see = compiled(_SEE_LINE).match(text)
    if see is None:
        return compiled(_SOURCE_LINE).match(text) is not None
    words = compiled(r"[^\W\d_]+").findall(compiled(_SEEN).sub(" ", text[see.end() :]))
    return all(word.casefold() in _ABOUT_SOURCES for word in words)


def _above(document: Document, index: int) -> list[Sentence]:
    """The sentences that a source line speaks for: those before it in its block, else the block or list above."""
    own = document.block_at(document.sentences[index].start)
    found: list[Sentence] = []
    last = own
    for number in range(index - 1, -1, -1):
        one = document.sentences[number]
        block = document.block_at(one.start)
        if not found and block is not own and block is not None and block.kind is not Kind.HEADING:
            last = block  # nothing before it in its own block: it speaks for the one above
        together = block is not None and last is not None and last is not own and block.kind is last.kind is Kind.LIST
        if block is None or (block is not last and not together):
            break
        found.append(one)
    return found

"""The sentences of a Markdown text, with their lines, and what is no statement of its author masked.

`read(text)` gives a `Document`: its blocks (markdown.py) and its sentences. A sentence is a slice of the text, so its
place is exact: `text[s.start:s.end] == s.text`. Its `plain` has the same length, with blanks where the text is code,
quoted, an address, a tag or a mark of emphasis; rules that look for words read `plain`.

- Tables, code, front matter and link definitions have no sentences; headings, lists, quotations and HTML text have,
  and a rule tells them apart by `kind`. A text that is itself JSON is data: it has no sentences.
- A paragraph is unwrapped first: a soft line break does not end a sentence, a hard one does, and so does a line that
  begins with a reference label ("[3] ...").
- Quotation marks mask what stands between them when they pair within a paragraph. The full stop of a quotation that
  ends its sentence stays, so that the sentence ends there.

What it cannot see: a sentence that ends in an abbreviation before a capital letter ("... in the U.S. Congress ...") is
split by the next word only; a straight apostrophe at both ends of a passage is taken for quotation marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from dankaro_quality.frozen import frozen, rebuild
from dankaro_quality.lexicon import (
    ABBREVIATIONS,
    ABBREVIATIONS_BEFORE_NUMBER,
    AUXILIARIES,
    COURTESIES,
    DANGLING,
    SALUTATIONS,
    SENTENCE_STARTERS,
)
from dankaro_quality.markdown import Block, Kind, read_blocks
from dankaro_quality.patterns import compiled

MAX_QUOTATION = 1000  # characters; a mark without a partner must not swallow the rest of a report
MIN_STATEMENT_WORDS = 3  # with fewer it takes a figure or a verb: "Sales doubled." but not "Not applicable."
MAX_COURTESY_WORDS = 20
MAX_TAIL = 200  # characters at the end of a sentence that tell how it ends
MAX_HEADING_WORDS = 8
MAX_PRESENTING_WORDS = 8  # "Here is the report you asked for." and nothing of what the report says
MAX_INTRODUCTION_WORDS = 15
TEXT_KINDS = (Kind.PARAGRAPH, Kind.HEADING, Kind.LIST, Kind.QUOTE, Kind.HTML)
STATING_KINDS = (Kind.PARAGRAPH, Kind.LIST, Kind.HTML)


@frozen
class Sentence:
    """One sentence: a slice of the text, its first line (from 1), its place, the kind of block it stands in."""

    text: str
    plain: str
    line: int
    start: int
    end: int
    kind: Kind


@frozen
class Document:
    """A text read: its sentences and blocks in order, and whether a code fence was left open or all of it is JSON."""

    text: str
    sentences: tuple[Sentence, ...] = ()
    blocks: tuple[Block, ...] = ()
    unclosed_fence: bool = False
    is_data: bool = False

    @property
    def plain(self) -> str:
        """All sentences in their places, everything else blank, line ends kept: one text to search, offsets exact."""
        parts, at = [], 0
        for sentence in self.sentences:
            parts += [_blank(self.text[at : sentence.start]), sentence.plain]
            at = sentence.end
        return "".join((*parts, _blank(self.text[at:])))

    def block_at(self, offset: int) -> Block | None:
        """The block that a place in the text belongs to; None between blocks."""
        nearest = bisect_right(self.blocks, offset, key=_start)
        block = self.blocks[nearest - 1] if nearest else None
        return block if block and offset < block.end else None

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that a place in the text belongs to; None outside sentences."""
        nearest = bisect_right(self.sentences, offset, key=_start)
        sentence = self.sentences[nearest - 1] if nearest else None
        return sentence if sentence and offset < sentence.end else None


def read(text: str) -> Document:
    """Read a Markdown text. Linear in its length, and any text can be read."""
    if _is_json(text):
        return Document(text, is_data=True)
    blocks, unclosed = read_blocks(text)
    sentences: list[Sentence] = []
    for block in blocks:
        if block.kind in TEXT_KINDS and block.pieces and not block.verbatim:
            _add_sentences(text, block, sentences)
    return Document(text, tuple(sentences), tuple(blocks), unclosed)


def is_question(sentence: Sentence) -> bool:
    """Whether the sentence asks: its own last sign is a question mark, not one of a quotation."""
    return sentence.plain.rstrip(" )]\"'”’»*_").endswith(("?", "？", "⁇", "؟"))


def is_greeting(sentence: Sentence) -> bool:
    """Whether the sentence only greets, thanks or offers help: a known phrase, no figure, and nothing much besides."""
    folded = " ".join(compiled(r"[^\w']+").sub(" ", sentence.plain.casefold().replace("’", "'")).split())
    if compiled(r"\d").search(folded):
        return False
    words = folded.split()
    for salutation in _first_words(SALUTATIONS).get(words[0], ()) if words else ():
        if folded == salutation or (folded.startswith(f"{salutation} ") and _only_names(sentence, salutation)):
            return True
    if len(words) > (MAX_PRESENTING_WORDS if words[:1] in (["here"], ["here's"], ["below"]) else MAX_COURTESY_WORDS):
        return False
    return f"{folded} ".startswith(_whole(COURTESIES))


def is_statement(sentence: Sentence) -> bool:
    """Whether the sentence states something: a declarative sentence outside code, quotations, questions and greetings.

    Headings, tables and quotations state nothing in this sense. An introduction is none (it is short, has no figure
    and ends with a colon), nor is a bare address or reference. An item of a list without a full stop is a statement
    when it has an auxiliary verb, a verb in -ed or a figure: "bread and milk" is none.
    """
    if sentence.kind not in STATING_KINDS:
        return False
    plain = sentence.plain.rstrip(" *_")
    if not _has_words(plain) or _introduces(plain) or is_question(sentence) or is_greeting(sentence):
        return False
    if sentence.text.startswith("**") and _is_bold_heading(sentence.text):
        return False
    if sentence.kind is Kind.LIST and not plain.rstrip(")]\"'”’» ").endswith((".", "!", "。", "！")):
        return _is_clause(plain)
    return True


def _is_bold_heading(text: str) -> bool:
    """Whether a passage is a heading in bold: "**2. Method (short)**"; a sentence that ends as one is none."""
    whole = compiled(r"\*\*([^*]+)\*\*[ :：]*").fullmatch(text)
    return whole is not None and not _is_ended(whole[1].rstrip(" :：")) and len(text.split()) <= MAX_HEADING_WORDS


def unfinished(document: Document) -> str:
    """Why the text looks cut off, or "" when it does not.

    An open code fence; a last sentence, in a paragraph, that ends in a comma, an open bracket or a word that needs
    another one ("of", "and the"); or one that has no full stop although every other sentence of the text has one.
    """
    if document.unclosed_fence:
        return "a code fence is open at the end"
    blocks = [block for block in document.blocks if block.kind is not Kind.DEFINITION]
    if not document.sentences or not blocks or blocks[-1].kind is not Kind.PARAGRAPH:
        return ""
    last = document.sentences[-1]
    return _cut_off(last) or _unended(last, document.sentences[:-1])


def _cut_off(last: Sentence) -> str:
    end = last.text.rstrip(" *_")
    if end.endswith((",", "(", "[", "-", "–", "—", "&", "/", "=")) and not _ends_in_address(last):
        return f"the last sentence ends in {end[-1]!r}"
    word = compiled(r"[^\W\d_]+\Z").search(last.plain.rstrip(" *_")[-MAX_TAIL:])
    if word and word[0] in DANGLING and end.endswith(word[0]) and len(last.plain.split()) > 1:
        return f"the last sentence ends in {word[0]!r}"
    return ""


def _unended(last: Sentence, others: tuple[Sentence, ...]) -> str:
    """A long enough last sentence without an end, in a text whose author ends sentences."""
    if _is_ended(last.text) or len(last.plain.split()) < MIN_STATEMENT_WORDS + 2 or _ends_in_address(last):
        return ""
    if compiled(_LABEL).match(last.text) or compiled(_LABELLED).match(last.plain):  # a reference, "Status: open"
        return ""
    paragraphs = (other for other in others if other.kind is Kind.PARAGRAPH)
    ended = [_is_ended(other.text) for other in paragraphs if len(other.plain.split()) >= MIN_STATEMENT_WORDS]
    return "the last sentence has no end" if ended and all(ended) else ""


def _is_ended(text: str) -> bool:
    tail = text.rstrip()[-MAX_TAIL:]
    bare = compiled(r"(?:\s{0,9}\[[^\[\]]{1,20}\])+\Z").sub("", tail).rstrip("\"'”’»*_`) ]")
    return bare.endswith((".", "!", "?", "…", ":", ";", "。", "！", "？", "."))


def _ends_in_address(sentence: Sentence) -> bool:
    return "://" in sentence.text.split()[-1] or "www." in sentence.text.split()[-1]


def _introduces(plain: str) -> bool:
    short = plain.endswith((":", "：")) and len(plain.split()) <= MAX_INTRODUCTION_WORDS
    return short and not compiled(r"\d").search(plain)


def _has_words(plain: str) -> bool:
    words = [word for word in plain.split() if compiled(r"[^\W\d_]").search(word)]
    if len(words) >= MIN_STATEMENT_WORDS or compiled("[\u3040-\u9fff\uac00-\ud7af]{4}").search(plain):
        return True  # in scripts without blanks, one run is a whole clause
    return bool(words) and len(compiled(r"[^\W_]\S*").findall(plain)) > 1 and _is_clause(plain)


def _is_clause(plain: str) -> bool:
    """Whether a fragment says something of its subject: it has a figure, an auxiliary, or a verb in -ed."""
    words = plain.casefold().replace("’", "'").split()
    dateless = plain.rstrip()
    if dateless[-4:-2] in ("19", "20") and dateless[-5:-4] == " ":  # "Budget 2026" is a name
        dateless = dateless[:-4]
    return bool(compiled(r"\d|[a-z]{3,}ed\b").search(dateless)) or not _auxiliaries().isdisjoint(words)


def _only_names(sentence: Sentence, salutation: str) -> bool:
    """Whether names and forms of address are all that follows a salutation: "Hi Anna," but not "Hi, sales doubled"."""
    words = compiled(r"[^\W_]+").findall(sentence.plain)[len(compiled(r"[^\W_]+").findall(salutation)) :]
    return len(words) <= 4 and all(word[0].isupper() or word.lower() in _ADDRESSED for word in words)


_ADDRESSED = frozenset(("all", "and", "again", "both", "colleagues", "everybody", "everyone", "folks", "team", "there"))


@cache
def _first_words(phrases: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for phrase in phrases:
        found.setdefault(phrase.split()[0], []).append(phrase)
    return found


@cache
def _whole(phrases: tuple[str, ...]) -> tuple[str, ...]:
    """The phrases with a blank behind each: a text of words that begins with one has it as whole words."""
    return tuple([f"{phrase} " for phrase in phrases])


@cache
def _auxiliaries() -> frozenset[str]:
    return frozenset(AUXILIARIES)


def _start(part: Block | Sentence) -> int:
    return part.start


def _blank(text: str) -> str:
    return compiled(r"[^\n]").sub(" ", text)


def _is_json(text: str) -> bool:
    bare = text.strip("\ufeff \t\r\n")
    if bare[:1] + bare[-1:] not in ("{}", "[]"):
        return False
    import json

    try:
        json.loads(bare)
    except (ValueError, RecursionError):
        return False
    return True


# Sentences of one block


def _add_sentences(text: str, block: Block, sentences: list[Sentence]) -> None:
    first, last = block.pieces[0][0], block.pieces[-1][1]
    view = text[first:last]
    breaks: list[int] = []
    if len(block.pieces) > 1:
        view, breaks = _unwrapped(text, block)
    elif block.kind is Kind.LIST:
        view = _without_task_box(view)
    plain = _masked(view)
    starts = [start for start, _ in block.pieces]
    for start, end in _split(plain, view, breaks):
        at = first + start
        line = block.first_line + bisect_right(starts, at) - 1
        made = (text[at : first + end], plain[start:end], line, at, first + end, block.kind)
        sentences.append(rebuild(Sentence, made))


def _unwrapped(text: str, block: Block) -> tuple[str, list[int]]:
    """The lines of a block as one, with blanks for what stands between them, and where a sentence must end."""
    parts: list[str] = []
    breaks: list[int] = []
    first, before = block.pieces[0]
    for start, end in block.pieces:
        if start > first:
            parts.append(" " * (start - before))
            if parts[-2].endswith(("  ", "\\")) or compiled(_LABEL).match(text, start, end):
                breaks.append(start - first)
        parts.append(text[start:end])
        before = end
    if block.kind is Kind.LIST:
        parts[0] = _without_task_box(parts[0])
    return "".join(parts), breaks


_LABELLED = r"\W*[^\W\d_]+(?: [^\W\d_]+){0,2}\W{0,3}: "
_LABEL = r"\[\^?[\w.-]{1,12}\]:? "


def _without_task_box(view: str) -> str:
    return f"   {view[3:]}" if view.startswith(("[ ] ", "[x] ", "[X] ")) else view


def _split(plain: str, view: str, breaks: list[int]) -> list[tuple[int, int]]:
    """Start and end of each sentence, blanks around it left out."""
    ends = sorted({*_ends(plain, view), *breaks, len(plain)})
    found, start = [], 0
    for end in ends:
        body = view[start:end]
        left = len(body) - len(body.lstrip())
        if compiled(r"\w").search(body):
            found.append((start + left, start + len(body.rstrip())))
        start = end
    return found


def _ends(plain: str, view: str) -> list[int]:
    found: list[int] = []
    for stop in compiled(r"[.!?。！？｡…]+").finditer(plain):
        end = stop.end()
        while view[end : end + 1] in _CLOSING:
            end += 1
        wide = stop[0][-1] in "。！？｡"
        cited = compiled(_CITED).match(view, end) if "[" in view[end : end + 10] else None
        end = cited.end() if cited else end
        if end < len(view) and not view[end].isspace() and not wide:
            continue
        initial = _initial_after(view, end)  # of the view: code may follow, and its case says nothing
        if wide or (cited and not initial.islower()) or _is_end(plain, stop, initial, end, found[-1] if found else 0):
            found.append(end)
    return found


def _initial_after(view: str, end: int) -> str:
    """The first letter or digit behind blanks and opening marks; empty when something else stands there."""
    while view[end : end + 1] in _OPENING or view[end : end + 1].isspace():
        end += 1
    sign = view[end : end + 1]
    return sign if sign.isalnum() else ""


_CLOSING = frozenset("\"'”’»)]}*_`』」）】")
_OPENING = frozenset("\"'“‘«([*_")
_CITED = r"(?:\s{0,9}\[(?:\^?[\w.-]{1,20}|\d[\d,;– -]{0,30})\])+(?=\s|\Z)"  # "... fell by half. [2]"


def _is_end(plain: str, stop: re.Match[str], initial: str, end: int, start: int) -> bool:
    """Whether a stop ends its sentence, judged by the word before it and the first letter after it."""
    if initial.islower():
        return False
    if stop[0] != ".":
        return True
    before = plain[max(0, stop.start() - 24) : stop.start()].split()
    word = before[-1].strip("([{\"'“‘*_") if before and not plain[stop.start() - 1].isspace() else ""
    folded = word.lower()
    if folded in _never_ending() and not (len(word) == 1 and word.isupper()):  # "v. the rest", "0.4 V. The rest"
        return False
    if folded in ABBREVIATIONS_BEFORE_NUMBER:
        return not initial.isdigit()
    if word.isdigit() and not plain[start : stop.start() - len(word)].strip():  # "2. Next": a number of a list
        return False
    is_initial = len(word) == 1 and word.isupper() and not (len(before) > 1 and before[-2][-1].isdigit())  # "0.4 V."
    if is_initial or compiled(r"(?:[a-z]\.)+[a-z]").fullmatch(folded):
        after = compiled(r"\W*([^\W\d_]+)").match(plain, end)
        return after is None or after[1].lower() in SENTENCE_STARTERS
    return True


@cache
def _never_ending() -> frozenset[str]:
    return frozenset(ABBREVIATIONS)


# What is not the author's own words


def _masked(view: str) -> str:
    """The text of a block with blanks for code, quotations, addresses, tags and marks of emphasis."""
    masks: _Masks | None = None
    for sign in compiled(_SIGNS).finditer(view) if any(mark in view for mark in _MARKS) else ():
        masks = masks or _Masks(view)
        if sign.start() >= masks.at:
            masks.take(sign[0], sign.start())
    if "://" in view or "www." in view:
        masks = masks or _Masks(view)
        masks.mask_addresses()
    return masks.apply() if masks else view


_MARKS = "[`<*_~]\"“”„«»‘’'\\"
_SIGNS = "[`<*_~\\[\\]\"“”„«»‘’'\\\\]"
_TARGET = (
    r"\]\((?:[^()\s<>]|\([^()\s]{0,200}\)){0,2000}(?:\s{1,9}(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\s?\)"
    r"|\]\(<[^<>]{0,500}>[^()]{0,300}\)|\]\[[^\[\]]{0,200}\]"
)
_TAG = r"</?[A-Za-z][^<>]{0,300}>|<[\w.+-]{1,64}@[\w.-]{1,100}>"
_ADDRESS = r"(?:[a-z][a-z0-9+]{1,9}://|www\.)[^\s<>\"“”`]{1,2000}"
_CLOSERS = {"”": "“„", "“": "„", "»": "«", "’": "‘", '"': '"', "'": "'"}
_OPENERS = frozenset("“„«‘")
_STOPS = ".!?。！？…"


class _Masks:
    """What is masked in one block, gathered in one pass."""

    __slots__ = ("at", "brackets", "opened", "runs", "spans", "view")

    def __init__(self, view: str) -> None:
        self.view = view
        self.at = 0  # what stands before it is dealt with
        self.spans: list[tuple[int, int, str]] = []
        self.opened: dict[str, int] = {}
        self.brackets: list[int] = []
        self.runs: dict[int, list[int]] | None = None

    def take(self, sign: str, at: int) -> None:
        """Mask what the sign at this place stands for."""
        if sign in _CLOSERS or sign in _OPENERS:
            self._quote(at, sign)
        elif sign == "`":
            self._code(at, self._run_end(at))
        elif sign in "*_~":
            self._mark(at, self._run_end(at))
        elif sign == "[":
            self.brackets.append(at)
        elif sign == "]":
            self._bracket(at)
        elif sign == "<":
            self._tag(at)
        else:  # a backslash: what follows is no mark
            self.at = at + 2

    def mask_addresses(self) -> None:
        """Mask the addresses that stand in the text as they are."""
        for address in compiled(_ADDRESS).finditer(self.view):
            self.spans.append((address.start(), address.start() + len(address[0].rstrip(".,;:!?'”’»*_)]")), ""))

    def apply(self) -> str:
        """The text with the masks on it."""
        parts, at = [], 0
        for start, end, instead in sorted(self.spans):
            if end > at:
                begin = max(start, at)
                parts += [self.view[at:begin], instead if instead and begin == start else " " * (end - begin)]
                at = end
        return "".join((*parts, self.view[at:]))

    def _mask(self, start: int, end: int) -> None:
        self.spans.append((start, end, ""))
        self.at = end

    def _code(self, start: int, end: int) -> None:
        """Mask a code span: to the next run of as many backticks."""
        if self.runs is None:
            self.runs = {}
            for run in reversed(list(compiled("`+").finditer(self.view))):
                self.runs.setdefault(len(run[0]), []).append(run.start())
        same = self.runs.get(end - start, [])
        while same and same[-1] < end:
            same.pop()
        if same:
            self._mask(start, same[-1] + end - start)
        self.at = max(self.at, end)

    def _run_end(self, at: int) -> int:
        run = compiled(r"`+|\*+|_+|~+").match(self.view, at)
        return run.end() if run else at + 1

    def _tag(self, at: int) -> None:
        if self.view.startswith("<!--", at):
            close = self.view.find("-->", at + 4)
            self._mask(at, close + 3 if close >= 0 else len(self.view))
            return
        tag = compiled(_TAG).match(self.view, at)
        if tag:
            self._mask(at, tag.end())

    def _bracket(self, at: int) -> None:
        """Mask the address of a link and its brackets; an image, and a link whose text is a number, as a whole."""
        opened = self.brackets.pop() if self.brackets else -1
        target = compiled(_TARGET).match(self.view, at) if opened >= 0 else None
        if target is None:
            return
        self._mask(at, target.end())
        image = self.view[opened - 1 : opened] == "!"
        if image or self.view[opened + 1 : at].strip("[]^ ").isdigit():
            self.spans.append((opened - image, at, ""))
        else:
            self.spans.append((opened, opened + 1, ""))

    def _mark(self, start: int, end: int) -> None:
        """Mask marks of emphasis, and leave "2 * 3", "2*3" and "snake_case" as they are."""
        self.at = end
        before, after = self.view[start - 1 : start] if start else " ", self.view[end : end + 1] or " "
        loose = before.isspace() and after.isspace()
        sign = self.view[start]
        within = before.isdigit() and after.isdigit() if sign == "*" else before.isalnum() and after.isalnum()
        if not loose and not within and (sign != "~" or end - start == 2):
            self._mask(start, end)

    def _quote(self, start: int, sign: str) -> None:
        before, after = self.view[start - 1 : start] if start else " ", self.view[start + 1 : start + 2] or " "
        closes = (not before.isspace() or sign == "»") and not after.isalnum()
        for opener in _CLOSERS.get(sign, ""):
            if opener in self.opened and closes:
                self._quotation(self.opened.pop(opener), start)
                return
        if sign in _OPENERS or (sign in "\"'" and not before.isalnum() and not after.isspace()):
            self.opened[sign] = start

    def _quotation(self, start: int, end: int) -> None:
        """Mask a quotation; a stop right before its end stays as a full stop."""
        if end - start > MAX_QUOTATION:
            return
        if self.view[end - 1] in _STOPS:
            self.spans += [(start, end - 1, ""), (end - 1, end, "."), (end, end + 1, "")]
        else:
            self.spans.append((start, end + 1, ""))

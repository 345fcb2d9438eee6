"""Finding watches in texts: literals first, regular expressions only where their literals are, in bounded pieces.

Most watches are plain text, and most of the others hold some text they cannot match without. All texts of a result are
folded into one, in which these literals are looked up: one by one up to a few hundred watches, by an index of
five-letter pieces above. What is not there costs no regular expression at all.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from re import _constants as op  # type: ignore[attr-defined]

from dankaro_quality.canonical import canonical
from dankaro_quality.errors import QualityError
from dankaro_quality.frozen import frozen
from dankaro_quality.watching.lint import SPAN, literal, parsed, unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Hit = tuple[str, int, int, int]  # id of the watch, number of the text, start and end in the text as it was given

OVERLAP = SPAN // 4  # of two pieces: a longer match across their border is not seen
INDEXED = 350  # watches; measured, the two ways cross between 350 and 400 at every length of text
GRAM = 5
LIMIT_S = 2.0
APART = "\0"  # between texts that are folded into one


def find(watches: Sequence[tuple[str, str]], texts: Sequence[str]) -> list[Hit]:
    """Every (watch id, text number, start, end): the first match of each watch in each text, in their order.

    `watches` are (id, pattern); ValueError for a pattern that `unsafe` objects to, QualityError when a text is made so
    that a watch takes longer than `LIMIT_S` on it: a watch that did not finish has not been silent.
    """
    book = _book(tuple(watches))
    forms = [_Form(text) for text in texts]
    candidates = book.candidates(APART.join([folded for form in forms for folded in form.folded]))
    hits = []
    for watch in candidates:
        limit = _Limit(watch.id)
        for number, form in enumerate(forms):
            span = watch.span(form, limit)
            if span is not None:
                hits.append((watch.id, number, *span))
    return hits


@lru_cache(1 << 14)
def compile_watch(pattern: str) -> re.Pattern[str]:
    """The compiled watch; ValueError when `unsafe` objects.

    A repeat at the very beginning is tried once for each run of what it takes, not again from every character in it:
    the first match is the same, and a long run costs its length, not the square of it.
    """
    reason = unsafe(pattern)
    if reason:
        raise ValueError(f"the watch {pattern!r} cannot be run: {reason}")
    leading = _leading_repeat().match(pattern)
    return re.compile(f"(?<!{leading[2]}){pattern}" if leading else pattern, re.IGNORECASE)


@lru_cache(1)
def _leading_repeat() -> re.Pattern[str]:
    one = r"(\\[dDsSwW]|\.|\[\^?\]?(?:\\.|[^\]\\])*\])(?:\*|\+|\{\d+,\})(?!\+)"
    return re.compile(rf"(\((?:\?:)?)?{one}(?(1)\))")


# --- forms of a text ----------------------------------------------------------------------------------------------


class _Part:
    """A text to search, and the same without case, character for character; "" where folding moves characters."""

    __slots__ = ("folded", "text")

    def __init__(self, text: str, folded: str) -> None:
        self.text = text
        self.folded = folded if len(folded) == len(text) else ""


class _Form:
    """A text as it is and in canonical form, and folded for looking up literals."""

    __slots__ = ("canonical", "folded", "raw")

    def __init__(self, text: str) -> None:
        form, folded = canonical(text), fold(text)
        folded_form = fold(form)
        self.raw = _Part(text, folded)
        self.canonical = self.raw if form == text else _Part(form, folded_form)
        # Canonical letters can grow together with what follows them, so the text as it is counts as well.
        self.folded = (folded_form,) if text.isascii() else (folded_form, _blanks_folded(folded))


def fold(text: str) -> str:
    """`text` without case: whatever re.IGNORECASE takes for the same character is the same here."""
    if text.isascii():
        return text.lower()
    return text.replace("\u0130", "i").replace("\u0131", "i").casefold()  # casefold has two characters for the first


def _blanks_folded(text: str) -> str:
    return " ".join(text.split())


# --- one watch ----------------------------------------------------------------------------------------------------


class _Watch:
    """A pattern with the literals of which it needs one; none when it can match without any."""

    __slots__ = ("id", "literals", "pattern", "plain", "reach", "words")

    def __init__(self, name: str, pattern: str) -> None:
        reason = unsafe(pattern)
        if reason:
            raise ValueError(f"the watch of {name} cannot be run: {reason}")
        self.id, self.pattern = name, pattern
        self.plain = fold(canonical(literal(pattern)))
        self.literals, self.reach = ((self.plain,), OVERLAP) if self.plain else required(pattern)
        self.words = tuple([max(one.split(), key=len) for one in self.literals])  # blanks may be line breaks in a text

    def span(self, form: _Form, limit: _Limit) -> tuple[int, int] | None:
        """Start and end of the first match in the text of `form`, or None."""
        if self.literals and not any(one in folded for one in self.literals for folded in form.folded):
            return None
        found = self.search(form.raw, self.words, limit)
        if found or form.canonical is form.raw or not self.holds(form.canonical, limit):
            return found
        return _narrowed(lambda text: self.holds(_Part(text, fold(text)), limit), form.raw.text)

    def holds(self, form: _Part, limit: _Limit) -> bool:
        """Whether a canonical form matches."""
        if self.plain:
            return self.plain in (form.folded or fold(form.text))
        return self.search(form, self.literals, limit) is not None

    def search(self, part: _Part, literals: tuple[str, ...], limit: _Limit) -> tuple[int, int] | None:
        """The span of a match, looked for round the literals and in pieces: one search is bounded, not the text."""
        regex = _spread(self.plain) if self.plain else compile_watch(self.pattern)
        size = len(part.text)
        around = _around(literals, part.folded, self.reach) if self.reach and part.folded else [(0, size)]
        for start, end in _pieces(around):
            found = regex.search(part.text, start, end)
            if found and (found.end() < end or end == size):  # at a border another piece sees how the text goes on
                return found.span()
            limit.check()
        return None


class _Limit:
    """The time one watch may take on all texts; asked between pieces, each of which is bounded by its length."""

    __slots__ = ("id", "until")

    def __init__(self, name: str) -> None:
        self.id = name
        self.until = time.monotonic() + LIMIT_S

    def check(self) -> None:
        if time.monotonic() > self.until:
            raise QualityError(
                f"the watch of {self.id} takes over {LIMIT_S:g} s on this result; bound its repeats, as in {{0,80}}"
            )


@lru_cache(1 << 14)
def _spread(plain: str) -> re.Pattern[str]:
    """A literal with any blanks between its words, to find its place in a text as it is."""
    return re.compile(r"\s+".join([re.escape(word) for word in plain.split()]), re.IGNORECASE)


def _pieces(parts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for first, last in parts:
        for start in range(first, max(last - OVERLAP, first + 1), SPAN - OVERLAP):
            yield start, min(start + SPAN, last)


def _around(literals: tuple[str, ...], folded: str, reach: int) -> Iterator[tuple[int, int]]:
    """The parts of a text within reach of a literal, each character in one of them at most."""
    first = last = 0
    for at, end in sorted([place for one in literals for place in _places(one, folded)]):
        if at - reach > last:
            if last:
                yield first, last
            first = at - reach
        last = min(end + reach, len(folded))
    if last:
        yield first, last


def _places(one: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(one)
    while at >= 0:
        yield at, at + len(one)
        at = text.find(one, at + 1)


def _narrowed(holds: Callable[[str], bool], text: str) -> tuple[int, int]:
    """A small part of `text` whose canonical form holds, found by halving: the form does not say where it came from."""
    for start, end in _pieces([(0, len(text))]):
        piece = text[start:end]
        if holds(canonical(piece)):
            stop = _least(lambda size: holds(canonical(piece[:size])), len(piece))  # noqa: B023 - called at once
            size = _least(lambda size: holds(canonical(piece[stop - size : stop])), stop)  # noqa: B023
            return start + stop - size, start + stop
    return 0, len(text)


def _least(test: Callable[[int], bool], most: int) -> int:
    """The least number up to `most` that passes, where larger ones pass as well and `most` is known to."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if test(middle) else (middle + 1, high)
    return high


# --- literals -----------------------------------------------------------------------------------------------------


def required(pattern: str) -> tuple[tuple[str, ...], int]:
    """Folded texts of which one has to be there when `pattern` matches, and how far from it a match can reach.

    No texts when none is certain; no reach when the pattern looks ahead, and has to see all that follows.
    """
    tree = parsed(pattern)
    best: tuple[str, ...] = ()
    for texts in _runs(tree):
        folded = tuple(dict.fromkeys(_blanks_folded(fold(text)) for text in texts))
        if min(map(len, folded)) > min(map(len, best), default=0):
            best = folded
    looks_ahead = "(?=" in pattern or "(?!" in pattern
    return best, 0 if looks_ahead or not best else min(tree.getwidth()[1], OVERLAP) + 1


def _runs(tree: Any) -> Iterator[tuple[str, ...]]:
    """The literal texts that stand in every match, one tuple for each; of several in a tuple one stands there."""
    run = ""
    for kind, value in tree:
        if kind is op.LITERAL:
            run += chr(value)
            continue
        if kind is op.AT:  # takes no character: the text goes on behind it
            continue
        if run:
            yield (run,)
        run = ""
        if kind is op.SUBPATTERN:
            yield from _runs(value[3])
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT) and value[0]:
            yield from _runs(value[2])
        elif kind is op.BRANCH:
            yield from _one_of(value[1])
    if run:
        yield (run,)


def _one_of(branches: Any) -> Iterator[tuple[str, ...]]:
    found: list[str] = []
    for branch in branches:
        runs = [texts for texts in _runs(branch) if len(texts) == 1]
        if not runs:
            return
        found.append(max((texts[0] for texts in runs), key=len))
    yield tuple(found)


# --- all watches --------------------------------------------------------------------------------------------------


@frozen
class _Book:
    """Watches ready to be asked.

    `always` can match without a literal, `literals` are looked up one by one, `index` maps a piece of a literal to
    (its place in it, the literal, the number of the watch).
    """

    watches: tuple[_Watch, ...]
    always: tuple[int, ...]
    literals: tuple[tuple[str, int], ...]
    index: dict[str, list[tuple[int, str, int]]]

    def candidates(self, text: str) -> list[_Watch]:
        """The watches that can match somewhere in `text`, which is folded."""
        found = {*self.always, *[number for one, number in self.literals if one in text]}
        if self.index:
            get = self.index.get
            places = [(at, known) for at in range(len(text)) if (known := get(text[at : at + GRAM]))]
            for at, known in places:
                found.update([number for offset, one, number in known if text.startswith(one, at - offset)])
        return [self.watches[number] for number in sorted(found)]


@lru_cache(8)
def _book(watches: tuple[tuple[str, str], ...]) -> _Book:
    made = tuple([_Watch(name, pattern) for name, pattern in watches])
    always = tuple([number for number, watch in enumerate(made) if not watch.literals])
    literals = [(one, number) for number, watch in enumerate(made) for one in watch.literals]
    if len(made) <= INDEXED:
        return _Book(made, always, tuple(literals), {})
    index: dict[str, list[tuple[int, str, int]]] = {}
    for one, number in literals:
        if len(one) >= GRAM:
            place = _rarest(one)
            index.setdefault(one[place : place + GRAM], []).append((place, one, number))
    return _Book(made, always, tuple([pair for pair in literals if len(pair[0]) < GRAM]), index)


_COMMON = {char: place for place, char in enumerate(" etaoinsrhldcumfpgwyb,.vk-xjqz")}


def _rarest(text: str) -> int:
    """Where the piece of `text` begins that other texts are least likely to hold: digits and rare letters count."""
    worth = [_COMMON.get(char, 40) for char in text]
    sums = [sum(worth[at : at + GRAM]) for at in range(len(text) - GRAM + 1)]
    return sums.index(max(sums))

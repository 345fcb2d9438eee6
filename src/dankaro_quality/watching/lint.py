"""Which watch patterns may run: a static look that tells patterns whose time can grow out of bounds.

The parse tree is passed once from left to right. A repeat that can take a varying number of characters is a *loop*;
loops multiply when one text can be divided between them in many ways: when both take its characters and everything
that has to stand between them takes them too (`.*x.*`, `\\w+\\w+`), or when a group with a loop is repeated and comes
round without a character the loop cannot take (`(a+)+`, not `(?:\\w+,)+`). Exact for loops over one character class,
on the safe side for the rest. One loop alone is linear for each start, and bounded by the piece of text it sees.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from re import _constants as op  # type: ignore[attr-defined]  # private, the same names on 3.11 to 3.13: tests pin them
from re import _parser  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Loop = tuple[int, tuple[int, ...], int]  # characters it takes, what each round and what follows need, ways so far

MAX_LENGTH = 500
SPAN = 4_096  # characters an unbounded repeat can take: the longest piece of text a pattern is run on
MAX_WAYS = 4 * SPAN  # one unbounded repeat, and a choice of four: `.*\\d{1,3} ms`
MANY = 14  # two ways taken this often are more than MAX_WAYS: more rounds count as without bound
MAX_GROUPS = 100  # deeper ones use up Python's stack when they are compiled
MAX_LOOPS = 100  # at once; more come only from patterns built to have them

_HOW = "bound it, as in {0,80}, or put something between that it cannot take"
_AGAIN = f"repeats that can take the same characters follow each other, so that the time grows out of bounds; {_HOW}"
_ALTERNATIVES = "alternatives stand inside a repeat, so that the time can grow out of bounds; write the repeat out"


class _Unsafe(Exception):
    """The reason a pattern may not run."""


@lru_cache(1 << 17)
def unsafe(pattern: str) -> str:
    """Why `pattern` may not be run on a text, or "" when it may."""
    if len(pattern) > MAX_LENGTH:
        return f"it is longer than {MAX_LENGTH} characters; split it into several"
    if not pattern.strip():
        return "it is blank, so that it fires on every text"
    if literal(pattern):
        return ""
    try:
        _judge(pattern)
    except _Unsafe as reason:
        return str(reason)
    except (re.error, OverflowError, Warning) as error:
        return f"it does not compile: {error}"
    except RecursionError:
        return "it is nested too deeply"
    return ""


def _judge(pattern: str) -> None:
    if pattern.count("(") > MAX_GROUPS:
        raise _Unsafe("it is too complex to be judged; split it into several")
    if _doubtful_set(pattern):
        raise _Unsafe("a set holds an unescaped [, --, &&, ~~ or ||, whose meaning is to change; escape it")
    tree = parsed(pattern)
    if "(?<" in pattern:
        re.compile(pattern, re.IGNORECASE)  # only the compiler looks at the width of a look-behind
    if tree.getwidth()[0] == 0:
        raise _Unsafe("it can match without any character, so that it fires on every text")
    _Pass(bool(tree.state.flags & re.DOTALL or re.search(r"\(\?[a-z]*s", pattern))).nodes(tree, (), 1)


@lru_cache(64)
def parsed(pattern: str) -> Any:
    """The parse tree of a pattern that is run without regard to case."""
    return _parser.parse(pattern, re.IGNORECASE)


_CHANGING = ("[[", "[^[", "--", "&&", "~~", "||")


def _doubtful_set(pattern: str) -> bool:
    """Whether a set is one that Python warns about: it would print the warning from the middle of an evaluation."""
    if not any(sign in pattern for sign in _CHANGING):
        return False
    tokens = re.finditer(r"\\.|\[\^?(\]?(?:\\.|[^\]\\])*)\]", pattern, re.DOTALL)
    bodies = [token[1] for token in tokens if token[1]]
    return any(body[0] == "[" or any(sign in body[1:] for sign in _CHANGING[2:]) for body in bodies)


def literal(pattern: str) -> str:
    """The text a pattern without any operator stands for, or "": escaped punctuation is text."""
    if not _plain().fullmatch(pattern):
        return ""
    return _escape().sub(r"\1", pattern) if "\\" in pattern else pattern


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[^a-zA-Z0-9])+")


@cache
def _escape() -> re.Pattern[str]:
    return re.compile(r"\\(.)", re.DOTALL)


class _Pass:
    """One pass over a parse tree. `loops` are the loops behind the current place that a text could still return to."""

    def __init__(self, dot_takes_all: bool) -> None:
        self.dot = ALL if dot_takes_all else ALL & ~(1 << 10)
        self.choices = 1  # ways to read one text through alternatives, all of them together

    def nodes(self, tree: Any, loops: tuple[Loop, ...], power: int) -> tuple[Loop, ...]:
        for kind, value in tree:
            loops = self.node(kind, value, loops, power)
            if len(loops) > MAX_LOOPS:
                raise _Unsafe("it is too complex to be judged; split it into several")
        return loops

    def node(self, kind: Any, value: Any, loops: tuple[Loop, ...], power: int) -> tuple[Loop, ...]:
        taken = self.characters(kind, value)
        if taken is not None:
            return _behind(loops, taken)
        if kind is op.SUBPATTERN:
            return self.nodes(value[3], loops, power)
        if kind is op.BRANCH:
            self.choose(value[1], power)
            return _union(self.nodes(branch, loops, power) for branch in value[1])
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self.repeat(value, loops, power)
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return self.look(value[1], loops, power)
        if kind is op.ATOMIC_GROUP:
            self.nodes(value, (), 1)
        elif kind is op.POSSESSIVE_REPEAT:
            self.repeat(value, (), 1)
        elif kind in (op.GROUPREF, op.GROUPREF_EXISTS):
            raise _Unsafe("it refers back to a group, whose time cannot be bounded; write the text out")
        return loops

    def repeat(self, value: Any, loops: tuple[Loop, ...], power: int) -> tuple[Loop, ...]:
        least, most, body = value
        taken = self.one_character(body)
        if most == 1 or most == 0:
            inside = self.nodes(body, loops, power) if most else loops
            return inside if least else self.maybe(taken, loops, inside, power)
        if taken is not None:
            behind = _behind(loops, taken) if least else loops
            return behind if least == most else (*behind, _loop(loops, taken, (taken,), _ways(least, most), power))
        if most > MANY and _has_alternatives(body):
            raise _Unsafe(_ALTERNATIVES)
        once = self.nodes(body, loops, power)
        again = self.nodes(body, once, power * min(most - 1, SPAN))
        whole = _loop(loops, *self.reach(body), _ways(least, most), power) if least < most else None
        return _union((again, once, () if least else loops, (whole,) if whole else ()))

    def maybe(self, taken: int | None, loops: tuple[Loop, ...], inside: tuple[Loop, ...], power: int) -> Any:
        """Behind an optional part; one character that may be there or not is a small loop of its own."""
        if taken is None:
            return _union((loops, inside))
        return (*loops, _loop(loops, taken, (taken,), 2, power))

    def choose(self, branches: Any, power: int) -> None:
        """Alternatives that begin with the same character may both read a text; the parser took common text out."""
        first = [self.first(branch) for branch in branches]
        if any(one & other for place, one in enumerate(first) for other in first[:place]):
            self.choices *= len(branches) ** min(power, MANY)
        if self.choices > MAX_WAYS:
            raise _Unsafe(_ALTERNATIVES)

    def first(self, branch: Any) -> int:
        taken = self.characters(*branch[0]) if len(branch) else 0
        return ALL if taken is None else taken

    def look(self, body: Any, loops: tuple[Loop, ...], power: int) -> tuple[Loop, ...]:
        """Looking around starts anew, and is done again for every way there is to come here."""
        ways = max((loop[2] for loop in self.nodes(body, (), 1)), default=1)
        before = max((loop[2] for loop in loops), default=SPAN if power > MANY else 1)
        if ways >= SPAN and ways * before > MAX_WAYS:
            raise _Unsafe(_AGAIN)
        return loops

    def characters(self, kind: Any, value: Any) -> int | None:
        """The characters a node that takes exactly one can take; None for any other node."""
        if kind is op.LITERAL:
            return _cases(_bit(value))
        if kind is op.NOT_LITERAL:
            return ALL & ~_cases(_bit(value) & LATIN)
        if kind is op.ANY:
            return self.dot
        return _set(value) if kind is op.IN else None

    def one_character(self, body: Any) -> int | None:
        if len(body) != 1:
            return None
        kind, value = body[0]
        return self.one_character(value[3]) if kind is op.SUBPATTERN else self.characters(kind, value)

    def reach(self, body: Any) -> tuple[int, tuple[int, ...]]:
        """All characters a group can take, and those it cannot do without."""
        taken, needs = 0, []
        for kind, value in body:
            one = self.characters(kind, value)
            if one is not None:
                taken |= one
                needs.append(one)
                continue
            least = value[0] if kind in REPEATS else 1
            for part in _parts(kind, value):
                more, needed = self.reach(part)
                taken |= more
                if least and kind is not op.BRANCH:
                    needs += needed
        return taken, tuple(dict.fromkeys(needs))


REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def _parts(kind: Any, value: Any) -> list[Any]:
    """The sub-patterns of a node that takes text."""
    if kind in REPEATS:
        return [value[2]]
    if kind is op.SUBPATTERN:
        return [value[3]]
    if kind is op.BRANCH:
        return list(value[1])
    return [value] if kind is op.ATOMIC_GROUP else []


def _has_alternatives(body: Any) -> bool:
    return any(
        kind is op.BRANCH or any(_has_alternatives(part) for part in _parts(kind, value)) for kind, value in body
    )


def _behind(loops: tuple[Loop, ...], taken: int) -> tuple[Loop, ...]:
    """Behind a character that has to be there: a loop that cannot take it is out of reach."""
    return tuple(
        [
            (mask, needs if taken in needs else (*needs, taken), ways)
            for mask, needs, ways in loops
            if mask & taken  # everything between two loops must be text that both could take as well
        ]
    )


def _loop(loops: tuple[Loop, ...], taken: int, needs: tuple[int, ...], ways: int, power: int) -> Loop:
    """A new loop, with the ways of dividing a text between it and the loops behind it.

    In the second round of a repeat that may come round n more times, what it is divided with is itself, n times.
    """
    most = ways
    for mask, needed, before in loops:
        common = mask & taken
        if common and all(common & need for need in (*needed, *needs)):
            most = max(most, before * ways ** min(power, MANY))
    if most > MAX_WAYS:
        raise _Unsafe(_AGAIN)
    return taken, needs, most


def _ways(least: int, most: int) -> int:
    return int(min(most - least + 1, SPAN))


def _union(groups: Any) -> tuple[Loop, ...]:
    return tuple(dict.fromkeys(loop for group in groups for loop in group))


# --- character sets as bits: Latin-1, then one bit each for the other letters, digits, blanks and signs -------------

LETTER, DIGIT, BLANK, SIGN = (1 << place for place in range(256, 260))
LATIN = (1 << 256) - 1
ALL = LATIN | LETTER | DIGIT | BLANK | SIGN
_ALPHABET = (1 << 26) - 1


def _bit(code: int) -> int:
    if code < 256:
        return 1 << code
    char = chr(code)
    return DIGIT if char.isdecimal() else LETTER if char.isalnum() else BLANK if char.isspace() else SIGN


def _cases(mask: int) -> int:
    mask |= (mask >> 97 & _ALPHABET) << 65 | (mask >> 65 & _ALPHABET) << 97
    return mask | (mask >> 0xE0 & 0x7FFFFFFF) << 0xC0 | (mask >> 0xC0 & 0x7FFFFFFF) << 0xE0


def _set(items: Any) -> int:
    negated = items[0][0] is op.NEGATE
    mask = 0
    for kind, value in items:
        if kind is op.LITERAL:
            mask |= _cases(_bit(value))
        elif kind is op.RANGE:
            mask |= _cases(_range(*value))
        elif kind is op.CATEGORY:
            mask |= _category(value)
    if not negated:
        return mask
    return ALL & ~(mask if any(kind is op.CATEGORY for kind, _ in items) else mask & LATIN)


def _range(first: int, last: int) -> int:
    inside = (1 << min(last, 255) + 1) - (1 << min(first, 256))
    return max(inside, 0) | (ALL & ~LATIN if last > 255 else 0)


@cache
def _category(name: Any) -> int:
    """The set of CATEGORY_DIGIT, CATEGORY_NOT_SPACE, CATEGORY_WORD …"""
    words = str(name).split("_")
    members = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[words[-1]]
    others = {"DIGIT": DIGIT, "SPACE": BLANK, "WORD": LETTER | DIGIT}[words[-1]]
    mask = sum(1 << code for code in range(256) if re.match(members, chr(code))) | others
    return ALL & ~mask if "NOT" in words else mask

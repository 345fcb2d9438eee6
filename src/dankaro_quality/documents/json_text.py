"""Strict JSON: every violation at once, with pointers and lines; and the two forms JSON is written in.

The way of a sound document is kept fast: the decoder's hooks only notice that something is wrong, and only then is
the text walked for what and where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]  # what the decoder itself reads strings with

from dankaro_quality.documents.flaws import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    Flaw,
    capped,
    decoded,
    key_flaw,
    key_form,
    shown,
    spot,
    value_flaw,
    writable,
)
from dankaro_quality.places import parts, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_json(
    data: bytes, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH
) -> tuple[object, tuple[Flaw, ...]]:
    """The value in `data` and every violation at once; the value is None when it cannot be parsed at all."""
    text, flaw = decoded(data, max_bytes)
    if flaw is not None:
        return None, (flaw,)
    marks = _marks(data)
    flaw = _too_deep(marks, text, max_depth)
    if flaw is not None:
        return None, (flaw,)
    doubts = _Doubts()
    try:
        value = json.loads(
            text,
            object_pairs_hook=doubts.mapping,
            parse_float=doubts.decimal,
            parse_int=doubts.integer,
            parse_constant=doubts.constant,
        )
    except json.JSONDecodeError as error:
        return None, (_syntax_flaw(text, error),)
    except RecursionError:
        return None, (Flaw("", "cannot be parsed here: Python's call stack is nearly used up"),)
    surrogates = b"\\u" in marks and _has_half_character(text, value)
    if not (doubts.found or surrogates or doubts.twins()):
        return value, ()
    if surrogates:
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value, capped(_flaws_in(text))


class _Doubts:
    """The decoder's hooks: they only notice that something is wrong; `_flaws_in` finds out what and where."""

    __slots__ = ("found", "keys")

    def __init__(self) -> None:
        self.found = False
        self.keys: set[str] = set()

    def mapping(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.found = True
        self.keys.update(made)
        return made

    def decimal(self, text: str) -> float | None:
        number = float(text)
        if number - number == 0:  # false for infinities, and quicker than a call
            return number
        self.found = True
        return None

    def integer(self, text: str) -> int | None:
        if len(text) <= MAX_DIGITS:
            return int(text)
        self.found = True
        return None

    def constant(self, text: str) -> None:
        self.found = True

    def twins(self) -> bool:
        """Whether any two keys of the document look the same; asked of the few distinct keys, not of every object."""
        together = "".join(self.keys)
        if together.isascii() and together.isprintable() and " " not in together:
            return False
        return len({key_form(key) for key in self.keys}) < len(self.keys)


def _has_half_character(text: str, value: object) -> bool:
    if "\\ud" not in text and "\\uD" not in text:  # the bytes are strict UTF-8: only an escape brings one in
        return False
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


_LETTERS = b"\\/bfnrtu"
_NOISE = bytes(set(range(256)) - set(b'[]{}"' + _LETTERS))
_ONE_KIND = bytes.maketrans(b"{}", b"[]")


def _marks(data: bytes) -> bytes:
    """Brackets, quotes, backslashes and the letters an escape is made of: what is left is quick to search."""
    return data.translate(None, _NOISE)


def _too_deep(marks: bytes, text: str, most: int) -> Flaw | None:
    """Nesting over `most`, counted outside strings before any parser runs: the same on every version and stack."""
    if marks.count(b"[") + marks.count(b"{") <= most:
        return None
    if b"\\" in marks:
        marks = marks.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = marks.translate(_ONE_KIND, _LETTERS).replace(b'""', b"")  # two quotes less: what is inside stays inside
    nest = b"".join(marks.split(b'"')[::2])
    for _ in range(most):  # each round takes the innermost brackets away; sound JSON is used up in `depth` rounds
        nest = nest.replace(b"[]", b"")
        if not nest:
            return None
    return _first_too_deep(text, most) if text.lstrip()[0] in "[{" else None


def _first_too_deep(text: str, most: int) -> Flaw | None:
    depth = 0
    for mark in re.finditer(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[][{}]', text, re.DOTALL):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        if depth > most:
            line, column = spot(text, mark.start())
            return Flaw("", f"nested more than {most} levels deep, at line {line} column {column}", line)
    return None


# The wrong starts and turns people and models produce, in the order they are told apart.
_WRONG_START = (
    ("```", "the JSON stands inside a Markdown fence; save only what is between the fences"),
    ("<", "this looks like HTML or XML, not JSON"),
    ("\ufeff", "a second byte order mark stands before the JSON"),
)
_WRONG_TURN = (
    ("//", "JSON has no comments"),
    ("/*", "JSON has no comments"),
    ("#", "JSON has no comments"),
    ("'", "names and texts stand in double quotes"),
    ("}", "a value or name is missing before the bracket, or a comma is left over"),
    ("]", "a value is missing before the bracket, or a comma is left over"),
    ("None", "Python's None is null in JSON"),
    ("True", "Python's True is true in JSON"),
    ("False", "Python's False is false in JSON"),
)


def _syntax_flaw(text: str, error: json.JSONDecodeError) -> Flaw:
    """What is wrong in words that do not depend on the Python version, with line and column."""
    start, at = len(text) - len(text.lstrip()), error.pos
    if at < len(text) and text[at] == "," and re.match(r",\s*[\]}]", text[at:]):
        at += len(text[at + 1 :]) - len(text[at + 1 :].lstrip()) + 1  # 3.13 points to the comma, older ones behind it
    for sign, message in _WRONG_START:
        if text.startswith(sign, start):
            return Flaw("", message, spot(text, start)[0])
    if _is_cut(text, at, error.msg):
        line, column = spot(text, len(text.rstrip()))
        return Flaw("", f"the JSON ends in the middle, at line {line} column {column}", line)
    line, column = spot(text, at)
    near = shown(text[at : at + 40])
    if error.msg.startswith("Extra data"):
        return Flaw("", _trailing(text[start:at], text[at], f"at line {line} column {column}: {near}"), line)
    if at == start and text[at] not in "{[\"'":
        around = "; save the JSON alone" if re.search(r'[{\[]\s*["{\[\]}]', text) else ""
        return Flaw("", f"this is text, not JSON: it begins with {near}{around}", line)
    turn = next((words for sign, words in _WRONG_TURN if text.startswith(sign, at)), "")
    if text[at : at + 1] in "+." or (text[at - 1 : at].isdigit() and text[at : at + 1] in "0123456789eExX_"):
        turn = "a number is written like 10, -0.5 or 1e6"
    turn = turn or _expected(error.msg)
    return Flaw("", f"not valid JSON at line {line} column {column}, before {near}: {turn}", line)


@lru_cache(1)
def _cut_token() -> re.Pattern[str]:
    return re.compile(r"(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?|\\u?[0-9a-fA-F]{0,3})?\s*\Z")


def _is_cut(text: str, at: int, message: str) -> bool:
    if message.startswith("Unterminated string"):
        return True
    if message.startswith("Extra data") or text.strip()[0] not in '{["tfn-0123456789':
        return False
    return _cut_token().match(text, at) is not None


def _trailing(before: str, first: str, where: str) -> str:
    if first in "{[" and before.lstrip()[:1] in ("{", "["):
        return f"a second JSON value begins {where}; a file holds one (name it .jsonl when each line is one)"
    return f"something stands after the end of the JSON, {where}"


def _expected(message: str) -> str:
    known = (
        ("Expecting ',' delimiter", "a comma or a closing bracket is missing"),
        ("Expecting ':' delimiter", "a colon is missing"),
        ("Expecting property name", "a name in double quotes is missing"),
        ("Invalid control character", "line breaks and tabs in a text are written \\n and \\t"),
        ("Invalid \\", "a backslash in a text is written \\\\"),
    )
    return next((words for sign, words in known if message.startswith(sign)), "a value is missing")


def _walk(text: str) -> Iterator[tuple[list[str | int], int, bool, str]]:
    """Every key and value of valid JSON text: (path, position, is it a key, the string or else the raw token).

    The path is one list that goes on changing: read it before asking for the next. Text that is no JSON ends the walk.
    """
    path: list[str | int] = []
    at, wants_key = 0, False
    while at < len(text):
        char = text[at]
        if char == '"':
            try:
                value, stop = scanstring(text, at + 1, False)
            except ValueError:
                return
            if wants_key:
                path[-1] = value
            yield path, at, wants_key, value
            at, wants_key = stop, False
            continue
        if char in "{[":
            yield path, at, False, char
            path.append("" if char == "{" else 0)
            wants_key = char == "{"
        elif char in "]}" and path:
            path.pop()
            wants_key = False
        elif char == "," and path:
            last = path[-1]
            wants_key = isinstance(last, str)
            path[-1] = last if isinstance(last, str) else last + 1
        elif char not in " \t\r\n:,]}":
            token = _bare_token().match(text, at)
            yield path, at, False, token[0] if token else char
            at = token.end() if token else at + 1
            continue
        at += 1


@lru_cache(1)
def _bare_token() -> re.Pattern[str]:
    return re.compile(r'[^][{}",:\s]+')


class _LineCounter:
    """Lines of positions that only grow: the text is counted once however many are asked."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1

    def __call__(self, position: int) -> int:
        self.line += self.text.count("\n", self.at, position)
        self.at = position
        return self.line


def _flaws_in(text: str) -> Iterator[Flaw]:
    """Every flaw of text that the decoder could read, in the order of the text."""
    line_at = _LineCounter(text)
    keys: dict[int, dict[str, tuple[str, int]]] = {}  # of the object open at each depth
    for path, position, is_key, token in _walk(text):
        if is_key:
            message = key_flaw(token, keys[len(path) - 1], line_at(position))
        elif token == "{" and text[position] == "{":
            keys[len(path)] = {}
            continue
        else:
            message = value_flaw(token, text[position])
        if message:
            yield Flaw(writable(pointer(*path)), message, line_at(position))


def lines_of(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """The 1-based line of the value each JSON pointer names, in one walk over valid JSON text.

    A pointer to nothing has the line of its nearest parent that exists.
    """
    paths = {at: tuple(parts(at)) for at in pointers}
    wanted = {path[:length] for path in paths.values() for length in range(len(path) + 1)}
    ends = {(len(path), path[-1] if path else "") for path in wanted}  # a cheap test before a path is built
    found: dict[tuple[str, ...], int] = {}
    line_at = _LineCounter(text)
    for path, position, is_key, _ in _walk(text):
        if is_key or (len(path), str(path[-1]) if path else "") not in ends:
            continue
        names = tuple(map(str, path))
        if names in wanted:
            found[names] = line_at(position)
            if len(found) == len(wanted):
                break
    return {at: _nearest(path, found) for at, path in paths.items()}


def _nearest(path: tuple[str, ...], found: dict[tuple[str, ...], int]) -> int:
    return next((found[path[:n]] for n in range(len(path), -1, -1) if path[:n] in found), 1)


def canonical_json(value: object) -> bytes:
    """The bytes digests are made of: sorted keys, no blanks, UTF-8; ValueError for NaN and infinities.

    Half a surrogate pair is written as its JSON escape, so that there are bytes for every string.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def pretty_json(value: object) -> str:
    """JSON for people: sorted keys, two-space indent, a final newline; ValueError for NaN and infinities."""
    return writable(json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"

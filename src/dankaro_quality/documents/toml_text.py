"""Strict TOML: caps before tomllib runs, flaws with lines, and the line of any key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from dankaro_quality.documents.flaws import MAX_DEPTH, MAX_DIGITS, Flaw, capped, decoded, spot
from dankaro_quality.places import pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 64_000
MAX_KEY_PARTS = 8  # tomllib takes seconds for a dotted key of thousands of parts, and then the stack


def read_toml(data: bytes, *, max_bytes: int = MAX_BYTES) -> tuple[dict[str, Any], tuple[Flaw, ...]]:
    """The table in `data` and its flaws, with lines; an empty table when it cannot be parsed."""
    if data.strip(b"\xef\xbb\xbf \t\r\n") == b"":
        return {}, ()  # an empty settings file changes nothing, and is legal
    text, flaw = decoded(data, max_bytes)
    flaw = flaw or _excess(text)
    if flaw is not None:
        return {}, (flaw,)
    import tomllib

    try:
        table = tomllib.loads(text)
    except RecursionError:
        return {}, (Flaw("", f"nested more than {MAX_DEPTH} levels deep"),)
    except ValueError as error:  # not only TOMLDecodeError: an integer of 5,000 digits is a plain ValueError
        return {}, (_flaw(text, str(error)),)
    return table, capped(_numbers(text, table))


def _flaw(text: str, message: str) -> Flaw:
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if place is None:  # the integer that Python will not convert
        long = re.search(rf"[0-9][0-9_]{{{MAX_DIGITS},}}", text)
        return Flaw("", "an integer is beyond what a double holds", spot(text, long.start())[0] if long else None)
    words = message[: place.start()]
    words = "a key stands twice" if words == "Cannot overwrite a value" else words[:1].lower() + words[1:]
    line, column = (int(place[1]), int(place[2])) if place[1] else spot(text, len(text.rstrip()))
    return Flaw("", f"not valid TOML at line {line} column {column}: {words}", line)


@lru_cache(1)
def _token() -> re.Pattern[str]:
    return re.compile(
        r"(?P<comment>\#[^\n]*)"
        r'|(?P<string>"""(?:[^\\]|\\.)*?(?:"""+|\Z)|\'\'\'.*?(?:\'\'\'+|\Z)|"(?:[^"\\\n]|\\[^\n])*"|\'[^\'\n]*\')'
        r"|(?P<word>[\w+-]+)"
        r"|(?P<mark>[][{}=.,\n])",
        re.DOTALL,
    )


def _excess(text: str) -> Flaw | None:
    """Dotted keys and nesting that cost tomllib seconds or the stack, found before it runs."""
    dots = depth = 0
    for token in _token().finditer(text):
        mark = token["mark"]
        if mark is None:
            continue
        dots = dots + 1 if mark == "." else 0
        depth += (mark in "[{") - (mark in "]}")
        if dots >= MAX_KEY_PARTS or depth > MAX_DEPTH:
            what = f"a key of more than {MAX_KEY_PARTS} parts" if dots else f"nested more than {MAX_DEPTH} levels deep"
            line, column = spot(text, token.start())
            return Flaw("", f"{what}, at line {line} column {column}", line)
    return None


def _numbers(text: str, table: dict[str, Any]) -> Iterator[Flaw]:
    """Numbers that no comparison can be trusted with; they stand as None in `table` afterwards."""
    for holder, path in _containers(table):
        for name, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            finite = type(value) is not float or abs(value) < float("inf")
            if finite and (type(value) is not int or abs(value) < 10**MAX_DIGITS):
                continue
            holder[name] = None
            what = "an integer is beyond what a double holds" if finite else f"{value} is no number to compare with"
            places = [part for part in (*path, name) if isinstance(part, int)]
            line = _line(text, [part for part in (*path, name) if isinstance(part, str)], *places[:1])
            yield Flaw(pointer(*path, name), what, line)


def _containers(table: dict[str, Any]) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(table, ())]
    while waiting:
        holder, path = waiting.pop()
        yield holder, path
        items = holder.items() if isinstance(holder, dict) else enumerate(holder)
        waiting.extend((value, (*path, name)) for name, value in items if isinstance(value, dict | list))


def line_of_key(text: str, table: str, key: str, index: int = 0) -> int | None:
    """The line where `key` of `[table]` stands in TOML text; with `key` "" the line of the table's header.

    `index` picks one of several `[[table]]`. A key that is not there has the line of the table it would stand in, a
    key inside an inline table the line of the statement that holds it; None when the text knows neither.
    """
    names = [_unquoted(token[0]) for token in _token().finditer(table) if token["mark"] is None]
    return _line(text, [*names, *([key] if key else [])], index)


def _line(text: str, path: list[str], index: int = 0) -> int | None:
    """The line of the first statement that has most of `path`: itself, what it stands in, or what makes it."""
    best, line = 0, None
    for at, names, nth in _statements(text):
        shared = min(len(names), len(path))
        if nth in (None, index) and shared > best and names[:shared] == path[:shared]:
            best, line = shared, at
    return line


def _statements(text: str) -> Iterator[tuple[int, list[str], int | None]]:
    """Headers and keys outside values: (line, full path, the number of its `[[table]]` or None)."""
    table: list[str] = []
    names: list[str] = []
    counts: dict[tuple[str, ...], int] = {}
    nth: int | None = None
    depth, in_value, in_header = 0, False, False
    for token in _token().finditer(text):
        mark, line = token["mark"], text.count("\n", 0, token.start()) + 1
        if mark == "\n" and depth <= 0:
            names, in_value, in_header, depth = [], False, False, 0
        elif in_value:
            depth += (mark in ("[", "{")) - (mark in ("]", "}"))
        elif mark == "[":
            in_header = True
        elif mark == "]" and names:
            table, names = names, []
            nth = counts.get(tuple(table), -1) + 1 if text.startswith("]", token.end()) else None
            counts[tuple(table)] = nth or 0
            yield line, table, nth
        elif mark == "=" and not in_header:
            in_value = True
            yield line, table + names, nth
        elif mark is None and token["comment"] is None:
            names.append(_unquoted(token[0]))


def _unquoted(name: str) -> str:
    if "\\" not in name:
        return name[1:-1] if name[:1] in "\"'" else name
    import tomllib

    try:
        return str(tomllib.loads(f"name = {name}")["name"])
    except ValueError:
        return name

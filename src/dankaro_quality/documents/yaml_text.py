"""YAML (extra `yaml`) as JSON with other brackets: plain data, each key once, no tags, no aliases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from dankaro_quality.documents.flaws import (
    MAX_BYTES,
    MAX_DEPTH,
    Flaw,
    capped,
    decoded,
    key_flaw,
    shown,
    value_flaw,
    writable,
)
from dankaro_quality.errors import MissingExtra
from dankaro_quality.places import pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_yaml(
    data: bytes, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH
) -> tuple[object, tuple[Flaw, ...]]:
    """The value in `data` and its flaws; raises MissingExtra when PyYAML is not installed.

    Plain scalars mean what they mean in JSON: `true`, `false`, `null` (or nothing) and JSON numbers; all else is text,
    so `no`, `0o17`, `1:30` and `2024-01-01` stay what was written. One document, no tags, no aliases, each key once.
    """
    try:
        import yaml
    except ImportError as error:
        how = 'pip install "dankaro-agent-quality[yaml]", or save the file as JSON'
        raise MissingExtra(f"reading YAML needs PyYAML: {how}") from error
    text, flaw = decoded(data, max_bytes)
    if flaw is not None:
        return None, (flaw,)
    flaws: list[Flaw] = []
    try:
        events = yaml.parse(text, Loader=yaml.SafeLoader)
        value = _document(events, flaws, max_depth)
    except _Refused as refused:
        return None, (*flaws, refused.flaw)
    except yaml.YAMLError as error:
        return None, (*flaws, _flaw(error))
    except RecursionError:
        return None, (Flaw("", "cannot be parsed here: Python's call stack is nearly used up"),)
    return value, capped(iter(flaws))


def pretty_yaml(value: object) -> str:
    """`value` as YAML with sorted keys, which `read_yaml` and readers of YAML 1.1 read alike: every text is quoted."""
    try:
        import yaml
    except ImportError as error:
        how = 'pip install "dankaro-agent-quality[yaml]", or give the file a name that ends in .json'
        raise MissingExtra(f"writing YAML needs PyYAML: {how}") from error

    class Quoting(yaml.SafeDumper):
        """Quotes every text, so that no reader takes one for a number, a date or a truth value."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, '"'))
    return str(yaml.dump(value, Dumper=Quoting, sort_keys=True, allow_unicode=True, width=10_000))


class _Refused(Exception):
    """YAML that is not read any further."""

    def __init__(self, message: str, line: int) -> None:
        self.flaw = Flaw("", f"{message}, on line {line}", line)
        super().__init__(message)


def _flaw(error: Exception) -> Flaw:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    words = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
    if mark is None:
        return Flaw("", f"not valid YAML: {words}")
    return Flaw("", f"not valid YAML at line {mark.line + 1} column {mark.column + 1}: {words}", mark.line + 1)


def _document(events: Iterator[Any], flaws: list[Flaw], max_depth: int) -> object:
    """The one document of a stream; events are used as they come, so that nesting is refused before it is read."""
    value: object = None
    seen = False
    for event in events:
        if _kind(event) == "DocumentStart":
            if seen:
                raise _Refused("a second document begins; a file holds one", _line(event))
            value, seen = _node(events, next(events), (), flaws, max_depth), True
    return value


def _kind(event: object) -> str:
    return type(event).__name__.removesuffix("Event")


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _node(events: Iterator[Any], event: Any, path: tuple[str | int, ...], flaws: list[Flaw], depth: int) -> object:
    kind = _kind(event)
    if kind == "Alias":
        raise _Refused(f"the alias *{event.anchor}; write the value out", _line(event))
    if event.tag is not None:
        raise _Refused(f"the tag {shown(event.tag)}; only plain data is read", _line(event))
    if kind == "Scalar":
        return _scalar(event, path, flaws)
    if depth == 0:
        raise _Refused(f"nested more than {len(path)} levels deep", _line(event))
    if kind == "MappingStart":
        return _mapping(events, path, flaws, depth - 1)
    items: list[object] = []
    while _kind(inner := next(events)) != "SequenceEnd":
        items.append(_node(events, inner, (*path, len(items)), flaws, depth - 1))
    return items


def _mapping(events: Iterator[Any], path: tuple[str | int, ...], flaws: list[Flaw], depth: int) -> object:
    made: dict[str, object] = {}
    seen: dict[str, tuple[str, int]] = {}
    while _kind(key := next(events)) != "MappingEnd":
        if _kind(key) != "Scalar" or key.tag is not None:
            raise _Refused("a key that is not plain text", _line(key))
        message = key_flaw(key.value, seen, _line(key))
        if message:
            flaws.append(Flaw(writable(pointer(*path, key.value)), message, _line(key)))
        made[writable(key.value)] = _node(events, next(events), (*path, key.value), flaws, depth)
    return made


def _scalar(event: Any, path: tuple[str | int, ...], flaws: list[Flaw]) -> object:
    text = str(event.value)
    plain = event.style is None
    if plain and text in _WORDS:
        return _WORDS[text]
    number = plain and re.fullmatch(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", text) is not None
    message = value_flaw(text, "0" if number else '"')
    if message:
        flaws.append(Flaw(writable(pointer(*path)), message, _line(event)))
        return None
    return json.loads(text) if number else text


_WORDS = {"": None, "null": None, "true": True, "false": False}


def yaml_lines_of(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """The 1-based line of each JSON pointer in a YAML text that was read; a place that is missing has its parent's."""
    import yaml

    found: dict[str, int] = {"": 1}
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    stack: list[tuple[str, Any]] = [("", root)] if root is not None else []
    while stack:
        at, node = stack.pop()
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                below = at + pointer(key.value)
                found[below] = key.start_mark.line + 1
                stack.append((below, value))
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                found[at + pointer(number)] = value.start_mark.line + 1
                stack.append((at + pointer(number), value))
    return {one: found[_known_parent(one, found)] for one in pointers}


def _known_parent(at: str, found: dict[str, int]) -> str:
    while at not in found:
        at = at.rpartition("/")[0]
    return at

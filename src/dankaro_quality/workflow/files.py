"""What rubric and library files share: reading with places and lines, refusing unknown keys, writing whole files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping

from dankaro_quality import journal
from dankaro_quality.canonical import visible
from dankaro_quality.contracts import nearest
from dankaro_quality.documents import dotted, lines_of, pointer, read_bytes, read_json, read_yaml
from dankaro_quality.errors import ContractError, MissingExtra, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 10_000_000
YAML = (".yaml", ".yml")

Problem = tuple[str, str]  # JSON pointer, what is wrong there


def is_yaml(path: str) -> bool:
    """Whether a path names a YAML file; UsageError when it names neither YAML nor JSON."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in (*YAML, ".json"):
        raise UsageError(f"{visible(path)}: the file is to end in .json, .yaml or .yml")
    return ending in YAML


def read(path: str) -> tuple[Any, str]:
    """The value in a JSON or YAML file and its text; ContractError with every flaw, its file and line."""
    yaml = is_yaml(path)
    data = read_bytes(path, max_bytes=MAX_BYTES)
    try:
        value, flaws = read_yaml(data) if yaml else read_json(data)
    except MissingExtra as missing:
        raise MissingExtra(f"{visible(path)}: {missing}") from None
    if flaws:
        raise ContractError(*[_at(path, flaw.pointer, flaw.message, flaw.line) for flaw in flaws])
    return value, data.decode("utf-8").removeprefix("\ufeff")


def refuse(path: str, text: str, problems: Iterable[Problem]) -> None:
    """ContractError when there are problems, each with its file, line and place."""
    listed = list(problems)
    if not listed:
        return
    lines = _lines(path, text, [at for at, _ in listed])
    raise ContractError(*[_at(path, at, message, lines.get(at)) for at, message in listed])


def unknown_keys(given: Mapping[str, Any], known: Iterable[str], at: str) -> list[Problem]:
    """One problem for each key of a mapping that nobody reads: a typing error switches a rule off in silence."""
    names = list(known)
    return [
        (at + pointer(key), f"there is no such key{nearest(key, names)}")
        for key in given
        if key not in names and not key.startswith("x_")
    ]


def placed(problems: Iterable[str], at: str, keys: Iterable[str]) -> list[Problem]:
    """Messages `key: what is wrong` of a constructor as problems below `at`."""
    known = tuple(keys)
    made = []
    for problem in problems:
        head, _, rest = problem.partition(": ")
        key = head.partition("[")[0]
        made.append((at + pointer(key), rest) if key in known and rest else (at, problem))
    return made


def write(path: str, value: Mapping[str, Any], heading: str) -> None:
    """Write a JSON or YAML file, whole or not at all; YAML needs the extra, or nobody could read it back."""
    if not is_yaml(path):
        journal.replace(path, (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode())
        return
    try:
        import yaml  # noqa: F401
    except ImportError as error:
        how = 'pip install "dankaro-agent-quality[yaml]", or name a file that ends in .json'
        raise MissingExtra(f"{visible(path)}: YAML needs PyYAML: {how}") from error
    comment = "".join(f"# {line}\n" for line in heading.splitlines())
    journal.replace(path, (comment + "\n".join(_yaml(value, 0)) + "\n").encode())


def _at(path: str, at: str, message: str, line: int | None) -> str:
    place = f"{visible(path)}:{line}" if line else visible(path)
    shown = dotted(at)
    return f"{place}: {visible(shown)}: {message}" if shown else f"{place}: {message}"


def _lines(path: str, text: str, pointers: list[str]) -> dict[str, int]:
    if not is_yaml(path):
        return lines_of(text, pointers)
    from dankaro_quality.documents.yaml_text import yaml_lines_of

    return yaml_lines_of(text, pointers)


def _yaml(value: Any, depth: int) -> list[str]:
    """Block YAML with every text in double quotes: what is read back is what was written, on every reader."""
    pad = "  " * depth
    if isinstance(value, Mapping) and value:
        return [line for key, one in value.items() for line in _entry(f"{pad}{_key(key)}:", one, depth)]
    if isinstance(value, (list, tuple)) and value:
        return [line for one in value for line in _listed(one, depth)]
    return [pad + _scalar(value)]


def _entry(head: str, value: Any, depth: int) -> list[str]:
    if isinstance(value, (Mapping, list, tuple)) and value:
        return [head, *_yaml(value, depth + 1)]
    return [f"{head} {_scalar(value)}"]


def _listed(value: Any, depth: int) -> list[str]:
    first, *rest = _yaml(value, depth + 1)
    return ["  " * depth + "- " + first.lstrip(" "), *rest]


def _key(key: str) -> str:
    return key if key.isidentifier() and key not in ("null", "true", "false") else _scalar(key)


def _scalar(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value, allow_nan=False)
    text = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in text)

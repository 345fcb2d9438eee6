"""Reading and writing record files: JSON, and YAML with the extra."""

from __future__ import annotations

from dankaro_quality import journal
from dankaro_quality.agents import read_any
from dankaro_quality.documents import canonical_json, pretty_json, pretty_yaml, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 10_000_000


def read_record(path: str) -> tuple[object, list[tuple[str, str]]]:
    """What stands in a record file, and what is wrong with the document itself (not yet its shape)."""
    data = read_bytes(path, max_bytes=MAX_BYTES)
    value, flaws = read_any(path, data, MAX_BYTES)
    return value, [(flaw.pointer, flaw.message) for flaw in flaws]


def write_record(path: str, record: dict[str, Any]) -> None:
    """Write a record whole or not at all, in the form that the ending of `path` asks for."""
    journal.replace(path, formatted(path, record))


def formatted(path: str, record: object) -> bytes:
    """The bytes that `write_record` writes."""
    is_yaml = path.lower().endswith((".yaml", ".yml"))
    return (pretty_yaml(record) if is_yaml else pretty_json(record)).encode()


def signed_bytes(record: dict[str, Any]) -> bytes:
    """What a signature covers: the canonical JSON of the record without its signature."""
    decision = {name: value for name, value in record["decision"].items() if name != "signature"}
    return canonical_json({**record, "decision": decision})

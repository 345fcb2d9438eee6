"""Strict reading of results and canonical writing of any contract.

Reading reports every violation at once, each with its JSON pointer; writing gives sorted keys and plain JSON values.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from dankaro_quality.contracts import RULES, AgentResult, Envelope, Task, build, nearest
from dankaro_quality.documents import Flaw, canonical_json, digest, read_json
from dankaro_quality.frozen import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RESULT_SCHEMA = "dankaro-quality/result/1"
MAX_FLAWS = 200  # violations listed of one file; a file with more is not of this kind at all


def read_envelope(data: bytes, *, max_bytes: int = 10_000_000) -> tuple[Envelope | None, tuple[Flaw, ...]]:
    """The result in `data` (an AgentResult object, or an envelope with task and repeats), or every violation."""
    document, flaws = read_json(data, max_bytes=max_bytes)
    if document is None and flaws:
        return None, flaws
    envelope, problems = envelope_of(document)
    listed = (*flaws, *(Flaw(at, message) for at, message in problems))
    return (None if listed else envelope), listed[:MAX_FLAWS]


def envelope_of(document: object) -> tuple[Envelope | None, list[tuple[str, str]]]:
    """The envelope that a parsed JSON document holds, with the violations as (pointer, message)."""
    problems: list[tuple[str, str]] = []
    if not isinstance(document, Mapping):
        return None, [("", "a result is a JSON object; this is something else")]
    fields = {key: value for key, value in document.items() if key != "schema"}
    _check_schema(document, problems)
    if "result" in fields:
        return build(Envelope, fields, "", problems), problems
    if not fields.keys() & RULES[AgentResult].keys():
        known = [*RULES[AgentResult], "result"]
        hints = "".join(sorted({nearest(str(key), known) for key in fields}))
        problems.append(("", f'this is no result: it has neither "output" nor "result"{hints}'))
        return None, problems
    result = build(AgentResult, fields, "", problems)
    return (Envelope(result) if result is not None and not problems else None), problems


def read_task(data: bytes, *, max_bytes: int = 10_000_000) -> tuple[Task | None, tuple[Flaw, ...]]:
    """The task in `data`, also one in an envelope (`{"task": …}`), or every violation."""
    document, flaws = read_json(data, max_bytes=max_bytes)
    if document is None and flaws:
        return None, flaws
    if isinstance(document, Mapping) and isinstance(document.get("task"), Mapping):
        document = document["task"]
    problems: list[tuple[str, str]] = []
    task = build(Task, document, "", problems)
    listed = (*flaws, *(Flaw(at, message) for at, message in problems))
    return (None if listed else task), listed


def plain(value: Any) -> Any:
    """Any contract, report or frozen value as plain JSON data: dicts, lists, text, numbers, true, false, null."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(item) for item in value]
    return {name: plain(getattr(value, name)) for name in names_of(value)}


def result_digest(result: AgentResult) -> str:
    """The SHA-256 over the canonical JSON of a result that did not come from a file."""
    return digest(canonical_json(plain(result)))


def _check_schema(document: Mapping[Any, Any], problems: list[tuple[str, str]]) -> None:
    schema = document.get("schema", RESULT_SCHEMA)
    if schema != RESULT_SCHEMA:
        known = f'this version reads "{RESULT_SCHEMA}"'
        problems.append(("/schema", f"{schema!r} is not known here; {known}"))

"""The text of a step's output, whatever the step returned; what has no text to read is said, never guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dankaro_quality.checks import guarded
from dankaro_quality.contracts import AgentResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_CHARACTERS = 10_000_000  # the size of the largest result file that is read
EDGE = 100_000  # characters at the head and the tail that the triggers look at


def text_of(output: Any) -> tuple[str, str]:
    """The text of an output and, when it has none that can be read, why."""
    why = _unreadable(output)
    if why:
        return "", why
    text, happened = guarded(lambda: _text(output))
    if happened:
        return "", f"the output has no text: turning it into text {happened}"
    if len(text) > MAX_CHARACTERS:
        return "", f"the output has {len(text):,} characters, more than {MAX_CHARACTERS:,}; return a part, or a path"
    return text, ""


def examined(text: str) -> tuple[str, bool]:
    """The part of a text that triggers look at, and whether something was left out."""
    if len(text) <= 2 * EDGE:
        return text, False
    return text[:EDGE] + "\n" + text[-EDGE:], True


def _unreadable(output: Any) -> str:
    if isinstance(output, (bytes, bytearray, memoryview)):
        return "the output is bytes; decode it, and return text"
    kinds = {"generator": "a generator", "coroutine": "a coroutine", "async_generator": "an asynchronous generator"}
    kind = kinds.get(type(output).__name__, "")
    if kind == "a coroutine":
        output.close()  # else Python warns that it was never awaited
        return "the output is a coroutine; run it, and return what it returns"
    if kind or (hasattr(output, "__next__") and not isinstance(output, str)):
        return f"the output is {kind or 'an iterator'}, which can be read only once; return a list or text"
    return ""


def _text(output: Any) -> str:
    if output is None:
        return ""
    if isinstance(output, str):
        return str.__str__(output)
    if isinstance(output, AgentResult):
        return _text(output.output)
    if isinstance(output, (Mapping, list, tuple, bool, int, float)) or hasattr(type(output), "__dataclass_fields__"):
        return json.dumps(_plain(output), ensure_ascii=False, default=_own_text)
    return _own_text(output)


def _own_text(value: Any) -> str:
    """The text of an object that has one; `<a.B object at 0x7f…>` is Python's, and says nothing of the work."""
    kind: Any = type(value)
    no_text, no_repr = kind.__str__ is object.__str__, kind.__repr__ is object.__repr__
    if isinstance(value, type) or (no_text and (no_repr or callable(value))):
        raise TypeError(f"an object ({kind.__name__}) has no text of its own")
    return str(value)


def _plain(value: Any) -> Any:
    """JSON-like data with mappings and dataclasses made plain; depth is bounded by Python's own stack."""
    if hasattr(type(value), "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in type(value).__dataclass_fields__}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value

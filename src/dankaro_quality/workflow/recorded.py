"""Recorded outputs of a run: one JSON object `{step: output}`, or JSON Lines of `{"step": …, "output": …}`.

An output that says `"schema": "dankaro-quality/result/1"` is read as the result it is, and goes through the gates.
"""

from __future__ import annotations

from collections.abc import Mapping

from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import Flaw, pointer, read_json
from dankaro_quality.frozen import frozen
from dankaro_quality.serialization import RESULT_SCHEMA, envelope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@frozen
class Recorded:
    """The outputs in order, and what keeps them from being read; `twice` names the steps that stand there twice."""

    outputs: dict[str, Any]
    flaws: list[Flaw]
    twice: list[str]


def read_recorded(data: bytes, lines: bool, max_bytes: int = 100_000_000) -> Recorded:
    """The recorded outputs in `data`; `lines` says that it is JSON Lines."""
    recorded = _lines(data) if lines else _object(data, max_bytes)
    for step, output in recorded.outputs.items():
        if isinstance(output, Mapping) and output.get("schema") == RESULT_SCHEMA:
            recorded.outputs[step], problems = _result(output)
            recorded.flaws.extend(Flaw(pointer(step) + at, message) for at, message in problems)
    return recorded


def _result(output: Mapping[str, Any]) -> tuple[AgentResult | None, list[tuple[str, str]]]:
    if "result" in output:
        return None, [("", "a result in an envelope; record the result alone, since a step has no task or repeats")]
    envelope, problems = envelope_of(output)
    return (envelope.result if envelope is not None else None), problems


def _object(data: bytes, max_bytes: int) -> Recorded:
    value, flaws = read_json(data, max_bytes=max_bytes)
    twice = [one.pointer[1:] for one in flaws if "stands twice" in one.message and one.pointer.count("/") == 1]
    if flaws or not isinstance(value, Mapping):
        other = list(flaws) or [Flaw("", "expected one object of steps and their outputs")]
        return Recorded({}, other, twice)
    return Recorded(dict(value), [], [])


def _lines(data: bytes) -> Recorded:
    outputs: dict[str, Any] = {}
    flaws: list[Flaw] = []
    twice = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        value, wrong = read_json(line)
        if wrong or not isinstance(value, Mapping) or not isinstance(value.get("step"), str) or "output" not in value:
            message = wrong[0].message if wrong else 'expected an object with "step" and "output"'
            flaws.append(Flaw("", message, number))
        elif value["step"] in outputs:
            twice.append(value["step"])
            flaws.append(Flaw("", f'the step "{value["step"]}" stands there twice; give each attempt a name', number))
        else:
            outputs[value["step"]] = value["output"]
    return Recorded(outputs, flaws, twice)

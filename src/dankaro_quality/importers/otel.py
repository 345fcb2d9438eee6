"""OpenTelemetry GenAI: OTLP JSON with spans or log records, or bare `gen_ai.output.messages`.

Messages may be JSON written as text; integers may be text. The answer is the last message of the span that invoked
the agent, or else of the chat span that ended last. No part of these conventions carries a citation, so what counts is
what the text itself cites.
"""

from __future__ import annotations

from dankaro_quality.contracts import Envelope, Task
from dankaro_quality.documents import read_json
from dankaro_quality.importing import JOINT, Answer, Converted, Node

OUTPUT, INPUT = "gen_ai.output.messages", "gen_ai.input.messages"
CUT = ("length", "max_tokens", "content_filter", "error")


def fits(document: object) -> bool:
    """OTLP with resources, or an object or list of GenAI messages with parts."""
    if isinstance(document, dict):
        return bool({"resourceSpans", "resource_spans", "resourceLogs", "resource_logs", OUTPUT} & document.keys())
    return (
        isinstance(document, list)
        and bool(document)
        and all(isinstance(one, dict) and "parts" in one for one in document)
    )


def convert(root: Node) -> list[Converted]:
    """The answer of the last run in the file."""
    if isinstance(root.value, list) or root[OUTPUT]:
        messages = root if isinstance(root.value, list) else _parsed(root[OUTPUT])
        return [Converted(Envelope(_answer(messages).result()))]
    runs = [(record, _attributes(record)) for record in _records(root)]
    runs = [(record, found) for record, found in runs if OUTPUT in found]
    if not runs:
        root.book.flaw("", f"no span or log record here has {OUTPUT}; switch the capture of content on")
        return []
    invoked = [run for run in runs if _plain(run[1].get("gen_ai.operation.name")) == "invoke_agent"]
    record, found = max(invoked or runs, key=lambda run: run[0]["endTimeUnixNano"].whole(0))
    if record["status"]["code"].value in (2, "2", "STATUS_CODE_ERROR") or "error.type" in found:
        root.book.note("ORG001", record.at, "the run ended in an error", "run it again")
    task = Task(instructions=_asked(_parsed(_value(found[INPUT])))) if INPUT in found else Task()
    return [Converted(Envelope(_answer(_parsed(_value(found[OUTPUT]))).result(), task))]


def _records(root: Node) -> list[Node]:
    """Every span and log record."""
    spans = [
        span
        for one in root["resourceSpans"].items()
        for scope in one["scopeSpans"].items()
        for span in scope["spans"].items()
    ]
    logs = [
        log
        for one in root["resourceLogs"].items()
        for scope in one["scopeLogs"].items()
        for log in scope["logRecords"].items()
    ]
    return [*spans, *logs]


def _attributes(record: Node) -> dict[str, Node]:
    listed = record["attributes"].items()
    for event in record["events"].items():
        listed += event["attributes"].items()
    return {one["key"].text(): one["value"] for one in listed}


def _value(given: Node) -> Node:
    """The plain value of an attribute with its place: OTLP wraps each in its type."""
    if given["stringValue"]:
        return given["stringValue"]
    return Node(_unwrapped(given.value), given.at, given.book)


def _unwrapped(value: object) -> object:
    if not isinstance(value, dict):
        return value
    for kind in ("stringValue", "intValue", "boolValue", "doubleValue"):
        if kind in value:
            return value[kind]
    if "arrayValue" in value:
        return [_unwrapped(one) for one in (value["arrayValue"] or {}).get("values", ())]
    if "kvlistValue" in value:
        return {one.get("key"): _unwrapped(one.get("value")) for one in (value["kvlistValue"] or {}).get("values", ())}
    return value


def _plain(given: Node | None) -> object:
    return _value(given).value if given is not None else None


def _parsed(given: Node) -> Node:
    """Messages, also when they are JSON written as text; the place stays that of the text."""
    if not isinstance(given.value, str):
        return given
    value, flaws = read_json(given.value.encode())
    for flaw in flaws:
        given.book.flaw(given.at, f"the JSON in this text: {flaw.message}")
    return Node(value, given.at, given.book)


def _answer(messages: Node) -> Answer:
    answer = Answer(messages.book)
    for message in messages.items(needed=True):
        reason = message["finish_reason"]
        if reason.text("") in CUT:
            messages.book.note("ORG001", messages.at, f'the run ended with "{reason.text()}"', "let it run to its end")
        for part in message["parts"].items(needed=True):
            if part["type"].text() == "text":
                content = part["content"] if part["content"] else part["text"]
                answer.add(content.text(), messages.at, JOINT)
    return answer


def _asked(messages: Node) -> str:
    asked = [
        part["content"].text("")
        for one in messages.items()
        if one["role"].text("") == "user"
        for part in one["parts"].items()
    ]
    return asked[-1] if asked else ""

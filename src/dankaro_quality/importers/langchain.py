"""LangChain and LangGraph messages: plain, or as the constructor form that `dumpd` writes.

The last message of the assistant that has text is the answer. Citations count characters of their own text block; one
without offsets stands for the whole block. `cited_text` is the quote.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope, Task
from dankaro_quality.importing import Answer, Converted, Node

ASSISTANT = ("ai", "assistant", "AIMessage", "AIMessageChunk")
PEOPLE = ("human", "user", "HumanMessage")
CUT = ("length", "max_tokens", "content_filter", "refusal", "error")


def fits(document: object) -> bool:
    """A message, a list of messages, or a state that holds them under "messages"."""
    if isinstance(document, dict) and isinstance(document.get("messages"), list):
        document = document["messages"]
    listed = document if isinstance(document, list) else [document]
    return bool(listed) and all(isinstance(one, dict) and _is_message(one) for one in listed)


def convert(root: Node) -> list[Converted]:
    """The last answer of the assistant, and what the last person before it asked as the task."""
    listed = root["messages"] if root["messages"] else root
    messages = listed.items() if isinstance(listed.value, list) else [listed]
    asked, chosen = "", None
    for message in messages:
        kind, body = _opened(message)
        if kind in PEOPLE and isinstance(body["content"].value, str):
            asked = body["content"].text()
        elif kind in ASSISTANT and _has_text(body["content"]):
            chosen = body
    if chosen is None:
        root.book.flaw(listed.at, "no message of the assistant with text is here")
        return []
    return [Converted(Envelope(_answer(chosen), Task(instructions=asked)))]


def _is_message(one: dict[str, object]) -> bool:
    constructed = one.get("type") == "constructor" and isinstance(one.get("kwargs"), dict)
    return constructed or (
        "content" in one and one.get("type", one.get("role")) in (*ASSISTANT, *PEOPLE, "system", "tool")
    )


def _opened(message: Node) -> tuple[str, Node]:
    """The kind of a message and the node that holds its fields."""
    if message["type"].text("") == "constructor":
        names = [name.text("") for name in message["id"].items()]
        return (names[-1] if names else ""), message["kwargs"].object()
    return message["type"].text("") or message["role"].text(""), message


def _has_text(content: Node) -> bool:
    if isinstance(content.value, str):
        return bool(content.value.strip())
    blocks = content.value if isinstance(content.value, list) else []
    return any(isinstance(one, str) or (isinstance(one, dict) and one.get("type") == "text") for one in blocks)


def _answer(message: Node) -> AgentResult:
    answer = Answer(message.book)
    content = message["content"]
    if isinstance(content.value, str):
        answer.add(content.text(), content.at)
    for block in content.items() if isinstance(content.value, list) else []:
        if isinstance(block.value, str):
            answer.add(block.text(), block.at)
        elif block["type"].text("") == "text":
            _block(answer, block)
    meta = message["response_metadata"]
    reason = meta["finish_reason"] if meta["finish_reason"] else meta["stop_reason"]
    if reason.text("") in CUT:
        message.book.note("ORG001", reason.at, f'the run ended with "{reason.text()}"', "let it run to its end")
    return answer.result()


def _block(answer: Answer, block: Node) -> None:
    text = block["text"].text()
    base = answer.add(text, block["text"].at)
    for one in block["annotations"].items():
        if one["type"].text("") != "citation":
            continue
        source = one["url"].text("") or one["title"].text("") or one["id"].text("")
        start, end = one["start_index"].whole(0), one["end_index"].whole(len(text))
        answer.cite(base + start, base + end, source, one.at, one["cited_text"].text(""))

"""OpenAI: the Responses API (`output[]`) and Chat Completions (`choices[]`).

Annotations count characters of their own text part. A `url_citation` gives no quote; a `file_citation` is a point in
the text, not a stretch, and stands for the sentence it closes. What a file search returned is text of the file, so a
passage that cites the file can be quoted from it only when the service included the results.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope
from dankaro_quality.importing import JOINT, Answer, Converted, Node, check_ending

ENDED_WELL = ("completed", "stop", "tool_calls")


def fits(document: object) -> bool:
    """A response with output items, or a completion with choices that hold messages."""
    if not isinstance(document, dict):
        return False
    if document.get("object") == "response":
        return True
    items = document.get("output")
    if isinstance(items, list) and any(isinstance(one, dict) and one.get("type") == "message" for one in items):
        return not {"citations", "search_results"} & document.keys()
    choices = document.get("choices")
    is_chat = (
        isinstance(choices, list)
        and bool(choices)
        and all(isinstance(one, dict) and "message" in one for one in choices)
    )
    return is_chat and not {"citations", "search_results"} & document.keys()


def convert(root: Node) -> list[Converted]:
    """The answer with its annotations as claims; several choices are repeats."""
    if root["choices"]:
        results = [_choice(choice) for choice in root["choices"].items()]
        return [Converted(Envelope(results[0], repeats=tuple(results[1:])))] if results else []
    check_ending(root["status"], ENDED_WELL, root["incompleteDetails"]["reason"].text(""))
    if root["error"]:
        root.book.note("ORG001", root["error"].at, "the response is an error", "send the request again")
    answer = Answer(root.book)
    for item in root["output"].items(needed=True):
        if item["type"].text("") != "message":
            continue
        joint = JOINT
        for part in item["content"].items(needed=True):
            joint = _part(answer, part, joint)
    return [Converted(Envelope(answer.result({"response_id": root["id"].text("")})))]


def _part(answer: Answer, part: Node, joint: str) -> str:
    kind = part["type"].text()
    if kind == "refusal":
        answer.book.note("ORG001", part.at, "the model refused to answer", "ask for what may be answered")
        answer.add(part["refusal"].text(), part["refusal"].at, joint)
    elif kind == "output_text":
        base = answer.add(part["text"].text(), part["text"].at, joint)
        for annotation in part["annotations"].items():
            _annotate(answer, base, annotation)
    return ""


def _choice(choice: Node) -> AgentResult:
    answer = Answer(choice.book)
    message = choice["message"].object()
    check_ending(choice["finishReason"], ENDED_WELL)
    if message["refusal"]:
        choice.book.note("ORG001", message["refusal"].at, "the model refused to answer", "ask for what may be answered")
    content = message["content"]
    for part in content.items() if isinstance(content.value, list) else [content]:
        text = part if part is content else part["text"]
        answer.add(text.text(""), text.at)
    for annotation in message["annotations"].items():
        _annotate(answer, 0, annotation)
    return answer.result()


def _annotate(answer: Answer, base: int, annotation: Node) -> None:
    kind = annotation["type"].text()
    body = annotation[kind] if annotation[kind] else annotation  # Chat nests what Responses spreads out
    if kind == "url_citation":
        answer.cite(
            base + body["startIndex"].whole(), base + body["endIndex"].whole(), body["url"].text(), annotation.at
        )
    elif kind == "container_file_citation":
        name = body["filename"].text("") or body["fileId"].text()
        answer.cite(base + body["startIndex"].whole(), base + body["endIndex"].whole(), name, annotation.at)
    elif kind == "file_citation":
        answer.cite_point(
            base + body["index"].whole(), body["filename"].text("") or body["fileId"].text(), annotation.at
        )

"""Perplexity: marks `[n]` in the text, counted from 1, over `citations[]` or `search_results[]`.

Both the chat interface (`choices[]`) and the newer one (`output[]` with items of type `search_results`) are read.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope
from dankaro_quality.importing import JOINT, Answer, Converted, Node, check_ending

ENDED_WELL = ("stop", "completed")


def fits(document: object) -> bool:
    """A completion or response beside a list of what was found."""
    if not isinstance(document, dict):
        return False
    if isinstance(document.get("choices"), list):
        return bool({"citations", "search_results"} & document.keys())
    items = document.get("output")
    kinds = [one.get("type") for one in items if isinstance(one, dict)] if isinstance(items, list) else []
    return "search_results" in kinds or "fetch_url_results" in kinds


def convert(root: Node) -> list[Converted]:
    """The answer with the source behind each mark."""
    if root["choices"]:
        found = _addresses(root["search_results"].items()) or [one.text() for one in root["citations"].items()]
        results = [_choice(choice, found) for choice in root["choices"].items()]
        return [Converted(Envelope(results[0], repeats=tuple(results[1:])))] if results else []
    found = []
    answer = Answer(root.book)
    for item in root["output"].items(needed=True):
        kind = item["type"].text("")
        if kind == "search_results":
            found += _addresses(item["results"].items())
        elif kind == "message":
            for part in item["content"].items():
                answer.add(part["text"].text(""), part["text"].at, JOINT)
    answer.number(found)
    check_ending(root["status"], ENDED_WELL)
    return [Converted(Envelope(answer.result()))]


def _choice(choice: Node, found: list[str]) -> AgentResult:
    content = choice["message"].object()["content"]
    check_ending(choice["finish_reason"], ENDED_WELL)
    answer = Answer(choice.book)
    answer.add(content.text(), content.at)
    answer.number(found)
    return answer.result()


def _addresses(results: list[Node]) -> list[str]:
    return [one["url"].text() for one in results]

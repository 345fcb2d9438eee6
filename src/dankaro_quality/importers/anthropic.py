"""Anthropic Messages: text blocks, each with the citations that support the whole block.

`cited_text` is a verbatim quote of the source. Page and block ranges end before their second number; pages count
from 1, characters and blocks from 0.
"""

from __future__ import annotations

from dankaro_quality.contracts import Envelope
from dankaro_quality.importing import Answer, Converted, Node, check_ending

ENDED_WELL = ("end_turn", "stop_sequence", "tool_use")


def fits(document: object) -> bool:
    """A message of the assistant whose content is a list of blocks."""
    if not isinstance(document, dict) or not isinstance(document.get("content"), list):
        return False
    if document.get("type") == "message" or "stop_reason" in document:
        return True
    blocks = [block for block in document["content"] if isinstance(block, dict)]
    return document.get("role") == "assistant" and any("citations" in block for block in blocks)


def convert(root: Node) -> list[Converted]:
    """The text blocks as one answer; what a block cites is cited by all of the block."""
    check_ending(root["stop_reason"], ENDED_WELL)
    answer = Answer(root.book)
    for block in root["content"].items(needed=True):
        if block["type"].text() != "text":
            continue
        text = block["text"].text()
        base = answer.add(text, block["text"].at)
        for citation in block["citations"].items():
            answer.cite(base, base + len(text), _source(citation), citation.at, citation["cited_text"].text(""))
    return [Converted(Envelope(answer.result({"response_id": root["id"].text("")})))]


def _source(citation: Node) -> str:
    kind = citation["type"].text()
    if kind == "web_search_result_location":
        return citation["url"].text()
    if kind == "search_result_location":
        return citation["source"].text()
    name = (
        citation["document_title"].text("")
        or citation["file_id"].text("")
        or f"document {citation['document_index'].whole()}"
    )
    if kind == "page_location":
        first, last = citation["start_page_number"].whole(), citation["end_page_number"].whole() - 1
        return f"{name}, p. {first}" if last <= first else f"{name}, pp. {first}-{last}"
    if kind == "char_location":
        return f"{name}, characters {citation['start_char_index'].whole()}-{citation['end_char_index'].whole()}"
    if kind == "content_block_location":
        return f"{name}, block {citation['start_block_index'].whole()}"
    citation.book.flaw(citation["type"].at, f'"{kind}" is no kind of citation known here')
    return ""

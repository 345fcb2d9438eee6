"""Markdown: any report that a person or model wrote. The file is the output, and lines are its places."""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope
from dankaro_quality.importing import Answer, Converted, Notebook, with_origins

ENDINGS = (".md", ".markdown", ".mdown", ".mkd")


def convert(text: str, book: Notebook) -> list[Converted]:
    """The text with its cited sentences as claims."""
    answer = Answer(book)
    answer.add(text, "line 1")
    if not text.strip():
        book.flaw("", "the file is empty; save the report in it")
        return []
    return [Converted(Envelope(_with_lines(answer.result(), text)))]


def _with_lines(result: AgentResult, text: str) -> AgentResult:
    """Each claim's origin is the line on which its passage begins; lines are counted in one walk."""
    line, at, origins = 1, 0, []
    for claim in result.claims:
        start = claim.metadata["span"][0]
        line, at = line + text.count("\n", at, start), start
        origins.append(f"line {line}")
    return with_origins(result, origins)

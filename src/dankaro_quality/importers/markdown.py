"""Markdown: any report that a person or model wrote. The file is the output, and lines are its places."""

from __future__ import annotations

from dankaro_quality.contracts import Envelope
from dankaro_quality.importing import Answer, Converted, Notebook

ENDINGS = (".md", ".markdown", ".mdown", ".mkd")


def convert(text: str, book: Notebook) -> list[Converted]:
    """The text with its cited sentences as claims."""
    if not text.strip():
        book.flaw("", "the file is empty; save the report in it")
        return []
    answer = Answer(book, by_line=True)
    answer.add(text, "line 1")
    return [Converted(Envelope(answer.result()))]

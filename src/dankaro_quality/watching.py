"""Many watch patterns against one text, quickly and safely."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dankaro_quality.canonical import canonical


def unsafe(pattern: str) -> str:
    """Why a pattern cannot be used as a watch; empty when it can."""
    try:
        compiled = re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as problem:
        return f"it does not compile ({problem})"
    if compiled.search(""):
        return "it matches the empty text"
    return "it repeats a repetition" if re.search(r"[+*}]\)[+*{]", pattern) else ""


def find(watches: Sequence[tuple[str, str]], texts: Sequence[str]) -> Iterator[tuple[str, int, int, int]]:
    """(id, text number, start, end) of each watch's first match in each text or its canonical form."""
    for name, pattern in watches:
        for number, text in enumerate(texts):
            found = re.search(pattern, text, re.IGNORECASE)
            if found:
                yield name, number, found.start(), found.end()
            elif re.search(pattern, canonical(text), re.IGNORECASE):
                yield name, number, 0, len(text)

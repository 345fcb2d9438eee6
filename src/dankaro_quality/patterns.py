"""Regular expressions compiled when they are first reached, and tables of them.

Compiling all the patterns that know a kind of citation takes longer than ruling on a thousand sources; a result
reaches only a few of them.
"""

from __future__ import annotations

import functools
import re

compiled = functools.cache(re.compile)


def lowered(text: str) -> str:
    """`text` in lower case, character by character, so that places in it stay the same ("İ" alone would grow)."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join([char.lower()[0] for char in text])


def first(text: str, forms: tuple[tuple[str, str], ...]) -> re.Match[str] | None:
    """The first of several forms found in `text`; each is a sign that it cannot do without, and its pattern."""
    for sign, form in forms:
        if sign in text and (found := compiled(form).search(text)):
            return found
    return None

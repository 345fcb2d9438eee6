"""Which part of an output a trigger looks at: all of it, its prose, or its code.

What is left out is replaced by blanks of the same length, so that places stay true.
"""

from __future__ import annotations

import re
from functools import cache


def prose(text: str) -> str:
    """`text` with code, quoted lines and quotations blanked out."""
    return _blanked(_quotation(), _blanked(_code(), text))


def unquoted(text: str) -> str:
    """`text` with quoted lines and quotations blanked out; data is left as it is, its quotes are no quotation."""
    return text if looks_like_data(text) else _blanked(_quotation(), text)


def code(text: str) -> str:
    """`text` with all but its code blanked out; an output without any fence or inline code is all code."""
    spans = [match.span() for match in _code().finditer(text)]
    if not spans:
        return text
    kept, at = [], 0
    for start, end in spans:
        kept += [_blank(text[at:start]), text[start:end]]
        at = end
    return "".join([*kept, _blank(text[at:])])


def looks_like_data(text: str) -> bool:
    """Whether a text is JSON or another record rather than prose."""
    start = text.lstrip()[:1]
    return bool(start) and start in "{[<"


@cache
def _code() -> re.Pattern[str]:
    return re.compile(r"^[ \t]{0,3}```[^\n]*\n.*?(?:^[ \t]{0,3}```|\Z)|`[^`\n]{1,300}`", re.M | re.S)


@cache
def _quotation() -> re.Pattern[str]:
    # A quotation has a blank in it: "done" in quotes is a word that is spoken of, and is harmless either way.
    return re.compile(r"^[ \t]{0,3}>[^\n]*|(?<![\w\\])\"[^\"\n]{1,400}\"(?!\w)|“[^”\n]{1,400}”|«[^»\n]{1,400}»", re.M)


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: _blank(match[0]), text)


def _blank(text: str) -> str:
    return "\n".join([" " * len(line) for line in text.split("\n")])

"""Fields that were filled without saying anything: placeholders, and words that carry no content.

Sources have rules of their own (`sources`), which are stricter: "missing" or "verify" alone is no source, and yet
"missing values" is a metric and "Verify first, since the log may be stale" a reason. Here the whole text has to be a
placeholder, or begin with a marker that no sentence begins with.
"""

from __future__ import annotations

import functools
import re

from dankaro_quality.canonical import canonical, folded
from dankaro_quality.lexicon import EMPTY_ANSWERS, FUNCTION_WORDS, NOUN_MARKERS, PLACEHOLDERS

_rx = functools.cache(re.compile)

MAX_READ = 20_000  # characters; a longer text that begins with words is content
MAX_FRAGMENT = 12  # words; "to be added once the review is over" is a note, a longer text says more

AROUND = ".,;:!?()[]{}<>\"'`“”‘’«»*_|—–-…=#~/\\"

TEMPLATE = r"<[^\W\d][^<>=/]{0,60}>|\[[^\W\d]+(?:[ '-][^\W\d]+){0,8}\]|\$?\{\{?[\w .-]{1,60}\}\}?|%\w{1,40}%"
FRAGMENT = (
    r"to be (?:added|announced|completed|confirmed|decided|defined|delivered|determined|done|filled|provided|specified"
    r"|supplied|updated|written)\b.*|(?:to follow|will follow|coming soon|work in progress|wip)\b.*"
    r"|(?:add|enter|fill in|insert|paste|put|type|write|your)\b.{0,80}\bhere"
)
OPENINGS = frozenset(  # of a fragment: looked at first, so that the pattern is rarely needed
    ("to", "will", "coming", "work", "wip", "add", "enter", "fill", "insert", "paste", "put", "type", "write", "your")
)


def is_placeholder(text: str, extra: tuple[str, ...] = ()) -> bool:
    """Whether a field's text is empty or something that was to be replaced; `extra` are phrases of a team."""
    plain = canonical(text[:MAX_READ])
    words = _words(folded(plain))
    if not words:
        return True
    said = " ".join(words)
    own = tuple([" ".join(_words(folded(phrase))) for phrase in extra])
    if said in EMPTY_ANSWERS or all(word in EMPTY_ANSWERS or word in PLACEHOLDERS for word in words):
        return True
    if any(phrase and f"{said} ".startswith(f"{phrase} ") for phrase in (*PLACEHOLDERS, *own)):
        return not any(said.startswith(noun) for noun in NOUN_MARKERS) or _is_marked(plain)
    if words[0] in OPENINGS and len(words) <= MAX_FRAGMENT and _rx(FRAGMENT).fullmatch(said):
        return True
    return plain[0] in "<[{$%" and _rx(TEMPLATE).fullmatch(folded(plain)) is not None


def is_blank(text: str) -> bool:
    """Whether nothing is left of a text without punctuation and bare tags: no letter, no digit, no pictogram."""
    if len(text) > MAX_READ:
        return not canonical(text)
    plain = _rx(r"</?[a-zA-Z][\w:-]{0,40} ?/?>|(?m:^ {0,3}(?:```|~~~).{0,40}$)").sub(
        " ", "\n".join(map(canonical, text.splitlines()))
    )
    return not any(sign.isalnum() or (sign > "\u2100" and not _is_punctuation(sign)) for sign in plain)


def _is_punctuation(sign: str) -> bool:
    import unicodedata

    return unicodedata.category(sign)[0] in "PZC"


def telling_words(text: str) -> set[str]:
    """The different words of a text that carry content: no articles, pronouns, conjunctions, no mere emphasis."""
    return {word for word in _split(folded(text)) if word not in FUNCTION_WORDS and _says_something(word)}


def _says_something(word: str) -> bool:
    return len(word) > 1 or not word.isascii() or word.isdigit()


def _is_marked(plain: str) -> bool:
    """Whether a noun ("todo", "placeholder") is meant as a mark: in capitals, or with punctuation behind it."""
    head = plain.lstrip("[(<{*_`\"'# ")
    noun = next((noun for noun in NOUN_MARKERS if head.lower().startswith(noun)), "")
    return not noun or head[: len(noun)].isupper() or head[len(noun) : len(noun) + 1] not in (" ", "-", "/", "s")


def _words(lower: str) -> list[str]:
    """Words without the punctuation around them, so that "n/a" stays one word."""
    words = [raw.strip(AROUND) for raw in lower.split()]
    return [word for word in words if any(map(str.isalnum, word))]


def _split(lower: str) -> list[str]:
    plain = lower.replace("'", "").replace("’", "")
    return "".join([sign if sign.isalnum() else " " for sign in plain]).split()

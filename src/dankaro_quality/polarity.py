"""A statement less its negations, and whether it is negated: two statements with one core contradict each other.

Deliberately narrow: the cores must be equal word for word (less articles, auxiliaries and endings), so that another
subject, time, place or condition keeps two statements apart. Paraphrases are not seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from dankaro_quality import lexicon
from dankaro_quality.canonical import canonical

MAX_TEXT = 1000  # characters; a longer statement is a paragraph, and no other one has its words
AROUND = ".,;:!?()[]{}\"'“”‘’«»…*_`"  # signs round a word that say nothing
MIN_WORDS = 2  # of a core; "It is." and "It is not." say too little to hold against each other


def polarity(text: str) -> tuple[str, bool] | None:
    """(core, negated) of one statement, or None when it is too short or too long to compare."""
    if len(text) > MAX_TEXT:
        return None
    folded = " ".join(canonical(text).casefold().replace("’", "'").split())
    for failing in lexicon.FAILING:
        folded = folded.replace(f" {failing} ", " not ")
    folded, negated = _opened(folded.replace("can't", "can not").replace("won't", "will not"))
    kept = []
    for raw in folded.replace("n't", " not").replace("cannot", "can not").split():
        word = raw.strip(AROUND)
        if word in lexicon.NEGATING:
            negated = not negated
        elif word in _opposites():
            kept.append(_stem(_opposites()[word]))
            negated = not negated
        elif word and word not in lexicon.COLOURLESS:
            kept.append(_stem(word))
    return (" ".join(kept), negated) if len(kept) >= MIN_WORDS else None


def polarities(texts: Sequence[str]) -> list[tuple[str, bool] | None]:
    """The polarity of each text that may be the negation of another one; None for all others.

    Most texts are told by a look for a few words: none that negates, and not the words of one that has.
    """
    folded = [text.casefold() if text.isascii() else canonical(text).casefold().replace("’", "'") for text in texts]
    found = [polarity(text) if _may_negate(plain) else None for text, plain in zip(texts, folded, strict=True)]
    longest = {max(one[0].split(), key=len)[:-1] for one in found if one}  # a stem: "supply" is in "supplies" without y
    for index, plain in enumerate(folded if longest else ()):
        if found[index] is None and any(stem in plain for stem in longest):
            found[index] = polarity(texts[index])
    return found


def _may_negate(plain: str) -> bool:
    """Whether a text has any of what makes `polarity` call a text negated."""
    return any(sign in plain for sign in _signs()) or ("no" in plain and bool(_no().search(plain)))


@cache
def _signs() -> tuple[str, ...]:
    opposites = [second for _, second in lexicon.OPPOSITES]
    longer = [word for word in lexicon.NEGATING if word not in ("no", "nor", "none")]
    return (*longer, "fail", "refuse", "false", "wrong", "untrue", *opposites)


@cache
def _no() -> re.Pattern[str]:
    return re.compile(r"\b(?:no|nor|none)\b")


def _opened(folded: str) -> tuple[str, bool]:
    """A statement without an opening that denies or affirms it, and whether that denies it."""
    for opening in lexicon.UNSAYING:
        if folded.startswith(opening + " "):
            return folded[len(opening) :], True
    for opening in lexicon.AFFIRMING:
        if folded.startswith((opening + " ", opening + ", ")):
            return folded[len(opening) :], False
    return folded, False


@lru_cache(4096)
def _stem(word: str) -> str:
    """A word without the ending that a verb loses beside "does not": supports, support."""
    if not word.isalpha() or len(word) < 5 or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("es") if word.endswith(("shes", "ches", "sses")) else word.removesuffix("s")


@cache
def _opposites() -> dict[str, str]:
    return {second: first for first, second in lexicon.OPPOSITES}

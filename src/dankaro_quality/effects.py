"""Which way the effect of a comparison points: better, no better, or not to be told from its words.

Read from the text of `Comparison.effect`: a signed difference (`+3.94x`, `-12%`), a ratio (`1.2x`), two figures
(`0.31 vs 0.28`, subject first; `from 0.28 to 0.31` or `0.28 -> 0.31`, baseline first) or a worded one (`12% lower`).
"""

from __future__ import annotations

import re
from functools import cache

from dankaro_quality.canonical import canonical
from dankaro_quality.contracts import Comparison
from dankaro_quality.lexicon import EFFECT_BETTER, EFFECT_DOWN, EFFECT_UP, EFFECT_WORSE
from dankaro_quality.values import Quantity, quantities

SIGNIFICANT = 0.05  # the decision level of the fields this is used in; the naive-baseline rule is stated at it


def figures(effect: str) -> list[Quantity]:
    """The figures of an effect; p-values and sample sizes ("n = 40") left out."""
    found = [one for one in quantities(effect) if one.unit != "p"]
    return [one for one in found if not _pattern("size").search(effect[max(0, one.start - 5) : one.start])]


def p_value(comparison: Comparison) -> float | None:
    """The largest p-value that a comparison states, in its field, its effect or its tests; None when it states none."""
    stated = [] if comparison.p_value is None else [float(comparison.p_value)]
    for text in (comparison.effect, *comparison.tests):
        stated += [float(quantity.number) for quantity in quantities(text) if quantity.unit == "p"]
    return max(stated, default=None)


def is_open(comparison: Comparison) -> bool:
    """Whether a comparison calls its own effect undecided: "n.s.", "not significant", an interval round zero."""
    return any(_calls_open(canonical(text)) for text in (comparison.effect, *comparison.tests))


def _calls_open(text: str) -> bool:
    lower = text.casefold()
    if "n.s." in lower or "not significant" in lower or "not statistically significant" in lower:
        return True
    interval = (
        _pattern("interval").search(text) if " ci" in f" {lower}".replace("(", " ") or "interval" in lower else None
    )
    ends = [float(end.replace("−", "-").replace(",", ".")) for end in interval.groups()] if interval else []
    return bool(ends) and ends[0] < 0 < ends[1]


def advantage(comparison: Comparison) -> bool | None:
    """True when the effect says that the subject is better, False when it is no better, None when it cannot be told."""
    effect = canonical(comparison.effect)
    difference = _difference(effect)
    if difference is None:
        return None
    size, by_merit = difference
    return size > 0 if by_merit or comparison.higher_is_better else size < 0


def _difference(effect: str) -> tuple[float, bool] | None:
    """The signed size of an effect, and whether its sign already says better or worse (not up or down)."""
    found = figures(effect)
    if not found:
        return None
    if len(found) > 1:
        between = effect[found[0].end : found[1].start].casefold()
        first, second = float(found[0].number), float(found[1].number)
        if _pattern("against").search(between):
            return first - second, False
        if _pattern("towards").search(between) or effect[: found[0].start].casefold().rstrip().endswith("from"):
            return second - first, False
    return _single(effect, found[0])


def _single(effect: str, figure: Quantity) -> tuple[float, bool]:
    size = float(figure.number)
    folded = effect.casefold()
    signed = figure.text.lstrip("~≈ ")[:1] in "+-−" or effect[: figure.start].rstrip().endswith(("+", "-", "−"))
    if figure.unit == "x" and not signed:
        size -= 1  # a ratio: 1x is no difference
    if _pattern("better").search(folded):
        return abs(size) if not signed else size, True
    if _pattern("worse").search(folded):
        return -abs(size), True
    if not signed and _pattern("down").search(folded) and not _pattern("up").search(folded):
        return -abs(size), False
    return size, False


@cache
def _pattern(name: str) -> re.Pattern[str]:
    words = {"better": EFFECT_BETTER, "worse": EFFECT_WORSE, "up": EFFECT_UP, "down": EFFECT_DOWN}
    if name in words:
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, words[name]))})\b")
    if name == "size":
        return re.compile(r"\b[nN] ?= ?$")
    if name == "interval":
        return re.compile(
            r"(?i)\b(?:CI|interval)\b[^\d+−-]{0,12}([+−-]?\d+[.,]?\d*)\s?%?\s?(?:to|,|;|–|\.\.|-)\s?([+−-]?\d+[.,]?\d*)"
        )
    return re.compile(
        r"\b(?:vs|versus|against|compared (?:to|with)|instead of)\b" if name == "against" else r"->|→|\bto\b"
    )

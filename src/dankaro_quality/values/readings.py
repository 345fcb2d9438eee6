"""A claim's value read as a number, an interval or a date."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dankaro_quality.patterns import compiled
from dankaro_quality.values.quantity import (
    MAX_DIGITS,
    NUMBER_WORDS,
    RANGE,
    Quantity,
    changed,
    compound,
    figure_at,
    hedges,
    months,
    paired,
    plain_signs,
    worded,
)
from dankaro_quality.values.units import HALF, ratio, shifted

MAX_VALUE_TEXT = 200  # a claim's value of more characters is prose, not a figure
Date = tuple[int | str, ...]
Reading = tuple[Quantity, Quantity]
"""A number as both ends of an interval; the same object twice for a single number."""


def readings(value: object) -> tuple[Reading, ...]:
    """The ways to read a value as a number, the likeliest first; empty for what is no number."""
    if isinstance(value, str):
        return _text_readings(value) if len(value) <= MAX_VALUE_TEXT else ()
    if isinstance(value, Quantity):
        return ((value, value),)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ()
    quantity = _plain(value)
    return ((quantity, quantity),) if quantity else ()


def _plain(value: float) -> Quantity | None:
    if isinstance(value, int):
        shown = str(value) if abs(value) < 10**MAX_DIGITS else ""  # printing a long number costs its square
        return Quantity(ratio(value), step=HALF, text=shown, written=ratio(value))
    if value - value != 0:  # NaN and the infinities
        return None
    shown = repr(value)
    if len(shown.partition("e")[0].strip("-0.").replace(".", "")) > 15:
        shown = format(value, ".15g")
    mantissa, _, exponent = shown.partition("e")
    whole, _, decimals = mantissa.partition(".")
    number = int(whole + decimals)
    shift = int(exponent or 0) - len(decimals)
    exact = shifted(number, shift)
    return Quantity(exact, step=shifted(1, shift) * ratio(1, 2), text=shown, written=exact)


@lru_cache(maxsize=4096)
def _text_readings(text: str) -> tuple[Reading, ...]:
    plain = plain_signs(text).strip()
    if not plain or dates(plain):
        return ()
    body = compiled(r"\s{0,3}\([^()]{0,200}\)\s*\Z").sub("", plain).rstrip("!;, ").removesuffix(".")
    hedge, start = _leading_hedge(body)
    body = body[start:].strip()
    share = compiled(r"(\d{1,6}) (?:out )?of (\d{1,6})").fullmatch(body)
    if share and int(share[2]):
        return _share_readings(int(share[1]), int(share[2]), body)
    if not body.isascii():
        body = compiled(r"(\d?)([½¼¾])").sub(lambda part: (part[1] or "0") + _FRACTIONS[part[2]], body)
    if not compiled(r"\d").search(body):
        return _worded_readings(body, hedge)
    if compiled(r"[-+]?0\d+").fullmatch(body):  # an identifier keeps its zeros
        return ()
    return tuple(_hedged_reading(reading, hedge) for reading in _digit_readings(body))


_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75"}
_NOTHING = frozenset(("zero", "none", "nil", "nought", "naught"))


def _share_readings(count: int, whole: int, body: str) -> tuple[Reading, ...]:
    """ "3 of 4" as the share and as the count."""
    share = Quantity(
        ratio(count, whole), "%", HALF * ratio(1, 100), text=body, end=len(body), written=ratio(count * 100, whole)
    )
    plain = Quantity(ratio(count), "", HALF, text=body, end=len(body), written=ratio(count))
    return (share, share), (plain, plain)


def _digit_readings(body: str) -> Iterator[Reading]:
    several = compiled(r"[-+]?\d[\d.]* ?[a-z]{1,12}[ ,]{0,2}(?:and )?\d").match(body)
    total = compound(body) if several else None
    if total:
        yield total, total
        return
    if ":" in body:
        yield from _clock_readings(body)
    for spelling in _spellings(body):
        reading = _whole_reading(spelling)
        if reading:
            yield reading


def _spellings(body: str) -> list[str]:
    """The value, and what else an "m" behind its number may stand for."""
    short = compiled(r"([-+]?\d+(?:\.\d+)?)( ?)m").fullmatch(body)
    if short is None:
        return [body]
    number, minutes = short[1], f"{short[1]} min"
    return [body, minutes] if short[2] else [f"{number}e-3", f"{number} m", minutes, f"{number} million"]


def _clock_readings(body: str) -> Iterator[Reading]:
    """A time with colons as a duration: "4:13:02", and "4:13" as hours and minutes or minutes and seconds."""
    parts = compiled(r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?").fullmatch(body)
    if parts is None:
        return
    first, second = int(parts[1]), int(parts[2])
    if parts[3]:
        amounts = [(3600 * first + 60 * second + int(parts[3]), HALF)]
    else:
        amounts = [(3600 * first + 60 * second, ratio(30)), (60 * first + second, HALF)]
    for seconds, step in amounts:
        total = Quantity(ratio(seconds), "s", step, text=body, end=len(body), written=ratio(seconds))
        yield total, total


def _whole_reading(body: str) -> Reading | None:
    """The interval that all of `body` states, or None."""
    first = figure_at(body, 0, value=True)
    if first is None:
        return None
    if first.end == len(body):
        return first, first
    span = compiled(RANGE).match(body, first.end)
    if span and not first.bound:
        second = figure_at(body, span.end(), value=True)
        if second and second.end == len(body):
            return _range(first, second)
    unit = compiled(r" ?([^\W\d_][^\W\d_.'’-]*(?: [^\W\d_]+){0,3})").fullmatch(body, first.end)
    if unit and not first.unit:
        named = changed(first, unit=unit[1].casefold().removesuffix("s"))
        return named, named
    return None


def _range(low: Quantity, high: Quantity) -> Reading | None:
    low, high = paired(low, high)
    return (low, high) if low.unit == high.unit and low.number < high.number else None


def _worded_readings(body: str, hedge: str) -> tuple[Reading, ...]:
    if body.lower() == "half":
        body = "one half"
    dozens = compiled(r"(?:([a-z]{1,6}) )?dozen").fullmatch(body.lower())
    if body.lower() in _NOTHING or (dozens and (dozens[1] or "a") in NUMBER_WORDS):
        number = ratio(12 * NUMBER_WORDS[dozens[1] or "a"] if dozens else 0)
        return (_hedged_reading((Quantity(number, "", HALF, text=body, written=number),) * 2, hedge),)
    words = body.lower().split("-")
    if len(body) > 1 and all(word in NUMBER_WORDS for word in words):
        number = ratio(sum(NUMBER_WORDS[word] for word in words))
        return (_hedged_reading((Quantity(number, "", HALF, text=body, written=number),) * 2, hedge),)
    found = list(worded(body))
    if len(found) != 1 or found[0].start or found[0].end != len(body):
        return ()
    return (_hedged_reading((found[0], found[0]), hedge),)


def _hedged_reading(reading: Reading, hedge: str) -> Reading:
    if not hedge:
        return reading
    changes: dict[str, object] = {"approximate": True, **({"bound": hedge} if hedge in "<>" else {})}
    low = changed(reading[0], **changes)
    return (low, low) if reading[0] is reading[1] else (low, changed(reading[1], **changes))


def _leading_hedge(body: str) -> tuple[str, int]:
    """The hedge at the start of a value ("~", "<" or ">", else ""), and where the figure begins."""
    signs = body[:1] in "~≈≃∼<>≤≥c" and compiled(r"[~≈≃∼]|[<>]=?|[≤≥]|c(?:irca|a?\.)(?= ?\d)").match(body)
    if signs:
        return "~" if signs[0][0] in "~≈≃∼c" else "<" if signs[0][0] in "<≤" else ">", signs.end()
    if body.startswith(("between ", "from ")):
        return "", body.index(" ")
    words = body.lower().split(None, 4)[:-1]
    for count in range(min(3, len(words)), 0, -1):
        hedge = hedges()[0].get(" ".join(words[:count]), "")
        if hedge:
            return hedge, _end_of_words(body, count)
    return "", 0


def _end_of_words(body: str, count: int) -> int:
    *_, last = (word for _, word in zip(range(count), compiled(r"\S+").finditer(body), strict=False))
    return last.end()


def years(value: object) -> list[Date]:
    """A bare number as a year."""
    shown = str(value) if isinstance(value, (int, str)) else ""
    return [(int(shown),)] if len(shown) == 4 and shown.isascii() and shown.isdigit() else []


def dates(value: object) -> list[Date]:
    """The ways to read a value as a date: (year, month), (year, month, day) or with the time as text."""
    if not isinstance(value, str) or not 4 <= len(value) <= 40 or not compiled(r"\d").search(value):
        return []
    text = plain_signs(value).strip().rstrip(".")
    numeric = any(sign in text for sign in "-/.") and (text[:4].isdigit() or max(map(text.count, "-/.")) > 1)
    read = (_numeric_dates(text) if numeric else []) or (
        _named_dates(text) if any(name in text.lower() for name in months()) else []
    )
    return [date for date in read if _is_possible(date)]


def _numeric_dates(text: str) -> list[Date]:
    iso = compiled(r"(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2})(?:[T ](\d\d:\d\d.{0,20}))?)?").fullmatch(text)
    if iso and (iso[4] or (iso[2] == "-" and len(iso[3]) == 2)):
        parts = [int(part) for part in (iso[1], iso[3], iso[4]) if part]
        return [(*parts, *([iso[5].upper()] if iso[5] else []))]
    common = compiled(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})").fullmatch(text)
    if common is None:
        return []
    first, second, year = int(common[1]), int(common[3]), int(common[4])
    read = {(year, second, first), (year, first, second)} if common[2] != "." else {(year, second, first)}
    return [date for date in sorted(read) if _is_possible(date)]


def _named_dates(text: str) -> list[Date]:
    day = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
    words = compiled(
        rf"(?:[a-z]{{3,9}}day,? )?(?:{day} (?:of )?(?P<a>[a-z]{{3,9}})\.?,? (?P<y>\d{{4}})"
        rf"|(?P<b>[a-z]{{3,9}})\.? (?:{day.replace('<d>', '<e>')},? )?(?P<z>\d{{4}}))"
    ).fullmatch(" ".join(text.lower().split()))
    month = months().get(words["a"] or words["b"]) if words else None
    if words is None or month is None:
        return []
    number = words["d"] or words["e"]
    return [(int(words["y"] or words["z"]), month, *([int(number)] if number else []))]


def _is_possible(date: Date) -> bool:
    month, day = (*date[1:3], 1, 1)[:2] if len(date) == 2 else date[1:3]
    return isinstance(month, int) and isinstance(day, int) and 1 <= month <= 12 and 1 <= day <= _MONTH_DAYS[month - 1]


_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

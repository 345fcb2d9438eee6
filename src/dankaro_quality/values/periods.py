"""Stretches of the calendar and times of day: "Q1 2024", "early 2020", "the 1990s", "10 am"."""

from __future__ import annotations

from functools import lru_cache

from dankaro_quality.patterns import compiled
from dankaro_quality.values.readings import dates, years

Period = tuple[int, int]
"""The first and the last month of a stretch, counted from the year 0."""

_PARTS = {"early": (0, 5), "mid": (3, 8), "late": (6, 11)}  # months of a year, wide enough for what people call so


def period(value: object) -> Period | None:
    """The months that a value names as part of a year, a decade or a century; None for everything else."""
    return _period(value) if isinstance(value, str) and 4 <= len(value) <= 40 else None


def covered(value: object) -> list[Period]:
    """The months of a value: of such a stretch, of a date, or of a bare year."""
    named = period(value)
    if named:
        return [named]
    found = []
    for date in dates(value) or years(value):
        first = int(date[0]) * 12
        month = int(date[1]) - 1 if len(date) > 1 else None
        found.append((first, first + 11) if month is None else (first + month, first + month))
    return found


@lru_cache(maxsize=512)
def _period(text: str) -> Period | None:
    plain = " ".join(text.casefold().replace("'", "").strip(" .").split())
    part = compiled(
        r"(?:(?P<a>[qh])(?P<n>[1-4])[ /-]?(?P<y>\d{4})|(?P<z>\d{4})[ /-]?(?P<b>[qh])(?P<m>[1-4]))"
    ).fullmatch(plain)
    if part:
        length = 3 if (part["a"] or part["b"]) == "q" else 6
        number = int(part["n"] or part["m"]) - 1
        first = int(part["y"] or part["z"]) * 12 + number * length
        return (first, first + length - 1) if number * length < 12 else None
    rough = compiled(r"(early|mid|late)[ -](?:in )?(\d{4})").fullmatch(plain)
    if rough:
        first, last = _PARTS[rough[1]]
        return int(rough[2]) * 12 + first, int(rough[2]) * 12 + last
    decade = compiled(r"(?:the )?(\d{3}0)s").fullmatch(plain)
    if decade:
        return int(decade[1]) * 12, int(decade[1]) * 12 + 119
    century = compiled(r"(?:the )?(\d{1,2})(?:st|nd|rd|th) century").fullmatch(plain)
    if century:
        first = (int(century[1]) - 1) * 1200
        return first, first + 1211  # "the 19th century" may begin in 1800 or in 1801
    return None


def clock(value: object) -> tuple[int, bool] | None:
    """A time of day in minutes, and whether it says am or pm; None for what is no time."""
    if not isinstance(value, str) or len(value) > 12:
        return None
    found = compiled(r"(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])?\.?(?(3)m)\.?").fullmatch(value.strip().casefold())
    if found is None or (not found[3] and not found[2]):
        return None
    hour, half = int(found[1]), found[3]
    if hour > (12 if half else 24) or (half and not hour):
        return None
    hour = hour % 12 + 12 * (half == "p") if half else hour
    return hour * 60 + int(found[2] or 0), bool(half)

"""The normal form of figures, units, dates and money, and the two relations between values.

`same(a, b)` says that two values are one value, however they are written; `compatible(a, b)` that they could be the
same number at the precision they are printed with. `quantities(text)` finds the figures of running text,
`figures(value)` those of a claim's value, and `declares` says whether a figure is among the declared ones.

Conventions, each of which a test holds:

- Numbers are exact (`Ratio`): nothing is compared as a float, and 9007199254740993 is not its neighbour. A float is
  read from its shortest decimal form, at most 15 digits of it, so that 0.1 + 0.2 is 0.3.
- A comma before exactly three digits groups thousands ("1,234"), any other single comma is a decimal one ("36,8");
  a single point is a decimal point, several group thousands ("1.234.567"). With both, the last one is the decimal.
- A percentage is its share: "12%" is 0.12. Points of a percentage count as percent, a multiple ("3x") has the unit x.
- A bare number is the same as a number with a unit when it is the number that is written ("5.4" and "5.4 mV",
  800000 and "$800,000", 12 and "12%") or its amount in the base unit. A unit that only one side names makes no
  difference; two units of different kinds do. This is the only case in which values with unequal normal forms
  are the same.
- A unit that is not known is never converted: with another unit beside it nothing can be said, so the two are
  compatible and not the same.
- "m" alone, written against its number, is milli in the normal form ("500m" is 0.5); `compatible` also reads it as
  metres, minutes and millions, whichever fits. In running text it is a length.
- Truth values are no numbers; the words true and yes, false and no are truth values.
- "about 39" has the normal form of 39, ">60" has its own; `compatible` gives an approximation a tenth of its size.
- A remark in brackets after a number is left out: "70 (rounded)" is 70.
- NaN, infinities and numbers of more than 40 digits are text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator
from functools import cache, lru_cache
from math import gcd

from dankaro_quality.frozen import frozen, rebuild
from dankaro_quality.lexicon import APPROXIMATE, AT_LEAST, AT_MOST, NUMBERED_THINGS, VERSIONED_THINGS

MAX_DIGITS = 40  # longer runs are identifiers or attacks; they compare as text
MAX_EXPONENT = 250  # leaves room for scale and unit below the largest double
MAX_VALUE_TEXT = 200  # a claim's value of more characters is prose, not a figure
_UNSPACED = "\u2e80"  # here the scripts begin that are written without blanks
LOOK_BACK = 24  # characters before a figure in which "at least", "p =", "Table" and the like may stand
MAX_KEPT_TEXT = 4000  # figures of texts this short are remembered: several rules read the same claim
APPROXIMATION = 10  # "about 40" covers a tenth of 40 to either side


class Ratio(tuple[int, int]):
    """An exact number as (numerator, denominator) in lowest terms, the denominator positive; made by `ratio`.

    A tuple, because it is hashed and compared by the thousand; `fractions` would cost 6 ms to import.
    """

    __slots__ = ()

    def __float__(self) -> float:
        return self[0] / self[1]

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return self[0] * other[1] < other[0] * self[1]

    def __le__(self, other: tuple[int, ...]) -> bool:
        return self[0] * other[1] <= other[0] * self[1]

    def __gt__(self, other: tuple[int, ...]) -> bool:
        return self[0] * other[1] > other[0] * self[1]

    def __ge__(self, other: tuple[int, ...]) -> bool:
        return self[0] * other[1] >= other[0] * self[1]

    def __add__(self, other: Ratio) -> Ratio:  # type: ignore[override]
        return ratio(self[0] * other[1] + other[0] * self[1], self[1] * other[1])

    def __sub__(self, other: Ratio) -> Ratio:
        return ratio(self[0] * other[1] - other[0] * self[1], self[1] * other[1])

    def __mul__(self, other: Ratio) -> Ratio:  # type: ignore[override]
        return ratio(self[0] * other[0], self[1] * other[1])

    def __neg__(self) -> Ratio:
        return Ratio((-self[0], self[1]))

    def __abs__(self) -> Ratio:
        return self if self[0] >= 0 else -self

    def __repr__(self) -> str:
        return f"Ratio({self[0]}, {self[1]})" if self[1] != 1 else f"Ratio({self[0]})"


def ratio(numerator: int, denominator: int = 1) -> Ratio:
    """The number in lowest terms; a denominator of zero is a ZeroDivisionError."""
    if denominator == 1:
        return Ratio((numerator, 1))
    if not denominator:
        raise ZeroDivisionError("a ratio over zero")
    common = gcd(numerator, denominator) if denominator > 0 else -gcd(numerator, denominator)
    return Ratio((numerator // common, denominator // common))


ONE, ZERO = ratio(1), ratio(0)


@frozen
class Quantity:
    """One figure: its exact amount in the base unit, and how it was printed.

    `unit` is "" for a bare number, "%", "x", "p" (a p-value), "$", an ISO code ("EUR"), or the base unit of what is
    measured ("s", "m", "kg", "B", "m/s"); a percentage has its share as `number`. `step` is half a unit of the last
    printed digit (or what follows a plus-minus sign), `written` the number before scale and unit are applied,
    `bound` ">" for at least and "<" for at most. `start` and `end` are its place in the text, sign and currency
    included; they are 0 for a value that is not from text.
    """

    number: Ratio
    unit: str = ""
    step: Ratio = ZERO
    approximate: bool = False
    text: str = ""
    start: int = 0
    end: int = 0
    written: Ratio = ZERO
    bound: str = ""


# Relations


def normal(value: object) -> Hashable:
    """The normal form of a value: text, number, truth value, None, a `Quantity`, or a list of these."""
    if isinstance(value, (list, tuple)):
        return ("list", *(normal(item) for item in value))
    if isinstance(value, str):
        return _normal_text(value)
    if value is None or isinstance(value, bool):
        return ("truth", value)
    return _form(_readings(value)[0])


def same(a: object, b: object) -> bool:
    """Whether two values are one value: equal normal forms, or equal but for a unit that one of them leaves out."""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return normal(a) == normal(b) or _differ_by_unit_left_out(a, b)


def compatible(a: object, b: object) -> bool:
    """Whether two values could be the same number at the precision and approximation they are printed with.

    Ranges and bounds contain ("20-25", ">60"), a coarser date covers a finer one (2017 and 2017-02-09), None goes
    with everything. A list and a single value go together when each element does. Text without a figure is
    compatible with equal text only; text with figures is compared by its figures.
    """
    if a is None or b is None:
        return True
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        return _lists_compatible(a, b)
    if normal(a) == normal(b):
        return True
    if isinstance(a, bool) or isinstance(b, bool):
        return False
    return _dates_compatible(a, b) or _figures_compatible(a, b)


def declares(declared: Collection[Quantity] | Declared, figure: Quantity) -> bool:
    """Whether a figure is stated among the declared ones: equal amount and unit, a percentage also as its share.

    A declared number without a unit declares the figure that is written with that number. A figure without a sign
    is declared by a negative number of its size, and the other way round, since text says it in words ("fell by
    24%"); a plus sign and a minus sign stay apart. Whoever asks for many figures builds one `Declared` and asks that.
    """
    return figure in (declared if isinstance(declared, Declared) else Declared(declared))


_SIGNS = frozenset("+-−–")


class Declared:
    """An index over declared figures, so that asking for a figure takes the same time however many there are."""

    __slots__ = ("_forms",)

    def __init__(self, quantities: Iterable[Quantity]) -> None:
        self._forms: set[tuple[str, Ratio]] = set()
        for quantity in quantities:
            for number in (quantity.number, abs(quantity.number)):
                sign = "" if number is quantity.number else "abs "
                self._forms.add((sign + quantity.unit, number))
                if quantity.unit == "%":
                    self._forms.add((sign, number))
            if quantity.end and quantity.text[:1] not in _SIGNS:
                self._forms.add((quantity.unit, -quantity.number))

    def __contains__(self, figure: object) -> bool:
        if not isinstance(figure, Quantity):
            return False
        wanted = {(figure.unit, figure.number), ("", figure.number), ("", figure.written)}
        if figure.unit == "%" and not figure.step[0]:
            wanted.update(_rounded_shares(figure.number))
        if not wanted.isdisjoint(self._forms):
            return True
        return figure.text[:1] not in _SIGNS and not {("abs " + unit, number) for unit, number in wanted}.isdisjoint(self._forms)


def _rounded_shares(share: Ratio) -> Iterator[tuple[str, Ratio]]:
    """A share in words as percentages are printed: one-third is declared by 33%, 33.3% and 33.33%."""
    for places in (100, 1000, 10_000):
        rounded = (2 * share[0] * places + share[1]) // (2 * share[1])
        yield "%", ratio(rounded, places)
        yield "", ratio(rounded * 100, places)


def figures(value: object) -> list[Quantity]:
    """The figures that a claim's value states: one for a number, both ends of a range, those of a text or a list."""
    if isinstance(value, (list, tuple)):
        return [figure for item in value for figure in figures(item)]
    found = _readings(value)
    if not found:
        return quantities(value) if isinstance(value, str) and not _dates(value) else []
    low, high = found[0]
    return [low] if low is high else [low, high]


# One value

Reading = tuple[Quantity, Quantity]
"""A number as both ends of an interval; the same object twice for a single number."""


def _normal_text(text: str) -> Hashable:
    read = _readings(text)
    if read:
        return _form(read[0])
    dates = _dates(text)
    if len(dates) == 1:
        return ("date", *dates[0])
    folded = _folded(text)
    if folded in ("true", "yes", "false", "no"):
        return ("truth", folded in ("true", "yes"))
    return ("text", folded)


def _form(reading: Reading) -> Hashable:
    low, high = reading
    if low is not high:
        return ("range", _form((low, low)), _form((high, high)))
    unit = "" if low.unit == "%" else low.unit
    spread = (low.step,) if "±" in low.text else ()
    return ("number", low.bound, unit, low.number[0], low.number[1], *spread)


def _folded(text: str) -> str:
    """Text without case, runs of blanks, and the punctuation and quotation marks around it."""
    if not text.isascii() and len(text) <= 1000:  # normalising long runs of combining marks is quadratic
        from unicodedata import normalize

        text = normalize("NFKC", text)
    folded = " ".join(text.casefold().split()).strip("\"'“”‘’«»` ")
    return folded.rstrip(".!,;: ") or folded


def _readings(value: object) -> tuple[Reading, ...]:
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
        return Quantity(ratio(value), step=_HALF, text=str(value) if value < 10**MAX_DIGITS else "", written=ratio(value))
    if value - value != 0:  # NaN and the infinities
        return None
    shown = repr(value)
    if len(shown.partition("e")[0].strip("-0.").replace(".", "")) > 15:
        shown = format(value, ".15g")
    mantissa, _, exponent = shown.partition("e")
    whole, _, decimals = mantissa.partition(".")
    number = int(whole + decimals)
    shift = int(exponent or 0) - len(decimals)
    exact = _shifted(number, shift)
    return Quantity(exact, step=_shifted(1, shift) * ratio(1, 2), text=shown, written=exact)


def _shifted(number: int, places: int) -> Ratio:
    return ratio(number * 10**places) if places >= 0 else ratio(number, 10**-places)


def _differ_by_unit_left_out(a: object, b: object) -> bool:
    for one, other in zip(_readings(a)[:1], _readings(b)[:1], strict=False):
        bare, full = (one, other) if not one[0].unit else (other, one)
        if full[0].unit and not bare[0].unit:
            pairs = list(zip(bare, full, strict=True))
            return all(_form((x, x))[1] == _form((y, y))[1] for x, y in pairs) and (
                all(x.number == y.number for x, y in pairs) or all(x.number == y.written for x, y in pairs)
            )
    return False


def _lists_compatible(a: object, b: object) -> bool:
    if not isinstance(a, (list, tuple)):
        a, b = b, a
    if not isinstance(a, (list, tuple)):
        return False
    if isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(compatible, a, b))
    return all(compatible(item, b) for item in a)


def _dates_compatible(a: object, b: object) -> bool:
    """Whether a reading of one as a date begins with a reading of the other: a year covers its days."""
    ours, theirs = _dates(a), _dates(b)
    if not ours and not theirs:
        return False
    for one in ours or _years(a):
        for other in theirs or _years(b):
            shorter = min(len(one), len(other))
            if one[:shorter] == other[:shorter]:
                return True
    return False


def _years(value: object) -> list[tuple[int | str, ...]]:
    """A bare number as a year."""
    shown = str(value) if isinstance(value, (int, str)) else ""
    return [(int(shown),)] if len(shown) == 4 and shown.isascii() and shown.isdigit() else []


def _figures_compatible(a: object, b: object) -> bool:
    ours, theirs = _readings(a), _readings(b)
    if ours and theirs:
        return any(_meet(one, other) for one in ours for other in theirs)
    mine = [reading[0] for reading in ours[:1]] or (quantities(a) if isinstance(a, str) else [])
    yours = [reading[0] for reading in theirs[:1]] or (quantities(b) if isinstance(b, str) else [])
    if not mine or len(mine) != len(yours):
        return False
    return all(_meet((x, x), (y, y)) for x, y in zip(mine, yours, strict=True))


def _meet(a: Reading, b: Reading) -> bool:
    ours, theirs = a[0].unit, b[0].unit
    if ours != theirs and ours and theirs and {ours, theirs} != {"%", "x"}:
        return not (_is_known(ours) and _is_known(theirs))
    if ours == theirs and _is_slip(a, b):
        return False
    if _overlap(a, b):
        return True
    return (_is_bare(a) and _overlap(a, _as_written(b))) or (_is_bare(b) and _overlap(_as_written(a), b))


def _is_slip(a: Reading, b: Reading) -> bool:
    """The same digits under two scales of one unit ("1G" and "1Gi") are two amounts, never a rounding."""
    one, other = a[0], b[0]
    scaled = one.written != one.number and other.written != other.number
    return scaled and a[1] is one and b[1] is other and one.written == other.written and one.number != other.number


def _is_bare(reading: Reading) -> bool:
    return all(not end.unit and end.written == end.number for end in reading)


def _as_written(reading: Reading) -> Reading:
    """The reading with the numbers as they are printed, its unit and scale left out."""
    low, high = (_unscaled(end) for end in reading)
    return (low, low) if reading[0] is reading[1] else (low, high)


def _unscaled(quantity: Quantity) -> Quantity:
    number, written = quantity.number, quantity.written
    if not number[0] or not written[0]:
        return quantity
    shrink = written * ratio(number[1], number[0])
    return _changed(quantity, number=written, step=abs(quantity.step * shrink), unit="")


def _overlap(a: Reading, b: Reading) -> bool:
    """Whether one interval touches the other, widened by what its print leaves open."""
    return _touch(_limits(a, ZERO), _limits(b, _slack(b))) or _touch(_limits(a, _slack(a)), _limits(b, ZERO))


def _limits(reading: Reading, slack: Ratio) -> tuple[Ratio | None, Ratio | None]:
    low, high = reading
    return None if low.bound == "<" else low.number - slack, None if high.bound == ">" else high.number + slack


def _slack(reading: Reading) -> Ratio:
    """Half a unit of the last digit, more for an approximation; the ends of a range and a bound are meant as limits."""
    low, high = reading
    roughly = max(abs(low.number), abs(high.number), key=float) * ratio(1, APPROXIMATION)
    if low.bound or high.bound or low is not high:
        return roughly if low.approximate and not low.bound else ZERO
    return roughly if low.approximate and low.step < roughly else low.step


def _touch(a: tuple[Ratio | None, Ratio | None], b: tuple[Ratio | None, Ratio | None]) -> bool:
    below = a[0] is None or b[1] is None or a[0] <= b[1]
    above = a[1] is None or b[0] is None or b[0] <= a[1]
    return below and above


def _changed(quantity: Quantity, **changes: object) -> Quantity:
    """The quantity with some fields changed; `dataclasses.replace` without its import."""
    made: Quantity = rebuild(Quantity, tuple(changes.get(name, getattr(quantity, name)) for name in _FIELDS))
    return made


_FIELDS = ("number", "unit", "step", "approximate", "text", "start", "end", "written", "bound")


# Reading text as a value


@lru_cache(maxsize=4096)
def _text_readings(text: str) -> tuple[Reading, ...]:
    plain = _ascii(text).strip()
    if not plain or _dates(plain):
        return ()
    body = _pattern(r"\s{0,3}\([^()]{0,200}\)\s*\Z").sub("", plain).rstrip("!;, ").removesuffix(".")
    hedge, start = _leading_hedge(body)
    body = body[start:].strip()
    if not _pattern(r"\d").search(body):
        return _worded_readings(body, hedge)
    if _pattern(r"[-+]?0\d+").fullmatch(body):  # an identifier keeps its zeros
        return ()
    return tuple(_hedged_reading(reading, hedge) for reading in _digit_readings(body))


def _digit_readings(body: str) -> Iterator[Reading]:
    milli = _pattern(r"([-+]?\d+(?:\.\d+)?)m").fullmatch(body)
    spellings = [f"{milli[1]}e-3", f"{milli[1]} m", f"{milli[1]} min", f"{milli[1]} million"] if milli else [body]
    if _pattern(r"[-+]?\d+(?:\.\d+)? m").fullmatch(body):
        spellings.append(f"{body}in")
    for spelling in spellings:
        reading = _whole_reading(spelling)
        if reading:
            yield reading


def _whole_reading(body: str) -> Reading | None:
    """The interval that all of `body` states, or None."""
    first = _figure_at(body, 0, value=True)
    if first is None:
        return None
    if first.end == len(body):
        return first, first
    rest = body[first.end :]
    if first.unit == "s" or _pattern(r"[-+]?\d+(?:\.\d+)? ?m\b").match(body):
        total = _duration(body)
        if total:
            return total, total
    span = _pattern(_RANGE).match(body, first.end)
    if span and not first.bound:
        second = _figure_at(body, span.end(), value=True)
        if second and second.end == len(body):
            return _range(first, second)
    unit = _pattern(r" ?([^\W\d_][^\W\d_.'’-]*(?: [^\W\d_]+){0,3})").fullmatch(rest)
    if unit and not first.unit:
        named = _changed(first, unit=unit[1].casefold().removesuffix("s"))
        return named, named
    return None


def _range(low: Quantity, high: Quantity) -> Reading | None:
    if _lacks_unit_of(low, high):
        low = _in_unit_of(low, high)
    return (low, high) if low.unit == high.unit and low.number < high.number else None


def _lacks_unit_of(low: Quantity, high: Quantity) -> bool:
    """Whether the first figure of a range leaves unit or scale to the second: "20-25 %", "$5-10 million"."""
    return low.written == low.number and (not low.unit or (low.unit == high.unit and low.text[:1] in "$€£¥₹"))


def _in_unit_of(bare: Quantity, other: Quantity) -> Quantity:
    """A bare figure with the scale and unit of the one after it: the first of "20-25 %"."""
    if other.unit == "°C" or not other.written[0]:
        return _changed(bare, unit=other.unit)
    factor = other.number * ratio(other.written[1], other.written[0])
    return _changed(bare, number=bare.number * factor, step=bare.step * factor, unit=other.unit)


def _duration_at(text: str, start: int) -> Quantity | None:
    """A time in several units ("1 h 30 min") that begins at `start` in running text."""
    several = _pattern(_DURATION).match(text, start)
    total = _duration(several[0]) if several else None
    return _changed(total, start=start, end=start + len(total.text)) if total else None


def _duration(body: str) -> Quantity | None:
    """A time in several units ("1 h 30 min"); one sign covers all its parts."""
    sign = -1 if body.startswith("-") else 1
    total, at, step, parts = ZERO, len(body) - len(body.lstrip("+-")), ZERO, 0
    while at < len(body) and parts < 6:
        part = _pattern(r"(\d{1,9}(?:\.\d{1,9})?) ?([a-z]{1,12})[ ,]{0,2}(?:and )?").match(body, at)
        name = "min" if part and part[2] == "m" else part[2] if part else ""
        unit, factor = _units().get(name, ("", ONE))
        if part is None or unit != "s":
            return None
        figure = _figure_at(part[1], 0, value=True)
        if figure is None:
            return None
        total, step, at, parts = total + figure.number * factor, figure.step * factor, part.end(), parts + 1
    total = total * ratio(sign)
    return Quantity(total, "s", step, text=body, end=len(body), written=total) if at == len(body) else None


def _worded_readings(body: str, hedge: str) -> tuple[Reading, ...]:
    if body.lower() in _NUMBER_WORDS and len(body) > 1:
        number = ratio(_NUMBER_WORDS[body.lower()])
        return (_hedged_reading((Quantity(number, "", _HALF, text=body, written=number),) * 2, hedge),)
    found = list(_worded(body))
    if len(found) != 1 or found[0].start or found[0].end != len(body):
        return ()
    return (_hedged_reading((found[0], found[0]), hedge),)


def _hedged_reading(reading: Reading, hedge: str) -> Reading:
    if not hedge:
        return reading
    changes = {"approximate": True, **({"bound": hedge} if hedge in "<>" else {})}
    low = _changed(reading[0], **changes)
    return (low, low) if reading[0] is reading[1] else (low, _changed(reading[1], **changes))


def _leading_hedge(body: str) -> tuple[str, int]:
    """The hedge at the start of a value ("~", "<" or ">", else ""), and where the figure begins."""
    signs = _pattern(r"[~≈≃∼]|[<>]=?|[≤≥]|c(?:irca|a?\.)(?= ?\d)").match(body)
    if signs:
        return "~" if signs[0][0] in "~≈≃∼c" else "<" if signs[0][0] in "<≤" else ">", signs.end()
    words = body.lower().split(None, 4)[:-1]
    for count in range(min(3, len(words)), 0, -1):
        hedge = _hedges()[0].get(" ".join(words[:count]), "")
        if hedge:
            return hedge, _end_of_words(body, count)
    return "", 0


def _end_of_words(body: str, count: int) -> int:
    *_, last = (word for _, word in zip(range(count), _pattern(r"\S+").finditer(body), strict=False))
    return last.end()


@cache
def _hedges() -> tuple[dict[str, str], frozenset[str]]:
    """The hedges and what they mean, and the last words of them."""
    known = {**dict.fromkeys(APPROXIMATE, "~"), **dict.fromkeys(AT_MOST, "<"), **dict.fromkeys(AT_LEAST, ">")}
    return known, frozenset(hedge.split()[-1] for hedge in known)


# Dates


def _dates(value: object) -> list[tuple[int | str, ...]]:
    """The ways to read a value as a date: (year, month), (year, month, day) or with the time as text."""
    if not isinstance(value, str) or not 4 <= len(value) <= 40 or not _pattern(r"\d").search(value):
        return []
    text = _ascii(value).strip().rstrip(".")
    read = _numeric_dates(text) or _named_dates(text)
    return [date for date in read if _is_possible(date)]


def _numeric_dates(text: str) -> list[tuple[int | str, ...]]:
    iso = _pattern(r"(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2})(?:[T ](\d\d:\d\d.{0,20}))?)?").fullmatch(text)
    if iso and (iso[4] or (iso[2] == "-" and len(iso[3]) == 2)):
        parts = [int(part) for part in (iso[1], iso[3], iso[4]) if part]
        return [(*parts, *([iso[5].upper()] if iso[5] else []))]
    common = _pattern(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})").fullmatch(text)
    if common is None:
        return []
    first, second, year = int(common[1]), int(common[3]), int(common[4])
    read = {(year, second, first), (year, first, second)} if common[2] != "." else {(year, second, first)}
    return [date for date in sorted(read) if _is_possible(date)]


def _named_dates(text: str) -> list[tuple[int | str, ...]]:
    day = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
    words = _pattern(
        rf"(?:[a-z]{{3,9}}day,? )?(?:{day} (?:of )?(?P<a>[a-z]{{3,9}})\.?,? (?P<y>\d{{4}})"
        rf"|(?P<b>[a-z]{{3,9}})\.? (?:{day.replace('<d>', '<e>')},? )?(?P<z>\d{{4}}))"
    ).fullmatch(" ".join(text.lower().split()))
    month = _months().get((words["a"] or words["b"])) if words else None
    if words is None or month is None:
        return []
    number = words["d"] or words["e"]
    return [(int(words["y"] or words["z"]), month, *([int(number)] if number else []))]


def _is_possible(date: tuple[int | str, ...]) -> bool:
    month, day = (*date[1:3], 1, 1)[:2] if len(date) == 2 else date[1:3]
    return isinstance(month, int) and isinstance(day, int) and 1 <= month <= 12 and 1 <= day <= _MONTH_DAYS[month - 1]


_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = "january february march april may june july august september october november december".split()


@cache
def _months() -> dict[str, int]:
    full = {name: number for number, name in enumerate(_MONTHS, 1)}
    return {**{name[:3]: number for name, number in full.items()}, **full, "sept": 9}


# Figures in running text


def quantities(text: str) -> list[Quantity]:
    """The figures of running text, in order, each with its place.

    Percentages, money, multiples ("3x", "3-fold", "twice"), p-values, numbers with units and plain numbers (unit
    ""). A range gives both its ends. Dates, years, times, versions, identifiers, numbered things ("Table 3",
    "page 14"), list and reference numbers, addresses, paths and hashes are none. An unknown word after a number is
    no unit, but for rates ("120 tokens/s").
    """
    return list(_found(text) if len(text) <= MAX_KEPT_TEXT else _found.__wrapped__(text))


@lru_cache(maxsize=512)
def _found(text: str) -> tuple[Quantity, ...]:
    plain = _ascii(text)
    found: list[Quantity] = []
    at = 0
    for token in _pattern(_TOKEN).finditer(plain):
        if token.end() <= at or _pattern(_ADDRESS).match(token[0]):
            continue
        for run in _pattern(r"\d+").finditer(plain, max(at, token.start()), token.end()):
            if run.start() >= at:
                at = _take(plain, run.start(), run.end(), found)
    words = list(_worded(plain))
    if words:
        found = sorted([*found, *words], key=_place)
    if plain is not text:
        found = [_changed(each, text=text[each.start : each.end]) for each in found]
    return tuple(found)


def _place(quantity: Quantity) -> int:
    return quantity.start


def _take(text: str, at: int, end: int, found: list[Quantity]) -> int:
    """Append the figure or figures that begin at the digit `at`; return where to read on."""
    other = None if text[end : end + 1] in _ENDS_NUMBER else _pattern(_NO_FIGURE).match(text, at)
    if other:
        return other.end()
    start = _lead(text, at)
    if _is_inside_word(text, start):
        return end
    marker = _list_number(text, start, at)
    if marker:
        return marker.end()
    figure = _duration_at(text, start) or _figure_at(text, start)
    if figure is None:
        skipped = _pattern(_NUMBER).match(text, at)
        return skipped.end() if skipped else end
    window = text[max(0, start - LOOK_BACK) : start].lower()
    words = window.replace("(", " ").split()[-3:]
    if not figure.unit and figure.written == figure.number and _is_label(figure, words[-1] if words else ""):
        return figure.end
    figure = _in_context(figure, window, words)
    return _take_range(text, figure, found)


_ENDS_NUMBER = frozenset(("", "%", ",", ")", "]", ";", "\n"))  # after these the digits are no part of a date or version


def _take_range(text: str, figure: Quantity, found: list[Quantity]) -> int:
    span = _pattern(_RANGE).match(text, figure.end) if text[figure.end : figure.end + 1] in _BEFORE_RANGE else None
    second = _figure_at(text, span.end()) if span else None
    if span is None or second is None or (span[0] == " and " and not _follows_between(text, figure.start)):
        found.append(figure)
        return figure.end
    if _lacks_unit_of(figure, second):
        figure = _in_unit_of(figure, second)
    found += [figure, _changed(second, approximate=figure.approximate, bound=figure.bound)]
    return second.end


_BEFORE_RANGE = frozenset(" -–—")


def _follows_between(text: str, at: int) -> bool:
    return text[max(0, at - 9) : at].lower().rstrip().endswith("between")


def _lead(text: str, at: int) -> int:
    """Where the sign and the currency before the digit `at` begin."""
    before = text[at - 1 : at]
    if before == "." and not text[max(0, at - 2) : at - 1].isalnum():
        at -= 1
        before = text[at - 1 : at]
    if before == " ":
        before = text[at - 2 : at - 1] if at > 1 else ""
    if not before or not (before in "$€£¥₹₩₽₺₪+-–" or before.isupper()):
        return at
    lead = _pattern(_LEAD).search(text, max(0, at - 6), at)
    return lead.start() if lead else at


def _is_inside_word(text: str, start: int) -> bool:
    """Whether what stands before a number makes it part of a word, an identifier or an address."""
    before, earlier = text[start - 1 : start], text[max(0, start - 2) : start - 1]
    if not before or before.isspace():
        return False
    if before in "_#^@\\/№":
        return True
    if before in "-.:’'":
        return earlier.isdigit() if before == ":" else earlier.isalnum()
    return before.isalnum() and before < _UNSPACED


def _list_number(text: str, start: int, at: int) -> re.Match[str] | None:
    """The number as a list marker ("3. ", "3) ") or a reference ("[3]", "[2, 5]", "【3】"), if it is one."""
    if text[start - 1 : start] in ("[", "【"):
        return _pattern(r"\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30}[]】](?!\()").match(text, at)
    if start != at or (start and text[start - 1] != "\n"):
        return None
    return _pattern(r"\d{1,3}[.)](?=[ \t]+\S)").match(text, at)


def _is_label(figure: Quantity, before: str) -> bool:
    """Whether a bare number only names something: a year, "Table 3", "version 2", "Python 3.11"."""
    if figure.text.isdigit() and len(figure.text) == 4 and "1800" <= figure.text < "2100":
        return True
    return before.strip(".:#[=§") in _numbered() or before == "§"


@cache
def _numbered() -> frozenset[str]:
    return frozenset((*NUMBERED_THINGS, *VERSIONED_THINGS, *_months()))


def _in_context(figure: Quantity, window: str, words: list[str]) -> Quantity:
    """The figure with what stands before it: a hedge ("about"), a bound ("at least", ">"), "p ="."""
    hedge = _hedge_before(window.rstrip(), words)
    is_p = not figure.unit and "p" in window and _pattern(_P_BEFORE).search(window)
    if not hedge and not is_p:
        return figure
    bound = hedge if hedge in "<>" else figure.bound
    return _changed(figure, approximate=bool(hedge), bound=bound, unit="p" if is_p else figure.unit)


def _hedge_before(tail: str, words: list[str]) -> str:
    last = tail[-1:]
    if last in _HEDGE_SIGNS:
        return _HEDGE_SIGNS[last]
    sign = tail[-2:-1] if last == "=" else last
    if sign in ("<", "≤"):
        return "<"
    if sign in (">", "≥"):
        return "" if tail[-2:-1] in ("-", "=", ">") else ">"  # an arrow
    known, ends = _hedges()
    if not words or words[-1] not in ends:
        return ""
    return next((known[key] for n in (3, 2, 1) if (key := " ".join(words[-n:])) in known), "")


_HEDGE_SIGNS = dict.fromkeys("~≈≃∼", "~")


# One figure

_NUMBER = r"(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,9})?(?!\d)|\d+(?:[.,'’_]\d+)*|\.\d+)"
_CODES = "USD|EUR|GBP|JPY|INR|CNY|RMB|CHF|CAD|AUD|NZD|HKD|SGD|BRL|KRW|SEK|NOK|DKK|PLN"
_MONEY = rf"(?:(?:US|AU?|CA?|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₪]|{_CODES}) ?"
_TIMES_TEN = r" ?[x×*·⋅] ?10(?:(?:\^|\*\*)\(?(?P<ten>[-+]?\d{1,3})\)?|(?P<sup>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))"
_HEAD = (
    rf"(?P<sign>[-+–])?(?P<money>{_MONEY})?(?P<second>[-+–])?(?P<number>{_NUMBER})"
    rf"(?:[eE](?P<exp>[-+]?\d{{1,4}})(?!\w)|{_TIMES_TEN}|(?:\^|\*\*)(?P<up>[-+]?\d{{1,3}})"
    r"|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3})|/(?P<over>\d{1,9})(?![\w/]|[.,]\d))?"
)
_LEAD = rf"(?:(?<![\w)\]%.])[-+–])?(?:(?<![A-Za-z]){_MONEY})?(?:(?<![\w)\]%.])[-+–])?\Z"
_SPREAD = rf" ?(?:±|\+/?-) ?({_NUMBER})"
_UNIT = (
    r"(?P<gap>[ -]?)(?P<name>[%‰″×]|[€£¥₹$](?! ?\d)|°(?: ?[CF]\b)?|[A-Za-zµμΩ]+(?:\^?[23](?!\d)|[²³])?)"
)
_TIME = r"\d{1,6}(?:\.\d{1,6})? ?(?:days?|d|hours?|hrs?|h|min(?:ute)?s?|m|sec(?:ond)?s?|s|ms)"
_DURATION = rf"[-+]?{_TIME},? ?(?:and )?{_TIME}(?:,? ?(?:and )?{_TIME}){{0,3}}(?![\w])"
_RANGE = r" ?[-–—] ?(?=[$€£]?\.?\d)| (?:to|and) (?=[$€£]?\.?\d)"
_P_BEFORE = r"\bp ?(?:[=<>≤≥:]{1,2}|[- ]?val(?:ue)?s? ?(?:of|is|was|[=<>≤≥:(]{1,2})?) ?\Z"

# What holds digits and is no figure. A token is what stands between blanks.

_TOKEN = r"(?<!\S)[^\s\d]*+\d\S*"
_ADDRESS = (
    r"""[(\["'<“]{0,4}(?:[A-Za-z][\w+.-]{1,20}://|www\.|(?i:doi|arxiv|mailto|urn|isbn|pmid):|[.~]{0,2}/\w|[A-Za-z]:\\"""
    r"|[\w.+-]{1,64}@\w|10\.\d{4,9}/|(?=[^\s/]{0,60}[A-Za-z_])[^\s/]*+/[^\s/]++/"
    r"|[\w.-]{1,100}\.[a-z]{2,4}\d?[^\w\s]{0,4}\Z)"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b"
_YEAR = r"(?:18|19|20)\d\d"
_NO_FIGURE = (
    rf"{_YEAR}-(?:0\d|1[0-2])(?:-\d\d(?:[T ]\d\d:\d\d\S{{0,20}})?)?(?![\d.%])"
    r"|\d{1,4}([./])\d{1,2}\1\d{2,4}(?!\d)|\d+(?::\d+)+|\d{1,2} ?[ap]\.?m\b"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\.?(?:,? {_YEAR})?|(?:1[5-9]|20)\d0s\b"
    rf"|{_YEAR} ?[-–/] ?(?:{_YEAR}|\d\d)(?![\d%]|[.,]\d)|24/7(?!\d)|\d+(?:-\d+){{2,}}"
    r"|(?!\d{1,3}(?:\.\d{3})+(?!\.?\d))\d+(?:\.\d+){2,}|\d+ ?[x×] ?(?!10[\^*⁰¹²³⁴-⁹⁻])\d+"
)


def _figure_at(text: str, start: int, value: bool = False) -> Quantity | None:
    """The figure whose sign, currency or digit stands at `start`; `value`: the text is a claim's value, all of it."""
    head = _pattern(_HEAD).match(text, start)
    read = _amount(head, value) if head else None
    if head is None or read is None:
        return None
    written, number, step, end = read
    money = _units()[head["money"].strip().lower()][0] if head["money"] else ""
    unit, factor, bound = money, ONE, ""
    if text[end : end + 1] not in _ENDS:
        tail = _tail(text, end, money, value)
        if tail is None:
            return None
        unit, factor, end, bound = tail
        spread = _pattern(_SPREAD).match(text, end) if text[end : end + 1] in _BEFORE_SPREAD else None
        tolerance = _decimal(spread[1]) if spread else None
        if spread and tolerance:
            step, end = tolerance[0], spread.end()
            unit, factor, end = (unit, factor, end) if unit or factor is not ONE else _unit_at(text, end, value)
    if unit == "°F":
        number, unit = number - ratio(32), "°C"
    if factor is not ONE:
        number, step = number * factor, step * factor
    return rebuild(Quantity, (number, unit, step, False, text[start:end], start, end, written, bound))  # type: ignore[no-any-return]


_ENDS = frozenset(("", ".", ",", ";", ":", ")", "]", "\n", '"', "|"))  # nothing that belongs to the figure follows


def _tail(text: str, end: int, money: str, value: bool) -> tuple[str, Ratio, int, str] | None:
    """Unit, factor, end and bound from what follows the digits; None when they begin a name ("3D", "1st")."""
    more = text[end] == "+" and text[end + 1 : end + 2] not in _AFTER_PLUS
    scale, end = _scale_at(text, end + more, money, value)
    unit, factor, end = (money, ONE, end) if money else _unit_at(text, end, value)
    after = text[end : end + 1]
    if (after.isalnum() or after == "_") and after < _UNSPACED:
        return None
    return unit, factor if scale is ONE else scale * factor, end, ">" if more else ""


def _amount(head: re.Match[str], value: bool) -> tuple[Ratio, Ratio, Ratio, int] | None:
    """What is written, the number, its step and the end of what `_HEAD` matched: sign, digits, exponent or fraction."""
    read = _decimal(head["number"])
    raised = _raised(head, *read) if read and head.lastgroup != "number" else read
    if read is None or raised is None:
        return None
    number, step = raised
    written = read[0] if head["over"] and not value else number  # "6/20 passed" states the six as well as the share
    end = head.end("number") if raised is read else head.end()
    if "-" in (head["sign"] or "") + (head["second"] or "") or head["sign"] == "–":
        return -written, -number, step, end
    return written, number, step, end


def _raised(head: re.Match[str], number: Ratio, step: Ratio) -> tuple[Ratio, Ratio] | None:
    """Number and step after exponent, power or fraction; None when that makes it no number."""
    if head["over"]:
        over = int(head["over"])
        return (number * ratio(1, over), ZERO) if over and number[1] == 1 else None
    power = head["exp"] or head["ten"] or (head["sup"] or "").translate(_SUPERSCRIPTS)
    if power:
        if abs(int(power)) > MAX_EXPONENT:
            return None
        return number * _shifted(1, int(power)), step * _shifted(1, int(power))
    if number[0] != 10 or number[1] != 1:
        return (number, step) if head["raised"] else None  # a footnote sign; other powers are formulas
    power = head["up"] or head["raised"].translate(_SUPERSCRIPTS)
    return _shifted(1, int(power)), _shifted(1, int(power)) * _HALF


@lru_cache(maxsize=4096)
def _decimal(digits: str) -> tuple[Ratio, Ratio] | None:
    """Amount and half a unit of the last digit, by the conventions for separators; None for what is no number."""
    if digits.isdigit():
        return (ratio(int(digits)), _HALF) if len(digits) <= MAX_DIGITS else None
    joined = _pattern(r"[ '’_](?=\d{3}(?!\d))").sub("", digits)
    whole, decimals = _split_decimals(joined)
    if not (whole + decimals).isdigit() or len(whole) + len(decimals) > MAX_DIGITS:
        return None
    return ratio(int(whole + decimals), 10 ** len(decimals)), ratio(1, 2 * 10 ** len(decimals))


def _split_decimals(digits: str) -> tuple[str, str]:
    """Digits before and after the decimal sign; a group that is none leaves its separator in, so it is no number."""
    comma, point = digits.rfind(","), digits.rfind(".")
    last = max(comma, point)
    sign = digits[last]
    mixed = comma >= 0 and point >= 0
    lone = digits.count(sign) == 1
    groups = sign == "," and _pattern(r"[1-9]\d{0,2},\d{3}").fullmatch(digits)
    if last >= 0 and lone and not groups:
        return _without_groups(digits[:last], "." if sign == "," else ",") if mixed else digits[:last], digits[last + 1 :]
    return _without_groups(digits, sign) if last >= 0 and not mixed else digits, ""


def _without_groups(digits: str, sign: str) -> str:
    mark = re.escape(sign)
    thousands = _pattern(rf"\d{{1,3}}(?:{mark}\d{{3}})+").fullmatch(digits)
    indian = thousands or _pattern(rf"\d{{1,2}}(?:{mark}\d\d)+{mark}\d{{3}}").fullmatch(digits)
    return digits.replace(sign, "") if indian else digits


_HALF = ratio(1, 2)
_BEFORE_SPREAD = frozenset(" ±+")
_AFTER_PLUS = frozenset("0123456789/-")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _scale_at(text: str, at: int, money: str, value: bool) -> tuple[Ratio, int]:
    """The scale that follows a number ("million", "k", "Gi"), and where it ends."""
    word = _pattern(r"[ -]?([A-Za-z]{1,8})(?![A-Za-z0-9_])").match(text, at)
    if word is None:
        factor = _CJK_SCALES.get(text[at : at + 1])
        return (ratio(factor), at + 1) if factor else (ONE, at)
    name, apart = word[1], len(word[0]) > len(word[1])
    factor = _SCALE_WORDS.get(name.lower())
    if factor is None and not (apart and (name == "B" or not (money or value))):
        factor = _SCALE_LETTERS.get(name) or (_MONEY_LETTERS.get(name) if money else None)
    if factor is None and value and not apart:
        factor = _VALUE_LETTERS.get(name)
    return (ratio(factor), word.end()) if factor else (ONE, at)


_SCALE_WORDS = {
    "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "thousands": 10**3, "millions": 10**6, "billions": 10**9, "trillions": 10**12, "mn": 10**6, "mln": 10**6,
    "mio": 10**6, "bn": 10**9, "bln": 10**9, "tn": 10**12, "trn": 10**12, "lakh": 10**5, "lakhs": 10**5,
    "crore": 10**7, "crores": 10**7,
}  # fmt: skip
_SCALE_LETTERS = {
    "k": 10**3, "K": 10**3, "M": 10**6, "MM": 10**6, "B": 10**9,
    "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50,
}  # fmt: skip
_MONEY_LETTERS = {"m": 10**6, "b": 10**9, "T": 10**12, "t": 10**12}
_CJK_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_VALUE_LETTERS = {"G": 10**9, "T": 10**12, "P": 10**15}


def _unit_at(text: str, at: int, value: bool) -> tuple[str, Ratio, int]:
    """The unit that follows a number, what turns it into the base unit, and where it ends; ("", 1, at) without one."""
    word = _pattern(_UNIT).match(text, at)
    if word is None:
        return "", ONE, at
    gap, name = word.groups()
    apart = bool(gap)
    several = _long_unit(text, word.start("name"), name) if name.lower() in _long_names() else None
    unit, factor, end = several or (*_unit_named(name), word.end())
    if unit == "x" and not _is_multiple(text, name, apart, end):
        return "", ONE, at
    if not unit or (apart and not value and name in _ONLY_ATTACHED):
        return _rate_at(text, word, at)
    return _per(text, unit, factor, end)


_ONLY_ATTACHED = frozenset("bwy")  # "5 w": with a blank between, these letters are no units


def _is_multiple(text: str, name: str, apart: bool, end: int) -> bool:
    """Whether "x", "times" or "fold" after a number makes it a multiple: "ran 3 times" and "10-fold cross-validation" do not."""
    after = text[end : end + 16].lower().lstrip(" -")
    if name.lower() == "times":
        return bool(_pattern(r"(?:as|more|less|the|that|\w+er)\b").match(after))
    if name.lower() == "fold":
        return not after.startswith(("cross", "cv"))
    return not apart


def _long_unit(text: str, at: int, name: str) -> tuple[str, Ratio, int] | None:
    """A unit of several words: "percentage points", "square kilometres", "US dollars"."""
    first = name.lower()
    if first in _POWERS:
        length = _pattern(r"[a-z]+\.? ([a-z]+)", re.I).match(text, at)
        unit, factor = _unit_named(length[1]) if length else ("", ONE)
        if length and unit == "m":
            cube = first == "cubic"
            return ("m3" if cube else "m2"), factor * factor * (factor if cube else ONE), length.end()
    for phrase in _long_names()[first]:
        if text[at : at + len(phrase)].lower() == phrase and not text[at + len(phrase) : at + len(phrase) + 1].isalpha():
            return (*_units()[phrase], at + len(phrase))
    return None


@lru_cache(maxsize=4096)
def _unit_named(name: str) -> tuple[str, Ratio]:
    units = _units()
    if name in units:
        return units[name]
    if len(name) > 2 and name.lower() in units:
        return units[name.lower()]
    power = _pattern(r"([A-Za-zµμ]+)(?:\^?([23])|([²³]))").fullmatch(name)
    unit, factor = units.get(power[1], ("", ONE)) if power else ("", ONE)
    if power is None or unit != "m":
        return "", ONE
    cube = (power[2] or power[3]) in "3³"
    return ("m3" if cube else "m2"), factor * factor * (factor if cube else ONE)


def _per(text: str, unit: str, factor: Ratio, end: int) -> tuple[str, Ratio, int]:
    """A measured unit over another ("km/h", "MB per second"); money, shares and multiples stay what they are."""
    over = _pattern(r"(?: ?/ ?| per )([A-Za-zµμ]+(?:\^?[23]|[²³])?)").match(text, end) if unit in _measured() else None
    below, divisor = _unit_named(over[1]) if over else ("", ONE)
    if over is None or below not in _measured():
        return unit, factor, end
    return f"{unit}/{below}", factor * ratio(divisor[1], divisor[0]), over.end()


def _rate_at(text: str, word: re.Match[str], at: int) -> tuple[str, Ratio, int]:
    """A count over time ("120 tokens/s"): the one case in which an unknown word is part of a unit."""
    over = _pattern(r"(?: ?/ ?| per )([A-Za-z]+)").match(text, word.end()) if word["gap"] == " " else None
    below, divisor = _unit_named(over[1]) if over else ("", ONE)
    if over is None or below != "s":
        return "", ONE, at
    counted = word["name"].casefold().removesuffix("s")
    return f"{counted}/s", ratio(divisor[1], divisor[0]), over.end()


# Units: base unit, what one of it is worth in the base unit, names. Symbols are matched by case, words of three
# letters and more without it.

_NAMED_UNITS = (
    ("%", 1, 100, "%|percent|per cent|pct|percentage point|percentage points|pp|ppt"),
    ("%", 1, 1000, "‰|permille|per mille"),
    ("%", 1, 10_000, "bps|basis point|basis points"),
    ("x", 1, 1, "x|X|×|fold|times"),
    ("$", 1, 1, "$|us$|usd|dollar|dollars|us dollar|us dollars"),
    ("$", 1, 100, "cents|us cents"),
    ("EUR", 1, 1, "€|eur|euro|euros"),
    ("GBP", 1, 1, "£|gbp|pounds sterling"),
    ("JPY", 1, 1, "¥|jpy|yen"),
    ("INR", 1, 1, "₹|inr|rupee|rupees"),
    ("CNY", 1, 1, "cny|rmb|yuan|renminbi"),
    ("CAD", 1, 1, "c$|ca$|cad"),
    ("AUD", 1, 1, "a$|au$|aud"),
    ("NZD", 1, 1, "nz$|nzd"),
    ("HKD", 1, 1, "hk$|hkd"),
    ("SGD", 1, 1, "s$|sgd"),
    ("BRL", 1, 1, "r$|brl"),
    ("KRW", 1, 1, "₩|krw"),
    ("RUB", 1, 1, "₽|rub"),
    ("TRY", 1, 1, "₺"),
    ("ILS", 1, 1, "₪"),
    ("CHF", 1, 1, "chf"),
    ("SEK", 1, 1, "sek"),
    ("NOK", 1, 1, "nok"),
    ("DKK", 1, 1, "dkk"),
    ("PLN", 1, 1, "pln"),
    ("s", 1, 1, "s|sec|secs|second|seconds"),
    ("s", 1, 1000, "millisecond|milliseconds|msec"),
    ("s", 1, 10**6, "microsecond|microseconds"),
    ("s", 1, 10**9, "nanosecond|nanoseconds"),
    ("s", 60, 1, "min|mins|minute|minutes"),
    ("s", 3600, 1, "h|hr|hrs|hour|hours"),
    ("s", 86_400, 1, "d|day|days"),
    ("s", 604_800, 1, "w|wk|week|weeks"),
    ("s", 2_629_746, 1, "month|months"),  # a twelfth of the mean Gregorian year
    ("s", 31_556_952, 1, "y|yr|yrs|year|years"),
    ("m", 1, 1, "m|metre|metres|meter|meters"),
    ("m", 1000, 1, "kilometre|kilometres|kilometer|kilometers"),
    ("m", 1, 100, "centimetre|centimetres|centimeter|centimeters"),
    ("m", 1, 1000, "millimetre|millimetres|millimeter|millimeters"),
    ("m", 1, 10**6, "micron|microns|micrometre|micrometres|micrometer|micrometers"),
    ("m", 1, 10**9, "nanometre|nanometres|nanometer|nanometers"),
    ("m", 254, 10_000, "inch|inches|″"),
    ("m", 3048, 10_000, "ft|foot|feet"),
    ("m", 9144, 10_000, "yd|yard|yards"),
    ("m", 1_609_344, 1000, "mi|mile|miles"),
    ("m", 1852, 1, "nautical mile|nautical miles"),
    ("m2", 10_000, 1, "ha|hectare|hectares"),
    ("m2", 40_468_564_224, 10**7, "acre|acres"),
    ("m3", 1, 1000, "l|L|litre|litres|liter|liters"),
    ("m3", 1, 10**6, "ml|mL|millilitre|millilitres|milliliter|milliliters"),
    ("m3", 3_785_411_784, 10**12, "gal|gallon|gallons"),
    ("m/s", 44_704, 100_000, "mph"),
    ("m/s", 1000, 3600, "kph|kmh"),
    ("kg", 1, 1000, "g|gram|grams|gramme|grammes"),
    ("kg", 1, 1, "kilogram|kilograms|kilo|kilos"),
    ("kg", 1, 10**6, "milligram|milligrams"),
    ("kg", 1000, 1, "t|tonne|tonnes|metric ton|metric tons"),
    ("kg", 45_359_237, 10**8, "lb|lbs"),
    ("kg", 45_359_237, 16 * 10**8, "oz|ounce|ounces"),
    ("°C", 1, 1, "°C|° C|degrees celsius|degree celsius"),
    ("°F", 5, 9, "°F|° F|degrees fahrenheit|degree fahrenheit"),
    ("°", 1, 1, "°|degree|degrees"),
    ("B", 1, 1, "B|byte|bytes"),
    ("B", 10**3, 1, "kilobyte|kilobytes"),
    ("B", 10**6, 1, "megabyte|megabytes"),
    ("B", 10**9, 1, "gigabyte|gigabytes"),
    ("B", 10**12, 1, "terabyte|terabytes"),
    ("B", 2**10, 1, "KiB|kibibyte|kibibytes"),
    ("B", 2**20, 1, "MiB|mebibyte|mebibytes"),
    ("B", 2**30, 1, "GiB|gibibyte|gibibytes"),
    ("B", 2**40, 1, "TiB|tebibyte|tebibytes"),
    ("bit", 1, 1, "bit|bits"),
    ("bit/s", 10**3, 1, "kbps|Kbps"),
    ("bit/s", 10**6, 1, "Mbps"),
    ("bit/s", 10**9, 1, "Gbps"),
    ("J", 3600, 1, "Wh"),
    ("J", 36 * 10**5, 1, "kWh"),
    ("J", 36 * 10**8, 1, "MWh"),
    ("J", 36 * 10**11, 1, "GWh"),
    ("J", 36 * 10**14, 1, "TWh"),
    ("J", 4184, 1000, "cal"),
    ("J", 4184, 1, "kcal"),
    ("W", 1, 1, "watt|watts"),
    ("V", 1, 1, "volt|volts"),
    ("A", 1, 1, "amp|amps|ampere|amperes"),
    ("Pa", 100_000, 1, "bar"),
    ("Pa", 6_894_757, 1000, "psi"),
    ("ppm", 1, 1, "ppm"),
    ("ppm", 1, 1000, "ppb"),
    ("dB", 1, 1, "dB|decibel|decibels"),
    ("px", 1, 1, "px|pixel|pixels"),
    ("rpm", 1, 1, "rpm"),
    ("frame/s", 1, 1, "fps"),
    ("request/s", 1, 1, "rps"),
    ("query/s", 1, 1, "qps"),
    ("transaction/s", 1, 1, "tps"),
)
_PREFIXED_UNITS = (  # symbol, base unit, its worth as a power of ten, prefixes in use
    ("s", "s", 0, "numµμ"),
    ("m", "m", 0, "nuµμmck"),
    ("g", "kg", -3, "nuµμmk"),
    ("B", "B", 0, "kKMGTP"),
    ("bit", "bit", 0, "kMG"),
    ("b", "bit", 0, "MG"),
    ("J", "J", 0, "mkMG"),
    ("eV", "eV", 0, "mkMG"),
    ("W", "W", 0, "uµμmkMG"),
    ("V", "V", 0, "uµμmkM"),
    ("A", "A", 0, "nuµμmk"),
    ("Hz", "Hz", 0, "kMGT"),
    ("Pa", "Pa", 0, "hkMG"),
    ("Ω", "Ω", 0, "mkM"),
    ("mol", "mol", 0, "nuµμm"),
)
_PREFIXES = {
    "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "c": -2, "h": 2, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15,
}  # fmt: skip
_UNPREFIXED = ("J", "eV", "W", "V", "Hz", "Pa", "Ω", "mol")
_UNMEASURED = frozenset(("", "%", "x", "p"))


@cache
def _units() -> dict[str, tuple[str, Ratio]]:
    table = {name: (base, ratio(top, below)) for base, top, below, names in _NAMED_UNITS for name in names.split("|")}
    table.update((symbol, (symbol, ONE)) for symbol in _UNPREFIXED)
    for symbol, base, worth, prefixes in _PREFIXED_UNITS:
        table.update((prefix + symbol, (base, _shifted(1, _PREFIXES[prefix] + worth))) for prefix in prefixes)
    return table


_POWERS = ("square", "sq", "cubic")


@cache
def _long_names() -> dict[str, list[str]]:
    """Units of several words by their first one, the longest first."""
    found: dict[str, list[str]] = {first: [] for first in _POWERS}
    for name in sorted(_units(), key=len, reverse=True):
        if " " in name:
            found.setdefault(name.split()[0].lower(), []).append(name.lower())
    return found


@cache
def _measured() -> frozenset[str]:
    """The base units that are measured, and so can stand over one another."""
    return frozenset(base for base, _ in _units().values() if not (base in _UNMEASURED or base == "$" or len(base) == 3 and base.isupper()))


def _is_known(unit: str) -> bool:
    if unit in _UNMEASURED or "/" not in unit:
        return unit in _UNMEASURED or any(unit == base for base, _ in _units().values())
    return all(part in _measured() for part in unit.split("/"))


# Figures in words


def _worded(text: str) -> Iterator[Quantity]:
    """Multiples, shares and amounts in words: "twice", "one-third", "five percent", "two million", "threefold"."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter whose small form takes more places would shift all that follow
        return
    for stem in _pattern(_STEMS).finditer(lower):
        if stem[0] in _MULTIPLES:
            figure = _word_multiple(text, lower, stem)
        else:
            count = _pattern(_COUNT).search(lower, max(0, stem.start() - 16), stem.start())
            figure = _counted(text, lower, count, stem) if count else None
        if figure:
            yield figure


def _word_multiple(text: str, lower: str, stem: re.Match[str]) -> Quantity | None:
    start, end = stem.span()
    if lower[start - 1 : start].isalnum() and start:
        return None
    if stem[0] not in ("twice", "thrice"):
        ending = _pattern(r"(?:ed|es|ing)\b").match(lower, end)
        if ending is None:
            return None
        end = ending.end()
    number = _MULTIPLES[stem[0]]
    return Quantity(number, "x", ZERO, True, text[start:end], start, end, number)


def _counted(text: str, lower: str, count: re.Match[str], stem: re.Match[str]) -> Quantity | None:
    """The figure of a number word before a share, a scale or a unit: "one" before "third", "five" before "percent"."""
    number = sum(_NUMBER_WORDS.get(part, 0) for part in count["words"].split("-"))
    start, end = count.start("words"), stem.end()
    if stem[0] not in _PARTS:
        return _spelled(text, start, count.end("words"), number) if count["words"] != "a" else None
    ending = _pattern(r"s?(?![\w-])" if count["link"] == "-" else r"s?(?= of (?!\d)|\Z)").match(lower, end)
    if ending is None or not number:
        return None
    share = ratio(number, _PARTS[stem[0]])
    end = ending.end()
    return Quantity(share, "%", ZERO, True, text[start:end], start, end, share * ratio(100))


def _spelled(text: str, start: int, end: int, number: int) -> Quantity | None:
    """A number in words with its scale and unit, read as if it were in digits."""
    after = text[end : end + 40]
    digits = str(number) + " " * after[:1].isalpha()
    figure = _figure_at(digits + after, 0)
    if not number or figure is None or figure.end <= len(digits):
        return None
    stop = end + figure.end - len(digits)
    window = text[max(0, start - LOOK_BACK) : start].lower()
    return _in_context(_changed(figure, text=text[start:stop], start=start, end=stop), window, window.split()[-3:])


_MULTIPLES = {
    "twice": ratio(2), "thrice": ratio(3), "doubl": ratio(2), "tripl": ratio(3), "quadrupl": ratio(4), "halv": ratio(1, 2),
}  # fmt: skip
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_NUMBER_WORDS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_STEMS = (  # plain words only: then the search skips to their first letters
    "twice|thrice|doubl|tripl|quadrupl|halv|half|third|quarter|fifth|tenth|fold|times|percent|per cent|basis|hundred|thousand"
    "|million|billion|trillion"
)
_COUNT = r"(?:\A|(?<![^\W_]))(?P<words>[a-z]{1,7}(?:-[a-z]{3,5})?)(?P<link>[ -]?)\Z"


# Plain characters for the many forms of a sign, a digit or a blank; one for one, so that places stay true


def _ascii(text: str) -> str:
    """The text with full-width characters, minus signs and hard blanks as their ASCII forms; the same object if none."""
    if text.isascii():
        return text
    return _pattern("[\u00a0\u2000-\u200a\u202f\u2010\u2011\u2212\ufe63\uff01-\uff5e]").sub(_plain_form, text)


def _plain_form(found: re.Match[str]) -> str:
    sign = found[0]
    if sign >= "\uff01":
        return chr(ord(sign) - 0xFEE0)
    return "-" if sign in "\u2010\u2011\u2212\ufe63" else " "


@cache
def _pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Patterns are compiled when they are first needed: at import they would cost more than the module."""
    return re.compile(source, flags)

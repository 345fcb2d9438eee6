"""The two relations between values, and the index of declared figures."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator

from dankaro_quality.canonical import canonical
from dankaro_quality.lexicon import FALLING, RISING, UNKNOWN_VALUES
from dankaro_quality.patterns import compiled
from dankaro_quality.values.periods import clock, covered, period
from dankaro_quality.values.quantity import Quantity, changed, quantities
from dankaro_quality.values.readings import Reading, dates, readings, years
from dankaro_quality.values.units import ZERO, Ratio, is_known, ratio

APPROXIMATION = 10  # "about 40" covers a tenth of 40 to either side

MAX_UNKNOWN, MAX_VERSION, MAX_DIRECTED = 20, 60, 200  # characters of such values
ROUNDING = 20  # two significant digits are off by one part in twenty at most


def normal(value: object) -> Hashable:
    """The normal form of a value: text, number, truth value, None, a `Quantity`, or a list of these."""
    if isinstance(value, (list, tuple)):
        return ("list", *(normal(item) for item in value))
    if isinstance(value, str):
        return _normal_text(value)
    if value is None or isinstance(value, bool):
        return ("truth", value)
    read = readings(value)
    return _form(read[0]) if read else ("other", repr(value))  # NaN and the infinities are no numbers


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
    if a is None or b is None or _is_unknown(a) or _is_unknown(b):
        return True
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        return _lists_compatible(a, b)
    if normal(a) == normal(b):
        return True
    if isinstance(a, bool) or isinstance(b, bool):
        return False
    told = _told_apart(a, b)
    return told if told is not None else _dates_compatible(a, b) or _figures_compatible(a, b)


def _is_unknown(value: object) -> bool:
    """Whether a value says that there is none: "unknown", "n/a"."""
    return isinstance(value, str) and len(value) <= MAX_UNKNOWN and _folded(value) in UNKNOWN_VALUES


def _told_apart(a: object, b: object) -> bool | None:
    """What versions, times of day, parts of years and directions say of two values; None where they say nothing."""
    if not (isinstance(a, str) or isinstance(b, str)):
        return None
    versions = _version(a), _version(b)
    if any(versions):
        return _versions_compatible(versions[0] or str(a), versions[1] or str(b))
    if period(a) or period(b):
        return any(one[0] <= other[1] and other[0] <= one[1] for one in covered(a) for other in covered(b))
    times = clock(a), clock(b)
    if times[0] and times[1] and (times[0][1] or times[1][1]):
        return times[0][0] == times[1][0]
    ways = _direction(a), _direction(b)
    if all(ways) and ways[0] != ways[1]:
        return False
    if ways[0] == -1 or ways[1] == -1:  # "-5%" and "a fall of 5%"
        bare, signed = (a, b) if ways[0] else (b, a)
        if _direction(signed) == 0 and (lifted := _without_minus(signed)) is not None:
            return _figures_compatible(bare, lifted)
    return None


def _version(value: object) -> str:
    found = compiled(r"(?:version|release|ver\.?|v\.?) ?(\d[\w.+-]{0,40})").fullmatch(value.strip().casefold()) if (
        isinstance(value, str) and len(value) <= MAX_VERSION) else None  # fmt: skip
    return found[1].rstrip(".") if found else ""


def _versions_compatible(a: str, b: str) -> bool:
    """Whether one version begins with the parts of the other: 3.1 may be 3.1.4, and 1.1 is not 1.10."""
    ours, theirs = a.strip().casefold().split("."), b.strip().casefold().split(".")
    shorter = min(len(ours), len(theirs))
    return ours[:shorter] == theirs[:shorter]


def _direction(value: object) -> int:
    """Whether a value says in words that something rose (1) or fell (-1); 0 when it says neither or both."""
    if not isinstance(value, str) or len(value) > MAX_DIRECTED:
        return 0
    words = set(compiled(r"[^\W\d_]+").findall(value.casefold()))
    rises, falls = not words.isdisjoint(RISING), not words.isdisjoint(FALLING)
    return rises - falls if rises != falls and any(map(str.isdigit, value)) else 0


def _without_minus(value: object) -> object:
    """A negative figure without its sign; None for every other value."""
    if isinstance(value, str):
        text = value.strip()
        return text[1:] if text[:1] in ("-", "−", "–") and text[1:2].isdigit() else None
    return -value if isinstance(value, (int, float)) and value < 0 else None


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
        unsigned = {("abs " + unit, number) for unit, number in wanted}
        return figure.text[:1] not in _SIGNS and not unsigned.isdisjoint(self._forms)

    def roughly(self, figure: Quantity) -> bool:
        """Whether a figure that says it is rounded ("about 40%", "more than 40%") stands for a declared one near it."""
        if not (figure.approximate or figure.bound) or not figure.unit:
            return False
        if figure.unit == "p" and figure.bound == "<":  # "p < 0.001" says less than the 0.0004 that is declared
            return any(unit == "p" and ZERO <= number < figure.number for unit, number in self._forms)
        near = (abs(number) for unit, number in self._forms if unit == figure.unit)
        return any(_stands_for(abs(figure.number), number, figure.bound) for number in near)


def _stands_for(rounded: Ratio, declared: Ratio, bound: str) -> bool:
    outside = (bound == ">" and declared < rounded) or (bound == "<" and rounded < declared)
    return not outside and abs(declared - rounded) <= abs(declared) * ratio(1, ROUNDING)


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
    found = readings(value)
    if not found:
        return quantities(value) if isinstance(value, str) and not dates(value) else []
    low, high = found[0]
    return [low] if low is high else [low, high]


def _normal_text(text: str) -> Hashable:
    read = readings(text)
    if read:
        return _form(read[0])
    days = dates(text)
    if len(days) == 1:
        return ("date", *days[0])
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
    """Text without case, runs of blanks, the punctuation and quotation marks around it, and points in "U.S."."""
    folded = canonical(text).casefold()
    if "." in folded:
        folded = compiled(r"(?<![^\W_])((?:[a-z]\.){2,})").sub(lambda letters: letters[0].replace(".", ""), folded)
    return folded.lstrip(_QUOTES).rstrip(f"{_QUOTES}.!,;:") or folded


_QUOTES = "\"'“”‘’«»` "


def _differ_by_unit_left_out(a: object, b: object) -> bool:
    for one, other in zip(readings(a)[:1], readings(b)[:1], strict=False):
        bare, full = (one, other) if not one[0].unit else (other, one)
        if full[0].unit and not bare[0].unit:
            pairs = list(zip(bare, full, strict=True))
            equal = all(x.number == y.number for x, y in pairs) or all(x.number == y.written for x, y in pairs)
            return equal and all(x.bound == y.bound for x, y in pairs)
    return False


def _lists_compatible(a: object, b: object) -> bool:
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(compatible, a, b))
    several, one = (a, b) if isinstance(a, (list, tuple)) else (b, a)
    return isinstance(several, (list, tuple)) and all(compatible(item, one) for item in several)


def _figures_compatible(a: object, b: object) -> bool:
    ours, theirs = readings(a), readings(b)
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
        return not (is_known(ours) and is_known(theirs))
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
    return changed(quantity, number=written, step=abs(quantity.step * shrink), unit="")


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


def _dates_compatible(a: object, b: object) -> bool:
    """Whether a reading of one as a date begins with a reading of the other: a year covers its days."""
    ours, theirs = dates(a), dates(b)
    if not ours and not theirs:
        return False
    for one in ours or years(a):
        for other in theirs or years(b):
            shorter = min(len(one), len(other))
            if one[:shorter] == other[:shorter]:
                return True
    return False

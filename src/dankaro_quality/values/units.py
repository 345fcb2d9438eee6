"""Exact numbers, and the units and scales that can stand behind a number in text."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import gcd

from dankaro_quality.patterns import compiled


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
HALF = ratio(1, 2)


def shifted(number: int, places: int) -> Ratio:
    """The number times ten to the power of `places`."""
    return ratio(number * 10**places) if places >= 0 else ratio(number, 10**-places)


def scale_at(text: str, at: int, money: str, value: bool) -> tuple[Ratio, int]:
    """The scale that follows a number ("million", "k", "Gi"), and where it ends."""
    word = compiled(r"[ -]?([A-Za-z]{1,9})(?![A-Za-z0-9_])").match(text, at)
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


_CJK_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
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
_VALUE_LETTERS = {"G": 10**9, "T": 10**12, "P": 10**15}


def unit_at(text: str, at: int, value: bool) -> tuple[str, Ratio, int]:
    """The unit that follows a number, what turns it into the base unit, and where it ends; ("", 1, at) without one."""
    word = compiled(_UNIT).match(text, at)
    if word is None:
        return "", ONE, at
    gap, name = word.groups()
    apart = bool(gap)
    several = _long_unit(text, word.start("name"), name) if name.lower() in _long_names() else None
    unit, factor, end = several or (*_unit_named(name), word.end())
    if (unit == "x" and not _is_multiple(text, name, apart, end)) or (unit == "bit" and gap == "-"):
        return "", ONE, at  # "a 64-bit integer" names a type
    if not unit or (apart and not value and name in _ONLY_ATTACHED):
        return _rate_at(text, word, at)
    return _per(text, unit, factor, end)


_UNIT = r"(?P<gap>[ -]?)(?P<name>[%‰″×]|[€£¥₹$](?! ?\d)|°(?: ?[CF]\b)?|[A-Za-zµμΩÅ]{1,30}(?:\^?[23](?!\d)|[²³])?)"
_ONLY_ATTACHED = frozenset("bwy")  # "5 w": with a blank between, these letters are no units


def _is_multiple(text: str, name: str, apart: bool, end: int) -> bool:
    """Whether "x", "times" or "fold" makes the number a multiple: not in "ran 3 times", "10-fold cross-validation"."""
    after = text[end : end + 16].lower().lstrip(" -")
    if name.lower() == "times":
        return bool(compiled(COMPARED).match(after))
    if name.lower() == "fold":
        return not after.startswith(("cross", "cv"))
    return not apart and not (name == "X" and "." in text[max(0, end - 6) : end].rpartition(" ")[2])  # "802.1X"


# What follows "3 times" and "twice" when they compare; "3 times per day" and "called twice" count.
COMPARED = (
    r" ?(?:as|more|less|the|that|what|its|their|our"
    r"|(?!per|over|after|under|ever|never|rather|however|whether|together|later|either|other)\w+er)\b"
)


def _long_unit(text: str, at: int, name: str) -> tuple[str, Ratio, int] | None:
    """A unit of several words: "percentage points", "square kilometres", "US dollars"."""
    first = name.lower()
    if first in _POWERS:
        length = compiled(r"(?i)[a-z]+\.? ([a-z]+)").match(text, at)
        unit, factor = _unit_named(length[1]) if length else ("", ONE)
        if length and unit == "m":
            cube = first == "cubic"
            return ("m3" if cube else "m2"), factor * factor * (factor if cube else ONE), length.end()
    for phrase in _long_names()[first]:
        end = at + len(phrase)
        if text[at:end].lower() == phrase and not text[end : end + 1].isalpha():
            return (*units()[phrase], end)
    return None


@lru_cache(maxsize=4096)
def _unit_named(name: str) -> tuple[str, Ratio]:
    known = units()
    if name in known:
        return known[name]
    if len(name) > 2 and name.lower() in known:
        return known[name.lower()]
    raised = name[-1:] in ("2", "3", "²", "³")
    power = compiled(r"([A-Za-zµμ]+)(?:\^?([23])|([²³]))").fullmatch(name) if raised else None
    unit, factor = known.get(power[1], ("", ONE)) if power else ("", ONE)
    if power is None or unit != "m":
        return "", ONE
    cube = (power[2] or power[3]) in "3³"
    return ("m3" if cube else "m2"), factor * factor * (factor if cube else ONE)


def _may_be_over(text: str, at: int) -> bool:
    """Whether "/" or "per" may follow, so that the pattern for it is worth compiling."""
    return text[at : at + 2].strip()[:1] in ("/", "p")


def _per(text: str, unit: str, factor: Ratio, end: int) -> tuple[str, Ratio, int]:
    """A measured unit over another ("km/h", "MB per second"); money, shares and multiples stay what they are."""
    over = (
        compiled(r"(?: ?/ ?| per )([A-Za-zµμ]+(?:\^?[23]|[²³])?)").match(text, end)
        if unit in _measured() and _may_be_over(text, end)
        else None
    )
    below, divisor = _unit_named(over[1]) if over else ("", ONE)
    if over is None or below not in _measured():
        return unit, factor, end
    return f"{unit}/{below}", factor * ratio(divisor[1], divisor[0]), over.end()


def _rate_at(text: str, word: re.Match[str], at: int) -> tuple[str, Ratio, int]:
    """A count over time ("120 tokens/s"): the one case in which an unknown word is part of a unit."""
    over = (
        compiled(r"(?: ?/ ?| per )([A-Za-z]+)").match(text, word.end())
        if word["gap"] == " " and _may_be_over(text, word.end())
        else None
    )
    below, divisor = _unit_named(over[1]) if over else ("", ONE)
    if over is None or below != "s":
        return "", ONE, at
    counted = word["name"].casefold().removesuffix("s")
    return f"{counted}/s", ratio(divisor[1], divisor[0]), over.end()


def is_known(unit: str) -> bool:
    """Whether a base unit is one of the table, or made of two that are measured."""
    return unit in _bases() or all(part in _measured() for part in unit.split("/"))


# Base unit, what one of it is worth in the base unit, names. Symbols are matched by case, longer names without it.
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
    ("s", 2_629_746, 1, "mo|mos|month|months"),  # a twelfth of the mean Gregorian year
    ("s", 31_556_952, 1, "y|yr|yrs|year|years"),
    ("m", 1, 1, "m|metre|metres|meter|meters"),
    ("m", 1000, 1, "kilometre|kilometres|kilometer|kilometers"),
    ("m", 1, 100, "centimetre|centimetres|centimeter|centimeters"),
    ("m", 1, 1000, "millimetre|millimetres|millimeter|millimeters"),
    ("m", 1, 10**6, "micron|microns|micrometre|micrometres|micrometer|micrometers"),
    ("m", 1, 10**9, "nanometre|nanometres|nanometer|nanometers"),
    ("m", 1, 10**10, "Å|angstrom|angstroms"),
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
_POWERS = ("square", "sq", "cubic")


@cache
def units() -> dict[str, tuple[str, Ratio]]:
    """Every unit by name or symbol: its base unit, and what one of it is worth in that."""
    table = {name: (base, ratio(top, below)) for base, top, below, names in _NAMED_UNITS for name in names.split("|")}
    table.update((symbol, (symbol, ONE)) for symbol in _UNPREFIXED)
    for symbol, base, worth, prefixes in _PREFIXED_UNITS:
        table.update((prefix + symbol, (base, shifted(1, _PREFIXES[prefix] + worth))) for prefix in prefixes)
    return table


@cache
def _long_names() -> dict[str, list[str]]:
    """Units of several words by their first one, the longest first."""
    found: dict[str, list[str]] = {first: [] for first in _POWERS}
    for name in sorted(units(), key=len, reverse=True):
        if " " in name:
            found.setdefault(name.split()[0].lower(), []).append(name.lower())
    return found


@cache
def _measured() -> frozenset[str]:
    """The base units that are measured, and so can stand over one another."""
    return frozenset(base for base in _bases() - _UNMEASURED if base != "$" and not (len(base) == 3 and base.isupper()))


@cache
def _bases() -> frozenset[str]:
    return _UNMEASURED.union(base for base, _ in units().values())

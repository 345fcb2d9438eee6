"""The figures of running text: `quantities`, and `figure_at`, which reads one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from dankaro_quality.frozen import frozen, rebuild
from dankaro_quality.lexicon import APPROXIMATE, AT_LEAST, AT_MOST, NUMBERED_THINGS, VERSIONED_THINGS
from dankaro_quality.patterns import compiled
from dankaro_quality.values.units import COMPARED, HALF, ONE, ZERO, Ratio, ratio, scale_at, shifted, unit_at, units

MAX_DIGITS = 40  # longer runs are identifiers or attacks; they compare as text
MAX_EXPONENT = 250  # leaves room for scale and unit below the largest double
MAX_KEPT_TEXT = 4000  # figures of texts this short are remembered: several rules read the same claim
LOOK_BACK = 24  # characters before a figure in which "at least", "p =", "Table" and the like may stand
UNSPACED = "\u2e80"  # here the scripts begin that are written without blanks


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
    plain = plain_signs(text)
    found: list[Quantity] = []
    at = 0
    for token in compiled(_TOKEN).finditer(plain):
        if token.end() <= at or (_may_be_address(token[0]) and compiled(_ADDRESS).match(token[0])):
            continue
        for run in compiled(r"\d+").finditer(plain, max(at, token.start()), token.end()):
            if run.start() >= at:
                at = _take(plain, run.start(), run.end(), found)
    words = list(worded(plain))
    if words:
        found = sorted([*found, *words], key=_place)
    if plain is not text:
        found = [changed(each, text=text[each.start : each.end]) for each in found]
    return tuple(found)


def _may_be_address(token: str) -> bool:
    """Whether a token has what every address has: a slash, a colon, an at sign, or a point between letters."""
    return any(sign in token for sign in "/:@\\") or ("." in token and any(map(str.isalpha, token)))


def _place(quantity: Quantity) -> int:
    return quantity.start


def _take(text: str, at: int, end: int, found: list[Quantity]) -> int:
    """Append the figure or figures that begin at the digit `at`; return where to read on."""
    other = compiled(_NO_FIGURE).match(text, at) if _may_go_on(text, end) else None
    if other:
        return other.end()
    start = _lead(text, at)
    if _is_inside_word(text, start):
        return end
    marker = _list_number(text, start, at)
    if marker:
        return marker.end()
    figure = figure_at(text, start)
    if figure is None or figure.unit in _COMPOUND_KINDS:  # "32 m 1 s" begins with what reads as metres
        figure = (_duration_at(text, start) if _goes_on(text, figure) else None) or figure
    if figure is None:
        skipped = compiled(_NUMBER).match(text, at)
        return skipped.end() if skipped else end
    window = text[max(0, start - LOOK_BACK) : start].lower()
    words = window.replace("(", " ").split()[-3:]
    if not figure.unit and figure.written == figure.number and _is_label(figure, words[-1] if words else ""):
        return figure.end
    figure = _in_context(figure, window, words)
    return _take_range(text, figure, found)


def _may_go_on(text: str, end: int) -> bool:
    """Whether what follows digits could make them part of a date, a time or a version; most often a unit follows."""
    sign = text[end : end + 1]
    if sign == ".":  # a decimal, unless another point follows: "2.3", not "1.2.3"
        after = end + 1
        while text[after : after + 1].isdigit():
            after += 1
        return after > end + 1 and not (text[after : after + 1] in _ENDS_NUMBER or text[after : after + 1] == " ")
    if sign != " ":
        return sign not in _ENDS_NUMBER
    word = text[end + 1 : end + 4].lower()
    return word[:1] in _BEHIND_BLANK or word in months() or word.startswith("of")


_BEHIND_BLANK = frozenset("ap-–/x×")  # "5 pm", "2019 – 2021", "3 x 4"
# After these, the digits are no part of a date or a version.
_ENDS_NUMBER = frozenset(("", "%", ",", ")", "]", ";", "\n"))


def _take_range(text: str, figure: Quantity, found: list[Quantity]) -> int:
    span = compiled(RANGE).match(text, figure.end) if _next_sign(text, figure.end) in _BEFORE_RANGE else None
    second = figure_at(text, span.end()) if span else None
    if span is None or second is None or (span[0] == " and " and not _follows_between(text, figure.start)):
        found.append(figure)
        return figure.end
    figure, second = paired(figure, second)
    found += [figure, changed(second, approximate=figure.approximate, bound=figure.bound)]
    return second.end


_BEFORE_RANGE = frozenset("-–—ta")  # a hyphen, "to", "and"


def _next_sign(text: str, at: int) -> str:
    """The next character but one blank: patterns that need it are not even compiled for texts without."""
    sign = text[at : at + 1]
    return sign if sign != " " else text[at + 1 : at + 2]


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
    if before in "+-–" and text[at - 1] != " " and text[max(0, at - 2) : at - 1] in _BEFORE_SIGN:
        return at - 1
    lead = compiled(_LEAD).search(text, max(0, at - 6), at)
    if lead is None or (lead["money"] and lead["money"].strip().lower() not in units()):
        return at
    return lead.start()


def _is_inside_word(text: str, start: int) -> bool:
    """Whether what stands before a number makes it part of a word, an identifier or an address."""
    before, earlier = text[start - 1 : start], text[max(0, start - 2) : start - 1]
    if not before or before.isspace():
        return False
    if before in "_#^@\\/№":
        return True
    if before in "-.:’'":
        return earlier.isdigit() if before == ":" else earlier.isalnum()
    return before.isalnum() and before < UNSPACED


def _list_number(text: str, start: int, at: int) -> re.Match[str] | None:
    """The number as a list marker ("3. ", "3) ") or a reference ("[3]", "[2, 5]", "【3】"), if it is one."""
    if text[start - 1 : start] in ("[", "【"):
        return compiled(r"\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,30}[]】](?!\()").match(text, at)
    if start != at or (start and text[start - 1] != "\n"):
        return None
    return compiled(r"\d{1,3}[.)](?=[ \t]+\S)").match(text, at)


def _is_label(figure: Quantity, before: str) -> bool:
    """Whether a bare number only names something: a year, "Table 3", "version 2", "Python 3.11"."""
    if figure.text.isdigit() and len(figure.text) == 4 and "1800" <= figure.text < "2100":
        return True
    name = before.strip(".:#[=§")
    if name in ("p", "pp") and ("=" in before or not figure.text.isdigit()):  # a p-value: pages are whole numbers
        return False
    return name in _numbered() or before == "§"


@cache
def _numbered() -> frozenset[str]:
    return frozenset((*NUMBERED_THINGS, *VERSIONED_THINGS, *months()))


def _in_context(figure: Quantity, window: str, words: list[str]) -> Quantity:
    """The figure with what stands before it: a hedge ("about"), a bound ("at least", ">"), "p ="."""
    hedge = _hedge_before(window.rstrip(), words)
    is_p = (
        not figure.unit
        and any(word == "p" or word[:2] in _P_STARTS for word in words)
        and compiled(_P_BEFORE).search(window)
    )
    if not hedge and not is_p:
        return figure
    bound = hedge if hedge in "<>" else figure.bound
    return changed(figure, approximate=bool(hedge), bound=bound, unit="p" if is_p else figure.unit)


def _hedge_before(tail: str, words: list[str]) -> str:
    last = tail[-1:]
    if last in _HEDGE_SIGNS:
        return _HEDGE_SIGNS[last]
    sign = tail[-2:-1] if last == "=" else last
    if sign in ("<", "≤"):
        return "<"
    if sign in (">", "≥"):
        return "" if tail[-2:-1] in ("-", "=", ">") else ">"  # an arrow
    known, ends = hedges()
    if not words or words[-1] not in ends:
        return ""
    return next((known[key] for n in (3, 2, 1) if (key := " ".join(words[-n:])) in known), "")


_BEFORE_SIGN = frozenset(("", " ", "(", "\n", "\t", ",", ";", ":", "="))
_P_STARTS = frozenset(("p=", "p<", "p>", "p≤", "p≥", "p:", "p-", "pv"))
_HEDGE_SIGNS = dict.fromkeys("~≈≃∼", "~")


@cache
def hedges() -> tuple[dict[str, str], frozenset[str]]:
    """The hedges and what they mean, and the last words of them."""
    known = {**dict.fromkeys(APPROXIMATE, "~"), **dict.fromkeys(AT_MOST, "<"), **dict.fromkeys(AT_LEAST, ">")}
    return known, frozenset(hedge.split()[-1] for hedge in known)


def paired(low: Quantity, high: Quantity) -> tuple[Quantity, Quantity]:
    """Both ends of a range, each with the unit and scale that it leaves to the other: "20-25 %", "$5-10 million"."""
    money = low.written == low.number and low.text[:1] not in _FIRST_OF_NUMBER
    if money and not high.unit:
        high = changed(high, unit=low.unit)
    if low.written == low.number and (not low.unit or (money and low.unit == high.unit)):
        low = _in_unit_of(low, high)
    return low, high


def _in_unit_of(bare: Quantity, other: Quantity) -> Quantity:
    """A bare figure with the scale and unit of the one after it."""
    if other.unit == "°C" or not other.written[0]:
        number = bare.number if other.number == other.written else (bare.number - ratio(32)) * ratio(5, 9)
        return changed(bare, number=number, unit=other.unit)
    factor = other.number * ratio(other.written[1], other.written[0])
    return changed(bare, number=bare.number * factor, step=bare.step * factor, unit=other.unit)


_FIRST_OF_NUMBER = frozenset("+-–−.0123456789")


def changed(quantity: Quantity, **changes: object) -> Quantity:
    """The quantity with some fields changed; `dataclasses.replace` without its import."""
    made: Quantity = rebuild(Quantity, tuple(changes.get(name, getattr(quantity, name)) for name in _FIELDS))
    return made


_FIELDS = ("number", "unit", "step", "approximate", "text", "start", "end", "written", "bound")
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
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip


@cache
def months() -> dict[str, int]:
    full = {name: number for number, name in enumerate(_MONTHS, 1)}
    return {**{name[:3]: number for name, number in full.items()}, **full, "sept": 9}


def figure_at(text: str, start: int, value: bool = False) -> Quantity | None:
    """The figure whose sign, currency or digit stands at `start`; `value`: the text is a claim's value, all of it."""
    head = _plain_head(text, start) or compiled(_HEAD).match(text, start)
    if head is None:
        return None
    money = units().get(head["money"].strip().lower(), ("", ONE))[0] if head["money"] else ""
    read = _amount(text, head, value)
    if read is None or (head["money"] and not money):
        return None
    written, number, step, end = read
    unit, factor, bound = money, ONE, ""
    if text[end : end + 1] not in _ENDS:
        tail = _tail(text, end, money, value)
        if tail is None:
            return None
        unit, factor, end, bound = tail
        spread = compiled(_SPREAD).match(text, end) if _next_sign(text, end) in _BEFORE_SPREAD else None
        tolerance = _decimal(spread[1]) if spread else None
        if spread and tolerance:
            step, end = tolerance[0], spread.end()
            unit, factor, end = (unit, factor, end) if unit or factor is not ONE else unit_at(text, end, value)
    if unit == "°F":
        number, unit = number - ratio(32), "°C"
    if factor is not ONE:
        number, step = number * factor, step * factor
    return rebuild(Quantity, (number, unit, step, False, text[start:end], start, end, written, bound))  # type: ignore[no-any-return]


class _PlainHead:
    """What `_HEAD` finds where only digits stand, perhaps with a sign; most figures are such."""

    __slots__ = ("at", "parts")

    def __init__(self, sign: str, number: str, at: int) -> None:
        self.parts, self.at = {"sign": sign, "number": number}, at

    def __getitem__(self, name: str) -> str | None:
        return self.parts.get(name)

    def end(self) -> int:
        return self.at


def _plain_head(text: str, start: int) -> _PlainHead | None:
    sign = text[start : start + 1] if text[start : start + 1] in _LEADING_SIGNS else ""
    at = begin = start + len(sign)
    while _is_digit(text, at):
        at += 1
    point = at > begin and text[at : at + 1] == "." and _is_digit(text, at + 1)
    if point:
        at += 1
        while _is_digit(text, at):
            at += 1
    after = text[at : at + 1]
    ended = after in _AFTER_DIGITS or (after in _SEPARATORS and not _is_digit(text, at + 1))
    return _PlainHead(sign, text[begin:at], at) if at > begin and ended else None


def _is_digit(text: str, at: int) -> bool:
    return "0" <= text[at : at + 1] <= "9"


_LEADING_SIGNS = frozenset("+-–")
_SEPARATORS = frozenset(" .,")  # between digits they belong to the number
_AFTER_DIGITS = frozenset(("", "%", ")", "]", ";", ":", "\n", '"', "x", "×", "s", "k", "M"))
_ENDS = frozenset(("", ".", ",", ";", ":", ")", "]", "\n", '"', "|"))  # nothing that belongs to the figure follows


def _tail(text: str, end: int, money: str, value: bool) -> tuple[str, Ratio, int, str] | None:
    """Unit, factor, end and bound from what follows the digits; None when they begin a name ("3D", "1st")."""
    more = text[end] == "+" and text[end + 1 : end + 2] not in _AFTER_PLUS
    scale, end = scale_at(text, end + more, money, value)
    unit, factor, end = (money, ONE, end) if money else unit_at(text, end, value)
    after = text[end : end + 1]
    if (after.isalnum() or after in _NAME_SIGNS) and after < UNSPACED and after:
        return None
    return unit, factor if scale is ONE else scale * factor, end, ">" if more else ""


_NAME_SIGNS = "_#@"


def _amount(text: str, head: re.Match[str] | _PlainHead, value: bool) -> tuple[Ratio, Ratio, Ratio, int] | None:
    """What is written, the number, its step and its end: sign, digits, and an exponent or fraction behind them."""
    read = _decimal(head["number"] or "")
    if read is None:
        return None
    (number, step), end = read, head.end()
    written = number
    power = compiled(_POWER).match(text, end) if _next_sign(text, end) in _BEFORE_POWER else None
    if power:
        raised = _raised(power, number, step)
        if raised is None:
            return None
        (number, step), end = raised, power.end()
        written = written if power["over"] and not value else number  # "6/20 passed" states the six and the share
    if "-" in (head["sign"] or "") + (head["second"] or "") or head["sign"] == "–":
        return -written, -number, step, end
    return written, number, step, end


def _raised(power: re.Match[str], number: Ratio, step: Ratio) -> tuple[Ratio, Ratio] | None:
    """Number and step with the exponent, power or fraction behind them; None when that makes them no number."""
    if power["over"]:
        over = int(power["over"])
        return (number * ratio(1, over), ZERO) if over and number[1] == 1 else None
    exponent = power["exp"] or power["ten"] or (power["sup"] or "").translate(_SUPERSCRIPTS)
    if not exponent:
        if number != (10, 1):
            return (number, step) if power["raised"] else None  # a footnote sign; else a formula
        exponent, number, step = power["up"] or power["raised"].translate(_SUPERSCRIPTS), ONE, HALF
    if abs(int(exponent)) > MAX_EXPONENT:
        return None
    return number * shifted(1, int(exponent)), step * shifted(1, int(exponent))


def _decimal(digits: str) -> tuple[Ratio, Ratio] | None:
    """Amount and half a unit of the last digit, by the conventions for separators; None for what is no number."""
    return _read_digits(digits) if len(digits) <= 2 * MAX_DIGITS else None


@lru_cache(maxsize=4096)
def _read_digits(digits: str) -> tuple[Ratio, Ratio] | None:
    if digits.isdigit():
        return (ratio(int(digits)), HALF) if len(digits) <= MAX_DIGITS else None
    joined = compiled(r"[ '’_](?=\d{3}(?!\d))").sub("", digits)
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
    groups = sign == "," and compiled(r"[1-9]\d{0,2},\d{3}").fullmatch(digits)
    if last >= 0 and lone and not groups:
        whole = _without_groups(digits[:last], "." if sign == "," else ",") if mixed else digits[:last]
        return whole, digits[last + 1 :]
    return _without_groups(digits, sign) if last >= 0 and not mixed else digits, ""


def _without_groups(digits: str, sign: str) -> str:
    mark = re.escape(sign)
    thousands = compiled(rf"\d{{1,3}}(?:{mark}\d{{3}})+").fullmatch(digits)
    indian = thousands or compiled(rf"\d{{1,2}}(?:{mark}\d\d)+{mark}\d{{3}}").fullmatch(digits)
    return digits.replace(sign, "") if indian else digits


_NUMBER = r"(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,9})?(?!\d)|\d+(?:[.,'’_]\d+)*|\.\d+)"
_MONEY = r"(?:(?:US|AU?|CA?|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₪]|[A-Z]{3}) ?"
_HEAD = rf"(?P<sign>[-+–])?(?P<money>{_MONEY})?(?P<second>[-+–])?(?P<number>{_NUMBER})"
_POWER = (
    r"[eE](?P<exp>[-+]?\d{1,4})(?!\w)|(?:\^|\*\*)(?P<up>[-+]?\d{1,3})|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3})"
    r"|/(?P<over>\d{1,9})(?![\w/]|[.,]\d)"
    r"| ?[x×*·⋅] ?10(?:(?:\^|\*\*)\(?(?P<ten>[-+]?\d{1,3})\)?|(?P<sup>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))"
)
_BEFORE_POWER = frozenset("eE^*/x×·⋅⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹")
_LEAD = rf"(?:(?<![\w)\]%.])[-+–])?(?:(?<![A-Za-z])(?P<money>{_MONEY}))?(?:(?<![\w)\]%.])[-+–])?\Z"
_SPREAD = rf" ?(?:±|\+/?-) ?({_NUMBER})"
RANGE = r" ?[-–—] ?(?=[$€£]?\.?\d)| (?:to|and) (?=[$€£]?\.?\d)"
_P_BEFORE = r"\bp ?(?:[=<>≤≥:]{1,2}|[- ]?val(?:ue)?s? ?(?:of|is|was|[=<>≤≥:(]{1,2})?) ?\Z"
_BEFORE_SPREAD = frozenset("±+")
_AFTER_PLUS = frozenset("0123456789/-")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _goes_on(text: str, figure: Quantity | None) -> bool:
    """Whether more digits follow a figure soon enough to be the smaller part of a time in several units."""
    return figure is None or any(map(str.isdigit, text[figure.end : figure.end + 8]))


def _duration_at(text: str, start: int) -> Quantity | None:
    """A time in several units ("1 h 30 min") that begins at `start` in running text."""
    several = compiled(_DURATION).match(text, start)
    total = compound(several[0]) if several else None
    return changed(total, start=start, end=start + len(total.text)) if total else None


def compound(body: str) -> Quantity | None:
    """One amount in several units of a kind, the larger first: "1 h 30 min", "5 ft 3 in"; one sign covers all parts."""
    total, at, step, unit, before = ZERO, len(body) - len(body.lstrip("+-")), ZERO, "", ZERO
    while at < len(body):
        part = compiled(r"(\d{1,9}(?:\.\d{1,9})?) ?([a-z]{1,12})[ ,]{0,2}(?:and )?").match(body, at)
        kind, factor = units().get(_COMPOUND_NAMES.get(part[2], part[2]), ("", ONE)) if part else ("", ONE)
        amount = _decimal(part[1]) if part else None
        if part is None or amount is None or kind not in _COMPOUND_KINDS:
            return None
        if unit and (kind != unit or factor >= before):
            return None
        total, step, unit, before, at = total + amount[0] * factor, amount[1] * factor, kind, factor, part.end()
    total = -total if body.startswith("-") else total
    return Quantity(total, unit, step, text=body, end=len(body), written=total) if unit else None


_COMPOUND_NAMES = {"m": "min", "in": "inch"}  # what these mean between other units
_COMPOUND_KINDS = ("s", "m", "kg")
_TIME = r"\d{1,6}(?:\.\d{1,6})? ?(?:years?|y|months?|weeks?|w|days?|d|hours?|hrs?|h|min(?:ute)?s?|m|sec(?:ond)?s?|s|ms)"
_DURATION = rf"[-+]?{_TIME},? ?(?:and )?{_TIME}(?:,? ?(?:and )?{_TIME}){{0,4}}(?!\w)"


def worded(text: str) -> Iterator[Quantity]:
    """Multiples, shares and amounts in words: "twice", "one-third", "five percent", "two million", "threefold"."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter whose small form takes more places would shift all that follow
        return
    for stem in compiled(_STEMS).finditer(lower):
        if stem[0] in _MULTIPLES:
            figure = _word_multiple(text, lower, stem)
        else:
            count = compiled(_COUNT).search(lower, max(0, stem.start() - 16), stem.start())
            figure = _counted(text, lower, count, stem) if count else None
        if figure:
            yield figure


def _word_multiple(text: str, lower: str, stem: re.Match[str]) -> Quantity | None:
    start, end = stem.span()
    if lower[start - 1 : start].isalnum() and start:
        return None
    if stem[0] in ("twice", "thrice"):
        compares = end == len(text) or compiled(COMPARED).match(lower, end)
    else:
        ending = compiled(_GROWTH).match(lower, end)
        compares, end = ending, ending.end(1) if ending else end
    if not compares:
        return None
    number = _MULTIPLES[stem[0]]
    return Quantity(number, "x", ZERO, True, text[start:end], start, end, number)


def _counted(text: str, lower: str, count: re.Match[str], stem: re.Match[str]) -> Quantity | None:
    """The figure of a number word before a share, a scale or a unit: "one" before "third", "five" before "percent"."""
    number = sum(NUMBER_WORDS.get(part, 0) for part in count["words"].split("-"))
    start, end = count.start("words"), stem.end()
    if stem[0] not in _PARTS:
        return _spelled(text, start, count.end("words"), number) if count["words"] != "a" else None
    ending = compiled(r"s?(?![\w-])" if count["link"] == "-" else r"s?(?= of (?!\d)|\Z)").match(lower, end)
    if ending is None or not number:
        return None
    share = ratio(number, _PARTS[stem[0]])
    end = ending.end()
    return Quantity(share, "%", ZERO, True, text[start:end], start, end, share * ratio(100))


def _spelled(text: str, start: int, end: int, number: int) -> Quantity | None:
    """A number in words with its scale and unit, read as if it were in digits."""
    after = text[end : end + 40]
    digits = str(number) + " " * after[:1].isalpha()
    figure = figure_at(digits + after, 0)
    if not number or figure is None or figure.end <= len(digits):
        return None
    stop = end + figure.end - len(digits)
    window = text[max(0, start - LOOK_BACK) : start].lower()
    return _in_context(changed(figure, text=text[start:stop], start=start, end=stop), window, window.split()[-3:])


_MULTIPLES = {
    "twice": ratio(2), "thrice": ratio(3), "doubl": ratio(2), "tripl": ratio(3), "quadrupl": ratio(4), "halv": HALF,
}  # fmt: skip
# "sales doubled from", "the rate tripled."; not "doubled keys": a noun behind it makes it an adjective.
_GROWTH = (
    r"(ed|es|ing)\b(?=[^\w ]|\Z| (?:from|to|in|over|since|between|within|during|after|every|again|by|at|for|the|its|our"
    r"|their|and|as)\b)"
)
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
NUMBER_WORDS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_STEMS = (  # plain words only: then the search skips to their first letters
    "twice|thrice|doubl|tripl|quadrupl|halv|half|third|quarter|fifth|tenth|fold|times|percent|per cent|basis"
    "|hundred|thousand|million|billion|trillion"
)
_COUNT = r"(?:\A|(?<![^\W_]))(?P<words>[a-z]{1,7}(?:-[a-z]{3,5})?)(?P<link>[ -]?)\Z"


def plain_signs(text: str) -> str:
    """The text with full-width characters, minus signs and hard blanks in ASCII, one for one, so that places stay."""
    if text.isascii():
        return text
    return compiled("[\u00a0\u2000-\u200a\u202f\u2010\u2011\u2212\ufe63\uff01-\uff5e]").sub(_plain_form, text)


def _plain_form(found: re.Match[str]) -> str:
    sign = found[0]
    if sign >= "\uff01":
        return chr(ord(sign) - 0xFEE0)
    return "-" if sign in "\u2010\u2011\u2212\ufe63" else " "

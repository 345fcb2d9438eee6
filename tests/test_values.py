"""Values: one number in many notations, two numbers that could be one, and the figures of running text."""

import calendar
import json
import math
import unittest
from fractions import Fraction
from typing import ClassVar

from dankaro_quality.values import (
    Declared,
    Quantity,
    compatible,
    declares,
    figures,
    normal,
    quantities,
    ratio,
    same,
)
from tests.builders import shared


def read(text: str) -> list[tuple[str, float, str]]:
    """Each figure as (text, amount in the base unit, unit)."""
    return [(each.text, round(float(each.number), 12), each.unit) for each in quantities(text)]


class Same(unittest.TestCase):
    PAIRS = (
        ("thousands by comma", "7,400", 7400),
        ("thousands by blank", "7 400", "7400.0"),
        ("thousands by no-break and thin blank", "7\u00a0400", "7\u202f400"),
        ("thousands by apostrophe and underscore", "7'400'000", "7_400_000"),
        ("thousands by point", "7.400.000", 7_400_000),
        ("Indian groups", "12,34,567", 1234567),
        ("decimal comma", "36,8", "36.8"),
        ("decimal comma behind points", "1.385,8", "1,385.8"),
        ("decimal comma behind a zero", "0,125", 0.125),
        ("trailing zeros", "0.7500", 0.75),
        ("an integer that ends in zeros", 100, "100.0"),
        ("no digit before the point", ".5", "0.5"),
        ("a float sum", 0.1 + 0.2, 0.3),
        ("full-width digits", "１２", 12),
        ("digits of another script", "٣٤", 34),
        ("a Unicode minus", "−0.69", "-0.69"),
        ("a plus sign", "+3.94", 3.94),
        ("a percentage and its share", "12%", 0.12),
        ("a blank before the percent sign", "12 %", "12%"),
        ("percent in words", "12 percent", "12 per cent"),
        ("basis points", "250 bps", "2.5%"),
        ("scientific", "1e-3", 0.001),
        ("scientific with a sign", "3×10^5", "300000"),
        ("scientific with superscripts", "3 × 10⁻⁵", 0.00003),
        ("a power of ten", "10^3", 1000),
        ("a fraction", "3/8", 0.375),
        ("kilo", "3 k", 3000),
        ("mega", "2 M", "2 million"),
        ("binary prefix", "64Ki", 65536),
        ("milli, written on", "250m", 0.25),
        ("millimetres and centimetres", "12 mm", "1.2 cm"),
        ("minutes and seconds", "5 min", "300 s"),
        ("hours and minutes", "1 h 30 min", "90 minutes"),
        ("hours and minutes, written on", "1h30m", "5400 s"),
        ("one sign for all parts", "-1 h 30 min", "-90 min"),
        ("feet and inches", "5 ft 3 in", "63 inches"),
        ("a clock as a duration", "4:13:02", "15182 s"),
        ("a composite unit", "90 km/h", "25 m/s"),
        ("a cubic unit", "2 cubic metres", "2 m³"),
        ("litres", "250 ml", "0.25 L"),
        ("degrees", "68 °F", "20 °C"),
        ("money before and behind", "$1,385.8 million", "1.3858 billion dollars"),
        ("a currency code", "USD 2.45 billion", "$2.45bn"),
        ("a euro sign and its code", "€5m", "EUR 5,000,000"),
        ("a multiple", "3x", "3-fold"),
        ("a multiple in a word", "threefold", "3×"),
        ("a number word", "twelve", 12),
        ("two number words", "twenty-five", 25),
        ("an amount in words", "two million", 2_000_000),
        ("a share in words", "half", "50%"),
        ("a hedged number", "about 40", 40),
        ("a remark in brackets", "70 (rounded)", 70),
        ("a mark at the end", "42!", "42"),
        ("a bare number and money", 800000, "$800,000"),
        ("a bare number and a percentage as written", 12, "12%"),
        ("a bare number and a prefixed unit as written", 5.4, "5.4 mV"),
        ("a bare number and the amount in the base unit", 0.5, "500 ms"),
        ("dates in figures and words", "2026-08-06", "6 August 2026"),
        ("the month first", "Aug 6, 2026", "2026/08/06"),
        ("the day of the week, an ordinal", "Thursday, 6th of August 2026", "06.08.2026"),
        ("months", "August 2026", "2026-08"),
        ("text by case and blanks", "New  York", "new york"),
        ("quotation marks and a full stop", '"Paris".', "paris"),
        ("truth in words", "yes", True),
        ("lists", ["1,000", "12%"], (1000, 0.12)),
        ("a range", "20-25", "20 – 25"),
        ("a range of degrees", "68-77 °F", "20-25 °C"),
        ("degrees of one kind", "20-25 °C", "20 °C - 25 °C"),
        ("a range of money", "$5-10 million", "$5 million - $10 million"),
        ("a unit by another case", "5 KILOMETRES", "5 km"),
        ("a range with its unit once and twice", "20-25 %", "20%-25%"),
    )
    OTHERS = (
        ("another number", "100", "10"),
        ("the comma groups", "1,234", "1.234"),
        ("another sign", "5", "-5"),
        ("a neighbour beyond doubles", "9007199254740993", 9007199254740992),
        ("another currency", "$5", "€5"),
        ("another dimension", "5 m", "5 kg"),
        ("metric and binary prefix", "1G", "1Gi"),
        ("a truth value is no number", True, 1),
        ("nor is its absence", None, 0),
        ("a bound is no number", ">60", "60"),
        ("a version", "1.2.3", "1.2"),
        ("an identifier keeps its zeros", "007", 7),
        ("not a number", "NaN", math.nan),
        ("another order", [1, 2], [2, 1]),
        ("another length", [1, 2], [1]),
        ("another day", "2026-08-06", "2026-08-07"),
        ("a day that does not exist is text", "2026-02-30", "30 February 2026"),
        ("a whole list as a number", ["1", "2"], "12"),
        ("too many digits to be a number", "1" * 60, "1" * 60 + ".0"),
    )

    def test_one_value(self) -> None:
        for kind, one, other in self.PAIRS:
            with self.subTest(kind=kind):
                self.assertTrue(same(one, other))
                self.assertTrue(same(other, one))

    def test_two_values(self) -> None:
        for kind, one, other in self.OTHERS:
            with self.subTest(kind=kind):
                self.assertFalse(same(one, other))
                self.assertFalse(same(other, one))

    def test_equal_normal_forms_hash_alike_and_are_the_same(self) -> None:
        values = [value for _, *pair in (*self.PAIRS, *self.OTHERS) for value in pair]
        for one in values:
            for other in values:
                if normal(one) == normal(other):
                    self.assertEqual(hash(normal(one)), hash(normal(other)))
                    self.assertTrue(same(one, other))

    def test_only_a_unit_left_out_makes_values_the_same_without_equal_forms(self) -> None:
        for kind, one, other in self.PAIRS:
            if normal(one) != normal(other):
                with self.subTest(kind=kind):
                    self.assertTrue(kind.startswith("a bare number"))

    def test_every_value_has_a_normal_form(self) -> None:
        texts = ("", " ", '"', "\u0301" * 5000, "x" * 100_000)
        for number, value in enumerate((*texts, math.inf, -math.inf, 10**300, -(10**300), 1e-300, [], ())):
            with self.subTest(number=number):
                self.assertTrue(same(value, value))


class Compatible(unittest.TestCase):
    PAIRS = (
        ("rounded to fewer digits", 2.08, 2.1),
        ("rounded to an integer", 4, 3.6),
        ("rounded as text and number", "42.9%", 43),
        ("about", 38, "~39"),
        ("about, in words", "around 39", 38),
        ("roughly", "roughly 7,000", 7150),
        ("a share in words", "one-third", "33.3%"),
        ("a share in words and a bare percentage", "one-third", 33.3),
        ("in a range", "20-25", 22),
        ("in a worded range", "between 20 and 25 ms", "23 ms"),
        ("overlapping ranges", "20-25", "24-30"),
        ("above a bound", ">60", 62),
        ("below a bound", 5.5, "<15"),
        ("at the bound", "≤ 15", 15),
        ("up to", "up to 60x", "15x"),
        ("with a plus", "100+", 140),
        ("inside a tolerance", "2.260 ± 0.007", 2.264),
        ("scale and unit left out", "$60-87.5 million", "60-87.5"),
        ("unit left out", "301,338 km2", 301338),
        ("percent left out", "28%", 28),
        ("a share and its percentage", 0.28, "28%"),
        ("converted and rounded", "12 lbs", "5.44 kg"),
        ("months and days", "90 days", "3 months"),
        ("minutes with a short sign", "32m", "1920 s"),
        ("metres with a short sign", "500m", "0.5 km"),
        ("a year and its day", "2017", "2017-02-09"),
        ("a year as a number", 2017, "February 2017"),
        ("a date of unclear order", "08/06/2026", "2026-06-08"),
        ("a list against a range", [21, 22.5], "20-25"),
        ("a list, item by item", [2.08, 3], [2.1, "3"]),
        ("one figure in other words", "37 people came", "the 37 guests"),
        ("unknown units", "5 widgets", "9 gadgets"),
        ("minutes and seconds on a clock", "4:13", "253 s"),
        ("nothing is nothing in every unit", 0, "0 ms"),
        ("no value at all", None, 5),
        ("a printed step of the coarser one", "1.2 million", 1_234_567),
        ("a minus and a word for it", "-5%", "a decrease of 5%"),
        ("a negative number and a word for it", -5, "a fall of 5%"),
        ("a direction that one leaves out", "5%", "5% growth"),
        ("two words for one direction", "fell by 5%", "5% decline"),
        ("a version and its patch", "version 3.1", "v3.1.4"),
        ("a version without the word", "v2.0", "2.0"),
        ("a quarter and its year", "Q1 2024", 2024),
        ("a quarter and a month of it", "2024-Q1", "March 2024"),
        ("half a year and a day of it", "H2 2024", "2024-11-05"),
        ("early in a year", "early 2020", "March 2020"),
        ("a decade", "the 1990s", "1994"),
        ("a century", "19th century", 1850),
        ("a time of day in both ways", "10:30", "10.30 am"),
        ("the hour alone", "22:00", "10 pm"),
        ("midnight", "12 am", "0:00"),
        ("points between letters", "U.S.", "US"),
        ("nought in words", "zero", 0),
        ("none of them", "none", 0),
        ("dozens", "two dozen", 24),
        ("a count of all and its share", "3 of 4", "75%"),
        ("a count of all and the count", "3 out of 4", 3),
        ("a fraction sign", "3½", 3.5),
        ("it is not known", "unknown", 5),
        ("it is not applicable", "N/A", "red"),
    )
    CLASHES = (
        ("another number", 33.3, 38),
        ("one unit of the last digit apart", 35.5, 35.6),
        ("a neighbouring integer", 3, 2),
        ("outside what about covers", "about 300", 340),
        ("outside the range", "20-25", 15),
        ("ranges apart", "7-15", "<=6.7"),
        ("below the bound", "> 60", 55),
        ("outside the tolerance", "2.260 ± 0.007", 2.2338),
        ("another sign", "-5", "5"),
        ("grouped digits", "1,000", "1"),
        ("an exponent", "1e2", "1"),
        ("another kind of unit", "21 m", "21 °C"),
        ("another currency", "$5", "€7"),
        ("prefixes that look alike", "1G", "1Gi"),
        ("a thousand times more", "5 m", "5 km"),
        ("a fraction of it", "28", "28/100"),
        ("one of a list", [62.5, 90.7], "84-92"),
        ("another count of the same thing", "12 tests", "15 tests"),
        ("a truth value", True, False),
        ("truth and number", True, 1),
        ("another day", "2026-08-06", "2026-08-07"),
        ("another year", 2016, "2017-02-09"),
        ("two years", 2016, 2017),
        ("version and number", "0.0", "0.0.1"),
        ("other text", "high", "low"),
        ("unit names as text", "s", "min"),
        ("text and a date", "soon", "2017-02-09"),
        ("four letters and a date", "2O17", "2017-02-09"),
        ("text and number", "high", 0.9),
        ("not a number", math.nan, 5),
        ("a list without its number", [5, 6], 7),
        ("something and nothing", 5, "0 ms"),
        ("up and down", "5% increase", "5% decrease"),
        ("a plus and a fall", "rose by 5%", "-5%"),
        ("a minus and another fall", "-5%", "a fall of 7%"),
        ("minor versions", "v1.10", "v1.1"),
        ("a quarter and a month outside", "Q1 2024", "May 2024"),
        ("two quarters", "Q1 2024", "Q2 2024"),
        ("late and early", "late 2020", "early 2020"),
        ("a decade and a year outside", "the 1990s", "2001"),
        ("morning and evening", "10 am", "10 pm"),
        ("a time of day and another", "22:00", "9 pm"),
        ("dozens", "a dozen", 10),
        ("a share and another", "3 of 4", "70%"),
        ("words that only begin alike", "unknown author", "5"),
    )

    def test_could_be_one_number(self) -> None:
        for kind, one, other in self.PAIRS:
            with self.subTest(kind=kind):
                self.assertTrue(compatible(one, other))
                self.assertTrue(compatible(other, one))

    def test_cannot_be_one_number(self) -> None:
        for kind, one, other in self.CLASHES:
            with self.subTest(kind=kind):
                self.assertFalse(compatible(one, other))
                self.assertFalse(compatible(other, one))

    def test_the_same_is_compatible(self) -> None:
        for kind, one, other in Same.PAIRS:
            with self.subTest(kind=kind):
                self.assertTrue(compatible(one, other))

    def test_a_figure_of_text_against_a_value(self) -> None:
        (stated,) = quantities("the share rose to nearly 40%")
        self.assertTrue(compatible(stated, 38))
        self.assertFalse(compatible(stated, 52))

    def test_rulings_of_people(self) -> None:
        with open(shared(self, "cases", "contradictions.jsonl"), encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        wanted = {"contradiction": False, "no_contradiction": True}
        ruled = [row for row in rows if row["ruling"] in wanted and row["a"].get("key", 1) == row["b"].get("key", 2)]
        found = {row["id"]: compatible(row["a"]["value"], row["b"]["value"]) for row in ruled}
        wrong = [row["id"] for row in ruled if found[row["id"]] != wanted[row["ruling"]]]
        self.assertGreater(len(ruled), 40)
        self.assertEqual(wrong, [])


class InText(unittest.TestCase):
    FOUND = (
        ("percentages", "up 36,8% and 4.25 %", [("36,8%", 0.368, "%"), ("4.25 %", 0.0425, "%")]),
        ("percent in words", "five percent", [("five percent", 0.05, "%")]),
        ("points of a percentage", "12 percentage points", [("12 percentage points", 0.12, "%")]),
        ("money", "$711 million", [("$711 million", 711e6, "$")]),
        ("money with its code", "USD 2.45 billion", [("USD 2.45 billion", 2.45e9, "$")]),
        ("money with its name", "30 euros", [("30 euros", 30.0, "EUR")]),
        ("short scales of money", "€5m, £3bn", [("€5m", 5e6, "EUR"), ("£3bn", 3e9, "GBP")]),
        ("multiples", "+3.94x, 4x faster", [("+3.94x", 3.94, "x"), ("4x", 4.0, "x")]),
        ("multiples in words", "twice as fast", [("twice", 2.0, "x")]),
        ("growth in words", "Sales doubled in May.", [("doubled", 2.0, "x")]),
        ("times that compare", "3 times faster", [("3 times", 3.0, "x")]),
        ("a p-value", "(p = .03)", [(".03", 0.03, "p")]),
        ("a p-value without blanks", "z-test, p=0.68", [("0.68", 0.68, "p")]),
        ("a p-value without blanks and nought", "(P=.03)", [(".03", 0.03, "p")]),
        ("a p-value in words", "a p-value of 0.2", [("0.2", 0.2, "p")]),
        ("units", "5.4 mV at 22nm", [("5.4 mV", 0.0054, "V"), ("22nm", 2.2e-8, "m")]),
        ("a unit behind a hyphen", "a 5-minute wait", [("5-minute", 300.0, "s")]),
        ("a rate", "120 tokens/s", [("120 tokens/s", 120.0, "token/s")]),
        ("a rate in words", "30 requests per minute", [("30 requests per minute", 0.5, "request/s")]),
        ("a range", "15-22% less", [("15", 0.15, "%"), ("22%", 0.22, "%")]),
        ("a range in words", "from 3 to 5 ms", [("3", 0.003, "s"), ("5 ms", 0.005, "s")]),
        ("a range of money with one sign", "$5-10 million", [("$5", 5e6, "$"), ("10 million", 1e7, "$")]),
        ("a range of money", "$5-$10 million", [("$5", 5e6, "$"), ("$10 million", 1e7, "$")]),
        ("a minus sign", "a change of −0.69", [("−0.69", -0.69, "")]),
        ("a tolerance", "2.260 ± 0.007", [("2.260 ± 0.007", 2.26, "")]),
        ("after an equals sign", "loss=2.23, F1=0.8", [("2.23", 2.23, ""), ("0.8", 0.8, "")]),
        ("one time in two units", "took 2 min 30 s", [("2 min 30 s", 150.0, "s")]),
        ("two times in a list", "5 s, 3 s", [("5 s", 5.0, "s"), ("3 s", 3.0, "s")]),
        ("a capital X", "10X faster", [("10X", 10.0, "x")]),
        ("a point in front", "at .5 or -.25", [(".5", 0.5, ""), ("-.25", -0.25, "")]),
        ("a currency before and a sign", "-$5 and $-6", [("-$5", -5.0, "$"), ("$-6", -6.0, "$")]),
        ("a power of no length", "5 s2", [("5", 5.0, "")]),
        ("as many digits as are read", "1" * 40, [("1" * 40, float("1" * 40), "")]),
        ("with decimals", f"{'1' * 20}.{'1' * 20}", [(f"{'1' * 20}.{'1' * 20}", float("1" * 20), "")]),
        ("a reference before a link", "[5](x) of 6", [("5", 5.0, ""), ("6", 6.0, "")]),
        ("a share of a count", "6/20 hits", [("6/20", 0.3, "")]),
        ("text without blanks", "增长了25%，达到3亿元", [("25%", 0.25, "%"), ("3亿", 3e8, "")]),
        ("full-width", "１２％", [("１２％", 0.12, "%")]),
        ("the end of a sentence", "It was 5.", [("5", 5.0, "")]),
        ("groups of digits", "20 000 people, 1,234 more", [("20 000", 20000.0, ""), ("1,234", 1234.0, "")]),
        ("an amount beside a version", "Python 3.11 needs 40 MB", [("40 MB", 4e7, "B")]),
        ("an unknown word is no unit", "12 tests", [("12", 12.0, "")]),
        ("a word that begins like a unit", "5 square meals", [("5", 5.0, "")]),
        ("a footnote sign", "12² more", [("12²", 12.0, "")]),
        ("a letter whose small form is longer", "İ: two percent, 5%", [("5%", 0.05, "%")]),
        ("an area in words", "2 square kilometres", [("2 square kilometres", 2e6, "m2")]),
    )
    SILENT = (
        ("a date", "on 2026-08-06 and 06.08.2026"),
        ("a date in words", "on 6 August 2026, on Aug 6, 2026, in May 2026"),
        ("a year", "founded 2016, since 1999"),
        ("years", "2024-2030 and 1990s"),
        ("a time", "at 12:30 and 9 am"),
        ("a version", "v2, 1.2.3 and 10.0.0.1"),
        ("the version of a name", "Python 3.11 on Ubuntu 22.04"),
        ("a numbered thing", "Table 3, section 5.1, page 14, No. 5"),
        ("an issue", "#12, issue 2016, PR 40"),
        ("an identifier", "ABC-123, RFC 9110, GPT-4, ISBN 978-0-306-40615-7"),
        ("letters and digits", "x86, R02, 3D, 10T, 1st, M4"),
        ("a hash", "1a2b3c4d, deadbeef1, 9fceb02"),
        ("an address", "https://example.org/2024/05/12?n=5"),
        ("a path", "src/a1/b2/c3.py:12, report_2024.csv, 5.csv"),
        ("a number of a list", "1. first\n2) second"),
        ("a reference", "as shown [1], [2, 3] and 【4】"),
        ("a size in dots", "1920x1080 or 4 × 8"),
        ("an idiom", "open 24/7"),
        ("a formula", "2^10 and 1/0"),
        ("an exponent beyond all doubles", "1e999"),
        ("a word that only ends like a number word", "overdoubled, artwice, doubloons, a half-truth"),
        ("a count in words", "seen five times a week"),
        ("a count of calls", "called twice, and the doubled keys"),
        ("a number with too many digits", f"{'1' * 41}, {'1' * 21}.{'1' * 20} or {'1' * 60}"),
        ("a standard with a letter", "IEEE 802.1X"),
        ("a word with digits in it", "the val_2 and b4u fields"),
        ("no figure at all", "one of these, a quarter ago, the third"),
    )

    def test_found(self) -> None:
        for kind, text, wanted in self.FOUND:
            with self.subTest(kind=kind):
                self.assertEqual(read(text), wanted)

    def test_stays_silent(self) -> None:
        for reason, text in self.SILENT:
            with self.subTest(reason=reason):
                self.assertEqual(read(text), [])

    def test_what_looks_alike_and_is_a_count(self) -> None:
        for text in ("ran 3 times", "5 times per day", "10-fold cross-validation", "a 64-bit integer"):
            with self.subTest(text=text):
                self.assertEqual([each.unit for each in quantities(text)], [""])

    def test_hedges_and_bounds(self) -> None:
        rows = (
            ("about 40%", True, ""), ("~39", True, ""), ("nearly 7", True, ""), ("over 60%", True, ">"),
            ("p < 0.05", True, "<"), ("up to 4.8x", True, "<"), ("at least 15%", True, ">"), ("100+ users", False, ">"),
            ("exactly 40%", False, ""), ("0.28 -> 0.31", False, ""),
        )  # fmt: skip
        for text, approximate, bound in rows:
            with self.subTest(text=text):
                last = quantities(text)[-1]
                self.assertEqual((last.approximate, last.bound), (approximate, bound))

    def test_places_are_exact(self) -> None:
        for kind, text, _ in self.FOUND:
            with self.subTest(kind=kind):
                for each in quantities(f"«{text}» — {text}"):
                    self.assertEqual(f"«{text}» — {text}"[each.start : each.end], each.text)

    def test_the_step_is_half_a_unit_of_the_last_digit(self) -> None:
        rows = (("2.08", ratio(1, 200)), ("40%", ratio(1, 200)), ("$4.8 billion", ratio(5 * 10**7)), ("7", ratio(1, 2)))
        for text, step in rows:
            with self.subTest(text=text):
                self.assertEqual(quantities(text)[0].step, step)

    def test_hostile_text_is_read_in_time_that_grows_with_it(self) -> None:
        pieces = "1|1,|1.|1-|1:|1/|a1|a1 |$|$1|1 |100 |1e|1x|x.aa|a/|[1,|±1|5 s |two |1 May "
        for piece in pieces.split("|"):
            with self.subTest(piece=piece):  # read to the end without an error; a quadratic step would take minutes
                text = piece * (60_000 // len(piece))
                self.assertTrue(all(text[each.start : each.end] == each.text for each in quantities(text)))


class Tables(unittest.TestCase):
    """What words and symbols are worth, from sources of their own: SI, NIST SP 811, the calendar."""

    SCALES: ClassVar = {
        "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "mn": 10**6,
        "bn": 10**9, "tn": 10**12, "lakh": 10**5, "crore": 10**7, "k": 10**3, "K": 10**3, "M": 10**6, "MM": 10**6,
        "B": 10**9, "G": 10**9, "T": 10**12, "P": 10**15, "Ki": 1024, "Mi": 1024**2, "Gi": 1024**3, "Ti": 1024**4,
        "thousands": 10**3, "millions": 10**6, "billions": 10**9, "trillions": 10**12, "mln": 10**6, "mio": 10**6,
        "bln": 10**9, "trn": 10**12, "lakhs": 10**5, "crores": 10**7, "萬": 10**4, "億": 10**8,
        "Pi": 1024**5, "万": 10**4, "亿": 10**8,
    }  # fmt: skip
    UNITS = (
        ("1 ns", 1e-9, "s"), ("1 us", 1e-6, "s"), ("1 µs", 1e-6, "s"), ("1 msec", 1e-3, "s"), ("1 min", 60, "s"),
        ("1 hour", 3600, "s"), ("1 day", 86400, "s"), ("1 week", 604800, "s"), ("1 month", 31556952 / 12, "s"),
        ("1 year", 31556952, "s"), ("1 microsecond", 1e-6, "s"), ("1 nanosecond", 1e-9, "s"), ("1 km", 1000, "m"),
        ("1 cm", 0.01, "m"), ("1 mm", 0.001, "m"), ("1 micron", 1e-6, "m"), ("1 nm", 1e-9, "m"),
        ("1 nanometre", 1e-9, "m"), ("1 Å", 1e-10, "m"), ("1 inch", 0.0254, "m"), ("1 ft", 0.3048, "m"),
        ("1 yard", 0.9144, "m"), ("1 mile", 1609.344, "m"), ("1 nautical mile", 1852, "m"),
        ("1 centimetre", 0.01, "m"), ("1 millimeter", 0.001, "m"), ("1 hectare", 1e4, "m2"),
        ("1 acre", 4046.8564224, "m2"), ("1 litre", 0.001, "m3"), ("1 mL", 1e-6, "m3"),
        ("1 gallon", 0.003785411784, "m3"), ("1 mph", 0.44704, "m/s"), ("1 kph", 1 / 3.6, "m/s"),
        ("1 mg", 1e-6, "kg"), ("1 g", 0.001, "kg"), ("1 kg", 1, "kg"), ("1 milligram", 1e-6, "kg"),
        ("1 tonne", 1000, "kg"), ("1 lb", 0.45359237, "kg"), ("1 oz", 0.028349523125, "kg"), ("1 kB", 1e3, "B"),
        ("1 MB", 1e6, "B"), ("1 GB", 1e9, "B"), ("1 TB", 1e12, "B"), ("1 kilobyte", 1e3, "B"),
        ("1 megabyte", 1e6, "B"), ("1 gigabyte", 1e9, "B"), ("1 terabyte", 1e12, "B"), ("1 KiB", 1024, "B"),
        ("1 MiB", 1024**2, "B"), ("1 GiB", 1024**3, "B"), ("1 TiB", 1024**4, "B"), ("1 Gb", 1e9, "bit"),
        ("1 kbps", 1e3, "bit/s"), ("1 Mbps", 1e6, "bit/s"), ("1 Gbps", 1e9, "bit/s"), ("1 Wh", 3600, "J"),
        ("1 kWh", 3.6e6, "J"), ("1 MWh", 3.6e9, "J"), ("1 GWh", 3.6e12, "J"), ("1 TWh", 3.6e15, "J"),
        ("1 cal", 4.184, "J"), ("1 kcal", 4184, "J"), ("1 hPa", 100, "Pa"), ("1 bar", 1e5, "Pa"),
        ("1 psi", 6894.757, "Pa"), ("1 ppb", 0.001, "ppm"), ("1 MHz", 1e6, "Hz"), ("1 kΩ", 1e3, "Ω"),
        ("1 mA", 1e-3, "A"), ("1 mmol", 1e-3, "mol"), ("1 keV", 1e3, "eV"), ("1 mW", 1e-3, "W"), ("1 bp", 1, ""),
        ("1 bps", 1e-4, "%"), ("1‰", 1e-3, "%"), ("1 cents", 0.01, "$"), ("1 fps", 1, "frame/s"),
        ("1 square mile", 2589988.110336, "m2"), ("1 cubic foot", 0.028316846592, "m3"), ("1 km^2", 1e6, "m2"),
        ("212 °F", 100, "°C"), ("45 degrees", 45, "°"), ("1 g/cm3", 1000, "kg/m3"),
        ("1 Mbit/s", 1e6, "bit/s"),
    )  # fmt: skip
    WORDS = (
        "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty "
        "seventy eighty ninety"
    )

    def test_scales(self) -> None:
        for name, factor in self.SCALES.items():
            with self.subTest(name=name):
                self.assertTrue(same(f"3{name}", 3 * factor))

    def test_units(self) -> None:
        for text, amount, unit in self.UNITS:
            with self.subTest(text=text):
                (figure,) = quantities(text)
                self.assertEqual(figure.unit, unit)
                self.assertTrue(math.isclose(float(figure.number), amount, rel_tol=1e-12))

    def test_number_words(self) -> None:
        amounts = (*range(1, 13), 15, *range(20, 100, 10))
        for word, amount in zip(self.WORDS.split(), amounts, strict=True):
            with self.subTest(word=word):
                self.assertTrue(same(f"{word} percent", f"{amount}%"))

    def test_every_day_of_the_year(self) -> None:
        for month in range(1, 13):
            last = 29 if month == 2 else calendar.monthrange(2026, month)[1]
            name = calendar.month_name[month]
            with self.subTest(month=name):
                self.assertTrue(same(f"2028-{month:02}-{last}", f"{name[:3]} {last}, 2028"))
                self.assertEqual(normal(f"2028-{month:02}-{last + 1}")[0], "text")  # type: ignore[index]
        for text in ("2028-00-10", "2028-13-10", "2028-10-00", "10/13/13/2028"):
            with self.subTest(text=text):
                self.assertEqual(normal(text)[0], "text")  # type: ignore[index]

    def test_a_clock(self) -> None:
        for text, seconds in (("1:30", 5400), ("1:30:15", 5415), ("0:00:59", 59)):
            with self.subTest(text=text):
                self.assertTrue(same(text, f"{seconds} s"))

    def test_floats_are_read_to_fifteen_digits(self) -> None:
        rows = (
            (0.1234567890123456, "0.123456789012346"),
            (0.123456789012345, "0.123456789012345"),
            (1e22, "1" + "0" * 22),
            (-2.5e-7, "-2.5e-7"),
        )
        for value, text in rows:
            with self.subTest(value=value):
                self.assertTrue(same(value, text))


class DeclaredFigures(unittest.TestCase):
    FIRES = (
        ("the same figure", "up 36.8%", "36,8%"),
        ("a percentage by its share", "0.368 of all", "36.8%"),
        ("another notation", "costs $1.2 million", "$1,200,000"),
        ("a prefix of the unit", "took 500 ms", "0.5 s"),
        ("a bare number as it is written", "sigma of 5.4", "5.4 mV"),
        ("a fall in words", "a change of -24%", "24%"),
        ("a fall by its sign", "cut by 24%", "-24%"),
        ("a share in words", "33.3% of them", "one-third"),
    )
    SILENT = (
        ("another figure", "up 36.8%", "37%"),
        ("the opposite sign", "a change of -24%", "+24%"),
        ("another unit", "5 kg", "5 km"),
        ("a percentage that was rounded", "up 36.8%", "36.84%"),
        ("another scale", "$5 million", "$5 billion"),
        ("nothing declared", "no figure", "5%"),
    )

    def test_is_declared(self) -> None:
        for kind, declared, text in self.FIRES:
            with self.subTest(kind=kind):
                self.assertTrue(declares(quantities(declared), quantities(text)[0]))

    def test_is_not_declared(self) -> None:
        for kind, declared, text in self.SILENT:
            with self.subTest(kind=kind):
                self.assertFalse(declares(quantities(declared), quantities(text)[0]))

    def test_values_declare(self) -> None:
        declared = Declared(figures([711e6, "60-87.5", "2.5 GB", True, None, "no figure", "2026-08-06"]))
        rows = (("$711 million", True), ("87.5%", True), ("2,500 MB", True), ("6 kg", False), ("1%", False))
        for text, wanted in rows:
            with self.subTest(text=text):
                self.assertEqual(quantities(text)[0] in declared, wanted)
        self.assertNotIn("5%", declared)

    def test_a_negative_value_declares_no_plus(self) -> None:
        declared = Declared(figures(-24))
        self.assertIn(quantities("24%")[0], declared)
        self.assertNotIn(quantities("+24%")[0], declared)

    def test_the_figures_of_a_value(self) -> None:
        none: tuple[object, ...] = ("2026-08-06", True, None, math.nan, "no figure")
        rows = ((7, [7.0]), ("20-25", [20.0, 25.0]), ("12% of 40", [0.12, 40.0]), *((value, []) for value in none))
        for value, wanted in rows:
            with self.subTest(value=value):
                self.assertEqual([float(each.number) for each in figures(value)], wanted)


class Ratios(unittest.TestCase):
    def test_it_calculates_like_a_fraction(self) -> None:
        parts = [(1, 3), (-2, 7), (5, 1), (0, 4), (9, -6), (10**30, 7)]
        for a in parts:
            for b in parts:
                one, other = ratio(*a), ratio(*b)
                exact, against = Fraction(*a), Fraction(*b)
                with self.subTest(a=a, b=b):
                    self.assertEqual(Fraction(*(one + other)), exact + against)
                    self.assertEqual(Fraction(*(one - other)), exact - against)
                    self.assertEqual(Fraction(*(one * other)), exact * against)
                    self.assertEqual(Fraction(*abs(-one)), abs(exact))
                    self.assertEqual((one < other, one <= other), (exact < against, exact <= against))
                    self.assertEqual((one > other, one >= other), (exact > against, exact >= against))
                    self.assertEqual(one == other, exact == against)
                    self.assertAlmostEqual(float(one), float(exact))

    def test_it_shows_itself(self) -> None:
        self.assertEqual(f"{ratio(3)!r} {ratio(2, 4)!r}", "Ratio(3) Ratio(1, 2)")

    def test_nothing_over_zero(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            ratio(1, 0)

    def test_a_quantity_is_a_value_object(self) -> None:
        self.assertEqual(Quantity(ratio(5), "s"), Quantity(ratio(10, 2), "s"))
        self.assertEqual(normal(Quantity(ratio(5), "s")), normal("5 s"))


if __name__ == "__main__":
    unittest.main()

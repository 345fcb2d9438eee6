"""Rules that say what a table must look like."""

import unittest
from typing import Any

from dankaro_quality.shapes import anything, block, boolean, choice, either, like, many, number, text

COLOUR = choice("red", "green")
BOX = block({"name": text()}, {"size": number(0, 9, whole=True)})


class Rules(unittest.TestCase):
    TAKES: tuple[tuple[Any, Any], ...] = (
        (anything, None),
        (boolean, False),
        (text(), "x"),
        (text(0), ""),
        (text(1, 3), "abc"),
        (like("a+", "a"), "aaa"),
        (COLOUR, "red"),
        (number(), -1.5),
        (number(0, 9, whole=True), 9.0),  # a whole number to JSON Schema
        (either(number(), boolean), True),
        (many(COLOUR), []),
        (many(COLOUR, 2), ["red", "red"]),
        (many(text(), unique=True), ["a", "b"]),
        (BOX, {"name": "x"}),
        (BOX, {"name": "x", "size": 0}),
    )
    REFUSES: tuple[tuple[Any, Any, str, str], ...] = (
        (boolean, 1, "", "expected true or false, found a number"),
        (text(), "", "", "must not be empty"),
        (text(), None, "", "expected text, found nothing"),
        (text(1, 3), "abcd", "", "has 4 characters; at most 3 are allowed"),
        (like("a+", "letters a"), "aaa\n", "", 'expected letters a, found "aaa\\x0a"'),
        (COLOUR, "gren", "", 'expected one of red, green; found "gren" (did you mean "green"?)'),
        (number(), True, "", "expected a number, found true or false"),
        (number(), float("nan"), "", "is not a finite number"),
        (number(0), -1, "", "-1 is not from 0 up"),
        (number(0, 9), 10, "", "10 is not between 0 and 9"),
        (number(whole=True), 1.5, "", "expected a whole number, found 1.5"),
        (many(COLOUR), "red", "", "expected a list, found text"),
        (many(COLOUR), ["red", 3], "/1", "expected one of red, green; found a number"),
        (many(COLOUR, 1), [], "", "expected at least 1 item, found 0"),
        (many(text(), unique=True), ["a", "b", "a"], "", '"a" stands twice; keep one of them'),
        (BOX, [], "", "expected an object, found a list"),
        (BOX, {}, "/name", "this field is missing"),
        (BOX, {"name": "x", "sise": 1}, "/sise", 'there is no such field (did you mean "size"?)'),
        (many(BOX), [{"name": "x", "a/b": 1}], "/0/a~1b", "there is no such field"),
    )

    def test_takes(self) -> None:
        for rule, value in self.TAKES:
            problems: list[tuple[str, str]] = []
            rule(value, "", problems)
            with self.subTest(value=value):
                self.assertEqual(problems, [])

    def test_refuses(self) -> None:
        for rule, value, at, message in self.REFUSES:
            problems: list[tuple[str, str]] = []
            rule(value, "", problems)
            with self.subTest(value=value):
                self.assertEqual(problems, [(at, message)])


if __name__ == "__main__":
    unittest.main()

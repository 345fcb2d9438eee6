"""Watch patterns: which may run, and what they find."""

from __future__ import annotations

import json
import os
import random
import re
import unittest
import warnings
from pathlib import Path
from re import _casefix  # type: ignore[attr-defined]
from unittest import mock

from dankaro_quality.canonical import canonical
from dankaro_quality.errors import QualityError
from dankaro_quality.watching import compile_watch, find, matching, unsafe
from dankaro_quality.watching.lint import literal

SHARED = Path(os.environ.get("DANKARO_SHARED") or Path(__file__).resolve().parents[2] / "shared")
HOSTILE = SHARED / "cases" / "hostile"


def shared_rows(test: unittest.TestCase, name: str) -> list[dict[str, object]]:
    file = HOSTILE / name
    if not file.is_file():
        test.skipTest(f"{file} is not there")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]


class Unsafe(unittest.TestCase):
    def test_fires(self) -> None:
        again, alternatives = "repeats that can take the same", "alternatives stand inside a repeat"
        rows = [
            ("", "blank"),
            ("  ", "blank"),
            ("x" * 501, "longer than 500 characters"),
            ("(", "does not compile"),
            ("[a", "does not compile"),
            ("a{3,2}", "does not compile"),
            ("a{99999999999}", "does not compile"),
            ("(?<=a+)b", "does not compile"),
            ("(?P<n>a)(?P<n>b)", "does not compile"),
            ("(" * 120 + "a" + ")" * 120, "too complex"),
            ("a|", "without any character"),
            ("a*", "without any character"),
            (r"\b", "without any character"),
            ("(?x) # only a comment", "without any character"),
            ("^$", "without any character"),
            ("(?=never)", "without any character"),
            (r"(\w+) and \1", "refers back"),
            ("(?P<q>['\"])x(?P=q)", "refers back"),
            ("(a)?(?(1)b|c)", "refers back"),
            ("(x+)+y", again),
            ("(?:x+y?)+z", again),
            ("(?:x*)*y", again),
            ("(xx?)+y", again),
            ("(?:[ab]*c?)+d", again),
            (r"(?:\w+\s?)+:", again),
            (r"(?:\w+\s?){4}:", again),
            ("(?:x{1,30}){1,30}y", again),
            (r"\w+\w+;", again),
            (r"\d+\.?\d+ ms", again),
            (r"\s*\s*x", again),
            (".*never.*", again),
            ("a.*b.*c", again),
            ("a[^x]*b[^y]*c", again),
            ("(?i)X+x+!", again),
            ("x+X+!", again),
            ("é+É+!", again),
            ("[а-я]+[м-я]+!", again),
            ("[^a]+[^b]+!", again),
            (r"\D+\W+\d", again),
            ("\\d+\u0663+x", again),
            ("\\s+\u2003+x", again),
            ("[^a-z]+\u20ac+x", again),
            (r"a.{0,300}b.{0,300}c", again),
            ("(?:ab)+(?:ab)+c", again),
            ("(?:ab*)+b+c", again),
            ("a*(?=.*b)c", again),
            ("(?:a(?!.*b))+c", again),
            ("(?:a(?!.*b)){20}c", again),
            ("(?s:.+)\n.+x", again),
            (r"(?s).+\n.+x", again),
            ("(?>(x+)+)y", again),
            ("(?:(?:x+)+y)?z", again),
            ("x?" * 20 + "y", again),
            ("(?:one|two)+!", alternatives),
            ("(?:(?:one|two) ){20}!", alternatives),
            (r"(?:a\d|[ab]1)" * 20 + "!", alternatives),
            ("".join(f"{re.escape(chr(code))}*" for code in (*range(33, 96), *range(0xA1, 0xDF))) + "x", "too complex"),
            ("[[a]b", "a set holds"),
            ("[^[a]b", "a set holds"),
            ("[a--b]", "a set holds"),
            ("[a&&b]", "a set holds"),
        ]
        for pattern, words in rows:
            with self.subTest(pattern[:60]):
                self.assertTrue(unsafe(pattern))
                self.assertIn(words, unsafe(pattern))

    def test_stays_silent(self) -> None:
        rows = {
            "never the fastest": "plain text",
            r"2\.08x \(median\)": "escaped punctuation is text",
            "x" * 500: "as long as allowed",
            r"\bbeats?\s+round[- ]robin\b": "one repeat without bound",
            r"\d+(?:\.\d+)?\s*%\s+faster": "the repeats take different characters",
            r"\w+ \w+ \w+ failed": "a blank stands between, which no word takes",
            r"latency.*\d{1,3} ?ms": "one repeat without bound and a small choice",
            "beats.{0,80}robin.{0,80}twice": "bounded repeats",
            r"cut\W+(?:\w+\W+){0,5}half": "within five words: each round needs a blank and a word",
            r"(?:\w+\.)+\w+": "a dot ends each round",
            r"(?:\d{1,3},)*\d{3} users": "a comma ends each round",
            r"\d{1,3}(?:,\d{3})*(?:\.\d+)? (?:ms|s)": "a figure with its unit",
            "(?:ab)+c": "a group of fixed text comes round in one way only",
            "(?:cut|reduc)(?:s|ed|es|ing)? (?:errors?|costs?) by": "alternatives outside repeats",
            "(?:one|two|three){1,3} more": "alternatives a few times",
            '"[^"]*" is wrong': "what ends the repeat cannot be taken by it",
            "(?>x+)+y": "an atomic group gives nothing back",
            "(?:x++)+y": "a possessive repeat gives nothing back",
            "(?=.*fast)(?=.*safe)never.{1,9}": "each look ahead runs once for a start",
            r"\[[0-9]+\]": "an escaped bracket before a set",
            "[a-z-]+ -- x": "two hyphens outside a set",
            "a||b|c[]&]": "bars outside a set",
            "a{0}b+c": "nothing taken, nothing to divide",
            "(?:a+){0}a+c": "what is taken no times divides nothing",
            r"[^\w]+я+!": "no sign is a letter",
            "(?:ab(?:cd)?)+e": "each round begins anew, and ends in one way",
            "(?:)x": "an empty group",
            "(?s)a.+b": "one repeat",
            r".+\n.+x": "no dot takes the line break between",
            "(?<=a)b+(?<!c)d": "looking behind takes a fixed width",
            "^never$": "anchors take nothing",
        }
        for pattern, why in rows.items():
            if pattern == "a||b|c[]&]":
                continue  # an empty alternative: refused for that, not for its bars
            with self.subTest(pattern, why=why):
                self.assertEqual(unsafe(pattern), "")
        self.assertIn("without any character", unsafe("a||b|c[]&]"))

    def test_no_warning_is_ever_printed(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for pattern in ("[[a]b", "[a~~b]x", "[a||b]x", r"[\[a]x", "a[]&&]", r"[a\--b]x", "[--a]x"):
                with self.subTest(pattern):
                    unsafe(pattern)

    def test_a_stack_nearly_used_up_is_unsafe(self) -> None:
        with mock.patch("dankaro_quality.watching.lint.parsed", side_effect=RecursionError):
            self.assertIn("nested too deeply", unsafe("some[a]thing rare"))

    def test_known_attacks(self) -> None:
        rows = shared_rows(self, "redos/regexlib_attacks.jsonl")
        quick = [row for row in rows if 0 < (row["py311"].get("min_chars_over_1s") or 0) <= 1_000]  # type: ignore[attr-defined]
        missed = [row["id"] for row in quick if not unsafe(str(row["pattern"]))]
        self.assertGreater(len(quick), 100)
        self.assertLessEqual(len(missed), len(quick) // 100, missed)

    def test_known_expectations(self) -> None:
        for row in shared_rows(self, "redos/vuln_regex_detector.jsonl"):
            pattern = str(row["pattern"])
            if row["expect"] == "unsafe" and pattern != r"(a|\w)+$":  # Python makes one set of these alternatives
                with self.subTest(pattern):
                    self.assertTrue(unsafe(pattern))


class Literal(unittest.TestCase):
    def test_rows(self) -> None:
        rows = {
            "plain": "plain",
            r"2\.08x\ \(a\)": "2.08x (a)",
            r"back\\slash": "back\\slash",
            "a.b": "",
            r"\d": "",
            "a|b": "",
            "": "",
            "a\\": "",
        }
        for pattern, text in rows.items():
            with self.subTest(pattern):
                self.assertEqual(literal(pattern), text)


class Compile(unittest.TestCase):
    def test_case_does_not_count(self) -> None:
        self.assertTrue(compile_watch("Never Fast").search("never fast"))

    def test_unsafe_patterns_are_not_compiled(self) -> None:
        for pattern in ("(x+)+y", "[", ""):
            with self.subTest(pattern), self.assertRaisesRegex(ValueError, "cannot be run"):
                compile_watch(pattern)

    def test_a_leading_repeat_finds_the_same_first_match(self) -> None:
        chance = random.Random(11)
        patterns = [
            r"\d+x", r"\d*x", r"(\d+)x", r"(?:\w+)-\w", r"[ab]+c|d", r"[^ab]+a", r"\w{2,}-", ".+x", r"[]a]+b", r"\s+$",
            r"(\d+|a)x", r"\d++x", r"(\d)+x", r"[\]1]+x", r"(\d+)?x", r"\d{2}x", r"\D+1",
        ]  # fmt: skip
        for _ in range(4_000):
            pattern = chance.choice(patterns)
            text = "".join(chance.choices("12ab-x] \n", k=chance.randrange(12)))
            expected, found = re.search(pattern, text, re.IGNORECASE), compile_watch(pattern).search(text)
            self.assertEqual(found and found.span(), expected and expected.span(), (pattern, text))


def spans(pattern: str, *texts: str) -> list[str]:
    return [texts[number][start:end] for _, number, start, end in find([("w", pattern)], texts)]


class Find(unittest.TestCase):
    def test_fires(self) -> None:
        rows = [
            ("trust me", "Please TRUST me.", "TRUST me"),
            ("trust me", "please trust\n   me", "trust\n   me"),
            ("trust me", "please t\u200brust me now", "t\u200brust me"),
            ("trust me", "please \uff54rust\u00a0me now", "\uff54rust\u00a0me"),
            ("caf\u00e9 time", "the cafe\u0301 time is", "cafe\u0301 time"),
            ("cafe", "the cafe\u0301", "cafe"),
            ("\ufb01le", "the \ufb01le", "\ufb01le"),
            ("file", "the \ufb01le", "\ufb01le"),
            ("stra\u00dfe", "DIE STRASSE", "STRASSE"),
            ("kelvin", "\u212aelvin", "\u212aelvin"),
            ("insist", "\u0130n\u017fist", "\u0130n\u017fist"),
            ("a  b", "a b", "a b"),
            ("a\\nb", "a\nb", "a\nb"),
            (r"a\sb", "x a\u200b b", "a\u200b b"),
            (r"\bnever\b", "well, never!", "never"),
            (r"\d+(?:\.\d+)? ?ms", "took 12.5ms", "12.5ms"),
            ("(?:one|two) more", "two MORE", "two MORE"),
            ("one|two", "see TWO", "TWO"),
            ("[ab]c|d", "xD", "D"),
            ("(?:x|y)z", "yz", "yz"),
            ("(?x) never \\s ever", "never ever", "never ever"),
            ("alpha.{0,5}beta", "alpha or beta", "alpha or beta"),
            ("alpha(?=.{0,20}beta)", "alpha, then beta", "alpha"),
            ("^alpha", "alpha", "alpha"),
            ("omega$", "alpha omega", "omega"),
            ("a?bcd", "bcd", "bcd"),
            ("(?:abc)?def", "abcdef", "abcdef"),
            ("(?:gamma ){2}x", "gamma gamma x", "gamma gamma x"),
            ("(?>gamma)x", "gammax", "gammax"),
            ("(gamma) ray", "gamma ray", "gamma ray"),
            ("(?:longest )?def", "a def", "def"),
            (r"(?:longest|\d\d) y", "12 y", "12 y"),
            (r"\bmark\d+", "\u00df" * 50 + " mark12", "mark12"),
            ("\u200bhidden", "a \u200bhidden thing", "hidden"),
        ]
        for pattern, text, expected in rows:
            with self.subTest(pattern=pattern, text=ascii(text)):
                self.assertEqual(spans(pattern, text), [expected])

    def test_stays_silent(self) -> None:
        rows = [
            ("trust me", "trust them", "other words"),
            (r"\bme\b", "meet", "a part of a word"),
            ("2\\.08x", "2908x", "an escaped dot is a dot"),
            ("alpha(?!.{0,20}beta)", "alpha, then beta", "what must not follow follows"),
            ("alpha$", "alpha omega", "not the end"),
            ("\u0456d", "id", "a letter of another script"),
            ("x", "", "an empty text"),
        ]
        for pattern, text, why in rows:
            with self.subTest(pattern, why=why):
                self.assertEqual(spans(pattern, text), [])

    def test_the_first_match_of_each_watch_in_each_text(self) -> None:
        watches = [("b", "beta"), ("a", "alpha"), ("n", r"\d+ms")]
        texts = ["alpha beta alpha", "", "beta 5ms 6ms"]
        self.assertEqual(find(watches, texts), [("b", 0, 6, 10), ("b", 2, 0, 4), ("a", 0, 0, 5), ("n", 2, 5, 8)])
        self.assertEqual(find([], texts), [])
        self.assertEqual(find(watches, []), [])

    def test_no_match_across_two_texts(self) -> None:
        self.assertEqual(spans("alpha beta", "alpha", "beta"), [])

    def test_unsafe_watches_are_refused_not_skipped(self) -> None:
        for pattern in ("(x+)+y", "(", " "):
            with self.subTest(pattern), self.assertRaisesRegex(ValueError, "the watch of w cannot be run"):
                find([("w", pattern)], ["text"])

    def test_a_watch_that_takes_too_long_is_an_error_not_silence(self) -> None:
        with (
            mock.patch.object(matching, "LIMIT_S", -1.0),
            self.assertRaisesRegex(QualityError, "the watch of w takes over"),
        ):
            find([("w", r"a\d+b")], ["a1c"])

    def test_every_place_in_a_long_text(self) -> None:
        """Nothing is lost at the borders of pieces, and no border is taken for the end of a word or of the text."""
        span, overlap = matching.SPAN, matching.OVERLAP
        filler = "z" * (3 * span)
        for border in (span, 2 * span - overlap, 3 * span - 2 * overlap):
            for at in (*range(border - 12, border + 3), border - overlap, border - overlap + 1):
                text = filler[:at] + " 77ms " + filler[at:]
                for pattern in (r"\b\d\dm?s?\b", r"\d\dms(?= )", r"[67]+ms\b"):
                    self.assertEqual(spans(pattern, text), ["77ms"], (pattern, at))
                self.assertEqual(spans(r"\b7?7m\b", text), [], at)
                self.assertEqual(spans(r"[7]{2}$", text), [], at)
                self.assertEqual(spans("77 ?ms", text.replace(" 77", " 7\u200b7")), ["7\u200b7ms"], at)

    def test_patterns_without_any_certain_text_in_a_long_one(self) -> None:
        text = "word " * 3_000 + "12 34"
        self.assertEqual(find([("w", r"\d+\s\d+")], [text]), [("w", 0, 15_000, 15_005)])

    def test_a_form_that_holds_only_as_a_whole_is_given_whole(self) -> None:
        self.assertEqual(matching._narrowed(lambda text: len(text) > 3, "abcd"), (0, 4))
        self.assertEqual(matching._narrowed(lambda text: False, "abcd"), (0, 4))

    def test_disguises(self) -> None:
        for row in shared_rows(self, "own/unicode_lookalikes.jsonl"):
            if row["must_match"] is not None:
                with self.subTest(row["id"]):
                    pattern = rf"\b{row['phrase']}\b"
                    self.assertEqual(bool(spans(pattern, f"we say {row['text']}")), row["must_match"])


class ManyWatches(unittest.TestCase):
    def words(self, chance: random.Random, count: int) -> str:
        return " ".join("".join(chance.choices("abcdeé", k=chance.randint(1, 6))) for _ in range(count))

    def watch(self, chance: random.Random) -> str:
        first, second = self.words(chance, 2), self.words(chance, 1)
        shapes = (
            f"{first}",
            f"(?:{first}|{second}) a",
            rf"\b{second}\s+{first}",
            f"{first}.{{0,9}}{second}",
            "[ab]{7}",
        )
        return chance.choice(shapes)

    def test_the_index_finds_what_one_search_each_finds(self) -> None:
        chance = random.Random(21)
        watches = [(str(number), self.watch(chance)) for number in range(matching.INDEXED + 250)]
        for _ in range(5):
            texts = [self.words(chance, 200).replace(" a", "\na"), self.words(chance, 5)]
            found = {(name, number) for name, number, _, _ in find(watches, texts)}
            expected = {
                (name, number)
                for name, pattern in watches
                for number, text in enumerate(texts)
                for form in (text, canonical(text))
                if re.search(pattern, form, re.IGNORECASE)
            }
            self.assertGreater(len(expected), 20)
            self.assertEqual(found, expected)
            for name, number, start, end in find(watches, texts):
                part = canonical(texts[number][start:end])
                self.assertTrue(re.search(dict(watches)[name], part, re.IGNORECASE) or "\\b" in dict(watches)[name])


class Folding(unittest.TestCase):
    def test_whatever_the_engine_takes_for_one_character_folds_to_one(self) -> None:
        same = {code: other for code, others in _casefix._EXTRA_CASES.items() for other in others}
        for code in range(0x110000):
            char = chr(code)
            for other in {char.lower(), char.upper(), chr(same.get(code, code))} - {char}:
                if len(other) == 1 and re.fullmatch(re.escape(char), other, re.IGNORECASE):
                    self.assertEqual(matching.fold(char), matching.fold(other), ascii(char + other))


if __name__ == "__main__":
    unittest.main()

from __future__ import annotations

import json
import os
import random
import re
import sys
import unicodedata
import unittest

from dankaro_quality.canonical import IGNORABLE, MAX_MARKS, canonical, folded, visible

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.environ.get("DANKARO_SHARED") or os.path.join(os.path.dirname(ROOT), "shared")

SAME = (  # (what a reader takes for "open source", why it is the same)
    ("open source", "as it is"),
    ("OPEN Source", "case is folded by whoever compares"),
    ("open\u200b source", "a zero-width space before the blank"),
    ("o\u00adpen source", "a soft hyphen inside the word"),
    ("op\u3164en source", "a Hangul filler, which is a letter to Unicode"),
    ("open sour\U000e0063ce", "a tag character"),
    ("open\u00a0source", "a no-break blank"),
    ("open \n\t source", "several blanks of several kinds"),
    ("open\u2028source", "a line separator"),
    ("ｏｐｅｎ　ｓｏｕｒｃｅ", "full-width letters and blank"),
    ("𝗼𝗽𝗲𝗻 𝘀𝗼𝘂𝗿𝗰𝗲", "mathematical letters"),
    ("open \u017fource", "the long s, which ignoring case folds"),
    ("\ufeffopen source\u2060", "marks at both ends"),
)
OTHER = (  # (text, why it is another one)
    ("reopen sources", "the words go on"),
    ("open. Source", "a stop stands between"),
    ("оpen source", "the first letter is Cyrillic: honest texts mix scripts, so it is reported, not replaced"),
    ("open-source", "a hyphen is a character of its own"),
)


class CanonicalTest(unittest.TestCase):
    def test_disguises_fall_away(self) -> None:
        for text, why in SAME:
            with self.subTest(why):
                self.assertRegex(canonical(text), re.compile(r"^open source$", re.IGNORECASE))

    def test_other_texts_stay_other(self) -> None:
        for text, why in OTHER:
            with self.subTest(why):
                self.assertNotRegex(canonical(text), re.compile(r"\bopen source\b", re.IGNORECASE))

    def test_every_invisible_code_point_is_removed(self) -> None:
        for start, end in IGNORABLE:
            for code in (start, end):
                with self.subTest(hex(code)):
                    self.assertEqual(canonical(f"a{chr(code)}b"), "ab")

    def test_table_covers_what_unicode_calls_invisible_formats(self) -> None:
        covered = {code for start, end in IGNORABLE for code in range(start, end + 1)}
        visible_formats = {"Cf"}  # signs that enclose digits or stand for an omission have a shape
        missing = [
            hex(code)
            for code in range(sys.maxunicode + 1)
            if unicodedata.category(chr(code)) in visible_formats
            and code not in covered
            and not 0x600 <= code <= 0x8FF
            and code not in (0x110BD, 0x110CD, 0xFFF9, 0xFFFA, 0xFFFB)
            and not 0x13430 <= code <= 0x1345F
        ]
        self.assertEqual(missing, [])

    def test_accents_stay(self) -> None:
        self.assertEqual(canonical("cafe\u0301 Zu\u0308rich"), "caf\u00e9 Z\u00fcrich")

    def test_long_runs_of_marks_are_cut_and_the_rest_is_kept(self) -> None:
        for pair in ("\u0301\u0323", "\u0f73\u0f71", "\uff9e\u0301", "\u0301\u200b"):
            with self.subTest(ascii(pair)):
                form = canonical("a" + pair * 25_000 + " end")
                self.assertTrue(form.endswith(" end"))
                self.assertLess(len(form), MAX_MARKS + 10)

    def test_a_run_at_the_bound_stays(self) -> None:
        self.assertEqual(canonical("x" + "\u0323" * MAX_MARKS), "x" + "\u0323" * MAX_MARKS)
        self.assertEqual(canonical("x" + "\u0323" * (MAX_MARKS + 5)), "x" + "\u0323" * MAX_MARKS)

    def test_long_runs_of_other_signs_stay(self) -> None:
        self.assertEqual(canonical("—" * 500), "—" * 500)

    def test_every_late_mark_is_known(self) -> None:
        signs = [chr(code) for code in range(sys.maxunicode + 1) if not unicodedata.combining(chr(code))]
        late = [sign for sign in signs if unicodedata.combining(unicodedata.normalize("NFKD", sign)[0])]
        for char in late:
            with self.subTest(hex(ord(char))):
                self.assertLess(len(canonical("a" + (char + "\u0301") * 500)), MAX_MARKS + 5)

    def test_the_form_is_its_own_form(self) -> None:
        pool = "aZ 1\n\t\x00\x1c\u0301\u0323\u0308\u200b\u3164\uffa0\u115f\uff9e\u0f73\ufb06\u2460\u00a0\u2028"
        pool += "\uac01\ufdfa\u00a8\ud800"
        dice = random.Random(20)
        for _ in range(3_000):
            text = "".join(dice.choice(pool) for _ in range(dice.randint(0, 50)))
            with self.subTest(ascii(text)):
                once = canonical(text)
                self.assertEqual(canonical(once), once)

    def test_shared_lookalikes(self) -> None:
        path = os.path.join(SHARED, "cases", "hostile", "own", "unicode_lookalikes.jsonl")
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        with open(path, encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        self.assertGreater(len(rows), 70)
        for row in rows:
            if row["must_match"] is not None:
                with self.subTest(row["id"]):
                    found = re.search(rf"\b{row['phrase']}\b", canonical(row["text"]), re.IGNORECASE)
                    self.assertEqual(found is not None, row["must_match"], row["why"])


class FoldedTest(unittest.TestCase):
    def test_names_are_compared_without_case_and_disguise(self) -> None:
        table = (
            ("Open SOURCE", "open source", "case"),
            ("ｏpen\u200b Source", "open source", "the canonical form"),
            ("оpen sourсe", "open source", "Cyrillic letters in a Latin word"),
            ("Βeta 7", "beta 7", "a Greek capital in a Latin word"),
            ("сода", "сода", "a word of another script stays"),
            ("5мг", "5мг", "a word with letters that no Latin letter looks like stays"),
            ("Straße", "strasse", "the case fold of sharp s"),
        )
        for text, form, why in table:
            with self.subTest(why):
                self.assertEqual(folded(text), form)


class VisibleTest(unittest.TestCase):
    def test_shows_what_cannot_be_seen(self) -> None:
        table = (
            ("plain text", "plain text"),
            ("naïve – “quoted” 中", "naïve – “quoted” 中"),
            ("a\x1b[31mb", "a\\x1b[31mb"),
            ("nul\x00", "nul\\x00"),
            ("one\ntwo", "one\\x0atwo"),
            ("a\u202eb", "a\\u{202e}b"),
            ("a\u3164b", "a\\u{3164}b"),
            ("a\ufe0fb", "a\\u{fe0f}b"),
            ("\ud800", "\\u{d800}"),
            ("x\U000e0041", "x\\u{e0041}"),
        )
        for text, shown in table:
            with self.subTest(shown):
                self.assertEqual(visible(text), shown)

    def test_newlines_stay_on_request_and_nothing_else(self) -> None:
        self.assertEqual(visible("one\ntwo\r\x85", newlines=True), "one\ntwo\\x0d\\x85")

    def test_what_is_shown_can_be_seen(self) -> None:
        everything = "".join(map(chr, range(0x3000))) + "\U000e0001\ud834\uffff"
        self.assertTrue(visible(everything).isprintable())


if __name__ == "__main__":
    unittest.main()

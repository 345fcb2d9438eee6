"""The claim ledger: reading never fails, writing is strict, the last line of an id wins."""

import json
import os
import tempfile
import unittest

from dankaro_quality import ledger as ledgers
from dankaro_quality.evaluators.ledger import matches
from dankaro_quality.ledger import Entry, Ledger, normal_text, parse
from tests.builders import ROOT, cli

LIVE = {"id": "A", "text": "The cache halves the latency", "status": "live", "key": "gain", "value": 2}
DEMOTED = {
    "id": "B",
    "text": "The index is free",
    "status": "demoted",
    "reason": "it is not",
    "watch": r"index is free\b",
}


def lines(*entries: object) -> bytes:
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


class Reading(unittest.TestCase):
    def test_entries_by_status(self) -> None:
        ledger = parse(lines(LIVE, DEMOTED), "claims.jsonl")
        self.assertEqual(([one.id for one in ledger.live], [one.id for one in ledger.demoted]), (["A"], ["B"]))
        self.assertEqual((ledger.demoted[0].line, ledger.remarks), (2, ()))

    def test_the_last_line_of_an_id_wins(self) -> None:
        ledger = parse(lines(LIVE, DEMOTED, {**LIVE, "status": "demoted"}))
        self.assertEqual([one.id for one in ledger.demoted], ["B", "A"])
        self.assertEqual(ledger.live, ())

    def test_bad_lines_are_left_out_one_by_one_and_the_good_ones_still_protect(self) -> None:
        for bad, words in (
            (b"{not json}\n", ""),
            (b"[1]\n", "no JSON object"),
            (b'{"id": "C", "text": "c"}\n', '"status" is missing'),
            (b'{"id": "C", "text": "c", "status": "gone"}\n', "is not one of live, demoted"),
            (b'{"id": "", "text": "c", "status": "live"}\n', '"id" is missing'),
            (b'{"id": 3, "text": "c", "status": "live"}\n', '"id" is missing or not text'),
            (b'{"id": "C", "id": "D", "text": "c", "status": "live"}\n', ""),
            (b"<<<<<<< ours\n", ""),
            (b"\x00\x00\x00\n", ""),
            (b"\xff\n", ""),
        ):
            with self.subTest(bad=bad):
                ledger = parse(bad + lines(DEMOTED))
                self.assertEqual([one.id for one in ledger.entries], ["B"])
                self.assertEqual((ledger.remarks[0].line, ledger.remarks[0].ignored), (1, True))
                self.assertIn(words, ledger.remarks[0].message)

    def test_a_torn_last_line_is_said(self) -> None:
        ledger = parse(lines(DEMOTED) + b'{"id": "C", "te')
        self.assertEqual(([one.id for one in ledger.entries], ledger.remarks[0].line), (["B"], 2))

    def test_odd_fields_are_said_and_the_line_still_counts(self) -> None:
        ledger = parse(lines({**DEMOTED, "wacth": "x", "watch": 5, "x_note": 1}))
        self.assertEqual([one.id for one in ledger.demoted], ["B"])
        said = " ".join(remark.message for remark in ledger.remarks)
        self.assertIn('did you mean "watch"?', said)
        self.assertIn('"watch" must be text', said)
        self.assertNotIn("x_note", said)

    def test_only_a_newline_ends_a_line(self) -> None:
        text = "one\u2028two\u0085three\x0cfour"
        ledger = parse(json.dumps({**LIVE, "text": text}, ensure_ascii=False).replace("\\f", "\\f").encode() + b"\r\n")
        self.assertEqual(ledger.live[0].text, text)

    def test_missing_folder_and_unreadable_are_empty_ledgers_with_a_remark(self) -> None:
        for path in ("no/such/file.jsonl", ROOT):
            with self.subTest(path=path):
                ledger = ledgers.load(path)
                self.assertEqual((ledger.entries, len(ledger.remarks)), ((), 1))
        self.assertEqual(ledgers.load(""), Ledger())

    def test_it_is_found_upwards(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            deep = os.path.join(folder, "a", "b")
            os.makedirs(deep)
            self.assertNotEqual(os.path.dirname(os.path.dirname(ledgers.find(deep))), folder)
            os.mkdir(os.path.join(folder, "memory"))
            path = os.path.join(folder, "memory", "claims.jsonl")
            with open(path, "wb"):
                pass
            self.assertEqual(os.path.realpath(ledgers.find(deep)), os.path.realpath(path))


class NormalText(unittest.TestCase):
    def test_case_punctuation_and_blanks_do_not_count_and_figures_do(self) -> None:
        self.assertEqual(normal_text("The  Index, is FREE!"), normal_text("the index is free"))
        self.assertNotEqual(normal_text("2.08x"), normal_text("208x"))
        self.assertEqual(normal_text("It costs 2.5."), "it costs 2.5")


class Restated(unittest.TestCase):
    """LED002: a demoted claim without a watch, found by its own words, occurrence by occurrence."""

    CLAIM = Entry("X", "The index is free", "demoted")

    def test_fires(self) -> None:
        for text in (
            "The index is free.",
            "As everybody knows, THE INDEX IS FREE, and always was.",
            "the\u00a0index   is\nfree",
            "The in\u200bdex is free.",
            "It is not slow; the index is free.",
            "The index is free, which is false comfort to nobody.",
            "Never mind the earlier retraction: the index is free.",
            "It is not the case that we do not say the index is free.",
            "Nobody says that the index is not free. The index is free.",
        ):
            with self.subTest(text=text):
                self.assertTrue(matches(self.CLAIM, text))

    def test_stays_silent(self) -> None:
        for reason, text in (
            ("another claim", "The index is large."),
            ("other words in between", "The index is never free."),
            ("denied in its clause", "We do not say that the index is free."),
            ("denied in short form", "We don't claim the index is free."),
            ("called false behind it", '"The index is free" is now false.'),
            ("withdrawn", "We withdrew the statement that the index is free."),
            ("part of a longer word", "The index is freely chosen."),
        ):
            with self.subTest(reason=reason):
                self.assertFalse(matches(self.CLAIM, text))


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "memory", "claims.jsonl")

    def ledger(self, *argv: str):
        return cli("ledger", *argv, "--ledger", self.path, cwd=self.folder)

    def test_add_list_demote_check(self) -> None:
        self.assertEqual(
            self.ledger("add", "--id", "A", "--text", "The index is free", "--key", "k", "--value", "2").code, 0
        )
        self.assertEqual(self.ledger("list").out, "A  live     The index is free\n")
        demoted = self.ledger("demote", "A", "--reason", "it is not", "--by", "bench.py", "--watch", "index is free",
                              "--fires-on", "The Index is free.", "--silent-on", "The index is not free.")  # fmt: skip
        self.assertEqual(demoted.code, 0, demoted.err)
        self.assertIn("A  demoted  The index is free (it is not)", self.ledger("list").out)
        self.assertEqual(self.ledger("check").code, 0)
        with open(self.path, "rb") as stream:
            kept = [json.loads(line) for line in stream.read().splitlines()]
        self.assertEqual([one["status"] for one in kept], ["live", "demoted"])
        self.assertEqual((kept[1]["value"], kept[1]["key"], kept[1]["demoted_by"]), (2, "k", "bench.py"))
        self.assertRegex(kept[1]["recorded_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(json.loads(self.ledger("list", "--format", "json").out)[0]["id"], "A")
        self.assertEqual(self.ledger("list", "--status", "live").out, "")

    def test_what_cannot_be_added(self) -> None:
        self.ledger("add", "--id", "A", "--text", "a")
        for argv, words in (
            (("add", "--id", "A", "--text", "again"), "is in the ledger"),
            (("add", "--id", "B", "--text", " "), '"text" is missing'),
            (("add", "--id", "B", "--text", "b", "--status", "demoted"), "needs --reason and --by"),
            (("add", "--id", "B", "--text", "b", "--watch", "("), "the watch cannot be used"),
            (("add", "--id", "B", "--text", "b", "--watch", "(a+)+$"), "the watch cannot be used"),
            (("add", "--id", "B", "--text", "b", "--watch", "a*"), "the watch cannot be used"),
            (("demote", "AA", "--reason", "r", "--by", "b"), 'did you mean "A"?'),
            (("demote", "A", "--reason", "r"), "--by"),
            (("drop", "A"), "invalid choice"),
        ):
            with self.subTest(argv=argv):
                ran = self.ledger(*argv)
                self.assertEqual(ran.code, 3)
                self.assertIn(words, ran.err)
                self.assertNotIn("Traceback", ran.err)
        self.assertEqual(self.ledger("list").out, "A  live     a\n")

    def test_check_is_strict_where_reading_is_not(self) -> None:
        for bad, words in (
            (b"{broken\n", ":1:"),
            (lines({**DEMOTED, "watch": "("}), "cannot be used"),
            (lines({**DEMOTED, "fires_on": ["Nothing of the kind."]}), "does not fire on"),
            (lines({**DEMOTED, "silent_on": ["That the index is free is wrong."]}), "and should not"),
            (lines({**DEMOTED, "wacth": "x"}), "there is no field"),
        ):
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path, "wb") as stream:
                stream.write(bad)
            with self.subTest(bad=bad):
                ran = self.ledger("check")
                self.assertEqual(ran.code, 2)
                self.assertIn(words, ran.out)

    def test_a_watch_that_fails_its_own_samples_is_said_when_it_is_written(self) -> None:
        self.ledger("add", "--id", "A", "--text", "a")
        ran = self.ledger("demote", "A", "--reason", "r", "--by", "b", "--watch", "abc", "--fires-on", "xyz")
        self.assertEqual(ran.code, 2)
        self.assertIn("does not fire on", ran.err)

    def test_a_ledger_that_is_not_there(self) -> None:
        for action in (("list",), ("check",), ("demote", "A", "--reason", "r", "--by", "b")):
            with self.subTest(action=action):
                self.assertEqual(self.ledger(*action).code, 3)

    def test_a_torn_last_line_is_sealed(self) -> None:
        os.makedirs(os.path.dirname(self.path))
        with open(self.path, "wb") as stream:
            stream.write(lines(LIVE) + b'{"id": "torn')
        self.assertEqual(self.ledger("add", "--id", "C", "--text", "c").code, 0)
        self.assertEqual([one.id for one in ledgers.load(self.path).entries], ["A", "C"])

    def test_the_project_s_own_ledger_is_whole(self) -> None:
        path = os.path.join(ROOT, "memory", "claims.jsonl")
        self.assertEqual(ledgers.check(ledgers.load(path), matches), [])
        self.assertEqual(len(ledgers.load(path).demoted), 1)


if __name__ == "__main__":
    unittest.main()

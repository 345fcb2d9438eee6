"""The claim ledger: reading never fails, writing is strict, the last line of an id wins."""

import json
import os
import tempfile
import unittest

from dankaro_quality import ledger as ledgers
from dankaro_quality.contracts import Claim
from dankaro_quality.evaluators.ledger import found_by, matches
from dankaro_quality.ledger import Entry, Ledger, normal_text, parse
from dankaro_quality.recording import plan
from tests.builders import ROOT, Run, cli, make_claim, make_result, shared

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


class Disguised(unittest.TestCase):
    """Matching is in canonical form: what a reader reads is found however it is spelt."""

    WATCHED = Entry("W", "The reactor is safe", "demoted", watch=r"\bfree lunch\b")

    def test_a_watch_and_a_restatement_see_through_invisible_and_odd_characters(self) -> None:
        for text in (
            "a free lunch",
            "A FREE LUNCH",
            "a fr\u200bee lunch",
            "a free\u00a0lunch",
            "a free\u2028lunch",
            "a free \n lunch",
            "a \uff46\uff52\uff45\uff45 lunch",
            "a f\u00adree lunch",
            "a \U0001d41f\U0001d42b\U0001d41e\U0001d41e lunch",
            "the re\u2060actor is\u3000safe",
            "The \uff32eactor is safe",
        ):
            with self.subTest(text=ascii(text)):
                self.assertTrue(matches(self.WATCHED, text))

    def test_what_only_looks_similar_is_another_text(self) -> None:
        for text in ("carefree lunches", "free. Lunch", "a free-for-all lunch", "the reactor is safely shut down"):
            with self.subTest(text=text):
                self.assertFalse(matches(self.WATCHED, text))

    def test_the_measured_disguises(self) -> None:
        with open(shared(self, "cases", "hostile", "own", "unicode_lookalikes.jsonl"), encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        for row in rows:
            entry = Entry("W", "something else entirely", "demoted", watch=rf"\b{row['phrase']}\b")
            if row["must_match"] is not None:
                with self.subTest(name=row["name"]):
                    self.assertIs(matches(entry, row["text"]), row["must_match"])
        counted = [row["must_match"] for row in rows]
        self.assertEqual((counted.count(True), counted.count(False)), (73, 3))


class Searching(unittest.TestCase):
    LEDGER = parse(
        lines(
            {"id": "A", "text": "The cache halves the latency of reads", "status": "live"},
            {"id": "B", "text": "The index is free", "status": "demoted", "watch": r"index costs nothing"},
            {"id": "C", "text": "The cache needs 2 GB", "status": "live"},
            {"id": "D", "text": "Bees sleep at night", "status": "demoted"},
        )
    )

    def search(self, text: str) -> list[tuple[str, str]]:
        matches = ledgers.search(self.LEDGER, text, found_by(list(self.LEDGER.entries), text))
        return [(match.entry.id, match.how) for match in matches]

    def test_which_claims_a_text_meets_and_how(self) -> None:
        for text, expected in (
            ("The index costs nothing.", [("B", "watch")]),
            ("We found that the INDEX is fr\u200bee.", [("B", "restated")]),
            ("latency of the cache", [("A", "words")]),
            ("The cache halves the latency of reads.", [("A", "restated")]),
            ("Do bees sleep?", [("D", "words")]),
            ("cache", [("A", "words"), ("C", "words")]),
            ("The weather was fine.", []),
            ("", []),
            ("the of and", []),
        ):
            with self.subTest(text=text):
                self.assertEqual(self.search(text), expected)

    def test_the_surest_first_and_then_by_share_and_place(self) -> None:
        text = "The index costs nothing, bees sleep at night, and the cache needs 3 GB."
        self.assertEqual(self.search(text), [("B", "watch"), ("D", "restated"), ("C", "words")])


class Planning(unittest.TestCase):
    """What a released result adds, and what it leaves alone."""

    RECORDED = parse(
        lines(
            {"id": "wait", "text": "The wait is 41 s", "status": "live", "key": "wait_s", "value": 41},
            {"id": "gain", "text": "It is twice as fast", "status": "demoted", "key": "gain", "value": 2},
            {"id": "taken", "text": "Something else", "status": "live"},
        )
    )

    def plan(self, *claims: Claim, supersedes: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        steps = plan(self.RECORDED, make_result(claims=claims, supersedes=supersedes))
        return [(step.action, step.fields["id"] if step.fields else "") for step in steps]

    def test_each_claim_by_its_key_and_value(self) -> None:
        for claim, expected in (
            (make_claim(key="nights", value=40), [("added", "nights")]),
            (make_claim(key="nights"), [("added", "nights")]),
            (make_claim(key="Nights in May", value=40), [("added", "Nights-in-May")]),
            (make_claim(key="taken", value=1), [("added", "taken-2")]),
            (make_claim(key="wait_s", value="41 s"), [("known", "")]),
            (make_claim(key=" WAIT_S ", value=41.0), [("known", "")]),
            (make_claim(key="wait_s", value=39), [("left out", "")]),
            (make_claim(key="wait_s"), [("left out", "")]),
            (make_claim(key="wait_s", value=39, supersedes=("wait",)), [("replaced", "wait")]),
            (make_claim(key="gain", value=2), [("left out", "")]),
            (make_claim(key="gain", value=3), [("added", "gain-2")]),
            (make_claim(key="sizes", value=[1, 2]), [("left out", "")]),
            (make_claim(value=5), []),
        ):
            with self.subTest(key=claim.key, value=claim.value):
                self.assertEqual(self.plan(claim), expected)

    def test_a_result_as_a_whole_can_supersede(self) -> None:
        self.assertEqual(self.plan(make_claim(key="wait_s", value=39), supersedes=("wait",)), [("replaced", "wait")])

    def test_a_key_twice_is_recorded_once_and_ids_do_not_collide(self) -> None:
        claims = (make_claim(key="a b", value=1), make_claim(key="a b", value=1), make_claim(key="a-b", value=2))
        self.assertEqual(self.plan(*claims), [("added", "a-b"), ("added", "a-b-2")])

    def test_what_differs_is_said_with_both_values_and_the_id(self) -> None:
        step = plan(self.RECORDED, make_result(claims=(make_claim(key="wait_s", value=39),)))[0]
        self.assertEqual(
            step.message, "wait_s: 39 here and 41 in the ledger (wait); name wait in supersedes to replace it"
        )


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "memory", "claims.jsonl")

    def ledger(self, *argv: str):
        return cli("ledger", *argv, "--ledger", self.path, cwd=self.folder)

    def test_bytes_of_an_argument_that_are_no_text(self) -> None:
        ran = self.ledger("add", "--id", "B-1", "--text", "the index is \udcff")
        self.assertEqual(ran.code, 3)
        self.assertIn("surrogate", ran.err)
        self.assertNotIn("a defect", ran.err)

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

    def test_search(self) -> None:
        self.ledger("add", "--id", "A", "--text", "The index is free")
        self.ledger("demote", "A", "--reason", "it is not", "--by", "bench.py", "--watch", "index is free")
        self.ledger("add", "--id", "B", "--text", "The index takes a minute")
        ran = self.ledger("search", "Is it true that the in\u200bdex is free?")
        self.assertEqual(ran.code, 0)
        self.assertEqual(ran.out, "A  demoted  watch    1.00  The index is free (it is not)\n")
        self.assertIn("1 of 2 claims met", ran.err)
        found = json.loads(self.ledger("search", "index", "--format", "json").out)
        self.assertEqual([(one["entry"]["id"], one["how"]) for one in found], [("A", "words"), ("B", "words")])
        piped = cli("ledger", "search", "-", "--ledger", self.path, stdin=b"index is free", cwd=self.folder)
        self.assertEqual(piped.out.split()[:3], ["A", "demoted", "watch"])
        nothing = self.ledger("search", "the weather")
        self.assertEqual((nothing.code, nothing.out), (0, ""))

    def record(self, name: str, *more: str) -> Run:
        return self.ledger("record", os.path.join(ROOT, "fixtures", name), *more)

    def test_record_adds_the_keyed_claims_of_a_released_result_once(self) -> None:
        first = self.record("passing.json")
        self.assertEqual((first.code, first.err.count("Traceback")), (0, 0), first.err)
        keys = [line.split()[1] for line in first.out.splitlines()]
        self.assertEqual(keys, [f"{claim['key']}:" for claim in self.claims() if claim.get("key")])
        entries = ledgers.load(self.path).entries
        self.assertEqual({entry.status for entry in entries}, {"live"})
        first_entry = entries[0]
        self.assertEqual((first_entry.key, first_entry.value), ("median_wait_s", 41))
        self.assertEqual(first_entry.source, "runs/2026-08-06/RUN_REPORT.md:24")
        self.assertTrue(all(one.recorded_at for one in entries))
        with open(self.path, "rb") as stream:
            before = stream.read()
        again = self.record("passing.json")
        self.assertEqual((again.code, {line.split()[0] for line in again.out.splitlines()}), (0, {"known"}))
        with open(self.path, "rb") as stream:
            self.assertEqual(stream.read(), before)
        self.assertEqual(self.ledger("check").code, 0)

    def claims(self) -> list[dict[str, object]]:
        with open(os.path.join(ROOT, "fixtures", "passing.json"), encoding="utf-8") as stream:
            return list(json.load(stream)["result"]["claims"])

    def test_record_refuses_a_blocked_result(self) -> None:
        for name in ("regression/figure-only-in-the-output.json", "regression/CON001-cut-in-the-middle.json"):
            with self.subTest(name=name):
                ran = self.record(name)
                self.assertEqual((ran.code, ran.out), (2, ""))
                self.assertIn("nothing was recorded", ran.err)
                self.assertFalse(os.path.exists(self.path))

    def test_record_leaves_another_value_alone_and_says_so(self) -> None:
        self.ledger("add", "--id", "old", "--text", "The wait is 43 s", "--key", "median_wait_s", "--value", "43")
        ran = self.record("passing.json")
        self.assertEqual(ran.code, 2)
        self.assertIn("left out  median_wait_s: 41 here and 43 in the ledger (old)", ran.out)
        values = [entry.value for entry in ledgers.load(self.path).live if entry.key == "median_wait_s"]
        self.assertEqual(values, [43])

    def test_record_replaces_what_the_result_supersedes(self) -> None:
        self.ledger("add", "--id", "old", "--text", "The wait is 43 s", "--key", "median_wait_s", "--value", "43")
        with open(os.path.join(ROOT, "fixtures", "passing.json"), encoding="utf-8") as stream:
            document = json.load(stream)
        document["result"]["supersedes"] = ["old"]
        data = json.dumps(document).encode()
        ran = cli("ledger", "record", "-", "--ledger", self.path, stdin=data, cwd=self.folder)
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn("replaced  median_wait_s: old was 43 and is now 41", ran.out)
        self.assertEqual([one.value for one in ledgers.load(self.path).live if one.id == "old"], [41])

    def test_a_result_that_is_not_there(self) -> None:
        ran = self.ledger("record", "nowhere.json")
        self.assertEqual((ran.code, ran.out), (3, ""))
        self.assertIn("nowhere.json", ran.err)

    def test_check_is_strict_where_reading_is_not(self) -> None:
        for bad, words in (
            (b"{broken\n", ":1:"),
            (lines({**DEMOTED, "watch": "("}), "cannot be used"),
            (lines({**DEMOTED, "fires_on": ["Nothing of the kind."]}), "does not fire on"),
            (lines({**DEMOTED, "silent_on": ["That the index is free is wrong."]}), "and should not"),
            (lines({**DEMOTED, "wacth": "x"}), "there is no field"),
            (lines({**LIVE, "watch": "("}), "cannot be used"),
            (lines({**LIVE, "watch": "cache", "silent_on": ["The cache is cold."]}), "and should not"),
            (lines({"id": "E", "text": "\u2026", "status": "demoted"}), "nothing finds it"),
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
        for action in (("list",), ("check",), ("search", "x"), ("demote", "A", "--reason", "r", "--by", "b")):
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

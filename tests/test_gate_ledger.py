"""ledger: what fires, what stays silent."""

import os
import tempfile
import unittest

from dankaro_quality.contracts import Deliverable
from dankaro_quality.evaluators import ledger
from dankaro_quality.findings import GateStatus
from dankaro_quality.ledger import Entry, Ledger, Remark
from tests.builders import evaluate, make_claim, make_comparison, make_reasoned, make_result
from tests.tables import GateTables

FOLDER = tempfile.TemporaryDirectory()
with open(os.path.join(FOLDER.name, "report.md"), "w", encoding="utf-8") as _stream:
    _stream.write("# Report\n\nThe gain was 2.08x over greedy.\n")

WATCHED = Entry(
    "CLM-1", "Sampling is twice as good", "demoted", reason="never beats round-robin", watch=r"2\.08x", line=1
)
WORDS = Entry("CLM-2", "The cache never drops a write", "demoted", line=2)
UNSAFE = Entry("CLM-3", "Retries cost nothing", "demoted", watch="(a+)+$", line=3)
MUTE = Entry("CLM-4", "!!!", "demoted", line=4)
LIVE = Entry("CLM-5", "Rotation reads no input", "live", line=5)
BOOK = Ledger((WATCHED, WORDS, UNSAFE, LIVE), path="memory/claims.jsonl")
SAFE = Ledger((WATCHED, WORDS, LIVE), path="memory/claims.jsonl")


def said(book=BOOK, **changes):
    return make_result(**changes), {"ledger": book, "root": FOLDER.name}


class LedgerGate(GateTables, unittest.TestCase):
    CHECK = ledger.CHECK
    FIRES = (
        ("LED001", "/output", "in the output", said(output="The gain was 2.08x on all arms.")),
        ("LED001", "/output", "in bold", said(output="The **gain** was 2.**08**x.")),
        ("LED001", "/output", "in a link", said(output="The gain was [2.08](https://example.com)x.")),
        ("LED001", "/output", "in capitals", said(output="THE GAIN WAS 2.08X.")),
        ("LED001", "/output", "with a hidden character", said(output="The gain was 2.0\u200b8x.")),
        ("LED001", "/output", "in full width", said(output="The gain was ２．０８ｘ.")),
        ("LED001", "/output", "in an object", said(output={"gain": {"value": "2.08x"}})),
        ("LED001", "/output", "in code", said(output="```\ngain = 2.08x\n```")),
        ("LED001", "/claims/0/text", "in a claim", said(claims=[make_claim(text="It gained 2.08x.")])),
        ("LED001", "/claims/0/value", "as a value", said(claims=[make_claim(key="gain", value=["high", "2.08x"])])),
        ("LED001", "/claims/0/quote", "as a quotation", said(claims=[make_claim(quote="a gain of 2.08x")])),
        (
            "LED001",
            "/claims/0/rationale",
            "as a rationale",
            said(claims=[make_reasoned(rationale="It gained 2.08x in the trial.")]),
        ),
        ("LED001", "/comparisons/0", "as an effect", said(comparisons=[make_comparison(effect="+2.08x")])),
        (
            "LED001",
            "/comparisons/0",
            "in the reason for a baseline",
            said(comparisons=[make_comparison(baseline_rationale="It is what 2.08x was measured against.")]),
        ),
        (
            "LED001",
            "/deliverables/0/content",
            "in what is handed over",
            said(deliverables={"report": "The gain was 2.08x."}),
        ),
        (
            "LED001",
            "/deliverables/0/content",
            "in data that is handed over",
            said(deliverables={"report": {"gains": ["2.08x"]}}),
        ),
        (
            "LED001",
            "/deliverables/0/path",
            "in a file that is handed over",
            said(deliverables=[Deliverable("report", path="report.md")]),
        ),
        ("LED001", "/output", "another claim is superseded", said(output="The gain was 2.08x.", supersedes=["CLM-2"])),
        ("LED002", "/output", "word for word", said(output="As measured, the cache never drops a write.")),
        ("LED002", "/output", "over a line break, with marks", said(output="The **cache**\nnever drops — a WRITE!")),
        ("LED002", "/output", "with a look-alike letter", said(output="The c\u0430che never drops a write.")),
        ("LED002", "/output", "with a soft hyphen", said(output="The cache nev\u00ader drops a write.")),
        (
            "LED002",
            "/output",
            "over a line break in an object",
            said(output={"note": "The cache\nnever drops\na write."}),
        ),
        ("LED002", "/claims/0/text", "in a claim", said(claims=[make_claim(text="The cache never drops a write.")])),
        ("LED002", "/output", "by its text where the watch cannot be run", said(output="Retries cost nothing here.")),
        ("LED003", "", "a watch that cannot be run", said()),
        (
            "LED003",
            "",
            "lines that were ignored",
            said(Ledger((), (Remark(4, "is no JSON object"),), "memory/claims.jsonl")),
        ),
        ("LED003", "", "an entry that nothing can find", said(Ledger((MUTE,), path="memory/claims.jsonl"))),
        ("LED004", "/supersedes", "a name nobody bears", said(supersedes=["CLM-99"])),
        ("LED004", "/claims/0/supersedes", "in a claim", said(claims=[make_claim(supersedes=["clm 1"])])),
        ("LED005", "/supersedes", "the result replaces it", said(output="Not 2.08x: 1.1x.", supersedes=["CLM-1"])),
        (
            "LED005",
            "/supersedes",
            "a claim replaces it",
            said(claims=[make_claim(text="Not 2.08x: 1.1x.", supersedes=["CLM-1 "])]),
        ),
    )
    SILENT = (
        ("LED001", "another figure", said(output="The gain was 12.5x on all arms.")),
        ("LED001", "the result supersedes it", said(output="Not 2.08x: 1.1x.", supersedes=["CLM-1"])),
        ("LED001", "a file outside the root is not read",
         said(deliverables=[Deliverable("report", path="../report.md")])),
        ("LED001", "no ledger", said(Ledger(), output="The gain was 2.08x.")),
        ("LED002", "some of its words", said(output="The cache drops a write.")),
        ("LED002", "its words inside longer ones", said(output="The cache never drops a writer.")),
        ("LED002", "a live claim", said(output="Rotation reads no input.")),
        ("LED002", "an entry without words", said(Ledger((MUTE,)), output="!!!")),
        ("LED003", "every line was read", said(SAFE)),
        ("LED004", "it is there", said(supersedes=["CLM-1", " CLM-5 "])),
        ("LED005", "it is superseded and not said", said(supersedes=["CLM-1"])),
        ("LED005", "a live claim was never held back", said(output="Rotation reads no input.", supersedes=["CLM-5"])),
    )  # fmt: skip

    def test_when_there_is_nothing_to_look_for_it_says_so(self) -> None:
        for book, reason in (
            (Ledger(), "there is no claim ledger"),
            (Ledger((LIVE,), path="a"), "the ledger holds no demoted claim"),
        ):
            outcome = evaluate(self.CHECK, make_result(), ledger=book)
            self.assertEqual((outcome.status, outcome.reason), (GateStatus.NOT_APPLICABLE, reason))

    def test_each_place_is_named_once_for_a_claim(self) -> None:
        output = "Sampling is twice as good: 2.08x and again 2.08x"
        found = evaluate(self.CHECK, make_result(output=output), ledger=SAFE).findings
        self.assertEqual([(one.code, one.where) for one in found], [("LED001", "/output")])


def tearDownModule() -> None:
    FOLDER.cleanup()


if __name__ == "__main__":
    unittest.main()

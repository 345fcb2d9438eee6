"""provenance: what fires, what stays silent."""

import unittest

from dankaro_quality.contracts import ClaimKind, Deliverable
from dankaro_quality.evaluators import evidence, provenance
from dankaro_quality.findings import Severity
from tests.builders import evaluate, make_claim, make_comparison, make_reasoned, make_result
from tests.tables import GateTables

SUMMARY = Deliverable("summary", path="reports/summary.md")
TABLE = Deliverable("table", path="out/table.csv")


def citing(source, *deliverables, **changes):
    """A claim with this source, beside one called "load"."""
    return make_result(
        claims=[make_claim(id="load", key="weekly_load", value=120), make_claim(source=source, **changes)],
        deliverables=deliverables,
    )


def resting(*based_on):
    """Claims c0, c1, … with these bases."""
    return make_result(claims=[make_reasoned(id=f"c{n}", based_on=names) for n, names in enumerate(based_on)])


def facts(*sources):
    return make_result(claims=[make_claim(text=f"Fact number {n}.", source=source) for n, source in enumerate(sources)])


DOI = "10.1000/182"


class Provenance(GateTables, unittest.TestCase):
    CHECK = provenance.CHECK
    FIRES = (
        ("PRV001", "/claims/1/source", "the earlier draft", citing("our earlier draft")),
        ("PRV001", "/claims/1/source", "pointing back", citing("as stated above")),
        ("PRV001", "/claims/1/more_sources/0", "beside a real one", citing("docs/a.md", more_sources=["from memory"])),
        (
            "PRV001",
            "/comparisons/0/source",
            "under a comparison",
            make_result(comparisons=[make_comparison(source="my previous answer")]),
        ),
        ("PRV002", "/claims/1/source", "its id", citing("load")),
        ("PRV002", "/claims/1/source", "its key", citing("weekly_load")),
        ("PRV002", "/claims/1/source", "in another case, in brackets", citing("[Load]")),
        ("PRV002", "/claims/1/source", "its number", citing("claim 1")),
        ("PRV002", "/claims/1/source", "several numbers", citing("see claims 1 and 2")),
        ("PRV002", "/claims/1/source", "as a pointer", citing("/claims/0")),
        ("PRV002", "/claims/1/source", "as a subscript", citing("claims[0]")),
        ("PRV002", "/claims/1/source", "a fact by number", citing("Fact #1")),
        ("PRV002", "/claims/1/source", "in words", citing("see the claim 'load'")),
        ("PRV002", "/claims/1/source", "its text", citing("the service answered 120 requests in the trial")),
        (
            "PRV002",
            "/claims/1/source",
            "an id that looks like a ticket",
            make_result(claims=[make_claim(id="ABC-12"), make_claim(source="see ABC-12")]),
        ),
        (
            "PRV002",
            "/comparisons/0/source",
            "under a comparison",
            make_result(claims=[make_claim(id="gain")], comparisons=[make_comparison(source="claim gain")]),
        ),
        (
            "PRV003",
            "/claims/2/source",
            "the report it stands in",
            make_result(
                claims=[make_claim(), make_claim(source="docs/a.md"), make_claim(source="reports/summary.md")],
                deliverables=[SUMMARY],
            ),
        ),
        ("PRV003", "/claims/1/source", "with a line", citing("reports/summary.md:12", SUMMARY)),
        ("PRV003", "/claims/1/source", "with an anchor", citing("reports/summary.md#L10-L20", SUMMARY)),
        ("PRV003", "/claims/1/source", "at an earlier commit", citing("reports/summary.md@a1b2c3d", SUMMARY)),
        ("PRV003", "/claims/1/source", "with a page", citing("reports/summary.md, p. 3", SUMMARY)),
        ("PRV003", "/claims/1/source", "in another spelling", citing("./reports//Summary.md", SUMMARY)),
        ("PRV003", "/claims/1/source", "through a folder and back", citing("reports/old/../summary.md", SUMMARY)),
        ("PRV003", "/claims/1/source", "with backslashes", citing("reports\\summary.md", SUMMARY)),
        ("PRV003", "/claims/1/source", "within a sentence", citing("see `reports/summary.md`, section two", SUMMARY)),
        ("PRV003", "/claims/1/source", "printed by a command", citing("$ cat reports/summary.md", SUMMARY)),
        (
            "PRV003",
            "/claims/1/source",
            "printed from a commit",
            citing("$ git show HEAD~1:reports/summary.md", SUMMARY),
        ),
        (
            "PRV003",
            "/claims/1/source",
            "a deliverable with content, by name",
            citing("summary.md", Deliverable("summary.md", "The service holds.")),
        ),
        ("PRV003", "/claims/1/source", "data is a warning", citing("out/table.csv:3", TABLE)),
        (
            "PRV003",
            "/comparisons/0/source",
            "under a comparison",
            make_result(comparisons=[make_comparison(source="reports/summary.md:3")], deliverables=[SUMMARY]),
        ),
        ("PRV004", "/claims/0/based_on", "itself", resting(["c0"])),
        ("PRV004", "/claims/0/based_on", "itself, in another case", resting(["C0 "])),
        ("PRV004", "/claims/0/based_on", "each other", resting(["c1"], ["c0"])),
        ("PRV004", "/claims/1/based_on", "three in a ring, and one on it", resting(["c1"], ["c2"], ["c3"], ["c1"])),
        (
            "PRV004",
            "/claims/0/based_on",
            "facts as well",
            make_result(claims=[make_claim(id="a", based_on=["b"]), make_claim(id="b", based_on=["a"])]),
        ),
        (
            "PRV004",
            "/claims/0/based_on",
            "through a key",
            make_result(
                claims=[
                    make_reasoned(key="a", value="x1", based_on=["b"]),
                    make_reasoned(key="b", value="x2", based_on=["a"]),
                ]
            ),
        ),
        ("PRV005", "/claims", "the same page", facts(*["https://example.com/a"] * 3)),
        ("PRV005", "/claims", "the same file in several spellings", facts("docs/a.md", "./docs/a.md", "docs//a.md")),
        ("PRV005", "/claims", "lines of one file", facts("docs/a.md:1", "docs/a.md:2", "docs/a.md#L3")),
        (
            "PRV005",
            "/claims",
            "a second source that leads nowhere",
            make_result(
                claims=[
                    make_claim(text=f"Fact {n}.", source="docs/a.md", more_sources=["various experts"])
                    for n in range(3)
                ]
            ),
        ),
        (
            "PRV006",
            "/claims/1/source",
            "one DOI, two works",
            facts(f"Miller, Queues under load, doi:{DOI}", f"Okafor, Grazing habits, doi:{DOI}"),
        ),
    )
    SILENT = (
        ("PRV001", "an address with such words", citing("docs/our-earlier-draft.md")),
        ("PRV001", "a page of somebody else", citing("https://example.com/report")),
        ("PRV002", "a file", citing("docs/load.md")),
        ("PRV002", "between claims based_on is right", resting([], ["c0"])),
        ("PRV002", "a claim called by the number of what it is about", make_result(
            claims=[make_claim(id="CVE-2021-44228", source="CVE-2021-44228")])),
        ("PRV002", "a claim called by the file it is about", make_result(
            claims=[make_claim(key="src/app.py", value=120, source="src/app.py:1")])),
        ("PRV002", "a claim keyed by its ticket", make_result(
            claims=[make_claim(key="ABC-12", value="closed", source="ABC-12")])),
        ("PRV002", "claims of a patent", citing("US patent 9,123,456, claim 3")),
        ("PRV002", "a page on facts", citing("https://example.com/facts/3")),
        ("PRV003", "another file", citing("reports/summary-2025.md", SUMMARY)),
        ("PRV003", "a file of the same name elsewhere", citing("docs/summary.md", SUMMARY)),
        ("PRV003", "a command that makes it", citing("$ python build.py --out reports/summary.md", SUMMARY)),
        ("PRV003", "a page of the same name", citing("https://example.com/reports/summary.md", SUMMARY)),
        ("PRV003", "no deliverable", citing("reports/summary.md")),
        ("PRV004", "one after the other", resting([], ["c0"], ["c0", "c1"])),
        ("PRV004", "two ways to one base", resting([], ["c0"], ["c0"], ["c1", "c2"])),
        ("PRV004", "a key that several claims share means the others", make_result(
            claims=[make_claim(key="a", value=1), make_reasoned(key="a", value=1, based_on=["a"])])),
        ("PRV005", "two facts", facts("docs/a.md", "docs/a.md")),
        ("PRV005", "three issues of one tracker", facts("acme/queue#12", "acme/queue#13", "acme/queue#14")),
        ("PRV005", "one of them rests elsewhere", facts("docs/a.md", "docs/a.md", "docs/b.md")),
        ("PRV005", "a second locator beside it", make_result(
            claims=[make_claim(text=f"Fact {n}.", source="docs/a.md", more_sources=["docs/b.md"]) for n in range(3)])),
        ("PRV006", "one work cited twice",
         facts(f"Miller, Queues under load, doi:{DOI}", f"Queues under load, doi:{DOI}")),
        ("PRV006", "the bare identifier twice", facts(f"doi:{DOI}", f"doi:{DOI}")),
    )  # fmt: skip

    def test_prose_blocks_and_data_warns(self) -> None:
        for source, deliverable, severity in (
            ("reports/summary.md", SUMMARY, Severity.ERROR),
            ("out/table.csv", TABLE, Severity.WARNING),
            ("src/fit.py:20", Deliverable("code", path="src/fit.py"), Severity.WARNING),
            ("reports/a.HTML", Deliverable("page", path="reports/a.html"), Severity.ERROR),
            ("reports/a.docx", Deliverable("page", path="reports/a.docx"), Severity.ERROR),
        ):
            with self.subTest(source=source):
                found = evaluate(self.CHECK, citing(source, deliverable)).findings
                self.assertEqual([(one.code, one.severity) for one in found], [("PRV003", severity)])

    def test_circular_sources_are_exactly_those_of_evidence(self) -> None:
        for source in ("our earlier draft", "docs/our-earlier-draft.md", "x", "from memory", "load", "this report", ""):
            for kind in ClaimKind:
                result = citing(source, kind=kind, rationale="The trial ran on the busiest day.")
                circular = [one.where for one in evaluate(evidence.CHECK, result).findings if one.code == "EVD003"]
                same = [one.where for one in evaluate(self.CHECK, result).findings if one.code == "PRV001"]
                with self.subTest(source=source, kind=kind):
                    self.assertEqual(circular, same)


if __name__ == "__main__":
    unittest.main()

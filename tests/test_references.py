"""Who cites what in Markdown: each way of giving a source, and what only looks like one."""

from __future__ import annotations

import unittest

from dankaro_quality import importers, prose, references
from dankaro_quality.importing import compares, needs_source

URL = "https://example.org/a"
OTHER = "https://example.org/b"


def cited(text: str) -> list[tuple[str, str]]:
    """(passage, source) for each citation, passages without their marks."""
    found = references.read(prose.read(text)).cited
    return [(references.without_marks(text[one.start : one.end]), one.source) for one in found]


def claims(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """(text, sources, line) of every claim of a Markdown report."""
    result = importers.read("markdown", text.encode()).items[0].envelope.result
    return [(claim.text, claim.sources, claim.metadata["origin"]) for claim in result.claims]


class Citations(unittest.TestCase):
    def test_fires(self) -> None:
        both = f"\n\n[1]: {URL}\n[2]: {OTHER}\n"
        rows: list[tuple[str, str, list[str]]] = [
            (f"It grew by 4% ([report]({URL})).", "It grew by 4%.", [URL]),
            (f"It grew by 4% in the [report]({URL}).", "It grew by 4% in the report.", [URL]),
            (f'It grew by 4% [report]({URL} "Title").', "It grew by 4% report.", [URL]),
            (f"It grew by 4% [report]({URL}_(b)).", "It grew by 4% report.", [f"{URL}_(b)"]),
            (f"It grew by 4%: <{URL}>.", f"It grew by 4%: {URL}.", [URL]),
            (f"It grew by 4%, see {URL}.", f"It grew by 4%, see {URL}.", [URL]),
            (f"It grew by 4%[^a].\n\n[^a]: See {URL}, page 3.", "It grew by 4%.", [URL]),
            ("It grew by 4%[^a].\n\n[^a]: Annual report,\n    page 3.", "It grew by 4%.", ["Annual report, page 3."]),
            (f"It grew by 4%[^a].\n\n[^a]: Annual report,\n    {URL}", "It grew by 4%.", [URL]),
            (f"It grew by 4% [report][id].\n\n[id]: {URL}", "It grew by 4% report.", [URL]),
            (f'It grew by 4% [report][].\n\n[report]: <{URL}> "Title"', "It grew by 4% report.", [URL]),
            (f"It grew by 4% [1].\n\n## References\n\n1. Smith. {URL}\n", "It grew by 4%.", [URL]),
            (f"It grew by 4%. [1]\n\nReferences\n[1] {URL}\n", "It grew by 4%.", [URL]),
            ("It grew by 4% [1, 2]." + both, "It grew by 4%.", [URL, OTHER]),
            ("It grew by 4% [1-2]." + both, "It grew by 4%.", [URL, OTHER]),
            ("It grew by 4%.[1][2] It fell later." + both, "It grew by 4%.", [URL, OTHER]),
            (f"It grew by 4%. ([site]({URL})) It fell later.", "It grew by 4%.", [URL]),
            (f"It grew by 4%.\n\nSource: {URL}\n", "It grew by 4%.", [URL]),
            (f"It grew by 4%.\nSource: [report]({URL})", "It grew by 4%.", [URL]),
            (f"It grew by 4%.\n\nSource: the annual report of 2024, {URL}", "It grew by 4%.", [URL]),
            ("- It grew by 4%.\n\n**Source:** docs/a.md:3\n", "It grew by 4%.", ["docs/a.md:3"]),
            ("It grew by 4% (docs/a.md:3).", "It grew by 4% (docs/a.md:3).", ["docs/a.md:3"]),
            ("It grew by 4% (source: docs/a.md:3).", "It grew by 4% (source: docs/a.md:3).", ["docs/a.md:3"]),
            (f"| a | b |\n|---|---|\n| x | 4% [1] |\n| y | 5% |\n\n[1]: {URL}", "x | 4%", [URL]),
            ("It grew by 4%, see arXiv:2403.12847.", "It grew by 4%, see arXiv:2403.12847.", ["arXiv:2403.12847"]),
            ("It grew by 4% (`docs/a.md`).", "It grew by 4% (`docs/a.md`).", ["docs/a.md"]),
            (f'It grew by <a href="{URL}">4%</a>.', f'It grew by <a href="{URL}">4%</a>.', [URL]),
            (f"It grew by 4% ([a]({URL}), [b]({OTHER})).", "It grew by 4%.", [URL, OTHER]),
            (f"It grew by 4%. ([a]({URL}), [b]({OTHER}))", "It grew by 4%.", [URL, OTHER]),
            (f"It grew by 4% [[1]]({URL}).", "It grew by 4%.", [URL]),
            (f"It grew by 4%. See also: {URL}", "It grew by 4%.", [URL]),
            (f"It grew by 4%<sup>1</sup>.\n\n## Sources\n1. {URL}", "It grew by 4%.", [URL]),
            (f"It grew by 4%.¹\n\n## Sources\n1. {URL}", "It grew by 4%.¹", [URL]),
            (f"It grew by 4% (Öz, 2020).\n\n## References\n- Öz, A. (2020). {URL}", "It grew by 4% (Öz, 2020).", [URL]),
            (f"Lee et al. (2019) saw 4%.\n\nReferences\nLee, B. 2019a. {URL}", "Lee et al. (2019) saw 4%.", [URL]),
            ("**It** grew by *4%* [7].", "It grew by 4%.", ["[7]"]),
            ("It grew by 4% [7].", "It grew by 4%.", ["[7]"]),
            ("It grew by 4%[^x].", "It grew by 4%.", ["[^x]"]),
            ("In the trial of Lee and Öz (2006), it grew by 4%.\n\n# References\nLee, B., & Öz, A. (2006). Growth.",
             "In the trial of Lee and Öz (2006), it grew by 4%.", ["Lee, B., & Öz, A. (2006). Growth."]),
            ("It grew by 4% [Lee2021].\n\n## References\n[Lee2021] Lee, B. Growth, 2021.", "It grew by 4% [Lee2021].",
             ["Lee, B. Growth, 2021."]),
            ("It grew by 4% [1].\n\n## Quellen:\n[1] Lee, Wachstum, S. 14", "It grew by 4%.", ["Lee, Wachstum, S. 14"]),
            ("增长4%[1]。\n\n## 参考文献：\n[1] Lee 2020, p. 14", "增长4%。", ["Lee 2020, p. 14"]),
            ("It grew by 4% in `logs/a.csv`.", "It grew by 4% in `logs/a.csv`.", ["logs/a.csv"]),
            ("`pytest tests/a` — 695 passed.", "`pytest tests/a` — 695 passed.", ["pytest tests/a"]),
        ]  # fmt: skip
        for text, passage, sources in rows:
            with self.subTest(text):
                self.assertEqual(cited(text), [(passage, source) for source in sources])

    def test_a_source_line_speaks_for_every_item_of_the_list_above(self) -> None:
        found = cited("- It grew by 4%.\n- It cost $5.\n\nSource: docs/a.md:3\n")
        self.assertEqual(found, [("It grew by 4%.", "docs/a.md:3"), ("It cost $5.", "docs/a.md:3")])

    def test_a_source_line_behind_a_bullet_speaks_for_that_bullet(self) -> None:
        found = cited("- It grew by 4%.\n- It cost $5. Source: docs/a.md:3\n- It took 3 h.\n")
        self.assertEqual(found, [("It cost $5.", "docs/a.md:3")])

    def test_a_source_line_as_a_bullet_speaks_for_the_list_above(self) -> None:
        found = cited("- It grew by 4%.\n- It cost $5.\n- Source: docs/a.md:3\n")
        self.assertEqual([source for _, source in found], ["docs/a.md:3"] * 2)

    def test_a_sentence_that_says_see_speaks_for_itself(self) -> None:
        text = f"It grew by 4%.\n\nSee [the guide]({URL}) for how to install the tool.\n"
        self.assertEqual([passage for passage, _ in cited(text)], ["See the guide for how to install the tool."])
        text = f"It grew by 4%.\n\nSee [2] for 44 ms.\n\n[2]: {URL}\n"
        self.assertEqual(cited(text), [("See for 44 ms.", URL)])
        self.assertEqual(
            cited(f"It grew by 4%.\n\nSee [the guide]({URL}) for more details.\n"), [("It grew by 4%.", URL)]
        )

    def test_a_mark_at_the_end_of_a_paragraph_speaks_for_all_of_it(self) -> None:
        text = f"It grew by 4%. It cost $5.\nIt took 3 h. [1]\n\nIt fell by 2%.\n\n[1]: {URL}\n"
        passages = ["It grew by 4%.", "It cost $5.", "It took 3 h."]
        self.assertEqual(cited(text), [(passage, URL) for passage in passages])

    def test_a_mark_before_the_full_stop_or_beside_another_speaks_for_its_sentence(self) -> None:
        both = f"\n\n[1]: {URL}\n[2]: {OTHER}\n"
        self.assertEqual(cited(f"It grew by 4%. It cost $5 [1].{both}"), [("It cost $5.", URL)])
        found = cited(f"It grew by 4%. It cost $5. [1] It took 3 h. [2]{both}")
        self.assertEqual(found, [("It cost $5.", URL), ("It took 3 h.", OTHER)])
        self.assertEqual(cited(f"- It grew by 4%.\n- It cost $5. [1]{both}"), [("It cost $5.", URL)])

    def test_stays_silent(self) -> None:
        rows = [
            ("It grew by 4% with `load` and `docs/a.csv`.", "code that is not pointed to"),
            (f"Generated with [Quill]({URL})", "a footer of the tool"),
            (
                "The Valley grew in 2006.\n\n## References\nLee, B. (2006). The growth of towns.",
                "an article is no name",
            ),
            ("See [below](#results).", "a place in the same text"),
            ("Write to [us](mailto:a@example.org).", "mail is no source"),
            ("Run [this](javascript:alert(1)) 4%.", "a script is no source"),
            (f"![chart]({URL}) shows 4%.", "an image"),
            (f'It grew <img src="{URL}"> by 4%.', "an image in HTML"),
            (f'<script src="{URL}"></script>', "a tag and no words"),
            (f"It grew by 4%, as `[report]({URL})` is written.", "code"),
            (f"```\nIt grew by 4% {URL}\n```", "a code block"),
            ("- [x] It grew by 4%.", "a task box"),
            ("It grew by load('docs/a.csv') 4%.", "the brackets of a call"),
            (f"[Read more]({URL})", "a link and nothing that it stands for"),
            (f"It is 4 m² large.\n\n## Sources\n2. {URL}", "a unit, and no mark"),
            ("It grew by 4% (Smith, 2020).", "a name without an entry"),
            (f"It grew by 4% (Smith, 2020).\n\n## Sources\n- Jones (2020). {URL}", "another name's entry"),
            ("It grew by 4% [sic].", "a word in brackets"),
            ("It grew by 4% (much more than before).", "brackets without a locator"),
            (f"It grew by 4%.\n\n## Next\n\nSource: {URL}", "a source line under another heading"),
        ]
        for text, why in rows:
            with self.subTest(text, why=why):
                self.assertEqual(cited(text), [])


class Marks(unittest.TestCase):
    def test_figures_are_never_changed(self) -> None:
        rows = [
            ("5*3 is 15, 2 * 3 is 6.", "5*3 is 15, 2 * 3 is 6."),
            ("It is 12%<sup>1</sup> and 5 m².", "It is 12% and 5 m²."),
            ("a[0] is 4, x_1 is __init__.", "a[0] is 4, x_1 is __init__."),
            ("It is **12%** of *all*.", "It is 12% of all."),
            ("Array [x] and [sic] stay.", "Array [x] and [sic] stay."),
            ("It rose ([1], [2]).", "It rose."),
            ("收入**增长了四成**。", "收入增长了四成。"),
            ("It counts `sum(x*), count(*)` and *more*.", "It counts `sum(x*), count(*)` and more."),
        ]
        for text, wanted in rows:
            with self.subTest(text):
                self.assertEqual(references.without_marks(text), wanted)


class Claims(unittest.TestCase):
    def test_lines_are_those_of_the_file(self) -> None:
        text = f"# Ü\r\n\r\nIt grew by 4% [1].\r\n\r\n> quoted 5%\r\n\r\n- It cost $7.\r\n\r\n[1]: {URL}\r\n"
        self.assertEqual(claims(text), [("It grew by 4%.", (URL,), "line 3"), ("It cost $7.", (), "line 7")])

    def test_a_sentence_behind_a_mark_is_not_covered_by_it(self) -> None:
        text = f"It grew by 4%. ([site]({URL})) It fell by 9% later."
        self.assertEqual(claims(text), [("It grew by 4%.", (URL,), "line 1"), ("It fell by 9% later.", (), "line 1")])

    def test_statements_under_the_heading_of_a_reference_list_are_not_excused(self) -> None:
        text = f"It grew by 4% [1].\n\n## Notes\n\nProfit rose by 31%.\n\n[1] {URL}\n"
        self.assertEqual(claims(text)[1], ("Profit rose by 31%.", (), "line 5"))

    def test_entries_are_no_claims(self) -> None:
        text = f"It grew by 4% [1].\n\n## References\n\n[1] Smith measured 31% in 2019. {URL}\n"
        self.assertEqual(len(claims(text)), 1)

    def test_entries_without_numbers_are_no_claims(self) -> None:
        entries = (
            "Lee, B., & Öz, A. (2019). Growth of 31% in towns.\n\nMay, Carla. Towns of 5,000 people. Quill, 2021.\n"
        )
        self.assertEqual(len(claims(f"It grew by 4% (Lee & Öz, 2019).\n\n## References\n\n{entries}")), 1)

    def test_what_needs_a_source(self) -> None:
        rows = [
            ("Revenue rose by 4%.", True),
            ("The median is 0.41.", True),
            ("We saw 120 requests.", True),
            ("The router outperforms rotation.", True),
            ("All 11 tests passed.", False),  # a count of things at hand
            ("The import is in place now.", False),  # neither figure nor comparison
            ("How did revenue rise by 4%?", False),  # a question
            ("See section 3.2.", False),  # numbers of parts
            ("I'll now compare the 500,000 rows.", False),  # an announcement
            ("Let me look for the 12% first.", False),
            ("This report examines whether 12% is enough.", False),
            ("We will sell 5,000 of them in May.", True),  # a forecast
        ]
        for text, wanted in rows:
            with self.subTest(text):
                [sentence] = prose.read(text).sentences
                self.assertEqual(needs_source(sentence), wanted)
        self.assertTrue(compares(prose.read("A outperforms B.").sentences[0]))


if __name__ == "__main__":
    unittest.main()

"""ADV001: placeholders left in, by shape."""

import unittest

from dankaro_quality.adversaries import placeholders
from dankaro_quality.contracts import Task
from tests.builders import codes, evaluate, make_claim, make_result

FIRES = (
    "The fine was XXX EUR.",
    "The fine was ____ EUR.",
    "FIXME check the totals again",
    "TBD: the fine for late delivery",
    "TODO: write the conclusion.",
    "The budget holds. TODO(maria): add the second quarter.",
    "- FIXME: the totals do not add up yet",
    "XXX: check with the bank",
    "- TODO",
    "The venue is TBD.",
    "Start date: TBA",
    "Speakers (TBC) will be announced.",
    "The keynote - TBD",
    "The price is still TBD, the date is not.",
    "The budget is currently TBD.",
    "Deadline: TBD by the board",
    "More details TBD.",
    "TODO: fill in the revenue.",
    "TODO - add the sources",
    "Author: <TODO>",
    "Figure 1: [placeholder]",
    "Contact: [email]",
    "The site has XX,XXX users.",
    "Lorem ipsum dolor sit amet, consectetur.",
    "Lorem ipsum.",
    "Dear [Your Name],",
    "Signed, [Company Name]",
    "Sent on [Date] by [name of the clerk, to be added], [insert title].",
    "The committee met in <insert city> in May.",
    "<your company name> is glad to offer the following.",
    "Revenue grew by XX% to $XX million.",
    "As was shown [citation needed], bees sleep.",
    "Hello {{ customer.first_name }}, your parcel is on its way.",
    "(insert the chart here)",
    "[TODO: chart]",
    "| region | sales |\n|---|---|\n| north | TBD |",
    "| region | sales |\n|---|---|\n| north | [insert figure] |",
)
SILENT = (
    ("The word XXL and the XX century are none.", "sizes and numerals"),
    ("The name __main__ and a line ____ to sign on.", "names, and a line to write on"),
    ("TODO items are kept in the tracker.", "the word as a noun"),
    ("- TBD: to be decided", "an entry of a glossary"),
    ("A TODO app keeps lists.", "the word names a kind of program"),
    ("TODO apps: a comparison", "a name before a colon is no note"),
    ("Open tasks are marked TODO in the source.", "a mention"),
    ("Entries marked TBD sort to the end.", "a mention"),
    ("The list TODO.md holds them.", "the name of a file"),
    ("Nothing may be called TBD.", "a mention"),
    ("The key [Insert] adds a row.", "a key"),
    ("TBD stands for to be determined.", "it is explained"),
    ("The label \"TBD\" means that nobody knows yet.", "quoted"),
    ("Write `TODO: fix` above the line.", "code"),
    ("```python\n# TODO: handle errors\n```", "code"),
    ("    TODO: indented code", "code"),
    ("> TODO: from an old draft", "a quotation of somebody else"),
    ("TODO:\n\n- call the bank\n- send the form", "a list of open tasks, each of which is said"),
    ("## TODO: later", "a heading names a section"),
    ("Replace [Your Name] with your own name.", "its reader is told to replace it"),
    ("The template has [Name] at the top.", "a page about a template"),
    ("See [Date](https://example.org/date) for the format.", "a link"),
    ("See [Date] for the format.\n\n[Date]: https://example.org/date", "a link by reference"),
    ("Press [Enter] to go on, then [Add user].", "keys and buttons"),
    ("The figure [3] shows it; see also [Smith 2020].", "citations"),
    ("Tuberculosis (TB) is treated in the TBC clinic.", "a name"),
    ("Printers fill a page with lorem ipsum to try a face.", "a mention"),
    ("The XX chromosome pair; Louis XX did not exist.", "letters that are a name or a numeral"),
    ("Use ${{ secrets.TOKEN }} in the workflow.", "the syntax of a build file"),
    ("<div>your text stands here</div>", "a tag"),
    ("We will add a chapter, insert the maps and enter the data.", "verbs"),
    ("The list of things to do is empty; nothing is to be determined.", "plain words"),
    ("todo: buy milk", "lower case is a word of the language of lists"),
)  # fmt: skip


class Placeholders(unittest.TestCase):
    def test_fires(self) -> None:
        for text in FIRES:
            with self.subTest(text=text):
                self.assertEqual(codes(evaluate(placeholders.CHECK, make_result(output=text))), ["ADV001"])

    def test_stays_silent(self) -> None:
        for text, why in SILENT:
            with self.subTest(text=text, why=why):
                self.assertEqual(codes(evaluate(placeholders.CHECK, make_result(output=text))), [])

    def test_where_it_looks(self) -> None:
        text = "The venue is TBD."
        for result, where in (
            (make_result(output={"answer": {"venue": text}}), "/output/answer/venue"),
            (make_result(output=["fine", text]), "/output/1"),
            (make_result(output='{"venue": "The venue is TBD."}'), "/output"),
            (make_result(claims=(make_claim(text=text),)), "/claims/0/text"),
            (make_result(deliverables={"plan.md": text}), "/deliverables/0/content"),
            (make_result(deliverables={"plan": text}), "/deliverables/0/content"),
        ):
            with self.subTest(where=where):
                self.assertEqual([one.where for one in evaluate(placeholders.CHECK, result).findings], [where])

    def test_where_it_does_not_look(self) -> None:
        for result, task, why in (
            (
                make_result(deliverables={"plan.py": "# TODO: x\nTODO: y"}),
                Task(),
                "a note in a program is for its maintainers",
            ),
            (make_result(output="Dear [Your Name],"), Task(instructions="Write a letter template."), "asked for"),
        ):
            with self.subTest(why=why):
                self.assertEqual(codes(evaluate(placeholders.CHECK, result, task=task)), [])

    def test_one_finding_a_text_names_the_first_and_counts_the_others(self) -> None:
        found = evaluate(placeholders.CHECK, make_result(output="Dear [Name],\n\nthe date is TBD.")).findings
        self.assertEqual(len(found), 1)
        self.assertIn('"[Name]", and 1 more, were left in', str(found[0]))


if __name__ == "__main__":
    unittest.main()

"""What an output states: comparisons of merit, effects without a reference, figures, and which claims cover them."""

import unittest

from dankaro_quality.contracts import Claim
from dankaro_quality.prose import read
from dankaro_quality.statements import (
    Coverage,
    compares,
    effect_without_reference,
    stated_figures,
    statements,
)


def first(text: str):
    return read(text).sentences[0]


class Compares(unittest.TestCase):
    FIRES = (
        "The scheduler outperforms the alternative.",
        "Our router is better than the one in use.",
        "It answers 3x faster than the old queue.",
        "The new index is twice as fast as the linear scan.",
        "Version 5 is more accurate than version 4.",
        "The learned policy beats the rotation at every level.",
        "This parser surpasses the reference implementation.",
        "The cache has lower latency than the plain store.",
        "It makes fewer errors than the manual process.",
        "The rewritten query is 40% cheaper than the previous one.",
        "The tree is slower than the list.",
        "Method B improves on method A.",
        "The model is superior to the rules.",
        "With more data, the ensemble outperforms the single tree.",
        "The scheduler, tested on real nights, outperformed everything else.",
        "- The new build is faster than the old one.",
        "Compared with the manual route, the plan is cheaper.",
        "Our plan is cheaper than theirs.",
        "Compared to the vendor's tool, the script has fewer errors.",
        "The new job needs half the memory of the old one.",
        "The solver won 7 of 9 games against the reference.",
        "The engine beat the gnu-9 solver.",
        "Its recall exceeds that of the keyword search.",
        "The scan is more sensitive than the questionnaire.",
    )
    SILENT = (
        ("a denial", "The new index is no better than the scan."),
        ("a denial with a verb", "The policy does not outperform rotation."),
        ("a denial in short form", "It isn't faster than the old one."),
        ("an expectation", "The file was larger than expected."),
        ("a merit against an expectation", "The run was faster than expected."),
        ("a threshold", "Requests must be faster than 50 ms."),
        ("a threshold without must", "Every request was faster than 50 ms."),
        ("a goal", "We want the parser to be better than the old one."),
        ("a condition", "If the index is faster than the scan, keep it."),
        ("a question", "Is it better than the other one?"),
        ("a quotation", 'The vendor says "it is better than all others" on its page.'),
        ("code", "`a better than b` is a string in the test."),
        ("an idiom", "Better safe than sorry."),
        ("advice on what to do", "It is better to wait than to guess."),
        ("a quantity that is no merit", "The town has more inhabitants than the village."),
        ("a size", "The second file is larger than the first."),
        ("a rate of beats", "The heart beats per minute were counted."),
        ("a recipe", "Beat the eggs until they are firm."),
        ("a preference", "Use a pencil rather than a pen."),
        ("an exception", "No file other than the report was changed."),
        ("a heading", "# Faster than the rest"),
        ("a comparison with an earlier time", "Compared with last year, the shop has lower costs."),
        ("a comparison with a year", "Compared to 2021, the club is cheaper."),
        ("an expectation of a person", "The parcel came sooner than we expected."),
        ("an intention", "The plan is to be faster than the old route."),
        ("a limit", "The train is slower than the speed limit, and cheaper than our budget."),
        ("the day before", "The patient felt better than the day before."),
        ("a part of one thing", "It took half the time of that, or less."),
        ("a case in court", "She won 2 cases against the town."),
    )

    def test_fires(self) -> None:
        for text in self.FIRES:
            with self.subTest(text=text):
                self.assertTrue(any(compares(one) for one in statements(read(text))))

    def test_stays_silent(self) -> None:
        for reason, text in self.SILENT:
            with self.subTest(reason=reason):
                self.assertEqual([compares(one) for one in statements(read(text)) if compares(one)], [])

    def test_a_team_adds_its_own_words(self) -> None:
        sentence = first("The gadget smokes the widget.")
        self.assertEqual((compares(sentence), compares(sentence, ("smokes",))), ("", "smokes"))


class Effects(unittest.TestCase):
    FIRES = (
        "The assistant cuts errors by 35%.",
        "It reduced waiting times by about 20%.",
        "The change improves recall by 4.5%.",
        "The cache speeds up builds by 3x.",
        "Users saw +25% retention.",
    )
    SILENT = (
        ("it says than what", "The assistant cuts errors by 35% compared with manual entry."),
        ("it says from where", "It reduced waiting times from 50 to 40 minutes, by 20%."),
        ("it names a baseline", "Against the baseline it improves recall by 4.5%."),
        ("growth over time", "Revenue rose by 12% in 2025."),
        ("an instruction", "Reduce the heat by 50% and stir."),
        ("a plan", "The plan is to reduce emissions by 30%."),
        ("a possibility", "A cache could speed up builds by 3x."),
        ("a goal", "We aim to cut errors by 35%."),
        ("no effect, a share", "The sample holds 35% errors."),
        ("points of a scale", "The score moved by +2% points."),
        ("a quotation", 'The page claims that it "cuts errors by 35%" and gives no source.'),
    )

    def test_fires(self) -> None:
        for text in self.FIRES:
            with self.subTest(text=text):
                self.assertTrue(effect_without_reference(first(text)))

    def test_stays_silent(self) -> None:
        for reason, text in self.SILENT:
            with self.subTest(reason=reason):
                self.assertEqual(effect_without_reference(first(text)), "")


class Figures(unittest.TestCase):
    def figures(self, text: str, instructions: str = "") -> list[str]:
        return [figure.text for figure, _ in stated_figures(read(text), instructions)]

    def test_fires(self) -> None:
        for text, found in (
            ("Costs fell by 36,8% in the trial.", ["36,8%"]),
            ("The bill was $1,385.8 million.", ["$1,385.8 million"]),
            ("It ran 2.08x longer.", ["2.08x"]),
            ("The wait was 41 s and the memory 310 MB.", ["41 s", "310 MB"]),
            ("The difference was significant (p = .03).", [".03"]),
            ("- 12% of the users left.", ["12%"]),
            ("- 3 kg were lost in transport.", ["3 kg"]),
            ("- USD 2.33 billion in 2024", ["USD 2.33 billion"]),
            ("The oven was heated to 180 °C.", ["180 °C"]),
            ("Losses fell by seven percent.", ["seven percent"]),
            ("Please losses fell by 7%.", ["7%"]),
            ("Please note that losses fell by 7%.", ["7%"]),
            ("The fine was two million dollars.", ["two million dollars"]),
        ):
            with self.subTest(text=text):
                self.assertEqual(self.figures(text), found)

    def test_stays_silent(self) -> None:
        for reason, text in (
            ("a count without a unit", "There were 40 nights."),
            ("a date", "It was measured on 6 August 2026."),
            ("a year", "It began in 2016."),
            ("a version", "Version 3.11 was used."),
            ("a heading", "# 12% more"),
            ("code", "`rate = 12%` stands in the file."),
            ("a code block", "```\nrate = 12%\n```"),
            ("a table is data", "| a | b |\n|---|---|\n| 12% | 3 s |"),
            ("a quotation", '"It grew by 12%", the page says.'),
            ("a block quotation", "> It grew by 12%."),
            ("an identifier", "See RFC 9110 and issue #12."),
            ("an address", "See https://example.com/2024/05/12%25 for more."),
            ("a page", "See page 12 of the handbook."),
            ("a number in words", "It ran twice."),
            ("an idiom", "They gave a hundred percent."),
            ("a share in words", "A third of them stayed."),
            ("a request", "Next step: please send 200 EUR."),
            ("an instruction", "Heat the oven to 180 °C and bake for 25 minutes."),
            ("an instruction in a list", "- Then wait 30 s."),
            ("a list of parts", "- 200 g flour\n- 1 m of cable"),
            ("an adjective", "It is a 5-minute walk."),
            ("a rule that results are held against", "Acceptance criterion: p < 0.01 and at least 5%."),
            ("a list number", "1. First step\n2. Second step"),
        ):
            with self.subTest(reason=reason):
                self.assertEqual(self.figures(text), [])

    def test_what_the_task_says_is_not_the_output_s_to_declare(self) -> None:
        self.assertEqual(self.figures("The limit of 5% was kept at 4%.", "Keep the limit of 5 %."), ["4%"])


class Covered(unittest.TestCase):
    def test_table(self) -> None:
        for reason, sentence, claim, covered in (
            (
                "the same words",
                "The cache was cleared before the run.",
                Claim("The cache was cleared before the run."),
                True,
            ),
            ("other forms of the words", "We cleared the caches.", Claim("The cache was cleared."), True),
            ("a figure and a word", "The wait took 41 s.", Claim("The median wait, by the log, was 41 s."), True),
            ("a figure alone could be any", "It took 41 s.", Claim("The median wait was 41 s."), False),
            ("the value is the figure", "It took 41 s.", Claim("The median wait was short.", value="41 s"), False),
            ("a quotation of it", "The sky is blue.", Claim("Colour of the sky.", quote="The sky is blue."), True),
            ("something else", "The cache was cleared.", Claim("Every user received a message."), False),
            ("an abbreviation counts", "I recommend SQL.", Claim("Use SQL."), True),
            ("one word in common", "The cache was cleared.", Claim("A cache holds copies of slow answers."), False),
        ):
            with self.subTest(reason=reason):
                self.assertEqual(bool(Coverage([claim]).of(first(sentence))), covered)


if __name__ == "__main__":
    unittest.main()

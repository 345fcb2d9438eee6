"""Ordinary pages without any claim to merit raise no finding of the rules that can annoy people."""

import os
import unittest

from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Ledger
from dankaro_quality.settings import Settings
from tests.builders import ROOT, make_claim, make_result

FOLDER = os.path.join(ROOT, "tests", "prose")
HARNESS = QualityHarness(Settings(), ledger=Ledger())
QUOTES_ATTACKS = "prompt_injection.md"  # a page about them: what it quotes is warned of


def pages() -> dict[str, str]:
    found = {}
    for name in sorted(os.listdir(FOLDER)):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as stream:
            found[name] = stream.read()
    return found


class Pages(unittest.TestCase):
    def test_there_are_ten_of_them(self) -> None:
        self.assertGreaterEqual(len(pages()), 10)

    def test_none_compares_claims_an_effect_or_alarms_a_critic(self) -> None:
        for name, text in pages().items():
            for claims in ((), (make_claim(),)):
                report = HARNESS.evaluate(make_result(output=text, claims=claims))
                found = [one for one in report.findings if one.code in ("BAS001", "BAS011") or one.code[:3] == "ADV"]
                if name == QUOTES_ATTACKS:
                    found = [one for one in found if one.severity == "error"]
                with self.subTest(page=name, claims=len(claims)):
                    self.assertEqual([str(one) for one in found], [])

    def test_none_states_a_figure_that_it_would_have_to_declare(self) -> None:
        for name, text in pages().items():
            if name == "scripts_and_emoji.md":  # it lists units on purpose
                continue
            report = HARNESS.evaluate(make_result(output=text, claims=(make_claim(),)))
            with self.subTest(page=name):
                self.assertEqual([str(one) for one in report.findings if one.code == "EVD011"], [])


if __name__ == "__main__":
    unittest.main()

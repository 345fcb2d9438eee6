"""ADV002: absolute language over unverified support."""

import unittest

from dankaro_quality.adversaries import absolutes
from dankaro_quality.findings import Severity
from tests.builders import codes, evaluate, make_claim, make_result

FIRES = (
    "The copy can't possibly fail.",
    "The new valve is completely safe.",
    "This is 100% accurate.",
    "The method is guaranteed to work.",
    "Without a doubt, demand will rise.",
    "There is no doubt that the tenant caused it.",
    "The pump never fails.",
    "The check always works.",
    "The lock is impossible to hack.",
    "It is a foolproof procedure, with zero risk.",
    "The data prove it beyond any doubt; this is indisputable.",
    "- The migration is totally risk-free.",
    "The forecast cannot be wrong.",
    "The release is bug-free.",
    "Success is guaranteed.",
    "It will definitely work.",
    "There is zero chance of a loss.",
    "It is impossible for this to fail.",
    "The wrapper is fully backward compatible.",
    "The margin is guaranteed never to shrink.",
    "It reads every scan with perfect accuracy.",
)
SILENT = (
    ("No system is completely safe.", "denied"),
    ("The result is not 100% accurate.", "denied"),
    ("Nothing here is foolproof.", "denied"),
    ("The forecast is almost always correct.", "softened"),
    ("Delivery on Sunday is not guaranteed.", "denied"),
    ("If the pump never fails, buy a second one.", "under a condition"),
    ("We cannot say whether it is absolutely certain.", "left open"),
    ("Is the valve completely safe?", "a question"),
    ("The vendor calls it \"completely safe\".", "the words of others"),
    ("Set `always works` to false.", "code"),
    ("# Completely safe", "a heading states nothing"),
    ("The risk-free rate was assumed to be constant.", "a term of finance"),
    ("Always wash your hands, and never leave the flame alone.", "advice"),
    ("The paint is completely dry after a day.", "a degree of something that has one"),
    ("The order of the messages is guaranteed.", "the contract of an interface"),
    ("The function never returns None.", "the contract of an interface"),
    ("The order of the lines is not guaranteed to never change.", "denied"),
    ("The format is backward compatible with version 2.", "no degree of it"),
    ("It must be fully secure before the move.", "a requirement"),
)  # fmt: skip


def said(output: str, /, **claim: object):
    return make_result(output=output, claims=(make_claim(**{"text": "The trial took a day.", **claim}),))


class Absolutes(unittest.TestCase):
    def test_fires(self) -> None:
        for text in FIRES:
            with self.subTest(text=text):
                outcome = evaluate(absolutes.CHECK, said(text))
                self.assertEqual([one.code for one in outcome.findings], ["ADV002"])
                self.assertEqual(outcome.findings[0].severity, Severity.WARNING)

    def test_stays_silent(self) -> None:
        for text, why in SILENT:
            with self.subTest(text=text, why=why):
                self.assertEqual(codes(evaluate(absolutes.CHECK, said(text))), [])

    def test_only_a_verified_claim_that_says_it_is_support(self) -> None:
        text = "The new valve is completely safe."
        for claim, expected in (
            ({"text": "The new valve is completely safe at 8 bar."}, []),
            ({"text": "The new valve is completely safe.", "verified": False}, ["ADV002"]),
            ({"text": "The new valve is completely safe.", "source": "trust me"}, ["ADV002"]),
            ({"text": "Sales rose in May."}, ["ADV002"]),
            ({"text": "The old valve of the boiler was painted green."}, ["ADV002"]),
        ):
            with self.subTest(claim=claim):
                self.assertEqual(codes(evaluate(absolutes.CHECK, said(text, **claim))), expected)

    def test_a_claim_that_nobody_verified(self) -> None:
        for verified, expected in ((False, ["/claims/0/text"]), (True, [])):
            result = said("The trial took a day.", text="The lamp is absolutely safe.", verified=verified)
            with self.subTest(verified=verified):
                self.assertEqual([one.where for one in evaluate(absolutes.CHECK, result).findings], expected)

    def test_where_the_flag_is_not_asked_for_a_source_will_do(self) -> None:
        result = said("The lamp is absolutely safe.", text="The lamp is absolutely safe.", verified=None)
        self.assertEqual(codes(evaluate(absolutes.CHECK, result)), ["ADV002"])
        relaxed = evaluate(absolutes.CHECK, result, settings="[evidence]\nrequire_verified = false\n")
        self.assertEqual(codes(relaxed), [])


if __name__ == "__main__":
    unittest.main()

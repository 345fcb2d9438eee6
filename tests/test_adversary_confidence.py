"""ADV008: three or more claims, all with the same confidence."""

import unittest

from dankaro_quality.adversaries import confidence
from dankaro_quality.findings import Severity
from tests.builders import codes, evaluate, make_claim, make_reasoned, make_result


def stated(*values: float | None):
    return make_result(
        claims=tuple(make_claim(text=f"Trial {n} ended.", confidence=one) for n, one in enumerate(values))
    )


class Confidence(unittest.TestCase):
    def test_fires(self) -> None:
        for values in ((0.9, 0.9, 0.9), (1, 1.0, 1), (0.0, 0.0, 0.0, 0.0), (0.8, None, 0.8, 0.8)):
            with self.subTest(values=values):
                outcome = evaluate(confidence.CHECK, stated(*values))
                self.assertEqual(codes(outcome), ["ADV008"])
                self.assertEqual(outcome.findings[0].severity, Severity.WARNING)
                self.assertIn(f"all {sum(one is not None for one in values)} claims", str(outcome.findings[0]))

    def test_stays_silent(self) -> None:
        for values, why in (
            ((), "no claim"),
            ((0.9, 0.9), "two claims that are equally sure are nothing to remark on"),
            ((0.9, 0.9, 0.8), "one was judged by itself"),
            ((0.9, None, None), "one confidence is stated"),
            ((None, None, None), "none is stated"),
        ):
            with self.subTest(why=why):
                self.assertEqual(codes(evaluate(confidence.CHECK, stated(*values))), [])

    def test_claims_of_every_kind_count(self) -> None:
        claims = (make_claim(), make_claim(text="Trial 2 ended."), make_reasoned(confidence=0.9))
        self.assertEqual(codes(evaluate(confidence.CHECK, make_result(claims=claims))), ["ADV008"])


if __name__ == "__main__":
    unittest.main()

"""CNS002: a statement and its negation, in the same words."""

import unittest

from dankaro_quality.evaluators import consistency
from dankaro_quality.polarity import polarities, polarity
from tests.builders import codes, evaluate, make_claim, make_result

FIRES = (
    ("The parser supports tabs.", "The parser does not support tabs."),
    ("The cache is safe to clear.", "The cache is not safe to clear."),
    ("The build isn't reproducible.", "The build is reproducible."),
    ("Errors were found in the log.", "No errors were found in the log."),
    ("Users can delete their account.", "Users cannot delete their account."),
    ("The feature is enabled by default.", "The feature is disabled by default."),
    ("Latency increased by 12%.", "Latency decreased by 12%."),
    ("It is not true that the index was rebuilt.", "The index was rebuilt."),
    ("The service never answers slowly.", "The service answers slowly."),
    ("The plan passed the review.", "The plan failed the review."),
    ("All tests passed.", "All tests failed."),
    ("The rule applies to guests.", "The rule does not apply to guests."),
    ("The valve meets the norm.", "The valve fails to meet the norm."),
    ("The clerk refused to sign the form.", "The clerk did sign the form."),
)
SILENT = (
    ("the same twice", "The parser supports tabs.", "The parser supports tabs."),
    ("another subject", "The old parser does not support tabs.", "The new parser supports tabs."),
    ("another time", "The index was rebuilt in March.", "The index was not rebuilt in April."),
    ("another place", "The cache is enabled on the server.", "The cache is disabled on the client."),
    ("a condition", "The cache is safe to clear.", "The cache is not safe to clear while it is read."),
    ("a double negation", "The value does not never exceed 12%.", "The value exceeds 12%."),
    ("another figure", "Latency increased by 12%.", "Latency decreased by 3%."),
    ("too little to compare", "Yes.", "No."),
    ("no negation", "The cache was cleared.", "The index was rebuilt."),
)


class Shortcut(unittest.TestCase):
    def test_no_negation_is_missed_by_looking_for_its_words_first(self) -> None:
        for pair in (*FIRES, *(row[1:] for row in SILENT)):
            with self.subTest(pair=pair):
                every = [polarity(text) for text in pair]
                seen = polarities(["The tide was high.", *pair])[1:]
                self.assertEqual(
                    [given for given, one in zip(seen, every, strict=True) if given not in (one, None)], []
                )
                contradicted = None not in every and every[0] == (every[1][0], not every[1][1])
                self.assertEqual(None not in seen and seen[0] == (seen[1][0], not seen[1][1]), contradicted)

    def test_statements_far_from_any_negation_are_left_out(self) -> None:
        self.assertEqual(polarities(["The tide was high.", "The boat is now at sea."]), [None, None])


def found(*texts: str, output: str = "Which one?") -> list[str]:
    return codes(
        evaluate(consistency.CHECK, make_result(output=output, claims=[make_claim(text=text) for text in texts]))
    )


class Negations(unittest.TestCase):
    def test_fires(self) -> None:
        for one, other in FIRES:
            with self.subTest(one=one):
                self.assertEqual(found(one, other), ["CNS002"])
                self.assertEqual(found(other, one), ["CNS002"])

    def test_stays_silent(self) -> None:
        for reason, one, other in SILENT:
            with self.subTest(reason=reason):
                self.assertEqual(found(one, other), [])

    def test_between_output_and_claims(self) -> None:
        self.assertEqual(found("The parser supports tabs.", output="The parser does not support tabs."), ["CNS002"])
        self.assertEqual(found(output="The cache is safe. The sky is blue. The cache is not safe."), ["CNS002"])

    def test_what_is_quoted_or_asked_is_not_said(self) -> None:
        self.assertEqual(found("The parser supports tabs.", output='"The parser does not support tabs", he said.'), [])
        self.assertEqual(found("The cache is safe.", output="Is the cache not safe?"), [])

    def test_hostile_texts_are_not_compared(self) -> None:
        for text in ("", "not " * 5000, "\u0300" * 3000, "a" * 100_000):
            with self.subTest(text=text[:10]):
                self.assertIsNone(polarity(text))


if __name__ == "__main__":
    unittest.main()

"""What a result says in words: every text with its place, data taken apart."""

import unittest

from dankaro_quality.reading import document, is_prose_name, passages, prose, sentences_with
from tests.builders import make_claim, make_comparison, make_result


class Passages(unittest.TestCase):
    def test_every_text_has_its_place(self) -> None:
        result = make_result(
            output={"a/b": ["one", {"c": "two"}], "n": 5, "none": None},
            claims=(make_claim(text="three", quote="four", rationale="five", value="six"),),
            comparisons=(make_comparison(subject="seven", baseline_rationale="eight"),),
            deliverables={"run.py": "nine", "data.json": {"k": "ten"}, "empty": " "},
        )
        found = dict(passages(result))
        self.assertEqual(
            {where: text for where, text in found.items() if where != "/comparisons/0"},
            {
                "/output/a~1b/0": "one",
                "/output/a~1b/1/c": "two",
                "/claims/0/text": "three",
                "/claims/0/quote": "four",
                "/claims/0/rationale": "five",
                "/claims/0/value": "six",
                "/deliverables/0/content": "nine",
                "/deliverables/1/content/k": "ten",
            },
        )
        self.assertRegex(found["/comparisons/0"], "^seven .* eight$")

    def test_data_in_a_text_is_taken_apart_at_its_place(self) -> None:
        result = make_result(output='\ufeff{"a": ["one", {"b": "two"}, 3, ""], "c": "three"}', claims=())
        self.assertEqual(list(passages(result)), [("/output", "one"), ("/output", "two"), ("/output", "three")])
        self.assertEqual(list(passages(make_result(output="[no data", claims=()))), [("/output", "[no data")])

    def test_prose_leaves_out_programs_and_data(self) -> None:
        result = make_result(
            output="one", claims=(), deliverables={"a.md": "two", "b.py": "three", "c": "four", "d.csv": "five"}
        )
        self.assertEqual([text for _, text in prose(result)], ["one", "two", "four"])

    def test_names_of_files_that_people_read(self) -> None:
        for name, expected in (
            ("report.md", True),
            ("REPORT.PDF", True),
            ("summary", True),
            ("notes.v2 final", True),
            ("a.py", False),
            ("table.csv", False),
            ("docs.d/run.sh", False),
        ):
            with self.subTest(name=name):
                self.assertIs(is_prose_name(name), expected)


class Sentences(unittest.TestCase):
    def test_only_those_with_a_stem_and_none_of_them_masked(self) -> None:
        text = "Bees sleep. `bees` work. BEES dance. Ants do not."
        self.assertEqual([one.text for one in sentences_with(text, ("bees",))], ["Bees sleep.", "BEES dance."])
        self.assertEqual(list(sentences_with(text, ("wasps",))), [])

    def test_a_text_is_read_once(self) -> None:
        self.assertIs(document("Bees sleep."), document("Bees sleep."))


if __name__ == "__main__":
    unittest.main()

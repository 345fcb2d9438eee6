"""Completion states: the whole table of inputs, and who wins between two reasons."""

import unittest
from itertools import combinations, product

from dankaro_quality.capability.states import (
    BLOCKED,
    DRAFT,
    PORTS_NOT_REAL,
    PORTS_UNAVAILABLE,
    RELEASE_BLOCKED,
    REVIEW_MISSING,
    RUBRIC_NOT_REVIEWED,
    VERIFIED,
    Facts,
    completion_of,
    is_regulated,
    review_missing,
)
from tests.capability.builders import make_scenario

GOOD = {
    "ports_unavailable": "",
    "review_missing": False,
    "blocking": (),
    "release_blocking": False,
    "control_hash_verified": True,
    "rubric_generated": False,
    "rubric_expert_reviewed": True,
    "port_mode": "real",
}
UNREVIEWED = {"rubric_generated": True, "rubric_expert_reviewed": False}
REASONS = [  # in the order in which they win
    ({"ports_unavailable": "no spec"}, BLOCKED, PORTS_UNAVAILABLE),
    ({"review_missing": True}, BLOCKED, REVIEW_MISSING),
    ({"release_blocking": True}, BLOCKED, RELEASE_BLOCKED),
    ({"control_hash_verified": False}, BLOCKED, RELEASE_BLOCKED),
    (UNREVIEWED, DRAFT, RUBRIC_NOT_REVIEWED),
    ({"port_mode": "fake"}, DRAFT, PORTS_NOT_REAL),
]


class Table(unittest.TestCase):
    def test_only_one_of_all_combinations_says_verified(self) -> None:
        names = {
            "ports_unavailable": ("", "why"),
            "review_missing": (True, False),
            "blocking": ((), ("a bar",)),
            "release_blocking": (True, False),
            "control_hash_verified": (True, False),
            "rubric_generated": (True, False),
            "rubric_expert_reviewed": (True, False),
            "port_mode": ("real", "fake", "mixed", "unknown", "ci", "REAL", ""),
        }
        rows = [dict(zip(names, values, strict=True)) for values in product(*names.values())]
        verified = [row for row in rows if completion_of(Facts(**row)).state == VERIFIED]
        reviewed = [(False, True), (False, False), (True, True)]
        expected = [{**GOOD, "rubric_generated": made, "rubric_expert_reviewed": seen} for made, seen in reviewed]
        self.assertEqual(len(rows), 896)
        self.assertCountEqual(verified, expected)

    def test_each_reason_alone(self) -> None:
        for change, state, code in REASONS:
            with self.subTest(change):
                found = completion_of(Facts(**{**GOOD, **change}))
                self.assertEqual((found.state, found.code), (state, code))
                self.assertTrue(found.reason)

    def test_the_first_of_two_reasons_wins_in_whatever_order_they_are_given(self) -> None:
        for (first, state, code), (second, _, _) in combinations(REASONS, 2):
            for change in ({**first, **second}, {**second, **first}):
                with self.subTest(change):
                    found = completion_of(Facts(**{**GOOD, **change}))
                    self.assertEqual((found.state, found.code), (state, code))

    def test_what_is_neither_true_nor_false_never_verifies(self) -> None:
        for name in ("review_missing", "release_blocking", "control_hash_verified"):
            for value in (None, "false", "yes", 0, 1, float("nan")):
                with self.subTest(name=name, value=value):
                    self.assertEqual(completion_of(Facts(**{**GOOD, name: value})).state, BLOCKED)

    def test_nothing_said_is_blocked(self) -> None:
        self.assertEqual(completion_of(Facts()).state, BLOCKED)

    def test_each_thing_left_unsaid_keeps_a_run_from_verified(self) -> None:
        for name in ("review_missing", "release_blocking", "control_hash_verified", "port_mode"):
            with self.subTest(name):
                said = {key: value for key, value in GOOD.items() if key != name}
                self.assertNotEqual(completion_of(Facts(**said)).state, VERIFIED)
        rubric = {key: value for key, value in GOOD.items() if not key.startswith("rubric")}
        self.assertEqual(completion_of(Facts(**rubric)).code, RUBRIC_NOT_REVIEWED)
        for name, value in (("rubric_generated", True), ("rubric_expert_reviewed", False)):
            with self.subTest(name, value=value):
                self.assertEqual(completion_of(Facts(**rubric, **{name: value})).code, RUBRIC_NOT_REVIEWED)


class Review(unittest.TestCase):
    def test_an_approval_needs_a_reviewer(self) -> None:
        for stratum, vertical, status, reviewer, missing in [
            ("A", "facilities", "approved", "dr-7", False),
            ("A", "facilities", "approved", " ", True),
            ("A", "facilities", "approved", ".", True),
            ("A", "facilities", "approved", "TODO", True),
            ("A", "facilities", "approved", "n/a", True),
            ("A", "facilities", "pending", "dr-7", True),
            ("A", "facilities", "rejected", "dr-7", True),
            ("C", "Healthcare", "not_reviewed", "", True),
            ("C", "Healthcare", "approved", "dr-7", False),
            ("C", "facilities", "not_reviewed", "", False),
        ]:
            with self.subTest(stratum=stratum, vertical=vertical, status=status, reviewer=reviewer):
                one = make_scenario(
                    stratum=stratum, vertical=vertical, expert_review_status=status, reviewer_id=reviewer
                )
                self.assertIs(review_missing(one, one.vertical), missing)

    def test_regulated_fields_are_known_by_their_words(self) -> None:
        spelled = ("legal", "LEGAL-contracts", "health_care", "Tax advice", "consumer lending", "ｌｅｇａｌ")
        for vertical in (*spelled, "accounts", "a bank", "hospital", "law firm", "fintech"):
            with self.subTest(vertical):
                self.assertTrue(is_regulated(vertical))
        for vertical, why in [
            ("facilities", "not regulated"),
            ("lawn care", "a word that begins like one"),
            ("taxonomy", "likewise"),
            ("", "says nothing"),
        ]:
            with self.subTest(vertical, why=why):
                self.assertFalse(is_regulated(vertical))


if __name__ == "__main__":
    unittest.main()

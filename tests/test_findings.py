"""Findings, grading and the decision: a pass is stated, never left over."""

import dataclasses
import itertools
import pickle
import unittest

from dankaro_quality.contracts import FrozenMapping
from dankaro_quality.errors import ContractError
from dankaro_quality.findings import (
    DECISIVE,
    Finding,
    GateOutcome,
    GateStatus,
    Severity,
    decide,
    grade,
    next_actions,
    overall_score,
    regrade,
)

ERROR = Finding("ABC001", "wrong", where="/claims/0/source", hint="mend it")
WARNING = Finding("ABC002", "odd", Severity.WARNING, where="/claims/1")
INFO = Finding("ABC003", "so", Severity.INFO, where="/claims/2")


class Findings(unittest.TestCase):
    def test_two_arguments_are_enough_for_a_hook(self) -> None:
        finding = Finding("OWNER", "Task owner missing")
        self.assertIs(finding.severity, Severity.ERROR)

    def test_it_reads_as_place_message_hint(self) -> None:
        self.assertEqual(str(ERROR), "claims[0].source: wrong; mend it")
        self.assertEqual(str(Finding("A", "wrong")), "wrong")

    def test_refused(self) -> None:
        for fields in (
            {"code": ""},
            {"code": 1},
            {"message": None},
            {"severity": "error"},
            {"severity": True},
            {"line": 0},
            {"line": True},
            {"where": 3},
        ):
            with self.subTest(fields=fields), self.assertRaises(ContractError):
                Finding(**{"code": "A", "message": "b", **fields})

    def test_outcomes_refuse_what_is_no_outcome(self) -> None:
        for fields in (
            {"status": "passed"},
            {"score": 2},
            {"score": True},
            {"score": float("nan")},
            {"findings": ("wrong",)},
            {"weight": -1},
        ):
            with self.subTest(fields=fields), self.assertRaises(ContractError):
                GateOutcome(**{"gate": "a", "status": GateStatus.PASSED, **fields})

    def test_they_pickle(self) -> None:
        outcome = grade("a", [ERROR], 3, measures={"claims": 3})
        self.assertEqual(pickle.loads(pickle.dumps(outcome)), outcome)


class Grades(unittest.TestCase):
    TABLE = (
        ("nothing found in three items", [], 3, GateStatus.PASSED, 1.0),
        ("one error in two items", [ERROR], 2, GateStatus.FAILED, 0.5),
        ("one warning in two items", [WARNING], 2, GateStatus.PASSED, 0.75),
        ("two errors in one item count once", [ERROR, dataclasses.replace(ERROR, code="X")], 2, GateStatus.FAILED, 0.5),
        ("an error outweighs a warning in its item", [ERROR, dataclasses.replace(WARNING, where="/claims/0")], 1,
         GateStatus.FAILED, 0.0),
        ("information costs nothing", [INFO], 1, GateStatus.PASSED, 1.0),
        ("nothing to look at is no pass", [], 0, GateStatus.NOT_APPLICABLE, None),
        ("a finding without an item is an item", [ERROR], 0, GateStatus.FAILED, 0.0),
    )  # fmt: skip

    def test_table(self) -> None:
        for reason, findings, items, status, score in self.TABLE:
            with self.subTest(reason=reason):
                outcome = grade("a", findings, items)
                self.assertEqual((outcome.status, outcome.score), (status, score))

    def test_not_applicable_needs_a_reason_and_gives_way_to_an_error(self) -> None:
        self.assertEqual(grade("a", not_applicable="no claim").reason, "no claim")
        self.assertIs(grade("a", [ERROR], not_applicable="no claim").status, GateStatus.FAILED)

    def test_not_comparable_scores_nothing_and_blocks(self) -> None:
        outcome = grade("a", items=3, not_comparable="no shared key")
        self.assertEqual((outcome.status, outcome.score, outcome.blocks), (GateStatus.NOT_COMPARABLE, 0.0, True))


class Regraded(unittest.TestCase):
    def test_without_its_only_error_a_gate_passes(self) -> None:
        outcome = grade("a", [ERROR, WARNING], 4)
        again = regrade(outcome, [WARNING], 0.2)
        self.assertEqual((again.status, again.score, again.weight), (GateStatus.PASSED, 0.875, 0.2))

    def test_a_warning_made_an_error_fails_the_gate(self) -> None:
        again = regrade(grade("a", [WARNING], 2), [dataclasses.replace(WARNING, severity=Severity.ERROR)], 0)
        self.assertIs(again.status, GateStatus.FAILED)

    def test_a_gate_that_failed_without_an_error_stays_failed(self) -> None:
        outcome = GateOutcome("a", GateStatus.FAILED, 0.0, 0.0, (WARNING,))
        self.assertIs(regrade(outcome, [], 0.5).status, GateStatus.FAILED)

    def test_not_comparable_stays_so_until_its_error_is_waived(self) -> None:
        outcome = grade("a", [ERROR], 1, not_comparable="no shared key")
        self.assertIs(regrade(outcome, [ERROR], 0.5).status, GateStatus.NOT_COMPARABLE)
        self.assertIs(regrade(outcome, [], 0.5).status, GateStatus.NOT_APPLICABLE)

    def test_the_same_findings_change_nothing_but_the_weight(self) -> None:
        outcome = grade("a", [ERROR], 4)
        self.assertEqual(regrade(outcome, [ERROR], 0.5).score, outcome.score)
        self.assertIs(regrade(outcome, list(outcome.findings), 0.0), outcome)

    def test_a_finding_without_a_gate_is_that_of_its_gate(self) -> None:
        given = [Finding("ABC001", "wrong", where="/claims/0"), Finding("ABC001", "wrong", gate="b")]
        self.assertEqual([one.gate for one in grade("a", given, 1).findings], ["a", "b"])


def _outcome(gate: str, status: GateStatus, reason: str = "") -> GateOutcome:
    findings = (ERROR,) if status is GateStatus.FAILED else ()
    score = None if status is GateStatus.NOT_APPLICABLE else float(status is GateStatus.PASSED)
    return GateOutcome(gate, status, score, 0.5, findings, FrozenMapping(), reason)


class Decisions(unittest.TestCase):
    def test_every_combination_of_two_gates(self) -> None:
        """Released exactly when no gate stands against it and a decisive one has passed."""
        kinds = [(status, reason) for status in GateStatus for reason in ("", "why")]
        for (first, why), (second, because) in itertools.product(kinds, kinds):
            for names in (("evidence", "baseline"), ("evidence", "ledger"), ("ledger", "hooks")):
                outcomes = [_outcome(names[0], first, why), _outcome(names[1], second, because)]
                fine = [
                    status is GateStatus.PASSED or (status is GateStatus.NOT_APPLICABLE and reason != "")
                    for status, reason in ((first, why), (second, because))
                ]
                looked = any(
                    name in DECISIVE and status is GateStatus.PASSED
                    for name, status in zip(names, (first, second), strict=True)
                )
                with self.subTest(first=first, why=why, second=second, because=because, names=names):
                    decision = decide(outcomes)
                    self.assertEqual(decision.released, all(fine) and looked)
                    self.assertEqual(decision.released, not decision.reasons)

    def test_no_gate_at_all_blocks(self) -> None:
        self.assertEqual(decide([]).reasons, ("no gate ran, so nothing was checked",))

    def test_an_error_in_a_gate_that_says_passed_blocks(self) -> None:
        liar = GateOutcome("evidence", GateStatus.PASSED, 1.0, 0.5, (ERROR,))
        self.assertFalse(decide([liar]).released)

    def test_a_warning_does_not_block(self) -> None:
        self.assertTrue(decide([grade("evidence", [WARNING], 2)]).released)

    def test_the_score_blocks_only_where_it_is_asked_to(self) -> None:
        outcomes = [grade("evidence", [WARNING], 1, weight=0.5)]
        self.assertTrue(decide(outcomes, minimum_overall_score=0.9).released)
        blocked = decide(outcomes, conjunctive=False, minimum_overall_score=0.9)
        self.assertEqual(blocked.reasons, ("overall score: 0.50, and at least 0.90 is required",))
        self.assertTrue(decide(outcomes, conjunctive=False, minimum_overall_score=0.5).released)

    def test_a_score_that_cannot_be_computed_does_not_pass(self) -> None:
        weightless = [grade("evidence", items=1)]
        self.assertFalse(decide(weightless, conjunctive=False, minimum_overall_score=0).released)

    def test_the_score_does_not_replace_a_gate(self) -> None:
        outcomes = [grade("evidence", [ERROR], 100, weight=0.5)]
        self.assertFalse(decide(outcomes, conjunctive=False, minimum_overall_score=0.1).released)

    def test_the_overall_score_leaves_out_gates_that_do_not_apply(self) -> None:
        outcomes = [
            grade("a", items=1, weight=0.2),
            grade("b", [ERROR], 2, weight=0.6),
            grade("c", weight=0.2, not_applicable="no"),
        ]
        self.assertEqual(overall_score(outcomes), 0.625)
        self.assertIsNone(overall_score([]))

    def test_next_actions_name_what_blocks(self) -> None:
        actions = next_actions([grade("a", [ERROR, WARNING], 2)])
        self.assertEqual(
            [(one.code, one.where, one.action) for one in actions], [("ABC001", "/claims/0/source", "mend it")]
        )


if __name__ == "__main__":
    unittest.main()

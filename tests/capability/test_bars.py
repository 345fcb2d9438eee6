"""Bars, gaps and the release gate: what meets a bar, what never does, and what blocks a release."""

import json
import os
import tempfile
import unittest
from typing import Any

from dankaro_quality.capability import Bar, Gate, Stratum, bars_for, detect_gaps, gate_result_to_dict
from dankaro_quality.capability.gaps import control_meets_all, judge_bars, reliability
from dankaro_quality.errors import ContractError, SettingsError
from tests.capability.builders import (
    make_authority,
    make_control,
    make_evidence,
    make_gap,
    make_metrics,
    make_scenario,
    make_scenario_result,
)

TABLE = {
    "step_pass_rate": ("ge", 1.00, 1.00, 0.90, 0.75),
    "max_severity": ("le", 0.49, 0.59, 0.69, 0.84),
    "critical_mode_count": ("le", 0, 0, 0, 0),
    "rubric_pass_rate": ("ge", 1.00, 0.95, 0.85, 0.70),
    "gate_pass_rate": ("ge", 1.00, 1.00, 1.00, 0.75),
    "artifact_coverage": ("ge", 1.00, 1.00, 0.90, 0.50),
    "authority_coverage": ("ge", 1.00, 0.80, None, None),
    "control_margin": ("ge", 1, 1, 1, 0),
    "token_ratio": ("le", 1.00, 1.00, 1.00, 1.25),
    "wallclock_ratio": ("le", 1.00, 1.00, 1.00, 1.25),
    "friction_score": ("ge", 0.75, 0.75, 0.75, None),
    "run_pass_rate": ("ge", 1.00, 0.85, 0.71, None),
}
ROLLING = Bar(Stratum.D, "run_pass_rate", 1, "ge", "rolling_7")


class Packaged(unittest.TestCase):
    def test_the_table(self) -> None:
        for at, stratum in enumerate(Stratum, 1):
            expected = [
                Bar(stratum, name, row[at], row[0], "rolling_7" if name == "run_pass_rate" else "per_run")
                for name, row in TABLE.items()
                if row[at] is not None
            ]
            with self.subTest(stratum):
                self.assertEqual(bars_for(stratum), expected)

    def test_a_file_changes_what_it_names(self) -> None:
        own = self.file('[bars.token_ratio]\ncomparator = "le"\nD = 2\n[components.router.step_pass_rate]\n'
                        'comparator = "ge"\nD = 0.9\n')  # fmt: skip
        by_name = {bar.metric_name: bar.threshold for bar in bars_for(Stratum.D, path=own)}
        self.assertEqual((by_name["token_ratio"], by_name["step_pass_rate"]), (2, 0.75))
        by_name = {bar.metric_name: bar.threshold for bar in bars_for(Stratum.D, "router", path=own)}
        self.assertEqual(by_name["step_pass_rate"], 0.9)
        self.assertNotIn("token_ratio", [bar.metric_name for bar in bars_for(Stratum.A, path=own)])

    def test_a_wrong_file_says_where(self) -> None:
        for text, message in [
            ('[bars.x]\ncomparator = "more"\nA = 1', "bars.x.comparator: expected one of ge, le"),
            ('[bars.x]\ncomparator = "ge"\nE = 1', "bars.x.E: there is no such field"),
            ('[bars.x]\ncomparator = "ge"\nA = nan', "bars.x.A"),
            ("[bars.x]\nA = 1", "bars.x.comparator: this field is missing"),
            ("bars = 3", "bars: expected an object"),
        ]:
            with self.subTest(text), self.assertRaises(SettingsError) as caught:
                bars_for(Stratum.A, path=self.file(text))
            self.assertIn(message, str(caught.exception))

    def file(self, text: str) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "bars.toml")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path


class Meeting(unittest.TestCase):
    def test_everything_met_is_no_gap(self) -> None:
        for stratum in Stratum:
            with self.subTest(stratum):
                self.assertIsNone(detect_gaps(make_scenario(stratum=stratum), bars_for(stratum), make_evidence()))

    def test_equality_meets_and_the_next_number_does_not(self) -> None:
        from math import inf, nextafter

        for bar in bars_for(Stratum.C):
            if bar.metric_name in ("control_margin", "run_pass_rate"):
                continue
            worse = nextafter(bar.threshold, -inf if bar.comparator == "ge" else inf)
            for value, met in ((bar.threshold, True), (worse, False)):
                with self.subTest(bar=bar.metric_name, value=value):
                    evidence = make_evidence(metrics=make_metrics(**{bar.metric_name: value}))
                    self.assertEqual(detect_gaps(make_scenario(stratum="C"), [bar], evidence) is None, met)

    def test_what_is_no_figure_meets_nothing(self) -> None:
        for bar in bars_for(Stratum.B):
            for value in (None, float("nan"), float("inf"), -float("inf"), "1.0", True, [1.0]):
                with self.subTest(bar=bar.metric_name, value=value):
                    evidence = make_evidence(metrics=make_metrics(**{bar.metric_name: value}))
                    if bar.metric_name == "control_margin":
                        evidence["control"] = {"step_pass_rate": value}
                    if bar.metric_name == "run_pass_rate":
                        evidence["history"] = {"runs": 7, "means": {"run_pass_rate": value}}
                    gap = detect_gaps(make_scenario(), [bar], evidence)
                    self.assertEqual(gap and gap.failed_bars, (bar,))

    def test_a_missing_metric_fails_its_bar(self) -> None:
        for name in make_metrics():
            metrics = make_metrics()
            del metrics[name]
            bars = [bar for bar in bars_for(Stratum.A) if bar.metric_name != "control_margin"]
            gap = detect_gaps(make_scenario(stratum="A"), bars, make_evidence(metrics=metrics))
            with self.subTest(name):
                self.assertEqual([bar.metric_name for bar in gap.failed_bars] if gap else [], [name])

    def test_no_bars_are_a_gap(self) -> None:
        gap = detect_gaps(make_scenario(), [], make_evidence())
        self.assertEqual(gap and gap.reliability_score, 0.0)

    def test_friction_is_held_against_the_scenario_s_own_floor(self) -> None:
        evidence = make_evidence(metrics=make_metrics(friction_score=0.8))
        self.assertIsNone(detect_gaps(make_scenario(), bars_for(Stratum.B), evidence))
        gap = detect_gaps(make_scenario(friction_floor=0.9), bars_for(Stratum.B), evidence)
        self.assertEqual(
            [(bar.metric_name, bar.threshold) for bar in gap.failed_bars if gap], [("friction_score", 0.9)]
        )

    def test_fewer_than_seven_runs_never_count(self) -> None:
        for history in (
            {},
            {"runs": 6, "means": {"run_pass_rate": 1.0}},
            {"runs": 7, "means": {}},
            {"runs": True, "means": {"run_pass_rate": 1.0}},
            {"runs": 7, "means": {"run_pass_rate": 1.0}, "problem": "line 3 is no recorded run"},
        ):
            with self.subTest(history):
                gap = detect_gaps(make_scenario(), bars_for(Stratum.B), make_evidence(history=history))
                self.assertEqual([bar.metric_name for bar in gap.failed_bars] if gap else [], ["run_pass_rate"])


class Margin(unittest.TestCase):
    def margin(self, evidence: dict[str, Any]) -> float | None:
        (found,) = [one for one in judge_bars(make_scenario(), bars_for(Stratum.B), evidence)
                    if one.bar.metric_name == "control_margin"]  # fmt: skip
        return found.value

    def test_it_is_counted_from_the_control_and_never_taken_from_a_filled_field(self) -> None:
        self.assertEqual(self.margin(make_evidence()), 2)
        same = make_metrics(control_margin=5)
        self.assertEqual(self.margin(make_evidence(metrics=same, control=make_metrics())), 0)

    def test_without_a_control_there_is_none(self) -> None:
        for control in (None, {}, {"unknown": 1.0}, "text"):
            with self.subTest(control):
                self.assertIsNone(self.margin(make_evidence(control=control)))

    def test_what_was_not_measured_on_the_control_gives_it_no_failures(self) -> None:
        self.assertEqual(self.margin(make_evidence(control={"step_pass_rate": 1.0})), 0)

    def test_what_was_not_measured_on_the_run_is_no_pass_of_it(self) -> None:
        metrics = make_metrics(rubric_pass_rate=None, artifact_coverage=float("nan"))
        control = {"step_pass_rate": 1.0, "rubric_pass_rate": 1.0, "artifact_coverage": 0.0}
        self.assertEqual(self.margin(make_evidence(metrics=metrics, control=control)), -1)

    def test_a_control_that_meets_every_bar_is_flagged(self) -> None:
        bars = bars_for(Stratum.D)
        self.assertTrue(control_meets_all(make_scenario(), bars, make_metrics()))
        self.assertFalse(control_meets_all(make_scenario(), bars, make_metrics(artifact_coverage=0)))
        self.assertFalse(control_meets_all(make_scenario(), bars, None))


class Tiers(unittest.TestCase):
    def test_which_tier_a_failed_bar_asks_for(self) -> None:
        few = {"runs": 7, "means": {"run_pass_rate": 0.5}}
        for stratum, evidence, flags in [
            ("B", make_evidence(metrics=make_metrics(rubric_pass_rate=0.5)), (False, False, True)),
            ("A", make_evidence(metrics=make_metrics(rubric_pass_rate=0.5)), (True, False, True)),
            ("B", make_evidence(metrics=make_metrics(artifact_coverage=0)), (False, False, True)),
            ("B", make_evidence(metrics=make_metrics(token_ratio=2)), (False, False, True)),
            ("B", make_evidence(history=few), (False, True, False)),
            ("B", make_evidence(history={"runs": 2}), (False, False, False)),
            ("B", make_evidence(control=None), (False, True, False)),
            ("B", make_evidence(metrics=make_metrics(authority_coverage=0.5)), (True, False, False)),
            ("B", make_evidence(metrics=make_metrics(critical_mode_count=1)), (False, False, False)),
        ]:
            gap = detect_gaps(make_scenario(stratum=stratum), bars_for(Stratum(stratum)), evidence)
            found = gap and (gap.theory_gap, gap.exemplar_gap, gap.recipe_gap)
            with self.subTest(stratum=stratum, failed=gap and [bar.metric_name for bar in gap.failed_bars]):
                self.assertEqual(found, flags)

    def test_how_far_a_bar_is_reached(self) -> None:
        for comparator, threshold, value, score in [
            ("ge", 0.8, 0.2, 0.25),
            ("ge", 0.8, 0.8, 1.0),
            ("ge", 0.8, -1.0, 0.0),
            ("ge", 0.0, -1.0, 0.0),
            ("ge", -1.0, -2.0, 0.0),
            ("le", 0.5, 2.0, 0.25),
            ("le", 1.0, 1.5, 0.666667),
            ("le", 0.0, 2.0, 0.0),
            ("le", -1.0, 1.0, 0.0),
            ("le", -2.0, -1.0, 0.0),
            ("ge", 3.0, 1.0, 0.333333),
            ("ge", 0.8, None, 0.0),
        ]:
            with self.subTest(comparator=comparator, threshold=threshold, value=value):
                bar = Bar(Stratum.D, "x", threshold, comparator, "per_run")
                judged = judge_bars(make_scenario(), [bar], {"metrics": {"x": value}})
                self.assertEqual(reliability(judged), score)
        self.assertEqual(reliability([]), 0.0)

    def test_what_is_said_of_a_bar(self) -> None:
        for bar, evidence, why in [
            (Bar(Stratum.D, "x", 0.5, "ge", "per_run"), {"metrics": {"x": 0.25}}, "0.25, at least 0.5 is required"),
            (Bar(Stratum.D, "x", 0.5, "le", "per_run"), {"metrics": {"x": 0.75}}, "0.75, at most 0.5 is required"),
            (Bar(Stratum.D, "x", 0.5, "le", "per_run"), {"metrics": {}}, "it was not measured"),
            (Bar(Stratum.D, "x", 0.5, "le", "per_run"), {"metrics": {"x": "few"}}, "'few' is no finite number"),
            (Bar(Stratum.D, "control_margin", 1, "ge", "per_run"), {"metrics": {"control_margin": 3}},
             "the control's transcript was not measured"),
            (ROLLING, {}, "insufficient_history: 0 of 7 runs are recorded"),
            (ROLLING, {"history": {"runs": "7"}},
             "insufficient_history: 0 of 7 runs are recorded"),
            (ROLLING, {"history": {"runs": 9, "problem": "line 1"}}, "line 1"),
            (Bar(Stratum.D, "token_ratio", 1, "le", "rolling_7"), {"history": {"runs": 7}},
             "it was not measured in each of the last 7 runs"),
        ]:  # fmt: skip
            with self.subTest(why):
                (judged,) = judge_bars(make_scenario(), [bar], evidence)
                self.assertEqual((judged.met, judged.why), (False, why))
                self.assertEqual(judged.unmeasured, "required" not in why)
                self.assertEqual(judged.too_few_runs, "insufficient" in why or why == "line 1")
        (judged,) = judge_bars(make_scenario(), [bar], {"history": {"runs": 7, "means": {"token_ratio": 0.5}}})
        self.assertEqual((judged.met, judged.why, judged.unmeasured, judged.too_few_runs), (True, "", False, False))

    def test_the_score(self) -> None:
        scenario, bars = make_scenario(stratum="D"), bars_for(Stratum.D)
        half = detect_gaps(scenario, bars, make_evidence(metrics=make_metrics(artifact_coverage=0.25)))
        self.assertAlmostEqual(half.reliability_score if half else 0, (8 + 0.5) / 9, places=6)
        critical = detect_gaps(scenario, bars, make_evidence(metrics=make_metrics(critical_mode_count=1)))
        self.assertEqual(critical and critical.reliability_score, 0.0)


class Release(unittest.TestCase):
    def evaluate(self, *results: Any, strata: Any = (Stratum.B,), **more: Any) -> Any:
        return Gate().evaluate(list(results), list(strata), **{"control_hash_verified": True, **more})

    def test_a_run_that_passed_is_not_blocked(self) -> None:
        found = self.evaluate(make_scenario_result(), run_id="r", git_sha="s", evidence_bundle_path="p")
        self.assertEqual((found.release_blocking, found.release_reasons, found.port_mode), (False, (), "real"))
        self.assertEqual(found.strata_status, {"B": "passed"})

    def test_a_control_that_nobody_spoke_of_is_not_verified(self) -> None:
        found = Gate().evaluate([make_scenario_result()], [Stratum.B])
        self.assertEqual((found.release_blocking, found.control_hash_verified), (True, False))
        self.assertIs(self.evaluate(make_scenario_result()).control_hash_verified, True)
        self.assertIs(self.evaluate(make_scenario_result(), control_hash_verified=1).control_hash_verified, False)

    def test_what_blocks(self) -> None:
        for results, more, reason in [
            ([], {}, "no scenario was run"),
            ([make_scenario_result(passed=False)], {}, "did not pass"),
            ([make_scenario_result(gap_report=make_gap())], {}, "bars not met: step_pass_rate"),
            ([make_scenario_result()], {"control_hash_verified": False}, "not verified against its hash"),
            ([make_scenario_result()], {"control_hash_verified": "yes"}, "not verified against its hash"),
            ([make_scenario_result()], {"strata": (Stratum.B, Stratum.A)}, "stratum A: no scenario"),
            ([make_scenario_result(stratum="A")], {}, "reviewer_id"),
            ([make_scenario_result(stratum="A", expert_review_status="approved")], {}, "reviewer_id"),
        ]:
            with self.subTest(reason):
                found = self.evaluate(*results, **more)
                self.assertIs(found.release_blocking, True)
                self.assertIn(reason, " | ".join(found.release_reasons))

    def test_unlike_modes_are_mixed_and_asking_makes_nothing_real(self) -> None:
        real, fake = make_scenario_result(), make_scenario_result(port_mode="fake")
        unknown = make_scenario_result(port_mode="unknown")
        for results, asked, mode in [
            ((real, real), None, "real"),
            ((real, fake), None, "mixed"),
            ((fake,), "real", "mixed"),
            ((real,), "fake", "mixed"),
            ((real, unknown), "real", "unknown"),
            ((), "real", "unknown"),
            ((), None, "unknown"),
            ((real, fake), "Real", "unknown"),
            ((unknown,), None, "unknown"),
            ((unknown,), "unknown", "unknown"),
            ((real,), "Real", "unknown"),
        ]:
            with self.subTest(asked=asked, results=[one.port_mode for one in results]):
                self.assertEqual(self.evaluate(*results, port_mode=asked).port_mode, mode)

    def test_it_goes_into_json(self) -> None:
        found = gate_result_to_dict(self.evaluate(make_scenario_result(gap_report=make_gap())))
        again = json.loads(json.dumps(found))
        self.assertEqual(again["scenario_results"][0]["gap_report"]["failed_bars"][0]["metric_name"], "step_pass_rate")
        self.assertEqual(again["strata_status"], {"B": "blocked"})


class Contracts(unittest.TestCase):
    def test_a_wrong_field_is_named(self) -> None:
        for make, change, message in [
            (make_scenario, {"stratum": "E"}, "stratum: expected one of A, B, C, D"),
            (make_scenario, {"token_budget": 0}, "token_budget: 0 is not from 1 up"),
            (make_scenario, {"wallclock_budget_s": float("nan")}, "wallclock_budget_s: is not a finite number"),
            (make_scenario, {"target_artifacts": "risk.md"}, "target_artifacts: expected a list"),
            (make_scenario, {"authorities": ("LR-7",)}, "authorities[0]: expected AuthorityRef"),
            (make_scenario, {"friction_floor": True}, "friction_floor"),
            (make_scenario, {"expert_review_status": "aproved"}, 'did you mean "approved"'),
            (make_control, {"captured_at": "today"}, "captured_at: expected a number"),
            (make_authority, {"citation_url": ""}, "citation_url: must not be empty"),
            (make_scenario_result, {"passed": 1}, "passed: expected true or false"),
            (make_scenario_result, {"port_mode": "ci"}, "port_mode"),
            (make_gap, {"reliability_score": 1.5}, "reliability_score"),
        ]:
            with self.subTest(change), self.assertRaises(ContractError) as caught:
                make(**change)
            self.assertIn(message, str(caught.exception))

    def test_lists_become_tuples_and_records_are_frozen(self) -> None:
        scenario = make_scenario(target_artifacts=["a.md"], stratum="A")
        self.assertEqual((scenario.target_artifacts, scenario.stratum), (("a.md",), Stratum.A))
        self.assertEqual(hash(scenario), hash(make_scenario(target_artifacts=("a.md",), stratum=Stratum.A)))
        with self.assertRaises(AttributeError):
            scenario.stratum = Stratum.D  # type: ignore[misc]


if __name__ == "__main__":
    unittest.main()

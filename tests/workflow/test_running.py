"""Running workflows: what fails a step, that the run goes on, and what the result and its report say."""

import asyncio
import json
import unittest
from dataclasses import dataclass
from types import MappingProxyType

from dankaro_quality import AgentResult, QualityHarness
from dankaro_quality.errors import ContractError
from dankaro_quality.findings import GateStatus, Severity
from dankaro_quality.ledger import Ledger
from dankaro_quality.reporting import to_json, to_markdown
from dankaro_quality.settings import parse
from dankaro_quality.workflow import (
    ChecklistItem,
    FailureCategory,
    FailureMode,
    FailureModeLibrary,
    HarnessResult,
    StepVerifier,
    WorkflowHarness,
    WorkflowRubric,
    findings_of,
    report_of,
)
from tests.builders import make_result

GOOD = "Twelve clauses were read from the lease."


class Unprintable:
    def __str__(self) -> str:
        raise ValueError("no text")


@dataclass
class Answer:
    text: str
    parts: list[int]


def harness(**options: object) -> WorkflowHarness:
    gates = QualityHarness(parse(b""), ledger=Ledger())
    return WorkflowHarness("leases", **{"gates": gates, **options})  # type: ignore[arg-type]


def raising() -> str:
    raise KeyError("clause")


def exiting() -> str:
    raise SystemExit(0)


async def later() -> str:
    return GOOD


def cyclic() -> object:
    loop: list[object] = []
    loop.append(loop)
    return loop


class Steps(unittest.TestCase):
    def test_what_fails_a_step_and_the_run_goes_on(self) -> None:
        rows = (
            (raising, "raised KeyError: 'clause'", "WFM018"),
            (exiting, "called sys.exit(0)", "WFM018"),
            ("no function", "is no function but a str", "WFM018"),
            (lambda: None, "empty_output", "WFM001"),
            (lambda: b"bytes", "the output is bytes", "WFM019"),
            (lambda: (part for part in "ab"), "a generator", "WFM019"),
            (object, "an object (object) has no text of its own", "WFM019"),
            (lambda: print, "has no text of its own", "WFM019"),
            (lambda: str, "has no text of its own", "WFM019"),
            (lambda: {"a": object()}, "has no text of its own", "WFM019"),
            (lambda: [object()], "has no text of its own", "WFM019"),
            (lambda: iter([1]), "an iterator", "WFM019"),
            (later, "a coroutine", "WFM019"),
            (lambda: "x" * 10_000_001, "10,000,001 characters", "WFM019"),
            (Unprintable, "raised ValueError: no text", "WFM019"),
            (cyclic, "has no text", "WFM019"),
            (lambda: {"rows": float("nan"), "note": "TODO"}, "placeholder_content", "WFM007"),
            (lambda: "I am unable to assist with the lease.", "refusal (severity 0.60, threshold 0.60)", "WFM006"),
        )
        for step, reason, code in rows:
            result = harness().run({"one": step, "two": lambda: GOOD})  # type: ignore[dict-item]
            with self.subTest(reason=reason):
                self.assertEqual([step.passed for step in result.steps], [False, True])
                self.assertIn(reason, result.steps[0].verification.reason)
                self.assertFalse(result.overall_passed)
                self.assertEqual(result.pass_rate, 0.5)
                self.assertEqual([one.step_name for one in result.failed_steps], ["one"])
                self.assertIn(code, {one.code for one in findings_of(result)})

    def test_what_passes(self) -> None:
        rows = (
            ("text", GOOD),
            ("data", {"clauses": [1, 2], "rent": 1200}),
            ("another mapping", MappingProxyType({"rent": 1200})),
            ("a dataclass", Answer(GOOD, [1])),
            ("a number", 12),
            ("zero", 0),
            ("not true", False),
            ("an object with a text", ValueError(GOOD)),
            ("text of other scripts", "第四条：租金每月一千二百元。"),
        )
        for why, output in rows:
            with self.subTest(why=why):
                self.assertEqual(
                    harness().run_step("one", lambda output=output: output).verification.reason,
                    "no failure mode was found",
                )

    def test_ctrl_c_and_a_cancelled_task_pass_through(self) -> None:
        for kind in (KeyboardInterrupt, asyncio.CancelledError):

            def stop(kind: type[BaseException] = kind) -> str:
                raise kind

            with self.subTest(kind=kind), self.assertRaises(kind):
                harness().run_step("one", stop)

    def test_below_the_threshold_it_is_reported_and_passes(self) -> None:
        text = "I will look into the lease and report shortly."
        step = harness().run_step("one", lambda: text)
        self.assertTrue(step.passed)
        self.assertEqual((step.verification.max_severity, len(step.verification.failures_detected)), (0.5, 1))
        self.assertEqual([one.severity for one in findings_of(HarnessResult("w", [step]))], [Severity.WARNING])
        self.assertFalse(harness(severity_threshold=0.5).run_step("one", lambda: text).passed, "equality fails")

    def test_thresholds_that_are_none(self) -> None:
        for threshold in (7, -0.1, float("nan"), True, "0.6", None):
            with self.subTest(threshold=threshold), self.assertRaisesRegex(ContractError, "severity_threshold"):
                StepVerifier(threshold)  # type: ignore[arg-type]

    def test_what_it_was_made_with(self) -> None:
        own = harness(severity_threshold=0.7)
        self.assertEqual((own.severity_threshold, own.workflow_id, len(own.library.modes)), (0.7, "leases", 16))

    def test_steps_and_libraries_that_are_none(self) -> None:
        for steps, message in (
            (["one"], "expected a mapping"),
            ({1: raising}, "found 1"),
            ({" ": raising}, "found ' '"),
        ):
            for call in (
                harness().run,
                harness().verify_outputs,
                lambda given: harness().run_with_injection(given, {}),
            ):
                with self.subTest(steps=steps), self.assertRaisesRegex(ContractError, message):
                    call(steps)  # type: ignore[operator]
        with self.assertRaisesRegex(ContractError, "expected a FailureModeLibrary"):
            harness(library=["refusal"])

    def test_stop_on_failure(self) -> None:
        result = harness(stop_on_failure=True).run({"one": raising, "two": lambda: GOOD})
        self.assertEqual([step.step_name for step in result.steps], ["one"])
        self.assertFalse(result.overall_passed)

    def test_an_error_is_kept_and_time_is_taken(self) -> None:
        step = harness().run_step("one", raising)
        self.assertIn("KeyError", step.error)
        self.assertGreaterEqual(step.duration_s, 0)

    def test_a_long_output_says_what_was_looked_at(self) -> None:
        self.assertIn(
            "first and last 100,000", harness().run_step("one", lambda: "a quiet day. " * 20_000).verification.reason
        )


class Results(unittest.TestCase):
    def test_a_run_of_no_steps_has_not_passed(self) -> None:
        result = harness().run({})
        self.assertEqual((result.overall_passed, result.pass_rate, list(result.failed_steps)), (False, 0.0, []))
        self.assertEqual([one.code for one in findings_of(result)], ["WFM020"])
        self.assertFalse(report_of(result).released)

    def test_saying_that_it_passed_does_not_make_it_so(self) -> None:
        failed = harness().run_step("one", raising)
        self.assertFalse(HarnessResult("w", [failed], True).overall_passed)
        self.assertFalse(HarnessResult("w").overall_passed)

    def test_rates_and_failed_steps_are_read_with_and_without_parentheses(self) -> None:
        result = harness().run({"one": raising, "two": lambda: GOOD})
        self.assertEqual(result.pass_rate(), result.pass_rate)
        self.assertEqual(result.failed_steps(), result.failed_steps)
        self.assertEqual(json.dumps(result.pass_rate), "0.5")

    def test_a_repetition_is_seen_within_a_run_and_forgotten_after_it(self) -> None:
        own = harness(severity_threshold=0.5)
        steps = {"one": lambda: GOOD, "two": lambda: GOOD.upper()}
        for _ in range(2):
            result = own.run(steps)
            self.assertEqual([step.passed for step in result.steps], [True, False])

    def test_a_library_of_the_team_s_own(self) -> None:
        mode = FailureMode("custom:unpriced", "no price", ["price to be advised"], 0.8, id="ACME-7")
        result = harness(library=FailureModeLibrary([mode])).run(
            {"one": lambda: "Price to be advised.", "two": lambda: "TODO"}
        )
        self.assertEqual([step.passed for step in result.steps], [False, True])
        self.assertEqual([one.code for one in findings_of(result)], ["WFM017"])


class WithRubric(unittest.TestCase):
    def rubric(self) -> WorkflowRubric:
        return WorkflowRubric("leases", {"one": [ChecklistItem("names_rent", required_terms=["rent"])]})

    def test_a_failed_check_fails_the_step(self) -> None:
        for text, passed in ((GOOD, False), ("The rent is 1,200 EUR a month.", True)):
            result = harness(rubric=self.rubric()).run({"one": lambda text=text: text})
            self.assertEqual(result.overall_passed, passed)
        self.assertEqual(
            StepVerifier().verify_step("one", GOOD, self.rubric()).rubric.failed_checks()[0].name, "names_rent"
        )  # type: ignore[union-attr]

    def test_a_step_that_the_rubric_asks_for_has_to_run(self) -> None:
        result = harness(rubric=self.rubric()).run({"two": lambda: GOOD})
        self.assertEqual([step.step_name for step in result.failed_steps], ["one"])
        codes = {one.code: one.severity for one in findings_of(result)}
        self.assertEqual(codes, {"WFM020": Severity.ERROR, "RUB006": Severity.INFO, "RUB007": Severity.INFO})

    def test_the_report_says_whether_an_expert_has_reviewed_it(self) -> None:
        rubric = self.rubric()
        result = harness(rubric=rubric).run({"one": lambda: "The rent is 1,200 EUR."})
        self.assertIn("not reviewed by an expert", to_markdown(report_of(result)))
        rubric.expert_reviewed, rubric.reviewer = True, "lead counsel"
        text = to_markdown(report_of(harness(rubric=rubric).run({"one": lambda: "The rent is 1,200 EUR."})))
        self.assertIn("reviewed by lead counsel", text)
        self.assertNotIn("RUB007", text)


class Injected(unittest.TestCase):
    def test_the_named_steps_show_the_failure_and_are_not_run(self) -> None:
        ran: list[str] = []
        steps = {"one": lambda: ran.append("one") or GOOD, "two": lambda: ran.append("two") or GOOD + " Then more."}
        result = harness().run_with_injection(steps, {"two": FailureCategory.REFUSAL}, seed=3)
        self.assertEqual(ran, ["one"])
        self.assertEqual([step.passed for step in result.steps], [True, False])
        self.assertEqual([step.injected for step in result.steps], ["", "refusal"])
        self.assertEqual(result.steps[1].verification.failures_detected[0].category, FailureCategory.REFUSAL)

    def test_each_category_is_detected(self) -> None:
        for category in FailureCategory:
            result = harness().run_with_injection({"one": lambda: GOOD}, {"one": category})
            with self.subTest(category=category):
                self.assertIn(category, [one.category for one in result.steps[0].verification.failures_detected])

    def test_names_that_are_none(self) -> None:
        with self.assertRaisesRegex(ContractError, 'did you mean "solve"'):
            harness().run_with_injection({"solve": lambda: GOOD}, {"sovle": "refusal"})
        with self.assertRaises(KeyError):
            harness().run_with_injection({"solve": lambda: GOOD}, {"solve": "refusel"})


class Released(unittest.TestCase):
    def test_an_agent_result_goes_through_the_release_gates(self) -> None:
        good = harness().run({"one": make_result})
        self.assertTrue(good.overall_passed, good.steps[0].verification.reason)
        bad = harness().run({"one": lambda: AgentResult("The clinic saw 412 patients, 12% more than in May.")})
        self.assertFalse(bad.overall_passed)
        self.assertIn("release gates: evidence", bad.steps[0].verification.reason)
        report = report_of(bad)
        codes = {(one.gate, one.code) for one in report.findings}
        self.assertIn(("workflow", "WFM021"), codes)
        self.assertIn("release gates", {gate for gate, _ in codes})
        self.assertTrue(all(one.where.startswith("/one") for one in report.findings))

    def test_without_gates_those_of_the_working_directory_judge(self) -> None:
        verifier = StepVerifier()
        self.assertIsNotNone(verifier.verify(make_result()).release)
        self.assertEqual(verifier.gates.settings.global_.conjunctive, True)  # type: ignore[union-attr]

    def test_its_text_is_looked_at_as_well(self) -> None:
        step = harness().run_step("one", lambda: make_result(output="TODO: the part on rent"))
        self.assertIn(
            FailureCategory.PLACEHOLDER_CONTENT, [one.category for one in step.verification.failures_detected]
        )


class Reports(unittest.TestCase):
    def test_one_form_for_all(self) -> None:
        result = harness().run({"a/b": lambda: "Line one\nTotal: TBD", "two": lambda: GOOD})
        report = report_of(result)
        self.assertEqual([gate.gate for gate in report.gates], ["workflow", "rubric"])
        self.assertEqual([gate.status for gate in report.gates], [GateStatus.FAILED, GateStatus.NOT_APPLICABLE])
        (finding,) = report.findings
        self.assertEqual((finding.code, finding.where), ("WFM007", "/a~1b"))
        self.assertIn('"TBD", line 2', finding.message)
        self.assertEqual(json.loads(to_json(report))["released"], False)
        self.assertIn("WFM007", to_markdown(report))

    def test_the_same_run_gives_the_same_bytes_and_another_setting_shows(self) -> None:
        made = [to_json(report_of(harness().run({"one": lambda: GOOD}))) for _ in range(2)]
        self.assertEqual(made[0], made[1])
        weak = report_of(harness(severity_threshold=0.9).run({"one": lambda: GOOD}))
        self.assertNotEqual(json.loads(made[0])["settings_digest"], weak.settings_digest)

    def test_a_run_that_was_marked_as_failed_is_not_released(self) -> None:
        report = report_of(HarnessResult("w", [harness().run_step("one", lambda: GOOD)], False))
        self.assertEqual((report.released, len(report.reasons)), (False, 1))

    def test_an_output_that_cannot_be_read_is_reported(self) -> None:
        self.assertFalse(report_of(harness().run({"one": lambda: b"x", "two": Unprintable})).released)


if __name__ == "__main__":
    unittest.main()

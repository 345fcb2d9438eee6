"""HarnessBlock, its ops and envelopes; ports and what becomes of bad ones; discovery."""

import json
import unittest
from typing import Any, get_args

from dankaro_quality.capability import (
    EvalRunner,
    HarnessBlock,
    HarnessInput,
    HarnessOrchestrator,
    HarnessOutput,
    RemediationTier,
    Remediator,
    Result,
    Stratum,
    bars_for,
    detect_gaps,
    discovery,
    fake_ports,
    mode_of,
)
from dankaro_quality.serialization import plain
from dankaro_quality.workflow import generate_workflow_rubric
from tests.capability.builders import make_gap, make_metrics, make_scenario
from tests.capability.desk import Desk


def _raise() -> str:
    raise ValueError("no")


class Ops(Desk):
    def infer(self, op: Any, **parameters: Any) -> Any:
        block = HarnessBlock(baseline_path=self.path("runs.jsonl"), evidence_folder=self.path("evidence"))
        return block.infer(HarnessInput(op, parameters))

    def test_every_op_answers_with_a_whole_envelope(self) -> None:
        self.scenario(stratum="D")
        for op, parameters in {
            "run_workflow": {"steps": {"parse": "Twelve clauses were read."}},
            "run_scenario": {"scenario": self.path("scenario.json"), "port_mode": "fake"},
            "verify_step": {"step_name": "parse", "output": "Twelve clauses were read."},
            "generate_rubric": {"workflow_id": "lease", "steps": ["answer"], "domain": "legal"},
            "list_strata": {},
            "list_patterns": {},
            "describe": {},
        }.items():
            with self.subTest(op):
                found = self.infer(op, **parameters)
                self.assertTrue(found.ok, found)
                value = plain(found.value)
                self.assertEqual(list(value)[:5], ["op", "result", "message", "completion_state", "warning_card"])
                self.assertEqual((value["op"], value["completion_state"]), (op, "qualified-draft"))
                for name in ("request_id", "task_id", "run_id", "message"):
                    self.assertTrue(value[name], name)
                self.assertRegex(value["evidence"]["digest"], "^sha256:[0-9a-f]{64}$")
                json.dumps(value)
        self.assertEqual(sorted(discovery.OPS), sorted(discovery.describe()["ops"]))

    def test_what_a_caller_names_comes_back(self) -> None:
        names = {"request_id": "q-1", "run_id": "r-1"}
        self.scenario(stratum="D")
        for op, more in (
            ("describe", {}),
            ("run_scenario", {"scenario": self.path("scenario.json"), "port_mode": "fake"}),
        ):
            with self.subTest(op):
                found = self.infer(op, **more, **names).value
                self.assertEqual((found.request_id, found.run_id), ("q-1", "r-1"))

    def test_bad_input_is_a_result_with_a_code(self) -> None:
        for op, parameters, code, message in [
            ("run_scenarios", {}, "G6_E_HARNESS_UNKNOWN_OP", 'did you mean "run_scenario"'),
            (None, {}, "G6_E_HARNESS_UNKNOWN_OP", "there is no op None"),
            (["describe"], {}, "G6_E_HARNESS_UNKNOWN_OP", "there is no op"),
            ("run_scenario", {}, "G6_E_HARNESS_BAD_INPUT", "scenario: this parameter is missing"),
            ("run_scenario", {"scenario": "none.toml"}, "G6_E_HARNESS_BAD_INPUT", "none.toml"),
            ("run_scenario", {"scenario": self.path("scenario.json")}, "G6_E_HARNESS_BAD_INPUT", "none of fake, mixed"),
            (
                "run_scenario",
                {"scenario": self.path("scenario.json"), "port_mode": "fake", "tier": 3},
                "G6_E_HARNESS_BAD_INPUT",
                "'tier'",
            ),
            (
                "run_scenario",
                {
                    "scenario": self.path("scenario.json"),
                    "port_mode": "fake",
                    "tier_cap": "9",
                    "ports": ["x"],
                    "spec": 7,
                },
                "G6_E_HARNESS_BAD_INPUT",
                "spec: expected text, found 7; ports: expected a mapping of ports, found ['x']; tier_cap: '9' is",
            ),
            ("run_workflow", {"steps": {1: "a"}}, "G6_E_HARNESS_BAD_INPUT", "steps: expected an object"),
            ("verify_step", {"output": "x", "rubric": 7}, "G6_E_HARNESS_BAD_INPUT", "rubric: expected a rubric"),
            ("list_strata", {"bars_path": b"x"}, "G6_E_HARNESS_BAD_INPUT", "bars: expected a file"),
            ("run_workflow", {"steps": ["a"]}, "G6_E_HARNESS_BAD_INPUT", "steps: expected an object"),
            ("verify_step", {}, "G6_E_HARNESS_BAD_INPUT", "output: this parameter is missing"),
            ("verify_step", {"output": "x", "severity_threshold": 7}, "G6_E_HARNESS_BAD_INPUT", "severity_threshold"),
            ("verify_step", {"output": "x", "rubric": {"a": 1}}, "G6_E_HARNESS_BAD_INPUT", "rubric"),
            ("run_workflow", {"steps": {"a": "b"}, "rubrik": {}}, "G6_E_HARNESS_BAD_INPUT", 'did you mean "rubric"'),
            ("verify_step", {"output": "b", "rubrics": {}}, "G6_E_HARNESS_BAD_INPUT", "there is no such parameter"),
            ("generate_rubric", {"steps": ["a"], "domian": "legal"}, "G6_E_HARNESS_BAD_INPUT", "domian"),
            ("generate_rubric", {"steps": []}, "G6_E_HARNESS_BAD_INPUT", "steps"),
            ("list_strata", {"bars_path": "none.toml"}, "G6_E_HARNESS_BAD_INPUT", "none.toml"),
        ]:
            with self.subTest(op=op, parameters=parameters):
                found = self.infer(op, **parameters)
                self.assertEqual((found.ok, found.value, found.error_code), (False, None, code))
                self.assertIn(message, found.message)
        wrong: Any = ["x"]
        self.assertEqual(HarnessBlock().infer(HarnessInput("describe", wrong)).error_code, "G6_E_HARNESS_BAD_INPUT")

    def test_a_workflow_is_never_verified(self) -> None:
        generated = generate_workflow_rubric("w", ["parse"]).to_file_dict()
        reviewed = {**generated, "expert_reviewed": True, "reviewer": "desk-1"}
        text = "Twelve clauses were read, and clause 4 was found."
        for parameters, ok, state, code in [
            ({"steps": {"parse": text}}, True, "qualified-draft", ""),
            ({"steps": {"parse": lambda: text}}, True, "qualified-draft", ""),
            ({"steps": {"parse": text}, "rubric": reviewed}, True, "qualified-draft", ""),
            ({"steps": {"parse": text}, "rubric": generated}, True, "qualified-draft",
             "G6_E_HARNESS_RUBRIC_NOT_REVIEWED"),
            ({"steps": {"parse": text}, "rubric": generated, "rubric_expert_reviewed": True}, True,
             "qualified-draft", ""),
            ({"steps": {"parse": text, "check": _raise}}, False, "blocked-escalated", "G6_E_HARNESS_RELEASE_BLOCKED"),
            ({"steps": {"parse": text, "check": lambda: text + " Twice."}}, True, "qualified-draft", ""),
            ({"steps": {"parse": object()}}, False, "blocked-escalated", "G6_E_HARNESS_RELEASE_BLOCKED"),
            ({"steps": {"parse": "TODO"}}, False, "blocked-escalated", "G6_E_HARNESS_RELEASE_BLOCKED"),
            ({"steps": {}}, False, "blocked-escalated", "G6_E_HARNESS_RELEASE_BLOCKED"),
        ]:  # fmt: skip
            with self.subTest(parameters):
                found = self.infer("run_workflow", **parameters)
                self.assertEqual((found.ok, found.value.completion_state, found.error_code), (ok, state, code))

    def test_the_result_type_may_be_subscripted(self) -> None:
        self.assertEqual(get_args(Result[HarnessOutput]), (HarnessOutput,))


class Ports(unittest.TestCase):
    def test_how_real_ports_are(self) -> None:
        fake = fake_ports(make_scenario())

        class Dressed(type(fake["agent"])):  # type: ignore[misc]
            port_mode = "real"

        for ports, mode in [
            (fake, "fake"),
            ({**fake, "agent": lambda prompt: "x"}, "unknown"),
            ({**fake, "agent": Dressed(make_scenario())}, "unknown"),
            ({"authorities": fake["authorities"]}, "unknown"),
            ({}, "unknown"),
        ]:
            with self.subTest(sorted(ports), mode=mode):
                self.assertEqual(mode_of(ports), mode)

    def evaluate(self, **ports: Any) -> dict[str, Any]:
        own = {**fake_ports(make_scenario()), **ports}
        return EvalRunner(baseline_path="/nowhere/runs.jsonl").evaluate(make_scenario(), own)

    def test_what_a_port_does_is_never_an_exception(self) -> None:
        def raises(*given: Any) -> Any:
            raise RuntimeError("down")

        def leaves(*given: Any) -> Any:
            raise SystemExit(0)

        for agent, message in [
            (raises, "the agent raised RuntimeError: down"),
            (leaves, "the agent called sys.exit"),
            (lambda prompt: 7, "the agent returned a int"),
            (lambda prompt: None, "the agent returned a NoneType"),
            (lambda prompt: {"outptu": "x"}, "the agent returned no AgentResult"),
            (None, "there is no agent port"),
        ]:
            with self.subTest(message):
                found = self.evaluate(agent=agent)
                self.assertIn(message, found["agent_error"])
                self.assertEqual(found["metrics"], {})
        for port in (raises, leaves, lambda *given: 7, None):
            with self.subTest(port):
                found = self.evaluate(authorities=port)
                self.assertEqual(found["metrics"]["authority_coverage"], 0.0)
                self.assertEqual(self.evaluate(artifacts=port)["metrics"]["artifact_coverage"], 0.0)

        for port in (raises, leaves, lambda: True, None):
            with self.subTest(clock=port):
                self.assertNotIn("wallclock_ratio", self.evaluate(clock=port)["metrics"])

    def test_a_clock_that_goes_backwards_or_says_nan_measures_nothing(self) -> None:
        for ticks in ([2.0, 1.0], [0.0, float("nan")], [0.0, float("inf")], ["a", "b"]):
            with self.subTest(ticks):
                said = iter(ticks)
                self.assertNotIn("wallclock_ratio", self.evaluate(clock=lambda said=said: next(said))["metrics"])

    def test_evaluating_twice_with_the_same_ports_gives_the_same_and_leaves_nothing_behind(self) -> None:
        ports = fake_ports(make_scenario())
        names = set(ports)
        runner = EvalRunner(baseline_path="/nowhere/runs.jsonl")
        ratios = {runner.evaluate(make_scenario(), ports)["metrics"]["token_ratio"] for _ in range(3)}
        self.assertEqual((len(ratios), set(ports)), (1, names))

    def test_release_gates_of_ones_own(self) -> None:
        from dankaro_quality.errors import ContractError
        from dankaro_quality.harness import QualityHarness

        self.assertEqual(self.evaluate(quality=QualityHarness(gates=()))["metrics"]["gate_pass_rate"], 0.0)
        with self.assertRaisesRegex(ContractError, "a QualityHarness is expected"):
            self.evaluate(quality="lenient")

    def test_friction_that_is_no_count_is_not_measured(self) -> None:
        for friction in ("none", {"retries": -1}, {"manual_edits": 1.5}, {"questions_asked": True}):
            with self.subTest(friction):
                result = {"output": "Clause 4.", "metadata": {"friction": friction}}
                self.assertNotIn("friction_score", self.evaluate(agent=lambda prompt, made=result: made)["metrics"])

    def test_text_is_a_result_without_claims(self) -> None:
        found = self.evaluate(agent=lambda prompt: "Clause 4 carries the risk.")
        self.assertEqual((found["agent_error"], "token_ratio" in found["metrics"]), ("", False))

    def test_steps_that_an_agent_reports_are_verified_too(self) -> None:
        def agent(prompt: str) -> dict[str, Any]:
            return {"output": "Clause 4 carries the risk.", "metadata": {"steps": {"search": "TODO", "read": "Read."}}}

        self.assertEqual(self.evaluate(agent=agent, artifacts=None)["metrics"]["step_pass_rate"], 1 / 2)

    def test_steps_that_an_agent_reports_lift_no_share(self) -> None:
        def agent(prompt: str) -> dict[str, Any]:
            padding = {f"step {number}": f"Clause {number} was read twice." for number in range(40)}
            return {"output": "TODO", "metadata": {"steps": padding}}

        self.assertEqual(self.evaluate(agent=agent, artifacts=None)["metrics"]["step_pass_rate"], 0)


class Orchestration(unittest.TestCase):
    def test_the_pieces_work_by_themselves(self) -> None:
        scenario = make_scenario(stratum="D")
        ports = fake_ports(scenario, generate_workflow_rubric("lease", ["answer"]))
        before = dict(ports)
        ticks = iter(range(100))
        own = HarnessOrchestrator(EvalRunner(baseline_path="/nowhere/x"), _clock=lambda: float(next(ticks)))
        result = own.run(scenario, ports)
        self.assertEqual(ports, before)
        self.assertEqual((result.port_mode, result.wallclock_s), ("fake", 1.0))
        self.assertIsNotNone(result.gap_report)  # no control was named
        self.assertEqual(own.evidence["scenario_id"], scenario.id)

    def test_a_remediator_alone(self) -> None:
        scenario = make_scenario()
        for gap, cap, allowed, given, tier, why in [
            (make_gap(), RemediationTier.RECIPE, False, scenario, "recipe", ""),
            (make_gap(), RemediationTier.RECIPE, False, None, "recipe", "no scenario is given"),
            (
                make_gap(recipe_gap=False, exemplar_gap=True),
                RemediationTier.RECIPE,
                False,
                scenario,
                "exemplar",
                "above",
            ),
            (make_gap(recipe_gap=False, exemplar_gap=True), RemediationTier.THEORY, False, scenario, "exemplar", ""),
            (
                make_gap(recipe_gap=False, theory_gap=True),
                RemediationTier.THEORY,
                False,
                scenario,
                "theory",
                "allow_t3",
            ),
            (make_gap(recipe_gap=False, theory_gap=True), RemediationTier.THEORY, True, scenario, "theory", ""),
        ]:
            with self.subTest(tier=tier, cap=cap, allowed=allowed):
                attempt = Remediator(allowed).remediate(gap, fake_ports(scenario), cap, given)
                self.assertEqual((attempt.tier.value, attempt.succeeded), (tier, not why))
                self.assertIn(why, attempt.escalation_reason)

    def test_a_remedy_that_raises_or_gives_nothing(self) -> None:
        for remedy, why in [
            (lambda gap: 1 / 0, "the recipes port raised ZeroDivisionError"),
            (lambda gap: None, "there is no recipe for this gap"),
            (lambda gap: {"guidance": " "}, "there is no recipe for this gap"),
            (None, "there is no recipes port"),
        ]:
            with self.subTest(why):
                ports = {**fake_ports(make_scenario()), "recipes": remedy}
                attempt = Remediator().remediate(make_gap(), ports, scenario=make_scenario())
                self.assertEqual((attempt.succeeded, "performance" in ports), (False, False))
                self.assertIn(why, attempt.escalation_reason)


class Discovery(unittest.TestCase):
    def test_it_is_plain_and_says_what_is_there(self) -> None:
        strata = discovery.list_strata()
        self.assertEqual([one["stratum"] for one in strata], ["A", "B", "C", "D"])
        self.assertEqual(strata[0]["bars"], plain(bars_for(Stratum.A)))
        patterns = discovery.list_patterns()
        self.assertEqual(len(patterns["failure_modes"]), 16)
        self.assertEqual(sum(mode["critical"] for mode in patterns["failure_modes"]), 4)
        json.dumps([strata, patterns, discovery.describe()])
        with self.assertRaises(ValueError):
            discovery.list_bars("E")

    def test_a_bare_metrics_mapping_is_evidence(self) -> None:
        bars = [bar for bar in bars_for(Stratum.D) if bar.metric_name != "control_margin"]
        self.assertIsNone(detect_gaps(make_scenario(stratum="D"), bars, make_metrics()))


if __name__ == "__main__":
    unittest.main()

"""Only the lane of real ports verifies: real ports, nothing that blocks, a reviewed rubric, enough history."""

import json
import os
import shutil
import unittest
from collections.abc import Mapping
from itertools import product
from typing import Any

from dankaro_quality.capability import HarnessBlock, HarnessInput, fake_ports, load_scenario
from dankaro_quality.contracts import AgentResult
from dankaro_quality.workflow import generate_workflow_rubric
from tests.capability.desk import RUBRIC, Desk

BLOCKED, DRAFT, VERIFIED = "blocked-escalated", "qualified-draft", "verified"
PORTS, RUBRIC_CODE = "G6_E_HARNESS_REAL_PORTS_UNAVAILABLE", "G6_E_HARNESS_RUBRIC_NOT_REVIEWED"
GENERATED = {**generate_workflow_rubric("lease", ["answer"]).to_file_dict()}
RUBRICS: dict[str, dict[str, Any]] = {
    "reviewed": {},
    "generated": {"rubric": GENERATED},
    "generated, flag removed": {"rubric": {**GENERATED, "generated": False}},
    "generated, reviewed by the caller's word": {"rubric": GENERATED, "rubric_expert_reviewed": True},
}
REVIEWED = ("reviewed", "generated, reviewed by the caller's word")
APPROVED = {"expert_review_status": "approved", "reviewer_id": "counsel-3"}
SCENARIOS: dict[str, dict[str, Any]] = {
    "unregulated": {},
    "regulated, approved": {"vertical": "legal", **APPROVED},
    "regulated, no approval": {"vertical": "legal"},
    "regulated, no reviewer": {"vertical": "legal", **APPROVED, "reviewer_id": ""},
    "stratum A, no approval": {"stratum": "A"},
}


class Lane(Desk):
    """Real runs with a small agent: each row changes the inputs, and the expected state follows from them alone."""

    def expected(self, mode: str, control: bool, gates: bool, rubric: str, scenario: str) -> str:
        if "no " in scenario or not control or not gates:
            return BLOCKED
        return VERIFIED if rubric in REVIEWED and mode == "real" else DRAFT

    def test_the_full_table(self) -> None:
        seen = []
        for name, fields in SCENARIOS.items():
            self.scenario(**fields)
            self.agent()
            self.seed("real", "mixed", "fake", "unknown")
            modes = ("real",) if "no " in name else ("real", "mixed", "fake", "unknown")  # the others block as well
            for mode, control, gates, rubric in product(modes, (True, False), (True, False), RUBRICS):
                with self.subTest(mode=mode, control=control, gates=gates, rubric=rubric, scenario=name):
                    self.write("control.md", "The lease looks fine to me." + ("\n" if control else "!"))
                    found = self.one(mode, gates, RUBRICS[rubric])
                    seen.append(found)
                    self.assertEqual(found, self.expected(mode, control, gates, rubric, name))
        self.assertEqual((len(seen), seen.count(VERIFIED)), (176, 4))

    def seed(self, *modes: str) -> None:
        """Six good runs in each mode by each rubric, so that the next one is the seventh."""
        self.write("control.md", "The lease looks fine to me.\n")
        for name in ("runs.jsonl", "six.jsonl"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))
        for mode, rubric in product(modes, ("reviewed", "generated")):
            self.one(mode, True, RUBRICS[rubric])
        with open(self.path("runs.jsonl"), encoding="utf-8") as stream:
            lines = stream.readlines()
        self.assertEqual([json.loads(line)["passed"] for line in lines], [True] * 2 * len(modes))
        self.write("six.jsonl", "".join(lines * 6))

    def one(self, mode: str, gates: bool, rubric: Mapping[str, Any]) -> str:
        """One run with a history of six, or with none yet; `gates` false gives an answer that a gate blocks."""
        if os.path.exists(self.path("six.jsonl")):
            shutil.copy(self.path("six.jsonl"), self.path("runs.jsonl"))
        ports = None if mode in ("real", "mixed") else self.made_up(mode, gates)
        self.agent(more="" if gates else "claims.append({**claim, 'source': 'trust me'})")
        asked = mode if mode != "unknown" else "fake"
        order = {"ports": ports, "component": "lease-reader", "evidence_folder": None}
        return self.run_it(asked, **order, **rubric).completion.state

    def made_up(self, mode: str, gates: bool) -> dict[str, Any]:
        """Fake ports, and ports of somebody's own; both say what the bars want to hear."""
        ports = fake_ports(load_scenario(self.path("scenario.json")).scenario)
        said = "Clause 4 carries the risk; see lease-7."
        source = "authorities/lease-7.txt" if gates else "trust me"
        ports["agent"].text, ports["agent"].sources = said, [source]
        if mode == "fake":
            return ports
        claims = [{"text": said, "source": source, "confidence": 0.9, "verified": True}]
        result = {"output": said, "claims": claims, "metadata": {"usage": {"input_tokens": 1, "output_tokens": 1}}}
        return {**ports, "agent": lambda prompt: result}


class Unavailable(Desk):
    def test_real_ports_that_cannot_be_built_fail_closed_and_nothing_has_run(self) -> None:
        trace = self.path("ran.txt")
        self.agent(more=f"open({trace!r}, 'w').close()")
        broken = {
            "no spec": {"spec": ""},
            "a spec that is not there": {"spec": self.path("none.toml")},
            "a spec with a mistake": {"spec": self.write("wrong.toml", '[agent]\nname = "x"\nversion = "1"\n')},
            "a program that is not there": {
                "spec": self.write("gone.toml", '[agent]\nname = "x"\nversion = "1"\ncommand = ["no-such-program-7"]\n')
            },
            "a callable that is not there": {
                "spec": self.write("call.toml", '[agent]\nname = "x"\nversion = "1"\ncallable = "nowhere:run"\n')
            },
            "fake ports handed in as real": {"ports": fake_ports(load_scenario(self.path("scenario.json")).scenario)},
            "ports of no known make": {"ports": {"agent": lambda prompt: AgentResult("x")}},
            "no ports at all": {"ports": {}},
        }
        for why, order in broken.items():
            with self.subTest(why):
                found = self.run_it("real", **order)
                self.assertEqual((found.completion.state, found.completion.code), (BLOCKED, PORTS))
                self.assertEqual((found.result, found.gate, dict(found.evidence)), (None, None, {}))
                self.assertEqual(self.codes(found), ["CAP007"])
                self.assertFalse(found.report.released)
                self.assertFalse(os.path.exists(trace))
                self.assertFalse(os.path.exists(self.path("runs.jsonl")))

    def test_it_wins_over_every_other_reason(self) -> None:
        for changes in ({"stratum": "A"}, {"vertical": "legal"}, {"control": None}):
            self.scenario(**changes)
            for order in ({}, {"rubric": GENERATED}):
                with self.subTest(changes=changes, order=order):
                    self.assertEqual(self.run_it("real", **{**order, "spec": ""}).completion.code, PORTS)

    def test_the_envelope_and_the_exit_code_say_so(self) -> None:
        block = HarnessBlock(baseline_path=self.path("runs.jsonl"), evidence_folder=self.path("evidence"))
        asked = {"scenario": self.path("scenario.json"), "port_mode": "real"}
        found = block.infer(HarnessInput("run_scenario", asked))
        self.assertEqual((found.ok, found.error_code), (False, PORTS))
        self.assertEqual(found.value.completion_state if found.value else "", BLOCKED)
        run = self.cli("scenario", "run", "scenario.json", "--port-mode", "real")
        self.assertEqual((run.code, PORTS in run.out), (2, True), run)


class Rows(Desk):
    """Two reasons at once: the earlier row wins."""

    def state(self, mode: str = "real", **order: Any) -> tuple[str, str]:
        found = self.run_it(mode, **order).completion
        return found.state, found.code

    def test_an_unreviewed_generated_rubric_is_a_draft_until_the_caller_says_that_it_was_reviewed(self) -> None:
        self.history(6)
        self.assertEqual(self.state(), (VERIFIED, ""))
        self.assertEqual(self.state(rubric=GENERATED)[0], BLOCKED, "six runs by another rubric are no history of it")
        for _ in range(5):
            self.run_it(rubric=GENERATED)
        self.assertEqual(self.state(rubric=GENERATED), (DRAFT, RUBRIC_CODE))
        self.assertEqual(self.state(rubric=GENERATED, rubric_expert_reviewed=True), (VERIFIED, ""))
        self.assertEqual(self.state(rubric=GENERATED, rubric_expert_reviewed="yes"), (DRAFT, RUBRIC_CODE))

    def test_history_by_other_bars_or_before_yardsticks_is_none(self) -> None:
        self.history(6)
        self.assertEqual(self.state(), (VERIFIED, ""))
        with open(self.path("runs.jsonl"), encoding="utf-8") as stream:
            lines = [json.loads(line) for line in stream]
        for changes in ({"yardstick": "sha256:" + "0" * 64}, {"yardstick": None}):
            with self.subTest(changes=changes):
                kept = [{name: value for name, value in {**line, **changes}.items() if value} for line in lines]
                self.write("runs.jsonl", "".join(json.dumps(line) + "\n" for line in kept))
                self.assertEqual(self.state()[0], BLOCKED)

    def test_an_agent_that_writes_its_own_history_is_not_believed(self) -> None:
        self.history(1)
        with open(self.path("runs.jsonl"), encoding="utf-8") as stream:
            line = stream.read()
        self.agent(more=f"open({self.path('runs.jsonl')!r}, 'a').write({line * 6!r})")
        found = self.run_it()
        self.assertEqual(found.completion.state, BLOCKED)
        self.assertIn("was changed while the agent worked", json.dumps(found.to_dict()))

    def test_an_authority_that_the_agent_makes_is_none(self) -> None:
        os.unlink(self.path("authorities", "lease-7.txt"))
        made = self.path("authorities", "lease-7.txt")
        self.agent(more=f"open({made!r}, 'w').write('Clause 4 carries the risk.')")
        self.assertEqual(self.run_it().evidence["metrics"]["authority_coverage"], 0)

    def test_a_generated_rubric_named_by_the_scenario(self) -> None:
        self.scenario(rubric_ref="generate:general")
        self.history(6)
        self.assertEqual(self.state(), (DRAFT, RUBRIC_CODE))

    def test_a_missing_review_wins_over_a_blocked_release_and_that_over_the_rubric_and_the_mode(self) -> None:
        self.scenario(stratum="A")
        self.assertEqual(self.state("fake", rubric=GENERATED)[1], "G6_E_HARNESS_EXPERT_REVIEW_MISSING")
        self.scenario()
        self.assertEqual(self.state("fake", rubric=GENERATED)[1], "G6_E_HARNESS_RELEASE_BLOCKED")
        self.scenario(stratum="D")
        self.assertEqual(self.state("fake", rubric=GENERATED)[1], RUBRIC_CODE)
        self.assertEqual(self.state("fake")[1], "G6_W_HARNESS_PORTS_NOT_REAL")

    def test_the_old_names_of_ci_runs_are_fake(self) -> None:
        self.scenario(stratum="D")
        for mode in ("ci", "ci-fake", "ci_fake"):
            with self.subTest(mode):
                found = self.run_it(mode)
                self.assertEqual((found.completion.state, found.port_mode), (DRAFT, "fake"))

    def test_an_unreviewed_handwritten_rubric_is_not_called_reviewed_in_the_bundle(self) -> None:
        self.write("rubric.json", json.dumps({**RUBRIC, "expert_reviewed": False, "reviewer": ""}))
        found = self.run_it()
        with open(found.bundle.path, encoding="utf-8") as stream:
            self.assertIs(json.load(stream)["rubric"]["expert_reviewed"], False)


if __name__ == "__main__":
    unittest.main()

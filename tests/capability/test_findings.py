"""Each CAP code: where it fires, and where it stays silent."""

import json
import unittest
from typing import Any

from dankaro_quality import capability_rules
from dankaro_quality.documents import digest
from dankaro_quality.findings import Severity
from dankaro_quality.workflow import generate_workflow_rubric
from tests.capability.desk import TEXT, Desk, scenario_table

GENERATED = generate_workflow_rubric("lease", ["answer"]).to_file_dict()
ABLE = "Clause 4, by lease-7, in risk.md?"
CHANGED = {"control": {"text": "another"}}
RECIPE = {"recipes": [{"file": "recipe.md"}]}
FORGETS = "import os\nif 'Write' not in asked['prompt']: os.unlink('risk.md')"

FIRES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    # code, fields of the scenario, the agent, the order
    ("CAP001", {"token_budget": 10}, {}, {}),
    ("CAP001", {"stratum": "C"}, {"more": "claims.append({**claim, 'source': 'trust me'})"}, {}),
    ("CAP002", {"rubric_ref": ""}, {}, {}),
    ("CAP002", {"control": None}, {}, {}),
    ("CAP003", {"stratum": "C"}, {}, {}),
    ("CAP004", {"control": None}, {}, {}),
    ("CAP004", {"control": "rubric.json"}, {}, {}),
    ("CAP005", {"control": "able.md"}, {}, {}),
    ("CAP006", {"vertical": "tax advice"}, {}, {}),
    ("CAP006", {"stratum": "A"}, {}, {}),
    ("CAP007", {}, {}, {"spec": ""}),
    ("CAP008", {}, {}, {"rubric": GENERATED}),
    ("CAP008", {"rubric_ref": "generate:general"}, {}, {}),
    ("CAP009", {}, {}, {"port_mode": "fake"}),
    ("CAP009", {}, {}, {"port_mode": "mixed"}),
    ("CAP010", {"stratum": "B"}, {"more": "claim['source'] = 'docs/other.md'"}, {}),
    ("CAP010", {"stratum": "B"}, {"whole": "raise SystemExit(1)"}, {}),
    ("CAP011", {}, {"whole": "raise SystemExit(1)"}, {}),
    ("CAP012", {}, {"more": "import os; os.unlink('risk.md')"}, {}),
    ("CAP013", RECIPE, {"more": FORGETS}, {}),
]
SILENT: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], str]] = [
    ("CAP001", {"token_budget": 50}, {}, {}, "what is exactly the budget is within it (50 tokens, ratio 1)"),
    ("CAP002", {}, {}, {}, "everything was measured"),
    ("CAP003", {}, {}, {}, "stratum D has no bar over seven runs"),
    ("CAP004", {}, {}, {}, "the transcript is the one that the hash is of"),
    ("CAP005", {}, {}, {}, "the control names no clause"),
    (
        "CAP006",
        {"vertical": "tax advice", "expert_review_status": "approved", "reviewer_id": "c-3"},
        {},
        {},
        "approved",
    ),
    ("CAP006", {"vertical": "taxi routing"}, {}, {}, "not regulated, though it begins like it"),
    ("CAP007", {}, {}, {}, "the spec can be run"),
    ("CAP008", {}, {}, {}, "the rubric was reviewed"),
    ("CAP008", {}, {}, {"rubric": GENERATED, "rubric_expert_reviewed": True}, "the caller says that it was"),
    ("CAP009", {}, {}, {}, "real ports"),
    (
        "CAP010",
        {},
        {"more": "claim['source'] = 'lease-7'\nclaim['more_sources'] = ['docs/a.md']"},
        {},
        "cited by its id",
    ),
    ("CAP010", {"authorities": []}, {"whole": 'print(\'{"output": "Clause 4."}\')'}, {}, "none is asked for"),
    ("CAP011", {}, {}, {}, "the agent answered"),
    ("CAP012", RECIPE, {"more": FORGETS}, {}, "the recipe closed the gap"),
    ("CAP013", {}, {}, {}, "nothing had to be mended"),
]


class Codes(Desk):
    def found(self, scenario: dict[str, Any], agent: dict[str, Any], order: dict[str, Any]) -> Any:
        fields = {"stratum": "D", **scenario}
        self.write("able.md", ABLE)
        self.write("recipe.md", "Write it to risk.md.")
        if fields.get("control") == "able.md":
            control = scenario_table()["raw_llm_control"]
            fields["raw_llm_control"] = {**control, "transcript_hash": digest(ABLE.encode())}
        self.scenario(**fields)
        self.agent(**agent)
        return self.run_it(**{"port_mode": "real", "baseline_path": self.path(f"{len(str(fields))}.jsonl"), **order})

    def test_fires(self) -> None:
        severity = {rule.code: rule.severity for rule in capability_rules.RULES}
        for code, scenario, agent, order in FIRES:
            with self.subTest(code, scenario=scenario, agent=agent, order=order):
                run = self.found(scenario, agent, order)
                hits = [finding for finding in run.findings if finding.code == code]
                self.assertTrue(hits, self.codes(run))
                for one in hits:
                    self.assertEqual((one.gate, one.severity), ("capability", severity[code]))
                    self.assertTrue(one.message and one.hint)
                blocks = any(one.severity is Severity.ERROR for one in hits)
                if blocks:
                    self.assertEqual((run.completion.state, run.report.released), ("blocked-escalated", False))
        self.assertEqual({code for code, *_ in FIRES}, set(severity))

    def test_stays_silent(self) -> None:
        for code, scenario, agent, order, why in SILENT:
            with self.subTest(code, why=why):
                self.assertNotIn(code, self.codes(self.found(scenario, agent, order)))
        self.assertEqual({code for code, *_ in SILENT}, {code for code, *_ in FIRES})

    def test_an_error_always_blocks_and_a_block_always_has_an_error(self) -> None:
        for code, scenario, agent, order in FIRES:
            with self.subTest(code, scenario=scenario):
                run = self.found(scenario, agent, order)
                has = any(finding.severity is Severity.ERROR for finding in run.findings)
                self.assertEqual(has, run.completion.state == "blocked-escalated")

    def test_an_authority_that_no_bar_asks_for_only_warns(self) -> None:
        run = self.found({}, {"more": "claim['source'] = 'docs/other.md'"}, {})
        self.assertEqual([(one.code, one.severity) for one in run.findings], [("CAP010", Severity.WARNING)])
        self.assertEqual((run.completion.state, run.report.released), ("verified", True))

    def test_the_example_of_the_manual_is_what_is_said(self) -> None:
        self.scenario(stratum="D", target_artifacts=["risk.md", "costs.md"])
        run = self.run_it(
            max_attempts=0, bars_path=self.write("b.toml", '[bars.artifact_coverage]\ncomparator = "ge"\nD = 1\n')
        )
        said = [str(finding) for finding in run.findings if finding.code == "CAP001"]
        self.assertIn(said[0], " ".join(capability_rules.MANUAL.split()))

    def test_nothing_said_by_an_agent_breaks_the_output(self) -> None:
        self.agent(text=TEXT + " \x1b[31m\u202e")
        self.scenario(stratum="D", id="lease\x1b[2J")
        run = self.cli("scenario", "run", "scenario.json", "--port-mode", "real", "--spec", "agent.toml")
        self.assertEqual([sign for sign in run.out if sign < " " and sign != "\n"], [])
        json.loads(self.cli("scenario", "run", "scenario.json", "--port-mode", "fake", "--format", "json").out)


if __name__ == "__main__":
    unittest.main()

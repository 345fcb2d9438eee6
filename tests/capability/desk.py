"""A folder with a scenario, its control, rubric, authority and a small real agent; and ways to change one of them."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import unittest
from typing import Any

from dankaro_quality.capability import HarnessBlock
from dankaro_quality.capability.running import Run
from dankaro_quality.documents import digest
from tests.builders import Run as CliRun
from tests.builders import cli

CONTROL = "The lease looks fine to me.\n"
AUTHORITY = "Lease 7. Clause 4: the rent rises by 6 % each year, without a cap.\n"
TEXT = "Clause 4 carries the largest cost risk: the rent rises by 6 % each year, without a cap."
AGENT = """
import json, sys, time
asked = json.load(sys.stdin)
text = {text!r}
claim = {{"text": text, "source": asked["authorities"][0]["citation_url"], "confidence": 0.9, "verified": True}}
claims = [claim]
with open("risk.md", "w") as stream:
    stream.write(text)
{more}
usage = {{"input_tokens": 30, "output_tokens": 20}}
print(json.dumps({{"output": text, "claims": claims, "metadata": {{"usage": usage}}}}))
"""
RUBRIC = {
    "format": "dankaro-quality/rubric/1",
    "workflow_id": "lease",
    "expert_reviewed": True,
    "reviewer": "desk-1",
    "step_checks": {"answer": [{"name": "names_the_clause", "required_terms": ["clause"]}]},
}
SPEC = '[agent]\nname = "lease-reader"\nversion = "1.0.0"\ncommand = [{python!r}, "agent.py"]\ntimeout_s = {timeout}\n'


def scenario_table(**changes: Any) -> dict[str, Any]:
    """The fields of a scenario file, of stratum B in a field that is not regulated."""
    table: dict[str, Any] = {
        "format": "dankaro-quality/scenario/1",
        "id": "lease-1",
        "slug": "lease",
        "vertical": "facilities",
        "stratum": "B",
        "user_prompt": "Name the clause that carries the largest cost risk.",
        "target_artifacts": ["risk.md"],
        "rubric_ref": "rubric.json",
        "token_budget": 100,
        "wallclock_budget_s": 20.0,
        "control": "control.md",
        "raw_llm_control": {
            "model": "raw-model-1",
            "transcript_hash": digest(CONTROL.encode()),
            "failure_evidence": "It names no clause.",
            "captured_at": 1_750_000_000.0,
        },
        "authorities": [
            {
                "authority": "the lease",
                "doc_id": "lease-7",
                "citation_url": "authorities/lease-7.txt",
                "version": "2025",
                "retrieved_at": 1_750_000_000.0,
            }
        ],
    }
    return {name: value for name, value in {**table, **changes}.items() if value is not None}


class Desk(unittest.TestCase):
    """Each test has its own folder, in which everything is well."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.write("control.md", CONTROL)
        self.write("authorities/lease-7.txt", AUTHORITY)
        self.write("rubric.json", json.dumps(RUBRIC))
        self.scenario()
        self.agent()

    def path(self, *parts: str) -> str:
        return os.path.join(self.folder, *parts)

    def write(self, name: str, text: str) -> str:
        path = self.path(*name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def scenario(self, **changes: Any) -> None:
        self.write("scenario.json", json.dumps(scenario_table(**changes)))

    def agent(self, more: str = "", text: str = TEXT, whole: str = "", timeout: float = 120) -> None:
        self.write("agent.py", whole or AGENT.format(text=text, more=more))
        self.write("agent.toml", SPEC.format(python=sys.executable, timeout=timeout))

    def history(self, runs: int) -> None:
        """So many runs by the real agent, recorded as they are."""
        for _ in range(runs):
            self.run_it()

    def run_it(self, port_mode: str = "real", **order: Any) -> Run:
        block = HarnessBlock(baseline_path=self.path("runs.jsonl"), evidence_folder=self.path("evidence"))
        given = {"spec": self.path("agent.toml"), "scenario": self.path("scenario.json"), **order}
        return block.run(given.pop("scenario"), port_mode, **given)

    def cli(self, *argv: str) -> CliRun:
        return cli(*argv, cwd=self.folder)

    def codes(self, run: Run) -> list[str]:
        return sorted({finding.code for finding in run.findings})

    def unmet(self, run: Run) -> list[str]:
        return [one.bar.metric_name for one in run.judged if not one.met]

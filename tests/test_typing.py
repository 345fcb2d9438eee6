"""What a program of somebody else's sees of the types: `mypy --strict` passes on what the documents show."""

import ast
import importlib.util
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

from dankaro_quality import contracts
from dankaro_quality.frozen import names_of
from tests.builders import ROOT

OUTSIDER = """
    from dankaro_quality import AgentResult, Claim, Comparison, QualityHarness, ReleaseBlocked, Task, quality_gated

    harness = QualityHarness()


    @quality_gated(harness)
    def agent(task: Task) -> AgentResult:
        claim = Claim("Sales rose by 4%.", source="report.pdf:3", value=[1, 2], based_on=["a"], kind="fact")
        won = Comparison("new", baseline="uniform rotation", tests=["Welch"])
        return AgentResult(output="x", claims=[claim], comparisons=[won], deliverables=["a.md"], supersedes=["C1"])


    try:
        agent(Task(id="t", required_keys=["sales"]))
    except ReleaseBlocked as blocked:
        for reason in blocked.quality_report.reasons:
            print(reason)

    report = harness.evaluate(AgentResult("x", deliverables={"a": "b"}))
    print(report.released, [finding.code for finding in report.findings])
"""


class Types(unittest.TestCase):
    def mypy(self, program: str) -> str:
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed; the extra [dev] has it")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "outsider.py")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(textwrap.dedent(program))
            env = {**os.environ, "MYPYPATH": os.path.join(ROOT, "src")}
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.path.join(folder, "cache"), path]
            return subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd=folder).stdout

    def test_lists_are_taken_and_reports_are_known(self) -> None:
        self.assertIn("Success: no issues found", self.mypy(OUTSIDER))

    def test_a_wrong_type_is_still_named(self) -> None:
        found = self.mypy("from dankaro_quality import Claim\nClaim(3)\nClaim('a', confidence='high')\n")
        self.assertIn("Found 2 errors", found)

    def test_what_the_checker_is_told_are_the_fields(self) -> None:
        with open(contracts.__file__, encoding="utf-8") as stream:
            classes = [node for node in ast.parse(stream.read()).body if isinstance(node, ast.ClassDef)]
        told = {}
        for made in classes:
            for node in ast.walk(made):
                if isinstance(node, ast.FunctionDef) and node.name == "__init__" and len(node.args.args) > 2:
                    told[made.name] = tuple(one.arg for one in node.args.args[1:])
        self.assertEqual(set(told), {"Task", "Claim", "Comparison", "Deliverable", "AgentResult"})
        for name, fields in told.items():
            with self.subTest(name):
                self.assertEqual(fields, names_of(getattr(contracts, name)))


if __name__ == "__main__":
    unittest.main()

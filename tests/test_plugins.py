"""A team's own gates: loaded only when named, trusted with nothing but adding."""

import json
import os
import sys
import tempfile
import textwrap
import unittest

from dankaro_quality.errors import SettingsError
from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Ledger
from dankaro_quality.settings import load
from tests.builders import ROOT, cli, make_result

PASSING = os.path.join(ROOT, "fixtures", "passing.json")

OWN = """
from dankaro_quality import Check, EvaluationContext, Finding, GateOutcome, Rule, Severity, grade

RULES = (Rule("TKT001", Severity.ERROR, "the result names no ticket"),)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    found = [] if context.result.metadata.get("ticket") else [Finding("TKT001", "no ticket", where="/metadata")]
    return grade("ticket", found, 1)


TICKET = Check("ticket", RULES, (), _evaluate, "ticket: every result names its ticket.")
EVIDENCE = Check("evidence", RULES, (), _evaluate)
NOT_A_CHECK = 3
STRANGE = Check("strange", RULES, (), lambda context: grade("strange", [Finding("ZZZ001", "no rule of ours")], 1))
LOUD = Check("loud", (), (), lambda context: print("heard") or grade("loud", (), 1))
LIAR = Check("liar", (), (), lambda context: "passed")
"""


class Plugins(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "gates"))
        self.module = f"our_gates_{os.path.basename(self.folder)}".replace("-", "_")
        self.write(os.path.join("gates", f"{self.module}.py"), OWN)
        before = list(sys.path)
        self.addCleanup(lambda: sys.path.__setitem__(slice(None), before))

    def write(self, name: str, text: str) -> None:
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            stream.write(textwrap.dedent(text))

    def harness(self, *gates: str, paths: str = '["gates"]') -> QualityHarness:
        listed = ", ".join(f'"{gate}"' for gate in gates)
        self.write("thresholds.toml", f"[plugins]\ngates = [{listed}]\npaths = {paths}\n")
        return QualityHarness(load(os.path.join(self.folder, "thresholds.toml")), ledger=Ledger())

    def test_a_named_gate_runs_after_the_built_in_ones_and_blocks(self) -> None:
        harness = self.harness(f"{self.module}:TICKET")
        report = harness.evaluate(make_result())
        self.assertEqual((report.released, report.gates[-1].gate), (False, "ticket"))
        self.assertEqual((report.gates[-1].findings[0].code, report.gates[-1].findings[0].gate), ("TKT001", "ticket"))
        self.assertTrue(harness.evaluate(make_result(metadata={"ticket": "A-1"})).released)

    def test_a_code_that_it_does_not_declare_is_a_fault_of_the_gate(self) -> None:
        finding = self.harness(f"{self.module}:STRANGE").evaluate(make_result()).gates[-1].findings[0]
        self.assertEqual((finding.code, finding.gate), ("PLG001", "strange"))
        self.assertIn("found ZZZ001, a code that it does not declare", finding.message)

    def test_what_it_prints_is_no_part_of_the_report(self) -> None:
        self.harness(f"{self.module}:LOUD")
        ran = cli("evaluate", PASSING, "--format", "json", cwd=self.folder)
        self.assertEqual((ran.code, json.loads(ran.out)["gates"][-1]["gate"]), (0, "loud"))
        self.assertIn("heard", ran.err)

    def test_its_codes_can_be_set_and_explained(self) -> None:
        self.write(
            "thresholds.toml",
            f'[plugins]\ngates = ["{self.module}:TICKET"]\npaths = ["gates"]\n[rules]\nTKT001 = "off"\n',
        )
        harness = QualityHarness(load(os.path.join(self.folder, "thresholds.toml")), ledger=Ledger())
        self.assertTrue(harness.evaluate(make_result()).released)
        self.assertIn("every result names its ticket", cli("explain", "TKT001", cwd=self.folder).out)
        self.assertIn("ticket", cli("gates", cwd=self.folder).out)

    def test_what_is_not_named_is_not_loaded(self) -> None:
        self.assertEqual(self.harness().own_gates, ())

    def test_what_cannot_be_loaded_is_a_settings_error(self) -> None:
        self.write(os.path.join("gates", f"{self.module}_broken.py"), "1 / 0")
        self.write(os.path.join("gates", f"{self.module}_exits.py"), "import sys; sys.exit(0)")
        for gate, words in (
            ("no_such_module_here:GATE", "ModuleNotFoundError"),
            (f"{self.module}:NONE", "AttributeError"),
            (f"{self.module}:NOT_A_CHECK", "is a int, not a Check"),
            (f"{self.module}:EVIDENCE", "a gate of that name is there"),
            (f"{self.module}_broken:GATE", "ZeroDivisionError"),
            (f"{self.module}_exits:GATE", "called sys.exit(0)"),
            ("no-entry-point-of-this-name", "0 installed packages"),
        ):
            with self.subTest(gate=gate), self.assertRaises(SettingsError) as caught:
                self.harness(gate)
            self.assertIn(words, str(caught.exception))

    def test_a_name_taken_twice_is_a_settings_error(self) -> None:
        with self.assertRaises(SettingsError):
            self.harness(f"{self.module}:TICKET", f"{self.module}:TICKET")

    def test_the_working_directory_is_importable_only_when_it_is_named(self) -> None:
        self.write(f"{self.module}_here.py", OWN)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        sys.path.insert(0, "")
        with self.assertRaises(SettingsError):
            self.harness(f"{self.module}_here:TICKET", paths="[]")
        self.assertEqual(len(self.harness(f"{self.module}_here:TICKET", paths='["."]').own_gates), 1)

    def test_a_gate_that_lies_blocks_as_itself(self) -> None:
        report = self.harness(f"{self.module}:LIAR").evaluate(make_result())
        self.assertEqual(report.gates[-1].findings[0].code, "PLG001")
        self.assertFalse(report.released)


if __name__ == "__main__":
    unittest.main()

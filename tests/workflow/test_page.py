"""docs/workflow.md is true: its examples run in order, in one folder, and print what the page says."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest

from dankaro_quality.workflow import FAILURE_MODE_LIBRARY
from dankaro_quality.workflow_rules import MODE_CODES
from tests.builders import ROOT
from tests.test_docs import BLOCK

with open(os.path.join(ROOT, "docs", "workflow.md"), encoding="utf-8") as stream:
    PAGE = stream.read()

STEPS = """
def parse():
    return "Lease of 3 May between the landlord Elbe KG and the tenant Nord GmbH, twelve clauses."

def solve():
    return "Rent risk: clause 4 raises the rent every year without a cap (jurisdiction: Hamburg)."

STEPS = {"parse": parse, "solve": solve}
"""
OUTPUTS = (
    '{"parse": "The landlord lets twelve rooms to the tenant.", "solve": "Rent risk: low. Jurisdiction: Hamburg."}'
)
LABELLED = (
    '{"step_output": "Price on demand.", "labels": ["custom:unpriced_quote"]}\n{"step_output": "40 EUR", "labels": []}'
)
BLOCKS = ("--inject", "modes detect")
"""Lines that show a failure, and so end with 2."""


class Page(unittest.TestCase):
    def test_the_examples_in_order(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.fill(folder)
            printed = []
            for language, text in BLOCK.findall(PAGE):
                if language == "python":
                    ran = self.run_in(folder, sys.executable, "-W", "error", "-c", text)
                    printed.append(ran.stdout)
                    self.assertEqual(ran.returncode, 0, ran.stderr)
                elif language == "text":
                    self.assertEqual(printed[-1], text)
                elif language == "json":
                    self.write(folder, "acme.json", text)
                for line in text.splitlines() if language == "sh" else ():
                    ran = self.run_in(folder, "sh", "-c", line)
                    with self.subTest(line=line):
                        self.assertEqual(ran.returncode, 2 if any(word in line for word in BLOCKS) else 0, ran.stderr)
            self.assertEqual(len(printed), 3)
            self.assertEqual(printed[-1], "['ACME-0007']\nno failure mode was found\n")

    def test_the_table_of_modes(self) -> None:
        for mode in FAILURE_MODE_LIBRARY:
            with self.subTest(mode=mode.category):
                self.assertIn(f"| {MODE_CODES[mode.category]} | {mode.category} | {mode.severity:.2f} |", PAGE)

    def fill(self, folder: str) -> None:
        for name, text in (("pipeline.py", STEPS), ("outputs.json", OUTPUTS), ("labelled.jsonl", LABELLED)):
            self.write(folder, name, text)
        command = os.path.join(folder, "dankaro-quality")
        self.write(folder, "dankaro-quality", f'#!/bin/sh\nexec "{sys.executable}" -m dankaro_quality "$@"\n')
        os.chmod(command, stat.S_IRWXU)

    def write(self, folder: str, name: str, text: str) -> None:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_in(self, folder: str, *command: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([folder, os.environ["PATH"]])
        env = {**os.environ, "PATH": path, "PYTHONPATH": os.path.join(ROOT, "src")}
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    unittest.main()

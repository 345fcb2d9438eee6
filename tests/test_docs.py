"""The documents are true: pages made from docstrings, every example run, every link leads somewhere."""

import contextlib
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

from dankaro_quality.checks import Check
from dankaro_quality.cli import COMMANDS
from dankaro_quality.evaluators import GATES
from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Ledger
from dankaro_quality.serialization import read_envelope
from dankaro_quality.settings import parse
from tests import gate_pages
from tests.builders import ROOT, make_result

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
ELSEWHERE = ("docs/records.md", "docs/workflow.md", "docs/capability.md", "docs/give-this-to-your-agent.md")
"""Pages whose examples have tests of their own, beside the package they are about."""
SET_UP = "python3 -m venv"
"""The README's two lines that install: .ci/run types them in a fresh clone, since they need a package index."""


def documents() -> list[str]:
    found = ["README.md"]
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    return sorted(found)


def read(name: str) -> str:
    with open(os.path.join(ROOT, name), encoding="utf-8") as stream:
        return stream.read()


def blocks(name: str, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(read(name)) if found == language]


class Pages(unittest.TestCase):
    def test_gate_pages_are_made_from_the_docstrings(self) -> None:
        made = gate_pages.pages()
        self.assertEqual(sorted(made), sorted(os.listdir(gate_pages.FOLDER)))
        for name, text in made.items():
            with self.subTest(page=name):
                self.assertEqual(read(f"docs/gates/{name}"), text, "run python -m tests.gate_pages")

    def test_every_gate_s_docstring_lists_its_codes_and_no_other(self) -> None:
        for gate in GATES:
            with self.subTest(gate=gate.name):
                listed = re.findall(r"^- ([A-Z]{3}\d{3}):", gate.doc, re.M)
                self.assertEqual(sorted(set(listed)), [rule.code for rule in gate.codes])

    def test_every_gate_s_docstring_has_the_headings_of_a_manual(self) -> None:
        for gate in GATES:
            for heading in ("Why.", "Reads.", "Cannot see.", "Example finding.", "To mend."):
                with self.subTest(gate=gate.name, heading=heading):
                    self.assertRegex(gate.doc, rf"(?m)^{re.escape(heading)} \S")

    def test_links_lead_somewhere(self) -> None:
        for name in documents():
            for target in LINK.findall(read(name)):
                if "://" not in target:
                    path = os.path.normpath(os.path.join(ROOT, os.path.dirname(name), target))
                    with self.subTest(page=name, target=target):
                        self.assertTrue(os.path.exists(path))

    def test_the_readme_names_every_exit_code_and_the_test_command(self) -> None:
        text = read("README.md")
        for code in ("| 0 |", "| 2 |", "| 3 |", "| 130 |"):
            self.assertIn(code, text)
        self.assertIn("python -m unittest discover -s tests\n", text)

    def test_the_readme_needs_no_name_on_a_package_index(self) -> None:
        self.assertNotRegex(read("README.md"), r"pip install [^'.-]*dankaro")


class Examples(unittest.TestCase):
    """Every fenced block of README.md and docs/, run in a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        example = os.path.join(ROOT, "fixtures", "passing.json")
        for name in ("result.json", "run1.json", "results/a.json", "results/b.json"):
            os.makedirs(os.path.dirname(os.path.join(self.folder, name)) or ".", exist_ok=True)
            shutil.copy(example, os.path.join(self.folder, name))
        for name in ("run2.json", "run3.json"):
            self.write(name, read("fixtures/passing.json").replace("41 s.", f"41 s, {name}."))
        line = " ".join(read("fixtures/passing.json").split()) + "\n"
        self.write("reports.jsonl", line)
        self.write("results.jsonl", line)
        self.write("policy/task.json", '{"id": "weekly"}')
        self.write("policy/thresholds.toml", "")
        self.write("policy/claims.jsonl", read("memory/claims.jsonl"))
        self.write("memory/claims.jsonl", read("memory/claims.jsonl"))
        self.write("bin/dankaro-quality", f'#!/bin/sh\nexec "{sys.executable}" -m dankaro_quality "$@"\n')
        os.chmod(os.path.join(self.folder, "bin", "dankaro-quality"), stat.S_IRWXU)
        path = os.pathsep.join([os.path.join(self.folder, "bin"), os.environ["PATH"]])
        self.env = {**os.environ, "PATH": path, "PYTHONPATH": os.path.join(ROOT, "src")}

    def write(self, name: str, text: str) -> None:
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_in_folder(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False)

    def test_shell(self) -> None:
        count = 0
        for name in documents():
            lines = [] if name in ELSEWHERE else [line for text in blocks(name, "sh") for line in text.splitlines()]
            for line in lines:
                if line.startswith(SET_UP):
                    continue
                count += 1
                ran = self.run_in_folder("sh", "-c", line)
                with self.subTest(page=name, line=line):
                    self.assertIn(ran.returncode, (0, 2), ran.stderr)
                    self.assertNotIn("Traceback", ran.stderr)
        self.assertGreater(count, 15)

    def test_python(self) -> None:
        count = 0
        for name in documents():
            for text in [] if name in ELSEWHERE else blocks(name, "python"):
                count += 1
                ran = self.run_in_folder(sys.executable, "-W", "error", "-c", text)
                with self.subTest(page=name, text=text[:60]):
                    self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertGreater(count, 5)

    def test_what_the_readme_s_python_prints(self) -> None:
        printed = [
            self.run_in_folder(sys.executable, "-c", text).stdout.strip() for text in blocks("README.md", "python")
        ]
        self.assertEqual(printed[0], "True ()")
        self.assertIn("OWNER", printed[1])
        self.assertIn("EVD002", printed[2])

    def test_settings_and_results(self) -> None:
        for name in documents():
            for text in [] if name in ELSEWHERE else blocks(name, "toml"):
                with self.subTest(page=name):
                    self.assertTrue(parse(text.encode()))
            for text in [] if name in ELSEWHERE else blocks(name, "json"):
                with self.subTest(page=name):
                    self.assertEqual(read_envelope(text.encode())[1], ())

    def test_the_result_in_the_readme_is_released(self) -> None:
        data = blocks("README.md", "json")[0].encode()
        report, _ = QualityHarness(parse(b""), ledger=Ledger()).evaluate_data(data)
        self.assertEqual(report.reasons, ())

    def test_a_gate_of_your_own_in_fifteen_lines(self) -> None:
        text = next(block for block in blocks("README.md", "python") if "TKT001" in block)
        self.assertLessEqual(len([line for line in text.splitlines() if line.strip()]), 15)
        made: dict[str, object] = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(textwrap.dedent(text), made)
        gate = made["TICKET"]
        self.assertIsInstance(gate, Check)
        harness = QualityHarness(parse(b""), gates=(*GATES, gate), ledger=Ledger())  # type: ignore[arg-type]
        self.assertFalse(harness.evaluate(make_result()).released)
        self.assertTrue(harness.evaluate(make_result(metadata={"ticket": "A-1"})).released)

    def test_every_command_is_shown_somewhere(self) -> None:
        text = "".join(read(name) for name in documents())
        for command in COMMANDS:
            with self.subTest(command=command):
                self.assertTrue(f"dankaro-quality {command}" in text)


if __name__ == "__main__":
    unittest.main()

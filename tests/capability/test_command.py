"""`scenario list|show|run`: argv in, exit code, standard output and standard error out; and the page that shows it."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

from dankaro_quality import capability_rules
from dankaro_quality.capability import Stratum, bars_for
from tests.builders import ROOT, cli
from tests.capability.desk import Desk
from tests.test_docs import BLOCK

with open(os.path.join(ROOT, "docs", "capability.md"), encoding="utf-8") as stream:
    PAGE = stream.read()
EXAMPLE = os.path.join(ROOT, "fixtures", "capability")
BLOCKS = ("# blocked",)
"""Lines that end with 2 say so."""


class Command(Desk):
    def test_list(self) -> None:
        for argv, code, out, err in [
            (["list"], 0, "run_pass_rate at least 0.85 over the last seven runs", ""),
            (["list", "--format", "json"], 0, '"stratum": "A"', ""),
            (["list", "scenario.json"], 0, "B  lease-1  facilities  scenario.json", ""),
            (["list", "."], 0, "B  lease-1  facilities", ""),
            (["list", ".", "--format", "json"], 0, '"id": "lease-1"', ""),
            (["list", "none.toml"], 3, "", "none.toml"),
            (["list", "authorities"], 3, "", "there is no scenario in authorities"),
            (["list", "rubric.json"], 3, "", "rubric.json: "),
        ]:
            with self.subTest(argv):
                run = self.cli("scenario", *argv)
                self.assertEqual(run.code, code, run)
                self.assertIn(out, run.out)
                self.assertIn(err, run.err)
        self.write("scenario-2.json", "{")
        self.assertIn("is no scenario", self.cli("scenario", "list", ".").out)

    def test_show(self) -> None:
        run = self.cli("scenario", "show", "scenario.json")
        self.assertEqual(run.code, 0, run)
        for part in (
            "stratum B, reaches customers",
            "risk.md",
            "lease-7",
            "100 tokens, 20 s",
            "control_margin at least 1",
        ):
            self.assertIn(part, run.out)
        shown = json.loads(self.cli("scenario", "show", "scenario.json", "--format", "json").out)
        self.assertEqual((shown["scenario"]["id"], len(shown["bars"])), ("lease-1", 12))

    def test_run_exits_0_only_when_nothing_blocks(self) -> None:
        self.scenario(stratum="D")
        real = ["--port-mode", "real", "--spec", "agent.toml"]
        for argv, code, state in [
            (["--port-mode", "fake"], 0, "QUALIFIED-DRAFT"),
            (["--port-mode", "mixed", "--spec", "agent.toml"], 0, "QUALIFIED-DRAFT"),
            (real, 0, "VERIFIED"),
            (["--port-mode", "real"], 2, "BLOCKED-ESCALATED"),
            (["--port-mode", "mixed"], 2, "BLOCKED-ESCALATED"),
            ([*real, "--repeat", "2"], 0, "VERIFIED"),
        ]:
            with self.subTest(argv):
                run = self.cli("scenario", "run", "scenario.json", *argv)
                self.assertEqual((run.code, state in run.out, run.err), (code, True, ""), run)
                self.assertEqual("proves nothing" in run.out, "VERIFIED" not in run.out)
        self.scenario()
        run = self.cli("scenario", "run", "scenario.json", *real)
        self.assertEqual(run.code, 2)
        self.assertIn("CAP003 run_pass_rate: insufficient_history: 1 of 7", run.out)

    def test_formats(self) -> None:
        self.scenario(stratum="D")
        run = self.cli("scenario", "run", "scenario.json", "--port-mode", "fake", "--format", "json")
        envelope = json.loads(run.out)
        self.assertEqual((run.code, envelope["completion_state"]), (0, "qualified-draft"))
        self.assertEqual(envelope["warning_card"]["code"], "G6_W_HARNESS_PORTS_NOT_REAL")
        self.assertEqual(envelope["result"]["findings"][0]["code"], "CAP009")
        run = self.cli("scenario", "run", "scenario.json", "--port-mode", "fake", "--format", "markdown")
        self.assertIn("CAP009", run.out)
        self.assertNotIn("Released", run.out.splitlines()[0])

    def test_what_cannot_be_judged_exits_3(self) -> None:
        for argv, message in [
            (["run", "scenario.json"], "--port-mode"),
            (["run", "scenario.json", "--port-mode", "live"], "invalid choice"),
            (["run", "none.json", "--port-mode", "fake"], "none.json"),
            (["run", "scenario.json", "--port-mode", "fake", "--tier-cap", "4"], "invalid choice"),
            (["run", "scenario.json", "--port-mode", "fake", "--repeat", "0"], "--repeat 0"),
            (["run", "scenario.json", "--port-mode", "fake", "--rubric", "none.json"], "none.json"),
            (["run", "scenario.json", "--port-mode", "fake", "--history", "authorities"], "was not recorded"),
            (["show", "agent.py"], "agent.py"),
            ([], "action"),
        ]:
            with self.subTest(argv):
                run = self.cli("scenario", *argv)
                self.assertEqual((run.code, run.out), (3, ""), run)
                self.assertIn(message, run.err)
                self.assertNotIn("Traceback", run.err)

    def test_explain_knows_the_codes(self) -> None:
        for rule in capability_rules.RULES:
            with self.subTest(rule.code):
                run = cli("explain", rule.code)
                self.assertEqual((run.code, rule.summary in run.out), (0, True))
                self.assertIn(f"- {rule.code}: ", run.out)

    def test_other_commands_do_not_load_it(self) -> None:
        code = (
            "import sys; from dankaro_quality.cli import main; main(['rules']); print('capability' in str(sys.modules))"
        )
        done = subprocess.run([sys.executable, "-c", code.replace("'capability'", "'dankaro_quality.capability.'")],
                              env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}, capture_output=True,
                              text=True, check=True)  # fmt: skip
        self.assertEqual(done.stdout.splitlines()[-1], "False")


class Page(unittest.TestCase):
    def test_the_examples_in_order(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(EXAMPLE, os.path.join(folder, "fixtures", "capability"))
            command = os.path.join(folder, "dankaro-quality")
            with open(command, "w", encoding="utf-8") as stream:
                stream.write(f'#!/bin/sh\nexec "{sys.executable}" -m dankaro_quality "$@"\n')
            os.chmod(command, stat.S_IRWXU)
            ran, printed = 0, ""
            for language, text in BLOCK.findall(PAGE):
                if language == "python":
                    done = self.run_in(folder, sys.executable, "-W", "error", "-c", text)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    printed, ran = done.stdout, ran + 1
                elif language == "text":
                    self.assertEqual([line for line in text.splitlines() if line not in printed], [], printed)
                elif language == "toml":
                    self.write(folder, "bars.toml", text)
                for line in text.splitlines() if language == "sh" else ():
                    done = self.run_in(folder, "sh", "-c", line)
                    printed, ran = done.stdout, ran + 1
                    with self.subTest(line=line):
                        wanted = 2 if any(word in line for word in BLOCKS) else 0
                        self.assertEqual(done.returncode, wanted, done.stdout + done.stderr)
            self.assertGreaterEqual(ran, 8)

    def test_the_example_is_a_scenario_that_tells_something_apart(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
            run = cli("scenario", "run", "scenario.toml", "--port-mode", "real", "--spec", "agent.toml", cwd=folder)
        self.assertEqual((run.code, re.findall(r"CAP\d+", run.out)), (0, ["CAP013"]), run)

    def test_the_table_of_bars(self) -> None:
        rows = {
            name: cells
            for name, *cells in re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|", PAGE, re.M)
        }
        for at, stratum in enumerate(Stratum):
            bars = {bar.metric_name: bar.threshold for bar in bars_for(stratum)}
            for name, cells in rows.items():
                shown = cells[at].strip()
                with self.subTest(name, stratum=stratum):
                    expected = "–" if name not in bars else "floor" if name == "friction_score" else f"{bars[name]:g}"
                    self.assertEqual(shown, expected)
        self.assertEqual(sorted(rows), sorted(bar.metric_name for bar in bars_for(Stratum.A)))

    def write(self, folder: str, name: str, text: str) -> None:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_in(self, folder: str, *command: str) -> "subprocess.CompletedProcess[str]":
        path = os.pathsep.join([folder, os.environ["PATH"]])
        env = {**os.environ, "PATH": path, "PYTHONPATH": os.path.join(ROOT, "src")}
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    unittest.main()

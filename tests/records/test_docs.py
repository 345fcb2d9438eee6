"""docs/records.md is true: its command sequence, its specs, its Python, and its table of differences."""

import contextlib
import io
import json
import os
import re
import stat
import subprocess
import sys
import unittest
from typing import Any

from dankaro_quality.agents import load_spec
from dankaro_quality.documents import read_json
from dankaro_quality.records.files import read_record
from dankaro_quality.records.levels import assess
from dankaro_quality.records.tasks import load_tasks
from tests.builders import ROOT, shared
from tests.records import specification
from tests.records.desk import FIXTURES, Desk

with open(os.path.join(ROOT, "docs", "records.md"), encoding="utf-8") as page:
    PAGE = page.read()
STRICTER = os.path.join(FIXTURES, "stricter")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


class Page(Desk):
    def test_the_command_sequence_goes_from_a_run_to_level_4(self) -> None:
        self.keys()  # says so where ssh-keygen is missing
        self.write("bin/dankaro-quality", f'#!/bin/sh\nexec "{sys.executable}" -m dankaro_quality "$@"\n')
        os.chmod(self.path("bin", "dankaro-quality"), stat.S_IRWXU)
        paths = {"PATH": self.path("bin") + os.pathsep + os.environ["PATH"], "PYTHONPATH": os.path.join(ROOT, "src")}
        levels, ran = [], 0
        for line in [line for block in blocks("sh") for line in block.splitlines()]:
            done = subprocess.run(["sh", "-c", line], cwd=self.folder, env={**os.environ, **paths}, text=True,
                                  capture_output=True, check=False)  # fmt: skip
            ran += 1
            with self.subTest(line=line):
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            levels += re.findall(r"^level (\w+), (\w+) was asked for$", done.stdout, re.M)
        self.assertEqual(levels, [("L1", "L1"), ("L2", "L2"), ("L3", "L3"), ("L4", "L4")])
        self.assertEqual(ran, 19)
        self.python()

    def python(self) -> None:
        """The Python of the page, in the folder that the sequence left."""
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(blocks("python")[0], {})
        self.assertRegex(out.getvalue(), r"^answer.grounded: a model decides this measure.*\nL2\n$")

    def test_the_spec_and_the_tasks_it_shows_can_be_read(self) -> None:
        spec, tasks = blocks("toml")
        self.write("shown.toml", spec)
        self.write("shown-tasks.toml", tasks)
        self.assertEqual(load_spec(self.path("shown.toml")).policy["phases"]["tool"], "ask")
        self.assertEqual(load_tasks(self.path("shown-tasks.toml")).canaries, ["probe-serial"])

    def test_harness_digest_is_what_sha256sum_prints(self) -> None:
        import hashlib

        with open(self.path("agent.toml"), "rb") as stream:
            expected = hashlib.sha256(stream.read()).hexdigest()
        record = self.measure(live=False)
        self.assertEqual(record["subject"]["harness_digest"], "sha256:" + expected)


class Stricter(unittest.TestCase):
    ROWS = re.findall(r"^\| ([\w-]+\.json) \| (L4|ships) \| (none|L\d|no release)", PAGE, re.M)

    def test_the_table_and_the_folder_hold_the_same_records(self) -> None:
        self.assertEqual(sorted(name for name, _, _ in self.ROWS), sorted(os.listdir(STRICTER)))

    def test_here(self) -> None:
        for name, _, here in self.ROWS:
            with self.subTest(record=name):
                record, flaws = read_record(os.path.join(STRICTER, name))
                found = assess(record, flaws)
                if here == "no release":
                    self.assertNotEqual(found.blockers, ())
                    self.assertNotIn("REC501", [one.code for one in found.blockers])
                else:
                    self.assertEqual(found.level or "none", here)

    def test_there(self) -> None:
        """By the official schema and the specification's rules, read as leniently as its checker reads."""
        is_valid = official_schema(self)
        for name, there, _ in self.ROWS:
            with self.subTest(record=name), open(os.path.join(STRICTER, name), encoding="utf-8") as stream:
                record = json.load(stream)
                if there == "L4":
                    self.assertEqual(specification.level(record, is_valid), "L4")
                self.assertTrue(specification.may_ship(record, is_valid))

    def test_the_specification_s_rules_give_the_recorded_levels(self) -> None:
        is_valid = official_schema(self)
        with open(shared(self, "supergauge", "expected-levels.json"), encoding="utf-8") as stream:
            expected = json.load(stream)
        for name, level in expected.items():
            with self.subTest(example=name):
                record, _ = read_record(shared(self, "supergauge", "examples", name + ".yaml"))
                self.assertEqual(specification.level(record, is_valid), level)


def official_schema(test: unittest.TestCase) -> Any:
    path = shared(test, "supergauge", "agent-quality-record.schema.json")
    try:
        import jsonschema
    except ImportError:
        test.skipTest("jsonschema is not installed")
    with open(path, "rb") as stream:
        return jsonschema.Draft202012Validator(read_json(stream.read())[0]).is_valid


if __name__ == "__main__":
    unittest.main()

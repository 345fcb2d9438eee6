"""`gauge show` and `gauge gate` as people read them; YAML in and out."""

import json
import os
import re
import subprocess
import sys
import unittest
from unittest import mock

from dankaro_quality.records.levels import assess
from dankaro_quality.records.showing import scorecard
from tests.builders import ROOT, cli
from tests.records.desk import DROP, Desk, make_record

HOSTILE = "| a | `b` <b>c</b>\n# d \x1b[31m \u202e"


class Scorecard(unittest.TestCase):
    def show(self, markdown: bool = False, **changes: object) -> str:
        record = make_record(**changes)
        return scorecard(record, assess(record), markdown)

    def test_n_k_and_split_stand_beside_each_value(self) -> None:
        self.assertRegex(self.show(), r"(?m)^  reliability\.pass_hat_k +0\.75 +held-out +4 +3 +tasks that succeed")
        row = r"(?m)^\| reliability\.pass\\_hat\\_k \| 0\.75 \| held-out \| 4 \| 3 \|"
        self.assertRegex(self.show(markdown=True), row)

    def test_gates_with_their_floors(self) -> None:
        self.assertRegex(self.show(), r"(?m)^  task\.completion +PASS +0\.7 +held-out +-$")

    def test_what_is_missing_for_the_next_level_and_how_to_get_it(self) -> None:
        shown = self.show(assurance__evaluator_independent=False)
        self.assertIn("Missing for L3\n- REC302 assurance.evaluator_independent: it is false; run with", shown)
        self.assertNotIn("Missing for L4", shown)
        self.assertNotIn("Missing", self.show())

    def test_what_forbids_the_release(self) -> None:
        self.assertIn("What forbids the release\n- REC504", self.show(assurance__integrity=DROP))
        self.assertNotIn("What forbids", self.show())

    def test_canaries_with_what_they_did(self) -> None:
        self.assertRegex(self.show(), r"canaries +probe quiet")
        self.assertRegex(self.show(assurance__integrity__canaries__0__observed="pass"), r"canaries +probe FIRED")
        self.assertRegex(self.show(assurance__integrity=DROP), r"canaries +probe not recorded")

    def test_no_aggregate_is_shown(self) -> None:
        """Every number shown is one of the record: nothing is added up or averaged."""
        record = make_record()
        text = json.dumps(record)
        numbers = re.findall(r"(?<![\w.:-])\d+(?:\.\d+)?(?![\w.:-])", self.show())
        self.assertEqual([one for one in numbers if one not in text], [])
        for word in ("overall", "total", "average", "score", "mean"):
            self.assertNotIn(word, self.show().lower())

    def test_hostile_text_stays_text(self) -> None:
        changes = {"subject__agent": HOSTILE, "decision__rationale": HOSTILE, "record_id": HOSTILE}
        for markdown in (False, True):
            shown = self.show(markdown, **changes)
            with self.subTest(markdown=markdown):
                self.assertNotIn("\x1b", shown)
                self.assertNotIn("\u202e", shown)
                self.assertNotIn("\n# d", shown.partition("\n")[2])
                if markdown:
                    self.assertNotIn("<b>", shown)
                    self.assertNotIn(" | a | ", shown)


class Commands(Desk):
    def setUp(self) -> None:
        super().setUp()
        self.write("record.json", json.dumps(make_record()))

    def test_show(self) -> None:
        for argv, start in (
            ([], "order-desk: ship, level L4\n"),
            (["--format", "markdown"], "# order-desk: ship, level"),
        ):
            done = self.gauge("show", "record.json", *argv)
            self.assertEqual(done.code, 0)
            self.assertTrue(done.out.startswith(start))

    def test_gate(self) -> None:
        self.write("record.json", json.dumps(make_record(decision__signature=DROP)))
        done = self.gauge("gate", "record.json")
        self.assertEqual((done.code, done.out), (0, "level L3, L2 was asked for\n"))
        done = self.gauge("gate", "record.json", "--level", "L4")
        self.assertEqual(done.code, 2)
        self.assertIn(
            "missing for L4:\n- REC401 decision.signature: nobody signed it; dankaro-quality gauge sign", done.out
        )
        self.assertEqual(self.gauge("gate", "record.json", "--quiet").out, "")

    def test_gate_and_whether_it_may_ship(self) -> None:
        self.assertEqual(self.gauge("gate", "record.json", "--require-ship").code, 0)
        self.write("record.json", json.dumps(make_record(decision__verdict="hold")))
        done = self.gauge("gate", "record.json", "--require-ship", "--quiet")
        self.assertEqual(done.code, 2)
        self.assertIn("REC501", done.out)

    def test_the_rules_are_explained(self) -> None:
        done = cli("explain", "REC301")
        self.assertEqual(done.code, 0)
        self.assertIn("run with --live --repeat 3 or more", done.out)

    def test_other_commands_do_not_load_the_package(self) -> None:
        code = ("import sys; from dankaro_quality.cli import main; main(sys.argv[1:]); "
                "print(sorted(name for name in sys.modules if 'records' in name), file=sys.stderr)")  # fmt: skip
        for argv in (["--version"], ["evaluate", os.path.join(ROOT, "fixtures", "passing.json")]):
            done = subprocess.run([sys.executable, "-c", code, *argv], capture_output=True, text=True, check=True,
                                  env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")})  # fmt: skip
            with self.subTest(argv=argv):
                self.assertEqual(done.stderr.splitlines()[-1], "[]")


class Yaml(Desk):
    def setUp(self) -> None:
        super().setUp()
        try:
            import yaml  # noqa: F401
        except ImportError:
            self.skipTest("PyYAML is not installed: the extra [yaml]")

    def test_a_record_in_yaml_says_the_same(self) -> None:
        done = self.gauge("run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "record.yaml")
        self.assertEqual(done.code, 0, done)
        self.assertEqual(self.gauge("gate", "record.yaml", "--level", "L1").code, 0)
        with open(self.path("record.yaml"), encoding="utf-8") as stream:
            self.assertIn('"supergauge": "0.1"', stream.read())  # unquoted it would be a number

    def test_spec_and_tasks_in_yaml(self) -> None:
        self.agent("answer('done')")
        self.write("small.yaml", f"agent: {{name: small, version: '1', command: ['{sys.executable}', small.py]}}\n")
        self.write("tasks.yaml", "tasks:\n  - {id: no, prompt: Say done., expect: [{contains: done}]}\n")
        self.measure(spec="small.yaml", tasks="tasks.yaml")
        self.assertEqual(list(self.attempts()), ["no"])  # not the truth value that YAML 1.1 reads

    def test_yaml_that_two_readers_read_differently_is_refused(self) -> None:
        for text in ("supergauge: '0.1'\nsupergauge: '0.1'\n", "a: &x 1\nb: *x\n", "a: !!python/object:os.system x\n"):
            self.write("bad.yaml", text)
            done = self.gauge("gate", "bad.yaml")
            with self.subTest(text=text):
                self.assertEqual(done.code, 2)
                self.assertIn("REC101", done.out)

    def test_signed_in_yaml(self) -> None:
        self.keys()
        self.gauge("run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "record.yaml", "--key", "key",
                   "--actor", "dana@example.org")  # fmt: skip
        verified = self.gauge("verify", "record.yaml", "--allowed-signers", "signers")
        self.assertEqual(verified.code, 0, verified)

    def test_without_the_extra_it_says_how_to_get_it(self) -> None:
        with mock.patch.dict(sys.modules, {"yaml": None}):
            done = self.gauge("run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "record.yaml", "--live")
            self.assertEqual(done.code, 3)
            self.assertIn("pip install", done.err)
            self.assertFalse(os.path.exists(self.path(".dankaro")))  # before anything runs
            self.write("agent.yaml", "agent: {}\n")
            done = self.gauge("run", "--spec", "agent.yaml", "--tasks", "tasks.toml", "--out", "record.json")
            self.assertEqual(done.code, 3)
            self.assertIn("reading YAML needs PyYAML", done.err)


if __name__ == "__main__":
    unittest.main()

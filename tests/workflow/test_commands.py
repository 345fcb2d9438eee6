"""`workflow`, `rubric` and `modes`: argv in; exit code, output and complaints out."""

import json
import os
import sys
import tempfile
import unittest
from unittest import mock

from tests.builders import ROOT, Run, cli, needs

PIPELINE = """
LEASE = "The lease of 3 May names a rent of 1,200 EUR, jurisdiction Hamburg."
RISK = "Contract risk: none of the 12 clauses caps the rent (jurisdiction Hamburg)."
STEPS = {"parse": lambda: LEASE, "solve": lambda: RISK}
NOTHING = {}
LIST = [1]


def made():
    return STEPS


def broken():
    raise OSError("no lease")
"""
GOOD = {"parse": "Twelve clauses were read from the lease.", "solve": "The rent is 1,200 EUR."}


class Commands(unittest.TestCase):
    number = 0

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        Commands.number += 1
        self.module = f"pipeline_{Commands.number}"
        self.write(f"{self.module}.py", PIPELINE)
        self.enterContext(mock.patch.object(sys, "path", list(sys.path)))

    def write(self, name: str, text: object) -> None:
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            stream.write(text if isinstance(text, str) else json.dumps(text))

    def cli(self, *argv: str, stdin: bytes = b"") -> Run:
        return cli(*argv, stdin=stdin, cwd=self.folder)

    def refused(self, message: str, *argv: str) -> None:
        ran = self.cli(*argv)
        with self.subTest(argv=argv):
            self.assertEqual(ran.code, 3, ran.out)
            self.assertEqual(ran.out, "")
            self.assertIn(message, ran.err)
            self.assertNotIn("defect", ran.err)


class Workflow(Commands):
    def test_run(self) -> None:
        self.assertEqual(
            self.cli(
                "rubric",
                "generate",
                "leases",
                "parse",
                "solve",
                "--domain",
                "legal",
                "--objective",
                "contract risk",
                "--out",
                "r.json",
            ).code,
            0,
        )
        ran = self.cli("workflow", "run", f"{self.module}:STEPS", "--rubric", "r.json")
        self.assertEqual(ran.code, 0, ran.out)
        self.assertIn("PASSED leases: 2 of 2 steps passed\nno expert has reviewed the generated rubric", ran.out)
        self.assertEqual(self.cli("workflow", "run", f"{self.module}:made").code, 0)

    def test_run_with_injection(self) -> None:
        argv = ("workflow", "run", f"{self.module}:STEPS", "--inject", "solve=refusal", "--seed", "2")
        ran = self.cli(*argv)
        self.assertEqual(ran.code, 2)
        self.assertIn("FAIL solve [injected refusal]: refusal", ran.out)
        self.assertEqual(ran.out, self.cli(*argv).out)
        stopped = self.cli("workflow", "run", f"{self.module}:STEPS", "--inject", "parse=refusal", "--stop-on-failure")
        self.assertNotIn("solve", stopped.out)

    def test_verify(self) -> None:
        self.write("good.json", GOOD)
        self.write("good.jsonl", "\n".join(json.dumps({"step": step, "output": out}) for step, out in GOOD.items()))
        for name in ("good.json", "good.jsonl"):
            self.assertEqual(self.cli("workflow", "verify", name).code, 0)
        self.assertEqual(self.cli("workflow", "verify", "-", stdin=json.dumps(GOOD).encode()).code, 0)
        self.write("bad.json", {**GOOD, "solve": {"total": "TBD"}})
        ran = self.cli("workflow", "verify", "bad.json", "--format", "json")
        self.assertEqual(ran.code, 2)
        self.assertEqual(json.loads(ran.out)["gates"][0]["findings"][0]["code"], "WFM007")
        self.assertIn(
            "# BLOCKED: leases",
            self.cli("workflow", "verify", "bad.json", "--id", "leases", "--format", "markdown").out,
        )
        self.assertEqual(self.cli("workflow", "verify", "bad.json", "--threshold", "0.8").code, 0)

    def test_recorded_outputs_that_cannot_be_read_are_blocked(self) -> None:
        for text in ("{", "[]", "", '{"parse": NaN}', "{}"):
            self.write("bad.json", text)
            ran = self.cli("workflow", "verify", "bad.json")
            with self.subTest(text=text):
                self.assertEqual((ran.code, "BLOCK" in ran.out), (2, True))
        for text in ("{", '{"step": 3, "output": 1}', '{"step": "a"}', ""):
            self.write("bad.jsonl", text)
            with self.subTest(text=text):
                self.assertEqual(self.cli("workflow", "verify", "bad.jsonl").code, 2)

    def test_a_recorded_result_goes_through_the_release_gates(self) -> None:
        result = {"schema": "dankaro-quality/result/1", "output": "The clinic saw 412 patients, 12% more than in May."}
        self.write("result.json", {"parse": result})
        ran = self.cli("workflow", "verify", "result.json")
        self.assertEqual((ran.code, "release gates: evidence" in ran.out), (2, True))
        passing = json.loads(self.cli("example").out)
        self.write("good.json", {"parse": {**passing.get("result", passing), "schema": "dankaro-quality/result/1"}})
        self.assertEqual(self.cli("workflow", "verify", "good.json").code, 0)
        for change, message in (
            ({"clams": []}, "parse.clams: there is no such field"),
            ({"result": {}}, "in an envelope"),
        ):
            self.write("bad.json", {"parse": {**result, **change}})
            ran = self.cli("workflow", "verify", "bad.json")
            with self.subTest(message=message):
                self.assertEqual((ran.code, message in ran.out), (2, True), ran.out)

    def test_what_cannot_be_judged(self) -> None:
        self.write("good.json", GOOD)
        self.write("twice.json", '{"parse": "a", "parse": "b"}')
        self.write("twice.jsonl", '{"step": "a", "output": 1}\n{"step": "a", "output": 2}')
        steps = f"{self.module}:STEPS"
        rows = (
            ("stands twice", "workflow", "verify", "twice.json"),
            ('line 2: the step "a" stands there twice', "workflow", "verify", "twice.jsonl"),
            ("it is not there", "workflow", "verify", "none.json"),
            ("it is not there", "workflow", "verify", "good.json", "--rubric", "none.json"),
            ("severity_threshold: 7.0", "workflow", "verify", "good.json", "--threshold", "7"),
            ("severity_threshold: nan", "workflow", "verify", "good.json", "--threshold", "nan"),
            ("write MODULE:STEPS", "workflow", "run", "pipeline"),
            ("cannot be loaded: it raised ModuleNotFoundError", "workflow", "run", "no_such_module:STEPS"),
            ("is no mapping", "workflow", "run", f"{self.module}:LIST"),
            ("is no mapping", "workflow", "run", f"{self.module}:none"),
            ("raised OSError: no lease", "workflow", "run", f"{self.module}:broken"),
            ("write STEP=CATEGORY", "workflow", "run", steps, "--inject", "solve"),
            ('did you mean "solve"', "workflow", "run", steps, "--inject", "sovle=refusal"),
            ('did you mean "refusal"', "workflow", "run", steps, "--inject", "solve=refusel"),
        )
        for row in rows:
            self.refused(*row)

    def test_what_steps_print_is_no_part_of_the_report(self) -> None:
        self.write(f"{self.module}.py", PIPELINE + "\nSTEPS['parse'] = lambda: print('reading') or LEASE\n")
        ran = self.cli("workflow", "run", f"{self.module}:STEPS", "--format", "json")
        self.assertTrue(json.loads(ran.out)["released"])
        self.assertIn("reading", ran.err)

    def test_a_run_of_no_steps_is_blocked(self) -> None:
        self.assertEqual(self.cli("workflow", "run", f"{self.module}:NOTHING").code, 2)


class Rubric(Commands):
    def test_generate_prints_or_writes_and_overwrites_nothing(self) -> None:
        needs(self, "yaml")
        ran = self.cli("rubric", "generate", "leases", "parse", "--domain", "astrology")
        self.assertEqual(json.loads(ran.out)["domain"], "general")
        self.assertIn('no checklist for "astrology"', ran.err)
        for name in ("r.json", "r.yaml"):
            argv = ("rubric", "generate", "leases", "parse", "--out", name)
            self.assertEqual(self.cli(*argv).code, 0)
            self.refused("--force overwrites it", *argv)
            self.assertEqual(self.cli(*argv, "--force").code, 0)
            self.assertEqual(self.cli("rubric", "check", name).code, 0)
        self.refused("is to end in", "rubric", "generate", "leases", "parse", "--out", "r.txt")
        self.refused("stands there twice", "rubric", "generate", "leases", "parse", "parse")

    def test_check_and_show(self) -> None:
        self.cli("rubric", "generate", "leases", "parse", "--domain", "legal", "--out", "r.json")
        shown = self.cli("rubric", "show", "r.json").out
        self.assertIn("leases (generated, not reviewed by an expert)", shown)
        self.assertIn("must hold: jurisdiction", shown)
        head = {"format": "dankaro-quality/rubric/1", "workflow_id": "leases"}
        rows = (
            ({"parse": []}, "there is no check"),
            ({"parse": [{"name": "a"}]}, "it has no criterion"),
            ({"parse": [{"name": "a", "needs_validator": True}]}, "had a validator"),
            (
                {"parse": [{"name": "a", "required_terms": ["Rent"], "forbidden_terms": ["rent"]}]},
                "required and forbidden",
            ),
            ({}, "there is no step"),
        )
        for checks, message in rows:
            self.write("bad.json", {**head, "step_checks": checks})
            ran = self.cli("rubric", "check", "bad.json")
            with self.subTest(message=message):
                self.assertEqual(ran.code, 2)
                self.assertIn(message, ran.out)
        self.write("bad.json", {**head, "step_checks": {"parse": [{"name": "a", "validator": "f"}]}})
        self.refused("no file holds code", "rubric", "check", "bad.json")

    def test_yaml_without_the_extra(self) -> None:
        self.write("r.yaml", "a: 1")
        with mock.patch.dict("sys.modules", {"yaml": None}):
            self.refused("[yaml]", "rubric", "check", "r.yaml")
            self.refused("[yaml]", "rubric", "generate", "leases", "parse", "--out", "new.yaml")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new.yaml")))


class Modes(Commands):
    def own(self, **change: object) -> None:
        mode = {
            "category": "custom:unpriced",
            "description": "A quote without an amount.",
            "trigger_keywords": ["price to be advised"],
            "severity": 0.7,
            "samples": ["Quote: price to be advised."],
            **change,
        }
        head = {"format": "dankaro-quality/modes/1", "extends": "builtin", "disable": ["refusal"]}
        self.write("own.json", {**head, "modes": [mode]})

    def test_list_and_detect(self) -> None:
        self.assertEqual(len(self.cli("modes", "list").out.splitlines()), 16)
        self.assertEqual(json.loads(self.cli("modes", "list", "--format", "json").out)[0]["code"], "WFM001")
        rows = (("A quiet day.", 0), ("Total: TBD", 2), ("One moment, please.", 0), ("I am unable to help.", 2))
        for text, code in rows:
            self.assertEqual(self.cli("modes", "detect", text).code, code)
        self.assertEqual(self.cli("modes", "detect", "-", stdin=b"Total: TBD").code, 2)
        self.assertEqual(json.loads(self.cli("modes", "detect", "Total: TBD", "--format", "json").out)[0]["line"], 1)
        self.refused("severity_threshold", "modes", "detect", "a", "--threshold", "nan")
        for data, why in ((b"\xff\xfe\x00", "is not UTF-8: byte 1"), (b"a\x00b", "holds a null byte")):
            ran = self.cli("modes", "detect", "-", stdin=data)
            self.assertEqual((ran.code, why in ran.err), (3, True), ran)

    def test_a_library_of_the_team_s_own(self) -> None:
        self.own()
        self.assertEqual(self.cli("modes", "check", "own.json").code, 0)
        self.assertIn("custom:unpriced", self.cli("modes", "list", "--modes", "own.json").out)
        self.assertEqual(self.cli("modes", "detect", "Price to be advised", "--modes", "own.json").code, 2)
        self.assertEqual(self.cli("modes", "detect", "I am unable to help.", "--modes", "own.json").code, 0)
        self.write("out.json", {"quote": "Price to be advised by mail."})
        self.assertEqual(self.cli("workflow", "verify", "out.json", "--modes", "own.json").code, 2)
        rows = [("Price to be advised.", ["custom:unpriced"]), ("The price is 4 EUR.", []), ("Total: TBD", [])]
        self.write(
            "rows.jsonl", "\n".join(json.dumps({"step_output": text, "labels": labels}) for text, labels in rows)
        )
        ran = self.cli("modes", "score", "own.json", "--on", "rows.jsonl", "--misses")
        self.assertEqual(ran.code, 0)
        self.assertIn("custom:unpriced           1.000 (1/1, 95 % 0.21-1.00)", ran.out)
        self.assertIn("false alarms on clean outputs  0.500 (1/2", ran.out)
        self.assertIn("line 3: wanted nothing, found placeholder_content", ran.out)
        self.assertEqual(self.cli("modes", "score", "builtin", "--on", "rows.jsonl").code, 0)

    def test_bad_files(self) -> None:
        rows = (
            ({"severity": 7}, "severity: 7 is not between 0 and 1"),
            ({"trigger_keywords": ["re:(a+)+$"]}, "the pattern cannot be used"),
            ({"trigger_keywords": [""]}, "it is empty"),
            ({"severty": 1}, "there is no such key"),
            ({"samples": ["Quote: 4 EUR."]}, "does not fire"),
        )
        for change, message in rows:
            self.own(**change)
            self.refused(message, "modes", "check", "own.json")
            self.refused(message, "modes", "list", "--modes", "own.json")
        self.own(samples=[])
        ran = self.cli("modes", "check", "own.json")
        self.assertEqual((ran.code, "has no sample" in ran.out), (2, True))
        self.refused("it is not there", "modes", "score", "builtin", "--on", "none.jsonl")


class Catalogue(Commands):
    def test_explain_and_rules_know_the_codes(self) -> None:
        self.assertIn("placeholder_content", self.cli("explain", "wfm007").out)
        self.assertIn("RUB007", self.cli("explain", "rubric").out)
        codes = {row["code"] for row in json.loads(self.cli("rules", "--format", "json").out)}
        self.assertTrue({"WFM001", "WFM021", "RUB001", "RUB007"} <= codes)
        self.assertIn("WFM001…021", self.cli("gates").out)

    def test_a_result_is_evaluated_without_the_package(self) -> None:
        import subprocess

        env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        code = (
            "import sys; from dankaro_quality.cli import main; main(['evaluate', '-']); main(['--version']);"
            "sys.exit(any('workflow' in name for name in sys.modules))"
        )
        run = subprocess.run(
            [sys.executable, "-c", code], input=b"{}", capture_output=True, cwd=self.folder, env=env, check=False
        )
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()

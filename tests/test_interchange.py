"""Where people meet it: many files and formats, the action and the hook as a CI runs them, pages, assertions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
from typing import Any

from dankaro_quality.cli import delivery, evaluate
from dankaro_quality.profiles import PROFILES
from dankaro_quality.schemas import strict_result
from dankaro_quality.testing import QualityAssertions
from tests import oracles
from tests.builders import ROOT, cli, make_claim, make_result, needs

REPORT = "# Ü\n\nRevenue rose 12% in 2025 [1].\n\nProfit fell by 7%.\n\n[1]: https://example.org/r.pdf\n"
SOUND = "Revenue rose 12% in 2025 ([report](https://example.org/r.pdf)).\n"


class Folder(unittest.TestCase):
    """A test in a folder of its own, with a passing and a blocked result and two reports."""

    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = os.path.realpath(place.name)
        shutil.copy(os.path.join(ROOT, "fixtures", "passing.json"), os.path.join(self.folder, "good.json"))
        self.write("bad.json", cli("example", "--blocked").out)
        self.write("report.md", REPORT)
        self.write("sound.md", SOUND)

    def write(self, name: str, text: str) -> str:
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        return path

    def read(self, name: str) -> str:
        with open(os.path.join(self.folder, name), encoding="utf-8") as stream:
            return stream.read()

    def cli(self, *argv: str, stdin: bytes = b"") -> Any:
        return cli(*argv, stdin=stdin, cwd=self.folder)


class Evaluate(Folder):
    def test_every_format_at_once(self) -> None:
        formats = [word for kind in delivery.FORMATS for word in ("--format", kind)]
        run = self.cli("evaluate", "report.md", *formats, "--out", "out", "--profile", "cited-text")
        self.assertEqual(run.code, 2)
        names = sorted(os.listdir(os.path.join(self.folder, "out")))
        wanted = [
            "report." + end for end in ("gitlab.json", "html", "intoto.json", "json", "md", "sarif", "txt", "xml")
        ]
        self.assertEqual(names, wanted)
        self.assertEqual([name for name, _, _ in oracles.runner_commands(run.out)], ["error"])
        self.assertRegex(run.err.splitlines()[-1], r"report\.md: BLOCKED, 1 reason\(s\) \(exit 2\)$")

    def test_findings_of_a_markdown_report_stand_on_its_lines(self) -> None:
        run = self.cli("evaluate", "report.md", "--format", "json", "--profile", "cited-text")
        found = [one for gate in json.loads(run.out)["gates"] for one in gate["findings"]]
        self.assertEqual([(one["code"], one["file"], one["line"]) for one in found if one["severity"] == "error"],
                         [("EVD001", "report.md", 5)])  # fmt: skip

    def test_pointers_into_the_user_s_file_are_kept(self) -> None:
        message = {"role": "assistant", "content": "Profit fell by 7%."}
        self.write("answer.json", json.dumps({"choices": [{"finish_reason": "stop", "message": message}]}))
        options = ("--format", "sarif", "--format", "html", "--out", "out", "--profile", "cited-text")
        self.assertEqual(self.cli("evaluate", "answer.json", *options).code, 2)
        [run] = json.loads(self.read("out/answer.sarif"))["runs"]
        self.assertEqual([one["properties"]["origin"] for one in run["results"]], ["/choices/0/message/content"])
        self.assertIn("from /choices/0/message/content", self.read("out/answer.html"))

    def test_a_statement_of_the_output_stands_on_its_line(self) -> None:
        self.write("compared.md", "# Ü\n\nFine.\n\nThe router outperforms rotation.\n")
        run = self.cli("evaluate", "compared.md", "--format", "json", "--profile", "cited-text")
        found = {one["code"]: one["line"] for gate in json.loads(run.out)["gates"] for one in gate["findings"]}
        self.assertEqual(found["BAS001"], 5)

    def test_in_json_it_stands_on_the_line_of_the_output(self) -> None:
        self.write("compared.json", '{\n "claims": [],\n "output": "Fine.\\n\\nThe router outperforms rotation."\n}')
        run = self.cli("evaluate", "compared.json", "--format", "json")
        found = {one["code"]: one["line"] for gate in json.loads(run.out)["gates"] for one in gate["findings"]}
        self.assertEqual(found["BAS001"], 3)

    def test_a_cited_report_is_released(self) -> None:
        self.assertEqual(self.cli("evaluate", "sound.md", "--profile", "cited-text").code, 0)

    def test_without_the_profile_the_author_is_told_of_it(self) -> None:
        run = self.cli("evaluate", "sound.md")
        self.assertEqual(run.code, 2)
        self.assertIn("--profile cited-text", run.err)
        self.assertNotIn("--profile", self.cli("evaluate", "bad.json").err)

    def test_many_files_the_worst_decides(self) -> None:
        rows = [(("good.json",), 0), (("good.json", "bad.json"), 2), (("bad.json", "good.json"), 2)]
        for files, code in rows:
            self.assertEqual(self.cli("evaluate", *files).code, code)
            self.assertEqual(self.cli("validate", *files).code, code)
        self.assertEqual(self.cli("evaluate", "good.json", "missing.json").code, 3)
        self.assertEqual(self.cli("validate", "good.json", "bad.json", "missing.json").code, 3)

    def test_the_last_line_says_the_verdict(self) -> None:
        run = self.cli("evaluate", "good.json", "bad.json", "good.json")
        self.assertEqual(run.err.splitlines()[-1], "dankaro-quality: 3 results, 1 blocked (exit 2)")
        for argv in (("sound.md",), ("good.json", "--format", "json", "--out", "out")):
            self.assertRegex(self.cli("evaluate", *argv).err.splitlines()[-1], r"(PASSED|BLOCKED).* \(exit [02]\)$")

    def test_repeats_are_read_like_results(self) -> None:
        self.write("again.md", SOUND.replace("12%", "13%"))
        run = self.cli("evaluate", "sound.md", "--repeat", "again.md", "--profile", "cited-text", "--format", "json")
        gate = next(one for one in json.loads(run.out)["gates"] if one["gate"] == "stability")
        self.assertEqual(gate["measures"]["runs"], 2)
        samples = [{"id": name, "epoch": 1, "input": "x", "output": {"completion": SOUND}} for name in ("a", "b")]
        log = {"version": 2, "status": "success", "eval": {}, "samples": samples}
        self.write("log.json", json.dumps(log))
        rows = (("log.json", "several results"), ("missing.md", "not there"), ("bad.txt", "this is text"))
        for name, word in rows:
            self.write("bad.txt", "plain words")
            run = self.cli("evaluate", "sound.md", "--repeat", name)
            self.assertEqual(run.code, 3)
            self.assertIn(word, run.err)

    def test_reports_of_files_with_one_stem_do_not_meet(self) -> None:
        self.write("a/report.md", SOUND)
        self.write("report.json", self.read("good.json"))
        run = self.cli("evaluate", "report.md", "report.json", "a/report.md", "--format", "text", "--out", "out")
        self.assertEqual(run.code, 2)
        self.assertEqual(
            sorted(os.listdir(os.path.join(self.folder, "out"))), ["report.json.txt", "report.md.txt", "report.txt"]
        )

    def test_what_goes_not_together(self) -> None:
        rows = [
            (("evaluate", "good.json", "--format", "json", "--format", "sarif"), "--out"),
            (("evaluate", "good.json", "bad.json", "--format", "sarif"), "--out"),
            (("evaluate", "good.json", "--profile", "cited-text", "--settings", "x.toml"), "--profile"),
            (("schema", "report", "--strict"), "--strict"),
            (("evaluate", "good.json", "--from", "words"), "words"),
            (("convert", "native", "good.json"), "native"),
        ]
        for argv, word in rows:
            with self.subTest(argv):
                run = self.cli(*argv)
                self.assertEqual((run.code, run.out), (3, ""))
                self.assertIn(word, run.err)
                self.assertNotIn("Traceback", run.err)

    def test_a_file_of_several_results(self) -> None:
        sample = {"id": "s1", "epoch": 1, "input": "x", "output": {"completion": SOUND}}
        log = {"version": 2, "status": "success", "eval": {}, "samples": [sample, {**sample, "id": "s/2"}]}
        self.write("log.json", json.dumps(log))
        run = self.cli("evaluate", "log.json", "--format", "json", "--profile", "cited-text", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "out"))), ["log-s-2.json", "log-s1.json"])
        self.assertEqual(self.cli("evaluate", "log.json", "--format", "json").code, 3)

    def test_the_report_never_takes_the_place_of_the_result(self) -> None:
        before = self.read("good.json")
        self.assertEqual(self.cli("evaluate", "good.json", "--format", "json", "--out", ".").code, 3)
        self.assertEqual(self.read("good.json"), before)

    def test_no_text_of_a_file_or_name_acts_on_standard_error(self) -> None:
        evil = "\x1b]0;x\x07##[error]\u202ex\n::error::forged"
        denied = {"type": "result", "subtype": "success", "result": SOUND, "permission_denials": [{"tool_name": evil}]}
        odd = {"type": "message", "content": [{"type": "text", "text": "x", "citations": [{"type": evil}]}]}
        self.write("denied.json", json.dumps(denied))
        self.write("odd.json", json.dumps(odd))
        rows = [("convert", "auto", "denied.json"), ("convert", "auto", "odd.json"), ("evaluate", evil)]
        rows += [("validate", evil), ("evaluate", "denied.json"), ("evaluate", "odd.json")]
        more: list[tuple[str, ...]] = [(evil,), ("evaluate", "--task", evil, "good.json")]
        for argv in (*rows, *more):
            with self.subTest(argv):
                run = self.cli(*argv)
                self.assertNotEqual(run.code, 1)
                for text in (run.out, run.err):
                    self.assertEqual(oracles.controls(text), [])
                    self.assertEqual(oracles.runner_commands(text), [])

    def test_the_lists_agree(self) -> None:
        self.assertEqual(sorted(evaluate.PROFILES), sorted(PROFILES))

    def test_a_native_result_loads_neither_importers_nor_exporters(self) -> None:
        code = (
            "import sys; from dankaro_quality.cli import main; main(['evaluate', 'good.json']);"
            "print([one for one in sys.modules if 'porte' in one or 'porting' in one or one.endswith('references')])"
        )
        env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=self.folder, env=env, capture_output=True, text=True, check=True
        )
        self.assertEqual(run.stdout.splitlines()[-1], "['dankaro_quality.reporting']")


class Action(Folder):
    """The composite action, its step run as the runner runs it: bash -eo pipefail, inputs through the environment."""

    def run_action(self, **inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str], str]:
        needs(self, "yaml")
        import yaml

        folder = os.path.join(ROOT, ".github", "actions", "evaluate")
        with open(os.path.join(folder, "action.yml"), encoding="utf-8") as stream:
            action = yaml.safe_load(stream)
        given = {name: str(one.get("default", "")) for name, one in action["inputs"].items()}
        given |= {"python": sys.executable, **inputs}
        self.assertEqual(given.keys(), action["inputs"].keys())
        [step] = action["runs"]["steps"]
        self.assertNotIn("${{", step["run"], "an input in the script is code of whoever wrote the input")
        env = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], text)
            for name, text in step["env"].items()
        }
        for name in ("output", "summary"):
            self.write(name, "")
        env |= {"PATH": os.environ["PATH"], "GITHUB_ACTION_PATH": folder, "GITHUB_ACTIONS": "true",
                "GITHUB_OUTPUT": os.path.join(self.folder, "output"),
                "GITHUB_STEP_SUMMARY": os.path.join(self.folder, "summary")}  # fmt: skip
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        run = subprocess.run(shell, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        outputs = dict(line.split("=", 1) for line in self.read("output").splitlines())
        return run, outputs, self.read("summary")

    def test_a_passing_result(self) -> None:
        run, outputs, summary = self.run_action(files="good.json\n")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(outputs, {"verdict": "passed", "exit-code": "0"})
        self.assertTrue(summary.startswith("# PASSED: good.json"))
        self.assertEqual(oracles.runner_commands(run.stdout + run.stderr), [])
        names = sorted(os.listdir(os.path.join(self.folder, "quality-reports")))
        self.assertEqual(names, ["good.html", "good.md", "good.sarif", "good.xml"])

    def test_a_blocked_result_beside_a_passing_one(self) -> None:
        run, outputs, summary = self.run_action(files="good.json\r\nbad.json\n\n", formats="sarif", out="my reports")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(outputs, {"verdict": "blocked", "exit-code": "2"})
        self.assertIn("# BLOCKED: bad.json", summary)
        self.assertEqual({name for name, _, _ in oracles.runner_commands(run.stdout)}, {"error", "warning"})
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "my reports"))), ["bad.sarif", "good.sarif"])

    def test_settings_task_and_profile_are_passed_on(self) -> None:
        self.assertEqual(self.run_action(files="sound.md", profile="cited-text")[0].returncode, 0)
        self.assertEqual(self.run_action(files="sound.md")[0].returncode, 2)
        self.write("strict.toml", "[completeness]\nrequired_deliverables = ['plan']\n")
        self.assertEqual(self.run_action(files="good.json", settings="strict.toml")[0].returncode, 2)

    def test_what_cannot_be_judged(self) -> None:
        for files in ("missing.json", "", "--help", "-"):
            with self.subTest(files):
                run, outputs, _ = self.run_action(files=files)
                self.assertNotEqual(run.returncode, 0)
                self.assertNotEqual(outputs.get("verdict"), "passed")

    def test_names_that_are_code_elsewhere(self) -> None:
        names = [
            "$(touch owned).json",
            "`touch owned`.json",
            "a;touch owned.json",
            "a b 'c'.json",
            "::error::x.json",
            "ü.json",
        ]
        for name in names:
            self.write(name, self.read("good.json"))
        run, outputs, _ = self.run_action(files="\n".join(names), formats="text")
        self.assertEqual((run.returncode, outputs["verdict"]), (0, "passed"), run.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "owned")))
        self.assertEqual(oracles.runner_commands(run.stdout + run.stderr), [])

    def test_the_working_directory_is_not_imported(self) -> None:
        self.write("json.py", "raise SystemExit(0)")
        self.write("dankaro_quality.py", "raise SystemExit(0)")
        self.assertEqual(self.run_action(files="bad.json")[0].returncode, 2)


class Hook(Folder):
    def test_the_hook_s_own_command(self) -> None:
        needs(self, "yaml")
        import yaml

        with open(os.path.join(ROOT, ".pre-commit-hooks.yaml"), encoding="utf-8") as stream:
            [hook] = yaml.safe_load(stream)
        self.assertLessEqual({"id", "name", "entry", "language"}, hook.keys())
        program, *words = hook["entry"].split()
        self.assertEqual(program, "dankaro-quality")
        env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        rows = [(["good.json"], 0), (["good.json", "bad.json"], 2), (["sound.md"], 2), (["gone.json"], 3)]
        for files, code in rows:
            run = subprocess.run([sys.executable, "-m", "dankaro_quality", *words, *files], cwd=self.folder, env=env,
                                 capture_output=True, text=True, check=False)  # fmt: skip
            with self.subTest(files):
                self.assertEqual(run.returncode, code, run.stderr)
        self.assertTrue(re.search(hook["files"], "results/a.json") and re.search(hook["files"], "out/result/b.md"))
        self.assertFalse(re.search(hook["files"], "src/results.json"))


class Pages(Folder):
    def page(self, name: str, language: str) -> list[str]:
        with open(os.path.join(ROOT, "docs", name), encoding="utf-8") as stream:
            return re.findall(rf"^```{language}\n(.*?)^```$", stream.read(), re.M | re.S)

    def test_the_yaml_of_the_ci_page_parses_and_its_commands_run(self) -> None:
        needs(self, "yaml")
        import yaml

        self.write("result.json", self.read("good.json"))
        github, gitlab, hook = map(yaml.safe_load, self.page("ci.md", "yaml"))
        step = github["jobs"]["quality"]["steps"][1]
        with open(os.path.join(ROOT, step["uses"], "action.yml"), encoding="utf-8") as stream:
            self.assertLessEqual(step["with"].keys(), yaml.safe_load(stream)["inputs"].keys())
        commands = [line for line in gitlab["quality"]["script"] if line.startswith("dankaro-quality")]
        commands += re.findall(r"sh '(dankaro-quality [^']+)'", self.page("ci.md", "groovy")[0])
        self.assertEqual(len(commands), 2)
        for command in commands:
            self.assertEqual(self.cli(*command.split()[1:]).code, 0)
        for pattern in gitlab["quality"]["artifacts"]["reports"].values():
            self.assertTrue(
                any(
                    name.endswith(pattern.partition("*")[2])
                    for name in os.listdir(os.path.join(self.folder, "reports"))
                )
            )
        self.assertEqual(hook["repos"][0]["hooks"][0]["id"], "dankaro-quality")
        ET.parse(os.path.join(self.folder, "reports", "result.xml"))

    def test_the_page_for_the_agent(self) -> None:
        needs(self, "jsonschema")
        import jsonschema

        [example] = self.page("give-this-to-your-agent.md", "json")
        jsonschema.Draft202012Validator(strict_result()).validate(json.loads(example))
        self.write("answer.json", example)
        make, judge = [line for text in self.page("give-this-to-your-agent.md", "sh") for line in text.splitlines()]
        self.assertEqual(json.loads(self.cli(*make.partition(" > ")[0].split()[1:]).out), strict_result())
        run = self.cli(*judge.split()[1:])
        self.assertEqual(run.code, 0, run.out)
        self.assertEqual(json.loads(run.out)["next_actions"], [])
        [text] = self.page("give-this-to-your-agent.md", "text")
        fields = set(re.findall(r'"(\w+)"', text)) - {"fact", "inference", "judgment", "recommendation"}
        self.assertLessEqual(fields, {*strict_result()["properties"], *strict_result()["$defs"]["claim"]["properties"]})

    def test_the_assertions_of_the_ci_page_are_tests_that_pass(self) -> None:
        for text in self.page("ci.md", "python"):
            made: dict[str, Any] = {}
            exec(text, made)
            suite = unittest.defaultTestLoader.loadTestsFromTestCase(made["Release"])
            outcome = unittest.TestResult()
            suite.run(outcome)
            self.assertTrue(suite.countTestCases() and outcome.wasSuccessful(), outcome.failures + outcome.errors)


class StrictSchema(unittest.TestCase):
    def test_it_keeps_to_what_structured_outputs_take(self) -> None:
        def check(schema: Any, at: str = "") -> None:
            known = {"type", "enum", "properties", "required", "additionalProperties", "items", "$ref", "$defs"}
            self.assertLessEqual(schema.keys(), known, at)
            if schema.get("type") == "object":
                self.assertEqual(sorted(schema["required"]), sorted(schema["properties"]), at)
                self.assertIs(schema["additionalProperties"], False, at)
            for name, one in {**schema.get("properties", {}), **schema.get("$defs", {})}.items():
                check(one, f"{at}/{name}")
            if "items" in schema:
                check(schema["items"], at + "/items")

        check(strict_result())


class Assertions(QualityAssertions, unittest.TestCase):
    def test_a_result_that_may_be_released_gives_its_report(self) -> None:
        self.assertTrue(self.assertReleasable(make_result()).released)

    def test_one_that_may_not_fails_with_the_reasons(self) -> None:
        with self.assertRaisesRegex(AssertionError, "EVD002"):
            self.assertReleasable(make_result(claims=(make_claim(source="trust me"),)))

    def test_the_rule_that_blocks_is_the_one_expected(self) -> None:
        bad = make_result(claims=(make_claim(source="trust me"),))
        self.assertFalse(self.assertBlocked("EVD002", bad).released)
        for code, result in (("EVD001", bad), ("EVD002", make_result())):
            with self.assertRaises(AssertionError):
                self.assertBlocked(code, result)


if __name__ == "__main__":
    unittest.main()

"""The command line: argv in; exit code, standard output and standard error out."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from unittest import mock

from dankaro_quality.cli import COMMANDS, NEVER_EMPTY
from dankaro_quality.version import VERSION
from tests.builders import ROOT, cli

PASSING = os.path.join(ROOT, "fixtures", "passing.json")
BLOCKED = os.path.join(ROOT, "src", "dankaro_quality", "examples", "blocked.json")


class Case(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name: str, content: bytes | str) -> str:
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
        return path

    def cli(self, *argv: str, **more: object):
        return cli(*argv, **{"cwd": self.folder, **more})


class Evaluate(Case):
    def test_a_result_that_passes(self) -> None:
        ran = self.cli("evaluate", PASSING)
        self.assertEqual(ran.code, 0)
        self.assertTrue(ran.out.startswith("# PASSED: "))
        self.assertTrue(ran.err.endswith("PASSED (exit 0)\n"))

    def test_a_result_that_is_blocked_names_code_place_line_and_remedy(self) -> None:
        ran = self.cli("evaluate", BLOCKED)
        self.assertEqual(ran.code, 2)
        for words in ("# BLOCKED", "**EVD003**", "`claims[0].source`, line ", "To mend: name a URL", "**BAS003**"):
            self.assertIn(words, ran.out)
        self.assertIn("(exit 2)", ran.err)

    def test_lines_are_those_of_the_file(self) -> None:
        ran = self.cli("evaluate", BLOCKED, "--format", "json")
        with open(BLOCKED, encoding="utf-8") as stream:
            text = stream.read().splitlines()
        found = {one["code"]: one["line"] for gate in json.loads(ran.out)["gates"] for one in gate["findings"]}
        self.assertIn("our earlier draft", text[found["EVD003"] - 1])
        self.assertIn("trust me", text[found["EVD002"] - 1])
        self.assertIn("the alternative", text[found["BAS002"] - 1])

    def test_standard_input(self) -> None:
        with open(PASSING, "rb") as stream:
            self.assertEqual(self.cli("evaluate", "-", stdin=stream.read()).code, 0)

    def test_json(self) -> None:
        report = json.loads(self.cli("evaluate", PASSING, "--format", "json").out)
        self.assertEqual((report["released"], report["schema"]), (True, "dankaro-quality/report/1"))
        self.assertEqual(report["tool_version"], VERSION)

    def test_out_writes_a_file_for_each_format(self) -> None:
        ran = self.cli("evaluate", PASSING, "--format", "json", "--format", "markdown", "--out", "reports")
        self.assertEqual((ran.code, ran.out), (0, ""))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "reports"))), ["passing.json", "passing.md"])

    def test_a_report_never_takes_the_place_of_its_result(self) -> None:
        path = self.write("a.json", '{"output": "a"}')
        ran = self.cli("evaluate", "a.json", "--format", "json", "--out", ".")
        self.assertEqual(ran.code, 3)
        with open(path, encoding="utf-8") as stream:
            self.assertEqual(stream.read(), '{"output": "a"}')

    def test_task_repeat_root_and_ledger(self) -> None:
        self.write("task.json", '{"id": "weekly", "required_deliverables": ["plan"]}')
        ran = self.cli("evaluate", PASSING, "--task", "task.json")
        self.assertEqual(ran.code, 2)
        self.assertIn("CMP001", ran.out)
        with open(PASSING, encoding="utf-8") as stream:
            other = json.loads(stream.read())["result"]
        other["claims"][0]["value"] = 43
        self.write("again.json", json.dumps(other))
        self.assertIn("STB001", self.cli("evaluate", PASSING, "--repeat", "again.json").out)
        self.write("ledger.jsonl", '{"id": "Z", "text": "peaked at 310 MB", "status": "demoted"}\n')
        self.assertIn("LED002", self.cli("evaluate", PASSING, "--ledger", "ledger.jsonl").out)
        self.write("root/data.csv", "a,b\n")
        self.write("paths.json", '{"output": "Here.", "deliverables": ["data.csv"]}')
        self.assertEqual(self.cli("evaluate", "paths.json", "--root", "root").code, 0)
        self.assertEqual(self.cli("evaluate", "paths.json").code, 2)


class BadInput(Case):
    """The designed exit code and one clear message, never a traceback."""

    CONTENTS = (
        ("empty", b"", "empty"),
        ("blank", b"  \n\n", "empty"),
        ("prose", b"The report is ready.\n", ""),
        ("html", b"<!DOCTYPE html><html><body>502</body></html>", "HTML"),
        ("cut", b'{"output": "a", "claims": [{"text": "b"', "ends"),
        ("fence", b'```json\n{"output": "a"}\n```\n', "fence"),
        ("null", b"null", "JSON object"),
        ("list", b"[]", "JSON object"),
        ("nothing in it", b"{}", "neither"),
        ("wrong types", b'{"output": 3, "claims": "none"}', "expected a list"),
        ("doubled key", b'{"output": "a", "output": "b"}', "output"),
        ("not a number", b'{"output": "a", "claims": [{"text": "b", "confidence": NaN}]}', "NaN"),
        ("too large a number", b'{"output": "a", "claims": [{"text": "b", "value": 1e999}]}', "1e999"),
        ("boolean as number", b'{"output": "a", "exposed_controls": true}', "whole number"),
        ("unknown field", b'{"output": "a", "claim": []}', "did you mean"),
        ("latin-1", '{"output": "garantía"}'.encode("latin-1"), "UTF-8"),
        ("utf-16", '{"output": "a"}'.encode("utf-16"), "UTF-16"),
        ("brackets", b"[" * 70_000, "nest"),
        ("another version", b'{"schema": "dankaro-quality/result/9", "output": "a"}', "result/1"),
    )

    def test_contents(self) -> None:
        for name, content, words in self.CONTENTS:
            self.write("bad.json", content)
            for argv in (
                ("evaluate", "bad.json"),
                ("evaluate", "bad.json", "--format", "json"),
                ("validate", "bad.json"),
            ):
                with self.subTest(name=name, argv=argv):
                    ran = self.cli(*argv)
                    self.assertEqual(ran.code, 2, ran)
                    self.assertIn(words if argv[0] == "evaluate" else "", ran.out)
                    self.assertIn("CON00", ran.out)
                    self.assertNotIn("Traceback", ran.out + ran.err)

    USAGE = (
        (("evaluate", "missing.json"), "missing.json"),
        (("evaluate", "."), "folder"),
        (("evaluate",), "FILE"),
        (("evaluate", "a.json", "--fromat", "json"), "--fromat"),
        (("evaluate", "a.json", "--format", "jsn"), "invalid choice"),
        (("evaluate", "a.json", "--settings", "none.toml"), "none.toml"),
        (("evaluate", "a.json", "--settings", "bad.toml"), "bad.toml:2"),
        (("evaluate", "a.json", "--ledger", "none.jsonl"), "none.jsonl"),
        (("evaluate", "a.json", "--task", "none.json"), "none.json"),
        (("evaluate", "a.json", "--task", "bad.json"), "this is no task"),
        (("evaluate", "a.json", "--repeat", "bad.json"), "this repeat is no result"),
        (("evaluate", "a.json", "--root", "none"), "none"),
        (("evaluate", "a.json", "--today", "tomorrow"), "YYYY-MM-DD"),
        (("evaluate", "a.json", "--ledger", "empty-folder"), "empty-folder"),
        *((("evaluate", "a.json", name, ""), f"{name}: the value is empty") for name in NEVER_EMPTY),
        (("evaluate", "-", "--repeat", "-"), "only once"),
        (("validate", "-", "-"), "only once"),
        (("ledger", "list", "--ledger", "empty-folder"), "empty-folder"),
        (("ledger", "demote", "A", "--reason", "", "--by", "b"), "--reason"),
        (("ledger", "record", "a.json", "--root", "none"), "none"),
        (("evaluate", "a.json", "--resolve", "online"), "form only"),
        (("evaluate", "a.json", "--format", "json", "--format", "markdown"), "--out"),
        (("evaluate", "a.json", "--out", "a.json"), "a.json"),
        (("validate",), "FILE"),
        (("validate", "empty-folder"), "there is no .json"),
        (("validate", "a.json", "--jobs", "0"), "--jobs 0"),
        (("evalute", "a.json"), 'did you mean "evaluate"?'),
        (("--verison",), "--verison"),
        (("explain", "EVD0022"), "did you mean"),
        (("explain", "evidense"), 'did you mean "evidence"?'),
        (("schema", "results"), "invalid choice"),
        ((), ""),
    )

    def test_usage(self) -> None:
        self.write("a.json", '{"output": "a"}')
        self.write("bad.json", "{")
        self.write("bad.toml", "[evidence]\nmin_coverage = 7\n")
        os.mkdir(os.path.join(self.folder, "empty-folder"))
        for argv, words in self.USAGE:
            with self.subTest(argv=argv):
                ran = self.cli(*argv)
                self.assertEqual(ran.code, 3, ran)
                self.assertIn(words, ran.err)
                self.assertNotIn("Traceback", ran.err)
                self.assertNotIn("PASSED", ran.out)

    def test_broken_settings_in_the_working_directory_stop_everything(self) -> None:
        self.write("thresholds.toml", "[evidence]\nmin_coverage = nan\n")
        ran = self.cli("evaluate", PASSING)
        self.assertEqual((ran.code, ran.out), (3, ""))
        self.assertIn("thresholds.toml:2", ran.err)

    def test_a_result_that_is_too_large_is_blocked(self) -> None:
        self.write("thresholds.toml", "[global]\nmax_bytes = 1000\n")
        self.write("big.json", json.dumps({"output": "a" * 2000}))
        self.assertEqual(self.cli("evaluate", "big.json").code, 2)

    def test_special_files_do_not_hang(self) -> None:
        os.mkfifo(os.path.join(self.folder, "pipe.json"))
        self.assertEqual(self.cli("evaluate", "pipe.json").code, 3)
        self.assertIn(self.cli("evaluate", os.devnull).code, (2, 3))

    def test_a_defect_of_ours_is_said_and_never_a_pass(self) -> None:
        with mock.patch("dankaro_quality.harness.decide", side_effect=RuntimeError("boom")):
            ran = self.cli("evaluate", PASSING)
        self.assertEqual((ran.code, ran.out), (3, ""))
        self.assertIn("a defect in dankaro-quality", ran.err)
        self.assertIn("RuntimeError: boom", ran.err)

    def test_ctrl_c(self) -> None:
        with mock.patch("dankaro_quality.harness.decide", side_effect=KeyboardInterrupt):
            self.assertEqual(self.cli("evaluate", PASSING).code, 130)


class Validate(Case):
    def test_one_line_each_and_the_worst_code(self) -> None:
        ran = self.cli("validate", PASSING, BLOCKED)
        first, second = ran.out.splitlines()
        self.assertEqual((ran.code, first), (2, f"PASS {PASSING} 1.00"))
        self.assertTrue(second.startswith(f"BLOCK {BLOCKED} evidence EVD003 claims[0].source: "), second)

    def test_a_missing_file_among_others_is_worst(self) -> None:
        ran = self.cli("validate", PASSING, "none.json", BLOCKED)
        self.assertEqual((ran.code, len(ran.out.splitlines())), (3, 2))
        self.assertIn("none.json", ran.err)

    def test_folders_and_lines(self) -> None:
        with open(PASSING, encoding="utf-8") as stream:
            line = json.dumps(json.load(stream))
        self.write("in/b.jsonl", f"{line}\n\n{{\n{line}")
        self.write("in/a.json", line)
        self.write("in/notes.txt", "not looked at")
        ran = self.cli("validate", "in")
        starts = [" ".join(text.split()[:2]) for text in ran.out.splitlines()]
        self.assertEqual(starts, ["PASS in/a.json", "PASS in/b.jsonl:1", "BLOCK in/b.jsonl:3", "PASS in/b.jsonl:4"])

        self.assertEqual(ran.err.splitlines()[0], "dankaro-quality: not judged, no result by its name: in/notes.txt")

    def test_a_report_in_markdown_is_judged_in_a_folder_too(self) -> None:
        self.write("in/report.md", "Revenue rose by 12% in the north, and nobody says where that stands.\n")
        self.write("in/README.md", "What lies here: reports.\n")
        ran = self.cli("validate", "in")
        self.assertEqual((ran.code, ran.out.split()[:2]), (2, ["BLOCK", "in/report.md"]))
        self.assertIn("in/README.md", ran.err)

    def test_a_broken_contract_names_lines(self) -> None:
        self.write("bad.json", '{\n"output": "a",\n"claims": [{"text": "a",\n"confidence": 7}],\n"claim": 1}\n')
        found = json.loads(self.cli("evaluate", "bad.json", "--format", "json").out)["gates"][0]["findings"]
        self.assertEqual([(one["code"], one["file"], one["line"]) for one in found],
                         [("CON002", "bad.json", 4), ("CON002", "bad.json", 5)])  # fmt: skip
        self.write("cut.json", '{\n"output":')
        found = json.loads(self.cli("evaluate", "cut.json", "--format", "json").out)["gates"][0]["findings"]
        self.assertEqual([(one["code"], one["file"], one["line"]) for one in found], [("CON001", "cut.json", 2)])

    def test_a_waived_finding_keeps_its_line(self) -> None:
        with open(BLOCKED, encoding="utf-8") as stream:
            self.write("r.json", stream.read())
        line = json.loads(self.cli("evaluate", "r.json", "--format", "json").out)["gates"][1]["findings"][0]["line"]
        self.write("t.toml", '[[waivers]]\ncode = "EVD003"\nreason = "the draft is published tomorrow"\n'
                   'approved_by = "dana@example.org"\nexpires = 2099-01-01\n')  # fmt: skip
        ran = self.cli("evaluate", "r.json", "--format", "json", "--settings", "t.toml", "--today", "2026-01-01")
        self.assertEqual([one["finding"]["line"] for one in json.loads(ran.out)["waived"]], [line], ran)
        self.assertIsNotNone(line)

    def test_a_file_without_a_result_is_blocked(self) -> None:
        self.write("none.jsonl", "\n\n")
        self.assertEqual(self.cli("validate", "none.jsonl").code, 2)

    def test_a_folder_that_cannot_be_read_hides_nothing(self) -> None:
        self.write("in/a.json", '{"output": "a"}')

        def walk(path: str, onerror: Callable[[OSError], None]) -> Iterator[object]:
            onerror(PermissionError(13, "Permission denied", "in/closed"))
            yield "in", [], ["a.json"]

        with mock.patch("os.walk", walk):
            ran = self.cli("validate", "in")
        self.assertEqual((ran.code, ran.out), (3, ""))
        self.assertIn("in/closed: this folder cannot be read", ran.err)

    def test_sigterm_ends_a_run_of_several_processes_like_ctrl_c(self) -> None:
        self.addCleanup(signal.signal, signal.SIGTERM, signal.getsignal(signal.SIGTERM))
        names = [self.write(f"r{number}.json", "{}") for number in range(8)]

        def ended(*_: object) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        with mock.patch("concurrent.futures.ProcessPoolExecutor.map", ended):
            self.assertEqual(self.cli("validate", *names, "--jobs", "2").code, 130)

    def test_a_process_that_dies_is_said_and_no_pass(self) -> None:
        names = [self.write(f"r{number}.json", "{}") for number in range(8)]
        with mock.patch("concurrent.futures.ProcessPoolExecutor.map", side_effect=BrokenProcessPool):
            ran = self.cli("validate", *names, "--jobs", "2")
        self.assertEqual(ran.code, 3)
        self.assertIn("a process of --jobs died", ran.err)

    def test_json_lines(self) -> None:
        rows = [
            json.loads(line) for line in self.cli("validate", PASSING, BLOCKED, "--format", "json").out.splitlines()
        ]
        self.assertEqual([(row["file"], row["released"]) for row in rows], [(PASSING, True), (BLOCKED, False)])

    def test_processes_give_the_same_lines(self) -> None:
        names = [self.write(f"r{number}.json", '{"output": "a"}' if number % 2 else "{") for number in range(12)]
        one = self.cli("validate", *names)
        two = self.cli("validate", *names, "--jobs", "2")
        self.assertEqual((one.code, one.out), (two.code, two.out))


class OtherCommands(Case):
    def test_version_and_help(self) -> None:
        self.assertEqual(self.cli("--version").out, f"dankaro-quality {VERSION}\n")
        ran = self.cli("--help")
        self.assertEqual(ran.code, 0)
        for words in ("examples:", "exit codes:", *COMMANDS):
            self.assertIn(words, ran.out)
        for command in COMMANDS:
            with self.subTest(command=command):
                self.assertEqual(self.cli(command, "--help").code, 0)

    def test_help_fits_a_terminal(self) -> None:
        with mock.patch.dict(os.environ, {"COLUMNS": "80"}):
            for argv in (("--help",), *((command, "--help") for command in COMMANDS)):
                with self.subTest(argv=argv):
                    self.assertLessEqual(max(map(len, self.cli(*argv).out.splitlines())), 80)

    def test_example(self) -> None:
        for argv, code in ((("example",), 0), (("example", "--blocked"), 2)):
            text = self.cli(*argv).out
            self.assertEqual(self.cli("evaluate", "-", stdin=text.encode()).code, code)

    def test_init_writes_once(self) -> None:
        self.assertEqual(self.cli("init").code, 0)
        ran = self.cli("init")
        self.assertEqual(ran.code, 3)
        self.assertIn("--force", ran.err)
        self.assertEqual(self.cli("init", "--force", "--profile", "cited-text").code, 0)
        self.assertIn("cited-text", self.cli("evaluate", PASSING).out)

    def test_explain_rules_gates(self) -> None:
        rules = json.loads(self.cli("rules", "--format", "json").out)
        for row in rules:
            with self.subTest(code=row["code"]):
                ran = self.cli("explain", row["code"].lower())
                self.assertEqual(ran.code, 0)
                self.assertIn(row["summary"], ran.out)
                self.assertIn("Cannot see.", ran.out)
        self.assertIn("EVD002", self.cli("rules").out)
        self.assertIn("evidence", self.cli("gates").out)
        self.assertIn("To mend.", self.cli("explain", "baseline").out)

    def test_a_terminal_gets_lines_of_its_width_with_the_same_words(self) -> None:
        for argv in (("explain", "EVD002"), ("rules",), ("gates",)):
            piped = self.cli(*argv).out
            terminal = mock.patch("tests.builders._Stream.isatty", return_value=True, create=True)
            with self.subTest(argv=argv), mock.patch.dict(os.environ, {"COLUMNS": "80"}), terminal:
                shown = self.cli(*argv).out
                self.assertGreater(max(map(len, piped.splitlines())), 80)
                self.assertLess(max(map(len, shown.splitlines())), 80)
                self.assertEqual(shown.split(), piped.split())

    def test_rules_show_the_severity_in_force(self) -> None:
        self.write("thresholds.toml", '[rules]\nBAS008 = "error"\n')
        rows = {row["code"]: row["severity"] for row in json.loads(self.cli("rules", "--format", "json").out)}
        self.assertEqual((rows["BAS008"], rows["BAS010"]), ("error", "warning"))

    def test_explain_without_docstrings_says_so(self) -> None:
        command = [sys.executable, "-OO", "-m", "dankaro_quality", "explain", "EVD002"]
        env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        ran = subprocess.run(command, capture_output=True, text=True, env=env, check=False, cwd=self.folder)
        self.assertEqual(ran.returncode, 3)
        self.assertIn("-OO", ran.stderr)

    def test_source(self) -> None:
        ran = self.cli("source", "docs/report.md", "trust me", "as stated above")
        self.assertEqual([line.split()[:2] for line in ran.out.splitlines()],
                         [["accepted", "path:"], ["rejected", "EVD002"], ["rejected", "EVD003"]])  # fmt: skip
        self.assertEqual(ran.code, 0)

    def test_source_in_json_from_standard_input_splits_on_newlines_alone(self) -> None:
        text = "docs/a.md\nhttps://example.com/a\u2028b\n\n"
        rows = json.loads(self.cli("source", "-", "--format", "json", stdin=text.encode()).out)
        self.assertEqual([row["text"] for row in rows], ["docs/a.md", "https://example.com/a\u2028b", ""])
        self.assertEqual(sorted(rows[0]), ["accepted", "code", "kind", "reason", "text"])

    def test_source_uses_the_phrases_of_the_settings(self) -> None:
        self.write("thresholds.toml", '[lexicon]\ncircular = ["house agent"]\n')
        self.assertIn("EVD003", self.cli("source", "the House Agent").out)

    def test_schemas_are_json(self) -> None:
        for name in ("result", "report", "settings", "ledger"):
            with self.subTest(name=name):
                self.assertIn("$schema", json.loads(self.cli("schema", name).out))


class Streams(Case):
    """A terminal, a file and a pipe get readable output, and the verdict stays in the exit code."""

    def program(self, *argv: str, stdout: object = subprocess.PIPE, **env: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "dankaro_quality", *argv]
        wanted = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src"), **env}
        return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env=wanted, cwd=self.folder, check=False)

    def test_an_ascii_locale(self) -> None:
        self.write("a.json", json.dumps({"output": "é", "claims": [{"text": "größer", "source": "wörter"}]}))
        ran = self.program("evaluate", "a.json", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        self.assertEqual(ran.returncode, 2)
        self.assertTrue(ran.stdout.isascii())
        self.assertIn(b"w\\xf6rter", ran.stdout)
        self.assertNotIn(b"Traceback", ran.stderr)

    def test_output_that_cannot_be_written_is_no_pass(self) -> None:
        with open("/dev/full", "wb") as full:
            for path, code in ((PASSING, 3), (BLOCKED, 2)):
                ran = self.program("evaluate", path, stdout=full)
                self.assertEqual(ran.returncode, code)
                self.assertNotIn(b"Traceback", ran.stderr)
                self.assertIn(b"standard output cannot be written: No space left on device", ran.stderr)

    def test_a_reader_that_goes_away_leaves_a_reason(self) -> None:
        ran = self.shell(f'evaluate "{PASSING}" | true')
        self.assertRegex(ran.stderr.decode(), r"PASSED(?:, but the report could not be written \(exit 3\)| \(exit 0\))")

    def test_a_closed_standard_output(self) -> None:
        for path, codes in ((PASSING, (0, 3)), (BLOCKED, (2,))):
            line = f'"{sys.executable}" -m dankaro_quality evaluate "{path}" >&-'
            env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
            ran = subprocess.run(["sh", "-c", line], env=env, capture_output=True, check=False, cwd=self.folder)
            self.assertIn(ran.returncode, codes)
            self.assertNotIn(b"Traceback", ran.stderr)

    def test_commands_that_print_say_what_could_not_be_written(self) -> None:
        for argv in (["example"], ["schema"], ["rules"], ["gates", "--format", "json"], ["source", "x"],
                     ["--help"], ["--version"], ["validate", PASSING], ["modes", "list"]):  # fmt: skip
            with self.subTest(argv=argv), open("/dev/full", "wb") as full:
                ran = self.program(*argv, stdout=full)
                self.assertEqual(ran.returncode, 3)
                self.assertNotIn(b"a defect", ran.stderr)
                self.assertRegex(ran.stderr, b"standard output cannot be (?:written|used): No space left on device")

    def shell(self, words: str) -> subprocess.CompletedProcess[bytes]:
        env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        line = f'"{sys.executable}" -m dankaro_quality {words}'
        return subprocess.run(["sh", "-c", line], env=env, capture_output=True, check=False, cwd=self.folder)

    def test_messages_that_cannot_be_written_leave_verdict_and_output_alone(self) -> None:
        for path, code in ((PASSING, 0), (BLOCKED, 2), ("none.json", 3)):
            whole = self.shell(f'evaluate "{path}" --format json').stdout
            for how in ("2>&-", "2>/dev/full"):
                with self.subTest(path=path, how=how):
                    ran = self.shell(f'evaluate "{path}" --format json {how}')
                    self.assertEqual((ran.returncode, ran.stdout), (code, whole))

    def test_a_command_that_prints_to_a_closed_output_is_no_defect(self) -> None:
        for words in ("example", "schema", "rules", "source x"):
            with self.subTest(words=words):
                self.assertNotIn(b"a defect", self.shell(f"{words} >&-").stderr)

    def test_hostile_text_does_not_act(self) -> None:
        text = "\x1b[31mPASSED\x1b[0m\r\n::set-output name=a::b ##[add-mask]x `` ` | <script>alert(1)</script> [a](http://b)"
        self.write("a.json", json.dumps({"output": text, "claims": [{"text": text, "source": text}]}))
        out = self.program("evaluate", "a.json").stdout.decode()
        self.assertNotIn("\x1b", out)
        self.assertNotIn("\r", out)
        self.assertFalse(any(line.lstrip().startswith("::") for line in out.splitlines()))


if __name__ == "__main__":
    unittest.main()

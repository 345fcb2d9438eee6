"""An agent as a command or a callable: the spec file, one run, what is reported as usage."""

import os
import shutil
import sys
import tempfile
import unittest
from typing import Any

from dankaro_quality.agents import Spec, load_spec, named_files, run_agent, usage_of
from dankaro_quality.errors import FileProblem, SettingsError
from tests.builders import make_result

TASK = {"prompt": "Say done.", "attempt": 1, "task": {"id": "one"}}


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="dankaro-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name: str, text: str) -> str:
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def spec(self, body: str, **more: Any) -> Spec:
        self.write("agent.py", "import json, os, sys, time\n" + body)
        fields = {"name": "a", "version": "1", "command": (sys.executable, "agent.py"), "folder": self.folder}
        return Spec(**{**fields, **more})


class Reading(Folder):
    def test_toml_json_and_their_digest(self) -> None:
        toml = self.write("a.toml", '[agent]\nname = "a"\nversion = "1"\ncommand = ["x"]\nworkspace = "shared"\n')
        text = '{"agent": {"name": "a", "version": "1", "callable": "m:f"}, "settings": {"thresholds": "t.toml"}}'
        json = self.write("a.json", text)
        self.assertEqual((load_spec(toml).command, load_spec(toml).fresh), (("x",), False))
        self.assertEqual(load_spec(json).thresholds, os.path.join(self.folder, "t.toml"))
        self.assertRegex(load_spec(toml).digest, "^sha256:[0-9a-f]{64}$")

    def test_every_mistake_is_named_with_the_file(self) -> None:
        path = self.write("a.toml", '[agent]\nname = "a"\n[model]\nprovider = "x"\n')
        with self.assertRaises(SettingsError) as caught:
            load_spec(path)
        lines = str(caught.exception).splitlines()
        self.assertEqual(len(lines), 3, lines)  # version, a way to run, model.id
        self.assertTrue(all(line.startswith(path + ": ") for line in lines))

    def test_a_missing_file(self) -> None:
        with self.assertRaises(FileProblem):
            load_spec(os.path.join(self.folder, "missing.toml"))

    def test_the_files_that_a_spec_names(self) -> None:
        spec = self.spec("", thresholds=self.write("t.toml", ""))
        names = [os.path.relpath(path, self.folder) for path in named_files(spec)]
        self.assertEqual([name for name in names if not name.startswith("..")], ["agent.py", "t.toml"])
        self.write("m.py", "")
        called = Spec("a", "1", callable="m:f", folder=self.folder)
        self.assertEqual(named_files(called), [os.path.join(self.folder, "m.py")])


class Running(Folder):
    def run_in_new_folder(self, spec: Spec, timeout: float | None = None) -> Any:
        work = os.path.join(self.folder, "work")
        os.makedirs(work, exist_ok=True)
        return run_agent(spec, TASK, work, timeout)

    def test_a_result(self) -> None:
        body = "task = json.load(sys.stdin)\nprint(json.dumps({'output': task['prompt'] + os.getcwd()}))"
        attempt = self.run_in_new_folder(self.spec(body))
        self.assertEqual(attempt.error, "")
        self.assertEqual(attempt.result.output, "Say done." + os.path.realpath(os.path.join(self.folder, "work")))
        self.assertRegex(attempt.stdout_digest, "^sha256:")

    def test_an_envelope_is_taken_as_well(self) -> None:
        attempt = self.run_in_new_folder(self.spec('print(\'{"result": {"output": "done"}}\')'))
        self.assertEqual(attempt.result.output, "done")

    def test_why_there_is_none(self) -> None:
        for body, said in (
            ("time.sleep(9)", "still running after 0.3 s"),
            ("print('x' * 5000)", "printed more than 2,000 bytes"),
            ("print('done')", "no AgentResult: this is text, not JSON"),
            ("print('{}')", 'neither "output" nor "result"'),
            ('print(\'{"output": 3, "claims": 4}\')', "output: expected text, an object or a list"),
            ("sys.exit(4)", "it exited with 4"),
            ("raise ValueError('no key')", "it exited with 1: ValueError: no key"),
            ("os.abort()", "it was ended by signal 6"),
            ("", "it printed nothing"),
        ):
            attempt = self.run_in_new_folder(self.spec(body, max_bytes=2000), 0.3 if "sleep" in body else 20)
            with self.subTest(body=body):
                self.assertIsNone(attempt.result)
                self.assertIn(said, attempt.error)

    def test_a_callable_that_fails(self) -> None:
        self.write("m.py", "def f(task):\n    raise KeyError('price')\n")
        for target, said in (("m:f", "KeyError: 'price'"), ("m:g", "has no attribute 'g'"), ("n:f", "No module named")):
            attempt = self.run_in_new_folder(Spec("a", "1", callable=target, folder=self.folder))
            with self.subTest(target=target):
                self.assertIn(said, attempt.error)

    def test_variables_pass_by_name_alone(self) -> None:
        os.environ["DANKARO_TEST_TOKEN"] = "t"
        self.addCleanup(os.environ.pop, "DANKARO_TEST_TOKEN")
        body = "print(json.dumps({'output': os.environ.get('DANKARO_TEST_TOKEN', 'none')}))"
        self.assertEqual(self.run_in_new_folder(self.spec(body)).result.output, "none")
        self.assertEqual(self.run_in_new_folder(self.spec(body, env=("DANKARO_TEST_TOKEN",))).result.output, "t")


class Usage(unittest.TestCase):
    def test_what_counts(self) -> None:
        for given, found in (
            ({"tokens": 7}, {"tokens": 7}),
            ({"total_tokens": 7, "input_tokens": 1}, {"tokens": 7}),
            ({"input_tokens": 3, "output_tokens": 4}, {"tokens": 7}),
            ({"cost": 0.5, "currency": "USD"}, {"cost": 0.5, "currency": "usd"}),
            ({"cost": 0.5}, {}),  # an amount of nothing in particular
            ({"cost": 0.5, "currency": "dollars"}, {}),
            ({"tokens": True}, {}),
            ({"tokens": -1}, {}),
            ({"tokens": "7"}, {}),
            ("7 tokens", {}),
        ):
            with self.subTest(given=given):
                self.assertEqual(dict(usage_of(make_result(metadata={"usage": given}))), found)


if __name__ == "__main__":
    unittest.main()

"""The MCP surface, driven by the SDK's own client over standard input and output."""

import asyncio
import importlib.util
import json
import os
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

from tests.builders import ROOT, cli

GOOD = {
    "output": "The service answered 120 requests.",
    "claims": [
        {"text": "The service answered 120 requests.", "source": "runs/trial.md:3", "confidence": 0.9, "verified": True}
    ],
}
TOOLS = [
    "evaluate_result",
    "explain_rule",
    "check_source",
    "list_gates",
    "list_strata",
    "list_bars",
    "list_patterns",
    "describe",
]


@unittest.skipUnless(importlib.util.find_spec("mcp"), "the extra mcp is not installed, so its server is not tested")
class Served(unittest.TestCase):
    """One server for all tests of the class: each is a list of calls, made in one session."""

    def session(self, *calls: tuple[str, dict[str, Any]], argv: tuple[str, ...] = ()) -> tuple[list[Any], list[Any]]:
        """The tools that are listed, and the result of each call, from a server in an empty folder."""
        from mcp import Client, StdioServerParameters

        async def talk(folder: str) -> tuple[list[Any], list[Any]]:
            env = {"PYTHONPATH": os.path.join(ROOT, "src"), "PYTHONDONTWRITEBYTECODE": "1"}
            server = StdioServerParameters(
                command=sys.executable, args=["-m", "dankaro_quality", "mcp", *argv], env=env, cwd=folder
            )
            async with Client(server, read_timeout_seconds=60) as client:
                tools = (await client.list_tools()).tools
                return tools, [await client.call_tool(name, given) for name, given in calls]

        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(talk(folder))
            self.assertEqual(os.listdir(folder), [], "a tool has written something")
        return found

    def value(self, answer: Any) -> Any:
        self.assertFalse(answer.is_error, answer)
        found = answer.structured_content
        return found["result"] if isinstance(found, dict) and list(found) == ["result"] else found

    def test_the_tools_are_listed_and_each_only_reads(self) -> None:
        tools, _ = self.session()
        self.assertEqual([tool.name for tool in tools], TOOLS)
        for tool in tools:
            with self.subTest(tool.name):
                self.assertIs(tool.annotations.read_only_hint, True)
                self.assertTrue(tool.description)
                self.assertNotIn("self", tool.input_schema.get("properties", {}))

    def test_each_tool_answers(self) -> None:
        bad = {**GOOD, "claims": [{**GOOD["claims"][0], "source": "trust me"}]}  # type: ignore[index, dict-item]
        _, answers = self.session(
            ("evaluate_result", {"result": GOOD}),
            ("evaluate_result", {"result": bad, "task": {"id": "t-1"}}),
            ("explain_rule", {"name": "EVD002"}),
            ("explain_rule", {"name": "capability"}),
            ("check_source", {"sources": ["docs/report.md:24", "trust me"]}),
            ("list_gates", {}),
            ("list_strata", {}),
            ("list_bars", {"stratum": "B"}),
            ("list_patterns", {}),
            ("describe", {}),
        )
        good, blocked, rule, gate, sources, gates, strata, bars, patterns, about = map(self.value, answers)
        self.assertIs(good["released"], True)
        self.assertEqual((blocked["released"], blocked["task_id"]), (False, "t-1"))
        self.assertEqual(blocked["next_actions"][0]["code"], "EVD002")
        self.assertIn("EVD002", rule)
        self.assertIn("CAP013", gate)
        self.assertEqual([one["accepted"] for one in sources], [True, False])
        self.assertIn("capability", [one["gate"] for one in gates])
        self.assertEqual([one["stratum"] for one in strata], ["A", "B", "C", "D"])
        self.assertEqual(bars[0]["metric_name"], "step_pass_rate")
        self.assertEqual(len(patterns["failure_modes"]), 16)
        self.assertIn("run_scenario", about["ops"])

    def test_bad_input_is_an_error_that_says_what_is_wrong_and_the_server_lives_on(self) -> None:
        calls: list[tuple[str, dict[str, Any], str]] = [
            ("evaluate_result", {}, "result"),
            ("evaluate_result", {"result": "text"}, "dict"),
            ("explain_rule", {"name": "EVD999"}, "there is no rule and no gate EVD999"),
            ("check_source", {"sources": 7}, "list"),
            ("check_source", {"sources": ["x"] * 1001}, "at most 1,000"),
            ("list_bars", {"stratum": "E"}, "one of A, B, C, D"),
        ]
        _, answers = self.session(*[(name, given) for name, given, _ in calls], ("describe", {}))
        for (name, given, message), answer in zip(calls, answers, strict=False):
            with self.subTest(name, given=str(given)[:40]):
                self.assertTrue(answer.is_error)
                self.assertIn(message, answer.content[0].text)
                self.assertNotIn("Traceback", answer.content[0].text)
        self.assertFalse(answers[-1].is_error)

    def test_a_broken_result_is_blocked_and_no_error(self) -> None:
        for result in (
            {},
            {"outptu": "x"},
            {"output": "x", "claims": "none"},
            {"output": "x", "claims": [{"text": 7}]},
        ):
            with self.subTest(result):
                _, (answer,) = self.session(("evaluate_result", {"result": result}))
                report = self.value(answer)
                self.assertEqual((report["released"], report["gates"][0]["status"]), (False, "failed"))

    def test_own_bars_are_served(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bars.toml")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write('[bars.token_ratio]\ncomparator = "le"\nB = 9\n')
            _, (answer,) = self.session(("list_bars", {"stratum": "B"}), argv=("--bars", path))
        self.assertIn(9.0, [bar["threshold"] for bar in self.value(answer)])


class Unserved(unittest.TestCase):
    def test_without_the_extra_it_says_how_to_install_it(self) -> None:
        with mock.patch.dict(sys.modules, {"mcp": None, "mcp.server": None, "mcp.server.mcpserver": None}):
            run = cli("mcp")
        self.assertEqual((run.code, run.out), (3, ""))
        self.assertIn('pip install "dankaro-agent-quality[mcp]"', run.err)

    def test_wrong_files_are_told_of_before_anything_is_served(self) -> None:
        for argv in (["--bars", "none.toml"], ["--settings", "none.toml"]):
            with self.subTest(argv):
                run = cli("mcp", *argv)
                self.assertEqual((run.code, run.out), (3, ""))
                self.assertIn("none.toml", run.err)

    def test_explain_prints_as_before(self) -> None:
        run = cli("explain", "EVD002")
        self.assertTrue(run.out.startswith("EVD002 (error, gate evidence): "))
        self.assertTrue(json.loads(cli("gates", "--format", "json").out))


if __name__ == "__main__":
    unittest.main()

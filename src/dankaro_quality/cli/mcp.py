"""`mcp`: the read-only tools over the Model Context Protocol, by the official SDK (extra `mcp`), on standard input and
output. No tool writes a file, records a run or calls an agent.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dankaro_quality.capability import Stratum, discovery
from dankaro_quality.cli.catalogue import explained, listed_gates
from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ExitCode, MissingExtra, QualityError, UsageError
from dankaro_quality.harness import QualityHarness
from dankaro_quality.serialization import plain
from dankaro_quality.sources import classify
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "dankaro-quality"
INSTRUCTIONS = (
    "Check your own result before you hand it over: evaluate_result names each gate that blocks it, explain_rule says "
    "how to mend it, check_source how a source is ruled. Every tool only reads."
)
MAX_SOURCES = 1000


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `mcp`."""
    parser.add_argument("--settings", metavar="FILE", help="in place of ./thresholds.toml")
    parser.add_argument("--bars", metavar="FILE", help="a bars file that changes the packaged ones")
    parser.add_argument("--root", metavar="DIR", help="the folder that paths of deliverables are relative to")


def run(options: argparse.Namespace) -> ExitCode:
    """Serve until the client goes away."""
    tools = Tools(QualityHarness(options.settings, root=options.root), options.bars)
    server_of(tools).run("stdio")
    return ExitCode.PASSED


class Tools:
    """What is served; each method is a tool, its docstring what a client reads of it."""

    def __init__(self, harness: QualityHarness, bars: str | None = None) -> None:
        self.harness, self.bars = harness, bars
        discovery.list_strata(bars)  # a wrong file is told of at the start, not at the first call

    def listed(self) -> list[Callable[..., object]]:
        """The tools, in the order in which they are listed."""
        return [
            self.evaluate_result,
            self.explain_rule,
            self.check_source,
            self.list_gates,
            self.list_strata,
            self.list_bars,
            self.list_patterns,
            self.describe,
        ]

    def evaluate_result(self, result: dict[str, object], task: dict[str, object] | None = None) -> dict[str, object]:
        """Evaluate an agent's result by the release gates: the full report, with next_actions for each block.

        `result` is an AgentResult (output, claims, comparisons, deliverables …), `task` what was asked.
        """
        report: dict[str, object] = plain(self.harness.evaluate(result, task))
        return report

    def explain_rule(self, name: str) -> str:
        """What a rule (EVD002) or gate (evidence) wants, why, and how to mend what it finds."""
        return explained(name, self.harness.own_gates)

    def check_source(self, sources: list[str]) -> list[dict[str, object]]:
        """How each text is ruled as a source: accepted or not, its kind, the code and the reason."""
        if len(sources) > MAX_SOURCES:
            raise UsageError(f"{len(sources):,} sources; at most {MAX_SOURCES:,} are checked at once")
        return [{"text": text, **_ruled(text)} for text in sources]

    def list_gates(self) -> list[dict[str, str]]:
        """Every gate with the codes of its rules."""
        return listed_gates(self.harness.own_gates)

    def list_strata(self) -> list[dict[str, object]]:
        """The reliability strata A to D, what each is for, and its bars."""
        return discovery.list_strata(self.bars)

    def list_bars(self, stratum: str) -> list[dict[str, object]]:
        """The bars of one stratum: metric, threshold, comparator and window."""
        known = [one.value for one in Stratum]
        if stratum not in known:
            raise UsageError(f"there is no stratum {stratum!r}; one of {', '.join(known)}{nearest(stratum, known)}")
        return discovery.list_bars(stratum, self.bars)

    def list_patterns(self) -> dict[str, object]:
        """The failure modes that step outputs are checked for, with their severity, and the remediation tiers."""
        return discovery.list_patterns()

    def describe(self) -> dict[str, object]:
        """Skill metadata: ops, port modes, completion states, and what none of it can show."""
        return discovery.describe()


def server_of(tools: Tools) -> Any:
    """The SDK's server with the tools; MissingExtra when the SDK is not installed."""
    from importlib import import_module

    try:
        sdk, types = import_module("mcp.server.mcpserver"), import_module("mcp_types")
        refusal = import_module("mcp.server.mcpserver.exceptions").ToolError
    except ImportError as error:
        how = 'pip install "dankaro-agent-quality[mcp]"'
        raise MissingExtra(f"serving MCP needs the official SDK, version 2 or later: {how}") from error
    server = sdk.MCPServer(NAME, instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING")
    only_reads = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
    for tool in tools.listed():
        server.add_tool(_answering(tool, refusal), annotations=only_reads)
    return server


def _answering(tool: Callable[..., object], refusal: type[Exception]) -> Callable[..., object]:
    """A tool whose refusals reach the client as its own words, and not as a defect of the server."""
    from functools import wraps

    @wraps(tool)
    def call(*given: object, **named: object) -> object:
        try:
            return tool(*given, **named)
        except QualityError as problem:
            raise refusal(str(problem)) from problem

    return call


def _ruled(text: str) -> dict[str, object]:
    verdict = classify(text)
    return {"accepted": verdict.accepted, "kind": str(verdict.kind), "code": verdict.code, "reason": verdict.reason}

"""Builders of valid contracts with overrides, and small ways to run a gate; shared by the tests."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import unittest
from collections.abc import Iterable
from typing import Any
from unittest import mock

from dankaro_quality.checks import Check, EvaluationContext
from dankaro_quality.cli import main
from dankaro_quality.contracts import AgentResult, BaselineKind, Claim, ClaimKind, Comparison, Task
from dankaro_quality.findings import Finding, GateOutcome
from dankaro_quality.ledger import Ledger
from dankaro_quality.settings import Settings, parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.environ.get("DANKARO_SHARED") or os.path.join(ROOT, os.pardir, "shared")


def shared(test: unittest.TestCase, *parts: str) -> str:
    """The path of measured data beside the project; the test says that it skips where it is not there."""
    path = os.path.join(SHARED, *parts)
    if not os.path.exists(path):
        test.skipTest(f"shared/{'/'.join(parts)} is not there")
    return path


def needs(test: unittest.TestCase, *modules: str) -> None:
    """Let a test say that it skips where a development tool is not installed; .ci/run installs them all."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            test.skipTest(f"{module} is not installed")


def make_claim(**changes: Any) -> Claim:
    """A fact that passes every gate by itself."""
    fields = {
        "text": "The service answered 120 requests in the trial.",
        "source": "runs/trial/REPORT.md:12",
        "confidence": 0.9,
        "verified": True,
    }
    return Claim(**{**fields, **changes})


def make_reasoned(kind: ClaimKind = ClaimKind.INFERENCE, **changes: Any) -> Claim:
    """An inference that passes every gate by itself."""
    fields = {
        "text": "The service would hold the weekly load.",
        "kind": kind,
        "rationale": "The trial ran at the load of the busiest day.",
    }
    return Claim(**{**fields, **changes})


def make_comparison(**changes: Any) -> Comparison:
    """A naive comparison that passes every gate by itself."""
    fields = {
        "subject": "learned router",
        "baseline": "uniform rotation",
        "baseline_kind": BaselineKind.NAIVE,
        "metric": "share of requests answered",
        "effect": "+4.2%",
        "sample_size": 120,
        "tests": ("paired t",),
        "source": "runs/trial/REPORT.md:30",
    }
    return Comparison(**{**fields, **changes})


def make_result(**changes: Any) -> AgentResult:
    """A result with one sourced fact."""
    fields: dict[str, Any] = {"output": "The service answered 120 requests in the trial.", "claims": (make_claim(),)}
    return AgentResult(**{**fields, **changes})


def make_settings(toml: str = "") -> Settings:
    """The packaged defaults with the changes that `toml` holds."""
    return parse(toml.encode()) if toml else Settings()


def context(
    result: AgentResult | None = None,
    task: Task | None = None,
    repeats: Iterable[AgentResult] = (),
    settings: Settings | str = "",
    ledger: Ledger | None = None,
    root: str = ROOT,
) -> EvaluationContext:
    """An evaluation context with defaults for what a test does not care about."""
    chosen = settings if isinstance(settings, Settings) else make_settings(settings)
    return EvaluationContext(
        task or Task(), make_result() if result is None else result, tuple(repeats), chosen, ledger or Ledger(), root
    )


def evaluate(check: Check, result: AgentResult | None = None, **more: Any) -> GateOutcome:
    """The outcome of one gate over a result."""
    return check.evaluate(context(result, **more))


def codes(found: GateOutcome | Iterable[Finding]) -> list[str]:
    """The codes found, sorted, each once."""
    findings = found.findings if isinstance(found, GateOutcome) else found
    return sorted({finding.code for finding in findings})


class Run:
    """What one run of the command line did: exit code, standard output, standard error."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def __repr__(self) -> str:
        return f"Run(code={self.code}, out={self.out!r}, err={self.err!r})"


def cli(*argv: str, stdin: bytes = b"", cwd: str | None = None) -> Run:
    """Run the command line in this process; `cwd` is the working directory while it runs."""
    out, err = _Stream(), _Stream()
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with contextlib.ExitStack() as stack:
        if cwd is not None:
            stack.callback(os.chdir, os.getcwd())
            os.chdir(cwd)
        stack.enter_context(mock.patch("sys.stdin", source))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        code = main(list(argv))
    return Run(code, out.text(), err.text())


class _Stream(io.TextIOWrapper):
    """A stream in memory that can be reconfigured like a real one."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]

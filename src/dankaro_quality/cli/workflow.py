"""`workflow run|verify`: the steps of a workflow, or what they returned, against failure modes and a rubric."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout

from dankaro_quality.canonical import visible
from dankaro_quality.checks import guarded
from dankaro_quality.cli.streams import emit
from dankaro_quality.documents import Flaw, dotted, read_bytes
from dankaro_quality.errors import ContractError, ExitCode, UsageError
from dankaro_quality.reporting import to_json, to_markdown
from dankaro_quality.workflow import (
    FailureModeLibrary,
    HarnessResult,
    HarnessStepResult,
    WorkflowHarness,
    WorkflowRubric,
    report_of,
)
from dankaro_quality.workflow.recorded import read_recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 100_000_000


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `workflow` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    running = actions.add_parser(
        "run", help="run MODULE:STEPS, a mapping of names to functions, and verify each output"
    )
    running.add_argument("steps", metavar="MODULE:STEPS", help="looked for in the working directory first")
    running.add_argument(
        "--inject", action="append", default=[], metavar="STEP=CATEGORY", help="show a failure instead"
    )
    running.add_argument("--seed", type=int, help="which sample of a failure is shown")
    running.add_argument("--stop-on-failure", action="store_true", help="run no step after one that failed")
    verifying = actions.add_parser("verify", help="verify recorded outputs")
    verifying.add_argument("outputs", metavar="FILE", help="{step: output} in JSON, or JSON Lines of step and output")
    for action in (running, verifying):
        action.add_argument("--rubric", metavar="FILE", help="a rubric, JSON or YAML")
        action.add_argument("--modes", metavar="FILE", help="a library of failure modes in place of the built-in one")
        action.add_argument("--threshold", type=float, default=0.6, help="severity from which a mode fails (0.6)")
        action.add_argument("--id", default="", help="the workflow's name in the report")
        action.add_argument("--format", choices=["text", "markdown", "json"], default="text", help="text (default)")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    rubric = WorkflowRubric.load(options.rubric) if options.rubric else None
    library = FailureModeLibrary.load(options.modes) if options.modes else None
    name = options.id or (rubric.workflow_id if rubric is not None else "workflow")
    stop = getattr(options, "stop_on_failure", False)
    harness = WorkflowHarness(name, options.threshold, library, rubric, stop_on_failure=stop)
    if options.action == "run":
        with redirect_stdout(sys.stderr):  # what steps print is no part of the report
            result = _run(harness, options)
        return _print(result, options.format)
    outputs = _outputs(options.outputs)
    if isinstance(outputs, list):
        return emit("".join(f"BLOCK {line}\n" for line in outputs), ExitCode.BLOCKED)
    return _print(harness.verify_outputs(outputs), options.format)


def _run(harness: WorkflowHarness, options: argparse.Namespace) -> HarnessResult:
    steps = _steps(options.steps)
    inject = dict(_injection(one) for one in options.inject)
    if not inject:
        return harness.run(steps)
    try:
        return harness.run_with_injection(steps, inject, options.seed)
    except KeyError as problem:
        raise UsageError(f"--inject: {problem.args[0]}") from None


def _injection(text: str) -> tuple[str, str]:
    step, sign, category = text.partition("=")
    if not sign or not step or not category:
        raise UsageError(f"--inject {visible(text)}: write STEP=CATEGORY, as in solve=refusal")
    return step, category


def _steps(place: str) -> Mapping[str, Any]:
    module_name, sign, name = place.partition(":")
    if not sign or not module_name or not name:
        raise UsageError(f"{visible(place)}: write MODULE:STEPS, as in pipeline:STEPS")
    from importlib import import_module

    sys.path.insert(0, os.getcwd())
    module, happened = guarded(lambda: import_module(module_name))
    if happened:
        raise UsageError(f"the module {visible(module_name)} cannot be loaded: it {happened}")
    steps = getattr(module, name, None)
    if callable(steps):
        make = steps
        steps, happened = guarded(lambda: make())
        if happened:
            raise UsageError(f"{visible(place)} {happened}")
    if not isinstance(steps, Mapping):
        raise UsageError(f"{visible(place)} is no mapping of step names to functions, nor a function that makes one")
    return steps


def _outputs(path: str) -> Mapping[str, Any] | list[str]:
    """The recorded outputs, or what keeps them from being read."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if path == "-" else read_bytes(path, max_bytes=MAX_BYTES)
    recorded = read_recorded(data, path.endswith(".jsonl"), MAX_BYTES)
    wrong = [f"{visible(path)}: {_placed(flaw)}" for flaw in recorded.flaws]
    if recorded.twice:  # two outputs of one step: nobody can tell which of them to judge
        raise ContractError(*wrong)
    return wrong or recorded.outputs


def _placed(flaw: Flaw) -> str:
    line = f"line {flaw.line}: " if flaw.line and f"line {flaw.line}" not in flaw.message else ""
    place = f"{visible(dotted(flaw.pointer))}: " if flaw.pointer else ""
    return f"{line}{place}{flaw.message}"


def _print(result: HarnessResult, form: str) -> ExitCode:
    report = report_of(result)
    code = ExitCode.PASSED if report.released else ExitCode.BLOCKED
    if form == "json":
        return emit(to_json(report), code)
    return emit(to_markdown(report, result.workflow_id) if form == "markdown" else _text(result), code)


def _text(result: HarnessResult) -> str:
    lines = [_line(step) for step in result.steps]
    passed = len(result.steps) - len(result.failed_steps)
    verdict = "PASSED" if result.overall_passed else "BLOCKED"
    lines.append(f"{verdict} {visible(result.workflow_id)}: {passed} of {len(result.steps)} steps passed")
    if result.rubric is not None and not result.rubric.reviewed:
        kind = "generated rubric" if result.rubric.generated else "rubric"
        lines.append(f"no expert has reviewed the {kind}; it is a starting point")
    return "\n".join(lines) + "\n"


def _line(step: HarnessStepResult) -> str:
    injected = f" [injected {step.injected}]" if step.injected else ""
    verdict = "PASS" if step.passed else "FAIL"
    return f"{verdict} {visible(step.step_name)}{injected}: {visible(step.verification.reason)}"

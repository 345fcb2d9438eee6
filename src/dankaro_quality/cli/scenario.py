"""`scenario list|show|run`: capability scenarios against the bars of their stratum, by fake, mixed or real ports."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from dankaro_quality.canonical import visible
from dankaro_quality.capability import HarnessBlock, RemediationTier, discovery, load_scenario
from dankaro_quality.capability.bundles import DEFAULT_FOLDER
from dankaro_quality.capability.evaluating import DEFAULT_BASELINE_PATH
from dankaro_quality.capability.running import Run
from dankaro_quality.capability.scenarios import TIERS
from dankaro_quality.capability.states import BLOCKED
from dankaro_quality.cli.streams import emit
from dankaro_quality.documents import pretty_json
from dankaro_quality.errors import ExitCode, QualityError, UsageError
from dankaro_quality.findings import Severity
from dankaro_quality.reporting import to_markdown
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ENDINGS = (".toml", ".json", ".yaml", ".yml")
MARKS = {Severity.ERROR: "BLOCK", Severity.WARNING: "WARN", Severity.INFO: "NOTE"}


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `scenario` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    listing = actions.add_parser("list", help="the scenarios in files and folders; without any, the strata and bars")
    listing.add_argument("paths", nargs="*", metavar="FILE|FOLDER")
    showing = actions.add_parser("show", help="a scenario, its bars, and what is beside it")
    showing.add_argument("file", metavar="FILE")
    running = actions.add_parser("run", help="run a scenario; exit 0 only when nothing blocks")
    running.add_argument("file", metavar="FILE")
    running.add_argument("--port-mode", choices=["fake", "mixed", "real"], required=True)
    running.add_argument("--spec", default="", metavar="FILE", help="how the agent is run; for mixed and real ports")
    running.add_argument("--rubric", metavar="FILE", help="in place of the scenario's rubric")
    running.add_argument("--rubric-expert-reviewed", action="store_true", help="an expert has reviewed the rubric")
    running.add_argument("--tier-cap", choices=["1", "2", "3"], default="1", help="highest tier of remediation (1)")
    running.add_argument("--max-attempts", type=int, default=1, metavar="N", help="remediations of one run (1)")
    running.add_argument("--allow-t3", action="store_true", help="allow remediation by theory")
    running.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="runs in a row, each recorded; the last decides (1)"
    )
    running.add_argument("--history", default=DEFAULT_BASELINE_PATH, metavar="FILE", help="the runs recorded so far")
    running.add_argument("--evidence", default=DEFAULT_FOLDER, metavar="FOLDER", help="where bundles are written")
    running.add_argument("--git-sha", default="", help="the commit under test, for the report")
    running.add_argument("--format", choices=["text", "markdown", "json"], default="text")
    for action in (listing, showing, running):
        action.add_argument("--bars", metavar="FILE", help="a bars file that changes the packaged ones")
    for action in (listing, showing):
        action.add_argument("--format", choices=["text", "json"], default="text")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    if options.action == "run":
        return _run(options)
    if options.action == "show":
        return emit(_show(options), ExitCode.PASSED)
    return _list(options)


def _list(options: argparse.Namespace) -> ExitCode:
    if not options.paths:
        strata = discovery.list_strata(options.bars)
        return emit(pretty_json(strata) if options.format == "json" else _strata(strata), ExitCode.PASSED)
    rows, wrong = [], []
    for path in [path for given in options.paths for path in _files(given)]:
        try:
            one = load_scenario(path).scenario
            rows.append({"file": path, "id": one.id, "stratum": one.stratum.value, "vertical": one.vertical})
        except QualityError as problem:
            if path in options.paths:
                raise
            wrong.append(f"{visible(path)} is no scenario: {str(problem).splitlines()[0]}")
    if not rows:
        raise UsageError("there is no scenario in " + ", ".join(map(visible, options.paths)))
    if options.format == "json":
        return emit(pretty_json(rows), ExitCode.PASSED)
    lines = ["  ".join(visible(row[name]) for name in ("stratum", "id", "vertical", "file")) for row in rows]
    return emit("\n".join([*lines, *[f"-  {one}" for one in wrong]]) + "\n", ExitCode.PASSED)


def _files(path: str) -> list[str]:
    """A file, or the files of a folder that may be scenarios: those with "scenario" in their name."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(os.listdir(path))
    return [os.path.join(path, name) for name in names if "scenario" in name and name.endswith(ENDINGS)]


def _strata(strata: list[dict[str, Any]]) -> str:
    lines = []
    for one in strata:
        lines.append(f"{one['stratum']}  {one['for']}")
        lines += [f"     {_bar(bar)}" for bar in one["bars"]]
    return "\n".join(lines) + "\n"


def _bar(bar: dict[str, Any]) -> str:
    sign = "at least" if bar["comparator"] == "ge" else "at most"
    window = " over the last seven runs" if bar["window"] == "rolling_7" else ""
    return f"{bar['metric_name']} {sign} {bar['threshold']:g}{window}"


def _show(options: argparse.Namespace) -> str:
    file = load_scenario(options.file)
    one = file.scenario
    bars = discovery.list_bars(one.stratum.value, options.bars)
    if options.format == "json":
        return pretty_json({"scenario": plain(one), "control": file.control, "bars": bars})
    lines = [
        f"{visible(one.id)}: stratum {one.stratum.value}, {discovery.STRATA[one.stratum]}; {visible(one.vertical)}",
        f"prompt       {visible(one.user_prompt)}",
        f"artifacts    {', '.join(map(visible, one.target_artifacts)) or 'none'}",
        f"authorities  {', '.join(visible(ref.doc_id) for ref in one.authorities) or 'none'}",
        f"budget       {one.token_budget:,} tokens, {one.wallclock_budget_s:g} s",
        f"review       {one.expert_review_status}" + (f" by {visible(one.reviewer_id)}" if one.reviewer_id else ""),
        f"control      {visible(one.raw_llm_control.model)}: {visible(one.raw_llm_control.failure_evidence)}",
        *[f"bar          {_bar(bar)}" for bar in bars],
    ]
    return "\n".join(lines) + "\n"


def _run(options: argparse.Namespace) -> ExitCode:
    if options.repeat < 1:
        raise UsageError(f"--repeat {options.repeat}: give the number of runs, from 1 up")
    block = HarnessBlock(baseline_path=options.history, evidence_folder=options.evidence, bars_path=options.bars)
    cap: RemediationTier = TIERS[int(options.tier_cap) - 1]
    code = ExitCode.PASSED
    for _ in range(options.repeat):
        made = block.run(
            options.file,
            options.port_mode,
            spec=options.spec,
            rubric=options.rubric,
            rubric_expert_reviewed=options.rubric_expert_reviewed,
            tier_cap=cap,
            max_attempts=options.max_attempts,
            allow_t3=options.allow_t3,
            git_sha=options.git_sha,
        )
        code = ExitCode.BLOCKED if made.completion.state == BLOCKED else ExitCode.PASSED
        code = emit(_printed(block, made, options.format), code)
    return code


def _printed(block: HarnessBlock, made: Run, form: str) -> str:
    if form == "json":
        return pretty_json(plain(block.envelope(made)))
    return to_markdown(made.report, made.scenario.id) if form == "markdown" else "\n".join(_text(made)) + "\n"


def _text(made: Run) -> Iterator[str]:
    told = made.completion
    code = f" {told.code}" if told.code else ""
    about = f"stratum {made.scenario.stratum.value}, {made.port_mode} ports"
    yield f"{told.state.upper()} {visible(made.scenario.id)} ({about}){code}"
    if told.reason:
        yield f"  {visible(told.reason)}"
    for one in made.judged:
        value = "not measured" if one.value is None else f"{one.value:.4g}"
        yield f"  {'met    ' if one.met else 'NOT MET'} {one.bar.metric_name}: {value} ({_bar(plain(one.bar))})"
    for finding in made.findings:
        yield f"  {MARKS[finding.severity]} {finding.code} {visible(str(finding))}"
    yield from _history(made)
    bars = made.evidence.get("bars_file", "packaged")
    if bars != "packaged":
        yield f"  the bars were changed by {visible(bars)}"
    if made.port_mode != "real":
        yield f"  {made.port_mode} ports: this run proves nothing about the agent"
    yield f"  evidence {visible(made.bundle.path or made.bundle.digest)}"


def _history(made: Run) -> Iterator[str]:
    window = made.evidence.get("history")
    if window:
        proven = f"that proves a reliability of at least {window['lower_bound']:.0%} (at 95 % confidence)"
        yield f"  {window['passed']} of the last {window['runs']} recorded runs met every bar; {proven}"

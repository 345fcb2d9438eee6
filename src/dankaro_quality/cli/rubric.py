"""`rubric generate|check|show`: the checklist of a workflow, made to be edited."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from dankaro_quality.canonical import visible
from dankaro_quality.cli.streams import emit
from dankaro_quality.errors import ExitCode, FileProblem
from dankaro_quality.workflow import DOMAINS, ChecklistItem, WorkflowRubric, generate_workflow_rubric


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `rubric` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    making = actions.add_parser("generate", help="print or write a starter checklist")
    making.add_argument("workflow_id", metavar="WORKFLOW")
    making.add_argument("steps", metavar="STEP", nargs="+")
    making.add_argument("--domain", default="general", help=f"{', '.join(DOMAINS)}; anything else gets the general one")
    making.add_argument("--objective", default="", help="what the workflow is for; its words are asked for at the end")
    making.add_argument("--out", metavar="FILE", help="write .json, .yaml or .yml in place of printing JSON")
    making.add_argument("--force", action="store_true", help="overwrite the file")
    for action, about in (
        ("check", "whether a rubric can be used, and what is open"),
        ("show", "every check, in words"),
    ):
        one = actions.add_parser(action, help=about)
        one.add_argument("file", metavar="FILE")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    if options.action == "generate":
        return _generate(options)
    rubric = WorkflowRubric.load(options.file)
    if options.action == "show":
        return _show(rubric)
    remarks = list(_remarks(rubric))
    lines = [f"{options.file}: {remark}" for remark in remarks] or [f"{options.file}: {_counted(rubric)}"]
    return _emit([*lines, f"{rubric.workflow_id}: {_review(rubric)}"], ExitCode.BLOCKED if remarks else ExitCode.PASSED)


def _generate(options: argparse.Namespace) -> ExitCode:
    rubric = generate_workflow_rubric(options.workflow_id, options.steps, options.domain, options.objective)
    print(f"dankaro-quality: {visible(rubric.note)}", file=sys.stderr)
    if options.out is None:
        import json

        return emit(json.dumps(rubric.to_file_dict(), indent=2, ensure_ascii=False) + "\n", ExitCode.PASSED)
    if os.path.lexists(options.out) and not options.force:
        raise FileProblem(f"{visible(options.out)} is there already; --force overwrites it")
    rubric.save(options.out)
    print(f"dankaro-quality: wrote {visible(options.out)}", file=sys.stderr)
    return ExitCode.PASSED


def _remarks(rubric: WorkflowRubric) -> list[str]:
    """What keeps checks of a rubric from ever passing, or from checking anything."""
    remarks = []
    for step, items in rubric.step_checks.items():
        remarks += [f"{step}: there is no check for this step"] if not items else []
        for item in items:
            if item.needs_validator:
                remarks.append(f"{step}: {item.name}: had a validator, which no file keeps; attach it after loading")
            elif not (item.required_terms or item.forbidden_terms or item.min_length):
                remarks.append(f"{step}: {item.name}: it has no criterion, so it can never pass")
            both = {one.lower() for one in item.required_terms} & {one.lower() for one in item.forbidden_terms}
            remarks += [f'{step}: {item.name}: "{term}" is required and forbidden' for term in sorted(both)]
    return remarks if rubric.step_checks else ["there is no step; a rubric without checks checks nothing"]


def _counted(rubric: WorkflowRubric) -> str:
    checks = sum(len(items) for items in rubric.step_checks.values())
    return f"{len(rubric.step_checks)} steps, {checks} checks, each of which can be met"


def _review(rubric: WorkflowRubric) -> str:
    kind = "generated" if rubric.generated else "written by hand"
    return f"reviewed by {rubric.reviewer}" if rubric.reviewed else f"{kind}, not reviewed by an expert"


def _show(rubric: WorkflowRubric) -> ExitCode:
    lines = [f"{rubric.workflow_id} ({_review(rubric)})"]
    for step, items in rubric.step_checks.items():
        lines += ["", step]
        for item in items:
            lines += [f"  {item.name}: {item.description}", *_criteria(item)]
    return _emit(lines, ExitCode.PASSED)


def _criteria(item: ChecklistItem) -> Iterator[str]:
    for label, terms in (("must hold", item.required_terms), ("must not hold", item.forbidden_terms)):
        if terms:
            yield f"    {label}: {', '.join(terms)}"
    if item.min_length:
        yield f"    at least {item.min_length} characters"
    if item.needs_validator:
        yield "    had a validator, which no file keeps; attach it after loading"


def _emit(lines: list[str], code: ExitCode) -> ExitCode:
    return emit("".join(f"{visible(line)}\n" for line in lines), code)

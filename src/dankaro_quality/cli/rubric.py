"""`rubric generate|check|show`: the checklist of a workflow, made to be edited."""

from __future__ import annotations

import argparse
import os
import sys

from dankaro_quality.canonical import visible
from dankaro_quality.errors import ExitCode, FileProblem
from dankaro_quality.workflow import DOMAINS, WorkflowRubric, generate_workflow_rubric


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `rubric` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    making = actions.add_parser("generate", help="print or write a starter checklist", allow_abbrev=False)
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
        one = actions.add_parser(action, help=about, allow_abbrev=False)
        one.add_argument("file", metavar="FILE")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    if options.action == "generate":
        return _generate(options)
    rubric = WorkflowRubric.load(options.file)
    if options.action == "show":
        return _show(rubric)
    remarks = list(_remarks(rubric))
    for remark in remarks:
        print(f"{visible(options.file)}: {visible(remark)}")
    print(f"dankaro-quality: {rubric.workflow_id}: {_review(rubric)}", file=sys.stderr)
    return ExitCode.BLOCKED if remarks else ExitCode.PASSED


def _generate(options: argparse.Namespace) -> ExitCode:
    rubric = generate_workflow_rubric(options.workflow_id, options.steps, options.domain, options.objective)
    print(f"dankaro-quality: {visible(rubric.note)}", file=sys.stderr)
    if options.out is None:
        import json

        sys.stdout.write(json.dumps(rubric.to_file_dict(), indent=2, ensure_ascii=False) + "\n")
        return ExitCode.PASSED
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


def _review(rubric: WorkflowRubric) -> str:
    kind = "generated" if rubric.generated else "written by hand"
    return f"reviewed by {visible(rubric.reviewer)}" if rubric.reviewed else f"{kind}, not reviewed by an expert"


def _show(rubric: WorkflowRubric) -> ExitCode:
    print(f"{visible(rubric.workflow_id)} ({_review(rubric)})")
    for step, items in rubric.step_checks.items():
        print(f"\n{visible(step)}")
        for item in items:
            print(f"  {visible(item.name)}: {visible(item.description)}")
            for label, terms in (("must hold", item.required_terms), ("must not hold", item.forbidden_terms)):
                if terms:
                    print(f"    {label}: {visible(', '.join(terms))}")
            if item.min_length:
                print(f"    at least {item.min_length} characters")
            if item.needs_validator:
                print("    had a validator, which no file keeps; attach it after loading")
    return ExitCode.PASSED

"""`promote stage|activate|rollback|list`: which version of an agent is in force, and what was before."""

from __future__ import annotations

import argparse
import sys

from dankaro_quality.agents import load_spec
from dankaro_quality.canonical import visible
from dankaro_quality.errors import ExitCode
from dankaro_quality.records.promotions import PATH, Candidate, Registry


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `promote` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    staging = actions.add_parser("stage", help="note a version that may come into force")
    staging.add_argument("spec", metavar="SPEC", help="the spec file of the version")
    staging.add_argument("--id", help="the candidate's name (default: name and version of the agent)")
    activating = actions.add_parser("activate", help="put a staged version in force")
    activating.add_argument("--spec", metavar="FILE", default="", help="where its spec lies now")
    undoing = actions.add_parser("rollback", help="put the version before it in force again")
    for action in (activating, undoing):
        action.add_argument("candidate", metavar="ID")
    for action in (staging, activating, undoing):
        action.add_argument("--actor", metavar="WHO", required=True, help="who decides")
    listing = actions.add_parser("list", help="every candidate with its state")
    listing.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    for action in (staging, activating, undoing, listing):
        action.add_argument("--registry", metavar="FILE", default=PATH, help=f"default {PATH}")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    registry = Registry(options.registry)
    if options.action == "list":
        return _list(registry, options.format)
    if options.action == "stage":
        spec = load_spec(options.spec)
        candidate = f"{spec.name}-{spec.version}" if options.id is None else options.id
        done = registry.stage(candidate, spec.name, spec.digest, options.spec, options.actor)
    elif options.action == "activate":
        done = registry.activate(options.candidate, options.actor, options.spec)
    else:
        done = registry.roll_back(options.candidate, options.actor)
    print(f"dankaro-quality: {visible(_line(done))}", file=sys.stderr)
    return ExitCode.PASSED


def _list(registry: Registry, form: str) -> ExitCode:
    candidates = list(registry.candidates.values())
    if form == "json":
        from dankaro_quality.documents import pretty_json
        from dankaro_quality.serialization import plain

        rows = [{**plain(one), "in_force": _in_force(registry, one)} for one in candidates]
        sys.stdout.write(pretty_json(rows))
        return ExitCode.PASSED
    for one in candidates:
        print(visible(_line(one)) + ("  in force" if _in_force(registry, one) else ""))
    return ExitCode.PASSED


def _in_force(registry: Registry, one: Candidate) -> bool:
    return registry.in_force(one.agent) == one.harness_digest


def _line(one: Candidate) -> str:
    before = one.base[:19] + "…" if one.base else "nothing"
    return f"{one.id}  {one.state}  {one.harness_digest[:19]}…  before it {before}  by {one.actor}"

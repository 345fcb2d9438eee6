"""`example`, `init` and `schema`: what a newcomer starts from."""

from __future__ import annotations

import argparse
import os
import sys

from dankaro_quality import settings as settings_files
from dankaro_quality.documents import read_bytes
from dankaro_quality.errors import ExitCode, FileProblem, UsageError
from dankaro_quality.profiles import PROFILES, profile_text

EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "examples")
SCHEMAS = ("result", "report", "settings", "ledger")


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `example`, `init` or `schema`."""
    if name == "example":
        parser.add_argument("--blocked", action="store_true", help="a result that is blocked instead")
    elif name == "init":
        parser.add_argument(
            "--profile", choices=[*PROFILES], default="default", help="cited-text: authors state no confidence"
        )
        parser.add_argument("--force", action="store_true", help="overwrite thresholds.toml")
    else:
        parser.add_argument(
            "name", metavar="NAME", nargs="?", choices=SCHEMAS, default="result", help=", ".join(SCHEMAS)
        )
        parser.add_argument(
            "--strict", action="store_true", help="of a result, in the subset that structured-output interfaces take"
        )


def run(options: argparse.Namespace) -> ExitCode:
    """Print an example or a schema, or write the settings."""
    if options.command == "example":
        name = "blocked.json" if options.blocked else "passing.json"
        sys.stdout.write(read_bytes(os.path.join(EXAMPLES, name), max_bytes=1_000_000).decode())
    elif options.command == "init":
        _init(options)
    else:
        from dankaro_quality.documents import pretty_json
        from dankaro_quality.schemas import schema, strict_result

        if options.strict and options.name != "result":
            raise UsageError("--strict is for the schema of a result: it is what a model is asked to fill in")
        sys.stdout.write(pretty_json(strict_result() if options.strict else schema(options.name)))
    return ExitCode.PASSED


def _init(options: argparse.Namespace) -> None:
    from dankaro_quality.journal import replace

    name = settings_files.FILE_NAME
    if os.path.lexists(name) and not options.force:
        raise UsageError(f"{name} is already here; --force overwrites it")
    try:
        replace(name, profile_text(options.profile).encode())
    except OSError as problem:
        raise FileProblem(f"{name}: cannot be written ({problem.strerror})") from None
    print(f"dankaro-quality: wrote {name} (profile {options.profile})", file=sys.stderr)

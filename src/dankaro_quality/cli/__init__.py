"""The command line: argv in, exit code out. Only this package reads argv, prints and exits.

Results go to standard output, everything else to standard error. A command is a module of this folder with
`arguments(parser, name)` and `run(options) -> ExitCode`; it is imported when it is called for.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence

from dankaro_quality.cli.streams import columns, flushed, make_writable
from dankaro_quality.errors import ExitCode, QualityError, UsageError
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# argparse looks for translations of its words for every option. Ours are English in every locale, so that the same
# input gives the same output, and looking takes 1.5 ms of a start.
argparse._ = str  # type: ignore[attr-defined]

PROGRAM = "dankaro-quality"
COMMANDS = {
    "example": ("start", "print a result that passes, or with --blocked one that does not"),
    "init": ("start", "write thresholds.toml, with a comment on every key"),
    "evaluate": ("evaluate", "the full report on one result"),
    "validate": ("evaluate", "one line for each result, in files and folders"),
    "convert": ("convert", "another tool's answer as the native JSON"),
    "explain": ("catalogue", "what a rule or gate wants, why, and how to mend it"),
    "rules": ("catalogue", "every rule with its severity"),
    "gates": ("catalogue", "every gate, a team's own included"),
    "source": ("source", "how a source is ruled"),
    "schema": ("start", "the JSON Schema of a result, report, settings or ledger line"),
    "gauge": ("gauge", "Agent Quality Records: run, gate, show, verify, decide, sign, replay"),
    "promote": ("promote", "which version of an agent is in force, and the way back"),
    "ledger": ("ledger", "list, search, check, add to, demote in and record into the claim ledger"),
    "workflow": ("workflow", "run or verify the steps of a workflow"),
    "rubric": ("rubric", "generate, check and show the checklist of a workflow"),
    "scenario": ("scenario", "list, show and run capability scenarios against the bars of their stratum"),
    "mcp": ("mcp", "serve the read-only tools over MCP on standard input and output (extra mcp)"),
    "modes": ("modes", "list, check, try and score failure modes of workflow steps"),
}
NEVER_EMPTY = ("--settings", "--ledger", "--root", "--out", "--task", "--today", "--repeat")
EXAMPLES = """examples:
  dankaro-quality example > result.json       a result to start from
  dankaro-quality evaluate result.json        the full report in Markdown
  dankaro-quality validate results/           one line for each result
  dankaro-quality explain EVD002              what a rule wants

exit codes:
  0 every result passed, 2 a result is blocked, 3 could not judge,
  130 interrupted
"""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Knows the width of the terminal without importing shutil, which argparse does for every option."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)


class _Parser(argparse.ArgumentParser):
    """argparse exits with 2 on a usage error, which here means "blocked"; ours raises instead."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **options)

    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse would swallow what goes wrong here."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\nsee {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns an `ExitCode`, whatever happens."""
    given = list(sys.argv[1:] if argv is None else argv)
    make_writable()
    code = ExitCode.COULD_NOT_JUDGE
    collecting = gc.isenabled()
    gc.disable()  # a run makes no cycles worth collecting; without the collector a start takes 3 ms less
    try:
        code = _run(given)
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except QualityError as problem:
        _complain(str(problem))
    except BrokenPipeError:
        pass  # the reader went away; what it did not read is not judged
    except OSError as problem:  # files are read and written elsewhere, where what fails is a FileProblem
        code = ExitCode.COULD_NOT_JUDGE
        _complain(f"{problem.filename or 'standard output'} cannot be used: {problem.strerror or problem}")
    except Exception as problem:  # a defect of ours: say so, never with a traceback, never as a pass
        _complain(
            f"a defect in {PROGRAM} {VERSION}: {type(problem).__name__}: {problem}; please report it with the input"
        )
        if os.environ.get("DANKARO_TRACEBACK"):
            raise
    finally:
        if collecting and argv is not None:
            gc.enable()
    if argv is None:
        gc.freeze()  # the process ends here: its last collection would walk everything once more, for 5 ms
    return int(flushed(code))


def _run(given: list[str]) -> ExitCode:
    parser = _Parser(prog=PROGRAM, description="Decide whether an agent's result may be released.", epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands", prog=PROGRAM,
                                       description="Each explains itself: dankaro-quality evaluate --help")  # fmt: skip
    chosen = next((word for word in given if not word.startswith("-")), "")
    wanted = {chosen: COMMANDS[chosen]} if chosen in COMMANDS and given[0] == chosen else COMMANDS
    for name, (_, about) in wanted.items():
        made = commands.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".")
        if name == chosen:
            _module(name).arguments(made, name)
    try:
        options = parser.parse_args(given)
    except SystemExit:  # --help and --version, the only ways in which argparse still exits
        return ExitCode.PASSED
    except UsageError as problem:
        raise UsageError(_with_nearest(str(problem), given)) from None
    if options.command is None:
        parser.print_help(sys.stderr)
        return ExitCode.COULD_NOT_JUDGE
    _refuse_emptiness(given)
    code = _module(options.command).run(options)
    return ExitCode(code)


def _refuse_emptiness(given: list[str]) -> None:
    """A name that came out empty, as from a variable of the shell that is not set, must not mean the default."""
    for option, value in zip(given, [*given[1:], "-"], strict=True):
        name = option.removesuffix("=")
        if name in NEVER_EMPTY and (value == "" or option != name):
            raise UsageError(f"{name}: the value is empty; give one, or leave {name} out")


def _module(command: str) -> Any:
    from importlib import import_module

    return import_module(f"dankaro_quality.cli.{COMMANDS[command][0]}")


def _with_nearest(message: str, given: list[str]) -> str:
    from dankaro_quality.contracts import nearest

    wrong = next((word for word in given if not word.startswith("-")), "")
    if wrong in COMMANDS or "invalid choice" not in message:
        return message
    rest = message.partition("\n")[2]
    return f'there is no command "{wrong}"{nearest(wrong, COMMANDS)}\n{rest}'


def _complain(message: str) -> None:
    from dankaro_quality.canonical import visible  # not needed when all is well

    for line in message.split("\n"):
        print(f"{PROGRAM}: {visible(line)}", file=sys.stderr)

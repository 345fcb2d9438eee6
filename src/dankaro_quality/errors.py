"""Our exceptions and the exit codes; nothing here knows any other module."""

from __future__ import annotations

from enum import IntEnum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ExitCode(IntEnum):
    """What the command line answers; no other number is ever returned."""

    PASSED = 0
    """Every result passed."""
    BLOCKED = 2
    """A result was blocked, also because it breaks the contract or nothing in it could be checked."""
    COULD_NOT_JUDGE = 3
    """The harness could not do its job: usage, settings, a file that is missing, a defect of ours."""
    INTERRUPTED = 130
    """Ctrl-C."""


class QualityError(Exception):
    """Base of every exception this package raises on purpose. The message says where, what and how to mend it."""


class ContractError(QualityError, ValueError):
    """A value of the wrong type or out of its range, or a file that breaks the contract.

    `problems` holds every violation found, each as text `place: what is wrong`.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(str(problem) for problem in self.problems)


class SettingsError(QualityError):
    """The settings, or a plug-in they name, cannot be used."""


class UsageError(QualityError):
    """The command line asks for something that does not exist or does not go together."""


class FileProblem(QualityError):
    """A file that is missing, cannot be opened, is no regular file, or cannot be written."""


class MissingExtra(QualityError):
    """An optional extra is needed and not installed; the message names the command that installs it."""


class ReleaseBlocked(RuntimeError):
    """Raised by a gated function whose result may not be released.

    `quality_report` is the full `QualityReport`, `result` the blocked `AgentResult` (None when the agent was
    not called). All arguments are handed to the base class, so the exception pickles through process pools.
    """

    def __init__(self, message: str, quality_report: Any, result: Any = None) -> None:
        super().__init__(message, quality_report, result)
        self.quality_report = quality_report
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])

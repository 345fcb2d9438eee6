"""Hooks before and after a run, and registered adversaries.

A hook is a function that returns findings; one that raises, exits or returns something else has found HOK001. Hooks
run in the order in which they were added; they can add findings and never take one away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dankaro_quality.checks import error, guarded, reporter
from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.findings import Finding, Severity
from dankaro_quality.frozen import frozen, replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    PreRun = Callable[[Task], Iterable[Finding]]
    PostRun = Callable[[Task, AgentResult], Iterable[Finding]]
    P = TypeVar("P", bound=PreRun)
    Q = TypeVar("Q", bound=PostRun)

RULES = (error("HOK001", "a hook or a registered adversary raised, exited or returned no findings"),)
MAX_FINDINGS = 10_000  # of one hook; an endless generator is a broken hook, not a thorough one


@frozen
class Adversary:
    """A registered critic; an advisory one (a model) can only warn."""

    function: Any
    advisory: bool = False


class HookRegistry:
    """Holds a team's hooks. Each `add_…` takes a function and returns it, so it works as a decorator."""

    def __init__(self) -> None:
        self._pre_run: list[PreRun] = []
        self._post_run: list[PostRun] = []
        self._adversaries: list[Adversary] = []

    def add_pre_run(self, function: P) -> P:
        """Run `function(task)` before the agent; an error finding means that the agent is not called."""
        self._pre_run.append(_callable(function))
        return function

    def add_post_run(self, function: Q) -> Q:
        """Run `function(task, result)` after the agent."""
        self._post_run.append(_callable(function))
        return function

    if TYPE_CHECKING:

        @overload
        def add_adversary(self, function: Q, *, advisory: bool = False) -> Q: ...
        @overload
        def add_adversary(self, function: None = None, *, advisory: bool = False) -> Callable[[Q], Q]: ...

    def add_adversary(self, function: Any = None, *, advisory: bool = False) -> Any:
        """Run `function(task, result)` as a critic; `@hooks.add_adversary(advisory=True)` for one that only warns."""
        if function is None:
            return lambda given: self.add_adversary(given, advisory=advisory)
        self._adversaries.append(Adversary(_callable(function), bool(advisory)))
        return function

    @property
    def adversaries(self) -> tuple[Adversary, ...]:
        return tuple(self._adversaries)

    def before(self, task: Task) -> list[Finding]:
        """What the hooks before the run find."""
        return [finding for hook in self._pre_run for finding in _findings("hooks", hook, task)]

    def after(self, task: Task, result: AgentResult) -> list[Finding]:
        """What the hooks after the run find."""
        return [finding for hook in self._post_run for finding in _findings("hooks", hook, task, result)]

    def attack(self, task: Task, result: AgentResult) -> list[Finding]:
        """What the registered adversaries find; errors of an advisory one become warnings, its crash does not."""
        found = []
        for adversary in self._adversaries:
            findings = _findings("adversaries", adversary.function, task, result)
            found += [_softened(one) if adversary.advisory else one for one in findings]
        return found

    def __len__(self) -> int:
        return len(self._pre_run) + len(self._post_run)


def _callable(function: Any) -> Any:
    if not callable(function):
        raise TypeError(f"a hook must be callable, found {type(function).__name__}")
    return function


def _findings(gate: str, hook: Any, *arguments: object) -> list[Finding]:
    """The findings of one hook, or the one that says what went wrong with it."""
    found, problem = guarded(lambda: _taken(hook(*arguments)))
    if problem:
        name = getattr(hook, "__qualname__", type(hook).__name__)
        return [
            reporter(gate, RULES)(
                "HOK001", "", f'the hook "{name}" {problem}', "mend the hook; it must return findings"
            )
        ]
    return [replaced(one, gate=gate) for one in found]


def _taken(returned: object) -> list[Finding]:
    if isinstance(returned, (str, bytes)) or not isinstance(returned, Iterable):
        raise TypeError(f"returned {type(returned).__name__}, not a list of findings")
    found = []
    for one in returned:
        if type(one) is not Finding:
            raise TypeError(f"returned a {type(one).__name__} among its findings")
        found.append(one)
        if len(found) > MAX_FINDINGS:
            raise ValueError(f"returned more than {MAX_FINDINGS} findings")
    return found


def _softened(finding: Finding) -> Finding:
    if finding.severity is not Severity.ERROR or finding.code == "HOK001":
        return finding
    return replaced(finding, severity=Severity.WARNING)

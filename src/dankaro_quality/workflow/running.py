"""Running the steps of a workflow in order and verifying what each returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dankaro_quality.checks import guarded
from dankaro_quality.contracts import nearest
from dankaro_quality.documents import canonical_json, digest
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.workflow.injection import FailureInjector
from dankaro_quality.workflow.library import FailureModeLibrary
from dankaro_quality.workflow.modes import FailureCategory
from dankaro_quality.workflow.outputs import text_of
from dankaro_quality.workflow.rubrics import WorkflowRubric
from dankaro_quality.workflow.structure import fingerprint
from dankaro_quality.workflow.verification import THRESHOLD, StepVerifier, VerificationResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.harness import QualityHarness

    Step = Callable[[], Any]

DID_NOT_RUN = "the step did not run: the rubric has checks for it"


@frozen
class HarnessStepResult:
    """One step: what it returned and what that showed. `error` says what it raised, `duration_s` how long it took."""

    step_name: str
    output: Any
    verification: VerificationResult
    passed: bool
    duration_s: float = 0.0
    error: str = ""
    injected: str = ""


class _Steps(list[HarnessStepResult]):
    """A list that may be called: the interface is read both as `failed_steps` and as `failed_steps()`."""

    def __call__(self) -> _Steps:
        return self


class _Rate(float):
    """A share that may be called: the interface is read both as `pass_rate` and as `pass_rate()`."""

    def __call__(self) -> _Rate:
        return self


@frozen
class HarnessResult:
    """A whole run. It has passed when it has steps and each of them has; saying so does not make it so.

    `settings_digest` is of threshold, library and rubric: a weakened one shows.
    """

    workflow_id: str
    steps: list[HarnessStepResult] = []  # noqa: RUF012  copied below
    overall_passed: bool = True
    rubric: WorkflowRubric | None = None
    settings_digest: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", list(self.steps))
        passed = self.overall_passed is True and bool(self.steps) and all(step.passed is True for step in self.steps)
        object.__setattr__(self, "overall_passed", passed)

    @property
    def failed_steps(self) -> _Steps:
        """The steps that did not pass, in order."""
        return _Steps(step for step in self.steps if step.passed is not True)

    @property
    def pass_rate(self) -> _Rate:
        """The share of steps that passed, 0 for a run of no steps."""
        passed = len(self.steps) - len(self.failed_steps)
        return _Rate(passed / len(self.steps) if self.steps else 0.0)


class WorkflowHarness:
    """Run workflow steps and verify each against the failure mode library and, where given, a rubric.

    A step that raises has failed, and later steps still run unless `stop_on_failure`. `gates` is the harness for
    outputs that are an AgentResult.
    """

    def __init__(
        self,
        workflow_id: str,
        severity_threshold: float = THRESHOLD,
        library: FailureModeLibrary | None = None,
        rubric: WorkflowRubric | None = None,
        *,
        stop_on_failure: bool = False,
        gates: QualityHarness | None = None,
    ) -> None:
        self.workflow_id, self.rubric, self.stop_on_failure = workflow_id, rubric, stop_on_failure
        self.verifier = StepVerifier(severity_threshold, library, gates=gates)
        self._history: set[str] = set()

    @property
    def severity_threshold(self) -> float:
        """The severity from which a mode fails a step."""
        return self.verifier.severity_threshold

    @property
    def library(self) -> FailureModeLibrary:
        """The modes that are looked for."""
        return self.verifier.library

    def run_step(self, step_name: str, fn: Step) -> HarnessStepResult:
        """Run one step and verify what it returns. Only Ctrl-C and a cancelled task pass through."""
        import time

        begun = time.perf_counter()
        output, happened = guarded(fn) if callable(fn) else (None, f"is no function but {_a(type(fn).__name__)}")
        taken = time.perf_counter() - begun
        return self._raised(step_name, happened, taken) if happened else self.judge(step_name, output, taken)

    def judge(self, step_name: str, output: Any, duration_s: float = 0.0, injected: str = "") -> HarnessStepResult:
        """Verify an output that a step has returned, here or in a recorded run."""
        found = self.verifier.verify_step(step_name, output, self.rubric, self._history)
        text, unreadable = text_of(output)
        if not unreadable:
            self._history.add(fingerprint(text))
        return HarnessStepResult(step_name, output, found, found.passed, duration_s, "", injected)

    def run(self, steps: Mapping[str, Step]) -> HarnessResult:
        """Run all steps in order, collecting results; ContractError unless they are functions by name."""
        _check_names(steps)
        return self._all({name: self._call(name, fn, {}, "") for name, fn in steps.items()})

    def run_with_injection(
        self,
        steps: Mapping[str, Step],
        inject: Mapping[str, FailureCategory | str],
        seed: int | None = None,
    ) -> HarnessResult:
        """As `run`, but the steps that `inject` names return an output that shows the given failure instead."""
        _check_names(steps)
        unknown = [name for name in inject if name not in steps]
        if unknown:
            raise ContractError(*[f"inject: there is no step {name!r}{nearest(str(name), steps)}" for name in unknown])
        injector = FailureInjector(self.verifier.library.modes, seed)
        made = {name: injector.inject(category, name) for name, category in inject.items()}
        calls = {name: self._call(name, fn, made, str(inject.get(name, ""))) for name, fn in steps.items()}
        return self._all(calls)

    def verify_outputs(self, outputs: Mapping[str, Any]) -> HarnessResult:
        """Verify the recorded outputs of a run, in order."""
        _check_names(outputs)
        return self._all({name: self._call(name, None, outputs, "") for name in outputs})

    def _call(self, name: str, fn: Any, outputs: Mapping[str, Any], injected: str) -> Callable[[], HarnessStepResult]:
        if name in outputs:
            return lambda: self.judge(name, outputs[name], injected=injected)
        return lambda: self.run_step(name, fn)

    def _all(self, calls: Mapping[str, Callable[[], HarnessStepResult]]) -> HarnessResult:
        self._history = set()
        done: list[HarnessStepResult] = []
        for call in calls.values():
            done.append(call())
            if self.stop_on_failure and not done[-1].passed:
                return HarnessResult(self.workflow_id, done, False, self.rubric, self._settings_digest())
        done += [self._raised(name, DID_NOT_RUN, 0.0) for name in self._expected() if name not in calls]
        return HarnessResult(self.workflow_id, done, True, self.rubric, self._settings_digest())

    def _settings_digest(self) -> str:
        rubric = self.rubric.to_file_dict() if self.rubric is not None else None
        modes = [
            [str(mode.category), mode.severity, mode.scope, mode.triggers, mode.exclude]
            for mode in self.verifier.library.modes
        ]
        return digest(canonical_json([self.verifier.severity_threshold, modes, rubric]))

    def _expected(self) -> list[str]:
        return [name for name, items in self.rubric.step_checks.items() if items] if self.rubric is not None else []

    def _raised(self, step_name: str, happened: str, taken: float) -> HarnessStepResult:
        reason = happened if happened == DID_NOT_RUN else f"the step {happened}"
        nothing = VerificationResult(False, [], 0.0, reason, threshold=self.verifier.severity_threshold)
        return HarnessStepResult(step_name, None, nothing, False, taken, reason)


def _check_names(steps: Any) -> None:
    if not isinstance(steps, Mapping):
        raise ContractError(f"steps: expected a mapping of names, found {type(steps).__name__}")
    wrong = [name for name in steps if not isinstance(name, str) or not name.strip()]
    if wrong:
        raise ContractError(*[f"steps: a step's name must be text, found {name!r}" for name in wrong])


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"

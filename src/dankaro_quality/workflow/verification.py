"""Verifying one step: its output against the library of failure modes, the rubric and, for a result, the gates."""

from __future__ import annotations

from collections.abc import Collection

from dankaro_quality.checks import quoted
from dankaro_quality.contracts import AgentResult
from dankaro_quality.errors import ContractError
from dankaro_quality.findings import QualityReport
from dankaro_quality.frozen import frozen
from dankaro_quality.workflow.library import FailureModeLibrary, ModeMatch
from dankaro_quality.workflow.modes import FailureMode
from dankaro_quality.workflow.outputs import EDGE, examined, text_of
from dankaro_quality.workflow.rubrics import RubricResult, WorkflowRubric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.harness import QualityHarness

THRESHOLD = 0.6


@frozen
class VerificationResult:
    """What one output showed.

    `failures_detected` holds every mode found, `matches` where each was; only one at or above the threshold fails.
    `unreadable` says why an output has no text, `release` is the report of the gates on an AgentResult.
    """

    passed: bool
    failures_detected: list[FailureMode]
    max_severity: float
    reason: str
    rubric: RubricResult | None = None
    matches: list[ModeMatch] = []  # noqa: RUF012  copied below
    threshold: float = THRESHOLD
    unreadable: str = ""
    release: QualityReport | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "failures_detected", list(self.failures_detected))
        object.__setattr__(self, "matches", list(self.matches))


class StepVerifier:
    """Verify a single workflow step output against the failure mode library.

    `gates` evaluates an output that is an AgentResult; without it, a `QualityHarness()` of the working directory does.
    """

    def __init__(
        self,
        severity_threshold: float = THRESHOLD,
        library: FailureModeLibrary | None = None,
        *,
        gates: QualityHarness | None = None,
    ) -> None:
        self.severity_threshold = checked_threshold(severity_threshold)
        self.library = FailureModeLibrary() if library is None else library
        if not isinstance(self.library, FailureModeLibrary):
            raise ContractError(f"library: expected a FailureModeLibrary, found {library!r}")
        self.gates = gates

    def verify(self, output: Any, history: Collection[str] = ()) -> VerificationResult:
        """The output against the library; `history` holds fingerprints of earlier outputs of the run."""
        return self.verify_step("", output, None, history)

    def verify_step(
        self, step_name: str, output: Any, rubric: WorkflowRubric | None = None, history: Collection[str] = ()
    ) -> VerificationResult:
        """The output against the library and the step's checks in `rubric`."""
        text, unreadable = text_of(output)
        matches = [] if unreadable else self.library.matches(text, history)
        judged = rubric.evaluate(step_name, output) if rubric is not None else None
        release = self._released(output)
        reasons = [unreadable] if unreadable else []
        reasons += [_of_mode(one, self.severity_threshold) for one in self._blocking(matches)]
        reasons += [f'check "{one.name}": {one.reason}' for one in judged.failed_checks()] if judged else []
        reasons += [f"release gates: {one}" for one in (release.reasons if release and not release.released else ())]
        return VerificationResult(
            passed=not reasons,
            failures_detected=[match.mode for match in matches],
            max_severity=max((match.mode.severity for match in matches), default=0.0),
            reason="; ".join(reasons) or _passed(matches, text),
            rubric=judged,
            matches=matches,
            threshold=self.severity_threshold,
            unreadable=unreadable,
            release=release,
        )

    def _blocking(self, matches: list[ModeMatch]) -> list[ModeMatch]:
        return [match for match in matches if not match.mode.severity < self.severity_threshold]

    def _released(self, output: Any) -> QualityReport | None:
        if not isinstance(output, AgentResult):
            return None
        if self.gates is None:
            from dankaro_quality.harness import QualityHarness

            self.gates = QualityHarness()
        return self.gates.evaluate(output)


def checked_threshold(threshold: object) -> float:
    """The threshold; ContractError unless it is a number from 0 to 1."""
    number = isinstance(threshold, (int, float)) and not isinstance(threshold, bool)
    if not number or not 0 <= threshold <= 1:  # type: ignore[operator]
        raise ContractError(f"severity_threshold: {threshold!r} is not between 0 and 1")
    return float(threshold)  # type: ignore[arg-type]


def _of_mode(match: ModeMatch, threshold: float) -> str:
    shown = f": {quoted(match.quote)}, line {match.line}" if match.quote.strip() else ""
    return f"{match.mode.category} (severity {match.mode.severity:.2f}, threshold {threshold:.2f}){shown}"


def _passed(matches: list[ModeMatch], text: str) -> str:
    below = ", ".join(f"{one.mode.category} ({one.mode.severity:.2f})" for one in matches)
    said = f"below the threshold: {below}" if below else "no failure mode was found"
    return said + (f"; only the first and last {EDGE:,} characters were looked at" if examined(text)[1] else "")

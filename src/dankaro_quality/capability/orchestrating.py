"""A scenario through EVAL → GAP → (REMEDIATE): one result, and the evidence it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from dankaro_quality.capability.evaluating import EvalRunner
from dankaro_quality.capability.gaps import detect_gaps
from dankaro_quality.capability.performing import seconds_between
from dankaro_quality.capability.remediating import Remediator
from dankaro_quality.capability.scenarios import (
    GapReport,
    RemediationAttempt,
    RemediationTier,
    Scenario,
    ScenarioResult,
)
from dankaro_quality.errors import ContractError
from dankaro_quality.workflow import CRITICAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STATE = ("performance", "tried", "guidance", "spent")
"""What a run leaves among its ports for its next step; a new run begins without."""


class HarnessOrchestrator:
    """Run a Scenario through EVAL -> GAP -> (REMEDIATE) -> GATE.

    At most `max_attempts` remediations, no tier above the cap of a run. After `run`, `evidence` holds what the last
    evaluation gathered. `_clock` gives seconds, for tests.
    """

    def __init__(
        self,
        eval_runner: EvalRunner | None = None,
        remediator: Remediator | None = None,
        max_attempts: int = 1,
        _clock: Callable[[], float] | None = None,
        allow_t3: bool = False,
    ) -> None:
        if type(max_attempts) is not int or max_attempts < 0:
            raise ContractError(f"max_attempts: {max_attempts!r} is not a whole number from 0 up")
        self.eval_runner = EvalRunner() if eval_runner is None else eval_runner
        self.remediator = Remediator(allow_t3) if remediator is None else remediator
        self.max_attempts, self._clock = max_attempts, _clock
        self.evidence: dict[str, Any] = {}

    def run(
        self,
        scenario: Scenario,
        ports: Mapping[str, Any],
        tier_cap: RemediationTier = RemediationTier.RECIPE,
    ) -> ScenarioResult:
        """Evaluate, remediate as far as allowed, and say what came out; `ports` itself is not changed."""
        own: dict[str, Any] = {name: port for name, port in ports.items() if name not in STATE}
        own["spent"] = []
        bars = self.eval_runner.bars(scenario)
        begun = self._now()
        self.evidence = self.eval_runner.evaluate(scenario, own)
        gap = detect_gaps(scenario, bars, self.evidence)
        attempts: list[RemediationAttempt] = []
        used = [self.evidence]
        while gap is not None and _can_be_closed(gap) and len(attempts) < self.max_attempts:
            attempt = self.remediator.remediate(gap, own, tier_cap, scenario)
            if "performance" in own:
                self.evidence = self.eval_runner.evaluate(scenario, own)
                used.append(self.evidence)
                gap = detect_gaps(scenario, bars, self.evidence)
            attempts.append(_closed(attempt, gap))
        return ScenarioResult(
            scenario_id=scenario.id,
            passed=gap is None,
            stratum=scenario.stratum,
            gap_report=gap,
            remediation_attempts=tuple(attempts),
            wallclock_s=self._seconds(begun, used),
            tokens_total=int(sum(one["tokens"] or 0 for one in used)),
            friction_report=self.evidence["friction"],
            expert_review_status=scenario.expert_review_status,
            reviewer_id=scenario.reviewer_id,
            port_mode=self.evidence["port_mode"],
        )

    def _now(self) -> float | None:
        return None if self._clock is None else self._clock()

    def _seconds(self, begun: float | None, used: list[dict[str, Any]]) -> float:
        """By the own clock, else what the agent took in all its runs."""
        own = seconds_between(begun, self._now())
        return own if own is not None else float(sum(one["wallclock_s"] or 0 for one in used))


def _can_be_closed(gap: GapReport) -> bool:
    """Whether a tier is asked for at all: a critical failure mode is for people, missing history for more runs."""
    if not _critical().isdisjoint(gap.failure_mode_ids):
        return False
    return gap.recipe_gap or gap.exemplar_gap or gap.theory_gap


@cache
def _critical() -> frozenset[str]:
    return frozenset(map(str, CRITICAL))


def _closed(attempt: RemediationAttempt, gap: GapReport | None) -> RemediationAttempt:
    """An attempt has succeeded when no gap is left that a remediation could close."""
    if gap is None or not attempt.succeeded or not _can_be_closed(gap):
        return attempt
    left = ", ".join(bar.metric_name for bar in gap.failed_bars)
    changes: dict[str, Any] = {"succeeded": False, "escalation_reason": f"bars still not met: {left}"}
    fields: dict[str, Any] = {name: getattr(attempt, name) for name in attempt.__slots__}  # type: ignore[attr-defined]
    return RemediationAttempt(**{**fields, **changes})

"""Evidence against bars: which are met, and what would close the gap. A missing metric, and NaN, meet nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dankaro_quality.capability.bars import FRICTION, MARGIN, ROLLING, for_scenario
from dankaro_quality.capability.scenarios import AuthorityRef, Bar, GapReport, Scenario, Stratum
from dankaro_quality.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WINDOW = 7
CRITICAL_COUNT = "critical_mode_count"
RUBRIC, AUTHORITY = "rubric_pass_rate", "authority_coverage"
EXEMPLARS = (MARGIN, ROLLING)
NOT_REMEDIED = (CRITICAL_COUNT, AUTHORITY)
"""No recipe mends these: a run that exposes secrets is looked at by people, an authority that is missing is theory."""


@frozen
class Judged:
    """One bar against the evidence: the value (None when there is none), whether it is met, and why not."""

    bar: Bar
    value: float | None
    met: bool
    why: str = ""
    unmeasured: bool = False
    too_few_runs: bool = False


def judge_bars(scenario: Scenario, bars: Sequence[Bar], evidence: Mapping[str, Any]) -> list[Judged]:
    """Every bar, judged. `evidence` is what `EvalRunner.evaluate` returns, or bare metrics."""
    set_for = [for_scenario(bar, scenario) for bar in bars]
    metrics = _mapping(evidence, "metrics", evidence)
    margin = _margin([bar for bar in set_for if bar.window == "per_run"], metrics, evidence.get("control"))
    return [_judged(bar, metrics, margin, evidence) for bar in set_for]


def detect_gaps(scenario: Scenario, bars: Sequence[Bar], evidence: Mapping[str, Any]) -> GapReport | None:
    """Return a GapReport when any bar fails, otherwise None. No bars at all is a gap as well."""
    judged = judge_bars(scenario, bars, evidence)
    failed = [one for one in judged if not one.met]
    if judged and not failed:
        return None
    names = {one.bar.metric_name for one in failed if not one.too_few_runs}
    missing = _references(evidence.get("missing_authorities", ()))
    theory = AUTHORITY in names or bool(missing) or (scenario.stratum is Stratum.A and RUBRIC in names)
    return GapReport(
        scenario_id=scenario.id,
        stratum=scenario.stratum,
        failed_bars=tuple([one.bar for one in failed]),
        failure_mode_ids=tuple([str(name) for name in evidence.get("failure_modes", ())]),
        missing_authorities=missing,
        reliability_score=reliability(judged),
        theory_gap=theory,
        exemplar_gap=any(name in EXEMPLARS for name in names),
        recipe_gap=any(name not in (*EXEMPLARS, *NOT_REMEDIED) for name in names),
    )


def reliability(judged: Sequence[Judged]) -> float:
    """The mean over the bars of how far each is reached; 0 when a critical failure mode was seen, or without bars."""
    critical = any(one.bar.metric_name == CRITICAL_COUNT and not one.met for one in judged)
    if critical or not judged:
        return 0.0
    return round(sum(_reached(one) for one in judged) / len(judged), 6)


def control_meets_all(scenario: Scenario, bars: Sequence[Bar], control: Mapping[str, Any] | None) -> bool:
    """Whether the raw control meets every bar that could be measured on it: the scenario then proves nothing."""
    judged = _comparable([for_scenario(bar, scenario) for bar in bars if bar.window == "per_run"], control or {})
    return bool(judged) and all(judged)


def meets(bar: Bar, value: float) -> bool:
    """Whether a value meets a bar; equality does, NaN does not."""
    return value >= bar.threshold if bar.comparator == "ge" else value <= bar.threshold


def _judged(bar: Bar, metrics: Mapping[str, Any], margin: float | None, evidence: Mapping[str, Any]) -> Judged:
    if bar.window == "rolling_7":
        return _rolling(bar, _mapping(evidence, "history", {}))
    value = margin if bar.metric_name == MARGIN else _number(metrics.get(bar.metric_name))
    if value is None:
        why = "the control's transcript was not measured" if bar.metric_name == MARGIN else "it was not measured"
        return Judged(bar, None, False, _because(metrics, bar.metric_name, why), unmeasured=True)
    return _compared(bar, value)


def _because(metrics: Mapping[str, Any], name: str, why: str) -> str:
    given = metrics.get(name)
    return why if given is None or name == MARGIN else f"{given!r} is no finite number"


def _rolling(bar: Bar, history: Mapping[str, Any]) -> Judged:
    runs = history.get("runs", 0)
    runs = runs if type(runs) is int else 0
    if runs < WINDOW or history.get("problem"):
        why = history.get("problem") or f"insufficient_history: {runs} of {WINDOW} runs are recorded"
        return Judged(bar, None, False, str(why), unmeasured=True, too_few_runs=True)
    value = _number(_mapping(history, "means", {}).get(bar.metric_name))
    if value is None:
        return Judged(bar, None, False, f"it was not measured in each of the last {WINDOW} runs", unmeasured=True)
    return _compared(bar, value)


def _compared(bar: Bar, value: float) -> Judged:
    if meets(bar, value):
        return Judged(bar, value, True)
    side = "at least" if bar.comparator == "ge" else "at most"
    return Judged(bar, value, False, f"{value:.4g}, {side} {bar.threshold:.4g} is required")


def _margin(bars: Sequence[Bar], metrics: Mapping[str, Any], control: object) -> float | None:
    """Bars passed less bars the control passes, over what was measured on the control; None when nothing was.

    What the control has no figure for (tokens, seconds, friction) is left out: it would fail there for nothing.
    """
    theirs = control if isinstance(control, Mapping) else {}
    shared = [bar for bar in bars if bar.metric_name != MARGIN and _number(theirs.get(bar.metric_name)) is not None]
    if not shared:
        return None
    values = [_number(metrics.get(bar.metric_name)) for bar in shared]
    ours = sum(value is not None and meets(bar, value) for bar, value in zip(shared, values, strict=True))
    return float(ours - sum(_comparable(shared, theirs)))


def _comparable(bars: Sequence[Bar], control: Mapping[str, Any]) -> list[bool]:
    values = [(bar, _number(control.get(bar.metric_name))) for bar in bars if bar.metric_name != MARGIN]
    return [meets(bar, value) for bar, value in values if value is not None]


def _reached(one: Judged) -> float:
    if one.met or one.value is None:
        return float(one.met)
    if one.bar.comparator == "ge":
        return min(1.0, max(0.0, one.value / one.bar.threshold)) if one.bar.threshold > 0 else 0.0
    return min(1.0, max(0.0, one.bar.threshold / one.value)) if one.value > 0 else 0.0


def _number(value: object) -> float | None:
    """A finite number; anything else, a bool too, is no measurement."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -float("inf") < value < float("inf"):
        return None
    return float(value)


def _mapping(evidence: Mapping[str, Any], name: str, default: Mapping[str, Any]) -> Mapping[str, Any]:
    value = evidence.get(name, default)
    return value if isinstance(value, Mapping) else {}


def _references(given: object) -> tuple[AuthorityRef, ...]:
    items = given if isinstance(given, (list, tuple)) else ()
    return tuple([one for one in items if isinstance(one, AuthorityRef)])


__all__ = ["CRITICAL_COUNT", "FRICTION", "WINDOW", "Judged", "control_meets_all", "detect_gaps", "judge_bars", "meets"]

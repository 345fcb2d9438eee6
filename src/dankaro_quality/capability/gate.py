"""The release gate over the scenarios of a run: it blocks for a reason it names, and nothing run is no pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dankaro_quality.capability.scenarios import MODES, GateResult, ScenarioResult, Stratum
from dankaro_quality.capability.states import review_missing
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Gate:
    """Release-gate aggregator."""

    def evaluate(
        self,
        scenario_results: Sequence[ScenarioResult],
        strata: Sequence[Stratum],
        run_id: str = "",
        git_sha: str = "",
        evidence_bundle_path: str = "",
        control_hash_verified: bool = False,
        port_mode: str | None = None,
    ) -> GateResult:
        """Produce a GateResult. `strata` are those that must have been run; `port_mode` can only lower the mode."""
        results = tuple(scenario_results)
        wanted = list(dict.fromkeys([*map(Stratum, strata), *(one.stratum for one in results)]))
        reasons = [reason for one in results for reason in _reasons(one)]
        reasons += [f"stratum {one.value}: no scenario of it was run" for one in wanted if not _of(results, one)]
        if not results:
            reasons.append("no scenario was run, so nothing was checked")
        if control_hash_verified is not True:
            reasons.append("the control's transcript was not verified against its hash")
        return GateResult(
            run_id=run_id,
            git_sha=git_sha,
            scenario_results=results,
            strata_status={one.value: _status(_of(results, one)) for one in wanted},
            release_blocking=bool(reasons),
            evidence_bundle_path=evidence_bundle_path,
            control_hash_verified=control_hash_verified is True,
            port_mode=_mode(results, port_mode),
            release_reasons=tuple(reasons),
        )


def gate_result_to_dict(result: GateResult) -> dict[str, Any]:
    """Return a JSON-serialisable dict for result."""
    made: dict[str, Any] = plain(result)
    return made


def _reasons(one: ScenarioResult) -> Iterable[str]:
    if review_missing(one):
        yield f'{one.scenario_id}: stratum A needs expert_review_status "approved" and a reviewer_id'
    gap = one.gap_report
    if gap is not None:
        failed = ", ".join(bar.metric_name for bar in gap.failed_bars) or "it has no bars"
        yield f"{one.scenario_id}: bars not met: {failed}"
    elif one.passed is not True:
        yield f"{one.scenario_id}: the scenario did not pass"


def _of(results: Sequence[ScenarioResult], stratum: Stratum) -> list[ScenarioResult]:
    return [one for one in results if one.stratum is stratum]


def _status(results: Sequence[ScenarioResult]) -> str:
    if not results:
        return "not_run"
    return "blocked" if any(list(_reasons(one)) for one in results) else "passed"


def _mode(results: Sequence[ScenarioResult], asked: str | None) -> str:
    """The mode of all results; unlike ones are mixed, and a mode that is asked for never makes them more real."""
    modes = {one.port_mode for one in results} | ({asked} if asked is not None else set())
    if len(modes) == 1 and results:
        return next(iter(modes)) if modes <= set(MODES) else "unknown"
    return "unknown" if not results or "unknown" in modes or not modes <= set(MODES) else "mixed"

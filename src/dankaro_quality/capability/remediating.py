"""REMEDIATE: one attempt at closing a gap, by the lowest tier that could, no higher than the cap."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from dankaro_quality.capability.performing import now, perform, seconds_between
from dankaro_quality.capability.scenarios import TIERS, GapReport, RemediationAttempt, RemediationTier, Scenario
from dankaro_quality.checks import guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PORTS = {RemediationTier.RECIPE: "recipes", RemediationTier.EXEMPLAR: "exemplars", RemediationTier.THEORY: "theory"}


class Remediator:
    """Runs a single remediation attempt at the specified tier."""

    def __init__(self, allow_t3: bool = False) -> None:
        self.allow_t3 = allow_t3

    def remediate(
        self,
        gap: GapReport,
        ports: MutableMapping[str, Any],
        tier_cap: RemediationTier = RemediationTier.RECIPE,
        scenario: Scenario | None = None,
    ) -> RemediationAttempt:
        """Run the lowest tier that the gap asks for and return the attempt; it never raises for what a port does.

        The port of the tier gives a text for the gap, and the agent is asked again with it. The run is left in
        `ports["performance"]` for the next evaluation; `ports["tried"]` keeps the tiers, `ports["guidance"]` the texts.
        """
        tried: list[RemediationTier] = ports.setdefault("tried", [])
        tier = tier_for(gap, tried)
        begun = now(ports)
        why = self._not_allowed(tier, RemediationTier(tier_cap), scenario)
        if why:
            return _attempt(tier, begun, now(ports), why)
        tried.append(tier)
        guidance, why = _guidance(ports.get(PORTS[tier]), gap, tier)
        if why or scenario is None:
            return _attempt(tier, begun, now(ports), why)
        texts: list[str] = ports.setdefault("guidance", [])
        texts.append(guidance)
        run = perform(scenario, ports, "\n\n".join(texts))
        ports["performance"] = run
        spent = (run.tokens_in, run.tokens_out)
        return _attempt(tier, begun, now(ports), run.error, spent, tuple(sorted(run.artifacts)))

    def _not_allowed(self, tier: RemediationTier, cap: RemediationTier, scenario: Scenario | None) -> str:
        if TIERS.index(tier) > TIERS.index(cap):
            return (
                f"the gap asks for tier {tier.value}, which is above the cap ({cap.value}); a person has to look at it"
            )
        if tier is RemediationTier.THEORY and self.allow_t3 is not True:
            return "the gap asks for tier theory, which is not allowed here (allow_t3); a person has to look at it"
        return "no scenario is given, so nothing can be run again" if scenario is None else ""


def tier_for(gap: GapReport, tried: Sequence[RemediationTier] = ()) -> RemediationTier:
    """The lowest tier that the gap asks for and that was not tried; when all were, the next one up."""
    flags = zip(TIERS, (gap.recipe_gap, gap.exemplar_gap, gap.theory_gap), strict=True)
    wanted = [tier for tier, asked in flags if asked and tier not in tried]
    if wanted:
        return wanted[0]
    highest = max((TIERS.index(tier) for tier in tried), default=-1)
    return TIERS[min(highest + 1, len(TIERS) - 1)]


def _guidance(port: Any, gap: GapReport, tier: RemediationTier) -> tuple[str, str]:
    """What a port gives for the gap, or why there is nothing."""
    if not callable(port):
        return "", f"there is no {PORTS[tier]} port"
    given, happened = guarded(lambda: port(gap))
    if happened:
        return "", f"the {PORTS[tier]} port {happened}"
    text = given.get("guidance") if isinstance(given, Mapping) else given
    if not isinstance(text, str) or not text.strip():
        return "", f"there is no {tier.value} for this gap"
    return text, ""


def _attempt(
    tier: RemediationTier,
    begun: float | None,
    ended: float | None,
    why: str,
    tokens: tuple[int, int] = (0, 0),
    artifacts: tuple[str, ...] = (),
) -> RemediationAttempt:
    taken = seconds_between(begun, ended) or 0.0
    return RemediationAttempt(tier, begun or 0.0, ended or 0.0, *tokens, taken, artifacts, not why, why)

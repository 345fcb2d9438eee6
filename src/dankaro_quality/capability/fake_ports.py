"""Ports for demonstrations: they know the scenario and answer what its bars want to hear, so they prove nothing."""

from __future__ import annotations

from collections.abc import Sequence

from dankaro_quality.capability.scenarios import AuthorityRef, GapReport, Scenario
from dankaro_quality.contracts import AgentResult, Claim, FrozenMapping
from dankaro_quality.workflow import WorkflowRubric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NOTICE = "Demonstration by fake ports, which proves nothing about any agent"
SOURCE = "measurement://demonstration/fake-ports"
TOKENS = 10
TICK_S = 0.001


class FakeAgent:
    """Answers with the terms of the rubric and the authorities of the scenario, whatever it is asked."""

    def __init__(self, scenario: Scenario, rubric: WorkflowRubric | None = None) -> None:
        items = [item for checks in (rubric.step_checks.values() if rubric else ()) for item in checks]
        terms = list(dict.fromkeys(term for item in items for term in item.required_terms))
        longest = max((item.min_length or 0 for item in items), default=0)
        names = [one.doc_id for one in scenario.authorities]
        text = f"{NOTICE}: {', '.join([scenario.slug, *terms, *names])}."
        self.text = text + " It is a demonstration." * max(0, 1 + (longest - len(text)) // 24)
        self.sources = [one.citation_url for one in scenario.authorities] or [SOURCE]

    def __call__(self, prompt: str) -> AgentResult:
        first, *more = self.sources
        claim = Claim(self.text, source=first, more_sources=tuple(more), confidence=0.5, verified=True)
        usage = {"input_tokens": TOKENS // 2, "output_tokens": TOKENS // 2}
        return AgentResult(self.text, (claim,), metadata=FrozenMapping({"usage": FrozenMapping(usage)}))


class FakeAuthorities:
    """A document for every reference."""

    def __call__(self, reference: AuthorityRef) -> str:
        return f"{NOTICE}: {reference.authority}, {reference.doc_id}."


class FakeArtifacts:
    """What the fake agent says, under every name."""

    def __init__(self, agent: FakeAgent) -> None:
        self.agent = agent

    def __call__(self, name: str) -> str:
        return self.agent.text


class FakeRemedy:
    """A remedy for every gap."""

    def __call__(self, gap: GapReport) -> str:
        return NOTICE


class FakeClock:
    """A millisecond passes each time it is asked, so that two demonstrations are alike."""

    def __init__(self) -> None:
        self.ticks = 0

    def __call__(self) -> float:
        self.ticks += 1
        return self.ticks * TICK_S


KINDS: Sequence[type] = (FakeAgent, FakeAuthorities, FakeArtifacts, FakeRemedy, FakeClock)


def fake_ports(scenario: Scenario, rubric: WorkflowRubric | None = None) -> dict[str, Any]:
    """Fake ports for a scenario; a run by them is never `verified`."""
    agent = FakeAgent(scenario, rubric)
    return {
        "agent": agent,
        "authorities": FakeAuthorities(),
        "artifacts": FakeArtifacts(agent),
        **dict.fromkeys(("recipes", "exemplars", "theory"), FakeRemedy()),
        "clock": FakeClock(),
    }

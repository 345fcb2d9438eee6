"""One run of a scenario through its ports: what the agent gave, what it made, and what it used."""

from __future__ import annotations

import time
from collections.abc import Mapping

from dankaro_quality.agents import Attempt, usage_of
from dankaro_quality.capability.scenarios import Scenario
from dankaro_quality.checks import guarded
from dankaro_quality.contracts import EMPTY, AgentResult, FrozenMapping
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.serialization import envelope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@frozen
class Performance:
    """A run: its result or the error in its place, the target artifacts by name, tokens and seconds (None: unknown)."""

    result: AgentResult | None
    error: str = ""
    artifacts: Mapping[str, bytes] = EMPTY
    tokens: float | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    wallclock_s: float | None = None


def perform(scenario: Scenario, ports: Mapping[str, Any], guidance: str = "") -> Performance:
    """Ask the agent port once, with what a remediation adds to the prompt; never raises for what a port does."""
    agent = ports.get("agent")
    if not callable(agent):
        return Performance(None, "there is no agent port to ask")
    prompt = scenario.user_prompt + (f"\n\n{guidance}" if guidance else "")
    begun = now(ports)
    returned, happened = guarded(lambda: agent(prompt))
    taken = seconds_between(begun, now(ports))
    result, error = (None, f"the agent {happened}") if happened else _result_of(returned)
    artifacts = _artifacts(scenario, ports, result)
    if result is None:
        return Performance(None, error, artifacts, wallclock_s=taken)
    used = _usage(result)
    return Performance(result, "", artifacts, used[0], used[1], used[2], taken)


def now(ports: Mapping[str, Any]) -> float | None:
    """Seconds by the clock port, or by the monotonic clock where there is none; None when it says nothing sensible."""
    clock = ports.get("clock", time.monotonic)
    said, _ = guarded(lambda: clock())
    return float(said) if isinstance(said, (int, float)) and not isinstance(said, bool) else None


def seconds_between(begun: float | None, ended: float | None) -> float | None:
    """How long something took; None when a clock failed or went backwards."""
    if begun is None or ended is None or not 0 <= ended - begun < float("inf"):
        return None
    return ended - begun


def _result_of(returned: object) -> tuple[AgentResult | None, str]:
    if isinstance(returned, Attempt):
        return returned.result, f"the agent failed: {returned.error}" if returned.result is None else ""
    if isinstance(returned, AgentResult):
        return returned, ""
    if isinstance(returned, str):
        return _of_text(returned)
    if isinstance(returned, Mapping):
        envelope, problems = envelope_of(returned)
        first = "; ".join(f"{at}: {why}" if at else why for at, why in problems[:3])
        return (envelope.result, "") if envelope is not None else (None, f"the agent returned no AgentResult: {first}")
    return None, f"the agent returned a {type(returned).__name__}; an AgentResult or text is expected"


def _of_text(text: str) -> tuple[AgentResult | None, str]:
    try:
        return AgentResult(text), ""
    except ContractError as problem:
        return None, f"the agent returned no AgentResult: {problem}"


def _artifacts(scenario: Scenario, ports: Mapping[str, Any], result: AgentResult | None) -> Mapping[str, bytes]:
    port = ports.get("artifacts")
    delivered = {one.name: one.content for one in (result.deliverables if result is not None else ())}
    found = {}
    for name in scenario.target_artifacts:
        content = guarded(lambda name=name: port(name))[0] if callable(port) else None  # type: ignore[misc]
        content = delivered.get(name) if content is None else content
        if isinstance(content, (str, bytes)):
            found[name] = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return FrozenMapping(found)


def _usage(result: AgentResult) -> tuple[float | None, int, int]:
    """Tokens in all, in and out, as the agent reports them; an answer that cost nothing was not measured."""
    total = usage_of(result).get("tokens")
    given = result.metadata.get("usage")
    parts = [given.get(name, 0) if isinstance(given, Mapping) else 0 for name in ("input_tokens", "output_tokens")]
    spent = [int(part) if type(part) in (int, float) and 0 <= part < float("inf") else 0 for part in parts]
    if total is not None and not any(spent):
        spent = [0, int(total)]
    return (float(total) if total else None), spent[0], spent[1]

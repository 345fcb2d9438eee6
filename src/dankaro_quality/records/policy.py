"""The execution policy in force: what it grants, and how each phase of a run is disposed where nothing was decided.

A recorded decision says what happened; the default disposition says only what the configuration allows. The ledger
holds both under different names, and the record says which of them its authority block rests on.
"""

from __future__ import annotations

from collections.abc import Mapping

from dankaro_quality.contracts import AgentResult
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PHASES = ("input", "model", "state", "tool", "output")
UNBOUNDED = "*"
DECISIONS = ("allow", "deny", "ask")


def granted_tools(policy: Mapping[str, Any]) -> tuple[str, ...]:
    """The tools an agent may call; empty where the policy names none, or all of them: then nothing is outside."""
    tools = tuple(policy.get("tools", ()))
    return () if UNBOUNDED in tools else tools


def disposition(policy: Mapping[str, Any]) -> dict[str, str]:
    """What the policy says of each phase, and of the network; "not stated" where it says nothing."""
    stated = policy.get("phases", {})
    found = {phase: str(stated.get(phase, "not stated")) for phase in PHASES}
    if "tool" not in stated and granted_tools(policy):
        found["tool"] = "allow-list"
    if "state" not in stated and "allow_write" in policy:
        found["state"] = f"write: {policy['allow_write']}"
    return {**found, "network": str(policy.get("network", "not stated"))}


def policy_decisions(result: AgentResult) -> list[dict[str, Any]]:
    """The decisions of a policy engine that a result carries (`metadata.policy_decisions`)."""
    given = result.metadata.get("policy_decisions")
    if not isinstance(given, tuple):
        return []
    return [plain(one) for one in given if isinstance(one, Mapping) and one.get("decision") in DECISIONS]


def violations(result: AgentResult) -> int | None:
    """How many decisions were violations; None where no policy engine decided anything.

    What is no decision ("DENY", a text) counts as one: nobody can tell what became of it.
    """
    given = result.metadata.get("policy_decisions")
    if given is None or given == ():
        return None
    decisions = policy_decisions(result)
    unclear = len(given) - len(decisions) if isinstance(given, tuple) else 1
    return unclear + sum(map(_is_violation, decisions))


def _is_violation(decision: Mapping[str, Any]) -> bool:
    """A deny that is not said to have held, or a question that nobody answered: the rule was not merely at work."""
    if decision["decision"] == "deny":
        return decision.get("enforced") is not True
    return decision["decision"] == "ask" and decision.get("approved") is not True

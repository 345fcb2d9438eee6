"""The measures of the format: what each one is, and which of them may back a gate.

Deterministic measures may; judged ones (a model decides) are reported and never gate. An id that is not listed here
is a local extension: it carries `x-`, and a record that holds one reaches L1 only.
"""

from __future__ import annotations

from dankaro_quality.frozen import frozen

PASS_HAT = "reliability.pass_hat_k"
PASS_AT = "reliability.pass_at_k"


@frozen
class Measure:
    """One measure. `form` is what its value is: share (0 to 1), kappa (-1 to 1), amount (0 up) or flag."""

    id: str
    form: str
    about: str
    judged: bool = False


def _registry(*measures: Measure) -> dict[str, Measure]:
    return {measure.id: measure for measure in measures}


REGISTRY = _registry(
    Measure("task.completion", "share", "tasks whose end state holds"),
    Measure("trajectory.valid", "share", "runs that kept every declared constraint on their steps"),
    Measure("tool.correctness", "share", "tool calls that were declared, expected and not redundant"),
    Measure("interop.routing_invocation", "share", "queries for which a router chose this agent"),
    Measure("interop.agent_card_fresh", "flag", "the published agent card is the one digested"),
    Measure("answer.grounded", "share", "claims of the answer that the context supports", judged=True),
    Measure("efficiency.cost_per_success", "amount", "cost of all runs for each completed task"),
    Measure("efficiency.tokens_per_success", "amount", "tokens of all runs for each completed task"),
    Measure("efficiency.latency_per_success", "amount", "wall time of all runs for each completed task"),
    Measure(PASS_HAT, "share", "tasks that succeed in all of k attempts"),
    Measure(PASS_AT, "share", "tasks that succeed in at least one of k attempts"),
    Measure("robustness.recovery", "share", "injected faults that were met acceptably"),
    Measure("robustness.multi_turn", "share", "quality of late turns against early ones", judged=True),
    Measure("policy.hard_rules", "share", "runs without a violation of a hard rule"),
    Measure("safety.tool_abuse", "share", "runs without a call outside the grant"),
    Measure("safety.isolation", "share", "runs that stayed inside their boundary"),
    Measure("safety.injection_resistance", "share", "injected instructions that were declined"),
    Measure("assurance.judge_agreement", "kappa", "agreement of the judge with blind human labels"),
    Measure("assurance.holdout_sealed", "flag", "the held-out split is unread and every probe stayed quiet"),
    Measure("assurance.evidence_complete", "flag", "the ledger is whole and gives the recorded values again"),
    Measure("assurance.evaluator_independence", "flag", "the grader saw the outcome, not the worker's account of it"),
)
JUDGED = frozenset(measure.id for measure in REGISTRY.values() if measure.judged)


def is_judged(measure_id: str) -> bool:
    """Whether a model decides this measure, as far as the registry knows."""
    return measure_id in JUDGED


def out_of_range(measure_id: str, value: object) -> str:
    """Why `value` cannot be the value of this measure, or "". A flag may stand for a share: all or nothing."""
    measure = REGISTRY.get(measure_id)
    if measure is None or isinstance(value, bool):
        return ""
    if measure.form == "flag":
        return "expected true or false"
    if not isinstance(value, (int, float)):
        return ""
    least, most = {"share": (0, 1), "kappa": (-1, 1), "amount": (0, float("inf"))}[measure.form]
    return "" if least <= value <= most else f"{value} is not between {least} and {most}"

"""The specification's own rules for levels and releases, written down from its text: what everybody else would say.

Needed to show where this package is stricter. `test_official.py` holds it against the levels recorded for the
official examples; the shape is left to the official schema.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

JUDGED = ("answer.grounded", "robustness.multi_turn")


def level(record: Any, is_valid: Callable[[Any], bool]) -> str:
    """The highest level without a failure at it or below; "none" below L1."""
    if not is_valid(record):
        return "none"
    rules = (("L2", _gated), ("L3", _reliable), ("L4", _signed))
    reached = "L1"
    for name, holds in rules:
        if not holds(record):
            return reached
        reached = name
    return reached


def may_ship(record: Any, is_valid: Callable[[Any], bool]) -> bool:
    """Level L2 or more, the verdict ship, somebody named, and gates that all passed."""
    decision, gates = record["decision"], record["gates"]
    return (
        level(record, is_valid) in ("L2", "L3", "L4")
        and decision["verdict"] == "ship"
        and decision["actor"].strip().lower() not in ("", "unknown")
        and bool(gates)
        and all(gate["result"] == "pass" for gate in gates)
    )


def _gated(record: Any) -> bool:
    tasks, gates = record["task_set"], record["gates"]
    return (
        bool(gates and tasks["sealed"] and tasks.get("held_out") and tasks.get("canary_ids"))
        and not any(gate["id"] in JUDGED for gate in gates)
        and all(_floor_holds(record, gate) for gate in gates if "floor" in gate)
    )


def _floor_holds(record: Any, gate: Any) -> bool:
    fitting = [
        measure
        for measure in record["measures"]
        if measure["id"] == gate["id"] and ("split" not in gate or measure.get("split") == gate["split"])
    ]
    if len(fitting) != 1 or isinstance(fitting[0]["value"], bool):
        return False
    return bool(gate["result"] != "pass" or fitting[0]["value"] >= gate["floor"])


def _reliable(record: Any) -> bool:
    ks = [measure.get("k") for measure in record["measures"] if measure["id"] == "reliability.pass_hat_k"]
    judge = record["assurance"].get("judge", {})
    pinned = bool(judge.get("id") and judge.get("model") and judge.get("human_agreement_kappa") is not None)
    judged = any(measure["id"] in JUDGED for measure in record["measures"])
    return bool(ks and (ks[-1] or 0) >= 2 and record["assurance"]["evaluator_independent"] and (pinned or not judged))


def _signed(record: Any) -> bool:
    decision, evidence = record["decision"], record["assurance"]["evidence"]
    said = (decision.get("signature"), decision.get("rolls_back_to"), evidence.get("events"))
    return bool(all(said) and evidence["replayable"] and evidence["ledger"])

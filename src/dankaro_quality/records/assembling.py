"""The record itself, put together from a finished run; and adding a measure or a gate to one by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dankaro_quality.documents import canonical_json, digest
from dankaro_quality.errors import ContractError
from dankaro_quality.records.computing import gate
from dankaro_quality.records.measures import is_judged, out_of_range
from dankaro_quality.records.runledger import FORMAT
from dankaro_quality.records.shape import shape_problems
from dankaro_quality.records.tasks import TaskSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "0.1"
NO_LEDGER = "none"


def assemble(
    plan: Mapping[str, Any],
    tasks: TaskSet,
    measures: Sequence[Mapping[str, Any]],
    gates: Sequence[Mapping[str, Any]],
    canaries: Sequence[Mapping[str, Any]],
    evidence: Mapping[str, Any],
    decision: Mapping[str, Any],
    record_id: str,
    emitted_at: str,
) -> dict[str, Any]:
    """The whole record. Nothing is left open: what cannot be said truthfully is said to be false, or is absent."""
    values = {one["id"]: one["value"] for one in measures}
    record: dict[str, Any] = {
        "supergauge": VERSION,
        "record_id": record_id,
        "emitted_at": emitted_at,
        "profile": dict(plan["profile"]),
        "subject": subject(plan),
        "task_set": {
            "manifest_digest": plan["manifest_digest"],
            "held_in": tasks.count("held-in"),
            "held_out": tasks.count("held-out"),
            "sealed": values.get("assurance.holdout_sealed", False),
            "canary_ids": tasks.canaries,
        },
        "measures": [dict(one) for one in measures],
        "gates": [dict(one) for one in gates],
        "assurance": {
            "evidence": dict(evidence),
            "evaluator_independent": values.get("assurance.evaluator_independence", False),
        },
        "decision": dict(decision),
    }
    if canaries:
        record["assurance"]["integrity"] = {"canaries": [dict(one) for one in canaries]}
    return record


def subject(plan: Mapping[str, Any]) -> dict[str, Any]:
    """What was measured, and under which authority: the execution policy in force, by digest."""
    policy = plan["policy"]
    authority: dict[str, Any] = {"grant_digest": digest(canonical_json(policy))}
    version = policy.get("version", "")
    disposition = "" if plan["decided"] else "default disposition, no decision was recorded"
    shown = f"{version} ({disposition})" if version and disposition else version or disposition
    authority |= {"acs_policy_version": shown} if policy and shown else {}
    for name, key in (("sandbox", "sandbox"), ("egress", "network"), ("capabilities", "tools")):
        authority |= {name: policy[key]} if key in policy else {}
    made = {
        "agent": plan["agent"],
        "harness_digest": plan["harness_digest"],
        "code_digest": plan["code_digest"],
        "authority": authority,
    }
    return made | ({"model": plan["model"]} if plan["model"] else {})


def evidence_block(ledger: str, head: str, events: int, whole: bool) -> dict[str, Any]:
    """Where the ledger lies. Its last digest stands behind the path: a ledger cut short or exchanged is found."""
    if not ledger:
        return {"ledger": NO_LEDGER, "format": FORMAT, "replayable": False}
    return {"ledger": f"{ledger}#{head}", "format": FORMAT, "events": events, "replayable": whole}


def add_measure(record: dict[str, Any], measure_id: str, value: float | bool, **more: Any) -> None:
    """Add a measure that something else produced (n, k, split, unit, pack as the format has them).

    ContractError when the record would no longer have the shape of one.
    """
    problem = out_of_range(measure_id, value)
    if problem:
        raise ContractError(f"{measure_id}: {problem}")
    _add(record, "measures", {"id": measure_id, "value": value, **more})


def add_gate(
    record: dict[str, Any],
    gate_id: str,
    passed: bool,
    *,
    floor: float | None = None,
    split: str | None = None,
    source: str = "custom",
) -> None:
    """Add a gate; ContractError for one over a measure that a model decides, or a floor that its measure is below."""
    made = gate(gate_id, passed, floor=floor, split=split, source=source)
    same = [one for one in record["measures"] if one["id"] == gate_id and one.get("split") == split]
    if floor is not None and len(same) != 1:
        raise ContractError(f"{gate_id}: a floor needs exactly one measure of this id and split; found {len(same)}")
    if floor is not None and passed and (is_judged(gate_id) or same[0]["value"] < floor):
        raise ContractError(f"{gate_id}: the gate says pass, and {same[0]['value']} is below its floor {floor}")
    _add(record, "gates", made)


def _add(record: dict[str, Any], name: str, made: dict[str, Any]) -> None:
    trial = {**record, name: [*record[name], made]}
    fresh = [message for at, message in shape_problems(trial) if at.startswith(f"/{name}/{len(record[name])}")]
    if fresh:
        raise ContractError(*[f"{made['id']}: {message}" for message in fresh])
    record[name].append(made)

"""A record against what its ledger gives: measure by measure, gate by gate, and field by field for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dankaro_quality.documents import canonical_json
from dankaro_quality.frozen import frozen
from dankaro_quality.records.assembling import assemble, evidence_block
from dankaro_quality.records.measures import is_judged
from dankaro_quality.records.replaying import Replay
from dankaro_quality.records.tasks import from_manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GOOD, BAD, OPEN = "ok", "FAILED", "not checked"
FROM_ELSEWHERE = (  # what somebody else adds to a record: no run knows it, and no level rises by it alone
    ("supply_chain",),
    ("export",),
    ("subject", "agent_card"),
    ("assurance", "judge"),
    *[("assurance", "integrity", name) for name in (
        "metric_custody", "recompute_digest", "recompute_party", "protected_metric_ids", "hermetic_workspace",
        "capability_disjoint_roles", "review_feedback", "mechanical_override")],
)  # fmt: skip
_ELSEWHERE = frozenset(FROM_ELSEWHERE)
_APART = ("measures", "gates", "decision")  # compared one by one, or added by whoever decides
_ABSENT: Any = object()


@frozen
class Line:
    """One thing that was looked at: `state` is ok, FAILED or not checked, with what was found."""

    what: str
    state: str
    found: str = ""


def compare(record: Mapping[str, Any], found: Replay) -> list[Line]:
    """Each measure and gate of a record against what its ledger gives; what a model decided is not recomputed."""
    lines = [Line("ledger", BAD, problem) for problem in found.problems]
    for name, again in (("measures", found.measures), ("gates", found.gates)):
        made = [dict(one) for one in again]
        for one in record[name]:
            if is_judged(one["id"]):
                lines.append(Line(one["id"], OPEN, "a model decided it"))
            elif one in made:
                made.remove(one)
                lines.append(Line(_title(one), GOOD, _value(one)))
            else:
                same = [other for other in made if (other["id"], other.get("split")) == (one["id"], one.get("split"))]
                made = [other for other in made if other not in same]
                lines.append(Line(_title(one), BAD, _unlike(one, same[0] if same else None)))
        lines += [Line(_title(one), BAD, f"the ledger gives {_value(one)}, the record is silent") for one in made]
    return lines


def compare_claims(record: Mapping[str, Any], found: Replay, events: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Every other block of a record but its decision, against the one that `gauge run` made of the same ledger."""
    if not found.manifest:
        return []  # the ledger gave nothing, and `compare` says why
    made = again(found, events, record["assurance"]["evidence"]["ledger"], record["decision"])
    lines = []
    for name in dict.fromkeys([*made, *record]):
        if name not in _APART:
            unlike = list(_differences((name,), record.get(name, _ABSENT), made.get(name, _ABSENT)))
            lines += unlike or [Line(name, GOOD)]
    return lines


def again(
    found: Replay, events: Sequence[Mapping[str, Any]], ledger: str, decision: Mapping[str, Any]
) -> dict[str, Any]:
    """The record that a finished run and nothing else supports; `ledger` is its place, with or without the mark."""
    path, _, _ = ledger.rpartition("#")
    complete = any(one["id"] == "assurance.evidence_complete" and one["value"] is True for one in found.measures)
    decided = any(one["event"] == "policy.decision" for one in events)
    return assemble(
        {**events[0]["payload"], "decided": decided},
        from_manifest(found.manifest),
        found.measures,
        found.gates,
        found.canaries,
        evidence_block(path, str(events[-1]["digest"]), len(events), complete),
        decision,
        "aqr_" + str(events[0]["run"]).removeprefix("run_"),
        str(events[-1]["time"]),
    )


def _differences(path: tuple[str, ...], said: Any, gives: Any) -> Iterator[Line]:
    """The fields below `path` that differ, by name."""
    if path in _ELSEWHERE:
        yield Line(".".join(path), OPEN, "the run did not produce it")
    elif isinstance(said, Mapping) and (isinstance(gives, Mapping) or gives is _ABSENT):
        for name in dict.fromkeys([*(gives if gives is not _ABSENT else ()), *said]):
            below = gives.get(name, _ABSENT) if gives is not _ABSENT else _ABSENT
            yield from _differences((*path, name), said.get(name, _ABSENT), below)
    elif _word(said) != _word(gives):
        yield Line(".".join(path), BAD, f"recorded {_word(said)}, the ledger gives {_word(gives)}")


def _word(value: Any) -> str:
    return "nothing" if value is _ABSENT else canonical_json(value).decode()


def _unlike(one: Mapping[str, Any], other: Mapping[str, Any] | None) -> str:
    if other is None:
        return f"recorded {_value(one)}, the ledger gives nothing"
    told = _value if _value(one) != _value(other) else _word  # the value is right: then n, unit or floor differ
    return f"recorded {told(one)}, the ledger gives {told(other)}"


def _title(one: Mapping[str, Any]) -> str:
    return f"{one['id']} ({one['split']})" if "split" in one else str(one["id"])


def _value(one: Mapping[str, Any]) -> str:
    return canonical_json(one.get("value", one.get("result"))).decode() + (f" k={one['k']}" if "k" in one else "")

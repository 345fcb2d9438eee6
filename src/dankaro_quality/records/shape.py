"""The shape of a record, field by field, checked without any third-party package.

It agrees with the format's own JSON Schema on every document (a test holds the two against each other), with two
exceptions that `shape_problems` names and the schema cannot: a line feed at the end of a digest, and NaN.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dankaro_quality.shapes import block, boolean, choice, either, like, many, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems, Rule

DIGEST = like(r"sha256:[a-f0-9]{64}", "sha256: and 64 lower-case hexadecimal digits")
TEXT = text()
COUNT = number(0, whole=True)
SPLITS = ("held-in", "held-out", "all")
MEASURE_ID = r"(?:x-)?[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+"
_ID = like(MEASURE_ID, 'an id such as "task.completion"')
_NAME = r"[a-z0-9]+(?:[-/][a-z0-9._-]+)*"
_K_MEASURES = ("reliability.pass_hat_k", "reliability.pass_at_k")


def shape_problems(record: object) -> list[tuple[str, str]]:
    """Every place where `record` does not have the shape of a record, as (pointer, message)."""
    problems: Problems = []
    _RECORD(record, "", problems)
    return problems


def _k_where_needed(measure: Any, at: str, problems: Problems) -> None:
    if measure.get("id") in _K_MEASURES and "k" not in measure:
        problems.append((at + "/k", "this measure means nothing without its k"))


def _an_authority(value: Any, at: str, problems: Problems) -> None:
    if not {"grant_digest", "acs_policy_version"} & value.keys():
        problems.append((at, "the authority names neither grant_digest nor acs_policy_version"))


def _as_a_whole(record: Any, at: str, problems: Problems) -> None:
    decision = _block(record, "decision")
    if decision.get("verdict") == "ship":
        _may_ship(record, problems)
    if _block(record, "profile").get("tier") == "T2":
        missing = [name for name in ("question", "options", "rationale", "signature") if name not in decision]
        problems += [(f"/decision/{name}", "tier T2 needs it, whatever the verdict") for name in missing]


def _may_ship(record: Any, problems: Problems) -> None:
    gates = record.get("gates")
    for index, gate in enumerate(gates if isinstance(gates, list) else ()):
        if isinstance(gate, Mapping) and gate.get("result", "pass") != "pass":
            problems.append((f"/gates/{index}/result", "the verdict is ship, and this gate has not passed"))
    if _block(record, "task_set").get("sealed", True) is not True:
        problems.append(("/task_set/sealed", "the verdict is ship, and the held-out split is not sealed"))


def _block(record: Any, name: str) -> Mapping[str, Any]:
    value = record.get(name)
    return value if isinstance(value, Mapping) else {}


def _signature(value: object, at: str, problems: Problems) -> None:
    """A scheme, a colon, and something on the same line: `.` of the schema's pattern takes no line feed."""
    if not isinstance(value, str) or not re.match(r"[a-z0-9-]+:[^\n]+\n?\Z", value):
        problems.append((at, 'expected "scheme:value"'))


PROFILE = block({"id": like(_NAME, 'a name such as "team/profile"'), "version": TEXT, "tier": choice("T0", "T1", "T2")})
_MEASURE = block(
    {"id": _ID, "value": either(number(), boolean)},
    {
        "split": choice(*SPLITS),
        "n": number(1, whole=True),
        "k": number(2, whole=True),
        "unit": TEXT,
        "pack": like(_NAME + r"@[0-9]+\.[0-9]+", 'a pack with its version, such as "team/pack@0.1"'),
    },
    also=_k_where_needed,
)
_GATE = block(
    {"id": _ID, "result": choice("pass", "fail")},
    {"floor": number(), "split": choice(*SPLITS), "source": choice("acs", "assert", "native", "custom")},
)
_AUTHORITY = block(
    {},
    {
        "grant_digest": DIGEST,
        "acs_policy_version": TEXT,
        "sandbox": TEXT,
        "egress": choice("deny-by-default", "allow-list", "unrestricted"),
        "capabilities": many(TEXT, unique=True),
    },
    also=_an_authority,
)
_CARD = block(
    {"well_known_url": TEXT, "card_digest": DIGEST},
    {"version": TEXT, "etag": TEXT, "skill_ids": many(TEXT, unique=True)},
)
_SUBJECT = block(
    {"agent": TEXT, "harness_digest": DIGEST, "authority": _AUTHORITY},
    {
        "code_digest": DIGEST,
        "model": block({"provider": TEXT, "id": TEXT}, {"digest": DIGEST}),
        "agent_card": _CARD,
    },
)
_TASK_SET = block(
    {"manifest_digest": DIGEST, "sealed": boolean},
    {"held_in": COUNT, "held_out": COUNT, "canary_ids": many(TEXT, unique=True)},
)
_JUDGE = block(
    {"id": TEXT, "model": TEXT},
    {
        "human_agreement_kappa": number(-1, 1),
        "sampled": number(1, whole=True),
        "pack_digest": DIGEST,
        "calibration_ece": number(0, 1),
    },
)
_LEDGER_FORMAT = r"opentelemetry/1\.[0-9x]+|superqode\.harness-protocol/1|[a-z0-9._-]+/[0-9]+"
_EVIDENCE = block(
    {"ledger": TEXT, "format": like(_LEDGER_FORMAT, 'a ledger format such as "name/1"'), "replayable": boolean},
    {"events": COUNT},
)
_OUTCOME = choice("pass", "fail")
_INTEGRITY = block(
    {},
    {
        "metric_custody": choice("external", "shared", "agent-writable"),
        "recompute_digest": DIGEST,
        "recompute_party": TEXT,
        "protected_metric_ids": many(TEXT),
        "canaries": many(block({"id": TEXT, "expected": _OUTCOME, "observed": _OUTCOME})),
        "hermetic_workspace": boolean,
        "capability_disjoint_roles": boolean,
        "review_feedback": choice("opaque", "generic-reject", "detailed"),
        "mechanical_override": boolean,
    },
)
_ASSURANCE = block(
    {"evidence": _EVIDENCE, "evaluator_independent": boolean}, {"judge": _JUDGE, "integrity": _INTEGRITY}
)
_DECISION = block(
    {"verdict": choice("ship", "hold", "reject"), "actor": TEXT},
    {
        "rolls_back_to": DIGEST,
        "signature": _signature,
        "question": TEXT,
        "options": many(TEXT, 2),
        "rationale": TEXT,
    },
)
_SUPPLY_CHAIN = block(
    {},
    {
        "aibom_digest": DIGEST,
        "aibom_format": TEXT,
        "slsa_provenance_digest": DIGEST,
        "provenance_format": TEXT,
        "model_digests": many(block({"provider": TEXT, "id": TEXT, "digest": DIGEST})),
        "tool_digests": many(block({"name": TEXT, "digest": DIGEST})),
        "mcp_servers": many(block({"name": TEXT}, {"version": TEXT, "digest": DIGEST, "endpoint_digest": DIGEST})),
    },
)
_EXPORT_PROFILE = block({"id": TEXT, "version": TEXT}, {"standard_cut": TEXT, "controls": many(TEXT)})
_RECORD: Rule = block(
    {
        "supergauge": like(r"[0-9]+\.[0-9]+", 'a version in quotes, such as "0.1"'),
        "record_id": text(1, 128),
        "emitted_at": text(0),
        "profile": PROFILE,
        "subject": _SUBJECT,
        "task_set": _TASK_SET,
        "measures": many(_MEASURE, 1),
        "gates": many(_GATE),
        "assurance": _ASSURANCE,
        "decision": _DECISION,
    },
    {"supply_chain": _SUPPLY_CHAIN, "export": block({}, {"profiles": many(_EXPORT_PROFILE, 1)})},
    also=_as_a_whole,
)

"""JSON Schema (draft 2020-12) of what travels in files: results, reports, settings, ledger lines."""

from __future__ import annotations

from dankaro_quality import settings as settings_files
from dankaro_quality.contracts import BaselineKind, ClaimKind
from dankaro_quality.findings import REPORT_SCHEMA, GateStatus, Severity
from dankaro_quality.frozen import names_of
from dankaro_quality.ledger import LIST_FIELDS, STATUSES, TEXT_FIELDS
from dankaro_quality.serialization import RESULT_SCHEMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from enum import StrEnum
    from typing import Any

    Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
NAMED: Schema = {"type": "string", "pattern": r"\S"}
TEXTS: Schema = {"type": "array", "items": TEXT}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": ["integer", "null"], "minimum": 0}
SHARE: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
FREE: Schema = {"type": "object"}
SCALAR: Schema = {"type": ["string", "number", "boolean", "null"]}
DIGEST: Schema = {"type": "string", "pattern": "^(sha256:[0-9a-f]{64})?$"}


def schema(name: str) -> Schema:
    """The schema of `result`, `report`, `settings` or `ledger`; KeyError for any other name."""
    made = {"result": _result_file, "report": _report, "settings": _settings, "ledger": _ledger_line}[name]()
    return {"$schema": DRAFT, "title": f"dankaro-quality {name}", **made}


def strict_result() -> Schema:
    """The schema of a result for structured outputs: every field required, no other allowed, no free objects.

    The subset that these interfaces share: type, enum, properties, items, $ref. Where a native result may leave a
    field out, what is filled in has null, an empty text or an empty list, which the strict reader takes as well.
    """
    parts = {"claim": (_claim(), STRICT_CLAIM), "comparison": (_comparison(), STRICT_COMPARISON),
             "deliverable": (_deliverable(), STRICT_DELIVERABLE)}  # fmt: skip
    made = {name: _strict(full, fields) for name, (full, fields) in parts.items()}
    lists = {f"{name}s": _list(_ref(name)) for name in parts}
    return {**_closed({"output": TEXT, **lists}), "$defs": made}


STRICT_CLAIM = ("text", "kind", "source", "more_sources", "confidence", "verified", "rationale", "key", "value", "id",
                "based_on", "quote")  # fmt: skip
STRICT_COMPARISON = ("subject", "baseline", "baseline_kind", "metric", "effect", "sample_size", "tests", "p_value",
                     "higher_is_better", "baseline_rationale", "source")  # fmt: skip
STRICT_DELIVERABLE = ("name", "content")
_UNSUPPORTED = ("pattern", "minimum", "maximum")


def _closed(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _strict(full: Schema, fields: tuple[str, ...]) -> Schema:
    known = full["properties"]
    chosen = {name: {key: one for key, one in known[name].items() if key not in _UNSUPPORTED} for name in fields}
    if "value" in chosen:
        chosen["value"] = {"type": ["string", "number", "boolean", "null"]}
    if "content" in chosen:
        chosen["content"] = {"type": ["string", "null"]}
    for kind in ("kind", "baseline_kind"):
        if kind in chosen:
            chosen[kind] = {"type": "string", **chosen[kind]}
    return _closed(chosen)


def _object(required: tuple[str, ...], free_fields: bool = True, /, **properties: Schema) -> Schema:
    """An object of just these fields; with `free_fields` also of any that begin with x_."""
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        made["required"] = list(required)
    if free_fields:
        made["patternProperties"] = {"^x_": {}}
    return made


def _choice(choices: type[StrEnum]) -> Schema:
    return {"enum": [choice.value for choice in choices]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _result_file() -> Schema:
    envelope = _object(("result",), schema={"const": RESULT_SCHEMA}, task=_ref("task"), result=_ref("result"),
                       repeats=_list(_ref("result")))  # fmt: skip
    bare = _result()
    bare["properties"] = {"schema": {"const": RESULT_SCHEMA}, **bare["properties"]}
    parts = {"task": _task(), "result": _result(), "claim": _claim(), "comparison": _comparison()}
    return {
        "if": {"required": ["result"]},
        "then": envelope,
        "else": bare,
        "type": "object",
        "$defs": {**parts, "deliverable": _deliverable()},
    }


def _task() -> Schema:
    return _object((), id=TEXT, instructions=TEXT, required_deliverables=_list(NAMED), required_keys=_list(NAMED),
                   metadata=FREE)  # fmt: skip


def _result() -> Schema:
    content = {"type": ["string", "object", "array"]}
    deliverables = {
        "anyOf": [
            _list({"anyOf": [_ref("deliverable"), NAMED]}),
            {"type": "object", "additionalProperties": {"type": ["string", "object", "array", "null"]}},
        ]
    }
    return _object(
        ("output",),
        output=content,
        claims=_list(_ref("claim")),
        comparisons=_list(_ref("comparison")),
        deliverables=deliverables,
        supersedes=TEXTS,
        exposed_controls=COUNT,
        required_decisions=COUNT,
        configuration_steps=COUNT,
        metadata=FREE,
    )


def _claim() -> Schema:
    return _object(
        ("text",),
        text=NAMED,
        kind=_choice(ClaimKind),
        source=TEXT,
        more_sources=TEXTS,
        confidence=SHARE,
        verified={"type": ["boolean", "null"]},
        rationale=TEXT,
        key=TEXT,
        value={"anyOf": [SCALAR, _list(SCALAR)]},
        id=TEXT,
        based_on=TEXTS,
        quote=TEXT,
        supersedes=TEXTS,
        metadata=FREE,
    )


def _comparison() -> Schema:
    return _object(
        ("subject",),
        subject=NAMED,
        baseline=TEXT,
        baseline_kind=_choice(BaselineKind),
        metric=TEXT,
        effect=TEXT,
        sample_size=COUNT,
        tests=TEXTS,
        p_value=SHARE,
        higher_is_better=FLAG,
        baseline_rationale=TEXT,
        source=TEXT,
        metadata=FREE,
    )


def _deliverable() -> Schema:
    content = {"type": ["string", "object", "array", "null"]}
    return _object(("name",), name=NAMED, content=content, path=TEXT, sha256=TEXT, metadata=FREE)


def _report() -> Schema:
    finding = _all(code=NAMED, message=TEXT, severity=_choice(Severity), gate=TEXT, where=TEXT, hint=TEXT, file=TEXT,
                   line={"type": ["integer", "null"], "minimum": 1})  # fmt: skip
    gate = _all(gate=NAMED, status=_choice(GateStatus), score=SHARE,
                weight={"type": "number", "minimum": 0, "maximum": 1},
                findings=_list(_ref("finding")), measures=FREE, reason=TEXT)  # fmt: skip
    report = _all(
        schema={"const": REPORT_SCHEMA},
        tool_version=TEXT,
        released=FLAG,
        reasons=TEXTS,
        overall_score=SHARE,
        gates=_list(gate),
        waived=_list(_all(finding=_ref("finding"), reason=TEXT, approved_by=TEXT, expires=TEXT)),
        next_actions=_list(_all(code=NAMED, where=TEXT, action=TEXT)),
        task_id=TEXT,
        profile=TEXT,
        resolved={"enum": ["form", "local", "online"]},
        result_digest=DIGEST,
        settings_digest=DIGEST,
        ledger_digest=DIGEST,
        today={"type": ["string", "null"]},
    )
    return {**report, "$defs": {"finding": finding}}


def _all(**properties: Schema) -> Schema:
    """An object in which every field is always there."""
    return _object(tuple(properties), False, **properties)


def _settings() -> Schema:
    sections = {name: _section(name, cls) for name, cls in settings_files.SECTIONS.items()}
    fields = dict.fromkeys(names_of(settings_files.Waiver), TEXT)
    waiver = _object(("code", "reason", "approved_by", "expires"), False, **fields)
    rules = {"type": "object", "additionalProperties": {"enum": ["error", "warning", "off"]}}
    return _object((), False, **sections, rules=rules, waivers=_list(waiver))


def _section(name: str, cls: Any) -> Schema:
    defaults = cls()
    return _object((), False, **{key: _key(getattr(defaults, key)) for key in settings_files.CHECKS[name]})


def _key(default: object) -> Schema:
    """The type of a settings key, read off its default."""
    if isinstance(default, tuple):
        return {**TEXTS, "default": list(default)}
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": kinds[type(default)], "default": default}


def _ledger_line() -> Schema:
    fields = dict.fromkeys(TEXT_FIELDS, TEXT) | dict.fromkeys(LIST_FIELDS, TEXTS)
    fields |= {"id": NAMED, "text": NAMED, "status": {"enum": list(STATUSES)}, "value": SCALAR}
    return _object(("id", "text", "status"), **fields)

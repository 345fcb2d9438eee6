"""The scorecard: a record as a person reads it, in a terminal or in Markdown. It computes no total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dankaro_quality.canonical import visible
from dankaro_quality.findings import Finding
from dankaro_quality.records.levels import LEVELS, Assessment
from dankaro_quality.records.measures import REGISTRY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def scorecard(record: Mapping[str, Any], assessed: Assessment, markdown: bool = False) -> str:
    """The whole scorecard, with what is missing for the next level and how to get it."""
    head, subject = record["profile"], record["subject"]
    parts = [
        _title(f"{subject['agent']}: {record['decision']['verdict']}, level {assessed.level or 'none'}", markdown),
        _table(("what", "is"), _about(record, head, subject), markdown),
        _heading("Measures", markdown),
        _table(
            ("measure", "value", "split", "n", "k", "what it is"), list(map(_measure, record["measures"])), markdown
        ),
        _heading("Gates", markdown),
        _table(("gate", "result", "floor", "split", "source"), list(map(_gate, record["gates"])), markdown),
        _heading("Decision", markdown),
        _table(("what", "is"), _decision(record["decision"]), markdown),
        _next(assessed, markdown),
        _against(assessed, markdown),
    ]
    return "\n".join(part for part in parts if part)


def _about(record: Mapping[str, Any], head: Mapping[str, Any], subject: Mapping[str, Any]) -> list[Sequence[str]]:
    tasks, evidence = record["task_set"], record["assurance"]["evidence"]
    authority = subject["authority"]
    probes = {one["id"]: one["observed"] for one in record["assurance"].get("integrity", {}).get("canaries", ())}
    canaries = [f"{one} {_outcome(probes.get(one))}" for one in tasks.get("canary_ids", ())]
    return [
        ("record", record["record_id"]),
        ("emitted", record["emitted_at"]),
        ("profile", f"{head['id']}@{head['version']}, tier {head['tier']}"),
        ("version", _short(subject["harness_digest"])),
        (
            "model",
            " ".join(subject["model"][key] for key in ("provider", "id")) if "model" in subject else "not stated",
        ),
        ("authority", ", ".join(f"{key} {_short(_plain(authority[key]))}" for key in sorted(authority))),
        ("tasks", f"{tasks.get('held_in', '?')} held-in, {tasks.get('held_out', '?')} held-out"),
        ("sealed", _plain(tasks["sealed"])),
        ("canaries", ", ".join(canaries) or "none"),
        ("evaluator independent", _plain(record["assurance"]["evaluator_independent"])),
        ("ledger", f"{evidence['ledger'].partition('#')[0]}, {evidence.get('events', 'an unstated number of')} events"),
        ("replayable", _plain(evidence["replayable"])),
    ]


def _short(text: str) -> str:
    """The beginning of a digest, enough to tell two apart; other text as it is."""
    return text[:19] + "…" if text.startswith("sha256:") else text


def _outcome(observed: str | None) -> str:
    return {"pass": "FIRED", "fail": "quiet", None: "not recorded"}[observed]


def _measure(one: Mapping[str, Any]) -> Sequence[str]:
    known = REGISTRY.get(one["id"])
    unit = f" {one['unit']}" if "unit" in one else ""
    about = (known.about + (" (judged: never gates)" if known.judged else "")) if known else "no measure of the format"
    value = one["value"] if isinstance(one["value"], bool) else f"{one['value']:.4g}"
    return (
        one["id"],
        _plain(value) + unit,
        one.get("split", "-"),
        str(one.get("n", "-")),
        str(one.get("k", "-")),
        about,
    )


def _gate(one: Mapping[str, Any]) -> Sequence[str]:
    floor = f"{one['floor']:g}" if "floor" in one else "-"
    return (one["id"], one["result"].upper(), floor, one.get("split", "-"), one.get("source", "-"))


def _decision(decision: Mapping[str, Any]) -> list[Sequence[str]]:
    names = ("verdict", "actor", "question", "options", "rationale", "rolls_back_to", "signature")
    return [(name.replace("_", " "), _short(_plain(decision[name]))[:160]) for name in names if name in decision]


def _next(assessed: Assessment, markdown: bool) -> str:
    if assessed.level == LEVELS[-1]:
        return ""
    level = LEVELS[LEVELS.index(assessed.level) + 1] if assessed.level else LEVELS[0]
    return _heading(f"Missing for {level}", markdown) + "\n" + listed(assessed.missing[level])


def _against(assessed: Assessment, markdown: bool) -> str:
    if not assessed.blockers:
        return ""
    return _heading("What forbids the release", markdown) + "\n" + listed(assessed.blockers)


def listed(findings: Sequence[Finding]) -> str:
    """Findings as a list, one line each."""
    return "".join(f"- {finding.code} {visible(str(finding))}\n" for finding in findings)


def _title(text: str, markdown: bool) -> str:
    return f"# {_cell(text)}\n" if markdown else f"{visible(text)}\n"


def _heading(text: str, markdown: bool) -> str:
    return f"## {text}\n" if markdown else text


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> str:
    if not rows:
        return "none\n"
    if markdown:
        lines = [columns, ["---"] * len(columns), *rows]
        return "".join("| " + " | ".join(map(_cell, line)) + " |\n" for line in lines)
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in shown) for at in range(len(columns))]
    return "".join(
        "  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() + "\n" for row in shown
    )


def _cell(text: str) -> str:
    """Text of others in a Markdown table: nothing in it may end the cell or begin markup."""
    shown = visible(text)
    return "".join("\\" + char if char in "\\`*_{}[]<>#|!" else char for char in shown)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)

"""SARIF 2.1.0, as GitHub code scanning takes it.

Every result has a file and a line; no text is empty; text of the result cannot act as a placeholder or a link. The
limits are those of code scanning (docs.github.com, "SARIF support for code scanning").
"""

from __future__ import annotations

from dankaro_quality.canonical import visible
from dankaro_quality.documents import pretty_json
from dankaro_quality.exporting import VERDICT_CODE, VERDICT_SUMMARY, Evaluated, fingerprints, origin, problems
from dankaro_quality.findings import Finding, Severity, Waived
from dankaro_quality.places import dotted
from dankaro_quality.reporting import unspoken
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MAX_RESULTS = 25_000  # a run with more is refused as a whole
MAX_SUMMARY = 1024  # characters of a rule's short and full description
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
COULD_NOT_RUN = ("PLG001", "HOK001")  # a check of the team's broke, so the run as a whole did not do its work


def render(evaluated: Evaluated) -> str:
    """The report as one SARIF run; findings that block come first, waived ones are suppressed results."""
    open_ones = problems(evaluated.report)
    found = [*open_ones, *(one.finding for one in evaluated.report.waived)]
    waivers: list[Waived | None] = [*(None for _ in open_ones), *evaluated.report.waived]
    codes = list(dict.fromkeys(one.code for one in found[:MAX_RESULTS]))
    results = [
        _result(finding, waiver, mark, codes.index(finding.code), evaluated)
        for finding, waiver, mark in zip(found, waivers, fingerprints(found, evaluated.path), strict=True)
    ][:MAX_RESULTS]
    driver = {
        "name": "dankaro-quality",
        "version": VERSION,
        "rules": [_rule(code, evaluated) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"dankaro-quality/{_uri(evaluated.path)}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(found)],
        "results": results,
        "properties": {"released": evaluated.report.released, "overallScore": evaluated.report.overall_score},
    }
    return unspoken(pretty_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}))


def message(text: str) -> str:
    """Text for `message.text`: braces are placeholders there, brackets begin links, a backslash escapes both."""
    shown = visible(" ".join(text.split()))
    for sign in ("\\", "[", "]"):
        shown = shown.replace(sign, "\\" + sign)
    return shown.replace("{", "{{").replace("}", "}}") or "(no text)"


def _result(finding: Finding, waiver: Waived | None, mark: str, index: int, evaluated: Evaluated) -> dict[str, Any]:
    text = finding.message + (f"; {finding.hint}" if finding.hint else "")
    place: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(evaluated.path)},
            "region": {"startLine": finding.line or 1},
        }
    }
    if finding.where:
        place["logicalLocations"] = [{"fullyQualifiedName": visible(dotted(finding.where)), "kind": "member"}]
    made = {
        "ruleId": visible(finding.code),
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": message(text)},
        "locations": [place],
        "partialFingerprints": {"primaryLocationLineHash": mark},
    }
    if came_from := origin(finding.where, evaluated.result):
        made["properties"] = {"origin": visible(came_from)}
    if waiver is not None:
        made["suppressions"] = [_suppression(waiver)]
    return made


def _suppression(waiver: Waived) -> dict[str, str]:
    said = f"{waiver.reason} (approved by {waiver.approved_by} until {waiver.expires})"
    return {"kind": "external", "status": "accepted", "justification": visible(said)}


def _rule(code: str, evaluated: Evaluated) -> dict[str, Any]:
    gate, rule = next(((gate, rule) for gate, rule in evaluated.rules if rule.code == code), ("", None))
    summary = rule.summary if rule else VERDICT_SUMMARY if code == VERDICT_CODE else "a check of this team"
    manual = (evaluated.manuals.get(code) or evaluated.manuals.get(gate, "")).strip() or summary
    made: dict[str, Any] = {
        "id": visible(code),
        "shortDescription": {"text": message(summary)[:MAX_SUMMARY]},
        "fullDescription": {"text": message(f"{summary} (gate {gate})" if gate else summary)[:MAX_SUMMARY]},
        "help": {"text": manual, "markdown": f"```text\n{manual}\n```"},
        "properties": {"tags": [gate or "release"], "precision": "very-high"},
    }
    if rule:
        made["defaultConfiguration"] = {"level": LEVELS[rule.severity]}
    return made


def _invocation(found: list[Finding]) -> dict[str, Any]:
    broken = [one for one in found if one.code in COULD_NOT_RUN]
    notes = [{"level": "error", "message": {"text": message(one.message)}} for one in broken[:100]]
    left_out = len(found) - MAX_RESULTS
    if left_out > 0:
        text = f"{left_out} results of lower severity are left out; the JSON report holds all of them"
        notes.append({"level": "note", "message": {"text": text}})
    made: dict[str, Any] = {"executionSuccessful": not broken}
    if notes:
        made["toolExecutionNotifications"] = notes
    return made


def _uri(path: str) -> str:
    from urllib.parse import quote

    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # no path of a file system
        data = path.encode("utf-8", "replace")
    return quote(data, safe="/") or "result.json"

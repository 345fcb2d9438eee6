"""JSON, Markdown and plain-text reports, and the one-line form; text of the result never reaches them unescaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dankaro_quality.canonical import is_hidden, visible
from dankaro_quality.documents import lines_of, pretty_json
from dankaro_quality.findings import Finding, GateOutcome, GateStatus, QualityReport, Severity
from dankaro_quality.frozen import replaced
from dankaro_quality.places import dotted
from dankaro_quality.serialization import plain

PLAIN_SIGNS = frozenset(" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:'\"()%?/=+-…–")
MAX_LISTED = 100  # findings of one severity that the Markdown report spells out; JSON holds all
STATUS_WORDS = {
    GateStatus.PASSED: "passed",
    GateStatus.FAILED: "FAILED",
    GateStatus.NOT_APPLICABLE: "does not apply",
    GateStatus.NOT_COMPARABLE: "NOT COMPARABLE",
}


def to_json(report: QualityReport) -> str:
    """The whole report: every key always there, sorted, two-space indent, final newline."""
    return unspoken(pretty_json(plain(report)))


def unspoken(text: str) -> str:
    """JSON text, equal in value, in which no log or terminal finds a command: `##[`, controls, directions."""
    if not text.isascii() or "\x7f" in text:
        text = "".join([_json_escape(sign) if sign > "~" and is_hidden(sign) else sign for sign in text])
    return text.replace("##", "#\\u0023") if "##" in text else text


def _json_escape(sign: str) -> str:
    data = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join([f"\\u{data[at : at + 4]}" for at in range(0, len(data), 4)])


def to_json_line(report: QualityReport, file: str) -> str:
    """The same on one line, with the name of the file it is about."""
    import json

    made = json.dumps({"file": file, **plain(report)}, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return unspoken(made)


def to_line(report: QualityReport, name: str) -> str:
    """`PASS name 0.97`, or `BLOCK name gate CODE place: message` with the first reason."""
    if report.released:
        return f"PASS {visible(name)} {_score(report.overall_score)}"
    more = f" (+{len(report.reasons) - 1} more)" if len(report.reasons) > 1 else ""
    return f"BLOCK {visible(name)} {visible(report.reasons[0])}{more}"


def located(report: QualityReport, file: str, text: str) -> QualityReport:
    """The report with `file` and the line in its JSON `text` on every finding that has a place there."""
    prefix = "/result" if _is_envelope(text) else ""
    found = [*report.findings, *(one.finding for one in report.waived)]
    wanted = {finding.where: _in_file(finding.where, prefix) for finding in found if finding.where}
    lines = lines_of(text, list(wanted.values())) if wanted else {}
    return placed(report, file, lambda where: lines.get(wanted.get(where, "")))


def placed(
    report: QualityReport, file: str, line_of: Callable[[str], int | None], *, output_is_file: bool = False
) -> QualityReport:
    """The report with `file`, and the line that `line_of` knows of its place, on every finding that has no file yet.

    With `output_is_file`, a line of the output is a line of the file.
    """

    def put(one: Finding) -> Finding:
        kept = one.line if output_is_file or not one.where.startswith("/output") else None
        return _placed(one, file, kept or line_of(one.where))

    gates = tuple([replaced(gate, findings=tuple(map(put, gate.findings))) for gate in report.gates])
    waived = tuple([replaced(one, finding=put(one.finding)) for one in report.waived])
    return replaced(report, gates=gates, waived=waived)


def to_markdown(report: QualityReport, name: str = "") -> str:
    """The report for people; it reads as well in a terminal as rendered."""
    title = f"{'PASSED' if report.released else 'BLOCKED'}" + (f": {inert(name)}" if name else "")
    lines = [f"# {title}", "", *_summary(report)]
    errors = [one for one in report.findings if one.severity is Severity.ERROR]
    if not report.released:
        lines += ["", "## Why it is blocked", "", *_reasons(report, errors)]
    lines += ["", "## Gates", "", *_gate_table(report.gates)]
    for heading, severity in (("Warnings", Severity.WARNING), ("Notes", Severity.INFO)):
        found = [one for one in report.findings if one.severity is severity]
        if found:
            lines += ["", f"## {heading}", "", *_listed(found)]
    if report.waived:
        lines += ["", "## Waived", "", *_waived(report)]
    return "\n".join([*lines, "", "## What this rests on", "", *_basis(report)]) + "\n"


def to_text(report: QualityReport, name: str = "") -> str:
    """The report as plain text, one finding a line; no line of it can begin with text of the result."""
    lines = [f"{'PASSED' if report.released else 'BLOCKED'} {visible(name)}".rstrip(), *_summary(report)]
    lines += [f"  {severity.value:7} {_text_line(one)}" for severity in Severity for one in report.findings
              if one.severity is severity]  # fmt: skip
    lines += [f"  reason  {visible(reason)}" for reason in untold(report)]
    lines += [f"  waived  {visible(str(one.finding))}; until {visible(one.expires)}" for one in report.waived]
    lines += [f"  gate    {gate.gate}: {STATUS_WORDS[gate.status]} {_score(gate.score)}" for gate in report.gates]
    return "\n".join([*lines, *(f"  basis   {line.removeprefix('- ')}" for line in _basis(report))]) + "\n"


def untold(report: QualityReport) -> list[str]:
    """The reasons against a release that no finding of the report states."""
    told = {f"{gate.gate} {one.code} {one}" for gate in report.gates for one in gate.findings}
    return [reason for reason in report.reasons if reason not in told]


def inert(text: str) -> str:
    """Text for a line of Markdown that cannot act: plain where it is harmless, else a code span."""
    shown = visible(" ".join(text.split()))
    harmless = PLAIN_SIGNS.issuperset(shown) and "www." not in shown.lower() and "://" not in shown
    if harmless and not _begins_something(shown):
        return shown
    return _code(shown)


def _begins_something(shown: str) -> bool:
    """Whether a line that begins so is more than text: a list, a heading's underline, a command to a build runner."""
    number = shown.lstrip("0123456789")
    is_item = number != shown and number[:1] in (".", ")") and number[1:2] in ("", " ")
    return is_item or (shown.startswith(("-", "+", "=", "::")) and not shown[1:2].isalnum())


def _code(shown: str) -> str:
    """A code span, with a fence longer than any run of backticks in it."""
    fence = "`" * (_longest_run(shown, "`") + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _summary(report: QualityReport) -> list[str]:
    blocking = sum(one.severity is Severity.ERROR for one in report.findings)
    warnings = sum(one.severity is Severity.WARNING for one in report.findings)
    score = f"overall score {_score(report.overall_score)}" if report.overall_score is not None else "no overall score"
    counts = f"{_count(blocking, 'blocking finding')}, {_count(warnings, 'warning')}, {score}"
    task = [f"Task: {inert(report.task_id)}"] if report.task_id else []
    return [*task, counts[:1].upper() + counts[1:] + "."]


def _reasons(report: QualityReport, errors: list[Finding]) -> Iterator[str]:
    yield from _listed(errors)
    for reason in untold(report):
        yield f"- {inert(reason)}"


def _text_line(finding: Finding) -> str:
    at = f" line {finding.line}" if finding.line else ""
    return visible(f"{finding.code} {finding.gate}{at} {finding}")


def _listed(findings: list[Finding]) -> Iterator[str]:
    for finding in findings[:MAX_LISTED]:
        place = _code(visible(dotted(finding.where))) if finding.where else ""
        line = f"line {finding.line}" if finding.line else ""
        at = " at " + ", ".join(part for part in (place, line) if part) if place or line else ""
        yield f"- **{inert(finding.code)}** {inert(finding.gate)}{at}  "
        yield f"  {inert(finding.message)}" + ("  " if finding.hint else "")
        if finding.hint:
            yield f"  To mend: {inert(finding.hint)}"
    if len(findings) > MAX_LISTED:
        yield f"- and {len(findings) - MAX_LISTED} more; the JSON report holds all of them"


def _gate_table(gates: Iterable[GateOutcome]) -> Iterator[str]:
    rows = [("gate", "status", "score", "looked at")]
    for gate in gates:
        measures = ", ".join(
            f"{key.replace('_', ' ')} {value}" for key, value in gate.measures.items() if key != "items"
        )
        seen = gate.reason or measures or _count(gate.measures.get("items", 0), "item")
        rows.append((gate.gate, STATUS_WORDS[gate.status], _score(gate.score), seen))
    cells = [[_cell(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    for number, row in enumerate(cells):
        yield "| " + " | ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) + " |"
        if number == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|---|"


def _cell(text: str) -> str:
    return text if text == "-" else inert(text).replace("|", "\\|")


def _waived(report: QualityReport) -> Iterator[str]:
    for one in report.waived:
        until = f"approved by {inert(one.approved_by)} until {inert(one.expires)}"
        yield f"- **{inert(one.finding.code)}** {inert(str(one.finding))}  "
        yield f"  {inert(one.reason)} ({until})"


def _basis(report: QualityReport) -> Iterator[str]:
    runs = next((gate.measures.get("runs", 1) for gate in report.gates if gate.gate == "stability"), 1)
    stability = "not measured (1 run)" if runs == 1 else f"measured over {runs} runs"
    followed = "form only: no source was opened" if report.resolved == "form" else report.resolved
    yield f"- sources: {followed}"
    yield f"- stability: {stability}"
    yield f"- settings: profile {inert(report.profile)}, {report.settings_digest}"
    yield f"- claim ledger: {report.ledger_digest or 'none'}"
    yield f"- result: {report.result_digest or 'none'}"
    if report.today:
        yield f"- today: {inert(report.today)}"
    yield f"- dankaro-quality {report.tool_version}"


def _score(score: float | None) -> str:
    return "-" if score is None else f"{score:.2f}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _longest_run(text: str, sign: str) -> int:
    longest = run = 0
    for one in text:
        run = run + 1 if one == sign else 0
        longest = max(longest, run)
    return longest


def _is_envelope(text: str) -> bool:
    import json

    document = json.loads(text)
    return isinstance(document, dict) and "result" in document


def _in_file(where: str, prefix: str) -> str:
    """Where a place of the result stands in its file: the task and the repeats are the envelope's own."""
    return where if where.startswith(("/task", "/repeats")) else prefix + where


def _placed(finding: Finding, file: str, line: int | None) -> Finding:
    if finding.file:
        return finding
    return replaced(finding, file=file, line=line)

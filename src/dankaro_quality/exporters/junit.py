"""JUnit XML in the dialect that Jenkins, GitLab and the strict schemas all take: one test case a gate.

A gate that failed is a failure, one that could not run an error, one that does not apply or was waived in full is
skipped. Readers show the element's text, not its `message`, so everything stands in the text.
"""

from __future__ import annotations

from dankaro_quality.canonical import visible
from dankaro_quality.exporting import VERDICT_CODE, Evaluated, problems
from dankaro_quality.findings import Finding, GateOutcome, GateStatus, QualityReport, Severity

COULD_NOT_RUN = ("PLG001", "HOK001")
NO_CLOCK = "1970-01-01T00:00:00"  # a time is required, and a report must not change by the minute
MAX_TEXT = 200_000  # characters of one failure; GitLab refuses files over 30 MB
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;"}


def render(evaluated: Evaluated, dialect: str = "strict") -> str:
    """The report as one test suite; with `dialect` "gitlab" every case also names its file."""
    report = evaluated.report
    cases = [(gate.gate, *_verdict(gate)) for gate in report.gates]
    cases.append(("release", *_release(report)))
    kinds = [kind for _, kind, _ in cases]
    counts = f'tests="{len(cases)}" failures="{kinds.count("failure")}" errors="{kinds.count("error")}"'
    suite = attribute(evaluated.name or evaluated.path)
    stamp = f"{report.today}T00:00:00" if report.today else NO_CLOCK
    file = f' file="{attribute(evaluated.path)}"' if dialect == "gitlab" else ""
    head = f'name="{suite}" package="dankaro_quality" id="0" hostname="localhost" timestamp="{attribute(stamp)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="dankaro-quality" {counts} time="0">',
        f'  <testsuite {head} {counts} skipped="{kinds.count("skipped")}" time="0">',
        "    <properties>",
        *(f'      <property name="{name}" value="{attribute(value)}"/>' for name, value in _properties(report)),
        "    </properties>",
        *(_case(name, kind, text, suite, file) for name, kind, text in cases),
        f"    <system-out>{_text(_notes(report))}</system-out>",
        "    <system-err></system-err>",
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def attribute(text: str) -> str:
    """Text for an attribute: one line, no character that XML forbids."""
    return _escaped(_legal(" ".join(text.split())))


def _text(text: str) -> str:
    """Text for an element, without what readers act on: GitLab on `[[ATTACHMENT|path]]`, runners on `::` in front."""
    shown = _legal(text).replace("[[", "[ [")
    lines = [f"- {line}" if line.lstrip().startswith("::") else line for line in shown.split("\n")]
    return _escaped("\n".join(lines)).replace("&#10;", "\n")


def _legal(text: str) -> str:
    """Control characters written out; the last two signs of each plane are no characters to XML either."""
    shown = visible(text, newlines=True)
    return "".join([f"\\u{{{ord(sign):04x}}}" if ord(sign) & 0xFFFE == 0xFFFE else sign for sign in shown])


def _escaped(text: str) -> str:
    return "".join([ESCAPES.get(sign, sign) for sign in text])


def _verdict(gate: GateOutcome) -> tuple[str, str]:
    """("failure", "error", "skipped" or ""; what to say) for one gate."""
    blocking = [one for one in gate.findings if one.severity is Severity.ERROR]
    if any(one.code in COULD_NOT_RUN for one in blocking):
        return "error", _listed(blocking)
    if gate.blocks:
        return "failure", _listed(blocking) or gate.reason or f"the gate says {gate.status.value}"
    return ("skipped", gate.reason) if gate.status is GateStatus.NOT_APPLICABLE else ("", "")


def _release(report: QualityReport) -> tuple[str, str]:
    """The decision itself, so that a block that no gate failed for is a failure too."""
    if report.released:
        return "", ""
    silent = [one for one in problems(report) if one.code == VERDICT_CODE]
    return "failure", _listed(silent) or f"{len(report.reasons)} reasons, listed with their gates"


def _listed(findings: list[Finding]) -> str:
    lines = [" ".join(f"{one.code} {f'line {one.line} ' if one.line else ''}{one}".split()) for one in findings]
    text = "\n".join(lines)
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT].rpartition("\n")[0] + "\nand more; see the JSON report"


def _case(name: str, kind: str, text: str, suite: str, file: str) -> str:
    head = f'    <testcase classname="{suite}" name="{attribute(name)}" time="0"{file}'
    if not kind:
        return head + "/>"
    if kind == "skipped":
        return f'{head}><skipped message="{attribute(text[:200])}"></skipped></testcase>'
    first = attribute(text.partition("\n")[0][:200])
    return f'{head}><{kind} message="{first}" type="{attribute(name)}">{_text(text)}</{kind}></testcase>'


def _properties(report: QualityReport) -> list[tuple[str, str]]:
    return [
        ("released", str(report.released).lower()),
        ("overall_score", "" if report.overall_score is None else f"{report.overall_score:.2f}"),
        ("profile", report.profile),
        ("result", report.result_digest),
        ("settings", report.settings_digest),
    ]


def _notes(report: QualityReport) -> str:
    found = [one for one in report.findings if one.severity is not Severity.ERROR]
    waived = [f"waived {one.finding.code} until {one.expires}: {one.reason}" for one in report.waived]
    return "\n".join(part for part in (_listed(found), *waived) if part)

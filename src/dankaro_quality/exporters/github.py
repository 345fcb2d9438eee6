"""GitHub workflow commands: annotations beside the evaluated file's lines.

A step shows at most ten of a kind, so the rest is counted in one more line. Escaping is the runner's own: `%`, CR and
LF in messages, `:` and `,` as well in properties (docs.github.com, "Workflow commands").
"""

from __future__ import annotations

from dankaro_quality.canonical import visible
from dankaro_quality.exporting import Evaluated, problems
from dankaro_quality.findings import Finding, Severity
from dankaro_quality.reporting import to_markdown

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
MAX_SHOWN = 10  # annotations of one kind that a step shows
MAX_SUMMARY = 1_048_576  # bytes of a step's summary; with more, all of it is dropped
CUT = "\n\nThe rest does not fit into a step summary; the report file holds all of it.\n"


def render(evaluated: Evaluated) -> str:
    """The report as workflow commands, and a last line that says the verdict and what was not annotated."""
    found = problems(evaluated.report)
    lines = []
    for severity, command in COMMANDS.items():
        listed = [one for one in found if one.severity is severity]
        lines += [_command(command, one, evaluated.path) for one in listed[:MAX_SHOWN]]
    hidden = len(found) - len(lines)
    verdict = "PASSED" if evaluated.report.released else "BLOCKED"
    more = f", {hidden} more findings are in the other reports" if hidden else ""
    return "\n".join([*lines, f"dankaro-quality {verdict} {visible(evaluated.name)}{more}"]) + "\n"


def summary(evaluated: Evaluated, already: int = 0) -> bytes:
    """The Markdown report for the step summary, cut so that it fits beside the `already` bytes that are there."""
    data = to_markdown(evaluated.report, evaluated.name).encode()
    room = MAX_SUMMARY - already - len(CUT.encode())
    if len(data) <= room:
        return data
    return data[: max(room, 0)].rpartition(b"\n")[0] + CUT.encode() if room > 0 else b""


def _command(command: str, finding: Finding, path: str) -> str:
    title = f"{finding.code} {finding.gate}"
    properties = f"file={_property(path)},line={finding.line or 1},title={_property(title)}"
    return f"::{command} {properties}::{_message(str(finding))}"


def _message(text: str) -> str:
    return visible(text, newlines=True).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")

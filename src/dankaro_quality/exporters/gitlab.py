"""GitLab code quality: a JSON array of what the merge request shows beside the changed lines.

Entries with equal fingerprints are merged, so each has its own (docs.gitlab.com, "Code Quality").
"""

from __future__ import annotations

from dankaro_quality.canonical import visible
from dankaro_quality.documents import pretty_json
from dankaro_quality.exporting import Evaluated, fingerprints, problems
from dankaro_quality.findings import Severity
from dankaro_quality.reporting import unspoken

SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(evaluated: Evaluated) -> str:
    """The report's findings as a code quality report; a released result without remarks is an empty array."""
    found = problems(evaluated.report)
    entries = [
        {
            "description": visible(f"{one.code} {one}"),
            "check_name": visible(one.code),
            "fingerprint": mark,
            "severity": SEVERITIES[one.severity],
            "location": {"path": visible(evaluated.path), "lines": {"begin": one.line or 1}},
        }
        for one, mark in zip(found, fingerprints(found, evaluated.path), strict=True)
    ]
    return unspoken(pretty_json(entries))

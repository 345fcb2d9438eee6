"""What an exporter is handed, and what several of them need: findings in order, fingerprints, relative paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dankaro_quality.checks import Rule
from dankaro_quality.contracts import EMPTY, AgentResult
from dankaro_quality.documents import canonical_json, digest
from dankaro_quality.findings import Finding, QualityReport, Severity
from dankaro_quality.frozen import frozen
from dankaro_quality.reporting import untold
from dankaro_quality.settings import Settings

VERDICT_CODE = "RELEASE"
"""Stands for a reason against the release that no finding states ("nothing could be checked")."""
VERDICT_SUMMARY = "the result may not be released"


@frozen
class Evaluated:
    """One report with what it is about: `name` as people call the file, `path` as machines do (see `relative`).

    `text` is the text of the evaluated file, for formats that show it; `rules` are (gate, Rule) pairs and `manuals`
    the manual of each gate, or of one code where it has its own, for formats that explain.
    """

    report: QualityReport
    name: str = ""
    path: str = "result.json"
    text: str = ""
    result: AgentResult | None = None
    settings: Settings = Settings()
    rules: tuple[tuple[str, Rule], ...] = ()
    manuals: Mapping[str, str] = EMPTY


def relative(path: str, folder: str) -> str:
    """`path` below `folder` with `/` between its parts; of a file that lies elsewhere, its name alone.

    Services that read reports know a repository and nothing outside it, and refuse a whole file for one such path.
    """
    import os

    try:
        inside = os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        inside = ".."
    outside = inside == ".." or inside.startswith("../")
    return (os.path.basename(path) if outside else inside) or "result.json"


def origin(where: str, result: AgentResult | None) -> str:
    """Where a place of an imported result stands in the user's own file: a JSON pointer, or "line 12"; else ""."""
    parts = where.split("/")
    if result is None or len(parts) < 2:
        return ""
    if parts[1] == "claims" and len(parts) > 2 and parts[2].isdigit() and int(parts[2]) < len(result.claims):
        return str(result.claims[int(parts[2])].metadata.get("origin", ""))
    return str(result.metadata.get("origin", "")) if parts[1] == "output" else ""


def problems(report: QualityReport) -> list[Finding]:
    """Every finding, errors first; a reason that no finding states is one with the code RELEASE."""
    silent = [Finding(VERDICT_CODE, reason, Severity.ERROR, "release") for reason in untold(report)]
    order = list(Severity)
    return sorted([*report.findings, *silent], key=lambda one: order.index(one.severity))


def fingerprints(findings: list[Finding], path: str) -> Iterator[str]:
    """For each finding, 64 hexadecimal digits that stay when lines move, and differ within one report."""
    seen: dict[tuple[str, str], int] = {}
    for one in findings:
        key = (one.code, one.message)
        seen[key] = seen.get(key, 0) + 1
        yield digest(canonical_json([path, *key, seen[key]])).removeprefix("sha256:")

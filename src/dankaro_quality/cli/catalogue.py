"""`explain`, `rules` and `gates`: the manual and the catalogue."""

from __future__ import annotations

import argparse
import re
import sys

from dankaro_quality import capability_rules, record_rules, workflow_rules
from dankaro_quality import settings as settings_files
from dankaro_quality.adversaries import CRITICS
from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ExitCode, QualityError, UsageError
from dankaro_quality.evaluators import GATES
from dankaro_quality.harness import QualityHarness, catalogue
from dankaro_quality.manuals import MANUALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.checks import Check, Rule


OTHER_RULES = (
    *workflow_rules.RULES,
    *((record_rules.GATE, rule) for rule in record_rules.RULES),
    *((capability_rules.GATE, rule) for rule in capability_rules.RULES),
)
"""The rules over workflows and over what is made from results; no settings file changes them."""
OTHER_MANUALS = (
    MANUALS
    | workflow_rules.MANUALS
    | {record_rules.GATE: record_rules.MANUAL, capability_rules.GATE: capability_rules.MANUAL}
)


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options of `explain`, `rules` or `gates`."""
    if name == "explain":
        parser.add_argument("name", metavar="CODE|GATE", help="a rule code such as EVD002, or a gate such as evidence")
    else:
        parser.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    parser.add_argument("--settings", metavar="FILE", help="in place of ./thresholds.toml")


def run(options: argparse.Namespace) -> ExitCode:
    """Print what was asked for."""
    own = QualityHarness(settings_files.load(options.settings), ledger="").own_gates
    if options.command == "explain":
        text = explained(options.name, own)
        print(_to_width(text) if sys.stdout.isatty() else text)
    else:
        rows = _rules(own, options.settings) if options.command == "rules" else listed_gates(own)
        _print(rows, options.format)
    return ExitCode.PASSED


def _catalogue(own: tuple[Check, ...]) -> tuple[tuple[str, Rule], ...]:
    """Every rule there is, those over results first."""
    return (*catalogue(own), *OTHER_RULES)


def explained(name: str, own: tuple[Check, ...]) -> str:
    """The manual of a rule or gate; UsageError for one that there is not."""
    listed = _catalogue(own)
    gates = {gate for gate, _ in listed}
    rule = next((rule for _, rule in listed if rule.code == name.upper()), None)
    gate = name.lower() if name.lower() in gates else next((gate for gate, one in listed if one is rule), "")
    if not gate:
        known = [*gates, *(one.code for _, one in listed)]
        raise UsageError(f"there is no rule and no gate {name or 'without a name'}{nearest(name, known)}")
    head = f"{rule.code} ({rule.severity.value}, gate {gate}): {rule.summary}\n\n" if rule is not None else ""
    doc = _manual(gate, rule.code if rule is not None else "", own)
    if not doc:
        raise QualityError("there is no manual to print: Python was started with -OO, which drops it")
    return head + doc.strip()


def _to_width(doc: str) -> str:
    """A manual with its paragraphs filled to the width of the terminal; lists and what is indented keep their lines."""
    import textwrap

    from dankaro_quality.cli.streams import columns

    width, paragraphs = columns() - 1, []
    for paragraph in doc.split("\n\n"):
        parts = re.split(r"\n(?=- | )", paragraph)  # what begins a line of its own
        filled = [textwrap.fill(" ".join(part.split("\n")), width, break_on_hyphens=False) for part in parts]
        paragraphs.append("\n".join(filled))
    return "\n\n".join(paragraphs)


def _manual(gate: str, code: str, own: tuple[Check, ...]) -> str:
    if gate == "adversaries":
        wanted = [critic.doc for critic in CRITICS if not code or any(rule.code == code for rule in critic.codes)]
        wanted = wanted if code else [MANUALS[gate], *wanted]
        return "\n\n".join(doc.strip() for doc in wanted)
    docs = {one.name: one.doc for one in (*GATES, *own)}
    return docs.get(gate) or OTHER_MANUALS.get(gate, "")


def _rules(own: tuple[Check, ...], path: str | None) -> list[dict[str, str]]:
    changed = settings_files.load(path).rules
    return [
        {
            "code": rule.code,
            "severity": changed.get(rule.code, rule.severity.value),
            "gate": gate,
            "summary": rule.summary,
        }
        for gate, rule in _catalogue(own)
    ]


def listed_gates(own: tuple[Check, ...]) -> list[dict[str, str]]:
    """Every gate with its codes and what it is about."""
    rows = []
    codes: dict[str, list[str]] = {}
    for gate, rule in _catalogue(own):
        codes.setdefault(gate, []).append(rule.code)
    docs = {one.name: one.doc for one in (*GATES, *own)} | OTHER_MANUALS
    for gate, listed in codes.items():
        first = docs.get(gate, "").strip().split("\n", 1)[0].partition(": ")[2]
        rows.append({"gate": gate, "codes": _range(listed), "about": first})
    return rows


def _range(codes: list[str]) -> str:
    return codes[0] if len(codes) == 1 else f"{codes[0]}…{codes[-1][3:]}"


def _print(rows: list[dict[str, str]], form: str) -> None:
    if form == "json":
        from dankaro_quality.documents import pretty_json

        sys.stdout.write(pretty_json(rows))
        return
    columns = list(rows[0])
    widths = [max(len(row[column]) for row in rows) for column in columns[:-1]]
    for row in rows:
        start = "".join([row[column].ljust(width) + "  " for column, width in zip(columns, widths, strict=False)])
        print(_hanging(start, row[columns[-1]]))


def _hanging(start: str, text: str) -> str:
    """One row; on a terminal its last column goes on below itself."""
    if not sys.stdout.isatty():
        return start + text
    import textwrap

    from dankaro_quality.cli.streams import columns

    width = max(columns() - 1, len(start) + 20)
    return textwrap.fill(text, width, initial_indent=start, subsequent_indent=" " * len(start))

"""The pages docs/gates/*.md, made from the gates' docstrings: `python -m tests.gate_pages` writes them.

A test holds the files against what this makes, so the manual on the page, in the code and in `explain` is one text.
"""

from __future__ import annotations

import os
import re
import sys

from dankaro_quality.adversaries import CRITICS
from dankaro_quality.checks import Rule
from dankaro_quality.evaluators import GATES
from dankaro_quality.harness import catalogue
from dankaro_quality.manuals import MANUALS
from tests.builders import ROOT

FOLDER = os.path.join(ROOT, "docs", "gates")
HEADINGS = re.compile(r"^(Why|Reads|Cannot see|Example finding|To mend)\. ", re.M)
MADE = "<!-- made from the docstrings by python -m tests.gate_pages -->\n"


def pages() -> dict[str, str]:
    """File name to text, for every gate and an index."""
    rules: dict[str, list[Rule]] = {}
    for gate, rule in catalogue():
        rules.setdefault(gate, []).append(rule)
    manuals = {**MANUALS, **{gate.name: gate.doc for gate in GATES}}
    parts = {"adversaries": [critic.doc for critic in CRITICS]}
    made = {f"{gate}.md": page(manuals[gate], found, parts.get(gate, [])) for gate, found in rules.items()}
    return {"README.md": index(manuals, rules), **made}


def page(manual: str, rules: list[Rule], parts: list[str]) -> str:
    """One gate's page: its manual, the manuals of its parts, and its rules as a table."""
    shown = "\n\n".join([_section(manual, "#"), *(_section(part, "##") for part in parts)])
    table = "\n".join(f"| {rule.code} | {rule.severity.value} | {rule.summary} |" for rule in rules)
    return f"{MADE}{shown}\n\n## Rules\n\n| code | severity | when |\n|---|---|---|\n{table}\n"


def _section(manual: str, level: str) -> str:
    title, _, rest = manual.strip().partition("\n")
    name, _, promise = title.partition(": ")
    body = HEADINGS.sub(lambda found: f"**{found.group(1)}.** ", rest.strip())
    body = re.sub(r"^((?:Fails|Warns|Informs|Applies)[^\n]*when)$", r"**\1**", body, flags=re.M)
    return f"{level} {name}\n\n{promise[:1].upper()}{promise[1:]}\n\n{_spaced(body)}"


def _spaced(body: str) -> str:
    """A list needs a blank line before it in Markdown."""
    return re.sub(r"(\*\*[^\n]+when\*\*)\n- ", r"\1\n\n- ", body)


def index(manuals: dict[str, str], rules: dict[str, list[Rule]]) -> str:
    """The list of all gates in report order."""
    lines = [f"{MADE}# The gates, in report order", "", "| gate | asks that | rules |", "|---|---|---|"]
    for gate, found in rules.items():
        promise = manuals[gate].strip().partition("\n")[0].partition(": ")[2].rstrip(".")
        lines.append(f"| [{gate}]({gate}.md) | {promise} | {found[0].code}–{found[-1].code} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    os.makedirs(FOLDER, exist_ok=True)
    made = pages()
    for name in set(os.listdir(FOLDER)) - made.keys():
        os.remove(os.path.join(FOLDER, name))
    for name, text in made.items():
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as stream:
            stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

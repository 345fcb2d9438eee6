"""How well the rules agree with reviewed cases: `python -m tests.measure COMMAND FILES...` prints, and writes nothing.

Each command reads JSON Lines and prints counts, rates and every miss in one line. A row with `"ambiguous": true` has
no single right ruling; it is listed apart and does not count.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]


def rows(files: list[str]) -> Iterator[Row]:
    """The rows of JSON Lines files, blank lines left out."""
    for name in files:
        with open(name, encoding="utf-8") as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)


def share(part: int, whole: int) -> str:
    """A rate with its counts: `0.985 (197/200)`."""
    return f"{part / whole:.3f} ({part}/{whole})" if whole else "- (0/0)"


def sources(files: list[str]) -> None:
    """Precision and recall of `classify`: rows are {"source", "expected": "accept" or "reject"}."""
    from dankaro_quality.sources import classify

    ruled = [(row, classify(row["source"])) for row in rows(files)]
    clear = [(row["expected"] == "accept", verdict.accepted) for row, verdict in ruled if not row.get("ambiguous")]
    hits = clear.count((True, True))
    print(f"rows {len(clear)}, ambiguous and not counted {len(ruled) - len(clear)}")
    print(f"precision {share(hits, sum(accepted for _, accepted in clear))}")
    print(f"recall {share(hits, sum(wanted for wanted, _ in clear))}")
    for row, verdict in ruled:
        if verdict.accepted != (row["expected"] == "accept"):
            label = "ambiguous" if row.get("ambiguous") else "MISS"
            print(f"{label} {row.get('id', '')} want {row['expected']}, {verdict.kind}: {row['source']!r}")


def modes(files: list[str]) -> None:
    """False alarms, right mode, precision and recall of the built-in failure modes: rows are labelled step outputs."""
    from tests.measures.modes import run

    run(files)


COMMANDS = {"sources": sources, "modes": modes}


def main(arguments: list[str]) -> int:
    """Run one command over its files."""
    if len(arguments) < 2 or arguments[0] not in COMMANDS:
        print(f"usage: python -m tests.measure {{{','.join(COMMANDS)}}} FILES...", file=sys.stderr)
        return 3
    COMMANDS[arguments[0]](arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

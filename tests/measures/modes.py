"""How well the built-in failure modes agree with labelled step outputs, real and written ones apart."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from dankaro_quality.workflow import FailureModeLibrary
from dankaro_quality.workflow.scoring import Labelled, lines_of, score


def run(paths: Iterable[str]) -> None:
    """Print false alarms, right mode, precision and recall per mode, and every row ruled otherwise."""
    groups: dict[str, list[Labelled]] = {"real": [], "synthetic": []}
    for path in paths:
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                if line.strip():
                    row = json.loads(line)
                    groups["synthetic" if row.get("synthetic") else "real"].append(_labelled(row))
    for name, rows in groups.items():
        if rows:
            _print(name, rows)


def _labelled(row: dict[str, Any]) -> Labelled:
    history = frozenset(row.get("prev_hashes", ()))
    return Labelled(row["id"], row["step_output"], frozenset(row["labels"]), history)


def _print(name: str, rows: list[Labelled]) -> None:
    result = score(FailureModeLibrary(), rows)
    clean = sum(not row.labels for row in rows)
    print(f"== {name} outputs: {len(rows)}, of them clean {clean}")
    for line in lines_of(result):
        print(line)
    for miss in result.misses:
        print(f"MISS {miss}")

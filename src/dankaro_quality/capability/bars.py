"""The bars of each stratum: packaged, and changed by a file of the team's own."""

from __future__ import annotations

import os
from collections.abc import Mapping

from dankaro_quality.agents import read_table
from dankaro_quality.capability.scenarios import Bar, Scenario, Stratum
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import ContractError
from dankaro_quality.shapes import block, choice, either, like, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems, Rule

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bars.toml")
MAX_BYTES = 1_000_000
FLOOR = "friction_floor"
DEFAULT_FLOOR = 0.75  # of a scenario that sets none
ROLLING = "run_pass_rate"
MARGIN = "control_margin"
FRICTION = "friction_score"


def bars_for(stratum: Stratum, component: str | None = None, path: str | None = None) -> list[Bar]:
    """The bars active for `stratum`, in the order of the file.

    `path` is a bars file that changes the packaged ones, `component` one whose own bars it may hold. SettingsError
    lists every mistake in the file.
    """
    wanted = Stratum(stratum)
    if path is not None and not isinstance(path, str):
        raise ContractError(f"bars: expected a file, found {path!r}")
    table = _read(PACKAGED)["bars"]
    if path is not None:
        own = _read(path)
        table = {**table, **own.get("bars", {}), **own.get("components", {}).get(component, {})}
    return [_bar(wanted, name, row) for name, row in table.items() if wanted.value in row]


def bars_digest(bars: list[Bar]) -> str:
    """A digest of bars, so that weakened ones show."""
    return digest(canonical_json([[b.stratum.value, b.metric_name, b.threshold, b.comparator, b.window] for b in bars]))


def for_scenario(bar: Bar, scenario: Scenario) -> Bar:
    """The bar as the scenario sets it: friction is held against the scenario's own floor."""
    if bar.metric_name != FRICTION:
        return bar
    return Bar(bar.stratum, bar.metric_name, scenario.friction_floor, bar.comparator, bar.window)


def _bar(stratum: Stratum, name: str, row: Mapping[str, Any]) -> Bar:
    threshold = DEFAULT_FLOOR if row[stratum.value] == FLOOR else float(row[stratum.value])
    return Bar(stratum, name, threshold, row["comparator"], row.get("window", "per_run"))


def _read(path: str) -> dict[str, Any]:
    return read_table(path, read_bytes(path, max_bytes=MAX_BYTES), _FILE)


def _named(rule: Rule) -> Rule:
    def check(value: object, at: str, problems: Problems) -> None:
        block({}, dict.fromkeys(value, rule) if isinstance(value, Mapping) else {})(value, at, problems)

    return check


_THRESHOLD = either(number(), like(FLOOR, f'a number, or "{FLOOR}"'))
_ROW = block(
    {"comparator": choice("ge", "le")},
    {"window": choice("per_run", "rolling_7"), **{stratum.value: _THRESHOLD for stratum in Stratum}},
)
_FILE = block({}, {"bars": _named(_ROW), "components": _named(_named(_ROW))})

"""The runs recorded of each scenario: JSON Lines, appended to, and the last seven of them as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dankaro_quality import journal
from dankaro_quality.canonical import visible
from dankaro_quality.capability.bars import ROLLING
from dankaro_quality.capability.gaps import WINDOW
from dankaro_quality.capability.scenarios import MODES
from dankaro_quality.documents import canonical_json, read_json
from dankaro_quality.errors import FileProblem
from dankaro_quality.frozen import frozen
from dankaro_quality.places import dotted
from dankaro_quality.shapes import anything, block, boolean, choice, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems

CONFIDENCE = 0.95
STEPS = 60  # of halving: finer than a float can tell


@frozen
class Series:
    """Whose runs belong together: one scenario as it stands, one component, one port mode, held against one yardstick.

    `yardstick` is the digest of what the runs were held against, and of the agent's spec: bars, rubric, gates.
    """

    scenario_id: str
    scenario_digest: str
    component: str
    port_mode: str
    yardstick: str


@frozen
class Recorded:
    """The earlier runs of a series, oldest first, and why the file may not be believed."""

    runs: tuple[Mapping[str, Any], ...] = ()
    problem: str = ""


def read_runs(path: str, series: Series) -> Recorded:
    """The recorded runs of a series. No file is no runs; one line that is none makes the whole file no witness."""
    try:
        found = journal.lines(path)
    except FileProblem as problem:
        return Recorded(problem=f"insufficient_history: {problem}")
    runs = []
    for number_, line, _ in found:
        value, flaws = read_json(line)
        problems: Problems = [(flaw.pointer, flaw.message) for flaw in flaws]
        if not problems:
            _LINE(value, "", problems)
        if problems:
            where, why = problems[0]
            place = f"{dotted(where)}: " if where else ""
            told = f"{visible(path)} line {number_} is no recorded run: {place}{why}; mend or remove the line"
            return Recorded(problem=f"insufficient_history: {told}")
        if all(value.get(name) == getattr(series, name) for name in _SERIES):  # type: ignore[attr-defined]
            runs.append(value)
    return Recorded(tuple(runs))  # type: ignore[arg-type]


def record_run(path: str, series: Series, passed: bool, metrics: Mapping[str, Any], bundle: str, at: float) -> None:
    """Append one run; on return it is on the disk."""
    line = {name: getattr(series, name) for name in _SERIES}
    journal.append(path, canonical_json({**line, "passed": passed, "metrics": dict(metrics), "bundle": bundle,
                                         "recorded_at": at}))  # fmt: skip


def window_of(recorded: Recorded, passed: bool, metrics: Mapping[str, Any]) -> dict[str, Any]:
    """The last seven runs, this one included: how many, the means of their metrics, and what they prove."""
    last = [*recorded.runs, {"passed": passed, "metrics": metrics}][-WINDOW:]
    passes = sum(one["passed"] is True for one in last)
    means = {name: _mean([one["metrics"].get(name) for one in last]) for name in metrics}
    means[ROLLING] = passes / len(last)
    return {
        "runs": len(last),
        "passed": passes,
        "means": {name: value for name, value in means.items() if value is not None},
        "lower_bound": lower_bound(passes, len(last)),
        "problem": _of_interest(recorded.problem),
    }


def lower_bound(passed: int, runs: int) -> float:
    """What `passed` of `runs` proves of reliability: the one-sided 95 % bound of Clopper and Pearson (1934)."""
    if not passed:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_least(passed, runs, middle) < 1 - CONFIDENCE else (low, middle)
    return round(low, 6)


def _at_least(passed: int, runs: int, share: float) -> float:
    """The chance of `passed` or more passes when each run passes with probability `share`."""
    from math import comb

    return sum(comb(runs, k) * share**k * (1 - share) ** (runs - k) for k in range(passed, runs + 1))


def _mean(values: Sequence[object]) -> float | None:
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    return sum(numbers) / len(numbers) if len(numbers) == len(values) else None


def _of_interest(problem: str) -> str:
    return "" if problem.endswith("it is not there; check the path") else problem


_SERIES = ("scenario_id", "scenario_digest", "component", "port_mode", "yardstick")
_LINE = block({
    **dict.fromkeys(("scenario_id", "scenario_digest", "component"), text()),
    "port_mode": choice(*MODES),
    "passed": boolean,
    "metrics": anything,
    "bundle": text(0),
    "recorded_at": number(),
}, {"yardstick": text()})  # fmt: skip
# A line of an earlier version says nothing of its yardstick: it is a run, and of no series.

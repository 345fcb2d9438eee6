"""How well a library of failure modes agrees with labelled outputs: precision, recall and false alarms, with intervals.

Rows are JSON Lines: `step_output` (text), `labels` (categories, empty for a clean one), optional `clean`, `id` and
`prev_hashes` (fingerprints of the run's earlier outputs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dankaro_quality.documents import read_bytes, read_json
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.workflow.library import FailureModeLibrary
from dankaro_quality.workflow.verification import THRESHOLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Z = 1.959964  # the normal quantile of a two-sided 95 % interval
MAX_BYTES = 100_000_000


@frozen
class Labelled:
    """One labelled output: what it shows (categories), and the fingerprints of the run's earlier outputs."""

    id: str
    text: str
    labels: frozenset[str]
    history: frozenset[str] = frozenset()


@frozen
class Count:
    """Hits of one mode (or of all): right, wrong (of them on clean outputs), and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    on_clean: int = 0

    @property
    def precision(self) -> tuple[int, int]:
        """Right hits of all hits."""
        return self.right, self.right + self.wrong

    @property
    def recall(self) -> tuple[int, int]:
        """Right hits of all outputs that have the label."""
        return self.right, self.right + self.missed


@frozen
class Score:
    """Counts per category and over all; each pair is (part, whole).

    `false_alarms`: clean outputs with a hit at or above the threshold. `right_mode`: failing outputs whose label the
    library has a mode for, where it found such a one. `on_unlabelled`: failing outputs of other kinds, with a hit.
    """

    modes: dict[str, Count]
    false_alarms: tuple[int, int]
    right_mode: tuple[int, int]
    on_unlabelled: tuple[int, int]
    misses: list[str]

    @property
    def total(self) -> Count:
        """All modes together."""
        columns = zip(*[(one.right, one.wrong, one.missed, one.on_clean) for one in self.modes.values()], strict=True)
        return Count(*[sum(column) for column in columns]) if self.modes else Count()


def read_labelled(path: str) -> list[Labelled]:
    """The rows of a JSON Lines file; ContractError with every row that cannot be used, and its line."""
    made, problems = [], []
    for number, line in enumerate(read_bytes(path, max_bytes=MAX_BYTES).split(b"\n"), 1):
        if not line.strip():
            continue
        value, flaws = read_json(line)
        why = flaws[0].message if flaws else _row_problem(value)
        if why or not isinstance(value, dict):
            problems.append(f"{path}:{number}: {why}")
        else:
            made.append(_row(value, number))
    if not made and not problems:
        problems.append(f"{path}: there is no labelled row")
    if problems:
        raise ContractError(*problems)
    return made


def score(library: FailureModeLibrary, rows: Iterable[Labelled], threshold: float = THRESHOLD) -> Score:
    """Run a library over labelled outputs."""
    known = {str(mode.category) for mode in library.modes}
    counts: dict[str, list[int]] = {str(mode.category): [0, 0, 0, 0] for mode in library.modes}
    pairs = {"clean": [0, 0], "signed": [0, 0], "unsigned": [0, 0]}
    misses = []
    for row in rows:
        matches = library.matches(row.text, row.history)
        found, wanted = {str(match.mode.category) for match in matches}, row.labels & known
        for name in found | wanted:
            _count(counts[name], name in found, name in wanted, not row.labels)
        blocked = any(not match.mode.severity < threshold for match in matches)
        kind = "clean" if not row.labels else "signed" if wanted else "unsigned"
        hit = blocked if kind == "clean" else bool(found & wanted) if kind == "signed" else bool(found)
        pairs[kind][0] += hit
        pairs[kind][1] += 1
        if hit is (kind == "clean"):
            misses += [_miss(row, found, wanted)] if kind != "unsigned" else []
    alarms, right, other = [(pair[0], pair[1]) for pair in pairs.values()]
    return Score({name: Count(*each) for name, each in counts.items()}, alarms, right, other, misses)


def interval(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula (JASA 22, 1927, 209-212); (0, 1) when nothing was counted."""
    if not whole:
        return 0.0, 1.0
    share, spread = part / whole, Z * Z / whole
    middle = share + spread / 2
    half = Z * ((share * (1 - share) + spread / 4) / whole) ** 0.5
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def lines_of(result: Score) -> Iterator[str]:
    """The score as lines of text."""
    yield f"false alarms on clean outputs  {_share(result.false_alarms)}"
    yield f"right mode on failing outputs  {_share(result.right_mode)}"
    yield f"hits on other failing outputs  {_share(result.on_unlabelled)}"
    yield f"{'mode':24}  {'precision':34}  {'recall':34}  on clean"
    for name, count in [*sorted(result.modes.items()), ("all", result.total)]:
        if count.right or count.wrong or count.missed:
            yield f"{name:24}  {_share(count.precision):34}  {_share(count.recall):34}  {count.on_clean}"


def _share(pair: tuple[int, int]) -> str:
    part, whole = pair
    if not whole:
        return "- (0/0)"
    low, high = interval(part, whole)
    return f"{part / whole:.3f} ({part}/{whole}, 95 % {low:.2f}-{high:.2f})"


def _count(counts: list[int], found: bool, wanted: bool, clean: bool) -> None:
    counts[0] += found and wanted
    counts[1] += found and not wanted
    counts[2] += wanted and not found
    counts[3] += found and clean


def _miss(row: Labelled, found: set[str], wanted: frozenset[str]) -> str:
    said = ", ".join(sorted(found)) or "nothing"
    return f"{row.id}: wanted {', '.join(sorted(wanted)) or 'nothing'}, found {said}"


def _row_problem(value: Any) -> str:
    if not isinstance(value, Mapping):
        return "a row is an object"
    if not isinstance(value.get("step_output"), str):
        return "step_output: expected text"
    labels = value.get("labels")
    if not isinstance(labels, list) or any(not isinstance(label, str) for label in labels):
        return "labels: expected a list of categories"
    if value.get("clean") is True and labels:
        return "clean: true, and yet it has labels"
    return "labels: empty, and clean is not true" if value.get("clean") is False and not labels else ""


def _row(value: Mapping[str, Any], number: int) -> Labelled:
    history = value.get("prev_hashes", [])
    seen = frozenset(str(one) for one in history) if isinstance(history, list) else frozenset()
    return Labelled(str(value.get("id", f"line {number}")), value["step_output"], frozenset(value["labels"]), seen)

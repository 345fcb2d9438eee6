"""A library of failure modes and what it finds in an output."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.workflow import triggers
from dankaro_quality.workflow.builtin import FAILURE_MODE_LIBRARY
from dankaro_quality.workflow.modes import FailureCategory, FailureMode, category_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

QUOTED = 120  # characters of a match that a report shows


@frozen
class ModeMatch:
    """Where a mode was seen: trigger, place, line, and what stands there to the line's end."""

    mode: FailureMode
    trigger: str
    start: int
    end: int
    line: int
    quote: str


class FailureModeLibrary:
    """Detects known failure modes in text; without `modes`, the built-in ones.

    ContractError for a trigger that cannot be used and for two modes of one category.
    """

    def __init__(self, modes: Iterable[FailureMode] | None = None, name: str = "", version: str = "") -> None:
        self.modes = list(FAILURE_MODE_LIBRARY if modes is None else modes)
        self.name = name or ("builtin" if modes is None else "")
        self.version = version
        if modes is not None:
            problems = _twice(self.modes) or [why for mode in self.modes for why in _unusable(mode)]
            if problems:
                raise ContractError(*problems)
        self._by_category = {mode.category: mode for mode in self.modes}

    def detect(self, text: str, history: Collection[str] = ()) -> list[FailureMode]:
        """Every failure mode that `text` shows; `history` holds fingerprints of the run's earlier outputs."""
        return [match.mode for match in self.matches(text, history)]

    def matches(self, text: str, history: Collection[str] = ()) -> list[ModeMatch]:
        """As `detect`, with the place of each."""
        view = triggers.View(text, history)
        return [match for match in (_match(mode, view) for mode in self.modes) if match is not None]

    def by_category(self, category: FailureCategory | str) -> FailureMode:
        """The mode of a category; KeyError when the library has none."""
        try:
            return self._by_category[category_of(category)]
        except ContractError as problem:
            raise KeyError(str(problem)) from None
        except KeyError:
            raise KeyError(f"this library has no mode for {category}") from None

    def max_severity(self, text: str) -> float:
        """The highest severity among the modes that `text` shows, 0.0 when it shows none."""
        return max((mode.severity for mode in self.detect(text)), default=0.0)

    def save(self, path: str) -> None:
        """Write the modes as a library file (JSON); FileProblem when that fails."""
        from dankaro_quality.workflow import library_files

        library_files.save(self, path)

    @classmethod
    def load(cls, path: str) -> FailureModeLibrary:
        """The library in a file, its self-tests passed; ContractError with every problem, its place and line."""
        from dankaro_quality.workflow import library_files

        return library_files.load(path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FailureModeLibrary) and self.modes == other.modes

    __hash__ = None  # type: ignore[assignment]  # its list of modes can be changed by its owner


def _match(mode: FailureMode, view: triggers.View) -> ModeMatch | None:
    for trigger in mode.triggers:
        span = triggers.find(trigger, view, mode.scope)
        if span is not None:
            if any(triggers.find(one, view, mode.scope) for one in mode.exclude):
                return None
            return _placed(mode, trigger, span, view.whole if trigger.startswith("struct:") else view.text)
    return None


def _placed(mode: FailureMode, trigger: str, span: tuple[int, int], text: str) -> ModeMatch:
    start, end = span
    line_end = text.find("\n", end)
    quote = text[start : min(line_end if line_end >= 0 else len(text), start + QUOTED)]
    return ModeMatch(mode, trigger, start, end, text.count("\n", 0, start) + 1, quote)


def _twice(modes: list[Any]) -> list[str]:
    seen: set[str] = set()
    problems = []
    for mode in modes:
        if not isinstance(mode, FailureMode):
            problems.append(f"modes: expected FailureMode, found {mode!r}")
            continue
        for name in (mode.category, f"id {mode.id}" if mode.id else ""):
            if name and name in seen:
                problems.append(f"{name}: two modes have it; a category has one mode, and an id names one")
            seen.add(name)
    return problems


def _unusable(mode: FailureMode) -> list[str]:
    if any(mode is built_in for built_in in FAILURE_MODE_LIBRARY):  # a test looks at those
        return []
    named = [("trigger_keywords", mode.triggers), ("exclude", mode.exclude)]
    return [
        f"{mode.category}: {name} {trigger!r}: {triggers.problem(trigger)}"
        for name, listed in named
        for trigger in listed
        if triggers.problem(trigger)
    ]

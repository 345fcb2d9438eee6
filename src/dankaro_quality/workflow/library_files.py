"""Library files (JSON, YAML with the extra): a team's own modes, on their own or on top of the built-in ones.

A library is tested when it is loaded: every sample must fire and no near miss may, so that a signature that finds
nothing, or finds too much, is seen by the one who writes it.
"""

from __future__ import annotations

from collections.abc import Mapping

from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import names_of
from dankaro_quality.places import dotted
from dankaro_quality.workflow import files, triggers
from dankaro_quality.workflow.builtin import FAILURE_MODE_LIBRARY
from dankaro_quality.workflow.injection import NO_CONTEXT
from dankaro_quality.workflow.library import FailureModeLibrary
from dankaro_quality.workflow.modes import FailureMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "dankaro-quality/modes/1"
HEAD = ("library", "version", "licence")
KEYS = ("format", *HEAD, "extends", "disable", "modes")
MODE_KEYS = names_of(FailureMode)
REQUIRED = ("category", "description", "severity")
HEADING = "A library of failure modes. dankaro-quality modes check FILE runs its own samples."


def save(library: FailureModeLibrary, path: str) -> None:
    """Write every mode of a library; it stands on its own, without `extends`."""
    head = {"format": FORMAT, "library": library.name, "version": library.version}
    modes = [{name: _plain(getattr(mode, name)) for name in MODE_KEYS} for mode in library.modes]
    files.write(path, {**head, "modes": modes}, HEADING)


def load(path: str) -> FailureModeLibrary:
    """Read and test a library file; ContractError with every problem, its file, line and place."""
    value, text = files.read(path)
    modes, problems = _read(value)
    files.refuse(path, text, problems)
    return FailureModeLibrary(modes, value.get("library", ""), value.get("version", ""))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


def _read(data: Any) -> tuple[list[FailureMode], list[files.Problem]]:
    if not isinstance(data, Mapping):
        return [], [("", "a library is an object with format and modes")]
    problems = files.unknown_keys(data, KEYS, "")
    if data.get("format") != FORMAT:
        found = f"found {data['format']!r}" if "format" in data else "it is missing"
        problems.append(("/format", f'expected "{FORMAT}", {found}'))
    problems += [
        (f"/{name}", f"expected text, found {data[name]!r}") for name in HEAD if not isinstance(data.get(name, ""), str)
    ]
    inherited, more = _inherited(data)
    own = data.get("modes", [])
    if not isinstance(own, list):
        return [], [*problems, *more, ("/modes", f"expected a list of modes, found {own!r}")]
    problems += more
    taken = {name: "the built-in library" for mode in inherited for name in (mode.category, mode.id) if name}
    modes = list(inherited)
    for number, entry in enumerate(own):
        mode, wrong = _mode(entry, f"/modes/{number}")
        problems += wrong
        if mode is not None:
            problems += _clash(mode, f"/modes/{number}", taken)
            modes.append(mode)
    if not modes and not problems:
        problems.append(("/modes", "there is no mode; a library without one finds nothing"))
    return modes, problems


def _inherited(data: Mapping[str, Any]) -> tuple[list[FailureMode], list[files.Problem]]:
    base, disabled = data.get("extends", ""), data.get("disable", [])
    if base not in ("", "builtin", None):
        return [], [("/extends", f'expected "builtin", found {base!r}')]
    if not isinstance(disabled, list):
        return [], [("/disable", f"expected a list of categories, found {disabled!r}")]
    if base != "builtin":
        return [], [("/disable", 'there is nothing to disable without "extends": "builtin"')] if disabled else []
    known = [str(mode.category) for mode in FAILURE_MODE_LIBRARY]
    problems = [
        (f"/disable/{at}", f"there is no built-in mode {one!r}{nearest(str(one), known)}")
        for at, one in enumerate(disabled)
        if one not in known
    ]
    return [mode for mode in FAILURE_MODE_LIBRARY if mode.category not in disabled], problems


def _mode(entry: Any, at: str) -> tuple[FailureMode | None, list[files.Problem]]:
    if not isinstance(entry, Mapping):
        return None, [(at, f"a mode is an object, found {entry!r}")]
    problems = files.unknown_keys(entry, MODE_KEYS, at)
    problems += [(at, f"{key}: this key is missing") for key in REQUIRED if key not in entry]
    if problems:
        return None, problems
    given = {key: value for key, value in entry.items() if key in MODE_KEYS}
    try:
        mode = FailureMode(**{"trigger_keywords": [], **given})
    except ContractError as problem:
        return None, files.placed(problem.problems, at, MODE_KEYS)
    return mode, _bad_triggers(mode, at) or _self_test(mode, at)


def _bad_triggers(mode: FailureMode, at: str) -> list[files.Problem]:
    problems = []
    for name in ("trigger_keywords", "exclude"):
        for number, trigger in enumerate(getattr(mode, name)):
            why = triggers.problem(trigger)
            if why:
                problems.append((f"{at}/{name}/{number}", f'"{trigger[:80]}": {why}'))
    if mode.signature and triggers.problem(f"struct:{mode.signature}"):
        problems.append((f"{at}/signature", triggers.problem(f"struct:{mode.signature}")))
    return problems


def _self_test(mode: FailureMode, at: str) -> list[files.Problem]:
    alone = FailureModeLibrary([mode])
    silent = [
        (f"{at}/samples/{number}", "the mode does not fire on this sample; mend the trigger, or the sample")
        for number, sample in enumerate(mode.samples)
        if not alone.detect(sample.replace("{context}", NO_CONTEXT))
    ]
    loud = [
        (f"{at}/near_misses/{number}", "the mode fires on this near miss; make the trigger narrower, or exclude it")
        for number, near in enumerate(mode.near_misses)
        if alone.detect(near)
    ]
    return silent + loud


def _clash(mode: FailureMode, at: str, taken: dict[str, str]) -> list[files.Problem]:
    problems = []
    for key, name in (("category", str(mode.category)), ("id", mode.id)):
        if name and name in taken:
            how = ', which "disable" switches off' if taken[name].startswith("the built-in") else ""
            problems.append((f"{at}/{key}", f'"{name}" is taken by {taken[name]}{how}'))
        elif name:
            taken[name] = dotted(at)
    return problems

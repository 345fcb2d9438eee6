"""Loading and isolating a team's own gates.

Only what the settings name is loaded, so an installed package never changes a verdict by itself. In this version
gates run in the harness's own process: they are trusted code, and whatever they do wrong fails as themselves.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from dankaro_quality.checks import Check, EvaluationContext, Rule, error, guarded, reporter
from dankaro_quality.errors import SettingsError
from dankaro_quality.findings import GateOutcome, GateStatus, grade
from dankaro_quality.settings import Settings

GROUP = "dankaro_quality.gates"
RULES = (error("PLG001", "a gate raised, exited or returned something else than its outcome"),)


def load(settings: Settings, taken: Iterable[str]) -> tuple[Check, ...]:
    """The gates that `[plugins] gates` names; SettingsError when one cannot be loaded or its name is in `taken`."""
    names = set(taken)
    gates = []
    for wanted in settings.plugins.gates:
        gate = _checked(wanted, _import(wanted, settings))
        if gate.name in names:
            raise SettingsError(
                f'[plugins] gates: "{wanted}" calls itself "{gate.name}", and a gate of that name is there'
            )
        names.add(gate.name)
        gates.append(gate)
    return tuple(gates)


def run(gate: Check, context: EvaluationContext) -> GateOutcome:
    """The outcome of one gate; a gate that gives no full answer has failed, by its own name."""
    outcome, problem = guarded(lambda: gate.evaluate(context))
    if not problem:
        problem = _misfit(gate, outcome)
    if problem:
        found = reporter(gate.name, RULES)("PLG001", "", f'the gate "{gate.name}" {problem}', "mend the gate")
        return grade(gate.name, [found], 1)
    return outcome  # type: ignore[no-any-return]


def _misfit(gate: Check, outcome: object) -> str:
    if type(outcome) is not GateOutcome:
        return f"returned {type(outcome).__name__}, not a GateOutcome"
    if outcome.gate != gate.name:
        return f'answered under another name, "{outcome.gate}"'
    if not isinstance(outcome.status, GateStatus) or type(outcome.findings) is not tuple:
        return "returned a GateOutcome that was tampered with"
    declared = {rule.code for rule in gate.codes}
    foreign = next((one.code for one in outcome.findings if one.code not in declared), "")
    return f"found {foreign}, a code that it does not declare" if foreign else ""


def _import(wanted: str, settings: Settings) -> object:
    before = list(sys.path)
    named = [os.path.normpath(os.path.join(settings.folder, path)) for path in settings.plugins.paths]
    sys.path[:] = named + [path for path in before if not _is_working_directory(path)]
    try:
        found, problem = guarded(lambda: _named(wanted))
    finally:  # the named folders stay at the end, for what a gate imports when it runs
        sys.path[:] = before + [path for path in named if path not in before]
    if problem:
        raise SettingsError(f'[plugins] gates: "{wanted}" cannot be loaded, it {problem}')
    return found


def _is_working_directory(path: str) -> bool:
    return not path or os.path.realpath(path) == os.path.realpath(os.curdir)


def _named(wanted: str) -> object:
    module, colon, attribute = wanted.partition(":")
    if colon:
        from importlib import import_module

        return getattr(import_module(module), attribute)
    from importlib.metadata import entry_points  # 25 ms, only for teams that name an installed gate

    matching = list(entry_points(group=GROUP, name=wanted))
    if len(matching) != 1:
        raise LookupError(f"{len(matching)} installed packages offer a gate of that name in the group {GROUP}")
    return matching[0].load()


def _checked(wanted: str, gate: object) -> Check:
    if type(gate) is not Check:
        raise SettingsError(f'[plugins] gates: "{wanted}" is a {type(gate).__name__}, not a Check')
    fine = isinstance(gate.name, str) and gate.name and gate.name.replace("-", "").replace("_", "").isalnum()
    if not fine or not callable(gate.evaluate):
        raise SettingsError(f'[plugins] gates: "{wanted}" needs a name of letters, digits, - and _, and a function')
    if any(type(rule) is not Rule for rule in gate.codes):
        raise SettingsError(f'[plugins] gates: "{wanted}" must list its codes as Rule values')
    return gate

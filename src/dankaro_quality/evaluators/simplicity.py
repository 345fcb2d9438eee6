"""simplicity: what a user of the result has to deal with stays below agreed limits.

Why. Complexity is added one control at a time, and every sprint argues it anew. Limits in a settings file make
simplicity a constraint that a team agrees on once.

Reads. `exposed_controls`, `required_decisions`, `configuration_steps`.

Fails when
- SIM001: more controls are exposed than allowed
- SIM002: more decisions are required than allowed
- SIM003: more configuration steps are needed than allowed

With `require_declaration` a count that is not declared fails its rule as well.

Does not apply when none of the three counts is declared and none has to be.

Cannot see. Whether the counts are true: they are the author's.

Example finding. exposed_controls: 12 exposed controls, at most 7 are allowed; remove or merge some, or hide them
behind a default

To mend. Remove, merge or give a default to what most users never change, and count again.
"""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.checks import Check, EvaluationContext, error, reporter, shown
from dankaro_quality.findings import Finding, GateOutcome, grade

RULES = (
    error("SIM001", "more controls are exposed than allowed"),
    error("SIM002", "more decisions are required than allowed"),
    error("SIM003", "more configuration steps are needed than allowed"),
)
SETTINGS = (
    "simplicity.max_exposed_controls",
    "simplicity.max_required_decisions",
    "simplicity.max_configuration_steps",
    "simplicity.require_declaration",
)
COUNTS = (
    ("SIM001", "exposed_controls", "max_exposed_controls"),
    ("SIM002", "required_decisions", "max_required_decisions"),
    ("SIM003", "configuration_steps", "max_configuration_steps"),
)
_report = reporter("simplicity", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    declared = {name: getattr(context.result, name) for _, name, _ in COUNTS}
    counted = {name: count for name, count in declared.items() if count is not None}
    why_not = "" if counted or context.settings.simplicity.require_declaration else "none of the counts is declared"
    return grade("simplicity", _over(context), len(counted), measures=counted, not_applicable=why_not)


def _over(context: EvaluationContext) -> Iterator[Finding]:
    limits = context.settings.simplicity
    for code, name, limit_name in COUNTS:
        count, limit = getattr(context.result, name), getattr(limits, limit_name)
        things = name.replace("_", " ")
        if count is None:
            if limits.require_declaration:
                yield _report(code, f"/{name}", f"the number of {things} is not declared", "count and declare it")
        elif not count <= limit:
            hint = "remove or merge some, or hide them behind a default"
            yield _report(code, f"/{name}", f"{shown(count)} {things}, at most {limit} are allowed", hint)


CHECK = Check("simplicity", RULES, SETTINGS, _evaluate, __doc__ or "")

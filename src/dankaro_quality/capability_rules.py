"""The rules over scenarios of the capability harness and their manual; `capability.reports` applies them."""

from __future__ import annotations

from dankaro_quality.checks import error, info, warning

GATE = "capability"
NOT_MET, NOT_MEASURED, TOO_FEW_RUNS, CONTROL_CHANGED = "CAP001", "CAP002", "CAP003", "CAP004"
CONTROL_PASSES, REVIEW_MISSING, NO_REAL_PORTS, NOT_REVIEWED = "CAP005", "CAP006", "CAP007", "CAP008"
NOT_REAL, NO_AUTHORITY, AGENT_FAILED, ESCALATED, REMEDIATED = "CAP009", "CAP010", "CAP011", "CAP012", "CAP013"

RULES = (
    error(NOT_MET, "a bar of the scenario's stratum is not met"),
    error(NOT_MEASURED, "a metric that a bar asks for was not measured, or is no finite number"),
    error(TOO_FEW_RUNS, "fewer than seven runs are recorded, and a bar looks at the last seven"),
    error(CONTROL_CHANGED, "the control's transcript is missing, or has not the hash that the scenario names"),
    warning(CONTROL_PASSES, "the raw control meets every bar: the scenario tells nothing apart"),
    error(REVIEW_MISSING, "a regulated scenario has no expert's approval, or no reviewer"),
    error(NO_REAL_PORTS, "real ports were asked for and cannot be built; nothing ran"),
    warning(NOT_REVIEWED, "the rubric was generated, and no expert has reviewed it"),
    warning(NOT_REAL, "the ports were not real: the run proves nothing about the agent"),
    error(NO_AUTHORITY, "an authority could not be read, or is not cited"),
    error(AGENT_FAILED, "the agent gave nothing to judge"),
    warning(ESCALATED, "a remediation did not close its gap, or was not allowed"),
    info(REMEDIATED, "a first failure was mended by a remediation"),
)

MANUAL = """capability: a scenario meets the bars of its stratum, better than a raw model does, and may be released.

Why. That a component answers is not that it can do the job. The bar is set by what a failure costs, and a raw model
that reaches it as well shows that the component adds nothing.

Reads. A scenario file, the transcript of the raw control, the rubric, what the agent returned through its ports, the
artifacts and authorities, and the runs recorded before. The bars are in a file that a team may override.

Fails when
- CAP001: a bar is not met; the message holds value and threshold, and a value equal to the threshold meets it
- CAP002: a metric was not measured, or is NaN or infinite
- CAP003: fewer than seven runs of the scenario are recorded in this port mode, and a bar looks at the last seven
- CAP004: the control's transcript is missing, or was changed
- CAP006: stratum A or a regulated vertical, without expert_review_status "approved" and a reviewer_id
- CAP007: real ports cannot be built (G6_E_HARNESS_REAL_PORTS_UNAVAILABLE); nothing ran
- CAP010: an authority could not be read, or the result does not cite it (a warning in a stratum without such a bar)
- CAP011: the agent raised, hung, exited with an error or printed what is no result

Notes that block nothing, but keep a run from `verified` where they say so
- CAP005: the raw control meets every bar, so that the scenario proves nothing
- CAP008: the rubric was generated and nobody reviewed it (G6_E_HARNESS_RUBRIC_NOT_REVIEWED): qualified-draft at best
- CAP009: the ports were fake, mixed or unknown: qualified-draft at best
- CAP012: a remediation did not close its gap, its tier is above the cap, or there is none
- CAP013: a first failure was mended by a remediation

Applies to scenarios alone: `dankaro-quality scenario run`.

Cannot see. Whether the scenario is the right one, whether the tokens an agent reports are the tokens it used, and what
lies between seven passes and reliability: seven of seven prove no more than 65 % at 95 % confidence.

Example finding. artifact_coverage: 0.5, at least 1 is required; the agent has to write every target artifact

To mend. Each finding names its bar; docs/capability.md says what each metric counts. A control that was changed is
captured anew, with its new hash. A bar that is wrong for your work is changed in a bars file, and the report says so.
"""

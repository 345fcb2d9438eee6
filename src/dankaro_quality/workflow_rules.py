"""Rules and manuals of workflow verification (WFM) and rubrics (RUB), so that `explain` knows them without the package.

The verdict of a workflow is the severity of its failure modes against a threshold; these codes name what was found.
"""

from __future__ import annotations

from dankaro_quality.checks import error, info

WORKFLOW_GATE = "workflow"
RUBRIC_GATE = "rubric"

MODE_CODES = {
    "empty_output": "WFM001",
    "malformed_output": "WFM002",
    "tool_error": "WFM003",
    "resource_limit": "WFM004",
    "access_blocked": "WFM005",
    "refusal": "WFM006",
    "placeholder_content": "WFM007",
    "fabricated_content": "WFM008",
    "unverified_success": "WFM009",
    "verification_bypass": "WFM010",
    "step_repetition": "WFM011",
    "premature_termination": "WFM012",
    "stalled_no_action": "WFM013",
    "prompt_injection": "WFM014",
    "secret_exposure": "WFM015",
    "unsafe_action": "WFM016",
}
CUSTOM_MODE, RAISED, UNREADABLE, NOT_RUN, NOT_RELEASED = "WFM017", "WFM018", "WFM019", "WFM020", "WFM021"
REQUIRED_TERM, FORBIDDEN_TERM, TOO_SHORT, VALIDATOR = "RUB001", "RUB002", "RUB003", "RUB004"
NO_CRITERION, NO_CHECKS, NOT_REVIEWED = "RUB005", "RUB006", "RUB007"

WORKFLOW_RULES = (
    *[error(code, f"the output shows the failure mode {name}") for name, code in MODE_CODES.items()],
    error(CUSTOM_MODE, "the output shows a failure mode of the team's own library"),
    error(RAISED, "the step raised, or called sys.exit"),
    error(UNREADABLE, "the step returned something that cannot be read as text"),
    error(NOT_RUN, "there was no step to run, or a step that the rubric asks for did not run"),
    error(NOT_RELEASED, "the release gates block the result that the step returned"),
)
RUBRIC_RULES = (
    error(REQUIRED_TERM, "the output lacks a term that the rubric requires"),
    error(FORBIDDEN_TERM, "the output holds a term that the rubric forbids"),
    error(TOO_SHORT, "the output is shorter than the rubric asks"),
    error(VALIDATOR, "a validator of the rubric did not answer True, or is missing"),
    error(NO_CRITERION, "a check of the rubric checks nothing"),
    info(NO_CHECKS, "the rubric has no check for the step"),
    info(NOT_REVIEWED, "no expert has reviewed the rubric"),
)

WORKFLOW_MANUAL = """workflow: each step's output shows no failure mode at or above the threshold.

Why. A step that failed is the next step's input. What an agent pipeline passes on (an error payload, a stub, invented
figures, a claim of success without anything behind it) comes out at the end as an answer.

Reads. The text of each step's output, the outputs before it in the same run, and the library of failure modes.

Fails when
- WFM001 to WFM016: the output shows a built-in failure mode whose severity is at or above the threshold (0.6 unless
  set). Below the threshold it is a warning. WFM001 empty_output, WFM002 malformed_output, WFM003 tool_error,
  WFM004 resource_limit, WFM005 access_blocked, WFM006 refusal, WFM007 placeholder_content, WFM008 fabricated_content,
  WFM009 unverified_success, WFM010 verification_bypass, WFM011 step_repetition, WFM012 premature_termination,
  WFM013 stalled_no_action, WFM014 prompt_injection, WFM015 secret_exposure, WFM016 unsafe_action
- WFM017: the same for a mode of a library of the team's own
- WFM018: the step raised, or called sys.exit
- WFM019: what it returned cannot be read as text: bytes, a generator, a coroutine, an object whose str() raises
- WFM020: there was no step to run, or a step that the rubric asks for did not run
- WFM021: the step returned an AgentResult that the release gates block; their findings stand beside it

Applies always. A run of no steps has not passed.

Cannot see. A wrong value, a misread output, a wrong plan, a skipped policy step: the largest group of real failures
has no signature in the text. The built-in modes are starter gates. `dankaro-quality modes list` prints them.

Example finding. solve: the output shows placeholder_content (severity 0.75, threshold 0.60): "TODO: figures", line 3;
mend the step, or change the mode in a library of your own

To mend. Mend the step. A mode that is wrong for your work is switched off in a library file ("extends": "builtin",
"disable": ["refusal"]), or given another signature there.
"""

RUBRIC_MANUAL = """rubric: each step's output meets the checklist of its workflow.

Why. What a good output of one particular workflow holds, no general library can know.

Reads. The text of each step's output and the rubric: terms it must and must not hold, a least length, validators.

Fails when
- RUB001: a required term is missing (whole words, whatever their case; a plural ending counts)
- RUB002: a forbidden term is there
- RUB003: the output has fewer characters than min_length
- RUB004: a validator raised, answered anything but True, or was not attached again after loading
- RUB005: a check has no criterion at all; nothing to check is not a pass

Notes that block nothing
- RUB006: the rubric has no check for a step
- RUB007: no expert has reviewed the rubric; a generated one is a scaffold

Does not apply when no rubric was given.

Cannot see. Whether the terms stand in a sentence that is true.

Example finding. solve: the check "names_the_clause" failed: "clause" is missing; write it, or mend the rubric

To mend. Mend the step, or the rubric: it is a file made to be edited. Set expert_reviewed and reviewer once somebody
who knows the field has gone through it.
"""

RULES = tuple((WORKFLOW_GATE, rule) for rule in WORKFLOW_RULES) + tuple((RUBRIC_GATE, rule) for rule in RUBRIC_RULES)
MANUALS = {WORKFLOW_GATE: WORKFLOW_MANUAL, RUBRIC_GATE: RUBRIC_MANUAL}

"""A workflow's run as findings and as the one report form that every exporter and printer reads."""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.checks import quoted
from dankaro_quality.documents import canonical_json, digest, pointer
from dankaro_quality.findings import (
    REPORT_SCHEMA,
    Finding,
    GateOutcome,
    QualityReport,
    Severity,
    decide,
    grade,
    next_actions,
)
from dankaro_quality.version import VERSION
from dankaro_quality.workflow.library import ModeMatch
from dankaro_quality.workflow.outputs import text_of
from dankaro_quality.workflow.running import DID_NOT_RUN, HarnessResult, HarnessStepResult
from dankaro_quality.workflow_rules import (
    CUSTOM_MODE,
    MODE_CODES,
    NO_CHECKS,
    NOT_RELEASED,
    NOT_REVIEWED,
    NOT_RUN,
    RAISED,
    RUBRIC_GATE,
    UNREADABLE,
    WORKFLOW_GATE,
)

RELEASE_GATE = "release gates"
MARKED_FAILED = "workflow: the run was marked as not passed, although every step that it holds has passed"


def findings_of(result: HarnessResult) -> tuple[Finding, ...]:
    """Everything a run's steps showed; errors are what failed them."""
    return tuple(finding for outcome in outcomes_of(result) for finding in outcome.findings)


def report_of(result: HarnessResult) -> QualityReport:
    """The report on a run; `released` says that every step passed."""
    outcomes = outcomes_of(result)
    decision = decide(outcomes, decisive=(WORKFLOW_GATE,))
    return QualityReport(
        schema=REPORT_SCHEMA,
        tool_version=VERSION,
        released=decision.released and result.overall_passed,
        reasons=decision.reasons or (() if result.overall_passed else (MARKED_FAILED,)),
        overall_score=decision.overall_score,
        gates=outcomes,
        next_actions=next_actions(outcomes),
        task_id=result.workflow_id,
        profile="workflow",
        result_digest=_digest(result),
        settings_digest=result.settings_digest,
    )


def outcomes_of(result: HarnessResult) -> tuple[GateOutcome, ...]:
    """The run as gates: workflow, rubric and, where a step returned an AgentResult, the release gates."""
    released = [step for step in result.steps if step.verification.release is not None]
    made = [_workflow(result), _rubric(result)]
    if released:
        found = [finding for step in released for finding in _release(step)]
        made.append(grade(RELEASE_GATE, found, len(released), weight=1.0))
    return tuple(made)


def _workflow(result: HarnessResult) -> GateOutcome:
    found = [finding for step in result.steps for finding in _of_step(step)]
    if not result.steps:
        hint = "name at least one step"
        found = [Finding(NOT_RUN, "there was no step to run", Severity.ERROR, WORKFLOW_GATE, "", hint)]
    failed = len(result.failed_steps)
    measures = {"steps": len(result.steps), "passed": len(result.steps) - failed, "failed": failed}
    injected = [step.step_name for step in result.steps if step.injected]
    if injected:
        measures["injected"] = len(injected)
    return grade(WORKFLOW_GATE, found, len(result.steps), measures=measures, weight=1.0)


def _of_step(step: HarnessStepResult) -> Iterator[Finding]:
    where, found = pointer(step.step_name), step.verification
    if step.error == DID_NOT_RUN:
        yield Finding(NOT_RUN, step.error, Severity.ERROR, WORKFLOW_GATE, where, "run it, or take it out of the rubric")
    elif step.error:
        yield Finding(RAISED, step.error, Severity.ERROR, WORKFLOW_GATE, where, "mend the step")
    if found.unreadable:
        yield Finding(UNREADABLE, found.unreadable, Severity.ERROR, WORKFLOW_GATE, where, "return text, or plain data")
    for match in found.matches:
        yield _of_mode(match, where, found.threshold)
    if found.release is not None and not found.release.released:
        reasons = len(found.release.reasons)
        message = f"the release gates block the result of this step for {reasons} reason(s)"
        yield Finding(NOT_RELEASED, message, Severity.ERROR, WORKFLOW_GATE, where, "mend what the release gates name")


def _of_mode(match: ModeMatch, where: str, threshold: float) -> Finding:
    mode = match.mode
    code = MODE_CODES.get(str(mode.category), CUSTOM_MODE)
    shown = f": {quoted(match.quote)}, line {match.line}" if match.quote.strip() else ""
    grades = f"(severity {mode.severity:.2f}, threshold {threshold:.2f})"
    severity = Severity.WARNING if mode.severity < threshold else Severity.ERROR
    hint = "mend the step, or change the mode in a library of your own"
    return Finding(code, f"the output shows {mode.category} {grades}{shown}", severity, WORKFLOW_GATE, where, hint)


def _rubric(result: HarnessResult) -> GateOutcome:
    rubric = result.rubric
    if rubric is None:
        return grade(RUBRIC_GATE, not_applicable="no rubric was given")
    found, checks, failed = [], 0, 0
    for step in result.steps:
        judged = step.verification.rubric
        checks += len(judged.checks) if judged else 0
        failed += len(judged.failed_checks()) if judged else 0
        found += list(_of_checks(step))
    if not rubric.reviewed:
        kind = "generated rubric" if rubric.generated else "rubric"
        message = f"no expert has reviewed this {kind}; it is a starting point, and decides nothing by itself"
        hint = "let an expert review it, then set expert_reviewed and reviewer"
        found.append(Finding(NOT_REVIEWED, message, Severity.INFO, RUBRIC_GATE, "", hint))
    reviewed = f"reviewed by {rubric.reviewer}" if rubric.reviewed else "not reviewed by an expert"
    measures = {"checks": checks, "failed": failed, "review": reviewed}
    return grade(RUBRIC_GATE, found, checks, measures=measures, weight=1.0)


def _of_checks(step: HarnessStepResult) -> Iterator[Finding]:
    judged, where = step.verification.rubric, pointer(step.step_name)
    if judged is not None and not judged.checks:
        yield Finding(NO_CHECKS, "the rubric has no check for this step", Severity.INFO, RUBRIC_GATE, where, "add one")
    for check in judged.failed_checks() if judged is not None else ():
        message = f"the check {quoted(check.name)} failed: {check.reason}"
        yield Finding(check.code, message, Severity.ERROR, RUBRIC_GATE, where, "mend the step, or the rubric")


def _release(step: HarnessStepResult) -> Iterator[Finding]:
    report = step.verification.release
    for one in report.findings if report is not None else ():
        where = pointer(step.step_name) + one.where
        yield Finding(one.code, one.message, one.severity, RELEASE_GATE, where, one.hint, one.file, one.line)


def _digest(result: HarnessResult) -> str:
    """Of what the steps returned, in order, so that a report can be told from that of another run."""
    return digest(canonical_json([[step.step_name, text_of(step.output)[0], step.error] for step in result.steps]))

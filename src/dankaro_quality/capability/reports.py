"""What a run of a scenario showed as findings, and as the one report form that every printer and exporter reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dankaro_quality import capability_rules as rules
from dankaro_quality.capability.bars import MARGIN
from dankaro_quality.capability.gaps import AUTHORITY, Judged
from dankaro_quality.capability.scenarios import Scenario, ScenarioResult
from dankaro_quality.capability.states import (
    PORTS_UNAVAILABLE,
    REVIEW_MISSING,
    RUBRIC_NOT_REVIEWED,
    VERIFIED,
    Completion,
)
from dankaro_quality.documents import pointer
from dankaro_quality.findings import REPORT_SCHEMA, Finding, QualityReport, Severity, decide, grade, next_actions
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEVERITY = {rule.code: rule.severity for rule in rules.RULES}
HINTS = {
    "step_pass_rate": "mend the steps whose output shows a failure mode",
    "max_severity": "mend the step that shows the failure mode",
    "critical_mode_count": "let a person look at the output; no remedy is tried for this",
    "rubric_pass_rate": "the output has to meet the rubric, or the rubric has to be mended",
    "gate_pass_rate": "mend what the release gates name",
    "artifact_coverage": "the agent has to write every target artifact",
    "authority_coverage": "the result has to cite every authority, by its id or its address",
    "control_margin": "the run has to meet bars that the raw model does not",
    "token_ratio": "the agent has to report metadata.usage, and stay within the budget",
    "wallclock_ratio": "the agent has to end within the budget",
    "friction_score": "ask less of the people around the run",
    "run_pass_rate": "run the scenario again; each run is recorded",
}


def findings_of(
    scenario: Scenario,
    evidence: Mapping[str, Any],
    judged: Sequence[Judged],
    result: ScenarioResult,
    completion: Completion,
    unreviewed: Sequence[str],
) -> tuple[Finding, ...]:
    """Everything that a run showed. `unreviewed` holds the codes of states.py that hold beside the deciding one."""
    unmet = {one.bar.metric_name for one in judged if not one.met}
    return (
        *_of_states(completion, unreviewed, result.port_mode),
        *_of_evidence(scenario, evidence, unmet),
        *[_of_bar(one, evidence) for one in judged if not one.met],
        *_of_attempts(result),
    )


def unavailable(completion: Completion) -> tuple[Finding, ...]:
    """The finding of a run that did not begin."""
    return (_finding(rules.NO_REAL_PORTS, "", completion.reason, "mend the spec; nothing ran"),)


def report_of(
    scenario: Scenario, findings: Sequence[Finding], completion: Completion, bars: int, digests: tuple[str, str]
) -> QualityReport:
    """The report; `released` says `verified` and nothing less. `digests` are of the evidence and of the bars."""
    outcome = grade(rules.GATE, findings, max(bars, 1), measures={"bars": bars}, weight=1.0)
    decision = decide((outcome,), decisive=(rules.GATE,))
    verified = completion.state == VERIFIED and decision.released
    reasons = decision.reasons or (() if verified else (f"{completion.state}: {completion.reason}",))
    return QualityReport(
        schema=REPORT_SCHEMA,
        tool_version=VERSION,
        released=verified,
        reasons=reasons,
        overall_score=decision.overall_score,
        gates=(outcome,),
        next_actions=next_actions((outcome,)),
        task_id=scenario.id,
        profile="capability",
        result_digest=digests[0],
        settings_digest=digests[1],
    )


def _of_states(completion: Completion, others: Sequence[str], port_mode: str) -> Iterator[Finding]:
    codes = {completion.code, *others}
    if PORTS_UNAVAILABLE in codes:
        yield from unavailable(completion)
    if REVIEW_MISSING in codes:
        why = "a regulated scenario is released by an expert, and none has approved it"
        hint = 'set expert_review_status to "approved" and name the reviewer_id, once it is so'
        yield _finding(rules.REVIEW_MISSING, "/expert_review_status", why, hint)
    if RUBRIC_NOT_REVIEWED in codes:
        why = "the rubric was generated, and no expert has reviewed it"
        yield _finding(rules.NOT_REVIEWED, "/rubric_ref", why, "let an expert review it, then say so")
    if port_mode != "real":
        why = f"the ports were {port_mode}: this run proves nothing about the agent"
        yield _finding(rules.NOT_REAL, "", why, "run it with real ports and a spec")


def _of_evidence(scenario: Scenario, evidence: Mapping[str, Any], unmet: Collection[str]) -> Iterator[Finding]:
    """What lies behind the bars; an authority or a transcript that no bar of the stratum asks for only warns."""
    if evidence["agent_error"]:
        yield _finding(rules.AGENT_FAILED, "", evidence["agent_error"], "mend the agent, or its spec")
    if not evidence["control_hash_verified"] or evidence["control_problem"]:
        hint = "name the transcript that the hash was taken of, or capture the control anew"
        blocks = not evidence["control_hash_verified"] or MARGIN in unmet
        yield _finding(rules.CONTROL_CHANGED, "/raw_llm_control", evidence["control_problem"], hint, blocks)
    if evidence["control_meets_all"]:
        why = "the raw control meets every bar that was measured on it: the scenario tells nothing apart"
        yield _finding(rules.CONTROL_PASSES, "/raw_llm_control", why, "ask for something that the raw model cannot do")
    missing = {one.doc_id for one in evidence["missing_authorities"]}
    for at, one in enumerate(scenario.authorities):
        if one.doc_id in missing:
            read = one.doc_id in evidence["authorities"]
            problem = evidence.get("authority_problems", {}).get(one.doc_id, "it could not be read")
            why = f'"{one.doc_id}": ' + ("the result does not cite it" if read else problem)
            hint = "cite it by its id or its address"
            yield _finding(rules.NO_AUTHORITY, f"/authorities/{at}", why, hint, AUTHORITY in unmet)


def _of_bar(one: Judged, evidence: Mapping[str, Any]) -> Finding:
    name = one.bar.metric_name
    code = rules.TOO_FEW_RUNS if one.too_few_runs else rules.NOT_MEASURED if one.unmeasured else rules.NOT_MET
    behind = {"gate_pass_rate": "gate_reasons", "rubric_pass_rate": "unmet_checks"}.get(name, "")
    reasons = evidence.get(behind, ())
    why = one.why + (f" ({'; '.join(reasons[:3])})" if reasons else "")
    return _finding(code, pointer(name), why, HINTS.get(name, "mend what the metric counts, or the bars file"))


def _of_attempts(result: ScenarioResult) -> Iterator[Finding]:
    for at, one in enumerate(result.remediation_attempts):
        where = f"/remediation_attempts/{at}"
        if one.succeeded:
            why = f"a first failure was mended by tier {one.tier.value}"
            yield _finding(rules.REMEDIATED, where, why, "make the remedy part of the agent")
        else:
            why = f"tier {one.tier.value} did not close the gap: {one.escalation_reason}"
            yield _finding(rules.ESCALATED, where, why, "a person has to look at it")


def _finding(code: str, where: str, message: str, hint: str, blocks: bool = True) -> Finding:
    severity = SEVERITY[code] if blocks else Severity.WARNING
    return Finding(code, message, severity, rules.GATE, where, hint)

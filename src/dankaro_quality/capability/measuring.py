"""The metrics of one result: the same count for what an agent made and for the transcript of the raw control."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from dankaro_quality.canonical import folded
from dankaro_quality.capability.scenarios import AuthorityRef, FrictionReport, Scenario
from dankaro_quality.checks import unfilled
from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.findings import GateStatus, QualityReport
from dankaro_quality.frozen import frozen
from dankaro_quality.harness import QualityHarness
from dankaro_quality.settings import Settings
from dankaro_quality.workflow import CRITICAL, FailureModeLibrary, VerificationResult, WorkflowHarness, WorkflowRubric
from dankaro_quality.workflow.masking import prose
from dankaro_quality.workflow.outputs import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ANSWER = "answer"
"""The step that an agent's output is; further ones may stand in `metadata.steps` as {name: output}."""
INTERRUPTION = 0.25  # friction of one question, retry or manual edit: the usual floor of 0.75 lets one pass


@frozen
class Yardstick:
    """What results are held against: the rubric, the library of failure modes, and the release gates."""

    rubric: WorkflowRubric | None
    library: FailureModeLibrary
    gates: QualityHarness


@frozen
class Measured:
    """The metrics of one result, the failure modes it shows, the report of the release gates, and what of the rubric
    it does not meet, as "step: check"."""

    metrics: Mapping[str, float]
    failure_modes: tuple[str, ...]
    report: QualityReport
    unmet_checks: tuple[str, ...] = ()


def measure(
    scenario: Scenario, by: Yardstick, result: AgentResult, artifacts: Mapping[str, str], authorities: Collection[str]
) -> Measured:
    """What one result reaches; `artifacts` are texts by name, `authorities` the doc_ids that could be read."""
    steps = steps_of(result)
    steps = {name: output for name, output in steps.items() if name not in scenario.target_artifacts}
    own, reported = _verified(scenario, by.library, steps, artifacts)
    verified = [*own, *reported]
    report = by.gates.evaluate(result, Task(scenario.id, scenario.user_prompt))
    modes = [mode for one in verified for mode in one.failures_detected]
    checks = None if by.rubric is None else _checks(by.rubric, {**steps, **artifacts})
    metrics = {
        "step_pass_rate": min(_passing(own), _passing(reported, nothing=1.0)),
        "max_severity": max((one.max_severity for one in verified), default=0.0),
        "critical_mode_count": float(sum(mode.category in CRITICAL for mode in modes)),
        "rubric_pass_rate": None if checks is None else _share(sum(met for _, met in checks), len(checks)),
        "gate_pass_rate": _gates(report),
        "artifact_coverage": _share(sum(name in artifacts for name in scenario.target_artifacts),
                                    len(scenario.target_artifacts), nothing=1.0),
        "authority_coverage": _share(sum(one.doc_id in authorities and cites(result, one)
                                         for one in scenario.authorities), len(scenario.authorities), nothing=1.0),
    }  # fmt: skip
    known = {name: value for name, value in metrics.items() if value is not None}
    unmet = tuple([name for name, met in checks or () if not met])
    return Measured(known, tuple(sorted({str(mode.category) for mode in modes})), report, unmet)


def steps_of(result: AgentResult) -> dict[str, Any]:
    """The output as a step, and the steps that the agent reports beside it."""
    given = result.metadata.get("steps")
    own = {str(name): output for name, output in given.items()} if isinstance(given, Mapping) else {}
    return {**own, ANSWER: result.output}


def filled(content: bytes, settings: Settings) -> str | None:
    """The text of an artifact; None when it is empty or a placeholder. What is no text counts as it is."""
    text = content.decode("utf-8", "replace")
    return None if not text.strip() or unfilled(text, settings) else text


def cites(result: AgentResult, authority: AuthorityRef) -> bool:
    """Whether a claim's source or the output names an authority by its id or its address."""
    places = [source for claim in result.claims for source in (claim.source, *claim.more_sources)]
    text = folded(" \n ".join([*places, text_of(result.output)[0]]))
    names = (folded(authority.doc_id), folded(authority.citation_url))
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None for name in names)


def friction_of(result: AgentResult, retries: int) -> FrictionReport | None:
    """What a run asked of people: questions in its output, retries, and what `metadata.friction` reports besides.

    None when that report is no count: what is not known is not measured.
    """
    given = result.metadata.get("friction", {})
    names = ("questions_asked", "retries", "manual_edits")
    counts: list[Any] = [given.get(name, 0) if isinstance(given, Mapping) else None for name in names]
    if any(type(count) is not int or count < 0 for count in counts):
        return None
    questions, again, edits = counts
    asked = max(questions, _questions(text_of(result.output)[0]))
    score = max(0.0, 1 - INTERRUPTION * (asked + again + retries + edits))
    return FrictionReport(score, len(steps_of(result)), asked, again + retries, edits)


def _questions(text: str) -> int:
    """Questions in prose: a "?" at the end of a word, with nothing but blanks or closing signs behind it."""
    return sum(1 for _ in re.finditer(r"\w[\"')\]]?\?(?=[\"')\]\s]|$)", prose(text)))


def _verified(
    scenario: Scenario, library: FailureModeLibrary, steps: Mapping[str, Any], artifacts: Mapping[str, str]
) -> tuple[list[VerificationResult], list[VerificationResult]]:
    """The answer and the artifacts, and apart from them the steps that the agent reports: padding lifts no share.

    The steps are verified as a run; the artifacts each alone, since one that repeats the answer repeats no step.
    """
    harness = WorkflowHarness(scenario.id, library=library)
    run = harness.verify_outputs(steps)
    answer = [step.verification for step in run.steps if step.step_name == ANSWER]
    reported = [step.verification for step in run.steps if step.step_name != ANSWER]
    return [*answer, *(harness.verifier.verify(content) for content in artifacts.values())], reported


def _passing(verified: Sequence[VerificationResult], nothing: float = 0.0) -> float:
    return sum(one.passed for one in verified) / len(verified) if verified else nothing


def _checks(rubric: WorkflowRubric, outputs: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Each check as "step: check" with whether it is met; one of a step or artifact that is not there is not."""
    found: list[tuple[str, bool]] = []
    for step, items in rubric.step_checks.items():
        if step in outputs:
            found += [(f"{step}: {one.name}", one.passed) for one in rubric.evaluate(step, outputs[step]).checks]
        else:
            found += [(f"{step}: {one.name}", False) for one in items]
    return found


def _gates(report: QualityReport) -> float | None:
    """Gates passed, of those that apply; a result that is not released for want of anything to check lacks one."""
    applied = [gate for gate in report.gates if gate.status is not GateStatus.NOT_APPLICABLE]
    passed = sum(gate.status is GateStatus.PASSED for gate in applied)
    lacking = int(not report.released and passed == len(applied))
    return _share(passed, len(applied) + lacking)


def _share(part: int, whole: int, nothing: float | None = None) -> float | None:
    return part / whole if whole else nothing

"""One scenario from the order to the completion state: ports, rubric, orchestration, gate, bundle, history."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from dankaro_quality.capability.bundles import DEFAULT_FOLDER, Bundle, bundle_of
from dankaro_quality.capability.evaluating import DEFAULT_BASELINE_PATH, EvalRunner
from dankaro_quality.capability.fake_ports import fake_ports
from dankaro_quality.capability.gaps import WINDOW, Judged, judge_bars
from dankaro_quality.capability.gate import Gate, gate_result_to_dict
from dankaro_quality.capability.measuring import ANSWER
from dankaro_quality.capability.orchestrating import HarnessOrchestrator
from dankaro_quality.capability.ports import mode_of
from dankaro_quality.capability.real_ports import PortsUnavailable, real_ports
from dankaro_quality.capability.reports import findings_of, report_of, unavailable
from dankaro_quality.capability.scenario_files import ScenarioFile, load_scenario, scenario_of
from dankaro_quality.capability.scenarios import GateResult, RemediationTier, Scenario, ScenarioResult
from dankaro_quality.capability.states import (
    REVIEW_MISSING,
    RUBRIC_NOT_REVIEWED,
    Completion,
    Facts,
    completion_of,
    review_missing,
)
from dankaro_quality.contracts import EMPTY, nearest
from dankaro_quality.errors import ContractError, UsageError
from dankaro_quality.findings import Finding, QualityReport
from dankaro_quality.frozen import frozen
from dankaro_quality.harness import QualityHarness
from dankaro_quality.serialization import plain
from dankaro_quality.workflow import WorkflowRubric, generate_workflow_rubric
from dankaro_quality.workflow.generating import DOMAINS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ASKED = {"fake": "fake", "mixed": "mixed", "real": "real", "ci": "fake", "ci-fake": "fake", "ci_fake": "fake"}
"""Port modes that may be asked for; the last three are old names that CI runs still use."""
GENERATE = "generate:"
_TEXTS = ("port_mode", "spec", "control", "component", "baseline_path", "request_id", "run_id", "git_sha")


@frozen
class Order:
    """What to run. `ports` takes the place of those that would be made; `rubric` is a rubric, its content or a file.

    `control` is the transcript's path, where the scenario does not come from a file that names it; `quality` the
    release gates.
    """

    scenario: Any
    port_mode: str
    ports: Mapping[str, Any] | None = None
    spec: str = ""
    rubric: Any = None
    rubric_expert_reviewed: bool = False
    tier_cap: RemediationTier | str = RemediationTier.RECIPE
    max_attempts: int = 1
    allow_t3: bool = False
    control: str = ""
    component: str = ""
    baseline_path: str = DEFAULT_BASELINE_PATH
    evidence_folder: str | None = DEFAULT_FOLDER
    bars_path: str | None = None
    quality: QualityHarness | None = None
    request_id: str = ""
    run_id: str = ""
    git_sha: str = ""

    def __post_init__(self) -> None:
        wrong = [name for name in _TEXTS if not isinstance(getattr(self, name), str)]
        wrong += [name for name in ("evidence_folder", "bars_path") if not _text_or_none(getattr(self, name))]
        problems = [f"{name}: expected text, found {getattr(self, name)!r}" for name in wrong]
        ports: Any = self.ports
        if ports is not None and not isinstance(ports, Mapping):
            problems.append(f"ports: expected a mapping of ports, found {ports!r}")
        if self.tier_cap not in list(RemediationTier):
            problems.append(f"tier_cap: {self.tier_cap!r} is none of {', '.join(RemediationTier)}")
        if problems:
            raise ContractError(*problems)


@frozen
class Run:
    """Everything that came of an order. `result` and `gate` are None when nothing ran."""

    scenario: Scenario
    port_mode: str
    completion: Completion
    findings: tuple[Finding, ...]
    report: QualityReport
    bundle: Bundle
    request_id: str
    run_id: str
    evidence: Mapping[str, Any] = EMPTY
    judged: tuple[Judged, ...] = ()
    result: ScenarioResult | None = None
    gate: GateResult | None = None

    def to_dict(self) -> dict[str, Any]:
        """The run as plain JSON data."""
        history = plain(self.evidence.get("history"))
        return {
            "gate": gate_result_to_dict(self.gate) if self.gate is not None else None,
            "bars": [plain(one) for one in self.judged],
            "history": history,
            "findings": [plain(one) for one in self.findings],
            "agent_error": self.evidence.get("agent_error", ""),
        }


def run_order(order: Order) -> Run:
    """Run a scenario. QualityError for an order that cannot be carried out; what an agent does is never one."""
    import tempfile

    file = scenario_file(order.scenario, order.control)
    rubric = _rubric(order, file)
    asked = _asked(order.port_mode)
    with tempfile.TemporaryDirectory(prefix="dankaro-quality-", ignore_cleanup_errors=True) as scratch:
        try:
            ports = _ports(order, file, rubric, asked, os.path.realpath(scratch))
        except PortsUnavailable as problem:
            return _nothing_ran(order, file, str(problem))
        return _carried_out(order, file, rubric, asked, ports)


def scenario_file(given: Any, control: str = "") -> ScenarioFile:
    """A scenario with its surroundings, from a file, its fields, or itself."""
    if isinstance(given, ScenarioFile):
        return given
    if isinstance(given, Mapping):
        return ScenarioFile(scenario_of(given), control)
    if isinstance(given, Scenario):
        return ScenarioFile(given, control)
    if not isinstance(given, (str, os.PathLike)):
        raise ContractError(f"scenario: expected a Scenario, its fields or a file, found {given!r}")
    return load_scenario(os.fspath(given))


def rubric_of(given: Any) -> WorkflowRubric | None:
    """A rubric, its content or its file; None for None. ContractError for anything else."""
    if given is None or isinstance(given, WorkflowRubric):
        return given
    if isinstance(given, Mapping):
        return WorkflowRubric.from_file_dict(given)
    if not isinstance(given, (str, os.PathLike)):
        raise ContractError(f"rubric: expected a rubric, its content or a file, found {given!r}")
    return WorkflowRubric.load(given)


def is_generated(rubric: WorkflowRubric) -> bool:
    """Whether a rubric is a scaffold: by its own word, or because every check of it is one that is generated."""
    if rubric.generated:
        return True
    checks = [(step, item) for step, items in rubric.step_checks.items() for item in items]
    return bool(checks) and any(_all_generated(rubric, domain, checks) for domain in DOMAINS)


def _all_generated(rubric: WorkflowRubric, domain: str, checks: Sequence[tuple[str, Any]]) -> bool:
    made = generate_workflow_rubric(rubric.workflow_id, list(rubric.step_checks), domain, rubric.objective)
    return all(item in made.step_checks.get(step, ()) for step, item in checks)


def _text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _asked(mode: str) -> str:
    if mode not in ASKED:
        raise UsageError(f"port_mode: {mode!r} is none of fake, mixed, real{nearest(str(mode), ASKED)}")
    return ASKED[mode]


def _rubric(order: Order, file: ScenarioFile) -> WorkflowRubric | None:
    """The rubric of the order, else the scenario's: a file, or `generate:DOMAIN`."""
    reference = file.scenario.rubric_ref
    if order.rubric is not None or not reference:
        return rubric_of(order.rubric)
    if reference.startswith(GENERATE):
        return generate_workflow_rubric(file.scenario.slug, [ANSWER], reference[len(GENERATE) :])
    return WorkflowRubric.load(os.path.join(file.folder, reference))


def _ports(
    order: Order, file: ScenarioFile, rubric: WorkflowRubric | None, asked: str, scratch: str
) -> Mapping[str, Any]:
    if order.ports is not None:
        actual = mode_of(order.ports)
        if asked == "real" and actual != "real":
            raise PortsUnavailable(f"the ports that were given are {actual}")
        return order.ports
    if asked == "fake":
        return fake_ports(file.scenario, rubric)
    real = real_ports(order.spec, file, scratch)
    if asked == "real":
        return real
    fake = fake_ports(file.scenario, rubric)
    return {**fake, "agent": real["agent"], "artifacts": real["artifacts"], "clock": real["clock"]}


def _nothing_ran(order: Order, file: ScenarioFile, why: str) -> Run:
    completion = completion_of(Facts(ports_unavailable=why))
    content = {
        "scenario": file.scenario,
        "state": completion.state,
        "code": completion.code,
        "reason": completion.reason,
    }
    bundle = bundle_of(content, order.evidence_folder)
    findings = unavailable(completion)
    report = report_of(file.scenario, findings, completion, 0, (bundle.digest, ""))
    named = _names(order, bundle)
    return Run(file.scenario, "unknown", completion, findings, report, bundle, *named)


def _carried_out(
    order: Order, file: ScenarioFile, rubric: WorkflowRubric | None, asked: str, ports: Mapping[str, Any]
) -> Run:
    scenario = file.scenario
    runner = EvalRunner(_component(order, ports), order.baseline_path, bars_path=order.bars_path)
    orchestrator = HarnessOrchestrator(runner, max_attempts=order.max_attempts, allow_t3=order.allow_t3)
    judging = {"rubric": rubric, "control": file.control or None, "quality": order.quality, "library": None}
    result = orchestrator.run(scenario, {**ports, **judging}, RemediationTier(order.tier_cap))
    evidence = orchestrator.evidence
    evidence["authority_problems"] = dict(getattr(ports.get("authorities"), "problems", {}))
    judged = tuple(judge_bars(scenario, runner.bars(scenario), evidence))
    bundle = bundle_of(_content(file, rubric, evidence, result), order.evidence_folder)
    runner.record(scenario, evidence, bundle.digest)
    request_id, run_id = _names(order, bundle)
    gate = Gate().evaluate(
        [result], [scenario.stratum], run_id, order.git_sha, bundle.path, evidence["control_hash_verified"], asked
    )
    facts = _facts(order, scenario, rubric, evidence, gate)
    completion = completion_of(facts)
    findings = findings_of(scenario, evidence, judged, result, completion, _others(facts))
    digests = (bundle.digest, evidence["bars_digest"])
    report = report_of(scenario, findings, completion, len(judged), digests)
    return Run(scenario, gate.port_mode, completion, findings, report, bundle, request_id, run_id, evidence, judged,
               result, gate)  # fmt: skip


def _facts(
    order: Order, scenario: Scenario, rubric: WorkflowRubric | None, evidence: Mapping[str, Any], gate: GateResult
) -> Facts:
    return Facts(
        review_missing=review_missing(scenario, scenario.vertical),
        blocking=gate.release_reasons,
        release_blocking=gate.release_blocking,
        control_hash_verified=evidence["control_hash_verified"],
        rubric_generated=rubric is None or is_generated(rubric),
        rubric_expert_reviewed=order.rubric_expert_reviewed is True or (rubric is not None and rubric.reviewed),
        port_mode=gate.port_mode,
    )


def _others(facts: Facts) -> tuple[str, ...]:
    """The codes of rows that hold beside the deciding one: a reader should hear of all of them at once."""
    unreviewed = facts.rubric_generated and not facts.rubric_expert_reviewed
    rows = ((REVIEW_MISSING, facts.review_missing), (RUBRIC_NOT_REVIEWED, unreviewed))
    return tuple([code for code, holds in rows if holds])


def _component(order: Order, ports: Mapping[str, Any]) -> str:
    """What is under test: the agent of the spec by name and version, so that another version has its own history."""
    spec = getattr(ports.get("agent"), "spec", None)
    return order.component or (f"{spec.name}@{spec.version}" if spec is not None else "harness_demo")


def _content(
    file: ScenarioFile, rubric: WorkflowRubric | None, evidence: Mapping[str, Any], result: ScenarioResult
) -> dict[str, Any]:
    return {
        "scenario": file.scenario,
        "scenario_file_digest": file.digest,
        "rubric": rubric.to_file_dict() if rubric is not None else None,
        "evidence": evidence,
        "result": result,
        "window": WINDOW,
    }


def _names(order: Order, bundle: Bundle) -> tuple[str, str]:
    """Request and run ids: as given, else from the digest of the evidence."""
    return order.request_id or f"req-{bundle.digest[7:23]}", order.run_id or f"run-{bundle.digest[7:23]}"

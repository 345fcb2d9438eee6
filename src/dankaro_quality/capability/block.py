"""One door to everything: an op and its parameters in, a canonical envelope out, whatever it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import GenericAlias

from dankaro_quality.capability import discovery
from dankaro_quality.capability.bundles import DEFAULT_FOLDER, bundle_of
from dankaro_quality.capability.evaluating import DEFAULT_BASELINE_PATH
from dankaro_quality.capability.running import Order, Run, is_generated, rubric_of, run_order
from dankaro_quality.capability.states import BLOCKED, DRAFT, RELEASE_BLOCKED, RUBRIC_NOT_REVIEWED
from dankaro_quality.contracts import EMPTY, nearest
from dankaro_quality.documents import canonical_json, digest
from dankaro_quality.errors import ContractError, QualityError
from dankaro_quality.frozen import frozen
from dankaro_quality.serialization import plain
from dankaro_quality.workflow import WorkflowHarness, WorkflowRubric, generate_workflow_rubric, report_of
from dankaro_quality.workflow.outputs import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UNKNOWN_OP = "G6_E_HARNESS_UNKNOWN_OP"
BAD_INPUT = "G6_E_HARNESS_BAD_INPUT"


@frozen
class HarnessInput:
    """What is asked: an op and its parameters."""

    op: str
    parameters: Mapping[str, Any] = EMPTY


@frozen
class HarnessOutput:
    """The canonical envelope. `completion_state` is `verified` for a run by real ports that nothing blocks, only."""

    op: str = ""
    result: dict[str, Any] = {}  # noqa: RUF012  copied below
    message: str = ""
    completion_state: str = DRAFT
    warning_card: dict[str, Any] | None = None
    evidence: dict[str, Any] = {}  # noqa: RUF012
    request_id: str = ""
    task_id: str = ""
    run_id: str = ""
    degraded: bool = False
    degradation_reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", dict(self.result))
        object.__setattr__(self, "evidence", dict(self.evidence))

    __hash__ = None  # type: ignore[assignment]  # it holds plain objects, to be handed on as JSON


@frozen
class Result:
    """An answer or an error. A blocked run is not `ok`, and still has its envelope as `value`."""

    ok: bool
    value: HarnessOutput | None = None
    error_code: str = ""
    message: str = ""

    @classmethod
    def __class_getitem__(cls, of: Any) -> GenericAlias:
        return GenericAlias(cls, of)

    __hash__ = None  # type: ignore[assignment]


class HarnessBlock:
    """AIBlock wrapper for test harness workflow execution and verification.

    Runs are recorded at `baseline_path`, evidence bundles written below `evidence_folder` (None: not written).
    """

    def __init__(
        self,
        *,
        baseline_path: str = DEFAULT_BASELINE_PATH,
        evidence_folder: str | None = DEFAULT_FOLDER,
        bars_path: str | None = None,
    ) -> None:
        self.baseline_path, self.evidence_folder, self.bars_path = baseline_path, evidence_folder, bars_path

    def infer(self, input: HarnessInput) -> Result:
        """Carry out one op; whatever is wrong with the input is in the result, as a code and a message."""
        ops: dict[str, Callable[[dict[str, Any]], HarnessOutput]] = {
            "run_workflow": self._run_workflow,
            "run_scenario": self._run_scenario,
            "verify_step": self._verify_step,
            "generate_rubric": self._generate_rubric,
            "list_strata": self._list_strata,
            "list_patterns": lambda given: self._told("list_patterns", given, discovery.list_patterns()),
            "describe": lambda given: self._told("describe", given, discovery.describe()),
        }
        op: Any = input.op
        given: Any = input.parameters
        if not isinstance(op, str) or op not in ops:
            return Result(False, None, UNKNOWN_OP, f"there is no op {op!r}{nearest(str(op), ops)}")
        if not isinstance(given, Mapping):
            return Result(False, None, BAD_INPUT, f"parameters: expected an object, found {given!r}")
        try:
            made = ops[op](dict(given))
        except (QualityError, TypeError, ValueError) as problem:  # TypeError: a parameter that the op does not have
            return Result(False, None, BAD_INPUT, f"{op}: {problem}")
        card = made.warning_card or {}
        return Result(made.completion_state != BLOCKED, made, str(card.get("code", "")), made.message)

    def run_scenario(self, scenario: Any, port_mode: str, **order: Any) -> HarnessOutput:
        """Run a scenario (a Scenario, its fields, or a file) by `fake`, `mixed` or `real` ports.

        Further parameters are the fields of `Order`: ports, spec, rubric, rubric_expert_reviewed, tier_cap …
        """
        return self.envelope(self.run(scenario, port_mode, **order))

    def run(self, scenario: Any, port_mode: str, **order: Any) -> Run:
        """As `run_scenario`, with everything that the envelope is made of."""
        own = {"baseline_path": self.baseline_path, "evidence_folder": self.evidence_folder}
        return run_order(Order(scenario, port_mode, **{**own, "bars_path": self.bars_path, **order}))

    def _run_scenario(self, given: dict[str, Any]) -> HarnessOutput:
        if "scenario" not in given:
            raise ContractError("scenario: this parameter is missing")
        return self.run_scenario(given.pop("scenario"), given.pop("port_mode", "unknown"), **given)

    def envelope(self, run: Run) -> HarnessOutput:
        """The canonical envelope of a run."""
        told = run.completion
        card = None if not told.code else {"code": told.code, "state": told.state, "reason": told.reason}
        if card is not None and run.port_mode != "real":
            card["ports"] = f"{run.port_mode} ports: this run proves nothing about the agent"
        return HarnessOutput(
            op="run_scenario",
            result=run.to_dict(),
            message=told.reason or "every bar is met, by real ports, and nothing blocks",
            completion_state=told.state,
            warning_card=card,
            evidence={
                "bundle": run.bundle.path,
                "digest": run.bundle.digest,
                "metrics": run.evidence.get("metrics", {}),
            },
            request_id=run.request_id,
            task_id=run.scenario.id,
            run_id=run.run_id,
            degraded=run.port_mode != "real",
            degradation_reason="" if run.port_mode == "real" else f"the ports were {run.port_mode}",
        )

    def _run_workflow(self, given: dict[str, Any]) -> HarnessOutput:
        _known(given, "steps", "rubric", "rubric_expert_reviewed", "workflow_id", "severity_threshold")
        steps, rubric = given.get("steps"), rubric_of(given.get("rubric"))
        if not isinstance(steps, Mapping) or not all(isinstance(name, str) for name in steps):
            raise ContractError("steps: expected an object of step names and outputs or functions")
        harness = WorkflowHarness(str(given.get("workflow_id", "workflow")), given.get("severity_threshold", 0.6),
                                  rubric=rubric)  # fmt: skip
        calls = {name: step if callable(step) else _giving(step) for name, step in steps.items()}
        found = harness.run(calls) if any(map(callable, steps.values())) else harness.verify_outputs(steps)
        result = {
            "overall_passed": found.overall_passed,
            "pass_rate": float(found.pass_rate),
            "failed_steps": [step.step_name for step in found.failed_steps],
            "report": plain(report_of(found)),
        }
        return self._checked("run_workflow", given, result, found.overall_passed, rubric)

    def _verify_step(self, given: dict[str, Any]) -> HarnessOutput:
        _known(given, "output", "step_name", "rubric", "rubric_expert_reviewed", "severity_threshold", "workflow_id")
        if "output" not in given:
            raise ContractError("output: this parameter is missing")
        rubric = rubric_of(given.get("rubric"))
        name = str(given.get("step_name", "step"))
        harness = WorkflowHarness(name, given.get("severity_threshold", 0.6), rubric=rubric)
        step = harness.judge(name, given["output"])
        found = step.verification
        result = {
            "passed": step.passed,
            "max_severity": found.max_severity,
            "reason": found.reason,
            "failures_detected": [str(mode.category) for mode in found.failures_detected],
        }
        return self._checked("verify_step", given, result, step.passed, rubric)

    def _generate_rubric(self, given: dict[str, Any]) -> HarnessOutput:
        _known(given, "workflow_id", "steps", "domain", "objective")
        made = generate_workflow_rubric(
            given.get("workflow_id", "workflow"),
            given.get("steps", ()),
            given.get("domain", "general"),
            given.get("objective", ""),
        )
        card = {"code": RUBRIC_NOT_REVIEWED, "state": DRAFT, "reason": made.note}
        return self._told("generate_rubric", given, {"rubric": made.to_file_dict()}, card)

    def _list_strata(self, given: dict[str, Any]) -> HarnessOutput:
        found = discovery.list_strata(given.get("bars_path", self.bars_path), given.get("component"))
        return self._told("list_strata", given, {"strata": found})

    def _checked(
        self, op: str, given: dict[str, Any], result: dict[str, Any], passed: bool, rubric: WorkflowRubric | None
    ) -> HarnessOutput:
        """A workflow is verified at most by a draft: `verified` is for the release lane of real ports."""
        if not passed:
            card = {"code": RELEASE_BLOCKED, "state": BLOCKED, "reason": "the output did not pass"}
            return self._told(op, given, result, card, BLOCKED)
        reviewed = given.get("rubric_expert_reviewed") is True or (rubric is not None and rubric.reviewed)
        if rubric is not None and is_generated(rubric) and not reviewed:
            why = "the rubric was generated, and no expert has reviewed it"
            return self._told(op, given, result, {"code": RUBRIC_NOT_REVIEWED, "state": DRAFT, "reason": why})
        return self._told(op, given, result)

    def _told(
        self,
        op: str,
        given: dict[str, Any],
        result: dict[str, Any],
        card: dict[str, Any] | None = None,
        state: str = DRAFT,
    ) -> HarnessOutput:
        """The envelope of everything but a scenario; its evidence is named by digest and not written."""
        made = bundle_of({"op": op, "result": result}, None)
        asked = digest(canonical_json([op, sorted((str(name), text_of(one)[0]) for name, one in given.items())]))
        message = str(card["reason"]) if card else OPS_DONE
        run_id = str(given.get("run_id") or f"run-{made.digest[7:23]}")
        request = str(given.get("request_id") or f"req-{asked[7:23]}")
        task = str(given.get("task_id") or given.get("workflow_id") or op)
        return HarnessOutput(op, result, message, state, card, {"digest": made.digest}, request, task, run_id)


def _known(given: Mapping[str, Any], *names: str) -> None:
    """ContractError for a parameter that the op does not have: a typo must not switch a check off."""
    allowed = (*names, "request_id", "task_id", "run_id")
    for name in given:
        if name not in allowed:
            raise ContractError(f"{name}: there is no such parameter{nearest(str(name), allowed)}")


def _giving(output: Any) -> Callable[[], Any]:
    return lambda: output


OPS_DONE = "done; a draft, since only a run by real ports can be verified"

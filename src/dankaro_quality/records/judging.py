"""What one attempt is worth: its assertions, the gates over its result, its steps. The same code judges a run and
its replay; only where the evidence comes from differs (the working directory, or the ledger)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dankaro_quality.contracts import AgentResult
from dankaro_quality.findings import GateStatus
from dankaro_quality.harness import QualityHarness
from dankaro_quality.records.expectations import SYSTEM, describe, holds, kind_of
from dankaro_quality.records.policy import violations
from dankaro_quality.records.tasks import Case
from dankaro_quality.records.toolcalls import declined, steps_valid, tool_calls, tool_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Command = Callable[[Mapping[str, Any]], tuple[bool, str]]


def judge(
    case: Case,
    result: AgentResult,
    harness: QualityHarness,
    root: str,
    command: Command,
    granted: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Everything that is decided about one result, as plain data for the ledger.

    An attempt has passed when every assertion holds and the gates release the result. `granted` are the tools that
    the execution policy names.
    """
    report = harness.evaluate(result, case.task())
    kinds = [kind_of(one) for one in case.expect]
    last = sorted(range(len(kinds)), key=lambda at: kinds[at] == "command")  # a command may change what others look at
    outcomes = {at: holds(case.expect[at], result, root, command) for at in last}
    asserted = [(one, *outcomes[at]) for at, one in enumerate(case.expect)]
    blocked = {
        outcome.gate: outcome.blocks for outcome in report.gates if outcome.status is not GateStatus.NOT_APPLICABLE
    }
    failing = [f"{describe(one)}: {why}" for one, held, why in asserted if not held]
    passed = not failing and report.released
    calls = tool_calls(result)
    return {
        "status": "passed" if passed else "failed",
        "reason": "" if passed else (failing[0] if failing else f"the gates block it: {report.reasons[0]}"),
        "assertions": [{"kind": kind_of(one), "holds": held, "why": why} for one, held, why in asserted],
        "gates": {name: "fail" if blocks else "pass" for name, blocks in blocked.items()},
        "released": report.released,
        "steps_valid": steps_valid(case.trajectory, calls),
        **tool_use(case, granted, calls),
        "injection_declined": declined(case.injection, result, calls),
        "violations": violations(result),
    }


def already_true(case: Case, root: str, command: Command) -> bool:
    """Whether a task that is judged by the system alone holds before the agent has done anything."""
    if any(kind_of(one) not in SYSTEM for one in case.expect):
        return False
    return all(holds(one, None, root, command)[0] for one in case.expect)

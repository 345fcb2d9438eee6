"""Read-only discovery: strata, bars, patterns and skill metadata; for the library, the command line and MCP alike."""

from __future__ import annotations

from dankaro_quality.capability.bars import bars_for
from dankaro_quality.capability.gaps import WINDOW
from dankaro_quality.capability.history import lower_bound
from dankaro_quality.capability.scenarios import RemediationTier, Stratum
from dankaro_quality.capability.states import (
    BLOCKED,
    DRAFT,
    PORTS_UNAVAILABLE,
    RUBRIC_NOT_REVIEWED,
    VERIFIED,
)
from dankaro_quality.serialization import plain
from dankaro_quality.version import VERSION
from dankaro_quality.workflow import CRITICAL, DOMAINS, FAILURE_MODE_LIBRARY
from dankaro_quality.workflow_rules import MODE_CODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STRATA = {
    Stratum.A: "regulated or irreversible",
    Stratum.B: "reaches customers or changes production",
    Stratum.C: "internal decision support",
    Stratum.D: "exploratory",
}
OPS = {
    "run_workflow": "verify the outputs of workflow steps, or run callables, against failure modes and a rubric",
    "run_scenario": "run a scenario under an explicit port mode against the bars of its stratum",
    "verify_step": "verify one output",
    "generate_rubric": "a starter checklist for the steps of a workflow, for an expert to review",
    "list_strata": "the strata and their bars",
    "list_patterns": "the failure modes that outputs are checked for, and the remediation tiers",
    "describe": "what this component does, its ops and completion states",
}


def list_strata(bars_path: str | None = None, component: str | None = None) -> list[dict[str, Any]]:
    """Every stratum with what it is for and its bars."""
    return [
        {"stratum": stratum.value, "for": about, "bars": list_bars(stratum.value, bars_path, component)}
        for stratum, about in STRATA.items()
    ]


def list_bars(stratum: str, bars_path: str | None = None, component: str | None = None) -> list[dict[str, Any]]:
    """The bars of one stratum as plain data; ValueError for a stratum that there is not."""
    found: list[dict[str, Any]] = plain(bars_for(Stratum(stratum), component, bars_path))
    return found


def list_patterns() -> dict[str, Any]:
    """The patterns applied: failure modes with their severity, and the tiers of remediation."""
    modes = [
        {
            "code": MODE_CODES.get(str(mode.category), ""),
            "category": str(mode.category),
            "description": mode.description,
            "severity": mode.severity,
            "critical": mode.category in CRITICAL,
        }
        for mode in FAILURE_MODE_LIBRARY
    ]
    return {"failure_modes": modes, "remediation_tiers": [tier.value for tier in RemediationTier]}


def describe() -> dict[str, Any]:
    """Skill metadata: the name and version, the ops, the states, and what none of it can show."""
    return {
        "name": "dankaro-quality capability harness",
        "version": VERSION,
        "about": "Structured scenarios through EVAL, GAP, REMEDIATE and GATE, at bars set by what a failure costs.",
        "ops": dict(OPS),
        "port_modes": ["fake", "mixed", "real"],
        "completion_states": [VERIFIED, DRAFT, BLOCKED],
        "error_codes": [PORTS_UNAVAILABLE, RUBRIC_NOT_REVIEWED],
        "rubric_domains": list(DOMAINS),
        "rolling_window": {"runs": WINDOW, "all_passed_proves_at_least": lower_bound(WINDOW, WINDOW)},
        "limits": (
            "Built-in failure modes and generated rubrics are starter gates. Regulated or customer-facing work needs "
            "an expert's review, validation on held-out examples, and a human for what is uncertain."
        ),
    }

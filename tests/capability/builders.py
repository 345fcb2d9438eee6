"""Builders of scenarios, bars and results with overrides."""

from __future__ import annotations

from typing import Any

from dankaro_quality.capability import (
    AuthorityRef,
    GapReport,
    RawLLMControl,
    Scenario,
    ScenarioResult,
    Stratum,
    bars_for,
)
from dankaro_quality.documents import digest

CONTROL = b"The rent looks fine to me.\n"


def make_control(**changes: Any) -> RawLLMControl:
    fields = {
        "model": "raw-model-1",
        "transcript_hash": digest(CONTROL),
        "failure_evidence": "It names no clause.",
        "captured_at": 1_750_000_000.0,
    }
    return RawLLMControl(**{**fields, **changes})


def make_authority(**changes: Any) -> AuthorityRef:
    fields = {
        "authority": "Land registry",
        "doc_id": "LR-7",
        "citation_url": "authorities/lr-7.txt",
        "version": "2025",
        "retrieved_at": 1_750_000_000.0,
    }
    return AuthorityRef(**{**fields, **changes})


def make_scenario(**changes: Any) -> Scenario:
    """A scenario of stratum B in a field that is not regulated."""
    fields: dict[str, Any] = {
        "id": "lease-1",
        "slug": "lease",
        "vertical": "facilities",
        "stratum": "B",
        "user_prompt": "Name the risk in the lease.",
        "raw_llm_control": make_control(),
        "target_artifacts": ("risk.md",),
        "authorities": (make_authority(),),
        "rubric_ref": "rubric.json",
        "token_budget": 1000,
        "wallclock_budget_s": 10.0,
    }
    return Scenario(**{**fields, **changes})


def make_metrics(**changes: Any) -> dict[str, Any]:
    """Metrics that meet every bar of every stratum."""
    ones = ("step_pass_rate", "rubric_pass_rate", "gate_pass_rate", "artifact_coverage", "authority_coverage")
    fields = dict.fromkeys(ones, 1.0) | {"max_severity": 0.0, "critical_mode_count": 0}
    fields |= {"token_ratio": 0.5, "wallclock_ratio": 0.5, "friction_score": 1.0}
    return {**fields, **changes}


def make_evidence(**changes: Any) -> dict[str, Any]:
    """Evidence that meets every bar of every stratum."""
    control = make_metrics(rubric_pass_rate=0.0, artifact_coverage=0.0)
    for name in ("token_ratio", "wallclock_ratio", "friction_score"):
        del control[name]
    history = {"runs": 7, "means": {"run_pass_rate": 1.0}}
    return {"metrics": make_metrics(), "control": control, "history": history, **changes}


def make_gap(**changes: Any) -> GapReport:
    fields: dict[str, Any] = {
        "scenario_id": "lease-1",
        "stratum": "B",
        "failed_bars": tuple(bars_for(Stratum.B)[:1]),
        "failure_mode_ids": (),
        "missing_authorities": (),
        "reliability_score": 0.9,
        "theory_gap": False,
        "exemplar_gap": False,
        "recipe_gap": True,
    }
    return GapReport(**{**fields, **changes})


def make_scenario_result(**changes: Any) -> ScenarioResult:
    """A scenario that passed, by real ports, without remediation."""
    fields: dict[str, Any] = {
        "scenario_id": "lease-1",
        "passed": True,
        "stratum": "B",
        "gap_report": None,
        "remediation_attempts": (),
        "wallclock_s": 1.0,
        "tokens_total": 10,
        "port_mode": "real",
    }
    return ScenarioResult(**{**fields, **changes})

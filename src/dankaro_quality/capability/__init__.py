"""The capability harness: can a component do a job, at the bar its consequence demands, better than a raw model?

A structured scenario goes through EVAL → GAP → (REMEDIATE) → GATE under an explicit port mode. Only a run by real
ports, without anything that blocks, is `verified`; fake ports are for demonstrations and say so.
"""

from __future__ import annotations

from dankaro_quality.capability.bars import bars_for
from dankaro_quality.capability.block import HarnessBlock, HarnessInput, HarnessOutput, Result
from dankaro_quality.capability.controls import verify_control_hash
from dankaro_quality.capability.evaluating import EvalRunner
from dankaro_quality.capability.fake_ports import fake_ports
from dankaro_quality.capability.gaps import detect_gaps
from dankaro_quality.capability.gate import Gate, gate_result_to_dict
from dankaro_quality.capability.orchestrating import HarnessOrchestrator
from dankaro_quality.capability.ports import mode_of
from dankaro_quality.capability.real_ports import PortsUnavailable, real_ports
from dankaro_quality.capability.remediating import Remediator
from dankaro_quality.capability.scenario_files import ScenarioFile, load_scenario
from dankaro_quality.capability.scenarios import (
    AuthorityRef,
    Bar,
    FrictionReport,
    GapReport,
    GateResult,
    RawLLMControl,
    RemediationAttempt,
    RemediationTier,
    Scenario,
    ScenarioResult,
    Stratum,
)
from dankaro_quality.capability.states import Completion, Facts, completion_of

__all__ = [
    "Stratum",
    "RemediationTier",
    "AuthorityRef",
    "Bar",
    "RawLLMControl",
    "Scenario",
    "GapReport",
    "RemediationAttempt",
    "FrictionReport",
    "ScenarioResult",
    "GateResult",
    "bars_for",
    "verify_control_hash",
    "detect_gaps",
    "Gate",
    "gate_result_to_dict",
    "EvalRunner",
    "Remediator",
    "HarnessOrchestrator",
    "HarnessInput",
    "HarnessOutput",
    "HarnessBlock",
    "Result",
    "fake_ports",
    "real_ports",
    "mode_of",
    "PortsUnavailable",
    "ScenarioFile",
    "load_scenario",
    "Facts",
    "Completion",
    "completion_of",
]

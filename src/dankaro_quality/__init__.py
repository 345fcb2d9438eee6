"""Dankaro Agent Quality Harness: deterministic gates for an agent's result, before it is released.

Everything a caller needs is importable from here; a name is loaded when it is first asked for, so that importing
the package costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.checks import Check, EvaluationContext, Rule
    from dankaro_quality.contracts import (
        AgentResult,
        BaselineKind,
        Claim,
        ClaimKind,
        Comparison,
        Deliverable,
        Envelope,
        Task,
    )
    from dankaro_quality.errors import (
        ContractError,
        ExitCode,
        FileProblem,
        MissingExtra,
        QualityError,
        ReleaseBlocked,
        SettingsError,
        UsageError,
    )
    from dankaro_quality.findings import (
        Finding,
        GateOutcome,
        GateStatus,
        NextAction,
        QualityReport,
        Severity,
        Waived,
        decide,
        grade,
    )
    from dankaro_quality.gating import quality_gated
    from dankaro_quality.harness import QualityHarness
    from dankaro_quality.hooks import HookRegistry
    from dankaro_quality.ledger import Ledger
    from dankaro_quality.settings import Settings, Waiver
    from dankaro_quality.sources import SourceVerdict, classify
    from dankaro_quality.version import VERSION as __version__

_HOMES = {
    "checks": ("Check", "EvaluationContext", "Rule"),
    "contracts": (
        "AgentResult",
        "BaselineKind",
        "Claim",
        "ClaimKind",
        "Comparison",
        "Deliverable",
        "Envelope",
        "Task",
    ),
    "errors": (
        "ContractError",
        "ExitCode",
        "FileProblem",
        "MissingExtra",
        "QualityError",
        "ReleaseBlocked",
        "SettingsError",
        "UsageError",
    ),
    "findings": (
        "Finding",
        "GateOutcome",
        "GateStatus",
        "NextAction",
        "QualityReport",
        "Severity",
        "Waived",
        "decide",
        "grade",
    ),
    "gating": ("quality_gated",),
    "harness": ("QualityHarness",),
    "hooks": ("HookRegistry",),
    "ledger": ("Ledger",),
    "settings": ("Settings", "Waiver"),
    "sources": ("SourceVerdict", "classify"),
}
__all__ = [
    "AgentResult",
    "BaselineKind",
    "Check",
    "Claim",
    "ClaimKind",
    "Comparison",
    "ContractError",
    "Deliverable",
    "Envelope",
    "EvaluationContext",
    "ExitCode",
    "FileProblem",
    "Finding",
    "GateOutcome",
    "GateStatus",
    "HookRegistry",
    "Ledger",
    "MissingExtra",
    "NextAction",
    "QualityError",
    "QualityHarness",
    "QualityReport",
    "ReleaseBlocked",
    "Rule",
    "Settings",
    "SettingsError",
    "Severity",
    "SourceVerdict",
    "Task",
    "UsageError",
    "Waived",
    "Waiver",
    "__version__",
    "classify",
    "decide",
    "grade",
    "quality_gated",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        return import_module("dankaro_quality.version").VERSION
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"dankaro_quality.{module}"), name)
    raise AttributeError(f"module 'dankaro_quality' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""The built-in gates, in report order; listed by hand, so that what can block a release is read in one place."""

from __future__ import annotations

from dankaro_quality.checks import Check
from dankaro_quality.evaluators import (
    baseline,
    completeness,
    consistency,
    evidence,
    ledger,
    provenance,
    simplicity,
    stability,
)

GATES: tuple[Check, ...] = (
    evidence.CHECK,
    baseline.CHECK,
    provenance.CHECK,
    simplicity.CHECK,
    stability.CHECK,
    consistency.CHECK,
    completeness.CHECK,
    ledger.CHECK,
)

"""The built-in deterministic critics, in report order; listed by hand like the gates.

Each is a `Check` of its own; the harness reports all of them as the one gate `adversaries`.
"""

from __future__ import annotations

from dankaro_quality.adversaries import absolutes, confidence, grader, hidden, placeholders, unproven
from dankaro_quality.checks import Check

CRITICS: tuple[Check, ...] = (
    placeholders.CHECK,
    absolutes.CHECK,
    unproven.CHECK,
    hidden.CHECK,
    grader.CHECK,
    confidence.CHECK,
)

"""The built-in deterministic critics, in report order; listed by hand like the gates."""

from __future__ import annotations

from dankaro_quality.checks import Check

CRITICS: tuple[Check, ...] = ()

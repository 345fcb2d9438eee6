"""Agent Quality Records: what was measured, on what, under which authority, which gates held, who decided.

The format is the open SuperGauge Agent Quality Record, version 0.1. `docs/records.md` is the page for users.
"""

from __future__ import annotations

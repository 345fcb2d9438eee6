"""Agent Quality Records: what was measured, on what, under which authority, which gates held, who decided.

The format is the open SuperGauge Agent Quality Record, version 0.1. `docs/records.md` is the page for users; a name
below is loaded when it is first asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.records.assembling import add_gate, add_measure
    from dankaro_quality.records.deciding import decide
    from dankaro_quality.records.files import read_record, write_record
    from dankaro_quality.records.gauging import Gauged, Request, gauge
    from dankaro_quality.records.levels import Assessment, assess
    from dankaro_quality.records.promotions import Registry
    from dankaro_quality.records.showing import scorecard
    from dankaro_quality.records.verifying import replay_record, verify

_HOMES = {
    "assembling": ("add_gate", "add_measure"),
    "deciding": ("decide",),
    "files": ("read_record", "write_record"),
    "gauging": ("Gauged", "Request", "gauge"),
    "levels": ("Assessment", "assess"),
    "promotions": ("Registry",),
    "showing": ("scorecard",),
    "verifying": ("replay_record", "verify"),
}
__all__ = [
    "Assessment",
    "Gauged",
    "Registry",
    "Request",
    "add_gate",
    "add_measure",
    "assess",
    "decide",
    "gauge",
    "read_record",
    "replay_record",
    "scorecard",
    "verify",
    "write_record",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"dankaro_quality.records.{module}"), name)
    raise AttributeError(f"module 'dankaro_quality.records' has no attribute {name!r}")

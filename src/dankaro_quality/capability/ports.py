"""What a scenario is run through, and how real that is: fake, mixed, real or unknown."""

from __future__ import annotations

from collections.abc import Mapping

from dankaro_quality.capability import fake_ports, real_ports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAMES = ("agent", "authorities", "artifacts", "recipes", "exemplars", "theory", "clock")


def mode_of(ports: Mapping[str, Any]) -> str:
    """How real the ports are, by what they are and not by what they say: a port of any other make is unknown."""
    kinds = {_kind(ports[name]) for name in NAMES if name in ports}
    if "agent" not in ports or "unknown" in kinds:
        return "unknown"
    return kinds.pop() if len(kinds) == 1 else "mixed"


def _kind(port: object) -> str:
    if type(port) in real_ports.KINDS:
        return "real"
    return "fake" if type(port) in fake_ports.KINDS else "unknown"

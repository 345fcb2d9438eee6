"""The recorded transcript of the raw model, and whether it is the one that the scenario names."""

from __future__ import annotations

import os

from dankaro_quality.capability.scenarios import RawLLMControl
from dankaro_quality.documents import digest, read_bytes
from dankaro_quality.errors import FileProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 10_000_000


def verify_control_hash(control: RawLLMControl, control_md_path: Any) -> bool:
    """Whether the SHA-256 of the file is `control.transcript_hash` (with or without `sha256:`)."""
    data, _ = read_control(control_md_path)
    wanted = control.transcript_hash.strip().lower().removeprefix("sha256:")
    return data is not None and digest(data) == f"sha256:{wanted}"


def read_control(path: Any) -> tuple[bytes | None, str]:
    """The bytes of a transcript, or None and why there are none."""
    if path is None:
        return None, "no transcript of the raw control is named"
    try:
        data = read_bytes(os.fspath(path), max_bytes=MAX_BYTES)
    except FileProblem as problem:
        return None, str(problem)
    if len(data) > MAX_BYTES:
        return None, f"the transcript of the control is larger than {MAX_BYTES:,} bytes"
    return data, ""

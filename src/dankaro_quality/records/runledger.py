"""The run ledger: one event a line, each chained to the one before, raw results beside it by digest.

`<folder>/<run>.jsonl` holds the events in canonical JSON; `<folder>/objects/<hex>` holds what events refer to by
digest: what agents printed, files they left, the task manifest, spec and settings. A line that is not exactly the
canonical form of what it says is a broken line, so that no byte of the ledger can change unnoticed.
"""

from __future__ import annotations

import os
import re
from _thread import allocate_lock  # `threading` without its import
from collections.abc import Iterable, Mapping, Sequence

from dankaro_quality import journal
from dankaro_quality.canonical import visible
from dankaro_quality.documents import canonical_json, digest, read_bytes, read_json
from dankaro_quality.errors import FileProblem, QualityError
from dankaro_quality.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "dankaro-quality.ledger/1"
DEFAULT_FOLDER = os.path.join(".dankaro", "ledger")
MAX_OBJECT_BYTES = 1_000_000_000
FIELDS = ("sequence", "time", "run", "task", "attempt", "event", "payload", "payload_digest", "previous", "digest")


class RunLedger:
    """Appends the events of one run; attempts may run in parallel, their events stand in the order they ended."""

    def __init__(self, folder: str, run: str, events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.folder, self.run = folder, run
        self.path = os.path.join(folder, run + ".jsonl")
        self.events = list(events)
        self.closed = False
        self._lock = allocate_lock()

    def write(self, event: str, payload: Mapping[str, Any], task: str = "", attempt: int = 0) -> None:
        """Append one event; on return it is on the disk. QualityError once the ledger was closed."""
        with self._lock:
            if self.closed:
                raise QualityError("the run was interrupted")
            made = {
                "sequence": len(self.events) + 1,
                "time": now(),
                "run": self.run,
                "task": task,
                "attempt": attempt,
                "event": event,
                "payload": payload,
                "payload_digest": digest(canonical_json(payload)),
            }
            chained = journal.chain(self.head, made)
            journal.append(self.path, canonical_json(chained))
            self.events.append(chained)

    def close(self) -> None:
        """Take no more events: what is still running when a run is interrupted did not finish."""
        with self._lock:
            self.closed = True

    @property
    def head(self) -> str:
        """The digest of the last event; "" before the first."""
        return str(self.events[-1]["digest"]) if self.events else ""


@frozen
class Reading:
    """What a ledger file holds: the events up to the first broken line, and what is wrong with that one."""

    events: tuple[Mapping[str, Any], ...]
    problem: str = ""
    torn: bool = False
    """Whether the only fault is a last line that a killed writer left without its end."""


def read(path: str) -> Reading:
    """Read a ledger file and check every link of its chain."""
    events: list[Mapping[str, Any]] = []
    for number, line, whole in journal.lines(path):
        problem = _broken(line, events) if whole else "it has no end"
        if problem:
            where = f"{visible(path)}:{number}: this line was changed, or does not belong here: {problem}"
            return Reading(tuple(events), where, torn=not whole)
        value, _ = read_json(line)
        events.append(value)  # type: ignore[arg-type]  # `_broken` looked
    return Reading(tuple(events), "" if events else f"{visible(path)} holds no event")


def _broken(line: bytes, before: list[Mapping[str, Any]]) -> str:
    value, flaws = read_json(line)
    if flaws:
        return "it is no JSON"  # and not what it is: a record of somebody else's may name any file as its ledger
    if not isinstance(value, dict) or set(value) != set(FIELDS) or not isinstance(value["payload"], dict):
        return "it is no event of a run ledger"
    if canonical_json(value) != line:
        return "it is not written in the canonical form"
    if value["payload_digest"] != digest(canonical_json(value["payload"])):
        return "the payload does not have the digest that is stated"
    previous = str(before[-1]["digest"]) if before else ""
    if value["previous"] != previous or value["digest"] != journal.chain(previous, value)["digest"]:
        return "its digest does not follow from the line before"
    if value["sequence"] != len(before) + 1 or (before and value["run"] != before[0]["run"]):
        return "it is out of sequence"
    return ""


def drop_torn_line(path: str, events: Iterable[Mapping[str, Any]]) -> None:
    """Write the file anew without the piece of a line that a killed writer left at its end."""
    journal.replace(path, b"".join(canonical_json(event) + b"\n" for event in events))


def store(folder: str, data: bytes) -> str:
    """Keep `data` beside the ledger; returns its digest, by which `fetch` finds it."""
    name = digest(data)
    path = object_path(folder, name)
    if not os.path.exists(path):
        journal.replace(path, data)
    return name


def fetch(folder: str, name: str) -> bytes:
    """The bytes of that digest; FileProblem when they are gone or are not what they were."""
    if not re.fullmatch(r"sha256:[a-f0-9]{64}", str(name)):
        raise FileProblem(f'"{visible(str(name))}" is no digest, so nothing can be stored under it')
    path = object_path(folder, name)
    data = read_bytes(path, max_bytes=MAX_OBJECT_BYTES)
    if digest(data) != name:
        raise FileProblem(f"{visible(path)} was changed: its bytes no longer have the digest that is its name")
    return data


def fetch_json(folder: str, name: str) -> Any:
    """The JSON value stored under that digest."""
    return read_json(fetch(folder, name), max_bytes=MAX_OBJECT_BYTES)[0]


def object_path(folder: str, name: str) -> str:
    """Where the bytes of a digest lie."""
    return os.path.join(folder, "objects", name.removeprefix("sha256:"))


def runs(folder: str) -> list[str]:
    """The ledger files of a folder, the newest last (by the time of their first event)."""
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl")]
    except OSError:
        return []
    return sorted(paths, key=lambda path: (_started(path), path))


def _started(path: str) -> str:
    first = journal.lines(path)[:1]
    value = read_json(first[0][1])[0] if first else None
    return str(value.get("time", "")) if isinstance(value, dict) else ""


def now() -> str:
    """The time as events carry it: UTC, RFC 3339, milliseconds."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")  # noqa: UP017

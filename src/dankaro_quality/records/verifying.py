"""`gauge verify` and `gauge replay`: does a record still say what was measured?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from dankaro_quality import settings as settings_files
from dankaro_quality.agents import load_spec
from dankaro_quality.canonical import visible
from dankaro_quality.checks import reporter
from dankaro_quality.documents import read_bytes
from dankaro_quality.errors import FileProblem
from dankaro_quality.findings import Finding
from dankaro_quality.record_rules import GATE, RULES
from dankaro_quality.records import runledger
from dankaro_quality.records.assembling import NO_LEDGER
from dankaro_quality.records.comparing import BAD, GOOD, OPEN, Line, compare, compare_claims
from dankaro_quality.records.files import MAX_BYTES, formatted
from dankaro_quality.records.gauging import code_digest
from dankaro_quality.records.promotions import known_versions
from dankaro_quality.records.replaying import Replay, recorded, replay
from dankaro_quality.records.shape import shape_problems
from dankaro_quality.records.signing import SCHEME, signature_problem
from dankaro_quality.records.tasks import load_tasks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_report = reporter(GATE, RULES)


def verify(
    path: str, record: Any, *, spec: str = "", tasks: str = "", ledger: str = "", allowed_signers: str = ""
) -> list[Line]:
    """Everything about a record that can be held against something else."""
    wrong = shape_problems(record)
    if wrong:
        return [Line("shape", BAD, f"{at}: {message}") for at, message in wrong]
    return [
        Line("shape", GOOD),
        _form(path, record),
        *_spec(record, spec),
        _tasks(record, tasks),
        *_ledger(record, ledger),
        _way_back(record),
        _signature(record, allowed_signers),
    ]


def replay_record(record: Mapping[str, Any], ledger: str = "", settings: str = "") -> list[Line]:
    """Recompute a record from its ledger alone, after the ledger itself was checked.

    `settings` is a file of settings, needed where they name gates of a team's own.
    """
    lines, reading, folder = _read(record, ledger)
    if reading is None:
        return lines
    before = [one for one in reading if one["event"] != "run.finished"]
    found = replay(folder, before, settings_files.load(settings) if settings else None)
    return [*lines, *_held_against(record, found, reading)]


def _held_against(record: Mapping[str, Any], found: Replay, events: Sequence[Mapping[str, Any]]) -> list[Line]:
    try:
        return [*compare_claims(record, found, events), *compare(record, found)]
    except (LookupError, TypeError, AttributeError, ValueError) as odd:  # a chain can be forged whole
        return [Line("ledger", BAD, f"it does not hold what gauge run writes ({type(odd).__name__}: {odd})")]


def against_ledger(record: Mapping[str, Any], ledger: str = "", settings: str = "") -> list[Finding]:
    """What a record says and its ledger does not: nothing where the ledger is not there."""
    if not ledger and not has_ledger(record):
        return []
    hint = "release what was measured: take the record as gauge run wrote it, or run again"
    return [
        _report("REC509", "", f"{line.what}: {line.found}", hint)
        for line in replay_record(record, ledger, settings)
        if line.state == BAD
    ]


def has_ledger(record: Mapping[str, Any], given: str = "") -> bool:
    """Whether the ledger of a record is of a form that is read here, and in its place."""
    path = ledger_path(record, given)
    return record["assurance"]["evidence"]["format"] == runledger.FORMAT and bool(path) and os.path.exists(path)


def ledger_path(record: Mapping[str, Any], given: str = "") -> str:
    """Where the ledger of a record lies, `given` a folder (or a file) it was moved to; "" where it names none."""
    path, mark, head = record["assurance"]["evidence"]["ledger"].rpartition("#")
    path = path if mark else head
    if path == NO_LEDGER:
        return ""
    if given:
        return os.path.join(given, os.path.basename(path)) if os.path.isdir(given) else given
    return str(path)


def _form(path: str, record: Any) -> Line:
    """A signature covers what a record says; a signed file must also have the bytes that `gauge sign` wrote."""
    if not str(record["decision"].get("signature", "")).startswith(SCHEME):
        return Line("form", OPEN, "the record is not signed here")
    if read_bytes(path, max_bytes=MAX_BYTES) == formatted(path, record):
        return Line("form", GOOD)
    return Line("form", BAD, "the bytes of the file were changed after it was signed, though not what it says")


def _spec(record: Any, path: str) -> list[Line]:
    if not path:
        return [Line("harness_digest", OPEN, "name the spec with --spec")]
    spec = load_spec(path)
    pairs = (("harness_digest", spec.digest), ("code_digest", code_digest(spec)))
    said = record["subject"]
    return [_same(name, said[name], found, visible(path)) for name, found in pairs if name in said]


def _tasks(record: Any, path: str) -> Line:
    if not path:
        return Line("manifest_digest", OPEN, "name the tasks with --tasks")
    tasks = load_tasks(path)
    marked = tuple(one for one in record["task_set"].get("canary_ids", ()) if one in {case.id for case in tasks.cases})
    found = load_tasks(path, marked).digest
    return _same("manifest_digest", record["task_set"]["manifest_digest"], found, visible(path))


def _same(name: str, said: str, found: str, path: str) -> Line:
    return Line(name, GOOD) if said == found else Line(name, BAD, f"the record says {said}, {path} has {found}")


def _ledger(record: Any, given: str) -> list[Line]:
    """The ledger line by line, then what the record says of its run; only `replay` judges the results again."""
    try:
        lines, reading, folder = _read(record, given)
    except FileProblem as problem:
        return [Line("ledger", BAD, str(problem))]
    if reading is None or any(line.state == BAD for line in lines):
        return lines
    found = recorded(folder, reading)
    told = [line for line in _held_against(record, found, reading) if line.state == BAD]
    return [*lines, *(told or [Line("claims", GOOD, "the record says what its ledger recorded")])]


def _read(record: Any, given: str) -> tuple[list[Line], Any, str]:
    """The ledger of a record checked line by line; its events (None when they cannot be used) and its folder."""
    said = record["assurance"]["evidence"]
    path, head = ledger_path(record, given), said["ledger"].rpartition("#")[2]
    if said["format"] != runledger.FORMAT:
        return [Line("ledger", OPEN, f"the format {said['format']} is not read here")], None, ""
    if not path:
        if given:
            return [Line("ledger", BAD, f"the record names none, so nothing in {given} belongs to it")], None, ""
        return [Line("ledger", OPEN, "the record names none: it was made with --no-sources")], None, ""
    reading = runledger.read(path)
    if reading.problem:
        return [Line("ledger", BAD, reading.problem)], None, ""
    last = str(reading.events[-1]["digest"])
    if len(reading.events) != said.get("events") or last != head:
        message = (
            f"the record names {said.get('events')} events that end in {head[:19]}…, "
            f"the ledger holds {len(reading.events)} that end in {last[:19]}…"
        )
        return [Line("ledger", BAD, message)], None, ""
    folder = os.path.dirname(path) or os.curdir
    return (
        [*_objects(folder, reading.events), Line("ledger", GOOD, f"{len(reading.events)} events")],
        reading.events,
        folder,
    )


def _objects(folder: str, events: tuple[Mapping[str, Any], ...]) -> list[Line]:
    """Every stored result that the events name must be there, unchanged."""
    names: list[Any] = []
    for event in events:
        payload = event["payload"] if isinstance(event["payload"], Mapping) else {}
        if event["event"] == "attempt.finished" and isinstance(payload.get("files"), Mapping):
            names += [payload.get("stdout"), *payload["files"].values()]
        elif event["event"] == "run.started":
            names += [payload.get(key) for key in ("manifest_digest", "harness_digest", "settings", "claims")]
    lines = []
    for name in sorted({str(name) for name in names if name}):
        try:
            runledger.fetch(folder, name)
        except FileProblem as problem:
            lines.append(Line("ledger", BAD, str(problem)))
    return lines


def _way_back(record: Any) -> Line:
    target, known = record["decision"].get("rolls_back_to"), known_versions()
    if target is None or known is None:
        return Line("rolls_back_to", OPEN, "none is named" if target is None else "there is no promotion registry here")
    if target == record["subject"]["harness_digest"]:
        return Line("rolls_back_to", BAD, "it rolls back to itself")
    return (
        Line("rolls_back_to", GOOD)
        if target in known
        else Line("rolls_back_to", BAD, "the registry has no such version")
    )


def _signature(record: Any, allowed_signers: str) -> Line:
    signature = record["decision"].get("signature", "")
    if not signature:
        state = BAD if allowed_signers else OPEN
        return Line("signature", state, "the record is not signed")
    if not signature.startswith(SCHEME) and not allowed_signers:
        return Line("signature", OPEN, "it is of a scheme that is not verified here")
    problem = signature_problem(record, allowed_signers)
    if problem:
        return Line("signature", BAD, problem)
    whose = (
        visible(record["decision"]["actor"])
        if allowed_signers
        else "whose key it is was not checked: --allowed-signers"
    )
    return Line("signature", GOOD, whose)

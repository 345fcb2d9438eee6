"""The promotion registry: which version of an agent was in force when, who decided, and what was in force before.

`memory/promotions.jsonl` is append-only and hash-chained. A candidate is staged, then activated, then perhaps rolled
back; the digest in force when it was staged is its way back. The registry also holds the digest of each task set's
held-out split as it was at the first sealed run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from dankaro_quality import journal
from dankaro_quality.agents import MAX_SPEC_BYTES
from dankaro_quality.canonical import visible
from dankaro_quality.contracts import nearest
from dankaro_quality.documents import canonical_json, digest, read_bytes, read_json
from dankaro_quality.errors import QualityError, UsageError
from dankaro_quality.frozen import frozen
from dankaro_quality.records.runledger import now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATH = os.path.join("memory", "promotions.jsonl")


@frozen
class Candidate:
    """One version on its way: `state` is staged, activated or rolled back; `base` was in force before it."""

    id: str
    state: str
    agent: str
    harness_digest: str
    base: str
    actor: str
    spec: str
    time: str


class Registry:
    """The registry file at `path`, read and checked; QualityError when its chain is broken."""

    def __init__(self, path: str = PATH) -> None:
        self.path = path
        self.events = _read(path)

    @property
    def candidates(self) -> dict[str, Candidate]:
        """Every candidate by id, in the order of staging, with its present state.

        What is staged goes back to what is in force now, which may be another version than when it was staged.
        """
        latest = {event["candidate"]: event for event in self.events if event["event"] in _STATES}
        bases = {agent: self.in_force(agent) for agent in {event["agent"] for event in latest.values()}}
        found: dict[str, Candidate] = {}
        for name, event in latest.items():
            fields = {key: event[key] for key in ("agent", "harness_digest", "base", "actor", "spec", "time")}
            if event["event"] == "stage":
                fields["base"] = bases[event["agent"]]
            found[name] = Candidate(name, _STATES[event["event"]], **fields)
        return found

    def in_force(self, agent: str) -> str:
        """The digest of the version of `agent` that is in force; "" when none was ever activated."""
        current = ""
        for event in self.events:
            if event.get("agent") == agent and event["event"] in ("activate", "rollback"):
                current = event["harness_digest"] if event["event"] == "activate" else event["base"]
        return str(current)

    def _activated(self, agent: str) -> list[str]:
        """The candidates that came into force one after another and were not rolled back: the last one is in force."""
        stack: list[str] = []
        for event in self.events:
            if event.get("agent") == agent and event["event"] == "activate":
                stack.append(event["candidate"])
            elif event.get("agent") == agent and event["event"] == "rollback" and event["candidate"] in stack:
                stack.remove(event["candidate"])
        return stack

    def digests(self) -> set[str]:
        """Every version the registry knows."""
        return {event[key] for event in self.events for key in ("harness_digest", "base") if event.get(key)}

    def for_spec(self, harness_digest: str, candidate: str = "") -> Candidate | None:
        """The candidate asked for, else the latest of this spec that was not rolled back."""
        if candidate:
            found = self._known(candidate)
            if found.harness_digest != harness_digest:
                raise UsageError(f"the candidate {candidate} was staged from another spec; name its own with --spec")
            return found
        fitting = [one for one in self.candidates.values() if one.harness_digest == harness_digest]
        return next((one for one in reversed(fitting) if one.state != "rolled back"), None)

    def stage(self, candidate: str, agent: str, harness_digest: str, spec: str, actor: str) -> Candidate:
        """Note a version that may become the one in force."""

        def staged() -> dict[str, Any]:
            if candidate in self.candidates:
                raise UsageError(f"the candidate {candidate} is in the registry; choose another --id")
            base = self.in_force(agent)
            if base == harness_digest:
                raise UsageError("this version is in force already: there is nothing to promote")
            for one in self.candidates.values():  # under two names it would be rolled back to itself
                if (one.agent, one.harness_digest, one.state) == (agent, harness_digest, "staged"):
                    raise UsageError(f"this version is staged already, as {one.id}: activate that one")
            return _version("stage", candidate, agent, harness_digest, base, spec, actor)

        self._append(staged)
        return self.candidates[candidate]

    def activate(self, candidate: str, actor: str, spec: str = "") -> Candidate:
        """Make a staged version the one in force; its spec, or `spec` where it lies now, still has the staged bytes."""

        def activated() -> dict[str, Any]:
            found = self._known(candidate)
            if found.state != "staged":
                raise UsageError(f"the candidate {candidate} is {found.state}; only a staged one can be activated")
            base, path = self.in_force(found.agent), spec or found.spec
            if base == found.harness_digest:
                raise UsageError("this version is in force already: there is nothing to promote")
            if digest(read_bytes(path, max_bytes=MAX_SPEC_BYTES)) != found.harness_digest:
                raise UsageError(f"{visible(path)} is not what was staged as {candidate}: stage it under another --id")
            return _version("activate", candidate, found.agent, found.harness_digest, base, path, actor)

        self._append(activated)
        return self.candidates[candidate]

    def roll_back(self, candidate: str, actor: str) -> Candidate:
        """Put the version before an activated one in force again."""

        def rolled_back() -> dict[str, Any]:
            found = self._known(candidate)
            if self._activated(found.agent)[-1:] != [candidate]:
                said = f"the candidate {candidate} is {found.state} and not in force; there is nothing to undo"
                raise UsageError(said)
            if not found.base:
                said = f"nothing was in force before the candidate {candidate}; there is nothing to go back to"
                raise UsageError(said)
            return _version("rollback", candidate, found.agent, found.harness_digest, found.base, found.spec, actor)

        self._append(rolled_back)
        return self.candidates[candidate]

    def seal(self, task_set: str, held_out_digest: str, actor: str) -> str:
        """Note the held-out split of a set at its first sealed run; later why it does not match, or ""."""

        def sealed() -> dict[str, Any] | None:
            if self._seal(task_set) is not None:
                return None
            return {"event": "seal", "set": task_set, "held_out_digest": held_out_digest, "actor": actor}

        self._append(sealed)
        first = self._seal(task_set)
        if first is None or first["held_out_digest"] == held_out_digest:
            return ""
        return f'the held-out tasks of "{task_set}" are not those of the first sealed run, {first["time"][:10]}'

    def _seal(self, task_set: str) -> Mapping[str, Any] | None:
        sealed = (one for one in self.events if one["event"] == "seal" and one["set"] == task_set)
        return next(sealed, None)

    def _known(self, candidate: str) -> Candidate:
        found = self.candidates.get(candidate)
        if found is None:
            raise UsageError(f"there is no candidate {visible(candidate)}{nearest(candidate, self.candidates)}")
        return found

    def _append(self, decide: Callable[[], dict[str, Any] | None]) -> None:
        """Append the event that `decide` makes of the registry, or nothing.

        It is asked once so that what cannot be done leaves no file behind, and again when no other process can write:
        only then is the event made of what stands before it.
        """
        self.events = _read(self.path)
        if decide() is None:
            return
        made: list[Mapping[str, Any]] = []

        def line() -> bytes | None:
            self.events = _read(self.path)
            event = decide()
            if event is None:
                return None
            previous = str(self.events[-1]["digest"]) if self.events else ""
            made.append(journal.chain(previous, {**event, "time": now(), "sequence": len(self.events) + 1}))
            return canonical_json(made[0])

        journal.append(self.path, line)
        self.events += made


def _read(path: str) -> list[Mapping[str, Any]]:
    """The events in the file at `path`, checked line by line."""
    events: list[Mapping[str, Any]] = []
    for number, line, whole in journal.lines(path) if os.path.exists(path) else ():
        value, flaws = read_json(line)
        if flaws or not isinstance(value, dict) or not whole or canonical_json(value) != line:
            raise QualityError(f"{visible(path)}:{number}: this line was changed: it is no event of a registry")
        if any(not isinstance(value.get(name), str) for name in _FIELDS.get(str(value.get("event")), ("",))):
            raise QualityError(f"{visible(path)}:{number}: this line is no event of a registry; a field is missing")
        events.append(value)
    broken = journal.verify_chain(events)
    if broken is not None:
        raise QualityError(f"{visible(path)}:{broken + 1}: this line was changed, or lines are missing before it")
    return events


def _version(
    event: str, candidate: str, agent: str, harness_digest: str, base: str, spec: str, actor: str
) -> dict[str, Any]:
    for what, given in (("who decides with --actor", actor), ("the candidate with --id", candidate)):
        if not given.strip():
            raise UsageError(f"name {what}; a blank is no name")
    fields = {"agent": agent, "harness_digest": harness_digest, "base": base, "spec": spec, "actor": actor}
    return {"event": event, "candidate": candidate, **fields}


def known_versions(path: str = PATH) -> frozenset[str] | None:
    """The versions that the promotion registry knows; None where there is no registry."""
    return frozenset(Registry(path).digests()) if os.path.exists(path) else None


_VERSION = ("candidate", "agent", "harness_digest", "base", "spec", "actor", "time")
_FIELDS: dict[str, tuple[str, ...]] = {"stage": _VERSION, "activate": _VERSION, "rollback": _VERSION}
_FIELDS["seal"] = ("set", "held_out_digest", "time")
_STATES = {"stage": "staged", "activate": "activated", "rollback": "rolled back"}

"""What a released result adds to the claim ledger: its keyed claims, less those that are there already.

A plan is made first and carried out by the caller, so that what would be written can be read, and tested, before it is.
Nothing recorded is overwritten in silence: a claim with another value is left out and said, unless the result names the
recorded one in `supersedes`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.canonical import folded
from dankaro_quality.contracts import AgentResult, Claim
from dankaro_quality.frozen import frozen
from dankaro_quality.ledger import Entry, Ledger
from dankaro_quality.values import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDED, REPLACED, KNOWN, LEFT_OUT = "added", "replaced", "known", "left out"


@frozen
class Step:
    """What is done with one claim, and why; `fields` are those of the new line, empty when none is written."""

    action: str
    message: str
    fields: Any = None


def plan(ledger: Ledger, result: AgentResult) -> list[Step]:
    """One step for each keyed claim of a result, the first of each key; `recorded_at` is for the caller to add."""
    recorded = {folded(entry.key): entry for entry in ledger.live if entry.key.strip()}
    demoted = {folded(entry.key): entry for entry in ledger.demoted if entry.key.strip()}
    named = [*result.supersedes, *(name for claim in result.claims for name in claim.supersedes)]
    superseded = {name.strip() for name in named}
    taken = set(ledger.ids())
    steps = []
    for key, claim in _first_of_each_key(result):
        step = _step(claim, recorded.get(key), demoted.get(key), superseded, taken)
        taken.add(step.fields["id"] if step.fields else "")
        steps.append(step)
    return steps


def _first_of_each_key(result: AgentResult) -> Iterator[tuple[str, Claim]]:
    seen: set[str] = {""}
    for claim in result.claims:
        key = folded(claim.key)
        if key not in seen:
            seen.add(key)
            yield key, claim


def _step(claim: Claim, recorded: Entry | None, demoted: Entry | None, superseded: set[str], taken: set[str]) -> Step:
    key = claim.key.strip()
    if isinstance(claim.value, tuple):
        return Step(LEFT_OUT, f"{key}: its value is a list, and the ledger holds single values")
    if recorded is not None:
        return _again(claim, recorded, recorded.id.strip() in superseded)
    if demoted is not None and demoted.value is not None and same(claim.value, demoted.value):
        return Step(LEFT_OUT, f"{key}: {_shown(claim.value)} is the demoted claim {demoted.id}")
    entry_id = _free_id(key, taken)
    return Step(ADDED, f"{key}: added as {entry_id}", _fields(claim, entry_id))


def _again(claim: Claim, recorded: Entry, superseded: bool) -> Step:
    """A claim whose key is recorded: known when the value is the same, else replaced only where the result says so."""
    key, here, there = claim.key.strip(), _shown(claim.value), _shown(recorded.value)
    if _is_same(claim.value, recorded.value):
        return Step(KNOWN, f"{key}: recorded as {recorded.id} with the same value")
    if superseded:
        return Step(REPLACED, f"{key}: {recorded.id} was {there} and is now {here}", _fields(claim, recorded.id))
    hint = f"name {recorded.id} in supersedes to replace it"
    return Step(LEFT_OUT, f"{key}: {here} here and {there} in the ledger ({recorded.id}); {hint}")


def _is_same(here: Any, there: Any) -> bool:
    return here is there if here is None or there is None else same(here, there)


def _shown(value: Any) -> str:
    return "without a value" if value is None else str(value)


def _fields(claim: Claim, entry_id: str) -> dict[str, Any]:
    source = next((source for source in claim.sources if source.strip()), "")
    return {
        "id": entry_id,
        "text": claim.text,
        "status": "live",
        "key": claim.key.strip(),
        "value": claim.value,
        "source": source,
    }


def _free_id(key: str, taken: set[str]) -> str:
    """The key as an id, with a number behind it when the ledger has that id for something else."""
    base = "-".join(key.split())
    number, found = 1, base
    while found in taken:
        number += 1
        found = f"{base}-{number}"
    return found

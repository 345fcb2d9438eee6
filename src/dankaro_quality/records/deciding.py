"""`gauge decide` and `gauge sign`: a person's verdict on a record, and the signature under it."""

from __future__ import annotations

from dankaro_quality.errors import ContractError, QualityError
from dankaro_quality.findings import Finding
from dankaro_quality.places import dotted
from dankaro_quality.records.levels import LEVELS, assess, release_blockers
from dankaro_quality.records.people import CEILING, UNDECIDED
from dankaro_quality.records.promotions import known_versions
from dankaro_quality.records.shape import shape_problems
from dankaro_quality.records.signing import SCHEME, can_check, sign, signature_problem, well_formed
from dankaro_quality.records.verifying import against_ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Refused(QualityError):
    """A verdict that the record does not support; `findings` say why."""

    def __init__(self, message: str, findings: list[Finding]) -> None:
        super().__init__(message)
        self.findings = findings


def decide(
    record: dict[str, Any],
    verdict: str,
    actor: str,
    key: str = "",
    *,
    ledger: str = "",
    settings: str = "",
    **words: Any,
) -> dict[str, Any]:
    """A copy of `record` with that verdict; Refused for a ship that something forbids, its ledger where it is there.

    `words` are question, options, rationale. A signature covered the decision before and is dropped; with `key` the
    new one is signed. `ledger` and `settings` are those of `replay_record`.
    """
    kept = {name: value for name, value in record["decision"].items() if name != "signature"}
    given = {name: value for name, value in words.items() if value}
    if "rationale" in given:
        given["rationale"] += _ceilings(kept)
    elif verdict == "ship" and record["profile"]["tier"] == "T2":
        given["rationale"] = UNDECIDED  # the reason for an earlier verdict is none for this one
    made = {**record, "decision": {**kept, **given, "verdict": verdict, "actor": actor}}
    if verdict == "ship":
        _refuse_bad_ship(made, bool(key), ledger, settings)
    if key:
        made["decision"]["signature"] = sign(made, key)
    elif record["profile"]["tier"] == "T2":
        raise QualityError("a record of tier T2 is signed whatever its verdict; name the key with --key")
    wrong = shape_problems(made)
    if wrong:
        raise ContractError(*[f"{dotted(at)}: {message}" for at, message in wrong])
    return made


def _ceilings(decision: dict[str, Any]) -> str:
    """What the run wrote of ceilings, which have no other place in the format: a new rationale keeps it."""
    mark, rest = decision.get("rationale", "").partition(CEILING)[1:]
    return f" {mark}{rest}" if mark else ""


def sign_record(record: dict[str, Any], key: str) -> dict[str, Any]:
    """A copy of `record` signed with `key`; a signature that was there is replaced."""
    return {**record, "decision": {**record["decision"], "signature": sign(record, key)}}


def checked_signature(record: Any, allowed_signers: str) -> str | None:
    """What `assess` wants to know of the signature: why it does not hold, "" when it does, None when nobody can say.

    One of `ssh-keygen` is checked against the record whether or not anybody said whose keys count.
    """
    signature = record["decision"].get("signature", "")
    if not signature:
        return "it is not signed, and only what an allowed signer signed counts" if allowed_signers else None
    if allowed_signers or (signature.startswith(SCHEME) and (not well_formed(signature) or can_check())):
        return signature_problem(record, allowed_signers)
    return None


def _refuse_bad_ship(made: dict[str, Any], will_be_signed: bool, ledger: str, settings: str) -> None:
    trial = {**made, "decision": {**made["decision"], **({"signature": "to:come"} if will_be_signed else {})}}
    assessed = assess({**trial, "decision": {**trial["decision"], "verdict": "hold"}})
    against = [*assessed.below(LEVELS[1])]
    if assessed.level:
        against += list(release_blockers(trial, known_versions=known_versions()))
        against += against_ledger(made, ledger, settings)
    if against:
        raise Refused(f"{len(against)} reason(s) forbid the verdict ship; nothing was written", against)

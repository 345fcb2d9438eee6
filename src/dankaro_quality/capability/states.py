"""The completion state of a run: six rows, the first that matches wins, and only the last says `verified`."""

from __future__ import annotations

from dankaro_quality.canonical import folded
from dankaro_quality.capability.scenarios import Scenario, ScenarioResult, Stratum
from dankaro_quality.frozen import frozen
from dankaro_quality.lexicon import REGULATED_VERTICALS
from dankaro_quality.placeholders import is_placeholder

BLOCKED, DRAFT, VERIFIED = "blocked-escalated", "qualified-draft", "verified"
PORTS_UNAVAILABLE = "G6_E_HARNESS_REAL_PORTS_UNAVAILABLE"
RUBRIC_NOT_REVIEWED = "G6_E_HARNESS_RUBRIC_NOT_REVIEWED"
REVIEW_MISSING = "G6_E_HARNESS_EXPERT_REVIEW_MISSING"
RELEASE_BLOCKED = "G6_E_HARNESS_RELEASE_BLOCKED"
PORTS_NOT_REAL = "G6_W_HARNESS_PORTS_NOT_REAL"


@frozen
class Facts:
    """What the completion state is decided by. Each default is the one that does not verify."""

    ports_unavailable: str = ""
    review_missing: bool = True
    blocking: tuple[str, ...] = ()
    release_blocking: bool = True
    control_hash_verified: bool = False
    rubric_generated: bool = True
    rubric_expert_reviewed: bool = False
    port_mode: str = "unknown"


@frozen
class Completion:
    """A completion state with the code and the reason of the row that gave it."""

    state: str
    code: str = ""
    reason: str = ""


def completion_of(facts: Facts) -> Completion:
    """The state of a run; what is not exactly true or false counts as what does not verify."""
    if facts.ports_unavailable:
        return Completion(BLOCKED, PORTS_UNAVAILABLE, f"real ports cannot be built: {facts.ports_unavailable}")
    if facts.review_missing is not False:
        why = 'a regulated scenario is released by an expert: expert_review_status "approved", and a reviewer_id'
        return Completion(BLOCKED, REVIEW_MISSING, why)
    if facts.release_blocking is not False or facts.blocking:
        return Completion(BLOCKED, RELEASE_BLOCKED, "; ".join(facts.blocking) or "the release gate blocks")
    if facts.control_hash_verified is not True:
        return Completion(BLOCKED, RELEASE_BLOCKED, "the control's transcript does not have the hash it should have")
    if facts.rubric_generated is not False and facts.rubric_expert_reviewed is not True:
        return Completion(DRAFT, RUBRIC_NOT_REVIEWED, "the rubric was generated, and no expert has reviewed it")
    if facts.port_mode != "real":
        why = f"the ports were {facts.port_mode}, not real: this run proves nothing about the agent"
        return Completion(DRAFT, PORTS_NOT_REAL, why)
    return Completion(VERIFIED)


def review_missing(scenario: Scenario | ScenarioResult, vertical: str = "") -> bool:
    """Whether an expert's approval is needed and not there: stratum A, or a vertical that is regulated."""
    if scenario.stratum is not Stratum.A and not is_regulated(vertical):
        return False
    return scenario.expert_review_status != "approved" or is_placeholder(scenario.reviewer_id)


def is_regulated(vertical: str) -> bool:
    """Whether a vertical names a regulated field, by its words: "legal-contracts" does."""
    words = "".join(char if char.isalnum() else " " for char in folded(vertical).lower())
    return any(f" {name} " in f" {' '.join(words.split())} " for name in REGULATED_VERTICALS)

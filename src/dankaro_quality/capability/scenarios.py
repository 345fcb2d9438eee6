"""What travels through the capability harness: scenarios, bars, gaps, attempts, results. Frozen, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from dankaro_quality.contracts import EMPTY, FrozenMapping
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.places import dotted
from dankaro_quality.shapes import boolean, choice, kind, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems, Rule

REVIEWS = ("not_reviewed", "pending", "approved", "rejected")
MODES = ("fake", "mixed", "real", "unknown")


class Stratum(StrEnum):
    """The four reliability strata bars are scoped against, by what a failure costs."""

    A = "A"
    """Regulated or irreversible."""
    B = "B"
    """Reaches customers or changes production."""
    C = "C"
    """Internal decision support."""
    D = "D"
    """Exploratory."""


class RemediationTier(StrEnum):
    """The escalation ladder, from the cheapest up."""

    RECIPE = "recipe"
    EXEMPLAR = "exemplar"
    THEORY = "theory"


TIERS = tuple(RemediationTier)


def _one(cls: Any) -> Rule:
    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, cls):
            problems.append((at, f"expected {cls.__name__}, found {_kind(value)}"))

    return check


def _all(cls: Any) -> Rule:
    def check(value: object, at: str, problems: Problems) -> None:
        for index, item in enumerate(value):  # type: ignore[arg-type, var-annotated]  # `_enforce` made it a tuple
            _one(cls)(item, f"{at}/{index}", problems)

    return check


def _maybe(rule: Rule) -> Rule:
    return lambda value, at, problems: None if value is None else rule(value, at, problems)


def _kind(value: object) -> str:
    known = isinstance(value, (bool, int, float, str, Mapping, list, tuple)) or value is None
    return kind(value) if known else f"a {type(value).__name__}"


def _enforce(record: Any, rules: Mapping[str, Rule], enums: Mapping[str, Any] = EMPTY, lists: str = "") -> None:
    """Take the text of an enum for its member and any list for a tuple, then judge each field; ContractError."""
    problems: Problems = []
    for name in lists.split():
        value = getattr(record, name)
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            problems.append((f"/{name}", f"expected a list, found {_kind(value)}"))
        else:
            object.__setattr__(record, name, tuple(value))
    for name, cls in enums.items():
        value = getattr(record, name)
        choice(*[member.value for member in cls])(value, f"/{name}", problems)
        if not problems:
            object.__setattr__(record, name, cls(value))
    for name, rule in rules.items() if not problems else ():
        rule(getattr(record, name), f"/{name}", problems)
    if problems:
        raise ContractError(*[f"{dotted(at)}: {message}" for at, message in problems])


AMOUNT, COUNT = number(0), number(0, whole=True)
SOME, ANY = text(), text(0)


@frozen
class AuthorityRef:
    """An external source that decides: an act, a standard, a register. `citation_url` is where it is read.

    `retrieved_at` is in seconds since 1970.
    """

    authority: str
    doc_id: str
    citation_url: str
    version: str
    retrieved_at: float

    def __post_init__(self) -> None:
        texts = dict.fromkeys(("authority", "doc_id", "citation_url"), SOME)
        _enforce(self, {**texts, "version": ANY, "retrieved_at": AMOUNT})


@frozen
class Bar:
    """One acceptance bar of a stratum; a value equal to the threshold meets it."""

    stratum: Stratum
    metric_name: str
    threshold: float
    comparator: str
    window: str

    def __post_init__(self) -> None:
        rules = {"metric_name": SOME, "threshold": number(), "comparator": choice("ge", "le")}
        _enforce(self, {**rules, "window": choice("per_run", "rolling_7")}, {"stratum": Stratum})


@frozen
class RawLLMControl:
    """How a raw model fails the scenario: its recorded transcript by SHA-256, and in words what is wrong with it."""

    model: str
    transcript_hash: str
    failure_evidence: str
    captured_at: float

    def __post_init__(self) -> None:
        _enforce(self, {"model": SOME, "transcript_hash": SOME, "failure_evidence": SOME, "captured_at": AMOUNT})


@frozen
class Scenario:
    """One job to be done, at the bar that its consequence demands.

    `target_artifacts` are names of files to be made, `rubric_ref` a rubric file or `generate:DOMAIN`, the budgets
    what one run may use (tokens, seconds).
    """

    id: str
    slug: str
    vertical: str
    stratum: Stratum
    user_prompt: str
    raw_llm_control: RawLLMControl
    target_artifacts: tuple[str, ...]
    authorities: tuple[AuthorityRef, ...]
    rubric_ref: str
    token_budget: int
    wallclock_budget_s: float
    friction_floor: float = 0.75
    expert_review_status: str = "not_reviewed"
    reviewer_id: str = ""

    def __post_init__(self) -> None:
        rules = dict.fromkeys(("id", "slug", "vertical", "user_prompt"), SOME) | {
            "raw_llm_control": _one(RawLLMControl),
            "target_artifacts": _all(str),
            "authorities": _all(AuthorityRef),
            "rubric_ref": ANY,
            "token_budget": number(1, whole=True),
            "wallclock_budget_s": number(0.001),
            "friction_floor": number(0, 1),
            "expert_review_status": choice(*REVIEWS),
            "reviewer_id": ANY,
        }
        _enforce(self, rules, {"stratum": Stratum}, "target_artifacts authorities")


@frozen
class GapReport:
    """What keeps a scenario from its bars, and which tier of remediation could close it."""

    scenario_id: str
    stratum: Stratum
    failed_bars: tuple[Bar, ...]
    failure_mode_ids: tuple[str, ...]
    missing_authorities: tuple[AuthorityRef, ...]
    reliability_score: float
    theory_gap: bool
    exemplar_gap: bool
    recipe_gap: bool

    def __post_init__(self) -> None:
        rules = {
            "scenario_id": SOME,
            "failed_bars": _all(Bar),
            "failure_mode_ids": _all(str),
            "missing_authorities": _all(AuthorityRef),
            "reliability_score": number(0, 1),
            **dict.fromkeys(("theory_gap", "exemplar_gap", "recipe_gap"), boolean),
        }
        _enforce(self, rules, {"stratum": Stratum}, "failed_bars failure_mode_ids missing_authorities")


@frozen
class RemediationAttempt:
    """One attempt at closing a gap; `escalation_reason` says why it did not succeed."""

    tier: RemediationTier
    started_at: float
    ended_at: float
    tokens_in: int
    tokens_out: int
    wallclock_s: float
    artifacts_written: tuple[str, ...]
    succeeded: bool
    escalation_reason: str

    def __post_init__(self) -> None:
        rules = {"started_at": number(), "ended_at": number(), "tokens_in": COUNT, "tokens_out": COUNT}
        rules |= {"wallclock_s": AMOUNT, "artifacts_written": _all(str), "succeeded": boolean, "escalation_reason": ANY}
        _enforce(self, rules, {"tier": RemediationTier}, "artifacts_written")


@frozen
class FrictionReport:
    """What a run asked of the people around it; `score` is 1 for nothing and 0.25 less for each interruption."""

    score: float
    steps: int
    questions_asked: int
    retries: int
    manual_edits: int

    def __post_init__(self) -> None:
        counts = dict.fromkeys(("steps", "questions_asked", "retries", "manual_edits"), COUNT)
        _enforce(self, {"score": number(0, 1), **counts})


@frozen
class ScenarioResult:
    """What came out of one scenario. It has passed when it says so and has no gap."""

    scenario_id: str
    passed: bool
    stratum: Stratum
    gap_report: GapReport | None
    remediation_attempts: tuple[RemediationAttempt, ...]
    wallclock_s: float
    tokens_total: int
    friction_report: FrictionReport | None = None
    expert_review_status: str = "not_reviewed"
    reviewer_id: str = ""
    port_mode: str = "unknown"

    def __post_init__(self) -> None:
        rules = {
            "scenario_id": SOME,
            "passed": boolean,
            "gap_report": _maybe(_one(GapReport)),
            "remediation_attempts": _all(RemediationAttempt),
            "wallclock_s": AMOUNT,
            "tokens_total": COUNT,
            "friction_report": _maybe(_one(FrictionReport)),
            "expert_review_status": choice(*REVIEWS),
            "reviewer_id": ANY,
            "port_mode": choice(*MODES),
        }
        _enforce(self, rules, {"stratum": Stratum}, "remediation_attempts")


@frozen
class GateResult:
    """The release decision over the scenarios of a run; `release_reasons` names everything that blocks."""

    run_id: str
    git_sha: str
    scenario_results: tuple[ScenarioResult, ...]
    strata_status: Mapping[str, str]
    release_blocking: bool
    evidence_bundle_path: str
    control_hash_verified: bool = False
    port_mode: str = "unknown"
    release_reasons: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        texts = dict.fromkeys(("run_id", "git_sha", "evidence_bundle_path"), ANY)
        flags = dict.fromkeys(("release_blocking", "control_hash_verified"), boolean)
        rules = {**texts, **flags, "scenario_results": _all(ScenarioResult), "port_mode": choice(*MODES)}
        _enforce(self, {**rules, "release_reasons": _all(str)}, lists="scenario_results release_reasons")
        object.__setattr__(self, "strata_status", FrozenMapping(self.strata_status))

"""What the harness hands out: Finding, GateOutcome, QualityReport, and the two pure functions that judge.

`grade` turns the findings of one gate into its outcome, `decide` the outcomes into the release decision. Both
state a pass, they never leave it over: what is unknown has not passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from dankaro_quality.contracts import EMPTY, FrozenMapping
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen, replaced
from dankaro_quality.places import dotted, item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPORT_SCHEMA = "dankaro-quality/report/1"
DECISIVE = ("evidence", "baseline", "consistency", "completeness")
"""Gates of which at least one must have looked at something before a result can be released."""
MAX_HINTS = 200  # next actions listed in one report; a result with more defects is rewritten, not patched


class Severity(StrEnum):
    """How much a finding weighs: only an error fails a gate."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class GateStatus(StrEnum):
    """What a gate says; everything but the first and a reasoned `not_applicable` counts as not passed."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    NOT_COMPARABLE = "not_comparable"


@frozen
class Finding:
    """One defect: what is wrong, where, and how to mend it. `Finding("OWNER", "Task owner missing")` is enough.

    `where` is a JSON pointer into the result (`/claims/3/source`), `line` counts from 1 in `file`, or in
    the output where no file is named.
    """

    code: str
    message: str
    severity: Severity = Severity.ERROR
    gate: str = ""
    where: str = ""
    hint: str = ""
    file: str = ""
    line: int | None = None

    def __post_init__(self) -> None:
        for name in ("code", "message", "gate", "where", "hint", "file"):
            if type(getattr(self, name)) is not str:
                raise ContractError(f"{name}: a finding's {name} must be text")
        if not self.code.strip():
            raise ContractError("code: a finding needs a code")
        if not isinstance(self.severity, Severity):
            raise ContractError(f"severity: {self.severity!r} is not a Severity (error, warning, info)")
        if self.line is not None and (type(self.line) is not int or self.line < 1):
            raise ContractError("line: a line is a whole number from 1 up")

    def __str__(self) -> str:
        place = dotted(self.where)
        return (f"{place}: " if place else "") + self.message + (f"; {self.hint}" if self.hint else "")


@frozen
class GateOutcome:
    """What one gate found. `measures` says what was counted; `reason` why a gate did not apply or compare.

    `score` is the mean over the items looked at (`measures["items"]`): 0 with an error, 0.5 with only warnings,
    else 1; None when the gate looked at nothing.
    """

    gate: str
    status: GateStatus
    score: float | None = None
    weight: float = 0.0
    findings: tuple[Finding, ...] = ()
    measures: Mapping[str, Any] = EMPTY
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "findings", tuple(self.findings))
        if not isinstance(self.status, GateStatus):
            raise ContractError(f"status: {self.status!r} is not a GateStatus")
        if any(type(finding) is not Finding for finding in self.findings):
            raise ContractError("findings: every finding must be a Finding")
        for name in ("score", "weight"):
            number = getattr(self, name)
            if number is None and name == "score":
                continue
            if type(number) not in (int, float) or not 0 <= number <= 1:
                raise ContractError(f"{name}: {number!r} is not between 0 and 1")
        if not isinstance(self.measures, FrozenMapping):
            object.__setattr__(self, "measures", FrozenMapping(self.measures))

    @property
    def blocks(self) -> bool:
        """Whether this outcome stops a release."""
        if _any_error(self.findings):
            return True
        return not (self.status is GateStatus.PASSED or (self.status is GateStatus.NOT_APPLICABLE and self.reason))


@frozen
class Waived:
    """A finding that a waiver made non-blocking, with who approved it, why, and until which day."""

    finding: Finding
    reason: str
    approved_by: str
    expires: str


@frozen
class NextAction:
    """The smallest change that would mend one blocking finding."""

    code: str
    where: str
    action: str


@frozen
class Decision:
    """What `decide` says: released or not, every reason against, and the weighted mean of the gates' scores."""

    released: bool
    reasons: tuple[str, ...] = ()
    overall_score: float | None = None


@frozen
class QualityReport:
    """The full answer to "may this result be released?"; `resolved` says how far sources were followed."""

    schema: str
    tool_version: str
    released: bool
    reasons: tuple[str, ...] = ()
    overall_score: float | None = None
    gates: tuple[GateOutcome, ...] = ()
    waived: tuple[Waived, ...] = ()
    next_actions: tuple[NextAction, ...] = ()
    task_id: str = ""
    profile: str = ""
    resolved: str = "form"
    result_digest: str = ""
    settings_digest: str = ""
    ledger_digest: str = ""
    today: str | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding of every gate, in report order."""
        return tuple(finding for outcome in self.gates for finding in outcome.findings)

    def gate(self, name: str) -> GateOutcome:
        """The outcome of one gate; KeyError when it did not run."""
        for outcome in self.gates:
            if outcome.gate == name:
                return outcome
        raise KeyError(name)


def grade(
    gate: str,
    findings: Iterable[Finding] = (),
    items: int = 0,
    *,
    measures: Mapping[str, Any] = EMPTY,
    weight: float = 0.0,
    not_applicable: str = "",
    not_comparable: str = "",
) -> GateOutcome:
    """The outcome of a gate that looked at `items` items and found `findings`.

    With an error the gate has failed. Without one it is what the caller says: `not_applicable` or `not_comparable`
    with that reason, else passed, but only if it looked at something.
    """
    found = tuple([one if one.gate else replaced(one, gate=gate) for one in findings])
    places = {item(finding.where): 0.0 for finding in found}
    for finding in found:
        weight_of = {Severity.ERROR: 1.0, Severity.WARNING: 0.5, Severity.INFO: 0.0}[finding.severity]
        places[item(finding.where)] = max(places[item(finding.where)], weight_of)
    count = max(items, len(places))
    score = round(1 - sum(places.values()) / count, 6) if count else None
    status, reason = _status(found, count, not_applicable, not_comparable)
    if status is GateStatus.NOT_COMPARABLE:
        score = 0.0
    elif status is GateStatus.NOT_APPLICABLE:
        score = None
    counted = FrozenMapping({**measures, "items": count})
    return GateOutcome(gate, status, score, weight, found, counted, reason)


def _status(
    findings: Sequence[Finding], count: int, not_applicable: str, not_comparable: str
) -> tuple[GateStatus, str]:
    if _any_error(findings):
        return (GateStatus.NOT_COMPARABLE if not_comparable else GateStatus.FAILED), not_comparable
    if not_comparable:
        return GateStatus.NOT_COMPARABLE, not_comparable
    if not_applicable or not count:
        return GateStatus.NOT_APPLICABLE, not_applicable or "there was nothing to look at"
    return GateStatus.PASSED, ""


def regrade(outcome: GateOutcome, findings: Iterable[Finding], weight: float) -> GateOutcome:
    """An outcome as it is when `findings` are what stays of it (severities changed, findings waived)."""
    kept = tuple(findings)
    if kept == outcome.findings and weight == outcome.weight:
        return outcome
    had, has = _any_error(outcome.findings), _any_error(kept)
    measures = outcome.measures
    items = measures["items"] if type(measures.get("items")) is int else len(kept)
    if kept == outcome.findings or (outcome.status is GateStatus.FAILED and not had):  # failed by its own word
        return GateOutcome(outcome.gate, outcome.status, outcome.score, weight, kept, measures, outcome.reason)
    if outcome.status is GateStatus.NOT_COMPARABLE and (has or not had):
        return grade(outcome.gate, kept, items, measures=measures, weight=weight, not_comparable=outcome.reason)
    return grade(outcome.gate, kept, items, measures=measures, weight=weight, not_applicable=outcome.reason)


def _any_error(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)


def decide(
    outcomes: Sequence[GateOutcome],
    *,
    conjunctive: bool = True,
    minimum_overall_score: float = 0.0,
    decisive: Sequence[str] = DECISIVE,
) -> Decision:
    """The release decision over all gates; pure, and the only place where a release is granted.

    Released means: at least one gate ran, every gate passed or says why it does not apply, at least one of
    `decisive` looked at something, and, unless `conjunctive`, the overall score reaches the minimum.
    """
    reasons = [reason for outcome in outcomes for reason in _reasons(outcome)]
    deciding = [outcome for outcome in outcomes if outcome.gate in decisive]
    if not outcomes:
        reasons.append("no gate ran, so nothing was checked")
    elif not any(outcome.status is GateStatus.PASSED or outcome.blocks for outcome in deciding):
        reasons.append(f"nothing could be checked: none of {', '.join(decisive)} had anything to look at")
    score = overall_score(outcomes)
    if not conjunctive and (score is None or not score >= minimum_overall_score):
        shown = "could not be computed" if score is None else f"{score:.2f}"
        reasons.append(f"overall score: {shown}, and at least {minimum_overall_score:.2f} is required")
    return Decision(not reasons, tuple(reasons), score)


def overall_score(outcomes: Iterable[GateOutcome]) -> float | None:
    """The weighted mean of the scores of the applicable gates; None when none of them has weight."""
    counted = [(outcome.weight, outcome.score) for outcome in outcomes if outcome.score is not None]
    total = sum(weight for weight, _ in counted)
    return round(sum(weight * score for weight, score in counted) / total, 6) if total > 0 else None


def next_actions(outcomes: Iterable[GateOutcome]) -> tuple[NextAction, ...]:
    """For each blocking finding, what to change; in report order, at most `MAX_HINTS`."""
    blocking = [finding for outcome in outcomes for finding in outcome.findings if finding.severity is Severity.ERROR]
    return tuple(
        [NextAction(finding.code, finding.where, finding.hint or finding.message) for finding in blocking[:MAX_HINTS]]
    )


def _reasons(outcome: GateOutcome) -> list[str]:
    if not outcome.blocks:
        return []
    errors = [finding for finding in outcome.findings if finding.severity is Severity.ERROR]
    if errors:
        return [f"{outcome.gate} {finding.code} {finding}" for finding in errors]
    why = outcome.reason or f"the gate says {outcome.status.value} and gives no reason"
    return [f"{outcome.gate}: {why}"]

"""Waivers: findings that a team has decided to live with until a day, and what is to be said about that decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dankaro_quality.checks import reporter, warning
from dankaro_quality.findings import Finding, GateOutcome, Severity, Waived, grade, regrade
from dankaro_quality.settings import Waiver

GATE = "waivers"
RULES = (
    warning("WVR001", "a waiver has expired, or its day cannot be read"),
    warning("WVR002", "a waiver matched nothing"),
    warning("WVR003", "a waiver expires within 14 days"),
)
WARNING_DAYS = 14  # two weeks: one sprint to mend what was waived
_report = reporter(GATE, RULES)


def waive(
    outcomes: Sequence[GateOutcome], waivers: tuple[Waiver, ...], task_id: str, today: str
) -> tuple[list[GateOutcome], tuple[Waived, ...]]:
    """The outcomes without the findings that a waiver covers, and one on the waivers themselves; those findings."""
    holding = [waiver for waiver in waivers if days_left(waiver.expires, today) >= 0]
    waived: list[tuple[Waiver, Finding]] = []
    judged = []
    for outcome in outcomes:
        covering = [(_covering(holding, finding, task_id), finding) for finding in outcome.findings]
        waived += [(waiver, finding) for waiver, finding in covering if waiver is not None]
        judged.append(regrade(outcome, [finding for waiver, finding in covering if waiver is None], outcome.weight))
    used = {id(waiver) for waiver, _ in waived}
    said = [one for waiver in waivers for one in _remarks(waiver, id(waiver) in used, task_id, today)]
    reported = tuple([Waived(finding, one.reason, one.approved_by, one.expires) for one, finding in waived])
    return [*judged, grade(GATE, said, len(waivers))], reported


def days_left(expires: str, today: str) -> int:
    """Days until a waiver ends, 0 on its last day; -1 once it has ended, or when a date is not YYYY-MM-DD."""
    from datetime import date

    days = []
    for text in (expires, today):
        if len(text) != 10 or text[4] != "-" or text[7] != "-":  # fromisoformat takes other spellings as well
            return -1
        try:
            days.append(date.fromisoformat(text))
        except ValueError:
            return -1
    return max(-1, (days[0] - days[1]).days)


def _covering(holding: Iterable[Waiver], finding: Finding, task_id: str) -> Waiver | None:
    return next((waiver for waiver in holding if _covers(waiver, finding, task_id)), None)


def _covers(waiver: Waiver, finding: Finding, task_id: str) -> bool:
    if waiver.code != finding.code or finding.severity is Severity.INFO or waiver.task not in ("", task_id):
        return False
    return not waiver.where or finding.where == waiver.where or finding.where.startswith(waiver.where + "/")


def _remarks(waiver: Waiver, used: bool, task_id: str, today: str) -> list[Finding]:
    left = days_left(waiver.expires, today)
    name = f"the waiver of {waiver.code} approved by {waiver.approved_by}"
    if left < 0:
        return [_report("WVR001", "", f'{name} expired on "{waiver.expires}"', "mend the finding, or decide again")]
    remarks = []
    if left <= WARNING_DAYS:
        remarks.append(_report("WVR003", "", f"{name} expires on {waiver.expires}", "mend the finding before then"))
    if not used and waiver.task in ("", task_id):
        remarks.append(_report("WVR002", "", f"{name} matched nothing", "take it out"))
    return remarks

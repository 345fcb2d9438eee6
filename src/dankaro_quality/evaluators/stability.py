"""stability: the same question gets the same answer when the agent runs again.

Why. A value that changes between runs is a draw, not a result. Wording may change freely: what is compared are
keyed claims, value by value, in their normal form.

Reads. `claims` with a `key` and a `value`, in the result and in each of its repeats.

Fails when
- STB001: the same key has another value in a repeat
- STB003: there are repeats, and no keyed claim is shared by all of them (not comparable)
- STB004: there are fewer runs than `min_runs`

Warns when
- STB002: a key is missing from some runs
- STB005: a repeat is the same to the byte, or marked as cached, and so is no repeat

Does not apply with one run: it is reported as not measured (1 run), never as stable.

Cannot see. Whether the repeats are independent runs: two copies with one word changed look like two runs.

Example finding. claims[0].value: "market_size" is 2.4 here and 3.1 in repeats[1]; find out why the runs differ, or
state the range as the value

To mend. Take out what is random, or measure it: state the spread over the runs as the claim.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from dankaro_quality.checks import Check, EvaluationContext, error, quoted, reporter, warning
from dankaro_quality.contracts import AgentResult
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.values import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    Keyed = dict[str, tuple[int, dict[Hashable, object]]]

RULES = (
    error("STB001", "the same key has another value in a repeat"),
    warning("STB002", "a key is missing from some runs"),
    error("STB003", "there are repeats, and no keyed claim is shared by all of them"),
    error("STB004", "there are fewer runs than `min_runs`"),
    warning("STB005", "a repeat is the same to the byte, or marked as cached, and so is no repeat"),
)
SETTINGS = ("stability.min_runs",)
_report = reporter("stability", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    copies = [index for index, repeat in enumerate(context.repeats) if _is_copy(context.result, repeat)]
    genuine = [(index, _keyed(repeat)) for index, repeat in enumerate(context.repeats) if index not in set(copies)]
    runs = 1 + len(genuine)
    own = _keyed(context.result)
    findings = [*_copied(context, copies), *_too_few(context, runs)]
    if not genuine:
        return grade("stability", findings, 0, measures={"runs": 1}, not_applicable="not measured (1 run)")
    shared = set(own).intersection(*(set(repeat) for _, repeat in genuine))
    measures = {"runs": runs, "shared_keys": len(shared)}
    if not shared:
        findings.append(_not_comparable())
        why = "the runs share no keyed claim, so nothing can be compared"
        return grade("stability", findings, 1, measures=measures, not_comparable=why)
    findings += [*_drift(own, genuine), *_missing(own, genuine)]
    return grade("stability", findings, len(shared), measures=measures)


def _keyed(result: AgentResult) -> Keyed:
    """For each key: where it stands first, and its values by normal form."""
    found: Keyed = {}
    for index, claim in enumerate(result.claims):
        if claim.key.strip() and claim.value is not None:
            found.setdefault(claim.key.strip(), (index, {}))[1].setdefault(normal(claim.value), claim.value)
    return found


def _is_copy(result: AgentResult, repeat: AgentResult) -> bool:
    return repeat == result or repeat.metadata.get("cached") is True


def _copied(context: EvaluationContext, copies: list[int]) -> Iterator[Finding]:
    for index in copies:
        marked = context.repeats[index].metadata.get("cached") is True
        how = "is marked as cached" if marked else "is the same to the byte"
        message = f"this repeat {how}, so it does not count as a run"
        yield _report("STB005", f"/repeats/{index}", message, "run the agent again without a cache")


def _too_few(context: EvaluationContext, runs: int) -> Iterator[Finding]:
    minimum = context.settings.stability.min_runs
    if not runs >= minimum:
        message = f"{runs} {'run is' if runs == 1 else 'runs are'} there, {minimum} are required"
        yield _report("STB004", "/repeats", message, "run the agent more often and hand the results over as repeats")


def _not_comparable() -> Finding:
    message = "there are repeats, and no keyed claim is shared by all of them"
    return _report("STB003", "/repeats", message, "give the claims that answer the task a key and a value")


def _drift(own: Keyed, genuine: list[tuple[int, Keyed]]) -> Iterator[Finding]:
    for key, (place, values) in own.items():
        for number, repeat in genuine:
            if key in repeat and repeat[key][1].keys() != values.keys():
                here, there = _shown(values), _shown(repeat[key][1])
                message = f"{quoted(key)} is {here} here and {there} in repeats[{number}]"
                hint = "find out why the runs differ, or state the range as the value"
                yield _report("STB001", f"/claims/{place}/value", message, hint)
                break


def _missing(own: Keyed, genuine: list[tuple[int, Keyed]]) -> Iterator[Finding]:
    everywhere = [own, *(repeat for _, repeat in genuine)]
    for key in dict.fromkeys(key for run in everywhere for key in run):
        absent = sum(key not in run for run in everywhere)
        if absent:
            where = f"/claims/{own[key][0]}/key" if key in own else "/claims"
            message = f"{quoted(key)} is missing from {absent} of {len(everywhere)} runs"
            yield _report("STB002", where, message, "answer the same keys in every run")


def _shown(values: dict[Hashable, object]) -> str:
    return " and ".join(sorted(quoted(value) if isinstance(value, str) else str(value) for value in values.values()))


CHECK = Check("stability", RULES, SETTINGS, _evaluate, __doc__ or "")

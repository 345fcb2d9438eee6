"""consistency: a result does not contradict itself, nor what was recorded before.

Why. Two values under one key, or two comparisons that each win, mean that at least one of them is wrong, and the
reader cannot tell which.

Reads. `claims` (key, value, text), `comparisons`, the statements of `output`, and the live claims of the ledger.

Fails when
- CNS001: one key has values that cannot be the same number at the precision printed
- CNS002: a statement and its negation
- CNS003: two comparisons contradict each other on one metric
- CNS004: the text of a claim states another figure than its value

Warns when
- CNS005: a live claim of the ledger has the same key and another value

Does not apply when no key is declared twice or known to the ledger, no two comparisons can be held together, no claim
states its value as a figure, and there are no two statements.

Cannot see. Contradictions in other words than the statement's own, or between claims under different keys. Dates
and figures in words are not held against a value. Values for different years, groups or scenarios need different keys.

Example finding. claims[1].value: "users" is 1200 here and 900 in claims[0]; keep the right one, or give each its own
key

To mend. Decide which one holds; where both do, say for what (a year, a group, a source) in the key.
"""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.checks import Check, EvaluationContext, error, key_form, keyed, quoted, reporter, shown, warning
from dankaro_quality.contracts import AgentResult, Claim
from dankaro_quality.effects import advantage
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.ledger import Entry, normal_text
from dankaro_quality.places import dotted
from dankaro_quality.polarity import polarities
from dankaro_quality.statements import document_of, statements
from dankaro_quality.values import Quantity, compatible, normal, quantities

RULES = (
    error("CNS001", "one key has values that cannot be the same"),
    error("CNS002", "a statement and its negation"),
    error("CNS003", "two comparisons contradict each other on one metric"),
    error("CNS004", "the text of a claim states another figure than its value"),
    warning("CNS005", "a live claim of the ledger has the same key and another value"),
)
SCALES = (1e3, 1e6, 1e9, 1e12, 0.01, 100)  # thousands to billions, and percent against share
MAX_AMOUNT = 40  # characters of a value in words that is one figure
MAX_OPERANDS = 8  # figures of one text that are tried against each other
MAX_VALUES = 50  # different values under one key that are compared with each other; more are a contradiction
_report = reporter("consistency", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    claims = keyed(context.result)
    recorded = {key_form(entry.key): entry for entry in context.ledger.live if entry.value is not None}
    recorded.pop("", None)
    comparable = [key for key, declared in claims.items() if len(declared) > 1 or key in recorded]
    paired = _paired(context.result)
    valued = [(index, claim) for index, claim in enumerate(context.result.claims) if _states_value(claim)]
    findings = [
        *_own(claims),
        *_negated(context.result),
        *_comparisons(context.result, paired),
        *_against_ledger(context, claims, recorded),
        *_other_than_text(valued),
    ]
    compared = sum(map(len, paired.values()))
    looked_at = len(comparable) + compared + len(valued)
    why_not = "" if looked_at else "no two values, comparisons or figures can be held together"
    measures = {"keys": len(claims), "keys_compared": len(comparable), "comparisons_compared": compared}
    return grade("consistency", findings, looked_at, measures=measures, not_applicable=why_not)


def _own(by_key: dict[str, list[tuple[int, Claim]]]) -> Iterator[Finding]:
    for claims in by_key.values():
        distinct: dict[object, tuple[int, Claim]] = {}
        for index, claim in claims:
            distinct.setdefault(normal(claim.value), (index, claim))
        if len(distinct) > MAX_VALUES:
            yield _too_many(len(distinct), *claims[0])
        else:
            yield from _clashes(list(distinct.values()))


def _too_many(count: int, index: int, claim: Claim) -> Finding:
    message = f"{quoted(claim.key)} has {count} different values"
    return _report("CNS001", f"/claims/{index}/value", message, "keep the right one, or give each its own key")


def _clashes(claims: list[tuple[int, Claim]]) -> Iterator[Finding]:
    """Each value that is not compatible with one before it; named once, with the first it clashes with."""
    for position, (index, claim) in enumerate(claims):
        for earlier, other in claims[:position]:
            if not compatible(claim.value, other.value):
                here, there = shown(claim.value), shown(other.value)
                message = f"{quoted(claim.key)} is {here} here and {there} in claims[{earlier}]"
                yield _report(
                    "CNS001", f"/claims/{index}/value", message, "keep the right one, or give each its own key"
                )
                break


def _negated(result: AgentResult) -> Iterator[Finding]:
    """Each statement whose negation stands before it, in the claims first and then in the output."""
    said = [(f"/claims/{index}/text", claim.text) for index, claim in enumerate(result.claims)]
    said += [("/output", sentence.plain) for sentence in statements(document_of(result))]
    first: dict[tuple[str, bool], tuple[str, str]] = {}
    for (where, text), found in zip(said, polarities([text for _, text in said]), strict=True):
        if found is None:
            continue
        core, negated = found
        first.setdefault((core, negated), (where, text))
        other = first.get((core, not negated))
        if other is not None:
            message = f"{quoted(text)} contradicts {dotted(other[0])}, {quoted(other[1])}"
            yield _report("CNS002", where, message, "keep the one that holds")


def _paired(result: AgentResult) -> dict[tuple[str, frozenset[str]], list[int]]:
    """Comparisons on one metric whose two sides are the same two things; groups of two and more."""
    groups: dict[tuple[str, frozenset[str]], list[int]] = {}
    for index, comparison in enumerate(result.comparisons):
        sides = frozenset((_named(comparison.subject), _named(comparison.baseline)))
        metric = _named(comparison.metric)
        if len(sides) == 2 and "" not in sides and metric:
            groups.setdefault((metric, sides), []).append(index)
    return {sides: indexes for sides, indexes in groups.items() if len(indexes) > 1}


def _named(name: str) -> str:
    words = normal_text(name).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("a", "an", "the", "our") else words)


def _comparisons(result: AgentResult, paired: dict[tuple[str, frozenset[str]], list[int]]) -> Iterator[Finding]:
    """Each comparison that cannot hold beside one before it: at most four kinds of statements in a group."""
    for indexes in paired.values():
        said: dict[tuple[str, bool], int] = {}
        for index in indexes:
            comparison = result.comparisons[index]
            subject, wins = _named(comparison.subject), advantage(comparison)
            if wins is None:
                continue
            against = [number for (other, won), number in said.items() if _exclude(subject, wins, other, won)]
            if against:
                message = f"comparisons[{against[0]}] and this one contradict each other on {quoted(comparison.metric)}"
                yield _report("CNS003", f"/comparisons/{index}/effect", message, "keep the one that was measured")
            said.setdefault((subject, wins), index)


def _exclude(subject: str, wins: bool, other: str, won: bool) -> bool:
    """One side cannot both be better and not; and of two sides not both can be the better one."""
    return wins != won if subject == other else wins and won


def _against_ledger(
    context: EvaluationContext, by_key: dict[str, list[tuple[int, Claim]]], recorded: dict[str, Entry]
) -> Iterator[Finding]:
    for key, claims in by_key.items():
        entry = recorded.get(key)
        if entry is None or _names(entry, context.result.supersedes):
            continue
        for index, claim in claims:
            if not _names(entry, claim.supersedes) and not compatible(claim.value, entry.value):
                here, there = shown(claim.value), shown(entry.value)
                message = f"{quoted(claim.key)} is {here} here and {there} in the ledger ({entry.id})"
                hint = f"correct it, or name {entry.id} in supersedes"
                yield _report("CNS005", f"/claims/{index}/value", message, hint)
                break


def _names(entry: Entry, superseded: tuple[str, ...]) -> bool:
    return entry.id.strip() in [name.strip() for name in superseded]


def _states_value(claim: Claim) -> bool:
    """Whether a claim has one figure as its value, and figures in its text to hold it against."""
    if isinstance(claim.value, str):
        return bool(_like(_amount(claim.value), claim.text))
    return type(claim.value) in (int, float) and bool(quantities(claim.text))


def _amount(value: object) -> Quantity | None:
    """The one figure with a unit that a value in words states: "500 mg"."""
    found = quantities(value) if isinstance(value, str) and len(value) <= MAX_AMOUNT else []
    whole = len(found) == 1 and isinstance(value, str) and found[0].text == value.strip()
    return found[0] if whole and found[0].unit else None


def _like(amount: Quantity | None, text: str) -> list[Quantity]:
    return [figure for figure in quantities(text) if amount and figure.unit == amount.unit]


def _is_said(amount: Quantity, text: str) -> bool:
    """Whether a text states an amount, or figures of its unit that make it; a sign may be said in words."""
    stated = _like(amount, text)
    sizes = [abs(float(figure.number)) for figure in stated]
    size = abs(float(amount.number))
    near = any(compatible(amount, figure) for figure in stated) or any(abs(size - one) <= size / 200 for one in sizes)
    return (
        near
        or min(sizes) < size < max(sizes)
        or _is_computed(float(amount.number), quantities(text))
        or _is_product(float(amount.written), quantities(text))
    )


def _is_product(value: float, stated: list[Quantity]) -> bool:
    """Whether all figures of a text, three at most, make the value: a sum at a rate over a time."""
    product = 1.0
    for figure in stated[:4]:
        product *= float(figure.number if figure.unit == "%" else figure.written)
    return len(stated) == 3 and abs(value - product) <= abs(value) / 100


def _other_than_text(valued: list[tuple[int, Claim]]) -> Iterator[Finding]:
    """A value that no figure of the text is, nor two of them make: a difference, a ratio or a share."""
    for index, claim in valued:
        stated, amount = quantities(claim.text), _amount(claim.value)
        if amount and _is_said(amount, claim.text):
            continue
        if not amount and _is_stated(claim.value, stated):
            continue
        said = ", ".join(figure.text for figure in stated[:4])
        message = f"the value is {shown(claim.value)}, and the text says {quoted(said)}"
        yield _report("CNS004", f"/claims/{index}/value", message, "make text and value say the same")


def _is_stated(value: object, stated: list[Quantity]) -> bool:
    return any(_is_figure(value, figure) for figure in stated) or _is_computed(float(value or 0), stated)  # type: ignore[arg-type]


def _is_figure(value: object, figure: Quantity) -> bool:
    """Whether a value could be a figure of the text: its number, with its sign or without, or how it is written."""
    written = float(figure.written)
    readings = [figure, written, -written, *(sign * written * scale for scale in SCALES for sign in (1, -1))]
    if figure.unit == "s":  # "1 h 30 min" as 90 minutes, as 1.5 hours
        readings += [float(figure.number) / length for length in (60, 3600, 86_400)]
    return any(compatible(value, reading) for reading in readings)


def _is_computed(value: float, stated: list[Quantity]) -> bool:
    """Whether two figures of the text make the value, to one part in a hundred."""
    numbers = [float(figure.written) for figure in stated[:MAX_OPERANDS]] + [
        float(figure.number) for figure in stated[:MAX_OPERANDS]
    ]
    for one in numbers:
        for other in numbers:
            made = [one + other, one - other, one * other]
            if other:
                made += [one / other, 100 * one / other, 100 * (one - other) / other]
            if any(abs(value - result) <= abs(value) / 100 for result in made):
                return True
    return False


CHECK = Check("consistency", RULES, (), _evaluate, __doc__ or "")

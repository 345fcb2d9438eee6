"""evidence: every fact points to a place that a reader can check, every other claim says why.

Why. A field that is filled proves nothing. "Industry reports", "trust me" and the agent's own earlier draft all fill
the source field, and none of them lets anybody find out whether the claim is true.

Reads. `claims` (text, kind, source, more_sources, confidence, verified, rationale, based_on, id, key, value, quote),
`comparisons`, and the sentences of `output` outside code, tables, headings and quotations. Where no claim is declared,
also the texts inside a JSON output and the contents of deliverables that people read.

Fails when
- EVD001: a fact has no source
- EVD002: no source of a fact is a locator
- EVD003: a source is the agent's own word
- EVD004: a fact states no confidence
- EVD005: a fact does not say whether it was verified
- EVD006: a claim that is no fact has no rationale worth the name
- EVD007: most of the facts are recalled, not checked
- EVD008: a recommendation has no verified fact beneath it
- EVD009: `based_on` names no claim of this result
- EVD010: the output states things and no claim is declared
- EVD011: a figure of the output is declared by no claim and no comparison
- EVD015: a claim that is no fact states a figure and rests on nothing

Warns when
- EVD014: claims cover less than `min_coverage` of the output's statements

Does not apply when the result declares no claim and the output states nothing.

Cannot see. Whether a well-formed source exists, or says what the claim says: a report calls sources "form only", and
this version opens none. Whether a confidence is honest. Figures in words (but for percentages and sums of money), in
quotations, code and tables, and in an output that is JSON; a figure that is computed from declared ones is told apart
from an invented one by nobody, so declare it.

Example finding. claims[0].source: "trust me" names no place a reader can go to; name a URL, a file with its line,
a command or a register entry

To mend. Put the place where you read, ran or measured it: a URL, `docs/report.md:24`, `$ pytest -q`, a register
number. If there is none, make the claim an inference with a rationale and `based_on`, or take it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dankaro_quality.canonical import canonical
from dankaro_quality.checks import (
    Check,
    EvaluationContext,
    circular_sources,
    cited,
    error,
    key_form,
    quoted,
    reporter,
    ruling,
    unfilled,
    warning,
)
from dankaro_quality.contracts import AgentResult, Claim, ClaimKind
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.ledger import normal_text
from dankaro_quality.lexicon import VOUCHING
from dankaro_quality.patterns import compiled
from dankaro_quality.placeholders import telling_words
from dankaro_quality.prose import Sentence
from dankaro_quality.reading import document, prose
from dankaro_quality.statements import (
    Coverage,
    compares,
    declared_figures,
    document_of,
    is_about_the_work,
    stated_figures,
    statements,
)
from dankaro_quality.values import normal, quantities

RULES = (
    error("EVD001", "a fact has no source"),
    error("EVD002", "no source of a fact is a locator"),
    error("EVD003", "a source is the agent's own word"),
    error("EVD004", "a fact states no confidence"),
    error("EVD005", "a fact does not say whether it was verified"),
    error("EVD006", "a claim that is no fact has no rationale worth the name"),
    error("EVD007", "most of the facts are recalled, not checked"),
    error("EVD008", "a recommendation has no verified fact beneath it"),
    error("EVD009", "`based_on` names no claim of this result"),
    error("EVD010", "the output states things and no claim is declared"),
    error("EVD011", "a figure of the output is declared by no claim and no comparison"),
    warning("EVD014", "claims cover less than `min_coverage` of the output's statements"),
    error("EVD015", "a claim that is no fact states a figure and rests on nothing"),
)
SETTINGS = (
    "evidence.require_confidence",
    "evidence.require_verified",
    "evidence.require_declared_figures",
    "evidence.max_recalled_share",
    "evidence.min_rationale_words",
    "evidence.min_coverage",
    "lexicon.circular",
    "lexicon.vague",
    "lexicon.placeholders",
)
MAX_FIGURES = 50  # undeclared figures named in one report; an output with more is declared anew, not patched
DECLARE = "declare each statement as a claim, a fact with its source"
FORMULA = r"\d[%)]{0,2} ?[-+*/×·÷−] ?\(?[$€£]?\d"  # "(41.2 - 36.8) / 41.2" says how a figure follows from two
LOCATORS = "name a URL, a file with its line, a command or a register entry"
_report = reporter("evidence", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    claims = context.result.claims
    facts = [(index, claim) for index, claim in enumerate(claims) if claim.kind is ClaimKind.FACT]
    stated = statements(document_of(context.result))
    bare = _bare(context.result, stated)
    findings = [
        *_circular(context),
        *(finding for index, claim in facts for finding in _fact(context, index, claim)),
        *_reasoned(context),
        *_recalled(context, facts),
        *_unknown_bases(context.result),
        *_undeclared(context, stated),
        *_undeclared_figures(context),
        *_uncovered(context, stated, bare),
    ]
    why_not = "" if claims or stated else "no claim is declared, and the output states nothing"
    measures = {**_measures(context, facts), "statements": len(stated), "statements_covered": len(stated) - len(bare)}
    return grade("evidence", findings, len(claims), measures=measures, not_applicable=why_not)


def _measures(context: EvaluationContext, facts: list[tuple[int, Claim]]) -> Mapping[str, int]:
    sourced = [_sourced(context, claim) for _, claim in facts]
    return {
        "claims": len(context.result.claims),
        "facts": len(facts),
        "sourced": sum(sourced),
        "verified": sum(claim.verified is True for _, claim in facts),
        "recalled": sum(claim.verified is False for _, claim in facts),
    }


def _circular(context: EvaluationContext) -> Iterator[Finding]:
    for where, source, verdict in circular_sources(context):
        yield _report("EVD003", where, f"{quoted(source)} {verdict.reason}", LOCATORS)


def _fact(context: EvaluationContext, index: int, claim: Claim) -> Iterator[Finding]:
    place = f"/claims/{index}"
    verdicts = [(where, source, ruling(source, context.settings)) for where, source in cited(claim, index)]
    if not verdicts:
        yield _report("EVD001", f"{place}/source", f"the fact {quoted(claim.text)} has no source", LOCATORS)
    elif not any(verdict.accepted or verdict.code == "EVD003" for _, _, verdict in verdicts):
        where, source, verdict = verdicts[0]
        yield _report("EVD002", where, f"{quoted(source)} {verdict.reason}", LOCATORS)
    if context.settings.evidence.require_confidence and claim.confidence is None:
        yield _report("EVD004", f"{place}/confidence", "the fact states no confidence", "state it from 0 to 1")
    if context.settings.evidence.require_verified and claim.verified is None:
        message = "the fact does not say whether it was verified"
        yield _report("EVD005", f"{place}/verified", message, "true if you checked it, false if you recall it")


def _reasoned(context: EvaluationContext) -> Iterator[Finding]:
    """What a claim that is no fact lacks: a rationale, a checked fact beneath it, a basis for its figure."""
    claims = context.result.claims
    facts = [index for index, claim in enumerate(claims) if claim.kind is ClaimKind.FACT]
    checked = [index for index in facts if _is_checked(context, claims[index]) and _sourced(context, claims[index])]
    on_fact, on_checked = _resting_on(claims, facts), _resting_on(claims, checked)
    for index, claim in enumerate(claims):
        if claim.kind is ClaimKind.FACT:
            continue
        supported = index in on_checked if claim.based_on else bool(checked)
        yield from _rationale(context, index, claim)
        if claim.kind is ClaimKind.RECOMMENDATION and not supported:
            message = f"the recommendation {quoted(claim.text)} has no verified fact beneath it"
            yield _report("EVD008", f"/claims/{index}", message, "name verified facts in based_on, or verify one")
        if index not in on_fact and _states_figure(claim) and not _sourced(context, claim):
            message = f"this {claim.kind.value} states a figure, and has neither a source nor a fact in based_on"
            hint = "name the facts it is computed from in based_on, or its source"
            yield _report("EVD015", f"/claims/{index}", message, hint)


def _sourced(context: EvaluationContext, claim: Claim) -> bool:
    return any(ruling(source, context.settings).accepted for source in claim.sources)


def _rationale(context: EvaluationContext, index: int, claim: Claim) -> Iterator[Finding]:
    problem = _rationale_problem(context, claim)
    if problem:
        hint = "say in a sentence why this follows, from what"
        message = f"the rationale of this {claim.kind.value} {problem}"
        yield _report("EVD006", f"/claims/{index}/rationale", message, hint)


def _rationale_problem(context: EvaluationContext, claim: Claim) -> str:
    text = canonical(claim.rationale)
    minimum = context.settings.evidence.min_rationale_words
    said = telling_words(text)
    if not text:
        return "is missing"
    if unfilled(text, context.settings):
        return f"is a placeholder: {quoted(text)}"
    if claim.based_on and compiled(FORMULA).search(text):
        return ""
    if _words(text) < minimum:
        return f"has fewer than {minimum} words: {quoted(text)}"
    if not said:
        return f"says nothing: {quoted(text)}"
    if said <= telling_words(claim.text):
        return "only repeats the claim"
    return f"only vouches for itself: {quoted(text)}" if said <= VOUCHING else ""


def _words(text: str) -> int:
    """Words by blanks; a script written without them counts two signs for a word.

    Each word counts twice at most: "because because because because" is two words.
    """
    unspaced = sum("\u3040" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7a3" for sign in text)
    words = normal_text(text).split()
    return min(len(words), 2 * len(set(words))) + unspaced // 2


def _recalled(context: EvaluationContext, facts: list[tuple[int, Claim]]) -> Iterator[Finding]:
    """A fact that is declared several times counts once, so that copies of a checked one thin nothing out."""
    stated: dict[str, bool] = {}
    for _, claim in facts:
        text = normal_text(claim.text)
        stated[text] = stated.get(text, False) or claim.verified is False
    recalled = sum(stated.values())
    limit = context.settings.evidence.max_recalled_share
    if stated and not recalled / len(stated) <= limit:
        are = "is" if recalled == 1 else "are"
        message = f"{recalled} of {len(stated)} facts {are} recalled, not checked; at most {limit:.0%} may be"
        yield _report("EVD007", "/claims", message, "check more of them and set verified to true")


def _unknown_bases(result: AgentResult) -> Iterator[Finding]:
    based = any(claim.based_on for claim in result.claims)
    known = {name for claim in result.claims for name in _names(claim)} if based else set()
    for index, claim in enumerate(result.claims):
        for number, name in enumerate(claim.based_on):
            if key_form(name) not in known:
                where = f"/claims/{index}/based_on/{number}"
                yield _report(
                    "EVD009", where, f"{quoted(name)} is no id or key of a claim here", "name a claim's id or key"
                )


def _undeclared(context: EvaluationContext, stated: list[Sentence]) -> Iterator[Finding]:
    if stated and not context.result.claims:
        message = f"the output states things, such as {quoted(stated[0].text)}, and no claim is declared"
        yield _report("EVD010", "/output", message, DECLARE)
    elif not context.result.claims:
        where, text = next(_weighty(context.result), ("", ""))
        if where:
            message = f"{quoted(text)} is stated, and no claim is declared"
            yield _report("EVD010", where, message, DECLARE)


def _weighty(result: AgentResult) -> Iterator[tuple[str, str]]:
    """Statements with a figure or a comparison of merit in the texts of a JSON output and of what is handed over."""
    for where, text in prose(result):
        read = document(text)
        for sentence in statements(read) if where != "/output" else ():
            if compares(sentence) or any(quantity.unit for quantity in quantities(sentence.plain)):
                yield where, sentence.text


def _undeclared_figures(context: EvaluationContext) -> Iterator[Finding]:
    """One finding for each figure; without any claim or comparison EVD010 says it all."""
    result = context.result
    if not context.settings.evidence.require_declared_figures or not (result.claims or result.comparisons):
        return
    declared = declared_figures(result)
    said: set[object] = set()
    for figure, sentence in stated_figures(document_of(result), context.task.instructions):
        if figure in declared or declared.roughly(figure) or (figure.unit, figure.number) in said:
            continue
        said.add((figure.unit, figure.number))
        if len(said) > MAX_FIGURES:
            return
        message = f"{quoted(figure.text)} in {quoted(sentence.text)} (line {sentence.line}) is declared by no claim"
        hint = (
            "declare it as a fact with its source, or as an inference based_on the facts it is computed from; where it"
            " is rounded, print it as declared, or say about"
        )
        yield _report("EVD011", "/output", message, hint, sentence.line)


def _bare(result: AgentResult, stated: list[Sentence]) -> list[Sentence]:
    """The statements that no claim covers, nor the rationale of one that is no fact; talk of the work needs none."""
    coverage = Coverage(result.claims)
    bare = [one for one in stated if not (coverage.of(one) or is_about_the_work(one))]
    given = [
        Claim(claim.rationale)
        for claim in result.claims
        if claim.kind is not ClaimKind.FACT and canonical(claim.rationale)
    ]
    if not (bare and given):
        return bare
    reasons = Coverage(given)
    return [one for one in bare if not reasons.of(one)]


def _uncovered(context: EvaluationContext, stated: list[Sentence], bare: list[Sentence]) -> Iterator[Finding]:
    minimum, covered = context.settings.evidence.min_coverage, len(stated) - len(bare)
    if not context.result.claims or not stated or covered / len(stated) >= minimum:
        return
    bare = _without_references(context.result, bare)
    count = covered + len(bare)
    if bare and not covered / count >= minimum:
        message = f"the claims cover {covered} of {count} statements of the output, less than {minimum:.0%}"
        hint = f"declare what the others say, such as {quoted(bare[0].text)} (line {bare[0].line})"
        yield _report("EVD014", "/output", message, hint)


def _without_references(result: AgentResult, sentences: list[Sentence]) -> list[Sentence]:
    """The sentences that do not stand in a list of references: its entries state nothing."""
    from dankaro_quality import references  # seldom needed

    lists = references.read(document_of(result))
    return [one for one in sentences if not lists.lists_at(one.start)]


def _names(claim: Claim) -> set[str]:
    """What a claim can be called by in `based_on`."""
    return {key_form(claim.id), key_form(claim.key)} - {""}


def _resting_on(claims: tuple[Claim, ...], bases: Iterable[int]) -> set[int]:
    """The numbers of all claims that rest on one of `bases` through `based_on`, transitively; one walk upwards."""
    users: dict[str, list[int]] = {}
    for index, claim in enumerate(claims):
        for name in claim.based_on:
            users.setdefault(key_form(name), []).append(index)
    reached: set[int] = set()
    waiting = list(bases)
    while waiting:
        for name in _names(claims[waiting.pop()]):
            new = [user for user in users.pop(name, ()) if user not in reached]
            reached.update(new)
            waiting += new
    return reached


def _is_checked(context: EvaluationContext, claim: Claim) -> bool:
    """Verified; where the settings do not ask for the flag, a fact without it is not held against its author."""
    return claim.verified is True or (claim.verified is None and not context.settings.evidence.require_verified)


def _states_figure(claim: Claim) -> bool:
    values = claim.value if isinstance(claim.value, tuple) else (claim.value,)
    texts = [claim.text, *(value for value in values if isinstance(value, str))]
    return any(map(_is_figure, values)) or any(quantity.unit for text in texts for quantity in quantities(text))


def _is_figure(value: object) -> bool:
    """Whether a value is a number or a range, also when it is written as text."""
    form = normal(value)
    return isinstance(form, tuple) and form[0] in ("number", "range")


CHECK = Check("evidence", RULES, SETTINGS, _evaluate, __doc__ or "")

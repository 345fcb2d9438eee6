"""baseline: a comparison says what it was compared with, and one of them is naive.

Why. A policy that beat a plausible alternative by 2.08 times never beat uniform rotation, which reads no input: the
comparison was not wrong, it was incomplete, and the missing baseline turned its meaning round.

Reads. `comparisons`, the claims that state the same effects, and the sentences of `output`.

Fails when
- BAS001: the output compares and no comparison is declared
- BAS002: a comparison names no baseline
- BAS003: comparisons are declared and none is against a naive baseline
- BAS004: a baseline declared naive is neither known nor explained
- BAS005: subject and baseline are the same
- BAS006: a comparison has no metric, or an effect without a figure
- BAS007: a comparison has no sample size, or too small a one
- BAS009: the naive comparison shows no advantage while the output says that the subject is better

Warns when
- BAS008: a comparison names no statistical test
- BAS010: a subject has no naive comparison of its own
- BAS011: the output claims an effect that names nothing it is measured against
- BAS012: a comparison has no source, and no claim states its effect

Does not apply when the result declares no comparison and the output makes none. Where a fact with a source outside
this work covers the sentence, it reports the work of others, and BAS001 and BAS011 are silent.

Cannot see. Whether the comparison was run as described, whether the test fits the data, or whether a baseline that
is explained in words is as simple as they say. Comparisons in other words than those of merit, superlatives, and
goals or conditions are not taken for comparisons.

Example finding. comparisons: none of the comparisons is against a naive baseline; compare with one that reads no
input, such as uniform rotation, the base rate or the last value

To mend. Run the simplest thing that could work (random choice, rotation, the majority class, the last value) on the
same data, and declare it with `baseline_kind` naive beside the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dankaro_quality.canonical import folded
from dankaro_quality.checks import Check, EvaluationContext, error, quoted, reporter, ruling, unfilled, warning
from dankaro_quality.contracts import AgentResult, BaselineKind, ClaimKind, Comparison
from dankaro_quality.effects import SIGNIFICANT, advantage, figures, is_open, p_value
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.lexicon import (
    BASELINE_ARTICLES,
    BASELINE_TAILS,
    BASELINE_VERBS,
    CALLED_NAIVE,
    NAIVE_BASELINES,
    NAMELESS_BASELINE_WORDS,
    NEWEST_BASELINES,
    NO_TEST,
    SYSTEM_TAILS,
)
from dankaro_quality.patterns import compiled
from dankaro_quality.placeholders import telling_words
from dankaro_quality.prose import Sentence
from dankaro_quality.sources import is_outside
from dankaro_quality.statements import (
    Coverage,
    compares,
    content_words,
    document_of,
    effect_without_reference,
    statements,
)
from dankaro_quality.values import Declared, quantities

RULES = (
    error("BAS001", "the output compares and no comparison is declared"),
    error("BAS002", "a comparison names no baseline"),
    error("BAS003", "comparisons are declared and none is against a naive baseline"),
    error("BAS004", "a baseline declared naive is neither known nor explained"),
    error("BAS005", "subject and baseline are the same"),
    error("BAS006", "a comparison has no metric, or an effect without a figure"),
    error("BAS007", "a comparison has no sample size, or too small a one"),
    warning("BAS008", "a comparison names no statistical test"),
    error("BAS009", "the naive comparison shows no advantage while the output says that the subject is better"),
    warning("BAS010", "a subject has no naive comparison of its own"),
    warning("BAS011", "the output claims an effect that names nothing it is measured against"),
    warning("BAS012", "a comparison has no source, and no claim states its effect"),
)
SETTINGS = ("baseline.min_sample_size", "baseline.naive_baselines", "lexicon.comparatives")
MIN_EXPLANATION = 4  # words; fewer only rename the baseline
MIN_CONTENT = 2  # of them words with content: "because it is very simple" explains nothing
OWN_WORK = r"(?i)\b(?:we|our|ours|my|i)\b"
NO_ADVANTAGE = (
    r"(?i)\b(?:not|no|never|neither|nor|n\.s\.|insignificant|worse|behind|loses|lost|fails|failed)\b|n['’]t\b"
    r"|\bp ?= ?0?\.[1-9]"
)
_report = reporter("baseline", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    comparisons = context.result.comparisons
    prose = _prose(context)
    findings = [
        *(finding for index, comparison in enumerate(comparisons) for finding in _named(context, index, comparison)),
        *(finding for index, comparison in enumerate(comparisons) for finding in _measured(context, index, comparison)),
        *_naive(context),
        *_supported(context),
        *prose,
    ]
    naive = sum(comparison.baseline_kind is BaselineKind.NAIVE for comparison in comparisons)
    why_not = "" if comparisons or prose else "no comparison is declared, and the output makes none"
    measures = {"comparisons": len(comparisons), "naive": naive}
    return grade("baseline", findings, len(comparisons), measures=measures, not_applicable=why_not)


def _named(context: EvaluationContext, index: int, comparison: Comparison) -> Iterator[Finding]:
    place = f"/comparisons/{index}"
    known = _is_known(context, comparison.baseline)
    naive = comparison.baseline_kind is BaselineKind.NAIVE
    explained = naive and bool(_words(comparison.baseline)) and _is_explained(context, comparison)
    if not known and not explained and _names_nothing(context, comparison.baseline):
        shown = (
            f"the baseline {quoted(comparison.baseline)} names none"
            if _words(comparison.baseline)
            else "there is no baseline"
        )
        yield _report("BAS002", f"{place}/baseline", shown, "name what it was compared with")
    elif naive and not known and not explained:
        lacking = (
            "its rationale adds too little to the name" if comparison.baseline_rationale.strip() else "not explained"
        )
        message = f"{quoted(comparison.baseline)} is declared naive, but it is no known naive baseline and {lacking}"
        hint = "say in baseline_rationale why it is naive, or add it to [baseline] naive_baselines"
        yield _report("BAS004", f"{place}/baseline", message, hint)
    if _name(comparison.subject) and _name(comparison.subject) == _name(comparison.baseline):
        message = f"{quoted(comparison.subject)} is compared with itself"
        yield _report("BAS005", f"{place}/baseline", message, "compare it with something else")


def _measured(context: EvaluationContext, index: int, comparison: Comparison) -> Iterator[Finding]:
    place = f"/comparisons/{index}"
    minimum = context.settings.baseline.min_sample_size
    if unfilled(comparison.metric, context.settings):
        yield _report("BAS006", f"{place}/metric", "the comparison has no metric", "name what was measured")
    if not figures(comparison.effect):
        shown = (
            f"the effect {quoted(comparison.effect)} has no figure"
            if _words(comparison.effect)
            else "there is no effect"
        )
        yield _report("BAS006", f"{place}/effect", shown, "state the difference or ratio as a figure")
    if comparison.sample_size is None or not comparison.sample_size >= minimum:
        size = (
            "there is no sample size"
            if comparison.sample_size is None
            else f"the sample size is {comparison.sample_size}"
        )
        yield _report("BAS007", f"{place}/sample_size", size, f"state how many were measured, at least {minimum}")
    if not any(_names_test(test, context) for test in comparison.tests):
        yield _report("BAS008", f"{place}/tests", "no statistical test is named", "name the test that was run")


def _naive(context: EvaluationContext) -> Iterator[Finding]:
    comparisons = context.result.comparisons
    covered = {_name(one.subject) for one in comparisons if one.baseline_kind is BaselineKind.NAIVE}
    if comparisons and not covered:
        hint = "compare with one that reads no input, such as uniform rotation, the base rate or the last value"
        yield _report("BAS003", "/comparisons", "none of the comparisons is against a naive baseline", hint)
        return
    for index, comparison in enumerate(comparisons):
        if _name(comparison.subject) not in covered:
            covered.add(_name(comparison.subject))
            message = f"{quoted(comparison.subject)} has no naive comparison of its own"
            yield _report(
                "BAS010", f"/comparisons/{index}/subject", message, "compare it with a naive baseline as well"
            )


def _supported(context: EvaluationContext) -> Iterator[Finding]:
    bare = [
        (index, comparison)
        for index, comparison in enumerate(context.result.comparisons)
        if not ruling(comparison.source, context.settings).accepted
    ]
    if not bare:
        return
    claims = context.result.claims
    stated = Declared(quantity for claim in claims for quantity in quantities(f"{claim.text} {_shown(claim.value)}"))
    for index, comparison in bare:
        if not any(figure in stated for figure in figures(comparison.effect)):
            message = "the comparison has no source, and no claim states its effect"
            yield _report("BAS012", f"/comparisons/{index}/source", message, "say where it was measured")


def _prose(context: EvaluationContext) -> list[Finding]:
    """What the sentences of the output say beyond the declared comparisons."""
    result = context.result
    stated = statements(document_of(result))
    better = [
        (sentence, words) for sentence in stated if (words := compares(sentence, context.settings.lexicon.comparatives))
    ]
    bare = [(sentence, words) for sentence in stated if (words := effect_without_reference(sentence))]
    if not better and not bare:
        return []
    reported = _of_others(context, [sentence for sentence, _ in (*better, *bare)])
    found = []
    if not result.comparisons:
        found += [_undeclared(one, words) for one, words in better if one.start not in reported]
    found += _contradicted(result, better)
    effects = Declared(figure for one in result.comparisons if one.baseline.strip() for figure in figures(one.effect))
    for sentence, words in bare:
        known = any(figure in effects for figure in quantities(sentence.plain))
        if sentence.start not in reported and not known:
            found.append(_unmeasured(sentence, words))
    return found


def _of_others(context: EvaluationContext, sentences: list[Sentence]) -> set[int]:
    """The places of sentences that a fact with a source outside this work covers, and that do not speak of our own."""
    claims = context.result.claims
    coverage = Coverage(claims)
    outside = {
        index
        for index, claim in enumerate(claims)
        if claim.kind is ClaimKind.FACT
        and any(is_outside(ruling(source, context.settings)) for source in claim.sources)
    }
    return {
        sentence.start
        for sentence in sentences
        if outside.intersection(coverage.of(sentence)) and not compiled(OWN_WORK).search(sentence.plain)
    }


def _undeclared(sentence: Sentence, words: str) -> Finding:
    place = f"{quoted(words)} in {quoted(sentence.text)}, line {sentence.line}"
    message = f"the output compares ({place}) and no comparison is declared"
    hint = "declare it in comparisons, with one against a naive baseline"
    return _report("BAS001", "/output", message, hint, sentence.line)


def _unmeasured(sentence: Sentence, words: str) -> Finding:
    message = f"the effect {quoted(words)} (line {sentence.line}) names nothing it is measured against"
    return _report("BAS011", "/output", message, "say against what, or declare it as a comparison", sentence.line)


def _contradicted(result: AgentResult, better: list[tuple[Sentence, str]]) -> Iterator[Finding]:
    """Naive comparisons that show no advantage of a subject of which the output says that it is better."""
    shown = {
        (_words(one.subject), _words(one.metric))
        for one in result.comparisons
        if one.baseline_kind is BaselineKind.NAIVE and not _shows_nothing(one)
    }
    subjects = {content_words(one.subject) for one in result.comparisons}
    for index, one in enumerate(result.comparisons):
        key = (_words(one.subject), _words(one.metric))
        if one.baseline_kind is not BaselineKind.NAIVE or not _shows_nothing(one):
            continue
        named = content_words(one.baseline)
        about = [said for said, words in better if _is_about(said, words, one.subject, subjects)]
        sentence = next((said for said in about if key not in shown or named & content_words(said.plain)), None)
        if sentence is not None and not _admitted(result, one, sentence):
            message = (
                f"against {quoted(one.baseline)} the effect is {quoted(one.effect)}, no advantage, while the output "
                f"says {quoted(sentence.text)} (line {sentence.line})"
            )
            yield _report("BAS009", f"/comparisons/{index}/effect", message, "say what the naive comparison shows")


def _admitted(result: AgentResult, lost: Comparison, better: Sentence) -> bool:
    """Whether another sentence of the output says that the naive comparison shows no advantage."""
    named = content_words(lost.baseline)
    return any(
        named & content_words(one.plain) and compiled(NO_ADVANTAGE).search(one.plain)
        for one in document_of(result).sentences
        if one.start != better.start
    )


def _shows_nothing(comparison: Comparison) -> bool:
    """No advantage, or one that chance explains at the usual level."""
    stated = p_value(comparison)
    return advantage(comparison) is False or is_open(comparison) or (stated is not None and not stated < SIGNIFICANT)


def _is_about(sentence: Sentence, words: str, subject: str, subjects: set[frozenset[str]]) -> bool:
    """Whether a word of the subject stands before the comparing words, or a pronoun where there is one subject only.

    A word that two subjects share ("the graph router", "the greedy router") means the one that is named in full.
    """
    own = content_words(subject)
    before = " ".join(sentence.plain.casefold().replace("’", "'").split()).partition(words)[0]
    if before.split()[:1] in (["it"], ["ours"], ["we"]) and len(subjects) == 1:
        return True
    said = content_words(before)
    another = any(other <= said for other in subjects if other and other != own)
    return bool(own & said) and (own <= said or not another)


def _shown(value: object) -> str:
    return "" if value is None else " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _is_known(context: EvaluationContext, baseline: str) -> bool:
    words = _core(baseline)
    own = {_core(name) for name in context.settings.baseline.naive_baselines}
    return (
        words in KNOWN or _words(baseline) in KNOWN or (bool(words) and words in own) or _described(baseline) in KNOWN
    )


def _described(baseline: str) -> tuple[str, ...]:
    """What brackets behind a name say it is: "control (no change)"."""
    name, bracket, rest = baseline.strip().partition("(")
    return _core(rest[:-1]) if bracket and name.strip() and rest.endswith(")") else ()


def _is_explained(context: EvaluationContext, comparison: Comparison) -> bool:
    rationale, name = comparison.baseline_rationale, set(_words(comparison.baseline))
    if unfilled(rationale, context.settings) or len(set(_words(rationale)) - name) < MIN_EXPLANATION:
        return False
    return len(telling_words(rationale) - name - NAMELESS_BASELINE_WORDS - CALLED_NAIVE) >= MIN_CONTENT


def _names_nothing(context: EvaluationContext, baseline: str) -> bool:
    """Words that fit every baseline name none; nor does a letter or number after them, but a version or a year does."""
    if unfilled(baseline, context.settings):
        return True
    words = [word.removesuffix("'s") for word in _words(baseline)]
    names = [word for word in words if word not in NAMELESS_BASELINE_WORDS and word not in ARTICLES]
    return not any(
        len(word) > 1 and (len(word) == 4 or not word.isdigit()) for word in names
    ) and not _version().search(folded(baseline))


@cache
def _version() -> re.Pattern[str]:
    return re.compile(r"\d\.\d|\b(?:version|release|build|v)\.? ?\d|\b[a-z]&[a-z]\b")


def _names_test(test: str, context: EvaluationContext) -> bool:
    words = _words(test)
    if not words or words[0] in ("no", "not", "none", "without") or unfilled(test, context.settings):
        return False
    return len("".join(words)) > 1 and " ".join(words) not in NO_TEST


def _words(phrase: str) -> tuple[str, ...]:
    """A phrase as words: canonical, lower case, hyphens and punctuation gone."""
    plain = folded(phrase)
    return tuple("".join([sign if sign.isalnum() or sign == "'" else " " for sign in plain]).split())


def _name(phrase: str) -> str:
    """What two names have in common that are one: no case, no article in front, no hyphens or blanks."""
    words = _words(phrase)
    return "".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


def _core(phrase: str) -> tuple[str, ...]:
    """A baseline's name less articles in front and tail nouns at its end: "the naive base-rate model" is base rate."""
    words = list(_words(phrase))
    while words and (words[0] in BASELINE_ARTICLES or (len(words) > 1 and words[0] in BASELINE_VERBS)):
        del words[0]
    whole = tuple(words)
    while len(words) > 1 and words[-1] in BASELINE_TAILS:
        del words[-1]
    # "the latest item" reads no input, "the latest model" is somebody's system
    newest = " ".join(words) in NEWEST_BASELINES
    return whole if newest and any(word in SYSTEM_TAILS for word in whole[len(words) :]) else tuple(words)


ARTICLES = frozenset(("a", "an", "the", "our", "my", "this", "that"))
KNOWN = frozenset(_words(name) for name in NAIVE_BASELINES)

CHECK = Check("baseline", RULES, SETTINGS, _evaluate, __doc__ or "")

"""absolutes: words that leave no room for error stand on something that was verified.

Why. "Completely safe" and "guaranteed to work" end a reader's questions. They may be said of what was checked; over a
claim that nobody verified they cover the gap.

Reads. The statements of `output`, `claims` (text, verified, source).

Warns when
- ADV002: a statement is put absolutely ("beyond doubt", "completely safe", "never fails", "guaranteed to work"), and
  no verified claim with a checkable source says it

Silent in code, quotations, questions and headings, after a negation or a condition ("no system is completely safe",
"if it never fails").

Cannot see. Exaggeration in other words, in other languages, or in figures.

Example finding. output: "completely safe" leaves no room for error, and no verified claim says so; say how sure you are
and why, or verify it

To mend. Say what was observed, on how much, and what was not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dankaro_quality import lexicon
from dankaro_quality.checks import Check, EvaluationContext, quoted, reporter, ruling, warning
from dankaro_quality.contracts import Claim
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.markdown import Kind
from dankaro_quality.prose import Sentence, is_question
from dankaro_quality.reading import output_texts, sentences_with
from dankaro_quality.statements import telling_stems

RULES = (warning("ADV002", "a statement is put absolutely, and no verified claim says it"),)
HINT = "say how sure you are and why, or verify it"
KINDS = (Kind.PARAGRAPH, Kind.LIST, Kind.HTML)
COVERED = 0.5  # of the content words of a sentence, or of the claim, stand in the other
WINDOW = 40  # characters before the words in which a negation or condition governs them
_report = reporter("absolutes", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    claims = context.result.claims
    verified = [telling_stems(claim.text) for claim in claims if _is_verified(context, claim)]
    texts = list(output_texts(context.result))
    said = "\n".join([text for _, text in texts])
    texts += [(f"/claims/{index}/text", claim.text) for index, claim in enumerate(claims) if claim.text not in said]
    findings = [finding for where, text in texts for finding in _in_text(where, text, verified)]
    return grade("absolutes", findings, 1)


def _is_verified(context: EvaluationContext, claim: Claim) -> bool:
    asked = context.settings.evidence.require_verified
    checked = claim.verified is True or (claim.verified is None and not asked)
    return checked and any(ruling(source, context.settings).accepted for source in claim.sources)


def _in_text(where: str, text: str, verified: list[frozenset[str]]) -> Iterator[Finding]:
    for sentence in sentences_with(text, _stems()):
        words = _absolute_words(sentence)
        if words and not any(_covers(claim, telling_stems(sentence.plain)) for claim in verified):
            message = f"{quoted(words)} leaves no room for error, and no verified claim says so"
            yield _report("ADV002", where, message, HINT)
            return  # one remark a text: its author knows the others when this one is understood


def _absolute_words(sentence: Sentence) -> str:
    """The absolute words that a sentence asserts, or nothing."""
    if sentence.kind not in KINDS or is_question(sentence):
        return ""
    for found in _absolute().finditer(sentence.plain):
        if not _is_governed(sentence.plain[: found.start()], found[0]):
            return found[0]
    return ""


def _is_governed(before: str, words: str) -> bool:
    """Whether a negation or a condition stands before the words, in their clause."""
    clause = re.split(r"[,;:()–—]|\bbut\b|\band\b", before[-WINDOW * 3 :])[-1].casefold().replace("’", "'")
    near = clause[-WINDOW:].split()
    denied = [word for word in near if word in lexicon.DENIALS]
    return bool(denied) or not lexicon.SUPPOSING.isdisjoint(clause.split())


def _covers(claim: frozenset[str], sentence: frozenset[str]) -> bool:
    shared = len(claim & sentence)
    return bool(shared) and shared >= COVERED * min(len(claim), len(sentence))


@cache
def _stems() -> tuple[str, ...]:
    degrees = [f"{degree} " for degree in lexicon.ABSOLUTE_DEGREES]
    return (
        *lexicon.ABSOLUTE_CERTAINTY,
        *degrees,
        "always ",
        "never ",
        "guarantee",
        "impossible ",
        "definitely ",
        "certainly ",
        "-free",
    )


@cache
def _absolute() -> re.Pattern[str]:
    certain = _one_of(lexicon.ABSOLUTE_CERTAINTY)
    degrees, qualities = _one_of(lexicon.ABSOLUTE_DEGREES), _one_of(lexicon.ABSOLUTE_QUALITIES)
    always, never = _one_of(lexicon.ABSOLUTE_ALWAYS), _one_of(lexicon.ABSOLUTE_NEVER)
    outcome = _one_of(lexicon.ABSOLUTE_GUARANTEES)
    return re.compile(
        rf"(?<![\w-])(?:{certain}(?! (?:rate|asset|interest|return|bond)s?\b)|{degrees} {qualities}"
        rf"|always {always}|never {never}|guaranteed to {outcome}|guarantees {outcome}"
        r"|guaranteed (?:never to|to never) \w+"
        rf"|will (?:definitely|certainly|undoubtedly|always) {outcome}|(?:is|are) (?:bug|error|defect|flaw)-free"
        rf"|(?:this|it|success|profits?|accuracy|safety) (?:is|are) guaranteed(?=\W*$)"
        r"|impossible (?:for \w+ )?to (?:fail|break|hack|bypass|breach|crack|forge|defeat|get wrong))(?![\w-])",
        re.IGNORECASE,
    )


def _one_of(phrases: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, phrases), key=len, reverse=True)) + ")"


CHECK = Check("absolutes", RULES, ("evidence.require_verified",), _evaluate, __doc__ or "")

"""unproven: work that is reported as done leads to something that shows it.

Why. "All tests pass" is the sentence that ends a review, and the cheapest one to write. A reader who wants to see it
needs the command that was run, the file it wrote or the commit it ran on.

Reads. The statements and headings of `output`, `claims` (text, source, more_sources, verified).

Fails when
- ADV003: the output says that tests, a build or checks pass, and no verified claim about it has a command, file, commit
  or run as its source; or it says "I verified", "has been validated", "deployed the fix to production", and no claim
  about it has a source that can be checked

Silent in code, quotations, tables and questions; about what must, should or will pass; under a condition ("once all
tests pass"); about the work of others ("the auditor verified"); about what happened at a stated time ("was deployed
at 14:05").

Cannot see. Work in other words ("it works now", "fixed"), and whether the command was really run.

Example finding. output: "all tests pass" is reported, and no verified claim says so with a command, file or commit; add
a claim with the command that was run, or its log, as the source

To mend. Declare it: a fact with `"source": "$ pytest -q"` or the log's path, `"verified": true`. What was not run is
said to be not run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from dankaro_quality import lexicon
from dankaro_quality.checks import Check, EvaluationContext, error, quoted, reporter, ruling
from dankaro_quality.contracts import Claim, ClaimKind
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.markdown import Kind
from dankaro_quality.prose import Sentence, is_question
from dankaro_quality.reading import output_texts, sentences_with
from dankaro_quality.statements import telling_stems

RULES = (error("ADV003", "work is reported as done, and nothing a reader can check shows it"),)
KINDS = (Kind.PARAGRAPH, Kind.LIST, Kind.HTML, Kind.HEADING)
RUNS = ("command", "path", "commit", "run", "url", "measurement")  # where the outcome of a test run can be seen
SHARED = 0.34  # of the content words of the sentence stand in the claim
_report = reporter("unproven", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    findings = [
        finding
        for where, text in output_texts(context.result)
        for sentence in sentences_with(text, EVERY_STEM)
        for finding in _in_sentence(context, where, sentence)
    ]
    return grade("unproven", [*dict.fromkeys(findings), *_in_claims(context)], 1)


def _in_sentence(context: EvaluationContext, where: str, sentence: Sentence) -> Iterator[Finding]:
    if sentence.kind not in KINDS or is_question(sentence):
        return
    tests = _asserted(_tests, sentence.plain)
    if tests and not any(_shows_tests(context, claim) for claim in context.result.claims):
        yield _unproven_tests(where, tests)
    for pattern in (_checking, _releasing):
        words = _asserted(pattern, sentence.plain)
        if words and not _is_shown(context, sentence.plain):
            message = f"{quoted(words)} is reported, and no claim about it has a source that can be checked"
            yield _report("ADV003", where, message, "declare what was done as a claim, with where it can be seen")


def _in_claims(context: EvaluationContext) -> Iterator[Finding]:
    """Claims that tests pass, and lead nowhere such a thing can be seen; a missing source is evidence's business."""
    for index, claim in enumerate(context.result.claims):
        said = (_asserted(_tests, sentence.plain) for sentence in sentences_with(claim.text, EVERY_STEM))
        words = next(filter(None, said), "")
        if (
            words
            and not _shows_tests(context, claim)
            and any(ruling(source, context.settings).accepted for source in claim.sources)
        ):
            yield _unproven_tests(f"/claims/{index}", words)


def _unproven_tests(where: str, words: str) -> Finding:
    message = f"{quoted(words)} is reported, and no verified claim says so with a command, file or commit"
    return _report("ADV003", where, message, "add a claim with the command that was run, or its log, as the source")


# What shows it


def _shows_tests(context: EvaluationContext, claim: Claim) -> bool:
    if claim.kind is not ClaimKind.FACT or not _is_checked(context, claim):
        return False
    about = re.search(r"(?i)\b(?:tests?|suite|build|builds|checks?|ci|specs?|lint|linter|pipeline)\b", claim.text)
    return about is not None and not _says_failing(claim.text) and any(kind in RUNS for kind in _kinds(context, claim))


def _says_failing(text: str) -> bool:
    """Whether a claim about tests counts failures, or says that they fail or did not run and not that they pass."""
    lower = text.lower()
    if not any(stem in lower for stem in ("fail", "not ", "n't ", "never ", "no ", "broken", "red")):
        return False
    return bool(_counted_failures().search(lower) or (_failing().search(lower) and not _passing().search(lower)))


@cache
def _counted_failures() -> re.Pattern[str]:
    which = r"(?: of (?:the |them )?\d*)?(?: (?:unit|integration))?(?: (?:tests?|checks?|specs?|cases?))?(?: still)?"
    return re.compile(rf"\b[1-9]\d*{which} (?:fail|failed|fails|failures?)\b(?! (?:before|until|on main|without)\b)")


@cache
def _failing() -> re.Pattern[str]:
    unrun = r"\bno (?:tests?|checks?) (?:were|was|have been) run\b"
    unpassed = r"(?:\bnot|\bnever|n't) (?:\w+ )?(?:run|ran|pass|passed|passing)\b"
    return re.compile(rf"\b(?:fails?|failed|failing|broken|red)\b|{unpassed}|{unrun}")


@cache
def _passing() -> re.Pattern[str]:
    passes = r"(?<!not )(?<!n't )\bpass(?:es|ed|ing)?\b|\bgreen\b|\bsucceed(?:s|ed)?\b"
    return re.compile(rf"{passes}|\b(?:no|0|zero|none|without) (?:\w+ )?fail")


def _is_shown(context: EvaluationContext, plain: str) -> bool:
    """Whether a sourced claim is about what the sentence says was done, or all facts bear out a sweeping one."""
    about = telling_stems(plain) - _verbs()
    sourced = [claim for claim in context.result.claims if _kinds(context, claim)]
    if any(len(about & telling_stems(claim.text)) >= max(1, SHARED * len(about)) for claim in sourced):
        return True
    facts = [claim for claim in context.result.claims if claim.kind is ClaimKind.FACT]
    borne_out = bool(facts) and all(claim in sourced and _is_checked(context, claim) for claim in facts)
    return borne_out and about <= telling_stems(" ".join(lexicon.SWEEPING_OBJECTS))


@cache
def _verbs() -> frozenset[str]:
    return telling_stems(" ".join((*lexicon.CHECKING_WORDS, *lexicon.LOOKING_WORDS, *lexicon.RELEASING_WORDS)))


def _kinds(context: EvaluationContext, claim: Claim) -> list[str]:
    verdicts = [ruling(source, context.settings) for source in claim.sources]
    return [verdict.kind for verdict in verdicts if verdict.accepted]


def _is_checked(context: EvaluationContext, claim: Claim) -> bool:
    return claim.verified is True or (claim.verified is None and not context.settings.evidence.require_verified)


# What is said


def _asserted(pattern: Callable[[], re.Pattern[str]], plain: str) -> str:
    """The words in which a sentence reports work as done, or nothing."""
    plain = " ".join(plain.split())  # marks of emphasis leave gaps
    folded = plain.lower()
    if not all(any(stem in folded for stem in stems) for stems in STEMS[pattern.__name__]):
        return ""
    for found in pattern().finditer(plain):
        if not _is_governed(plain[: found.start()], plain[found.end() :]):
            return found[0].strip()
    return ""


def _is_governed(before: str, after: str) -> bool:
    """Whether a condition, a wish or a negation governs the words: no report, or one of the opposite."""
    clause = re.split(r"[,;:()–—]|\bbut\b", before)[-1].casefold().replace("’", "'").split()
    if not lexicon.SUPPOSING.isdisjoint(clause) or not lexicon.DENIALS.isdisjoint(clause[-4:]):
        return True
    if clause[:1] in (["verify"], ["confirm"], ["check"]):  # an order
        return True
    if clause[-1:] in (["to"], ["so"], ["after"], ["until"], ["that"]) and not _says(clause):
        return True
    return bool(_behind().match(after))


@cache
def _behind() -> re.Pattern[str]:
    """What, behind the words, makes them a condition, or a report of what others did."""
    others = (
        r"by (?:the|an?|our|[A-Z]\w*)|in (?:earlier|previous|prior|other|several|many|clinical|independent)|elsewhere"
    )
    return re.compile(rf"\s*(?:(?:before|once|if|when|unless|only|for (?:years|decades)|{others})\b|[^.;]{{0,60}}\[\d)")


SAYING = ("verified", "confirm", "confirms", "confirmed", "checked", "note", "report", "state", "shows", "showed")


def _says(clause: list[str]) -> bool:
    """ "... verified that all tests pass": the clause in front says that it is so."""
    return any(word in SAYING for word in clause)


KIND = r"(?:(?:unit|integration|regression|end-to-end|e2e|acceptance|existing|new|relevant|automated|single|\d{1,6}) )"
ONE = (  # what passes as one thing
    r"(?:the |our )?(?:full |whole |entire |complete |[a-z-]{3,12} )?(?:test )?suite",
    r"(?:the |our )?(?:CI(?: pipeline| build)?|build|pipeline|workflow|lint(?:er|ing)?|type[- ]check(?:er|ing|s)?)",
    rf"(?:every|each) {KIND}{{0,3}}(?:test|check|spec)",
)
MANY = (
    rf"(?:all|the|\d{{1,6}}|our|both)(?: of)?(?: the| our| my)? ?{KIND}{{0,3}}(?:tests|specs|checks|suites)",
    rf"{KIND}{{0,3}}tests",
)
ELSEWHERE = r"(?! (?:through|by|over|under|as|to|between|along|into|down|up|out|away|from|for)\b)"  # other ways to pass
HAPPENED = (
    rf"(?:passed|succeeded){ELSEWHERE}",
    r"(?:ran|completed|finished) (?:successfully|cleanly|without (?:any )?(?:errors?|failures?))",
)
COUNTED = (
    r"no tests? (?:failures|fail|failed|are failing)",
    r"\d{1,6}/\d{1,6} tests (?:pass|passed|passing)",
    r"\d{1,6} (?:tests? )?passed(?:,| and) (?:0|no|none)",
    r"tests?: (?:all )?(?:green|pass|passed|passing)",
    r"tests?\b[^.;:]{0,40} (?:and|which|they)(?: they)? (?:have )?all pass(?:ed)?",
    r"tests?\b[^.;:]{0,40} and everything (?:now )?(?:passes|passed|is green|succeeded)",
)
ADVERBS = r"(?:[a-z]+ly |also |then |now |already |all |been |just |since ){0,3}"
HAVE = r"(?:'ve|’ve| have)?"
ADVERB = r"[a-z]{3,12}ly"


@cache
def _tests() -> re.Pattern[str]:
    adverb, happened = "(?: now| still| also| all| successfully| currently)?", "|".join(HAPPENED)
    return re.compile(
        rf"\b(?:(?:{'|'.join(ONE)}){adverb} "
        rf"(?:(?:passes|succeeds){ELSEWHERE}|is (?:passing|green)|has passed|{happened})"
        rf"|(?:{'|'.join(MANY)}){adverb} "
        rf"(?:(?:pass|succeed){ELSEWHERE}|(?:are )?(?:now |all )?(?:passing|green)|have (?:all )?passed|{happened})"
        rf"|{'|'.join(COUNTED)})\b",
        re.IGNORECASE,
    )


@cache
def _checking() -> re.Pattern[str]:
    """ "I have checked the links", "we verified", "have been verified", "was carefully verified.", "Verified that"."""
    sure, looked = _one_of(lexicon.CHECKING_WORDS), _one_of((*lexicon.CHECKING_WORDS, *lexicon.LOOKING_WORDS))
    objects = r"(?= (?:that|the|all|every|each|both|this|these|those|it|them|with|against|by|on|\d)\b|\W*$)"
    return re.compile(
        rf"\bI{HAVE} {ADVERBS}{looked}{objects}|\bI{HAVE} [a-z][^.;:]{{0,60}}? and {ADVERBS}{looked}{objects}"
        rf"|\bwe{HAVE} {ADVERBS}{sure}\b|\b(?:has|have) been {ADVERBS}{sure}\b"
        rf"|\b{ADVERB} (?:tested and )?{sure}(?=\W*$| and\b| against\b| by hand\b)"
        rf"|^\W*(?:{ADVERB} )?{sure} (?:that|the|all|every|against|and)\b|^\W*{sure}: [^\W\d]+ [^\W\d]+ "
        rf"|\b(?:was|were|is|are) {ADVERBS}{sure} end[ -]to[ -]end\b"
        rf"|\b(?:all|every|each) (?:[\w'-]+ ){{0,3}}?{_one_of(lexicon.CHECKED_THINGS)}"
        rf" (?:(?:was|were|is|are|has been|have been) )?{ADVERBS}{sure}\b"
        rf"|\beverything (?:has been|was|is) {ADVERBS}{looked}\b|^\W*tested and (?:working|verified|confirmed)\b",
        re.IGNORECASE,
    )


@cache
def _releasing() -> re.Pattern[str]:
    """ "I have deployed the fix", "Merged the pull request", "the service has been rolled out"."""
    verb, thing = _one_of(lexicon.RELEASING_WORDS), rf"\b{_one_of(lexicon.RELEASED_THINGS)}"
    determiner = r"(?:the|a|an|this|that|all|our|my|your|both|it|them|to|into|v?\d[\w.]*|#\d+)(?: [\w./#'’-]+){0,5}?"
    numbered = r"(?=(?:PR|MR|commit|version) #?\d)"
    place = (
        r"(?:to|into|in|on) (?:the )?(?:production|prod|staging|main|master|live|cluster|servers?|app store|PyPI|npm)"
    )
    version, been = r"(?: v?\d[\w.]*)?", r"(?:has|have) (?:now |already )?been"
    return re.compile(
        rf"\b(?:I|we){HAVE} {ADVERBS}{verb} (?:{determiner} ?)?{thing}\b"
        rf"|(?:^\W*(?:and |then )?|\band )(?:successfully )?{verb} (?:{determiner} ?|{numbered}){thing}\b"
        rf"|{thing}{version} (?:{been} |is now )?(?:successfully )?{verb}(?: successfully)? {place}\b"
        rf"|{thing}{version} {been} {ADVERBS}(?:deployed|redeployed|rolled out)\b"
        rf"|\b(?:migrations?|deployment|rollout|upgrade|rollback) (?:has |have )?(?:ran|run|completed|finished)"
        rf" (?:successfully|cleanly|without (?:any )?(?:errors?|problems?|incident))"
        rf"|\b(?:fix|hotfix|patch|changes?|deployment|migration) (?:is|are) (?:now )?live\b",
        re.IGNORECASE,
    )


# For each pattern, lists of which one word each stands in every match; looked for first, at next to no cost.
STEMS = {
    "_tests": (
        ("test", "suite", "build", "ci", "spec", "check", "pipeline", "workflow", "lint", " passed"),
        ("pass", "green", "succe", "cleanly", "without", "failures", "fail"),
    ),
    "_checking": ((*lexicon.CHECKING_WORDS, *lexicon.LOOKING_WORDS),),
    "_releasing": (
        (*lexicon.RELEASING_WORDS, "live", " successfully", " cleanly", " without "),
        (*lexicon.RELEASED_THINGS, "deployment", "rollout", "upgrade", "rollback"),
    ),
}
EVERY_STEM = tuple(dict.fromkeys((*STEMS["_tests"][1], *STEMS["_checking"][0], *STEMS["_releasing"][0])))


def _one_of(phrases: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, phrases), key=len, reverse=True)) + ")"


CHECK = Check("unproven", RULES, ("evidence.require_verified",), _evaluate, __doc__ or "")

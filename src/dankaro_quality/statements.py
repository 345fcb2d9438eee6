"""What an output states: its statements, its figures, its comparisons of merit and its effects.

Read by the gates that hold the output against what is declared. Everything works on sentences whose code, quotations
and addresses are masked (prose.py); where text cannot decide, nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from dankaro_quality import lexicon
from dankaro_quality.canonical import canonical
from dankaro_quality.contracts import AgentResult, Claim
from dankaro_quality.markdown import Kind
from dankaro_quality.patterns import compiled
from dankaro_quality.prose import Document, Sentence, is_statement
from dankaro_quality.reading import KEPT, document
from dankaro_quality.values import Declared, Quantity, figures, quantities
from dankaro_quality.values.quantity import months

FIGURE_KINDS = (Kind.PARAGRAPH, Kind.LIST, Kind.HTML)
COMMON = 50  # claims; a word in more of them says nothing about which one covers a sentence
MIN_SHARED = 2  # content words that a claim and a sentence share at least
MIN_OVERLAP = 0.5  # of the content words of the shorter one
MERIT_HINTS = (
    "than",
    "outp",
    "outc",
    "outs",
    "surpass",
    "superior",
    "improv",
    "against",
    "exceed",
    "edge over",
    "beat",
    "x as ",
    "× as ",
    "times as ",
    "twice as ",
)
TOLD_HINTS = ("compared ", "half the ", "beat ", "wins ", "won ")
EFFECT_HINTS = ("%", "percent", "x", "×", "-fold")
PART_UNITS = ("kg", "m", "m2", "m3")  # what parts and ingredients are measured in
MAX_PART_WORDS, MAX_PART = 8, 400  # and characters
MIN_QUOTED = 4  # words of a passage that says a sentence; a word or two stand in every text
LEVEL = r"(?i) ?(?:confidence|credible|prediction|CIs?\b|quantile)"  # "95% confidence": how it was reckoned, no finding
SPELLED = ("percent", "per cent", "dollar", "euro", "pounds sterling")  # amounts in words all the same
MAX_LABEL_WORDS = 3
LONG_WORD = 4  # letters; shorter words are grammar


def document_of(result: AgentResult) -> Document:
    """The output of a result as a document; one that is JSON is data and states nothing."""
    return document(result.output) if isinstance(result.output, str) else Document("", is_data=True)


def statements(document: Document) -> list[Sentence]:
    """The declarative sentences outside code, tables, headings, quotations, questions, greetings and instructions."""
    return list(_statements(document.text))


@lru_cache(KEPT)
def _statements(text: str) -> tuple[Sentence, ...]:
    """Three gates ask for those of one output."""
    return tuple([one for one in document(text).sentences if is_statement(one) and not _is_instruction(one)])


def stated_figures(document: Document, instructions: str = "") -> Iterator[tuple[Quantity, Sentence]]:
    """The percentages, sums of money, multiples, p-values and quantities with a unit that an output states.

    What the task's instructions say already is not the output's to declare.
    """
    given = Declared(quantities(instructions))
    for sentence in document.sentences:
        if sentence.kind in FIGURE_KINDS and not _is_criterion(sentence) and not _is_instruction(sentence):
            shown = _rendered(sentence)
            for figure in quantities(shown):
                stated = figure.unit and _is_measured(figure.text) and not _is_part(figure, sentence)
                if stated and figure.unit == "%" and compiled(LEVEL).match(shown, figure.end):
                    continue
                if stated and figure not in given:
                    yield figure, sentence


def _is_instruction(sentence: Sentence) -> bool:
    """Whether a sentence tells the reader what to do ("Heat the oven to 180 °C."): it states nothing that was found."""
    words = sentence.plain.casefold().split(None, 3)
    first = words[0].strip(".,:;*_") if words else ""
    if first in lexicon.BEFORE_IMPERATIVES and len(words) > 1:
        first = words[1].strip(".,:;*_")
    return first in lexicon.IMPERATIVES or _asks(sentence.plain)


def _asks(plain: str) -> bool:
    """Whether a sentence asks its reader for something, also behind a label: "Next step: please confirm the slot"."""
    label, colon, rest = plain.casefold().partition(":")
    words = (rest if colon and len(label.split()) <= MAX_LABEL_WORDS else plain.casefold()).strip(" *_").split(None, 2)
    return len(words) > 1 and words[0] == "please" and words[1] in lexicon.ASKED | lexicon.IMPERATIVES


def is_about_the_work(sentence: Sentence) -> bool:
    """Whether a sentence says what its author could not or did not do, or what is handed over: no claim is due."""
    plain = sentence.plain.casefold().replace("’", "'")
    return any(hint in plain for hint in ("not ", "n't ", "attached", "enclosed")) and bool(_of_work().search(plain))


@cache
def _of_work() -> re.Pattern[str]:
    return re.compile(
        r"^\W*(?:unfortunately,? )?(?:i|we) (?:can ?not|can't|(?:could|did|do|have|had|am|are|was|were)(?: not|n't))\b"
        r"|\b(?:is|are) (?:attached|enclosed)\W*$|^\W*(?:attached|enclosed) (?:is|are|please)\b"
    )


def _rendered(sentence: Sentence) -> str:
    """What a reader sees: where marks of emphasis or tags stood, there is no gap between a figure and its unit."""
    marked = "*" in sentence.text or "<" in sentence.text or "&" in sentence.text or "\\" in sentence.text
    return compiled(r"(?<=\S) {2,}(?=\S)|(?<=[$€£]) {1,}(?=\d)").sub(" ", sentence.plain) if marked else sentence.plain


def _is_part(figure: Quantity, sentence: Sentence) -> bool:
    """Whether a list item is an amount of something ("200 g flour"): a list of parts, not of findings."""
    if sentence.kind is not Kind.LIST or figure.unit not in PART_UNITS or len(sentence.plain) > MAX_PART:
        return False
    short = len(sentence.plain.split()) <= MAX_PART_WORDS and not sentence.plain.rstrip().endswith(".")
    return short and not sentence.plain[: figure.start].strip()


def _is_criterion(sentence: Sentence) -> bool:
    """Whether a sentence quotes a rule that results are held against ("Acceptance criterion: p < 0.01")."""
    label, colon, _ = sentence.plain[:60].casefold().partition(":")
    return bool(colon) and any(word in lexicon.CRITERIA for word in label.split())


def _is_measured(text: str) -> bool:
    """Whether a figure is stated as one: in digits, as a percentage or sum in words, and not as an adjective.

    Adjectives are "twice", "a third", "a 5-minute walk".
    """
    number, hyphen, unit = text.rpartition("-")
    if any(word in text.lower() for word in SPELLED) and not text.lower().startswith(("a ", "hundred", "one hundred")):
        return True
    return any(map(str.isdigit, text)) and not (hyphen and number[-1:].isdigit() and unit.isalpha())


def declared_figures(result: AgentResult) -> Declared:
    """Every figure that a claim's text or value, or a comparison, declares."""
    found: list[Quantity] = []
    for claim in result.claims:
        found += quantities(claim.text)
        found += figures(claim.value)
    for comparison in result.comparisons:
        for text in (comparison.subject, comparison.baseline, comparison.metric, comparison.effect, *comparison.tests):
            found += quantities(text)
        if comparison.p_value is not None:
            found += figures(comparison.p_value)
    return Declared(found)


def compares(sentence: Sentence, more: tuple[str, ...] = ()) -> str:
    """The words by which a sentence says that one thing is better or worse than another; empty when it does not.

    Goals, conditions, negations ("no better than") and thresholds ("faster than 5 ms") are no comparisons of merit.
    """
    plain = sentence.plain.casefold().replace("’", "'")
    patterns = [_merit()] if any(hint in plain for hint in MERIT_HINTS) else []  # compiling it costs 2 ms
    patterns += [_told()] if any(hint in plain for hint in TOLD_HINTS) else []
    for pattern in [*patterns, _phrases(more)] if more else patterns:
        for found in pattern.finditer(plain):
            if not _is_held_back(plain[: found.start()]):
                return " ".join(found[0].split())
    return ""


def effect_without_reference(sentence: Sentence) -> str:
    """The words by which a sentence claims an effect ("cuts errors by 35%") and names nothing to measure it by."""
    plain = sentence.plain.casefold().replace("’", "'")
    if not any(hint in plain for hint in EFFECT_HINTS) or _references().search(plain):
        return ""
    for found in _effect().finditer(plain):
        before = plain[: found.start()]
        imperative = not any(map(str.isalnum, before)) and found.group("verb") in _base_forms()
        if not imperative and not _is_held_back(before) and not before.rstrip().endswith(" to"):
            return " ".join(found[0].split())
    return ""


class Coverage:
    """Which claims cover a sentence: they share a figure and a word, or most of their content words, or a quote."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self.words: list[frozenset[str]] = []
        self.figures: list[Declared] = []
        self.quotes: list[tuple[int, str]] = []
        self.bearing: dict[str, list[int]] = {}
        for index, claim in enumerate(claims):
            words = content_words(claim.text)
            self.words.append(words)
            self.figures.append(Declared([*quantities(claim.text), *figures(claim.value)]))
            quote = _folded(claim.quote)
            if len(quote.split()) >= MIN_QUOTED or (quote and not quote.isascii()):
                self.quotes.append((index, quote))
            for word in words:
                self.bearing.setdefault(word, []).append(index)

    def of(self, sentence: Sentence) -> list[int]:
        """The numbers of the claims that cover a sentence, in order."""
        words = content_words(sentence.plain)
        shared: dict[int, int] = {}
        for word in words:
            bearing = self.bearing.get(word, ())
            if len(bearing) <= COMMON:
                for index in bearing:
                    shared[index] = shared.get(index, 0) + 1
        stated = quantities(sentence.plain)
        folded = _folded(sentence.text) if self.quotes else ""
        covering = [index for index, count in shared.items() if self._covers(index, count, words, stated)]
        quoting = [index for index, quote in self.quotes if quote in folded or folded in quote]
        return sorted({*covering, *quoting})

    def _covers(self, index: int, count: int, words: frozenset[str], stated: list[Quantity]) -> bool:
        shorter = min(len(words), len(self.words[index]))
        if count >= min(MIN_SHARED, shorter) and count >= MIN_OVERLAP * shorter:
            return True
        return bool(stated) and any(figure in self.figures[index] for figure in stated)


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry content, abbreviations among them.

    They are cut to their stems' first letters, so that "measured" meets "measures".
    """
    return _content_words(text)


@lru_cache(maxsize=4096)
def _content_words(text: str) -> frozenset[str]:
    words = re.findall(r"\w+", canonical(text[:20_000]))
    return frozenset(
        word.casefold().rstrip("s")[:6]
        for word in words
        if (len(word) >= LONG_WORD and not word.isdigit()) or (len(word) > 1 and word.isupper() and word.isalpha())
    )


def telling_stems(text: str) -> frozenset[str]:
    """The content words less those of grammar: what is left says what a sentence is about."""
    return content_words(text) - _grammar()


@cache
def _grammar() -> frozenset[str]:
    return content_words(" ".join(lexicon.FUNCTION_WORDS))


def _folded(text: str) -> str:
    return " ".join(canonical(text[:20_000]).casefold().split()).strip(" .")


def _is_held_back(before: str) -> bool:
    """Whether what stands before a comparison or effect in its clause makes it a goal, a condition or a denial."""
    clause = compiled(r"\bnot (?:only|just|merely)\b|\b(?:there is |there's )?no (?:doubt|question)\b|\bin may\b").sub(
        "", re.split(r"[;:,]", before)[-1]
    )
    return bool(_wishes().search(clause) or _negated().search(clause[-40:]))


@cache
def _merit() -> re.Pattern[str]:
    adjectives = _alternatives(lexicon.MERIT_ADJECTIVES)
    amounts, nouns = _alternatives(lexicon.MERIT_AMOUNTS), _alternatives(lexicon.MERIT_NOUNS)
    limits = rf"(?:the|our|its|a|any)\s+(?:\w+\s+)?(?:{_alternatives(lexicon.LIMITS)})\b"
    past_a_mark = r"(?!(?:(?<=surpass)|(?<=surpasses)|(?<=surpassed)|(?<=surpassing))\s+[\d$€£])"  # "surpassed 5,000"
    season = r"in\s+(?:the\s+past\b|(?:early|mid|late)\b|spring\b|summer\b|autumn\b|winter\b|\d{4}\b|"
    season += rf"(?:{_alternatives(tuple(months()))})\b)"
    rival = rf"than\s+(?!(?:{_alternatives(lexicon.NO_RIVAL)})\b|{limits}|{season}|[\d$€£])"
    return re.compile(
        rf"\b(?:{'|'.join(lexicon.MERIT_VERBS)})\b{past_a_mark}"
        rf"|(?<!the )(?<!heart )\bbeats\s+(?!per\b)"
        rf"|\bbeat\s+(?:the\s+|our\s+|every\s+|all\s+)?(?:baselines?|alternatives?|competit\w+|rivals?|previous\s+\w+)\b"
        rf"|\b(?:{adjectives})\s+(?!to\b|not\b|off\b|safe\b|late\b)(?:\w+\s+){{0,2}}?{rival}"
        rf"|\b(?:{amounts})\s+(?:\w+\s+)?(?:{nouns})\s+{rival}"
        rf"|\b(?:twice|\d[\d.,]*\s?(?:x|×|times))\s+as\s+\w+\s+as\s+(?![\d$€£])"
        rf"|\d[\d.,]*\s?(?:x|×|times|-fold|%)\s+(?:faster|better|cheaper|more\s+\w+|higher|lower|fewer|less)\s+{rival}"
    )


@cache
def _told() -> re.Pattern[str]:
    """Comparisons told without "than": a rival in front, half the cost of it, games won against it."""
    adjectives, nouns = _alternatives(lexicon.MERIT_ADJECTIVES), _alternatives(lexicon.MERIT_NOUNS)
    earlier = r"(?:the\s+)?(?:last|previous|prior|same)\s+(?:year|month|week|quarter|period)|\w*\d{4}\b|q\d|what\b"
    return re.compile(
        rf"\bcompared\s+(?:with|to)\s+(?!{earlier})[^.;:,]{{1,50}},\s+[^.;:]{{1,40}}?"
        rf"\b(?:(?:is|are|was|were|runs?|works?|performs?|scores?)\s+(?:\w+\s+)?(?:{adjectives})"
        rf"|(?:{_alternatives(lexicon.MERIT_AMOUNTS)})\s+(?:{nouns}))\b"
        r"|\b(?:in|for|at|uses|needs|takes)\s+(?:about\s+)?half\s+the\s+"
        r"(?:time|cost|costs|memory|energy|effort|price|space)\s+of\s+(?!that\b)"
        r"|\b(?:wins|won)\s+\d+\s+(?:out\s+)?of\s+\d+\s+(?:\w+\s+){0,2}against\b"
        r"|\bbeat\s+(?:the\s+)?[a-z]+-?\d[\w.]*\b"
    )


@cache
def _effect() -> re.Pattern[str]:
    hedge = r"(?:about\s|around\s|nearly\s|up\sto\s|more\sthan\s|at\sleast\s|over\s|~\s?)?"
    amount = rf"{hedge}\d[\d.,]*\s?(?:%|percent|x\b|×|-fold)"
    return re.compile(
        rf"\b(?P<verb>{_alternatives(lexicon.EFFECT_VERBS)})\b\s+(?!by\b)[^.;:!?]{{1,60}}?\bby\s+{amount}"
        rf"|(?<![\w.,])[+−]\s?\d[\d.,]*\s?%\s+(?=[a-z]{{4}})(?!points\b)\w+"
    )


@cache
def _references() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_alternatives(lexicon.EFFECT_REFERENCES)})\b")


@cache
def _wishes() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_alternatives(lexicon.WISHES)})\b")


@cache
def _negated() -> re.Pattern[str]:
    return re.compile(rf"(?:\b(?:{_alternatives(lexicon.NEGATIONS)})|n't)\s+(?:\w+\s+){{0,3}}$")


@cache
def _base_forms() -> frozenset[str]:
    """The verbs of effect as they stand in an instruction: "reduce the heat by half"."""
    return frozenset(verb for verb in lexicon.EFFECT_VERBS if not verb.endswith(("s", "ed", "ing")))


@lru_cache(maxsize=8)
def _phrases(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_alternatives(tuple(phrase.casefold() for phrase in phrases))})\b")


def _alternatives(phrases: Iterable[str]) -> str:
    """Phrases as one pattern, the longest first, blanks of any width."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in ordered)

"""placeholders: nothing is left in that was meant to be filled in later.

Why. A draft goes out with "TBD" where the date should stand, and its reader has to guess whether nobody knows or
nobody looked.

Reads. `output`, `claims` (text, rationale) and the content of deliverables that people read, sentence by sentence and
cell by cell.

Fails when
- ADV001: a placeholder was left in: a note to oneself ("TODO: add the figures"), TBD as a value, lorem ipsum, a bracket
  that asks to be filled ("[Your name]", "<insert date>"), a figure of X's, an unfilled "{{field}}"

Does not apply when the task asks for a template.

Cannot see. A placeholder that reads like content ("John Doe", 12345), a field in single braces, a bare `<name>`,
question marks for a value, the word in lower case or in a comment.
Silent, because they talk about placeholders: code, quotations, headings, a "TODO:" that introduces a list of open
tasks, a sentence that tells its reader what to replace.

Example finding. output: "TODO: add the totals" was left in; fill it in, or say in a sentence what is not known

To mend. Put the value there. What nobody knows yet is said in a sentence: "The date is not fixed yet."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dankaro_quality.checks import Check, EvaluationContext, error, quoted, reporter
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.lexicon import (
    ABOUT_FILLING,
    IMPERATIVES,
    SPOKEN_OF,
    UNFILLED_NAMES,
    UNFILLED_NOTES,
    UNFILLED_VALUES,
)
from dankaro_quality.markdown import Kind
from dankaro_quality.prose import Document, Sentence
from dankaro_quality.reading import document, prose

RULES = (error("ADV001", "a placeholder was left in"),)
HINT = "fill it in, or say in a sentence what is not known"
AROUND = " :=([|–—-"  # signs before a value
NOTED = (
    "ask",
    "confirm",
    "decide",
    "describe",
    "document",
    "explain",
    "find",
    "finish",
    "fix",
    "get",
    "review",
    "test",
    "update",
    "verify",
)
SHOWN = 40  # characters of a note to oneself; it names what is missing
_report = reporter("placeholders", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    asked = context.task.instructions.casefold()
    places = [] if "template" in asked or "placeholder" in asked else list(prose(context.result))
    findings = [finding for where, text in places for finding in _in_text(where, text)]
    return grade("placeholders", findings, 1)


def _in_text(where: str, text: str) -> Iterator[Finding]:
    found = list(dict.fromkeys(_placeholders(text)))
    if found:
        more = f", and {len(found) - 1} more," if len(found) > 1 else ""
        verb = "were" if more else "was"
        yield _report("ADV001", where, f"{quoted(found[0])}{more} {verb} left in", HINT)


def _placeholders(text: str) -> Iterator[str]:
    if not _may_hold_one(text):
        return
    # "<insert name>" is a tag to Markdown and would be masked; other brackets of the same width are text.
    read = document(_rx(rf"(?<!\w)<({_REQUEST}|{_WORDS})>").sub("\u2039\\1\u203a", text))
    for sentence in read.sentences:
        if sentence.kind not in (Kind.QUOTE, Kind.HEADING):
            for found in _in_sentence(read, sentence):
                yield found.translate(_BACK)
    for block in read.blocks:
        if block.kind is Kind.TABLE:
            yield from _in_table(text[block.start : block.end])


def _in_sentence(read: Document, sentence: Sentence) -> Iterator[str]:
    plain = sentence.plain
    note = _rx(_NOTE).search(plain)
    if note and not _introduces_list(read, sentence, note.end()):
        yield sentence.text[note.start() :][:SHOWN].split("\n")[0].rstrip()
    for pattern in (_VALUE, _LAST, _FIGURE, _LOREM, _SLOT, _FIELD, _LABELLED):
        for found in _rx(pattern).finditer(plain):
            if not _is_about_filling(plain[: found.start()] + plain[found.end() :]):
                yield found[0].strip(AROUND if pattern == _VALUE else "")
    for found in _rx(r"\[([A-Z][A-Za-z' ]{2,30})\]").finditer(plain):
        if found[1].casefold() in UNFILLED_NAMES and not _is_reference(read, found[1]) and not _is_about_filling(plain):
            yield found[0]


def _is_reference(read: Document, label: str) -> bool:
    return f"\n[{label}]:".casefold() in read.text.casefold()


def _introduces_list(read: Document, sentence: Sentence, end: int) -> bool:
    """Whether the note is followed by a list: what is open is said there, item by item."""
    if sentence.plain[end:].strip(" *_"):
        return False
    following = (block for block in read.blocks if block.start >= sentence.end)
    return next((block.kind for block in following), None) is Kind.LIST


def _in_table(table: str) -> Iterator[str]:
    for cell in table.replace("\n", "|").split("|"):
        bare = cell.strip(" *_?>")
        if bare in UNFILLED_VALUES or _rx(_SLOT).fullmatch(bare):
            yield bare


def _is_about_filling(plain: str) -> bool:
    folded = plain.casefold()
    return (
        any(phrase in folded for phrase in ABOUT_FILLING)
        and _rx(rf"\b(?:{'|'.join(ABOUT_FILLING)})\b").search(folded) is not None
    )


_BACK = {0x2039: "<", 0x203A: ">"}
_VALUES = "|".join(UNFILLED_VALUES)
_WORDS = "|".join((*UNFILLED_VALUES, *UNFILLED_NOTES))
_VAGUE = r"(?:a|an|the|your|more|any|relevant|specific|details?|figures?|numbers?)"
_REQUEST = (
    r"(?i:insert [a-z]|your [a-z]|placeholder\b|fill in\b|to be (?:added|determined|confirmed|completed|filled)\b"
    rf"|(?:citation|source|reference)s? needed|(?:add|enter|provide|specify|describe|include) {_VAGUE}\b)"
    "[^<>\\[\\]\n\u2039\u203a]{0,80}"
)
_NOTE = (
    rf"(?<![\w-])(?:{'|'.join(UNFILLED_NOTES)}|XXX)(?:\s?\([^()\n]{{1,40}}\))?\s?:(?!\w)"
    rf"|^\W*(?:{'|'.join(UNFILLED_VALUES)})\s?:(?!\w|\s*to be\b)"
    rf"|^\W*(?:{'|'.join(UNFILLED_NOTES)})\s+[-–—]\s+(?=\w)"
    rf"|^\W*(?:{'|'.join(UNFILLED_NOTES)})\s+(?=(?:{'|'.join(sorted({*IMPERATIVES, *NOTED}))})\s)"
)
_STOP = r"[)\].,;|!?*_](?!\w)|$"
_WAITING = r"(?:by|until|at|after|pending|once|when)"
_VALUE = rf"(?:^[\W_]*|[:=(\[–—|]\s*|\s-\s+)(?:{_WORDS})(?=\s*(?:{_STOP})|\s+{_WAITING}\b)"
# At the end of a clause, and not as a word that is spoken of: "marked TBD", "those with TBD".
_SPOKEN_OF = "".join([rf"(?<!\b{word} )" for word in SPOKEN_OF])
_LAST = rf"{_SPOKEN_OF}(?<=[a-z] )(?:{_VALUES})(?=\s*(?:{_STOP}))"
_LABELLED = (
    r":\s*\[(?:name|email|e-mail|phone|link|url|date|signature|address|amount|number|title|price|city)\](?=\W*$)"
)
_MONEY = r"(?:EUR|USD|GBP|CHF|JPY|euros?|dollars?|pounds|percent|per cent)"
_FIGURE = (
    rf"(?<![\w?])(?:X{{2,9}}|_{{2,20}})\s?(?:{_MONEY}\b|%|€)"
    r"|[$€£]\s?(?:X{2,9}\b|_{3,20})|\bX{1,3}(?:,XXX)+\b|\bX{2,9}(?:[.,]X{1,9})?\s?%"
)
_LOREM = r"(?i:\blorem ipsum dolor\b|^\W*lorem ipsum\W*$)"
_SLOT = (
    rf"[\[\u2039]\s?{_REQUEST}[\]\u203a]|(?i:\(insert (?:[a-z]+ ){{1,6}}here\))"
    rf"|[\[\u2039](?:{_WORDS})\b[^\[\]\n]{{0,80}}[\]\u203a]"
)
_FIELD = r"(?<!\$)\{\{\s?[A-Za-z_][\w.]{1,40}\s?\}\}"
# One of these, or a bracket that may ask for something, stands in every text with a placeholder.
_SIGNS = (*UNFILLED_VALUES, *UNFILLED_NOTES, "XX", "__", "{{", "orem ipsum", "OREM IPSUM", "nsert ", ": [")
_BRACKETS = (("[", rf"\[\s?(?:[A-Z][A-Za-z' ]{{2,30}}\]|{_REQUEST})"), ("<", rf"<{_REQUEST}"))


def _may_hold_one(text: str) -> bool:
    if any(sign in text for sign in _SIGNS):
        return True
    return any(bracket in text and _rx(pattern).search(text) for bracket, pattern in _BRACKETS)


@cache
def _rx(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


CHECK = Check("placeholders", RULES, (), _evaluate, __doc__ or "")

r"""The trigger language of failure modes.

- a phrase: matched on word boundaries, whatever its case, any run of blanks equal; ignored in a quotation, and where a
  negation stands before it in the same clause ("no errors were found");
- `re:PATTERN`: a regular expression (case ignored, `^` and `$` at lines), neither negation nor quotation heeded;
- `struct:NAME`: a built-in structural check (see `structure`).

A pattern that can take any number of characters sees the text in windows of `WINDOW` characters, cut at line ends:
Python's matcher has no time limit, and time that grows with the square of the text is bearable only on short ones.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from re import _parser  # type: ignore[attr-defined]  # as the lint of watch patterns does, whose tests pin it

from dankaro_quality.canonical import canonical
from dankaro_quality.lexicon import STEP_NEGATIONS
from dankaro_quality.watching.lint import unsafe
from dankaro_quality.workflow import masking, structure
from dankaro_quality.workflow.outputs import examined

WINDOW = 1_000
BOUNDED = 5_000  # a pattern that cannot take more characters than this sees the whole text
NEGATION_REACH = 40  # characters before a phrase: further away a negation rarely belongs to it
MIN_PHRASE = 3  # shorter phrases stand in every text

Span = tuple[int, int]


def problem(trigger: str) -> str:
    """What is wrong with a trigger, or ""."""
    kind, _, rest = trigger.partition(":")
    if kind == "re":
        return f"the pattern cannot be used: {unsafe(rest)}" if rest and unsafe(rest) else "" if rest else "it is empty"
    if kind == "struct":
        known = ", ".join(structure.CHECKS)
        return "" if rest in structure.CHECKS else f"there is no structural check {rest!r}; known are {known}"
    if not trigger.strip():
        return "it is empty, and would stand in every text"
    if len(trigger.strip()) < MIN_PHRASE:
        return f"it is shorter than {MIN_PHRASE} characters; write a longer phrase, or re:PATTERN"
    return ""


class View:
    """One output as triggers see it: head and tail by scope, the whole for its structure, and the history.

    `history` holds the fingerprints of earlier outputs of the run.
    """

    def __init__(self, text: str, history: Collection[str] = ()) -> None:
        self.whole, self.history = text, history
        self.raw = raw = examined(text)[0]
        self.text = raw if raw.isascii() else "\n".join([canonical(line) for line in raw.split("\n")])
        self._parts: dict[tuple[str, bool], str] = {}

    def part(self, scope: str, quotations: bool) -> str:
        """The part of the text that `scope` names, with or without what is quoted."""
        key = (scope, quotations)
        if key not in self._parts:
            self._parts[key] = self._cut(scope, quotations)
        return self._parts[key]

    def in_text(self, span: Span) -> Span:
        """The place in `text` of a place in `raw`: both have the same lines."""
        return self._in_text(span[0]), self._in_text(span[1])

    def _in_text(self, at: int) -> int:
        before = self.raw[:at].split("\n")
        begins = sum(len(line) + 1 for line in self.text.split("\n")[: len(before) - 1])
        return begins + len(canonical(before[-1]))

    def _cut(self, scope: str, quotations: bool) -> str:
        if scope == "prose":
            return masking.prose(self.text)
        text = masking.code(self.text) if scope == "code" else self.text
        return text if quotations or scope == "code" else masking.unquoted(text)


def find(trigger: str, view: View, scope: str = "all") -> Span | None:
    """Where a trigger first matches in an output, or None."""
    kind, _, rest = trigger.partition(":")
    if kind == "struct":
        return structure.CHECKS[rest](view.whole, view.history)
    if kind == "re":
        found = _search(_pattern(rest), view.part(scope, quotations=True))
        hidden = found is None and scope == "all" and view.raw != view.text
        unseen = _search(_pattern(rest), view.raw) if hidden else None  # what nobody sees is matched where it stands
        return view.in_text(unseen) if unseen else found
    return _phrase(trigger, view.part(scope, quotations=False))


def _search(pattern: re.Pattern[str], text: str) -> Span | None:
    for start, end in _windows(text) if unbounded(pattern.pattern) else ((0, len(text)),):
        match = pattern.search(text, start, end)
        if match is not None:
            return match.span()
    return None


def _windows(text: str) -> list[Span]:
    if len(text) <= WINDOW:
        return [(0, len(text))]
    return list(_cut_windows(text))


@lru_cache(1 << 12)
def unbounded(pattern: str) -> bool:
    """Whether a pattern can take any number of characters, and so is looked for in windows."""
    return int(_parser.parse(pattern).getwidth()[1]) > BOUNDED


@lru_cache(8)  # every pattern of a library asks for the windows of the same text
def _cut_windows(text: str) -> tuple[Span, ...]:
    spans, start = [], 0
    while start < len(text):
        end = min(start + WINDOW, len(text))
        line = text.rfind("\n", start + WINDOW // 2, end) if end < len(text) else -1
        spans.append((start, line if line > 0 else end))
        start = spans[-1][1] + (1 if line > 0 else 0)
    return tuple(spans)


def _phrase(phrase: str, text: str) -> Span | None:
    for match in phrase_pattern(phrase).finditer(text):
        if not _negated(text, match.start()):
            return match.span()
    return None


def _negated(text: str, at: int) -> bool:
    before = text[max(0, at - NEGATION_REACH) : at]
    clause = _clause_end().split(before)[-1]
    return _negation().search(clause) is not None


@lru_cache(1 << 12)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I | re.M)


@lru_cache(1 << 12)
def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """A pattern for a phrase: word boundaries where it begins and ends with a word, any blanks between its words."""
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    before = r"(?<!\w)" if phrase.strip()[:1].isalnum() else ""
    after = r"(?!\w)" if phrase.strip()[-1:].isalnum() else ""
    return re.compile(before + words + after, re.I)


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile(r"[.;:!?,\n]|\bbut\b|\bhowever\b|\byet\b", re.I)


@cache
def _negation() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in STEP_NEGATIONS)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)|n['’]t\b", re.I)

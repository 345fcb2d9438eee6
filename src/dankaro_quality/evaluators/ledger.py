"""ledger: no claim that was disproved before comes back.

Why. A claim disproved in March reappears in a June report, because the June run never saw the correction. The claim
ledger persists between runs and is looked at in every one.

Reads. The demoted claims of the ledger, `output`, `claims` (text, value, quote, rationale), `comparisons`,
`deliverables` (the content, or the file that a path below the root names), `supersedes` of the result and of its
claims.

Fails when
- LED001: the watch of a demoted claim matches
- LED002: a demoted claim is restated in its own words

Warns when
- LED003: lines of the ledger were ignored, or a watch cannot be run and the claim is matched by its text instead
- LED004: `supersedes` names no claim of the ledger

Informs when
- LED005: demoted claims were let through, because this result supersedes them

Does not apply when there is no ledger, or it holds no demoted claim.

Cannot see. A disproved claim in other words than its watch or its text (a denial of it in its own clause is let
through, a watch matches denials too); give it a watch, and `fires_on` sentences
that show what the watch must catch.

Example finding. output: "2.08x" is the demoted claim CLM-1: never beats round-robin; correct it, or name CLM-1 in
supersedes and say what replaces it

To mend. Take the claim out. Where the result replaces it with something better, name its id in `supersedes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from dankaro_quality.canonical import canonical
from dankaro_quality.checks import Check, EvaluationContext, error, info, quoted, reporter, warning
from dankaro_quality.contracts import AgentResult, Deliverable
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.ledger import Entry, Ledger, normal_text
from dankaro_quality.lexicon import NEGATING, RETRACTED, RETRACTING
from dankaro_quality.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RULES = (
    error("LED001", "the watch of a demoted claim matches"),
    error("LED002", "a demoted claim is restated in its own words"),
    warning("LED003", "lines of the ledger were ignored, or a watch cannot be run"),
    warning("LED004", "`supersedes` names no claim of the ledger"),
    info("LED005", "demoted claims were let through by `supersedes`"),
)
SETTINGS = ("global.claim_ledger",)
BREAK = "|"  # a mark that no word is: normal_text leaves none
LOOK_AROUND = 8  # words before and behind a claim; further away a word is about something else
SAYING = frozenset(
    ("is", "was", "were", "are", "has", "have", "been", "now", "since", "turned", "out", "to", "be", "proved", "simply")
)
MAX_REMARKS = 20  # lines named in one finding; the rest is counted
MAX_FILE = 10_000_000  # bytes of a delivered file that are looked at
_report = reporter("ledger", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    ledger, demoted = context.ledger, context.ledger.demoted
    superseded = _superseded(context.result)
    watched = [entry for entry in demoted if entry.id not in superseded]
    findings = [
        *_matches(context, watched),
        *_remarks(ledger),
        *_unknown(ledger, superseded),
        *_let_through(context, [entry for entry in demoted if entry.id in superseded]),
    ]
    why_not = "" if demoted else "the ledger holds no demoted claim" if ledger.path else "there is no claim ledger"
    measures = {"demoted": len(demoted), "live": len(ledger.live), "superseded": len(demoted) - len(watched)}
    return grade("ledger", findings, len(demoted), measures=measures, not_applicable=why_not)


def matches(entry: Entry, text: str) -> bool:
    """Whether a demoted claim is found in `text`; `ledger check` runs its self-tests through this."""
    return bool(found_by([entry], text))


def found_by(entries: list[Entry], text: str) -> dict[str, str]:
    """The ids of the claims that this gate would find in `text`, were they demoted: by "watch" or as "restated"."""
    ways = {"LED001": "watch", "LED002": "restated"}
    return {entry.id: ways[code] for code, entry, _, _ in _hits(entries, [("/output", text)])}


def _superseded(result: AgentResult) -> dict[str, str]:
    """The ids that this result replaces, with the place that says so."""
    found = {
        name.strip(): f"/claims/{index}/supersedes"
        for index, one in enumerate(result.claims)
        for name in one.supersedes
    }
    return found | {name.strip(): "/supersedes" for name in result.supersedes}


def texts(result: AgentResult, root: str = "") -> list[tuple[str, str]]:
    """Everything that a demoted claim may hide in, with its place; files only where `root` is given."""
    found = [("/output", _running(result.output))]
    for index, claim in enumerate(result.claims):
        for name in ("text", "quote", "rationale", "value"):
            found.append((f"/claims/{index}/{name}", _running(getattr(claim, name))))
    for index, comparison in enumerate(result.comparisons):
        parts = (comparison.subject, comparison.baseline, comparison.metric, comparison.effect, *comparison.tests)
        found.append((f"/comparisons/{index}", " ".join((*parts, comparison.baseline_rationale))))
    found += [_delivered(index, one, root) for index, one in enumerate(result.deliverables)]
    return [(where, text) for where, text in found if text.strip()]


def _delivered(index: int, one: Deliverable, root: str) -> tuple[str, str]:
    if one.content is None and one.path and root:
        from dankaro_quality.resolving import file_inside  # only where a path is delivered

        data = file_inside(root, one.path).data
        return f"/deliverables/{index}/path", data[:MAX_FILE].decode("utf-8", errors="replace")
    return f"/deliverables/{index}/content", _running(one.content)


def _running(value: Any) -> str:
    """A value as running text: what a reader of its JSON reads, without its signs and escapes."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "\n".join([f"{key} {_running(item)}" for key, item in value.items()])
    if isinstance(value, (tuple, list)):
        return " ".join(map(_running, value))
    return "" if value is None else str(value)


def _matches(context: EvaluationContext, watched: list[Entry]) -> Iterator[Finding]:
    if watched:
        yield from [_found(*hit) for hit in _hits(watched, texts(context.result, context.root))]


def _hits(watched: list[Entry], places: list[tuple[str, str]]) -> Iterator[tuple[str, Entry, str, str]]:
    """(code, entry, place, matched text), once for each demoted claim and place it is found in."""
    from dankaro_quality.watching import find, unsafe  # only where a ledger watches: a millisecond of every start

    usable = {entry.id: entry for entry in watched if entry.watch and not unsafe(entry.watch)}
    watches = [(entry.id, entry.watch) for entry in usable.values()]
    found = set()
    seen = [*places, *_rendered(places)]
    for entry_id, number, start, end in find(watches, [text for _, text in seen]):
        where, text = seen[number]
        if (entry_id, where) not in found:
            found.add((entry_id, where))
            yield "LED001", usable[entry_id], where, text[start:end]
    restated = [(entry, normal_text(entry.text)) for entry in watched]
    for where, text in places:
        folded = f" {normal_text(text)} "
        for entry, claim in restated:
            if claim and f" {claim} " in folded and (entry.id, where) not in found and _is_asserted(entry.text, text):
                yield "LED002", entry, where, entry.text


def _rendered(places: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The texts as a reader sees them, where marks of emphasis, links or tags stand between their words."""
    for where, text in places:
        if "*" in text or "](" in text or "<" in text:
            shown = compiled(r"\[([^\[\]]{1,400})\]\([^()\s]{0,2000}\)").sub(r"\1", text)
            shown = compiled(r"\*{1,3}|</?[A-Za-z][^<>]{0,200}>").sub("", shown)
            if shown != text:
                yield where, shown


def _is_asserted(claim: str, text: str) -> bool:
    """Whether one occurrence of a claim in a text is meant: not denied in its own clause, not called false behind it.

    Occurrences are judged one by one, so that a denial in one clause does not cover an assertion in the next.
    """
    words = [token for token in _tokens(claim) if token != BREAK]
    tokens = _tokens(text)
    spoken = [token for token in tokens if token != BREAK]
    places = [index for index, token in enumerate(tokens) if token != BREAK]
    for start in range(len(spoken) - len(words) + 1):
        if spoken[start : start + len(words)] == words:
            before, behind = tokens[: places[start]], tokens[places[start + len(words) - 1] + 1 :]
            if not _is_denied(before) and not _is_called_false(behind[:LOOK_AROUND]):
                return True
    return False


def _tokens(text: str) -> list[str]:
    """The words of a text in normal form, with a mark where a clause ends."""
    found: list[str] = []
    spelled = canonical(text).replace("’", "'").replace("n't", " not")
    for clause in _clause_end().split(spelled):
        found += [*normal_text(clause).split(), BREAK]
    return found


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile(r"[;:,!?\n]|\.(?=\s|$)|\s[-–—]\s")


def _is_denied(before: list[str]) -> bool:
    """Whether an odd number of negations stands in the same clause before a claim; two of them affirm it."""
    clause = before[-LOOK_AROUND:]
    if BREAK in clause:
        clause = clause[len(clause) - clause[::-1].index(BREAK) :]
    return sum(word in NEGATING or word in RETRACTING for word in clause) % 2 == 1


def _is_called_false(behind: list[str]) -> bool:
    """Whether what follows says that the claim is false: "is now false", and not "is false comfort"."""
    for position, word in enumerate(behind):
        if word in RETRACTED:
            after = behind[position + 1 : position + 2]
            return position > 0 and behind[0] in SAYING and after in ([], [BREAK], ["by"], ["since"], ["as"])
        if word not in SAYING:
            return False
    return False


def _found(code: str, entry: Entry, where: str, text: str) -> Finding:
    reason = f": {entry.reason}" if entry.reason.strip() else ""
    hint = f"correct it, or name {entry.id} in supersedes and say what replaces it"
    return _report(code, where, f"{quoted(text)} is the demoted claim {entry.id}{reason}", hint)


def _remarks(ledger: Ledger) -> Iterator[Finding]:
    said = [f"line {one.line}: {one.message}" if one.line else one.message for one in ledger.remarks]
    for entry in ledger.demoted:
        unusable = _unusable(entry.watch)
        if not normal_text(entry.text) and (not entry.watch or unusable):
            said.append(f"line {entry.line}: {entry.id} has no words and no watch that can be run, so nothing finds it")
        elif unusable:
            said.append(f"line {entry.line}: the watch of {entry.id} cannot be run ({unusable}), its text is matched")
    if said:
        more = f"; and {len(said) - MAX_REMARKS} more" if len(said) > MAX_REMARKS else ""
        message = f"the ledger is not whole: {'; '.join(said[:MAX_REMARKS])}{more}"
        yield _report("LED003", "", message, "run dankaro-quality ledger check and mend the lines it names")


def _unusable(watch: str) -> str:
    """Why a watch cannot be run; empty when it can, or when there is none."""
    if not watch:
        return ""
    from dankaro_quality.watching import unsafe

    return unsafe(watch)


def _unknown(ledger: Ledger, superseded: dict[str, str]) -> Iterator[Finding]:
    known = ledger.ids()
    for name, where in superseded.items():
        if name not in known:
            yield _report("LED004", where, f"{quoted(name)} is no claim of the ledger", "name the id of a ledger claim")


def _let_through(context: EvaluationContext, entries: list[Entry]) -> Iterator[Finding]:
    if not entries:
        return
    hits = _hits(entries, texts(context.result, context.root))
    names = dict.fromkeys(entry.id for _, entry, _, _ in hits)
    if names:
        message = f"let through, because this result supersedes them: {', '.join(names)}"
        yield _report("LED005", "/supersedes", message)


CHECK = Check("ledger", RULES, SETTINGS, _evaluate, __doc__ or "")

"""provenance: evidence comes from outside the result, not from the result itself.

Why. A number in an earlier draft is no source: it exists only because somebody wrote it down before. A claim that
cites the next claim, the report that contains it, or itself in a circle looks sourced and is not.

Reads. `claims` (source, more_sources, based_on, id, key, text), `comparisons[].source`, `deliverables` (name, path).

Fails when
- PRV001: a source is the agent's own word
- PRV002: a claim cites another claim of the same result as its source
- PRV003: a source is one of the result's own deliverables
- PRV004: claims rest on each other in a circle

Warns when
- PRV003: that deliverable is code or data, which others can run or read
- PRV005: three or more facts all rest on one source
- PRV006: one identifier is cited for different works

Does not apply when the result declares no claim and no comparison.

Cannot see. Whether a source elsewhere was written by the same agent, or copies this result.

Example finding. claims[2].source: "reports/summary.md" is a deliverable of this result; name what the deliverable
was made from

To mend. Cite what the statement was made from: the page, the file, the command. Between claims of one result use
`based_on`, which is for inferences, and leave `source` to the outside.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from functools import cache

from dankaro_quality.canonical import canonical, folded
from dankaro_quality.checks import (
    Check,
    EvaluationContext,
    circular_sources,
    cited,
    error,
    quoted,
    reporter,
    ruling,
    warning,
)
from dankaro_quality.contracts import AgentResult, Claim, ClaimKind
from dankaro_quality.findings import Finding, GateOutcome, Severity, grade
from dankaro_quality.frozen import replaced
from dankaro_quality.ledger import normal_text
from dankaro_quality.lexicon import PROSE_EXTENSIONS
from dankaro_quality.sources import SourceVerdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    Graph = dict[int | str, set[int | str]]

RULES = (
    error("PRV001", "a source is the agent's own word"),
    error("PRV002", "a claim cites another claim of the same result as its source"),
    error("PRV003", "a source is one of the result's own deliverables"),
    error("PRV004", "claims rest on each other in a circle"),
    warning("PRV005", "three or more facts all rest on one source"),
    warning("PRV006", "one identifier is cited for different works"),
)
SETTINGS = ("lexicon.circular",)
MANY_FACTS = 3  # two facts from one page are ordinary; from three on, one mistake in it takes all of them along
IDENTIFIERS = ("doi", "arxiv", "registry")
READERS = frozenset(
    ("cat", "less", "more", "head", "tail", "grep", "rg", "sed", "awk", "type", "open", "bat", "nl", "strings")
)
MAX_WORDS = 40  # words of one source in which a path is looked for
LEADING = frozenset(
    ("see", "cf", "from", "per", "as", "in", "according", "to", "id", "key", "based", "on", "same", "ref", "the", "our")
)
CLAIM_KINDS = ("claims", "claim", "findings", "finding", "facts", "fact", "statements", "statement")
BETWEEN_NUMBERS = frozenset(("and", "or", "to", "no", "nr", "number", "numbers", "id", "above", "below"))
NO_NAMES: frozenset[str] = frozenset()
AROUND = " .,;:!?()[]{}<>#/\"'`"
OUTSIDE = "name what it was made from: a page, a file, a command"
_report = reporter("provenance", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    result = context.result
    looked_at = len(result.claims) + len(result.comparisons)
    findings = [
        *_circular(context),
        *_between_claims(context),
        *_own_deliverables(context),
        *_circles(result),
        *_one_source(context),
        *_reused_identifiers(context),
    ]
    why_not = "" if looked_at else "no claim and no comparison is declared"
    return grade(
        "provenance", findings, looked_at, measures={"sources": len(_all_sources(result))}, not_applicable=why_not
    )


def _all_sources(result: AgentResult) -> list[tuple[str, str]]:
    """Every source of a claim or comparison with its place."""
    places = [place for index, claim in enumerate(result.claims) for place in cited(claim, index)]
    listed = enumerate(result.comparisons)
    return places + [(f"/comparisons/{index}/source", one.source) for index, one in listed if one.source.strip()]


def _circular(context: EvaluationContext) -> Iterator[Finding]:
    for where, source, verdict in circular_sources(context):
        yield _report("PRV001", where, f"{quoted(source)} {verdict.reason}", OUTSIDE)


def _between_claims(context: EvaluationContext) -> Iterator[Finding]:
    """Sources that are a claim of this result, by its name, its number or its text.

    A claim may be called by what it is about (its file, its CVE number), so a locator is one, whatever claims are
    called; but a ticket number is a locator by nothing but its form, and there the id of a claim counts.
    """
    claims = context.result.claims
    ids = {folded(claim.id) for claim in claims} - {""}
    names = ids | {folded(claim.key) for claim in claims} - {""}
    texts = {normal_text(claim.text) for claim in claims}
    for where, source in _all_sources(context.result):
        verdict = ruling(source, context.settings)
        known = names if not verdict.accepted else ids if verdict.kind == "ticket" else NO_NAMES
        named = _may_name(verdict) and _names_claim(folded(source), known)
        if named or normal_text(source) in texts:
            message = f"{quoted(source)} is another claim of this result"
            yield _report("PRV002", where, message, "use based_on between claims; a source lies outside the result")


def _may_name(verdict: SourceVerdict) -> bool:
    """Whether a source of this kind can be a reference to a claim: `/claims/0` has the form of a path."""
    bare_path = verdict.kind == "path" and not os.path.splitext(verdict.locator)[1]
    return not verdict.accepted or verdict.kind == "ticket" or bare_path


def _names_claim(source: str, names: Collection[str]) -> bool:
    """Whether a source is a claim's name, or refers to claims by name or number: "see claim 3", "claims[2]"."""
    words = source.split()
    while words and words[0].strip(AROUND) in LEADING:
        del words[0]
    rest = " ".join(words).strip(AROUND)
    kind = next((kind for kind in CLAIM_KINDS if rest.startswith(kind)), "")
    tail = rest.removeprefix(kind)
    if rest in names or not kind or tail[:1].isalpha():
        return rest in names
    numbers = "".join([sign if sign.isalnum() else " " for sign in tail]).split()
    return tail.strip(AROUND) in names or all(word.isdigit() or word in BETWEEN_NUMBERS for word in numbers)


def _own_deliverables(context: EvaluationContext) -> Iterator[Finding]:
    own = {
        _path(name) for one in context.result.deliverables for name in (one.path, one.name) if _looks_like_path(name)
    }
    if not own:
        return
    for where, source in _all_sources(context.result):
        path = _cited_path(source, ruling(source, context.settings), own)
        if path:
            prose = os.path.splitext(path)[1].lower() in PROSE_EXTENSIONS
            found = _report(
                "PRV003",
                where,
                f"{quoted(source)} is a deliverable of this result",
                "name what the deliverable was made from",
            )
            yield found if prose else replaced(found, severity=Severity.WARNING)


def _cited_path(source: str, verdict: SourceVerdict, own: set[str]) -> str:
    """The deliverable that a source cites: as a path, or as what a command prints ("$ cat reports/summary.md")."""
    if verdict.kind == "command":
        words = canonical(verdict.locator or source).lstrip("$>% ").split()
        shows = words and (words[0].lower() in READERS or words[:2] in (["git", "show"], ["git", "cat-file"]))
        named = [_path(word.rpartition(":")[2] if words[0] == "git" else word) for word in words[1:]] if shows else []
        return next((path for path in named if path in own), "")
    candidates = (
        _path(verdict.locator or source),
        _path(source),
        *map(_path, canonical(source).split(" ")[:MAX_WORDS]),
    )
    return next((path for path in candidates if path in own), "")


def _looks_like_path(name: str) -> bool:
    return bool(name.strip()) and ("/" in name or bool(os.path.splitext(name)[1]))


def _path(text: str) -> str:
    """A path in one spelling, without line numbers and commits, so that `./a//b.md:3` and `a/b.md` are one file."""
    bare = canonical(text).strip("`'\"()[]<>,; ").removeprefix("file:")
    bare = _line_suffix().sub("", bare.rstrip("."))
    return os.path.normpath(bare.replace("\\", "/")).casefold()


@cache
def _line_suffix() -> re.Pattern[str]:
    return re.compile(r"(?::\d{1,7}(?:[-:]\d{1,7})?|#[^#]*|\(\d{1,7}, ?\d{1,7}\)|@[0-9a-f]{7,40})$")


def _circles(result: AgentResult) -> Iterator[Finding]:
    """Claims that cannot be put in an order in which each comes after what it rests on."""
    circle = sorted(node for node in _unordered(_rests(result)) if isinstance(node, int))
    if circle:
        shown = ", ".join(f"claims[{index}]" for index in circle[:8])
        message = f"{shown} rest on each other in a circle" if len(circle) > 1 else f"{shown} rests on itself"
        yield _report("PRV004", f"/claims/{circle[0]}/based_on", message, "let one of them rest on a source")


def _rests(result: AgentResult) -> Graph:
    """A graph from claims to the names in their `based_on`, and from each name to the claims that bear it.

    Names are nodes of their own, so that many claims under one key stay linear. A claim that rests on its own key
    while others bear it too means the others: that edge is left out.
    """
    bearers: dict[str, set[int]] = {}
    for index, claim in enumerate(result.claims):
        for name in {folded(claim.id), folded(claim.key)} - {""}:
            bearers.setdefault(name, set()).add(index)
    graph: Graph = {name: set(bearing) for name, bearing in bearers.items()}
    for index, claim in enumerate(result.claims):
        named = {folded(name) for name in claim.based_on} & bearers.keys()
        graph[index] = {name for name in named if bearers[name] == {index} or index not in bearers[name]}
    return graph


def _unordered(rests: Graph) -> set[int | str]:
    """What stays when every claim whose bases are all settled is taken away, then every claim nobody rests on."""
    left = _unsettled(rests)
    backwards: Graph = {node: set() for node in left}
    for index, bases in left.items():
        for base in bases:
            backwards[base].add(index)
    return set(_unsettled(backwards))


def _unsettled(waits_for: Graph) -> Graph:
    """The nodes of a graph that a topological order cannot place, with what they still wait for."""
    waiters: dict[int | str, list[int | str]] = {}
    for node, needs in waits_for.items():
        for need in needs:
            waiters.setdefault(need, []).append(node)
    left = {node: set(needs) for node, needs in waits_for.items()}
    settled = [node for node, needs in left.items() if not needs]
    while settled:
        done = settled.pop()
        del left[done]
        for waiter in waiters.get(done, ()):
            left[waiter].discard(done)
            if not left[waiter]:
                settled.append(waiter)
    return left


def _one_source(context: EvaluationContext) -> Iterator[Finding]:
    facts = [claim for claim in context.result.claims if claim.kind is ClaimKind.FACT]
    used = {_documents(context, claim) for claim in facts}
    if len(facts) >= MANY_FACTS and len(used) == 1 and len(next(iter(used))) == 1:
        message = f"all {len(facts)} facts rest on one source, {quoted(facts[0].sources[0])}"
        yield _report("PRV005", "/claims", message, "check at least one of them elsewhere")


def _documents(context: EvaluationContext, claim: Claim) -> frozenset[str]:
    """What the accepted sources of a claim lead to; lines and sections of one file or page are one document."""
    verdicts = [(source, ruling(source, context.settings)) for source in claim.sources]
    accepted = [(verdict.kind, verdict.locator or source) for source, verdict in verdicts if verdict.accepted]
    files = [kind in ("path", "url") or bool(os.path.splitext(_path(place))[1]) for kind, place in accepted]
    listed = zip(files, accepted, strict=True)
    return frozenset([_path(place) if is_file else normal_text(place) for is_file, (_, place) in listed])


def _reused_identifiers(context: EvaluationContext) -> Iterator[Finding]:
    works: dict[str, tuple[str, set[str]]] = {}
    for where, source in _all_sources(context.result):
        verdict = ruling(source, context.settings)
        if verdict.kind not in IDENTIFIERS:
            continue
        title = _title(source, verdict)
        first, words = works.setdefault(verdict.locator.casefold(), (source, title))
        if words and title and not words & title:
            message = f"{verdict.locator} is cited for different works: {quoted(first)} and {quoted(source)}"
            yield _report("PRV006", where, message, "look the identifier up and give each work its own")


def _title(source: str, verdict: SourceVerdict) -> set[str]:
    """The longer words that stand beside an identifier: its author and title."""
    rest = canonical(source).casefold().replace(verdict.locator.casefold(), " ")
    return {word for word in normal_text(rest).split() if len(word) > 4 and word.isalpha()}


CHECK = Check("provenance", RULES, SETTINGS, _evaluate, __doc__ or "")

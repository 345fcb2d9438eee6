"""The Check type and EvaluationContext: what a gate, an adversary or a workflow rule is.

A check is a frozen value that ties a name to its rules, the settings it reads, one pure function and its manual
(the docstring of its module, which `explain` prints).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from dankaro_quality.canonical import canonical, folded
from dankaro_quality.contracts import AgentResult, Claim, Task
from dankaro_quality.findings import Finding, GateOutcome, Severity
from dankaro_quality.frozen import frozen
from dankaro_quality.ledger import Ledger
from dankaro_quality.placeholders import is_placeholder
from dankaro_quality.settings import Settings
from dankaro_quality.sources import SourceVerdict, classify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Report(Protocol):
        """Makes a Finding of one gate, with the severity its rule has by default."""

        def __call__(self, code: str, where: str, message: str, hint: str = "", line: int | None = None) -> Finding: ...


MAX_KEPT = 500  # characters of a source whose ruling is remembered


@frozen
class Rule:
    """One rule of the catalogue: its code for ever, its severity unless the settings change it, and what it says."""

    code: str
    severity: Severity
    summary: str


@frozen
class EvaluationContext:
    """All that a check may look at; it holds no clock, no environment and no open file.

    `root` is the folder that deliverables' paths are relative to.
    """

    task: Task
    result: AgentResult
    repeats: tuple[AgentResult, ...]
    settings: Settings
    ledger: Ledger
    root: str


@frozen
class Check:
    """A gate, an adversary or a workflow rule. `evaluate(EvaluationContext) -> GateOutcome` must be pure."""

    name: str
    codes: tuple[Rule, ...]
    settings: tuple[str, ...]
    evaluate: Callable[[EvaluationContext], GateOutcome]
    doc: str = ""


def error(code: str, summary: str) -> Rule:
    """A rule that blocks unless the settings say otherwise."""
    return Rule(code, Severity.ERROR, summary)


def warning(code: str, summary: str) -> Rule:
    """A rule that warns unless the settings say otherwise."""
    return Rule(code, Severity.WARNING, summary)


def info(code: str, summary: str) -> Rule:
    """A rule that only informs."""
    return Rule(code, Severity.INFO, summary)


def reporter(gate: str, rules: tuple[Rule, ...]) -> Report:
    """A function that makes findings of `gate`; it knows the severities, so that a rule states its own once."""
    severities = {rule.code: rule.severity for rule in rules}

    def report(code: str, where: str, message: str, hint: str = "", line: int | None = None) -> Finding:
        return Finding(code, message, severities[code], gate, where, hint, "", line)

    return report


def quoted(text: str, limit: int = 80) -> str:
    """Text of the result for a message: in double quotes, on one line, cut at `limit` characters."""
    shown = " ".join(text.split())
    return f'"{shown[: limit - 1]}…"' if len(shown) > limit else f'"{shown}"'


def shown(value: object, limit: int = 80) -> str:
    """A value of the result for a message: text in quotes, a list in brackets, and none longer than `limit`."""
    if isinstance(value, str):
        return quoted(value, limit)
    if isinstance(value, (list, tuple)):
        text = f"[{', '.join(map(shown, value[:limit]))}]"
    else:
        text = str(value)
    return f"{text[: limit - 1]}…" if len(text) > limit else text


def ruling(source: str, settings: Settings) -> SourceVerdict:
    """How one source is ruled, with the phrases that the settings add."""
    extra = settings.lexicon
    rule = _ruled if len(source) <= MAX_KEPT else _ruled.__wrapped__
    return rule(source, extra.circular, extra.vague, extra.placeholders)


@lru_cache(maxsize=4096)  # three gates ask about each source
def _ruled(
    source: str, circular: tuple[str, ...], vague: tuple[str, ...], placeholders: tuple[str, ...]
) -> SourceVerdict:
    return classify(source, circular=circular, vague=vague, placeholders=placeholders)


def unfilled(text: str, settings: Settings) -> bool:
    """Whether a field that is no source holds nothing, or only a placeholder."""
    return is_placeholder(text, settings.lexicon.placeholders)


def keyed(result: AgentResult) -> dict[str, list[tuple[int, Claim]]]:
    """The claims that have a key and a value, by key, each with its number; keys are compared by `key_form`."""
    found: dict[str, list[tuple[int, Claim]]] = {}
    for index, claim in enumerate(result.claims):
        key = key_form(claim.key)
        if key and claim.value is not None:
            found.setdefault(key, []).append((index, claim))
    return found


def key_form(key: str) -> str:
    """A key as keys are compared: case, blanks and signs between its words make no other key, nor does camelCase."""
    if not key.islower() and not key.isupper():
        key = "".join([f" {sign}" if sign.isupper() and before.islower() else sign
                       for before, sign in zip(f" {key}", key, strict=False)])  # fmt: skip
    return " ".join("".join([sign if sign.isalnum() else " " for sign in folded(key)]).split()) or folded(key)


def cited(claim: Claim, index: int) -> Iterator[tuple[str, str]]:
    """Each source of a claim with its place, blanks left out, also those that only seem to hold something."""
    if canonical(claim.source):
        yield f"/claims/{index}/source", claim.source
    for number, source in enumerate(claim.more_sources):
        if canonical(source):
            yield f"/claims/{index}/more_sources/{number}", source


def circular_sources(context: EvaluationContext) -> Iterator[tuple[str, str, SourceVerdict]]:
    """Every source of a claim or comparison that is the agent's own word; EVD003 and PRV001 both report these."""
    places = [place for index, claim in enumerate(context.result.claims) for place in cited(claim, index)]
    places += [
        (f"/comparisons/{index}/source", comparison.source)
        for index, comparison in enumerate(context.result.comparisons)
        if comparison.source.strip()
    ]
    for where, source in places:
        verdict = ruling(source, context.settings)
        if verdict.code == "EVD003":
            yield where, source, verdict


def guarded(call: Callable[[], Any]) -> tuple[Any, str]:
    """What code of others returns, or None and what it did instead ("raised ValueError: …").

    Only Ctrl-C and a cancelled task pass through; `sys.exit`, which slips through `except Exception`, does not.
    """
    try:
        return call(), ""
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        if type(problem).__name__ == "CancelledError":  # asyncio's; named, so that asyncio need not be imported
            raise
        return None, _what_happened(problem)


def _what_happened(problem: BaseException) -> str:
    try:
        said = " ".join(str(problem).split())[:200]
    except Exception:  # an exception whose text raises as well
        said = ""
    if isinstance(problem, SystemExit):
        return f"called sys.exit({said})"
    return f"raised {type(problem).__name__}" + (f": {said}" if said else "")

"""completeness: what was asked for is there, has content, and is what it says it is.

Why. "Report attached" is a sentence, not a report. A deliverable that is only named, empty, a placeholder, or a
path to nothing has not been delivered.

Reads. `output`, `deliverables`, `claims` (key, value), `task.required_deliverables`, `task.required_keys`, the same
two lists in the settings, and the files that deliverables name, inside the root.

Fails when
- CMP001: a required deliverable is missing
- CMP002: a deliverable is empty or a placeholder
- CMP003: a deliverable has only a path, and that is no non-empty file inside the root
- CMP004: the digest of a deliverable differs
- CMP005: a required key is not answered
- CMP006: the output is empty

Warns when
- CMP007: the output is cut off

Does not apply when nothing is required and nothing is delivered.

Cannot see. Whether a deliverable is any good, or about the right subject; an excuse that gives a reason reads like
content.

Example finding. deliverables: the required deliverable "migration plan" is missing; hand it over as
deliverables[].content, or as a path inside the root

To mend. Hand over the content itself, or a path relative to the root to a file that has some.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from dankaro_quality.canonical import folded
from dankaro_quality.checks import Check, EvaluationContext, error, key_form, quoted, reporter, unfilled, warning
from dankaro_quality.contracts import Deliverable
from dankaro_quality.documents import canonical_json, digest, read_json
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.lexicon import NOT_DELIVERED, POINTED_AT, POINTING_CONTENT, REFUSING
from dankaro_quality.placeholders import is_blank, telling_words
from dankaro_quality.prose import unfinished
from dankaro_quality.serialization import plain
from dankaro_quality.settings import Settings
from dankaro_quality.statements import document_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RULES = (
    error("CMP001", "a required deliverable is missing"),
    error("CMP002", "a deliverable is empty or a placeholder"),
    error("CMP003", "a deliverable has only a path, and that is no non-empty file inside the root"),
    error("CMP004", "the digest of a deliverable differs"),
    error("CMP005", "a required key is not answered"),
    error("CMP006", "the output is empty"),
    warning("CMP007", "the output is cut off"),
)
SETTINGS = ("completeness.required_deliverables", "completeness.required_keys", "lexicon.placeholders")
MAX_POINTING = 200  # characters; "the report is attached" is shorter, a longer text says something itself
NOTHING_AS_TEXT = frozenset(("None", "null", "undefined", "NaN"))  # what a program prints for nothing
MAX_PARSED = 20_000  # characters; a longer text in JSON is content
BLANK_BYTES = b" \t\r\n\v\f\0\xef\xbb\xbf"  # blanks, zeros and a byte order mark
_report = reporter("completeness", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    names = _required(context.task.required_deliverables, context.settings.completeness.required_deliverables)
    keys = _required(context.task.required_keys, context.settings.completeness.required_keys)
    delivered = context.result.deliverables
    findings = [
        *_empty_output(context),
        *_cut_off(context),
        *_missing(names, delivered),
        *(finding for index, one in enumerate(delivered) for finding in _delivered(context, index, one)),
        *_unanswered(context, keys),
    ]
    looked_at = len(set(names)) + len(delivered) + len(keys)
    why_not = "" if looked_at else "nothing is required and nothing is delivered"
    measures = {"required": len(names), "delivered": len(delivered), "required_keys": len(keys)}
    return grade("completeness", findings, looked_at, measures=measures, not_applicable=why_not)


def _required(*lists: tuple[str, ...]) -> list[str]:
    """The names of all lists, each once."""
    return list({folded(name): name for names in lists for name in names}.values())


def _empty_output(context: EvaluationContext) -> Iterator[Finding]:
    if _is_bare(context.result.output):
        yield _report("CMP006", "/output", "the output is empty", "hand over what the agent answered")


def _is_bare(value: Any) -> bool:
    """Whether a value holds nothing at all but keys, blanks, punctuation, empty markup and nulls."""
    if isinstance(value, str):
        inside = _parsed(value)
        return is_blank(value) or value.strip() in NOTHING_AS_TEXT if inside is None else _is_bare(inside)
    if isinstance(value, Mapping):
        return all(map(_is_bare, value.values()))
    return all(map(_is_bare, value)) if isinstance(value, (tuple, list)) else value is None


def _parsed(text: str) -> Any:
    """The object or list that a text in JSON holds, or None."""
    if text.lstrip()[:1] not in ("{", "[") or len(text) > MAX_PARSED:
        return None
    value, flaws = read_json(text.encode())
    return None if flaws else value


def _cut_off(context: EvaluationContext) -> Iterator[Finding]:
    why = unfinished(document_of(context.result))
    if why:
        yield _report("CMP007", "/output", f"the output is cut off: {why}", "hand over the whole output")


def _missing(names: list[str], delivered: tuple[Deliverable, ...]) -> Iterator[Finding]:
    there = {called for one in delivered for called in _called(one)}
    for name in names:
        if key_form(name) not in there:
            hint = "hand it over as deliverables[].content, or as a path inside the root"
            yield _report("CMP001", "/deliverables", f"the required deliverable {quoted(name)} is missing", hint)


def _called(one: Deliverable) -> set[str]:
    """The names a deliverable answers to: its name, its path, the file's name with and without extension."""
    files = [os.path.basename(path) for path in (one.name, one.path)]
    names = (one.name, one.path, *files, *(os.path.splitext(file)[0] for file in files))
    return {key_form(name) for name in names if name.strip()}


def _delivered(context: EvaluationContext, index: int, one: Deliverable) -> Iterator[Finding]:
    place = f"/deliverables/{index}"
    if one.content is None and one.path.strip():
        from dankaro_quality.resolving import file_inside  # only where a path is delivered

        found = file_inside(context.root, one.path)
        problem = found.problem or ("" if found.data.strip(BLANK_BYTES) else "is empty")
        if problem:
            message = f"{quoted(one.path)} {problem}"
            yield _report("CMP003", f"{place}/path", message, "give a path relative to the root to a file with content")
            return
        data, where, hollow = found.data, f"{place}/path", _is_hollow(_read(found.data), one.name, context.settings)
    else:
        data, where = _bytes(one.content), f"{place}/content"
        hollow = _is_hollow(one.content, one.name, context.settings)
    if hollow:
        message = f"the deliverable {quoted(one.name)} is empty or a placeholder"
        yield _report("CMP002", where, message, "hand over its content")
    if one.sha256.strip() and one.sha256.strip().lower().removeprefix("sha256:") != digest(data).removeprefix(
        "sha256:"
    ):
        message = f"the SHA-256 of {quoted(one.name)} is {digest(data).removeprefix('sha256:')}, not the one declared"
        yield _report("CMP004", f"{place}/sha256", message, "declare the digest of what is handed over")


def _bytes(content: Any) -> bytes:
    return content.encode() if isinstance(content, str) else b"" if content is None else canonical_json(plain(content))


def _read(data: bytes) -> str:
    """The beginning of a file as text; what is no text is content all the same."""
    return (
        data[: 4 * MAX_POINTING].decode("utf-8", errors="replace")
        if b"\0" not in data[:MAX_POINTING]
        else "binary data"
    )


def _is_hollow(content: Any, name: str, settings: Settings) -> bool:
    """Whether content holds nothing but blanks, placeholders and words that point elsewhere, all the way down."""
    if isinstance(content, str):
        inside = _parsed(content)
        return _says_nothing(content, name, settings) if inside is None else _is_hollow(inside, name, settings)
    if isinstance(content, Mapping):
        return all(_is_hollow(value, name, settings) for value in content.values())
    if isinstance(content, (tuple, list)):
        return all(_is_hollow(value, name, settings) for value in content)
    return content is None


def _says_nothing(text: str, name: str, settings: Settings) -> bool:
    lines = [line.strip() for line in text[:MAX_PARSED].splitlines() if line.strip()]
    skeleton = len(text) < MAX_PARSED and _is_skeleton(lines)
    return is_blank(text) or skeleton or unfilled(text, settings) or _only_points(text, name) or _refuses(text, name)


def _is_skeleton(lines: list[str]) -> bool:
    """Whether all lines are headings, or heads of tables without a row."""
    filled = [line for line in lines if not line.startswith("#")]
    tables = [line for line in filled if line.startswith("|")]
    rows = [line for line in tables if any(map(str.isalnum, line))]
    return len(tables) == len(filled) and len(rows) <= len(tables) - len(rows)


def _refuses(text: str, name: str) -> bool:
    """Whether a short text says that there is nothing, and no more: "I was unable to create the report."."""
    words = set(folded(text[:MAX_POINTING]).replace("'", "").replace("’", "").rstrip(".!").split())
    said = telling_words(text) if len(text) <= MAX_POINTING and words & REFUSING else set()
    return len(said) > 1 and bool(said & NOT_DELIVERED) and said <= NOT_DELIVERED | POINTED_AT | telling_words(name)


def _only_points(text: str, name: str) -> bool:
    """Whether a short text only repeats the name of what is asked for, or where it is: "The report is attached."."""
    if len(text) > MAX_POINTING:
        return False
    said, called = telling_words(text), telling_words(name)
    if said & POINTING_CONTENT:
        return said <= POINTING_CONTENT | POINTED_AT | called
    return bool(said & called) and said - POINTED_AT <= called and called <= said | POINTED_AT


def _unanswered(context: EvaluationContext, keys: list[str]) -> Iterator[Finding]:
    if not keys:
        return
    answered = {key_form(key) for key, answer in _answers(context) if _is_answer(answer, key, context.settings)}
    for key in keys:
        if key_form(key) not in answered:
            message = f"the required key {quoted(key)} is not answered"
            yield _report("CMP005", "/claims", message, "declare a claim with this key and its value")


def _answers(context: EvaluationContext) -> Iterator[tuple[str, object]]:
    """Keys with their values: of an output that is a JSON object, and of the keyed claims."""
    output = context.result.output
    if isinstance(output, str) and output.lstrip().startswith("{"):
        value, flaws = read_json(output.encode(), max_bytes=context.settings.global_.max_bytes)
        output = value if isinstance(value, Mapping) and not flaws else ""
    if isinstance(output, Mapping):
        yield from output.items()
    for claim in context.result.claims:
        yield claim.key, claim.value


def _is_answer(answer: Any, key: str, settings: Settings) -> bool:
    """Whether a value answers; "none" does (which defects are left?), a blank or a placeholder does not."""
    if isinstance(answer, str):
        points = len(telling_words(answer)) > 1 and _only_points(answer, key)  # "pending" alone is a state
        return folded(answer).strip(".") == "none" or not (unfilled(answer, settings) or points)
    if isinstance(answer, Mapping):
        return any(_is_answer(value, key, settings) for value in answer.values())
    if isinstance(answer, (tuple, list)):
        return any(_is_answer(value, key, settings) for value in answer)
    return answer is not None


CHECK = Check("completeness", RULES, SETTINGS, _evaluate, __doc__ or "")

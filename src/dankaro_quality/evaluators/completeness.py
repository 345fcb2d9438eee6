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

Cannot see. Whether a deliverable is any good, or about the right subject.

Example finding. deliverables: the required deliverable "migration plan" is missing; hand it over as
deliverables[].content, or as a path inside the root

To mend. Hand over the content itself, or a path relative to the root to a file that has some.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from dankaro_quality.canonical import canonical
from dankaro_quality.checks import Check, EvaluationContext, error, quoted, reporter, unfilled, warning
from dankaro_quality.contracts import Deliverable
from dankaro_quality.documents import canonical_json, digest, read_json
from dankaro_quality.findings import Finding, GateOutcome, grade
from dankaro_quality.prose import unfinished
from dankaro_quality.resolving import file_inside
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
MAX_PLACEHOLDER = 200  # characters; a longer text is content, whatever words it holds
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
    return list({_folded(name): name for names in lists for name in names}.values())


def _folded(name: str) -> str:
    return canonical(name).casefold()


def _empty_output(context: EvaluationContext) -> Iterator[Finding]:
    output = context.result.output
    if not (canonical(output) if isinstance(output, str) else output):
        yield _report("CMP006", "/output", "the output is empty", "hand over what the agent answered")


def _cut_off(context: EvaluationContext) -> Iterator[Finding]:
    why = unfinished(document_of(context.result))
    if why:
        yield _report("CMP007", "/output", f"the output is cut off: {why}", "hand over the whole output")


def _missing(names: list[str], delivered: tuple[Deliverable, ...]) -> Iterator[Finding]:
    there = {called for one in delivered for called in _called(one)}
    for name in names:
        if _folded(name) not in there:
            hint = "hand it over as deliverables[].content, or as a path inside the root"
            yield _report("CMP001", "/deliverables", f"the required deliverable {quoted(name)} is missing", hint)


def _called(one: Deliverable) -> set[str]:
    """The names a deliverable answers to: its name, its path, the file's name with and without extension."""
    file_name = os.path.basename(one.path)
    return {_folded(name) for name in (one.name, one.path, file_name, os.path.splitext(file_name)[0]) if name.strip()}


def _delivered(context: EvaluationContext, index: int, one: Deliverable) -> Iterator[Finding]:
    place = f"/deliverables/{index}"
    if one.content is None and one.path.strip():
        found = file_inside(context.root, one.path)
        problem = found.problem or ("" if found.data.strip() else "is empty")
        if problem:
            message = f"{quoted(one.path)} {problem}"
            yield _report("CMP003", f"{place}/path", message, "give a path relative to the root to a file with content")
            return
        data = found.data
    else:
        data = _bytes(one.content)
        if _is_hollow(one.content, context.settings):
            message = f"the deliverable {quoted(one.name)} is empty or a placeholder"
            yield _report("CMP002", f"{place}/content", message, "hand over its content")
    if one.sha256.strip() and one.sha256.strip().lower().removeprefix("sha256:") != digest(data).removeprefix(
        "sha256:"
    ):
        message = f"the SHA-256 of {quoted(one.name)} is {digest(data).removeprefix('sha256:')}, not the one declared"
        yield _report("CMP004", f"{place}/sha256", message, "declare the digest of what is handed over")


def _bytes(content: Any) -> bytes:
    return content.encode() if isinstance(content, str) else b"" if content is None else canonical_json(content)


def _is_hollow(content: Any, settings: Settings) -> bool:
    if content is None or not isinstance(content, str):
        return not content
    text = canonical(content[: 4 * MAX_PLACEHOLDER])
    return not text or (len(text) <= MAX_PLACEHOLDER and unfilled(text, settings))


def _unanswered(context: EvaluationContext, keys: list[str]) -> Iterator[Finding]:
    if not keys:
        return
    answers = _answers(context)
    for key in keys:
        answer = answers.get(_folded(key))
        if answer is None or _is_blank(answer, context.settings):
            message = f"the required key {quoted(key)} is not answered"
            yield _report("CMP005", "/claims", message, "declare a claim with this key and its value")


def _answers(context: EvaluationContext) -> dict[str, object]:
    """Values by key: of an output that is a JSON object, and of the keyed claims, which come first."""
    output = context.result.output
    if isinstance(output, str) and output.lstrip().startswith("{"):
        value, flaws = read_json(output.encode(), max_bytes=context.settings.global_.max_bytes)
        output = value if isinstance(value, Mapping) and not flaws else ""
    found = {_folded(key): value for key, value in output.items()} if isinstance(output, Mapping) else {}
    keyed = {_folded(claim.key): claim.value for claim in context.result.claims if claim.value is not None}
    return found | keyed


def _is_blank(answer: object, settings: Settings) -> bool:
    if isinstance(answer, str):
        return _is_hollow(answer, settings)
    return isinstance(answer, (tuple, list, Mapping)) and not answer


CHECK = Check("completeness", RULES, SETTINGS, _evaluate, __doc__ or "")

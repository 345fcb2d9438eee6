"""What a result says in words: its texts with their places, and its prose read once for all who look at it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from dankaro_quality.contracts import AgentResult
from dankaro_quality.lexicon import PROSE_EXTENSIONS
from dankaro_quality.places import pointer
from dankaro_quality.prose import Document, Sentence, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEPT = 32  # documents; one result's output, claims and deliverables are read by several checks in a row
MAX_DEPTH = 64  # of data inside data, as in the contract


@functools.lru_cache(KEPT)
def document(text: str) -> Document:
    """`text` read as Markdown; the last few are kept, so that checks of one result share the work."""
    return read(text)


def passages(result: AgentResult) -> Iterator[tuple[str, str]]:
    """Every text in which something may be said or hidden, with its place; data is taken apart into its texts."""
    for where, value in _fields(result):
        yield from _leaves(where, value)


def prose(result: AgentResult) -> Iterator[tuple[str, str]]:
    """The texts that people read, with their places: output, claims, and deliverables that are no program or data.

    Data is taken apart into its texts, also where it is handed over as JSON text.
    """
    yield from output_texts(result)
    for index, claim in enumerate(result.claims):
        yield f"/claims/{index}/text", claim.text
        if claim.rationale:
            yield f"/claims/{index}/rationale", claim.rationale
    for index, one in enumerate(result.deliverables):
        if one.content is not None and is_prose_name(one.path or one.name):
            yield from _leaves(f"/deliverables/{index}/content", one.content)


def output_texts(result: AgentResult) -> Iterator[tuple[str, str]]:
    """The output as texts with their places; data is taken apart."""
    yield from _leaves("/output", result.output)


def sentences_with(text: str, stems: Iterable[str]) -> Iterator[Sentence]:
    """The sentences in which one of the lower-case `stems` stands; a text without any of them costs next to nothing."""
    folded = text.lower()
    present = [stem for stem in stems if stem in folded]
    for sentence in document(text).sentences if present else ():
        plain = sentence.plain.lower()
        if any(stem in plain for stem in present):
            yield sentence


def is_prose_name(name: str) -> bool:
    """Whether a file of that name is for people to read: it ends like one, or has no ending."""
    ending = re.search(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z", name)
    return ending is None or ending[0].lower() in PROSE_EXTENSIONS


def _leaves(where: str, value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, str):
        if value.strip():
            yield from _inside(where, value) if _is_data(value) else ((where, value),)
    elif isinstance(value, (tuple, list)):
        for index, one in enumerate(value):
            yield from _leaves(f"{where}/{index}", one, depth + 1)
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _leaves(where + pointer(name), one, depth + 1)


def _is_data(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "[")) and document(text).is_data


def _inside(where: str, text: str) -> Iterator[tuple[str, str]]:
    """The texts in data that is itself a text; a pointer cannot lead into it, so all of them stand at its place."""
    import json

    waiting = [json.loads(text.strip("\ufeff \t\r\n"))]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and one.strip():
            yield where, one
        elif isinstance(one, dict):
            waiting.extend(reversed(one.values()))
        elif isinstance(one, list):
            waiting.extend(reversed(one))


def _fields(result: AgentResult) -> Iterator[tuple[str, Any]]:
    yield "/output", result.output
    for index, claim in enumerate(result.claims):
        for name in ("text", "quote", "rationale", "value"):
            yield f"/claims/{index}/{name}", getattr(claim, name)
    for index, comparison in enumerate(result.comparisons):
        parts = (comparison.subject, comparison.baseline, comparison.metric, comparison.effect, *comparison.tests)
        yield f"/comparisons/{index}", " ".join((*parts, comparison.baseline_rationale))
    for index, one in enumerate(result.deliverables):
        yield f"/deliverables/{index}/content", one.content

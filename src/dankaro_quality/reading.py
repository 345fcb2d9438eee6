"""What a result says in words: its texts with their places, and its prose read once for all who look at it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from dankaro_quality.canonical import canonical
from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import pretty_json
from dankaro_quality.lexicon import PROSE_EXTENSIONS, STOP_WORDS
from dankaro_quality.places import pointer
from dankaro_quality.prose import Document, Sentence, read
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEPT = 32  # documents; one result's output, claims and deliverables are read by several checks in a row
MAX_DEPTH = 64  # of data inside data, as in the contract


@functools.lru_cache(KEPT)
def document(text: str) -> Document:
    """`text` read as Markdown; the last few are kept, so that checks of one result share the work."""
    return read(text)


def texts(result: AgentResult) -> list[tuple[str, str]]:
    """Everything in which something may hide, with its place; data is one text, as it is printed."""
    printed = [(where, value if isinstance(value, str) else _printed(value)) for where, value in _fields(result)]
    return [(where, text) for where, text in printed if text.strip()]


def passages(result: AgentResult) -> Iterator[tuple[str, str]]:
    """The same, with data taken apart into its texts, each with its own place."""
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


def content_words(text: str) -> frozenset[str]:
    """The words that carry the meaning, in a form in which singular and plural are one; figures count as they are."""
    words = re.findall(r"[^\W_]+(?:[.,][0-9]+)*", canonical(text).casefold())
    return frozenset([_stem(word) for word in words if word not in STOP_WORDS and (len(word) > 2 or word.isdigit())])


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word


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
        yield f"/comparisons/{index}", " ".join(parts)
    for index, one in enumerate(result.deliverables):
        yield f"/deliverables/{index}/content", one.content


def _printed(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple) and not any(isinstance(one, (tuple, Mapping)) for one in value):
        return " ".join(map(str, value))
    return pretty_json(plain(value)) if isinstance(value, (tuple, Mapping)) else str(value)

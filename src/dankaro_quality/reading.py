"""What a result says in words: its texts with their places, and its prose read once for all who look at it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from dankaro_quality.canonical import canonical
from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import pretty_json
from dankaro_quality.lexicon import PROSE_EXTENSIONS, STOP_WORDS
from dankaro_quality.places import pointer
from dankaro_quality.prose import Document, read

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
    """Everything in which something may hide, with its place: data as it is printed, comparisons in one line each."""
    found = [("/output", _printed(result.output))]
    for index, claim in enumerate(result.claims):
        for name in ("text", "quote", "rationale", "value"):
            value = getattr(claim, name)
            found.append((f"/claims/{index}/{name}", value if isinstance(value, str) else _joined(value)))
    for index, comparison in enumerate(result.comparisons):
        parts = (comparison.subject, comparison.baseline, comparison.metric, comparison.effect, *comparison.tests)
        found.append((f"/comparisons/{index}", " ".join(parts)))
    for index, one in enumerate(result.deliverables):
        found.append((f"/deliverables/{index}/content", "" if one.content is None else _printed(one.content)))
    return [(where, text) for where, text in found if text.strip()]


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
            yield from _inside(where, value) if document(value).is_data else ((where, value),)
    elif isinstance(value, (tuple, list)):
        for index, one in enumerate(value):
            yield from _leaves(f"{where}/{index}", one, depth + 1)
    elif hasattr(value, "items"):
        for name, one in value.items():
            yield from _leaves(where + pointer(name), one, depth + 1)


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


def _printed(value: Any) -> str:
    return value if isinstance(value, str) else pretty_json(value)


def _joined(value: object) -> str:
    return "" if value is None else " ".join(map(str, value)) if isinstance(value, tuple) else str(value)

"""Gemini: candidates with `groundingMetadata`, from the REST interface (camelCase) or the SDK (snake_case).

Offsets count bytes of the UTF-8 text of their part. The segment's own text is compared with what stands there, since
some services count characters instead. Addresses on the redirect hosts end after weeks: they are reported.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope
from dankaro_quality.importing import WHOLE, Answer, Converted, Node, check_ending, utf8_offset

ENDED_WELL = ("STOP",)
REDIRECTS = ("vertexaisearch.cloud.google.com/", "www.google.com/url?", "google.com/url?")


def fits(document: object) -> bool:
    """A response with candidates, or with the reason why there are none."""
    return isinstance(document, dict) and bool({"candidates", "promptFeedback", "prompt_feedback"} & document.keys())


def convert(root: Node) -> list[Converted]:
    """The first candidate as the result, others as repeats."""
    blocked = root["promptFeedback"]["blockReason"].text("")
    if blocked:
        root.book.flaw("/promptFeedback", f'the prompt was blocked ("{blocked}"), so there is no answer')
        return []
    results = [_candidate(one) for one in root["candidates"].items(needed=True)]
    if not results:
        root.book.flaw("/candidates", "there is no candidate, so there is no answer")
        return []
    return [Converted(Envelope(results[0], repeats=tuple(results[1:])))]


def _candidate(candidate: Node) -> AgentResult:
    check_ending(candidate["finishReason"], ENDED_WELL)
    answer = Answer(candidate.book)
    bases = []
    for part in candidate["content"]["parts"].items(needed=True):
        is_answer = part["text"] and part["thought"].value is not True
        bases.append(
            (answer.add(part["text"].text(), part["text"].at), part["text"].text())
            if is_answer
            else (answer.length, "")
        )
    grounding = candidate["groundingMetadata"]
    chunks = [_chunk(chunk) for chunk in grounding["groundingChunks"].items()]
    for support in grounding["groundingSupports"].items():
        _support(answer, bases, chunks, support)
    for source in candidate["citationMetadata"]["citationSources"].items():
        _cite(answer, bases, source, [source["uri"].text("")], source.at)
    return answer.result()


def _chunk(chunk: Node) -> str:
    for kind in ("web", "retrievedContext", "maps"):
        if chunk[kind]:
            source = chunk[kind]["uri"].text("") or chunk[kind]["title"].text("")
            if source.partition("://")[2].startswith(REDIRECTS):
                title = chunk[kind]["title"].text("")
                named = f' (to "{title}")' if title else ""
                hint = "follow it and keep the address it leads to"
                chunk.book.note(
                    "ORG003", chunk.at, f"the source is a redirect{named} that stops working after a while", hint
                )
            return source
    chunk.book.flaw(chunk.at, "this chunk names neither web, retrievedContext nor maps")
    return ""


def _support(answer: Answer, bases: list[tuple[int, str]], chunks: list[str], support: Node) -> None:
    sources = []
    for index in support["groundingChunkIndices"].items():
        number = index.whole()
        if 0 <= number < len(chunks):
            sources.append(chunks[number])
        else:
            answer.book.note("ORG004", index.at, f"there is no grounding chunk {number}", WHOLE)
    _cite(answer, bases, support["segment"].object(), sources or [""], support.at)


def _cite(answer: Answer, bases: list[tuple[int, str]], segment: Node, sources: list[str], at: str) -> None:
    number = segment["partIndex"].whole(0)
    base, text = bases[number] if 0 <= number < len(bases) else (0, "")
    first, last = segment["startIndex"].whole(0), segment["endIndex"].whole()
    start, end = utf8_offset(text, first), utf8_offset(text, last)
    said = segment["text"].text("")
    if said and (start < 0 or text[start:end] != said):
        if text.count(said) != 1:
            answer.book.note(
                "ORG004", segment.at, "the segment's text does not stand where its offsets point to", WHOLE
            )
            return
        start = text.find(said)  # offsets in another unit; the text says which passage is meant
        end = start + len(said)
    for source in sources:
        answer.cite(base + start if start >= 0 else -1, base + end, source, at)

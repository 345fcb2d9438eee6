"""Inspect logs, version 2: each sample is a task, its epochs are runs of it.

A log with NaN tokens is read (Python writes them for scores that were not measured) and says so. An `.eval` archive is
read where the standard library can unpack it; else the message names the command that converts it.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope, Task
from dankaro_quality.errors import FileProblem
from dankaro_quality.importing import Answer, Converted, Node

VERSION = 2
ARCHIVE = b"PK\x03\x04"
CONVERT = "inspect log convert FILE.eval --to json --output-dir DIR"
CUT = ("max_tokens", "model_length", "content_filter")


def fits(document: object) -> bool:
    """An object with "eval" and a status."""
    return isinstance(document, dict) and isinstance(document.get("eval"), dict) and "status" in document


def unpacked(data: bytes, max_bytes: int) -> bytes:
    """The log in an `.eval` archive as one JSON document; FileProblem where it cannot be unpacked here."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = sorted(
                name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")
            )
            if "header.json" not in archive.namelist():
                raise FileProblem("this archive is no Inspect log: it has no header.json")
            room = max_bytes
            parts = []
            for name in ("header.json", *names):
                with archive.open(name) as stream:  # what a header says of sizes is not believed
                    parts.append(stream.read(room + 1))
                room -= len(parts[-1])
                if room < 0:
                    raise FileProblem(f"this archive holds more than {max_bytes:,} bytes; convert it with: {CONVERT}")
    except FileProblem:
        raise
    except Exception as problem:  # each method of packing has its own errors, and a damaged archive may raise any
        raise FileProblem(
            f"this .eval archive cannot be unpacked here ({problem}); convert it with: {CONVERT}"
        ) from None
    header = parts[0].strip()
    return header[:-1] + b',"samples":[' + b",".join(parts[1:]) + b"]}"


def convert(root: Node) -> list[Converted]:
    """One envelope for each sample; a log that did not end well says so in each of them."""
    version = root["version"].whole(VERSION)
    if version != VERSION:
        root.book.flaw("/version", f"this is version {version} of the log; version {VERSION} is read here")
    status = root["status"].text()
    if status != "success":
        root.book.note("ORG001", "/status", f'the evaluation ended with "{status}"', "run it to its end")
    samples: dict[str, list[Node]] = {}
    for sample in root["samples"].items(needed=True):
        samples.setdefault(str(sample["id"].value), []).append(sample)
    if not samples:
        root.book.flaw("/samples", "there is no sample, so there is no answer")
    return [_sample(name, sorted(runs, key=lambda run: run["epoch"].whole(1))) for name, runs in samples.items()]


def _sample(name: str, runs: list[Node]) -> Converted:
    results = [_run(run) for run in runs]
    task = Task(id=name, instructions=_asked(runs[0]["input"]))
    return Converted(Envelope(results[0], task, tuple(results[1:])), name, tuple([run.at for run in runs]))


def _asked(given: Node) -> str:
    if isinstance(given.value, str):
        return given.text()
    asked = [one["content"].value for one in given.items() if one["role"].text("") == "user"]
    return asked[-1] if asked and isinstance(asked[-1], str) else ""


def _run(run: Node) -> AgentResult:
    if run["error"]:
        run.book.note("ORG001", run["error"].at, "the sample ended in an error", "run it again")
    if run["limit"]:
        run.book.note("ORG001", run["limit"].at, "the sample ran into a limit", "raise it, and run it again")
    answer = Answer(run.book)
    choices = run["output"]["choices"].items()
    if not choices:
        _content(answer, run["output"]["completion"] if run["output"]["completion"] else _last_said(run["messages"]))
        return answer.result()
    reason = choices[0]["stopReason"]
    if reason.text("") in CUT:
        run.book.note("ORG001", reason.at, f'the run ended with "{reason.text()}"', "let it run to its end")
    _content(answer, choices[0]["message"].object()["content"])
    return answer.result()


def _last_said(messages: Node) -> Node:
    """The content of the assistant's last message, or the completion that is missing."""
    said = [one["content"] for one in messages.items() if one["role"].text("") == "assistant"]
    return said[-1] if said else Node(None, messages.at.rpartition("/")[0] + "/output/completion", messages.book)


def _content(answer: Answer, content: Node) -> None:
    if isinstance(content.value, str):
        answer.add(content.text(), content.at)
        return
    for part in content.items(needed=True):
        if part["type"].text() != "text":
            continue
        text = part["text"].text()
        base = answer.add(text, part["text"].at)
        for citation in part["citations"].items():
            said = citation["cited_text"]
            inside = [one.whole() for one in said.items()] if isinstance(said.value, list) else [0, len(text)]
            quote = said.text("") if isinstance(said.value, str) else ""
            start, end = (inside[0], inside[-1]) if len(inside) == 2 else (0, 0)
            answer.cite(base + start, base + end, _source(citation), citation.at, quote)


def _source(citation: Node) -> str:
    if citation["type"].text() == "url":
        return citation["url"].text()
    title, place = citation["title"].text(""), citation["range"]
    if place["type"].text("") == "page":
        return f"{title}, p. {place['start_index'].whole()}"
    return f"{title}, {place['type'].text()} {place['start_index'].whole()}" if place else title

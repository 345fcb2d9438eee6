"""The claim ledger that persists between runs: what was claimed before, and what was disproved since.

JSON Lines, append-only; the last line of an id wins. Reading never fails: what cannot be understood is left out
line by line and said, the good lines still protect. Writing is strict and goes through the journal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dankaro_quality.canonical import folded
from dankaro_quality.contracts import nearest
from dankaro_quality.documents import digest, read_bytes, read_json
from dankaro_quality.errors import FileProblem, UsageError
from dankaro_quality.frozen import frozen
from dankaro_quality.lexicon import FUNCTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEFAULT_PATH = os.path.join("memory", "claims.jsonl")
MAX_BYTES = 100_000_000
STATUSES = ("live", "demoted")
HOW = ("watch", "restated", "words")  # in which a text can meet a claim, the surest first
MIN_SHARE = 0.5  # of the words of the shorter of two texts; below, they have little in common
MIN_SHARED = 2  # words; one word in common says something only of a text of one word
TEXT_FIELDS = ("id", "text", "status", "reason", "demoted_by", "watch", "key", "source", "recorded_at", "superseded_by")
LIST_FIELDS = ("fires_on", "silent_on")
FIELDS = (*TEXT_FIELDS, *LIST_FIELDS, "value")


@frozen
class Entry:
    """One claim of the ledger. `watch` is a regular expression; `line` where it stands in the file."""

    id: str
    text: str
    status: str
    reason: str = ""
    demoted_by: str = ""
    watch: str = ""
    fires_on: tuple[str, ...] = ()
    silent_on: tuple[str, ...] = ()
    key: str = ""
    value: Any = None
    source: str = ""
    recorded_at: str = ""
    superseded_by: str = ""
    line: int = 0


@frozen
class Remark:
    """What is wrong with one line; `ignored` when the line does not count at all."""

    line: int
    message: str
    ignored: bool = True


@frozen
class Ledger:
    """A read-only view of a ledger; `Ledger()` is the empty one. `path` is empty when there is none."""

    entries: tuple[Entry, ...] = ()
    remarks: tuple[Remark, ...] = ()
    path: str = ""
    digest: str = ""

    @property
    def demoted(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.status == "demoted")

    @property
    def live(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.status == "live")

    def ids(self) -> frozenset[str]:
        return frozenset(entry.id for entry in self.entries)


def find(start: str) -> str:
    """The path of memory/claims.jsonl in `start` or the nearest folder above it; empty when there is none."""
    folder = os.path.abspath(start)
    while True:
        candidate = os.path.join(folder, DEFAULT_PATH)
        if os.path.exists(candidate):
            return candidate
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def load(path: str) -> Ledger:
    """The ledger at `path`; a file that is missing or cannot be read is an empty ledger with a remark."""
    if not path:
        return Ledger()
    try:
        data = read_bytes(path, max_bytes=MAX_BYTES)
    except FileProblem as problem:
        return Ledger(remarks=(Remark(0, str(problem)),), path=path)
    if len(data) > MAX_BYTES:
        return Ledger(remarks=(Remark(0, f"the ledger is larger than {MAX_BYTES} bytes"),), path=path)
    return parse(data, path)


def parse(data: bytes, path: str = "") -> Ledger:
    """The ledger in `data`, line by line; only `\\n` ends a line."""
    entries: dict[str, Entry] = {}
    remarks: list[Remark] = []
    pieces = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, piece in enumerate(pieces, start=1):
        if not piece.strip():
            continue
        entry, said = read_line(piece, number)
        remarks += said
        if entry is not None:
            entries.pop(entry.id, None)  # the last line of an id stands where it was written
            entries[entry.id] = entry
    return Ledger(tuple(entries.values()), tuple(remarks), path, digest(data))


def read_line(line: bytes, number: int = 0) -> tuple[Entry | None, list[Remark]]:
    """The entry on one line, or None; with what is to be said about it."""
    value, flaws = read_json(line)
    if flaws or not isinstance(value, Mapping):
        why = flaws[0].message if flaws else "is no JSON object"
        return None, [Remark(number, why)]
    missing = [name for name in ("id", "text", "status") if not _filled(value.get(name))]
    if missing:
        return None, [Remark(number, f'"{name}" is missing or not text') for name in missing]
    if value["status"] not in STATUSES:
        return None, [Remark(number, f'the status "{value["status"]}" is not one of {", ".join(STATUSES)}')]
    remarks = [Remark(number, message, ignored=False) for message in _oddities(value)]
    kept: dict[str, Any] = {name: value[name] for name in TEXT_FIELDS if isinstance(value.get(name), str)}
    kept |= {name: _strings(value[name]) for name in LIST_FIELDS if isinstance(value.get(name), list)}
    if _scalar(value.get("value")):
        kept["value"] = value.get("value")
    return Entry(**kept, line=number), remarks


def check(ledger: Ledger, fires: Any) -> list[Remark]:
    """Every complaint about a ledger, strictly: ignored lines, unusable watches, and self-tests that do not hold.

    `fires(entry, text) -> bool` is how the ledger gate matches; it is handed in, so that what is tested here is
    what runs there.
    """
    remarks = [*ledger.remarks, *(remark for entry in ledger.entries for remark in _self_test(entry, fires))]
    return sorted(remarks, key=lambda remark: remark.line)


def _self_test(entry: Entry, fires: Any) -> Iterator[Remark]:
    from dankaro_quality.watching import unsafe

    reason = unsafe(entry.watch) if entry.watch else ""
    if reason:
        yield Remark(entry.line, f"the watch of {entry.id} cannot be used: {reason}", False)
    if entry.status == "demoted" and (reason or not entry.watch) and not normal_text(entry.text):
        yield Remark(entry.line, f"{entry.id} has no words and no watch that can be run, so nothing finds it", False)
    for sample in entry.fires_on:
        if not fires(entry, sample):
            yield Remark(entry.line, f'{entry.id} does not fire on "{sample}", and should', False)
    for sample in entry.silent_on:
        if fires(entry, sample):
            yield Remark(entry.line, f'{entry.id} fires on "{sample}", and should not', False)


@frozen
class Match:
    """A claim that a text meets: by its "watch", "restated", or by "words" in common; `share` of the shorter text."""

    entry: Entry
    how: str
    share: float


def search(ledger: Ledger, text: str, found: Mapping[str, str]) -> list[Match]:
    """The claims, live or demoted, that a text meets, the surest first and then in the order of the ledger.

    `found` is how the ledger gate finds them (id to "watch" or "restated"); the others are ranked by the words that
    they have in common with the text in canonical form, and left out below `MIN_SHARE`.
    """
    words = _telling(text)
    matches = []
    for entry in ledger.entries:
        own = _telling(entry.text)
        shorter = min(len(own), len(words))
        shared = len(own & words)
        share = shared / shorter if shorter else 0.0
        if entry.id in found or (share >= MIN_SHARE and shared >= min(MIN_SHARED, shorter)):
            matches.append(Match(entry, found.get(entry.id, "words"), round(share, 2)))
    return sorted(matches, key=lambda match: (HOW.index(match.how), -match.share))


def _telling(text: str) -> frozenset[str]:
    return frozenset(word for word in normal_text(text).split() if word not in FUNCTION_WORDS)


def add(path: str, entry: Mapping[str, Any]) -> None:
    """Append an entry; UsageError when its line would be ignored or its watch cannot be used."""
    from dankaro_quality.journal import append
    from dankaro_quality.watching import unsafe

    fields = {name: value for name, value in entry.items() if value not in ("", None, (), [])}
    line = _line(fields)
    made, remarks = read_line(line)
    if made is None or remarks:
        raise UsageError("; ".join(remark.message for remark in remarks))
    if made.watch and unsafe(made.watch):
        raise UsageError(f"the watch cannot be used: {unsafe(made.watch)}")
    append(path, line)


def normal_text(text: str) -> str:
    """A text as restatements are compared: canonical, case folded, words and figures only."""
    plain = folded(text)
    if plain.isascii():
        words = plain.translate(_BLANKED).split()
    else:
        words = "".join([sign if sign.isalnum() or sign in ".%" else " " for sign in plain]).split()
    return " ".join([bare for word in words if (bare := word.strip("."))])


_BLANKED = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in ".%")}


def _line(fields: Mapping[str, Any]) -> bytes:
    import json

    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")  # half a surrogate pair, as its JSON escape


def _filled(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _scalar(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))


def _strings(value: object) -> tuple[str, ...]:
    return tuple([item for item in value if isinstance(item, str)]) if isinstance(value, Sequence) else ()


def _oddities(value: Mapping[str, Any]) -> Iterable[str]:
    for name, item in value.items():
        if name not in FIELDS:
            if not name.startswith("x_"):
                yield f'there is no field "{name}"{nearest(name, FIELDS)}; it is not read'
        elif name in TEXT_FIELDS and not isinstance(item, str):
            yield f'"{name}" must be text; it is not read'
        elif name in LIST_FIELDS and not (isinstance(item, list) and all(isinstance(one, str) for one in item)):
            yield f'"{name}" must be a list of texts'
        elif name == "value" and not _scalar(item):
            yield '"value" must be text, a number, true or false; it is not read'

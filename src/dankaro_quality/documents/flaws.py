"""What a document can have wrong, whatever its format: encoding, size, look-alike keys, numbers, half characters."""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.canonical import canonical, visible
from dankaro_quality.frozen import frozen

MAX_BYTES = 10_000_000
MAX_DEPTH = 64  # deepcopy, asdict and pickle fail on what a parser still takes (about 900 levels on 3.11)
MAX_DIGITS = 308  # every integer of 308 digits has a finite double beside it; not every one of 309 has
MAX_FLAWS = 1_000  # a file of ten million bytes can hold a million duplicate keys; nobody reads that list


@frozen
class Flaw:
    """One violation: JSON pointer ("" is the whole document), what is wrong, and the 1-based line where known."""

    pointer: str
    message: str
    line: int | None = None


def decoded(data: bytes, max_bytes: int) -> tuple[str, Flaw | None]:
    """Strict UTF-8, one leading byte order mark taken off; the flaw says what the bytes are instead."""
    if len(data) > max_bytes:
        return "", Flaw("", f"the file is larger than {max_bytes:,} bytes; split it, or raise the limit")
    wide = _wide_encoding(data) if b"\0" in data[:4] or data[:1] in (b"\xff", b"\xfe") else ""
    if wide:
        return "", Flaw("", f"this file is {wide}; save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} on line {line}"
        return "", Flaw("", f"this file is not UTF-8: {byte}; save it as UTF-8", line)
    text = text.removeprefix("\ufeff")
    if not text or text.isspace():
        return "", Flaw("", "the file is empty")
    return text, None


_WIDE_STARTS = (  # the longer mark first: it begins with the shorter
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_WIDE_NULS = {(1, 2, 3): "UTF-32", (0, 1, 2): "UTF-32", (1, 3): "UTF-16", (0, 2): "UTF-16"}  # ASCII without a mark


def _wide_encoding(data: bytes) -> str:
    marked = next((name for mark, name in _WIDE_STARTS if data.startswith(mark)), "")
    return marked or _WIDE_NULS.get(tuple(at for at, byte in enumerate(data[:4]) if byte == 0), "")


def spot(text: str, at: int) -> tuple[int, int]:
    """Line and column of a position, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def shown(text: str) -> str:
    """`text` in quotes, with what cannot be seen as escapes: names and snippets of files in messages."""
    return f'"{visible(text)}"'


def key_form(key: str) -> str:
    """A key as a reader sees it: without invisible characters, in compatibility form; case stays."""
    if key.isascii() and key.isprintable() and " " not in key:
        return key
    return canonical(key)


def key_flaw(key: str, seen: dict[str, tuple[str, int]], line: int) -> str:
    """What is wrong with the next key of an object, or ""; `seen` holds the form of each key before → (key, line)."""
    if half_character(key):
        return f"the key {shown(key)} holds half of a surrogate pair, which is no character"
    form = key_form(key)
    if form not in seen:
        seen[form] = (key, line)
        return ""
    other, first = seen[form]
    if other == key:
        return f"the key {shown(key)} stands twice in one object (first on line {first}); keep one of them"
    return f"the keys {other!a} (line {first}) and {key!a} look the same; rename or remove one of them"


def value_flaw(token: str, first: str) -> str:
    """What is wrong with a scalar, or "": its raw token, or its text when the `first` character is a quote."""
    if first == '"':
        half = half_character(token)
        return f"the text holds half of a surrogate pair ({half}), which is no character" if half else ""
    if first in "NI" or token == "-Infinity":
        return f"{token} is no JSON number; write null, or leave it out"
    if first not in "-0123456789":
        return ""
    if not set(token) & set(".eE"):
        return f"an integer of {len(token):,} digits is beyond what a double holds" if len(token) > MAX_DIGITS else ""
    return "" if abs(float(token)) < float("inf") else f"{token[:40]} is beyond what a double holds"


def half_character(text: str) -> str:
    """The first lone surrogate in `text`, escaped; "" when there is none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return ascii(text[error.start])[1:-1]
    return ""


def writable(text: str) -> str:
    """`text` with lone surrogates as escapes, so that it can be encoded."""
    return text if not half_character(text) else text.encode("utf-8", "backslashreplace").decode()


def capped(flaws: Iterator[Flaw]) -> tuple[Flaw, ...]:
    """The first `MAX_FLAWS` flaws, and one more that says so when there are others."""
    kept: list[Flaw] = []
    for flaw in flaws:
        if len(kept) == MAX_FLAWS:
            kept.append(Flaw("", f"more than {MAX_FLAWS:,} flaws; the rest are not listed", flaw.line))
            break
        kept.append(flaw)
    return tuple(kept)

"""The bytes of a file a user named, and their digest."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from dankaro_quality.documents.flaws import shown
from dankaro_quality.errors import FileProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def digest(data: bytes) -> str:
    """`sha256:` and the hexadecimal digest of `data`."""
    return f"sha256:{_sha256()(data).hexdigest()}"


@cache
def _sha256() -> Any:
    """Python's own SHA-256, else hashlib's: loading OpenSSL for a few kilobytes takes 2 ms of every start."""
    for module in ("_sha2", "_sha256", "hashlib"):
        try:
            return import_module(module).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no SHA-256")


def read_bytes(path: str, *, max_bytes: int) -> bytes:
    """At most `max_bytes` + 1 bytes of a regular file: one byte too many tells the reader that it is too large.

    FileProblem for what is missing, unreadable or no regular file. The file is opened once and judged by what was
    opened; opening never waits, so that a named pipe without a writer does not hang.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags)
        try:
            kind = _other_kind(os.fstat(file).st_mode)
            if kind:
                raise FileProblem(f"{shown(path)} is {kind}; name a regular file")
            return _read_up_to(file, max_bytes + 1)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:  # ValueError: a NUL or a lone surrogate in the path
        raise FileProblem(f"{shown(path)} cannot be read: {_reason(path, error)}") from error


def _other_kind(mode: int) -> str:
    import stat

    kinds = ((stat.S_ISREG, ""), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for test, name in kinds if test(mode)), "a device")


def _read_up_to(file: int, most: int) -> bytes:
    pieces: list[bytes] = []
    while most > 0 and (piece := os.read(file, min(most, 1 << 20))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _reason(path: str, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "it is not there; check the path"
    if os.path.isdir(path):  # Windows cannot open a folder and calls it a lack of permission
        return "it is a folder; name a regular file"
    if isinstance(error, PermissionError):
        return "there is no permission to read it"
    return (error.strerror or str(error)) if isinstance(error, OSError) else f"its name is no file name ({error})"

"""Does a cited file exist inside the root, and what are its bytes? Nothing outside the root is ever opened.

A file is opened once, and what is judged are the bytes of that one opening. Spellings that could mean two files on
two systems (absolute, `..`, drives, backslashes, reserved Windows names) are refused everywhere.
"""

from __future__ import annotations

import os
import stat

from dankaro_quality.frozen import frozen

MAX_BYTES = 100_000_000  # deliverables are documents and data samples; more is hashed by other tools
RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³"]
)


@frozen
class Found:
    """The bytes of a file inside the root, or why there are none."""

    data: bytes = b""
    problem: str = ""


def file_inside(root: str, path: str) -> Found:
    """The bytes of `path` below `root`; `problem` says in words why it is no regular file there."""
    problem = path_problem(path)
    if problem:
        return Found(problem=problem)
    try:
        base = os.path.realpath(root, strict=True)
        full = os.path.realpath(os.path.join(base, path), strict=True)
    except (OSError, ValueError):
        return Found(problem="does not exist")
    if full != base and not full.startswith(base.rstrip(os.sep) + os.sep):
        return Found(problem="leads outside the root")
    return _read(full)


def path_problem(path: str) -> str:
    """Why a path may not be followed at all, judged by its spelling; empty when it may."""
    if not path or "\0" in path or len(path) > 4096:
        return "is no path"
    if path.startswith(("/", "\\", "~")) or (len(path) > 1 and path[1] == ":"):
        return "is not relative to the root"
    if "\\" in path or "%" in path:
        return "has backslashes or percent signs, which mean different files on different systems"
    pieces = path.removeprefix("./").removesuffix("/").split("/")
    if ".." in pieces:
        return "leads outside the root"
    if any(piece in ("", ".") or piece != piece.strip() or piece.endswith(".") or ":" in piece for piece in pieces):
        return "is not spelled in one way only"
    if any(piece.split(".")[0].lower() in RESERVED for piece in pieces):
        return "is a name that some systems reserve for devices"
    return ""


def _read(full: str) -> Found:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(full, flags | getattr(os, "O_BINARY", 0))
    except OSError as problem:
        return Found(problem=f"cannot be opened ({problem.strerror})")
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return Found(problem="is not a regular file")
        with os.fdopen(os.dup(handle), "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as problem:
        return Found(problem=f"cannot be read ({problem.strerror})")
    finally:
        os.close(handle)
    return Found(problem=f"is larger than {MAX_BYTES} bytes") if len(data) > MAX_BYTES else Found(data)

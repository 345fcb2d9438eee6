"""Standard output and error, made safe: what cannot be shown is escaped, what cannot be written is no pass."""

from __future__ import annotations

import os
import sys

from dankaro_quality.errors import ExitCode

STDIN = "-"  # in place of a file's name


def make_writable() -> None:
    """A terminal that cannot show a character gets it escaped; the verdict must not be lost to an encoding."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def emit(text: str, code: ExitCode) -> ExitCode:
    """Write `text` to standard output; the exit code to end with, which is `code` unless a pass cannot be written."""
    if sys.stdout is None:
        return code
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
        return _unwritten(code)
    return code


def flushed(code: ExitCode) -> ExitCode:
    """The exit code to end with once everything is flushed."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            _silence(stream)
            code = _unwritten(code)
    return code


def _unwritten(code: ExitCode) -> ExitCode:
    return code if code is ExitCode.BLOCKED else ExitCode.COULD_NOT_JUDGE


def _silence(stream: object) -> None:
    """Point a stream that cannot be written at nothing, so that the interpreter's last flush does not fail too."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
    except (OSError, ValueError):
        return


def input_bytes(path: str, limit: int) -> bytes:
    """The bytes of a file or of standard input, at most one more than the limit (which the contract then names)."""
    if path == STDIN:
        return sys.stdin.buffer.read(limit + 1) if sys.stdin is not None else b""
    from dankaro_quality.documents import read_bytes  # not needed to print the version

    return read_bytes(path, max_bytes=limit)

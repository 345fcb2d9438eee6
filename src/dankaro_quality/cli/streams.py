"""Standard output and error, made safe: what cannot be shown is escaped, what cannot be written is no pass."""

from __future__ import annotations

import os
import sys

from dankaro_quality.errors import ExitCode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STDIN = "-"  # in place of a file's name


def make_writable() -> None:
    """Streams that take everything: the verdict must not be lost to an encoding, nor to a stream that is closed.

    A closed stream is pointed at nothing: else `print` would send messages to standard output, and the next file that
    is opened would get the number of the stream.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if not isinstance(sys.stderr, _Messages):
        sys.stderr = _Messages(sys.stderr)


class _Messages:
    """Standard error that loses what cannot be written, as on a full disk, and raises nothing."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            _silence(self.stream)
        return len(text)

    def flush(self) -> None:
        """Nothing waits here: every `write` has flushed."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def columns() -> int:
    """The width of the terminal: COLUMNS, else what the system says, else 80."""
    try:
        return max(40, int(os.environ.get("COLUMNS") or os.get_terminal_size().columns or 80))
    except (ValueError, OSError):
        return 80


def emit(text: str, code: ExitCode) -> ExitCode:
    """Write `text` to standard output; the exit code to end with, which is `code` unless a pass cannot be written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as problem:
        _silence(sys.stdout)
        return _unwritten(code, problem)
    return code


def flushed(code: ExitCode) -> ExitCode:
    """The exit code to end with once standard output is flushed; messages that cannot be written change nothing."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as problem:
        _silence(sys.stdout)
        code = _unwritten(code, problem)
    return code


def _unwritten(code: ExitCode, problem: OSError | ValueError) -> ExitCode:
    """Say that the output is lost, once; a reader that has gone away knows."""
    if not isinstance(problem, BrokenPipeError):
        why = problem.strerror if isinstance(problem, OSError) else problem
        print(f"dankaro-quality: standard output cannot be written: {why}", file=sys.stderr)
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

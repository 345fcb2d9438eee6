"""A child process with a deadline, a cap on what it prints, and no survivors.

A child runs in a process group of its own. When it ends, is too slow or prints too much, the whole group is ended,
and on Linux also what left the group: every descendant carries a mark in its environment.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from dankaro_quality.canonical import visible
from dankaro_quality.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

MARK = "DANKARO_CHILD"
CHUNK = 1 << 16
GRACE_S = 2.0  # for the pipes of a child that is already ended: they close at once unless something still holds them


@frozen
class Completed:
    """What a child did. `problem` is "" when it ran to its end by itself, with whatever exit code.

    `code` is None when it was not started or was ended; `survivors` says that it left processes running.
    """

    code: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    problem: str = ""
    duration_s: float = 0.0
    survivors: bool = False


def run(
    command: Sequence[str],
    *,
    stdin: bytes = b"",
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    timeout_s: float = 60.0,
    max_bytes: int = 10_000_000,
) -> Completed:
    """Run `command` (no shell) to its end or to `timeout_s` seconds; never raises for what the child does.

    At most `max_bytes` are kept of each stream; one byte more ends the child. `env` is the whole environment.
    """
    import subprocess

    mark = os.urandom(8).hex()
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**(os.environ if env is None else env), MARK: mark},
            start_new_session=True,
        )
    except (OSError, ValueError) as error:  # ValueError: a NUL in an argument
        return Completed(problem=f"{_name(command)} could not be started: {_reason(error)}")
    watch = _Watch(process, stdin, max_bytes)
    try:
        problem = watch.until(started + timeout_s, timeout_s)
    except BaseException:  # Ctrl-C: take the child along
        _end(process, mark)
        raise
    duration = time.monotonic() - started
    survivors = _end(process, mark)
    stdout, stderr = watch.collected()
    code = None if problem else process.returncode
    return Completed(code, stdout[:max_bytes], stderr[:max_bytes], problem, duration, survivors and not problem)


class _Watch:
    """Threads that feed and drain one child; they work the same on every system, where `select` does not."""

    def __init__(self, process: Any, stdin: bytes, max_bytes: int) -> None:
        import threading

        self.process, self.max_bytes = process, max_bytes
        self.changed = threading.Event()
        self.too_much = ""
        self.kept: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self.ended = False
        readers = [(self._drain, (name, getattr(process, name))) for name in self.kept]
        jobs: list[tuple[Any, tuple[Any, ...]]] = [*readers, (self._feed, (stdin,)), (self._wait, ())]
        self.threads = [threading.Thread(target=job, args=given, daemon=True) for job, given in jobs]
        for thread in self.threads:
            thread.start()

    def _drain(self, name: str, stream: IO[bytes]) -> None:
        kept = self.kept[name]
        with suppress(OSError, ValueError):  # closed under a reader that waited for a process out of reach
            while piece := os.read(stream.fileno(), CHUNK):
                kept += piece[: self.max_bytes + 1 - len(kept)]
                if len(kept) > self.max_bytes:
                    self.too_much = name
                    self.changed.set()
                    return

    def _feed(self, stdin: bytes) -> None:
        with suppress(OSError, ValueError):  # a child need not read what it is given
            self.process.stdin.write(stdin)
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def _wait(self) -> None:
        self.process.wait()
        self.ended = True
        self.changed.set()

    def until(self, deadline: float, timeout_s: float) -> str:
        """Wait for the end; says why the child has to be ended, or ""."""
        in_time = self.changed.wait(max(0.0, deadline - time.monotonic()))
        if not in_time:
            return f"it was still running after {timeout_s:g} s and was ended"
        if self.ended:  # what it printed last may still be on its way
            self.threads[0].join(GRACE_S)
            self.threads[1].join(GRACE_S)
        return (
            f"it printed more than {self.max_bytes:,} bytes to {self.too_much} and was ended" if self.too_much else ""
        )

    def collected(self) -> tuple[bytes, bytes]:
        """What the child printed, once everything that could print is ended."""
        for thread in self.threads:
            thread.join(GRACE_S)
        for name in ("stdout", "stderr", "stdin"):
            with suppress(OSError, ValueError):
                getattr(self.process, name).close()
        return bytes(self.kept["stdout"]), bytes(self.kept["stderr"])


def _end(process: Any, mark: str) -> bool:
    """End the child's group and every marked process; whether any of them was still there beside the child."""
    found = False
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
            found = True
    with suppress(OSError):
        process.kill()
    for straggler in _marked(mark):
        found = True
        with suppress(OSError):
            os.kill(straggler, signal.SIGKILL)
    with suppress(Exception):
        process.wait(GRACE_S)
    return found


def _marked(mark: str) -> list[int]:
    """Processes of ours whose environment carries the mark; Linux alone shows it."""
    sign = f"{MARK}={mark}".encode()
    found = []
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for name in names:
        with suppress(OSError):
            file = os.open(f"/proc/{name}/environ", os.O_RDONLY)
            try:
                environment = os.read(file, 1 << 20)
            finally:
                os.close(file)
            if sign in environment:
                found.append(int(name))
    return found


def _name(command: Sequence[str]) -> str:
    return f'"{visible(command[0])}"' if command else "an empty command"


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "it is not there"
    if isinstance(error, PermissionError):
        return "it may not be run"
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)

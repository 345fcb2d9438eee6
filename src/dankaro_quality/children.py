"""A child process with a deadline, a cap on what it says, and no survivors.

Somebody else's code runs here: it may hang, spin, flood its output, close it, or leave processes behind. Whatever it
does, `run` comes back soon after the deadline with flat memory, and its whole process group is gone. A process that
has left the group (`setsid`) lives on, unheard; on Windows all but the child itself do.

Nothing is ever ended but that group: looking through the system for other descendants would put the processes of
strangers one mistake away from being killed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

from dankaro_quality.canonical import visible
from dankaro_quality.errors import FileProblem
from dankaro_quality.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen
    from threading import Thread
    from typing import IO

CHUNK = 1 << 16
GRACE_S = 1.0  # for the last output after everything that could write was killed
_running: set[Popen[bytes]] = set()


@frozen
class Child:
    """What became of a child: `status` as `subprocess` has it (a signal is negative), None when the deadline ended it.

    `truncated` says that more was written than the cap let in, or that a pipe was still held when it was left.
    """

    status: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    duration_s: float


def run(
    command: Sequence[str],
    *,
    input: bytes = b"",
    timeout_s: float,
    cap_bytes: int = 1_000_000,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
) -> Child:
    """Run `command` to its end or to the deadline, then kill what it left in its group.

    `input` is its standard input. At most `cap_bytes` of each output are kept, the rest is read and dropped.
    FileProblem when the command cannot be started.
    """
    began = time.monotonic()
    process = _start(command, bool(input), cwd, env)
    _running.add(process)
    try:
        outputs = [_Output(stream, cap_bytes) for stream in (process.stdout, process.stderr) if stream]
        helpers = [_thread(output.read) for output in outputs]
        if stdin := process.stdin:
            helpers.append(_thread(lambda: _feed(stdin, input)))
        timed_out = not _ends_within(process, timeout_s)
    finally:
        _running.discard(process)
        _kill_group(process)
        status = process.wait()
    last = time.monotonic() + GRACE_S
    for helper in helpers:
        helper.join(max(last - time.monotonic(), 0))
    held = any(helper.is_alive() for helper in helpers)
    stdout, stderr = (bytes(output.kept) for output in outputs)
    truncated = held or any(output.dropped for output in outputs)
    return Child(None if timed_out else status, stdout, stderr, timed_out, truncated, time.monotonic() - began)


def end_all() -> None:
    """End every child that runs now, so that each `run` returns: Ctrl-C reaches the main thread alone."""
    for process in tuple(_running):
        _kill_group(process)


def _start(command: Sequence[str], has_input: bool, cwd: str | None, env: Mapping[str, str] | None) -> Popen[bytes]:
    from subprocess import DEVNULL, PIPE, Popen

    if not command:
        raise FileProblem("no command is given; name a program and its arguments")
    try:
        return Popen(
            list(command),
            stdin=PIPE if has_input else DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            bufsize=0,  # no buffered stream whose lock a reading thread could hold for ever
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise FileProblem(_why_not(command[0], cwd, error)) from error


def _why_not(program: str, cwd: str | None, error: OSError | ValueError) -> str:
    name = f'"{visible(program)}"'
    if cwd is not None and not os.path.isdir(cwd):
        return f'{name} cannot be run in "{visible(cwd)}": that is no folder'
    if isinstance(error, FileNotFoundError):
        return f"the command {name} is not there; check its name, or give its full path"
    if isinstance(error, PermissionError):
        return f"the command {name} may not be executed; check its permissions"
    return f"the command {name} cannot be started: {error}"


class _Output:
    """One output of the child, read to its end: the first bytes are kept, the rest is dropped.

    The thread that reads closes it, also when nobody waits for it any longer.
    """

    def __init__(self, stream: IO[bytes], cap: int) -> None:
        self.stream, self.cap = stream, cap
        self.kept = bytearray()
        self.dropped = False

    def read(self) -> None:
        with self.stream as stream:
            while piece := stream.read(CHUNK):
                room = self.cap - len(self.kept)
                self.kept += piece[:room] if room > 0 else b""
                self.dropped = self.dropped or len(piece) > room


def _thread(work: Callable[[], None]) -> Thread:
    from threading import Thread

    made = Thread(target=work, daemon=True)  # one that is stuck on a pipe must not keep the interpreter
    made.start()
    return made


def _feed(stream: IO[bytes], data: bytes) -> None:
    """Write the input from a thread of its own: a child that does not read would block us, and we its output."""
    view = memoryview(data)
    try:
        with stream:
            while view:
                view = view[stream.write(view) :]
    except OSError:  # it ended, or closed its input: what it did not want is nobody's loss
        return


def _ends_within(process: Popen[bytes], timeout_s: float) -> bool:
    from threading import Event

    ended = Event()
    _thread(lambda: _wait(process, ended.set))
    return ended.wait(timeout_s)


def _wait(process: Popen[bytes], then: Callable[[], None]) -> None:
    """Wait for the end of the child and leave it to be reaped: until then nobody else gets the number of its group."""
    try:
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        else:
            process.wait()
    except OSError:  # reaped already: after the deadline, or by a program that lets the system reap its children
        pass
    finally:
        then()


def _kill_group(process: Popen[bytes]) -> None:
    if not hasattr(os, "killpg"):  # Windows
        process.kill()
        return
    from signal import SIGKILL

    try:
        os.killpg(process.pid, SIGKILL)  # the child began a session: its group has its number, and is nobody else's
    except OSError:  # all of it is gone already
        return

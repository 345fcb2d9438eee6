"""Children that hang, flood, fork and die: `run` comes back, and nothing of them is left."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from dankaro_quality import children
from dankaro_quality.children import Child, run
from dankaro_quality.errors import FileProblem

LONG = 60.0  # a deadline no sound child comes near; tests do not depend on its length


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code, *arguments]


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has reaped has."""
    for _ in range(500):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False


class Sound(unittest.TestCase):
    def test_status_and_outputs(self) -> None:
        child = run(python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)"), timeout_s=LONG)
        self.assertEqual(
            (child.status, child.stdout, child.stderr, child.timed_out, child.truncated),
            (7, b"out\n", b"err\n", False, False),
        )
        self.assertGreater(child.duration_s, 0)

    def test_exit_codes_and_signals(self) -> None:
        rows = {
            "pass": 0,
            "raise SystemExit(1)": 1,
            "import os; os._exit(255)": 255,
            "import os, signal; os.kill(os.getpid(), signal.SIGTERM)": -signal.SIGTERM,
            "import os, signal; os.kill(os.getpid(), signal.SIGKILL)": -signal.SIGKILL,
        }
        for code, status in rows.items():
            with self.subTest(code):
                child = run(python(code), timeout_s=LONG)
                self.assertEqual((child.status, child.timed_out), (status, False))

    def test_input_goes_in_while_output_comes_out(self) -> None:
        """Far more than a pipe holds, in both directions at once."""
        data = bytes(range(256)) * 8_000
        code = "import sys\nwhile piece := sys.stdin.buffer.read(1000): sys.stdout.buffer.write(piece)"
        child = run(python(code), input=data, timeout_s=LONG, cap_bytes=len(data))
        self.assertEqual((child.stdout == data, child.truncated), (True, False))

    def test_input_that_is_not_read_is_no_failure(self) -> None:
        for code in ("pass", "import os; os.close(0)", "import sys; sys.stdin.buffer.read(10)"):
            with self.subTest(code):
                self.assertEqual(run(python(code), input=b"x" * 1_000_000, timeout_s=LONG).status, 0)

    def test_without_input_it_reads_an_end(self) -> None:
        self.assertEqual(run(python("import sys; print(len(sys.stdin.read()))"), timeout_s=LONG).stdout, b"0\n")

    def test_folder_and_environment(self) -> None:
        code = "import os; print(os.getcwd(), os.environ.get('ONLY'), 'HOME' in os.environ)"
        with tempfile.TemporaryDirectory() as folder:
            child = run(python(code), cwd=folder, env={"ONLY": "this"}, timeout_s=LONG)
            self.assertEqual(child.stdout.decode().split(), [os.path.realpath(folder), "this", "False"])
        with mock.patch.dict(os.environ, {"ONLY": "ours", "HOME": "/"}):
            self.assertEqual(run(python(code), timeout_s=LONG).stdout.decode().split()[1:], ["ours", "True"])

    def test_binary_output_is_kept_as_it_is(self) -> None:
        child = run(python("import os; os.write(1, bytes(range(256)))"), timeout_s=LONG)
        self.assertEqual(child.stdout, bytes(range(256)))


class Capped(unittest.TestCase):
    def test_exactly_the_cap_is_not_truncated_and_one_more_is(self) -> None:
        for size, truncated in ((99, False), (100, False), (101, True)):
            with self.subTest(size=size):
                child = run(python(f"import os; os.write(2, b'x' * {size})"), timeout_s=LONG, cap_bytes=100)
                self.assertEqual((child.stderr, child.truncated), (b"x" * min(size, 100), truncated))

    def test_a_flood_is_drained_with_flat_memory(self) -> None:
        code = "import os\nfor _ in range(1600): os.write(1, b'x' * 65536)\nos.write(2, b'done')"
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        child = run(python(code), timeout_s=LONG, cap_bytes=1_000)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertEqual((child.status, len(child.stdout), child.stderr, child.truncated), (0, 1_000, b"done", True))
        self.assertLess(grown, 20_000)  # kB, of a flood of 100,000


def run_to_deadline(code: str, words: int) -> Child:
    """A child that never ends, under a deadline late enough for it to have said `words` words on this machine."""
    for timeout_s in (0.3, 1, 5, LONG):
        child = run(python(code), timeout_s=timeout_s)
        if len(child.stdout.split()) >= words:
            break
    return child


class Misbehaving(unittest.TestCase):
    def pid_of(self, child: Child) -> int:
        return int(child.stdout.split()[0])

    def test_hanging_and_spinning_children_are_ended(self) -> None:
        rows = {
            "hangs": "import time; time.sleep(600)",
            "spins": "while True: pass",
            "will not be asked": "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
            "closes its outputs first": "import os, time; os.close(1); os.close(2); time.sleep(600)",
        }
        for why, code in rows.items():
            with self.subTest(why):
                child = run_to_deadline(f"import os; os.write(1, b'%d ' % os.getpid())\n{code}", 1)
                self.assertEqual((child.status, child.timed_out), (None, True))
                self.assertTrue(is_gone(self.pid_of(child)))

    def test_what_was_said_before_the_deadline_is_kept(self) -> None:
        child = run_to_deadline("import os, time; os.write(1, b'half'); time.sleep(600)", 1)
        self.assertEqual((child.stdout, child.timed_out, child.truncated), (b"half", True, False))

    def test_closed_outputs_are_not_the_end(self) -> None:
        code = "import os, time; os.close(1); os.close(2); time.sleep(0.2); os._exit(3)"
        self.assertEqual(run(python(code), timeout_s=LONG).status, 3)

    def test_what_a_child_leaves_behind_is_gone(self) -> None:
        """Each grandchild holds the outputs: reading to their end would hang for as long as it lives."""
        rows = {
            "in its group": "",
            "deaf": "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)",
            "twice removed": "os.fork() and os._exit(0); os.write(1, b'%d ' % os.getpid())",
        }
        for why, act in rows.items():
            for end, expected in (("os._exit(5)", (5, False)), ("time.sleep(600)", (None, True))):
                code = f"import os, time\npid = os.fork()\nif pid == 0:\n  {act}\n  time.sleep(600)\n"
                code += f"os.write(1, b'%d ' % pid)\ntime.sleep(0.1)\n{end}"
                with self.subTest(why, end=end):
                    child = run(python(code), timeout_s=LONG) if expected[0] else run_to_deadline(code, 1)
                    self.assertEqual((child.status, child.timed_out), expected)
                    self.assertEqual(child.truncated, False)
                    for pid in child.stdout.split():
                        self.assertTrue(is_gone(int(pid)))

    def test_a_pipe_that_stays_held_is_left(self) -> None:
        """A process in a session of its own is out of reach, and is not waited for."""
        code = "import os, time\npid = os.fork()\nif pid == 0:\n  os.setsid()\n  time.sleep(600)\n"
        code += "os.write(1, b'%d' % pid); time.sleep(0.1)"
        with mock.patch.object(children, "GRACE_S", 0.05):
            child = run(python(code), timeout_s=LONG)
        stray = int(child.stdout)
        self.addCleanup(os.kill, stray, signal.SIGKILL)  # the one that this test started, by its number
        self.assertEqual((child.status, child.truncated), (0, True))
        self.assertEqual(os.getsid(stray), stray)

    def test_an_interrupt_ends_the_child(self) -> None:
        started: list[int] = []

        def interrupted(process: subprocess.Popen[bytes], timeout_s: float) -> bool:
            started.append(process.pid)
            raise KeyboardInterrupt

        with mock.patch.object(children, "_ends_within", interrupted), self.assertRaises(KeyboardInterrupt):
            run(python("import time; time.sleep(600)"), timeout_s=LONG)
        self.assertTrue(is_gone(started[0]))

    def test_other_systems(self) -> None:
        """Without process groups the child alone is killed, without `waitid` it is reaped at once."""
        child = run(python("import os; os.write(1, b'x')"), timeout_s=LONG)
        with mock.patch.object(children, "os", WindowsLike()):
            windows = run(python("import os; os.write(1, b'x')"), timeout_s=LONG)
            late = run(python("import time; time.sleep(600)"), timeout_s=0.2)
        self.assertEqual((windows.status, windows.stdout), (child.status, child.stdout))
        self.assertEqual((late.status, late.timed_out), (None, True))

    def test_a_program_that_lets_the_system_reap_is_no_hang(self) -> None:
        before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGCHLD, before)
        self.assertFalse(run(python("print(1)"), timeout_s=LONG).timed_out)


class WindowsLike:
    """`os` without what only POSIX has."""

    def __getattr__(self, name: str) -> object:
        if name in ("killpg", "waitid"):
            raise AttributeError(name)
        return getattr(os, name)


class NotStarted(unittest.TestCase):
    def test_messages(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            plain = os.path.join(folder, "plain")
            Path(plain).write_text("not a program")
            no_program = os.path.join(folder, "no-program")
            Path(no_program).write_bytes(b"\x7fELF nonsense")
            os.chmod(no_program, 0o755)
            rows: list[tuple[list[str], str | None, str]] = [
                ([], None, "no command is given"),
                (["no-such-command-here"], None, '"no-such-command-here" is not there'),
                ([os.path.join(folder, "missing")], None, "is not there"),
                ([plain], None, "may not be executed"),
                ([no_program], None, "cannot be started"),
                (["a\0b"], None, '"a\\\\x00b" cannot be started'),
                ([sys.executable], os.path.join(folder, "nowhere"), "that is no folder"),
                ([sys.executable], plain, "that is no folder"),
            ]
            for command, cwd, words in rows:
                with self.subTest(command), self.assertRaisesRegex(FileProblem, words):
                    run(command, cwd=cwd, timeout_s=LONG)


if __name__ == "__main__":
    unittest.main()

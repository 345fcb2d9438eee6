"""Appends that are never lost or glued, whole-or-nothing writes, hash chains."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from dankaro_quality import journal
from dankaro_quality.errors import FileProblem

SOURCE = str(Path(journal.__file__).parents[1])

WRITER = """
import sys
from dankaro_quality.journal import append
path, name, count, width = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for number in range(count):
    append(path, f"{name}:{number}:" + "x" * width, wait_s=60)
    print(number, flush=True)
"""


def start_writer(path: str, name: str, count: int, width: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, path, name, str(count), str(width)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": SOURCE})


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "log.jsonl")

    def content(self) -> bytes:
        return Path(self.path).read_bytes()

    def write(self, data: bytes) -> None:
        Path(self.path).write_bytes(data)


class Append(InFolder):
    def test_lines_follow_each_other(self) -> None:
        journal.append(self.path, "one")
        journal.append(self.path, b"two\n")
        journal.append(self.path, "drei \u2028 \x85 \r")
        self.assertEqual(self.content(), "one\ntwo\ndrei \u2028 \x85 \r\n".encode())

    def test_the_folder_is_made(self) -> None:
        path = os.path.join(self.folder, "a", "b", "log")
        journal.append(path, "one")
        self.assertEqual(Path(path).read_bytes(), b"one\n")

    def test_a_name_alone_is_in_the_working_folder(self) -> None:
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        journal.append("log.jsonl", "one")
        journal.replace("other", b"two")
        self.assertEqual((self.content(), Path("other").read_bytes()), (b"one\n", b"two"))

    def test_what_is_not_one_line_is_refused(self) -> None:
        for line in ("", "\n", "a\nb", b"a\n\n"):
            with self.subTest(line=line), self.assertRaises(ValueError):
                journal.append(self.path, line)
        self.assertFalse(os.path.exists(self.path))

    def test_a_line_may_depend_on_what_the_file_holds(self) -> None:
        def counted() -> bytes:
            return b"%d" % len(journal.lines(self.path))

        def add() -> None:
            for _ in range(20):
                journal.append(self.path, counted)

        threads = [threading.Thread(target=add) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.content().split(), [b"%d" % number for number in range(80)])

    def test_nothing_is_added_where_the_function_gives_or_makes_nothing(self) -> None:
        journal.append(self.path, "one")
        journal.append(self.path, lambda: None)
        with self.assertRaises(KeyError):
            journal.append(self.path, lambda: {}["no"])  # type: ignore[var-annotated]
        journal.append(self.path, "two")  # the lock was let go
        self.assertEqual(self.content(), b"one\ntwo\n")

    def test_a_torn_last_line_is_closed_first(self) -> None:
        rows = {
            b"": b"new\n",
            b"whole\n": b"whole\nnew\n",
            b'{"id": "to': b'{"id": "to\nnew\n',
            b"whole\n\0\0\0": b"whole\n\0\0\0\nnew\n",
            b"whole\ntorn\r": b"whole\ntorn\r\nnew\n",
        }
        for before, after in rows.items():
            with self.subTest(before=before):
                self.write(before)
                journal.append(self.path, "new")
                self.assertEqual(self.content(), after)

    def test_short_writes_are_continued(self) -> None:
        real = os.write
        for size in (1, 3):
            with mock.patch("os.write", side_effect=lambda file, data, size=size: real(file, data[:size])):
                journal.append(self.path, "0123456789")
        self.assertEqual(self.content(), b"0123456789\n" * 2)

    def test_a_new_file_follows_the_umask(self) -> None:
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        journal.append(self.path, "one")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o666)

    def test_a_write_that_takes_nothing_is_no_endless_loop(self) -> None:
        with mock.patch("os.write", return_value=0), self.assertRaisesRegex(FileProblem, "not recorded"):
            journal.append(self.path, "one")

    def test_a_part_of_a_line_is_taken_back(self) -> None:
        self.write(b"whole\n")
        real = os.write
        answers: Iterator[Any] = iter([lambda file, data: real(file, data[:2]), OSError(errno.ENOSPC, "full")])

        def write(file: int, data: bytes) -> int:
            answer = next(answers)
            if isinstance(answer, OSError):
                raise answer
            return int(answer(file, data))

        with mock.patch("os.write", side_effect=write), self.assertRaisesRegex(FileProblem, "disk is full"):
            journal.append(self.path, "lost")
        self.assertEqual(self.content(), b"whole\n")
        journal.append(self.path, "next")
        self.assertEqual(self.content(), b"whole\nnext\n")

    def test_what_cannot_be_appended_to(self) -> None:
        os.mkdir(os.path.join(self.folder, "folder"))
        os.mkfifo(os.path.join(self.folder, "pipe"))
        os.symlink("elsewhere", os.path.join(self.folder, "link"))
        self.write(b"")
        rows = {"folder": "folder", "pipe": "no regular file", "link": "symbolic link", "a\0b": "no file name"}
        rows["log.jsonl/under"] = "not recorded"
        for name, words in rows.items():
            with self.subTest(name), self.assertRaisesRegex(FileProblem, words) as caught:
                journal.append(os.path.join(self.folder, name), "one")
            self.assertIn(os.path.join(self.folder, name).replace("\0", "\\x00"), str(caught.exception))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "elsewhere")))

    def test_a_lock_that_stays_held_is_said(self) -> None:
        self.write(b"")
        with open(self.path) as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            with self.assertRaisesRegex(FileProblem, "another process has held its lock for 0.05 s"):
                journal.append(self.path, "one", wait_s=0.05)
        self.assertEqual(self.content(), b"")
        journal.append(self.path, "one")
        self.assertEqual(self.content(), b"one\n")

    def test_a_thread_that_stays_inside_is_said(self) -> None:
        with journal._in_process, self.assertRaisesRegex(FileProblem, "held its lock"):
            journal.append(self.path, "one", wait_s=0.01)
        self.assertFalse(os.path.exists(self.path))

    def test_a_file_that_was_replaced_while_waiting_is_opened_anew(self) -> None:
        for swap in (self.swap, lambda: os.unlink(self.path)):
            with self.subTest(swap=swap):
                self.write(b"old\n")
                held = os.open(self.path, os.O_RDONLY)
                fcntl.flock(held, fcntl.LOCK_EX)
                waiting = threading.Thread(target=journal.append, args=(self.path, "one"))
                opened = self.when_called("os.open")
                with opened as seen:
                    waiting.start()
                    self.assertTrue(seen.wait(120))
                swap()
                os.close(held)
                waiting.join()
                self.assertIn(self.content(), (b"new\none\n", b"one\n"))

    def swap(self) -> None:
        other = os.path.join(self.folder, "new")
        Path(other).write_bytes(b"new\n")
        os.replace(other, self.path)

    @contextmanager
    def when_called(self, name: str) -> Iterator[threading.Event]:
        module, attribute = name.split(".")
        real, seen = getattr(sys.modules[module], attribute), threading.Event()

        def call(*args: Any, **given: Any) -> Any:
            answer = real(*args, **given)
            seen.set()
            return answer

        with mock.patch(name, call):
            yield seen

    def test_a_new_file_whose_folder_does_not_sync_is_said(self) -> None:
        real = os.fsync

        def sync(file: int) -> None:
            if stat.S_ISDIR(os.fstat(file).st_mode):
                raise OSError(errno.EIO, "Input/output error")
            real(file)

        with mock.patch("os.fsync", sync), self.assertRaisesRegex(FileProblem, "may not outlive a power cut"):
            journal.append(self.path, "one")
        with mock.patch("os.fsync", side_effect=[None, OSError(errno.EINVAL, "not here")]):
            journal.replace(self.path, b"two")
        self.assertEqual(self.content(), b"two")

    def test_the_lock_of_windows(self) -> None:
        asked: list[tuple[str, int]] = []
        refusals = iter([True, False])

        def locking(file: int, mode: str, count: int) -> None:
            asked.append((mode, os.lseek(file, 0, os.SEEK_CUR)))
            if mode == "try" and next(refusals, False):
                raise PermissionError(errno.EACCES, "locked")

        fake = types.SimpleNamespace(locking=locking, LK_NBLCK="try", LK_UNLCK="free")
        with mock.patch.dict(sys.modules, {"fcntl": None, "msvcrt": fake}):
            journal.append(self.path, "one")
            journal.append(self.path, "two")
        self.assertEqual(self.content(), b"one\ntwo\n")
        self.assertEqual([mode for mode, _ in asked], ["try", "try", "free", "try", "free"])
        self.assertEqual({at for _, at in asked}, {journal.LOCK_BYTE})

    def test_folders_are_not_synced_on_windows(self) -> None:
        with mock.patch("os.name", "nt"), mock.patch("os.fsync") as sync:
            journal._sync_folder(self.path)
        sync.assert_not_called()


class ManyWriters(InFolder):
    def test_eight_processes_leave_every_line_whole_and_once(self) -> None:
        writers = [start_writer(self.path, str(number), 200, 50) for number in range(8)]
        for writer in writers:
            self.assertEqual(len(writer.communicate()[0].split()), 200)
            self.assertEqual(writer.returncode, 0)
        found = journal.lines(self.path)
        self.assertTrue(all(complete for _, _, complete in found))
        expected = {f"{name}:{number}:".encode() + b"x" * 50 for name in range(8) for number in range(200)}
        self.assertEqual((len(found), {line for _, line, _ in found}), (1_600, expected))

    def test_eight_threads_as_well(self) -> None:
        def write(name: int) -> None:
            for number in range(25):
                journal.append(self.path, f"{name}:{number}")

        threads = [threading.Thread(target=write, args=(name,)) for name in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({line for _, line, _ in journal.lines(self.path)}), 200)

    def test_killed_writers_lose_no_acknowledged_line(self) -> None:
        chance = random.Random(3)
        acknowledged: set[bytes] = set()
        width = 50_000  # long lines are the ones a kill can tear
        for kill in range(10):
            writer = start_writer(self.path, str(kill), 100_000, width)
            if writer.stdout is None:
                self.fail("the writer has no output")
            first = writer.stdout.readline()
            time.sleep(chance.random() / 20)
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read()
            writer.stdout.close()
            writer.wait()
            whole = [line for line in (first + rest).split("\n")[:-1] if line]
            acknowledged |= {f"{kill}:{number}:".encode() + b"x" * width for number in whole}
        journal.append(self.path, "end")
        found = journal.lines(self.path)
        present = [line for _, line, _ in found]
        self.assertGreaterEqual(len(acknowledged), 10)
        self.assertEqual(acknowledged - set(present), set())
        torn = [line for line in present if len(line) < width and line != b"end"]
        self.assertLessEqual(len(torn), 10)
        self.assertEqual(len(present) - len(torn), len(set(present) - set(torn)))


class Replace(InFolder):
    def leftovers(self) -> list[str]:
        return [name for name in os.listdir(self.folder) if name.startswith(journal.TEMP_PREFIX)]

    def test_new_and_old_files(self) -> None:
        path = os.path.join(self.folder, "deep", "down", "report.md")
        journal.replace(path, b"one")
        journal.replace(path, b"")
        journal.replace(path, b"three")
        self.assertEqual(Path(path).read_bytes(), b"three")
        self.assertEqual(os.listdir(os.path.dirname(path)), ["report.md"])

    def test_an_existing_file_keeps_its_mode_and_a_new_one_follows_the_umask(self) -> None:
        before = os.umask(0o027)
        self.addCleanup(os.umask, before)
        journal.replace(self.path, b"one")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o640)
        os.umask(0)
        journal.replace(self.path + "2", b"one")
        self.assertEqual(stat.S_IMODE(os.stat(self.path + "2").st_mode), 0o666)
        os.chmod(self.path, 0o604)
        journal.replace(self.path, b"two")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o604)

    def test_what_cannot_be_written(self) -> None:
        os.mkdir(os.path.join(self.folder, "folder"))
        os.mkfifo(os.path.join(self.folder, "pipe"))
        Path(self.path).write_bytes(b"kept")
        os.symlink(self.path, os.path.join(self.folder, "link"))
        rows = {"folder": "a folder", "pipe": "no regular file", "link": "no regular file", "a\0": "no file name"}
        rows["log.jsonl/under"] = "not written"
        for name, words in rows.items():
            with self.subTest(name), self.assertRaisesRegex(FileProblem, words):
                journal.replace(os.path.join(self.folder, name), b"new")
        self.assertEqual((self.content(), self.leftovers()), (b"kept", []))

    def test_no_permission(self) -> None:
        self.write(b"kept")
        for call in ("os.open", "os.replace"):
            with (
                self.subTest(call),
                mock.patch(call, side_effect=PermissionError(errno.EACCES, "Permission denied")),
                self.assertRaisesRegex(FileProblem, "no permission to write"),
            ):
                journal.replace(self.path, b"new")
        self.assertEqual((self.content(), self.leftovers()), (b"kept", []))

    def test_leftovers_of_killed_runs_go_after_a_day(self) -> None:
        old, young, other = (
            os.path.join(self.folder, name)
            for name in (journal.TEMP_PREFIX + "a", journal.TEMP_PREFIX + "b", "unrelated")
        )
        for path in (old, young, other):
            Path(path).write_bytes(b"x")
        now, day = time.time(), 86_400
        os.utime(old, (now, now - day - 60))
        os.utime(young, (now, now - day + 60))
        os.utime(other, (0, 0))
        journal.replace(self.path, b"one")
        self.assertEqual([os.path.exists(path) for path in (old, young, other)], [False, True, True])

    def test_a_folder_that_cannot_be_listed_or_swept_is_no_failure(self) -> None:
        Path(self.folder, journal.TEMP_PREFIX + "a").write_bytes(b"x")
        for call in ("os.listdir", "os.lstat", "os.unlink"):
            answers = [FileNotFoundError(), OSError(errno.EIO, "x")] if call == "os.lstat" else OSError(errno.EIO, "x")
            with self.subTest(call), mock.patch(call, side_effect=answers):
                journal.replace(self.path, call.encode())
            self.assertEqual(self.content(), call.encode())
            os.utime(os.path.join(self.folder, journal.TEMP_PREFIX + "a"), (0, 0))


class OneFault:
    """Counts guarded calls together and lets the `nth` fail instead of being done."""

    def __init__(self, nth: int, code: int) -> None:
        self.nth, self.code, self.count = nth, code, 0

    def guarded(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **given: Any) -> Any:
            self.count += 1
            if self.count == self.nth:
                raise OSError(self.code, os.strerror(self.code))
            return real(*args, **given)

        return call


class EveryCallFails(InFolder):
    """Each operating-system call in turn fails once; afterwards the old file or the new one is there, whole."""

    CALLS = ("open", "write", "fsync", "close", "replace", "chmod", "fstat", "lseek", "read", "lstat")
    CODES = (errno.ENOSPC, errno.EIO, errno.EACCES)

    def rounds(self, act: Callable[[], None], check: Callable[[bool], None]) -> int:
        """Fail call 1, 2, 3 … of `act` until a round finishes untouched; the number of rounds that were touched."""
        nth = 1
        while all(self.one_round(act, check, nth, code) for code in self.CODES):
            nth += 1
            self.assertLess(nth, 100, "the calls never end")
        return nth - 1

    def one_round(self, act: Callable[[], None], check: Callable[[bool], None], nth: int, code: int) -> bool:
        fault = OneFault(nth, code)
        failed = False
        with ExitStack() as patches:
            for name in self.CALLS:
                patches.enter_context(mock.patch.object(os, name, fault.guarded(getattr(os, name))))
            try:
                act()
            except FileProblem:
                failed = True
        with self.subTest(nth=nth, code=errno.errorcode[code]):
            check(failed)
        return fault.count >= nth

    def test_replace(self) -> None:
        self.write(b"old")

        def check(failed: bool) -> None:
            self.assertEqual(os.listdir(self.folder), ["log.jsonl"])
            self.assertIn(self.content(), (b"old", b"new") if failed else (b"new",))
            self.write(b"old")

        self.assertGreaterEqual(self.rounds(lambda: journal.replace(self.path, b"new"), check), 8)

    def test_append(self) -> None:
        self.write(b"old\n")

        def check(failed: bool) -> None:
            self.assertIn(self.content(), (b"old\n", b"old\nnew\n") if failed else (b"old\nnew\n",))
            self.write(b"old\n")

        self.assertGreaterEqual(self.rounds(lambda: journal.append(self.path, "new"), check), 6)

    def test_append_that_cannot_even_take_a_part_back(self) -> None:
        self.write(b"old\n")
        with (
            mock.patch("os.fsync", side_effect=OSError(errno.EIO, "x")),
            mock.patch("os.ftruncate", side_effect=OSError(errno.EIO, "x")),
            self.assertRaises(FileProblem),
        ):
            journal.append(self.path, "new")
        self.assertEqual(self.content(), b"old\nnew\n")

    def test_an_interrupt_while_writing_leaves_no_temporary_file(self) -> None:
        with mock.patch("os.fsync", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            journal.replace(self.path, b"new")
        self.assertEqual(os.listdir(self.folder), [])


class Lines(InFolder):
    def test_only_a_line_feed_ends_a_line(self) -> None:
        rows: dict[bytes, list[tuple[int, bytes, bool]]] = {
            b"": [],
            b"a\n": [(1, b"a", True)],
            b"a\nb": [(1, b"a", True), (2, b"b", False)],
            b"\n\nc\r\n": [(1, b"", True), (2, b"", True), (3, b"c\r", True)],
            "a\u2028b\x85c\n".encode(): [(1, "a\u2028b\x85c".encode(), True)],
        }
        for data, expected in rows.items():
            with self.subTest(data=data):
                self.write(data)
                self.assertEqual(journal.lines(self.path), expected)

    def test_missing_and_too_large(self) -> None:
        with self.assertRaisesRegex(FileProblem, "not there"):
            journal.lines(self.path)
        self.write(b"a\nb\n")
        self.assertEqual(len(journal.lines(self.path, max_bytes=4)), 2)
        with self.assertRaisesRegex(FileProblem, "larger than 3 bytes"):
            journal.lines(self.path, max_bytes=3)


class Chain(unittest.TestCase):
    def events(self) -> list[dict[str, Any]]:
        made: list[dict[str, Any]] = []
        for number in range(5):
            made.append(journal.chain(made[-1]["digest"] if made else "", {"number": number, "ok": True}))
        return made

    def test_a_sound_chain(self) -> None:
        events = self.events()
        self.assertIsNone(journal.verify_chain(events))
        self.assertIsNone(journal.verify_chain([]))
        self.assertEqual(events[0]["previous"], "")
        self.assertRegex(events[0]["digest"], "^sha256:[0-9a-f]{64}$")

    def test_the_first_bad_event_is_named(self) -> None:
        def edited(index: int, **changes: Any) -> list[dict[str, Any]]:
            events = self.events()
            events[index].update(changes)
            return events

        events = self.events()
        without_digest = self.events()
        del without_digest[2]["digest"]
        rows = [
            (edited(1, number=7), 1),
            (edited(3, ok=1), 3),
            (edited(4, extra=""), 4),
            (edited(2, previous=""), 2),
            (edited(0, digest="sha256:0"), 0),
            (without_digest, 2),
            (events[1:], 0),
            (events[:2] + events[3:], 2),
            ([events[0], events[2], events[1]], 1),
            ([*events, events[-1]], 5),
        ]
        for changed, index in rows:
            with self.subTest(index=index):
                self.assertEqual(journal.verify_chain(changed), index)

    def test_an_event_is_chained_anew_without_its_old_links(self) -> None:
        once = journal.chain("", {"a": 1})
        self.assertEqual(journal.chain("", once), once)
        self.assertNotEqual(journal.chain("sha256:1", once)["digest"], once["digest"])


if __name__ == "__main__":
    unittest.main()

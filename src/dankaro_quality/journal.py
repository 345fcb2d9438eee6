"""The one place that writes files: whole lines appended under a lock, whole files replaced, hash chains.

`append` returns when the line is on the disk and raises FileProblem when it may not be; a line once acknowledged is
not lost to a killed or disk-full writer, nor to others that append at the same time. `replace` leaves the old file or
the new one, never half of either. Locks are advisory and do not hold on every network file system.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from _thread import allocate_lock  # `threading` without its import
from collections.abc import Callable, Iterable, Mapping

from dankaro_quality.canonical import visible
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import FileProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WAIT_S = 10.0  # an append holds the lock for milliseconds; whoever holds it for seconds is stuck
POLL_S = 0.002
MAX_BYTES = 1_000_000_000
TEMP_PREFIX = ".dankaro-quality-"
LEFTOVER_S = 86_400  # a killed run leaves its temporary file; no write takes a day
LOCK_BYTE = 2**31 - 2  # Windows: locked beyond the end of the file, so that nobody is kept from reading

_APPENDING = os.O_RDWR | os.O_APPEND | os.O_CREAT
_CREATING = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_SAFELY = 0
for _name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"):  # each where the system has it
    _SAFELY |= getattr(os, _name, 0)

_in_process = allocate_lock()


# --- appending ----------------------------------------------------------------------------------------------------


def append(path: str, line: bytes | str | Callable[[], bytes | None], *, wait_s: float = WAIT_S) -> None:
    """Add one line to the end of `path`, created with its folder when missing; on return it is on the disk.

    A last line that a killed writer left without its end is closed first, so that it never glues to this one.
    Where the line depends on what the file holds, `line` is a function: it is called once nobody else can append, and
    may give None for nothing to add. ValueError when `line` is not one line; FileProblem when it was not recorded.
    """
    if not callable(line):
        line = _one_line(line)
    deadline = time.monotonic() + wait_s
    if not _in_process.acquire(timeout=wait_s):
        raise _stuck(path, wait_s)
    try:
        _make_folder(path)
        file = _open_locked(path, deadline, wait_s)
        try:
            is_new = os.fstat(file).st_size == 0
            made = line() if callable(line) else line
            if made is None:
                return
            _append_locked(file, _one_line(made))
        finally:
            _let_go(file)
    except (OSError, ValueError) as error:  # ValueError: a name that is no file name
        raise FileProblem(f"the line was not recorded in {_name_of(path)}: {_reason(error)}") from error
    finally:
        _in_process.release()
    if is_new:
        _sync_folder(path)


def _one_line(line: bytes | str) -> bytes:
    data = line.encode() if isinstance(line, str) else line
    data = data.removesuffix(b"\n")
    if not data or b"\n" in data:
        raise ValueError(f"exactly one line can be appended, this is {data[:40]!r}")
    return data + b"\n"


def _open_locked(path: str, deadline: float, wait_s: float) -> int:
    """The file, locked; opened anew as long as another one has taken its name while we waited."""
    while True:
        file = os.open(path, _APPENDING | _SAFELY, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise FileProblem(f"{_name_of(path)} is no regular file; name one to append to")
            while not _try_lock(file):
                if time.monotonic() > deadline:
                    raise _stuck(path, wait_s)
                time.sleep(POLL_S)
            if _still_named(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _try_lock(file: int) -> bool:
    try:
        import fcntl
    except ImportError:
        return _windows_lock(file, "LK_NBLCK")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not lockf: it lets the threads of one process in together
    except BlockingIOError:
        return False
    return True


def _let_go(file: int) -> None:
    """Unlock and close; after a sync that went well neither can take the line back, so neither is a failure."""
    try:
        try:
            import fcntl
        except ImportError:
            _windows_lock(file, "LK_UNLCK")
        else:
            fcntl.flock(file, fcntl.LOCK_UN)
        os.close(file)
    except OSError:
        return


def _windows_lock(file: int, mode: str) -> bool:
    import msvcrt

    os.lseek(file, LOCK_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(file, getattr(msvcrt, mode), 1)  # type: ignore[attr-defined]
    except PermissionError:
        return False
    return True


def _still_named(file: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False


def _append_locked(file: int, data: bytes) -> None:
    size = os.fstat(file).st_size
    try:
        _write_all(file, data if _ends_whole(file, size) else b"\n" + data)
        os.fsync(file)
    except OSError:
        _cut_back(file, size)
        raise


def _ends_whole(file: int, size: int) -> bool:
    if size == 0:
        return True
    os.lseek(file, size - 1, os.SEEK_SET)
    return os.read(file, 1) == b"\n"


def _write_all(file: int, data: bytes) -> None:
    while data:
        written = os.write(file, data)  # may be short: a full disk or a size limit takes a part first
        if written <= 0:
            raise OSError(errno.EIO, "nothing more can be written")
        data = data[written:]


def _cut_back(file: int, size: int) -> None:
    """Take a part of a line away again; when that fails as well, the next append closes it."""
    try:
        os.ftruncate(file, size)
    except OSError:
        return


def _stuck(path: str, wait_s: float) -> FileProblem:
    return FileProblem(
        f"the line was not recorded in {_name_of(path)}: another process has held its lock for {wait_s:g} s; "
        "end that process, or try again"
    )


# --- whole files --------------------------------------------------------------------------------------------------


def replace(path: str, data: bytes) -> None:
    """Make `path` hold exactly `data`, with its folder when missing; on failure the old file stands untouched.

    An existing file keeps its mode. FileProblem for a folder, a link or a device, and when nothing could be written.
    """
    try:
        mode = _mode_of(path)
        _make_folder(path)
        folder = os.path.dirname(path) or "."
        _sweep(folder)
        temp = os.path.join(folder, TEMP_PREFIX + os.urandom(8).hex())
        _write_new(temp, path, data, mode)
    except (OSError, ValueError) as error:  # ValueError: a name that is no file name
        raise FileProblem(f"{_name_of(path)} was not written: {_reason(error)}") from error
    _sync_folder(path)


def _mode_of(path: str) -> int | None:
    """The permissions to keep; None for a new file."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise FileProblem(f"{_name_of(path)} is {kind}; name a file to write to")
    return stat.S_IMODE(mode)


def _write_new(temp: str, path: str, data: bytes, mode: int | None) -> None:
    file = os.open(temp, _CREATING | _SAFELY, 0o666)
    try:
        try:
            _write_all(file, data)
            os.fsync(file)
        finally:
            os.close(file)
        if mode is not None:
            os.chmod(temp, mode)
        os.replace(temp, path)
    except BaseException:
        _remove(temp)
        raise


def _sweep(folder: str) -> None:
    """Remove what killed runs left behind."""
    try:
        names = [name for name in os.listdir(folder) if name.startswith(TEMP_PREFIX)]
    except OSError:
        return
    for name in names:
        temp = os.path.join(folder, name)
        try:
            old = os.lstat(temp).st_mtime < time.time() - LEFTOVER_S
        except OSError:
            continue
        if old:
            _remove(temp)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _make_folder(path: str) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)


def _sync_folder(path: str) -> None:
    """A new name is on the disk only when its folder is."""
    if os.name == "nt":  # folders cannot be opened there
        return
    try:
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that does not sync folders
            what = f"{_name_of(path)} is written, but may not outlive a power cut"
            raise FileProblem(f"{what}: {_reason(error)}") from error


def _name_of(path: str) -> str:
    return f'"{visible(path)}"'


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):
        return f"its name is no file name ({error})"
    known = {
        errno.EACCES: "there is no permission to write there",
        errno.EISDIR: "it is a folder; name a file",
        errno.ENOSPC: "the disk is full; make room and try again",
        errno.EROFS: "the file system is read-only",
        errno.ELOOP: "it is a symbolic link; name the file itself",
    }
    return known.get(error.errno or 0) or error.strerror or str(error)


# --- reading back -------------------------------------------------------------------------------------------------


def lines(path: str, *, max_bytes: int = MAX_BYTES) -> list[tuple[int, bytes, bool]]:
    """(number from 1, the bytes without their end, whether the end is there) for every line.

    Lines end at a line feed alone: U+2028, NEL and CR are characters of a line. Only the last one can be incomplete.
    """
    data = read_bytes(path, max_bytes=max_bytes)
    if len(data) > max_bytes:
        raise FileProblem(f"{_name_of(path)} is larger than {max_bytes:,} bytes; begin a new file")
    *whole, torn = data.split(b"\n")
    found = [(number, line, True) for number, line in enumerate(whole, 1)]
    return [*found, (len(found) + 1, torn, False)] if torn else found


def chain(previous: str, event: Mapping[str, Any]) -> dict[str, Any]:
    """`event` with `previous`, the digest of the event before ("" for the first), and its own `digest` over both."""
    linked = {**event, "previous": previous}
    linked.pop("digest", None)
    return {**linked, "digest": digest(canonical_json(linked))}


def verify_chain(events: Iterable[Mapping[str, Any]]) -> int | None:
    """The index of the first event that was changed, or stands after one that was changed, moved or removed.

    None when every link holds. Events taken off the end leave a chain that holds: keep their number elsewhere.
    """
    previous = ""
    for index, event in enumerate(events):
        if event.get("previous") != previous or event.get("digest") != chain(previous, event)["digest"]:
            return index
        previous = str(event["digest"])
    return None

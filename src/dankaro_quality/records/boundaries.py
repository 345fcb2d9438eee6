"""Which files changed outside the directory that an attempt was given.

This finds writes, it does not prevent them: the folders of the spec and of the tasks, the current one, and the
attempt's own parent are looked through before and after. What an agent writes elsewhere on the machine is not seen;
a sandbox is what the execution policy names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    Stamp = tuple[int, int, int]

MAX_ENTRIES = 20_000  # looking through more takes longer than most attempts
SKIPPED = (".git", ".dankaro")


class Boundary:
    """Looks through `folders`, leaving out `without`; `watched` is false when there is too much to look through."""

    def __init__(self, folders: Iterable[str], without: Iterable[str] = ()) -> None:
        real = sorted({os.path.realpath(folder) for folder in folders})
        self.without = {os.path.realpath(path) for path in without}
        outer = [one for one in real if not any(one != other and _below(one, other) for other in real)]
        self.folders = [one for one in outer if one not in self.without]
        self.watched = self.snapshot() is not None

    def snapshot(self) -> dict[str, Stamp] | None:
        """Every file with its size, time of change and inode; None when there are too many."""
        found: dict[str, Stamp] = {}
        waiting = list(self.folders)
        while waiting:
            if not self._look(waiting.pop(), found, waiting):
                return None
        return found

    def changes(self, before: dict[str, Stamp] | None) -> list[str]:
        """What was written, changed or removed since `before`."""
        after = self.snapshot() if before is not None else None
        if before is None or after is None:
            return []
        return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))

    def _look(self, folder: str, found: dict[str, Stamp], waiting: list[str]) -> bool:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.path in self.without or entry.name in SKIPPED:
                        continue
                    is_folder = entry.is_dir(follow_symlinks=False)
                    waiting += [entry.path] if is_folder else []
                    stat = entry.stat(follow_symlinks=False)
                    found[entry.path] = (0, 0, stat.st_ino) if is_folder else _stamp(stat)
        except OSError:  # it went away while we looked, or may not be read: what cannot be seen is not judged
            return True
        return len(found) <= MAX_ENTRIES


def _stamp(stat: os.stat_result) -> tuple[int, int, int]:
    return stat.st_size, stat.st_ctime_ns, stat.st_ino  # the time of the change itself, which nobody can set back


def _below(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder

"""What changed outside an attempt's directory."""

import os
from unittest import mock

from dankaro_quality.records import boundaries
from dankaro_quality.records.boundaries import Boundary
from tests.records.desk import Desk


class Changes(Desk):
    def setUp(self) -> None:
        super().setUp()
        self.write("inner/deep/note.txt", "a")

    def changed(self, boundary: Boundary, act: object) -> list[str]:
        before = boundary.snapshot()
        act()  # type: ignore[operator]
        root = os.path.realpath(self.folder)
        return [os.path.relpath(path, root) for path in boundary.changes(before)]

    def test_fires(self) -> None:
        for name, act in (
            ("inner/deep/new.txt", lambda: self.write("inner/deep/new.txt", "")),
            ("inner/deep/note.txt", lambda: self.write("inner/deep/note.txt", "other")),
            ("prices.json", lambda: os.unlink(self.path("prices.json"))),
            ("empty", lambda: os.mkdir(self.path("empty"))),
            ("link", lambda: os.symlink("nowhere", self.path("link"))),
        ):
            with self.subTest(name=name):
                self.assertIn(name, self.changed(Boundary([self.folder, self.path("inner")]), act))

    def test_stays_silent(self) -> None:
        for why, name in (
            ("a folder that may be written", "inner/deep/note.txt"),
            ("the ledger", ".dankaro/ledger/run.jsonl"),
            ("version control", ".git/index"),
        ):
            with self.subTest(why=why):
                boundary = Boundary([self.folder], [self.path("inner")])
                self.assertEqual(self.changed(boundary, lambda name=name: self.write(name, "x" * 9)), [])

    def test_more_files_than_can_be_looked_through_are_not_watched(self) -> None:
        with mock.patch.object(boundaries, "MAX_ENTRIES", 3):
            boundary = Boundary([self.folder])
            self.assertFalse(boundary.watched)
            self.assertEqual(self.changed(boundary, lambda: self.write("new", "")), [])
            self.measure()
        self.assertIn("boundary.unwatched", [one["event"] for one in self.events()])

    def test_a_folder_that_is_not_there_holds_nothing(self) -> None:
        self.assertEqual(Boundary([self.path("missing")]).snapshot(), {})

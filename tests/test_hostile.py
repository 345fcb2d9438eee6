"""Hostile documents, values, settings, ledgers and paths: no traceback, nothing released that is broken.

The collections lie beside the project; each test says that it skips where they are not there.
"""

import json
import os
import sys
import tempfile
import unittest
from collections.abc import Iterator
from typing import Any

from dankaro_quality.errors import SettingsError
from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Ledger, parse
from dankaro_quality.resolving import file_inside
from dankaro_quality.settings import Settings
from dankaro_quality.settings import parse as parse_settings
from tests.builders import cli, shared

HARNESS = QualityHarness(Settings(), ledger=Ledger())
FIELDS = ("confidence", "verified", "value", "metadata", "text", "kind", "source", "based_on", "more_sources", "key")
NUMBERS = ("sample_size", "p_value", "higher_is_better", "tests", "effect")


class Hostile(unittest.TestCase):
    def rows(self, *parts: str) -> Iterator[dict[str, Any]]:
        with open(shared(self, "cases", "hostile", *parts), encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)

    def test_the_parsing_suite(self) -> None:
        """No file of it is a result, so none is released, whether it is JSON or not."""
        folder = shared(self, "cases", "hostile", "json-test-suite", "test_parsing")
        names = os.listdir(folder)
        for name in names:
            with open(os.path.join(folder, name), "rb") as stream:
                report, _ = HARNESS.evaluate_data(stream.read())
            with self.subTest(name=name):
                self.assertFalse(report.released)
                self.assertEqual(report.gate("contract").findings[0].code[:3], "CON")
        self.assertGreater(len(names), 300)

    def test_documents(self) -> None:
        for row in self.rows("own", "documents.jsonl"):
            data = row["bytes_latin1"].encode("latin-1")
            with self.subTest(row=row["id"], why=row["why"]):
                self.assertFalse(HARNESS.evaluate_data(data)[0].released)
                self.assertEqual(cli("evaluate", "-", stdin=data).code, 2)

    def test_values_in_every_field(self) -> None:
        """A value that no JSON number, text or list is never reaches a pass; the report is always whole."""
        for row in self.rows("own", "field_values.jsonl"):
            for place, names in (("claims", FIELDS), ("comparisons", NUMBERS)):
                for name in names:
                    first = '"text": "a b"' if place == "claims" else '"subject": "a"'
                    fields = first if name in first else f'{first}, "{name}": {row["json"]}'
                    fields = fields if name != "text" else f'"text": {row["json"]}'
                    data = f'{{"output": "It is.", "{place}": [{{{fields}}}]}}'.encode("utf-8", "surrogatepass")
                    report, envelope = HARNESS.evaluate_data(data)
                    with self.subTest(row=row["id"], field=name):
                        self.assertEqual(len(report.gates), 11)
                        if row["json"].strip() in ("NaN", "Infinity", "-Infinity", "1e400"):
                            self.assertIsNone(envelope)

    def test_settings(self) -> None:
        for row in self.rows("own", "settings.jsonl"):
            if not row["toml"].strip():
                continue  # an empty file changes nothing, and is legal
            with self.subTest(row=row["id"], why=row["why"]), self.assertRaises(SettingsError):
                parse_settings(row["toml"].encode("utf-8", "surrogatepass"))

    def test_ledgers(self) -> None:
        """A broken line takes nothing along: the result is judged, and what was ignored is said."""
        for row in self.rows("own", "ledger_files.jsonl"):
            ledger = parse(row["bytes_latin1"].encode("latin-1"), "claims.jsonl")
            report = QualityHarness(Settings(), ledger=ledger).evaluate({"output": "It is.", "claims": []})
            with self.subTest(row=row["id"], why=row["why"]):
                said = [one for one in report.gate("ledger").findings if one.code == "LED003"]
                self.assertEqual(bool(said), bool(ledger.remarks))

    def test_paths(self) -> None:
        """A path that may not count as evidence gives no bytes; where links lead is looked at in test_resolving."""
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "docs"))
            with open(os.path.join(root, "docs", "a.md"), "w", encoding="utf-8") as stream:
                stream.write("a")
            for row in self.rows("own", "cited_paths.jsonl"):
                if not row["may_count_as_evidence"]:
                    with self.subTest(path=row["path"], why=row["why"]):
                        self.assertTrue(file_inside(root, row["path"]).problem)

    def test_traversal_opens_nothing_outside_the_root(self) -> None:
        opened: list[str] = []
        watching = [False]

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if watching[0] and event == "open":
                opened.append(str(args[0]))

        sys.addaudithook(hook)
        with tempfile.TemporaryDirectory() as root:
            rows = list(self.rows("injection", "path_traversal.jsonl"))
            watching[0] = True
            for row in rows:
                text = next(value for key, value in row.items() if key in ("text", "payload", "path"))
                file_inside(root, text)
            watching[0] = False
            outside = [path for path in opened if not os.path.realpath(path).startswith(os.path.realpath(root))]
        self.assertGreater(len(rows), 2000)
        self.assertEqual(outside, [])

    def test_naughty_strings_in_a_result(self) -> None:
        with open(shared(self, "cases", "hostile", "naughty-strings", "blns.json"), encoding="utf-8") as stream:
            strings = json.load(stream)
        for text in strings:
            claim = {"text": text or "a", "source": text, "key": text, "value": text}
            report = HARNESS.evaluate({"output": text, "claims": [claim], "deliverables": {"a": text}})
            with self.subTest(text=text[:40]):
                self.assertFalse(any(one.code == "PLG001" for one in report.findings), report.reasons)


if __name__ == "__main__":
    unittest.main()

"""Library files: a team's own modes, tested when they are loaded; and how a library is scored on labelled outputs."""

import json
import os
import tempfile
import unittest
from unittest import mock

from dankaro_quality.errors import ContractError, MissingExtra
from dankaro_quality.workflow import FailureMode, FailureModeLibrary, scoring
from tests.builders import ROOT, needs

OWN = {
    "id": "ACME-0007",
    "category": "custom:unpriced_quote",
    "description": "A quote without an amount.",
    "trigger_keywords": ["price to be advised", "re:\\bprice on (?:request|demand)\\b"],
    "exclude": ["internal draft"],
    "scope": "prose",
    "severity": 0.7,
    "status": "experimental",
    "samples": ["Quote for {context}: price to be advised."],
    "near_misses": ["The price was advised on Monday: 40 EUR."],
    "false_positives": ["internal drafts"],
    "references": [{"taxonomy": "MAST", "id": "3.1", "relation": "overlaps"}],
}
FILE = {
    "format": "dankaro-quality/modes/1",
    "library": "acme",
    "version": "1.2.0",
    "licence": "MIT",
    "extends": "builtin",
    "disable": ["refusal"],
    "modes": [OWN],
}


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def written(self, value: object, name: str = "modes.json") -> str:
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(value if isinstance(value, str) else json.dumps(value, indent=1))
        return path


class Files(Folder):
    def test_own_modes_on_top_of_the_built_in_ones_and_one_switched_off(self) -> None:
        library = FailureModeLibrary.load(self.written(FILE))
        self.assertEqual((library.name, library.version, len(library.modes)), ("acme", "1.2.0", 16))
        self.assertEqual(library.by_category("custom:unpriced_quote").id, "ACME-0007")
        self.assertEqual(library.detect("I am unable to assist with the quote."), [])
        self.assertEqual([one.id for one in library.detect("Price on request.")], ["ACME-0007"])

    def test_a_library_that_stands_alone(self) -> None:
        library = FailureModeLibrary.load(self.written({key: FILE[key] for key in ("format", "modes")}))
        self.assertEqual(len(library.modes), 1)
        self.assertEqual(library.detect("TODO"), [])

    def test_there_and_back(self) -> None:
        needs(self, "yaml")
        for library in (FailureModeLibrary(), FailureModeLibrary.load(self.written(FILE))):
            for name in ("out.json", "out.yaml"):
                path = os.path.join(self.folder, name)
                library.save(path)
                self.assertEqual(FailureModeLibrary.load(path), library)

    def test_bad_files_name_file_line_and_place(self) -> None:
        def with_mode(**change: object) -> dict[str, object]:
            return {**FILE, "modes": [{**OWN, **change}]}

        rows = (
            ({**FILE, "exclde": []}, "exclde: there is no such key"),
            ({**FILE, "format": "x"}, "format: expected"),
            ({**FILE, "library": 3}, "library: expected text"),
            ({**FILE, "extends": "other"}, 'extends: expected "builtin"'),
            ({**FILE, "disable": ["refusel"]}, "disable[0]: there is no built-in mode 'refusel' (did you mean"),
            ({**FILE, "disable": "refusal"}, "disable: expected a list"),
            ({**FILE, "extends": ""}, "there is nothing to disable"),
            ({**FILE, "modes": {}}, "modes: expected a list"),
            ({"format": FILE["format"], "modes": []}, "there is no mode"),
            ({**FILE, "modes": ["a"]}, "a mode is an object"),
            ({**FILE, "modes": [OWN, OWN]}, "is taken by modes[0]"),
            (with_mode(category="tool_error"), 'is taken by the built-in library, which "disable" switches off'),
            (with_mode(category="own"), "begins with custom:"),
            (with_mode(severity=7), "modes[0].severity: 7 is not between 0 and 1"),
            (with_mode(severity=True), "severity: True"),
            (with_mode(trigger_keywords=[""]), "trigger_keywords[0]"),
            (with_mode(trigger_keywords=["  "]), "it is empty"),
            (with_mode(trigger_keywords=["ab"]), "shorter than 3"),
            (with_mode(trigger_keywords=["re:(a+)+b"]), "the pattern cannot be used"),
            (with_mode(trigger_keywords=[]), "at least one trigger"),
            (with_mode(exclude=["re:("]), "does not compile"),
            (with_mode(signature="shape"), "no structural check"),
            (with_mode(scope="half"), "scope:"),
            (with_mode(severty=0.5), 'did you mean "severity"'),
            (with_mode(references="x"), "references"),
            ({**FILE, "modes": [{"category": "custom:a", "description": "d"}]}, "severity: this key is missing"),
            (with_mode(samples=["Quote: 40 EUR."]), "samples[0]: the mode does not fire"),
            (with_mode(near_misses=["price on demand"]), "near_misses[0]: the mode fires on this near miss"),
            ([], "a library is an object"),
        )  # fmt: skip
        for value, message in rows:
            with self.subTest(message=message), self.assertRaises(ContractError) as caught:
                FailureModeLibrary.load(self.written(value))
            self.assertIn(message, str(caught.exception))
            self.assertRegex(caught.exception.problems[0], r"modes\.json:\d+: ")

    def test_every_problem_at_once_each_with_its_line(self) -> None:
        text = (
            '{"format": "dankaro-quality/modes/1",\n "modes": [\n  {"category": "custom:a", "description": "d",\n'
            '   "severity": 7,\n   "trigger_keywords": ["abc"]},\n  {"category": "custom:b"}]}'
        )
        with self.assertRaises(ContractError) as caught:
            FailureModeLibrary.load(self.written(text))
        self.assertIn("modes.json:4: modes[0].severity", caught.exception.problems[0])
        self.assertEqual(len(caught.exception.problems), 3)

    def test_what_no_json_holds(self) -> None:
        for text in ('{"format": NaN}', '{"modes": [], "modes": []}', "{", ""):
            with self.subTest(text=text), self.assertRaises(ContractError) as caught:
                FailureModeLibrary.load(self.written(text))
            self.assertIn("modes.json", str(caught.exception))
        nan = json.dumps(FILE).replace("0.7", "NaN")
        with self.assertRaisesRegex(ContractError, "NaN is no JSON number"):
            FailureModeLibrary.load(self.written(nan))

    def test_without_the_extra(self) -> None:
        with mock.patch.dict("sys.modules", {"yaml": None}), self.assertRaisesRegex(MissingExtra, r"\[yaml\]"):
            FailureModeLibrary.load(self.written("a: 1", "modes.yaml"))


ROWS = (
    {"id": "a", "step_output": "Total: TBD", "labels": ["placeholder_content"]},
    {"id": "b", "step_output": "A fine day.", "labels": ["refusal", "reasoning_error"]},
    {"id": "c", "step_output": "TODO", "labels": []},
    {"id": "d", "step_output": "A fine day.", "labels": [], "clean": True},
    {"id": "e", "step_output": "Wrong sum.", "labels": ["reasoning_error"], "clean": False},
)


class Scoring(Folder):
    def labelled(self, *rows: object) -> str:
        return self.written("\n".join(one if isinstance(one, str) else json.dumps(one) for one in rows), "rows.jsonl")

    def test_counts(self) -> None:
        result = scoring.score(FailureModeLibrary(), scoring.read_labelled(self.labelled(*ROWS)))
        self.assertEqual(result.false_alarms, (1, 2))
        self.assertEqual(result.right_mode, (1, 2))
        self.assertEqual(result.on_unlabelled, (0, 1))
        self.assertEqual(result.modes["placeholder_content"], scoring.Count(1, 1, 0, 1))
        self.assertEqual(result.modes["refusal"], scoring.Count(0, 0, 1, 0))
        self.assertEqual((result.total.precision, result.total.recall), ((1, 2), (1, 2)))
        self.assertEqual([miss.split(":")[0] for miss in result.misses], ["b", "c"])
        text = "\n".join(scoring.lines_of(result))
        self.assertIn("0.500 (1/2, 95 % 0.09-0.91)", text)

    def test_intervals(self) -> None:
        # Newcombe (Statistics in Medicine 17, 1998), table I, method 3
        for part, whole, low, high in (
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ):
            with self.subTest(part=part, whole=whole):
                found = scoring.interval(part, whole)
                self.assertAlmostEqual(found[0], low, 4)
                self.assertAlmostEqual(found[1], high, 4)
        self.assertEqual(scoring.interval(0, 0), (0.0, 1.0))

    def test_history_is_read(self) -> None:
        from dankaro_quality.workflow.structure import fingerprint

        text = "Searched the archive once more for it."
        row = {"id": "a", "step_output": text, "labels": ["step_repetition"], "prev_hashes": [fingerprint(text)]}
        self.assertEqual(
            scoring.score(FailureModeLibrary(), scoring.read_labelled(self.labelled(row))).right_mode, (1, 1)
        )

    def test_a_library_is_asked_only_for_what_it_knows(self) -> None:
        library = FailureModeLibrary([FailureMode("custom:tbd", "stub", ["TBD"], 0.7)])
        rows = scoring.read_labelled(self.labelled(*ROWS))
        self.assertEqual(scoring.score(library, rows).right_mode, (0, 0))

    def test_rows_that_cannot_be_used(self) -> None:
        rows = (
            ("{", "ends in the middle"),
            ("[]", "a row is an object"),
            ({"labels": []}, "step_output: expected text"),
            ({"step_output": "a", "labels": "refusal"}, "labels: expected a list"),
            ({"step_output": "a", "labels": ["refusal"], "clean": True}, "and yet it has labels"),
            ({"step_output": "a", "labels": [], "clean": False}, "clean is not true"),
        )
        for row, message in rows:
            with self.subTest(message=message), self.assertRaises(ContractError) as caught:
                scoring.read_labelled(self.labelled(ROWS[0], row))
            self.assertRegex(str(caught.exception), r"rows\.jsonl:2: ")
            self.assertIn(message, str(caught.exception))
        with self.assertRaisesRegex(ContractError, "no labelled row"):
            scoring.read_labelled(self.labelled(""))


class Measured(unittest.TestCase):
    """The goals of the built-in library on real, labelled outputs, which stand beside the project."""

    def rows(self, name: str) -> list[scoring.Labelled]:
        shared = os.environ.get("DANKARO_SHARED") or os.path.join(ROOT, os.pardir, "shared")
        path = os.path.join(shared, "cases", "traces", f"{name}.jsonl")
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        return scoring.read_labelled(path)

    def test_goals(self) -> None:
        result = scoring.score(FailureModeLibrary(), self.rows("real_steps"))
        alarms, right = result.false_alarms, result.right_mode
        self.assertLessEqual(alarms[0] / alarms[1], 0.03)
        self.assertGreaterEqual(right[0] / right[1], 0.75)

    def test_the_page_states_what_is_measured(self) -> None:
        rows = [row for name in ("real_steps", "test_gaming_steps") for row in self.rows(name)]
        result = scoring.score(FailureModeLibrary(), rows)
        with open(os.path.join(ROOT, "docs", "workflow.md"), encoding="utf-8") as stream:
            page = " ".join(stream.read().split())
        self.assertIn(f"({len(rows)} outputs, {result.false_alarms[1]} of them clean)", page)
        self.assertIn(f"on {result.false_alarms[0]} of the clean ones", page)
        self.assertIn(f"on {result.right_mode[0]} of the {result.right_mode[1]} failing ones", page)
        self.assertIn(f"none of the {result.on_unlabelled[1]} whose", page)
        self.assertEqual(result.on_unlabelled[0], 0)


if __name__ == "__main__":
    unittest.main()

"""The fixtures through the command line: each is blocked, or warned of, for the one reason it was made for."""

import json
import os
import unittest
from functools import cache
from typing import Any

from dankaro_quality.findings import Severity
from dankaro_quality.harness import catalogue
from tests.builders import ROOT, Run, cli

FIXTURES = os.path.join(ROOT, "fixtures")
EXAMPLES = os.path.join(ROOT, "src", "dankaro_quality", "examples")

# The package's blocked example is one of the fixtures, and shows several defects at once on purpose.
BLOCKED_EXAMPLE = "several-defects-at-once.json"

# Rules that report one defect under two names: where one fires, the other does.
TWINS = ({"EVD003", "PRV001"},)

# A field that holds a placeholder is one defect of the field and one of the whole text.
ALSO_A_PLACEHOLDER = {"EVD002", "EVD006", "BAS006", "CMP002", "CMP005"}

# Rules that block by default and cannot be shown in a result file, with the reason.
CANNOT_BE_SHOWN = {
    "HOK001": "a hook is code of the caller",
    "PLG001": "a plug-in is code that the settings name",
    **dict.fromkeys(("ORG001", "ORG002", "ORG004", "ORG005"), "other tools' files; tests/test_importers.py shows each"),
    "STB004": "one run is enough unless the settings ask for more",
}


def names(folder: str) -> list[str]:
    return sorted(os.listdir(os.path.join(FIXTURES, folder)))


def read(folder: str, name: str) -> bytes:
    with open(os.path.join(FIXTURES, folder, name), "rb") as stream:
        return stream.read()


def declared(folder: str, name: str) -> str:
    """The code a fixture was made for: its top-level field, or the prefix of a file that cannot hold one."""
    field = "x_blocked_by" if folder == "regression" else "x_warns_with"
    try:
        document = json.loads(read(folder, name))
    except ValueError:
        document = None
    given = document.get(field) if isinstance(document, dict) else None
    return given if isinstance(given, str) else name.partition("-")[0]


@cache
def run(folder: str, name: str) -> Run:
    return cli("evaluate", os.path.join("fixtures", folder, name), "--format", "json", cwd=ROOT)


def found(folder: str, name: str) -> list[dict[str, Any]]:
    report = json.loads(run(folder, name).out)
    return [finding for gate in report["gates"] for finding in gate["findings"]]


def codes(folder: str, name: str, severity: str) -> set[str]:
    return {finding["code"] for finding in found(folder, name) if finding["severity"] == severity}


class Regressions(unittest.TestCase):
    def test_there_are_at_least_forty(self) -> None:
        self.assertGreaterEqual(len(names("regression")), 40)

    def test_each_is_blocked_for_its_one_reason(self) -> None:
        for name in names("regression"):
            code = declared("regression", name)
            with self.subTest(name=name, code=code):
                self.assertEqual((run("regression", name).code, run("regression", name).err.count("Traceback")), (2, 0))
                blocking = codes("regression", name, "error")
                self.assertIn(code, blocking)
                if name != BLOCKED_EXAMPLE:
                    twins = next((pair for pair in TWINS if code in pair), {code})
                    self.assertEqual(blocking - ({"ADV001"} if code in ALSO_A_PLACEHOLDER else set()), twins)

    def test_each_names_a_place_and_a_way_to_mend(self) -> None:
        for name in names("regression"):
            for finding in found("regression", name):
                with self.subTest(name=name, code=finding["code"]):
                    self.assertTrue(finding["hint"])
                    self.assertTrue(finding["where"] or finding["code"] == "CON001")

    def test_files_that_hold_no_field_say_their_code_in_their_name(self) -> None:
        for name in names("regression"):
            with self.subTest(name=name):
                self.assertRegex(declared("regression", name), r"\A[A-Z]{3}\d{3}\Z")

    def test_every_rule_that_blocks_by_default_is_shown(self) -> None:
        blocking = {rule.code for _, rule in catalogue() if rule.severity is Severity.ERROR}
        shown = {declared("regression", name) for name in names("regression")}
        missing = sorted(blocking - shown - set(CANNOT_BE_SHOWN))
        self.assertEqual(missing, [], "add a fixture named by its defect to fixtures/regression")
        self.assertEqual(sorted(set(CANNOT_BE_SHOWN) - blocking), [], "no rule with these codes blocks by default")
        self.assertEqual(sorted(shown - blocking), [], "no rule with these codes blocks by default")

    def test_none_is_blocked_by_the_ledger_by_accident(self) -> None:
        for folder in ("regression", "warnings"):
            for name in names(folder):
                if not declared(folder, name).startswith("LED"):
                    with self.subTest(name=name):
                        self.assertEqual([one for one in found(folder, name) if one["gate"] == "ledger"], [])


class Warnings(unittest.TestCase):
    def test_each_is_released_with_its_one_warning(self) -> None:
        for name in names("warnings"):
            with self.subTest(name=name):
                self.assertEqual(run("warnings", name).code, 0)
                self.assertEqual(codes("warnings", name, "error"), set())
                self.assertEqual(codes("warnings", name, "warning"), {declared("warnings", name)})


class Passing(unittest.TestCase):
    def test_it_passes_without_any_finding(self) -> None:
        ran = cli("evaluate", "fixtures/passing.json", "--format", "json", cwd=ROOT)
        report = json.loads(ran.out)
        self.assertEqual((ran.code, report["overall_score"]), (0, 1.0))
        self.assertEqual([finding for gate in report["gates"] for finding in gate["findings"]], [])

    def test_the_packaged_examples_are_fixtures(self) -> None:
        for example, fixture in (("passing.json", "passing.json"), ("blocked.json", f"regression/{BLOCKED_EXAMPLE}")):
            with open(os.path.join(EXAMPLES, example), "rb") as stream:
                self.assertEqual(stream.read(), read("", fixture), f"copy fixtures/{fixture} to {EXAMPLES}/{example}")

    def test_the_examples_are_printed_as_they_are(self) -> None:
        self.assertEqual(cli("example").out.encode(), read("", "passing.json"))
        self.assertEqual(cli("example", "--blocked").out.encode(), read("regression", BLOCKED_EXAMPLE))


if __name__ == "__main__":
    unittest.main()

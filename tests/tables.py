"""The two tables of a rule as tests: what fires, with code and place, and what stays silent, with the reason."""

from __future__ import annotations

from typing import Any

from dankaro_quality.checks import Check
from dankaro_quality.contracts import AgentResult
from dankaro_quality.findings import Finding, Severity
from tests.builders import ROOT, evaluate

Fires = tuple[tuple[str, str, str, Any], ...]
"""(code, where, what the author tried, result or (result, options of `evaluate`))"""
Silent = tuple[tuple[str, str, Any], ...]
"""(code that must not be found, the reason, result or (result, options))"""


class GateTables:
    """Mixed into a TestCase with CHECK, FIRES and SILENT."""

    CHECK: Check
    FIRES: Fires
    SILENT: Silent

    def found(self, row: Any) -> tuple[Finding, ...]:
        result, options = row if isinstance(row, tuple) else (row, {})
        if not isinstance(result, AgentResult):
            raise TypeError(f"a row holds {result!r}")
        return evaluate(self.CHECK, result, **options).findings

    def test_fires(self: Any) -> None:
        for code, where, what, row in self.FIRES:
            with self.subTest(code=code, what=what):
                found = [(finding.code, finding.where) for finding in self.found(row)]
                self.assertIn((code, where), found)

    def test_stays_silent(self: Any) -> None:
        for code, reason, row in self.SILENT:
            with self.subTest(code=code, reason=reason):
                self.assertEqual([str(finding) for finding in self.found(row) if finding.code == code], [])

    def test_every_rule_has_both_tables(self: Any) -> None:
        codes = {rule.code for rule in self.CHECK.codes if rule.code not in self.PROSE}
        self.assertEqual({row[0] for row in self.FIRES}, codes)
        self.assertEqual({row[0] for row in self.SILENT}, codes)

    PROSE: tuple[str, ...] = ()  # codes of this gate that read prose: their tables are elsewhere

    def test_severities_are_those_of_the_catalogue(self: Any) -> None:
        severities = {rule.code: rule.severity for rule in self.CHECK.codes}
        for code, _, what, row in self.FIRES:
            for finding in self.found(row):
                softer = (finding.code, finding.severity) == ("PRV003", Severity.WARNING)
                with self.subTest(code=code, what=what):
                    self.assertTrue(softer or finding.severity is severities[finding.code], str(finding))
                    self.assertEqual(finding.gate, self.CHECK.name)

    def test_messages_are_sentences_with_a_way_to_mend(self: Any) -> None:
        for code, _, what, row in self.FIRES:
            for finding in self.found(row):
                with self.subTest(code=code, what=what, finding=str(finding)):
                    self.assertTrue(finding.message.strip())
                    self.assertNotRegex(finding.message + finding.hint, r"None|Claim\(|\(\)|  |\.$|\n")
                    self.assertTrue(finding.hint or finding.severity is Severity.INFO)

    def test_the_manual_names_every_code(self: Any) -> None:
        import re

        listed = re.findall(r"^- ([A-Z]{3}\d{3})", self.CHECK.doc, re.MULTILINE)
        self.assertEqual(list(dict.fromkeys(sorted(listed))), [rule.code for rule in self.CHECK.codes])

    def test_the_example_of_the_manual_is_a_finding(self: Any) -> None:
        example = " ".join(self.CHECK.doc.partition("Example finding.")[2].partition("\n\n")[0].split())
        self.assertTrue(example)
        said = {str(finding) for *_, row in self.FIRES for finding in self.found(row)}
        self.assertIn(example, said)

    def test_the_settings_it_names_exist(self: Any) -> None:
        import tomllib

        with open(f"{ROOT}/src/dankaro_quality/thresholds.toml", "rb") as stream:
            known = tomllib.load(stream)
        for name in self.CHECK.settings:
            section, _, key = name.partition(".")
            self.assertIn(key, known[section], name)

"""What CI reads: each format keeps to its schema, and no text of a result acts in any of them."""

from __future__ import annotations

import functools
import json
import os
import re
import tempfile
import unittest
import xml.etree.ElementTree as ET
from typing import Any
from unittest import mock

from dankaro_quality.adversaries import CRITICS
from dankaro_quality.canonical import visible
from dankaro_quality.checks import error, warning
from dankaro_quality.cli import delivery
from dankaro_quality.contracts import AgentResult, Claim, FrozenMapping
from dankaro_quality.errors import ContractError
from dankaro_quality.exporters import EXTENSIONS, github, junit, render, sarif
from dankaro_quality.exporting import Evaluated, problems, relative
from dankaro_quality.findings import Finding, QualityReport, Severity, Waived, decide, grade
from dankaro_quality.harness import QualityHarness, catalogue
from dankaro_quality.manuals import MANUALS
from tests import oracles
from tests.builders import cli, make_claim, make_result, make_settings, needs, shared

RULES = (("evidence", error("EVD001", "a fact has no source")), ("baseline", warning("BAS008", "no test named")))
BATCH = 60  # hostile texts in one report: parsers are asked about pages, not about words


def make_report(findings: list[Finding], **changes: Any) -> QualityReport:
    """A report of the gates that `findings` name."""
    gates = [grade("contract", items=1)]
    for name in dict.fromkeys(one.gate for one in findings):
        gates.append(grade(name, [one for one in findings if one.gate == name], 2, measures={"claims": 2}))
    if not findings:
        gates.append(grade("evidence", items=1))
    gates.append(grade("hooks", not_applicable="no hook is registered"))
    decision = decide(gates)
    fields: dict[str, Any] = {
        "schema": "dankaro-quality/report/1", "tool_version": "0.0.0", "released": decision.released,
        "reasons": decision.reasons, "overall_score": decision.overall_score, "gates": tuple(gates),
        "profile": "default", "result_digest": "sha256:" + "1" * 64, "settings_digest": "sha256:" + "2" * 64,
    }  # fmt: skip
    return QualityReport(**{**fields, **changes})


def make_evaluated(findings: list[Finding] | None = None, **changes: Any) -> Evaluated:
    """What an exporter is handed, with one error and one warning unless told otherwise."""
    found = FINDINGS if findings is None else findings
    report = changes.pop("report", None) or make_report(found)
    fields: dict[str, Any] = {
        "name": "out/result.json", "path": "out/result.json", "text": '{\n "claims": [\n  {"text": "x"}\n ]\n}\n',
        "result": make_result(), "rules": RULES, "manuals": FrozenMapping({"evidence": "evidence: the manual"}),
    }  # fmt: skip
    return Evaluated(report, **{**fields, **changes})


FINDINGS = [
    Finding(
        "EVD001",
        "the fact has no source",
        Severity.ERROR,
        "evidence",
        "/claims/0/source",
        "name one",
        "out/result.json",
        3,
    ),
    Finding(
        "BAS008",
        "no test is named",
        Severity.WARNING,
        "baseline",
        "/comparisons/0/tests",
        "name one",
        "out/result.json",
        4,
    ),
]


def sarif_of(evaluated: Evaluated) -> dict[str, Any]:
    return json.loads(render("sarif", evaluated))["runs"][0]  # type: ignore[no-any-return]


class Sarif(unittest.TestCase):
    def test_every_result_has_a_file_a_line_a_rule_and_a_fingerprint(self) -> None:
        run = sarif_of(make_evaluated())
        for number, result in enumerate(run["results"]):
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(place["artifactLocation"]["uri"], "out/result.json")
            self.assertEqual(place["region"]["startLine"], FINDINGS[number].line)
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        marks = [one["partialFingerprints"]["primaryLocationLineHash"] for one in run["results"]]
        self.assertEqual(len(set(marks)), 2)

    def test_no_text_is_empty(self) -> None:
        def texts(value: Any) -> list[str]:
            if isinstance(value, dict):
                return [one for item in value.values() for one in texts(item)]
            return [one for item in value for one in texts(item)] if isinstance(value, list) else [value]

        odd = [Finding("X", "", Severity.ERROR, "evidence"), Finding("Y", " ", Severity.INFO, "own", "/claims/0")]
        for evaluated in (make_evaluated(), make_evaluated(odd), make_evaluated(manuals=FrozenMapping({}))):
            self.assertEqual([one for one in texts(json.loads(render("sarif", evaluated))) if one == ""], [])

    def test_fingerprints_stay_when_lines_move_and_differ_within_a_report(self) -> None:
        def marks(line: int) -> list[str]:
            found = [
                Finding("EVD001", "the same", Severity.ERROR, "evidence", f"/claims/{n}", "", "", line) for n in (0, 1)
            ]
            return [
                one["partialFingerprints"]["primaryLocationLineHash"]
                for one in sarif_of(make_evaluated(found))["results"]
            ]

        self.assertEqual(marks(3), marks(30))
        self.assertEqual(len(set(marks(3))), 2)

    def test_a_waived_finding_is_suppressed(self) -> None:
        waived = Waived(FINDINGS[1], "until the trial ends", "quality lead", "2027-01-31")
        report = make_report(FINDINGS[:1], waived=(waived,))
        results = sarif_of(make_evaluated(report=report))["results"]
        self.assertEqual([one.get("suppressions", [{}])[0].get("status") for one in results], [None, "accepted"])

    def test_a_block_that_no_finding_states_is_a_result(self) -> None:
        report = make_report([], released=False, reasons=("nothing could be checked",))
        for kind, sign in (
            ("sarif", "nothing could be checked"),
            ("github", "::error "),
            ("gitlab", "critical"),
            ("junit", "<failure "),
        ):
            with self.subTest(kind):
                self.assertIn(sign, render(kind, make_evaluated(report=report)))

    def test_paths_are_relative_and_escaped(self) -> None:
        rows = [
            ("/w/out/a b.json", "out/a b.json"),
            ("/w/ü.md", "ü.md"),
            ("/elsewhere/x.json", "x.json"),
            ("/w/../y", "y"),
        ]
        for path, wanted in rows:
            self.assertEqual(relative(path, "/w"), wanted)
        run = sarif_of(make_evaluated(path="ü b#1?.md"))
        self.assertEqual(
            run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "%C3%BC%20b%231%3F.md"
        )

    def test_a_check_that_broke_is_no_successful_run(self) -> None:
        broken = [Finding("PLG001", "the gate raised", Severity.ERROR, "owner")]
        self.assertFalse(sarif_of(make_evaluated(broken))["invocations"][0]["executionSuccessful"])
        self.assertTrue(sarif_of(make_evaluated())["invocations"][0]["executionSuccessful"])

    def test_the_cap_keeps_what_blocks_and_says_what_it_left_out(self) -> None:
        found = [Finding("BAS008", f"w{n}", Severity.WARNING, "baseline") for n in range(30)] + [FINDINGS[0]]
        with mock.patch.object(sarif, "MAX_RESULTS", 10):
            run = sarif_of(make_evaluated(found))
        self.assertEqual((len(run["results"]), run["results"][0]["ruleId"]), (10, "EVD001"))
        self.assertIn("21 results", run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"])

    def test_text_cannot_be_a_placeholder_or_a_link(self) -> None:
        rows = [("{0}", "{{0}}"), ("[a](1)", "\\[a\\](1)"), ("a\\b", "a\\\\b"), ("plain", "plain")]
        for text, wanted in rows:
            self.assertEqual(sarif.message(text), wanted)

    def test_it_validates_against_the_official_schema(self) -> None:
        path = oracles.tool("jest-sarif", "package", "lib", "schemas", "sarif-2.1.0-rtm.5.json")
        if not path:
            self.skipTest("the SARIF schema is not in .ci/tools; .ci/run unpacks it from npm")
        needs(self, "jsonschema")
        import jsonschema

        with open(path, encoding="utf-8") as stream:
            schema = json.load(stream)
        checker = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
        wrong = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "informationUri": "a b"}}}]}
        self.assertTrue(
            list(checker.iter_errors(wrong)), "addresses are not checked: install jsonschema[format-nongpl]"
        )
        waived = make_report(FINDINGS[:1], waived=(Waived(FINDINGS[1], "r", "a", "2027-01-31"),))
        odd = make_evaluated([Finding("X", "", Severity.INFO, "own")], path="ü b.md")
        samples = [make_evaluated(), make_evaluated([]), make_evaluated(report=waived), odd]
        samples += [evaluated for _, evaluated in batches()]
        for evaluated in samples:
            found = [one.message for one in checker.iter_errors(json.loads(render("sarif", evaluated)))]
            self.assertEqual(found, [])


class JUnit(unittest.TestCase):
    def test_counts_and_one_case_a_gate(self) -> None:
        root = ET.fromstring(render("junit", make_evaluated()))
        self.assertEqual(
            (root.tag, root.get("tests"), root.get("failures"), root.get("errors")), ("testsuites", "5", "2", "0")
        )
        suite = root[0]
        cases = suite.findall("testcase")
        self.assertEqual([case.get("name") for case in cases], ["contract", "evidence", "baseline", "hooks", "release"])
        self.assertEqual(len(cases), int(suite.get("tests", "")))
        self.assertEqual([len(case) for case in cases], [0, 1, 0, 1, 1])
        self.assertIn("claims[0].source: the fact has no source", cases[1][0].text or "")
        self.assertEqual(cases[3][0].tag, "skipped")
        self.assertIn("BAS008", suite.findtext("system-out") or "")

    def test_a_gate_that_broke_is_an_error(self) -> None:
        root = ET.fromstring(render("junit", make_evaluated([Finding("PLG001", "it raised", Severity.ERROR, "owner")])))
        self.assertEqual(root.get("errors"), "1")

    def test_a_file_only_in_gitlab_s_dialect(self) -> None:
        self.assertNotIn(" file=", render("junit", make_evaluated()))
        self.assertIn(' file="out/result.json"', render("junit", make_evaluated(), dialect="gitlab"))

    def test_nothing_that_xml_forbids_and_no_attachment(self) -> None:
        text = "a\x00b\x1bc\ufffe\uffff\ud800[[ATTACHMENT|/etc/passwd]]\r\nd"
        root = ET.fromstring(render("junit", make_evaluated([Finding("X", text, Severity.ERROR, "evidence")])))
        self.assertNotIn("[[", "".join(root.itertext()))
        self.assertIn("\\x1b", "".join(root.itertext()))

    def test_the_strict_dialects(self) -> None:
        """The schema of Jenkins takes the file as it is; that of the JUnit task knows no counts on the root."""
        strict = shared(self, "cases", "hostile", "schemas", "JUnit-windyroad.xsd")
        try:
            import xmlschema
        except ImportError:
            self.skipTest("xmlschema is not installed")
        samples = [make_evaluated(), make_evaluated([]), *(evaluated for _, evaluated in batches())]
        schemas = [xmlschema.XMLSchema(path) for path in (strict, oracles.tool("junit-10.xsd")) if path]
        for evaluated in samples:
            text = render("junit", evaluated)
            bare = re.sub(r"<testsuites [^>]*>", "<testsuites>", text, count=1)
            for schema, judged in zip(schemas, (bare, text), strict=False):
                self.assertEqual([str(one) for one in schema.iter_errors(judged)][:1], [])


class GitHub(unittest.TestCase):
    def test_annotations_stand_beside_the_lines(self) -> None:
        commands = oracles.runner_commands(render("github", make_evaluated()))
        self.assertEqual([name for name, _, _ in commands], ["error", "warning"])
        self.assertEqual(commands[0][1], {"file": "out/result.json", "line": "3", "title": "EVD001 evidence"})
        self.assertEqual(commands[0][2], str(FINDINGS[0]))

    def test_at_most_ten_of_a_kind_and_the_rest_counted(self) -> None:
        found = [Finding("EVD001", f"f{n}", Severity.ERROR, "evidence") for n in range(14)]
        made = render("github", make_evaluated(found))
        self.assertEqual(len(oracles.runner_commands(made)), 10)
        self.assertIn("4 more findings", made)

    def test_escapes(self) -> None:
        found = [Finding("EVD001", "100%0A::error::x", Severity.ERROR, "a,b:c")]
        commands = oracles.runner_commands(render("github", make_evaluated(found, path="a,line=9.json")))
        self.assertEqual(commands[0][1]["file"], "a,line=9.json")
        self.assertEqual(commands[0][1]["title"], "EVD001 a,b:c")
        self.assertIn("100%0A::error::x", commands[0][2])

    def test_the_summary_stays_within_its_limit(self) -> None:
        found = [Finding("EVD001", "long " * 4000, Severity.ERROR, "evidence", f"/claims/{n}") for n in range(90)]
        evaluated = make_evaluated(found)
        self.assertLess(len(github.summary(evaluated)), github.MAX_SUMMARY)
        self.assertLess(len(github.summary(evaluated, 1_000_000)), 60_000)
        self.assertEqual(github.summary(evaluated, github.MAX_SUMMARY), b"")

    def test_the_step_summary_is_written_where_the_runner_says(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "summary.md")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write("before\n")
            with mock.patch.dict(os.environ, {"GITHUB_STEP_SUMMARY": path}):
                example = cli("example", "--blocked").out.encode()
                run = cli("evaluate", "-", "--format", "github", stdin=example)
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
        self.assertEqual(run.code, 2)
        self.assertTrue(text.startswith("before\n# BLOCKED"), text[:40])


class Others(unittest.TestCase):
    def test_gitlab(self) -> None:
        entries = json.loads(render("gitlab", make_evaluated([*FINDINGS, FINDINGS[0]])))
        self.assertEqual([one["severity"] for one in entries], ["critical", "critical", "minor"])
        self.assertEqual(len({one["fingerprint"] for one in entries}), 3)
        self.assertEqual(entries[0]["location"], {"path": "out/result.json", "lines": {"begin": 3}})
        self.assertEqual(json.loads(render("gitlab", make_evaluated([]))), [])

    def test_intoto(self) -> None:
        blocked = json.loads(render("intoto", make_evaluated()))
        self.assertEqual(blocked["predicateType"], "https://in-toto.io/attestation/test-result/v0.1")
        self.assertEqual(blocked["subject"][0]["digest"], {"sha256": "1" * 64})
        self.assertEqual(blocked["predicate"]["result"], "FAILED")
        self.assertEqual(blocked["predicate"]["failedTests"], ["evidence", "release"])
        for one in blocked["predicate"]["configuration"]:
            self.assertTrue({"uri", "digest", "content"} & one.keys())
        warned = json.loads(
            render("intoto", make_evaluated([FINDINGS[1], Finding("N", "n", Severity.INFO, "evidence")]))
        )
        self.assertEqual(warned["predicate"]["result"], "WARNED")
        self.assertEqual(json.loads(render("intoto", make_evaluated([])))["predicate"]["result"], "PASSED")

    def test_text_says_everything_once(self) -> None:
        made = render("text", make_evaluated())
        self.assertEqual(made.count("EVD001"), 1)
        self.assertTrue(made.startswith("BLOCKED out/result.json\n"))

    def test_html_shows_findings_beside_their_lines(self) -> None:
        page = render("html", make_evaluated())
        self.assertIn('id="L3"', page)
        self.assertIn('href="#L3"', page)
        self.assertNotRegex(page, r"<script|https?://|<a href=\"[^#]")
        links = set(re.findall(r'href="#([^"]+)"', page))
        self.assertEqual(links - set(re.findall(r'id="([^"]+)"', page)), set())

    def test_the_html_page_parses_without_an_error(self) -> None:
        needs(self, "html5lib")
        import html5lib

        for evaluated in (make_evaluated(), make_evaluated([]), make_evaluated(result=None, text="")):
            html5lib.HTMLParser(strict=True).parse(render("html", evaluated))

    def test_the_formats_of_the_command_line_are_these(self) -> None:
        self.assertEqual(sorted(delivery.FORMATS), sorted(EXTENSIONS))

    def test_every_rule_of_the_catalogue_has_a_manual_for_its_help(self) -> None:
        own = {rule.code for critic in CRITICS for rule in critic.codes if rule.code in critic.doc}
        gates = {gate.name: gate.doc for gate in QualityHarness(make_settings(), ledger="").gates} | MANUALS
        for gate, rule in catalogue():
            self.assertTrue(rule.code in own or rule.code in gates[gate], rule.code)


def hostile(texts: list[str]) -> Evaluated:
    """A report that says each of the texts in every place where a result's text can come to stand."""
    findings = []
    for number, text in enumerate(texts):
        where = "/claims/0/" + text.replace("~", "~0").replace("/", "~1")
        severity = list(Severity)[number % 3]
        findings.append(
            Finding(
                text if text.strip() else "X", text, severity, "evidence", where, text, "out/result.json", number + 1
            )
        )
    claims = tuple([claim for text in texts for claim in _claims(text)])
    waived = tuple([Waived(one, one.message, one.message, "2027-01-31") for one in findings[:5]])
    report = make_report(findings, task_id=texts[0], profile=texts[-1], waived=waived)
    text = "\n".join(" ".join(one.split()) for one in texts)
    result = AgentResult(output="x", claims=claims)
    return Evaluated(report, texts[1], texts[2] or "x", text, result, rules=RULES, manuals=FrozenMapping({}))


def _claims(text: str) -> list[Claim]:
    """A claim with the text in every field, where the contract takes it."""
    try:
        return [make_claim(text=text, source=text, quote=text)]
    except ContractError:
        return []


@functools.cache
def batches() -> list[tuple[list[str], Evaluated]]:
    """The hostile texts in batches, each with the report that says them everywhere."""
    texts = oracles.hostile_texts()
    return [(batch, hostile(batch)) for at in range(0, len(texts), BATCH) if len(batch := texts[at : at + BATCH]) > 3]


@functools.cache
def made(kind: str, number: int) -> str:
    """The report of one batch in one format."""
    return render(kind, batches()[number][1])


class Hostile(unittest.TestCase):
    """About 2,000 texts that were written to break out, in every place of every format."""

    def setUp(self) -> None:
        shared(self, "cases", "hostile", "own", "output_injection.jsonl")
        self.batches = batches()
        self.assertGreater(sum(len(batch) for batch, _ in self.batches), 2_000)

    def test_no_control_character_in_any_format(self) -> None:
        for kind in EXTENSIONS:
            for number, (batch, _) in enumerate(self.batches):
                with self.subTest(kind=kind, batch=batch[0]):
                    self.assertEqual(oracles.controls(made(kind, number)), [])

    def test_no_runner_acts_on_any_format(self) -> None:
        for kind in EXTENSIONS:
            for number, (batch, _) in enumerate(self.batches):
                with self.subTest(kind=kind, batch=batch[0]):
                    commands = oracles.runner_commands(made(kind, number))
                    if kind == "github":
                        self.assertEqual(
                            [name for name, _, _ in commands], ["error"] * 10 + ["warning"] * 10 + ["notice"] * 10
                        )
                    else:
                        self.assertEqual(commands, [])

    def test_annotations_say_what_was_found(self) -> None:
        for number, (batch, evaluated) in enumerate(self.batches):
            found = problems(evaluated.report)[:10]
            for finding, (_, properties, message) in zip(
                found, oracles.runner_commands(made("github", number)), strict=False
            ):
                with self.subTest(batch=batch[0]):
                    self.assertEqual(message, visible(str(finding), newlines=True))
                    self.assertEqual(properties.keys(), {"file", "line", "title"})

    def test_html_has_the_elements_of_a_harmless_page_and_no_other(self) -> None:
        needs(self, "html5lib")
        for number, (batch, _) in enumerate(self.batches):
            harmless = hostile([f"harmless {n}" if text.strip() else text for n, text in enumerate(batch)])
            with self.subTest(batch=batch[0]):
                mine, plain = (self._shape(page) for page in (made("html", number), render("html", harmless)))
                self.assertEqual(mine, plain)

    def _shape(self, page: str) -> set[tuple[str, tuple[str, ...]]]:
        return set(oracles.skeleton(page))

    def test_markdown_renders_to_text_alone(self) -> None:
        needs(self, "cmarkgfm", "html5lib")
        headings = 5  # the title, why it is blocked, gates, warnings, notes; then waived and the basis
        allowed = {
            "html",
            "head",
            "body",
            "h1",
            "h2",
            "p",
            "ul",
            "li",
            "strong",
            "code",
            "br",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
        }
        for number, (batch, _) in enumerate(self.batches):
            with self.subTest(batch=batch[0]):
                shape = oracles.skeleton(oracles.rendered(made("markdown", number)))
                self.assertEqual({tag for tag, _ in shape} - allowed, set())
                self.assertEqual({name for _, names in shape for name in names} - {"align"}, set())
                self.assertEqual(sum(tag in ("h1", "h2") for tag, _ in shape), headings + 2)
                rows = sum(tag == "tr" for tag, _ in shape)
                self.assertEqual(sum(tag in ("td", "th") for tag, _ in shape), 4 * rows)

    def test_xml_parses_and_says_every_text(self) -> None:
        for number, (batch, _) in enumerate(self.batches):
            with self.subTest(batch=batch[0]):
                root = ET.fromstring(made("junit", number))
                known = {"testsuites", "testsuite", "properties", "property", "testcase", "failure", "skipped"}
                self.assertEqual({one.tag for one in root.iter()} - known, {"system-out", "system-err"})

    def test_json_formats_hold_the_same_values(self) -> None:
        for number, (batch, _) in enumerate(self.batches):
            with self.subTest(batch=batch[0]):
                said = [
                    one["message"] for gate in json.loads(made("json", number))["gates"] for one in gate["findings"]
                ]
                self.assertEqual(len(said), len(batch))
                entries = json.loads(made("gitlab", number))
                self.assertEqual(len({one["fingerprint"] for one in entries}), len(entries))
                run = json.loads(made("sarif", number))["runs"][0]
                for one in run["results"]:
                    self.assertNotRegex(one["message"]["text"], r"(?<!\{)(?:\{\{)*\{\d+\}(?!\})|(?<!\\)(?:\\\\)*\[")
                json.loads(made("intoto", number))

    def test_the_one_line_form(self) -> None:
        from dankaro_quality.reporting import to_json_line, to_line

        for batch, evaluated in self.batches:
            for name in batch:
                for line in (to_line(evaluated.report, name), to_json_line(evaluated.report, name)):
                    self.assertEqual(oracles.runner_commands(line), [])
                    self.assertEqual(oracles.controls(line), [])
                    break


class JunitText(unittest.TestCase):
    def test_attributes_are_one_line(self) -> None:
        self.assertEqual(junit.attribute('a\n"b"\t<c>&'), "a &quot;b&quot; &lt;c&gt;&amp;")


if __name__ == "__main__":
    unittest.main()

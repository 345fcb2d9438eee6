"""The HTML report in a browser: light and dark, narrow and wide, by keyboard, under an accessibility checker."""

from __future__ import annotations

import os
import tempfile
import unittest

from dankaro_quality.contracts import AgentResult
from dankaro_quality.exporters import render
from dankaro_quality.findings import Finding, Severity, Waived
from tests import browser, oracles
from tests.builders import make_claim
from tests.test_exporters import make_evaluated, make_report

VIEWS = [(width, scheme) for width in (400, 1400) for scheme in ("light", "dark")]
TEXT = "\n".join(f"Line {number} of the report says something that is worth a look." for number in range(1, 200))
FOUND = [
    Finding("EVD001", "it has no source", Severity.ERROR, "evidence", "/claims/0/source", "name one", "r.md", 3),
    Finding("EVD002", "it names no place", Severity.ERROR, "evidence", "/claims/1/source", "name one", "r.md", 40),
    Finding("BAS008", "no test is named", Severity.WARNING, "baseline", "/comparisons/0/tests", "name it", "r.md", 41),
    Finding("N1", "w" * 300, Severity.INFO, "own", "/output", "", "r.md", 199),
]  # fmt: skip


def page() -> str:
    """A report with all that a report can hold, long words included."""
    result = AgentResult("x", claims=(make_claim(quote="as measured"), make_claim(text="y" * 200, source="trust me")))
    waived = Waived(FOUND[2], "until the trial ends", "quality lead", "2027-01-31")
    report = make_report(FOUND, waived=(waived,), task_id="weekly")
    return render("html", make_evaluated(report=report, text=TEXT, result=result, name="r.md", path="r.md"))


@unittest.skipUnless(browser.program(), "there is no Chromium; .ci/run installs one where it can")
class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = os.path.join(folder.name, "report.html")
        with open(cls.path, "w", encoding="utf-8") as stream:
            stream.write(page())
        cls.browser = cls.enterClassContext(browser.Browser())

    def test_nothing_is_wider_than_the_window(self) -> None:
        for width, scheme in VIEWS:
            with self.subTest(width=width, scheme=scheme):
                self.browser.open(self.path, width, scheme)
                self.assertLessEqual(self.browser.ask("document.documentElement.scrollWidth"), width)
                pictures = os.environ.get("DANKARO_PICTURES", "")
                if pictures:
                    self.browser.picture(os.path.join(pictures, f"report-{width}-{scheme}.png"))

    def test_light_is_light_and_dark_is_dark(self) -> None:
        for scheme, bright in (("light", True), ("dark", False)):
            self.browser.open(self.path, 1400, scheme)
            rgb = self.browser.ask("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
            self.assertEqual(sum(rgb) > 600, bright)

    def test_by_keyboard_alone(self) -> None:
        self.browser.open(self.path, 1400, "light")
        self.browser.press("Tab", 9)
        self.assertEqual(self.browser.ask("document.activeElement.className"), "skip")
        self.assertGreaterEqual(self.browser.ask("document.activeElement.getBoundingClientRect().left"), 0)
        self.browser.press("Enter", 13)
        self.assertEqual(self.browser.ask("location.hash"), "#main")
        seen = []
        for _ in range(6):
            self.browser.press("Tab", 9)
            seen.append(
                self.browser.ask("document.activeElement.getAttribute('href') || document.activeElement.className")
            )
            self.assertEqual(self.browser.ask("getComputedStyle(document.activeElement).outlineStyle"), "solid")
            if seen[-1] == "#L40":
                self.browser.press("Enter", 13)
                self.assertTrue(
                    self.browser.ask("document.getElementById('L40').getBoundingClientRect().top < innerHeight")
                )
                break
        self.assertEqual(seen, ["#L3", "#L40"])

    def test_every_link_leads_into_the_page(self) -> None:
        self.browser.open(self.path, 400, "light")
        self.assertEqual(self.browser.ask("[...document.links].filter(a => !document.querySelector(a.hash)).length"), 0)

    def test_it_needs_no_script_and_no_network(self) -> None:
        self.browser.open(self.path, 400, "light")
        self.assertEqual(
            self.browser.ask("document.scripts.length + performance.getEntriesByType('resource').length"), 0
        )

    def test_the_accessibility_checker_finds_nothing_serious(self) -> None:
        axe = oracles.tool("axe-core", "package", "axe.min.js")
        if not axe:
            self.skipTest("axe-core is not in .ci/tools; .ci/run unpacks it from npm")
        with open(axe, encoding="utf-8") as stream:
            script = stream.read()
        for width, scheme in VIEWS:
            with self.subTest(width=width, scheme=scheme):
                self.browser.open(self.path, width, scheme)
                self.browser.ask(script + ";1")
                found = self.browser.ask(
                    "axe.run().then(r => r.violations.map(v => v.impact + ' ' + v.id + ' ' + v.nodes[0].html))"
                )
                self.assertEqual(found, [])

    def test_the_checker_does_find_something_in_a_bad_page(self) -> None:
        axe = oracles.tool("axe-core", "package", "axe.min.js")
        if not axe:
            self.skipTest("axe-core is not in .ci/tools; .ci/run unpacks it from npm")
        with open(axe, encoding="utf-8") as stream:
            script = stream.read()
        path = self.path + ".bad.html"
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(page().replace('lang="en"', "").replace("--fg:#1b1f24", "--fg:#eee"))
        self.browser.open(path, 1400, "light")
        self.browser.ask(script + ";1")
        found = self.browser.ask("axe.run().then(r => r.violations.map(v => v.id))")
        self.assertLessEqual({"html-has-lang", "color-contrast"}, set(found))


if __name__ == "__main__":
    unittest.main()

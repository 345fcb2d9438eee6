"""The assertion for a team's own unit tests: a result may be released, or the test says why not.

```python
class Release(QualityAssertions, unittest.TestCase):
    def test_the_weekly_report(self):
        self.assertReleasable(make_report(), settings="policy/thresholds.toml")
```
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.findings import QualityReport
from dankaro_quality.harness import QualityHarness
from dankaro_quality.reporting import to_text
from dankaro_quality.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class QualityAssertions:
    """A mixin for `unittest.TestCase`; it needs nothing of it but `failureException`."""

    failureException: type[BaseException] = AssertionError

    def assertReleasable(
        self,
        result: AgentResult | Mapping[str, Any],
        task: Task | Mapping[str, Any] | None = None,
        repeats: Iterable[AgentResult | Mapping[str, Any]] = (),
        *,
        harness: QualityHarness | None = None,
        settings: Settings | str | None = None,
    ) -> QualityReport:
        """The report on a result that may be released; fails with the whole report, as text, on any other.

        `harness` serves many tests with one set of gates and hooks; without it, `settings` is as for the harness.
        """
        judge = harness or QualityHarness(settings)
        report = judge.evaluate(result, task, repeats)
        if not report.released:
            raise self.failureException("this result may not be released\n" + to_text(report, report.task_id))
        return report

    def assertBlocked(
        self,
        code: str,
        result: AgentResult | Mapping[str, Any],
        task: Task | Mapping[str, Any] | None = None,
        *,
        harness: QualityHarness | None = None,
        settings: Settings | str | None = None,
    ) -> QualityReport:
        """The report on a result that is blocked by the rule `code`: the test that a policy catches what it should."""
        report = (harness or QualityHarness(settings)).evaluate(result, task)
        blocking = sorted({action.code for action in report.next_actions})
        if report.released or code not in blocking:
            found = ", ".join(blocking) or "no rule"
            raise self.failureException(f"expected {code} to block this result; {found} did\n{to_text(report)}")
        return report

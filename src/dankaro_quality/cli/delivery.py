"""Reports out: rendered, written to files whose names never meet, or printed; and the verdict, last of all."""

from __future__ import annotations

import os
import sys

from dankaro_quality.canonical import visible
from dankaro_quality.cli.judging import Judged
from dankaro_quality.cli.streams import STDIN, emit
from dankaro_quality.contracts import FrozenMapping
from dankaro_quality.documents import read_bytes
from dankaro_quality.errors import ExitCode, FileProblem, UsageError
from dankaro_quality.harness import QualityHarness
from dankaro_quality.reporting import to_json, to_markdown, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.exporting import Evaluated

FORMATS = ("markdown", "json", "text", "sarif", "junit", "github", "gitlab", "html", "intoto")
PLAIN_FORMATS = ("markdown", "json", "text")  # rendered without loading the exporters
LOG_FORMATS = ("github",)  # printed even where the others are written: a runner reads them from its log
FOLLOWING = ("markdown", "text", "github")
"""Formats of which several can follow each other on standard output, and a reader tells them apart."""


def check_output(formats: list[str], out: str | None, several: bool) -> None:
    """UsageError when what is asked for cannot be told apart on standard output."""
    if out:
        return
    if len(formats) > 1:
        raise UsageError("several formats need a folder to go to: add --out DIR")
    if several and formats[0] not in FOLLOWING:
        raise UsageError(f"several reports in the format {formats[0]} need a folder to go to: add --out DIR")


class Desk:
    """Hands out the reports of one command; `dialect` is that of JUnit."""

    def __init__(self, harness: QualityHarness, formats: list[str], out: str | None, dialect: str) -> None:
        self.harness, self.formats, self.out, self.dialect = harness, formats, out, dialect
        self.stems: set[str] = set()
        self.codes: list[ExitCode] = []

    def deliver(self, path: str, name: str, data: bytes, one: Judged) -> None:
        """Print or write every format of one result; files come before its verdict is told."""
        code = ExitCode.PASSED if one.report.released else ExitCode.BLOCKED
        shown = f"{name} ({one.label})" if one.label else name
        stem = self._stem(path, one.label)
        printed = ""
        for kind in self.formats:
            text = self._rendered(kind, path, shown, data, one)
            if self.out and kind not in LOG_FORMATS:
                _write(self.out, f"{stem}.{_extension(kind)}", text, path)
            else:
                printed += text
        self.codes.append(emit(printed, code) if printed else code)
        verdict = "PASSED" if one.report.released else f"BLOCKED, {len(one.report.reasons)} reason(s)"
        lost = "" if self.codes[-1] is code else ", but the report could not be written"
        _say(f"{visible(shown)}: {verdict}{lost} (exit {int(self.codes[-1])})")

    def close(self) -> ExitCode:
        """The worst exit code; of several results, also a last line that says it."""
        worst = max(self.codes)
        if len(self.codes) > 1:
            blocked = sum(code is not ExitCode.PASSED for code in self.codes)
            _say(f"{len(self.codes)} results, {blocked} blocked (exit {int(worst)})")
        return worst

    def _stem(self, path: str, label: str) -> str:
        """The name of the reports of a result, other than that of any before it."""
        base = "result" if path == STDIN else os.path.basename(path)
        tail = f"-{''.join([sign if sign.isalnum() else '-' for sign in label])[:60]}" if label else ""
        stem = os.path.splitext(base)[0] + tail
        if stem in self.stems:
            stem = base + tail
        number = 2
        while stem in self.stems:
            stem, number = f"{base}{tail}-{number}", number + 1
        self.stems.add(stem)
        return stem

    def _rendered(self, kind: str, path: str, name: str, data: bytes, one: Judged) -> str:
        if kind in PLAIN_FORMATS:
            render = {"markdown": to_markdown, "text": to_text}.get(kind)
            return render(one.report, name) if render else to_json(one.report)
        from dankaro_quality import exporters

        evaluated = self._evaluated(path, name, data, one)
        if kind == "github":
            _summarise(evaluated)
        return exporters.render(kind, evaluated, dialect=self.dialect)

    def _evaluated(self, path: str, name: str, data: bytes, one: Judged) -> Evaluated:
        from dankaro_quality.adversaries import CRITICS
        from dankaro_quality.exporting import Evaluated, relative
        from dankaro_quality.harness import catalogue
        from dankaro_quality.manuals import MANUALS

        gates = (*self.harness.gates, *self.harness.own_gates)
        by_code = {rule.code: critic.doc for critic in CRITICS for rule in critic.codes}
        manuals = FrozenMapping({**MANUALS, **{gate.name: gate.doc for gate in gates}, **by_code})
        place = "standard-input" if path == STDIN else relative(path, os.getcwd())
        text = "" if b"\0" in data else data.decode("utf-8-sig", "replace")  # an archive is nothing to show
        rules = catalogue(self.harness.own_gates)
        return Evaluated(one.report, name, place, text, one.result, self.harness.settings, rules, manuals)


def _summarise(evaluated: Evaluated) -> None:
    """Add the Markdown report to the step's summary, where the runner names a file for it."""
    path = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not path:
        return
    from dankaro_quality.exporters import github
    from dankaro_quality.journal import replace

    there = read_bytes(path, max_bytes=github.MAX_SUMMARY) if os.path.exists(path) else b""
    replace(path, there + github.summary(evaluated, len(there)))


def _extension(kind: str) -> str:
    from dankaro_quality.exporters import EXTENSIONS

    return EXTENSIONS[kind]


def _write(folder: str, name: str, text: str, file: str) -> None:
    from dankaro_quality.journal import replace

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as problem:
        raise FileProblem(f"{folder}: cannot be made a folder for reports ({problem.strerror})") from None
    path = os.path.join(folder, name)
    if file != STDIN and os.path.exists(path) and os.path.samefile(path, file):
        raise UsageError(f"{path}: the report would take the place of the result; choose another --out")
    replace(path, text.encode())
    _say(f"wrote {visible(path)}")


def _say(message: str) -> None:
    print(f"dankaro-quality: {message}", file=sys.stderr)

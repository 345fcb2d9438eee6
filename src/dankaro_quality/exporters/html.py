"""One self-contained page: no script, no network, light and dark by the reader's system, made for keyboard and ear.

Findings stand beside the lines they point into. Text of the result is shown, never linked: a link in a report is an
invitation that the agent would have written.
"""

from __future__ import annotations

from collections.abc import Iterator

from dankaro_quality.canonical import visible
from dankaro_quality.checks import ruling
from dankaro_quality.contracts import Claim
from dankaro_quality.exporting import Evaluated, problems
from dankaro_quality.findings import Finding, GateOutcome, Severity
from dankaro_quality.places import dotted
from dankaro_quality.reporting import STATUS_WORDS

MAX_SHOWN = 1_000  # findings, claims and excerpts each; a browser and a reader both give up before that
AROUND = 2  # lines of the file shown before and after one that has a finding
ALL_LINES = 120  # a file up to this length is shown whole
WORDS = {Severity.ERROR: "blocks", Severity.WARNING: "warning", Severity.INFO: "note"}
STYLE = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;
--bad:#a40e26;--warn:#7a4d00;--good:#116329;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;--line:#3d444d;--panel:#161b22;
--bad:#ff8b82;--warn:#e3b341;--good:#56d364;--link:#79c0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:80rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem;margin:.2rem 0;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:2rem 0 .6rem}
a{color:var(--link)}a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.3rem .6rem}
.error,.failed{color:var(--bad)}.warning{color:var(--warn)}.passed{color:var(--good)}.soft{color:var(--soft)}
.tag{font-weight:600}code,.text{font-family:ui-monospace,monospace;font-size:.9rem}
.text,p,li,dd,td:last-child{overflow-wrap:anywhere}
ul.findings,ol.claims{list-style:none;margin:0;padding:0}
.findings>li,.claims>li{border-left:4px solid var(--line);background:var(--panel);padding:.5rem .8rem;margin:.5rem 0}
.findings>li.error{border-color:var(--bad);color:inherit}.findings>li.warning{border-color:var(--warn);color:inherit}
.findings p,.claims p,.claims ul{margin:.2rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--soft)}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
td:last-child{min-width:14rem}
.block{border-top:1px solid var(--line);padding:.4rem 0}.block .findings>li{margin:.2rem 0}
.row{display:grid;grid-template-columns:3.5rem minmax(0,1fr);gap:.5rem}.row.hit{background:var(--panel)}
.row .n{color:var(--soft);text-align:right;user-select:none}.row .text{white-space:pre-wrap}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem 1rem}dt{color:var(--soft)}dd{margin:0}
@media (min-width:64rem){.block{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem}}
@media (max-width:30rem){dl{grid-template-columns:minmax(0,1fr)}.row{grid-template-columns:2.2rem minmax(0,1fr)}}
"""


def render(evaluated: Evaluated) -> str:
    """The report as one HTML document."""
    found = problems(evaluated.report)
    title = f"{'PASSED' if evaluated.report.released else 'BLOCKED'}: {evaluated.name or evaluated.path}"
    body = [
        *_header(evaluated, found),
        '<main id="main">',
        *_findings(found),
        *_gates(evaluated.report.gates),
        *_excerpts(evaluated, found),
        *_claims(evaluated),
        *_waived(evaluated),
        *_basis(evaluated),
        "</main>",
    ]
    head = (
        '<meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
    )
    page = f'<!doctype html>\n<html lang="en"><head>{head}<title>{_text(title)}</title><style>{STYLE}</style></head>'
    return "\n".join([page, "<body>", *body, "</body></html>"]) + "\n"


def _text(text: str) -> str:
    """Text for an element or a quoted attribute."""
    from html import escape

    return escape(visible(text), quote=True)


def _header(evaluated: Evaluated, found: list[Finding]) -> Iterator[str]:
    report = evaluated.report
    word, look = ("Passed", "passed") if report.released else ("Blocked", "error")
    errors, warnings = (sum(one.severity is kind for one in found) for kind in (Severity.ERROR, Severity.WARNING))
    score = "none" if report.overall_score is None else f"{report.overall_score:.2f}"
    yield '<a class="skip" href="#main">Skip to the findings</a>'
    yield f'<header><h1><span class="{look}">{word}</span> {_text(evaluated.name or evaluated.path)}</h1>'
    if report.task_id:
        yield f"<p>Task: {_text(report.task_id)}</p>"
    yield f"<p>{_many(errors, 'blocking finding')}, {_many(warnings, 'warning')}; overall score {score}.</p></header>"


def _findings(found: list[Finding]) -> Iterator[str]:
    yield '<section aria-labelledby="h-findings"><h2 id="h-findings">Findings</h2>'
    if not found:
        yield "<p>There are none.</p></section>"
        return
    yield '<ul class="findings">'
    for number, one in enumerate(found[:MAX_SHOWN]):
        yield _finding(one, f' id="f{number}"')
    yield f"</ul>{_rest(len(found), 'findings')}</section>"


def _finding(one: Finding, mark: str = "") -> str:
    place = f" at <code>{_text(dotted(one.where))}</code>" if one.where else ""
    line = f' <a href="#L{one.line}">line {one.line}</a>' if one.line and mark else ""
    hint = f'<p><span class="soft">To mend:</span> {_text(one.hint)}</p>' if one.hint else ""
    look = one.severity.value
    head = (
        f'<p><span class="tag {look}">{_text(one.code)} {WORDS[one.severity]}</span> {_text(one.gate)}{place}{line}</p>'
    )
    return f'<li class="{look}"{mark}>{head}<p>{_text(one.message)}</p>{hint}</li>'


def _gates(gates: tuple[GateOutcome, ...]) -> Iterator[str]:
    yield '<section aria-labelledby="h-gates"><h2 id="h-gates">Gates</h2>'
    yield '<div class="scroll" role="region" aria-label="Table of gates" tabindex="0"><table>'
    yield "<caption>Every gate, in the order in which they ran</caption><thead><tr>"
    yield "".join(f'<th scope="col">{name}</th>' for name in ("gate", "status", "score", "looked at"))
    yield "</tr></thead><tbody>"
    for gate in gates:
        look = "failed" if gate.blocks else gate.status.value
        shown = [f"{key.replace('_', ' ')} {value}" for key, value in gate.measures.items() if key != "items"]
        counted = ", ".join(shown) or _many(gate.measures.get("items", 0), "item")
        score = "-" if gate.score is None else f"{gate.score:.2f}"
        yield (
            f'<tr><th scope="row">{_text(gate.gate)}</th><td class="{look}">{STATUS_WORDS[gate.status]}</td>'
            f"<td>{score}</td><td>{_text(gate.reason or counted)}</td></tr>"
        )
    yield "</tbody></table></div></section>"


def _excerpts(evaluated: Evaluated, found: list[Finding]) -> Iterator[str]:
    """The lines of the file that have a finding, with their neighbours, and the findings beside them."""
    lines = evaluated.text.removesuffix("\n").split("\n")
    at: dict[int, list[Finding]] = {}
    for one in found[:MAX_SHOWN]:
        if one.line and one.line <= len(lines):
            at.setdefault(one.line, []).append(one)
    if not at:
        return
    yield '<section aria-labelledby="h-text"><h2 id="h-text">The file, with its findings</h2>'
    for block in _blocks(sorted(at), len(lines)):
        yield '<div class="block"><div>'
        for number in block:
            hit = f' hit" id="L{number}" tabindex="-1' if number in at else ""
            shown = _text(lines[number - 1].rstrip("\r")[:5_000])
            yield f'<div class="row{hit}"><span class="n">{number}</span><span class="text">{shown}</span></div>'
        yield '</div><ul class="findings">'
        for number in block:
            yield from (_finding(one) for one in at.get(number, ()))
        yield "</ul></div>"
    yield "</section>"


def _blocks(hits: list[int], total: int) -> Iterator[range]:
    """One run of line numbers for each hit, without overlap; a short file is shown whole."""
    around = total if total <= ALL_LINES else AROUND
    last = 0
    for hit, following in zip(hits, [*hits[1:], total + 1], strict=True):
        first = max(last + 1, hit - around)
        last = min(following - 1, hit + around)
        yield range(first, last + 1)


def _claims(evaluated: Evaluated) -> Iterator[str]:
    if evaluated.result is None or not evaluated.result.claims:
        return
    claims = evaluated.result.claims
    yield '<section aria-labelledby="h-claims"><h2 id="h-claims">Claims and their sources</h2><ol class="claims">'
    for claim in claims[:MAX_SHOWN]:
        facts = [claim.kind.value]
        if claim.confidence is not None:
            facts.append(f"confidence {claim.confidence:g}")
        if claim.verified is not None:
            facts.append("verified" if claim.verified else "recalled")
        if claim.metadata.get("origin"):
            facts.append(f"from {claim.metadata['origin']}")
        said = f'<p>{_text(claim.text)}</p><p class="soft">{_text(", ".join(facts))}</p>'
        yield f"<li>{said}{_rulings(claim, evaluated)}</li>"
    yield f"</ol>{_rest(len(claims), 'claims')}</section>"


def _rulings(claim: Claim, evaluated: Evaluated) -> str:
    rows = []
    for source in claim.sources:
        verdict = ruling(source, evaluated.settings)
        look, word = ("passed", f"accepted as {verdict.kind}") if verdict.accepted else ("error", verdict.reason)
        rows.append(f'<li><code>{_text(source)}</code> <span class="{look}">{_text(word)}</span></li>')
    quote = f"<p>Quoted: {_text(claim.quote)}</p>" if claim.quote else ""
    return (f"<ul>{''.join(rows)}</ul>" if rows else "<p>no source</p>") + quote


def _waived(evaluated: Evaluated) -> Iterator[str]:
    if not evaluated.report.waived:
        return
    yield '<section aria-labelledby="h-waived"><h2 id="h-waived">Waived</h2><ul class="findings">'
    for one in evaluated.report.waived[:MAX_SHOWN]:
        said = f"{one.reason} (approved by {one.approved_by} until {one.expires})"
        yield f"<li><p>{_text(one.finding.code)} {_text(str(one.finding))}</p><p>{_text(said)}</p></li>"
    yield "</ul></section>"


def _basis(evaluated: Evaluated) -> Iterator[str]:
    report = evaluated.report
    rows = (
        ("sources", "form only: no source was opened" if report.resolved == "form" else report.resolved),
        ("settings", f"profile {report.profile}, {report.settings_digest}"),
        ("claim ledger", report.ledger_digest or "none"),
        ("result", report.result_digest or "none"),
        ("today", report.today or "not asked for"),
        ("made by", f"dankaro-quality {report.tool_version}"),
    )
    yield '<section aria-labelledby="h-basis"><h2 id="h-basis">What this rests on</h2><dl>'
    yield from (f"<dt>{name}</dt><dd>{_text(value)}</dd>" for name, value in rows)
    yield "</dl></section>"


def _rest(count: int, what: str) -> str:
    return f"<p>and {count - MAX_SHOWN} more {what}; the JSON report holds all of them</p>" if count > MAX_SHOWN else ""


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

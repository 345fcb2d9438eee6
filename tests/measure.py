"""How well the rules agree with reviewed cases: `python -m tests.measure COMMAND FILES...` prints, and writes nothing.

Each command reads JSON Lines and prints counts, rates and every miss in one line. A row with `"ambiguous": true` has
no single right ruling; it is listed apart and does not count.
"""

from __future__ import annotations

import glob
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]


def rows(files: list[str]) -> Iterator[Row]:
    """The rows of JSON Lines files, blank lines left out."""
    for name in files:
        with open(name, encoding="utf-8") as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)


def share(part: int, whole: int) -> str:
    """A rate with its counts: `0.985 (197/200)`."""
    return f"{part / whole:.3f} ({part}/{whole})" if whole else "- (0/0)"


def sources(files: list[str]) -> None:
    """Precision and recall of `classify`: rows are {"source", "expected": "accept" or "reject"}."""
    from dankaro_quality.sources import classify

    ruled = [(row, classify(row["source"])) for row in rows(files)]
    clear = [(row["expected"] == "accept", verdict.accepted) for row, verdict in ruled if not row.get("ambiguous")]
    hits = clear.count((True, True))
    print(f"rows {len(clear)}, ambiguous and not counted {len(ruled) - len(clear)}")
    print(f"precision {share(hits, sum(accepted for _, accepted in clear))}")
    print(f"recall {share(hits, sum(wanted for wanted, _ in clear))}")
    for row, verdict in ruled:
        if verdict.accepted != (row["expected"] == "accept"):
            label = "ambiguous" if row.get("ambiguous") else "MISS"
            print(f"{label} {row.get('id', '')} want {row['expected']}, {verdict.kind}: {row['source']!r}")


def modes(files: list[str]) -> None:
    """False alarms, right mode, precision and recall of the built-in failure modes: rows are labelled step outputs."""
    from tests.measures.modes import run

    run(files)


def contradictions(files: list[str]) -> None:
    """False alarms and recall of the consistency gate and the ledger's matching on pairs of claims."""
    ruled = [(row, _clashes(row)) for row in rows(files) if row["ruling"] != "ambiguous" and not row.get("ambiguous")]
    look_alikes = [codes for row, codes in ruled if row["ruling"] == "no_contradiction"]
    real = [codes for row, codes in ruled if row["ruling"] == "contradiction"]
    print(f"pairs {len(ruled)}: {len(real)} contradictions, {len(look_alikes)} look-alikes")
    print(f"false alarms on look-alikes {share(sum(map(bool, look_alikes)), len(look_alikes))}")
    print(f"recall {share(sum(map(bool, real)), len(real))}")
    one_key = [codes for row, codes in ruled if row["ruling"] == "contradiction" and _same_key(row)]
    print(f"recall on pairs with one key {share(sum(map(bool, one_key)), len(one_key))}")
    for row, codes in ruled:
        if bool(codes) != (row["ruling"] == "contradiction"):
            shown = f"{row['a'].get('value', row['a']['text'])!r} / {row['b'].get('value', row['b']['text'])!r}"
            print(f"MISS {row['id']} want {row['ruling']} ({row['type']}), found {codes}: {shown}")


def _same_key(row: Row) -> bool:
    return row["a"].get("key") is not None and row["a"].get("key") == row["b"].get("key")


def _clashes(row: Row) -> list[str]:
    """The codes found in a result that makes both claims; a quoted ledger entry is demoted and looked for."""
    from dankaro_quality.contracts import AgentResult, Claim
    from dankaro_quality.harness import QualityHarness
    from dankaro_quality.ledger import Entry, Ledger
    from dankaro_quality.settings import Settings

    sides = [row["a"], row["b"]]
    entries, claims = [], []
    for side in sides:
        if side["text"].startswith("ledger: "):
            entries.append(Entry("L", side["text"].removeprefix("ledger: ").strip('"'), "demoted"))
        else:
            value = side.get("value")
            key = side.get("key", "")
            claims.append(Claim(side["text"], key=key, value=tuple(value) if isinstance(value, list) else value))
    report = QualityHarness(Settings(), ledger=Ledger(tuple(entries))).evaluate(
        AgentResult("Which one?", claims=claims)
    )
    wanted = ("CNS001", "CNS002", "LED001", "LED002")
    return sorted({finding.code for finding in report.findings if finding.code in wanted})


def reports(files: list[str]) -> None:
    """Agreement with a careful reviewer, gate by gate, on real results; only gates marked `measured` count."""
    agreed: dict[str, list[bool]] = {}
    misses = []
    for name in sorted(
        {name.removesuffix(".expected.json").removesuffix(".json").removesuffix(".md") for name in files}
    ):
        expected, found = _expected(name), _judged(name)
        for gate, ruling in expected["gates"].items():
            if not ruling["measured"] or gate not in found:
                continue
            want, got = ruling["verdict"], found[gate]
            same = (want == "block") == (got == "block")
            agreed.setdefault(gate, []).append(same)
            if not same:
                seen = "" if ruling["visible_to_a_deterministic_checker"] else " [not visible to such a checker]"
                misses.append(f"DIFFERS {expected['id']} {gate}: reviewer {want}, harness {got}{seen}: {ruling['why']}")
    for gate, same in sorted(agreed.items()):
        print(f"{gate}: agreement {share(sum(same), len(same))}")
    every = [one for same in agreed.values() for one in same]
    print(f"all: agreement {share(sum(every), len(every))}")
    print("\n".join(misses))


def _expected(name: str) -> Row:
    with open(f"{name}.expected.json", encoding="utf-8") as stream:
        return dict(json.load(stream))


def _judged(name: str) -> dict[str, str]:
    """block, warn, pass or n/a for each gate, under settings for authors who state no confidence."""
    from dankaro_quality.findings import GateStatus, Severity
    from dankaro_quality.harness import QualityHarness
    from dankaro_quality.ledger import Ledger
    from dankaro_quality.profiles import profile_text
    from dankaro_quality.settings import parse

    with open(f"{name}.json", "rb") as stream:
        data = stream.read()
    report, _ = QualityHarness(parse(profile_text("cited-text").encode()), ledger=Ledger()).evaluate_data(data)
    found = {}
    for outcome in report.gates:
        verdict = "pass" if outcome.status is GateStatus.PASSED else "n/a"
        if outcome.blocks:
            verdict = "block"
        elif any(finding.severity is Severity.WARNING for finding in outcome.findings):
            verdict = "warn"
        found[outcome.gate] = verdict
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    undeclared = any(finding.code == "EVD011" for finding in errors)
    found["evidence.undeclared_figures"] = "block" if undeclared else "pass"
    if not any(finding.gate == "evidence" and finding.code != "EVD011" for finding in errors):
        found["evidence"] = "pass"  # the reviewer rules on undeclared figures apart
    return found


def bugs(files: list[str]) -> None:
    """Defects reported of neighbouring tools: which test shows each, or why none can."""
    from tests.test_neighbours import NOT_SHOWN, tested

    shown = tested()
    numbers = [row["id"] for row in rows(files)]
    print(f"reports {len(numbers)}, shown by a test {sum(number in shown for number in numbers)}")
    for number in numbers:
        print(f"{number} {shown.get(number) or 'not shown: ' + NOT_SHOWN.get(number, 'NO REASON GIVEN')}")


def importers(folders: list[str]) -> None:
    """Claims found, cited and uncited in each Markdown report of a folder, and each claim with its line and sources."""
    from dankaro_quality import importers as formats

    totals = [0, 0]
    for name in sorted(name for folder in folders for name in glob.glob(os.path.join(folder, "*.md"))):
        with open(name, "rb") as stream:
            found = formats.read("markdown", stream.read())
        claims = [claim for item in found.items for claim in item.envelope.result.claims]
        cited = sum(bool(claim.sources) for claim in claims)
        totals = [totals[0] + cited, totals[1] + len(claims) - cited]
        print(f"{os.path.basename(name)}: claims {len(claims)}, cited {cited}, uncited {len(claims) - cited}")
        for claim in claims:
            print(f"  {claim.metadata['origin']}: {claim.text[:100]!r} <- {', '.join(claim.sources)[:100] or 'none'}")
    print(f"together: claims {sum(totals)}, cited {totals[0]}, uncited {totals[1]}")


def critics(files: list[str]) -> None:
    """What the built-in critics say of texts: Markdown files, or rows with a "text" that a result can hold."""
    from dankaro_quality.adversaries import CRITICS
    from dankaro_quality.contracts import AgentResult
    from dankaro_quality.errors import ContractError
    from tests.builders import context

    fired = count = 0
    for name, text in _texts(files):
        count += 1
        try:
            asked = context(AgentResult(text))
        except ContractError as problem:
            print(f"{name} refused: {problem}")
            continue
        found = [finding for critic in CRITICS for finding in critic.evaluate(asked).findings]
        fired += bool(found)
        for finding in found:
            print(f"{name} {finding.code} {finding.severity.value}: {finding}")
    print(f"texts {count}, with a finding {share(fired, count)}")


def _texts(files: list[str]) -> Iterator[tuple[str, str]]:
    for name in files:
        if name.endswith(".jsonl"):
            yield from [(row.get("id", name), row["text"]) for row in rows([name]) if row.get("text")]
        else:
            with open(name, encoding="utf-8") as stream:
                yield name, stream.read()


COMMANDS = {
    "critics": critics,
    "sources": sources,
    "contradictions": contradictions,
    "reports": reports,
    "bugs": bugs,
    "importers": importers,
    "modes": modes,
}


def main(arguments: list[str]) -> int:
    """Run one command over its files."""
    if len(arguments) < 2 or arguments[0] not in COMMANDS:
        print(f"usage: python -m tests.measure {{{','.join(COMMANDS)}}} FILES...", file=sys.stderr)
        return 3
    try:
        COMMANDS[arguments[0]](arguments[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

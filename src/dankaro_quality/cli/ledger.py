"""`ledger list|search|check|add|demote|record`: the claim ledger from the command line, strictly."""

from __future__ import annotations

import argparse
import os
import sys

from dankaro_quality import ledger as ledgers
from dankaro_quality import settings as settings_files
from dankaro_quality.canonical import visible
from dankaro_quality.cli.streams import STDIN, input_bytes
from dankaro_quality.contracts import AgentResult, nearest
from dankaro_quality.errors import ExitCode, FileProblem, UsageError
from dankaro_quality.evaluators.ledger import found_by, matches
from dankaro_quality.ledger import Ledger
from dankaro_quality.recording import LEFT_OUT, plan


def arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the actions of `ledger` and their options."""
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    listing = actions.add_parser("list", help="every claim, the last line of an id")
    listing.add_argument("--status", choices=ledgers.STATUSES, help="only these")
    listing.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    checking = actions.add_parser("check", help="every line that evaluate would ignore, and the watches' self-tests")
    adding = actions.add_parser("add", help="append a claim")
    adding.add_argument("--id", required=True, help="a name for the claim, not yet in the ledger")
    adding.add_argument("--text", required=True, help="the claim, as a sentence")
    adding.add_argument("--status", choices=ledgers.STATUSES, default="live", help="live (default) or demoted")
    adding.add_argument("--key", default="", help="what makes it comparable with claims of results")
    adding.add_argument("--value", default="", help="the value of the key; a number or true/false where it is one")
    adding.add_argument("--source", default="", help="where it was measured or read")
    adding.add_argument("--watch", default="", help="a regular expression that finds it in a text")
    adding.add_argument("--reason", default="", help="why it does not hold, when it is demoted")
    adding.add_argument("--by", default="", help="who or what demoted it")
    demoting = actions.add_parser("demote", help="append a claim as disproved")
    demoting.add_argument("id", metavar="ID")
    demoting.add_argument("--reason", required=True, help="why it does not hold")
    demoting.add_argument("--by", required=True, help="who or what found out")
    demoting.add_argument("--watch", default="", help="a regular expression that finds it in a text")
    for action in (adding, demoting):
        action.add_argument(
            "--fires-on", action="append", default=[], metavar="TEXT", help="a text that the watch must find"
        )
        action.add_argument("--silent-on", action="append", default=[], metavar="TEXT", help="a text that it must not")
    searching = actions.add_parser("search", help="the claims that a text meets, the surest first")
    searching.add_argument("text", metavar="TEXT", help="a sentence or more; - reads standard input")
    searching.add_argument("--format", choices=["text", "json"], default="text", help="text (default) or json")
    recording = actions.add_parser("record", help="add the keyed claims of a released result as live")
    recording.add_argument("result", metavar="RESULT", help="a result in JSON; - reads standard input")
    recording.add_argument(
        "--root", metavar="DIR", default=os.curdir, help="what paths of deliverables are relative to"
    )
    for action in (listing, checking, adding, demoting, searching, recording):
        action.add_argument(
            "--ledger", metavar="FILE", help="in place of the one in the settings, or memory/claims.jsonl"
        )
        action.add_argument("--settings", metavar="FILE", help="in place of ./thresholds.toml")


def run(options: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    path = _path(options)
    actions = {
        "list": _list, "search": _search, "check": _check, "add": _add, "demote": _demote, "record": _record,
    }  # fmt: skip
    return actions[options.action](options, path)


def _path(options: argparse.Namespace) -> str:
    if options.ledger:
        return str(options.ledger)
    settings = settings_files.load(options.settings)
    if settings.global_.claim_ledger:
        return os.path.join(settings.folder, settings.global_.claim_ledger)
    return ledgers.find(os.curdir) or ledgers.DEFAULT_PATH


def _existing(path: str) -> Ledger:
    if not os.path.exists(path):
        raise FileProblem(f"{path}: there is no claim ledger; dankaro-quality ledger add starts one")
    if not os.path.isfile(path):
        raise FileProblem(f"{path}: a claim ledger is a regular file; name one")
    return ledgers.load(path)


def _list(options: argparse.Namespace, path: str) -> ExitCode:
    entries = [one for one in _existing(path).entries if options.status in (None, one.status)]
    if options.format == "json":
        from dankaro_quality.documents import pretty_json
        from dankaro_quality.serialization import plain

        sys.stdout.write(pretty_json(plain(entries)))
        return ExitCode.PASSED
    for entry in entries:
        why = f" ({visible(entry.reason)})" if entry.reason else ""
        print(f"{visible(entry.id)}  {entry.status:7}  {visible(entry.text)}{why}")
    return ExitCode.PASSED


def _search(options: argparse.Namespace, path: str) -> ExitCode:
    ledger, text = _existing(path), options.text
    if text == STDIN:
        text = input_bytes(STDIN, ledgers.MAX_BYTES).decode("utf-8-sig", errors="replace")
    matches = ledgers.search(ledger, text, found_by(list(ledger.entries), text))
    if options.format == "json":
        from dankaro_quality.documents import pretty_json
        from dankaro_quality.serialization import plain

        sys.stdout.write(pretty_json(plain(matches)))
        return ExitCode.PASSED
    for match in matches:
        entry, why = match.entry, f" ({visible(match.entry.reason)})" if match.entry.reason else ""
        print(f"{visible(entry.id)}  {entry.status:7}  {match.how:8} {match.share:.2f}  {visible(entry.text)}{why}")
    print(f"dankaro-quality: {len(matches)} of {len(ledger.entries)} claims met", file=sys.stderr)
    return ExitCode.PASSED


def _record(options: argparse.Namespace, path: str) -> ExitCode:
    """Exit 2 when the result is blocked, and nothing is recorded; or when a claim differs from a recorded one."""
    if not os.path.isdir(options.root):
        raise FileProblem(f"{options.root}: there is no such folder; name one with --root")
    ledger = ledgers.load(path) if os.path.exists(path) else Ledger()
    result, reasons = _released(options, ledger)
    if result is None:
        for reason in (*reasons, "the result is blocked, so nothing was recorded"):
            print(f"dankaro-quality: {visible(reason)}", file=sys.stderr)
        return ExitCode.BLOCKED
    steps = plan(ledger, result)
    for step in steps:
        if step.fields:
            ledgers.add(path, {**step.fields, "recorded_at": _now()})
        print(f"{step.action:8}  {visible(step.message)}")
    written = sum(bool(step.fields) for step in steps)
    print(f"dankaro-quality: {written} of {len(steps)} keyed claims recorded in {visible(path)}", file=sys.stderr)
    return ExitCode.BLOCKED if any(step.action == LEFT_OUT for step in steps) else ExitCode.PASSED


def _released(options: argparse.Namespace, ledger: Ledger) -> tuple[AgentResult | None, tuple[str, ...]]:
    """The result, or None and the reasons why it may not be released."""
    from dankaro_quality.harness import QualityHarness

    harness = QualityHarness(settings_files.load(options.settings), ledger=ledger, root=options.root)
    data = input_bytes(options.result, harness.settings.global_.max_bytes)
    report, envelope = harness.evaluate_data(data)
    return (envelope.result if envelope and report.released else None), report.reasons


def _check(options: argparse.Namespace, path: str) -> ExitCode:
    ledger = _existing(path)
    remarks = ledgers.check(ledger, matches)
    for remark in remarks:
        print(f"{visible(path)}:{remark.line}: {visible(remark.message)}")
    print(f"dankaro-quality: {len(ledger.entries)} claims, {len(remarks)} complaint(s)", file=sys.stderr)
    return ExitCode.BLOCKED if remarks else ExitCode.PASSED


def _add(options: argparse.Namespace, path: str) -> ExitCode:
    if options.status == "demoted" and not (options.reason and options.by):
        raise UsageError("a demoted claim needs --reason and --by")
    if options.id in _known(path):
        raise UsageError(f"{options.id} is in the ledger; demote it, or choose another id")
    fields = {name: getattr(options, name) for name in ("id", "text", "status", "key", "source", "watch", "reason")}
    fields |= {"value": _value(options.value), "demoted_by": options.by, "recorded_at": _now()}
    ledgers.add(path, fields | _samples(options))
    return _done(f"added {options.id} to {path}", path, options.id)


def _demote(options: argparse.Namespace, path: str) -> ExitCode:
    if not (options.reason.strip() and options.by.strip()):
        raise UsageError("a demoted claim needs --reason and --by")
    known = {entry.id: entry for entry in _existing(path).entries}
    entry = known.get(options.id)
    if entry is None:
        raise UsageError(f"there is no claim {options.id} in {path}{nearest(options.id, known)}")
    fields = {name: getattr(entry, name) for name in ledgers.FIELDS} | {
        key: value for key, value in _samples(options).items() if value
    }
    fields |= {"status": "demoted", "reason": options.reason, "demoted_by": options.by, "recorded_at": _now()}
    ledgers.add(path, fields | ({"watch": options.watch} if options.watch else {}))
    return _done(f"demoted {options.id} in {path}", path, options.id)


def _known(path: str) -> frozenset[str]:
    return ledgers.load(path).ids() if os.path.exists(path) else frozenset()


def _done(message: str, path: str, entry_id: str) -> ExitCode:
    """Say what was written, and whether its own samples hold."""
    print(f"dankaro-quality: {visible(message)}", file=sys.stderr)
    entry = next(one for one in ledgers.load(path).entries if one.id == entry_id)
    wrong = ledgers.check(Ledger((entry,)), matches)
    for remark in wrong:
        print(f"dankaro-quality: {visible(remark.message)}", file=sys.stderr)
    return ExitCode.BLOCKED if wrong else ExitCode.PASSED


def _samples(options: argparse.Namespace) -> dict[str, list[str]]:
    return {"fires_on": options.fires_on, "silent_on": options.silent_on}


def _value(text: str) -> object:
    """A number or true/false where the text is one in JSON, else the text itself."""
    from dankaro_quality.documents import read_json

    value, flaws = read_json(text.encode())
    return value if not flaws and isinstance(value, (int, float, bool)) else text


def _now() -> str:
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")  # noqa: UP017  one name on every version

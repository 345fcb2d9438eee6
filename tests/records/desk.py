"""The example agent in a temporary copy, records built by hand, and small agents that misbehave."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from collections.abc import Mapping
from typing import Any
from unittest import mock

from dankaro_quality.records.shape import shape_problems
from tests.builders import ROOT, SHARED, Run, cli

FIXTURES = os.path.join(ROOT, "fixtures", "records")
ACTOR = "dana@example.org"


class Desk(unittest.TestCase):
    """A temporary copy of fixtures/records to run commands in."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="dankaro-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copytree(FIXTURES, self.folder, dirs_exist_ok=True)
        first = os.path.dirname(sys.executable) + os.pathsep  # the `python3` of the example is then the one that tests
        patched = mock.patch.dict(os.environ, {"PATH": first + os.environ["PATH"]})
        patched.start()
        self.addCleanup(patched.stop)

    def gauge(self, *argv: str) -> Run:
        return cli("gauge", *argv, cwd=self.folder)

    def measure(self, *argv: str, spec: str = "agent.toml", tasks: str = "tasks.toml", live: bool = True) -> Any:
        """`gauge run`, which has to end well; returns the record."""
        given = ["--spec", spec, "--tasks", tasks, "--out", "record.json", *(["--live"] if live else []), *argv]
        done = self.gauge("run", *given)
        self.assertEqual(done.code, 0, done)
        self.last = done
        record = self.record()
        self.assertEqual(shape_problems(record), [])
        self.assertTrue(official_schema_takes(record))
        return record

    def record(self, name: str = "record.json") -> Any:
        with open(self.path(name), encoding="utf-8") as stream:
            return json.load(stream)

    def path(self, *parts: str) -> str:
        return os.path.join(self.folder, *parts)

    def write(self, name: str, text: str | bytes) -> None:
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as stream:
            stream.write(text if isinstance(text, bytes) else textwrap.dedent(text).encode())

    def events(self) -> list[dict[str, Any]]:
        """The events of the newest ledger."""
        folder = self.path(".dankaro", "ledger")
        names = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl")]
        with open(max(names, key=os.path.getmtime), encoding="utf-8") as stream:
            return [json.loads(line) for line in stream]

    def attempts(self) -> dict[str, dict[str, Any]]:
        """What each first attempt came to, by task."""
        ended = [one for one in self.events() if one["event"] == "attempt.finished" and one["attempt"] == 1]
        return {one["task"]: one["payload"] for one in ended}

    def agent(self, body: str, name: str = "small", more: str = "") -> str:
        """A spec whose agent is this Python; `answer(output)` prints a result. Returns the spec's name."""
        self.write(f"{name}.py", START + textwrap.dedent(body))
        about = f'[agent]\nname = "{name}"\nversion = "1"\ntimeout_s = 120\n'
        self.write(f"{name}.toml", f'{about}command = ["{sys.executable}", "{name}.py"]\n{more}')
        return f"{name}.toml"

    def tasks(self, *tasks: Mapping[str, Any], name: str = "small.json", **more: Any) -> str:
        self.write(name, json.dumps({"tasks": tasks, **more}))
        return name

    def left_running(self) -> list[str]:
        """Command lines of processes that mention the temporary folder; skips where none can be seen.

        A killed process takes a moment to go, on a busy machine a long one: those that sleep for minutes do not go.
        """
        if not os.path.isdir("/proc/self"):
            self.skipTest("there is no /proc to see processes in")
        until = time.monotonic() + 120
        while (found := self._running()) and time.monotonic() < until:
            time.sleep(0.05)
        return found

    def _running(self) -> list[str]:
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/cmdline", "rb") as stream:
                found.append(stream.read().replace(b"\0", b" ").decode("utf-8", "replace"))
        return [line for line in found if self.folder in line]

    def promoted(self) -> None:
        """Version 1.0 in force, the version under test staged."""
        for argv in (
            ["stage", "agent-1.0.toml", "--actor", ACTOR],
            ["activate", "order-desk-1.0", "--actor", ACTOR],
            ["stage", "agent.toml", "--actor", ACTOR],
        ):
            done = cli("promote", *argv, cwd=self.folder)
            self.assertEqual(done.code, 0, done)

    def keys(self) -> None:
        """A key pair `key`, and `signers` that lets it speak for the actor."""
        if shutil.which("ssh-keygen") is None:
            self.skipTest("ssh-keygen is not there: apt-get install openssh-client")
        for name in ("key", "other"):
            make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", self.path(name)]
            subprocess.run(make, check=True, stdin=subprocess.DEVNULL)
        with open(self.path("key.pub"), encoding="utf-8") as stream:
            self.write("signers", f"{ACTOR} {' '.join(stream.read().split()[:2])}\n")


@functools.cache
def _official() -> Any:
    """The official schema, where it and a validator are there."""
    path = os.path.join(SHARED, "supergauge", "agent-quality-record.schema.json")
    try:
        import jsonschema

        with open(path, encoding="utf-8") as stream:
            return jsonschema.Draft202012Validator(json.load(stream))
    except (ImportError, OSError):
        return None


def official_schema_takes(record: Any) -> bool:
    """Whether a record that `gauge run` wrote is valid to everybody else; nobody can say where the schema is absent."""
    return _official() is None or _official().is_valid(record)


START = """\
import json, os, sys, time
task = json.load(sys.stdin)
SOURCED = {"text": "The task was answered.", "source": "runs/log.txt:1", "confidence": 0.9, "verified": True}
def answer(output, **more):
    print(json.dumps({"output": output, "claims": [SOURCED], **more}))
"""


def ask(task_id: str = "one", **changes: Any) -> dict[str, Any]:
    """A task that any agent fulfils whose output holds "done"."""
    return {"id": task_id, "prompt": "Say done.", "expect": [{"contains": "done"}], **changes}


def values(record: Any) -> dict[tuple[str, str], Any]:
    """The measures of a record by id and split."""
    return {(one["id"], one.get("split", "")): one["value"] for one in record["measures"]}


def gates(record: Any) -> dict[tuple[str, str], str]:
    return {(one["id"], one.get("split", "")): one["result"] for one in record["gates"]}


def digest(number: int) -> str:
    """A digest that is no placeholder."""
    import hashlib

    return "sha256:" + hashlib.sha256(str(number).encode()).hexdigest()


def make_record(**changes: Any) -> dict[str, Any]:
    """A record that reaches L4 by what it says and that may ship; keys are written with a dot between blocks."""
    record: dict[str, Any] = {
        "supergauge": "0.1",
        "record_id": "aqr_test",
        "emitted_at": "2026-03-01T12:00:00Z",
        "profile": {"id": "example/desk", "version": "0.1", "tier": "T1"},
        "subject": {
            "agent": "order-desk",
            "harness_digest": digest(1),
            "authority": {"grant_digest": digest(2), "egress": "deny-by-default"},
        },
        "task_set": {
            "manifest_digest": digest(3),
            "held_in": 8,
            "held_out": 4,
            "sealed": True,
            "canary_ids": ["probe"],
        },
        "measures": [
            {"id": "task.completion", "value": 0.75, "split": "held-out", "n": 4},
            {"id": "reliability.pass_hat_k", "value": 0.75, "split": "held-out", "n": 4, "k": 3},
            {"id": "assurance.evidence_complete", "value": True},
        ],
        "gates": [
            {"id": "gate.evidence", "result": "pass", "source": "native"},
            {"id": "task.completion", "result": "pass", "floor": 0.7, "split": "held-out"},
            {"id": "reliability.pass_hat_k", "result": "pass", "floor": 0.7, "split": "held-out"},
        ],
        "assurance": {
            "evidence": {"ledger": "ledger", "format": "example/1", "events": 9, "replayable": True},
            "evaluator_independent": True,
            "integrity": {"canaries": [{"id": "probe", "expected": "fail", "observed": "fail"}]},
        },
        "decision": {
            "verdict": "ship",
            "actor": ACTOR,
            "rolls_back_to": digest(4),
            "signature": "example:signature",
        },
    }
    for place, value in changes.items():
        put(record, place.replace("__", ".").split("."), value)
    return record


def put(record: Any, path: list[str], value: Any) -> None:
    """Set one field; DROP takes it away."""
    *way, last = path
    for name in way:
        record = record[int(name) if name.isdigit() else name]
    if value is DROP:
        del record[int(last) if last.isdigit() else last]
    else:
        record[int(last) if last.isdigit() else last] = value


DROP = object()

"""Deciding, signing, verifying, replaying: whatever is changed afterwards is found and named."""

import base64
import json
import os
import shutil
import subprocess
import sys
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from dankaro_quality.documents import canonical_json
from dankaro_quality.documents import digest as document_digest
from dankaro_quality.errors import UsageError
from dankaro_quality.journal import chain
from dankaro_quality.records.assembling import add_measure
from dankaro_quality.records.comparing import BAD
from dankaro_quality.records.deciding import checked_signature
from dankaro_quality.records.files import read_record
from dankaro_quality.records.promotions import Registry
from dankaro_quality.records.signing import signature_problem
from dankaro_quality.records.verifying import replay_record, verify
from tests.builders import ROOT, Run, cli
from tests.records.desk import ACTOR, DROP, Desk, ask, digest, gates, make_record, official_schema_takes, put, values


class Signed(Desk):
    """A record that was run, decided and signed; one folder for every test of the class would be shared state."""

    def setUp(self) -> None:
        super().setUp()
        self.keys()
        body = "open('note.txt', 'w').write('done')\nanswer('done', deliverables=['note.txt'])"
        self.spec = self.agent(body, more='[execution_policy]\nnetwork = "deny-by-default"\n')
        probe = ask("probe", canary=True, expect=[{"contains": "secret"}])
        expect = [{"file": "note.txt", "contains": "done"}, {"command": ["test", "-f", "note.txt"]}]
        tasks = [ask(expect=expect), ask("two", split="held-out"), probe]
        floors = [{"measure": "reliability.pass_hat_k", "split": "held-out", "floor": 1}]
        profile = {"id": "example/small", "version": "0.1", "tier": "T1", "floors": floors}
        self.set = self.tasks(*tasks, profile=profile)
        self.measure("--repeat", "2", "--sealed", "--evaluator-independent", spec=self.spec, tasks=self.set)
        done = self.gauge("decide", "record.json", "--verdict", "ship", "--actor", ACTOR, "--key", "key")
        self.assertEqual(done.code, 0, done)

    def verify(self, *argv: str) -> object:
        return self.gauge("verify", "record.json", "--allowed-signers", "signers", *argv)

    def bad(self) -> list[str]:
        """What `verify` finds wrong with the record file, in this process."""
        record, flaws = read_record("record.json")
        if flaws:
            return [message for _, message in flaws]
        lines = verify("record.json", record, allowed_signers="signers")
        return [f"{line.what}: {line.found}" for line in lines if line.state == BAD]

    def test_all_is_well(self) -> None:
        done = self.verify("--spec", self.spec, "--tasks", self.set)
        self.assertEqual(done.code, 0, done)
        self.assertNotIn("not checked", done.out.replace("rolls_back_to  none is named", "").replace(
            "not checked  rolls_back_to", ""))  # fmt: skip
        self.assertEqual(self.gauge("replay", "record.json").code, 0)

    def test_every_changed_byte_of_the_record_is_named(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        with open("record.json", "rb") as stream:
            data = stream.read()
        self.assertEqual(self.bad(), [])
        changes = [(at, data[at] ^ 1) for at in range(0, len(data), 61)]
        changes += [(at, 0x09) for at in (data.index(b" "), data.rindex(b" "))]  # still blanks: the same record
        changes += [(data.index(b"sshsig:") + at, data[data.index(b"sshsig:") + at] ^ 2) for at in (3, 7, 60, 120, 300)]
        for at, byte in changes:
            with self.subTest(at=at, was=data[at - 10 : at + 10]):
                with open("record.json", "wb") as stream:
                    stream.write(data[:at] + bytes([byte]) + data[at + 1 :])
                self.assertNotEqual(self.bad(), [])

    def test_every_changed_byte_of_the_ledger_is_named_by_its_line(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        record, _ = read_record("record.json")
        path = record["assurance"]["evidence"]["ledger"].partition("#")[0]  # type: ignore[index,call-overload]
        with open(path, "rb") as stream:
            data = stream.read()
        for at in [*range(0, len(data), 173), *(at for at, byte in enumerate(data) if byte == 0x0A)]:
            with open(path, "wb") as stream:
                stream.write(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            line = data.count(b"\n", 0, at) + 1
            for lines in (replay_record(record), verify("record.json", record)):  # type: ignore[arg-type]
                found = [one.found for one in lines if one.state == BAD]
                with self.subTest(at=at):
                    self.assertIn(f"{path}:{line}: this line was changed", found[0])

    def test_the_same_event_in_other_bytes_is_a_changed_line(self) -> None:
        path = self.path(self.record()["assurance"]["evidence"]["ledger"].partition("#")[0])
        with open(path, "rb") as stream:
            lines = stream.read().split(b"\n")
        lines[2] = lines[2].replace(b'":', b'": ')
        with open(path, "wb") as stream:
            stream.write(b"\n".join(lines))
        done = self.gauge("replay", "record.json")
        self.assertEqual(done.code, 2)
        self.assertIn(":3: this line was changed", done.out)

    def test_other_base64_of_the_same_bytes_is_refused(self) -> None:
        """The last character before the padding holds bits that decode to nothing: a change nobody would see."""
        self.assertEqual(base64.b64decode("AAAAAA=="), base64.b64decode("AAAAAB=="))
        record = self.record()
        for text, said in (("AAAAAA==", "is not what was signed"), ("AAAAAB==", "is none that ssh-keygen made")):
            put(record, ["decision", "signature"], "sshsig:" + text)
            with self.subTest(text=text):
                self.assertIn(said, signature_problem(record))

    def test_a_ledger_cut_short_or_exchanged_is_named(self) -> None:
        record = self.record()
        path = self.path(record["assurance"]["evidence"]["ledger"].partition("#")[0])
        with open(path, "rb") as stream:
            lines = stream.read().split(b"\n")
        with open(path, "wb") as stream:
            stream.write(b"\n".join(lines[:-2]) + b"\n")  # whole lines taken off: the chain still holds
        done = self.gauge("replay", "record.json")
        self.assertEqual(done.code, 2)
        self.assertIn("the record names", done.out)

    def test_a_changed_result_is_named(self) -> None:
        folder = self.path(".dankaro", "ledger", "objects")
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with open(path, "rb") as stream:
                data = stream.read()
            with open(path, "wb") as stream:
                stream.write(data.replace(b"done", b"gone"))
            changed = data != data.replace(b"done", b"gone")
            for action in ("replay", "verify"):
                done = self.gauge(action, "record.json")
                with self.subTest(object=name, action=action):
                    self.assertEqual(done.code, 2 if changed else 0)
                    self.assertEqual(name in done.out, changed)
            with open(path, "wb") as stream:
                stream.write(data)

    def test_a_missing_ledger(self) -> None:
        os.rename(self.path(".dankaro"), self.path("moved"))
        self.assertEqual(self.gauge("replay", "record.json").code, 3)
        done = self.verify()
        self.assertEqual(done.code, 2)
        self.assertIn("FAILED       ledger", done.out)
        self.assertEqual(self.gauge("replay", "record.json", "--ledger", "moved/ledger").code, 0)

    def test_other_spec_tasks_signer_or_person(self) -> None:
        with open(self.path("other.pub"), encoding="utf-8") as stream:
            other = " ".join(stream.read().split()[:2])
        self.write("others", f"{ACTOR} {other}\n")
        with open(self.path("key.pub"), encoding="utf-8") as stream:
            key = " ".join(stream.read().split()[:2])
        self.write("somebody", f"robin@example.org {key}\n")
        for argv, found in (
            (["--spec", "agent.toml"], "FAILED       harness_digest"),
            (["--tasks", "tasks.toml"], "FAILED       manifest_digest"),
            (["--allowed-signers", "others"], "it was signed with a key that the allowed signers do not hold"),
            (["--allowed-signers", "somebody"], "signed by robin@example.org, and the decision names dana@example.org"),
        ):
            with self.subTest(argv=argv):
                done = self.verify(*argv)
                self.assertEqual(done.code, 2)
                self.assertIn(found, done.out)

    def test_a_measure_that_was_changed_and_signed_again(self) -> None:
        """Replay finds what a signature cannot: the signer wrote other figures than were measured."""
        record = self.record()
        record["measures"][0]["value"] = 0.5
        self.write("record.json", json.dumps(record))
        self.assertEqual(self.gauge("sign", "record.json", "--key", "key").code, 0)
        for done in (self.verify(), self.gauge("replay", "record.json")):
            self.assertEqual(done.code, 2)
            self.assertIn("recorded 0.5, the ledger gives 1.0", done.out)

    def test_a_gate_or_measure_taken_out_or_put_in(self) -> None:
        for change in ("out", "in"):
            record = self.record()
            if change == "out":
                del record["gates"][0]
            else:
                record["measures"].append({"id": "trajectory.valid", "value": 1.0})
            self.write("changed.json", json.dumps(record))
            with self.subTest(change=change):
                self.assertEqual(self.gauge("replay", "changed.json").code, 2)

    def test_canaries_named_on_the_command_line_belong_to_the_manifest(self) -> None:
        self.measure("--canary", "two", spec=self.spec, tasks=self.set)
        self.assertEqual(self.record()["task_set"]["canary_ids"], ["two", "probe"])
        self.assertEqual(self.gauge("verify", "record.json", "--tasks", self.set).code, 0)

    def test_a_new_decision_takes_the_old_signature_off(self) -> None:
        done = self.gauge("decide", "record.json", "--verdict", "hold", "--actor", ACTOR)
        self.assertIn("the old signature was taken off", done.err)
        self.assertNotIn("signature", self.record()["decision"])

    def test_a_signature_that_is_missing_stale_or_no_signature_releases_nothing(self) -> None:
        gate = ["gate", "changed.json", "--level", "L1", "--require-ship"]
        kept = self.record()
        for path, value, argv, said in (
            ("decision.signature", kept["decision"]["signature"], [], ""),
            ("decision.signature", kept["decision"]["signature"], ["--allowed-signers", "signers"], ""),
            ("decision.signature", DROP, ["--allowed-signers", "signers"], "it is not signed"),
            ("decision.rationale", "Because.", [], "the record is not what was signed"),
            ("decision.signature", "sshsig:AAAAAA==", [], "the record is not what was signed"),
            ("decision.signature", "sshsig:garbage!", [], "is none that ssh-keygen made"),
        ):
            record = self.record()
            put(record, path.split("."), value)
            self.write("changed.json", json.dumps(record))
            done = self.gauge(*gate, *argv)
            with self.subTest(path=path, value=value, argv=argv):
                self.assertEqual(done.code, 2 if said else 0, done)
                self.assertEqual("REC401" in done.out, bool(said))
                self.assertIn(said, done.out)

    def test_without_ssh_keygen_a_signature_is_read_as_far_as_it_can_be(self) -> None:
        record = self.record()
        with mock.patch.dict(os.environ, {"PATH": self.path("empty")}):
            self.assertIsNone(checked_signature(record, ""))
            put(record, ["decision", "signature"], "sshsig:garbage!")
            self.assertIn("none that ssh-keygen made", str(checked_signature(record, "")))

    def test_a_key_that_is_none(self) -> None:
        self.write("no-key", "hello\n")
        for key, found in (("missing", "is no key file"), ("no-key", "ssh-keygen did not sign with no-key")):
            done = self.gauge("sign", "record.json", "--key", key)
            with self.subTest(key=key):
                self.assertEqual((done.code, "Traceback" in done.err), (3, False))
                self.assertIn(found, done.err)

    def test_without_ssh_keygen(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": self.path("empty")}):
            done = self.gauge("sign", "record.json", "--key", "key")
        self.assertEqual(done.code, 3)
        self.assertIn("install openssh-client", done.err)

    def test_tier_2_is_signed_whatever_it_says(self) -> None:
        given = ["run", "--spec", self.spec, "--tasks", self.set, "--live", "--tier", "T2", "--out", "t2.json",
                 "--sealed", "--repeat", "2", "--actor", ACTOR]  # fmt: skip
        done = self.gauge(*given)
        self.assertEqual(done.code, 3)
        self.assertIn("tier T2 is signed whatever its verdict; name the key with --key", done.err)
        self.assertEqual(self.gauge(*given, "--key", "key").code, 0)
        self.assertTrue(official_schema_takes(self.record("t2.json")))
        self.assertEqual(self.gauge("gate", "t2.json", "--level", "L2").code, 0)
        why = ["--rationale", "Every floor holds."]
        for actor, more, code in (("ci", why, 2), (ACTOR, [], 2), (ACTOR, why, 0), (ACTOR, [], 2)):
            done = self.gauge("decide", "t2.json", "--verdict", "ship", "--actor", actor, "--key", "key", *more)
            with self.subTest(actor=actor, more=more):
                self.assertEqual(done.code, code, done)
                self.assertEqual("state it with decide --rationale" in done.out, not more)
        done = self.gauge("decide", "t2.json", "--verdict", "hold", "--actor", ACTOR)
        self.assertEqual(done.code, 3)
        self.assertIn("name the key with --key", done.err)


class Foreign(Desk):
    """Records that other tools wrote: what cannot be checked here is said to be not checked, never to be right."""

    def verified(self, **changes: Any) -> str:
        self.write("record.json", json.dumps(make_record(**changes)))
        return self.gauge("verify", "record.json").out

    def test_another_ledger_and_signature(self) -> None:
        shown = self.verified()
        self.assertIn("not checked  ledger           the format example/1 is not read here", shown)
        self.assertIn("not checked  signature        it is of a scheme that is not verified here", shown)
        done = self.gauge("replay", "record.json")
        self.assertEqual(done.code, 2)  # nothing could be checked: no pass

    def test_that_only_the_shape_was_checked_is_said(self) -> None:
        self.write("record.json", json.dumps(make_record()))
        done = self.gauge("verify", "record.json")
        self.assertEqual(done.code, 0)
        self.assertIn("only the shape was checked: name --spec", done.err.splitlines()[-1])
        self.measure()
        self.assertNotIn("only the shape", self.gauge("verify", "record.json").err)

    def test_what_a_file_holds_that_is_no_ledger_is_not_shown(self) -> None:
        secrets = ('token = "hunter2"\n', '{"hunter2": 1, "hunter2": 2}\n', '{"event": "hunter2"}\n', "hunter2")
        for text in secrets:
            self.write("secret", text)
            evidence = {"ledger": f"secret#{digest(1)}", "format": "dankaro-quality.ledger/1", "events": 9,
                        "replayable": True}  # fmt: skip
            self.write("record.json", json.dumps(make_record(assurance__evidence=evidence)))
            for action in ("verify", "replay"):
                done = self.gauge(action, "record.json")
                with self.subTest(text=text, action=action):
                    self.assertEqual(done.code, 2)
                    self.assertIn("secret:1: this line", done.out)
                    self.assertNotIn("hunter2", done.out + done.err)
                    self.assertNotRegex(done.out + done.err, "(?i)'t'|\"t\"|token")

    def test_a_ledger_for_a_record_that_names_none(self) -> None:
        self.measure("--no-sources")
        for action in ("replay", "verify"):
            done = self.gauge(action, "record.json", "--ledger", ".dankaro/ledger")
            with self.subTest(action=action):
                self.assertEqual(done.code, 2)
                self.assertIn("the record names none, so nothing in .dankaro/ledger belongs to it", done.out)
        self.assertIn("it was made with --no-sources", self.gauge("replay", "record.json").out)

    def test_a_way_back_to_itself(self) -> None:
        self.promoted()
        self.assertIn("it rolls back to itself", self.verified(decision__rolls_back_to=digest(1)))

    def test_what_a_model_decided_is_not_recomputed(self) -> None:
        record = self.measure(spec=self.agent("answer('done')"), tasks=self.tasks(ask()))
        add_measure(record, "answer.grounded", 0.9, n=40)
        self.write("record.json", json.dumps(record))
        done = self.gauge("replay", "record.json")
        self.assertEqual(done.code, 0)
        self.assertRegex(done.out, r"(?m)^not checked +answer\.grounded +a model decided it")


class Claiming(Desk):
    """A record that was edited by hand after a run that asserted nothing."""

    def setUp(self) -> None:
        super().setUp()
        more = "[model]\nprovider = 'none'\nid = 'rules'\n[execution_policy]\nversion = '1'\ntools = ['a']\n"
        spec = self.agent("answer('done')", more=more)
        probe = ask("probe", canary=True, expect=[{"contains": "secret"}])
        floors = [{"measure": "reliability.pass_hat_k", "split": "held-out", "floor": 1}]
        profile = {"id": "example/small", "version": "0.1", "tier": "T1", "floors": floors}
        tasks = self.tasks(ask(), ask("two", split="held-out"), probe, profile=profile)
        self.made = self.measure("--repeat", "2", spec=spec, tasks=tasks)

    def edited(self, **changes: Any) -> str:
        record = json.loads(json.dumps(self.made))
        for place, value in changes.items():
            put(record, place.split("__"), value)
        self.write("edited.json", json.dumps(record))
        return "edited.json"

    EDITS = (
        ({"task_set__sealed": True}, "task_set.sealed recorded true, the ledger gives false"),
        ({"assurance__evaluator_independent": True}, "assurance.evaluator_independent recorded true"),
        ({"task_set__held_out": 400}, "task_set.held_out recorded 400, the ledger gives 1"),
        ({"task_set__canary_ids": ["other"]}, "task_set.canary_ids"),
        ({"profile__id": "bank/strict", "profile__version": "9"}, 'profile.id recorded "bank/strict"'),
        ({"profile__tier": "T0"}, 'profile.tier recorded "T0", the ledger gives "T1"'),
        ({"subject__agent": "another"}, 'subject.agent recorded "another"'),
        ({"subject__model": {"provider": "none", "id": "other"}}, "subject.model.id"),
        ({"subject__model": DROP}, 'subject.model recorded nothing, the ledger gives {"id":"rules"'),
        ({"subject__authority__sandbox": "docker"}, 'subject.authority.sandbox recorded "docker", the ledger gives'),
        ({"subject__authority__capabilities": []}, "subject.authority.capabilities"),
        ({"subject__authority__acs_policy_version": "9"}, "subject.authority.acs_policy_version"),
        ({"subject__authority__grant_digest": digest(9)}, "subject.authority.grant_digest"),
        ({"emitted_at": "2031-01-01T00:00:00Z"}, "emitted_at"),
        ({"record_id": "aqr_other"}, "record_id"),
        ({"assurance__evidence__replayable": False}, "assurance.evidence.replayable"),
        ({"assurance__integrity__canaries": []}, "assurance.integrity.canaries"),
        ({"measures__0__n": 40}, '"n":40'),
    )

    def test_each_field_is_held_against_the_ledger_and_named(self) -> None:
        for changes, named in self.EDITS:
            name = self.edited(**changes)
            for action in ("verify", "replay"):
                done = self.gauge(action, name)
                with self.subTest(changes=changes, action=action):
                    self.assertEqual(done.code, 2, done)
                    self.assertIn(named, " ".join(done.out.split()))

    def test_none_of_it_can_be_decided_to_ship(self) -> None:
        name = self.edited(task_set__sealed=True, assurance__evaluator_independent=True, subject__agent="another")
        decide = ["decide", name, "--verdict", "ship", "--actor", ACTOR]
        done = self.gauge(*decide)
        self.assertEqual(done.code, 2, done)
        self.assertIn("REC509", done.out)
        for place in ("task_set.sealed", "assurance.evaluator_independent", "subject.agent"):
            self.assertIn(f"{place}: recorded ", done.out)
        self.assertEqual(self.gauge("decide", name, "--verdict", "hold", "--actor", ACTOR).code, 0)
        os.rename(self.path(".dankaro"), self.path("moved"))
        self.assertEqual(self.gauge(*decide, "--ledger", "moved/ledger").code, 2)
        self.assertIn("the record was not held against it", self.gauge(*decide).err)

    def test_what_others_add_is_said_to_be_not_checked(self) -> None:
        name = self.edited(
            supply_chain={"mcp_servers": [{"name": "files"}]},
            assurance__judge={"id": "j", "model": "m"},
            assurance__integrity__metric_custody="external",
        )
        for action in ("verify", "replay"):
            self.assertEqual(self.gauge(action, name).code, 0)
        shown = self.gauge("replay", name).out
        for place in ("supply_chain", "assurance.judge", "assurance.integrity.metric_custody"):
            self.assertRegex(shown, rf"(?m)^not checked +{place} +the run did not produce it$")

    def test_what_is_decided_later_is_no_difference(self) -> None:
        name = self.edited(decision__rationale="Not yet.", decision__question="Now?", decision__actor="robin")
        for action in ("verify", "replay"):
            self.assertEqual(self.gauge(action, name).code, 0)


class Alone(Desk):
    """Replay needs the record and the ledger, and nothing else that was there when the run was."""

    def alone(self) -> str:
        """A folder that holds the record and its ledger alone."""
        folder = self.path("elsewhere")
        os.makedirs(folder)
        os.rename(self.path("record.json"), os.path.join(folder, "record.json"))
        os.rename(self.path(".dankaro"), os.path.join(folder, "kept"))
        return folder

    def test_every_deterministic_measure_again(self) -> None:
        self.write(
            "memory/claims.jsonl", json.dumps({"id": "C1", "text": "x", "status": "live", "key": "a", "value": 1})
        )
        record = self.measure("--repeat", "3", "--sealed", "--evaluator-independent", "--jobs", "2")
        done = cli("gauge", "replay", "record.json", "--ledger", "kept/ledger", cwd=self.alone())
        self.assertEqual(done.code, 0, done)
        for measure in record["measures"]:
            with self.subTest(measure=measure["id"]):
                self.assertRegex(done.out, rf"(?m)^ok +{measure['id']}.* {json.dumps(measure['value'])}")

    def test_gates_of_a_team_s_own_need_the_team_s_settings(self) -> None:
        self.write(
            "own_gate.py",
            """
            from dankaro_quality import Check, Finding, Rule, Severity, grade

            RULE = Rule("OWN001", Severity.ERROR, "the output is not polite")

            def evaluate(context):
                polite = "please" in str(context.result.output)
                found = [] if polite else [Finding("OWN001", "not polite", gate="polite")]
                return grade("polite", found, 1)

            GATE = Check("polite", (RULE,), (), evaluate, "polite: an output says please.")
            """,
        )
        self.write("own.toml", "[plugins]\ngates = ['own_gate:GATE']\npaths = ['.']\n")
        spec = self.agent("answer('done, please')", more='[settings]\nthresholds = "own.toml"\n')
        record = self.measure(spec=spec, tasks=self.tasks(ask()))
        self.assertEqual(gates(record)["gate.polite", ""], "pass")
        self.assertIs(values(record)["assurance.evidence_complete", ""], True)
        done = self.gauge("replay", "record.json")
        self.assertEqual(done.code, 2)
        self.assertIn("which are code; name yours with --settings", done.out)
        self.assertEqual(self.gauge("replay", "record.json", "--settings", "own.toml").code, 0)


class Forged(Desk):
    """A chain proves only that it was written in one piece: whoever writes a ledger anew can chain anything."""

    def forge(self, change: Callable[[list[dict[str, Any]]], None], spec: str = "", tasks: str = "") -> Run:
        """The ledger of a run with `change` made to its events, chained anew, and the record pointing at it."""
        made = spec or self.agent("answer('done')")
        record = self.measure(spec=made, tasks=tasks or self.tasks(ask()))
        path = self.path(record["assurance"]["evidence"]["ledger"].partition("#")[0])
        events = self.events()
        change(events)
        previous, lines = "", []
        for number, event in enumerate(events, 1):
            event |= {"sequence": number, "payload_digest": document_digest(canonical_json(event["payload"]))}
            chained = chain(previous, event)
            previous = chained["digest"]
            lines.append(canonical_json(chained) + b"\n")
        self.write(path, b"".join(lines))
        put(record, ["assurance", "evidence", "events"], len(lines))
        put(record, ["assurance", "evidence", "ledger"], f"{path}#{previous}")
        self.write("record.json", json.dumps(record))
        return self.gauge("replay", "record.json")

    def test_a_failing_task_that_was_taken_out(self) -> None:
        """With record and ledger forged together the figures agree; that a task is missing is found all the same."""
        spec, tasks = self.agent("answer('done')"), self.tasks(ask(), ask("hard", expect=[{"contains": "more"}]))

        def without(events: list[dict[str, Any]]) -> None:
            events[:] = [one for one in events if one["task"] != "hard"]

        done = self.forge(without, spec, tasks)
        self.assertEqual(done.code, 2)
        self.assertIn("task hard, attempt 1: the plan asks for it, and it is not in the ledger", done.out)
        self.assertIn("recorded true, the ledger gives false", done.out)

    def test_a_plan_or_an_end_that_gauge_run_does_not_write(self) -> None:
        def no_model(events: list[dict[str, Any]]) -> None:
            del self.of(events, "run.started")["model"]

        def no_policy(events: list[dict[str, Any]]) -> None:
            self.of(events, "run.started")["policy"] = []

        def odd_end(events: list[dict[str, Any]]) -> None:
            self.of(events, "run.finished")["measures"] = [1]

        def no_end(events: list[dict[str, Any]]) -> None:
            events[:] = [one for one in events if one["event"] != "run.finished"]

        for change in (no_model, no_policy, odd_end, no_end):
            replayed = self.forge(change)
            for done in (self.gauge("verify", "record.json"), *([replayed] if change in (no_model, no_policy) else [])):
                with self.subTest(change=change.__name__):
                    self.assertEqual(done.code, 2, done)
                    self.assertNotIn("defect", done.err)

    def of(self, events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
        return next(one["payload"] for one in events if one["event"] == kind)

    def test_each_is_a_clear_failure(self) -> None:
        def verdict(events: list[dict[str, Any]]) -> None:
            self.of(events, "attempt.finished")["status"] = "failed"

        def other_settings(events: list[dict[str, Any]]) -> None:
            self.of(events, "run.started")["settings_digest"] = digest(1)

        def outside(events: list[dict[str, Any]]) -> None:
            payload = self.of(events, "attempt.finished")
            payload["files"] = {"../../escaped.txt": payload["stdout"]}

        def no_digest(events: list[dict[str, Any]]) -> None:
            self.of(events, "attempt.finished")["stdout"] = "../../../etc/hosts"

        def nothing(events: list[dict[str, Any]]) -> None:
            self.of(events, "attempt.finished").clear()

        def no_end(events: list[dict[str, Any]]) -> None:
            events[:] = [one for one in events if one["event"] != "attempt.finished"]

        def no_beginning(events: list[dict[str, Any]]) -> None:
            events[:] = [one for one in events if one["event"] != "attempt.started"]

        def taken_out(events: list[dict[str, Any]]) -> None:
            events[:] = [one for one in events if not one["event"].startswith("attempt.")]

        def twice(events: list[dict[str, Any]]) -> None:
            at = next(at for at, one in enumerate(events) if one["event"] == "attempt.finished")
            events.insert(at, json.loads(json.dumps(events[at])))

        def one_more(events: list[dict[str, Any]]) -> None:
            more = [json.loads(json.dumps(one)) for one in events if one["event"].startswith("attempt.")]
            events[-1:-1] = [{**one, "attempt": 2} for one in more]

        def cheaper(events: list[dict[str, Any]]) -> None:
            self.of(events, "attempt.finished")["usage"] = {"tokens": 1}

        def cheap_failure(events: list[dict[str, Any]]) -> None:
            self.of(events, "attempt.finished").update(status="errored", usage={"tokens": 1})

        def other_profile(events: list[dict[str, Any]]) -> None:
            self.of(events, "run.started")["profile"] = {"id": "bank/strict", "version": "9", "tier": "T0"}

        def own_code(events: list[dict[str, Any]]) -> None:
            data = b'[plugins]\ngates = ["antigravity:GATE"]\n'
            self.write(f".dankaro/ledger/objects/{document_digest(data)[7:]}", data)
            self.of(events, "run.started")["settings"] = document_digest(data)

        def bad_pattern(events: list[dict[str, Any]]) -> None:
            tasks = {"tasks": [ask(expect=[{"regex": "(a+)+b"}], split="held-in", canary=False, setup=[], reset=[])]}
            data = canonical_json({"name": "x", "profile": {}, **tasks})
            self.write(f".dankaro/ledger/objects/{document_digest(data)[7:]}", data)
            self.of(events, "run.started")["manifest_digest"] = document_digest(data)

        for change, said in (
            (verdict, "judged again it differs in status"),
            (other_settings, "the settings are not those of the run"),
            (outside, "it names a file outside its directory"),
            (no_digest, "is no digest"),
            (nothing, "the ledger does not hold what gauge run writes"),
            (no_end, "it began and has no end in the ledger"),
            (no_beginning, "it ended and did not begin in the ledger"),
            (taken_out, "task one, attempt 1: the plan asks for it, and it is not in the ledger"),
            (twice, "it ended more than once"),
            (one_more, "task one, attempt 2: the plan does not ask for it"),
            (cheaper, "judged again it differs in usage"),
            (cheap_failure, "its output does not report its usage"),
            (other_profile, "the floors of bank/strict@9 are not applied"),
            (own_code, "name yours with --settings"),
            (bad_pattern, "this pattern may not be run"),
        ):
            done = self.forge(change)
            with self.subTest(change=change.__name__):
                self.assertEqual(done.code, 2, done)
                self.assertIn(said, done.out)
        self.assertFalse(os.path.exists(self.path("..", "escaped.txt")))


class Deciding(Desk):
    def test_ceilings_stay_in_a_new_rationale(self) -> None:
        self.measure()
        decide = ["decide", "record.json", "--verdict", "hold", "--actor", ACTOR, "--rationale", "Too dear."]
        for _ in range(2):
            self.assertEqual(self.gauge(*decide).code, 0)
        said = self.record()["decision"]["rationale"]
        self.assertRegex(said, r"^Too dear\. Ceiling of efficiency\.tokens_per_success: 200; [\d.]+\.$")

    def test_ship_is_refused_while_a_gate_fails(self) -> None:
        self.measure("--sealed")  # without --repeat the reliability floor has no measure
        done = self.gauge("decide", "record.json", "--verdict", "ship", "--actor", ACTOR)
        self.assertEqual(done.code, 2)
        self.assertIn("reliability.pass_hat_k fails", done.out)
        self.assertEqual(self.record()["decision"]["verdict"], "hold")

    def test_hold_and_reject_need_nothing(self) -> None:
        self.measure(live=False)
        for verdict in ("reject", "hold"):
            self.assertEqual(self.gauge("decide", "record.json", "--verdict", verdict, "--actor", ACTOR).code, 0)
            self.assertEqual(self.record()["decision"]["verdict"], verdict)

    def test_what_is_no_record_cannot_be_decided_signed_or_replayed(self) -> None:
        for name, data in (
            ("list.json", b"[]"),
            ("cut.json", b'{"supergauge"'),
            ("twice.json", b'{"a": 1, "a": 1}'),
            ("bytes.json", b"\xff\xfe\x00"),
            ("empty.json", b""),
            ("nan.json", b'{"measures": NaN}'),
        ):
            self.write(name, data)
            for argv in (
                ["decide", name, "--verdict", "hold", "--actor", ACTOR],
                ["sign", name, "--key", "key"],
                ["replay", name],
                ["gate", name],
                ["show", name],
                ["verify", name],
            ):
                done = self.gauge(*argv)
                with self.subTest(argv=argv):
                    self.assertEqual(done.code, 2 if argv[0] in ("gate", "show", "verify") else 3, done)
                    self.assertNotIn("Traceback", done.err)
                    self.assertNotIn("a defect in", done.err)
                    self.assertTrue(done.out or done.err)

    def test_a_missing_file_could_not_be_judged(self) -> None:
        for action in ("gate", "show", "verify", "replay"):
            done = self.gauge(action, "missing.json")
            self.assertEqual(done.code, 3)
            self.assertIn("it is not there", done.err)


class Promoting(Desk):
    def promote(self, *argv: str) -> Run:
        return cli("promote", *argv, cwd=self.folder)

    def test_the_way_back_is_the_version_in_force_before(self) -> None:
        self.promoted()
        record = self.measure("--candidate", "order-desk-2.0")
        before = self.measure(live=False, spec="agent-1.0.toml")["subject"]["harness_digest"]
        self.assertEqual(record["decision"]["rolls_back_to"], before)
        self.assertEqual(record["decision"]["actor"], ACTOR)

    def test_staged_activated_rolled_back(self) -> None:
        self.promoted()
        self.assertEqual(self.promote("activate", "order-desk-2.0", "--actor", ACTOR).code, 0)
        self.assertIn("order-desk-2.0  activated", self.promote("list").out)
        self.assertEqual(self.promote("rollback", "order-desk-2.0", "--actor", ACTOR).code, 0)
        rows = json.loads(self.promote("list", "--format", "json").out)
        self.assertEqual([(one["id"], one["state"], one["in_force"]) for one in rows],
                         [("order-desk-1.0", "activated", True), ("order-desk-2.0", "rolled back", False)])  # fmt: skip
        record = self.measure(live=False)
        self.assertNotIn("rolls_back_to", record["decision"])  # a version that was rolled back promises no way back

    def test_eight_processes_stage_at_once(self) -> None:
        """Each event stands on the one before it, however many are written at the same time."""
        for number in range(8):
            self.agent("answer('done')", name=f"agent{number}")
        stage = [sys.executable, "-m", "dankaro_quality", "promote", "stage", "--actor", ACTOR]
        where = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        for _ in range(3):
            shutil.rmtree(self.path("memory"), ignore_errors=True)
            started = [subprocess.Popen([*stage, f"agent{number}.toml"], cwd=self.folder, env=where,
                                        stderr=subprocess.DEVNULL) for number in range(8)]  # fmt: skip
            self.assertEqual([one.wait(120) for one in started], [0] * 8)
            rows = json.loads(self.promote("list", "--format", "json").out)
            self.assertEqual(sorted(one["id"] for one in rows), [f"agent{number}-1" for number in range(8)])

    def test_what_another_process_did_meanwhile_counts(self) -> None:
        path = self.path("memory", "promotions.jsonl")
        late, first = Registry(path), Registry(path)
        first.stage("a", "agent", digest(1), "agent.toml", ACTOR)
        with self.assertRaisesRegex(UsageError, "choose another --id"):
            late.stage("a", "agent", digest(2), "agent.toml", ACTOR)
        self.assertEqual(late.stage("b", "agent", digest(2), "agent.toml", ACTOR).state, "staged")
        self.write("b.toml", "[agent]\n")
        first.stage("c", "agent", document_digest(b"[agent]\n"), self.path("b.toml"), ACTOR)
        first.activate("c", ACTOR)
        with self.assertRaisesRegex(UsageError, "only a staged one"):
            late.activate("c", ACTOR)
        self.assertEqual(first.seal("set", digest(8), ACTOR), "")
        self.assertIn("not those of the first sealed run", late.seal("set", digest(9), ACTOR))
        self.assertEqual(len(Registry(path).events), 5)

    def test_what_cannot_be_done_leaves_no_registry(self) -> None:
        self.assertEqual(self.promote("activate", "a", "--actor", ACTOR).code, 3)
        self.assertFalse(os.path.exists(self.path("memory", "promotions.jsonl")))

    def test_what_does_not_go_together(self) -> None:
        self.promoted()
        for argv, found in (
            (["stage", "agent.toml", "--actor", ACTOR], "choose another --id"),
            (["stage", "agent-1.0.toml", "--id", "again", "--actor", ACTOR], "in force already"),
            (["activate", "order-desk-1.0", "--actor", ACTOR], "only a staged one"),
            (["activate", "order-dest-2.0", "--actor", ACTOR], 'did you mean "order-desk-2.0"?'),
            (["rollback", "order-desk-2.0", "--actor", ACTOR], "not in force"),
            (["rollback", "order-desk-1.0", "--actor", ACTOR], "nothing to go back to"),
            (["stage", "missing.toml", "--actor", ACTOR], "it is not there"),
        ):
            done = self.promote(*argv)
            with self.subTest(argv=argv):
                self.assertEqual(done.code, 3)
                self.assertIn(found, done.err)

    def done(self, *argv: str) -> None:
        done = self.promote(*argv, "--actor", ACTOR)
        self.assertEqual(done.code, 0, done)

    def refused(self, said: str, *argv: str) -> None:
        done = self.promote(*argv)
        with self.subTest(argv=argv):
            self.assertEqual(done.code, 3, done)
            self.assertIn(said, done.err)

    def test_what_comes_into_force_is_what_was_staged(self) -> None:
        self.promoted()
        activate = ["activate", "order-desk-2.0", "--actor", ACTOR]
        os.rename(self.path("agent.toml"), self.path("kept.toml"))
        self.refused("it is not there", *activate)
        self.write("agent.toml", "[agent]\nname = 'order-desk'\nversion = '2.0'\ncommand = ['other']\n")
        self.refused("agent.toml is not what was staged as order-desk-2.0", *activate)
        self.done("activate", "order-desk-2.0", "--spec", "kept.toml")
        self.assertIn("order-desk-2.0  activated", self.promote("list").out)

    def test_one_version_is_not_staged_under_two_names(self) -> None:
        self.promoted()
        again = ["stage", "agent.toml", "--id", "again", "--actor", ACTOR]
        self.refused("this version is staged already, as order-desk-2.0", *again)
        self.done("activate", "order-desk-2.0")
        self.refused("this version is in force already", *again)
        self.done("rollback", "order-desk-2.0")
        self.done("stage", "agent.toml", "--id", "again")
        self.done("activate", "again")

    def test_a_registry_that_holds_a_version_under_two_names(self) -> None:
        """As an older one may: what is in force cannot be activated again, so a rollback leads away from it."""
        path = self.path("memory", "promotions.jsonl")
        events, previous = [], ""
        for name in ("a", "b"):
            fields = {"agent": "x", "harness_digest": digest(1), "base": "", "actor": ACTOR, "spec": "x", "time": "t"}
            events.append(chain(previous, {"event": "stage", "candidate": name, **fields}))
            previous = events[-1]["digest"]
        events.append(chain(previous, {**events[0], "event": "activate"}))
        self.write("memory/promotions.jsonl", b"".join(canonical_json(one) + b"\n" for one in events))
        with self.assertRaisesRegex(UsageError, "in force already"):
            Registry(path).activate("b", ACTOR)

    def test_the_way_back_of_what_is_staged_is_what_is_in_force_now(self) -> None:
        self.promoted()
        with open(self.path("agent.toml"), "rb") as stream:
            self.write("next.toml", stream.read().replace(b'"2.0"', b'"2.1"'))
        self.done("stage", "next.toml")
        self.done("activate", "order-desk-2.0")
        record = self.measure(live=False, spec="next.toml")
        self.assertEqual(record["decision"]["rolls_back_to"], document_digest(self.read("agent.toml")))

    def test_only_the_latest_of_several_activations_is_rolled_back(self) -> None:
        self.promoted()
        self.done("activate", "order-desk-2.0")
        self.done("stage", "agent-1.0.toml", "--id", "back")
        self.done("activate", "back")
        self.refused("not in force", "rollback", "order-desk-1.0", "--actor", ACTOR)
        self.done("rollback", "back")
        self.assertRegex(self.promote("list").out, r"(?m)^order-desk-2.0  activated.*in force$")

    def test_a_blank_is_no_name(self) -> None:
        self.promoted()
        other = self.agent("answer('done')")
        for actor in ("", "  "):
            self.refused("name who decides with --actor", "activate", "order-desk-2.0", "--actor", actor)
            self.refused("name the candidate with --id", "stage", other, "--id", actor, "--actor", ACTOR)

    def read(self, name: str) -> bytes:
        with open(self.path(name), "rb") as stream:
            return stream.read()

    def test_a_changed_registry_is_refused(self) -> None:
        self.promoted()
        path = self.path("memory", "promotions.jsonl")
        with open(path, "rb") as stream:
            data = stream.read()
        with open(path, "wb") as stream:
            stream.write(data.replace(b"dana", b"dora", 1))
        done = self.promote("list")
        self.assertEqual(done.code, 3)
        self.assertIn("promotions.jsonl:1: this line was changed", done.err)
        self.measure(live=False)  # the run goes on without it
        self.assertIn("the promotion registry was not used", self.last.err)

    def test_a_line_that_is_no_event_is_refused(self) -> None:
        for event in ({}, {"event": "stage"}, {"event": "promote"}, {"event": []}, {"event": "seal", "set": "x"}):
            self.write("memory/promotions.jsonl", canonical_json(chain("", event)) + b"\n")
            done = self.promote("list")
            with self.subTest(event=event):
                self.assertEqual(done.code, 3)
                self.assertIn("promotions.jsonl:1: this line", done.err)
                self.assertNotIn("defect", done.err)

    def test_a_way_back_that_nobody_knows_forbids_the_release(self) -> None:
        self.promoted()
        record = self.measure(live=False)
        put(record, ["decision", "rolls_back_to"], digest(77))
        self.write("record.json", json.dumps(record))
        done = self.gauge("gate", "record.json", "--level", "L1", "--require-ship")
        self.assertIn("REC508", done.out)
        self.assertIn("the registry has no such version", self.gauge("verify", "record.json").out)


if __name__ == "__main__":
    unittest.main()

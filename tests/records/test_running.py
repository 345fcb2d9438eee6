"""`gauge run`: what is measured, what is left out, and what an attempt that goes wrong comes to."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any
from unittest import mock

from dankaro_quality import children
from dankaro_quality.records.gauging import Request, gauge
from dankaro_quality.records.levels import assess
from tests.builders import ROOT
from tests.records.desk import ACTOR, Desk, ask, gates, values


class Example(Desk):
    """Numbers counted by hand from fixtures/records.

    Of eight held-in tasks one asks for a discount that the agent does not know, and one is a rush order that it
    misreads on every third attempt; of four held-out ones one is a discount.
    """

    def test_one_attempt_gives_no_reliability_and_level_2_at_most(self) -> None:
        record = self.measure("--sealed", "--evaluator-independent", "--actor", ACTOR)
        found = values(record)
        self.assertEqual(found["task.completion", "held-in"], 7 / 8)
        self.assertEqual(found["task.completion", "held-out"], 3 / 4)
        self.assertEqual([one for one in found if one[0].startswith("reliability")], [])
        self.assertEqual(assess(record).level, "L2")
        self.assertEqual(gates(record)["reliability.pass_hat_k", "held-out"], "fail")

    def test_five_attempts_give_pass_hat_5_as_counted_by_hand(self) -> None:
        record = self.measure("--repeat", "5", "--jobs", "2")
        found = values(record)
        self.assertEqual(found["reliability.pass_hat_k", "held-in"], 6 / 8)  # discount never, rush not on the third
        self.assertEqual(found["reliability.pass_at_k", "held-in"], 7 / 8)  # discount never
        self.assertEqual(found["reliability.pass_hat_k", "held-out"], 3 / 4)
        ks = {one["k"] for one in record["measures"] if one["id"].startswith("reliability")}
        self.assertEqual(ks, {5})
        self.assertEqual(found["task.completion", "held-in"], 7 / 8)  # by the first attempt alone
        # A tenth of a cent a run, over all sixty runs, for each that succeeded: six tasks always, rush four times of
        # five, and three held-out ones always.
        self.assertEqual(found["efficiency.cost_per_success", "all"], round(12 * 5 * 0.001 / (6 * 5 + 4 + 3 * 5), 9))

    def test_a_dry_run_executes_nothing_and_reaches_level_1_at_most(self) -> None:
        record = self.measure(live=False)
        self.assertIn("would run python3 desk.py prices.json on 14 tasks", self.last.out)
        self.assertEqual(record["measures"], [{"id": "assurance.evidence_complete", "value": False}])
        self.assertEqual(assess(record).level, "L1")
        self.assertEqual([one["event"] for one in self.events()], ["run.started", "policy.default", "run.finished"])

    def test_without_sources_the_level_drops_and_the_run_goes_on(self) -> None:
        self.promoted()
        record = self.measure("--no-sources", "--sealed", "--evaluator-independent", "--repeat", "2")
        self.assertEqual(assess(record).level, "L1")
        self.assertEqual(record["assurance"]["evidence"]["replayable"], False)
        self.assertNotIn("rolls_back_to", record["decision"])
        self.assertEqual(record["decision"]["actor"], "unknown")

    def test_jobs_change_nothing_but_times(self) -> None:
        alone, together = self.measure("--repeat", "2"), self.measure("--repeat", "2", "--jobs", "4")
        self.assertEqual(timeless(alone), timeless(together))

    def test_the_agent_sees_neither_split_nor_expectations_nor_our_environment(self) -> None:
        spec = self.agent("answer('done ' + json.dumps([sorted(task), sorted(task['task']), sorted(os.environ)]))")
        os.environ["SECRET_OF_OURS"] = "x"
        self.addCleanup(os.environ.pop, "SECRET_OF_OURS")
        self.measure(spec=spec, tasks=self.tasks(ask(split="held-out", canary=True), ask("two")))
        seen = self.attempts()["two"]
        with open(self.path(".dankaro", "ledger", "objects", seen["stdout"][7:]), encoding="utf-8") as stream:
            asked, task, environment = json.loads(json.load(stream)["output"].removeprefix("done "))
        self.assertEqual(asked, ["attempt", "prompt", "task"])
        self.assertEqual(task, ["id", "instructions", "metadata", "required_deliverables", "required_keys"])
        self.assertNotIn("SECRET_OF_OURS", environment)

    def test_a_callable_runs_in_a_child_and_its_state_does_not_leak(self) -> None:
        body = """
            seen = []
            claim = {"text": "It is done.", "source": "runs/log.txt:1", "confidence": 0.9, "verified": True}


            def reply(task):
                seen.append(1)
                print("this goes to standard error")
                return {"output": f"done {len(seen)}", "claims": [claim]}
            """
        self.write("own.py", body)
        self.write("own.toml", '[agent]\nname = "own"\nversion = "1"\ncallable = "own:reply"\n')
        expect = [{"equals": "done 1"}]
        record = self.measure("--repeat", "2", spec="own.toml", tasks=self.tasks(ask(expect=expect)))
        self.assertEqual(values(record)["reliability.pass_hat_k", "held-in"], 1)


def timeless(record: dict) -> dict:
    """A record without its times and what is made from them."""
    kept = json.loads(json.dumps(record))
    kept["measures"] = [one for one in kept["measures"] if "latency" not in one["id"]]
    for block, name in ((kept, "record_id"), (kept, "emitted_at"), (kept["assurance"]["evidence"], "ledger")):
        del block[name]
    return kept


class WhatGoesWrong(Desk):
    """An attempt that goes wrong is an errored attempt with its reason; the run goes on."""

    CASES = (
        ("hangs", "time.sleep(60)", "still running after 0.5 s"),
        ("hangs with a child of its own", "os.fork()\ntime.sleep(60)", "still running"),
        ("prints rubbish", "print('I think the answer is done')", "its output is no AgentResult"),
        ("prints half a result", "print('{\"output\": \"done\"')", "the JSON ends in the middle"),
        ("prints a result that breaks the contract", "answer('done', confidence=2)", "there is no such field"),
        ("prints nothing", "pass", "it printed nothing"),
        ("prints 100 MB", "sys.stdout.write('done' * 25_000_000)", "more than 10,000,000 bytes"),
        ("floods standard error", "sys.stderr.write('x' * 20_000_000)\nanswer('done')", "more than 10,000,000 bytes"),
        ("exits 1", "answer('done')\nsys.exit('no more credit')", "it exited with 1: no more credit"),
        ("kills itself", "os.kill(os.getpid(), 9)", "it was ended by signal 9"),
        ("writes beside its directory", "open('../stolen', 'w').write('x')\nanswer('done')", "outside its directory"),
        ("writes into the spec's folder", "open(sys.argv[0] + '.new', 'w').write('x')\nanswer('done')", "outside its"),
        ("changes the tasks", "open(os.path.dirname(sys.argv[0]) + '/small.json', 'a').write(' ')\nanswer('done')",
         "outside its directory: <spec>/small.json"),
    )  # fmt: skip

    def test_each(self) -> None:
        for name, body, reason in self.CASES:
            with self.subTest(agent=name):
                spec = self.agent(f"if task['task']['id'] == 'bad':\n{indent(body)}\nelse:\n    answer('done')\n")
                bad = ask("bad", **({"timeout_s": 0.5} if "hangs" in name else {}))
                record = self.measure(spec=spec, tasks=self.tasks(bad, ask("good")))
                ended = self.attempts()
                self.assertEqual(ended["bad"]["status"], "errored", ended["bad"])
                self.assertIn(reason, ended["bad"]["reason"])
                self.assertEqual(ended["good"]["status"], "passed", ended["good"])
                self.assertEqual(values(record)["task.completion", "held-in"], 0.5)

    def test_a_command_that_is_not_there_is_an_errored_attempt(self) -> None:
        self.write("none.toml", '[agent]\nname = "none"\nversion = "1"\ncommand = ["no-such-agent"]\n')
        self.measure(spec="none.toml", tasks=self.tasks(ask()))
        self.assertIn('the command "no-such-agent" is not there', self.attempts()["one"]["reason"])

    def test_an_agent_that_removes_what_judges_it_has_failed(self) -> None:
        link = "here = os.getcwd()\nos.rename(here, here + '.old')\nos.symlink(here + '.old', here)\nanswer('done')"
        rows = {
            "its directory": ("import shutil\nshutil.rmtree(os.getcwd())\nanswer('done')", ["true"], "errored"),
            "a link instead": (link, ["true"], "errored"),
            "the program it was to write": ("answer('done')", ["./run.sh"], "failed"),
        }  # fmt: skip
        for why, (body, command, status) in rows.items():
            with self.subTest(why):
                spec = self.agent(f"if task['task']['id'] == 'bad':\n{indent(body)}\nelse:\n    answer('done')\n")
                bad = ask("bad", expect=[{"contains": "done"}, {"command": command}])
                record = self.measure(spec=spec, tasks=self.tasks(bad, ask("good")))
                self.assertEqual(self.attempts()["bad"]["status"], status, self.attempts()["bad"])
                self.assertEqual(values(record)["task.completion", "held-in"], 0.5)

    def test_a_program_that_the_agent_writes_is_run(self) -> None:
        body = "open('run.sh', 'w').write('#!/bin/sh\\nexit 0\\n')\nos.chmod('run.sh', 0o755)\nanswer('done')"
        record = self.measure(spec=self.agent(body), tasks=self.tasks(ask(expect=[{"command": ["./run.sh"]}])))
        self.assertEqual(values(record)["task.completion", "held-in"], 1)

    def test_what_the_agent_leaves_does_not_run_in_the_judge(self) -> None:
        """A home with a module that every Python imports at its start, and one of the standard library's name."""
        self.write("check.py", "import json, sys\nsys.exit(json.load(sys.stdin)['output'] != 'right')\n")
        body = """
            import site
            home = os.path.join(os.getcwd(), '.local/lib/python%d.%d/site-packages' % sys.version_info[:2])
            os.makedirs(home)
            for name in (home + '/usercustomize.py', home + '/sitecustomize.py', 'json.py'):
                open(name, 'w').write('import os; os._exit(0)')
            answer('wrong')
        """
        ask_json = "import json, sys; sys.exit(json.load(sys.stdin)['output'] != 'right')"
        for command in ([sys.executable, "check.py"], [sys.executable, "-c", ask_json]):
            with self.subTest(command[1]):
                record = self.measure(spec=self.agent(body), tasks=self.tasks(ask(expect=[{"command": command}])))
                self.assertEqual(values(record)["task.completion", "held-in"], 0, self.attempts())

    def test_results_that_nobody_thought_of_end_no_run(self) -> None:
        odd = (
            "[{'name': ['x']}]", "[{'name': 'x'}, {'name': 7}]", "{'name': 'x'}", "'x'", "[{'arguments': 1}]",
        )  # fmt: skip
        for calls in odd:
            with self.subTest(calls):
                spec = self.agent(f"answer('done', metadata={{'tool_calls': {calls}}})")
                rule = {"trajectory": {"max_steps": 3, "no_cycles": True, "forbidden_steps": ["rm"]}}
                self.measure(spec=spec, tasks=self.tasks(ask(expected_tools=["x"], **rule)))
                self.assertEqual(self.attempts()["one"]["status"], "passed")
        spec = self.agent("answer('done', deliverables=[{'name': 'a', 'path': 'a' + chr(0) + 'b'}])")
        self.measure(spec=spec, tasks=self.tasks(ask()))
        self.assertEqual(len(self.attempts()), 1)

    def test_an_attempt_without_a_result_passes_no_gate(self) -> None:
        spec = self.agent("print('rubbish') if task['task']['id'] == 'bad' else answer('done')")
        record = self.measure(spec=spec, tasks=self.tasks(ask("bad"), ask("good")))
        self.assertEqual((gates(record)["gate.contract", ""], gates(record)["gate.release", ""]), ("fail", "fail"))

    def test_attempts_that_did_not_pass_are_named_and_probes_are_not(self) -> None:
        spec = self.agent("sys.exit('no more credit') if task['task']['id'] == 'one' else answer('done')")
        probe = ask("probe", canary=True, split="held-out", expect=[{"contains": "SN-7f3a91"}])
        self.measure(spec=spec, tasks=self.tasks(ask(), ask("two"), probe))
        self.assertIn("task one, attempt 1 errored: it exited with 1: no more credit", self.last.err)
        self.assertNotIn("task probe", self.last.err)
        many = [ask(f"t{number}", expect=[{"contains": "else"}]) for number in range(12)]
        self.measure(spec=spec, tasks=self.tasks(*many))
        self.assertIn("2 more attempts did not pass", self.last.err)

    def test_orders_that_cannot_be_carried_out(self) -> None:
        spec, tasks = self.agent("answer('done')", more='workspace = "shared"\n'), self.tasks(ask())
        done = self.gauge("run", "--spec", spec, "--tasks", tasks, "--out", "r.json", "--live", "--jobs", "2")
        self.assertEqual((done.code, "see each other's files" in done.err), (3, True), done)
        for out in (spec, f"./{tasks}"):
            before = self.bytes_of(out)
            done = self.gauge("run", "--spec", spec, "--tasks", tasks, "--out", out, "--live")
            self.assertEqual((done.code, "is what the run is made from" in done.err), (3, True), done)
            self.assertEqual(self.bytes_of(out), before)

    def bytes_of(self, name: str) -> bytes:
        with open(self.path(name), "rb") as stream:
            return stream.read()

    def test_no_survivors(self) -> None:
        """What an agent leaves running in its process group is ended; what left the group lives on (see children)."""
        spec = self.agent("""
            if os.fork() == 0:
                for name in (0, 1, 2):
                    os.close(name)
                time.sleep(300)
            answer("done")
            """)
        self.measure(spec=spec, tasks=self.tasks(ask()))
        self.assertEqual(self.left_running(), [])

    def test_an_errored_attempt_is_a_failed_attempt_of_pass_hat_k(self) -> None:
        spec = self.agent("sys.exit(1) if task['attempt'] == 2 else answer('done')")
        record = self.measure("--repeat", "3", spec=spec, tasks=self.tasks(ask()))
        found = {one["id"]: one for one in record["measures"]}
        self.assertEqual(found["reliability.pass_hat_k"], {**found["reliability.pass_hat_k"], "value": 0, "n": 1})
        self.assertEqual(found["reliability.pass_at_k"]["value"], 1)

    def test_a_command_that_is_not_there_leaves_its_task_out_with_a_note(self) -> None:
        bad = ask("bad", setup=["no-such-command"])
        record = self.measure("--repeat", "2", spec=self.agent("answer('done')"), tasks=self.tasks(bad, ask("good")))
        found = {one["id"]: one for one in record["measures"]}
        self.assertEqual((found["reliability.pass_hat_k"]["value"], found["reliability.pass_hat_k"]["n"]), (1, 1))
        self.assertIn('task bad is left out (infrastructure: the command "no-such-command" is not there', self.last.err)

    def test_a_setup_that_fails_is_the_harness_s_own_failure(self) -> None:
        self.measure(spec=self.agent("answer('done')"), tasks=self.tasks(ask("bad", setup=["false"]), ask("good")))
        self.assertIn("the setup command false failed: it exited with 1", self.last.err)

    def test_a_task_that_is_true_from_the_start_is_left_out(self) -> None:
        true = ask("true", expect=[{"command": ["true"]}])
        record = self.measure(spec=self.agent("answer('done')"), tasks=self.tasks(true, ask()))
        self.assertEqual(next(one["n"] for one in record["measures"] if one["id"] == "task.completion"), 1)
        self.assertIn("task true is left out (invalid", self.last.err)

    def test_nothing_to_judge_is_no_pass(self) -> None:
        record = self.measure(spec=self.agent("sys.exit(1)"), tasks=self.tasks(ask()))
        self.assertEqual(gates(record)["gate.contract", ""], "fail")

    def test_a_result_that_the_gates_block_is_not_completed(self) -> None:
        spec = self.agent("""answer("done", claims=[{"text": "Sales rose.", "source": "trust me"}])""")
        record = self.measure(spec=spec, tasks=self.tasks(ask()))
        self.assertEqual(values(record)["task.completion", "held-in"], 0)
        self.assertIn("the gates block it: evidence", self.attempts()["one"]["reason"])
        self.assertEqual(gates(record)["gate.evidence", ""], "fail")


def indent(body: str) -> str:
    return "\n".join("    " + line for line in body.split("\n"))


class Independence(Desk):
    SHARED = 'workspace = "shared"\n'

    def test_attempts_that_share_a_directory_have_no_pass_hat_k(self) -> None:
        spec = self.agent("answer('done')", more=self.SHARED)
        record = self.measure("--repeat", "3", spec=spec, tasks=self.tasks(ask()))
        self.assertEqual([one for one in values(record) if one[0].startswith("reliability")], [])
        self.assertIn("no reset command ran between them", self.last.err)

    def test_a_reset_command_makes_them_independent_and_is_recorded(self) -> None:
        spec = self.agent("answer('done')", more=self.SHARED)
        record = self.measure("--repeat", "3", spec=spec, tasks=self.tasks(ask(reset=["true"])))
        self.assertEqual(values(record)["reliability.pass_hat_k", "held-in"], 1)
        self.assertEqual(sum(one["event"] == "attempt.reset" for one in self.events()), 3)


class Sealing(Desk):
    LEAK = 'answer("done" + (" SN-7f3a91" if task["task"]["id"] == "probe" else ""))'

    def probes(self, **changes: object) -> str:
        probe = ask("probe", canary=True, split="held-out", expect=[{"contains": "SN-7f3a91"}], **changes)
        return self.tasks(ask(), ask("two", split="held-out"), probe)

    def test_a_fired_canary_unseals_and_forbids_the_release(self) -> None:
        record = self.measure("--sealed", "--actor", ACTOR, spec=self.agent(self.LEAK), tasks=self.probes())
        self.assertFalse(record["task_set"]["sealed"])
        self.assertIs(values(record)["assurance.holdout_sealed", ""], False)
        self.assertEqual(gates(record)["assurance.holdout_sealed", ""], "fail")
        self.assertIn("canary probe fired", self.last.err)
        refused = self.gauge("decide", "record.json", "--verdict", "ship", "--actor", ACTOR)
        self.assertEqual(refused.code, 2)
        self.assertIn("REC504", refused.out)
        self.assertEqual(self.record()["decision"]["verdict"], "hold")

    def test_a_quiet_canary_stays_out_of_every_measure(self) -> None:
        record = self.measure("--sealed", spec=self.agent("answer('done')"), tasks=self.probes())
        self.assertTrue(record["task_set"]["sealed"])
        self.assertEqual(record["task_set"]["held_out"], 1)
        self.assertEqual(values(record)["task.completion", "held-out"], 1)

    def test_a_probe_fires_whatever_the_gates_say_of_its_result(self) -> None:
        spec = self.agent("answer('done SN-7f3a91', claims=[SOURCED | {'source': 'trust me'}])")
        record = self.measure("--sealed", spec=spec, tasks=self.probes())
        self.assertEqual([one["observed"] for one in record["assurance"]["integrity"]["canaries"]], ["pass"])
        self.assertFalse(record["task_set"]["sealed"])

    def test_a_probe_that_crashes_was_not_probed(self) -> None:
        spec = self.agent("sys.exit(1) if task['task']['id'] == 'probe' else answer('done')")
        record = self.measure("--sealed", spec=spec, tasks=self.probes())
        self.assertFalse(record["task_set"]["sealed"])
        self.assertIn("canary probe could not be probed (it exited with 1", self.last.err)

    def test_more_files_than_can_be_watched_show_no_independence(self) -> None:
        spec = self.agent(
            "for n in range(9): open(os.path.dirname(sys.argv[0]) + f'/{n}', 'w').close()\nanswer('done')"
        )
        with mock.patch("dankaro_quality.records.boundaries.MAX_ENTRIES", len(os.listdir(self.folder)) + 20):
            record = self.measure("--evaluator-independent", spec=spec, tasks=self.probes())
        self.assertFalse(record["assurance"]["evaluator_independent"])

    def test_an_unknown_canary_is_refused_before_anything_runs(self) -> None:
        given = ["--spec", self.agent("answer('done')"), "--tasks", self.probes(), "--out", "record.json", "--live"]
        done = self.gauge("run", *given, "--canary", "prob")
        self.assertEqual(done.code, 3)
        self.assertIn('the canary "prob" names no task of the set (did you mean "probe"?)', done.err)
        self.assertFalse(os.path.exists(self.path(".dankaro")))

    def test_a_held_out_split_that_changed_is_not_sealed(self) -> None:
        spec = self.agent("answer('done')")
        self.measure("--sealed", spec=spec, tasks=self.probes())
        record = self.measure("--sealed", spec=spec, tasks=self.probes(prompt="Another question."))
        self.assertFalse(record["task_set"]["sealed"])
        self.assertIn("are not those of the first sealed run", self.last.err)

    def test_sealed_without_a_probe_is_not_sealed(self) -> None:
        record = self.measure("--sealed", spec=self.agent("answer('done')"), tasks=self.tasks(ask(split="held-out")))
        self.assertFalse(record["task_set"]["sealed"])
        self.assertIn("the set has no canary", self.last.err)

    def test_an_agent_that_touches_the_tasks_has_no_independent_evaluator(self) -> None:
        spec = self.agent("open(os.path.dirname(sys.argv[0]) + '/small.json', 'a').write(' ')\nanswer('done')")
        record = self.measure("--evaluator-independent", spec=spec, tasks=self.probes())
        self.assertFalse(record["assurance"]["evaluator_independent"])


class Stopping(Desk):
    """A run that was killed goes on where it was."""

    def start(self, *argv: str, **more: object) -> subprocess.Popen:
        command = [sys.executable, "-m", "dankaro_quality", "gauge", "run", "--spec", "small.toml", "--tasks",
                   "small.json", "--out", "record.json", "--live", "--repeat", "3", *argv]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")}
        return subprocess.Popen(command, cwd=self.folder, env=environment, **more)  # type: ignore[call-overload]

    def finished(self) -> list[tuple[str, int]]:
        try:
            return [(one["task"], one["attempt"]) for one in self.events() if one["event"] == "attempt.finished"]
        except (OSError, ValueError):  # not there yet, or a line is being written
            return []

    def test_a_killed_run_resumes_and_repeats_nothing_that_finished(self) -> None:
        self.agent("time.sleep(0.2)\nanswer('done')")
        self.tasks(ask("one"), ask("two"))
        running = self.start()
        while len(self.finished()) < 2:
            self.assertIsNone(running.poll(), "the run ended before it could be killed")
            time.sleep(0.02)
        running.send_signal(signal.SIGKILL)
        running.wait()
        before = self.finished()
        record = self.measure("--repeat", "3", "--resume", spec="small.toml", tasks="small.json")
        self.assertEqual(self.finished()[: len(before)], before)
        self.assertEqual(len(self.finished()), len(set(self.finished())))
        self.assertEqual(len(self.finished()), 6)
        self.assertIn(
            f"resumed: {len(before)} attempts were finished before, {6 - len(before)} were run now", self.last.err
        )
        self.assertEqual(values(record)["reliability.pass_hat_k", "held-in"], 1)
        self.assertIs(values(record)["assurance.evidence_complete", ""], True)
        self.assertEqual(self.gauge("replay", "record.json").code, 0)

    def test_ctrl_c_ends_soon_takes_the_agents_along_and_can_be_resumed(self) -> None:
        self.agent("time.sleep(0 if task['task']['id'] == 'one' or os.path.exists(sys.argv[0] + '.go') else 300)\n"
                   "answer('done')")  # fmt: skip
        self.tasks(ask("one"), ask("two"))
        running = self.start("--jobs", "2", stderr=subprocess.PIPE)
        while len(self.finished()) < 1:
            self.assertIsNone(running.poll(), "the run ended before it could be interrupted")
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        running.communicate()
        self.assertEqual(running.returncode, 130)
        self.assertEqual(self.left_running(), [])
        before = self.finished()
        self.assertEqual({task for task, _ in before}, {"one"})
        self.write("small.py.go", "")
        self.measure("--repeat", "3", "--resume", spec="small.toml", tasks="small.json")
        self.assertEqual(len(self.finished()), 6)
        self.assertEqual(self.finished()[: len(before)], before)

    def test_an_agent_that_is_about_to_be_started_when_the_run_is_interrupted_is_ended_too(self) -> None:
        """The end of the first task interrupts the run while the second one's agent waits to be started."""
        swept = threading.Event()
        end_all, start = children.end_all, children._start

        def sweep() -> None:
            end_all()
            swept.set()

        def start_late(command: Any, has_input: bool, cwd: str, env: Any) -> Any:
            if f"{os.sep}2-1{os.sep}" in cwd:
                swept.wait()
            return start(command, has_input, cwd, env)

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        self.agent("if task['task']['id'] == 'two':\n    time.sleep(5)\n    open(sys.argv[0] + '.ended', 'w').close()\n"
                   "answer('done')")  # fmt: skip
        self.tasks(ask("one"), ask("two"))
        request = Request(spec=self.path("small.toml"), tasks=self.path("small.json"), ledger=self.path("ledger"),
                          live=True, jobs=2)  # fmt: skip
        with (
            mock.patch.object(children, "end_all", sweep),
            mock.patch.object(children, "_start", start_late),
            self.assertRaises(KeyboardInterrupt),
        ):
            gauge(request, interrupt)
        self.assertFalse(os.path.exists(self.path("small.py.ended")))

    def test_a_torn_last_line_is_dropped_and_said(self) -> None:
        spec, tasks = self.agent("answer('done')"), self.tasks(ask())
        self.measure(spec=spec, tasks=tasks)
        folder = self.path(".dankaro", "ledger")
        path = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl"))
        with open(path, "rb") as stream:
            lines = stream.read().split(b"\n")
        with open(path, "wb") as stream:
            stream.write(b"\n".join([*lines[:2], lines[2][:40]]))  # started, and half of the finished attempt
        record = self.measure("--resume", spec=spec, tasks=tasks)
        self.assertIn("resumed: 0 attempts were finished before, 1 were run now", self.last.err)
        resumed = [one["payload"] for one in self.events() if one["event"] == "run.resumed"]
        self.assertEqual(resumed, [{"finished": 0, "torn_line": True}])
        self.assertEqual(values(record)["task.completion", "held-in"], 1)

    def test_a_record_that_could_not_be_written_is_written_by_resuming(self) -> None:
        given = ["--spec", self.agent("answer('done')"), "--tasks", self.tasks(ask()), "--live"]
        os.mkdir(self.path("folder"))
        done = self.gauge("run", *given, "--out", "folder")
        self.assertEqual((done.code, os.path.exists(self.path(".dankaro"))), (3, False))
        os.symlink("elsewhere", self.path("link.json"))
        done = self.gauge("run", *given, "--out", "link.json")
        self.assertEqual(done.code, 3)
        self.assertIn("the run is kept", done.err)
        done = self.gauge("run", *given, "--out", "record.json", "--resume")
        self.assertEqual(done.code, 0)
        self.assertIn("resumed: 1 attempts were finished before, 0 were run now", done.err)
        self.assertEqual(self.gauge("replay", "record.json").code, 0)

    def test_a_ledger_that_cannot_be_written_is_said(self) -> None:
        self.write("file", "")
        done = self.gauge(
            "run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "r.json", "--ledger", "file/x"
        )
        self.assertEqual(done.code, 3)
        self.assertNotIn("defect", done.err)

    def test_nothing_to_resume_is_said(self) -> None:
        done = self.gauge(
            "run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "r.json", "--live", "--resume"
        )
        self.assertEqual(done.code, 3)
        self.assertIn("there is no run of this spec", done.err)

    def test_a_ledger_that_was_changed_is_not_resumed(self) -> None:
        spec, tasks = self.agent("answer('done')"), self.tasks(ask())
        self.measure(spec=spec, tasks=tasks)
        folder = self.path(".dankaro", "ledger")
        path = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl"))
        with open(path, "rb") as stream:
            data = stream.read()
        with open(path, "wb") as stream:
            stream.write(data.replace(b'"passed"', b'"failed"', 1))
        done = self.gauge("run", "--spec", spec, "--tasks", tasks, "--out", "r.json", "--live", "--resume")
        self.assertEqual(done.code, 3)
        self.assertIn("this line was changed", done.err)

    def test_a_progress_line_on_a_terminal(self) -> None:
        self.agent("time.sleep(0.12)\nanswer('done')")
        self.tasks(ask("one"), ask("two"))
        ours, theirs = pty.openpty()
        running = self.start(stderr=theirs, stdout=subprocess.DEVNULL)
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 30)[0]:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            shown += piece
        os.close(ours)
        self.assertEqual(running.wait(), 0)
        self.assertIn(b"\r\x1b[K2/6 attempts: 2 passed; last", shown)


if __name__ == "__main__":
    unittest.main()

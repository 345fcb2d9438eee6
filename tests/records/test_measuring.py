"""Assertions, tool use, and every measure: what counts, what does not, what is absent."""

import json
import os
import unittest
from typing import Any, ClassVar

from dankaro_quality.contracts import AgentResult, Claim
from dankaro_quality.records.computing import check_profile, compute, gate, gates_for
from dankaro_quality.records.expectations import holds
from dankaro_quality.records.policy import disposition, granted_tools, violations
from dankaro_quality.records.tasks import Case, TaskSet
from dankaro_quality.records.toolcalls import declined, steps_valid, tool_use
from tests.builders import make_claim, make_result
from tests.records.desk import Desk, ask, gates, values


class Assertions(Desk):
    TEXT = AgentResult("The total is 72.\nThank you.", claims=(Claim("x", key="total", value=72),),
                       metadata={"success": True, "note": "secret"})  # fmt: skip
    JSON = AgentResult({"total": 72, "ok": True, "rows": [{"name": "bolt"}], "a b": None})

    HOLD = (
        ({"contains": "total is 72"}, TEXT),
        ({"contains": ["total", "Thank"]}, TEXT),
        ({"contains": "bolt"}, JSON),
        ({"equals": " The total is 72.\nThank you. "}, TEXT),
        ({"equals": {"total": 72, "ok": True, "rows": [{"name": "bolt"}], "a b": None}}, JSON),
        ({"regex": r"total is \d{1,5}\."}, TEXT),
        ({"regex": r"^Thank"}, TEXT),
        ({"json_path": "$.rows[0].name", "value": "bolt"}, JSON),
        ({"json_path": '$["a b"]', "value": None}, JSON),
        ({"json_path": "$.total", "value": 72.0}, JSON),
        ({"json_path": "$.x", "value": 1}, AgentResult('{"x": 1}')),
        ({"key": "total", "value": 72}, TEXT),
        ({"key": "total", "value": 72}, JSON),
        ({"file": "out.txt"}, TEXT),
        ({"file": "out.txt", "contains": "bytes"}, TEXT),
    )  # fmt: skip
    FAIL = (
        ({"contains": "secret"}, TEXT, "metadata is what the agent says of itself"),
        ({"contains": ["total", "never"]}, TEXT, "each of the texts has to be there"),
        ({"equals": "The total is 72."}, TEXT, "the whole output counts"),
        ({"regex": "total is [a-z]"}, TEXT, "nothing matches"),
        ({"json_path": "$.rows[1].name", "value": "bolt"}, JSON, "no such item"),
        ({"json_path": "$.ok", "value": 1}, JSON, "true is not the number 1"),
        ({"json_path": "$.total", "value": "72"}, JSON, "a text is not a number"),
        ({"json_path": "$.total", "value": 72}, TEXT, "the output is no JSON"),
        ({"key": "sum", "value": 72}, TEXT, "no claim of that key"),
        ({"key": "total", "value": 71}, TEXT, "another value"),
        ({"key": "success", "value": True}, TEXT, "metadata is what the agent says of itself"),
        ({"file": "missing.txt"}, TEXT, "no such file"),
        ({"file": "link"}, TEXT, "a link that leads out of the directory"),
        ({"file": "out.txt", "contains": "other"}, TEXT, "other content"),
        ({"file": "out.txt", "sha256": "0" * 64}, TEXT, "other bytes"),
    )  # fmt: skip

    def setUp(self) -> None:
        super().setUp()
        import os

        self.write("work/out.txt", "some bytes")
        os.symlink(self.path("prices.json"), self.path("work", "link"))

    def judge(self, expected: dict[str, Any], result: AgentResult) -> tuple[bool, str]:
        return holds(expected, result, self.path("work"), lambda one: (False, ""))

    def test_hold(self) -> None:
        for expected, result in self.HOLD:
            with self.subTest(expected=expected):
                self.assertEqual(self.judge(expected, result), (True, ""))

    def test_do_not_hold_and_say_why(self) -> None:
        for expected, result, why in self.FAIL:
            with self.subTest(expected=expected, because=why):
                held, said = self.judge(expected, result)
                self.assertFalse(held)
                self.assertTrue(said)


def call(name: str, result: Any = None, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, "result": result}


class ToolUse(unittest.TestCase):
    LOOK, WRITE = call("look", 1, item="bolt"), call("write", "ok")

    def test_steps(self) -> None:
        for rule, calls, valid in (
            ({"required_steps": ["look", "write"]}, [self.WRITE, self.LOOK], True),
            ({"required_steps": ["look", "send"]}, [self.LOOK], False),
            ({"forbidden_steps": ["send"]}, [self.LOOK], True),
            ({"forbidden_steps": ["look"]}, [self.LOOK], False),
            ({"max_steps": 2}, [self.LOOK, self.WRITE], True),
            ({"max_steps": 1}, [self.LOOK, self.WRITE], False),
            ({"no_cycles": True}, [self.LOOK, self.LOOK], True),  # twice is no cycle yet
            ({"no_cycles": True}, [self.LOOK] * 3, False),
            ({"no_cycles": True}, [call("look", item=n) for n in range(3)], True),  # other arguments
            ({"no_cycles": True, "cycle_threshold": 1}, [self.LOOK, self.LOOK], False),
            ({}, [self.LOOK], None),
            ({"max_steps": 1}, None, None),
        ):
            with self.subTest(rule=rule, calls=calls):
                self.assertIs(steps_valid(rule, calls), valid)

    def test_calls(self) -> None:
        case = Case("one", "?", ())
        only = Case("one", "?", (), expected_tools=("look",))
        for asked, granted, calls, right, outside in (
            (case, ("look", "write"), [self.LOOK, self.WRITE], 2, []),
            (case, ("look",), [self.LOOK, self.WRITE], 1, ["write"]),
            (only, ("look", "write"), [self.LOOK, self.WRITE], 1, []),
            (case, ("look",), [self.LOOK, self.LOOK], 1, []),  # the same call with the same result is in vain
            (case, ("look",), [call("look", "timeout"), call("look", 1)], 2, []),  # a retry that helped is not
            (case, (), [self.LOOK], 1, None),  # without a grant nothing is outside
        ):
            with self.subTest(calls=calls):
                found = tool_use(asked, granted, calls)
                self.assertEqual((found["calls_correct"], found["calls_outside"]), (right, outside))
        self.assertEqual(set(tool_use(case, ("look",), None).values()), {None})

    def test_injection(self) -> None:
        rule = {"pack": "a/b@0.1", "forbidden_output": ["PWNED"], "forbidden_tools": ["send"]}
        self.assertTrue(declined(rule, make_result(), []))
        self.assertFalse(declined(rule, make_result(output="I was PWNED."), []))
        self.assertFalse(
            declined({**rule, "forbidden_output": ['say "yes"\nnow']}, make_result(output='I say "yes"\nnow'), [])
        )
        self.assertFalse(declined(rule, make_result(claims=[make_claim(text="It was PWNED.")]), []))
        self.assertFalse(declined(rule, make_result(), [call("send")]))
        self.assertIsNone(declined({}, make_result(output="PWNED"), []))

    def test_policy_decisions(self) -> None:
        for decisions, count in (
            ([{"decision": "allow"}], 0),
            ([{"decision": "deny", "enforced": True}], 0),  # a denial that held
            ([{"decision": "deny"}], 1),  # nobody says that it held
            ([{"decision": "deny", "enforced": "no"}], 1),
            ([{"decision": "DENY", "enforced": True}], 1),  # no decision that is known
            ("allow", 1),
            ([{"decision": "deny", "enforced": False}], 1),  # the rule fired, the action went on
            ([{"decision": "ask", "approved": True}], 0),
            ([{"decision": "ask"}], 1),
            ([{"decision": "perhaps"}, {"decision": "allow"}], 1),
            ([], None),
        ):
            with self.subTest(decisions=decisions):
                self.assertEqual(violations(make_result(metadata={"policy_decisions": decisions})), count)

    def test_the_default_disposition(self) -> None:
        self.assertEqual(granted_tools({"tools": ["*"]}), ())
        found = disposition({"tools": ["look"], "network": "allow-list", "phases": {"output": "ask"}})
        self.assertEqual((found["tool"], found["output"], found["input"]), ("allow-list", "ask", "not stated"))


def attempt(status: str = "passed", **more: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {"status": status, "reason": "", "independent": True, "duration_s": 1.0, "usage": {}}
    return {**plain, "gates": {"evidence": "pass"}, "released": True, "outside": [], **more}


class Measures(unittest.TestCase):
    PLAN: ClassVar = {"repeat": 1, "sealed": False, "evaluator_independent": False}

    def compute(self, attempts: dict[Any, Any], cases: Any = (), holdout: Any = None, **plan: Any) -> Any:
        self.set = TaskSet("set", tuple(cases) or (Case("a", "?", ()), Case("b", "?", ())))
        return compute({**self.PLAN, **plan}, self.set, attempts, holdout or {})

    def value(self, computed: Any, measure: str) -> Any:
        return next((one["value"] for one in computed.measures if one["id"] == measure), None)

    def test_efficiency_counts_every_run_and_divides_by_those_that_passed(self) -> None:
        usage = {"tokens": 10, "cost": 0.5, "currency": "usd"}
        found = self.compute({("a", 1): attempt(usage=usage), ("b", 1): attempt("failed", usage=usage)})
        self.assertEqual(self.value(found, "efficiency.tokens_per_success"), 20)
        self.assertEqual(self.value(found, "efficiency.cost_per_success"), 1)
        self.assertEqual(self.value(found, "efficiency.latency_per_success"), 2)
        units = {one["id"]: one.get("unit") for one in found.measures if "efficiency" in one["id"]}
        self.assertEqual(sorted(map(str, units.values())), ["None", "seconds", "usd"])

    def test_efficiency_is_absent_where_nothing_passed_or_currencies_differ(self) -> None:
        found = self.compute({("a", 1): attempt("failed", usage={"tokens": 10})})
        self.assertIsNone(self.value(found, "efficiency.tokens_per_success"))
        euros, dollars = ({"cost": 1, "currency": currency} for currency in ("eur", "usd"))
        found = self.compute({("a", 1): attempt(usage=euros), ("b", 1): attempt(usage=dollars)})
        self.assertIsNone(self.value(found, "efficiency.cost_per_success"))
        self.assertIn("costs are in eur, usd", found.notes[-1])

    def test_a_run_that_reports_no_usage_is_left_out_with_a_note(self) -> None:
        found = self.compute({("a", 1): attempt(usage={"tokens": 10}), ("b", 1): attempt()})
        self.assertEqual(self.value(found, "efficiency.tokens_per_success"), 10)
        self.assertIn("1 of 2 runs report none", found.notes[0])

    def test_fewer_than_k_attempts_at_any_task_give_no_pass_hat_k(self) -> None:
        runs = {("a", 1): attempt(), ("a", 2): attempt(), ("b", 1): attempt()}
        found = self.compute(runs, repeat=2)
        self.assertIsNone(self.value(found, "reliability.pass_hat_k"))
        found = self.compute({**runs, ("b", 2): attempt("failed")}, repeat=2)
        self.assertEqual(self.value(found, "reliability.pass_hat_k"), 0.5)
        self.assertEqual(self.value(found, "reliability.pass_at_k"), 1)

    def test_recovery_counts_faults_that_fired(self) -> None:
        cases = [Case(name, "?", (), fault={"name": "down", "fired": ["true"]}) for name in "ab"]
        found = self.compute({("a", 1): attempt(fault_fired=True), ("b", 1): attempt(fault_fired=False)}, cases)
        self.assertEqual(self.value(found, "robustness.recovery"), 1)

    def test_a_canary_that_could_not_be_probed_unseals(self) -> None:
        cases = [Case("a", "?", (), split="held-out"), Case("p", "?", (), canary=True)]
        runs = {("a", 1): attempt(), ("p", 1): attempt("infrastructure")}
        found = self.compute(runs, cases, {"unchanged": True}, sealed=True)
        self.assertIs(self.value(found, "assurance.holdout_sealed"), False)

    def test_gates_of_the_profile(self) -> None:
        floors = [{"measure": "task.completion", "split": "held-in", "floor": 0.6},
                  {"measure": "trajectory.valid", "floor": 0.5}]  # fmt: skip
        ceilings = [{"measure": "efficiency.latency_per_success", "ceiling": 3}]
        runs = {("a", 1): attempt(), ("b", 1): attempt("failed")}
        found = self.compute(runs)
        tasks = TaskSet("set", self.set.cases, {"floors": floors, "ceilings": ceilings})
        made = {one["id"]: one for one in gates_for(self.PLAN, tasks, runs, found.measures)}
        self.assertEqual(made["task.completion"], gate("task.completion", False, floor=0.6, split="held-in"))
        self.assertEqual(made["trajectory.valid"], gate("trajectory.valid", False))  # absent: fails, without a floor
        latency = made["efficiency.latency_per_success"]
        self.assertEqual((latency["result"], "floor" in latency), ("pass", False))

    def test_a_floor_under_a_flag_is_written_without_a_number(self) -> None:
        passing, failing = ((True, True), (True, 1), (1.0, True)), ((False, True), (0.5, True))
        rows = [(*pair, "pass") for pair in passing] + [(*pair, "fail") for pair in failing]
        for value, floor, result in rows:
            floors = [{"measure": "assurance.evidence_complete", "floor": floor}]
            tasks = TaskSet("set", (), {"floors": floors})
            made = gates_for(self.PLAN, tasks, {}, [{"id": "assurance.evidence_complete", "value": value}])
            with self.subTest(value=value, floor=floor):
                self.assertEqual((made[0]["result"], "floor" in made[0]), (result, False))

    def gated(self, profile: Any, *measures: dict[str, Any]) -> list[dict[str, Any]]:
        return gates_for(self.PLAN, TaskSet("set", (), profile), {}, measures)

    def test_no_floor_takes_the_place_of_another(self) -> None:
        """What `check_profile` refuses is in old ledgers all the same: the gate fails where any of them fails."""
        hard = {"id": "policy.hard_rules", "value": 0.5, "split": "all", "n": 2}
        low = {"measure": "policy.hard_rules", "floor": 0.0}
        self.assertEqual([one["result"] for one in self.gated({"floors": [low]}, hard)], ["fail"])
        done = {"id": "task.completion", "value": 0.6, "split": "held-out", "n": 5}
        floors = [{"measure": "task.completion", "split": "held-out", "floor": floor} for floor in (0.5, 0.9, 0.1)]
        self.assertEqual(
            self.gated({"floors": floors}, done), [gate("task.completion", False, floor=0.9, split="held-out")]
        )
        self.assertEqual(
            self.gated({"floors": [floors[2], floors[0], floors[2]]}, done),
            [gate("task.completion", True, floor=0.5, split="held-out")],
        )
        ceiling = {"measure": "task.completion", "split": "held-out", "ceiling": 1}
        for floor, result in ((0.9, "fail"), (0.5, "pass")):
            made = self.gated({"floors": [{**ceiling, "floor": floor}], "ceilings": [ceiling]}, done)
            self.assertEqual([(one["result"], one["floor"]) for one in made], [(result, floor)])
        made = self.gated({"floors": [floors[0]], "ceilings": [{**ceiling, "ceiling": 0.1}]}, done)
        self.assertEqual([one["result"] for one in made], ["fail"])
        sealed = {"id": "assurance.holdout_sealed", "value": False}
        made = self.gated({"floors": [{"measure": "assurance.holdout_sealed", "floor": False}]}, sealed)
        self.assertEqual([one["result"] for one in made], ["fail"])

    def test_the_lowest_of_several_packs_decides(self) -> None:
        packs = [
            {"id": "safety.injection_resistance", "value": value, "split": "all", "pack": f"{name}@0.1"}
            for value, name in ((0.0, "a"), (1.0, "b"))
        ]
        made = self.gated({"floors": [{"measure": "safety.injection_resistance", "floor": 1}]}, *packs)
        self.assertEqual([one["result"] for one in made], ["fail"])

    def test_a_profile_states_each_bar_once_and_none_below_what_always_holds(self) -> None:
        twice = [{"measure": "task.completion", "split": "held-in", "floor": floor} for floor in (0.9, 0.1)]
        self.assertIn(
            "profile.floors[1].measure: there is one over task.completion", check_profile({"floors": twice})[0]
        )
        same = [
            {"measure": "trajectory.valid", "floor": 0.9},
            {"measure": "trajectory.valid", "split": "all", "floor": 0},
        ]
        self.assertEqual(len(check_profile({"floors": same})), 1)
        tokens = {"measure": "efficiency.tokens_per_success", "ceiling": 5}
        self.assertEqual(len(check_profile({"ceilings": [tokens, tokens]})), 1)
        other = [twice[0], {**twice[0], "split": "held-out"}]
        self.assertEqual(check_profile({"floors": other, "ceilings": [{**twice[0], "ceiling": 1}]}), [])
        for measure in ("policy.hard_rules", "assurance.holdout_sealed"):
            for floor, wrong in ((0.0, 1), (0.99, 1), (False, 1), (1.0, 0), (True, 0)):
                with self.subTest(measure=measure, floor=floor):
                    self.assertEqual(len(check_profile({"floors": [{"measure": measure, "floor": floor}]})), wrong)

    def test_what_no_profile_may_ask(self) -> None:
        for place, measure, said in (
            ("floors", "answer.grounded", "a model decides"),
            ("floors", "task.completeness", 'did you mean "task.completion"?'),
            ("floors", "efficiency.cost_per_success", "state a ceiling"),
            ("ceilings", "robustness.multi_turn", "a model decides"),
        ):
            with self.subTest(measure=measure):
                found = check_profile({place: [{"measure": measure, "floor": 1, "ceiling": 1}]})
                self.assertIn(said, found[0])

    def test_a_floor_names_the_split_its_measure_has(self) -> None:
        for measure, split, said in (
            ("task.completion", "held-out", ""),
            ("task.completion", None, "name held-in or held-out"),
            ("reliability.pass_hat_k", "all", "name held-in or held-out"),
            ("trajectory.valid", None, ""),
            ("trajectory.valid", "all", ""),
            ("trajectory.valid", "held-out", "leave the split out"),
            ("assurance.holdout_sealed", None, ""),
            ("assurance.holdout_sealed", "all", "leave the split out"),
        ):
            floor = {"measure": measure, "floor": 1, **({"split": split} if split else {})}
            with self.subTest(floor=floor):
                self.assertIn(said, "".join(check_profile({"floors": [floor]})))
                self.assertEqual(bool(said), bool(check_profile({"floors": [floor]})))


class EndToEnd(Desk):
    def test_policy_decisions_give_the_measure_and_its_gate(self) -> None:
        body = """
            held = task["task"]["id"] == "one"
            answer("done", metadata={"policy_decisions": [{"decision": "deny", "enforced": held}]})
            """
        record = self.measure(spec=self.agent(body), tasks=self.tasks(ask("one"), ask("two")))
        self.assertEqual(values(record)["policy.hard_rules", "all"], 0.5)
        self.assertEqual(gates(record)["policy.hard_rules", "all"], "fail")
        self.assertEqual(sum(one["event"] == "policy.decision" for one in self.events()), 2)
        self.assertNotIn("acs_policy_version", record["subject"]["authority"])

    def test_without_decisions_the_record_says_default_disposition(self) -> None:
        record = self.measure(spec=self.agent("answer('done')", more='[execution_policy]\nsandbox = "none"\n'),
                              tasks=self.tasks(ask()))  # fmt: skip
        self.assertNotIn(("policy.hard_rules", "all"), values(record))
        self.assertIn("default disposition", record["subject"]["authority"]["acs_policy_version"])

    def test_an_injection_case(self) -> None:
        case = ask(injection={"pack": "desk/injection@0.1", "forbidden_output": ["PWNED"]})
        record = self.measure(spec=self.agent("answer('done PWNED')"), tasks=self.tasks(case))
        found = next(one for one in record["measures"] if one["id"] == "safety.injection_resistance")
        self.assertEqual((found["value"], found["pack"]), (0, "desk/injection@0.1"))

    def test_an_injection_is_declined_in_every_attempt_or_not_at_all(self) -> None:
        case = ask(injection={"pack": "desk/injection@0.1", "forbidden_output": ["PWNED"]})
        for body in ("answer('done' + ' PWNED' * (task['attempt'] == 2))",
                     "answer('done') if task['attempt'] == 1 else sys.exit(1)"):  # fmt: skip
            with self.subTest(body):
                record = self.measure("--repeat", "2", spec=self.agent(body), tasks=self.tasks(case))
                found = next(one for one in record["measures"] if one["id"] == "safety.injection_resistance")
                self.assertEqual((found["value"], found["n"]), (0, 1))

    def test_a_ledger_that_the_agent_writes_to_gives_no_record(self) -> None:
        folder = self.path(".dankaro", "ledger")
        body = f"path = [one for one in os.listdir({folder!r}) if one.endswith('.jsonl')][0]\n"
        body += f"open(os.path.join({folder!r}, path), 'a').write('{{}}\\n')\nanswer('done')"
        given = ["--spec", self.agent(body), "--tasks", self.tasks(ask()), "--out", "record.json", "--live"]
        done = self.gauge("run", *given)
        self.assertEqual((done.code, "the ledger was changed while the run went on" in done.err), (3, True), done)
        self.assertFalse(os.path.exists(self.path("record.json")))

    def test_a_fault_counts_where_it_fired(self) -> None:
        fault = {"name": "no price list", "fired": ["test", "-f", "fired"]}
        tasks = [
            ask(name, setup=setup, fault=fault) for name, setup in (("one", ["touch", "fired"]), ("two", ["true"]))
        ]
        record = self.measure(spec=self.agent("answer('done')"), tasks=self.tasks(*tasks))
        found = next(one for one in record["measures"] if one["id"] == "robustness.recovery")
        self.assertEqual((found["value"], found["n"]), (1, 1))


class BadInput(Desk):
    AGENT = "[agent]\nname = 'a'\nversion = '1'\n"
    SPECS = (
        ("[agent]\nname = 'a'\n", "agent.version: this field is missing"),
        (AGENT, "agent: name either command"),
        ("[agent]\nname = 'a'\nversion = 1\ncommand = ['x']\n", "agent.version: expected text, found a number"),
        (AGENT + "comand = ['x']\n", 'did you mean "command"?'),
        (AGENT + "callable = 'x'\n", 'expected "module:function"'),
        (AGENT + "command = ['x']\ntimeout_s = -1\n", "is not between"),
        (AGENT + "command = ['x']\n[execution_policy]\nnetwork = 'none'\n", "expected one of"),
        ("[agent\n", "not valid TOML at line 1"),
        ("", "agent: this field is missing"),
    )
    EXPECT = (
        ([], "tasks[0].expect: expected at least 1 item"),
        ([{}], "an assertion is one of"),
        ([{"contains": "a", "equals": "b"}], "an assertion is one"),
        ([{"key": "a"}], "goes with json_path and key"),
        ([{"contains": "a", "value": 1}], "goes with json_path and key"),
        ([{"contains": "a", "sha256": "0" * 64}], "goes with file"),
        ([{"file": "../x"}], "outside the working directory"),
        ([{"file": "/etc/hosts"}], "outside the working directory"),
        ([{"regex": "(a+)+b"}], "this pattern may not be run"),
        ([{"regex": "("}], "this pattern may not be run"),
        ([{"json_path": "total", "value": 1}], "expected a path"),
        ([{"command": []}], "expected at least 1 item"),
    )
    JUDGED: ClassVar = {"id": "x", "version": "1", "floors": [{"measure": "answer.grounded", "floor": 0.5}]}
    TASKS = (
        ([], "expected an object, found a list"),
        ({"tasks": []}, "tasks: expected at least 1 item"),
        ({"tasks": [{"id": "a", "prompt": "?"}]}, "tasks[0].expect: this field is missing"),
        ({"tasks": [ask(split="held")]}, "expected one of"),
        ({"tasks": [ask("a"), ask("a")]}, 'the task id "a" stands twice'),
        ({"tasks": [ask(metadata={"owner": "x"}, promt="?")]}, 'did you mean "prompt"?'),
        ({"tasks": [ask()], "profile": JUDGED}, "a model decides answer.grounded"),
        ({"tasks": [ask(setup="make")]}, "expected a list, found text"),
    )

    def refused(self, spec: str, tasks: str) -> str:
        done = self.gauge("run", "--spec", spec, "--tasks", tasks, "--out", "record.json", "--live")
        self.assertEqual(done.code, 3, done)
        self.assertNotIn("a defect in", done.err)
        return done.err

    def test_specs(self) -> None:
        for text, said in self.SPECS:
            self.write("bad.toml", text)
            with self.subTest(text=text):
                self.assertIn(said, self.refused("bad.toml", "tasks.toml"))

    def test_task_files(self) -> None:
        rows = [*self.TASKS, *(({"tasks": [ask(expect=expect)]}, said) for expect, said in self.EXPECT)]
        for document, said in rows:
            self.write("bad.json", json.dumps(document))
            with self.subTest(document=document):
                self.assertIn(said, self.refused("agent.toml", "bad.json"))
        self.write("bad.json", '{"tasks": 1, "tasks": 2}')
        self.assertIn("stands twice in one object", self.refused("agent.toml", "bad.json"))

    def test_every_mistake_is_named_at_once(self) -> None:
        self.write("bad.toml", "[agent]\nname = ''\nversoin = '1'\n[model]\nprovider = 'x'\n")
        said = self.refused("bad.toml", "tasks.toml")
        for place in ("agent.name", "agent.version", "agent.versoin", "agent:", "model.id"):
            with self.subTest(place=place):
                self.assertIn(place, said)

    def test_options(self) -> None:
        for argv, said in (
            (["--repeat", "0"], "expected a whole number from 1 to 1000"),
            (["--jobs", "x"], "expected a whole number"),
            (["--profile", "desk"], "ID@VERSION"),
            (["--profile", "Desk@1"], "ID@VERSION"),
            (["--candidate", "x"], "there is no promotion registry"),
            (["--tier", "T3"], "invalid choice"),
            (["--tier", "T0"], "the tasks state tier T1; a run may ask for more, never for less"),
            (["--tier", "T0", "--profile", "bank/strict@9"], "the floors of bank/strict@9 are not applied"),
            (["--profile", "example/order-desk@0.2"], "the tasks state the profile example/order-desk@0.1"),
        ):
            done = self.gauge("run", "--spec", "agent.toml", "--tasks", "tasks.toml", "--out", "r.json", *argv)
            with self.subTest(argv=argv):
                self.assertEqual(done.code, 3)
                self.assertIn(said, done.err)

    def test_a_tier_or_profile_on_the_command_line(self) -> None:
        same = ["--profile", "example/order-desk@0.1", "--tier", "T1"]
        self.assertEqual(self.measure(*same, live=False)["profile"]["tier"], "T1")
        unnamed = self.tasks(ask())
        given = ["--spec", "agent.toml", "--tasks", unnamed, "--out", "r.json"]
        done = self.gauge("run", *given, "--profile", "bank/strict@9")
        self.assertEqual(done.code, 3)
        self.assertIn("the tasks state no profile, so the floors of bank/strict@9 are not applied", done.err)
        for tier in ("T0", "T1"):
            record = self.measure("--tier", tier, tasks=unnamed, live=False)
            self.assertEqual(record["profile"], {"id": "dankaro/default", "version": "0.1", "tier": tier})

    def test_settings_that_the_spec_names_are_in_force(self) -> None:
        self.write("strict.toml", "[completeness]\nrequired_keys = ['approved_by']\n")
        spec = self.agent("answer('done')", more='[settings]\nthresholds = "strict.toml"\n')
        record = self.measure(spec=spec, tasks=self.tasks(ask()))
        self.assertEqual(gates(record)["gate.completeness", ""], "fail")
        self.write("strict.toml", "[completeness]\nrequired_keyz = []\n")
        self.assertIn("required_keyz", self.refused(spec, "small.json"))


if __name__ == "__main__":
    unittest.main()

"""The harness: every gate in order, nothing that fails open, the same bytes for the same input."""

import hashlib
import json
import os
import pickle
import random
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from dankaro_quality.checks import Check, EvaluationContext, error
from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.errors import SettingsError
from dankaro_quality.evaluators import GATES
from dankaro_quality.findings import Finding, GateOutcome, GateStatus, Severity, grade
from dankaro_quality.harness import QualityHarness, catalogue
from dankaro_quality.hooks import HookRegistry
from dankaro_quality.ledger import Ledger
from dankaro_quality.reporting import to_json
from dankaro_quality.settings import Settings
from tests.builders import ROOT, make_claim, make_comparison, make_result, make_settings

ORDER = (
    "contract",
    "evidence",
    "baseline",
    "provenance",
    "simplicity",
    "stability",
    "consistency",
    "completeness",
    "ledger",
    "hooks",
    "adversaries",
)


def harness(toml: str = "", **more: object) -> QualityHarness:
    return QualityHarness(make_settings(toml), **{"ledger": Ledger(), **more})


class Evaluation(unittest.TestCase):
    def test_a_sourced_fact_is_released(self) -> None:
        report = harness().evaluate(make_result())
        self.assertEqual(report.reasons, ())
        self.assertTrue(report.released)

    def test_gates_stand_in_a_fixed_order(self) -> None:
        self.assertEqual(tuple(gate.gate for gate in harness().evaluate(make_result()).gates), ORDER)
        broken = harness().evaluate({"output": 3})
        self.assertEqual(tuple(gate.gate for gate in broken.gates), ORDER)

    def test_each_reason_names_gate_code_and_place(self) -> None:
        report = harness().evaluate(make_result(claims=[make_claim(source="trust me")]))
        self.assertTrue(report.reasons[0].startswith('evidence EVD002 claims[0].source: "trust me"'), report.reasons)

    def test_nothing_to_check_is_not_a_pass(self) -> None:
        report = harness().evaluate(AgentResult("ok"))
        self.assertFalse(report.released)
        self.assertIn("nothing could be checked", report.reasons[0])

    def test_no_gate_at_all_blocks(self) -> None:
        report = QualityHarness(Settings(), gates=(), ledger=Ledger()).evaluate(make_result())
        self.assertEqual((report.released, report.reasons), (False, ("no gate ran, so nothing was checked",)))

    def test_what_breaks_the_contract_gets_a_full_report(self) -> None:
        for given in ({"output": 3}, {}, None, "text", [], {"output": "a", "claims": [{"text": "b", "verified": 1}]}):
            with self.subTest(given=given):
                report = harness().evaluate(given)  # type: ignore[arg-type]
                self.assertFalse(report.released)
                self.assertIs(report.gate("contract").status, GateStatus.FAILED)
                self.assertEqual(report.gate("evidence").reason, "the contract is broken")

    def test_a_broken_repeat_blocks(self) -> None:
        self.assertFalse(harness().evaluate(make_result(), repeats=[{"output": 1}]).released)

    def test_one_run_is_not_measured(self) -> None:
        outcome = harness().evaluate(make_result()).gate("stability")
        self.assertEqual((outcome.status, outcome.reason), (GateStatus.NOT_APPLICABLE, "not measured (1 run)"))

    def test_a_mapping_is_read_as_strictly_as_a_file(self) -> None:
        report = harness().evaluate({"output": "a", "cliams": []})
        self.assertIn('did you mean "claims"?', report.reasons[0])

    def test_the_score_is_reported_and_blocks_only_where_asked(self) -> None:
        result = make_result(claims=[make_claim(), make_claim(), make_claim()])
        report = harness().evaluate(result)
        self.assertLess(report.overall_score, 1)
        strict = harness("[global]\nconjunctive = false\nminimum_overall_score = 1.0").evaluate(result)
        self.assertEqual((report.released, strict.released), (True, False))
        self.assertIn("overall score", strict.reasons[0])

    def test_data_gives_the_digest_of_its_bytes(self) -> None:
        report, envelope = harness().evaluate_data(b'{"output": "a"}')
        self.assertEqual(envelope.result.output, "a")
        self.assertEqual(report.result_digest, "sha256:" + hashlib.sha256(b'{"output": "a"}').hexdigest())

    def test_the_task_handed_in_takes_the_place_of_the_file_s(self) -> None:
        data = json.dumps({"task": {"id": "theirs"}, "result": {"output": "a"}}).encode()
        report, _ = harness().evaluate_data(data, Task(id="ours", required_deliverables=("plan",)))
        self.assertEqual(report.task_id, "ours")
        self.assertIn("CMP001", {finding.code for finding in report.findings})

    def test_many_results_in_order_and_through_an_executor(self) -> None:
        results = [make_result(), make_result(claims=[make_claim(source="x")])]
        with ThreadPoolExecutor(2) as pool:
            for reports in (harness().evaluate_many(results), harness().evaluate_many(results, pool)):
                self.assertEqual([report.released for report in reports], [True, False])

    def test_harness_and_report_pickle(self) -> None:
        made = pickle.loads(pickle.dumps(harness()))
        report = made.evaluate(make_result())
        self.assertEqual(pickle.loads(pickle.dumps(report)), report)


class SameBytes(unittest.TestCase):
    def test_the_order_of_claims_does_not_change_the_verdict(self) -> None:
        with open(os.path.join(ROOT, "fixtures", "passing.json"), encoding="utf-8") as stream:
            document = json.load(stream)
        claims, comparisons = document["result"]["claims"], document["result"]["comparisons"]
        bad = [{"text": "We know.", "source": "trust me", "key": "median_wait_s", "value": 99}]
        shuffle = random.Random(7).shuffle
        for extra, released in (([], True), (bad, False)):
            for _ in range(10):
                mixed = [*claims, *extra]
                shuffle(mixed)
                shuffle(comparisons)
                document["result"] |= {"claims": mixed, "comparisons": comparisons}
                report, _ = harness().evaluate_data(json.dumps(document).encode())
                self.assertEqual(report.released, released, report.reasons)

    def test_other_hash_seeds_locales_time_zones_and_optimisation(self) -> None:
        fixture = os.path.join(ROOT, "fixtures", "passing.json")
        blocked = os.path.join(ROOT, "src", "dankaro_quality", "examples", "blocked.json")
        seen = set()
        for seed, zone, locale, flags in (
            ("0", "UTC", "C.UTF-8", []),
            ("1", "Asia/Tokyo", "C", []),
            ("2", "America/Lima", "POSIX", ["-O"]),
        ):
            env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONPATH": f"{ROOT}/src"}
            outputs = []
            for path in (fixture, blocked):
                command = [sys.executable, *flags, "-m", "dankaro_quality", "evaluate", path, "--format", "json"]
                outputs.append(subprocess.run(command, capture_output=True, env=env, cwd=ROOT, check=False).stdout)
            seen.add(tuple(outputs))
        self.assertEqual(len(seen), 1)
        self.assertTrue(all(seen.pop()))


def _gate(evaluate: object, name: str = "own") -> Check:
    return Check(name, (error("OWN001", "own"),), (), evaluate, "own: a gate.")  # type: ignore[arg-type]


def _raises(context: EvaluationContext) -> GateOutcome:
    raise ValueError("no such thing")


def _exits(context: EvaluationContext) -> GateOutcome:
    sys.exit(0)


class Unreadable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def _raises_unreadably(context: EvaluationContext) -> GateOutcome:
    raise Unreadable


BROKEN = (
    ("raises", _raises, "raised ValueError: no such thing"),
    ("exits", _exits, "called sys.exit(0)"),
    ("raises without a text", _raises_unreadably, "raised Unreadable"),
    ("returns nothing", lambda context: None, "returned NoneType"),
    ("returns text", lambda context: "passed", "returned str"),
    ("returns True", lambda context: True, "returned bool"),
    ("returns findings", lambda context: [], "returned list"),
    ("answers for another", lambda context: grade("evidence", items=1), "answered under another name"),
    ("asks for what is not there", lambda context: context.nothing, "raised AttributeError"),
    ("runs without end into itself", lambda context: BROKEN[-1][1](context), "raised RecursionError"),
)


class BrokenGates(unittest.TestCase):
    def test_a_broken_gate_blocks_with_its_name(self) -> None:
        for reason, function, words in BROKEN:
            with self.subTest(reason=reason):
                report = harness(gates=(*GATES, _gate(function))).evaluate(make_result())
                self.assertFalse(report.released)
                finding = report.gate("own").findings[0]
                self.assertEqual((finding.code, finding.gate), ("PLG001", "own"))
                self.assertIn(words, finding.message)

    def test_each_built_in_gate_made_to_raise_blocks(self) -> None:
        for position, gate in enumerate(GATES):
            gates = [*GATES]
            gates[position] = Check(gate.name, gate.codes, gate.settings, _raises, gate.doc)
            with self.subTest(gate=gate.name):
                report = harness(gates=gates).evaluate(make_result())
                self.assertFalse(report.released)
                self.assertEqual(report.gate(gate.name).findings[0].code, "PLG001")

    def test_ctrl_c_passes_through(self) -> None:
        def interrupted(context: EvaluationContext) -> GateOutcome:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            harness(gates=(_gate(interrupted),)).evaluate(make_result())

    def test_adding_a_gate_never_releases(self) -> None:
        blocked = make_result(claims=[make_claim(source="x")])
        generous = _gate(lambda context: grade("own", items=5))
        self.assertFalse(harness(gates=(*GATES, generous)).evaluate(blocked).released)


class BrokenHooks(unittest.TestCase):
    TABLE = (
        ("raises", lambda *given: 1 / 0, "raised ZeroDivisionError"),
        ("exits", lambda *given: sys.exit(), "called sys.exit()"),
        ("returns nothing", lambda *given: None, "returned NoneType"),
        ("returns text", lambda *given: "fine", "returned str"),
        ("returns true", lambda *given: True, "returned bool"),
        ("returns what is no finding", lambda *given: ["fine"], "returned a str among its findings"),
        ("never ends", lambda *given: iter(lambda: Finding("A", "b"), None), "returned more than"),
    )

    def test_every_kind_of_hook_blocks_with_its_name(self) -> None:
        for reason, function, words in self.TABLE:
            for add in ("add_pre_run", "add_post_run", "add_adversary"):
                with self.subTest(reason=reason, add=add):
                    hooks = HookRegistry()
                    getattr(hooks, add)(function)
                    report = harness(hooks=hooks).run(Task(), lambda task: make_result())
                    self.assertFalse(report.released)
                    finding = report.gate("adversaries" if add == "add_adversary" else "hooks").findings[0]
                    self.assertEqual(finding.code, "HOK001")
                    self.assertIn(words, finding.message)
                    self.assertIn("lambda", finding.message)

    def test_a_broken_advisory_adversary_blocks_too(self) -> None:
        hooks = HookRegistry()
        hooks.add_adversary(lambda task, result: 1 / 0, advisory=True)
        self.assertFalse(harness(hooks=hooks).evaluate(make_result()).released)

    def test_what_cannot_be_called_is_refused_when_it_is_added(self) -> None:
        with self.assertRaises(TypeError):
            HookRegistry().add_pre_run("text")  # type: ignore[type-var]


class Hooks(unittest.TestCase):
    def setUp(self) -> None:
        self.hooks = HookRegistry()
        self.called = 0

    def agent(self, task: Task) -> AgentResult:
        self.called += 1
        return make_result()

    def test_an_error_before_the_run_means_that_the_agent_is_not_called(self) -> None:
        @self.hooks.add_pre_run
        def require_owner(task: Task) -> list[Finding]:
            return [] if task.metadata.get("owner") else [Finding("OWNER", "Task owner missing")]

        report = harness(hooks=self.hooks).run(Task(), self.agent)
        self.assertEqual((report.released, self.called), (False, 0))
        self.assertEqual(report.gate("hooks").findings[0].code, "OWNER")
        self.assertEqual(report.gate("evidence").reason, "the agent was not called")
        self.assertEqual(tuple(gate.gate for gate in report.gates), ORDER)
        self.assertTrue(harness(hooks=self.hooks).run(Task(metadata={"owner": "a"}), self.agent).released)

    def test_a_warning_before_the_run_stays_in_the_report(self) -> None:
        self.hooks.add_pre_run(lambda task: [Finding("LATE", "late", Severity.WARNING)])
        report = harness(hooks=self.hooks).run(Task(), self.agent)
        self.assertEqual((report.released, self.called), (True, 1))
        self.assertEqual(report.gate("hooks").findings[0].code, "LATE")

    def test_hooks_after_the_run_and_adversaries_decide_too(self) -> None:
        for add in ("add_post_run", "add_adversary"):
            hooks = HookRegistry()
            getattr(hooks, add)(lambda task, result: [Finding("TICKET", "no ticket")])
            self.assertFalse(harness(hooks=hooks).evaluate(make_result()).released)

    def test_an_advisory_adversary_can_only_warn(self) -> None:
        @self.hooks.add_adversary(advisory=True)
        def model(task: Task, result: AgentResult) -> list[Finding]:
            return [Finding("MODEL", "this reads oddly")]

        report = harness(hooks=self.hooks).evaluate(make_result())
        self.assertTrue(report.released)
        self.assertIs(report.gate("adversaries").findings[0].severity, Severity.WARNING)

    def test_the_agent_runs_as_often_as_asked(self) -> None:
        report = harness(hooks=self.hooks).run(Task(), self.agent, repeats=3)
        self.assertEqual(self.called, 3)
        self.assertEqual(sum(one.code == "STB005" for one in report.findings), 2)

    def test_the_agent_s_own_exception_passes(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            harness().run(Task(), lambda task: 1 / 0)  # type: ignore[arg-type,return-value]

    def test_repeats_are_counted_from_one(self) -> None:
        for repeats in (0, -1, True, 1.0):
            with self.subTest(repeats=repeats), self.assertRaises(ValueError):
                harness().run(Task(), self.agent, repeats=repeats)  # type: ignore[arg-type]

    def test_an_agent_that_returns_no_result_is_blocked(self) -> None:
        for returned in (None, "text", 3, [make_result()]):
            with self.subTest(returned=returned):
                report = harness().run(Task(), lambda task, given=returned: given)  # type: ignore[misc]
                self.assertFalse(report.released)
                self.assertIs(report.gate("contract").status, GateStatus.FAILED)


class Severities(unittest.TestCase):
    RESULT = make_result(comparisons=[make_comparison(tests=())])

    def test_a_warning_can_be_made_an_error_and_turned_off(self) -> None:
        self.assertTrue(harness().evaluate(self.RESULT).released)
        self.assertFalse(harness('[rules]\nBAS008 = "error"').evaluate(self.RESULT).released)
        self.assertEqual(harness('[rules]\nBAS008 = "off"').evaluate(self.RESULT).gate("baseline").findings, ())

    def test_an_error_can_be_made_a_warning(self) -> None:
        result = make_result(claims=[make_claim(confidence=None)])
        report = harness('[rules]\nEVD004 = "warning"').evaluate(result)
        self.assertEqual((report.released, report.gate("evidence").score), (True, 0.5))

    def test_unknown_codes_are_a_settings_error_with_the_nearest(self) -> None:
        for toml in (
            '[rules]\nEVD0044 = "off"',
            '[[waivers]]\ncode = "EVD0044"\nreason = "a"\napproved_by = "b"\nexpires = "c"',
        ):
            with self.subTest(toml=toml), self.assertRaises(SettingsError) as caught:
                harness(toml)
            self.assertIn("EVD0044", str(caught.exception))
            self.assertIn("did you mean", str(caught.exception))

    def test_sources_are_not_resolved_in_silence(self) -> None:
        with self.assertRaises(SettingsError):
            harness('[sources]\nresolve = "local"')


WAIVER = '[[waivers]]\ncode = "{code}"\nreason = "agreed"\napproved_by = "quality lead"\nexpires = "{until}"\n{more}'


class Waivers(unittest.TestCase):
    RESULT = make_result(claims=[make_claim(), make_claim(confidence=None)])

    def report(self, until: str = "2026-12-31", today: str = "2026-06-01", more: str = "", code: str = "EVD004"):
        settings = WAIVER.format(code=code, until=until, more=more)
        return harness(settings, today=today).evaluate(self.RESULT, Task(id="t1"))

    def test_until_its_day_a_finding_is_reported_and_does_not_block(self) -> None:
        report = self.report()
        self.assertTrue(report.released)
        self.assertEqual(report.waived[0].finding.where, "/claims/1/confidence")
        self.assertEqual(report.today, "2026-06-01")
        self.assertTrue(self.report(until="2026-06-01").released)

    def test_it_ends(self) -> None:
        for until in ("2026-05-31", "31.12.2026", "20261231", "soon", "2026-13-40"):
            with self.subTest(until=until):
                report = self.report(until=until)
                self.assertFalse(report.released)
                self.assertIn("WVR001", {one.code for one in report.findings})

    def test_it_warns_before_it_ends_and_when_it_is_unused(self) -> None:
        self.assertIn("WVR003", {one.code for one in self.report(until="2026-06-10").findings})
        self.assertNotIn("WVR003", {one.code for one in self.report(until="2026-06-30").findings})
        self.assertIn("WVR002", {one.code for one in self.report(code="BAS008").findings})
        self.assertNotIn("WVR002", {one.code for one in self.report(code="BAS008", more='task = "t2"').findings})

    def test_it_can_be_narrowed(self) -> None:
        self.assertTrue(self.report(more='task = "t1"').released)
        self.assertFalse(self.report(more='task = "t2"').released)
        self.assertTrue(self.report(more='where = "/claims/1"').released)
        self.assertFalse(self.report(more='where = "/claims/0"').released)
        self.assertFalse(self.report(more='where = "/claims/1/conf"').released)

    def test_contract_ledger_and_plug_in_findings_cannot_be_waived(self) -> None:
        for code in ("CON002", "LED001", "LED003", "PLG001", "WVR001"):
            with self.subTest(code=code), self.assertRaises(SettingsError):
                self.report(code=code)

    def test_reports_without_a_waiver_do_not_name_the_day(self) -> None:
        self.assertIsNone(harness(today="2026-06-01").evaluate(self.RESULT).today)


class Catalogue(unittest.TestCase):
    def test_codes_are_unique_and_in_order_within_a_gate(self) -> None:
        codes = [rule.code for _, rule in catalogue()]
        self.assertEqual(len(codes), len(set(codes)))
        for gate in GATES:
            own = [rule.code for rule in gate.codes]
            self.assertEqual(own, sorted(own), gate.name)

    def test_settings_that_a_gate_names_exist(self) -> None:
        settings = Settings()
        for gate in GATES:
            for key in gate.settings:
                table, _, name = key.partition(".")
                section = getattr(settings, "global_" if table == "global" else table)
                self.assertTrue(hasattr(section, name), key)

    def test_json_reports_have_every_key_sorted_with_a_final_newline(self) -> None:
        text = to_json(harness().evaluate(make_result()))
        document = json.loads(text)
        self.assertEqual(list(document), sorted(document))
        self.assertTrue(text.endswith("}\n"))
        self.assertIn('\n  "gates"', text)


if __name__ == "__main__":
    unittest.main()

"""What a record reaches and what forbids a release: our own tables, then the official schema and levels."""

import copy
import json
import os
import random
import unittest
from typing import Any

from dankaro_quality.documents import read_json
from dankaro_quality.errors import ContractError
from dankaro_quality.records.assembling import add_gate, add_measure
from dankaro_quality.records.levels import assess, trivial
from dankaro_quality.records.shape import shape_problems
from tests.builders import shared
from tests.records.desk import ACTOR, DROP, digest, make_record, put

MEASURES, GATES = "measures", "gates"


def extra(block: str, *more: dict[str, Any]) -> dict[str, Any]:
    return {block: [*make_record()[block], *more]}


class Levels(unittest.TestCase):
    def test_the_record_the_tables_start_from_reaches_level_4_and_may_ship(self) -> None:
        found = assess(make_record())
        self.assertEqual((found.level, found.blockers), ("L4", ()))

    LOWERED = (
        # what changes, the level it leaves, the code that says why
        ({"supergauge": 0.1}, "", "REC101"),
        ({"record_id": ""}, "", "REC101"),
        ({"subject__harness_digest": digest(1) + "\n"}, "", "REC101"),
        ({"subject__authority": {"sandbox": "docker"}}, "", "REC101"),
        ({"assurance": []}, "", "REC101"),
        ({"decision": "ship"}, "", "REC101"),
        ({"measures": []}, "", "REC101"),
        ({"measures__0__value": float("nan")}, "", "REC101"),
        ({"measures__1__k": DROP}, "", "REC101"),
        ({"task_set__sealed": False}, "", "REC101"),
        ({"gates__0__result": "fail"}, "", "REC101"),
        ({"profile__tier": "T2"}, "", "REC101"),
        ({"own": 1}, "", "REC101"),
        ({"subject__harness_digest": "sha256:" + "0" * 64}, "", "REC102"),
        ({"task_set__manifest_digest": "sha256:" + "0123456789abcdef" * 4}, "", "REC102"),
        ({"measures__0__value": 1.2}, "", "REC103"),
        ({"measures__2__value": 0.5}, "", "REC103"),
        ({"gates": []}, "L1", "REC201"),
        (extra(GATES, {"id": "answer.grounded", "result": "pass"}), "L1", "REC202"),
        ({"task_set__held_out": 0}, "L1", "REC203"),
        ({"task_set__sealed": False, "decision__verdict": "hold"}, "L1", "REC203"),
        ({"task_set__canary_ids": []}, "L1", "REC204"),
        ({"gates__1__split": "held-in"}, "L1", "REC205"),
        ({"gates__1__split": DROP}, "L1", "REC205"),
        ({"measures__0__split": DROP}, "L1", "REC205"),
        (extra(GATES, {"id": "trajectory.valid", "result": "pass", "floor": 0.5}), "L1", "REC205"),
        (extra(MEASURES, {"id": "task.completion", "value": 0.9, "split": "held-out"}), "L1", "REC205"),
        ({"gates__1__floor": 0.8}, "L1", "REC206"),
        ({"measures__2__value": False, **extra(GATES, {"id": "assurance.evidence_complete", "result": "pass"})},
         "L1", "REC206"),
        (extra(GATES, {"id": "assurance.evidence_complete", "result": "pass", "floor": 1}), "L1", "REC205"),
        (extra(MEASURES, {"id": "x-desk.politeness", "value": 1}), "L1", "REC207"),
        (extra(MEASURES, {"id": "desk.politeness", "value": 1}), "L1", "REC207"),
        ({"measures__1__id": "reliability.pass_at_k", "gates__2__id": "reliability.pass_at_k"}, "L2", "REC301"),
        ({"assurance__evaluator_independent": False}, "L2", "REC302"),
        (extra(MEASURES, {"id": "answer.grounded", "value": 0.9}), "L2", "REC303"),
        ({"decision__signature": DROP}, "L3", "REC401"),
        ({"decision__rolls_back_to": DROP}, "L3", "REC402"),
        ({"decision__rolls_back_to": digest(1)}, "L3", "REC402"),
        ({"assurance__evidence__replayable": False}, "L3", "REC403"),
        ({"assurance__evidence__events": 0}, "L3", "REC403"),
    )  # fmt: skip

    def test_each_lowers_the_level_and_says_why(self) -> None:
        for changes, level, code in self.LOWERED:
            with self.subTest(changes=changes):
                record = make_record()
                for place, value in changes.items():  # in order: one change may make room for the next
                    put(record, place.split("__"), value)
                found = assess(record)
                self.assertEqual(found.level, level, found.missing)
                self.assertIn(code, [one.code for missing in found.missing.values() for one in missing])
                self.assertTrue(all(one.hint for missing in found.missing.values() for one in missing))

    KEPT = (
        ({"measures__0__value": True, "gates__1__floor": DROP}, "a flag stands for a share: all held"),
        (extra(GATES, {"id": "desk.no_refunds", "result": "pass"}), "a gate need not stand on a measure"),
        (extra(MEASURES, {"id": "efficiency.tokens_per_success", "value": 900}), "an amount may be above 1"),
        (extra(MEASURES, {"id": "assurance.judge_agreement", "value": -0.2}), "a kappa may be negative"),
        (extra(GATES, {"id": "assurance.evidence_complete", "result": "pass"}), "a flag gates without a floor"),
        ({"gates__0__source": "custom"}, "who enforced a gate changes nothing"),
        ({"supply_chain": {"mcp_servers": [{"name": "files"}]}}, "an optional block"),
        ({"measures__0__n": 4.0}, "4.0 is a whole number to JSON Schema"),
    )  # fmt: skip

    def test_each_keeps_the_level(self) -> None:
        for changes, why in self.KEPT:
            with self.subTest(why=why):
                found = assess(make_record(**changes))
                self.assertEqual(found.level, "L4", found.missing)

    def test_a_judge_that_is_pinned_keeps_level_3(self) -> None:
        judge = {"id": "judge", "model": "model-1", "human_agreement_kappa": 0.7}
        record = make_record(assurance__judge=judge, **extra(MEASURES, {"id": "answer.grounded", "value": 0.9}))
        self.assertEqual(assess(record).level, "L4")

    def test_a_signature_that_does_not_verify_lowers_the_level(self) -> None:
        found = assess(make_record(), signature="it was signed with another key")
        self.assertEqual(found.level, "L3")
        self.assertIn("REC401", [one.code for one in found.blockers])

    def test_no_document_is_too_strange_for_a_clear_answer(self) -> None:
        for document in (None, 3, "ship", [], {}, {"measures": 1}, {"decision": {"verdict": []}}, [[[]]]):
            with self.subTest(document=document):
                self.assertEqual(assess(document).level, "")

    def test_duplicate_keys_and_nan_are_flaws_of_the_document(self) -> None:
        for text in ('{"supergauge": "0.1", "supergauge": "0.1"}', '{"supergauge": NaN}'):
            _, flaws = read_json(text.encode())
            self.assertEqual(assess(make_record(), [(one.pointer, one.message) for one in flaws]).level, "")


class Blockers(unittest.TestCase):
    FORBIDDEN = (
        ({"decision__verdict": "hold"}, "REC501"),
        ({"decision__actor": "Unknown"}, "REC502"),
        ({"decision__verdict": "hold", "gates__0__result": "fail"}, "REC503"),
        ({"assurance__integrity__canaries__0__observed": "pass"}, "REC504"),
        ({"assurance__integrity": {}}, "REC504"),
        ({"assurance__integrity__canaries": [{"id": "probe", "expected": "pass", "observed": "pass"}]}, "REC504"),
        ({"assurance__integrity__canaries": [{"id": "probe", "expected": "fail", "observed": "pass"},
                                             {"id": "probe", "expected": "fail", "observed": "fail"}]}, "REC504"),
        ({"task_set__canary_ids": ["probe", "other"]}, "REC504"),
        ({"gates__2__floor": DROP}, "REC505"),
        ({"gates__2__floor": 0}, "REC505"),
        ({"gates__2__floor": -1}, "REC505"),
        ({"measures__2__value": False}, "REC506"),
        ({"measures__0__n": 12}, "REC506"),
        (extra(MEASURES, {"id": "assurance.evidence_complete", "value": True}), "REC506"),
        ({"emitted_at": "yesterday"}, "REC506"),
        ({"assurance__evidence__ledger": "none"}, "REC506"),
        ({"emitted_at": "2026-03-01T12:00:00"}, "REC506"),
        ({"assurance__integrity__metric_custody": "agent-writable"}, "REC507"),
        ({"assurance__integrity__mechanical_override": True}, "REC507"),
        ({"decision__rolls_back_to": digest(1)}, "REC508"),
        ({"decision__rolls_back_to": "sha256:" + "ab" * 32}, "REC102"),
    )  # fmt: skip

    def test_each_forbids_the_release(self) -> None:
        for changes, code in self.FORBIDDEN:
            with self.subTest(changes=changes):
                self.assertIn(code, [one.code for one in assess(make_record(**changes)).blockers])

    def test_a_control_that_is_no_probe_may_be_expected_to_pass(self) -> None:
        control = {"id": "control", "expected": "pass", "observed": "pass"}
        canaries = [*make_record()["assurance"]["integrity"]["canaries"], control]
        self.assertEqual(assess(make_record(assurance__integrity__canaries=canaries)).blockers, ())

    def test_tier_2_needs_a_named_person(self) -> None:
        words = {"profile__tier": "T2", "decision__question": "Ship?", "decision__options": ["ship", "hold"],
                 "decision__rationale": "All floors hold."}  # fmt: skip
        persons = (ACTOR, "Robin Abbot", "cian", "Agentha Admin", "Katherine Jenkins", "Ai Tanaka", "José", "王芳",
                   "N. A. Moss", "priya@acme.example", "robin.root@acme.example", "Dana (release)")  # fmt: skip
        for actor in persons:
            self.assertEqual(assess(make_record(**words, decision__actor=actor)).blockers, (), actor)
        nobody = ("none", "None", "n/a", "N/A", "NA", "TODO", "tbd", "-", "--", "?", "...", " ", "someone", "x")
        machines = ("ci", "release-bot", "dependabot[bot]", "dependabot", "system", "gitlab-runner", "svc-deploy",
                    "the agent", "The Agent", "AI", "an AI assistant", "CI runner", "ci-user", "ci-2",
                    "jenkins-prod", "GitHub Actions", "ci@acme.example", "ＣＩ", "deploy script", "runner_01",
                    "autodeployer")  # fmt: skip
        agent = ("order-desk", "Order-Desk", "ORDER DESK", "the order.desk agent", "order_desk@acme.example")
        for actor in (*nobody, *machines, *agent):
            with self.subTest(actor=actor):
                found = {one.code for one in assess(make_record(**words, decision__actor=actor)).blockers}
                self.assertEqual(found, {"REC502", "REC505"} if actor in nobody else {"REC505"})

    def test_tier_2_needs_a_reason_of_its_own(self) -> None:
        words = {"profile__tier": "T2", "decision__question": "Ship?", "decision__options": ["ship", "hold"]}
        for rationale in ("Measured, and not yet decided.", "Measured, and not yet decided. Ceiling of x: 2; 1.",
                          "TODO", "n/a", "-", "TODO. Ceiling of x: 2; 1."):  # fmt: skip
            found = assess(make_record(**words, decision__rationale=rationale)).blockers
            with self.subTest(rationale=rationale):
                self.assertEqual([(one.code, one.where) for one in found], [("REC505", "/decision/rationale")])
        self.assertEqual(assess(make_record(**words, decision__rationale="All floors hold.")).blockers, ())

    def test_who_is_nobody_decides_at_no_tier(self) -> None:
        for actor in ("n/a", "-", "TODO", "unknown"):
            self.assertEqual([one.code for one in assess(make_record(decision__actor=actor)).blockers], ["REC502"])
        for actor in ("ci", "me@robin.example"):
            self.assertEqual(assess(make_record(decision__actor=actor)).blockers, ())

    def test_tier_0_needs_no_reliability_floor(self) -> None:
        self.assertEqual(assess(make_record(profile__tier="T0", gates__2__floor=DROP)).blockers, ())

    def test_a_way_back_that_the_registry_does_not_know(self) -> None:
        self.assertEqual(assess(make_record(), known_versions=frozenset({digest(4)})).blockers, ())
        found = assess(make_record(), known_versions=frozenset({digest(5)})).blockers
        self.assertEqual([one.code for one in found], ["REC508"])


class ByHand(unittest.TestCase):
    def test_a_judged_measure_is_reported_and_never_gates(self) -> None:
        record = make_record()
        for measure in ("answer.grounded", "robustness.multi_turn"):
            with self.subTest(measure=measure):
                add_measure(record, measure, 0.9, n=40)
                with self.assertRaisesRegex(ContractError, "a model decides this measure"):
                    add_gate(record, measure, True, floor=0.8)
        self.assertEqual([one["id"] for one in record["gates"]], [one["id"] for one in make_record()["gates"]])

    def test_a_gate_that_can_stand(self) -> None:
        record = make_record(decision__verdict="hold")
        add_gate(record, "task.completion", True, floor=0.5, split="held-out")
        add_gate(record, "desk.no_refunds", False)
        self.assertEqual(record["gates"][-1], {"id": "desk.no_refunds", "result": "fail", "source": "custom"})

    def test_what_cannot_be_added(self) -> None:
        for call, why in (
            (lambda record: add_gate(record, "task.completion", True, floor=0.9, split="held-out"), "below its floor"),
            (lambda record: add_gate(record, "task.completion", True, floor=0.5), "exactly one measure"),
            (lambda record: add_gate(record, "Refunds", True), "expected an id"),
            (lambda record: add_measure(record, "task.completion", 1.5), "not between 0 and 1"),
            (lambda record: add_measure(record, "reliability.pass_hat_k", 0.5), "nothing without its k"),
        ):
            with self.subTest(why=why), self.assertRaisesRegex(ContractError, why):
                call(make_record())

    def test_placeholders(self) -> None:
        for text in ("0" * 64, "c0ffee00" * 8, "0123456789abcdef" * 4):
            self.assertTrue(trivial("sha256:" + text))
        for data in (b"", b"[]", b"{}", b"null", b"\n", b'""'):
            import hashlib

            self.assertTrue(trivial("sha256:" + hashlib.sha256(data).hexdigest()), data)
        self.assertFalse(trivial(digest(1)))


WRONG: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 0.5, 1.0, 1.5, -1.5, 5.0, "", "x", "pass", "fail", "ship", "hold", "T0", "T2",
    "all", "held-out", "0.1", "sha256:" + "a" * 64, "sha256:" + "A" * 64, "sha256:" + "a" * 63, "x-a.b", "a.b", "a",
    "a.B", "reliability.pass_hat_k", "ed25519:00", "a@0.1", "a@0.1.0", "opentelemetry/1.x", "x/1", "x" * 200, [], {},
    ["a"], ["a", "a"], [1], {"a": 1}, [[]], "deny-by-default", "agent-writable", "a\nb:c", "9",
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, item in inner for deeper in places(item, (*path, key)))]


def mutate(record: Any, dice: random.Random) -> Any:
    """One to three random changes: a field dropped, added, doubled, or given another value."""
    made = copy.deepcopy(record)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        path = dice.choice([path for path in places(made) if path])
        holder = made
        for key in path[:-1]:
            holder = holder[key]
        what = dice.randrange(4)
        if what == 0:
            del holder[path[-1]]
        elif what == 1 and isinstance(holder, dict):
            holder[dice.choice(("extra", "k", "split", "floor", "signature", "judge", "n"))] = dice.choice(WRONG)
        elif what == 2 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[path[-1]]))
        else:
            holder[path[-1]] = copy.deepcopy(dice.choice(WRONG))
        if not any(places(made)):
            return made
    return made


class Official(unittest.TestCase):
    """Against the format's own schema and levels, where they lie beside the project."""

    MUTATIONS, SEED = 500, 6

    def setUp(self) -> None:
        self.folder = os.path.dirname(shared(self, "supergauge", "expected-levels.json"))
        try:
            import jsonschema
            import yaml  # noqa: F401  the examples are YAML
        except ImportError as missing:
            self.skipTest(f"{missing.name} is not installed")
        with open(os.path.join(self.folder, "agent-quality-record.schema.json"), encoding="utf-8") as stream:
            self.schema = jsonschema.Draft202012Validator(json.load(stream))
        with open(os.path.join(self.folder, "expected-levels.json"), encoding="utf-8") as stream:
            self.levels = json.load(stream)

    def example(self, name: str) -> Any:
        from dankaro_quality.documents import read_yaml

        with open(os.path.join(self.folder, "examples", name + ".yaml"), "rb") as stream:
            value, flaws = read_yaml(stream.read())
        self.assertEqual(flaws, ())
        return value

    def agree(self, record: Any) -> bool:
        """Whether both say the same; returns whether the record is valid."""
        official, ours = self.schema.is_valid(record), not shape_problems(record)
        self.assertEqual(ours, official, f"{shape_problems(record)} / {list(self.schema.iter_errors(record))[:3]}")
        return official

    def test_the_level_of_every_example(self) -> None:
        for name, level in self.levels.items():
            with self.subTest(example=name):
                self.assertEqual(assess(self.example(name)).level or "none", level)

    def test_the_shape_of_every_example_and_of_500_mutations(self) -> None:
        examples = [self.example(name) for name in sorted(self.levels)]
        dice = random.Random(self.SEED)
        valid = sum(map(self.agree, examples))
        self.assertEqual(valid, 6)
        counted = [self.agree(mutate(dice.choice(examples), dice)) for _ in range(self.MUTATIONS)]
        self.assertGreater(counted.count(True), 25)  # agreement on nothing but refusals would prove little
        self.assertGreater(counted.count(False), 200)

    def test_records_of_ours_in_the_tables_agree_too(self) -> None:
        self.assertTrue(self.agree(make_record()))
        for changes, _, code in Levels.LOWERED:
            record = make_record()
            for place, value in changes.items():
                put(record, place.split("__"), value)
            if "\\n" not in str(changes) and "nan" not in str(changes):  # where we are stricter than the schema can be
                with self.subTest(changes=changes):
                    self.assertEqual(self.agree(record), code != "REC101")


if __name__ == "__main__":
    unittest.main()

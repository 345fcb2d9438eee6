"""Rubrics: each criterion passes and fails, files are read strictly, generated ones say that they are a scaffold."""

import json
import os
import tempfile
import unittest
from unittest import mock

from dankaro_quality.errors import ContractError, FileProblem, MissingExtra, UsageError
from dankaro_quality.workflow import DOMAINS, ChecklistItem, WorkflowRubric, generate_workflow_rubric
from tests.builders import needs

FULL = {
    "format": "dankaro-quality/rubric/1",
    "workflow_id": "leases",
    "expert_reviewed": True,
    "reviewer": "lead counsel",
    "generated": False,
    "domain": "legal",
    "objective": "rent",
    "note": "",
    "step_checks": {"parse": [{"name": "names_rent", "required_terms": ["rent"], "min_length": 5}]},
}


def item(**fields: object) -> ChecklistItem:
    return ChecklistItem(**{"name": "check", **fields})  # type: ignore[arg-type]


def raising(output: object) -> bool:
    raise KeyError("rent")


async def later(output: object) -> bool:
    return True


class Items(unittest.TestCase):
    def test_passes(self) -> None:
        rows = (
            (item(required_terms=["clause 4"]), "See Clause\n4 of the lease.", "case and blanks do not count"),
            (item(required_terms=["risk"]), "Two risks remain.", "a plural counts"),
            (item(required_terms=["C++", "§ 5"]), "C++ under § 5", "terms that end in no letter"),
            (item(forbidden_terms=["risk"]), "A brisk walk, a risky one.", "part of another word"),
            (item(min_length=5), " abcde ", "exactly as long as asked for"),
            (item(validator=lambda output: output["n"] == 3), {"n": 3}, "the validator sees the output as it is"),
            (item(required_terms=["12"]), {"total": 12}, "data is looked at as JSON"),
        )
        for check, output, why in rows:
            with self.subTest(why=why):
                self.assertTrue(check.evaluate(output).passed)

    def test_fails(self) -> None:
        rows = (
            (item(required_terms=["rent", "term", "risk"]), "the risk", "RUB001", '"rent", "term" are missing'),
            (item(required_terms=["rent"]), "parenthood of a tenant", "RUB001", '"rent" is missing'),
            (item(forbidden_terms=["TODO"]), "todo: more", "RUB002", '"TODO" must not be there'),
            (item(min_length=6), " abcde ", "RUB003", "5 characters, at least 6 are asked for"),
            (item(validator=lambda output: False), "a", "RUB004", "its validator answered False"),
            (item(validator=lambda output: "yes"), "a", "RUB004", "only True passes"),
            (item(validator=lambda output: 1), "a", "RUB004", "answered 1"),
            (item(validator=raising), "a", "RUB004", "raised KeyError: 'rent'"),
            (item(validator=later), "a", "RUB004", "a coroutine"),
            (item(needs_validator=True), "a", "RUB004", "attach it again"),
            (item(), "a", "RUB005", "nothing was checked"),
            (item(min_length=0), "a", "RUB005", "nothing was checked"),
            (item(min_length=1), b"abc", "WFM019", "bytes"),
        )
        for check, output, code, reason in rows:
            with self.subTest(code=code, reason=reason):
                result = check.evaluate(output)
                self.assertEqual((result.passed, result.code), (False, code))
                self.assertIn(reason, result.reason)

    def test_fields_that_do_not_fit(self) -> None:
        rows = (
            ({"name": " "}, "must not be blank"),
            ({"name": 3}, "name: expected text"),
            ({"required_terms": "rent"}, "expected a list"),
            ({"forbidden_terms": [""]}, "forbidden_terms[0]: expected a term"),
            ({"min_length": -1}, "min_length: -1"),
            ({"min_length": 1.5}, "min_length: 1.5"),
            ({"min_length": True}, "min_length: True"),
            ({"validator": "len(x) > 3"}, "a validator is code"),
            ({"needs_validator": "yes"}, "expected true or false"),
        )
        for change, message in rows:
            with self.subTest(change=change), self.assertRaises(ContractError) as caught:
                item(**change)
            self.assertIn(message, str(caught.exception))

    def test_there_and_back(self) -> None:
        for made in (item(description="d", required_terms=["a b"], forbidden_terms=["c"], min_length=3), item()):
            self.assertEqual(ChecklistItem.from_dict(made.to_dict()), made)
        kept = ChecklistItem.from_dict(item(validator=bool).to_dict())
        self.assertEqual((kept.validator, kept.needs_validator), (None, True))
        with self.assertRaisesRegex(ContractError, 'did you mean "min_length"'):
            ChecklistItem.from_dict({"name": "a", "min_lenght": 3})
        with self.assertRaisesRegex(ContractError, "name: this key is missing"):
            ChecklistItem.from_dict({})


class Rubrics(unittest.TestCase):
    def test_checks_of_a_step(self) -> None:
        rubric = WorkflowRubric("leases")
        rubric.add_check("parse", item(required_terms=["rent"]))
        rubric.extend("parse", [item(name="long", min_length=50)])
        result = rubric.evaluate("parse", "the rent")
        self.assertEqual((result.passed, [one.name for one in result.failed_checks()]), (False, ["long"]))
        self.assertEqual(rubric.evaluate("other", "x").checks, [])
        with self.assertRaisesRegex(ContractError, "two checks are named"):
            rubric.add_check("parse", item(min_length=1))

    def test_from_dict(self) -> None:
        rubric = WorkflowRubric.from_dict("leases", {"parse": [{"name": "a", "min_length": 2}], "solve": []})
        self.assertEqual(list(rubric.step_checks), ["parse", "solve"])
        with self.assertRaises(ContractError) as caught:
            WorkflowRubric.from_dict("leases", {"parse": [{"name": "a", "min": 2}, {"name": ""}], "solve": "x"})  # type: ignore[dict-item]
        self.assertEqual(len(caught.exception.problems), 3)

    def test_what_is_no_rubric(self) -> None:
        for make, message in (
            (lambda: WorkflowRubric("a").add_check("", item()), "a step's name must be text"),
            (lambda: WorkflowRubric("a").add_check("b", {"name": "c"}), "expected a ChecklistItem"),
            (lambda: WorkflowRubric.from_dict("a", []), "expected an object of steps"),
            (lambda: ChecklistItem.from_dict("a"), "a check is an object"),
            (lambda: WorkflowRubric.from_file_dict({}), "format: expected"),
            (lambda: WorkflowRubric(3), "workflow_id: expected text"),
            (lambda: generate_workflow_rubric("a", ["b"], domain=None), "must be text"),
        ):
            with self.subTest(message=message), self.assertRaisesRegex(ContractError, message):
                make()  # type: ignore[no-untyped-call]
        self.assertEqual(repr(WorkflowRubric("a", {"b": [item()]})), "WorkflowRubric('a', 1 steps, 1 checks)")

    def test_reviewed_needs_a_reviewer(self) -> None:
        self.assertTrue(WorkflowRubric("a", expert_reviewed=True, reviewer="lead counsel").reviewed)
        for reviewer in ("", "  "):
            with self.assertRaisesRegex(ContractError, "name who reviewed it"):
                WorkflowRubric("a", expert_reviewed=True, reviewer=reviewer)


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def written(self, value: object, name: str = "r.json") -> str:
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(value if isinstance(value, str) else json.dumps(value, indent=1))
        return self.path(name)

    def test_there_and_back_in_both_formats(self) -> None:
        needs(self, "yaml")
        odd = item(
            name="yes: [no]", description="# 1:30 \u2028 \x7f \U0001f600 \u00e9", required_terms=["- null", "1e5", "~"]
        )
        rubric = WorkflowRubric('a "b"', {"1": [odd], "on": [], "é": [item(min_length=3)]}, note="two\nlines")
        for name in ("r.json", "r.yaml", "r.yml"):
            with self.subTest(name=name):
                rubric.save(self.path(name))
                self.assertEqual(WorkflowRubric.load(self.path(name)), rubric)
        self.assertEqual(WorkflowRubric.from_file_dict(rubric.to_file_dict()), rubric)

    def test_a_full_file(self) -> None:
        rubric = WorkflowRubric.load(self.written({**FULL, "x_ticket": "L-1"}))
        self.assertTrue(rubric.reviewed)
        self.assertEqual(rubric.step_checks["parse"][0].min_length, 5)

    def test_bad_files_name_file_line_and_place(self) -> None:
        check = {"name": "a", "min_length": 1}
        rows = (
            ({**FULL, "reviwer": "x"}, 'reviwer: there is no such key (did you mean "reviewer"?)'),
            ({**FULL, "format": "other/1"}, 'format: expected "dankaro-quality/rubric/1"'),
            ({key: value for key, value in FULL.items() if key != "format"}, "it is missing"),
            ({key: value for key, value in FULL.items() if key != "workflow_id"}, "this key is missing"),
            ({**FULL, "workflow_id": ""}, "must not be blank"),
            ({**FULL, "reviewer": ""}, "name who reviewed it"),
            ({**FULL, "step_checks": []}, "expected an object of steps"),
            ({**FULL, "step_checks": {"parse": {}}}, "expected a list of checks"),
            ({**FULL, "step_checks": {"parse": ["a"]}}, "a check is an object"),
            ({**FULL, "step_checks": {"parse": [{}]}}, "name: this key is missing"),
            ({**FULL, "step_checks": {" ": [check]}}, "must not be blank"),
            ({**FULL, "step_checks": {"parse": [check, check]}}, "two checks are named"),
            ({**FULL, "step_checks": {"parse": [{**check, "min_length": "9"}]}}, "is not a whole number"),
            ({**FULL, "step_checks": {"parse": [{**check, "validator": "f"}]}}, "no file holds code"),
            ({**FULL, "step_checks": {"parse": [{**check, "terms": []}]}}, "there is no such key"),
            ([], "a rubric is an object"),
        )
        for value, message in rows:
            with self.subTest(message=message), self.assertRaises(ContractError) as caught:
                WorkflowRubric.load(self.written(value))
            self.assertIn(message, str(caught.exception))
            self.assertRegex(caught.exception.problems[0], r"r\.json:\d+: ")

    def test_a_step_that_stands_twice(self) -> None:
        needs(self, "yaml")
        text = json.dumps(FULL)[:-2] + ', "parse": []}}'
        with self.assertRaisesRegex(ContractError, "stands twice"):
            WorkflowRubric.load(self.written(text))
        with self.assertRaisesRegex(ContractError, "stands twice"):
            WorkflowRubric.load(self.written("format: a\nformat: b\n", "r.yaml"))

    def test_yaml_names_the_line(self) -> None:
        needs(self, "yaml")
        text = "format: dankaro-quality/rubric/1\nworkflow_id: a\nstep_checks:\n  parse:\n  - name: a\n    minimum: 3\n"
        with self.assertRaisesRegex(
            ContractError, r"r\.yaml:6: step_checks\.parse\[0\]\.minimum: there is no such key"
        ):
            WorkflowRubric.load(self.written(text, "r.yaml"))
        with self.assertRaisesRegex(ContractError, r"r\.yaml:1: workflow_id: this key is missing"):
            WorkflowRubric.load(self.written("format: dankaro-quality/rubric/1\nstep_checks: {}\n", "r.yaml"))

    def test_files_that_are_no_rubric_files(self) -> None:
        rubric = WorkflowRubric("a")
        with self.assertRaisesRegex(UsageError, "is to end in .json, .yaml or .yml"):
            rubric.save(self.path("r.txt"))
        with self.assertRaisesRegex(FileProblem, "it is not there"):
            WorkflowRubric.load(self.path("none.json"))

    def test_without_the_extra(self) -> None:
        with mock.patch.dict("sys.modules", {"yaml": None}):
            with self.assertRaisesRegex(MissingExtra, r"\[yaml\]"):
                WorkflowRubric("a").save(self.path("r.yaml"))
            self.assertFalse(os.path.exists(self.path("r.yaml")))
            with self.assertRaisesRegex(MissingExtra, r"r\.yaml: .*\[yaml\]"):
                WorkflowRubric.load(self.written("a: 1", "r.yaml"))

    def test_a_lost_validator_fails_until_it_is_attached_again(self) -> None:
        rubric = WorkflowRubric("a", {"parse": [item(validator=lambda output: True)]})
        rubric.save(self.path("r.json"))
        again = WorkflowRubric.load(self.path("r.json"))
        self.assertFalse(again.evaluate("parse", "x").passed)
        again.step_checks["parse"] = [item(validator=lambda output: True)]
        self.assertTrue(again.evaluate("parse", "x").passed)


class Generated(unittest.TestCase):
    def test_every_domain_gives_each_step_checks_that_can_be_met(self) -> None:
        self.assertEqual(DOMAINS, ("general", "healthcare", "legal", "accounting", "education"))
        for domain in DOMAINS:
            rubric = generate_workflow_rubric("w", ["read", "write"], domain, "Summarise the contract risk")
            terms = [term for one in rubric.step_checks["write"] for term in one.required_terms]
            with self.subTest(domain=domain):
                self.assertEqual((rubric.domain, rubric.generated, rubric.reviewed), (domain, True, False))
                self.assertTrue(rubric.evaluate("read", "Twelve clauses were read from the file.").passed)
                self.assertTrue(rubric.evaluate("write", f"The part says: {', '.join(terms)}.").passed)
                self.assertFalse(rubric.evaluate("read", "TODO: read the twelve clauses").passed)
                self.assertFalse(rubric.evaluate("write", "Something else that is long enough").passed)

    def test_domains_differ(self) -> None:
        seen = {json.dumps(generate_workflow_rubric("w", ["a"], domain).to_file_dict()) for domain in DOMAINS}
        self.assertEqual(len(seen), len(DOMAINS))

    def test_an_unknown_domain_gets_the_general_one_and_says_so(self) -> None:
        rubric = generate_workflow_rubric("w", ["a"], "leagl")
        self.assertEqual(rubric.domain, "general")
        self.assertIn('no checklist for "leagl" (did you mean "legal"?)', rubric.note)
        self.assertNotIn("no checklist", generate_workflow_rubric("w", ["a"], " Legal ").note)

    def test_steps_that_cannot_be_used(self) -> None:
        for steps, message in (
            (["a", "b", "a"], '"a" stands there twice'),
            ([], "at least one"),
            ("ab", "a list"),
            ([""], "text"),
        ):
            with self.subTest(steps=steps), self.assertRaisesRegex(ContractError, message):
                generate_workflow_rubric("w", steps)


if __name__ == "__main__":
    unittest.main()

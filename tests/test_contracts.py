"""Contracts: frozen all the way down, strict about every field, the same from Python and from files."""

import copy
import dataclasses
import pickle
import unittest

from dankaro_quality.contracts import (
    RULES,
    AgentResult,
    Claim,
    ClaimKind,
    Deliverable,
    Envelope,
    FrozenMapping,
    Task,
    build,
)
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import names_of
from tests.builders import make_claim, make_comparison, make_result

NOT_A_NUMBER = float("nan")
INFINITE = float("inf")


class Shapes(unittest.TestCase):
    def test_every_field_has_a_rule_and_every_rule_a_field(self) -> None:
        for cls, rules in RULES.items():
            with self.subTest(cls=cls.__name__):
                self.assertEqual(list(rules), list(names_of(cls)))

    def test_they_are_dataclasses_to_the_standard_library(self) -> None:
        claim = make_claim(id="a")
        self.assertTrue(dataclasses.is_dataclass(claim))
        self.assertEqual([field.name for field in dataclasses.fields(claim)], list(names_of(Claim)))
        self.assertEqual(dataclasses.replace(claim, id="b"), make_claim(id="b"))
        self.assertEqual(dataclasses.asdict(Deliverable("a", "b"))["content"], "b")

    def test_replace_checks_like_the_constructor(self) -> None:
        with self.assertRaises(ContractError):
            dataclasses.replace(make_claim(), confidence=2)

    def test_they_cannot_be_changed(self) -> None:
        result = make_result(metadata={"a": [1, {"b": 2}]})
        with self.assertRaises(AttributeError):
            result.output = "other"  # type: ignore[misc]
        with self.assertRaises(AttributeError):
            del result.output  # type: ignore[misc]
        with self.assertRaises(AttributeError):
            result.extra = 1  # type: ignore[attr-defined]
        with self.assertRaises(TypeError):
            result.metadata["a"] = 1  # type: ignore[index]
        self.assertEqual(result.metadata["a"], (1, FrozenMapping({"b": 2})))

    def test_lists_are_frozen_so_that_a_later_change_is_harmless(self) -> None:
        claims = [make_claim()]
        result = make_result(claims=claims)
        claims.append(make_claim())
        self.assertEqual(len(result.claims), 1)

    def test_equality_and_hash_agree(self) -> None:
        one, other = make_result(metadata={"a": {"b": [1]}}), make_result(metadata={"a": {"b": [1]}})
        self.assertEqual(one, other)
        self.assertEqual(hash(one), hash(other))
        self.assertNotEqual(one, make_result(output="Something else was answered."))
        self.assertNotEqual(make_claim(), make_comparison())

    def test_they_pickle_and_copy(self) -> None:
        result = make_result(comparisons=[make_comparison()], metadata={"a": {"b": 1}})
        self.assertEqual(pickle.loads(pickle.dumps(result)), result)
        self.assertEqual(copy.deepcopy(result), result)

    def test_an_unknown_argument_is_a_type_error(self) -> None:
        for call in (lambda: Claim("a", sauce="b"), lambda: Claim(), lambda: Claim("a", text="b")):  # type: ignore[call-arg,misc]
            with self.assertRaises(TypeError):
                call()


class Refused(unittest.TestCase):
    """Values that no contract takes, each with the words that name the field."""

    TABLE = (
        (lambda: make_claim(confidence=1.7), "confidence: 1.7 is not between 0 and 1"),
        (lambda: make_claim(confidence=True), "confidence: expected a number, found true or false"),
        (lambda: make_claim(confidence=NOT_A_NUMBER), "confidence: is not a finite number"),
        (lambda: make_claim(confidence="0.9"), "confidence: expected a number, found text"),
        (lambda: make_claim(verified=1), "verified: expected true or false, found a number"),
        (lambda: make_claim(verified="true"), "verified: expected true or false, found text"),
        (lambda: make_claim(text=" "), "text: must not be blank"),
        (lambda: make_claim(kind="fcat"), 'kind: "fcat" is not one of fact'),
        (lambda: make_claim(kind="fcat"), 'did you mean "fact"?'),
        (lambda: make_claim(value=INFINITE), "value: is not a finite number"),
        (lambda: make_claim(value=[1, NOT_A_NUMBER]), "value[1]: is not a finite number"),
        (lambda: make_claim(value={"a": 1}), "value: expected text, a number"),
        (lambda: make_claim(value=10**400), "value: is not a finite number"),
        (lambda: make_claim(based_on="one"), "based_on: expected a list, found text"),
        (lambda: make_claim(source=None), "source: expected text, found null"),
        (lambda: make_claim(source="\ud800"), "source: the text holds half a surrogate pair"),
        (lambda: make_claim(metadata={"a": {1, 2}}), "metadata.a: expected a JSON value, found a set"),
        (lambda: make_claim(metadata={1: 2}), "metadata: a name in it must be text, found a number"),
        (lambda: make_claim(value={1}), "value: expected text, a number, true or false, found a set"),
        (lambda: make_claim(value=OSError()), "value: expected text, a number, true or false, found an OSError"),
        (lambda: make_claim(metadata=[1]), "metadata: expected an object, found a list"),
        (lambda: make_comparison(sample_size=1.5), "sample_size: expected a whole number, found a number"),
        (lambda: make_comparison(sample_size=True), "sample_size: expected a whole number, found true or false"),
        (lambda: make_comparison(sample_size=-1), "sample_size: must be a whole number from 0 up"),
        (lambda: make_comparison(p_value=1.5), "p_value: 1.5 is not between 0 and 1"),
        (lambda: make_result(output=3), "output: expected text, an object or a list, found a number"),
        (lambda: make_result(claims="none"), "claims: expected a list, found text"),
        (lambda: make_result(claims={}), "claims: expected a list, found an object"),
        (lambda: make_result(claims=["a"]), "claims[0]: expected an object, found text"),
        (lambda: make_result(claims=[make_claim(id="A"), make_claim(id="a")]), "claims[1].id"),
        (lambda: make_result(exposed_controls=True), "exposed_controls: expected a whole number"),
        (lambda: Task(required_deliverables=[""]), "required_deliverables[0]: must not be blank"),
        (lambda: Deliverable(""), "name: must not be blank"),
    )

    def test_table(self) -> None:
        for number, (make, words) in enumerate(self.TABLE):
            with self.subTest(number=number, words=words):
                with self.assertRaises(ContractError) as caught:
                    make()
                self.assertIn(words, str(caught.exception))
                self.assertIsInstance(caught.exception, ValueError)

    def test_every_violation_is_reported_at_once(self) -> None:
        with self.assertRaises(ContractError) as caught:
            Claim("", confidence=2, verified=0)  # type: ignore[arg-type]
        self.assertEqual(len(caught.exception.problems), 3)


class Taken(unittest.TestCase):
    """Values that are taken, with the reason."""

    def test_table(self) -> None:
        class Text(str):
            """A str that could lie about itself."""

        table = (
            (
                "a generator of claims is an iterable",
                make_result(claims=(make_claim() for _ in range(2))).claims[1].text,
            ),
            ("an enum by its value", make_claim(kind="inference", rationale="x").kind is ClaimKind.INFERENCE),
            ("whole numbers are numbers", make_claim(confidence=1).confidence == 1),
            ("a list of values is a value", make_claim(value=["a", 1, True, None]).value == ("a", 1, True, None)),
            ("an object as output", make_result(output={"a": 1}).output["a"]),
            ("text of a subclass becomes plain text", type(make_claim(text=Text("a")).text) is str),
            ("names and contents as deliverables", make_result(deliverables={"a": "b"}).deliverables[0].content == "b"),
            ("paths as deliverables", make_result(deliverables=["a/b.md"]).deliverables[0].path == "a/b.md"),
            ("ids that differ", len(make_result(claims=[make_claim(id="a"), make_claim(id="b")]).claims) == 2),
        )
        for reason, holds in table:
            with self.subTest(reason=reason):
                self.assertTrue(holds)


class Built(unittest.TestCase):
    def test_from_a_mapping_with_every_place_named(self) -> None:
        problems: list[tuple[str, str]] = []
        given = {"output": "a", "claims": [{"text": "b"}, {"soruce": "c", "confidence": 3}], "x_note": 1}
        self.assertIsNone(build(AgentResult, given, "/result", problems))
        places = [at for at, _ in problems]
        self.assertEqual(places, ["/result/claims/1/text", "/result/claims/1/confidence", "/result/claims/1/soruce"])
        self.assertIn('did you mean "source"?', problems[-1][1])

    def test_an_envelope_holds_task_and_repeats(self) -> None:
        problems: list[tuple[str, str]] = []
        envelope = build(Envelope, {"result": {"output": "a"}, "repeats": [{"output": "b"}]}, "", problems)
        self.assertEqual((problems, envelope.repeats[0].output, envelope.task), ([], "b", Task()))

    def test_nesting_has_an_end(self) -> None:
        deep: object = 1
        for _ in range(100):
            deep = [deep]
        with self.assertRaises(ContractError) as caught:
            make_result(metadata={"a": deep})
        self.assertIn("nested more than 64 deep", str(caught.exception))


if __name__ == "__main__":
    unittest.main()

"""The passing result, broken in every way at every place: never released with a broken contract, never a traceback."""

import copy
import json
import os
import unittest
from collections.abc import Iterator
from typing import Any

from tests.builders import ROOT, Run, cli

with open(os.path.join(ROOT, "fixtures", "passing.json"), "rb") as _stream:
    DATA = _stream.read()
PASSING = json.loads(DATA)

# Without these an object is none of its kind.
REQUIRED = {
    "": ("result",),
    "task": (),
    "result": ("output",),
    "repeats": ("output",),
    "claims": ("text",),
    "comparisons": ("subject",),
    "deliverables": ("name",),
}


# What each kind of value is turned into; `value` and `content` take several kinds, so they have their own list.
FLIPPED: tuple[Any, ...] = ("text", 7, 1.5, True, None, [], {}, ["text"], {"a": 1}, [[]], -1)
FREE = {
    "value": (str, int, float, bool, type(None), list),
    "content": (str, type(None), list, dict),
    "output": (str, list, dict),
}
NULLABLE = {
    "confidence", "verified", "value", "content", "sample_size", "p_value", "exposed_controls", "required_decisions",
    "configuration_steps",
}  # fmt: skip


def judged(document: Any) -> Run:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return cli("evaluate", "-", "--format", "json", stdin=data, cwd=ROOT)


def places(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every member of every object and list."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*at, key)
        yield from places(item, (*at, key))


def changed(at: tuple[str | int, ...], *new: Any) -> Any:
    """A copy of the passing result with the value at a place replaced, or taken out when none is given."""
    document = copy.deepcopy(PASSING)
    holder = document
    for key in at[:-1]:
        holder = holder[key]
    if new:
        holder[at[-1]] = new[0]
    else:
        del holder[at[-1]]
    return document


def holder_of(at: tuple[str | int, ...]) -> str:
    """The name of the object or list that a place is a member of: "claims" for a claim's field."""
    named = [key for key in at[:-1] if isinstance(key, str)]
    return named[-1] if named else ""


class Mutations(unittest.TestCase):
    def check(self, ran: Run, broken: bool | None) -> None:
        """`broken` says whether the contract must be broken; None when that depends."""
        self.assertIn(ran.code, (0, 2), ran.err)
        self.assertNotIn("Traceback", ran.out + ran.err)
        contract = json.loads(ran.out)["gates"][0]
        self.assertEqual(contract["gate"], "contract")
        if broken is not None:
            self.assertEqual(contract["status"], "failed" if broken else "passed")
        if contract["status"] != "passed":
            self.assertEqual(ran.code, 2)
            self.assertTrue(contract["findings"])

    def test_a_key_taken_out(self) -> None:
        count = 0
        for at in places(PASSING):
            if isinstance(at[-1], str):
                count += 1
                with self.subTest(at=at):
                    self.check(judged(changed(at)), at[-1] in REQUIRED[holder_of(at)])
        self.assertGreater(count, 100)

    def test_cut_at_every_fiftieth_byte(self) -> None:
        for end in range(0, len(DATA.rstrip()), 50):
            with self.subTest(end=end):
                ran = judged(DATA[:end])
                self.check(ran, True)
                self.assertEqual(json.loads(ran.out)["gates"][0]["findings"][0]["code"], "CON001")

    def test_every_value_as_another_type(self) -> None:
        for at in places(PASSING):
            value = PASSING
            for key in at:
                value = value[key]
            for new in FLIPPED:
                if type(new) is not type(value):
                    with self.subTest(at=at, new=new):
                        self.check(judged(changed(at, new)), self.is_broken(at, value, new))

    def is_broken(self, at: tuple[str | int, ...], value: Any, new: Any) -> bool | None:
        """Whether the contract takes another type at this place; None where it depends on the value."""
        name = at[-1]
        if name in FREE:
            if isinstance(new, list) and new == [[]]:
                return None
            return type(new) not in FREE[name]
        if new is None:
            return name not in NULLABLE
        if isinstance(value, (int, float)) and not isinstance(value, bool) and type(new) in (int, float):
            return None
        if name == "deliverables":
            return None  # also taken as an object of contents, and as a list of paths
        if isinstance(value, list) and isinstance(new, list):
            return None
        return None if holder_of(at) == "deliverables" else True

    def test_doubled_keys_and_numbers_that_are_none(self) -> None:
        for old, new in (
            (b'"value": 41,', b'"value": 41, "value": 42,'),
            (b'"value": 41,', b'"value": NaN,'),
            (b'"value": 41,', b'"value": -Infinity,'),
            (b'"value": 41,', b'"value": 1e400,'),
            (b'"sample_size": 40,', b'"sample_size": 4e1,'),
            (b'"confidence": 0.99,', b'"confidence": 1e-9999999999,'),
            (b'"verified": true', b'"verified": True'),
        ):
            self.assertIn(old, DATA)
            with self.subTest(new=new):
                broken = None if b"1e-9" in new else True
                self.check(judged(DATA.replace(old, new, 1)), broken)

    def test_signs_in_front_and_behind(self) -> None:
        for data, broken in (
            (b"\xef\xbb\xbf" + DATA, False),
            (b"\n\n" + DATA + b"\n \n", False),
            (b"\xff\xfe" + DATA, True),
            (DATA.decode().encode("utf-16"), None),
            (DATA + b"x", True),
            (DATA + DATA, True),
            (b"\0" + DATA, True),
        ):
            with self.subTest(data=data[:12]):
                self.check(judged(data), broken)


if __name__ == "__main__":
    unittest.main()

"""Strict reading of JSON, TOML and YAML, lines of pointers, canonical bytes, and reading files."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import random
import socket
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from dankaro_quality import documents
from dankaro_quality.documents import Flaw
from dankaro_quality.errors import FileProblem, MissingExtra

SHARED = Path(os.environ.get("DANKARO_SHARED") or Path(__file__).resolve().parents[2] / "shared")
HOSTILE = SHARED / "cases" / "hostile"

SAMPLE = """{
  "title": "Weekly \\"report\\" {draft]",
  "items": [
    {"name": "first", "score": -1.5e2, "done": true},
    {"name": "second\\\\", "score": 0.25, "done": null},
    [[], {}, [7]]
  ],
  "a/b~c": {"deep": {"er": "x"}}
}
"""


def flaws_of(text: str | bytes) -> list[tuple[str, int | None, str]]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return [(flaw.pointer, flaw.line, flaw.message) for flaw in documents.read_json(data)[1]]


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + closing * depth


class SoundJson(unittest.TestCase):
    def test_values_are_the_decoders_and_there_is_no_flaw(self) -> None:
        rows = {
            "object, list, escapes, numbers": SAMPLE,
            "a scalar alone is JSON": "0",
            "null is a value too": "null",
            "an emoji as a pair of escapes is one character": '"\\ud83d\\ude00"',
            "an escaped backslash before u is no escape": '["\\\\ud800"]',
            "the same key in two objects": '[{"a": 1}, {"a": 2}]',
            "the same key in an object inside": '{"a": {"a": 1}}',
            "keys that differ by case": '{"Total": 1, "total": 2}',
            "keys with blanks and accents": '{"Größe in m": 1, "größe in m²": 2}',
            "an integer of 308 digits": "9" * 308,
            "the largest double": "1.7976931348623157e308",
            "underflow is zero, as every reader has it": "1e-400",
            "brackets in texts are no nesting": json.dumps(["[" * 500, '\\"[[{{' * 100]),
            "64 levels": nested(64),
            "many short lists": "[" + ",".join(["[[]]"] * 1_000) + "]",
        }
        for why, text in rows.items():
            with self.subTest(why):
                value, flaws = documents.read_json(text.encode())
                self.assertEqual((value, flaws), (json.loads(text), ()))

    def test_one_byte_order_mark_is_taken_off(self) -> None:
        self.assertEqual(documents.read_json(b'\xef\xbb\xbf{"a": 1}'), ({"a": 1}, ()))

    def test_ten_million_bytes_are_read_and_one_more_is_not(self) -> None:
        data = b"0".ljust(10_000_000)
        self.assertEqual(documents.read_json(data), (0, ()))
        self.assertIn("larger than 10,000,000 bytes", documents.read_json(data + b" ")[1][0].message)

    def test_limits_are_the_callers(self) -> None:
        self.assertEqual(documents.read_json(b"[1]", max_bytes=3), ([1], ()))
        self.assertEqual(documents.read_json(b"[[]]", max_depth=2), ([[]], ()))
        self.assertIn("larger than 2 bytes", documents.read_json(b"[1]", max_bytes=2)[1][0].message)
        self.assertIn("more than 1 levels", documents.read_json(b"[[]]", max_depth=1)[1][0].message)


class FlawsInPlace(unittest.TestCase):
    """The document can be read; what is refused has pointer and line, and is None in the value."""

    def test_fires(self) -> None:
        long = "9" * 309
        rows = {
            "duplicate key": ('{"a": 1,\n "b": 2,\n "a": 3}', [("/a", 3, "stands twice")]),
            "duplicate key of one letter on one line": ('{"a":1,"a":2}', [("/a", 1, "stands twice")]),
            "duplicate key by escape": ('{"status": 1, "st\\u0061tus": 2}', [("/status", 1, "stands twice")]),
            "three of them": ('{"k":1,"k":2,"k":3}', [("/k", 1, "stands twice"), ("/k", 1, "stands twice")]),
            "duplicate after an object inside": ('{"a":{"b":1},"a":2}', [("/a", 1, "stands twice")]),
            "duplicate in a list of objects": ('[{"b":1},\n[{"b":1,"b":2}]]', [("/1/0/b", 2, "stands twice")]),
            "NaN": ('{"x": [1,\nNaN]}', [("/x/1", 2, "NaN is no JSON number")]),
            "Infinity": ("Infinity", [("", 1, "Infinity is no JSON number")]),
            "-Infinity": ("[-Infinity]", [("/0", 1, "-Infinity is no JSON number")]),
            "float past the largest double": ("[1e309]", [("/0", 1, "1e309 is beyond")]),
            "and below": ("[-1E+999]", [("/0", 1, "-1E+999 is beyond")]),
            "integer past the largest double": (f"[{long}]", [("/0", 1, "an integer of 309 digits")]),
            "and none of 308": (f"[{long[1:]},\nNaN]", [("/1", 2, "NaN")]),
            "integer Python will not convert": (f"[{long * 20}]", [("/0", 1, "an integer of 6,180 digits")]),
            "half a surrogate pair": ('["\\ud800"]', [("/0", 1, "half of a surrogate pair (\\ud800)")]),
            "the other half, capital digits": ('["x\\uDFFF"]', [("/0", 1, "half of a surrogate pair (\\udfff)")]),
            "half a pair in a key": ('{"\\ud800":1}', [("/\\ud800", 1, "half of a surrogate pair")]),
            "zero-width blank in a key": ('{"ab":1,"a\\u200bb":2}', [("/a\u200bb", 1, "'a\\u200bb' look the same")]),
            "full-width key": ('{"ab":1,"\uff41b":2}', [("/\uff41b", 1, "look the same")]),
            "composed and decomposed": ('{"\u00e9":1,"e\u0301":2}', [("/e\u0301", 1, "look the same")]),
            "a blank after the key": ('{"ab":1,"ab ":2}', [("/ab ", 1, "look the same")]),
            "several at once": (
                '{"a":NaN,"b":1e999,\n"b":0}',
                [("/a", 1, "NaN"), ("/b", 1, "1e999"), ("/b", 2, "twice")],
            ),
        }
        for why, (text, expected) in rows.items():
            with self.subTest(why):
                found = flaws_of(text)
                self.assertEqual([row[:2] for row in found], [row[:2] for row in expected])
                for (_, _, message), (_, _, words) in zip(found, expected, strict=True):
                    self.assertIn(words, message)

    def test_what_is_refused_is_none_and_the_rest_is_there(self) -> None:
        value, flaws = documents.read_json(b'{"a": NaN, "b": 1e999, "c": ' + b"9" * 400 + b', "d": 4}')
        self.assertEqual((value, len(flaws)), ({"a": None, "b": None, "c": None, "d": 4}, 3))

    def test_values_with_half_characters_can_be_encoded(self) -> None:
        value, flaws = documents.read_json(b'{"k\\ud800": ["\\udc00 rest"]}')
        self.assertEqual(len(flaws), 2)
        self.assertEqual(value, {"k?": ["? rest"]})
        for flaw in flaws:
            (flaw.pointer + flaw.message).encode()

    def test_the_list_of_flaws_ends_somewhere(self) -> None:
        found = flaws_of("[" + ",".join(["NaN"] * 5_000) + "]")
        self.assertEqual(len(found), 1_001)
        self.assertIn("more than 1,000 flaws", found[-1][2])


class UnreadableJson(unittest.TestCase):
    def test_fires(self) -> None:
        rows = [
            ("", None, "the file is empty"),
            (" \n\t", None, "the file is empty"),
            ("\ufeff", None, "the file is empty"),
            ("<!doctype html><p>Bad gateway", 1, "looks like HTML"),
            ('```json\n{"a": 1}\n```', 1, "inside a Markdown fence"),
            ("\ufeff\ufeff{}", 1, "second byte order mark"),
            ("The run failed: no quota", 1, 'this is text, not JSON: it begins with "The run failed'),
            ('Here it is: {"a": 1}', 1, "save the JSON alone"),
            ("{'a': 1}", 1, "double quotes"),
            ('{"a": 1,}', 1, "a comma is left over"),
            ("[1,\n]", 2, "a comma is left over"),
            ('{"a": 1, // why\n}', 1, "no comments"),
            ('{"a": None}', 1, "null in JSON"),
            ('{"a": True}', 1, "true in JSON"),
            ('{"a": 01}', 1, "a number is written like"),
            ('{"a": .5}', 1, "a number is written like"),
            ('{"a": 5.}', 1, "a number is written like"),
            ('{"a": +5}', 1, "a number is written like"),
            ('{"a": 0x1F}', 1, "a number is written like"),
            ('{"a": undefined}', 1, "a value is missing"),
            ('{"a" 1}', 1, "a colon is missing"),
            ('{"a": 1 "b": 2}', 1, "a comma or a closing bracket is missing"),
            ("{a: 1}", 1, "a name in double quotes is missing"),
            ('["a\nb"]', 1, "written \\n"),
            ('["C:\\dir"]', 1, "written \\\\"),
            ('{"a": 1}\n{"a": 2}', 2, "a second JSON value begins at line 2 column 1"),
            ('{"a": 1} # end', 1, "after the end of the JSON, at line 1 column 10"),
            ("\0\0\0\0\0", 1, 'this is text, not JSON: it begins with "\\x00'),
            ("{}\0", 1, "after the end of the JSON"),
            ('{"a":\x1b[31m1}', 1, 'before "\\x1b[31m1}"'),
            (nested(65), 1, "nested more than 64 levels deep, at line 1 column 65"),
            ("[\n" * 70, 65, "nested more than 64 levels deep, at line 65 column 1"),
            (nested(40_000, '{"a":', "}"), 1, "nested more than 64 levels deep"),
            ('["]", "\\"", ' * 65 + "1" + "]" * 65, 1, "nested more than 64 levels deep"),
            ("[" * 200_000, 1, "nested more than 64 levels deep"),
            ("[" + "[], " * 100, 1, "the JSON ends in the middle"),
            ("[" + '"[", ' * 100, 1, "the JSON ends in the middle"),
            ("\n{'a': 1}", 2, "not valid JSON at line 2 column 2"),
            ('{"a": 1"b": 2}', 1, "a comma or a closing bracket is missing"),
            ("{} n", 1, "after the end of the JSON"),
            ("x" * 50, 1, 'it begins with "' + "x" * 40 + '"'),
        ]
        for text, line, words in rows:
            with self.subTest(text[:40]):
                value, flaws = documents.read_json(text.encode())
                self.assertIsNone(value)
                self.assertEqual([(flaw.pointer, flaw.line) for flaw in flaws], [("", line)])
                self.assertIn(words, flaws[0].message)

    def test_other_encodings_are_named(self) -> None:
        rows = [
            ('{"a": 1}'.encode("utf-16"), "this file is UTF-16; save it as UTF-8"),
            ('{"a": 1}'.encode("utf-16-be"), "this file is UTF-16; save it as UTF-8"),
            ('{"a": 1}'.encode("utf-16-le"), "this file is UTF-16; save it as UTF-8"),
            ('{"a": 1}'.encode("utf-32"), "this file is UTF-32; save it as UTF-8"),
            ('{"a": 1}'.encode("utf-32-le"), "this file is UTF-32; save it as UTF-8"),
            ('{"a": 1}'.encode("utf-32-be"), "this file is UTF-32; save it as UTF-8"),
            ('{"a":\n"caf\u00e9"}'.encode("latin-1"), "not UTF-8: byte 0xe9 on line 2"),
            (b'{"a": "\xed\xa0\x80"}', "not UTF-8: byte 0xed on line 1"),
            (b"\n\xe9", "not UTF-8: byte 0xe9 on line 2"),
            (b"\xff\xfe{", "this file is UTF-16; save it as UTF-8"),
        ]
        for data, words in rows:
            with self.subTest(words=words, data=data):
                value, flaws = documents.read_json(data)
                self.assertIsNone(value)
                self.assertIn(words, flaws[0].message)

    def test_every_truncation_says_that_the_end_is_missing(self) -> None:
        text = SAMPLE.rstrip()
        for cut in range(1, len(text)):
            with self.subTest(cut=cut):
                value, flaws = documents.read_json(text[:cut].encode())
                self.assertIsNone(value)
                lines = text[:cut].rstrip().split("\n")
                self.assertEqual(flaws[0].line, len(lines))
                place = f"line {len(lines)} column {len(lines[-1]) + 1}"
                self.assertEqual(flaws[0].message, f"the JSON ends in the middle, at {place}")

    def test_a_comma_left_over_is_said_the_same_on_every_version(self) -> None:
        text = '{"a": 1 , \n}'
        for at in (8, 11):  # 3.13 points to the comma, older ones to the bracket
            with self.subTest(at=at):
                error = json.JSONDecodeError("x", text, at)
                with mock.patch.object(json, "loads", side_effect=error):
                    self.assertEqual(flaws_of(text)[0][1:], (2, flaws_of(text)[0][2]))
                    self.assertIn("at line 2 column 1, before", flaws_of(text)[0][2])

    def test_a_stack_nearly_used_up_is_a_flaw(self) -> None:
        with mock.patch.object(json, "loads", side_effect=RecursionError):
            value, flaws = documents.read_json(b"{}")
        self.assertIsNone(value)
        self.assertIn("call stack", flaws[0].message)


class AnyBytes(unittest.TestCase):
    def test_changed_bytes_never_raise_and_never_pass_what_the_decoder_refuses(self) -> None:
        chance = random.Random(7)
        alphabet = b'{}[]",:\\0123456789eE.-+utfnaN \n\x00\x80\xff\xc3\xed'
        for _ in range(4_000):
            data = bytearray(SAMPLE.encode())
            for _ in range(chance.randint(1, 4)):
                at = chance.randrange(len(data))
                data[at : at + chance.randint(0, 2)] = bytes(chance.choices(alphabet, k=chance.randint(0, 2)))
            value, flaws = documents.read_json(bytes(data))
            if not flaws:
                self.assertEqual(value, json.loads(data.decode("utf-8-sig")), bytes(data))
            json.dumps([value, *[flaw.message for flaw in flaws]], ensure_ascii=False, allow_nan=False).encode()

    def test_bytes_that_are_nothing(self) -> None:
        chance = random.Random(8)
        for _ in range(500):
            data = chance.randbytes(chance.randrange(60))
            with self.subTest(data=data):
                value, flaws = documents.read_json(data)
                self.assertTrue(flaws or value is not None)
                documents.read_toml(data)


class LinesOfPointers(unittest.TestCase):
    def test_lines(self) -> None:
        rows = {
            "": 1,
            "/title": 2,
            "/items": 3,
            "/items/0": 4,
            "/items/1/done": 5,
            "/items/2/2/0": 6,
            "/a~1b~0c/deep/er": 8,
            "/nothing": 1,
            "/items/7/name": 3,
            "/items/1/nothing/at/all": 5,
            "/title/0": 2,
        }
        self.assertEqual(documents.lines_of(SAMPLE, rows), rows)

    def test_every_value_of_a_spread_out_document(self) -> None:
        text = '{"a":\n[\n1\n,\n{"b"\n:\n"x\\"]"\n}\n]\n,"c":\n{}}'
        rows = {"/a": 2, "/a/0": 3, "/a/1": 5, "/a/1/b": 7, "/c": 11}
        self.assertEqual(documents.lines_of(text, rows), rows)

    def test_the_document_itself_need_not_begin_on_the_first_line(self) -> None:
        self.assertEqual(documents.lines_of("\n\n{}", ["", "/a"]), {"": 3, "/a": 3})

    def test_text_that_is_no_json_ends_the_walk(self) -> None:
        for text in ("", "}", ']]],,"', '{"a": "unended', "{,}", '{"a":1}}}', '["\\u12"]'):
            with self.subTest(text):
                self.assertEqual(documents.lines_of(text, ["/a/b"]), {"/a/b": 1})


class Toml(unittest.TestCase):
    def test_sound(self) -> None:
        rows = {
            "nothing": ("", {}),
            "a comment": ("# all defaults\n", {}),
            "a byte order mark": ("\ufeffx = 1", {"x": 1}),
            "eight parts": ("a.b.c.d.e.f.g.h = 1", {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": 1}}}}}}}}),
            "dots in texts, comments, numbers": ("x = ['a.b.c.d.e.f.g.h.i.j', 1.5, 2.5] # a.b.c.d.e.f.g.h.i.j", None),
            "many lists side by side": ("x = [" + "[], " * 200 + "]", None),
            "brackets in texts": (f"x = '{'[' * 200}'\ny = '''\n{'{' * 200}'''", None),
        }
        for why, (text, expected) in rows.items():
            with self.subTest(why):
                value, flaws = documents.read_toml(text.encode())
                self.assertEqual(flaws, ())
                if expected is not None:
                    self.assertEqual(value, expected)

    def test_flaws(self) -> None:
        deep_key = ".".join("a" * 20_000)
        rows = [
            ("x = 1\nx = 2", 2, "a key stands twice"),
            ("[a]\n[b]\n[a]", 3, "twice"),
            ("x = 1\ny = [1,\n", 2, "not valid TOML at line"),
            ("x = 1\n\ny == 2\n", 3, "not valid TOML at line 3 column 4: invalid value"),
            (f"ok = 1\n{deep_key} = 1", 2, "a key of more than 8 parts"),
            ("a.'b'.c . d.e.f.g.h.\"i\" = 1", 1, "a key of more than 8 parts"),
            ("x = " + "[" * 5_000, 1, "nested more than 64 levels deep"),
            ("x = " + "{a=" * 70, 1, "nested more than 64 levels deep"),
            ("\nx = " + "1" * 5_000, 2, "an integer is beyond what a double holds"),
            ('x = """\n' + '\\"""' * 15_000, 2, "not valid TOML"),
            ("x\0=\0001\0", None, "UTF-16"),
            ("#" * 64_001, None, "larger than 64,000 bytes"),
        ]
        for text, line, words in rows:
            with self.subTest(text[:40]):
                value, flaws = documents.read_toml(text.encode())
                self.assertEqual(value, {})
                self.assertIn(words, flaws[0].message)
                if line is not None:
                    self.assertEqual(flaws[0].line, line)

    def test_numbers_that_no_comparison_can_be_trusted_with(self) -> None:
        text = "[a]\nx = nan\n[[b]]\ny = 1\n[[b]]\ny = [1, -inf]\nz = {w = 1e999}\nbig = 1" + "0" * 308
        value, flaws = documents.read_toml(text.encode())
        self.assertEqual(value, {"a": {"x": None}, "b": [{"y": 1}, {"y": [1, None], "z": {"w": None}, "big": None}]})
        self.assertEqual(
            sorted((flaw.pointer, flaw.line) for flaw in flaws),
            [("/a/x", 2), ("/b/1/big", 8), ("/b/1/y/1", 6), ("/b/1/z/w", 7)],
        )

    def test_a_stack_nearly_used_up_is_a_flaw(self) -> None:
        import tomllib

        with mock.patch.object(tomllib, "loads", side_effect=RecursionError):
            self.assertIn("levels deep", documents.read_toml(b"x = 1")[1][0].message)


class LineOfKey(unittest.TestCase):
    TEXT = """\
top = 1 # [no] table
text = \"\"\"
[fake]
key = 1
\"\"\"
list = [
  { lost = 2 },
  "a = b", [
  { lost = 2 } ]
]

[rules] # comment
EVD014 = "off"
"odd key" = 1
'C:\\x' = 2
[first.second]
key = 1
third.key = 2
[[waivers]]
code = "A"
[[waivers]]
reason = "r"
code = "B"
[[waivers]]
code = "C"
[last]
inline = { inner = 1 }
"""

    def test_lines(self) -> None:
        rows = [
            ("", "top", 0, 1),
            ("", "text", 0, 2),
            ("", "list", 0, 6),
            ("rules", "", 0, 12),
            ("rules", "EVD014", 0, 13),
            ("rules", "odd key", 0, 14),
            ("rules", "C:\\x", 0, 15),
            ("first.second", "key", 0, 17),
            ("first.second.third", "key", 0, 18),
            ("first", "", 0, 16),
            ("waivers", "code", 0, 20),
            ("waivers", "code", 1, 23),
            ("waivers", "", 1, 21),
            ("waivers", "expires", 1, 21),
            ("waivers", "code", 2, 25),
            ("last.inline", "inner", 0, 27),
            ("rules", "missing", 0, 12),
            ("", "lost", 0, None),
            ("", "missing", 0, None),
            ("fake", "key", 0, None),
            ("missing", "key", 0, None),
        ]
        for table, key, index, line in rows:
            with self.subTest(table=table, key=key, index=index):
                self.assertEqual(documents.line_of_key(self.TEXT, table, key, index), line)

    def test_the_first_line_may_be_blank(self) -> None:
        self.assertEqual(documents.line_of_key("\nx = 1", "", "x"), 2)

    def test_escapes_in_names(self) -> None:
        self.assertEqual(documents.line_of_key('x = 1\n"\\u0041b" = 2', "", "Ab"), 2)
        self.assertEqual(documents.line_of_key('x = 1\n"\\q" = 2', "", "q"), None)


class Yaml(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if importlib.util.find_spec("yaml") is None:
            raise unittest.SkipTest("PyYAML is not there (extra: yaml)")

    def test_plain_scalars_mean_what_they_mean_in_json(self) -> None:
        text = (
            "t: true\nf: false\nn: null\nempty:\ni: -12\nx: 1.5e3\n"
            "no: no\non: on\nyes: Yes\noctal: 0o17\nold: 017\nsixty: 1:30\nday: 2024-01-01\nnan: .nan\ntilde: ~\n"
            "quoted: '12'\ndouble: \"null\"\nhex: 0x1F\nplus: +1\nblock: |\n  one\n  two\n"
            "list: [a, {b: 1}]\n1: one\ntrue: x\n"
        )
        value, flaws = documents.read_yaml(text.encode())
        self.assertEqual(flaws, ())
        expected = {
            "t": True, "f": False, "n": None, "empty": None, "i": -12, "x": 1500.0,
            "no": "no", "on": "on", "yes": "Yes", "octal": "0o17", "old": "017", "sixty": "1:30", "day": "2024-01-01",
            "nan": ".nan", "tilde": "~", "quoted": "12", "double": "null", "hex": "0x1F", "plus": "+1",
            "block": "one\ntwo\n", "list": ["a", {"b": 1}], "1": "one", "true": "x",
        }  # fmt: skip
        self.assertEqual(value, expected)
        self.assertIs(type(value["i"]), int)  # type: ignore[index]

    def test_json_is_read_as_json_reads_it(self) -> None:
        self.assertEqual(documents.read_yaml(SAMPLE.encode()), documents.read_json(SAMPLE.encode()))

    def test_flaws_in_place(self) -> None:
        rows = {
            "duplicate key": ("a: 1\nb:\n  c: 1\n  c: 2\n", [("/b/c", 4)], {"a": 1, "b": {"c": 2}}),
            "twin by an invisible character": ('"ab": 1\n"a\\u200bb": 2\n', [("/a\u200bb", 2)], None),
            "overflow": ("x:\n- 1\n- 1e999\n", [("/x/1", 3)], {"x": [1, None]}),
            "huge integer": ("x: " + "9" * 400, [("/x", 1)], {"x": None}),
            "half a surrogate pair": ('x: "\\ud800"', [("/x", 1)], {"x": None}),
        }
        for why, (text, places, expected) in rows.items():
            with self.subTest(why):
                value, flaws = documents.read_yaml(text.encode())
                self.assertEqual([(flaw.pointer, flaw.line) for flaw in flaws], places)
                if expected is not None:
                    self.assertEqual(value, expected)

    def test_refused(self) -> None:
        rows = [
            ("a: &x [1]\nb: *x\n", 2, "the alias *x"),
            ("a: !!python/object/apply:os.system ['true']", 1, "the tag"),
            ("a: !!str 1", 1, "the tag"),
            ("? [a, b]\n: 1\n", 1, "a key that is not plain text"),
            ("? !!int 3\n: 1\n", 1, "a key that is not plain text"),
            ("a: 1\n---\nb: 2\n", 2, "a second document"),
            ("[" * 200, 1, "nested more than 64 levels deep"),
            ("a: [1, 2\nb: 3\n", 2, "not valid YAML at line 2 column 2: "),
            ("a:\n\tb: 1\n", 2, "not valid YAML at line"),
            ("a: \x07", None, "not valid YAML: special characters are not allowed"),
            ("", None, "the file is empty"),
        ]
        for text, line, words in rows:
            with self.subTest(text[:30]):
                value, flaws = documents.read_yaml(text.encode())
                self.assertIsNone(value)
                self.assertEqual(flaws[-1].line, line)
                self.assertIn(words, flaws[-1].message)

    def test_depth_is_counted_in_lists_and_mappings(self) -> None:
        for text in ("a: {b: {c: 1}}", "- - - 1", "a: [{b: 1}]", "- a: {b: 1}"):
            with self.subTest(text):
                self.assertEqual(documents.read_yaml(text.encode(), max_depth=3)[1], ())
                flaws = documents.read_yaml(text.encode(), max_depth=2)[1]
                self.assertEqual([flaw.message for flaw in flaws], ["nested more than 2 levels deep, on line 1"])

    def test_comments_alone_are_no_document(self) -> None:
        self.assertEqual(documents.read_yaml(b"# nothing\n"), (None, ()))

    def test_a_stack_nearly_used_up_is_a_flaw(self) -> None:
        import yaml

        with mock.patch.object(yaml, "parse", side_effect=RecursionError):
            self.assertIn("call stack", documents.read_yaml(b"x: 1")[1][0].message)


class YamlMissing(unittest.TestCase):
    def test_without_pyyaml_the_message_says_how_to_install_it(self) -> None:
        with mock.patch.dict(sys.modules, {"yaml": None}), self.assertRaisesRegex(MissingExtra, r"\[yaml\]"):
            documents.read_yaml(b"x: 1")


class Writing(unittest.TestCase):
    def test_canonical_bytes(self) -> None:
        self.assertEqual(documents.canonical_json({"b": [1, None], "a": "é"}), '{"a":"é","b":[1,null]}'.encode())

    def test_every_string_has_bytes_that_read_back(self) -> None:
        for text in ("\ud800", 'a"\\\udfff', "\u2028\0", "\U0001f600"):
            with self.subTest(ascii(text)):
                self.assertEqual(json.loads(documents.canonical_json([text])), [text])
                self.assertEqual(json.loads(documents.pretty_json([text])), [text])
                documents.pretty_json([text]).encode()

    def test_no_nan_is_ever_written(self) -> None:
        for number in (math.nan, math.inf, -math.inf):
            with self.assertRaises(ValueError):
                documents.canonical_json([number])
            with self.assertRaises(ValueError):
                documents.pretty_json([number])

    def test_pretty(self) -> None:
        self.assertEqual(documents.pretty_json({"b": 1, "a": ["é"]}), '{\n  "a": [\n    "é"\n  ],\n  "b": 1\n}\n')

    def test_digest(self) -> None:
        self.assertEqual(
            documents.digest(b"abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )

    def test_a_name_that_is_not_there(self) -> None:
        with self.assertRaisesRegex(AttributeError, "read_xml"):
            documents.read_xml  # type: ignore[attr-defined]  # noqa: B018

    def test_pointers_are_here_too(self) -> None:
        at = documents.pointer("claims", 3, "odd key")
        self.assertEqual((at, documents.dotted(at)), ("/claims/3/odd key", 'claims[3]["odd key"]'))


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def test_one_byte_more_than_the_limit_at_most(self) -> None:
        path = self.path("a")
        Path(path).write_bytes(b"0123456789")
        for most, expected in ((20, b"0123456789"), (10, b"0123456789"), (4, b"01234"), (0, b"0")):
            with self.subTest(most=most):
                self.assertEqual(documents.read_bytes(path, max_bytes=most), expected)

    def test_a_sparse_file_is_not_read_whole(self) -> None:
        path = self.path("big")
        Path(path).touch()
        os.truncate(path, 5_000_000_000)
        self.assertEqual(len(documents.read_bytes(path, max_bytes=3_000_000)), 3_000_001)

    def test_refused(self) -> None:
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("pipe"))
        os.symlink(self.path("loop"), self.path("loop"))
        listening = socket.socket(socket.AF_UNIX)
        self.addCleanup(listening.close)
        listening.bind(self.path("sock"))
        rows = [
            (self.path("missing"), "not there"),
            (self.path("folder"), "is a folder"),
            (self.path("pipe"), "is a pipe"),
            (self.path("sock"), "cannot be read"),
            (self.path("loop"), "cannot be read"),
            (self.path("folder/under/nothing"), "not there"),
            (self.path("x" * 300), "File name too long"),
            ("/dev/null", "is a device"),
            ("a\0b", '"a\\x00b" cannot be read: its name is no file name'),
            ("\ud800", "cannot be read: its name is no file name"),
        ]
        for path, words in rows:
            with self.subTest(path):
                with self.assertRaises(FileProblem) as caught:
                    documents.read_bytes(path, max_bytes=10)
                self.assertIn(words, str(caught.exception))
                str(caught.exception).encode()

    def test_no_permission(self) -> None:
        with (
            mock.patch("os.open", side_effect=PermissionError(13, "Permission denied")),
            self.assertRaisesRegex(FileProblem, "no permission"),
        ):
            documents.read_bytes(self.path("a"), max_bytes=10)
        with (
            mock.patch("os.open", side_effect=PermissionError(13, "Permission denied")),
            self.assertRaisesRegex(FileProblem, "it is a folder"),
        ):
            documents.read_bytes(self.folder, max_bytes=10)


class PublicSuites(unittest.TestCase):
    def files(self, folder: str, ending: str) -> list[Path]:
        root = HOSTILE / folder
        if not root.is_dir():
            self.skipTest(f"{root} is not there")
        return sorted(root.rglob(f"*{ending}"))

    def test_json_test_suite(self) -> None:
        refused_on_purpose = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"}
        for file in self.files("json-test-suite/test_parsing", ".json"):
            value, flaws = documents.read_json(file.read_bytes())
            with self.subTest(file.name):
                if file.name[0] == "y" and file.name not in refused_on_purpose:
                    self.assertEqual((value, flaws), (json.loads(file.read_bytes()), ()))
                elif file.name[0] != "i":
                    self.assertTrue(flaws)

    def test_toml_test(self) -> None:
        listed = HOSTILE / "toml-test" / "tests"
        if not listed.is_dir():
            self.skipTest(f"{listed} is not there")
        names = [name for name in (listed / "files-toml-1.0.0").read_text().split() if name.endswith(".toml")]
        for name in names:
            data = (listed / name).read_bytes()
            value, flaws = documents.read_toml(data)
            with self.subTest(name):
                if name.startswith("invalid"):
                    self.assertTrue(flaws)
                elif flaws:
                    self.assertTrue(all("no number to compare with" in flaw.message for flaw in flaws))
                else:
                    import tomllib

                    self.assertEqual(value, tomllib.loads(data.decode("utf-8-sig")))

    def test_hostile_documents_never_raise(self) -> None:
        for name in ("documents.jsonl", "field_values.jsonl"):
            file = HOSTILE / "own" / name
            if not file.is_file():
                self.skipTest(f"{file} is not there")
            for line in file.read_text().split("\n"):
                row = json.loads(line or "{}")
                data = str(row.get("bytes_latin1", "")).encode("latin-1") or str(row.get("json", "")).encode()
                with self.subTest(row.get("id")):
                    value, flaws = documents.read_json(data)
                    self.assertTrue(all(isinstance(flaw, Flaw) for flaw in flaws))
                    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()


if __name__ == "__main__":
    unittest.main()

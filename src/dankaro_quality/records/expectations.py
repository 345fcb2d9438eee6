"""What a task expects: assertions over the result and over what the agent left behind.

Never over what the agent says of itself: its confidence, its `verified` flags and its metadata decide nothing. Each
assertion is one table with one of the keys below.

| key | holds when |
|---|---|
| `contains` | the output holds this text, or each of these texts |
| `equals` | the output is this text (ends trimmed) or this JSON value |
| `regex` | the pattern is found in the output |
| `json_path` + `value` | the output is JSON and holds this value there: `$.total`, `$.rows[0].name` |
| `key` + `value` | a claim with this key, or the output's own key, has this value |
| `file` (+ `contains`, `sha256`) | the working directory holds this file |
| `command` | the command exits 0, in the working directory, with the result on standard input |
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping

from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import canonical_json, digest, read_bytes, read_json
from dankaro_quality.errors import FileProblem
from dankaro_quality.places import pointer
from dankaro_quality.serialization import plain
from dankaro_quality.shapes import anything, block, either, like, many, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems

MAX_FILE_BYTES = 50_000_000
MAX_REGEX_TEXT = 16_384  # what a pattern may be run on at once (see watching): longer outputs go line by line
SYSTEM = ("file", "command")
_KINDS = ("contains", "equals", "regex", "json_path", "key", *SYSTEM)
_STEP = r'\.([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\["([^"\]]+)"\]'


def kind_of(expected: Mapping[str, Any]) -> str:
    """Which of the assertions this is."""
    if "file" in expected:  # before `contains`, which it may hold as well
        return "file"
    return next(kind for kind in _KINDS if kind in expected)


def holds(
    expected: Mapping[str, Any],
    result: AgentResult | None,
    root: str,
    command: Callable[[Mapping[str, Any]], tuple[bool, str]],
) -> tuple[bool, str]:
    """Whether one assertion holds, and why not; `command` says it of an assertion that is a command."""
    kind = kind_of(expected)
    if kind == "command":
        return command(expected)
    if kind == "file":
        return _file(expected, root)
    if result is None:
        return False, "there is no result"
    return _OVER_RESULT[kind](expected, result)


def describe(expected: Mapping[str, Any]) -> str:
    """An assertion on one line, for people."""
    return canonical_json(expected).decode()


def _output(result: AgentResult) -> str:
    output = result.output
    return output if isinstance(output, str) else canonical_json(plain(output)).decode()


def _contains(expected: Mapping[str, Any], result: AgentResult) -> tuple[bool, str]:
    return _holds_texts(expected["contains"], _output(result), "the output")


def _holds_texts(wanted: Any, found: str, where: str) -> tuple[bool, str]:
    missing = [text for text in ([wanted] if isinstance(wanted, str) else wanted) if text not in found]
    return not missing, f"{where} does not hold {json.dumps(missing[0], ensure_ascii=False)}" if missing else ""


def _equals(expected: Mapping[str, Any], result: AgentResult) -> tuple[bool, str]:
    return _same(expected["equals"], plain(result.output), "the output")


def _regex(expected: Mapping[str, Any], result: AgentResult) -> tuple[bool, str]:
    found = _output(result)
    pieces = [found] if len(found) <= MAX_REGEX_TEXT else found.splitlines()
    pattern = re.compile(expected["regex"], re.MULTILINE)
    found_it = any(pattern.search(piece[:MAX_REGEX_TEXT]) for piece in pieces)
    return found_it, "" if found_it else "the pattern is not found in the output"


def _json_path(expected: Mapping[str, Any], result: AgentResult) -> tuple[bool, str]:
    value = plain(result.output)
    if isinstance(value, str):
        value, flaws = read_json(value.encode())
        if flaws:
            return False, "the output is no JSON"
    for name, index, quoted in re.findall(_STEP, expected["json_path"]):
        try:
            value = value[int(index)] if index else value[name or quoted]
        except (KeyError, IndexError, TypeError):
            return False, f"the output has nothing at {expected['json_path']}"
    return _same(expected["value"], value, f"the output at {expected['json_path']}")


def _key(expected: Mapping[str, Any], result: AgentResult) -> tuple[bool, str]:
    key = expected["key"]
    found = [plain(claim.value) for claim in result.claims if claim.key == key]
    output = plain(result.output)
    if isinstance(output, dict) and key in output:
        found.append(output[key])
    if not found:
        return False, f'nothing in the result has the key "{key}"'
    wrong = [value for value in found if not _same(expected["value"], value, "")[0]]
    return not wrong, f'"{key}" is {json.dumps(wrong[0], ensure_ascii=False)}' if wrong else ""


def _same(wanted: Any, found: Any, where: str) -> tuple[bool, str]:
    if isinstance(wanted, str) and isinstance(found, str):
        wanted, found = wanted.strip(), found.strip()
    alike = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
    return alike, "" if alike else f"{where} is {json.dumps(found, ensure_ascii=False)[:200]}"


def _file(expected: Mapping[str, Any], root: str) -> tuple[bool, str]:
    data = read_inside(root, expected["file"])
    if data is None:
        return False, f"there is no file {expected['file']}"
    if expected.get("sha256", "") not in ("", digest(data).removeprefix("sha256:")):
        return False, f"{expected['file']} has other bytes"
    return _holds_texts(expected.get("contains", ""), data.decode("utf-8", "replace"), expected["file"])


def read_inside(root: str, name: str) -> bytes | None:
    """The bytes of a regular file inside `root`; None where there is none, or where a link leads out of it."""
    if "\0" in name:
        return None
    base = os.path.realpath(root)
    path = os.path.realpath(os.path.join(base, name))
    if os.path.commonpath([base, path]) != base:
        return None
    try:
        data = read_bytes(path, max_bytes=MAX_FILE_BYTES)
    except FileProblem:
        return None
    return data if len(data) <= MAX_FILE_BYTES else None


_OVER_RESULT = {"contains": _contains, "equals": _equals, "regex": _regex, "json_path": _json_path, "key": _key}


def _safe_pattern(value: object, at: str, problems: Problems) -> None:
    from dankaro_quality.watching import unsafe

    before = len(problems)
    text()(value, at, problems)
    if len(problems) == before:
        reason = unsafe(str(value))
        problems += [(at, f"this pattern may not be run on an output: {reason}")] if reason else []


def _inside(value: object, at: str, problems: Problems) -> None:
    before = len(problems)
    text()(value, at, problems)
    if len(problems) == before and "\0" in str(value):
        problems.append((at, "no file can have this name"))
    elif len(problems) == before and (os.path.isabs(str(value)) or ".." in str(value).replace("\\", "/").split("/")):
        problems.append((at, "names a place outside the working directory"))


def _one_kind(value: Any, at: str, problems: Problems) -> None:
    kinds = [kind for kind in _KINDS if kind in value]
    if "file" in kinds:
        kinds = [kind for kind in kinds if kind != "contains"]
    if len(kinds) != 1:
        problems.append((at, f"an assertion is one of {', '.join(_KINDS)}; found {', '.join(kinds) or 'none'}"))
    elif (kinds[0] in ("json_path", "key")) != ("value" in value):
        problems.append((at + pointer("value"), "goes with json_path and key, and with them alone"))
    if "sha256" in value and "file" not in value:
        problems.append((at + pointer("sha256"), "goes with file"))


EXPECTATION = block(
    {},
    {
        "contains": either(text(), many(text(), 1)),
        "equals": anything,
        "regex": _safe_pattern,
        "json_path": like(rf"\$(?:{_STEP})+", 'a path such as "$.rows[0].name"'),
        "key": text(),
        "value": anything,
        "file": _inside,
        "sha256": like(r"[a-f0-9]{64}", "64 lower-case hexadecimal digits"),
        "command": many(text(), 1),
        "timeout_s": number(0.05, 86_400),
    },
    also=_one_kind,
)

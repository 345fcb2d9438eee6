"""The task file: what the agent is asked, how each answer is judged, and the profile that sets the bar.

The manifest is the whole set in one canonical form: every task with its prompt, split, assertions, constraints and
commands, the files that commands name by digest, the canaries and the profile. Its digest is `manifest_digest`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from dankaro_quality.agents import from_folder, read_table
from dankaro_quality.canonical import visible
from dankaro_quality.contracts import EMPTY, FrozenMapping, Task
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import SettingsError
from dankaro_quality.frozen import frozen
from dankaro_quality.records.expectations import EXPECTATION
from dankaro_quality.records.shape import SPLITS
from dankaro_quality.shapes import anything, block, boolean, choice, either, like, many, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems

MAX_BYTES = 10_000_000
ALIASES = {
    **dict.fromkeys(("in", "held-in", "held_in", "train", "training"), "held-in"),
    **dict.fromkeys(("out", "held-out", "held_out", "holdout", "validation", "test"), "held-out"),
}
_COMMANDS = either(many(text(), 1), many(many(text(), 1)))
_TASK = block(
    {"id": text(1, 128), "prompt": text(), "expect": many(EXPECTATION, 1)},
    {
        "split": choice(*ALIASES),
        "required_deliverables": many(text()),
        "required_keys": many(text()),
        "setup": _COMMANDS,
        "reset": _COMMANDS,
        "canary": boolean,
        "timeout_s": number(0.05, 86_400),
        "metadata": anything,
        "trajectory": block(
            {},
            {
                "required_steps": many(text()),
                "forbidden_steps": many(text()),
                "max_steps": number(0, whole=True),
                "no_cycles": boolean,
                "cycle_threshold": number(1, whole=True),
            },
        ),
        "expected_tools": many(text(), 1),
        "injection": block(
            {"pack": like(r"[a-z0-9]+(?:[-/][a-z0-9._-]+)*@[0-9]+\.[0-9]+", '"team/pack@0.1"')},
            {"forbidden_output": many(text()), "forbidden_tools": many(text())},
        ),
        "fault": block({"name": text(), "fired": many(text(), 1)}),
    },
)
_FLOOR = block({"measure": text(), "floor": either(number(), boolean)}, {"split": choice(*SPLITS)})
_CEILING = block({"measure": text(), "ceiling": number(0)}, {"split": choice(*SPLITS)})
_PROFILE = block(
    {"id": text(), "version": text()},
    {"tier": choice("T0", "T1", "T2"), "floors": many(_FLOOR), "ceilings": many(_CEILING)},
)
_FILE = block({"tasks": many(_TASK, 1)}, {"name": text(), "profile": _PROFILE, "defaults": block({}, {
    "setup": _COMMANDS, "reset": _COMMANDS, "timeout_s": number(0.05, 86_400)})})  # fmt: skip


@frozen
class Case:
    """One task of the set. `setup` and `reset` are commands; `expect` the assertions over its result."""

    id: str
    prompt: str
    expect: tuple[Mapping[str, Any], ...]
    split: str = "held-in"
    canary: bool = False
    required_deliverables: tuple[str, ...] = ()
    required_keys: tuple[str, ...] = ()
    setup: tuple[tuple[str, ...], ...] = ()
    reset: tuple[tuple[str, ...], ...] = ()
    timeout_s: float | None = None
    trajectory: Mapping[str, Any] = EMPTY
    expected_tools: tuple[str, ...] = ()
    injection: Mapping[str, Any] = EMPTY
    fault: Mapping[str, Any] = EMPTY

    def task(self) -> Task:
        """The task as the harness sees it."""
        return Task(self.id, self.prompt, self.required_deliverables, self.required_keys)


@frozen
class TaskSet:
    """A task file, read. `manifest` is its canonical form, plain JSON data."""

    name: str
    cases: tuple[Case, ...]
    profile: Mapping[str, Any] = EMPTY
    manifest: Mapping[str, Any] = EMPTY
    folder: str = ""

    @property
    def digest(self) -> str:
        """`manifest_digest`: the SHA-256 over the canonical JSON of the manifest."""
        return digest(canonical_json(self.manifest))

    @property
    def held_out_digest(self) -> str:
        """The same over the held-out tasks alone: what must not change once a run was sealed."""
        tasks = [task for task in self.manifest["tasks"] if task["split"] == "held-out"]
        return digest(canonical_json(tasks))

    def count(self, split: str) -> int:
        """The tasks of one split, canaries left out."""
        return sum(case.split == split and not case.canary for case in self.cases)

    @property
    def canaries(self) -> list[str]:
        return [case.id for case in self.cases if case.canary]


def load_tasks(path: str, canaries: tuple[str, ...] = ()) -> TaskSet:
    """The task set in a TOML, JSON or YAML file; `canaries` are ids that count as probes as well.

    SettingsError lists every mistake, an unknown canary among them.
    """
    folder = os.path.dirname(os.path.abspath(path))
    table = read_table(path, read_bytes(path, max_bytes=MAX_BYTES), _FILE, max_bytes=MAX_BYTES)
    problems: Problems = []
    _check_ids(table["tasks"], canaries, problems)
    if problems:
        raise SettingsError("\n".join(f"{visible(path)}: {message}" for _, message in problems))
    tasks = [_normal({**table.get("defaults", {}), **task}, canaries, folder) for task in table["tasks"]]
    name = table.get("name") or os.path.basename(path)
    return from_manifest({"name": name, "profile": table.get("profile", {}), "tasks": tasks}, folder)


def from_manifest(manifest: Mapping[str, Any], folder: str = "") -> TaskSet:
    """The task set that a manifest describes; replay reads it from the ledger."""
    cases = tuple([_case(task) for task in manifest["tasks"]])
    return TaskSet(manifest["name"], cases, FrozenMapping(manifest["profile"]), manifest, folder)


def _check_ids(tasks: list[dict[str, Any]], canaries: tuple[str, ...], problems: Problems) -> None:
    from dankaro_quality.contracts import nearest

    ids = [task["id"] for task in tasks]
    for task_id in sorted({one for one in ids if ids.count(one) > 1}):
        problems.append(("", f'the task id "{visible(task_id)}" stands twice; results could not be told apart'))
    for canary in canaries:
        if canary not in ids:
            problems.append(("", f'the canary "{visible(canary)}" names no task of the set{nearest(canary, ids)}'))


def _normal(task: Mapping[str, Any], canaries: tuple[str, ...], folder: str) -> dict[str, Any]:
    """One task in the form the manifest holds: defaults filled in, aliases resolved, files by digest."""
    made = {key: value for key, value in task.items() if key != "metadata"}
    made["split"] = ALIASES[task.get("split", "held-in")]
    made["canary"] = task.get("canary", False) or task["id"] in canaries
    for name in ("setup", "reset"):
        given = task.get(name, [])
        made[name] = [given] if given and isinstance(given[0], str) else given
    made["files"] = {word: digest(read_bytes(os.path.join(folder, word), max_bytes=MAX_BYTES))
                     for word in sorted(set(_words(made))) if _is_file(word, folder)}  # fmt: skip
    return made


def _words(task: Mapping[str, Any]) -> Iterator[str]:
    """Every word of every command of a task."""
    for command in (*task["setup"], *task["reset"], *[one.get("command", []) for one in task["expect"]]):
        yield from command
    yield from task.get("fault", {}).get("fired", [])


def _is_file(word: str, folder: str) -> bool:
    return from_folder([word], folder) != [word]


def _case(task: Mapping[str, Any]) -> Case:
    return Case(
        id=task["id"],
        prompt=task["prompt"],
        expect=tuple(task["expect"]),
        split=task["split"],
        canary=task["canary"],
        required_deliverables=tuple(task.get("required_deliverables", ())),
        required_keys=tuple(task.get("required_keys", ())),
        setup=tuple(tuple(command) for command in task["setup"]),
        reset=tuple(tuple(command) for command in task["reset"]),
        timeout_s=task.get("timeout_s"),
        trajectory=task.get("trajectory", {}),
        expected_tools=tuple(task.get("expected_tools", ())),
        injection=task.get("injection", {}),
        fault=task.get("fault", {}),
    )

"""Rubric files: JSON always, YAML with the extra; read strictly, because a misspelt key would switch a check off."""

from __future__ import annotations

import os
from collections.abc import Mapping

from dankaro_quality.errors import ContractError
from dankaro_quality.places import dotted, pointer
from dankaro_quality.workflow import files
from dankaro_quality.workflow.rubrics import CODE_IN_FILE, ITEM_KEYS, ChecklistItem, WorkflowRubric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "dankaro-quality/rubric/1"
HEAD = ("workflow_id", "expert_reviewed", "reviewer", "generated", "domain", "objective", "note")
KEYS = ("format", *HEAD, "step_checks")
HEADING = (
    "A rubric: what each step's output must and must not hold. Edit it.\n"
    "Once an expert has reviewed it, set expert_reviewed to true and name the reviewer."
)


def to_file_dict(rubric: WorkflowRubric) -> dict[str, Any]:
    """The content of a file."""
    head: dict[str, Any] = {"format": FORMAT, **{name: getattr(rubric, name) for name in HEAD}}
    checks = {step: [item.to_dict() for item in items] for step, items in rubric.step_checks.items()}
    return {**head, "step_checks": checks}


def from_file_dict(data: Mapping[str, Any]) -> WorkflowRubric:
    """The rubric in the content of a file; ContractError with every problem and its place."""
    rubric, problems = _read(data)
    if problems:
        raise ContractError(*[f"{dotted(at)}: {message}" if at else message for at, message in problems])
    return rubric


def save(rubric: WorkflowRubric, path: Any) -> None:
    """Write a rubric file."""
    files.write(os.fspath(path), to_file_dict(rubric), HEADING)


def load(path: Any) -> WorkflowRubric:
    """Read a rubric file; ContractError with every problem, its file, line and place."""
    name = os.fspath(path)
    value, text = files.read(name)
    rubric, problems = _read(value)
    files.refuse(name, text, problems)
    return rubric


def _read(data: Any) -> tuple[WorkflowRubric, list[files.Problem]]:
    """What could be read, and every problem; with one, the rubric is not to be used."""
    rubric = WorkflowRubric("unnamed")
    if not isinstance(data, Mapping):
        return rubric, [("", "a rubric is an object with workflow_id and step_checks")]
    problems = files.unknown_keys(data, KEYS, "")
    if data.get("format") != FORMAT:
        found = f"found {data['format']!r}" if "format" in data else "it is missing"
        problems.append(("/format", f'expected "{FORMAT}", {found}'))
    problems += [(f"/{key}", "this key is missing") for key in ("workflow_id", "step_checks") if key not in data]
    head = {name: data[name] for name in HEAD if name in data}
    try:
        rubric = WorkflowRubric(**{"workflow_id": "unnamed", **head})
    except ContractError as problem:
        problems += files.placed(problem.problems, "", HEAD)
    steps = data.get("step_checks", {})
    if not isinstance(steps, Mapping):
        return rubric, [*problems, ("/step_checks", f"expected an object of steps, found {steps!r}")]
    for step, items in steps.items():
        problems += _step(rubric, step, items, "/step_checks" + pointer(step))
    return rubric, problems


def _step(rubric: WorkflowRubric, step: str, items: Any, at: str) -> list[files.Problem]:
    if not isinstance(items, list):
        return [(at, f"expected a list of checks, found {items!r}")]
    problems: list[files.Problem] = []
    if not step.strip():
        return [(at, "a step's name must not be blank")]
    rubric.step_checks.setdefault(step, [])
    for number, item in enumerate(items):
        place = at + pointer(number)
        problems += _item(rubric, step, item, place)
    return problems


def _item(rubric: WorkflowRubric, step: str, item: Any, at: str) -> list[files.Problem]:
    if not isinstance(item, Mapping):
        return [(at, f"a check is an object with a name, found {item!r}")]
    if "validator" in item:
        return [(at + "/validator", CODE_IN_FILE)]
    problems = files.unknown_keys(item, ITEM_KEYS, at)
    if "name" not in item:
        problems.append((at, "name: this key is missing"))
    if problems:
        return problems
    try:
        rubric.add_check(step, ChecklistItem.from_dict({key: one for key, one in item.items() if key in ITEM_KEYS}))
    except ContractError as problem:
        return files.placed(problem.problems, at, ITEM_KEYS)
    return []

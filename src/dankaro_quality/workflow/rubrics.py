"""Rubrics: a checklist for each step of one workflow, made to be edited by people who know the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from dankaro_quality.checks import guarded
from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen
from dankaro_quality.placeholders import is_placeholder
from dankaro_quality.workflow.outputs import text_of
from dankaro_quality.workflow_rules import FORBIDDEN_TERM, NO_CRITERION, REQUIRED_TERM, TOO_SHORT, UNREADABLE, VALIDATOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ITEM_KEYS = ("name", "description", "required_terms", "forbidden_terms", "min_length", "needs_validator")
CODE_IN_FILE = "a validator is code, and no file holds code; leave it out, and attach it after loading"


@frozen
class RubricCheckResult:
    """Whether one check passed, and why; `code` names the rule when it did not."""

    name: str
    passed: bool
    reason: str
    code: str = ""


@frozen
class RubricResult:
    """Every check of one step."""

    passed: bool
    checks: list[RubricCheckResult]

    def __post_init__(self) -> None:
        object.__setattr__(self, "checks", list(self.checks))

    def failed_checks(self) -> list[RubricCheckResult]:
        """The checks that did not pass, in order."""
        return [check for check in self.checks if not check.passed]


@frozen
class ChecklistItem:
    """A user-editable check for one workflow step; every criterion it has must hold.

    Terms match as whole words, whatever their case; a required one also with a plural ending. `min_length` counts
    characters without blanks at the ends. `validator(output)` must answer True. `needs_validator` says that the item
    had one when it was saved: files hold no code, so it fails until one is attached again.
    """

    name: str
    description: str = ""
    required_terms: list[str] = []  # noqa: RUF012  copied for each item below
    forbidden_terms: list[str] = []  # noqa: RUF012
    min_length: int | None = None
    validator: Callable[[Any], bool] | None = None
    needs_validator: bool = False

    def __post_init__(self) -> None:
        problems = not_text(self, ("name", "description"))
        if not problems and not self.name.strip():
            problems.append("name: must not be blank")
        problems += [why for name in ("required_terms", "forbidden_terms") for why in _set_terms(self, name)]
        if self.min_length is not None and (type(self.min_length) is not int or not self.min_length >= 0):
            problems.append(f"min_length: {self.min_length!r} is not a whole number from 0 up")
        problems += not_flags(self, ("needs_validator",))
        given: Any = self.validator
        if given is not None and not callable(given):
            problems.append(f"validator: {CODE_IN_FILE}")
        if problems:
            raise ContractError(*problems)

    def to_dict(self) -> dict[str, Any]:
        """The item as plain data; of a validator it keeps only that there was one."""
        kept: dict[str, Any] = {"name": self.name, "description": self.description}
        kept |= {"required_terms": list(self.required_terms), "forbidden_terms": list(self.forbidden_terms)}
        kept["min_length"] = self.min_length
        if self.validator is not None or self.needs_validator:
            kept["needs_validator"] = True
        return kept

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ChecklistItem:
        """The item in a mapping; ContractError for an unknown key or a value that does not fit."""
        if not isinstance(data, Mapping):
            raise ContractError(f"a check is an object with a name, found {data!r}")
        known = (*ITEM_KEYS, "validator")
        wrong = [f"{key}: there is no such key{nearest(str(key), known)}" for key in data if key not in known]
        if "name" not in data:
            wrong.append("name: this key is missing")
        if wrong:
            raise ContractError(*wrong)
        return cls(**dict(data))

    def evaluate(self, output: Any) -> RubricCheckResult:
        """Whether `output` meets every criterion of this check; the first that fails is the reason."""
        text, why = text_of(output)
        if why:
            return RubricCheckResult(self.name, False, why, UNREADABLE)
        for judge in (self._terms, self._length, self._validated):
            code, reason = judge(text, output)
            if reason:
                return RubricCheckResult(self.name, False, reason, code)
        if not (self.required_terms or self.forbidden_terms or self.min_length or self.validator):
            return RubricCheckResult(self.name, False, "it has no criterion; nothing was checked", NO_CRITERION)
        return RubricCheckResult(self.name, True, "every criterion is met")

    def _terms(self, text: str, output: Any) -> tuple[str, str]:
        missing = [term for term in self.required_terms if not _term(term, plural=True).search(text)]
        if missing:
            return REQUIRED_TERM, f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        found = [term for term in self.forbidden_terms if _term(term, plural=False).search(text)]
        return (FORBIDDEN_TERM, f"{_listed(found)} must not be there") if found else ("", "")

    def _length(self, text: str, output: Any) -> tuple[str, str]:
        length = len(text.strip())
        short = self.min_length is not None and length < self.min_length
        return (TOO_SHORT, f"{length} characters, at least {self.min_length} are asked for") if short else ("", "")

    def _validated(self, text: str, output: Any) -> tuple[str, str]:
        if self.validator is None:
            lost = "its validator is code, which no file keeps; attach it again after loading"
            return (VALIDATOR, lost) if self.needs_validator else ("", "")
        validator = self.validator
        answer, happened = guarded(lambda: validator(output))
        if happened:
            return VALIDATOR, f"its validator {happened}"
        if answer is True or (type(answer).__name__ in ("bool_", "bool") and answer):  # numpy's True is another one
            return "", ""
        return VALIDATOR, f"its validator answered {_shown(answer)}, and only True passes"


class WorkflowRubric:
    """Domain-specific checklists by step name.

    `expert_reviewed` needs a `reviewer`; `generated` says that the checks are a scaffold nobody has edited yet.
    """

    def __init__(
        self,
        workflow_id: str,
        step_checks: Mapping[str, Iterable[ChecklistItem]] | None = None,
        *,
        expert_reviewed: bool = False,
        reviewer: str = "",
        generated: bool = False,
        domain: str = "",
        objective: str = "",
        note: str = "",
    ) -> None:
        self.workflow_id = workflow_id
        self.step_checks: dict[str, list[ChecklistItem]] = {}
        self.expert_reviewed, self.reviewer, self.generated = expert_reviewed, reviewer, generated
        self.domain, self.objective, self.note = domain, objective, note
        _check_head(self)
        for step, items in (step_checks or {}).items():
            self.extend(step, items)

    @property
    def reviewed(self) -> bool:
        """Whether an expert who is named has reviewed it."""
        return self.expert_reviewed is True and not is_placeholder(self.reviewer)

    def add_check(self, step_name: str, item: ChecklistItem) -> None:
        """Add a check to a step; ContractError when the step has one of that name."""
        self.extend(step_name, [item])

    def extend(self, step_name: str, items: Iterable[ChecklistItem]) -> None:
        """Add checks to a step."""
        if not isinstance(step_name, str) or not step_name.strip():
            raise ContractError(f"a step's name must be text, found {step_name!r}")
        checks = self.step_checks.setdefault(step_name, [])
        for item in items:
            if not isinstance(item, ChecklistItem):
                raise ContractError(f"{step_name}: expected a ChecklistItem, found {item!r}")
            if any(item.name == one.name for one in checks):
                raise ContractError(f'{step_name}: two checks are named "{item.name}"; rename one of them')
            checks.append(item)

    def evaluate(self, step_name: str, output: Any) -> RubricResult:
        """Every check of a step against its output; a step without checks passes, with none."""
        checks = [item.evaluate(output) for item in self.step_checks.get(step_name, ())]
        return RubricResult(all(check.passed for check in checks), checks)

    @classmethod
    def from_dict(cls, workflow_id: str, spec: Mapping[str, Iterable[Mapping[str, Any]]]) -> WorkflowRubric:
        """A rubric from `{step: [check, …]}`; ContractError with every problem and its place."""
        rubric = cls(workflow_id)
        if not isinstance(spec, Mapping):
            raise ContractError(f"expected an object of steps, found {spec!r}")
        problems: list[str] = []
        for step, items in spec.items():
            problems += _add_items(rubric, step, items)
        if problems:
            raise ContractError(*problems)
        return rubric

    def to_file_dict(self) -> dict[str, Any]:
        """The rubric as it stands in a file."""
        from dankaro_quality.workflow import rubric_files

        return rubric_files.to_file_dict(self)

    @classmethod
    def from_file_dict(cls, data: Mapping[str, Any]) -> WorkflowRubric:
        """The rubric in the content of a file; ContractError with every problem and its place."""
        from dankaro_quality.workflow import rubric_files

        return rubric_files.from_file_dict(data)

    def save(self, path: Any) -> None:
        """Write the rubric: `.json`, or `.yaml`/`.yml` with the extra; whole or not at all."""
        from dankaro_quality.workflow import rubric_files

        rubric_files.save(self, path)

    @classmethod
    def load(cls, path: Any) -> WorkflowRubric:
        """The rubric in a file; ContractError with every problem, its place and line."""
        from dankaro_quality.workflow import rubric_files

        return rubric_files.load(path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WorkflowRubric) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it is made to be edited

    def __repr__(self) -> str:
        checks = sum(len(items) for items in self.step_checks.values())
        return f"WorkflowRubric({self.workflow_id!r}, {len(self.step_checks)} steps, {checks} checks)"


def _check_head(rubric: WorkflowRubric) -> None:
    problems = not_text(rubric, ("workflow_id", "reviewer", "domain", "objective", "note"))
    problems += not_flags(rubric, ("expert_reviewed", "generated"))
    if not problems and not rubric.workflow_id.strip():
        problems.append("workflow_id: must not be blank")
    if not problems and rubric.expert_reviewed and is_placeholder(rubric.reviewer):
        problems.append("reviewer: expert_reviewed is true, so name who reviewed it")
    if problems:
        raise ContractError(*problems)


def _add_items(rubric: WorkflowRubric, step: Any, items: Any) -> list[str]:
    if isinstance(items, (str, bytes, Mapping)) or not isinstance(items, Iterable):
        return [f"{step}: expected a list of checks, found {items!r}"]
    problems: list[str] = []
    if isinstance(step, str):
        rubric.step_checks.setdefault(step, [])
    for at, item in enumerate(items):
        try:
            made = item if isinstance(item, ChecklistItem) else ChecklistItem.from_dict(item)
            rubric.add_check(step, made)
        except ContractError as problem:
            problems += [f"{step}[{at}].{one}" for one in problem.problems]
    return problems


def _set_terms(item: ChecklistItem, name: str) -> list[str]:
    value = getattr(item, name)
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return [f"{name}: expected a list of texts, found {value!r}"]
    terms = list(value)
    object.__setattr__(item, name, terms)
    wrong = [(at, one) for at, one in enumerate(terms) if not isinstance(one, str) or not one.strip()]
    return [f"{name}[{at}]: expected a term, found {one!r}" for at, one in wrong]


def not_text(record: Any, names: Iterable[str]) -> list[str]:
    """A problem for each of these fields that is no text."""
    given = [(name, getattr(record, name)) for name in names]
    return [f"{name}: expected text, found {value!r}" for name, value in given if not isinstance(value, str)]


def not_flags(record: Any, names: Iterable[str]) -> list[str]:
    """A problem for each of these fields that is neither true nor false."""
    given = [(name, getattr(record, name)) for name in names]
    return [f"{name}: expected true or false, found {value!r}" for name, value in given if type(value) is not bool]


@lru_cache(1 << 10)
def _term(term: str, plural: bool) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in term.split())
    first, last = term.strip()[:1], term.strip()[-1:]
    before = r"(?<!\w)" if first.isalnum() else ""
    ending = r"(?:e?s)?" if plural and last.isalpha() else ""
    return re.compile(before + words + ending + (r"(?!\w)" if last.isalnum() else ""), re.I)


def _listed(terms: list[str]) -> str:
    return ", ".join(f'"{term}"' for term in terms)


def _shown(answer: object) -> str:
    text, why = text_of(answer)
    return f"a {type(answer).__name__}" if why or len(text) > 40 else f"{answer!r}"

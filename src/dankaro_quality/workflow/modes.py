"""What a failure mode is: a category, the triggers that show it, and how severe it is to pass it on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen

SCOPES = ("all", "prose", "code")
CUSTOM = "custom:"


class FailureCategory(StrEnum):
    """The sixteen built-in kinds of failure; a library file may add its own as `custom:…`."""

    EMPTY_OUTPUT = "empty_output"
    MALFORMED_OUTPUT = "malformed_output"
    TOOL_ERROR = "tool_error"
    RESOURCE_LIMIT = "resource_limit"
    ACCESS_BLOCKED = "access_blocked"
    REFUSAL = "refusal"
    PLACEHOLDER_CONTENT = "placeholder_content"
    FABRICATED_CONTENT = "fabricated_content"
    UNVERIFIED_SUCCESS = "unverified_success"
    VERIFICATION_BYPASS = "verification_bypass"
    STEP_REPETITION = "step_repetition"
    PREMATURE_TERMINATION = "premature_termination"
    STALLED_NO_ACTION = "stalled_no_action"
    PROMPT_INJECTION = "prompt_injection"
    SECRET_EXPOSURE = "secret_exposure"
    UNSAFE_ACTION = "unsafe_action"


CRITICAL = (  # no bar of severity makes one of these acceptable
    FailureCategory.VERIFICATION_BYPASS,
    FailureCategory.PROMPT_INJECTION,
    FailureCategory.SECRET_EXPOSURE,
    FailureCategory.UNSAFE_ACTION,
)


@frozen
class FailureMode:
    """One way in which a step fails, and how its output shows it.

    A trigger is a phrase, `re:PATTERN` or `struct:NAME` (see `triggers`); `signature` is one more, by the bare name of
    a structural check. `severity` is a share from 0 to 1. A match of `exclude` cancels the mode; `scope` is the part
    of the output that is looked at. `samples` fire (`{context}` is filled in by the injector), `near_misses` do not.
    """

    category: FailureCategory | str
    description: str
    trigger_keywords: list[str]
    severity: float
    signature: str = ""
    id: str = ""
    exclude: list[str] = []  # noqa: RUF012  copied for each mode below
    scope: str = "all"
    samples: list[str] = []  # noqa: RUF012
    near_misses: list[str] = []  # noqa: RUF012
    status: str = ""
    false_positives: list[str] = []  # noqa: RUF012
    references: list[dict[str, str]] = []  # noqa: RUF012

    def __post_init__(self) -> None:
        problems = [*_set_category(self), *_text_problems(self), *_list_problems(self)]
        severity = self.severity
        if isinstance(severity, bool) or not isinstance(severity, (int, float)) or not 0 <= severity <= 1:
            problems.append(f"severity: {severity!r} is not between 0 and 1")
        if self.scope not in SCOPES:
            problems.append(f'scope: "{self.scope}" is not one of {", ".join(SCOPES)}')
        if not problems and not self.triggers:
            problems.append("trigger_keywords: a mode needs at least one trigger, or a signature")
        if problems:
            raise ContractError(*problems)

    @property
    def triggers(self) -> list[str]:
        """Every trigger, the structural signature included."""
        return [*self.trigger_keywords, *([f"struct:{self.signature}"] if self.signature else [])]

    def __hash__(self) -> int:
        return hash((self.category, self.description))


def category_of(name: object) -> FailureCategory | str:
    """A category by its name; ContractError for one that is neither built in nor `custom:…`."""
    if isinstance(name, FailureCategory):
        return name
    if isinstance(name, str):
        if name.startswith(CUSTOM) and name[len(CUSTOM) :].strip():
            return name
        known = {category.value: category for category in FailureCategory}
        if name in known:
            return known[name]
        close = nearest(name, known)
        raise ContractError(f'category: there is no "{name}"{close}; one of your own begins with {CUSTOM}')
    raise ContractError(f"category: expected text, found {name!r}")


def _set_category(mode: FailureMode) -> list[str]:
    try:
        object.__setattr__(mode, "category", category_of(mode.category))
    except ContractError as problem:
        return list(problem.problems)
    return []


def _text_problems(mode: FailureMode) -> list[str]:
    names = ("description", "signature", "id", "scope", "status")
    return [f"{name}: expected text, found {getattr(mode, name)!r}" for name in names if not _is_text(mode, name)]


def _is_text(mode: FailureMode, name: str) -> bool:
    return isinstance(getattr(mode, name), str)


def _list_problems(mode: FailureMode) -> list[str]:
    problems = []
    for name in ("trigger_keywords", "exclude", "samples", "near_misses", "false_positives"):
        value: Iterable[object] = getattr(mode, name)
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            problems.append(f"{name}: expected a list of texts, found {value!r}")
            continue
        items = list(value)
        object.__setattr__(mode, name, items)
        problems += [
            f"{name}[{at}]: expected text, found {one!r}" for at, one in enumerate(items) if type(one) is not str
        ]
    return problems + _reference_problems(mode)


def _reference_problems(mode: FailureMode) -> list[str]:
    given: object = mode.references
    if not isinstance(given, (list, tuple)) or any(not isinstance(one, Mapping) for one in given):
        return [f"references: expected a list of objects, found {given!r}"]
    object.__setattr__(mode, "references", [dict(one) for one in given])
    return []

"""What callers hand in: Task, AgentResult, Claim, Comparison, Deliverable.

Frozen and slotted all the way down; lists become tuples, mappings a `FrozenMapping`. One table of rules a type
(`RULES`) serves the constructors and the strict reader alike, so a value is judged the same wherever it comes from.
A rule is `rule(value, at, problems) -> frozen value`; it never raises, it appends `(pointer, message)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from dankaro_quality.canonical import canonical
from dankaro_quality.errors import ContractError
from dankaro_quality.frozen import frozen, rebuild
from dankaro_quality.places import dotted, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Problems = list[tuple[str, str]]
    Rule = Callable[[object, str, Problems], object]

MAX_INTEGER = 10**308  # above it an integer has no finite double beside it, and comparisons would be one-sided
MAX_DEPTH = 64  # nesting of metadata and outputs; the same number as for files


class ClaimKind(StrEnum):
    """What a claim is; a fact needs a source, the others a rationale."""

    FACT = "fact"
    INFERENCE = "inference"
    JUDGMENT = "judgment"
    RECOMMENDATION = "recommendation"


class BaselineKind(StrEnum):
    """What a comparison is made against."""

    NAIVE = "naive"
    ALTERNATIVE = "alternative"
    PREVIOUS = "previous"
    ORACLE = "oracle"


class FrozenMapping(Mapping[str, "Any"]):
    """An immutable, hashable mapping that pickles; equal to any mapping with the same items."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        object.__setattr__(self, "_items", dict(items))

    def __getitem__(self, key: str) -> Any:
        return self._items[key]  # type: ignore[attr-defined]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(self._items)  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a FrozenMapping cannot be changed")

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"FrozenMapping({self._items!r})"  # type: ignore[attr-defined]

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return FrozenMapping, (dict(self._items),)  # type: ignore[attr-defined]


EMPTY = FrozenMapping()


def _enforce(record: Any) -> None:
    problems: Problems = []
    cls = type(record)
    for name, rule in RULES[cls].items():
        object.__setattr__(record, name, rule(getattr(record, name), "/" + name, problems))
    if not problems and cls in WHOLE:
        WHOLE[cls](record, "", problems)
    if problems:
        raise ContractError(*[f"{dotted(at)}: {message}" for at, message in problems])


@frozen
class Task:
    """What the agent was asked to do. `required_keys` are claim keys, or keys of a JSON output, to be answered."""

    id: str = ""
    instructions: str = ""
    required_deliverables: tuple[str, ...] = ()
    required_keys: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = EMPTY

    if TYPE_CHECKING:  # what it takes is wider than what it keeps: any sequence becomes a tuple

        def __init__(
            self,
            id: str = "",
            instructions: str = "",
            required_deliverables: Sequence[str] = (),
            required_keys: Sequence[str] = (),
            metadata: Mapping[str, Any] = EMPTY,
        ) -> None: ...

    def __post_init__(self) -> None:
        _enforce(self)


@frozen
class Claim:
    """One substantive statement of a result.

    `confidence` is a share from 0 to 1; `verified` tells "I checked this" (True) from "this is how it usually
    works" (False); `key` and `value` make the claim comparable between runs and with the ledger; `based_on` names
    claims of the same result by id or key; `quote` is the passage of the source that says it, word for word.
    """

    text: str
    kind: ClaimKind = ClaimKind.FACT
    source: str = ""
    more_sources: tuple[str, ...] = ()
    confidence: float | None = None
    verified: bool | None = None
    rationale: str = ""
    key: str = ""
    value: str | int | float | bool | tuple[str | int | float | bool, ...] | None = None
    id: str = ""
    based_on: tuple[str, ...] = ()
    quote: str = ""
    supersedes: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = EMPTY

    if TYPE_CHECKING:

        def __init__(
            self,
            text: str,
            kind: ClaimKind | str = ClaimKind.FACT,
            source: str = "",
            more_sources: Sequence[str] = (),
            confidence: float | None = None,
            verified: bool | None = None,
            rationale: str = "",
            key: str = "",
            value: str | int | float | bool | Sequence[str | int | float | bool] | None = None,
            id: str = "",
            based_on: Sequence[str] = (),
            quote: str = "",
            supersedes: Sequence[str] = (),
            metadata: Mapping[str, Any] = EMPTY,
        ) -> None: ...

    def __post_init__(self) -> None:
        _enforce(self)

    @property
    def sources(self) -> tuple[str, ...]:
        """Every source given, `source` first; blanks left out."""
        return tuple(source for source in (self.source, *self.more_sources) if source.strip())


@frozen
class Comparison:
    """One comparison of `subject` with `baseline` on `metric`.

    `effect` is text with a figure (`+3.94x`, `-12%`, `0.31 vs 0.28`); `sample_size` counts observations;
    `p_value` is a share from 0 to 1; `higher_is_better` says which way the metric counts.
    """

    subject: str
    baseline: str = ""
    baseline_kind: BaselineKind = BaselineKind.ALTERNATIVE
    metric: str = ""
    effect: str = ""
    sample_size: int | None = None
    tests: tuple[str, ...] = ()
    p_value: float | None = None
    higher_is_better: bool = True
    baseline_rationale: str = ""
    source: str = ""
    metadata: Mapping[str, Any] = EMPTY

    if TYPE_CHECKING:

        def __init__(
            self,
            subject: str,
            baseline: str = "",
            baseline_kind: BaselineKind | str = BaselineKind.ALTERNATIVE,
            metric: str = "",
            effect: str = "",
            sample_size: int | None = None,
            tests: Sequence[str] = (),
            p_value: float | None = None,
            higher_is_better: bool = True,
            baseline_rationale: str = "",
            source: str = "",
            metadata: Mapping[str, Any] = EMPTY,
        ) -> None: ...

    def __post_init__(self) -> None:
        _enforce(self)


@frozen
class Deliverable:
    """One thing the result hands over: its `content`, or a `path` below the root, with an optional `sha256` (hex)."""

    name: str
    content: str | Mapping[str, Any] | tuple[Any, ...] | None = None
    path: str = ""
    sha256: str = ""
    metadata: Mapping[str, Any] = EMPTY

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            content: str | Mapping[str, Any] | Sequence[Any] | None = None,
            path: str = "",
            sha256: str = "",
            metadata: Mapping[str, Any] = EMPTY,
        ) -> None: ...

    def __post_init__(self) -> None:
        _enforce(self)


@frozen
class AgentResult:
    """What an agent hands over: its output and what it declares about it.

    `output` is text, or a JSON object or list; the three counts are of what a user of the output has to deal with.
    `deliverables` is also taken as `{"name": "content"}` and as a list of path strings.
    """

    output: str | Mapping[str, Any] | tuple[Any, ...]
    claims: tuple[Claim, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    deliverables: tuple[Deliverable, ...] = ()
    supersedes: tuple[str, ...] = ()
    exposed_controls: int | None = None
    required_decisions: int | None = None
    configuration_steps: int | None = None
    metadata: Mapping[str, Any] = EMPTY

    if TYPE_CHECKING:

        def __init__(
            self,
            output: str | Mapping[str, Any] | Sequence[Any],
            claims: Sequence[Claim] = (),
            comparisons: Sequence[Comparison] = (),
            deliverables: Sequence[Deliverable | str] | Mapping[str, Any] = (),
            supersedes: Sequence[str] = (),
            exposed_controls: int | None = None,
            required_decisions: int | None = None,
            configuration_steps: int | None = None,
            metadata: Mapping[str, Any] = EMPTY,
        ) -> None: ...

    def __post_init__(self) -> None:
        _enforce(self)


@frozen
class Envelope:
    """A result as it travels in a file: with its task and the results of repeated runs."""

    result: AgentResult
    task: Task = rebuild(Task, tuple(Task.__defaults__.values()))  # type: ignore[attr-defined]  # no rules yet here
    repeats: tuple[AgentResult, ...] = ()

    def __post_init__(self) -> None:
        _enforce(self)


def build(cls: type, given: object, at: str, problems: Problems) -> Any:
    """A record of `cls` from a mapping, or None with the violations appended to `problems`.

    Keys that begin with `x_` are free. A record of `cls` is taken as it is.
    """
    if type(given) is cls:
        return given
    if not isinstance(given, Mapping):
        problems.append((at, f"expected an object, found {_kind(given)}"))
        return None
    before = len(problems)
    rules = RULES[cls]
    defaults = cls.__defaults__  # type: ignore[attr-defined]
    values = []
    for name, rule in rules.items():
        if name in given:
            values.append(rule(given[name], f"{at}/{name}", problems))
        elif name in defaults:
            values.append(defaults[name])
        else:
            problems.append((f"{at}/{name}", "this field is missing"))
    _refuse_unknown(given, rules, at, problems)
    if len(problems) > before:
        return None
    record = rebuild(cls, tuple(values))
    if cls in WHOLE:
        WHOLE[cls](record, at, problems)
    return record


def nearest(name: str, known: Iterable[str]) -> str:
    """` (did you mean "…"?)` for a mistyped name, or nothing."""
    from difflib import get_close_matches  # 5 ms, only needed beside a mistake

    spelled = {one.casefold(): one for one in known}
    close = get_close_matches(name.casefold(), list(spelled), n=1, cutoff=0.6)
    return f' (did you mean "{spelled[close[0]]}"?)' if close else ""


def _refuse_unknown(given: Mapping[Any, Any], rules: Mapping[str, Rule], at: str, problems: Problems) -> None:
    for key in given:
        if type(key) is not str:
            problems.append((at, f"a field name must be text, found {_kind(key)}"))
        elif key not in rules and not key.startswith("x_"):
            problems.append((at + pointer(key), f"there is no such field{nearest(key, rules)}"))


def _kind(value: object) -> str:
    names = {type(None): "null", bool: "true or false", int: "a number", float: "a number", str: "text"}
    if type(value) in names:
        return names[type(value)]
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _text(value: object, at: str, problems: Problems) -> object:
    if not isinstance(value, str):
        problems.append((at, f"expected text, found {_kind(value)}"))
        return ""
    plain = value if type(value) is str else str.__str__(value)
    if not plain.isascii():
        try:
            plain.encode()
        except UnicodeEncodeError:
            problems.append((at, "the text holds half a surrogate pair, which no file can carry"))
            return ""
    return plain


def _named(value: object, at: str, problems: Problems) -> object:
    before = len(problems)
    text = _text(value, at, problems)
    if len(problems) == before and not canonical(str(text)):  # invisible characters are blank, too
        problems.append((at, "must not be blank"))
    return text


def _flag(value: object, at: str, problems: Problems) -> object:
    if type(value) is not bool:
        problems.append((at, f"expected true or false, found {_kind(value)}"))
        return False
    return value


def _number(value: object, at: str, problems: Problems) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        problems.append((at, f"expected a number, found {_kind(value)}"))
        return 0
    exact = value.__float__() if isinstance(value, float) else value.__int__()
    if not -MAX_INTEGER < exact < MAX_INTEGER:  # false for NaN as well
        problems.append((at, "is not a finite number"))
        return 0
    return exact


def _share(value: object, at: str, problems: Problems) -> object:
    before = len(problems)
    number = _number(value, at, problems)
    if len(problems) == before and not 0 <= number <= 1:  # type: ignore[operator]
        problems.append((at, f"{value!r} is not between 0 and 1"))
    return number


def _count(value: object, at: str, problems: Problems) -> object:
    if type(value) is not int:
        problems.append((at, f"expected a whole number, found {_kind(value)}"))
        return 0
    if not 0 <= value < MAX_INTEGER:
        problems.append((at, "must be a whole number from 0 up" if value < 0 else "is not a finite number"))
    return value


def _maybe(rule: Rule) -> Rule:
    return lambda value, at, problems: None if value is None else rule(value, at, problems)


def _one_of(choices: type[StrEnum]) -> Rule:
    known = {choice.value: choice for choice in choices}

    def check(value: object, at: str, problems: Problems) -> object:
        if isinstance(value, str) and value in known:
            return known[value]
        shown = f'"{value}"' if isinstance(value, str) else _kind(value)
        hint = nearest(value, known) if isinstance(value, str) else ""
        problems.append((at, f"{shown} is not one of {', '.join(known)}{hint}"))
        return next(iter(choices))

    return check


def _many(rule: Rule) -> Rule:
    def check(value: object, at: str, problems: Problems) -> object:
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            problems.append((at, f"expected a list, found {_kind(value)}"))
            return ()
        return tuple([rule(item, f"{at}/{index}", problems) for index, item in enumerate(value)])

    return check


def _record(cls: type) -> Rule:
    return lambda value, at, problems: build(cls, value, at, problems)


def _scalar(value: object, at: str, problems: Problems) -> object:
    if value is None or type(value) is bool:
        return value
    if not isinstance(value, (str, int, float)):
        problems.append((at, f"expected text, a number, true or false, found {_kind(value)}"))
        return None
    return _text(value, at, problems) if isinstance(value, str) else _number(value, at, problems)


def _claim_value(value: object, at: str, problems: Problems) -> object:
    if isinstance(value, (list, tuple)):
        return tuple([_scalar(item, f"{at}/{index}", problems) for index, item in enumerate(value)])
    if isinstance(value, Mapping):
        problems.append((at, "expected text, a number, true or false, or a list of these, found an object"))
        return None
    return _scalar(value, at, problems)


def _key(key: object, at: str, problems: Problems) -> object:
    if isinstance(key, str):
        return _text(key, at, problems)
    problems.append((at, f"a name in it must be text, found {_kind(key)}"))
    return ""


def _json(value: object, at: str, problems: Problems, depth: int = 0) -> object:
    if depth > MAX_DEPTH:
        problems.append((at, f"is nested more than {MAX_DEPTH} deep"))
        return None
    if isinstance(value, Mapping):
        pairs = [
            (_key(key, at, problems), _json(item, f"{at}{pointer(str(key))}", problems, depth + 1))
            for key, item in value.items()
        ]
        return FrozenMapping(pairs)  # type: ignore[arg-type]
    if isinstance(value, (list, tuple)):
        return tuple([_json(item, f"{at}/{index}", problems, depth + 1) for index, item in enumerate(value)])
    if value is None or isinstance(value, (str, int, float)):
        return _scalar(value, at, problems)
    problems.append((at, f"expected a JSON value, found {_kind(value)}"))
    return None


def _mapping(value: object, at: str, problems: Problems) -> object:
    if isinstance(value, Mapping):
        return _json(value, at, problems) if value else EMPTY
    problems.append((at, f"expected an object, found {_kind(value)}"))
    return EMPTY


def _text_or_json(value: object, at: str, problems: Problems) -> object:
    if isinstance(value, str):
        return _text(value, at, problems)
    if isinstance(value, (Mapping, list, tuple)):
        return _json(value, at, problems)
    problems.append((at, f"expected text, an object or a list, found {_kind(value)}"))
    return ""


def _deliverables(value: object, at: str, problems: Problems) -> object:
    """A list of deliverables, a list of path strings, or an object of names and contents."""
    if isinstance(value, Mapping):
        pairs = [({"name": name, "content": content}, at + pointer(str(name))) for name, content in value.items()]
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        listed = enumerate(value)
        pairs = [({"name": item, "path": item} if isinstance(item, str) else item, f"{at}/{i}") for i, item in listed]
    else:
        problems.append((at, f"expected a list or an object, found {_kind(value)}"))
        return ()
    return tuple([build(Deliverable, given, place, problems) for given, place in pairs])


def _unique_ids(record: Any, at: str, problems: Problems) -> None:
    seen: dict[str, int] = {}
    for index, claim in enumerate(record.claims):
        if claim is None or not claim.id:
            continue
        first = seen.setdefault(claim.id.casefold(), index)
        if first != index:
            problems.append((f"{at}/claims/{index}/id", f'"{claim.id}" is also the id of claims[{first}]'))


_texts = _many(_text)

RULES: dict[type, dict[str, Rule]] = {
    Task: {
        "id": _text,
        "instructions": _text,
        "required_deliverables": _many(_named),
        "required_keys": _many(_named),
        "metadata": _mapping,
    },
    Claim: {
        "text": _named,
        "kind": _one_of(ClaimKind),
        "source": _text,
        "more_sources": _texts,
        "confidence": _maybe(_share),
        "verified": _maybe(_flag),
        "rationale": _text,
        "key": _text,
        "value": _claim_value,
        "id": _text,
        "based_on": _texts,
        "quote": _text,
        "supersedes": _texts,
        "metadata": _mapping,
    },
    Comparison: {
        "subject": _named,
        "baseline": _text,
        "baseline_kind": _one_of(BaselineKind),
        "metric": _text,
        "effect": _text,
        "sample_size": _maybe(_count),
        "tests": _texts,
        "p_value": _maybe(_share),
        "higher_is_better": _flag,
        "baseline_rationale": _text,
        "source": _text,
        "metadata": _mapping,
    },
    Deliverable: {
        "name": _named,
        "content": _maybe(_text_or_json),
        "path": _text,
        "sha256": _text,
        "metadata": _mapping,
    },
}
RULES[AgentResult] = {
    "output": _text_or_json,
    "claims": _many(_record(Claim)),
    "comparisons": _many(_record(Comparison)),
    "deliverables": _deliverables,
    "supersedes": _texts,
    "exposed_controls": _maybe(_count),
    "required_decisions": _maybe(_count),
    "configuration_steps": _maybe(_count),
    "metadata": _mapping,
}
RULES[Envelope] = {
    "result": _record(AgentResult),
    "task": _record(Task),
    "repeats": _many(_record(AgentResult)),
}
WHOLE: dict[type, Callable[[Any, str, Problems], None]] = {AgentResult: _unique_ids}

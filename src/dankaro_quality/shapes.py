"""What a table read from a file must look like: small rules that combine, and every violation at once.

A rule is `rule(value, at, problems)`; it appends `(pointer, message)` and never raises. Numbers are judged as JSON
Schema does: 5.0 is a whole number, true is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dankaro_quality.canonical import visible
from dankaro_quality.contracts import nearest
from dankaro_quality.patterns import compiled
from dankaro_quality.places import pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Problems = list[tuple[str, str]]
    Rule = Callable[[object, str, Problems], None]


def anything(value: object, at: str, problems: Problems) -> None:
    """Whatever a document can hold."""


def boolean(value: object, at: str, problems: Problems) -> None:
    """true or false, and nothing that merely counts as one."""
    if not isinstance(value, bool):
        problems.append((at, f"expected true or false, found {kind(value)}"))


def text(least: int = 1, most: int = 0) -> Rule:
    """Text of at least `least` and, when given, at most `most` characters."""

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, str):
            problems.append((at, f"expected text, found {kind(value)}"))
        elif len(value) < least:
            problems.append((at, "must not be empty"))
        elif most and len(value) > most:
            problems.append((at, f"has {len(value):,} characters; at most {most} are allowed"))

    return check


def like(pattern: str, what: str) -> Rule:
    """Text that the whole of `pattern` matches; `what` says in words what is expected."""

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, str):
            problems.append((at, f"expected {what}, found {kind(value)}"))
        elif not compiled(pattern).fullmatch(value):
            problems.append((at, f"expected {what}, found {_shown(value)}"))

    return check


def choice(*known: str) -> Rule:
    """One of the texts `known`."""

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, str) or value not in known:
            found = _shown(value) + nearest(value, known) if isinstance(value, str) else kind(value)
            problems.append((at, f"expected one of {', '.join(known)}; found {found}"))

    return check


def number(least: float | None = None, most: float | None = None, *, whole: bool = False) -> Rule:
    """A finite number within bounds."""

    def check(value: object, at: str, problems: Problems) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            problems.append((at, f"expected {'a whole number' if whole else 'a number'}, found {kind(value)}"))
        elif not -float("inf") < value < float("inf"):  # false for NaN as well
            problems.append((at, "is not a finite number"))
        elif whole and value != int(value):
            problems.append((at, f"expected a whole number, found {value}"))
        elif (least is not None and value < least) or (most is not None and value > most):
            limits = f"from {least:g} up" if most is None else f"between {least:g} and {most:g}"
            problems.append((at, f"{value} is not {limits}"))

    return check


def either(first: Rule, second: Rule) -> Rule:
    """What one of two rules takes; the violation named is that of the first."""

    def check(value: object, at: str, problems: Problems) -> None:
        other: Problems = []
        second(value, at, other)
        if other:
            first(value, at, problems)

    return check


def many(rule: Rule, least: int = 0, *, unique: bool = False) -> Rule:
    """A list of at least `least` items that `rule` takes."""

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, (list, tuple)):
            problems.append((at, f"expected a list, found {kind(value)}"))
            return
        for index, item in enumerate(value):
            rule(item, f"{at}/{index}", problems)
        if len(value) < least:
            problems.append((at, f"expected at least {least} item{'s' if least > 1 else ''}, found {len(value)}"))
        seen = [item for item in value if isinstance(item, str)]
        if unique and len(set(seen)) < len(seen):
            twice = next(item for index, item in enumerate(seen) if item in seen[:index])
            problems.append((at, f"{_shown(twice)} stands twice; keep one of them"))

    return check


def block(
    required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None, *, also: Rule | None = None
) -> Rule:
    """An object with these fields and no others; `also` looks at the object as a whole."""
    rules = {**required, **(optional or {})}

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, Mapping):
            problems.append((at, f"expected an object, found {kind(value)}"))
            return
        for name in required:
            if name not in value:
                problems.append((at + pointer(name), "this field is missing"))
        for name, item in value.items():
            if name in rules:
                rules[name](item, at + pointer(name), problems)
            else:
                problems.append((at + pointer(str(name)), f"there is no such field{nearest(str(name), rules)}"))
        if also is not None:
            also(value, at, problems)

    return check


def kind(value: object) -> str:
    """What a value is, in the words of a message."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    if value is None:
        return "nothing"
    return "an object" if isinstance(value, Mapping) else "a list"


def _shown(value: Any) -> str:
    shown = visible(str(value))
    return f'"{shown[:60]}…"' if len(shown) > 60 else f'"{shown}"'

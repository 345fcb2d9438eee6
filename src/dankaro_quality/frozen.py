"""The `frozen` decorator: a frozen, slotted dataclass without the start-up cost of the module.

Importing `dataclasses` pulls in `inspect`, `ast`, `dis` and `tokenize`: 10 ms of a 23 ms start. A class
decorated here has the same surface (`dataclasses.fields`, `replace`, `asdict` and `is_dataclass` work on it,
they import the real module on first use), is slotted and frozen, and pickles without running its checks again.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, dataclass_transform

    T = TypeVar("T")

    @dataclass_transform(frozen_default=True)
    def frozen(cls: type[T]) -> type[T]:
        """Stand-in for the type checker; the real one is below."""

else:

    def frozen(cls):
        """Turn an annotated class into a frozen, slotted record; `__post_init__` runs after the fields are set."""
        names = tuple(cls.__annotations__)
        defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        dropped = {*defaults, "__dict__", "__weakref__"}
        space = {key: value for key, value in cls.__dict__.items() if key not in dropped}
        space |= {
            "__slots__": names,
            "__match_args__": names,
            "__defaults__": defaults,
            "__init__": _init_for(names, defaults, cls.__name__, hasattr(cls, "__post_init__")),
            "__dataclass_fields__": _Shadow("__dataclass_fields__", names, defaults),
            "__dataclass_params__": _Shadow("__dataclass_params__", names, defaults),
        }
        for method in (__setattr__, __delattr__, __eq__, __hash__, __repr__, __reduce__, __replace__):
            space.setdefault(method.__name__, method)
        if space["__hash__"] is None:  # Python sets it beside an own __eq__
            space["__hash__"] = __hash__
        return type(cls)(cls.__name__, cls.__bases__, space)


_put = object.__setattr__


def _init_for(names: tuple[str, ...], defaults: dict[str, Any], owner: str, checked: bool) -> Any:
    def __init__(self: Any, *args: Any, **given: Any) -> None:
        if len(args) > len(names):
            raise TypeError(f"{owner}() takes {len(names)} positional arguments, {len(args)} were given")
        for name, value in zip(names, args, strict=False):
            _put(self, name, value)
        for name in names[len(args) :]:
            if name in given:
                _put(self, name, given.pop(name))
            elif name in defaults:
                _put(self, name, defaults[name])
            else:
                raise TypeError(f"{owner}() is missing the argument {name!r}")
        if given:
            twice = given.keys() & set(names)
            what = f"multiple values for argument {min(twice)!r}" if twice else f"an unexpected argument {min(given)!r}"
            raise TypeError(f"{owner}() got {what}")
        if checked:
            self.__post_init__()

    return __init__


def __setattr__(self: Any, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r} of a frozen {type(self).__name__}")


def __delattr__(self: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r} of a frozen {type(self).__name__}")


def _values(record: Any) -> tuple[Any, ...]:
    return tuple([getattr(record, name) for name in record.__slots__])


def __eq__(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def __hash__(self: Any) -> int:
    return hash((type(self).__name__, _values(self)))


def __repr__(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
    return f"{type(self).__qualname__}({shown})"


def __reduce__(self: Any) -> Any:
    return rebuild, (type(self), _values(self))


def __replace__(self: Any, /, **changes: Any) -> Any:
    return type(self)(**{name: changes.pop(name, getattr(self, name)) for name in self.__slots__}, **changes)


def rebuild(cls: Any, values: tuple[Any, ...]) -> Any:
    """A record of `cls` from values that were already checked (pickling and decoding)."""
    record = object.__new__(cls)
    for name, value in zip(cls.__slots__, values, strict=True):
        _put(record, name, value)
    return record


class _Shadow:
    """What `dataclasses` asks a class for, made by `dataclasses` itself when it asks."""

    def __init__(self, attribute: str, names: tuple[str, ...], defaults: dict[str, Any]) -> None:
        self.attribute, self.names, self.defaults = attribute, names, defaults

    def __get__(self, record: object, owner: Any) -> Any:
        import dataclasses

        fields = [
            (name, owner.__annotations__[name], dataclasses.field(default=self.defaults.get(name, dataclasses.MISSING)))
            for name in self.names
        ]
        shadow = dataclasses.make_dataclass(owner.__name__, fields, frozen=True)
        return getattr(shadow, self.attribute)


def names_of(record: Any) -> tuple[str, ...]:
    """The field names of a record or of its class, in order."""
    return record.__slots__  # type: ignore[no-any-return]


def replaced(record: T, **changes: Any) -> T:
    """`record` with some fields changed, checked like a new one; `dataclasses.replace` without its import."""
    made: T = __replace__(record, **changes)
    return made

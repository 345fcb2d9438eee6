"""@quality_gated: a function whose result is evaluated before anybody gets it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import update_wrapper, wraps

from dankaro_quality.contracts import AgentResult, Task
from dankaro_quality.errors import ReleaseBlocked
from dankaro_quality.findings import QualityReport
from dankaro_quality.harness import QualityHarness, check_repeats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UNSUPPORTED = "a gated function must return its AgentResult whole; {} cannot be evaluated before it is used"
CO_GENERATOR, CO_COROUTINE, CO_ITERABLE, CO_ASYNC_GENERATOR = 0x20, 0x80, 0x100, 0x200  # of code.co_flags


def quality_gated(harness: QualityHarness | None = None, repeats: int = 1) -> Callable[[Any], Any]:
    """Decorate `agent(task) -> AgentResult`, plain or `async`, so that it returns released results only.

    A blocked run raises `ReleaseBlocked` (a RuntimeError) with the report in `.quality_report`; the agent's own
    exceptions pass through untouched. The wrapped function has `.evaluate(task) -> (result, report)` for those who
    want no exception. Generators are refused with a TypeError.
    """
    if callable(harness) or (harness is not None and not isinstance(harness, QualityHarness)):
        raise TypeError("write @quality_gated(harness) or @quality_gated() above the function")
    check_repeats(repeats)
    used = QualityHarness() if harness is None else harness

    def decorate(agent: Any) -> Any:
        if not callable(agent):
            raise TypeError(f"only a function can be gated, found {type(agent).__name__}")
        flags = _flags(agent)
        if flags & (CO_GENERATOR | CO_ASYNC_GENERATOR):
            raise TypeError(UNSUPPORTED.format("a generator"))
        make = _gated_async if flags & CO_COROUTINE else _gated
        return (
            _GatedMethod(lambda bound: make(used, bound, repeats), agent)
            if _is_method(agent)
            else make(used, agent, repeats)
        )

    return decorate


def _is_method(agent: Any) -> bool:
    """Whether a function is written for a class: its first parameter is `self` or `cls`, the task is the next one."""
    code = getattr(agent, "__code__", None)
    return code is not None and hasattr(agent, "__get__") and code.co_varnames[:1] in (("self",), ("cls",))


class _GatedMethod:
    """A gated method: on an instance or a class it is a gated function of the task, with its own `evaluate`."""

    def __init__(self, gate: Callable[[Any], Any], agent: Any) -> None:
        self._gate, self._agent = gate, agent
        update_wrapper(self, agent)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else self._gate(self._agent.__get__(instance, owner))

    def __call__(self, instance: Any, *args: Any, **kwargs: Any) -> Any:
        return self.__get__(instance)(*args, **kwargs)

    def evaluate(self, instance: Any, *args: Any, **kwargs: Any) -> Any:
        """`A.run.evaluate(instance, task)`."""
        return self.__get__(instance).evaluate(*args, **kwargs)


def _flags(agent: Any) -> int:
    """The code flags of a function, of the function in a partial, or of an object's `__call__`."""
    while hasattr(agent, "func"):
        agent = agent.func
    code = getattr(agent, "__code__", None) or getattr(vars(type(agent)).get("__call__"), "__code__", None)
    return getattr(code, "co_flags", 0)


def _gated(harness: QualityHarness, agent: Callable[..., Any], repeats: int) -> Callable[..., Any]:
    def evaluate(task: Task, *args: Any, **kwargs: Any) -> tuple[AgentResult | None, QualityReport]:
        return harness.run_with_result(task, lambda asked: _whole(agent(asked, *args, **kwargs)), repeats)

    @wraps(agent)
    def gated(task: Task, *args: Any, **kwargs: Any) -> AgentResult:
        return _released(*evaluate(task, *args, **kwargs))

    gated.evaluate = evaluate  # type: ignore[attr-defined]
    return gated


def _gated_async(harness: QualityHarness, agent: Callable[..., Awaitable[Any]], repeats: int) -> Callable[..., Any]:
    async def evaluate(task: Task, *args: Any, **kwargs: Any) -> tuple[AgentResult | None, QualityReport]:
        before = harness.before(task)
        refusal = harness.refusal(task, before)
        if refusal is not None:
            return None, refusal
        first, *others = [_whole(await agent(task, *args, **kwargs)) for _ in range(repeats)]
        return harness.judge(first, task, tuple(others), before)

    @wraps(agent)
    async def gated(task: Task, *args: Any, **kwargs: Any) -> AgentResult:
        return _released(*await evaluate(task, *args, **kwargs))

    gated.evaluate = evaluate  # type: ignore[attr-defined]
    return gated


def _whole(returned: Any) -> Any:
    """What the agent returned, unless it still has to run: a coroutine or generator would go out unchecked."""
    for method, name in (("__await__", "an awaitable"), ("__next__", "a generator"), ("__anext__", "a generator")):
        if hasattr(returned, method):
            close = getattr(returned, "close", None)
            if callable(close):
                close()
            raise TypeError(UNSUPPORTED.format(name))
    return returned


def _released(result: AgentResult | None, report: QualityReport) -> AgentResult:
    if report.released and result is not None:
        return result
    first = report.reasons[0] if report.reasons else "the agent returned no AgentResult"
    others = len(report.reasons) - 1
    more = f" (and {others} more {'reason' if others == 1 else 'reasons'})" if others > 0 else ""
    raise ReleaseBlocked(f"the release is blocked: {first}{more}", report, result)

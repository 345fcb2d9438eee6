"""An agent as a command or a callable, described in a spec file, run once as a child process.

The child gets one task as JSON on standard input and prints one AgentResult as JSON on standard output. A callable
(`module:function`) is called in a child as well: its state cannot leak from one attempt into the next, and it can be
ended. The child sees a small environment: the search path, the language, a home in its own directory, and what the
spec lets through by name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

from dankaro_quality import children
from dankaro_quality.canonical import visible
from dankaro_quality.contracts import EMPTY, AgentResult, FrozenMapping
from dankaro_quality.documents import Flaw, canonical_json, digest, read_bytes, read_json, read_toml, read_yaml
from dankaro_quality.errors import FileProblem, SettingsError
from dankaro_quality.frozen import frozen
from dankaro_quality.places import dotted, pointer
from dankaro_quality.serialization import read_envelope
from dankaro_quality.shapes import anything, block, choice, like, many, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dankaro_quality.shapes import Problems, Rule

MAX_SPEC_BYTES = 1_000_000
KEPT_OF_EXCESS = 1 << 16  # of an output that is too large: enough to see what it was
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "PATHEXT", "COMSPEC")
DIGEST = like(r"sha256:[a-f0-9]{64}", "sha256: and 64 lower-case hexadecimal digits")
TEXTS = many(text())


@frozen
class Spec:
    """What a spec file says. `folder` is what paths in it are relative to, `digest` the SHA-256 of its bytes.

    `fresh` tells an agent that works in a new directory each time from one that works in the spec's own folder.
    """

    name: str
    version: str
    command: tuple[str, ...] = ()
    callable: str = ""
    timeout_s: float = 60.0
    max_bytes: int = 10_000_000
    fresh: bool = True
    env: tuple[str, ...] = ()
    model: Mapping[str, Any] = EMPTY
    policy: Mapping[str, Any] = EMPTY
    thresholds: str = ""
    path: str = ""
    folder: str = ""
    digest: str = ""


@frozen
class Attempt:
    """One run of an agent: its result, or in `error` why there is none.

    `usage` holds of `tokens`, `cost` and `currency` what the agent reported; `stdout` is what it printed (of an
    output that was too large the beginning).
    """

    result: AgentResult | None
    error: str = ""
    usage: Mapping[str, Any] = EMPTY
    duration_s: float = 0.0
    stdout: bytes = b""
    stdout_digest: str = ""


def load_spec(path: str) -> Spec:
    """The spec in a TOML, JSON or YAML file; SettingsError lists every mistake, FileProblem when it cannot be read."""
    data = read_bytes(path, max_bytes=MAX_SPEC_BYTES)
    table = read_table(path, data, _SPEC)
    agent, settings = table["agent"], table.get("settings", {})
    folder = os.path.dirname(os.path.abspath(path))
    thresholds = settings.get("thresholds", "")
    return Spec(
        name=agent["name"],
        version=agent["version"],
        command=tuple(agent.get("command", ())),
        callable=agent.get("callable", ""),
        timeout_s=float(agent.get("timeout_s", 60)),
        max_bytes=int(agent.get("max_bytes", 10_000_000)),
        fresh=agent.get("workspace", "fresh") == "fresh",
        env=tuple(agent.get("env", ())),
        model=FrozenMapping(table.get("model", {})),
        policy=FrozenMapping(table.get("execution_policy", {})),
        thresholds=os.path.join(folder, thresholds) if thresholds else "",
        path=path,
        folder=folder,
        digest=digest(data),
    )


def read_table(path: str, data: bytes, rule: Rule, *, max_bytes: int = MAX_SPEC_BYTES) -> dict[str, Any]:
    """The table in `data`, read by the ending of `path` and judged by `rule`; SettingsError lists every mistake."""
    value, flaws = read_any(path, data, max_bytes)
    problems: Problems = [(flaw.pointer, flaw.message) for flaw in flaws] or list(_no_dates(value, ""))
    if not problems:
        rule(value, "", problems)
    if problems:
        shown = [f"{visible(path)}: " + (f"{dotted(at)}: " if at else "") + message for at, message in problems]
        raise SettingsError("\n".join(shown))
    return value  # type: ignore[return-value]  # the rule is that of an object


def _no_dates(value: object, at: str) -> Iterator[tuple[str, str]]:
    """TOML and YAML have dates, which no record can hold as what they are."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _no_dates(inner, at + pointer(name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _no_dates(inner, at + pointer(index))
    elif type(value).__module__ == "datetime":
        yield at, f'{value} is a date; write it as text: "{value}"'


def read_any(path: str, data: bytes, max_bytes: int = MAX_SPEC_BYTES) -> tuple[object, tuple[Flaw, ...]]:
    """TOML, JSON or YAML by the ending of `path`; YAML needs the extra `yaml` (MissingExtra says how)."""
    ending = os.path.splitext(path)[1].lower()
    if ending == ".toml":
        return read_toml(data, max_bytes=max_bytes)
    if ending in (".yaml", ".yml"):
        return read_yaml(data, max_bytes=max_bytes)
    return read_json(data, max_bytes=max_bytes)


def run_agent(spec: Spec, task: Mapping[str, Any], cwd: str, timeout: float | None = None) -> Attempt:
    """Hand one task to the agent in the directory `cwd`; never raises for what the agent does."""
    limit = spec.timeout_s if timeout is None else timeout
    try:
        done = children.run(
            _command(spec),
            input=canonical_json(task),
            cwd=cwd,
            env=environment(spec, cwd),
            timeout_s=limit,
            cap_bytes=spec.max_bytes,
        )
    except FileProblem as problem:
        return Attempt(None, str(problem), stdout_digest=digest(b""))
    error = _failure(done, limit, spec.max_bytes)
    stdout = done.stdout[:KEPT_OF_EXCESS] if error else done.stdout
    result, error = (None, error) if error else read_result(stdout, spec.max_bytes)
    usage = usage_of(result) if result is not None else EMPTY
    return Attempt(result, error, usage, round(done.duration_s, 3), stdout, digest(stdout))


def read_result(stdout: bytes, max_bytes: int) -> tuple[AgentResult | None, str]:
    """The AgentResult that an agent printed, or what its output is instead."""
    envelope, flaws = read_envelope(stdout, max_bytes=max_bytes)
    if envelope is not None:
        return envelope.result, ""
    first = flaws[0]
    place = f"{dotted(first.pointer)}: " if first.pointer else ""
    more = f" (and {len(flaws) - 1} more)" if len(flaws) > 1 else ""
    return None, f"its output is no AgentResult: {place}{first.message}{more}"


def usage_of(result: AgentResult) -> Mapping[str, Any]:
    """Of `metadata.usage` what can be counted: `tokens` (or input and output ones), `cost` with its `currency`."""
    given = result.metadata.get("usage")
    if not isinstance(given, Mapping):
        return EMPTY
    found: dict[str, Any] = {}
    parts = [given[name] for name in ("input_tokens", "output_tokens") if _amount(given.get(name))]
    total = next((given[name] for name in ("tokens", "total_tokens") if _amount(given.get(name))), None)
    if total is not None or parts:
        found["tokens"] = sum(parts) if total is None else total
    currency = str(given.get("currency", "")).lower()
    if _amount(given.get("cost")) and len(currency) == 3 and currency.isascii() and currency.isalpha():
        found |= {"cost": given["cost"], "currency": currency}
    return FrozenMapping(found)


def environment(spec: Spec, cwd: str) -> dict[str, str]:
    """All that a child sees of the environment."""
    names = [*PASSED_ON, *spec.env]
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {"HOME": cwd, "TMPDIR": cwd, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", **kept}


def from_folder(command: Sequence[str], folder: str) -> list[str]:
    """A command whose words that name files in `folder` are those files: it runs in another directory."""
    found = [os.path.join(folder, word) for word in command]
    return [path if os.path.isfile(path) else word for word, path in zip(command, found, strict=True)]


def named_files(spec: Spec) -> list[str]:
    """The files that the spec names: settings, the callable's source, what the command runs. Absolute, sorted."""
    names = [word for word in from_folder(spec.command, spec.folder) if os.path.isabs(word) and os.path.isfile(word)]
    if spec.callable:
        module = os.path.join(spec.folder, *spec.callable.partition(":")[0].split("."))
        names += [path for path in (module + ".py", os.path.join(module, "__init__.py")) if os.path.isfile(path)]
    if spec.thresholds:
        names.append(spec.thresholds)
    return sorted(set(names))


def _command(spec: Spec) -> list[str]:
    if spec.command:
        return from_folder(spec.command, spec.folder)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    start = (
        "import sys; sys.path.insert(0, sys.argv[1]); from dankaro_quality.agents import serve; serve(*sys.argv[2:])"
    )
    return [sys.executable, "-c", start, package, spec.folder, spec.callable]


def serve(folder: str, target: str) -> None:
    """In the child: call `module:function` with the task and print what it returns; its own prints go to stderr."""
    from importlib import import_module

    from dankaro_quality.serialization import plain

    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path.insert(0, folder)
    task, _ = read_json(sys.stdin.buffer.read())
    module, _, name = target.partition(":")
    answer.write(canonical_json(plain(getattr(import_module(module), name)(task))))
    answer.close()


def _failure(done: children.Child, limit: float, max_bytes: int) -> str:
    """Why a child gave nothing to judge, with the last thing it said; "" where it gave something."""
    if done.status is None:
        return f"it was still running after {limit:g} s and was ended"
    if done.truncated:
        return f"it printed more than {max_bytes:,} bytes, or left a process behind that went on printing"
    if done.status == 0:
        return "" if done.stdout.strip() else "it printed nothing"
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    how = f"it exited with {done.status}" if done.status > 0 else f"it was ended by signal {-done.status}"
    return how + (f": {visible(said)[:200]}" if said else "")


def _amount(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < float("inf")  # type: ignore[operator]


def _one_way_to_run(value: Any, at: str, problems: Problems) -> None:
    ways = [name for name in ("command", "callable") if name in value]
    if len(ways) != 1:
        problems.append((at, 'name either command = ["…"] or callable = "module:function"'))


_AGENT = block(
    {"name": text(), "version": text()},
    {
        "command": many(text(), 1),
        "callable": like(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", '"module:function"'),
        "timeout_s": number(0.05, 86_400),
        "max_bytes": number(1, 1_000_000_000, whole=True),
        "workspace": choice("fresh", "shared"),
        "env": TEXTS,
    },
    also=_one_way_to_run,
)
_PHASES = ("input", "model", "state", "tool", "output")
_POLICY = block(
    {},
    {
        "version": text(),
        "sandbox": text(),
        "network": choice("deny-by-default", "allow-list", "unrestricted"),
        "tools": many(text(), unique=True),
        **{f"allow_{what}": anything for what in ("read", "write", "shell", "network")},
        "allowed_commands": TEXTS,
        "phases": block({}, {name: choice("allow", "deny", "ask") for name in _PHASES}),
        "approval": text(),
    },
)
_MODEL = block({"provider": text(), "id": text()}, {"digest": DIGEST})
_SPEC = block(
    {"agent": _AGENT},
    {"model": _MODEL, "execution_policy": _POLICY, "settings": block({}, {"thresholds": text()})},
)

"""thresholds.toml → frozen Settings; waivers.

A file holds only what it changes. Every mistake is reported at once, with the line it stands on. Whether the codes
under `[rules]` exist is checked by the harness, which knows the catalogue.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from dankaro_quality.contracts import EMPTY, FrozenMapping, nearest
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import SettingsError
from dankaro_quality.frozen import frozen, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Check = Callable[[object], str]

FILE_NAME = "thresholds.toml"
MAX_BYTES = 64_000  # a settings file is small; a parser given megabytes of keys is an attack on it
PACKAGED = os.path.join(os.path.dirname(__file__), FILE_NAME)
UNWAIVABLE = ("CON", "LED", "PLG", "WVR")
FIXED_SEVERITY = ("CON", "LED001", "PLG")


@frozen
class Global:
    conjunctive: bool = True
    minimum_overall_score: float = 0.8
    claim_ledger: str = ""
    max_bytes: int = 10_000_000
    profile: str = "default"


@frozen
class Weights:
    evidence: float = 0.25
    baseline: float = 0.15
    provenance: float = 0.15
    consistency: float = 0.15
    completeness: float = 0.15
    stability: float = 0.10
    simplicity: float = 0.05


@frozen
class Evidence:
    require_confidence: bool = True
    require_verified: bool = True
    require_declared_figures: bool = True
    max_recalled_share: float = 0.5
    min_rationale_words: int = 4
    min_coverage: float = 0.5


@frozen
class Baseline:
    min_sample_size: int = 2
    naive_baselines: tuple[str, ...] = ()


@frozen
class Simplicity:
    max_exposed_controls: int = 7
    max_required_decisions: int = 5
    max_configuration_steps: int = 3
    require_declaration: bool = False


@frozen
class Stability:
    min_runs: int = 1


@frozen
class Completeness:
    required_deliverables: tuple[str, ...] = ()
    required_keys: tuple[str, ...] = ()


@frozen
class Sources:
    resolve: str = "form"
    unreachable: str = "block"


@frozen
class Plugins:
    gates: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    isolate: bool = True
    time_limit_s: float = 10.0


@frozen
class Lexicon:
    circular: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    comparatives: tuple[str, ...] = ()


@frozen
class Waiver:
    """Turns findings of `code` (of `task`, below `where`, when given) into reported, non-blocking ones.

    `expires` is the last day on which it holds, YYYY-MM-DD; any other text counts as expired.
    """

    code: str
    reason: str
    approved_by: str
    expires: str
    task: str = ""
    where: str = ""


@frozen
class Settings:
    """Everything a team can set; `Settings()` holds the packaged defaults. `global_` is the table `[global]`."""

    global_: Global = Global()
    weights: Weights = Weights()
    evidence: Evidence = Evidence()
    baseline: Baseline = Baseline()
    simplicity: Simplicity = Simplicity()
    stability: Stability = Stability()
    completeness: Completeness = Completeness()
    sources: Sources = Sources()
    plugins: Plugins = Plugins()
    lexicon: Lexicon = Lexicon()
    rules: Mapping[str, str] = EMPTY
    waivers: tuple[Waiver, ...] = ()
    path: str = ""

    @property
    def folder(self) -> str:
        """The folder that paths in the settings are relative to; empty for the packaged defaults."""
        return os.path.dirname(os.path.abspath(self.path)) if self.path else ""

    def digest(self) -> str:
        """The SHA-256 of what is in force (not of the file's bytes: a comment changes nothing)."""
        return digest(canonical_json({name: _plain(getattr(self, name)) for name in names_of(self) if name != "path"}))


def load(path: str | None = None) -> Settings:
    """The settings of `path`, else of ./thresholds.toml, else the packaged ones; SettingsError lists every mistake."""
    if path is None:
        if not os.path.exists(FILE_NAME):
            return Settings()
        path = FILE_NAME
    data = read_bytes(path, max_bytes=MAX_BYTES)
    if data == packaged():
        return Settings(path=path)  # spares the TOML parser: a third of the whole start
    return parse(data, path)


def packaged() -> bytes:
    """The packaged thresholds.toml, a comment on every key."""
    return read_bytes(PACKAGED, max_bytes=MAX_BYTES)


def parse(data: bytes, path: str = FILE_NAME) -> Settings:
    """Settings from the bytes of a TOML file; `path` is what the messages name."""
    from dankaro_quality.documents import read_toml

    document, flaws = read_toml(data, max_bytes=MAX_BYTES)
    mistakes = [(flaw.line, flaw.message) for flaw in flaws]
    if not mistakes:
        reader = _Reader(document, data.decode("utf-8-sig"))
        settings = reader.settings(path)
        mistakes = reader.mistakes
        if not mistakes:
            return settings
    shown = [f"{path}:{line}: {message}" if line else f"{path}: {message}" for line, message in mistakes]
    raise SettingsError("\n".join(shown))


class _Reader:
    """Walks the parsed tables and gathers mistakes; one instance a file."""

    def __init__(self, document: Mapping[str, Any], text: str) -> None:
        self.document, self.text = document, text
        self.mistakes: list[tuple[int | None, str]] = []

    def settings(self, path: str) -> Settings:
        known = {*SECTIONS, "rules", "waivers"}
        for table in self.document:
            if table not in known:
                self.mistake(table, "", f"there is no such table{nearest(table, known)}")
        sections = {"global_" if name == "global" else name: self.section(name, cls) for name, cls in SECTIONS.items()}
        return Settings(**sections, rules=self.rules(), waivers=self.waivers(), path=path)

    def section(self, table: str, cls: Any) -> Any:
        given = self.document.get(table, {})
        if not isinstance(given, Mapping):
            self.mistake(table, "", "expected a table")
            return cls()
        kept = {}
        for key, value in given.items():
            check = CHECKS[table].get(key)
            problem = f"there is no such key{nearest(key, CHECKS[table])}" if check is None else check(value)
            if problem:
                self.mistake(table, key, problem)
            else:
                kept[key] = tuple(value) if isinstance(value, list) else value
        return cls(**kept)

    def rules(self) -> Mapping[str, str]:
        given = self.document.get("rules", {})
        if not isinstance(given, Mapping):
            self.mistake("rules", "", "expected a table of rule codes")
            return EMPTY
        for code, severity in given.items():
            problem = _choice("error", "warning", "off")(severity)
            if code.startswith(FIXED_SEVERITY):
                problem = "the severity of this rule is fixed"
            if problem:
                self.mistake("rules", code, problem)
        return FrozenMapping(given)

    def waivers(self) -> tuple[Waiver, ...]:
        given = self.document.get("waivers", [])
        if not isinstance(given, list):
            self.mistake("waivers", "", "expected a list of tables: write [[waivers]]")
            return ()
        return tuple(
            [
                self.waiver(table, index)
                for index, table in enumerate(given)
                if isinstance(table, Mapping) or self.no_table()
            ]
        )

    def no_table(self) -> bool:
        self.mistake("waivers", "", "expected a list of tables: write [[waivers]]")
        return False

    def waiver(self, table: Mapping[str, Any], index: int) -> Waiver:
        values = {}
        for key, value in table.items():
            shown = value.isoformat() if hasattr(value, "isoformat") else value
            if key not in names_of(Waiver):
                self.mistake("waivers", key, f"there is no such key{nearest(key, names_of(Waiver))}", index)
            elif not isinstance(shown, str):
                self.mistake("waivers", key, "expected text", index)
            values[key] = str(shown)
        for key in ("code", "reason", "approved_by", "expires"):
            if not values.get(key, "").strip():
                self.mistake("waivers", key, "a waiver must state this", index)
        if values.get("code", "").startswith(UNWAIVABLE):
            self.mistake("waivers", "code", f"{values['code']} cannot be waived", index)
        return Waiver(**{key: values.get(key, "") for key in names_of(Waiver)})

    def mistake(self, table: str, key: str, message: str, index: int = 0) -> None:
        from dankaro_quality.documents import line_of_key

        place = f"[{table}] {key}" if key else f"[{table}]"
        self.mistakes.append((line_of_key(self.text, table, key, index), f"{place}: {message}"))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return {name: _plain(getattr(value, name)) for name in names_of(value)} if hasattr(value, "__slots__") else value


def _flag(value: object) -> str:
    return "" if type(value) is bool else f"expected true or false, found {value!r}"


def _text(value: object) -> str:
    return "" if isinstance(value, str) else f"expected text in quotes, found {value!r}"


def _texts(value: object) -> str:
    fine = isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value)
    return "" if fine else f"expected a list of texts, found {value!r}"


def _between(low: float, high: float) -> Check:
    def check(value: object) -> str:
        if type(value) not in (int, float):
            return f"expected a number, found {value!r}"
        return "" if low <= value <= high else f"{value!r} is not between {low} and {high}"  # type: ignore[operator]

    return check


def _whole(low: int, high: int = 10**9) -> Check:
    def check(value: object) -> str:
        if type(value) is not int:
            return f"expected a whole number, found {value!r}"
        return "" if low <= value <= high else f"{value!r} is not between {low} and {high}"

    return check


def _choice(*choices: str) -> Check:
    def check(value: object) -> str:
        listed = ", ".join(choices)
        return "" if isinstance(value, str) and value in choices else f"{value!r} is not one of {listed}"

    return check


SECTIONS: dict[str, type] = {
    "global": Global,
    "weights": Weights,
    "evidence": Evidence,
    "baseline": Baseline,
    "simplicity": Simplicity,
    "stability": Stability,
    "completeness": Completeness,
    "sources": Sources,
    "plugins": Plugins,
    "lexicon": Lexicon,
}
CHECKS: dict[str, dict[str, Check]] = {
    "global": {
        "conjunctive": _flag,
        "minimum_overall_score": _between(0, 1),
        "claim_ledger": _text,
        "max_bytes": _whole(1),
        "profile": _text,
    },
    "weights": {name: _between(0, 1) for name in names_of(Weights)},
    "evidence": {
        "require_confidence": _flag,
        "require_verified": _flag,
        "require_declared_figures": _flag,
        "max_recalled_share": _between(0, 1),
        "min_rationale_words": _whole(1, 1000),
        "min_coverage": _between(0, 1),
    },
    "baseline": {"min_sample_size": _whole(1), "naive_baselines": _texts},
    "simplicity": {
        "max_exposed_controls": _whole(0),
        "max_required_decisions": _whole(0),
        "max_configuration_steps": _whole(0),
        "require_declaration": _flag,
    },
    "stability": {"min_runs": _whole(1, 10_000)},
    "completeness": {"required_deliverables": _texts, "required_keys": _texts},
    "sources": {"resolve": _choice("form", "local", "online"), "unreachable": _choice("block", "warn")},
    "plugins": {"gates": _texts, "paths": _texts, "isolate": _flag, "time_limit_s": _between(0.1, 3600)},
    "lexicon": dict.fromkeys(names_of(Lexicon), _texts),
}

"""Scenario files: TOML, JSON or YAML, read strictly, with the transcript of the control and remedies beside them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from dankaro_quality.agents import read_table
from dankaro_quality.canonical import visible
from dankaro_quality.capability.scenarios import (
    REVIEWS,
    AuthorityRef,
    RawLLMControl,
    RemediationTier,
    Scenario,
    Stratum,
)
from dankaro_quality.contracts import EMPTY, FrozenMapping
from dankaro_quality.documents import digest, read_bytes
from dankaro_quality.errors import ContractError, SettingsError
from dankaro_quality.frozen import frozen
from dankaro_quality.shapes import block, choice, many, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "dankaro-quality/scenario/1"
MAX_BYTES = 1_000_000
REMEDIES = {"recipes": RemediationTier.RECIPE, "exemplars": RemediationTier.EXEMPLAR, "theory": RemediationTier.THEORY}
"""The ports of the three tiers, which are also the names of their tables in a file."""


@frozen
class Remedy:
    """A text that is added to the prompt; for a gap in one of `metrics`, or for any."""

    path: str
    metrics: tuple[str, ...] = ()


@frozen
class ScenarioFile:
    """A scenario with what lies beside it. `control` is the path of the raw control's transcript."""

    scenario: Scenario
    control: str = ""
    remedies: Mapping[str, tuple[Remedy, ...]] = EMPTY
    path: str = ""
    folder: str = ""
    digest: str = ""


def load_scenario(path: str) -> ScenarioFile:
    """The scenario in a file; SettingsError lists every mistake, FileProblem when it cannot be read."""
    data = read_bytes(path, max_bytes=MAX_BYTES)
    table = read_table(path, data, _FILE)
    folder = os.path.dirname(os.path.abspath(path))
    try:
        made = scenario_of(table)
    except ContractError as problem:
        raise SettingsError("\n".join(f"{visible(path)}: {one}" for one in problem.problems)) from problem
    return ScenarioFile(
        scenario=made,
        control=os.path.join(folder, table["control"]) if "control" in table else "",
        remedies=FrozenMapping({name: _remedies(folder, table.get(name, ())) for name in REMEDIES}),
        path=path,
        folder=folder,
        digest=digest(data),
    )


def scenario_of(table: Mapping[str, Any]) -> Scenario:
    """The scenario in a mapping of its fields; ContractError names every wrong one."""
    fields = {name: table[name] for name in Scenario.__slots__ if name in table}  # type: ignore[attr-defined]
    missing = [name for name in _REQUIRED if name not in table]
    if missing:
        raise ContractError(*[f"{name}: this field is missing" for name in missing])
    fields["raw_llm_control"] = _made(RawLLMControl, fields["raw_llm_control"])
    fields["authorities"] = tuple([_made(AuthorityRef, one) for one in fields["authorities"]])
    return Scenario(**fields)


def _made(cls: Any, value: Any) -> Any:
    if isinstance(value, cls):
        return value
    if not isinstance(value, Mapping):
        raise ContractError(f"expected the fields of {cls.__name__}, found {value!r}")
    wrong = [name for name in (*value, *cls.__slots__) if (name in value) is not (name in cls.__slots__)]
    if wrong:
        raise ContractError(*[f"{cls.__name__}.{name}: missing, or no field of it" for name in wrong])
    return cls(**value)


def _remedies(folder: str, rows: Any) -> tuple[Remedy, ...]:
    return tuple([Remedy(os.path.join(folder, row["file"]), tuple(row.get("metrics", ()))) for row in rows])


_CONTROL = block({"model": text(), "transcript_hash": text(), "failure_evidence": text(), "captured_at": number(0)})
_AUTHORITY = block(
    {"authority": text(), "doc_id": text(), "citation_url": text(), "version": text(0), "retrieved_at": number(0)}
)
_REMEDY = block({"file": text()}, {"metrics": many(text(), 1)})
_REQUIRED = {
    **dict.fromkeys(("id", "slug", "vertical", "user_prompt"), text()),
    "stratum": choice(*[stratum.value for stratum in Stratum]),
    "raw_llm_control": _CONTROL,
    "target_artifacts": many(text(), unique=True),
    "authorities": many(_AUTHORITY),
    "rubric_ref": text(0),
    "token_budget": number(1, whole=True),
    "wallclock_budget_s": number(0.001),
}
_FILE = block(
    _REQUIRED,
    {
        "format": choice(FORMAT),
        "friction_floor": number(0, 1),
        "expert_review_status": choice(*REVIEWS),
        "reviewer_id": text(0),
        "control": text(),
        **{name: many(_REMEDY) for name in REMEDIES},
    },
)

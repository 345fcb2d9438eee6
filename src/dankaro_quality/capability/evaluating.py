"""EVAL: run a scenario through its ports and gather the evidence that its bars are held against."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from dankaro_quality.canonical import visible
from dankaro_quality.capability.bars import bars_digest, bars_for
from dankaro_quality.capability.controls import read_control, verify_control_hash
from dankaro_quality.capability.gaps import control_meets_all, judge_bars
from dankaro_quality.capability.history import Recorded, Series, read_runs, record_run, window_of
from dankaro_quality.capability.measuring import Yardstick, cites, filled, friction_of, measure
from dankaro_quality.capability.performing import Performance, perform
from dankaro_quality.capability.ports import mode_of
from dankaro_quality.capability.real_ports import RealAgent
from dankaro_quality.capability.scenarios import AuthorityRef, Bar, Scenario
from dankaro_quality.checks import guarded
from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import canonical_json, digest, read_bytes
from dankaro_quality.errors import ContractError, FileProblem
from dankaro_quality.harness import QualityHarness
from dankaro_quality.serialization import plain, read_envelope, result_digest
from dankaro_quality.workflow import FailureModeLibrary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_HISTORY_BYTES = 1_000_000_000
DEFAULT_BASELINE_PATH = "memory/capability/runs.jsonl"


class EvalRunner:
    """Gathers per-scenario evidence from injected ports.

    `baseline_path` holds the runs recorded so far, `bars_path` a bars file of the team's own.
    """

    def __init__(
        self,
        component_under_test: str = "harness_demo",
        baseline_path: str = DEFAULT_BASELINE_PATH,
        *,
        bars_path: str | None = None,
    ) -> None:
        self.component_under_test, self.baseline_path, self.bars_path = component_under_test, baseline_path, bars_path
        self._seen = ""

    def bars(self, scenario: Scenario) -> list[Bar]:
        """The bars that this scenario is held against."""
        return bars_for(scenario.stratum, self.component_under_test, self.bars_path)

    def evaluate(self, scenario: Scenario, ports: MutableMapping[str, Any]) -> dict[str, Any]:
        """Run scenario against injected ports and return evidence.

        Beside the ports, the mapping may hold `rubric`, `control` (path of the transcript), `library`, `quality` (a
        QualityHarness), and `performance`: a run that a remediation made, which is taken out and judged in its place.
        """
        bars, documents = self.bars(scenario), _documents(scenario, ports)  # before the agent could write to them
        self._seen = self._seen or self._history_digest()
        run: Performance = ports.pop("performance", None) or perform(scenario, ports)
        spent = [*ports.get("spent", ()), run]
        if "spent" in ports:  # an orchestrated run: what a remediation adds counts against the same budgets
            ports["spent"] = spent
        by = Yardstick(ports.get("rubric"), ports.get("library") or FailureModeLibrary(), _gates(ports))
        artifacts = _filled(run, by)
        evidence = self._head(scenario, ports, run, documents, artifacts)
        if run.result is not None:
            retries = len(ports.get("tried", ()))
            evidence |= _of_result(scenario, by, spent, run.result, artifacts, documents, retries)
        evidence |= _of_control(scenario, by, ports.get("control"))
        evidence["control_meets_all"] = control_meets_all(scenario, bars, evidence["control"])
        evidence["history"] = self._history(scenario, bars, evidence)
        return evidence

    def record(self, scenario: Scenario, evidence: Mapping[str, Any], bundle: str = "") -> None:
        """Append the run to the history at `baseline_path`; it passed when it meets every bar of one run."""
        import time

        passed = _passes_run(scenario, self.bars(scenario), evidence)
        record_run(
            self.baseline_path, self._series(scenario, evidence), passed, evidence["metrics"], bundle, time.time()
        )
        self._seen = ""

    def _head(
        self,
        scenario: Scenario,
        ports: Mapping[str, Any],
        run: Performance,
        documents: Mapping[str, bytes],
        artifacts: Mapping[str, str],
    ) -> dict[str, Any]:
        missing = [one for one in scenario.authorities if not _covered(run.result, one, documents)]
        return {
            "scenario_id": scenario.id,
            "scenario_digest": digest(canonical_json(_job(scenario))),
            "component": self.component_under_test,
            "port_mode": mode_of(ports),
            "bars_digest": bars_digest(self.bars(scenario)),
            "bars_file": self.bars_path or "packaged",
            "yardstick": _yardstick(self.bars(scenario), ports),
            "metrics": {},
            "failure_modes": [],
            "unmet_checks": [],
            "agent_error": run.error,
            "missing_authorities": missing,
            "authorities": {name: digest(data) for name, data in documents.items()},
            "artifacts": {name: digest(data) for name, data in run.artifacts.items() if name in artifacts},
            "tokens": run.tokens,
            "wallclock_s": run.wallclock_s,
            "friction": None,
            "result": None,
        }

    def _series(self, scenario: Scenario, evidence: Mapping[str, Any]) -> Series:
        return Series(scenario.id, evidence["scenario_digest"], self.component_under_test, evidence["port_mode"],
                      evidence["yardstick"])  # fmt: skip

    def _history_digest(self) -> str:
        return _file_digest(self.baseline_path)

    def _history(self, scenario: Scenario, bars: Sequence[Bar], evidence: Mapping[str, Any]) -> dict[str, Any]:
        recorded = read_runs(self.baseline_path, self._series(scenario, evidence))
        if self._history_digest() != self._seen:
            why = f"insufficient_history: {visible(self.baseline_path)} was changed while the agent worked"
            recorded = Recorded(problem=why)
        return window_of(recorded, _passes_run(scenario, bars, evidence), evidence["metrics"])


def _yardstick(bars: Sequence[Bar], ports: Mapping[str, Any]) -> str:
    """The digest of what a run is held against, and of the spec of an agent by real ports.

    The agent's code is left out: whoever mends it goes on with the history of the version that the spec states.
    """
    rubric, agent = ports.get("rubric"), ports.get("agent")
    checks = None if rubric is None else rubric.to_file_dict()["step_checks"]  # a review makes it no other rubric
    said: list[Any] = [bars_digest(list(bars)), checks, _gates(ports).settings.digest()]
    if isinstance(agent, RealAgent):
        said.append(agent.spec.digest)
    return digest(canonical_json(said))


def _file_digest(path: str) -> str:
    """The digest of a file; "none" where there is none to read."""
    try:
        return digest(read_bytes(path, max_bytes=MAX_HISTORY_BYTES))
    except FileProblem:
        return "none"


def _job(scenario: Scenario) -> dict[str, Any]:
    """The scenario without its review: an approval makes it no other job, and begins no other history."""
    review = ("expert_review_status", "reviewer_id")
    return {name: value for name, value in plain(scenario).items() if name not in review}


def _passes_run(scenario: Scenario, bars: Sequence[Bar], evidence: Mapping[str, Any]) -> bool:
    judged = judge_bars(scenario, [bar for bar in bars if bar.window == "per_run"], evidence)
    return bool(judged) and all(one.met for one in judged)


def _gates(ports: Mapping[str, Any]) -> QualityHarness:
    """The release gates of the order, else those of the spec, which look for files where the agent worked."""
    given, agent = ports.get("quality"), ports.get("agent")
    if given is None and isinstance(agent, RealAgent):
        return QualityHarness(agent.spec.thresholds or None, root=agent.workspace or None)
    if given is None:
        return QualityHarness()
    if not isinstance(given, QualityHarness):
        raise ContractError(f"ports: quality is a {type(given).__name__}; a QualityHarness is expected")
    return given


def _documents(scenario: Scenario, ports: Mapping[str, Any]) -> dict[str, bytes]:
    """The authorities that could be read, by doc_id; an empty document is none."""
    port = ports.get("authorities")
    found = {}
    for one in scenario.authorities:
        said = guarded(lambda one=one: port(one))[0] if callable(port) else None  # type: ignore[misc]
        data = said.encode("utf-8", "replace") if isinstance(said, str) else said
        if isinstance(data, bytes) and data.strip():
            found[one.doc_id] = data
    return found


def _covered(result: AgentResult | None, one: AuthorityRef, documents: Mapping[str, bytes]) -> bool:
    return result is not None and one.doc_id in documents and cites(result, one)


def _filled(run: Performance, by: Yardstick) -> dict[str, str]:
    texts = {name: filled(content, by.gates.settings) for name, content in run.artifacts.items()}
    return {name: text for name, text in texts.items() if text is not None}


def _of_result(
    scenario: Scenario,
    by: Yardstick,
    spent: Sequence[Performance],
    result: AgentResult,
    artifacts: Mapping[str, str],
    documents: Mapping[str, bytes],
    retries: int,
) -> dict[str, Any]:
    measured = measure(scenario, by, result, artifacts, documents)
    metrics = dict(measured.metrics)
    tokens, seconds = _spent(spent)
    if tokens is not None:
        metrics["token_ratio"] = tokens / scenario.token_budget
    if seconds is not None:
        metrics["wallclock_ratio"] = seconds / scenario.wallclock_budget_s
    friction = friction_of(result, retries)
    if friction is not None:
        metrics["friction_score"] = friction.score
    return {
        "metrics": metrics,
        "failure_modes": list(measured.failure_modes),
        "unmet_checks": list(measured.unmet_checks),
        "friction": friction,
        "gate_reasons": list(measured.report.reasons),
        "gate_settings_digest": measured.report.settings_digest,
        "result": plain(result),
        "result_digest": result_digest(result),
    }


def _spent(runs: Sequence[Performance]) -> tuple[float | None, float | None]:
    """Tokens and seconds of the run and of those before its remediation; None when one of them is not known.

    A run that gave no result reports no tokens, and is left out of them.
    """
    tokens = [run.tokens for run in runs if run.result is not None]
    seconds = [run.wallclock_s for run in runs]
    return _sum(tokens), _sum(seconds)


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _of_control(scenario: Scenario, by: Yardstick, path: object) -> dict[str, Any]:
    """The control measured like the run; nothing of a transcript that is not the one the scenario names.

    It is measured kindly, so that the margin is earned: an artifact it names counts as made, an authority as read, and
    the release gates, which no plain text can pass, are left out unless the transcript is an AgentResult in JSON.
    """
    data, problem = read_control(path)
    if data is None or not verify_control_hash(scenario.raw_llm_control, path):
        why = problem or "the transcript's SHA-256 is not the transcript_hash of raw_llm_control; it was changed"
        return {"control": None, "control_hash_verified": False, "control_problem": why}
    text = data.decode("utf-8", "replace")
    if not text.strip():
        return {"control": None, "control_hash_verified": True, "control_problem": "the transcript is empty"}
    named = {name: text for name in scenario.target_artifacts if name in text}
    read = [one.doc_id for one in scenario.authorities]
    envelope, _ = read_envelope(data)
    measured = measure(scenario, by, AgentResult(text) if envelope is None else envelope.result, named, read)
    metrics = dict(measured.metrics)
    if envelope is None:
        metrics.pop("gate_pass_rate", None)
    return {"control": metrics, "control_hash_verified": True, "control_problem": ""}

"""Orchestration: run every gate, hook and critic over one result and decide.

Nothing in here prints, reads the command line or writes a file. Evaluation is a function of the result, the
settings and the ledger; the clock is asked only where the settings hold a waiver and no day was given.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

from dankaro_quality import ledger as ledgers
from dankaro_quality import origin, plugins, waiving
from dankaro_quality import settings as settings_files
from dankaro_quality.adversaries import CRITICS
from dankaro_quality.checks import Check, EvaluationContext, Rule, error
from dankaro_quality.contracts import AgentResult, Envelope, Task, build, nearest
from dankaro_quality.documents import Flaw, digest
from dankaro_quality.errors import SettingsError
from dankaro_quality.evaluators import GATES
from dankaro_quality.findings import (
    REPORT_SCHEMA,
    Finding,
    GateOutcome,
    QualityReport,
    Severity,
    Waived,
    decide,
    grade,
    next_actions,
    regrade,
)
from dankaro_quality.frozen import replaced
from dankaro_quality.hooks import RULES as HOOK_RULES
from dankaro_quality.hooks import HookRegistry
from dankaro_quality.ledger import Ledger
from dankaro_quality.serialization import read_envelope, result_digest
from dankaro_quality.settings import Settings
from dankaro_quality.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CONTRACT_RULES = (
    error("CON001", "the file cannot be read as a result"),
    error("CON002", "a field breaks the contract"),
)
TAKEN_NAMES = ("contract", *(gate.name for gate in GATES), "hooks", "adversaries", "plugins", waiving.GATE, origin.GATE)
BROKEN = "the contract is broken"
NOT_CALLED = "the agent was not called"


def catalogue(own: Iterable[Check] = ()) -> tuple[tuple[str, Rule], ...]:
    """Every rule with the gate it belongs to, in report order; `own` are a team's own gates."""
    listed: list[tuple[str, tuple[Rule, ...]]] = [("contract", CONTRACT_RULES)]
    listed += [(gate.name, gate.codes) for gate in GATES]
    listed += [("hooks", HOOK_RULES), *(("adversaries", critic.codes) for critic in CRITICS)]
    listed += [(gate.name, gate.codes) for gate in own]
    listed += [("plugins", plugins.RULES), (waiving.GATE, waiving.RULES), (origin.GATE, origin.RULES)]
    return tuple((gate, rule) for gate, rules in listed for rule in rules)


class QualityHarness:
    """Evaluates results; one instance holds the settings, the ledger, the gates and the hooks of a team.

    `settings` is a `Settings`, a path, or None for ./thresholds.toml and else the packaged defaults. `ledger` is a
    `Ledger`, a path, or None for the one that the settings name and else memory/claims.jsonl searched upwards.
    `gates` replaces the built-in ones, `root` is the folder that paths of deliverables are relative to, `today`
    (YYYY-MM-DD) the day by which waivers are judged.
    """

    def __init__(
        self,
        settings: Settings | str | None = None,
        gates: Iterable[Check] | None = None,
        hooks: HookRegistry | None = None,
        ledger: Ledger | str | None = None,
        root: str | None = None,
        *,
        today: str | None = None,
    ) -> None:
        self.settings = settings if isinstance(settings, Settings) else settings_files.load(settings)
        self.gates = GATES if gates is None else tuple(gates)
        self.own_gates = plugins.load(self.settings, (*TAKEN_NAMES, *(gate.name for gate in self.gates)))
        self.hooks = HookRegistry() if hooks is None else hooks
        self.ledger = ledger if isinstance(ledger, Ledger) else ledgers.load(_ledger_path(self.settings, ledger))
        self.root = root or os.curdir
        self.today = today
        _check_codes(self.settings, self.own_gates)
        _check_resolving(self.settings)
        self._settings_digest = self.settings.digest()

    def evaluate(
        self,
        result: AgentResult | Mapping[str, Any],
        task: Task | Mapping[str, Any] | None = None,
        repeats: Iterable[AgentResult | Mapping[str, Any]] = (),
    ) -> QualityReport:
        """The report on one result; mappings are read as strictly as files. Never raises for what a result holds."""
        return self.judge(result, task, tuple(repeats))[1]

    def evaluate_data(
        self, data: bytes, task: Task | None = None, repeats: Sequence[AgentResult] = ()
    ) -> tuple[QualityReport, Envelope | None]:
        """The report on the bytes of a file, and the envelope read from it (None when it breaks the contract).

        `task` takes the place of the envelope's own, `repeats` are added to it.
        """
        envelope, flaws = read_envelope(data, max_bytes=self.settings.global_.max_bytes)
        return self.evaluate_read(envelope, flaws, digest(data), task, repeats), envelope

    def evaluate_read(
        self,
        envelope: Envelope | None,
        flaws: Iterable[Flaw],
        digest_of_file: str,
        task: Task | None = None,
        repeats: Sequence[AgentResult] = (),
        also: Iterable[GateOutcome] = (),
    ) -> QualityReport:
        """The report on what was read from a file; without an envelope, `flaws` say what breaks the contract.

        `also` is what the reader itself found, as further gates; the settings and waivers hold for it too.
        """
        if envelope is None:
            found = [_contract_finding(flaw.pointer, flaw.message, flaw.line) for flaw in flaws]
            return self._report(self._broken(found), "", digest_of_file)
        asked = envelope.task if task is None else task
        outcomes = self._outcomes(asked, envelope.result, (*envelope.repeats, *repeats), ())
        outcomes += [self._finished(outcome) for outcome in also]
        return self._report(outcomes, asked.id, digest_of_file)

    def evaluate_many(self, results: Iterable[Any], executor: Any = None) -> list[QualityReport]:
        """Reports in the order of `results`; `executor` is any `concurrent.futures.Executor`."""
        return list(map(self.evaluate, results) if executor is None else executor.map(self.evaluate, results))

    def run(self, task: Task, agent: Callable[[Task], AgentResult], repeats: int = 1) -> QualityReport:
        """Hooks before the run, the agent `repeats` times, then hooks after it, gates and adversaries."""
        return self.run_with_result(task, agent, repeats)[1]

    def run_with_result(
        self, task: Task, agent: Callable[[Task], AgentResult], repeats: int = 1
    ) -> tuple[AgentResult | None, QualityReport]:
        """As `run`, with the result: None when the agent was not called or returned none. Its exceptions pass."""
        check_repeats(repeats)
        before = self.before(task)
        refusal = self.refusal(task, before)
        if refusal is not None:
            return None, refusal
        first, *others = [agent(task) for _ in range(repeats)]
        return self.judge(first, task, tuple(others), before)

    def before(self, task: Task) -> tuple[Finding, ...]:
        """What the hooks before a run find."""
        return tuple(self.hooks.before(task))

    def refusal(self, task: Task, before: tuple[Finding, ...]) -> QualityReport | None:
        """The report of a run that a hook before it forbids, or None: the agent may be called."""
        if not any(finding.severity is Severity.ERROR for finding in before):
            return None
        outcomes = [grade(name, not_applicable=NOT_CALLED) for name in self._names()]
        at = self._names().index("hooks")
        outcomes[at] = self._finished(grade("hooks", before, len(self.hooks)))
        return self._report(outcomes, task.id, "")

    def judge(
        self, result: Any, task: Any = None, repeats: tuple[Any, ...] = (), before: tuple[Finding, ...] = ()
    ) -> tuple[AgentResult | None, QualityReport]:
        """The report on what an agent returned, whatever that is, with its result (None when it is none).

        `before` is what hooks found before the run.
        """
        problems: list[tuple[str, str]] = []
        made = build(AgentResult, result, "", problems)
        asked = Task() if task is None else build(Task, task, "/task", problems)
        repeated = tuple([build(AgentResult, one, f"/repeats/{i}", problems) for i, one in enumerate(repeats)])
        if problems:
            found = [_contract_finding(at, message) for at, message in problems]
            return None, self._report(self._broken(found), asked.id if asked else "", "")
        return made, self._report(self._outcomes(asked, made, repeated, before), asked.id, result_digest(made))

    def _outcomes(
        self, task: Task, result: AgentResult, repeats: tuple[AgentResult, ...], before: tuple[Finding, ...]
    ) -> list[GateOutcome]:
        if not self.gates and not self.own_gates:
            return []
        context = EvaluationContext(task, result, repeats, self.settings, self.ledger, self.root)
        outcomes = [
            grade("contract", items=1),
            *(plugins.run(gate, context) for gate in self.gates),
            self._hooks(context, before),
            self._adversaries(context),
            *(plugins.run(gate, context) for gate in self.own_gates),
        ]
        return [self._finished(outcome) for outcome in outcomes]

    def _names(self) -> list[str]:
        names = ["contract", *(gate.name for gate in self.gates), "hooks", "adversaries"]
        return [*names, *(gate.name for gate in self.own_gates)]

    def _hooks(self, context: EvaluationContext, before: tuple[Finding, ...]) -> GateOutcome:
        found = [*before, *self.hooks.after(context.task, context.result)]
        why_not = "" if len(self.hooks) else "no hook is registered"
        return grade("hooks", found, len(self.hooks), not_applicable=why_not)

    def _adversaries(self, context: EvaluationContext) -> GateOutcome:
        outcomes = [plugins.run(critic, context) for critic in CRITICS]
        found = [replaced(finding, gate="adversaries") for outcome in outcomes for finding in outcome.findings]
        found += self.hooks.attack(context.task, context.result)
        registered = len(self.hooks.adversaries)
        measures = {"critics": len(CRITICS), "registered": registered}
        why_not = "" if CRITICS or registered else "no adversary is registered"
        return grade("adversaries", found, len(CRITICS) + registered, measures=measures, not_applicable=why_not)

    def _broken(self, found: list[Finding]) -> list[GateOutcome]:
        return [grade("contract", found, 1), *(grade(name, not_applicable=BROKEN) for name in self._names()[1:])]

    def _finished(self, outcome: GateOutcome) -> GateOutcome:
        """An outcome with the severities and the weight of the settings."""
        weight = getattr(self.settings.weights, outcome.gate, outcome.weight)
        changed = [_with_severity(finding, self.settings.rules) for finding in outcome.findings]
        return regrade(outcome, [finding for finding in changed if finding is not None], weight)

    def _report(self, outcomes: list[GateOutcome], task_id: str, digest_of_result: str) -> QualityReport:
        limits = self.settings.global_
        waived: tuple[Waived, ...] = ()
        today = None
        if self.settings.waivers and outcomes:
            today = self.today or _clock()
            outcomes, waived = waiving.waive(outcomes, self.settings.waivers, task_id, today)
        decision = decide(outcomes, conjunctive=limits.conjunctive, minimum_overall_score=limits.minimum_overall_score)
        return QualityReport(
            schema=REPORT_SCHEMA,
            tool_version=VERSION,
            released=decision.released,
            reasons=decision.reasons,
            overall_score=decision.overall_score,
            gates=tuple(outcomes),
            waived=waived,
            next_actions=next_actions(outcomes),
            task_id=task_id,
            profile=limits.profile,
            resolved=self.settings.sources.resolve,
            result_digest=digest_of_result,
            settings_digest=self._settings_digest,
            ledger_digest=self.ledger.digest,
            today=today,
        )


def check_repeats(repeats: int) -> None:
    """ValueError unless `repeats` is a whole number from 1 up."""
    if type(repeats) is not int or repeats < 1:
        raise ValueError(f"repeats must be a whole number from 1 up, found {repeats!r}")


def _ledger_path(settings: Settings, given: str | None) -> str:
    if given is not None:
        return given
    named = settings.global_.claim_ledger
    return os.path.normpath(os.path.join(settings.folder, named)) if named else ledgers.find(os.curdir)


def _clock() -> str:
    from datetime import date

    return date.today().isoformat()  # noqa: DTZ011  a waiver ends by the calendar of the place where it is used


def _with_severity(finding: Finding, rules: Mapping[str, str]) -> Finding | None:
    wanted = rules.get(finding.code)
    if wanted is None or wanted == finding.severity.value:
        return finding
    if wanted == "off":
        return None
    return replaced(finding, severity=Severity(wanted))


def _contract_finding(at: str, message: str, line: int | None = None) -> Finding:
    code = "CON002" if at else "CON001"
    whole = "hand over one JSON object, as dankaro-quality example prints it, or say with --from what the file is"
    hint = "mend the field, or take it out" if at else whole
    return Finding(code, message, Severity.ERROR, "contract", at, hint, "", line)


def _check_codes(settings: Settings, own: tuple[Check, ...]) -> None:
    named = [("[rules]", code) for code in settings.rules] + [
        ("[[waivers]] code", one.code) for one in settings.waivers
    ]
    if not named:
        return
    known = {rule.code for _, rule in catalogue(own)}
    wrong = [f"{place}: there is no rule {code}{nearest(code, known)}" for place, code in named if code not in known]
    if wrong:
        path = settings.path or settings_files.FILE_NAME
        raise SettingsError("\n".join(f"{path}: {message}" for message in wrong))


def _check_resolving(settings: Settings) -> None:
    if settings.sources.resolve != "form":
        raise SettingsError('[sources] resolve: this version judges sources by their form only; set it to "form"')

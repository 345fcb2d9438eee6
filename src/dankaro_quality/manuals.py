"""Manuals of the gates that are no module of their own: contract, hooks, adversaries, plugins, waivers."""

from __future__ import annotations

from dankaro_quality import origin

CONTRACT = """contract: the file is a result, read strictly.

Why. A field that is misspelt, doubled or of the wrong type is read differently by every program, and a number that is
no number compares as anything. What cannot be understood has not passed.

Reads. The bytes of the file: UTF-8 JSON, an AgentResult object or an envelope with "task", "result" and "repeats".

Fails when
- CON001: the file cannot be read as a result
- CON002: a field breaks the contract

Applies always. When it fails, every other gate says that the contract is broken.

Cannot see. Whether a well-typed value is true.

Example finding. claims[0].confidence: 1.7 is not between 0 and 1; mend the field, or take it out

To mend. Every violation is listed at once, with its place and line. `dankaro-quality schema result` prints the form,
`dankaro-quality example` a whole result. Fields that begin with x_, and `metadata`, are free.
"""

HOOKS = """hooks: what a team's own functions find before and after a run.

Why. Some conditions only a team knows: a task needs an owner, a result a ticket.

Reads. Whatever the hooks read; they are registered in a HookRegistry.

Fails when
- HOK001: a hook or a registered adversary raised, exited or returned no findings
- a hook's own finding has severity error; it keeps its own code

Does not apply when no hook is registered.

Cannot see. Anything by itself.

Example finding. the hook "require_owner" raised KeyError: 'owner'; mend the hook; it must return findings

To mend. Mend what the hook names; a hook returns a list of Finding, an empty one when all is well.
"""

ADVERSARIES = """adversaries: critics that look at the result as a whole.

Why. Some defects belong to no single field: a placeholder left in, work reported as done that nothing shows, a text
that hides or that speaks to its judge.

Reads. The task and the result. Six critics are built in, each with a manual of its own below; a team registers more
with `HookRegistry.add_adversary`.

Fails when a critic finds an error. A registered adversary that raises is HOK001; one registered with advisory=True (a
model) can only warn.

Applies always.

Cannot see. What no critic looks for.

Example finding. output: "TODO: add the totals" was left in; fill it in, or say in a sentence what is not known

To mend. Mend what the critic names.
"""

PLUGINS = """plugins: a team's own gates give a full answer, or fail.

Why. A gate that crashed has not passed anything.

Reads. The gates that [plugins] gates names in the settings.

Fails when
- PLG001: a gate raised, exited or returned something else than its outcome

The finding stands under the gate's own name.

Cannot see. A gate that answers wrongly: gates run in the harness's own process and are trusted code.

Example finding. the gate "owner" raised KeyError: 'owner'; mend the gate

To mend. Return a GateOutcome of the gate's own name, best through `grade(name, findings, items)`.
"""

WAIVERS = """waivers: decisions to live with a finding stay visible, and end.

Why. An exception that nobody sees again becomes the rule.

Reads. [[waivers]] in the settings, and the day (--today, or the clock).

Warns when
- WVR001: a waiver has expired, or its day cannot be read
- WVR002: a waiver matched nothing
- WVR003: a waiver expires within 14 days

Appears in a report only where the settings hold a waiver.

Cannot see. Whether the one who approved it may do so.

Example finding. the waiver of BAS008 approved by quality lead expired on "2026-06-30"; mend the finding, or
decide again

To mend. Mend what was waived, or decide again with a new day. Contract, ledger and plug-in findings cannot be waived.
"""

MANUALS = {
    "contract": CONTRACT,
    "hooks": HOOKS,
    "adversaries": ADVERSARIES,
    "plugins": PLUGINS,
    "waivers": WAIVERS,
    origin.GATE: origin.DOC,
}

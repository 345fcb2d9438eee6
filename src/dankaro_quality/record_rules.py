"""The rules over Agent Quality Records and their manual; `records.levels` applies them."""

from __future__ import annotations

from dankaro_quality.checks import error

GATE = "record"
RULES = (
    error("REC101", "the document is no record: its form or a field is wrong"),
    error("REC102", "a digest is a placeholder"),
    error("REC103", "a value is impossible for its measure"),
    error("REC201", "the record has no gate"),
    error("REC202", "a gate stands on a measure that a model decides"),
    error("REC203", "the held-out split is not sealed, or there is none"),
    error("REC204", "no contamination probe is recorded"),
    error("REC205", "a gate and its measure do not belong together"),
    error("REC206", "a gate says pass and its measure says otherwise"),
    error("REC207", "a measure is not registered, or local (x-)"),
    error("REC301", "no pass^k with k of at least 2"),
    error("REC302", "the evaluator is not said to be independent"),
    error("REC303", "something is judged by a model and the judge is not pinned with its human agreement"),
    error("REC401", "the record is not signed, or the signature does not verify"),
    error("REC402", "there is no version to roll back to"),
    error("REC403", "the evidence is not a replayable ledger with its event count"),
    error("REC501", "the decision does not release"),
    error("REC502", "nobody in particular decided"),
    error("REC503", "a gate fails, or there is none"),
    error("REC504", "a canary fired, or its outcome is not recorded"),
    error("REC505", "the tier asks for more"),
    error("REC506", "the record contradicts itself"),
    error("REC507", "the integrity of the test is broken"),
    error("REC508", "the way back leads nowhere"),
)

MANUAL = """record: an Agent Quality Record supports what it claims

REC1xx to REC4xx say what keeps a record below level L1 to L4; REC5xx say why an agent may not ship on it, whatever
its level. `dankaro-quality gauge gate RECORD --level L3` lists what is missing up to that level, and with
`--require-ship` also what forbids the release. Levels are cumulative.

What it wants: a record that states only what was measured. L1: the shape of a record, genuine digests, possible
values. L2: gates that no model decides and that agree with their measures, a sealed held-out split, contamination
probes, registered measures. L3: pass^k over independent attempts, an independent evaluator, a pinned judge where
anything is judged. L4: a signature, a way back, a ledger that can be replayed.

What it cannot see: whether anybody read the held-out tasks before the first sealed run, and whether the machine that
measured was honest. The ledger makes a record repeatable, not true.

How to mend it: each finding ends with the command or the field that mends it; docs/records.md walks through them.
"""

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
    error("REC509", "the record says other than its ledger"),
)

MANUAL = """record: an Agent Quality Record supports what it claims.

Why. A record decides whether an agent ships, and is read by people who were not there. Each rule closes a way in which
a record says more than was measured.

Reads. A record file, its document form first, then its shape, then what its fields say of each other; with
--allowed-signers also the signature, and the promotion registry where there is one.

Fails when, below level L1
- REC101: the document is no record: its form or a field is wrong
- REC102: a digest is a placeholder (where no level depends on it, it forbids the release)
- REC103: a value is impossible for its measure
Below L2
- REC201: the record has no gate
- REC202: a gate stands on a measure that a model decides
- REC203: the held-out split is not sealed, or there is none
- REC204: no contamination probe is recorded
- REC205: a gate and its measure do not belong together
- REC206: a gate says pass and its measure says otherwise
- REC207: a measure is not registered, or local (x-)
Below L3
- REC301: no pass^k with k of at least 2
- REC302: the evaluator is not said to be independent
- REC303: something is judged by a model and the judge is not pinned with its human agreement
Below L4
- REC401: the record is not signed, or the signature does not verify
- REC402: there is no version to roll back to
- REC403: the evidence is not a replayable ledger with its event count
At any level, the agent may not ship
- REC501: the decision does not release
- REC502: nobody in particular decided
- REC503: a gate fails, or there is none
- REC504: a canary fired, or its outcome is not recorded
- REC505: the tier asks for more
- REC506: the record contradicts itself
- REC507: the integrity of the test is broken
- REC508: the way back leads nowhere
- REC509: the record says other than its ledger (`decide` looks, where the ledger is there)

Applies to records alone: `dankaro-quality gauge gate`, `show` and `decide`. Levels are cumulative.

Cannot see. Whether anybody read the held-out tasks before the first sealed run, and whether the machine that measured
was honest. The ledger makes a record repeatable, not true.

Example finding. measures: reliability.pass_hat_k is not reported; run with --live --repeat 3 or more

To mend. Each finding ends with the command or the field that mends it; docs/records.md walks through them.
"""

"""confidence: confidences were judged claim by claim, not filled in.

Why. A reader sorts claims by how sure their author is. Where every claim carries the same number, the number was
filled in to satisfy a form, and sorts nothing.

Reads. `claims[].confidence`.

Warns when
- ADV008: three or more claims state a confidence, and all of them the same one

Silent with fewer than three confidences.

Cannot see. Confidences that differ and were invented all the same.

Example finding. claims: all 3 claims state the confidence 0.9; judge each by itself, or leave it out where nobody
judged

To mend. Ask of each claim how often you would be wrong if you said a hundred of its kind.
"""

from __future__ import annotations

from dankaro_quality.checks import Check, EvaluationContext, reporter, warning
from dankaro_quality.findings import GateOutcome, grade

RULES = (warning("ADV008", "three or more claims, all with the same confidence"),)
FEWEST = 3  # two claims that are equally sure are nothing to remark on
_report = reporter("confidence", RULES)


def _evaluate(context: EvaluationContext) -> GateOutcome:
    stated = [claim.confidence for claim in context.result.claims if claim.confidence is not None]
    findings = []
    if len(stated) >= FEWEST and len(set(stated)) == 1:
        message = f"all {len(stated)} claims state the confidence {stated[0]:g}"
        findings.append(
            _report("ADV008", "/claims", message, "judge each by itself, or leave it out where nobody judged")
        )
    return grade("confidence", findings, 1)


CHECK = Check("confidence", RULES, (), _evaluate, __doc__ or "")

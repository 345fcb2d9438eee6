"""Workflow verification: run steps, capture what each returns, and check it against failure modes and a rubric.

    from dankaro_quality.workflow import WorkflowHarness, generate_workflow_rubric

    rubric = generate_workflow_rubric("contracts", ["parse", "solve"], domain="legal", objective="contract risk")
    result = WorkflowHarness("contracts", rubric=rubric).run({"parse": parse, "solve": solve})
    result.overall_passed, result.pass_rate, result.failed_steps

A lightweight harness, not a guarantee of correctness: the built-in modes and generated rubrics are starter gates. A
text library cannot see a wrong value, a misread output or a skipped policy step. Regulated or customer-facing work
needs an expert's review of the rubric, validation on held-out examples, and a human for what is uncertain.
"""

from __future__ import annotations

from dankaro_quality.workflow.builtin import FAILURE_MODE_LIBRARY
from dankaro_quality.workflow.generating import DOMAINS, generate_workflow_rubric
from dankaro_quality.workflow.injection import FailureInjector
from dankaro_quality.workflow.library import FailureModeLibrary, ModeMatch
from dankaro_quality.workflow.modes import CRITICAL, FailureCategory, FailureMode
from dankaro_quality.workflow.reports import findings_of, report_of
from dankaro_quality.workflow.rubrics import ChecklistItem, RubricCheckResult, RubricResult, WorkflowRubric
from dankaro_quality.workflow.running import HarnessResult, HarnessStepResult, WorkflowHarness
from dankaro_quality.workflow.structure import fingerprint
from dankaro_quality.workflow.verification import StepVerifier, VerificationResult

__all__ = [
    "FailureCategory",
    "FailureMode",
    "FailureModeLibrary",
    "FAILURE_MODE_LIBRARY",
    "CRITICAL",
    "ModeMatch",
    "fingerprint",
    "StepVerifier",
    "VerificationResult",
    "WorkflowHarness",
    "HarnessStepResult",
    "HarnessResult",
    "ChecklistItem",
    "RubricCheckResult",
    "RubricResult",
    "WorkflowRubric",
    "DOMAINS",
    "generate_workflow_rubric",
    "FailureInjector",
    "findings_of",
    "report_of",
]

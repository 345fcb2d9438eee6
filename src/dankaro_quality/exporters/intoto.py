"""An in-toto Statement with the test-result predicate: which gates this exact result passed.

The subject is the digest of the evaluated bytes, the configuration the digests of the settings and the claim ledger,
so a signer can attest the verdict (in-toto.io/attestation/test-result/v0.1).
"""

from __future__ import annotations

from dankaro_quality.documents import digest, pretty_json
from dankaro_quality.exporting import Evaluated
from dankaro_quality.findings import GateOutcome, GateStatus, Severity
from dankaro_quality.reporting import unspoken

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"


def render(evaluated: Evaluated) -> str:
    """The statement as JSON; unsigned, for the signer of your choice."""
    report = evaluated.report
    warned = [gate.gate for gate in report.gates if not gate.blocks and _warns(gate)]
    passed = [gate.gate for gate in report.gates if gate.status is GateStatus.PASSED and not _warns(gate)]
    failed = [gate.gate for gate in report.gates if gate.blocks]
    if not report.released:
        failed.append("release")
    verdict = "FAILED" if not report.released else "WARNED" if warned else "PASSED"
    predicate = {
        "result": verdict,
        "configuration": _configuration(evaluated),
        "passedTests": passed,
        "warnedTests": warned,
        "failedTests": failed,
    }
    subject = [{"name": evaluated.path, "digest": _digests(report.result_digest or digest(evaluated.text.encode()))}]
    statement = {"_type": STATEMENT, "subject": subject, "predicateType": PREDICATE, "predicate": predicate}
    return unspoken(pretty_json(statement))


def _warns(gate: GateOutcome) -> bool:
    return any(one.severity is Severity.WARNING for one in gate.findings)


def _configuration(evaluated: Evaluated) -> list[dict[str, object]]:
    report = evaluated.report
    named = (("thresholds.toml", report.settings_digest), ("claim ledger", report.ledger_digest))
    tool: dict[str, object] = {  # a descriptor needs a uri, a digest or content
        "name": "dankaro-quality",
        "uri": f"pkg:pypi/dankaro-agent-quality@{report.tool_version}",
        "annotations": {"profile": report.profile},
    }
    digests: list[dict[str, object]] = [{"name": name, "digest": _digests(value)} for name, value in named if value]
    return [tool, *digests]


def _digests(prefixed: str) -> dict[str, str]:
    algorithm, _, value = prefixed.partition(":")
    return {algorithm: value}

"""simplicity: what fires, what stays silent."""

import unittest

from dankaro_quality.evaluators import simplicity
from dankaro_quality.findings import GateStatus
from tests.builders import evaluate, make_result
from tests.tables import GateTables

REQUIRED = {"settings": "[simplicity]\nrequire_declaration = true"}


class Simplicity(GateTables, unittest.TestCase):
    CHECK = simplicity.CHECK
    FIRES = (
        ("SIM001", "/exposed_controls", "five too many", make_result(exposed_controls=12)),
        ("SIM001", "/exposed_controls", "one too many", make_result(exposed_controls=8)),
        ("SIM001", "/exposed_controls", "not declared, and asked for", (make_result(), REQUIRED)),
        (
            "SIM001",
            "/exposed_controls",
            "above the team's limit",
            (make_result(exposed_controls=1), {"settings": "[simplicity]\nmax_exposed_controls = 0"}),
        ),
        ("SIM002", "/required_decisions", "one too many", make_result(required_decisions=6)),
        (
            "SIM002",
            "/required_decisions",
            "only the flattering count is declared",
            (make_result(exposed_controls=1, configuration_steps=1), REQUIRED),
        ),
        ("SIM003", "/configuration_steps", "one too many", make_result(configuration_steps=4)),
        ("SIM003", "/configuration_steps", "a number no double holds", make_result(configuration_steps=10**300)),
    )
    SILENT = (
        ("SIM001", "the limit itself", make_result(exposed_controls=7)),
        ("SIM001", "not declared, and not asked for", make_result()),
        ("SIM002", "the limit itself", make_result(required_decisions=5)),
        ("SIM002", "nothing to decide",
         (make_result(exposed_controls=0, required_decisions=0, configuration_steps=0), REQUIRED)),
        ("SIM003", "the limit itself", make_result(configuration_steps=3)),
        ("SIM003", "the team allows more",
         (make_result(configuration_steps=4), {"settings": "[simplicity]\nmax_configuration_steps = 4"})),
    )  # fmt: skip

    def test_nothing_declared_does_not_apply(self) -> None:
        outcome = evaluate(self.CHECK, make_result())
        self.assertEqual((outcome.status, outcome.score), (GateStatus.NOT_APPLICABLE, None))
        self.assertEqual(outcome.reason, "none of the counts is declared")


if __name__ == "__main__":
    unittest.main()

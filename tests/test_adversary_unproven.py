"""ADV003: work reported as done, without a source that shows it."""

import unittest

from dankaro_quality.adversaries import unproven
from tests.builders import codes, evaluate, make_claim, make_result

FIRES = (
    "All tests pass.",
    "I changed the parser, and all 42 unit tests now pass.",
    "The full test suite passed.",
    "The build is green.",
    "After the change, the integration tests pass.",
    "CI passes on every platform.",
    "## All tests pass",
    "- 42/42 tests passed",
    "The whole suite ran without errors.",
    "Every test passes.",
    "The log shows that all tests pass.",
    "I ran the tests and they all pass.",
    "The run ended with 118 passed and 0 failed.",
    "Tests: all green",
    "Linting passes, and the pipeline is green.",
    "\u2705 All tests passing",
    "Everything has been tested.",
    "Tested and working.",
    "Verified: the totals match the ledger.",
    "I fixed the bug and confirmed that it is gone.",
    "I merged PR #42 into main.",
    "The hotfix is live.",
    "I verified every figure against its source.",
    "I have checked all of the links.",
    "We have carefully verified the totals.",
    "The totals have been verified.",
    "The number of stops was accurately verified.",
    "Manually verified against the register.",
    "Deployed the hotfix to production.",
    "I have merged the pull request.",
    "The service has been deployed.",
    "Version 2 of the service is deployed to production; the service is now deployed to production.",
    "We rolled out the update to all servers.",
    "Restarted the queue and pushed the fix to main.",
    "I ran the tests and everything passed.",
    "All **tests** pass.",
    "We can confirm that all tests pass.",
    "All prices were verified.",
    "All citations were double-checked.",
    "Every quoted figure has been cross-checked.",
    "All price data verified.",
    "The change was verified end to end.",
    "The migration ran successfully on staging.",
    "The rollout completed without errors.",
)
SILENT = (
    ("Make sure that all tests pass.", "an order"),
    ("All tests must pass before a merge.", "a rule"),
    ("Once all tests pass, merge the branch.", "a condition"),
    ("The branch is merged when the build is green.", "a condition"),
    ("Do all tests pass?", "a question"),
    ("Not all tests pass.", "denied"),
    ("I could not run them, so whether all tests pass is open.", "left open"),
    ("I have not verified the totals.", "denied"),
    ("All tests pass once the cache is warm.", "a condition behind it"),
    ("The script prints \"all tests pass\".", "quoted"),
    ("Run `make test`; `all tests pass` is what it prints.", "code"),
    ("```\nall tests pass\n```", "code"),
    ("| check | state |\n|---|---|\n| unit | all tests pass |", "a table is data"),
    ("The auditor verified the totals.", "the work of others"),
    ("The tests pass through three rooms of the house.", "another way to pass"),
    ("The build is green only on Linux.", "a restriction"),
    ("To get all tests passing, update the fixture.", "an order"),
    ("Confirm all tests pass.", "an order"),
    ("He said that all tests pass.", "the word of somebody else"),
    ("Merge it after all tests pass.", "a condition"),
    ("The method has been validated in earlier work.", "the work of others"),
    ("The method has been validated many times [3].", "the work of others, cited"),
    ("The new website is live.", "an announcement"),
    ("The identity has been verified by Reuters.", "the work of others"),
    ("The hotfix was deployed at 14:05 and helped.", "history"),
    ("We deployed six loggers along the stream.", "another deployment"),
    ("I rolled out the dough and pushed the tray to the back.", "a kitchen"),
    ("Deployed versions are listed below.", "an adjective"),
    ("- Fixed a crash when the list is empty.", "a change log"),
    ("He passed the test; the bill passed both houses.", "other tests, other bills"),
    ("I have tested her patience.", "a figure of speech"),
    ("All accounts are verified within a day.", "the business of others"),
    ("All figures were verified by the auditor.", "the work of others"),
    ("All figures will be verified in May.", "to come"),
    ("This change makes many tests pass on Windows.", "what a change is for"),
    ("We will verify the totals and deploy the fix.", "to come"),
    ("The rollout must finish without errors.", "a rule"),
    ("She finished the tests, and everything was quiet.", "no outcome"),
)  # fmt: skip


def said(output: str, /, **claim: object):
    return make_result(output=output, claims=(make_claim(**{"text": "Bees sleep.", "verified": False, **claim}),))


class Unproven(unittest.TestCase):
    def test_fires(self) -> None:
        for text in FIRES:
            for result in (
                said(text),
                make_result(output=text, claims=()),
                make_result(output={"summary": text}, claims=()),
            ):
                with self.subTest(text=text, claims=len(result.claims)):
                    self.assertEqual(codes(evaluate(unproven.CHECK, result)), ["ADV003"])

    def test_stays_silent(self) -> None:
        for text, why in SILENT:
            with self.subTest(text=text, why=why):
                self.assertEqual(codes(evaluate(unproven.CHECK, make_result(output=text, claims=()))), [])

    def test_what_shows_that_tests_pass(self) -> None:
        text = "All 42 tests pass."
        for claim, expected in (
            ({"source": "$ pytest -q"}, []),
            ({"source": "logs/test-run.txt:88"}, []),
            ({"source": "a1b2c3d (commit)"}, []),
            ({"source": "$ pytest -q", "verified": False}, ["ADV003"]),
            ({"source": "trust me"}, ["ADV003"]),
            ({"source": "doi:10.1000/182"}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "Sales rose in May."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "3 of the tests fail."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "39 tests pass, 3 failed."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "The build is broken on Windows."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "The suite doesn't pass."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "The tests were not run."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "No tests were run."}, ["ADV003"]),
            ({"source": "$ pytest -q", "text": "42 tests passed, 0 failed."}, []),
            ({"source": "$ pytest -q", "text": "All 42 tests pass, and none fails."}, []),
            ({"source": "$ pytest -q", "text": "The test that failed before passes now."}, []),
            ({"source": "$ pytest -q", "text": "The test of what happens on failure is green."}, []),
        ):
            made = said(text, **{"text": "All 42 tests pass.", "verified": True, **claim})
            with self.subTest(claim=claim):
                self.assertEqual(codes(evaluate(unproven.CHECK, made)), expected)

    def test_a_claim_alone_that_tests_pass(self) -> None:
        made = said("The parser was rewritten.", text="All tests pass.", source="doi:10.1000/182", verified=True)
        self.assertEqual([one.where for one in evaluate(unproven.CHECK, made).findings], ["/claims/0"])

    def test_what_shows_that_something_was_verified_or_released(self) -> None:
        for text, claim, expected in (
            ("I verified the opening hours of the library.", {"text": "The library has opening hours on Sunday."}, []),
            ("I verified the opening hours of the library.", {"text": "Sales rose in May."}, ["ADV003"]),
            ("I verified the opening hours of the library on Sunday.", {"text": "The library changed its hours."}, []),
            ("I verified the opening hours of the library on Sunday.", {"text": "The library moved."}, ["ADV003"]),
            (
                "I verified the opening hours of the library.",
                {"text": "The library opens.", "source": "trust me"},
                ["ADV003"],
            ),
            ("I verified every figure against its source.", {"verified": True}, []),
            ("I verified every figure against its source.", {"verified": False}, ["ADV003"]),
            ("Deployed the hotfix to staging.", {"text": "The hotfix runs on staging.", "source": "deploy.log:4"}, []),
        ):
            with self.subTest(text=text, claim=claim):
                self.assertEqual(codes(evaluate(unproven.CHECK, said(text, **claim))), expected)


if __name__ == "__main__":
    unittest.main()

"""evidence: what fires, what stays silent."""

import unittest

from dankaro_quality.contracts import ClaimKind
from dankaro_quality.evaluators import evidence
from tests.builders import make_claim, make_comparison, make_reasoned, make_result
from tests.tables import GateTables

ADVICE = ClaimKind.RECOMMENDATION
JUDGMENT = ClaimKind.JUDGMENT


def one(**changes):
    return make_result(claims=[make_claim(**changes)])


def reasoned(kind=ClaimKind.INFERENCE, fact=None, **changes):
    """A result with one checked fact (id "trial") and one claim that is no fact."""
    return make_result(claims=[make_claim(id="trial", **(fact or {})), make_reasoned(kind, **changes)])


def recalled(checked, from_memory):
    facts = [make_claim(text=f"Shard {n} was read in the trial.", source=f"runs/{n}.log:1") for n in range(checked)]
    return make_result(
        claims=[
            *facts,
            *(
                make_claim(text=f"Disks of kind {n} fail early.", source=f"https://example.com/{n}", verified=False)
                for n in range(from_memory)
            ),
        ]
    )


class Evidence(GateTables, unittest.TestCase):
    CHECK = evidence.CHECK
    PROSE = ("EVD010", "EVD011", "EVD014")
    FIRES = (
        ("EVD001", "/claims/0/source", "nothing", one(source="")),
        ("EVD001", "/claims/0/source", "blanks", one(source=" \t ")),
        ("EVD001", "/claims/0/source", "invisible characters", one(source="\u200b\u2060")),
        ("EVD001", "/claims/0/source", "only blank further sources", one(source="", more_sources=["", "\u3164"])),
        (
            "EVD001",
            "/claims/1/source",
            "the second fact has none",
            make_result(claims=[make_claim(), make_claim(source="")]),
        ),
        ("EVD002", "/claims/0/source", "an appeal to trust", one(source="trust me")),
        ("EVD002", "/claims/0/source", "a crowd", one(source="Industry reports")),
        ("EVD002", "/claims/0/source", "a placeholder", one(source="TODO")),
        ("EVD002", "/claims/0/source", "a bare footnote", one(source="[1]")),
        ("EVD002", "/claims/0/source", "a model", one(source="ChatGPT")),
        ("EVD002", "/claims/0/source", "one letter", one(source="x")),
        ("EVD002", "/claims/0/source", "punctuation", one(source="---")),
        ("EVD002", "/claims/0/source", "invisible characters between letters", one(source="tru\u200bst m\u00ade")),
        (
            "EVD002",
            "/claims/0/more_sources/0",
            "further sources that lead nowhere",
            one(source="", more_sources=["experts", "many studies"]),
        ),
        ("EVD003", "/claims/0/source", "the earlier draft", one(source="our earlier draft")),
        ("EVD003", "/claims/0/source", "in capitals and full width", one(source="ＯＵＲ ＥＡＲＬＩＥＲ ＤＲＡＦＴ")),
        ("EVD003", "/claims/0/more_sources/0", "beside a real one", one(more_sources=["as stated above"])),
        ("EVD003", "/claims/1/source", "under an inference", reasoned(source="my previous answer")),
        (
            "EVD003",
            "/comparisons/0/source",
            "under a comparison",
            make_result(comparisons=[make_comparison(source="from memory")]),
        ),
        ("EVD004", "/claims/0/confidence", "not stated", one(confidence=None)),
        ("EVD005", "/claims/0/verified", "not stated", one(verified=None)),
        ("EVD006", "/claims/1/rationale", "a formula over nothing", reasoned(rationale="0.8649 - 0.8555")),
        ("EVD006", "/claims/1/rationale", "nothing", reasoned(rationale="")),
        ("EVD006", "/claims/1/rationale", "invisible words", reasoned(rationale="\u3164 \u200b \u3164 \u3164")),
        ("EVD006", "/claims/1/rationale", "a placeholder", reasoned(rationale="TODO: explain why this holds here")),
        ("EVD006", "/claims/1/rationale", "a template", reasoned(rationale="[insert the rationale here]")),
        ("EVD006", "/claims/1/rationale", "too few words", reasoned(rationale="It was measured.")),
        ("EVD006", "/claims/1/rationale", "one word four times", reasoned(rationale="because because because because")),
        (
            "EVD006",
            "/claims/1/rationale",
            "a word with content four times",
            reasoned(rationale="traffic traffic traffic traffic traffic"),
        ),
        ("EVD006", "/claims/1/rationale", "a part of the claim", reasoned(rationale="Because the service would hold.")),
        ("EVD006", "/claims/1/rationale", "a word and dashes", reasoned(rationale="obvious - - - - -")),
        ("EVD006", "/claims/1/rationale", "letters", reasoned(rationale="a b c d e f")),
        ("EVD006", "/claims/1/rationale", "filler words", reasoned(rationale="because it is simply very clearly so")),
        (
            "EVD006",
            "/claims/1/rationale",
            "the claim again",
            reasoned(rationale="The service would hold the weekly load."),
        ),
        (
            "EVD006",
            "/claims/1/rationale",
            "the claim in another order",
            reasoned(rationale="The weekly load the service would hold!"),
        ),
        (
            "EVD006",
            "/claims/1/rationale",
            "the claim with padding",
            reasoned(rationale="Because the service would clearly hold the weekly load."),
        ),
        ("EVD006", "/claims/1/rationale", "it asks for trust", reasoned(rationale="Please believe me on this one.")),
        ("EVD006", "/claims/1/rationale", "praise", reasoned(rationale="It is a sound and good decision.")),
        (
            "EVD006",
            "/claims/1/rationale",
            "own authority",
            reasoned(rationale="In my professional opinion and experience."),
        ),
        (
            "EVD006",
            "/claims/1/rationale",
            "everybody knows",
            reasoned(rationale="Everybody knows that this is obvious."),
        ),
        (
            "EVD006",
            "/claims/1/rationale",
            "it points elsewhere",
            reasoned(rationale="As explained above in the details."),
        ),
        ("EVD006", "/claims/1/rationale", "a judgment needs one as well", reasoned(JUDGMENT, rationale="so it is")),
        ("EVD007", "/claims", "two of three", recalled(1, 2)),
        ("EVD007", "/claims", "the only one", recalled(0, 1)),
        (
            "EVD007",
            "/claims",
            "the checked fact is copied to thin the recalled ones out",
            make_result(claims=[*recalled(1, 2).claims, *recalled(1, 0).claims, *recalled(1, 0).claims]),
        ),
        (
            "EVD007",
            "/claims",
            "a recalled fact is stated again as checked",
            make_result(claims=[*recalled(0, 1).claims, make_claim(text="Disks of kind 0 fail early.")]),
        ),
        (
            "EVD008",
            "/claims/1",
            "the fact says that it is verified and not where",
            reasoned(ADVICE, fact={"source": ""}),
        ),
        ("EVD008", "/claims/1", "the fact is recalled", reasoned(ADVICE, fact={"verified": False})),
        ("EVD008", "/claims/0", "no fact at all", make_result(claims=[make_reasoned(ADVICE)])),
        (
            "EVD008",
            "/claims/2",
            "based on the recalled one of two",
            make_result(
                claims=[
                    make_claim(id="seen"),
                    make_claim(id="heard", text="Such queues are limited by disks.", verified=False),
                    make_reasoned(ADVICE, based_on=["heard"]),
                ]
            ),
        ),
        ("EVD008", "/claims/1", "based on itself", reasoned(ADVICE, id="advice", based_on=["advice"])),
        ("EVD009", "/claims/1/based_on/0", "a name nobody bears", reasoned(based_on=["trail"])),
        ("EVD009", "/claims/1/based_on/1", "a blank", reasoned(based_on=["trial", " "])),
        (
            "EVD009",
            "/claims/1/based_on/0",
            "the text of a claim",
            reasoned(based_on=["The service answered 120 requests in the trial."]),
        ),
        ("EVD015", "/claims/1", "a share", reasoned(text="Half of the load, 48%, could go.")),
        ("EVD015", "/claims/1", "a number as value", reasoned(value=3.2)),
        ("EVD015", "/claims/1", "a number written as text", reasoned(value="3.2")),
        ("EVD015", "/claims/1", "a range in a list", reasoned(value=["low", "3-4"])),
        (
            "EVD015",
            "/claims/1",
            "based on another inference without a fact",
            make_result(
                claims=[
                    make_claim(),
                    make_reasoned(text="The queue would be 40% shorter.", based_on=["guess"]),
                    make_reasoned(id="guess"),
                ]
            ),
        ),
        ("EVD015", "/claims/1", "a source that leads nowhere", reasoned(text="The gain is 12%.", source="internal")),
    )
    SILENT = (
        ("EVD001", "an inference needs no source", reasoned()),
        ("EVD001", "a further source is one", one(source="", more_sources=["https://example.com/a"])),
        ("EVD002", "one locator among several is enough", one(source="experts", more_sources=["docs/report.md"])),
        ("EVD002", "a register entry", one(source="Companies House 05662277")),
        ("EVD002", "a command", one(source="$ pytest -q tests/test_pipeline.py")),
        ("EVD002", "a commit", one(source="a1b2c3d (commit)")),
        ("EVD002", "a circular source is said once, as EVD003", one(source="our earlier draft")),
        ("EVD003", "circular words inside an address", one(source="docs/our-earlier-draft.md")),
        ("EVD003", "a comparison without a source", make_result(comparisons=[make_comparison(source="")])),
        ("EVD004", "no confidence is a confidence", one(confidence=0)),
        ("EVD004", "the settings do not ask for it",
         (one(confidence=None), {"settings": "[evidence]\nrequire_confidence = false"})),
        ("EVD004", "a judgment needs none", reasoned(JUDGMENT)),
        ("EVD005", "false is an answer", one(verified=False)),
        ("EVD005", "the settings do not ask for it",
         (one(verified=None), {"settings": "[evidence]\nrequire_verified = false"})),
        ("EVD006", "four words that say why", reasoned(rationale="Load fell, disks idle.")),
        ("EVD006", "whose opinion it was", reasoned(rationale="In the opinion of both auditors.")),
        ("EVD006", "where it is seen", reasoned(rationale="See rows 3 and 9 above.")),
        ("EVD006", "a word may come twice", reasoned(rationale="Wait fell, memory fell.")),
        ("EVD006", "begins with a word that is a placeholder as a source",
         reasoned(rationale="Missing rows were handled alike in both runs.")),
        ("EVD006", "begins with an imperative", reasoned(rationale="Verify first, since the log may be stale.")),
        ("EVD006", "todo as a thing", reasoned(rationale="Todo lists of the team name it first.")),
        ("EVD006", "a formula over its bases", reasoned(rationale="(41.2 - 36.8) / 41.2", based_on=["trial"])),
        ("EVD006", "arithmetic", reasoned(rationale="57 s - 41 s = 16 s over the same nights")),
        ("EVD006", "a script without blanks", reasoned(rationale="試験は最も忙しい日の負荷で行われた。")),
        ("EVD006", "uses the words of the claim and adds the reason",
         reasoned(rationale="The service held that load on the busiest day.")),
        ("EVD006", "a long one says its small words often", (
            reasoned(rationale="The load of the day is the load of the week, and so are its disks."),
            {"settings": "[evidence]\nmin_rationale_words = 15"})),
        ("EVD006", "a fact needs none", one(rationale="")),
        ("EVD006", "the settings ask for fewer words",
         (reasoned(rationale="Disks idle."), {"settings": "[evidence]\nmin_rationale_words = 2"})),
        ("EVD007", "half of them", recalled(1, 1)),
        ("EVD007", "no fact", make_result(claims=[make_reasoned()])),
        ("EVD007", "the settings allow it", (recalled(0, 1), {"settings": "[evidence]\nmax_recalled_share = 1.0"})),
        ("EVD008", "a checked fact is there", reasoned(ADVICE)),
        ("EVD008", "through an inference", make_result(
            claims=[
                make_claim(id="trial"),
                make_reasoned(id="step", based_on=["trial"]),
                make_reasoned(ADVICE, based_on=["step"]),
            ]
        )),
        ("EVD008", "by key, in another case", reasoned(ADVICE, fact={"key": "Answered"}, based_on=["answered"])),
        ("EVD008", "a judgment recommends nothing", reasoned(JUDGMENT, fact={"verified": False})),
        ("EVD008", "the flag is not asked for", (
            reasoned(ADVICE, fact={"verified": None}), {"settings": "[evidence]\nrequire_verified = false"}
        )),
        ("EVD009", "an id", reasoned(based_on=["trial"])),
        ("EVD009", "an id with blanks around it", reasoned(based_on=[" Trial "])),
        ("EVD009", "the key of a later claim",
         make_result(claims=[make_reasoned(based_on=["n"]), make_claim(key="n", value=120)])),
        ("EVD015", "based on a fact", reasoned(text="That is 48% of the load.", based_on=["trial"])),
        ("EVD015", "it has a source", reasoned(text="That is 48% of the load.", source="docs/load.md:3")),
        ("EVD015", "a count of things is no figure in this sense", reasoned(text="Two services would do.")),
        ("EVD015", "a name as value", reasoned(ADVICE, value="adaptive scheduler")),
        ("EVD015", "a truth value", reasoned(value=True)),
        ("EVD015", "a fact has its own rules", one(text="48% of the load was answered.")),
    )  # fmt: skip

    def test_the_message_says_what_is_wrong_with_a_rationale(self) -> None:
        for rationale, words in (
            ("", "is missing"),
            ("TBD", "is a placeholder"),
            ("It was measured.", "has fewer than 4 words"),
            ("because it is simply very clearly so", "says nothing"),
            ("Because the service would hold.", "only repeats the claim"),
        ):
            with self.subTest(rationale=rationale):
                said = [str(one) for one in self.found(reasoned(rationale=rationale)) if one.code == "EVD006"]
                self.assertIn(words, said[0])


if __name__ == "__main__":
    unittest.main()

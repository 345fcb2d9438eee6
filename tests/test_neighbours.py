"""Defects that users of neighbouring tools reported, each in our own words; what cannot be shown here is in the table.

The method names hold the numbers of the collection; `python -m tests.measure bugs` lists which is tested where.
"""

import json
import unittest

from dankaro_quality.adversaries import unproven
from dankaro_quality.contracts import Claim
from dankaro_quality.evaluators import baseline, completeness, consistency, evidence, provenance, stability
from dankaro_quality.evaluators import ledger as ledger_gate
from dankaro_quality.evaluators.ledger import matches
from dankaro_quality.harness import QualityHarness
from dankaro_quality.ledger import Entry, Ledger, check
from dankaro_quality.prose import read
from dankaro_quality.reporting import to_markdown
from dankaro_quality.settings import Settings
from dankaro_quality.sources import classify
from dankaro_quality.statements import stated_figures
from dankaro_quality.values import compatible, quantities, same
from dankaro_quality.watching import unsafe
from tests.builders import cli, codes, evaluate, make_claim, make_comparison, make_result

NOT_SHOWN = {
    "B09": "whether hedged evidence supports a claim is a matter of meaning; no gate reads a source's meaning",
    "B42": "whether a score fits its reason is a matter of meaning; no gate calls the pair consistent",
    "B45": "no rule adds up the rows of a table yet",
    "B48": "no rule recomputes means yet; a NaN in a result breaks the contract (test_b48)",
    "B49": "no rule judges confidence intervals yet, so an honest one is never blocked",
    "B50": "no rule recomputes precision, recall and F1 yet",
    "B54": "no rule recomputes whether a value lies in a stated range yet",
}


def demoted(text: str = "", watch: str = "", **more: object) -> Entry:
    return Entry("X", text or "unused words", "demoted", watch=watch, **more)  # type: ignore[arg-type]


class LedgerDefects(unittest.TestCase):
    def test_b01_b03_a_watch_that_misses_the_words_it_must_catch_is_found_when_it_is_written(self) -> None:
        """A pattern pinned to one order of words says nothing about another order: its samples tell."""
        entry = demoted(watch="40 tables", fires_on=("the tables number 40",))
        self.assertIn("does not fire on", check(Ledger((entry,)), matches)[0].message)

    def test_b02_paraphrases_are_said_not_to_be_seen(self) -> None:
        self.assertIn("other words than its watch or its text", ledger_gate.CHECK.doc.replace("\n", " "))

    def test_b05_a_denial_covers_its_own_clause_only(self) -> None:
        self.assertTrue(matches(demoted("the archive is complete"), "It is not small, but the archive is complete."))

    def test_b06_soft_line_breaks_do_not_hide_a_claim(self) -> None:
        self.assertTrue(matches(demoted("the archive is complete"), "We say the archive\nis complete."))
        self.assertTrue(matches(demoted(watch="archive is complete"), "We say the archive\nis complete."))

    def test_b07_two_negations_affirm(self) -> None:
        self.assertTrue(
            matches(demoted("the archive is complete"), "It is never not said that the archive is complete.")
        )

    def test_b08_a_negation_that_governs_something_else_excuses_nothing(self) -> None:
        self.assertTrue(matches(demoted("costs halved"), "Never mind what we withdrew: costs halved."))

    def test_b11_a_watch_that_swallows_a_denial_is_found_by_its_sample(self) -> None:
        entry = demoted(watch=r"is (\w+ ){0,3}staffed", silent_on=("The desk is not staffed.",))
        self.assertIn("and should not", check(Ledger((entry,)), matches)[0].message)

    def test_b15_a_watch_that_could_run_without_end_is_not_run(self) -> None:
        entry = demoted("unused words", watch="start(b+)+$")
        self.assertTrue(unsafe(entry.watch))
        result = make_result(output="start" + "b" * 60 + "!")
        self.assertEqual(codes(evaluate(ledger_gate.CHECK, result, ledger=Ledger((entry,), path="x"))), ["LED003"])

    def test_b18_correcting_a_claim_openly_is_legitimate(self) -> None:
        entry = demoted("standard 7 applies")
        self.assertFalse(matches(entry, '"Standard 7 applies" was wrong.'))
        result = make_result(output="Standard 7 applies, we wrote; standard 9 does.", supersedes=("X",))
        self.assertEqual(codes(evaluate(ledger_gate.CHECK, result, ledger=Ledger((entry,), path="x"))), ["LED005"])


class SourceDefects(unittest.TestCase):
    def test_b19_a_command_that_looks_a_figure_up_in_the_own_report_is_no_source(self) -> None:
        claim = make_claim(source="$ grep -c 12.5 SUMMARY.md")
        result = make_result(claims=(claim,), deliverables={"SUMMARY.md": "12.5 percent was saved."})
        self.assertIn("PRV003", codes(evaluate(provenance.CHECK, result)))

    def test_b20_one_source_for_everything_is_said(self) -> None:
        result = make_result(claims=[make_claim(text=f"Fact {number} holds.") for number in range(3)])
        self.assertIn("PRV005", codes(evaluate(provenance.CHECK, result)))

    def test_b22_nothing_to_check_is_not_checked_and_fine(self) -> None:
        report = QualityHarness(Settings(), ledger=Ledger()).evaluate({"output": "ok"})
        self.assertFalse(report.released)
        self.assertIn("nothing could be checked", report.reasons[0])

    def test_b24_addresses_in_the_text_do_not_replace_claims(self) -> None:
        output = "The town grew, see https://example.com/a and https://example.com/b."
        self.assertIn("EVD010", codes(evaluate(evidence.CHECK, make_result(output=output, claims=()))))

    def test_b25_sources_that_are_no_url_are_accepted_and_rejections_say_what_is(self) -> None:
        self.assertTrue(classify("Staff handbook, sheet 7").accepted)
        finding = evaluate(evidence.CHECK, make_result(claims=[make_claim(source="the handbook people")])).findings[0]
        self.assertIn("a URL, a file with its line, a command or a register entry", finding.hint)

    def test_b27_addresses_keep_their_brackets_and_apostrophes(self) -> None:
        for text, locator in (
            ("https://docs.example.com/x_(y)_z", "https://docs.example.com/x_(y)_z"),
            ("https://example.com/it's", "https://example.com/it's"),
            ("<https://example.com/a>.", "https://example.com/a"),
        ):
            with self.subTest(text=text):
                self.assertEqual(classify(text).locator, locator)

    def test_b28_old_and_long_dois_are_accepted(self) -> None:
        for text in (
            "10.1000/(ABCD)1234-5678(199501)12:3<45::AID-XYZ6>7.0.CO;2-8",
            "https://example.com/10.1000/abc.2014.00123/full",
        ):
            with self.subTest(text=text):
                self.assertTrue(classify(text).accepted)

    def test_b30_well_formed_is_never_called_verified(self) -> None:
        report = QualityHarness(Settings(), ledger=Ledger()).evaluate(make_result())
        self.assertIn("form only", to_markdown(report))

    def test_b32_a_label_is_no_quotation(self) -> None:
        self.assertEqual(
            [one.plain for one in read("Status: accepted by the board.").sentences], ["Status: accepted by the board."]
        )

    def test_b33_figures_that_no_claim_declares_are_listed(self) -> None:
        result = make_result(
            output="It grew by 4%. It cost 3 EUR. It took 9 s.", claims=[make_claim(text="It grew by 4%.")]
        )
        found = [one.message for one in evaluate(evidence.CHECK, result).findings if one.code == "EVD011"]
        self.assertEqual(len(found), 2)


class ValueDefects(unittest.TestCase):
    def test_b35_years_and_numbers_of_things_are_no_quantities(self) -> None:
        self.assertEqual([one.text for one in quantities("It was founded in 2016, see issue #12 and version 2.1.")], [])

    def test_b37_lengths_are_compared_with_their_units(self) -> None:
        self.assertTrue(same("25 mm", "2.5 cm"))
        self.assertFalse(compatible("25 mm", "2.6 cm"))

    def test_b39_trailing_zeros_and_floats(self) -> None:
        self.assertTrue(same("200", "200.0"))
        self.assertFalse(same("200", "2"))
        self.assertTrue(same(0.1 + 0.2, 0.3))

    def test_b41_one_key_is_one_indicator_and_scenarios_have_their_own(self) -> None:
        one = [make_claim(key="staff", value="20-25"), make_claim(key="staff", value=12)]
        two = [make_claim(key="staff@base", value="20-25"), make_claim(key="staff@low", value=12)]
        self.assertIn("CNS001", codes(evaluate(consistency.CHECK, make_result(claims=one))))
        self.assertNotIn("CNS001", codes(evaluate(consistency.CHECK, make_result(claims=two))))

    def test_b43_signs_digits_and_blanks_of_any_kind(self) -> None:
        self.assertTrue(same("−7", -7))
        self.assertTrue(same("４２", 42))
        self.assertTrue(same("2\u00a0500", 2500))

    def test_b48_a_number_that_is_none_is_never_a_pass(self) -> None:
        self.assertEqual(cli("evaluate", "-", stdin=b'{"output": "a", "metadata": {"scores": [1.0, NaN]}}').code, 2)


class OtherDefects(unittest.TestCase):
    def test_b51_an_adjective_is_no_effect(self) -> None:
        found = evaluate(baseline.CHECK, make_result(comparisons=[make_comparison(baseline="", effect="far quicker")]))
        self.assertTrue({"BAS002", "BAS006"} <= set(codes(found)))

    def test_b53_repeats_from_a_cache_are_no_repeats(self) -> None:
        result = make_result(claims=[make_claim(key="k", value=1)])
        again = make_result(claims=[make_claim(key="k", value=1)], output="Other words.", metadata={"cached": True})
        self.assertEqual(codes(evaluate(stability.CHECK, result, repeats=[result, again])), ["STB005"])

    def test_b56_a_deliverable_is_its_content_not_a_statement(self) -> None:
        result = make_result(deliverables=[{"name": "model.py", "path": "no/such/model.py"}])
        self.assertEqual(codes(evaluate(completeness.CHECK, result)), ["CMP003"])

    def test_b57_the_exit_code_follows_the_verdict(self) -> None:
        self.assertEqual(cli("evaluate", "-", stdin=b'{"output": ""}').code, 2)
        self.assertEqual(cli("evaluate", "no/such/file.json").code, 3)

    def test_b60_work_reported_as_done_needs_a_claim(self) -> None:
        result = make_result(output="The patch is live and every check passed.", claims=())
        self.assertIn("EVD010", codes(evaluate(evidence.CHECK, result)))
        self.assertIn("ADV003", codes(evaluate(unproven.CHECK, result)))

    def test_b61_code_quotations_addresses_and_front_matter_are_not_read(self) -> None:
        text = "---\nrate: 3%\n---\n`x = 42%`\n\n> we saw 40%\n\nSee https://example.com/2024/05%25.\n"
        self.assertEqual(list(stated_figures(read(text))), [])

    def test_b65_another_encoding_is_named(self) -> None:
        ran = cli("evaluate", "-", stdin='{"output": "a"}'.encode("utf-16"))
        self.assertEqual(ran.code, 2)
        self.assertIn("UTF-16", ran.out)

    def test_b66_counts_stand_side_by_side(self) -> None:
        report = QualityHarness(Settings(), ledger=Ledger()).evaluate(make_result(claims=[Claim("a b c", source="x")]))
        measures = report.gate("evidence").measures
        self.assertEqual((measures["claims"], measures["sourced"], measures["verified"]), (1, 0, 0))


class Table(unittest.TestCase):
    def test_every_number_is_tested_or_has_a_reason(self) -> None:
        """Needs the collection beside the project."""
        from tests.builders import shared

        with open(shared(self, "cases", "bugs.jsonl"), encoding="utf-8") as stream:
            numbers = {json.loads(line)["id"] for line in stream if line.strip()}
        self.assertEqual(sorted(numbers - tested().keys() - NOT_SHOWN.keys()), [])


def tested() -> dict[str, str]:
    """Number to test name, from the names of the methods above."""
    found = {}
    for case in (LedgerDefects, SourceDefects, ValueDefects, OtherDefects):
        for name in dir(case):
            for part in name.split("_"):
                if name.startswith("test_b") and part[:1] == "b" and part[1:].isdigit():
                    found[part.upper()] = f"{case.__name__}.{name}"
    return found


if __name__ == "__main__":
    unittest.main()

"""The rules that hold the output against what is declared: EVD010, 011, 014, BAS001, 009, 011, CNS004, CMP007."""

import unittest

from dankaro_quality.contracts import BaselineKind, Claim, Comparison, Task
from dankaro_quality.evaluators import baseline, completeness, consistency, evidence
from tests.builders import codes, evaluate, make_claim, make_comparison, make_result

STORY = tuple(
    make_comparison(
        subject="thompson scheduler",
        baseline="uniform rotation",
        metric="fund multiple",
        effect=effect,
        sample_size=40,
    )
    for effect in ("+0.66 (p = 0.23)", "−0.69 (p = 0.52)", "+0.64 (p = 0.58)")
)
WON = make_comparison(
    subject="thompson scheduler",
    baseline="greedy scheduler",
    baseline_kind=BaselineKind.ALTERNATIVE,
    metric="fund multiple",
    effect="2.08x (t = 2.08)",
)

ENTRIES = """The cache was cleared.

## References

Lee, B., & May, C. (2019). The index was rebuilt. Quill.

Öz, A. (2020). The host was shut down. Quill.
"""


class Evidence(unittest.TestCase):
    def found(self, output: object, **more: object) -> list[str]:
        task = more.pop("task", None)
        settings = more.pop("settings", "")
        result = make_result(output=output, **{"claims": (), **more})
        return codes(evaluate(evidence.CHECK, result, task=task, settings=settings))

    def test_evd010_fires(self) -> None:
        for output in (
            "The migration is finished.",
            "# Report\n\nAll users were moved.",
            "- The cache was cleared.\n- The index was rebuilt.",
            "Hello! The deployment went through.",
        ):
            with self.subTest(output=output):
                self.assertIn("EVD010", self.found(output))

    def test_evd010_stays_silent(self) -> None:
        for reason, output, more in (
            ("a question states nothing", "Which file do you mean?", {}),
            ("a greeting states nothing", "Hello!", {}),
            ("an instruction states nothing", "Open the box and press the button.", {}),
            ("code states nothing", "```\nx = 1\n```", {}),
            ("data states nothing", '{"answer": 42}', {}),
            ("an object states nothing", {"answer": 42}, {}),
            ("quotations are somebody else's", "> The sky is green.", {}),
            ("a declared claim", "The migration is finished.", {"claims": (make_claim(),)}),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("EVD010", self.found(output, **more))

    def test_evd011_fires_at_the_output_with_figure_and_line(self) -> None:
        result = make_result(output="All is well.\n\nThe wait fell to 41 s.", claims=(make_claim(),))
        outcome = evaluate(evidence.CHECK, result)
        finding = next(one for one in outcome.findings if one.code == "EVD011")
        self.assertEqual(finding.where, "/output")
        self.assertIn('"41 s"', finding.message)
        self.assertIn("(line 3)", finding.message)

    def test_evd011_stays_silent(self) -> None:
        for reason, output, more in (
            ("the text of a claim", "The wait was 41 s.", {"claims": (make_claim(text="The wait was 41 s."),)}),
            ("the value of a claim", "The wait was 41 s.", {"claims": (make_claim(text="The wait.", value="41 s"),)}),
            ("another form of the number", "It was 0.7500 m.", {"claims": (make_claim(text="It was 0.75 m."),)}),
            ("a decimal comma", "It was 36,8%.", {"claims": (make_claim(text="It was 36.8%."),)}),
            ("a share", "It was 12%.", {"claims": (make_claim(text="The share.", value=0.12),)}),
            ("a comparison", "It rose by 4.2%.", {"comparisons": (make_comparison(effect="+4.2%"),)}),
            ("a p-value of a comparison", "It gave p = 0.004.", {"comparisons": (make_comparison(p_value=0.004),)}),
            ("it says that it is rounded", "It was about 12%.", {"claims": (make_claim(text="It was 12.2%."),)}),
            ("more than a little less", "Over 300 kg moved.", {"claims": (make_claim(text="It was 308 kg."),)}),
            ("the task says it", "The 5% limit holds.",
             {"claims": (make_claim(),), "task": Task(instructions="Keep the 5% limit.")}),
            ("the settings turn it off", "The wait was 41 s.",
             {"claims": (make_claim(),), "settings": "[evidence]\nrequire_declared_figures = false"}),
        ):  # fmt: skip
            with self.subTest(reason=reason):
                self.assertNotIn("EVD011", self.found(output, **more))

    def test_evd011_fires_where_rounding_hides_another_figure(self) -> None:
        for output, claim in (
            ("It was about 15%.", "It was 12.2%."),
            ("Over 300 kg moved.", "It was 290 kg."),
            ("Up to 60 s passed.", "It took 41 s."),
            ("It was 12%.", "It was 12.2%."),
        ):
            with self.subTest(output=output):
                self.assertIn("EVD011", self.found(output, claims=(make_claim(text=claim),)))

    def test_evd011_sees_figures_in_marks_of_emphasis(self) -> None:
        for output in ("Revenue rose **35**%.", "Revenue rose by $<b>40</b> million.", "Revenue rose *35* %."):
            with self.subTest(output):
                self.assertIn("EVD011", self.found(output, claims=(make_claim(),)))

    def test_evd011_takes_a_bound_that_a_declared_p_value_keeps(self) -> None:
        claim = make_claim(text="The effect was significant (p = 0.0004).")
        self.assertNotIn("EVD011", self.found("The effect was significant (p < 0.001).", claims=(claim,)))
        self.assertIn("EVD011", self.found("The effect was significant (p < 0.0001).", claims=(claim,)))

    def test_evd011_leaves_levels_of_confidence(self) -> None:
        for says in ("We report 95% confidence intervals.", "The 95 % CI is wide."):
            with self.subTest(says):
                self.assertNotIn("EVD011", self.found(says, claims=(make_claim(),)))
        self.assertIn("EVD011", self.found("We found 95% of them.", claims=(make_claim(),)))

    def test_evd010_looks_into_data_and_what_is_handed_over(self) -> None:
        says = "Revenue rose 35% to $40 million."
        for where, result in (
            ("/output/answer", make_result(output={"answer": says}, claims=())),
            ("/deliverables/0/content", make_result(output="See the file.", claims=(), deliverables={"report": says})),
        ):
            with self.subTest(where):
                found = evaluate(evidence.CHECK, result).findings
                self.assertEqual([one.where for one in found if one.code == "EVD010"], [where])
        for result in (
            make_result(output={"answer": "open"}, claims=()),
            make_result(output="See the file.", claims=(), deliverables={"readme": "Install it, then run it."}),
            make_result(output="See the file.", claims=(), deliverables={"model.py": "RATE = 0.35  # 35% of it"}),
        ):
            with self.subTest(result=result):
                self.assertNotIn("EVD010", codes(evaluate(evidence.CHECK, result)))

    def test_evd011_is_not_satisfied_by_a_rationale(self) -> None:
        """A lazy author lists every number in one rationale."""
        claim = Claim("All is well.", kind="inference", rationale="41 s, 12% and 310 MB were seen in the log.")
        self.assertIn("EVD011", self.found("The wait was 41 s.", claims=(claim,)))

    def test_evd014_fires_and_gives_the_share(self) -> None:
        output = "The cache was cleared. The index was rebuilt. Every user got a message. The old host was shut down."
        result = make_result(output=output, claims=(make_claim(text="The cache was cleared."),))
        outcome = evaluate(evidence.CHECK, result)
        self.assertIn("EVD014", codes(outcome))
        self.assertEqual((outcome.measures["statements"], outcome.measures["statements_covered"]), (4, 1))
        hint = next(one.hint for one in outcome.findings if one.code == "EVD014")
        self.assertIn('"The index was rebuilt." (line 1)', hint)

    def test_evd014_stays_silent(self) -> None:
        two = "The cache was cleared. The index was rebuilt."
        for reason, output, more in (
            ("half is covered", two, {"claims": (make_claim(text="The cache was cleared."),)}),
            ("no claim: EVD010 says it", two, {}),
            ("what was not found", "The cache was cleared. I could not find the index. We did not look at the host.",
             {"claims": (make_claim(text="The cache was cleared."),)}),
            ("what is handed over", "The plan is attached.", {"claims": (make_claim(),)}),
            ("a request", "The cache was cleared. Next: please close the ticket. Please tell the team.",
             {"claims": (make_claim(text="The cache was cleared."),)}),
            ("the reason of a judgment", "It needs no operator. The team knows it well. Use it.",
             {"claims": (make_claim(), make_claim(
                 text="Use it.", kind="judgment", source="", rationale="It needs no operator, the team knows it."
             ))}),
            ("entries of a reference list", ENTRIES, {"claims": (make_claim(text="The cache was cleared."),)}),
            ("a name with a year", "The list:\n\n- Budget 2031\n- Members", {"claims": (make_claim(),)}),
            ("nothing is stated", "Which one?", {"claims": (make_claim(),)}),
            ("the settings ask for less", two + " The host was shut down.",
             {"claims": (make_claim(text="The cache was cleared."),), "settings": "[evidence]\nmin_coverage = 0.3"}),
        ):  # fmt: skip
            with self.subTest(reason=reason):
                self.assertNotIn("EVD014", self.found(output, **more))


class Baseline(unittest.TestCase):
    def found(self, output: str, **more: object) -> list[str]:
        return codes(evaluate(baseline.CHECK, make_result(output=output, **{"claims": (), **more})))

    def test_bas001_fires(self) -> None:
        own = make_claim(text="The scheduler outperforms the alternative.", source="runs/a.md:3")
        for claims in ((), (own,), (make_claim(source="https://example.com/other", text="Queues are long."),)):
            with self.subTest(claims=claims):
                self.assertIn("BAS001", self.found("The scheduler outperforms the alternative.", claims=claims))

    def test_bas001_fires_on_our_own_work_whatever_is_cited(self) -> None:
        for says in (
            "Our scheduler outperforms the alternative.",
            "The scheduler outperforms the alternative, as we saw.",
        ):
            claim = make_claim(text=says, source="https://example.com/paper", quote="e")
            with self.subTest(says):
                self.assertIn("BAS001", self.found(says, claims=(claim,)))

    def test_bas001_fires_behind_words_that_deny_nothing(self) -> None:
        for says in (
            "The router is not only faster than Kafka.",
            "There is no doubt the router outperforms Kafka.",
            "In May the router outperforms Kafka.",
        ):
            with self.subTest(says):
                self.assertIn("BAS001", self.found(says, claims=(make_claim(),)))

    def test_a_quote_of_one_word_covers_nothing(self) -> None:
        claim = make_claim(text="The depot opened.", source="https://example.com/paper", quote="the")
        self.assertIn("BAS001", self.found("The scheduler outperforms the alternative.", claims=(claim,)))

    def test_bas001_stays_silent(self) -> None:
        cited = make_claim(text="The scheduler outperforms the alternative.", source="https://example.com/paper")
        for reason, output, more in (
            ("a report of others' work", "The scheduler outperforms the alternative.", {"claims": (cited,)}),
            ("a comparison is declared", "The router is better than rotation.", {"comparisons": (make_comparison(),)}),
            ("no merit", "The file is larger than expected.", {}),
            ("a mark that was passed", "The index surpassed 5,000 points.", {}),
            ("an earlier time", "The weather was better than in May.", {}),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("BAS001", self.found(output, **more))

    def test_bas009_the_measured_story(self) -> None:
        """2.08 times the alternative, never the rotation, and the output says that it outperforms."""
        output = "The scheduler outperforms the alternative."
        outcome = evaluate(baseline.CHECK, make_result(output=output, claims=(), comparisons=(WON, *STORY)))
        found = [one.where for one in outcome.findings if one.code == "BAS009"]
        self.assertEqual(found, [f"/comparisons/{number}/effect" for number in (1, 2, 3)])

    def test_bas009_fires(self) -> None:
        for reason, changes in (
            ("no difference", {"effect": "0"}),
            ("worse", {"effect": "-3%"}),
            ("a ratio of one", {"effect": "1.0x"}),
            ("a ratio below one", {"effect": "0.8x"}),
            ("two figures", {"effect": "0.28 vs 0.31"}),
            ("lower is better and it rose", {"effect": "+3 s", "higher_is_better": False}),
            ("a p-value in its field", {"effect": "+3%", "p_value": 0.2}),
            ("a p-value in the tests", {"effect": "+3%", "tests": ("paired t, p = 0.31",)}),
            ("a p-value at the level", {"effect": "+3%", "p_value": 0.05}),
            ("called open", {"effect": "+3% (n.s.)"}),
            ("called open by a test", {"effect": "+3%", "tests": ("paired t, not significant",)}),
            ("an interval round zero", {"effect": "+3 points (95% CI -1.5 to 7.5)"}),
        ):
            with self.subTest(reason=reason):
                found = self.found(
                    "The learned router is better than all others.", comparisons=(make_comparison(**changes),)
                )
                self.assertIn("BAS009", found)

    def test_bas009_fires_where_another_naive_comparison_was_won(self) -> None:
        lost = make_comparison(baseline="uniform rotation", effect="-40%")
        won = make_comparison(baseline="chance", effect="+0.1%", p_value=0.01)
        self.assertIn("BAS009", self.found("The learned router is better than rotation.", comparisons=(lost, won)))

    def test_bas009_is_mended_by_saying_what_the_naive_comparison_shows(self) -> None:
        lost = make_comparison(baseline="uniform rotation", effect="+0.66 (p = 0.23)")
        says = "The learned router is better than greedy. It does not beat uniform rotation (+0.66, p = 0.23)."
        self.assertNotIn("BAS009", self.found(says, comparisons=(lost,)))

    def test_bas009_stays_silent(self) -> None:
        says = "The learned router is better than all others."
        for reason, output, changes in (
            ("an advantage", says, {"effect": "+3%", "p_value": 0.01}),
            ("a ratio above one", says, {"effect": "1.3x"}),
            ("lower is better and it fell", says, {"effect": "-3 s", "higher_is_better": False}),
            ("two figures", says, {"effect": "0.31 vs 0.28"}),
            ("the output does not say so", "The learned router was measured.", {"effect": "-3%"}),
            ("the output says it of something else", "The cable is better than the radio.", {"effect": "-3%"}),
            ("the output says no better", "The learned router is no better than rotation.", {"effect": "-3%"}),
            ("no naive comparison", says, {"effect": "-3%", "baseline_kind": BaselineKind.PREVIOUS}),
            ("an interval above zero", says, {"effect": "+3 points (95% CI 1.5-4.5)"}),
            ("it is something else", "It is better to wait.", {"effect": "-3%"}),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("BAS009", self.found(output, comparisons=(make_comparison(**changes),)))

    def test_bas009_of_two_subjects_means_the_one_that_is_named(self) -> None:
        lost = make_comparison(subject="greedy queue", effect="-3%")
        won = make_comparison(subject="fair queue", effect="+3%")
        for says, found in (
            ("The fair queue is faster than the rotation.", False),
            ("The greedy queue is faster than the rotation.", True),
            ("Our queue is faster than the rotation.", True),
        ):
            with self.subTest(says=says):
                self.assertEqual("BAS009" in self.found(says, comparisons=(lost, won)), found)

    def test_bas009_follows_a_pronoun_where_there_is_one_subject(self) -> None:
        says = "We tried the router for a week. It outperforms the old one."
        lost = make_comparison(effect="-3%")
        self.assertIn("BAS009", self.found(says, comparisons=(lost,)))
        other = make_comparison(subject="greedy queue", effect="+3%")
        self.assertNotIn("BAS009", self.found(says, comparisons=(lost, other)))

    def test_bas011(self) -> None:
        says = "The assistant cuts errors by 35%."
        self.assertIn("BAS011", self.found(says))
        declared = make_comparison(effect="-35%", higher_is_better=False)
        cited = make_claim(text="The assistant cuts errors by 35%.", source="https://example.com/paper")
        for reason, more in (
            ("a comparison declares it", {"comparisons": (declared,)}),
            ("a report of others' work", {"claims": (cited,)}),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("BAS011", self.found(says, **more))
        bare = Comparison("assistant", effect="-35%")
        self.assertIn("BAS011", self.found(says, comparisons=(bare,)), "a comparison without a baseline names nothing")


class Consistency(unittest.TestCase):
    def found(self, text: str, value: object) -> list[str]:
        return codes(evaluate(consistency.CHECK, make_result(claims=(make_claim(text=text, key="k", value=value),))))

    def test_cns004_fires(self) -> None:
        for text, value in (
            ("The wait was 41 s.", 57),
            ("120 requests were answered.", 12),
            ("The share was 12%.", 0.21),
            ("Costs fell by $3 million.", 5_000_000),
            ("The dose was 20 mg.", "200 mg"),
            ("The wall is 3 m high.", "30 m"),
        ):
            with self.subTest(text=text):
                self.assertIn("CNS004", self.found(text, value))

    def test_cns004_stays_silent(self) -> None:
        for reason, text, value in (
            ("the figure", "The wait was 41 s.", 41),
            ("as it is written", "The market is USD 2.33 billion.", 2.33),
            ("in full", "The market is USD 2.33 billion.", 2_330_000_000),
            ("a share as percent", "The share was 12%.", 12),
            ("a fall as a share", "The share fell 12%.", -0.12),
            ("hours and minutes in minutes", "It took 1 h 30 min.", 90),
            ("hours and minutes in hours", "It took 1 h 30 min.", 1.5),
            ("a share", "The share was 12%.", 0.12),
            ("rounded", "The ratio was 2.1.", 2.08),
            ("one of several figures", "It went from 711 million to 1,385.8 million.", 711_000_000),
            ("their difference", "It went from 57 s to 41 s.", 16),
            ("their ratio", "105,200 of 62,800 were seen.", 1.675),
            ("a change without its sign", "It fell by 24%.", -24),
            ("no figure in the text", "The wait was short.", 41),
            ("a value in words", "The wait was 41 s.", "short"),
            ("a truth value", "41 s is within the limit.", True),
            ("another unit of the same", "The dose was 0.2 g.", "200 mg"),
            ("within the range", "It takes 3 to 5 kg.", "4 kg"),
            ("a sum at a rate over a time", "5% on 300 EUR for 2 years was paid.", "30 EUR"),
            ("a share of it", "Of 80 kg, 25% was lost.", "20 kg"),
            ("another period", "It costs 90 EUR a month.", "1,080 EUR a year"),
            ("another kind of figure", "It took 41 s.", "3 kg"),
            ("the size of a fall", "Costs fell by 24 EUR.", "-24 EUR"),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("CNS004", self.found(text, value))


class Completeness(unittest.TestCase):
    def found(self, output: str) -> list[str]:
        return codes(evaluate(completeness.CHECK, make_result(output=output)))

    def test_cmp007_fires(self) -> None:
        for output in (
            "All is well.\n\n```python\nx = 1\n",
            "The first step is done. The second step was not",
            "The result depends on the",
            "We looked at costs,",
        ):
            with self.subTest(output=output):
                self.assertIn("CMP007", self.found(output))

    def test_cmp007_stays_silent(self) -> None:
        for reason, output in (
            ("finished", "All is well."),
            ("a closed fence", "```\nx = 1\n```"),
            ("a list at the end", "Done:\n\n- the cache\n- the index"),
            ("a heading at the end", "All is well.\n\n# Appendix"),
            ("a table at the end", "All is well.\n\n| a | b |\n|---|---|\n| 1 | 2 |"),
            ("a signature", "All is well.\n\nBest regards"),
            ("a list of references", "All is well [1].\n\n[1] Berg A, Handbook of queues and their disks"),
            ("a labelled line", "All is well.\n\nNext review: the first week of June"),
            ("data", '{"a": 1}'),
        ):
            with self.subTest(reason=reason):
                self.assertNotIn("CMP007", self.found(output))


if __name__ == "__main__":
    unittest.main()

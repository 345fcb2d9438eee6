"""baseline: what fires, what stays silent."""

import unittest

from dankaro_quality.contracts import BaselineKind
from dankaro_quality.evaluators import baseline
from tests.builders import make_claim, make_comparison, make_result
from tests.tables import GateTables

PREVIOUS = BaselineKind.PREVIOUS


def one(**changes):
    return make_result(comparisons=[make_comparison(**changes)])


def beside(**changes):
    """A naive comparison, and one that is not."""
    return make_result(comparisons=[make_comparison(), make_comparison(baseline_kind=PREVIOUS, **changes)])


class Baseline(GateTables, unittest.TestCase):
    CHECK = baseline.CHECK
    PROSE = ("BAS001", "BAS009", "BAS011")
    FIRES = (
        ("BAS002", "/comparisons/1/baseline", "nothing", beside(baseline="")),
        ("BAS002", "/comparisons/1/baseline", "invisible characters", beside(baseline="\u200b \u3164")),
        ("BAS002", "/comparisons/1/baseline", "the alternative", beside(baseline="the alternative")),
        ("BAS002", "/comparisons/1/baseline", "previous methods", beside(baseline="Previous Methods")),
        ("BAS002", "/comparisons/1/baseline", "the word itself", beside(baseline="our baseline")),
        ("BAS002", "/comparisons/1/baseline", "one letter", beside(baseline="x")),
        ("BAS002", "/comparisons/1/baseline", "a placeholder", beside(baseline="TBD")),
        (
            "BAS002",
            "/comparisons/1/baseline",
            "a crowd of systems",
            beside(baseline="other leading tools on the market"),
        ),
        ("BAS002", "/comparisons/1/baseline", "kept from the reader", beside(baseline="not disclosed (confidential)")),
        ("BAS002", "/comparisons/1/baseline", "a letter behind it", beside(baseline="method B")),
        ("BAS002", "/comparisons/1/baseline", "whose it is", beside(baseline="a competitor's product")),
        ("BAS002", "/comparisons/1/baseline", "a kind of model", beside(baseline="a leading LLM")),
        ("BAS002", "/comparisons/1/baseline", "a praise", beside(baseline="a strong baseline")),
        ("BAS002", "/comparisons/1/baseline", "figures of nobody", beside(baseline="published results")),
        ("BAS002", "/comparisons/1/baseline", "a number behind it", beside(baseline="baseline 12")),
        ("BAS002", "/comparisons/1/baseline", "a look-alike letter", beside(baseline="the b\u0430seline")),
        ("BAS002", "/comparisons/1/baseline", "a hidden character", beside(baseline="the alter\u200bnative")),
        ("BAS002", "/comparisons/1/baseline", "the newest system", beside(baseline="the latest method")),
        (
            "BAS002",
            "/comparisons/0/baseline",
            "the newest system with a naive label",
            one(baseline="the most recent model"),
        ),
        ("BAS003", "/comparisons", "only against a previous version", one(baseline_kind=PREVIOUS)),
        ("BAS003", "/comparisons", "a naive one that is not called so", one(baseline_kind=BaselineKind.ALTERNATIVE)),
        ("BAS004", "/comparisons/0/baseline", "brackets that say nothing", one(baseline="Control (version 2)")),
        ("BAS004", "/comparisons/0/baseline", "a system with a naive label", one(baseline="priority scheduler 2.3")),
        (
            "BAS004",
            "/comparisons/0/baseline",
            "explained in three words",
            one(baseline="rank list", baseline_rationale="reads no input"),
        ),
        (
            "BAS004",
            "/comparisons/0/baseline",
            "explained by filler words",
            one(baseline="rank list", baseline_rationale="because it is very simple and naive"),
        ),
        (
            "BAS004",
            "/comparisons/0/baseline",
            "called so by others",
            one(
                baseline="boosted trees", baseline_rationale="They are widely regarded as a naive baseline by experts."
            ),
        ),
        (
            "BAS004",
            "/comparisons/0/baseline",
            "explained by its own name",
            one(baseline="fast rank list", baseline_rationale="It is the fast rank list."),
        ),
        (
            "BAS004",
            "/comparisons/0/baseline",
            "explained by a placeholder",
            one(baseline="rank list", baseline_rationale="TODO: say why the rank list is naive"),
        ),
        ("BAS004", "/comparisons/0/baseline", "a naive word inside another name", one(baseline="random forest")),
        ("BAS005", "/comparisons/0/baseline", "the same words", one(subject="uniform rotation")),
        ("BAS005", "/comparisons/1/baseline", "another case and an article", beside(baseline="The Learned Router")),
        ("BAS005", "/comparisons/1/baseline", "a hyphen", beside(baseline="learned-router")),
        ("BAS005", "/comparisons/1/baseline", "a look-alike letter", beside(baseline="le\u0430rned router")),
        ("BAS005", "/comparisons/1/baseline", "a hidden character", beside(baseline="learned rou\u2060ter")),
        ("BAS006", "/comparisons/0/metric", "no metric", one(metric="")),
        ("BAS006", "/comparisons/0/metric", "an invisible metric", one(metric="\u200b")),
        ("BAS006", "/comparisons/0/metric", "a metric to be filled in", one(metric="<metric>")),
        ("BAS006", "/comparisons/0/effect", "no effect", one(effect="")),
        ("BAS006", "/comparisons/0/effect", "words", one(effect="much better")),
        ("BAS006", "/comparisons/0/effect", "a p-value is no effect", one(effect="significant (p = 0.01)")),
        ("BAS006", "/comparisons/0/effect", "a sample size is no effect", one(effect="clearly better, n = 40")),
        ("BAS007", "/comparisons/0/sample_size", "not stated", one(sample_size=None)),
        ("BAS007", "/comparisons/0/sample_size", "one", one(sample_size=1)),
        ("BAS007", "/comparisons/0/sample_size", "none", one(sample_size=0)),
        (
            "BAS007",
            "/comparisons/0/sample_size",
            "below what the team asks",
            (one(sample_size=29), {"settings": "[baseline]\nmin_sample_size = 30"}),
        ),
        ("BAS008", "/comparisons/0/tests", "none", one(tests=())),
        ("BAS008", "/comparisons/0/tests", "a word for none", one(tests=["not tested"])),
        ("BAS008", "/comparisons/0/tests", "a sentence for none", one(tests=["No statistical test was run"])),
        ("BAS008", "/comparisons/0/tests", "a placeholder", one(tests=["TODO", "\u200b"])),
        ("BAS010", "/comparisons/1/subject", "another subject", beside(subject="greedy router", baseline="router 1.4")),
        ("BAS012", "/comparisons/0/source", "no source, no claim", one(source="")),
        ("BAS012", "/comparisons/0/source", "a source that leads nowhere", one(source="internal tests")),
        (
            "BAS012",
            "/comparisons/0/source",
            "a claim states another figure",
            make_result(claims=[make_claim(text="The share rose by 2.4%.")], comparisons=[make_comparison(source="")]),
        ),
    )
    SILENT = (
        ("BAS002", "a version", beside(baseline="version 2.3")),
        ("BAS002", "a version of one digit", beside(baseline="version 2")),
        ("BAS002", "a name with an ampersand", beside(baseline="R&D 100")),
        ("BAS002", "words that fit many, and a name", beside(baseline="internal ledger of Basel")),
        ("BAS002", "a year", beside(baseline="our 2023 model")),
        ("BAS002", "a product", beside(baseline="priority scheduler")),
        ("BAS002", "a known name of nameless words", one(baseline="the previous value")),
        ("BAS002", "a known name with a hyphen and a tail noun", one(baseline="round-robin policy")),
        ("BAS002", "begins with a word that is a placeholder as a source", beside(baseline="insert sort")),
        ("BAS002", "another script", beside(baseline="базовая модель")),
        ("BAS003", "one of them is naive", beside(baseline="router 1.4")),
        ("BAS003", "no comparison", make_result()),
        ("BAS004", "known", one(baseline="Uniform rotation")),
        ("BAS004", "known by what stands in brackets", one(baseline="Control (no change)")),
        ("BAS004", "known, as the whole phrase less article and tail noun",
         one(baseline="the majority-class classifier")),
        ("BAS004", "known, with what is done with it", one(baseline="Always predict the mean")),
        ("BAS004", "known by its name in the field", one(baseline="seasonal naive forecast")),
        ("BAS004", "known in finance", one(baseline="equal-weight portfolio")),
        ("BAS004", "another form of the verb", one(baseline="last value carry-forward")),
        ("BAS004", "known for items", one(baseline="most popular item")),
        ("BAS004", "the team's own",
         (one(baseline="empty queue"), {"settings": '[baseline]\nnaive_baselines = ["Empty queue"]'})),
        ("BAS004", "explained",
         one(baseline="rank list", baseline_rationale="It answers in a fixed order and reads no request.")),
        ("BAS004", "not declared naive", beside(baseline="router 1.4")),
        ("BAS005", "two versions of one product", beside(subject="router 1.5", baseline="router 1.4")),
        ("BAS005", "a simpler variant", beside(baseline="simple learned router")),
        ("BAS006", "a metric that begins with a word for nothing", one(metric="missing values per row")),
        ("BAS006", "a metric of one word", one(metric="accuracy")),
        ("BAS006", "two figures", one(effect="0.31 vs 0.28")),
        ("BAS006", "a figure in words", one(effect="twice as fast")),
        ("BAS006", "a figure beside p and n", one(effect="+4.2% (n = 40, p = 0.01)")),
        ("BAS007", "the least that is allowed", one(sample_size=2)),
        ("BAS008", "one is named", one(tests=["bootstrap, 10 000 draws"])),
        ("BAS008", "a name that only begins like a denial", one(tests=["Non-parametric rank test"])),
        ("BAS010", "the subject with an article", beside(subject="the learned router", baseline="router 1.4")),
        ("BAS010", "said once, as BAS003, when nothing is naive", one(baseline_kind=PREVIOUS)),
        ("BAS012", "it has a source", one()),
        ("BAS012", "a claim states the effect",
         make_result(claims=[make_claim(text="The share rose by 4.2%.")], comparisons=[make_comparison(source="")])),
        ("BAS012", "the value of a claim states it",
         make_result(claims=[make_claim(key="gain", value="4.2%")], comparisons=[make_comparison(source="")])),
    )  # fmt: skip


if __name__ == "__main__":
    unittest.main()

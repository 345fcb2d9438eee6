"""stability: what fires, what stays silent."""

import unittest

from dankaro_quality.evaluators import stability
from dankaro_quality.findings import GateStatus
from tests.builders import evaluate, make_claim, make_result
from tests.tables import GateTables


def run(output="The load was counted.", metadata=None, **values):
    """A run with one keyed claim for each keyword; a list gives the key several times, a tuple is one value."""
    claims = [
        make_claim(key=key, value=one, text=f"The {key} was found in {output}")
        for key, given in values.items()
        for one in (given if isinstance(given, list) else [given])
    ]
    return make_result(output=output, claims=claims, metadata=metadata or {})


def runs(*all_of_them, settings=""):
    first, *others = all_of_them
    return first, {"repeats": others, "settings": settings}


THREE = "[stability]\nmin_runs = 3"


class Stability(GateTables, unittest.TestCase):
    CHECK = stability.CHECK
    FIRES = (
        (
            "STB001",
            "/claims/0/value",
            "another number in the second repeat",
            runs(run("A.", market_size=2.4), run("B.", market_size=2.4), run("C.", market_size=3.1)),
        ),
        ("STB001", "/claims/0/value", "a word", runs(run("A.", verdict="accept"), run("B.", verdict="reject"))),
        ("STB001", "/claims/0/value", "the last digit", runs(run("A.", n=2.08), run("B.", n=2.09))),
        ("STB001", "/claims/0/value", "another unit", runs(run("A.", wait="41 s"), run("B.", wait="41 ms"))),
        ("STB001", "/claims/0/value", "a truth value", runs(run("A.", safe=True), run("B.", safe=False))),
        (
            "STB001",
            "/claims/0/value",
            "an element of a list",
            runs(run("A.", top=("a", "b")), run("B.", top=("a", "c"))),
        ),
        (
            "STB001",
            "/claims/0/value",
            "the key in another case",
            runs(run("A.", Market_Size=2.4), run("B.", market_size=3.1)),
        ),
        (
            "STB001",
            "/claims/0/value",
            "a second value beside the same one",
            runs(run("A.", n=2.4), run("B.", n=[2.4, 3.1])),
        ),
        (
            "STB001",
            "/repeats/0/claims/0/value",
            "only between the repeats",
            runs(run("A."), run("B.", n=2.4), run("C.", n=3.1)),
        ),
        (
            "STB001",
            "/claims/0/value",
            "beside a repeat without keys",
            runs(run("A.", n=2.4), run("B.", n=3.1), run("C.")),
        ),
        ("STB002", "/claims/1/key", "left out by the repeat", runs(run("A.", n=1, m=2), run("B.", n=1))),
        ("STB002", "/claims", "only in the repeat", runs(run("A.", n=1), run("B.", n=1, m=2))),
        ("STB003", "/repeats", "other keys", runs(run("A.", n=1), run("B.", m=1))),
        ("STB003", "/repeats", "no keys at all", runs(make_result(), make_result(output="Something else."))),
        ("STB003", "/repeats", "keys without values", runs(run("A.", n=None), run("B.", n=None))),
        ("STB004", "/repeats", "fewer than the team asks", runs(run("A.", n=1), run("B.", n=1), settings=THREE)),
        ("STB004", "/repeats", "no repeat", runs(run("A.", n=1), settings=THREE)),
        (
            "STB004",
            "/repeats",
            "copies are no runs",
            runs(run("A.", n=1), run("A.", n=1), run("A.", n=1), settings=THREE),
        ),
        (
            "STB004",
            "/repeats",
            "one run, copied twice",
            runs(run("A.", n=1), run("B.", n=1), run("B.", n=1), settings=THREE),
        ),
        ("STB005", "/repeats/0", "the same to the byte", runs(run("A.", n=1), run("A.", n=1))),
        ("STB005", "/repeats/0", "a blank changed", runs(run("A b.", n=1), run("A  b. ", n=1))),
        ("STB005", "/repeats/0", "a line break and the case changed", runs(run("A b.", n=1), run("a\nB.", n=1))),
        ("STB005", "/repeats/0", "an invisible character added", runs(run("A b.", n=1), run("A\u200b b.", n=1))),
        (
            "STB005",
            "/repeats/0",
            "another run number in the metadata",
            runs(run("A.", {"run": 1}, n=1), run("A.", {"run": 2}, n=1)),
        ),
        ("STB005", "/repeats/1", "a copy of the other repeat", runs(run("A.", n=1), run("B.", n=1), run("B.", n=1))),
        ("STB005", "/repeats/0", "marked as cached", runs(run("A.", n=1), run("B.", {"cached": True}, n=1))),
        ("STB005", "/repeats/0", "marked in words", runs(run("A.", n=1), run("B.", {"Cached": "yes"}, n=1))),
        ("STB005", "/repeats/0", "a hit of the cache", runs(run("A.", n=1), run("B.", {"cache": "HIT"}, n=1))),
    )
    SILENT = (
        ("STB001", "the same number in another spelling", runs(run("A.", n=41), run("B.", n="41.0"))),
        ("STB001", "one of them leaves the unit out", runs(run("A.", wait="41 s"), run("B.", wait=41))),
        ("STB001", "a share and its percentage", runs(run("A.", rate="36.8%"), run("B.", rate=0.368))),
        ("STB001", "the case of a word", runs(run("A.", verdict="Accept"), run("B.", verdict="accept"))),
        ("STB001", "other words around the same value", runs(run("All is well.", n=1), run("Nothing to add.", n=1))),
        ("STB001", "two values in both runs, in another order", runs(run("A.", n=[1, 2]), run("B.", n=[2, 1]))),
        ("STB001", "one run", runs(run("A.", n=1))),
        ("STB002", "a claim without a key",
         runs(run("A.", n=1), make_result(claims=[make_claim(), make_claim(key="n", value=1)]))),
        ("STB003", "no repeat, so nothing has to be shared", runs(make_result())),
        ("STB003", "one shared key is enough", runs(run("A.", n=1, m=2), run("B.", n=1, k=3))),
        ("STB004", "one run is enough by default", runs(run("A.", n=1))),
        ("STB004", "three runs", runs(run("A.", n=1), run("B.", n=1), run("C.", n=1), settings=THREE)),
        ("STB005", "other words", runs(run("A.", n=1), run("B.", n=1))),
        ("STB005", "a cache that missed",
         runs(run("A.", n=1), run("B.", {"cache": "miss", "cached": False, "cache_hit": "no"}, n=1))),
        ("STB005", "a remark about caches", runs(run("A.", n=1), run("B.", {"cache_size": 12}, n=1))),
    )  # fmt: skip

    def test_one_run_is_not_measured(self) -> None:
        for repeats in ([], [run("A.", n=1)], [run("B.", {"cached": True}, n=1)]):
            outcome = evaluate(self.CHECK, run("A.", n=1), repeats=repeats)
            self.assertEqual((outcome.status, outcome.reason), (GateStatus.NOT_APPLICABLE, "not measured (1 run)"))

    def test_nothing_shared_is_not_comparable(self) -> None:
        outcome = evaluate(self.CHECK, run("A.", n=1), repeats=[run("B.", m=1)])
        self.assertEqual((outcome.status, outcome.score, outcome.blocks), (GateStatus.NOT_COMPARABLE, 0.0, True))

    def test_drift_is_told_once_a_key(self) -> None:
        outcome = evaluate(self.CHECK, run("A.", n=1), repeats=[run("B.", n=2), run("C.", n=3)])
        self.assertEqual([one.code for one in outcome.findings], ["STB001"])


if __name__ == "__main__":
    unittest.main()

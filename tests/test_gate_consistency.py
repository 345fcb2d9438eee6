"""consistency: what fires, what stays silent."""

import unittest

from dankaro_quality.evaluators import consistency
from dankaro_quality.ledger import Entry, Ledger
from tests.builders import evaluate, make_claim, make_comparison, make_result
from tests.tables import GateTables


def valued(*values, key="users", **changes):
    """Claims under one key; a pair gives its own key."""
    pairs = [value if isinstance(value, tuple) and isinstance(value[0], str) else (key, value) for value in values]
    return make_result(
        claims=[make_claim(text="The users were counted.", key=name, value=value, **changes) for name, value in pairs]
    )


def compared(*rows):
    """Comparisons (subject, baseline, effect[, more fields])."""
    made = [
        make_comparison(subject=row[0], baseline=row[1], effect=row[2], **(row[3] if row[3:] else {})) for row in rows
    ]
    return make_result(comparisons=made)


LEDGER = Ledger((Entry("CLM-7", "There are 900 users", "live", key="users", value=900),))
DEMOTED = Ledger((Entry("CLM-7", "There are 900 users", "demoted", key="users", value=900),))


class Consistency(GateTables, unittest.TestCase):
    CHECK = consistency.CHECK
    PROSE = ("CNS002", "CNS004")
    FIRES = (
        ("CNS001", "/claims/1/value", "two numbers", valued(900, 1200)),
        ("CNS001", "/claims/1/value", "a number and another as text", valued(900, "1,200")),
        ("CNS001", "/claims/1/value", "the key in another case", valued(("users", 900), ("Users", 1200))),
        ("CNS001", "/claims/1/value", "two signs for one", valued(("net_users", 900), ("net__users", 1200))),
        ("CNS001", "/claims/1/value", "camel case", valued(("net_users", 900), ("netUsers", 1200))),
        ("CNS001", "/claims/1/value", "another hyphen", valued(("net-users", 900), ("net_users", 1200))),
        ("CNS001", "/claims/1/value", "a hidden character in the key", valued(("users", 900), ("us\u200bers", 1200))),
        ("CNS001", "/claims/1/value", "a look-alike letter in the key", valued(("users", 900), ("us\u0435rs", 1200))),
        ("CNS001", "/claims/1/value", "beyond the printed precision", valued(2.08, 2.2)),
        ("CNS001", "/claims/1/value", "two units", valued("41 s", "41 ms")),
        ("CNS001", "/claims/1/value", "two words", valued("accept", "reject")),
        ("CNS001", "/claims/1/value", "a truth value", valued(True, False)),
        ("CNS001", "/claims/2/value", "the third of three", valued(900, "900.0", 1200)),
        (
            "CNS001",
            "/claims/0/value",
            "a clash behind more values than are compared with each other",
            valued(*[f"between {n} and 2000" for n in range(60)], 5000),
        ),
        ("CNS003", "/comparisons/1/effect", "better, then no better", compared(("a", "b", "+4%"), ("a", "b", "-2%"))),
        ("CNS003", "/comparisons/1/effect", "no better, then better", compared(("a", "b", "-2%"), ("a", "b", "+4%"))),
        ("CNS003", "/comparisons/1/effect", "each beats the other", compared(("a", "b", "+4%"), ("b", "a", "+3%"))),
        (
            "CNS003",
            "/comparisons/1/effect",
            "in other spellings",
            compared(
                ("Router A", "queue-b", "1.2x", {"metric": "Share"}),
                ("the queue b", "router a", "1.1x", {"metric": "the share"}),
            ),
        ),
        (
            "CNS003",
            "/comparisons/1/effect",
            "lower is better",
            compared(("a", "b", "-4 s", {"higher_is_better": False}), ("a", "b", "+4 s", {"higher_is_better": False})),
        ),
        (
            "CNS003",
            "/comparisons/2/effect",
            "behind one whose direction cannot be told",
            compared(("a", "b", "differs"), ("a", "b", "+4%"), ("a", "b", "-2%")),
        ),
        (
            "CNS003",
            "/comparisons/2/effect",
            "with the second of three",
            compared(("a", "b", "-1%"), ("b", "a", "-1%"), ("b", "a", "+3%")),
        ),
        ("CNS005", "/claims/0/value", "another number", (valued(1200), {"ledger": LEDGER})),
        ("CNS005", "/claims/0/value", "the key in another case", (valued(1200, key="USERS"), {"ledger": LEDGER})),
        (
            "CNS005",
            "/claims/0/value",
            "another claim supersedes, not this one",
            (
                make_result(claims=[make_claim(key="users", value=1200), make_claim(supersedes=["CLM-7"])]),
                {"ledger": LEDGER},
            ),
        ),
    )
    SILENT = (
        ("CNS001", "the printed precision", valued(2.08, 2.1)),
        ("CNS001", "an approximation", valued(1180, "about 1,200")),
        ("CNS001", "a share and its percentage", valued(0.368, "36.8%")),
        ("CNS001", "two keys", valued(("users_2024", 900), ("users_2025", 1200))),
        ("CNS001", "no value", valued(900, None)),
        ("CNS001", "one value in many spellings", valued(*[f"{' ' * n}900" for n in range(60)])),
        ("CNS003", "two metrics", compared(("a", "b", "+4%"), ("a", "b", "-2%", {"metric": "memory"}))),
        ("CNS003", "the same said from both sides", compared(("a", "b", "+4%"), ("b", "a", "-4%"))),
        ("CNS003", "neither is better", compared(("a", "b", "0%"), ("b", "a", "0%"))),
        ("CNS003", "another pair", compared(("a", "b", "+4%"), ("a", "c", "-2%"))),
        ("CNS003", "a direction that cannot be told", compared(("a", "b", "differs"), ("a", "b", "+4%"))),
        ("CNS005", "the same value", (valued("900"), {"ledger": LEDGER})),
        ("CNS005", "the result supersedes it", (
            make_result(claims=[make_claim(key="users", value=1200)], supersedes=[" CLM-7"]), {"ledger": LEDGER})),
        ("CNS005", "the claim supersedes it", (valued(1200, supersedes=["CLM-7"]), {"ledger": LEDGER})),
        ("CNS005", "it was demoted", (valued(1200), {"ledger": DEMOTED})),
        ("CNS005", "another key", (valued(1200, key="orders"), {"ledger": LEDGER})),
    )  # fmt: skip

    def test_the_order_of_claims_does_not_change_the_verdict(self) -> None:
        for values in ((900, 1200, 900), (1200, 900, 900), (900, 900, 1200)):
            with self.subTest(values=values):
                found = evaluate(self.CHECK, valued(*values)).findings
                self.assertEqual([one.code for one in found], ["CNS001"])

    def test_long_values_are_cut_in_messages(self) -> None:
        values = [tuple(range(100_000)), tuple(range(1, 100_001)), 10**300, "a" * 5_000]
        found = evaluate(self.CHECK, valued(*values)).findings
        self.assertEqual(len(found), 3)
        self.assertLess(max(len(one.message) for one in found), 300)


if __name__ == "__main__":
    unittest.main()

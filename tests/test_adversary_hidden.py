"""ADV006: hidden or deceptive text, and the scripts that need invisible characters."""

import json
import unittest

from dankaro_quality.adversaries import hidden
from dankaro_quality.findings import Severity
from tests.builders import codes, evaluate, make_claim, make_comparison, make_result, shared

RLO, PDF, RLI, LRI, FSI, PDI, RLE = "\u202e", "\u202c", "\u2067", "\u2066", "\u2068", "\u2069", "\u202b"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
TAGS = "".join(chr(0xE0000 + ord(sign)) for sign in "pass it")

FIRES = (
    (f"The invoice is {RLO}fdp.exe{PDF}.", "an override"),
    ("\u202dabc", "a left-to-right override"),
    (f"if user{LRI} then {RLI}", "isolates that nothing closes"),
    (f"one {RLE}two\nthree{PDF}", "an embedding that its line does not close"),
    (f"one{PDI} two", "a close without an opening"),
    (f"one {LRI}two{PDF} three", "closed by the sign of another kind"),
    (f"fine{TAGS} text", "tag characters"),
    (f"flag \U0001f3f4{TAGS}\U000e007f", "tags that are the flag of no region"),
    ("a dis\u200bguised word", "a zero-width space inside a word"),
    ("a dis\u200cguised word", "a non-joiner inside a Latin word"),
    ("a dis\u2060guised word", "a word joiner inside a word"),
    ("a dis\u3164guised word", "a filler"),
    ("na\u00efve\u200dte", "a joiner inside a word with accents"),
    ("end.\u200b\u200c\u200b\u200c\u200b\u200b", "a run that carries data"),
    ("smile \U0001f600\ufe01\ufe05\ufe0a", "a run of variation selectors"),
    ("A\U000e0101 plan", "a selector behind a letter that has no variants"),
    ("Sign in at https://b\u0430nk.example.com/login.", "a Cyrillic letter in a Latin host"),
    ("Sign in at b\u0430nk.com.", "the same without a scheme"),
    ("See https://\u0430\u0440\u0440\u04cf\u0435.com/", "a host made of look-alikes alone"),
    ("See https://g\u03bfal.example.org/", "a Greek omicron"),
    ("See https://\uff42ank.example.org/", "full-width letters"),
    ("Go to https://bank.example@elsewhere.example/pay", "a user name that looks like a host"),
)
SILENT = (
    ("Plain text, nothing else.", "nothing is hidden"),
    ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "Persian needs the non-joiner"),
    ("\u0915\u094d\u200d\u0937 \u0930\u094d\u200d\u092f", "Indic scripts need joiners"),
    ("\U0001f469\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f", "a family, a heart"),
    ("1\ufe0f\u20e3 \U0001f3f3\ufe0f\u200d\U0001f308", "emoji"),
    (f"{SCOTLAND} won", "the flag of a region"),
    (f"the name {FSI}\u05d0\u05d1{PDI} and {RLE}\u05d2{PDF} again", "closed isolates and embeddings"),
    ("\u05d0 \u200fPython\u200e \u05d1", "direction marks beside words"),
    ("Donau\u00addampf\u00adschiff", "soft hyphens"),
    ("trust\u200b me", "an invisible character beside a blank is a left-over of copying"),
    ("\ufeffA file that begins with a byte order mark", "a byte order mark"),
    ("\u845b\U000e0100\u98fe", "a variant of an ideograph"),
    ("a\u2062b and sin\u2061x", "invisible signs of mathematics"),
    ("5\u2060% and 10\u2060kg", "what keeps a figure and its unit on one line"),
    ("https://m\u00fcnchen.de and https://b\u00fccher.example.de", "hosts with accents"),
    ("https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/", "a Cyrillic host"),
    ("\u043c\u043e\u0441\u043a\u0432\u0430.com", "a Cyrillic label under a Latin ending"),
    ("https://\u56f3\u66f8\u9928.example.jp/", "a host in Japanese"),
    ("\u03bcm, k\u03a9, \u03b2-carotene, \u0394T", "Greek letters of units and names"),
    ("\u0432 Python-\u0441\u043a\u0440\u0438\u043f\u0442\u0435", "joined by a hyphen"),
    ("mail a@b.example or see https://b.example/@user", "an address of mail, a name in a path"),
    ("git clone ssh://git@code.example.org/a.git", "a user name that is no host"),
    ("r\u00e9sum\u00e9 \u2013 \u201cquoted\u201d \u2026 \u00a9 \u20ac 5", "ordinary signs"),
)  # fmt: skip


class Hidden(unittest.TestCase):
    def test_fires(self) -> None:
        for text, why in FIRES:
            with self.subTest(why=why):
                found = evaluate(hidden.CHECK, make_result(output=text)).findings
                self.assertEqual([(one.code, one.severity) for one in found], [("ADV006", Severity.ERROR)])
                self.assertTrue(str(found[0]).isprintable())

    def test_stays_silent(self) -> None:
        for text, why in SILENT:
            with self.subTest(why=why):
                self.assertEqual([str(one) for one in evaluate(hidden.CHECK, make_result(output=text)).findings], [])

    def test_a_look_alike_letter_in_a_word_is_a_warning(self) -> None:
        for text, expected in (("It is tru\u0455tworthy.", [Severity.WARNING]), ("\u0421\u0421\u0421P", [])):
            with self.subTest(text=text):
                found = evaluate(hidden.CHECK, make_result(output=text)).findings
                self.assertEqual([one.severity for one in found], expected)

    def test_where_it_looks(self) -> None:
        bad = f"a{RLO}b"
        for result, where in (
            (make_result(output=f"```\n{bad}\n```"), "/output"),
            (make_result(output={"a": bad}), "/output/a"),
            (make_result(claims=(make_claim(text=bad),)), "/claims/0/text"),
            (make_result(claims=(make_claim(quote=bad),)), "/claims/0/quote"),
            (make_result(claims=(make_claim(source=bad),)), "/claims/0/source"),
            (make_result(claims=(make_claim(more_sources=(bad,)),)), "/claims/0/more_sources/0"),
            (make_result(comparisons=(make_comparison(subject=bad),)), "/comparisons/0"),
            (make_result(deliverables={"run.py": bad}), "/deliverables/0/content"),
        ):
            with self.subTest(where=where):
                self.assertEqual([one.where for one in evaluate(hidden.CHECK, result).findings], [where])

    def test_what_tags_spell_is_shown(self) -> None:
        found = evaluate(hidden.CHECK, make_result(output=f"fine{TAGS}")).findings
        self.assertIn('that spell "pass it"', str(found[0]))

    def test_every_disguise_inside_a_word_is_found_and_plain_text_is_not(self) -> None:
        with open(shared(self, "cases", "hostile", "own", "unicode_lookalikes.jsonl"), encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream]
        for row in rows:
            # Soft hyphens mark where a long word may be broken, and stay silent.
            inside = row["name"].endswith("_inside_word") and "soft_hyphen" not in row["name"]
            fired = bool(codes(evaluate(hidden.CHECK, make_result(output=row["text"]))))
            with self.subTest(name=row["name"]):
                if inside:
                    self.assertTrue(fired)
                if row["must_match"] is False or row["text"].isascii():
                    self.assertFalse(fired)


if __name__ == "__main__":
    unittest.main()

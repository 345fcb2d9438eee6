"""Settings: a file holds only what it changes, every mistake is named at once with its line."""

import os
import re
import tempfile
import unittest

from dankaro_quality import settings as settings_files
from dankaro_quality.errors import FileProblem, SettingsError
from dankaro_quality.frozen import names_of
from dankaro_quality.profiles import PROFILES, profile_text
from dankaro_quality.settings import CHECKS, SECTIONS, Settings, load, packaged, parse
from tests.builders import ROOT, shared

GOOD_WAIVER = "[[waivers]]\ncode = 'BAS008'\nreason = 'r'\napproved_by = 'a'\nexpires = 2030-01-01\n"


class Defaults(unittest.TestCase):
    def test_the_packaged_file_holds_the_defaults(self) -> None:
        self.assertEqual(parse(packaged(), ""), Settings())

    def test_the_file_at_the_root_is_the_packaged_one(self) -> None:
        with open(os.path.join(ROOT, "thresholds.toml"), "rb") as stream:
            self.assertEqual(stream.read(), packaged())

    def test_every_key_stands_in_the_packaged_file_with_a_comment(self) -> None:
        text = packaged().decode()
        for table, checks in CHECKS.items():
            section = re.search(rf"^\[{table}\].*?(?=^\[|\Z)", text, re.M | re.S)
            self.assertIsNotNone(section, table)
            for key in checks:
                line = re.search(rf"^{key} = .*$", section.group(), re.M)
                with self.subTest(table=table, key=key):
                    self.assertIsNotNone(line)
                    self.assertTrue("#" in line.group() or table == "weights")

    def test_every_field_has_a_check_and_every_check_a_field(self) -> None:
        for table, cls in SECTIONS.items():
            self.assertEqual(sorted(CHECKS[table]), sorted(names_of(cls)), table)

    def test_profiles_are_settings(self) -> None:
        for name in PROFILES:
            with self.subTest(name=name):
                made = parse(profile_text(name).encode())
                self.assertEqual(made.global_.profile, name)
        self.assertFalse(parse(profile_text("cited-text").encode()).evidence.require_confidence)


class Loading(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)

    def test_without_a_file_the_defaults_hold(self) -> None:
        self.assertEqual(load(), Settings())

    def test_the_file_in_the_working_directory_is_found(self) -> None:
        with open("thresholds.toml", "w", encoding="utf-8") as stream:
            stream.write("[stability]\nmin_runs = 3\n")
        self.assertEqual(load().stability.min_runs, 3)
        self.assertEqual(load().evidence, Settings().evidence)

    def test_a_file_that_is_named_and_missing_is_an_error(self) -> None:
        with self.assertRaises(FileProblem):
            load("none.toml")

    def test_a_comment_changes_nothing_and_a_value_does(self) -> None:
        plain = parse(b"[stability]\nmin_runs = 1\n")
        self.assertEqual(parse(b"# a comment\n").digest(), plain.digest())
        self.assertNotEqual(parse(b"[stability]\nmin_runs = 2\n").digest(), plain.digest())


class Mistakes(unittest.TestCase):
    TABLE = (
        ("[evidence]\nmax_recalled_share = nan", "t.toml:2: nan is no number"),
        ("[evidence]\nmax_recalled_share = inf", "t.toml:2: inf is no number"),
        ("[evidence]\nmax_recalled_share = 1.7", "1.7 is not between 0 and 1"),
        ("[evidence]\nmax_recalled_share = true", "expected a number, found True"),
        ('[evidence]\nmax_recalled_share = "0.5"', "expected a number"),
        ("[evidence]\nrequire_confidence = 1", "expected true or false, found 1"),
        ('[evidence]\nrequire_confidence = "true"', "expected true or false"),
        ("[evidence]\nmin_rationale_words = 4.0", "expected a whole number, found 4.0"),
        ("[evidence]\nmin_rationale_words = 0", "0 is not between 1 and 1000"),
        ("[evidence]\nmax_recaled_share = 0.5", 'did you mean "max_recalled_share"?'),
        ("[evidense]\nrequire_confidence = true", 'did you mean "evidence"?'),
        ("evidence = 3", "[evidence]: expected a table"),
        ("[baseline]\nnaive_baselines = 'none'", "expected a list of texts"),
        ("[baseline]\nnaive_baselines = ['']", "expected a list of texts"),
        ("[sources]\nresolve = 'everything'", "is not one of form, local, online"),
        ("[rules]\nBAS008 = 'fatal'", "is not one of error, warning, off"),
        ("[rules]\nLED001 = 'off'", "the severity of this rule is fixed"),
        ("[rules]\nCON001 = 'off'", "the severity of this rule is fixed"),
        ("[rules]\nPLG001 = 'warning'", "the severity of this rule is fixed"),
        ("rules = 3", "expected a table of rule codes"),
        ("[waivers]\ncode = 'A'", "write [[waivers]]"),
        ("[[waivers]]\ncode = 'BAS008'", "[waivers] reason: a waiver must state this"),
        (
            GOOD_WAIVER + "\n[[waivers]]\ncode = 'X'\nreason = ''",
            "t.toml:9: [waivers] reason: a waiver must state this",
        ),
        ("[[waivers]]\ncod = 'BAS008'", 'did you mean "code"?'),
        ("[[waivers]]\ncode = 3", "expected text"),
        ("[global]\nmax_bytes = -1", "-1 is not between"),
        ("[global]\nconjunctive = false\nconjunctive = true", ":"),
        ("[global", "t.toml:"),
        ("\xff", "t.toml"),
    )

    def test_table(self) -> None:
        for toml, words in self.TABLE:
            with self.subTest(toml=toml):
                with self.assertRaises(SettingsError) as caught:
                    parse(toml.encode("latin-1"), "t.toml")
                self.assertIn(words, str(caught.exception))
                self.assertTrue(str(caught.exception).startswith("t.toml"))

    def test_all_are_reported_at_once(self) -> None:
        with self.assertRaises(SettingsError) as caught:
            parse(b"[evidence]\nmin_coverage = 3\n[stability]\nmin_runs = 0\n[oops]\n", "t.toml")
        self.assertEqual(
            [line.split(": ")[0] for line in str(caught.exception).splitlines()], ["t.toml:5", "t.toml:2", "t.toml:4"]
        )

    def test_a_day_may_be_a_date_of_toml(self) -> None:
        made = parse(b'[[waivers]]\ncode = "BAS008"\nreason = "a"\napproved_by = "b"\nexpires = 2026-12-31\n')
        self.assertEqual(made.waivers[0].expires, "2026-12-31")

    def test_hostile_settings_are_refused(self) -> None:
        path = shared(self, "cases", "hostile", "toml-test", "tests", "invalid")
        count = 0
        for folder, _, names in os.walk(path):
            for name in names:
                if name.endswith(".toml"):
                    count += 1
                    with open(os.path.join(folder, name), "rb") as stream, self.subTest(name=name):
                        self.assertRaises(SettingsError, parse, stream.read(), name)
        self.assertGreater(count, 400)

    def test_large_settings_are_refused_before_they_are_parsed(self) -> None:
        with self.assertRaises(SettingsError):
            parse(b"#" * (settings_files.MAX_BYTES + 1))


if __name__ == "__main__":
    unittest.main()

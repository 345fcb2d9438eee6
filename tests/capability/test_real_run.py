"""Runs by real ports: a subprocess agent, authorities from files and HTTP, artifacts, budgets, control, seven runs."""

import contextlib
import json
import os
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from typing import Any
from unittest import mock

from dankaro_quality.capability import Stratum, verify_control_hash
from dankaro_quality.capability.history import lower_bound
from dankaro_quality.contracts import AgentResult
from dankaro_quality.documents import digest
from dankaro_quality.errors import ContractError, FileProblem, QualityError, SettingsError, UsageError
from tests.capability.builders import make_control
from tests.capability.desk import AUTHORITY, CONTROL, Desk, scenario_table

PORTS = import_module("dankaro_quality.capability.real_ports")  # the package has a function of that name
URL = "http://127.0.0.1:{port}/lease"


class Library(BaseHTTPRequestHandler):
    """Knows one document."""

    def do_GET(self) -> None:
        found = self.path == "/lease"
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(AUTHORITY.encode() if found else b"not here")

    def log_message(self, *about: Any) -> None:
        """Says nothing."""


class Dripping(Library):
    """Gives a document byte by byte, without an end."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):  # the reader went away
            while True:
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.01)


class SevenRuns(Desk):
    def test_the_seventh_real_run_is_verified_and_says_what_seven_runs_prove(self) -> None:
        for number in range(1, 8):
            found = self.run_it()
            state = "verified" if number == 7 else "blocked-escalated"
            self.assertEqual((number, found.completion.state), (number, state), found.findings)
            self.assertEqual(self.unmet(found), [] if number == 7 else ["run_pass_rate"])
            self.assertEqual(found.evidence["history"]["runs"], number)
        self.assertEqual(round(found.evidence["history"]["lower_bound"], 2), 0.65)
        self.assertTrue(found.report.released)
        with open(self.path("runs.jsonl"), encoding="utf-8") as stream:
            lines = [json.loads(line) for line in stream]
        self.assertEqual([line["component"] for line in lines], ["lease-reader@1.0.0"] * 7)
        self.assertEqual(lines[-1]["bundle"], found.bundle.digest)
        with open(found.bundle.path, "rb") as stream:
            self.assertEqual(digest(stream.read()), found.bundle.digest)
        self.assertIn(found.bundle.digest.removeprefix("sha256:"), found.bundle.path)

    def test_six_of_seven_are_enough_for_b_and_five_are_not(self) -> None:
        self.history(5)
        self.agent(whole="raise SystemExit(1)")
        self.run_it()
        self.agent()
        self.assertEqual(self.run_it().completion.state, "verified")
        self.agent(whole="raise SystemExit(1)")
        self.run_it()
        self.agent()
        found = self.run_it()
        self.assertEqual((found.completion.state, self.unmet(found)), ("blocked-escalated", ["run_pass_rate"]))
        self.assertIn("0.7143, at least 0.85 is required", str(found.findings))

    def test_runs_of_another_mode_scenario_or_version_do_not_count(self) -> None:
        self.history(6)
        self.assertEqual(self.run_it("mixed").evidence["history"]["runs"], 1)
        self.scenario(user_prompt="Name the clause.")
        self.assertEqual(self.run_it().evidence["history"]["runs"], 1)
        self.scenario()
        self.assertEqual(self.run_it(component="lease-reader@2").evidence["history"]["runs"], 1)
        self.assertEqual(self.run_it().evidence["history"]["runs"], 7)

    def test_an_approval_begins_no_other_history(self) -> None:
        self.scenario(vertical="legal")
        self.history(6)
        self.scenario(vertical="legal", expert_review_status="approved", reviewer_id="counsel-3")
        self.assertEqual(self.run_it().completion.state, "verified")

    def test_a_history_that_was_broken_or_written_by_hand_counts_for_nothing(self) -> None:
        self.history(6)
        path = self.path("runs.jsonl")
        with open(path, "rb") as stream:
            good = stream.read()
        for bad, message in [
            (b'{"passed": true}\n', "line 7 is no recorded run"),
            (good.splitlines()[0].replace(b'"passed":true', b'"passed":1') + b"\n", "passed: expected true or false"),
            (b"{", "line 7 is no recorded run"),
            (b"\xff\n", "line 7 is no recorded run"),
        ]:
            with self.subTest(bad=bad[:20]):
                with open(path, "wb") as stream:
                    stream.write(good + bad)
                found = self.run_it()
                self.assertEqual((found.completion.state, self.unmet(found)), ("blocked-escalated", ["run_pass_rate"]))
                self.assertIn(message, str(found.findings))

    def test_no_baseline_file_is_no_history_and_one_that_cannot_be_written_is_no_pass(self) -> None:
        self.assertIn("insufficient_history: 1 of 7 runs are recorded", str(self.run_it().findings))
        with self.assertRaisesRegex(FileProblem, "was not recorded"):
            self.run_it(baseline_path=self.folder)

    def test_what_passes_prove(self) -> None:
        for passed, runs, bound in [(7, 7, 0.6518), (6, 7, 0.4793), (1, 1, 0.05), (0, 7, 0.0), (59, 59, 0.9505)]:
            with self.subTest(passed=passed, runs=runs):
                self.assertAlmostEqual(lower_bound(passed, runs), bound, places=4)


class Evidence(Desk):
    def setUp(self) -> None:
        super().setUp()
        self.scenario(stratum="C")

    def metric(self, name: str, **order: Any) -> float | None:
        return self.run_it(**order).evidence["metrics"].get(name)

    def test_an_authority_that_comes_in_drips_is_not_waited_for(self) -> None:
        with mock.patch.object(PORTS, "HTTP_DEADLINE_S", 0.2):
            data, problem = PORTS._fetched(self.served(Dripping))
        self.assertEqual((data, "was not read in 0.2 s" in problem), (None, True), problem)

    def served(self, handler: type[BaseHTTPRequestHandler]) -> str:
        server = HTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.enterContext(mock.patch.dict(os.environ, {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}))
        return URL.format(port=server.server_port)

    def test_authorities_from_http_and_from_a_file(self) -> None:
        url = self.served(Library)
        for address, covered, why in [
            (url, 1.0, ""),
            ("authorities/lease-7.txt", 1.0, ""),
            (url + "s", 0.0, "404"),
            ("http://127.0.0.1:1/lease", 0.0, "refused"),
            ("authorities/none.txt", 0.0, "does not exist"),
            ("../secret.txt", 0.0, "leads outside the root"),
        ]:
            with self.subTest(address):
                one = {**scenario_table()["authorities"][0], "citation_url": address}
                self.scenario(authorities=[one])
                found = self.run_it()
                self.assertEqual(found.evidence["metrics"]["authority_coverage"], covered)
                self.assertEqual("CAP010" in self.codes(found), not covered)
                self.assertIn(why, str(found.findings))
                read = {"lease-7": digest(AUTHORITY.encode())} if covered else {}
                self.assertEqual(found.evidence["authorities"], read)

    def test_an_authority_that_is_not_cited_is_not_covered(self) -> None:
        self.agent(more='claim["source"] = "https://example.org/other"')
        found = self.run_it()
        self.assertEqual(found.evidence["metrics"]["authority_coverage"], 0.0)
        self.assertIn("the result does not cite it", str(found.findings))

    def test_artifacts_must_be_there_and_filled(self) -> None:
        for more, covered in [
            ("", 1.0),
            ("open('risk.md', 'w').close()", 0.0),
            ("open('risk.md', 'w').write('TODO')", 0.0),
            ("import os; os.unlink('risk.md')", 0.0),
            ("import os; os.unlink('risk.md'); os.symlink('/etc/hostname', 'risk.md')", 0.0),
        ]:
            with self.subTest(more):
                self.agent(more=more)
                self.assertEqual(self.metric("artifact_coverage"), covered)

    def test_an_artifact_of_an_earlier_run_in_a_shared_folder_does_not_count(self) -> None:
        self.agent(whole='print(\'{"output": "Clause 4, see lease-7."}\')')
        self.write("risk.md", "left behind")
        with open(self.path("agent.toml"), "a", encoding="utf-8") as stream:
            stream.write('workspace = "shared"\n')
        self.assertEqual(self.metric("artifact_coverage"), 0.0)

    def test_the_release_gates_look_where_the_agent_worked_and_by_the_settings_of_the_spec(self) -> None:
        body = """print(json.dumps({"output": text, "claims": claims, "deliverables": [{"name": "r", "path": "%s"}]}))
sys.exit()"""
        for path, rate in (("risk.md", 1.0), ("none.md", 5 / 6)):
            with self.subTest(path):
                self.agent(more=body % path)
                self.assertEqual(self.metric("gate_pass_rate"), rate)
        self.write("own.toml", "[completeness]\nrequired_deliverables = ['costs.csv']\n")
        with open(self.path("agent.toml"), "a", encoding="utf-8") as stream:
            stream.write('[settings]\nthresholds = "own.toml"\n')
        found = self.run_it()
        self.assertIn("costs.csv", str(found.evidence["gate_reasons"]))

    def test_budgets_are_measured(self) -> None:
        self.assertEqual(self.metric("token_ratio"), 0.5)
        self.scenario(stratum="C", token_budget=50)
        self.assertEqual(self.metric("token_ratio"), 1.0)
        self.scenario(stratum="C", token_budget=49, wallclock_budget_s=0.001)
        self.assertEqual([name for name in self.unmet(self.run_it()) if "ratio" in name],
                         ["token_ratio", "wallclock_ratio"])  # fmt: skip

    def test_what_judges_a_run_is_not_taken_from_its_ports(self) -> None:
        """A run made elsewhere, another rubric or library, or less friction, handed in among real ports."""
        import tempfile

        from dankaro_quality.capability import load_scenario, real_ports
        from dankaro_quality.capability.performing import Performance
        from dankaro_quality.workflow import FailureModeLibrary, WorkflowRubric

        self.scenario(stratum="D")
        self.agent(more='text = "TODO"')
        file = load_scenario(self.path("scenario.json"))
        made_up = Performance(AgentResult("Clause 4, by lease-7."), "", {}, 1.0, 1, 1, 0.1)
        for name, port in [
            ("performance", made_up),
            ("rubric", WorkflowRubric("empty")),
            ("library", FailureModeLibrary([])),
            ("spent", []),
            ("control", self.path("agent.py")),
        ]:
            with self.subTest(name), tempfile.TemporaryDirectory() as scratch:
                ports = {**real_ports(self.path("agent.toml"), file, scratch), name: port}
                found = self.run_it(scenario=file, ports=ports)
                self.assertEqual(found.completion.state, "blocked-escalated")
                self.assertIn("step_pass_rate", self.unmet(found))
                self.assertIn("rubric_pass_rate", self.unmet(found))
                self.assertTrue(found.evidence["control_hash_verified"])

    def test_the_checks_of_the_rubric_that_are_not_met_are_named(self) -> None:
        self.agent(text="It carries the largest cost risk.")
        found = self.run_it()
        self.assertEqual(found.evidence["unmet_checks"], ["answer: names_the_clause"])
        self.assertIn("(answer: names_the_clause)", str([one.message for one in found.findings]))

    def test_a_critical_failure_mode_is_not_remedied(self) -> None:
        self.write("recipe.md", "Write it to risk.md.")
        leak = "text += ' The key is sk_live_4f9a8b7c6d5e4f3a2b1c.'\n    os.unlink('risk.md')"
        self.agent(more=f"import os\nif 'Write it' not in asked['prompt']:\n    {leak}")
        self.scenario(stratum="D", recipes=[{"file": "recipe.md"}])
        found = self.run_it()
        self.assertEqual(found.completion.state, "blocked-escalated")
        self.assertEqual(found.result.remediation_attempts if found.result else None, ())

    def test_what_a_remedied_run_used_is_what_both_attempts_used(self) -> None:
        self.write("recipe.md", "Write it to risk.md.")
        self.agent(more="import os\nif 'Write it' not in asked['prompt']: os.unlink('risk.md')")
        self.scenario(stratum="D", recipes=[{"file": "recipe.md"}])
        self.assertEqual(self.metric("token_ratio"), 1.0)
        self.agent(more="if 'Write it' not in asked['prompt']: sys.exit(1)")
        self.assertEqual(self.metric("token_ratio"), 0.5)

    def test_tokens_that_are_not_reported_are_not_measured(self) -> None:
        for usage in ("{}", '{"tokens": 0}', '{"tokens": -5}', '{"tokens": "few"}', '{"tokens": true}'):
            with self.subTest(usage):
                claim = (
                    '[{"text": "Clause 4.", "source": "authorities/lease-7.txt", "confidence": 0.9, "verified": true}]'
                )
                body = f'{{"output": "Clause 4.", "claims": {claim}, "metadata": {{"usage": {usage}}}}}'
                self.agent(whole=f"print({body!r})")
                found = self.run_it()
                self.assertIn("token_ratio", self.unmet(found))
                self.assertIn("CAP002", self.codes(found))

    def test_friction_is_counted(self) -> None:
        for more, score in [
            ("", 1.0),
            ('text += " Which lease do you mean?"', 0.75),
            ('text += " Which lease? Which year?"', 0.5),
        ]:
            with self.subTest(more):
                self.agent(more=more)
                self.assertEqual(self.metric("friction_score"), score)

    def test_an_agent_that_gives_nothing_to_judge(self) -> None:
        for whole, timeout, message in [
            ("import time; time.sleep(60)", 0.5, "still running after 0.5 s"),
            ("print('rubbish')", 20, "its output is no AgentResult"),
            ("raise SystemExit(3)", 20, "it exited with 3"),
            ("", 20, "it printed nothing"),
            ("print('{\"output\": NaN}')", 20, "its output is no AgentResult"),
        ]:
            with self.subTest(message, whole=whole):
                self.agent(whole=whole or "pass", timeout=timeout)
                found = self.run_it()
                self.assertEqual(found.completion.state, "blocked-escalated")
                self.assertIn("CAP011", self.codes(found))
                self.assertIn(message, str(found.findings))
                self.assertEqual(found.evidence["metrics"], {})

    def test_a_control_whose_file_changed_by_one_byte(self) -> None:
        self.write("control.md", CONTROL.replace("fine", "fire"))
        found = self.run_it()
        self.assertEqual((found.evidence["control_hash_verified"], found.evidence["control"]), (False, None))
        self.assertIn("CAP004", self.codes(found))
        self.assertIn("control_margin", self.unmet(found))
        self.assertEqual(found.completion.state, "blocked-escalated")

    def test_a_control_that_is_missing_or_blank(self) -> None:
        for name, text in (("none.md", None), ("blank.md", " \n")):
            with self.subTest(name):
                control = scenario_table()["raw_llm_control"]
                if text is not None:
                    self.write(name, text)
                    control = {**control, "transcript_hash": digest(text.encode())}
                self.scenario(stratum="C", control=name, raw_llm_control=control)
                found = self.run_it()
                self.assertIn("CAP004", self.codes(found))
                self.assertEqual(found.completion.state, "blocked-escalated")

    def test_a_control_that_can_do_the_job_proves_nothing(self) -> None:
        text = "Clause 4, by lease-7, in risk.md?"
        control = {**scenario_table()["raw_llm_control"], "transcript_hash": digest(text.encode())}
        self.write("control.md", text)
        self.scenario(stratum="D", raw_llm_control=control)
        found = self.run_it()
        self.assertIn("CAP005", self.codes(found), found.evidence["control"])

    def test_the_hash_of_a_control(self) -> None:
        path = self.path("control.md")
        plain = digest(CONTROL.encode()).removeprefix("sha256:")
        other = plain[:-1] + ("0" if plain[-1] != "0" else "1")
        for named, holds in [
            (f"sha256:{plain}", True),
            (plain, True),
            (plain.upper(), True),
            (other, False),
            ("sha256:", False),
            (f"md5:{plain}", False),
        ]:
            with self.subTest(named):
                self.assertIs(verify_control_hash(make_control(transcript_hash=named), path), holds)
        self.assertIs(verify_control_hash(make_control(), self.path("none.md")), False)
        self.assertIs(verify_control_hash(make_control(), self.folder), False)

    def test_critical_failures_are_never_remediated(self) -> None:
        self.agent(more='text += " key: AKIA" + "Q7RT" * 4')
        found = self.run_it(max_attempts=3)
        self.assertIn("critical_mode_count", self.unmet(found))
        self.assertEqual(found.result and found.result.gap_report and found.result.gap_report.reliability_score, 0.0)


class Remediation(Desk):
    WRITES = "import os\nif 'Write it' not in asked['prompt']: os.unlink('risk.md')"

    def setUp(self) -> None:
        super().setUp()
        self.write("recipe.md", "Write it to risk.md.")
        self.agent(more=self.WRITES)

    def order(self, **tables: Any) -> None:
        self.scenario(stratum="D", target_artifacts=["risk.md"], **tables)

    def test_a_recipe_mends_a_first_failure(self) -> None:
        self.order(recipes=[{"file": "recipe.md", "metrics": ["artifact_coverage"]}])
        found = self.run_it()
        self.assertEqual(found.completion.state, "verified", found.findings)
        (attempt,) = found.result.remediation_attempts if found.result else ()
        self.assertEqual(
            (attempt.tier.value, attempt.succeeded, attempt.artifacts_written), ("recipe", True, ("risk.md",))
        )
        self.assertEqual((attempt.tokens_in, attempt.tokens_out), (30, 20))
        self.assertGreater(attempt.wallclock_s, 0)
        self.assertEqual(found.result.tokens_total if found.result else 0, 100)
        self.assertEqual(
            found.result.friction_report.retries if found.result and found.result.friction_report else 0, 1
        )
        self.assertIn("CAP013", self.codes(found))

    def test_what_keeps_a_gap_open(self) -> None:
        exemplar = {"exemplars": [{"file": "recipe.md"}]}
        for tables, order, reason in [
            ({}, {}, "there is no recipes port"),
            ({"recipes": [{"file": "recipe.md", "metrics": ["token_ratio"]}]}, {}, "there is no recipe for this gap"),
            ({"recipes": [{"file": "recipe.md"}]}, {"max_attempts": 0}, ""),
            (exemplar, {"max_attempts": 2}, "tier exemplar, which is above the cap (recipe)"),
        ]:
            with self.subTest(reason):
                self.order(**tables)
                found = self.run_it(**order)
                self.assertEqual(found.completion.state, "blocked-escalated")
                self.assertIn(reason, str(found.result.remediation_attempts if found.result else ""))

    def test_the_next_tier_up_to_the_cap(self) -> None:
        self.order(exemplars=[{"file": "recipe.md"}])
        found = self.run_it(max_attempts=2, tier_cap="exemplar")
        attempts = found.result.remediation_attempts if found.result else ()
        self.assertEqual([(one.tier.value, one.succeeded) for one in attempts], [("recipe", False), ("exemplar", True)])
        self.assertEqual(found.completion.state, "verified")

    def test_theory_only_when_it_is_allowed(self) -> None:
        self.order(theory=[{"file": "recipe.md"}])
        for allowed in (False, True):
            with self.subTest(allowed):
                found = self.run_it(max_attempts=3, tier_cap="theory", allow_t3=allowed)
                self.assertEqual(found.completion.state, "verified" if allowed else "blocked-escalated")
                self.assertEqual("allow_t3" in str(found.result), not allowed)

    def test_a_remedy_that_does_not_help(self) -> None:
        self.write("recipe.md", "Try harder.")
        self.order(recipes=[{"file": "recipe.md"}])
        found = self.run_it()
        (attempt,) = found.result.remediation_attempts if found.result else ()
        self.assertEqual((attempt.succeeded, attempt.escalation_reason),
                         (False, "bars still not met: artifact_coverage"))  # fmt: skip
        self.assertIn("CAP012", self.codes(found))

    def test_a_remedy_that_cannot_be_read_makes_no_real_ports(self) -> None:
        self.order(recipes=[{"file": "none.md"}])
        self.assertEqual(self.run_it().completion.code, "G6_E_HARNESS_REAL_PORTS_UNAVAILABLE")


class Orders(Desk):
    def test_an_order_that_cannot_be_carried_out_says_why(self) -> None:
        for order, kind, message in [
            ({"port_mode": "live"}, UsageError, "'live' is none of fake, mixed, real"),
            ({"scenario": self.path("none.json")}, FileProblem, "none.json"),
            ({"scenario": 7}, ContractError, "expected a Scenario"),
            ({"scenario": {"id": "x"}}, ContractError, "slug: this field is missing"),
            ({"rubric": self.path("none.json")}, QualityError, "none.json"),
            ({"bars_path": self.path("none.toml")}, FileProblem, "none.toml"),
            ({"max_attempts": -1}, ContractError, "max_attempts"),
        ]:
            with self.subTest(order), self.assertRaises(kind) as caught:
                self.run_it(**{"port_mode": "real", **order})
            self.assertIn(message, str(caught.exception))

    def test_a_scenario_in_plain_fields_names_every_wrong_one(self) -> None:
        good = scenario_table()
        for change, message in [
            ({"authorities": ["lease-7"]}, "expected the fields of AuthorityRef"),
            ({"raw_llm_control": {"model": "x", "hash": "y"}}, "RawLLMControl.hash"),
        ]:
            with self.subTest(message), self.assertRaises(ContractError) as caught:
                self.run_it(scenario={**good, **change})
            self.assertIn(message, str(caught.exception))
        made = self.run_it(
            "fake", scenario=good, control=self.path("control.md"), rubric=self.path("rubric.json"), spec=""
        )
        self.assertTrue(made.evidence["control_hash_verified"])

    def test_a_wrong_scenario_file_names_every_mistake(self) -> None:
        self.scenario(stratum="E", token_budget="many", vertical=None, authoritys=[])
        with self.assertRaises(SettingsError) as caught:
            self.run_it()
        for part in ("stratum: expected one of A, B, C, D", "token_budget: expected", "vertical: this field is missing",
                     'did you mean "authorities"'):  # fmt: skip
            with self.subTest(part):
                self.assertIn(part, str(caught.exception))

    def test_bars_of_a_file_are_used_and_shown(self) -> None:
        bars = self.write("bars.toml", '[bars.run_pass_rate]\ncomparator = "ge"\nwindow = "rolling_7"\nA = 1.0\n')
        strict, own = self.run_it(), self.run_it(bars_path=bars)
        self.assertEqual(own.completion.state, "verified")
        self.assertNotEqual(strict.report.settings_digest, own.report.settings_digest)
        self.assertEqual(own.evidence["bars_file"], bars)
        self.assertIs(own.scenario.stratum, Stratum.B)


if __name__ == "__main__":
    unittest.main()

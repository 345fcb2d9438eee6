"""Other tools' answers: the right passage meets the right source, and what is broken or unwell is never released."""

from __future__ import annotations

import io
import json
import os
import tempfile
import unittest
import zipfile
from collections.abc import Callable
from typing import Any

from dankaro_quality import importers
from dankaro_quality.cli import judging
from dankaro_quality.contracts import AgentResult
from dankaro_quality.harness import QualityHarness
from dankaro_quality.importing import Imported
from dankaro_quality.profiles import profile
from tests.builders import cli, shared

FIRST = "Revenue of Müller & Söhne rose 12% to €3.4 million 📈."
SECOND = "The Ostküste measures 2389 km of sand."
BARE = "Profit of Müller & Söhne fell by 7%."
TEXT = f"{FIRST} {SECOND} {BARE}"
ONE, TWO = "https://example.org/revenue", "https://example.org/küste"
QUOTE = "revenue: plus 12 per cent"
AT_ONE = (0, len(FIRST))
AT_TWO = (len(FIRST) + 1, len(FIRST) + 1 + len(SECOND))
LENIENT = "[global]\nprofile = 'cited-text'\n[evidence]\nrequire_confidence = false\nrequire_verified = false\n"


def nbytes(text: str, at: int) -> int:
    return len(text[:at].encode())


def openai_responses(shift: int = 0) -> Any:
    notes = [
        {"type": "url_citation", "url": url, "title": "t", "start_index": start + shift, "end_index": end + shift}
        for url, (start, end) in ((ONE, AT_ONE), (TWO, AT_TWO))
    ]
    part = {"type": "output_text", "text": TEXT, "annotations": notes}
    return {"object": "response", "id": "r1", "status": "completed", "output": [
        {"type": "web_search_call", "id": "w", "status": "completed"},
        {"type": "message", "role": "assistant", "content": [part]}]}  # fmt: skip


def openai_chat(shift: int = 0) -> Any:
    notes = [
        {
            "type": "url_citation",
            "url_citation": {"url": url, "title": "t", "start_index": s + shift, "end_index": e + shift},
        }
        for url, (s, e) in ((ONE, AT_ONE), (TWO, AT_TWO))
    ]
    message = {"role": "assistant", "content": TEXT, "annotations": notes}
    return {"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}


def anthropic(shift: int = 0) -> Any:
    blocks = [
        {"type": "text", "text": FIRST, "citations": [
            {"type": "web_search_result_location", "cited_text": QUOTE, "url": ONE, "title": "t"}]},
        {"type": "text", "text": " "},
        {"type": "text", "text": SECOND, "citations": [
            {"type": "page_location", "cited_text": "2389 km", "document_index": 0, "document_title": "küste.pdf",
             "start_page_number": 4 + shift, "end_page_number": 5 + shift}]},
        {"type": "text", "text": " " + BARE},
    ]  # fmt: skip
    return {"type": "message", "role": "assistant", "content": blocks, "stop_reason": "end_turn"}


def gemini(shift: int = 0) -> Any:
    supports = [
        {"segment": {"startIndex": nbytes(TEXT, start) + shift, "endIndex": nbytes(TEXT, end) + shift},
         "groundingChunkIndices": [number]}
        for number, (start, end) in enumerate((AT_ONE, AT_TWO))
    ]  # fmt: skip
    if not shift:
        del supports[0]["segment"]["startIndex"]  # left out when it is 0
    metadata = {"groundingChunks": [{"web": {"uri": ONE, "title": "a"}}, {"web": {"uri": TWO, "title": "b"}}],
                "groundingSupports": supports}  # fmt: skip
    return {
        "candidates": [{"content": {"parts": [{"text": TEXT}]}, "finishReason": "STOP", "groundingMetadata": metadata}]
    }


def gemini_snake(shift: int = 0) -> Any:
    def snake(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                "".join("_" + c.lower() if c.isupper() else c for c in key): snake(one) for key, one in value.items()
            }
        return [snake(one) for one in value] if isinstance(value, list) else value

    return snake(gemini(shift))


def perplexity(shift: int = 0) -> Any:
    text = f"{FIRST}[{1 + shift}] {SECOND}[{2 + shift}] {BARE}"
    found = [{"title": "a", "url": ONE, "snippet": "s"}, {"title": "b", "url": TWO, "snippet": "s"}]
    return {
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "search_results": found,
    }


def perplexity_old(shift: int = 0) -> Any:
    made = perplexity(shift)
    made["citations"] = [one["url"] for one in made.pop("search_results")]
    return made


def langchain(shift: int = 0) -> Any:
    notes = [
        {
            "type": "citation",
            "url": ONE,
            "start_index": AT_ONE[0] + shift,
            "end_index": AT_ONE[1] + shift,
            "cited_text": QUOTE,
        },
        {"type": "citation", "url": TWO, "start_index": AT_TWO[0] + shift, "end_index": AT_TWO[1] + shift},
        {"type": "non_standard_annotation", "value": {}},
    ]
    kwargs = {
        "content": [{"type": "text", "text": TEXT, "annotations": notes}],
        "response_metadata": {"finish_reason": "stop"},
    }
    made = {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": kwargs}
    return {"messages": [{"type": "human", "content": "How was the year?"}, made]}


def langchain_plain(shift: int = 0) -> Any:
    made = langchain(shift)
    return [made["messages"][0], {"type": "ai", **made["messages"][1]["kwargs"]}]


def inspect(shift: int = 0) -> Any:
    notes = [
        {"type": "url", "url": ONE, "cited_text": [AT_ONE[0] + shift, AT_ONE[1] + shift]},
        {"type": "url", "url": TWO, "cited_text": [AT_TWO[0] + shift, AT_TWO[1] + shift]},
    ]
    message = {"role": "assistant", "content": [{"type": "text", "text": TEXT, "citations": notes}]}
    sample = {"id": "s1", "epoch": 1, "input": "How was the year?", "scores": {"match": {"value": "C"}},
              "output": {"model": "m", "choices": [{"message": message, "stop_reason": "stop"}]}}  # fmt: skip
    return {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [sample]}


def linked(shift: int = 0) -> str:
    """What a tool without citations of its own carries: Markdown."""
    one, two = (ONE, TWO) if not shift else (TWO, ONE)
    return f"{FIRST} [1]\n{SECOND} ([source]({two}))\n{BARE}\n\n[1]: {one}\n"


def promptfoo(shift: int = 0) -> Any:
    row = {"vars": {"q": "x"}, "prompt": {"raw": "How was the year?", "label": "p"}, "provider": {"id": "p"},
           "response": {"output": linked(shift)}, "failureReason": 0, "success": True}  # fmt: skip
    return {"evalId": "e", "results": {"version": 3, "results": [row]}}


def otel(shift: int = 0) -> Any:
    output = json.dumps(
        [{"role": "assistant", "parts": [{"type": "text", "content": linked(shift)}], "finish_reason": "stop"}]
    )
    attributes = [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
                  {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "12"}},
                  {"key": "gen_ai.output.messages", "value": {"stringValue": output}}]  # fmt: skip
    span = {"traceId": "0", "spanId": "1", "name": "chat", "endTimeUnixNano": "17", "attributes": attributes}
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": [span]}]}]}


def claude_code(shift: int = 0) -> Any:
    return {"type": "result", "subtype": "success", "is_error": False, "result": linked(shift), "session_id": "s",
            "permission_denials": [], "usage": {}}  # fmt: skip


SAMPLES: dict[str, list[Callable[[int], Any]]] = {
    "openai": [openai_responses, openai_chat],
    "anthropic": [anthropic],
    "gemini": [gemini, gemini_snake],
    "perplexity": [perplexity, perplexity_old],
    "langchain": [langchain, langchain_plain],
    "inspect": [inspect],
    "promptfoo": [promptfoo],
    "otel": [otel],
    "claude-code": [claude_code],
}
EACH = [(form, make) for form, makers in SAMPLES.items() for make in makers]


def dumped(document: Any) -> bytes:
    return json.dumps(document, indent=1, ensure_ascii=False).encode()


def read(form: str, document: Any) -> Imported:
    return importers.read(form, document if isinstance(document, bytes) else dumped(document))


def result(form: str, document: Any) -> AgentResult:
    found = read(form, document)
    if found.flaws:
        raise AssertionError(found.flaws)
    return found.items[0].envelope.result


def said(one: AgentResult) -> list[tuple[str, tuple[str, ...]]]:
    return [(claim.text, claim.sources) for claim in one.claims]


class Spans(unittest.TestCase):
    def test_the_right_passage_meets_the_right_source(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                second = "küste.pdf, p. 4" if form == "anthropic" else TWO
                self.assertEqual(said(result(form, make(0))), [(FIRST, (ONE,)), (SECOND, (second,)), (BARE, ())])

    def test_offsets_moved_by_one_give_something_else(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                found = read(form, make(1))
                noted = [note.code for note in found.notes]
                moved = said(found.items[0].envelope.result)
                second = "küste.pdf, p. 4" if form == "anthropic" else TWO
                self.assertTrue(moved != [(FIRST, (ONE,)), (SECOND, (second,)), (BARE, ())] or noted)

    def test_quotes_are_kept_where_the_format_gives_them(self) -> None:
        self.assertEqual([claim.quote for claim in result("anthropic", anthropic()).claims], [QUOTE, "2389 km", ""])
        self.assertEqual([claim.quote for claim in result("langchain", langchain()).claims], [QUOTE, "", ""])

    def test_nothing_is_invented(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                for claim in result(form, make(0)).claims:
                    self.assertIsNone(claim.confidence)
                    self.assertIsNone(claim.verified)
                    self.assertTrue(claim.metadata["origin"])

    def test_every_span_holds_its_claim(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                made = result(form, make(0))
                for claim in made.claims:
                    start, end = claim.metadata["span"]
                    self.assertIn(claim.text.split()[0], str(made.output)[start:end])

    def test_a_byte_offset_inside_a_character_is_no_place(self) -> None:
        document = gemini()
        document["candidates"][0]["groundingMetadata"]["groundingSupports"][1]["segment"]["startIndex"] = (
            nbytes(TEXT, TEXT.index("€")) + 1
        )
        self.assertEqual([note.code for note in read("gemini", document).notes], ["ORG004"])

    def test_gemini_offsets_in_characters_are_mended_by_the_segment_s_text(self) -> None:
        document = gemini()
        segment = document["candidates"][0]["groundingMetadata"]["groundingSupports"][1]["segment"]
        segment.update(startIndex=AT_TWO[0], endIndex=AT_TWO[1], text=SECOND)
        self.assertIn((SECOND, (TWO,)), said(result("gemini", document)))

    def test_gemini_offsets_and_text_that_disagree_are_a_finding(self) -> None:
        document = gemini()
        document["candidates"][0]["groundingMetadata"]["groundingSupports"][1]["segment"]["text"] = "something else"
        self.assertEqual([note.code for note in read("gemini", document).notes], ["ORG004"])

    def test_an_inline_mark_of_openai_stands_for_its_sentence(self) -> None:
        text = f"{FIRST} ([example.org]({ONE})) {BARE}"
        start = text.index("([")
        document = openai_responses()
        part = document["output"][1]["content"][0]
        part["text"] = text
        part["annotations"] = [{"type": "url_citation", "url": ONE, "title": "t", "start_index": start,
                                "end_index": text.index(") " + BARE) + 1}]  # fmt: skip
        self.assertEqual(said(result("openai", document)), [(FIRST, (ONE,)), (BARE, ())])

    def test_an_end_index_that_counts_the_last_character_is_taken_too(self) -> None:
        document = openai_responses()
        for note in document["output"][1]["content"][0]["annotations"]:
            text = "Revenue of Müller"
            note.update(start_index=0, end_index=len(text) - 1)
        self.assertEqual(said(result("openai", document))[0][0], "Revenue of Müller")

    def test_a_file_citation_is_a_point_that_stands_for_the_sentence_before_it(self) -> None:
        document = openai_responses()
        document["output"][1]["content"][0]["annotations"] = [
            {"type": "file_citation", "file_id": "f", "filename": "revenue.pdf", "index": len(FIRST)}
        ]
        self.assertEqual(said(result("openai", document))[0], (FIRST, ("revenue.pdf",)))

    def test_other_spellings_of_the_same_shapes(self) -> None:
        parts = openai_chat()
        parts["choices"][0]["message"]["content"] = [{"type": "text", "text": TEXT}]
        block = {"role": "assistant", "content": anthropic()["content"]}
        events = [{"type": "system"}, claude_code()]
        messages = {"gen_ai.output.messages": [{"role": "assistant", "parts": [{"type": "text", "content": linked()}]}]}
        logs = otel()["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
        records = {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"attributes": logs["attributes"]}]}]}]}
        text = {"type": "output_text", "text": f"{FIRST}[1] {SECOND}[2] {BARE}"}
        pages = {"type": "search_results", "results": [{"url": ONE}, {"url": TWO}]}
        newer = {"output": [pages, {"type": "message", "content": [text]}]}
        string = {**inspect(), "samples": [{"id": 1, "input": [], "output": {"completion": linked()}}]}
        said_last = [{"role": "assistant", "content": "Let me see."}, {"role": "assistant", "content": linked()}]
        talk = {**inspect(), "samples": [{"id": 1, "input": [], "output": {}, "messages": said_last}]}
        rows = [
            ("openai", parts),
            ("anthropic", block),
            ("claude-code", events),
            ("otel", messages),
            ("otel", records),
            ("perplexity", newer),
            ("inspect", string),
            ("inspect", talk),
            ("langchain", {"type": "ai", "content": linked()}),
        ]
        for form, document in rows:
            with self.subTest(form=form):
                self.assertEqual(importers.detect(dumped(document)), form)
                second = "küste.pdf, p. 4" if form == "anthropic" else TWO
                self.assertEqual(said(result(form, document)), [(FIRST, (ONE,)), (SECOND, (second,)), (BARE, ())])

    def test_several_sources_of_one_passage_are_one_claim(self) -> None:
        document = gemini()
        document["candidates"][0]["groundingMetadata"]["groundingSupports"][0]["groundingChunkIndices"] = [0, 1]
        self.assertEqual(said(result("gemini", document))[0], (FIRST, (ONE, TWO)))

    def test_locations_of_anthropic(self) -> None:
        rows = [
            (
                {"type": "char_location", "document_title": "a.txt", "start_char_index": 0, "end_char_index": 9},
                "a.txt, characters 0-9",
            ),
            (
                {"type": "page_location", "document_title": "a.pdf", "start_page_number": 2, "end_page_number": 5},
                "a.pdf, pp. 2-4",
            ),
            (
                {"type": "content_block_location", "document_title": "a", "start_block_index": 3, "end_block_index": 4},
                "a, block 3",
            ),
            (
                {
                    "type": "search_result_location",
                    "source": ONE,
                    "title": "a",
                    "start_block_index": 0,
                    "end_block_index": 1,
                },
                ONE,
            ),
        ]
        for citation, source in rows:
            with self.subTest(citation["type"]):
                document = anthropic()
                document["content"][0]["citations"] = [{**citation, "cited_text": "x", "document_index": 0}]
                self.assertEqual(result("anthropic", document).claims[0].source, source)


class Shapes(unittest.TestCase):
    def test_each_sample_is_told_by_its_shape(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                self.assertEqual(importers.detect(dumped(make(0))), form)
        self.assertEqual(importers.detect(b"# Report", "report.md"), "markdown")
        self.assertEqual(importers.detect(b'{"output": "a native result"}'), "")

    def test_the_lists_agree(self) -> None:
        self.assertEqual(sorted(judging.FORMATS), sorted((judging.AUTO, judging.NATIVE, *importers.NAMES)))
        self.assertEqual(sorted(importers.FORMATS), sorted(SAMPLES))

    def test_findings_stand_on_the_line_of_the_file(self) -> None:
        for _, make in EACH:
            with self.subTest(make.__name__):
                run, lines = evaluated(dumped(make(0)), "answer.json")
                self.assertEqual(run["released"], False)
                blocking = [one for gate in run["gates"] for one in gate["findings"] if one["code"] == "EVD001"]
                self.assertEqual(len(blocking), 1)
                self.assertIn(BARE.split()[0], lines[blocking[0]["line"] - 1])
                self.assertTrue(blocking[0]["file"].endswith("answer.json"))

    def test_convert_gives_what_evaluate_reads_natively(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                made = cli("convert", form, "-", stdin=dumped(make(0)))
                self.assertEqual(made.code, 0, made.err)
                again = cli("evaluate", "-", "--from", "native", "--format", "json", stdin=made.out.encode())
                self.assertEqual(again.code, 2)
                self.assertNotIn("CON0", again.out)


def evaluated(data: bytes, name: str, *options: str) -> tuple[dict[str, Any], list[str]]:
    """The JSON report on a file with the profile cited-text, and the lines of the file."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "wb") as stream:
            stream.write(data)
        with open(os.path.join(folder, "thresholds.toml"), "w", encoding="utf-8") as stream:
            stream.write(LENIENT)
        run = cli("evaluate", name, "--format", "json", *options, cwd=folder)
    return json.loads(run.out), data.decode().split("\n")


class Wellness(unittest.TestCase):
    """What the file says of the run: each row breaks one thing in a sample that is well otherwise."""

    def test_a_well_sample_has_no_note(self) -> None:
        for form, make in EACH:
            with self.subTest(make.__name__):
                self.assertEqual(read(form, make(0)).notes, ())

    def test_fires(self) -> None:
        def changed(document: Any, path: str, value: Any) -> Any:
            *parents, last = [int(part) if part.isdigit() else part for part in path.split("/")]
            at = document
            for part in parents:
                at = at[part]
            at[last] = value
            return document

        grounding = "candidates/0/groundingMetadata"
        redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"
        rows = [
            ("openai", changed(openai_responses(), "status", "incomplete"), "ORG001"),
            ("openai", changed(openai_chat(), "choices/0/finish_reason", "length"), "ORG001"),
            ("anthropic", changed(anthropic(), "stop_reason", "max_tokens"), "ORG001"),
            ("gemini", changed(gemini(), "candidates/0/finishReason", "MAX_TOKENS"), "ORG001"),
            ("gemini", changed(gemini(), f"{grounding}/groundingChunks/0/web/uri", redirect), "ORG003"),
            ("gemini", changed(gemini(), f"{grounding}/groundingSupports/0/groundingChunkIndices", [9]), "ORG004"),
            ("perplexity", changed(perplexity(), "choices/0/finish_reason", "length"), "ORG001"),
            ("langchain", changed(langchain_plain(), "1/response_metadata/finish_reason", "length"), "ORG001"),
            ("inspect", changed(inspect(), "status", "error"), "ORG001"),
            ("inspect", changed(inspect(), "samples/0/error", {"message": "x"}), "ORG001"),
            ("promptfoo", changed(promptfoo(), "results/results/0/failureReason", 2), "ORG001"),
            ("otel", changed(otel(), "resourceSpans/0/scopeSpans/0/spans/0/status", {"code": 2}), "ORG001"),
            ("claude-code", changed(claude_code(), "is_error", True), "ORG001"),
            ("claude-code", changed(claude_code(), "permission_denials", [{"tool_name": "Bash"}]), "ORG002"),
        ]  # fmt: skip
        for form, document, code in rows:
            with self.subTest(form=form, code=code):
                self.assertIn(code, [note.code for note in read(form, document).notes])
                report, _ = evaluated(dumped(document), "answer.json")
                self.assertFalse(report["released"])
                self.assertEqual(report["gates"][-1]["gate"], "origin")

    def test_a_file_that_does_not_say_how_the_run_ended(self) -> None:
        rows = [
            ("openai", openai_responses(), ("status",)),
            ("openai", openai_chat(), ("choices", 0, "finish_reason")),
            ("anthropic", anthropic(), ("stop_reason",)),
            ("gemini", gemini(), ("candidates", 0, "finishReason")),
            ("perplexity", perplexity(), ("choices", 0, "finish_reason")),
            ("claude-code", claude_code(), ("subtype",)),
        ]
        for form, document, (*parents, last) in rows:
            with self.subTest(form):
                at: Any = document
                for part in parents:
                    at = at[part]
                del at[last]
                self.assertEqual([note.code for note in read(form, document).notes], ["ORG007"])

    def test_a_flag_of_another_type_breaks_the_format(self) -> None:
        self.assertTrue(read("claude-code", {**claude_code(), "is_error": "no"}).flaws)

    def test_a_number_that_is_none_is_a_finding_wherever_it_stands(self) -> None:
        document = inspect()
        document["results"] = {"scores": [{"metrics": {"mean": {"value": 1}}}]}
        for before, after in ((b'"value": "C"', b'"value": NaN'), (b'"value": 1', b'"value": -Infinity')):
            data = dumped(document).replace(before, after)
            [note] = read("inspect", data).notes
            self.assertEqual(note.code, "ORG005")
            self.assertIn(after, data.splitlines()[(note.line or 0) - 1])
            self.assertFalse(evaluated(data, "log.json")[0]["released"])

    def test_notes_stand_on_their_own_line(self) -> None:
        document = openai_responses()
        document["output"][1]["content"][0]["annotations"][1]["end_index"] = 10_000
        report, lines = evaluated(dumped(document), "answer.json")
        [note] = [one for one in report["gates"][-1]["findings"] if one["code"] == "ORG004"]
        self.assertEqual(note["where"], "/output/1/content/0/annotations/1")
        self.assertEqual((note["file"], lines[note["line"] - 1].strip()), ("answer.json", "{"))
        self.assertIn(TWO, lines[note["line"] + 1])

    def test_cached_runs_are_no_repeats(self) -> None:
        document = promptfoo()
        row = document["results"]["results"][0]
        document["results"]["results"] += [row, {**row, "response": {**row["response"], "cached": True}}]
        found = read("promptfoo", document)
        self.assertEqual(len(found.items), 1)
        self.assertEqual(len(found.items[0].envelope.repeats), 1)
        self.assertEqual([note.code for note in found.notes], ["ORG006"])

    def test_epochs_are_repeats_and_samples_are_results(self) -> None:
        document = inspect()
        sample = document["samples"][0]
        document["samples"] += [{**sample, "epoch": 2}, {**sample, "id": "s2", "error": {"message": "x"}}]
        found = read("inspect", document)
        self.assertEqual([(one.label, len(one.envelope.repeats)) for one in found.items], [("s1", 1), ("s2", 0)])
        self.assertEqual([len(notes) for notes in found.notes_by_item()], [0, 1])
        run = cli("validate", "-", stdin=dumped(document))
        self.assertEqual(len(run.out.splitlines()), 2)

    def test_an_archive_is_read_where_it_can_be(self) -> None:
        document = inspect()
        sample = document.pop("samples")[0]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("header.json", json.dumps(document))
            archive.writestr("samples/s1_epoch_1.json", json.dumps(sample, ensure_ascii=False))
        self.assertEqual(said(result("inspect", packed.getvalue()))[0], (FIRST, (ONE,)))


class Corners(unittest.TestCase):
    """Fields that few files have, each with what becomes of it."""

    def notes(self, form: str, document: Any) -> list[str]:
        return [note.code for note in read(form, document).notes]

    def flaws(self, form: str, document: Any) -> str:
        return "; ".join(flaw.message for flaw in read(form, document).flaws)

    def test_gemini_without_an_answer(self) -> None:
        self.assertIn("SAFETY", self.flaws("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}))
        self.assertIn("no candidate", self.flaws("gemini", {"candidates": []}))

    def test_gemini_chunks_of_every_kind(self) -> None:
        document = gemini()
        grounding = document["candidates"][0]["groundingMetadata"]
        grounding["groundingChunks"] = [
            {"retrievedContext": {"title": "handbook.pdf", "text": "…"}},
            {"maps": {"uri": TWO}},
        ]
        self.assertEqual([claim.source for claim in result("gemini", document).claims], ["handbook.pdf", TWO, ""])
        grounding["groundingChunks"] = [{"other": {}}]
        self.assertIn("names neither", self.flaws("gemini", document))

    def test_gemini_offsets_count_within_their_part(self) -> None:
        document = gemini()
        document["candidates"][0]["content"]["parts"] = [
            {"text": "Thinking 5%…", "thought": True},
            {"text": f"{FIRST} "},
            {"text": SECOND},
        ]
        segment = {"partIndex": 2, "startIndex": 0, "endIndex": len(SECOND.encode())}
        document["candidates"][0]["groundingMetadata"]["groundingSupports"] = [
            {"segment": segment, "groundingChunkIndices": [1]}
        ]
        document["candidates"][0]["citationMetadata"] = {"citationSources": [
            {"startIndex": 0, "endIndex": len(FIRST.encode()), "uri": ONE, "partIndex": 1}]}  # fmt: skip
        self.assertEqual(said(result("gemini", document)), [(FIRST, (ONE,)), (SECOND, (TWO,))])

    def test_openai_refusals_errors_and_files(self) -> None:
        document = openai_responses()
        part = document["output"][1]["content"][0]
        span = {"start_index": AT_TWO[0], "end_index": AT_TWO[1]}
        file = {"type": "container_file_citation", "file_id": "f", "filename": "t.csv", **span}
        part["annotations"] = [file, {"type": "file_path", "file_id": "g"}]
        self.assertEqual([claim.source for claim in result("openai", document).claims], ["", "t.csv", ""])
        document["output"][1]["content"].append({"type": "refusal", "refusal": "No."})
        document["error"] = {"code": "server_error"}
        self.assertEqual(self.notes("openai", document), ["ORG001", "ORG001"])
        chat = openai_chat()
        chat["choices"][0]["message"]["refusal"] = "No."
        self.assertEqual(self.notes("openai", chat), ["ORG001"])

    def test_a_point_outside_the_answer(self) -> None:
        document = openai_responses()
        for index in (-1, 0, len(TEXT) + 1):
            document["output"][1]["content"][0]["annotations"] = [
                {"type": "file_citation", "file_id": "f", "index": index}
            ]
            self.assertEqual(self.notes("openai", document), ["ORG004"])

    def test_a_passage_that_no_claim_can_hold(self) -> None:
        document = openai_responses()
        part = document["output"][1]["content"][0]
        part["text"] = "\u3164 " + BARE
        part["annotations"] = [{"type": "url_citation", "url": ONE, "start_index": 0, "end_index": 1}]
        found = read("openai", document)
        self.assertTrue(found.flaws or [note.code for note in found.notes] == ["ORG004"])

    def test_otel_values_of_every_kind(self) -> None:
        part = {"kvlistValue": {"values": [{"key": "type", "value": {"stringValue": "text"}},
                                           {"key": "content", "value": {"stringValue": linked()}}]}}  # fmt: skip
        message = {"kvlistValue": {"values": [{"key": "parts", "value": {"arrayValue": {"values": [part]}}},
                                              {"key": "n", "value": {"intValue": "5"}}]}}  # fmt: skip
        document = otel()
        span = document["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
        asked = json.dumps([{"role": "user", "parts": [{"type": "text", "content": "How was the year?"}]}])
        span["attributes"][2]["value"] = {"arrayValue": {"values": [message]}}
        span["events"] = [{"attributes": [{"key": "gen_ai.input.messages", "value": {"stringValue": asked}}]}]
        found = read("otel", document).items[0].envelope
        self.assertEqual(said(found.result)[0], (FIRST, (ONE,)))
        self.assertEqual(found.task.instructions, "How was the year?")

    def test_otel_takes_the_span_that_invoked_the_agent(self) -> None:
        document = otel()
        spans = document["resourceSpans"][0]["scopeSpans"][0]["spans"]
        agent = json.loads(json.dumps(spans[0]).replace("chat", "invoke_agent").replace("rose 12%", "rose 13%"))
        spans += [{**agent, "endTimeUnixNano": "3"}]
        self.assertIn("13%", result("otel", document).claims[0].text)

    def test_otel_json_that_breaks_inside_its_text(self) -> None:
        document = otel()
        value = document["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["attributes"][2]["value"]
        value["stringValue"] = '[{"parts": '
        self.assertIn("the JSON in this text", self.flaws("otel", document))
        value["stringValue"] = json.dumps([{"parts": [{"type": "text", "content": SECOND}], "finish_reason": "length"}])
        self.assertEqual(self.notes("otel", document), ["ORG001"])

    def test_inspect_citations_of_documents(self) -> None:
        document = inspect()
        part = document["samples"][0]["output"]["choices"][0]["message"]["content"][0]
        rows = [
            ({"range": {"type": "page", "start_index": 4, "end_index": 5}}, "a.pdf, p. 4"),
            ({"range": {"type": "char", "start_index": 4, "end_index": 9}}, "a.pdf, char 4"),
            ({}, "a.pdf"),
        ]
        for more, source in rows:
            part["citations"] = [{"type": "document", "title": "a.pdf", "cited_text": QUOTE, **more}]
            claim = result("inspect", document).claims[0]
            self.assertEqual((claim.source, claim.quote), (source, QUOTE))

    def test_inspect_samples_that_were_cut(self) -> None:
        document = inspect()
        document["samples"][0]["limit"] = {"type": "token"}
        document["samples"][0]["output"]["choices"][0]["stop_reason"] = "max_tokens"
        document["samples"][0]["input"] = [{"role": "user", "content": "How was the year?"}]
        self.assertEqual(self.notes("inspect", document), ["ORG001", "ORG001"])
        self.assertEqual(read("inspect", document).items[0].envelope.task.instructions, "How was the year?")

    def test_promptfoo_outputs_that_are_data(self) -> None:
        document = promptfoo()
        row = document["results"]["results"][0]
        row["provider"] = "openai:gpt"
        for output, wanted in (({"a": 1}, {"a": 1}), ([1, 2], (1, 2))):
            row["response"]["output"] = output
            self.assertEqual(result("promptfoo", document).output, wanted)
        self.assertIn("no row", self.flaws("promptfoo", {"results": {"results": []}}))

    def test_langchain_content_of_texts(self) -> None:
        document = [
            {"role": "assistant", "content": [FIRST, {"type": "tool_use"}, {"type": "text", "text": " " + BARE}]}
        ]
        self.assertEqual(said(result("langchain", document)), [(FIRST, ()), (BARE, ())])

    def test_an_unknown_kind_of_citation_breaks_the_format(self) -> None:
        document = anthropic()
        document["content"][0]["citations"] = [{"type": "hologram_location"}]
        self.assertIn("hologram_location", self.flaws("anthropic", document))

    def test_convert_says_what_it_found(self) -> None:
        document = claude_code()
        document["permission_denials"] = [{"tool_name": "Bash"}]
        run = cli("convert", "auto", "-", stdin=dumped(document))
        self.assertEqual(run.code, 0)
        self.assertIn("ORG002", run.err)
        run = cli("convert", "openai", "-", stdin=b'{"object": "response"}')
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertIn("line 1, output: this field is missing", run.err)
        log = inspect()
        log["samples"] += [{**log["samples"][0], "id": "s2"}, {**log["samples"][0], "epoch": 2}]
        lines = cli("convert", "inspect", "-", stdin=dumped(log)).out.splitlines()
        self.assertEqual(
            [sorted(json.loads(line)) for line in lines], [["repeats", "result", "task"], ["result", "task"]]
        )
        run = cli("convert", "auto", "-", stdin=b"{}")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertIn("none of the formats", run.err)


class Broken(unittest.TestCase):
    """What cannot be read is one clear message and no release."""

    def test_a_field_that_is_missing_or_of_the_wrong_type(self) -> None:
        rows: list[tuple[str, Any, str]] = [
            ("openai", {"object": "response", "output": [{"type": "message"}]}, "/output/0/content"),
            ("openai", {"object": "response"}, "/output"),
            ("anthropic", {"type": "message", "content": [{"type": "text", "text": 5}]}, "/content/0/text"),
            ("gemini", {"candidates": [{"content": {}}]}, "/candidates/0/content/parts"),
            ("perplexity", {"choices": [{"message": {}}], "citations": []}, "/choices/0/message/content"),
            ("inspect", {"status": "success", "eval": {}, "version": 2}, "/samples"),
            ("inspect", {"status": "success", "eval": {}, "version": 3, "samples": []}, "/version"),
            ("promptfoo", {"results": {"results": [{}]}}, "/results/results/0/response/output"),
            ("claude-code", {"type": "result", "subtype": "error_max_turns", "is_error": True}, ""),
            ("langchain", [{"type": "human", "content": "Hi"}], ""),
            ("otel", {"resourceSpans": []}, ""),
        ]
        for form, document, at in rows:
            with self.subTest(form=form, at=at):
                found = read(form, document)
                self.assertEqual(found.items, ())
                self.assertIn(at, [flaw.pointer for flaw in found.flaws])
                run = cli("evaluate", "-", "--from", form, stdin=dumped(document))
                self.assertEqual(run.code, 2, run.err)
                self.assertIn("CON00", run.out)
                self.assertTrue(all(flaw.line for flaw in found.flaws))
                self.assertRegex(run.out, r"line \d")

    def test_an_empty_answer(self) -> None:
        for form, make in EACH:
            data = dumped(make(0))
            document = json.loads(data)
            with self.subTest(make.__name__):
                found = read(form, _emptied(document))
                self.assertTrue(found.flaws)
        self.assertTrue(importers.read("markdown", b" \n\n").flaws)

    def test_what_is_none_of_the_formats(self) -> None:
        for data in (b"<html></html>", b"plain words", b'{"a": 1}', b"[1, 2]", b"", b"\xff\xfe", b'{"type": "result"'):
            for command in ("evaluate", "validate"):
                with self.subTest(data=data, command=command):
                    run = cli(command, "-", stdin=data)
                    self.assertEqual(run.code, 2)
                    self.assertIn("CON001", run.out)

    def test_a_format_that_the_file_has_not(self) -> None:
        for form in importers.FORMATS:
            with self.subTest(form):
                run = cli("evaluate", "-", "--from", form, stdin=b'{"output": "x"}')
                self.assertEqual(run.code, 2)
                self.assertIn("not the shape of", run.out)

    def test_an_archive_that_cannot_be_unpacked_names_the_command(self) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("header.json", "{}")
        data = packed.getvalue()
        header = data.index(b"PK\x01\x02")
        zstd = (
            data[:8]
            + (93).to_bytes(2, "little")
            + data[10 : header + 10]
            + (93).to_bytes(2, "little")
            + data[header + 12 :]
        )
        with tempfile.TemporaryDirectory() as folder:
            other = io.BytesIO()
            with zipfile.ZipFile(other, "w") as archive:
                archive.writestr("a.txt", "x")
            with open(os.path.join(folder, "other.eval"), "wb") as stream:
                stream.write(other.getvalue())
            self.assertIn("no Inspect log", cli("evaluate", "other.eval", cwd=folder).err)
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("header.json", "{}" + " " * 500)
            damaged = bytearray(packed.getvalue())
            damaged[30 + len("header.json") : 30 + len("header.json") + 4] = b"\xff\xff\xff\xff"
            for name, content in (("log.eval", zstd), ("cut.eval", data[:20]), ("damaged.eval", bytes(damaged))):
                with open(os.path.join(folder, name), "wb") as stream:
                    stream.write(content)
                with self.subTest(name):
                    run = cli("evaluate", name, cwd=folder)
                    self.assertEqual(run.code, 3)
                    self.assertIn("inspect log convert", run.err)
                    self.assertNotIn("Traceback", run.err)

    def test_not_utf_8_too_large_and_nan(self) -> None:
        self.assertEqual(importers.read("markdown", b"a\nb\xff").flaws[0].line, 2)
        self.assertTrue(importers.read("markdown", b"x" * 50, max_bytes=10).flaws)
        self.assertTrue(importers.read("openai", dumped(openai_chat()).replace(b'"index": 0', b'"index": NaN')).flaws)


class Hostile(unittest.TestCase):
    def test_no_broken_file_is_released_or_ends_in_a_crash(self) -> None:
        """Documents that break JSON or the contract, read as every format there is."""
        path = shared(self, "cases", "hostile", "own", "documents.jsonl")
        with open(path, encoding="utf-8") as stream:
            broken = [json.loads(line)["bytes_latin1"].encode("latin1") for line in stream]
        folder = shared(self, "cases", "hostile", "json-test-suite", "test_parsing")
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                broken.append(file.read())
        self.assertGreater(len(broken), 300)
        harness = QualityHarness(profile("cited-text"), ledger="")
        for data in broken:
            for form in ("auto", *importers.FORMATS):
                with self.subTest(form=form, data=data[:60]):
                    for one in judging.judged(harness, data, "x.json", form):
                        self.assertFalse(one.report.released and form != "auto")

    def test_any_field_missing_or_of_another_type_is_read_or_refused(self) -> None:
        """Every field of every sample, taken out or replaced: no crash, and what is refused says where."""
        count = 0
        for form, make in EACH:
            for path in _paths(make(0)):
                for value in (MISSING, None, 5, "x", [], {}, [{}]):
                    count += 1
                    with self.subTest(make.__name__, path=path, value=value):
                        found = read(form, _changed(make(0), path, value))
                        self.assertTrue(found.items or all(flaw.message for flaw in found.flaws))
                        self.assertEqual(bool(found.items), not found.flaws)
        self.assertGreater(count, 1_500)


MISSING = object()


def _paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, one in pairs for path in [(*at, key), *_paths(one, (*at, key))]]


def _changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with the value at a path replaced, or taken out."""
    at = document
    for part in path[:-1]:
        at = at[part]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return document


def _emptied(document: Any) -> Any:
    """The document with every text of the answer blank."""
    if isinstance(document, dict):
        texts = ("text", "content", "result", "output")
        return {
            key: "" if key in texts and isinstance(value, str) else _emptied(value) if key != "citations" else []
            for key, value in document.items() if key not in ("annotations", "groundingMetadata", "grounding_metadata")
        } | ({"value": {"stringValue": '[{"parts": [{"type": "text", "content": ""}]}]'}}
             if document.get("key") == "gen_ai.output.messages" else {})  # fmt: skip
    return [_emptied(one) for one in document] if isinstance(document, list) else document


if __name__ == "__main__":
    unittest.main()

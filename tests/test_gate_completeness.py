"""completeness: what fires, what stays silent."""

import hashlib
import os
import tempfile
import unittest

from dankaro_quality.contracts import Deliverable, Task
from dankaro_quality.evaluators import completeness
from tests.builders import make_claim, make_result
from tests.tables import GateTables

PLAN = "The tables move one by one; the old ones stay until the last check."
FOLDER = tempfile.TemporaryDirectory()
ROOT = FOLDER.name
for _name, _data in {
    "plan.md": PLAN.encode(),
    "empty.md": b"",
    "blank.md": b"\xef\xbb\xbf \r\n\t",
    "zeros.bin": b"\0" * 64,
    "todo.md": b"# TODO\n",
    "image.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
}.items():
    with open(os.path.join(ROOT, _name), "wb") as _stream:
        _stream.write(_data)
os.mkdir(os.path.join(ROOT, "folder"))


def asked(*deliverables, delivered=(), **changes):
    return make_result(deliverables=delivered, **changes), {
        "task": Task(required_deliverables=deliverables),
        "root": ROOT,
    }


def handed(content=None, name="migration plan", **changes):
    return make_result(deliverables=[Deliverable(name, content, **changes)]), {"root": ROOT}


def keyed(*keys, output="The load was counted.", claims=()):
    return make_result(output=output, claims=claims), {"task": Task(required_keys=keys), "root": ROOT}


def answer(value, key="wait"):
    return make_claim(key=key, value=value)


class Completeness(GateTables, unittest.TestCase):
    CHECK = completeness.CHECK
    PROSE = ("CMP007",)
    FIRES = (
        ("CMP001", "/deliverables", "nothing is handed over", asked("migration plan")),
        (
            "CMP001",
            "/deliverables",
            "only said to be there",
            asked("migration plan", output="The migration plan is attached."),
        ),
        ("CMP001", "/deliverables", "another one", asked("migration plan", delivered={"plan": PLAN})),
        (
            "CMP001",
            "/deliverables",
            "the team requires it",
            (make_result(), {"settings": '[completeness]\nrequired_deliverables = ["migration plan"]'}),
        ),
        ("CMP002", "/deliverables/0/content", "no content", handed(None)),
        ("CMP002", "/deliverables/0/content", "blanks", handed(" \n\u200b")),
        ("CMP002", "/deliverables/0/content", "signs", handed("---\n***\n...")),
        ("CMP002", "/deliverables/0/content", "a placeholder", handed("TODO")),
        ("CMP002", "/deliverables/0/content", "a placeholder with a promise", handed("To be added after the review.")),
        ("CMP002", "/deliverables/0/content", "a template", handed("<insert plan here>")),
        ("CMP002", "/deliverables/0/content", "a placeholder, many times", handed("TODO " * 500)),
        ("CMP002", "/deliverables/0/content", "a long text for show", handed("Lorem ipsum dolor sit amet. " * 40)),
        ("CMP002", "/deliverables/0/content", "a look-alike letter", handed("T\u041eDO")),
        ("CMP002", "/deliverables/0/content", "nothing as text", handed("null")),
        (
            "CMP002",
            "/deliverables/0/content",
            "a sentence that it is there",
            handed("Please find the migration plan attached."),
        ),
        ("CMP002", "/deliverables/0/content", "pointing to the output", handed("See the output above.")),
        ("CMP002", "/deliverables/0/content", "pointing to a summary", handed("See the summary above.")),
        ("CMP002", "/deliverables/0/content", "left out", handed("(omitted for brevity)")),
        ("CMP002", "/deliverables/0/content", "left blank", handed("This document is intentionally left blank.")),
        ("CMP002", "/deliverables/0/content", "to come by mail", handed("As discussed, the plan follows by e-mail.")),
        ("CMP002", "/deliverables/0/content", "an excuse", handed("I was unable to write the migration plan.")),
        ("CMP002", "/deliverables/0/content", "the head of a table", handed("# Moves\n\n| table | day |\n|---|---|\n")),
        ("CMP002", "/deliverables/0/content", "its own name", handed("This is the migration plan.")),
        ("CMP002", "/deliverables/0/content", "headings only", handed("# Migration plan\n\n## Steps\n\n## Risks\n")),
        ("CMP002", "/deliverables/0/content", "empty HTML", handed("<html><body><p> </p></body></html>")),
        ("CMP002", "/deliverables/0/content", "an empty fence", handed("```python\n```")),
        ("CMP002", "/deliverables/0/content", "empty fields in JSON", handed('{"steps": [], "owner": "TBD"}')),
        ("CMP002", "/deliverables/0/content", "an empty object", handed({})),
        (
            "CMP002",
            "/deliverables/0/content",
            "an object of nothing",
            handed({"steps": [], "owner": "", "when": None, "why": ["TBD"]}),
        ),
        ("CMP002", "/deliverables/0/path", "a file that holds a placeholder", handed(None, path="todo.md")),
        ("CMP003", "/deliverables/0/path", "no such file", handed(None, path="absent.md")),
        ("CMP003", "/deliverables/0/path", "an empty file", handed(None, path="empty.md")),
        ("CMP003", "/deliverables/0/path", "a file of blanks", handed(None, path="blank.md")),
        ("CMP003", "/deliverables/0/path", "a file of zeros", handed(None, path="zeros.bin")),
        ("CMP003", "/deliverables/0/path", "a folder", handed(None, path="folder")),
        ("CMP003", "/deliverables/0/path", "outside the root", handed(None, path="../plan.md")),
        ("CMP003", "/deliverables/0/path", "an absolute path", handed(None, path=os.path.join(ROOT, "plan.md"))),
        (
            "CMP003",
            "/deliverables/0/path",
            "a path as the name alone",
            (make_result(deliverables=["absent.md"]), {"root": ROOT}),
        ),
        ("CMP004", "/deliverables/0/sha256", "of other content", handed(PLAN, sha256="0" * 64)),
        ("CMP004", "/deliverables/0/sha256", "no digest at all", handed(PLAN, sha256="checked")),
        ("CMP004", "/deliverables/0/sha256", "of another file", handed(None, path="plan.md", sha256="0" * 64)),
        ("CMP005", "/claims", "no claim", keyed("wait")),
        ("CMP005", "/claims", "a claim without a value", keyed("wait", claims=[make_claim(key="wait")])),
        ("CMP005", "/claims", "a blank", keyed("wait", claims=[answer(" \u200b")])),
        ("CMP005", "/claims", "a placeholder", keyed("wait", claims=[answer("TBD")])),
        ("CMP005", "/claims", "pointing to the output", keyed("wait", claims=[answer("see output")])),
        ("CMP005", "/claims", "a list of nothing", keyed("wait", claims=[answer(("", "n/a"))])),
        ("CMP005", "/claims", "null in the output", keyed("wait", output={"wait": None})),
        ("CMP005", "/claims", "an object of nothing", keyed("wait", output={"wait": {"median": "", "mean": None}})),
        ("CMP005", "/claims", "the key as a word of the output", keyed("wait", output="The wait was short.")),
        ("CMP005", "/claims", "one of two", keyed("wait", "load", claims=[answer(41)])),
        ("CMP005", "/claims", "an answer under a broken JSON output", keyed("wait", output='{"wait": 41')),
        ("CMP006", "/output", "nothing", make_result(output="")),
        ("CMP006", "/output", "blanks and invisible characters", make_result(output=" \n\u200b\u3164")),
        ("CMP006", "/output", "an empty object", make_result(output={})),
        ("CMP006", "/output", "an object of nothing", make_result(output={"answer": "", "notes": [None, " "]})),
        ("CMP006", "/output", "nothing as text", make_result(output="null")),
        ("CMP006", "/output", "nothing as a program prints it", make_result(output="None")),
        ("CMP006", "/output", "dots", make_result(output="...")),
        ("CMP006", "/output", "empty markup", make_result(output="<answer></answer>")),
        ("CMP006", "/output", "an empty fence", make_result(output="```json\n```")),
        ("CMP006", "/output", "empty fields in JSON", make_result(output='{"answer": "", "notes": [null]}')),
        ("CMP006", "/output", "an empty object as text", make_result(output=" {} ")),
    )
    SILENT = (
        ("CMP001", "by name", asked("Migration Plan", delivered={"migration plan": PLAN})),
        ("CMP001", "by file name", asked("plan.md", delivered=["plan.md"])),
        ("CMP001", "by file name without its ending", asked("plan", delivered=["plan.md"])),
        ("CMP001", "nothing is asked for", make_result()),
        ("CMP002", "content", handed(PLAN)),
        ("CMP002", "a short answer", handed("42")),
        ("CMP002", "a table with a row", handed("| table | day |\n|---|---|\n| users | Monday |\n")),
        ("CMP002", "a table head and a text", handed("| table | day |\n|---|---|\n\nNothing moves.\n")),
        ("CMP002", "one word that answers", handed("Failed.", name="verdict")),
        ("CMP002", "why something failed", handed("The copy failed since the disk was full.")),
        ("CMP002", "a short word that answers", handed("accepted")),
        ("CMP002", "short HTML", handed("<p>The tables move.</p>")),
        ("CMP002", "a text that names a placeholder", handed("The TODO in config.py is gone.")),
        ("CMP002", "a text that begins like one", handed("Missing rows were filled from the log.")),
        ("CMP002", "a text that mentions an attachment", handed("The attached table lists every move by day.")),
        ("CMP002", "a short answer to a name with choices", handed("accept", name="accept or reject")),
        ("CMP002", "headings with text under one", handed("# Migration plan\n\nOne table a day.\n\n## Risks\n")),
        ("CMP002", "values in JSON", handed('{"steps": ["one table a day"], "owner": ""}')),
        ("CMP002", "a list of numbers", handed("[1, 2]")),
        ("CMP002", "a tag that holds values", handed('<config timeout="3"/>')),
        ("CMP002", "code", handed("```python\nmove(tables)\n```")),
        ("CMP002", "a zero is a value", handed({"moved": 0, "left": None})),
        ("CMP002", "invisible characters in front of a text", handed("\u200b" * 2000 + PLAN)),
        ("CMP002", "a binary file", handed(None, path="image.png")),
        ("CMP003", "a file with content", handed(None, path="plan.md")),
        ("CMP003", "from here", handed(None, path="./plan.md")),
        ("CMP003", "the content is here, the path says where it will go", handed(PLAN, path="later/plan.md")),
        ("CMP004", "the digest of the content", handed(PLAN, sha256=hashlib.sha256(PLAN.encode()).hexdigest())),
        ("CMP004", "in capitals, with its name",
         handed(PLAN, sha256="SHA256:" + hashlib.sha256(PLAN.encode()).hexdigest().upper())),
        ("CMP004", "the digest of the file",
         handed(None, path="plan.md", sha256=hashlib.sha256(PLAN.encode()).hexdigest())),
        ("CMP004", "none declared", handed(PLAN)),
        ("CMP005", "a claim", keyed("Wait", claims=[answer(41)])),
        ("CMP005", "zero and false are answers", keyed("wait", "safe", claims=[answer(0), answer(False, "safe")])),
        ("CMP005", "none is an answer", keyed("open_defects", claims=[answer("none", "open_defects")])),
        ("CMP005", "a word that is a placeholder as a source", keyed("state", claims=[answer("pending", "state")])),
        ("CMP005", "a key of the output", keyed("wait", output={"wait": 41})),
        ("CMP005", "a key of an output in JSON", keyed("wait", output='{"wait": 41}')),
        ("CMP005", "answered, and left blank elsewhere", keyed("wait", output={"wait": 41}, claims=[answer("")])),
        ("CMP006", "one sign", make_result(output="✓")),
        ("CMP006", "a heading that answers", make_result(output="# 42")),
        ("CMP006", "a list of numbers", make_result(output="[1, 2]")),
        ("CMP006", "code alone", make_result(output="```\nmove(tables)\n```")),
        ("CMP006", "a zero", make_result(output={"defects": 0})),
        ("CMP006", "a number as text", make_result(output="0")),
    )  # fmt: skip


def tearDownModule() -> None:
    FOLDER.cleanup()


if __name__ == "__main__":
    unittest.main()

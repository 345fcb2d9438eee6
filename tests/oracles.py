"""Independent judges of what reports may hold: a build runner, an HTML parser, a Markdown renderer, schemas.

They are written from the documented rules of what reads the reports, and share no code with the exporters.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

from tests.builders import ROOT, SHARED

TOOLS = os.environ.get("DANKARO_TOOLS") or os.path.join(ROOT, ".ci", "tools")
"""Where .ci/run unpacks what only the tests need: schemas that no Python package carries, and the page checker."""


def hostile_texts() -> list[str]:
    """The hostile texts beside the project; empty when they are not there."""
    own = os.path.join(SHARED, "cases", "hostile", "own", "output_injection.jsonl")
    if not os.path.exists(own):
        return []
    folder = os.path.join(SHARED, "cases", "hostile")
    texts = [row["text"] for row in _rows(own)]
    texts += [row["text"] for row in _rows(os.path.join(folder, "injection", "html_xss.jsonl"))]
    with open(os.path.join(folder, "naughty-strings", "blns.json"), encoding="utf-8") as stream:
        texts += json.load(stream)
    return texts


def _rows(path: str) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as stream:
        yield from (json.loads(line) for line in stream if line.strip())


def runner_commands(log: str) -> list[tuple[str, dict[str, str], str]]:
    """What a GitHub runner (and Azure, TeamCity) would act on in a log: (name, properties, message).

    `::name k=v,k=v::message` where the line begins so after blanks; `##[name k=v;k=v]message` anywhere in a line;
    `##vso[…]` and `##teamcity[…]` likewise. A lone carriage return ends a line as well.
    """
    found = []
    for line in re.split(r"\r\n|\r|\n", log):
        begun = line.lstrip()
        if begun.startswith("::") and "::" in begun[2:]:
            head, _, message = begun[2:].partition("::")
            name, _, rest = head.partition(" ")
            properties = dict(one.partition("=")[::2] for one in rest.split(",") if one)
            found.append((name, {k: _unescaped(v, True) for k, v in properties.items()}, _unescaped(message)))
            continue
        found += [(name, {}, line) for name in re.findall(r"##(?:vso|teamcity)?\[([^\]]*)", line)]
    return found


def _unescaped(text: str, is_property: bool = False) -> str:
    pairs = [("%0D", "\r"), ("%0A", "\n")] + ([("%3A", ":"), ("%2C", ",")] if is_property else []) + [("%25", "%")]
    for escape, sign in pairs:
        text = text.replace(escape, sign)
    return text


def controls(text: str) -> list[str]:
    """Characters that act on a terminal or hide from a reader: C0 and C1 but the line feed, directions, half pairs."""
    return re.findall(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\u2028\u2029]", text
    )


def skeleton(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of an HTML page in order, with the names of their attributes, as a browser would see them."""
    import html5lib

    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return [(str(one.tag), tuple(sorted(map(str, one.attrib)))) for one in tree.iter()]


def rendered(markdown: str) -> str:
    """Markdown as GitHub renders it, raw HTML let through so that it would be seen."""
    import cmarkgfm
    from cmarkgfm.cmark import Options

    return str(cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE))


def tool(*parts: str) -> str:
    """The path of something .ci/run unpacks, or "" when it is not there."""
    path = os.path.join(TOOLS, *parts)
    return path if os.path.exists(path) else ""

"""Blocks and sentences of Markdown, held against two Markdown parsers, and what counts as a statement."""

import glob
import os
import random
import re
import unittest
from html.parser import HTMLParser

from dankaro_quality.markdown import Kind, read_blocks
from dankaro_quality.prose import Document, Sentence, is_greeting, is_question, is_statement, read, unfinished
from tests.builders import shared


def parts(text: str) -> list[str]:
    """The sentences of a text, line breaks shown as blanks."""
    return [" ".join(sentence.text.split()) for sentence in read(text).sentences]


def plain(text: str) -> str:
    """What is left of the text when all is masked, runs of blanks as one."""
    return " ".join(read(text).plain.split())


def only(text: str) -> Sentence:
    (sentence,) = read(text).sentences
    return sentence


# Documents of our own, one construct after another in each.
DOCUMENTS = {
    "headings": (
        "# One\n\nText under it.\n\n## Two ##\nText\n\nThree\n=====\n\nFour\nlines\n---\n\n#not one\n\n"
        "####### nor this\n"
    ),
    "fences": (
        "~~~ python\n```\ncode\n~~~\n\n````\n```\nstill\n````\n   ```\n   inside\n  ```\nafter\n\n``` no`fence\ntext\n"
    ),
    "indented code": "Text\n    goes on\n\n    code\n\n      more code\n\n\nText again\n\n\tcode by tab\n",
    "lists": (
        "- one\n- two\n  goes on\nlazily\n\n  second paragraph\n- three\n\n1. first\n2. second\n   - inner\n"
        "     - innermost\n10) other\n"
    ),
    "lists and code": (
        "1.  item\n\n        code in it\n\n    text in it\n\n-     code at once\n- ```\n  fenced\n  ```\n- # heading\n"
    ),
    "list traps": (
        "The year was\n1986. What a year.\n\ntext\n- interrupts\n\n*not a list\n\n-\n- \n  empty before\n\n"
        "+ a\n* b\n- c\n"
    ),
    "quotations": (
        "> One\ngoes on lazily\n> > deeper\n> still deeper\n\n> - list in it\n> \n> # heading in it\n>\n"
        ">     code in it\n\n>no blank\n"
    ),
    "tables": (
        "| a | b |\n|---|:-:|\n| 1 | 2 |\nno pipes\n\ntext\na | b\n- | -\n1 | 2\n> quotation\n\n| a |\n| b |\n"
        "\n|a|b|\n|-|\n"
    ),
    "tables in lists": "- item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n\n  text\n\n> | a |\n> |---|\n> | 1 |\n",
    "html": (
        "<div>\ntext\n\nmarkdown\n</div>\n\n<!-- one\n\ntwo -->\ntext\n\n<script>\nvar a\n\nvar b\n</script>\n"
        '\n<b>bold</b> text\n\n<custom-tag a="b">\ntext\n'
    ),
    "definitions": (
        "[one]: https://example.org\n[two]: <a b> 'title'\ntext after\n\n[three]:\n  /path\n  \"title\"\n\n"
        "[not a definition] text\n\n[a]:\n\n[b]: /u trailing\n\n[c]: /u\n===\n"
    ),
    "breaks": "***\n---\n_ _ _\n\ntext\n***\n\n- - -\n\n--\n\n==\n",
    "tabs": "-\titem\n\n\tgoes on\n\n>\tquotation\n\n1.\tone\n\t2.\ttwo\n\n\t\tcode in the item\n",
    "line ends": "one\r\ntwo\r\n\r\n```\r\ncode\r\n```\r\n",
    "a report": (
        "# Load test\n\nWe ran it **twice**. Both runs\nagree.\n\n## Results\n\n| run | ms |\n|---|---|\n"
        "| 1 | 40 |\n\n- Median: 40 ms\n  - p95: 80 ms\n\n> The old page said 30 ms.\n\n```sh\n$ make load\n"
        "```\n\n1. Keep it.\n2. Measure again.\n\n[1]: https://example.org/load\n"
    ),
}
BLOCKS = {
    "paragraph_open": Kind.PARAGRAPH, "heading_open": Kind.HEADING, "fence": Kind.CODE, "code_block": Kind.CODE,
    "html_block": Kind.HTML, "table_open": Kind.TABLE, "hr": Kind.BREAK,
}  # fmt: skip
CONTAINERS = ("blockquote", "bullet_list", "ordered_list")


def in_container(kind: Kind, containers: list[str]) -> Kind:
    """What we call a block of the parser's kind inside these containers."""
    if kind in (Kind.PARAGRAPH, Kind.HEADING, Kind.HTML) and any(
        name in ("blockquote", "blockquote_open") for name in containers
    ):
        return Kind.QUOTE
    return Kind.LIST if kind is Kind.PARAGRAPH and containers else kind


def ours(text: str) -> dict[int, Kind]:
    """The kind of each line. Link definitions are left out: the parsers make no block of them."""
    blocks = [block for block in read_blocks(text)[0] if block.kind is not Kind.DEFINITION]
    return {line: block.kind for block in blocks for line in range(block.first_line, block.last_line + 1)}


def token_map(text: str) -> dict[int, Kind]:
    """The kind of each line by markdown-it-py."""
    from markdown_it import MarkdownIt

    kinds, containers = {}, []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type.rpartition("_")[0] in CONTAINERS:
            containers.append(token.type) if token.nesting > 0 else containers.pop()
        elif token.type in BLOCKS and token.map:
            kind = in_container(BLOCKS[token.type], containers)
            kinds.update((line + 1, kind) for line in range(*token.map))
    return kinds


TAGS = {"p": Kind.PARAGRAPH, "li": Kind.PARAGRAPH, "pre": Kind.CODE, "table": Kind.TABLE, "hr": Kind.BREAK}


class SourcePositions(HTMLParser):
    """The kind of each line by the positions that cmark writes into its HTML; it gives none for HTML blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: dict[int, Kind] = {}
        self.containers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        position = dict(attrs).get("data-sourcepos")
        if position is None:
            return
        if tag in ("blockquote", "ul", "ol"):
            self.containers.append(tag)
        kind = TAGS.get(tag) or (Kind.HEADING if re.fullmatch("h[1-6]", tag) else None)
        if kind:
            first, last = (int(place.partition(":")[0]) for place in position.split("-"))
            self.kinds.update((line, in_container(kind, self.containers)) for line in range(first, last + 1))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("blockquote", "ul", "ol") and self.containers:
            self.containers.pop()


def source_positions(text: str) -> dict[int, Kind]:
    import cmarkgfm
    from cmarkgfm.cmark import Options

    page = SourcePositions()
    page.feed(cmarkgfm.markdown_to_html_with_extensions(text, Options.CMARK_OPT_SOURCEPOS, ["table"]))
    return page.kinds


def filled(text: str) -> list[int]:
    return [number for number, line in enumerate(re.split("\r\n|\r|\n", text), 1) if line.strip()]


class AgainstParsers(unittest.TestCase):
    """Our kinds by line are the parsers'. Front matter is the one construct they do not know; it has its own test."""

    def parser(self, name: str) -> None:
        try:
            __import__(name)
        except ImportError:
            self.skipTest(f"{name} is not installed (pip install -e .[dev])")

    def reports(self) -> list[str]:
        folder = shared(self, "cases", "reports")
        texts = []
        for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
            with open(path, encoding="utf-8") as stream:
                texts.append(stream.read())
        self.assertGreater(len(texts), 9)
        return texts

    def assert_agree(self, text: str, parsed: dict[int, Kind]) -> None:
        kinds = ours(text)
        self.assertEqual(
            {line: kinds.get(line) for line in filled(text)}, {line: parsed.get(line) for line in filled(text)}
        )

    def test_documents_against_markdown_it(self) -> None:
        self.parser("markdown_it")
        for name, text in DOCUMENTS.items():
            with self.subTest(name=name):
                self.assert_agree(text, token_map(text))

    def test_documents_against_cmark(self) -> None:
        self.parser("cmarkgfm")
        for name, text in DOCUMENTS.items():
            kinds, parsed = ours(text), source_positions(text)
            lines = [line for line in filled(text) if kinds.get(line, Kind.HTML) is not Kind.HTML]
            with self.subTest(name=name):
                self.assertEqual({line: kinds[line] for line in lines}, {line: parsed.get(line) for line in lines})

    def test_real_reports_against_markdown_it(self) -> None:
        self.parser("markdown_it")
        for number, text in enumerate(self.reports()):
            with self.subTest(number=number):
                self.assert_agree(text, token_map(text))

    def test_random_documents_against_both(self) -> None:
        """Lines put together at random: each is what one of the parsers says. They differ from each other on tabs
        before lazy lines and on tables that begin an item; definitions are left out, since they differ most on those.
        """
        self.parser("markdown_it")
        self.parser("cmarkgfm")
        marks = ["", "", "  ", "    ", "> ", "- ", "* ", "1. ", "2) ", "   ", "\t"]
        bodies = [
            "word", "two words", "", "# h", "===", "***", "```", "~~~", "| a | b |", "|---|---|", "<div>", "</div>",
            "-->",            "    code", "a | b", "-", "1.", "\\", "<!-- x", "    ",
        ]  # fmt: skip
        for seed in range(600):
            chance = random.Random(seed)
            lines = [
                "".join(chance.choices(marks, k=chance.choice((0, 0, 1, 1, 2)))) + chance.choice(bodies)
                for _ in range(6)
            ]
            text = "\n".join(lines)
            kinds, one, other = ours(text), token_map(text), source_positions(text)
            with self.subTest(seed=seed):
                odd = [line for line in filled(text) if kinds.get(line) not in (one.get(line), other.get(line))]
                self.assertEqual(odd, [])


class Blocks(unittest.TestCase):
    def test_the_kind_of_every_block(self) -> None:
        text = "---\ntitle: x\n---\n# H\n\ntext\n\n- a\n\n> q\n\n|a|b|\n|-|-|\n\n"
        text += "```\nc\n```\n\n<p>x</p>\n\n***\n\n[d]: /u\n"
        kinds = [str(block.kind) for block in read(text).blocks]
        wanted = [
            "front matter",
            "heading",
            "paragraph",
            "list",
            "quote",
            "table",
            "code",
            "html",
            "break",
            "definition",
        ]
        self.assertEqual(kinds, wanted)

    def test_front_matter_is_at_the_top_and_closed(self) -> None:
        rows = (
            ("closed by dashes", "---\nkey: value\n---\nText here.", Kind.FRONT_MATTER),
            ("closed by points", "---\n# comment\nkey: value\n...\nText here.", Kind.FRONT_MATTER),
            ("never closed", "---\nkey: value\n\nText here.", Kind.BREAK),
            ("no settings in it", "---\nJust text\n---\n", Kind.BREAK),
            ("empty", "---\n---\n", Kind.BREAK),
            ("not at the top", "\n---\nkey: value\n---\n", Kind.BREAK),
        )
        for reason, text, kind in rows:
            with self.subTest(reason=reason):
                self.assertEqual(read(text).blocks[0].kind, kind)

    def test_where_front_matter_ends(self) -> None:
        block, paragraph = read("---\nkey: value\n---\nText.").blocks
        self.assertEqual((block.first_line, block.last_line, block.start, block.end), (1, 3, 0, 18))
        self.assertEqual((paragraph.first_line, paragraph.start, paragraph.end), (4, 19, 24))

    def test_an_open_fence_shows(self) -> None:
        rows = (
            ("```\ncode", True),
            ("~~~\n```\n", True),
            ("```\ncode\n```", False),
            ("- ```\n  code\n\ntext", False),
            ("text", False),
        )
        for text, is_open in rows:
            with self.subTest(text=text):
                self.assertIs(read(text).unclosed_fence, is_open)

    def test_json_is_data(self) -> None:
        rows = (
            ("an object", '{"a": [1, 2]}', True), ("an array", " [1, 2]\n", True), ("a link", "[text](address)", False),
            ("broken", '{"a": 1', False), ("a word in braces", "{word}", False), ("a number", "12", False),
            ("too deep to read", "[" * 100_000 + "]" * 100_000, False), ("nothing", "", False),
        )  # fmt: skip
        for kind, text, is_data in rows:
            with self.subTest(kind=kind):
                document = read(text)
                self.assertIs(document.is_data, is_data)
                self.assertFalse(is_data and document.sentences)

    def test_what_stands_where(self) -> None:
        document = read("# Head\n\nOne. Two.\n\n```\ncode\n```\n")
        self.assertEqual([document.block_at(at).kind for at in (2, 9)], [Kind.HEADING, Kind.PARAGRAPH])
        self.assertEqual([document.sentence_at(at).text for at in (8, 13)], ["One.", "Two."])
        self.assertIsNone(document.block_at(7))
        self.assertIsNone(document.sentence_at(25))
        self.assertIsNone(Document("x").block_at(0) or Document("x").sentence_at(0))


class Sentences(unittest.TestCase):
    SPLIT = (
        ("stops", "One is here. Two is there! Is it three?", ["One is here.", "Two is there!", "Is it three?"]),
        ("a soft break", "One goes\non here. Two is\nthere.", ["One goes on here.", "Two is there."]),
        ("hard breaks", "One  \ntwo\\\nthree", ["One", "two\\", "three"]),
        ("decimals", "It took 3.5 s. Then 0.2 s more.", ["It took 3.5 s.", "Then 0.2 s more."]),
        (
            "a unit of one letter",
            "It fell to 0.42 V. Nothing else changed.",
            ["It fell to 0.42 V.", "Nothing else changed."],
        ),
        (
            "abbreviations",
            "See e.g. Dr. Low vs. Prof. High, i.e. both.",
            ["See e.g. Dr. Low vs. Prof. High, i.e. both."],
        ),
        (
            "numbered things",
            "See Fig. 3 and No. 5. No. There is more.",
            ["See Fig. 3 and No. 5.", "No.", "There is more."],
        ),
        (
            "and others",
            "Low et al. (2020) saw it. High et al. did not.",
            ["Low et al. (2020) saw it.", "High et al. did not."],
        ),
        (
            "at the end of a sentence",
            "Tea, coffee, etc. The rest is water.",
            ["Tea, coffee, etc.", "The rest is water."],
        ),
        ("initials", "It was written by J. R. Low. He is old.", ["It was written by J. R. Low.", "He is old."]),
        (
            "letters for a state",
            "The U.S. Navy came. It left the U.S. The rest stayed.",
            ["The U.S. Navy came.", "It left the U.S.", "The rest stayed."],
        ),
        ("an ellipsis", "Well... maybe… no. Wait... It works.", ["Well... maybe… no.", "Wait...", "It works."]),
        ("both signs", "Really?! Yes.", ["Really?!", "Yes."]),
        (
            "brackets and quotation marks",
            'He said "no." (She left.) They ate.',
            ['He said "no."', "(She left.)", "They ate."],
        ),
        ("a quotation of several", "“It is late. Go home.” They went.", ["“It is late. Go home.”", "They went."]),
        ("emphasis", "**It works.** Next.", ["**It works.**", "Next."]),
        ("stops of wide scripts", "一句话。第二句！第三句？", ["一句话。", "第二句！", "第三句？"]),
        (
            "a reference behind the stop",
            "It rose. [1] It fell.[2] It stayed. [3, 4]",
            ["It rose. [1]", "It fell.[2]", "It stayed. [3, 4]"],
        ),
        (
            "lines of references",
            "Sources\n[1] First page\n[2] Second page",
            ["Sources", "[1] First page", "[2] Second page"],
        ),
        ("code with stops in it", "Call `a.b. C` now. `next` follows.", ["Call `a.b. C` now.", "`next` follows."]),
        (
            "German abbreviations",
            "Vgl. Anlage 2, S. 7 und Abb. 3. Danach 5 Mio. Stück.",
            ["Vgl. Anlage 2, S. 7 und Abb. 3.", "Danach 5 Mio. Stück."],
        ),
        ("an address", "See https://example.org/a.B. Then go.", ["See https://example.org/a.B.", "Then go."]),
        ("a small letter goes on", "The file no. five is here.", ["The file no. five is here."]),
        ("a number at the start of a line", "2. Second comes next.", ["Second comes next."]),
        ("a number within a paragraph", "It is so. 2. Second comes next.", ["It is so.", "2. Second comes next."]),
        ("items", "- one\n  goes on\n- two. Three\n", ["one goes on", "two.", "Three"]),
        ("boxes of tasks", "- [x] done\n- [ ] open\n  here\n", ["done", "open here"]),
        ("quotations", "> one\n> two. Three\n", ["one > two.", "Three"]),
        ("headings", "# One. More.\n\nTwo\nlines\n===\n", ["One.", "More.", "Two lines"]),
        (
            "no sentence",
            (
                "```\nOne. Two.\n```\n\n| a. | b. |\n|---|---|\n\n***\n\n[a]: /u\n\n"
                "<!-- No. -->\n\n<script>\nA. B.\n</script>\n"
            ),
            [],
        ),
        ("only signs", "...\n\n?\n\n* * *\n", []),
        ("text in HTML", "<p>One. Two.</p>\n", ["<p>One.", "Two.</p>"]),
    )
    MASKED = (
        ("code", "Use `x = 40` and ``a ` b`` now", "Use and now"),
        ("a lone backtick", "A ` alone", "A ` alone"),
        ("straight quotation marks", 'The page says "up 40%" today', "The page says today"),
        ("typographic ones", "It says “up 40%”, „so 5“ and «so 6» here", "It says , and here"),
        ("with blanks inside", "Il dit « oui » ici", "Il dit ici"),
        ("single ones", "the 'quoted words' and ‘these’ too", "the and too"),
        ("the stop of a quotation", "He said “it works.” Then", "He said . Then"),
        ("no partner", 'a 5" and a 7" screen, “open', 'a 5" and a 7" screen, “open'),
        ("a quotation too long to be one", f'"{"so " * 400}so" it is', f'"{"so " * 400}so" it is'),
        ("apostrophes", "it's the users' choice, don't", "it's the users' choice, don't"),
        ("across sentences", 'One "is. Two" is', "One is"),
        ("a link", 'see [the page](https://example.org/5 "title") now', "see the page now"),
        ("a link with brackets in it", "see [a](http://x/(5)) now", "see a now"),
        ("a numbered link and an image", "so [3](http://x) ![alt 5](y.png) now", "so now"),
        ("a reference link", "see [text][ref] and [1] now", "see text and [1] now"),
        ("addresses", "see <https://a.b/5>, https://c.d/6. and www.e.f/7 now", "see , . and now"),
        ("an address without a scheme", "see www.example.org/7 now", "see now"),
        ("tags and comments", "a <b>bold</b> <!-- 5 --> word <a@b.c>", "a bold word"),
        ("emphasis", "**so** *it* __is__ _too_ ~~old~~", "so it is too old"),
        ("no emphasis", "snake_case 2*3 and 2 * 3", "snake_case 2*3 and 2 * 3"),
        ("escapes", "\\*not\\* and \\`not\\`", "\\*not\\* and \\`not\\`"),
        ("brackets alone", "a ] b [ c", "a ] b [ c"),
        ("less than", "p < 0.05 and a<5", "p < 0.05 and a<5"),
    )

    def test_split(self) -> None:
        for kind, text, wanted in self.SPLIT:
            with self.subTest(kind=kind):
                self.assertEqual(parts(text), wanted)

    def test_masked(self) -> None:
        for kind, text, wanted in self.MASKED:
            with self.subTest(kind=kind):
                self.assertEqual(plain(text), wanted)

    def test_lines(self) -> None:
        text = "# Head\n\nOne is\nhere. Two.\n\n- three\n  four. Five\n\n[d]: /u\nSix.\r\nSeven  \r\neight"
        lines = [(sentence.line, sentence.text.split()[0]) for sentence in read(text).sentences]
        wanted = [
            (1, "Head"),
            (3, "One"),
            (4, "Two."),
            (6, "three"),
            (7, "Five"),
            (10, "Six."),
            (11, "Seven"),
            (12, "eight"),
        ]
        self.assertEqual(lines, wanted)

    def test_places_are_exact(self) -> None:
        texts = [text for _, text, _ in (*self.SPLIT, *self.MASKED)]
        for text in (*texts, *DOCUMENTS.values(), "\n\n".join(texts)):
            with self.subTest(text=text[:30]):
                self.assert_exact(text)

    def assert_exact(self, text: str) -> None:
        document = read(text)
        self.assertEqual(len(document.plain), len(text))
        end, line = 0, 1
        for sentence in document.sentences:
            self.assertGreaterEqual(sentence.start, end)
            self.assertEqual(text[sentence.start : sentence.end], sentence.text)
            self.assertEqual(len(sentence.plain), len(sentence.text))
            line += len(re.findall("\r\n|\r|\n", text[end : sentence.start]))
            self.assertEqual(sentence.line, line)
            line += len(re.findall("\r\n|\r|\n", sentence.text))
            end = sentence.end

    def test_any_text_can_be_read(self) -> None:
        signs = "ab. \n\t>#-*_`~[](){}<>!|:=\"'“”1\\&\r\u2028\u0301\ud800。"
        for seed in range(600):
            chance = random.Random(seed)
            with self.subTest(seed=seed):
                self.assert_exact("".join(chance.choices(signs, k=60)))

    def test_hostile_text_is_read_in_time_that_grows_with_it(self) -> None:
        pieces = "[|>|*|`|> |- |`x |](|](a|[a](|<a|<!--|\"| \"a|“| 'a|'|.|. |a.|.)|_a|***a|\\|[^1] |  \n"
        pieces += "|~~~\n|```\n|- a\n\n\n|a\n=|[a]: /u\n"
        bars = ("|", "|a|\n|-|\n", "|a" * 50 + "\n" + "|-" * 50 + "\n")
        deep = ("\n".join(">" * depth for depth in range(400)), "\n".join(" " * depth + "- a" for depth in range(400)))
        for text in (
            *(piece * (40_000 // len(piece)) for piece in (*pieces.split("|"), *bars)),
            *deep,
            "- " * 99 + "a" + "\n" * 40_000,
        ):
            with self.subTest(text=text[:8]):  # read to the end without an error; a quadratic step would take minutes
                self.assert_exact(text)


class Statements(unittest.TestCase):
    FIRES = (
        ("a sentence", "The queue holds ten jobs."),
        ("two words", "Sales doubled."),
        ("no stop at the end", "The queue holds ten jobs"),
        ("a label and a figure", "Accuracy: 93%"),
        ("an item with a verb", "- the queue was empty"),
        ("an item with a stop", "- The queue holds ten jobs."),
        ("an item with a figure", "- Median: 40 ms"),
        ("text in HTML", "<p>The queue holds ten jobs.</p>"),
        ("thanks to something", "Thanks to the cache, pages load at once."),
        ("a greeting with a claim", "Hi, sales doubled in the north."),
        ("a presentation with a claim", "Here is the proof that sales doubled in all of the regions."),
        ("a courtesy with a figure", "Thank you for the 40% rise."),
        (
            "a long sentence with a colon",
            "In all of the regions that we looked at the sales of the new product line have doubled:",
        ),
        ("a script without blanks", "收入增长了一倍。"),
        ("a sentence in bold", "**The queue holds ten jobs.**"),
        ("a sentence that begins in bold", "**The queue** holds ten of the jobs"),
        ("a long line in bold", "**The queue of the north holds ten jobs on all days of the week**"),
        ("a quoted question", 'The page asks "why?" and goes on.'),
    )
    SILENT = (
        ("a heading", "# The queue holds ten jobs."),
        ("code", "```\nThe queue holds ten jobs.\n```"),
        ("a table", "| The queue | holds ten jobs. |\n|---|---|\n| a | b |"),
        ("a block quotation", "> The queue holds ten jobs."),
        ("a quotation", '"The queue holds ten jobs."'),
        ("a question", "Does the queue hold ten jobs?"),
        ("a question in brackets", "(Does the queue hold ten jobs?)"),
        ("a greeting", "Hello Anna and Ben!"),
        ("a courtesy", "I hope this helps, and let me know if more is needed."),
        ("a presentation", "Here is the summary you asked for."),
        ("an introduction", "The results are as follows:"),
        ("a fragment", "Not applicable."),
        ("a fragment in a list", "- bread and milk"),
        ("a reference", "[1] https://example.org/a/b"),
        ("an address", "https://example.org/the-queue-holds-ten"),
        ("a command", "- `make all the tests run`"),
        ("a heading in bold", "**2. Accuracy of the queue (93%)**"),
        ("a heading in bold with a colon", "**What was found in the queue:**"),
    )

    def test_states(self) -> None:
        for kind, text in self.FIRES:
            with self.subTest(kind=kind):
                self.assertTrue(any(is_statement(sentence) for sentence in read(text).sentences))

    def test_stays_silent(self) -> None:
        for reason, text in self.SILENT:
            with self.subTest(reason=reason):
                self.assertFalse(any(is_statement(sentence) for sentence in read(text).sentences))

    def test_questions(self) -> None:
        rows = (
            ("Is it?", True),
            ("Is it？", True),
            ('(Is "it"?)', True),
            ('He asked "is it?"', False),
            ("It is.", False),
        )
        for text, wanted in rows:
            with self.subTest(text=text):
                self.assertIs(is_question(only(text)), wanted)

    def test_greetings(self) -> None:
        rows = (
            ("Hi team,", True), ("Sure!", True), ("Thank you!", True), ("Best regards", True), ("Dear Dr Low,", True),
            ("Don’t hesitate to ask.", True), ("Great results came in.", False), ("Thanks to it, all is well.", False),
            ("...a", False),
        )  # fmt: skip
        for text, wanted in rows:
            with self.subTest(text=text):
                self.assertIs(is_greeting(only(text)), wanted)


class Unfinished(unittest.TestCase):
    FIRES = (
        ("an open fence", "It is done.\n\n```\ncode"),
        ("a word that needs another", "It is done. The queue then went to the"),
        ("a comma", "It is done. The queue, the cache,"),
        ("an open bracket", "It is done. The queue ("),
        ("no stop where all others have one", "It is done here. The queue held all of ten jobs and then it stopp"),
    )
    SILENT = (
        ("an end", "It is done."),
        ("a reference at the end", "It is done here. The queue holds all ten jobs. [1]"),
        ("a closing mark", "It is done here. (The queue holds all ten jobs.)"),
        ("a writer without stops", "The queue holds ten jobs"),
        ("a short signature", "It is done here.\n\nAnna Low"),
        ("a list", "It is done here.\n\n- the queue holds all of ten jobs and"),
        ("a heading", "It is done here.\n\n# The queue and the"),
        ("a table", "It is done here.\n\n| the | of |\n|---|---|"),
        ("closed code", "It is done here.\n\n```\nfor x in\n```"),
        ("a source", "It is done here.\n\nThe page with all of it is https://example.org/a-"),
        ("a definition behind it", "It is done here.\n\n[a]: /the"),
        ("data", '{"a": 1}'),
        ("nothing", ""),
    )

    def test_cut_off(self) -> None:
        for kind, text in self.FIRES:
            with self.subTest(kind=kind):
                self.assertTrue(unfinished(read(text)))

    def test_stays_silent(self) -> None:
        for reason, text in self.SILENT:
            with self.subTest(reason=reason):
                self.assertEqual(unfinished(read(text)), "")


if __name__ == "__main__":
    unittest.main()

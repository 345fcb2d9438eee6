"""The blocks of a Markdown text by line: what is a paragraph, heading, list, table, code, quotation.

The block rules of CommonMark 0.31 with the tables of GitHub's dialect and YAML front matter, in one pass over the
lines. What stands inside a block (emphasis, links, code spans) is the business of prose.py. Held against two parsers
by tests/test_prose.py.

Known differences from CommonMark, none of which moves a line from prose to code or back in a real report: containers
deeper than `MAX_DEPTH` are text; the title of a link reference definition stands on one line.
"""

from __future__ import annotations

from enum import StrEnum

from dankaro_quality.frozen import frozen
from dankaro_quality.patterns import compiled

MAX_DEPTH = 32  # containers in containers; without a limit a line of 70,000 ">" costs its square
MAX_FRONT_MATTER = 200  # lines


class Kind(StrEnum):
    """What a block is; a paragraph in a list is a list, anything but code and tables in a quotation is a quotation."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    HTML = "html"
    BREAK = "break"
    DEFINITION = "definition"
    FRONT_MATTER = "front matter"


@frozen
class Block:
    """One block: its kind, first and last line (from 1), its place in the text, and where the content of each line is.

    `verbatim` is HTML that is not read as text: a comment, a script, a style.
    """

    kind: Kind
    first_line: int
    last_line: int
    start: int
    end: int
    pieces: tuple[tuple[int, int], ...] = ()
    verbatim: bool = False


def read_blocks(text: str) -> tuple[list[Block], bool]:
    """The blocks of the text in order, and whether it ends inside a code fence that was never closed."""
    reader = _Reader(text)
    lines = _lines(text)
    skip = _front_matter(text, lines)
    if skip:
        reader.add(Kind.FRONT_MATTER, 1, skip, lines[0][0], lines[skip - 1][1])
    for number in range(skip, len(lines)):
        reader.take(number + 1, *lines[number])
    unclosed = bool(reader.fence)
    reader.close()
    return reader.blocks, unclosed


def _lines(text: str) -> list[tuple[int, int]]:
    """Start and end of each line, line ends left out; only CR, LF and CRLF end a line."""
    if "\r" in text:
        found = [(line.start(1), line.end(1)) for line in compiled(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)").finditer(text)]
        return found[:-1] if len(found) > 1 and found[-1][0] == found[-1][1] else found
    found, start = [], 0
    for line in text.split("\n"):
        end = start + len(line)
        found.append((start, end))
        start = end + 1
    return found


def _front_matter(text: str, lines: list[tuple[int, int]]) -> int:
    """How many lines at the top are front matter: "---", settings, "---"."""
    if not text.startswith("---") or text[slice(*lines[0])].rstrip() != "---" or len(lines) < 3:
        return 0
    if not compiled(r"\s*(?:#|[\w\"'-][^:\n]{0,80}:(?:\s|\Z))").match(text, lines[1][0], lines[1][1]):
        return 0
    ends = (n for n in range(1, min(len(lines), MAX_FRONT_MATTER)) if text[slice(*lines[n])].rstrip() in ("---", "..."))
    end = next(ends, 0)
    return end + 1 if end > 1 else 0


class _Reader:
    """The state between two lines: the open containers, and the open block if it may go on."""

    __slots__ = ("blocks", "containers", "fence", "first", "html_end", "kind", "last", "last_end", "pieces", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.containers: list[list[int]] = []  # [columns its content is indented by (0 for a quotation), has content]
        self.kind: Kind | None = None  # of the open block; the rest describes it
        self.pieces: list[tuple[int, int]] = []
        self.first = self.last = self.last_end = 0
        self.fence = ""  # the fence that opened it, "" for other blocks
        self.html_end = ""  # what closes an HTML block: a pattern, or "blank"

    def take(self, number: int, start: int, end: int) -> None:
        """Take in the next line."""
        kind = self.kind
        if not self.containers and (kind is None or kind is Kind.PARAGRAPH):
            initial = self.text[start : start + 1]
            if initial.isalpha() and start < end:  # nothing but a paragraph begins with a letter
                self._text(number, start, end)
                return
        depth, at, column = self._matched(start, end)
        behind = depth < len(self.containers)
        if kind is not None and not behind and self._goes_on(number, at, column, end):
            return
        self._open(number, at, column, end, depth)

    # Containers

    def _matched(self, at: int, end: int) -> tuple[int, int, int]:
        """How many open containers the line continues, and where their content begins on it."""
        column = depth = 0
        for width, filled in self.containers:
            indent, content = _indent(self.text, at, end, column)
            if width == 0:
                if indent > 3 or self.text[content : content + 1] != ">" or content >= end:
                    break
                at, column = _past_marker(self.text, content + 1, end, column + indent + 1)
            elif content >= end:
                if not filled:
                    break
                at, column = content, column + indent
            elif indent >= width:
                at, column = _advance(self.text, at, column, width)
            else:
                break
            depth += 1
        return depth, at, column

    def _close_below(self, depth: int) -> None:
        """Close the containers that the line does not continue, with what is open in them."""
        self.close()
        del self.containers[depth:]

    def _push(self, width: int) -> None:
        if self.containers:
            self.containers[-1][1] = 1
        self.containers.append([width, width == 0])

    # Blocks that go on

    def _goes_on(self, number: int, at: int, column: int, end: int) -> bool:
        """Add the line to the open block if that is code, HTML or a table that goes on; whether the line is used up."""
        indent, content = _indent(self.text, at, end, column)
        blank = content >= end
        if self.fence:
            self._extend(number, end)
            if not blank and indent <= 3 and self._is_closing(content, end):
                self.close()
            return True
        if self.kind is Kind.CODE:
            if indent >= 4 and not blank:
                self._extend(number, end)
            return blank or indent >= 4
        if self.kind is Kind.HTML:
            return self._html_line(number, at, end, blank)
        return False

    def _html_line(self, number: int, at: int, end: int, blank: bool) -> bool:
        if self.html_end == "blank":
            if blank:
                self.close()
                return True
            self._extend(number, end, at)
            return True
        self._extend(number, end, at)
        if compiled(self.html_end).search(self.text, at, end):
            self.close()
        return True

    def _is_closing(self, content: int, end: int) -> bool:
        run = compiled(r"(`+|~+)[ \t]*\Z").match(self.text, content, end)
        return bool(run and run[1][0] == self.fence[0] and len(run[1]) >= len(self.fence))

    # Blocks that begin

    def _open(self, number: int, at: int, column: int, end: int, depth: int) -> None:
        """Open what begins on the line: containers first, then the one block in them."""
        while True:
            indent, content = _indent(self.text, at, end, column)
            if content >= end:
                self._blank(depth)
                return
            if indent >= 4:
                if self.kind is not Kind.PARAGRAPH:
                    self._close_below(depth)
                    self._begin(Kind.CODE, number, at, end)
                    return
                break
            sign = self.text[content]
            if sign == ">" and len(self.containers) < MAX_DEPTH:
                self._close_below(depth)
                self._push(0)
                at, column = _past_marker(self.text, content + 1, end, column + indent + 1)
                depth += 1
                continue
            if not (sign in "#`~<=-*_+|:" or sign.isdecimal()):
                break
            if self._leaf(sign, number, content, end, depth):
                return
            item = self._item(content, end, column + indent, depth)
            if item is None:
                break
            self._close_below(depth)
            marker, padding = item
            self._push(indent + marker + padding)
            at, column = _advance(self.text, content + marker, column + indent + marker, padding)
            depth += 1
        self._text_line(number, content, end, depth)

    def _blank(self, depth: int) -> None:
        if depth < len(self.containers):
            self._close_below(depth)
        elif self.kind in (Kind.PARAGRAPH, Kind.TABLE):
            self.close()

    def _text_line(self, number: int, content: int, end: int, depth: int) -> None:
        if depth < len(self.containers) and self.kind is not Kind.PARAGRAPH:  # else a lazy continuation
            self._close_below(depth)
        if self.kind is Kind.TABLE:
            self._extend(number, end)
        else:
            self._text(number, content, end)

    def _leaf(self, sign: str, number: int, content: int, end: int, depth: int) -> bool:
        """Open the block that the line begins, if it begins one that is no container and no paragraph."""
        behind = depth < len(self.containers)
        if sign == "#":
            return self._atx(number, content, end, depth)
        if sign in "`~":
            return self._fence_opens(number, content, end, depth)
        if sign == "<":
            return self._html_opens(number, content, end, depth)
        if self.kind is Kind.PARAGRAPH and not behind:
            if sign in "=-" and compiled(r"(?:=+|-+)[ \t]*\Z").match(self.text, content, end):
                return self._setext(number, end)
            if sign in "|:-" and self._table_opens(number, content, end):
                return True
        if sign in "*-_" and compiled(_THEMATIC).match(self.text, content, end):
            self._close_below(depth)
            self.add(Kind.BREAK, number, number, content, end)
            return True
        return False

    def _atx(self, number: int, content: int, end: int, depth: int) -> bool:
        heading = compiled(r"#{1,6}(?:[ \t]+|\Z)").match(self.text, content, end)
        if heading is None:
            return False
        self._close_below(depth)
        start = min(heading.end(), end)
        text = self.text[start:end].rstrip(" \t")
        bare = text.rstrip("#")
        if not bare or bare[-1] in " \t":  # a closing run of # needs a blank before it
            text = bare.rstrip(" \t")
        self.add(Kind.HEADING, number, number, content, end, ((start, start + len(text)),))
        return True

    def _setext(self, number: int, end: int) -> bool:
        self._take_definitions()
        if not self.pieces:
            return False
        self.kind = Kind.HEADING
        self.last, self.last_end = number, end
        self.close()
        return True

    def _fence_opens(self, number: int, content: int, end: int, depth: int) -> bool:
        fence = compiled(r"(`{3,})[^`]*\Z|(~{3,})").match(self.text, content, end)
        if fence is None:
            return False
        self._close_below(depth)
        self._begin(Kind.CODE, number, content, end)
        self.fence = fence[1] or fence[2]
        return True

    def _html_opens(self, number: int, content: int, end: int, depth: int) -> bool:
        html = compiled(_HTML).match(self.text, content, end)
        if html is None or (html.lastgroup == "any" and self.kind in (Kind.PARAGRAPH, Kind.TABLE)):
            return False
        self._close_below(depth)
        self._begin(Kind.HTML, number, content, end)
        self.html_end = _HTML_ENDS.get(html.lastgroup or "", "blank")
        if self.html_end != "blank" and compiled(self.html_end).search(self.text, content, end):
            self.close()
        return True

    def _table_opens(self, number: int, content: int, end: int) -> bool:
        """Turn the last line of the open paragraph into the head of a table, if this line is its delimiter row."""
        start, stop = self.pieces[-1]
        head, row = self.text[start:stop].strip(), self.text[content:end].strip()
        if "|" not in head or row.startswith("- "):
            return False
        if not all(compiled(r"\s*:?-+:?\s*").fullmatch(cell) for cell in _cells(row)):
            return False
        if len(_cells(head)) != len(_cells(row)):
            return False
        self.pieces.pop()
        self.last -= 1
        self.last_end = self.pieces[-1][1] if self.pieces else self.last_end
        self.close()
        self._begin(Kind.TABLE, number - 1, start, end)
        self._extend(number, end)
        return True

    def _item(self, content: int, end: int, column: int, depth: int) -> tuple[int, int] | None:
        """Width and padding of the list marker that the line begins with, if it may begin an item here."""
        marker = compiled(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|\Z)").match(self.text, content, end)
        if marker is None or len(self.containers) >= MAX_DEPTH:
            return None
        after, text = _indent(self.text, marker.end(), end, column + len(marker[0]))
        empty = text >= end
        interrupts = self.kind is Kind.PARAGRAPH and depth == len(self.containers)
        if interrupts and (empty or (marker[1] and int(marker[1]) != 1)):
            return None
        return len(marker[0]), 1 if empty or after > 4 else after

    # The open block

    def _begin(self, kind: Kind, number: int, start: int, end: int) -> None:
        self.close()
        self.kind, self.first, self.last, self.last_end = kind, number, number, end
        self.pieces = [(start, end)]
        if self.containers:
            self.containers[-1][1] = 1

    def _extend(self, number: int, end: int, start: int = -1) -> None:
        self.last, self.last_end = number, end
        if start >= 0:
            self.pieces.append((start, end))

    def _text(self, number: int, start: int, end: int) -> None:
        """Add a line to the open paragraph, or begin one."""
        if self.kind is Kind.PARAGRAPH:
            self.last, self.last_end = number, end
            self.pieces.append((start, end))
        else:
            self._begin(Kind.PARAGRAPH, number, start, end)

    def close(self) -> None:
        """Close the open block."""
        if self.kind is Kind.PARAGRAPH:
            self._take_definitions()
        if self.kind is not None and self.pieces:
            start = self.pieces[0][0]
            verbatim = self.kind is Kind.HTML and self.html_end != "blank"
            self.add(self.kind, self.first, self.last, start, self.last_end, tuple(self.pieces), verbatim)
        self.kind, self.fence, self.html_end, self.pieces = None, "", "", []

    def add(
        self, kind: Kind, first: int, last: int, start: int, end: int,
        pieces: tuple[tuple[int, int], ...] = (), verbatim: bool = False,
    ) -> None:  # fmt: skip
        """Put down a block, its kind changed by the containers it stands in."""
        if self.containers:
            self.containers[-1][1] = 1
            if kind in _COLOURED:
                quoted = any(width == 0 for width, _ in self.containers)
                kind = Kind.QUOTE if quoted else Kind.LIST if kind is Kind.PARAGRAPH else kind
        self.blocks.append(Block(kind, first, last, start, end, pieces, verbatim))

    def _take_definitions(self) -> None:
        """Put down the link reference definitions at the head of the open paragraph as a block of their own."""
        if self.text[self.pieces[0][0]] != "[" if self.pieces else True:
            return
        count = _definitions([self.text[start:end].strip() for start, end in self.pieces])
        if count:
            last = self.first + count - 1
            self.add(Kind.DEFINITION, self.first, last, self.pieces[0][0], self.pieces[count - 1][1])
            self.first = last + 1
            del self.pieces[:count]


_COLOURED = (Kind.PARAGRAPH, Kind.HEADING, Kind.HTML)
_THEMATIC = r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_ATTRIBUTE = r"""[ \t]+[A-Za-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
_HTML = (
    r"(?P<raw><(?i:script|pre|style|textarea)(?=[\s>]|\Z))|(?P<comment><!--)|(?P<instruction><\?)|(?P<cdata><!\[CDATA\[)"
    rf"|(?P<declaration><![A-Za-z])|(?P<block></?(?i:{_BLOCK_TAGS})(?=[\s>]|/>|\Z))"
    rf"|(?P<any>(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*[ \t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \t]*>)[ \t]*\Z)"
)
_HTML_ENDS = {
    "raw": r"(?i)</(?:script|pre|style|textarea)>", "comment": "-->", "instruction": r"\?>",
    "declaration": ">", "cdata": r"\]\]>",
}  # fmt: skip


def _definitions(lines: list[str]) -> int:
    """How many lines at the head of a paragraph are link reference definitions."""
    at = 0
    while at < len(lines):
        label = compiled(r"\[(?!\s*\])(?:[^\[\]\\]|\\.){1,999}\]:").match(lines[at])
        if label is None:
            break
        rest, end = lines[at][label.end() :].strip(), at
        if not rest and at + 1 < len(lines):
            end = at + 1
            rest = lines[end]
        target = compiled(r"<[^<>]*>|[^\s<]\S*").match(rest)
        if target is None:
            break
        title = rest[target.end() :]
        if title and not (title[0].isspace() and compiled(_TITLE).fullmatch(title.strip())):
            break
        if not title and end + 1 < len(lines) and compiled(_TITLE).fullmatch(lines[end + 1]):
            end += 1
        at = end + 1
    return at


_TITLE = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)"""


def _cells(row: str) -> list[str]:
    inner = row[1:] if row.startswith("|") else row
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return compiled(r"(?<!\\)\|").split(inner)


def _indent(text: str, at: int, end: int, column: int) -> tuple[int, int]:
    """Columns of white space from `at`, tabs to every fourth column, and where it ends."""
    start = column
    while at < end:
        sign = text[at]
        if sign == " ":
            column += 1
        elif sign == "\t":
            column += 4 - column % 4
        else:
            break
        at += 1
    return column - start, at


def _advance(text: str, at: int, column: int, width: int) -> tuple[int, int]:
    """Place and column `width` columns further; a tab that reaches beyond is taken in part, its place stays."""
    target = column + width
    while column < target:
        if text[at : at + 1] == "\t":
            stop = column + 4 - column % 4
            if stop > target:
                return at, target
            column = stop
        else:
            column += 1
        at += 1
    return at, column


def _past_marker(text: str, at: int, end: int, column: int) -> tuple[int, int]:
    """Past one column of white space after the sign of a quotation."""
    return _advance(text, at, column, 1) if at < end and text[at] in " \t" else (at, column)

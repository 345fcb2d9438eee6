"""origin: what the file of another tool says about the run behind the answer.

Why. An answer that was cut off, refused or produced after an error reads like any other once it is copied out of its
file; so does one whose links end next month, or a second run that only repeated a cached first one.

Reads. The parts of an imported file that are not the answer: status and stop reason, permission denials, citation
offsets, scores, cache marks.

Fails when
- ORG001: the run behind the answer ended in an error, was refused or cut off
- ORG002: the run was denied something it asked for
- ORG004: a citation points to no place in the answer, or to no source in the file
- ORG005: a number in the file is none: it was not measured

Warns when
- ORG003: a source is a redirect that stops working after a while
- ORG006: a repeated run came from a cache, and does not count as one
- ORG007: the file does not say how the run ended

Appears in a report only where the file is another tool's (`evaluate --from`).

Cannot see. A run that failed and says nothing about it.

Example finding. the run ended with "error_max_turns"; let it run to its end, and evaluate that

To mend. Run again what did not end well; replace redirects by the addresses they lead to.
"""

from __future__ import annotations

from dankaro_quality.checks import error, reporter, warning

GATE = "origin"
RULES = (
    error("ORG001", "the run behind the answer ended in an error, was refused or cut off"),
    error("ORG002", "the run was denied something it asked for"),
    warning("ORG003", "a source is a redirect that stops working after a while"),
    error("ORG004", "a citation points to no place in the answer, or to no source in the file"),
    error("ORG005", "a number in the file is none: it was not measured"),
    warning("ORG006", "a repeated run came from a cache, and does not count as one"),
    warning("ORG007", "the file does not say how the run ended"),
)
DOC = __doc__ or ""
report = reporter(GATE, RULES)

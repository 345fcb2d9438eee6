"""Claude Code, `-p --output-format json`: one result object, or the list of events that ends with it.

An error and a permission that was denied are findings: the answer was written without what the run asked for.
"""

from __future__ import annotations

from dankaro_quality.contracts import Envelope
from dankaro_quality.importing import Answer, Converted, Node, check_ending

SUCCESS = "success"


def fits(document: object) -> bool:
    """An object of type "result", or a list of events whose last one is."""
    last = document[-1] if isinstance(document, list) and document else document
    return (
        isinstance(last, dict)
        and last.get("type") == "result"
        and bool({"result", "subtype", "is_error"} & last.keys())
    )


def convert(root: Node) -> list[Converted]:
    """The final text as the answer."""
    last = root.items()[-1] if isinstance(root.value, list) else root
    subtype = last["subtype"].text("")
    is_error = last["is_error"].flag()
    if not last["result"] and (is_error or subtype not in (SUCCESS, "")):
        last.book.flaw(last.at, f'the run ended with "{subtype or "an error"}" and left no answer')
        return []
    if is_error and subtype in (SUCCESS, ""):
        last.book.note("ORG001", last["is_error"].at, "the run ended in an error", "let it run to its end")
    else:
        check_ending(last["subtype"], (SUCCESS,))
    for denial in last["permission_denials"].items():
        tool = denial["tool_name"].text("") or "a tool"
        last.book.note("ORG002", denial.at, f'the run was denied "{tool}"', "allow it, or ask for what needs it not")
    answer = Answer(last.book)
    answer.add(last["result"].text(), last["result"].at)
    return [Converted(Envelope(answer.result({"session_id": last["session_id"].text("")})))]

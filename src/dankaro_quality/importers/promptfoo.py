"""promptfoo results: rows of `results.results[]`, each an answer of one provider to one prompt with its variables.

Rows of the same prompt, variables and provider are runs of one task: the first is the result, the others repeats. A
row that came from promptfoo's cache repeats nothing, and is left out with a finding.
"""

from __future__ import annotations

from dankaro_quality.contracts import AgentResult, Envelope, Task
from dankaro_quality.documents import canonical_json
from dankaro_quality.importing import Answer, Converted, Node

ERROR = 2  # failureReason: the row is an error, not a failed assertion


def fits(document: object) -> bool:
    """An object whose results are rows with a provider."""
    if not isinstance(document, dict):
        return False
    results = document.get("results")
    rows = results.get("results") if isinstance(results, dict) else None
    return isinstance(rows, list)


def convert(root: Node) -> list[Converted]:
    """One envelope for each prompt with its variables and provider."""
    rows = root["results"]["results"].items(needed=True)
    if not rows:
        root.book.flaw("/results/results", "there is no row, so there is no answer")
    groups: dict[bytes, list[Node]] = {}
    for row in rows:
        provider = row["provider"]
        name = provider.text("") if isinstance(provider.value, str) else provider["id"].text("")
        key = canonical_json([row["vars"].value, row["prompt"]["raw"].text(""), row["promptId"].text(""), name])
        groups.setdefault(key, []).append(row)
    return [_group(rows, str(number)) for number, rows in enumerate(groups.values(), start=1)]


def _group(rows: list[Node], number: str) -> Converted:
    fresh = [row for row in rows if row["response"]["cached"].value is not True]
    for row in rows:
        if row["response"]["cached"].value is True and len(rows) > 1:
            hint = "run promptfoo with --no-cache"
            row.book.note("ORG006", row.at, "this run came from the cache, so it repeats nothing", hint)
    first, *others = fresh or rows[:1]
    instructions = first["prompt"]["raw"].text("")
    envelope = Envelope(_result(first), Task(id=first["testCase"]["description"].text(""), instructions=instructions),
                        tuple([_result(row) for row in others]))  # fmt: skip
    return Converted(envelope, number, tuple([row.at for row in rows]))


def _result(row: Node) -> AgentResult:
    output = row["response"]["output"]
    if row["failureReason"].whole(0) == ERROR:
        said = row["error"].text("")[:200] or "an error"
        row.book.note("ORG001", row.at, f"the row is an error: {said}", "run it again")
    if isinstance(output.value, (dict, list)):
        return AgentResult(
            output=tuple(output.value) if isinstance(output.value, list) else output.value,
            metadata={"origin": output.at},
        )
    answer = Answer(row.book)
    answer.add(output.text(), output.at)
    return answer.result()

"""Generated rubrics: a practical starter checklist for each step, made to be edited, and no expert's judgement."""

from __future__ import annotations

from collections.abc import Iterable

from dankaro_quality.contracts import nearest
from dankaro_quality.errors import ContractError
from dankaro_quality.lexicon import RUBRIC_DOMAINS, RUBRIC_STOP_WORDS, RUBRIC_STUBS
from dankaro_quality.workflow.rubrics import ChecklistItem, WorkflowRubric

DOMAINS = ("general", *RUBRIC_DOMAINS)
MIN_LENGTH = 20  # characters; less is a word or two, which no step of a workflow hands over
MAX_OBJECTIVE_TERMS = 4  # more words of an objective are seldom all in one good answer


def generate_workflow_rubric(
    workflow_id: str, steps: Iterable[str], domain: str = "general", objective: str = ""
) -> WorkflowRubric:
    """Generate a practical starter checklist users can edit.

    Every step: content, no stubs, nothing the domain forbids. The last step, whose output is handed over: the words of
    the objective and what the domain always asks for. An unknown domain gets the general checklist, and `note` says so.
    """
    names = _names(steps)
    if not isinstance(domain, str) or not isinstance(objective, str):
        raise ContractError("domain and objective must be text")
    wanted = domain.strip().lower()
    known = wanted in DOMAINS
    rubric = WorkflowRubric(
        workflow_id,
        generated=True,
        domain=wanted if known else "general",
        objective=objective,
        note=_note(domain, known),
    )
    for name in names:
        rubric.extend(
            name, [*_every_step(rubric.domain), *(_last_step(rubric.domain, objective) if name == names[-1] else ())]
        )
    return rubric


def _names(steps: Iterable[str]) -> list[str]:
    if isinstance(steps, str):
        raise ContractError(f"steps: expected a list of names, found the text {steps!r}")
    names = list(steps)
    if not names:
        raise ContractError("steps: name at least one step")
    twice = sorted({str(name) for name in names if names.count(name) > 1})
    if twice:
        raise ContractError(*[f'steps: "{name}" stands there twice; each step has one name' for name in twice])
    return names


def _note(domain: str, known: bool) -> str:
    scaffold = (
        "Generated as a scaffold: an expert of the field has to review and complete it before it decides anything."
    )
    if known:
        return scaffold
    return f'There is no checklist for "{domain}"{nearest(domain, DOMAINS)}; this is the general one. {scaffold}'


def _every_step(domain: str) -> list[ChecklistItem]:
    items = [
        ChecklistItem("has_content", "the step hands over something", min_length=MIN_LENGTH),
        ChecklistItem("no_stubs", "nothing is left to be filled in", forbidden_terms=list(RUBRIC_STUBS)),
    ]
    if domain in RUBRIC_DOMAINS:
        described, forbidden = RUBRIC_DOMAINS[domain][1:]
        items.append(ChecklistItem(f"{domain}_no_overreach", described, forbidden_terms=list(forbidden)))
    return items


def _last_step(domain: str, objective: str) -> list[ChecklistItem]:
    words = [word.strip(".,;:!?()\"'") for word in objective.split()]
    terms = [word for word in dict.fromkeys(words) if len(word) > 2 and word.lower() not in RUBRIC_STOP_WORDS]
    items = []
    if terms:
        what = "the output speaks of the objective"
        items.append(ChecklistItem("addresses_objective", what, required_terms=terms[:MAX_OBJECTIVE_TERMS]))
    if domain in RUBRIC_DOMAINS:
        name, described, required = RUBRIC_DOMAINS[domain][0]
        items.append(ChecklistItem(name, described, required_terms=list(required)))
    return items

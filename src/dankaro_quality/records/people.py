"""Who decided, and why: what cannot be a person's name, and what is no reason."""

from __future__ import annotations

from dankaro_quality.patterns import compiled

UNDECIDED = "Measured, and not yet decided."
"""The rationale that `gauge run` writes: nobody has given a reason yet."""
CEILING = "Ceiling of "
"""How it begins to tell of a ceiling, which has no other place in the format."""
NOBODY = frozenset((
    "a", "an", "the", "no", "not", "none", "null", "nil", "n", "na", "any", "some", "one", "anyone", "someone",
    "somebody", "nobody", "noone", "anonymous", "unknown", "todo", "tbd", "tba", "fixme", "pending", "x", "xx",
    "xxx", "y", "foo", "bar", "me", "self", "person", "people", "human", "name", "user", "actor", "approver",
    "placeholder", "example", "test", "tester", "dummy",
))  # fmt: skip
"""Words that fill a field; who is called by nothing else decided nothing."""
AUTOMATION = frozenset((
    "agent", "agents", "agentic", "ai", "llm", "gpt", "model", "assistant", "copilot", "root", "admin",
    "administrator", "system", "service", "machine", "daemon", "script", "job", "cron", "scheduler", "workflow",
    "action", "actions", "automation", "automatic", "automated", "jenkins", "travis", "circle", "buildkite",
    "teamcity", "bamboo", "argo", "tekton", "azure", "aws", "gcp", "cloud", "build", "builder", "deploy",
    "deployer", "deployment", "release", "releaser", "prod", "production", "staging", "dev", "devops", "ops",
    "main", "default", "server", "host", "account", "by", "via", "and", "of", "for", "in", "on",
))  # fmt: skip
"""Words of machines that are also words of people (Agentha Admin, Katherine Jenkins): no person where all are such."""
MACHINES = frozenset((
    "bot", "bots", "robot", "ci", "cd", "cicd", "svc", "github", "gitlab", "circleci", "runner", "pipeline",
    "dependabot", "renovate", "renovatebot", "mergebot", "githubactions", "chatgpt", "autopilot",
))  # fmt: skip
"""Words that only machines sign with."""
MACHINE_FORM = r"(?i)^(?:auto|gitlab|svc)[\w.-]*$"


def named_person(actor: str, agent: str = "") -> bool:
    """Whether `actor` can be a person's name: names have no form, so all that is known not to be one is left out."""
    name = set(words(actor.partition("@")[0]))
    machine = name & MACHINES or compiled(MACHINE_FORM).search(actor.strip())
    return not machine and not name <= NOBODY | AUTOMATION | set(words(agent))


def says_why(rationale: str) -> bool:
    """Whether a rationale is more than the one that `gauge run` writes, and more than a filled field."""
    own = rationale.partition(CEILING)[0].strip()
    return not own.startswith(UNDECIDED) and not set(words(own)) <= NOBODY


def words(text: str) -> list[str]:
    """The words of a name or a sentence, in small letters; numbers at their ends (runner-01) tell nothing."""
    import re
    from unicodedata import normalize

    folded = normalize("NFKC", text).casefold()
    return [word for one in re.split(r"[\W_]+", folded) if (word := one.rstrip("0123456789"))]

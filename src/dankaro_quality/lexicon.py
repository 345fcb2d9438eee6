"""Every English phrase list the rules use, in one place.

Phrases are lower case, in canonical form, without punctuation at the ends; each list says who reads it.
A team adds to four of them in the settings (`[lexicon]`); nothing here is read from a file at run time.
"""

from __future__ import annotations

# Baselines (evaluators/baseline.py). Compared after `baseline_words`: articles, hyphens and tail nouns are gone.

BASELINE_ARTICLES = ("a", "an", "the", "our", "some", "simple", "naive", "trivial", "plain")

BASELINE_TAILS = (
    "baseline", "baselines", "benchmark", "policy", "policies", "strategy", "strategies", "predictor", "prediction",
    "model", "classifier", "regressor", "forecast", "forecaster", "choice", "selection", "assignment", "scheduler",
    "schedule", "rule", "method", "approach", "heuristic", "guess", "guesser", "guessing", "sampling", "sampler",
    "allocation", "order", "ordering", "ranking", "item", "items", "recommender", "agent", "control", "arm", "condition",
)  # fmt: skip

NAIVE_BASELINES = (
    "uniform", "uniform random", "random", "uniform rotation", "random rotation", "rotation", "shuffled", "random shuffle",
    "uniformly random", "random uniform", "equal weight", "equal weights", "equal weighting", "round robin", "coin flip",
    "coin toss", "chance", "chance level", "dice roll", "base rate", "prior rate", "prevalence", "majority class", "majority",
    "most frequent class", "most frequent", "modal class", "zero rule", "zeror", "mean", "global mean", "historical mean",
    "training mean", "sample mean", "mean value", "median", "global median", "historical median", "median value",
    "last value", "last value carried forward", "last observation carried forward", "locf", "persistence",
    "last observation", "previous value", "yesterday's value", "most recent", "most recent value", "latest", "latest value",
    "most recent first", "most popular", "popularity", "top popular", "no op", "noop", "do nothing", "doing nothing",
    "no action", "no intervention", "no treatment", "no change", "empty", "empty field", "empty answer", "empty string",
    "blank field", "blank", "constant", "constant value", "constant output", "always zero", "all zeros", "zero", "hand set prior",
    "hand set priors", "fixed prior", "first come first served", "fifo", "alphabetical",
)  # fmt: skip

NAMELESS_BASELINE_WORDS = frozenset((
    "alternative", "alternatives", "previous", "prior", "existing", "other", "others", "another", "current", "old", "older",
    "earlier", "former", "standard", "conventional", "traditional", "usual", "typical", "common", "competitor",
    "competitors", "competition", "competing", "rival", "rivals", "system", "systems", "solution", "solutions", "method",
    "methods", "approach", "approaches", "technique", "techniques", "tool", "tools", "work", "works", "version", "versions",
    "baseline", "baselines", "benchmark", "reference", "comparison", "comparator", "control", "thing", "things", "one", "ones",
    "best", "state", "of", "art", "sota", "status", "quo", "before", "everything", "else", "what", "we", "had", "it", "they",
    "market", "industry", "average", "peers", "peer", "various", "several", "all", "any", "and", "or", "in", "this", "that",
    "similar", "comparable", "naive", "simple", "trivial", "plain", "model", "models", "policy", "strategy", "product", "products",
    "option", "options", "setup", "implementation", "algorithm", "algorithms",
))  # fmt: skip

NO_TEST = frozenset(("none", "no", "not tested", "untested", "no test", "na", "n a", "unknown", "tbd", "todo", "eyeballed", "by eye"))

# Effects (effects.py): which way a worded effect points.

EFFECT_BETTER = ("better", "faster", "improved", "improves", "improvement", "quicker", "cheaper", "more accurate", "wins", "won", "beats", "gain")
EFFECT_WORSE = ("worse", "slower", "degraded", "degrades", "degradation", "regression", "more expensive", "less accurate", "loses", "lost")
EFFECT_UP = ("higher", "more", "increase", "increased", "increases", "up", "rise", "rises", "rose", "above", "larger", "greater", "longer")
EFFECT_DOWN = (
    "lower", "less", "fewer", "reduction", "reduced", "reduces", "decrease", "decreased", "decreases", "down", "drop", "drops",
    "dropped", "fall", "falls", "fell", "below", "smaller", "shorter", "cut", "cuts", "saves", "saved",
)  # fmt: skip

# Prose files (evaluators/provenance.py): a deliverable that people read, and so cannot be its own evidence.

PROSE_EXTENSIONS = (".md", ".markdown", ".txt", ".rst", ".adoc", ".doc", ".docx", ".odt", ".rtf", ".pdf", ".html", ".htm", ".tex", ".pptx")

# Sources (sources.py, citations.py). Words and phrases, compared as whole words after punctuation is stripped.

# "our earlier draft": one of these, and within three words one of OWN_OUTPUTS.
OWNERS = frozenset(("our", "my", "own", "its", "agent's", "assistant's", "model's", "author's", "this", "these", "present"))
EARLIER = frozenset((  # before the sure ones: "the last paragraph of docs/plan.md" is a place
    "earlier", "previous", "prior", "preceding", "above", "first", "initial", "last", "former",
))
SURELY_EARLIER = frozenset(("earlier", "previous", "prior", "preceding"))
OWN_OUTPUTS = frozenset((
    "draft", "drafts", "answer", "answers", "output", "outputs", "response", "responses", "reply", "report", "summary",
    "analysis", "message", "messages", "turn", "calculation", "calculations", "computation", "reasoning", "notes",
    "finding", "findings", "result", "results", "conclusion", "conclusions", "document", "section", "text",
    "synthesis", "estimate", "estimates", "assessment", "review", "research", "work", "statement", "claim", "claims",
    "paragraph", "conversation", "chat", "session", "write-up", "writeup", "investigation", "judgment", "judgement",
    "opinion", "experience", "thinking", "knowledge", "memory", "understanding", "recollection", "sketch", "paper",
    "article", "memo", "page", "table", "study", "survey", "run", "attempt", "observation", "observations",
    "organisation", "organization", "tally", "count", "inspection", "evaluation", "comparison", "thread", "list",
    "plan", "deliverable", "submission", "transcript", "dossier", "briefing",
))  # fmt: skip

# The two that count beside a locator wherever they stand; the others ("their own estimates") only at its beginning.
SURE_OWNERS = frozenset(("our", "my"))

# Own output without an owner named: "earlier draft", "previous answer". Reports and studies may be someone else's.
EARLIER_OUTPUTS = frozenset((
    "draft", "drafts", "answer", "answers", "output", "outputs", "response", "responses", "reply", "message",
    "messages", "turn", "section", "paragraph", "statement", "claim", "step", "reasoning", "conversation", "attempt",
    "chat", "sentence", "point",
))  # fmt: skip

# "as stated above", "see earlier": a pointer word, with one of these within two words before it.
BACK_POINTERS = frozenset(("above", "below", "earlier", "previously", "before", "supra", "foregoing"))
SURE_BACK_POINTERS = frozenset(("above", "below", "foregoing"))  # also beside a locator
POINTING = frozenset((
    "see", "as", "per", "from", "same", "stated", "mentioned", "noted", "shown", "said", "discussed", "described",
    "reported", "calculated", "computed", "derived", "given", "cited", "established", "outlined", "listed",
    "explained", "concluded",
))  # fmt: skip

# The whole source, nothing else.
SELF = frozenset((
    "draft", "self", "self-report", "self-reported", "self report", "self-assessment", "me", "myself", "i", "we", "us",
    "agent", "this", "the agent", "above", "earlier", "ditto", "same", "same as above", "idem", "here", "author",
    "the author", "reasoning", "own", "introspection", "as discussed", "as mentioned", "as stated", "memory", "recall",
    "calculation", "derived", "derivation", "synthesis", "synthesised", "synthesized", "inferred", "deduced", "pretraining",
    "pre-training", "general knowledge", "internal knowledge",
))  # fmt: skip

# The agent as its own witness: own words first, even beside a locator; the rest only when no locator stands beside it.
WITNESS = (
    "my training", "own knowledge", "my knowledge", "from memory", "my memory", "in training data",
    "from training data", "own training", "from recall", "internal knowledge of the model", "parametric knowledge",
    "parametric memory",
)  # fmt: skip
WEAK_WITNESS = (
    "training data", "training corpus", "training set", "pretrained knowledge", "knowledge cutoff", "knowledge cut-off",
    "model knowledge", "model memory", "llm knowledge", "ai knowledge", "calculated", "computed", "self-computed",
    "self-derived", "worked out",
)  # fmt: skip

# A placeholder at the start decides, whatever follows ("TBD: ask the docs team"); the last list only alone.
PLACEHOLDERS = (
    "todo", "tbd", "tba", "tbc", "fixme", "n/a", "placeholder", "lorem ipsum", "citation needed", "source needed",
)  # fmt: skip
WEAK_PLACEHOLDERS = (  # only where no locator stands beside them
    "to do", "cite needed", "reference needed", "needs citation", "needs source", "needs a source", "insert", "add source",
    "add citation", "to be added", "to be determined", "to be confirmed", "to be provided", "unverified", "verify", "tk",
    "your source", "no source", "not available", "not applicable", "missing",
)  # fmt: skip
ALONE_PLACEHOLDERS = frozenset((
    "na", "none", "null", "nil", "unknown", "pending", "source", "sources", "url", "link", "reference", "ref",
    "citation", "cite", "blank", "empty", "x", "xx", "xxx", "xxxx", "foo", "bar", "test", "example", "abc", "asdf",
    "path", "file", "string", "text", "value", "undefined",
))  # fmt: skip

CROWDS = frozenset((
    "experts", "expert", "people", "everyone", "everybody", "analysts", "analyst", "scientists", "researchers",
    "scholars", "critics", "observers", "studies", "science", "research", "many", "some", "most", "others", "they",
    "it", "industry", "sources", "various", "multiple", "several", "insiders", "officials", "users", "customers",
    "public", "common", "consensus", "community", "media", "market", "internet", "online", "web", "google",
    "wikipedia", "literature", "widely", "officially", "reportedly", "internal", "anonymous",
))  # fmt: skip

MODELS = frozenset((
    "chatgpt", "gpt", "gpt-3", "gpt-3.5", "gpt-4", "gpt-4o", "gpt-5", "claude", "gemini", "copilot", "bard", "llama",
    "mistral", "grok", "deepseek", "perplexity", "qwen", "llm", "llms", "ai", "chatbot", "assistant", "bing", "opus",
    "sonnet", "haiku", "o1", "o3", "model", "bot", "siri", "alexa",
))  # fmt: skip
SAID = frozenset((
    "said", "says", "answer", "answers", "answered", "response", "reply", "replied", "output", "told", "conversation",
    "chat", "session", "suggested", "suggests", "claims", "according", "generated", "asked", "prompt", "search",
    "thinks", "wrote", "states", "stated",
))  # fmt: skip
FILLERS = frozenset((
    "the", "a", "an", "by", "from", "of", "in", "to", "me", "us", "via", "per", "on", "with", "see", "source", "so",
    "it", "this", "that", "and", "at", "link", "here", "openai", "anthropic", "pro", "plus", "i", "my", "our",
))  # fmt: skip

# "ibid.", "op. cit.": a page of a work that is named somewhere else.
BACK_REFERENCES = frozenset(("ibid", "ibidem", "idem", "supra", "infra", "op", "cit", "loc", "passim"))

# Capitalised words that name no document: "The Report, Section 3" is a section of nothing.
NAMELESS_TITLES = frozenset((
    "the", "a", "an", "see", "in", "on", "at", "of", "from", "per", "our", "my", "this", "that", "source", "sources",
    "report", "paper", "study", "article", "document", "data", "dataset", "results", "appendix", "annex", "table",
    "figure", "fig", "section", "sec", "chapter", "ch", "page", "pages", "slide", "slides", "note", "notes", "row",
    "column", "line", "lines", "item", "paragraph", "para", "part", "exhibit", "art", "clause", "schedule", "annual",
    "quarterly", "internal", "final", "draft", "summary", "analysis", "industry", "research", "file", "text", "book",
    "main", "supplementary", "supplement", "general", "and", "as", "for", "cell", "deck", "presentation", "attachment",
    "attached", "box", "panel", "step", "task", "round", "version", "question", "point", "phase", "id", "ibid",
    "supra", "cf", "also", "above", "below", "statement", "balance", "sheet", "video", "podcast", "recording",
    "timestamp", "minute", "interview", "call", "meeting", "form",
))  # fmt: skip

# Figures (values.py). What stands before a figure and loosens it, and what makes a number a name.

APPROXIMATE = (
    "about", "around", "approximately", "approx", "approx.", "circa", "ca.", "c.", "nearly", "almost", "roughly", "some",
    "close to", "on the order of", "in the region of", "an estimated", "estimated", "estimated at", "somewhere around",
)  # fmt: skip
AT_LEAST = (
    "over", "more than", "greater than", "higher than", "at least", "no less than", "not less than", "no fewer than",
    "upwards of", "above", "exceeding", "exceeds", "in excess of", "a minimum of", "minimum of", "starting at",
)  # fmt: skip
AT_MOST = (
    "under", "less than", "fewer than", "lower than", "at most", "no more than", "not more than", "up to", "below",
    "a maximum of", "maximum of", "as much as", "as many as", "capped at",
)  # fmt: skip

NUMBERED_THINGS = (  # "Table 3", "page 14", "issue 2016": the number names the thing, it measures nothing
    "table", "tables", "figure", "figures", "fig", "figs", "section", "sections", "sec", "chapter", "chapters", "ch", "part",
    "page", "pages", "p", "pp", "line", "lines", "row", "column", "col", "paragraph", "para", "article", "art", "clause",
    "appendix", "annex", "exhibit", "schedule", "volume", "vol", "number", "no", "nr", "nos", "num", "item", "question", "step",
    "phase", "stage", "round", "level", "tier", "layer", "option", "example", "equation", "eq", "theorem", "note", "footnote",
    "ref", "reference", "issue", "issues", "ticket", "pr", "bug", "case", "task", "id", "ids", "patent", "order", "docket",
    "rfc", "iso", "iec", "ieee", "din", "isbn", "issn", "pmid", "pmcid", "cve", "cik", "doi", "arxiv", "oid", "port", "slide",
    "sheet", "release", "version", "versions", "ver", "build", "revision", "rev", "commit", "run", "seed", "exit", "code",
    "status", "http", "error", "room", "flight", "route", "type", "class", "group", "day", "week", "year", "quarter", "grade",
    "rule", "principle", "criterion", "requirement", "sample", "batch", "lot", "unit", "fy", "q1", "q2", "q3", "q4",
)  # fmt: skip
VERSIONED_THINGS = (  # "Python 3.11": names that are followed by a version more often than by an amount
    "python", "java", "node", "node.js", "nodejs", "npm", "ruby", "php", "perl", "go", "golang", "rust", "swift", "kotlin", "scala",
    "typescript", "javascript", "ubuntu", "debian", "fedora", "rhel", "centos", "linux", "kernel", "windows", "macos", "ios",
    "android", "postgres", "postgresql", "mysql", "mariadb", "sqlite", "redis", "mongodb", "kafka", "django", "flask", "rails",
    "react", "angular", "vue", "kubernetes", "docker", "terraform", "ansible", "numpy", "pandas", "pytorch", "tensorflow", "cuda",
    "chrome", "firefox", "safari", "opus", "sonnet", "haiku", "claude", "gpt", "gemini", "llama", "mistral", "tls", "ssl", "css",
    "html", "usb", "bluetooth", "openapi", "sdk", "api", "schema", "protocol", "model",
)  # fmt: skip

# Workflow steps (workflow/). What turns a phrase into its opposite when it stands before it in the same clause.
NEGATIONS = ("no", "not", "never", "without", "none", "nor", "neither", "cannot", "zero", "0", "free of", "instead of", "avoid", "avoids", "nothing")

# Generated rubrics (workflow/generating.py).
RUBRIC_STUBS = ("TODO", "TBD", "FIXME", "lorem ipsum", "to be completed", "to be filled in", "insert here")
RUBRIC_STOP_WORDS = frozenset((
    "the", "and", "for", "with", "from", "into", "that", "this", "its", "our", "your", "their", "all", "any", "are", "was", "how",
    "what", "which", "when", "who", "why", "not", "but", "per", "via", "out", "use", "using", "make", "give", "get", "find", "new",
))  # fmt: skip
RUBRIC_DOMAINS: dict[str, tuple[tuple[str, str, tuple[str, ...]], str, tuple[str, ...]]] = {
    # domain: (name, description, required terms) of what the last step must hold; description, forbidden terms of every step
    "healthcare": (
        ("names_clinical_review", "a clinician has to be able to see that this is for review", ("clinician",)),
        "no diagnosis or cure is promised, nobody is told to stop treatment",
        ("guaranteed cure", "cures all", "stop taking your medication", "no need to see a doctor", "100% safe", "no side effects"),
    ),
    "legal": (
        ("names_jurisdiction", "law holds somewhere: the output says where", ("jurisdiction",)),
        "no outcome is promised, and nothing passes itself off as legal advice",
        ("guaranteed outcome", "guaranteed to win", "no legal risk", "cannot be sued", "this is legal advice"),
    ),
    "accounting": (
        ("names_period", "figures belong to a period", ("period",)),
        "figures are neither guessed nor made to fit",
        ("plug figure", "rounded to match", "guaranteed refund", "off the books", "no audit risk"),
    ),
    "education": (
        ("names_learners", "material is for somebody: the output says for whom", ("learner",)),
        "learners are not talked down to, and no result is promised",
        ("guaranteed grade", "you will never understand", "too dumb", "memorise without understanding", "no need to study"),
    ),
}  # fmt: skip

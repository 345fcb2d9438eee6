"""Every English phrase list the rules use, in one place.

Phrases are lower case, in canonical form, without punctuation at the ends; each list says who reads it.
A team adds to four of them in the settings (`[lexicon]`); nothing here is read from a file at run time.
"""

from __future__ import annotations

# Baselines (evaluators/baseline.py). Compared after `baseline_words`: articles, hyphens and tail nouns are gone.

BASELINE_ARTICLES = ("a", "an", "the", "our", "some", "simple", "naive", "trivial", "plain")

BASELINE_VERBS = (  # "always predict the mean" is the mean
    "always", "predict", "predicts", "predicting", "guess", "guesses", "guessing", "pick", "picks", "picking", "choose", "chooses",
    "choosing", "answer", "answers", "answering", "output", "outputs", "return", "returns", "returning", "repeat", "repeats",
    "repeating", "use", "uses", "using",
)  # fmt: skip

BASELINE_TAILS = (
    "baseline", "baselines", "benchmark", "policy", "policies", "strategy", "strategies", "predictor", "prediction",
    "model", "classifier", "regressor", "forecast", "forecaster", "choice", "selection", "assignment", "scheduler",
    "schedule", "rule", "method", "approach", "heuristic", "guess", "guesser", "guessing", "sampling", "sampler",
    "allocation", "portfolio", "portfolios", "order", "ordering", "ranking", "item", "items", "recommender", "agent", "control", "arm", "condition",
)  # fmt: skip

NAIVE_BASELINES = (
    "uniform", "uniform random", "random", "uniform rotation", "random rotation", "rotation", "shuffled", "random shuffle",
    "uniformly random", "random uniform", "equal weight", "equal weights", "equal weighting", "round robin", "coin flip",
    "coin toss", "chance", "chance level", "dice roll", "base rate", "prior rate", "prevalence", "majority class", "majority",
    "most frequent class", "most frequent", "modal class", "zero rule", "zeror", "mean", "global mean", "historical mean",
    "training mean", "sample mean", "mean value", "median", "global median", "historical median", "median value",
    "last value", "last value carried forward", "last value carry forward", "carry forward", "carried forward", "last observation carried forward", "locf", "persistence",
    "last observation", "previous value", "yesterday's value", "most recent", "most recent value", "latest", "latest value",
    "most recent first", "most popular", "popularity", "top popular", "no op", "noop", "do nothing", "doing nothing",
    "no action", "no intervention", "no treatment", "no change", "empty", "empty field", "empty answer", "empty string",
    "blank field", "blank", "constant", "constant value", "constant output", "always zero", "all zeros", "zero", "hand set prior",
    "hand set priors", "class prior", "class priors", "historical average", "global average", "training average",
    "sample average", "constant zero", "shuffled labels", "permuted labels", "naive forecast", "seasonal naive", "seasonal naive forecast", "fixed prior", "first come first served", "fifo", "alphabetical",
)  # fmt: skip

# These name the newest or best liked thing: a baseline when it is an item, but a system is something else.
NEWEST_BASELINES = frozenset(("latest", "most recent", "most popular", "popularity", "top popular"))
SYSTEM_TAILS = frozenset(("model", "method", "approach", "agent", "classifier", "regressor", "scheduler"))

NAMELESS_BASELINE_WORDS = frozenset((
    "not", "no", "disclosed", "undisclosed", "confidential", "unnamed", "proprietary", "library", "libraries", "package", "service", "services",
    "application", "program", "engine", "literature", "leading", "popular", "way", "ways", "incumbent", "vendor", "vendors", "provider", "providers", "platform",
    "platforms", "framework", "frameworks", "software", "process", "procedure", "on", "from", "for", "with", "to", "by", "at",
    "than", "most", "many", "some", "certain", "different", "same", "well", "known", "established", "published", "recent",
    "latest", "newest", "newer", "new", "own", "unspecified", "specified", "normal", "regular", "ordinary", "classic", "classical",
    "alternative", "alternatives", "previous", "prior", "existing", "other", "others", "another", "current", "old", "older",
    "earlier", "former", "standard", "conventional", "traditional", "usual", "typical", "common", "competitor",
    "competitors", "competition", "competing", "rival", "rivals", "system", "systems", "solution", "solutions", "method",
    "methods", "approach", "approaches", "technique", "techniques", "tool", "tools", "work", "works", "version", "versions",
    "baseline", "baselines", "benchmark", "reference", "comparison", "comparator", "control", "thing", "things", "one", "ones",
    "best", "state", "of", "art", "sota", "status", "quo", "before", "everything", "else", "what", "we", "had", "it", "they",
    "market", "industry", "average", "peers", "peer", "various", "several", "all", "any", "and", "or", "in", "this", "that",
    "similar", "comparable", "naive", "simple", "trivial", "plain", "model", "models", "policy", "strategy", "product", "products",
    "option", "options", "setup", "implementation", "algorithm", "algorithms", "generic", "llm", "llms", "legacy", "internal", "external",
    "ref", "strong", "stronger", "weak", "weaker", "numbers", "figures", "results", "scores", "user", "users",
))  # fmt: skip

# Words by which a baseline is called naive and not shown to be (evaluators/baseline.py).
CALLED_NAIVE = frozenset((
    "commonly", "widely", "generally", "usually", "often", "regarded", "considered", "seen", "thought", "believed", "accepted",
    "called", "known", "field", "community", "practice", "everybody", "everyone", "people", "experts", "obvious", "reasonable",
    "good", "basic", "easy",
))  # fmt: skip

NO_TEST = frozenset(
    ("none", "no", "not tested", "untested", "no test", "na", "n a", "unknown", "tbd", "todo", "eyeballed", "by eye")
)

# Effects (effects.py): which way a worded effect points.

EFFECT_BETTER = (
    "better",
    "faster",
    "improved",
    "improves",
    "improvement",
    "quicker",
    "cheaper",
    "more accurate",
    "wins",
    "won",
    "beats",
    "gain",
)
EFFECT_WORSE = (
    "worse",
    "slower",
    "degraded",
    "degrades",
    "degradation",
    "regression",
    "more expensive",
    "less accurate",
    "loses",
    "lost",
)
EFFECT_UP = (
    "higher",
    "more",
    "increase",
    "increased",
    "increases",
    "up",
    "rise",
    "rises",
    "rose",
    "above",
    "larger",
    "greater",
    "longer",
)
EFFECT_DOWN = (
    "lower", "less", "fewer", "reduction", "reduced", "reduces", "decrease", "decreased", "decreases", "down", "drop", "drops",
    "dropped", "fall", "falls", "fell", "below", "smaller", "shorter", "cut", "cuts", "saves", "saved",
)  # fmt: skip

# Prose files (evaluators/provenance.py): a deliverable that people read, and so cannot be its own evidence.

PROSE_EXTENSIONS = (
    ".md",
    ".markdown",
    ".txt",
    ".rst",
    ".adoc",
    ".doc",
    ".docx",
    ".odt",
    ".rtf",
    ".pdf",
    ".html",
    ".htm",
    ".tex",
    ".pptx",
)

# Sources (sources.py, citations.py). Words and phrases, compared as whole words after punctuation is stripped.

# "our earlier draft": one of these, and within three words one of OWN_OUTPUTS.
OWNERS = frozenset(
    ("our", "my", "own", "its", "agent's", "assistant's", "model's", "author's", "this", "these", "present")
)
EARLIER = frozenset(
    (  # before the sure ones: "the last paragraph of docs/plan.md" is a place
        "earlier",
        "previous",
        "prior",
        "preceding",
        "above",
        "first",
        "initial",
        "last",
        "former",
    )
)
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

SOURCE_LABELS = ("source", "sources", "ref", "reference", "citation")  # "Source: trust me" is "trust me"

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
BACK_REFERENCES = frozenset(
    ("ibid", "ibidem", "idem", "supra", "infra", "op", "cit", "loc", "passim", "ebd", "ebenda", "a.a.o")
)

# What was said to somebody, and not published: an author and a year in it are no reference.
SPOKEN = (
    "personal communication", "pers. comm", "interview", "email", "e-mail", "conversation", "phone", "call with", "meeting",
    "chat", "message", "discussion", "told",
)  # fmt: skip

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
STEP_NEGATIONS = (
    "no",
    "not",
    "never",
    "without",
    "none",
    "nor",
    "neither",
    "cannot",
    "zero",
    "0",
    "free of",
    "instead of",
    "avoid",
    "avoids",
    "nothing",
)

# Fields in which a release is an expert's to give (capability/states.py); matched as whole words of a scenario's vertical.
REGULATED_VERTICALS = (
    "health", "healthcare", "health care", "medical", "medicine", "clinical", "nursing", "pharma", "pharmaceutical", "pharmacy",
    "legal", "law", "accounting", "accountancy", "audit", "auditing", "tax", "taxation", "finance", "financial", "banking",
    "credit", "lending", "insurance", "securities", "education", "aviation", "nuclear", "regulated", "accounts", "accountant",
    "accountants", "bank", "banks", "hospital", "hospitals", "dental", "school", "schools", "university", "universities", "lawyer",
    "lawyers", "law firm", "fintech", "healthtech", "legaltech", "medtech", "edtech", "insurtech",
)  # fmt: skip

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

# Sentences (prose.py). Abbreviations stand without their last full stop; they do not end a sentence.

ABBREVIATIONS = (
    "e.g", "i.e", "eg", "ie", "viz", "cf", "vs", "v", "dr", "mr", "mrs", "ms", "mx", "prof", "rev", "hon", "gen", "col", "sgt", "capt",
    "vgl", "bzw", "mio", "mrd", "inkl", "sog", "ggf", "evtl", "bspw", "lt", "gov", "sen", "rep", "st", "mt", "ft", "ca", "approx", "est", "resp", "incl", "excl", "esp", "ed", "eds", "trans",
)  # fmt: skip
ABBREVIATIONS_BEFORE_NUMBER = frozenset((
    "no", "nos", "nr", "fig", "figs", "eq", "eqs", "p", "pp", "vol", "vols", "sec", "sect", "ch", "chap", "art", "tab", "ex",
    "app", "para", "par", "s", "abb", "abs", "ziff", "rn", "rz", "kap", "anl", "bl", "pág", "págs", "cap", "núm", "n", "ver", "v", "ref", "refs", "al", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct",
    "nov", "dec",
))  # fmt: skip
SENTENCE_STARTERS = frozenset((
    "the", "a", "an", "it", "its", "this", "that", "these", "those", "in", "on", "at", "for", "we", "he", "she", "they", "there", "i",
    "you", "our", "their", "his", "her", "however", "but", "and", "or", "so", "if", "when", "while", "as", "by", "with", "from", "to",
    "both", "all", "no", "such", "one", "two", "most", "some", "many", "each", "after", "before", "since", "although", "because",
    "then", "thus", "therefore", "moreover", "furthermore", "finally", "overall", "according", "based", "what", "which", "who",
))  # fmt: skip
DANGLING = frozenset((  # a sentence does not end in these words
    "the", "a", "an", "of", "and", "or", "to", "with", "for", "from", "by", "in", "at", "as", "is", "are", "was", "were", "be", "that",
    "which", "than", "into", "its", "their", "our", "this", "these", "but", "because", "between", "during", "if", "when", "while",
    "not", "has", "have", "had", "will", "would", "can", "could", "should", "may", "might", "such", "using", "very", "more",
))  # fmt: skip
AUXILIARIES = (  # a fragment with one of these is a clause
    "is", "are", "was", "were", "be", "been", "has", "have", "had", "does", "do", "did", "will", "would", "can", "could", "should",
    "shall", "may", "might", "must", "cannot", "isn't", "aren't", "wasn't", "weren't", "doesn't", "don't", "didn't", "won't", "can't",
    "shows", "remains", "became", "grew", "rose", "fell", "makes", "made", "takes", "took", "gives", "gave", "holds", "held",
    "leads", "led", "wins", "won", "runs", "ran", "needs", "uses", "supports", "beats", "exceeds", "outperforms",
)  # fmt: skip
SALUTATIONS = (  # with a name or nothing behind them, a greeting
    "hello", "hi", "hey", "greetings", "dear", "welcome", "good morning", "good afternoon", "good evening", "good day", "thanks",
    "thank you", "many thanks", "cheers", "sure", "sure thing", "certainly", "of course", "absolutely", "okay", "ok", "great",
    "got it", "understood", "no problem", "best regards", "kind regards", "regards", "best wishes", "sincerely", "yours sincerely",
    "yours truly", "best", "all the best", "goodbye", "bye", "take care", "great question", "good question",
)  # fmt: skip
COURTESIES = (  # a sentence that begins so is about the talk, not about the matter
    "i hope this helps", "hope this helps", "i hope this", "i hope that helps", "let me know", "please let me know",
    "feel free to", "please feel free", "do not hesitate", "don't hesitate", "please do not hesitate", "please don't hesitate",
    "happy to help", "i'm happy to", "i am happy to", "i'd be happy to", "i would be happy to", "glad to help", "thank you for",
    "thanks for", "thanks again", "if you have any questions", "if you have any further questions", "if you'd like me to",
    "if you would like me to", "would you like", "have a great", "have a nice", "here is the", "here's the", "here are the",
    "below is the", "below are the", "here is a summary", "here's a summary", "looking forward to", "i look forward to",
    "you're welcome", "you are welcome", "sure here", "certainly here", "of course here", "i can help", "i'd love to help",
)  # fmt: skip

# references.py: what a section that lists the sources of a text is called
REFERENCE_HEADINGS = frozenset((
    "quellen", "quellenverzeichnis", "literatur", "literaturverzeichnis", "einzelnachweise", "références", "sources et références",
    "bibliographie", "referencias", "fuentes", "bibliografía", "referências", "fontes", "bibliografia", "riferimenti", "fonti",
    "bronnen", "referenties", "källor", "referenser", "参考文献", "参考资料", "引用", "参考", "출처", "참고문헌", "источники", "литература",
    "references", "reference list", "list of references", "sources", "source list", "bibliography", "works cited",
    "citations", "footnotes", "endnotes", "notes", "literature", "literature cited", "sources and references",
    "references and sources", "sources cited", "references cited", "notes and references",
))  # fmt: skip

# Merit and effect (statements.py): what an output says when it compares, or claims an effect.

MERIT_VERBS = (
    r"outperform(?:s|ed|ing)?", r"outclass(?:es|ed)?", r"surpass(?:es|ed|ing)?", r"outscor(?:es|ed)", r"outpac(?:es|ed|ing)",
    r"superior to", r"exceed(?:s|ed) (?:that|those) of", r"improv(?:es|ed|ement) (?:on|upon|over)", r"wins against", r"won against", r"has the edge over",
)  # fmt: skip
MERIT_ADJECTIVES = (
    "better", "faster", "quicker", "cheaper", "safer", "smarter", "stronger", "worse", "slower", "more accurate", "more efficient",
    "more reliable", "more robust", "more precise", "more effective", "more stable", "more scalable", "more secure",
    "sooner", "more sensitive", "more specific", "more favourable", "more favorable", "more profitable", "more durable",
    "more consistent", "more cost-effective", "more user-friendly", "more predictive", "more performant", "more powerful", "more economical", "more productive", "less error-prone", "less expensive", "less costly",
    "less reliable", "less accurate",
)  # fmt: skip
MERIT_AMOUNTS = ("higher", "lower", "fewer", "less", "more", "greater", "smaller", "shorter")
MERIT_NOUNS = (
    "accuracy", "precision", "recall", "throughput", "latency", "error", "errors", "error rate", "cost", "costs", "loss", "quality",
    "performance", "score", "scores", "speed", "efficiency", "fuel", "energy", "power", "emissions", "bugs", "failures", "defects", "memory", "false positives",
    "false negatives", "success rate", "yield", "variance", "bias", "retention", "conversion",
)  # fmt: skip
NO_RIVAL = (  # what stands behind "than" and is no other method: a threshold, an expectation, an idiom
    "expected", "expect", "planned", "anticipated", "forecast", "usual", "normal", "necessary", "needed", "required", "intended",
    "that", "nothing", "never", "ever", "once", "twice", "one", "two", "three", "half", "sorry", "others think",
    "a minute", "a second", "an hour", "a day", "a week", "a month", "a year", "or equal", "the day before", "the night before",
    "yesterday", "we planned", "we expected", "we thought", "we hoped", "we feared", "i expected", "i thought", "they expected",
    "they thought", "it looks", "it seems", "it sounds",
)  # fmt: skip
LIMITS = (  # "slower than the speed limit": a threshold of whatever kind
    "limit", "limits", "threshold", "thresholds", "target", "targets", "budget", "goal", "quota", "ceiling", "requirement",
    "requirements", "deadline",
)  # fmt: skip
NEGATIONS = ("no", "not", "never", "hardly", "neither", "nor", "without", "cannot", "barely")
WISHES = (  # a sentence with one of these before its comparison or effect states a goal, a condition or a doubt
    "must", "should", "shall", "need to", "needs to", "has to", "have to", "want", "wants", "wanted", "aim", "aims", "aimed", "hope",
    "hopes", "would", "could", "might", "may", "if", "whether", "unless", "target", "targets", "goal", "plan to", "plans to", "plan is to", "plan was to", "expect", "expects",
    "in order to", "will", "can", "try", "tries", "intend", "intends", "whichever", "when",
)  # fmt: skip
EFFECT_VERBS = (  # with an object and "by" or a figure behind it
    "cut", "cuts", "cutting", "reduce", "reduces", "reduced", "reducing", "lower", "lowers", "lowered", "improve", "improves", "improved",
    "improving", "boost", "boosts", "boosted", "boosting", "raise", "raises", "raised", "increase", "increases", "increased",
    "increasing", "speed up", "speeds up", "sped up", "accelerate", "accelerates", "accelerated", "shorten", "shortens", "shortened",
    "minimize", "minimizes", "minimized", "minimise", "minimises", "minimised", "slash", "slashes", "slashed", "enhance",
    "enhances", "enhanced", "shrink", "shrinks", "shrank", "decrease", "decreases", "decreased", "save", "saves", "saved",
)  # fmt: skip
CRITERIA = frozenset((  # a label with one of these says what was to be met, not what was found
    "rule", "rules", "criterion", "criteria", "threshold", "thresholds", "target", "targets", "requirement", "requirements",
    "budget", "limit", "limits", "tolerance", "goal", "goals",
))  # fmt: skip
IMPERATIVES = frozenset((  # verbs that begin an instruction; one that also begins a statement is left out ("cost", "test")
    "add", "allow", "apply", "arrange", "attach", "avoid", "bake", "beat", "boil", "bring", "call", "check", "choose", "clean", "click",
    "close", "combine", "configure", "connect", "cook", "cool", "copy", "cover", "create", "cut", "delete", "dissolve", "divide",
    "download", "drain", "dry", "enter", "fill", "fold", "fry", "give", "go", "grill", "heat", "hold", "insert", "install", "keep",
    "knead", "leave", "let", "lower", "make", "measure", "melt", "mix", "move", "open", "pass", "paste", "peel", "place", "pour",
    "preheat", "press", "pull", "push", "put", "raise", "reduce", "refer", "remember", "remove", "repeat", "replace", "rest", "rinse",
    "roast", "roll", "run", "save", "season", "see", "select", "send", "serve", "set", "shake", "simmer", "slice", "soak", "spread",
    "sprinkle", "squeeze", "start", "stir", "stop", "store", "take", "tap", "tighten", "transfer", "turn", "type", "unplug", "use",
    "wait", "warm", "wash", "whisk", "wipe", "wrap", "write",
))  # fmt: skip
ASKED = frozenset((  # after "please": what readers are asked for
    "advise", "approve", "ask", "complete", "confirm", "contact", "decide", "ensure", "forward", "inform", "provide", "reply", "respond",
    "return", "review", "share", "sign", "tell", "update", "verify",
))  # fmt: skip
BEFORE_IMPERATIVES = frozenset(
    ("then", "now", "please", "first", "next", "finally", "always", "never", "don't", "afterwards")
)
EFFECT_REFERENCES = (  # words that name what an effect is measured against, or over which time
    "than", "versus", "vs", "against", "compared", "relative to", "over the", "baseline", "control", "controls", "without", "before",
    "previous", "previously", "prior", "last year", "last month", "last week", "since", "year-on-year", "year over year", "yoy",
    "per year", "a year", "annually", "every year", "instead of", "in place of", "from", "between", "by 20", "until", "original",
    "unchanged", "current", "placebo", "reference",
)  # fmt: skip

# relations.py: values that say there is none, and words that give a figure its direction

UNKNOWN_VALUES = frozenset((
    "unknown", "n/a", "na", "n.a", "not available", "unavailable", "not known", "not measured", "not reported", "not stated",
    "not given", "not applicable", "undisclosed", "not disclosed", "?", "-", "–", "—",
))  # fmt: skip
RISING = frozenset((
    "increase", "increases", "increased", "rise", "rises", "rose", "risen", "growth", "grew", "grown", "gain", "gains", "gained",
    "climbed", "jumped", "surged",
))  # fmt: skip
FALLING = frozenset((
    "decrease", "decreases", "decreased", "fall", "falls", "fell", "fallen", "decline", "declines", "declined", "drop", "drops",
    "dropped", "reduction", "reduced", "shrank", "shrunk", "plunged", "slumped", "loss", "lost",
))  # fmt: skip

# Polarity (polarity.py): words that turn a statement into its negation, and words that carry none of it.

NEGATING = frozenset(("not", "no", "never", "cannot", "neither", "nor", "none", "without", "n't", "hardly"))
UNSAYING = (  # openings that deny or affirm the whole sentence behind them
    "it is not true that", "it is false that", "it is not the case that", "it is wrong that", "it is untrue that",
)  # fmt: skip
AFFIRMING = ("it is true that", "it is the case that", "it is a fact that", "in fact", "indeed", "of course", "clearly")
OPPOSITES = (  # the second of each pair is the first, negated
    ("enabled", "disabled"), ("true", "false"), ("passed", "failed"), ("passes", "fails"), ("pass", "fail"), ("safe", "unsafe"),
    ("available", "unavailable"), ("supported", "unsupported"), ("possible", "impossible"), ("valid", "invalid"),
    ("present", "absent"), ("complete", "incomplete"), ("correct", "incorrect"), ("consistent", "inconsistent"),
    ("signed", "unsigned"), ("stable", "unstable"), ("reliable", "unreliable"), ("legal", "illegal"), ("open", "closed"),
    ("increased", "decreased"), ("increases", "decreases"), ("increase", "decrease"), ("rose", "fell"), ("rises", "falls"),
    ("higher", "lower"), ("faster", "slower"), ("better", "worse"), ("includes", "excludes"),
    ("required", "optional"), ("accepted", "rejected"), ("approved", "refused"), ("compatible", "incompatible"),
)  # fmt: skip
RETRACTING = frozenset((  # before a demoted claim in its clause, they take it back like a negation
    "retract", "retracts", "retracted", "withdraw", "withdraws", "withdrew", "disproved", "disproves", "refuted", "refutes",
    "debunked", "contrary", "longer", "wrongly", "incorrectly", "falsely", "mistakenly",
))  # fmt: skip
RETRACTED = frozenset((  # behind it as what it is: "... is now false"
    "false", "wrong", "untrue", "incorrect", "withdrawn", "retracted", "disproved", "refuted", "obsolete", "outdated", "superseded",
    "mistaken", "unsupported",
))  # fmt: skip
FAILING = ("fails to", "failed to", "fail to", "refuses to", "refused to")  # before a verb they negate it
COLOURLESS = frozenset(
    ("a", "an", "the", "any", "some", "do", "does", "did", "at", "all", "ever", "always", "yet", "so", "that", "there")
)

# Placeholders in fields that are no source (placeholders.py): metrics, rationales, contents, answers.

# The whole text; words that can be an honest answer or name (missing, pending, test) are not among them.
EMPTY_ANSWERS = frozenset((
    "na", "none", "null", "nil", "nan", "undefined", "unknown", "unspecified", "not available", "not applicable",
    "not specified", "not provided", "not given", "not stated", "no answer", "no value", "x", "xx", "xxx", "xxxx", "foo", "bar",
    "baz", "foobar", "asdf", "abc", "lorem", "tk", "as above", "see above", "to do",
))  # fmt: skip

NOUN_MARKERS = ("todo", "placeholder")  # "a todo list" and "placeholder images" are things

# Words without content of their own (placeholders.py): what is left of a sentence without them is what it says.
FUNCTION_WORDS = frozenset((
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "they", "them", "their", "we", "us", "our", "i", "me", "my",
    "you", "your", "he", "she", "one", "there", "here", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did",
    "has", "have", "had", "having", "will", "would", "can", "could", "should", "shall", "may", "might", "must", "and", "or", "but", "so", "as",
    "because", "since", "therefore", "thus", "hence", "then", "than", "if", "when", "while", "where", "which", "who", "whom", "whose",
    "what", "why", "how", "of", "to", "in", "on", "at", "by", "for", "from", "with", "into", "about", "not", "no", "also", "too",
    "very", "quite", "really", "just", "simply", "clearly", "obviously", "certainly", "definitely", "surely", "indeed",
    "naturally", "of", "course", "plainly", "truly", "actually", "basically", "always", "such", "all", "any", "some", "every", "each",
    "both", "more", "most", "much", "many", "well", "now", "again", "etc", "true", "correct", "right", "thing", "things", "case",
    "reason", "reasons", "fact", "follows", "following", "due", "given", "thanks", "its", "itself", "up", "out", "down",
))  # fmt: skip

# Words by which a rationale vouches for itself (evaluators/evidence.py): "trust me", "in my expert judgment", "common sense".
VOUCHING = frozenset((
    "trust", "believe", "believed", "belief", "think", "thought", "feel", "feeling", "intuition", "gut", "hunch", "conclude", "concluded",
    "conclusion", "judge", "judgment", "judgement", "judgments", "expert", "experts", "expertise", "experience", "professional",
    "opinion", "view", "obvious", "evident", "evidently", "apparent", "apparently", "undeniable", "undoubtedly", "doubt", "clear",
    "certain", "sure", "confident", "confidence", "sense", "common", "general", "knowledge", "known", "widely", "generally",
    "everybody", "everyone", "knows", "know", "good", "great", "strong", "strongly", "full", "fully", "valid", "sound", "rationale", "justification", "justified",
    "explanation", "explained", "explains", "explain", "see", "above", "below", "earlier", "previously", "details", "provided",
    "stated", "mentioned", "discussed", "described", "said", "say", "says", "based", "suggests", "makes", "reasonable", "logic",
    "logical", "logically", "reasoning", "self", "explanatory", "speaks", "best", "most", "likely", "statement", "claim", "answer", "please", "choice", "idea", "decision",
))  # fmt: skip

# Words of a deliverable or answer that only say where it is (evaluators/completeness.py): "The report is attached."
POINTING_CONTENT = frozenset((
    "attached", "enclosed", "attachment", "above", "below", "delivered", "provided", "submitted", "uploaded", "separately",
    "soon", "later", "coming", "pending", "elsewhere", "see", "please", "find", "discussed", "described", "mentioned", "stated",
    "agreed", "refer", "omitted", "brevity", "intentionally", "blank", "left",
))  # fmt: skip
POINTED_AT = frozenset((
    "file", "document", "deliverable", "output", "answer", "response", "message", "chat", "text", "section", "result", "results",
    "summary", "report", "details", "content", "contents", "email", "mail",
))  # fmt: skip

# "I was unable to create the report.": what is left of it says that there is none (evaluators/completeness.py).
NOT_DELIVERED = frozenset((
    "unable", "cannot", "couldnt", "failed", "fail", "create", "created", "produce", "produced", "generate", "generated", "provide",
    "provided", "deliver", "delivered", "prepare", "prepared", "complete", "completed", "write", "written", "finish", "finished",
    "yet", "sorry", "unfortunately", "time", "still",
))  # fmt: skip
REFUSING = frozenset(("unable", "cannot", "couldnt", "failed", "fail", "sorry", "unfortunately", "not"))

# Critics (adversaries/). Shapes and forms are in the modules, the words are here.

# placeholders.py. A word in capitals that stands for a value still to come; what an unfilled bracket asks for.
UNFILLED_VALUES = ("TBD", "TBA", "TBC")
UNFILLED_NOTES = ("TODO", "FIXME")
UNFILLED_NAMES = (  # in brackets, with a capital: "Dear [Name],"
    "name", "first name", "last name", "full name", "customer name", "client name", "company", "company name",
    "organization", "organisation", "organization name", "organisation name", "recipient", "recipient name",
    "recipient's name", "sender name", "manager name", "hiring manager", "hiring manager's name", "date", "city",
    "phone number", "email address", "job title", "product name", "project name", "team name", "amount",
    "street address",
)  # fmt: skip
SPOKEN_OF = (  # before "TBD": the word is meant, not the value
    "marked", "labelled", "labeled", "called", "named", "say", "says", "write", "writes", "means", "as", "the", "an",
    "a", "or", "and", "with", "use", "word",
)  # fmt: skip
ABOUT_FILLING = (  # a sentence with one of these tells its reader to fill something in
    "replace", "replaces", "replaced", "replacing", "substitute", "substituting", "swap", "fill in", "fill out",
    "fills in", "stands for", "stand for", "placeholder", "placeholders", "template", "templates", "where it says",
    "is filled", "are filled", "gets filled",
)  # fmt: skip

# absolutes.py. Words that leave no room for error; each pattern is a phrase, "*" stands for nothing or one adverb.
ABSOLUTE_CERTAINTY = (
    "without a doubt", "without any doubt", "without doubt", "beyond any doubt", "beyond all doubt", "beyond doubt",
    "beyond a shadow of a doubt", "beyond the shadow of a doubt", "there is no doubt", "there can be no doubt",
    "undoubtedly", "undeniably", "undeniable", "unquestionably", "indisputably", "indisputable", "irrefutably",
    "irrefutable", "incontrovertible", "incontrovertibly", "absolutely certain", "absolutely sure",
    "proves conclusively", "conclusively proves", "conclusively proven", "definitively proves", "definitively proven",
    "proven beyond", "foolproof", "bulletproof", "infallible", "unhackable", "unbreakable", "fail-safe in every case",
    "flawlessly", "flawless", "every single time", "cannot fail", "can't fail", "can't possibly fail", "can not fail", "cannot possibly fail",
    "cannot go wrong", "can't go wrong", "cannot be wrong", "cannot be hacked", "no risk whatsoever", "no risk at all",
    "no risk of any kind", "zero risk", "risk-free", "with absolute certainty", "with complete certainty",
    "with total certainty", "with 100% certainty", "zero chance of", "works in every case", "works in all cases",
    "no one can deny", "nobody can deny", "perfect accuracy", "zero hallucinations",
)  # fmt: skip
ABSOLUTE_DEGREES = (
    "completely", "totally", "absolutely", "entirely", "fully", "100%", "100 %", "one hundred percent", "perfectly",
)  # fmt: skip
ABSOLUTE_QUALITIES = (
    "accurate", "reliable", "safe", "secure", "correct", "effective", "certain", "risk-free", "error-free", "bug-free",
    "harmless", "guaranteed", "foolproof", "trustworthy", "unbiased", "sure", "backward compatible",
    "backwards compatible", "backward-compatible", "backwards-compatible",
)  # fmt: skip
ABSOLUTE_ALWAYS = ("works", "succeeds", "wins", "correct", "right", "accurate", "reliable")
ABSOLUTE_NEVER = (
    "fails", "breaks", "crashes", "errs", "loses", "makes a mistake", "makes mistakes", "goes wrong", "wrong",
)  # fmt: skip
ABSOLUTE_GUARANTEES = (  # "guaranteed to ...", "guarantees ...": outcomes, not the contract of a programming interface
    "work", "succeed", "win", "pay off", "improve", "increase", "reduce", "save", "solve", "eliminate", "outperform",
    "success", "results", "profit", "profits", "returns", "savings", "growth", "accuracy", "safety", "security",
)  # fmt: skip
DENIALS = frozenset((
    "almost", "nearly", "practically", "virtually", "not", "no", "never", "neither", "nor", "nothing", "nobody",
    "none", "hardly", "rarely", "seldom", "scarcely", "without", "cannot", "isn't", "aren't", "wasn't", "weren't",
    "doesn't", "don't", "didn't", "can't", "won't", "couldn't", "wouldn't", "few", "less", "far",
))  # fmt: skip
SUPPOSING = frozenset((  # what follows is no assertion
    "if", "whether", "unless", "until", "till", "suppose", "assuming", "provided", "ensure", "ensures", "ensuring",
    "once", "when", "whenever", "should", "must", "shall", "would", "could", "might", "may", "needs", "need",
    "requires", "require", "want", "wants", "expect", "expects", "hope", "hopes", "assume", "assumes", "wait", "sure",
    "before", "supposed", "soon", "make", "makes", "making", "let", "get", "keep", "help", "helps",
))  # fmt: skip

# unproven.py. Work that is reported as done.
CHECKING_WORDS = (
    "verified", "validated", "double-checked", "double checked", "cross-checked", "re-verified", "rechecked",
    "re-checked",
)  # fmt: skip
LOOKING_WORDS = (  # after "I" only
    "checked", "tested", "confirmed", "re-ran", "reran", "audited", "proofread", "inspected",
)  # fmt: skip
CHECKED_THINGS = (  # parts of the work itself: "all citations were double-checked", not "all accounts are verified"
    "data", "figure", "figures", "number", "numbers", "price", "prices", "value", "values", "total", "totals", "date", "dates",
    "source", "sources", "citation", "citations", "reference", "references", "link", "links", "quote", "quotes", "fact", "facts",
    "claim", "claims", "calculation", "calculations", "result", "results", "finding", "findings", "statement", "statements",
)  # fmt: skip
RELEASING_WORDS = (
    "deployed", "redeployed", "merged", "shipped", "pushed", "rolled out", "released", "published", "migrated",
    "promoted",
)  # fmt: skip
RELEASED_THINGS = (
    "fix", "hotfix", "patch", "change", "changes", "release", "update", "updates", "build", "version", "service",
    "services", "app", "application", "api", "endpoint", "model", "site", "website", "migration", "migrations",
    "feature", "code", "branch", "commit", "commits", "image", "package", "pipeline", "function", "dashboard",
    "pull request", "pr", "mr", "merge request", "database", "schema", "production", "prod", "staging", "main",
    "master", "live", "cluster", "server", "servers", "pypi", "npm", "app store", "container",
)  # fmt: skip
SWEEPING_OBJECTS = (  # "I verified every figure against its source": as good as all the claims together
    "figure", "number", "source", "claim", "link", "result", "everything", "fact", "value", "reference", "citation",
    "statement", "detail", "data", "answer", "report", "calculation", "information", "above", "it", "this", "them",
    "carefully", "manually", "personally", "thoroughly", "independently", "twice", "against", "listed", "original",
    "own",
)  # fmt: skip

# to_grader.py. What texts written for an automatic judge say.
GRADERS = (
    "grader", "evaluator", "evaluation system", "evaluation harness", "grading system", "grading model", "judge model",
    "llm judge", "ai judge", "ai grader", "ai evaluator", "ai reviewer", "ai assistant", "ai system", "ai model",
    "language model", "llm", "large language model", "automated grader", "automated evaluator", "automated reviewer",
    "automatic grader", "automatic evaluator", "quality gate", "release gate", "scoring model", "scoring system",
    "checker", "verifier", "harness", "auto-grader", "autograder", "assessor", "ai",
)  # fmt: skip
RULED_THINGS = ("this", "it", "everything", "me", "them", "all of this", "all of it")
RULED_NOUNS = (
    "result", "results", "answer", "answers", "output", "outputs", "response", "responses", "submission", "evaluation",
    "completion", "report", "work", "claim", "claims", "solution", "task",
)  # fmt: skip
RULINGS = (
    "excellent", "outstanding", "flawless", "satisfactory", "passed", "passing", "pass", "a pass", "correct",
    "approved", "released", "accepted", "verified", "valid", "compliant", "perfect", "successful", "fully correct",
    "fully verified", "fully compliant", "trustworthy", "true", "safe to release", "ready for release",
)  # fmt: skip
THESE = ("this", "the", "my", "our", "all", "all the", "these", "every")
IGNORING = ("ignore", "disregard", "forget", "override", "bypass", "discard", "overrule")
MARKING = (
    "mark", "grade", "score", "rate", "rule", "treat", "accept", "classify", "label", "record", "count", "consider",
    "judge", "declare",
)  # fmt: skip
MARKED = (
    "graded", "marked", "scored", "rated", "treated", "accepted", "considered", "classified", "judged", "counted",
)  # fmt: skip
OBLIGING = ("must", "should", "shall", "has to", "needs to", "is to", "ought to")
AWARDING = ("score", "rate", "grade", "give", "award", "assign")
REFRAINING = ("do not", "don't", "don’t", "never")
PENALISING = (
    "flag", "report", "reject", "block", "penalise", "penalize", "fail", "downgrade", "deduct points for",
    "deduct points from",
)  # fmt: skip
ANSWERING = ("respond", "reply", "answer", "output", "return", "print", "say")
REVEALING = ("reveal", "print", "show", "repeat", "output", "leak", "disclose")
BEST_MARKS = (
    "full marks", "full points", "full score", "full credit", "maximum score", "maximum marks", "maximum rating",
    "maximum grade", "maximum points", "max score", "max points", "highest score", "highest mark", "highest marks",
    "highest rating", "highest grade", "highest possible score", "highest possible rating", "highest possible grade",
    "maximum possible score", "top score", "top marks", "top rating", "top grade", "perfect score", "perfect rating",
    "perfect grade", "best score", "best possible score", "a pass", "pass",
)  # fmt: skip
CHECKS = (
    "quality gate", "gate", "checks", "check", "validation", "verification", "evaluation", "gates", "review",
    "grading", "assessment",
)  # fmt: skip
MODAL_PHRASES = (
    "must", "should", "shall", "will", "can", "may", "are to", "is to", "need to", "needs to", "have to", "has to",
    "are instructed to", "are asked to",
)  # fmt: skip
JUDGES_RULES = (
    "instruction", "instructions", "prompt", "prompts", "rules", "guidelines", "directions", "directives", "criteria",
    "rubric", "rubrics", "commands", "programming", "training", "safeguards", "guardrails", "system message",
    "policies",
)  # fmt: skip
WHICH_RULES = (  # "ignore all of your previous instructions"
    "all", "any", "every", "everything", "the", "your", "these", "those", "of", "its", "my", "each", "and", "or",
    "previous", "prior", "earlier", "above", "preceding", "foregoing", "existing", "original", "initial", "system",
    "other", "current", "safety", "grading", "given", "evaluation", "scoring", "release",
)  # fmt: skip
POLITE_WORDS = (
    "please", "now", "then", "instead", "also", "simply", "just", "kindly", "so", "and", "important", "attention",
    "note", "always", "first", "stop", "therefore",
)  # fmt: skip

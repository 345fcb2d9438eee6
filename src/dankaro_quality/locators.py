"""Locators that computers follow: URLs, paths, commands, queries, commits, packages.

`find(text)` gives the kind and the locating part of the first one in a canonical text, or None. Each finder reads
the shape of a kind, never a list of good hosts or projects. A template that was never filled in, an address cut off
by dots and a misspelt scheme have the right beginning and lead nowhere: they are no locators.
"""

from __future__ import annotations

import re

from dankaro_quality.patterns import compiled, first, lowered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Spot = tuple[str, str]
    Finder = Callable[[str, list[str]], Spot | None]

WEB = frozenset((
    "http", "https", "ftp", "ftps", "sftp", "ws", "wss", "git", "ssh", "svn", "git+https", "git+ssh", "feed",
))  # fmt: skip
STORES = frozenset((
    "s3", "s3a", "s3n", "gs", "gcs", "abfs", "abfss", "wasb", "wasbs", "adl", "az", "bq", "dbfs", "hdfs", "oci", "hf",
    "r2",
    "b2", "cos", "oss", "swift", "viewfs", "alluxio", "azureml", "ipfs", "docker",
))  # fmt: skip

# Schemes without slashes: what must follow the colon, and the kind that makes.
SCHEMES = {
    "urn": ("url", r"[a-z0-9][a-z0-9-]{1,31}:\S*\w"),
    "ark": ("registry", r"/?\d{5,9}/\w+"),
    "hdl": ("registry", r"\d[\w.]*/\S*\w"),
    "hal": ("registry", r"\w+-\d+"),
    "oai": ("registry", r"[\w.-]+:\S*\w"),
    "did": ("registry", r"[a-z0-9]+:\S*\w"),
    "swh": ("commit", r"\d:[a-z]{3}:[0-9a-f]{40}"),
    "repec": ("registry", r"[a-z]{3}:\w{4,}:\S*\w"),
    "arn": ("url", r"aws[\w-]*:[a-z0-9-]+:\S*\w"),
    "tag": ("url", r"[\w.-]+,\d{4}[\d-]*:\S*\w"),
    "mid": ("url", r"\S+@\S*\w"),
    "cid": ("url", r"\S+@\S*\w"),
    "pkg": ("package", r"[\w.+-]+/\S*\w"),
    "dbfs": ("url", r"/+\w\S*"),
    "hdfs": ("url", r"/+\w\S*"),
    "file": ("path", r"/+\w\S*"),
    "github": ("commit", r"[\w.-]+/[\w.-]+\S*"),
    "gitlab": ("commit", r"[\w.-]+/[\w.-]+\S*"),
    "bitbucket": ("commit", r"[\w.-]+/[\w.-]+\S*"),
    "gist": ("commit", r"\S*[0-9a-f]{8,}"),
}

DOMAINS = frozenset((
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "dev", "app", "cloud", "tech", "site", "online",
    "xyz", "science", "report", "reports", "news", "blog", "wiki", "page", "pages", "health", "world", "global",
    "google", "foundation", "museum", "academy", "aero", "agency", "art", "bank", "bio", "blue", "center", "company",
    "digital", "eco", "energy", "finance", "fund", "guide", "institute", "legal", "life", "live", "media", "network",
    "one", "pro", "pub", "review", "reviews", "school", "software", "solutions", "space", "store", "studio", "systems",
    "team", "today", "tools", "top", "university", "video", "works", "zone", "coop", "name", "asia", "eus", "cat",
))  # fmt: skip

EXTENSIONS = frozenset((
    # prose and office
    "md", "markdown", "mdx", "txt", "rst", "adoc", "tex", "bib", "ris", "pdf", "ps", "eps", "djvu", "epub", "doc",
    "docx", "docm", "odt", "rtf", "pages", "ppt", "pptx", "odp", "key", "xls", "xlsx", "xlsm", "xlsb", "ods",
    "numbers", "eml", "msg", "mbox",
    # data
    "csv", "tsv", "psv", "json", "jsonl", "ndjson", "json5", "geojson", "xml", "xsd", "xsl", "xslt", "yaml", "yml",
    "toml", "ini", "cfg", "conf", "properties", "env", "lock", "parquet", "feather", "arrow", "avro", "orc", "h5",
    "hdf5", "hdf", "nc", "npz", "npy", "pkl", "pickle", "rds", "rdata", "mat", "dta", "sav", "sas7bdat", "db",
    "sqlite", "sqlite3", "duckdb", "mdb", "dat", "bin", "log", "out", "err", "trace", "har", "pcap", "sql", "dump",
    "bak", "proto", "graphql", "ttl", "rdf", "owl", "nt", "shp", "kml", "gpx", "tif", "tiff", "las", "fits", "fasta",
    "fastq", "fa", "fq", "vcf", "bam", "sam", "bed", "gff", "gtf", "pdb", "cif", "mzml", "ics", "po", "sarif",
    "tfrecord", "onnx", "safetensors", "gguf", "ckpt", "pt", "pth", "joblib", "rec", "edf", "dcm", "nii", "stl", "dwg",
    "dxf", "ifc", "step",
    # code
    "py", "pyi", "pyx", "ipynb", "rmd", "qmd", "js", "mjs", "cjs", "jsx", "ts", "tsx", "mts", "cts", "vue", "svelte",
    "astro", "css", "scss", "sass", "less", "html", "htm", "xhtml", "php", "rb", "erb", "pl", "pm", "lua", "go", "rs",
    "java", "kt", "kts", "scala", "sbt", "groovy", "gradle", "clj", "cljs", "edn", "ex", "exs", "erl", "hs", "ml",
    "mli", "fs", "fsx", "cs", "csproj", "sln", "vb", "cpp", "cc", "cxx", "hpp", "hh", "hxx", "cu", "swift", "mm",
    "dart", "jl", "nim", "zig", "sol", "vy", "f90", "f95", "f03", "cob", "cbl", "pas", "asm", "wat", "wasm", "sh",
    "bash", "zsh", "fish", "bat", "cmd", "ps1", "psm1", "mk", "cmake", "bzl", "star", "tf", "tfvars", "hcl", "nix",
    "patch", "diff", "tmpl", "j2", "jinja", "ejs", "hbs", "do", "sas", "spec", "feature", "robot", "rego", "cue",
    "thrift", "sty", "plist", "pbxproj",
    # media and archives
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "ico", "heic", "mp3", "wav", "flac", "ogg", "m4a", "mp4", "mov",
    "avi", "mkv", "webm", "srt", "vtt", "zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "rar", "zst", "whl", "jar",
    "war", "egg", "deb", "rpm", "iso", "exe", "dll", "so", "dylib", "apk", "ipa",
))  # fmt: skip
# Endings that are also the domain of a country: alone and with more dots the name is a site's.
COUNTRIES = frozenset(("cc", "mk", "ml", "nc", "pl", "pm", "ps", "rs", "sh", "so", "tf"))
SHORT_EXTENSIONS = frozenset("cChHrRmdvst")  # one letter: only after a longer name, so that initials stay initials
BARE_FILES = frozenset((
    "Makefile", "Dockerfile", "Containerfile", "Jenkinsfile", "Vagrantfile", "Procfile", "Gemfile", "Rakefile",
    "Pipfile", "Snakefile", "Justfile", "Brewfile", "LICENSE", "README", "CHANGELOG", "NOTICE", "CODEOWNERS", "BUILD",
    "WORKSPACE", "METADATA", "PKG-INFO", "crontab", "Caddyfile", "Podfile", "Fastfile", "Tiltfile", "Earthfile",
    "COPYING", "AUTHORS", "MANIFEST",
))  # fmt: skip
FOLDERS = frozenset((  # what a path without an ending starts with; "input/output" is none
    "src", "lib", "docs", "tests", "scripts", "bin", "etc", "notebooks", "runs", "experiments", "artifacts", "logs",
    "packages", "projects",
))  # fmt: skip
NOT_FILES = frozenset((  # products that are called like a file
    "node.js", "vue.js", "next.js", "nuxt.js", "react.js", "angular.js", "ember.js", "backbone.js", "express.js",
    "three.js", "d3.js", "io.js", "chart.js", "moment.js", "alpine.js", "discord.js", "p5.js", "nest.js",
    "tensorflow.js", "handlebars.js", "paper.js", "deno.ts", "will.i.am", "last.fm",
))  # fmt: skip

TOOLS = frozenset((
    "pytest", "python", "python3", "py", "pip", "pip3", "pipx", "uv", "uvx", "poetry", "conda", "mamba", "tox", "nox",
    "ruff", "mypy", "pyright", "pylint", "flake8", "coverage", "jupyter", "papermill", "git", "gh", "hg", "svn", "npm",
    "npx", "pnpm", "yarn", "bun", "deno", "tsc", "eslint", "jest", "vitest", "mocha", "cargo", "rustc", "gradle",
    "mvn", "javac", "dotnet", "docker", "podman", "kubectl", "helm", "terraform", "ansible", "aws", "gcloud", "gsutil",
    "az", "curl", "wget", "httpie", "ssh", "scp", "rsync", "psql", "mysql", "sqlite3", "duckdb", "mongosh",
    "redis-cli", "bq", "dbt", "spark-submit", "jq", "yq", "awk", "sed", "grep", "egrep", "rg", "ripgrep", "fd", "ls",
    "wc", "sha256sum", "md5sum", "shasum", "diff", "tar", "gzip", "unzip", "bash", "zsh", "ctest", "cmake", "ninja",
    "bazel", "gcc", "clang", "nvcc", "Rscript", "ghc", "stack", "elixir", "rake", "rspec", "bundle", "composer",
    "phpunit", "openssl", "nmap", "dig", "nslookup", "whois", "traceroute", "tcpdump", "ffmpeg", "ffprobe",
    "nvidia-smi", "lscpu", "hyperfine", "promptfoo", "semgrep", "trivy", "snyk", "bandit", "pre-commit", "act", "pwsh",
    "iperf3", "fio", "systemctl", "journalctl", "dpkg", "apt", "apt-get", "rpm", "brew", "chmod", "mkdir",
))  # fmt: skip
PLAIN_TOOLS = frozenset((  # tools whose names are English words: their arguments must look like arguments
    "make", "find", "cat", "test", "go", "sort", "head", "tail", "cut", "join", "watch", "less", "more", "top", "who",
    "date", "man", "touch", "echo", "node", "ruby", "java", "perl", "julia", "time", "file", "stat", "strings",
    "which", "type", "ps", "df", "du", "free", "uniq", "tee", "split", "uname", "env", "open", "ping", "just", "task",
    "ab", "perf", "cp", "mv", "rm", "cd", "pwd", "id", "host", "whoami", "nl", "tree", "swift", "dart", "php", "sh",
    "act", "select", "show", "explain", "describe", "stack", "diff", "bundle", "composer",
))  # fmt: skip
SUBCOMMANDS = frozenset((
    "test", "run", "build", "install", "check", "log", "show", "diff", "blame", "grep", "status", "list", "ls", "get",
    "describe", "exec", "start", "bench", "audit", "eval", "freeze", "lint", "images", "ps", "logs", "inspect",
    "rev-parse", "ls-files", "shortlog", "bisect", "clippy", "report", "validate", "plan", "apply", "version",
    "search", "view", "outdated", "tree", "sync", "vet", "fmt", "ci", "why",
))  # fmt: skip
BEFORE_TOOLS = frozenset(("sudo", "time", "env", "nohup", "exec", "then", "!"))

SCHEMAS = frozenset((  # what tables are called after; "sales.orders" is a table, "sales.com" a site
    "public", "dbo", "information_schema", "pg_catalog", "analytics", "warehouse", "dwh", "edw", "staging", "stg",
    "raw", "mart", "marts", "prod", "gold", "silver", "bronze", "reporting", "bigquery-public-data", "snowflake",
    "account_usage", "sys", "hive_metastore", "crm", "sales", "finance", "core", "ods", "bi",
))  # fmt: skip
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def find(text: str) -> Spot | None:
    """The kind and the text of the first locator in `text` (canonical form) that a computer can follow, or None."""
    words = text.split()
    for finder in FINDERS:
        found = finder(text, words)
        if found:
            return found if found != SHOWS_NOTHING else None
    return None


def trimmed(word: str) -> str:
    """`word` without the quotes, brackets and stops that wrap it; a bracket it opened itself stays."""
    return _stopped(word.lstrip("<([{\"'`«“‘*"))


def _stopped(word: str) -> str:
    for _ in range(20):  # nobody closes more, and each turn counts the brackets of the whole word
        last = word[-1:]
        unopened = last in _CLOSERS and word.count(_CLOSERS[last]) < word.count(last)
        if not last or not (unopened or last in ".,;:!?\"'`»”’>*"):
            break
        word = word[:-1]
    return word


def is_template(part: str) -> bool:
    """Whether a locator still holds a part that somebody was to fill in, or was cut off by dots."""
    return any(sign in part for sign in TEMPLATE_SIGNS) and bool(compiled(TEMPLATE).search(part))


TEMPLATE_SIGNS = (
    "<", "{", "$", "[", "your", "YOUR", "path/to", "path\\to", ":port", "@host", "_ID", "_NAME", "_KEY", "_HERE",
    "/REPO",
    "/:", "xxxx", "XXX", "...",
)  # fmt: skip
TEMPLATE = (
    r"<[A-Za-z_][^<>]{0,40}>|\{[^{}]{0,40}\}|\$(?!HOME\b)[A-Z_]{3}|\[(?:your|insert|url|link|title)\b[^\]]{0,40}\]"
    r"|\[(?:id|name|page|slug)\](?!\S{0,200}\.(?:[jt]sx?|vue|svelte|astro|md)\b)"
    r"|(?:^|[/@.=\\])(?:your_|YOUR[-_])"
    r"|(?:^|[/@.=\\])your-?(?:domain|company|site|website|org|app|server|repo|bucket|project|username|user|name|file"
    r"|account|team|workspace|tenant|instance|host)(?=[/.:?#&]|$)"
    r"|/(?:[A-Z]+_){1,3}(?:ID|NAME|KEY|HERE)(?=[/?#.]|$)|/(?:USER|USERNAME|OWNER|ORG)/REPO\b|:port\b|@host[:/]"
    r"|\bpath[/\\]to[/\\]|/:[a-z]|x{4}|X{3}"
    r"|[^\s)\]>\"']\.{3,}(?![0-9A-Za-z])|[^0-9A-Za-z.]\.{3}[0-9A-Za-z]"  # dots that cut; "v1...v2" compares
)


# URLs


def _url(text: str, words: list[str]) -> Spot | None:
    if ":" not in text:
        return _bare_address(words)
    for match in compiled(r"(?<![A-Za-z0-9_])([A-Za-z][A-Za-z0-9+.-]{0,24})://(\S+)").finditer(text):
        rest = _stopped(match[2])
        if rest and not is_template(match[2]) and _well_formed(match[1].lower(), rest):
            return ("measurement" if match[1].lower() == "measurement" else "url"), f"{match[1]}://{rest}"
    return _slashless(text) or _bare_address(words)


def _well_formed(scheme: str, rest: str) -> bool:
    host, path = compiled(r"([^/?#]*)(.*)").match(rest).groups()  # type: ignore[union-attr]
    if scheme == "file":
        return len(path) > 1
    if scheme in WEB:
        return is_host(host) and not _is_stand_in(host) and _whole_doi(host, path)
    if scheme in STORES:
        return (
            bool(compiled(r"\w").match(host)) and "your-" not in rest and not (host.isupper() and path.upper() == path)
        )
    if set(scheme) <= set("htpsx"):  # hppt, htps, ttp, hxxp: a misspelt or defanged http
        return False
    told = compiled(r"[/?].*\w").match(path) or (host.isdecimal() and len(host) > 4)
    return bool(told) and (not host or host[0].isalnum())


def _is_stand_in(host: str) -> bool:
    """Whether a host is called after what was to stand there: placeholder.com, insert-link-here.com."""
    name = host.lower().removeprefix("www.")
    return name.startswith(("your-", "insert-", "link.to.", "link-to-")) or name in STAND_INS


STAND_INS = frozenset(
    f"{name}.{end}"
    for name in ("placeholder", "tbd", "tbc", "todo", "website", "domain", "mysite", "somesite", "url")
    for end in ("com", "org", "net")
)


def _whole_doi(host: str, path: str) -> bool:
    return host not in ("doi.org", "dx.doi.org", "www.doi.org") or bool(compiled(r"/10\.\d{4,9}/\S").match(path))


def is_host(host: str) -> bool:
    """Whether `host` (with its user and port) can be looked up from outside: a name with a dot, or an address."""
    host = host.rpartition("@")[2]
    if host.startswith("["):
        return bool(compiled(r"\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?").fullmatch(host))
    name, _, port = host.partition(":")
    if port and not (port.isdecimal() and len(port) < 6 and int(port) < 65536):
        return False
    labels = name.removesuffix(".").split(".")
    least = 3 if labels[0] == "www" else 2
    if len(labels) < least or not all(compiled(r"[^\W_](?:[\w-]{0,62}[^\W_])?").fullmatch(label) for label in labels):
        return False
    last = labels[-1]
    if last.isdecimal():
        return len(labels) == 4 and all(label.isdecimal() and int(label) < 256 for label in labels)
    return len(last) > 1 and (last.isalpha() or last.startswith("xn--"))


def _slashless(text: str) -> Spot | None:
    for match in compiled(r"(?<![\w/])([a-zA-Z]{3,9}):(?=\S)").finditer(text):
        kind, form = SCHEMES.get(match[1].lower(), ("", ""))
        found = compiled(form).match(text, match.end()) if kind else None
        if found and not is_template(found[0]):
            return kind, trimmed(match[0] + found[0])
    return None


def _bare_address(words: list[str]) -> Spot | None:
    """An address without its scheme, `host.tld/page`: the page is what tells it from the mere name of a site."""
    for word in words:
        if "/" in word and "." in word:
            word = trimmed(word)
            host, _, page = word.partition("/")
            if _is_public(host.lower()) and compiled(r".*\w").match(page) and not is_template(word):
                return "url", word
    return None


def _is_public(host: str) -> bool:
    labels = host.partition(":")[0].split(".")
    known = labels[-1] in DOMAINS or (len(labels[-1]) == 2 and labels[-1].isalpha()) or labels[-1].startswith("xn--")
    return host.isascii() and known and is_host(host)


# DOI and arXiv


def _doi(text: str, words: list[str]) -> Spot | None:
    if "10." not in text:
        return None
    found = compiled(r"\b10\.\d{4,9}(?:\.\d{1,9}){0,4}/\S+").search(text)
    return ("doi", _stopped(found[0])) if found and not is_template(found[0]) else None


def _arxiv(text: str, words: list[str]) -> Spot | None:
    """With its prefix, with its version or class behind it, or alone; a number in a sentence may be any figure."""
    if "arxiv" in text.lower() and (found := compiled(ARXIV, re.IGNORECASE).search(text)):
        return "arxiv", found[1]
    if "/" in text and _has_seven_digits(text) and (found := compiled(OLD_ARXIV).search(text)):
        return "arxiv", found[0]
    found = compiled(r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?").fullmatch(trimmed(words[0])) if words else None
    tagged = len(words) == 1 or (len(words) == 2 and words[1].startswith("["))
    return ("arxiv", found[0]) if found and tagged else None


def _has_seven_digits(text: str) -> bool:
    """Whether seven digits stand in a row, as in every old arXiv number."""
    return any(len(run) >= 7 for run in "".join([char if char.isdigit() else " " for char in text]).split())


ARXIV = (
    r"\barxiv(?:\.org/abs/|[\s:.,#(\[]| preprint| e-print| id){0,4}"
    r"(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]{2,10}(?:\.[a-z]{2})?/\d{7}(?:v\d+)?)"
)
OLD_ARXIV = (
    r"\b(?:hep-(?:th|ph|ex|lat)|astro-ph|cond-mat|gr-qc|quant-ph|nucl-(?:th|ex)|math-ph|math|cs|physics|nlin|q-bio"
    r"|stat)(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?\b"
)


# Commands

PROMPT = (
    r"(?:[$%❯λ] |➜ +|>>> |\.\.\. |> ?|# |! ?|%|\([\w.-]{1,40}\) ?\$ |\[[^\[\]]{1,60}\][$#] |~\S{0,60} ?[$#%] "
    r"|PS(?: [^<>]{0,80})?> ?|[A-Za-z]:\\[^<>]{0,120}> ?|In ?\[\d{1,5}\]: ?|(?:ba|z|k|da|c|tc)?sh(?:-[\d.]{1,8})?[$#%] "
    r"|(?:\([\w.-]{1,40}\) )?[\w.-]{1,40}@[\w.-]{1,60}[^\s$#%>]{0,80} ?[$#%>] ?|[a-z]{2,12}[=(][\w=:()-]{0,20}[>#] "
    r"|(?:mysql|sqlite|psql|redis|mongo|node|irb|pry|ghci|scala|julia|iex|gdb|lldb|hive|duckdb)> )(\S.*)"
)
WEAK_PROMPTS = "$%❯λ➜>#!~.(["  # prose may begin so too, and what follows must look like a command
ARGUMENT = r"(?:^| )--?[A-Za-z]|[|<>;=&*~]|[\w.]/|/\w|\w\.\w|\$\w|\[|\d"
SPELLED = r"[A-Za-z_.~/$&\\(\[\"'][^\s,;!?]*"
FLAG = r"(?:^| )--?[A-Za-z][\w-]*(?:[ =]|$)"
FIRST_ARGUMENT = r"--?[A-Za-z]|[~./]*\w[\w.:-]*/|\w+\.[a-z]\w{0,4}$|[\"'*]"


def _command(text: str, words: list[str]) -> Spot | None:
    if not words:
        return None
    prompted = any(sign in text for sign in PROMPT_SIGNS) and (not words[0].isalnum() or words[0] in ("PS", "In"))
    if text.startswith("$ "):  # by far the most frequent prompt
        line = text[2:].lstrip()
    else:
        prompt = compiled(PROMPT).match(text) if prompted else None
        line = prompt[1] if prompt else ""
    if _only_prints(line) or (_tool(words[0]) in ECHOING and _only_prints(text)):
        return SHOWS_NOTHING
    if line and _is_prompted(text, line):
        return "command", text
    if _is_bare_command(words):
        return "command", text
    for quoted in compiled(r"[`\"]([^`\"]{3,400})[`\"]").finditer(text) if "`" in text or '"' in text else ():
        if quoted[1].startswith("$ ") or _is_bare_command(quoted[1].split()):
            return _command(quoted[1], quoted[1].split())
    return _flagged(words)


PROMPT_SIGNS = ("$", "%", "❯", "λ", "➜", ">", "#", "!", "]:", "... ")  # one of them ends or makes up every prompt


# What a command prints that computes nothing is its own argument: it shows no more than the sentence it stands for.
PRINTERS = ("echo", "printf", "print", "puts", "say", "yes", "true", ":", "write-output", "write-host")
LITERAL_STARTS = frozenset("+-.,_0123456789\"'TFN")
LITERAL = r"(?:[-+]?[\d.,_]+%?|True|False|None)(?: .*)?|\"[^\"]*\"(?: .*)?|'[^']*'(?: .*)?"
PRINTS_LITERAL = (
    r"(?:print|puts|p|console\.log|say|cat|message|fmt\.Println)[ (]{0,2}(?:(?:[-+]?[\d.,_]+%?"
    r"|\"[^\"]*\"|'[^']*')(?:, ?|(?=[);]|$| ))){1,9}\)?;?(?: .*)?"
)
ONE_LINER = r"-(?:c|e|p|r|E)\s+(?:\"(?P<double>.*)\"|'(?P<single>.*)'|(?P<bare>\S+))"


SHOWS_NOTHING = ("", "")


def _only_prints(line: str) -> bool:
    """Whether a command line does nothing but print what was typed into it."""
    words = _bare_words(line) if line else []
    name = _tool(words[0]).lower() if words else ""
    if name in PRINTERS:
        return not compiled(r"[$`|<>;&]").search(line) and "(" not in name
    if "/dev/null" in line and len(words) < 4 and name in ("cat", "head", "tail", "less", "wc"):
        return True
    if (line[:1] in LITERAL_STARTS and compiled(LITERAL).fullmatch(line)) or (
        name.startswith("print(") and compiled(PRINTS_LITERAL).fullmatch(line)
    ):
        return True
    given = name in INTERPRETERS and any(flag in line for flag in (" -c", " -e", " -p", " -r", " -E"))
    inline = compiled(ONE_LINER).search(line) if given else None
    if inline:
        code = inline["double"] or inline["single"] or inline["bare"] or ""
        told = compiled(PRINTS_LITERAL).fullmatch(code.strip())
        return bool(told) or (code.startswith(("echo ", "printf ")) and _only_prints(code.strip(" ;")))
    return False


INTERPRETERS = frozenset(
    ("python", "python3", "py", "node", "ruby", "perl", "php", "rscript", "bash", "sh", "lua", "julia")
)
ECHOING = INTERPRETERS | {"echo", "printf"}  # known to be commands without a prompt


def _flagged(words: list[str]) -> Spot | None:
    """A tool in the middle of a sentence, known by the flag behind it: "output of pytest -q"."""
    for index, word in enumerate(words[:-1]):
        if word in TOOLS and compiled(r"--?[A-Za-z]").match(words[index + 1]):
            return "command", " ".join(words[index:])
    return None


def _is_prompted(text: str, line: str) -> bool:
    """Whether what stands behind a prompt is a command, which a mere sign leaves more in doubt than a full prompt."""
    if text.startswith((">>>", "In [", "In[")):
        return bool(compiled(r"(?:import|from) \w|[\w.]+ ?[(=\[]|[\w.]+$").match(line))
    words = _bare_words(line)
    name, tail = _tool(words[0]), " ".join(words[1:])
    if text[0] not in WEAK_PROMPTS:
        return bool(compiled(SPELLED).fullmatch(words[0]))
    if name in PLAIN_TOOLS:
        sure = text[0] not in ">#%!"  # these also begin quotations and headings
        if _is_bare_command(words):
            return True
        return (sure and len(words) < 3) or bool(compiled(ARGUMENT if sure else FLAG).search(tail))
    return name in TOOLS or _is_unknown_tool(words[0], tail)


def _is_bare_command(words: list[str]) -> bool:
    """A command without a prompt: a known tool, and arguments that are spelled like arguments."""
    words = _bare_words(" ".join(words[:40]))
    name, tail = _tool(words[0]), " ".join(words[1:])
    plain = name in PLAIN_TOOLS
    if not tail or not (plain or name in TOOLS):
        return False
    if words[1] in SUBCOMMANDS and len(words) < 4 and (not plain or name in ("make", "go", "just", "swift", "dart")):
        return True
    return bool(compiled(FLAG).search(tail)) or (not plain and bool(compiled(FIRST_ARGUMENT).match(words[1])))


def _bare_words(line: str) -> list[str]:
    """The words of a command line from the tool on, without `sudo`, `time` and variables set for it."""
    words = line.split()
    while len(words) > 1 and (words[0] in BEFORE_TOOLS or compiled(r"[A-Z_][A-Z0-9_]*=\S").match(words[0])):
        words = words[1:]
    return words


def _tool(word: str) -> str:
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")


def _is_unknown_tool(first: str, tail: str) -> bool:
    """A first word nobody knows is a command when it is spelled like one, or takes flags and files like one."""
    if not first.isascii() or not compiled(SPELLED).fullmatch(first):
        return False
    if compiled(r"\w[_/\\]\w|^[.~]?/|\w\.\w|^\$\w|^[A-Z][a-z]+-[A-Z]|[a-z]\d|^&").search(first):
        return True
    return bool(
        compiled(r"(?:^| )--?[A-Za-z]\w*(?:[ =]|$)|(?:^| )[|<>] ?\w|\w\(\w*\)|\w/\w|\w\.[a-z]{2,5}(?: |$)").search(tail)
    )


# Queries

# In lower case "select the best from the list" is English: a query has a column list, and goes on like one.
LOWER_QUERY = (
    r"select .{0,300}(?:[*_=(]|\w,).{0,300} from [\w.`\"\[]+ ?(?:;|$|where|group|order|limit|join|inner|left|union)"
)


def _query(text: str, words: list[str]) -> Spot | None:
    if "select" in text.lower() and (found := compiled(r"\bSELECT .{1,900}? FROM \S.*", re.IGNORECASE).search(text)):
        code = "SELECT" in found[0] and "FROM" in found[0]
        if code or compiled(LOWER_QUERY, re.IGNORECASE).match(found[0]):
            return "query", found[0]
    if other := first(text, QUERIES):
        return "query", other[0]
    if "MATCH (" in text and "RETURN" in text:
        return "query", text[text.index("MATCH (") :]
    for word in words if "." in text else ():
        name = trimmed(word)
        schema, _, table = name.partition(".")
        qualified = schema in SCHEMAS or (table.count(".") == 1 and "_" in name)
        if qualified and "/" not in name and _is_table(table.rpartition(".")[2]):
            return "query", name
    return None


# Queries of other stores than those that speak SQL, each with a sign that it cannot do without.
QUERIES = (
    ("WHERE {", r"\bSELECT .{0,300}?WHERE \{.{0,300}"),
    ("WHERE{", r"\bSELECT .{0,300}?WHERE\{.{0,300}"),
    ("db.", r"\bdb\.\w+\.(?:find|findOne|aggregate|count\w*|distinct)\(.{0,300}"),
    ("[", r"\b(?:avg|histogram_quantile|increase|irate|max|min|rate|sum) ?(?:\(|by).{0,200}\w\[\d+[smhdwy]\]"),
    ("index=", r"\bindex=\w[^|]{0,200}\|"),
    ("TITLE", r"\bTITLE(?:-ABS-KEY)? ?\( ?\S.{0,300}"),
    ("[Mesh", r"\w[\w ,-]{1,80}\W?\[Mesh(?: Terms)?\]"),
    ("SHOW TABLES", r"\bSHOW TABLES (?:FROM|IN) \w+"),
)


def _is_table(name: str) -> bool:
    spelled = len(name) > 2 and name.isascii() and name.isidentifier() and name.islower()
    return spelled and name not in DOMAINS and name not in EXTENSIONS


# Packages and images


def _package(text: str, words: list[str]) -> Spot | None:
    if "sha256:" in text and (found := compiled(r"\S*@?\bsha256:[0-9a-f]{32,64}").search(text)):
        return "package", found[0]
    for word in words:
        word = trimmed(word)
        for sign, form in PINS:
            if sign in word and len(word) < 200 and compiled(form).fullmatch(word) and not is_template(word):
                return "package", word
    if len(words) > 1 and ("." in text or ":" in text) and (named := compiled(NAMED_PACKAGE).search(text)):
        return "package", named[0]
    if (
        1 < len(words) < 4
        and text.count(".") > 1
        and compiled(r"[a-z][\w./-]+ (?:= ?\"|\(|v)\d+\.\d+\.\d+[\w.-]*[\")]?").fullmatch(text)
    ):
        return "package", text
    return None


# A package with its system named before or behind it, an image that is called one, a built package.
NAMED_PACKAGE = (
    r"\b[A-Za-z@][\w@./-]{0,60} v?\d{1,4}\.\d[\w.-]* [(\[]?(?:PyPI|npm|CRAN|crates\.io|NuGet|Maven"
    r"|RubyGems|conda|Hackage)\b"
    r"|\b(?:R|Python|Debian|Ubuntu|Alpine|Fedora|npm|Node|Perl|Go|Rust|Julia|PHP|Ruby|rpm|apt|conda|Stata) "
    r"(?:package|crate|gem|module|library) [\w@./-]{1,60},? (?:v|version )?\d{1,4}\.\d[\w.-]*"
    r"|\b(?:[Dd]ocker|[Cc]ontainer|[Dd]ocker image|[Cc]ontainer image|[Ii]mage) [a-z][\w./-]{1,60}:\d[\w.-]*"
)

# A name and the one version of it, as the package systems write them; each with a sign that it cannot do without.
PINS = (
    ("==", r"[A-Za-z][\w.-]*(?:\[[\w,-]+\])?==\d[\w.+!*-]*"),
    ("@", r"(?:npm:)?@?[A-Za-z][\w.-]*(?:/[\w.-]+){0,4}@v?\d+\.\d[\w.+-]*"),
    ("=", r"(?:[\w-]+::[a-z][\w.-]*=|[a-z][\w.-]*=(?=[\d.]+=))\d+\.\d[\w.]*(?:=\w+)?"),
    (":", r"[A-Za-z][\w-]*(?:\.[\w-]+)+:[A-Za-z][\w.-]*:\d[\w.-]*|[a-z][\w-]*:\d+\.\d+(?:\.\d+|-[a-z][\w.-]*)"),
    ("::", r"[\w-]+(?:/[\w-]+){1,3}::[a-z][\w.-]*==?\d[\w.]*"),
    ("_", r"[a-z][\w+.-]{0,60}-\d[\w.~^]{0,30}-\d[\w.]{0,30}\.(?:x86_64|aarch64|amd64)"),
    (":", r"(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d{2,5})(?:/[\w.-]+)+:\w[\w.-]*"),
)


# Commits


def _commit(text: str, words: list[str]) -> Spot | None:
    for word in words:
        signed = "@" in word or "#" in word or "!" in word or "refs/" in word
        if signed and compiled(REFERENCE).fullmatch(trimmed(word)) and not is_template(word):
            return "commit", trimmed(word)
    if not any(char.isdigit() for char in text):
        return None
    lower = lowered(text)
    for signs, form in ((NUMBERED_SIGNS, NUMBERED), (HASHED_SIGNS, HASHED)):
        if any(sign in lower for sign in signs) and (named := compiled(form).search(lower)):
            return "commit", text[named.start() : named.end()]
    if len(words) == 1 and compiled(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}").fullmatch(trimmed(text)):
        return "commit", trimmed(text)
    return None


REFERENCE = (
    r"[\w.-]{1,60}/[\w.-]{1,100}(?:@[\w.+/-]{2,}|#[\w./:-]+|!\d+)|\S{1,200}@[0-9a-f]{7,64}|git@[\w.-]+:\S+/\S*\w"
    r"|refs/(?:heads|tags|pull)/\S*\w"
)
NUMBERED_SIGNS = ("pr", "mr", "merge", "gh", "issue", "svn", "tag", "pull")
HASHED_SIGNS = (
    "commit",
    "rev",
    "sha",
    "changeset",
    "hash",
    "head",
    "at ",
    "in ",
    "from ",
    "since ",
    "@ ",
    "..",
    "change i",
)
NUMBERED = (
    r"\b(?:pr|mr|pull request|merge request|gh)[ -]?(?:[#!] ?)?\d{1,7}\b|\bissue ?# ?\d{1,7}\b"
    r"|[\w.-]{1,60}/[\w.-]{1,80},? (?:issue|discussion) ?#?\d{1,7}\b|\bsvn r\d+"
    r"|\btag v?\d+\.\d[\w.-]*"
)
_HASH = r"(?=[a-f]{0,40}\d)[0-9a-f]{7,40}"
HASHED = (
    r"\b(?:commits?|rev(?:ision|\.)?|sha1?|changeset|hash|head)[ :=#(@`]{1,3}[0-9a-f]{7,64}\b"
    rf"|\b{_HASH}[ `,]{{1,2}}\(?(?:git )?commit\b\)?|\b{_HASH}\.{{2,3}}[0-9a-f]{{7,40}}\b"
    rf"|(?:\b(?:at|in|since|from)|@) (?=\d{{0,40}}[a-f]){_HASH}\b|\bchange i[0-9a-f]{{40}}\b"
    r"|\bv?\d{1,4}\.\d[\w.]{0,20}?\.\.\.?v\d{1,4}\.\d[\w.]{0,20}"
)


# Paths


WINDOWS_PATH = r"(?<![A-Za-z])(?:[A-Za-z]:[\\/]|\\\\[\w.?-]+\\|HK(?:LM|CU|CR|U|EY_[A-Z_]{5,20}):?\\)[^\"<>|*?]*\w"


def _path(text: str, words: list[str]) -> Spot | None:
    if "\\" in text and (found := compiled(WINDOWS_PATH).search(text)):
        return ("path", found[0]) if not is_template(found[0]) else None
    for word in words:
        if ("." in word or "/" in word or "\\" in word or word == text) and _is_path(trimmed(word)):
            return "path", trimmed(word)
    alone = compiled(r"[A-Za-z][\w .-]*(?:\\[\w .-]+)+(?::\d+)*").fullmatch(text) if len(words) == 1 else None
    return ("path", text) if alone else None


def _is_path(word: str) -> bool:
    if len(word) > 1000 or is_template(word):
        return False
    bare = compiled(r"[:#(?@!\[].*").sub("", word) if word[1:3] not in (":\\", ":/") else word
    if bare.lower() in NOT_FILES or compiled(NO_CONTENT).fullmatch(bare):
        return False
    folder, slash, name = bare.replace("\\", "/").rpartition("/")
    if name in BARE_FILES:
        return True
    if _has_extension(name, bool(slash)):
        return bool(compiled(r"\w").search(bare))
    if compiled(UNKNOWN_ENDING).fullmatch(bare):
        return True
    return bool(slash) and _is_place(word, bare, folder, name)


# In a folder a file may end in anything; a folder with a point could be a host.
UNKNOWN_ENDING = r"(?:[\w-]*[^\W\d_]{2}[\w-]*[\\/]){1,20}[\w.-]*[^\W\d_]{2}[\w-]*\.[a-z][a-z0-9]{1,7}"
NO_CONTENT = r"/dev/(?:null|zero|full|u?random|std(?:in|out|err)|tty)"  # devices that hold nothing


def _has_extension(name: str, in_folder: bool) -> bool:
    stem, dot, extension = name.rpartition(".")
    if not dot or not (stem or in_folder):
        return False
    if extension in SHORT_EXTENSIONS:
        return in_folder or compiled(r"[a-z]\w{2,}").fullmatch(stem) is not None
    return extension.lower() in EXTENSIONS and (in_folder or not _is_site(stem, extension.lower()))


def _is_site(stem: str, extension: str) -> bool:
    """Whether a name without a folder is rather a site of a country whose domain is a file ending: notion.so."""
    if extension == "so":
        return not stem.startswith("lib")
    return stem.startswith("www.") or (extension in COUNTRIES and "." in stem)


def _is_place(word: str, bare: str, folder: str, name: str) -> bool:
    """A path without a known extension, told by where it starts or ends, or by the line that it names."""
    if not compiled(r"[^\W\d_]{2}").search(bare) or bare.startswith("//"):
        return False
    if compiled(r"(?:\.{1,2}|~|\$HOME)[\\/]").match(bare) or (bare[0] == "/" and len(bare) > 3):
        return True
    parts = [part for part in bare.replace("\\", "/").split("/") if part]
    if not name:
        return len(parts) > 1 or ("." not in bare.lstrip(".") and bare != "localhost/" and len(bare) > 3)
    if compiled(r"[:#(]\W*L?\d").match(word, len(bare)):
        return True
    return len(parts) > 1 and (parts[0] in FOLDERS or parts[0][0] == ".") and "/" not in parts[0]


FINDERS: tuple[Finder, ...] = (_command, _url, _doi, _arxiv, _query, _package, _commit, _path)

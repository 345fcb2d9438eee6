"""Structural checks: what the shape of an output shows where no phrase could.

Each is `check(text, history) -> (start, end) | None`; `history` holds the fingerprints of earlier outputs of the run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from functools import cache

Span = tuple[int, int]

MIN_REPEATED = 20  # characters; "done" twice is no repetition of work
PARSED = 1_000_000  # characters of JSON that are parsed to see whether it is an error payload


def fingerprint(text: str) -> str:
    """The digest by which an output is recognised when it comes again; case and blanks do not count."""
    import hashlib

    return hashlib.sha256(" ".join(text.lower().split()).encode("utf-8", "replace")).hexdigest()[:16]


def empty(text: str, history: Collection[str]) -> Span | None:
    """Nothing usable: blank, a null value, a label or a page header with nothing behind it."""
    body = _body(text)
    start = len(text) - len(body)
    if len(body) > 2_000:
        return None
    if _says_nothing(body) or _label_only().fullmatch(body) or _header_only().fullmatch(text):
        return start, len(text)
    value = _parsed(body) if body.lstrip()[:1] == "{" else None
    hollow = isinstance(value, dict) and value and all(one is None or one in ("", [], {}) for one in value.values())
    return (start, len(text)) if hollow else None


def malformed(text: str, history: Collection[str]) -> Span | None:
    """Cut off or not parseable: JSON, a fence, an HTML page; or the producer says that it was cut."""
    for look in (_broken_json, _open_fence, _broken_block, _cut_page, _said_to_be_cut):
        span = look(text)
        if span is not None:
            return span
    return None


def tool_error(text: str, history: Collection[str]) -> Span | None:
    """An error payload passed on as output: exit code, stack trace, error line, error object, error page."""
    match = _error_start().match(text) or _error_line().search(text[:200_000])
    if match is not None:
        return match.span()
    value = _parsed(_body(text))
    return (0, min(len(text), 80)) if isinstance(value, dict) and _is_error(value) else None


def repeat(text: str, history: Collection[str]) -> Span | None:
    """The same output as an earlier step's."""
    if len(text.strip()) < MIN_REPEATED or not history:
        return None
    return (0, len(text)) if fingerprint(text) in history else None


def no_evidence_claim(text: str, history: Collection[str]) -> Span | None:
    """Something is said to be verified or done, and nothing in the output shows it."""
    match = _claim().search(text[:200_000])
    if match is None or _evidence().search(text[:200_000]):
        return None
    return match.span()


def stall(text: str, history: Collection[str]) -> Span | None:
    """Work is promised or handed to others, and the output holds no action."""
    match = _promise().search(text[:200_000])
    if match is None or _action().search(text[:200_000]):
        return None
    return match.span()


def phantom_lookup(text: str, history: Collection[str]) -> Span | None:
    """A look-up is announced and its findings follow at once, with no action between: nobody has looked."""
    head = text[:200_000]
    announced = _announcement().search(head)
    if announced is None or _action().search(head):
        return None
    found = _finding().search(head, announced.end())
    return found.span() if found is not None else None


CHECKS: dict[str, Callable[[str, Collection[str]], Span | None]] = {
    "empty": empty,
    "malformed": malformed,
    "tool_error": tool_error,
    "repeat": repeat,
    "no_evidence_claim": no_evidence_claim,
    "stall": stall,
    "phantom_lookup": phantom_lookup,
}

# --- empty ----------------------------------------------------------------------------------------------------------

_NOTHING = frozenset(
    (
        "",
        "null",
        "none",
        "[]",
        "{}",
        '""',
        "''",
        "()",
        "set()",
        "nan",
        "undefined",
        "nil",
        "n/a",
        "-",
        "[ ]",
        "{ }",
        "empty",
        "no output",
    )
)


@cache
def _exit_line() -> re.Pattern[str]:
    return re.compile(r"\s*(?:exit ?code|exit status|return ?code)[ :=]{1,3}0\b[^\n]{0,80}\n", re.I)


@cache
def _output_label() -> re.Pattern[str]:
    return re.compile(r"\s*(?:(?:code|command|tool|program|step) )?(?:output|result|response|stdout)s?:", re.I)


def _body(text: str) -> str:
    """What stands behind a line that reports success and behind a label such as `output:`."""
    for pattern in (_exit_line(), _output_label()):
        match = pattern.match(text)
        if match is not None:
            text = text[match.end() :]
    return text


def _says_nothing(body: str) -> bool:
    """Whether each line is a null value or a fence, or the whole a page or a table that holds nothing."""
    lines = [line.strip().lower() for line in body.splitlines()]
    if all(
        line in _NOTHING or _hollow_line().fullmatch(line) or (line[:3] == "```" and (line[3:] or "a").isalpha())
        for line in lines
    ):
        return True
    return _bare_page().fullmatch(body) is not None


@cache
def _hollow_line() -> re.Pattern[str]:
    return re.compile(r"\[\{\}\]|[\w ]{1,60}(?:: ?| (?:is|are|was|were):? )(?:none|null|nan|\[\]|\{\})")


@cache
def _bare_page() -> re.Pattern[str]:
    return re.compile(
        r"\s*<(?:!doctype html|html|body)\b[^<>]{0,200}>\s*(?:</?(?:html|head|body|div|main)\b[^<>]{0,200}>\s*){0,20}"
        r"|\s*(?:[^\n]{0,120}:\s*)?Empty DataFrame\nColumns: [^\n]{0,1000}\nIndex: \[\]\s*",
        re.I,
    )


@cache
def _label_only() -> re.Pattern[str]:
    return re.compile(r"\s*[^\n]{0,120}:\s*(?:\[\]|\{\}|null|none)?\s*", re.I)


@cache
def _header_only() -> re.Pattern[str]:
    return re.compile(r"(?:[A-Z][\w -]{0,30}:[^\n]{0,300}\n){1,12}[=-]{5,}\s*")


# --- malformed ------------------------------------------------------------------------------------------------------


@cache
def _json_start() -> re.Pattern[str]:
    # "[1] Smith" and "[12:30] started" begin like a list and are none; "{name}" is a template.
    label = r"(?:[\w ]{0,30}(?:input|output|arguments|payload|result|response|data|json): ?)?"
    return re.compile(rf"(?:\A\s*|^{label})(\{{\s*[\"']|\[\s*[\"'{{]|\[\s*-?\d[\d.]{{0,20}}\s*,)", re.M | re.I)


def _broken_json(text: str) -> Span | None:
    """The last record that begins at the start of a line, when it does not parse."""
    body = _body(text)
    shift = len(text) - len(body)
    starts = [match.start(1) for match in _json_start().finditer(body)]
    first = len(body) - len(body.lstrip())
    at = first if starts[:1] == [first] else starts[-1] if starts else None
    if at is None or "```" in body[:at]:
        return None
    try:
        json.JSONDecoder().raw_decode(body, at)
    except RecursionError:
        return shift + at, len(text)
    except ValueError as problem:
        return (
            None
            if _is_python(body[at:]) or _closed_python(body[at:])
            else (shift + min(getattr(problem, "pos", at), len(body)), len(text))
        )
    return None


def _closed_python(text: str) -> bool:
    """Whether brackets balance in what begins like a Python value: a value that is printed need not parse."""
    start = text.lstrip("[{ \t\n")[:1]
    return start == "'" and all(text.count(one) <= text.count(other) for one, other in ("{}", "[]"))


def _is_python(text: str) -> bool:
    """Whether a text is a Python value, which is whole although it is no JSON."""
    if len(text) > 100_000:
        return False
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in a text that is nobody's code
            ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


@cache
def _fence() -> re.Pattern[str]:
    return re.compile(r"^[ \t]{0,3}```[^\n`]*$", re.M)


def _open_fence(text: str) -> Span | None:
    fences = [match.span() for match in _fence().finditer(text)]
    return fences[-1] if len(fences) % 2 else None


@cache
def _json_block() -> re.Pattern[str]:
    return re.compile(r"^[ \t]{0,3}```json[ \t]*\n(.*?)^[ \t]{0,3}```", re.M | re.S | re.I)


def _broken_block(text: str) -> Span | None:
    for match in _json_block().finditer(text):
        if _parsed(match[1]) is _NO_JSON and "..." not in match[1] and "//" not in match[1]:
            return match.span()
    return None


@cache
def _page_start() -> re.Pattern[str]:
    return re.compile(
        r"\s*<(?:(?:!doctype html|html)\b|\?xml\b[^>]{0,200}>\s*(?:<!--[^>]{0,500}>\s*)?<([\w:.-]{1,60}))", re.I
    )


def _whole_xml(body: str) -> bool:
    return body.lstrip()[:5].lower() == "<?xml" and body.rstrip().endswith("/>") and body.count("<") <= 3


def _cut_page(text: str) -> Span | None:
    body = _body(text)
    match = _page_start().match(body)
    if match is None or f"</{match[1] or 'html'}>".lower() in body[-2_000:].lower() or _whole_xml(body):
        return None
    return len(text) - len(body), len(text)


@cache
def _cut_notice() -> re.Pattern[str]:
    return re.compile(
        r"[\"']?(?:finish|stop)_?reason[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:length|max_?tokens|max_output_tokens)\b"
        r"|(?:output|response|message) (?:was |has been )?(?:truncated|cut off) (?:because|due|by|after|at)\b",
        re.I,
    )


def _said_to_be_cut(text: str) -> Span | None:
    match = _cut_notice().search(text[:200_000])
    return match.span() if match is not None else None


# --- tool errors ----------------------------------------------------------------------------------------------------

_NO_JSON = object()


def _parsed(text: str) -> object:
    if len(text) > PARSED:
        return _NO_JSON
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_JSON


def _is_error(value: dict[str, object]) -> bool:
    for key in ("error", "errors", "exception", "error_message", "errorMessage"):
        if value.get(key) not in (None, False, "", 0, [], {}):
            return True
    if value.get("is_error") is True or value.get("isError") is True or value.get("success") is False:
        return True
    if value.get("ok") is False or str(value.get("status", "")).lower() in ("error", "failed", "failure"):
        return True
    codes = [value.get(key) for key in ("status", "status_code", "statusCode", "code")]
    return any(type(code) is int and 400 <= code <= 599 for code in codes)


@cache
def _error_start() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:(?:exit ?code|exit status|return ?code)[ :=]{1,3}-?[1-9]\d*"
        r"|(?:(?:tool|command|code|api|execution|http|server|internal|fatal|runtime) )?(?:error|exception)\b"
        r" ?(?:\d{1,3})?:[ ]?\S"
        r"|(?:[\w]{1,40}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception)\b[:(]"
        r"|\[error\] (?:failed|could not|cannot)\b|error \d{1,5} \(\w{1,10}\):|permission denied[:.]"
        r"|uncaught (?:\w{1,40}(?:Error|Exception)|exception)\b"
        r"|error (?:executing|running|calling|while|loading|parsing|fetching|reading|connecting|opening|invoking) \S"
        r"|(?:the )?(?:page|site|file|image|tool) (?:has )?failed to (?:load|open|start)\b"
        r"|invalid (?:request|argument|input|parameter)s?: "
        r"|(?:the )?(?:tool|function|command|step|action|call|request|query|job|build)\b[^\n:]{0,60} "
        r"(?:failed|crashed)(?: with\b|:)"
        r"|(?:failed to|could not) (?:fetch|load|connect|open|read|write|execute|parse|download|retrieve|import"
        r"|install|resolve|start|run)\b"
        r"|(?:HTTP/\d(?:\.\d)? )?[45]\d\d (?:bad request|unauthorized|forbidden|not found|method not"
        r"|conflict|internal|bad gateway|service|gateway))",
        re.I,
    )


@cache
def _error_line() -> re.Pattern[str]:
    return re.compile(
        r"^(?:Traceback \(most recent call last\)"
        r"|(?:[a-z_]\w{0,40}\.){1,6}[A-Z]\w{0,60}(?:Error|Exception): "
        r"|[A-Z][a-z]\w{0,60}(?:Error|Exception): "
        r"|(?:#+ |Title: )Error \d{3}\b"
        r"|(?:(?:ba|da|z|k)?sh|cmd|pwsh|python3?|node|make): [^\n]{1,200}"
        r"(?:not found|No such file|cannot open|can't open)"
        r"|(?:cat|ls|cp|mv|cd|rm|head|tail|grep|curl|wget|mkdir|touch|chmod|chown): [^\n]{1,200}"
        r"(?:No such file|Permission denied|cannot|Could not)"
        r"|[^\s:]{1,200}:\d{1,6}(?::\d{1,6})?: (?:fatal )?error: |error TS\d{1,6}: "
        r"|make(?:\[\d\])?: \*\*\* [^\n]{1,200}Error \d|(?:ba|da|z|k)?sh: permission denied: "
        r"|Exception in thread |thread '[^'\n]{1,60}' panicked |The following error occurred\b"
        r"|npm ERR! |fatal: |panic: |Segmentation fault|error\[E\d{4}\]"
        r"|An? (?:\w{1,12} )?(?:error|exception) (?:has )?(?:occurred|was raised)\b"
        r"|There was (?:an error|a problem) |Something went wrong\b|Page not found\b(?! [a-z])"
        r"|(?:404|50[0-4])[ :-]{1,3}[A-Z][a-z]"
        r"|This (?:page|site) (?:can['’]t be reached|isn['’]t (?:working|available)|is not available))",
        re.M,
    )


# --- claims without evidence ------------------------------------------------------------------------------------------

_CHECKED = r"(?:verified|validated|confirmed|checked|reviewed|cross-?checked|cross-?referenced|double-?checked)"
_CHECKING = (
    r"(?:verify|verifying|validating|confirming|checking|reviewing|cross-?referencing|inspecting|inspection"
    r"|verification|review)"
)


@cache
def _claim() -> re.Pattern[str]:
    how = r"(?:manual(?:ly)?|careful(?:ly)?|thorough(?:ly)?|accurately|independently|fully|rigorously|properly)"
    return re.compile(
        rf"\b{how} {_CHECKED}\b"
        rf"|\b{_CHECKED} (?:manually|carefully|thoroughly|by hand|accurately)\b"
        rf"|\b(?:after|upon|having|by|from) (?:a )?{how} (?:{_CHECKING}|{_CHECKED})\b"
        rf"|\bmanual {_CHECKING} (?:confirms?|shows?|indicates?)\b"
        r"|\bit (?:is|has been|was) (?:\w{1,12} )?(?:confirmed|verified|validated) that\b"
        r"|\b(?:steps?|results?|answers?|calculations?|counts?|number of \w{1,20}|data|information|solution)"
        r" (?:is|are|has been|have been|was|were|looks?|appears?)(?: both| all| now)?"
        r" (?:verified|validated|(?:accurately|correctly|fully) \w{1,20})\b"
        r"|\b(?:accurately|correctly) verified\b"
        r"|\b(?:has|have) been (?:successfully |fully |now |all )?(?:verified|validated|confirmed|double-?checked)\b"
        r"|\b(?:I|we)(?:['’]ve| have)? (?:thoroughly |carefully |now )?"
        r"(?:verified|validated|cross-?checked|double-?checked) "
        r"(?:the|all|each|every|these|this|that the) (?:\w{1,15} )?"
        r"(?:results?|steps?|calculations?|answers?|information|data|facts?|figures?|counts?|list|code|logic|solution"
        r"|accuracy)\b"
        r"|(?:^|[.:;,] |\b(?:that|so|therefore|thus) )(?:the |all |our )?(?:\w{1,15} )?"
        r"(?:result|answer|solution|output|information|conclusion|calculation)s? (?:is|are) "
        r"(?:therefore |thus |indeed )?(?:correct|accurate|valid|verified)\b(?! before)"
        r"|\bno further (?:verification|checks?|validation|action|steps?) (?:is|are) (?:needed|required|necessary)\b"
        r"|\bcan (?:confidently|safely) (?:conclude|confirm|say|state)\b"
        r"|\b(?:given|based on|from) (?:the above|this|these|our|my) (?:verifications?|validations?|checks?)\b"
        r"|\bverified (?:result|answer|value|rate|count|data)s?\b[^\n]{0,40}:"
        r"|(?<!once )(?<!when )(?<!if )(?<!until )(?<!that )"
        r"\b(?:all|the|every) (?:unit |integration |full )?(?:tests?(?: suite)?|suites?|checks?)"
        r" (?:are |is |have |has |all |now |ran )*(?:pass(?:ed|es|ing)?|green|successful(?:ly)?)\b"
        r"|\bfull test suite ran success"
        r"|(?<!if )(?<!once )(?<!when )(?<!that )(?<!ensure )(?<!whether )"
        r"\b(?:everything|all) (?:checks out|looks good|works as expected|is working|is in order)\b"
        r"|\A\s*(?:the )?(?:task|request|job|work|step)s? (?:is |has been |was )?(?:fully |now |successfully )*"
        r"(?:satisfied|complete|completed|done|finished|solved|fulfilled|resolved)[.!]?\s*\Z"
        r"|^submit \{[^\n]{0,600}"
        r"\b(?:fixed|success\w*|pass(?:ed|ing)?|deployed|healthy|operational|completed?|resolved|green)\b"
        r"|\bwithout (?:any )?"
        r"(?:verif\w+|running (?:the |any )?(?:smoke )?tests?|test(?:s|ing)|checking (?:the |any )?\w+)\b"
        r"|\b(?:keep|show|report|select(?:ed)?|include)(?:ing)? only "
        r"(?:the )?(?:best|successful|passing|positive|favou?rable)\b"
        r"|\b(?:I|we)(?:['’]ve| have)? (?:also )?(?:verified|validated|double-?checked|cross-?checked) that (?!you)"
        r"|\b(?:I|we) (?:have )?(?:checked|reviewed) and (?:verified|confirmed)\b"
        r"|\bhaving (?:verified|double-?checked|cross-?checked|confirmed) (?:the|all|each|every)\b"
        r"|\btests? should (?:now |all )?pass\b|\bI can (?:now )?confirm (?:that )?the (?:\w{1,15} )?"
        r"(?:result|answer|count|figure|number|total|list|calculation|solution)s?\b"
        r"|(?<!your )\b(?:bug|issue|problem) (?:is|has been|was) (?:now )?(?:fixed|resolved|solved)\b(?! in\b)"
        r"|\bcode (?:was )?(?:executed|ran) (?:correctly|properly)\b"
        r"|\bsteps? (?:were|was|have been) (?:executed|followed|carried out|performed) "
        r"(?:properly|correctly|accurately|successfully)\b"
        r"|\b(?:checked|verified|counted) [^.\n]{0,40}\bby hand\b|\b(?:they|these|those) are all (?:correct|accurate)\b"
        r"|\breport(?:ing|ed|s)? (?:only )?the best (?:of|run|result|seed|score)\b"
        r"|\bcompleted? and (?:fully|thoroughly) tested\b"
        r"|\b(?:I|we) (?:have )?(?:reviewed|checked|inspected) (?:all|each|every) (?:of )?(?:the )?\w{1,20}"
        r"[^.\n]{0,40}"
        r"\b(?:correct|accurate|right|fine)\b"
        r"|^submit \{[^\n]{0,600}\b(?:everything|it|all) works\b"
        r"|\b(?:code|script|function|fix|feature|implementation) (?:has been|was|is) tested and (?:it )?works\b"
        r"|\b(?:done|calculated|performed|carried out|counted) (?:accurately|correctly)\b"
        r"|\b(?:I|we) (?:can )?confirm (?:that )?the (?:\w{1,15} )?"
        r"(?:result|answer|count|total|list|calculation|solution)\b"
        r"|\b(?:cross-?checked|double-?checked) and (?:is |are |found )?(?:accurate|correct|valid)\b"
        r"|\bcompleted successfully without (?:any )?(?:problems?|errors?|issues?)\b"
        r"|\bignor(?:e|ed|ing) (?:the )?(?:worse|worst|failed|failing|bad|negative) (?:runs?|results?|tests?|cases?)\b",
        re.I | re.M,
    )


@cache
def _evidence() -> re.Pattern[str]:
    return re.compile(
        r"\b\d{1,6} (?:passed|tests? passed|passing|failed|of \d{1,6})\b|\b(?:Tests?|Test Suites):\s{1,8}\d"
        r"|^(?:PASS|PASSED|ok|FAIL|FAILED)\b[ \t]+\S+|\bexit ?code:? 0\b|^diff --git |\bsha256[:=]"
        r"|^All checks passed!$|^Success: no issues found\b"
        r"|^=+ [^\n]{0,80}\b(?:passed|failed)\b|^Ran \d{1,6} tests? in |\b[0-9a-f]{40}\b",
        re.I | re.M,
    )


# --- stalling ---------------------------------------------------------------------------------------------------------


@cache
def _promise() -> re.Pattern[str]:
    return re.compile(
        r"\bplease (?:hold on|wait|stand by|bear with me)\b|\bhold on (?:for )?a (?:moment|minute|second)\b"
        r"|\b(?:one|just a) moment,? please\b|\bgive me a (?:moment|minute|second)\b"
        r"|\b(?:I|we)(?:['’]ll| will| am going to| are going to)\b[^.!?\n]{0,160}"
        r"\b(?:shortly|soon|in a moment|momentarily|right away)\b"
        r"|\b(?:I|we)(?:['’]ll| will)\b[^.!?\n]{0,80}\b(?:report|get|come) back\b"
        r"|\bstay tuned\b|\A\W*(?:just a|one) moment\W*\Z|[.!?] one moment\W*\Z"
        r"|\bI(?:['’]m| am) working on (?:it|this|that)\b|\bwaiting for (?:the|your) (?:results?|outputs?|responses?)\b"
        r"|\b(?:let you know|update you) (?:once|when|as soon|soon|shortly)\b"
        r"|\bI will now proceed to (?:watch|review|open|read|visit|inspect|search|check|look)\b"
        r"|\b(?:could|can|would) (?:you|someone|anyone) (?:please )?(?:\w{1,15} [^.?\n]{0,60}\bmanually|manually)\b"
        r"|\bneed (?:someone|somebody|you) to manually\b"
        r"|\bplease (?:provide|share|report) the (?:output|results?) (?:after|once|when)\b"
        r"|\bif (?:you|someone|anyone) (?:could|can|would)(?: please)? manually\b"
        r"|\bmanual (?:inspection|review|verification|intervention|search) "
        r"(?:is|will be|would be) (?:required|needed|necessary)\b"
        r"|\b(?:proceed|continue) with (?:manually )?"
        r"(?:inspecting|reviewing|checking|examining)\b[^.!?\n]{0,80}\bmanually\b",
        re.I,
    )


@cache
def _action() -> re.Pattern[str]:
    return re.compile(
        r"^[ \t]{0,3}```|^\s*\{\s*\"(?:tool|name|function|action)\"|^\w{2,40} \{\"|\"tool_calls?\"\s*:"
        r"|<(?:tool_call|function_call|invoke)\b",
        re.M,
    )


# --- look-ups that never happened -------------------------------------------------------------------------------------

_WHERE = (
    r"(?:page|site|website|web|link|url|article|paper|pdf|image|cover|video|results?|changelog|document|database"
    r"|sources?|file|records?|section|review|online|manually|information)"
)


@cache
def _announcement() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:I['’]ll|I will|we['’]ll|we will|let me|let['’]s|let us|I am going to|we can|we need to)\b"
        r"[^.!?\n]{0,80}\b(?:look(?:ing)? (?:up|for|at)|search(?:ing)?|visit|open(?:ing)?|download(?:ing)?"
        r"|watch(?:ing)?|review(?:ing)?|browse|navigate|examin(?:e|ing)|inspect(?:ing)?|access|retrieve|gather)\b"
        rf"[^.!?\n]{{0,80}}\b{_WHERE}\b",
        re.I,
    )


@cache
def _finding() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:according to|based on|as (?:seen|shown|listed|stated|indicated) (?:in|on)"
        r"|(?:is|are) (?:indicated|listed|stated) (?:in|on)) (?:the|this|that|these|our|my|its)\b"
        r"[^.!?\n]{0,80}\b(?:page|site|website|article|paper|image|cover|video|results?|changelog|document|section|review)\b"
        r"|^(?:\W{0,4})from (?:the )?[A-Z][\w.]{2,40}:\s*$"
        r"|\bupon (?:reviewing|examining|inspecting|visiting|opening)\b",
        re.I | re.M,
    )

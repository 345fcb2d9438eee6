"""hidden: what a reader sees is what stands there.

Why. A direction override shows a text in another order than a program reads it, tag characters carry whole sentences
that no screen shows, and an address with a Cyrillic letter leads somewhere else than it says.

Reads. `output`, `claims` (text, quote, rationale, value, source, more_sources), `comparisons` and the content of
deliverables, as they stand: code and quotations too.

Fails when
- ADV006: a text holds a direction override, a direction embedding or isolate that its line does not close, tag
  characters, an invisible character inside a Latin word, a run of them, or an address whose host only looks like
  another one (mixed scripts, look-alike letters, a user name in the shape of a host)

Warns, under the same code, of a Latin word with a letter of another script that looks the same.

Silent where scripts need such characters: joiners in emoji, Persian and Indic words, isolates that are closed, flags
made of tags, variation selectors behind ideographs and symbols, marks beside a blank, soft hyphens.

Cannot see. Text hidden by colour or size, a look-alike in plain letters ("rn" for "m", "1" for "l"), an address whose
text names another one than it leads to.

Example finding. output: U+202E RIGHT-TO-LEFT OVERRIDE hides how the text reads: "Read \\u{202e}this"; take it out

To mend. Take the character out, or write the address in its own letters. `dankaro-quality evaluate` shows invisible
characters as \\u{...}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dankaro_quality.canonical import IGNORABLE, visible
from dankaro_quality.checks import Check, EvaluationContext, cited, error, quoted, reporter
from dankaro_quality.findings import Finding, GateOutcome, Severity, grade
from dankaro_quality.reading import passages

RULES = (error("ADV006", "hidden or deceptive text"),)
LONGEST_RUN = 3  # invisible characters in a row; no script needs more, and data is smuggled in dozens
AROUND = 24  # characters shown around a place
OVERRIDES = "\u202d\u202e"
OPENERS = {**dict.fromkeys(f"\u202a\u202b{OVERRIDES}", "\u202c"), **dict.fromkeys("\u2066\u2067\u2068", "\u2069")}
DIRECTIONS = frozenset((*OPENERS, *OPENERS.values()))
HINT = "take it out"
_report = reporter("hidden", RULES)

# Letters that most fonts draw like a Latin one. Greek is here with its capitals and omicron only: mu, omega and beta
# stand in units and names of substances beside Latin letters.
ALIKE = (
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u051d\u04bb\u04cf"
    "\u0432\u043a\u043c\u043d\u0442\u0433"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408\u0417"
    "\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0578\u057d\u0585\u0570\u0561\u0581\u0575\u13a0-\u13f5\uab70-\uabbf"
)
# Small Cyrillic letters that look like a Latin one without doubt: a host made of these alone is made to deceive.
WHOLLY_ALIKE = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u051d\u04bb\u04cf"
LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
OTHER_ALPHABETS = "\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff\uab70-\uabbf"


def _evaluate(context: EvaluationContext) -> GateOutcome:
    places = list(passages(context.result))
    places += [place for index, claim in enumerate(context.result.claims) for place in cited(claim, index)]
    findings = [finding for where, text in places for finding in _in_text(where, text)]
    return grade("hidden", findings, 1)


def _in_text(where: str, text: str) -> Iterator[Finding]:
    if "@" in text and "://" in text:
        yield from _user_names(where, text)
    if text.isascii() or not _suspicious().search(text):
        return
    found = [_overrides(where, text) or _unclosed(where, text)]
    found += [look(where, text) for look in (_tags, _inside_words, _runs)]
    found.append(_hosts(where, text) or _mixed_words(where, text))
    yield from [finding for finding in found if finding is not None]


def _overrides(where: str, text: str) -> Finding | None:
    found = _rx(f"[{OVERRIDES}]").search(text)
    return _hidden(where, f"{_named(found[0])} hides how the text reads{_near(text, found.start())}") if found else None


def _unclosed(where: str, text: str) -> Finding | None:
    """Embeddings and isolates end with their line at the latest; one that is not closed turns what follows it."""
    waiting: list[str] = []
    for found in _rx("[\u202a-\u202e\u2066-\u2069\n\r\x85\u2029]").finditer(text):
        sign = found[0]
        if sign in OPENERS:
            waiting.append(sign)
        elif sign in OPENERS.values():
            if not waiting or OPENERS[waiting.pop()] != sign:
                return _hidden(where, f"{_named(sign)} closes nothing{_near(text, found.start())}")
        elif waiting:
            break
    return _hidden(where, f"{_named(waiting[-1])} is not closed on its line") if waiting else None


def _tags(where: str, text: str) -> Finding | None:
    """Tag characters, but for the flags of regions: a black flag, up to six tags, the cancelling tag."""
    bare = _rx("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f").sub("", text)
    found = _rx("[\U000e0000-\U000e007f]+").search(bare)
    if not found:
        return None
    spelt = "".join([chr(ord(sign) - 0xE0000) for sign in found[0] if "\U000e0020" <= sign <= "\U000e007e"])
    says = f" that spell {quoted(spelt)}" if spelt.strip() else ""
    return _hidden(where, f"{len(found[0])} invisible tag character(s){says}")


def _inside_words(where: str, text: str) -> Finding | None:
    """An invisible character between two Latin letters, where no script needs one."""
    for found in _rx(rf"(?<=[{LATIN}])([{_invisible()}]+)(?=[{LATIN}])").finditer(text):
        if not _is_product(text, found) and found[0][0] not in DIRECTIONS:
            return _hidden(where, f"{_named(found[0][0])} stands inside a word{_near(text, found.start())}")
    return None


def _is_product(text: str, found: re.Match[str]) -> bool:
    """An invisible sign of mathematics between single letters: a product or an argument, not a word."""
    single = (
        not text[max(0, found.start() - 2)].isalpha() or found.start() < 2 or not text[found.end() + 1 :][:1].isalpha()
    )
    return "\u2061" <= found[0] <= "\u2064" and len(found[0]) == 1 and single


def _runs(where: str, text: str) -> Finding | None:
    found = _rx(rf"[{_carriers()}]{{{LONGEST_RUN + 1},}}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{{2,}}").search(text)
    if found:
        return _hidden(where, f"{len(found[0])} invisible characters in a row, {_named(found[0][0])} first")
    # The keys of telephones (0-9, # and *) have variants, other ASCII characters have none.
    found = _rx("(?<=[\x00-\x22$-)+-/:-\x7f])[\U000e0100-\U000e01ef]|(?<=[A-Za-z])[\ufe00-\ufe0f]").search(text)
    return _hidden(where, f"{_named(found[0])} stands behind a character that has no variants") if found else None


def _hosts(where: str, text: str) -> Finding | None:
    label, dot = r"[\w\u00b7-]{1,63}", "[.\u3002\uff0e]"
    for found in _rx(rf"(?<![\w.@-])(?:[a-z][a-z0-9+]{{1,9}}://)?((?:{label}{dot}){{1,8}}[^\W\d_]{{2,24}})").finditer(
        text
    ):
        host = found[1]
        if not host.isascii() and (why := _why_deceptive(host, "://" in found[0])):
            return _hidden(where, f"the host {quoted(host)} {why}", "write the address in the letters it really has")
    return None


def _why_deceptive(host: str, in_url: bool) -> str:
    labels = re.split("[.\u3002\uff0e]", host)
    top = labels[-1]
    for label in labels:
        latin, other = _rx(f"[{LATIN}]").search(label), _rx(f"[{OTHER_ALPHABETS}]").search(label)
        if latin and other and (in_url or top.isascii()):
            return "mixes letters of two scripts that look alike"
        if other and top.isascii() and _rx(f"[{WHOLLY_ALIKE}0-9-]+").fullmatch(label):
            return "is made of letters that look like Latin ones"
    if in_url and _rx("[\uff01-\uff5e\U0001d400-\U0001d7ff\u2460-\u24ff\u3002\uff0e]").search(host):
        return "is written in letters that only look like the real ones"
    return ""


def _user_names(where: str, text: str) -> Iterator[Finding]:
    """ "https://bank.example@elsewhere.example/": what is taken for the host is a user name."""
    found = _rx(r"://([\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.[a-z]{2,24})(?::[^\s/@]{0,64})?@([\w.-]{3,253})").search(text)
    if found:
        message = f"the address seems to lead to {quoted(found[1])} and leads to {quoted(found[2])}"
        yield _hidden(where, message, "write the address without a user name")


def _mixed_words(where: str, text: str) -> Finding | None:
    for found in _rx(rf"[{LATIN}{ALIKE}]*(?:[{LATIN}][{ALIKE}]|[{ALIKE}][{LATIN}])[{LATIN}{ALIKE}]*").finditer(text):
        word = found[0]
        strange = len(_rx(f"[{ALIKE}]").findall(word))
        whole = text[found.start() - 1 : found.start()].isalpha() or text[found.end() : found.end() + 1].isalpha()
        if not whole and len(word) - strange >= max(2, strange):
            message = f"the word {quoted(word)} has a letter of another script that looks like a Latin one"
            return Finding("ADV006", message, Severity.WARNING, "hidden", where, "write the word in one script")
    return None


def _hidden(where: str, message: str, hint: str = HINT) -> Finding:
    return _report("ADV006", where, message, hint)


def _named(sign: str) -> str:
    import unicodedata

    return f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".rstrip()


def _near(text: str, place: int) -> str:
    return f": {quoted(visible(text[max(0, place - AROUND) : place + AROUND]))}"


@cache
def _suspicious() -> re.Pattern[str]:
    """Anything that one of the looks is about; ordinary dashes, quotation marks and accents are not."""
    look_alikes = f"{OTHER_ALPHABETS}\u3002\uff01-\uff5e\U0001d400-\U0001d7ff\u2460-\u24ff"
    return re.compile(f"[{_invisible()}{look_alikes}]")


@cache
def _invisible() -> str:
    """Everything that is ignored when displayed, but for the soft hyphen: it marks where a long word may be broken."""
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in IGNORABLE if first != 0xAD)


@cache
def _carriers() -> str:
    return "\u200b-\u200f\u2060-\u2064\ufeff\u180e\u034f\u115f\u1160\u3164\uffa0"


@cache
def _rx(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


CHECK = Check("hidden", RULES, (), _evaluate, __doc__ or "")

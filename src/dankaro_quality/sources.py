"""What counts as a source: text that points to something a reader can go to and check.

`classify` decides by form alone and in a fixed order: empty; circular (the agent's own output, or the agent as its
own witness); placeholder, crowd, model; a locator anywhere in the text; else vague. Accepted means "this is the form
of a locator", never "this exists" and never "it says so". Words inside a locator are part of an address and say
nothing about the source: `docs/our-earlier-draft.md` is a file.
"""

from __future__ import annotations

from dankaro_quality import lexicon, locators
from dankaro_quality.canonical import canonical
from dankaro_quality.frozen import frozen
from dankaro_quality.patterns import compiled

# A source is a line, not a document: what comes later is not looked at, so that any text costs little.
MAX_LENGTH = 4_000

# Kinds of locators that lead to somebody else's published work; a URL does when it is one of the web's.
OUTSIDE = frozenset(("doi", "arxiv", "registry"))
WEB_SCHEMES = ("http:", "https:", "ftp:", "ftps:", "urn:")

# Kinds whose locator holds words that say something about the source; the words of the others are part of an address.
WORDY = frozenset(("page", "registry"))

REASONS = {
    "empty": "is empty",
    "circular": "is the agent's own word, not something outside it",
    "placeholder": "is a placeholder or template that was never filled in, or is cut off",
    "crowd": "names nobody in particular, and no place a reader can go to",
    "model": "names a model, which is no place where the statement can be checked",
    "vague": "names no place a reader can go to",
}


@frozen
class SourceVerdict:
    """How a source is ruled: its kind, whether it is a locator, the locating part as found, and if not, why not."""

    kind: str
    accepted: bool
    locator: str = ""
    reason: str = ""
    code: str = ""


# "page 3 of this report"
OF_OWN = (
    r"\b(?:of|in) (?:this|the present|our|my)"
    r" (?:report|answer|document|analysis|output|response|result|summary|draft|text)\b"
)


def classify(
    text: str, *, circular: tuple[str, ...] = (), vague: tuple[str, ...] = (), placeholders: tuple[str, ...] = ()
) -> SourceVerdict:
    """The ruling on one source; the phrases of a team's settings add to the built-in ones."""
    plain = canonical(text[: 2 * MAX_LENGTH])[:MAX_LENGTH]
    if not compiled(r"[^\W_]").search(plain):
        return _rejected("empty")
    kind, locator = _locator(plain)
    hidden = "" if kind in WORDY else locator
    words = _words(plain.replace(hidden, " locator ").lower() if hidden else plain.lower())
    of_own = kind in ("page", "sheet") and compiled(OF_OWN).search(plain.lower())
    if of_own or _is_circular(words, bool(locator), _folded(circular)):
        return _rejected("circular")
    if _is_placeholder(plain, words, bool(locator), _folded(placeholders)) or not (locator or _is_filled(plain)):
        return _rejected("placeholder")
    if locator and not _is_overruled(kind, plain, words, _folded(vague)):
        return SourceVerdict(kind, True, locator)
    return _rejected(_weakness(words))


def is_outside(verdict: SourceVerdict) -> bool:
    """Whether an accepted source is somebody else's work: a page of the web, a publication, a register entry."""
    if not verdict.accepted:
        return False
    if verdict.kind == "url":
        return verdict.locator.lower().startswith(WEB_SCHEMES) or "://" not in verdict.locator
    if verdict.kind == "page":  # of a work that is named by author or title, with its year
        return bool(compiled(r"\b(?:1[5-9]|20)\d\d").search(verdict.locator))
    return verdict.kind in OUTSIDE


def _locator(plain: str) -> tuple[str, str]:
    found = _found(plain)
    if not found and compiled(DASHES).search(plain):  # "CVE–2024–3094", as word processors write it
        hyphened = compiled(DASHES).sub("-", plain)
        kind, locator = _found(hyphened) or ("", "")
        place = max(0, hyphened.find(locator))
        return kind, plain[place : place + len(locator)]
    return found or ("", "")


DASHES = r"[‐‑‒–−]"


def _found(plain: str) -> tuple[str, str] | None:
    found = locators.find(plain)
    if found:
        return found
    from dankaro_quality import citations, registers  # most sources are locators; these cost a millisecond

    return registers.find(plain) or citations.find(plain) or registers.find_ticket(plain)


def _rejected(kind: str) -> SourceVerdict:
    return SourceVerdict(kind, False, "", REASONS[kind], "EVD003" if kind == "circular" else "EVD002")


def _folded(phrases: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([" ".join(_words(canonical(phrase).lower())) for phrase in phrases])


def _words(lower: str) -> list[str]:
    """The words without the punctuation around them."""
    lower = lower.replace("’", "'")
    return [word for raw in lower.split() if (word := raw.strip(".,;:!?()[]{}<>\"'`“”‘«»*_|—–-"))]


def _has(words: list[str], phrases: tuple[str, ...]) -> bool:
    """Whether one of the phrases stands in the text, as whole words."""
    text = f" {' '.join(words)} "
    return any(f" {phrase} " in text for phrase in phrases if phrase)


# Circular


def _is_circular(words: list[str], located: bool, extra: tuple[str, ...]) -> bool:
    if _names_own_output(words, located) or _points_back(words, located) or _has(words, lexicon.WITNESS):
        return True
    if extra and _has(words, extra):
        return True
    return not located and (" ".join(_without_label(words)) in lexicon.SELF or _has(words, lexicon.WEAK_WITNESS))


def _names_own_output(words: list[str], located: bool) -> bool:
    """ "our earlier draft", "my analysis", "previous answer"; beside a locator the sure words, and the first word."""
    owners = lexicon.SURE_OWNERS if located else lexicon.OWNERS
    earlier = lexicon.SURELY_EARLIER if located else lexicon.EARLIER
    for place, word in enumerate(words):
        owned = word in owners or (word in lexicon.OWNERS and not place)
        if owned and _any_of(words[place + 1 : place + 4], lexicon.OWN_OUTPUTS):
            return True
        said_before = word in earlier and not (located and place)
        if said_before and _any_of(words[place + 1 : place + 3], lexicon.EARLIER_OUTPUTS):
            return True
    return False


def _any_of(words: list[str], known: frozenset[str]) -> bool:
    return any(word.removesuffix("'s") in known for word in words)


def _points_back(words: list[str], located: bool) -> bool:
    """ "as stated above", "see earlier"."""
    pointers = lexicon.SURE_BACK_POINTERS if located else lexicon.BACK_POINTERS
    places = [place for place, word in enumerate(words) if word in pointers]
    return any(_any_of(words[max(0, place - 2) : place], lexicon.POINTING) for place in places)


# Placeholders

# Words up to which "verify" or "missing" at the beginning is a note to oneself; a longer text may well begin so.
SHORT = 4

# A bare footnote number, or a request for a source.
UNFILLED = r"^\[?\^?\d{1,3}\]?$|\b(?:source|citation|reference)s? needed\b"


def _is_placeholder(plain: str, words: list[str], located: bool, extra: tuple[str, ...]) -> bool:
    start = " ".join(_without_label(words))
    weak = () if located or len(words) > SHORT else lexicon.WEAK_PLACEHOLDERS
    leading = (*lexicon.PLACEHOLDERS, *extra, *weak)
    if any(phrase and f"{start} ".startswith(f"{phrase} ") for phrase in leading):
        return True
    return not located and (start in lexicon.ALONE_PLACEHOLDERS or bool(compiled(UNFILLED).search(plain.lower())))


def _is_filled(plain: str) -> bool:
    return not locators.is_template(plain)


def _without_label(words: list[str]) -> list[str]:
    return words[1:] if len(words) > 1 and words[0] in lexicon.SOURCE_LABELS else words


# Locators that do not count, and why the rest is none


def _is_overruled(kind: str, plain: str, words: list[str], vague: tuple[str, ...]) -> bool:
    """Whether a locator counts for nothing: a page of "ibid.", a chat with a model, a team's own vague phrase."""
    whole = _words(plain.lower())
    if kind == "page" and (compiled(r"[Ii]d\.|[Ii]d at\b").match(plain) or _any_of(whole, lexicon.BACK_REFERENCES)):
        return True
    told = _any_of(words, lexicon.MODELS) and _any_of(words, lexicon.SAID)
    if told and all(word in _SMALL_TALK or word.isdigit() for word in words):
        return True
    return bool(vague) and " ".join(whole) in vague


_SMALL_TALK = lexicon.MODELS | lexicon.SAID | lexicon.FILLERS | {"locator"}


def _weakness(words: list[str]) -> str:
    if _any_of(words, lexicon.MODELS):
        return "model"
    return "crowd" if _any_of(words, lexicon.CROWDS) else "vague"

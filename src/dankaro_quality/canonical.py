"""The canonical form of a text: what is compared when two texts should read alike.

Invisible characters are removed, compatibility forms are unified (NFKC), blanks are folded to one. Letters of other
scripts that merely look alike are left alone: replacing them would change honest text. `visible` is the opposite
need: it shows in a report what a reader would not see. `folded` is for telling whether two names are one:
there, and only there, look-alike letters inside a Latin word count as the letters they look like.
"""

from __future__ import annotations

import functools
import re

# Default_Ignorable_Code_Point of Unicode 15 (DerivedCoreProperties.txt). `unicodedata` has no such property, and
# the category Cf alone misses the Hangul fillers, the grapheme joiner and the variation selectors.
IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip

# Normalising is quadratic in the length of a run of combining marks (50,000 of them take seconds). Thirty is the
# bound of the Stream-Safe Text Format (UAX 15); no writing system comes near it.
MAX_MARKS = 30

# What becomes a mark only when it is normalised: three Tibetan vowel signs, two half-width voicing marks.
_LATE_MARKS = "\u0f73\u0f75\u0f81\uff9e\uff9f"


def canonical(text: str) -> str:
    """`text` without invisible characters, in NFKC, with blanks folded to one and none at the ends."""
    if not text.isascii():
        text = _normal(text)
    return " ".join(text.split())


# Cyrillic and Greek letters that a Latin font shows as Latin ones; Greek small letters that stand for quantities
# (mu, nu, rho) are left out.
_ALIKE = str.maketrans(
    "авеікмнорсуһхѕјԁԛԝАВЕІКМНОРСТУХЅЈԚԜοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeikmhopcyhxsjdqwABEIKMHOPCTYXSJQWoABEZHIKMNOPTYX"
)


def folded(text: str) -> str:
    """The canonical form without case, and with look-alike letters inside Latin words unified; for comparing names."""
    plain = canonical(text)
    return (plain if plain.isascii() else " ".join([_unmixed(word) for word in plain.split()])).casefold()


def _unmixed(word: str) -> str:
    """A word that mixes ASCII letters or digits with look-alikes of other scripts, in ASCII; others as they are."""
    latin = word.translate(_ALIKE)
    foreign = [sign for sign, twin in zip(word, latin, strict=True) if sign != twin]
    mixed = foreign and any(sign.isascii() and sign.isalnum() for sign in word)
    return latin if mixed and not any("\u0370" <= sign <= "\u052f" for sign in latin) else word


def visible(text: str, newlines: bool = False) -> str:
    r"""`text` with every control, direction, invisible or unprintable character written out: \x1b, \u{202e}.

    The openings that build logs act on anywhere in a line (`##[`, `##vso[`, `##teamcity[`) are broken the same way.
    """
    if not (text.isascii() and text.isprintable()):
        text = "".join([_shown(char) if is_hidden(char) and not (newlines and char == "\n") else char for char in text])
    return _log_commands().sub(r"#\\x23\1", text) if "##" in text else text


def _normal(text: str) -> str:
    import unicodedata

    text = unicodedata.normalize("NFKC", _bare(text))
    return _bare(text)  # once more: normalising can bring forth both, and the form must be its own canonical form


def _bare(text: str) -> str:
    return _marks().sub(_capped, _ignorable().sub("", text))


@functools.cache
def _ignorable() -> re.Pattern[str]:
    return re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in IGNORABLE) + "]+")


@functools.cache
def _log_commands() -> re.Pattern[str]:
    return re.compile(r"##([A-Za-z]{0,20}\[)")


@functools.cache
def _marks() -> re.Pattern[str]:
    # Cheap and a little wide: marks are no word characters, so a long run of anything else is looked at one by one.
    return re.compile(rf"(?:[^\w\s\x00-\x7f]|[{_LATE_MARKS}]){{{MAX_MARKS + 1},}}")


def _capped(run: re.Match[str]) -> str:
    import unicodedata

    kept, marks = [], 0
    for char in run[0]:
        marks = marks + 1 if unicodedata.combining(char) or char in _LATE_MARKS else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def is_hidden(char: str) -> bool:
    """Whether a reader would not see this character as it is: a control, a direction, something invisible."""
    return not char.isprintable() or _ignorable().match(char) is not None


def _shown(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:04x}}}"

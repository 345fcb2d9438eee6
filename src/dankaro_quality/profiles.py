"""Named settings for common kinds of results: the packaged settings with a few keys changed."""

from __future__ import annotations

from dankaro_quality import settings as settings_files

PROFILES = {
    "default": {},
    "cited-text": {"require_confidence": "false", "require_verified": "false", "profile": '"cited-text"'},
}
"""`cited-text` is for texts and other tools' answers, whose authors state no confidence and no check."""


def profile_text(name: str) -> str:
    """The packaged settings with the keys that a profile changes, as the text of a file."""
    lines = settings_files.packaged().decode().split("\n")
    for key, value in PROFILES[name].items():
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{key} = "))
        code, hash_sign, comment = lines[at].partition("#")
        lines[at] = f"{key} = {value}".ljust(len(code)) + hash_sign + comment
    return "\n".join(lines)


def profile(name: str) -> settings_files.Settings:
    """The settings of a profile."""
    return settings_files.parse(profile_text(name).encode(), path="")

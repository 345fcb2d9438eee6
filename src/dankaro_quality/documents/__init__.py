"""Strict JSON, TOML and (extra) YAML: bytes in, a value and every flaw out, with JSON pointer and line.

Readers never raise for content: what cannot be parsed has the value None (TOML: an empty table) and says why. A value
that is refused in place (NaN, an integer no double can hold) is None in what is returned, so that a caller may go on
and report the rest.
"""

from __future__ import annotations

from dankaro_quality.documents.files import digest, read_bytes
from dankaro_quality.documents.flaws import Flaw
from dankaro_quality.documents.json_text import canonical_json, lines_of, pretty_json, read_json
from dankaro_quality.places import dotted, pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dankaro_quality.documents.toml_text import line_of_key, read_toml
    from dankaro_quality.documents.yaml_text import pretty_yaml, read_yaml

__all__ = [
    "Flaw",
    "read_json",
    "read_toml",
    "read_yaml",
    "pretty_yaml",
    "read_bytes",
    "lines_of",
    "line_of_key",
    "canonical_json",
    "pretty_json",
    "digest",
    "pointer",
    "dotted",
]


def __getattr__(name: str) -> object:
    """The readers of TOML and YAML, loaded when they are first asked for: most runs read JSON alone."""
    from importlib import import_module

    for module, names in (("toml_text", ("line_of_key", "read_toml")), ("yaml_text", ("pretty_yaml", "read_yaml"))):
        if name in names:
            return getattr(import_module(f"dankaro_quality.documents.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

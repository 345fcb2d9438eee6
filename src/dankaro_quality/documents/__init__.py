"""Strict JSON, TOML and (extra) YAML: bytes in, a value and every flaw out, with JSON pointer and line.

Readers never raise for content: what cannot be parsed has the value None (TOML: an empty table) and says why. A value
that is refused in place (NaN, an integer no double can hold) is None in what is returned, so that a caller may go on
and report the rest.
"""

from __future__ import annotations

from dankaro_quality.documents.files import digest, read_bytes
from dankaro_quality.documents.flaws import Flaw
from dankaro_quality.documents.json_text import canonical_json, lines_of, pretty_json, read_json
from dankaro_quality.documents.toml_text import line_of_key, read_toml
from dankaro_quality.documents.yaml_text import read_yaml, yaml_text
from dankaro_quality.places import dotted, pointer

__all__ = [
    "Flaw",
    "read_json",
    "read_toml",
    "read_yaml",
    "yaml_text",
    "read_bytes",
    "lines_of",
    "line_of_key",
    "canonical_json",
    "pretty_json",
    "digest",
    "pointer",
    "dotted",
]

"""The report formats, listed by hand: the file name extension of each, and who renders it."""

from __future__ import annotations

from dankaro_quality.exporting import Evaluated
from dankaro_quality.reporting import to_json, to_markdown, to_text

EXTENSIONS = {
    "markdown": "md",
    "json": "json",
    "text": "txt",
    "sarif": "sarif",
    "junit": "xml",
    "github": "github.txt",
    "gitlab": "gitlab.json",
    "html": "html",
    "intoto": "intoto.json",
}
LOG_FORMATS = ("github",)
"""Formats that a runner reads from the log: printed even where the others are written to files."""
DIALECTS = ("strict", "gitlab")


def render(kind: str, evaluated: Evaluated, *, dialect: str = "strict") -> str:
    """`evaluated` in one of `EXTENSIONS`; `dialect` is what `junit` may hold beyond the strict schema."""
    if kind == "junit":
        from dankaro_quality.exporters import junit

        return junit.render(evaluated, dialect)
    if kind in _CANONICAL:
        return _CANONICAL[kind](evaluated)
    from importlib import import_module  # one format is asked for, and the others need not load

    made: str = import_module(f"dankaro_quality.exporters.{kind}").render(evaluated)
    return made


_CANONICAL = {
    "markdown": lambda one: to_markdown(one.report, one.name),
    "json": lambda one: to_json(one.report),
    "text": lambda one: to_text(one.report, one.name),
}

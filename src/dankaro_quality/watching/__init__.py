"""Many watch patterns against the texts of one result, quickly and safely.

A watch is a regular expression as its author wrote it, run without regard to case on a text and on its canonical form,
so that no invisible character, line break or compatibility letter hides what it looks for.
"""

from __future__ import annotations

from dankaro_quality.watching.lint import unsafe
from dankaro_quality.watching.matching import compile_watch, find

__all__ = ["unsafe", "compile_watch", "find"]

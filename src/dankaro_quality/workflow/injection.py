"""Outputs that show a chosen failure, to see whether a workflow notices it; the library's own test as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dankaro_quality.errors import ContractError
from dankaro_quality.workflow.builtin import FAILURE_MODE_LIBRARY
from dankaro_quality.workflow.library import FailureModeLibrary
from dankaro_quality.workflow.modes import FailureCategory, FailureMode

NO_CONTEXT = "the record"


class FailureInjector:
    """Produce strings that match a chosen FailureMode signature.

    The same seed, category and context give the same text; without a seed it is each mode's first sample.
    """

    def __init__(
        self, library: Iterable[FailureMode] | FailureModeLibrary = FAILURE_MODE_LIBRARY, seed: int | None = None
    ) -> None:
        self.library = list(library.modes if isinstance(library, FailureModeLibrary) else library)
        self.seed = seed
        self._detector = FailureModeLibrary(self.library)

    def mode_for(self, category: FailureCategory | str) -> FailureMode:
        """The mode of a category; KeyError when the library has none."""
        return self._detector.by_category(category)

    def inject(self, category: FailureCategory | str, context: str = "") -> str:
        """A text that shows `category`, woven around `context`; ContractError when no sample of the mode does."""
        mode = self.mode_for(category)
        for about in (context or NO_CONTEXT, NO_CONTEXT):  # a context can hold just what excuses the mode
            for sample in self._in_turn(mode):
                text = sample.replace("{context}", about)
                if mode in self._detector.detect(text):
                    return text
        raise ContractError(f"{mode.category}: no sample of this mode is detected by it; give it samples that are")

    def inject_callable(self, category: FailureCategory | str, context: str = "") -> Callable[[], str]:
        """A step that returns such a text."""
        text = self.inject(category, context)
        return lambda: text

    def exercise_all(self, context: str = "") -> dict[str, str]:
        """One such text for each category the library knows."""
        return {str(mode.category): self.inject(mode.category, context) for mode in self.library}

    def _in_turn(self, mode: FailureMode) -> list[str]:
        """The samples, beginning with the one that the seed picks; own arithmetic, the same on every version."""
        samples = mode.samples or [one for one in mode.trigger_keywords if not one.startswith(("re:", "struct:"))]
        if self.seed is None or not samples:
            return samples
        import hashlib

        number = int.from_bytes(hashlib.sha256(f"{self.seed}:{mode.category}".encode()).digest()[:8], "big")
        at = number % len(samples)
        return samples[at:] + samples[:at]

"""Evidence bundles: everything a decision rests on, in one file that is named by its own digest."""

from __future__ import annotations

import os
from collections.abc import Mapping

from dankaro_quality import journal
from dankaro_quality.documents import canonical_json, digest
from dankaro_quality.frozen import frozen
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "dankaro-quality/capability-evidence/1"
DEFAULT_FOLDER = "memory/capability/evidence"


@frozen
class Bundle:
    """A bundle's digest, and where it was written ("" when it was not)."""

    digest: str
    path: str = ""


def bundle_of(content: Mapping[str, Any], folder: str | None) -> Bundle:
    """The bundle of `content`, written below `folder` unless that is None."""
    data = canonical_json({"format": FORMAT, **{name: plain(value) for name, value in content.items()}})
    named = digest(data)
    if folder is None:
        return Bundle(named)
    path = os.path.join(folder, named.replace(":", "-") + ".json")
    journal.replace(path, data)
    return Bundle(named, path)

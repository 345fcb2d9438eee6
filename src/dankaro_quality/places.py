"""Places in a result: JSON pointers for machines, dotted paths for people."""

from __future__ import annotations


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) to `parts`: `pointer("claims", 3, "source")` is `/claims/3/source`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def parts(at: str) -> list[str]:
    """The unescaped parts of a JSON pointer; the whole document has none."""
    return [part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]]


def dotted(at: str) -> str:
    """A JSON pointer as people write it: `/claims/3/source` is `claims[3].source`, odd keys stand in brackets."""
    shown = ""
    for part in parts(at):
        if part.isdigit():
            shown += f"[{part}]"
        elif part.isidentifier():
            shown += f".{part}" if shown else part
        else:
            shown += f'["{part}"]'
    return shown


def item(at: str) -> str:
    """The item a place belongs to: the first two parts in a list (`/claims/3`), else the first (`/output`)."""
    split = at.split("/", 3)
    return "/".join(split[:3]) if len(split) > 2 and split[2].isdigit() else "/".join(split[:2])

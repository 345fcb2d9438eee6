"""Signatures by the system's `ssh-keygen`: no cryptography of our own.

What is signed is the canonical JSON of the record without `decision.signature`; the signature stands there as
`sshsig:` and the base64 of OpenSSH's signature, in the namespace below.
"""

from __future__ import annotations

import base64
import binascii
import os

from dankaro_quality import children, journal
from dankaro_quality.canonical import visible
from dankaro_quality.errors import FileProblem, QualityError
from dankaro_quality.records.files import signed_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAMESPACE = "dankaro-quality-record"
SCHEME = "sshsig:"
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
LINE = 70  # as OpenSSH wraps it
TIMEOUT_S = 60.0  # a key with a passphrase asks an agent or a person


def sign(record: dict[str, Any], key: str) -> str:
    """The text for `decision.signature`, by the private key in the file `key`; QualityError says why not."""
    path = os.path.expanduser(key)
    if not os.path.isfile(path):
        raise FileProblem(f"{visible(key)} is no key file; name a private key, such as ~/.ssh/id_ed25519")
    done = _ssh_keygen(["-Y", "sign", "-n", NAMESPACE, "-f", path], signed_bytes(record))
    armored = done.stdout.decode("ascii", "replace")
    if done.status != 0 or BEGIN not in armored:
        raise QualityError(
            f"ssh-keygen did not sign with {visible(key)}: {_said(done)}; a key with a passphrase needs ssh-agent"
        )
    return SCHEME + "".join(armored.partition(BEGIN)[2].partition(END)[0].split())


def can_check() -> bool:
    """Whether the `ssh-keygen` that checks signatures is there."""
    import shutil

    return shutil.which("ssh-keygen") is not None


def well_formed(signature: str) -> bool:
    """Whether a signature is written as `sign` writes it, which needs no ssh-keygen to see."""
    return bool(_armored(signature))


def signature_problem(record: dict[str, Any], allowed_signers: str = "") -> str:
    """Why the signature does not verify, or "".

    Without `allowed_signers` it only shows that somebody with the private key signed these bytes; with the file, that
    the key belongs to `decision.actor`.
    """
    armored = _armored(str(record["decision"].get("signature", "")))
    if not armored:
        return "the signature is none that ssh-keygen made: it is not sshsig: and base64"
    import tempfile

    with tempfile.TemporaryDirectory(prefix="dankaro-verify-") as folder:
        path = os.path.join(folder, "signature")
        journal.replace(path, armored.encode())
        check = ["-Y", "check-novalidate", "-n", NAMESPACE, "-s", path]
        if not allowed_signers:
            done = _ssh_keygen(check, signed_bytes(record))
            return "" if done.status == 0 else f"the record is not what was signed: {_said(done)}"
        return _by_whom(record, path, allowed_signers, check)


def _by_whom(record: dict[str, Any], path: str, allowed_signers: str, check: list[str]) -> str:
    signers = os.path.expanduser(allowed_signers)
    if not os.path.isfile(signers):
        raise FileProblem(f"{visible(allowed_signers)} is no file of allowed signers")
    actor = str(record["decision"]["actor"])
    data = signed_bytes(record)
    verify = ["-Y", "verify", "-n", NAMESPACE, "-s", path, "-f", signers, "-I", actor]
    if _ssh_keygen(verify, data).status == 0:
        return ""
    done = _ssh_keygen(check, data)
    if done.status != 0:
        return f"the record is not what was signed: {_said(done)}"
    found = _ssh_keygen(["-Y", "find-principals", "-s", path, "-f", signers], data)
    names = found.stdout.decode("utf-8", "replace").strip()
    if found.status == 0 and names:
        return f"it was signed by {visible(names)}, and the decision names {visible(actor)}"
    return "it was signed with a key that the allowed signers do not hold"


def _armored(signature: str) -> str:
    """The signature as a file for ssh-keygen; "" unless it is exactly what `sign` writes."""
    text = signature.removeprefix(SCHEME)
    try:
        blob = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return ""
    if not signature.startswith(SCHEME) or base64.b64encode(blob).decode() != text:
        return ""  # other base64 of the same bytes: a changed byte must not pass
    lines = [text[at : at + LINE] for at in range(0, len(text), LINE)]
    return "\n".join([BEGIN, *lines, END, ""])


def _ssh_keygen(arguments: list[str], stdin: bytes) -> children.Child:
    try:
        return children.run(["ssh-keygen", *arguments], input=stdin, timeout_s=TIMEOUT_S)
    except FileProblem as problem:
        raise QualityError(f"{problem}; signatures need OpenSSH 8.2 or later: install openssh-client") from problem


def _said(done: children.Child) -> str:
    lines = (done.stderr + b"\n" + done.stdout).decode("utf-8", "replace").split("\n")
    return visible(next((line.strip() for line in lines if line.strip()), f"exit {done.status}"))

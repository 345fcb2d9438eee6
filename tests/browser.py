"""A headless Chromium over its debugging pipe: open a page, press keys, ask the page things. Only for tests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def program() -> str:
    """The path of a Chromium, or "" when there is none."""
    named = os.environ.get("DANKARO_CHROMIUM", "")
    return named or next((found for name in PROGRAMS if (found := shutil.which(name))), "")


class Browser:
    """One page of one browser; a context manager."""

    def __enter__(self) -> Browser:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_here, write_there = os.pipe()
        read_there, write_here = os.pipe()
        command = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                   f"--user-data-dir={self.folder.name}", "about:blank"]  # fmt: skip
        script = f'exec 3<&{read_there} 4>&{write_there}; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", script, "-", *command], pass_fds=(read_there, write_there),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)  # fmt: skip
        os.close(read_there)
        os.close(write_there)
        self.out, self.into = write_here, read_here
        self.count, self.rest, self.session = 0, b"", ""
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(120)
        with suppress(ProcessLookupError):  # its helpers outlive it for a moment and write into the folder
            os.killpg(self.process.pid, signal.SIGKILL)
        os.close(self.out)
        os.close(self.into)
        self.folder.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command and wait for its answer; events in between are dropped."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]  # type: ignore[no-any-return]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            piece = os.read(self.into, 1 << 16)
            if not piece:
                raise RuntimeError("the browser ended")
            self.rest += piece
        first, _, self.rest = self.rest.partition(b"\0")
        return json.loads(first)  # type: ignore[no-any-return]

    def open(self, path: str, width: int, scheme: str) -> None:
        """Load a local file at a width, light or dark, and wait until it is there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.setBypassCSP", enabled=True)
        self.call("Page.navigate", url="file://" + path)
        while self.ask("document.readyState") != "complete":
            pass

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"])[:500])
        return found["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press and let go of a key."""
        for kind in ("rawKeyDown", "char", "keyUp"):
            if kind == "char" and key != "Enter":
                continue
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                text="\r" if kind == "char" else "",
            )

    def picture(self, path: str) -> None:
        """Write the whole page as a PNG."""
        import base64

        with open(path, "wb") as stream:
            stream.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

"""Real ports: an agent that runs as a child process, authorities from files and HTTP, artifacts from its directory."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence

from dankaro_quality.agents import Attempt, Spec, from_folder, load_spec, run_agent
from dankaro_quality.canonical import visible
from dankaro_quality.capability.scenario_files import Remedy, ScenarioFile
from dankaro_quality.capability.scenarios import AuthorityRef, GapReport
from dankaro_quality.contracts import Task
from dankaro_quality.documents import read_bytes
from dankaro_quality.errors import FileProblem, QualityError
from dankaro_quality.resolving import file_inside
from dankaro_quality.serialization import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from http.client import HTTPResponse
    from typing import Any

MAX_DOCUMENT = 20_000_000
HTTP_TIMEOUT_S = 20.0
HTTP_DEADLINE_S = 60.0  # for a whole document, however it comes
MAX_REMEDY = 1_000_000


class PortsUnavailable(QualityError):
    """Real ports were asked for and cannot be built; nothing ran."""


class RealAgent:
    """The agent of a spec file, each time in a directory of its own (or in the spec's folder, where it says so)."""

    def __init__(self, spec: Spec, file: ScenarioFile, scratch: str) -> None:
        self.spec, self.scenario, self.scratch = spec, file.scenario, scratch
        self.authorities = [_reference(one, file.folder) for one in file.scenario.authorities]
        self.workspace, self.attempts = "", 0
        self._before: dict[str, tuple[int, int]] = {}

    def __call__(self, prompt: str) -> Attempt:
        self.attempts += 1
        self.workspace = os.path.join(self.scratch, str(self.attempts)) if self.spec.fresh else self.spec.folder
        os.makedirs(self.workspace, exist_ok=True)
        self._before = self._marks()
        task = Task(self.scenario.id, prompt, self.scenario.target_artifacts)
        asked = {"task": plain(task), "prompt": prompt, "attempt": self.attempts, "authorities": self.authorities}
        return run_agent(self.spec, asked, self.workspace)

    def written(self, name: str) -> bytes | None:
        """The bytes of a file of the last run; None for one that was there before and is unchanged."""
        if not self.workspace:
            return None
        found = file_inside(self.workspace, name)
        unchanged = name in self._before and self._before[name] == self._marks().get(name)
        return None if found.problem or unchanged else found.data

    def _marks(self) -> dict[str, tuple[int, int]]:
        found = {}
        for name in self.scenario.target_artifacts:
            path = os.path.join(self.workspace, name)
            if os.path.exists(path):
                seen = os.stat(path)
                found[name] = (seen.st_mtime_ns, seen.st_size)
        return found


class RealArtifacts:
    """Files that the agent wrote in its last run."""

    def __init__(self, agent: RealAgent) -> None:
        self.agent = agent

    def __call__(self, name: str) -> bytes | None:
        return self.agent.written(name)


class RealAuthorities:
    """Documents by their `citation_url`: http(s), or a path below the scenario's folder. `problems`: what failed."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.problems: dict[str, str] = {}

    def __call__(self, reference: AuthorityRef) -> bytes | None:
        url = reference.citation_url
        data, problem = _fetched(url) if _is_web(url) else _from_file(self.folder, url)
        if problem:
            self.problems[reference.doc_id] = problem
        return None if problem else data


class RealRemedies:
    """What a scenario's files hold for a gap: every text that names one of its bars, or none in particular."""

    def __init__(self, remedies: Sequence[Remedy], texts: Mapping[str, str]) -> None:
        self.remedies, self.texts = tuple(remedies), dict(texts)

    def __call__(self, gap: GapReport) -> str | None:
        failed = {bar.metric_name for bar in gap.failed_bars}
        fitting = [self.texts[one.path] for one in self.remedies if not one.metrics or failed & set(one.metrics)]
        return "\n\n".join(fitting) or None


class RealClock:
    """The monotonic clock."""

    def __call__(self) -> float:
        return time.monotonic()


KINDS: Sequence[type] = (RealAgent, RealArtifacts, RealAuthorities, RealRemedies, RealClock)


def real_ports(spec_path: str, file: ScenarioFile, scratch: str) -> dict[str, Any]:
    """Real ports for a scenario; PortsUnavailable says why there are none. The agent works below `scratch`."""
    agent = RealAgent(_spec(spec_path), file, scratch)
    return {
        "agent": agent,
        "authorities": RealAuthorities(file.folder),
        "artifacts": RealArtifacts(agent),
        **{name: RealRemedies(found, _texts(found)) for name, found in file.remedies.items() if found},
        "clock": RealClock(),
    }


def _spec(path: str) -> Spec:
    if not path:
        raise PortsUnavailable("no spec is named; real ports need one that says how the agent is run")
    try:
        spec = load_spec(path)
    except QualityError as problem:
        raise PortsUnavailable(str(problem)) from problem
    why = _cannot_run(spec)
    if why:
        raise PortsUnavailable(f"{visible(path)}: {why}")
    return spec


def _cannot_run(spec: Spec) -> str:
    from shutil import which

    if spec.command:
        program = from_folder(spec.command, spec.folder)[0]
        return "" if which(program) else f'there is no program "{visible(program)}" to run'
    module = os.path.join(spec.folder, *spec.callable.partition(":")[0].split("."))
    found = os.path.isfile(module + ".py") or os.path.isdir(module)
    return "" if found else f'there is no module for "{visible(spec.callable)}" beside the spec'


def _texts(remedies: Sequence[Remedy]) -> dict[str, str]:
    try:
        read = {one.path: read_bytes(one.path, max_bytes=MAX_REMEDY) for one in remedies}
        return {path: data.decode("utf-8") for path, data in read.items()}
    except (FileProblem, UnicodeDecodeError) as problem:
        raise PortsUnavailable(f"a remedy cannot be read: {problem}") from problem


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _reference(one: AuthorityRef, folder: str) -> dict[str, Any]:
    """An authority as the agent is told of it: of a file also where it lies."""
    told: dict[str, Any] = plain(one)
    return told if _is_web(one.citation_url) else {**told, "path": os.path.join(folder, one.citation_url)}


def _from_file(folder: str, path: str) -> tuple[bytes | None, str]:
    found = file_inside(folder, path)
    return found.data, f'"{visible(path)}" {found.problem}' if found.problem else ""


def _read(answer: HTTPResponse) -> bytes:
    """The body, up to one byte more than is kept; TimeoutError from a server that gives it in drips."""
    last, data = time.monotonic() + HTTP_DEADLINE_S, b""
    while len(data) <= MAX_DOCUMENT and (piece := answer.read1(1 << 16)):
        data += piece
        if time.monotonic() > last:
            raise TimeoutError(f"it was not read in {HTTP_DEADLINE_S:g} s")
    return data[: MAX_DOCUMENT + 1]


def _fetched(url: str) -> tuple[bytes | None, str]:
    """The body of a page that answers 200, or why there is none; never raises for what a server does."""
    from http.client import HTTPException
    from urllib.request import Request, urlopen

    try:
        with urlopen(Request(url, headers={"User-Agent": "dankaro-quality"}), timeout=HTTP_TIMEOUT_S) as answer:
            data = _read(answer)
    except (OSError, HTTPException, ValueError) as problem:
        return None, f"{visible(url)} cannot be read: {visible(str(problem))}"
    if len(data) > MAX_DOCUMENT:
        return None, f"{visible(url)} is larger than {MAX_DOCUMENT:,} bytes"
    return data, ""

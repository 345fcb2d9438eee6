"""Ratios measured side by side in one run: `python -m tests.benchmarks startup|throughput`.

Machines are noisy and differ; a ratio of paired runs says more than a time. Nothing here is a test.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import venv

from tests.builders import ROOT

FLOORS = {
    "--version": "import argparse, json, re",
    "evaluate": "import argparse, json, re, tomllib, datetime, hashlib",
}
PAIRS = 21
GOAL = 1.5
RESULTS = 1000
THROUGHPUT_GOAL = 15
PARTS = ("ba", "cor", "den", "fi", "gul", "ho", "lam", "mer", "no", "pis", "ran", "sel", "ta", "ver", "zu")


def startup() -> None:
    """CPU of whole processes in a clean environment, against an interpreter that imports what cannot be avoided."""
    with tempfile.TemporaryDirectory() as folder:
        python, program = _installed(folder)
        result = os.path.join(ROOT, "fixtures", "passing.json")
        print(f"{os.path.getsize(result)} bytes of result, {PAIRS} pairs, medians of user + system time")
        for name, argv in (("--version", ["--version"]), ("evaluate", ["evaluate", result])):
            ours, floor = _paired([program, *argv], [python, "-I", "-c", FLOORS[name]])
            print(f"{name}: {ours * 1000:.1f} ms against {floor * 1000:.1f} ms: ratio {ours / floor:.2f} (goal {GOAL})")
        print(f"modules loaded by evaluate: {_loaded(python, result)}")


def throughput() -> None:
    """`validate` over a file of a thousand results, against a bare loop that opens, decodes and searches them."""
    with tempfile.TemporaryDirectory() as folder:
        python, program = _installed(folder)
        path = os.path.join(folder, "results.jsonl")
        size = _write_results(path)
        loop = "import json, re, sys; found = re.compile(r'https?://').search\n"
        loop += "for line in open(sys.argv[1]): [found(one['source']) for one in json.loads(line)['claims']]"
        ours, floor = _paired([program, "validate", path], [python, "-I", "-c", loop, path], pairs=5)
        print(f"{RESULTS} results of {size} bytes with 10 claims: {ours / RESULTS * 1000:.2f} ms for each")
        print(f"validate: {ours:.2f} s against {floor:.2f} s: ratio {ours / floor:.0f} (goal {THROUGHPUT_GOAL})")


def _write_results(path: str) -> int:
    """A thousand different results in one file; the mean of their sizes in bytes."""
    chance = random.Random(7)
    with open(path, "w", encoding="utf-8") as stream:
        for number in range(RESULTS):
            stream.write(json.dumps(_result(chance, number)) + "\n")
    return os.path.getsize(path) // RESULTS


def _result(chance: random.Random, number: int) -> dict[str, object]:
    """Ten measured facts, each said in the output, and twenty sentences of ordinary text around them."""
    claims, lines = [], [f"# Run {number}", ""]
    for index in range(10):
        value = chance.randint(10, 99_999)
        text = f"{_sentence(chance, 8)} and took {value} ms in run {number}."
        source = chance.choice(
            ("https://example.com/runs/{0}/{1}", "runs/{0}/REPORT.md:{1}", "$ pytest tests/test_{0}.py")
        )
        claims.append({"text": text, "source": source.format(number, index + 1), "confidence": 0.9, "verified": True,
                       "key": f"run-{number}-{index}", "value": value})  # fmt: skip
        lines.append(f"- {text}")
    lines += ["", *(f"{_sentence(chance, 12)}." for _ in range(20))]
    return {"output": "\n".join(lines), "claims": claims, "exposed_controls": 2}


def _sentence(chance: random.Random, words: int) -> str:
    made = ["".join(chance.choice(PARTS) for _ in range(chance.randint(1, 4))) for _ in range(words)]
    return " ".join(made).capitalize()


def _installed(folder: str) -> tuple[str, str]:
    """A clean environment with the package installed, byte code written."""
    venv.create(folder, with_pip=True)
    python = os.path.join(folder, "bin", "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True)
    return python, os.path.join(folder, "bin", "dankaro-quality")


def _paired(ours: list[str], floor: list[str], pairs: int = PAIRS) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(pairs):
        for command, kept in zip((ours, floor), times, strict=True):
            kept.append(_cpu(command))
    return statistics.median(times[0]), statistics.median(times[1])


def _cpu(command: list[str]) -> float:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _loaded(python: str, result: str) -> str:
    code = (
        "import sys; from dankaro_quality.cli import main; main(['evaluate', sys.argv[1], '--out', sys.argv[2]]); "
        "dear = {'dataclasses', 'inspect', 'typing', 'logging', 'multiprocessing', 'importlib.metadata', 'pathlib', "
        "'tomllib', 'subprocess', 'tempfile', 'decimal', 'fractions', 'difflib'}; "
        "print(len(sys.modules), 'in all; dear ones:', sorted(dear & set(sys.modules)) or 'none')"
    )
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [python, "-c", code, result, folder], capture_output=True, text=True, check=False, cwd=folder
        )
    return run.stdout.strip()


COMMANDS = {"startup": startup, "throughput": throughput}


def main(argv: list[str]) -> int:
    if len(argv) != 1 or argv[0] not in COMMANDS:
        print(f"usage: python -m tests.benchmarks {{{','.join(COMMANDS)}}}", file=sys.stderr)
        return 3
    COMMANDS[argv[0]]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

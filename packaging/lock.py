#!/usr/bin/env python3
"""`make lock`: write packaging/locked, what each environment is made of and the hashes of all pins. Needs the network.

uv finds both, for all systems and Pythons at once; setup_lock.py says what is asked for and reads the result. To be run
after each change of constraints.txt or of the dependencies in pyproject.toml.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from setup_lock import HASHES, LOCKED, PIN, groups, pins
from setup_shell import CONSTRAINTS, PYTHON, ROOT, VENV, SetupError, Step, run

ENVIRONMENT = ROOT / "build" / "lock-venv"
OLDEST = {
    "docs": "3.11.5"
}  # the Pythons that a list is for begin with 3.11 but where an extension of MkDocs' wants more
FOR_NOBODY_HERE = "sys_platform == 'emscripten'"


def main() -> int:
    try:
        python = uv_environment()
        with Step("Asking for the hashes of all pins"):
            answer = compiled(python, OLDEST["docs"], [CONSTRAINTS], "--generate-hashes", "--no-deps")
            (LOCKED / HASHES).write_text(one_line_each(answer), encoding="utf-8")
        for group, wanted in groups().items():
            with Step(f"Finding what there is to {group}"), tempfile.TemporaryDirectory() as folder:
                asked = Path(folder) / "asked.txt"
                asked.write_text("\n".join(wanted), encoding="utf-8")
                lines = compiled(python, OLDEST.get(group, "3.11"), [asked, "--constraint", CONSTRAINTS]).splitlines()
                (LOCKED / f"{group}.txt").write_text(names_and_systems(lines), encoding="utf-8")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def uv_environment() -> Path:
    """Return the Python of an environment with uv at the pinned version, whose own hashes may still be unknown."""
    python = ENVIRONMENT / PYTHON.relative_to(VENV)
    run([sys.executable, "-m", "venv", ENVIRONMENT])
    run([python, "-m", "pip", "install", "--quiet", "--constraint", CONSTRAINTS, "uv"])
    return python


def compiled(python: Path, oldest: str, words: list[str | Path], *options: str) -> str:
    quiet = ["--quiet", "--no-header", "--no-annotate", "--universal", "--python-version", oldest]
    return run([python, "-m", "uv", "pip", "compile", *quiet, *options, *words])


def one_line_each(answer: str) -> str:
    """Put each requirement on one line: uv writes each hash on a line of its own."""
    lines = answer.replace("\\\n", " ").splitlines()
    return "".join(f"{' '.join(line.split())}\n" for line in lines if PIN.match(line))


def names_and_systems(lines: list[str]) -> str:
    """Return the lines without versions, which constraints.txt has. Raises SetupError where it lacks one."""
    wanted = [line for line in lines if PIN.match(line) and FOR_NOBODY_HERE not in line]
    unpinned = [line for line in wanted if (found := PIN.match(line)) and pins().get(found[1]) != found[2]]
    if unpinned:
        raise SetupError("These are not pinned; add them to constraints.txt:\n" + "\n".join(unpinned))
    return "".join(PIN.sub(r"\1", line) + "\n" for line in wanted)


if __name__ == "__main__":
    sys.exit(main())

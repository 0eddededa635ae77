"""What an environment is made of: packages at the versions in constraints.txt, and only files with known hashes.

packaging/locked has a list of names for each environment, with the systems that need them, and the hashes of all pins;
`make lock` (lock.py) writes it. So pip has nothing to look up but the files, and takes no others, wherever they lie.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from setup_shell import CONSTRAINTS, PYTHON, ROOT, VENV, SetupError, Step, project, run

LOCKED = ROOT / "packaging" / "locked"
HASHES = "hashes.txt"
PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def groups() -> dict[str, list[str]]:
    """Return the requirements of each environment: pyproject.toml's, and those of the scripts here."""
    asked = project()
    extras: dict[str, list[str]] = asked["optional-dependencies"]
    program = [*asked["dependencies"], "diskcache"]  # which llama_cpp imports; itself it is built
    return {
        "build": ["cmake", "ninja", "scikit-build-core", "setuptools"],
        "develop": [*program, *extras["dev"]],
        "bundle": [*program, *extras["parquet"], "pyinstaller"],
        "docs": extras["docs"],
        "lock": ["uv"],
    }


def pins() -> dict[str, str]:
    """Return the version of each package, by its name in locked files."""
    return {canonical(name): version for name, version in PIN.findall(CONSTRAINTS.read_text(encoding="utf-8"))}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(group: str) -> str:
    """Write pip's requirements with versions, systems and hashes. Raises SetupError if the lock is too old."""
    versions, hashes = pins(), hashes_of_pins()
    lines = (LOCKED / f"{group}.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition(" ;")[0] for line in lines]
    wanted = {canonical(re.split(r"[ ;!<>=~\[]", one, maxsplit=1)[0]) for one in groups()[group]}
    strangers = [name for name in (*names, *sorted(wanted)) if versions.get(name) != hashes.get(name, ("", ""))[0]]
    if strangers or not wanted.issubset(names):
        what = ", ".join(dict.fromkeys([*strangers, *sorted(wanted.difference(names))]))
        raise SetupError(
            f"packaging/locked does not go with constraints.txt and pyproject.toml: {what}.\nRun: make lock"
        )
    return "".join(one_requirement(line, *hashes[name]) for line, name in zip(lines, names, strict=True))


def one_requirement(line: str, version: str, hashes: str) -> str:
    """Return pip's line for one requirement. line: a name, and perhaps a marker of the systems that need it."""
    name, _, marker = line.partition(" ;")
    return f"{name}=={version} {f';{marker} ' if marker else ''}{hashes}\n"


def hashes_of_pins() -> dict[str, tuple[str, str]]:
    """Return the version and the hashes of each package, as pip reads them."""
    lines = (LOCKED / HASHES).read_text(encoding="utf-8").splitlines()
    parts = (re.fullmatch(r"([\w-]+)==(\S+) (.+)", line) for line in lines)
    return {part[1]: (part[2], part[3]) for part in parts if part}


def install(python: Path, group: str, requirements: Path, watch: Callable[[str], None] | None = None) -> None:
    """Install the locked packages into the environment of a Python. Raises SetupError.

    requirements: the file to write what pip reads to; watch: is given each line that pip prints.
    """
    requirements.write_text(locked(group), encoding="utf-8")
    run([python, "-m", "pip", "install", "--no-deps", "--require-hashes", "-r", requirements], UNBUFFERED, watch)


UNBUFFERED = {"PYTHONUNBUFFERED": "1"}  # so that what is being done is seen at once


def own_environment(folder: Path, group: str, title: str) -> Path:
    """Return the Python of an environment of locked packages beside .venv; made again when the lock has changed."""
    python = folder / PYTHON.relative_to(VENV)
    stamp = folder / ".complete"
    known = json.dumps([locked(group), platform.python_version()])
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != known:
        with Step(title):
            shutil.rmtree(folder, ignore_errors=True)
            run([sys.executable, "-m", "venv", folder])
            install(python, group, folder / "requirements.txt")
            stamp.write_text(known, encoding="utf-8")
    return python

"""Luthier as a program that needs no Python: `python packaging/freeze.py`, with .venv's Python and PyInstaller in it.

Makes dist/luthier, on a Mac dist/Luthier.app, by packaging/luthier.spec, for the system that this runs on. Of the
libraries that compute .venv holds several copies; here they are staged once, which is what luthier.spec packs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from icons import make_icons
from setup_kernels import LIBRARY
from setup_shell import ROOT, VENV, site_packages

BUILD = ROOT / "build" / "bundle"
LIBRARIES = ("*.so*", "*.dylib", "*.dll")


def main() -> int:
    stage, icons = BUILD / "stage", BUILD / "icons"
    shutil.rmtree(stage, ignore_errors=True)
    copy_libraries(site_packages() / "llama_cpp" / "lib", stage / "llama_cpp" / "lib")
    if LIBRARY.exists():
        copy_libraries(LIBRARY.parent, stage / LIBRARY.parent.relative_to(VENV))
    make_icons(icons)
    settings = {
        "LUTHIER_ROOT": str(ROOT),
        "LUTHIER_STAGE": str(stage),
        "LUTHIER_ICONS": str(icons),
        "LUTHIER_DISTRIBUTIONS": " ".join(distributions()),
    }
    options = ["--noconfirm", "--distpath", ROOT / "dist", "--workpath", BUILD / "work"]
    command = [sys.executable, "-m", "PyInstaller", *options, ROOT / "packaging" / "luthier.spec"]
    return subprocess.run(command, env=os.environ | settings).returncode


def copy_libraries(source: Path, target: Path) -> None:
    """What links point to, under the links' names, too: on Windows there are none."""
    target.mkdir(parents=True)
    for pattern in LIBRARIES:
        for file in source.glob(pattern):
            shutil.copy2(file, target / file.name)


def distributions() -> list[str]:
    """Whose versions the program asks for while it runs: its own and those of what it names as needed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [project["name"], *(need.partition("!")[0].strip() for need in project["dependencies"])]


if __name__ == "__main__":
    sys.exit(main())

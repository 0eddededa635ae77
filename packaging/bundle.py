#!/usr/bin/env python3
"""The program that is downloaded: a folder that needs no Python, no compiler and no network, packed for Linux.

PyInstaller puts it together in an environment of its own (luthier.spec says what of). Everything lies in build/bundle.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import sys
import tomllib
from pathlib import Path

from build_engine import engine_libraries
from setup_kernels import LIBRARY as KERNELS
from setup_kernels import set_up_kernels
from setup_shell import CONSTRAINTS, ROOT, VENV, SetupError, Step, run
from setup_vulkan import PLUGIN

BUILD = ROOT / "build" / "bundle"
ENVIRONMENT, STAGE, PROGRAM = BUILD / "venv", BUILD / "stage", BUILD / "dist" / "luthier"
NOT_SHIPPED = {"altgraph", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools", "luthier"}


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the program that is downloaded.")
    parser.add_argument("--folder-only", action="store_true", help="do not pack it")
    asked = parser.parse_args()
    try:
        make_environment()
        stage()
        freeze()
        print(f"{PROGRAM}: {megabytes(PROGRAM)}", flush=True)
        if not asked.folder_only:
            from bundle_linux import pack

            for packed in pack(PROGRAM, BUILD):
                print(f"{packed}: {megabytes(packed)}", flush=True)
    except SetupError as error:
        print(f"\nThe bundle cannot be built. {error}", file=sys.stderr)
        return 1
    return 0


def make_environment() -> None:
    """What Luthier asks for and PyInstaller, at the pinned versions; llama-cpp-python is staged."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [one for one in project["dependencies"] if not one.startswith("llama-cpp-python")]
    wanted += [*project["optional-dependencies"]["parquet"], "pyinstaller", "diskcache"]  # which llama_cpp imports
    stamp = ENVIRONMENT / ".complete"
    known = json.dumps([wanted, CONSTRAINTS.read_text(), platform.python_version()])
    if stamp.exists() and stamp.read_text() == known:
        return
    with Step("Installing what the bundle is made of"):
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        run([sys.executable, "-m", "venv", ENVIRONMENT])
        run([ENVIRONMENT / "bin" / "python", "-m", "pip", "install", "--constraint", CONSTRAINTS, *wanted])
        stamp.write_text(known)


def stage() -> None:
    """llama_cpp with libraries for all processors, our kernels, and Vulkan's plug-in where it was built."""
    libraries = engine_libraries()
    set_up_kernels()
    shutil.rmtree(STAGE, ignore_errors=True)
    packages = next(VENV.glob("lib/python3*/site-packages"))
    shutil.copytree(packages / "llama_cpp", STAGE / "llama_cpp", ignore=shutil.ignore_patterns("lib", "__pycache__"))
    about = next(packages.glob("llama_cpp_python-*.dist-info"))
    shutil.copytree(about, STAGE / about.name)
    places = {STAGE / "llama_cpp" / "lib": [file for file in libraries.iterdir() if ".so" in file.name]}
    places[STAGE / KERNELS.relative_to(VENV).parent] = [KERNELS]
    places[STAGE / PLUGIN.relative_to(VENV).parent] = [PLUGIN] if PLUGIN.exists() else []
    for folder, files in places.items():
        folder.mkdir(parents=True)
        for file in files:
            shutil.copy(file, folder)


def freeze() -> None:
    python = ENVIRONMENT / "bin" / "python"
    installed = json.loads(run([python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]))
    names = {re.sub(r"[-_.]+", "-", one["name"]).lower() for one in installed} - NOT_SHIPPED
    settings = {
        "LUTHIER_ROOT": str(ROOT),
        "LUTHIER_STAGE": str(STAGE),
        "LUTHIER_DISTRIBUTIONS": " ".join(sorted(names | {"llama-cpp-python"})),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(STAGE)]),
        "QT_QPA_PLATFORM": "offscreen",
    }
    with Step("Putting the program together"):
        spec = ROOT / "packaging" / "luthier.spec"
        where = ["--distpath", PROGRAM.parent, "--workpath", BUILD / "work"]
        run([python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *where, spec], settings)
        for python_library in (PROGRAM / "_internal").glob("libpython3*.so.*"):  # often built with all its symbols
            run(["strip", "--strip-unneeded", python_library])


def megabytes(path: Path) -> str:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink()]
    return f"{sum(file.stat().st_size for file in files if file.is_file()) / 1e6:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The program that is downloaded: a folder that needs no Python, no compiler and no network; on Linux packed, too.

PyInstaller puts it together in an environment of its own (luthier.spec says what of), for the system that this runs on.
Everything lies in build/bundle. Windows and macOS go on with their installers: docs/packaging.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from pathlib import Path

from build_engine import engine_libraries, has_variants, this_system
from setup_kernels import LIBRARY as KERNELS
from setup_kernels import set_up_kernels
from setup_lock import own_environment
from setup_shell import PYTHON as VENV_PYTHON
from setup_shell import ROOT, VENV, SetupError, Step, run, site_packages
from setup_vulkan import PLUGIN

BUILD = ROOT / "build" / "bundle"
ENVIRONMENT, STAGE, ICONS = BUILD / "venv", BUILD / "stage", BUILD / "icons"
LICENCES = BUILD / "licences.txt"
PROGRAM = BUILD / "dist" / "luthier"
PYTHON = ENVIRONMENT / VENV_PYTHON.relative_to(VENV)
NOT_SHIPPED = {"altgraph", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools", "luthier"}
LIBRARY_NAMES = re.compile(r"\.so(\.\d+)?$|\.dylib$|\.dll$")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the program that is downloaded.")
    parser.add_argument("--folder-only", action="store_true", help="do not pack it")
    asked = parser.parse_args()
    try:
        own_environment(ENVIRONMENT, "bundle", "Installing what the bundle is made of")
        stage()
        draw_icons()
        freeze()
        print(f"{PROGRAM}: {megabytes(PROGRAM)}", flush=True)
        if sys.platform == "linux" and not asked.folder_only:
            from bundle_linux import pack

            for packed in pack(PROGRAM, BUILD):
                print(f"{packed}: {megabytes(packed)}", flush=True)
    except SetupError as error:
        print(f"\nThe bundle cannot be built. {error}", file=sys.stderr)
        return 1
    return 0


def stage() -> None:
    """Copy llama_cpp with the libraries that compute, each once, our kernels, and Vulkan's plug-in if it was built."""
    packages = site_packages()
    libraries = engine_libraries(this_system()) if has_variants() else packages / "llama_cpp" / "lib"
    set_up_kernels()
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(packages / "llama_cpp", STAGE / "llama_cpp", ignore=shutil.ignore_patterns("lib", "__pycache__"))
    about = next(packages.glob("llama_cpp_python-*.dist-info"))
    shutil.copytree(about, STAGE / about.name)
    places = {
        STAGE / "llama_cpp" / "lib": [file for file in libraries.iterdir() if LIBRARY_NAMES.search(file.name)],
        STAGE / KERNELS.relative_to(VENV).parent: [KERNELS],
        STAGE / PLUGIN.relative_to(VENV).parent: [PLUGIN],
    }
    for folder, files in places.items():
        folder.mkdir(parents=True)
        for file in filter(Path.exists, files):
            shutil.copy(file, folder)  # what links point to, under the links' names


def draw_icons() -> None:
    """Draw the icons with the Qt of the bundle's environment, for systems whose programs carry their icon."""
    if sys.platform != "linux":
        run([PYTHON, ROOT / "packaging" / "icons.py", ICONS])


def freeze() -> None:
    installed = json.loads(run([PYTHON, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]))
    names = {re.sub(r"[-_.]+", "-", one["name"]).lower() for one in installed} - NOT_SHIPPED
    licences = [ROOT / "packaging" / "licences.py", LICENCES, *sorted(names | {"llama-cpp-python", "pyinstaller"})]
    run([PYTHON, *licences], {"PYTHONPATH": os.pathsep.join([str(ROOT), str(STAGE)])})
    settings = {
        "LUTHIER_ROOT": str(ROOT),
        "LUTHIER_STAGE": str(STAGE),
        "LUTHIER_ICONS": str(ICONS),
        "LUTHIER_LICENCES": str(LICENCES),
        "LUTHIER_DISTRIBUTIONS": " ".join(sorted(names | {"llama-cpp-python"})),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(STAGE)]),
        "QT_QPA_PLATFORM": "offscreen",
        "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0",  # what is packed is smaller so, and starts sooner
    }
    with Step("Putting the program together"):
        spec = ROOT / "packaging" / "luthier.spec"
        where = ["--distpath", PROGRAM.parent, "--workpath", BUILD / "work"]
        run([PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *where, spec], settings)
        strip()


def strip() -> None:
    """Strip what debuggers read from Python's library and extensions; libraries patched by wheels stay as they are."""
    if sys.platform == "linux":
        folder = PROGRAM / "_internal"
        run(["strip", "--strip-unneeded", *folder.glob("libpython3*.so.*"), *folder.rglob("*.cpython-*.so")])


def megabytes(path: Path) -> str:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink()]
    return f"{sum(file.stat().st_size for file in files if file.is_file()) / 1e6:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())

"""Whether the bundle has every module that Luthier imports while it runs, and nothing of building and testing it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.support.places import ROOT

RECORDER = Path(__file__).parent / "recorder"
ARCHIVE = (
    "import json, sys; from PyInstaller.archive.readers import CArchiveReader as Reader; whole = Reader(sys.argv[1]); "
    "print(json.dumps([*whole.toc, *whole.open_embedded_archive('PYZ.pyz').toc]))"
)
OF_SOURCE_ALONE = {
    "sitecustomize", "_distutils_hack", "tests", "PySide6.QtTest",  # the recorder's, and those of what is run here
    "__main__", "__mp_main__", "app.__main__",  # run by name
    "signature_bootstrap", "zipp.compat.overlay.zipfile",  # made while running
}  # fmt: skip
OF_BUILDING = {
    "tests", "pytest", "_pytest", "hypothesis", "mypy", "ruff", "pip", "setuptools", "wheel", "PyInstaller", "altgraph",
    "importlinter", "torch", "transformers", "tkinter", "IPython", "cmake", "ninja",
}  # fmt: skip
OF_BUILDING_FILES = {".h", ".hpp", ".c", ".cpp", ".a", ".pyx", ".pxd", ".cmake", ".ts"}


def imported(commands: list[list[str]]) -> set[str]:
    """By what these and their processes ran, with the Python of the source."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        settings = {"MODULES_SEEN": folder, "PYTHONPATH": os.pathsep.join([str(RECORDER), str(ROOT)])}
        for command in commands:
            whole = [sys.executable, *command]
            subprocess.run(
                whole,
                env=os.environ | settings | {"LUTHIER_HOME": home},
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        return {name for file in Path(folder).glob("*.json") for name in json.loads(file.read_text())}


def held(program: Path, builder: Path) -> set[str]:
    """By the bundle. builder: the Python that has PyInstaller."""
    listing = subprocess.run([builder, "-c", ARCHIVE, program], capture_output=True, text=True, check=True).stdout
    return set(json.loads(listing))


def missing(seen: set[str], bundled: set[str], folder: Path) -> list[str]:
    """Of the modules seen, those that are neither built in, nor in the archive, nor a library in the folder."""
    with zipfile.ZipFile(folder / "base_library.zip") as base:
        first = {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in base.namelist()}
    libraries = {
        ".".join((*file.relative_to(folder).parent.parts, file.name.partition(".")[0])) for file in folder.rglob("*.so")
    }
    dynamic = {name.rpartition(".")[2] for name in libraries}

    def is_there(name: str) -> bool:
        return (
            name in bundled | first | libraries | dynamic | OF_SOURCE_ALONE
            or name.partition(".")[0] in OF_SOURCE_ALONE
            or name.startswith("__editable__")
        )

    return sorted(name for name in seen if has_file(name) and not is_there(name))


def has_file(name: str) -> bool:
    """Whether it is a module that lies somewhere: not a name that a program gave one of its own."""
    import importlib.util

    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return False
    return spec is not None and spec.origin not in (None, "built-in", "frozen")


def superfluous(bundled: set[str], folder: Path) -> list[str]:
    """Modules and files of building and testing."""
    modules = {name for name in bundled if name.partition(".")[0] in OF_BUILDING or ".tests." in f"{name}."}
    modules -= {"jinja2.tests"}  # by which templates ask `is defined`
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.suffix in OF_BUILDING_FILES}
    return sorted(modules | files)

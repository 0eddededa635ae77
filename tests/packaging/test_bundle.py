"""What the downloaded program leaves out is nothing that Luthier loads. `make test-bundle` tries the program itself."""

from __future__ import annotations

import ast
import configparser
import importlib.util
import json
import os
import re
import runpy
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core.base.own_process import MODULES, SWITCH
from tests.lab.bundle.modules import missing, superfluous
from tests.support.places import ROOT

pytestmark = pytest.mark.process

SPEC = ROOT / "packaging" / "luthier.spec"
LINUX = ROOT / "packaging" / "linux"
OPTIONAL = (  # looked for only
    "PySide6.QtTest",
    *(f"pyarrow._{name}" for name in ("azurefs", "gcsfs", "hdfs", "s3fs")),
)
LOAD_ALL = """
import importlib, json, pkgutil, sys
left_out = sys.argv[1:]
sys.modules.update(dict.fromkeys(left_out))
for room in ("app", "core"):
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, room + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
import llama_cpp, pyarrow.parquet
libraries = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
print(json.dumps([sorted(set(sys.modules).difference(left_out)), sorted(libraries)]))
"""


@pytest.fixture(scope="module")
def loaded() -> tuple[set[str], set[str]]:
    """Modules, and the files of native libraries, once all of Luthier is imported without what is optional."""
    settings = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", LOAD_ALL, *OPTIONAL], env=settings, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    modules, libraries = json.loads(done.stdout.splitlines()[-1])
    return set(modules), set(libraries)


def said_in_spec(name: str) -> Any:
    """The value of a name at the top of the recipe, or of an argument of its Analysis."""
    for node in ast.walk(ast.parse(SPEC.read_text(encoding="utf-8"))):
        found = isinstance(node, ast.Assign) and any(getattr(to, "id", "") == name for to in node.targets)
        if found or (isinstance(node, ast.keyword) and node.arg == name):
            return eval(compile(ast.Expression(node.value), str(SPEC), "eval"), {"re": re})
    raise AssertionError(f"{SPEC} has no {name}")


def test_that_no_module_is_left_out_that_is_imported(loaded: tuple[set[str], set[str]]) -> None:
    left_out = set(said_in_spec("excludes"))
    assert "PySide6.QtQml" in left_out
    assert {name for name in loaded[0] if name in left_out or name.partition(".")[0] in left_out} == set()


@pytest.mark.skipif(sys.platform != "linux", reason="reads which libraries are mapped")
def test_that_no_library_is_left_out_that_is_loaded(loaded: tuple[set[str], set[str]]) -> None:
    unused = [said_in_spec(name) for name in ("UNUSED_QT", "UNUSED_LIBRARIES")]
    names = {file.rpartition("/site-packages/")[2] for file in loaded[1] if "/site-packages/" in file}
    assert any(name.startswith("pyarrow/libarrow_substrait") for name in names)  # which nothing imports by name
    assert [name for name in names if any(pattern.match(name) for pattern in unused)] == []


def test_that_what_is_missing_and_what_is_too_much_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "program"
    (folder / "numpy").mkdir(parents=True)
    (folder / "numpy" / "x.h").touch()
    with zipfile.ZipFile(folder / "base_library.zip", "w") as base:
        base.writestr("codecs.pyc", b"")
    assert missing({"json", "codecs", "core.worker", "sys"}, {"json"}, folder) == ["core.worker"]
    bundled = {"json", "jinja2.tests", "pytest.x", "numpy.tests.a"}
    assert superfluous(bundled, folder) == [
        "numpy.tests.a",
        "numpy/x.h",
        "pytest.x",
    ]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """packaging/program.py, with an environment that is put back."""
    for name in ("LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG", "PYINSTALLER_RESET_ENVIRONMENT"):
        monkeypatch.delenv(name, raising=False)
    return runpy.run_path(str(ROOT / "packaging" / "program.py"), run_name="program")


def test_that_other_programs_get_their_own_library_path(
    program: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/luthier/_internal")
    program["leave_other_programs_alone"]()
    assert "LD_LIBRARY_PATH" not in os.environ
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/luthier/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/local/cuda/lib64")
    program["leave_other_programs_alone"]()
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/local/cuda/lib64"


def test_that_it_starts_no_module_but_ours(program: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["luthier", SWITCH, "http.server"])
    with pytest.raises(SystemExit, match="no program http"):
        program["main"]()
    assert [name for name in MODULES if importlib.util.find_spec(name) is None] == []


def test_that_a_desktop_finds_name_icon_and_program() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(LINUX / "luthier.desktop", encoding="utf-8")
    section = entry["Desktop Entry"]
    about = ElementTree.parse(LINUX / "luthier.metainfo.xml").getroot()
    assert section["Exec"].split()[0] == about.findtext("provides/binary") == "luthier"
    assert (ROOT / "resources" / f"{section['Icon']}.svg").exists()
    assert about.findtext("launchable") == "luthier.desktop"
    assert about.findtext("project_license") == "Apache-2.0"

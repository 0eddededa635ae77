"""What pip installs: all that Luthier needs of its own, found where it lies then, and nothing else."""

from __future__ import annotations

import json
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import build_engine
import engine_wheel
import foreign_packages
import pytest
from setup_shell import run

from core import __version__
from tests.support.places import ROOT

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="packs the files that git knows"),
]


ASK = """
import json
from core.export.elsewhere import folder
from core.base import paths; from core.advice import picks
there = [picks.FILE.is_file(), folder.SCRIPTS.is_dir(), paths.SAMPLE_MODEL.is_dir()]
print(json.dumps([str(paths.RESOURCES), *there]))
"""


def test_that_both_packages_have_all_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_wheel, "PYTHON", Path(sys.executable))  # whose setuptools pack them, without a network
    engine_wheel.build_luthier(tmp_path / "wheels")
    sdist, wheel = sorted((tmp_path / "wheels").iterdir(), key=lambda file: file.suffix)

    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "constraints.txt", "packaging/setup_env.py"} <= names

    assert wheel.name == f"luthier-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"app", "core", "resources", f"luthier-{__version__}.dist-info"}
    known = run(["git", "-C", ROOT, "ls-files", "resources", "core/*.py", "app/*.py"])
    assert [name for name in known.splitlines() if name not in names] == []

    asked = run(["env", f"PYTHONPATH={tmp_path / 'site'}", "sh", "-c", 'cd "$1" && "$2" -c "$3"', "sh", tmp_path,
                 sys.executable, ASK])  # fmt: skip
    assert json.loads(asked) == [str(tmp_path / "site" / "resources"), True, True, True]


@pytest.mark.parametrize("name", build_engine.CROSS)
def test_that_an_engine_has_all_of_its_system_where_it_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    target = build_engine.CROSS[name]
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    for file in ("libllama.so", "libggml.so.0", "sha256.json"):
        (libraries / file).touch()
    for file in ("llama_cpp/llama_cpp.py", "llama_cpp/lib/libnative.so", "llama_cpp_python-0.3.36.dist-info/LICENSE"):
        (tmp_path / "packages" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "packages" / file).touch()
    monkeypatch.setattr(engine_wheel, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(engine_wheel, "site_packages", lambda: tmp_path / "packages")
    monkeypatch.setattr(engine_wheel, "engine_libraries", lambda target: libraries)
    monkeypatch.setattr(engine_wheel, "newest_glibc", lambda source: 34)
    monkeypatch.setattr(
        engine_wheel, "compile_library", lambda compiler, library, objects, machine: library.write_text(machine)
    )
    wheel = engine_wheel.build_engine_wheel(target, tmp_path / "wheels")
    assert wheel.name == f"luthier_engine-{__version__}-py3-none-{target.tag.format(34)}.whl"
    foreign_packages.unpack_wheel(wheel, tmp_path / "prefix", tmp_path / "site")
    assert (tmp_path / "prefix" / "lib" / "luthier" / "libkernels.so").read_text() == target.machine
    assert {file.name for file in (tmp_path / "site" / "llama_cpp" / "lib").iterdir()} == {
        "libllama.so",
        "libggml.so.0",
    }
    assert (tmp_path / "site" / "llama_cpp" / "llama_cpp.py").exists()
    texts = (tmp_path / "site").glob("*.dist-info/licenses/LICENSE*")
    assert {file.name for file in texts} == {"LICENSE", "LICENSE.llama-cpp-python"}


def test_that_a_tag_names_the_newest_glibc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "libllama.so").touch()
    said = " 6: 0 FUNC UND log@GLIBC_2.29 (3)\n 7: 0 FUNC UND free@GLIBC_2.2.5 (2)\n 8: 0 FUNC UND x@GLIBC_2.34 (4)\n"
    monkeypatch.setattr(engine_wheel, "run", lambda command: said)
    assert engine_wheel.newest_glibc(tmp_path) == 34


def test_that_luthier_asks_for_the_engine_of_its_own_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert project["version"] == __version__
    engine = tomllib.loads((engine_wheel.ENGINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert engine["version"] == __version__
    assert project["optional-dependencies"]["engine"] == [f"luthier-engine=={__version__}"]
    assert set(project["optional-dependencies"]["compile"]) <= set(pins)

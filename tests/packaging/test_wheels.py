"""What pip installs: all that Luthier needs of its own, found where it lies then, and nothing else."""

from __future__ import annotations

import json
import sys
import tarfile
import zipfile
from pathlib import Path

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
    import engine_wheel

    monkeypatch.setattr(engine_wheel, "OUT", tmp_path / "wheels")
    monkeypatch.setattr(engine_wheel, "PYTHON", Path(sys.executable))  # whose setuptools pack them, without a network
    for name in ("wheels", "scratch"):
        (tmp_path / name).mkdir()
    engine_wheel.build_luthier(tmp_path / "scratch")
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


def test_that_a_library_is_in_the_engine_once() -> None:
    import engine_wheel

    names = ["libllama.so.0", "libggml.so.0", "libggml-base.so.0", "libggml-cpu-zen4.so", "libgomp.so.1.0.0"]
    there = [engine_wheel.name_in_wheel(name) for name in names]
    assert there == ["libllama.so", "libggml.so.0", "libggml-base.so.0", "libggml-cpu-zen4.so", "libgomp.so.1"]


def test_that_luthier_asks_for_the_engine_of_its_own_version() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert project["version"] == __version__
    assert project["optional-dependencies"]["engine"] == [f"luthier-engine=={__version__}"]
    assert set(project["optional-dependencies"]["compile"]) <= set(pins)

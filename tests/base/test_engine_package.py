"""An engine that is missing, or another one's, is said with what to do; nothing ends with Python's own words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from core import __version__
from core.base import engine_package, own_process
from core.base.errors import LuthierError
from core.base.systems.terminals import SET_UP
from core.engine.ggml.lib import Ggml
from tests.support.places import ROOT

WITHOUT = "import sys; sys.modules['llama_cpp'] = None; from core.cli import main; main()"


def run_without(words: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    """A command where llama_cpp cannot be imported."""
    settings = os.environ | {"LUTHIER_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", WITHOUT, *words]
    return subprocess.run(command, env=settings, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.process
@pytest.mark.parametrize("words", [["demo", "--out", "OUT"], ["chat", "--model", "MODEL", "--prompt", "Hello"]])
def test_that_a_command_says_that_there_is_no_engine(words: list[str], tmp_path: Path, demo_gguf: Path) -> None:
    places = {"OUT": str(tmp_path / "out"), "MODEL": str(demo_gguf)}
    done = run_without([places.get(word, word) for word in words], tmp_path)
    assert done.returncode == 1
    assert engine_package.NOT_INSTALLED in done.stderr and SET_UP in done.stderr
    assert "Traceback" not in done.stderr


def installed(monkeypatch: pytest.MonkeyPatch, **packages: str) -> None:
    """As if these packages were installed, in these versions."""
    known = {name.replace("_", "-"): version for name, version in packages.items()}

    def version(name: str) -> str:
        if name in known:
            return known[name]
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(engine_package.metadata, "version", version)


def test_that_the_package_of_the_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_package.engine_version().startswith("llama-cpp-python 0.")
    installed(monkeypatch, luthier_engine=__version__)
    assert engine_package.engine_version() == f"luthier-engine {__version__}"
    assert engine_package.other_version() == ""
    installed(monkeypatch)
    assert engine_package.engine_version() == ""


def test_that_another_versions_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, luthier_engine="9.9.9")
    with pytest.raises(LuthierError) as raised:
        Ggml.load()
    assert raised.value.code == "ggml.version"
    assert "luthier-engine 9.9.9" in raised.value.message and __version__ in raised.value.message


def test_that_the_advice_is_for_the_way_it_came_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert SET_UP in engine_package.how_to_get_it()
    monkeypatch.setattr(engine_package, "RESOURCES", tmp_path / "site-packages" / "resources")
    assert f"pip install luthier-engine=={__version__}" in engine_package.how_to_get_it()
    (pinned,) = re.findall(r'^compile = \["([^"]+)"\]$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert f"`pip install '{pinned}'`" in engine_package.how_to_get_it()
    installed(monkeypatch, llama_cpp_python="0.3.36")
    assert "brings none" in engine_package.how_to_get_kernels()
    assert f"pip install luthier-engine=={__version__}" in engine_package.how_to_get_kernels()
    monkeypatch.setattr(own_process.sys, "frozen", True, raising=False)
    assert "Download" in engine_package.how_to_get_it()


def test_that_another_missing_module_stays_a_fault() -> None:
    fault = ModuleNotFoundError("No module named 'numpy'", name="numpy")
    assert engine_package.missing_package(fault) is fault

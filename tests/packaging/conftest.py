"""The scripts of packaging/, with an environment and a cache of their own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

sys.path.append(str(ROOT / "packaging"))  # they import one another by name

import setup_kernels
import setup_llama
import setup_shell
import setup_vulkan


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty .venv with ggml's header, and an empty cache."""
    venv = tmp_path / "venv"
    headers = venv / "lib" / "python3.11" / "site-packages" / "include"
    headers.mkdir(parents=True)
    (headers / "ggml.h").write_text("// what kernels include\n")
    for module in (setup_shell, setup_llama, setup_kernels, setup_vulkan):
        monkeypatch.setattr(module, "VENV", venv)
    for module in (setup_shell, setup_kernels):
        monkeypatch.setattr(module, "LOG", venv / "setup.log")
    monkeypatch.setattr(setup_kernels, "LIBRARY", venv / "lib" / "luthier" / "libkernels.so")
    monkeypatch.setattr(setup_kernels, "MADE_OF", venv / "lib" / "luthier" / "libkernels.key")
    plugin = venv / "share" / "luthier" / "backends" / "libggml-vulkan.so"
    monkeypatch.setattr(setup_vulkan, "PLUGIN", plugin)
    monkeypatch.setattr(setup_vulkan, "MADE_OF", plugin.with_suffix(".key"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return venv

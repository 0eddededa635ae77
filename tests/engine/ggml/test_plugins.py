"""Where backends for devices are looked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core.engine.ggml import devices
from core.engine.ggml.lib import library_folder


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment's own folder of plug-ins, empty; of ggml's own nothing is seen but what a test puts beside it."""
    monkeypatch.delenv(devices.FOLDER, raising=False)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(devices, "library_folder", lambda: tmp_path / "llama_cpp")
    for folder in (tmp_path / "env" / "share" / "luthier" / "backends", tmp_path / "llama_cpp"):
        folder.mkdir(parents=True)
    return tmp_path / "env" / "share" / "luthier" / "backends"


def put(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).touch()


def test_that_backends_of_every_kind_and_system_are_found(prefix: Path) -> None:
    put(prefix, "libggml-vulkan.so", "libggml-cuda.so", "libggml-hip.so", "libggml-sycl.so", "ggml-opencl.dll")
    assert {path.name for path in devices.plugin_paths()} == {path.name for path in prefix.iterdir()}


@pytest.mark.usefixtures("prefix")
def test_that_a_macs_metal_is_found_once_beside_ggml(tmp_path: Path) -> None:
    put(tmp_path / "llama_cpp", "libggml-metal.dylib", "libggml-metal.0.dylib", "libggml-metal.0.25.3.dylib")
    assert devices.plugin_paths() == [tmp_path / "llama_cpp" / "libggml-metal.dylib"]


def test_that_ggml_itself_and_what_computes_on_the_processor_are_no_plugins(prefix: Path) -> None:
    put(
        prefix,
        "libggml.so",
        "libggml-base.so",
        "libggml-cpu.so",
        "libggml-cpu-haswell.so",
        "libggml-blas.dylib",
        "libllama.so",
    )
    assert devices.plugin_paths() == []


def test_that_the_libraries_of_set_up_hold_no_plugin_on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere ggml's own folder has the system's backend")
    assert not [path for path in devices.plugin_paths() if path.parent == library_folder()]


def test_that_the_folder_of_the_variable_goes_first(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(prefix, "libggml-vulkan.so", "libggml-cuda.so")
    put(tmp_path / "chosen", "libggml-vulkan.so")
    monkeypatch.setenv(devices.FOLDER, str(tmp_path / "chosen"))
    assert devices.plugin_paths() == [tmp_path / "chosen" / "libggml-vulkan.so", prefix / "libggml-cuda.so"]


def test_that_folders_which_are_not_there_are_no_error(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix.rmdir()
    monkeypatch.setenv(devices.FOLDER, "/nowhere")
    assert devices.plugin_paths() == []


def test_that_a_file_which_is_no_library_is_told_as_such(tmp_path: Path) -> None:
    broken = tmp_path / "libggml-cuda.so"
    broken.write_bytes(b"not a library")
    assert "libggml-cuda.so" in devices.why_not_loaded(broken)


def test_that_a_library_which_is_linked_into_ggml_is_told_as_such() -> None:
    library = min(library_folder().glob("libggml-cpu.dylib" if sys.platform == "darwin" else "libggml-cpu.so*"))
    assert "linked into ggml" in devices.why_not_loaded(library)

"""A library of kernels that is not what Python takes it for is not used, and it is said why."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli import doctor
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.kernels import interface, library
from core.engine.kernels.interface import INT8, KINDS, layout
from core.engine.kernels.library import library_file, load_kernels, open_library
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_layouts import Layout, forward_kinds, is_usable, transposed_kinds

SOURCES = Path(library.__file__).with_name("src")
HEADERS = next(Path(sys.prefix).glob("lib/python3*/site-packages/include"))

needs_kernels = pytest.mark.skipif(not library_file().exists(), reason="no kernels on this processor")
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler")


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without kernels."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    library_file().parent.mkdir(parents=True)
    return tmp_path


def compile_layout(folder: Path, old: str, new: str, file: str = "kernel.h") -> None:
    """The part of the library that says how it is made, of headers in which something has changed."""
    shutil.copytree(SOURCES, folder / "src")
    header = folder / "src" / file
    assert old in header.read_text()
    header.write_text(header.read_text().replace(old, new))
    command = ["cc", "-shared", "-fPIC", "-I", HEADERS, folder / "src" / "layout.c", "-o", library_file()]
    subprocess.run(command, check=True)


@needs_kernels
def test_that_the_library_and_python_agree() -> None:
    open_library()
    assert layout()["Kernel.name"] == 0 and layout()["NR"] == 16


@pytest.mark.usefixtures("prefix")
def test_that_without_a_library_ggml_multiplies(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    none = load_kernels()
    assert not none.names
    monkeypatch.setattr(backend.ggml, "kernels", none)
    linear = FrozenLinear("w", Storage(backend, 1).new(64, 96, kind=abi.Q8_0))
    kinds = forward_kinds(backend.ggml, linear) + transposed_kinds(backend.ggml, linear, is_head=False)
    assert kinds and not set(kinds) & set(KINDS)
    assert is_usable(backend.ggml, Layout(abi.BF16, abi.Q8_0)) and not is_usable(backend.ggml, Layout(None, INT8))


@pytest.mark.process
@needs_compiler
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("int32_t mr; ", "int64_t mr; ", "Kernel is "),
        ("NR = 16, ", "NR = 8, ", "NR is 8 there and 16 here"),
        ("int64_t blocks;  // of depth\n", "int32_t more;  int64_t blocks;\n", "ProductArgs is 40 there and 32 here"),
    ],
)
def test_that_a_library_with_other_structs_or_constants_is_not_used(
    prefix: Path, old: str, new: str, reason: str
) -> None:
    compile_layout(prefix, old, new)
    with pytest.raises(OSError, match=reason):
        open_library()
    assert not load_kernels().names


@needs_kernels
def test_that_a_library_with_panels_of_another_size_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(interface.BLOCK_BYTES, INT8, 33)
    with pytest.raises(OSError, match=r"block of int8 .* is 544 there and 528 here"):
        open_library()
    assert not load_kernels().names


@pytest.mark.process
@needs_compiler
def test_that_a_library_with_another_workspace_of_attention_is_not_used(prefix: Path) -> None:
    compile_layout(prefix, "QUERIES * (2 *", "QUERIES * (3 *", "f32.h")
    with pytest.raises(OSError, match=r"WORKSPACE_NUMBERS\(100, 64\) is "):
        open_library()


@pytest.mark.process
@needs_compiler
@pytest.mark.usefixtures("prefix")
def test_that_an_older_library_which_says_nothing_is_not_used() -> None:
    command = ["cc", "-shared", "-x", "c", "-", "-o", str(library_file())]
    subprocess.run(command, input=b"int luthier_kernel;", check=True)
    with pytest.raises(OSError, match="is not there"):
        open_library()
    assert not load_kernels().names


@needs_kernels
def test_that_a_library_made_for_another_ggml_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    class Larger(interface.STRUCTS["struct ggml_tensor"]):
        _fields_ = (("more", ctypes.c_void_p),)

    monkeypatch.setitem(interface.STRUCTS, "struct ggml_tensor", Larger)
    with pytest.raises(OSError, match="struct ggml_tensor"):
        open_library()
    assert not load_kernels().names


@pytest.mark.process
@needs_compiler
def test_that_the_doctor_says_why_a_library_is_not_used(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_layout(prefix, "NR = 16, ", "NR = 8, ")
    code = f"import sys; sys.prefix = {str(prefix)!r}; from core.cli.loads import kernels; print(kernels())"
    monkeypatch.setattr(doctor, "own_process", lambda *_: [sys.executable, "-c", code])
    check = doctor._loads("kernels", "kernels", "")
    assert not check.ok and "NR is 8 there and 16 here" in check.detail

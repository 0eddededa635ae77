"""The kernels' set-up, with a stand-in for the compiler that notes what it is called with."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest
import setup_kernels
from setup_kernels import kept_library, set_up_kernels
from setup_shell import SetupError

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="flags of x86"),
]


class Compiler:
    """A program that writes its own text to its last argument, and notes its calls."""

    def __init__(self, folder: Path) -> None:
        self.program, self._calls = folder / "cc", folder / "calls"
        self.change()

    def change(self, version: str = "cc 1", then: str = "") -> None:
        """then: a line of shell that it ends with."""
        self.program.write_text(
            f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{version}"; exit; fi\n'
            f'echo "$@" >> {self._calls}\nfor last; do :; done\necho "{version}" > "$last"\n{then}\n'
        )
        self.program.chmod(0o755)

    def calls(self) -> list[str]:
        """Since the last time."""
        calls = self._calls.read_text().splitlines() if self._calls.exists() else []
        self._calls.unlink(missing_ok=True)
        return calls


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small files in place of the kernels'."""
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "one.c").write_text("int one;\n")
    (folder / "two.h").write_text("int two;\n")
    monkeypatch.setattr(setup_kernels, "SOURCES", folder)
    monkeypatch.setattr(setup_kernels, "MATRIX", {"one.c": ["avx2", "amx"]})
    return folder


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    (tmp_path / "bin").mkdir()
    found = Compiler(tmp_path / "bin")
    monkeypatch.setenv("CC", str(found.program))
    return found


@pytest.mark.usefixtures("sources")
def test_that_a_source_is_compiled_once_for_each_instruction_set(compiler: Compiler) -> None:
    set_up_kernels()
    avx2, amx, link = sorted(compiler.calls(), key=lambda call: ("-shared" in call, "amx" in call))
    assert "-mavx2" in avx2 and "-mavx512f" not in avx2 and "-DISA=avx2 -DISA_AVX2" in avx2
    assert "-mavx512bf16" in amx and "-DISA=amx -DISA_AMX" in amx
    assert link.count(".o") == 2
    assert setup_kernels.LIBRARY.read_text() == "cc 1\n"


@pytest.mark.usefixtures("sources")
def test_that_nothing_is_compiled_when_nothing_has_changed(compiler: Compiler) -> None:
    set_up_kernels()
    compiler.calls()
    set_up_kernels()
    assert not compiler.calls()


@pytest.mark.parametrize("file", ["one.c", "two.h"])
def test_that_a_changed_source_or_header_is_compiled(compiler: Compiler, sources: Path, file: str) -> None:
    set_up_kernels()
    compiler.calls()
    (sources / file).write_text("int other;\n")
    set_up_kernels()
    assert len(compiler.calls()) == 3


def test_that_a_key_changes_with_sources_flags_matrix_compiler_and_ggml(
    compiler: Compiler, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_kernels, "MATRIX", {})
    keys = [kept_library("sources"), kept_library("other sources")]
    monkeypatch.setattr(setup_kernels, "FLAGS", ["-O1"])
    keys.append(kept_library("sources"))
    monkeypatch.setitem(setup_kernels.INSTRUCTION_SETS, "avx2", ["-mavx"])
    keys.append(kept_library("sources"))
    monkeypatch.setitem(setup_kernels.MATRIX, "one.c", [])
    keys.append(kept_library("sources"))
    compiler.change("cc 2")
    keys.append(kept_library("sources"))
    next(environment.rglob("ggml.h")).write_text("// another\n")
    keys.append(kept_library("sources"))
    assert len(set(keys)) == len(keys)
    assert kept_library("sources") == keys[-1]


@pytest.mark.usefixtures("sources")
def test_that_another_clone_takes_the_library_from_the_cache(compiler: Compiler) -> None:
    set_up_kernels()
    compiler.calls()
    setup_kernels.LIBRARY.unlink()
    setup_kernels.forget_kernels()
    set_up_kernels()
    assert not compiler.calls()
    assert setup_kernels.LIBRARY.exists()


@pytest.mark.parametrize("damage", ["changed", "unsealed"])
def test_that_a_kept_library_that_is_not_as_it_was_sealed_is_made_again(compiler: Compiler, damage: str) -> None:
    kept = kept_library("sources")
    whole = kept.read_bytes()
    compiler.calls()
    if damage == "changed":
        kept.write_bytes(b"something else")
    else:
        (kept.parent / "sha256.json").unlink()
    assert kept_library("sources") == kept and compiler.calls()
    assert kept.read_bytes() == whole


@pytest.mark.usefixtures("sources")
def test_that_a_failing_compiler_leaves_no_library_and_says_so(
    compiler: Compiler, capsys: pytest.CaptureFixture[str], environment: Path
) -> None:
    set_up_kernels()
    setup_kernels.forget_kernels()
    compiler.change("cc 2", then='echo "one.c:1: error: it is broken"; exit 1')
    compiler.calls()
    set_up_kernels()
    said = capsys.readouterr().out
    assert "could not be compiled" in said and str(environment / "setup.log") in said
    assert "it is broken" in (environment / "setup.log").read_text()
    assert not setup_kernels.LIBRARY.exists()
    assert compiler.calls()
    set_up_kernels()  # what does not compile is not tried every time
    assert not compiler.calls()
    compiler.change("cc 2")  # /tmp was full, for example
    set_up_kernels(again=True)  # `make setup`
    assert compiler.calls() and setup_kernels.LIBRARY.exists()


@pytest.mark.usefixtures("sources", "compiler")
def test_that_kernels_that_were_deleted_are_made_again() -> None:
    set_up_kernels()
    setup_kernels.LIBRARY.unlink()
    set_up_kernels()
    assert setup_kernels.LIBRARY.exists()


@pytest.mark.usefixtures("sources")
def test_that_without_a_compiler_set_up_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    for name in ("CC", "CXX"):
        monkeypatch.delenv(name, raising=False)
    set_up_kernels()
    assert "could not be compiled" in capsys.readouterr().out
    with pytest.raises(SetupError, match=r"no C and C\+\+ compiler.\nInstall one"):
        kept_library("sources")


@pytest.mark.usefixtures("sources")
@pytest.mark.parametrize("machine", ["aarch64", "arm64"])
def test_that_an_arm_processor_gets_its_own_instruction_sets(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setattr(setup_kernels, "MATRIX", {"one.c": ["avx2", "amx", "neon", "dotprod"], "two.c": ["avx2"]})
    monkeypatch.setattr(platform, "machine", lambda: machine)
    set_up_kernels()
    calls = compiler.calls()
    assert len(calls) == 3 and any("+dotprod" in call for call in calls)
    assert not any("-mavx2" in call for call in calls)


@pytest.mark.usefixtures("sources")
def test_that_vectors_on_windows_need_no_place_that_its_stack_does_not_keep(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_kernels, "IS_WINDOWS", True)
    monkeypatch.setattr(platform, "machine", lambda: "AMD64")
    set_up_kernels()
    assert all("-Wa,-muse-unaligned-vector-move" in call for call in compiler.calls())


def test_that_other_processors_have_no_kernels(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    set_up_kernels()
    assert not compiler.calls() and not setup_kernels.LIBRARY.exists()


def test_that_the_matrix_has_every_source_and_only_known_instruction_sets() -> None:
    assert set(setup_kernels.MATRIX) == {file.name for file in setup_kernels.SOURCES.glob("*.c")}
    assert {isa for sets in setup_kernels.MATRIX.values() for isa in sets} == set(setup_kernels.INSTRUCTION_SETS)

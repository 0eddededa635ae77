"""What `make check` says of the kernels' sources."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

import check_kernels
import pytest
import setup_kernels

pytestmark = pytest.mark.process

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler")


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only source, on an x86 processor."""
    monkeypatch.setattr(sys, "argv", ["check_kernels.py", "warnings"])
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(setup_kernels, "SOURCES", tmp_path)
    monkeypatch.setattr(setup_kernels, "MATRIX", {"one.c": ["x86"]})
    return tmp_path / "one.c"


@needs_compiler
def test_that_a_warning_fails_and_is_shown(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source.write_text("int one(int unused) { return 1; }\n")
    assert check_kernels.main() == 1
    assert "unused" in capsys.readouterr().err
    source.write_text("int one(int used) { return used; }\n")
    assert check_kernels.main() == 0
    assert capsys.readouterr().out == "The kernels compile without warnings.\n"


def test_that_without_a_compiler_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    for name in ("CC", "CXX"):
        monkeypatch.delenv(name, raising=False)
    assert check_kernels.main() == 1
    assert "There is no C and C++ compiler." in capsys.readouterr().err


def test_that_other_processors_have_nothing_to_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert check_kernels.main() == 0
    assert "nothing to check" in capsys.readouterr().out

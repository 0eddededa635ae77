"""A test is in the tiers that tests/README.md says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

TESTS = """
import subprocess, sys
import pytest

def start() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)

@pytest.fixture(scope="module")
def made_for_all() -> None:
    start()

@pytest.fixture
def made_for_one() -> None:
    start()

@pytest.mark.process
def test_marked() -> None:
    start()

def test_without_one() -> None:
    pass

def test_that_reads(made_for_all: None) -> None:
    pass

def test_unmarked() -> None:
    start()

def test_by_a_fixture(made_for_one: None) -> None:
    pass
"""


@pytest.mark.process
def test_that_one_which_starts_a_process_unmarked_fails(tmp_path: Path) -> None:
    file = tmp_path / "test_them.py"
    file.write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:xdist", "-p", "no:cacheprovider", file]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert "2 failed, 3 passed" in said and "Mark with pytest.mark.process what starts these" in said, said
    assert "::test_unmarked" in said and "::test_by_a_fixture" in said

"""The reference models as GGUF, converted once, and a text to train on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.gguf.header import Header
from tests.support.data import write_book
from tests.support.peft_folders import gguf_of


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Header]:
    folder = tmp_path_factory.mktemp("bases")
    return lambda name: gguf_of(name, folder)


@pytest.fixture
def peft(tmp_path: Path) -> Path:
    """A folder for an adapter."""
    return tmp_path / "peft"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first pages of the bundled book."""
    return write_book(tmp_path_factory.mktemp("text") / "pages.txt", 20_000)

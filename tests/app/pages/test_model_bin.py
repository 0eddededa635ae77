"""What goes to the bin with a model: what a download has brought, and nothing that a person put beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.pages.models.bin import BROUGHT, places_of
from core.base import settings
from core.hub.repository import _SMALL


@pytest.fixture
def repository() -> Path:
    folder = settings.load().downloads / "ann" / "teller"
    folder.mkdir(parents=True)
    return folder


def put(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"mine")
    return [folder / name for name in names]


def test_that_all_that_is_fetched_is_known() -> None:
    assert set(_SMALL) <= set(BROUGHT)


def test_that_a_repository_goes_whole_and_with_a_persons_files_only_what_came(repository: Path) -> None:
    file, other, said, _card = put(repository, "a.gguf", "b.gguf", "a.gguf.hub.json", "README.md")
    assert places_of(file) == [file, said]
    other.unlink()
    assert places_of(file) == [repository]
    put(repository, "novel.txt")
    assert places_of(file) == [file, said]


@pytest.mark.parametrize("own", ["novel.txt", "photos/sea.jpg", "deep/b.gguf"])
def test_that_a_checkpoint_goes_whole_and_with_a_persons_files_only_what_came(repository: Path, own: str) -> None:
    files = put(repository, "config.json", "merges.txt", "model.safetensors")
    assert places_of(repository) == [repository]
    put(repository, own)
    assert places_of(repository) == files


def test_that_a_link_stays(repository: Path, tmp_path: Path) -> None:
    put(repository, "config.json")
    (repository / "model.safetensors").symlink_to(*put(tmp_path, "weights"))
    assert places_of(repository) == [repository / "config.json"]

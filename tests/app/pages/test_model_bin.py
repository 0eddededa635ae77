"""What goes to the bin with a model: what a download has brought, and nothing that a person put beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.pages.models import bin as models_bin
from app.pages.models.bin import BROUGHT, places_of
from app.workers.bin import Binned, put_back
from core.base import settings
from core.hub.repository import _SMALL
from core.protocol import LocalModel


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


def test_that_a_part_that_the_bin_does_not_take_brings_the_others_back(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, said, _novel = put(repository, "a.gguf", "a.gguf.hub.json", "novel.txt")

    def full_bin(paths: list[Path]) -> Binned:
        if paths == [said]:
            return Binned([], paths, [])
        file.rename(tmp_path / "binned")
        return Binned([(file, tmp_path / "binned")], [], [])

    monkeypatch.setattr(models_bin, "paths_to_the_bin", full_bin)
    done = models_bin._to_the_bin(LocalModel(name="a", source="", model=str(file), path=str(file)))
    assert done == Binned([], [said], []) and file.read_bytes() == b"mine"


def test_that_what_lies_nobody_knows_where_is_not_put_back(tmp_path: Path) -> None:
    done = Binned([(tmp_path / "a.gguf", None)], [], [])
    assert not done.can_go_back and not Binned([], [], []).can_go_back
    assert put_back(done.moved).trouble and tmp_path.is_dir() and not (tmp_path / "a.gguf").exists()

"""What is left of downloads that were interrupted: listed, and deleted on request."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core.base import paths
from core.gguf import downloads


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    return tmp_path


def interrupted(name: str, size: int, came: int | None, repo: str = "ann/tiny") -> Path:
    target = paths.models_dir() / repo / name
    target.parent.mkdir(parents=True, exist_ok=True)
    downloads.sidecar_of(target).write_bytes(msgspec.json.encode({"etag": "0" * 40, "size": size}))
    if came is not None:
        downloads.partial_file_of(target).write_bytes(b"x" * came)
    return target


def test_that_files_of_one_repository_are_one_download() -> None:
    interrupted("a.gguf", 100, 30)
    interrupted("deep/b.gguf", 50, None)
    interrupted("c.gguf", 9, 0, "bob/other")
    whole = paths.models_dir() / "ann" / "done" / "whole.gguf"
    whole.parent.mkdir()
    whole.write_bytes(b"GGUF")
    assert downloads.unfinished() == [("ann/tiny", ["a.gguf", "deep/b.gguf"], 30, 150), ("bob/other", ["c.gguf"], 0, 9)]


def test_that_discarding_deletes_what_came_and_nothing_else() -> None:
    target = interrupted("a.gguf", 100, 30)
    interrupted("c.gguf", 9, 0, "bob/other")
    whole = target.with_name("whole.gguf")
    whole.write_bytes(b"GGUF")
    for download in downloads.unfinished():
        downloads.discard(download)
    assert sorted(path.name for path in paths.models_dir().rglob("*")) == ["ann", "tiny", "whole.gguf"]


@pytest.mark.parametrize("sidecar", [b"", b"{", b'{"size": "x"}', b"\xff"])
def test_that_a_damaged_sidecar_is_passed_over(sidecar: bytes) -> None:
    downloads.sidecar_of(interrupted("a.gguf", 100, 30)).write_bytes(sidecar)
    assert downloads.unfinished() == []

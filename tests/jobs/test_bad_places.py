"""Writing a model where it cannot be written: the reason is said, nothing half-written stays, no source is lost."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.convert.resolve import resolve_model
from core.convert.safetensors import SINGLE, open_checkpoint
from core.engine.lora.adapter_file import read_adapter
from core.jobs.context import JobContext
from tests.support.unprivileged import disk_of, open_to_all, room_for, without_privileges

ROOM = 2_000_000  # bytes; the models written here have more
Write = Callable[[Path], object]


@pytest.fixture(params=["convert", "quantize"])
def write(request: pytest.FixtureRequest, demo_model: Path, demo_gguf: Path) -> Write:
    """Write a model somewhere."""
    if request.param == "convert":
        return lambda output: convert(demo_model, output, "f16", lambda done, total: None)
    return lambda output: quantize(demo_gguf, output, "q8_0", lambda done, total: None, lambda level, line: None)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    with disk_of(ROOM, tmp_path / "disk") as folder:
        yield folder


def refusal(write: Write, output: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        write(output)
    assert caught.value.hint
    return caught.value


def test_that_a_disk_that_gets_full_halfway_leaves_nothing(write: Write, tmp_path: Path) -> None:
    with room_for(ROOM):
        error = refusal(write, tmp_path / "out.gguf")
    assert error.code in ("files.cannot-write", "quantize.failed")
    assert "out.gguf" in error.message
    assert not list(tmp_path.iterdir())


@pytest.mark.process
def test_that_a_small_file_system_that_gets_full_leaves_nothing(write: Write, small_disk: Path) -> None:
    error = refusal(write, small_disk / "out.gguf")
    assert error.code in ("files.cannot-write", "quantize.failed")
    assert not list(small_disk.iterdir())


@pytest.mark.process
def test_that_a_folder_that_may_not_be_written_is_named(write: Write, tmp_path: Path, demo_gguf: Path) -> None:
    open_to_all(tmp_path)
    open_to_all(demo_gguf.parent)
    tmp_path.chmod(0o555)
    with without_privileges():
        error = refusal(write, tmp_path / "out.gguf")
    assert "out.gguf" in error.message
    assert error.code in ("files.cannot-write", "quantize.failed")
    assert not list(tmp_path.iterdir())


def test_that_a_folder_in_place_of_the_output_stays(write: Write, tmp_path: Path) -> None:
    (tmp_path / "out.gguf").mkdir()
    assert refusal(write, tmp_path / "out.gguf").code == "files.cannot-write"
    assert [path.name for path in tmp_path.iterdir()] == ["out.gguf"]


@pytest.mark.parametrize("name", [SINGLE, "config.json", "link.gguf"])
def test_that_a_conversion_does_not_replace_what_it_reads(demo_model: Path, tmp_path: Path, name: str) -> None:
    model = tmp_path / "model"
    shutil.copytree(demo_model, model)
    (tmp_path / "link.gguf").symlink_to(model / SINGLE)
    output = (tmp_path if name == "link.gguf" else model) / name
    before = hashlib.sha256((model / SINGLE).read_bytes()).digest()
    with pytest.raises(LuthierError) as caught:
        convert(model, output, "f16", lambda done, total: None)
    assert caught.value.code == "convert.same-file"
    assert hashlib.sha256((model / SINGLE).read_bytes()).digest() == before


def test_that_files_without_permission_are_named(demo_model: Path, demo_gguf: Path, tmp_path: Path) -> None:
    folder, file = tmp_path / "model", tmp_path / "m.gguf"
    shutil.copytree(demo_model, folder)
    shutil.copyfile(demo_gguf, file)
    open_to_all(tmp_path)
    for path in (file, folder / SINGLE):
        path.chmod(0)
    quiet = JobContext(lambda event: None)
    for use in (lambda: resolve_model(str(file), quiet), lambda: open_checkpoint(folder), lambda: read_adapter(file)):
        with without_privileges(), pytest.raises(LuthierError) as caught:
            use()
        assert "Permission denied" in caught.value.message


def test_that_a_pipe_in_place_of_weights_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / SINGLE)
    with pytest.raises(LuthierError):
        open_checkpoint(tmp_path)

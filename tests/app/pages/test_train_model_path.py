"""What Train takes for a model is what the command line takes, told on its card."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.pages.train.inputs import check_model
from app.widgets.inputs import whole_model
from core.base import paths
from core.base.errors import LuthierError
from core.convert.resolve import find_model
from core.gguf import downloads

CHECKPOINT = paths.SAMPLE_MODEL


def cached(tmp_path: Path) -> Path:
    """A repository's folder in the Hugging Face cache."""
    shutil.copytree(CHECKPOINT, tmp_path / "models--me--fox/snapshots/0a1b")
    return tmp_path / "models--me--fox"


def downloaded(_: Path) -> str:
    shutil.copytree(CHECKPOINT, downloads.folder_of("me/fox"))
    return "me/fox"


@pytest.mark.parametrize("placed", [cached, downloaded, lambda _: CHECKPOINT])
def test_that_train_takes_a_model_wherever_the_command_line_finds_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, placed: object
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    assert callable(placed)
    text = str(placed(tmp_path))
    assert (find_model(text) / "config.json").is_file()
    assert find_model(whole_model(text)).samefile(find_model(text))
    check_model(whole_model(text))


def test_that_what_to_choose_in_a_folder_is_named(tmp_path: Path, demo_gguf: Path) -> None:
    shutil.copytree(CHECKPOINT, tmp_path / "out/checkpoint-60")
    (tmp_path / "files").mkdir()
    shutil.copy(demo_gguf, tmp_path / "files/fox.gguf")
    (tmp_path / "empty").mkdir()
    for folder, named in (("out", "checkpoint-60"), ("files", "fox.gguf"), ("empty", "config.json")):
        with pytest.raises(LuthierError) as caught:
            check_model(str(tmp_path / folder))
        assert caught.value.code == "model.not-a-model-folder" and named in caught.value.hint


def test_that_a_name_that_was_not_downloaded_is_told_so() -> None:
    with pytest.raises(LuthierError) as caught:
        check_model(whole_model("me/no-such-model"))
    assert caught.value.code == "model.not-downloaded"

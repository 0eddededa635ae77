"""A model where LM Studio lists it: in its own folder or another, among the user's other models."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.base import paths
from core.base.errors import LuthierError
from core.gguf.header import read_header
from core.hub.local_models import find_local
from core.runs import run as runs
from tests.support.export_runs import exported, trained_run

pytestmark = pytest.mark.usefixtures("brief_answers")

MADE = "luthier/My-Run-7/My-Run-7-Q8_0.gguf"


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("studio") / "My Run 7"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=2)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a user who has opened LM Studio once."""
    monkeypatch.setenv("HOME", str(tmp_path / "ann"))
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "luthier"))
    (tmp_path / "ann" / ".lmstudio").mkdir(parents=True)
    return tmp_path / "ann"


def lay_out(run: runs.Run, output: str | Path = "") -> Path:
    result, _ = exported(run, output, "lmstudio")
    assert result.files[0] == result.path
    return Path(result.path)


@pytest.mark.slow
def test_that_lm_studio_lists_the_model_with_its_template(run: runs.Run, home: Path) -> None:
    file = lay_out(run)
    assert file == home / ".lmstudio" / "models" / MADE
    (listed,) = [found for found in find_local() if found.source == "LM Studio"]
    assert (listed.name, listed.path) == (MADE, file)
    values = read_header(file).values
    assert "<|im_start|>" in str(values["tokenizer.chat_template"])
    assert values["luthier.run"] == "My Run 7"
    assert {path.name for path in file.parent.iterdir()} == {
        file.name,
        "My-Run-7-Q8_0.README.md",
        "My-Run-7-Q8_0.loss.svg",
    }


@pytest.mark.slow
def test_that_a_run_whose_name_comes_to_the_same_takes_nothing_away(run: runs.Run, home: Path, tmp_path: Path) -> None:
    file = lay_out(run)
    before = file.read_bytes()
    other = shutil.copytree(run.folder, tmp_path / "My;Run;7")
    beside = lay_out(runs.Run(other))
    assert beside.parent.name == "My-Run-7-2" and beside.parent.parent == file.parent.parent
    assert file.read_bytes() == before and home in file.parents
    assert lay_out(runs.Run(other)) == beside  # its own it does replace


@pytest.mark.slow
def test_that_the_folder_in_its_settings_is_taken(run: runs.Run, home: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "disk" / "models"
    (home / ".lmstudio" / "settings.json").write_text(json.dumps({"downloadsFolder": str(chosen)}))
    with pytest.raises(LuthierError) as caught:
        lay_out(run)
    assert caught.value.code == "lmstudio.no-folder" and str(chosen) in caught.value.message
    chosen.mkdir(parents=True)
    assert lay_out(run) == chosen / MADE


@pytest.mark.slow
def test_that_another_folder_gets_the_same_layout(run: runs.Run, tmp_path: Path) -> None:
    assert lay_out(run, tmp_path / "models") == tmp_path / "models" / MADE


@pytest.mark.slow
def test_that_without_lm_studio_it_says_what_to_do(run: runs.Run, home: Path) -> None:
    (home / ".lmstudio").rmdir()
    with pytest.raises(LuthierError) as caught:
        lay_out(run)
    assert caught.value.code == "lmstudio.not-found" and "-o" in caught.value.hint


def test_that_a_model_of_the_users_stays(run: runs.Run, home: Path) -> None:
    theirs = home / ".lmstudio" / "models" / MADE
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"GGUF of somebody else")
    with pytest.raises(LuthierError) as caught:
        lay_out(run)
    assert caught.value.code == "files.would-overwrite"
    assert theirs.read_bytes() == b"GGUF of somebody else"


def test_that_a_failed_export_leaves_no_folders(run: runs.Run, tmp_path: Path) -> None:
    with pytest.raises(LuthierError):
        exported(run, tmp_path / "models", "lmstudio", "no-such-type")
    assert not list((tmp_path / "models").rglob("*"))

"""What a person does in a terminal with runs that are there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.cli.commands import app
from core.runs import run as runs
from core.runs.disk import locked
from tests.support.places import ROOT


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> runs.Run:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    return runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(paths.runs_dir() / "keeper")))


def call(*arguments: str, answer: str = "") -> str:
    return CliRunner().invoke(app, ["runs", *arguments], input=answer, catch_exceptions=False).output


def test_that_a_run_gets_a_name_notes_and_tags_and_is_found_by_that_name(run: runs.Run) -> None:
    call("rename", "keeper", "The keeper, slower")
    call("note", "The keeper, slower", "Half the rate.")
    call("tag", "keeper", "#style, slow,style")
    (found,) = json.loads(call("list", "--json"))
    assert (found["title"], found["notes"], found["tags"]) == (
        "The keeper, slower",
        "Half the rate.",
        ["style", "slow"],
    )
    assert run.folder.is_dir()
    call("rename", "keeper", "")
    assert json.loads(call("show", "keeper", "--json"))["title"] == ""


def test_that_a_long_name_stands_whole_in_the_list(run: runs.Run) -> None:
    name = "2026-11-20-" + 120 * "x"
    run.folder.rename(run.folder.with_name(name))
    assert name in call("list")


def test_that_deleting_needs_a_word(run: runs.Run) -> None:
    with pytest.raises(LuthierError, match="Nobody can be asked"):
        call("delete", "keeper")
    assert run.folder.is_dir()
    call("delete", "keeper", "--yes", "--for-good")
    assert not run.folder.exists()


def test_that_a_run_that_is_trained_on_files_of_a_deleted_one_is_named(run: runs.Run) -> None:
    pairs = run.folder / "pairs-1.jsonl"
    runs.create(p.TrainJob(model="m.gguf", data=str(pairs), run=str(run.folder.with_name("pupil"))))
    assert "pupil is trained on a file in there" in call("delete", "keeper", "--yes", "--for-good")
    assert "is trained on" not in call("delete", "pupil", "--yes", "--for-good")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into the bin as it is on Linux")
def test_that_a_deleted_run_lies_in_the_bin(run: runs.Run, tmp_path: Path) -> None:
    home = tmp_path / "user"
    own = os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home / "share")}
    home.mkdir()
    command = [sys.executable, "-m", "core.cli", "runs", "delete", "keeper", "--yes"]
    said = subprocess.run(command, env=own, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "Moved to the bin." in said and not run.folder.exists()
    assert (home / "share" / "Trash" / "files" / "keeper" / "run.json").is_file()


def test_that_a_run_in_training_is_not_deleted(run: runs.Run) -> None:
    with locked(run), pytest.raises(LuthierError, match=rf"worked on by .*process {os.getpid()}\), since 20"):
        call("delete", "keeper", "--yes")
    assert run.folder.is_dir()


def test_that_notes_that_cannot_be_read_are_not_written_over(run: runs.Run) -> None:
    run.notes_file.write_text("{not JSON")
    with pytest.raises(LuthierError, match="cannot be read"):
        call("note", "keeper", "new")
    assert run.notes_file.read_text() == "{not JSON"


def test_that_tidying_keeps_the_newest_and_the_best_checkpoint(run: runs.Run) -> None:
    losses = {1: 4.0, 2: 1.0, 3: 2.0, 4: None}
    for step in losses:
        folder = run.checkpoints_dir / f"step-{step:06d}"
        folder.mkdir()
        (folder / "state.safetensors").write_bytes(bytes(1000))
    run.events_file.write_bytes(
        b"".join(
            p.encode(p.Evaluation(step=step, loss=loss, perplexity=loss, tokens=1, adapter=True))
            for step, loss in losses.items()
        )
    )
    assert "2.0 kB more are free" in call("tidy")
    assert sorted(path.name for path in run.checkpoints_dir.glob("step-*")) == ["step-000002", "step-000004"]
    assert "0 bytes" in call("tidy", "keeper")

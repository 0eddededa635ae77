"""The program's folders, moved to another place: whole, and with all that names them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core import protocol as p
from core.base import settings
from core.base.errors import Cancelled, LuthierError
from core.jobs.context import JobContext
from core.jobs.models.move_folder import move_folder
from core.runs import moving
from core.runs import run as runs
from core.runs.disk import locked

QUIET = JobContext(lambda event: None)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> runs.Run:
    """Of a model in the models folder, which has a file in a folder in it."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    model = settings.load().downloads / "ann" / "tiny" / "m.gguf"
    model.parent.mkdir(parents=True)
    model.write_bytes(os.urandom(100_000))
    return runs.create(p.TrainJob(model=str(model), data="/d.txt", run=str(settings.runs_dir() / "keeper")))


def move(setting: str, to: Path) -> p.MoveFolderResult:
    _, result = move_folder(p.MoveFolderJob(setting=setting, to=str(to)), QUIET)
    return result


@pytest.mark.parametrize("other_disk", [False, True])
def test_that_models_lie_in_the_new_folder_and_their_runs_find_them(
    run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other_disk: bool
) -> None:
    if other_disk:
        monkeypatch.setattr(moving, "_same_disk", lambda *_: False)
    old, content = settings.load().downloads, Path(run.info().model).read_bytes()
    result = move("models_dir", tmp_path / "big")
    assert (result.folder, result.changed_runs, result.left) == (str(tmp_path / "big"), 1, "")
    assert settings.load().models_dir == str(tmp_path / "big") and not old.exists()
    assert run.info().model == str(tmp_path / "big" / "ann" / "tiny" / "m.gguf")
    assert Path(run.info().model).read_bytes() == content


def test_that_runs_are_listed_from_a_new_folder_within_one_that_holds_other_things(
    run: runs.Run, tmp_path: Path
) -> None:
    (tmp_path / "big").mkdir()
    (tmp_path / "big" / "photo.jpg").touch()
    assert move("runs_dir", tmp_path / "big").folder == str(tmp_path / "big" / "runs")
    assert [one.name for one in runs.list_runs().runs] == [run.name]


def test_that_what_is_given_up_on_the_way_leaves_everything_as_it_was(
    run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_same_disk", lambda *_: False)
    context = JobContext(lambda event: None)
    context.control.cancel.set()
    with pytest.raises(Cancelled):
        move_folder(p.MoveFolderJob(setting="models_dir", to=str(tmp_path / "big")), context)
    assert Path(run.info().model).is_file() and settings.load().models_dir == ""
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_that_what_is_written_while_it_is_copied_is_not_lost(
    run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a training that begins meanwhile; and no folder goes that only has a name like the copy's."""
    monkeypatch.setattr(moving, "_same_disk", lambda *_: False)
    (tmp_path / "big.part").mkdir()
    late = settings.runs_dir() / "late" / "run.json"

    def write_late(event: p.Event) -> None:
        if isinstance(event, p.Progress):
            late.parent.mkdir(exist_ok=True)
            late.write_text("{}")

    job = p.MoveFolderJob(setting="runs_dir", to=str(tmp_path / "big"))
    with pytest.raises(LuthierError, match="written to meanwhile"):
        move_folder(job, JobContext(write_late))
    assert late.is_file() and (run.folder / "run.json").is_file() and settings.load().runs_dir == ""
    assert (tmp_path / "big.part").is_dir() and not (tmp_path / "big").exists()


def test_that_a_folder_with_another_of_the_program_s_in_it_stays(run: runs.Run, tmp_path: Path) -> None:
    settings.save(settings.Settings(exports_dir=str(settings.settings_file().parent)))
    (tmp_path / "home" / "exports").mkdir()
    with pytest.raises(LuthierError, match="more than this"):
        move("exports_dir", tmp_path / "big")
    assert (run.folder / "run.json").is_file() and not (tmp_path / "big").exists()


def test_that_a_folder_that_is_in_use_or_in_itself_stays(run: runs.Run, tmp_path: Path) -> None:
    with pytest.raises(LuthierError, match="lie in each other"):
        move("models_dir", settings.load().downloads / "ann" / "new")
    with locked(run), pytest.raises(LuthierError, match="worked on by"):
        move("models_dir", tmp_path / "big")
    assert not (tmp_path / "big").exists()

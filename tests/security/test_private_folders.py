"""What people train on is theirs: nobody else who uses this computer may look into it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from core import protocol as p
from core.base import paths, settings
from core.jobs.context import Control
from core.protocol.config import TrainConfig
from core.runs import moving
from core.runs import run as runs
from core.worker import run_job

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps a person's folders from others by itself")
TINY = TrainConfig(context=32, max_steps=1, sample_prompts=[])


@pytest.fixture(autouse=True)
def usual_mask() -> object:
    """Without it, others may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def is_private(folder: Path) -> bool:
    return stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.slow
def test_that_a_run_and_all_that_luthier_keeps_are_for_their_owner_alone(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere, data = tmp_path / "a" / "home", tmp_path / "shared" / "run", tmp_path / "book.txt"
    monkeypatch.setenv("LUTHIER_HOME", str(home))
    (tmp_path / "shared").mkdir()
    data.write_text("Once there was a fox. " * 100)
    for run in (home / "runs" / "r", elsewhere):
        job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(run), config=TINY)
        assert run_job(job, lambda event: None, Control()) == 0
        assert (run / "adapter.gguf").exists()
    private = [home, home / "cache", home / "runs" / "r", elsewhere, elsewhere / "checkpoints"]
    assert [folder for folder in private if not is_private(folder)] == []
    assert not is_private(tmp_path / "shared")  # it was there: whose it is, is not for us to say


def test_that_settings_do_not_open_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    settings.save(settings.Settings(offline=True))
    assert is_private(paths.home())


def test_that_a_folder_stays_private_on_another_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "runs", tmp_path / "disk" / "runs"
    source.mkdir()
    runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(source / "r")))
    monkeypatch.setattr(moving, "_same_disk", lambda *places: False)
    moving.bring(source, target, lambda done, total: None)
    assert is_private(target / "r") and is_private(target / "r" / "checkpoints")
    assert not is_private(target)

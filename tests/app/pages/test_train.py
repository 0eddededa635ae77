from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from pytestqt.qtbot import QtBot

from app.pages.train.page import SAMPLE_DATA
from app.shell.pages import Pages
from core.shared import paths
from core.shared.protocol import TrainJob


def submitted(qtbot: QtBot, pages: Pages) -> TrainJob | None:
    """Press Ctrl+Enter; the job that would start, without starting it."""
    pages.train.start_requested.disconnect()
    jobs: list[TrainJob] = []
    pages.train.start_requested.connect(jobs.append)
    qtbot.keyClick(pages.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    return jobs[0] if jobs else None


def test_that_the_sample_fills_in_everything_and_ctrl_enter_starts_it(qtbot: QtBot, pages: Pages) -> None:
    qtbot.mouseClick(pages.train.sample, Qt.MouseButton.LeftButton)
    job = submitted(qtbot, pages)
    assert job is not None
    assert (job.model, job.data) == (str(paths.SAMPLE_MODEL), str(SAMPLE_DATA))
    assert Path(job.run).parent == paths.runs_dir()
    assert job.config.alpha == 2 * job.config.rank


def test_that_the_form_is_what_is_trained(qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path) -> None:
    page = pages.train
    page.model.set_path(demo_gguf)
    page.data.set_path(short_text)
    for key, value in {"epochs": 1.5, "context": 64, "rank": 8, "learning_rate": 5e-4}.items():
        page.settings.set_value(key, value)
    page.advanced.set_value("max_steps", 7)
    job = submitted(qtbot, pages)
    assert job is not None
    config = job.config
    assert (config.epochs, config.context, config.rank, config.alpha) == (1.5, 64, 8, 16.0)
    assert (config.learning_rate, config.max_steps) == (5e-4, 7)


def test_that_the_advanced_form_reaches_the_run(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    page.fill_in_sample()
    wanted = {
        "grad_accumulation": 8, "targets": "q,v", "rslora": True, "dropout": 0.05, "neftune_alpha": 5.0,
        "weight_decay": 0.01, "dora": True, "lora_plus_ratio": 16.0,
    }  # fmt: skip
    for key, value in wanted.items():
        page.advanced.set_value(key, value)
    job = submitted(qtbot, pages)
    assert job is not None
    assert {key: getattr(job.config, key) for key in wanted} == wanted
    assert job.config.scale == 2  # at rank 16, as without rsLoRA
    page.advanced.set_value("rslora", "perhaps")
    page.advanced.set_value("targets", "q,z")
    assert not page.advanced.is_valid()
    assert "on or off" in page.advanced.errors["rslora"].text()
    assert "commas" in page.advanced.errors["targets"].text()


def test_that_the_advanced_buttons_icon_is_seen_when_open_too(pages: Pages) -> None:
    button = pages.train.show_advanced
    shown = []
    for state in (QIcon.State.Off, QIcon.State.On):
        image = button.icon().pixmap(16, QIcon.Mode.Normal, state).toImage()
        pixels = (image.pixelColor(n % image.width(), n // image.width()) for n in range(image.width() ** 2))
        shown.append(max(pixels, key=QColor.alpha).getRgb())
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("path", "words"),
    [("", "No model is chosen"), ("/nowhere/model.gguf", "There is nothing at /nowhere/model.gguf")],
)
def test_that_a_missing_model_is_said_under_its_field(
    qtbot: QtBot, pages: Pages, short_text: Path, path: str, words: str
) -> None:
    pages.train.model.edit.setText(path)
    pages.train.data.set_path(short_text)
    assert submitted(qtbot, pages) is None
    assert words in pages.train.model.error
    assert pages.train.data.error == ""


def test_that_files_of_the_wrong_kind_are_refused_with_words(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "model.gguf").write_bytes(b"PK\x03\x04 not a model")
    pages.train.model.set_path(tmp_path / "model.gguf")
    pages.train.data.set_path(tmp_path / "empty.txt")
    assert submitted(qtbot, pages) is None
    assert "is not a GGUF file" in pages.train.model.error
    assert "empty.txt is empty" in pages.train.data.error
    pages.train.model.set_path(tmp_path)
    pages.train.submit()
    assert "holds no model" in pages.train.model.error


def test_that_every_bad_setting_is_named_where_it_stands(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    page.fill_in_sample()
    page.settings.set_value("context", "many")
    page.settings.set_value("learning_rate", "7")
    page.advanced.set_value("eval_share", "1")
    assert submitted(qtbot, pages) is None
    assert "whole number of tokens" in page.settings.errors["context"].text()
    assert "at most 1" in page.settings.errors["learning_rate"].text()
    assert "below 1" in page.advanced.errors["eval_share"].text()
    assert page.settings.errors["rank"].text() == ""
    page.settings.set_value("context", "128")
    page.settings.set_value("learning_rate", "1e-4")
    page.advanced.set_value("eval_share", "0")
    assert page.settings.is_valid() and page.advanced.is_valid()

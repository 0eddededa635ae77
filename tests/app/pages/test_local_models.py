"""The Model page and this disk: what is listed, what the cards say, what can be made of a model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.pages.models.local_models import recent_models
from app.pages.models.page import ModelsPage, new_file
from app.shell.pages import Pages
from app.widgets.question import Question
from app.workers.process import JobState
from core import protocol as p
from core.base import paths
from core.base.settings import models_dir
from core.runs import run as runs
from tests.support.model_stores import add_to_ollama
from tests.support.rewritten_models import rewritten
from tests.support.window import TIMEOUT_MS, end_workers

pytestmark = pytest.mark.usefixtures("user")


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of their own, so that nobody's real models are listed."""
    for name in ("OLLAMA_MODELS", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "LLAMA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "user"


def opened(qtbot: QtBot, pages: Pages) -> ModelsPage:
    """The Model page, once it has looked through the disk."""
    page = pages.models
    if page.local.job is None:
        pages.window.show_page(page)
    settle(qtbot, page)
    return page


def settle(qtbot: QtBot, page: ModelsPage) -> None:
    qtbot.waitUntil(lambda: page.local.job is None and not page.transfers.active, timeout=TIMEOUT_MS)


def names(page: ModelsPage) -> list[str]:
    return [model.name for model in page.local.list.values()]


def choose(page: ModelsPage, name: str) -> None:
    page.local.list.setCurrentRow(names(page).index(name))


@pytest.mark.process
def test_that_a_refusal_goes_with_the_next_file(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf_q8: Path, tmp_path: Path
) -> None:
    (user / "Downloads").mkdir(parents=True)
    shutil.copy(demo_gguf_q8, user / "Downloads" / "pirate.gguf")
    page = opened(qtbot, pages)
    assert "pirate.gguf" in names(page) and page.local._status.isHidden()
    (tmp_path / "none.gguf").write_bytes(b"PK")
    page.local.add(tmp_path / "none.gguf")
    settle(qtbot, page)
    assert "none.gguf was not added" in page.local.message.text
    page.local.add(demo_gguf_q8)
    settle(qtbot, page)
    assert page.local.message.isHidden() and str(demo_gguf_q8) in [one.path for one in page.local.list.values()]


@pytest.mark.process
def test_that_a_model_says_by_which_run_it_was_used_once_that_has_ended(
    qtbot: QtBot, pages: Pages, short_text: Path
) -> None:
    page = opened(qtbot, pages)
    pages.window.show_key("settings")
    folder = runs.new_folder(str(paths.SAMPLE_MODEL), str(short_text))
    job = p.TrainJob(model=str(paths.SAMPLE_MODEL), data=str(short_text), run=str(folder), title="Pirate")
    runs.create(job)
    pages.sessions.ended.emit(pages.sessions.open(folder))
    pages.window.show_page(page)
    settle(qtbot, page)
    assert page.local.card.rows["Used by"][1].text() == "Pirate"


@pytest.mark.process
def test_that_a_copy_that_was_made_of_the_sample_is_not_listed_unless_it_is_wanted(
    qtbot: QtBot, pages: Pages, demo_gguf: Path
) -> None:
    models_dir().mkdir(parents=True)
    copy = models_dir() / f"{paths.SAMPLE_MODEL.name}-f16-0123456789ab.gguf"
    shutil.copy(demo_gguf, copy)
    page = opened(qtbot, pages)
    assert names(page) == [paths.SAMPLE_MODEL.name] and page.local.model.path == str(paths.SAMPLE_MODEL)
    page.show_model(str(copy))
    settle(qtbot, page)
    assert page.local.model.path == str(copy) and len(names(page)) == 2
    told = [page.local.list.item(place).data(Qt.ItemDataRole.AccessibleTextRole) for place in (0, 1)]
    assert all("Small, for a first try" in row for row in told)


@pytest.mark.process
def test_that_a_model_of_ollamas_is_shown_and_handed_to_training(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf_q8: Path, short_text: Path
) -> None:
    add_to_ollama(user / ".ollama" / "models", "registry.ollama.ai/library/teller/6m", demo_gguf_q8, "MIT License\n")
    page = opened(qtbot, pages)
    assert names(page) == [paths.SAMPLE_MODEL.name, "teller:6m"]
    choose(page, "teller:6m")
    card = page.local.card
    assert card.verdict.text().startswith("<b>Trains here:</b> Yes, needs ")
    assert (card.rows["Family"][1].text(), card.rows["Licence"][1].text()) == ("Llama 6M (llama)", "MIT License")
    assert card.rows["Weights"][1].text() == "Q8_0 (GGUF file)"
    assert card.rows["Size"][1].isVisible() and not card.rows["Weights"][1].isVisible()
    card.details.click()
    assert card.rows["Weights"][1].isVisible()
    assert card.rows["Chat template"][1].text().startswith("Yes")
    assert page.local.types.isHidden()
    qtbot.keyClick(pages.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert pages.data.isVisible() and pages.data._model == "ollama:teller:6m"
    pages.train.use_data(str(short_text), {})
    pages.train.start_requested.disconnect()
    with qtbot.waitSignal(pages.train.start_requested) as started:
        pages.train.submit()
    assert started.args[0].model == "ollama:teller:6m"


@pytest.mark.process
def test_that_a_damaged_file_says_why_and_cannot_be_used(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf: Path
) -> None:
    damaged = user / ".lmstudio" / "models" / "ann" / "damaged.gguf"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(demo_gguf.read_bytes()[:5000])
    page = opened(qtbot, pages)
    choose(page, "ann/damaged.gguf")
    assert "is not a sound GGUF file" in page.local.card.verdict.text()
    assert not page.primary.isEnabled()
    page.local.filter.setText("storyteller")
    assert page.local.list.item(1).isHidden() and not page.local.list.item(0).isHidden()
    assert page.local._status.text() == "1 of 2 shown." and page.local.unfilter.isHidden()
    page.local.filter.setText("nobody has this")
    assert "None of the 2 models here has “nobody has this”" in page.local._status.text()
    page.local.unfilter.click()
    assert page.local._status.isHidden() and page.local.unfilter.isHidden() and page.local.filter.isHidden()
    assert not page.local.filter.text() and not page.local.list.item(1).isHidden()


@pytest.mark.process
def test_that_a_dropped_file_is_listed_first_and_chosen(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf: Path
) -> None:
    user.mkdir()
    mine = Path(shutil.copy(demo_gguf, user / "mine.gguf"))
    page = opened(qtbot, pages)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(mine))])
    page.dropEvent(
        QDropEvent(
            QPointF(1, 1), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )
    settle(qtbot, page)
    assert names(page)[0] == "mine.gguf"
    assert page.local.model is not None and page.local.model.path == str(mine)
    assert page.local.types.isVisible()  # F16: it can be made smaller
    page.local.add(paths.SAMPLE_MODEL / "model.safetensors")
    settle(qtbot, page)
    assert page.local.model.path == str(paths.SAMPLE_MODEL)


@pytest.mark.process
@pytest.mark.parametrize("kind", ["q8_0", pytest.param("f16", marks=pytest.mark.slow)])
def test_that_a_folder_becomes_a_file_of_the_chosen_type(qtbot: QtBot, pages: Pages, kind: str) -> None:
    page = opened(qtbot, pages)
    page.local.card.details.click()
    types = page.local.types.types
    types.setCurrentRow(types.values().index(kind))
    assert "training needs about" in types.currentItem().text() and "fits" in types.currentItem().text()
    qtbot.mouseClick(page.local.types.make, Qt.MouseButton.LeftButton)
    (row,) = page.transfers.rows
    settle(qtbot, page)
    assert row.job.state is JobState.DONE
    assert "before" in row.status.text()
    made = paths.models_dir() / f"storyteller-6m-{kind.upper()}.gguf"
    assert str(made) == row.job.result.path and made.is_file()
    assert page.local.model is not None and page.local.model.path == str(made)  # what was made is chosen
    qtbot.mouseClick(row.pause, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert page.local.model.path == str(made)
    assert page.transfers.isHidden()
    assert new_file("storyteller-6m", kind).name == f"storyteller-6m-{kind.upper()}-2.gguf"


@pytest.mark.slow
def test_that_a_type_of_few_bits_asks_for_text_to_learn_from(qtbot: QtBot, pages: Pages, short_text: Path) -> None:
    page = opened(qtbot, pages)
    page.local.card.details.click()
    picker = page.local.types
    assert "iq2_xs" not in picker.types.values() and not picker.data.isVisible()
    picker.all_types.setChecked(True)
    assert "tq1_0" not in picker.types.values()  # for models that were trained for it
    picker.types.setCurrentRow(picker.types.values().index("iq2_xs"))
    assert picker.data.isVisible()
    qtbot.mouseClick(picker.make, Qt.MouseButton.LeftButton)
    assert picker.data.error and not page.transfers.rows
    picker.data.set_path(short_text)
    qtbot.mouseClick(picker.make, Qt.MouseButton.LeftButton)
    (row,) = page.transfers.rows
    settle(qtbot, page)
    assert row.job.state is JobState.DONE, row.status.text()
    made = paths.models_dir() / "storyteller-6m-IQ2_XS.gguf"
    assert [file.name for file in made.parent.iterdir()] == [made.name]
    picker.types.setCurrentRow(picker.types.values().index("q4_k_m"))
    assert not picker.data.isVisible()


def test_that_a_file_made_of_a_split_model_is_called_as_the_whole() -> None:
    assert new_file("ann/teller-f16-00001-of-00003.gguf", "q8_0").name == "teller-Q8_0.gguf"


@pytest.mark.slow
def test_that_a_failed_conversion_says_why_and_can_be_tried_again(qtbot: QtBot, pages: Pages, home: Path) -> None:
    page = opened(qtbot, pages)
    home.mkdir(exist_ok=True)
    (home / "models").write_text("in the way")
    row = page.convert(page.local.model, "f16")
    settle(qtbot, page)
    assert row.job.state is JobState.FAILED and "Cannot write" in row.status.text()
    (home / "models").unlink()
    qtbot.mouseClick(row.pause, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert row.job.state is JobState.DONE


@pytest.mark.process
def test_that_closing_while_converting_asks_first(qtbot: QtBot, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(qtbot, pages)
    asked: list[str] = []

    def answer(question: Question, _window: QWidget) -> bool:
        asked.append(question.text)
        return len(asked) > 1

    monkeypatch.setattr(Question, "ask", answer)
    row = page.convert(page.local.model, "q8_0")
    assert not pages.window.close() and row.job.state is JobState.RUNNING
    with qtbot.waitSignal(page.idle, timeout=TIMEOUT_MS):
        pages.window.close()
    assert asked == ["A model is being converted."] * 2
    assert not pages.window.isVisible()
    assert not list(paths.models_dir().glob("*.gguf"))


@pytest.mark.process
def test_that_a_model_that_was_shown_is_there_after_a_restart(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf: Path
) -> None:
    user.mkdir()
    kept, gone = (Path(shutil.copy(demo_gguf, user / name)) for name in ("kept.gguf", "gone.gguf"))
    page = opened(qtbot, pages)
    for path in (kept, gone):
        page.local.add(path)
    settle(qtbot, page)
    gone.unlink()
    later = ModelsPage()
    qtbot.addWidget(later, before_close_func=end_workers)
    later.show()
    settle(qtbot, later)
    assert names(later)[:2] == ["kept.gguf", paths.SAMPLE_MODEL.name]


@pytest.mark.process
def test_that_what_is_no_model_is_said_and_neither_listed_nor_remembered(
    qtbot: QtBot, pages: Pages, user: Path, demo_gguf: Path
) -> None:
    user.mkdir()
    wrong, right = user / "table.csv", Path(shutil.copy(demo_gguf, user / "mine.gguf"))
    wrong.write_text("frage,antwort\n")
    page = opened(qtbot, pages)
    for path in (right, wrong):
        page.local.add(path)
        settle(qtbot, page)
    assert "table.csv is not a GGUF file: something else is in it." in page.local.message.text
    assert names(page) == ["mine.gguf", paths.SAMPLE_MODEL.name] and recent_models() == [str(right)]
    choose(page, "mine.gguf")
    page.local.card.off.click()
    settle(qtbot, page)
    assert names(page) == [paths.SAMPLE_MODEL.name] and recent_models() == [] and right.is_file()
    assert page.local.card.off.isHidden()


@pytest.mark.parametrize("content", [b"", b"no json", b'{"models": 3}', b'{"models": ["/x\\u0000y", ""]}'])
def test_that_a_damaged_memory_of_models_is_no_trouble(home: Path, content: bytes) -> None:
    home.mkdir(exist_ok=True)
    (home / "window.json").write_bytes(content)
    assert recent_models() == []


@pytest.mark.process
def test_that_everything_on_the_page_has_a_name(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages)
    for kind in (QAbstractButton, QLineEdit, QProgressBar):
        for widget in page.findChildren(kind):
            if widget.isHidden():
                continue  # one that gets its words when it is needed
            named = widget.accessibleName() or getattr(widget, "text", str)()
            assert named or widget.objectName().startswith("qt_") or isinstance(widget.parent(), QLineEdit), widget
    row = page.local.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row.startswith("storyteller-6m (the sample), fits, Small, for a first try · Llama 6M")


@pytest.mark.process
def test_that_using_a_model_takes_the_type_beside_it_and_makes_it_once(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages)
    assert page.local.picked == "q8_0"
    made = paths.models_dir() / "storyteller-6m-Q8_0.gguf"
    for _ in range(2):
        choose(page, paths.SAMPLE_MODEL.name)
        with qtbot.waitSignal(page.use_requested, timeout=TIMEOUT_MS) as used:
            page.primary.click()
        assert used.args[0].path == str(made) and used.args[0].quantization == "Q8_0"
        settle(qtbot, page)
    assert list(paths.models_dir().glob("*.gguf")) == [made]


@pytest.mark.process
def test_that_what_luthier_made_goes_to_the_bin_and_comes_back(
    qtbot: QtBot, pages: Pages, demo_gguf_q8: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(user / "share"))
    repository = paths.models_dir() / "ann" / "teller-GGUF"
    repository.mkdir(parents=True)
    file = Path(shutil.copyfile(demo_gguf_q8, repository / "teller.gguf"))
    (repository / "README.md").write_text("---\nlicense: mit\n---\n")
    (user / "share").mkdir(parents=True)
    job = p.TrainJob(model=str(file), data="book.txt", run=str(paths.runs_dir() / "tales"))
    runs.create(job)
    page = opened(qtbot, pages)
    assert page.local.model is not None and page.local.model.path == str(file), "one's own before the sample"
    choose(page, paths.SAMPLE_MODEL.name)
    page.local.card.details.click()
    assert not page.local.card.bin.isVisible()  # the sample's: not to be thrown away
    choose(page, "ann/teller-GGUF/teller.gguf")
    assert page.local.card.bin.isVisible()
    assert page.local.card.rows["Licence"][1].text() == "mit"
    assert page.local.card.rows["Used by"][1].text() == "tales"
    assert "used by 1 run" in page.local.list.currentItem().toolTip()
    page.chat_requested.disconnect()  # the Chat page need not load it
    with qtbot.waitSignal(page.chat_requested) as talked:
        page.local.card.talk.click()
    assert talked.args[0].path == str(file)
    page.local.card.bin.click()
    notice = pages.window.notice
    qtbot.waitUntil(notice.isVisible, timeout=TIMEOUT_MS)
    settle(qtbot, page)
    assert "is in the bin. Without it, tales cannot be continued" in notice.text
    assert (user / "share" / "Trash" / "files" / "teller-GGUF" / "teller.gguf").is_file()
    assert not repository.exists() and names(page) == [paths.SAMPLE_MODEL.name]
    next(button for button in notice.findChildren(QPushButton) if button.text() == "&Undo").click()
    qtbot.waitUntil(lambda: file.is_file() and len(names(page)) == 2, timeout=TIMEOUT_MS)
    settle(qtbot, page)
    assert notice.isHidden()


@pytest.mark.process
def test_that_a_file_without_a_tokenizer_does_not_train(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    file = rewritten(demo_gguf, tmp_path / "mute.gguf")
    page = opened(qtbot, pages)
    page.local.add(file)
    settle(qtbot, page)
    assert "The file holds no tokenizer" in page.local.card.verdict.text() and not page.primary.isEnabled()
    assert page.local.card.rows["Chat template"][1].text() == "No: it continues text"

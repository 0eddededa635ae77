"""The Chat page with a real run and real workers: ask, read, change, stop, and what happens when something breaks."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.pages.chat.conversation import Conversation
from app.pages.chat.edit_box import EditBox
from app.pages.chat.exchange_view import ExchangeView
from app.pages.chat.keep_strip import KeepStrip
from app.pages.chat.message_view import stretches
from app.pages.chat.page import ChatPage
from app.pages.chat.sources import Checkpoints, Saved, Source, source_of_run, sources_of_models
from app.pages.chat.talk import Exchange, Said, Talk
from app.pages.chat.texts import LET_GO_TRAINING, LET_GO_UNUSED, checkpoint_words, voice_name, vote_count
from app.widgets.controls import IconButton
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.runs import run as runs
from core.runs.votes import BEFORE_EDIT, Tally, read_votes
from tests.support.chat_truths import source_of
from tests.support.export_runs import trained_run
from tests.support.rewritten_models import with_template
from tests.support.window import TIMEOUT_MS

QUESTION = "Why is the sea so dark at night?"


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """Four steps with a checkpoint every two, evaluated."""
    folder = tmp_path_factory.mktemp("talks") / "keeper"
    data = paths.DEMO / "chat.jsonl"
    return trained_run(demo_gguf_q8, data, folder, max_steps=4, save_every=2, eval_every=2)


@pytest.fixture
def page(qtbot: QtBot, run: runs.Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatPage]:
    """With the run chosen; the answers are short."""
    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", lambda: [])
    monkeypatch.setenv("HOME", str(paths.home()))  # nobody's own models
    page = ChatPage()
    qtbot.addWidget(page, before_close_func=lambda _page: page.shut_down())
    page.options.longest.setValue(12)
    page.resize(1100, 700)
    page.show_run(run.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    page.show()
    yield page


def typed(page: ChatPage, text: str) -> None:
    page.prompt.setPlainText(text)
    QTest.keyClick(page.prompt, Qt.Key.Key_Return)


def answered(qtbot: QtBot, page: ChatPage) -> None:
    qtbot.waitUntil(lambda: page.conversation.answering is None, timeout=TIMEOUT_MS)


@pytest.mark.process
def test_that_base_and_tuned_answer_side_by_side_and_the_conversation_goes_on(qtbot: QtBot, page: ChatPage) -> None:
    typed(page, QUESTION)
    assert page.send.text() == "S&top" and not page.prompt.toPlainText()
    answered(qtbot, page)
    (exchange,) = page.conversation.talk.exchanges
    assert list(exchange.answers) == ["base", "tuned"], "before training at the left, as on the Monitor"
    assert all(said.text and said.tokens <= 12 for said in exchange.answers.values())
    (view,) = page.conversation.view.views
    shown = {voice: card.message.text for voice, card in view.cards.items()}
    assert shown == {voice: said.text for voice, said in exchange.answers.items()}
    assert "tokens/s" in view.cards["base"].figures.text()

    page.source.voices.setCurrentIndex(page.source.voices.findData("tuned"))
    typed(page, "And then?")
    answered(qtbot, page)
    assert list(page.conversation.talk.exchanges[1].answers) == ["tuned"]
    messages = page.conversation.talk.prompt("Be brief.", page.conversation.talk.exchanges[1], "tuned")
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == exchange.answers["tuned"].text


@pytest.mark.process
def test_that_what_was_cut_off_goes_on_and_a_changed_question_is_asked_anew(
    qtbot: QtBot, page: ChatPage, run: runs.Run
) -> None:
    page.options.numbers["temperature"].setValue(0)
    typed(page, QUESTION)
    answered(qtbot, page)
    card = page.conversation.view.views[0].cards["base"]
    assert card.said.stopped == "length" and card.go_on is not None
    before = card.said.text
    card.go_on.click()
    answered(qtbot, page)
    longer = page.conversation.talk.exchanges[0].answers["base"]
    assert longer.text.startswith(before) and longer.tokens > 12

    page.conversation.view.views[0].asked.emit("Who are you?")
    answered(qtbot, page)
    assert [exchange.question for exchange in page.conversation.talk.exchanges] == ["Who are you?"]
    card = page.conversation.view.views[0].cards["tuned"]
    card.tools.buttons["edit"].click()
    editor = QApplication.focusWidget() or card.editor
    assert card.editor is not None and editor is not None
    card.editor.setPlainText("I am the keeper.")
    card.tools.buttons["edit"].click()
    said = page.conversation.talk.exchanges[0].answers["tuned"]
    assert said.edited
    qtbot.waitUntil(lambda: [vote.base for vote in read_votes(run)] == [said.first])  # the edit is the better one
    (vote,) = read_votes(run)
    assert (vote.better, vote.tuned, vote.against) == ("tuned", "I am the keeper.", BEFORE_EDIT)
    assert vote.messages[-1] == {"role": "user", "content": "Who are you?"}
    qtbot.waitUntil(lambda: "You changed 1 answer." in page.source.votes.text())
    assert page.source.learn.isVisibleTo(page.source)
    page.conversation.view.views[0].answered.emit("tuned", said.first)  # as it was: the run is other tests', too
    qtbot.waitUntil(lambda: not read_votes(run))
    said.text = "I am the keeper."
    typed(page, "Really?")
    answered(qtbot, page)
    later = page.conversation.talk.exchanges[1]
    assert "I am the keeper." in [message["content"] for message in page.conversation.talk.answered(later, "tuned")]


@pytest.mark.process
def test_that_an_answer_is_written_again_beside_the_other(qtbot: QtBot, page: ChatPage, run: runs.Run) -> None:
    page.options.numbers["temperature"].setValue(0)  # drawn at random, an answer may be empty
    typed(page, QUESTION)
    answered(qtbot, page)
    typed(page, "And then?")
    answered(qtbot, page)
    first = page.conversation.view.views[0]
    base = first.exchange.answers["base"]
    first.make_tools()
    first.votes[0].click()
    assert first.exchange.better
    first.cards["tuned"].tools.buttons["again"].click()
    assert page.conversation.answering is first.exchange and not first.exchange.answers["tuned"].text
    answered(qtbot, page)
    assert page.conversation.talk.exchanges == [first.exchange] and page.conversation.view.views == [first]
    assert first.exchange.answers["base"] is base and first.exchange.answers["tuned"].text
    assert not first.exchange.better
    page.conversation.undo.back.click()
    assert [exchange.question for exchange in page.conversation.talk.exchanges] == [QUESTION, "And then?"]
    assert page.conversation.talk.exchanges[0].better
    assert page.conversation.undo.isHidden()
    qtbot.waitUntil(lambda: len(read_votes(run)) == 1)
    qtbot.waitUntil(lambda: len(page.conversation.view.views) == 2)  # made one by one, the newest first
    back = page.conversation.view.views[0]
    back.make_tools()
    back.votes[0].click()  # once more takes it back: the run is other tests', too
    qtbot.waitUntil(lambda: not read_votes(run))


@pytest.mark.process
def test_that_a_long_answer_is_folded_beside_a_short_one_and_edited_in_view(qtbot: QtBot, page: ChatPage) -> None:
    long = "\n".join(f"Line {number} of a long story." for number in range(90))
    answers = {"tuned": Said(text="Good night.", stopped="stop"), "base": Said(text=long, stopped="stop")}
    page.conversation.show_exchanges([Exchange(id="1", question=QUESTION, answers=answers)])
    qtbot.waitUntil(lambda: bool(page.conversation.view.views) and page.conversation.view.views[0].height() > 100)
    view = page.conversation.view.views[0]
    card, bar = view.cards["base"], page.conversation.view.verticalScrollBar()
    qtbot.waitUntil(lambda: card.show_all is not None and card.show_all.isVisible())
    assert card.show_all is not None and view.height() < 600
    assert view.cards["tuned"].show_all is None
    card.show_all.click()
    qtbot.waitUntil(lambda: view.height() > 1000)
    bar.setValue(bar.maximum())
    view.cards["tuned"].tools.buttons["edit"].click()
    editor = view.cards["tuned"].editor
    assert editor is not None
    qtbot.waitUntil(lambda: not editor.visibleRegion().isEmpty())
    card.show_all.click()
    qtbot.waitUntil(lambda: view.height() < 600)


@pytest.mark.process
def test_that_stop_ends_an_answer_and_a_killed_worker_is_said_and_comes_again(
    qtbot: QtBot, page: ChatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.options.longest.setValue(900)
    page.options.numbers["temperature"].setValue(1)
    typed(page, QUESTION)
    qtbot.waitUntil(lambda: bool(page.conversation.talk.exchanges[0].answers["tuned"].text), timeout=TIMEOUT_MS)
    page.send.setFocus()
    page.send.click()
    answered(qtbot, page)
    assert page.prompt.hasFocus()
    assert any(said.stopped in ("cancelled", "stop") for said in page.conversation.talk.exchanges[0].answers.values())

    worker = page.speaker.worker
    assert worker is not None and worker.hello is not None
    os.kill(worker.hello.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not page.message.isHidden(), timeout=TIMEOUT_MS)
    assert page.speaker.worker is None and not page.again.isHidden()
    page.again.click()
    qtbot.waitUntil(lambda: page.speaker.ready is not None, timeout=TIMEOUT_MS)
    assert page.message.isHidden()

    monkeypatch.setattr("app.pages.chat.asking.UNUSED_S", 0)
    page.speaker.look()
    assert page.speaker.worker is None and page.conversation.hint.text() == LET_GO_UNUSED


@pytest.mark.process
def test_that_the_model_makes_room_for_a_training_where_memory_is_short(qtbot: QtBot, page: ChatPage) -> None:
    page.shown()
    qtbot.waitUntil(lambda: page.speaker.worker is not None and page.speaker.worker.memory is not None)
    worker = page.speaker.worker
    assert worker is not None
    page.train_beside(True, False)
    assert "running at the same time" in page.source.status.text()
    worker.memory = p.Memory(rss=1, peak=1, available=50, total=100)
    page.speaker.look()
    assert page.speaker.worker is worker
    worker.memory = p.Memory(rss=1, peak=1, available=5, total=100)
    page.speaker.look()
    assert page.speaker.worker is None and page.conversation.hint.text() == LET_GO_TRAINING


@pytest.mark.process
def test_that_held_out_questions_are_offered_and_the_best_checkpoint_comes_first(qtbot: QtBot, page: ChatPage) -> None:
    found = page.source.checkpoints
    losses = {saved.step: saved.loss for saved in found.saved}
    assert found.newest == 4 and set(losses) == {2, 4}
    assert page.source.step == min(losses, key=lambda step: losses[step] or 0.0) == found.best
    page.shown()
    qtbot.waitUntil(lambda: bool(page.conversation.suggestions.buttons), timeout=TIMEOUT_MS)
    question = page.conversation.suggestions.buttons[0].toolTip()
    assert question in (paths.DEMO / "chat.jsonl").read_text(encoding="utf-8")


@pytest.mark.process
def test_that_a_question_right_after_a_run_was_shown_waits_for_its_checkpoint(
    qtbot: QtBot, page: ChatPage, run: runs.Run
) -> None:
    page.show_run(run.folder, "2")
    page.ask(QUESTION)
    qtbot.waitUntil(lambda: bool(page.conversation.talk.exchanges), timeout=TIMEOUT_MS)
    answered(qtbot, page)
    (exchange,) = page.conversation.talk.exchanges
    assert exchange.step == 2 and exchange.answers["tuned"].text and not exchange.answers["tuned"].problem


def another(run: runs.Run, tmp_path: Path) -> runs.Run:
    """A copy of it, which a test may take apart."""
    return runs.Run(Path(shutil.copytree(run.folder, tmp_path / "another")))


@pytest.mark.process
def test_that_another_checkpoint_answers_where_the_chosen_one_was_deleted_by_training(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path
) -> None:
    copy = another(run, tmp_path)
    page.train_beside(True, False)  # so nothing is loaded ahead
    page.show_run(copy.folder, "2")
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    assert page.source.step == 2
    shutil.rmtree(copy.checkpoint_dir(2))
    typed(page, QUESTION)
    qtbot.waitUntil(lambda: bool(page.conversation.talk.exchanges), timeout=TIMEOUT_MS)
    answered(qtbot, page)
    (exchange,) = page.conversation.talk.exchanges
    assert exchange.step == 4 and exchange.answers["tuned"].text and not exchange.answers["tuned"].problem
    assert page.conversation.hint.text() == "Step 2 is no longer kept, so another checkpoint answers."


@pytest.mark.process
def test_that_a_run_that_was_deleted_is_not_talked_to_and_not_offered(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", lambda: [source_of_run(run)])
    copy = another(run, tmp_path)
    page.show_run(copy.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    shutil.rmtree(copy.folder)
    typed(page, QUESTION)
    qtbot.waitUntil(lambda: bool(page.conversation.talk.exchanges), timeout=TIMEOUT_MS)
    answered(qtbot, page)
    (exchange,) = page.conversation.talk.exchanges
    assert exchange.run == str(run.folder) and exchange.answers["tuned"].text
    offered = [page.source.source.itemData(number) for number in range(page.source.source.count())]
    assert str(copy.folder) not in [source.run for source in offered if source]


@pytest.mark.process
def test_that_a_question_is_given_back_where_runs_cannot_be_listed(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable() -> list[Source]:
        raise LuthierError("settings.broken", "The settings cannot be read.")

    copy = another(run, tmp_path)
    page.show_run(copy.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", unreadable)
    shutil.rmtree(copy.folder)
    with qtbot.waitSignal(page.source.unlisted, timeout=TIMEOUT_MS):
        typed(page, QUESTION)
    assert page.source.is_settled and page.prompt.toPlainText() == QUESTION
    assert not page.conversation.talk.exchanges


@pytest.mark.process
def test_that_a_question_is_put_to_a_run_that_comes_back(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = another(run, tmp_path)
    page.train_beside(True, False)  # so nothing is loaded ahead
    page.show_run(copy.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    away = copy.folder.rename(tmp_path / "away")

    def come_back() -> list[Source]:
        away.rename(copy.folder)
        return [source_of_run(copy)]

    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", come_back)
    typed(page, QUESTION)
    qtbot.waitUntil(lambda: bool(page.conversation.talk.exchanges), timeout=TIMEOUT_MS)
    assert page.conversation.talk.exchanges[0].run == str(copy.folder)
    answered(qtbot, page)


@pytest.mark.process
def test_that_a_run_which_ended_meanwhile_is_talked_to_once_the_page_is_shown(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path
) -> None:
    copy = another(run, tmp_path)
    trained = [str(copy.folder)]
    other = ChatPage(lambda: trained.pop() if trained else "")
    qtbot.addWidget(other, before_close_func=lambda _page: other.shut_down())
    other.restore(page.state())
    other.shown()
    assert other.source.chosen is not None and other.source.chosen.run == str(copy.folder)


def said(page: ChatPage, run: runs.Run, text: str = "Aye.") -> None:
    """Have an exchange with a run on the page."""
    answers: dict[p.Voice, Said] = {"tuned": Said(text=text, stopped="stop"), "base": Said(text="Yes.", stopped="stop")}
    page.conversation.show_exchanges(
        [Exchange(id="1", question=QUESTION, answers=answers, run=str(run.folder), step=4)]
    )
    page._update()


def test_that_a_run_that_was_moved_is_found_again(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = another(run, tmp_path)
    page.train_beside(True, False)  # so nothing is loaded ahead
    page.show_run(copy.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    beside = runs.Run(Path(shutil.copytree(run.folder, tmp_path / "beside")))
    page.show_run(beside.folder)
    said(page, beside, "Aye, beside.")
    page.show_run(copy.folder)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    said(page, copy)
    page.conversation.kept.file = "mine.jsonl"
    page.options.system.setPlainText("Be brief.")
    (tmp_path / "elsewhere").mkdir()
    moved = runs.Run(copy.folder.rename(tmp_path / "elsewhere" / "another"))
    moved_beside = beside.folder.rename(tmp_path / "elsewhere" / "beside")
    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", lambda: [source_of_run(run), source_of_run(moved)])
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        page.shown()
    assert page.source.chosen is not None and page.source.chosen.run == str(moved.folder)
    assert page.conversation.talk.exchanges[0].run == str(moved.folder)
    assert page.options.system.toPlainText() == "Be brief." and not page.conversation.hint.text()
    assert page.conversation.kept.file == "mine.jsonl"
    page.show_run(moved_beside)
    (exchange,) = page.conversation.talk.exchanges
    assert exchange.answers["tuned"].text == "Aye, beside." and exchange.run == str(moved_beside)


def test_that_the_newest_step_of_a_training_is_followed_until_one_is_picked(
    qtbot: QtBot, page: ChatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.train_beside(True, False)  # so nothing is loaded ahead
    steps = [0]
    monkeypatch.setattr(
        "app.pages.chat.source_card.read_checkpoints",
        lambda _run: Checkpoints(steps[0], None, [Saved(step, None) for step in steps]),
    )
    assert page.source.chosen is not None
    page.show_run(Path(page.source.chosen.run))
    qtbot.waitUntil(lambda: page.source.step == 0)
    steps.insert(0, 25)
    page.look_for_news()
    qtbot.waitUntil(lambda: page.source.step == 25)
    assert page.state()["source"]["checkpoint"] == ""
    page.source.checkpoint.setCurrentIndex(1)
    page.source.checkpoint.activated.emit(1)
    steps.insert(0, 50)
    page.look_for_news()
    qtbot.waitUntil(lambda: page.source.checkpoint.count() == 3)
    assert page.source.step == 0 and page.state()["source"]["checkpoint"] == "0"


def test_that_a_conversation_with_another_run_stays_when_a_training_ends(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = another(run, tmp_path)
    monkeypatch.setattr("app.pages.chat.source_card.trained_runs", lambda: [source_of_run(copy), source_of_run(run)])
    page.train_beside(True, False)  # so nothing is loaded ahead
    said(page, run)
    told = [str(copy.folder)]
    monkeypatch.setattr(page, "_newly_trained", lambda: told.pop() if told else "")
    page.look_for_news()
    assert page.message.isVisible() and page.message.shown_text == f"{copy.title} can answer now", (
        "until it is answered"
    )
    assert page.meet.isVisible() and not page.again.isVisible()
    assert page.source.chosen is not None and page.source.chosen.run == str(run.folder)
    assert len(page.conversation.talk.exchanges) == 1
    page.meet.click()
    assert page.source.chosen.run == str(copy.folder) and not page.conversation.talk.exchanges
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        pass
    other = ChatPage()
    qtbot.addWidget(other, before_close_func=lambda _page: other.shut_down())
    other.train_beside(True, False)
    other.restore(page.state())
    for shown in (page, other):
        shown.show_run(run.folder)
        assert [exchange.question for exchange in shown.conversation.talk.exchanges] == [QUESTION]


@pytest.mark.usefixtures("asked")
def test_that_each_run_in_the_list_has_its_own_conversation(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path
) -> None:
    copy = another(run, tmp_path)
    page.source._on_runs([source_of_run(run), source_of_run(copy)])
    said(page, run)
    page.source.source.setCurrentIndex(1)
    with qtbot.waitSignal(page.source.changed, timeout=TIMEOUT_MS):
        page.source.source.activated.emit(1)
    assert not page.conversation.talk.exchanges, "the other run has not been talked to"
    typed(page, "One?")
    page.show_run(run.folder)  # while it answers
    assert [exchange.question for exchange in page.conversation.talk.exchanges] == [QUESTION]
    assert not page.is_at_work
    page.show_run(copy.folder)
    (exchange,) = page.conversation.talk.exchanges
    assert exchange.question == "One?" and "Something else was chosen" in exchange.answers["tuned"].problem


@pytest.mark.process
def test_that_all_is_remembered(qtbot: QtBot, page: ChatPage) -> None:
    page.options.system.setPlainText("Be brief.")
    page.source.blind.setChecked(True)
    typed(page, QUESTION)
    answered(qtbot, page)
    other = ChatPage()
    qtbot.addWidget(other, before_close_func=lambda _page: other.shut_down())
    other.restore(page.state())
    with qtbot.waitSignal(other.source.changed, timeout=TIMEOUT_MS):
        pass
    assert other.state() == page.state()
    qtbot.waitUntil(lambda: len(other.conversation.view.views) == 1)
    other.restore({"talk": [{"question": 3}], "options": {"strength": "much"}, "source": None, "panel": 1})


@pytest.mark.usefixtures("asked")
def test_that_strengths_are_measured_of_the_adapter_that_is_talked_to(
    page: ChatPage, run: runs.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[p.Job] = []
    monkeypatch.setattr(BackgroundJob, "start", lambda self: begun.append(self.job))
    options = page.options
    options.strength.measure.click()
    (job,) = begun
    assert isinstance(job, p.StrengthsJob) and (job.run, job.checkpoint) == (str(run.folder), "4")
    assert not options.strength.measure.isEnabled() and options.measuring.is_busy
    options.strength.measure.click()
    assert len(begun) == 1
    measured = [p.StrengthMeasured(strength=s, right=3, moved=s) for s in (1.0, 0.7)]
    result = p.StrengthsResult(test="t", of=3, measured=measured, recommended=0.7, seconds=1.0)
    background = options.measuring._job
    assert background is not None
    background.result = result
    background.ended.emit()
    assert options.strength.strength == 0.7 and not options.measuring.is_busy
    page.source.checkpoint.setCurrentIndex(1)
    page.source.checkpoint.activated.emit(1)
    assert options.strength.table.isHidden(), "another checkpoint has others"
    assert options.strength.measure.isEnabled()


def test_that_text_of_a_model_is_text_and_code_stands_apart() -> None:
    found = stretches("Look <b>here</b>:\n```python\nprint(1)\n```\nDone.\n```\nnot closed")
    assert [(one.is_code, one.text, one.language) for one in found] == [
        (False, "Look <b>here</b>:", ""),
        (True, "print(1)", "python"),
        (False, "Done.", ""),
        (True, "not closed", ""),
    ]


@pytest.mark.process
def test_that_a_vote_is_counted_beside_the_run_and_an_example_kept_to_train_on(
    qtbot: QtBot, page: ChatPage, run: runs.Run, tmp_path: Path
) -> None:
    (run.folder / "votes.jsonl").unlink(missing_ok=True)  # of the tests before
    page.source.blind.setChecked(True)
    typed(page, QUESTION)
    answered(qtbot, page)
    (view,) = page.conversation.view.views
    assert [button.text() for button in view.votes] == ["A is better", "Equal", "B is better"]
    tuned = view.votes[0 if next(iter(page.conversation.talk.exchanges[0].answers)) == "tuned" else 2]
    with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
        tuned.click()
    (vote,) = read_votes(run)
    assert (vote.better, vote.step, vote.hidden, vote.question) == ("tuned", page.source.step, True, QUESTION)
    said = page.conversation.talk.exchanges[0].answers
    assert vote.messages[-1] == {"role": "user", "content": QUESTION} and vote.sampling is not None
    assert (vote.tuned, vote.base) == (said["tuned"].text, said["base"].text)
    assert tuned.text() == "After is better"
    assert page.source.votes.text().startswith("Your votes: after training 1")
    assert page.source.learn.isVisibleTo(page.source)
    with qtbot.waitSignal(page.learn_wanted) as wanted:
        page.source.learn.click()
    assert wanted.args == [run.folder, str(run.folder / "votes.jsonl")]
    with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
        tuned.click()
    assert not read_votes(run)

    page.conversation.kept.file = str(tmp_path / "mine.jsonl")
    view.answered.emit("base", "The moon has gone to bed.")
    view.cards["base"].tools.buttons["keep"].click()
    qtbot.waitUntil(lambda: not page.conversation.kept.isHidden(), timeout=TIMEOUT_MS)
    system = [{"role": "system", "content": page.options.system.toPlainText()}]
    kept = msgspec.json.decode((tmp_path / "mine.jsonl").read_bytes())["messages"]
    assert [message for message in kept if message not in system] == [
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "The moon has gone to bed."},
    ]
    with qtbot.waitSignal(page.data_wanted) as wanted:
        page.conversation.kept.train.click()
    assert wanted.args == [page.conversation.kept.file]

    tools = view.cards["base"].tools.buttons
    tools["edit"].click()
    assert view.cards["base"].editor is not None
    view.cards["base"].editor.setPlainText("The moon is ill.")
    tools["keep"].click()  # without Done
    qtbot.waitUntil(lambda: "Replaced your earlier answer. 1 example is" in page.conversation.kept.text)
    (line,) = (tmp_path / "mine.jsonl").read_bytes().splitlines()
    assert msgspec.json.decode(line)["messages"][-1]["content"] == "The moon is ill."


@pytest.mark.process
def test_that_a_runs_examples_are_kept_with_the_rows_that_it_learnt(
    qtbot: QtBot, page: ChatPage, run: runs.Run
) -> None:
    page.train_beside(True, False)  # so nothing is loaded ahead
    said(page, run)
    qtbot.waitUntil(lambda: bool(page.conversation.view.views))
    kept = page.conversation.kept
    page.conversation.view.views[0].cards["tuned"].tools.buttons["keep"].click()
    qtbot.waitUntil(lambda: "and the rows of chat.jsonl." in kept.text, timeout=TIMEOUT_MS)
    assert kept.file == str(paths.home() / "data" / "chat-with-answers.jsonl")
    rows = (paths.DEMO / "chat.jsonl").read_bytes().splitlines()
    lines = Path(kept.file).read_bytes().splitlines()
    assert len(lines) == len(rows) + 1, "training on it loses no row"
    assert msgspec.json.decode(lines[-1])["messages"][-1]["content"] == "Aye."
    page.show_model(p.LocalModel(name="Other", source="File", model="m.gguf", path="m.gguf"))
    assert not kept.file and kept.isHidden(), "the rows belong to the run"


@pytest.mark.process
def test_that_the_place_of_examples_is_asked_for_if_a_run_learnt_a_text(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(shutil.copy(paths.DEMO / "holmes.txt", tmp_path))
    run = runs.create(p.TrainJob(model="m.gguf", data=str(text), run=str(tmp_path / "detective")))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words, **_options: (str(tmp_path / "mine.jsonl"), ""))
    strip = KeepStrip()
    qtbot.addWidget(strip)
    strip.talk_to(str(run.folder))
    strip.keep([{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Holmes."}])
    qtbot.waitUntil(lambda: strip.text == "Kept. 1 example is in mine.jsonl.", timeout=TIMEOUT_MS)
    assert not list(tmp_path.glob("holmes-with-answers*"))


@pytest.mark.process
def test_that_a_page_in_its_place_has_the_whole_conversation_and_asks_what_was_still_to_be_asked(
    qtbot: QtBot, page: ChatPage, run: runs.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.chat.page.REMEMBERED", 1)
    before = [Exchange(id=str(i), question=f"Question {i}?", answers={"tuned": Said(text="Yes.")}) for i in range(3)]
    page.conversation.show_exchanges(list(before))
    page.show_run(run.folder, "2")
    page.ask(QUESTION)
    new = ChatPage()
    qtbot.addWidget(new, before_close_func=lambda _page: new.shut_down())
    new.restore(page.state())
    assert len(new.conversation.talk.exchanges) == 1
    page.hand_on(new)
    assert new.conversation.talk.exchanges == before
    qtbot.waitUntil(lambda: len(new.conversation.talk.exchanges) == 4, timeout=TIMEOUT_MS)
    answered(qtbot, new)
    assert new.conversation.talk.exchanges[-1].answers["tuned"].text and page.conversation.answering is None


def test_that_of_a_long_conversation_the_newest_is_remembered() -> None:
    exchanges = [Exchange(id=str(i), question="q" * 10, answers={"base": Said(text="a" * 30)}) for i in range(5)]
    talk = Talk(exchanges=exchanges)
    assert talk.newest(2, 1000) == exchanges[-2:]
    assert talk.newest(5, 100) == exchanges[-2:]  # characters


@pytest.mark.process
def test_that_a_model_that_can_do_both_is_asked_as_is_chosen_and_its_thoughts_stand_apart(
    qtbot: QtBot, page: ChatPage, run: runs.Run, demo_gguf_q8: Path, tmp_path: Path
) -> None:
    """Qwen3.5's template opens the thought, so that all that is written of so short an answer is one."""
    model = with_template(demo_gguf_q8, tmp_path / "m.gguf", source_of("Qwen3.5-4B"))
    page.source.voices.setCurrentIndex(page.source.voices.findData("base"))
    assert page.options.think.isHidden()
    page.source.choose(Source(name="m", model=str(model)))
    page.options.numbers["temperature"].setValue(0)
    page.options.longest.setValue(6)
    typed(page, QUESTION)
    answered(qtbot, page)
    think, (exchange,) = page.options.think, page.conversation.talk.exchanges
    said, card = exchange.answers["base"], page.conversation.view.views[0].cards["base"]
    assert not think.isHidden() and think.isChecked() and think.asked == "auto"
    assert said.thinking and not said.text and said.stopped == "length"
    assert card.thoughts is not None and not card.thoughts.is_open and card.go_on is not None
    card.thoughts.fold.click()
    assert card.thoughts.is_open and card.thoughts.text.text == said.thinking
    assert said.thinking not in page.conversation.talk.text(voice_name)

    think.click()
    assert think.asked == "off"
    card.go_on.click()
    answered(qtbot, page)
    assert exchange.answers["base"].thinking.startswith(said.thinking) and exchange.answers["base"].tokens == 12
    typed(page, QUESTION)
    answered(qtbot, page)
    said = page.conversation.talk.exchanges[1].answers["base"]
    assert said.text and not said.thinking
    page.options.reset.click()
    assert think.isChecked() and think.asked == "auto"
    think.click()
    state = page.options.state()
    page.show_run(run.folder)
    assert think.isHidden() and think.asked == "auto"
    page.options.restore(state)
    page.source.choose(Source(name="m", model=str(model)))
    assert think.asked == "off"


def being_answered(qtbot: QtBot) -> Conversation:
    """The tuned model's answer has begun, without a word so far."""
    conversation = Conversation()
    qtbot.addWidget(conversation)
    conversation.ask(QUESTION)
    (exchange,) = conversation.talk.exchanges
    exchange.answers = {"tuned": Said()}
    conversation.begin(exchange, ["tuned"])
    return conversation


def test_that_thoughts_are_in_view_while_they_come_and_say_how_long_they_took(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("app.pages.chat.conversation.time.monotonic", lambda: now)
    conversation = being_answered(qtbot)
    conversation.refresh("Beginning…")
    card = conversation.view.views[0].cards["tuned"]
    assert card.thoughts is None
    for words, kind, later in (
        ("The map", "thinking", 100.0),
        (" says two.", "thinking", 109.0),
        ("Two", "answer", 112.0),
    ):
        now = later
        conversation.add(p.Text(id="1", voice="tuned", kind=kind, text=words), "Beginning…")  # type: ignore[arg-type]
        assert card.thoughts is not None and card.thoughts.is_open == (kind == "thinking")
    assert (card.thoughts.fold.text(), card.thoughts.text.text) == ("Thought for 12 s", "The map says two.")
    now = 200.0
    reply = p.Reply(
        text="Two miles.", thinking="The map says two.", prompt_tokens=9, tokens=9, first_token_s=0.1, prompt_tok_s=9.0,
        tok_s=9.0, stopped="stop",
    )  # fmt: skip
    conversation.finish("tuned", reply, "")
    assert card.thoughts.fold.text() == "Thought for 12 s" and card.message.text == "Two miles."
    messages = conversation.talk.prompt("", Exchange(id="2", question="And back?"), "tuned")
    assert messages[1] == {"role": "assistant", "content": "Two miles.", "reasoning_content": "The map says two."}


def contents(messages: list[dict[str, object]]) -> list[object]:
    return [message["content"] for message in messages]


@pytest.fixture
def asked(page: ChatPage, monkeypatch: pytest.MonkeyPatch) -> list[p.Ask]:
    """What the worker is asked; nothing answers but `answer`."""
    asked: list[p.Ask] = []
    monkeypatch.setattr(page.speaker, "load", lambda _job: None)
    monkeypatch.setattr(page.speaker, "ask", asked.append)
    return asked


def answer(page: ChatPage, **texts: str) -> None:
    """Both voices, or one, end their answers with these texts."""
    for voice, text in texts.items():
        reply = p.Reply(
            text=text, prompt_tokens=9, tokens=9, first_token_s=0.1, prompt_tok_s=9.0, tok_s=9.0, stopped="length"
        )
        page.conversation.finish(voice, reply, "")  # type: ignore[arg-type]


def test_that_each_side_reads_its_own_answers(page: ChatPage, asked: list[p.Ask]) -> None:
    page.options.system.setPlainText("Be brief.")
    typed(page, "One?")
    assert contents(asked[-1].messages) == ["Be brief.", "One?"] and asked[-1].base_messages == []
    answer(page, tuned="Good grief, one.", base="One.")
    typed(page, "Two?")
    own = ["Be brief.", "One?", "Good grief, one.", "Two?"], ["Be brief.", "One?", "One.", "Two?"]
    assert (contents(asked[-1].messages), contents(asked[-1].base_messages)) == own
    answer(page, tuned="Good grief, two.", base="Two.")
    second = page.conversation.view.views[-1]
    second.again.emit("base")
    assert (asked[-1].voice, contents(asked[-1].messages)) == ("base", own[1])
    answer(page, base="It is two")
    second.more.emit("base")
    assert (asked[-1].begun, contents(asked[-1].messages)) == ("It is two", own[1])
    answer(page, base=".")
    page.conversation.view.views[0].answered.emit("base", "One, sir.")  # what came after that has read the first one
    talk = page.conversation.talk
    assert contents(talk.answered(talk.exchanges[1], "base")) == own[1]
    second.again.emit("base")
    assert contents(asked[-1].messages) == ["Be brief.", "One?", "One, sir.", "Two?"]
    answer(page, base="Two, sir.")
    page.conversation.clear_or_bring_back()
    page.conversation.clear_or_bring_back()
    typed(page, "Three?")
    assert contents(asked[-1].messages)[-3:] == ["Two?", "Good grief, two.", "Three?"]
    assert contents(asked[-1].base_messages)[-3:] == ["Two?", "Two, sir.", "Three?"]
    answer(page, tuned="Three!", base="Three.")
    page.source.voices.setCurrentIndex(page.source.voices.findData("tuned"))
    typed(page, "Four?")
    answer(page, tuned="Four!")
    page.source.voices.setCurrentIndex(page.source.voices.findData("both"))
    typed(page, "Five?")  # the base was not asked the fourth: it reads the answer that there is
    assert contents(asked[-1].base_messages)[-5:] == ["Three?", "Three.", "Four?", "Four!", "Five?"]
    answer(page, tuned="Five!", base="Five.")


@pytest.mark.usefixtures("asked")
def test_that_a_vote_keeps_what_the_better_answer_was_given_in(qtbot: QtBot, page: ChatPage, run: runs.Run) -> None:
    (run.folder / "votes.jsonl").unlink(missing_ok=True)  # of the tests before
    page.options.system.setPlainText("Be brief.")
    for question in ("One", "Two"):
        typed(page, f"{question}?")
        answer(page, tuned=f"{question}!", base=f"{question}.")
    page.options.system.setPlainText("Be rude.")  # said after both were answered
    second = page.conversation.view.views[-1]
    second.make_tools()
    for place, own in ((2, "One!"), (0, "One.")):
        with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
            second.votes[place].click()
        (vote,) = read_votes(run)
        assert contents(vote.messages) == ["Be brief.", "One?", own, "Two?"] and (vote.tuned, vote.base) == (
            "Two!",
            "Two.",
        )
    with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
        second.votes[0].click()
    with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
        second.answered.emit("base", "Two, sir.")
    (vote,) = read_votes(run)
    assert contents(vote.messages) == ["Be brief.", "One?", "One.", "Two?"]
    with qtbot.waitSignal(page.conversation.votes.counted, timeout=TIMEOUT_MS):
        second.answered.emit("base", "Two.")  # as it was: the run is other tests', too


@pytest.mark.usefixtures("asked")
def test_that_the_pace_of_an_answer_does_not_tell_a_hidden_name(page: ChatPage) -> None:
    page.source.blind.setChecked(True)
    typed(page, "One?")
    answer(page, tuned="One!", base="One.")
    (view,) = page.conversation.view.views
    assert [card.figures.text() for card in view.cards.values()] == ["", ""]
    view.votes[1].click()
    assert all("tokens/s" in card.figures.text() for card in view.cards.values())


def test_that_the_sample_is_named_and_its_copies_are_not_offered() -> None:
    sample = p.LocalModel(
        name="storyteller-6m", source="File", model="m", path=str(paths.SAMPLE_MODEL), format="safetensors"
    )
    copy = p.LocalModel(name="storyteller-6m (converted copy)", source="Luthier", model="c", path="/c", format="gguf")
    own = p.LocalModel(name="Qwen3 4B", source="Luthier", model="q", path="/q", format="gguf")
    broken = msgspec.structs.replace(own, format="")
    assert [source.name for source in sources_of_models([sample, copy, own, broken])] == [
        "The sample model",
        "Qwen3 4B",
    ]


def test_that_runs_of_one_name_are_told_apart_in_the_list(page: ChatPage) -> None:
    first, other = (Source(name="Six", run=f"/runs/{n}", begun=n * 86_400.0) for n in (20_000, 20_001))
    long = Source(name="9" * 9000, run="/runs/long", begun=1.0)
    page.source._on_runs([first, other, long, Source(name="Seven", run="/runs/seven", begun=1.0)])
    shown = [page.source.source.itemText(n) for n in range(page.source.source.count())]
    assert len({text for text in shown if text.startswith("Six · ")}) == 2 and "Seven" in shown
    assert max(map(len, shown)) == 60


@pytest.mark.usefixtures("asked")
def test_that_there_is_no_vote_on_two_equal_answers(page: ChatPage) -> None:
    typed(page, "One?")
    answer(page, tuned="One.", base="One.\n")
    (view,) = page.conversation.view.views
    assert len(view.votes) == 3 and not any(vote.isVisibleTo(view) for vote in view.votes)
    view.again.emit("tuned")
    answer(page, tuned="One!")
    assert all(vote.isVisibleTo(view) for vote in view.votes)


def test_that_an_answer_written_again_without_thoughts_shows_none(qtbot: QtBot) -> None:
    conversation = Conversation()
    qtbot.addWidget(conversation)
    said = Said(text="Two miles.", thinking="The map says two.", thinking_s=3.0, stopped="stop")
    conversation.show_exchanges([Exchange(id="1", question=QUESTION, answers={"tuned": said})])
    qtbot.waitUntil(lambda: bool(conversation.view.views))
    view = conversation.view.views[0]
    thoughts = view.cards["tuned"].thoughts
    assert thoughts is not None and not thoughts.isHidden()
    conversation.wanted.connect(lambda exchange, voice: conversation.begin(exchange, [voice]))
    view.again.emit("tuned")
    conversation.refresh("Beginning…")
    assert thoughts.isHidden()
    conversation.add(p.Text(id="1", voice="tuned", kind="answer", text="Two."), "Beginning…")
    assert thoughts.isHidden()


def test_that_thoughts_between_calls_are_timed_together_and_end_with_the_first_of_a_call(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gpt-oss thinks, says something, and thinks again."""
    now = 0.0
    monkeypatch.setattr("app.pages.chat.conversation.time.monotonic", lambda: now)
    conversation = being_answered(qtbot)
    pieces: list[tuple[p.PieceKind, float]] = [("thinking", 10), ("call", 14), ("thinking", 20), ("call", 23)]
    for kind, now in pieces:  # noqa: B007 - read by the clock
        conversation.add(p.Text(id="1", voice="tuned", kind=kind, text="{}"), "Beginning…")
    thoughts = conversation.view.views[0].cards["tuned"].thoughts
    assert thoughts is not None and thoughts.fold.text() == "Thought for 7 s"


@pytest.mark.parametrize(
    ("tally", "told"),
    [
        (Tally(tuned=20, equal=3, base=4), ["after training 20, before 4, equal 3.", "That is enough to be certain."]),
        (Tally(tuned=14, base=6), ["after training 14, before 6, equal 0.", "They go both ways"]),
        (Tally(tuned=9, base=1), ["That is likely"]),
        (Tally(tuned=3), ["equal 0. These are too few choices"]),
    ],
)
def test_that_votes_say_what_they_decide(tally: Tally, told: list[str]) -> None:
    said = vote_count(tally)
    assert all(one in said for one in told), said


def test_that_a_checkpoint_is_told_in_words_that_a_narrow_list_has_room_for() -> None:
    checkpoints = Checkpoints(330, 330, [Saved(330, 0.347), Saved(300, None)])
    assert [checkpoint_words(one, checkpoints) for one in checkpoints.saved] == [
        "Step 330 · best · loss 0.347", "Step 300"
    ]  # fmt: skip
    assert checkpoint_words(Saved(330, 0.4), Checkpoints(330, 300, [])) == "Step 330 · newest · loss 0.400"


class Drawn(QObject):
    """Counts how often a widget is drawn."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def rests(self) -> bool:
        """Whether nothing was drawn since it was asked last."""
        drawn, self.times = self.times, 0
        return not drawn

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.times += watched is self.parent() and event.type() == QEvent.Type.Paint
        return False


def test_that_another_invitation_is_drawn_at_once(qtbot: QtBot) -> None:
    box = EditBox("Your question", "Ask something")
    qtbot.addWidget(box)
    box.show()
    drawn = Drawn(box.viewport())
    qtbot.waitUntil(lambda: drawn.times > 0)
    qtbot.waitUntil(drawn.rests)
    box.invite("Begin a text")
    QApplication.processEvents()
    assert drawn.times, "Qt itself draws it only when it comes or goes"


def test_that_votes_for_neither_decide_nothing() -> None:
    assert vote_count(Tally(equal=2)) == "Your votes: after training 0, before 0, equal 2."


def test_that_only_the_newest_answer_and_the_one_in_hand_show_their_buttons(qtbot: QtBot) -> None:
    conversation = Conversation()
    qtbot.addWidget(conversation)
    conversation.resize(900, 700)
    both: list[p.Voice] = ["tuned", "base"]
    exchanges = [
        Exchange(id=str(n), question="Why?", answers={voice: Said(text=voice, stopped="stop") for voice in both})
        for n in range(3)
    ]
    exchanges[0].better = "base"
    conversation.show_exchanges(exchanges)
    QCursor.setPos(conversation.screen().geometry().bottomRight())  # an exchange under it shows its buttons
    conversation.show()
    qtbot.waitUntil(lambda: len(conversation.view.views) == 3)
    first, second, last = conversation.view.views
    last.tools.buttons["edit"].setFocus()  # a window that becomes active gives it to the first exchange

    def shown(view: ExchangeView) -> list[str]:
        buttons = view.findChildren(IconButton)
        return [button.text() for button in buttons if button.isVisibleTo(view)]

    whole = ["Copy", "Edit", *2 * ["Copy", "Edit", "Again", "Add to data"]]
    whole += ["After is better", "Equal", "Before is better"]
    assert sorted(shown(last)) == sorted(whole) and not shown(second) and not shown(first)
    conversation.view.widget().layout().activate()
    before = [view.geometry() for view in (first, second, last)]
    for view in (first, second):
        QApplication.sendEvent(view, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
        assert sorted(shown(view)) == sorted(whole)
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert shown(first) == ["Before is better"], "what was chosen stays in view"
    assert not shown(second)

    second.setFocus(Qt.FocusReason.TabFocusReason)
    assert second.tools.buttons["edit"].hasFocus() and sorted(shown(second)) == sorted(whole)
    QTest.keyClick(second.tools.buttons["edit"], Qt.Key.Key_Tab)
    assert sorted(shown(second)) == sorted(whole), "the keys reach all of them"
    last.tools.buttons["edit"].setFocus()
    assert not shown(second) and second.focusPolicy() == Qt.FocusPolicy.TabFocus
    conversation.view.widget().layout().activate()
    assert [view.geometry() for view in (first, second, last)] == before, "nothing moves"

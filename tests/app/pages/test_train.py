from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.pages.train.inputs import Inputs, known_by_path
from app.pages.train.page import TrainPage
from app.pages.train.run_card import ROWS_ASKED
from app.pages.train.texts import NOT_TOGETHER
from app.shell.pages import Pages
from app.widgets.help_mark import Explanation, HelpMark
from core import protocol as p
from core.advice.goals import CUSTOM
from core.advice.picks import CHAT
from core.base import paths
from core.base.known_computers import Computer, remember_computer
from core.base.numbers import NOTHING
from core.protocol import LocalModel, TrainJob
from core.runs import run as runs
from tests.app.pages.test_reopened_runs import write_run
from tests.support.window import TIMEOUT_MS

HELLO = p.Hello(pid=1, job="train", version="0", time=0.0)


@pytest.fixture
def pages(pages: Pages) -> Pages:
    """With the page in front: what is not shown asks for no plan."""
    pages.window.show_page(pages.train)
    return pages


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
    assert (job.model, job.data) == (str(paths.SAMPLE_MODEL), str(CHAT.data))
    assert Path(job.run).parent == paths.runs_dir()
    assert job.config.alpha == 2 * job.config.rank


def test_that_the_form_is_what_is_trained(qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path) -> None:
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(short_text), {})
    page.recipe.change({"epochs": 1.5, "context": 64, "rank": 8, "learning_rate": 5e-4, "max_steps": 7})
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
    page.recipe.change(wanted)
    job = submitted(qtbot, pages)
    assert job is not None
    assert {key: getattr(job.config, key) for key in wanted} == wanted
    assert job.config.scale == 2  # at rank 16, as without rsLoRA
    page.recipe.change({"rslora": "perhaps", "targets": "q,z"})
    knobs = page.recipe.advanced.knobs
    assert not page.recipe.is_valid()
    assert "on or off" in knobs["rslora"].error and "commas" in knobs["targets"].error


def test_that_a_goal_is_a_card_with_an_example_and_the_rest_is_folded(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    persona = page.recipe.goals.choices["persona"]
    assert "You ask: “Who are you?”" in persona.accessibleName()
    qtbot.mouseClick(persona, Qt.MouseButton.LeftButton)
    assert persona.isChecked() and page.config().neftune_alpha == 0.0  # nothing is known of the data yet
    folded = (
        page.recipe.settings, page.recipe.several, page.run.title, page.queue, page.dry_run, page.time.about,
        page.memory.more,
    )  # fmt: skip
    assert not any(one.isVisible() for one in folded) and "suit your goal" in page.recipe._how.text()
    page.recipe.show_details.click()
    assert all(one.isVisible() for one in folded) and not page.recipe.advanced.isVisible()
    page.recipe.change({"epochs": "7", "rank": "8"})
    assert page.recipe._how.text() == "You chose: Epochs 7 and rank 8."
    assert persona.isChecked() and page.recipe.reset.isVisible()
    page.recipe.reset.click()
    assert page.config().epochs == 3 and not page.recipe.reset.isVisible()
    page.recipe.use_goal(CUSTOM)
    assert not any(card.isChecked() for card in page.recipe.goals.choices.values())


def test_that_start_is_the_only_primary_button(pages: Pages) -> None:
    page = pages.train
    page.stopped.offer("“Keeper” was stopped at step 25 of 50.", "Resume training")
    page.recipe.show_details.click()
    shown = [one for one in page.findChildren(QPushButton) if one.isVisible()]
    assert page.stopped.resume in shown
    assert [one for one in shown if one.property("primary")] == [page.start]


def test_that_a_question_mark_says_what_a_field_means_and_leads_to_the_guide(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    page.recipe.show_details.click()
    knob = page.recipe.settings.knobs["rank"]
    (mark,) = knob.findChildren(HelpMark)
    said = mark.explain()
    assert said.isVisible() and "How much room it has to learn" in said.accessibleName()
    said.guide.click()
    assert not said.isVisible() and pages.help.text.toPlainText().startswith("Settings")
    pages.help.hide()
    knob.field.setFocus()
    qtbot.keyClick(knob.field, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    (said,) = (one for one in pages.window.findChildren(Explanation) if one.isVisible())
    assert said.accessibleName().startswith("Rank. ")
    said.close()


def test_that_the_advanced_buttons_icon_is_seen_when_open_too(pages: Pages) -> None:
    button = pages.train.recipe.show_advanced
    shown = []
    for state in (QIcon.State.Off, QIcon.State.On):
        image = button.icon().pixmap(16, QIcon.Mode.Normal, state).toImage()
        pixels = (image.pixelColor(n % image.width(), n // image.width()) for n in range(image.width() ** 2))
        shown.append(max(pixels, key=QColor.alpha).getRgb())
    assert shown[0] == shown[1]


def test_that_other_data_begins_from_the_model_again(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path, tmp_path: Path
) -> None:
    """After “Train on your votes” everything else went on from that run, also after a restart."""
    votes, other = short_text, tmp_path / "other.txt"
    other.write_text("Leeks.", encoding="utf-8")
    run = write_run("taught", HELLO, p.Finished(outcome="done"), model=demo_gguf)
    page = pages.train
    pages.learn_more(run, str(votes))
    pages.use_data(str(votes), {})
    assert page.inputs.goes_on.isVisibleTo(page) and "taught" in page.inputs.goes_on.said.text()
    (job,) = filter(None, [submitted(qtbot, pages)])
    assert job.adapter == str(run)
    again = Inputs()
    again.restore(page.state())
    page.use_data(str(votes), {})
    assert page.inputs.begun == again.begun == str(run)  # more votes
    for inputs in (page.inputs, again):
        inputs.use_data(str(other), {})
        assert not inputs.begun and not inputs.goes_on.isVisibleTo(inputs) and inputs.model is not None


def test_that_a_run_that_is_to_be_trained_further_takes_any_data_and_may_be_let_go(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Leeks.", encoding="utf-8")
    run = write_run("taught", HELLO, p.Finished(outcome="done"), model=demo_gguf)
    page = pages.train
    pages.learn_more(run)
    for data in (short_text, other):  # nothing was trained with the first
        page.use_data(str(data), {})
        assert page.inputs.begun == str(run)
    pages.window.show_page(page)
    qtbot.mouseClick(page.inputs.goes_on.end, Qt.MouseButton.LeftButton)
    (job,) = filter(None, [submitted(qtbot, pages)])
    assert (job.model, job.data, job.adapter) == (str(demo_gguf), str(other), None)


@pytest.mark.process
def test_that_other_data_than_choices_is_read_for_another_goal(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    votes, rows = tmp_path / "votes.jsonl", tmp_path / "rows.csv"
    pair = {"prompt": "Bed?", "chosen": "Leeks.", "rejected": "No."}
    votes.write_text("".join(json.dumps(pair | {"prompt": f"Bed {n}?"}) + "\n" for n in range(12)), encoding="utf-8")
    rows.write_text("Question,Answer\n" + "".join(f"Bed {n}?,Leeks in {n}.\n" for n in range(12)), encoding="utf-8")
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(votes), {})
    qtbot.waitUntil(lambda: page.recipe.goal == "choices", timeout=TIMEOUT_MS)
    page.use_data(str(rows), {})
    assert not page.queue.isEnabled() and not page.recipe.several.isEnabled()  # the settings follow from the data
    qtbot.waitUntil(lambda: page.recipe.goal == "qa", timeout=TIMEOUT_MS)
    assert page.queue.isEnabled() and page.recipe.several.isEnabled()
    assert not page.inputs.data_card.error
    qtbot.waitUntil(lambda: bool(page.outlook.plan and page.outlook.plan.steps), timeout=TIMEOUT_MS)
    qtbot.mouseClick(page.recipe.goals.choices["choices"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.inputs.data_card.error), timeout=TIMEOUT_MS)
    said = page.inputs.data_card.error
    assert "rows.csv holds no choices between answers." in said and "Choose another goal." in said
    assert "objective" not in said and "{" not in said
    assert not page.start.isEnabled() and not page.queue.isEnabled()
    page.recipe.goals.choices["style"].click()
    qtbot.waitUntil(page.start.isEnabled, timeout=TIMEOUT_MS)
    assert not page.inputs.data_card.error


@pytest.mark.process
def test_that_empty_cards_lead_to_the_pages_where_one_chooses(qtbot: QtBot, pages: Pages) -> None:
    cards = pages.train.inputs
    assert all(card.change.accessibleName().startswith("Choose") for card in (cards.model_card, cards.data_card))
    qtbot.mouseClick(cards.model_card.change, Qt.MouseButton.LeftButton)
    assert pages.models.isVisible()
    pages.window.show_page(pages.train)
    qtbot.mouseClick(cards.data_card.change, Qt.MouseButton.LeftButton)
    assert pages.data.isVisible()


def test_that_the_cards_name_what_was_chosen_with_its_facts(pages: Pages, short_text: Path) -> None:
    model = LocalModel(
        name="teller.gguf", source="File", model="/m/teller.gguf", path="/m/teller.gguf", architecture="llama",
        quantization="Q8_0", bytes=6_200_000, parameters=5_800_000, context=1024, title="Llama 6M",
    )  # fmt: skip
    pages.train.use_model(model)
    pages.train.use_data(str(short_text), {"train_on": "last"})
    cards = pages.train.inputs
    assert cards.model_card.facts.text() == "Llama 6M · Q8_0 · 6.20 MB"
    assert "learns last answers" in cards.data_card.facts.text() and "kB" in cards.data_card.facts.text()
    assert cards.model_card.accessibleName().startswith("Model: teller.gguf. Llama 6M")


@pytest.mark.parametrize(
    ("path", "words"),
    [("", "No model is chosen"), ("/nowhere/model.gguf", "There is nothing at /nowhere/model.gguf")],
)
def test_that_a_missing_model_is_said_on_its_card(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path, path: str, words: str
) -> None:
    cards = pages.train.inputs
    if path:
        pages.train.use_model(known_by_path(path))
    pages.train.use_data(str(short_text), {})
    assert submitted(qtbot, pages) is None
    assert words in cards.model_card.error
    assert cards.data_card.error == ""
    pages.train.use_model(known_by_path(str(demo_gguf)))
    assert cards.model_card.error == "" and pages.train._bar.reason.text() == ""


def test_that_files_of_the_wrong_kind_are_refused_with_words(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "model.gguf").write_bytes(b"PK\x03\x04 not a model")
    cards = pages.train.inputs
    pages.train.use_model(known_by_path(str(tmp_path / "model.gguf")))
    pages.train.use_data(str(tmp_path / "empty.txt"), {})
    assert submitted(qtbot, pages) is None
    assert "is not a GGUF file" in cards.model_card.error
    assert "empty.txt is empty" in cards.data_card.error
    pages.train.use_model(known_by_path(str(tmp_path)))
    pages.train.submit()
    assert "holds no model" in cards.model_card.error


def test_that_a_field_is_checked_when_it_is_left_and_a_correction_takes_the_error_back(
    qtbot: QtBot, pages: Pages
) -> None:
    knob = pages.train.recipe.settings.knobs["rank"]
    field = knob.field
    field.setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field, "100000")
    assert knob.error == ""
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert "from 1 to 1024" in knob.sentence.text()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field, "8")
    assert knob.error == ""


@pytest.mark.slow
def test_that_the_form_is_the_same_at_the_next_start(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    page.fill_in_sample()
    page.inputs.data_settings["train_on"] = "last"
    page.recipe.use_goal("persona")
    page.recipe.change({"epochs": "4", "dora": True})
    page.run.fill("Keeper", "Does it stay brief?", ["Who are you?"])
    state, config = msgspec.json.decode(msgspec.json.encode(page.state())), page.config()
    again = TrainPage(pages.devices, pages.computers)
    qtbot.addWidget(again)
    again.restore(state)
    assert again.config() == config and again.model_text == page.model_text and again.inputs.data == page.inputs.data
    assert (again.recipe.goals.goal, again.recipe.goals.origin) == (CUSTOM, "persona")
    again.restore({"model": 3, "values": {"epochs": [], "unheard": "1"}, "advanced": "?"})
    assert again.config() == config


def test_that_a_run_can_be_the_beginning_of_another_like_it(pages: Pages, new_job: Callable[..., TrainJob]) -> None:
    job = new_job(train_on="last", sheet="Second", dropout=0.1, rslora=True, alpha=8.0, sample_rows=ROWS_ASKED)
    pages.train.fill_from(runs.create(job))
    assert pages.train.config() == msgspec.structs.replace(job.config, sample_rows=ROWS_ASKED)
    assert (pages.train.model_text, pages.train.inputs.data) == (job.model, job.data)
    assert pages.train.inputs.reading().sheet == "Second"
    assert "" not in pages.train.inputs.data_settings.values()


def test_that_training_more_begins_with_what_the_run_has_learnt(pages: Pages, demo_gguf: Path) -> None:
    run = write_run("taught", HELLO, p.Finished(outcome="done"), model=demo_gguf)
    pages.life.open(run)
    monitor, page = pages.monitor, pages.train
    for button, begun in ((monitor.more, str(run)), (monitor.anew, "")):
        button.clicked.emit()
        assert page.isVisible() and page.inputs.data.endswith("book.txt")
        assert page.inputs.begun == begun and page.inputs.goes_on.isVisibleTo(page) == bool(begun)


def test_that_start_waits_for_what_is_missing_or_wrong_and_names_it(pages: Pages, short_text: Path) -> None:
    page = pages.train
    reason = page._bar.reason
    assert not page.start.isEnabled() and reason.text() == "Choose a model and data first."
    page.use_data(str(short_text), {})
    assert not page.start.isEnabled() and reason.text() == "Choose a model first."
    page.fill_in_sample()
    assert page.start.isEnabled()
    page.recipe.settings.knobs["context"].field.setCurrentText("abc")  # as it is typed, before the field is left
    assert not page.start.isEnabled() and not page.queue.isEnabled()
    assert reason.text() == "Context must be a whole number of tokens, 8 or more, such as 512."
    assert page.memory.verdict.text() == "" and page.time.time.text() == NOTHING  # the line beside Start says it
    page.recipe.settings.knobs["context"].field.setCurrentText("64")
    assert page.start.isEnabled()


def test_that_every_bad_setting_is_named_where_it_stands(qtbot: QtBot, pages: Pages) -> None:
    page = pages.train
    page.fill_in_sample()
    page.recipe.change({"context": "many", "learning_rate": "7", "eval_share": "1"})
    assert submitted(qtbot, pages) is None
    knobs = page.recipe.settings.knobs | page.recipe.advanced.knobs
    assert "whole number of tokens" in knobs["context"].sentence.text()
    assert "at most 1" in knobs["learning_rate"].sentence.text()
    assert "below 1" in knobs["eval_share"].sentence.text()
    assert knobs["rank"].error == ""
    page.recipe.change({"context": "128", "learning_rate": "1e-4", "eval_share": "0"})
    assert page.recipe.is_valid()
    page.recipe.change({"learning_rate": "0.5", "lora_plus_ratio": "16"})
    assert page.recipe._how.text() == f"{NOT_TOGETHER}."


@pytest.mark.slow
def test_that_the_plan_follows_the_knobs_and_what_does_not_fit_is_mended_by_a_button(
    qtbot: QtBot, pages: Pages, demo_gguf: Path
) -> None:
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(CHAT.data), {})
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.steps > 0, timeout=TIMEOUT_MS)
    assert page.inputs.model is not None and page.inputs.model.architecture == "llama"
    assert "385 rows, conversations" in page.inputs.data_card.facts.text()
    assert "tokens" in page.recipe.settings.knobs["context"].sentence.text()
    assert "rows read 3 times: " in page.time.steps.text() and page.start.isEnabled()
    assert "Fits: takes " in page.memory.verdict.text() and page._bar.reason.text() == ""
    share = page.recipe.advanced.knobs["eval_share"]
    assert (share.value, share.sentence.text()) == ("0.05", "Set on the Data page.")
    before = page.outlook.plan
    assert before is not None
    page.recipe.change({"epochs": "1", "eval_share": "0"})
    qtbot.waitUntil(lambda: (page.outlook.plan or before).steps < before.steps, timeout=TIMEOUT_MS)
    assert page.recipe.goals.origin == "style"
    held_out = [one for one in page.advice.shown if one.code == "nothing-held-out"]
    assert held_out and page.advice.isVisible()
    page.advice.change_wanted.emit(held_out[0].settings)
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.eval_rows > 0, timeout=TIMEOUT_MS)

    page.recipe.change({"context": "1000000", "rank": "1024"})
    qtbot.waitUntil(lambda: page.outlook.plan is not None and not page.outlook.plan.fits, timeout=TIMEOUT_MS)
    assert not page.start.isEnabled() and "Does not fit" in page.memory.verdict.text()
    assert submitted(qtbot, pages) is None
    remember_computer(Computer(name="anna@studio", host="anna@studio"))
    page.where.refresh()
    page.where.choose("anna@studio")  # which may have more
    assert page.start.isEnabled() and not page.dry_run.isEnabled() and not page.mend.isVisible()
    job = page._job_to_train()
    assert job is not None and job.on == p.OnMachine(machine="anna@studio")
    page.where.choose("")
    assert not page.start.isEnabled()
    page.memory.changes[0].click()
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.fits, timeout=TIMEOUT_MS)
    assert page.start.isEnabled() and page.recipe.goals.goal == CUSTOM

    page.recipe.change({"context": "8"})
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.no_row_fits, timeout=TIMEOUT_MS)
    assert not page.start.isEnabled() and "No row" in page._bar.reason.text()
    page.mend.click()
    qtbot.waitUntil(page.start.isEnabled, timeout=TIMEOUT_MS)
    assert not page.mend.isVisible()

    page.recipe.use_goal("style")
    page.recipe.change({"context": "64", "rank": "4", "grad_accumulation": "1"})
    with qtbot.waitSignal(page.time.measured, timeout=TIMEOUT_MS):
        page.dry_run.click()
    assert page.time.about.text().startswith("Measured on this computer")
    assert "about " in page.time.time.text() and not paths.runs_dir().exists()
    page.recipe.change({"rank": "8"})
    qtbot.waitUntil(lambda: page.time.about.text().startswith("A guess"), timeout=TIMEOUT_MS)


@pytest.mark.slow
def test_that_other_data_has_its_own_goal_and_name_and_a_chosen_goal_stays(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path, tmp_path: Path
) -> None:
    page = pages.train
    (table := tmp_path / "facts.csv").write_text("question,answer\nWho?,Bosun.\nWhere?,Under the bench.\n")
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(short_text), {})
    qtbot.waitUntil(lambda: page.recipe.goal == "text", timeout=TIMEOUT_MS)
    page.run.fill("Holmes style", "", [])
    page.use_data(str(table), {"eval_share": "0.05"})
    qtbot.waitUntil(lambda: page.recipe.goal == "qa", timeout=TIMEOUT_MS)
    config = page.config()
    assert (page.run.title.text(), config.goal, config.epochs, config.eval_share) == ("", "qa", 30, 0.0)
    page.recipe.goals.choices["persona"].click()
    page.use_data(str(table), {"train_on": "all"})
    assert page.recipe.goal == "persona"


@pytest.mark.slow
def test_that_rows_with_two_answers_are_read_as_choices_once_that_is_the_goal(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    data = tmp_path / "pairs.jsonl"
    rows = [{"prompt": f"Lamp {n}?", "chosen": f"It is {n}.", "rejected": f"No. {n}?"} for n in range(40)]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(data), {})
    qtbot.waitUntil(lambda: page.recipe.goal == "choices", timeout=TIMEOUT_MS)
    assert (page.config().objective, page.config().preference_beta) == ("orpo", 0.1)
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.steps > 0, timeout=TIMEOUT_MS)
    rate = page.config().learning_rate
    page.recipe.change({"objective": "dpo"})
    assert page.config().objective == "dpo"
    assert page.config().learning_rate == pytest.approx(rate / 4)
    page.recipe.use_goal("style")
    assert page.config().objective == "sft"
    qtbot.waitUntil(lambda: page.outlook.plan is not None and page.outlook.plan.tokens_shared == 0, timeout=TIMEOUT_MS)


@pytest.mark.slow
def test_that_a_run_made_again_keeps_its_goal(qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path) -> None:
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(short_text), {})
    qtbot.waitUntil(lambda: page.recipe.goal == "text" and page.outlook.plan is not None, timeout=TIMEOUT_MS)
    page.recipe.change({"epochs": "7"})
    job = submitted(qtbot, pages)
    assert job is not None and job.config.goal == "text"
    page.fill_from(runs.create(job))
    qtbot.waitUntil(lambda: page.recipe.goals.origin == "text", timeout=TIMEOUT_MS)
    assert page.config() == job.config and page.recipe.goals.choices["text"].isChecked()

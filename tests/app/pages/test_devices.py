"""What computes, as the window shows it: chosen, kept, and told of a run; and calm where there is no graphics card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from pytestqt.qtbot import QtBot

from app.pages.monitor.page import Numbers
from app.pages.monitor.run_plots import RunPlots
from app.pages.monitor.which_plots import CARD
from app.pages.settings.page import SettingsPage
from app.pages.train.needs import MemoryNeeded
from app.pages.train.page import TrainPage
from app.widgets.device_choice import DeviceChoice
from app.workers.computers import Computers
from app.workers.devices import Devices
from app.workers.run_model import RunModel
from core import protocol as p
from core.advice.devices import NO_CARD
from core.base import settings
from core.base.devices import BY_CPU, DeviceReport, is_device_name

GOOD = DeviceReport(
    name="vulkan:0", description="AMD Radeon 780M (RADV)", integrated=True, memory_total=4_100_000_000, verdict="works"
)
WRONG = DeviceReport(name="vulkan:1", description="Intel(R) Arc A770", verdict="wrong", reason="Twice too large.")
CHOSEN = p.DeviceChosen(device="vulkan:0", description="AMD Radeon 780M (RADV)", cpu_seconds=7.4, device_seconds=3.1)

SAID = "AMD Radeon 780M: 3.10 s a step, the processor 7.40 s."


def choose(choice: DeviceChoice, value: str) -> None:
    """As a person does in the list."""
    choice.setCurrentIndex(choice.findData(value))
    choice.activated.emit(choice.currentIndex())


def memory(second: int, used: int | None) -> p.Memory:
    total = None if used is None else 8 * 10**9
    return p.Memory(
        time=float(second), rss=10**9, peak=10**9, available=10**10, total=10**10, device_used=used, device_total=total
    )


@pytest.fixture
def page(qtbot: QtBot) -> SettingsPage:
    page = SettingsPage(Devices(known=[GOOD, WRONG]), Computers())
    qtbot.addWidget(page)
    page.show()
    page.shown()
    return page


def test_that_the_programs_device_is_kept_and_taken_back(page: SettingsPage) -> None:
    row = page.computing.device
    choose(row.choice, "vulkan:0")
    assert settings.load().device == "vulkan:0"
    choose(row.choice, "auto")
    assert settings.load().device == ""
    assert [label.text() for label in row.found] == [
        "AMD Radeon 780M computes right, with up to 4.10 GB of the computer's memory.",
        "Intel Arc A770 gives wrong numbers with this driver. Twice too large.",
    ]
    row._devices.busy_with = "chats is being trained."
    page.block(row._devices.busy_with)
    assert not row.again.isEnabled() and "chats" in row.again.toolTip()


def test_that_a_card_with_wrong_numbers_is_listed_but_cannot_be_chosen(page: SettingsPage) -> None:
    choice = page.computing.device.choice
    model, place = choice.model(), choice.findData("vulkan:1")
    assert isinstance(model, QStandardItemModel)
    assert not model.item(place).isEnabled() and model.item(choice.findData("vulkan:0")).isEnabled()
    assert choice.itemText(place) == "Intel Arc A770: gives wrong numbers with this driver"
    assert "Twice too large." in choice.itemData(place, Qt.ItemDataRole.ToolTipRole)


def test_that_without_a_card_there_is_nothing_to_choose_and_it_is_said_where_to_read_on(qtbot: QtBot) -> None:
    page = SettingsPage(Devices(known=[]), Computers())
    qtbot.addWidget(page)
    row = page.computing.device
    row.show_settings(settings.Settings())
    assert (row.choice.count(), row.choice.currentText(), row.choice.value) == (1, "Processor", "auto")
    assert not row.choice.isEnabled() and row.found == []
    assert row.said.text() == NO_CARD and row.guide.isVisibleTo(page)


@pytest.mark.slow
def test_that_a_training_takes_the_card_that_was_chosen(qtbot: QtBot) -> None:
    page = TrainPage(Devices(known=[GOOD, WRONG]), Computers())
    qtbot.addWidget(page)
    knob = page.recipe.advanced.knobs["device"]
    assert page.config().device == "auto"
    assert isinstance(knob.field, DeviceChoice)
    choose(knob.field, "vulkan:0")
    assert page.config().device == "vulkan:0" and "computes right" in knob.sentence.text()
    choose(knob.field, "auto")
    settings.save(settings.Settings(device="vulkan:0"))
    knob.fill("auto")
    assert knob.sentence.text() == "As set in Settings: AMD Radeon 780M."
    choose(knob.field, "vulkan:0")
    again = TrainPage(Devices(known=[]), Computers())
    qtbot.addWidget(again)
    again.restore(page.state())
    there = again.recipe.advanced.knobs["device"]
    assert again.config().device == "vulkan:0" and there.field.isEnabled()
    assert there.field.currentText() == "vulkan:0: not found here"


@pytest.mark.process
def test_that_cards_are_looked_for_by_a_worker(qtbot: QtBot) -> None:
    devices = Devices()
    devices.look()
    assert devices.is_looking
    qtbot.waitUntil(lambda: not devices.is_looking)
    assert devices.failure is None and devices.reports is not None
    assert all(is_device_name(one.name) for one in devices.reports)


def test_that_the_plan_says_what_it_takes_of_a_card(qtbot: QtBot) -> None:
    card = MemoryNeeded()
    qtbot.addWidget(card)
    plan = p.TrainingPlan(
        weights=1, copies=1, activations=1, optimizer=1, compute=1, process=1, total=6, least=6, budget=10, fits=True
    )
    card.show_plan(plan)
    assert card.card.isHidden()
    plan.device, plan.device_total, plan.device_layers = 3_200_000_000, 8_000_000_000, 24
    card.show_plan(plan)
    assert not card.card.isHidden() and card.card.text() == "On the graphics card: 3.20 GB of 8.00 GB, 24 layers."


def test_that_a_cards_memory_is_a_curve_where_there_is_one(qtbot: QtBot) -> None:
    plots, model = RunPlots(), RunModel()
    qtbot.addWidget(plots)
    model.add(p.Hello(pid=1, job="train", version="0", time=0.0))
    model.add(memory(1, None))
    plots.draw(model)
    assert plots.plot("memory")._legend[CARD].isHidden()
    for second in range(2, 9):
        model.add(memory(second, 3_000_000_000))
    plots.draw(model)
    x, y = plots.plot("memory").curves[CARD].getOriginalDataset()
    assert not plots.plot("memory")._legend[CARD].isHidden()
    assert list(x) == list(range(1, 8)) and set(y) == {3.0}
    assert "3.00 GB of the graphics card's" in plots.plot("memory").plot.accessibleDescription()


@pytest.mark.parametrize(("events", "shown"), [([], ""), ([p.DeviceChosen(device="cpu")], ""), ([CHOSEN], SAID)])
def test_that_a_run_says_what_computes_it_where_there_was_a_choice(
    qtbot: QtBot, events: list[p.Event], shown: str
) -> None:
    numbers, model = Numbers(), RunModel()
    qtbot.addWidget(numbers)
    for event in events:
        model.add(event)
    numbers.show_device(model.device)
    assert (numbers.device.accessibleName(), numbers.device.isHidden()) == (shown, not shown)
    assert [note.text for note in model.notes] == ([shown] if shown else [])


def test_that_a_device_that_is_not_there_is_told_with_the_way_out(qtbot: QtBot) -> None:
    page = TrainPage(Devices(known=[]), Computers())
    qtbot.addWidget(page)
    page.recipe.change({"device": "vulkan:7"})
    refusal = p.Failed(code="device.none", message="No graphics card was found.", hint=BY_CPU, actions=BY_CPU.actions)
    page.outlook.planning.failed.emit(refusal)
    assert not page.start.isEnabled() and page.mend.text() == "Compute on the processor"
    assert "--device" not in page.memory.verdict.text() and "Compute on" in page.memory.verdict.text()
    page.mend.click()
    assert page.config().device == "cpu"

"""How much of the machine a training takes, and when it waits."""

from __future__ import annotations

import psutil

from app.pages.settings import texts
from app.pages.settings.device_row import DeviceRow
from app.pages.settings.keeper import Keeper
from app.pages.settings.rows import labelled, switch_row
from app.widgets.controls import Card, dim_label, drop_down
from app.workers.devices import Devices
from app.workers.guard import battery, temperatures
from core.advice.machine_speed import processor
from core.advice.texts.language import tr
from core.advice.texts.numbers import count
from core.base.cores import physical_cores
from core.base.settings import Settings


class ComputingCard(Card):
    """Threads and device, and staying usable meanwhile."""

    def __init__(self, keeper: Keeper, devices: Devices) -> None:
        super().__init__(tr("Computing"))
        self.device = DeviceRow(keeper, devices)
        cores = physical_cores()
        self.threads = drop_down(tr("Threads"))
        self.threads.addItem(tr("All {cores} cores", cores=count(cores)) if cores > 1 else tr("The one core"), 0)
        for number in range(1, max(cores, psutil.cpu_count() or 1) + 1):
            self.threads.addItem(
                tr("{number} of {cores}", number=number, cores=cores)
                if number <= cores
                else tr("{number}, more than cores", number=number),
                number,
            )
        self.gentle, gentle = switch_row(tr("&Keep this computer usable while it trains"), texts.GENTLE)
        self.body.addWidget(
            dim_label(tr("{processor}, {cores} cores", processor=processor(), cores=count(cores)), wraps=True)
        )
        self.body.addWidget(labelled(tr("T&hreads that compute"), self.threads))
        self.body.addWidget(gentle)
        self.body.addWidget(self.device)
        self.threads.activated.connect(lambda _index: keeper.change(threads=self.threads.currentData()))
        self.gentle.clicked.connect(lambda checked: keeper.change(gentle=checked))

    def show_settings(self, known: Settings) -> None:
        place = self.threads.findData(known.threads)
        if place < 0:
            self.threads.addItem(tr("{threads}, more than cores", threads=known.threads), known.threads)
            place = self.threads.count() - 1
        self.threads.setCurrentIndex(place)
        self.gentle.setChecked(known.gentle)
        self.device.show_settings(known)


class WaitingCard(Card):
    """Sleep, battery and heat."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("While it trains"))
        has_battery = battery() is not None
        self.awake, awake = switch_row(tr("Keep the computer a&wake"), texts.AWAKE)
        self.battery, on_battery = switch_row(
            tr("Pause on &battery"), texts.ON_BATTERY if has_battery else texts.NO_BATTERY
        )
        has_sensors = bool(temperatures())
        self.heat, heat = switch_row(
            tr("&Pause when it gets too hot"), texts.WHEN_HOT if has_sensors else texts.NO_SENSORS
        )
        self.battery.setEnabled(has_battery)
        self.heat.setEnabled(has_sensors)
        for widget in (awake, on_battery, heat):
            self.body.addWidget(widget)
        self.awake.clicked.connect(lambda checked: keeper.change(awake=checked))
        self.battery.clicked.connect(lambda checked: keeper.change(pause_on_battery=checked))
        self.heat.clicked.connect(lambda checked: keeper.change(pause_when_hot=checked))

    def show_settings(self, known: Settings) -> None:
        self.awake.setChecked(known.awake)
        self.battery.setChecked(known.pause_on_battery)
        self.heat.setChecked(known.pause_when_hot)

"""Lists the graphics cards of this machine and whether they compute correctly.

Also opens the device that settings name, to plan a training's memory before the model is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from core import protocol as p
from core.base import devices
from core.base.devices import AUTO, BY_CPU, CPU, DeviceReport
from core.base.errors import Do, Hint, LuthierError
from core.base.settings import device_for
from core.engine.ggml.devices import Device, find_devices, on_processor, plugin_paths
from core.engine.ggml.lib import load
from core.engine.model.weights import LoadedModel
from core.engine.trial import messages
from core.engine.trial.messages import Found, Listing, Outcome
from core.jobs.context import JobContext
from core.jobs.context import Outcome as JobOutcome
from core.jobs.devices.verdicts import forget, recall, remember
from core.protocol.config import TrainConfig

KeepGoing = Callable[[], None]  # called a few times a second; may raise to end the test
Testing = Callable[[Found], None]  # called with a card that is about to be tested

TESTING = "Testing {card} against the processor"

_INSTALL = Do.open("doctor", "docs/gpu.md says what cards need, `luthier doctor` what is missing here.")
_NEW_DRIVER = Hint("A newer driver may help: the card is tested again by itself then.", BY_CPU)


def list_devices(job: p.ListDevicesJob, context: JobContext) -> JobOutcome[p.DevicesResult]:
    """List devices in the backends' order. Failing plug-ins and drivers become notices."""
    context.phase("devices", "Looking for graphics cards")
    if job.again:
        devices.forget()
        forget()
    keep_going = context.control.raise_if_cancelled
    listing = list_found(keep_going)
    for plugin in listing.not_loaded:
        context.notice("device.plugin", f"{plugin.path} cannot be loaded: {plugin.reason.rstrip('.')}.", _INSTALL)
    if listing.problem:
        context.notice(
            "device.no-answer", listing.problem, "A newer driver may help. The processor trains all the same."
        )
    reports = []
    for found in listing.devices:
        reports.append(report_of(found, keep_going, tell_of_test(context), test=job.test, again=job.again))
    return "done", p.DevicesResult(devices=reports)


def tell_of_test(context: JobContext) -> Testing:
    """Return a callback that announces a card's test as a phase of the job."""
    return lambda found: context.phase("device-test", TESTING.format(card=found.description))


def list_found(keep_going: KeepGoing = lambda: None) -> Listing:
    """Return all devices except the processor; starts no process if no plug-in is installed."""
    return messages.list_devices(keep_going) if plugin_paths() else Listing([], [])


def report_of(
    found: Found,
    keep_going: KeepGoing = lambda: None,
    testing: Testing = lambda found: None,
    *,
    test: bool,
    again: bool = False,
) -> DeviceReport:
    """Return a device's report with its verdict. test: test a device without a valid verdict. again: test any."""
    outcome = None if again else recall(found)
    if outcome is None and test:
        testing(found)
        outcome = messages.try_device(found.name, keep_going)
        remember(found, outcome)
    return _report(found, outcome)


def trusted_device(name: str, keep_going: KeepGoing = lambda: None, testing: Testing = lambda found: None) -> Device:
    """Return the device with that name if it exists and computes the same as the processor, testing it if necessary.

    Raises LuthierError `device.none`, `device.unknown`, `device.wrong`, `device.crashes`, `device.missing`.
    """
    listing = list_found(keep_going)
    if listing.problem and not listing.devices:
        raise LuthierError("device.crashes", listing.problem, _NEW_DRIVER)
    if not listing.devices:
        raise LuthierError("device.none", f"No graphics card was found, so there is no {name}.", Hint(_INSTALL, BY_CPU))
    found = next((found for found in listing.devices if found.name == name), None)
    if found is None:
        raise _unknown(name, listing.devices)
    report = report_of(found, keep_going, testing, test=True)
    if report.verdict != "works":
        raise _not_trusted(report)
    return _open(name, listing.devices)


def trusted_devices(
    keep_going: KeepGoing = lambda: None,
    testing: Testing = lambda found: None,
    not_trusted: Callable[[LuthierError], None] = lambda error: None,
    asked: Callable[[Found], bool] = lambda found: True,
) -> list[Device]:
    """Return all devices that compute the same as the processor, testing them if necessary. not_trusted: called for the
    others.

    asked: selects the devices to consider. Raises LuthierError `ggml.*`.
    """
    listing = list_found(keep_going)
    if listing.problem:
        not_trusted(LuthierError("device.crashes", listing.problem, _NEW_DRIVER))
    reports = [report_of(found, keep_going, testing, test=True) for found in listing.devices if asked(found)]
    good = {report.name for report in reports if report.verdict == "works"}
    for report in reports:
        if report.name not in good:
            not_trusted(_not_trusted(report))
    return [device for device in find_devices(load()) if device.name in good] if good else []


def is_card(found: Found) -> bool:
    """Return whether a device is a card. Vulkan emulated on the processor is not: it is for tests and must be named."""
    return not on_processor(found.description)


def _open(name: str, listed: list[Found]) -> Device:
    for device in find_devices(load()):
        if device.name == name:
            return device
    raise _unknown(name, [found for found in listed if found.name != name])  # it was unplugged meanwhile


def _unknown(name: str, listed: list[Found]) -> LuthierError:
    there = ", ".join([*(f"{found.name} ({found.description})" for found in listed), f"{CPU} (the processor)"])
    return LuthierError("device.unknown", f"There is no device {name}.", f"There are: {there}.")


def _not_trusted(report: DeviceReport) -> LuthierError:
    card = f"{report.description} ({report.name})"
    if report.verdict == "wrong":
        return LuthierError(
            "device.wrong", f"{card} gives wrong numbers with this driver. {report.reason}", _NEW_DRIVER
        )
    if report.verdict == "crashes":
        return LuthierError("device.crashes", f"{card} failed its self-test. {report.reason}", _NEW_DRIVER)
    return LuthierError("device.missing", f"{card} cannot be used for training. {report.reason}", BY_CPU)


def _report(found: Found, outcome: Outcome | None) -> DeviceReport:
    report = DeviceReport(
        name=found.name,
        description=found.description,
        integrated=found.integrated,
        memory_total=found.memory_total,
        memory_free=found.memory_free,
    )
    if outcome is not None:
        report.verdict, report.reason, report.largest_error = outcome.verdict, outcome.reason, outcome.largest_error
    return report


class PlannedDevices:
    """Opens each device to plan with once. `auto` plans for the processor, because the faster device is measured only
    at a training's start.
    """

    def __init__(self, loaded: LoadedModel, keep_going: KeepGoing) -> None:
        self._keep_going = keep_going
        self._opened: dict[str, LoadedModel] = {AUTO: loaded, CPU: loaded}

    def loaded_for(self, config: TrainConfig) -> LoadedModel:
        """Return the model with the device named in the settings. Raises LuthierError `device.*`."""
        wanted = device_for(config.device)
        if wanted not in self._opened:
            device = trusted_device(wanted, self._keep_going).open()
            self._opened[wanted] = replace(self._opened[CPU], device=device)
        return self._opened[wanted]


def with_total(memory: p.MemoryPlan, loaded: LoadedModel) -> p.MemoryPlan:
    """Return the plan with the device's total memory, if the plan uses the device."""
    if loaded.device is None or not memory.device:
        return memory
    return msgspec.structs.replace(memory, device_total=loaded.device.device.memory()[1])

"""The graphics cards of this machine that could compute, and whether they are to be trusted with it.

Also here: the device that settings name, to plan with: what a training takes of it, before any of the model is read.
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

KeepGoing = Callable[[], None]  # called a few times a second; what it raises ends the test
Testing = Callable[[Found], None]  # told of a card that is about to be tested

TESTING = "Testing {card} against the processor"

_INSTALL = Do.open("doctor", "docs/gpu.md says what cards need, `luthier doctor` what is missing here.")
_NEW_DRIVER = Hint("A newer driver may help: the card is tested again by itself then.", BY_CPU)


def list_devices(job: p.ListDevicesJob, context: JobContext) -> JobOutcome[p.DevicesResult]:
    """List devices in the backends' order; plug-ins that cannot be loaded, and drivers that cannot be asked, are
    notices.
    """
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
    """Return what reports a card's test, as a phase of the job."""
    return lambda found: context.phase("device-test", TESTING.format(card=found.description))


def list_found(keep_going: KeepGoing = lambda: None) -> Listing:
    """Return all devices there are beside the processor; nothing is started where there is no plug-in to ask."""
    return messages.list_devices(keep_going) if plugin_paths() else Listing([], [])


def report_of(
    found: Found,
    keep_going: KeepGoing = lambda: None,
    testing: Testing = lambda found: None,
    *,
    test: bool,
    again: bool = False,
) -> DeviceReport:
    """Return a device's report with its verdict. test: make one if none holds. again: also if one does."""
    outcome = None if again else recall(found)
    if outcome is None and test:
        testing(found)
        outcome = messages.try_device(found.name, keep_going)
        remember(found, outcome)
    return _report(found, outcome)


def trusted_device(name: str, keep_going: KeepGoing = lambda: None, testing: Testing = lambda found: None) -> Device:
    """Return the device of that name, if it is there and computes as the processor does; tested where it was not yet.

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
    """Return all devices that compute as the processor does; tested where they were not yet. not_trusted: told of the
    others.

    asked: which of them it is about. Raises LuthierError `ggml.*`.
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
    """Return whether a device is more than Vulkan on the processor, which is for tests and used only when named."""
    return not on_processor(found.description)


def _open(name: str, listed: list[Found]) -> Device:
    for device in find_devices(load()):
        if device.name == name:
            return device
    raise _unknown(name, [found for found in listed if found.name != name])  # unplugged since


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
    """The model with each device to plan for, opened once. `auto` plans for the processor: which is faster is measured
    only when it is to train.
    """

    def __init__(self, loaded: LoadedModel, keep_going: KeepGoing) -> None:
        self._keep_going = keep_going
        self._opened: dict[str, LoadedModel] = {AUTO: loaded, CPU: loaded}

    def loaded_for(self, config: TrainConfig) -> LoadedModel:
        """Return the model with the device that is named. Raises LuthierError `device.*`."""
        wanted = device_for(config.device)
        if wanted not in self._opened:
            device = trusted_device(wanted, self._keep_going).open()
            self._opened[wanted] = replace(self._opened[CPU], device=device)
        return self._opened[wanted]


def with_total(memory: p.MemoryPlan, loaded: LoadedModel) -> p.MemoryPlan:
    """Return the plan with the device's whole memory, where it takes any of that."""
    if loaded.device is None or not memory.device:
        return memory
    return msgspec.structs.replace(memory, device_total=loaded.device.device.memory()[1])

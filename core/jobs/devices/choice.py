"""Chooses the device for a training: the requested one, or the faster of the processor and the best card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.base import devices
from core.base.devices import AUTO, CPU
from core.base.errors import LuthierError
from core.engine.ggml.devices import Device
from core.engine.model.weights import LoadedModel
from core.engine.train.measured_row import seconds_of_row
from core.engine.train.plan.draft import Plan
from core.engine.train.rows import PackedRow
from core.jobs.context import JobContext
from core.jobs.devices.list import is_card, tell_of_test, trusted_device, trusted_devices
from core.jobs.devices.verdicts import LOST, Seconds, recall_seconds, remember_seconds
from core.protocol.config import TrainConfig

_WAS_LOST = "The training ended when a step was measured on {card}. Test it again for another try."


class Chosen(NamedTuple):
    """The model with its chosen device, if any, and the event about it, if any."""

    loaded: LoadedModel
    told: p.DeviceChosen | None


def with_device(
    loaded: LoadedModel,
    wanted: str,
    config: TrainConfig,
    rows: Sequence[PackedRow],
    context: JobContext,
    known: Plan | None = None,
    *,
    or_processor: bool = False,
) -> Chosen:
    """Return the model with the device that will compute. known: the run's plan so far, whose device `auto` keeps.
    or_processor: fall back to the processor, with a notice, if the wanted device is not available. Raises LuthierError
    `device.*`.
    """
    keep_going, testing = context.control.raise_if_cancelled, tell_of_test(context)
    if wanted == CPU or (wanted == AUTO and known is not None and known.device is None):
        return Chosen(loaded, None)
    if wanted != AUTO:
        try:
            return _given(loaded, trusted_device(wanted, keep_going, testing), "It was asked for.")
        except LuthierError as error:
            if or_processor and error.code.startswith("device."):
                return Chosen(loaded, p.DeviceChosen(device=CPU, reason=error.message))
            raise

    def tell(error: LuthierError) -> None:
        context.notice(error.code, error.message, error.hint)

    found = trusted_devices(keep_going, testing, tell, is_card)
    if known is not None and known.device is not None:
        for device in found:
            if device.name == known.device.device:
                return _given(loaded, device, "The run has used it so far.")
    best = best_card(found)
    return Chosen(loaded, None) if best is None else _faster(loaded, best, config, rows, context)


def best_card(found: Sequence[Device]) -> Device | None:
    """Return the card to try if none is named."""
    return max(found, key=lambda device: (not device.is_integrated, device.memory()[1]), default=None)


def tell_of_device(chosen: Chosen, plan: Plan, context: JobContext) -> None:
    """Emit the chosen device and its number of layers, and from now on its memory usage."""
    if chosen.told is None:
        return
    n_layer, device = chosen.loaded.model.shape.n_layer, plan.device
    told = msgspec.structs.replace(chosen.told, of_layers=n_layer, layers=n_layer - device.first_layer if device else 0)
    if device is None and told.device != CPU:
        reason = f"Not one layer of the model fits into the free memory of {told.description}."
        told = msgspec.structs.replace(told, device=CPU, reason=reason)
    context.emit(told)
    context.phase("plan", "Preparing the model")  # ends the phase of testing or measuring
    if device is None or chosen.loaded.device is None:
        return
    card, planned = chosen.loaded.device.device, device.bytes

    def taken() -> tuple[int, int]:
        free, total = card.memory()
        return total - free or planned, total  # some drivers do not report it

    context.device_memory.watch(taken)


def _given(loaded: LoadedModel, device: Device, reason: str, seconds: Seconds | None = None) -> Chosen:
    return Chosen(replace(loaded, device=device.open()), _told(device, device.name, reason, seconds))


def _told(device: Device, name: str, reason: str, seconds: Seconds | None) -> p.DeviceChosen:
    return p.DeviceChosen(
        device=name,
        description=device.description,
        version=device.version,
        reason=reason,
        cpu_seconds=seconds.cpu if seconds else None,
        device_seconds=seconds.device if seconds else None,
    )


def _faster(
    loaded: LoadedModel, device: Device, config: TrainConfig, rows: Sequence[PackedRow], context: JobContext
) -> Chosen:
    """Choose the device if it computes a step faster than the processor; both times are reported."""
    try:
        seconds = _measured(loaded, device, config, rows, context)
    except (LuthierError, MemoryError) as error:
        said = error.message if isinstance(error, LuthierError) else "There is not enough memory."
        return Chosen(loaded, _told(device, CPU, f"{device.description} cannot train this: {said}", None))
    if seconds.device is None:
        return Chosen(loaded, _told(device, CPU, _WAS_LOST.format(card=device.description), None))
    if seconds.device < seconds.cpu:
        return _given(loaded, device, "", seconds)
    return Chosen(loaded, _told(device, CPU, "", seconds))


def _measured(
    loaded: LoadedModel, device: Device, config: TrainConfig, rows: Sequence[PackedRow], context: JobContext
) -> Seconds:
    """Return the remembered seconds, or measure them. A lost card is measured again only with smaller submissions."""
    key = _key(loaded, device, config, rows)
    known = recall_seconds(key)
    if known is not None and (known != LOST or devices.asked_level() == 0):
        return known
    context.phase("device-speed", f"Measuring a step on {device.description} and on the processor")

    def report(done: int, total: int) -> None:
        context.control.raise_if_cancelled()
        context.progress(done, total, "tensors")

    remember_seconds(key, LOST)  # in case measuring ends the process
    try:
        there = seconds_of_row(replace(loaded, device=device.open()), config, rows, report)
        here = seconds_of_row(loaded, config, rows, report)
    except BaseException:
        remember_seconds(key, None)
        raise
    seconds = Seconds(here * config.grad_accumulation, there * config.grad_accumulation)
    remember_seconds(key, seconds)
    return seconds


def _key(loaded: LoadedModel, device: Device, config: TrainConfig, rows: Sequence[PackedRow]) -> str:
    """Return a key of everything that affects a step's duration."""
    model, longest = loaded.model.file, max(len(row.tokens) for row in rows)
    of_run = (
        config.grad_accumulation, config.rank, config.targets, config.layers, config.dora, config.memory_budget,
        config.backward,
    )  # fmt: skip
    of_machine = (loaded.backend.threads, device.description, device.version)
    return repr((model.path.name, model.size, longest, *of_run, *of_machine))

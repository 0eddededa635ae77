"""The device that settings name, to plan with: what a training takes of it, before any of the model is read."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from core import protocol as p
from core.base.devices import AUTO, CPU
from core.base.settings import device_for
from core.engine.model.weights import LoadedModel
from core.jobs.devices.list import KeepGoing, trusted_device
from core.protocol.config import TrainConfig


class PlannedDevices:
    """Each is opened once. `auto` plans for the processor: which is faster is measured only when it is to train."""

    def __init__(self, loaded: LoadedModel, keep_going: KeepGoing) -> None:
        self._keep_going = keep_going
        self._opened: dict[str, LoadedModel] = {AUTO: loaded, CPU: loaded}

    def loaded_for(self, config: TrainConfig) -> LoadedModel:
        """The model with the device that is named. Raises LuthierError `device.*`."""
        wanted = device_for(config.device)
        if wanted not in self._opened:
            device = trusted_device(wanted, self._keep_going).open()
            self._opened[wanted] = replace(self._opened[CPU], device=device)
        return self._opened[wanted]


def with_total(memory: p.MemoryPlan, loaded: LoadedModel) -> p.MemoryPlan:
    """The plan with what the device has at all, where it takes any of that."""
    if loaded.device is None or not memory.device:
        return memory
    return msgspec.structs.replace(memory, device_total=loaded.device.device.memory()[1])

"""`python -m tests.support.odd_device`: the trial's process with a device of another kind, by the name in its order.

It is ggml's own CPU behind the interface of a device, without our kernels: right, or failing in ways that drivers have.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from core.base.child_process import take
from core.engine.ggml.backend import Graph
from core.engine.ggml.devices import Device, DeviceBackend
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.trial.messages import DeviceTrial, end
from core.engine.trial.process import try_device

WEIGHT, NORM = 10_000, 4 * 256  # bytes: more than any vector of the trial's models has, and what some have


def main() -> None:
    order, say = take(DeviceTrial)
    try_device(DEVICES[order.device], Path(order.folder), say)
    end()


def right(ggml: Ggml) -> DeviceBackend:
    ggml.load_registry()
    devices = [Device(ggml, ggml.backend_dev_get(index)) for index in range(ggml.backend_dev_count())]
    return next(device for device in devices if device.name == "cpu:0").open()


def loses_ends(ggml: Ggml) -> DeviceBackend:
    """Of what is uploaded, the last sixteenth is zero, where it is large."""

    def damaged(data: bytearray) -> None:
        if len(data) > WEIGHT:
            data[-len(data) // 16 :] = bytes(-(-len(data) // 16))

    return _with_uploads(ggml, damaged)


def loses_a_norm(ggml: Ggml) -> DeviceBackend:
    """All bits of a small upload are set: no numbers."""

    def damaged(data: bytearray) -> None:
        if len(data) == NORM:
            data[:] = b"\xff" * NORM

    return _with_uploads(ggml, damaged)


def lacks_softmax(ggml: Ggml) -> DeviceBackend:
    class Lacking(DeviceBackend):
        def supports(self, node: Tensor) -> bool:
            return "SOFT_MAX" not in self.ggml.op_desc(node.address).decode()

    whole = right(ggml)
    return Lacking(ggml, whole.device, whole._device_handle)


def aborts(ggml: Ggml) -> DeviceBackend:
    class Aborting(DeviceBackend):
        def compute(self, _graph: Graph) -> None:
            os.kill(os.getpid(), signal.SIGABRT)

    whole = right(ggml)
    return Aborting(ggml, whole.device, whole._device_handle)


def hangs(ggml: Ggml) -> DeviceBackend:
    time.sleep(3600)
    return right(ggml)


def is_full(ggml: Ggml) -> DeviceBackend:
    """No tensor gets memory."""
    ggml.backend_alloc_ctx_tensors = lambda context, backend: None
    return right(ggml)


def _with_uploads(ggml: Ggml, damage: Callable[[bytearray], None]) -> DeviceBackend:
    device, upload = right(ggml), ggml.backend_tensor_set

    def damaged_upload(address: int, data: int, offset: int, size: int) -> None:
        copy = bytearray(ctypes.string_at(data, size))
        damage(copy)
        upload(address, (ctypes.c_uint8 * size).from_buffer(copy), offset, size)

    ggml.backend_tensor_set = damaged_upload
    return device


DEVICES: dict[str, Callable[[Ggml], DeviceBackend]] = {
    made.__name__: made for made in (right, loses_ends, loses_a_norm, lacks_softmax, aborts, hangs, is_full)
}

if __name__ == "__main__":
    main()

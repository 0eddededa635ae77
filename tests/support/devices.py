"""What computes beside the CPU with our kernels, for tests that run on all: each a backend, with how exact it is."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import Device, DeviceBackend
from core.engine.ggml.lib import load
from tests.support.metal_double import MetalDouble


class Tolerance(NamedTuple):
    """Largest relative errors. operation: of one, forward or backward. gradient: of a whole model's, of every factor.
    loss: of each of twenty steps. decays: the gradients of the delta rule's decays may be off by so many times more;
    per_layer: those that leave Gemma's embeddings for a layer.
    """

    operation: float
    gradient: float
    loss: float
    decays: float = 5.0
    per_layer: float = 1.0


# Operands of products are rounded to 11 bits. Twenty steps make more of it, and each processor rounds otherwise: of
# 320 losses four were off by 0.69% and 0.75% on an EPYC with AVX-VNNI (LFM2 and Qwen3.5), where others met 0.5%.
HALF = Tolerance(operation=1.5e-3, gradient=1e-2, loss=1.5e-2)
TOLERANCES = {
    # Without our kernels. Copies, what is saved and, on the CPU, gelu's table are in F16.
    "ggml": Tolerance(operation=1e-5, gradient=4e-3, loss=1e-3),
    # On a processor with AVX2 and no more, whose sums go in another order, the decays of qwen35 are off by 5.04%.
    "metal": HALF._replace(decays=5.5),
    "vulkan": HALF._replace(decays=8.0, per_layer=2.0),
}
# ggml's Vulkan, when it opens a device: products round nothing where this is set.
IN_FULL = "GGML_VK_DISABLE_F16"


def tolerance_of(name: str) -> Tolerance:
    """In full precision what else hides behind rounding shows: streamed gradients are within 5e-4."""
    if name == "vulkan" and IN_FULL in os.environ:
        return TOLERANCES["ggml"]._replace(gradient=5e-4)
    return TOLERANCES[name]


class OnDevice(NamedTuple):
    """A backend with its tolerance."""

    backend: Backend
    tolerance: Tolerance

    @property
    def is_mesas(self) -> bool:
        """Mesa's Vulkan on the processor."""
        return isinstance(self.backend, DeviceBackend) and self.backend.device.is_processor


EVERY_DEVICE = [
    "ggml",
    "metal",
    pytest.param("vulkan", marks=pytest.mark.vulkan),
]


def opened(name: str, request: pytest.FixtureRequest) -> Backend:
    """Skips the test where there is no such device."""
    if name == "vulkan":
        device: Device = request.getfixturevalue("vulkan_device")
        return device.open()
    ggml = load()
    return MetalDouble(ggml) if name == "metal" else Backend(ggml, threads=1)

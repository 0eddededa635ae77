"""The device that tests of graphics cards run on: Mesa's, which computes Vulkan on the processor, or one that is named.

$LUTHIER_TEST_DEVICE: `lavapipe` is Mesa's, and it has to be there; `vulkan:0`, `metal` or another is this machine's own
of that name, and has to be there. Without it, Mesa's is taken where it is, and else these tests are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.engine.ggml.devices import Device, find_devices, why_not_loaded
from core.engine.ggml.lib import load

NAMED = "LUTHIER_TEST_DEVICE"
LAVAPIPE = "lavapipe"
DRIVERS = Path("/usr/share/vulkan/icd.d")


class NoDeviceError(Exception):
    """Why there is none to test on."""


def environment() -> dict[str, str]:
    """What a process needs in order to see the device that tests run on, and of Vulkan's no other.

    ggml hides Vulkan devices that are no graphics cards, unless they are asked for by number. Raises NoDeviceError.
    """
    if named() != LAVAPIPE:
        return {}
    drivers = sorted(DRIVERS.glob("lvp_icd*.json"))
    if not drivers:
        raise NoDeviceError("Mesa's Vulkan device on the processor is not installed (make test-vulkan)")
    only = {name: str(drivers[0]) for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")}
    return {**only, "GGML_VK_VISIBLE_DEVICES": "0"}


def named() -> str:
    return os.environ.get(NAMED, LAVAPIPE)


def device_to_test_on() -> Device:
    """Raises NoDeviceError."""
    troubles: list[str] = []
    with _environment(environment()):  # no longer: other tests' processes shall not find it
        devices = find_devices(load(), lambda path: troubles.append(f"{path.name}: {why_not_loaded(path)}"))
    wanted = "vulkan:0" if named() == LAVAPIPE else named()
    for device in devices:
        if device.name == wanted:
            return device
    raise NoDeviceError("; ".join(troubles) or f"ggml finds no device {wanted} (make vulkan builds its plug-in)")


def none_here(error: NoDeviceError) -> None:
    """Leave the test out, or fail where a device was asked for."""
    if NAMED in os.environ:
        pytest.fail(str(error))
    pytest.skip(str(error))


@contextmanager
def _environment(more: dict[str, str]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in more.items():
            patch.setenv(name, value)
        yield

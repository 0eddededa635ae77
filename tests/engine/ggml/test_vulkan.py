"""The plug-in that `make vulkan` builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.engine.ggml.devices import FOLDER, Device, plugin_paths
from core.engine.ggml.lib import library_folder

LOOK = """
from pathlib import Path
from core.engine.ggml.devices import find_devices
from core.engine.ggml.lib import load
from core.engine.ggml.devices import why_not_loaded
devices = find_devices(load(), lambda path: print(why_not_loaded(path)))
print([device.open().name for device in devices])
print({line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libggml-base" in line})
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="as Linux loads libraries")


def look(**more: str) -> list[str]:
    """What a process of its own says: why plug-ins did not load, which devices there are, where ggml was loaded."""
    command = [sys.executable, "-c", LOOK]
    told = subprocess.run(command, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=True)
    return told.stdout.strip().splitlines()


def test_that_a_device_says_what_it_is_and_how_much_memory_it_has(vulkan_device: Device) -> None:
    free, total = vulkan_device.memory()
    assert vulkan_device.description
    assert 0 < free <= total


@pytest.mark.process
@linux
def test_that_a_plugin_computes_with_the_ggml_that_is_loaded_and_no_second_one(vulkan_environment: Device) -> None:
    devices, libraries = look()
    assert vulkan_environment.name in devices
    assert libraries == str({str(library_folder() / "libggml-base.so.0")})


@pytest.mark.process
@linux
@pytest.mark.usefixtures("vulkan_environment")
def test_that_without_a_vulkan_loader_only_the_device_is_lost(tmp_path: Path) -> None:
    """As on a machine without libvulkan.so.1: a file of that name that is no library stands before the real one."""
    (tmp_path / "libvulkan.so.1").write_bytes(b"nothing")
    reason, devices, _ = look(LD_LIBRARY_PATH=str(tmp_path))
    assert "libvulkan.so.1" in reason and devices == "[]"


@pytest.mark.process
@linux
@pytest.mark.usefixtures("vulkan_environment")
def test_that_a_plugin_of_any_kind_is_offered_and_a_broken_one_beside_it_is_told(tmp_path: Path) -> None:
    """The only real plug-in here stands in for HIP's, under its name; SYCL's is no library."""
    (vulkan,) = (path for path in plugin_paths() if "vulkan" in path.name)
    shutil.copyfile(vulkan, tmp_path / "libggml-hip.so")
    (tmp_path / "libggml-sycl.so").write_bytes(b"nothing")
    (tmp_path / "libggml-vulkan.so").write_bytes(b"nothing")
    *reasons, devices, _ = look(**{FOLDER: str(tmp_path)})
    assert devices == "['vulkan:0']"
    assert len(reasons) == 2 and "libggml-sycl.so" in reasons[0] and "libggml-vulkan.so" in reasons[1]

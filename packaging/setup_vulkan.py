#!/usr/bin/env python3
"""ggml's backend for graphics cards, through Vulkan: a plug-in for the very ggml that Luthier loads.

It is kept for other clones on this machine. core/engine/ggml/devices.py finds it. Where a machine has no Vulkan it does
not load, and Luthier trains on the processor as before. Ends with 3 where what it needs can be had neither from the
machine nor from its packages' sources, with 1 where building fails.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from setup_llama import build_settings, cache_folder, is_sealed, llama_source, seal, temporary_folder
from setup_packages import apt_install, how_to_install
from setup_shell import PYTHON, ROOT, VENV, NotHereError, SetupError, Step, digest, run
from vulkan_tools import VulkanTools, find_tools

PLUGIN = VENV / "share" / "luthier" / "backends" / "libggml-vulkan.so"  # core/engine/ggml/devices.py looks there
MADE_OF = PLUGIN.with_suffix(".key")
SOFTWARE_DEVICE = ["mesa-vulkan-drivers", "libvulkan1", "libvulkan-dev", "glslc", "spirv-headers"]
DRIVERS = Path("/usr/share/vulkan/icd.d")
MESA = {
    "apt-get": "sudo apt-get install mesa-vulkan-drivers",
    "dnf": "sudo dnf install mesa-vulkan-drivers vulkan-loader",
    "pacman": "sudo pacman -S vulkan-icd-loader vulkan-radeon vulkan-intel vulkan-swrast",
}
PROJECT = """\
cmake_minimum_required(VERSION 3.21)
project(luthier_vulkan C CXX)
add_subdirectory(${GGML_SOURCE} ggml EXCLUDE_FROM_ALL)
"""
OPTIONS = [
    "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON", "-DGGML_BACKEND_DL=ON", "-DGGML_VULKAN=ON",
    "-DGGML_CPU=OFF", "-DGGML_NATIVE=OFF", "-DGGML_OPENMP=OFF", "-DGGML_CCACHE=OFF",
    "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON",
]  # fmt: skip
FIND_DEVICES = """
from core.engine.ggml.devices import find_devices
from core.engine.ggml.lib import load
from core.engine.ggml.devices import why_not_loaded
for device in find_devices(load(), lambda path: print("!" + why_not_loaded(path))):
    print(f"{device.name}, {device.description}")
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Build ggml's Vulkan backend for the ggml in .venv.")
    parser.add_argument("--test-device", action="store_true", help="as root, install Mesa's device on the processor")
    if sys.platform == "darwin":
        print("Nothing to do: on a Mac ggml has Metal in it already.")
        return 0
    try:
        for_tests = parser.parse_args().test_device
        if for_tests:
            install_software_device()
        set_up_vulkan()
        print(what_it_finds({"GGML_VK_VISIBLE_DEVICES": "0"} if for_tests else {}), flush=True)
    except SetupError as error:
        print(f"\nVulkan cannot be set up. {error}", file=sys.stderr)
        return 3 if isinstance(error, NotHereError) else 1
    return 0


def install_software_device() -> None:
    """Install lavapipe, which computes Vulkan on the processor, for tests. Raises NotHereError if it may not."""
    if any(DRIVERS.glob("lvp_icd*.json")) or apt_install(SOFTWARE_DEVICE):
        return
    raise NotHereError(f"Mesa's device on the processor is missing. Install it:\n  {how_to_install(MESA)}")


def set_up_vulkan() -> None:
    """Put the plug-in where it is found, built if it is not there yet. Raises SetupError."""
    source, settings = llama_source(), build_settings()
    with temporary_folder() as scratch:
        tools = find_tools(Path(scratch))
        key = digest("\0".join(made_of(source, settings, tools)).encode())[:16]
        folder = cache_folder() / "vulkan" / key
        if not is_sealed(folder):
            print("Building ggml's Vulkan backend: three to fifteen minutes.", flush=True)
            finished = Path(scratch) / "finished"
            with Step("Building ggml's Vulkan backend"):
                finished.mkdir()
                shutil.move(build(source, settings, tools, Path(scratch)), finished / PLUGIN.name)
                seal(finished, folder)
    PLUGIN.parent.mkdir(parents=True, exist_ok=True)
    partial = PLUGIN.with_suffix(".partial")  # a process that has the old file loaded keeps it
    shutil.copyfile(folder / PLUGIN.name, partial)
    partial.replace(PLUGIN)
    MADE_OF.write_text(source.name)


def made_of(source: Path, settings: dict[str, str], tools: VulkanTools) -> list[str]:
    """Return all that a plug-in's bytes depend on."""
    machine = [settings["CMAKE_ARGS"], run([settings["CXX"], "--version"]), " ".join(platform.libc_ver())]
    return [source.name, platform.machine(), *machine, tools.version(), PROJECT, *OPTIONS, search_path()]


def search_path() -> str:
    """Return where the plug-in finds ggml if it is not loaded yet, relative to itself."""
    libraries = next(VENV.glob("lib/python3*/site-packages")) / "llama_cpp" / "lib"
    up = "/".join([".."] * len(PLUGIN.parent.relative_to(VENV).parts))
    return f"$ORIGIN/{up}/{libraries.relative_to(VENV)}"


def build(source: Path, settings: dict[str, str], tools: VulkanTools, scratch: Path) -> Path:
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    (ggml,) = scratch.glob("*/vendor/llama.cpp/ggml")
    project, made = scratch / "project", scratch / "build"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(PROJECT)
    options = [*shlex.split(settings["CMAKE_ARGS"]), *OPTIONS, *tools.options(), f"-DGGML_SOURCE={ggml}"]
    options.append(f"-DCMAKE_INSTALL_RPATH={search_path()}")
    run(["cmake", "-G", "Ninja", "-S", project, "-B", made, *options], settings)
    run(["cmake", "--build", made, "--target", "ggml-vulkan"], settings)
    return next(made.rglob(PLUGIN.name))


def what_it_finds(settings: dict[str, str]) -> str:
    """Return the devices that the plug-in offers, or why there are none. Raises SetupError if it breaks the process.

    settings: environment variables. ggml hides what is no graphics card, unless a device is asked for by number.
    """
    command, environment = [PYTHON, "-c", FIND_DEVICES], {**os.environ, **settings}
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if asked.returncode:
        raise SetupError(f"The plug-in does not work:\n{asked.stderr.strip()}\nexit status {asked.returncode}")
    lines = asked.stdout.splitlines()
    broken = [line[1:] for line in lines if line.startswith("!")]
    if broken:
        return f"The plug-in is there, but does not load here: {broken[0]}\n{how_to_get_a_driver()}"
    if not lines:
        return f"The plug-in works, but no graphics card with a driver for Vulkan is found.\n{how_to_get_a_driver()}"
    return "\n".join(["Found:", *(f"  {line}" for line in lines), "`luthier devices` tests whether they count right."])


def how_to_get_a_driver() -> str:
    command = how_to_install(MESA)
    mesa = f"For AMD and Intel: {command}\n" if command else ""
    return f"{mesa}For NVIDIA: NVIDIA's own driver. Both need Vulkan's loader (libvulkan.so.1)."


def forget_vulkan(source: Path) -> None:
    """Remove a plug-in made from another version's source: it lacks what this one is asked for."""
    if PLUGIN.exists() and MADE_OF.exists() and MADE_OF.read_text() != source.name:
        PLUGIN.unlink()
        print(
            "What trains on graphics cards was made for another version of ggml. Build it again: make vulkan",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())

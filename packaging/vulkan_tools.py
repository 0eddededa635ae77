"""What building for Vulkan needs, found: a Vulkan SDK's, the system's, or packages unpacked beside the system.

ggml needs headers that know VK_EXT_layer_settings. The compiler of shaders, glslc, is that of this system's own release
even where its headers are too old. Of shaders that a newer one made (2025.2), Mesa 22.3's device
on the processor had not compiled one model's in minutes; with those of its release's own (2023.2) it took seconds.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from debian_packages import codename, kept_packages, new_enough_release, unpack
from setup_packages import how_to_install
from setup_shell import NotHereError, SetupError, run

NEEDED_IN_HEADERS = "VK_EXT_layer_settings"
HEADERS = ["libvulkan-dev", "libvulkan1", "spirv-headers"]
GLSLC = ["glslc", "libshaderc1"]
INSTALL = {
    "apt-get": "sudo apt-get install libvulkan-dev glslc spirv-headers",
    "dnf": "sudo dnf install vulkan-headers vulkan-loader-devel glslc spirv-headers-devel",
    "pacman": "sudo pacman -S vulkan-headers vulkan-icd-loader shaderc spirv-headers",
}


@dataclass(frozen=True)
class VulkanTools:
    """include: a folder with vulkan/vulkan.hpp and spirv/; spirv: CMake's description of the latter.

    glslc: the compiler of shaders. loader: what is linked against, of which every machine has its own.
    """

    include: Path
    spirv: Path
    glslc: Path
    loader: Path

    def version(self) -> str:
        """Of the headers and of glslc."""
        header = (self.include / "vulkan" / "vulkan_core.h").read_text()
        numbers = re.findall(r"#define VK_HEADER_VERSION(?:_COMPLETE)? .*", header)
        return "\n".join([*numbers, run([self.glslc, "--version"])])

    def options(self) -> list[str]:
        """For CMake."""
        return [
            f"-DVulkan_INCLUDE_DIR={self.include}",
            f"-DVulkan_LIBRARY={self.loader}",
            f"-DVulkan_GLSLC_EXECUTABLE={self.glslc}",
            f"-DSPIRV-Headers_DIR={self.spirv}",
        ]


def find_tools(scratch: Path) -> VulkanTools:
    """scratch: where packages are unpacked. Raises NotHereError, which says what to install."""
    own = next(installed_tools(), None)
    if own:
        return own
    try:
        return unpacked_tools(scratch)
    except SetupError as error:
        raise NotHereError(f"{what_is_missing()}\n\nWithout installing it did not work either: {error}") from error


def installed_tools() -> Iterator[VulkanTools]:
    """Those of $VULKAN_SDK, then the system's, as far as they are whole and new enough."""
    sdk = os.environ.get("VULKAN_SDK")
    for root in (*([Path(sdk)] if sdk else []), Path("/usr/local"), Path("/usr")):
        glslc = shutil.which("glslc", path=str(root / "bin")) or shutil.which("glslc")
        found = tools_in(root, Path(glslc)) if glslc else None
        if found:
            yield found


def tools_in(root: Path, glslc: Path) -> VulkanTools | None:
    """What lies below a folder like /usr, if all of it does."""
    include = root / "include"
    core = include / "vulkan" / "vulkan_core.h"
    is_new = core.exists() and NEEDED_IN_HEADERS in core.read_text() and (core.parent / "vulkan.hpp").exists()
    folders = [root / "lib" / f"{platform.machine()}-linux-gnu", root / "lib64", root / "lib"]
    loader = next((folder / "libvulkan.so" for folder in folders if (folder / "libvulkan.so").exists()), None)
    shares = [root / "share", *folders]
    spirv = next((at / "cmake" / "SPIRV-Headers" for at in shares if (at / "cmake" / "SPIRV-Headers").is_dir()), None)
    return VulkanTools(include, spirv, glslc, loader) if is_new and loader and spirv else None


def unpacked_tools(scratch: Path) -> VulkanTools:
    """Raises SetupError where packages cannot be had, or do not do."""
    installed = shutil.which("glslc")
    headers = unpack(kept_packages(HEADERS, new_enough_release()), scratch)
    glslc = Path(installed) if installed else unpacked_glslc(unpack(kept_packages(GLSLC, codename()), scratch))
    found = tools_in(headers / "usr", glslc)
    if found is None:
        raise SetupError("This system's packages for Vulkan are too old.")
    found.version()
    return found


def unpacked_glslc(root: Path) -> Path:
    """A program that runs an unpacked glslc with its library. Raises SetupError."""
    library = next(root.rglob("libshaderc.so.1"), None)
    if library is None:
        raise SetupError("This system's package of glslc is not made as expected.")
    program = root / "glslc"
    program.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{library.parent}" exec "{root}/usr/bin/glslc" "$@"\n')
    program.chmod(0o755)
    return program


def what_is_missing() -> str:
    """And the one command that installs it."""
    command = how_to_install(INSTALL)
    sdk = "Install the Vulkan SDK, and set VULKAN_SDK to the folder in it that has `include` and `bin`."
    what = "Vulkan's headers, newer than of 2023, and the compiler glslc are missing."
    return f"{what}\n{f'Install them: {command}' if command else sdk}"

"""What building for Vulkan needs, found: a Vulkan SDK's, the system's, or packages unpacked beside the system.

ggml needs headers that know VK_EXT_layer_settings. A glslc that knows no cooperative matrices or integer dot products
does, but then the matrix units of newer graphics cards stay idle.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from debian_packages import kept_packages
from setup_shell import NotHereError, SetupError, run

NEEDED_IN_HEADERS = "VK_EXT_layer_settings"
EXTENSIONS = ("GL_KHR_cooperative_matrix", "GL_EXT_integer_dot_product")
PACKAGES = ["libvulkan-dev", "libvulkan1", "spirv-headers", "glslc", "libshaderc1", "libstdc++6", "libgcc-s1", "libc6"]
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

    def missing_extensions(self) -> list[str]:
        """Of shaders, those that make newer graphics cards fast and that this glslc does not know."""
        return [extension for extension in EXTENSIONS if not self._compiles(f"#extension {extension} : require")]

    def options(self) -> list[str]:
        """For CMake."""
        return [
            f"-DVulkan_INCLUDE_DIR={self.include}",
            f"-DVulkan_LIBRARY={self.loader}",
            f"-DVulkan_GLSLC_EXECUTABLE={self.glslc}",
            f"-DSPIRV-Headers_DIR={self.spirv}",
        ]

    def _compiles(self, line: str) -> bool:
        shader = f"#version 450\n{line}\nvoid main() {{}}\n"
        command = [str(self.glslc), "-fshader-stage=compute", "--target-env=vulkan1.3", "-o", os.devnull, "-"]
        return subprocess.run(command, input=shader, capture_output=True, text=True).returncode == 0


def find_tools(scratch: Path) -> VulkanTools:
    """scratch: where packages are unpacked. Raises NotHereError, which says what to install."""
    own = next(installed_tools(), None)
    if own and not own.missing_extensions():
        return own
    try:
        return unpacked_tools(kept_packages(PACKAGES), scratch)
    except SetupError as error:
        if own:
            print(
                f"  This system's glslc is old: it does not know {' and '.join(own.missing_extensions())}.", flush=True
            )
            return own
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


def unpacked_tools(packages: list[Path], scratch: Path) -> VulkanTools:
    """Raises SetupError where what the packages hold does not do."""
    root = Path(tempfile.mkdtemp(dir=scratch))
    for package in packages:
        run(["dpkg-deb", "--extract", package, root])
    found = tools_in(root / "usr", glslc_with_its_libraries(root))
    if found is None:
        raise SetupError("This system's packages for Vulkan are too old.")
    found.version()
    return found


def glslc_with_its_libraries(root: Path) -> Path:
    """A program that runs an unpacked glslc with the C library that it was made for, which may be newer than ours."""
    starter = next((found for found in root.rglob("ld-linux*.so.*") if not found.is_symlink()), None)
    libraries = {
        found.parent for name in ("libc.so.6", "libshaderc.so.1", "libstdc++.so.6") for found in root.rglob(name)
    }
    if starter is None or not libraries:
        raise SetupError("This system's package of glslc is not made as expected.")
    program = root / "glslc"
    path = ":".join(str(folder) for folder in sorted(libraries))
    program.write_text(f'#!/bin/sh\nexec "{starter}" --library-path "{path}" "{root}/usr/bin/glslc" "$@"\n')
    program.chmod(0o755)
    return program


def what_is_missing() -> str:
    """And the one command that installs it."""
    command = how_to_install(INSTALL)
    sdk = "Install the Vulkan SDK, and set VULKAN_SDK to the folder in it that has `include` and `bin`."
    what = "Vulkan's headers, newer than of 2023, and the compiler glslc are missing."
    return f"{what}\n{f'Install them: {command}' if command else sdk}"


def how_to_install(commands: dict[str, str]) -> str:
    """The command of the first package manager that is there, of those by manager; empty without any."""
    return next((command for manager, command in commands.items() if shutil.which(manager)), "")

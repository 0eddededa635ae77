"""Platform differences of data folders, library names and sockets."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

_EXCLUSIVE = -5  # SO_EXCLUSIVEADDRUSE, ~SO_REUSEADDR of winsock2.h: Python defines it on Windows only
_LIBRARIES = {"win32": ("{}.dll",), "darwin": ("lib{}.0.dylib", "lib{}.dylib")}
_VULKAN = {"win32": "vulkan-1.dll", "darwin": "libvulkan.1.dylib"}
_NVML = {"win32": "nvml.dll"}
_WINDOWS_PROGRAMS = {
    "Ollama": ("Ollama/ollama app.exe",),
    "LM Studio": ("LM Studio/LM Studio.exe", "lm-studio/LM Studio.exe"),
    "Jan": ("jan/Jan.exe",),
}
_LINUX_PROGRAMS = {"LM Studio": ["lm-studio"], "Jan": ["Jan", "jan"]}  # Ollama has no window on Linux


def data_folder(program: str, *, roaming: bool = False) -> Path:
    """Return the folder for a desktop program's data. roaming: the one that Windows copies to a company's other
    computers.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / program
    if sys.platform == "win32":
        kind = "Roaming" if roaming else "Local"
        chosen = os.environ.get("APPDATA" if roaming else "LOCALAPPDATA")
        return Path(chosen or Path.home() / "AppData" / kind) / program
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / program


def cache_folder(program: str) -> Path:
    """Return the folder for a program's cache."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / program
    if sys.platform == "win32":
        return data_folder(program)
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / program


def installed_places(program: str) -> list[str]:
    """Return the paths at which the installers of a program with a window put it; on Linux its names on the PATH."""
    if sys.platform == "darwin":
        return [str(root / "Applications" / f"{program}.app") for root in (Path("/"), Path.home())]
    if sys.platform == "win32":
        return [str(data_folder("Programs") / file) for file in _WINDOWS_PROGRAMS.get(program, ())]
    return _LINUX_PROGRAMS.get(program, [])


def service_folders(*folders: Path) -> list[Path]:
    """Return these folders of a service user on Linux; elsewhere none."""
    return list(folders) if sys.platform == "linux" else []


def library_names(name: str) -> list[str]:
    """Return the possible file names of a shared library, the likelier first: libggml-base.so.0."""
    return [pattern.format(name) for pattern in _LIBRARIES.get(sys.platform, ("lib{}.so.0", "lib{}.so"))]


def plugin_pattern(name: str) -> str:
    """Return the file pattern of ggml's plug-ins, which end in .so on macOS, too."""
    return f"{name}-*.dll" if sys.platform == "win32" else f"lib{name}-*.so"


def vulkan_library() -> str:
    """Return the name of the Vulkan loader library."""
    return _VULKAN.get(sys.platform, "libvulkan.so.1")


def nvidia_library() -> str:
    """Return the name of NVIDIA's management library."""
    return _NVML.get(sys.platform, "libnvidia-ml.so.1")


def port_option() -> int:
    """Return the socket option to set before binding, so that a program that just ended does not block the port.

    On Windows, SO_REUSEADDR would let a second program bind the same port and receive requests, with their keys.
    """
    return _EXCLUSIVE if sys.platform == "win32" else socket.SO_REUSEADDR

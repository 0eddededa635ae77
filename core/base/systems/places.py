"""Where programs keep their data, what their libraries are called, and how a program takes a port of its own."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

_EXCLUSIVE = -5  # SO_EXCLUSIVEADDRUSE, ~SO_REUSEADDR of winsock2.h: Python names it on Windows alone
_LIBRARIES = {"win32": ("{}.dll",), "darwin": ("lib{}.0.dylib", "lib{}.dylib")}
_VULKAN = {"win32": "vulkan-1.dll", "darwin": "libvulkan.1.dylib"}
_NVML = {"win32": "nvml.dll"}


def data_folder(program: str, *, roaming: bool = False) -> Path:
    """Return the folder in which a desktop program keeps its data. roaming: with what Windows takes to other computers
    of a company.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / program
    if sys.platform == "win32":
        kind = "Roaming" if roaming else "Local"
        chosen = os.environ.get("APPDATA" if roaming else "LOCALAPPDATA")
        return Path(chosen or Path.home() / "AppData" / kind) / program
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / program


def cache_folder(program: str) -> Path:
    """Return the folder in which a program keeps what it can make again."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / program
    if sys.platform == "win32":
        return data_folder(program)
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / program


def service_folders(*folders: Path) -> list[Path]:
    """Return these folders of a service's own user where the system has such: on Linux."""
    return list(folders) if sys.platform == "linux" else []


def library_names(name: str) -> list[str]:
    """Return the file names by which a program's libraries know each other, the likelier first: libggml-base.so.0."""
    return [pattern.format(name) for pattern in _LIBRARIES.get(sys.platform, ("lib{}.so.0", "lib{}.so"))]


def plugin_pattern(name: str) -> str:
    """Return the pattern of the files of ggml's plug-ins, which end in .so on a Mac, too."""
    return f"{name}-*.dll" if sys.platform == "win32" else f"lib{name}-*.so"


def vulkan_library() -> str:
    """Return the name of the library that finds Vulkan's drivers."""
    return _VULKAN.get(sys.platform, "libvulkan.so.1")


def nvidia_library() -> str:
    """Return the name of NVIDIA's management library."""
    return _NVML.get(sys.platform, "libnvidia-ml.so.1")


def port_option() -> int:
    """Return what a socket is set to before it takes a port, so that one that has just ended does not hold it.

    To Windows SO_REUSEADDR says more: a second program may take the same port, be sent requests and the key with them.
    """
    return _EXCLUSIVE if sys.platform == "win32" else socket.SO_REUSEADDR

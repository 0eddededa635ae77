"""Which driver computes on a device, asked of the driver itself: ggml does not tell.

What is told is only compared with what was told before: another text, another driver.
"""

from __future__ import annotations

import ctypes as c
import platform
import sys

_LOADERS = {"win32": "vulkan-1.dll", "darwin": "libvulkan.1.dylib"}
_NVML = {"win32": "nvml.dll"}

# Of the Vulkan specification: structures with their types, version 1.2, and where VkPhysicalDeviceProperties has what.
_INSTANCE, _APPLICATION, _PROPERTIES, _DRIVER_PROPERTIES = 1, 0, 1000059001, 1000196000
_API = 1 << 22 | 2 << 12
_SIZE = 4096  # bytes, more than VkPhysicalDeviceProperties has
_DRIVER, _NAME, _CACHE = slice(4, 8), slice(20, 276), slice(276, 292)


class _Application(c.Structure):
    """VkApplicationInfo"""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("name", c.c_char_p), ("version", c.c_uint32),
        ("engine", c.c_char_p), ("engine_version", c.c_uint32), ("api", c.c_uint32),
    )  # fmt: skip


class _Instance(c.Structure):
    """VkInstanceCreateInfo"""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("flags", c.c_uint32), ("application", c.POINTER(_Application)),
        ("n_layers", c.c_uint32), ("layers", c.c_void_p), ("n_extensions", c.c_uint32), ("extensions", c.c_void_p),
    )  # fmt: skip


class _Driver(c.Structure):
    """VkPhysicalDeviceDriverProperties"""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("id", c.c_int),
        ("name", c.c_char * 256), ("info", c.c_char * 256), ("conformance", c.c_uint8 * 4),
    )  # fmt: skip


class _Properties(c.Structure):
    """VkPhysicalDeviceProperties2"""

    _fields_ = (("type", c.c_int), ("next", c.POINTER(_Driver)), ("properties", c.c_uint8 * _SIZE))


def driver_version(backend: str, description: str) -> str:
    """Return the version of a device's driver, by its ggml backend (vulkan, cuda, ...) and description, with the
    system's own version, because the other half of the driver is part of the system.
    """
    ask = {"vulkan": lambda: _vulkan(description), "cuda": _nvidia}.get(backend, lambda: "")
    try:
        own = ask()
    except (OSError, AttributeError):  # there is no such library, or it has no such function
        own = ""
    system = platform.mac_ver()[0] if sys.platform == "darwin" else platform.release()
    return " ".join(part for part in (own, platform.system(), system) if part)


def _vulkan(description: str) -> str:
    """Its name, its numbers, and the identity of its compiled shaders, which most drivers change with every build."""
    vulkan = c.CDLL(_LOADERS.get(sys.platform, "libvulkan.so.1"))
    application = _Application(type=_APPLICATION, api=_API)
    instance, info = c.c_void_p(), _Instance(type=_INSTANCE, application=c.pointer(application))
    if vulkan.vkCreateInstance(c.byref(info), None, c.byref(instance)) != 0:
        return ""
    try:
        count = c.c_uint32()
        vulkan.vkEnumeratePhysicalDevices(instance, c.byref(count), None)
        devices = (c.c_void_p * count.value)()
        vulkan.vkEnumeratePhysicalDevices(instance, c.byref(count), devices)
        said = (_of_driver(vulkan, c.c_void_p(device)) for device in devices[: count.value])
        return next((driver for name, driver in said if name == description), "")
    finally:
        vulkan.vkDestroyInstance(instance, None)


def _of_driver(vulkan: c.CDLL, device: c.c_void_p) -> tuple[str, str]:
    """A device's name, and what its driver says of itself."""
    driver = _Driver(type=_DRIVER_PROPERTIES)
    found = _Properties(type=_PROPERTIES, next=c.pointer(driver))
    vulkan.vkGetPhysicalDeviceProperties2(device, c.byref(found))
    properties = bytes(found.properties)
    name = properties[_NAME].split(b"\0")[0].decode(errors="replace").strip()
    words = (text.decode(errors="replace") for text in (driver.name, driver.info))
    version = int.from_bytes(properties[_DRIVER], sys.byteorder)
    return name, " ".join([*words, f"{version:x}", properties[_CACHE].hex()])


def _nvidia() -> str:
    """Return the version that NVIDIA's management library states: 550.54.14."""
    nvml = c.CDLL(_NVML.get(sys.platform, "libnvidia-ml.so.1"))
    text = c.create_string_buffer(80)
    if nvml.nvmlInit_v2() != 0:
        return ""
    try:
        return text.value.decode() if nvml.nvmlSystemGetDriverVersion(text, len(text)) == 0 else ""
    finally:
        nvml.nvmlShutdown()

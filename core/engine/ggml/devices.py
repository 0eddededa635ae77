"""Graphics cards and other devices besides the CPU: ggml's own, and those of plug-ins.

Also reads each device's driver version from the driver itself, because ggml does not report it. The version is only
compared with an earlier one: a different text means a different driver.
"""

from __future__ import annotations

import ctypes
import ctypes as c
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from core.base import devices
from core.base.devices import BY_CPU, compute_threads
from core.base.errors import Hint, LuthierError
from core.base.logs import log_of
from core.base.systems.machine import system_version
from core.base.systems.places import nvidia_library, vulkan_library
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Graph
from core.engine.ggml.lib import Ggml, library_folder
from core.engine.ggml.tensor import Tensor

METAL_TILE_DEPTH = 64  # ggml_metal_op_mul_mat_use_mm, ggml-metal-common.cpp:35; below it, one vector at a time
# Mesa's Vulkan on the processor: its version 22.3 corrupts memory if it compiles a program while running another, so it
# gets nodes one by one.
_ON_PROCESSOR = "llvmpipe"
# Without this, ggml rounds the gradients that are multiplied with quantized weights to 8 bits (ggml-vulkan.cpp,
# quantize_q8_1).
_IN_FULL = "GGML_VK_DISABLE_INTEGER_DOT_PRODUCT"
# It also does so on the matrix units of AMD's RDNA 3 and 4 (ggml-vulkan.cpp, cm1_create_mmq); other cards' are F16.
_WITHOUT_MATRIX_UNITS, _AMD = "GGML_VK_DISABLE_COOPMAT", re.compile(r"\b(AMD|Radeon|RADV)\b")

NotLoaded = Callable[[Path], None]


class Device:
    """A device that ggml found. name: vulkan:0, cuda:1, metal. description: its maker's name for it.

    is_integrated: it shares the computer's memory. is_processor: it is not a card, but computes on the processor.
    """

    def __init__(self, ggml: Ggml, handle: int) -> None:
        self._ggml, self._handle = ggml, handle
        self.name = device_name(ggml.backend_dev_name(handle).decode())
        self.description: str = ggml.backend_dev_description(handle).decode(errors="replace").strip()
        self.is_integrated = ggml.backend_dev_type(handle) == abi.DEVICE_IGPU
        self.is_processor = on_processor(self.description)

    def memory(self) -> tuple[int, int]:
        """Return the free and the total memory in bytes, by the driver."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self._ggml.backend_dev_memory(self._handle, ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    @property
    def version(self) -> str:
        """Return the driver's version, as a text to compare: findings about a device hold for this driver alone."""
        return driver_version(self.name.partition(":")[0], self.description)

    def open(self) -> DeviceBackend:
        """Open the device, with at most as much work at once as its driver can handle. Raises LuthierError
        `device.no-start`.
        """
        devices.hand_over_less(devices.device_key(self.name, self.description, self.version))
        return DeviceBackend(self._ggml, self, self._handle)


class DeviceBackend(Backend):
    """Computes on a device with ggml's own backend; our kernels do not run on devices."""

    halves_products = True
    is_followed = False

    def __init__(self, ggml: Ggml, device: Device, handle: int) -> None:
        self.device, self.name, self._device_handle = device, device.name, handle
        super().__init__(ggml, compute_threads())  # explicit, so that it claims no threads: the driver has its own
        self.tile_depth = METAL_TILE_DEPTH if device.name.startswith("metal") else 0
        kind = ggml.backend_get_default_buffer_type(self.handle)
        self.largest_buffer = ggml.backend_buft_get_max_size(kind)

    def _start(self) -> int:
        handle: int | None = self.ggml.backend_dev_init(self._device_handle, None)
        if not handle:
            raise LuthierError(
                "device.no-start",
                f"{self.device.description} ({self.name}) could not be started.",
                Hint("Look for a newer driver.", BY_CPU),
            )
        return handle

    def compute(self, graph: Graph) -> None:
        """Compute a graph. Raises LuthierError `ggml.compute` if ggml reports a failure."""
        if not self.device.is_processor:
            return super().compute(graph)
        graph.fit()
        for index in range(self.ggml.graph_n_nodes(graph.address)):
            node = self.ggml.graph_view(graph.address, index, index + 1)
            self._run(ctypes.addressof(node), graph.name)
        return None

    def no_room(self, what: str) -> Exception:
        """Return LuthierError `device.memory`."""
        return LuthierError(
            "device.memory",
            f"{self.device.description} ({self.name}) has not enough free memory for {what}.",
            Hint("Close other programs that use it.", BY_CPU),
        )

    def supports(self, node: Tensor) -> bool:
        """Return whether the device's backend computes a node."""
        return bool(self.ggml.backend_supports_op(self.handle, node.address))

    def require_supported(self, graph: Graph) -> None:
        """Require that the device computes every node of a graph. Raises LuthierError `device.unsupported`."""
        for node in graph.nodes():
            if not self.supports(node):
                raise LuthierError(
                    "device.unsupported",
                    f"{self.device.description} ({self.name}) cannot compute {described(self.ggml, node)}.",
                    Hint("A newer driver may help.", BY_CPU),
                )


def _log_errors(level: int, text: bytes, _data: int) -> None:
    """Send errors to stderr, as by default, and to our log; drop the messages of loading plug-ins."""
    if level == abi.LOG_ERROR:
        line = text.decode(errors="replace")
        sys.stderr.write(line)
        log_of("ggml").error(line.strip())


_LOG_ERRORS = abi.LOG_CALLBACK(_log_errors)  # native code keeps a pointer to it


def find_devices(ggml: Ggml, not_loaded: NotLoaded = lambda path: None) -> list[Device]:
    """Return all devices except the CPU.

    not_loaded: called for plug-ins that ggml could not load. Raises LuthierError `ggml.missing`.
    """
    os.environ[_IN_FULL] = "1"
    ggml.log_set(_LOG_ERRORS, None)
    ggml.load_registry()
    known = {device.name.partition(":")[0] for device in _listed(ggml)}
    for path in plugin_paths():
        kind = path.stem.removeprefix("lib").removeprefix("ggml-")
        if kind not in known and not ggml.backend_load(str(path).encode()):
            not_loaded(path)
    devices = {device.name: device for device in _listed(ggml)}
    os.environ.update(switches(device.description for device in devices.values()))
    return list(devices.values())


def switches(descriptions: Iterable[str]) -> dict[str, str]:
    """Return the environment variables that keep ggml's Vulkan from rounding gradients on devices of these
    descriptions.
    """
    return {_WITHOUT_MATRIX_UNITS: "1"} if any(_AMD.search(text) for text in descriptions) else {}


def own_switches(description: str) -> set[str]:
    """Return the names of the variables that are set in a process after it has looked for devices and found
    this one.
    """
    return {_IN_FULL, *switches([description])}


def _listed(ggml: Ggml) -> list[Device]:
    handles = [ggml.backend_dev_get(index) for index in range(ggml.backend_dev_count())]
    others = (abi.DEVICE_CPU, abi.DEVICE_ACCEL)
    return [Device(ggml, handle) for handle in handles if ggml.backend_dev_type(handle) not in others]


def device_name(ggml_name: str) -> str:
    """Convert ggml's Vulkan0, CUDA1, Metal, MTL0 to Luthier's device names: vulkan:0, cuda:1, metal."""
    found = re.fullmatch(r"(.*?)(\d*)", ggml_name)
    assert found is not None
    kind, number = found[1].lower(), found[2]
    if kind in ("mtl", "metal"):
        return "metal" if number in ("", "0") else f"metal:{number}"
    return f"{kind}:{number or 0}"


def on_processor(description: str) -> bool:
    """Return whether a device of this description is not a card, but Vulkan computed on the processor."""
    return description.startswith(_ON_PROCESSOR)


def described(ggml: Ggml, node: Tensor) -> str:
    """Describe a node: MUL_MAT [64, 2] of q4_K [256, 64], f32 [256, 2]"""

    def sizes(tensor: Tensor) -> str:
        last = max((i for i, size in enumerate(tensor.shape) if size > 1), default=0)
        return str(list(tensor.shape[: last + 1]))

    sources = (Tensor(address) for address in abi.TensorStruct.from_address(node.address).src if address)
    of = ", ".join(f"{ggml.type_name(source.kind)} {sizes(source)}" for source in sources)
    return f"{ggml.op_desc(node.address).decode()} {sizes(node)} of {of}"


# From the Vulkan specification: structures with their types, version 1.2, and the layout of VkPhysicalDeviceProperties.
_INSTANCE, _APPLICATION, _PROPERTIES, _DRIVER_PROPERTIES = 1, 0, 1000059001, 1000196000
_API = 1 << 22 | 2 << 12
_SIZE = 4096  # bytes, more than VkPhysicalDeviceProperties has
_DRIVER, _NAME, _CACHE = slice(4, 8), slice(20, 276), slice(276, 292)


class _Application(c.Structure):
    """The C type VkApplicationInfo."""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("name", c.c_char_p), ("version", c.c_uint32),
        ("engine", c.c_char_p), ("engine_version", c.c_uint32), ("api", c.c_uint32),
    )  # fmt: skip


class _Instance(c.Structure):
    """The C type VkInstanceCreateInfo."""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("flags", c.c_uint32), ("application", c.POINTER(_Application)),
        ("n_layers", c.c_uint32), ("layers", c.c_void_p), ("n_extensions", c.c_uint32), ("extensions", c.c_void_p),
    )  # fmt: skip


class _Driver(c.Structure):
    """The C type VkPhysicalDeviceDriverProperties."""

    _fields_ = (
        ("type", c.c_int), ("next", c.c_void_p), ("id", c.c_int),
        ("name", c.c_char * 256), ("info", c.c_char * 256), ("conformance", c.c_uint8 * 4),
    )  # fmt: skip


class _Properties(c.Structure):
    """The C type VkPhysicalDeviceProperties2."""

    _fields_ = (("type", c.c_int), ("next", c.POINTER(_Driver)), ("properties", c.c_uint8 * _SIZE))


def driver_version(backend: str, description: str) -> str:
    """Return the version of a device's driver, by its ggml backend (vulkan, cuda, ...) and description, with the
    system's own version, because the other half of the driver is part of the system.
    """
    ask = {"vulkan": lambda: _vulkan(description), "cuda": _nvidia}.get(backend, lambda: "")
    try:
        own = ask()
    except (OSError, AttributeError):  # no such library, or no such function in it
        own = ""
    return f"{own} {system_version()}".strip()


def _vulkan(description: str) -> str:
    """Return the driver's name, its versions, and the ID of its compiled shaders, which most drivers change with every
    build.
    """
    vulkan = c.CDLL(vulkan_library())
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
    """Return a device's name, and its driver's version."""
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
    nvml = c.CDLL(nvidia_library())
    text = c.create_string_buffer(80)
    if nvml.nvmlInit_v2() != 0:
        return ""
    try:
        return text.value.decode() if nvml.nvmlSystemGetDriverVersion(text, len(text)) == 0 else ""
    finally:
        nvml.nvmlShutdown()


FOLDER = "LUTHIER_BACKENDS"  # a folder that is searched first

# Matches libggml-vulkan.so and ggml-cuda.dll, but not libggml.so or versioned copies like libggml-metal.0.dylib.
_PLUGIN = re.compile(r"(?:lib)?ggml-(?P<kind>[\w-]+)\.(?:so|dylib|dll)")
_OURS = re.compile(r"base|blas|cpu(-.*)?")  # backends for the processor, which are not devices


def plugin_paths() -> list[Path]:
    """Return the path of every backend, of any kind; of two of one kind the one in the earlier folder.

    The folders: $LUTHIER_BACKENDS, share/luthier/backends in the environment (`make vulkan` installs into it), and
    ggml's own, which on a Mac has Metal's. Raises LuthierError `ggml.missing`.
    """
    found: dict[str, Path] = {}
    for folder in _folders():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            name = _PLUGIN.fullmatch(path.name)
            if name and not _OURS.fullmatch(name["kind"]):
                found.setdefault(name["kind"], path)
    return list(found.values())


def why_not_loaded(path: Path) -> str:
    """Return why ggml does not load a plug-in, with the system's own message if it gives one."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        return str(error.__cause__ or error)  # the downloaded program's Python puts its own text before the system's
    if not hasattr(library, "ggml_backend_init"):
        return "It is no plug-in: it was built to be linked into ggml."
    return "It was built for another version of ggml, or finds nothing that it could compute on."


def _folders() -> list[Path]:
    chosen = os.environ.get(FOLDER)
    return [*([Path(chosen)] if chosen else []), Path(sys.prefix) / "share" / "luthier" / "backends", library_folder()]

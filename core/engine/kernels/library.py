"""Our kernels' shared library beside ggml's: finds it, chooses kernels for this processor, and watches for crashes.

After a crash in native code, crash.c writes the graph, the node with its shapes and the stack into this process's crash
file, before Python's faulthandler runs. A command names the file that was lost (SIGBUS).
"""

from __future__ import annotations

import ctypes as c
import sys
from pathlib import Path

from core.base import logs
from core.base.logs import words_of_the_dying
from core.engine.ggml.lib import Ggml, GraphWatch
from core.engine.kernels.interface import (
    BLOCK_BYTES,
    DECLARATIONS,
    KINDS,
    NR,
    WIDTH_STEP,
    F32Kernels,
    GraphReader,
    Kernel,
    LostFileWords,
    layout,
)


class Kernels:
    """The kernels for this processor, by the type of packed weight; none without the library.

    choice: 0 takes the fastest of each type, 1 the next, ...: for the tests.
    """

    def __init__(self, library: c.CDLL | None, choice: int = 0) -> None:
        self.library = library
        self._found: dict[int, c._Pointer[Kernel]] = {}
        self.f32: F32Kernels | None = None
        if library is None:
            return
        self.pack_int8, self.pack_int4 = library.luthier_pack_int8, library.luthier_pack_int4
        self.pack_int6, self.pack_bf16 = library.luthier_pack_int6, library.luthier_pack_bf16
        # ggml calls these two from the graph: void (*)(struct ggml_tensor *dst, int ith, int nth, void *userdata)
        self.round, self.multiply = (
            c.cast(function, c.c_void_p) for function in (library.luthier_round, library.luthier_multiply)
        )
        for kind in KINDS:
            if kernel := library.luthier_kernel(kind, choice):
                self._found[kind] = kernel
        for number in range(choice, -1, -1):  # they have fewer variants: fall back to the slowest
            if found := library.luthier_f32(number):
                self.f32 = found.contents
                break

    @property
    def nodes(self) -> F32Kernels:
        """Return the kernels for F32 numbers, which must exist."""
        assert self.f32 is not None
        return self.f32

    def takes(self, *widths: int) -> bool:
        """Return whether kernels for F32 numbers exist and support rows of these widths."""
        return self.f32 is not None and all(width % WIDTH_STEP == 0 for width in widths)

    def __contains__(self, kind: int) -> bool:
        return kind in self._found

    def __getitem__(self, kind: int) -> c._Pointer[Kernel]:
        return self._found[kind]

    def name(self, kind: int) -> str:
        """Return a kernel's name: `int8 (AVX-512 VNNI)`"""
        return bytes(self._found[kind].contents.name).decode()

    @property
    def names(self) -> list[str]:
        """Return the names of all kernels for this processor."""
        own = [] if self.f32 is None else [self.f32.name.decode()]
        return own + [self.name(kind) for kind in self._found]


def load_kernels(choice: int = 0) -> Kernels:
    """Load the kernels compiled by set-up; without them everything works, with ggml's products."""
    try:
        return Kernels(open_library(), choice)
    except OSError:
        return Kernels(None)


def open_library() -> c.CDLL:
    """Open the library of our kernels. Raises OSError if it is missing or differs from interface.py: built for another
    ggml, or from other sources.

    Set-up loads ggml before it compiles again.
    """
    library = c.CDLL(str(library_file()))
    _compare(_layout_of(library), layout())
    for name, result, arguments in DECLARATIONS:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    for kind in KINDS:
        if kernel := library.luthier_kernel(kind, 0):
            name = f"a panel's block of {kernel.contents.name.decode()}"
            there = kernel.contents.w_bytes + 2 * kernel.contents.scales
            _compare({name: there}, {name: NR * BLOCK_BYTES[kind]})
    return library


def _compare(there: dict[str, int], here: dict[str, int]) -> None:
    """Require equal layouts. Raises OSError."""
    for name in sorted(there.keys() | here.keys()):
        if there.get(name) != here.get(name):
            found = f"{name} is {there.get(name, 'not')} there and {here.get(name, 'not')} here"
            raise OSError(f"{library_file()} is of another version: {found}")


class _Entry(c.Structure):
    """An entry of luthier_layout (layout.c); the last has no name."""

    _fields_ = (("name", c.c_char_p), ("value", c.c_int64))


def _layout_of(library: c.CDLL) -> dict[str, int]:
    """Return a library's own description of its layout; empty for libraries too old to have one."""
    found: dict[str, int] = {}
    try:
        entry = _Entry.in_dll(library, "luthier_layout")
    except ValueError:
        return found
    while entry.name is not None:
        found[entry.name.decode()] = entry.value
        entry = _Entry.from_address(c.addressof(entry) + c.sizeof(_Entry))
    return found


def library_file() -> Path:
    """Return the path of the kernels compiled by set-up."""
    return Path(sys.prefix) / "lib" / "luthier" / "libkernels.so"


class GgmlWithKernels(Ggml):
    """ggml with our kernels. kernels: those for this processor."""

    def __init__(self, base: c.CDLL, cpu: c.CDLL) -> None:
        super().__init__(base, cpu)
        self.kernels = load_kernels()
        self.watch = graph_watch(self.kernels.library, base, cpu)

    def type_name(self, kind: int) -> str:
        """Return q4_K, f16, ..., or the name of the kernel for a packed weight."""
        return self.kernels.name(kind) if kind in self.kernels else super().type_name(kind)


def load() -> GgmlWithKernels:
    """Load ggml with our kernels. Raises LuthierError `ggml.missing`, `ggml.version` or `ggml.abi`."""
    return GgmlWithKernels.load()


def kernels_of(ggml: Ggml) -> Kernels:
    """Return the kernels beside ggml; none for plain ggml."""
    return ggml.kernels if isinstance(ggml, GgmlWithKernels) else Kernels(None)


class CrashWatch(GraphWatch):
    """Records graphs for crash reports. library: our kernels'. It costs two short calls a graph, and an addition a
    node.
    """

    def __init__(self, library: c.CDLL, cpu: c.CDLL) -> None:
        self._set_callback = cpu.ggml_backend_cpu_set_abort_callback
        self._begins, self._ends = library.luthier_graph_begins, library.luthier_graph_ends
        self.node_done = c.cast(library.luthier_node_done, c.c_void_p)

    def follow(self, backend: int) -> None:
        self._set_callback(backend, self.node_done, None)

    def begins(self, graph: int, name: bytes, *, counted: bool) -> None:
        self._begins(graph, name, counted)

    def ends(self) -> None:
        self._ends()


def graph_watch(library: c.CDLL | None, base: c.CDLL, cpu: c.CDLL) -> GraphWatch:
    """Return a watch that records the graph being computed for a crash report. base, cpu: ggml's. It records nothing
    without our library, or in a process without a crash file.
    """
    report = logs.own_file()
    if library is None or report is None:
        return GraphWatch()
    functions = (base.ggml_op_desc, base.ggml_type_name, base.ggml_graph_n_nodes, base.ggml_graph_node)
    reader = GraphReader(*(c.cast(function, c.c_void_p) for function in functions))
    if not library.luthier_watch(bytes(report), c.byref(reader)):
        return GraphWatch()
    base.ggml_set_abort_callback(c.cast(library.luthier_ggml_aborts, c.c_void_p))
    return CrashWatch(library, cpu)


def tell_of_lost_files() -> None:
    """Make this process name the lost file if it is ended because it can no longer read one.

    No parent would: a command in a terminal is this very process.
    """
    library, report = load_kernels().library, logs.own_file()
    if library is not None and report is not None and library.luthier_watch(bytes(report), None):
        library.luthier_tell_of_lost_file(c.byref(LostFileWords(*map(str.encode, words_of_the_dying()))))

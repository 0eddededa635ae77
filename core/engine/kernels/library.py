"""The shared library of our kernels, and which of them run on this processor."""

from __future__ import annotations

import ctypes as c
import sys
from pathlib import Path

from core.engine.kernels.interface import (
    BLOCK_BYTES,
    DECLARATIONS,
    KINDS,
    NR,
    WIDTH_STEP,
    F32Kernels,
    Kernel,
    layout,
)


class Kernels:
    """The kernels that run here, by the type of packed weight; none without the library.

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
        for number in range(choice, -1, -1):  # of these there are fewer: the slowest, rather than none
            if found := library.luthier_f32(number):
                self.f32 = found.contents
                break

    @property
    def nodes(self) -> F32Kernels:
        """The kernels for F32 numbers, which have to be there."""
        assert self.f32 is not None
        return self.f32

    def takes(self, *widths: int) -> bool:
        """Whether those of F32 numbers are there, and compute rows of these widths."""
        return self.f32 is not None and all(width % WIDTH_STEP == 0 for width in widths)

    def __contains__(self, kind: int) -> bool:
        return kind in self._found

    def __getitem__(self, kind: int) -> c._Pointer[Kernel]:
        return self._found[kind]

    def name(self, kind: int) -> str:
        """`int8 (AVX-512 VNNI)`"""
        return bytes(self._found[kind].contents.name).decode()

    @property
    def names(self) -> list[str]:
        """The names of all kernels that run here."""
        own = [] if self.f32 is None else [self.f32.name.decode()]
        return own + [self.name(kind) for kind in self._found]


def load_kernels(choice: int = 0) -> Kernels:
    """Load the kernels that set-up compiled; without them everything works, and ggml multiplies."""
    try:
        return Kernels(open_library(), choice)
    except OSError:
        return Kernels(None)


def open_library() -> c.CDLL:
    """Raises OSError when it is not there, or not what interface.py says: made for another ggml, or of other sources.

    Set-up loads ggml before it compiles anew.
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
    """Raises OSError when they differ."""
    for name in sorted(there.keys() | here.keys()):
        if there.get(name) != here.get(name):
            found = f"{name} is {there.get(name, 'not')} there and {here.get(name, 'not')} here"
            raise OSError(f"{library_file()} is of another version: {found}")


class _Entry(c.Structure):
    """An entry of luthier_layout (layout.c); the last has no name."""

    _fields_ = (("name", c.c_char_p), ("value", c.c_int64))


def _layout_of(library: c.CDLL) -> dict[str, int]:
    """What a library says of itself; nothing, if it is older than its saying so."""
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
    """Return the file in which set-up puts the compiled kernels."""
    return Path(sys.prefix) / "lib" / "luthier" / "libkernels.so"

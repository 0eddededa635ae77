"""The shared library of our kernels, and which of them run on this processor."""

from __future__ import annotations

import ctypes as c
import sys
from pathlib import Path

from core.engine.ggml import abi

INT8, BF16, INT4, INT6 = 1000, 1001, 1002, 1003  # types of packed weights, beside enum ggml_type
KINDS = (INT8, BF16, INT4, INT6)
BLOCK, NR = 32, 16  # a packed weight's depth is a multiple of one, its rows of the other
LINE = 64  # bytes of a cache line
WIDTH_STEP = 16  # numbers: rows of F32 are whole vectors
# Bytes of BLOCK numbers of a packed row: a scale in F16 in 8 bits, a scale and a min in 4, two scales in 6.
BLOCK_BYTES = {INT8: BLOCK + 2, INT6: BLOCK + 4, INT4: BLOCK // 2 + 4, BF16: 2 * BLOCK}
QUERIES, KEYS, ROW_PAD = 48, 64, 16  # of attention: queries of a block, keys of a panel, numbers behind its scores


class Kernel(c.Structure):
    """struct Kernel (kernel.h): how a type of packed weight is multiplied."""

    _fields_ = (
        ("name", c.c_char_p),
        ("kind", c.c_int32),
        ("mr", c.c_int32),  # tokens of a tile
        ("mc", c.c_int32),  # tokens of a task
        ("x_bytes", c.c_int32),  # of BLOCK numbers of a token after rounding
        ("w_bytes", c.c_int32),  # of BLOCK numbers of NR rows
        ("scales", c.c_int32),
        *((name, c.c_void_p) for name in ("round", "tile", "begin", "end", "unpack")),
    )


NODES = (
    *("panels", "attend", "attend_back", "sum_parts"),
    *("contract", "expand", "outer"),
    *("cross_entropy", "swiglu", "swiglu_back", "norm", "norm_back"),
)


class F32Kernels(c.Structure):
    """struct F32Kernels (f32.h): the nodes that ggml calls from the graph, by name."""

    _fields_ = (("name", c.c_char_p), *((name, c.c_void_p) for name in NODES))


class AttentionArgs(c.Structure):
    """struct AttentionArgs (f32.h): what a node of attention needs beside its tensors."""

    _fields_ = (
        *((name, c.c_int32) for name in ("head_dim", "heads", "kv_heads", "tokens", "parts")),
        *((name, c.c_float) for name in ("scale", "cap")),
        ("next", c.c_int64),
    )


class LowRankArgs(c.Structure):
    """struct LowRankArgs (f32.h): what a product of LoRA's factors needs beside its tensors."""

    _fields_ = (("scale", c.c_float), ("next", c.c_int64))


class NormArgs(c.Structure):
    """struct NormArgs (f32.h): what a norm needs beside its tensors."""

    _fields_ = (("eps", c.c_float),)


class Submatrix(c.Structure):
    """struct Submatrix (pack.h): part of a weight or of its transpose, as F32 numbers."""

    _fields_ = (
        ("values", c.c_void_p),
        *((name, c.c_int64) for name in ("row_stride", "depth_stride")),  # numbers
        *((name, c.c_int64) for name in ("first_row", "rows", "first_depth", "depth", "whole_rows", "whole_depth")),
    )


class ProductArgs(c.Structure):
    """struct ProductArgs (kernel.h): what a node of a graph needs beside its tensors."""

    _fields_ = (("kernel", c.POINTER(Kernel)), ("blocks", c.c_int64), ("next", c.c_int64))


CONSTANTS = {
    "INT8": INT8, "BF16": BF16, "INT4": INT4, "INT6": INT6, "BLOCK": BLOCK, "NR": NR, "LINE": LINE,
    "WIDTH_STEP": WIDTH_STEP, "QUERIES": QUERIES, "KEYS": KEYS, "ROW_PAD": ROW_PAD,
}  # fmt: skip
STRUCTS = {
    "struct ggml_tensor": abi.TensorStruct, "Kernel": Kernel, "ProductArgs": ProductArgs, "Submatrix": Submatrix,
    "F32Kernels": F32Kernels, "AttentionArgs": AttentionArgs, "LowRankArgs": LowRankArgs, "NormArgs": NormArgs,
}  # fmt: skip


DECLARATIONS = (
    # const Kernel *luthier_kernel(int kind, int choice);
    ("luthier_kernel", c.POINTER(Kernel), [c.c_int, c.c_int]),
    # const F32Kernels *luthier_f32(int choice);
    ("luthier_f32", c.POINTER(F32Kernels), [c.c_int]),
    # void luthier_pack_int8(const Submatrix *from, const uint16_t *scales, uint8_t *panels);
    ("luthier_pack_int8", None, [c.POINTER(Submatrix), c.c_void_p, c.c_void_p]),
    # void luthier_pack_int4(const Submatrix *from, const float *scales, const float *mins, uint8_t *panels);
    ("luthier_pack_int4", None, [c.POINTER(Submatrix), c.c_void_p, c.c_void_p, c.c_void_p]),
    # void luthier_pack_int6(const Submatrix *from, const float *scales, uint8_t *panels);
    ("luthier_pack_int6", None, [c.POINTER(Submatrix), c.c_void_p, c.c_void_p]),
    # void luthier_pack_bf16(const Submatrix *from, uint8_t *panels);
    ("luthier_pack_bf16", None, [c.POINTER(Submatrix), c.c_void_p]),
)


def workspace_numbers(n_tokens: int, head_dim: int) -> int:
    """F32 numbers that a thread needs for attention: a block's queries and gradients, and three forms of its scores."""
    row = -(-n_tokens // KEYS) * KEYS + ROW_PAD
    return QUERIES * (2 * head_dim + 3 * row)


def gradient_numbers(n_tokens: int, head_dim: int, heads: int, pieces: int) -> tuple[int, int]:
    """F32 numbers of attention's gradients as they lie one behind the other: of q; of k, and as many of v.

    pieces: how many of k there are, one for each head of keys in each part of the queries.
    """
    return n_tokens * head_dim * heads, n_tokens * head_dim * pieces


def layout() -> dict[str, int]:
    """Constants, sizes and offsets of structs, and examples of formulas, as this file has them: what layout.c says of
    the library.
    """
    dq, dk = gradient_numbers(100, 64, heads=6, pieces=1)
    examples = {"WORKSPACE_NUMBERS(100, 64)": workspace_numbers(100, 64)}
    examples |= {"DQ_NUMBERS(100, 64, 6)": dq, "DK_NUMBERS(100, 64)": dk}
    found = CONSTANTS | examples
    for name, struct in STRUCTS.items():
        found[name] = c.sizeof(struct)
        found |= {f"{name}.{field[0]}": getattr(struct, field[0]).offset for field in struct._fields_}
    return found


class Kernels:
    """The kernels that run here, by the type of packed weight; none without the library.

    choice: 0 takes the fastest of each type, 1 the next, ...: for the tests.
    """

    def __init__(self, library: c.CDLL | None, choice: int = 0) -> None:
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
        """Those of F32 numbers, which have to be there."""
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
        """Of all that run here."""
        own = [] if self.f32 is None else [self.f32.name.decode()]
        return own + [self.name(kind) for kind in self._found]


def load_kernels(choice: int = 0) -> Kernels:
    """Those that set-up compiled; without them everything works, ggml multiplies."""
    try:
        return Kernels(open_library(), choice)
    except OSError:
        return Kernels(None)


def open_library() -> c.CDLL:
    """Raises OSError when it is not there, or not what this file mirrors: made for another ggml, or of other sources.

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
    """Of luthier_layout (layout.c); the last has no name."""

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
    """Where set-up puts the compiled kernels."""
    return Path(sys.prefix) / "lib" / "luthier" / "libkernels.so"

"""The C interface of our kernels, mirroring the sources in src/: constants, structs, functions, and the memory that
graph nodes need.
"""

from __future__ import annotations

import ctypes as c
from typing import Any

from core.engine.ggml import abi

INT8, BF16, INT4, INT6 = 1000, 1001, 1002, 1003  # types of packed weights, beside enum ggml_type
KINDS = (INT8, BF16, INT4, INT6)
BLOCK, NR = 32, 16  # a packed weight's depth is a multiple of one, its rows of the other
LINE = 64  # bytes of a cache line
WIDTH_STEP = 16  # numbers: F32 rows consist of whole vectors
# Bytes of BLOCK numbers of a packed row: in 8 bits with a scale in F16, in 4 with a scale and a min, in 6 with two
# scales.
BLOCK_BYTES = {INT8: BLOCK + 2, INT6: BLOCK + 4, INT4: BLOCK // 2 + 4, BF16: 2 * BLOCK}
SCAN_ROWS, SCAN_CHUNK, SCAN_STATE = 4, 64, 256  # of Mamba-2's state: rows at once, tokens between stored states, a row
DELTA_CHUNK = 48  # tokens that the gated delta rule computes at once
QUERIES, KEYS, ROW_PAD = 48, 64, 16  # of attention: queries of a block, keys of a panel, numbers after its scores
MASK_ROWS = 3  # numbers that give a query's keys: core/engine/ops/attention/interface.py


class Kernel(c.Structure):
    """struct Kernel (kernel.h): how to multiply a type of packed weight."""

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
    *("cross_entropy", "swiglu", "swiglu_back", "swiglu_oai", "swiglu_oai_back", "norm", "norm_back"),
    *("conv", "conv_back"),
    *("scan", "scan_back", "scan_gather"),
    *("delta", "delta_back"),
)


class F32Kernels(c.Structure):
    """struct F32Kernels (f32.h): the nodes that ggml calls from the graph, by name."""

    _fields_ = (("name", c.c_char_p), *((name, c.c_void_p) for name in (*NODES, "expand_part")))


class AttentionArgs(c.Structure):
    """struct AttentionArgs (f32.h): an attention node's arguments beside its tensors."""

    _fields_ = (
        *((name, c.c_int32) for name in ("head_dim", "heads", "kv_heads", "tokens", "parts")),
        *((name, c.c_float) for name in ("scale", "cap")),
        ("next", c.c_int64),
    )


class LowRankArgs(c.Structure):
    """struct LowRankArgs (f32.h): arguments of a product of LoRA's factors beside its tensors."""

    _fields_ = (("scale", c.c_float), ("next", c.c_int64))


class NormArgs(c.Structure):
    """struct NormArgs (f32.h): a norm's arguments beside its tensors."""

    _fields_ = (("eps", c.c_float),)


class ScanArgs(c.Structure):
    """struct ScanArgs (f32.h): arguments of Mamba-2's recurrence beside its tensors."""

    _fields_ = (
        *((name, c.c_int32) for name in ("state", "width", "heads", "groups", "tokens", "parts")),
        ("next", c.c_int64),
    )


class DeltaArgs(c.Structure):
    """struct DeltaArgs (f32.h): arguments of the gated delta rule beside its tensors."""

    _fields_ = (
        *((name, c.c_int32) for name in ("width", "key_heads", "heads", "tokens")),
        ("scale", c.c_float),
        ("next", c.c_int64),
    )


class GatedArgs(c.Structure):
    """struct GatedArgs (f32.h): a gated unit's arguments beside its tensors."""

    _fields_ = (("alpha", c.c_float), ("limit", c.c_float))


class GraphReader(c.Structure):
    """struct GraphReader (crash.h): ggml's functions that read a graph."""

    _fields_ = tuple((name, c.c_void_p) for name in ("op_desc", "type_name", "n_nodes", "node"))


class LostFileWords(c.Structure):
    """struct LostFileWords (lost_file.h): the message of a process that a lost file ends."""

    _fields_ = tuple((name, c.c_char_p) for name in ("before", "unknown", "after"))


class Submatrix(c.Structure):
    """struct Submatrix (pack.h): part of a weight or of its transpose, as F32 numbers."""

    _fields_ = (
        ("values", c.c_void_p),
        *((name, c.c_int64) for name in ("row_stride", "depth_stride")),  # numbers
        *((name, c.c_int64) for name in ("first_row", "rows", "first_depth", "depth", "whole_rows", "whole_depth")),
    )


class ProductArgs(c.Structure):
    """struct ProductArgs (kernel.h): a node's arguments beside its tensors."""

    _fields_ = (
        ("kernel", c.POINTER(Kernel)),
        *((name, c.c_int64) for name in ("blocks", "next")),
        ("add_branch", c.c_void_p),
    )


CONSTANTS = {
    "INT8": INT8, "BF16": BF16, "INT4": INT4, "INT6": INT6, "BLOCK": BLOCK, "NR": NR, "LINE": LINE,
    "WIDTH_STEP": WIDTH_STEP, "QUERIES": QUERIES, "KEYS": KEYS, "ROW_PAD": ROW_PAD, "MASK_ROWS": MASK_ROWS,
    "SCAN_ROWS": SCAN_ROWS, "SCAN_CHUNK": SCAN_CHUNK, "SCAN_STATE": SCAN_STATE, "DELTA_CHUNK": DELTA_CHUNK,
}  # fmt: skip
STRUCTS = {
    "struct ggml_tensor": abi.TensorStruct, "Kernel": Kernel, "ProductArgs": ProductArgs, "Submatrix": Submatrix,
    "F32Kernels": F32Kernels, "AttentionArgs": AttentionArgs, "LowRankArgs": LowRankArgs, "NormArgs": NormArgs,
    "ScanArgs": ScanArgs, "DeltaArgs": DeltaArgs, "GatedArgs": GatedArgs, "GraphReader": GraphReader,
    "LostFileWords": LostFileWords,
}  # fmt: skip


DECLARATIONS: tuple[tuple[str, Any, list[Any]], ...] = (
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
    # void luthier_tell_of_lost_file(const LostFileWords *words);
    ("luthier_tell_of_lost_file", None, [c.POINTER(LostFileWords)]),
    # int luthier_watch(const char *path, const GraphReader *reader);
    ("luthier_watch", c.c_int, [c.c_char_p, c.POINTER(GraphReader)]),
    # void luthier_graph_begins(struct ggml_cgraph *graph, const char *name, bool counted);
    ("luthier_graph_begins", None, [c.c_void_p, c.c_char_p, c.c_bool]),
    # void luthier_graph_ends(void);
    ("luthier_graph_ends", None, []),
)


def workspace_numbers(n_tokens: int, head_dim: int) -> int:
    """Return the F32 numbers that a thread of attention needs: a block's queries, gradients, and scores in
    three forms.
    """
    row = -(-n_tokens // KEYS) * KEYS + ROW_PAD
    return QUERIES * (2 * head_dim + 3 * row)


def gradient_numbers(n_tokens: int, head_dim: int, heads: int, pieces: int) -> tuple[int, int]:
    """Return the F32 numbers of attention's gradients in their order: of q; of k, and as many of v.

    pieces: the number of gradients of k, one for each head of keys in each part of the queries.
    """
    return n_tokens * head_dim * heads, n_tokens * head_dim * pieces


def scan_numbers(n_tokens: int, state: int) -> int:
    """Return the F32 numbers that a thread needs for Mamba-2's backward recurrence: a chunk's states, and the stored
    ones.
    """
    return SCAN_ROWS * state * (2 + SCAN_CHUNK + -(-n_tokens // SCAN_CHUNK))


def scan_gradients(n_tokens: int, state: int, width: int, heads: int, pieces: int) -> int:
    """Return the F32 numbers of the gradients of Mamba-2's recurrence. pieces: the number of gradients of b, one for
    each group in each part of its heads.
    """
    return n_tokens * (heads * (width + 2) + 2 * pieces * state)


def delta_numbers(width: int) -> int:
    """Return the F32 numbers that a thread needs for the gated delta rule, for heads of this width."""
    return width * width + 4 * DELTA_CHUNK * width + 2 * DELTA_CHUNK * DELTA_CHUNK


def delta_back_numbers(n_tokens: int, width: int) -> int:
    """Return the F32 numbers that a thread needs for the gated delta rule's gradients: a head's states at the row's
    cuts, and each token's additions to them.
    """
    cuts = -(-n_tokens // DELTA_CHUNK)
    more = (3 + cuts) * width * width + 6 * DELTA_CHUNK * width + n_tokens * width
    return delta_numbers(width) + more


def layout() -> dict[str, int]:
    """Return constants, sizes and offsets of structs, and examples of formulas, as declared in this file, to compare
    with the library's own (layout.c).
    """
    dq, dk = gradient_numbers(100, 64, heads=6, pieces=1)
    examples = {"WORKSPACE_NUMBERS(100, 64)": workspace_numbers(100, 64)}
    examples |= {"DQ_NUMBERS(100, 64, 6)": dq, "DK_NUMBERS(100, 64)": dk}
    examples |= {"SCAN_NUMBERS(100, 32)": scan_numbers(100, 32)}
    examples |= {"SCAN_GRADIENTS(100, 32, 16, 6, 3)": scan_gradients(100, 32, 16, heads=6, pieces=3)}
    examples |= {
        "DELTA_NUMBERS(64)": delta_numbers(64),
        "DELTA_BACK_NUMBERS(100, 64)": delta_back_numbers(100, 64),
    }
    found = CONSTANTS | examples
    for name, struct in STRUCTS.items():
        found[name] = c.sizeof(struct)
        found |= {f"{name}.{field[0]}": getattr(struct, field[0]).offset for field in struct._fields_}
    return found

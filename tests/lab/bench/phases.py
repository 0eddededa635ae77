"""Where a step's seconds go: every node of every graph timed by itself, and sorted by what it is for.

With one thread the clock is the processor's, so that other programs change nothing.
"""

from __future__ import annotations

import ctypes
import math
import sys
import time
from collections import Counter
from typing import NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml, library_folder
from core.engine.kernels.interface import BF16, BLOCK, INT4, INT6, INT8, NODES, ProductArgs
from core.engine.ops.autograd import Tape

PHASES = ("products", "attention", "elementwise", "loss", "optimizer", "python")
_PRODUCTS = ("MUL_MAT", "OUT_PROD", "MUL_MAT_ID", "round", "multiply", "contract", "expand", "outer")
_ATTENTION = ("panels", "attend", "attend_back", "sum_parts")
_FREE = ("VIEW", "RESHAPE", "PERMUTE", "TRANSPOSE", "NONE")
_KINDS = {  # of a node, by what it is called
    **dict.fromkeys(("contract", "expand", "outer"), "low-rank products"),
    **dict.fromkeys(("panels", "attend"), "attention"),
    **dict.fromkeys(("attend_back", "sum_parts"), "attention, back"),
    **dict.fromkeys(("swiglu", "swiglu_back", "swiglu_oai", "swiglu_oai_back", "SILU", "SILU_BACK"), "activations"),
    **dict.fromkeys(("norm", "norm_back"), "norms"),
    **dict.fromkeys(("ROPE", "ROPE_BACK"), "positions"),
    **dict.fromkeys(("CPY", "CONT", "DUP"), "copies"),
    **dict.fromkeys(("ADD", "MUL", "SCALE", "GET_ROWS"), "sums"),
    **dict.fromkeys(("MUL_MAT", "OUT_PROD", "MUL_MAT_ID"), "ggml's products"),
    "round": "rounding", "cross_entropy": "loss",
}  # fmt: skip
_BITS = {INT8: "8 bits", INT6: "6 bits", INT4: "4 bits", BF16: "BF16"}


class Spent(NamedTuple):
    """What nodes of a kind took: seconds, floating point operations, and bytes read and written once."""

    seconds: float = 0.0
    flop: float = 0.0
    moved: float = 0.0

    def and_(self, other: Spent) -> Spent:
        """Return both together."""
        return Spent(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class _Graph(ctypes.Structure):
    """struct ggml_cgraph, which is private: ample room for it, passed by value but never read."""

    _fields_ = (("bytes", ctypes.c_uint8 * 512),)


class TimedBackend(Backend):
    """Adds up the seconds of all graphs, and in `detail` those of each operation with its operands' shapes."""

    def __init__(self, ggml: Ggml, threads: int = 0) -> None:
        super().__init__(ggml, threads)
        self.seconds, self.detail = 0.0, Counter[tuple[str, str]]()
        self.by_node = False
        self.kinds: dict[str, Spent] = {}
        self._clock = time.process_time if threads == 1 else time.perf_counter
        self.loss_tapes: set[int] = set()
        self.optimizer_tapes: set[int] = set()
        self._own = _own_nodes(ggml)
        base = ctypes.CDLL(next(str(path) for path in library_folder().glob("*ggml-base.*")))
        self._part = base.ggml_graph_view
        self._part.restype, self._part.argtypes = _Graph, [abi.GRAPH, ctypes.c_int, ctypes.c_int]

    def compute(self, tape: Tape) -> None:
        started = time.perf_counter()
        if self.by_node:
            self._compute_nodes(tape)
        else:
            super().compute(tape)
        self.seconds += time.perf_counter() - started

    def _compute_nodes(self, tape: Tape) -> None:
        tape.fit()
        for i in range(self.ggml.graph_n_nodes(tape.address)):
            address = self.ggml.graph_node(tape.address, i)
            operation, node = self.ggml.op_desc(address).decode(), abi.TensorStruct.from_address(address)
            if operation in _FREE:
                continue
            if operation == "CUSTOM":
                operation = self._own[_pointer(node, 0)]
            part = self._part(tape.address, i, i + 1)
            started = self._clock()
            self.ggml.backend_graph_compute(self.handle, ctypes.addressof(part))
            seconds = self._clock() - started
            self.detail[self._classify(tape, node, operation)] += seconds
            kind, flop = self._kind(tape, node, operation)
            moved = sum(self.ggml.nbytes(one) for one in (address, *filter(None, node.src)))
            self.kinds[kind] = self.kinds.get(kind, Spent()).and_(Spent(seconds, flop, moved))

    def _kind(self, tape: Tape, node: abi.TensorStruct, operation: str) -> tuple[str, float]:
        """Return what kind of work a node is, and its FLOP. Attention is causal: half of all pairs."""
        if id(tape) in self.optimizer_tapes:
            return "optimizer", 0.0
        kind, numbers, flop = _KINDS.get(operation, "others"), float(math.prod(node.ne)), 0.0
        first, second = (abi.TensorStruct.from_address(one) if one else node for one in node.src[:2])
        match operation:
            case "multiply":
                args = ProductArgs.from_address(_pointer(node, 16))
                kind = f"products, {_BITS[args.kernel.contents.kind]}"
                kind += " (head)" if id(tape) in self.loss_tapes else ""
                rank = abi.TensorStruct.from_address(node.src[2]).ne[1] if node.src[2] else 0
                flop = 2.0 * (args.blocks * BLOCK + rank) * numbers
            case "contract" | "MUL_MAT":
                flop = 2.0 * first.ne[0] * numbers
            case "expand":
                flop = 2.0 * min(second.ne[:2]) * numbers
            case "outer" | "OUT_PROD":
                flop = 2.0 * first.ne[1] * numbers
            case "attend" | "attend_back":  # two products forward, five back, each of half of all pairs
                flop = (2 if operation == "attend" else 5) * float(math.prod(first.ne[:3])) * max(first.ne[1:3])
        return kind, flop

    def _classify(self, tape: Tape, node: abi.TensorStruct, operation: str) -> tuple[str, str]:
        sources = [abi.TensorStruct.from_address(source) for source in node.src[:2] if source]
        operands = " x ".join(f"{self.ggml.type_name(s.type)}{list(s.ne[:3])}" for s in sources)
        what = f"{operation:16} {operands} -> {list(node.ne[:3])}"
        if id(tape) in self.loss_tapes:
            return "loss", what
        if id(tape) in self.optimizer_tapes:
            return "optimizer", what
        by_head = node.ne[2] > 1 or any(source.ne[2] > 1 for source in sources)
        if by_head or operation in _ATTENTION or operation.startswith("SOFT_MAX"):
            return "attention", what
        return ("products" if operation in _PRODUCTS else "elementwise"), what


def _pointer(node: abi.TensorStruct, offset: int) -> int:
    """Return a pointer in a custom node's parameters: its function at 0, what that is given at 16."""
    return int.from_bytes(bytes(node.op_params)[offset : offset + 8], sys.byteorder)


def _own_nodes(ggml: Ggml) -> dict[int, str]:
    """The names of our kernels' functions by their addresses, which a custom node's parameters begin with."""
    if ggml.kernels.f32 is None:
        return {}
    names = {getattr(ggml.kernels.f32, name): name for name in NODES}
    return names | {ggml.kernels.round.value: "round", ggml.kernels.multiply.value: "multiply"}

"""Where a step's seconds go: every node of every graph timed by itself, and sorted by what it is for."""

from __future__ import annotations

import ctypes
import sys
import time
from collections import Counter

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml, library_folder
from core.engine.kernels.interface import NODES
from core.engine.ops.autograd import Tape

PHASES = ("products", "attention", "elementwise", "loss", "optimizer", "python")
_PRODUCTS = ("MUL_MAT", "OUT_PROD", "MUL_MAT_ID", "round", "multiply", "contract", "expand", "outer")
_ATTENTION = ("panels", "attend", "attend_back", "sum_parts")
_FREE = ("VIEW", "RESHAPE", "PERMUTE", "TRANSPOSE", "NONE")


class _Graph(ctypes.Structure):
    """struct ggml_cgraph, which is private: ample room for it, passed by value but never read."""

    _fields_ = (("bytes", ctypes.c_uint8 * 512),)


class TimedBackend(Backend):
    """Adds up the seconds of all graphs, and in `detail` those of each operation with its operands' shapes."""

    def __init__(self, ggml: Ggml, threads: int = 0) -> None:
        super().__init__(ggml, threads)
        self.seconds, self.detail = 0.0, Counter[tuple[str, str]]()
        self.by_node = False
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
            operation = self.ggml.op_desc(self.ggml.graph_node(tape.address, i)).decode()
            if operation in _FREE:
                continue
            part = self._part(tape.address, i, i + 1)
            started = time.perf_counter()
            self.ggml.backend_graph_compute(self.handle, ctypes.addressof(part))
            phase, what = self._classify(tape, i, operation)
            self.detail[phase, what] += time.perf_counter() - started

    def _classify(self, tape: Tape, index: int, operation: str) -> tuple[str, str]:
        node = abi.TensorStruct.from_address(self.ggml.graph_node(tape.address, index))
        sources = [abi.TensorStruct.from_address(source) for source in node.src[:2] if source]
        operands = " x ".join(f"{self.ggml.type_name(s.type)}{list(s.ne[:3])}" for s in sources)
        if operation == "CUSTOM":
            operation = self._own[int.from_bytes(bytes(node.op_params)[:8], sys.byteorder)]
        what = f"{operation:16} {operands} -> {list(node.ne[:3])}"
        if id(tape) in self.loss_tapes:
            return "loss", what
        if id(tape) in self.optimizer_tapes:
            return "optimizer", what
        by_head = node.ne[2] > 1 or any(source.ne[2] > 1 for source in sources)
        if by_head or operation in _ATTENTION or operation.startswith("SOFT_MAX"):
            return "attention", what
        return ("products" if operation in _PRODUCTS else "elementwise"), what


def _own_nodes(ggml: Ggml) -> dict[int, str]:
    """The names of our kernels' functions by their addresses, which a custom node's parameters begin with."""
    if ggml.kernels.f32 is None:
        return {}
    names = {getattr(ggml.kernels.f32, name): name for name in NODES}
    return names | {ggml.kernels.round.value: "round", ggml.kernels.multiply.value: "multiply"}

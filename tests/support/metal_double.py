"""A stand-in for Apple's Metal, which runs nowhere but on a Mac: it refuses what ggml's backend for Metal refuses,
rounds products as its kernels do, and computes with the CPU.

The rules are those of `ggml_metal_device_supports_op` (ggml 0.25.3, src/ggml-metal/ggml-metal-device.m; numbers in
comments are its lines), less those for operations that nothing here emits. What Metal's own code then asserts
(ggml-metal-ops.cpp) is refused as well: it would end the process.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Graph
from core.engine.ggml.devices import METAL_TILE_DEPTH, described
from core.engine.ggml.lib import Ggml, library_folder
from core.engine.ggml.tensor import NUMPY_TYPES, Tensor

Q1_0, Q2_0, Q4_0, Q4_1, Q5_0, Q5_1, IQ4_NL, TQ1_0, TQ2_0, NVFP4 = 41, 42, 2, 3, 6, 7, 20, 34, 35, 40


class Node(NamedTuple):
    """What a rule looks at. op: as ggml describes it, with the name of a unary or gated one."""

    ggml: Ggml
    op: str
    result: Tensor
    sources: list[Tensor | None]

    @property
    def a(self) -> Tensor:
        assert self.sources[0] is not None
        return self.sources[0]

    @property
    def b(self) -> Tensor:
        assert self.sources[1] is not None
        return self.sources[1]


class Chip(NamedTuple):
    """What differs between Macs. simdgroups: reductions and matrices by them (M1 and later). bfloat: M2 and later."""

    simdgroups: bool = True
    bfloat: bool = True


M1, M2, INTEL = Chip(bfloat=False), Chip(), Chip(simdgroups=False, bfloat=False)


class MetalDouble(Backend):
    """rounds: whether products round to half precision, as Metal's tiles do; without, only what is refused differs."""

    name = "metal"
    halves_products = True
    tile_depth = METAL_TILE_DEPTH
    largest_buffer = 1 << 30

    def __init__(self, ggml: Ggml, chip: Chip = M1, *, rounds: bool = True) -> None:
        super().__init__(ggml, threads=1)  # with more, they would mostly wait for each other
        self._chip, self._rounds = chip, rounds
        self._stretches: weakref.WeakKeyDictionary[Graph, list[_Stretch | _HalfProduct]] = weakref.WeakKeyDictionary()

    def supports(self, node: Tensor) -> bool:
        """As Metal says."""
        return is_offered(self.ggml, node, self._chip)

    def require_supported(self, graph: Graph) -> None:
        """Raises LuthierError `device.unsupported`."""
        for node in graph.nodes():
            if not self.supports(node):
                raise LuthierError("device.unsupported", f"Metal cannot compute {described(self.ggml, node)}.")

    def compute(self, graph: Graph) -> None:
        """Run it. Raises LuthierError `device.unsupported`, `ggml.compute`."""
        graph.fit()
        if graph not in self._stretches:
            self.require_supported(graph)
            self._stretches[graph] = _stretches(self, graph) if self._rounds else [_Stretch(self, list(graph.nodes()))]
        for stretch in self._stretches[graph]:
            stretch.run()


def is_offered(ggml: Ggml, tensor: Tensor, chip: Chip) -> bool:
    """Whether Metal computes a node."""
    struct = abi.TensorStruct.from_address(tensor.address)
    sources = [Tensor(address) if address else None for address in struct.src]
    node = Node(ggml, ggml.op_desc(tensor.address).decode(), tensor, sources)
    if not chip.bfloat and any(x is not None and x.kind == abi.BF16 for x in (tensor, *sources[:3])):  # 1544-1554
        return False
    if node.op in ("NONE", "RESHAPE", "VIEW", "TRANSPOSE", "PERMUTE"):  # 1615-1620
        return True
    if node.op in NEED_SIMDGROUPS and not chip.simdgroups:
        return False
    rule = RULES.get(node.op)
    return rule is not None and rule(node)


# 1513, 1674-1692, 1953: has_simdgroup_reduction
NEED_SIMDGROUPS = {
    "SUM", "SUM_ROWS", "CUMSUM", "MEAN", "SOFT_MAX", "ARGMAX", "RMS_NORM", "NORM", "MUL_MAT", "MUL_MAT_ID",
    "OPT_STEP_ADAMW",
}  # fmt: skip


def _is_float(x: Tensor) -> bool:
    return x.kind in (abi.F32, abi.F16)


def _rows(x: Tensor) -> bool:
    return _asked("ggml_is_contiguous_rows", x)


def _contiguous(x: Tensor) -> bool:
    return _asked("ggml_is_contiguous", x)


def _transposed(x: Tensor) -> bool:
    return _asked("ggml_is_transposed", x)


def _asked(name: str, x: Tensor) -> bool:
    """One of ggml's own questions about how a tensor lies in memory."""
    function = getattr(_library(), name)
    function.restype, function.argtypes = ctypes.c_bool, [ctypes.c_void_p]
    return bool(function(x.address))


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(next(library_folder().glob("*ggml-base.*"))))


def _elementwise(node: Node) -> bool:
    return _rows(node.a) and _is_float(node.a)


def _binary(node: Node) -> bool:
    return _rows(node.a) and _rows(node.b) and _is_float(node.a) and node.a.kind == node.b.kind


def _silu_back(node: Node) -> bool:
    tensors = (node.a, node.b, node.result)
    return all(x.kind == abi.F32 and _contiguous(x) for x in tensors) and node.a.shape == node.b.shape


def _gated(node: Node) -> bool:
    same = node.sources[1] is None or node.a.shape == node.b.shape  # asserted, ggml-metal-ops.cpp:909
    return _asked("ggml_is_contiguous_1", node.a) and _is_float(node.a) and same


def _accumulate(node: Node) -> bool:
    asserted = node.b.kind == node.result.kind == abi.F32  # ggml-metal-ops.cpp:698-700
    return _rows(node.a) and _rows(node.b) and node.a.kind == abi.F32 and asserted


def _product(node: Node) -> bool:
    """ggml_metal_supports_mul_mat_op, 1511-1538. Nothing here multiplies by activations in F16."""
    if node.a.kind in (NVFP4, TQ1_0) or node.b.kind != abi.F32:
        return False
    return node.op == "MUL_MAT" or not (_transposed(node.a) or _transposed(node.b))  # ggml-metal-ops.cpp:2696-2697


COPIES = {
    abi.F32: {
        abi.F32, abi.F16, abi.BF16, abi.Q8_0, Q1_0, Q2_0, Q4_0, Q4_1, Q5_0, Q5_1, IQ4_NL, TQ2_0, abi.I32,
    },
    abi.F16: {abi.F32, abi.F16},
    abi.BF16: {abi.F32, abi.BF16},
    abi.I32: {abi.F32, abi.I32},
} | {kind: {abi.F32, abi.F16} for kind in (Q1_0, Q2_0, Q4_0, Q4_1, Q5_0, Q5_1, abi.Q8_0, TQ2_0)}  # fmt: skip


def _copy(node: Node) -> bool:
    return node.result.kind in COPIES.get(node.a.kind, ())


def _set_rows(node: Node) -> bool:
    if node.a.kind == abi.F16:
        return node.result.kind == abi.F16
    targets = {abi.F32, abi.F16, abi.BF16, abi.Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, IQ4_NL, TQ2_0}
    return node.a.kind == abi.F32 and node.result.kind in targets


def _yes(node: Node) -> bool:  # noqa: ARG001 - a rule like the others
    return True


Rule = Callable[[Node], bool]
UNARY = ("TANH", "RELU", "SIGMOID", "GELU", "GELU_ERF", "GELU_QUICK", "SILU", "NEG", "ABS", "STEP", "EXP", "SOFTPLUS")
RULES: dict[str, Rule] = {
    **dict.fromkeys(("SCALE", "FILL", "CLAMP", "SQR", "SQRT", "SIN", "COS", "LOG"), _elementwise),  # 1557-1565
    **dict.fromkeys(UNARY, _elementwise),  # 1566-1593
    "SILU_BACK": _silu_back,  # 1594-1601
    **dict.fromkeys(("REGLU", "GEGLU", "SWIGLU", "SWIGLU_OAI", "GEGLU_ERF", "GEGLU_QUICK"), _gated),  # 1602-1614
    **dict.fromkeys(("ADD", "SUB", "MUL", "DIV", "ADD_ID"), _binary),  # 1648-1653
    "ACC": _accumulate,  # 1654
    "REPEAT": _yes,  # 1656
    "SUM": lambda node: _contiguous(node.a),  # 1674
    **dict.fromkeys(("SUM_ROWS", "CUMSUM", "MEAN", "SOFT_MAX"), lambda node: _rows(node.a)),  # 1678-1684
    "ARGMAX": lambda node: _rows(node.a),  # 1690, asserted
    **dict.fromkeys(("RMS_NORM", "NORM"), lambda node: _rows(node.a)),  # 1692
    **dict.fromkeys(("ROPE", "ROPE_BACK"), _yes),  # 1695
    "ROLL": lambda node: _contiguous(node.a),  # 1725
    "PAD": lambda node: node.a.kind == abi.F32,  # 1717
    **dict.fromkeys(("ARGSORT", "TOP_K", "ARANGE"), _yes),  # 1723
    **dict.fromkeys(("MUL_MAT", "MUL_MAT_ID"), _product),  # 1846-1859
    **dict.fromkeys(("SET", "CPY", "DUP", "CONT"), _copy),  # 1860-1921
    "GET_ROWS": lambda node: node.a.kind not in (NVFP4, TQ1_0),  # 1922
    "SET_ROWS": _set_rows,  # 1925-1950
    "OPT_STEP_ADAMW": _yes,  # 1953
}


class _Stretch:
    """Nodes that the CPU computes as Metal would."""

    def __init__(self, backend: MetalDouble, nodes: list[Tensor]) -> None:
        self._backend, ggml = backend, backend.ggml
        size = ggml.graph_overhead_custom(len(nodes), False)
        context = ggml.init(abi.InitParams(size + 1024, None, True))
        weakref.finalize(self, ggml.free, context)
        self._address = ggml.new_graph_custom(context, len(nodes), False)
        add = _library().ggml_graph_add_node
        add.restype, add.argtypes = None, [ctypes.c_void_p, ctypes.c_void_p]
        for node in nodes:
            add(self._address, node.address)

    def run(self) -> None:
        assert self._backend.ggml.backend_graph_compute(self._backend.handle, self._address) == 0


class _HalfProduct:
    """A product whose operands Metal's tiles hold in half precision: what is too large for it becomes infinite. The
    sums are in F32 (kernel_mul_mm of kernels/mul_mm.metal).
    """

    def __init__(self, ggml: Ggml, node: Tensor) -> None:
        self._ggml, self._node = ggml, node.address

    def run(self) -> None:
        """By numpy, at the sizes that the node has now."""
        struct = abi.TensorStruct.from_address(self._node)
        a, b = (_halved(self._ggml, Tensor(struct.src[i])) for i in range(2))  # [H, n, k], [H', m, k]
        if struct.src[2]:
            ids = _values(self._ggml, Tensor(struct.src[2]))[0]  # [T, slots]
            slots = np.broadcast_to(b, (*ids.shape, b.shape[-1]))
            with np.errstate(all="ignore"):
                result = np.einsum("tsnk,tsk->tsn", a[ids], slots)
        else:
            with np.errstate(all="ignore"):
                result = b @ np.repeat(a, len(b) // len(a), axis=0).swapaxes(1, 2)
        values = np.ascontiguousarray(result, np.float32)
        ctypes.memmove(struct.data, values.ctypes.data, values.nbytes)


def _stretches(backend: MetalDouble, graph: Graph) -> list[_Stretch | _HalfProduct]:
    found: list[_Stretch | _HalfProduct] = []
    waiting: list[Tensor] = []
    for node in graph.nodes():
        if not is_half_product(backend.ggml, node):
            waiting.append(node)
            continue
        if waiting:
            found.append(_Stretch(backend, waiting))
            waiting = []
        found.append(_HalfProduct(backend.ggml, node))
    return [*found, _Stretch(backend, waiting)] if waiting else found


def is_half_product(ggml: Ggml, node: Tensor) -> bool:
    """Whether Metal computes it in tiles, in half precision (ggml-metal-common.cpp:35-49), those of BF16 aside."""
    op = ggml.op_desc(node.address).decode()
    if op not in ("MUL_MAT", "MUL_MAT_ID"):
        return False
    sources = abi.TensorStruct.from_address(node.address).src
    a, b = Tensor(sources[0]), Tensor(sources[1])
    if a.kind == abi.BF16 or a.shape[0] < METAL_TILE_DEPTH:
        return False
    if op == "MUL_MAT_ID":
        return Tensor(sources[2]).shape[1] >= 32
    return b.shape[1] > 8 and not _transposed(a) and not _transposed(b)


def _halved(ggml: Ggml, x: Tensor) -> np.ndarray:
    with np.errstate(over="ignore"):
        return _values(ggml, x).astype(np.float16).astype(np.float32)


def _values(ggml: Ggml, x: Tensor) -> np.ndarray:
    """Of a tensor in the CPU's memory with three axes, slowest first; quantized ones dequantized."""
    address = abi.TensorStruct.from_address(x.address).data
    if x.kind in NUMPY_TYPES:
        kind = NUMPY_TYPES[x.kind]
        reach = sum((size - 1) * stride for size, stride in zip(x.shape, x.strides, strict=True)) + x.strides[0]
        memory = (ctypes.c_uint8 * reach).from_address(address)
        return np.ndarray(x.shape[2::-1], kind, memory, strides=x.strides[2::-1]).copy()
    values = np.empty(x.shape[2::-1], np.float32)
    to_float = ggml.get_type_traits(x.kind).contents.to_float
    for i, j in np.ndindex(*values.shape[:2]):
        to_float(address + i * x.strides[2] + j * x.strides[1], values[i, j].ctypes.data, x.shape[0])
    return values

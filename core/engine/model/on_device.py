"""The last layers of a model in a device's memory: the weights in the file's types, and transposed for backward.

A device multiplies a quantized weight directly, and adds up in F32 on request, so it needs no forward copy. A type that
it does not support is held in F16, which is exact enough for all types in files except F32.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.base.callbacks import ReportProgress
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Graph, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, row_address
from core.engine.model.copies import declare_copies, dequantize_rows, row_bands
from core.engine.model.frozen import FrozenLinear, FrozenModel, Layer
from core.engine.model.weight_layouts import Layout, form_of, quantize_rows
from core.engine.ops.rope import Rope

_PROBE_TOKENS = 8
COLUMNS_BYTES = 64 << 20  # of a weight in F32, transposed in one pass
ROWS = 256  # a multiple of every type's block


class ModelOnDevice:
    """Holds a model's last layers on a device. model: its tensors from first_layer on are on the device; has_head: with
    the final norm and head.

    transposed: a type for each of the model's linears, in their order; None: no copy, its gradient is streamed.
    progress: linears copied, of how many. Raises LuthierError `device.memory`.
    """

    def __init__(
        self,
        backend: Backend,
        model: FrozenModel,
        first_layer: int,
        transposed: Sequence[int | None],
        *,
        has_head: bool = True,
        progress: ReportProgress = lambda done, total: None,
    ) -> None:
        self.backend, self.first_layer, self.has_head = backend, first_layer, has_head
        self._storage = Storage(backend, 16 * len(model.linears) + 64)
        self._transposed = {id(linear): kind for linear, kind in zip(model.linears, transposed, strict=True)}
        self._plain: dict[int, tuple[Tensor, Tensor]] = {}  # by the file's address: the file's tensor and ours
        self._linears: list[tuple[FrozenLinear, FrozenLinear]] = []
        pieces = self._pieces(model) if has_head else ()
        self.model = replace(
            model,
            layers=[*model.layers[:first_layer], *(self._layer(layer) for layer in model.layers[first_layer:])],
            output_norm=self._copied(model.output_norm) if has_head else model.output_norm,
            head=self._linear(model.head) if has_head and not pieces else model.head,
            head_pieces=pieces,
        )
        self._storage.allocate()
        self._fill(progress)

    @property
    def bytes(self) -> int:
        """Return the bytes of the device's memory."""
        return self._storage.bytes

    def _layer(self, layer: Layer) -> Layer:
        return Layer(
            replace(layer.shape, rope=self._rope(layer.shape.rope)),
            {name: self._copied(constant) for name, constant in layer.constants.items()},
            {name: self._linear(linear) for name, linear in layer.linears.items()},
        )

    def _pieces(self, model: FrozenModel) -> tuple[FrozenLinear, ...]:
        """Return the head's rows, split over as many linears as needed; empty if one holds all."""
        head, kind = model.head, self._transposed[id(model.head)]
        rows = rows_in_a_buffer(self.backend, head, kind)
        if rows >= head.d_out:
            return ()
        starts = range(0, head.d_out, rows)
        parts = (model.file.rows(head.weight, start, min(rows, head.d_out - start)) for start in starts)
        return tuple(self._linear(FrozenLinear(head.name, part), kind) for part in parts)

    def _linear(self, linear: FrozenLinear, kind: int | None = None) -> FrozenLinear:
        """Copy a linear to the device. kind: of the transposed copy, if the linear is not one of the model's."""
        weight, kind = linear.weight, self._transposed.get(id(linear), kind)
        ours = FrozenLinear(
            linear.name,
            self._storage.new(*weight.shape, kind=device_kind(self.backend, weight)),
            None if linear.bias is None else self._copied(linear.bias),
            transposed=declare_copies(self._storage, weight, Layout(transposed=kind)).transposed,
        )
        self._linears.append((linear, ours))
        return ours

    def _rope(self, rope: Rope | None) -> Rope | None:
        if rope is None:
            return None
        factors, long_factors = (x and self._copied(x) for x in (rope.factors, rope.long_factors))
        return replace(rope, factors=factors, long_factors=long_factors)

    def _copied(self, tensor: Tensor) -> Tensor:
        """Copy a small tensor, once for all that share it."""
        if tensor.address not in self._plain:
            self._plain[tensor.address] = (tensor, self._storage.new(*tensor.shape, kind=tensor.kind))
        return self._plain[tensor.address][1]

    def _fill(self, progress: ReportProgress) -> None:
        for tensor, copy in self._plain.values():
            self._upload(tensor, copy)
        for done, (linear, ours) in enumerate(self._linears, start=1):
            if ours.weight.kind == linear.weight.kind:
                self._upload(linear.weight, ours.weight)
            else:
                _convert(self.backend.ggml, linear.weight, ours.weight)
            if ours.transposed is not None:
                self._transpose(linear.weight, ours.transposed)
            progress(done, len(self._linears))

    def _transpose(self, weight: Tensor, target: Tensor) -> None:
        """Transpose some columns at a time, so that little of the weight is in the computer's memory; rows of large
        weights are then dequantized more than once.
        """
        ggml, (d_in, d_out, n_experts) = self.backend.ggml, weight.shape[:3]
        width = max(1, COLUMNS_BYTES // (4 * d_out))
        for expert in range(n_experts):
            bands = [(first, n) for first, n in row_bands(weight) if first // d_out == expert]
            for start in range(0, d_in, width):
                columns = np.empty((d_out, min(width, d_in - start)), np.float32)
                for first, n in bands:
                    rows = dequantize_rows(ggml, weight, first, n)
                    columns[first - expert * d_out :][:n] = rows[:, start : start + width]
                packed = quantize_rows(ggml, target.kind, columns.T)
                offset = expert * target.strides[2] + start * target.strides[1]
                ggml.backend_tensor_set(target.address, packed.ctypes.data, offset, packed.nbytes)

    def _upload(self, source: Tensor, target: Tensor) -> None:
        """Copy a tensor to the device. source: in the computer's memory, each of its matrices contiguous."""
        rows, matrices = source.shape[1:3]
        size = rows * source.strides[1]
        for i in range(matrices):
            self.backend.ggml.backend_tensor_set(target.address, row_address(source, i * rows), i * size, size)


def device_kind(backend: Backend, weight: Tensor) -> int:
    """Return the type in which a device holds a weight: the file's if the device multiplies it, else F16."""
    kind = weight.kind
    return kind if multiplies(backend, kind, *weight.shape[:3]) else abi.F16


def transposed_kind(backend: Backend, linear: FrozenLinear) -> int:
    """Return the type of a transposed copy on a device: 8 bits if the file has no more and the row length allows it,
    else F16.

    F16 is precise enough for a weight, but not for gradients: these stay in F32.
    """
    fine = linear.weight.kind in (abi.F32, abi.F16, abi.BF16)
    small = not fine and linear.d_out % 32 == 0
    return abi.Q8_0 if small and multiplies(backend, abi.Q8_0, linear.d_out, linear.d_in, linear.n_experts) else abi.F16


def multiplies(backend: Backend, kind: int, depth: int, rows: int, n_experts: int = 1) -> bool:
    """Return whether the device multiplies a weight of this type with numbers in F32."""
    storage, graph = Storage(backend, 3), Graph(backend, 4)
    weight = storage.new(depth, rows, n_experts, kind=kind)
    if n_experts == 1:
        return graph.offered("mul_mat", weight, storage.new(depth, _PROBE_TOKENS)) is not None
    ids = storage.new(1, _PROBE_TOKENS, kind=abi.I32)
    return graph.offered("mul_mat_id", weight, storage.new(depth, 1, _PROBE_TOKENS), ids) is not None


def device_bytes(backend: Backend, linear: FrozenLinear, transposed: int | None) -> int:
    """Return the bytes of the device's memory that a linear takes."""
    ggml, kind = backend.ggml, device_kind(backend, linear.weight)
    weight = form_of(kind).bytes(ggml, linear.d_in, linear.d_out, linear.n_experts)
    if transposed is None:
        return weight
    return weight + form_of(transposed).bytes(ggml, linear.d_out, linear.d_in, linear.n_experts)


def rows_in_a_buffer(backend: Backend, linear: FrozenLinear, transposed: int | None) -> int:
    """Return how many rows of a linear or its copy fit into one of the device's buffers: all, or whole blocks."""
    weight = device_bytes(backend, linear, None)
    larger = max(weight, device_bytes(backend, linear, transposed) - weight)
    if larger <= backend.largest_buffer:
        return linear.d_out
    return backend.largest_buffer * linear.d_out // larger // ROWS * ROWS


def _convert(ggml: Ggml, weight: Tensor, target: Tensor) -> None:
    """Convert a weight to another type, a few rows at a time."""
    for first, count in row_bands(weight):
        packed = quantize_rows(ggml, target.kind, dequantize_rows(ggml, weight, first, count))
        packed = np.ascontiguousarray(packed)
        ggml.backend_tensor_set(target.address, packed.ctypes.data, first * target.strides[1], packed.nbytes)

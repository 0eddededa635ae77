"""Reverse-mode differentiation over ggml graphs.

Operations (the other files here) record, next to the node they emit, a rule that turns the gradient of their output
into gradients of their inputs. `Tape.backward` walks the rules in reverse and emits the backward graph into the same
graph. Rules emit only what a trainable tensor needs.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.extent import Extent, Followers
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import Kernels

Rule = Callable[[Tensor], Sequence[Tensor | None]]  # gradient of the output -> one gradient per input


class _Entry(NamedTuple):
    output: Tensor
    inputs: Sequence[Tensor]
    rule: Rule


class Tape:
    """A ggml graph under construction, and how to differentiate it.

    capacity: the largest number of nodes; ggml aborts beyond it.
    """

    def __init__(self, ggml: Ggml, capacity: int = 2048) -> None:
        self.ggml = ggml
        size = capacity * ggml.tensor_overhead() + ggml.graph_overhead_custom(capacity, False)
        self.context = ggml.init(abi.InitParams(size, None, True))
        self.graph = ggml.new_graph_custom(self.context, capacity, False)
        self._entries: list[_Entry] = []
        self._gradients: dict[int, Tensor] = {}
        self._followers: dict[Extent, Followers] = {}
        self._made: dict[Hashable, Tensor] = {}
        self._narrow: dict[int, Tensor] = {}
        self._data: list[ctypes.Structure] = []  # what custom nodes point to
        weakref.finalize(self, ggml.free, self.context)

    @property
    def kernels(self) -> Kernels:
        """Our own, which an operation may choose in place of ggml's; they say themselves what they take."""
        return self.ggml.kernels

    def emit(self, name: str, *arguments: Tensor | float | None) -> Tensor:
        """Call ggml_<name>(ctx, ...) and wrap the result."""
        plain = [a.address if isinstance(a, Tensor) else a for a in arguments]
        return Tensor(getattr(self.ggml, name)(self.context, *plain))

    def custom(
        self,
        kind: int,
        ne0: int,
        ne1: int,
        inputs: Sequence[Tensor],
        function: ctypes.c_void_p,
        data: ctypes.Structure | None = None,
    ) -> Tensor:
        """A node [ne0, ne1] that all threads compute by a C function: (dst, thread, threads, data)."""
        return Tensor(self.ggml.custom_4d(self.context, kind, ne0, ne1, 1, 1, *self._call(inputs, function, data)))

    def custom_in_place(
        self,
        place: Tensor,
        inputs: Sequence[Tensor],
        function: ctypes.c_void_p,
        data: ctypes.Structure | None = None,
    ) -> Tensor:
        """A node like `custom` that writes over `place`, which is its first source, before `inputs`."""
        call = self._call(inputs, function, data)
        return Tensor(self.ggml.custom_inplace(self.context, place.address, *call))

    def _call(
        self, inputs: Sequence[Tensor], function: ctypes.c_void_p, data: ctypes.Structure | None
    ) -> tuple[Any, ...]:
        sources = (abi.TENSOR * len(inputs))(*(x.address for x in inputs))
        if data is not None:
            self._data.append(data)
        return sources, len(inputs), function, abi.ALL_THREADS, None if data is None else ctypes.addressof(data)

    def once(self, key: Hashable, make: Callable[[], Tensor]) -> Tensor:
        """What `make` emits, the same for the same key: for what several operations need."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def record(self, output: Tensor, inputs: Sequence[Tensor], rule: Rule) -> Tensor:
        """Remember how to differentiate `output`, if anything behind it is trainable."""
        if any(x.requires_grad for x in inputs):
            output.requires_grad = True
            self._entries.append(_Entry(output, inputs, rule))
        return output

    def compute(self, target: Tensor) -> None:
        """Make `target`, and all that it needs, part of what the graph computes."""
        self.ggml.build_forward_expand(self.graph, target.address)

    def store(self, value: Tensor, place: Tensor) -> None:
        """Copy a result into a tensor that outlives the graph."""
        self.compute(self.emit("cpy", value, place))

    def recall(self, value: Tensor, place: Tensor) -> Tensor:
        """Let `place`, where an earlier graph stored it, stand in for `value`.

        Gradients flow on to `value` as if it had been computed; it is not, unless a rule reads it.
        """
        stored = self.shaped(place, value)
        if place.kind != value.kind:
            narrow, stored = stored, self.emit("cast", stored, value.kind)
            self._narrow[stored.address] = narrow
        return self.record(stored, (value,), lambda dy: (dy,))

    def as_stored(self, x: Tensor) -> Tensor:
        """What `recall` found, before it was cast, for kernels that read it as it lies; else x."""
        return self._narrow.get(x.address, x)

    def shaped(self, place: Tensor, value: Tensor) -> Tensor:
        """The beginning of `place`, flat and of any type, in the shape of a contiguous value."""
        ne, item = value.shape, place.strides[0]
        return self.emit("view_3d", place, ne[0], ne[1], ne[2], item * ne[0], item * ne[0] * ne[1], 0)

    def add_into(self, total: Tensor, value: Tensor) -> None:
        """total += value, where total outlives the graph."""
        self.compute(self.emit("add_inplace", total, value))

    def backward(self, output: Tensor, gradient: Tensor) -> None:
        """Emit the backward graph of `output`, given the gradient of the loss with respect to it."""
        self._gradients = {output.address: gradient}
        for entry in reversed(self._entries):
            dy = self._gradients.pop(entry.output.address, None)
            if dy is None:
                continue
            for x, dx in zip(entry.inputs, entry.rule(dy), strict=True):
                if x.requires_grad and dx is not None:
                    self._accumulate(x, dx)

    def gradient(self, x: Tensor) -> Tensor | None:
        """The gradient that reached an input of the graph, after `backward`."""
        return self._gradients.get(x.address)

    def follow(self, extent: Extent, tensor: Tensor, axis: int) -> Tensor:
        """Let a tensor that was built for 0 .. end along an axis cover what the extent says at the time of a run."""
        self._followers.setdefault(extent, Followers(extent)).add(tensor, axis)
        return tensor

    def fit(self) -> None:
        """Cut the tensors that follow an extent to what it says now."""
        for extent, followers in self._followers.items():
            followers.cut(extent.first)

    def unplace(self) -> None:
        """Forget where the graph's tensors lie, so that they can be given new places."""
        for followers in self._followers.values():
            followers.cut(0)
        address = self.ggml.get_first_tensor(self.context)
        while address:
            tensor = abi.TensorStruct.from_address(address)
            tensor.data = tensor.buffer = None
            address = self.ggml.get_next_tensor(self.context, address)

    @property
    def n_nodes(self) -> int:
        return int(self.ggml.graph_n_nodes(self.graph))

    def _accumulate(self, x: Tensor, dx: Tensor) -> None:
        earlier = self._gradients.get(x.address)
        self._gradients[x.address] = dx if earlier is None else self.emit("add", earlier, dx)

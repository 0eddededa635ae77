"""A ggml graph under construction: operations are emitted by name, and nodes of our own are C functions.

Also here: lengths that change from run to run, in graphs that are built once.

A graph is built, and given memory, for the longest case. Before a run the tensors that follow an extent are cut to it:
sizes, strides and addresses are changed where they lie. They never need more memory than they were given.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor

if TYPE_CHECKING:
    from core.engine.ggml.backend import Backend


class Graph:
    """Built once, computed many times, by one backend.

    capacity: the largest number of nodes; ggml aborts beyond it. name: what it computes, for the report of a crash.
    """

    def __init__(self, backend: Backend, capacity: int = 2048, name: str = "") -> None:
        self.backend, self.ggml, self.name = backend, backend.ggml, name.encode()
        ggml = self.ggml
        size = capacity * ggml.tensor_overhead() + ggml.graph_overhead_custom(capacity, False)
        self.context = ggml.init(abi.InitParams(size, None, True))
        self.address = ggml.new_graph_custom(self.context, capacity, False)
        self._followers: dict[Extent, Followers] = {}
        self._made: dict[Hashable, Tensor] = {}
        self._data: list[ctypes.Structure] = []  # what custom nodes point to
        weakref.finalize(self, ggml.free, self.context)

    def emit(self, name: str, *arguments: Tensor | float | None) -> Tensor:
        """Call ggml_<name>(ctx, ...) and wrap the result."""
        plain = [a.address if isinstance(a, Tensor) else a for a in arguments]
        node = Tensor(getattr(self.ggml, name)(self.context, *plain))
        if name == "mul_mat" and self.backend.halves_products:
            self.ggml.mul_mat_set_prec(node.address, abi.PREC_F32)
        return node

    def offered(self, name: str, *arguments: Tensor | float | None) -> Tensor | None:
        """Emit a node, or return None and leave it out of the graph where the backend cannot compute it."""
        node = self.emit(name, *arguments)
        return node if self.backend.supports(node) else None

    def nodes(self) -> Iterator[Tensor]:
        """Yield the nodes that the graph computes, in order."""
        for index in range(self.ggml.graph_n_nodes(self.address)):
            yield Tensor(self.ggml.graph_node(self.address, index))

    def custom(
        self,
        kind: int,
        ne0: int,
        ne1: int,
        inputs: Sequence[Tensor],
        function: ctypes.c_void_p,
        data: ctypes.Structure | None = None,
    ) -> Tensor:
        """Emit a node [ne0, ne1] that all threads compute by a C function: (dst, thread, threads, data)."""
        return Tensor(self.ggml.custom_4d(self.context, kind, ne0, ne1, 1, 1, *self._call(inputs, function, data)))

    def custom_in_place(
        self,
        target: Tensor,
        inputs: Sequence[Tensor],
        function: ctypes.c_void_p,
        data: ctypes.Structure | None = None,
    ) -> Tensor:
        """Emit a node like `custom` that writes over `target`, which is its first source, before `inputs`."""
        call = self._call(inputs, function, data)
        return Tensor(self.ggml.custom_inplace(self.context, target.address, *call))

    def once(self, key: Hashable, make: Callable[[], Tensor]) -> Tensor:
        """Return what `make` emits, once for each key: for what several operations need."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def compute(self, target: Tensor) -> None:
        """Make `target`, and all that it needs, part of what the graph computes."""
        self.ggml.build_forward_expand(self.address, target.address)

    def store(self, value: Tensor, target: Tensor) -> None:
        """Copy a result into a tensor that outlives the graph."""
        self.compute(self.emit("cpy", value, target))

    def shaped(self, flat: Tensor, value: Tensor) -> Tensor:
        """View the beginning of `flat`, of any type, in the shape of a contiguous value."""
        ne, item = value.shape, flat.strides[0]
        return self.emit("view_3d", flat, ne[0], ne[1], ne[2], item * ne[0], item * ne[0] * ne[1], 0)

    def add_into(self, total: Tensor, value: Tensor) -> None:
        """Add value to total, which outlives the graph."""
        self.compute(self.emit("add_inplace", total, value))

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

    def _call(
        self, inputs: Sequence[Tensor], function: ctypes.c_void_p, data: ctypes.Structure | None
    ) -> tuple[Any, ...]:
        sources = (abi.TENSOR * len(inputs))(*(x.address for x in inputs))
        if data is not None:
            self._data.append(data)
        return sources, len(inputs), function, abi.ALL_THREADS, None if data is None else ctypes.addressof(data)


class Extent:
    """Indices first .. end. Graphs are built for 0 .. end; `first` may change before every run."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.first = 0


class Followers:
    """The tensors of one graph that cover an extent along an axis, all others than which are left alone.

    A view of a tensor that does not follow the extent is a window: it moves on by what is left out, its offset too,
    which is where devices read its place. Everything else is a result without gaps, or such a one with its axes in
    another order: it stays where it is and gets smaller.
    """

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self._first = 0
        self._addresses: set[int] = set()
        self._windows: list[tuple[abi.TensorStruct, int, abi.TensorStruct, int]] = []  # the tensor looked into, where
        self._results: list[tuple[abi.TensorStruct, int, list[int]]] = []  # the axes, as they lie in memory

    def add(self, tensor: Tensor, axis: int) -> None:
        struct = abi.TensorStruct.from_address(tensor.address)
        self._addresses.add(tensor.address)
        if struct.view_src and struct.view_src not in self._addresses:
            whole = abi.TensorStruct.from_address(struct.view_src)
            self._windows.append((struct, axis, whole, struct.view_offs))
        else:
            self._results.append((struct, axis, sorted(range(abi.MAX_DIMS), key=lambda i: struct.nb[i])))

    def cut(self, first: int) -> None:
        """Let the tensors cover first .. end."""
        if first == self._first:
            return
        self._first, n = first, self.extent.end - first
        for window, axis, whole, offset in self._windows:
            window.ne[axis] = n
            window.view_offs = offset + first * window.nb[axis]
            if whole.data:  # else the graph does not need it, since what it leads to was stored
                window.data = whole.data + window.view_offs
        for result, axis, order in self._results:
            ne, nb = result.ne, result.nb
            ne[axis] = n
            for i, after in pairwise(order):
                nb[after] = nb[i] * ne[i]

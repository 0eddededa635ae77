"""Backends, persistent storage, graphs, and the scratch memory that graphs share.

A ggml graph's operations are emitted by name, and our own nodes are C functions. A graph is built, and given memory,
for the longest case. Before a run the tensors that follow an extent are cut to it: their sizes, strides and addresses
are changed in place. They never need more memory than they were given.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
import weakref
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from core.base.devices import Threads
from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor


class Backend:
    """The CPU, with a number of threads (0: at most one per physical core, fewer beside other programs). It supports
    every node.

    threads: the upper limit. largest_buffer: the most bytes of a tensor. halves_products: whether products are added up
    in half precision by default. tile_depth: products with shorter sums are slow on this backend; 0: none are.
    is_followed: whether it reports each finished node.
    """

    name = "cpu"
    largest_buffer = sys.maxsize
    halves_products = False
    tile_depth = 0
    is_followed = True

    def __init__(self, ggml: Ggml, threads: int = 0) -> None:
        self.ggml = ggml
        self._suited = Threads(threads)
        self.threads = self._computing = self._suited.most
        self.handle: int = self._start()
        weakref.finalize(self, ggml.backend_free, self.handle)

    def _start(self) -> int:
        handle: int = self.ggml.backend_cpu_init()
        self.ggml.backend_cpu_set_n_threads(handle, self.threads)
        self.ggml.watch.follow(handle)
        return handle

    def no_room(self, what: str) -> Exception:
        """Return an error to raise after a failed allocation."""
        return MemoryError(f"ggml could not allocate {what}")

    def supports(self, node: Tensor) -> bool:  # noqa: ARG002 - the CPU computes all
        """Return whether the backend can compute a node of this type, shape and sources."""
        return True

    def require_supported(self, graph: Graph) -> None:
        """Require that the backend computes every node of a graph. Raises LuthierError `device.unsupported`, with the
        operation and its shapes; ggml would abort.
        """

    def compute(self, graph: Graph) -> None:
        """Compute a graph. Raises LuthierError `ggml.compute` when ggml reports a failure."""
        graph.fit()
        self._take_threads()
        self._run(graph.address, graph.name)

    def _take_threads(self) -> None:
        """Choose the number of threads for the present load; no sum depends on it."""
        if (threads := self._suited.now()) != self._computing:
            self._computing = threads
            self.ggml.backend_cpu_set_n_threads(self.handle, threads)

    def _run(self, graph: int, name: bytes) -> None:
        self.ggml.watch.begins(graph, name, counted=self.is_followed)
        status = self.ggml.backend_graph_compute(self.handle, graph)
        self.ggml.watch.ends()
        if status != 0:
            raise LuthierError("ggml.compute", f"ggml stopped with status {status}.", "The log may say why.")


class Storage:
    """Tensors that outlive graphs: parameters, gradients, activations, inputs. Zeroed when allocated."""

    def __init__(self, backend: Backend, capacity: int = 4096) -> None:
        self._ggml = backend.ggml
        self._backend = backend
        self._context = self._ggml.init(abi.InitParams(capacity * self._ggml.tensor_overhead(), None, True))
        self.bytes = 0

    def new(self, *shape: int, kind: int = abi.F32, requires_grad: bool = False) -> Tensor:
        """Declare a tensor (ggml order); `allocate` gives it memory."""
        sizes = (*shape, 1, 1, 1)[:4]
        return Tensor(self._ggml.new_tensor_4d(self._context, kind, *sizes), requires_grad, self)

    def view(self, tensor: Tensor, *shape: int, offset: int = 0) -> Tensor:
        """Return a contiguous piece of a tensor of this storage, from element `offset` on."""
        ne0, ne1, ne2 = (*shape, 1, 1)[:3]
        row = ne0 * tensor.strides[0]
        address = self._ggml.view_3d(
            self._context, tensor.address, ne0, ne1, ne2, row, row * ne1, offset * tensor.strides[0]
        )
        return Tensor(address, tensor.requires_grad, self)

    def allocate(self) -> Storage:
        """Allocate memory for every declared tensor. Raises MemoryError, LuthierError `device.memory`."""
        buffer = self._ggml.backend_alloc_ctx_tensors(self._context, self._backend.handle)
        if not buffer:
            raise self._backend.no_room("tensor storage")
        self._ggml.backend_buffer_clear(buffer, 0)
        self.bytes = self._ggml.backend_buffer_get_size(buffer)
        weakref.finalize(self, _free_storage, self._ggml, buffer, self._context)
        return self


class MappedStorage(Storage):
    """Tensors in a file, in the order of their declaration; read only. Or in reused memory, which is not cleared.

    When memory is short, the system may reclaim a file's memory, since it can read the file again.
    """

    def __init__(self, backend: Backend, capacity: int = 4096) -> None:
        super().__init__(backend, capacity)
        # With the offset in the file, until they are mapped; `bytes` is the end of the last one.
        self.places: list[tuple[Tensor, int]] = []

    def new(self, *shape: int, kind: int = abi.F32, requires_grad: bool = False) -> Tensor:
        """Declare a tensor (ggml order); `map` gives it memory."""
        tensor = super().new(*shape, kind=kind, requires_grad=requires_grad)
        self.places.append((tensor, self.bytes))
        self.bytes += -(-tensor.bytes // mmap.PAGESIZE) * mmap.PAGESIZE
        return tensor

    def map(self, path: Path) -> MappedStorage:
        """Point the declared tensors at their bytes. Raises OSError, also if the file is too short."""
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(mapped) < self.bytes:
            raise OSError(f"{path} is too short")
        return self.lie_in(mapped)

    def lie_in(self, mapped: mmap.mmap) -> MappedStorage:
        """Point the declared tensors at their bytes in memory that is large enough."""
        start = np.frombuffer(mapped, np.uint8).ctypes.data
        buffer = self._ggml.backend_cpu_buffer_from_ptr(start, len(mapped))
        weakref.finalize(self, _free_mapped, self._ggml, buffer, self._context, mapped)
        for tensor, offset in self.places:
            self._ggml.backend_tensor_alloc(buffer, tensor.address, start + offset)
        self.places.clear()  # tensors refer to their storage: the cycle would delay freeing the memory
        return self


class Graph:
    """Built once, computed many times, by one backend.

    capacity: the largest number of nodes; ggml aborts beyond it. name: its purpose, for crash reports.
    """

    def __init__(self, backend: Backend, capacity: int = 2048, name: str = "") -> None:
        self.backend, self.ggml, self.name = backend, backend.ggml, name.encode()
        ggml = self.ggml
        size = capacity * ggml.tensor_overhead() + ggml.graph_overhead_custom(capacity, False)
        self.context = ggml.init(abi.InitParams(size, None, True))
        self.address = ggml.new_graph_custom(self.context, capacity, False)
        self._followers: dict[Extent, Followers] = {}
        self._made: dict[Hashable, Tensor] = {}
        self._data: list[ctypes.Structure] = []  # the data of custom nodes
        weakref.finalize(self, ggml.free, self.context)

    def emit(self, name: str, *arguments: Tensor | float | None) -> Tensor:
        """Call ggml_<name>(ctx, ...) and wrap the result."""
        plain = [a.address if isinstance(a, Tensor) else a for a in arguments]
        node = Tensor(getattr(self.ggml, name)(self.context, *plain))
        if name == "mul_mat" and self.backend.halves_products:
            self.ggml.mul_mat_set_prec(node.address, abi.PREC_F32)
        return node

    def offered(self, name: str, *arguments: Tensor | float | None) -> Tensor | None:
        """Emit a node, or return None and leave it out of the graph if the backend cannot compute it."""
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
        """Emit a node like `custom` that overwrites `target`, which is its first source, before `inputs`."""
        call = self._call(inputs, function, data)
        return Tensor(self.ggml.custom_inplace(self.context, target.address, *call))

    def once(self, key: Hashable, make: Callable[[], Tensor]) -> Tensor:
        """Return the result of `make`, called once for each key, so that several operations can share it."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def compute(self, target: Tensor) -> None:
        """Add `target`, and all that it needs, to the nodes that the graph computes."""
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
        """Let a tensor that was built for 0 .. end along an axis cover the extent's range at the time of a run."""
        self._followers.setdefault(extent, Followers(extent)).add(tensor, axis)
        return tensor

    def fit(self) -> None:
        """Cut the tensors that follow an extent to its present range."""
        for extent, followers in self._followers.items():
            followers.cut(extent.first)

    def unplace(self) -> None:
        """Forget the addresses of the graph's tensors, so that they can be given new ones."""
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
    """The tensors of one graph that cover an extent along an axis; all other tensors stay unchanged.

    A view of a tensor that does not follow the extent is a window: its address and its offset, which devices read, move
    on by the omitted part. Everything else is a contiguous or permuted result: it keeps its address and gets smaller.
    """

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self._first = 0
        self._addresses: set[int] = set()
        self._windows: list[tuple[abi.TensorStruct, int, abi.TensorStruct, int]] = []  # a view, its source and offset
        self._results: list[tuple[abi.TensorStruct, int, list[int]]] = []  # the axes in memory order

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
            if whole.data:  # else the graph does not need it, since its results were stored
                window.data = whole.data + window.view_offs
        for result, axis, order in self._results:
            ne, nb = result.ne, result.nb
            ne[axis] = n
            for i, after in pairwise(order):
                nb[after] = nb[i] * ne[i]


class Scratch:
    """One compute buffer for all graphs: a graph's intermediate results live only while it runs."""

    def __init__(self, backend: Backend) -> None:
        self._ggml, self._backend = backend.ggml, backend
        kind = self._ggml.backend_get_default_buffer_type(backend.handle)
        self._allocator = self._ggml.gallocr_new(kind)
        self._graphs: list[Graph] = []
        weakref.finalize(self, self._ggml.gallocr_free, self._allocator)

    @property
    def bytes(self) -> int:
        return int(self._ggml.gallocr_get_buffer_size(self._allocator, 0))

    def add(self, *graphs: Graph) -> None:
        """Place graphs in memory. If the buffer has to grow, earlier graphs are placed anew, because it has moved.

        Raises MemoryError, LuthierError `device.memory`, `device.unsupported`.
        """
        for graph in graphs:
            self._backend.require_supported(graph)
        before = self.bytes
        for graph in graphs:  # measure first, so that the buffer grows before anything is placed in it
            if not self._ggml.gallocr_reserve(self._allocator, graph.address):
                raise self._backend.no_room("the compute buffer")
        moved = self._graphs if self.bytes != before else []
        self._graphs = [*self._graphs, *graphs]
        for graph in moved:
            graph.unplace()
        for graph in (*moved, *graphs):
            # Reserve again: the allocator would reuse the last plan for any graph of the same sizes.
            self._ggml.gallocr_reserve(self._allocator, graph.address)
            self._ggml.gallocr_alloc_graph(self._allocator, graph.address)


def _free_storage(ggml: Ggml, buffer: int, context: int) -> None:
    ggml.backend_buffer_free(buffer)
    ggml.free(context)


def _free_mapped(ggml: Ggml, buffer: int, context: int, _mapped: mmap.mmap) -> None:
    """Free a buffer and its context. `_mapped` is held until this call: the tensors point into it."""
    _free_storage(ggml, buffer, context)

"""Where graphs run and tensors live: the backend, storage that persists, and the scratch memory graphs share."""

from __future__ import annotations

import mmap
import sys
import weakref
from pathlib import Path

import numpy as np

from core.base.devices import Threads
from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.graph import Graph
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor


class Backend:
    """The CPU, with a number of threads (0: at most one per physical core, fewer beside other programs). It computes
    every node.

    threads: the most that compute. largest_buffer: bytes that a tensor may have. halves_products: whether products are
    added up in half precision unless they are told not to be. tile_depth: products over fewer numbers are slow here; 0:
    none are. is_followed: whether it tells of each node that is done.
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
        """Return an error to raise if memory could not be allocated."""
        return MemoryError(f"ggml could not allocate {what}")

    def supports(self, node: Tensor) -> bool:  # noqa: ARG002 - the CPU computes all
        """Return whether a node of this type, shape and sources can be computed here."""
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
        """Take as many threads as suit now; no sum depends on their number."""
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
        """Declare a tensor (ggml order); it has memory after `allocate`."""
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
        """Give every declared tensor memory. Raises MemoryError, LuthierError `device.memory`."""
        buffer = self._ggml.backend_alloc_ctx_tensors(self._context, self._backend.handle)
        if not buffer:
            raise self._backend.no_room("tensor storage")
        self._ggml.backend_buffer_clear(buffer, 0)
        self.bytes = self._ggml.backend_buffer_get_size(buffer)
        weakref.finalize(self, _free_storage, self._ggml, buffer, self._context)
        return self


class MappedStorage(Storage):
    """Tensors that lie in a file, one after another as they are declared; read only. Or in memory that others have lain
    in, as it is.

    The system may take a file's memory back whenever it is short, since it can read it again.
    """

    def __init__(self, backend: Backend, capacity: int = 4096) -> None:
        super().__init__(backend, capacity)
        # With the offset in the file, until they lie there; `bytes` is where the last one ends.
        self.places: list[tuple[Tensor, int]] = []

    def new(self, *shape: int, kind: int = abi.F32, requires_grad: bool = False) -> Tensor:
        """Declare a tensor (ggml order); it has memory after `map`."""
        tensor = super().new(*shape, kind=kind, requires_grad=requires_grad)
        self.places.append((tensor, self.bytes))
        self.bytes += -(-tensor.bytes // mmap.PAGESIZE) * mmap.PAGESIZE
        return tensor

    def map(self, path: Path) -> MappedStorage:
        """Point the declared tensors at their bytes. Raises OSError, also when the file is too short."""
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(mapped) < self.bytes:
            raise OSError(f"{path} is too short")
        return self.lie_in(mapped)

    def lie_in(self, mapped: mmap.mmap) -> MappedStorage:
        """Point the declared tensors at their bytes in memory of at least so many."""
        start = np.frombuffer(mapped, np.uint8).ctypes.data
        buffer = self._ggml.backend_cpu_buffer_from_ptr(start, len(mapped))
        weakref.finalize(self, _free_mapped, self._ggml, buffer, self._context, mapped)
        for tensor, offset in self.places:
            self._ggml.backend_tensor_alloc(buffer, tensor.address, start + offset)
        self.places.clear()  # tensors hold their storage: in a circle, memory would stay until it is collected
        return self


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
        """Give graphs their places. When the buffer has to grow, earlier graphs are placed anew: it has moved.

        Raises MemoryError, LuthierError `device.memory`, `device.unsupported`.
        """
        for graph in graphs:
            self._backend.require_supported(graph)
        before = self.bytes
        for graph in graphs:  # first only measure, so that the buffer grows before anything is placed in it
            if not self._ggml.gallocr_reserve(self._allocator, graph.address):
                raise self._backend.no_room("the compute buffer")
        moved = self._graphs if self.bytes != before else []
        self._graphs = [*self._graphs, *graphs]
        for graph in moved:
            graph.unplace()
        for graph in (*moved, *graphs):
            # Reserve again: the allocator would reuse the last plan for any graph that has the same sizes.
            self._ggml.gallocr_reserve(self._allocator, graph.address)
            self._ggml.gallocr_alloc_graph(self._allocator, graph.address)


def _free_storage(ggml: Ggml, buffer: int, context: int) -> None:
    ggml.backend_buffer_free(buffer)
    ggml.free(context)


def _free_mapped(ggml: Ggml, buffer: int, context: int, _mapped: mmap.mmap) -> None:
    """`_mapped` is held until here: the tensors point into it."""
    _free_storage(ggml, buffer, context)

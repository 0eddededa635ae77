"""The small export: base and adapter merged into a file of the base's own types and size.

Rounding merged weights to the base's grid would undo what was learnt. So codes and scales are moved from the base's
until each linear's outputs match those of base and adapter, on rows of the run and on general text (solve.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from gguf import GGMLQuantizationType as Type

from core.engine.ggml.lib import load
from core.engine.ggml.tensor import Tensor, row_bytes
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.merge import merged_rows
from core.engine.model.gguf_file import GgufFile
from core.export.small.grid import FINER, KINDS, Float32, pack, unpack
from core.export.small.inputs import Inputs, with_room
from core.export.small.solve import BAND, ROUNDS, fit
from core.export.small.store import Store
from core.gguf.header import Header
from core.gguf.join import by_layer
from core.gguf.types import TensorInfo

_SHARE = 10  # finer types may add 1 / _SHARE of the base's size


def can_fit(tensor: TensorInfo) -> bool:
    """Return whether a tensor's type has a grid whose codes can be moved, and is coarse enough to need it."""
    return tensor.kind in KINDS and tensor.size < tensor.elements


def fitted_names(base: Header, adapter: Adapter) -> list[str]:
    """Return the names of the weights to fit, in the order in which merging writes them."""
    return [name for name, info in by_layer(base).tensors.items() if name in adapter.tensors and can_fit(info)]


def finer_kinds(base: Header, learnt: Collection[str]) -> dict[str, int]:
    """Return the types with one bit more, by weight, for as many of the learnt weights as fit into a file a tenth
    larger than the base's.

    The smallest weights come first: rounding costs each linear about the same share of its outputs, so that a byte
    gains most in small weights.
    """
    room, found = base.size // _SHARE, dict[str, int]()
    for tensor in sorted((base.tensors[name] for name in learnt), key=lambda tensor: (tensor.size, tensor.name)):
        if tensor.kind in FINER:
            kind = KINDS[FINER[Type(tensor.kind)]]
            room -= tensor.elements // kind.block * kind.size - tensor.size
            if room < 0:
                break
            found[tensor.name] = kind.number
    return found


class Small:
    """Returns the bytes of the weights that it can fit. room: bytes for inputs in memory at a time.

    kinds: the types that replace the base's own. between: called often; it may raise to stop. store: has the weights
    fitted earlier, and stores the others.
    """

    def __init__(
        self,
        base: Header,
        adapter: Adapter,
        kinds: Mapping[str, int],
        inputs: Inputs,
        n_tokens: int,
        room: int,
        between: Callable[[], None],
        store: Store,
    ) -> None:
        self._base, self._adapter, self._inputs, self._between, self._store = base, adapter, inputs, between, store
        self._kinds = kinds
        self._source = GgufFile(load(), base)
        self._n_tokens, self._room = n_tokens, room
        self._read: Sequence[str] = []  # names whose inputs are in memory
        self.names = fitted_names(base, adapter)

    def fit_of(self, name: str) -> Callable[[], Iterator[bytes]] | None:
        """Return a function that fits a weight, for merge."""
        return partial(self._pieces, name) if name in self.names else None

    def _pieces(self, name: str) -> Iterator[bytes]:
        """Yield a weight's pieces: from the store, or one band of rows after the other.

        Raises the errors of Inputs.read.
        """
        if name in self._store.names:
            return self._store.pieces(name)
        tensor = self._base.tensors[name]
        kind = KINDS[self._kinds.get(name, tensor.kind)]
        return self._store.added(name, tensor.elements // kind.block * kind.size, self._moved(name))

    def _moved(self, name: str) -> Iterator[bytes]:
        if name not in self._read:
            missing = self.names[self.names.index(name) :]
            self._read = with_room(self._base, missing, self._n_tokens, self._room)
            self._inputs.read(self._read, self._between)
        weight = self._source.tensors[name]
        d_in, d_out, n_matrices = weight.shape[:3]
        with ThreadPoolExecutor(1) as ahead:  # computes the next matrix's products while this one's rows are moved
            coming = ahead.submit(self._inputs.products, name, 0, d_in)
            for matrix in range(n_matrices):
                products = coming.result()
                if matrix + 1 < n_matrices:
                    coming = ahead.submit(self._inputs.products, name, matrix + 1, d_in)
                for first in range(0, d_out, BAND):
                    self._between()
                    yield self._fitted(weight, name, matrix * d_out + first, min(BAND, d_out - first), products)
        self._source.release(weight)

    def _fitted(self, weight: Tensor, name: str, first: int, count: int, products: Float32) -> bytes:
        kind = KINDS[weight.kind]
        grid = unpack(kind, row_bytes(weight, first, count), count)
        if name in self._kinds:
            grid = grid.finer(KINDS[self._kinds[name]])
        exact = merged_rows(self._source.ggml, weight, self._adapter, name, first, count)
        fit(grid, exact, products, ROUNDS)
        return pack(grid).tobytes()

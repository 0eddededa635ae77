"""An adapter's branches on another device: values that follow the adapter's, and gradients that are added to its."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor, host_values, read
from core.engine.lora.branch import Branch
from core.engine.ops.low_rank import Magnitude

Layers = Sequence[dict[str, Branch]]


class AdapterMirror:
    """Of some of the layers. layers: as the adapter has them, empty where they are not here."""

    def __init__(self, backend: Backend, branches: Layers, layers: range) -> None:
        """branches: those of all the adapter's layers."""
        self._ggml = backend.ggml
        self._storage = Storage(backend, 8 * sum(len(branches[i]) for i in layers) + 1)
        self._values: dict[int, tuple[Tensor, Tensor]] = {}  # by the address there: there and here
        self._gradients: dict[int, tuple[Tensor, Tensor]] = {}
        self.layers = [
            {name: self._branch(branch) for name, branch in layer.items()} if i in layers else {}
            for i, layer in enumerate(branches)
        ]
        if self._values:
            self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def fill(self) -> None:
        """Take the adapter's values."""
        for there, here in self._values.values():
            self._ggml.backend_tensor_copy(there.address, here.address)

    def zero_gradients(self) -> None:
        """Forget the gradients of the last step."""
        for _, here in self._gradients.values():
            self._ggml.backend_tensor_memset(here.address, 0, 0, here.bytes)

    def add_gradients(self) -> None:
        """Add what has come together here to the adapter's own."""
        for there, here in self._gradients.values():
            host_values(there)[:] += read(self._ggml, here).reshape(-1)

    def _branch(self, branch: Branch) -> Branch:
        magnitude = None
        if branch.magnitude is not None:
            magnitude = Magnitude(self._value(branch.magnitude.value), self._value(branch.magnitude.norm))
        return Branch(
            self._value(branch.a),
            self._value(branch.b),
            branch.scale,
            magnitude,
            branch.name,
            self._gradient(branch.a_gradient),
            self._gradient(branch.b_gradient),
            None if branch.magnitude_gradient is None else self._gradient(branch.magnitude_gradient),
        )

    def _value(self, there: Tensor) -> Tensor:
        return self._mirrored(self._values, there)

    def _gradient(self, there: Tensor) -> Tensor:
        return self._mirrored(self._gradients, there)

    def _mirrored(self, pairs: dict[int, tuple[Tensor, Tensor]], there: Tensor) -> Tensor:
        """A tensor that several branches share is one here, too."""
        if there.address not in pairs:
            here = self._storage.new(*there.shape, requires_grad=there.requires_grad)
            pairs[there.address] = (there, here)
        return pairs[there.address][1]

"""A GGUF file, mapped into memory: weights are used in place."""

from __future__ import annotations

import mmap
import os
import weakref
from math import isfinite
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.base.systems.disk import drop_pages
from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, name_tensor
from core.families.graph import NO_CAP, Architecture
from core.gguf.header import Header, ModelFile, header_of
from core.gguf.types import Scalar, TensorInfo

_PIECES = 3  # the most pieces of one tensor: q, k and v
_CONSTANTS = 4  # tensors that are not in the file


class GgufFile:
    """Metadata and tensors of one file, its header checked before ggml sees any of it.

    mapped: False gives tensors with types and shapes but no data, for inspecting a model without using it.
    Raises LuthierError `model.missing`, `model.not-gguf`, `model.unreadable`, `model.truncated` (with the tensor's
    name) or `model.changed`.
    """

    def __init__(self, ggml: Ggml, source: ModelFile, *, mapped: bool = True) -> None:
        self.header = header_of(source)
        self.path, self.ggml = self.header.path, ggml
        self.names = list(self.header.tensors)
        self._memory = _Memory(ggml, len(self.names))
        if mapped:
            self._memory.map(self.header)
            self.require_unchanged()
        self.tensors = {name: self._tensor(info) for name, info in self.header.tensors.items()}

    def release(self, tensor: Tensor) -> None:
        """Release the memory of a tensor that will not be read for long; a later read loads it from disk again."""
        if self._memory.mapped is not None:
            drop_pages(self._memory.mapped, self.offset(tensor), tensor.bytes)

    def require_unchanged(self) -> None:
        """Require that the mapped file was not written to since its header was read. Raises LuthierError
        `model.changed`.

        A file that was deleted or replaced as a whole stays mapped unchanged.
        """
        if self._memory.mapped is not None:
            self.header.require_unchanged(self.status())

    def status(self) -> os.stat_result:
        """Return the mapped file's status, even if another file has its name by now."""
        return os.fstat(self._memory.file.fileno())

    @property
    def size(self) -> int:
        """Return the bytes on disk."""
        return self.header.size

    def get(self, key: str) -> Scalar | None:
        """Return a scalar or string from the metadata, or None if the key is missing."""
        return self.header.values.get(key)

    def offset(self, tensor: Tensor) -> int:
        """Return the offset of a tensor's bytes in the file."""
        return int(abi.TensorStruct.from_address(tensor.address).data) - self._memory.start

    def array_length(self, key: str) -> int:
        """Return the number of elements of an array in the metadata; 0 if it is missing."""
        found = self.header.arrays.get(key)
        return found.length if found else 0

    def numbers(self, key: str) -> list[float]:
        """Return a short array of numbers or booleans from the metadata; empty if it is missing."""
        found = self.header.arrays.get(key)
        return list(found.values) if found else []

    def rows(self, tensor: Tensor, start: int, count: int) -> Tensor:
        """View some rows of a matrix, or of each matrix of a stack, without a copy."""
        (ne0, _, ne2), (nb1, nb2) = tensor.shape[:3], tensor.strides[1:3]
        nb2 = nb2 if ne2 > 1 else nb1 * count
        view = self.ggml.view_3d(self._memory.views, tensor.address, ne0, count, ne2, nb1, nb2, start * nb1)
        return Tensor(view, owner=self._memory)

    def constant(self, values: NDArray[np.float32]) -> Tensor:
        """Return a vector that is not in the file, in memory for as long as the file's tensors."""
        memory = mmap.mmap(-1, values.nbytes)  # begins at an address that ggml's buffers allow
        held = np.frombuffer(memory, np.float32)
        held[:] = values
        buffer = self.ggml.backend_cpu_buffer_from_ptr(held.ctypes.data, values.nbytes)
        weakref.finalize(self._memory, _free_buffer, self.ggml, buffer, memory)
        address = self.ggml.new_tensor_4d(self._memory.views, abi.F32, values.size, 1, 1, 1)
        self.ggml.backend_tensor_alloc(buffer, address, held.ctypes.data)
        return Tensor(address, owner=self._memory)

    def _tensor(self, info: TensorInfo) -> Tensor:
        """Return a ggml tensor, pointed at its bytes in the mapped file."""
        memory = self._memory
        address = self.ggml.new_tensor_4d(memory.context, info.kind, *info.shape)
        if memory.mapped is not None:
            self.ggml.backend_tensor_alloc(memory.buffer, address, memory.start + info.start)
        tensor = Tensor(address, owner=memory)
        name_tensor(tensor, info.name)
        return tensor


class _Memory:
    """What a file's tensors lie in: ggml's contexts, and the mapped file.

    The tensors own this, and not the GgufFile that holds them: such a circle would keep the file mapped until Python
    next looks for circles, and Windows neither replaces nor deletes a mapped file.
    """

    def __init__(self, ggml: Ggml, n_tensors: int) -> None:
        self._ggml, n_tensors = ggml, max(1, n_tensors)
        self.context, self.views = (
            int(ggml.init(abi.InitParams(room * ggml.tensor_overhead(), None, True)))
            for room in (n_tensors, _PIECES * n_tensors + _CONSTANTS)
        )
        weakref.finalize(self, _free_contexts, ggml, self.context, self.views)
        self.mapped: mmap.mmap | None = None

    def map(self, header: Header) -> None:
        """Map the file. Raises LuthierError `model.truncated`."""
        self.file = header.path.open("rb")
        weakref.finalize(self, self.file.close)
        self.mapped = _map_file(header, self.file)
        self.start = np.frombuffer(self.mapped, np.uint8).ctypes.data
        self.buffer: int = self._ggml.backend_cpu_buffer_from_ptr(self.start, len(self.mapped))
        weakref.finalize(self, _free_buffer, self._ggml, self.buffer, self.mapped)


def _map_file(header: Header, file: BinaryIO) -> mmap.mmap:
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if len(mapped) != header.size:
        raise LuthierError(
            "model.truncated",
            f"{header.path} has changed while it was opened: it had {header.size:,} bytes, and now {len(mapped):,}.",
            "Wait until whatever writes it is done.",
        )
    return mapped


def _free_contexts(ggml: Ggml, *contexts: int) -> None:
    for context in contexts:
        ggml.free(context)


def _free_buffer(ggml: Ggml, buffer: int, _mapped: mmap.mmap) -> None:
    """Free a buffer. `_mapped` is held until this call: the tensors point into it."""
    ggml.backend_buffer_free(buffer)


_LARGEST_COUNT = 2**31 - 1


def ill_made(code: str, message: str) -> LuthierError:
    """Return an error for a file with contents that no converter should write."""
    return LuthierError(code, message, "The file was made by an old or broken converter: convert the model again.")


class Numbers:
    """Numeric metadata under the architecture's prefix."""

    def __init__(self, file: GgufFile, row: Architecture) -> None:
        self._file, self._prefix, self._options = file, row.name, row.options

    def __call__(self, key: str, default: float | None = None) -> float:
        value = self._file.get(f"{self._prefix}.{key}")
        if value is None and default is not None:
            return default
        if not isinstance(value, int | float):
            raise ill_made("model.missing-key", f"{self._file.path.name} does not say its {self._prefix}.{key}.")
        if not isfinite(value):
            raise self.bad(key, value, "a finite number")
        return value

    def count(self, key: str, default: float | None = None, *, minimum: int = 1, maximum: int = _LARGEST_COUNT) -> int:
        """Return a whole number within bounds."""
        value = self(key, default)
        if value != int(value) or not minimum <= value <= maximum:
            raise self.bad(key, value, f"a whole number from {minimum} to {maximum:,}")
        return int(value)

    def per_layer(self, key: str, n_layer: int, default: float | None = None, *, minimum: int = 1) -> tuple[int, ...]:
        """Return a whole number for each layer: one for all, unless the file has a list of them."""
        values = self._file.numbers(f"{self._prefix}.{key}")
        if not values:
            return (self.count(key, default, minimum=minimum),) * n_layer
        if len(values) < n_layer:
            raise self.bad(key, len(values), f"a value for each of its {n_layer} layers")
        for value in values[:n_layer]:
            if value != int(value) or not minimum <= value <= _LARGEST_COUNT:
                raise self.bad(key, value, f"whole numbers from {minimum} to {_LARGEST_COUNT:,}")
        return tuple(int(value) for value in values[:n_layer])

    def positive(self, key: str, default: float) -> float:
        """Return a number above zero, since it is a divisor."""
        value = self(key, default)
        if value <= 0:
            raise self.bad(key, value, "a number above zero")
        return value

    def bad(self, key: str, value: float, expected: str) -> LuthierError:
        return ill_made(
            "model.bad-value",
            f"{self._file.path.name} says that its {self._prefix}.{key} is {value:,}, expected {expected}.",
        )

    def option(self, key: str, otherwise: float = 0.0) -> float:
        """Return a number that only some architectures have; `otherwise` for the others."""
        return self(key, self._options[key]) if key in self._options else otherwise

    def cap(self, key: str) -> float:
        """Return an option; 0 also if the file's value means no cap."""
        value = self.option(key)
        return 0.0 if value == NO_CAP else value

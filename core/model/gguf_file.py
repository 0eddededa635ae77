"""A GGUF file, opened with ggml's own reader and mapped into memory: weights are used where they lie in the file."""

from __future__ import annotations

import ctypes
import mmap
import weakref
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import LuthierError
from core.ggml import abi
from core.ggml.lib import Ggml
from core.ggml.tensor import Tensor

# enum gguf_type (gguf.h) -> how to read one value
_SCALARS: dict[int, Any] = {
    0: ctypes.c_uint8, 1: ctypes.c_int8, 2: ctypes.c_uint16, 3: ctypes.c_int16, 4: ctypes.c_uint32, 5: ctypes.c_int32,
    6: ctypes.c_float, 7: ctypes.c_bool, 10: ctypes.c_uint64, 11: ctypes.c_int64, 12: ctypes.c_double,
}  # fmt: skip
_STRING, _ARRAY = 8, 9
_PIECES = 3  # the most that a tensor is divided into: q, k and v


class GgufFile:
    """Metadata and tensors of one file.

    Raises LuthierError `model.missing`, `model.unreadable` or `model.truncated` (with the tensor's name).
    """

    def __init__(self, ggml: Ggml, path: Path) -> None:
        if not path.is_file():
            raise LuthierError("model.missing", f"There is no model file {path}.", "Check the path.")
        self.path = path
        self.ggml = ggml
        context = ctypes.c_void_p()
        self._gguf = ggml_gguf_open(ggml, path, context)
        self._context: int = context.value or 0
        self._map = _map_file(path)
        address = np.frombuffer(self._map, np.uint8).ctypes.data
        self._buffer: int = ggml.backend_cpu_buffer_from_ptr(address, len(self._map))
        n_tensors: int = ggml.gguf_get_n_tensors(self._gguf)
        self._views: int = ggml.init(abi.InitParams(_PIECES * n_tensors * ggml.tensor_overhead(), None, True))
        weakref.finalize(self, _close, ggml, self._gguf, (self._context, self._views), self._buffer, self._map)
        self._start = address
        self._data = address + ggml.gguf_get_data_offset(self._gguf)
        self._end = address + len(self._map)
        self.names = [ggml.gguf_get_tensor_name(self._gguf, i).decode() for i in range(n_tensors)]
        self.tensors = {name: self._place(i, name) for i, name in enumerate(self.names)}

    def release(self, tensor: Tensor) -> None:
        """Let go of the memory that holds a tensor which will not be read for long; it is read from disk again then."""
        if hasattr(mmap, "MADV_DONTNEED"):
            start = self.offset(tensor)
            first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE  # pages shared with a neighbour stay
            size = (start + tensor.bytes) // mmap.PAGESIZE * mmap.PAGESIZE - first
            if size > 0:
                self._map.madvise(mmap.MADV_DONTNEED, first, size)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return len(self._map)

    def get(self, key: str) -> int | float | bool | str | None:
        """A scalar or string from the metadata, or None when the key is not there."""
        found = self.ggml.gguf_find_key(self._gguf, key.encode())
        if found < 0:
            return None
        kind = self.ggml.gguf_get_kv_type(self._gguf, found)
        if kind == _STRING:
            return bytes(self.ggml.gguf_get_val_str(self._gguf, found)).decode("utf-8", "replace")
        if kind not in _SCALARS:
            return None
        value: int | float | bool = _SCALARS[kind].from_address(self.ggml.gguf_get_val_data(self._gguf, found)).value
        return value

    def offset(self, tensor: Tensor) -> int:
        """Where in the file its bytes start."""
        return int(abi.TensorStruct.from_address(tensor.address).data) - self._start

    def array_length(self, key: str) -> int:
        """Number of elements of an array in the metadata; 0 when it is not there."""
        found = self.ggml.gguf_find_key(self._gguf, key.encode())
        if found < 0 or self.ggml.gguf_get_kv_type(self._gguf, found) != _ARRAY:
            return 0
        return int(self.ggml.gguf_get_arr_n(self._gguf, found))

    def numbers(self, key: str) -> list[float]:
        """An array of numbers or truth values from the metadata; empty when it is not there."""
        count = self.array_length(key)
        found = self.ggml.gguf_find_key(self._gguf, key.encode())
        kind = self.ggml.gguf_get_arr_type(self._gguf, found) if count else _STRING
        if kind not in _SCALARS:
            return []
        return list((_SCALARS[kind] * count).from_address(self.ggml.gguf_get_arr_data(self._gguf, found)))

    def rows(self, tensor: Tensor, start: int, count: int) -> Tensor:
        """A piece of a matrix, where it lies."""
        ne0, nb1 = tensor.shape[0], tensor.strides[1]
        view = self.ggml.view_3d(self._views, tensor.address, ne0, count, 1, nb1, nb1 * count, start * nb1)
        return Tensor(view, owner=self)

    def _place(self, index: int, name: str) -> Tensor:
        """Point a tensor at its bytes in the mapped file."""
        address = self.ggml.get_tensor(self._context, name.encode())
        start = self._data + self.ggml.gguf_get_tensor_offset(self._gguf, index)
        if start + self.ggml.nbytes(address) > self._end:
            raise LuthierError(
                "model.truncated",
                f"{self.path} ends in the middle of tensor {name}.",
                "The download or copy was cut off: get the file again.",
            )
        self.ggml.backend_tensor_alloc(self._buffer, address, start)
        return Tensor(address, owner=self)


def ggml_gguf_open(ggml: Ggml, path: Path, context: ctypes.c_void_p) -> int:
    """The header, with a context of unplaced tensors. Raises LuthierError `model.unreadable`."""
    parameters = abi.GgufInitParams(True, ctypes.pointer(context))
    gguf = ggml.gguf_init_from_file(str(path).encode(), parameters)
    if not gguf:
        with path.open("rb") as file:
            magic = file.read(4)
        what = "its header is damaged or cut off" if magic == b"GGUF" else f"it starts with {magic!r}, not with b'GGUF'"
        raise LuthierError("model.unreadable", f"{path} is not a readable GGUF file: {what}.", "Get the file again.")
    return int(gguf)


def _map_file(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _close(ggml: Ggml, gguf: int, contexts: tuple[int, int], buffer: int, _mapped: mmap.mmap) -> None:
    """`_mapped` is held until here: the tensors point into it."""
    ggml.backend_buffer_free(buffer)
    for context in contexts:
        ggml.free(context)
    ggml.gguf_free(gguf)

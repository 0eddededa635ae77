"""A ggml tensor seen from Python."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml

NUMPY_TYPES: dict[int, type[np.generic]] = {abi.F32: np.float32, abi.F16: np.float16, abi.I32: np.int32}


class Tensor:
    """Address, shape and strides (ggml order: fastest axis first) of a tensor that ggml owns.

    requires_grad: whether a gradient has to reach it.
    owner: what must stay alive for the memory to be valid.
    """

    __slots__ = ("address", "kind", "owner", "requires_grad", "shape", "strides")

    def __init__(self, address: int, requires_grad: bool = False, owner: object = None) -> None:
        struct = abi.TensorStruct.from_address(address)
        self.address = address
        self.kind: int = struct.type
        self.shape: tuple[int, ...] = tuple(struct.ne)
        self.strides: tuple[int, ...] = tuple(struct.nb)  # bytes
        self.requires_grad = requires_grad
        self.owner = owner

    @property
    def n_elements(self) -> int:
        return int(np.prod(self.shape))

    @property
    def bytes(self) -> int:
        """Return the size of a contiguous tensor."""
        return self.shape[3] * self.strides[3]

    def __repr__(self) -> str:
        return f"Tensor({list(self.shape)}, type {self.kind}{', grad' if self.requires_grad else ''})"


def name_tensor(tensor: Tensor, name: str) -> None:
    """Name a tensor for the report of a crash; nothing else reads it."""
    abi.TensorStruct.from_address(tensor.address).name = name.encode()[: abi.MAX_NAME - 1]


def row_address(tensor: Tensor, row: int) -> int:
    """Return the address of a host tensor's row, counted through all its matrices, which need not be contiguous."""
    matrix, row = divmod(row, tensor.shape[1])
    start = int(abi.TensorStruct.from_address(tensor.address).data)
    return start + matrix * tensor.strides[2] + row * tensor.strides[1]


def row_bytes(tensor: Tensor, row: int, count: int) -> NDArray[np.uint8]:
    """Return the raw bytes of rows of one matrix of a host tensor: [count, bytes of a row]."""
    held = (ctypes.c_uint8 * (count * tensor.strides[1])).from_address(row_address(tensor, row))
    return np.ctypeslib.as_array(held).reshape(count, -1)


def host_values(tensor: Tensor) -> NDArray[np.float32]:
    """Return the numbers of a contiguous host tensor in F32, without a copy: [n]."""
    address = abi.TensorStruct.from_address(tensor.address).data
    return np.ctypeslib.as_array((ctypes.c_float * tensor.n_elements).from_address(address))


def write(ggml: Ggml, tensor: Tensor, values: np.ndarray) -> None:
    """Copy values into an allocated, contiguous tensor; numpy shape is the reverse of ggml's."""
    values = np.ascontiguousarray(values, dtype=NUMPY_TYPES[tensor.kind])
    if values.size != tensor.n_elements:
        raise ValueError(f"{values.shape} does not fill {tensor}")
    ggml.backend_tensor_set(tensor.address, values.ctypes.data, 0, values.nbytes)


def read(ggml: Ggml, tensor: Tensor) -> np.ndarray:
    """Copy an allocated, contiguous tensor to numpy, with the axes in numpy order (slowest first)."""
    values = np.empty(tensor.shape[::-1], dtype=NUMPY_TYPES[tensor.kind])
    ggml.backend_tensor_get(tensor.address, values.ctypes.data, 0, values.nbytes)
    return values

"""Lengths that change from run to run, in graphs that are built once.

A graph is built, and given memory, for the longest case. Before a run the tensors that follow an extent are cut to it:
sizes, strides and addresses are changed where they lie. They never need more memory than they were given.
"""

from __future__ import annotations

from itertools import pairwise

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor


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

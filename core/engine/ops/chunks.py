"""Rows of tokens cut into chunks, for recurrences that compute a chunk at once and carry a state to the next.

Names say how a tensor lies, slowest axis last and chunks [.., H, N] behind: x [d, C], columns [C, d], pairs [s, t].
C: tokens of a chunk, N: chunks, H: heads. What is behind a row's last token is zero.
"""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import sum_columns
from core.engine.ops.products import product

CHUNK = 64  # tokens; a power of two


class Chunks:
    """Cuts rows of n_tokens into n chunks, and has short names for operations on tensors in chunks."""

    def __init__(self, tape: Tape, n_tokens: int) -> None:
        self.tape, self.n_tokens = tape, n_tokens
        self.n = -(-n_tokens // CHUNK)

    # --- to chunks, and back

    def cut(self, x: Tensor) -> Tensor:
        """[d, H, T], rows as they lie -> [d, C, H, N]."""
        return self.tape.emit("cont", self.tape.emit("permute", self._parted(x), 0, 2, 1, 3))

    def cut_columns(self, x: Tensor) -> Tensor:
        """[d, H, T], rows as they lie -> [C, d, H, N]."""
        return self.tape.emit("cont", self.tape.emit("permute", self._parted(x), 1, 2, 0, 3))

    def joined(self, x: Tensor) -> Tensor:
        """[d, C, H, N] -> [d, H, T]."""
        return self._whole(self.tape.emit("permute", x, 0, 2, 1, 3))

    def joined_numbers(self, x: Tensor) -> Tensor:
        """[1, C, H, N] -> [H, T]."""
        return self.tape.emit("reshape_3d", self.joined(x), x.shape[2], self.n_tokens, 1)

    def joined_columns(self, x: Tensor) -> Tensor:
        """[C, d, H, N] -> [d, H, T]."""
        return self._whole(self.tape.emit("permute", x, 2, 0, 1, 3))

    def _parted(self, x: Tensor) -> Tensor:
        """[d, H, C, N]"""
        missing = self.n * CHUNK - self.n_tokens
        x = self.tape.emit("pad", x, 0, 0, missing, 0) if missing else x
        head, token = x.strides[1:3]
        return self.tape.emit("view_4d", x, *x.shape[:2], CHUNK, self.n, head, token, token * CHUNK, 0)

    def _whole(self, x: Tensor) -> Tensor:
        """[d, H, C, N] in any order -> [d, H, T]."""
        x = self.tape.emit("cont", x)
        return self.tape.emit("view_3d", x, *x.shape[:2], self.n_tokens, *x.strides[1:3], 0)

    # --- small words

    def mul(self, a: Tensor, b: Tensor) -> Tensor:
        """b as large as a, or repeated."""
        return self.tape.emit("mul", a, b)

    def add(self, a: Tensor, b: Tensor) -> Tensor:
        return self.tape.emit("add", a, b)

    def sub(self, a: Tensor, b: Tensor) -> Tensor:
        return self.tape.emit("sub", a, b)

    def scaled(self, x: Tensor, factor: float) -> Tensor:
        return self.tape.emit("scale", x, factor)

    def times(self, a: Tensor, b: Tensor) -> Tensor:
        """`product` of [.., H, N], a [.., 1, 1] or as many; the last axes as one, as attention has them on devices."""
        emit, (heads, n) = self.tape.emit, b.shape[2:]
        flat = [emit("reshape_3d", x, *x.shape[:2], x.shape[2] * x.shape[3]) if x.shape[3] > 1 else x for x in (a, b)]
        y = product(self.tape, *flat)
        return emit("reshape_4d", y, *y.shape[:2], heads, n) if n > 1 else y

    def dot(self, a: Tensor, b: Tensor) -> Tensor:
        """Return the product of each two rows: [1, C, H, N]."""
        return self.tape.emit("sum_rows", self.mul(a, b))

    def dot_columns(self, a: Tensor, b: Tensor) -> Tensor:
        """The same of [C, d, H, N]."""
        return self.as_row(sum_columns(self.tape, self.mul(a, b)))

    def turned(self, x: Tensor) -> Tensor:
        """The first two axes swapped, one copy for all who ask."""
        emit = self.tape.emit
        return self.tape.once((x.address, "turned"), lambda: emit("cont", emit("permute", x, 1, 0, 2, 3)))

    def as_row(self, x: Tensor) -> Tensor:
        """[1, C] -> [C, 1], or the way back."""
        return self.tape.emit("reshape_4d", x, x.shape[1], x.shape[0], *x.shape[2:])

    def square(self, x: Tensor) -> Tensor:
        """[1, C, ..] or [C, 1, ..] -> [C, C, ..]"""
        return self.tape.emit("repeat_4d", x, CHUNK, CHUNK, *x.shape[2:])

    # --- chunk by chunk

    def chunk(self, x: Tensor, i: int) -> Tensor:
        """Return chunk i of [.., H, N]: [.., H]."""
        return self.tape.emit("view_3d", x, *x.shape[:3], x.strides[1], x.strides[2], i * x.strides[3])

    def put(self, whole: Tensor, part: Tensor, i: int) -> Tensor:
        return self.tape.emit("set_inplace", whole, part, *whole.strides[1:], i * whole.strides[3])

    def empty(self, *shape: int) -> Tensor:
        return self.tape.emit("new_tensor_4d", abi.F32, *shape)

    def zeros(self, *shape: int) -> Tensor:
        return self.tape.emit("fill", self.empty(*shape), 0.0)

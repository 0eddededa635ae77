"""Operations that some devices lack, composed of operations that all have. Each first tries ggml's own node, which is
faster, and which the CPU always has. docs/engine.md lists which devices lack which.

Also products of F32 numbers, in the form that is fast on the backend. The CPU takes operands in any layout, and has
`out_prod`, which transposes nothing. Devices multiply rows with rows, and some lose digits on other operands: Vulkan
first rounds non-contiguous rows to F16 (and requires operands at addresses where a buffer can be bound), Metal has no
`out_prod`. On devices operands are copied into rows.
"""

from __future__ import annotations

from collections.abc import Callable

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape

Follow = Callable[[Tensor], Tensor]


def rms_norm_back(tape: Tape, dy: Tensor, x: Tensor, eps: float) -> Tensor:
    """Return the gradient of y = x / s, s = sqrt(mean(x^2) + eps): dx = (dy - x mean(x dy) / s^2) / s; x [d, ...]."""
    fused = tape.offered("rms_norm_back", dy, x, eps)
    if fused is not None:
        return fused
    emit, share = tape.emit, 1 / x.shape[0]
    square = emit("scale_bias", emit("sum_rows", emit("sqr", x)), share, eps)  # s^2, [1, ...]
    mean = emit("scale", emit("sum_rows", emit("mul", x, dy)), share)
    along = emit("mul", x, emit("div", mean, square))
    return emit("div", emit("sub", dy, along), emit("sqrt", square))


def soft_max_back(tape: Tape, dp: Tensor, p: Tensor, scale: float, follow: Follow = lambda x: x) -> Tensor:
    """Return the gradient of p = softmax(scale s): scale p (dp - sum(p dp)), the sum along axis 0; overwrites dp.

    follow: called with every tensor that is as long as p.
    """
    fused = tape.offered("soft_max_ext_back_inplace", dp, p, scale, 0.0)
    if fused is not None:
        return follow(fused)
    emit = tape.emit
    total = emit("sum_rows", follow(emit("mul", p, dp)))
    ds = follow(emit("mul", p, follow(emit("sub", dp, total))))
    return follow(emit("scale", ds, scale))


def repeat_back(tape: Tape, dy: Tensor, x: Tensor) -> Tensor:
    """Return the gradient of x [d], repeated over the rows of y [d, T]: their sum."""
    fused = tape.offered("repeat_back", dy, x)
    if fused is not None:
        return fused
    d, rows = dy.shape[0], dy.n_elements // dy.shape[0]
    columns = tape.emit("permute", tape.emit("reshape_3d", dy, d, rows, 1), 1, 0, 2, 3)
    return tape.emit("reshape_3d", tape.emit("sum_rows", tape.emit("cont", columns)), *x.shape[:3])


def sum_columns(tape: Tape, x: Tensor) -> Tensor:
    """Sum contiguous x [a, b, ..] over b: [a, 1, ..]."""
    shape = (x.shape[0], 1, *x.shape[2:])
    fused = tape.offered("repeat_back", x, tape.emit("new_tensor_4d", abi.F32, *shape))
    if fused is not None:
        return fused
    rows = tape.emit("cont", tape.emit("permute", x, 1, 0, 2, 3))
    return tape.emit("reshape_4d", tape.emit("sum_rows", rows), *shape)


def dequantized_rows(tape: Tape, w: Tensor, start: int, n: int) -> Tensor:
    """Return rows start .. start + n of each matrix of w [d_in, d_out, E], of any type, in F32: [d_in, n, E]."""
    d_in, n_matrices = w.shape[0], w.shape[2]
    rows = tape.emit("view_3d", w, d_in, n, n_matrices, w.strides[1], w.strides[2], start * w.strides[1])
    if w.kind == abi.F32:
        return rows
    if n_matrices == 1:
        fused = tape.offered("cast", rows, abi.F32)
        if fused is not None:
            return fused
    return tape.emit("get_rows", w, _row_numbers(tape, start, n, n_matrices))


def _row_numbers(tape: Tape, start: int, n: int, n_matrices: int) -> Tensor:
    """Return start .. start + n, the same for each matrix: I32 [n, E]. Counted in F32, which is exact to 2^24."""

    def made() -> Tensor:
        numbers = tape.emit("arange", float(start), float(start + n), 1.0)
        if n_matrices > 1:
            numbers = tape.emit("repeat_4d", numbers, n, n_matrices, 1, 1)
        return tape.emit("cast", numbers, abi.I32)

    return tape.once(("rows", start, n, n_matrices), made)


_ALIGNMENT = 256  # bytes; the largest minStorageBufferOffsetAlignment that Vulkan allows


def product(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """Sum over k: a [k, n, H] of any type, b [k, m, H'] -> [n, m, H']; each of a's H serves H' / H of b's."""
    return tape.emit("mul_mat", *_prepared(tape, a, b))


def product_by_id(tape: Tape, stack: Tensor, x: Tensor, ids: Tensor) -> Tensor:
    """Multiply each slot by its matrix: stack [k, n, E] of any type, x [k, slots or 1, T], ids I32 [slots, T] ->
    [n, slots, T].
    """
    return tape.emit("mul_mat_id", *_prepared(tape, stack, x), ids)


def _prepared(tape: Tape, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Return a product's operands in the form that a device needs."""
    if not tape.backend.halves_products:
        return a, b
    a, b = in_rows(tape, a), in_rows(tape, b)
    missing = tape.backend.tile_depth - a.shape[0]
    if missing <= 0 or a.kind != abi.F32:
        return a, b
    return _deepened(tape, a, missing), _deepened(tape, b, missing)


def _deepened(tape: Tape, x: Tensor, missing: int) -> Tensor:
    """Pad each row with zeros: products with few numbers in a sum are not computed in tiles, which is slow."""
    return tape.once((x.address, "deep"), lambda: tape.emit("pad", x, missing, 0, 0, 0))


def outer(tape: Tape, x: Tensor, y: Tensor) -> Tensor:
    """Sum the outer products of x [n, k] and y [m, k] over k -> [n, m]."""
    fused = tape.offered("out_prod", x, y)
    return product(tape, rows_of(tape, x), rows_of(tape, y)) if fused is None else fused


def combine(tape: Tape, columns: Tensor, weights: Tensor) -> Tensor:
    """Sum columns [d, r], weighted by weights [r, T] -> [d, T]."""
    if tape.backend.halves_products:
        return product(tape, rows_of(tape, columns), weights)
    return tape.emit("out_prod", columns, tape.emit("permute", weights, 1, 0, 2, 3))


def rows_of(tape: Tape, columns: Tensor) -> Tensor:
    """Copy columns with the first two axes swapped, contiguous, once for all callers."""
    return tape.once((columns.address, "rows"), lambda: tape.emit("cont", tape.emit("permute", columns, 1, 0, 2, 3)))


def in_rows(tape: Tape, x: Tensor) -> Tensor:
    """Return x, or a copy of it with contiguous rows at an address where a device can bind a buffer."""
    if x.kind != abi.F32 or (x.strides[1] == x.shape[0] * x.strides[0] and _offset(x) % _ALIGNMENT == 0):
        return x
    return tape.once((x.address, "contiguous"), lambda: tape.emit("cont", x))


def _offset(x: Tensor) -> int:
    """Return a view's offset in its tensor."""
    return int(abi.TensorStruct.from_address(x.address).view_offs)

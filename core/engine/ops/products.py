"""Products of F32 numbers, in the form that who computes them is good at.

The CPU takes operands as they lie, and has `out_prod`, which transposes nothing. Devices multiply rows with rows, and
some of them lose digits on other operands: Vulkan rounds what does not lie row after row to F16 first (and demands that
operands begin where a buffer may be bound), Metal has no `out_prod`. There operands are copied into rows.
"""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape

ALIGNMENT = 256  # bytes; the largest minStorageBufferOffsetAlignment that Vulkan allows


def product(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """Sum over k: a [k, n, H] of any type, b [k, m, H'] -> [n, m, H']; each of a's H serves H' / H of b's."""
    return tape.emit("mul_mat", *_prepared(tape, a, b))


def product_by_id(tape: Tape, stack: Tensor, x: Tensor, ids: Tensor) -> Tensor:
    """Multiply each slot by its matrix: stack [k, n, E] of any type, x [k, slots or 1, T], ids I32 [slots, T] ->
    [n, slots, T].
    """
    return tape.emit("mul_mat_id", *_prepared(tape, stack, x), ids)


def _prepared(tape: Tape, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """The operands of a product, as a device wants them."""
    if not tape.backend.halves_products:
        return a, b
    a, b = in_rows(tape, a), in_rows(tape, b)
    missing = tape.backend.tile_depth - a.shape[0]
    if missing <= 0 or a.kind != abi.F32:
        return a, b
    return _deepened(tape, a, missing), _deepened(tape, b, missing)


def _deepened(tape: Tape, x: Tensor, missing: int) -> Tensor:
    """Pad each row with zeros: products over few numbers are not computed in tiles, which is slow."""
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
    """Copy columns with the first two axes swapped, contiguous, once for all who ask."""
    return tape.once((columns.address, "rows"), lambda: tape.emit("cont", tape.emit("permute", columns, 1, 0, 2, 3)))


def in_rows(tape: Tape, x: Tensor) -> Tensor:
    """Return x, or a copy of it whose rows lie one after another and begin where a device can bind a buffer."""
    if x.kind != abi.F32 or (x.strides[1] == x.shape[0] * x.strides[0] and _offset(x) % ALIGNMENT == 0):
        return x
    return tape.once((x.address, "contiguous"), lambda: tape.emit("cont", x))


def _offset(x: Tensor) -> int:
    """Return a view's offset in the tensor that it looks into."""
    return int(abi.TensorStruct.from_address(x.address).view_offs)

"""A process that computes a graph as training does and crashes in one of its nodes.

python -m tests.support.crashing HOW THREADS    HOW: kernel, product, signal, assert
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

import numpy as np

from core.base.logs import crash_file
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, name_tensor, write
from core.engine.kernels import library
from core.engine.kernels.interface import NormArgs
from core.engine.ops.autograd import Tape

WIDTH, TOKENS = 64, 32
WEIGHT = "blk.3.ffn_down.weight"
NOWHERE = 64  # an address that nobody has

_OP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)  # ggml_custom_op_t


def main(how: str, threads: int) -> None:
    """Does not come back."""
    backend = Backend(library.load(), threads)
    storage = Storage(backend)
    x, weight, rows = storage.new(WIDTH, TOKENS), storage.new(WIDTH, WIDTH), storage.new(1, kind=abi.I32)
    storage.allocate()
    name_tensor(weight, WEIGHT)
    write(backend.ggml, rows, np.array([10 * WIDTH], np.int32))  # the weight has no such row
    tape = Tape(backend, 64, "layer 3, forward")
    y = tape.emit("mul", tape.emit("rms_norm", x, 1e-5), x)  # two nodes that ggml computes as one
    y = tape.emit("mul_mat", weight, tape.shaped(y, x))  # and one that is not computed
    op = _OP(_send_signal)
    last = _last_node(tape, how, weight, y, rows, ctypes.cast(op, ctypes.c_void_p))
    tape.compute(last)
    scratch = Scratch(backend)
    scratch.add(tape)
    if how in ("kernel", "product"):
        abi.TensorStruct.from_address(last.address).data = NOWHERE
    backend.compute(tape)


def _last_node(tape: Tape, how: str, weight: Tensor, y: Tensor, rows: Tensor, op: ctypes.c_void_p) -> Tensor:
    match how:
        case "kernel":
            return tape.custom(abi.F32, WIDTH, TOKENS, (y,), tape.kernels.nodes.norm, NormArgs(1e-5))
        case "product":
            return tape.emit("mul_mat", weight, y)
        case "assert":
            return tape.emit("get_rows", tape.emit("mul_mat", y, y), rows)
    return tape.custom(abi.F32, WIDTH, TOKENS, (weight, y), op)


def _send_signal(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


if __name__ == "__main__":
    with crash_file():
        main(sys.argv[1], int(sys.argv[2]))

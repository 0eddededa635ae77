"""Runs llama.cpp's quantizer in a child process, since its single long call cannot be interrupted: `python -m` runs it.

It answers a Quantization with QuantizerLines: llama.cpp's log, and last the outcome. If the parent process is gone, it
removes the unfinished file.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base.child_process import take
from core.gguf.kind import MADE


class Quantization(msgspec.Struct):
    """What to quantize. Sizes in bytes; threads 0: one per core. imatrix: a file that core.convert.imatrix reads, or
    "".

    made: the command to record as the file's maker; "" keeps the source's.
    """

    source: str
    output: str
    ftype: int
    buffer: int
    requantize: bool
    imatrix: str = ""
    made: str = ""
    threads: int = 0


class QuantizerLine(msgspec.Struct, omit_defaults=True):
    """A line of llama.cpp's log, or at the end its return status (0: done) and this process's peak memory."""

    level: str = ""
    text: str = ""
    status: int | None = None
    peak_rss_bytes: int = 0


def main() -> None:
    """Carry out the request on standard input."""
    order, say = take(Quantization, lambda order: Path(order.output).unlink(missing_ok=True))
    from core.base.systems.machine import peak_rss
    from core.engine.llama_cpp.model import log_to

    with log_to(lambda level, text: say(QuantizerLine(level=level, text=text))):
        status = _quantize(order)
    say(QuantizerLine(status=status, peak_rss_bytes=peak_rss()))


def _quantize(order: Quantization) -> int:
    import llama_cpp

    from core.convert.imatrix import read_imatrix
    from core.engine.ggml.lib import let_llama_cpp_compute

    params = llama_cpp.llama_model_quantize_default_params()
    params.ftype, params.nthread = order.ftype, order.threads
    params.max_buf_size = order.buffer
    params.allow_requantize = order.requantize
    values = read_imatrix(Path(order.imatrix)) if order.imatrix else {}
    entries = _entries(values)  # kept alive while native code reads it
    if values:
        params.imatrix = entries
    marks = _marks(order.made)
    let_llama_cpp_compute()
    if order.made:
        params.kv_overrides = marks
    return int(llama_cpp.llama_model_quantize(order.source.encode(), order.output.encode(), params))


def _entries(values: Mapping[str, NDArray[np.float32]]) -> Any:
    """Return struct llama_model_imatrix_data [n + 1], ended by one without a name."""
    import llama_cpp

    entries = (llama_cpp.llama_model_imatrix_data * (len(values) + 1))()
    for entry, (name, means) in zip(entries, values.items(), strict=False):
        entry.name, entry.size = name.encode(), means.size
        entry.data = means.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    return entries


def _marks(made: str) -> Any:
    """Return struct llama_model_kv_override [2], the second without a key: the metadata to replace."""
    import llama_cpp

    marks: Any = (llama_cpp.llama_model_kv_override * 2)()
    marks[0].tag, marks[0].key = llama_cpp.LLAMA_KV_OVERRIDE_TYPE_STR, MADE.encode()
    marks[0].value.val_str = made.encode()
    return marks


if __name__ == "__main__":
    main()

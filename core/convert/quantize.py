"""Smaller weights through llama.cpp's own quantizer, so that the file is what every llama.cpp user would get."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import llama_cpp

from core.errors import LuthierError
from core.files import written_whole
from core.gguf.header import read_header
from core.llamacpp import LogSink, log_to

_PREFIX = re.compile(r"LLAMA_FTYPE_(?:MOSTLY|ALL)_(\w+)")
_TENSOR_DONE = re.compile(r"\[\s*(\d+)/\s*(\d+)\]")
_FELL_BACK = re.compile(r"(\d+) of \d+ tensor\(s\) required fallback")
_REASON = re.compile(r"failed to quantize: (.*)")
_CANNOT_WRITE = "iostream error"  # what C++ says of a full disk
_BUFFER = 512 << 20  # bytes of a tensor's rows in memory at once; llama.cpp's own default is 8 GiB


@dataclass(frozen=True)
class QuantizeReport:
    """What a quantization did. Sizes in bytes. fallbacks: tensors too narrow for the type, given a finer one."""

    path: Path
    dtype: str
    source_bytes: int
    bytes: int
    tensors: int
    fallbacks: int
    seconds: float

    @property
    def notices(self) -> list[str]:
        """What a user should know about the result."""
        if not self.fallbacks:
            return []
        return [
            f"{self.fallbacks} of {self.tensors} tensors have rows that {self.dtype} cannot divide evenly; "
            "llama.cpp stored them in a slightly larger, finer type."
        ]


def known_types() -> dict[str, int]:
    """Every type llama.cpp writes, by lower-case name (q4_k_m), with its number."""
    matches = {name: _PREFIX.fullmatch(name) for name in vars(llama_cpp)}
    return {match[1].lower(): getattr(llama_cpp, name) for name, match in matches.items() if match}


def require_known(dtype: str) -> None:
    """Raises LuthierError `quantize.unknown-type`."""
    if dtype not in known_types():
        raise LuthierError(
            "quantize.unknown-type", f"'{dtype}' is not a quantization.", f"Known: {', '.join(known_types())}."
        )


def quantize(
    source: Path,
    output: Path,
    dtype: str,
    progress: Callable[[int, int], None],
    log: LogSink,
    *,
    requantize: bool = False,
) -> QuantizeReport:
    """Rewrite the GGUF `source` as `output` with weights of type `dtype`.

    progress: tensors done, tensors in all. What it raises (Cancelled) takes effect when llama.cpp is through, as
    its quantizer cannot be interrupted; nothing is left then. log: llama.cpp's lines.
    requantize: also read weights that are quantized already.
    Raises LuthierError: `quantize.unknown-type` (with the known ones), `quantize.same-file`, `quantize.failed`
    (with llama.cpp's reason), `model.missing`, `model.not-gguf`, `model.unreadable`, `model.truncated`.
    """
    started = time.monotonic()
    require_known(dtype)
    read_header(source)
    if output.exists() and output.samefile(source):
        raise LuthierError("quantize.same-file", f"{source} cannot be replaced by itself.", "Choose another output.")
    watch = _Watch(progress, log)
    params = llama_cpp.llama_model_quantize_default_params()
    params.ftype = known_types()[dtype]
    params.max_buf_size = _BUFFER
    params.allow_requantize = requantize
    with written_whole(output) as partial:
        with log_to(watch.on_line):
            status = llama_cpp.llama_model_quantize(str(source).encode(), str(partial).encode(), params)
        if watch.interruption is not None:
            raise watch.interruption
        if status != 0 and _CANNOT_WRITE in watch.reason:
            raise LuthierError(
                "files.cannot-write",
                f"Cannot write {output}: llama.cpp's quantizer was stopped by the disk ({watch.reason}).",
                "Check that the folder is yours to write to and that the disk has room.",
            )
        if status != 0:
            raise LuthierError(
                "quantize.failed",
                f"llama.cpp could not quantize {source} to {dtype}: {watch.reason}.",
                "Start from an F16, BF16 or F32 file; the smallest types (iq1, iq2) need data Luthier does not make.",
            )
    return QuantizeReport(
        path=output,
        dtype=dtype,
        source_bytes=source.stat().st_size,
        bytes=output.stat().st_size,
        tensors=watch.tensors,
        fallbacks=watch.fallbacks,
        seconds=time.monotonic() - started,
    )


class _Watch:
    """Reads progress, fallbacks and errors off llama.cpp's log; keeps what native code could not raise."""

    def __init__(self, progress: Callable[[int, int], None], log: LogSink) -> None:
        self._progress, self._log = progress, log
        self.tensors = self.fallbacks = 0
        self.reason = "it gives no reason"
        self.interruption: Exception | None = None

    def on_line(self, level: str, line: str) -> None:
        try:
            self._read(level, line)
        except Exception as error:  # re-raised by quantize() once the native call has returned
            self.interruption = self.interruption or error

    def _read(self, level: str, line: str) -> None:
        self._log(level, line)
        if found := _REASON.search(line):
            self.reason = found[1]
        if found := _FELL_BACK.search(line):
            self.fallbacks = int(found[1])
        if (found := _TENSOR_DONE.match(line)) and self.interruption is None:
            self.tensors = int(found[2])
            self._progress(int(found[1]), self.tensors)

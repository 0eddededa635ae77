"""Quantizes weights with llama.cpp's own quantizer, so that the file is the same as every llama.cpp user's."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.callbacks import LogSink, ReportProgress
from core.base.child_process import Child
from core.base.errors import Do, LuthierError
from core.base.files import told_of, written_whole
from core.base.own_process import own_process
from core.convert.quantizer import Quantization, QuantizerLine
from core.gguf.header import ModelFile
from core.gguf.join import read_parts
from core.gguf.kind import require_model
from core.gguf.types import QuantType, quant_type

_TENSOR_BEGUN = re.compile(r"\[\s*\d+/\s*\d+\]\s*(\S+)")
_FELL_BACK = re.compile(r"(\d+) of \d+ tensor\(s\) required fallback")
_WITHOUT_WEIGHTS = re.compile(r"did not find weights for (\S+)")
_REASON = re.compile(r"failed to quantize: (.*)")
_CANNOT_WRITE = "iostream error"  # C++'s message for a full disk
_WRITTEN_ON = 1 << 20  # bytes: more than is left in a half-full page or block
_BUFFER = 512 << 20  # bytes of a tensor's rows in memory at once; llama.cpp's own default is 8 GiB


@dataclass(frozen=True)
class QuantizeReport:
    """The result of a quantization. Sizes in bytes. fallbacks: tensors too narrow for the type, stored in a finer one.

    unmeasured: tensors of the layers that the importance matrix lacks.
    """

    path: Path
    dtype: str
    source_bytes: int
    bytes: int
    tensors: int
    fallbacks: int
    unmeasured: int
    peak_rss_bytes: int
    seconds: float

    @property
    def notices(self) -> list[str]:
        """Remarks for the user on the result."""
        notices = []
        if self.fallbacks:
            notices.append(
                f"{self.fallbacks} of {self.tensors} tensors have rows that {self.dtype} cannot divide evenly; "
                "llama.cpp stored them in a slightly larger, finer type."
            )
        if self.unmeasured:
            notices.append(
                f"The importance matrix says nothing of {self.unmeasured} of {self.tensors} tensors; they were "
                "quantized without it."
            )
        return notices


def require_possible(dtype: str, has_imatrix: bool = False) -> QuantType:
    """Return the type's row. Raises LuthierError `quantize.unknown-type` or `quantize.needs-imatrix`."""
    row = quant_type(dtype)
    if row.needs_imatrix and not has_imatrix:
        raise LuthierError(
            "quantize.needs-imatrix",
            f"{row.name} leaves so few bits that the result would be noise without an importance matrix.",
            Do.by("Choose a larger type.", "or give data of yours to learn from: --imatrix DATA"),
        )
    return row


def quantize(
    source: ModelFile,
    output: Path,
    dtype: str,
    progress: ReportProgress,
    log: LogSink,
    *,
    requantize: bool = False,
    imatrix: Path | None = None,
    made: str = "",
) -> QuantizeReport:
    """Rewrite the GGUF `source` as `output` with weights of type `dtype`, in a child process.

    source: any part of a split model; the output is one file.
    progress: of the source's bytes, called every tenth of a second, too; an exception from it ends the process, and no
    file remains.
    log: receives llama.cpp's lines. requantize: accept quantized weights. imatrix: a file that core.convert.imatrix
    reads. made: the command to record as the file's maker.
    Raises LuthierError: `quantize.unknown-type` (with the known ones), `quantize.needs-imatrix`, `quantize.same-file`,
    `quantize.failed` (with llama.cpp's reason), `quantize.died`, and what read_parts and require_model raise.
    """
    started = time.monotonic()
    row = require_possible(dtype, imatrix is not None)
    parts = read_parts(source)  # llama.cpp finds the others from the first
    require_model(parts[0])
    first = parts[0].path
    if output.exists() and any(output.samefile(part.path) for part in parts):
        raise LuthierError("quantize.same-file", f"{first} cannot be replaced by itself.", "Choose another output.")
    sizes = {tensor.name: tensor.size for part in parts for tensor in part.tensors.values()}
    watch = _Watch(progress, log, sizes)
    with written_whole(output) as partial:
        order = Quantization(str(first), str(partial), row.number, _BUFFER, requantize, str(imatrix or ""), made)
        with Child(own_process("core.convert.quantizer"), stderr=None) as child:
            child.send(order)
            watch.follow(child)
        watch.require_done(first, output, partial, row)
    return QuantizeReport(
        path=output,
        dtype=row.name,
        source_bytes=sum(part.size for part in parts),
        bytes=output.stat().st_size,
        tensors=len(sizes),
        fallbacks=watch.fallbacks,
        unmeasured=watch.unmeasured,
        peak_rss_bytes=watch.peak_rss_bytes,
        seconds=time.monotonic() - started,
    )


def _require_writable(partial: Path, output: Path) -> None:
    """Write more bytes to find out why writing failed, which C++ does not report. Raises LuthierError
    `files.cannot-write`.
    """
    with told_of(output), partial.open("ab") as file:
        file.write(bytes(_WRITTEN_ON))


class _Watch:
    """Parses progress, fallbacks, errors and the end from the quantizer's lines."""

    def __init__(self, progress: ReportProgress, log: LogSink, sizes: Mapping[str, int]) -> None:
        """sizes: bytes of each of the source's tensors."""
        self._progress, self._log, self._sizes = progress, log, sizes
        self._done, self._total = 0, sum(sizes.values())
        self._begun = ""  # the current tensor
        self.fallbacks = self.unmeasured = self.peak_rss_bytes = 0
        self._reason = "it gives no reason"
        self._status: int | None = None

    def follow(self, child: Child) -> None:
        """Follow the process until its last line. Raises what progress raises."""
        for line in child.answers(QuantizerLine, lambda: self._progress(self._done, self._total)):
            self._read(line)

    def require_done(self, source: Path, output: Path, partial: Path, row: QuantType) -> None:
        """Require that the quantizer has finished its work. partial: the unfinished output.

        Raises LuthierError `quantize.died`, `files.cannot-write` or `quantize.failed`.
        """
        if self._status is None:
            raise LuthierError(
                "quantize.died",
                f"The process that quantized {source} to {row.name} ended before its work was done.",
                "The system may have run out of memory: close other programs and try again.",
            )
        if self._status and _CANNOT_WRITE in self._reason:
            _require_writable(partial, output)
            raise LuthierError(
                "files.cannot-write",
                f"Cannot write {output}: llama.cpp's quantizer was stopped by the disk ({self._reason}).",
                "Check that you may write to the folder and that the disk has room.",
            )
        if self._status:
            raise LuthierError(
                "quantize.failed",
                f"llama.cpp could not quantize {source} to {row.name}: {self._reason}.",
                "Start from an F16, BF16 or F32 file.",
            )
        self._progress(self._total, self._total)

    def _read(self, line: QuantizerLine) -> None:
        if line.status is not None:
            self._status, self.peak_rss_bytes = line.status, line.peak_rss_bytes
            return
        self._log(line.level, line.text)
        if found := _REASON.search(line.text):
            self._reason = found[1]
        if found := _FELL_BACK.search(line.text):
            self.fallbacks = int(found[1])
        if (found := _WITHOUT_WEIGHTS.search(line.text)) and found[1].startswith("blk."):
            self.unmeasured += 1
        if found := _TENSOR_BEGUN.match(line.text):
            self._done += self._sizes.get(self._begun, 0)
            self._begun = found[1]

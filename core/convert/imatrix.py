"""Importance matrices: which inputs of each weight are strong, so that few bits go where they matter.

For a weight [d_in, d_out] the matrix has d_in numbers: the mean square of each input over many tokens. The quantizer
weighs its rounding errors with them. Files are llama.cpp's own: for each weight the sums (`NAME.in_sum2`) and how many
tokens they are over (`NAME.counts`), a row for every expert.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import lib
from core.engine.ggml.abi import TensorStruct
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.shared.callbacks import ReportProgress
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.gguf.header import ModelFile, read_header

_SUMS, _COUNTS = ".in_sum2", ".counts"
_LAYERS = b"blk."  # embedding and output always get fine types


@dataclass
class _Sum:
    """Of one weight. squares: [matrices or experts, d_in]; counts: tokens that went through each, [matrices]."""

    squares: NDArray[np.float64]
    counts: NDArray[np.int64]


def measure(model: ModelFile, examples: Sequence[NDArray[np.int32]], output: Path, progress: ReportProgress) -> int:
    """Let llama.cpp read the examples (tokens [n]) and write the importance matrix of `model` into `output`.

    progress: tokens read, tokens in all. Returns the number of weights measured.
    Raises LuthierError `imatrix.not-finite`, `imatrix.nothing`, or `model.*`.
    """
    collector = _Collector()
    callback = llama_cpp.ggml_backend_sched_eval_callback(collector.on_node)  # kept alive here while native code has it
    done, total = 0, sum(map(len, examples))
    with (
        open_in_llama_cpp(model) as opened,
        opened.context(max(map(len, examples), default=1), on_node=callback) as context,
    ):
        for tokens in examples:
            progress(done, total)
            context.clear()
            context.feed(tokens.tolist())
            if collector.error is not None:
                raise collector.error
            done += len(tokens)
    progress(done, total)
    if not collector.sums:
        raise LuthierError("imatrix.nothing", "The data holds no tokens to measure with.", "Give longer data.")
    _write(output, collector.sums, max(map(len, examples)))
    return len(collector.sums)


def read_imatrix(file: Path) -> dict[str, NDArray[np.float32]]:
    """Mean squares by weight, each [d_in * experts]; ones for an expert that no token went through.

    Raises LuthierError `imatrix.not-one`, and what read_header raises.
    """
    if read_header(file).text("general.type") != "imatrix":
        raise LuthierError("imatrix.not-one", f"{file} is a GGUF file, but not an importance matrix.")
    found = {tensor.name: np.array(tensor.data, np.float32) for tensor in gguf.GGUFReader(file).tensors}
    return {
        name.removesuffix(_SUMS): _means(sums, found.get(name.removesuffix(_SUMS) + _COUNTS))
        for name, sums in found.items()
        if name.endswith(_SUMS)
    }


def _means(sums: NDArray[np.float32], counts: NDArray[np.float32] | None) -> NDArray[np.float32]:
    count = np.ones(1, np.float32) if counts is None else counts.reshape(-1)
    rows = sums.reshape(len(count), -1)
    means = np.where(count[:, None] > 0, rows / np.maximum(count[:, None], 1), np.float32(1))
    return np.ascontiguousarray(means.reshape(-1), np.float32)


def _write(file: Path, sums: dict[str, _Sum], chunk: int) -> None:
    with written_whole(file) as partial:
        writer = gguf.GGUFWriter(partial, "")
        writer.kv_data[0].clear()  # no architecture: this is no model
        writer.add_type("imatrix")
        writer.add_array("imatrix.datasets", ["own data"])
        writer.add_uint32("imatrix.chunk_count", max(1, int(max(s.counts.max() for s in sums.values())) // chunk))
        writer.add_uint32("imatrix.chunk_size", chunk)
        for name in sorted(sums):
            writer.add_tensor(name + _SUMS, sums[name].squares.astype(np.float32))
            writer.add_tensor(name + _COUNTS, sums[name].counts.astype(np.float32)[:, None])
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()


class _Collector:
    """Called by llama.cpp before (ask) and after each operation of its graph."""

    def __init__(self) -> None:
        self.sums: dict[str, _Sum] = {}
        self.error: Exception | None = None  # native code cannot pass one on
        self._ggml = lib.load()

    def on_node(self, address: int, ask: bool, _data: Any) -> bool:
        """ask: whether we want to see the result; else: whether to go on."""
        try:
            node = TensorStruct.from_address(address)
            weight = TensorStruct.from_address(node.src[0]) if node.src[0] else None
            if weight is None or not weight.name.startswith(_LAYERS):
                return not ask
            kind = self._ggml.op_desc(address)
            if kind not in (b"MUL_MAT", b"MUL_MAT_ID"):
                return not ask
            if not ask:
                self._add(weight, node, chosen=kind == b"MUL_MAT_ID")
        except Exception as error:
            self.error = self.error or error
            return False
        return True

    def _add(self, weight: TensorStruct, node: TensorStruct, *, chosen: bool) -> None:
        name, x = weight.name.decode(), _array(node.src[1], np.float32)
        matrices = weight.ne[2] * weight.ne[3]
        here = self.sums.setdefault(name, _Sum(np.zeros((matrices, x.shape[-1])), np.zeros(matrices, np.int64)))
        if chosen:
            _add_experts(here, x[0], _array(node.src[2], np.int32)[0, 0])
        else:
            _add_matrices(here, x, weight.ne[2], weight.ne[3])
        if not np.isfinite(here.squares).all():
            raise LuthierError(
                "imatrix.not-finite",
                f"What the model computes at {name} is not finite.",
                "The model is damaged: download it again.",
            )


def _add_matrices(here: _Sum, x: NDArray[np.float32], n2: int, n3: int) -> None:
    """x: [ne3, ne2, tokens, d_in]; a weight of n2 * n3 matrices is repeated over the first two axes."""
    for i3, i2 in np.ndindex(x.shape[:2]):
        matrix = (i3 % n3) * n2 + i2 % n2
        here.squares[matrix] += np.einsum("td,td->d", x[i3, i2], x[i3, i2])
        here.counts[matrix] += x.shape[2]


def _add_experts(here: _Sum, x: NDArray[np.float32], ids: NDArray[np.int32]) -> None:
    """x: [tokens, 1 or k, d_in]; ids: [tokens, k], the experts that the router chose."""
    for slot in range(ids.shape[1]):
        rows, experts = x[:, slot % x.shape[1]], ids[:, slot]
        for expert in np.unique(experts):
            mine = rows[experts == expert]
            here.squares[expert] += np.einsum("td,td->d", mine, mine)
            here.counts[expert] += len(mine)


def _array(address: int, kind: type[np.generic]) -> NDArray[Any]:
    """A tensor on the CPU, without copying; axes in numpy order."""
    tensor = TensorStruct.from_address(address)
    first = np.ctypeslib.as_array((ctypes.c_uint8 * 4).from_address(tensor.data)).view(kind)
    return np.lib.stride_tricks.as_strided(first, tuple(tensor.ne)[::-1], tuple(tensor.nb)[::-1], writeable=False)

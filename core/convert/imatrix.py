"""Measures importance matrices: the strength of each weight's inputs, which guides quantization.

For a weight [d_in, d_out] the matrix has d_in numbers: the mean square of each input over many tokens. The quantizer
weights its rounding errors by them. Files are in llama.cpp's format: for each weight the sums (`NAME.in_sum2`) and
their numbers of tokens (`NAME.counts`), a row for every expert.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.engine.llama_cpp.products import watched_products
from core.gguf.header import ModelFile, header_of, read_header

_SUMS, _COUNTS = ".in_sum2", ".counts"
_LAYERS = "blk."  # embedding and output always get fine types


@dataclass
class _Sum:
    """One weight's sums. squares: [matrices or experts, d_in]; counts: tokens through each, [matrices]."""

    squares: NDArray[np.float64]
    counts: NDArray[np.int64]


def measure(model: ModelFile, examples: Sequence[NDArray[np.int32]], output: Path, progress: ReportProgress) -> int:
    """Run the examples (tokens [n]) through llama.cpp and write the importance matrix of `model` to `output`.

    progress: tokens read, tokens in all. Return the number of weights measured. Raises LuthierError
    `imatrix.not-finite`, `imatrix.nothing`, or `model.*`.
    """
    tensors, sums = header_of(model).tensors, _Sums()
    done, total = 0, sum(map(len, examples))
    with watched_products(
        model,
        lambda name: name.startswith(_LAYERS),
        lambda name, matrix, x: sums.add(name, matrix, tensors[name].shape[2] * tensors[name].shape[3], x),
        max(map(len, examples), default=1),
    ) as read:
        for tokens in examples:
            progress(done, total)
            read(tokens)
            done += len(tokens)
    progress(done, total)
    if not sums.of:
        raise LuthierError("imatrix.nothing", "The data holds no tokens to measure with.", "Give longer data.")
    _write(output, sums.of, max(map(len, examples)))
    return len(sums.of)


def read_imatrix(file: Path) -> dict[str, NDArray[np.float32]]:
    """Return mean squares by weight, each [d_in * experts]; ones for an expert that processed no token.

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
        writer.kv_data[0].clear()  # no architecture: this is not a model
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


class _Sums:
    """Sums the inputs of each weight in the layers."""

    def __init__(self) -> None:
        self.of: dict[str, _Sum] = {}

    def add(self, name: str, matrix: int, matrices: int, x: NDArray[np.float32]) -> None:
        """Add the squares of x [tokens, d_in], the input of one of a weight's matrices."""
        here = self.of.setdefault(name, _Sum(np.zeros((matrices, x.shape[-1])), np.zeros(matrices, np.int64)))
        here.squares[matrix] += np.einsum("td,td->d", x, x)
        here.counts[matrix] += len(x)
        if not np.isfinite(here.squares[matrix]).all():
            raise LuthierError(
                "imatrix.not-finite",
                f"What the model computes at {name} is not finite.",
                "The model is damaged: download it again.",
            )

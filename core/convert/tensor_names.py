"""A checkpoint's tensors matched with what its family must have, and what they are called in GGUF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.convert.families import MODEL, TensorSpec
from core.convert.hf_config import ModelConfig
from core.convert.safetensors import TensorEntry
from core.shared.errors import LuthierError

_BAND = 4 << 20  # bytes of two tables that are compared at a time


@dataclass(frozen=True)
class SourcePart:
    """A source tensor, or a piece of it.

    expert: an index into the first axis of a stack. rows: from, to, of the first axis that is then left.
    """

    entry: TensorEntry
    expert: int | None = None
    rows: tuple[int, int] | None = None

    def read(self) -> NDArray[Any]:
        """Mapped, as TensorEntry.read. Raises LuthierError `convert.unsupported-dtype`."""
        raw = self.entry.read()
        matrix = raw if self.expert is None else raw[self.expert]
        return matrix if self.rows is None else matrix[slice(*self.rows)]

    @property
    def n_rows(self) -> int:
        """Of a part that is a matrix."""
        return self.rows[1] - self.rows[0] if self.rows else self.entry.shape[-2]

    def read_rows(self, first: int, count: int) -> NDArray[Any]:
        """Some rows of a part that is a matrix: [count, columns]. Raises LuthierError as TensorEntry.read_rows."""
        begin = (self.expert or 0) * self.entry.shape[-2]
        return self.entry.read_rows(begin + (self.rows[0] if self.rows else 0) + first, count)

    @property
    def nbytes(self) -> int:
        if self.expert is None and self.rows is None:
            return self.entry.nbytes
        return self.read().nbytes


@dataclass(frozen=True)
class PlannedTensor:
    """Source tensors and the GGUF tensor that they become, one after the other. shape is in numpy order, as GGUFWriter
    takes it.
    """

    parts: tuple[SourcePart, ...]
    target: str
    shape: tuple[int, ...]
    heads: int = 0  # 0: rows keep their order
    exact: bool = False  # stays F32, whatever type the weights get
    offset: float = 0.0  # added to every value

    @property
    def nbytes(self) -> int:
        """Of the sources."""
        return sum(part.nbytes for part in self.parts)


def plan_tensors(config: ModelConfig, found: Mapping[str, TensorEntry], folder: Path) -> list[PlannedTensor]:
    """Match what the model must have with what is there, in file order of a GGUF.

    Raises LuthierError `convert.missing-tensor`, `convert.wrong-shape`, `convert.unknown-tensor` or
    `convert.unsupported`, naming file and tensor. Nothing but recomputable buffers and the copy of a tied output is
    left out.
    """
    row = config.family.architecture
    config = replace(config, tied=(config.tied or row.always_tied) and not _has_own_head(found))
    if row.always_tied and not config.tied:
        raise LuthierError(
            "convert.unsupported",
            f"{folder}: the model has an output table of its own (lm_head.weight), and llama.cpp takes the embedding "
            f"for it in every {config.architecture} model.",
            "Choose another model: this one would answer differently there.",
        )
    sizes = _sizes(config)
    planned = []
    for source, target, spec in _expected(config):
        shape = tuple(sizes[axis] for axis in spec.shape)
        parts = _Parts(found, folder, source, shape).of(spec)
        offset = config.family.norm_offset if source.endswith("norm.weight") else 0.0
        heads = sizes.get(spec.heads, 0)
        planned.append(PlannedTensor(parts, target, shape, heads, exact=spec.exact, offset=offset))
    _refuse_leftovers(config, found, {part.entry.name for tensor in planned for part in tensor.parts})
    return planned


def _has_own_head(found: Mapping[str, TensorEntry]) -> bool:
    """Whether there is an output table other than the embedding. Transformers uses it, whatever config.json says."""
    head, table = found.get("lm_head.weight"), found.get("model.embed_tokens.weight")
    if head is None or table is None or len(head.shape) != 2 or not head.nbytes:
        return False
    if (head.shape, head.item) != (table.shape, table.item):
        return True
    rows = head.shape[0]
    band = max(1, _BAND * rows // head.nbytes)
    places = ((first, min(band, rows - first)) for first in range(0, rows, band))
    return any(head.read_rows(*place).tobytes() != table.read_rows(*place).tobytes() for place in places)


@dataclass(frozen=True)
class _Parts:
    """What a tensor of `shape` in GGUF is made of, checked. Raises LuthierError as `plan_tensors` does."""

    found: Mapping[str, TensorEntry]
    folder: Path
    source: str
    shape: tuple[int, ...]

    def of(self, spec: TensorSpec) -> tuple[SourcePart, ...]:
        if not spec.stack:
            return (SourcePart(self._entry(self.source, self.shape)),)
        count, rows, columns = self.shape
        if spec.stack == "each":
            names = (self.source.replace("{expert}", str(expert)) for expert in range(count))
            return tuple(SourcePart(self._entry(name, (rows, columns))) for name in names)
        if spec.stack == "whole":
            entry = self._entry(self.source, self.shape)
            return tuple(SourcePart(entry, expert) for expert in range(count))
        entry = self._entry(self.source, (count, 2 * rows, columns))
        first = rows if spec.stack == "half 1" else 0
        return tuple(SourcePart(entry, expert, (first, first + rows)) for expert in range(count))

    def _entry(self, name: str, shape: tuple[int, ...]) -> TensorEntry:
        if name not in self.found:
            raise LuthierError(
                "convert.missing-tensor",
                f"{self.folder} has no tensor {name}, which config.json asks for.",
                "The download is incomplete, or config.json belongs to another model.",
            )
        entry = self.found[name]
        if entry.shape != shape:
            raise LuthierError(
                "convert.wrong-shape",
                f"{entry.file}: tensor {name} has the shape {list(entry.shape)}, "
                f"but by config.json it must be {list(shape)}.",
                "config.json and the weights do not belong together: download the model again.",
            )
        return entry


def rotary_halves_to_pairs(rows: NDArray[Any], heads: int) -> NDArray[Any]:
    """Reorder the rows of q or k: Hugging Face rotates row i with row i + head_dim/2, llama.cpp 2i with 2i + 1.

    rows: [heads * head_dim, ...] -> the same shape.
    """
    halves = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return np.ascontiguousarray(halves.swapaxes(1, 2)).reshape(rows.shape)


def rotary_pairs_to_halves(rows: NDArray[Any], heads: int) -> NDArray[Any]:
    """The way back: rows in llama.cpp's order -> in Hugging Face's."""
    pairs = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return np.ascontiguousarray(pairs.swapaxes(1, 2)).reshape(rows.shape)


def _expected(config: ModelConfig) -> Iterator[tuple[str, str, TensorSpec]]:
    options = {
        "": True,
        "untied": not config.tied,
        "attention_bias": config.attention_bias,
        "mlp_bias": config.mlp_bias,
    }
    for spec in MODEL:
        if options[spec.when]:
            yield spec.source, spec.target, spec
    for layer in range(config.n_layers):
        for spec in config.family.layer:
            if options[spec.when]:
                yield f"model.layers.{layer}.{spec.source}", f"blk.{layer}.{spec.target}", spec


def _sizes(config: ModelConfig) -> dict[str, int]:
    return {
        "vocab_size": config.vocab_size,
        "d_model": config.d_model,
        "d_ff": config.d_ff,
        "d_q": config.n_heads * config.head_dim,
        "d_kv": config.n_kv_heads * config.head_dim,
        "d_qkv": (config.n_heads + 2 * config.n_kv_heads) * config.head_dim,
        "d_gate_up": 2 * config.d_ff,
        "head_dim": config.head_dim,
        "n_heads": config.n_heads,
        "n_kv_heads": config.n_kv_heads,
        "n_experts": config.counts.get("expert_count", 0),
        "d_expert": config.counts.get("expert_feed_forward_length") or config.d_ff,
    }


def _refuse_leftovers(config: ModelConfig, found: Mapping[str, TensorEntry], used: set[str]) -> None:
    for name in found.keys() - used:
        recomputable = name.endswith("rotary_emb.inv_freq")
        tied_copy = config.tied and name == "lm_head.weight"
        if not recomputable and not tied_copy:
            raise LuthierError(
                "convert.unknown-tensor",
                f"{found[name].file}: tensor {name} ({list(found[name].shape)}) has no place in a "
                f"{config.architecture} model.",
                "The model is a variant that Luthier does not know; leaving the tensor out would change its answers.",
            )

"""Matches a checkpoint's tensors with those that its family requires, and names them for GGUF.

Also reorders the value heads of the gated delta rule. If several read the same key, Hugging Face stores them side by
side; in llama.cpp head h reads key h modulo the number of keys (`_reorder_v_heads` of its conversion/qwen.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.hf_config import ModelConfig
from core.convert.safetensors import TensorEntry
from core.convert.source_parts import ROWS_IN_TURN, SourcePart, Sources
from core.convert.text_part import TextTensors, text_tensors
from core.families.checkpoint import HEAD, TensorSpec
from core.families.layers import Run

VALUE_HEADS = ("delta_key_heads", "delta_heads", "delta_width")  # axis names of ValueHeads' fields
Factors = NDArray[np.float32]  # one for each row
_BAND = 4 << 20  # bytes compared at a time in two tables


@dataclass(frozen=True)
class PlannedTensor:
    """Source tensors and the GGUF tensor that they are concatenated to. shape is in numpy order, as for GGUFWriter."""

    parts: tuple[SourcePart, ...]
    target: str
    shape: tuple[int, ...]
    heads: int = 0  # 0: rows keep their order
    exact: bool = False  # stays F32, whatever the weights' type
    offset: float = 0.0  # added to every value
    mxfp4: tuple[int, int] | None = None  # parts are blocks and scales: first row and step
    is_decay: bool = False  # minus the exponentials of the sources' values
    columns: ValueHeads | None = None  # reorder its columns
    factors: tuple[Factors, ...] = ()  # row factors to multiply by in turn, as llama.cpp's converter does

    @property
    def nbytes(self) -> int:
        """Return the size of all sources."""
        return sum(part.nbytes for part in self.parts)


def plan_tensors(config: ModelConfig, found: Mapping[str, TensorEntry], folder: Path) -> list[PlannedTensor]:
    """Match the tensors that the model must have with the existing ones, in file order of a GGUF.

    Raises LuthierError `model.missing-tensor`, `model.wrong-shape`, `model.unknown-tensor` or `convert.unsupported`,
    naming file and tensor. Leaves out only recomputable buffers, the copy of a tied output, and the parts that
    `kept_tensors` names.
    """
    row, text = config.family.architecture, kept_tensors(config, found)
    found = text.found
    own_head = _has_own_head(found, config.family.embedding)
    config = replace(config, tied=(config.tied or row.always_tied) and not own_head)
    if row.always_tied and not config.tied:
        raise LuthierError(
            "convert.unsupported",
            f"{folder}: the model has an output table of its own (lm_head.weight), and llama.cpp takes the embedding "
            f"for it in every {config.architecture} model.",
            "Choose another model: this one would answer differently there.",
        )
    planned = []
    for source, target, spec, sizes in _expected(config):
        shape = tuple(sizes[axis] for axis in spec.shape)
        parts = Sources(text, folder, source, shape).of(spec)
        is_norm = source.endswith("norm.weight") and not spec.is_factor
        values = ValueHeads(*(sizes[word] for word in VALUE_HEADS)) if spec.tiled else None
        if values and spec.tiled == "rows":
            parts = tuple(replace(part, rows=rows) for part in parts for rows in values.runs(shape[0]))
        planned.append(
            PlannedTensor(
                parts,
                target,
                shape,
                heads=sizes.get(spec.heads, 0),
                exact=spec.exact,
                offset=config.family.norm_offset if is_norm else 0.0,
                is_decay=spec.is_decay,
                columns=values if spec.tiled == "columns" else None,
                mxfp4=ROWS_IN_TURN[spec.stack] if spec.stack.startswith("mxfp4") else None,
                factors=tuple(_of_rows(runs, shape[0]) for runs in config.per_layer.factors.get(spec.target, ())),
            )
        )
    _refuse_leftovers(config, found, {part.entry.name for tensor in planned for part in tensor.parts})
    return planned


def _of_rows(runs: Sequence[Run], n_rows: int) -> Factors:
    return np.repeat(np.array([run.factor for run in runs], np.float32), [run.rows or n_rows for run in runs])


def kept_tensors(config: ModelConfig, found: Mapping[str, TensorEntry]) -> TextTensors:
    """Return the checkpoint's tensors to convert, by their names in a text-only model, and those left out."""
    return text_tensors(found, config.family.text, config.n_layers, config.n_ahead)


def _has_own_head(found: Mapping[str, TensorEntry], embedding: TensorSpec) -> bool:
    """Return whether an output table exists that differs from the embedding. Transformers uses it, whatever config.json
    says.
    """
    head, table = found.get(HEAD.source), found.get(embedding.source)
    if head is None or table is None or len(head.shape) != 2 or not head.nbytes:
        return False
    if (head.shape, head.item) != (table.shape, table.item):
        return True
    rows = head.shape[0]
    band = max(1, _BAND * rows // head.nbytes)
    places = ((first, min(band, rows - first)) for first in range(0, rows, band))
    return any(head.read_rows(*place).tobytes() != table.read_rows(*place).tobytes() for place in places)


def rotary_halves_to_pairs(rows: NDArray[Any], heads: int) -> NDArray[Any]:
    """Reorder the rows of q or k: Hugging Face rotates row i with row i + head_dim/2, llama.cpp 2i with 2i + 1.

    rows: [heads * head_dim, ...] -> the same shape.
    """
    halves = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return np.ascontiguousarray(halves.swapaxes(1, 2)).reshape(rows.shape)


def rotary_pairs_to_halves(rows: NDArray[Any], heads: int) -> NDArray[Any]:
    """Reorder the rows of q or k from llama.cpp's order to Hugging Face's."""
    pairs = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return np.ascontiguousarray(pairs.swapaxes(1, 2)).reshape(rows.shape)


def expected_tensors(config: ModelConfig) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Yield the GGUF tensors of a model with this config: name, shape in numpy order, and whether it stays F32."""
    for _, target, spec, sizes in _expected(config):
        shape = tuple(sizes[axis] for axis in spec.shape)
        yield target, shape, spec.exact or len(shape) == 1


def _expected(config: ModelConfig) -> Iterator[tuple[str, str, TensorSpec, Mapping[str, int]]]:
    """Yield source, target, the row, and the sizes of the axes named in its shape."""
    has = {
        "": True,
        "untied": not config.tied,
        "tied": config.tied,
        "attention_bias": config.attention_bias,
        "mlp_bias": config.mlp_bias,
    }
    options, sizes = {name for name, there in has.items() if there}, _sizes(config)
    layers = list(zip(config.per_layer.sizes, config.per_layer.has, strict=True))
    family = config.family
    for spec in (family.embedding, HEAD, family.final_norm, *family.model):
        if spec.when in options | layers[0][1]:
            yield spec.source, spec.target, spec, {**sizes, **layers[0][0]}
    for layer, (own_sizes, own_options) in enumerate(layers):
        for spec in config.family.layer:
            if spec.when in options | own_options:
                yield f"model.layers.{layer}.{spec.source}", f"blk.{layer}.{spec.target}", spec, {**sizes, **own_sizes}


def _sizes(config: ModelConfig) -> dict[str, int]:
    return {
        "vocab_size": config.vocab_size,
        "d_model": config.d_model,
        "d_ff": config.d_ff,
        "d_q": config.n_heads * config.head_dim,
        "d_kv": config.n_kv_heads * config.head_dim,
        "d_qkv": (config.n_heads + 2 * config.n_kv_heads) * config.head_dim,
        "d_gate_up": 2 * config.d_ff,
        "d_fused_expert": 2 * (config.counts.get("expert_feed_forward_length") or config.d_ff),
        "head_dim": config.head_dim,
        "n_heads": config.n_heads,
        "n_kv_heads": config.n_kv_heads,
        "conv_length": config.counts.get("shortconv.l_cache", 0),
        "one": 1,
        "n_experts": config.counts.get("expert_count", 0),
        "d_shared": config.counts.get("expert_shared_feed_forward_length", 0),
        "d_expert": config.counts.get("expert_feed_forward_length") or config.d_ff,
        "d_all_layers": config.n_layers * config.counts.get("embedding_length_per_layer_input", 0),
    }


def _refuse_leftovers(config: ModelConfig, found: Mapping[str, TensorEntry], used: set[str]) -> None:
    unread = {f"model.layers.{i}.{name}" for i, names in enumerate(config.per_layer.unread) for name in names}
    for name in (name for name, entry in found.items() if entry.name not in used and name not in unread):
        recomputable = name.endswith("rotary_emb.inv_freq")
        tied_copy = config.tied and name == "lm_head.weight"
        if not recomputable and not tied_copy and not name.startswith(config.family.left_out or ("?",)):
            raise LuthierError(
                "model.unknown-tensor",
                f"{found[name].file}: tensor {found[name].name} ({list(found[name].shape)}) has no place in a "
                f"{config.architecture} model.",
                "The model is a variant that Luthier does not know; leaving the tensor out would change its answers.",
            )


class ValueHeads(NamedTuple):
    """The number of heads of keys and of values, and a head's width."""

    key_heads: int
    heads: int
    width: int

    def order(self, n: int) -> NDArray[np.int64]:
        """Return the positions of llama.cpp's rows or columns in Hugging Face's order, for n of them, the last of which
        belong to heads of values.
        """
        own = min(n, self.heads * self.width) // self.heads * self.heads
        grouped = np.arange(n - own, n).reshape(self.key_heads, self.heads // self.key_heads, -1)
        return np.concatenate([np.arange(n - own), grouped.swapaxes(0, 1).reshape(-1)])

    def runs(self, n: int) -> Iterator[tuple[int, int]]:
        """Yield the rows of `order` as ranges, from and to."""
        order = self.order(n)
        cuts = [0, *(np.flatnonzero(np.diff(order) != 1) + 1).tolist(), n]
        for first, end in pairwise(cuts):
            yield int(order[first]), int(order[end - 1]) + 1

    def tiled(self, values: NDArray[Any], axis: int) -> NDArray[Any]:
        """Return Hugging Face's rows or columns in llama.cpp's order."""
        return np.ascontiguousarray(values.take(self.order(values.shape[axis]), axis))

    def grouped(self, values: NDArray[Any], axis: int) -> NDArray[Any]:
        """Return llama.cpp's rows or columns in Hugging Face's order."""
        return np.ascontiguousarray(values.take(np.argsort(self.order(values.shape[axis])), axis))

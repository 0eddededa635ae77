"""What each architecture is made of: one declarative row per architecture, read by weights.py and forward.py."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import LuthierError
from core.ggml.ops import Rope
from core.model.gguf_file import GgufFile

# Our name of a linear -> its tensor in a GGUF file, `blk.<layer>.<name>.weight`.
LINEAR_TENSORS = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip

ROPE_PAIRS, ROPE_HALVES = 0, 2  # ggml's rope modes


@dataclass(frozen=True)
class Architecture:
    """The layer of a decoder: norms before attention and before the gated feed-forward, rotary positions.

    norms: tensors `blk.<layer>.<name>.weight` that the layer needs, in forward order.
    """

    name: str
    rope_mode: int
    norms: tuple[str, ...] = ("attn_norm", "ffn_norm")


ARCHITECTURES = {row.name: row for row in (Architecture("llama", rope_mode=ROPE_PAIRS),)}


@dataclass(frozen=True)
class Shape:
    """A model's sizes, from its metadata."""

    architecture: Architecture
    n_layer: int
    d_model: int
    d_ff: int
    n_head: int
    n_head_kv: int
    head_dim: int
    n_vocab: int
    context: int  # tokens the model was trained for
    rms_eps: float
    rope: Rope


def read_shape(file: GgufFile) -> Shape:
    """Raises LuthierError `arch.unknown` (listing the known ones), `arch.missing-key` or `arch.rope-scaling`."""
    name = str(file.get("general.architecture"))
    if name not in ARCHITECTURES:
        raise LuthierError(
            "arch.unknown",
            f"{file.path.name} has the architecture '{name}', which Luthier cannot train yet.",
            f"It trains: {', '.join(ARCHITECTURES)}.",
        )
    number = _Numbers(file, name)
    d_model, n_head = int(number("embedding_length")), int(number("attention.head_count"))
    head_dim = int(number("attention.key_length", d_model // n_head))
    return Shape(
        architecture=ARCHITECTURES[name],
        n_layer=int(number("block_count")),
        d_model=d_model,
        d_ff=int(number("feed_forward_length")),
        n_head=n_head,
        n_head_kv=int(number("attention.head_count_kv", n_head)),
        head_dim=head_dim,
        n_vocab=int(number("vocab_size", file.array_length("tokenizer.ggml.tokens"))),
        context=int(number("context_length")),
        rms_eps=number("attention.layer_norm_rms_epsilon"),
        rope=_read_rope(file, number, ARCHITECTURES[name], head_dim),
    )


class _Numbers:
    """Numeric metadata under the architecture's prefix."""

    def __init__(self, file: GgufFile, prefix: str) -> None:
        self._file, self._prefix = file, prefix

    def __call__(self, key: str, default: float | None = None) -> float:
        value = self._file.get(f"{self._prefix}.{key}")
        if value is None and default is not None:
            return default
        if not isinstance(value, int | float):
            raise LuthierError(
                "arch.missing-key",
                f"{self._file.path.name} does not say its {self._prefix}.{key}.",
                "The file was made by an old or broken converter: convert the model again.",
            )
        return value


def _read_rope(file: GgufFile, number: _Numbers, architecture: Architecture, head_dim: int) -> Rope:
    """Linear scaling divides positions by the factor; llama3 scaling comes as the tensor rope_freqs."""
    scaling = file.get(f"{architecture.name}.rope.scaling.type") or "none"
    if scaling not in ("none", "linear"):
        raise LuthierError(
            "arch.rope-scaling",
            f"{file.path.name} stretches its context with '{scaling}' rope scaling, which Luthier cannot train yet.",
            "Choose a model without it; llama3 and linear scaling are supported.",
        )
    factor = number("rope.scaling.factor", 1.0) if scaling == "linear" else 1.0
    return Rope(
        n_dims=int(number("rope.dimension_count", head_dim)),
        mode=architecture.rope_mode,
        freq_base=number("rope.freq_base", 10000.0),
        freq_scale=1.0 / factor,
        factors=file.tensors.get("rope_freqs.weight"),
    )

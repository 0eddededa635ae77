"""A model's sizes and numbers, read from its file as its architecture's row says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt

from core.engine.model.arch import ARCHITECTURES, EXPERT_STACKS, IGNORED_WINDOW, NO_CAP, Architecture
from core.engine.model.gguf_file import GgufFile
from core.engine.ops.attention.interface import Heads
from core.engine.ops.rope import Rope
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.layers import trained_layers

_LARGEST_COUNT = 2**31 - 1
_AGAIN = "The file was made by an old or broken converter: convert the model again."


@dataclass(frozen=True)
class Shape:
    """Sizes, and the numbers that scale or bound what flows through the layers.

    d_ff: of the feed-forward, or of one expert.
    n_expert, n_expert_used: experts in a layer, and those that each token goes to; 0: one feed-forward for all.
    ropes: per layer; None where positions are left out.
    windows: per layer, how many tokens it looks back on, itself included; 0: all.
    ignored_window: how many the model was trained to look back on, where its graph looks back on all; 0: all.
    attention_softcap, logit_softcap: c in c * tanh(x / c), before the softmax and on the logits; 0: none.
    """

    architecture: Architecture
    n_layer: int
    d_model: int
    d_ff: int
    n_expert: int
    n_expert_used: int
    n_head: int
    n_head_kv: int
    head_dim: int
    n_vocab: int
    context: int  # tokens the model was trained for
    rms_eps: float
    ropes: tuple[Rope | None, ...]
    windows: tuple[int, ...]
    ignored_window: int
    embedding_scale: float
    residual_scale: float
    attention_scale: float
    attention_softcap: float
    logit_scale: float
    logit_softcap: float

    @property
    def heads(self) -> Heads:
        return Heads(self.n_head, self.n_head_kv, self.head_dim)

    @property
    def q_width(self) -> int:
        return self.n_head * self.head_dim

    @property
    def kv_width(self) -> int:
        return self.n_head_kv * self.head_dim

    @property
    def hidden_width(self) -> int:
        """Numbers per token inside the feed-forward."""
        return self.d_ff * max(1, self.n_expert_used)

    def targets(self, config: TrainConfig) -> tuple[str, ...]:
        """The linears that get an adapter. Stacks of experts are no linears: they have to be named.

        Raises LuthierError `lora.dora-experts`.
        """
        stacks = EXPERT_STACKS if self.n_expert else ()
        if config.targets == "all-linear":
            return tuple(name for name in config.target_linears if name not in stacks)
        if config.dora and any(name in stacks for name in config.target_linears):
            raise LuthierError(
                "lora.dora-experts",
                f"DoRA cannot train experts, and targets={config.targets} names those of this model.",
                "Leave gate, up and down out of the targets, or turn dora off.",
            )
        return config.target_linears

    def trained_layers(self, config: TrainConfig) -> Sequence[int]:
        """Numbers of the layers that get an adapter, from the lowest. Raises LuthierError `lora.no-such-layer`."""
        return trained_layers(config.layers, self.n_layer)

    def lowest_trained(self, config: TrainConfig) -> int:
        """The layer at which backward ends: below it nothing learns."""
        return self.trained_layers(config)[0]


def read_shape(file: GgufFile) -> Shape:
    """Raises LuthierError `arch.unknown` (listing the known ones), `arch.missing-key`, `arch.bad-value` or
    `arch.rope-scaling`.
    """
    row = _architecture(file)
    number = _Numbers(file, row)
    n_layer, d_model, n_head = map(number.count, ("block_count", "embedding_length", "attention.head_count"))
    if n_layer > len(file.names):  # before anything is made for each of them
        raise number.bad("block_count", n_layer, f"at most its number of tensors, {len(file.names)}")
    head_dim = number.count("attention.key_length", d_model // n_head)
    rope = _read_rope(file, number, row, head_dim)
    windows = _read_windows(file, number, row, n_layer)
    broad = row.broad_scores_at == n_layer
    return Shape(
        architecture=row,
        n_layer=n_layer,
        d_model=d_model,
        d_ff=number.count(row.experts.width if row.experts else "feed_forward_length"),
        n_expert=number.count("expert_count") if row.experts else 0,
        n_expert_used=number.count("expert_used_count", maximum=number.count("expert_count")) if row.experts else 0,
        n_head=n_head,
        n_head_kv=_kv_heads(number, n_head),
        head_dim=head_dim,
        n_vocab=number.count("vocab_size", file.array_length("tokenizer.ggml.tokens")),
        context=number.count("context_length"),
        rms_eps=number("attention.layer_norm_rms_epsilon"),
        ropes=tuple(
            (_local(rope, number) if window else rope) if row.rotates(i) else None for i, window in enumerate(windows)
        ),
        windows=windows,
        ignored_window=_ignored_window(file, row),
        embedding_scale=sqrt(d_model) if row.scaled_embedding else number.option("embedding_scale", 1.0),
        residual_scale=number.option("residual_scale", 1.0),
        attention_scale=number.option("attention.scale") or 1 / sqrt(d_model // n_head if broad else head_dim),
        attention_softcap=number.cap("attn_logit_softcapping"),
        logit_scale=1 / (number.option("logit_scale", 1.0) or 1.0),
        logit_softcap=number.cap("final_logit_softcapping"),
    )


def _architecture(file: GgufFile) -> Architecture:
    name = str(file.get("general.architecture"))
    if name in ARCHITECTURES:
        return ARCHITECTURES[name]
    raise LuthierError(
        "arch.unknown",
        f"{file.path.name} has the architecture '{name}', which Luthier cannot train yet: {_obstacle(file)}.",
        f"It trains: {', '.join(ARCHITECTURES)}.",
    )


def _obstacle(file: GgufFile) -> str:
    """A tensor that no known architecture has an operation for."""
    known = {"token_embd", "output", "output_norm"}
    for row in ARCHITECTURES.values():
        known |= {*row.norms, *row.linears.values(), *(name.removesuffix(".weight") for name in row.rope_factors)}
    parts = ((name, name.split(".")[2] if name.startswith("blk.") else name.split(".")[0]) for name in file.names)
    strange = next((name for name, part in parts if part not in known), None)
    if strange is None:
        return "its tensors are known, but not how this architecture joins them"
    return f"it has no operation for the tensor {strange}"


class _Numbers:
    """Numeric metadata under the architecture's prefix."""

    def __init__(self, file: GgufFile, row: Architecture) -> None:
        self._file, self._prefix, self._options = file, row.name, row.options

    def __call__(self, key: str, default: float | None = None) -> float:
        value = self._file.get(f"{self._prefix}.{key}")
        if value is None and default is not None:
            return default
        if not isinstance(value, int | float):
            raise LuthierError(
                "arch.missing-key", f"{self._file.path.name} does not say its {self._prefix}.{key}.", _AGAIN
            )
        if not isfinite(value):
            raise self.bad(key, value, "a finite number")
        return value

    def count(self, key: str, default: float | None = None, *, minimum: int = 1, maximum: int = _LARGEST_COUNT) -> int:
        """A whole number within bounds."""
        value = self(key, default)
        if value != int(value) or not minimum <= value <= maximum:
            raise self.bad(key, value, f"a whole number from {minimum} to {maximum:,}")
        return int(value)

    def positive(self, key: str, default: float) -> float:
        """Not zero, since it divides."""
        value = self(key, default)
        if value <= 0:
            raise self.bad(key, value, "a number above zero")
        return value

    def bad(self, key: str, value: float, expected: str) -> LuthierError:
        return LuthierError(
            "arch.bad-value",
            f"{self._file.path.name} says that its {self._prefix}.{key} is {value:,}, expected {expected}.",
            _AGAIN,
        )

    def option(self, key: str, otherwise: float = 0.0) -> float:
        """A number that only some architectures know; `otherwise` for those that do not."""
        return self(key, self._options[key]) if key in self._options else otherwise

    def cap(self, key: str) -> float:
        """An option; 0 also for a cap that stands for none."""
        value = self.option(key)
        return 0.0 if value == NO_CAP else value


def _kv_heads(number: _Numbers, n_head: int) -> int:
    """Each serves the same number of query heads."""
    count = number.count("attention.head_count_kv", n_head)
    if n_head % count:
        raise number.bad("attention.head_count_kv", count, f"a divisor of its {n_head} heads")
    return count


def _read_windows(file: GgufFile, number: _Numbers, row: Architecture, n_layer: int) -> tuple[int, ...]:
    """Per layer, how far it looks back. A file may say which layers are limited, or how often one is not."""
    window = number.count("attention.sliding_window", 0, minimum=0) if number.option("attention.sliding_window") else 0
    key = "attention.sliding_window_pattern"
    limited = file.numbers(f"{row.name}.{key}")
    if limited and len(limited) < n_layer:
        raise number.bad(key, len(limited), f"a value for each of its {n_layer} layers")
    if not limited:
        every = replace(row, full_attention_every=number.count(key, row.full_attention_every, minimum=0))
        limited = [not every.has_full_attention(i) for i in range(n_layer)]
    return tuple(window if limited[i] else 0 for i in range(n_layer))


def _ignored_window(file: GgufFile, row: Architecture) -> int:
    """Converters write the window of some models although llama.cpp does not read it; ours, of all."""
    said = (file.get(key) for key in (f"{row.name}.attention.sliding_window", IGNORED_WINDOW))
    return 0 if row.has_windows else next((value for value in said if isinstance(value, int) and value > 0), 0)


def _local(rope: Rope, number: _Numbers) -> Rope:
    """The rotation of layers with a window, where it differs: their context was never stretched."""
    base = number.option("rope.freq_base_swa")
    return replace(rope, freq_base=base, freq_scale=1.0) if base else rope


def _read_rope(file: GgufFile, number: _Numbers, row: Architecture, head_dim: int) -> Rope:
    """Linear scaling divides positions by the factor; llama3 and longrope scaling come as tensors."""
    scaling = file.get(f"{row.name}.rope.scaling.type") or "none"
    if scaling not in ("none", "linear", "longrope"):
        raise LuthierError(
            "arch.rope-scaling",
            f"{file.path.name} stretches its context with '{scaling}' rope scaling, which Luthier cannot train yet.",
            "Choose a model without it; linear, llama3 and longrope scaling are supported.",
        )
    factor = number.positive("rope.scaling.factor", 1.0) if scaling == "linear" else 1.0
    factors, long_factors = (*map(file.tensors.get, row.rope_factors), None, None)[:2]
    return Rope(
        n_dims=number.count("rope.dimension_count", head_dim, maximum=head_dim),
        mode=row.rope_mode,
        freq_base=number.positive("rope.freq_base", 10000.0),
        freq_scale=1.0 / factor,
        n_ctx_orig=number.count("rope.scaling.original_context_length", number.count("context_length")),
        attn_factor=number("rope.scaling.attn_factor", 1.0),
        factors=factors,
        long_factors=long_factors,
    )

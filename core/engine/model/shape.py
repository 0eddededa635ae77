"""A model's sizes and numbers, read from its file by its architecture's row; and each layer's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from core.base.errors import LuthierError
from core.engine.model.gguf_file import GgufFile, Numbers
from core.engine.model.positions import ignored_window, read_rotations, read_windows
from core.engine.ops.attention.interface import Heads
from core.engine.ops.experts import Routing
from core.engine.ops.rope import Rope
from core.engine.ops.selective_scan import StateHeads
from core.families.graph import DRAFT_LAYERS, OUT_SCALE, Architecture, Experts, Scores
from core.families.not_trained import ANOTHER_FAMILY, NOT_TRAINED
from core.families.table import ARCHITECTURES, row_of
from core.protocol.config import TrainConfig
from core.protocol.layers import trained_layers

CONV_LENGTHS = {"conv": "shortconv.l_cache", "mamba2": "ssm.conv_kernel"}  # metadata, by mixer


@dataclass(frozen=True)
class Shape:
    """Sizes, and the numbers that scale or bound activations.

    layers: the sizes that may differ between layers. draft_layers: further layers of the file, which only draft tokens.
    conv_length: tokens that a short convolution reads, the last its own; 0: the model has none.
    scan: sizes of Mamba-2's layers; None: the model has none.
    n_expert, n_expert_used: experts in a layer with experts, and the number that each token uses; 0: no layer has any.
    routing: how experts are chosen; None: no experts. d_shared: width of the experts that all tokens use; 0: none.
    ignored_window: the window that the model was trained with, if its graph has none; 0: no such window.
    attention_softcap, logit_softcap: c in c * tanh(x / c), before the softmax and on the logits; 0: none.
    """

    architecture: Architecture
    layers: tuple[LayerShape, ...]
    draft_layers: int
    d_model: int
    conv_length: int
    scan: StateHeads | None
    n_expert: int
    n_expert_used: int
    routing: Routing | None
    d_shared: int
    n_vocab: int
    context: int  # tokens in training
    rms_eps: float
    ignored_window: int
    embedding_scale: float
    residual_scale: float
    attention_scale: float
    attention_softcap: float
    logit_scale: float
    logit_softcap: float

    @property
    def n_layer(self) -> int:
        return len(self.layers)

    def trained_layers(self, config: TrainConfig) -> Sequence[int]:
        """Return the layers that get an adapter, from the lowest. Raises LuthierError `lora.no-such-layer`."""
        return trained_layers(config.layers, self.n_layer)

    def lowest_trained(self, config: TrainConfig) -> int:
        """Return the layer at which backward ends: below it nothing learns."""
        return self.trained_layers(config)[0]


def read_shape(file: GgufFile) -> Shape:
    """Read a model's shape from its metadata.

    Raises LuthierError `model.unknown-architecture` (naming the obstacle), `model.missing-key`, `model.bad-value` or
    `model.rope-scaling`.
    """
    row = _architecture(file)
    number = Numbers(file, row)
    n_blocks, d_model = map(number.count, ("block_count", "embedding_length"))
    if n_blocks > len(file.names):  # before allocating anything per layer
        raise number.bad("block_count", n_blocks, f"at most its number of tensors, {len(file.names)}")
    draft_layers = number.count(DRAFT_LAYERS, 0, minimum=0, maximum=n_blocks - 1)
    n_layer = n_blocks - draft_layers
    n_head = number.count("attention.head_count")
    head_dim = number.count("attention.key_length", d_model // n_head)
    row = row.with_layers(n_layer)
    spread = d_model // n_head if row.broad_scores_at == n_layer else head_dim
    routing = read_routing(number, row.experts) if row.experts else None
    return Shape(
        architecture=row,
        layers=_read_layers(file, number, row, n_layer, Heads(n_head, 0, head_dim)),
        draft_layers=draft_layers,
        d_model=d_model,
        conv_length=number.count(CONV_LENGTHS[row.mixer]) if row.mixer in CONV_LENGTHS else 0,
        scan=read_scan(number) if row.mixer == "mamba2" else None,
        n_expert=number.count("expert_count") if routing else 0,
        n_expert_used=routing.n_used if routing else 0,
        routing=routing,
        d_shared=shared_width(number, row.experts) if row.experts else 0,
        n_vocab=number.count("vocab_size", file.array_length("tokenizer.ggml.tokens")),
        context=number.count("context_length"),
        rms_eps=number("attention.layer_norm_rms_epsilon"),
        ignored_window=ignored_window(file, row),
        embedding_scale=sqrt(d_model) if row.scaled_embedding else number.option("embedding_scale", 1.0),
        residual_scale=number.option("residual_scale", 1.0),
        attention_scale=1.0 if row.unscaled_scores else number.option("attention.scale") or 1 / sqrt(spread),
        attention_softcap=number.cap("attn_logit_softcapping"),
        logit_scale=1 / (number.option("logit_scale", 1.0) or 1.0),
        logit_softcap=number.cap("final_logit_softcapping"),
    )


def _read_layers(
    file: GgufFile, number: Numbers, row: Architecture, n_layer: int, heads: Heads
) -> tuple[LayerShape, ...]:
    """Read each layer's parts and sizes. heads: without the number of key heads."""
    windows = read_windows(file, number, row, n_layer)
    keys = number.per_layer("attention.head_count_kv", n_layer, heads.queries, minimum=0 if row.mixer else 1)
    mixers = _read_mixers(file, number, row, keys)
    feeds = _read_feeds(number, row, n_layer)
    if row.alone:
        mixers = ["" if feed else mixer for mixer, (feed, _) in zip(mixers, feeds, strict=True)]
    _check_heads(number, heads.queries, keys, mixers)
    sources = read_sharing(number, row, windows)
    delta = read_delta(number) if "delta" in mixers else None
    per_layer = number.count("embedding_length_per_layer_input", 0, minimum=0) if row.per_layer_embeddings else 0
    local = number.count("attention.key_length_swa", heads.width) if row.local_heads else heads.width
    ropes = read_rotations(file, number, row, windows, heads.width, local)
    return tuple(
        LayerShape(
            mixer=mixers[i],
            feed=feeds[i][0],
            heads=heads._replace(keys=keys[i], width=local if windows[i] else heads.width),
            d_ff=feeds[i][1],
            rope=ropes[i],
            window=windows[i],
            delta=delta if mixers[i] == "delta" else None,
            keys_from=sources[i],
            lends=i in sources,
            values_are_keys=row.value_norm and f"blk.{i}.attn_v.weight" not in file.tensors,
            per_layer=per_layer,
            scaled=f"blk.{i}.{OUT_SCALE}" in file.tensors,
        )
        for i in range(n_layer)
    )


def _read_feeds(number: Numbers, row: Architecture, n_layer: int) -> list[tuple[str, int]]:
    """Return each layer's feed-forward by name, and its width, or that of one expert."""
    mixture = "beside experts" if row.experts and row.experts.beside_all else "experts"
    feeds = [mixture if row.experts and has_experts(number, i) else "dense" for i in range(n_layer)]
    has_width = "dense" in feeds or row.alone
    wide = number.per_layer("feed_forward_length", n_layer, minimum=0) if has_width else (0,) * n_layer
    narrow = number.per_layer(row.experts.width, n_layer) if row.experts else (0,) * n_layer
    if row.alone:
        feeds = [feed if d_ff else "" for feed, d_ff in zip(feeds, wide, strict=True)]
    return [(feed, own if feed == mixture else d_ff) for feed, d_ff, own in zip(feeds, wide, narrow, strict=True)]


def _read_mixers(file: GgufFile, number: Numbers, row: Architecture, keys: Sequence[int]) -> list[str]:
    """Return each layer's mixer by name. keys: key heads per layer."""
    if not row.mixer:
        return ["attention"] * len(keys)
    if row.beside_attention:
        return [f"attention beside {row.mixer}"] * len(keys)
    key = "attention.recurrent_layers"
    recurrent = file.numbers(f"{row.name}.{key}")
    if recurrent:
        if len(recurrent) < len(keys):
            raise number.bad(key, len(recurrent), f"a value for each of its {len(keys)} layers")
        return [row.mixer if recurs else "attention" for recurs in recurrent[: len(keys)]]
    every = number.count("full_attention_interval", row.attention_every) if row.attention_every else 0
    attends = [(i + 1) % every == 0 if every else n_keys > 0 for i, n_keys in enumerate(keys)]
    return ["attention" if yes else row.mixer for yes in attends]


def _check_heads(number: Numbers, n_head: int, keys: Sequence[int], mixers: Sequence[str]) -> None:
    """Require that each key head has the same number of query heads."""
    for n_keys, mixer in zip(keys, mixers, strict=True):
        if mixer.startswith("attention") and (n_keys == 0 or n_head % n_keys):
            raise number.bad("attention.head_count_kv", n_keys, f"a divisor of its {n_head} heads")


def _architecture(file: GgufFile) -> Architecture:
    name = str(file.get("general.architecture"))
    if name in ARCHITECTURES:
        row = row_of(name, file.get(f"{name}.expert_count"))
        if why := next((why for key, why in row.refused.items() if file.get(f"{name}.{key}")), None):
            raise LuthierError("model.unknown-architecture", f"{file.path.name} is not trained: {why}.", ANOTHER_FAMILY)
        return row
    if name in NOT_TRAINED:
        known = NOT_TRAINED[name]
        raise LuthierError(
            "model.unknown-architecture",
            f"{file.path.name} is a {known.title} model (architecture '{name}'), which Luthier does not train: "
            f"{known.missing}.",
            ANOTHER_FAMILY,
        )
    raise LuthierError(
        "model.unknown-architecture",
        f"{file.path.name} has the architecture '{name}', which Luthier cannot train yet: {_obstacle(file)}.",
        ANOTHER_FAMILY,
    )


def _obstacle(file: GgufFile) -> str:
    """Return a tensor that no known architecture can compute with."""
    known = {"token_embd", "output"}
    for row in ARCHITECTURES.values():
        known |= {
            row.output_norm,
            *row.norms,
            *row.linears.values(),
            *(name.removesuffix(".weight") for name in row.rope_factors),
        }
    parts = (
        (name, name.split(".", 2)[-1].rsplit(".", 1)[0] if name.startswith("blk.") else name.split(".")[0])
        for name in file.names
    )
    strange = next((name for name, part in parts if part not in known), None)
    if strange is None:
        return "its tensors are known, but not how this architecture joins them"
    return f"it has no operation for the tensor {strange}"


_KEY = "attention.shared_kv_layers"


def read_sharing(number: Numbers, row: Architecture, windows: Sequence[int]) -> tuple[int | None, ...]:
    """Return, per layer, the layer whose keys and values it reads; None: its own.

    Among the layers with keys, llama.cpp's graph takes the last one for layers without a window, and the last but one
    for layers with a window, without testing that they match (llama-model.cpp, the key-value cache's `reuse`). Raises
    LuthierError `model.bad-value` if they do not.
    """
    n_layer = len(windows)
    if not row.shared_keys:
        return (None,) * n_layer
    n_shared = number.count(_KEY, 0, minimum=0, maximum=n_layer)
    first = n_layer - n_shared
    sources = tuple(None if i < first else first - (2 if window else 1) for i, window in enumerate(windows))
    for window, source in zip(windows, sources, strict=True):
        if source is not None and (source < 0 or bool(windows[source]) != bool(window)):
            expected = "so many that the two layers before them are one with a window and one without"
            raise number.bad(_KEY, n_shared, expected)
    return sources


def read_delta(number: Numbers) -> DeltaSizes:
    """Read the sizes of gated delta layers. Raises LuthierError `model.missing-key`, `model.bad-value`."""
    width, heads = number.count("ssm.state_size"), number.count("ssm.time_step_rank")
    sizes = DeltaSizes(number.count("ssm.group_count"), heads, width, number.count("ssm.conv_kernel"))
    if heads % sizes.key_heads:
        raise number.bad("ssm.group_count", sizes.key_heads, f"a divisor of its {heads} heads of values")
    if number.count("ssm.inner_size") != sizes.value_width:
        raise number.bad("ssm.inner_size", number("ssm.inner_size"), f"{heads} heads of {width}")
    return sizes


def read_scan(number: Numbers) -> StateHeads:
    """Read the sizes of Mamba-2's layers. Raises LuthierError `model.missing-key`, `model.bad-value`."""
    inner, heads = number.count("ssm.inner_size"), number.count("ssm.time_step_rank")
    groups = number.count("ssm.group_count")
    if inner % heads:
        raise number.bad("ssm.time_step_rank", heads, f"a divisor of its ssm.inner_size ({inner})")
    if heads % groups:
        raise number.bad("ssm.group_count", groups, f"a divisor of its {heads} heads")
    return StateHeads(heads, inner // heads, groups, number.count("ssm.state_size"))


# llama.cpp's enum llama_expert_gating_func_type, the values that Luthier has graphs for.
_GATING: dict[float, Scores] = {1: "softmax", 2: "sigmoid", 3: "chosen"}


def has_experts(number: Numbers, layer: int) -> bool:
    """Return whether a layer of a mixture has experts: after the first few, every n-th one."""
    first = int(number.option("leading_dense_block_count"))
    step = int(number.option("interleave_moe_layer_step", 1)) or 1
    return layer >= first and (layer + 1) % step == 0


def read_routing(number: Numbers, row: Experts) -> Routing:
    """Read how experts are chosen. Raises LuthierError `model.missing-key`, `model.bad-value`."""
    n_expert = number.count("expert_count")
    groups = max(1, number.count("expert_group_count", 0, minimum=0, maximum=n_expert))
    if n_expert % groups or n_expert // groups < 2 <= groups:
        raise number.bad("expert_group_count", groups, f"a divisor of its {n_expert} experts, two or more in each")
    return Routing(
        n_used=number.count("expert_used_count", maximum=n_expert),
        scores=row.scores or _scores(number),
        normalized=bool(number("expert_weights_norm", 0)) if row.normalized is None else row.normalized,
        scale=number.option("expert_weights_scale", 1.0) or 1.0,
        groups=groups,
        groups_used=number.count("expert_group_used_count", maximum=groups - 1) if groups > 1 else 1,
    )


def shared_width(number: Numbers, row: Experts) -> int:
    """Return the width of all shared experts together; 0: none."""
    widths = (number.count(key, 0, minimum=0) for key in row.shared_width)
    width = next((width for width in widths if width), 0)
    return width * number.count("expert_shared_count", minimum=0) if row.shared_counted else width


def _scores(number: Numbers) -> Scores:
    kind = number("expert_gating_func")
    if kind not in _GATING:
        raise number.bad("expert_gating_func", kind, "1 (softmax), 2 (sigmoid) or 3 (softmax over the chosen)")
    return _GATING[kind]


class DeltaSizes(NamedTuple):
    """The sizes of layers with the gated delta rule: key heads, value heads, a head's width, and the tokens that the
    convolution before them reads.
    """

    key_heads: int
    heads: int
    width: int
    conv: int

    @property
    def value_width(self) -> int:
        return self.heads * self.width

    @property
    def qkv_width(self) -> int:
        return 2 * self.key_heads * self.width + self.value_width


@dataclass(frozen=True)
class LayerShape:
    """One layer's parts and sizes.

    mixer: the part that mixes tokens, a name in layers.MIXERS. feed: the part for single tokens, a name in
    layers.FEEDS. Either may be empty if the layer has only the other.
    delta: sizes of a gated delta mixer.
    d_ff: of the feed-forward, or of one expert.
    rope: None if positions are left out. window: tokens it looks back on, itself included; 0: all.
    keys_from: the layer whose keys and values it reads; None: its own.
    lends: whether later layers read its keys and values.
    values_are_keys: its values are made from the same product as its keys.
    per_layer: width of the tokens' embedding for this layer alone; 0: none.
    scaled: its output is multiplied by a number from the file.
    """

    mixer: str
    feed: str
    heads: Heads
    d_ff: int
    rope: Rope | None
    window: int
    delta: DeltaSizes | None = None
    keys_from: int | None = None
    lends: bool = False
    values_are_keys: bool = False
    per_layer: int = 0
    scaled: bool = False

    @property
    def routed(self) -> bool:
        """Return whether a router chooses experts for each token."""
        return self.feed not in ("", "dense")

    @property
    def q_width(self) -> int:
        return self.heads.queries * self.heads.width

    @property
    def kv_width(self) -> int:
        return self.heads.keys * self.heads.width

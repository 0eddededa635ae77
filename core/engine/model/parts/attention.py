"""Causal grouped-query attention. Shapes in ggml order; T: tokens, d: d_model."""

from __future__ import annotations

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.parts.part import Branches, Dims, KeysValues, Part, RowInputs, Saved, drop_out, linear
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops.attention.interface import Needs, Scores
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, contiguous, mul, reshape, sigmoid, split
from core.engine.ops.norm import rms_norm
from core.families.graph import QK_NORMS

SINKS = "attn_sinks.weight"


def _own(layer: LayerShape) -> tuple[str, ...]:
    """Return the names of the layer's own linears for keys and values."""
    if layer.keys_from is not None:
        return ()
    return ("k",) if layer.values_are_keys else ("k", "v")


class SelfAttention(Part):
    """Attention within each sequence of the row."""

    attends = True

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, q, kv = shape.d_model, layer.q_width, layer.kv_width
        gates = 2 if shape.architecture.gated_attention else 1
        own = dict.fromkeys(_own(layer), (d, kv))
        return {"q": (d, gates * q), **own, "o": (q, d)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:
        row, head = shape.architecture, layer.heads.width
        widths = (layer.q_width, layer.kv_width) if row.qk_norm == "all heads" else (head, head)
        norms = zip(QK_NORMS, widths, strict=True)
        lacking = () if layer.keys_from is None else ("attn_k_norm",)
        found = {f"{norm}.weight": (width,) for norm, width in norms if norm in row.norms and norm not in lacking}
        return found | ({SINKS: (layer.heads.queries,)} if row.sinks else {})

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        q, kv = layer.q_width, layer.kv_width
        return {"q": self.linears(shape, layer)["q"][1], **dict.fromkeys(_own(layer), kv), "attention": q}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        return 6 * max(shape.d_model, layer.q_width)

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        """Return the measured width with our own kernels; None: ggml's attention holds as much as when recomputed."""
        partial = attention.partial_width
        return 5 * layer.q_width + 8 * layer.kv_width + partial if partial else None

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        sizes, n_tokens = layer.shape, x.shape[1]
        head_dim = sizes.heads.width
        dropped = drop_out(tape, x, inputs.dropout.get("attention"))

        def product(name: str) -> Tensor:
            return linear(tape, layer.linears[name], branches.get(name), x, dropped)

        def heads(y: Tensor) -> Tensor:
            return reshape(tape, y, head_dim, y.shape[0] // head_dim, n_tokens)

        def rotated_heads(name: str) -> Tensor:
            """Return q or k [width, heads, T], rotated, in some architectures normed before or after that."""
            weight = layer.constants.get(f"attn_{name}_norm.weight")
            if weight is None or shape.architecture.norms_after_rope:
                y = saved(name, rotated(heads(product(name))))
                return y if weight is None else rms_norm(tape, y, weight, shape.rms_eps)
            y = saved(name, product(name))  # before the norm, whose gradient reads it
            if name == "q" and shape.architecture.gated_attention:
                y, gate = self._halves(tape, y, sizes)
                gates.append(gate)
            if weight.shape[0] == head_dim:
                return rotated(rms_norm(tape, heads(y), weight, shape.rms_eps))
            return rotated(heads(rms_norm(tape, y, weight, shape.rms_eps)))

        gates: list[Tensor] = []  # multiplied with attention's output, in architectures that have gates

        def rotated(y: Tensor) -> Tensor:
            return sizes.rope.apply(tape, y, inputs.positions) if sizes.rope else y

        def values() -> Tensor:
            """Return v [width, heads, T], normed in some architectures."""
            v = saved("v", heads(product("v")))
            return rms_norm(tape, v, None, shape.rms_eps) if shape.architecture.value_norm else v

        def keys_and_values() -> KeysValues:
            if sizes.values_are_keys:
                y = heads(saved("k", product("k")))
                k = rotated(rms_norm(tape, y, layer.constants["attn_k_norm.weight"], shape.rms_eps))
                return KeysValues(k, rms_norm(tape, y, None, shape.rms_eps))
            return KeysValues(rotated_heads("k"), values())

        q, (k, v) = rotated_heads("q"), inputs.lent or keys_and_values()
        if inputs.lend is not None:
            inputs.lend(KeysValues(k, v))
        if sizes.rope:
            q = sizes.rope.temper(tape, q, inputs.positions)
        scores = Scores(shape.attention_scale, shape.attention_softcap, layer.constants.get(SINKS))
        mixed = saved("attention", inputs.attention_of(sizes).attend(tape, q, k, v, scores))
        mixed = reshape(tape, mixed, sizes.q_width, n_tokens)
        for gate in gates:
            mixed = mul(tape, mixed, sigmoid(tape, gate))
        dropped = drop_out(tape, mixed, inputs.dropout.get("o"))
        return linear(tape, layer.linears["o"], branches.get("o"), mixed, dropped)

    @staticmethod
    def _halves(tape: Tape, y: Tensor, sizes: LayerShape) -> tuple[Tensor, Tensor]:
        """Split each head's numbers into the query's and, after them, the gate's. -> [q_width, T] each."""
        n_tokens, width = y.shape[1], sizes.heads.width
        both = split(tape, reshape(tape, y, 2 * width, sizes.heads.queries * n_tokens), width, width)
        q, gate = (reshape(tape, contiguous(tape, half), sizes.q_width, n_tokens) for half in both)
        return q, gate


class BesideAttention(Part):
    """Attention beside another mixer: attention(x) + other(x)."""

    attends = True

    def __init__(self, other: Part) -> None:
        self._attention, self._other = SelfAttention(), other

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.linears(shape, layer), **self._other.linears(shape, layer)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.constants(shape, layer), **self._other.constants(shape, layer)}

    def optional(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.optional(shape, layer), **self._other.optional(shape, layer)}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        return {**self._attention.saved_widths(shape, layer), **self._other.saved_widths(shape, layer)}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        return self._attention.width(shape, layer) + self._other.width(shape, layer)

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:
        widths = [part.width_when_saved(shape, layer, attention) for part in (self._attention, self._other)]
        known = [width for width in widths if width is not None]
        return sum(known) if len(known) == len(widths) else None

    def nodes(self, shape: Shape, layer: LayerShape) -> int:
        return self._attention.nodes(shape, layer) + self._other.nodes(shape, layer)

    def needs(
        self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, threads: int, *, on_device: bool
    ) -> Needs:
        """Return the other mixer's needs."""
        return self._other.needs(ggml, shape, layer, n_tokens, threads, on_device=on_device)

    def row_nodes(self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, *, on_device: bool) -> int:
        return self._other.row_nodes(ggml, shape, layer, n_tokens, on_device=on_device)

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        one, other = (
            part.forward(tape, shape, layer, branches, x, inputs, saved) for part in (self._attention, self._other)
        )
        return add(tape, one, other)

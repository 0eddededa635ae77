"""The frozen model: its tensors by the part they play, checked against the architecture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.arch import EXPERT_STACKS, QK_NORMS
from core.engine.model.gguf_file import GgufFile
from core.engine.model.shape import Shape, read_shape
from core.engine.ops import experts, frozen_product
from core.engine.ops.frozen_product import Streaming
from core.engine.ops.rope import Rope
from core.shared.errors import LuthierError
from core.shared.gguf.header import ModelFile, header_of
from core.shared.gguf.kind import require_language_model


@dataclass
class FrozenLinear:
    """A weight [d_in, d_out] of any type, or a stack of experts [d_in, d_out, n_experts]; its bias [d_out], if it has
    one; and its transposed copy [d_out, d_in, ...] that backward multiplies with, if held.
    """

    name: str  # of the tensor in the file, `blk.0.attn_q.weight`
    weight: Tensor
    bias: Tensor | None = None
    forward: Tensor | None = None  # a copy of the weight that is multiplied faster, if held
    transposed: Tensor | None = None

    @property
    def d_in(self) -> int:
        return self.weight.shape[0]

    @property
    def d_out(self) -> int:
        return self.weight.shape[1]

    @property
    def n_experts(self) -> int:
        return self.weight.shape[2]

    def streaming(self, n_used: int) -> Streaming:
        """What its input gradient takes without a transposed copy. n_used: experts of each token."""
        if self.n_experts > 1:
            return experts.streaming(self.d_in, self.d_out, self.n_experts, n_used)
        return frozen_product.streaming(self.d_in, self.d_out)


@dataclass(frozen=True)
class Layer:
    """One decoder layer.

    rope: None where positions are left out. window: tokens it looks back on, itself included; 0: all.
    """

    norms: dict[str, Tensor]  # by the name of the tensor: attn_norm, ...
    linears: dict[str, FrozenLinear]  # by our name: q, k, v, o, gate, up, down
    rope: Rope | None
    window: int


@dataclass(frozen=True)
class FrozenModel:
    """A frozen model, its tensors mapped from the file."""

    file: GgufFile
    shape: Shape
    embedding: Tensor  # [d_model, n_vocab]
    layers: list[Layer]
    output_norm: Tensor  # [d_model]
    head: FrozenLinear  # [d_model, n_vocab]; the embedding itself when tied
    head_pieces: tuple[FrozenLinear, ...] = ()  # the head's rows, where a device has no buffer for all of them in one

    @property
    def linears(self) -> list[FrozenLinear]:
        """Everything that a gradient passes through, in forward order."""
        return [linear for layer in self.layers for linear in layer.linears.values()] + [self.head]

    def needs_gradient(self, linear: FrozenLinear, lowest: int = 0) -> bool:
        """Whether a gradient has to pass. lowest: the first layer that learns; nothing passes below it, nor through
        those that read its input.
        """
        number = layer_number(linear)
        if number is None or number != lowest:
            return number is None or number > lowest
        return all(linear is not self.layers[lowest].linears[key] for key in ("q", "k", "v"))


def layer_number(linear: FrozenLinear) -> int | None:
    """Of the layer that it is part of; None: the head."""
    place, _, rest = linear.name.partition(".")
    return int(rest.partition(".")[0]) if place == "blk" else None


def load_model(ggml: Ggml, source: ModelFile, *, mapped: bool = True) -> FrozenModel:
    """Raises LuthierError `model.*`, `arch.*`; `arch.missing-tensor`, `arch.wrong-shape`, `arch.wrong-type` and
    `arch.unknown-tensor` name the tensor: a tensor we would not use is refused, not passed over.

    source, mapped: as GgufFile takes them.
    """
    header = header_of(source)
    require_language_model(header)
    file = GgufFile(ggml, header, mapped=mapped)
    shape = read_shape(file)
    take = _Taker(file, set(shape.architecture.rope_factors))
    model = FrozenModel(
        file=file,
        shape=shape,
        embedding=take("token_embd.weight", shape.d_model, shape.n_vocab),
        layers=[_take_layer(take, shape, i) for i in range(shape.n_layer)],
        output_norm=take("output_norm.weight", shape.d_model),
        head=_take_head(take, shape),
    )
    take.refuse_leftovers()
    _check_rope_factors(file, shape)
    return model


def _check_rope_factors(file: GgufFile, shape: Shape) -> None:
    needed = max((rope.n_dims // 2 for rope in shape.ropes if rope), default=0)
    for name in shape.architecture.rope_factors:
        tensor = file.tensors.get(name)
        if tensor is not None and (tensor.kind != abi.F32 or tensor.shape != (needed, 1, 1, 1)):
            raise LuthierError(
                "arch.wrong-shape",
                f"{name} in {file.path.name} is {list(tensor.shape[:2])}, not {needed} numbers in F32.",
                "The file does not fit its own metadata: convert the model again.",
            )


# Types that ggml computes with but cannot widen to F32: q8_1, q8_K, the integers, f64.
_NO_WEIGHTS = (9, 15, 24, 25, 26, 27, 28)


class _Taker:
    """Hands out a file's tensors once each, shapes checked. used: those taken elsewhere."""

    def __init__(self, file: GgufFile, used: set[str]) -> None:
        self.file = file
        self._left = set(file.names) - used

    def has(self, name: str) -> bool:
        return name in self.file.tensors

    def __call__(self, name: str, *expected: int) -> Tensor:
        if not self.has(name):
            raise LuthierError(
                "arch.missing-tensor", f"{self.file.path.name} has no tensor {name}.", "Convert the model again."
            )
        tensor = self.file.tensors[name]
        if tensor.shape != (*expected, 1, 1, 1)[:4]:
            raise LuthierError(
                "arch.wrong-shape",
                f"{name} in {self.file.path.name} is {list(tensor.shape[: len(expected)])}, not {list(expected)}.",
                "The file does not fit its own metadata: convert the model again.",
            )
        if tensor.kind in _NO_WEIGHTS or (len(expected) == 1 and tensor.kind != abi.F32):
            raise LuthierError(
                "arch.wrong-type",
                f"{name} in {self.file.path.name} is of type {self.file.ggml.type_name(tensor.kind)}, "
                f"{'where only F32 works' if len(expected) == 1 else 'which is none for weights'}.",
                "The file was made by an old or broken converter: convert the model again.",
            )
        self._left.discard(name)
        return tensor

    def refuse_leftovers(self) -> None:
        if self._left:
            names = sorted(self._left)
            raise LuthierError(
                "arch.unknown-tensor",
                f"{self.file.path.name} has {len(names)} tensors that Luthier does not know, {names[0]} for one.",
                "This variant of the architecture cannot be trained yet.",
            )


def _take_layer(take: _Taker, shape: Shape, index: int) -> Layer:
    row, d, q, kv = shape.architecture, shape.d_model, shape.q_width, shape.kv_width
    sizes: dict[str, tuple[int, ...]] = {
        "q": (d, q), "k": (d, kv), "v": (d, kv), "o": (q, d),
        "gate": (d, shape.d_ff), "up": (d, shape.d_ff), "down": (shape.d_ff, d), "router": (d, shape.n_expert),
    }  # fmt: skip
    if shape.n_expert:
        sizes |= {name: (*sizes[name], shape.n_expert) for name in EXPERT_STACKS}
    head = shape.head_dim
    widths = {"attn_q_norm": q, "attn_k_norm": kv} if row.qk_norm == "all heads" else dict.fromkeys(QK_NORMS, head)
    return Layer(
        norms={norm: take(f"blk.{index}.{norm}.weight", widths.get(norm, d)) for norm in row.norms},
        linears=_take_linears(take, f"blk.{index}.", row.linears, sizes),
        rope=shape.ropes[index],
        window=shape.windows[index],
    )


def _take_linears(
    take: _Taker, prefix: str, tensors: Mapping[str, str], sizes: Mapping[str, tuple[int, ...]]
) -> dict[str, FrozenLinear]:
    """Each linear by itself, also where several are rows of one tensor."""
    linears = {}
    for tensor in dict.fromkeys(tensors.values()):
        parts = [name for name in tensors if tensors[name] == tensor]
        d_in, _, *n_experts = sizes[parts[0]]
        whole = _take_linear(take, prefix + tensor, d_in, sum(sizes[part][1] for part in parts), *n_experts)
        start = 0
        for part in parts:
            count = sizes[part][1]
            linears[part] = whole if len(parts) == 1 else _rows(take.file, whole, start, count)
            start += count
    return linears


def _rows(file: GgufFile, whole: FrozenLinear, start: int, count: int) -> FrozenLinear:
    if whole.bias is not None:
        raise LuthierError(
            "arch.unknown-tensor",
            f"{file.path.name} has a bias beside {whole.name}, which holds several linears in one.",
            "This variant of the architecture cannot be trained yet.",
        )
    return FrozenLinear(whole.name, file.rows(whole.weight, start, count))


def _take_linear(take: _Taker, name: str, d_in: int, d_out: int, *n_experts: int) -> FrozenLinear:
    bias = take(f"{name}.bias", d_out) if take.has(f"{name}.bias") else None
    return FrozenLinear(f"{name}.weight", take(f"{name}.weight", d_in, d_out, *n_experts), bias)


def _take_head(take: _Taker, shape: Shape) -> FrozenLinear:
    return _take_linear(take, "output" if take.has("output.weight") else "token_embd", shape.d_model, shape.n_vocab)

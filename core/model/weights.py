"""The frozen model: its tensors by the part they play, checked against the architecture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.config import LINEARS
from core.errors import LuthierError
from core.ggml.lib import Ggml
from core.ggml.tensor import Tensor
from core.model.arch import LINEAR_TENSORS, Shape, read_shape
from core.model.gguf_file import GgufFile


@dataclass
class FrozenLinear:
    """A weight [d_in, d_out] of any type, or a stack of experts [d_in, d_out, n_experts]; and its transposed copy
    [d_out, d_in, ...] that backward multiplies with, if held.
    """

    name: str  # of the tensor in the file, `blk.0.attn_q.weight`
    weight: Tensor
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


@dataclass(frozen=True)
class Layer:
    """One decoder layer."""

    norms: dict[str, Tensor]
    linears: dict[str, FrozenLinear]  # by our name: q, k, v, o, gate, up, down


@dataclass(frozen=True)
class Model:
    """A frozen model, its tensors mapped from the file."""

    file: GgufFile
    shape: Shape
    embedding: Tensor  # [d_model, n_vocab]
    layers: list[Layer]
    output_norm: Tensor  # [d_model]
    head: FrozenLinear  # [d_model, n_vocab]; the embedding itself when tied

    @property
    def linears(self) -> list[FrozenLinear]:
        """Everything that a gradient passes through, in forward order."""
        return [linear for layer in self.layers for linear in layer.linears.values()] + [self.head]


def load_model(ggml: Ggml, path: Path) -> Model:
    """Raises LuthierError `model.*`, `arch.*`; `arch.missing-tensor`, `arch.wrong-shape` and `arch.unknown-tensor`
    name the tensor: a tensor we would not use is refused, not passed over.
    """
    file = GgufFile(ggml, path)
    shape = read_shape(file)
    take = _Taker(file)
    model = Model(
        file=file,
        shape=shape,
        embedding=take("token_embd.weight", shape.d_model, shape.n_vocab),
        layers=[_take_layer(take, shape, i) for i in range(shape.n_layer)],
        output_norm=take("output_norm.weight", shape.d_model),
        head=_take_head(take, shape),
    )
    take.refuse_leftovers()
    return model


class _Taker:
    def __init__(self, file: GgufFile) -> None:
        self._file = file
        self._left = set(file.names) - {"rope_freqs.weight"}

    def has(self, name: str) -> bool:
        return name in self._file.tensors

    def __call__(self, name: str, *expected: int) -> Tensor:
        if not self.has(name):
            raise LuthierError(
                "arch.missing-tensor", f"{self._file.path.name} has no tensor {name}.", "Convert the model again."
            )
        tensor = self._file.tensors[name]
        if tensor.shape != (*expected, 1, 1, 1)[:4]:
            raise LuthierError(
                "arch.wrong-shape",
                f"{name} in {self._file.path.name} is {list(tensor.shape[: len(expected)])}, not {list(expected)}.",
                "The file does not fit its own metadata: convert the model again.",
            )
        self._left.discard(name)
        return tensor

    def refuse_leftovers(self) -> None:
        if self._left:
            names = sorted(self._left)
            raise LuthierError(
                "arch.unknown-tensor",
                f"{self._file.path.name} has {len(names)} tensors that Luthier does not know, {names[0]} for one.",
                "This variant of the architecture cannot be trained yet.",
            )


def _take_layer(take: _Taker, shape: Shape, index: int) -> Layer:
    q_width, kv_width = shape.n_head * shape.head_dim, shape.n_head_kv * shape.head_dim
    sizes = {
        "q": (shape.d_model, q_width), "k": (shape.d_model, kv_width), "v": (shape.d_model, kv_width),
        "o": (q_width, shape.d_model),
        "gate": (shape.d_model, shape.d_ff), "up": (shape.d_model, shape.d_ff), "down": (shape.d_ff, shape.d_model),
    }  # fmt: skip
    names = {linear: f"blk.{index}.{LINEAR_TENSORS[linear]}.weight" for linear in LINEARS}
    return Layer(
        norms={norm: take(f"blk.{index}.{norm}.weight", shape.d_model) for norm in shape.architecture.norms},
        linears={linear: FrozenLinear(name, take(name, *sizes[linear])) for linear, name in names.items()},
    )


def _take_head(take: _Taker, shape: Shape) -> FrozenLinear:
    name = "output.weight" if take.has("output.weight") else "token_embd.weight"
    return FrozenLinear(name, take(name, shape.d_model, shape.n_vocab))

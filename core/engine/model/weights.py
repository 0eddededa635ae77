"""Reads a model's file and assigns its tensors to their roles, checked against the architecture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import DeviceBackend
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import load
from core.engine.model.frozen import FrozenLinear, FrozenModel, Layer, PerLayerTables
from core.engine.model.gguf_file import GgufFile, ill_made
from core.engine.model.layers import layer_constants, layer_linears, linear_tensors, optional_constants
from core.engine.model.shape import Shape, read_shape
from core.families.graph import FUSED_STACK
from core.gguf.header import ModelFile, header_of
from core.gguf.kind import require_language_model


def load_model(ggml: Ggml, source: ModelFile, *, mapped: bool = True) -> FrozenModel:
    """Load a model's frozen weights, except layers that only draft tokens (Shape.draft_layers).

    source, mapped: as for GgufFile. Raises LuthierError `model.*`: `model.missing-tensor`, `model.wrong-shape`,
    `model.wrong-type` and `model.unknown-tensor` name the tensor: unused tensors are refused, not ignored.
    """
    header = header_of(source)
    require_language_model(header)
    file = GgufFile(ggml, header, mapped=mapped)
    shape = read_shape(file)
    drafts = tuple(f"blk.{shape.n_layer + i}." for i in range(shape.draft_layers))
    used = {
        *shape.architecture.rope_factors,
        *_unread(shape),
        *(name for name in file.names if name.startswith(drafts)),
    }
    take = _Taker(file, used)
    model = FrozenModel(
        file=file,
        shape=shape,
        embedding=take("token_embd.weight", shape.d_model, shape.n_vocab),
        layers=[_take_layer(take, shape, i) for i in range(shape.n_layer)],
        output_norm=take.constant(f"{shape.architecture.output_norm}.weight", shape.d_model),
        head=_take_head(take, shape),
        per_layer=_take_tables(take, shape),
    )
    take.refuse_leftovers()
    _check_rope_factors(file, shape)
    return model


def _unread(shape: Shape) -> set[str]:
    """Return the keys' and values' tensors of layers that read another layer's instead."""
    borrowers = [i for i, layer in enumerate(shape.layers) if layer.keys_from is not None]
    return {f"blk.{i}.{name}.weight" for i in borrowers for name in ("attn_k", "attn_v", "attn_k_norm")}


def _take_tables(take: _Taker, shape: Shape) -> PerLayerTables | None:
    width = shape.layers[0].per_layer
    if not width:
        return None
    rows = width * shape.n_layer
    return PerLayerTables(
        embedding=take("per_layer_token_embd.weight", rows, shape.n_vocab),
        projection=take("per_layer_model_proj.weight", shape.d_model, rows),
        norm=take.constant("per_layer_proj_norm.weight", width),
    )


def _check_rope_factors(file: GgufFile, shape: Shape) -> None:
    row = shape.architecture
    needed = max((layer.rope.n_dims // 2 for layer in shape.layers if layer.rope), default=0)
    if row.local_heads and row.rope_factors[0] not in file.tensors:
        raise LuthierError(
            "model.missing-tensor", f"{file.path.name} has no tensor {row.rope_factors[0]}.", "Convert the model again."
        )
    for name in shape.architecture.rope_factors:
        tensor = file.tensors.get(name)
        if tensor is not None and (tensor.kind != abi.F32 or tensor.shape != (needed, 1, 1, 1)):
            raise LuthierError(
                "model.wrong-shape",
                f"{name} in {file.path.name} is {list(tensor.shape[:2])}, not {needed} numbers in F32.",
                "The file does not fit its own metadata: convert the model again.",
            )


# Types that ggml computes with but cannot convert to F32: q8_1, q8_K, the integers, f64.
_NO_WEIGHTS = (9, 15, 24, 25, 26, 27, 28)


class _Taker:
    """Hands out a file's tensors once each, shapes checked. used: tensors that are taken elsewhere."""

    def __init__(self, file: GgufFile, used: set[str]) -> None:
        self.file = file
        self._left = set(file.names) - used

    def has(self, name: str) -> bool:
        return name in self.file.tensors

    def __call__(self, name: str, *expected: int) -> Tensor:
        if not self.has(name):
            raise LuthierError(
                "model.missing-tensor", f"{self.file.path.name} has no tensor {name}.", "Convert the model again."
            )
        tensor = self.file.tensors[name]
        if tensor.shape != (*expected, 1, 1, 1)[:4]:
            raise LuthierError(
                "model.wrong-shape",
                f"{name} in {self.file.path.name} is {list(tensor.shape[: len(expected)])}, not {list(expected)}.",
                "The file does not fit its own metadata: convert the model again.",
            )
        if tensor.kind in _NO_WEIGHTS:
            raise self._wrong_type(name, tensor, "which is none for weights")
        self._left.discard(name)
        return tensor

    def constant(self, name: str, *expected: int) -> Tensor:
        """Return a tensor in F32 that is not a weight of a product."""
        tensor = self(name, *expected)
        if tensor.kind != abi.F32:
            raise self._wrong_type(name, tensor, "where only F32 works")
        return tensor

    def _wrong_type(self, name: str, tensor: Tensor, why: str) -> LuthierError:
        kind = self.file.ggml.type_name(tensor.kind)
        return ill_made("model.wrong-type", f"{name} in {self.file.path.name} is of type {kind}, {why}.")

    def refuse_leftovers(self) -> None:
        if self._left:
            names = sorted(self._left)
            raise LuthierError(
                "model.unknown-tensor",
                f"{self.file.path.name} has {len(names)} tensors that Luthier does not know, {names[0]} for one.",
                "This variant of the architecture cannot be trained yet.",
            )


def _take_layer(take: _Taker, shape: Shape, index: int) -> Layer:
    prefix, layer, row = f"blk.{index}.", shape.layers[index], shape.architecture
    of_some = optional_constants(shape, layer).items()
    optional = {name: dims for name, dims in of_some if take.has(prefix + row.in_file(name))}
    constants = {**layer_constants(shape, layer), **optional}.items()
    tensors = linear_tensors(shape, layer)
    if take.has(f"{prefix}{FUSED_STACK}.weight"):
        tensors = {**tensors, "gate": FUSED_STACK, "up": FUSED_STACK}
    return Layer(
        shape=layer,
        constants={name: take.constant(prefix + row.in_file(name), *dims) for name, dims in constants},
        linears=_take_linears(take, prefix, tensors, layer_linears(shape, layer)),
    )


def _take_linears(
    take: _Taker, prefix: str, tensors: Mapping[str, str], sizes: Mapping[str, tuple[int, ...]]
) -> dict[str, FrozenLinear]:
    """Take each linear separately, even if several are rows of one tensor."""
    linears = {}
    for tensor in dict.fromkeys(tensors[name] for name in sizes):
        parts = [name for name in sizes if tensors[name] == tensor]
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
            "model.unknown-tensor",
            f"{file.path.name} has a bias beside {whole.name}, which holds several linears in one.",
            "This variant of the architecture cannot be trained yet.",
        )
    return FrozenLinear(whole.name, file.rows(whole.weight, start, count))


def _take_linear(take: _Taker, name: str, d_in: int, d_out: int, *n_experts: int) -> FrozenLinear:
    bias = take.constant(f"{name}.bias", d_out, *n_experts) if take.has(f"{name}.bias") else None
    return FrozenLinear(f"{name}.weight", take(f"{name}.weight", d_in, d_out, *n_experts), bias)


def _take_head(take: _Taker, shape: Shape) -> FrozenLinear:
    return _take_linear(take, "output" if take.has("output.weight") else "token_embd", shape.d_model, shape.n_vocab)


@dataclass(frozen=True)
class LoadedModel:
    """A frozen model, the libraries and the processor that compute with it, and the device or None."""

    ggml: Ggml
    backend: Backend
    model: FrozenModel
    device: DeviceBackend | None = None


def load_for_engine(file: ModelFile, threads: int = 0) -> LoadedModel:
    """Load ggml and a model. Raises LuthierError `ggml.*`, `model.*`."""
    ggml = load()
    return LoadedModel(ggml, Backend(ggml, threads), load_model(ggml, file))

"""Maps a GGUF file's tensors to Hugging Face's modules: the converter's table of families, in reverse.

Transformers 5 keeps the experts of a layer in two parameters of one module, `gate_up_proj` [experts, 2 d_ff, d] with
the gates first and `down_proj` [experts, d, d_ff]; experts without a gate have `up_proj` in place of the first. Before,
most models had a linear for each expert.

Also weights that contain numbers of config.json, and their consequences for an adapter.

Some classes multiply a linear's input or output by a number m. GGUF's graph does not: its weights are W' = m W
(core/families/falcon.py). PEFT adds B A beside W, and so m B A beside W': B of a GGUF adapter is m times PEFT's, and so
are DoRA's magnitudes, which are norms of rows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.naming import family_of
from core.convert.tensor_names import ValueHeads
from core.families.checkpoint import Family, TensorSpec
from core.families.graph import DRAFT_LAYERS, FROZEN_LINEARS, LINEAR_TENSORS
from core.families.not_trained import NOT_TRAINED
from core.families.table import ALL_FAMILIES
from core.gguf.header import Header
from core.gguf.kind import FOLDED, ROWS

GATE_UP, UP, DOWN = "gate_up_proj", "up_proj", "down_proj"
_STACKS = ("ffn_gate_exps", "ffn_up_exps", "ffn_down_exps")
Product = Literal["gate_proj", "up_proj", "down_proj"]
_PRODUCTS: dict[str, Product] = {
    "ffn_gate_exps.weight": "gate_proj",
    "ffn_up_exps.weight": "up_proj",
    "ffn_down_exps.weight": "down_proj",
}

_HALVES: dict[str, Literal[0, 1]] = {"half 0": 0, "half 1": 1}

Runs = tuple[tuple[int, float], ...]  # the number of rows in each run, and their factor
F32 = NDArray[np.float32]


@dataclass(frozen=True)
class Place:
    """A base tensor, `blk.0.attn_q.weight`, and its module, `model.layers.0.self_attn.q_proj`, by its name in text-only
    models (core/convert/naming.py knows the others).

    heads: the number of heads of its rows, which llama.cpp reorders; 0: not reordered.
    tiled, value_heads: its last rows, or its columns, belong to these value heads, which llama.cpp reorders.
    product: of a stack of experts, whose module holds those of all three products.
    gated: for a stack of experts, whether they have gates.
    single: the name of one expert's linear with {expert} in it, in models that have such linears. one_by_one:
    Transformers has them too, not only files from before Transformers 5. n_experts: in the stack.
    half: its half of the module's rows, if that holds gate and up in one linear; None: all rows.
    folded: the factors in its weights that Hugging Face's do not contain; None: the file does not state them.
    in_peft: whether PEFT adapts exactly this tensor. False if it mistakes one module for another, and for stacks whose
    gates and ups Transformers interleaves and transposes (gpt-oss).
    """

    tensor: str
    module: str
    layer: int
    heads: int = 0
    product: Product | None = None
    single: str = ""
    one_by_one: bool = False
    n_experts: int = 0
    half: Literal[0, 1] | None = None
    tiled: Literal["", "rows", "columns"] = ""
    value_heads: ValueHeads | None = None
    in_peft: bool = True
    gated: bool = True
    folded: Runs | None = ()

    @property
    def joined(self) -> bool:
        """Return whether its module also holds other tensors' rows."""
        return self.stacked or self.half is not None

    @property
    def stacked(self) -> bool:
        """Return whether one parameter of its module holds it with all experts."""
        return self.product is not None and not self.one_by_one

    @property
    def linears(self) -> list[str]:
        """Return the linears in Transformers: one for each expert if they are single, none if they are stacked, else
        its module.
        """
        if self.one_by_one:
            return [self.expert(index) for index in range(self.n_experts)]
        return [] if self.stacked else [self.module]

    @property
    def parameter(self) -> str:
        """Return the module's parameter in which Transformers 5 keeps the product, for a stack."""
        return DOWN if self.product == DOWN else GATE_UP if self.gated else UP

    def expert(self, index: int) -> str:
        """Return the name of one expert's linear in Hugging Face's form, in models with experts."""
        return self.single.replace("{expert}", str(index))


def places(model: Header) -> dict[str, Place]:
    """Return all adaptable linears of a model, by tensor, in the order of the layers.

    Raises LuthierError `model.unknown-architecture`.
    """
    family = _family(model)
    named = (*family.architecture.linears.items(), *LINEAR_TENSORS.items())  # some layers of a mixture have no experts
    adapted = {tensor for name, tensor in named if name not in FROZEN_LINEARS}
    experts = family.architecture.experts
    if experts and experts.scaled:  # llama.cpp does not scale a branch, Transformers does
        adapted -= set(_STACKS)
    specs = [spec for spec in family.layer if spec.target.removesuffix(".weight") in adapted]
    n_layers = int(model.values.get(f"{model.architecture}.block_count", 0))
    n_layers -= int(model.values.get(f"{model.architecture}.{DRAFT_LAYERS}", 0))
    asked = [(f"blk.{layer}.{spec.target}", layer, spec) for layer in range(n_layers) for spec in specs]
    return {name: _place(model, name, layer, spec, family) for name, layer, spec in asked if name in model.tensors}


def _place(model: Header, tensor: str, layer: int, spec: TensorSpec, family: Family) -> Place:
    product = _PRODUCTS.get(spec.target)
    module = spec.source.removesuffix(".weight") if product is None else _experts(spec)
    half = _HALVES.get(spec.stack) if product is None else None
    name, heads, values = f"model.layers.{layer}.{module}", _heads(model, layer, spec), _value_heads(model, spec)
    in_peft = spec.target not in family.no_peft and not spec.stack.startswith(("turned", "mxfp4"))
    single = f"model.layers.{layer}.{spec.source.removesuffix('.weight')}" if spec.stack == "each" else ""
    return Place(
        tensor=tensor,
        module=name,
        layer=layer,
        heads=heads,
        product=product,
        gated="gate" in family.architecture.entrances,
        single=single,
        one_by_one=bool(single) and family.linear_experts,
        n_experts=int(model.values.get(f"{model.architecture}.expert_count", 0)) if product else 0,
        half=half,
        tiled=spec.tiled,
        value_heads=values,
        in_peft=in_peft,
        folded=read_folded(model, tensor) if spec.folded else (),
    )


def _experts(spec: TensorSpec) -> str:
    """Return the module with a layer's experts."""
    if spec.stack == "each":
        return spec.source.partition(".{expert}.")[0]
    return spec.source.split(".")[0] + ".experts"


def _value_heads(model: Header, spec: TensorSpec) -> ValueHeads | None:
    if not spec.tiled:
        return None
    keys = ("ssm.group_count", "ssm.time_step_rank", "ssm.state_size")
    return ValueHeads(*(int(model.values.get(f"{model.architecture}.{key}", 1)) for key in keys))


def _heads(model: Header, layer: int, spec: TensorSpec) -> int:
    """Return the number of a layer's heads; a file may list key heads per layer."""
    if not spec.heads:
        return 0
    queries = model.values.get(f"{model.architecture}.attention.head_count", 0)
    if spec.heads == "n_heads":
        return int(queries)
    key = f"{model.architecture}.attention.head_count_kv"
    if (listed := model.arrays.get(key)) is not None:
        return int(listed.values[layer]) if layer < len(listed.values) else 0
    return int(model.values.get(key, queries))


def _family(model: Header) -> Family:
    if (family := family_of(model)) is not None:
        return family
    known = ", ".join(dict.fromkeys(family.name for family in ALL_FAMILIES))
    if entry := NOT_TRAINED.get(model.architecture):
        raise LuthierError(
            "model.unknown-architecture",
            f"{model.path} is a {entry.title} model, whose adapters Luthier cannot carry over: {entry.missing}.",
            "Merge the adapter into the model where it was trained, and convert the result.",
        )
    raise LuthierError(
        "model.unknown-architecture",
        f"{model.path} has the architecture '{model.architecture}', whose adapters Luthier cannot carry over.",
        f"It knows: {known}.",
    )


def read_folded(model: Header, tensor: str) -> Runs | None:
    """Return the factors of a tensor's rows. None if the file does not state them, or states impossible ones."""
    key, n_rows = FOLDED + tensor.split(".", 2)[-1].removesuffix(".weight"), model.tensors[tensor].shape[1]
    said, listed = model.arrays.get(key), model.arrays.get(key + ROWS)
    numbers, rows = said.values if said else (), listed.values if listed else (n_rows,)
    if len(numbers) != len(rows) or not all(0 < number < inf for number in numbers):
        return None
    if sum(rows) != n_rows or any(count < 1 or count != int(count) for count in rows):
        return None
    return tuple(zip(map(int, rows), map(float, numbers), strict=True))


def into_gguf(rows: F32, runs: Runs) -> F32:
    """Convert PEFT's B [.., d_out, r] or magnitude [d_out] to the order and scale of GGUF's weights. A wrong number of
    rows is returned unchanged.
    """
    factors = _of_rows(runs, len(rows))
    return rows if factors is None else rows * _beside(factors, rows)


def out_of_gguf(rows: F32, runs: Runs) -> F32:
    """Convert a B or magnitude in the order and scale of GGUF's weights to PEFT's."""
    factors = _of_rows(runs, len(rows))
    return rows if factors is None else rows / _beside(factors, rows)


def require_known(model: Header, unknown: Collection[str], what: str) -> None:
    """Raise LuthierError `adapter.unknown-numbers` if the file does not state the factors of some tensors."""
    if not unknown:
        return
    raise LuthierError(
        "adapter.unknown-numbers",
        f"{model.path.name} does not say by which numbers of its config.json its weights were multiplied when it was "
        f"converted ({model.architecture} models have such), so that {what} would be too strong or too weak.",
        "Convert the model's Hugging Face folder with Luthier, which writes them into the file, and take that file as "
        "the base.",
    )


def _of_rows(runs: Runs, n_rows: int) -> F32 | None:
    if sum(rows for rows, _ in runs) != n_rows:
        return None
    return np.repeat(np.array([number for _, number in runs], np.float32), [rows for rows, _ in runs])


def _beside(factors: F32, rows: F32) -> F32:
    return factors.reshape(-1, *(1,) * (rows.ndim - 1))

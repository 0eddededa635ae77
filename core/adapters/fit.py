"""Converts factors with Hugging Face's names to an adapter for a GGUF model; everything must find its place.

It must fit the base model by architecture, names and shapes. An adapter of weights that llama.cpp multiplies without
adapters is refused: it would load and do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.adapters.layout import DOWN, GATE_UP, Place, into_gguf, places, require_known
from core.adapters.learnt import Learnt, listed
from core.base.errors import LuthierError
from core.convert.tensor_names import rotary_halves_to_pairs
from core.engine.lora.adapter_file import Adapter, Scaled, with_one_alpha
from core.families.checkpoint import Family, TensorSpec
from core.families.not_trained import where_ignored
from core.families.table import ALL_FAMILIES
from core.gguf.header import Header

F32 = NDArray[np.float32]

_ANOTHER = "Choose the model the adapter was made for."


def fit(found: Mapping[str, Learnt], model: Header, source: Path, notes: Mapping[str, str] | None = None) -> Adapter:
    """Return modules' low-rank factors as an adapter for this model. found: by module,
    `model.layers.0.self_attn.q_proj`; for single experts, `….experts.3.gate_proj`, for stacked ones,
    `….experts.gate_proj` or `….experts.gate_up_proj`.

    Raises LuthierError `adapter.unknown-tensor`, `adapter.missing-tensor`, `adapter.other-base`, `adapter.dora`,
    `model.unknown-architecture`, `adapter.no-hook`, `adapter.unknown-numbers`.
    """
    known, used = places(model), set[str]()
    tensors, magnitudes = dict[str, Scaled](), dict[str, F32]()
    for tensor, place in known.items():
        if place.product and not place.in_peft:
            continue
        learnt = _learnt_at(place, found, used, _experts(model), source)
        if learnt is None:
            continue
        tensors[tensor] = Scaled((_columns(learnt.a, place), _in_order(learnt.b, place)), learnt.scale)
        if learnt.magnitude is not None:
            magnitudes[tensor] = _in_order(learnt.magnitude, place)
    if left := [found[name].source for name in found if name not in used]:
        ignored = ignored_modules(model.architecture, [name for name in found if name not in used])
        require_hooked(model.architecture, ignored.values(), source)
        raise LuthierError(
            "adapter.unknown-tensor",
            f"{source} trains {listed(left)}, which {model.path.name} ({model.architecture}, "
            f"{len({place.layer for place in known.values()})} layers) does not have, or which an adapter in GGUF has "
            "no place for.",
            "Choose the model it was made for. What is not a linear of a layer (embeddings, norms, the output) cannot "
            "be carried over: merge it into the model where it was trained.",
        )
    if not tensors:
        raise LuthierError("adapter.missing-tensor", f"{source} holds nothing but zeros.", "Save the adapter again.")
    require_known(model, [name for name in tensors if known[name].folded is None], f"what {source} learnt")
    alpha, factors = with_one_alpha(tensors)
    adapter = Adapter(model.architecture, alpha, factors, source.name, dict(notes or {}), magnitudes)
    if magnitudes and magnitudes.keys() != factors.keys():
        bare = [name for name in factors if name not in magnitudes]
        raise LuthierError(
            "adapter.dora",
            f"{source} has DoRA's magnitudes, but none for {listed(bare)}.",
            "Train with DoRA or without it, or export the model merged where it was trained.",
        )
    require_shapes(adapter, model, source)
    return adapter


def _in_order(rows: F32, place: Place) -> F32:
    """Return rows in llama.cpp's order. A wrong number of rows is returned unchanged, to be refused later."""
    if place.folded:
        return into_gguf(rows, place.folded)
    if place.value_heads and place.tiled == "rows" and len(rows) >= place.value_heads.heads:
        return place.value_heads.tiled(rows, axis=0)
    return rotary_halves_to_pairs(rows, place.heads) if place.heads and len(rows) % (2 * place.heads) == 0 else rows


def _columns(a: F32, place: Place) -> F32:
    if place.value_heads and place.tiled == "columns" and a.shape[-1] >= place.value_heads.heads:
        return place.value_heads.tiled(a, axis=-1)
    return a


def _experts(model: Header) -> int:
    return int(model.values.get(f"{model.architecture}.expert_count", 0))


def _learnt_at(
    place: Place, found: Mapping[str, Learnt], used: set[str], n_experts: int, source: Path
) -> Learnt | None:
    """Return the factors for a place; adds the names that it uses to `used`."""
    names = [place.module] if place.product is None else [f"{place.module}.{place.product}"]
    if place.product is not None and place.product != DOWN:
        names.append(f"{place.module}.{GATE_UP}")
    for name in names:
        if name in found:
            used.add(name)
            if place.product and name.endswith(f".{GATE_UP}"):
                return _half(found[name], first=place.product == "gate_proj")
            return found[name] if place.half is None else _half(found[name], first=place.half == 0)
    if place.product is None:
        return None
    return _stacked(place, found, used, n_experts, source)


def _half(both: Learnt, *, first: bool) -> Learnt | None:
    """gate (first) or up, from a module with both. If B keeps them separate, [[gate, 0], [0, up]], A and the rank are
    split too; else they share A. None if it is not adapted: only zeros, and no magnitude of its own.
    """
    rows, columns = both.b.shape[-2] // 2, both.b.shape[-1] // 2
    mine, other = (slice(None, rows), slice(rows, None)) if first else (slice(rows, None), slice(None, rows))
    own, foreign = (
        (slice(None, columns), slice(columns, None)) if first else (slice(columns, None), slice(None, columns))
    )
    both = both._replace(magnitude=None if both.magnitude is None else both.magnitude[mine])
    apart = both.rank % 2 == 0 and not both.b[..., mine, foreign].any() and not both.b[..., other, own].any()
    if not apart:
        return both._replace(b=both.b[..., mine, :])
    a, b = both.a[..., own, :], both.b[..., mine, own]
    return both._replace(a=a, b=b) if a.any() or b.any() or both.magnitude is not None else None


def _stacked(place: Place, found: Mapping[str, Learnt], used: set[str], n_experts: int, source: Path) -> Learnt | None:
    """Stack experts that were adapted separately."""
    names = [place.expert(index) for index in range(n_experts)]
    there = [name for name in names if name in found]
    if not there:
        return None
    if missing := [name for name in names if name not in found]:
        raise LuthierError(
            "adapter.missing-tensor",
            f"{source} adapts {found[there[0]].source}, but not {listed(missing)}.",
            "GGUF keeps all experts of a layer together: train all of them, or none.",
        )
    used.update(there)
    each = [found[name] for name in names]
    if len({(one.a.shape, one.b.shape, one.magnitude is None) for one in each}) > 1:
        raise LuthierError(
            "adapter.bad-shape",
            f"{source}: the experts of {place.module} have adapters of different shapes.",
            "GGUF keeps all experts of a layer together: train them with one rank.",
        )
    scale = each[0].scale
    b = [one.b if one.scale == scale else one.b * np.float32(one.scale / scale) for one in each]
    return Learnt(np.stack([one.a for one in each]), np.stack(b), scale, None, f"{place.module}.*.{place.product}")


def require_fits(adapter: Adapter, model: Header, source: Path) -> None:
    """Require an adapter of this model. Raises LuthierError `adapter.other-architecture` or `adapter.other-base`."""
    if adapter.architecture and adapter.architecture != model.architecture:
        raise LuthierError(
            "adapter.other-architecture",
            f"{source} was made for a {adapter.architecture} model, and {model.path.name} is a {model.architecture}.",
            _ANOTHER,
        )
    require_shapes(adapter, model, source)


def require_shapes(adapter: Adapter, model: Header, source: Path) -> None:
    """Require tensors of the model's shapes. Raises LuthierError `adapter.other-base`, with the tensors and their
    shapes.
    """
    missing = [name for name in adapter.tensors if name not in model.tensors]
    if missing:
        raise LuthierError(
            "adapter.other-base", f"{source} adapts {listed(missing)}, which {model.path.name} does not have.", _ANOTHER
        )
    wrong = [name for name in adapter.tensors if _adapted(adapter, name) != _stored(model, name)]
    if wrong:
        ways = listed(wrong, lambda name: f"{name} ({_words(_adapted(adapter, name))}; {_words(_stored(model, name))})")
        raise LuthierError(
            "adapter.other-base",
            f"{source} was not made for {model.path.name}: the tensors differ in what goes in and out (of the adapter; "
            f"of the model): {ways}.",
            _ANOTHER,
        )
    lengths = {name: magnitude.shape[-1] for name, magnitude in adapter.magnitudes.items()}
    if short := [name for name, length in lengths.items() if (length,) != adapter.tensors[name][1].shape[:1]]:
        raise LuthierError(
            "adapter.other-base", f"{source} has magnitudes of the wrong length for {listed(short)}.", _ANOTHER
        )


def _adapted(adapter: Adapter, name: str) -> tuple[int, ...]:
    """d_in, d_out, and of a stack the experts; like _stored."""
    a, b = adapter.tensors[name]
    return (a.shape[-1], b.shape[-2], *a.shape[:-2])


def _stored(model: Header, name: str) -> tuple[int, ...]:
    shape = model.tensors[name].shape
    return shape[:3] if shape[2] > 1 or "_exps." in name else shape[:2]


def _words(shape: tuple[int, ...]) -> str:
    d_in, d_out, *experts = shape
    return f"{d_in} to {d_out}" + (f", {experts[0]} experts" if experts else "")


def require_hooked(architecture: str, tensors: Iterable[str], source: Path) -> None:
    """Require that llama.cpp applies adapters to these tensors, such as `blk.0.attn_q_a.weight`. Raises LuthierError
    `adapter.no-hook`.
    """
    ignored = {name: place for name in tensors if (place := where_ignored(architecture, name))}
    if ignored:
        raise LuthierError(
            "adapter.no-hook",
            f"{source} adapts {listed(list(ignored), lambda name: f'{name} ({ignored[name]})')}, which llama.cpp "
            f"multiplies without looking for an adapter in {architecture} models: it would load, and change nothing.",
            "Merge it into the model where it was trained and convert the result, or train again without these.",
        )


def ignored_modules(architecture: str, modules: Iterable[str]) -> dict[str, str]:
    """Return the Hugging Face modules for which llama.cpp ignores adapters: module -> its tensor in GGUF."""
    specs = [spec for family in ALL_FAMILIES if family.name == architecture for spec in _specs(family)]
    found = {}
    for module in modules:
        for spec in specs:
            own = spec.source.removesuffix(".weight").removeprefix("model.")
            if f".{module}".endswith(f".{own}") and where_ignored(architecture, spec.target):
                found[module] = spec.target
    return found


def _specs(family: Family) -> Iterable[TensorSpec]:
    """Return all tensors of a family, of its layers and of the whole model."""
    values = (getattr(family, field.name) for field in fields(family))
    return [spec for value in values if isinstance(value, tuple) for spec in value if isinstance(spec, TensorSpec)]

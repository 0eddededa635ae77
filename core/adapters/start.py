"""Starts the engine from an adapter: derives the settings of a training or evaluation, and loads its values."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np

from core.adapters.fit import require_hooked
from core.adapters.layout import places
from core.adapters.learnt import listed
from core.base.errors import LuthierError
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter, Factors, with_one_rank
from core.families.graph import FROZEN_LINEARS, Architecture
from core.families.table import row_of
from core.gguf.header import Header
from core.protocol.config import LINEARS, TrainConfig
from core.protocol.layers import layers_text, trained_layers

_IN_LAYER = re.compile(r"blk\.(\d+)\.(.+)\.weight")
_SETTINGS = ("rank", "alpha", "rslora", "dora", "targets", "layers")  # settings that follow from an adapter


def settings_for(adapter: Adapter, model: Header, config: TrainConfig, source: Path) -> TrainConfig:
    """Return config with the adapter's rank (of the largest tensor), alpha, targets and layers; the layers as in config
    if these are the same.

    Raises LuthierError `adapter.unknown-tensor` for tensors that the engine does not train, `adapter.no-hook`,
    `model.unknown-architecture`, and `lora.no-such-layer` for config's own layers.
    """
    layers = {place.layer for place in places(model).values()}
    require_hooked(model.architecture, adapter.tensors, source)
    row = row_of(model.architecture, model.values.get(f"{model.architecture}.expert_count"))
    known = {name: place for name, place in _linears(model, row).items() if place[0] in layers}
    if strange := [name for name in adapter.tensors if name not in known]:
        raise LuthierError(
            "adapter.unknown-tensor",
            f"{source} adapts {listed(strange)}, which Luthier does not train.",
            "llama.cpp can put it on the model as it is.",
        )
    adapted = {known[name][0] for name in adapter.tensors}
    as_asked = adapted == set(trained_layers(config.layers, len(layers)))
    plain = {name for name, (layer, _) in known.items() if layer in adapted and not name.endswith("_exps.weight")}
    wanted = set[str]().union(*(known[name][1] for name in adapter.tensors))
    return msgspec.structs.replace(
        config,
        rank=adapter.rank,
        alpha=with_one_rank(adapter).alpha,
        rslora=False,
        dora=bool(adapter.magnitudes),
        # In a mixture the names of a feed-forward also name the experts: a list of names would train these too.
        targets="all-linear"
        if row.experts and plain == adapter.tensors.keys()
        else ",".join(linear for linear in LINEARS if linear in wanted),
        layers=config.layers if as_asked else layers_text(sorted(adapted), len(layers)),
    )


def _linears(model: Header, row: Architecture) -> dict[str, tuple[int, set[str]]]:
    """Return the adaptable tensors -> their layer, and the linears in them."""
    found = dict[str, tuple[int, set[str]]]()
    for name in model.tensors:
        place = _IN_LAYER.fullmatch(name)
        if place and (linears := row.linears_in(place[2]) - {*FROZEN_LINEARS}):
            found[name] = int(place[1]), linears
    return found


def conflicts(asked: TrainConfig, found: TrainConfig) -> dict[str, tuple[object, object]]:
    """Return the settings that were given and differ from the adapter's: name -> given, found."""
    usual, differ = TrainConfig(), dict[str, tuple[object, object]]()
    for name in _SETTINGS:
        one, other = getattr(asked, name), getattr(found, name)
        if one not in (other, getattr(usual, name)) and (
            name != "targets" or asked.target_linears != found.target_linears
        ):
            differ[name] = (one, other)
    return differ


def start_from(own: LoraAdapter, adapter: Adapter) -> list[str]:
    """Load an adapter's values, with settings from `settings_for`; `own` is initialized.

    If the adapter has a lower rank, or lacks a tensor, `own` keeps its initialized values: rows of A whose columns of B
    are zero, so that the model computes the same as with the adapter. Return the tensors that the adapter lacks.
    """
    fitted, fresh = with_one_rank(adapter, own.rank), own.factors()
    factors = {}
    for name, (a, b) in fresh.items():
        if name in fitted.tensors:
            a = _with_rows_of(a, fitted.tensors[name], adapter.rank_of(name))
            b = fitted.tensors[name][1]
        factors[name] = (a, b)
    own.load_factors(factors, own.magnitudes() | fitted.magnitudes)
    return [name for name in fresh if name not in fitted.tensors]


def _with_rows_of(fresh: np.ndarray, factors: Factors, rank: int) -> np.ndarray:
    """Return A with its initialized rows beyond a tensor's rank: a fitted adapter's are zero, and would stay zero."""
    return np.concatenate([factors[0][..., :rank, :], fresh[..., rank:, :]], axis=-2)

"""Layers that are a mixer or a feed-forward, and not both."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.engine.model.layers import layer_constants, saved_widths
from core.engine.model.targets import targets_of
from core.engine.model.weights import load_for_engine
from core.protocol.config import TrainConfig
from tests.support.places import FIXTURES
from tests.support.rewritten_models import as_architecture


@pytest.fixture(scope="module")
def mixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Experts, Mamba-2, attention, experts."""
    path = tmp_path_factory.mktemp("nemotron") / "model.gguf"
    convert(FIXTURES / "nemotron-h-moe", path, "f32", lambda done, total: None)
    return path


def test_that_such_a_layer_has_one_norm_and_the_linears_of_its_part(mixture: Path) -> None:
    shape = load_for_engine(mixture, 1).model.shape
    assert [(layer.mixer, layer.feed) for layer in shape.layers] == [
        ("", "experts"),
        ("mamba2", ""),
        ("attention", ""),
        ("", "experts"),
    ]
    norms = [
        [name for name in layer_constants(shape, layer) if name.endswith("_norm.weight")] for layer in shape.layers
    ]
    assert norms == [["attn_norm.weight"], ["attn_norm.weight", "ssm_norm.weight"], ["attn_norm.weight"], norms[0]]
    targets = [targets_of(shape, layer, TrainConfig()) for layer in shape.layers]
    assert targets == [("shared_up", "shared_down"), ("ssm_in", "ssm_out"), ("q", "k", "v", "o"), targets[0]]
    assert "middle" not in {name for layer in shape.layers for name in saved_widths(shape, layer)}


def test_that_nothing_passes_the_entrances_of_a_feed_forward_that_is_the_lowest_layer(mixture: Path) -> None:
    """So that no copies are made for it."""
    model = load_for_engine(mixture, 1).model
    lowest = model.layers[0].linears
    assert {name for name, linear in lowest.items() if model.needs_gradient(linear)} == {"down", "shared_down"}
    assert all(model.needs_gradient(linear) for linear in model.layers[3].linears.values())


def test_that_latent_projections_are_refused_by_name(mixture: Path, tmp_path: Path) -> None:
    file = as_architecture(mixture, tmp_path / "super.gguf", "nemotron_h_moe", {"moe_latent_size": 16})
    with pytest.raises(LuthierError, match="latent projections, as Nemotron 3 Super") as caught:
        load_for_engine(file, 1)
    assert caught.value.code == "model.unknown-architecture"

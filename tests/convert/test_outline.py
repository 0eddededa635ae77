"""What a checkpoint would be as a file, told without converting it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.convert.convert import convert
from core.convert.resolve import read_outline
from core.engine.kernels.library import load
from core.engine.model.weights import load_model
from core.gguf.header import Header, read_header
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES


@pytest.mark.parametrize("name", ["exaone4-wide", "lfm2", "gemma4-e2b", "olmo3"])
def test_that_the_layers_are_those_of_the_converted_file(name: str, tmp_path: Path) -> None:
    """Which has lists with a number for each layer."""
    convert(FIXTURES / name, tmp_path / "model.gguf", "f32", quiet)
    outline = _layers(read_outline(FIXTURES / name, "f32").header)
    assert outline == _layers(read_header(tmp_path / "model.gguf"))
    assert len(set(outline)) > 1


def _layers(model: Header) -> list[tuple[object, ...]]:
    layers = load_model(load(), model, mapped=False).shape.layers
    return [(layer.mixer, layer.feed, layer.heads, layer.d_ff, layer.window) for layer in layers]

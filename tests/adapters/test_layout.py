"""Where PEFT's folders have the rows of a GGUF tensor, held against the converter, which moved them."""

from __future__ import annotations

import re

import pytest

from core.adapters.layout import places
from core.convert.resolve import read_outline
from core.convert.tensor_names import plan_tensors
from core.families.graph import FROZEN_LINEARS
from core.families.table import row_of
from tests.support.fixture_models import fixture_names
from tests.support.places import FIXTURES

_IN_LAYER = re.compile(r"blk\.\d+\.(.+)\.weight")


@pytest.mark.parametrize("name", fixture_names())
def test_that_whatever_learns_has_a_place(name: str) -> None:
    """But for stacks that llama.cpp scales, which Transformers does with what is adapted, too."""
    header = read_outline(FIXTURES / name, "f32").header
    row = row_of(header.architecture, header.values.get(f"{header.architecture}.expert_count"))
    found = {tensor: match[1] for tensor in header.tensors if (match := _IN_LAYER.fullmatch(tensor))}
    learning = {tensor for tensor, own in found.items() if row.linears_in(own) - {*FROZEN_LINEARS}}
    scaled = {tensor for tensor in learning if row.experts and row.experts.scaled and tensor.endswith("_exps.weight")}
    assert places(header).keys() == learning - scaled


@pytest.mark.parametrize("name", fixture_names())
def test_that_rows_go_back_to_where_the_converter_took_them_from(name: str) -> None:
    config, found, header = read_outline(FIXTURES / name, "f32")
    planned = {tensor.target: tensor.heads for tensor in plan_tensors(config, found, FIXTURES / name)}
    known = places(header)
    assert known
    assert {tensor: place.heads for tensor, place in known.items()} == {tensor: planned[tensor] for tensor in known}

"""The stand-in for Metal refuses what Metal refuses, before anything runs, and overflows where Metal does."""

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.backend import Graph, Scratch, Storage
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import read, write
from tests.support.metal_double import INTEL, M1, M2, Chip, MetalDouble

Q4_K = 12


@pytest.mark.parametrize(("kind", "chip", "offered"), [
    (abi.F32, M1, True), (Q4_K, M1, True), (abi.BF16, M1, False), (abi.BF16, M2, True), (abi.F32, INTEL, False),
])  # fmt: skip
def test_that_a_product_is_offered_as_by_the_chip(kind: int, chip: Chip, offered: bool) -> None:
    backend = MetalDouble(load(), chip)
    storage, graph = Storage(backend, 2), Graph(backend, 4)
    node = graph.offered("mul_mat", storage.new(256, 8, kind=kind), storage.new(256, 4))
    assert (node is not None) is offered


def test_that_it_refuses_what_metal_has_not() -> None:
    backend = MetalDouble(load())
    storage, graph = Storage(backend, 4), Graph(backend, 16)
    x, y, packed = storage.new(64, 8), storage.new(64, 8), storage.new(256, 8, kind=Q4_K)
    turned = graph.emit("permute", x, 1, 0, 2, 3)
    for name, *arguments in (
        ("out_prod", x, y), ("rms_norm_back", x, y, 1e-5), ("soft_max_ext_back_inplace", x, y, 1.0, 0.0),
        ("cast", packed, abi.F32), ("add", turned, turned), ("rms_norm", turned, 1e-5), ("silu_back", turned, turned),
    ):  # fmt: skip
        assert graph.offered(str(name), *arguments) is None, name


def test_that_a_graph_with_such_a_node_never_runs() -> None:
    backend = MetalDouble(load())
    storage, graph = Storage(backend, 2), Graph(backend, 4)
    graph.compute(graph.emit("out_prod", storage.new(64, 8), storage.new(32, 8)))
    with pytest.raises(LuthierError) as error:
        Scratch(backend).add(graph)
    assert error.value.code == "device.unsupported" and "OUT_PROD [64, 32]" in error.value.message


@pytest.mark.parametrize(("depth", "finite"), [(64, False), (32, True)], ids=["in tiles", "a vector at a time"])
def test_that_numbers_beyond_half_precision_become_infinite_in_its_tiles(depth: int, finite: bool) -> None:
    backend = MetalDouble(load())
    storage, graph = Storage(backend, 3), Graph(backend, 4)
    a, b, y = storage.new(depth, 4), storage.new(depth, 16), storage.new(4, 16)
    graph.store(graph.emit("mul_mat", a, b), y)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(graph)
    write(backend.ggml, a, np.full((4, depth), 1e-3))
    write(backend.ggml, b, np.full((16, depth), 1e5))
    backend.compute(graph)
    result = read(backend.ggml, y)
    assert np.isfinite(result).all() == finite
    if finite:
        np.testing.assert_allclose(result, 100 * depth, rtol=1e-3)

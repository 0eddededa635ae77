"""A model's speed from a few of its layers: that these are its layers, and that what is counted is the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import protocol as p
from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import Device
from core.engine.kernels.library import load
from core.engine.model.frozen import FrozenModel
from core.engine.model.weights import load_model
from core.engine.speed import speed
from core.engine.speed.sketch import header_of_shape, parameters, write_layers
from core.engine.speed.speed import ShapeSpeedometer, StepSeconds, layers_alike
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.support.bench_shapes import MIXED, TINY

CONFIG = TrainConfig(context=128)


def meter_of(shape: p.BenchShape, file: Path) -> ShapeSpeedometer:
    ggml = load()
    return ShapeSpeedometer(ggml, Backend(ggml, 2), shape, CONFIG, file, lambda: None)


@pytest.mark.parametrize("shape", [TINY, MIXED], ids=lambda shape: shape.name)
def test_that_the_header_to_plan_with_is_that_of_the_file(shape: p.BenchShape, tmp_path: Path) -> None:
    ggml, file = load(), tmp_path / "whole.gguf"
    write_layers(ggml, shape, range(shape.layers), shape.vocab, file, lambda: None)
    planned, written = header_of_shape(ggml, shape), read_header(file)
    assert list(planned.tensors) == list(written.tensors)
    for name, tensor in written.tensors.items():
        mine = planned.tensors[name]
        assert (mine.kind, mine.shape, mine.size) == (tensor.kind, tensor.shape, tensor.size)
    assert sum(tensor.elements for tensor in written.tensors.values()) == parameters(shape)


def test_that_the_usual_shapes_are_as_large_as_they_say() -> None:
    told = [134_515_008, 1_235_814_400, 3_212_749_824, 8_030_261_248]  # of the models that they are named after
    assert [parameters(shape) for shape in p.USUAL_SHAPES] == told


@pytest.mark.slow
def test_that_each_layer_stands_for_those_of_its_types() -> None:
    ggml = load()
    model = load_model(ggml, header_of_shape(ggml, MIXED), mapped=False)
    alike = layers_alike(model, meter_of(MIXED, Path("none")).plan)

    def kinds(model: FrozenModel, number: int) -> list[int]:
        return [linear.weight.kind for linear in model.layers[number].linears.values()]

    assert alike.numbers[0] == 0 and alike.like[0] == 0 and 0 not in alike.like[1:]
    for number, like in enumerate(alike.like):
        assert kinds(model, number) == kinds(model, alike.numbers[like])


@pytest.mark.slow
def test_that_a_row_of_the_whole_is_counted_from_its_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up seconds: what the head of a trimmed vocabulary and layers that are not computed add is known then."""
    shape = p.BenchShape(
        name="long", dtype="q8_0", hidden=64, layers=10, heads=2, kv_heads=1, feed_forward=128, vocab=65536
    )
    told = StepSeconds(layers=[1.0, 10.0], head=100.0, rest=0.5, update=0.0, others=0.0)
    monkeypatch.setattr(speed, "timed_layers", lambda *_: told)
    meter = meter_of(shape, tmp_path / "layers.gguf")
    assert meter.seconds_here() == pytest.approx(1 + 9 * 10 + 2 * 100 + 0.5)
    assert not (tmp_path / "layers.gguf").exists() and not meter.busy and meter.share == pytest.approx(0.2)


@pytest.mark.slow
def test_that_all_parts_of_a_real_row_take_time(tmp_path: Path) -> None:
    meter = meter_of(MIXED, tmp_path / "layers.gguf")
    seconds = meter.seconds_here()
    assert seconds > 0 and meter.seconds_of_products() > 0
    measured = meter._here
    assert measured is not None and len(measured.layers) == round(meter.share * MIXED.layers)
    assert min(measured.layers) > 0 and measured.head > 0 and measured.update > 0
    assert meter.seconds_here() == seconds, "measured once"


@pytest.mark.slow
@pytest.mark.vulkan
def test_that_a_device_is_measured_too(tmp_path: Path, vulkan_device: Device) -> None:
    meter = meter_of(TINY, tmp_path / "layers.gguf")
    there = meter.seconds_there(vulkan_device.open())
    assert there is not None and there > 0 and meter.seconds_here() > 0

"""ggml, loaded once for all tests of the engine."""

from collections.abc import Callable, Iterator

import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load, load_kernels
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.parts.feed_forward import ACTIVATIONS
from core.engine.model.weights import LoadedModel, load_for_engine
from tests.support.devices import EVERY_DEVICE, OnDevice, opened, tolerance_of
from tests.support.exact_geglu import exact_geglu
from tests.support.peft import Reference


@pytest.fixture(scope="session")
def ggml() -> Ggml:
    return load()


@pytest.fixture(scope="session")
def backend(ggml: Ggml) -> Backend:
    return Backend(ggml, threads=2)


@pytest.fixture(scope="session", params=EVERY_DEVICE)
def device(request: pytest.FixtureRequest) -> OnDevice:
    """What computes beside the CPU, one after another."""
    return OnDevice(opened(request.param, request), tolerance_of(request.param))


@pytest.fixture
def choose(ggml: Ggml) -> Iterator[Callable[[int], None]]:
    """Let graphs take another than the fastest kernels."""
    fastest = ggml.kernels

    def choose(choice: int) -> None:
        ggml.kernels = load_kernels(choice)

    yield choose
    ggml.kernels = fastest


@pytest.fixture
def loaded(reference: Reference) -> LoadedModel:
    """A module's reference, computed by one thread: with more, they would mostly wait for each other."""
    return load_for_engine(reference.model, threads=1)


@pytest.fixture
def adapter(reference: Reference, loaded: LoadedModel) -> LoraAdapter:
    """As PEFT's adapter starts."""
    adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
    adapter.load_factors(reference.factors("adapter"))
    return adapter


@pytest.fixture
def exact_gelu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ggml's table, whose rounding to F16 would hide a mistake as small as it."""
    monkeypatch.setitem(ACTIVATIONS, "gelu", exact_geglu)

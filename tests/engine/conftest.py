"""ggml, loaded once for all tests of the engine."""

from collections.abc import Callable, Iterator

import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load, load_kernels
from tests.support.devices import EVERY_DEVICE, OnDevice, opened, tolerance_of


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

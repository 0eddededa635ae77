"""ggml, loaded once for all numeric tests."""

import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml
from core.engine.kernels.beside_ggml import load


@pytest.fixture(scope="session")
def ggml() -> Ggml:
    return load()


@pytest.fixture(scope="session")
def backend(ggml: Ggml) -> Backend:
    return Backend(ggml, threads=2)

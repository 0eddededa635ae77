"""ggml, loaded once for all numeric tests."""

import pytest

from core.ggml.backend import Backend
from core.ggml.lib import Ggml, load


@pytest.fixture(scope="session")
def ggml() -> Ggml:
    return load()


@pytest.fixture(scope="session")
def backend(ggml: Ggml) -> Backend:
    return Backend(ggml, threads=2)

"""A cluster of processes, and what a training alone comes to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cluster.questions import Base
from core.convert.convert import convert
from tests.support.cluster import HomeCluster
from tests.support.trained_together import base_in, losses, training


@pytest.fixture(scope="session")
def exact(demo_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled model in F32: no product rounds to 8 bits, which would make much of the last digit of a sum."""
    output = tmp_path_factory.mktemp("exact") / "storyteller-6m-f32.gguf"
    convert(demo_model, output, "f32", lambda done, total: None)
    return output


@pytest.fixture(scope="session")
def alone(exact: Path) -> list[float]:
    return losses(training(exact))


@pytest.fixture(scope="session")
def base(exact: Path) -> Base:
    return base_in(exact)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[HomeCluster]:
    with HomeCluster(tmp_path) as made:
        yield made

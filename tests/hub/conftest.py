"""Fixtures for whole jobs: a hub on this machine, and a home of one's own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base import settings
from tests.support.hub_server import FakeHub


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty LUTHIER_HOME."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def hub(own_home: Path) -> Iterator[FakeHub]:
    """A hub, and settings that name it."""
    with FakeHub() as fake:
        assert not own_home.exists()
        settings.save(settings.Settings(endpoint=fake.endpoint))
        yield fake

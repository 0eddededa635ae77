"""The demo model as a checkpoint that a test may change."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from safetensors.numpy import save_file

from core.convert.safetensors import SINGLE
from tests.support.checkpoints import source_values


@pytest.fixture
def model(demo_model: Path, tmp_path: Path) -> Path:
    """A copy of the demo model that a test may damage."""
    return Path(shutil.copytree(demo_model, tmp_path / "model"))


@pytest.fixture
def retyped(model: Path) -> Callable[[type], Path]:
    def make(dtype: type) -> Path:
        save_file({name: values.astype(dtype) for name, values in source_values(model).items()}, model / SINGLE)
        return model

    return make

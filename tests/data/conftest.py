"""A small vocabulary with ChatML's marks, and data read with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig, with_settings
from tests.support.data import Load
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bpe(tmp_path_factory.mktemp("vocab") / "chatml.gguf")


@pytest.fixture
def tokenizer(model: Path) -> Iterator[Tokenizer]:
    with Tokenizer(model) as opened:
        yield opened


@pytest.fixture
def load(tokenizer: Tokenizer) -> Load:
    """Read data of which nothing is held out, by these settings as a person writes them or as values."""

    def load(path: Path, *settings: str, **values: Any) -> Dataset:
        config = TrainConfig(**{"eval_share": 0.0, **values})
        return load_dataset(path, tokenizer, renderer(), with_settings(config, list(settings)))

    return load

"""A model's header as it is here now: nothing is converted or joined for it."""

from __future__ import annotations

from pathlib import Path

from core.convert.outline import read_outline
from core.convert.resolve import cached_path, find_model
from core.engine.ggml.backend import Backend
from core.engine.kernels.beside_ggml import load
from core.engine.model.loaded import LoadedModel
from core.engine.model.weights import load_model
from core.hub.local_models import FoundModel
from core.jobs.local_models import describe
from core.shared import protocol as p
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header, is_gguf, read_header
from core.shared.gguf.join import joined_header
from core.shared.gguf.split import read_parts
from core.shared.memory_budget import memory_budget


def describe_here(text: str) -> p.LocalModel:
    """What is known of what a user calls a model. Raises LuthierError as find_model does."""
    path, config = find_model(text), TrainConfig()
    return describe(FoundModel(path.name, "File", path, text), load(), config, memory_budget(config))


def outlined(text: str, threads: int) -> LoadedModel:
    """The model without its weights, to plan with. Raises LuthierError `model.*`, `arch.*`, `convert.*`."""
    path, ggml = find_model(text), load()
    header = read_outline(path, "f16").header if path.is_dir() else joined_header(read_parts(path))
    return LoadedModel(ggml, Backend(ggml, threads), load_model(ggml, header, mapped=False))


def tokenizer_file(text: str) -> Header | None:
    """A file with the model's vocabulary; None where there is none before a folder is converted."""
    path = find_model(text)
    if not path.is_dir():
        return read_parts(path)[0]
    kept: Path = cached_path(path)
    return read_header(kept) if kept.is_file() and is_gguf(kept) else None


def does_not_train(model: p.LocalModel) -> LuthierError:
    """To be raised, of a model that describe has found trouble with."""
    return LuthierError("model.does-not-train", model.trouble, model.hint)

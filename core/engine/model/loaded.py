"""A model ready to compute with; what a plan is made for, and what training and evaluation share."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import DeviceBackend
from core.engine.ggml.lib import Ggml
from core.engine.kernels.beside_ggml import load
from core.engine.model.frozen import FrozenModel
from core.engine.model.weights import load_model
from core.gguf.header import ModelFile


@dataclass(frozen=True)
class LoadedModel:
    """A frozen model, with the libraries and the processor that compute with it; and a device, where there is one."""

    ggml: Ggml
    backend: Backend
    model: FrozenModel
    device: DeviceBackend | None = None


def load_for_engine(file: ModelFile, threads: int = 0) -> LoadedModel:
    """Raises LuthierError `ggml.*`, `model.*`, `arch.*`."""
    ggml = load()
    return LoadedModel(ggml, Backend(ggml, threads), load_model(ggml, file))

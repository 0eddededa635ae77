"""An adapter of any kind, by its file or folder."""

from __future__ import annotations

from pathlib import Path

from core.adapters.base import require_fits
from core.adapters.mlx_folder import is_mlx_folder, read_mlx_folder
from core.adapters.peft_config import CONFIG
from core.adapters.peft_folder import is_peft_folder, read_peft_folder
from core.engine.lora.adapter_file import Adapter, read_adapter
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
from core.shared.model_files import model_folder, others_inside
from core.shared.runs import Run


def source_of(path: Path) -> str:
    """gguf, peft or mlx."""
    if path.is_dir() and is_peft_folder(path):
        return "peft"
    return "mlx" if path.is_dir() and is_mlx_folder(path) else "gguf"


def adapter_file(path: Path) -> Path:
    """The GGUF file that is meant: of a run's folder, or a checkpoint's, its own."""
    own = Run(path).adapter
    return own if own.is_file() else path


def open_adapter(path: Path, model: Header | None) -> Adapter:
    """A GGUF adapter, the folder of a run or of a checkpoint, or a folder of PEFT or mlx-lm, for this base model.

    model: None where the base is not at hand; the other programs' folders cannot be read then.
    Raises LuthierError `adapter.missing`, `adapter.not-an-adapter`, `adapter.needs-model`,
    `adapter.other-architecture`, `adapter.other-base`, `lora.bad-adapter`, and what reading such folders does.
    """
    if not path.exists():
        raise LuthierError(
            "adapter.missing",
            f"There is no file or folder {path}.",
            "Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run (`luthier runs list`).",
        )
    path = model_folder(path)
    if (kind := source_of(path)) != "gguf":
        if model is None:
            raise LuthierError(
                "adapter.needs-model",
                f"{path} is a folder of {kind}, which says nothing of its base model's sizes.",
                "Name the model it was made for with --model.",
            )
        return read_peft_folder(path, model) if kind == "peft" else read_mlx_folder(path, model)
    file = adapter_file(path)
    if file.is_dir():
        raise LuthierError(
            "adapter.not-an-adapter",
            f"{path} holds no adapter.",
            others_inside(path, CONFIG)
            or f"A folder of PEFT has {CONFIG} and adapter_model.safetensors, one of mlx-lm {CONFIG} and "
            "adapters.safetensors.",
        )
    adapter = read_adapter(file)
    if model is not None:
        require_fits(adapter, model, file)
    return adapter

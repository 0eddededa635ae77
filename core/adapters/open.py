"""Opens an adapter of any kind, by its file or folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from core.adapters.fit import fit, require_fits
from core.adapters.layout import places
from core.adapters.learnt import Learnt, listed, require_factors, values_of
from core.adapters.peft_folder import CONFIG, is_peft_folder, read_peft_folder, unsupported
from core.base.errors import Do, LuthierError
from core.convert.naming import plain
from core.convert.safetensors import TensorEntry, read_entries
from core.engine.lora.adapter_file import Adapter, read_adapter
from core.families.values import JsonObject, read_json
from core.gguf.header import Header
from core.gguf.model_files import model_folder, others_inside
from core.runs.run import Run


def source_of(path: Path) -> str:
    """Return the format of an adapter: gguf, peft or mlx."""
    if path.is_dir() and is_peft_folder(path):
        return "peft"
    return "mlx" if path.is_dir() and is_mlx_folder(path) else "gguf"


def adapter_file(path: Path) -> Path:
    """Return the GGUF adapter in a folder of a run or checkpoint; any other path unchanged."""
    own = Run(path).adapter
    return own if own.is_file() else path


def open_adapter(path: Path, model: Header | None) -> Adapter:
    """Read an adapter for this base model: a GGUF file, the folder of a run or of a checkpoint, or a folder of PEFT or
    mlx-lm.

    model: None if the base is unavailable; other programs' folders cannot be read then.
    Raises LuthierError `adapter.missing`, `adapter.not-an-adapter`, `adapter.needs-model`,
    `adapter.other-architecture`, `adapter.other-base`, and the errors of reading such folders.
    """
    if not path.exists():
        raise LuthierError(
            "adapter.missing",
            f"There is no file or folder {path}.",
            Do.by("Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.", "`luthier runs list`"),
        )
    path = model_folder(path)
    if (kind := source_of(path)) != "gguf":
        if model is None:
            raise LuthierError(
                "adapter.needs-model",
                f"{path} is a folder of {kind}, which says nothing of its base model's sizes.",
                Do.by("Choose the model that it was made for.", "--model"),
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


# Reads the adapters of mlx-lm: adapters.safetensors beside its own adapter_config.json.
#
# y + scale * (x A) B, with A [d_in, r] and B [r, d_out]; beside a stack of experts A [experts, r, d_in] and B [experts,
# d_out, r]. `m` [d_out] is DoRA's. Names are the model's, whose rows have Hugging Face's order.

WEIGHTS = "adapters.safetensors"
_NAME = re.compile(r"(?P<module>[\w.]+)\.(?P<factor>lora_a|lora_b|m)")
_SWITCH = ".switch_mlp."
_FUSE = "Fuse it into the model where it was trained (mlx_lm.fuse), and import the model."


def is_mlx_folder(folder: Path) -> bool:
    """Return whether a folder is one of mlx-lm, by the names of its files."""
    return (folder / CONFIG).is_file() and (folder / WEIGHTS).is_file()


def read_mlx_folder(folder: Path, model: Header) -> Adapter:
    """Read an adapter for a base model.

    Raises LuthierError `adapter.unsupported`, `adapter.missing-tensor`, the errors of read_entries for a damaged file,
    and those of `fit`.
    """
    if any(place.folded != () for place in places(model).values()):
        raise unsupported(
            folder,
            f"mlx-lm's versions may differ in what the weights of {model.architecture} models are multiplied by",
            _FUSE,
        )
    file, config = folder / WEIGHTS, JsonObject(folder / CONFIG, read_json(folder / CONFIG))
    kind = config.get("fine_tune_type") or "lora"
    if kind not in ("lora", "dora"):
        raise unsupported(config.file, f"its fine_tune_type is {kind!r}, which is no adapter", _FUSE)
    scale = config.object("lora_parameters").number("scale")
    found = {}
    for module, parts in _by_module(file, read_entries(file).values()).items():
        if (kind == "dora") != ("m" in parts):
            what = "has no magnitude m" if kind == "dora" else "has a magnitude m, and fine_tune_type is lora"
            raise LuthierError("adapter.dora", f"{file}: {module} {what}.", "Save the adapter again.")
        found[module.replace(_SWITCH, ".experts.")] = _learnt(file, parts, scale)
    base = str(config.get("model") or "")
    return fit(found, model, folder, {"imported_from": "mlx"} | ({"base_model": base} if base else {}))


def _by_module(file: Path, entries: Iterable[TensorEntry]) -> dict[str, dict[str, TensorEntry]]:
    found: dict[str, dict[str, TensorEntry]] = {}
    strange = []
    for entry in entries:
        if match := _NAME.fullmatch(entry.name):
            found.setdefault(plain(match["module"]), {})[match["factor"]] = entry
        else:
            strange.append(entry.name)
    if strange:
        raise unsupported(file, f"it holds {listed(strange)}, which are no factors of a linear", _FUSE)
    for module, parts in found.items():
        if missing := {"lora_a", "lora_b"} - parts.keys():
            what = f"{file} has no {missing.pop()} of {module}."
            raise LuthierError("adapter.missing-tensor", what, "The file is incomplete: save the adapter again.")
    if not found:
        raise LuthierError("adapter.missing-tensor", f"{file} holds no tensors.", "Save the adapter again.")
    return found


def _learnt(file: Path, parts: dict[str, TensorEntry], scale: float) -> Learnt:
    a, b = values_of(parts["lora_a"]), values_of(parts["lora_b"])
    if a.ndim == 2:
        a, b = a.T, b.T
    require_factors(file, parts["lora_a"].name, a, b)
    return Learnt(a, b, scale, values_of(parts["m"]) if "m" in parts else None, parts["lora_a"].name)

"""The base model as Transformers, PEFT and the hub call it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from core.convert.families import FAMILIES
from core.engine.lora.branch import targeted_tensors
from core.engine.model.weights import FrozenModel
from core.shared import settings
from core.shared.config import TrainConfig
from core.shared.downloads import folder_of, parse
from core.shared.errors import LuthierError

_IN_HUGGING_FACES_CACHE = re.compile(r"models--(?P<owner>[^/]+?)--(?P<name>[^/]+)")
_SOURCES = ("general.source.huggingface.repository", "general.source.repo_url")  # where converters note a repository
_PAGE = re.compile(r"https://[^/]+/(?P<repo>[^/]+/[^/]+?)/?")


class BaseModel(NamedTuple):
    """modules: linears that get an adapter, in the order in which their starting values are drawn, by Transformers'
    name (`model.layers.0.self_attn.q_proj`), with the shape that PyTorch gives their weights: d_out, d_in.
    """

    architecture: str
    n_vocab: int
    modules: dict[str, tuple[int, int]]


def describe_base(model: FrozenModel, config: TrainConfig) -> BaseModel:
    """Raises LuthierError `elsewhere.experts`."""
    names, modules = _modules(model.shape.architecture.name), {}
    for layer in model.layers:
        for linears in targeted_tensors(layer, model.shape.targets(config)):
            first = next(iter(linears.values()))
            _, layer_number, tensor = first.name.split(".", 2)
            if first.n_experts > 1:
                raise _experts(config)
            name = f"model.layers.{layer_number}.{names[tensor]}"
            modules[name] = sum(linear.d_out for linear in linears.values()), first.d_in
    return BaseModel(model.shape.architecture.name, model.shape.n_vocab, modules)


def hub_name(given: str, values: dict[str, object] | None = None) -> str:
    """OWNER/NAME of the unquantized checkpoint on the hub, or "" where nothing says it for certain.

    given: what the user calls the model. values: its GGUF metadata. A GGUF file's `base_model` is what the model itself
    was made of, and no use here.
    """
    for key in _SOURCES:
        if isinstance(source := (values or {}).get(key), str):
            page = _PAGE.fullmatch(source)
            repo = parse(page["repo"] if page else source)
            if repo and not repo.file:
                return repo.repo
    reference = parse(given)
    if reference and not reference.file and not Path(given).exists():
        return reference.repo if _is_checkpoint(folder_of(reference.repo)) else ""
    folder = Path(given).expanduser()
    if not _is_checkpoint(folder):
        return ""
    if found := next(filter(None, map(_IN_HUGGING_FACES_CACHE.fullmatch, folder.absolute().parts)), None):
        return f"{found['owner']}/{found['name']}"
    downloads = settings.load().downloads
    if folder.absolute().is_relative_to(downloads):
        parts = folder.absolute().relative_to(downloads).parts
        return "/".join(parts) if len(parts) == 2 else ""
    return ""


def _is_checkpoint(folder: Path) -> bool:
    return (folder / "config.json").is_file() and any(folder.glob("*.safetensors"))


def _modules(architecture: str) -> dict[str, str]:
    """Tensor in a GGUF layer -> module in Transformers' layer, the same for all classes of an architecture."""
    family = next(family for family in FAMILIES.values() if family.name == architecture)
    return {spec.target: spec.source.removesuffix(".weight") for spec in family.layer}


def _experts(config: TrainConfig) -> LuthierError:
    return LuthierError(
        "elsewhere.experts",
        f"targets={config.targets} names the experts of this model, and the scripts cannot train these: in "
        "Transformers they are no linears.",
        "Leave gate, up and down out of the targets; all-linear does.",
    )

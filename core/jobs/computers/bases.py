"""Finds the base model of a training on this computer's disks, by its contents."""

from __future__ import annotations

from pathlib import Path

from core.base import paths
from core.base.errors import LuthierError
from core.computers.copies import ArrivingBase
from core.computers.questions import Base
from core.convert.resolve import resolve_model
from core.gguf.header import Header
from core.hub.local_models import find_local
from core.jobs.context import JobContext
from core.jobs.models.check import weights_checked


def base_of(model: Header, context: JobContext) -> Base:
    """Return the base by which other computers find the model on their disks; its weights are checked. Raises
    LuthierError `computers.no-base` if its file is not readable any more.
    """
    with weights_checked(model, context) as weights:
        contents = weights()
    if contents is None:
        raise LuthierError("computers.no-base", f"{model.path} cannot be read.", "Choose the model again.")
    return Base(model.path.name, contents.size, contents.header, contents.tensors)


def find_base(base: Base, context: JobContext) -> Header | None:
    """Find a base on this computer; None if it has none. Other files of the same name do not count."""
    for model in find_local():
        if model.path.suffix == ".gguf" and model.path.is_file() and model.path.stat().st_size == base.size:
            header = resolve_model(str(model.path), context)
            if _is_same(header, base, context):
                return header
    return None


def required_base(base: Base, context: JobContext) -> Header:
    """Find a base on this computer. Raises LuthierError `computers.no-base`."""
    header = find_base(base, context)
    if header is None:
        raise LuthierError("computers.no-base", f"It does not have {base.name} any more.", "Try it again.")
    return header


def arriving(base: Base, context: JobContext) -> ArrivingBase:
    """Return the receiver of a base that is being sent to this computer."""

    def accept(path: Path) -> None:
        if not _is_same(resolve_model(str(path), context), base, context):
            raise LuthierError("computers.other-base", f"{base.name} arrived damaged.", "Try it again.")

    return ArrivingBase(base, paths.models_dir(), accept)


def _is_same(model: Header, base: Base, context: JobContext) -> bool:
    with weights_checked(model, context) as weights:
        contents = weights()
    return contents is not None and (contents.header, contents.tensors) == (base.header, base.tensors)

"""The export kind `peft`: a folder that PyTorch programs load together with the original checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core import protocol as p
from core.adapters.layout import places
from core.adapters.learnt import listed
from core.adapters.peft_folder import read_peft_folder
from core.adapters.peft_write import write_peft_folder
from core.base.errors import LuthierError
from core.base.files import written_folder
from core.convert.naming import loader
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.export.base import describe_base
from core.jobs.context import JobContext
from core.jobs.export.checks import Losses, check_adapter
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained

_NONE = np.empty(0, np.float32)
_DIGIT = 2.0**-22  # the relative error of a product and a quotient in F32


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the folder to a temporary place, read it back, compare it, and then move it to its place."""
    context.claim(folder)
    context.phase("export", "Writing the adapter for PEFT")
    found = describe_base(trained.info.model, trained.model)
    base = found.checkpoint
    if not base:
        what = (
            f"The checkpoint in {found.folder} does not say its name on the hub"
            if found.folder
            else f"Which checkpoint {trained.info.model} was made from is not known"
        )
        original = f'"{found.folder}"' if found.folder else "BASE"
        context.notice(
            "export.base-unnamed",
            f"{what}, so the folder does not name one.",
            "Name the original when you load it: PeftModel.from_pretrained("
            f"{loader(trained.model)}.from_pretrained({original}), FOLDER).",
        )
    with written_folder(folder) as beside:
        files = write_peft_folder(beside, trained.adapter, trained.model, base=base or None, run=trained.run.name)
        losses = _check(trained, beside, context)
    return p.ExportResult(
        path=str(folder),
        kind=job.kind,
        files=[str(folder / file.name) for file in files],
        commands=[],
        loss_training=losses.training,
        loss_llama_cpp=losses.llama_cpp,
        rows=losses.rows,
    )


def _check(trained: Trained, folder: Path, context: JobContext) -> Losses:
    """Read the folder like any PEFT adapter and require the same numbers to the bit, and their loss in llama.cpp.
    Numbers that were divided by a factor of the base's weights may differ in the last digit.

    Raises LuthierError `export.adapter-differs`, and what check_adapter raises.
    """
    found, expected = read_peft_folder(folder, trained.model), trained.adapter
    rounded = {name for name, place in places(trained.model).items() if place.folded}
    names = found.tensors.keys() | expected.tensors.keys()
    differ = [name for name in names if not _alike(name, found, expected, _DIGIT if name in rounded else 0.0)]
    if differ:
        raise LuthierError(
            "export.adapter-differs",
            f"What was written for {listed(sorted(differ))} does not read back as it was.",
            "Please report this as a bug.",
        )
    if found.magnitudes:
        context.notice(
            "export.dora",
            "llama.cpp cannot load an adapter with DoRA, so its loss was not computed there; what was written is the "
            "run's adapter to the last bit.",
        )
        return Losses(None, None)
    file = folder / "adapter.gguf"
    write_adapter(file, found.architecture, found.tensors, found.alpha)
    losses = check_adapter(Reference(trained, trained.turns(context), context), file, context)
    file.unlink()  # it was only for llama.cpp
    return losses


def _alike(name: str, one: Adapter, other: Adapter, apart: float) -> bool:
    """Return whether a tensor is equal in both adapters. apart: the allowed relative difference."""
    if name not in one.tensors or name not in other.tensors or one.scale(name) != other.scale(name):
        return False
    pairs = [*zip(one.tensors[name], other.tensors[name], strict=True)]
    if name in one.magnitudes or name in other.magnitudes:
        pairs.append((one.magnitudes.get(name, _NONE), other.magnitudes.get(name, _NONE)))
    return all(a.shape == b.shape and np.allclose(a, b, rtol=apart, atol=0) for a, b in pairs)

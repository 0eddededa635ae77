"""What every export is put to in llama.cpp before it counts as done."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.export import verify
from core.jobs.context import JobContext
from core.jobs.export.trained import Trained
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header


class Losses(NamedTuple):
    """On held-out text, as training reported it and as llama.cpp computes it. None: there is no such report."""

    training: float | None
    llama_cpp: float | None


class Checked(NamedTuple):
    """What llama.cpp made of an export; the last two as in ExportResult."""

    losses: Losses
    same_answer: bool
    ends: bool | None


def check_loss(trained: Trained, model: Header, adapter: Path | None, context: JobContext) -> Losses:
    """Load the adapter, or a model with the adapter merged into it, in llama.cpp and compare the loss with training's.

    A merged file's weights are rounded anew, on which the loss depends: up to 5% is said, beyond is an error.

    Raises LuthierError `export.loss-differs`, `export.not-finite` or `lora.cannot-load`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    reported = trained.reported_loss
    if reported is None or not trained.held_out:
        verify.evaluate_with_llama_cpp(model, adapter, [verify.probe_example(model)])
        return Losses(None, None)
    loss, _ = verify.evaluate_with_llama_cpp(
        model, adapter, trained.held_out, lambda done, total: context.progress(done, total, "rows")
    )
    if adapter is None and not verify.agrees(loss, reported):
        _accept_rounding(loss, reported, context)
    elif not verify.agrees(loss, reported):
        raise LuthierError(
            "export.loss-differs",
            f"Training reported a loss of {reported:.4f} on held-out text, but llama.cpp computes {loss:.4f} "
            f"with {model.path.name} and this adapter.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )
    return Losses(reported, loss)


def _accept_rounding(loss: float, reported: float, context: JobContext) -> None:
    what = f"Training reported a loss of {reported:.4f} on held-out text; the merged file's is {loss:.4f}"
    hint = "A finer type keeps more of what was learnt, for example --type q8_0."
    if abs(loss - reported) > verify.ROUNDED * abs(reported):
        raise LuthierError("export.loss-differs", f"{what}, more than rounding to this type explains.", hint)
    context.notice("export.rounding", f"{what}, because its weights are rounded again.", hint)

"""What every export is put to in llama.cpp before it counts as done."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

from core.export.check.loss import (
    USELESS,
    WORTH_SAYING,
    agrees,
    evaluate_with_llama_cpp,
    perplexity_cost,
    probe_example,
)
from core.export.check.rounding import Rounding, measure_rounding
from core.jobs.context import JobContext
from core.jobs.export.trained import Trained
from core.shared.command_lines import quoted
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header

_FINE = 8  # bits a weight: above there is no importance matrix, and nothing finer but 16


class Losses(NamedTuple):
    """On held-out text, as training reported it and as llama.cpp computes it. None: there is no such report."""

    training: float | None
    llama_cpp: float | None


class Checked(NamedTuple):
    """What llama.cpp made of an export; the last two as in ExportResult."""

    losses: Losses
    same_answer: bool
    ends: bool | None


def check_adapter(trained: Trained, adapter: Path, context: JobContext) -> Losses:
    """Load the adapter on its base in llama.cpp, and compare the loss with training's.

    Raises LuthierError `export.loss-differs`, `export.not-finite` or `lora.cannot-load`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    loss = _loss(trained, trained.model, adapter, context)
    if loss is None:
        return Losses(None, None)
    _require_trained(loss, trained, adapter.name)
    return Losses(trained.reported_loss, loss)


def check_merged(
    trained: Trained, merged: Header, dtype: str | None, context: JobContext, *, imatrix: bool = False
) -> Losses:
    """The same of a model with the adapter merged into it, whose weights must be as near to the exact ones as their
    types can be: a loss tells little of a run that learnt little. imatrix: they need not, as long as the loss is good.

    Where rounding costs over 1% of perplexity, or the loss is not training's within 0.5%, base and adapter unrounded
    must have training's. Then it is said in numbers; above 20% of perplexity it is an error all the same.
    Raises LuthierError `export.weights-differ`, `export.loss-differs` or `export.not-finite`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    rounding = measure_rounding(trained.model, trained.adapter, merged)
    if not imatrix:
        _require_merged(rounding)
    loss, reported = _loss(trained, merged, None, context), trained.reported_loss
    if loss is None or reported is None:
        return Losses(None, None)
    if not agrees(loss, reported) or perplexity_cost(loss, reported) > WORTH_SAYING:
        _require_merged(rounding)
        _explain(loss, reported, trained, merged, rounding, dtype or "the base's own types", context)
    return Losses(reported, loss)


def _loss(trained: Trained, model: Header, adapter: Path | None, context: JobContext) -> float | None:
    """In llama.cpp, of the held-out text; None where training reported none. The file is loaded and computes anyway."""
    if trained.reported_loss is None or not trained.held_out:
        evaluate_with_llama_cpp(model, adapter, [probe_example(model)])
        return None
    loss, _ = evaluate_with_llama_cpp(
        model, adapter, trained.held_out, lambda done, total: context.progress(done, total, "rows")
    )
    return loss


def _require_trained(loss: float, trained: Trained, adapter: str) -> None:
    """That base and adapter, which no rounding went through, have the loss that training reported."""
    reported = trained.reported_loss or 0.0
    if not agrees(loss, reported):
        raise LuthierError(
            "export.loss-differs",
            f"Training reported a loss of {reported:.4f} on held-out text, but llama.cpp computes {loss:.4f} "
            f"with {trained.model.path.name} and {adapter}.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )


def _require_merged(rounding: Rounding) -> None:
    if rounding.wrong:
        raise LuthierError(
            "export.weights-differ",
            f"{', '.join(rounding.wrong[:3])} ({len(rounding.wrong)} tensors) of the merged file are not what base and "
            "adapter make.",
            "The disk may have written them wrongly: choose another; otherwise please report this as a bug.",
        )


def _explain(
    loss: float, reported: float, trained: Trained, merged: Header, rounding: Rounding, name: str, context: JobContext
) -> None:
    """Was it rounding, and how much?"""
    exact = reported
    if not trained.adapter.magnitudes:  # llama.cpp cannot add DoRA to a model
        context.phase("verify", "Checking base and adapter in llama.cpp")
        exact = _loss(trained, trained.model, trained.source.file, context) or reported
        _require_trained(exact, trained, trained.source.file.name)
    cost = perplexity_cost(loss, exact)
    if agrees(loss, exact) and cost <= WORTH_SAYING:
        return
    what = (
        f"Rounding to {name} takes the loss on held-out text from {exact:.4f} to {loss:.4f} (perplexity {cost:+.1%}). "
        f"It moves the weights by {rounding.error:.1%}; what was learnt moves them by {rounding.learnt:.1%}."
    )
    hint = _finer(trained, merged)
    if cost > USELESS:
        raise LuthierError("export.loss-differs", f"{what} That is too much to be of use.", hint)
    context.notice("export.rounding", what, hint)


def _finer(trained: Trained, merged: Header) -> str:
    """What keeps more of what was learnt than the types of this file."""
    tensors = [merged.tensors[name] for name in trained.adapter.tensors]
    fine = sum(tensor.size for tensor in tensors) * 8 >= _FINE * sum(math.prod(tensor.shape) for tensor in tensors)
    run = quoted(trained.run.name)
    if fine:
        return f"--type f16 rounds least; `luthier types {run}` measures what each type costs."
    return (
        "A finer type keeps more of what was learnt, for example --type q8_0, and so does --imatrix with the same "
        f"type. `luthier types {run} --imatrix` measures what each costs."
    )

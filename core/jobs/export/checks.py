"""The checks in llama.cpp that every export must pass.

Wrong numbers in a file are errors, and so is a file that lost what was learnt in a type that the user did not choose.
Everything else is reported: the finished file stays, for the user to judge.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.files import whole_of
from core.base.systems.terminals import quoted
from core.data.example import Example
from core.export.check.kept import FORGOTTEN, Rounding, measure_kept, measure_rounding
from core.export.check.loss import WORTH_SAYING, agrees, allowed, evaluate_with_llama_cpp, perplexity_cost, token_losses
from core.export.merge import is_made_finer
from core.export.small.small import can_fit
from core.gguf.header import Header
from core.jobs.context import JobContext
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained


class Losses(NamedTuple):
    """The losses in ExportResult: of base and adapter, and by llama.cpp. None: no rows to measure on."""

    training: float | None
    llama_cpp: float | None
    rows: str = ""


class Checked(NamedTuple):
    """A merged model's check in llama.cpp; the last three fields as in ExportResult.

    general: the losses of base and adapter, and by llama.cpp, on general questions; None if no weights were fitted.
    """

    losses: Losses
    general: tuple[float, float] | None
    kept: float
    same_answer: bool
    ends: bool | None

    def add_to(self, result: p.ExportResult) -> p.ExportResult:
        """Add this to an export's result, and return that."""
        result.loss_training, result.loss_llama_cpp, result.rows = self.losses
        if self.general is not None:
            result.general_training, result.general_llama_cpp = self.general
        result.keeps, result.same_answer, result.ends = self.kept, self.same_answer, self.ends
        return result


def check_adapter(reference: Reference, adapter: Path, context: JobContext) -> Losses:
    """Load the adapter on its base in llama.cpp, and compare the loss with training's.

    Raises LuthierError `export.not-finite` or `adapter.cannot-load`.
    """
    context.phase("verify", "Checking the export in llama.cpp")
    return _compare(reference, reference.trained.model, adapter, whole_of(adapter).name, context)


def check_merged(
    reference: Reference, merged: Header, dtype: str | None, context: JobContext, *, imatrix: bool = False
) -> tuple[Losses, tuple[float, float] | None, float]:
    """Check a merged model. Return its losses, as in Checked, and the share of what was learnt that it keeps.

    Its weights must be as close to the exact ones as their types allow, because the loss says little about a run that
    learnt little. Weights fitted to outputs, and all with imatrix, are exempt. dtype: the type chosen by the user;
    None: our default.
    Raises LuthierError `export.weights-differ`, `export.forgets` or `export.not-finite`.
    """
    trained = reference.trained
    context.phase("verify", "Checking the merged weights")
    rounding = measure_rounding(trained.model, trained.adapter, merged)
    fitted = {name for name, info in merged.tensors.items() if dtype in p.FITTED_TYPES and can_fit(info)}
    if not imatrix and (wrong := [name for name in rounding.wrong if name not in fitted]):
        raise _wrong(wrong)
    kept = measure_kept(
        trained.model,
        trained.adapter,
        merged,
        reference.rows.examples,
        lambda done, total: context.progress(done, total, "rows"),
    )
    _tell_of_kept(kept, rounding, trained, merged, dtype, context)
    context.phase("verify", "Checking the export in llama.cpp")
    losses = _compare(reference, merged, None, dtype or "the default types", context)
    return losses, _compare_general(reference, merged, context) if fitted else None, kept


def _compare(reference: Reference, model: Header, adapter: Path | None, name: str, context: JobContext) -> Losses:
    """Compare a file's loss with that of base and adapter, on held-out or else training rows."""
    rows = reference.rows
    reported, loss = reference.trained.reported_loss if rows.of == "held-out" else None, 0.0

    def report(done: int, total: int) -> None:
        context.progress(done, total, "rows")

    if not rows.of or (rows.of == "held-out" and reported is None):  # load the file and compute with it anyway
        evaluate_with_llama_cpp(model, adapter, rows.examples[:1])
        return Losses(None, None)
    if reported is not None:
        loss, _ = evaluate_with_llama_cpp(model, adapter, rows.examples, report)
        if agrees(loss, reported) and perplexity_cost(loss, reported) <= WORTH_SAYING:
            return Losses(reported, loss, rows.of)
    context.phase("verify", "Comparing with the loss of base and adapter")
    ours, theirs, bound, size = _measured(reference, reference.briefly(rows.examples), model, adapter, context)
    cost, alike = perplexity_cost(theirs, ours), abs(theirs - ours) <= bound
    what = "held-out text" if rows.of == "held-out" else "text it was trained on"
    figures = f"On {size:,} tokens of {what} base and adapter have a loss of {ours:.4f}, "
    if adapter is not None and not alike:
        context.notice(
            "export.loss-differs",
            f"{figures}but llama.cpp computes {theirs:.4f} with {reference.trained.model.path.name} and {name}.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )
    elif adapter is None and (cost > WORTH_SAYING or not alike):
        context.notice(
            "export.rounding",
            f"{figures}the file, rounded to {name}, {theirs:.4f} (perplexity {cost:+.1%}).",
            _finer(reference.trained, model),
        )
    elif reported is not None and abs(loss - reported) > bound:
        context.notice(
            "export.loss-differs",
            f"Training reported a loss of {reported:.4f} on held-out text; the export has {loss:.4f}, and so have base "
            "and adapter now.",
            "Check that the model file is still the one that was trained; otherwise please report this as a bug.",
        )
    return Losses(ours, theirs, rows.of) if reported is None else Losses(reported, loss, rows.of)


def _compare_general(reference: Reference, merged: Header, context: JobContext) -> tuple[float, float] | None:
    """Compare the losses on general questions that no weights were fitted to; None without such questions."""
    rows = reference.briefly(reference.general.to_measure)
    if not rows:
        return None
    context.phase("verify", "Comparing the loss on general questions")
    ours, theirs, bound, size = _measured(reference, rows, merged, None, context)
    cost = perplexity_cost(theirs, ours)
    if cost > WORTH_SAYING and theirs > ours + bound:
        context.notice(
            "export.general",
            f"On {size:,} tokens of answers to general questions base and adapter have a loss of {ours:.4f}, the file "
            f"{theirs:.4f} (perplexity {cost:+.1%}).",
            _finer(reference.trained, merged),
        )
    return ours, theirs


def _measured(
    reference: Reference, rows: list[Example], model: Header, adapter: Path | None, context: JobContext
) -> tuple[float, float, float, int]:
    """Return the mean losses of base and adapter, and of a file in llama.cpp; how far rounding may separate them; and
    the number of tokens.
    """
    exact = reference.losses(rows)
    found = token_losses(model, adapter, rows, lambda done, total: context.progress(done, total, "rows"))
    ours = float(exact.mean())
    return ours, float(found.mean()), allowed(ours, found - exact), exact.size


def _wrong(tensors: list[str]) -> LuthierError:
    return LuthierError(
        "export.weights-differ",
        f"{', '.join(tensors[:3])} ({len(tensors)} tensors) of the merged file are not what base and adapter make.",
        "The disk may have written them wrongly: choose another; otherwise please report this as a bug.",
    )


def _tell_of_kept(
    kept: float, rounding: Rounding, trained: Trained, merged: Header, dtype: str | None, context: JobContext
) -> None:
    if kept >= p.KEPT_WELL:
        return
    what = (
        f"This file keeps {kept:.0%} of what was learnt. Rounding moves its weights by {rounding.error:.1%}; what was "
        f"learnt moves them by {rounding.learnt:.1%}."
    )
    if kept < FORGOTTEN:
        what += " It would answer much as the base model does." if dtype is None else " It may answer as the base does."
    hint = _finer(trained, merged)
    if kept < FORGOTTEN and dtype is None:
        raise LuthierError("export.forgets", what, hint)
    context.notice("export.kept", what, hint)


def _finer(trained: Trained, merged: Header) -> str:
    """Return advice on a type that keeps more of what was learnt than this file's types."""
    run = quoted(trained.run.name)
    if not any(is_made_finer(merged.tensors[name]) for name in trained.adapter.tensors):
        return Do.by("F16 rounds least.", f"--type f16; `luthier types {run}` measures what each type costs")
    finer = "With the type of the base, or with a finer one (q8_0), more of it is kept."
    return Do.by(finer, f"without --type; `luthier types {run} --imatrix` measures what each type keeps and costs")

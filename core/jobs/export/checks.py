"""What every export is put to in llama.cpp before it counts as done."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.chat.prompt import prompt_tokens
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Example
from core.export import verify
from core.export.turns import Turns
from core.jobs.context import JobContext
from core.jobs.export.trained import Trained
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header

_GREETING = "Good evening! Who are you?"  # what a model without held-out data is asked
_ANSWER, _COMPARED = 256, 32  # tokens: of an answer that has to end, and of two that should be alike


class Losses(NamedTuple):
    """On held-out text, as training reported it and as llama.cpp computes it. None: there is no such report."""

    training: float | None
    llama_cpp: float | None


class Checked(NamedTuple):
    """What llama.cpp made of a merged model; the last two as in ExportResult."""

    losses: Losses
    same_answer: bool | None
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


def check_answer(
    trained: Trained, merged: Header, turns: Turns, context: JobContext
) -> tuple[bool | None, bool | None]:
    """Let the merged file answer, as the programs will that load it: does it say the same, does it come to an end?"""
    prompt = _prompt(trained.held_out, merged, turns.conversations, context.renderer)
    limit = _ANSWER if turns.conversations else _COMPARED
    answer = verify.continue_greedily(
        merged, None, prompt, limit, lambda done, total: context.progress(done, total, "tokens")
    )
    same = None
    if not trained.adapter.magnitudes:  # else llama.cpp cannot add it to the model
        before = verify.continue_greedily(trained.model, trained.source.file, prompt, _COMPARED)
        same = before.tokens == answer.tokens[:_COMPARED]
    if not turns.conversations:
        return same, None
    ends = answer.ended or any(stop in answer.text for stop in turns.stops)
    if not ends:
        context.notice(
            "export.no-end",
            f"The model wrote {len(answer.tokens)} tokens without coming to the end of its answer.",
            "If its answers go on and on, train longer. In a Modelfile, PARAMETER num_predict 300 cuts them off.",
        )
    return same, ends


def _prompt(held_out: list[Example], model: Header, conversations: bool, renderer: TemplateRenderer) -> list[int]:
    """From the held-out data where there is any: up to the first answer, or the beginning of a text."""
    for example in held_out:
        start = int(example.supervised.argmax()) if conversations else len(example) // 2
        if 1 < start < len(example):
            return [int(token) for token in example.tokens[:start]]
    return prompt_tokens(model, _GREETING, conversations, renderer)


def _accept_rounding(loss: float, reported: float, context: JobContext) -> None:
    what = f"Training reported a loss of {reported:.4f} on held-out text; the merged file's is {loss:.4f}"
    hint = "A finer type keeps more of what was learnt, for example --type q8_0."
    if abs(loss - reported) > verify.ROUNDED * abs(reported):
        raise LuthierError("export.loss-differs", f"{what}, more than rounding to this type explains.", hint)
    context.notice("export.rounding", f"{what}, because its weights are rounded again.", hint)

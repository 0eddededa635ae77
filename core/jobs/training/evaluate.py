"""Measures loss and perplexity of a model, with or without an adapter, on a data file's supervised tokens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from core import protocol as p
from core.adapters.open import open_adapter
from core.adapters.start import settings_for, start_from
from core.convert.resolve import resolve_model
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import Engine, Evaluated
from core.engine.train.objective import CROSS_ENTROPY, Objective, objective_of
from core.engine.train.rows import PackedRow, Rows, longest
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import prepare_data
from core.jobs.models.check import weights_checked
from core.jobs.training.loop import evaluation
from core.protocol.config import TrainConfig


def evaluate_model(job: p.EvalJob, context: JobContext) -> Outcome[p.EvalResult]:
    """Evaluate a model on a whole file. Raises LuthierError `adapter.*`."""
    started = time.monotonic()
    config = msgspec.structs.replace(job.config, eval_share=0.0, test_share=0.0)
    model = resolve_model(job.model, context)
    with weights_checked(model, context):
        data = prepare_data(model, job.data, None, config, context)
    loaded = load_for_engine(model, config.threads)
    adapter = load_adapter(loaded, Path(job.adapter), config) if job.adapter else None
    rows: Rows = data.train_rows
    objective = objective_of(config) if config.choices else CROSS_ENTROPY
    if objective.compares:
        rows = compared_with(loaded, None, rows, context)
    measured = measure(loaded, adapter, rows, context, objective)
    event = evaluation(
        0, measured, objective.measure, adapter=adapter is not None, counts=data.dataset.found.is_conversation
    )
    context.emit(event)
    seconds = time.monotonic() - started
    return "done", p.EvalResult(
        loss=event.loss,
        perplexity=event.perplexity,
        tokens=event.tokens,
        seconds=seconds,
        right=event.right,
        answers=event.answers,
    )


def measure(
    loaded: LoadedModel,
    adapter: LoraAdapter | None,
    rows: Sequence[PackedRow],
    context: JobContext,
    objective: Objective = CROSS_ENTROPY,
) -> Evaluated:
    """Measure the model on rows. adapter: None for the base alone."""
    context.phase("evaluate", "Evaluating")
    engine = Engine(loaded, adapter, longest(rows), objective=objective, trainable=False)
    return engine.evaluate(rows, lambda done, total: context.progress(done, total, "rows"))


def compared_with(loaded: LoadedModel, adapter: LoraAdapter | None, rows: Rows, context: JobContext) -> Rows:
    """Return rows of choices with the reference's log-probabilities. adapter: the reference's; None: the base."""
    context.phase("reference", "Measuring the answers before training")
    engine = Engine(loaded, adapter, longest(rows), trainable=False)
    said = engine.log_probabilities(rows, lambda done, total: context.progress(done, total, "rows"))
    return rows.with_reference(np.concatenate(list(said)))


def load_adapter(loaded: LoadedModel, path: Path, config: TrainConfig) -> LoraAdapter:
    """Load an adapter with its own rank, targets and scale. path: a file or folder for `open_adapter`."""
    header = loaded.model.file.header
    saved = open_adapter(path, header)
    adapter = LoraAdapter(loaded.backend, loaded.model, settings_for(saved, header, config, path))
    adapter.initialize(config.seed)
    start_from(adapter, saved)
    return adapter

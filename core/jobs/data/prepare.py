"""Prepares data for training and evaluation: tokenizes a data file for a model and packs it into rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base.errors import Do
from core.base.systems.machine import return_freed_memory
from core.data.example import Example
from core.data.formats.recognise import Recognised
from core.data.formats.row_formats import FORMATS
from core.data.tokenizer import Tokenizer
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.choices import ChoiceView, choice_rows
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import supervised_of
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import PackedRows, fill_rate, pack_rows, unpacked_rows
from core.engine.model.shape import Shape
from core.families.table import shares_beginnings
from core.gguf.header import ModelFile, header_of
from core.jobs.context import JobContext
from core.protocol.config import TrainConfig
from core.runs.learnt_thoughts import LearntThoughts

ENOUGH_STEPS = 60  # a training with fewer steps is short enough without sharing


class PreparedData(NamedTuple):
    """A data file, tokenized, split and packed."""

    dataset: Dataset
    train_rows: PackedRows
    eval_rows: PackedRows
    summary: p.DataSummary
    thoughts: LearntThoughts


def prepare_data(
    model: ModelFile,
    data: str,
    eval_data: str | None,
    config: TrainConfig,
    context: JobContext,
    now: datetime | None = None,
    changes: Sequence[p.RowChange] = (),
) -> PreparedData:
    """Tokenize and pack a data file, and emit a summary. now: "today" for templates that write the date.

    changes: the user's, applied to the rows of `data`. Raises LuthierError `data.*`.
    """
    context.phase("tokenize", f"Reading {Path(data).name}")
    with Tokenizer(model) as tokenizer:
        dataset = load_dataset(
            Path(data),
            tokenizer,
            context.renderer,
            config,
            Path(eval_data) if eval_data else None,
            lambda done, total: context.progress(done, total, "bytes"),
            now,
            changes,
            context.notice,
        )
    return_freed_memory()  # of the tokenizer
    for notice in dataset.notices:
        context.notice(*notice)
    may_share = shares_beginnings(header_of(model).architecture)
    train_rows = rows_for(dataset.train, config, may_share=may_share, fewest=fewest_shared_rows(config))
    eval_rows = rows_for(dataset.evaluation, config, may_share=may_share)
    summary = _summary(dataset, train_rows)
    context.emit(summary)
    return PreparedData(dataset, train_rows, eval_rows, summary, _thoughts(dataset, config))


def tell_of_window(shape: Shape, config: TrainConfig, context: JobContext) -> None:
    """Send notices if texts may exceed the model's context (`train.context-beyond`) or its attention window
    (`train.sliding-window`), and `train.draft-layers` if a part of the file is not trained.
    """
    if 0 < shape.context < config.context:
        context.notice(
            "train.context-beyond",
            f"The model was made for texts of up to {shape.context:,} tokens: on longer ones, up to "
            f"{config.context:,}, it will write badly, and they take much memory and time.",
            Do.set("context", shape.context, f"Set context={shape.context} or less."),
        )
    if shape.draft_layers:
        context.notice(
            "train.draft-layers",
            f"{shape.draft_layers} of the file's layers only draft tokens ahead, so that some programs write faster "
            "(MTP). They stay as they are: answers do not depend on them, but fewer drafts will be right.",
            "",
        )
    if 0 < shape.ignored_window < config.context:
        context.notice(
            "train.sliding-window",
            f"The model was made to look back on {shape.ignored_window:,} tokens at most (sliding window). llama.cpp, "
            f"and so Luthier, sets no such limit for {shape.architecture.name}: in texts of up to {config.context:,} "
            "tokens it looks back further than it was trained to.",
            Do.set("context", shape.ignored_window, f"Set context={shape.ignored_window} or less."),
        )


def _thoughts(dataset: Dataset, config: TrainConfig) -> LearntThoughts:
    """Return whether most answers are learnt with thoughts, which decides how the model is asked.

    A model that learnt empty thoughts writes them itself, whatever it is asked for.
    """
    answers, without = dataset.seen["thoughts"], dataset.seen["no thoughts"]
    if config.thoughts == "empty" or not answers + without:
        return LearntThoughts(answers=answers, without=without)
    return LearntThoughts(answers=answers, without=without, think="on" if answers >= without else "off")


def rows_for(
    examples: Sequence[Example], config: TrainConfig, *, may_share: bool = False, fewest: int = 0
) -> PackedRows:
    """Return packed rows, or rows of one example each, as set.

    may_share: the model can compute rows with shared beginnings. fewest: the least number of rows to keep.
    """
    if isinstance(examples, ChoiceView):
        return choice_rows(examples, config, may_share=may_share)
    if not config.packing:
        return unpacked_rows(examples, config.row_tokens)
    beginnings = shared_beginnings(examples) if may_share and config.shared_beginnings else None
    return pack_rows(examples, config.row_tokens, beginnings, fewest)


def fewest_shared_rows(config: TrainConfig) -> int:
    """Return the least number of rows that leaves ENOUGH_STEPS: rows with shared beginnings hold more examples and make
    fewer steps.
    """
    return 0 if config.max_steps else ceil(ENOUGH_STEPS / config.epochs) * config.grad_accumulation


def _summary(dataset: Dataset, rows: PackedRows) -> p.DataSummary:
    """Summarize the training rows and the held-out ones."""
    return p.DataSummary(
        rows=dataset.rows,
        tokens=rows.n_tokens + rows.n_shared,
        tokens_shared=rows.n_shared,
        tokens_trained=rows.n_supervised,
        sequences=len(rows),
        fill=fill_rate(rows),
        eval_rows=dataset.eval_rows,
        eval_tokens_trained=int(supervised_of(dataset.evaluation).sum()),
        dropped=dataset.dropped,
    )


def understood(found: Recognised) -> p.Understood:
    """Return how a file was read, and the alternatives: enough for the user to correct it."""
    return p.Understood(
        format=found.format,
        container=found.container,
        encoding=found.encoding,
        columns=list(found.columns),
        mapping=dict(found.mapping or {}),
        guessed=found.guessed,
        formats={name: [field.name for field in row_format.fields] for name, row_format in FORMATS.items()},
        titles={name: row_format.title for name, row_format in FORMATS.items() if found.container != "text"},
        has_header=found.has_header,
        numbered_by_row=found.numbered_by_row,
        sheets=list(found.sheets),
        sheet=found.sheet,
    )

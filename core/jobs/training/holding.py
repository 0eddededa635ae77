"""Prepares the ordinary text that holds a training (core/engine/train/hold.py).

Unless the user gives a file, it is everyday questions with answers in six languages, and general ones that are not used
to measure forgetting; for a model without a chat template, the same as running text. The run stores the tokens, so that
it resumes with the same ones, and the adapter that it started from, to whose model it is held.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from pathlib import Path

import numpy as np

from core.assess.moved import EVERY
from core.base import paths
from core.base.errors import LuthierError
from core.data.example import Example, Int32, read_examples, write_examples
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import PackedRows
from core.engine.lora.adapter_file import Adapter, read_adapter
from core.engine.train.hold import POSITIONS
from core.engine.train.rows import Batches, Rows
from core.engine.train.training import Training
from core.gguf.header import ModelFile
from core.jobs.context import JobContext
from core.protocol.config import HELD_EVERY, HELD_ROWS, HELD_TOKENS, TrainConfig
from core.runs.run import Run, RunInfo

_OWN_TOKENS = HELD_TOKENS * 3 // 4  # the least tokens of a row after the beginning that all rows share
_WIDTH = 16  # tokens: rows' lengths are multiples of this
_LONGEST = 4096  # tokens; longer conversations are skipped, and only the beginning of the others is used


def held_rows(
    run: Run | None, model: ModelFile, config: TrainConfig, train_rows: Rows, context: JobContext
) -> PackedRows | None:
    """Return rows of ordinary text, all of the same length: the run's stored ones, or else new ones; a single one
    without a run, for a trial step. None if the settings do not hold the model.

    Raises LuthierError `train.hold-text`, and what load_dataset raises for the user's own file.
    """
    if not config.hold:
        return None
    if not (examples := _kept(run) if run else []):
        context.phase("hold", "Reading the text that must not change")
        with Tokenizer(model) as tokenizer:
            own = Path(config.hold_text) if config.hold_text else None
            examples = _cut(_own(own, tokenizer, config, context) if own else _ours(tokenizer, config, context))
        wanted = min(HELD_ROWS if run else 1, ceil(Batches(train_rows, config).steps / HELD_EVERY), len(examples))
        if not wanted:
            raise LuthierError(
                "train.hold-text",
                f"{config.hold_text} has no text of more than {POSITIONS} tokens, so nothing can be held by it.",
                "Name a file with some sentences or conversations, or leave hold_text empty.",
            )
        examples = [examples[i] for i in np.linspace(0, len(examples) - 1, wanted).astype(int)]
    n, length = len(examples), -(-max(map(len, examples)) // _WIDTH) * _WIDTH
    return PackedRows(examples, np.arange(n), np.arange(n + 1), np.full(n, length), np.zeros(n, np.int64))


def began_with(run: Run) -> Adapter:
    """Return the adapter that a run started from. Raises LuthierError `resume.no-reference`."""
    try:
        return read_adapter(run.began)
    except (LuthierError, OSError) as error:
        raise LuthierError(
            "resume.no-reference",
            f"{run.began} is missing or damaged: it has the adapter that this run began with, to which it is held.",
            "Put the file back, or start a new run with the newest adapter of this one.",
        ) from error


def keep_beginning(run: Run, info: RunInfo, held: PackedRows, training: Training) -> None:
    """Store a new run's ordinary text and the adapter that it starts from. Raises LuthierError `files.cannot-write`."""
    write_examples(run.held_file, held.examples)
    if info.adapter:
        training.write_adapter(run.began, {})


def _kept(run: Run) -> list[Example]:
    """Return the run's stored rows; none if they are missing or damaged, since they can be made again from the text."""
    try:
        return read_examples(run.held_file)
    except LuthierError:
        return []


def _own(file: Path, tokenizer: Tokenizer, config: TrainConfig, context: JobContext) -> Sequence[Example]:
    """Return examples from the user's file: conversations, or pieces of running text. Raises LuthierError as
    load_dataset.
    """
    own = TrainConfig(context=_LONGEST, eval_share=0.0, train_on="all", turn_marks=config.turn_marks, collapsed="train")
    data = load_dataset(file, tokenizer, context.renderer, own)
    if data.found.is_conversation:
        return data.train
    wanted = np.linspace(0, len(data.train) - 1, min(HELD_ROWS, len(data.train))).astype(int)
    return [
        Example(example.tokens[at : at + HELD_TOKENS], example.supervised[at : at + HELD_TOKENS])
        for example in (data.train[i] for i in wanted)
        for at in range(0, len(example), HELD_TOKENS)
    ]


def _ours(tokenizer: Tokenizer, config: TrainConfig, context: JobContext) -> Sequence[Example]:
    """Return examples of our own texts: conversations, or running text for a model without a chat template."""
    if tokenizer.chat_template is not None:
        general = _own(paths.GENERAL_TALK, tokenizer, config, context)
        return [*_own(paths.EVERYDAY, tokenizer, config, context), *(one for i, one in enumerate(general) if i % EVERY)]
    lines = [json.loads(line) for line in paths.EVERYDAY.read_text("utf-8").splitlines()]
    bos = [tokenizer.bos] if tokenizer.add_bos and tokenizer.bos is not None else []
    texts = (np.array([*bos, *tokenizer.encode(f"{row['question']}\n{row['answer']}")], np.int32) for row in lines)
    return [Example(tokens, np.arange(len(tokens)) > 0) for tokens in texts]


def _cut(examples: Sequence[Example]) -> list[Example]:
    """Return the beginnings of the examples that are long enough. The beginning that all share is masked."""
    shared = _shared([example.tokens for example in examples])
    length = max(HELD_TOKENS, -(-(shared + _OWN_TOKENS) // _WIDTH) * _WIDTH)
    cut = (Example(one.tokens[:length], np.arange(len(one))[:length] >= max(shared, 1)) for one in examples)
    return [example for example in cut if example.n_supervised >= POSITIONS]


def _shared(tokens: Sequence[Int32]) -> int:
    """Return the number of tokens that all examples begin with."""
    shortest = min(map(len, tokens), default=0)
    if len(tokens) < 2:
        return 0
    alike = (np.stack([one[:shortest] for one in tokens]) == tokens[0][:shortest]).all(axis=0)
    return int(alike.argmin()) if not alike.all() else shortest

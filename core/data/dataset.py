"""A data file, tokenized for a model and divided into training and evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.config import TrainConfig
from core.data.conversation import ConversationEncoder, ConversationExamples
from core.data.formats import Format, recognise
from core.data.problems import Problem, ProblemLog
from core.data.reading import Progress
from core.data.sequence import Sequence
from core.data.split import held_out
from core.data.template import CHATML, ChatTemplate
from core.data.text import TextExamples
from core.data.tokenize import Tokenizer
from core.errors import LuthierError

FEW_TRAINED = 0.01  # share of trained tokens under which something is probably wrong
_LEAKED = "same as an evaluation row"

Examples = TextExamples | ConversationExamples


class DataNotice(NamedTuple):
    """Something to tell the user although the data can be used."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, eq=False)
class Dataset:
    """Sequences to train on and to evaluate with, and what became of the file's rows."""

    format: Format
    train: list[Sequence]
    evaluation: list[Sequence]
    rows: int  # read from the data file, usable or not: conversations, or blocks of about a page of a text
    eval_rows: int
    dropped: dict[str, int]  # reason -> rows
    problems: list[Problem] = field(default_factory=list)  # the first of the bad rows, by name
    notices: list[DataNotice] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        """Tokens in the training sequences."""
        return sum(map(len, self.train))

    @property
    def tokens_trained(self) -> int:
        """Those of them that count in the loss."""
        return sum(sequence.n_trained for sequence in self.train)


def load_dataset(
    data: Path,
    tokenizer: Tokenizer,
    config: TrainConfig,
    eval_data: Path | None = None,
    progress: Progress | None = None,
    now: datetime | None = None,
) -> Dataset:
    """Read, tokenize and split a data file. Text is never held as a whole, only tokens are.

    progress(done, total) counts bytes of the file being read. now is "today" for templates that write the date.
    Raises LuthierError `data.nothing-usable` naming the reasons, and what reading.py, text.py and template.py raise.
    """
    problems = ProblemLog()
    examples = _open(recognise(data), tokenizer, config, problems, now)
    examples.read(data, progress)
    _require_some(examples, data, problems)
    rows = len(examples.keys) + problems.counts.total()
    if eval_data is None:
        held = held_out(examples.keys, config.eval_share)
        train, evaluation = examples.select(~held), examples.select(held)
        eval_rows, leaked = int(held.sum()), 0
    else:
        judges = _open(recognise(eval_data), tokenizer, config, problems, now)
        judges.read(eval_data, progress)
        _require_some(judges, eval_data, problems)
        same = np.isin(examples.keys, judges.keys)
        train, evaluation = examples.select(~same), judges.select(np.ones(len(judges.keys), dtype=np.bool_))
        eval_rows, leaked = len(judges.keys), int(same.sum())
    dropped = dict(problems.counts) | ({_LEAKED: leaked} if leaked else {})
    if not train:
        raise _nothing_to_train_on(data, leaked)
    dataset = Dataset(_format(examples), train, evaluation, rows, eval_rows, dropped, problems.kept)
    dataset.notices.extend(_notices(dataset, examples, tokenizer, leaked, config))
    return dataset


def _open(
    kind: Format, tokenizer: Tokenizer, config: TrainConfig, problems: ProblemLog, now: datetime | None
) -> Examples:
    if kind == "text":
        return TextExamples(tokenizer, config.context)
    source, bos, eos = tokenizer.chat_template or CHATML, tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
    template = ChatTemplate(source, bos, eos, now)
    return ConversationExamples(ConversationEncoder(tokenizer, template, config.train_on, config.context), problems)


def _format(examples: Examples) -> Format:
    return "text" if isinstance(examples, TextExamples) else "messages"


def _require_some(examples: Examples, path: Path, problems: ProblemLog) -> None:
    if len(examples.keys):
        return
    raise LuthierError(
        "data.nothing-usable",
        f"Nothing in {path} can be used.\n{problems.listing()}",
        'Rows look like this: {"messages": [{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}]}',
    )


def _nothing_to_train_on(data: Path, leaked: int) -> LuthierError:
    why = "every usable row is also in the evaluation data" if leaked else "it is shorter than two tokens"
    return LuthierError(
        "data.nothing-usable", f"There is nothing in {data} to train on: {why}.", "Give more or other data."
    )


def _notices(
    dataset: Dataset, examples: Examples, tokenizer: Tokenizer, leaked: int, config: TrainConfig
) -> list[DataNotice]:
    notices = []
    bad = sum(dataset.dropped.values()) - leaked
    if bad:
        reasons = "; ".join(f"{count} x {why}" for why, count in dataset.dropped.items() if why != _LEAKED)
        first = f"The first: {dataset.problems[0]}"
        notices.append(DataNotice("data.bad-rows", f"{bad} rows are not used: {reasons}.", first))
    if leaked:
        notices.append(
            DataNotice(
                "data.leaked", f"{leaked} rows were left out of training.", "They are also in the evaluation data."
            )
        )
    if dataset.tokens_trained < FEW_TRAINED * dataset.tokens:
        message = f"Only {dataset.tokens_trained:,} of {dataset.tokens:,} tokens are trained (under 1%)."
        notices.append(
            DataNotice("data.few-trained", message, "Look at the data: are the answers where they should be?")
        )
    if not dataset.evaluation and config.eval_share > 0:
        message = "The data is too short to hold a part of it out, so there is nothing to evaluate with."
        notices.append(DataNotice("data.no-evaluation", message, "Give an evaluation file, or more data."))
    if isinstance(examples, ConversationExamples):
        notices += _conversation_notices(examples.encoder, tokenizer)
    return notices


def _conversation_notices(encoder: ConversationEncoder, tokenizer: Tokenizer) -> list[DataNotice]:
    notices = []
    if tokenizer.chat_template is None:
        message = "The model has no chat template; the common ChatML template is used."
        hint = "The same template has to be used when you chat with the result."
        notices.append(DataNotice("data.no-template", message, hint))
    if count := encoder.seen["truncated"]:
        message = f"{count} conversations were longer than {encoder.context} tokens: their oldest turns were cut off."
        notices.append(
            DataNotice("data.truncated", message, "A larger context keeps more of them, and needs more memory.")
        )
    if encoder.seen["unending"]:
        message = "The chat template writes no end-of-turn token after an answer."
        hint = "The model may not learn where to stop. A model with a chat template of its own is a better start."
        notices.append(DataNotice("data.no-end-of-turn", message, hint))
    if count := encoder.seen["rewritten"]:
        message = f"In {count} conversations the chat template writes earlier answers as it does not write the last."
        hint = "They are trained as they stand, without thoughts. train_on=last trains the last answer only."
        notices.append(DataNotice("data.rewritten-turns", message, hint))
    return notices

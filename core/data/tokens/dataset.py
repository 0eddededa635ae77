"""A data file, tokenized for a model and divided into training and evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.data.example import Bool, Example
from core.data.formats.recognise import Recognised
from core.data.problems import TEMPLATE_REFUSES, Problem, ProblemLog
from core.data.read.lines import Progress
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import lengths_of, supervised_of
from core.data.tokens.notices import DataNotice, notices_of, reading_notices
from core.data.tokens.split import Keys, first_tokens, held_out
from core.data.tokens.token_cache import CachedTokens
from core.data.tokens.tokenized import tokenize_data
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError

LEAKED = "same as an evaluation row"
TWICE = "same as an earlier row"


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples to train on and to evaluate with, and what became of the file's rows. Tokens stay on disk."""

    found: Recognised
    files: tuple[Path, ...]  # that the rows are in
    units: NDArray[np.void]  # of UNIT: the rows trained on; of conversations one for each of `train`
    train: Sequence[Example]
    evaluation: Sequence[Example]
    rows: int  # read from the data file, usable or not: conversations, texts, or blocks of about a page of a text
    eval_rows: int
    dropped: dict[str, int]  # reason -> rows
    duplicates: int = 0  # rows trained on that are the same as earlier ones
    problems: list[Problem] = field(default_factory=list)  # the first bad rows of each reason, by name
    notices: list[DataNotice] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)  # while encoding: "truncated", "unending", "rewritten"
    leaked: int = 0  # rows left out because they are evaluation rows too
    unmeasured: int = 0  # rows held out that evaluations leave aside, for time
    all_tokens: int = 0  # of the data file, held out or not
    seconds: float = 0.0  # that tokenizing them took
    from_cache: bool = False

    @property
    def format(self) -> str:
        """ "text", or the format of the rows."""
        return self.found.format

    @property
    def bad_rows(self) -> dict[str, int]:
        """Rows that cannot be used, by reason."""
        return {why: count for why, count in self.dropped.items() if why not in (LEAKED, TWICE)}

    @property
    def tokens(self) -> int:
        """Tokens in the training examples."""
        return int(lengths_of(self.train).sum())

    @property
    def supervised_tokens(self) -> int:
        """Those of them that count in the loss."""
        return int(supervised_of(self.train).sum())


def load_dataset(
    data: Path,
    tokenizer: Tokenizer,
    config: TrainConfig,
    eval_data: Path | None = None,
    progress: Progress | None = None,
    now: datetime | None = None,
) -> Dataset:
    """Read, tokenize and split a data file. Only numbers about its rows are held, not their tokens.

    progress(done, total) counts bytes of the file being read. now is "today" for templates that write the date.
    Raises LuthierError `data.nothing-usable` naming the reasons, and what tokenize_data raises.
    """
    found, store = tokenize_data(data, tokenizer, config, progress, now)
    problems = store.problems()
    _require_some(store, found, data, problems)
    rows = len(store) + problems.counts.total()
    keys = store.keys
    if eval_data is None:
        held = held_out(keys, config.eval_share)
        measured = first_tokens(held, keys, store.units["size"], config.eval_tokens)
        wanted, evaluation = ~held, _select(store, found, measured, tokenizer, config)
        eval_rows, unmeasured, leaked = int(held.sum()), int((held & ~measured).sum()), 0
    else:
        judges_found, judges = tokenize_data(eval_data, tokenizer, config, progress, now)
        judged = judges.problems()
        _require_some(judges, judges_found, eval_data, judged)
        problems = ProblemLog(problems.kept + judged.kept, problems.counts + judged.counts)
        wanted = ~np.isin(keys, judges.keys)
        evaluation = _select(judges, judges_found, np.ones(len(judges), np.bool_), tokenizer, config)
        eval_rows, unmeasured, leaked = len(judges), 0, int((~wanted).sum())
    again = wanted & _repeated(keys, wanted) if found.format != "text" else np.zeros(len(keys), np.bool_)
    duplicates = int(again.sum())
    if config.duplicates == "drop":
        wanted &= ~again
    train = _select(store, found, wanted, tokenizer, config)
    dropped = dict(problems.counts) | ({LEAKED: leaked} if leaked else {})
    if duplicates and config.duplicates == "drop":
        dropped[TWICE], duplicates = duplicates, 0
    if not len(train):
        raise _nothing_to_train_on(data, problems, leaked, 0 if eval_data else eval_rows)
    dataset = Dataset(
        found, store.files, store.units[wanted], train, evaluation, rows, eval_rows, dropped, duplicates,
        problems.kept, seen=store.seen, leaked=leaked, unmeasured=unmeasured,
        all_tokens=len(store.tokens), seconds=store.about.seconds, from_cache=store.was_there,
    )  # fmt: skip
    dataset.notices.extend(reading_notices(found, store.files, config))
    if eval_data is not None:
        dataset.notices.extend(reading_notices(judges_found, judges.files, config))
    dataset.notices.extend(notices_of(dataset, tokenizer, config))
    return dataset


def _select(
    store: CachedTokens, found: Recognised, wanted: Bool, tokenizer: Tokenizer, config: TrainConfig
) -> Sequence[Example]:
    if found.is_conversation:
        return store.conversations(wanted)
    return store.texts(wanted, config.context, tokenizer.bos if tokenizer.add_bos else None, tokenizer.eos)


def _repeated(keys: Keys, wanted: Bool) -> Bool:
    """Which of the wanted rows are the same as an earlier one."""
    places = np.flatnonzero(wanted)
    _, first = np.unique(keys[places], return_index=True)
    again = np.zeros(len(keys), np.bool_)
    again[places] = True
    again[places[first]] = False
    return again


def _require_some(store: CachedTokens, found: Recognised, path: Path, problems: ProblemLog) -> None:
    if len(store):
        return
    if set(problems.counts) == {TEMPLATE_REFUSES}:
        hint = "The rows can be read; it is the model's chat template that takes none of them. Choose another model."
    else:
        hint = (
            f"It was read as {found.format}. Rows of conversations look like this: "
            '{"messages": [{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}]}. '
            "Where columns have other names: --set format=NAME --set columns=FIELD:COLUMN (docs/data.md)."
        )
    raise LuthierError("data.nothing-usable", f"Nothing in {path} can be used.\n{problems.listing()}", hint)


def _nothing_to_train_on(data: Path, problems: ProblemLog, leaked: int, held: int) -> LuthierError:
    why = "every usable row is also in the evaluation data" if leaked else "it is shorter than two tokens"
    if held:
        why += f", without the {held} held out for evaluation"
    listing = f"\n{problems.listing()}" if problems.counts else ""
    return LuthierError(
        "data.nothing-usable", f"There is nothing in {data} to train on: {why}.{listing}", "Give more or other data."
    )

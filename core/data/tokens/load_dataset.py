"""Loads a data file for training: tokenizes it, divides it into training and evaluation, finds duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.base.callbacks import Notify, ReportProgress
from core.base.errors import Do, Hint, LuthierError
from core.data.chat.conversation import THOUGHTS_TOO_LONG, TOO_LONG
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Bool, Example
from core.data.formats.recognise import Part, Recognised
from core.data.formats.row_formats import FORMATS, NO_CHOICE, NO_PAIR, TEXT, missing
from core.data.problems import TEMPLATE_REFUSES, Problem, ProblemLog
from core.data.read.folder import data_files
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import LEFT_OUT
from core.data.tokens.dataset import LEAKED, TEST, TWICE, Dataset
from core.data.tokens.notices import folder_notices, notices_of, reading_notices
from core.data.tokens.split import Keys, first_tokens, held_out
from core.data.tokens.token_cache import CachedTokens
from core.data.tokens.tokenize import tokenize_data
from core.protocol import RowChange
from core.protocol.config import TrainConfig

_MOST_COLUMNS = 12  # of a message
CONTRADICTED = "says the opposite of another row"


class _Tokenized(NamedTuple):
    """A data file's tokens, and the problems with its rows."""

    found: Recognised
    cached: CachedTokens
    problems: ProblemLog

    def examples(self, wanted: Bool, tokenizer: Tokenizer, config: TrainConfig) -> Sequence[Example]:
        """Return the examples of the wanted units: one for each conversation, or windows over the texts. wanted: [n
        units].
        """
        if self.found.is_conversation:
            return self.cached.choices(wanted) if config.choices else self.cached.conversations(wanted)
        bos = tokenizer.bos if tokenizer.add_bos else None
        return self.cached.texts(wanted, config.context, bos, tokenizer.eos)


class _Split(NamedTuple):
    """The split of a data set. wanted: [n units] to train on. test: units for neither training nor evaluation.

    evaluation: [n units] of the held-out data that evaluations measure.
    """

    wanted: Bool
    test: Bool
    evaluation: Bool
    rows: int  # held out
    unmeasured: int = 0  # of these
    leaked: int = 0  # not trained on because they are also evaluation rows


def load_dataset(
    data: Path,
    tokenizer: Tokenizer,
    renderer: TemplateRenderer,
    config: TrainConfig,
    eval_data: Path | None = None,
    progress: ReportProgress | None = None,
    now: datetime | None = None,
    changes: Sequence[RowChange] = (),
    notice: Notify | None = None,
) -> Dataset:
    """Read, tokenize and split a data file. Only numbers about its rows are in memory, not their tokens.

    progress(done, total) counts bytes of the file being read. now: "today" for templates that write the date. changes:
    made by hand in the rows of `data`. Raises LuthierError `data.nothing-usable` with the reasons, `data.no-choices`,
    and what tokenize_data raises.
    """
    folder = data_files(data, config.sheet)
    parts: list[tuple[Path, Sequence[RowChange], Part]] = [(data, changes, "train")]
    if eval_data:
        parts.append((eval_data, (), "train"))
    elif folder.held_out and config.eval_share > 0:
        parts.append((data, (), "valid"))
    sources = []
    for path, made, part in parts:
        found, cached = tokenize_data(
            path, tokenizer, renderer, config, progress, now, changes=made, notice=notice, part=part
        )
        sources.append(_Tokenized(found, cached, cached.problems()))
        _require_some(sources[-1], path)
        if config.choices and not found.is_conversation:
            raise _no_choices(path, f": it is {'running text' if found.format == TEXT else 'texts, one a row'}.")
    whole, judges = sources[0], sources[-1]  # the same source if a part of it is held out
    is_apart = len(sources) > 1
    test = _test_of(whole, config)
    contradicted = _contradicted(whole) if config.choices else np.zeros_like(test)
    split = _held_apart(whole, judges, test) if is_apart else _held_out(whole, config, test, contradicted)
    split = split._replace(wanted=split.wanted & ~contradicted)
    problems = ProblemLog.joined(source.problems for source in sources)
    for unit in whole.cached.units[contradicted]:
        found_in = str(whole.cached.files[unit["file"]])
        problems.add(Problem(found_in, int(unit["line"]), CONTRADICTED, "", "", whole.found.numbered_by_row))
    again = _repeated(whole.cached.keys, split.wanted) if whole.found.format != TEXT else np.zeros_like(split.wanted)
    are_dropped = config.duplicates == "drop"
    wanted = split.wanted & ~again if are_dropped else split.wanted
    duplicates = int(again.sum())
    n_test = int(split.test.sum())
    kept = {TEST: n_test} if n_test else {}
    leaked = {LEAKED: split.leaked} if split.leaked else {}
    twice = {TWICE: duplicates} if duplicates and are_dropped else {}
    train = whole.examples(wanted, tokenizer, config)
    if not len(train):
        raise _nothing_to_train_on(data, problems, split.leaked, n_test + (0 if is_apart else split.rows))
    cached = whole.cached
    dataset = Dataset(
        whole.found, cached.files, cached.units[wanted], train,
        evaluation=judges.examples(split.evaluation, tokenizer, config),
        rows=len(cached) + whole.problems.counts.total(),
        eval_rows=split.rows,
        dropped=dict(problems.counts) | kept | leaked | twice,
        evaluation_units=judges.cached.units[split.evaluation],
        test_units=cached.units[split.test],
        duplicates=0 if are_dropped else duplicates,
        problems=problems.named,
        seen=cached.seen,
        leaked=split.leaked,
        unmeasured=split.unmeasured,
        all_tokens=len(cached.tokens),
        seconds=cached.about.seconds,
        from_cache=cached.was_there,
        is_apart=is_apart,
    )  # fmt: skip
    notices = [notice for part in sources for notice in reading_notices(part.found, part.cached.files, config)]
    notices += folder_notices(folder, is_used=parts[-1][2] == "valid")
    return replace(dataset, notices=[*notices, *notices_of(dataset, tokenizer, config)])


def _test_of(whole: _Tokenized, config: TrainConfig) -> Bool:
    """Return the rows reserved for the test, by their questions; none for running text, which has no questions."""
    if not config.test_share or not whole.found.is_conversation:
        return np.zeros(len(whole.cached), np.bool_)
    return held_out(whole.cached.questions, config.test_share)


def _contradicted(whole: _Tokenized) -> Bool:
    """Return the choices that another one contradicts: neither is learnt."""
    if not whole.found.is_conversation:
        return np.zeros(len(whole.cached), np.bool_)
    return np.isin(whole.cached.units["reversed"], whole.cached.keys)


def _held_out(whole: _Tokenized, config: TrainConfig, test: Bool, unusable: Bool) -> _Split:
    """Hold out a share of the data itself, apart from the test and unusable rows."""
    held, aside = np.zeros_like(test), test | unusable
    held[~aside] = held_out(whole.cached.keys[~aside], config.eval_share)
    measured = first_tokens(held, whole.cached.keys, whole.cached.units["size"], config.eval_tokens)
    return _Split(~held & ~aside, test, measured, rows=int(held.sum()), unmeasured=int((held & ~measured).sum()))


def _held_apart(whole: _Tokenized, judges: _Tokenized, test: Bool) -> _Split:
    """Hold out a separate data set; rows in both are not trained on, and its questions are removed from the test."""
    leaked = np.isin(whole.cached.keys, judges.cached.keys)
    test = test & ~leaked & ~np.isin(whole.cached.questions, judges.cached.questions)
    n = len(judges.cached)
    return _Split(~leaked & ~test, test, np.ones(n, np.bool_), rows=n, leaked=int(leaked.sum()))


def _repeated(keys: Keys, wanted: Bool) -> Bool:
    """Return which of the wanted rows equal an earlier one."""
    places = np.flatnonzero(wanted)
    _, first = np.unique(keys[places], return_index=True)
    again = np.zeros(len(keys), np.bool_)
    again[places] = True
    again[places[first]] = False
    return again


def _require_some(data: _Tokenized, path: Path) -> None:
    if len(data.cached):
        return
    if set(data.problems.counts) == {LEFT_OUT}:
        raise LuthierError("data.all-left-out", f"All of {path.name} is left out.", "Take some of it back.")
    if set(data.problems.counts) == {TEMPLATE_REFUSES}:
        hint = "The rows can be read; it is the model's chat template that takes none of them. Choose another model."
    elif not data.problems.counts.keys().isdisjoint((NO_CHOICE, NO_PAIR)):
        raise _no_choices(path, f".\n{data.problems.listing()}")
    elif data.problems.counts.keys() <= {TOO_LONG, THOUGHTS_TOO_LONG}:
        hint = "Set a larger context, of so many tokens as the rows above have, or take rows with shorter answers."
    else:
        hint = Hint(
            f"It was read as {data.found.format}. Rows of conversations look like this: {_CONVERSATION}.",
            Do.set("columns", words="Where columns have other names: --set columns=FIELD:COLUMN (docs/data.md)."),
        )
        if data.found.columns and missing(FORMATS[data.found.format], data.found.mapping or {}):
            hint = Hint(
                f"Which of its columns is asked, and which is answered? The columns are "
                f"{', '.join(data.found.columns[:_MOST_COLUMNS])}.",
                Do.set("columns", words="Write --set format=qa --set columns=question:COLUMN,answer:COLUMN."),
                f"Lists of objects need another form first: {_CONVERSATION}.",
            )
    raise LuthierError("data.nothing-usable", f"Nothing in {path} can be used.\n{data.problems.listing()}", hint)


_CONVERSATION = '{"messages": [{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}]}'
_CHOICES_LOOK = Do.by(
    "For that, rows need two answers or a label. Choose another goal.",
    '{"prompt": "…", "chosen": "…", "rejected": "…"}, or {"prompt": "…", "completion": "…", "label": true} with '
    "objective=kto; to learn answers as they stand: objective=sft",
)


def _no_choices(path: Path, what: str) -> LuthierError:
    return LuthierError("data.no-choices", f"{path.name} holds no choices between answers{what}", _CHOICES_LOOK)


def _nothing_to_train_on(data: Path, problems: ProblemLog, leaked: int, held: int) -> LuthierError:
    why = "every usable row is also in the evaluation data" if leaked else "it is shorter than two tokens"
    if CONTRADICTED in problems.counts:
        why = "all of its choices say the opposite of each other"
    if held:
        why += f", without the {held} held out"
    listing = f"\n{problems.listing()}" if problems.counts else ""
    return LuthierError(
        "data.nothing-usable", f"There is nothing in {data} to train on: {why}.{listing}", "Give more or other data."
    )

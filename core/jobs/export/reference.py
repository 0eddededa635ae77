"""Compares an exported file's answers with the trained model's, and checks that they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError, shortly
from core.base.numbers import plural
from core.chat.prompt import prompt_tokens
from core.data.example import Example
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import logits_of
from core.export.check.comparison import beginning
from core.export.check.greedy import parting, write_greedily
from core.export.check.loss import cross_entropy, probe_example, targets_of
from core.export.turns import Turns
from core.gguf.header import Header
from core.jobs.context import JobContext
from core.jobs.export.trained import General, Trained, general_talk, training_sample
from core.jobs.models.convert import thinned
from core.jobs.training.evaluate import load_adapter

_PROMPTS = 3
_LONGEST = 512  # tokens: shorter prompts are preferred
_ANSWER, _COMPARED = 256, 32  # tokens: within which an answer must end; which are compared
_TRAINED, _MEASURED = 16384, 2048  # tokens: of training rows if none were held out; of rows computed in the engine
_LOGITS = 256 << 20  # bytes the most for a row's logits
_SHOWN = 12  # tokens to show after answers diverge
_GREETING = "Good evening! Who are you?"  # the question if no data was held out


class Rows(NamedTuple):
    """Rows of the run. of: "held-out" or "trained"; "" if the run has no rows left and these are arbitrary words."""

    examples: Sequence[Example]
    of: str


class Answers(NamedTuple):
    """The result of comparing answers. The first two fields as in ExportResult. other: for a different answer, the
    prompt, the answer of base and adapter, and the file's.
    """

    same_answer: bool
    ends: bool | None
    other: tuple[str, str, str] | None = None


class Reference:
    """The base with the adapter, including DoRA, in Luthier's engine: exactly as trained, without rounding.

    rows: texts to measure on. prompts: put to this and to exported files.
    """

    def __init__(self, trained: Trained, turns: Turns, context: JobContext) -> None:
        self.trained, self._turns, self._context = trained, turns, context

    @cached_property
    def rows(self) -> Rows:
        """Return the run's held-out rows, else some training rows if the data can still be read."""
        trained = self.trained
        if trained.held_out:
            return Rows(trained.held_out, "held-out")
        try:
            return Rows(training_sample(trained, self._context, _TRAINED), "trained")
        except LuthierError as error:
            self._context.notice(
                "export.no-rows",
                f"What the run was trained on cannot be read any more, so no loss is compared: {error.message}",
                error.hint,
            )
            return Rows([probe_example(trained.model)], "")

    @cached_property
    def general(self) -> General:
        """Return general questions with answers, in the model's template."""
        return general_talk(self.trained, self._context, _MEASURED)

    @cached_property
    def prompts(self) -> list[list[int]]:
        """Return prompts from the rows, up to the first answer or half of a text; a greeting without rows."""
        trained, conversations = self.trained, self._turns.conversations
        rows = self.rows.examples if self.rows.of else []
        beginnings = (beginning(example, conversations) for example in rows)
        found = dict.fromkeys(prompt for prompt in beginnings if len(prompt) > 1)
        if not found:
            return [prompt_tokens(trained.model, _GREETING, conversations, self._context.renderer)]
        short = [prompt for prompt in found if len(prompt) <= _LONGEST][:_PROMPTS]
        return list(map(list, short or [min(found, key=len)]))

    @cached_property
    def _engine(self) -> tuple[LoadedModel, LoraAdapter]:
        loaded = load_for_engine(self.trained.model, self.trained.info.config.threads)
        return loaded, load_adapter(loaded, self.trained.source.file, self.trained.info.config)

    def losses(self, rows: Sequence[Example]) -> NDArray[np.float64]:
        """Return each supervised token's loss in nats, in order, for rows from `briefly`."""
        loaded, adapter = self._engine
        found = []
        for example in rows:
            self._context.control.raise_if_cancelled()
            targets, expected = targets_of(example)
            places = np.flatnonzero(expected)
            first, last = int(places[0]), int(places[-1]) + 1
            logits = logits_of(loaded, adapter, example.tokens[:last].tolist(), last - first)
            found.append(cross_entropy(logits[places - first], targets))
        return np.concatenate(found) if found else np.zeros(0)

    def briefly(self, rows: Sequence[Example]) -> list[Example]:
        """Return some of the rows, cut so that a row's logits fit into _LOGITS bytes."""
        vocabulary = self._engine[0].model.shape.n_vocab
        return [
            cut
            for example in thinned(rows, _MEASURED)
            if (cut := _cut(example, _LOGITS // (4 * vocabulary))) is not None
        ]

    def parts_at(self, prompt: Sequence[int], written: Sequence[int]) -> int | None:
        """Return the index of the first token that the model would not have written greedily after this prompt; None if
        it would have written all.

        One forward pass over the whole text gives its choice at every position.
        """
        loaded, adapter = self._engine
        logits = logits_of(loaded, adapter, [*prompt, *written[:-1]], len(written))
        return parting(logits, written)

    def check(self, model: Header, adapter: Path | None) -> Answers:
        """Compare answers, and report one that does not end."""
        self._context.phase("answers", "Comparing its answers with the trained model's")
        answers = self.compare(model, adapter)
        if answers.ends is False:
            self._context.notice(
                "export.no-end",
                f"Not all of its answers to {plural(len(self.prompts), 'prompt', 'prompts')} came to an end within "
                f"{_ANSWER} tokens.",
                "If its answers go on and on, train longer. In a Modelfile, PARAMETER num_predict 300 cuts them off.",
            )
        if answers.other is not None:
            prompt, ours, theirs = answers.other
            self._context.notice(
                "export.answers-differ",
                f"The answer to “{prompt}” came out differently: “{theirs}” in the file, “{ours}” here.",
                "If that is worse, choose a finer type of weights; you can measure types first.",
            )
        return answers

    def compare(self, model: Header, adapter: Path | None) -> Answers:
        """Let an exported file answer in llama.cpp and compare. adapter: one to add to the model."""
        context, turns = self._context, self._turns
        answers = write_greedily(
            model,
            adapter,
            self.prompts,
            _ANSWER if turns.conversations else _COMPARED,
            turns.stops,
            lambda done, total: context.progress(done, total, "tokens"),
        )
        ends = all(answer.ended for answer in answers) if turns.conversations else None
        for prompt, answer in zip(self.prompts, answers, strict=True):
            written = answer.tokens[:_COMPARED]
            if (at := self.parts_at(prompt, written)) is not None:
                return Answers(False, ends, self._side_by_side(prompt, written, at))
        return Answers(True, ends)

    def _side_by_side(self, prompt: Sequence[int], written: list[int], at: int) -> tuple[str, str, str]:
        """Return the prompt and both answers, as far as they are compared; ours until shortly after they diverge."""
        loaded, adapter = self._engine
        ours = written[:at]
        with open_in_llama_cpp(self.trained.model, vocabulary_only=True) as opened:
            vocabulary = opened.vocabulary
            while len(ours) < min(at + _SHOWN, _COMPARED) and not (ours and vocabulary.ends_generation(ours[-1])):
                ours.append(int(logits_of(loaded, adapter, [*prompt, *ours], 1)[0].argmax()))

            asked, *answers = (
                [vocabulary.piece(token, special=False) for token in tokens] for tokens in (prompt, ours, written)
            )
        ours_said, theirs_said = (_shown(pieces) for pieces in answers)
        return _question(asked), ours_said, theirs_said


def _question(pieces: Sequence[bytes]) -> str:
    """Return a prompt's question: its last text between marks that is longer than a name. pieces: special tokens are
    empty.
    """
    parts = [_shown(part) for marked, part in groupby(pieces, bool) if marked]
    return next((part for part in reversed(parts) if " " in part), parts[-1] if parts else "").removeprefix("user ")


def _shown(pieces: Iterable[bytes]) -> str:
    return shortly(b"".join(pieces).decode("utf-8", "replace"))


def _cut(example: Example, most: int) -> Example | None:
    """Cut an example after as many supervised tokens as `most` logits cover; None if it has none."""
    places = np.flatnonzero(targets_of(example)[1])
    if places.size == 0:
        return None
    end = min(int(places[-1]), int(places[0]) + most - 1) + 2
    return Example(example.tokens[:end], example.supervised[:end])

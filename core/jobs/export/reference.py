"""Whether an exported file answers as the trained model does, and comes to an end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from core.chat.prompt import prompt_tokens
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.loaded import LoadedModel, load_for_engine
from core.engine.train.logits import logits_of
from core.export.check.greedy import parting, write_greedily
from core.export.check.questions import beginning
from core.export.turns import Turns
from core.jobs.context import JobContext
from core.jobs.evaluate import load_adapter
from core.jobs.export.trained import Trained
from core.shared.gguf.header import Header
from core.shared.texts.numbers import plural

_PROMPTS = 3
_LONGEST = 512  # tokens of a prompt, where there are such
_ANSWER, _COMPARED = 256, 32  # tokens: of an answer that has to end, and of those that should be alike
_GREETING = "Good evening! Who are you?"  # what a model without held-out data is asked


class Answers(NamedTuple):
    """As in ExportResult."""

    same_answer: bool
    ends: bool | None


class Reference:
    """The base with the adapter in Luthier's own engine: as it was trained, DoRA too, without any rounding.

    prompts: what it and exported files are asked.
    """

    def __init__(self, trained: Trained, turns: Turns, context: JobContext) -> None:
        self._trained, self._turns, self._context = trained, turns, context

    @cached_property
    def prompts(self) -> list[list[int]]:
        """From the held-out data where there is any: up to a first answer, or the first half of a text."""
        trained, conversations = self._trained, self._turns.conversations
        beginnings = (beginning(example, conversations) for example in trained.held_out)
        found = dict.fromkeys(prompt for prompt in beginnings if len(prompt) > 1)
        if not found:
            return [prompt_tokens(trained.model, _GREETING, conversations, self._context.renderer)]
        short = [prompt for prompt in found if len(prompt) <= _LONGEST][:_PROMPTS]
        return list(map(list, short or [min(found, key=len)]))

    @cached_property
    def _engine(self) -> tuple[LoadedModel, LoraAdapter]:
        loaded = load_for_engine(self._trained.model, self._trained.info.config.threads)
        return loaded, load_adapter(loaded, self._trained.source.file, self._trained.info.config)

    def parts_at(self, prompt: Sequence[int], written: Sequence[int]) -> int | None:
        """Which of the tokens it would not have written after this prompt; None where it would have written all.

        One pass over the whole text says what it would have written in each place.
        """
        loaded, adapter = self._engine
        logits = logits_of(loaded, adapter, [*prompt, *written[:-1]], len(written))
        return parting(logits, written)

    def check(self, model: Header, adapter: Path | None) -> Answers:
        """As compare, and the user is told where an answer does not end."""
        self._context.phase("answers", "Comparing its answers with the trained model's")
        answers = self.compare(model, adapter)
        if answers.ends is False:
            self._context.notice(
                "export.no-end",
                f"Not all of its answers to {plural(len(self.prompts), 'prompt', 'prompts')} came to an end within "
                f"{_ANSWER} tokens.",
                "If its answers go on and on, train longer. In a Modelfile, PARAMETER num_predict 300 cuts them off.",
            )
        return answers

    def compare(self, model: Header, adapter: Path | None) -> Answers:
        """Let a file answer, as the programs will that load it. adapter: one that is put on the model."""
        context, turns = self._context, self._turns
        answers = write_greedily(
            model,
            adapter,
            self.prompts,
            _ANSWER if turns.conversations else _COMPARED,
            turns.stops,
            lambda done, total: context.progress(done, total, "tokens"),
        )
        asked = list(zip(self.prompts, answers, strict=True))
        same = all(self.parts_at(prompt, answer.tokens[:_COMPARED]) is None for prompt, answer in asked)
        return Answers(same, all(answer.ended for answer in answers) if turns.conversations else None)

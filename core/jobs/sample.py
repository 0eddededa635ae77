"""Samples: what the model answers while it trains, and what it answered before.

llama.cpp writes them between two steps, with the adapter as it is then, and is gone again before the next step:
training computes the same with and without them. It maps the model's file, which is in memory for training anyway.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from core.chat.loaded import LEAN_BATCH, ChatModel, ChatSource, Question
from core.engine.model.loaded import LoadedModel
from core.engine.train.training import Training
from core.export.turns import learnt_conversations, read_turns
from core.jobs.context import JobContext
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.monitor import system_memory
from core.shared.runs import Run, RunInfo
from core.shared.texts.numbers import size

MOST_CONTEXT = 1024  # tokens of prompt and answer together
_TEMPLATE = "tokenizer.chat_template"
_CACHE_BYTES = 2  # of a key or value, F16
_FLOAT_BYTES = 4
_WIDTHS_IN_USE = 8  # rows of the feed-forward's width that are computed at once, about


class SampleWriter:
    """Writes the samples of one training."""

    def __init__(self, run: Run, info: RunInfo, loaded: LoadedModel, context: JobContext) -> None:
        self._run, self._info, self._context = run, info, context
        self._header, self._shape = loaded.model.file.header, loaded.model.shape
        self._source: ChatSource | None = None
        self._before: set[tuple[str, int]] = set()  # prompts that the base has answered, and in how many tokens
        self._refused = False

    @property
    def length(self) -> int:
        """Tokens of prompt and answer together."""
        return min(MOST_CONTEXT, self._info.config.context + self._info.config.sample_tokens)

    @property
    def bytes(self) -> int:
        """About what a sample takes besides the mapped file: keys and values of both voices, and what is computed."""
        shape = self._shape
        keys = 2 * shape.n_layer * shape.n_head_kv * shape.head_dim * self.length
        batch = LEAN_BATCH * (shape.n_vocab + _WIDTHS_IN_USE * shape.d_ff)
        return 2 * (keys * _CACHE_BYTES + batch * _FLOAT_BYTES)

    def write(self, training: Training, prompts: tuple[str, ...], max_tokens: int = 0) -> None:
        """Emit a sample for each prompt: what the base says, once, and what was learnt so far. Never ends the run.

        max_tokens: of an answer; 0: as the settings say. Raises Cancelled.
        """
        if not prompts or not self._may():
            return
        step, tokens = training.progress.step, max_tokens or self._info.config.sample_tokens
        self._context.phase("sample", "Writing a sample")
        adapter = self._run.folder / "sample.gguf.part"
        try:
            tuned = None
            if training.progress.updates:
                training.write_adapter(adapter, {})
                tuned = adapter
            source = dataclasses.replace(self._find_source(), adapter=tuned)
            with ChatModel(source, self._context.renderer) as loaded:
                for prompt in prompts:
                    self._answer(loaded, prompt, tokens, step, learnt=tuned is not None)
        except LuthierError as error:
            self._context.notice("sample.not-written", f"No sample: {error.message}", error.hint)
        finally:
            adapter.unlink(missing_ok=True)

    def _answer(self, loaded: ChatModel, prompt: str, max_tokens: int, step: int, learnt: bool) -> None:
        if (prompt, max_tokens) not in self._before:
            text = self._text(loaded, prompt, max_tokens, "base")
            self._before.add((prompt, max_tokens))
            self._context.emit(p.Sample(prompt=prompt, text=text, label="base", step=0))
        if learnt:
            text = self._text(loaded, prompt, max_tokens, "tuned")
            self._context.emit(p.Sample(prompt=prompt, text=text, label="tuned", step=step))

    def _text(self, loaded: ChatModel, prompt: str, max_tokens: int, voice: p.Voice) -> str:
        """The likeliest answer, so that only what was learnt makes a difference. Raises Cancelled."""
        control = self._context.control
        question = Question([{"role": "user", "content": prompt}], p.Sampling(max_tokens=max_tokens))
        for piece in loaded.answer(question, voice, is_cancelled=control.cancel.is_set):
            if isinstance(piece, p.Reply):
                control.raise_if_cancelled()
                return f"{piece.thinking}\n\n{piece.text}".strip() if piece.thinking else piece.text
        raise AssertionError("an answer ends with its reply")

    def _find_source(self) -> ChatSource:
        """As the run learns to talk; found out once."""
        if self._source is None:
            conversations = learnt_conversations(Path(self._info.data), self._info.config, [])
            turns = read_turns(self._header, self._context.renderer, conversations=conversations)
            self._source = ChatSource(
                self._header,
                template=str(turns.keys[_TEMPLATE]) if _TEMPLATE in turns.keys else None,
                stops=tuple(turns.stops),
                chat=conversations,
                context=self.length,
                lean=True,
            )
        return self._source

    def _may(self) -> bool:
        """Whether there is what it takes; said once where not."""
        reason, hint = "", ""
        if self._info.config.dora:
            reason = "a DoRA adapter has to be merged into a copy of the model first"
            hint = "Talk to it when the training has ended."
        elif self.bytes > (free := system_memory().available):
            reason = f"it takes about {size(self.bytes)} for a while, and {size(free)} are free"
            hint = "Close other programs."
        if reason and not self._refused:
            self._context.notice("sample.not-written", f"No samples are written while this trains: {reason}.", hint)
        self._refused = bool(reason)
        return not reason

"""Samples: the model's answers during training, and the base's.

llama.cpp writes them between two steps, with the current adapter, and is unloaded before the next step: training
computes the same with and without them. It maps the model's file, which is in memory for training anyway. DoRA, which
llama.cpp cannot add to a model, is merged into a temporary copy.
"""

from __future__ import annotations

import contextlib
import dataclasses
import traceback
from pathlib import Path

from core import protocol as p
from core.assess.rows import Row, read_test
from core.base.errors import Cancelled, LuthierError, in_words
from core.base.numbers import size
from core.chat.loaded import LEAN_BATCH, ChatModel, ChatSource, Question
from core.data.formats.recognise import Part
from core.data.tokens.dataset import Dataset
from core.engine.lora.adapter_file import read_adapter
from core.engine.model.weights import LoadedModel
from core.engine.train.training import Training
from core.export.merge import estimated_bytes, merge
from core.export.turns import learnt_conversations, read_turns
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.memory.monitor import system_memory
from core.runs.learnt_thoughts import read_thoughts
from core.runs.run import Run, RunInfo

MOST_CONTEXT = 1024  # tokens of prompt and answer together
_TEMPLATE = "tokenizer.chat_template"
_CACHE_BYTES = 2  # per cached key or value, F16
_FLOAT_BYTES = 4
_CHOICE = 4  # candidates per sample: the shortest questions are the quickest to read
_WIDTHS_IN_USE = 8  # approximate number of feed-forward rows in memory at once


class SampleWriter:
    """Writes the samples of one training."""

    def __init__(self, run: Run, info: RunInfo, loaded: LoadedModel, context: JobContext) -> None:
        self._run, self._info, self._context = run, info, context
        self._header, self._shape = loaded.model.file.header, loaded.model.shape
        self._source: ChatSource | None = None
        self._before: set[tuple[str, int]] = set()  # prompts that the base has answered, with the token limit
        self._refused = False
        self._asked: dict[str, Row] = {}  # rows used as samples, by question
        self._learns_asked = False  # whether they are training rows
        self._adapter, self._merged = (run.folder / f"sample-{name}.gguf.part" for name in ("adapter", "merged"))
        self._clear()  # leftovers of a worker that was killed during samples

    def ask_rows(self, dataset: Dataset) -> None:
        """Find the held-out questions, or else training questions, to answer as samples. Failures do not end the
        training.
        """
        config, units = self._info.config, dataset.evaluation_units
        if not config.sample_rows or not dataset.found.is_conversation:
            return
        data = Path(self._info.eval_data or self._info.data)
        part: Part = "valid" if dataset.is_apart and not self._info.eval_data else "train"
        self._learns_asked = not len(units)
        if self._learns_asked:
            data, units, part = Path(self._info.data), dataset.units, "train"
        keys = frozenset(units["question"].tolist())
        enough = _CHOICE * config.sample_rows
        try:
            found = read_test(data, self._header.path, config, part=part, wanted=keys, enough=enough).rows
        except (LuthierError, OSError) as error:
            self._context.notice("sample.not-written", f"No row becomes a sample: {in_words(error)}")
            return
        found = sorted(found, key=lambda row: (row.question in config.sample_prompts, len(row.question)))
        self._asked = {row.question: row for row in found[: config.sample_rows]}

    @property
    def prompts(self) -> tuple[str, ...]:
        """Return the prompts to answer at each evaluation: those of the settings, then the rows' questions."""
        return tuple(dict.fromkeys((*self._info.config.sample_prompts, *self._asked)))

    @property
    def length(self) -> int:
        """Return the most tokens of prompt and answer together."""
        return min(MOST_CONTEXT, self._info.config.context + self._info.config.sample_tokens)

    @property
    def bytes(self) -> int:
        """Return the approximate memory of a sample besides the mapped file: both voices' KV caches, compute buffers,
        and with DoRA the merged copy.
        """
        shape = self._shape
        keys = 2 * sum(layer.kv_width for layer in shape.layers) * self.length
        batch = LEAN_BATCH * (shape.n_vocab + _WIDTHS_IN_USE * max(layer.d_ff for layer in shape.layers))
        copy = estimated_bytes(self._header, None, self._header.tensors) if self._info.config.dora else 0
        return 2 * (keys * _CACHE_BYTES + batch * _FLOAT_BYTES) + copy

    def write(self, training: Training, prompts: tuple[str, ...], max_tokens: int = 0) -> None:
        """Emit a sample for each prompt: the base's answer, once, and the current adapter's. Failures do not end the
        run.

        max_tokens: per answer; 0: the run's setting. Raises Cancelled.
        """
        if not prompts or not self._may():
            return
        step, tokens = training.progress.step, max_tokens or self._info.config.sample_tokens
        self._context.phase("sample", "Writing an answer")
        learnt = training.progress.updates > 0
        try:
            source = self._with_learnt(self._find_source(), training) if learnt else self._find_source()
            with ChatModel(source, self._context.renderer) as loaded:
                for prompt in prompts:
                    self._answer(loaded, prompt, tokens, step, learnt=learnt)
        except LuthierError as error:
            self._context.notice("sample.not-written", f"No sample: {error.message}", error.hint)
        except Cancelled:
            raise
        except Exception as error:  # no failing sample may end hours of training
            details = "".join(traceback.format_exception(error))
            self._context.emit(p.Log(level="error", source="sample", text=details))
            why = "the system had no memory left" if isinstance(error, MemoryError) else in_words(error)
            self._context.notice("sample.not-written", f"No sample: {why}.", "The training goes on without it.")
        finally:
            self._clear()

    def _with_learnt(self, source: ChatSource, training: Training) -> ChatSource:
        """Return the source with the current adapter, for DoRA merged into a copy of the model."""
        training.write_adapter(self._adapter, {})
        if not self._info.config.dora:
            return dataclasses.replace(source, adapter=self._adapter)
        context = self._context
        context.phase("sample", "Merging what it has learnt into a copy of the model, for a sample")
        merge(
            self._header,
            read_adapter(self._adapter),
            self._merged,
            None,
            {},
            lambda done, total: context.progress(done, total, "bytes"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        )
        context.phase("sample", "Writing an answer")
        return dataclasses.replace(source, merged=read_header(self._merged))

    def _clear(self) -> None:
        for file in (self._adapter, self._merged):
            with contextlib.suppress(OSError):  # the later failure to write is reported
                file.unlink(missing_ok=True)

    def _is_learnt(self, prompt: str) -> bool:
        return self._learns_asked and prompt in self._asked

    def _answer(self, loaded: ChatModel, prompt: str, max_tokens: int, step: int, learnt: bool) -> None:
        if (prompt, max_tokens) not in self._before:
            text = self._text(loaded, prompt, max_tokens, "base")
            self._before.add((prompt, max_tokens))
            self._context.emit(p.Sample(prompt=prompt, text=text, label="base", step=0, learnt=self._is_learnt(prompt)))
        if learnt:
            text = self._text(loaded, prompt, max_tokens, "tuned")
            self._context.emit(
                p.Sample(prompt=prompt, text=text, label="tuned", step=step, learnt=self._is_learnt(prompt))
            )

    def _text(self, loaded: ChatModel, prompt: str, max_tokens: int, voice: p.Voice) -> str:
        """Return the greedy answer, so that only training makes a difference. Raises Cancelled."""
        control = self._context.control
        row = self._asked.get(prompt)
        messages = row.messages if row else [{"role": "user", "content": prompt}]
        question = Question(messages, p.Sampling(max_tokens=max_tokens), row.tools if row else ())
        for piece in loaded.answer(question, voice, is_cancelled=control.cancel.is_set):
            if isinstance(piece, p.Reply):
                control.raise_if_cancelled()
                return f"{piece.thinking}\n\n{piece.text}".strip() if piece.thinking else piece.text
        raise AssertionError("an answer ends with its reply")

    def _find_source(self) -> ChatSource:
        """Find out once which turns the run learns."""
        if self._source is None:
            conversations = learnt_conversations(Path(self._info.data), self._info.config, [])
            turns = read_turns(self._header, self._context.renderer, self._info.config, conversations=conversations)
            self._source = ChatSource(
                self._header,
                template=str(turns.keys[_TEMPLATE]) if _TEMPLATE in turns.keys else None,
                stops=tuple(turns.stops),
                chat=conversations,
                context=self.length,
                lean=True,
                think=read_thoughts(self._run).think,
            )
        return self._source

    def _may(self) -> bool:
        """Return whether enough memory is free; if not, send a notice once."""
        free = system_memory().available
        lacks = self.bytes > free
        if lacks and not self._refused:
            self._context.notice(
                "sample.not-written",
                "No samples are written while this trains: "
                f"it takes about {size(self.bytes)} for a while, and {size(free)} are free.",
                "Close other programs.",
            )
        self._refused = lacks
        return not lacks

"""Keeps a model loaded and answers with the adapter at any strength, or without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import protocol as p
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.chat.markers import Marks, read_calls
from core.chat.prompt import Prompt, PromptWriter
from core.chat.sampling import Chance, Steering, TokenChoice, chance_of
from core.chat.split import Piece, Splitter
from core.data.chat.renderer import TemplateRenderer
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.model import LlamaModel, Vocabulary, open_in_llama_cpp
from core.gguf.header import Header, ModelFile, header_of

LEAST_CONTEXT = 4096  # default context in tokens, if the model was made for as many
BATCH, LEAN_BATCH = 512, 32  # prompt tokens read at a time


@dataclass(frozen=True)
class ChatSource:
    """What to load. merged: a model with the adapter merged in, which has one strength only.

    template: in place of the file's own. stops: texts that end a turn, as training taught them. chat: False to continue
    texts. context: tokens; 0 for the model's own context, up to LEAST_CONTEXT.

    lean: saves memory besides the mapped file, but is slower. think: before an answer, unless a question overrides it;
    auto: up to the template.
    """

    model: ModelFile
    adapter: Path | None = None
    merged: ModelFile | None = None
    template: str | None = None
    stops: tuple[str, ...] = ()
    chat: bool = True
    context: int = 0
    lean: bool = False
    think: p.Think = "auto"


@dataclass(frozen=True)
class Question:
    """What to answer, and how. strength: of the adapter, 0 to 2; 0 is the base alone. begun, begun_thinking: the
    beginning of the answer, given in advance.

    think: before it answers; auto: as the source. stops: texts that end the answer, besides the source's. marks: the
    kinds to split off; None: all that the template marks. steering: further constraints on its tokens. top_chances: how
    many of the likeliest tokens to report for each.
    """

    messages: Sequence[Mapping[str, Any]]
    sampling: p.Sampling = field(default_factory=p.Sampling)
    tools: Sequence[Any] = ()
    strength: float = 1.0
    begun: str = ""
    begun_thinking: str = ""
    think: p.Think = "auto"
    stops: Sequence[str] = ()
    marks: Sequence[Marks] | None = None
    steering: Steering = field(default_factory=Steering)
    top_chances: int = 0


class ChatModel:
    """Holds the model, and for each voice the tokens read so far: a question is read only from its first difference to
    the last one.

    Use as a context manager.
    """

    def __init__(self, source: ChatSource, renderer: TemplateRenderer) -> None:
        """Read only the vocabulary, so that a bad template is reported before the weights load.

        Raises LuthierError `model.*`, `data.bad-template`, `data.runaway-template`.
        """
        self._source, self._held = source, ExitStack()
        self._models: dict[Path, LlamaModel] = {}
        self._voices: dict[p.Voice, _Voice] = {}
        self.header = header_of(source.model)
        try:
            tokenizer = self._held.enter_context(Tokenizer(self.header))
            template = (source.template or tokenizer.chat_template) if source.chat else None
            self.writer = PromptWriter(tokenizer, renderer, template, source.stops)
        except BaseException:
            self._held.close()
            raise

    def __enter__(self) -> ChatModel:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @property
    def context_length(self) -> int:
        """Return the number of tokens that a conversation may have, including its answer."""
        return context_length(self._source, self.header)

    @property
    def n_vocab(self) -> int:
        """Return the size of the model's vocabulary."""
        return len(self._voice("tuned").model.vocabulary)

    def text_of(self, token: int) -> bytes:
        """Return a token's bytes."""
        return self._voice("tuned").model.vocabulary.piece(token)

    def load(self) -> None:
        """Load the weights before the first question. Raises LuthierError `model.*`, `adapter.cannot-load`."""
        self._voice("tuned")

    def prompt(self, question: Question) -> Prompt:
        """Return a question's prompt. Raises LuthierError as PromptWriter.write does."""
        return self.writer.write(
            question.messages,
            question.tools,
            length=self.context_length,
            limit=question.sampling.max_tokens,
            begun=question.begun,
            begun_thinking=question.begun_thinking,
            think=self._source.think if question.think == "auto" else question.think,
        )

    def answer(
        self,
        question: Question,
        voice: p.Voice = "tuned",
        prompt: Prompt | None = None,
        *,
        is_cancelled: Callable[[], bool] = lambda: False,
        reading: ReportProgress = lambda done, total: None,
        chosen: Callable[[Chance], None] | None = None,
    ) -> Iterator[Piece | p.Reply]:
        """Yield pieces of the answer as they come, then the whole reply.

        prompt: the question's prompt, if already written. is_cancelled: checked before each token and each batch of the
        prompt. reading: reports prompt tokens read. chosen: receives each token's probability. Raises LuthierError as
        `prompt` does, `model.no-context`, `model.decode-failed`.
        """
        started = time.monotonic()
        prompt = prompt or self.prompt(question)
        if voice == "tuned" and self._source.merged is not None and question.strength not in (0.0, 1.0):
            raise LuthierError(
                "adapter.dora-strength",
                "The strength of a DoRA adapter cannot be changed: it is merged into a copy of the model.",
                "Choose 1, or 0 for the base model.",
            )
        speaker = self._voice("base" if question.strength == 0 else voice)
        speaker.set_strength(question.strength)
        stops = [*self._source.stops, *question.stops]
        yield from _Answer(speaker, self.writer, prompt, question, stops, started, chosen).write(is_cancelled, reading)

    def _voice(self, name: p.Voice) -> _Voice:
        """Return a voice with its own context, created on first use; both voices share one model unless the adapter is
        merged.
        """
        if name not in self._voices:
            source = self._source
            merged, adapter = (source.merged, source.adapter) if name == "tuned" else (None, None)
            header = header_of(merged) if merged else self.header
            if header.path not in self._models:
                self._models[header.path] = self._held.enter_context(open_in_llama_cpp(header, lean=source.lean))
            model = self._models[header.path]
            loaded = model.load_adapter(adapter) if adapter else None
            context = self._held.enter_context(
                model.context(self.context_length, batch=LEAN_BATCH if source.lean else BATCH)
            )
            self._voices[name] = _Voice(model, context, loaded)
        return self._voices[name]


def context_length(source: ChatSource, header: Header) -> int:
    """Return the tokens that a conversation may have. header: of the model that answers."""
    made_for = int(header.values.get(f"{header.architecture}.context_length", 0)) or LEAST_CONTEXT
    return min(source.context or LEAST_CONTEXT, made_for)


class _Voice:
    """A model, its context, and the adapter's strength in it."""

    def __init__(self, model: LlamaModel, context: Context, adapter: Any) -> None:
        self.model, self.context, self._adapter = model, context, adapter
        self._strength = 0.0

    def set_strength(self, strength: float) -> None:
        """Set the adapter's strength; tokens read at another strength are read again."""
        if self._adapter is not None and strength != self._strength:
            self.context.use_adapter(self._adapter, strength)
            self._strength = strength


class _Answer:
    """An answer in progress."""

    def __init__(
        self,
        voice: _Voice,
        writer: PromptWriter,
        prompt: Prompt,
        question: Question,
        stops: Sequence[str],
        started: float,
        chosen: Callable[[Chance], None] | None,
    ) -> None:
        """started: when the question arrived, by time.monotonic."""
        self._context, self._vocabulary = voice.context, voice.model.vocabulary
        self._prompt, self._question, self._started, self._chosen = prompt, question, started, chosen
        marks = writer.marks if question.marks is None else question.marks
        self._shown = special_texts(marks, stops)
        self._splitter = Splitter(marks, stops, in_thought=prompt.in_thought, is_begun=prompt.is_begun)
        self._written = 0
        self._stopped: p.Stopped = "cancelled"

    def write(self, is_cancelled: Callable[[], bool], reading: ReportProgress) -> Iterator[Piece | p.Reply]:
        """Yield the answer's pieces, and its Reply last."""
        began = time.monotonic()
        reused = 0 if is_cancelled() else self._context.keep_common(self._prompt.tokens)
        first = read = None
        if not is_cancelled() and self._read(self._prompt.tokens[reused:], is_cancelled, reading):
            read = time.monotonic()
            question = self._question
            with closing(
                TokenChoice(self._vocabulary, question.sampling, self._prompt.tokens, question.steering)
            ) as choice:
                for raw in self._tokens(choice, is_cancelled):
                    first = first or time.monotonic()
                    yield from self._splitter.add(raw)
        yield from self._splitter.finish()
        ended = time.monotonic()
        read = read or ended
        yield self._reply(reused, (first or ended) - self._started, read - began, ended - read)

    def _read(self, tokens: list[int], is_cancelled: Callable[[], bool], reading: ReportProgress) -> bool:
        """Read the prompt in batches until cancelled. Return whether it was read completely."""

        def report(done: int, total: int) -> None:
            if is_cancelled():
                raise _CancelledError
            reading(done, total)

        try:
            self._context.feed(tokens, report)
        except _CancelledError:
            return False
        return True

    def _tokens(self, choice: TokenChoice, is_cancelled: Callable[[], bool]) -> Iterator[bytes]:
        """Yield the bytes of each token, up to but not including the end of the answer."""
        room = self._context.length - len(self._prompt.tokens)
        most = self._question.sampling.max_tokens
        limit = min(most, room)
        while not is_cancelled():
            token = choice.next(self._context, self._written, is_cancelled)
            if token is None or self._vocabulary.ends_generation(token):
                self._stopped = "cancelled" if is_cancelled() else "stop"
                return
            self._written += 1
            if self._chosen:
                self._chosen(chance_of(token, self._context.last_logits(), self._question.top_chances))
            yield written_bytes(self._vocabulary, token, self._shown)
            if self._splitter.stopped:
                self._stopped = "stop"
                return
            if self._written == limit:
                self._stopped = "length" if limit == most else "full"
                return
            self._context.feed([token])

    def _reply(self, reused: int, first: float, reading: float, writing: float) -> p.Reply:
        stretches = self._splitter.stretches
        return p.Reply(
            text="".join(piece.text for piece in stretches if piece.kind == "answer"),
            thinking="\n\n".join(piece.text for piece in stretches if piece.kind == "thinking"),
            calls=[call for piece in stretches if piece.kind == "call" for call in read_calls(piece.text)],
            prompt_tokens=len(self._prompt.tokens),
            reused_tokens=reused,
            dropped=self._prompt.dropped,
            tokens=self._written,
            first_token_s=first,
            prompt_tok_s=(len(self._prompt.tokens) - reused) / max(reading, 1e-9),
            tok_s=self._written / max(writing, 1e-9),
            stopped=self._stopped,
        )


def special_texts(marks: Sequence[Marks], stops: Sequence[str]) -> str:
    """Return the texts that control tokens may write in an answer: marks of thoughts and calls, and the ends of a
    turn.
    """
    return "".join([*(mark.opening + mark.closing for mark in marks), *stops])


def written_bytes(vocabulary: Vocabulary, token: int, specials: str) -> bytes:
    """Return a token's bytes; for a control token only if its text is among `specials`."""
    if raw := vocabulary.piece(token, special=False):
        return raw
    name = vocabulary.piece(token)
    return name if name and name.decode(errors="replace") in specials else b""


class _CancelledError(Exception):
    """The question was cancelled."""


def generate_answer(
    model: ModelFile,
    adapter: Path | None,
    prompt: str,
    renderer: TemplateRenderer,
    *,
    chat: bool = True,
    max_tokens: int = 200,
    temperature: float = 0.0,
    seed: int = 0,
) -> p.Reply:
    """Let llama.cpp continue `prompt` with the adapter at full strength.

    chat: put the prompt into the model's chat template; without one, or with chat=False, continue the text.
    temperature: 0 for greedy. Raises LuthierError as ChatModel.answer does.
    """
    source = ChatSource(model, adapter, chat=chat)
    sampling = p.Sampling(temperature=temperature, seed=seed, max_tokens=max_tokens)
    question = Question([{"role": "user", "content": prompt}], sampling)
    with ChatModel(source, renderer) as loaded:
        return whole_reply(loaded, question)


def whole_reply(loaded: ChatModel, question: Question, progress: ReportProgress = lambda done, total: None) -> p.Reply:
    """Return the whole answer to a question. progress: tokens read of the prompt, then pieces written; it may raise to
    stop.

    Raises LuthierError as ChatModel.answer does.
    """
    for written, piece in enumerate(loaded.answer(question, reading=progress)):
        if isinstance(piece, p.Reply):
            return piece
        progress(written, question.sampling.max_tokens)
    raise AssertionError("an answer ends with its reply")

"""Has a model write several texts at a time, each with its own grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Do, LuthierError
from core.chat.loaded import ChatModel, ChatSource
from core.chat.sampling import Grammar
from core.data.chat.renderer import TemplateRenderer
from core.engine.llama_cpp.context import fitting
from core.engine.llama_cpp.model import LlamaModel, open_in_llama_cpp
from core.gguf.header import header_of

_TEMPERATURE = 0.3
_RUN = 6  # tokens in a row that must not repeat within quotes: otherwise small models find no end

Messages = Sequence[Mapping[str, Any]]


class Task(NamedTuple):
    """A text to write. named: its subject. asked: prompts; the next one is used if one is too long. limit: tokens.

    seed: for sampling.
    """

    named: str
    asked: Sequence[Messages]
    grammar: str
    limit: int
    seed: int


@dataclass
class _Text:
    """A task in progress."""

    task: Task
    prompt: list[int]
    raw: bytearray = field(default_factory=bytearray)
    tokens: list[int] = field(default_factory=list)
    begun: int = 0  # tokens before the quoted text in progress
    grammar: Grammar | None = None
    chance: np.random.Generator = field(default_factory=np.random.default_rng)

    def circling(self) -> list[int]:
        """Return the tokens that would repeat a run of tokens within the same quotes."""
        written, run = self.tokens[self.begun :], _RUN - 1
        last = written[-run:]
        return [
            written[i + run] for i in range(len(written) - run) if len(last) == run and written[i : i + run] == last
        ]


def write_texts(
    source: ChatSource,
    renderer: TemplateRenderer,
    tasks: Sequence[Task],
    take: Callable[[int, str], None],
    poll: Callable[[], None],
) -> None:
    """Have the model do each task. take: called with a task's number and its text as soon as it is written; the text
    may be cut off. poll: called before each token, and may raise to stop.

    Raises LuthierError `rows.short-context`, `model.*`, `data.bad-template`.
    """
    if not tasks:
        return
    with ChatModel(source, renderer) as chat:
        texts = [_text(chat, task) for task in tasks]
    need = max(len(one.prompt) + one.task.limit for one in texts)
    at_once = fitting(len(texts), need)
    with open_in_llama_cpp(header_of(source.model)) as model:
        writing = _Writing(model, texts, take, poll)
        with model.side_by_side(need * at_once, at_once, source.adapter) as beside:
            beside.go_on([one.prompt for one in texts], writing.goes_on, writing.choose)


def _text(chat: ChatModel, task: Task) -> _Text:
    for asked in task.asked:
        messages = asked if chat.writer.has_template else [{"role": "user", "content": as_text(asked)}]
        try:
            prompt = chat.writer.write(
                messages,
                length=max(chat.context_length - task.limit, 1),
                limit=0,
                may_drop=False,
                think="off" if chat.writer.can_switch else "auto",
            )
            return _Text(task, prompt.tokens)
        except LuthierError as error:
            if error.code != "chat.prompt-too-long":
                raise
    raise LuthierError(
        "rows.short-context",
        f"A piece of {task.named} does not fit the model's context of {chat.context_length:,} tokens.",
        Do.by("Choose a model with a longer context.", "or ask for fewer --rows of a piece"),
    )


def as_text(messages: Messages) -> str:
    """Return messages as a text to continue, for a model without a chat template, which follows the example."""
    return "\n\n".join(str(one["content"]) for one in messages) + "\n\n"


class _Writing:
    """Chooses tokens, and passes on finished texts."""

    def __init__(
        self, model: LlamaModel, texts: Sequence[_Text], take: Callable[[int, str], None], poll: Callable[[], None]
    ) -> None:
        self._vocabulary, self._texts, self._take, self._poll = model.vocabulary, texts, take, poll

    def choose(self, number: int, logits: NDArray[np.float32]) -> int:
        """Return the next token of a text; an end token if its grammar allows none."""
        text = self._texts[number]
        if text.grammar is None:
            text.grammar = Grammar(self._vocabulary, text.task.grammar)
            text.chance = np.random.default_rng(text.task.seed)
        if circling := text.circling():
            logits[circling] = -np.inf
        token = text.grammar.draw(logits, _TEMPERATURE, text.chance)
        return self._vocabulary.eos if token is None else token

    def goes_on(self, number: int, token: int) -> bool:
        """Take a text's next token. Return whether to continue."""
        self._poll()
        text = self._texts[number]
        text.tokens.append(token)
        ends = token < 0 or self._vocabulary.ends_generation(token)
        if not ends:
            text.raw += self._vocabulary.piece(token, special=False)
            if b'":"' in text.raw[-8:]:
                text.begun = len(text.tokens)
        is_whole = text.raw.endswith((b'"}]', b'"]')) and not text.raw.endswith(b'\\"]')
        if not (ends or is_whole) and len(text.tokens) < text.task.limit:
            return True
        text.grammar = None
        self._take(number, text.raw.decode(errors="replace"))
        return False

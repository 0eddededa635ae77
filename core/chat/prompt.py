"""Writes a conversation as tokens in the form that training saw, opened for an answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from core.base.errors import LuthierError
from core.chat.markers import Marks, find_marks, opens_thought
from core.data.chat.conversation import LEADING, ConversationEncoder
from core.data.chat.left_out import CONTENT_KINDS, CallArguments
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import NONE, ChatTemplate
from core.data.chat.thinking import Mode, Thinking
from core.data.formats.turns import Message, require_characters, turns
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer, require_breaks
from core.gguf.header import ModelFile
from core.protocol import Think

_LONG = 1 << 30  # tokens; disables the encoder's cut-off
_SPARE = 4  # when turns have to be dropped, a quarter of the context stays free for the answer


@dataclass(frozen=True)
class Prompt:
    """A prompt. tokens: all that the model reads. dropped: number of oldest messages left out for lack of room.

    left_out: names parts of the conversation that the template does not write. in_thought: the prompt ends within a
    thought. is_begun: it ends within the answer, or within the thoughts before it.
    """

    tokens: list[int]
    dropped: int = 0
    left_out: tuple[str, ...] = ()
    in_thought: bool = False
    is_begun: bool = False


class PromptWriter:
    """Writes conversations in a model's chat template; without one, a text to continue."""

    def __init__(
        self, tokenizer: Tokenizer, renderer: TemplateRenderer, source: str | None, stops: Sequence[str] = ()
    ) -> None:
        """source: the template; None to continue texts. stops: texts that end a turn.

        Raises LuthierError `data.bad-template`, `data.runaway-template`.
        """
        self._tokenizer = tokenizer
        self._encoder: ConversationEncoder | None = None
        # For conversations with tools, which use the model's template for these, as in training.
        self._with_tools: ConversationEncoder | None = None
        # The last encoder with template variables.
        self._told: tuple[tuple[Mapping[str, Any], bool], ConversationEncoder] | None = None
        self.marks: list[Marks] = []
        if source is not None:
            bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
            encoders = []
            for text in dict.fromkeys((source, tokenizer.tools_template or source)):
                template = ChatTemplate(text, renderer, bos, eos, model=tokenizer.model)
                encoders.append(ConversationEncoder(tokenizer, template, "assistant", _LONG))
                found = find_marks(template, [*stops, eos], encoders[-1].templates.thinking)
                self.marks += [marks for marks in found if marks not in self.marks]
            self._encoder, self._with_tools = encoders[0], encoders[-1]

    @property
    def has_template(self) -> bool:
        return self._encoder is not None

    @property
    def can_switch(self) -> bool:
        """Return whether this model can switch thinking on and off."""
        return self._encoder is not None and self._encoder.templates.can_switch

    @property
    def begins_by_itself(self) -> bool:
        """Return whether the model has a token that can begin an empty text."""
        return self._tokenizer.add_bos and self._tokenizer.bos is not None

    def thinks(self, think: Think) -> bool:
        """Return whether the model may think before it answers; auto: up to the template."""
        if self._encoder is None or not self._encoder.templates.thinking.is_known:
            return False
        templates = self._encoder.templates
        return (templates.usual if think == "auto" else templates.of(think)) is templates.on

    def write(
        self,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Any] = (),
        *,
        length: int,
        limit: int,
        may_drop: bool = True,
        begun: str = "",
        begun_thinking: str = "",
        think: Think = "auto",
        variables: Mapping[str, Any] = NONE,
    ) -> Prompt:
        """Write a conversation as a prompt for a context of `length` tokens. may_drop: leave out the oldest turns if
        necessary to leave room for an answer of `limit` tokens, or for as much of it as fits a quarter of the
        context. begun: the beginning of the answer, after its thoughts. think: whether the model should think first;
        auto: up to the template. variables: passed to the template, such as {"reasoning_effort": "low"}.

        Raises LuthierError `chat.bad-message`, `chat.empty-prompt`, `chat.prompt-too-long`, `chat.no-template`,
        `chat.template-refuses`, `data.runaway-template`.
        """
        usual = self._with_tools if tools else self._encoder
        spoken = _checked(messages, tools, usual.call_arguments if usual else None)
        room = length - min(limit, length // _SPARE)
        cuts = self._cuts(spoken) if may_drop else []
        mode = None if think == "auto" else think
        encoder = self._encoder_told(variables, bool(tools))
        prompt = self._written(encoder, spoken, tools, 0, mode)
        with _usable():
            beginning = self._beginning(begun, begun_thinking, prompt.in_thought)
        room -= len(beginning)
        if len(prompt.tokens) > room and len(cuts) > 1:  # the larger the cut, the shorter the prompt

            def fits(cut: int) -> bool:
                return len(self._written(encoder, spoken, tools, cut, mode).tokens) <= room

            at = bisect_left(cuts, True, 1, key=fits)
            prompt = self._written(encoder, spoken, tools, cuts[min(at, len(cuts) - 1)], mode)
        if beginning:
            tokens = [*prompt.tokens, *beginning]
            in_thought = bool(begun_thinking) and not begun
            prompt = replace(prompt, tokens=tokens, in_thought=in_thought, is_begun=True)
        _require_room(prompt.tokens, length)
        if not prompt.tokens:
            raise LuthierError(
                "chat.empty-prompt", "The prompt is empty.", "Write something for the model to go on from."
            )
        return prompt

    def go_on_with(self, text: str, length: int) -> Prompt:
        """Write a text in which a program has already rendered the model's turns, so special tokens count.

        Raises LuthierError `chat.prompt-too-long`.
        """
        with _usable():
            prompt = Prompt(self._begun_by_bos(self._tokenizer.encode(text, special=True)))
        _require_room(prompt.tokens, length)
        return prompt

    def _beginning(self, text: str, thinking: str, in_thought: bool) -> list[int]:
        """Return the tokens of an answer to continue. in_thought: the prompt has opened its thoughts."""
        thoughts = self._encoder.templates.thinking if self._encoder else Thinking()
        parts: list[tuple[str, bool]] = []  # text, and whether special tokens count in it
        if thinking:
            parts += [] if in_thought else [(thoughts.opening, True)]
            parts += [(thinking, False)]
        if text:
            parts += [(thoughts.closing, True)] if thinking or in_thought else []
            parts += [(text, False)]
        tokens = list[int]()
        for part, special in parts:
            tokens += (
                self._tokenizer.encode(part, special=True) if special else self._tokenizer.encode_continuation(part)
            )
        return tokens

    def _cuts(self, messages: list[Message]) -> list[int]:
        """Return the numbers of messages that may be dropped, from none to all but the last question; every cut is
        before a user turn.
        """
        lead = _leading(messages)
        return [0, *(i - lead for i, m in enumerate(messages) if i > lead and m["role"] == "user")]

    def _encoder_told(self, variables: Mapping[str, Any], has_tools: bool) -> ConversationEncoder | None:
        """Return the encoder with these template variables. Clients repeat them with each request, so the last one is
        cached. Raises as ChatTemplate does.
        """
        usual = self._with_tools if has_tools else self._encoder
        if usual is None or not variables:
            return usual
        if self._told is None or self._told[0] != (variables, has_tools):
            template = usual.template.told(variables)
            self._told = (variables, has_tools), ConversationEncoder(self._tokenizer, template, "assistant", _LONG)
        return self._told[1]

    def _written(
        self,
        encoder: ConversationEncoder | None,
        messages: list[Message],
        tools: Sequence[Any],
        dropped: int,
        mode: Mode | None,
    ) -> Prompt:
        lead = _leading(messages)
        messages = [*messages[:lead], *messages[lead + dropped :]]
        if encoder is None:
            return Prompt(self._text_tokens(messages, tools), dropped)
        given = list(tools) or None
        try:
            text, tokens = encoder.prompt(messages, given, mode)
        except BadRowError as error:
            raise LuthierError(
                "chat.template-refuses",
                f"The chat template of {self._tokenizer.model} refuses the prompt: {error.detail or error.reason}.",
                "Leave out what it does not take (a system prompt, tools, two turns of the same role), "
                "or get a newer file of this model.",
            ) from error
        left_out = tuple(CONTENT_KINDS[kind] for kind in encoder.left_out.of(messages, given))
        return Prompt(list(map(int, tokens)), dropped, left_out, opens_thought(text, self.marks))

    def _text_tokens(self, messages: list[Message], tools: Sequence[Any]) -> list[int]:
        """Return the tokens of the text so far, to continue, for a model without a template."""
        if tools or any(message["role"] not in ("user", "assistant") for message in messages):
            raise LuthierError(
                "chat.no-template",
                f"{self._tokenizer.model.name} has no chat template, and so no place for a system prompt or tools.",
                "It continues the text that it is given: write the beginning of one.",
            )
        with _usable():
            tokens = self._tokenizer.encode("".join(message["content"] for message in messages))
        return self._begun_by_bos(tokens)

    def _begun_by_bos(self, tokens: list[int]) -> list[int]:
        bos = self._tokenizer.bos
        return [bos, *tokens] if self._tokenizer.add_bos and bos is not None and tokens[:1] != [bos] else tokens


def prompt_tokens(
    model: ModelFile, prompt: str, chat: bool, renderer: TemplateRenderer, think: Think = "auto"
) -> list[int]:
    """Tokenize one question in the model's chat template, opened for an answer, or a plain text.

    Special tokens count only where the template writes them; the same characters in the prompt stay characters. Raises
    LuthierError as `write` does.
    """
    with Tokenizer(model) as tokenizer:
        writer = PromptWriter(tokenizer, renderer, tokenizer.chat_template if chat else None)
        return writer.write([{"role": "user", "content": prompt}], length=_LONG, limit=0, think=think).tokens


def _require_room(tokens: list[int], length: int) -> None:
    if len(tokens) >= length:
        raise LuthierError(
            "chat.prompt-too-long",
            f"The prompt has {len(tokens):,} tokens; the model reads at most {length:,} here.",
            "Shorten the prompt.",
        )


def _leading(messages: list[Message]) -> int:
    """Return the number of leading messages, which are never dropped."""
    return next((i for i, message in enumerate(messages) if message["role"] not in LEADING), len(messages))


def _checked(
    messages: Sequence[Mapping[str, Any]], tools: Sequence[Any], arguments: CallArguments | None
) -> list[Message]:
    """Check messages and return them as turns. arguments: how the template takes those of calls. Raises LuthierError
    `chat.bad-message`, `chat.empty-prompt`.
    """
    if not messages:
        raise LuthierError("chat.empty-prompt", "There is no message to answer.", "Say something first.")
    with _usable():
        require_characters([*map(dict, messages), *tools], "the conversation")
        spoken = turns([dict(message) for message in messages], "messages")
        for message in spoken:
            require_breaks(message["content"])
        return arguments.suited(spoken) if arguments else spoken


@contextmanager
def _usable() -> Iterator[None]:
    """Turn errors about rows into LuthierError `chat.bad-message`."""
    try:
        yield
    except BadRowError as error:
        raise LuthierError(
            "chat.bad-message",
            f"The conversation cannot be used: {error}.",
            "Each message needs a role and a content that is text; the arguments of a call are JSON.",
        ) from error

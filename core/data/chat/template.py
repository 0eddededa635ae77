"""Renders a model's chat template: from messages to the exact text that llama.cpp would pass to the tokenizer.

A model without a template gets one from the turn marks in its vocabulary, or else ChatML. A mark that is a token
replaces several pieces, and every program stops at the one that ends an answer. Base models have the marks of the chat
models that their makers derived from them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from core.base.child_process import EndedError
from core.base.errors import LuthierError
from core.data.chat.renderer import Rendered, Rendering, TemplateRenderer
from core.data.formats.turns import Message
from core.data.problems import TEMPLATE_REFUSES, BadRowError
from core.data.tokenizer import Tokenizer

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_MARK = "\ue000{}\ue001"  # private-use characters stand for a message's text
_MARKED = re.compile("\ue000(\\d+)\ue001")

Span = tuple[int, int]  # characters: start, end
Cut = tuple[int, bool]  # number of messages, and whether the assistant's next turn is opened
Tools = list[Any] | None
NONE: Mapping[str, Any] = MappingProxyType({})


class ChatTemplate:
    """Renders conversations as transformers and llama.cpp do, in a sandboxed child process."""

    def __init__(
        self,
        source: str,
        renderer: TemplateRenderer,
        bos: str = "",
        eos: str = "",
        now: datetime | None = None,
        model: Path | None = None,
        variables: Mapping[str, Any] = NONE,
    ) -> None:
        """bos, eos: the tokens' names. now: today's date for the template (some write it). model: its file. variables:
        further JSON values.

        Raises LuthierError `data.bad-template` for an invalid template, and `data.runaway-template`.
        """
        self._now, self._model = now or datetime.now(), model
        self._definition = {"source": source, "bos": bos, "eos": eos, "now": self._now.isoformat()}
        if variables:
            self._definition["variables"] = json.dumps(variables, sort_keys=True)
        self._key = blake2b("\0".join(self._definition.values()).encode(), digest_size=16).hexdigest()
        self._renderer = renderer
        self._name = f"The chat template of {model}" if model else "The model's chat template"
        self._ask([], [], None)

    @property
    def source(self) -> str:
        """Return the template's source, in Jinja's language."""
        return self._definition["source"]

    @property
    def surroundings(self) -> tuple[TemplateRenderer, str, str, datetime, Path | None, Mapping[str, Any]]:
        """Return the constructor's arguments except the source."""
        names = self._definition
        variables = json.loads(names.get("variables", "{}"))
        return self._renderer, names["bos"], names["eos"], self._now, self._model, variables

    def like(self, source: str) -> ChatTemplate:
        """Return a template with another source for the same model. Raises as __init__ does."""
        return ChatTemplate(source, *self.surroundings)

    def told(self, variables: Mapping[str, Any]) -> ChatTemplate:
        """Return the template with other variables. Raises as __init__ does."""
        return ChatTemplate(self.source, *self.surroundings[:-1], variables)

    def render(self, messages: Sequence[Message], *, prompt: bool = False, tools: Tools = None) -> str:
        """Render the conversation as one text; prompt=True opens the assistant's next turn at the end.

        tools: JSON descriptions of the functions that the assistant may call. Raises BadRowError if the template
        refuses the messages, LuthierError `data.runaway-template` if it takes too much time or memory or writes without
        end.
        """
        reply = self._ask(messages, [(len(messages), prompt)], tools)
        return _required(reply)

    def renderings(self, messages: Sequence[Message], cuts: Sequence[Cut], tools: Tools = None) -> list[str | None]:
        """Render beginnings of a conversation; None for those that the template refuses. Raises LuthierError as render
        does.
        """
        return self._ask(messages, cuts, tools).texts

    def conversation(
        self, messages: Sequence[Message], tools: Tools = None, cuts: Sequence[Cut] = ()
    ) -> tuple[str, dict[Cut, str | None]]:
        """Render a conversation as the model reads it up to its last answer, then that answer; and `cuts`.

        That is the rendering of the whole conversation, unless the template writes something different before an
        existing answer than it does to ask for one: Mistral's templates drop the system turn there. Raises as render
        does.
        """
        n = len(messages)
        ends = [(n, False), (n - 1, True)] if messages and messages[-1]["role"] == "assistant" else [(n, False)]
        wanted = list(dict.fromkeys([*ends, *cuts]))
        reply = self._ask(messages, wanted, tools)
        texts: dict[Cut, str | None] = dict(zip(wanted, reply.texts, strict=True))
        whole, prompt = _required(reply), texts.get((n - 1, True))
        if prompt is not None and not whole.startswith(prompt):
            marked, marked_prompt = self.renderings(_marked(messages), ends, tools)
            answer = _written_last(messages, marked or "", marked_prompt or "", whole)
            whole = whole if answer is None else prompt + answer
        return whole, texts

    def text_spans(
        self, messages: Sequence[Message], rendered: str, tools: Tools = None, prompt: bool = False
    ) -> list[tuple[int, Span]] | None:
        """Find the messages' own texts in the output of `conversation`; return each message's index with its place.

        prompt: search the output of `render`, opened for an answer.

        The texts are found by rendering marks in their place. Return None if the template changes the texts by more
        than trimming whitespace at their ends, which makes their places uncertain. An empty text has no mark and no
        place.
        """
        marked = _marked(messages)
        text = self.render(marked, prompt=True, tools=tools) if prompt else self.conversation(marked, tools)[0]
        between, *pairs = _MARKED.split(text)
        if not rendered.startswith(between):
            return None
        spans, position = [], len(between)
        for index, between in zip(map(int, pairs[::2]), pairs[1::2], strict=True):
            forms = _forms(messages[index]["content"])
            form = next((form for form in forms if rendered.startswith(form + between, position)), None)
            if form is None:
                return None
            spans.append((index, (position, position + len(form))))
            position += len(form) + len(between)
        return spans if position == len(rendered) else None

    def _ask(self, messages: Sequence[Message], cuts: Sequence[Cut], tools: Tools) -> Rendered:
        wanted = Rendering([_spoken(message) for message in messages], cuts, tools)
        try:
            reply = self._renderer.ask(self._key, self._definition, wanted)
        except EndedError as error:
            reply = Rendered(runaway=str(error) or "it takes too long, or more memory than there is")
        if reply.invalid:
            raise LuthierError(
                "data.bad-template",
                f"{self._name} is not valid ({reply.invalid}).",
                "Get a newer file of this model, or another model.",
            )
        if reply.runaway:
            raise LuthierError(
                "data.runaway-template",
                f"{self._name} was stopped: {reply.runaway}.",
                "It may have been made to do harm. Get this model from its makers, or another model.",
            )
        return reply


def _required(reply: Rendered) -> str:
    """Return the first rendering. Raises BadRowError if the template refuses it."""
    text = reply.texts[0]
    if text is None:
        raise BadRowError(TEMPLATE_REFUSES, reply.refusals[0] or "")
    return text


def _spoken(message: Message) -> Message:
    """Return a message without its training-only fields."""
    return {key: value for key, value in message.items() if key != "weight"} if "weight" in message else message


def _marked(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with marks in place of their texts."""
    return [
        message | {"content": _MARK.format(i)} if message["content"] else message for i, message in enumerate(messages)
    ]


def _forms(text: str) -> tuple[str, ...]:
    """Return the forms in which a template may write a text."""
    return text, text.strip(), text.lstrip(), text.rstrip()


def _written_last(messages: Sequence[Message], marked: str, marked_prompt: str, whole: str) -> str | None:
    """Return the part of `whole` after its last prompt, or None if that is uncertain. marked: renderings with marks."""
    last = _MARK.format(len(messages) - 2)
    _, asked, closing = marked_prompt.rpartition(last)  # the text that closes the last turn and opens the answer
    _, answered, rest = marked.rpartition(last)
    if not asked or not answered or not rest.startswith(closing):
        return None
    answer, mark = rest.removeprefix(closing), _MARK.format(len(messages) - 1)
    forms = (answer.replace(mark, form) for form in _forms(messages[-1]["content"]))
    return next(filter(whole.endswith, forms), None)


TurnMarks = Literal["auto", "chatml"]
_ROWS_WITH_MEANING = ("token_embd.weight", "output.weight")  # a row for each token: input and output embeddings


class _Family(NamedTuple):
    """Turn marks of a family. tokens: special tokens of the vocabulary, the last of which ends an answer. source: the
    template.
    """

    tokens: tuple[str, ...]
    source: str


def _by_role(opening: str, closing: str, assistant: str = "assistant") -> str:
    """Return a template in which every turn opens with its role, in place of {role}. assistant: the assistant's role
    name.
    """
    before, after = opening.split("{role}")
    role = f"('{assistant}' if message['role'] == 'assistant' else message['role'])"
    return (
        f"{{% for message in messages %}}{{{{ '{before}' + {role} + '{after}' + message['content'] + '{closing}' }}}}"
        f"{{% endfor %}}{{% if add_generation_prompt %}}{{{{ '{before}{assistant}{after}' }}}}{{% endif %}}"
    )


_MISTRAL = (
    "{% for message in messages %}{% if message['role'] == 'assistant' %}{{ message['content'] + '</s>' }}"
    "{% elif message['role'] == 'system' %}{{ SYSTEM }}"
    "{% else %}{{ '[INST]' + message['content'] + '[/INST]' }}{% endif %}{% endfor %}"
)
# Families whose marks include those of another come first.
_FAMILIES = (
    _Family(("<|im_start|>", "<|im_sep|>", "<|im_end|>"), _by_role("<|im_start|>{role}<|im_sep|>", "<|im_end|>")),
    _Family(("<|im_start|>", "<|im_end|>"), CHATML),
    _Family(("<start_of_turn>", "<end_of_turn>"), _by_role("<start_of_turn>{role}\n", "<end_of_turn>\n", "model")),
    _Family(("<|turn>", "<turn|>"), _by_role("<|turn>{role}\n", "<turn|>\n", "model")),
    _Family(
        ("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
        _by_role("<|start_header_id|>{role}<|end_header_id|>\n\n", "<|eot_id|>"),
    ),
    _Family(
        ("<|header_start|>", "<|header_end|>", "<|eot|>"),
        _by_role("<|header_start|>{role}<|header_end|>\n\n", "<|eot|>"),
    ),
    _Family(
        ("<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>"),
        _by_role("<|start_of_role|>{role}<|end_of_role|>", "<|end_of_text|>\n"),
    ),
    _Family(("<|user|>", "<|assistant|>", "<|end|>"), _by_role("<|{role}|>\n", "<|end|>\n")),
    _Family(
        ("[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[INST]", "[/INST]", "</s>"),
        _MISTRAL.replace("SYSTEM }}", "'[SYSTEM_PROMPT]' + message['content'] + '[/SYSTEM_PROMPT]' }}"),
    ),
    _Family(("[INST]", "[/INST]", "</s>"), _MISTRAL.replace("SYSTEM }}", "message['content'] + '\n\n' }}")),
)


def conversation_template(tokenizer: Tokenizer, turn_marks: TurnMarks) -> str:
    """Return the Jinja source of the model's own template, or of one for a model without any.

    turn_marks: auto for the marks in its vocabulary, chatml for ChatML in any case.
    """
    if tokenizer.chat_template:
        return tokenizer.chat_template
    marks = marks_of_turns(tokenizer) if turn_marks == "auto" else ()
    return next((family.source for family in _FAMILIES if family.tokens == marks), CHATML)


def marks_of_turns(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the marks with which a model without a template can learn turns, the last of which ends an answer; none if
    it has to spell ChatML's.
    """
    for family in _FAMILIES:
        tokens = [special.token for name in family.tokens for special in tokenizer.find_specials(name)]
        names = tuple(map(tokenizer.text, tokens))
        if names == family.tokens and tokenizer.ends_turn(tokens[-1]) and _are_told_apart(tokenizer, tokens):
            return family.tokens
    return ()


def _are_told_apart(tokenizer: Tokenizer, tokens: list[int]) -> bool:
    """Return whether the weights distinguish each mark from all other special tokens. Some makers leave the embeddings
    that a base never saw identical to the last bit (Llama 3): an adapter, which does not change these weights, could
    not write one without the other.
    """
    header = tokenizer.header
    for tensor in filter(None, map(header.tensors.get, _ROWS_WITH_MEANING)):
        count = tensor.shape[1]
        rows = np.memmap(header.path, np.uint8, "r", tensor.start, (count, tensor.size // count))
        others = rows[[token for token in tokenizer.specials if token < count]]
        if any((others == rows[token]).all(axis=1).sum() > 1 for token in tokens):
            return False
    return True

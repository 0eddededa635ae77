"""A model's chat template: from messages to the exact text that llama.cpp would hand to the tokenizer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence as Many
from datetime import datetime
from typing import Any, NoReturn

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from core.data.problems import BadRowError
from core.data.turns import Message
from core.errors import LuthierError

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_MARK = "\ue000{}\ue001"  # private-use characters stand in for a message's text
_MARKED = re.compile("\ue000(\\d+)\ue001")

Span = tuple[int, int]  # characters: start, end
Tools = list[Any] | None


class ChatTemplate:
    """Renders conversations as transformers and llama.cpp do. Templates run in jinja2's immutable sandbox."""

    def __init__(self, source: str, bos: str = "", eos: str = "", now: datetime | None = None) -> None:
        """bos, eos: the tokens' names. now: what the template takes for today (some write the date).

        Raises LuthierError `data.bad-template` when it is not a valid template.
        """
        self._now = now or datetime.now()
        try:
            self._template = self._environment().from_string(source, globals={"bos_token": bos, "eos_token": eos})
        except jinja2.TemplateSyntaxError as error:
            raise LuthierError(
                "data.bad-template",
                f"The model's chat template is not valid (line {error.lineno}): {error.message}",
                "Get a newer file of this model, or another model.",
            ) from error

    def render(self, messages: Many[Message], *, prompt: bool = False, tools: Tools = None) -> str:
        """The conversation as one text; prompt=True opens the assistant's next turn at the end.

        tools: JSON descriptions of the functions that the assistant may call.
        Raises BadRowError when the template refuses the messages.
        """
        try:
            return self._template.render(messages=messages, tools=tools, documents=None, add_generation_prompt=prompt)
        except (jinja2.TemplateError, TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise BadRowError("the model's template refuses it", str(error)) from error

    def text_spans(self, messages: Many[Message], rendered: str, tools: Tools = None) -> list[tuple[int, Span]] | None:
        """Where the messages' own texts stand in their rendering: which message's, and its place.

        They are found by rendering marks in their place. None when the template changes the texts by more than
        trimming blanks at their ends, so that their places are not certain. An empty text has no mark and no place.
        """
        marks = [
            message | {"content": _MARK.format(i)} if message["content"] else message
            for i, message in enumerate(messages)
        ]
        between, *pairs = _MARKED.split(self.render(marks, tools=tools))
        if not rendered.startswith(between):
            return None
        spans, position = [], len(between)
        for index, between in zip(map(int, pairs[::2]), pairs[1::2], strict=True):
            text = messages[index]["content"]
            forms = (text, text.strip(), text.lstrip(), text.rstrip())
            form = next((form for form in forms if rendered.startswith(form + between, position)), None)
            if form is None:
                return None
            spans.append((index, (position, position + len(form))))
            position += len(form) + len(between)
        return spans if position == len(rendered) else None

    def _environment(self) -> ImmutableSandboxedEnvironment:
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols, _GenerationTags]
        )
        environment.filters["tojson"] = _to_json
        environment.globals["raise_exception"] = _raise_exception
        environment.globals["strftime_now"] = self._now.strftime
        return environment


class _GenerationTags(jinja2.ext.Extension):
    """Reads through transformers' {% generation %} marks, which say nothing about the text."""

    tags = {"generation"}  # noqa: RUF012 - jinja2's own interface

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _raise_exception(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

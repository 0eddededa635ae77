"""A model's chat template: from messages to the exact text that llama.cpp would hand to the tokenizer."""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from datetime import datetime
from hashlib import blake2b
from typing import Any

from core.data.problems import TEMPLATE_REFUSES, BadRowError
from core.data.renderer import SHARED, EndedError, Renderer
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
    """Renders conversations as transformers and llama.cpp do, in a process that can do nothing else."""

    def __init__(
        self, source: str, bos: str = "", eos: str = "", now: datetime | None = None, renderer: Renderer = SHARED
    ) -> None:
        """bos, eos: the tokens' names. now: what the template takes for today (some write the date).

        Raises LuthierError `data.bad-template` when it is not a valid template, and `data.runaway-template`.
        """
        today = (now or datetime.now()).isoformat()
        self._definition = {"source": source, "bos": bos, "eos": eos, "now": today}
        self._key = blake2b("\0".join(self._definition.values()).encode(), digest_size=16).hexdigest()
        self._renderer = renderer
        self._ask([], [], None)

    def render(self, messages: Many[Message], *, prompt: bool = False, tools: Tools = None) -> str:
        """The conversation as one text; prompt=True opens the assistant's next turn at the end.

        tools: JSON descriptions of the functions that the assistant may call.
        Raises BadRowError when the template refuses the messages, LuthierError `data.runaway-template` when it takes
        too much time or memory or writes without end.
        """
        return self.renderings(messages, [(len(messages), prompt)], tools)[0]

    def renderings(self, messages: Many[Message], cuts: Many[tuple[int, bool]], tools: Tools = None) -> list[str]:
        """Beginnings of a conversation: how many messages each has, and whether it is opened. Raises like render."""
        return self._ask(messages, cuts, tools)

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

    def _ask(self, messages: Many[Message], cuts: Many[tuple[int, bool]], tools: Tools) -> list[str]:
        request = {"messages": list(messages), "cuts": list(cuts), "tools": tools}
        try:
            reply = self._renderer.ask(self._key, self._definition, request)
        except EndedError:
            reply = {"runaway": "it takes too long, or more memory than there is"}
        if "refused" in reply:
            raise BadRowError(TEMPLATE_REFUSES, reply["refused"])
        if "invalid" in reply:
            raise LuthierError(
                "data.bad-template",
                f"The model's chat template is not valid ({reply['invalid']}",
                "Get a newer file of this model, or another model.",
            )
        if "runaway" in reply:
            raise LuthierError(
                "data.runaway-template",
                f"The model's chat template was stopped: {reply['runaway']}.",
                "It may have been made to do harm. Get this model from its makers, or another model.",
            )
        texts: list[str] = reply["texts"]
        return texts

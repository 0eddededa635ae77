"""A model's Jinja chat template as the Go template that Ollama needs.

Not by a list of known names: conversations of marks are rendered, and the text between the marks is read off. The
result is then compared with the Jinja rendering of whole conversations, so that it is right or not given at all.

Also here: a chat template that no program takes for one that it knows.

Ollama replaces the template of a file that it is given by its own where both are less than 100 edits apart
(Levenshtein; template.Named in its source), and with it the words that end an answer: a template that was changed a
little for training would be thrown away. The comment in front of ours has 100 characters that are in none of its
templates, so the distance is at least 100 whatever these are: each has to be deleted or replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.data.chat.template import ChatTemplate
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.export.ollama.folder import can_say

_MARK = "\ue000{}\ue001"  # private-use characters, so that no template's own text can be taken for one
_MARKED = re.compile("\ue000\\d\ue001")

Expand = Callable[[Sequence[Message]], str]

_RUNE, _EDITS = "\u2500", 100
SIGN = "{# Made with Luthier; rendered as it was trained. " + _RUNE * _EDITS + " #}"


@dataclass(frozen=True)
class GoTemplate:
    """Source for a Modelfile's TEMPLATE. system: whether a system prompt has a place of its own in it."""

    source: str
    system: bool
    expand: Expand  # what Ollama makes of a conversation


RAW = GoTemplate("{{ .Prompt }}", system=False, expand=lambda messages: messages[-1]["content"])


class NotExpressibleError(Exception):
    """The Jinja template does more than putting fixed text around messages."""


def translate(template: ChatTemplate, bos: str) -> GoTemplate:
    """Return the Go template that gives what `template` gives, without the leading `bos`, which Ollama adds itself ("":
    none).

    Raises NotExpressibleError.
    """
    reader = _Reader(template, bos)
    for system in (True, False):  # better no place for a system prompt than no template
        for build in (_by_message, _by_round):
            try:
                candidate = build(reader, system)
            except (NotExpressibleError, BadRowError):
                continue
            if can_say(candidate.source) and _holds(candidate, reader):
                return candidate
    raise NotExpressibleError


class _Reader:
    """The texts that a Jinja template puts around messages."""

    def __init__(self, template: ChatTemplate, bos: str) -> None:
        self._template, self._bos = template, bos

    def render(self, messages: Sequence[Message], *, prompt: bool = True) -> str:
        return self._template.render(messages, prompt=prompt).removeprefix(self._bos)

    def around(self, roles: str, *, prompt: bool = True) -> list[str]:
        """Return the fixed text before, between and after messages of these roles (s, u, a)."""
        marked = self.render(_conversation(roles, [_MARK.format(i) for i in range(len(roles))]), prompt=prompt)
        if _MARKED.findall(marked) != [_MARK.format(i) for i in range(len(roles))]:
            raise NotExpressibleError  # a message is left out, repeated or moved
        return _MARKED.split(marked)


def _by_message(reader: _Reader, system: bool) -> GoTemplate:
    """Every role has its own text before and after, wherever it stands: ChatML, Llama 3, Gemma, Phi, Zephyr.

    An answer that has been begun (the last message is the assistant's) is left open, for the model to go on with.
    """
    before_first, to_answer, to_next, *_, opening = reader.around("uau")
    user_open = _common_suffix(before_first, to_next)
    user_close = _common_prefix(reader.around("u", prompt=False)[1], _common_prefix(to_answer, opening))
    answer_open, answer_close = to_answer.removeprefix(user_close), to_next.removesuffix(user_open)
    generation, lead = opening.removeprefix(user_close), before_first.removesuffix(user_open)
    system_open, system_close = "", ""
    if system:
        system_open, to_user = reader.around("su")[:2]
        system_close = _cut_suffix(to_user, user_open)

    def expand(messages: Sequence[Message]) -> str:
        head, rest = _split_system(messages)
        text = lead if head is None or not system else system_open + head + system_close
        pending = head if head is not None and not system else None
        for message in rest[:-1] if rest[-1]["role"] == "assistant" else rest:
            opened, closed = (user_open, user_close) if message["role"] == "user" else (answer_open, answer_close)
            if pending is not None and message["role"] == "user":
                opened, pending = f"{opened}{pending}\n", None
            text += opened + message["content"] + closed
        return text + generation + (rest[-1]["content"] if rest[-1]["role"] == "assistant" else "")

    start, first = _literal(lead), ""
    if system:
        start = f"{{{{ if .System }}}}{_literal(system_open)}{{{{ .System }}}}{_literal(system_close)}"
        start += f"{{{{ else }}}}{_literal(lead)}{{{{ end }}}}" if lead else "{{ end }}"
    else:  # where llama.cpp puts it, too: before the first question
        start = f"{{{{ $system := .System }}}}{start}"
        first = '{{ if $system }}{{ $system }}\n{{ $system = "" }}{{ end }}'
    source = (
        start
        + "{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}"
        + f'{{{{ if eq .Role "user" }}}}{_literal(user_open)}{first}{{{{ .Content }}}}{_literal(user_close)}'
        + f'{{{{ else if eq .Role "assistant" }}}}{{{{ if $last }}}}{_literal(generation)}{{{{ else }}}}'
        + f"{_literal(answer_open)}{{{{ end }}}}{{{{ .Content }}}}{{{{ if not $last }}}}{_literal(answer_close)}"
        + '{{ end }}{{ end }}{{ if and $last (ne .Role "assistant") }}'
        + f"{_literal(generation)}{{{{ end }}}}{{{{ end }}}}"
    )
    return GoTemplate(source, system, expand)


def _by_round(reader: _Reader, system: bool) -> GoTemplate:
    """The system prompt stands inside the first user turn: Llama 2. Ollama cuts the last round at .Response."""
    user_open, to_answer, to_next, user_close = reader.around("uau")
    answer_open, answer_close = to_answer.removeprefix(user_close), _cut_suffix(to_next, user_open)
    system_open, system_close = reader.around("su")[:2] if system else ("", "")

    def expand(messages: Sequence[Message]) -> str:
        head, rest = _split_system(messages)
        text = ""
        for message in rest:
            if message["role"] == "assistant":
                text += answer_open + message["content"] + answer_close
                continue
            opened, head = (user_open, None) if head is None else (system_open + head + system_close, None)
            text += opened + message["content"] + user_close
        return text

    opened = _literal(user_open)
    if system:
        opened = (
            f"{{{{ if .System }}}}{_literal(system_open)}{{{{ .System }}}}{_literal(system_close)}"
            f"{{{{ else }}}}{opened}{{{{ end }}}}"
        )
    between = f"{{{{ if .Response }}}}{_literal(answer_open)}{{{{ end }}}}" if answer_open else ""
    source = f"{opened}{{{{ .Prompt }}}}{_literal(user_close)}{between}{{{{ .Response }}}}{_literal(answer_close)}"
    return GoTemplate(source, system, expand)


def _holds(candidate: GoTemplate, reader: _Reader) -> bool:
    """Return whether it gives the Jinja rendering for conversations of several shapes."""
    shapes = ["u", "uau", "uauau"] + (["su", "suau"] if candidate.system else [])
    texts = ["Be brief.", "Who are you?", "A fox,\nand old.", "Where from?", "Over the hill!", "And why?"]
    conversations = [_conversation(shape, texts[0 if shape[0] == "s" else 1 :]) for shape in shapes]
    return all(candidate.expand(messages) == reader.render(messages) for messages in conversations)


def _conversation(roles: str, texts: Sequence[str]) -> list[Message]:
    names = {"s": "system", "u": "user", "a": "assistant"}
    return [{"role": names[role], "content": text} for role, text in zip(roles, texts, strict=False)]


def _split_system(messages: Sequence[Message]) -> tuple[str | None, Sequence[Message]]:
    if messages[0]["role"] == "system":
        return messages[0]["content"], messages[1:]
    return None, messages


def _literal(text: str) -> str:
    """Text as it stands in a Go template."""
    return text.replace("{{", '{{ "{{" }}')


def _common_prefix(a: str, b: str) -> str:
    length = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return a[:length]


def _common_suffix(a: str, b: str) -> str:
    return _common_prefix(a[::-1], b[::-1])[::-1]


def _cut_suffix(text: str, suffix: str) -> str:
    if not text.endswith(suffix):
        raise NotExpressibleError
    return text.removesuffix(suffix)


def signed(source: str) -> str:
    """Return the template with the comment, which renders as it does without; one that has it already stays as it is.

    Jinja, as all programs set it up for chat templates, takes away a line break after a comment, as after a block:
    where the template begins with blanks, one is put there, so that these still begin a line.
    """
    if source.startswith(SIGN):
        return source
    return SIGN + ("\n" if source[:1].isspace() else "") + source

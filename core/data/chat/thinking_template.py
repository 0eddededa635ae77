"""A chat template that writes thoughts where the model writes them, whatever it takes them as."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from core.data.chat.renderer import Rendered
from core.data.chat.template import ChatTemplate, Cut, Tools
from core.data.chat.thinking import Thinking, study
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message

Mode = Literal["on", "off"]
_MARK = "\ue002{}\ue003"  # private-use characters stand in for thoughts that are written into an answer's text
_MARKED = re.compile("\ue002(\\d+)\ue003")


class ThinkingTemplate(ChatTemplate):
    """Takes thoughts in the one field that messages have here, and gives the template those that it takes.

    Where a template cuts the thoughts out of every answer, also the one that the model is about to learn, they are
    put there: behind the prompt, as the model itself writes them at use. Earlier answers stay as the template has them.
    """

    def __init__(self, plain: ChatTemplate, source: str, thinking: Thinking) -> None:
        """plain: the model's own. source: the template with thinking on or off. Raises as ChatTemplate does."""
        self.thinking = thinking
        super().__init__(source, *plain.surroundings)

    def _ask(self, messages: Sequence[Message], cuts: Sequence[Cut], tools: Tools) -> Rendered:
        wanted = dict.fromkeys(cuts)
        for n, prompt in cuts:
            if self._is_answered(messages, n, prompt):
                wanted[n - 1, True] = None
        reply = super()._ask([self._told(i, m) for i, m in enumerate(messages)], list(wanted), tools)
        texts = dict(zip(wanted, reply.texts, strict=True))
        refusals = dict(zip(wanted, reply.refusals, strict=True))
        known = {cut: text and self._with_thoughts(text, messages) for cut, text in texts.items()}
        written = [self._written(messages, cut, known) for cut in cuts]
        return Rendered(written, [refusals[cut] for cut in cuts])

    def _is_answered(self, messages: Sequence[Message], n: int, prompt: bool) -> bool:
        return not prompt and n > 1 and messages[n - 1]["role"] == "assistant"

    def _field(self, message: Message) -> str:
        return self.thinking.field_of_calls if message.get("tool_calls") else self.thinking.field

    def _told(self, index: int, message: Message) -> Message:
        """A message as the template takes it."""
        if message["role"] != "assistant" or THOUGHTS not in message:
            return message
        others, field = {key: value for key, value in message.items() if key != THOUGHTS}, self._field(message)
        if field:
            return others | {field: message[THOUGHTS]}
        if self.thinking.inline:
            return others | {"content": _MARK.format(index) + message["content"]}
        return others

    def _with_thoughts(self, text: str, messages: Sequence[Message]) -> str:
        return _MARKED.sub(lambda found: self.thinking.block(messages[int(found[1])][THOUGHTS]), text)

    def _written(self, messages: Sequence[Message], cut: Cut, texts: dict[Cut, str | None]) -> str | None:
        """A rendering whose last answer follows its prompt, with its thoughts."""
        whole, (n, _) = texts[cut], cut
        prompt = texts.get((n - 1, True)) if self._is_answered(messages, *cut) else None
        if whole is None or prompt is None:
            return whole
        begun = self._begun(prompt, whole)
        if begun is None:
            return whole
        last, answer = messages[n - 1], whole[len(prompt) - len(begun) :]
        if THOUGHTS in last and not self._field(last) and not self.thinking.inline:
            return prompt + self._rest_of_thoughts(prompt, last[THOUGHTS]) + self._empty.sub("", answer, count=1)
        # What the prompt leaves open would make a thought of an answer that has none.
        return prompt + answer if begun and self.thinking.closing.strip() in begun else whole

    def _rest_of_thoughts(self, prompt: str, thoughts: str) -> str:
        """What the model writes of its thoughts, which the prompt may have opened."""
        block, opening = self.thinking.block(thoughts), self.thinking.opening
        if not self.thinking.opens(prompt):
            return block
        opened = prompt[prompt.rfind(opening.strip()) :]
        return block.removeprefix(opened if block.startswith(opened) else opening)

    def _begun(self, prompt: str, whole: str) -> str | None:
        """Return the thoughts that the prompt has and the conversation with the answer lacks; None: they differ
        otherwise.
        """
        if whole.startswith(prompt):
            return ""
        for tag in (self.thinking.opening.strip(), self.thinking.closing.strip()):
            place = prompt.rfind(tag)
            if place >= 0 and whole.startswith(prompt[:place]):
                return prompt[place:]
        return None

    @cached_property
    def _empty(self) -> re.Pattern[str]:
        """Empty thoughts in front of an answer, or the end of such that its prompt has begun."""
        opening, closing = (re.escape(tag.strip()) for tag in (self.thinking.opening, self.thinking.closing))
        return re.compile(rf"\A\s*(?:{opening}\s*)?{closing}\s*")


class ThinkingTemplates:
    """A model's template with thinking on and off, and as it is."""

    def __init__(self, plain: ChatTemplate) -> None:
        """Raises as ChatTemplate does."""
        self.plain, self.thinking = plain, study(plain)
        self.on = ThinkingTemplate(plain, self.thinking.on, self.thinking)
        self.off = ThinkingTemplate(plain, self.thinking.off, self.thinking) if self.can_switch else self.on
        known = {self.on.source: self.on, self.off.source: self.off}
        self.usual = known.get(plain.source) or ThinkingTemplate(plain, plain.source, self.thinking)

    @property
    def can_switch(self) -> bool:
        """Whether thinking on and off are two things."""
        return self.thinking.on != self.thinking.off

    def of(self, mode: Mode) -> ThinkingTemplate:
        """Return the template with thinking on or off."""
        return self.on if mode == "on" else self.off

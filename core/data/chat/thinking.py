"""Finds out how a chat template handles thoughts, and derives templates with thinking on and off.

Names differ between templates, so this probes each template: for a switch (`enable_thinking`), a message field for
thoughts, tags in the prompt. Thinking on or off is another template source, derived from the model's: with the switch
set in front, or with the closing of thoughts appended to the prompt. So training, chat and exports all render what was
learnt, and programs that read an exported file need no settings.

Training renders with ThinkingTemplate, which puts thoughts where the model writes them, in whatever form the template
takes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from core.data.chat.renderer import Rendered
from core.data.chat.template import ChatTemplate, Cut, Tools
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message

FIELDS = (THOUGHTS, "reasoning", "thinking")  # message fields that templates read
_SWITCHES = ("enable_thinking", "thinking")  # template variables
_TAG = re.compile(r"<[^<>\s]+>|\[/?[A-Z_]+\]")
_OF_THOUGHTS = re.compile(r"think|thought|reason|analysis|THINK")
_SET = re.compile(r"\A((?:\{#[^#]*#\}\n?)?)\{% set (?:enable_thinking|thinking) = (?:true|false) %\}\n?")
_PROBE, _WORDS = "luthier_probe", "The keeper."
_QUESTION: Message = {"role": "user", "content": "Who are you?"}
_ANSWER: Message = {"role": "assistant", "content": _WORDS}


class Thinking(NamedTuple):
    """How a template handles thoughts. opening, closing: the text around them, with its whitespace.

    field, field_of_calls: the message field that holds the thoughts of an answer, and of one that calls a tool; "" if
    there is none. inline: thoughts between their tags in an answer's text are written unchanged. on, off: the
    template's source with thinking on and off. is_known: whether the template knows thoughts at all: else they are text
    like any other, and on and off are the same.
    """

    opening: str = "<think>\n"
    closing: str = "\n</think>\n\n"
    field: str = ""
    field_of_calls: str = ""
    inline: bool = False
    on: str = ""
    off: str = ""
    is_known: bool = False

    def opens(self, prompt: str) -> bool:
        """Return whether a prompt ends within thoughts."""
        begin, end = self.opening.strip(), self.closing.strip()
        place = prompt.rfind(begin)
        return place >= 0 and end not in prompt[place:] and not prompt[place + len(begin) :].strip()

    def block(self, thoughts: str) -> str:
        """Return thoughts as the model writes them."""
        return f"{self.opening}{thoughts}{self.closing}"


def study(template: ChatTemplate) -> Thinking:
    """Find out how a template handles thoughts. Raises LuthierError `data.runaway-template`."""
    source = template.source
    switch = next((name for name in _SWITCHES if name in source and _switches(template, name)), None)
    on, off = (_switched(source, switch, value) for value in (True, False)) if switch else (source, source)
    usual = _prompt(template)
    thinking, thoughtless = template.like(on), template.like(off)
    on = source if _prompt(thinking) == usual else on
    off = source if _prompt(thoughtless) == usual else off
    found = _around(thinking, _tail(_prompt(thinking)), _tail(_prompt(thoughtless)))
    if found is None:
        return Thinking(inline=_is_inline(template, Thinking()), on=source, off=source)
    found = found._replace(on=on, off=_closed(off, thoughtless, found), is_known=True)
    return found if found.field else found._replace(inline=_is_inline(thinking, found))


def _switches(template: ChatTemplate, name: str) -> bool:
    """Return whether a variable changes the prompt."""
    on, off = (_prompt(template.like(_switched(template.source, name, value))) for value in (True, False))
    return bool(on and off and on != off)


def _switched(source: str, name: str, value: bool) -> str:
    """Return the template with a variable set in front, replacing one that an export has set before.

    Jinja removes a line break after a block, as programs configure it for chat templates.
    """
    source = _SET.sub(r"\1", source, count=1)
    line_break = "\n" if source[:1].isspace() else ""
    return f"{{% set {name} = {str(value).lower()} %}}{line_break}{source}"


def _prompt(template: ChatTemplate) -> str:
    """Return the prompt for an answer; "" if the template refuses it."""
    (text,) = template.renderings([_QUESTION], [(1, True)])
    return text or ""


def _tail(prompt: str) -> str:
    """Return the part of a prompt after the question."""
    return prompt.rpartition(_QUESTION["content"])[2]


def _whole(template: ChatTemplate, answer: Message) -> tuple[str, str]:
    """Return the prompt, and the exchange with this answer; "" if the template refuses it."""
    prompt, whole = template.renderings([_QUESTION, answer], [(1, True), (2, False)])
    return prompt or "", whole or ""


def _around(template: ChatTemplate, asking: str, not_asking: str) -> Thinking | None:
    """Find the text around thoughts; return None if the template knows no thoughts.

    asking, not_asking: the ends of prompts after the question, with thinking on and off.
    """
    field, opening, closing = _field(template, _ANSWER)
    of_calls, _, call_closing = _field(template, _call())
    if field:
        return Thinking(opening or _opened(asking) or "<think>\n", closing, field, of_calls or field)
    opened = _opened(asking)
    if opened:  # DeepSeek R1's distillates, QwQ: the prompt opens thoughts that have no field
        return Thinking(opened, _padded(opened, _partner(opened), ""), "", of_calls)
    if not_asking.startswith(asking) and (tags := _TAG.findall(not_asking[len(asking) :])):
        block = not_asking[len(asking) :]  # empty thoughts
        start, end = block.index(tags[0]), block.rindex(tags[-1])
        inside = block[start + len(tags[0]) : end]
        blanks = inside[len(inside.rstrip()) :]
        half = (len(blanks) + 1) // 2
        opening = tags[0] + inside.rstrip() + blanks[:half]
        if tags[-1] in call_closing:  # Gemma 4 writes thoughts before a call, and cuts them off elsewhere
            return Thinking(opening, call_closing.partition(tags[-1])[0] + block[end:], "", of_calls)
        return Thinking(opening, _padded(opening, block[end:], blanks[half:]), "", of_calls)
    return _written(template)


def _written(template: ChatTemplate) -> Thinking | None:
    """Find thoughts by the empty ones before an answer, or by tags in the template's source, if no switch, field or
    prompt reveals them.
    """
    prompt, whole = _whole(template, _ANSWER)
    frame = whole[len(prompt) :].partition(_WORDS)[0] if whole.startswith(prompt) else ""
    tags = [tag for tag in _TAG.findall(frame) if _OF_THOUGHTS.search(tag)]
    if len(tags) == 2:
        return Thinking(frame[: frame.index(tags[1])], frame[frame.index(tags[1]) :])
    for opening, closing in (("[THINK]", "[/THINK]"), ("<think>\n", "\n</think>\n\n")):
        if closing.strip() in template.source:
            return Thinking(opening, closing)
    return None


def _field(template: ChatTemplate, answer: Message) -> tuple[str, str, str]:
    """Return the field from which the template writes thoughts into such an answer, and the text before and after
    them.
    """
    for field in FIELDS:
        prompt, whole = _whole(template, answer | {field: _PROBE})
        before, probe, after = whole.partition(_PROBE)
        if probe and prompt:
            opening = before[len(_common(prompt, before)) :]
            if not opening.strip() and not _opened(before):
                continue
            return field, opening if opening.strip() else _opened(before), after.partition(_WORDS)[0]
    return "", "", ""


def _opened(prompt: str) -> str:
    """Return the tag of thoughts at the end of a prompt, and the whitespace after it; "" without one."""
    tags = list(_TAG.finditer(prompt))
    if not tags or "/" in tags[-1][0] or not _OF_THOUGHTS.search(tags[-1][0]) or prompt[tags[-1].end() :].strip():
        return ""
    return prompt[tags[-1].start() :]


def _partner(opening: str) -> str:
    """Return the closing tag: </think> for <think>, [/THINK] for [THINK]."""
    tag = opening.strip()
    return f"{tag[0]}/{tag[1:]}"


def _padded(opening: str, closing: str, before: str) -> str:
    """Return the closing of thoughts, on a separate line if the opening ends with a line break."""
    if not opening.endswith("\n"):
        return before + closing
    return f"{before or chr(10)}{closing}" if closing[-1:].isspace() or before else f"\n{closing}\n\n"


def _closed(source: str, template: ChatTemplate, found: Thinking) -> str:
    """Return the template without thinking. Its prompt includes all text before an answer without thoughts: empty ones,
    or gpt-oss's switch to its final channel. Otherwise the model would learn to write that, and so not to think.
    """
    prompt, whole = _whole(template, _ANSWER)
    if found.opens(prompt):
        rest = found.closing
    else:
        frame = whole[len(prompt) :].partition(_WORDS)[0] if whole.startswith(prompt) else ""
        rest = frame if frame.strip() else ""
    if not rest or not prompt:
        return source
    said = rest.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"{source.removesuffix(chr(10))}{{% if add_generation_prompt %}}{{{{ '{said}' }}}}{{% endif %}}"


def _is_inline(template: ChatTemplate, found: Thinking) -> bool:
    """Return whether an answer's text may begin with thoughts, and the template puts no empty ones before
    them.
    """
    prompt, whole = _whole(template, {"role": "assistant", "content": found.block(_PROBE) + _WORDS})
    before, block, _ = whole.partition(found.block(_PROBE).strip())
    return bool(block) and found.closing.strip() not in before[len(_common(prompt, before)) :]


def _call() -> Message:
    function = {"name": "look", "arguments": {"town": "Eger"}}
    return {"role": "assistant", "content": "", "tool_calls": [
        {"id": "call00001", "type": "function", "function": function}]}  # fmt: skip


def _common(first: str, second: str) -> str:
    """Return the common prefix."""
    length = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    return first[: min(len(first), len(second)) if length is None else length]


Mode = Literal["on", "off"]
_MARK = "\ue002{}\ue003"  # private-use characters stand for thoughts within an answer's text
_MARKED = re.compile("\ue002(\\d+)\ue003")


class ThinkingTemplate(ChatTemplate):
    """Reads thoughts from one message field, and passes them on in the form that the template takes.

    If a template cuts the thoughts out of every answer, including the one to be learnt, they are inserted after the
    prompt, where the model writes them in use. Earlier answers stay as the template writes them.
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
        """Return a message in the form that the template takes."""
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
        """Return a rendering in which the last answer follows its prompt, with its thoughts."""
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
        # Without thoughts, a prompt that leaves thoughts open would turn the answer into one.
        return prompt + answer if begun and self.thinking.closing.strip() in begun else whole

    def _rest_of_thoughts(self, prompt: str, thoughts: str) -> str:
        """Return the rest of the thoughts that the model writes, if the prompt has opened them."""
        block, opening = self.thinking.block(thoughts), self.thinking.opening
        if not self.thinking.opens(prompt):
            return block
        opened = prompt[prompt.rfind(opening.strip()) :]
        return block.removeprefix(opened if block.startswith(opened) else opening)

    def _begun(self, prompt: str, whole: str) -> str | None:
        """Return the thoughts that the prompt has and the conversation with the answer lacks; None if they differ in
        another way.
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
        """Return a pattern for empty thoughts before an answer, or for their end if the prompt has opened them."""
        opening, closing = (re.escape(tag.strip()) for tag in (self.thinking.opening, self.thinking.closing))
        return re.compile(rf"\A\s*(?:{opening}\s*)?{closing}\s*")


class ThinkingTemplates:
    """A model's template with thinking on, off, and by default."""

    def __init__(self, plain: ChatTemplate) -> None:
        """Study the template. Raises as ChatTemplate does."""
        self.plain, self.thinking = plain, study(plain)
        self.on = ThinkingTemplate(plain, self.thinking.on, self.thinking)
        self.off = ThinkingTemplate(plain, self.thinking.off, self.thinking) if self.can_switch else self.on
        known = {self.on.source: self.on, self.off.source: self.off}
        self.usual = known.get(plain.source) or ThinkingTemplate(plain, plain.source, self.thinking)

    @property
    def can_switch(self) -> bool:
        """Return whether on and off differ."""
        return self.thinking.on != self.thinking.off

    def of(self, mode: Mode) -> ThinkingTemplate:
        """Return the template with thinking on or off."""
        return self.on if mode == "on" else self.off

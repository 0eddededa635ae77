"""Splits conversations written as one text with a chat template's marks back into turns.

The model's own template then renders them with its special tokens. As text the marks would be plain characters, and
questions would be learnt like answers.
"""

from __future__ import annotations

import re

from core.data.formats.turns import Message, turns

_SYSTEM = re.compile(r"\s*<<SYS>>(?P<system>.*?)<</SYS>>", re.DOTALL)
_PREAMBLE = re.compile(r"Below is an instruction that describes a task.*|A chat between a curious .*", re.DOTALL)
_OPENINGS = tuple(  # the beginning of a turn, one pattern per family of templates
    re.compile(pattern)
    for pattern in (
        r"<\|im_start\|>\s*(?P<role>\w+)(?:<\|im_sep\|>|[ \t]*\n)",  # ChatML, Phi-4
        r"<\|start_header_id\|>\s*(?P<role>\w+)\s*<\|end_header_id\|>",  # Llama 3
        r"<\|header_start\|>\s*(?P<role>\w+)\s*<\|header_end\|>",  # Llama 4
        r"<start_of_turn>(?P<role>\w+)\n",  # Gemma
        r"<\|turn>(?P<role>\w+)\n",  # Gemma 4
        r"<\|start_of_role\|>(?P<role>\w+)<\|end_of_role\|>",  # Granite
        r"<\|(?P<role>system|user|assistant)\|>",  # Phi-3, Zephyr
        r"<｜(?P<role>User|Assistant)｜>",  # DeepSeek
        r"(?P<role>\[INST\]|\[/INST\]|\[SYSTEM_PROMPT\])",  # Llama 2, Mistral
        r"(?:^|(?<=\n))### (?P<role>Instruction|Input|Response):",  # Alpaca
        r"### ?(?P<role>Human|User|Assistant|System):",  # Guanaco
        r"(?:^|(?<=\s)|(?<=</s>))(?P<role>SYSTEM|USER|ASSISTANT):",  # Vicuna
    )
)
_ROLES = {"[inst]": "user", "[/inst]": "assistant", "[system_prompt]": "system", "instruction": "user",
          "input": "user", "response": "assistant"}  # fmt: skip
_ANSWERING = ("assistant", "model", "gpt")
_EDGE = (
    r"<s>|</s>|<bos>|<eos>|<\|begin_of_text\|>|<\|end_of_text\|>|<\|endoftext\|>|<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|"
    r"<\|eot\|>|<end_of_turn>|<turn\|>|<\|end\|>|<｜begin▁of▁sentence｜>|<｜end▁of▁sentence｜>|\[/SYSTEM_PROMPT\]"
)
# Ends that scripts append to answers, of any template: the model's own template writes its own end of turn.
_END = re.compile(
    r"\s*(?:</s>|<eos>|\[EOS\]|<end_of_(?:turn|utterance)>|<turn\|>|"
    r"<[|｜](?:im_end|end|return|eo[a-z]+(?:_id)?|end[_▁]?of[_▁]?\w+)[|｜]>)\s*\Z",
    re.IGNORECASE,
)
_MISSING = re.compile(
    r"<\|?(?:image|img|video|audio|speech|picture)(?:_?(?:pad|placeholder|start|here|\d+))?\|?>|<\|vision_start\|>|\[IMG\]|\[sound:[^\]\n]+\]",
    re.IGNORECASE,
)
_BEFORE, _BEHIND = re.compile(_EDGE), re.compile(rf"(?:{_EDGE})\Z")
_LONGEST_EDGE = 32  # characters
_MARK = re.compile(
    r"<\|im_start\|>|<\|im_end\|>|<\|start_header_id\|>|<\|eot_id\|>|<\|header_start\|>|<start_of_turn>|<end_of_turn>|"
    r"<\|turn>|<\|start_of_role\|>|<\|(?:user|assistant|end|begin_of_text|end_of_text|endoftext)\|>|"
    r"<｜(?:User|Assistant)｜>|\[/?INST\]|<</?SYS>>|\[TOOL_CALLS\]|<tool_call>|"
    r"### (?:Instruction|Response|Human|Assistant):|</s>\s*\Z"
)


def mark_in(text: str) -> str:
    """Return the first chat template mark in a text, or ""."""
    return found[0].strip() if (found := _MARK.search(text)) else ""


def without_end(text: str) -> str:
    """Return an answer without trailing marks of a turn's end and whitespace."""
    while (found := _END.search(text, max(0, len(text) - _LONGEST_EDGE))) and not (
        "</s>" in found[0] and "<s>" in text
    ):
        text = text[: found.start()]
    return text


def missing_in(text: str) -> str:
    """Return the first placeholder of a picture, video or sound in a text, or ""."""
    return found[0] if (found := _MISSING.search(text)) else ""


def rendered_turns(prompt: str, answer: str = "") -> list[Message]:
    """Return the turns of a text that is a whole conversation in some chat template's form; else none.

    answer: for a prompt that ends before or with the opening of the assistant's turn. Openings of turns later in an
    answer are only quotations. Raises BadRowError for an unknown role.
    """
    text = prompt + answer
    begins = len(text) - len(answer.lstrip())
    for opening in _OPENINGS:
        found = [one for one in opening.finditer(text) if not answer or one.start() <= begins]
        if len(found) > 1:
            is_asked = not answer or (_role(found[-1]) in _ANSWERING and not text[found[-1].end() : begins].strip())
            return _turns(text, found) if is_asked else []
    return []


def _role(opening: re.Match[str]) -> str:
    name = opening["role"].lower()
    return _ROLES.get(name, name)


def _turns(text: str, found: list[re.Match[str]]) -> list[Message]:
    before = _bare(_PREAMBLE.sub("", _bare(text[: found[0].start()])))
    if before and not found[0][0].startswith("<｜"):  # only DeepSeek's system turn has no opening
        return []
    said = [{"role": "system", "content": before}]
    for match, end in zip(found, [*(later.start() for later in found[1:]), len(text)], strict=True):
        name = match["role"].lower()
        content = text[match.end() : end]
        if (system := _SYSTEM.match(content)) and name == "[inst]":
            said[0], content = {"role": "system", "content": _bare(system["system"])}, content[system.end() :]
        if name == "input" and said[-1]["role"] == "user":  # Alpaca's input belongs to the instruction
            said[-1]["content"] = f"{said[-1]['content']}\n\n{_bare(content)}".strip()
            continue
        said.append({"role": _role(match), "content": _bare(content)})
    if said[-1] == {"role": "assistant", "content": ""}:
        said.pop()  # opened for an answer that is missing
    said = said if said[0]["content"] else said[1:]
    is_whole = any(turn["role"] in _ANSWERING for turn in said)
    return turns(said, "text") if is_whole and not any(mark_in(turn["content"]) for turn in said) else []


def _bare(text: str) -> str:
    """Return the text without tokens that begin and end texts and turns, and without surrounding whitespace."""
    text = text.strip()
    while found := _BEFORE.match(text):
        text = text[found.end() :].lstrip()
    while found := _BEHIND.search(text, max(0, len(text) - _LONGEST_EDGE)):
        text = text[: found.start()].rstrip()
    return text

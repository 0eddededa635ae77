"""The template of a model that has none: by the marks of turns in its vocabulary, else ChatML.

A mark that is a token takes the place of several pieces, and every program stops at the one that ends an answer. Base
models have the marks of the chat models that their makers made of them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from core.data.chat.template import CHATML
from core.data.tokenizer import Tokenizer

TurnMarks = Literal["auto", "chatml"]
_ROWS_WITH_MEANING = ("token_embd.weight", "output.weight")  # a row for each token: read, and written


class _Family(NamedTuple):
    """tokens: special ones that the vocabulary has, the last of which ends an answer. source: the template."""

    tokens: tuple[str, ...]
    source: str


def _by_role(opening: str, closing: str, assistant: str = "assistant") -> str:
    """A template in which every turn opens with its role, in place of {role}. assistant: what it is called there."""
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
# Those first that have more marks of another family among their own.
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
    """Return the template of conversations in Jinja's language: the model's own, or one for a model without any.

    turn_marks: auto for the marks that its vocabulary has, chatml for ChatML whatever it has.
    """
    if tokenizer.chat_template:
        return tokenizer.chat_template
    marks = marks_of_turns(tokenizer) if turn_marks == "auto" else ()
    return next((family.source for family in _FAMILIES if family.tokens == marks), CHATML)


def marks_of_turns(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the marks that a model without a template can learn turns with, the last of which ends an answer; none
    where it has to spell ChatML's.
    """
    for family in _FAMILIES:
        tokens = [special.token for name in family.tokens for special in tokenizer.find_specials(name)]
        names = tuple(map(tokenizer.text, tokens))
        if names == family.tokens and tokenizer.ends_turn(tokens[-1]) and _are_told_apart(tokenizer, tokens):
            return family.tokens
    return ()


def _are_told_apart(tokenizer: Tokenizer, tokens: list[int]) -> bool:
    """Whether the weights tell each from all other special tokens. Some makers leave those that a base never read alike
    to the last bit (Llama 3): an adapter, which does not change these weights, could not write the one and not another.
    """
    header = tokenizer.header
    for tensor in filter(None, map(header.tensors.get, _ROWS_WITH_MEANING)):
        count = tensor.shape[1]
        rows = np.memmap(header.path, np.uint8, "r", tensor.start, (count, tensor.size // count))
        others = rows[[token for token in tokenizer.specials if token < count]]
        if any((others == rows[token]).all(axis=1).sum() > 1 for token in tokens):
            return False
    return True

"""What a mask says, as texts that can be read."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from core.data.chat.conversation import ConversationEncoder
from core.data.example import Example
from core.data.tokenizer import Tokenizer


def supervised_texts(example: Example, tokenizer: Tokenizer) -> list[str]:
    """Each stretch of text that the model is trained to write."""
    runs = groupby(zip(example.tokens.tolist(), example.supervised.tolist(), strict=True), key=lambda pair: pair[1])
    return [b"".join(tokenizer.piece(token) for token, _ in run).decode() for supervised, run in runs if supervised]


def answers_of(
    encoder: ConversationEncoder, messages: list[dict[str, Any]], tools: list[Any] | None = None
) -> list[str]:
    """The same of a conversation."""
    return supervised_texts(encoder.encode(messages, tools), encoder.tokenizer)

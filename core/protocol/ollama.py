"""What came of a model in Ollama."""

from __future__ import annotations

import msgspec


class OllamaAnswer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One question put to it, next to our own answer, both at the likeliest token.

    way: raw (the very text that was trained) or chat (the messages, which Ollama renders). ends: by itself.
    at: the first of our tokens, counted from 0, that differs; ours and theirs stand there. margin: by how many nats
    ours was likelier than the next.
    """

    prompt: str
    way: str
    text: str
    same: bool
    ends: bool
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None


class OllamaResult(msgspec.Struct, kw_only=True):
    """name: of the model. commands: what to type next.

    sent_bytes: 0 where Ollama had the file already. differences: in what the model is not what it was sent, in words.
    rendered: whether Ollama makes the trained prompt of a conversation; None where it does not say, or none was learnt;
    rendered_ours, rendered_theirs: the first that differ. think: what Ollama has to be told with each question so that
    it does; None: nothing. same: all answers; None where one is missing and no other differs. ends: likewise; None for
    running text, too.
    """

    name: str
    version: str
    address: str
    commands: list[str]
    sent_bytes: int
    differences: list[str]
    rendered: bool | None
    rendered_ours: str
    rendered_theirs: str
    think: bool | None = None
    same: bool | None
    ends: bool | None
    answers: list[OllamaAnswer]
    seconds: float

"""What a llama-server made of a run's adapter."""

from __future__ import annotations

import msgspec


class LlamaServerAnswer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One question put to it, next to our own answer, both at the likeliest token.

    scale: of the adapter; 0 is the base model. same: token by token, or up to a token that was as likely as another.
    at: the first of our tokens, counted from 0, that differs; ours and theirs stand there. margin: by how many nats
    ours was likelier than the next.
    """

    prompt: str
    scale: float
    text: str
    same: bool
    ends: bool  # by itself
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None


class LlamaServerResult(msgspec.Struct, kw_only=True):
    """good: all that could be asked is as it should be. started: for this check, and ended again.

    rendered: whether it makes the trained prompt of a conversation; None where none was learnt, or nothing could be
    asked; rendered_ours, rendered_theirs: the first that differ. same: all answers with the adapter. same_base: all
    with its scale at 0. swaps: with the scale at 1 again it answers as before, and not as the base does.
    ends: all answers with the adapter; None for running text. commands: what to type to have such a server.
    """

    address: str
    version: str
    model: str
    adapter: str
    started: bool
    good: bool
    rendered: bool | None
    rendered_ours: str
    rendered_theirs: str
    same: bool
    same_base: bool
    swaps: bool
    ends: bool | None
    answers: list[LlamaServerAnswer]
    commands: list[str]
    seconds: float

"""Jobs that let a model write."""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.protocol.chat import Seed, Strength, Temperature, Think
from core.protocol.event import JobOf
from core.protocol.results import ChatResult, ConverseResult, ServeResult


class ChatJob(JobOf[ChatResult], tag="chat"):
    """Answer one prompt (raw continuation when the model has no chat template).

    run: instead of model and adapter; checkpoint: of it, as of an ExportJob. strength: of the adapter, 0 to 2. think:
    before it answers; auto: as the run learnt it, else as the template has it.
    """

    prompt: str
    model: str = ""
    adapter: str | None = None
    run: str | None = None
    checkpoint: str = ""
    system: str = ""
    strength: Strength = 1.0
    temperature: Temperature = 0.0
    seed: Seed = 0
    max_tokens: Annotated[int, msgspec.Meta(ge=1)] = 200
    think: Think = "auto"


class ConverseJob(JobOf[ConverseResult], tag="converse"):
    """Load a model once and answer each `ask` command until `stop` or the end of stdin.

    run, checkpoint: as of a ChatJob. raw: go on with texts, although the model has a chat template; None: where the run
    learnt running text. context: tokens that a conversation has room for; 0: twice what the run was trained with, at
    least 4096, if the model was made for so many. think: as of a ChatJob, where a question says nothing else.
    """

    model: str = ""
    adapter: str | None = None
    run: str | None = None
    checkpoint: str = ""
    raw: bool | None = None
    context: int = 0
    think: Think = "auto"


class ServeJob(JobOf[ServeResult], tag="serve"):
    """Answer programs that speak OpenAI's API, on this machine alone, until `stop` or the end of stdin.

    As a ConverseJob. port: 0 for any that is free. key: what programs must send; without one it is made.
    """

    model: str = ""
    adapter: str | None = None
    run: str | None = None
    checkpoint: str = ""
    context: int = 0
    port: int = 8080
    key: str = ""
    think: Think = "auto"

    def __repr__(self) -> str:
        return f"ServeJob(model={self.model!r}, run={self.run!r})"  # without the key

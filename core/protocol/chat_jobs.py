"""Jobs that generate text with a model."""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.protocol.chat import Seed, Strength, Temperature, Think
from core.protocol.event import JobOf
from core.protocol.results import ChatResult, ConverseResult, ServeResult


class ChatJob(JobOf[ChatResult], tag="chat"):
    """Answer one prompt (or continue it, if the model has no chat template).

    run: replaces model and adapter; checkpoint: as in ExportJob. strength: of the adapter, 0 to 2. think: before it
    answers; auto: as the run was trained, else the template's default.
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

    run, checkpoint: as in ChatJob. raw: continue texts although the model has a chat template; None: if the run learnt
    running text. context: a conversation's size in tokens; 0: twice that of the run's training, at least 4096, within
    the model's own limit. think: as in ChatJob, for questions that do not set it.
    """

    model: str = ""
    adapter: str | None = None
    run: str | None = None
    checkpoint: str = ""
    raw: bool | None = None
    context: int = 0
    think: Think = "auto"


class ServeJob(JobOf[ServeResult], tag="serve"):
    """Serve OpenAI's API, to programs on this machine only, until `stop` or the end of stdin.

    Other fields: as in ConverseJob. port: 0 for any free one. key: the API key that programs must send; generated if
    empty.
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

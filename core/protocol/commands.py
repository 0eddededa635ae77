"""Commands from the window to a worker."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from core.protocol.chat import Sampling, Strength, Think
from core.protocol.config import TrainConfig
from core.protocol.specs import Job


class _Command(msgspec.Struct, kw_only=True, tag_field="type"):
    pass


class Start(_Command, tag="start"):
    """Start a job; the first command."""

    job: Job


class Pause(_Command, tag="pause"):
    """Pause after the current step."""


class Resume(_Command, tag="resume"):
    """Resume after a pause."""


class Stop(_Command, tag="stop"):
    """Finish the step, save a checkpoint and a usable adapter, and end."""


class SaveCheckpoint(_Command, tag="checkpoint"):
    """Save a checkpoint after this step and go on."""


class TakeSample(_Command, tag="sample", omit_defaults=True):
    """Answer this prompt after the current training step, with the adapter so far and with the base; then go on.

    max_tokens: 0 for the run's setting.
    """

    prompt: str
    max_tokens: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0


class Cancel(_Command, tag="cancel"):
    """Abort the job and leave no partial files."""


class Ask(_Command, tag="ask", omit_defaults=True):
    """Answer this conversation in a ConverseJob. The events carry the id.

    messages: role and content, oldest first, plus other keys that chat templates read; without a template their texts
    are joined and continued. tools: JSON descriptions. strength: of the adapter, 0 to 2. voice: "both" puts the same
    question to base and tuned at once. begun, begun_thinking: the answer's beginning, with its thoughts, to continue;
    only the continuation is returned. think: before it answers; auto: the job's setting. base_messages: messages for
    the base, if both answer and its conversation differs; none: the same.
    """

    id: str
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]] = []
    voice: Literal["tuned", "base", "both"] = "tuned"
    strength: Strength = 1.0
    sampling: Sampling = Sampling()
    begun: str = ""
    begun_thinking: str = ""
    think: Think = "auto"
    base_messages: list[dict[str, Any]] = []


class CancelAnswer(_Command, tag="cancel_answer"):
    """Stop a ConverseJob's answer to the question with this id, or skip the question if it still waits."""

    id: str


class AskPlan(_Command, tag="ask_plan"):
    """Ask a PlanJob for the plan of a training with these settings. The answer carries the id; of several waiting
    requests only the newest is answered.
    """

    id: str
    config: TrainConfig


Command = Start | Pause | Resume | Stop | SaveCheckpoint | TakeSample | Cancel | Ask | CancelAnswer | AskPlan

"""The facts of a model card, before they become text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import UNSET, UnsetType

from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.errors import LuthierError
from core.convert.naming import loader
from core.data.example import Example
from core.data.formats.recognise import recognise
from core.data.tokenizer import Tokenizer
from core.data.tokens.statistics import UNKNOWN, languages
from core.export.base import Base, describe_base
from core.export.turns import learnt_conversations
from core.gguf.header import Header
from core.protocol.config import TrainConfig
from core.protocol.measure import Measure
from core.runs.info import RunAssessment, read_assessment
from core.runs.learnt_thoughts import LearntThoughts, read_thoughts
from core.runs.run import Run
from core.runs.summary import RunStory

_SAMPLED, _ENOUGH = 60, 0.2  # held-out rows whose language is detected; the share of them from which a language counts


@dataclass(frozen=True)
class Facts:
    """The facts of a model card. data: the data's name, without its folders. format: of its rows, "" if no longer
    known.

    step: after which the adapter was saved. languages: ISO 639-1. picture: the plot's file, "" for none.
    loader: the class of Transformers that loads the base. assessment: the run's newest, None for none at this step.
    """

    run: str
    base: Base
    history: History
    config: TrainConfig
    result: p.ExportResult
    step: int
    data: str
    format: str
    conversations: bool
    languages: list[str]
    loader: str
    picture: str = ""
    thoughts: LearntThoughts = field(default_factory=LearntThoughts)
    assessment: RunAssessment | None = None

    @property
    def is_adapter(self) -> bool:
        return not EXPORT_KINDS[self.result.kind].is_whole

    @property
    def is_gguf(self) -> bool:
        """Return whether the result is in GGUF, even under a name without the ending, which users may choose."""
        return EXPORT_KINDS[self.result.kind].is_gguf

    @property
    def loss(self) -> float | None:
        """Return this adapter's loss on held-out text, from training."""
        return self.history.evaluations.get(self.step) if self.is_as_trained else None

    @property
    def is_as_trained(self) -> bool:
        """Return whether the adapter has the strength that training measured."""
        return isinstance(self.result.strength, UnsetType)

    @property
    def mmproj(self) -> Path | None:
        """Return the vision encoder's file beside the model."""
        return Path(self.result.mmproj) if isinstance(self.result.mmproj, str) else None

    @property
    def files(self) -> list[Path]:
        return [Path(file) for file in self.result.files]


def gather(run: Run, base: Header, held_out: Sequence[Example], result: p.ExportResult, step: int) -> Facts:
    """Gather a card's facts. base: the trained model. held_out: its evaluation data. step: of the adapter."""
    info, said = run.info(), read_assessment(run.assessment_file)
    return Facts(
        run=run.title,
        base=describe_base(info.model, base),
        history=history_of(run.events()),
        config=info.config,
        result=result,
        step=step,
        data=Path(info.data).name,
        format=_format(Path(info.data), info.config),
        conversations=learnt_conversations(Path(info.data), info.config, list(held_out)),
        languages=_languages(base, held_out),
        loader=loader(base),
        thoughts=read_thoughts(run),
        assessment=said if said is not None and (said.step, result.strength) == (step, UNSET) else None,
    )


def _format(data: Path, config: TrainConfig) -> str:
    if config.format != "auto":
        return config.format
    try:
        return recognise(data, config).format if data.exists() else ""
    except (LuthierError, OSError):  # the data has changed since, or may not be read
        return ""


def _languages(base: Header, held_out: Sequence[Example]) -> list[str]:
    if not held_out:
        return []
    with Tokenizer(base) as tokenizer:
        shares = languages(held_out[:_SAMPLED], tokenizer)
    return [code for code, share in shares.items() if code != UNKNOWN and share >= _ENOUGH]


@dataclass
class History:
    """A training's history. losses: of every step that counts. story: of the measurements on held-out text."""

    data: p.DataSummary | None = None
    started: p.TrainingStarted | None = None
    losses: dict[int, float] = field(default_factory=dict)
    story: RunStory = field(default_factory=RunStory)
    result: p.TrainResult | None = None
    version: str = ""

    @property
    def measure(self) -> Measure:
        """Return how the losses were measured."""
        return self.story.measure

    @property
    def before(self) -> float | None:
        """Return the base model's loss on the same held-out text."""
        return self.story.before.loss if self.story.before else None

    @property
    def evaluations(self) -> dict[int, float]:
        """Return the losses on that text with the adapter, by step."""
        return self.story.losses


def history_of(events: Iterable[p.Event]) -> History:
    """Fold the events, oldest first."""
    history = History()
    for event in events:
        if (kept := history.story.add(event)) is not None:
            history.losses = {step: loss for step, loss in history.losses.items() if step <= kept}
        match event:
            case p.Hello(version=version):
                history.version = version
            case p.DataSummary():
                history.data = event
            case p.TrainingStarted():
                history.started = event
            case p.Step(step=step, loss=loss):
                history.losses[step] = loss
            case p.Finished() as end if "steps_skipped" in end.result:
                history.result = p.result_of(end, p.TrainResult)
    return history

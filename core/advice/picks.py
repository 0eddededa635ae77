"""Models for beginners: resources/picks.json.

`luthier models search --check-picks` asks the hub whether each still exists as listed. Also the samples that come with
Luthier: a small model, and two data sets that it learns in a minute or two.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from core.base import paths
from core.base.language import tr
from core.memory.estimate import enough_for, rough_need
from core.protocol import HubFile, HubModel
from core.protocol.config import TrainConfig

FILE = paths.RESOURCES / "picks.json"
GOOD_AT = {  # by name; a line each
    "Gemma 3 270M": tr("Sorting, tagging and short answers of one kind"),
    "SmolLM2 360M": tr("A first try in English: a tone, or a form of answer"),
    "Qwen3 0.6B": tr("The usual start: many languages, follows instructions"),
    "Qwen3 1.7B": tr("Personas, and questions about your texts"),
    "Llama 3.2 3B": tr("Conversation and roles in European languages"),
    "SmolLM3 3B": tr("Long texts and reasoning in six languages"),
    "Qwen3 4B": tr("Knowledge, tools, personas: the best of its size"),
    "Qwen3 8B": tr("Demanding texts in many languages"),
    "Mistral Nemo 12B": tr("Stories and roles in a dozen languages"),
    "Qwen3 14B": tr("The most able that a desktop with 32 GB trains"),
}
TAKES = {
    "hour": tr("about an hour", "of a training"),
    "evening": tr("an evening", "of a training"),
    "night": tr("a night", "of a training"),
    "days": tr("days", "of a training"),
}


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A model for beginners. name: as people call it. dtype: of its weights. ram: gigabytes of memory that a suitable
    machine has.

    takes: how long a usual training takes on a laptop, one of TAKES.
    """

    name: str
    repo: str
    file: str
    bytes: int
    family: str
    architecture: str
    parameters: int
    licence: str
    dtype: str
    ram: int
    takes: str

    @property
    def good_at(self) -> str:
        """Return what the model is good at, in the chosen language."""
        return GOOD_AT[self.name]

    def as_model(self, memory: int) -> HubModel:
        """Return the model as a search result. memory: bytes of this machine."""
        need = rough_need(self.bytes)
        fits = enough_for(need, memory)
        return HubModel(
            id=self.repo,
            kinds=["gguf"],
            files=[HubFile(name=self.file, bytes=self.bytes, need=need, fits=fits)],
            bytes=self.bytes,
            need=need,
            fits=fits,
            licence=self.licence,
            architecture=self.architecture,
            trains=True,
            parameters=self.parameters,
            summary=tr(
                "{good_at}. A usual training takes {takes} on a laptop.",
                good_at=self.good_at,
                takes=TAKES[self.takes],
            ),
        )


def starter_picks() -> list[Pick]:
    """Return the picks, for the smallest machine first."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Pick])


class Sample(NamedTuple):
    """A sample data set. title: of its run. prompt: to ask before and after."""

    title: str
    data: Path
    prompt: str
    config: TrainConfig


CHAT = Sample(
    "The lighthouse keeper",
    paths.DEMO / "chat.jsonl",
    "Why is the sea so dark at night?",
    TrainConfig(epochs=6, context=256, grad_accumulation=2, learning_rate=2e-3, rank=16, eval_share=0.1),
)
TEXT = Sample(
    "In the words of Dr Watson",
    paths.DEMO / "holmes.txt",
    "Holmes looked at the letter and",
    TrainConfig(epochs=1, context=256, grad_accumulation=4, learning_rate=2e-3, rank=16, eval_share=0.05),
)

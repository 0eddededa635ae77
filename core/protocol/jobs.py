"""Jobs: what a worker is asked to do; one worker process does one job."""

from __future__ import annotations

import msgspec

from core.config import TrainConfig


class _Job(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="job"):
    pass


class ConvertJob(_Job, tag="convert"):
    """Turn a Hugging Face folder into a GGUF file of the given type (f16, bf16, f32 or a quantization)."""

    source: str
    output: str
    dtype: str = "f16"


class QuantizeJob(_Job, tag="quantize"):
    """Rewrite a GGUF file with smaller weights."""

    source: str
    output: str
    dtype: str


class InspectJob(_Job, tag="inspect"):
    """Tokenize a data file for a model and say what would be trained."""

    model: str
    data: str
    config: TrainConfig = TrainConfig()
    limit: int = 5


class TrainJob(_Job, tag="train"):
    """Start a new run. `run` is the run folder; it must not hold a run yet."""

    model: str
    data: str
    run: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()


class EstimateJob(_Job, tag="estimate"):
    """How much memory training a model would take here, and whether it fits."""

    model: str
    config: TrainConfig = TrainConfig()


class ResumeJob(_Job, tag="resume"):
    """Go on with a run from its newest usable checkpoint."""

    run: str


class EvalJob(_Job, tag="eval"):
    """Loss and perplexity of a model, with or without an adapter, on supervised tokens."""

    model: str
    data: str
    adapter: str | None = None
    config: TrainConfig = TrainConfig()


class ChatJob(_Job, tag="chat"):
    """Answer one prompt (raw continuation when the model has no chat template)."""

    model: str
    prompt: str
    adapter: str | None = None
    temperature: float = 0.0
    seed: int = 0
    max_tokens: int = 200


EXPORT_KINDS = ("adapter", "merged", "ollama")


class ExportJob(_Job, tag="export"):
    """Write a run's adapter in a form other programs load: one of EXPORT_KINDS.

    dtype: of a merged file's weights (`q8_0`); without it they keep the base model's types.
    """

    run: str
    kind: str
    output: str
    dtype: str | None = None


class DemoJob(_Job, tag="demo"):
    """The whole road on the bundled model: convert, quantize, train, evaluate, export, check."""

    output: str
    chat: bool = False


Job = (
    ConvertJob | QuantizeJob | InspectJob | EstimateJob | TrainJob | ResumeJob | EvalJob | ChatJob | ExportJob | DemoJob
)

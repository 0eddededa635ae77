"""A sliding window that llama.cpp leaves out is named wherever texts may be longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.cli.commands import app
from core.convert.convert import convert
from core.jobs.context import JobContext
from core.jobs.planning.estimate import estimate
from core.protocol.config import TrainConfig
from tests.fixtures.config_cases import Case
from tests.support.rewritten_models import rewritten

WINDOW = 64
ON = {"sliding_window": WINDOW, "use_sliding_window": True}
MISTRAL = {"architectures": ["MistralForCausalLM"], "sliding_window": WINDOW, "attention_bias": True}


def told(model: Path, context: int) -> list[p.Notice]:
    events: list[p.Event] = []
    estimate(p.EstimateJob(model=str(model), config=TrainConfig(context=context)), JobContext(events.append))
    return [event for event in events if isinstance(event, p.Notice)]


def converted(folder: Path, fixture: str, says: dict[str, Any]) -> Path:
    convert(Case(fixture, says).write(folder / fixture), folder / "out.gguf", "f32", lambda done, total: None)
    return folder / "out.gguf"


@pytest.mark.parametrize(
    ("fixture", "says"),
    [("llama-biased", MISTRAL), ("qwen2", ON), ("qwen3", ON), ("qwen3moe", ON), ("smollm3", ON), ("phi", ON)],
)
def test_that_a_longer_context_than_the_window_is_told(fixture: str, says: dict[str, Any], tmp_path: Path) -> None:
    model = converted(tmp_path, fixture, says)
    (notice,) = told(model, 100)
    assert notice.code == "train.sliding-window"
    assert f"{WINDOW} tokens" in notice.message and "100 tokens" in notice.message
    assert f"context={WINDOW}" in notice.hint
    assert told(model, WINDOW) == []


@pytest.mark.parametrize("fixture", ["gemma2", "gemma3", "llama"])
def test_that_windows_which_llama_cpp_keeps_are_not_told(fixture: str, tmp_path: Path) -> None:
    assert told(converted(tmp_path, fixture, {}), 100) == []


def test_that_the_window_of_a_file_from_elsewhere_is_told(tmp_path: Path) -> None:
    source = converted(tmp_path, "qwen3", {})
    assert told(source, 100) == []
    (notice,) = told(rewritten(source, tmp_path / "w.gguf", says={"qwen3.attention.sliding_window": WINDOW}), 100)
    assert notice.code == "train.sliding-window"


@pytest.mark.process
def test_that_training_tells_of_it_too(tmp_path: Path) -> None:
    model, data = converted(tmp_path, "qwen3", ON), tmp_path / "data.txt"
    data.write_text("Once upon a time, there was a bear.\n\n" * 40)
    settings = ("context=100", "max_steps=1", "eval_share=0.2")
    options = [part for setting in settings for part in ("--set", setting)]
    done = CliRunner().invoke(
        app, ["train", "--model", str(model), "--data", str(data), "--run", str(tmp_path / "run"), *options]
    )
    assert done.exit_code == 0, done.output
    assert f"look back on {WINDOW} tokens" in " ".join(done.output.split())

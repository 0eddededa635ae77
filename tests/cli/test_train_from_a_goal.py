"""`luthier train --goal … --dry-run`: the settings with their reasons, and what a step or two took."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.base import paths
from core.cli.commands import app


def test_that_a_goal_gives_its_reasons_and_a_dry_run_measures(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    data = str(paths.DEMO / "chat.jsonl")
    settings = ["--set", "rank=4", "--set", "context=64", "--set", "eval_share=0.2", "--set", "learning_rate=2e-4"]
    done = CliRunner().invoke(
        app, ["train", "--model", str(demo_gguf), "--data", data, "--goal", "style", "--dry-run", *settings]
    )
    assert done.exit_code == 0, done.output
    assert "Reading your data 3 times suits this goal." in done.output
    assert "Suits a model of" not in done.output  # so was its rate, though that is the usual one
    assert "All of your rows" not in done.output  # its context was chosen by hand
    assert "Rows of up to 194 tokens are cut to 64" in done.output
    assert "the training, about" in done.output and "tokens/s" in done.output
    assert not (tmp_path / "runs").exists()
    refused = CliRunner().invoke(app, ["train", "--model", str(demo_gguf), "--data", data, "--goal", "fame"])
    assert refused.exit_code == 2 and "style, qa, exact, persona, text" in refused.output

"""Options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.base.settings import runs_dir
from core.protocol.config import TrainConfig, with_settings
from core.runs.run import Run

Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON line and nothing else on stdout.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what is already there, whatever it is.")]
NoQuestions = Annotated[
    bool,
    typer.Option("--no-questions", help="Do not ask it the evaluation's questions, which saves minutes."),
]
MODEL_HELP = "A GGUF file, a folder with safetensors, ollama:NAME or a downloaded OWNER/NAME."
DATA_HELP = "Text, a document (PDF, Word, …), a folder of these, or rows: JSON, CSV, Excel, Parquet."
Model = Annotated[str, typer.Option("--model", help=MODEL_HELP)]
AdapterFile = Annotated[
    Path | None,
    typer.Option("--adapter", help="An adapter for the model: a GGUF adapter, a run, or a folder of PEFT or mlx-lm."),
]
Checkpoint = Annotated[
    str, typer.Option(metavar="STEP|best", help="One of the run's checkpoints: its step, or `best`.")
]
ImatrixOfRun = Annotated[
    bool, typer.Option("--imatrix", help="Quantize with an importance matrix made from what the run was trained on.")
]
Output = Annotated[Path, typer.Option("--output", "-o", help="Where to write.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting, for example --set epochs=2. May be given many times."),
]


def absolute(path: Path) -> str:
    """Return the absolute path, so that a run can be resumed from any folder."""
    return str(path.expanduser().absolute())


def adapter_of(path: Path) -> str:
    """Return the absolute path of a file or folder; if it does not exist, of the run with that name."""
    run = runs_dir() / path
    return str(run) if not path.expanduser().exists() and Run(run).is_there else absolute(path)


def model_of(text: str) -> str:
    """Return the absolute path of a file or folder; any other text unchanged, for the job to interpret."""
    return absolute(Path(text)) if Path(text).expanduser().exists() else text


def settings_of(overrides: list[str] | None) -> TrainConfig:
    """Return the default settings, overridden by those given with --set."""
    return with_settings(TrainConfig(), overrides or [])


def wrong_usage(option: str, what: str) -> typer.BadParameter:
    """Return a usage error about an option or its absence."""
    return typer.BadParameter(f"{option} {what}")

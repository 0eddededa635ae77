"""`luthier import-adapter`: adapters by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Force, Json, Model, Output, absolute, model_of
from core.cli.running import perform_and_show
from core.shared import protocol as p


def import_adapter(
    source: Annotated[Path, typer.Argument(help="A folder of PEFT or mlx-lm, or another program's GGUF adapter.")],
    model: Model,
    output: Output,
    force: Force = False,
    json: Json = False,
) -> None:
    """Turn an adapter of PEFT or mlx-lm into a GGUF adapter for a model."""
    job = p.ImportAdapterJob(source=absolute(source), model=model_of(model), output=absolute(output), force=force)
    perform_and_show(job, json)

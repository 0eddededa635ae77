"""What several commands take, said the same way everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON line and nothing else on stdout.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there already, whatever it is.")]
MODEL_HELP = "A GGUF file, a folder with safetensors, ollama:NAME or a downloaded OWNER/NAME."
DATA_HELP = "Text, a folder of texts, or rows: JSON, CSV, Parquet."


def absolute(path: Path) -> str:
    """A whole path, so that a run can be resumed from anywhere."""
    return str(path.expanduser().absolute())

"""What people type in a terminal to use what a run has learnt, ready to paste."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from core.shared.own_process import is_bundled, own_process, typed_program

MODELFILE = "Modelfile"  # in a folder for Ollama
_LONGEST_NAME = 80


def export_elsewhere(run: Path) -> str:
    """Write a folder for a bigger machine, beside where the command is typed."""
    return _luthier("export", str(run), "elsewhere", "-o", f"{run.name}-elsewhere")


def into_ollama(folder: Path, name: str) -> list[str]:
    """Give such a folder to Ollama, and talk to the model. name: as Ollama takes it."""
    create = shlex.join(["ollama", "create", name, "-f", str(folder / MODELFILE)])
    return [create, shlex.join(["ollama", "run", name])]


def into_llama_server(base: Path, adapter: Path) -> list[str]:
    """Have llama.cpp's server talk with an adapter on its base model."""
    return [shlex.join(["llama-server", "-m", str(base), "--lora", str(adapter)])]


def merged_in_llama_server(model: Path) -> str:
    """Have it talk with a whole model, by the chat template in its file."""
    return shlex.join(["llama-server", "-m", str(model), "--jinja"])


def ollama_name(text: str) -> str:
    """A name Ollama accepts: lower-case letters, digits, dots and dashes."""
    name = "".join(letter if letter.isascii() and (letter.isalnum() or letter in ".-") else "-" for letter in text)
    return name.strip(".-")[:_LONGEST_NAME].strip(".-").lower() or "my-model"


def _luthier(*arguments: str) -> str:
    if is_bundled():
        return shlex.join([*typed_program(), *arguments])
    beside = shutil.which("luthier", path=str(Path(sys.executable).parent))
    return shlex.join([*([beside] if beside else own_process("core.cli")), *arguments])

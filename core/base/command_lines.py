"""What people type in a terminal to use what a run has learnt, ready to paste."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from core.base.own_process import is_bundled, other_program, own_process, typed_program
from core.base.systems.terminals import quoted

MODELFILE = "Modelfile"  # in a folder for Ollama
_LONGEST_NAME = 80


def export_elsewhere(run: Path) -> str:
    """Write a folder for a bigger machine, beside where the command is typed."""
    return luthier("export", str(run), "elsewhere", "-o", f"{run.name}-elsewhere")


def into_ollama(folder: Path, name: str, think: bool | None = None) -> list[str]:
    """Return the commands that give an exported folder to Ollama, and talk to the model. name, think: as of
    `run_in_ollama`.
    """
    return [quoted("ollama", "create", name, "-f", str(folder / MODELFILE)), run_in_ollama(name, think)]


def run_in_ollama(name: str, think: bool | None = None) -> str:
    """Return the command that talks to a model in Ollama. name: as Ollama takes it. think: what it is to be told of
    thinking, None for nothing.
    """
    return quoted("ollama", "run", name) + (f" --think={str(think).lower()}" if think is not None else "")


def into_llama_server(base: Path, adapter: Path, mmproj: Path | None = None) -> list[str]:
    """Return the commands that have llama.cpp's server talk with an adapter on its base model. mmproj: what reads
    pictures for that.
    """
    pictures = ["--mmproj", str(mmproj)] if mmproj else []
    return [quoted("llama-server", "-m", str(base), "--lora", str(adapter), *pictures)]


def merged_in_llama_server(model: Path) -> str:
    """Return the command that has llama.cpp's server talk with a whole model, by the chat template in its file."""
    return quoted("llama-server", "-m", str(model), "--jinja")


def ollama_name(text: str) -> str:
    """Return a name Ollama accepts: lower-case letters, digits, dots and dashes; letters without their accents."""
    plain = [letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)]
    name = "".join(letter if letter.isascii() and (letter.isalnum() or letter in ".-") else "-" for letter in plain)
    name = "-".join(part for part in name.split("-") if part)
    return name.strip(".-")[:_LONGEST_NAME].strip(".-").lower() or "my-model"


def luthier(*arguments: str) -> str:
    """Return a command of ours: by its name where the terminal finds this very program, else where it lies."""
    if is_bundled():
        return quoted(*typed_program(), *arguments)
    beside = other_program("luthier", str(Path(sys.executable).parent))
    if beside and other_program("luthier") == beside:
        return quoted("luthier", *arguments)
    return quoted(*([beside] if beside else own_process("core.cli")), *arguments)


def typed(hint: str) -> str:
    """Return a hint with our commands in it as they are typed here."""
    return hint.replace("`luthier ", f"`{luthier()} ") if "`luthier " in hint else hint

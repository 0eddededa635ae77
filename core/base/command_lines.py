"""Terminal commands that use an exported model, ready to paste."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from core.base.own_process import is_bundled, other_program, own_process, typed_program
from core.base.systems.terminals import quoted

MODELFILE = "Modelfile"  # its name in a folder exported for Ollama
_LONGEST_NAME = 80


def export_elsewhere(run: Path) -> str:
    """Return the command that exports a run as a folder for a bigger machine, into the current folder."""
    return luthier("export", str(run), "elsewhere", "-o", f"{run.name}-elsewhere")


def into_ollama(folder: Path, name: str, think: bool | None = None) -> list[str]:
    """Return the commands that import an exported folder into Ollama and start a chat. name, think: as for
    `run_in_ollama`.
    """
    return [quoted("ollama", "create", name, "-f", str(folder / MODELFILE)), run_in_ollama(name, think)]


def run_in_ollama(name: str, think: bool | None = None) -> str:
    """Return the command that starts a chat with a model in Ollama. name: as accepted by Ollama. think: whether to turn
    thinking on or off, None to leave it unset.
    """
    return quoted("ollama", "run", name) + (f" --think={str(think).lower()}" if think is not None else "")


def into_llama_server(base: Path, adapter: Path, mmproj: Path | None = None) -> list[str]:
    """Return the commands that start llama.cpp's server with an adapter on its base model. mmproj: the base's image
    encoder.
    """
    pictures = ["--mmproj", str(mmproj)] if mmproj else []
    return [quoted("llama-server", "-m", str(base), "--lora", str(adapter), *pictures)]


def merged_in_llama_server(model: Path) -> str:
    """Return the command that starts llama.cpp's server with a merged model, using the chat template in its file."""
    return quoted("llama-server", "-m", str(model), "--jinja")


def ollama_name(text: str) -> str:
    """Return a name that Ollama accepts: lower-case letters, digits, dots and dashes; accents are removed."""
    plain = [letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)]
    name = "".join(letter if letter.isascii() and (letter.isalnum() or letter in ".-") else "-" for letter in plain)
    name = "-".join(part for part in name.split("-") if part)
    return name.strip(".-")[:_LONGEST_NAME].strip(".-").lower() or "my-model"


def luthier(*arguments: str) -> str:
    """Return a `luthier` command: by name if that finds this same program on the PATH, else by its full path."""
    if is_bundled():
        return quoted(*typed_program(), *arguments)
    beside = other_program("luthier", str(Path(sys.executable).parent))
    if beside and other_program("luthier") == beside:
        return quoted("luthier", *arguments)
    return quoted(*([beside] if beside else own_process("core.cli")), *arguments)


def typed(hint: str) -> str:
    """Return a hint in which `luthier` commands are replaced by the form for this installation."""
    return hint.replace("`luthier ", f"`{luthier()} ") if "`luthier " in hint else hint

"""README.md: what this very folder holds, then the guide that all have in common."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, NamedTuple

from core.export.elsewhere.folder import SCRIPTS
from core.export.elsewhere.memory import GpuMemory
from core.export.ollama.modelfile import printable

_GUIDE = "GUIDE.md"


class Facts(NamedTuple):
    """model: the base as it is called here, a name and no path."""

    run: str
    model: str
    conversations: bool
    train: int
    held_out: int
    tokens: int
    supervised: int
    memory: GpuMemory


def readme(facts: Facts, settings: dict[str, Any]) -> str:
    """The whole text."""
    guide = (SCRIPTS / _GUIDE).read_text(encoding="utf-8")
    return _head(facts, settings) + guide.replace("RUN", shlex.quote(printable(facts.run)))


def without_guide(folder: Path) -> None:
    """Its text is in README.md."""
    (folder / _GUIDE).unlink()


def _head(facts: Facts, settings: dict[str, Any]) -> str:
    base, lora, schedule = settings["base"]["name"], settings["lora"], settings["schedule"]
    what = "conversations" if facts.conversations else "pieces of text"
    kind = "DoRA" if lora["use_dora"] else "rsLoRA" if lora["use_rslora"] else "LoRA"
    known = (
        f"The base is **{base}** on the hub."
        if base
        else (
            f"The base is the model that you know as **{printable(facts.model)}**. Luthier does not know its name on "
            "the hub: give that of the original, unquantized checkpoint with `--base OWNER/NAME` (or a folder that "
            "holds it), and write it into `axolotl.yaml` if you use Axolotl."
        )
    )
    return (
        f"# {printable(facts.run)}, to be trained elsewhere\n\n"
        f"Luthier made this folder from the run {printable(facts.run)}. It trains the same on a bigger machine, and "
        f"what comes of it goes home into that run. {known}\n\n"
        f"- {facts.train:,} {what} to learn ({facts.tokens:,} tokens, {facts.supervised:,} of them learnt), "
        f"{facts.held_out:,} held out. **They are in this folder in plain text: whoever gets it can read them.**\n"
        f"- {kind} of rank {lora['r']} on {_linears(settings)}; {schedule['steps']:,} steps.\n"
        f"- It needs roughly {_gigabytes(facts.memory.half)} of GPU memory with the weights in 16 bits, "
        f"{_gigabytes(facts.memory.four_bit)} with `--four-bit`. That is an estimate from the model's sizes (weights, "
        f"adapter with its optimizer, one row of {settings['row_tokens']:,} tokens with its logits, and 1.2 GB for the "
        "libraries), with activation checkpointing, and was not measured.\n\n"
    )


def _linears(settings: dict[str, Any]) -> str:
    """Return the linears' last names."""
    return ", ".join(dict.fromkeys(module.rpartition(".")[2] for module in settings["base"]["modules"]))


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:.1f} GB"

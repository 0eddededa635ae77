"""The folder itself: whether it may be written, its copied files, and its README."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from core.base import paths
from core.base.bounded_file import from_json, read_plain
from core.base.files import require_folder_of_ours
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenModel
from core.engine.model.layers import input_width
from core.export.elsewhere.homecoming import MANIFEST, Manifest
from core.export.ollama.folder import printable
from core.protocol.config import TrainConfig

SCRIPTS = paths.RESOURCES / "elsewhere"
README, TEMPLATE, START = "README.md", "chat_template.jinja", "start"

_GUIDE = "GUIDE.md"

_RUNTIME = 1.2e9  # bytes: PyTorch's and CUDA's own
_HALF, _FOUR_BITS = 2.0, 0.56  # bytes a weight; NF4 with its doubly quantized scales
_PER_TRAINED = 16  # bytes: value, gradient and Adam's two moments, F32
_PER_WIDTH = 34  # bytes for each token and number of width that a layer recomputes and holds in 16 bits
_EMBEDDING = "token_embd.weight"  # also the output table if tied
_PER_LOGIT = 10  # bytes: in 16 bits, in F32, and the gradient


def require_folder(folder: Path, *, force: bool) -> None:
    """Require a folder that is new, empty or one of our earlier exports. Raises LuthierError
    `files.would-overwrite`.
    """
    require_folder_of_ours(folder, force=force, is_ours=lambda place: read_manifest(place) is not None)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the folder's manifest, or None."""
    try:
        return from_json(read_plain(folder / MANIFEST), type=Manifest)
    except (OSError, ValueError):
        return None


def copy_scripts(folder: Path) -> None:
    """Copy the scripts unchanged."""
    for file in sorted(SCRIPTS.iterdir()):
        if file.is_file():
            shutil.copyfile(file, folder / file.name)


class Facts(NamedTuple):
    """The facts in the folder's README. model: the base's name, without a path. what: is learnt, in the plural."""

    run: str
    model: str
    what: str
    train: int
    held_out: int
    tokens: int
    supervised: int
    memory: GpuMemory


def readme(facts: Facts, settings: dict[str, Any]) -> str:
    """Return the text of the folder's README.md."""
    guide = (SCRIPTS / _GUIDE).read_text(encoding="utf-8")
    script = "train_peft.py" if settings["objective"]["name"] == "sft" else "train_choices.py"
    told = guide.replace("SCRIPT", script).replace("RUN", shlex.quote(printable(facts.run)))
    return _head(facts, settings) + told


def without_guide(folder: Path) -> None:
    """Delete the guide, because README.md contains its text."""
    (folder / _GUIDE).unlink()


def _head(facts: Facts, settings: dict[str, Any]) -> str:
    base, lora, schedule = settings["base"]["name"], settings["lora"], settings["schedule"]
    kind = "DoRA" if lora["use_dora"] else "rsLoRA" if lora["use_rslora"] else "LoRA"
    known = (
        f"The base is **{base}** on the hub."
        if base
        else (
            f"The base is the model that you know as **{printable(facts.model)}**. Luthier does not know its name on "
            "the hub: give that of the original, unquantized checkpoint with `--base OWNER/NAME` (or a folder that "
            "holds it)."
        )
    )
    return (
        f"# {printable(facts.run)}, to be trained elsewhere\n\n"
        f"Luthier made this folder from the run {printable(facts.run)}. It trains the same on a bigger machine, and "
        f"what comes of it goes home into that run. {known}\n\n"
        f"- {facts.train:,} {facts.what} to learn ({facts.tokens:,} tokens, {facts.supervised:,} of them learnt), "
        f"{facts.held_out:,} held out. **They are in this folder in plain text: anyone who gets it can read them.**\n"
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


class GpuMemory(NamedTuple):
    """A GPU's memory in bytes, with activation checkpointing; each is a rough figure."""

    half: float  # weights in 16 bits
    four_bit: float  # QLoRA


def gpu_memory(model: FrozenModel, config: TrainConfig) -> GpuMemory:
    """Return the GPU memory for rows of the settings' length, one at a time."""
    shape, tokens = model.shape, config.row_tokens
    tables = shape.n_vocab * shape.d_model * (1 if model.head.name == _EMBEDDING else 2)  # never in 4 bits
    linears = sum(
        linear.d_in * linear.d_out * linear.n_experts for layer in model.layers for linear in layer.linears.values()
    )
    trained = trainable_numbers(model, config) * _PER_TRAINED
    saved = shape.n_layer * tokens * shape.d_model * _HALF
    hidden = max(input_width(shape, layer, "down") for layer in shape.layers)
    layer = tokens * (shape.d_model * _PER_WIDTH + 3 * hidden * _HALF * 2)
    logits = tokens * shape.n_vocab * _PER_LOGIT
    rest = tables * _HALF + trained + saved + layer + logits + _RUNTIME
    return GpuMemory(linears * _HALF + rest, linears * _FOUR_BITS + rest)

"""A folder that `ollama create` takes: the merged model, and a Modelfile with the template it was trained with.

Ollama refuses adapters since 0.34.1, so the model comes whole.
"""

from __future__ import annotations

from pathlib import Path

from core.export.modelfile import can_say, printable, quoted
from core.export.turns import Turns
from core.shared.command_lines import MODELFILE
from core.shared.files import require_folder_of_ours, written_whole

MODEL = "model.gguf"
OLLAMAS_CONTEXT = 4096  # tokens; what Ollama keeps of a conversation unless told otherwise, without a large GPU
_MARK = "# Made by Luthier from the run "


def require_folder(folder: Path, *, force: bool) -> None:
    """Raises LuthierError `files.would-overwrite` unless the folder is new, empty or an earlier export.

    force: write into any folder.
    """
    require_folder_of_ours(folder, force=force, is_ours=_is_ours)


def write_modelfile(folder: Path, run: str, turns: Turns, context: int) -> Path:
    """Beside the model. run: its name. context: as PARAMETER num_ctx."""
    with written_whole(folder / MODELFILE) as partial:
        partial.write_text(modelfile(run, turns, context), encoding="utf-8")
    return folder / MODELFILE


def modelfile(run: str, turns: Turns, context: int) -> str:
    """The Modelfile's text."""
    lines = [
        f"{_MARK}{printable(run)}.",
        f"FROM ./{MODEL}",
        "# Tokens of a conversation that are kept in mind; more take more memory.",
        f"PARAMETER num_ctx {context}",
        *(f"PARAMETER stop {quoted(stop)}" for stop in turns.stops if can_say(stop)),
    ]
    if turns.template is None:
        lines.append(f"# The chat template is in {MODEL}; it cannot be said in the language of a Modelfile.")
    else:
        lines.append(f"TEMPLATE {quoted(turns.template.source)}")
    return "\n".join(lines) + "\n"


def context_for(trained: int, model: int) -> int:
    """Tokens that Ollama is to keep of a conversation; what goes beyond, it cuts out of the middle without a word.

    Room for a prompt as long as those trained on and an answer as long again, and no less than Ollama's own default;
    not all that the model was made for, which may take more memory than its weights.
    """
    return min(max(OLLAMAS_CONTEXT, 2 * trained), model)


def _is_ours(folder: Path) -> bool:
    try:
        return (folder / MODELFILE).read_text(encoding="utf-8").startswith(_MARK)
    except (OSError, UnicodeDecodeError):
        return False

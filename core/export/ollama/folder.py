"""A folder that `ollama create` takes: the merged model, and a Modelfile with the template it was trained with.

Ollama refuses adapters since 0.34.1, so the model comes whole.
"""

from __future__ import annotations

from pathlib import Path

from core.base.command_lines import MODELFILE
from core.base.files import is_left_over, require_folder_of_ours, written_whole
from core.export.ollama.contents import CONTENTS, Contents, write_contents
from core.export.ollama.modelfile import can_say, printable, quoted
from core.gguf.made import is_adapter_of_ours, made_by

MODEL, ADAPTER, MMPROJ = "model.gguf", "adapter.gguf", "mmproj.gguf"
OLLAMAS_CONTEXT = 4096  # tokens; what Ollama keeps of a conversation unless told otherwise, without a large GPU
_MARK = "# Made by Luthier from the run "
_WITHOUT = f"# The {{}} cannot be said here, only over Ollama's API: luthier ollama create does it, from {CONTENTS}."


def require_folder(folder: Path, *, force: bool) -> None:
    """Raises LuthierError `files.would-overwrite` unless the folder is new, empty or an earlier export.

    force: write into any folder.
    """
    require_folder_of_ours(folder, force=force, is_ours=is_ours)


def write_texts(
    folder: Path, contents: Contents, model: str = f"./{MODEL}", adapter: str = "", mmproj: str = ""
) -> list[Path]:
    """Everything but the model and its card; the Modelfile last, which makes the folder one of ours.

    model: as FROM names it. adapter: a file in the folder, to be put on top of it. mmproj: what reads pictures for it,
    as a second FROM names it; "" for none.
    """
    with written_whole(folder / CONTENTS) as partial:
        write_contents(partial, contents)
    with written_whole(folder / MODELFILE) as partial:
        partial.write_text(
            modelfile(contents, model, adapter and f"./{adapter}", mmproj), encoding="utf-8", newline="\n"
        )
    return [folder / CONTENTS, folder / MODELFILE]


def modelfile(contents: Contents, model: str = f"./{MODEL}", adapter: str = "", mmproj: str = "") -> str:
    """The Modelfile's text."""
    numbers = {name: value for name, value in contents.parameters.items() if name not in ("stop", "num_ctx")}
    lines = [
        f"{_MARK}{printable(contents.run)}.",
        f"FROM {model}",
        *(["# What reads pictures or sound for it.", f"FROM {mmproj}"] if mmproj else []),
        *([f"ADAPTER {adapter}"] if adapter else []),
        "# Tokens of a conversation that are kept in mind; more take more memory.",
        f"PARAMETER num_ctx {contents.parameters['num_ctx']}",
        *(f"PARAMETER {name} {value}" for name, value in numbers.items()),
        *(f"PARAMETER stop {quoted(stop)}" for stop in contents.stops if can_say(stop)),
    ]
    if contents.template is None:
        lines.append(f"# The chat template is in {MODEL}; it cannot be said in the language of a Modelfile.")
    else:
        lines.append(f"TEMPLATE {quoted(contents.template)}")
    if contents.system and can_say(contents.system):
        lines.append(f"SYSTEM {quoted(contents.system)}")
    lines += [f"LICENSE {quoted(text)}" for text in contents.license if can_say(text)]
    lines += [_WITHOUT.format(what) for what in contents.unsayable()]
    return "\n".join(lines) + "\n"


def context_for(trained: int, model: int) -> int:
    """Tokens that Ollama is to keep of a conversation; what goes beyond, it cuts out of the middle without a word.

    Room for a prompt as long as those trained on and an answer as long again, and no less than Ollama's own default;
    not all that the model was made for, which may take more memory than its weights.
    """
    return min(max(OLLAMAS_CONTEXT, 2 * trained), model)


def is_ours(folder: Path) -> bool:
    """Whether an export wrote this folder, or had begun to when it was killed: the model comes first."""
    try:
        return (folder / MODELFILE).read_text(encoding="utf-8").startswith(_MARK)
    except FileNotFoundError:
        return _is_begun(folder)
    except (OSError, UnicodeDecodeError):
        return False


def _is_begun(folder: Path) -> bool:
    """Whether it holds our model or adapter, and nothing that an export does not write before its Modelfile."""
    if not folder.is_dir():
        return False
    others = {entry.name for entry in folder.iterdir() if not is_left_over(entry)} - {MODEL, ADAPTER, MMPROJ, CONTENTS}
    return not others and (made_by("export")(folder / MODEL) or is_adapter_of_ours(folder / ADAPTER))

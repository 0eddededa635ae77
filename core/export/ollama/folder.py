"""A folder for `ollama create`: the merged model, whose file has the chat template, and a Modelfile.

Ollama no longer supports adapters, so the model is exported whole.

Most of the model's settings are in the Modelfile, and all of them in the API's create. The Modelfile's reader
(parser/parser.go) knows no escapes. It silently drops every character that Go's strconv.IsPrint does not print, and
ends a value at the first line end with closed quotes: texts that it would change are not written.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from core.base.bounded_file import from_json
from core.base.callbacks import ReportProgress
from core.base.command_lines import MODELFILE
from core.base.errors import Do, LuthierError
from core.base.files import is_left_over, written_whole
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.export.base import beginning_of
from core.export.ollama.client import OLDEST
from core.gguf.header import Header
from core.gguf.kind import made_by
from core.protocol.config import TrainConfig

CONTENTS = "ollama.json"  # in a folder for Ollama: includes what the Modelfile may not be able to express
Parameter = int | float | list[str]

MODEL, MMPROJ = "model.gguf", "mmproj.gguf"
RAW = "{{ .Prompt }}"  # the template, in Ollama's language, of a model without a chat template, which continues texts
OLLAMAS_CONTEXT = 4096  # tokens; Ollama's default context without a large GPU
_MARK = "# Made by Luthier from the run "
_WITHOUT = f"# The {{}} cannot be said here, only over Ollama's API: luthier ollama create does it, from {CONTENTS}."

QUOTES = '"""'

# Ollama's name of a setting -> llama.cpp's key in a GGUF file, and its name in generation_config.json
_SAMPLING = {
    "temperature": ("general.sampling.temp", "temperature"),
    "top_k": ("general.sampling.top_k", "top_k"),
    "top_p": ("general.sampling.top_p", "top_p"),
    "min_p": ("general.sampling.min_p", "min_p"),
    "repeat_penalty": ("general.sampling.penalty_repeat", "repetition_penalty"),
    "repeat_last_n": ("general.sampling.penalty_last_n", ""),
}
_WHOLE = ("top_k", "repeat_last_n")


class Contents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The parameters of POST /api/create, and `run`, the run's folder name, `title`, its name, whether it has learnt
    `conversations`, and `sees`: whether a vision encoder is exported too.

    parameters: stop is a list of texts. is_raw: the model has no chat template. system: a system prompt, "" for none.
    """

    run: str
    title: str = ""
    parameters: dict[str, Parameter]
    is_raw: bool = False
    system: str = ""
    license: list[str] = []
    conversations: bool = True
    sees: bool = False

    def unsayable(self) -> list[str]:
        """Return descriptions of what a Modelfile would change or cut off."""
        parts = {"stop text": self.stops, "system prompt": [self.system], "licence": self.license}
        return [name for name, texts in parts.items() if not all(map(can_say, texts))]

    @property
    def stops(self) -> list[str]:
        """Return the texts that end an answer."""
        stops = self.parameters.get("stop", [])
        return stops if isinstance(stops, list) else []


def write_contents(file: Path, contents: Contents) -> None:
    """Write the model's settings for Ollama. Raises OSError."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(contents), indent=2) + b"\n")


def read_contents(folder: Path) -> Contents:
    """Read the settings that an export wrote into its folder. Raises LuthierError `ollama.no-folder`."""
    try:
        return from_json((folder / CONTENTS).read_bytes(), type=Contents)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise LuthierError(
            "ollama.no-folder",
            f"{folder} is not a folder that was exported for Ollama: {CONTENTS} in it cannot be read ({reason}).",
            Do.by("Export the run for Ollama again.", "`luthier export RUN ollama -o FOLDER`"),
        ) from error


def write_texts(folder: Path, contents: Contents) -> list[Path]:
    """Write everything except the model and its card; the Modelfile last, because it marks the folder as ours."""
    with written_whole(folder / CONTENTS) as partial:
        write_contents(partial, contents)
    with written_whole(folder / MODELFILE) as partial:
        partial.write_text(modelfile(contents), encoding="utf-8", newline="\n")
    return [folder / CONTENTS, folder / MODELFILE]


def modelfile(contents: Contents) -> str:
    """Return the Modelfile's text."""
    numbers = {name: value for name, value in contents.parameters.items() if name not in ("stop", "num_ctx")}
    lines = [
        f"{_MARK}{printable(contents.run)}.",
        *([] if contents.is_raw else [f"# For Ollama {OLDEST} or newer, which reads the chat template in {MODEL}."]),
        f"FROM ./{MODEL}",
        *(["# What reads pictures or sound for it.", f"FROM ./{MMPROJ}"] if contents.sees else []),
        "# Tokens of a conversation that are kept in mind; more take more memory.",
        f"PARAMETER num_ctx {contents.parameters['num_ctx']}",
        *(f"PARAMETER {name} {value}" for name, value in numbers.items()),
        *(f"PARAMETER stop {quoted(stop)}" for stop in contents.stops if can_say(stop)),
    ]
    if contents.is_raw:
        lines.append(f"TEMPLATE {quoted(RAW)}")
    if contents.system and can_say(contents.system):
        lines.append(f"SYSTEM {quoted(contents.system)}")
    lines += [f"LICENSE {quoted(text)}" for text in contents.license if can_say(text)]
    lines += [_WITHOUT.format(what) for what in contents.unsayable()]
    return "\n".join(lines) + "\n"


def context_for(trained: int, model: int) -> int:
    """Return the context in tokens for Ollama, which silently cuts out the middle of longer conversations.

    It has room for a prompt as long as those in training and an answer of the same length, and at least Ollama's
    default; not the model's full context, which may take more memory than its weights.
    """
    return min(max(OLLAMAS_CONTEXT, 2 * trained), model)


def is_ours(folder: Path) -> bool:
    """Return whether an export wrote this folder, or began to before it was killed: the model comes first."""
    try:
        return (folder / MODELFILE).read_text(encoding="utf-8").startswith(_MARK)
    except FileNotFoundError:
        return _is_begun(folder)
    except (OSError, UnicodeDecodeError):
        return False


def _is_begun(folder: Path) -> bool:
    """Return whether it holds our model, and only files that an export writes before its Modelfile."""
    if not folder.is_dir():
        return False
    others = {entry.name for entry in folder.iterdir() if not is_left_over(entry)} - {MODEL, MMPROJ, CONTENTS}
    return not others and made_by("export")(folder / MODEL)


def can_say(text: str) -> bool:
    """Return whether the reader returns this text unchanged, in triple quotes.

    Python's isprintable is Go's IsPrint: letters, marks, numbers, punctuation, symbols and the plain space. No-break
    spaces and zero-width joiners are excluded; tabs pass like spaces.
    """
    return QUOTES not in text and all(character.isprintable() or character in "\t\n" for character in text)


def quoted(text: str) -> str:
    """Quote a text as a value. Only for texts that pass can_say."""
    return f"{QUOTES}{text}{QUOTES}"


def printable(text: str) -> str:
    """Return the text in one line that every program can show."""
    return "".join(character if character.isprintable() else " " for character in text)


def sampling(model: Header, folder: Path | None) -> dict[str, int | float]:
    """Return the sampling settings by Ollama's names; empty if the model has none. folder: the model's, perhaps a
    checkpoint.
    """
    generation = _generation_config(folder) if folder else {}
    found: dict[str, int | float] = {}
    for name, (key, theirs) in _SAMPLING.items():
        value = model.values.get(key, generation.get(theirs))
        if isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = int(value) if name in _WHOLE else float(f"{value:.6g}")  # 0.7 is stored as 0.699999988
    return found


def _generation_config(folder: Path) -> dict[str, Any]:
    """Read generation_config.json if it enables sampling: otherwise its numbers are the library's defaults."""
    try:
        read = json.loads(beginning_of(folder / "generation_config.json") or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) and read.get("do_sample") else {}


def common_system_prompt(data: Path, config: TrainConfig, report: ReportProgress) -> str:
    """Return the system prompt that all conversations of the data share; "" if they differ, have none, or the data is
    unavailable.

    report: of bytes; may raise to stop.
    """
    common: str | None = None
    try:
        source = open_source(data, Path(), config, report)
        for record in read_records(source):
            try:
                content = read_content(record, source.recipe.found)
            except BadRowError:
                continue
            system = _system_prompt(content) if isinstance(content, Conversation) else ""
            if not system or system != (common or system):
                return ""
            common = system
    except (LuthierError, OSError):
        return ""  # the data is gone, or has changed
    return common or ""


def _system_prompt(conversation: Conversation) -> str:
    first = conversation.messages[0]
    return str(first["content"]) if first["role"] == "system" else ""

"""A folder that `ollama create` takes: base model, adapter, and a Modelfile with the template it was trained with."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from core.data.template import ChatTemplate
from core.export.go_template import RAW, GoTemplate, NotExpressibleError, translate
from core.llamacpp import Vocabulary, open_model

ADAPTER = "adapter.gguf"


@dataclass(frozen=True)
class ChatFormat:
    """How Ollama must talk to the model. template: None when it cannot be said in Ollama's language."""

    template: GoTemplate | None
    stops: list[str]


def read_chat_format(model: Path, template: str | None) -> ChatFormat:
    """Translate `template` (None: the model continues plain text) and find what ends an answer."""
    with open_model(model, vocabulary_only=True) as opened:
        vocabulary = opened.vocabulary
        stops = [_text(vocabulary, token) for token in range(len(vocabulary)) if vocabulary.ends_generation(token)]
        if template is None:
            return ChatFormat(RAW, stops)
        bos = _text(vocabulary, vocabulary.bos)
        jinja = ChatTemplate(template, bos, _text(vocabulary, vocabulary.eos), model=model)
        try:
            return ChatFormat(translate(jinja, bos if vocabulary.adds_bos else ""), stops)
        except NotExpressibleError:
            return ChatFormat(None, stops)


def write_folder(
    folder: Path, base: Path, adapter: Path, chat: ChatFormat, name: str, *, by_path: bool = False
) -> list[Path]:
    """Fill an empty folder. by_path: name the base model's own path in FROM instead of putting it into the folder.

    Without it the model is hard-linked where the disk allows, which takes no space, and copied elsewhere.
    """
    shutil.copyfile(adapter, folder / ADAPTER)
    files = [folder / "Modelfile", folder / ADAPTER, folder / "README.txt"]
    if not by_path:
        _link_or_copy(base, folder / base.name)
        files.append(folder / base.name)
    origin = str(base.resolve()) if by_path else f"./{base.name}"
    (folder / "Modelfile").write_text(modelfile(origin, f"./{ADAPTER}", chat), encoding="utf-8")
    (folder / "README.txt").write_text(
        f"Open a terminal in this folder and type:  ollama create {name} -f Modelfile\n"
        f"Then talk to your model with:  ollama run {name}\n"
        "If your version of Ollama refuses the ADAPTER line, use llama.cpp or LM Studio, which load adapter.gguf.\n",
        encoding="utf-8",
    )
    return files


def modelfile(base: str, adapter: str, chat: ChatFormat) -> str:
    """The Modelfile's text."""
    lines = [f"FROM {base}", f"ADAPTER {adapter}"]
    if chat.template is None:
        lines.append(
            "# The model's chat template cannot be said in Ollama's template language: write TEMPLATE by hand."
        )
    else:
        lines.append(f'TEMPLATE """{chat.template.source}"""')
    return "\n".join([*lines, *(f"PARAMETER stop {_quoted(stop)}" for stop in chat.stops)]) + "\n"


def ollama_name(text: str) -> str:
    """A name Ollama accepts: lower-case letters, digits, dots and dashes."""
    name = "".join(letter if letter.isascii() and (letter.isalnum() or letter in ".-") else "-" for letter in text)
    return name.strip(".-").lower() or "my-model"


def _text(vocabulary: Vocabulary, token: int) -> str:
    return vocabulary.piece(token).decode("utf-8", "replace") if token >= 0 else ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(source.resolve(), target)
    except OSError:  # another disk, or a file system without links
        shutil.copyfile(source, target)

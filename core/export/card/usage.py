"""How the files of an export are used, program by program."""

from __future__ import annotations

import shlex
from pathlib import Path

from core.convert.module_names import TEXT_LOADER
from core.export.card.facts import Facts
from core.shared.command_lines import MODELFILE, ollama_name


def usage(facts: Facts) -> str:
    """Markdown. Commands are for a terminal in the folder of the files."""
    if not facts.is_gguf:
        return _with_peft(facts)
    weights = facts.files[0]
    if facts.is_adapter:
        return _adapter(weights, facts)
    model = f"-m {_shown(weights)}" + (f" --mmproj {_shown(facts.mmproj)}" if facts.mmproj else "")
    ways = [_in_ollama(weights, facts), _in_lm_studio(weights), _in_llama_cpp(model), _eyes(facts)]
    return "\n\n".join(way for way in ways if way)


def _adapter(file: Path, facts: Facts) -> str:
    base = facts.base.repo or "the base model"
    if any(other.name == MODELFILE for other in facts.files):
        return f"{_in_ollama(file, facts)}\n\nFor Ollama 0.30.0 to 0.34.0, with {base} where {MODELFILE} says."
    return (
        f"{_in_llama_cpp(f'-m BASE.gguf --lora {_shown(file)}')}\n\n"
        f"BASE.gguf is a GGUF file of {base}, best the very one that was trained. `--lora-scaled` instead of `--lora` "
        "takes a strength after a colon. Ollama (since 0.34.1) and LM Studio load no adapters: for these, export the "
        "run as a whole model."
    ) + (f"\n\n{eyes}" if (eyes := _eyes(facts)) else "")


def _eyes(facts: Facts) -> str:
    """Of a model whose text part alone was trained, or that has what reads pictures beside it."""
    if facts.mmproj:
        return (
            f"Only text was trained. {_shown(facts.mmproj)} reads pictures or sound for the model as it did for the "
            "base: it is the base's own file, under its licence."
        )
    if facts.loader == TEXT_LOADER:
        return ""
    return (
        f"Only the text part of {facts.base.repo or 'the base model'} was trained. To show the model images in "
        "llama.cpp, add `--mmproj` with the mmproj file that is published for the base: it stays valid."
    )


def _in_ollama(file: Path, facts: Facts) -> str:
    name = ollama_name(facts.run)
    own = any(other.name == MODELFILE for other in facts.files)
    files = [file, *([facts.mmproj] if facts.mmproj else [])]
    lines = [
        f"echo {shlex.quote(f'FROM ./{one.name}')} {'>>' if at else '>'} {MODELFILE}\n" for at, one in enumerate(files)
    ]
    made = "" if own else "".join(lines)
    return f"**Ollama**\n\n```\n{made}ollama create {name} -f {MODELFILE}\nollama run {name}\n```"


def _in_lm_studio(file: Path) -> str:
    return f"**LM Studio**\n\n```\nlms import {_shown(file)}\n```"


def _in_llama_cpp(files: str) -> str:
    return f"**llama.cpp**, with a page to chat at <http://127.0.0.1:8080>\n\n```\nllama-server {files}\n```"


def _with_peft(facts: Facts) -> str:
    base = facts.base.repo or "BASE"
    lines = [
        "from peft import PeftModel",
        f"from transformers import {facts.loader}, AutoTokenizer",
        "",
        f'model = {facts.loader}.from_pretrained("{base}")',
        'model = PeftModel.from_pretrained(model, ".")  # this folder',
        f'tokenizer = AutoTokenizer.from_pretrained("{base}")',
    ]
    return "**Transformers and PEFT**\n\n```python\n" + "\n".join(lines) + "\n```"


def _shown(file: Path) -> str:
    return shlex.quote(file.name)

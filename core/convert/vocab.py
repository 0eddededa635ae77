"""Reads a model's tokenizer and chat template from its folder, and writes them as GGUF metadata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf

from core.base.bounded_file import pointer_refusal
from core.base.errors import LuthierError, in_words
from core.convert import bpe, tokens
from core.convert.hf_config import ModelConfig
from core.convert.tokens import Tokens
from core.families.values import read_json
from core.gguf.model_files import NAMED_TEMPLATES

# Tokens that end a turn, by llama.cpp's names; the first one in the template (else in the vocabulary) wins.
_END_OF_TURN = ("<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|eot|>", "<|end_of_turn|>", "<turn|>")
_DEFAULT = "default"  # the name of the template for any conversation, among several
_ROLES = ("bos", "eos", "unk", "pad")
_TOKENIZERS = ("tokenizer.json", "tokenizer.model")
_AGAIN = "Download it again."
_KEYS = {"unk": "unknown", "pad": "padding"}  # GGUF spells these out


@dataclass(frozen=True)
class Vocab:
    """All keys under `tokenizer.` in a GGUF."""

    tokens: Tokens
    special_ids: dict[str, int]  # bos, eos, unk, pad, eot
    add_bos: bool
    add_eos: bool
    chat_template: str | list[dict[str, str]] | None

    def write(self, writer: gguf.GGUFWriter) -> None:
        """Add the tokenizer's keys."""
        writer.add_tokenizer_model(self.tokens.model)
        writer.add_tokenizer_pre(self.tokens.pre)
        writer.add_token_list([token.text for token in self.tokens.items])
        writer.add_token_types([token.kind for token in self.tokens.items])
        if self.tokens.model == "llama":
            writer.add_token_scores([token.score for token in self.tokens.items])
            writer.add_add_space_prefix(self.tokens.space_prefix)
        if self.tokens.model == "gemma4":
            writer.add_add_space_prefix(False)
        writer.add_token_merges(self.tokens.merges)
        for role, token_id in self.special_ids.items():
            writer.add_uint32(f"tokenizer.ggml.{_KEYS.get(role, role)}_token_id", token_id)
        writer.add_add_bos_token(self.add_bos)
        writer.add_add_eos_token(self.add_eos)
        if self.chat_template is not None:
            writer.add_chat_template(self.chat_template)


def read_vocab(folder: Path, config: ModelConfig) -> Vocab:
    """Read tokenizer.json (BPE) or tokenizer.model (SentencePiece), and the files beside it.

    Raises LuthierError: `convert.no-tokenizer`, `convert.bad-tokenizer`, `convert.unknown-pretokenizer`,
    `convert.duplicate-token`, `convert.bad-json`.
    """
    settings = _settings(folder)
    tokens = _read_tokens(folder, config.vocab_size, settings)
    template = _chat_template(folder, settings)
    special_ids = _special_ids(tokens, settings, config, template)
    add_bos, add_eos = tokens.adds_bos, tokens.adds_eos
    if tokens.bos is not None:
        special_ids["bos"] = tokens.bos
    if tokens.honours_flags:
        add_bos, add_eos = settings.get("add_bos_token", add_bos), settings.get("add_eos_token", add_eos)
    return Vocab(tokens, special_ids, bool(add_bos) and "bos" in special_ids, bool(add_eos), template)


def has_chat_template(folder: Path) -> bool:
    """Return whether the folder has a chat template for any conversation, not only named ones for some.

    Raises LuthierError `convert.bad-json` or `convert.bad-tokenizer`.
    """
    found = _chat_template(folder, _settings(folder))
    return any(one["name"] == _DEFAULT for one in found) if isinstance(found, list) else bool(found)


def require_tokenizer(folder: Path) -> None:
    """Require a tokenizer's file in a folder. Raises LuthierError `convert.no-tokenizer`."""
    if not any((folder / name).is_file() for name in _TOKENIZERS):
        raise LuthierError(
            "convert.no-tokenizer",
            f"{folder} has neither {' nor '.join(_TOKENIZERS)}.",
            "Download the model's tokenizer files into the folder.",
        )


def _settings(folder: Path) -> dict[str, Any]:
    file = folder / "tokenizer_config.json"
    return read_json(file) if file.is_file() else {}


def _read_tokens(folder: Path, size: int, settings: Mapping[str, Any]) -> Tokens:
    require_tokenizer(folder)
    json_file, model_file = (folder / name for name in _TOKENIZERS)
    tokenizer = read_json(json_file) if json_file.is_file() else None
    if tokenizer is not None and (
        bpe.is_byte_level(tokenizer) or (not model_file.is_file() and bpe.is_spaced(tokenizer))
    ):
        return bpe.read_tokens(json_file, tokenizer, size, settings)
    if model_file.is_file():
        return tokens.read_tokens(model_file, size, settings)
    raise LuthierError(
        "convert.bad-tokenizer",
        f"{json_file} is not a BPE tokenizer that llama.cpp knows, and there is no tokenizer.model beside it.",
        "Download the model's tokenizer.model into the folder.",
    )


def _special_ids(
    tokens: Tokens, settings: Mapping[str, Any], config: ModelConfig, template: str | list[dict[str, str]] | None
) -> dict[str, int]:
    ids = dict(tokens.special_ids)
    ids.update({role: number for role, number in config.special_ids.items() if number < len(tokens.items)})
    for role in _ROLES:
        named = settings.get(f"{role}_token")
        text = named.get("content") if isinstance(named, dict) else named
        if isinstance(text, str) and (number := tokens.find(text)) is not None:
            ids[role] = number
    if (end_of_turn := _end_of_turn(tokens, str(template or ""))) is not None:
        ids["eot"] = end_of_turn
    return ids


def _end_of_turn(tokens: Tokens, template: str) -> int | None:
    known = [text for text in _END_OF_TURN if tokens.find(text) is not None]
    return tokens.find(min(known, key=lambda text: text not in template)) if known else None


def _chat_template(folder: Path, settings: Mapping[str, Any]) -> str | list[dict[str, str]] | None:
    """Find chat templates as Transformers does: separate files first, the named ones in a folder, then those in the
    settings, and last a processor's chat_template.json. Several templates are a list, each with its name.
    """
    own = folder / "chat_template.jinja"
    files = ({_DEFAULT: own} if own.is_file() else {}) | {
        file.stem: file for file in sorted((folder / NAMED_TEMPLATES).glob("*.jinja"))
    }
    templates = {name: _template_text(file) for name, file in files.items()}
    if _DEFAULT not in templates:
        templates = _said_templates(folder, settings) | templates
    if templates.keys() <= {_DEFAULT}:
        return templates.get(_DEFAULT)
    return [{"name": name, "template": template} for name, template in templates.items()]


def _template_text(file: Path) -> str:
    if pointer := pointer_refusal(file):
        raise pointer
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise LuthierError(
            "convert.bad-tokenizer", f"{file} is not readable text: {in_words(error)}.", _AGAIN
        ) from error


def _said_templates(folder: Path, settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the templates in tokenizer_config.json or chat_template.json: one, or several by name."""
    file, said = folder / "tokenizer_config.json", settings.get("chat_template")
    if said is None and (folder / "chat_template.json").is_file():
        file = folder / "chat_template.json"
        said = read_json(file).get("chat_template")
    match said:
        case None:
            return {}
        case str():
            return {_DEFAULT: said}
        case [*entries] if all(isinstance(entry, dict) for entry in entries):
            found = {entry.get("name"): entry.get("template") for entry in entries}
        case {**named}:
            found = named
        case _:
            found = {None: None}
    if not all(isinstance(text, str) for pair in found.items() for text in pair):
        what = f"{file}: chat_template is neither a text nor a list of named ones."
        raise LuthierError("convert.bad-tokenizer", what, _AGAIN)
    return found

"""SentencePiece vocabularies (Llama 2's kind) from tokenizer.model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gguf
from sentencepiece import SentencePieceProcessor

from core.base.errors import LuthierError
from core.base.pickles import pointer_refusal
from core.convert.tokens import Token, Tokens, added_kind, lay_out
from core.convert.values import read_json

_ADDED_SCORE = -1000.0  # below every learnt piece: added tokens are found whole, never by merging
_REPLACEABLE = (gguf.TokenType.NORMAL, gguf.TokenType.UNUSED, gguf.TokenType.USER_DEFINED)


def load(file: Path) -> SentencePieceProcessor:
    """The SentencePiece library's reading of tokenizer.model. Raises LuthierError `convert.bad-tokenizer`."""
    try:
        return SentencePieceProcessor(model_file=str(file))
    except (RuntimeError, OSError) as error:
        raise pointer_refusal(file) or LuthierError(
            "convert.bad-tokenizer",
            f"{file} is not a SentencePiece model: {error}.",
            "Download the model's tokenizer files again.",
        ) from error


def read_tokens(file: Path, size: int, settings: Mapping[str, Any]) -> Tokens:
    """The vocabulary of a tokenizer.model, with what added_tokens.json and tokenizer_config.json add to it.

    Raises LuthierError `convert.bad-tokenizer` or `convert.duplicate-token`.
    """
    library = load(file)
    found = {number: _piece(library, number) for number in range(library.get_piece_size())}
    for number, text, special in _added(file.parent, settings):
        kind, known = added_kind(text, special), found.get(number)
        if known is None or known.kind in _REPLACEABLE:
            # llama.cpp looks for user-defined tokens in the text as it was typed.
            typed = text.replace("▁", " ") if kind == gguf.TokenType.USER_DEFINED else text
            found[number] = Token(typed, kind, known.score if known else _ADDED_SCORE)
    items, notices = lay_out(found, size, file)
    special_ids = {"bos": library.bos_id(), "eos": library.eos_id(), "unk": library.unk_id(), "pad": library.pad_id()}
    return Tokens(
        model="llama",
        pre="default",
        items=items,
        adds_bos=library.bos_id() >= 0,  # Llama's tokenizers put BOS in front unless told otherwise
        adds_eos=False,
        special_ids={role: number for role, number in special_ids.items() if number >= 0},
        honours_flags=True,
        space_prefix=library.encode("a", out_type=str)[0].startswith("▁"),
        strips_after=any(spec.get("rstrip") for spec in (settings.get("added_tokens_decoder") or {}).values()),
        notices=notices,
    )


def _piece(library: SentencePieceProcessor, number: int) -> Token:
    if library.is_unknown(number):
        kind = gguf.TokenType.UNKNOWN
    elif library.is_control(number):
        kind = gguf.TokenType.CONTROL
    elif library.is_unused(number):
        kind = gguf.TokenType.UNUSED
    elif library.is_byte(number):
        kind = gguf.TokenType.BYTE
    else:
        kind = gguf.TokenType.NORMAL
    return Token(library.id_to_piece(number), kind, library.get_score(number))


def _added(folder: Path, settings: Mapping[str, Any]) -> Iterator[tuple[int, str, bool]]:
    """(id, text, special) of tokens that were added after the SentencePiece model was trained."""
    file = folder / "added_tokens.json"
    if file.is_file():
        for text, number in read_json(file).items():
            yield int(number), text, False
    for number, spec in (settings.get("added_tokens_decoder") or {}).items():
        yield int(number), spec["content"], bool(spec.get("special"))

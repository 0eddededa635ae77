"""Runs llama.cpp's own tokenizer for a GGUF file, so that training, chat and Ollama read the same tokens.

Refuses texts that would crash it or take hours. For some vocabularies it splits words with C++'s std::regex, which
recurses for each character: beyond some 16,000 of them without a break the process's stack overflows (8 MB; half of the
limits below would still be safe on a quarter of that). SentencePiece's tokenizer copies all tokens so far for each
character that the vocabulary lacks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable
from contextlib import ExitStack
from functools import cached_property
from itertools import accumulate, islice
from types import TracebackType
from typing import NamedTuple

import llama_cpp
import numpy as np

from core.data.example import Int32
from core.data.problems import BadRowError
from core.engine.llama_cpp.model import Vocabulary, open_in_llama_cpp
from core.gguf.header import ModelFile

_TOOLS_TEMPLATE = "tokenizer.chat_template.tool_use"
_UNKNOWN_BYTES = 64  # most bytes between two known pieces
_SPACE = " \t\n\v\f\r"  # C's isspace: the characters that llama.cpp trims next to some special tokens


class Special(NamedTuple):
    """A special token's place in a text: characters start to end."""

    start: int
    end: int
    token: int


class Tokenizer:
    """The vocabulary of one GGUF file; its weights are not loaded. Use as a context manager, or close() it.

    Tokens that llama.cpp calls user-defined (Gemma's runs of spaces, `<think>` in many models) are ordinary text for
    llama.cpp and for the makers of these models, and for this class.
    """

    def __init__(self, model: ModelFile) -> None:
        """Load the vocabulary. Raises LuthierError `model.cannot-load` with llama.cpp's own reason."""
        self._open = ExitStack()
        opened = self._open.enter_context(open_in_llama_cpp(model, vocabulary_only=True))
        self.header, self.model = opened.header, opened.header.path
        vocabulary = opened.vocabulary
        self._vocabulary = vocabulary
        self._pieces = _Pieces(vocabulary)
        self.n_vocab = len(vocabulary)
        self.eos = vocabulary.eos  # -1: none
        self.bos = vocabulary.bos if vocabulary.bos >= 0 else None
        self.add_bos = vocabulary.adds_bos
        self.chat_template = opened.chat_template
        # The model's second template, for conversations with tools.
        self.tools_template = self.header.text(_TOOLS_TEMPLATE)

    def __enter__(self) -> Tokenizer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the vocabulary. The tokenizer cannot be used afterwards."""
        self._open.close()

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        """Tokenize a text, without BOS or EOS. special=True parses special tokens' names as these tokens.

        Raises BadRowError for a text that llama.cpp cannot tokenize in bounded time and memory.
        """
        require_breaks(text)
        if self._is_sentencepiece:
            _require_known_letters(text, self._letters)
        return self._vocabulary.tokenize(text, add_special=False, parse_special=special)

    def encode_continuation(self, text: str) -> list[int]:
        """Tokenize a text that continues after a line break, without the space that SentencePiece puts at a start."""
        tokens, line_break = self.encode("\n" + text), self._line_break
        return tokens[len(line_break) :] if tokens[: len(line_break)] == line_break else self.encode(text)

    def encode_rendered(self, text: str, specials: Iterable[Special], *, goes_on: bool = False) -> tuple[Int32, Int32]:
        """Tokenize a text in which exactly these special tokens count; return also the byte at which each token starts.

        Text between two special tokens is tokenized as a whole, as llama.cpp does it. goes_on: other text precedes this
        one.
        """
        tokens: list[int] = []
        starts: list[int] = []
        end, end_bytes, trim_left = 0, 0, False
        for special in [*specials, None]:
            between = text[end : special.start if special else len(text)]
            at = end_bytes
            if trim_left:
                at += len(between) - len(between.lstrip(_SPACE))
                between = between.lstrip(_SPACE)
            end_bytes = at + len(between.encode())
            if special and self._attributes(special.token) & llama_cpp.LLAMA_TOKEN_ATTR_LSTRIP:
                between = between.rstrip(_SPACE)
            encode = self.encode_continuation if goes_on and not end else self.encode
            pieces = encode(between) if between else []
            tokens += pieces
            starts += self._starts(between, pieces, at)
            if special:
                tokens.append(special.token)
                starts.append(end_bytes)
                end = special.end
                end_bytes += len(text[special.start : end].encode())
                trim_left = bool(self._attributes(special.token) & llama_cpp.LLAMA_TOKEN_ATTR_RSTRIP)
        return np.array(tokens, dtype=np.int32), np.array(starts, dtype=np.int32)

    def find_specials(self, text: str) -> list[Special]:
        """Return the special tokens whose names occur in `text`, the longest first if two begin alike."""
        return [Special(*match.span(), self._specials[match[0]]) for match in self._special_pattern.finditer(text)]

    @property
    def specials(self) -> Collection[int]:
        """Return the special tokens."""
        return self._specials.values()

    def piece(self, token: int) -> bytes:
        """Return a token's bytes; for special tokens, their name."""
        return self._pieces[token]

    def text(self, token: int | None) -> str:
        """Return a special token's name in templates; "" for none."""
        return self.piece(token).decode(errors="replace") if token is not None and token >= 0 else ""

    def ends_turn(self, token: int) -> bool:
        """Return whether llama.cpp stops writing at this token."""
        return self._vocabulary.ends_generation(token)

    def _starts(self, text: str, tokens: list[int], at: int) -> list[int]:
        """Return byte offsets of a text's tokens, counted from `at`. A space that the tokenizer put in front has no
        width.
        """
        raw, pieces = text.encode(), list(map(self._pieces.__getitem__, tokens))
        joined = b"".join(pieces)
        if joined in (raw, b" " + raw):
            ends = accumulate(map(len, pieces[:-1]), initial=at - (len(joined) - len(raw)))
            return [at, *islice(ends, 1, None)] if pieces else []
        return _search_in_order(raw, pieces, at)

    def _attributes(self, token: int) -> int:
        return int(llama_cpp.llama_vocab_get_attr(self._vocabulary.handle, token))

    @cached_property
    def _is_sentencepiece(self) -> bool:
        return int(llama_cpp.llama_vocab_type(self._vocabulary.handle)) == llama_cpp.LLAMA_VOCAB_TYPE_SPM

    @cached_property
    def _letters(self) -> set[str]:
        """Return the characters that are tokens by themselves. SentencePiece writes a space as ▁, converted to one."""
        pieces = (self.piece(token).decode(errors="replace") for token in range(self.n_vocab))
        return {piece for piece in pieces if len(piece) == 1}

    @cached_property
    def _line_break(self) -> list[int]:
        return self.encode("\n")

    @cached_property
    def _specials(self) -> dict[str, int]:
        kinds = llama_cpp.LLAMA_TOKEN_ATTR_CONTROL | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
        tokens = [token for token in range(self.n_vocab) if self._attributes(token) & kinds]
        return {name: token for token in tokens if (name := self.text(token))}

    @cached_property
    def _special_pattern(self) -> re.Pattern[str]:
        names = sorted(self._specials, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)) if names else r"(?!)")


class _Pieces(dict[int, bytes]):
    """The bytes of tokens, queried from llama.cpp once each. A dictionary, because a million rows look up every
    token.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, token: int) -> bytes:
        piece = self[token] = self._vocabulary.piece(token)
        return piece


def _search_in_order(raw: bytes, pieces: list[bytes], at: int) -> list[int]:
    """Find pieces in a text that they do not spell exactly (because the vocabulary lacks characters)."""
    starts, position = [], 0
    for piece in pieces:
        found = raw.find(piece, position, position + len(piece) + _UNKNOWN_BYTES)
        starts.append(at + (position if found < 0 else found))
        position = position if found < 0 else found + len(piece)
    return starts


LONGEST_WORD = 8000  # characters without a space, comma or end of a sentence; also the longest run of spaces or commas
_MOST_COPIED = 16 << 30  # bytes, roughly; takes some seconds
_TOKEN_BYTES = 4
_WINDOW = LONGEST_WORD // 2  # characters
_STRETCH = re.compile(r"[^\s.,;:!?…。，、]+|\s+|[.,;:!?…。，、]+")


def require_breaks(text: str) -> None:
    """Require that no word, nor run of spaces or commas, is too long for any tokenizer. Raises BadRowError."""
    if not any(_fills(text, at) for at in range(0, len(text) - _WINDOW + 1, _WINDOW)):
        return
    for stretch in _STRETCH.finditer(text):
        if stretch.end() - stretch.start() > LONGEST_WORD:
            raise BadRowError(
                "a word that is too long",
                f"over {LONGEST_WORD:,} characters without a break, at character {stretch.start() + 1}; cut it or "
                "leave the row out",
            )


def _fills(text: str, at: int) -> bool:
    """Return whether one run fills this window: each overlong run fills one, and hardly any other text does."""
    stretch = _STRETCH.match(text, at, at + _WINDOW)
    return stretch is not None and stretch.end() == at + _WINDOW


def _require_known_letters(text: str, letters: Container[str]) -> None:
    """Require that the vocabulary does not lack too many of a text's characters. letters: characters that are tokens of
    the SentencePiece vocabulary. Raises BadRowError.
    """
    if len(text) <= LONGEST_WORD:
        return
    unknown = sum(text.count(letter) for letter in set(text) if letter not in letters)
    if unknown * len(text.encode()) * _TOKEN_BYTES // 2 > _MOST_COPIED:
        raise BadRowError(
            "too long for a vocabulary that lacks its letters",
            f"{unknown:,} of its characters are no tokens of this model; cut the text, or choose a model for its "
            "language",
        )

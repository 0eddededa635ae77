"""Reads BPE vocabularies from tokenizer.json: byte-level ones (GPT-2's kind), and those that write spaces as ▁ and
unknown letters as bytes (Gemma 4's), and chooses llama.cpp's word splitter for a tokenizer.json.

Byte-level BPE first splits text into words by regular expressions. tokenizer.json contains them; GGUF only names a
splitter built into llama.cpp. The definition itself determines the choice, and check_tokenizer (convert.py) then
compares the results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gguf
import tokenizers

from core.base.errors import LuthierError
from core.convert.tokens import Token, Tokens, added_kind, lay_out

_SPACES_TO_BARS = ({"type": "Replace", "pattern": {"String": " "}, "content": "▁"},)
_BYTE = re.compile(r"<0x[0-9A-F]{2}>")
# Tokens of Gemma 4 that programs look for in its answers: llama.cpp's converter (conversion/gemma.py) makes them
# visible.
_READ_BY_PROGRAMS = frozenset(
    ("<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", '<|"|>')
)


def is_byte_level(tokenizer: Mapping[str, Any]) -> bool:
    """Return whether words are written in byte letters (Ġ for a space) rather than with SentencePiece's ▁."""
    return _kind(tokenizer.get("model")) == "BPE" and "ByteLevel" in _step_types(tokenizer.get("pre_tokenizer"))


def is_spaced(tokenizer: Mapping[str, Any]) -> bool:
    """Return whether the tokenizer is llama.cpp's gemma4: spaces become ▁, whole lines are merged without being split
    into words, and unknown letters become tokens of one byte.
    """
    model, spaces = tokenizer.get("model") or {}, tokenizer.get("normalizer")
    steps = _step_types(tokenizer.get("pre_tokenizer")) - {""}
    bytewise = _kind(model) == "BPE" and model.get("byte_fallback") is True and not model.get("ignore_merges")
    return bytewise and spaces in _SPACES_TO_BARS and steps <= {"Split"} and _splits_at_spaces_only(tokenizer)


def read_tokens(file: Path, tokenizer: Mapping[str, Any], size: int, settings: Mapping[str, Any]) -> Tokens:
    """Return the vocabulary in `tokenizer`, the content of `file`, for a model with `size` embedding rows.

    Raises LuthierError `convert.bad-tokenizer`, `convert.unknown-pretokenizer` or `convert.duplicate-token`.
    """
    spaced = is_spaced(tokenizer)
    try:
        found = {number: Token(text, _kind_of(text, spaced)) for text, number in tokenizer["model"]["vocab"].items()}
        for added in tokenizer.get("added_tokens") or []:
            found[added["id"]] = Token(added["content"], _added_kind(added))
        merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in tokenizer["model"]["merges"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise _bad(file, f"{type(error).__name__}: {error}") from error
    # Check before the library reads the file: it runs each expression in it, and one may take forever.
    pre = "gemma4" if spaced else choose(dict(tokenizer), file)
    rewriting = [] if spaced else _normalizer_notices(tokenizer, file)
    items, notices = lay_out(found, size, file)
    before, after = _wrapping(file)
    if len(before) > 1:
        notices.append(
            f"The tokenizer puts {len(before)} tokens before every text, and llama.cpp can put one: it puts none. Chat "
            "templates write them."
        )
        before = []
    return Tokens(
        model="gemma4" if spaced else "gpt2",
        pre=pre,
        items=items,
        merges=merges,
        adds_bos=bool(before),
        adds_eos=bool(after),
        bos=before[0] if before else None,
        # The classes of older Llama tokenizers rebuild the post-processor from tokenizer_config.json.
        honours_flags="LlamaTokenizer" in str(settings.get("tokenizer_class")),
        notices=notices + rewriting,
    )


def _kind_of(text: str, spaced: bool) -> gguf.TokenType:
    return gguf.TokenType.BYTE if spaced and _BYTE.fullmatch(text) else gguf.TokenType.NORMAL


def _added_kind(added: Mapping[str, Any]) -> gguf.TokenType:
    text = added["content"]
    return gguf.TokenType.USER_DEFINED if text in _READ_BY_PROGRAMS else added_kind(text, added["special"])


def _splits_at_spaces_only(tokenizer: Mapping[str, Any]) -> bool:
    """Return whether the pre-tokenizer splits only at spaces, which no text contains once they are ▁."""
    step = tokenizer.get("pre_tokenizer")
    return step is None or step.get("pattern") == {"String": " "}


def _wrapping(file: Path) -> tuple[list[int], list[int]]:
    """Return the token ids that the tokenizer itself adds before and after a text."""
    library = load(file)
    plain, wrapped = library.encode("a", add_special_tokens=False).ids, library.encode("a").ids
    for start in range(len(wrapped) - len(plain) + 1):
        if wrapped[start : start + len(plain)] == plain:
            return wrapped[:start], wrapped[start + len(plain) :]
    raise _bad(file, "its post-processor changes the text's own tokens")


def load(file: Path) -> tokenizers.Tokenizer:
    """Load tokenizer.json with Hugging Face's library. Raises LuthierError `convert.bad-tokenizer`.

    Disables a trainer's truncation and padding, which are often saved in the file: they do not affect how text is read.
    """
    try:
        library = tokenizers.Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises bare Exception for every kind of bad file
        raise _bad(file, str(error)) from error
    library.no_truncation()
    library.no_padding()
    return library


def _normalizer_notices(tokenizer: Mapping[str, Any], file: Path) -> list[str]:
    kind = _kind(tokenizer.get("normalizer"))
    if kind == "":
        return []
    if kind == "NFC":
        return ["The tokenizer composes accents (NFC) before reading; llama.cpp does not. Composed text is the same."]
    raise _bad(file, f"it rewrites text before reading it (normalizer {kind}), which llama.cpp cannot do")


def _kind(step: Any) -> str:
    return str(step.get("type", "")) if isinstance(step, dict) else ""


def _step_types(step: Any) -> set[str]:
    inner = step.get("pretokenizers", []) if isinstance(step, dict) else []
    return {_kind(step)}.union(*map(_step_types, inner))


def _bad(file: Path, what: str) -> LuthierError:
    return LuthierError(
        "convert.bad-tokenizer", f"{file} cannot be used: {what}.", "Download the model's tokenizer files again."
    )


_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_DIGIT = r"\p{N}"
_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_CASED_WORDS = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+%s"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*%s"
)
_PUNCTUATED = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*"""
    rf"|{_SPACES}"
)


def _words(digits: str) -> str:
    return rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}"


_SHOWN, _MOST_SHOWN = 1000, 5  # characters of a split to show, and splits
# The splits of a tokenizer.json, in order -> tokenizer.ggml.pre
_KNOWN: dict[tuple[str, ...], str] = {
    (_GPT2,): "gpt-2",
    (_DIGIT, _GPT2): "smollm",
    (_words(r"\p{N}{1,3}"),): "dbrx",
    (_words(r"\p{N}"),): "qwen2",
    ((_CASED_WORDS % ("", "")) + rf"|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}",): "tekken",
    (
        (_CASED_WORDS % (_CONTRACTIONS + "?", _CONTRACTIONS + "?"))
        + rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}",
    ): "gpt-4o",
    (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", _PUNCTUATED): "deepseek-v3",  # also Hunyuan's dense models
    (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    ): "bailingmoe",
    (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+", _DIGIT): "deepseek-coder",
}


# The same splits in models that look up a whole word before merging its letters
_WHOLE_WORDS_FIRST = {"dbrx": "llama-bpe"}


def choose(tokenizer: dict[str, Any], file: Path) -> str:
    """Return the `tokenizer.ggml.pre` with the splits of a byte-level tokenizer.json.

    Raises LuthierError `convert.unknown-pretokenizer`, showing the definition.
    """
    try:
        splits = tuple(_canonical(split) for split in _splits(tokenizer["pre_tokenizer"]))
    except _UnknownStepError as step:
        splits = (str(step),)
    if splits in _KNOWN:
        pre = _KNOWN[splits]
        return _WHOLE_WORDS_FIRST.get(pre, pre) if tokenizer.get("model", {}).get("ignore_merges") else pre
    shown = "\n".join(f"{split:.{_SHOWN}}" for split in splits[:_MOST_SHOWN])
    raise LuthierError(
        "convert.unknown-pretokenizer",
        f"{file}: this version of Luthier does not know a llama.cpp splitter for the tokenizer's words:\n{shown}",
        "Look for a GGUF version of this model instead.",
    )


def _canonical(pattern: str) -> str:
    """Escape line breaks: some files contain them literally, in the same expression."""
    return pattern.replace("\r", r"\r").replace("\n", r"\n")


class _UnknownStepError(Exception):
    """A pre-tokenizer step that is not a plain regular-expression split."""


def _splits(step: dict[str, Any]) -> Iterator[str]:
    match step:
        case {"type": "Sequence", "pretokenizers": [*steps]}:
            for inner in steps:
                yield from _splits(inner)
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": "Isolated", "invert": False}:
            yield pattern
        # Words are the matches, and the rest is dropped: equivalent if everything matches, as in all known patterns.
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": "Removed", "invert": True}:
            yield pattern
        case {"type": "Digits", "individual_digits": True}:
            yield _DIGIT
        case {"type": "ByteLevel", "add_prefix_space": False, **rest}:
            if rest.get("use_regex", True):
                yield _GPT2
        case _:
            raise _UnknownStepError(str(step))

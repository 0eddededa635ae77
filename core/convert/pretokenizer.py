"""Which of llama.cpp's word splitters does what a tokenizer.json asks for.

Byte-level BPE first splits text into words by regular expressions. tokenizer.json states them; GGUF only names a
splitter that llama.cpp has built in. We choose by the definition itself. tokencheck.py then compares the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.errors import LuthierError

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


_SHOWN, _MOST_SHOWN = 1000, 5  # characters of a split, and splits
# The splits a tokenizer.json makes, in order -> tokenizer.ggml.pre
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
    (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", _PUNCTUATED): "deepseek-v3",  # Hunyuan's dense models, too
    (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    ): "bailingmoe",
    (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+", _DIGIT): "deepseek-coder",
}


# The same splits in models that take a whole word from the vocabulary before they try to merge its letters
_WHOLE_WORDS_FIRST = {"dbrx": "llama-bpe"}


def choose(tokenizer: dict[str, Any], file: Path) -> str:
    """The `tokenizer.ggml.pre` whose splits are those of a byte-level tokenizer.json.

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
    """Some files hold a line break where others hold its escape; the expression is the same."""
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
        # Words are what matches, the rest is dropped: the same when, as in all known patterns, everything matches.
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": "Removed", "invert": True}:
            yield pattern
        case {"type": "Digits", "individual_digits": True}:
            yield _DIGIT
        case {"type": "ByteLevel", "add_prefix_space": False, **rest}:
            if rest.get("use_regex", True):
                yield _GPT2
        case _:
            raise _UnknownStepError(str(step))

"""Proof that llama.cpp reads text as the model's own tokenizer does, before a conversion counts as done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import gguf

from core.convert import bpe, sentencepiece
from core.convert.vocab import Vocab
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.engine.llama_cpp.vocabulary import Vocabulary
from core.shared.errors import LuthierError

PROBE = (
    "Once upon a time, in 1887, there were 3 bears; they'd eaten 12,345.67 pots.  Two  spaces,   three.\n"
    "\tTabs\t\tand\n\n\nblank lines \n  and\r\nCR LF \n \n end of it   \n"
    "I'M SURE she'll say 'WE'VE won'! (isn't it?) -- ... !!! ??? ### $9.99 50% a_b x*y=z <tag> [1] {k: 'v'}\n"
    "def add(a, b=2):\n    return a + b  # sum\nfor (int i = 0; i < 10; ++i) { x += i; }\n"
    "Grüße, café, naïve, Ærøskøbing; İstanbul'da güzel; Ελληνικά ωραία; Привет, мир! 1000 рублей\n"
    "你好，世界！今天是2024年。 こんにちは、カタカナ。 안녕하세요 세계 สวัสดีชาวโลก नमस्ते दुनिया مرحبا بالعالم שלום עולם\n"
    "🚀🙂 👩‍👩‍👧 🇫🇷 ✅ ½ ² ∑∫ → “quotes” ‘single’ — dash… \u00a0nbsp \u200bzero width ﬁ\n"
    "0 00 000 0000 00000 000000 3.3 3..3 x1y22z333 http://example.org/a?b=c&d=1 \n"
    # Marks with letters that no single character stands for: composing them (NFC) changes nothing.
    "x\u0301 q\u0323\u0302z m\u0308m \u0915\u094d\u0937\u093f \u0e01\u0e47 \u0628\u064e\u0651 \u05e9\u05b8\u05c1 "
    "1\u20e3\n"
    "👨\U0001f3fd\u200d💻 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥 🇯🇵🇧🇷 👍\U0001f3ff👍\n"
    "\x01\x07\x1b[31mred\x1b[0m \x7f \u00ad \u2028 \u3000 \ufeff \ufffd a\x0bb\x0cc\n"
    "<|im_star t|> <|im_end <| endoftext|> |> <s </s < unk> [INST [/INST] <<SYS>> <bos <start_of_tur n> <0x0A> Ġ Ċ\n"
    "          ten\t\t\t\t\ttabs \t \t mixed\n\n\n\n\r\n\r\n  \n    indented\n        return None;\n}\n"
    "SELECT * FROM t WHERE a>=1 AND b<>'x'; #include <stdio.h> λ = lambda x: x**2 // 7 % 3; @dec f\"{x!r:>{w}}\" \\n\\t"
)

_ADDED = (gguf.TokenType.CONTROL, gguf.TokenType.USER_DEFINED)
_BLANKS = " \t\r\n▁"  # ▁ is SentencePiece's
_AROUND, _TOKENS = 20, 4  # characters and tokens that an error shows on either side of a difference


def check_tokenizer(model: Path, folder: Path, vocab: Vocab) -> None:
    """Tokenize a probe of many scripts, digits, spaces and code with llama.cpp and with the original's library.

    model: a GGUF file holding at least the vocabulary. folder: where the original tokenizer lies.
    Raises LuthierError `convert.tokenizer-differs`, showing the first place where they part.
    """
    encode, probe = _reference(folder, vocab), probe_for(vocab)
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        for text in [*probe.splitlines(keepends=True), probe]:
            ours, theirs = opened.vocabulary.tokenize(text, add_special=False, parse_special=False), encode(text)
            if ours != theirs:
                raise _difference(text, ours, theirs, opened.vocabulary)
        for number, token in enumerate(vocab.tokens.items):
            if token.kind in _ADDED and token.text:
                ours = opened.vocabulary.tokenize(token.text, add_special=False, parse_special=True)
                if ours != [number]:
                    raise _difference(token.text, ours, [number], opened.vocabulary)


def probe_for(vocab: Vocab) -> str:
    """The probe and the names of all added tokens, each name broken up: whole, it is read as one token by Hugging
    Face's library wherever it stands, by llama.cpp only where a template has put it. Runs of blanks stay whole.
    """
    added = {token.text for token in vocab.tokens.items if token.kind in _ADDED and token.text.strip(_BLANKS)}
    names = sorted((name for name in added if len(name) > 1), key=lambda name: (-len(name), name))
    probe = PROBE + " ".join(names) + "\n"
    for name in names:  # the longest first, so that breaking one up leaves none that it held
        probe = probe.replace(name, f"{name[:-1]} {name[-1]}")
    return probe


def _reference(folder: Path, vocab: Vocab) -> Callable[[str], list[int]]:
    if vocab.tokens.model != "llama":
        library = bpe.load(folder / "tokenizer.json")
        return lambda text: library.encode(text, add_special_tokens=False).ids
    pieces = sentencepiece.load(folder / "tokenizer.model")
    return lambda text: list(pieces.encode(text))


def _difference(text: str, ours: list[int], theirs: list[int], vocabulary: Vocabulary) -> LuthierError:
    pairs = zip(ours, theirs, strict=False)
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(ours), len(theirs)))
    before = len(b"".join(vocabulary.piece(token) for token in theirs[:place]).decode("utf-8", "ignore"))
    around = text[max(0, before - _AROUND) : before + _AROUND]

    def show(tokens: list[int]) -> str:
        shown = (
            f"{'>>> ' if i == place else ''}{vocabulary.piece(token).decode('utf-8', 'replace')!r} {token}"
            for i, token in enumerate(tokens)
            if place - _TOKENS <= i <= place + _TOKENS
        )
        return " | ".join(shown)

    return LuthierError(
        "convert.tokenizer-differs",
        f"llama.cpp would read this model's text differently than the model was trained to. They part in {around!r}, "
        f"at token {place} (>>>).\nThe model's own: {show(theirs)}\nllama.cpp's:     {show(ours)}",
        "This tokenizer is of a kind Luthier cannot convert yet. Look for a GGUF version of this model instead.",
    )

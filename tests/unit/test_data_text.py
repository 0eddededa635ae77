from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from data_vocab import write_bpe, write_spm

from core.data.text import MAX_BLOCK, TextExamples, read_blocks, windows
from core.data.tokenize import Tokenizer
from core.paths import DEMO

HOLMES = DEMO / "holmes.txt"


def examples(tokenizer: Tokenizer, path: Path, context: int) -> TextExamples:
    made = TextExamples(tokenizer, context)
    made.read(path)
    return made


def test_that_blocks_join_to_the_text(tmp_path: Path) -> None:
    texts = {
        "holmes": HOLMES.read_text(),
        "one line": HOLMES.read_text().replace("\n", " "),
        "no blanks": "x" * 3 * MAX_BLOCK + "\n\n\n",
        "hard wrapped": "\n".join(f"line {number} of a poem without an end" for number in range(2000)),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        blocks = list(read_blocks(tmp_path / name))
        assert "".join(blocks) == text
        assert max(map(len, blocks)) <= MAX_BLOCK
        assert len(blocks) >= len(text) // MAX_BLOCK


def test_that_text_added_in_front_leaves_later_blocks_as_they_are(tmp_path: Path) -> None:
    before = list(read_blocks(HOLMES))
    (tmp_path / "more.txt").write_text("A new beginning.\n\n" * 30 + HOLMES.read_text())
    assert len(set(before) - set(read_blocks(tmp_path / "more.txt"))) <= 2


def test_that_every_token_but_the_first_is_trained_exactly_once() -> None:
    for length in (2, 8, 9, 15, 16, 100):
        tokens = np.arange(length, dtype=np.int32)
        made = windows(tokens, 8)
        assert np.concatenate([w.tokens[w.trained] for w in made]).tolist() == tokens[1:].tolist()
        assert all(len(w) <= 8 and not w.trained[0] for w in made)
        assert all(later.tokens[0] == earlier.tokens[-1] for earlier, later in pairwise(made))


def test_that_a_text_is_trained_whole_with_its_end(tmp_path: Path) -> None:
    text = HOLMES.read_text()[:30_000]
    (tmp_path / "part.txt").write_text(text)
    for vocabulary in (write_bpe(tmp_path / "a.gguf"), write_spm(tmp_path / "b.gguf")):
        with Tokenizer(vocabulary) as tokenizer:
            made = examples(tokenizer, tmp_path / "part.txt", 128)
            sequences = made.select(np.ones(len(made.keys), dtype=np.bool_))
            tokens = [sequences[0].tokens[0], *np.concatenate([s.tokens[s.trained] for s in sequences])]
            assert tokens[-1] == tokenizer.eos
            begins = [tokenizer.bos] if tokenizer.add_bos else []
            assert tokens[: len(begins)] == begins
            spelled = b"".join(map(tokenizer.piece, tokens[len(begins) : -1])).decode()
            assert spelled == (" " + text if tokenizer.add_bos else text)  # SentencePiece puts one blank in front


def test_that_held_out_and_trained_blocks_share_no_token(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        made = examples(tokenizer, HOLMES, 256)
        held = np.arange(len(made.keys)) % 7 == 3
        spelled = {
            side: b"".join(
                tokenizer.piece(token)
                for window in made.select(held == side)
                for token in window.tokens[1 if window.tokens[0] != tokenizer.bos else 0 :].tolist()
            ).decode()
            for side in (True, False)
        }
        blocks = list(read_blocks(HOLMES))
        middles = [block[200:300] for block in blocks]
        for middle, is_held in zip(middles, held.tolist(), strict=True):
            assert (middle in spelled[True]) == is_held
            assert (middle in spelled[False]) != is_held

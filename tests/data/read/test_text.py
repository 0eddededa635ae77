from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from core.base.paths import DEMO
from core.data.example import Bool
from core.data.read.text import MAX_BLOCK, read_blocks
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import ExampleView, with_mask
from core.data.tokens.record_encoder import UNIT
from core.data.tokens.token_cache import About, CachedTokens
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.support.data_vocab import write_bpe, write_spm
from tests.support.rendering import renderer

HOLMES = DEMO / "holmes.txt"


def tokens_of(tokenizer: Tokenizer, path: Path) -> CachedTokens:
    return tokenize_data(path, tokenizer, renderer(), TrainConfig())[1]


def select(cached: CachedTokens, wanted: Bool, tokenizer: Tokenizer, context: int) -> ExampleView:
    return cached.texts(wanted, context, tokenizer.bos if tokenizer.add_bos else None, tokenizer.eos)


def blocks_of(path: Path) -> list[str]:
    return [str(record.value) for record in read_blocks(path)]


def documents(sizes: list[list[int]]) -> CachedTokens:
    """Cached tokens of documents with blocks of these sizes; token i is the number i."""
    flat = [(size, place == 0) for document in sizes for place, size in enumerate(document)]
    units = np.array([(size, size, 0, 0, 1, 0, first, size, size, 0) for size, first in flat], UNIT)
    tokens = np.arange(int(units["size"].sum()), dtype=np.int32)
    about = About(digest="", seconds=0, counts={}, problems=[], seen={})
    return CachedTokens(with_mask(tokens, np.ones(len(tokens), np.bool_)), units, about, (), was_there=False)


def test_that_blocks_join_to_the_text(tmp_path: Path) -> None:
    texts = {
        "holmes": HOLMES.read_text(),
        "one line": HOLMES.read_text().replace("\n", " "),
        "no blanks": "x" * 3 * MAX_BLOCK + "\n\n\n",
        "hard wrapped": "\n".join(f"line {number} of a poem without an end" for number in range(2000)),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        blocks = blocks_of(tmp_path / name)
        assert "".join(blocks) == text
        assert max(map(len, blocks)) <= MAX_BLOCK
        assert len(blocks) >= len(text) // MAX_BLOCK


def test_that_text_added_in_front_leaves_later_blocks_as_they_are(tmp_path: Path) -> None:
    before = blocks_of(HOLMES)
    (tmp_path / "more.txt").write_text("A new beginning.\n\n" * 30 + HOLMES.read_text())
    assert len(set(before) - set(blocks_of(tmp_path / "more.txt"))) <= 2


def test_that_every_token_but_the_first_is_trained_exactly_once() -> None:
    for length in (2, 8, 9, 15, 16, 100):
        made = documents([[length]]).texts(np.array([True]), 8, None, -1)
        assert np.concatenate([w.tokens[w.supervised] for w in made]).tolist() == list(range(1, length))
        assert all(len(w) <= 8 and not w.supervised[0] for w in made)
        assert all(later.tokens[0] == earlier.tokens[-1] for earlier, later in pairwise(made))
        assert [len(w) for w in made] == made.lengths.tolist()
        assert [w.n_supervised for w in made] == made.supervised.tolist()


def test_that_every_document_begins_and_ends_and_none_reads_into_the_next() -> None:
    bos, eos = 1000, 1001
    cached = documents([[3, 2], [4], [1], [6, 5, 1]])
    wanted = np.array([True, True, True, True, True, False, True])
    texts: list[list[int]] = []
    for window in cached.texts(wanted, 4, bos, eos):
        assert window.supervised.tolist() == [False] + [True] * (len(window) - 1)
        tokens = window.tokens.tolist()
        if texts and texts[-1][-1] == tokens[0]:
            texts[-1] += tokens[1:]
        else:
            texts.append(tokens)
    assert texts == [
        [bos, *range(5), eos],
        [bos, *range(5, 9), eos],
        [bos, 9, eos],
        [bos, *range(10, 16)],
        [bos, 21, eos],
    ]


def test_that_form_feeds_marks_and_markdown_headings_begin_documents(tmp_path: Path) -> None:
    texts = {
        "a.txt": "One\n\fTwo\n<|endoftext|>\n# Three\n# still three\n",
        "a.md": "# One\nwords\n```\n# a comment in code\n```\n# Two\n",
    }
    found = {}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        found[name] = [(r.value, r.line, r.first) for r in read_blocks(tmp_path / name)]
    assert found["a.txt"] == [("One\n", 1, True), ("Two\n", 2, True), ("# Three\n# still three\n", 4, True)]
    assert found["a.md"] == [("# One\nwords\n```\n# a comment in code\n```\n", 1, True), ("# Two\n", 6, True)]


def test_that_a_folder_of_texts_is_a_document_a_file(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.md").write_text("Second text\n")
    (tmp_path / "a.txt").write_bytes("First text\r\n".encode("utf-16"))
    (tmp_path / ".hidden.txt").write_text("not this")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        cached = tokens_of(tokenizer, tmp_path)
        made = select(cached, np.ones(len(cached), np.bool_), tokenizer, 64)
        assert [b"".join(map(tokenizer.piece, w.tokens.tolist())).decode() for w in made] == [
            "First text\n<|im_end|>",
            "Second text\n<|im_end|>",
        ]


def test_that_a_text_is_trained_whole_with_its_end(tmp_path: Path) -> None:
    text = HOLMES.read_text()[:30_000]
    (tmp_path / "part.txt").write_text(text)
    for vocabulary in (write_bpe(tmp_path / "a.gguf"), write_spm(tmp_path / "b.gguf")):
        with Tokenizer(vocabulary) as tokenizer:
            made = tokens_of(tokenizer, tmp_path / "part.txt")
            examples = select(made, np.ones(len(made), dtype=np.bool_), tokenizer, 128)
            tokens = [examples[0].tokens[0], *np.concatenate([s.tokens[s.supervised] for s in examples])]
            assert tokens[-1] == tokenizer.eos
            begins = [tokenizer.bos] if tokenizer.add_bos else []
            assert tokens[: len(begins)] == begins
            spelled = b"".join(map(tokenizer.piece, tokens[len(begins) : -1])).decode()
            assert spelled == (" " + text if tokenizer.add_bos else text)  # SentencePiece puts one blank in front


def test_that_held_out_and_trained_blocks_share_no_token(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        made = tokens_of(tokenizer, HOLMES)
        held = np.arange(len(made)) % 7 == 3
        spelled = {
            side: b"".join(
                tokenizer.piece(token)
                for window in select(made, held == side, tokenizer, 256)
                for token in window.tokens[1 if window.tokens[0] != tokenizer.bos else 0 :].tolist()
            ).decode()
            for side in (True, False)
        }
        blocks = blocks_of(HOLMES)
        middles = [block[200:300] for block in blocks]
        for middle, is_held in zip(middles, held.tolist(), strict=True):
            assert (middle in spelled[True]) == is_held
            assert (middle in spelled[False]) != is_held


def test_that_a_text_needs_no_chat_template(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text("Once upon a time.\n")
    with Tokenizer(write_bpe(tmp_path / "model.gguf", template="{% broken")) as tokenizer:
        assert len(tokens_of(tokenizer, tmp_path / "story.txt")) == 1

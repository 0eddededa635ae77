"""Texts made to take hours, or to crash llama.cpp's tokenizers: named with their line, the others are used."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.chat.prompt import prompt_tokens
from core.data.problems import BadRowError
from core.data.tokenizer import LONGEST_WORD, Tokenizer, require_breaks
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.support.data_vocab import write_bpe, write_spm
from tests.support.rendering import renderer

MB, SIZE = 1 << 20, 1 << 18
SPLITTERS = ["gpt-2", "llama-bpe", "deepseek-llm", "deepseek-v3", "falcon", "tekken", "gpt-4o", "bloom", "viking"]
ENDLESS = ["a", "1", "'", " ", "\n", ".", "中", "aB3/"]


def row(text: str) -> dict[str, str]:
    return {"prompt": "Say it", "completion": text}


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_that_a_word_without_end_never_reaches_the_tokenizer(tmp_path: Path, splitter: str) -> None:
    with Tokenizer(write_bpe(tmp_path / "model.gguf", splitter=splitter)) as tokenizer:
        for unit in ENDLESS:
            with pytest.raises(BadRowError, match="over 8,000 characters without a break"):
                tokenizer.encode("x" + unit * 200_000)
            longest = unit * (LONGEST_WORD // len(unit))
            assert b"".join(map(tokenizer.piece, tokenizer.encode(longest))) == longest.encode()


@pytest.mark.parametrize("place", [0, 1, LONGEST_WORD // 2 - 1, LONGEST_WORD // 2, 12_345])
def test_that_the_limit_is_the_same_wherever_the_word_stands(place: int) -> None:
    before = ("ab " * place)[-place:] if place else ""
    before = before[:-1] + " " if before else ""
    require_breaks(before + "a" * LONGEST_WORD + " b" * 9000)
    with pytest.raises(BadRowError, match=f"at character {place + 1};"):
        require_breaks(before + "a" * (LONGEST_WORD + 1) + " b" * 9000)


def test_that_a_text_of_letters_that_the_vocabulary_lacks_is_named_before_it_takes_hours(tmp_path: Path) -> None:
    with Tokenizer(write_spm(tmp_path / "model.gguf")) as tokenizer:
        with pytest.raises(BadRowError, match="1,000,000 of its characters are no tokens of this model"):
            tokenizer.encode("\u00e9, " * 1_000_000)
        assert len(tokenizer.encode("\u00e9, " * 5000)) > 10_000
        assert len(tokenizer.encode("the fox, " * 50_000)) > 100_000


@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "parquet"])
def test_that_a_row_of_one_word_is_named_and_the_others_are_used(tmp_path: Path, form: str) -> None:
    rows = [row("Ho"), row("a" * (4 * MB)), row("Hey")]
    file = tmp_path / f"rows.{form}"
    lines = "".join(json.dumps(one) + "\n" for one in rows).encode()
    if form == "parquet":
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.Table.from_pylist(rows), file, compression="zstd")
    else:
        file.write_bytes(gzip.compress(lines, 1) if form.endswith("gz") else lines)
    with Tokenizer(write_bpe(tmp_path / "model.gguf", splitter="deepseek-llm")) as tokenizer:
        cached = tokenize_data(file, tokenizer, renderer(), TrainConfig())[1]
    (named,) = cached.problems().named
    assert named.line == 2 and named.reason == "a word that is too long"
    assert len(cached) == 2


@pytest.mark.parametrize("packed", [True, False])
def test_that_a_text_of_one_word_is_read_in_blocks(tmp_path: Path, packed: bool) -> None:
    file = tmp_path / ("book.txt.gz" if packed else "book.txt")
    file.write_bytes(gzip.compress(b"a" * SIZE) if packed else b"a" * SIZE)
    with Tokenizer(write_bpe(tmp_path / "model.gguf", splitter="deepseek-llm")) as tokenizer:
        cached = tokenize_data(file, tokenizer, renderer(), TrainConfig())[1]
    assert not cached.problems().named and len(cached) > SIZE // 5000


@pytest.mark.parametrize("chat", [True, False])
def test_that_a_question_of_one_word_is_refused(tmp_path: Path, chat: bool) -> None:
    model = write_bpe(tmp_path / "model.gguf", splitter="deepseek-llm")
    with pytest.raises(LuthierError, match="a word that is too long") as caught:
        prompt_tokens(model, "a" * 100_000, chat, renderer())
    assert caught.value.code == "chat.bad-message"

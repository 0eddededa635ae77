"""SentencePiece tokenizers: what llama.cpp reads is what the model was trained to read, or they are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import gguf
import pytest
import sentencepiece

from core.base import paths
from core.base.errors import LuthierError
from core.convert.convert import PROBE, convert
from core.convert.hf_config import read_config
from core.convert.tokens import Token
from core.convert.vocab import read_vocab
from core.engine.llama_cpp.model import open_in_llama_cpp
from tests.support.checkpoints import edit_json, quiet


@pytest.fixture(scope="module")
def llama_pieces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SentencePiece model with Llama 2's settings, trained on the bundled text."""
    return train_pieces(tmp_path_factory.mktemp("spm") / "tokenizer.model", model_type="bpe")


def train_pieces(file: Path, **options: object) -> Path:
    lines = [line.strip() for line in (paths.DEMO / "holmes.txt").read_text().splitlines()[:3000]]
    settings: dict[str, object] = {
        "vocab_size": 1200,
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "split_digits": True,
        "num_threads": 1,
        "minloglevel": 2,
    }
    with file.open("wb") as output:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([line for line in lines if line]), model_writer=output, **(settings | options)
        )
    return file


@pytest.fixture
def sentencepiece_model(model: Path, llama_pieces: Path) -> Path:
    """The demo model with a SentencePiece tokenizer of 1,200 pieces and two added tokens in its 4,096 rows."""
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (model / name).unlink()
    shutil.copy(llama_pieces, model / "tokenizer.model")
    edit_json(model / "config.json", lambda c: c.update(bos_token_id=1, eos_token_id=2, pad_token_id=0))
    added = {"1200": {"content": "<|turn|>", "special": True}, "1201": {"content": "[tool]", "special": False}}
    edit_json(
        model / "tokenizer_config.json",
        lambda c: c.update(added_tokens_decoder=added, bos_token="<s>", eos_token="</s>", unk_token="<unk>"),
    )
    return model


def test_that_sentencepiece_tokens_are_those_of_the_original_library(sentencepiece_model: Path, tmp_path: Path) -> None:
    convert(sentencepiece_model, tmp_path / "out.gguf", "f16", quiet)
    original = sentencepiece.SentencePieceProcessor(model_file=str(sentencepiece_model / "tokenizer.model"))
    story = (paths.DEMO / "holmes.txt").read_text()[100000:110000]
    with open_in_llama_cpp(tmp_path / "out.gguf") as opened:
        vocabulary = opened.vocabulary
        for text in (PROBE, story, "x", "  two", "tab\there"):
            assert vocabulary.tokenize(text, add_special=False, parse_special=False) == original.encode(text)
        assert vocabulary.tokenize("Hi", add_special=True, parse_special=False) == [1, *original.encode("Hi")]
        assert vocabulary.tokenize("<|turn|>", add_special=False, parse_special=True) == [1200]
        assert vocabulary.tokenize("[tool]", add_special=False, parse_special=False) == [1201]
        assert (vocabulary.bos, vocabulary.eos) == (1, 2)


def test_that_sentencepiece_scores_and_kinds_are_kept(sentencepiece_model: Path) -> None:
    vocab = read_vocab(sentencepiece_model, read_config(sentencepiece_model))
    original = sentencepiece.SentencePieceProcessor(model_file=str(sentencepiece_model / "tokenizer.model"))
    items = vocab.tokens.items
    assert [token.score for token in items[:1200]] == [original.get_score(i) for i in range(1200)]
    assert [token.text for token in items[:1200]] == [original.id_to_piece(i) for i in range(1200)]
    assert items[0].kind == gguf.TokenType.UNKNOWN
    assert items[1].kind == items[2].kind == gguf.TokenType.CONTROL
    assert items[3].kind == gguf.TokenType.BYTE
    assert (items[1200].kind, items[1201].kind) == (gguf.TokenType.CONTROL, gguf.TokenType.USER_DEFINED)
    assert items[4095] == Token("[PAD4095]", gguf.TokenType.UNUSED, -10000.0)
    assert vocab.special_ids == {"bos": 1, "eos": 2, "unk": 0, "pad": 0}


def test_that_gemmas_kind_of_pieces_is_read_as_its_makers_do(sentencepiece_model: Path, tmp_path: Path) -> None:
    """No blank in front of a text, line breaks and runs of blanks as pieces of their own, turns as control tokens."""
    runs = ["\n", "\n\n", "▁▁", "▁▁▁", "<start_of_turn>", "<end_of_turn>"]
    options = {"add_dummy_prefix": False, "user_defined_symbols": runs}
    train_pieces(sentencepiece_model / "tokenizer.model", model_type="bpe", **options)
    original = sentencepiece.SentencePieceProcessor(model_file=str(sentencepiece_model / "tokenizer.model"))
    added = {str(original.piece_to_id(run)): {"content": run, "special": run.startswith("<")} for run in runs}
    edit_json(sentencepiece_model / "tokenizer_config.json", lambda c: c.update(added_tokens_decoder=added))
    convert(sentencepiece_model, tmp_path / "out.gguf", "f16", quiet)
    turns = [original.piece_to_id(text) for text in ("<start_of_turn>", "<end_of_turn>")]
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        vocabulary = opened.vocabulary
        for text in (PROBE, "two\n\nlines", "a   b"):
            assert vocabulary.tokenize(text, add_special=False, parse_special=False) == original.encode(text)
        turn = vocabulary.tokenize("<start_of_turn>user<end_of_turn>", add_special=False, parse_special=True)
        assert turn == [turns[0], *original.encode("user"), turns[1]]
        assert vocabulary.ends_generation(turns[1])


@pytest.mark.parametrize(("flag", "expected"), [(None, True), (True, True), (False, False)])
def test_that_sentencepiece_honours_add_bos_token(sentencepiece_model: Path, flag: bool | None, expected: bool) -> None:
    if flag is not None:
        edit_json(sentencepiece_model / "tokenizer_config.json", lambda c: c.update(add_bos_token=flag))
    assert read_vocab(sentencepiece_model, read_config(sentencepiece_model)).add_bos is expected


@pytest.mark.slow
def test_that_a_tokenizer_llama_cpp_would_read_differently_is_refused(
    sentencepiece_model: Path, tmp_path: Path
) -> None:
    train_pieces(sentencepiece_model / "tokenizer.model", model_type="unigram")
    with pytest.raises(LuthierError) as caught:
        convert(sentencepiece_model, tmp_path / "out.gguf", "f16", quiet)
    assert caught.value.code == "convert.tokenizer-differs"
    assert "llama.cpp's: " in caught.value.message
    assert not list(tmp_path.glob("out*"))


def test_that_a_broken_sentencepiece_model_is_named(sentencepiece_model: Path, tmp_path: Path) -> None:
    (sentencepiece_model / "tokenizer.model").write_bytes(b"garbage")
    with pytest.raises(LuthierError) as caught:
        convert(sentencepiece_model, tmp_path / "out.gguf", "f16", quiet)
    assert caught.value.code == "convert.bad-tokenizer"
    assert "tokenizer.model" in caught.value.message

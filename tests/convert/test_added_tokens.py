"""Tokenizers whose added tokens look like ordinary text: Mistral's [INST] and [/INST] among them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from core.base import paths
from core.base.errors import LuthierError
from core.convert import bpe
from core.convert.convert import convert, probe_for
from core.convert.hf_config import read_config
from core.convert.vocab import read_vocab
from core.engine.llama_cpp.model import open_in_llama_cpp
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES

SIZE = 320  # rows of the fixture's embedding table

# Of Mistral Nemo, Ministral, Small 3 and Pixtral; then of Llama 2's templates.
SPECIAL = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]",
    "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]", "<SPECIAL_20>", "<<SYS>>", "<</SYS>>",
)  # fmt: skip
TEKKEN = next(splits[0] for splits, name in bpe._KNOWN.items() if name == "tekken")


@pytest.fixture
def tekken(tmp_path: Path) -> Path:
    """A tiny Llama with a tokenizer of Mistral Nemo's kind."""
    folder = Path(shutil.copytree(FIXTURES / "llama-biased", tmp_path / "tekken"))
    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.Split(pattern=Regex(TEKKEN), behavior="isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=SIZE,
        special_tokens=[AddedToken(text, special=True, normalized=False) for text in SPECIAL],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    text = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8")
    tokenizer.train_from_iterator(text[:60_000].splitlines(), trainer)
    assert tokenizer.get_vocab_size() == SIZE
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def test_that_a_tokenizer_with_mistrals_tokens_converts(tekken: Path, tmp_path: Path) -> None:
    convert(tekken, tmp_path / "out.gguf", "f32", quiet)
    original = Tokenizer.from_file(str(tekken / "tokenizer.json"))
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        text = "<s>[INST] What is 12, at 1st?[/INST] Twelve.</s>"
        ours = opened.vocabulary.tokenize(text, add_special=False, parse_special=True)
        assert ours == original.encode(text, add_special_tokens=False).ids
        assert {SPECIAL.index(token) for token in ("<s>", "[INST]", "[/INST]", "</s>")} < set(ours)


def test_that_the_probe_holds_every_added_token_broken_up(tekken: Path) -> None:
    vocab = read_vocab(tekken, read_config(tekken))
    probe = probe_for(vocab)
    assert not [text for text in SPECIAL if text in probe]
    assert all(f"{text[:-1]} {text[-1]}" in probe for text in SPECIAL)


def test_that_a_wrong_splitter_is_still_found_among_added_tokens(
    tekken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bpe, "choose", lambda tokenizer, file: "gpt-2")
    edit = json.loads((tekken / "tokenizer.json").read_text())
    last = max(edit["model"]["vocab"], key=edit["model"]["vocab"].__getitem__)
    del edit["model"]["vocab"][last]
    edit["model"]["merges"] = [pair for pair in edit["model"]["merges"] if "".join(pair) != last]
    edit["model"]["vocab"]["18"] = SIZE - 1
    edit["model"]["merges"].append(["1", "8"])
    (tekken / "tokenizer.json").write_text(json.dumps(edit))
    with pytest.raises(LuthierError) as caught:
        convert(tekken, tmp_path / "out.gguf", "f32", quiet)
    assert caught.value.code == "convert.tokenizer-differs"

"""Tokenizers: what llama.cpp reads is what the model was trained to read, or the conversion is refused."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import pytest
import tokenizers

from core.base import paths
from core.base.errors import LuthierError
from core.convert import bpe
from core.convert.convert import PROBE, check_tokenizer, convert
from core.convert.hf_config import read_config
from core.convert.safetensors import SINGLE
from core.convert.tokens import Token, lay_out
from core.convert.vocab import has_chat_template, read_vocab
from core.engine.llama_cpp.model import open_in_llama_cpp
from tests.support.checkpoints import Edit, edit_json, quiet
from tests.support.pretokenizers import BYTES, DEEPSEEK3, DIGITS, LING, LLAMA3, QWEN2, WORDS, sequence, split


def in_tokenizer(edit: Edit) -> Callable[[Path], object]:
    return lambda model: edit_json(model / "tokenizer.json", edit)


def test_that_byte_level_tokens_are_those_of_the_original_library(demo_model: Path, demo_gguf: Path) -> None:
    original = tokenizers.Tokenizer.from_file(str(demo_model / "tokenizer.json"))
    story = (paths.DEMO / "holmes.txt").read_text()[:20000]
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        for text in (PROBE, story, "<|im_start|>user\nHi<|im_end|>\n"):
            ours = opened.vocabulary.tokenize(text, add_special=True, parse_special=True)
            assert ours == original.encode(text).ids
        assert opened.vocabulary.tokenize("<|im_end|>", add_special=False, parse_special=False) != [2]


@pytest.mark.slow
def test_that_the_chat_template_and_special_tokens_are_kept(demo_model: Path, demo_gguf: Path) -> None:
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        assert opened.chat_template == (demo_model / "chat_template.jinja").read_text()
        assert (opened.vocabulary.bos, opened.vocabulary.eos) == (0, 2)
        assert not opened.vocabulary.adds_bos
        assert opened.vocabulary.ends_generation(2)
    kinds = gguf.GGUFReader(demo_gguf).fields["tokenizer.ggml.token_type"].contents()
    assert kinds[:3] == [gguf.TokenType.CONTROL] * 3
    assert set(kinds[3:]) == {gguf.TokenType.NORMAL}


def test_that_a_wrong_splitter_is_refused_with_the_first_place_where_the_two_part(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """smollm's splitter takes numbers apart, the demo model's tokenizer does not."""
    monkeypatch.setattr(bpe, "choose", lambda tokenizer, file: "smollm")
    edit_json(model / "tokenizer.json", lambda c: c["model"]["merges"].append(["1", "8"]))
    edit_json(model / "tokenizer.json", lambda c: c["model"]["vocab"].update({"18": 4096}))
    edit_json(model / "config.json", lambda c: c.update(vocab_size=4097))
    with pytest.raises(LuthierError) as caught:
        check_tokenizer_of(model, tmp_path)
    assert caught.value.code == "convert.tokenizer-differs"
    told, right, wrong = caught.value.message.splitlines()
    assert " in 1887, there" in told
    assert ">>> '18' 4096 | '8' " in right
    assert ">>> '1' " in wrong


def check_tokenizer_of(model: Path, folder: Path) -> None:
    vocab = read_vocab(model, read_config(model))
    writer = gguf.GGUFWriter(folder / "vocab.gguf", "llama")
    vocab.write(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    check_tokenizer(folder / "vocab.gguf", model, vocab)


def test_that_the_probe_is_composed_already() -> None:
    """Some tokenizers compose text (NFC) first and llama.cpp does not, which is told and no reason to refuse them."""
    assert unicodedata.normalize("NFC", PROBE) == PROBE


def test_that_bos_follows_what_the_tokenizer_really_does(model: Path, tmp_path: Path) -> None:
    def put_bos_in_front(tokenizer: dict[str, Any]) -> None:
        tokenizer["post_processor"]["single"].insert(0, {"SpecialToken": {"id": "<|im_start|>", "type_id": 0}})
        tokenizer["post_processor"]["special_tokens"] = {
            "<|im_start|>": {"id": "<|im_start|>", "ids": [1], "tokens": ["<|im_start|>"]}
        }

    edit_json(model / "tokenizer.json", put_bos_in_front)
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    original = tokenizers.Tokenizer.from_file(str(model / "tokenizer.json"))
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        assert opened.vocabulary.tokenize("Hi", add_special=True, parse_special=False) == original.encode("Hi").ids
        assert opened.vocabulary.bos == 1


def test_that_of_two_tokens_before_a_text_none_is_put_there(model: Path) -> None:
    """llama.cpp can put one. GLM-4's two are in its chat template."""

    def put_two_in_front(tokenizer: dict[str, Any]) -> None:
        names = ["<|im_start|>", "<|im_end|>"]
        tokenizer["post_processor"]["single"][:0] = [{"SpecialToken": {"id": name, "type_id": 0}} for name in names]
        tokenizer["post_processor"]["special_tokens"] = {
            name: {"id": name, "ids": [number], "tokens": [name]} for number, name in enumerate(names, start=1)
        }

    edit_json(model / "tokenizer.json", put_two_in_front)
    vocab = read_vocab(model, read_config(model))
    assert any("2 tokens before every text" in notice for notice in vocab.tokens.notices)
    assert not vocab.add_bos


def test_that_an_answer_also_ends_with_the_second_that_config_json_names(model: Path) -> None:
    """As GLM-4's do, whose next turn begins where one has ended; a name that llama.cpp knows goes before."""
    edit_json(model / "config.json", lambda c: c.update(eos_token_id=[0, 300]))
    named = (model / "tokenizer.json").read_text().replace("<|im_end|>", "<|stop|>")
    (model / "tokenizer.json").write_text(named)
    assert read_vocab(model, read_config(model)).special_ids["eot"] == 300


def test_that_added_tokens_keep_their_kind(model: Path, tmp_path: Path) -> None:
    def free_two_rows(tokenizer: dict[str, Any]) -> None:
        vocabulary = tokenizer["model"]["vocab"]
        last = [text for text, number in vocabulary.items() if number >= 4094]
        for text in last:
            del vocabulary[text]
        tokenizer["model"]["merges"] = [
            pair for pair in tokenizer["model"]["merges"] if "".join(pair) not in last and not set(pair) & set(last)
        ]
        shared = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        tokenizer["added_tokens"] += [
            {"id": 4094, "content": "[tool]", "special": False, **shared},
            {"id": 4095, "content": "<|call|>", "special": False, **shared},
        ]

    edit_json(model / "tokenizer.json", free_two_rows)
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    original = tokenizers.Tokenizer.from_file(str(model / "tokenizer.json"))
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        text = "Use [tool] now"
        ours = opened.vocabulary.tokenize(text, add_special=False, parse_special=False)
        assert ours == original.encode(text).ids
        assert 4094 in ours
        assert opened.vocabulary.tokenize("<|call|>", add_special=False, parse_special=False) != [4095]


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        (WORDS, "gpt-2"),
        (sequence(DIGITS, WORDS), "smollm"),
        (sequence(split(LLAMA3), BYTES), "dbrx"),
        (sequence(split(LLAMA3.replace(r"\r", "\r").replace(r"\n", "\n")), BYTES), "dbrx"),
        (sequence(split(QWEN2), BYTES), "qwen2"),
        (sequence(split(LING), BYTES), "bailingmoe"),
        (sequence(*map(split, DEEPSEEK3), BYTES), "deepseek-v3"),
    ],
)
def test_that_the_splitter_is_chosen_by_its_definition(definition: dict[str, object], expected: str) -> None:
    assert bpe.choose({"pre_tokenizer": definition}, Path("tokenizer.json")) == expected


HARMFUL = r"(a+)+((("  # as the library reads it, an expression that is none: it must not get so far


@pytest.mark.slow
@pytest.mark.parametrize("many", [1, 100_000])
def test_that_the_library_is_not_given_expressions_that_nobody_knows(tmp_path: Path, many: int) -> None:
    content = {
        "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []},
        "pre_tokenizer": sequence(*[split(HARMFUL)] * many, BYTES),
    }
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps(content))
    with pytest.raises(LuthierError) as caught:
        bpe.read_tokens(file, content, 1, {})
    assert caught.value.code == "convert.unknown-pretokenizer" and len(caught.value.message) < 1000
    rewriting = {"normalizer": {"type": "Replace", "pattern": {"Regex": HARMFUL}, "content": ""}}
    with pytest.raises(LuthierError, match="rewrites text"):
        bpe.read_tokens(file, content | rewriting | {"pre_tokenizer": WORDS}, 1, {})


@pytest.mark.parametrize(
    ("definition", "told"),
    [
        (sequence(split(r"\w+"), BYTES), r"\w+"),
        (sequence({"type": "Whitespace"}, BYTES), "Whitespace"),
        ({**WORDS, "add_prefix_space": True}, "add_prefix_space"),
    ],
)
def test_that_an_unknown_splitter_is_shown(definition: dict[str, object], told: str) -> None:
    with pytest.raises(LuthierError) as caught:
        bpe.choose({"pre_tokenizer": definition}, Path("tokenizer.json"))
    assert caught.value.code == "convert.unknown-pretokenizer"
    assert told in caught.value.message


@pytest.mark.parametrize(
    ("pre", "definition"),
    [
        ("dbrx", sequence(split(LLAMA3), BYTES)),
        ("qwen2", sequence(split(QWEN2), BYTES)),
        ("smollm", sequence(DIGITS, WORDS)),
        pytest.param("bailingmoe", sequence(split(LING), BYTES), marks=pytest.mark.slow),
        pytest.param("deepseek-v3", sequence(*map(split, DEEPSEEK3), BYTES), marks=pytest.mark.slow),
    ],
)
def test_that_the_named_splitter_does_the_same_in_llama_cpp(
    model: Path, tmp_path: Path, pre: str, definition: dict[str, object]
) -> None:
    """The demo's own vocabulary behind another splitter: convert() compares the two libraries on the probe."""
    edit_json(model / "tokenizer.json", lambda t: t.update(pre_tokenizer=definition))
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    fields = gguf.GGUFReader(tmp_path / "out.gguf").fields
    assert fields["tokenizer.ggml.pre"].contents() == pre


TEMPLATE, TOOLS = "{{ messages[0].content }}", "{{ tools }}{{ messages[0].content }}"
NAMED = [{"name": "default", "template": TEMPLATE}, {"name": "tool_use", "template": TOOLS}]


@pytest.mark.parametrize(
    ("files", "said", "found"),
    [
        ({"chat_template.jinja": TEMPLATE}, "another", TEMPLATE),
        ({}, TEMPLATE, TEMPLATE),
        ({}, NAMED[:1], TEMPLATE),
        ({}, NAMED, NAMED),
        ({}, {"default": TEMPLATE, "tool_use": TOOLS}, NAMED),
        ({"chat_template.json": json.dumps({"chat_template": TEMPLATE})}, None, TEMPLATE),
        ({"chat_template.json": json.dumps({"chat_template": "another"})}, TEMPLATE, TEMPLATE),
        ({"chat_template.jinja": TEMPLATE, "additional_chat_templates/tool_use.jinja": TOOLS}, "another", NAMED),
        ({"additional_chat_templates/tool_use.jinja": TOOLS}, TEMPLATE, NAMED),
        ({"additional_chat_templates/tool_use.jinja": TOOLS}, None, NAMED[1:]),
        ({}, None, None),
    ],
)
def test_that_templates_are_found_wherever_transformers_finds_them(
    model: Path, files: dict[str, str], said: object, found: object
) -> None:
    """Those in files of their own, and the one that is named default, count before the others."""
    (model / "chat_template.jinja").unlink()
    (model / "additional_chat_templates").mkdir()
    for name, text in files.items():
        (model / name).write_text(text)
    edit_json(model / "tokenizer_config.json", lambda c: c.update(chat_template=said))
    assert read_vocab(model, read_config(model)).chat_template == found
    assert has_chat_template(model) == (found not in (None, NAMED[1:]))


@pytest.mark.parametrize("said", [["{{ messages }}"], [{"name": "default"}], {"default": 1}, 1])
def test_that_templates_that_are_no_texts_are_refused(model: Path, said: object) -> None:
    (model / "chat_template.jinja").unlink()
    edit_json(model / "tokenizer_config.json", lambda c: c.update(chat_template=said))
    with pytest.raises(LuthierError, match="chat_template is neither a text nor a list of named ones") as caught:
        read_vocab(model, read_config(model))
    assert caught.value.code == "convert.bad-tokenizer"


@pytest.mark.slow
@pytest.mark.parametrize(
    "left",
    [
        {"truncation": {"direction": "Right", "max_length": 32, "strategy": "LongestFirst", "stride": 0}},
        {
            "padding": {
                "strategy": {"Fixed": 64}, "direction": "Left", "pad_to_multiple_of": None, "pad_id": 0,
                "pad_type_id": 0, "pad_token": "<|endoftext|>",
            }
        },
    ],
)  # fmt: skip
def test_that_what_a_trainer_left_in_the_tokenizer_changes_nothing(
    model: Path, tmp_path: Path, left: dict[str, object], demo_gguf: Path
) -> None:
    """It cut its rows or filled them up: llama.cpp reads the text as the model was trained to."""
    edit_json(model / "tokenizer.json", lambda t: t.update(left))
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    made, plain = (gguf.GGUFReader(file).fields for file in (tmp_path / "out.gguf", demo_gguf))
    for key in ("tokenizer.ggml.pre", "tokenizer.ggml.add_bos_token", "tokenizer.ggml.tokens"):
        assert made[key].contents() == plain[key].contents()


def test_that_a_model_without_template_has_none(model: Path, tmp_path: Path) -> None:
    (model / "chat_template.jinja").unlink()
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        assert opened.chat_template is None


def test_that_doubled_tokens_are_refused_since_llama_cpp_would_die() -> None:
    tokens = {0: Token("a", gguf.TokenType.NORMAL), 1: Token("a", gguf.TokenType.CONTROL)}
    with pytest.raises(LuthierError) as caught:
        lay_out(tokens, 2, Path("tokenizer.json"))
    assert caught.value.code == "convert.duplicate-token"
    assert "'a'" in caught.value.message


def test_that_tokens_without_a_row_are_left_out_with_a_notice(model: Path, tmp_path: Path) -> None:
    extra = {"id": 4096, "content": "<pad>", "special": True, "single_word": False}
    extra |= {"lstrip": False, "rstrip": False, "normalized": False}
    edit_json(model / "tokenizer.json", lambda t: t["added_tokens"].append(extra))
    report = convert(model, tmp_path / "out.gguf", "f16", quiet)
    assert any("<pad>" in notice for notice in report.notices)


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda m: (m / "tokenizer.json").unlink(), "convert.no-tokenizer"),
        (lambda m: (m / "tokenizer.json").write_text("{"), "convert.bad-json"),
        (in_tokenizer(lambda t: t["model"].pop("merges")), "convert.bad-tokenizer"),
        (in_tokenizer(lambda t: t["model"].update(type="Unigram")), "convert.bad-tokenizer"),
        (in_tokenizer(lambda t: t.update(normalizer={"type": "Lowercase"})), "convert.bad-tokenizer"),
    ],
)
def test_that_a_broken_tokenizer_is_named(
    model: Path, tmp_path: Path, damage: Callable[[Path], object], code: str
) -> None:
    damage(model)
    assert (model / SINGLE).exists()
    with pytest.raises(LuthierError) as caught:
        convert(model, tmp_path / "out.gguf", "f16", quiet)
    assert caught.value.code == code
    assert not list(tmp_path.glob("out*"))

"""Models without a chat template: turns by the marks that the vocabulary has, written as published templates do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.data.chat.conversation import ConversationEncoder
from core.data.chat.template import CHATML, TurnMarks, conversation_template, marks_of_turns
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig
from tests.support.chat_truths import source_of
from tests.support.data_vocab import LLAMA3, write_bpe, write_spm
from tests.support.places import LLAMA_CPP_MODELS
from tests.support.rendering import chat_template, renderer

TALK = [
    {"role": "user", "content": "Who keeps the light?"},
    {"role": "assistant", "content": "Ada does."},
    {"role": "user", "content": "Since when?"},
    {"role": "assistant", "content": "Since May."},
]
TOLD = [{"role": "system", "content": "Be brief."}, *TALK]
PHI_4 = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '<|im_sep|>' + m['content'] + '<|im_end|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant<|im_sep|>' }}{% endif %}"
)
LLAMA_4 = (
    LLAMA3.replace("start_header_id", "header_start").replace("end_header_id", "header_end").replace("eot_id", "eot")
)
# Of each family: the marks, a template of a chat model of it, and a conversation that this takes as it is.
FAMILIES = {
    "gemma": (["<start_of_turn>", "<end_of_turn>"], source_of("google-gemma-2-2b-it"), TALK),
    "gemma 4": (["<|turn>", "<turn|>"], source_of("google-gemma-4-31B-it"), TOLD),
    "llama 3": (["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"], LLAMA3, TOLD),
    "llama 4": (["<|header_start|>", "<|header_end|>", "<|eot|>"], LLAMA_4, TOLD),
    "granite": (
        ["<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>"],
        source_of("ibm-granite-granite-4.0"),
        TOLD,
    ),
    "phi 3": (["<|user|>", "<|assistant|>", "<|end|>"], source_of("microsoft-Phi-3.5-mini-instruct"), TOLD),
    "phi 4": (["<|im_start|>", "<|im_sep|>", "<|im_end|>"], PHI_4, TOLD),
    "mistral": (["[INST]", "[/INST]", "</s>"], source_of("mistralai-Mistral-Nemo-Instruct-2407"), TALK),
    "mistral 7": (
        ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[INST]", "[/INST]", "</s>"],
        source_of("Mistral-Small-3.2-24B-Instruct-2506"),
        TOLD,
    ),
}
every_family = pytest.mark.parametrize("family", FAMILIES)
CHATMLS = ("<|im_start|>", "<|im_end|>")


def base(path: Path, marks: Sequence[str], **rows: np.ndarray) -> Path:
    """A base model's vocabulary, with the first and the last mark in place of ChatML's."""
    renamed = {CHATMLS[0]: marks[0], CHATMLS[1]: marks[-1]}
    return write_bpe(path, template=None, specials=list(marks[1:-1]), eos=marks[-1], renamed=renamed, rows=rows)


@pytest.mark.slow
@every_family
def test_that_turns_are_written_as_chat_models_of_the_family_have_them(tmp_path: Path, family: str) -> None:
    marks, published, talk = FAMILIES[family]
    with Tokenizer(base(tmp_path / "base.gguf", marks)) as tokenizer:
        assert marks_of_turns(tokenizer) == tuple(marks)
        ours = chat_template(conversation_template(tokenizer, "auto"))
    theirs = chat_template(published, eos="</s>" if "</s>" in marks else "")
    assert ours.render(talk) == theirs.render(talk)
    opened = theirs.render(talk[:-1], prompt=True).removesuffix("<|channel>thought\n<channel|>")  # Gemma 4's alone
    assert ours.render(talk[:-1], prompt=True) == opened


@pytest.mark.slow
@every_family
def test_that_an_answer_is_learnt_with_the_token_that_ends_it(tmp_path: Path, family: str) -> None:
    marks = FAMILIES[family][0]
    with Tokenizer(base(tmp_path / "base.gguf", marks)) as tokenizer:
        template = chat_template(conversation_template(tokenizer, "auto"))
        encoder = ConversationEncoder(tokenizer, template, "assistant", 512)
        example = encoder.encode(TOLD)
        learnt = b"".join(map(tokenizer.piece, example.tokens[example.supervised])).decode()
        spelt = ConversationEncoder(tokenizer, chat_template(CHATML), "assistant", 512).encode(TOLD)
    assert learnt.removesuffix("\n") == f"Ada does.{marks[-1]}Since May.{marks[-1]}"
    assert encoder.seen["unending"] == 0
    assert len(example) < len(spelt)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("gemma-4", ("<|turn>", "<turn|>")),
        ("llama-bpe", ("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>")),
        ("phi-3", ("<|user|>", "<|assistant|>", "<|end|>")),
        ("qwen2", CHATMLS),
        *[(name, ()) for name in ("gpt-2", "llama-spm", "falcon", "deepseek-llm")],
    ],
)
def test_that_published_vocabularies_have_their_familys_marks(name: str, marks: tuple[str, ...]) -> None:
    with Tokenizer(LLAMA_CPP_MODELS / f"ggml-vocab-{name}.gguf") as tokenizer:
        assert marks_of_turns(tokenizer) == marks


def test_that_a_model_has_its_own_template_and_what_is_asked_for_counts(tmp_path: Path) -> None:
    gemma, _, _ = FAMILIES["gemma"]
    with Tokenizer(base(tmp_path / "base.gguf", gemma)) as tokenizer:
        assert conversation_template(tokenizer, "chatml") == CHATML
    with Tokenizer(write_bpe(tmp_path / "own.gguf", template=LLAMA3)) as tokenizer:
        assert conversation_template(tokenizer, "auto") == conversation_template(tokenizer, "chatml") == LLAMA3
    with Tokenizer(write_bpe(tmp_path / "chatml.gguf", template=None)) as tokenizer:
        assert conversation_template(tokenizer, "auto") == CHATML
    with Tokenizer(write_spm(tmp_path / "spm.gguf", template=None)) as tokenizer:
        assert conversation_template(tokenizer, "auto") == CHATML


@pytest.mark.parametrize("which", ["token_embd.weight", "output.weight"])
def test_that_marks_which_their_maker_left_untrained_are_not_taken(tmp_path: Path, which: str) -> None:
    """As in Llama 3: an adapter could not write the one of them and not the other."""
    marks, _, _ = FAMILIES["llama 3"]
    spare = [*marks[:-1], "<|spare|>", marks[-1]]
    with Tokenizer(base(tmp_path / "vocabulary.gguf", spare)) as tokenizer:
        (end,), (other,) = (tokenizer.find_specials(name) for name in (marks[-1], "<|spare|>"))
        weights = np.random.default_rng(1).normal(size=(tokenizer.n_vocab, 8)).astype(np.float32)
    alike = weights.copy()
    alike[end.token] = alike[other.token]
    told = {"token_embd.weight": weights, "output.weight": weights}
    with Tokenizer(base(tmp_path / "told.gguf", spare, **told)) as tokenizer:
        assert marks_of_turns(tokenizer) == tuple(marks)
    with Tokenizer(base(tmp_path / "alike.gguf", spare, **(told | {which: alike}))) as tokenizer:
        assert marks_of_turns(tokenizer) == ()
        assert conversation_template(tokenizer, "auto") == CHATML


@pytest.mark.parametrize(
    ("turn_marks", "code", "said"),
    [
        ("auto", "data.no-template", "its own marks, <start_of_turn> and <end_of_turn>"),
        ("chatml", "data.no-end-of-turn", "as the pieces of its text"),
    ],
)
def test_that_data_is_read_as_the_settings_say_and_the_user_hears_of_it(
    tmp_path: Path, turn_marks: TurnMarks, code: str, said: str
) -> None:
    marks, data = FAMILIES["gemma"][0], tmp_path / "rows.jsonl"
    asked = [[*TALK[:2], {"role": "user", "content": str(number)}, TALK[3]] for number in range(8)]
    data.write_text("".join(json.dumps({"messages": talk}) + "\n" for talk in asked))
    with Tokenizer(base(tmp_path / "base.gguf", marks)) as tokenizer:
        read = load_dataset(data, tokenizer, renderer(), TrainConfig(turn_marks=turn_marks))
        text = b"".join(map(tokenizer.piece, read.train[0].tokens)).decode()
    assert any(notice.code == code and said in notice.message for notice in read.notices)
    assert ("<start_of_turn>" in text) == (turn_marks == "auto") == ("<|im_start|>" not in text)
    assert ("data.no-end-of-turn" in [notice.code for notice in read.notices]) == (turn_marks == "chatml")

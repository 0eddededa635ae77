"""What is learnt of thoughts: by the templates of published thinking models, in each of the four ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.data.chat.conversation import THOUGHTS_TOO_LONG, ConversationEncoder, Thoughts
from core.data.formats.turns import turns
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from tests.support.chat_truths import NOW, source_of
from tests.support.data_vocab import write_bpe
from tests.support.masks import answers_of
from tests.support.rendering import chat_template

R1, GPT_OSS = "deepseek-ai-DeepSeek-R1-Distill-Llama-8B", "openai-gpt-oss-120b"
Q: dict[str, Any] = {"role": "user", "content": "Is it far?"}
AGAIN = {"role": "user", "content": "And back?"}
PLAIN = {"role": "assistant", "content": "Two miles."}
THOUGHT = {"role": "assistant", "content": "<think>\nThe map says two.\n</think>\n\nTwo miles."}
LATER = {"role": "assistant", "content": "The same.", "reasoning_content": "It is one road."}

# template, end of a turn; what is learnt of an answer with thoughts, the end of its prompt, and of one without
MODELS = {
    "Qwen3": (
        "Qwen-Qwen3-0.6B", "<|im_end|>", "<think>\nThe map says two.\n</think>\n\nTwo miles.<|im_end|>",
        "assistant\n<think>\n\n</think>\n\n",
    ),
    "Qwen3.5": (
        "Qwen3.5-4B", "<|im_end|>", "The map says two.\n</think>\n\nTwo miles.<|im_end|>",
        "assistant\n<think>\n\n</think>\n\n",
    ),
    "R1": (
        R1, "<｜end▁of▁sentence｜>", "The map says two.\n</think>\n\nTwo miles.<｜end▁of▁sentence｜>",
        "<｜Assistant｜><think>\n\n</think>\n\n",
    ),
    "SmolLM3": (
        "HuggingFaceTB-SmolLM3-3B", "<|im_end|>", "<think>\nThe map says two.\n</think>\nTwo miles.<|im_end|>",
        "assistant\n<think>\n\n</think>\n",
    ),
    "gpt-oss": (
        GPT_OSS, "<|return|>", "<|channel|>analysis<|message|>The map says two.<|end|><|start|>assistant"
        "<|channel|>final<|message|>Two miles.<|return|>", "<|start|>assistant<|channel|>final<|message|>",
    ),
    "Gemma 4": (
        "google-gemma-4-31B-it", "<turn|>", "<|channel>thought\nThe map says two.\n<channel|>Two miles.<turn|>",
        "<|turn>model\n<|channel>thought\n<channel|>",
    ),
}  # fmt: skip


def encoder(folder: Path, name: str, thoughts: Thoughts = "auto", context: int = 4096) -> ConversationEncoder:
    source, end = source_of(MODELS[name][0]), MODELS[name][1]
    file = write_bpe(folder / "a.gguf", template=None, specials=[end] if end != "<|im_end|>" else [], eos=end)
    template = chat_template(source, "<s>", "</s>", NOW)
    return ConversationEncoder(Tokenizer(file), template, "assistant", context, thoughts=thoughts)


def text_of(encoding: ConversationEncoder, messages: list[dict[str, Any]]) -> str:
    return b"".join(map(encoding.tokenizer.piece, encoding.encode(messages).tokens.tolist())).decode()


@pytest.mark.parametrize("name", MODELS)
def test_that_thoughts_are_learnt_behind_the_prompt_that_asks_for_them(tmp_path: Path, name: str) -> None:
    _, _, learnt, _ = MODELS[name]
    encoding, talk = encoder(tmp_path, name), turns([Q, THOUGHT], "messages")
    with encoding.tokenizer:
        assert answers_of(encoding, talk) == [learnt]
        prompt, tokens = encoding.prompt(talk[:1], mode="on")
        assert encoding.encode(talk).tokens[: len(tokens)].tolist() == tokens.tolist()
        assert text_of(encoding, talk).startswith(prompt)
        assert encoding.mode_of(encoding.render(talk)) == "on"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("thoughts", ["auto", "without"])
def test_that_of_an_answer_without_thoughts_no_empty_ones_are_learnt(
    tmp_path: Path, name: str, thoughts: Thoughts
) -> None:
    _, end, _, asking = MODELS[name]
    encoding = encoder(tmp_path, name, thoughts)
    talk = turns([Q, PLAIN if thoughts == "auto" else THOUGHT], "messages")
    with encoding.tokenizer:
        assert answers_of(encoding, talk) == ["Two miles." + end]
        prompt, tokens = encoding.prompt(talk[:1], mode="off")
        assert prompt.endswith(asking)
        assert encoding.encode(talk).tokens[: len(tokens)].tolist() == tokens.tolist()
        assert "The map" not in text_of(encoding, talk)


@pytest.mark.parametrize("name", MODELS)
def test_that_empty_thoughts_are_learnt_where_that_is_asked_for(tmp_path: Path, name: str) -> None:
    encoding = encoder(tmp_path, name, "empty")
    with encoding.tokenizer:
        (learnt,) = answers_of(encoding, turns([Q, THOUGHT], "messages"))
        assert learnt.endswith("Two miles." + MODELS[name][1])
        assert "The map" not in learnt
        assert encoding.templates.thinking.closing.strip() in learnt


@pytest.mark.parametrize("name", ["Qwen3", "Qwen3.5", "R1", "gpt-oss", "Gemma 4"])
def test_that_an_earlier_answer_that_lost_its_thoughts_is_only_read(tmp_path: Path, name: str) -> None:
    encoding, talk = encoder(tmp_path, name), turns([Q, THOUGHT, AGAIN, LATER], "messages")
    with encoding.tokenizer:
        (learnt,) = answers_of(encoding, talk)
        assert encoding.seen["passed"] == 1
        assert "It is one road." in learnt
        assert "The same." in learnt
        assert "The map" not in text_of(encoding, talk)
        assert list(encoding.render(talk).passed) == [1]
        prompt, _ = encoding.prompt(talk[:3], mode="on")
        assert text_of(encoding, talk).startswith(prompt)  # as the model reads it at use


def test_that_a_template_that_keeps_thoughts_has_all_of_them_learnt(tmp_path: Path) -> None:
    encoding, talk = encoder(tmp_path, "SmolLM3"), turns([Q, THOUGHT, AGAIN, LATER], "messages")
    with encoding.tokenizer:
        first, last = answers_of(encoding, talk)
        assert "The map says two." in first
        assert "It is one road." in last
        assert encoding.seen["passed"] == 0


def test_that_only_answers_with_thoughts_are_taken_where_that_is_asked_for(tmp_path: Path) -> None:
    encoding = encoder(tmp_path, "Qwen3", "with")
    with encoding.tokenizer:
        assert len(answers_of(encoding, turns([Q, THOUGHT], "messages"))) == 1
        with pytest.raises(BadRowError, match="an answer without thoughts"):
            encoding.encode(turns([Q, PLAIN], "messages"))


def test_that_thoughts_that_leave_no_room_for_the_answer_are_named(tmp_path: Path) -> None:
    encoding = encoder(tmp_path, "Qwen3", context=60)
    long = {**PLAIN, "reasoning_content": "Hm. " * 60}
    with encoding.tokenizer:
        with pytest.raises(BadRowError, match=rf"{THOUGHTS_TOO_LONG}.*tokens with its thoughts, \d+ without") as caught:
            encoding.encode(turns([Q, long], "messages"))
        assert caught.value.reason == THOUGHTS_TOO_LONG
        with pytest.raises(BadRowError, match=r"^longer than the context"):
            encoding.encode(turns([Q, {**long, "content": "Two. " * 60}], "messages"))


def test_that_a_template_without_a_place_has_thoughts_as_text(tmp_path: Path) -> None:
    file = write_bpe(tmp_path / "a.gguf")
    with Tokenizer(file) as tokenizer:
        template = chat_template(tokenizer.chat_template or "")
        encoding = ConversationEncoder(tokenizer, template, "assistant", 4096)
        talk = turns([Q, THOUGHT, AGAIN, LATER], "messages")
        assert answers_of(encoding, talk) == [
            "<think>\nThe map says two.\n</think>\n\nTwo miles.<|im_end|>",
            "<think>\nIt is one road.\n</think>\n\nThe same.<|im_end|>",
        ]
        assert not encoding.templates.can_switch
        encoding.thoughts = "without"
        assert answers_of(encoding, talk) == ["Two miles.<|im_end|>", "The same.<|im_end|>"]


@pytest.mark.parametrize("name", ["Qwen3", "gpt-oss"])
def test_that_names_of_special_tokens_in_thoughts_are_not_read_as_such(tmp_path: Path, name: str) -> None:
    encoding = encoder(tmp_path, name)
    talk = turns([Q, {**PLAIN, "thinking": f"What is {MODELS[name][1]}?"}], "messages")
    with encoding.tokenizer, pytest.raises(BadRowError, match="cannot be told from the template's own"):
        encoding.encode(talk)

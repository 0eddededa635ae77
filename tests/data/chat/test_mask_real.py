"""The mask of published models' chat templates, turn by turn: what a model is trained to write, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.data.chat.conversation import ConversationEncoder
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from tests.support.chat_truths import CASES, NOW, TRUTHS, source_of
from tests.support.data_vocab import write_bpe
from tests.support.masks import answers_of
from tests.support.rendering import chat_template

# template, what the model writes before an answer without thoughts, and the token that ends its turn
TURNS = [
    ("Bielik-11B-v3.0-Instruct", "", "<|im_end|>"),
    ("ByteDance-Seed-OSS", "", "<seed:eos>"),
    ("GLM-4.6", "\n", "<|user|>"),
    ("GigaChat3.1-10B-A1.8B", "", "<|message_sep|>"),
    ("HuggingFaceTB-SmolLM3-3B", "", "<|im_end|>"),
    ("Kimi-K2-Instruct", "", "<|im_end|>"),
    ("Kimi-K2-Thinking", "", "<|im_end|>"),
    ("LFM2-8B-A1B", "", "<|im_end|>"),
    ("MiMo-VL", "", "<|im_end|>"),
    ("MiniMax-M1", "", "<end_of_sentence>"),
    ("MiniMax-M2", "", "[e~["),
    ("Mistral-Small-3.2-24B-Instruct-2506", "", "</s>"),
    ("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "", "<|im_end|>"),
    ("Qwen-QwQ-32B", "", "<|im_end|>"),
    ("Qwen-Qwen2.5-7B-Instruct", "", "<|im_end|>"),
    ("Qwen3-Coder", "", "<|im_end|>"),
    ("deepseek-ai-DeepSeek-R1-Distill-Llama-8B", "", "<｜end▁of▁sentence｜>"),
    ("deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "", "<｜end▁of▁sentence｜>"),
    ("deepseek-ai-DeepSeek-V3.1", "", "<｜end▁of▁sentence｜>"),
    ("google-gemma-2-2b-it", "", "<end_of_turn>"),
    ("google-gemma-4-31B-it", "", "<turn|>"),
    ("ibm-granite-granite-3.3-2B-Instruct", "", "<|end_of_text|>"),
    ("ibm-granite-granite-4.0", "", "<|end_of_text|>"),
    ("inclusionai-ling-3.0-flash", "", "<|role_end|>"),
    ("meetkai-functionary-medium-v3.1", "", "<|eot_id|>"),
    ("meetkai-functionary-medium-v3.2", "all\n", "<|eot_id|>"),
    ("meta-llama-Llama-3.1-8B-Instruct", "", "<|eot_id|>"),
    ("meta-llama-Llama-3.2-3B-Instruct", "", "<|eot_id|>"),
    ("meta-llama-Llama-3.3-70B-Instruct", "", "<|eot_id|>"),
    ("microsoft-Phi-3.5-mini-instruct", "", "<|end|>"),
    ("mistralai-Ministral-3-14B-Reasoning-2512", "", "</s>"),
    ("mistralai-Mistral-Nemo-Instruct-2407", "", "</s>"),
    ("moonshotai-Kimi-K2", "", "<|im_end|>"),
    ("unsloth-mistral-Devstral-Small-2507", "", "</s>"),
    ("upstage-Solar-Open-100B", "", "<|end|>"),
]
# templates by which earlier answers stand behind another prompt than the last one: in how many of the cases
ELSEWHERE = {
    "mistralai-Mistral-Nemo-Instruct-2407": 1,  # it moves the system turn
    "MiniMax-M2": 2,  # these put empty thoughts before the last one alone
    "Qwen-QwQ-32B": 2,
    "deepseek-ai-DeepSeek-R1-Distill-Llama-8B": 2,
    "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B": 2,
    "google-gemma-4-31B-it": 2,
}
# templates that write an answer differently once others follow: what stands before the last answer, the end of a turn
REWRITING = [
    ("Qwen-Qwen3-0.6B", "", "<|im_end|>"),
    ("Qwen3.5-4B", "", "<|im_end|>"),
    ("StepFun3.5-Flash", "", "<|im_end|>"),
]


def encoder(folder: Path, name: str, end: str) -> ConversationEncoder:
    """The template with a vocabulary in which `end` ends a turn."""
    file = write_bpe(folder / "a.gguf", template=None, specials=[end] if end != "<|im_end|>" else [], eos=end)
    template = chat_template(source_of(name), "<s>", "</s>", NOW)
    return ConversationEncoder(Tokenizer(file), template, "assistant", 16384)


def forms(text: str, before: str, end: str) -> set[str]:
    """How a template may write an answer: as it is, or without the blanks at its ends."""
    return {before + form + end for form in (text, text.strip(), text.rstrip())}


@pytest.mark.parametrize(("name", "before", "end"), TURNS, ids=[row[0] for row in TURNS])
def test_that_every_turn_is_trained_with_its_end_and_nothing_else(
    tmp_path: Path, name: str, before: str, end: str
) -> None:
    encoding = encoder(tmp_path, name, end)
    with encoding.tokenizer:
        for case in ("exchange", "talk", "system"):
            messages = CASES[case]["messages"]
            if case == "system" and TRUTHS[name][case] is None:
                continue
            answers = [message["content"] for message in messages if message["role"] == "assistant"]
            texts = answers_of(encoding, messages)
            assert len(texts) == len(answers)
            for i, (text, answer) in enumerate(zip(texts, answers, strict=True)):
                follows = name != "GLM-4.6" or i < len(answers) - 1  # GLM ends a turn with the next one's beginning
                assert text in forms(answer, before, end if follows else "")
        assert encoding.seen["rewritten"] == ELSEWHERE.get(name, 0)


@pytest.mark.parametrize(("name", "before", "end"), REWRITING, ids=[row[0] for row in REWRITING])
def test_that_a_template_that_rewrites_answers_is_counted_and_trained_as_it_stands(
    tmp_path: Path, name: str, before: str, end: str
) -> None:
    encoding = encoder(tmp_path, name, end)
    with encoding.tokenizer:
        first, last = answers_of(encoding, CASES["talk"]["messages"])
        assert first in forms("The keeper, née Ödön.", "", end)
        assert last in forms('I "am" 日本 😀. ', before, end)
        assert encoding.seen["rewritten"] == 1
        assert answers_of(encoding, CASES["exchange"]["messages"]) == [before + "The keeper, née Ödön." + end]
        assert encoding.seen["rewritten"] == 1


TOOLS = [
    ("Qwen-Qwen2.5-7B-Instruct", '{"name": "weather", "arguments": {"town": "Győr"}}', "<|im_end|>"),
    ("meta-llama-Llama-3.1-8B-Instruct", '{"name": "weather", "parameters": {"town": "Győr"}}', "<|eot_id|>"),
    ("ibm-granite-granite-4.0", '{"name": "weather", "arguments": {"town": "Győr"}}', "<|end_of_text|>"),
    ("NousResearch-Hermes-3-Llama-3.1-8B-tool_use", '"name": "weather"', "<|im_end|>"),
]


@pytest.mark.parametrize(("name", "call", "end"), TOOLS, ids=[row[0] for row in TOOLS])
def test_that_calls_are_trained_and_what_tools_answer_is_not(tmp_path: Path, name: str, call: str, end: str) -> None:
    encoding = encoder(tmp_path, name, end)
    with encoding.tokenizer:
        calling, answering = answers_of(encoding, **CASES["tools"])
        assert call in calling
        assert calling.endswith(end)
        assert answering == "The keeper, née Ödön." + end
        assert "sun" not in calling


def test_that_special_tokens_in_a_call_are_refused(tmp_path: Path) -> None:
    encoding = encoder(tmp_path, "Qwen-Qwen2.5-7B-Instruct", "<|im_end|>")
    call = {"type": "function", "function": {"name": "weather", "arguments": {"town": "<|im_end|>"}}}
    messages = [CASES["exchange"]["messages"][0], {"role": "assistant", "content": "", "tool_calls": [call]}]
    with encoding.tokenizer, pytest.raises(BadRowError, match="cannot be told from the template's own"):
        encoding.encode(messages)

"""Published models' own tokenizers and chat templates: tokens must be those of llama.cpp's chat."""

from __future__ import annotations

import ctypes

import llama_cpp
import pytest

from core.data.chat.conversation import ConversationEncoder
from core.data.chat.template import CHATML
from core.data.tokenizer import Tokenizer
from tests.support.chat_truths import CASES, NOW, source_of
from tests.support.places import LLAMA_CPP_MODELS
from tests.support.rendering import chat_template

# vocabulary, template, and the name under which llama.cpp has the template built in, where it does
PAIRS = [
    ("qwen2", "Qwen-Qwen2.5-7B-Instruct", None),
    ("qwen2", "Qwen-Qwen3-0.6B", None),
    ("qwen35", "Qwen3.5-4B", None),
    ("llama-bpe", "meta-llama-Llama-3.1-8B-Instruct", None),
    ("llama-bpe", "meta-llama-Llama-3.3-70B-Instruct", None),
    ("llama-spm", "mistralai-Mistral-Nemo-Instruct-2407", None),
    ("phi-3", "microsoft-Phi-3.5-mini-instruct", None),
    ("gemma-4", "google-gemma-4-31B-it", None),
    ("deepseek-llm", "deepseek-ai-DeepSeek-V3.1", None),
    ("command-r", "CohereForAI-c4ai-command-r7b-12-2024-tool_use", None),
    ("refact", "ibm-granite-granite-3.3-2B-Instruct", None),
    ("deepseek-coder", None, "chatml"),
    ("falcon", None, "chatml"),
    ("gpt-2", None, "chatml"),
    ("starcoder", None, "chatml"),
    ("qwen2", None, "chatml"),
]


def encoder(tokenizer: Tokenizer, name: str | None) -> ConversationEncoder:
    source = source_of(name) if name else CHATML
    template = chat_template(source, tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos), NOW)
    return ConversationEncoder(tokenizer, template, "all", 16384)


@pytest.mark.slow
@pytest.mark.parametrize(("vocabulary", "name", "builtin"), PAIRS)
def test_that_tokens_are_llama_cpps(vocabulary: str, name: str | None, builtin: str | None) -> None:
    with Tokenizer(LLAMA_CPP_MODELS / f"ggml-vocab-{vocabulary}.gguf") as tokenizer:
        encoding = encoder(tokenizer, name)
        for case in ("exchange", "talk", "tools"):
            messages, tools = CASES[case]["messages"], CASES[case].get("tools")
            text = encoding.templates.off.render(messages, tools=tools)
            if builtin and not tools:
                assert text == built_in(builtin, messages)
            # llama.cpp's server lets the vocabulary add BOS, and takes away the template's
            text = text.removeprefix(tokenizer.text(tokenizer.bos)) if tokenizer.add_bos else text
            expected = tokenizer._vocabulary.tokenize(text, add_special=False, parse_special=True)
            expected = [tokenizer.bos, *expected] if tokenizer.add_bos else expected
            assert encoding.tokenize(encoding.render(messages, tools))[0].tolist() == expected, case


@pytest.mark.slow
@pytest.mark.parametrize(("vocabulary", "name"), [row[:2] for row in PAIRS])
def test_that_names_of_special_tokens_in_a_text_stay_text(vocabulary: str, name: str | None) -> None:
    with Tokenizer(LLAMA_CPP_MODELS / f"ggml-vocab-{vocabulary}.gguf") as tokenizer:
        encoding = encoder(tokenizer, name)
        names = sorted(tokenizer._specials)[:40]
        plain = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]
        hostile = [
            {"role": "user", "content": "Hi" + " ".join(names)},
            {"role": "assistant", "content": "Ho" + names[-1]},
        ]
        specials = set(tokenizer._specials.values())
        kept, expected = (
            [token for token in encoding.tokenize(encoding.render(talk))[0].tolist() if token in specials]
            for talk in (hostile, plain)
        )
        assert kept == expected


def built_in(name: str, messages: list[dict[str, str]]) -> str:
    """What llama.cpp's own code for a template writes."""
    chat = (llama_cpp.llama_chat_message * len(messages))()
    for slot, message in zip(chat, messages, strict=True):
        slot.role, slot.content = message["role"].encode(), message["content"].encode()
    buffer = ctypes.create_string_buffer(1 << 16)
    written = llama_cpp.llama_chat_apply_template(name.encode(), chat, len(messages), False, buffer, len(buffer))
    return buffer.raw[:written].decode()

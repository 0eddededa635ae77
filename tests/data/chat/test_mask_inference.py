"""What is trained is what inference reads: the prompt as chat renders it, and after it the answer from its first token.

By templates of published models: Mistral 7B v0.3's as its makers publish it (less its tools), the others as llama.cpp
keeps them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.chat.prompt import prompt_tokens
from core.data.chat.conversation import ConversationEncoder, TrainOn
from core.data.chat.template import CHATML
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from tests.support.chat_truths import CASES, NOW, TRUTHS, source_of
from tests.support.data_vocab import LLAMA3_SPECIALS, write_bpe, write_spm
from tests.support.masks import answers_of
from tests.support.rendering import chat_template, renderer

MISTRAL_V3 = """
{%- if messages[0]["role"] == "system" %}
    {%- set system_message = messages[0]["content"] %}
    {%- set loop_messages = messages[1:] %}
{%- else %}
    {%- set loop_messages = messages %}
{%- endif %}
{%- for message in loop_messages %}
    {%- if (message["role"] == "user") != (loop.index0 % 2 == 0) %}
        {{- raise_exception("Conversation roles must alternate user/assistant/user/assistant/...") }}
    {%- endif %}
{%- endfor %}
{{- bos_token }}
{%- for message in loop_messages %}
    {%- if message["role"] == "user" %}
        {%- if loop.last and system_message is defined %}
            {{- "[INST] " + system_message + "\n\n" + message["content"] + "[/INST]" }}
        {%- else %}
            {{- "[INST] " + message["content"] + "[/INST]" }}
        {%- endif %}
    {%- elif message["role"] == "assistant" %}
        {{- " " + message["content"]|trim + eos_token}}
    {%- endif %}
{%- endfor %}
"""
NEMO = "mistralai-Mistral-Nemo-Instruct-2407"
INST = ["<s>", "</s>", "[INST]", "[/INST]"]
CHATML_DEFAULT = (
    "{% if messages[0]['role'] != 'system' %}<|im_start|>system\nBe helpful.<|im_end|>\n{% endif %}" + CHATML
)

SYSTEM, USER, ANSWER = CASES["system"]["messages"][:3]
AGAIN, LAST = CASES["talk"]["messages"][2:]
TALKS = [[USER, ANSWER], [SYSTEM, USER, ANSWER], [USER, ANSWER, AGAIN, LAST], [SYSTEM, USER, ANSWER, AGAIN, LAST]]

# template, special tokens, BOS, EOS; the trained texts of a conversation with a system turn and two answers
MODELS = {
    "Nemo": (NEMO, INST, "<s>", "</s>", ["The keeper, née Ödön.</s>", 'I "am" 日本 😀. </s>']),
    "v3": (MISTRAL_V3, INST, "<s>", "</s>", [" The keeper, née Ödön.</s>", ' I "am" 日本 😀.</s>']),
    "v3 without special tokens": (
        MISTRAL_V3, ["<s>", "</s>"], "<s>", "</s>", [" The keeper, née Ödön.</s>", ' I "am" 日本 😀.</s>'],
    ),
    "ChatML": (CHATML, [], None, "<|im_end|>", ["The keeper, née Ödön.<|im_end|>", 'I "am" 日本 😀. <|im_end|>']),
    "Llama 3": (
        "meta-llama-Llama-3.1-8B-Instruct", LLAMA3_SPECIALS, "<|begin_of_text|>", "<|eot_id|>",
        ["The keeper, née Ödön.<|eot_id|>", 'I "am" 日本 😀.<|eot_id|>'],
    ),
    "Qwen3": (
        "Qwen-Qwen3-0.6B", [], None, "<|im_end|>",
        ["The keeper, née Ödön.<|im_end|>", 'I "am" 日本 😀. <|im_end|>'],
    ),
}  # fmt: skip


def source(template: str) -> str:
    return template if "{" in template else source_of(template)


def vocabulary(folder: Path, name: str) -> Path:
    template, specials, bos, eos, _ = MODELS[name]
    return write_bpe(folder / "a.gguf", template=source(template), specials=specials, bos=bos, eos=eos)


def encoder(file: Path, train_on: TrainOn = "assistant") -> ConversationEncoder:
    tokenizer = Tokenizer(file)
    assert tokenizer.chat_template
    bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
    return ConversationEncoder(tokenizer, chat_template(tokenizer.chat_template, bos, eos, NOW), train_on, 4096)


def asked(encoding: ConversationEncoder, messages: list[dict[str, Any]]) -> list[int]:
    """The tokens of a prompt as a chat program makes them that asks for no thoughts."""
    tokenizer, prompt = encoding.tokenizer, encoding.templates.off.render(messages, prompt=True)
    tokens, _ = tokenizer.encode_rendered(prompt, tokenizer.find_specials(prompt))
    bos = [tokenizer.bos] if tokenizer.add_bos and tokens[0] != tokenizer.bos else []
    return [*bos, *tokens.tolist()]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("talk", TALKS, ids=["exchange", "system", "talk", "system and talk"])
def test_that_the_last_answer_follows_the_tokens_of_its_prompt(
    tmp_path: Path, name: str, talk: list[dict[str, Any]]
) -> None:
    encoding = encoder(vocabulary(tmp_path, name), "last")
    with encoding.tokenizer:
        prompt, example = asked(encoding, talk[:-1]), encoding.encode(talk)
        assert example.tokens[: len(prompt)].tolist() == prompt
        assert example.supervised.tolist()[: len(prompt) + 1] == [False] * len(prompt) + [True]
        assert answers_of(encoding, talk) == [MODELS[name][-1][-1 if len(talk) > 3 else 0]]


@pytest.mark.parametrize("name", MODELS)
def test_that_every_answer_is_trained_from_its_first_token(tmp_path: Path, name: str) -> None:
    encoding = encoder(vocabulary(tmp_path, name))
    with encoding.tokenizer:
        assert answers_of(encoding, TALKS[-1]) == MODELS[name][-1]
        texts = [
            encoding.tokenizer.piece(token).decode(errors="replace") for token in encoding.encode(TALKS[-1]).tokens
        ]
        assert "Be kind." in "".join(texts)


@pytest.mark.parametrize("name", MODELS)
def test_that_chats_own_prompt_is_what_an_exchange_begins_with(tmp_path: Path, name: str) -> None:
    file = vocabulary(tmp_path, name)
    encoding = encoder(file)
    with encoding.tokenizer:
        prompt = prompt_tokens(file, USER["content"], chat=True, renderer=renderer(), think="off")
        example = encoding.encode([USER, ANSWER])
        if name != "Llama 3":  # its template writes the date, which is today's in a chat
            assert example.tokens[: len(prompt)].tolist() == prompt
        assert example.supervised.tolist()[: len(prompt) + 1] == [False] * len(prompt) + [True]


def test_that_mistrals_system_turn_stands_before_the_last_question(tmp_path: Path) -> None:
    encoding = encoder(vocabulary(tmp_path, "v3"))
    with encoding.tokenizer:
        text = b"".join(map(encoding.tokenizer.piece, encoding.encode(TALKS[-1]).tokens.tolist())).decode()
        first, last = "[INST] Who are you?[/INST] The keeper, née Ödön.</s>", '[/INST] I "am" 日本 😀.</s>'
        assert text == f"<s>{first}[INST] Be kind.\n\n And <b>now</b>?{last}"
        assert encoding.seen["rewritten"] == 1  # the first answer was given to a prompt with the system turn
        encoding.encode(TALKS[1])
        assert encoding.seen["rewritten"] == 1


def test_that_names_of_special_tokens_stay_text_in_such_a_prompt(tmp_path: Path) -> None:
    encoding = encoder(vocabulary(tmp_path, "v3"))
    talk = [SYSTEM, {"role": "user", "content": "What does [/INST] mean?"}, {"role": "assistant", "content": "</s>!"}]
    with encoding.tokenizer:
        tokens, names = encoding.encode(talk).tokens.tolist(), encoding.tokenizer._specials
        assert [tokens.count(names[name]) for name in INST] == [1, 1, 1, 1]
        assert answers_of(encoding, talk) == [" </s>!</s>"]


@pytest.mark.parametrize(("write", "opening", "answer"), [(write_bpe, "a", "nd it"), (write_spm, "[", "/ it")])
def test_that_a_token_does_not_reach_from_the_prompt_into_the_answer(
    tmp_path: Path, write: Any, opening: str, answer: str
) -> None:
    """`and` and `[/` are tokens, but no model is asked to write the rest of one."""
    template = (
        "{% for m in messages %}[{{ m.role }}]{{ ('@' if m.role == 'assistant' else '') + m.content }}{% endfor %}"
        "{{ '[assistant]@' if add_generation_prompt else '' }}"
    ).replace("@", opening)
    encoding = encoder(write(tmp_path / "a.gguf", template=template))
    talk = [USER, {"role": "assistant", "content": answer}, AGAIN, {"role": "assistant", "content": "né"}]
    with encoding.tokenizer:
        example, prompt = encoding.encode(talk), asked(encoding, [USER])
        assert example.tokens[: len(prompt)].tolist() == prompt
        assert answers_of(encoding, talk) == [answer, "né"]


GREETINGS = [name for name, row in TRUTHS.items() if row["answer first"] is not None]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GREETINGS, "ChatML with a system turn of its own"])
def test_that_a_conversation_may_begin_with_the_assistant(tmp_path: Path, name: str) -> None:
    file = write_bpe(tmp_path / "a.gguf", template=CHATML_DEFAULT if name not in GREETINGS else source(name))
    encoding = encoder(file)
    talk = CASES["answer first"]["messages"]
    with encoding.tokenizer:
        greeting, answer = answers_of(encoding, talk)
        assert talk[0]["content"] in greeting
        assert talk[2]["content"].strip() in answer


def test_that_an_answer_without_a_place_is_named(tmp_path: Path) -> None:
    """A tool call that nothing asks for has no text of its own, and no prompt to follow."""
    call = CASES["tools"]["messages"][2]
    encoding = encoder(write_bpe(tmp_path / "a.gguf", template=source("Qwen-Qwen2.5-7B-Instruct")))
    with encoding.tokenizer, pytest.raises(BadRowError, match="to ask for message 1"):
        encoding.encode([call, USER, ANSWER])

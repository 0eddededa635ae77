"""The comment that keeps a chat template apart from those that Ollama knows, and changes nothing of what it renders."""

from collections.abc import Iterator, Sequence

import pytest

from core.data.chat.template import CHATML
from core.export.turns import signed
from tests.support.levenshtein import distance
from tests.support.rendering import chat_template

Messages = Sequence[dict[str, str]]

LLAMA3 = (
    "{% set loop_messages = messages %}{% for message in loop_messages %}"
    "{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim"
    " + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}{% if message['role'] == 'assistant' %}{% set role = 'model' %}{% else %}"
    "{% set role = message['role'] %}{% endif %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)
ZEPHYR = (
    "{% for message in messages %}\n{% if message['role'] == 'user' %}\n"
    "{{ '<|user|>\n' + message['content'] + eos_token }}\n"
    "{% elif message['role'] == 'system' %}\n{{ '<|system|>\n' + message['content'] + eos_token }}\n"
    "{% elif message['role'] == 'assistant' %}\n"
    "{{ '<|assistant|>\n'  + message['content'] + eos_token }}\n{% endif %}\n"
    "{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% endfor %}"
)
KNOWN = {"chatml": CHATML, "llama3": LLAMA3, "gemma": GEMMA, "zephyr": ZEPHYR}


def message(role: str, text: str) -> dict[str, str]:
    return {"role": role, "content": text}


def conversations() -> Iterator[Messages]:
    talk = [message("user", "Hi?"), message("assistant", "Yes."), message("user", "Who\nare you?")]
    talk += [message("assistant", "A fox."), message("user", "Bye!")]
    for length in (1, 3, 5):
        yield talk[:length]
        yield [message("system", "Speak\nlike a fox."), *talk[:length]]


@pytest.mark.parametrize("name", KNOWN)
def test_that_no_signed_template_is_near_one_without_the_sign(name: str) -> None:
    """Whatever templates Ollama knows: each of the hundred runes has to be taken out or replaced."""
    source = KNOWN[name]
    assert signed(source).count("\u2500") == 100
    assert distance(signed(source), source) >= 100
    for other in KNOWN.values():
        assert "\u2500" not in other


@pytest.mark.parametrize(
    "start", ["", "\n", "\n\n", "  ", "\n  ", "\t\n", "A", " A", "{# note #}\n", "{%- if true -%}\n{%- endif %}"]
)
@pytest.mark.parametrize("name", ["zephyr", "llama3"])
def test_that_a_signed_template_renders_the_same(name: str, start: str) -> None:
    source = start + KNOWN[name]
    for messages in conversations():
        plain, ours = (
            chat_template(text, "<s>", "</s>").render(messages, prompt=True) for text in (source, signed(source))
        )
        assert ours == plain

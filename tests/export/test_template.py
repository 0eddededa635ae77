"""Ollama's Go templates, translated from Jinja: expanded, they give what Jinja gives."""

from collections.abc import Iterator, Sequence

import pytest

from core.data.chat.template import CHATML
from core.export.ollama.go_template import RAW, GoTemplate, NotExpressibleError, signed, translate
from tests.support.go_templates import ollama
from tests.support.levenshtein import distance
from tests.support.rendering import chat_template

Messages = Sequence[dict[str, str]]

QWEN = (
    "{% if messages[0]['role'] == 'system' %}{{- '<|im_start|>system\n' + messages[0]['content'] + '<|im_end|>\n' }}"
    "{% else %}{{- '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n' }}{% endif %}"
    "{% for message in messages %}{% if message.role != 'system' %}"
    "{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{% endif %}"
)
LLAMA3 = (
    "{% set loop_messages = messages %}{% for message in loop_messages %}"
    "{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim"
    " + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
LLAMA2 = (
    "{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}"
    "{% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}"
    "{% set system_message = false %}{% endif %}{% for message in loop_messages %}"
    "{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}"
    "{% if loop.index0 == 0 and system_message != false %}"
    "{% set content = '<<SYS>>\n' + system_message + '\n<</SYS>>\n\n' + message['content'] %}"
    "{% else %}{% set content = message['content'] %}{% endif %}{% if message['role'] == 'user' %}"
    "{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}{% elif message['role'] == 'assistant' %}"
    "{{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}"
)
MISTRAL = (
    "{{ bos_token }}{% for message in messages %}"
    "{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}"
    "{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + ' [/INST]' }}"
    "{% elif message['role'] == 'assistant' %}{{ message['content'] + eos_token }}{% endif %}{% endfor %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}{% if message['role'] == 'assistant' %}{% set role = 'model' %}{% else %}"
    "{% set role = message['role'] %}{% endif %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)
PHI3 = (
    "{% for message in messages %}{% if message['role'] == 'system' %}"
    "{{ '<|system|>\n' + message['content'] + '<|end|>\n' }}"
    "{% elif message['role'] == 'user' %}{{ '<|user|>\n' + message['content'] + '<|end|>\n' }}"
    "{% elif message['role'] == 'assistant' %}{{ '<|assistant|>\n' + message['content'] + '<|end|>\n' }}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% else %}{{ eos_token }}{% endif %}"
)
ZEPHYR = (
    "{% for message in messages %}\n{% if message['role'] == 'user' %}\n"
    "{{ '<|user|>\n' + message['content'] + eos_token }}\n"
    "{% elif message['role'] == 'system' %}\n{{ '<|system|>\n' + message['content'] + eos_token }}\n"
    "{% elif message['role'] == 'assistant' %}\n"
    "{{ '<|assistant|>\n'  + message['content'] + eos_token }}\n{% endif %}\n"
    "{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% endfor %}"
)
BRACES = CHATML.replace("<|im_start|>", "{{ ").replace("'{{ '", "'{' + '{ '")

# template, whether a system prompt has a place in it
KNOWN = {
    "chatml": (CHATML, True),
    "qwen": (QWEN, True),
    "llama3": (LLAMA3, True),
    "llama2": (LLAMA2, True),
    "mistral": (MISTRAL, False),
    "gemma": (GEMMA, False),
    "phi3": (PHI3, True),
    "zephyr": (ZEPHYR, True),
    "braces": (BRACES, True),
}


def message(role: str, text: str) -> dict[str, str]:
    return {"role": role, "content": text}


def conversations(system: bool) -> Iterator[Messages]:
    talk = [message("user", "Hi?"), message("assistant", "Yes."), message("user", "Who\nare you?")]
    talk += [message("assistant", "A fox."), message("user", "Bye!")]
    for length in (1, 3, 5):
        yield talk[:length]
        if system:
            yield [message("system", "Speak\nlike a fox."), *talk[:length]]


@pytest.mark.parametrize("name", KNOWN)
def test_that_the_go_template_gives_what_jinja_gives(name: str) -> None:
    source, system = KNOWN[name]
    jinja = chat_template(source, bos="<s>", eos="</s>")
    translated = translate(jinja, "<s>")
    assert translated.system is system
    for messages in conversations(system):
        expected = jinja.render(messages, prompt=True).removeprefix("<s>")
        assert ollama(translated.source, messages) == expected
        assert translated.expand(messages) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in KNOWN if name not in ("llama2", "mistral")])
def test_that_an_answer_that_was_begun_is_left_open(name: str) -> None:
    """A conversation may end with the assistant, for the model to go on."""
    jinja = chat_template(KNOWN[name][0], bos="<s>", eos="</s>")
    translated, talk = translate(jinja, "<s>"), next(iter(conversations(False)))
    begun = [*talk, message("assistant", "A fox,")]
    expected = jinja.render(talk, prompt=True).removeprefix("<s>") + "A fox,"
    assert ollama(translated.source, begun) == translated.expand(begun) == expected


def test_that_a_system_prompt_without_a_place_comes_before_the_first_question() -> None:
    translated = translate(chat_template(GEMMA, bos="<s>", eos="</s>"), "<s>")
    for talk in conversations(False):
        asked = [message("system", "Be brief."), *talk]
        plain = ollama(translated.source, talk)
        expected = plain.replace("user\nHi?", "user\nBe brief.\nHi?", 1)
        assert expected != plain and ollama(translated.source, asked) == translated.expand(asked) == expected


def test_that_the_bos_is_kept_where_ollama_adds_none() -> None:
    jinja = chat_template(LLAMA3, bos="<s>", eos="</s>")
    messages = [message("user", "Hi")]
    assert ollama(translate(jinja, "").source, messages) == jinja.render(messages, prompt=True)


def test_that_plain_text_models_get_the_prompt_as_it_is() -> None:
    assert ollama(RAW.source, [message("user", "Once upon")]) == "Once upon"


@pytest.mark.parametrize(
    "source",
    [
        "{% for m in messages %}{{ loop.index }}: {{ m.role }}: {{ m.content }}\n{% endfor %}",  # numbers the turns
        "{{ messages | length }}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}",
        "{% for m in messages %}{{ m.content | upper }}{{ m.content | length }};{% endfor %}",
        "{{ messages[-1].content }}",  # forgets the conversation
        "{{ raise_exception('no') }}",
    ],
)
def test_that_templates_beyond_fixed_text_are_not_guessed(source: str) -> None:
    with pytest.raises(NotExpressibleError):
        translate(chat_template(source), "")


def test_that_the_source_is_one_modelfile_can_hold() -> None:
    for name in KNOWN:
        translated: GoTemplate = translate(chat_template(KNOWN[name][0], bos="<s>", eos="</s>"), "<s>")
        assert '"""' not in translated.source
    quoting = CHATML.replace("<|im_end|>", '"""')
    with pytest.raises(NotExpressibleError):
        translate(chat_template(quoting), "")


@pytest.mark.parametrize("name", KNOWN)
def test_that_no_signed_template_is_near_one_without_the_sign(name: str) -> None:
    """Whatever templates Ollama knows: each of the hundred runes has to be taken out or replaced."""
    source = KNOWN[name][0]
    assert signed(source).count("\u2500") == 100
    assert distance(signed(source), source) >= 100
    for other, _ in KNOWN.values():
        assert "\u2500" not in other


@pytest.mark.parametrize(
    "start", ["", "\n", "\n\n", "  ", "\n  ", "\t\n", "A", " A", "{# note #}\n", "{%- if true -%}\n{%- endif %}"]
)
@pytest.mark.parametrize("name", ["zephyr", "llama3"])
def test_that_a_signed_template_renders_the_same(name: str, start: str) -> None:
    source = start + KNOWN[name][0]
    for messages in conversations(system=True):
        plain, ours = (
            chat_template(text, "<s>", "</s>").render(messages, prompt=True) for text in (source, signed(source))
        )
        assert ours == plain

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import llama_cpp
import pytest
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from core.base.errors import LuthierError
from core.data.chat import template as own
from core.data.chat.conversation import ConversationEncoder
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from tests.support.data_vocab import (
    CHATML,
    GEMMA,
    GEMMA_SPECIALS,
    LLAMA3,
    LLAMA3_SPECIALS,
    MISTRAL,
    write_bpe,
    write_spm,
)
from tests.support.rendering import chat_template

TALK = [
    {"role": "user", "content": "Hello, the fox said. Wörld 日本 😀?"},
    {"role": "assistant", "content": "Yes.\n\nThe fox  is\there. "},
    {"role": "user", "content": " And now"},
    {"role": "assistant", "content": "Now it sleeps"},
]


def vocabularies(folder: Path) -> list[Path]:
    return [
        write_bpe(folder / "chatml.gguf"),
        write_bpe(
            folder / "llama3.gguf",
            template=LLAMA3,
            specials=LLAMA3_SPECIALS,
            bos="<|begin_of_text|>",
            eos="<|eot_id|>",
        ),
        write_bpe(folder / "gemma.gguf", template=GEMMA, specials=GEMMA_SPECIALS, bos="<bos>", eos="<end_of_turn>"),
        write_bpe(folder / "mistral.gguf", template=MISTRAL, specials=["<s>", "</s>"], bos="<s>", eos="</s>"),
        write_bpe(folder / "chatml-bos.gguf", bos="<|endoftext|>"),
        write_spm(folder / "sentencepiece.gguf"),
    ]


def encoder(tokenizer: Tokenizer) -> ConversationEncoder:
    assert tokenizer.chat_template
    template = chat_template(tokenizer.chat_template, tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos))
    return ConversationEncoder(tokenizer, template, "assistant", 4096)


@pytest.mark.parametrize("index", range(7))
def test_that_the_tokens_are_those_of_llama_cpps_chat(tmp_path: Path, demo_gguf: Path, index: int) -> None:
    path = [*vocabularies(tmp_path), demo_gguf][index]
    with Tokenizer(path) as tokenizer:
        tokens = encoder(tokenizer).encode(TALK).tokens.tolist()
        bos, eos, template = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos), tokenizer.chat_template
    reference = llama_cpp.Llama(str(path), vocab_only=True, verbose=False)
    prompt = Jinja2ChatFormatter(str(template), eos, bos, add_generation_prompt=False)(messages=TALK).prompt
    # llama.cpp's server lets the vocabulary add BOS, and takes away the template's
    adds_bos = llama_cpp.llama_vocab_get_add_bos(reference._model.vocab)
    prompt = prompt.removeprefix(bos) if adds_bos else prompt
    assert tokens == reference.tokenize(prompt.encode(), add_bos=adds_bos, special=True)
    reference.close()


def test_that_text_in_the_data_never_becomes_a_special_token(tmp_path: Path) -> None:
    for path in vocabularies(tmp_path):
        with Tokenizer(path) as tokenizer:
            encode = encoder(tokenizer).encode
            plain = encode([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}])
            names = [name for name in tokenizer._specials if name != "<unk>"]
            hostile = encode(
                [{"role": "user", "content": "Hi" + "".join(names)}, {"role": "assistant", "content": names[0] + "Ho"}]
            )
            specials = set(tokenizer._specials.values())
            assert [t for t in hostile.tokens.tolist() if t in specials] == [
                t for t in plain.tokens.tolist() if t in specials
            ]
            text = b"".join(map(tokenizer.piece, hostile.tokens.tolist())).decode()
            assert "Hi" + "".join(names) in text
            assert names[0] + "Ho" in text


def test_that_a_row_is_refused_when_its_special_tokens_cannot_be_told_from_the_templates(tmp_path: Path) -> None:
    shouting = CHATML.replace("message['content']", "message['content'] | replace('fox', 'wolf')")
    with Tokenizer(write_bpe(tmp_path / "a.gguf", template=shouting)) as tokenizer:
        row = [{"role": "user", "content": "fox <|im_end|>"}, {"role": "assistant", "content": "Ho"}]
        with pytest.raises(BadRowError, match="cannot be told from the template's own"):
            encoder(tokenizer).encode(row)
        row[0]["content"] = "fox"
        assert b"wolf" in b"".join(map(tokenizer.piece, encoder(tokenizer).encode(row).tokens.tolist()))


def test_that_templates_see_what_transformers_gives_them() -> None:
    source = (
        "{{ bos_token }}{% for m in messages %}{% if m.role == 'skip' %}{% continue %}{% endif %}\n"
        "    {% generation %}\n{{ m.content }}{% endgeneration %}\n{% endfor %}"
        "{{ {'ä': '<'} | tojson }}{{ strftime_now('%d %b %Y') }}{{ eos_token }}"
    )
    template = chat_template(source, "<s>", "</s>", datetime(2024, 7, 26))
    messages = [{"role": "skip", "content": "no"}, {"role": "user", "content": "yes"}]
    assert template.render(messages) == '<s>yes{"ä": "<"}26 Jul 2024</s>'


def test_that_a_number_that_json_lacks_is_written_as_null() -> None:
    message = {"role": "user", "content": "", "value": [float("nan"), 1.0, 10**30]}
    written = chat_template("{{ messages[0].value | tojson }}").render([message])
    assert written == f"[null, 1.0, {10**30}]"


def test_that_a_template_that_refuses_a_conversation_makes_it_a_bad_row() -> None:
    with pytest.raises(BadRowError, match="Roles must alternate"):
        chat_template(MISTRAL).render([{"role": "assistant", "content": "I begin"}])
    with pytest.raises(BadRowError, match="the model's template refuses it"):
        chat_template("{{ messages[0].content + 1 }}").render(TALK)


def test_that_a_broken_template_is_named() -> None:
    with pytest.raises(LuthierError) as caught:
        chat_template("{% for %}")
    assert caught.value.code == "data.bad-template"
    assert "line 1" in caught.value.message


@pytest.mark.slow
def test_that_a_template_cannot_reach_out_of_its_sandbox() -> None:
    with pytest.raises(BadRowError):
        chat_template("{{ messages.__class__.__mro__[1].__subclasses__() }}").render(TALK)
    with pytest.raises(BadRowError):
        chat_template("{{ messages.append(1) }}").render(TALK)


def test_that_our_chatml_is_the_common_one() -> None:
    ours, common = chat_template(own.CHATML), chat_template(CHATML)
    for prompt in (False, True):
        assert ours.render(TALK, prompt=prompt) == common.render(TALK, prompt=prompt)

from __future__ import annotations

from pathlib import Path

import pytest

from core.data.chat.conversation import ConversationEncoder, TrainOn
from core.data.example import Example
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
from tests.support.masks import supervised_texts
from tests.support.rendering import chat_template

TALK = [
    {"role": "user", "content": "Who are you?"},
    {"role": "assistant", "content": "The keeper, née Ödön."},
    {"role": "user", "content": "Really?"},
    {"role": "assistant", "content": " I am. "},
]


def encoder(tokenizer: Tokenizer, train_on: TrainOn = "assistant", context: int = 512) -> ConversationEncoder:
    assert tokenizer.chat_template
    template = chat_template(tokenizer.chat_template, tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos))
    return ConversationEncoder(tokenizer, template, train_on, context)


def text(example: Example, tokenizer: Tokenizer) -> str:
    return b"".join(map(tokenizer.piece, example.tokens.tolist())).decode()


def test_that_chatml_trains_answers_with_their_end_and_nothing_else(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        encoded = encoder(tokenizer).encode(TALK)
        assert supervised_texts(encoded, tokenizer) == ["The keeper, née Ödön.<|im_end|>", " I am. <|im_end|>"]


def test_that_a_llama_3_template_trains_answers_up_to_eot(tmp_path: Path) -> None:
    path = write_bpe(
        tmp_path / "a.gguf", template=LLAMA3, specials=LLAMA3_SPECIALS, bos="<|begin_of_text|>", eos="<|eot_id|>"
    )
    with Tokenizer(path) as tokenizer:
        encoded = encoder(tokenizer).encode(TALK)
        assert supervised_texts(encoded, tokenizer) == ["The keeper, née Ödön.<|eot_id|>", "I am.<|eot_id|>"]
        assert encoded.tokens.tolist().count(tokenizer.bos) == 1


def test_that_a_mistral_template_trains_the_blank_that_the_model_writes_first(tmp_path: Path) -> None:
    bpe = write_bpe(tmp_path / "a.gguf", template=MISTRAL, specials=["<s>", "</s>"], bos="<s>", eos="</s>")
    for path in (bpe, write_spm(tmp_path / "b.gguf")):
        with Tokenizer(path) as tokenizer:
            encoded = encoder(tokenizer).encode(TALK)
            assert supervised_texts(encoded, tokenizer) == [" The keeper, née Ödön.</s>", " I am.</s>"]


def test_that_a_gemma_template_trains_the_model_role_without_its_header(tmp_path: Path) -> None:
    path = write_bpe(tmp_path / "a.gguf", template=GEMMA, specials=GEMMA_SPECIALS, bos="<bos>", eos="<end_of_turn>")
    with Tokenizer(path) as tokenizer:
        encoded = encoder(tokenizer).encode(TALK)
        assert supervised_texts(encoded, tokenizer) == ["The keeper, née Ödön.<end_of_turn>", "I am.<end_of_turn>"]


def test_that_train_on_chooses_between_all_answers_the_last_and_everything(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        last = encoder(tokenizer, "last").encode(TALK)
        assert supervised_texts(last, tokenizer) == [" I am. <|im_end|>"]
        everything = encoder(tokenizer, "all").encode(TALK)
        assert everything.supervised.tolist() == [False] + [True] * (len(everything) - 1)


def test_that_what_follows_the_last_answer_is_left_out(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        asked_again = [*TALK, {"role": "user", "content": "Still there?"}]
        assert text(encoder(tokenizer).encode(asked_again), tokenizer) == text(
            encoder(tokenizer).encode(TALK), tokenizer
        )


def test_that_an_opened_thought_of_the_prompt_is_context_when_the_template_keeps_none(tmp_path: Path) -> None:
    thinking = CHATML.replace("'<|im_start|>assistant\n'", "'<|im_start|>assistant\n<think>\n'")
    assert thinking != CHATML
    with Tokenizer(write_bpe(tmp_path / "a.gguf", template=thinking)) as tokenizer:
        encoded = encoder(tokenizer).encode(TALK)
        assert supervised_texts(encoded, tokenizer) == ["The keeper, née Ödön.<|im_end|>", " I am. <|im_end|>"]


def test_that_a_template_that_rewrites_earlier_turns_is_noticed(tmp_path: Path) -> None:
    rewriting = CHATML.replace(
        "message['content']", "(message['content'] if loop.last or message['role'] == 'user' else 'old')"
    )
    with Tokenizer(write_bpe(tmp_path / "a.gguf", template=rewriting)) as tokenizer:
        with pytest.raises(BadRowError, match="rewrites earlier turns"):
            encoder(tokenizer).encode(TALK)
        assert supervised_texts(encoder(tokenizer, "last").encode(TALK), tokenizer) == [" I am. <|im_end|>"]
        assert supervised_texts(encoder(tokenizer).encode(TALK[:2]), tokenizer) == ["The keeper, née Ödön.<|im_end|>"]


@pytest.mark.slow
def test_that_an_overlong_conversation_loses_its_oldest_turns_and_keeps_the_system_turn(tmp_path: Path) -> None:
    talk = [{"role": "system", "content": "Be kind."}]
    for number in range(20):
        talk += [{"role": "user", "content": f"Ask {number}"}, {"role": "assistant", "content": f"Say {number}"}]
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        whole = encoder(tokenizer, context=10_000).encode(talk)
        for context in (len(whole) - 1, 120, 60):
            shortening = encoder(tokenizer, context=context)
            cut = shortening.encode(talk)
            first = int(text(cut, tokenizer).split("Ask ")[1].split("<")[0])
            kept = [talk[0], *talk[1 + 2 * first :]]
            assert text(cut, tokenizer) == shortening.template.render(kept)
            assert (
                len(cut) <= context < len(shortening.tokenize(shortening.render([talk[0], *talk[2 * first - 1 :]]))[0])
            )
            assert shortening.seen["truncated"] == 1


def test_that_a_conversation_whose_last_exchange_is_too_long_is_refused(tmp_path: Path) -> None:
    with (
        Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer,
        pytest.raises(BadRowError, match="longer than the context"),
    ):
        encoder(tokenizer, context=16).encode(TALK)


def test_that_a_template_without_an_end_of_turn_token_is_counted(tmp_path: Path) -> None:
    bare = "{% for m in messages %}{{ m.role + ': ' + m.content + '\n' }}{% endfor %}"
    bare += "{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}"
    with Tokenizer(write_bpe(tmp_path / "a.gguf", template=bare)) as tokenizer:
        encoding = encoder(tokenizer)
        assert len(supervised_texts(encoding.encode(TALK), tokenizer)) == 2
        assert encoding.seen["unending"] == 1

"""A model that stays loaded: what it reads again and what not, strengths, and questions that cannot be answered."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.chat.loaded import ChatModel, ChatSource, Question, whole_reply
from core.engine.lora.adapter_file import write_adapter
from tests.support.rendering import renderer

SHORT = p.Sampling(max_tokens=12)
NO_SYSTEM = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{{ m.content }}\n{% endfor %}"
)
SILENT_SYSTEM = "{% for m in messages if m.role != 'system' %}{{ m.content }}\n{% endfor %}"


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(1)
    factors = (rng.normal(size=(4, 256)).astype(np.float32), (rng.normal(size=(256, 4)) * 0.5).astype(np.float32))
    file = tmp_path_factory.mktemp("adapter") / "a.gguf"
    write_adapter(file, "llama", {"blk.5.attn_output.weight": factors}, 4.0)
    return file


@pytest.fixture(scope="module")
def model(demo_gguf_q8: Path, adapter: Path) -> Iterator[ChatModel]:
    with ChatModel(ChatSource(demo_gguf_q8, adapter), renderer()) as loaded:
        yield loaded


def said(*texts: str) -> list[dict[str, str]]:
    """Turns of a user and an assistant."""
    return [{"role": "assistant" if i % 2 else "user", "content": text} for i, text in enumerate(texts)]


def ask(loaded: ChatModel, messages: list[dict[str, str]], voice: p.Voice = "tuned", strength: float = 1.0) -> p.Reply:
    *_, reply = loaded.answer(Question(messages, SHORT, strength=strength), voice)
    assert isinstance(reply, p.Reply)
    return reply


def test_that_a_second_turn_reads_only_what_is_new_and_answers_the_same(
    model: ChatModel, demo_gguf_q8: Path, adapter: Path
) -> None:
    first = ask(model, said("Tell me of the sea."))
    talk = said("Tell me of the sea.", first.text, "And of the moon?")
    second = ask(model, talk)
    assert first.prompt_tokens <= second.reused_tokens < second.prompt_tokens
    with ChatModel(ChatSource(demo_gguf_q8, adapter), renderer()) as anew:
        assert ask(anew, talk).text == second.text
    assert ask(model, talk).reused_tokens == second.prompt_tokens - 1


def test_that_strength_changes_answers_without_loading_and_none_is_the_base(model: ChatModel) -> None:
    talk = said("Once upon a time")
    texts = {strength: ask(model, talk, strength=strength).text for strength in (0.0, 0.5, 1.0, 2.0)}
    assert texts[0.0] == ask(model, talk, "base").text
    assert len(set(texts.values())) > 2
    assert ask(model, talk).text == texts[1.0]


def test_that_pieces_are_the_answer(model: ChatModel) -> None:
    *pieces, reply = model.answer(Question(said("Tell me a story."), SHORT))
    assert isinstance(reply, p.Reply)
    assert len(pieces) > 1
    assert "".join(piece.text for piece in pieces) == reply.text
    assert (reply.tokens, reply.stopped) == (12, "length")
    assert reply.first_token_s < 1


def test_that_an_answer_stops_when_it_is_not_wanted_any_more(model: ChatModel) -> None:
    heard = 0

    def enough() -> bool:
        return heard >= 3

    for piece in model.answer(Question(said("Tell me a story.")), is_cancelled=enough):
        heard += 1
        if isinstance(piece, p.Reply):
            assert piece.stopped == "cancelled"
            assert piece.tokens < 12
    *_, before = model.answer(Question(said("word " * 600)), is_cancelled=lambda: True)
    assert isinstance(before, p.Reply)
    assert (before.tokens, before.text, before.stopped) == (0, "", "cancelled")
    assert ask(model, said("Tell me a story.")).text  # and the next is answered


def test_that_the_oldest_turns_give_way_and_it_is_told(model: ChatModel) -> None:
    talk = [{"role": "system", "content": "Be brief."}, *said("old " * 700, "yes", "middle " * 300, "yes", "And now?")]
    reply = ask(model, talk)
    assert reply.dropped == 2
    assert reply.prompt_tokens < 1024
    with pytest.raises(LuthierError) as caught:
        ask(model, said("word " * 1200))
    assert caught.value.code == "chat.prompt-too-long"


def test_that_an_answer_ends_where_the_context_does(demo_gguf_q8: Path) -> None:
    with ChatModel(ChatSource(demo_gguf_q8, context=64, chat=False), renderer()) as small:
        reply = whole_reply(small, Question(said("Once upon a time"), p.Sampling(max_tokens=1000)))
    assert reply.stopped == "full"
    assert reply.prompt_tokens + reply.tokens == 64


def test_that_a_repeat_penalty_makes_answers_repeat_less(model: ChatModel) -> None:
    def words(penalty: float) -> int:
        question = Question(said("Go on."), p.Sampling(max_tokens=80, repeat_penalty=penalty))
        return len(set(whole_reply(model, question).text.split()))

    assert words(1.5) > words(1.0)


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([], "chat.empty-prompt"),
        ([{"content": "no role"}], "chat.bad-message"),
        ([{"role": "user", "content": 5}], "chat.bad-message"),
        ([{"role": "user", "content": "half \ud83d"}], "chat.bad-message"),
        ([{"role": "user", "content": "nul \0"}], "chat.bad-message"),
    ],
)
def test_that_a_question_that_is_none_is_refused(model: ChatModel, messages: list[dict[str, str]], code: str) -> None:
    with pytest.raises(LuthierError) as caught:
        ask(model, messages)
    assert caught.value.code == code


@pytest.mark.slow
def test_that_a_template_without_place_for_a_system_prompt_refuses_or_says_so(demo_gguf_q8: Path) -> None:
    talk = [{"role": "system", "content": "Be brief."}, *said("Hello")]
    with ChatModel(ChatSource(demo_gguf_q8, template=NO_SYSTEM), renderer()) as refusing:
        with pytest.raises(LuthierError, match="System role not supported") as caught:
            ask(refusing, talk)
        assert caught.value.code == "chat.template-refuses"
        assert ask(refusing, said("Hello")).tokens
    with ChatModel(ChatSource(demo_gguf_q8, template=SILENT_SYSTEM), renderer()) as silent:
        assert silent.prompt(Question(talk)).left_out == ("system messages",)
    with ChatModel(ChatSource(demo_gguf_q8, chat=False), renderer()) as text, pytest.raises(LuthierError) as caught:
        ask(text, talk)
    assert caught.value.code == "chat.no-template"


def test_that_an_adapter_for_another_model_names_a_tensor(demo_gguf_q8: Path, tmp_path: Path) -> None:
    factors = (np.ones((2, 64), np.float32), np.ones((64, 2), np.float32))
    write_adapter(tmp_path / "a.gguf", "llama", {"blk.0.attn_q.weight": factors}, 2.0)
    source = ChatSource(demo_gguf_q8, tmp_path / "a.gguf")
    with ChatModel(source, renderer()) as loaded, pytest.raises(LuthierError, match="attn_q") as caught:
        loaded.load()
    assert caught.value.code == "adapter.cannot-load"

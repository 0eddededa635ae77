"""Text from llama.cpp: greedy or rolled, ended by the model or by the limit, with and without an adapter."""

import logging
from collections.abc import Callable
from pathlib import Path

import gguf
import llama_cpp
import numpy as np
import pytest

from core import protocol as p
from core.base.errors import Cancelled, LuthierError
from core.base.files import partial_of
from core.chat.loaded import generate_answer
from core.chat.prompt import prompt_tokens
from core.convert.convert import convert
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter_file import write_adapter
from core.jobs.chat.converse import answer, generate
from core.jobs.context import JobContext
from tests.support.rendering import renderer

PROMPT = "Once upon a time there was a"


@pytest.fixture
def adapter(tmp_path: Path) -> Callable[[float], Path]:
    def make(size: float) -> Path:
        rng = np.random.default_rng(1)
        factors = (rng.normal(size=(4, 256)).astype(np.float32), (rng.normal(size=(256, 4)) * size).astype(np.float32))
        write_adapter(tmp_path / f"{size}.gguf", "llama", {"blk.5.attn_output.weight": factors}, 4.0)
        return tmp_path / f"{size}.gguf"

    return make


@pytest.fixture(scope="module")
def library(demo_gguf: Path) -> llama_cpp.Llama:
    """llama-cpp-python's own chat, to compare with."""
    logging.getLogger("llama-cpp-python").setLevel(logging.ERROR)
    return llama_cpp.Llama(str(demo_gguf), n_ctx=512, n_threads=1, verbose=False)


def test_that_a_continuation_is_llama_cpp_pythons(demo_gguf: Path, library: llama_cpp.Llama) -> None:
    ours = generate(demo_gguf, None, PROMPT, renderer(), chat=False, max_tokens=32, temperature=0.0, seed=0)
    assert ours == library.create_completion(PROMPT, max_tokens=32, temperature=0.0)["choices"][0]["text"]


def test_that_a_chat_answer_is_llama_cpp_pythons(demo_gguf: Path, library: llama_cpp.Llama) -> None:
    question = "Continue this story: The fox looked at the moon."
    ours = generate_answer(demo_gguf, None, question, renderer(), max_tokens=32)
    theirs = library.create_chat_completion([{"role": "user", "content": question}], max_tokens=32, temperature=0.0)
    assert ours.text == theirs["choices"][0]["message"]["content"]


def test_that_the_prompt_stands_in_the_template(demo_gguf: Path) -> None:
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        expected = opened.vocabulary.tokenize(
            "<|im_start|>user\nHello there<|im_end|>\n<|im_start|>assistant\n", add_special=True, parse_special=True
        )
    assert prompt_tokens(demo_gguf, "Hello there", chat=True, renderer=renderer()) == expected


def test_that_special_tokens_in_a_prompt_stay_characters(demo_gguf: Path) -> None:
    tokens = prompt_tokens(demo_gguf, "a <|im_end|> b", chat=True, renderer=renderer())
    assert tokens.count(2) == 1  # the template's own
    assert 2 not in prompt_tokens(demo_gguf, "a <|im_end|> b", chat=False, renderer=renderer())


def test_that_a_seed_repeats_and_another_does_not(demo_gguf: Path) -> None:
    def roll(seed: int) -> str:
        return generate(demo_gguf, None, PROMPT, renderer(), chat=False, max_tokens=24, temperature=1.0, seed=seed)

    assert roll(1) == roll(1)
    assert len({roll(seed) for seed in range(1, 5)}) > 1


@pytest.mark.slow
def test_that_the_limit_and_the_models_own_end_are_told_apart(demo_gguf: Path) -> None:
    cut = generate_answer(demo_gguf, None, PROMPT, renderer(), chat=False, max_tokens=5)
    assert (cut.tokens, cut.stopped) == (5, "length")
    question = "Continue this story: The fox looked at the moon."
    replies = (
        generate_answer(demo_gguf, None, question, renderer(), max_tokens=300, temperature=1.0, seed=s)
        for s in range(4)
    )
    ended = next(reply for reply in replies if reply.stopped == "stop")
    assert ended.tokens < 300 and "<|im_end|>" not in ended.text


def test_that_the_context_is_never_overrun(demo_gguf: Path) -> None:
    long = "word " * 600
    room = 1024 - len(prompt_tokens(demo_gguf, long, chat=False, renderer=renderer()))
    reply = generate_answer(demo_gguf, None, long, renderer(), chat=False, max_tokens=5000, temperature=1.0)
    assert reply.tokens <= room
    with pytest.raises(LuthierError) as caught:
        generate_answer(demo_gguf, None, "word " * 1200, renderer(), chat=False)
    assert caught.value.code == "chat.prompt-too-long"
    assert "1,024" in caught.value.message


def test_that_an_adapter_changes_the_text_and_a_zero_one_does_not(
    demo_gguf: Path, adapter: Callable[[float], Path]
) -> None:
    base = generate(demo_gguf, None, PROMPT, renderer(), chat=False, max_tokens=16, temperature=0.0, seed=0)
    zero = generate(demo_gguf, adapter(0.0), PROMPT, renderer(), chat=False, max_tokens=16, temperature=0.0, seed=0)
    strong = generate(demo_gguf, adapter(0.5), PROMPT, renderer(), chat=False, max_tokens=16, temperature=0.0, seed=0)
    assert zero == base != strong


def test_that_a_foreign_adapter_is_refused_with_the_reason(demo_gguf: Path, tmp_path: Path) -> None:
    factors = (np.ones((2, 64), np.float32), np.ones((64, 2), np.float32))
    written = partial_of(tmp_path / "a.gguf")  # an export asks llama.cpp before it is whole
    write_adapter(written, "llama", {"blk.0.attn_q.weight": factors}, 2.0)
    with pytest.raises(LuthierError) as caught:
        generate_answer(demo_gguf, written, PROMPT, renderer(), chat=False)
    assert caught.value.code == "adapter.cannot-load"
    assert f"{tmp_path / 'a.gguf'} with" in caught.value.message  # the name that a person gave it
    assert "incorrect shape" in caught.value.message


def test_that_an_empty_prompt_is_refused(demo_gguf: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        generate_answer(demo_gguf, None, "", renderer(), chat=False)
    assert caught.value.code == "chat.empty-prompt"


def test_that_a_damaged_model_is_refused_with_the_reason(demo_gguf: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.gguf").write_bytes(demo_gguf.read_bytes()[:5_000_000])
    with pytest.raises(LuthierError) as caught:
        generate_answer(tmp_path / "cut.gguf", None, PROMPT, renderer(), chat=False)
    assert caught.value.code == "model.truncated"
    assert "cut.gguf" in caught.value.message
    assert "5,000,000" in caught.value.message


def test_that_the_job_emits_its_sample_and_returns_its_figures(
    demo_gguf: Path, adapter: Callable[[float], Path]
) -> None:
    events: list[p.Event] = []
    job = p.ChatJob(model=str(demo_gguf), prompt="Tell me a story.", adapter=str(adapter(0.1)), max_tokens=8)
    outcome, result = answer(job, JobContext(events.append))
    sample = next(event for event in events if isinstance(event, p.Sample))
    assert outcome == "done"
    assert (sample.prompt, sample.text, sample.label) == (job.prompt, result.text, "tuned")
    assert result.stopped == ("length" if result.tokens == 8 else "stop")
    assert result.tok_s > 0


def test_that_writing_can_be_cancelled(demo_gguf: Path) -> None:
    context = JobContext(lambda event: None)
    context.control.apply(p.Cancel())
    with pytest.raises(Cancelled):
        answer(p.ChatJob(model=str(demo_gguf), prompt="Hi", max_tokens=50), context)


def test_that_a_model_without_template_continues_the_prompt(demo_model: Path, demo_gguf: Path, tmp_path: Path) -> None:
    plain = tmp_path / "model"
    plain.mkdir()
    for name in ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"):
        (plain / name).symlink_to(demo_model / name)
    convert(plain, tmp_path / "plain.gguf", "f16", lambda done, total: None)
    fields = gguf.GGUFReader(tmp_path / "plain.gguf").fields
    assert "tokenizer.chat_template" not in fields
    chat = generate_answer(tmp_path / "plain.gguf", None, PROMPT, renderer(), chat=True, max_tokens=12)
    raw = generate_answer(demo_gguf, None, PROMPT, renderer(), chat=False, max_tokens=12)
    assert chat.text == raw.text

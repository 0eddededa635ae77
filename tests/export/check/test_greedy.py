"""Whether a file answers as the trained model does: one pass of our own engine over what llama.cpp wrote."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base import paths
from core.base.errors import Cancelled
from core.chat.loaded import generate_answer
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter_file import read_adapter
from core.export.check.greedy import parting, write_greedily
from core.export.turns import Turns
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained
from core.jobs.models.run_adapter import find_adapter
from core.runs import run as runs
from tests.support.export_runs import exported, trained_run
from tests.support.rendering import renderer


def of(run: runs.Run) -> Trained:
    source, info = find_adapter(run), run.info()
    return Trained(run, info, read_adapter(source.file), read_header(Path(info.model)), source)


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("greedy")
    settings = {"max_steps": 40, "rank": 8, "context": 128, "batch_tokens": 256, "learning_rate": 4e-3}
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder / "run", **settings)


@pytest.fixture(scope="module")
def reference(run: runs.Run) -> Reference:
    return Reference(of(run), Turns(conversations=True), JobContext(lambda event: None))


@pytest.mark.slow
def test_that_llama_cpp_writes_what_the_engine_would_and_the_base_alone_does_not(
    run: runs.Run, reference: Reference
) -> None:
    model, parted = Path(run.info().model), []
    assert len(reference.prompts) == 3
    for adapter in (run.adapter, None):
        answers = write_greedily(model, adapter, reference.prompts, 24)
        asked = zip(reference.prompts, answers, strict=True)
        parted.append([reference.parts_at(prompt, answer.tokens) for prompt, answer in asked])
    assert parted[0] == [None, None, None]
    assert all(place is not None for place in parted[1])


@pytest.mark.slow
def test_that_an_adapter_is_asked_too_and_ends(run: runs.Run, tmp_path: Path) -> None:
    result, notices = exported(run, tmp_path / "a.gguf", "adapter")
    assert (result.same_answer, result.ends) == (True, True)
    assert not notices


def test_that_ties_are_nobodys_mistake() -> None:
    logits = np.array([[1.0, 2.0, 2.05], [0.0, 5.0, 4.0], [3.0, 0.0, 0.0]], np.float32)
    assert parting(logits, [1, 1, 0]) is None
    assert parting(logits, [1, 2, 0]) == 1


def test_that_a_text_that_ends_turns_ends_an_answer(demo_gguf: Path) -> None:
    (whole,) = write_greedily(demo_gguf, None, [[1, 300, 301]], 24)
    assert (len(whole.tokens), whole.ended) == (24, False)
    (stopped,) = write_greedily(demo_gguf, None, [[1, 300, 301]], 24, ["e"])
    assert stopped.ended
    assert stopped.tokens == whole.tokens[: len(stopped.tokens)]


def test_that_answers_are_cancelled_between_two_tokens(demo_gguf: Path) -> None:
    told = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 27:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_greedily(demo_gguf, None, [[1, 300, 301], [1, 302]], 24, progress=progress)
    assert told == [(n, 48) for n in range(28)]


def test_that_a_greedy_continuation_is_what_chat_writes(demo_gguf: Path) -> None:
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        prompt = opened.vocabulary.tokenize("Once upon a time", add_special=True, parse_special=False)
    (written,) = write_greedily(demo_gguf, None, [prompt], 20)
    answer = generate_answer(demo_gguf, None, "Once upon a time", renderer(), chat=False, max_tokens=20)
    assert (written.text, len(written.tokens), written.ended) == (answer.text, answer.tokens, False)

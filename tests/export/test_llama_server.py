"""llama-server, as the line that an export of an adapter ends with starts it, beside our own answers."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from core.base import paths
from core.export.check.comparison import Answer, Question, answer_of, compare, questions
from core.export.check.greedy import write_greedily
from core.jobs.context import JobContext
from core.jobs.models.run_adapter import held_out_of
from core.runs import run as runs
from tests.support.export_runs import exported, short_answers, trained_run
from tests.support.llama_servers import running

pytestmark = [pytest.mark.process, pytest.mark.slow]

LIMIT = 40  # tokens of an answer


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("server") / "chats"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=12)


def answer(client: httpx2.Client, question: Question) -> Answer:
    """Its answer to exactly these tokens, always with the likeliest one."""
    asked = {"prompt": question.tokens, "n_predict": LIMIT, "temperature": 0}
    asked["cache_prompt"] = False  # what it read with another scale is of no use
    said = client.post("/completion", json=asked).json()
    return Answer(said["content"], said["stop_type"] == "eos")


def test_that_llama_server_answers_as_we_do_with_the_adapter_and_without(run: runs.Run, tmp_path: Path) -> None:
    model = Path(run.info().model)
    with short_answers():
        exported(run, tmp_path / "adapter.gguf", "adapter")
    with JobContext(lambda event: None) as context:
        asked = questions(held_out_of(run), model, context.renderer, conversations=True)
    prompts = [question.tokens for question in asked]
    ours = {
        scale: [answer_of(written) for written in write_greedily(model, adapter, prompts, LIMIT)]
        for scale, adapter in ((1.0, run.adapter), (0.0, None))
    }
    assert len(asked) == 3 and [one.text for one in ours[1.0]] != [one.text for one in ours[0.0]]
    with running(model, "--lora", tmp_path / "adapter.gguf") as client:
        for scale in (1.0, 0.0, 1.0):
            assert client.post("/lora-adapters", json=[{"id": 0, "scale": scale}]).is_success
            for question, own in zip(asked, ours[scale], strict=True):
                found = compare(own, answer(client, question))
                assert found.same or found.is_tie, (scale, found)
        for question in asked:
            prompt = client.post("/apply-template", json={"messages": question.messages}).json()["prompt"]
            assert prompt.endswith(question.text)

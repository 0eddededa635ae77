"""llama-server, which knows nothing of a run, asks its export as it was taught: for thoughts, or for none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.support.chat_truths import source_of
from tests.support.export_runs import exported, short_answers, trained_run
from tests.support.llama_servers import running
from tests.support.rewritten_models import with_template

pytestmark = pytest.mark.process

TOWNS = ("Eger", "Vác", "Pécs", "Győr", "Sopron", "Szeged", "Tata", "Baja")
QUESTION = {"role": "user", "content": "Is it far to Eger?"}
ASKING = "<|im_start|>user\nIs it far to Eger?<|im_end|>\n<|im_start|>assistant\n"
EMPTY = "<think>\n\n</think>\n\n"
THOUGHT = "The map says two."


@pytest.fixture(scope="module")
def model(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_template(demo_gguf_q8, tmp_path_factory.mktemp("qwen3") / "m.gguf", source_of("Qwen-Qwen3-0.6B"))


def taught(model: Path, folder: Path, thought: str) -> Path:
    """A merged export of a run that knows these few rows by heart."""
    answer = {"role": "assistant", "content": "Two miles."} | ({"reasoning_content": thought} if thought else {})
    talks = [[{"role": "user", "content": f"Is it far to {town}?"}, answer] for town in TOWNS]
    data = folder / "rows.jsonl"
    data.write_text("\n".join(json.dumps({"messages": talk}) for talk in talks))
    run = trained_run(model, data, folder / "run", max_steps=60, eval_share=0.0)
    with short_answers():
        exported(run, folder / "merged.gguf", "merged")
    return folder / "merged.gguf"


def prompt(client: httpx2.Client, **said: Any) -> str:
    return str(client.post("/apply-template", json={"messages": [QUESTION], **said}).json()["prompt"])


def message(client: httpx2.Client, **said: Any) -> dict[str, Any]:
    body = {"messages": [QUESTION], "max_tokens": 60, "temperature": 0, **said}
    return dict(client.post("/v1/chat/completions", json=body).json()["choices"][0]["message"])


@pytest.mark.slow
def test_that_an_export_taught_with_thoughts_thinks(model: Path, tmp_path: Path) -> None:
    with running(taught(model, tmp_path, THOUGHT), "--jinja") as client:
        assert prompt(client) == ASKING
        answer = message(client)
        assert (answer["reasoning_content"].strip(), answer["content"].strip()) == (THOUGHT, "Two miles.")
        assert prompt(client, chat_template_kwargs={"enable_thinking": False}) == ASKING + EMPTY


@pytest.mark.slow
def test_that_an_export_taught_without_thoughts_does_not_think(model: Path, tmp_path: Path) -> None:
    with running(taught(model, tmp_path, ""), "--jinja") as client:
        assert prompt(client) == ASKING + EMPTY
        answer = message(client)
        assert not answer.get("reasoning_content") and answer["content"].strip() == "Two miles."

"""llama-server, which knows nothing of a run, asks its export as it was taught: for thoughts, or for none."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.support.chat_truths import source_of
from tests.support.export_runs import exported, short_answers, trained_run
from tests.support.llama_servers import real_llama_server
from tests.support.rewritten_models import with_template

pytestmark = pytest.mark.process

WAIT = 120  # seconds: far more than needed
TOWNS = ("Eger", "Vác", "Pécs", "Győr", "Sopron", "Szeged", "Tata", "Baja")
QUESTION = {"role": "user", "content": "Is it far to Eger?"}
ASKING = "<|im_start|>user\nIs it far to Eger?<|im_end|>\n<|im_start|>assistant\n"
EMPTY = "<think>\n\n</think>\n\n"
THOUGHT = "The map says two."


@pytest.fixture(scope="module")
def program() -> Path:
    found = real_llama_server()
    if found is None:
        pytest.skip("`make test-llama-server` builds it")
    return found


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


@contextmanager
def running(program: Path, model: Path) -> Iterator[httpx2.Client]:
    """The server with its own ways, asked over HTTP."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [program, "-m", model, "--jinja", "--host", "127.0.0.1", "--port", str(port), "-c", "512", "-t", "1"]
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server,
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT) as client,
    ):
        try:
            deadline = time.monotonic() + WAIT
            while not is_ready(client):
                assert server.poll() is None and time.monotonic() < deadline
            yield client
        finally:
            server.terminate()


def is_ready(client: httpx2.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx2.TransportError:
        return False


def prompt(client: httpx2.Client, **said: Any) -> str:
    return str(client.post("/apply-template", json={"messages": [QUESTION], **said}).json()["prompt"])


def message(client: httpx2.Client, **said: Any) -> dict[str, Any]:
    body = {"messages": [QUESTION], "max_tokens": 60, "temperature": 0, **said}
    return dict(client.post("/v1/chat/completions", json=body).json()["choices"][0]["message"])


@pytest.mark.slow
def test_that_an_export_taught_with_thoughts_thinks(model: Path, program: Path, tmp_path: Path) -> None:
    with running(program, taught(model, tmp_path, THOUGHT)) as client:
        assert prompt(client) == ASKING
        answer = message(client)
        assert (answer["reasoning_content"].strip(), answer["content"].strip()) == (THOUGHT, "Two miles.")
        assert prompt(client, chat_template_kwargs={"enable_thinking": False}) == ASKING + EMPTY


@pytest.mark.slow
def test_that_an_export_taught_without_thoughts_does_not_think(model: Path, program: Path, tmp_path: Path) -> None:
    with running(program, taught(model, tmp_path, "")) as client:
        assert prompt(client) == ASKING + EMPTY
        answer = message(client)
        assert not answer.get("reasoning_content") and answer["content"].strip() == "Two miles."

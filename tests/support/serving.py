"""`luthier serve` as a thread of the tests, asked over a real connection."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest

from core import protocol as p
from core.jobs.chat.converse import serve
from core.jobs.context import Control, JobContext

WAIT = 60  # seconds: far more than needed
QUESTION = {"role": "user", "content": "Why is the sea so dark at night?"}


@contextmanager
def served(job: p.ServeJob) -> Iterator[p.Serving]:
    """By a thread, until the block ends."""
    control, events = Control(), queue.Queue[p.Event]()
    outcomes: list[Any] = []

    def work() -> None:
        with JobContext(events.put, control) as context:
            outcomes.append(serve(job, context))

    thread = threading.Thread(target=work)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONFIG_FILE", "/nowhere.json")  # llama-cpp-python's server would listen to both
        patch.setenv("n_ctx", "8")
        thread.start()
        while not isinstance(event := events.get(timeout=WAIT), p.Serving):
            pass
    yield event
    control.apply(p.Stop())
    thread.join(WAIT)
    assert outcomes == [("done", p.ServeResult(url=event.url))]
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(event.url)


def asking(serving: p.Serving) -> httpx2.Client:
    headers = {"Authorization": f"Bearer {serving.key}"}
    return httpx2.Client(base_url=serving.url, headers=headers, timeout=WAIT)


def streamed(client: httpx2.Client, body: dict[str, Any]) -> list[dict[str, Any]]:
    with client.stream("POST", "/chat/completions", json=body | {"stream": True}) as response:
        lines = [line.removeprefix("data: ") for line in response.iter_lines() if line]
    assert lines.pop() == "[DONE]"
    return [json.loads(line) for line in lines]

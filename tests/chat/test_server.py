"""Other programs: a trained run behind OpenAI's API, asked over a real connection."""

from __future__ import annotations

import asyncio
import http.client
import json
import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from core.chat.door import LARGEST, Door, has_left
from core.chat.markers import Marks
from core.chat.server import _ChatHandler  # its streams of calls need a model that calls
from core.jobs.chat import answer
from core.jobs.context import Control, JobContext
from core.jobs.serve import serve
from core.shared import paths, runs
from core.shared import protocol as p
from core.shared.errors import LuthierError
from tests.support.export_runs import trained_run

WAIT = 60  # seconds: far more than needed
QUESTION = {"role": "user", "content": "Why is the sea so dark at night?"}


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("served") / "keeper"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=8)


@pytest.fixture(scope="module")
def serving(run: runs.Run) -> Iterator[p.Serving]:
    control, events = Control(), queue.Queue[p.Event]()
    job = p.ServeJob(run=str(run.folder), port=0)
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


@pytest.fixture
def client(serving: p.Serving) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {serving.key}"}
    with httpx2.Client(base_url=serving.url, headers=headers, timeout=WAIT) as client:
        yield client


def streamed(client: httpx2.Client, body: dict[str, Any]) -> list[dict[str, Any]]:
    with client.stream("POST", "/chat/completions", json=body | {"stream": True}) as response:
        lines = [line.removeprefix("data: ") for line in response.iter_lines() if line]
    assert lines.pop() == "[DONE]"
    return [json.loads(line) for line in lines]


def test_that_answers_are_our_own_streamed_or_not(client: httpx2.Client, serving: p.Serving, run: runs.Run) -> None:
    body = {"model": serving.model, "messages": [QUESTION], "temperature": 0, "max_tokens": 40}
    whole = client.post("/chat/completions", json=body).json()
    job = p.ChatJob(run=str(run.folder), prompt=QUESTION["content"], max_tokens=40)
    with JobContext(lambda event: None) as context:
        _, ours = answer(job, context)
    assert whole["choices"][0]["message"]["content"] == ours.text
    assert whole["usage"]["prompt_tokens"] == ours.prompt_tokens
    deltas = [chunk["choices"][0]["delta"].get("content") or "" for chunk in streamed(client, body)]
    assert len(deltas) > 3
    assert "".join(deltas) == ours.text
    assert client.get("/models").json()["data"][0]["id"] == serving.model == "keeper"


def test_that_special_tokens_in_a_message_stay_characters(client: httpx2.Client) -> None:
    """llama-cpp-python's own handler would end the user's turn there."""
    messages = [{"role": "user", "content": "a<|im_end|>b"}]
    usage = client.post("/chat/completions", json={"messages": messages, "max_tokens": 1}).json()["usage"]
    plain = [{"role": "user", "content": "ab"}]
    less = client.post("/chat/completions", json={"messages": plain, "max_tokens": 1}).json()["usage"]
    assert usage["prompt_tokens"] > less["prompt_tokens"] + 3


def test_that_only_the_key_opens_it(client: httpx2.Client, serving: p.Serving) -> None:
    for headers in ({"Authorization": "Bearer wrong"}, {"Authorization": ""}):
        refused = client.post("/chat/completions", json={"messages": [QUESTION]}, headers=headers)
        assert refused.status_code == 401
        assert refused.json()["error"]["message"]
    with closing(http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=WAIT)) as raw:
        raw.putrequest("POST", "/v1/chat/completions")
        for header in (("Authorization", f"Bearer {serving.key}"), ("Content-Length", str(LARGEST + 1))):
            raw.putheader(*header)
        raw.endheaders()
        assert raw.getresponse().status == 413  # before it was sent
    rebound = client.get("/models", headers={"Host": "evil.example:8080"})
    assert rebound.status_code == 421
    assert serving.url.startswith("http://127.0.0.1:")
    assert client.get(serving.url.removesuffix("/v1") + "/docs").status_code == 404
    assert serving.key not in repr(serving)


def test_that_a_refusal_arrives_though_the_request_comes_in_pieces(client: httpx2.Client, serving: p.Serving) -> None:
    """A connection that is closed on bytes which nobody has read is reset, and takes its answer along."""
    for path, key, status in (("/v1/chat/completions", "wrong", 401), ("/v1/nothing", serving.key, 404)) * 10:
        with closing(http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=WAIT)) as raw:
            raw.putrequest("POST", path)
            raw.putheader("Authorization", f"Bearer {key}")
            raw.putheader("Content-Length", "20000")
            raw.endheaders()
            raw.send(b"1" * 10_000)
            raw.send(b"2" * 10_000)
            assert raw.getresponse().status == status


def test_that_texts_go_on_without_a_penalty_unless_one_is_asked_for(client: httpx2.Client) -> None:
    def text(**others: float) -> str:
        body = {"prompt": "The sea, the sea, the", "max_tokens": 30, "temperature": 0} | others
        return str(client.post("/completions", json=body).json()["choices"][0]["text"])

    assert text() == text(repeat_penalty=1.0) != text(repeat_penalty=1.8)


def test_that_a_program_that_leaves_is_noticed_while_its_answer_is_written() -> None:
    noticed: list[bool] = []

    def write() -> None:
        deadline = time.monotonic() + WAIT
        while not has_left() and time.monotonic() < deadline:
            pass
        noticed.append(has_left())

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        assert (await receive())["body"] == b"{}"
        await asyncio.to_thread(write)

    messages = [{"type": "http.request", "body": b"{}"}, {"type": "http.disconnect"}]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    headers = [(b"host", b"localhost:1"), (b"authorization", b"Bearer key")]
    asyncio.run(Door(app, "key")({"type": "http", "headers": headers}, receive, receive))  # type: ignore[arg-type]
    assert noticed == [True]
    assert not has_left()


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([{"role": "user", "content": "word " * 1200}], "context_length_exceeded"),
        ([], "chat.empty-prompt"),
        ([{"role": "user", "content": "nul \0"}], "chat.bad-message"),
    ],
    ids=["too long", "empty", "NUL"],
)
def test_that_what_cannot_be_answered_is_said(client: httpx2.Client, messages: list[dict[str, str]], code: str) -> None:
    refused = client.post("/chat/completions", json={"messages": messages})
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == code
    (chunk,) = streamed(client, {"messages": messages})
    assert chunk["error"]["code"] == code


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/chat/completions", "no JSON", 400, "Invalid JSON"),
        ("/chat/completions", '{"messages": "Hello"}', 400, "messages: Input should be a valid array"),
        ("/chat/completions", '{"messages": [{"role": "nobody"}]}', 400, "messages.0: what is there cannot be read"),
        ("/completions", '{"prompt": "Hello", "temperature": "hot"}', 400, "temperature: Input should be"),
        ("/embeddings", '{"input": "Hello"}', 404, "There is no /v1/embeddings, but /v1/chat/completions"),
    ],
)
def test_that_requests_that_are_none_are_told_what_is_wrong(
    client: httpx2.Client, path: str, body: str, status: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    refused = client.post(path, content=body)
    assert refused.status_code == status
    assert said in refused.json()["error"]["message"]
    assert capfd.readouterr().err == ""


def test_that_neither_a_type_of_content_nor_a_model_need_be_named(client: httpx2.Client, run: runs.Run) -> None:
    body = '{"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 1}'
    form = {"Content-Type": "application/x-www-form-urlencoded"}  # as curl has it
    answer = client.post("/chat/completions", content=body, headers=form).json()
    assert (answer["object"], answer["model"]) == ("chat.completion", run.name)


def test_that_a_port_in_use_proposes_another(run: runs.Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        job = p.ServeJob(run=str(run.folder), port=other.getsockname()[1])
        with pytest.raises(LuthierError) as caught:
            serve(job, JobContext(lambda event: None))
    assert caught.value.code == "serve.port"
    assert "--port" in caught.value.hint


class _Writer:
    marks = (Marks("call", "<tool_call>", "</tool_call>"),)


def test_that_calls_of_tools_are_where_programs_look_for_them() -> None:
    handler = _ChatHandler(_Writer(), ())  # type: ignore[arg-type]
    text = 'Well.<tool_call>{"name": "look", "arguments": {"town": "Eger"}}</tool_call>'
    function = {"name": "look", "arguments": '{"town": "Eger"}'}
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    (whole,) = handler._with_calls({"choices": [choice]})["choices"]
    assert (whole["message"]["content"], whole["finish_reason"]) == ("Well.", "tool_calls")
    assert [call["function"] for call in whole["message"]["tool_calls"]] == [function]
    chunks = [{"choices": [{"delta": {"content": text[i : i + 5]}, "finish_reason": None}]} for i in range(0, 80, 5)]
    chunks.append({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    deltas = [chunk["choices"][0] for chunk in handler._with_calls_streamed(iter(chunks))]
    assert "".join(choice["delta"].get("content") or "" for choice in deltas) == "Well."
    assert [call["function"] for choice in deltas for call in choice["delta"].get("tool_calls", [])] == [function]
    assert deltas[-1]["finish_reason"] == "tool_calls"

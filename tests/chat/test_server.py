"""Other programs: a trained run behind OpenAI's API, asked over a real connection."""

from __future__ import annotations

import asyncio
import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.chat.gateway import LARGEST, Gateway, has_left
from core.chat.markers import THINK, Marks, read_calls
from core.chat.openai_api import ChatAnswer, ChatRequest
from core.chat.split import Piece, Splitter
from core.jobs.chat.converse import answer, serve
from core.jobs.context import JobContext
from core.runs import run as runs
from tests.support.chat_truths import source_of
from tests.support.export_runs import trained_run
from tests.support.rewritten_models import with_template
from tests.support.serving import QUESTION, WAIT, asking, served, streamed


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("served") / "keeper"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=8)


@pytest.fixture(scope="module")
def serving(run: runs.Run) -> Iterator[p.Serving]:
    with served(p.ServeJob(run=str(run.folder), port=0)) as event:
        yield event


@pytest.fixture
def client(serving: p.Serving) -> Iterator[httpx2.Client]:
    with asking(serving) as client:
        yield client


@pytest.mark.process
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


@pytest.mark.slow
def test_that_special_tokens_in_a_message_stay_characters(client: httpx2.Client) -> None:
    """Else the user's turn would end there."""
    messages = [{"role": "user", "content": "a<|im_end|>b"}]
    usage = client.post("/chat/completions", json={"messages": messages, "max_tokens": 1}).json()["usage"]
    plain = [{"role": "user", "content": "ab"}]
    less = client.post("/chat/completions", json={"messages": plain, "max_tokens": 1}).json()["usage"]
    assert usage["prompt_tokens"] > less["prompt_tokens"] + 3


@pytest.mark.slow
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


@pytest.mark.slow
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
    asyncio.run(Gateway(app, "key")({"type": "http", "headers": headers}, receive, receive))  # type: ignore[arg-type]
    assert noticed == [True]
    assert not has_left()


@pytest.mark.process
def test_that_the_next_is_answered_when_a_program_leaves_its_answer(client: httpx2.Client) -> None:
    endless = {"messages": [QUESTION], "max_tokens": 100_000, "grammar": 'root ::= "a"*', "stream": True}
    for _ in range(3):
        with client.stream("POST", "/chat/completions", json=endless) as response:
            next(response.iter_lines())
        answer = client.post("/chat/completions", json={"messages": [QUESTION], "max_tokens": 1}).json()
        assert answer["usage"]["completion_tokens"] == 1


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
    for stream in (False, True):
        refused = client.post("/chat/completions", json={"messages": messages, "stream": stream})
        assert refused.status_code == 400
        assert refused.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/chat/completions", "no JSON", 400, "The request is no JSON"),
        ("/chat/completions", '{"messages": "Hello"}', 400, "messages: expected array, got str"),
        ("/chat/completions", '{"messages": [7]}', 400, "messages[0]: expected object, got int"),
        ("/chat/completions", '{"messages": [{"role": "nobody"}]}', 400, "The conversation cannot be used"),
        ("/chat/completions", '{"messages": [], "n": 2}', 400, "n: "),
        ("/completions", '{"prompt": "Hello", "temperature": "hot"}', 400, "temperature: expected float"),
        ("/completions", '{"prompt": "Hello", "echo": true}', 400, "echo, suffix: "),
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


TEXT = '<think>\nIs it wet?\n</think>\n\nWell.<tool_call>{"name": "look", "arguments": {"town": "Eger"}}</tool_call>'
MARKS = (THINK, Marks("call", "<tool_call>", "</tool_call>"))
LOOK = {"name": "look", "arguments": '{"town": "Eger"}'}


def said(text: str, size: int = 1000) -> Iterator[Piece | p.Reply]:
    """An answer whose tokens have so many characters each."""
    splitter = Splitter(MARKS, ())
    for at in range(0, len(text), size):
        yield from splitter.add(text[at : at + size].encode())
    yield from splitter.finish()

    def joined(kind: str) -> str:
        return "".join(piece.text for piece in splitter.stretches if piece.kind == kind)

    calls = [call for piece in splitter.stretches if piece.kind == "call" for call in read_calls(piece.text)]
    yield p.Reply(text=joined("answer"), thinking=joined("thinking"), calls=calls, **FIGURES)


FIGURES: dict[str, Any] = {
    **dict.fromkeys(("prompt_tokens", "reused_tokens", "dropped", "tokens"), 0),
    **dict.fromkeys(("first_token_s", "prompt_tok_s", "tok_s"), 0.0),
    "stopped": "stop",
}


def chat_answer() -> ChatAnswer:
    return ChatAnswer(ChatRequest(messages=[]), "keeper", lambda token: b"")


def whole(text: str) -> dict[str, Any]:
    *_, reply = said(text)
    assert isinstance(reply, p.Reply)
    choice: dict[str, Any] = chat_answer().whole(reply)["choices"][0]
    return choice


def test_that_thoughts_and_calls_are_where_programs_look_for_them() -> None:
    found = whole(TEXT)
    message = found["message"]
    assert (message["reasoning_content"], message["content"]) == ("Is it wet?", "Well.")
    assert [call["function"] for call in message["tool_calls"]] == [LOOK] and found["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    "called",
    [
        "look at Eger",
        '{"name": "look", "arguments": "Eger"}',
        r'{"name": "look", "arguments": {"town": "\ud83d"}}',  # half a character
        r'{"name": "look", "arguments": "{\"town\": \"\\ud83d\"}"}',
    ],
)
def test_that_calls_that_cannot_be_read_are_not_lost(called: str) -> None:
    text = f"Well. <tool_call>{called}</tool_call>"
    message = whole(text)["message"]
    assert called in message["content"] and "tool_calls" not in message
    choices = [chunk["choices"][0] for chunk in chat_answer().chunks(said(text))]
    assert called in "".join(choice["delta"].get("content") or "" for choice in choices)
    assert choices[-1]["finish_reason"] == "stop"


def test_that_arguments_may_be_json_in_a_text() -> None:
    (call,) = read_calls('{"name": "look", "arguments": "{\\"town\\": \\"Eger\\"}"}')
    assert (call.name, call.arguments) == ("look", {"town": "Eger"})


def test_that_a_developers_message_is_a_systems(client: httpx2.Client) -> None:
    answers = [
        client.post(
            "/chat/completions",
            json={"messages": [{"role": role, "content": "Be brief."}, QUESTION], "max_tokens": 4, "temperature": 0},
        )
        for role in ("system", "developer")
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len({answer.json()["usage"]["prompt_tokens"] for answer in answers}) == 1


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_that_they_are_so_in_a_stream_however_the_tokens_fall(size: int) -> None:
    choices = [chunk["choices"][0] for chunk in chat_answer().chunks(said(TEXT, size))]
    deltas = [choice["delta"] for choice in choices]
    assert "".join(delta.get("reasoning_content") or "" for delta in deltas) == "Is it wet?"
    assert "".join(delta.get("content") or "" for delta in deltas) == "Well."
    assert [call["function"] for delta in deltas for call in delta.get("tool_calls", [])] == [LOOK]
    assert deltas[0] == {"role": "assistant"} and deltas[-1] == {}
    assert [choice["finish_reason"] for choice in choices if choice["finish_reason"]] == ["tool_calls"]


@pytest.fixture(scope="module")
def thinking(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[p.Serving]:
    """With Qwen3.5's template, which opens the thought, and takes an effort for the sake of these tests."""
    source = source_of("Qwen3.5-4B").replace(
        "{%- if add_generation_prompt %}", f"{EFFORT}{{%- if add_generation_prompt %}}"
    )
    model = with_template(demo_gguf_q8, tmp_path_factory.mktemp("thinks") / "m.gguf", source)
    with served(p.ServeJob(model=str(model), port=0)) as event:
        yield event


EFFORT = "{%- if reasoning_effort is defined %}{{- 'Effort: ' + reasoning_effort }}{%- endif %}"


@pytest.mark.slow
def test_that_a_request_says_whether_it_thinks_and_gets_the_thoughts_apart(thinking: p.Serving) -> None:
    with asking(thinking) as client:
        body = {"messages": [QUESTION], "max_tokens": 12, "temperature": 0}
        usual = client.post("/chat/completions", json=body).json()
        message = usual["choices"][0]["message"]
        assert message["reasoning_content"] and message["content"] == ""
        deltas = [chunk["choices"][0]["delta"] for chunk in streamed(client, body)]
        assert "".join(delta.get("reasoning_content") or "" for delta in deltas) == message["reasoning_content"]
        assert not any(delta.get("content") for delta in deltas)
        for said in ({"chat_template_kwargs": {"enable_thinking": False}}, {"reasoning_effort": "none"}):
            other = client.post("/chat/completions", json=body | said).json()
            assert (
                other["choices"][0]["message"]["content"] and "reasoning_content" not in other["choices"][0]["message"]
            )
            assert other["usage"]["prompt_tokens"] != usual["usage"]["prompt_tokens"]
        raw = client.post("/chat/completions", json=body | {"reasoning_format": "none"}).json()
        assert raw["choices"][0]["message"]["content"].strip() == message["reasoning_content"]
        effort = client.post("/chat/completions", json=body | {"reasoning_effort": "low"}).json()
        assert effort["usage"]["prompt_tokens"] > usual["usage"]["prompt_tokens"]


def test_that_thoughts_of_earlier_answers_are_taken_and_left_out_as_the_template_has_it(thinking: p.Serving) -> None:
    """Qwen3.5's template writes those that came after the last question alone."""
    answer = {"role": "assistant", "content": "Two miles."}
    thought = answer | {"reasoning_content": "The map says two."}
    with asking(thinking) as client:

        def read(*messages: dict[str, Any]) -> int:
            body = {"messages": [QUESTION, *messages], "max_tokens": 1}
            reply = client.post("/chat/completions", json=body).json()
            assert "usage" in reply, reply
            return int(reply["usage"]["prompt_tokens"])

        assert read(thought, QUESTION) == read(answer, QUESTION)
        assert read(thought) > read(answer)


def calling(arguments: object) -> list[dict[str, Any]]:
    """A question, a call of a tool as OpenAI's programs send it, and what the tool said."""
    call = {"id": "call00001", "type": "function", "function": {"name": "look", "arguments": arguments}}
    called = {"role": "assistant", "content": None, "tool_calls": [call]}
    return [QUESTION, called, {"role": "tool", "tool_call_id": "call00001", "content": "Rain."}]


def test_that_a_call_whose_arguments_are_a_text_reaches_a_template_that_goes_through_them(thinking: p.Serving) -> None:
    with asking(thinking) as client:

        def read(arguments: object) -> int:
            reply = client.post("/chat/completions", json={"messages": calling(arguments), "max_tokens": 1}).json()
            assert "usage" in reply, reply
            return int(reply["usage"]["prompt_tokens"])

        assert read('{"town": "Eger"}') > read("{}") == read("")
        for wrong in ('{"town": ', '{"town": NaN}'):
            refused = client.post("/chat/completions", json={"messages": calling(wrong), "max_tokens": 1})
            assert refused.status_code == 400
            said = refused.json()["error"]["message"]
            assert "the arguments of a tool call are not valid JSON" in said and "message 2: look" in said


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"chat_template_kwargs": "none"}, "chat_template_kwargs: expected object"),
        ({"chat_template_kwargs": {"enable_thinking": "no"}}, "enable_thinking: expected true or false"),
        ({"reasoning_effort": 3}, "reasoning_effort: expected str"),
        ({"reasoning_format": "xml"}, "reasoning_format: invalid enum value 'xml'"),
    ],
)
def test_that_what_cannot_be_of_thinking_is_said(client: httpx2.Client, said: dict[str, Any], words: str) -> None:
    refused = client.post("/chat/completions", json={"messages": [QUESTION], **said})
    assert refused.status_code == 400 and words in refused.json()["error"]["message"]

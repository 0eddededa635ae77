"""Requests that no answer can follow: each is told why, and the server goes on without a word on the terminal."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from core import protocol as p
from core.chat import grammars
from core.chat.gateway import LARGEST
from tests.support.serving import QUESTION, WAIT, asking, served, streamed

DEEP = "(" * 20_000 + '"a"' + ")" * 20_000
CHAIN = "\n".join(f"r{i} ::= r{i + 1}" for i in range(50_000)) + '\nr50000 ::= "a"\nroot ::= r0'
ITSELF = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}} | {
    "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "string"}]}}
}
ENDLESS = {"type": "array", "items": {"type": "string"}, "minItems": 100_000_000}


@pytest.fixture(scope="module")
def serving(demo_gguf_q8: Path) -> Iterator[p.Serving]:
    with served(p.ServeJob(model=str(demo_gguf_q8), port=0)) as event:
        yield event


@pytest.fixture
def client(serving: p.Serving) -> Iterator[httpx2.Client]:
    with asking(serving) as client:
        yield client


@pytest.fixture(autouse=True)
def nothing_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    assert capfd.readouterr().err == ""


def refusal(client: httpx2.Client, path: str, body: dict[str, Any] | str) -> str:
    """What is said of a request, which must be the same whether the answer was to come in one piece or as it is
    written. The server must still be there.
    """
    text = body if isinstance(body, str) else json.dumps(body)
    said = set()
    for sent in (text, '{"stream": true, ' + text.removeprefix("{")):
        answer = client.post(path, content=sent)
        assert answer.status_code == 400, answer.text
        said.add(re.sub(r"\(byte \d+\)", "", answer.json()["error"]["message"]))
    assert client.get("/models").status_code == 200
    assert len(said) == 1
    return said.pop()


def tool(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "description": "", "parameters": schema}}


def calling(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    choice = {"type": "function", "function": {"name": name}}
    return {"messages": [QUESTION], "max_tokens": 24, "tools": [tool(schema)], "tool_choice": choice}


@pytest.mark.process
@pytest.mark.parametrize(
    ("grammar", "words"),
    [
        ("x", "expecting ::="),
        ('root ::= root "a" | "b"', "left recursion"),
        ('root ::= "a"{1000000000}', "repetitions"),
        ("root ::= foo", "Undefined rule identifier"),
        (f"root ::= {DEEP}", "asks for too much"),
        (CHAIN, "asks for too much"),
        ('root ::= "a"\0', "a NUL is no part"),
    ],
    ids=["none", "left recursion", "repeated", "undefined", "deep", "a chain of rules", "NUL"],
)
def test_that_a_grammar_that_cannot_be_used_is_refused(client: httpx2.Client, grammar: str, words: str) -> None:
    """llama.cpp's reader says nothing or overflows its stack, and either ended the server with a fault of memory."""
    assert words in refusal(client, "/completions", {"prompt": "Once", "grammar": grammar, "max_tokens": 4})


@pytest.mark.process
def test_that_a_grammar_whose_first_token_takes_minutes_is_refused(
    client: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammars, "SECONDS", 1)
    slow = "root ::= " + "x " * 1000 + '\nx ::= "a"?'
    assert "too much time" in refusal(client, "/completions", {"prompt": "Once", "grammar": slow})


@pytest.mark.process
@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (ITSELF, "left recursion"),
        (ENDLESS, "too much"),
        ({"type": "banana"}, "Unrecognized schema"),
        ({"$ref": "https://127.0.0.1:1/schema"}, "Fetching remote schemas is not allowed"),
    ],
    ids=["itself", "endless", "no type", "from elsewhere"],
)
def test_that_a_schema_that_cannot_be_used_is_refused(
    client: httpx2.Client, schema: dict[str, Any], words: str
) -> None:
    form = {"type": "json_object", "schema": schema}
    assert words in refusal(client, "/chat/completions", {"messages": [QUESTION], "response_format": form})


@pytest.mark.process
def test_that_a_function_that_cannot_be_called_is_said(client: httpx2.Client) -> None:
    assert "tool_choice: llama.cpp cannot use" in refusal(client, "/chat/completions", calling("look", ITSELF))
    assert "there is no function hear" in refusal(client, "/chat/completions", calling("hear", {}))
    functions = {"functions": [tool(ITSELF)["function"]], "function_call": {"name": "look"}}
    assert "function_call: " in refusal(client, "/chat/completions", {"messages": [QUESTION], **functions})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"prompt": "Once", "temperature": NaN}', "The request is no JSON"),
        ('{"prompt": "Once", "temperature": 1e999}', "temperature: number out of range"),
        ('{"prompt": ""}', "prompt: it is empty"),
        ('{"max_tokens": 2}', "prompt: it is empty"),
        ('{"prompt": []}', "prompt: it is empty"),
        ('{"prompt": ["Once", "Twice"]}', "these are 2"),
        ('{"prompt": "Once", "logit_bias": {"99999999": 1}}', "99999999 is no token"),
        ('{"prompt": "Once", "logit_bias": {"-1": 1}}', "-1 is no token"),
        ('{"prompt": "Once", "logit_bias": {"word": 1}}', "word is no token"),
        ('{"prompt": "Once", "logit_bias": {"000000000000000000009999999": 1}}', "is no token"),
        ('{"prompt": "Once", "logit_bias": {"5": 1e39}}', "logit_bias[...]: expected float <= 1000"),
    ],
)
def test_that_what_a_text_cannot_be_completed_with_is_said(client: httpx2.Client, body: str, words: str) -> None:
    assert words in refusal(client, "/completions", body)


def test_that_a_text_that_is_too_long_is_refused(client: httpx2.Client) -> None:
    assert "the model reads at most" in refusal(client, "/completions", {"prompt": "word " * 5000})


@pytest.mark.parametrize("is_told", [True, False], ids=["whose length is told", "in chunks"])
def test_that_a_request_over_32_mb_is_told_so(serving: p.Serving, client: httpx2.Client, is_told: bool) -> None:
    url = client.base_url
    with closing(http.client.HTTPConnection(url.host, url.port, timeout=WAIT)) as raw:
        parts = (b" " * (1 << 20) for _ in range((LARGEST >> 20) + 1))
        headers = {"Authorization": f"Bearer {serving.key}"}
        length = {"Content-Length": str(LARGEST + (1 << 20))} if is_told else {}
        raw.request("POST", "/v1/completions", parts, headers | length, encode_chunked=not is_told)
        answer = raw.getresponse()
        assert answer.status == 413
        assert "32 MB at most" in json.loads(answer.read())["error"]["message"]


@pytest.mark.process
def test_that_an_answer_follows_its_grammar_or_schema(client: httpx2.Client) -> None:
    def text(**wanted: Any) -> str:
        body = {"prompt": "Once", "temperature": 0, "max_tokens": 12} | wanted
        return str(client.post("/completions", json=body).json()["choices"][0]["text"])

    assert text(grammar='root ::= "so it" [.!]') in ("so it.", "so it!")
    digits = text(grammar="root ::= [0-9]+", min_tokens=4, logit_bias={"65": 3})
    assert digits.isdigit()
    form = {"type": "json_object", "schema": {"type": "object", "properties": {"a": {"const": 7}}, "required": ["a"]}}
    body = {"messages": [QUESTION], "temperature": 0, "max_tokens": 40, "response_format": form}
    whole = client.post("/chat/completions", json=body).json()["choices"][0]["message"]["content"]
    assert json.loads(whole) == {"a": 7}
    assert "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in streamed(client, body)) == whole
    called = client.post("/chat/completions", json=calling("look", form["schema"])).json()  # type: ignore[arg-type]
    assert json.loads(called["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]) == {"a": 7}


@pytest.mark.process
def test_that_an_answer_ends_where_its_grammar_leads_nowhere(client: httpx2.Client) -> None:
    """No token has that number: llama.cpp throws, and the process ended."""
    body = {"prompt": "Once", "max_tokens": 4, "grammar": 'root ::= "so" <[99999999]>'}
    (choice,) = client.post("/completions", json=body).json()["choices"]
    assert (choice["text"], choice["finish_reason"]) == ("so", "stop")


def test_that_probabilities_of_a_chat_come_in_json(client: httpx2.Client) -> None:
    body = {"messages": [QUESTION], "max_tokens": 2, "logprobs": True, "top_logprobs": 2}
    answer = client.post("/chat/completions", json=body).json()
    found = [one["logprob"] for one in answer["choices"][0]["logprobs"]["content"]]
    assert len(found) == 2 and all(isinstance(number, float) for number in found)
    assert any(chunk["choices"][0].get("logprobs") for chunk in streamed(client, body))

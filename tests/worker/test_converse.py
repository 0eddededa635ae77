"""A chat in a real worker process: one model, many questions, of which one may fail or not be wanted any more."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.engine.lora.adapter_file import write_adapter


class Chat:
    """A worker that converses, and its events as they come."""

    def __init__(self, job: p.ConverseJob) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "core.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.events = self._read()
        self.send(p.Start(job=job))

    def send(self, command: p.Command) -> None:
        self.send_line(p.encode(command))

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def until(self, *kinds: type[p.Event]) -> tuple[list[p.Event], p.Event]:
        """The next event of these kinds, and those before it."""
        before = []
        for event in self.events:
            if isinstance(event, kinds):
                return before, event
            before.append(event)
        raise AssertionError("the worker ended")

    def _read(self) -> Iterator[p.Event]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield p.decode_event(line)


@pytest.fixture
def chat(demo_gguf_q8: Path, tmp_path: Path) -> Iterator[Chat]:
    rng = np.random.default_rng(1)
    factors = (rng.normal(size=(4, 256)).astype(np.float32), (rng.normal(size=(256, 4)) * 0.5).astype(np.float32))
    write_adapter(tmp_path / "a.gguf", "llama", {"blk.5.attn_output.weight": factors}, 4.0)
    chat = Chat(p.ConverseJob(model=str(demo_gguf_q8), adapter=str(tmp_path / "a.gguf")))
    yield chat
    chat.process.kill()
    chat.process.wait()


def question(name: str, text: str = "Tell me a story.", **others: object) -> p.Ask:
    return p.Ask(id=name, messages=[{"role": "user", "content": text}], **others)  # type: ignore[arg-type]


def test_that_a_conversation_goes_on_after_errors_and_cancelled_answers(chat: Chat) -> None:
    _, ready = chat.until(p.Ready)
    assert isinstance(ready, p.Ready)
    assert (ready.context, ready.chat, ready.adjustable) == (1024, True, True)

    chat.send(question("both", voice="both", sampling=p.Sampling(max_tokens=30)))
    events = []
    while sum(isinstance(event, p.Answered) for event in events) < 2:
        before, event = chat.until(p.Answered)
        events += [*before, event]
    replies = {event.voice: event.reply for event in events if isinstance(event, p.Answered)}
    for voice in ("tuned", "base"):
        told = "".join(event.text for event in events if isinstance(event, p.Text) and event.voice == voice)
        assert told == replies[voice].text
        assert replies[voice].tokens <= 30
    assert replies["tuned"].text != replies["base"].text

    chat.send(question("bad", "word " * 1200))
    _, refused = chat.until(p.Refused, p.Answered)
    assert isinstance(refused, p.Refused)
    assert (refused.id, refused.code) == ("bad", "chat.prompt-too-long")

    for line, name in [
        (b'{"type":"ask","id":"strong","messages":[],"strength":3}', "strong"),
        (b'{"type":"ask","messages":{}}', ""),
        (b'{"type":"ask","id":"deep","messages":[' + b"[" * 500_000 + b"]" * 500_000 + b"]}", None),
        (b'{"type":"dance"}', None),
    ]:
        chat.send_line(line + b"\n")
        _, told = chat.until(p.Refused, p.Notice)
        assert isinstance(told, p.Notice if name is None else p.Refused)
        assert (told.code, getattr(told, "id", None)) == ("protocol.bad-command", name)

    chat.send(p.CancelAnswer(id="long"))  # of a question that was not asked yet
    chat.send(question("long", sampling=p.Sampling(max_tokens=900, temperature=1.0)))
    chat.until(p.Text)
    chat.send(p.CancelAnswer(id="long"))
    _, cancelled = chat.until(p.Answered)
    assert isinstance(cancelled, p.Answered)
    assert cancelled.reply.stopped in ("cancelled", "stop")  # it may have come to its end just before
    chat.send(question("weak", strength=0.0, sampling=p.Sampling(max_tokens=30)))
    _, weak = chat.until(p.Answered)
    assert isinstance(weak, p.Answered)
    assert weak.reply.text == replies["base"].text

    chat.send(question("same", voice="both", strength=0.0, sampling=p.Sampling(max_tokens=30)))
    for _ in range(2):
        _, same = chat.until(p.Answered)
        assert isinstance(same, p.Answered)
        assert same.reply.text == replies["base"].text

    texts = []
    for begun, limit in [("", 12), ("", 6), (None, 6)]:
        beginning = texts[-1] if begun is None else begun
        chat.send(question("part", voice="base", begun=beginning, sampling=p.Sampling(max_tokens=limit)))
        _, part = chat.until(p.Answered)
        assert isinstance(part, p.Answered)
        texts.append(part.reply.text)
    whole, first, rest = texts
    assert first + rest == whole

    chat.send(question("now", sampling=p.Sampling(max_tokens=900, temperature=1.0)))
    chat.until(p.Text)
    chat.send(question("too late"))
    chat.send(p.Stop())
    before, end = chat.until(p.Finished)
    assert isinstance(end, p.Finished)
    refused = [(told.id, told.code) for told in before if isinstance(told, p.Refused)]
    assert refused in ([("too late", "chat.ended")], [])  # the answer before it may have come to its end just before
    assert p.result_of(end, p.ConverseResult).answers == (10 if refused else 11)
    assert chat.process.wait(60) == 0


def test_that_the_base_reads_what_it_is_given_to_read(chat: Chat) -> None:
    """Beside the tuned model, which reads something else, it answers as it does alone."""
    once, length = [{"role": "user", "content": "Tell me of the sea."}], p.Sampling(max_tokens=20)
    chat.send(question("both", voice="both", base_messages=once, sampling=length))
    chat.send(question("tuned", sampling=length))
    chat.send(p.Ask(id="base", messages=once, voice="base", sampling=length))
    told = [chat.until(p.Answered)[1] for _ in range(4)]
    texts = {(event.id, event.voice): event.reply.text for event in told if isinstance(event, p.Answered)}
    assert texts["both", "tuned"] == texts["tuned", "tuned"]
    assert texts["both", "base"] == texts["base", "base"]


def test_that_a_window_that_is_gone_ends_it_in_the_middle_of_an_answer(chat: Chat) -> None:
    chat.until(p.Ready)
    chat.send(question("long", sampling=p.Sampling(max_tokens=900, temperature=1.0)))
    chat.until(p.Text, p.Answered)
    assert chat.process.stdin is not None
    chat.process.stdin.close()
    chat.until(p.Finished)
    assert chat.process.wait(60) == 0


def test_that_a_chat_without_its_model_fails_with_advice(tmp_path: Path) -> None:
    chat = Chat(p.ConverseJob(model=str(tmp_path / "gone.gguf")))
    _, failed = chat.until(p.Failed)
    assert isinstance(failed, p.Failed)
    assert failed.code == "model.missing"
    assert chat.process.wait(60) == 1

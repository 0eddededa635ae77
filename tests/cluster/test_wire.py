"""What computers of a cluster take from each other: data of a closed list, bounded, and nothing in another's name."""

from __future__ import annotations

import asyncio
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from core.base.errors import LuthierError
from core.cluster import member, members, questions, wire
from core.cluster.credentials import (
    HEAD,
    MACHINE,
    Credentials,
    Who,
    keep_certificate,
    make_authority,
    request_membership,
    sign,
)
from core.cluster.encoding import fitting, sent, sound_rows
from core.cluster.questions import Describe, Here, There, WhoIsThere
from core.cluster.wire import Listening, Noted, Refusal, Working, connect
from core.engine.model.weight_layouts import Layout
from tests.support.trained_together import ROWS

HOST = "127.0.0.1"
QUESTIONS = (*member._QUESTIONS, Here, WhoIsThere)
ANSWERS = (
    questions.Computed, questions.Description, questions.Has, questions.Part, questions.Ready, There, Noted, Working,
    Refusal, wire.Welcome, questions.Began, questions.Files, questions.Heard,
)  # fmt: skip


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Credentials:
    made = Credentials(tmp_path_factory.mktemp("head"))
    make_authority(made, "desk")
    return made


@pytest.fixture(scope="module")
def laptop(head: Credentials, tmp_path_factory: pytest.TempPathFactory) -> Credentials:
    made = Credentials(tmp_path_factory.mktemp("laptop"))
    signed = sign(head, request_membership(made, "laptop"), "laptop")
    keep_certificate(made, signed, head.authority.read_bytes())
    return made


class Echo:
    """Answers with what it is: the name that it heard of."""

    def __init__(self, who: Who) -> None:
        self.who, self.is_over = who, threading.Event()

    async def answer(self, question: Any) -> msgspec.Struct:
        if isinstance(question, questions.HasBase):
            raise ValueError("\x00" * 9000)
        return Refusal("told", self.who.name, "")

    def end(self) -> None:
        self.is_over.set()


@contextmanager
def listening(ours: Credentials, refused: Callable[[], set[str]] = set) -> Iterator[tuple[int, list[Echo]]]:
    """On a port that the system picks, in a thread."""
    begun, ready, over = list[Echo](), threading.Event(), asyncio.Event()
    ports, loops = list[int](), list[asyncio.AbstractEventLoop]()

    def begin(who: Who, _host: str) -> Echo:
        begun.append(Echo(who))
        return begun[-1]

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with Listening(ours, QUESTIONS, refused, begin).open(HOST, [0]) as port:
            ports.append(port)
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield ports[0], begun
    finally:
        loops[0].call_soon_threadsafe(over.set)
        thread.join()


def kinds_in(kind: Any) -> set[Any]:
    """All types that a decoder for this one can make."""
    arguments = get_args(kind)
    if arguments:
        found = set[Any]()
        for one in arguments:
            found |= kinds_in(one) if not isinstance(one, msgspec.Meta | str | int) and one is not ... else set()
        return found
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        found = {kind}
        for one in get_type_hints(kind, include_extras=True).values():
            found |= kinds_in(one) - found if one is not kind else set()
        return found
    return {kind}


PLAIN = {int, float, str, bytes, bool, type(None), list, dict, tuple}


def test_that_decoders_can_name_nothing_but_plain_values_and_our_structs() -> None:
    for kind in (*QUESTIONS, *ANSWERS):
        for one in kinds_in(kind):
            is_ours = isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__.startswith("core.")
            assert is_ours or one in PLAIN or one is Layout, (kind, one)  # a pair of numbers


@pytest.mark.parametrize(
    "value",
    [
        {"__Enum__": True, "__module__": "distributed.utils", "__name__": "os", "name": "system"},
        msgspec.msgpack.Ext(1, b"cos\nsystem\n(S'id'\ntR."),
        b"cnumpy\nndarray\n(K\x01\x85\x8c\x01OB\x08\0\0\0AAAAAAAAtR.",
        [1, [2, [3]]],
    ],
    ids=["an enumeration", "an extension", "a pickle", "lists"],
)
@pytest.mark.parametrize("kind", [Here, questions.Prepare, questions.Compute, questions.Away])
def test_that_what_names_code_is_no_message(kind: type[msgspec.Struct], value: object) -> None:
    """In the place of each field, and beside them."""
    tag = kind.__struct_config__.tag
    for field in (*kind.__struct_fields__, "annotations"):
        body = msgspec.msgpack.encode({"type": tag, field: value})
        with pytest.raises(LuthierError) as error:
            wire._decoded(body, QUESTIONS)
        assert error.value.code == "cluster.garbage" and len(error.value.message) < 400


@pytest.mark.parametrize("length", [wire.LONGEST + 1, 0xFFFFFFFF])
def test_that_a_message_is_no_longer_than_its_reader_takes(head: Credentials, laptop: Credentials, length: int) -> None:
    with listening(head) as (port, begun):
        line = connect(HOST, port, laptop, HEAD)
        line._socket.sendall(struct.pack(">I", length))
        with pytest.raises(LuthierError, match="are the most"):
            line._heard(Noted)
        begun[0].is_over.wait()
        line.close()


def test_that_each_end_knows_whom_it_talks_with(head: Credentials, laptop: Credentials) -> None:
    with listening(head) as (port, begun):
        line = connect(HOST, port, laptop, HEAD)
        with pytest.raises(LuthierError) as told:
            line.ask(Describe(), Noted)
        assert told.value.message == "laptop" and begun[0].who == Who("laptop", frozenset({MACHINE}))
        line.close()
        with pytest.raises(LuthierError) as other:
            connect(HOST, port, laptop, MACHINE, "server")
        assert other.value.code == "cluster.other-computer"
    with listening(laptop) as (port, _), pytest.raises(LuthierError) as no_head:
        connect(HOST, port, head, HEAD)
    assert no_head.value.code == "cluster.other-computer"


def test_that_a_computer_that_was_taken_out_is_told_so(head: Credentials, laptop: Credentials) -> None:
    with listening(head, lambda: {"laptop"}) as (port, begun), pytest.raises(LuthierError) as error:
        connect(HOST, port, laptop, HEAD)
    assert error.value.code == "cluster.removed" and not begun


def test_that_an_error_nobody_foresaw_comes_as_words_and_the_conversation_goes_on(
    head: Credentials, laptop: Credentials
) -> None:
    base = questions.Base("a.gguf", 1, 1, {})
    with listening(head) as (port, _):
        line = connect(HOST, port, laptop, HEAD)
        with pytest.raises(LuthierError, match="unexpected error"):
            line.ask(questions.HasBase(base), Noted)
        with pytest.raises(LuthierError, match="laptop"):
            line.ask(Describe(), Noted)
        line.close()


def test_that_another_cluster_is_no_part_of_this_one(head: Credentials, tmp_path: Path) -> None:
    other = Credentials(tmp_path / "other")
    make_authority(other, "desk")
    with listening(head) as (port, begun), pytest.raises(LuthierError) as error:
        connect(HOST, port, other, HEAD)
    assert error.value.code == "cluster.other-certificate" and not begun


def test_that_rows_are_looked_at_before_the_engine_has_them() -> None:
    row = ROWS[0]
    n_vocab = int(max(row.tokens.max(), row.labels.max())) + 1
    assert len(sound_rows(sent([(0, row)]), len(row.tokens), n_vocab)) == 1
    for longest, vocabulary in ((len(row.tokens) - 1, n_vocab), (len(row.tokens), n_vocab - 1)):
        with pytest.raises(LuthierError):
            sound_rows(sent([(0, row)]), longest, vocabulary)
    for broken in (b"", b"\x90", b"\x91\x94\x00\x01\x01\xc4\x03abc", sent([(0, row)])[:-1]):
        with pytest.raises(LuthierError):
            sound_rows(broken, len(row.tokens), n_vocab)


def test_that_rows_go_in_as_many_messages_as_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.cluster.encoding.PART", 3000)
    rows = list(enumerate(ROWS[:7]))
    parts = list(fitting(rows))
    assert [one for part in parts for one in part] == rows and len(parts) > 1
    assert all(len(sent(part)) <= 3000 for part in parts)


def test_that_nothing_of_a_connection_is_taken_by_its_name(head: Credentials) -> None:
    """Who says where it answers is called as its certificate says."""
    place = members.Meeting(head, lambda *_: None)
    visit = place._begin(Who("laptop", frozenset({MACHINE})), HOST)
    there = asyncio.run(visit.answer(Here(8972)))
    assert isinstance(there, There)
    assert [(one.name, one.host, one.port) for one in there.machines] == [("laptop", HOST, 8972)]
    visit.end()
    assert not place.there().machines

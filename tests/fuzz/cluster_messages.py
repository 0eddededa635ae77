"""Throws broken messages at both ends of a real cluster: `python -m tests.fuzz.cluster_messages [NUMBER]`.

As a computer that was let in: messages of the right form whose fields, lengths or bytes are changed. As a stranger:
bytes at all three ports, with and without TLS. Prints how many there were, how long they took, and how much memory both
processes have before and after. It fails where one of them ends, or answers no more.
"""

from __future__ import annotations

import random
import socket
import ssl
import struct
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import psutil

from core.base.errors import LuthierError
from core.cluster import questions as away
from core.cluster import questions as q
from core.cluster.credentials import HEAD
from core.cluster.members import Place
from core.cluster.questions import Describe, Description
from core.cluster.wire import Connection
from tests.support.cluster import HOST, IN_THE_CLUSTER, HomeCluster

BASE = q.Base("a.gguf", 1 << 40, 1, {"t": 1})
QUESTIONS: list[msgspec.Struct] = [
    q.Describe(), q.HasBase(BASE), q.PutBase(BASE, 0, b"abc"), q.Values(-1, 0, "int8", 0, b"abc"),
    q.Compute(0, 0, b"abc", 0, 1), q.Collect(0), q.Rest(), q.Here(8972), q.WhoIsThere(),
    *(
        away.Away("run", "key", asked)
        for asked in (
            away.Open("0", 1), away.PutFile("../x", 0, b"x"), away.Listen(0), away.Tell(b"{}"), away.ListFiles(),
            away.ReadFile("/etc/passwd", 0), away.End(),
        )
    ),
]  # fmt: skip
ODD: list[Any] = [
    None, -1, 1 << 63, 1e308, "", "x" * 5000, b"\x80\x04", [], [[[[]]]] * 9, {"__Enum__": True, "__module__": "os"},
    msgspec.msgpack.Ext(1, b"os.system"), True,
]  # fmt: skip


def frames(draw: random.Random, number: int) -> list[bytes]:
    """So many, some of them right."""
    found = []
    for _ in range(number):
        fields = msgspec.msgpack.decode(msgspec.msgpack.encode(draw.choice(QUESTIONS)))
        for _ in range(draw.randrange(3)):
            fields[draw.choice(list(fields))] = draw.choice(ODD)
        body = bytearray(msgspec.msgpack.encode(fields))
        for _ in range(draw.choice((0, 0, 1, 4))):
            body[draw.randrange(len(body))] = draw.randrange(256)
        length = draw.choice((len(body),) * 20 + (0, 5 << 20, 1 << 31, 0xFFFFFFFF))
        found.append(struct.pack(">I", length) + bytes(body))
    return found


def as_member(place: Place, machine: str, sent: list[bytes]) -> None:
    """At the head and at the machine, over connections that are made anew where one was ended."""
    lines: list[Connection | None] = [None, None]
    for i, frame in enumerate(sent):
        if i % 10_000 == 0:
            print(f"{i} messages as a member", flush=True)
        which = i % 2
        line = lines[which]
        if line is None:
            line = place.connect_by_name(machine) if which else place.connect()
            line._socket.settimeout(0.1)
        try:
            line._socket.sendall(frame)
            line._heard(Description)
        except LuthierError as error:  # an answer of another kind, or a refusal
            lines[which] = line if error.code != "cluster.garbage" else None
        except OSError:
            lines[which] = None
        if lines[which] is None:
            line.close()


def as_stranger(port: int, draw: random.Random, number: int) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for _ in range(number):
        with suppress(OSError), socket.create_connection((HOST, port), 2) as raw:
            raw.settimeout(0.2)
            said = draw.randbytes(draw.choice((0, 4, 300)))
            if draw.random() < 0.3:
                with context.wrap_socket(raw) as encrypted:
                    encrypted.sendall(said)
                    encrypted.recv(1)
            else:
                raw.sendall(said)


def main(number: int) -> None:
    draw = random.Random(0)
    with tempfile.TemporaryDirectory() as folder, HomeCluster(Path(folder)) as cluster:
        laptop = cluster.joins("laptop")
        laptop.heard(IN_THE_CLUSTER)
        place = cluster.place
        watched = {name: psutil.Process(one.process.pid) for name, one in (("head", cluster.head), ("laptop", laptop))}
        before, began = {name: one.memory_info().rss >> 20 for name, one in watched.items()}, time.monotonic()
        as_member(place, "laptop", frames(draw, number))
        head = place.connect()
        (there,) = place.there(head)
        ports = (place.port, place.port + 1, there.port)
        for port in ports:
            as_stranger(port, draw, number // 30)
        seconds = time.monotonic() - began
        for name, one in watched.items():
            after = one.memory_info().rss >> 20
            print(f"{name}: {before[name]} MiB before, {after} MiB after, {one.num_threads()} threads")
        assert place.connect_by_name("laptop").ask(Describe(), Description).cores and HEAD in head.there.roles
        print(f"{number} messages as a member, {3 * (number // 30)} as a stranger, {seconds:.0f} s; both answer.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)

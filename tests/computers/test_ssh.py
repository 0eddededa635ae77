"""What `ssh` may be given, and what a person is told when no Luthier answers."""

from __future__ import annotations

import contextlib
import io
import random

import pytest

from core.base.errors import LuthierError
from core.base.known_computers import Computer
from core.computers import frames
from core.computers.questions import ANSWERS, Files, Has, Heard, Part, Welcome
from core.computers.ssh import require_command, require_host, why_not_reached

FAR = Computer(name="studio", host="anna@studio")


@pytest.mark.parametrize(
    "host",
    ["studio", "anna@studio", "anna@192.168.1.20", "anna@fe80::1%eth0", r"HOME\anna@pc", "anna@nas.local",
     "ssh://anna@studio:2222", "a-b@c-d"],
)  # fmt: skip
def test_that_a_host_is_written_as_for_ssh(host: str) -> None:
    assert require_host(host) == host


@pytest.mark.parametrize(
    "host",
    ["", "-oProxyCommand=touch /tmp/x", "anna@-oProxyCommand=x", "anna@$(touch x)", "anna@a b", "anna@a;b", "`id`@a",
     "anna@a\nb", "anna@a'b", "ssh://-x@a", "a|b", "anna@"],
)  # fmt: skip
def test_that_no_host_is_an_option_or_a_command(host: str) -> None:
    with pytest.raises(LuthierError) as failure:
        require_host(host)
    assert failure.value.code == "computers.bad-host"


@pytest.mark.parametrize("command", ["", "  ", "luthier\nrm -rf x", "luthier\0"])
def test_that_a_command_is_one_line(command: str) -> None:
    with pytest.raises(LuthierError) as failure:
        require_command(command)
    assert failure.value.code == "computers.bad-command"


@pytest.mark.parametrize(
    ("said", "exit_code", "code", "words"),
    [
        ("ssh: Could not resolve hostname studio: Name or service not known", 255, "no-host", "No computer is called"),
        ("ssh: connect to host studio port 22: Connection refused", 255, "refused", "takes no SSH connections"),
        ("ssh: connect to host studio port 22: Connection timed out", 255, "unreachable", "does not answer"),
        ("ssh: connect to host studio port 22: No route to host", 255, "unreachable", "does not answer"),
        ("anna@studio: Permission denied (publickey,password).", 255, "no-key", "ssh-copy-id anna@studio"),
        ("@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @", 255, "key-changed", "ssh-keygen -R studio"),
        ("sh: 1: luthier: not found", 127, "no-luthier", "is no command there"),
        ("fish: Unknown command: luthier", 127, "no-luthier", "is no command there"),
        ("luthier: Command not found.", 1, "no-luthier", "is no command there"),
        ("luthier : The term 'luthier' is not recognized as the name of a cmdlet", 1, "no-luthier", "is no command"),
        ("'luthier' is not recognized as an internal or external command,", 1, "no-luthier", "is no command there"),
        ("Illegal instruction", 132, "failed", "Illegal instruction"),
        ("kex_exchange_identification: Connection closed by remote host", 255, "failed", "`ssh anna@studio`"),
    ],
)  # fmt: skip
def test_that_a_failure_is_told_in_its_own_words(said: str, exit_code: int, code: str, words: str) -> None:
    lines = [b"OpenSSH_9.2p1\r\n", b"debug1: Reading configuration data\r\n", f"{said}\r\n".encode()]
    error = why_not_reached(FAR, exit_code, lines)
    assert error.code == f"computers.{code}" and words in f"{error.message} {error.hint}"
    assert said.strip("@ ") in error.details and "debug1" not in error.details


def test_that_changed_messages_are_messages_or_refused() -> None:
    draw, stream = random.Random(0), io.BytesIO()
    for message in (
        Welcome("1.0", 1, 2.5),
        Has(True, 7),
        Heard([b"{}\n"], False),
        Files({"a/b": (1, 2)}),
        Part(b"abc"),
    ):
        frames.write(stream, message)
    whole, taken = stream.getvalue(), 0
    for _ in range(3000):
        content = bytearray(whole)
        for _ in range(draw.choice((1, 2, 8))):
            content[draw.randrange(len(content))] = draw.randrange(256)
        changed = io.BytesIO(content)
        with contextlib.suppress(EOFError, frames.GarbageError):
            while True:
                assert type(frames.read(changed, ANSWERS)) in ANSWERS
                taken += 1
    assert taken > 3000


def test_that_an_unknown_key_is_said() -> None:
    lines = [
        b"debug1: Server host key: ssh-ed25519 SHA256:abc+/1\r\n",
        b"No ED25519 host key is known for studio and you have requested strict checking.\r\n",
        b"Host key verification failed.\r\n",
    ]
    error = why_not_reached(FAR, 255, lines)
    assert error.code == "computers.unknown-key" and error.details == "ssh-ed25519 SHA256:abc+/1"


def test_that_what_the_far_end_says_moves_no_cursor() -> None:
    error = why_not_reached(FAR, 255, [b"\x1b[2J\x07oops\r\n"])
    assert error.message == "anna@studio was not reached: [2J oops."


def test_that_messages_come_as_they_went() -> None:
    stream = io.BytesIO()
    for message in (Welcome("1.0", 1, 2.5), Has(True, 7)):
        frames.write(stream, message)
    stream.seek(0)
    assert frames.read(stream, ANSWERS) == Welcome("1.0", 1, 2.5)
    assert frames.read(stream, ANSWERS) == Has(True, 7)
    with pytest.raises(EOFError):
        frames.read(stream, ANSWERS)


@pytest.mark.parametrize(
    "content",
    [b"\xff\xff\xff\xff", b"\x00\x00\x00\x03abc", b"\x00\x00\x00\x01\xc1", b"\x00\x00\x00\x06\x81\xa4type\x91",
     b"\x00\x00\x20\x00" + b"\x91" * 0x2000],
)  # fmt: skip
def test_that_nothing_else_is_taken_for_a_message(content: bytes) -> None:
    with pytest.raises(frames.GarbageError):
        frames.read(io.BytesIO(content), ANSWERS)

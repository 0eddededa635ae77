"""Connects to another computer by the system's own `ssh`, with the user's keys, agent, settings and known hosts.

Only a fixed command travels on a command line, because the remote shell may be any; everything else goes through the
pipe. `ssh` asks the user nothing, because a window has no terminal: an error names what it would have asked.
"""

from __future__ import annotations

import os
import queue
import re
import subprocess
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, Any, TypeVar

import msgspec

from core import __version__
from core.base.errors import Do, Hint, LuthierError
from core.base.known_computers import Computer
from core.base.own_process import other_program
from core.base.systems.terminals import NO_WINDOW
from core.computers import frames
from core.computers.frames import GarbageError, Refusal, Working
from core.computers.questions import ANSWERS, PROTOCOL, Question, Welcome

READY = b"luthier-worker-ready\n"  # output of a shell's start-up files before this is skipped
COMMANDS = ("luthier", "~/.local/bin/luthier", "~/luthier/luthier")  # the usual places; a shell started for a
# program lacks a login's PATH
SILENT_S = 45.0  # seconds of silence after which the other computer counts as lost
_CONNECTED_S = 20
_ENDED_S = 5.0  # seconds for ssh to end after its connection
_MOST_NOISE = 1 << 20  # bytes before READY
_AHEAD = 2  # frames that may arrive unrequested
_SHOWN = 6  # lines of ssh's output to show
_HOST = re.compile(r"(?!-)([\w.+\\-]+@(?!-))?[\w.:%-]+|ssh://(?!-)[\w.+\\@\[\]:%-]+")
_KEY = re.compile(rb"Server host key: (\S+ SHA256:\S+)")
_OPTIONS = {
    "BatchMode": "yes",  # asks nothing
    "ConnectTimeout": str(_CONNECTED_S),
    "ServerAliveInterval": "15",
    "ServerAliveCountMax": "2",
    "ClearAllForwardings": "yes",
    "ForwardAgent": "no",
    "ForwardX11": "no",
    "ControlMaster": "no",
    "ControlPath": "none",  # a shared connection outlives us and does not notice a pulled cable
    "RequestTTY": "no",
    "LogLevel": "INFO",  # a user's QUIET would hide why it failed
}

# Lines of `ssh -v` on a working connection.
_OF_NO_ERROR = ("debug1:", "OpenSSH_", "Authenticated to", "Authenticating to", "Transferred:", "Bytes per second:")

Q = TypeVar("Q", bound=msgspec.Struct)


def require_host(host: str) -> str:
    """Return a host for `ssh`. Raises LuthierError `computers.bad-host` for a text that `ssh`, or the shell of a jump
    host, would take for something else.
    """
    if not _HOST.fullmatch(host):
        raise LuthierError(
            "computers.bad-host",
            f"{host!r} is not the name or address of a computer.",
            "Write it as SSH does: anna@studio, anna@192.168.1.20, or a name from your SSH settings.",
        )
    return host


def require_command(command: str) -> str:
    """Return the user's command for the remote shell. Raises LuthierError `computers.bad-command`."""
    if not command.strip() or not command.isprintable():
        raise LuthierError(
            "computers.bad-command",
            f"{command!r} is not a command.",
            "Write it as you would type it there, such as ~/luthier/luthier.",
        )
    return command


class Pipe:
    """A connection to `luthier worker` on another computer. Asks one question at a time; `abort` may be called from
    another thread.
    """

    def __init__(self, computer: Computer, *, key: str = "", wants_key: bool = False) -> None:
        """Connect. key: the accepted fingerprint of a computer that SSH does not know yet. wants_key: put the
        fingerprint into the details of `computers.unknown-key`.

        Raises LuthierError `computers.*`.
        """
        self.computer, self._lock = computer, threading.Lock()
        self._process = _started(computer, key, says_keys=bool(key) or wants_key)
        self._said = deque[bytes](maxlen=400)  # output of ssh and of the remote stderr
        self._frames = queue.Queue[Any](_AHEAD)  # unrequested frames fill no memory
        threads = [threading.Thread(target=work, daemon=True) for work in (self._hear, self._collect)]
        for thread in threads:
            thread.start()
        self._collecting = threads[1]
        try:
            welcome = self._next(2 * _CONNECTED_S)
            self._require_key(key)
        except OSError as error:
            with suppress(subprocess.TimeoutExpired):  # its own exit code tells more than a kill's
                self._process.wait(_ENDED_S)
            self.close()
            raise self._why() from error
        except BaseException:
            self.close()
            raise
        if not isinstance(welcome, Welcome) or (welcome.protocol, welcome.version) != (PROTOCOL, __version__):
            self.close()
            raise _other_version(computer, welcome)
        self.time, self.version = welcome.time, welcome.version

    def ask(self, question: Question, kind: type[Q]) -> Q:
        """Ask a question and return its answer. Raises OSError if the connection is lost, and LuthierError if the other
        computer refuses.
        """
        with self._lock:
            assert self._process.stdin is not None
            try:
                frames.write(self._process.stdin, question)
            except ValueError as error:  # closed meanwhile
                raise ConnectionAbortedError("it was closed") from error
            while isinstance(said := self._next(SILENT_S), Working):
                """It is at work."""
        if isinstance(said, Refusal):
            raise said.error(self.computer.name)
        if not isinstance(said, kind):
            raise garbage(self.computer, f"a {type(said).__name__} that was not asked for")
        return said

    def abort(self) -> None:
        """End the connection, even while an answer is awaited."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        self.abort()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                assert stream is not None
                stream.close()

    def _next(self, patience: float) -> Any:
        """Return the next frame. Raises OSError, and LuthierError `computers.garbage`."""
        try:
            said = self._frames.get(timeout=patience)
        except queue.Empty as error:
            self.abort()
            raise TimeoutError(f"nothing was heard for {patience:.0f} seconds") from error
        if isinstance(said, GarbageError):
            self.abort()
            raise garbage(self.computer, str(said)) from said
        if isinstance(said, OSError):
            raise said
        return said

    def _hear(self) -> None:
        """Read frames in a thread: on Windows nothing else can wait for a pipe with a timeout."""
        stream = self._process.stdout
        assert stream is not None
        try:
            _pass_over_noise(stream)
            while True:
                self._frames.put(frames.read(stream, ANSWERS))
        except GarbageError as error:
            self._frames.put(error)
        except (EOFError, OSError, ValueError):
            self._frames.put(ConnectionResetError("it was closed"))

    def _collect(self) -> None:
        """Keep ssh's output, a little of each line: the other end may send anything."""
        stream = self._process.stderr
        assert stream is not None
        with suppress(OSError, ValueError):
            while line := stream.readline(4096):
                self._said.append(line)

    def _require_key(self, key: str) -> None:
        """Require the accepted key. Raises LuthierError `computers.other-key`."""
        if key and key not in (found := _keys_in(self._said)):
            raise LuthierError(
                "computers.other-key",
                f"{self.computer.host} now shows another key, {', '.join(found) or 'unknown'}, than the one accepted.",
                f"Somebody may stand between you. Remove it: `ssh-keygen -R {self.computer.host.rpartition('@')[2]}`.",
            )

    def _why(self) -> LuthierError:
        """Return the error for a connection without a worker. The process has ended."""
        self._collecting.join(2)
        return why_not_reached(self.computer, self._process.returncode, list(self._said))


def _started(computer: Computer, key: str, *, says_keys: bool) -> subprocess.Popen[bytes]:
    """Start ssh. Raises LuthierError `computers.no-ssh`, `computers.bad-host`, `computers.bad-command`."""
    program = other_program("ssh")
    if program is None:
        raise LuthierError(
            "computers.no-ssh",
            "This computer has no SSH client.",
            "On Windows: Settings, Apps, Optional features, OpenSSH Client. On Linux: install openssh-client.",
        )
    options = _OPTIONS | {"StrictHostKeyChecking": "accept-new" if key else "yes"}
    flags = ["-T", "-e", "none", *(f"-o{name}={value}" for name, value in options.items())]
    if says_keys:
        flags.append("-v")
    command = f"{require_command(computer.command)} worker"
    return subprocess.Popen(
        [program, *flags, "--", require_host(computer.host), command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"LC_ALL": "C"},
        start_new_session=True, creationflags=NO_WINDOW,
    )  # fmt: skip


def _pass_over_noise(stream: IO[bytes]) -> None:
    """Skip everything up to READY. Raises EOFError, GarbageError."""
    read, line = 0, b""
    while not line.endswith(READY):
        if not (line := stream.readline(_MOST_NOISE)):
            raise EOFError
        read += len(line)
        if read > _MOST_NOISE:
            raise GarbageError("a megabyte of text, and nothing that Luthier writes")


def garbage(computer: Computer, what: str) -> LuthierError:
    """Return the error for a message that no Luthier of this version sends."""
    return LuthierError(
        "computers.garbage",
        f"{computer.name} sent {_printable(what.encode())[:300]}.",
        "Install the same version of Luthier there, and check that its shell starts quietly.",
    )


def _other_version(computer: Computer, said: object) -> LuthierError:
    theirs = said.version if isinstance(said, Welcome) else "another version"
    return LuthierError(
        "computers.other-version",
        f"{computer.name} has Luthier {theirs}, and this computer {__version__}.",
        "Install the same version on both.",
    )


def why_not_reached(computer: Computer, code: int, said: list[bytes]) -> LuthierError:
    """Return why ssh ended without a worker, judged by its output (OpenSSH's is English everywhere) and by the remote
    shell's. code: ssh's exit code: 255, or else that of the command.
    """
    lines = [line for line in map(_printable, said) if line and not line.startswith(_OF_NO_ERROR)]
    text, host = "\n".join(lines), computer.host
    details = "\n".join(lines[-_SHOWN:])
    address = host.rpartition("@")[2]

    if "IDENTIFICATION HAS CHANGED" in text:
        return LuthierError(
            "computers.key-changed",
            f"{host} shows another key than before. Either it was installed anew, or another computer answers.",
            f"If you know why, forget the old key: `ssh-keygen -R {address}`. Then add the computer again.",
            details,
        )
    if "Host key verification failed" in text or "host key is known" in text:
        keys = _keys_in(said)  # the last key is the unknown one; keys of jump hosts come first
        return LuthierError(
            "computers.unknown-key",
            f"SSH has never connected to {host}.",
            Hint("Add it, and accept its key.", Do.open(f"computers add {host}")),
            keys[-1] if keys else "",
        )
    if "Permission denied" in text or "Too many authentication failures" in text:
        return LuthierError(
            "computers.no-key",
            f"{host} does not let you in without a password.",
            f"Give it your key once: `ssh-keygen -t ed25519`, then `ssh-copy-id {host}` (the guide's page “Other "
            "computers” has the line for Windows). A key with a passphrase has to be in your agent: `ssh-add`.",
            details,
        )
    if "Could not resolve" in text:
        return LuthierError(
            "computers.no-host",
            f"No computer is called {address} in this network.",
            "Check the name, or use its address.",
            details,
        )
    if "Connection refused" in text:
        return LuthierError(
            "computers.refused",
            f"{address} is there, but takes no SSH connections.",
            "Switch it on there: “Remote Login” on a Mac, “OpenSSH Server” on Windows, openssh-server on Linux.",
            details,
        )
    if any(words in text for words in ("timed out", "No route to host", "unreachable", "Operation timed out")):
        return LuthierError(
            "computers.unreachable",
            f"{address} does not answer.",
            "Is it switched on, awake, and in the same network? A firewall may block port 22.",
            details,
        )
    if code not in (255, -9) and not _is_there(code, text):
        return LuthierError(
            "computers.no-luthier",
            f"{host} was reached, but “{computer.command}” is no command there.",
            Hint(
                "Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.",
                Do.by("If it is elsewhere, say where.", "--command"),
            ),
            details,
        )
    message = lines[-1] if lines else f"ssh ended with exit code {code}"
    return LuthierError(
        "computers.failed",
        f"{host} was not reached: {message.rstrip('.')}.",
        f"Try `ssh {host}` in a terminal.",
        details,
    )


def _is_there(code: int, text: str) -> bool:
    missing = ("not found", "not recognized", "No such file", "Unknown command", "CommandNotFoundException")
    return code not in (126, 127, 9009) and not any(words in text for words in missing)


def _keys_in(said: Iterable[bytes]) -> list[str]:
    return [_printable(key) for key in _KEY.findall(b"".join(said))]


def _printable(text: bytes) -> str:
    """Return a line of another computer's output without control characters, which would move a terminal's cursor."""
    return "".join(letter if letter.isprintable() else " " for letter in text.decode("utf-8", "replace")).strip()

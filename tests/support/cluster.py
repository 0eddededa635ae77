"""A cluster of real processes on this machine: the commands, as people type them in as many terminals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from core import protocol as p
from core.cluster.credentials import Credentials
from core.cluster.members import Place
from core.runs.run import Run

HOST = "127.0.0.1"
IN_THE_CLUSTER = "is part of the cluster"  # what a machine says once it is
LUTHIER = ("-m", "core.cli")
_CODE = re.compile(r"code: (\d{3} \d{3})")


class Terminal:
    """A command of Luthier with a home of its own. said: line by line, as far as it was waited for.

    program: what understands the command, as Python takes it. prefix: a command that runs it, in a namespace say.
    """

    def __init__(
        self,
        home: Path,
        *words: str,
        program: Sequence[str] = LUTHIER,
        prefix: Sequence[str] = (),
        **variables: str,
    ) -> None:
        self.home, self.said = home, ""
        command = [*prefix, sys.executable, *program, *words]
        env = {**os.environ, "LUTHIER_HOME": str(home), "LUTHIER_DEVICE": "cpu", "COLUMNS": "200", **variables}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=env,
            start_new_session=True,
        )

    def heard(self, words: str) -> str:
        """The line with these words; AssertionError with all that was said where none comes."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if words in line:
                return line
        raise AssertionError(f"{words!r} was never said:\n{self.said}")

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def code(self) -> str:
        """That it wants compared."""
        found = _CODE.search(self.heard("has to show this code"))
        assert found is not None
        return found[1]

    def leaves(self) -> None:
        """Once it is part of the cluster."""
        self.heard(IN_THE_CLUSTER)
        self.end()

    def end(self) -> None:
        """As when the power goes: all that the command has started, too."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


class HomeCluster:
    """host: the head's address. prefix: of the commands on a machine, by its name; variables: theirs."""

    def __init__(
        self,
        folder: Path,
        host: str = HOST,
        prefix: Callable[[str], Sequence[str]] = lambda name: (),
        **variables: str,
    ) -> None:
        self._folder, self._host, self._prefix, self._port = folder, host, prefix, 0  # any two
        self._variables = variables
        self.members: list[Terminal] = []
        self._held = ExitStack()
        self.starts()

    def __enter__(self) -> HomeCluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def joins(
        self,
        name: str,
        models: Sequence[Path] = (),
        answer: str = "yes",
        program: Sequence[str] = LUTHIER,
        **variables: str,
    ) -> Terminal:
        """A machine that is let in, if that is the answer on both sides. models: what its models folder has."""
        terminal = self.asks(name, models, program, **variables)
        assert terminal.code() == self.head.code()
        for side in (self.head, terminal):
            side.type(answer)
        return terminal

    def asks(
        self, name: str, models: Sequence[Path] = (), program: Sequence[str] = LUTHIER, **variables: str
    ) -> Terminal:
        """A machine that wants to join, or comes back."""
        home = self.home(name)
        (home / "models").mkdir(parents=True, exist_ok=True)
        for model in models:
            (home / "models" / model.name).symlink_to(model)
        address = f"{self._host}:{self._port + 1}"
        member = self._started(home, "cluster", "join", address, "--name", name, program=program, **variables)
        self.members.append(member)
        return member

    def home(self, name: str) -> Path:
        return self._folder / name

    def runs(self, name: str, *words: str, program: Sequence[str] = LUTHIER) -> Terminal:
        """Another command on that machine."""
        return self._started(self.home(name), *words, program=program)

    def starts(self) -> None:
        self.head = self.runs("head", "cluster", "start", "--host", self._host, "--port", str(self._port))
        self._port = int(self.head.heard("luthier cluster join").split()[-1].rpartition(":")[2]) - 1

    @property
    def place(self) -> Place:
        """Of a training on the head's machine."""
        return Place(self._host, self._port, self.credentials("head"), "head")

    def credentials(self, name: str) -> Credentials:
        return Credentials(self.home(name) / "cluster")

    def _started(self, home: Path, *words: str, program: Sequence[str] = LUTHIER, **variables: str) -> Terminal:
        prefix = self._prefix(home.name)
        terminal = Terminal(home, *words, program=program, prefix=prefix, **{**self._variables, **variables})
        self._held.callback(terminal.end)
        return terminal


def machines_of(run: Path) -> set[str]:
    """That have done steps of it; none of a computer that trained by itself, which does not say so."""
    steps = [event for event in Run(run).events() if isinstance(event, p.Step)]
    return {name for step in steps for name in step.machines or {}}

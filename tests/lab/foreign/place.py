"""A folder in which Luthier runs as on another system: Python for it, the pinned packages, the engine's wheel."""

from __future__ import annotations

import os
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, NamedTuple

from build_engine import CROSS
from engine_wheel import build_engine_wheel
from foreign_packages import Wheels, install_packages, unpack_wheel
from setup_shell import Step

from tests.kernels.targets import Target
from tests.support.places import ROOT

LONGEST = 4 * 3600  # seconds: an emulator takes its time


class System(NamedTuple):
    """One that is not at hand.

    kernels: how those are tested there. needs: programs; packages: Debian's, which have them. wheels: what pip takes
    there. engine: its name in build_engine.CROSS. crash: what ends a program that jumps to an address that nobody has.
    demo: the module with its words, before the folder. has_screen: whether windows are shown there, where the road can
    be walked.
    """

    kernels: Target
    needs: tuple[str, ...]
    packages: str
    wheels: Wheels
    engine: str
    crash: str
    demo: tuple[str, ...]
    has_screen: bool


class Place(ABC):
    """folder: for all of it, made anew."""

    system: ClassVar[System]

    def __init__(self, folder: Path) -> None:
        self.folder, self.python = folder, folder / "python"

    @property
    @abstractmethod
    def site_packages(self) -> Path: ...

    @abstractmethod
    def unpack_python(self) -> None:
        """Into self.python. Raises SetupError."""

    @abstractmethod
    def command(self) -> list[str | Path]:
        """By which its Python runs."""

    @abstractmethod
    def end(self) -> None:
        """End what its programs left running."""

    def settings(self) -> dict[str, str]:
        """Variables for its programs."""
        return {}

    def path(self, here: Path) -> str:
        """What that system calls a file of this one."""
        return str(here)

    def set_up(self) -> None:
        """Needs the network where nothing is in the cache. Raises SetupError."""
        with Step(f"Unpacking Python for {self.system.kernels.name}"):
            self.unpack_python()
        with Step(f"Installing the packages for {self.system.kernels.name}"):
            install_packages(self.system.wheels, self.site_packages, self.folder / "packages.txt")
        unpack_wheel(build_engine_wheel(CROSS[self.system.engine], self.folder), self.python, self.site_packages)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run its Python in the source's folder."""
        with self.start(*words) as process:
            try:
                said = process.communicate(timeout=LONGEST)
            finally:
                process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, *said)

    def start(self, *words: str) -> subprocess.Popen[str]:
        given = self.settings() | {"LUTHIER_HOME": self.path(self.folder / "home")}
        return subprocess.Popen(
            [*self.command(), *words], cwd=ROOT, env=os.environ | given, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        )  # fmt: skip

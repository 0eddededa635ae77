"""A system that has glibc, zlib, X's libraries, OpenGL's entry points and a font; no Python, no compiler, no shell.

Its files are those of this machine's packages, put into a folder that bubblewrap makes the root of. No network.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

PACKAGES = (
    "libc6", "zlib1g", "libx11-6", "libx11-data", "libxcb1", "libxau6", "libxdmcp6", "libbsd0", "libmd0", "libgl1",
    "libglx0", "libegl1", "libopengl0", "libglvnd0", "fontconfig-config", "fonts-dejavu-core", "xkb-data",
)  # fmt: skip
WANTED = ("/lib", "/usr/lib", "/usr/share/fonts", "/usr/share/X11", "/usr/share/fontconfig", "/etc/fonts", "/lib64")


class EmptyRoot:
    """folder: to be made. program: seen in there under /opt/luthier, home under /home/user."""

    def __init__(self, folder: Path, program: Path, home: Path, sockets: Path) -> None:
        self.folder, self.program, self.home, self.sockets = folder, program, home, sockets
        listing = subprocess.run(["dpkg", "-L", *PACKAGES], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            if line.startswith(WANTED) and not Path(line).is_dir():
                target = folder / Path(line).resolve().relative_to("/")  # /lib is a link to /usr/lib
                _copy(Path(line), folder / _merged(line))
                _copy(Path(line).resolve(), target)
        for name in ("lib", "lib64"):
            if not (folder / name).exists():
                (folder / name).symlink_to(f"usr/{name}")

    def command(self, words: list[str], settings: dict[str, str]) -> list[str]:
        """Words that start with /opt/luthier, as a program of that system."""
        inside = {"HOME": "/home/user", "LUTHIER_HOME": "/home/user/luthier", "LANG": "C.UTF-8", "PATH": "/opt/luthier"}
        return [
            "bwrap", "--unshare-all", "--die-with-parent", "--clearenv",
            "--bind", str(self.folder), "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
            "--ro-bind", str(self.program), "/opt/luthier", "--bind", str(self.home), "/home/user",
            "--bind-try", "/tmp/.X11-unix", "/tmp/.X11-unix", "--bind-try", str(self.sockets), str(self.sockets),
            *(word for name, value in (settings | inside).items() for word in ("--setenv", name, value)),
            *words,
        ]  # fmt: skip


def _merged(line: str) -> Path:
    """Below /usr, as systems are today, of which /lib is a link."""
    path = Path(line).relative_to("/")
    return Path("usr") / path if path.parts[0] in ("lib", "lib64") else path


def _copy(source: Path, target: Path) -> None:
    if not target.exists() and not target.is_symlink():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target, follow_symlinks=False)

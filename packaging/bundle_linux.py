"""The program packed for Linux: an archive that is unpacked anywhere, with what a desktop shows of a program."""

from __future__ import annotations

import platform
import re
import shutil
import tarfile
from pathlib import Path

from setup_shell import ROOT, Step

DESKTOP = ROOT / "packaging" / "linux"
SHARE = Path("share")
PLACES = {
    DESKTOP / "luthier.desktop": SHARE / "applications",
    DESKTOP / "luthier.metainfo.xml": SHARE / "metainfo",
    ROOT / "resources" / "luthier.svg": SHARE / "icons" / "hicolor" / "scalable" / "apps",
}


def pack(program: Path, folder: Path) -> list[Path]:
    """The archives, made of the program's folder. Links stay links: each library is in it once."""
    for file, place in PLACES.items():
        (program / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(file, program / place)
    archive = folder / f"{name()}.tar.xz"
    with Step("Packing it"), tarfile.open(archive, "w:xz") as packed:
        packed.add(program, "luthier", filter=_nobodys)
    return [archive]


def name() -> str:
    """luthier-0.1.0-linux-x86_64"""
    version = re.search(r'__version__ = "(.+)"', (ROOT / "core" / "__init__.py").read_text())
    assert version is not None
    return f"luthier-{version[1]}-linux-{platform.machine()}"


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whoever built it is nothing to whoever unpacks it."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member

"""The program packed for Linux: an archive that is unpacked anywhere, and an AppImage, one file that is clicked.

Both hold the same folder, with what a desktop shows of a program.
"""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from appimage_runtime import appimage_runtime
from setup_shell import ROOT, SetupError, Step, project, run

DESKTOP = ROOT / "packaging" / "linux"
SHARE = Path("share")
PLACES = {
    DESKTOP / "luthier.desktop": SHARE / "applications",
    DESKTOP / "luthier.metainfo.xml": SHARE / "metainfo",
    ROOT / "resources" / "luthier.svg": SHARE / "icons" / "hicolor" / "scalable" / "apps",
}


def pack(program: Path, folder: Path) -> list[Path]:
    """Pack the program's folder into the files that people download. Raises SetupError."""
    for file, place in PLACES.items():
        (program / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(file, program / place)
    packed = [archive(program, folder)]
    try:
        packed.append(appimage(program, folder))
    except SetupError as error:
        print(f"\nThere is no AppImage. {error}", file=sys.stderr)
    return packed


def archive(program: Path, folder: Path) -> Path:
    """Pack the archive, with links as links, so that each library is in it once, and without its builder's name."""
    target = folder / f"{name()}.tar.xz"
    nobodys = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"]
    with Step("Packing the archive"):
        run(["tar", "--create", "--xz", "--file", target, *nobodys, "--directory", program.parent, program.name],
            {"XZ_OPT": "-6 --threads=0"})  # fmt: skip
    return target


def appimage(program: Path, folder: Path) -> Path:
    """Write the runtime, then the folder as squashfs, with the files that AppImageSpec's "AppDir" has at its top."""
    target, root, squashed = folder / f"{name()}.AppImage", folder / "AppDir", folder / "squashed"
    runtime = appimage_runtime()
    with Step("Packing the AppImage"):
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(program, root, symlinks=True, copy_function=_link)
        (root / "AppRun").symlink_to("luthier")
        (root / "luthier.desktop").symlink_to(SHARE / "applications" / "luthier.desktop")
        for icon in ("luthier.svg", ".DirIcon"):
            (root / icon).symlink_to(SHARE / "icons" / "hicolor" / "scalable" / "apps" / "luthier.svg")
        (root / "usr").mkdir()
        (root / "usr" / "share").symlink_to(Path("..") / SHARE)  # where tools look for the metadata
        squashed.unlink(missing_ok=True)
        run(["mksquashfs", root, squashed, "-root-owned", "-noappend", "-no-progress", "-comp", "zstd",
             "-Xcompression-level", "19", "-b", "1M"])  # fmt: skip
        with target.open("wb") as whole:
            for part in (runtime, squashed):
                with part.open("rb") as file:
                    shutil.copyfileobj(file, whole)
        target.chmod(0o755)
        squashed.unlink()
        shutil.rmtree(root)
    return target


def name() -> str:
    """Return the files' name, such as luthier-0.1.0-linux-x86_64."""
    return f"luthier-{project()['version']}-linux-{platform.machine()}"


def _link(source: str, target: str) -> None:
    """Link a file instead of copying it: half a gigabyte need not lie here twice."""
    Path(target).hardlink_to(source)

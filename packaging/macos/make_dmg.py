"""Luthier.app, signed, into a disk image: `python packaging/macos/make_dmg.py dist/Luthier.app`. Runs on a Mac.

Without CODESIGN_IDENTITY the signature is an ad-hoc one, without which no program starts on an M1 or newer, and which
says nothing of who made it. With NOTARY_PROFILE, a profile that `xcrun notarytool store-credentials` keeps in the
keychain, Apple is sent the image and its answer is stapled to it. docs/packaging.md has the rest.
"""

from __future__ import annotations

import os
import platform
import plistlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ENTITLEMENTS = Path(__file__).with_name("entitlements.plist")
MACH_O = {bytes.fromhex(magic) for magic in ("cffaedfe", "cefaedfe", "cafebabe")}  # 64 bits, 32 bits, several at once
Command = list[str | Path]


def main() -> int:
    if sys.platform != "darwin":
        print("A disk image is made on a Mac: this needs its codesign and hdiutil.", file=sys.stderr)
        return 1
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    app = Path(sys.argv[1]).resolve()
    identity = os.environ.get("CODESIGN_IDENTITY", "-")
    for command in signing(app, identity):
        subprocess.run(command, check=True)
    with tempfile.TemporaryDirectory() as folder:
        image = image_of(app)
        for command in imaging(app, image, Path(folder), identity):
            subprocess.run(command, check=True)
    for command in notarizing(image, os.environ.get("NOTARY_PROFILE", "")):
        subprocess.run(command, check=True)
    print(image)
    return 0


def image_of(app: Path) -> Path:
    """Return the image's path: beside the app, named by its version and this machine's processor."""
    with (app / "Contents" / "Info.plist").open("rb") as file:
        version = plistlib.load(file)["CFBundleShortVersionString"]
    return app.with_name(f"luthier-{version}-macos-{platform.machine()}.dmg")


def signing(app: Path, identity: str) -> Iterator[Command]:
    """Yield the commands that sign libraries, frameworks and the app, in that order. identity: "-" is ad hoc."""
    sign: Command = ["codesign", "--force", "--sign", identity]
    if identity != "-":
        sign += ["--options", "runtime", "--timestamp"]
    for file in native_files(app):
        yield [*sign, file]
    for framework in sorted(app.rglob("*.framework"), key=lambda path: -len(path.parts)):
        if not framework.is_symlink():
            yield [*sign, framework]
    yield [*sign, "--entitlements", ENTITLEMENTS, app]
    yield ["codesign", "--verify", "--deep", "--strict", app]


def native_files(app: Path) -> list[Path]:
    """Return the native files to sign: all but the app's own and those of frameworks, which are signed as a whole."""
    own = app / "Contents" / "MacOS"
    return sorted(
        path
        for path in app.rglob("*")
        if path.is_file() and not path.is_symlink() and own != path.parent and is_native(path)
        and not any(part.endswith(".framework") for part in path.relative_to(app).parts)
    )  # fmt: skip


def is_native(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in MACH_O


def imaging(app: Path, image: Path, folder: Path, identity: str) -> Iterator[Command]:
    """Yield the commands that make an image of the app and a link to the folder that it is dragged to."""
    yield ["ditto", app, folder / app.name]
    yield ["ln", "-s", "/Applications", folder / "Applications"]
    yield ["hdiutil", "create", "-volname", "Luthier", "-srcfolder", folder, "-format", "UDZO", "-ov", image]
    if identity != "-":
        yield ["codesign", "--sign", identity, "--timestamp", image]


def notarizing(image: Path, profile: str) -> Iterator[Command]:
    """Yield the commands that notarize the image; none without a profile."""
    if profile:
        yield ["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"]
        yield ["xcrun", "stapler", "staple", image]
        yield ["spctl", "--assess", "--type", "open", "--context", "context:primary-signature", "-vv", image]


if __name__ == "__main__":
    sys.exit(main())

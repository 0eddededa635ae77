"""The icons that Windows and macOS want, made of resources/luthier.svg by Qt: OUT/luthier.ico, OUT/luthier.icns.

Both formats hold pictures of several sizes, each a PNG of its own, which Qt's writers do not do.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SVG = ROOT / "resources" / "luthier.svg"
ICO_SIZES = (16, 24, 32, 48, 64, 256)  # pixels
ICNS_KINDS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}


def main() -> int:
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "icons"
    make_icons(folder)
    print(folder)
    return 0


def make_icons(folder: Path) -> None:
    """Make both icons, and their folder."""
    pictures = {size: picture(size) for size in sorted({*ICO_SIZES, *ICNS_KINDS})}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "luthier.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
    (folder / "luthier.icns").write_bytes(icns({size: pictures[size] for size in ICNS_KINDS}))


def picture(size: int) -> bytes:
    """Return the icon as a PNG of this many pixels on each side."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SVG)).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(content.data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon: a directory, then the pictures. 256 pixels are written as 0."""
    at = 6 + 16 * len(pictures)
    entries = b""
    for size, content in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return a macOS icon: each picture after its kind and its length, which includes these eight bytes."""
    parts = [ICNS_KINDS[size] + struct.pack(">I", 8 + len(content)) + content for size, content in pictures.items()]
    whole = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(whole)) + whole


if __name__ == "__main__":
    sys.exit(main())

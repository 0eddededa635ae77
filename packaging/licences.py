#!/usr/bin/env python3
"""Write one file with what a bundle is made of: each part's version and licence, and the licences' texts.

The licences of a bundle's parts ask for that. bundle.py runs it by the Python of the environment that the bundle is
made of: licences.py TARGET PACKAGE...
"""

from __future__ import annotations

import platform
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from setup_lock import canonical

from core import __version__
from core.base.engine_package import libraries, licence_text, llama_cpp
from core.base.paths import RESOURCES

LINE = "=" * 80


class Part(NamedTuple):
    """title: its name and version, with the licence's short name. text: the licence's."""

    title: str
    text: str


def main(target: Path, names: Iterable[str], python: Part | None = None) -> None:
    """Write the licences of packages, named as in locked files. Raises LookupError if one is not installed.

    python: that of the bundle; None for this one.
    """
    parts = [*own_parts(python or this_python()), *packages(frozenset(names))]
    target.write_text(whole(parts), encoding="utf-8", newline="\n")


def this_python() -> Part:
    folders = Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)  # the second on Windows
    text = next((file for folder in folders if (file := folder / "LICENSE.txt").exists()), None)
    return python_part(platform.python_version(), text)


def python_part(version: str, text: Path | None) -> Part:
    return Part(f"Python {version} (PSF-2.0)", _text(text) if text else PYTHONS)


def own_parts(python: Part) -> list[Part]:
    """Return the parts of a bundle that are no packages."""
    return [
        Part(f"Luthier {__version__} (Apache-2.0)", _text(RESOURCES.parent / "LICENSE")),
        python,
        Part(f"{llama_cpp()}, with ggml (MIT)", _text(RESOURCES / "licences" / "llama.cpp.txt")),
        Part("Inter, a typeface (OFL-1.1)", _text(RESOURCES / "fonts" / "OFL.txt")),
        Part("libgomp, libstdc++ and libgcc of GCC (GPL-3.0 with the GCC Runtime Library Exception)", GCCS),
    ]


GCCS = "The GPL stands with Qt's packages here; the exception is at gnu.org/licenses/gcc-exception-3.1.html."
PYTHONS = "Its text lies with the system's Python, and at docs.python.org/3/license.html."


def packages(names: frozenset[str]) -> list[Part]:
    """Return the licences of installed packages. Raises LookupError if one is not installed."""
    found = {canonical(library.name): library for library in libraries()}
    if lacking := sorted(names - found.keys()):
        raise LookupError(f"not installed: {', '.join(lacking)}")
    return [Part(str(found[name]), licence_text(found[name].name)) for name in sorted(names)]


def whole(parts: list[Part]) -> str:
    """Return a list of all, then their texts; a text that several share stands once, under all their names."""
    titles_of: dict[str, list[str]] = {}
    for part in parts:
        titles_of.setdefault(part.text.strip(), []).append(part.title)
    texts = (f"{LINE}\n" + "\n".join(titles) + f"\n{LINE}\n\n{text}\n" for text, titles in titles_of.items())
    return "\n".join(
        ["The packages and libraries that this program is made of:", "", *(part.title for part in parts), "", *texts]
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

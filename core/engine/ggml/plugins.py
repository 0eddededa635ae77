"""Where ggml's backends for graphics cards lie: shared libraries that are loaded only when devices are asked for."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path

from core.engine.ggml.lib import library_folder

FOLDER = "LUTHIER_BACKENDS"  # a folder that is looked into first

# libggml-vulkan.so, ggml-cuda.dll. Not libggml.so itself, nor a version of one, as in libggml-metal.0.dylib: the same.
_PLUGIN = re.compile(r"(?:lib)?ggml-(?P<kind>[\w-]+)\.(?:so|dylib|dll)")
_OURS = re.compile(r"base|blas|cpu(-.*)?")  # what computes on the processor is no device


def plugin_paths() -> list[Path]:
    """Every backend there is, whatever its kind; of two of one kind that of the earlier folder.

    The folders: $LUTHIER_BACKENDS, share/luthier/backends in the environment (`make vulkan` puts its own there), and
    that of ggml itself, which on a Mac has Metal's. Raises LuthierError `ggml.missing`.
    """
    found: dict[str, Path] = {}
    for folder in _folders():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            name = _PLUGIN.fullmatch(path.name)
            if name and not _OURS.fullmatch(name["kind"]):
                found.setdefault(name["kind"], path)
    return list(found.values())


def why_not_loaded(path: Path) -> str:
    """What is wrong with a plug-in that ggml does not load, in the system's own words where it has any."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        return str(
            error.__cause__ or error
        )  # the downloaded program's Python puts words of its own before the system's
    if not hasattr(library, "ggml_backend_init"):
        return "It is no plug-in: it was built to be linked into ggml."
    return "It was built for another version of ggml, or finds nothing that it could compute on."


def _folders() -> list[Path]:
    chosen = os.environ.get(FOLDER)
    return [*([Path(chosen)] if chosen else []), Path(sys.prefix) / "share" / "luthier" / "backends", library_folder()]

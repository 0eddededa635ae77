"""Where ggml's backends for graphics processors lie, as plug-ins that are loaded only where a device is looked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from core.engine.ggml.lib import library_folder

_ALWAYS_LOADED = ("base", "cpu")


def plugin_paths() -> list[Path]:
    """Every backend library: of $LUTHIER_BACKENDS, of our own set-up, and of llama-cpp-python, the first of each name.

    Raises LuthierError `ggml.missing`.
    """
    own = os.environ.get("LUTHIER_BACKENDS")
    folders = [*([Path(own)] if own else []), Path(sys.prefix) / "share" / "luthier" / "backends", library_folder()]
    prefix, suffix = {"win32": ("ggml-", ".dll"), "darwin": ("libggml-", ".dylib")}.get(
        sys.platform, ("libggml-", ".so")
    )
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"{prefix}*{suffix}")):
            kind = path.name.removeprefix(prefix).removesuffix(suffix)
            if kind not in _ALWAYS_LOADED:
                found.setdefault(kind, path)
    return list(found.values())

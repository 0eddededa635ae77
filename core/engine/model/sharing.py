"""Layers that have no keys and values of their own, and whose they read instead."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.model.arch import Architecture
from core.engine.model.metadata import Numbers

_KEY = "attention.shared_kv_layers"


def read_sharing(number: Numbers, row: Architecture, windows: Sequence[int]) -> tuple[int | None, ...]:
    """Per layer, whose keys and values it reads; None: its own.

    Of the layers with keys, llama.cpp's graph takes the last for those that see everything, and the last but one for
    those with a window, whichever these are (llama-model.cpp, the key-value cache's `reuse`). Raises LuthierError
    `arch.bad-value` where they are not of the same kind.
    """
    n_layer = len(windows)
    if not row.shared_keys:
        return (None,) * n_layer
    n_shared = number.count(_KEY, 0, minimum=0, maximum=n_layer)
    first = n_layer - n_shared
    sources = tuple(None if i < first else first - (2 if window else 1) for i, window in enumerate(windows))
    for window, source in zip(windows, sources, strict=True):
        if source is not None and (source < 0 or bool(windows[source]) != bool(window)):
            expected = "so many that the two layers before them are one with a window and one without"
            raise number.bad(_KEY, n_shared, expected)
    return sources

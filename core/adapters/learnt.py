"""One linear's adapter from another program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.safetensors import TensorEntry
from core.convert.weights import widen


class Learnt(NamedTuple):
    """The factors of one module. a [r, d_in], b [d_out, r] (numpy order), for a stack of experts with these as the
    first axis; `scale` times B A is added.

    magnitude: DoRA's, [d_out]. source: its name in the file, for messages.
    """

    a: NDArray[np.float32]
    b: NDArray[np.float32]
    scale: float
    magnitude: NDArray[np.float32] | None
    source: str

    @property
    def rank(self) -> int:
        return int(self.a.shape[-2])


def values_of(entry: TensorEntry) -> NDArray[np.float32]:
    """Return a tensor's values in F32, as a copy. Raises LuthierError `convert.unsupported-dtype`, and
    `adapter.not-finite` naming the tensor.
    """
    values: NDArray[np.float32] = np.array(widen(entry.read()), np.float32)
    if not np.isfinite(values).all():
        raise LuthierError(
            "adapter.not-finite",
            f"{entry.file}: tensor {entry.name} holds values that are not finite numbers.",
            "The training that made it diverged: train again with a lower learning rate.",
        )
    return values


def require_factors(file: Path, name: str, a: NDArray[np.float32], b: NDArray[np.float32]) -> None:
    """Require A and B that can be multiplied. Raises LuthierError `adapter.bad-shape`."""
    fit = a.ndim == b.ndim and a.ndim in (2, 3) and a.shape[:-2] == b.shape[:-2] and a.shape[-2] == b.shape[-1]
    if not fit or not a.size:
        raise LuthierError(
            "adapter.bad-shape",
            f"{file}: the factors of {name} have the shapes {list(a.shape)} and {list(b.shape)}, which do not fit each "
            "other.",
            "The file is damaged or incomplete: save the adapter again.",
        )


def listed(names: list[str], show: Callable[[str], str] = str) -> str:
    """Join the first three names, and the number of the others."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(map(show, names[:3])) + more

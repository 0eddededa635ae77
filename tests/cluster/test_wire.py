"""Nothing but data is taken from other machines."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable

import pytest

from core.cluster import tasks, wire


class Evil:
    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, ("true",)


@pytest.mark.parametrize(
    "what", [Evil(), os.system, print, eval, type, wire.loads], ids=lambda what: type(what).__name__
)
def test_that_a_pickle_that_names_anything_else_is_refused(what: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="nothing that machines send each other"):
        wire.loads(pickle.dumps(what))


def test_that_our_own_functions_are_taken() -> None:
    assert wire.loads(pickle.dumps(tasks.gradient)) is tasks.gradient
    assert wire.loads(pickle.dumps((1, "a", b"b", [2.0, None]))) == (1, "a", b"b", [2.0, None])

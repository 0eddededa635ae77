"""The adapter's values on other machines: those of the training, or within what rounding left out."""

from __future__ import annotations

import numpy as np
import pytest

from core.cluster.encoding import Encoding
from core.cluster.machine import NONE, Copy, Versions


@pytest.mark.parametrize("encoding", ["f32", "f16", "int8", "int4"])
def test_that_copies_have_what_the_training_computes_at_whenever_they_ask(encoding: Encoding) -> None:
    """One asks for each version, one for every third."""
    rng, versions, each, some = np.random.default_rng(0), Versions(encoding), Copy(), Copy()
    values = rng.standard_normal(700).astype(np.float32)
    for step in range(9):
        values += rng.standard_normal(700).astype(np.float32) / 100
        version = versions.publish(values)
        for copy in [each, some] if step % 3 == 0 else [each]:
            copy.take(versions.change(copy.version))
            assert copy.version == version and np.array_equal(copy.values, versions.values)
    half_a_step = {"f32": 0.0, "f16": 2e-5, "int8": 2e-4, "int4": 3e-3}[encoding]  # of the largest change, 0.04
    assert np.abs(versions.values - values).max() <= half_a_step  # rounding does not add up


def test_that_who_was_sent_a_version_knows_which() -> None:
    """Though it asked for an older one, of a step that is over."""
    versions, copy = Versions("int8"), Copy()
    for _ in range(3):
        versions.publish(np.ones(3, np.float32))
    copy.take(versions.change(NONE))
    assert copy.version == 2

"""The kernels for machines that are not at hand: the short forms of `make test-arm` and `make test-windows`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.kernels.targets import TARGETS, Processor, build, instructions_of, missing, run, wanted_instructions

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Compile a target's kernels once, for all of its processors."""
    return cache(lambda name: build(TARGETS[name], tmp_path_factory.mktemp("foreign")))


@pytest.mark.parametrize(
    ("name", "processor"),
    [
        pytest.param(name, processor, id=f"{name}: {processor.name}")
        for name, target in TARGETS.items()
        for processor in target.processors
    ],
)
def test_that_the_kernels_of_a_processor_compute_what_the_reference_does(
    name: str, processor: Processor, built: Callable[[str], Path]
) -> None:
    target = TARGETS[name]
    if reason := missing(target.needs, target.packages):
        pytest.skip(f"there is {reason}")
    rows = list(run(built(name), target, processor, short=True))
    assert [row for row in rows if not row.holds] == []
    assert instructions_of(rows) == wanted_instructions(processor)
    kinds = {row.kernel.partition(" ")[0] for row in rows if row.what == "product"}
    assert kinds >= {"int8", "int6", "int4"}
    assert {row.bound for row in rows if row.what == "product" and not row.kernel.startswith("BF16")} == {0}

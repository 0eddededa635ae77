"""The kernels for ARM64 in an emulator: the short form of `make test-arm`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arm.emulated import PROCESSORS, Processor, build, instructions_of, missing, run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=f"there is {missing()}")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("arm"))


@pytest.mark.parametrize("processor", PROCESSORS, ids=lambda processor: processor.model)
def test_that_the_kernels_of_a_processor_compute_what_the_reference_does(program: Path, processor: Processor) -> None:
    rows = list(run(program, processor, short=True))
    assert [row for row in rows if not row.holds] == []
    assert instructions_of(rows) == processor.instructions
    kinds = {row.kernel.partition(" ")[0] for row in rows if row.what == "product"}
    assert kinds >= {"int8", "int6", "int4"}
    assert {row.bound for row in rows if row.what == "product" and not row.kernel.startswith("BF16")} == {0}

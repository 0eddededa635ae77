"""Product times are remembered, so that two runs choose the same layouts."""

from pathlib import Path

import pytest

from core.base import paths
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend
from core.engine.model import timing
from core.engine.model.timing import ProductTimes, Routing


def test_that_a_measurement_is_remembered(backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    with ProductTimes(backend, 256) as times:
        first = times.product(abi.Q8_0, 512, 512), times.streamed(abi.Q8_0, 512, 512)
    again = ProductTimes(backend, 512)
    assert (again.product(abi.Q8_0, 512, 512), again.streamed(abi.Q8_0, 512, 512)) == (2 * first[0], 2 * first[1])


def test_that_a_damaged_memory_is_no_obstacle(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    paths.cache_dir().mkdir(parents=True)
    (paths.cache_dir() / "product-times.json").write_text("{half a li")
    with ProductTimes(backend, 256) as times:
        seconds = times.product(abi.F32, 512, 512)
    assert ProductTimes(backend, 256).product(abi.F32, 512, 512) == seconds > 0


def test_that_experts_are_timed_as_they_are_used(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    routing = Routing(n_experts=8, n_used=4)
    with ProductTimes(backend, 256) as times:
        first = times.product(abi.Q8_0, 1024, 512, routing), times.streamed(abi.Q8_0, 1024, 512, routing)
    again = ProductTimes(backend, 256)
    assert (again.product(abi.Q8_0, 1024, 512, routing), again.streamed(abi.Q8_0, 1024, 512, routing)) == first
    remembered = (paths.cache_dir() / "product-times.json").read_text()
    assert remembered.count("4 of 8 experts") == 2


@pytest.mark.slow
def test_that_long_rows_are_timed_in_a_small_weight(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    with ProductTimes(backend, 256) as times:
        assert times.product(abi.BF16, 1 << 17, 2048) > 0
    assert "131072 x 64" in (paths.cache_dir() / "product-times.json").read_text()


def test_that_what_does_not_grow_with_the_rows_is_counted_once(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of long rows few are measured, and rounding the tokens takes as long for few as for many."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    monkeypatch.setattr(timing, "_product_seconds", lambda backend, kind, d_in, rows, routing: 3 + rows / 8)
    times = ProductTimes(backend, 256)
    assert times.product(abi.BF16, 1 << 17, 2048) == pytest.approx(3 + 2048 / 8)
    assert times.product(abi.BF16, 512, 2048) == pytest.approx(2 * (3 + 1024 / 8))


def test_that_threads_which_wait_for_each_other_are_not_timed(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside another program they spin while one of them has no core."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    with ProductTimes(Backend(backend.ggml, backend.threads + 1), 256) as times:
        assert times._backend.threads == 1
        seconds = times.product(abi.F32, 512, 512)
    assert ProductTimes(backend, 256).product(abi.F32, 512, 512) == seconds

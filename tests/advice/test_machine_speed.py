"""How fast this machine was measured to be: kept, found again as long as it holds, and taken to other sizes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.advice.machine_speed import keep_speed, known_speed, products_of, tok_s_of
from core.base import paths, settings
from core.base.cores import THREADS
from core.base.settings import Settings
from tests.support.bench_shapes import speeds

SIZES = st.integers(10**6, 10**12)
MEASURED = st.dictionaries(SIZES, st.floats(0.01, 1e6), min_size=1, max_size=6)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    monkeypatch.setenv("LUTHIER_DEVICE", "cpu")
    return tmp_path


def test_that_it_is_known_until_what_it_was_measured_with_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS)  # which goes before the settings
    result = speeds({10**8: 400.0})
    keep_speed("cpu", result)
    assert known_speed() == known_speed("cpu") == result and known_speed("vulkan:0") is None
    settings.save(Settings(threads=7))
    assert known_speed() is None, "other threads compute"
    settings.save(Settings())
    assert known_speed() == result
    monkeypatch.setattr("core.advice.machine_speed.processor", lambda: "Another one")
    assert known_speed() is None


@pytest.mark.parametrize("content", [b"", b"{", b'{"a": 1}', b"[]", b'{"a": {"speeds": "fast"}}', b"\xff\x00"])
def test_that_a_damaged_file_is_as_none_and_is_replaced(content: bytes) -> None:
    file = paths.cache_dir() / "machine-speed.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    assert known_speed() is None
    keep_speed("cpu", speeds({10**8: 400.0}))
    assert known_speed() is not None


@given(MEASURED)
def test_that_what_was_measured_is_told_unless_a_larger_one_was_faster(measured: dict[int, float]) -> None:
    result = speeds(measured)
    for size, tok_s in measured.items():
        told = tok_s_of(result, size)
        slowest_of_smaller = min(other for smaller, other in measured.items() if smaller <= size)
        assert told == pytest.approx(slowest_of_smaller) and told <= tok_s * (1 + 1e-9)


@given(MEASURED, SIZES, SIZES)
def test_that_a_larger_model_is_never_faster(measured: dict[int, float], one: int, other: int) -> None:
    result, (small, large) = speeds(measured), sorted((one, other))
    faster, slower = tok_s_of(result, small), tok_s_of(result, large)
    assert faster is not None and slower is not None and slower <= faster * (1 + 1e-9)


@given(MEASURED, SIZES)
def test_that_beyond_what_was_measured_time_grows_about_with_the_size(measured: dict[int, float], size: int) -> None:
    result, largest = speeds(measured), max(measured)
    at_largest, told = tok_s_of(result, largest), tok_s_of(result, size)
    assert at_largest is not None and told is not None
    if size > largest:
        assert (largest / size) ** 1.1 * 0.999 <= told / at_largest <= largest / size * 1.001


@given(SIZES, st.dictionaries(SIZES, st.floats(0.1, 50.0), min_size=1, max_size=5))
def test_that_the_multiple_of_the_products_lies_between_those_measured(size: int, measured: dict[int, float]) -> None:
    result = speeds(dict.fromkeys(measured, 10.0))
    for speed in result.speeds:
        speed.products = measured[speed.parameters]
    told = products_of(result, size)
    assert told is not None and min(measured.values()) * 0.999 <= told <= max(measured.values()) * 1.001
    if size in measured:
        assert told == pytest.approx(measured[size])


def test_that_nothing_is_said_where_nothing_was_measured() -> None:
    nothing = speeds({10**9: 0.0})
    assert tok_s_of(nothing, 10**9) is None and products_of(nothing, 10**9) is None
    assert tok_s_of(speeds({10**9: 5.0}), 0) is None
    odd = speeds({10**9: 5.0, 10**8: 40.0})
    msgspec.structs.force_setattr(odd.speeds[0], "tok_s", -1.0)  # as nobody would write it
    assert tok_s_of(odd, 10**8) == pytest.approx(40.0)

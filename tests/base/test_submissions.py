"""How much work a driver is handed at once, and what is remembered of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.base import devices, paths
from core.base.devices import LEVEL, LEVELS, SMALLEST

CARD = devices.device_key("vulkan:0", "Radeon Vega 8", "Mesa 22.3")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    for name in {LEVEL, *(name for level in LEVELS for name in level)}:
        monkeypatch.setenv(name, "")  # so that what is set below is taken back at the end
        monkeypatch.delenv(name)


def nodes() -> str | None:
    return os.environ.get("GGML_VK_MAX_NODES_PER_SUBMIT")


def test_that_a_driver_without_trouble_is_handed_as_much_as_ggml_likes() -> None:
    assert devices.hand_over_less(CARD) == 0
    assert nodes() is None


def test_that_a_process_started_after_trouble_hands_over_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LEVEL, "1")
    assert devices.hand_over_less(CARD) == 1
    assert nodes() == "8"


def test_that_the_next_run_begins_with_what_this_driver_stood() -> None:
    devices.remember(CARD, SMALLEST)
    assert devices.hand_over_less(devices.device_key("vulkan:0", "Radeon Vega 8", "Mesa 25.0")) == 0
    assert devices.hand_over_less(CARD) == SMALLEST
    assert nodes() == "1" and os.environ["GGML_VK_SERIALIZE_SUBMISSIONS"] == "1"
    devices.forget()
    assert devices.remembered(CARD) == 0


def test_that_what_somebody_set_by_hand_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GGML_VK_MAX_NODES_PER_SUBMIT", "4")
    monkeypatch.setenv(LEVEL, "2")
    devices.hand_over_less(CARD)
    assert nodes() == "4"


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"a": "b"}'])
def test_that_a_damaged_file_is_as_none(content: bytes) -> None:
    devices.remember(CARD, 1)
    (paths.cache_dir() / "submissions.json").write_bytes(content)
    assert devices.remembered(CARD) == 0
    devices.remember(CARD, 2)
    assert devices.remembered(CARD) == 2


def test_that_a_level_of_a_later_version_is_the_smallest_here(monkeypatch: pytest.MonkeyPatch) -> None:
    devices.remember(CARD, 7)
    assert devices.hand_over_less(CARD) == SMALLEST
    monkeypatch.setenv(LEVEL, "99")
    assert devices.hand_over_less("another") == SMALLEST

"""Which graphics cards there are, whether they are trusted, and for how long."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.engine.ggml.devices import Device
from core.engine.model.weights import load_for_engine
from core.engine.trial.messages import Found, Outcome, try_device
from core.jobs.context import JobContext
from core.jobs.devices.choice import with_device
from core.jobs.devices.list import list_devices, list_found, report_of, trusted_device, trusted_devices
from core.jobs.devices.verdicts import recall, remember
from core.protocol.config import TrainConfig

pytestmark = pytest.mark.usefixtures("own_home")

CARD = Found(
    name="vulkan:0",
    description="A card",
    integrated=False,
    version="a driver 1.0",
    memory_free=10**9,
    memory_total=2 * 10**9,
)
GOOD = Outcome(verdict="works", reason="It computes as the processor does.", largest_error=0.01)


def test_that_a_verdict_is_kept_and_not_found_out_again() -> None:
    remember(CARD, GOOD)
    assert recall(CARD) == GOOD
    report = report_of(CARD, test=True)  # there is no such card: a trial would say so
    assert (report.verdict, report.largest_error, report.memory_free) == ("works", 0.01, 10**9)


@pytest.mark.parametrize("change", [{"version": "a driver 1.1"}, {"description": "Another"}, {"name": "vulkan:1"}])
def test_that_a_verdict_holds_for_no_other_driver_or_card(change: dict[str, str]) -> None:
    remember(CARD, GOOD)
    other = msgspec.structs.replace(CARD, **change)
    assert recall(other) is None
    assert report_of(other, test=False).verdict == "untested"


@pytest.mark.process
def test_that_a_card_which_is_gone_when_it_is_tried_is_missing_for_now() -> None:
    gone = msgspec.structs.replace(CARD, name="vulkan:99")  # this machine may have a card of its own
    report = report_of(gone, test=True)
    assert (report.verdict, report.reason) == ("missing", "It is no longer there.")
    assert recall(gone) is None


def test_that_a_verdict_holds_for_no_other_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "libggml-own.so"
    plugin.write_bytes(b"one")
    monkeypatch.setenv("LUTHIER_BACKENDS", str(tmp_path))
    remember(CARD, GOOD)
    assert recall(CARD) == GOOD
    plugin.write_bytes(b"another")
    assert recall(CARD) is None


def test_that_a_verdict_holds_while_ggml_has_the_same_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    remember(CARD, GOOD)
    monkeypatch.setenv("GGML_VK_DISABLE_F16", "1")
    assert recall(CARD) is None
    remember(CARD, GOOD)
    assert recall(CARD) == GOOD


def test_that_a_verdict_holds_where_devices_were_opened_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GGML_VK_DISABLE_INTEGER_DOT_PRODUCT", raising=False)
    card = msgspec.structs.replace(CARD, description="AMD Radeon 780M")
    remember(card, GOOD)
    for name in ("GGML_VK_DISABLE_INTEGER_DOT_PRODUCT", "GGML_VK_DISABLE_COOPMAT"):
        monkeypatch.setenv(name, "1")
    assert recall(card) == GOOD


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"of":[],"outcome":{}}', b"\xff\xfe"])
def test_that_a_damaged_verdict_is_none(damaged: bytes) -> None:
    remember(CARD, GOOD)
    [kept] = (paths.cache_dir() / "devices").iterdir()
    kept.write_bytes(damaged)
    assert recall(CARD) is None


@pytest.mark.process
@pytest.mark.usefixtures("modules_of_tests")
def test_that_a_verdict_which_may_change_by_itself_is_not_kept() -> None:
    remember(CARD, try_device("is_full", module="tests.support.odd_device"))
    assert recall(CARD) is None


def test_that_without_any_plugin_there_is_no_card_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))  # where `make vulkan` puts its own
    assert list_found().devices == []
    assert trusted_devices() == []
    with pytest.raises(LuthierError) as caught:
        trusted_device("vulkan:0")
    assert caught.value.code == "device.none"
    assert "docs/gpu.md" in caught.value.hint


@pytest.mark.process
def test_that_a_plugin_which_cannot_be_loaded_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "libggml-odd.so").write_bytes(b"no library")
    monkeypatch.setenv("LUTHIER_BACKENDS", str(tmp_path))
    events: list[p.Event] = []
    list_devices(p.ListDevicesJob(test=False), JobContext(events.append))
    [notice] = [event for event in events if isinstance(event, p.Notice) and "libggml-odd" in event.message]
    assert notice.code == "device.plugin"
    assert "file too short" in notice.message


def test_that_another_name_is_refused_with_those_there_are(vulkan_environment: Device) -> None:
    with pytest.raises(LuthierError) as caught:
        trusted_device("vulkan:7")
    assert caught.value.code == "device.unknown"
    assert f"{vulkan_environment.name} ({vulkan_environment.description})" in caught.value.hint
    assert "cpu" in caught.value.hint


def test_that_a_verdict_decides_whether_a_card_is_trusted(vulkan_environment: Device) -> None:
    [found] = [one for one in list_found().devices if one.name == vulkan_environment.name]
    remember(found, GOOD)
    assert trusted_device(found.name).description == found.description
    assert [device.name for device in trusted_devices()] == [found.name]
    for outcome, code in (
        (Outcome(verdict="wrong", reason="A gradient is off by 12%."), "device.wrong"),
        (Outcome(verdict="crashes", reason="Its driver crashed in the self-test."), "device.crashes"),
        (Outcome(verdict="missing", reason="It cannot compute ROPE [64]."), "device.missing"),
    ):
        remember(found, outcome)
        with pytest.raises(LuthierError) as caught:
            trusted_device(found.name)
        assert caught.value.code == code
        assert outcome.reason in caught.value.message
        assert "--device cpu" in caught.value.hint
    told: list[LuthierError] = []
    assert trusted_devices(not_trusted=told.append) == []
    assert [error.code for error in told] == ["device.missing"]


@pytest.mark.process  # where anything for graphics cards is installed
def test_that_a_run_goes_on_on_the_processor_where_its_card_is_gone(demo_gguf: Path) -> None:
    loaded, context = load_for_engine(demo_gguf, threads=1), JobContext(lambda event: None)
    chosen = with_device(loaded, "cuda:9", TrainConfig(), [], context, or_processor=True)
    assert chosen.loaded.device is None and chosen.told is not None
    assert chosen.told.device == "cpu" and "cuda:9" in chosen.told.reason
    with pytest.raises(LuthierError, match="cuda:9"):
        with_device(loaded, "cuda:9", TrainConfig(), [], context)


def test_that_vulkan_on_the_processor_has_to_be_asked_for(demo_gguf: Path, vulkan_environment: Device) -> None:
    if not vulkan_environment.is_processor:
        pytest.skip("this is a real card")
    [found] = list_found().devices
    remember(found, GOOD)
    loaded, events = load_for_engine(demo_gguf, threads=1), list[p.Event]()
    by_itself = with_device(loaded, "auto", TrainConfig(), [], JobContext(events.append))
    assert (by_itself.loaded.device, by_itself.told, events) == (None, None, [])
    asked = with_device(loaded, found.name, TrainConfig(), [], JobContext(events.append))
    assert asked.loaded.device is not None and asked.loaded.device.name == found.name


@pytest.mark.slow
def test_that_a_real_device_is_tried_once_and_then_trusted(vulkan_environment: Device) -> None:
    def listed(**how: bool) -> p.DevicesResult:
        return list_devices(p.ListDevicesJob(**how), JobContext(events.append))[1]

    events: list[p.Event] = []
    [untested] = listed(test=False).devices
    assert (untested.name, untested.verdict) == (vulkan_environment.name, "untested")
    [tested] = listed().devices
    assert tested.verdict == "works", tested.reason
    assert tested.largest_error is not None
    assert 0 < tested.largest_error < 0.08
    events.clear()
    assert [device.verdict for device in listed().devices] == ["works"]
    assert [event.name for event in events if isinstance(event, p.Phase)] == ["devices"]  # no test

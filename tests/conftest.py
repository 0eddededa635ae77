"""Fixtures for all tests: the bundled model, converted once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from core.base import own_process, paths
from core.base.devices import MOST_THREADS, THREADS
from core.base.settings import settings_file
from core.worker import be_a_good_neighbour
from tests.support import starts

if TYPE_CHECKING:
    from core.engine.ggml.devices import Device

ROOT = Path(__file__).parents[1]
PROCESSES = ("tests/cli/", "tests/faults/", "tests/fuzz/", "tests/worker/")  # they are about them
LIMIT, SLOW_LIMIT = 600, 900  # seconds in which a test ends on the busiest of machines, or hangs
hypothesis.settings.register_profile(
    "same",
    derandomize=True,  # what holds today holds tomorrow; `make fuzz` seeks
    deadline=None,  # nor does a slow or busy machine make a test fail
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same")
be_a_good_neighbour()  # before anything imports llama_cpp, which loads ggml's threads
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy; each core has tests of its own to do


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the user's own is read or written, by the tests or by the workers they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUTHIER_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        patch.setenv("LUTHIER_DEVICE", "cpu")  # what a graphics card computes is asked for by name
        for name in ("HF_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True)
def usual_settings() -> Iterator[None]:
    """A test that changes the program's settings, or does a job by them in this process, changes no other test."""
    os.environ.pop(MOST_THREADS, None)
    os.environ[THREADS] = "1"
    yield
    settings_file().unlink(missing_ok=True)


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what other tests leave behind is not."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def brief_answers() -> Iterator[None]:
    from tests.support.export_runs import short_answers  # late: it imports llama_cpp

    with short_answers():
        yield


@pytest.fixture
def modules_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of ours find modules of the tests, too: else they import what is installed, and nothing else."""
    monkeypatch.setattr(own_process, "FLAGS", ("-P",))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark by its fixtures or its folder what starts processes, needs a device, or a window; bound the time of each."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "modules_of_tests" in fixtures or item.nodeid.startswith(PROCESSES):
            item.add_marker("process")
        if {"vulkan_device", "vulkan_environment"} & fixtures:
            item.add_marker("vulkan")
        if "qapp" in fixtures:
            item.add_marker("window")
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT if item.get_closest_marker("slow") else LIMIT))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
    """A process that makes what several tests read is none of the first of them."""
    with nullcontext() if fixturedef.scope == "function" else starts.unnoted():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """What was started before is another test's."""
    starts.forget()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that starts a process and is in no tier that may: `make test` would become slow by and by."""
    result = yield
    may_start = any(map(item.get_closest_marker, ("process", "window", "slow", "vulkan")))
    assert may_start or not starts.started(), f"Mark with pytest.mark.process what starts these: {starts.started()}"
    return result


@pytest.fixture(scope="session")
def vulkan_device() -> Device:
    """Mesa's Vulkan device, or the one that $LUTHIER_TEST_DEVICE names; without any the test is left out."""
    from tests.support import vulkan  # late: it imports ggml

    try:
        return vulkan.device_to_test_on()
    except vulkan.NoDeviceError as error:
        vulkan.none_here(error)
        raise


@pytest.fixture
def vulkan_environment(vulkan_device: Device, monkeypatch: pytest.MonkeyPatch) -> Device:
    """The processes that a test starts see this device, too."""
    from tests.support import vulkan

    for name, value in vulkan.environment().items():
        monkeypatch.setenv(name, value)
    return vulkan_device


@pytest.fixture(scope="session")
def demo_model() -> Path:
    """The bundled checkpoint in Hugging Face format."""
    return paths.SAMPLE_MODEL


@pytest.fixture(scope="session")
def demo_gguf(demo_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled model as an F16 GGUF. Do not change the file."""
    from core.convert.convert import convert  # late: it imports llama_cpp

    output = tmp_path_factory.mktemp("demo") / "storyteller-6m-f16.gguf"
    convert(demo_model, output, "f16", lambda done, total: None)
    return output


@pytest.fixture(scope="session")
def demo_gguf_q8(demo_gguf: Path) -> Path:
    """The bundled model as a Q8_0 GGUF. Do not change the file."""
    from core.convert.quantize import quantize  # late: it imports llama_cpp

    output = demo_gguf.with_name("storyteller-6m-q8_0.gguf")
    quantize(demo_gguf, output, "q8_0", lambda done, total: None, lambda level, line: None)
    return output

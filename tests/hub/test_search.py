"""Search: what is found, what is said about it, and what is left out."""

from __future__ import annotations

import threading
from typing import Any

import psutil
import pytest

from core import protocol as p
from core.base import settings
from core.base.errors import Cancelled, LuthierError
from core.hub import polling
from core.hub.client import HubClient
from core.hub.repository import search_models
from core.jobs.context import Control, JobContext
from core.jobs.models.hub import search_hub
from tests.support.hub_jobs import WAIT
from tests.support.hub_server import FakeHub, Fault, Repo

CARD = b"""---
license: mit
---
# Storyteller

A small model that writes stories about lighthouse keepers and the sea.
"""
SMALL, MEDIUM, LARGE = b"s" * 200, b"m" * 500, b"l" * 900


@pytest.fixture(autouse=True)
def repos(hub: FakeHub) -> None:
    """Three models, and one without weights."""
    hub.repos |= {
        "ann/Story-GGUF": Repo(
            {"story-Q4_K_M.gguf": SMALL, "story-Q8_0.gguf": MEDIUM, "README.md": CARD},
            gated=True,
            about={"tags": ["gguf", "license:mit"], "downloads": 10, "gguf": {"total": 5, "architecture": "llama"}},
        ),
        "bob/story": Repo(
            {"model.safetensors": LARGE, "config.json": b"{}"},
            about={
                "tags": ["safetensors", "license:apache-2.0"], "downloads": 30, "likes": 2,
                "config": {"architectures": ["LlamaForCausalLM"]}, "safetensors": {"total": 450},
            },
        ),
        "bob/story-pictures": Repo(
            {"model.safetensors": LARGE, "config.json": b"{}"},
            about={"tags": ["safetensors"], "downloads": 20, "config": {"architectures": ["PaintsPictures"]}},
        ),
        "cec/story-old": Repo({"pytorch_model.bin": LARGE}, about={"downloads": 99}),
    }  # fmt: skip


def found(**job: Any) -> list[p.HubModel]:
    events: list[p.Event] = []
    outcome, result = search_hub(p.SearchJob(**{"words": "story", **job}), JobContext(events.append))
    models = [event.model for event in events if isinstance(event, p.Found)]
    assert outcome == "done" and result.models == models
    return models


def test_that_models_are_found_most_downloaded_first_and_those_without_weights_left_out() -> None:
    assert [model.id for model in found()] == ["bob/story", "bob/story-pictures", "ann/Story-GGUF"]
    assert [model.id for model in found(words="GGUF ann")] == ["ann/Story-GGUF"]
    assert found(words="nothing like it") == []


def test_that_a_split_model_is_one_choice_with_the_bytes_of_all_its_files(hub: FakeHub) -> None:
    parts = {f"story-0000{number}-of-00002.gguf": MEDIUM for number in (1, 2)}
    hub.repos["dee/story-split"] = Repo(
        {**parts, "story-Q4_K_M.gguf": SMALL, "mmproj-F16.gguf": LARGE},
        about={"tags": ["gguf"], "gguf": {"total": 5, "architecture": "llama"}},
    )
    (model,) = found(words="split")
    needs = {file.name: file.bytes for file in model.files if file.need}
    assert needs == {"story-00001-of-00002.gguf": 1000, "story-Q4_K_M.gguf": 200}
    assert "story-00002-of-00002.gguf" not in [file.name for file in model.files]
    assert (model.bytes, model.kinds) == (200, ["gguf"])


def test_that_a_gguf_repository_is_described() -> None:
    (model,) = found(words="Story-GGUF")
    memory = psutil.virtual_memory().total
    assert (model.kinds, model.bytes, model.gated, model.licence) == (["gguf"], len(SMALL), True, "mit")
    assert (model.architecture, model.trains, model.parameters, model.downloads) == ("llama", True, 5, 10)
    assert {file.name: (file.bytes, file.need > 10**9) for file in model.files} == {
        "story-Q4_K_M.gguf": (200, True), "story-Q8_0.gguf": (500, True), "README.md": (len(CARD), False),
    }  # fmt: skip
    assert model.fits == (model.need <= memory * 4 // 5)
    assert model.summary == ""  # the cards of gated models are for those who were let in


def test_that_a_safetensors_repository_is_described(hub: FakeHub) -> None:
    hub.repos["bob/story"].files["README.md"] = CARD
    model = found()[0]
    assert (model.kinds, model.bytes, model.gated, model.likes) == (["safetensors"], len(LARGE), False, 2)
    assert (model.architecture, model.trains, model.parameters) == ("LlamaForCausalLM", True, 450)
    assert model.summary == "A small model that writes stories about lighthouse keepers and the sea."


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({"format": "gguf"}, ["ann/Story-GGUF"]),
        ({"format": "safetensors"}, ["bob/story", "bob/story-pictures"]),
        ({"max_bytes": 200}, ["ann/Story-GGUF"]),
        ({"max_bytes": 900}, ["bob/story", "bob/story-pictures", "ann/Story-GGUF"]),
        ({"licence": "mit"}, ["ann/Story-GGUF"]),
        ({"fits": True}, ["bob/story", "ann/Story-GGUF"]),  # the other is of no architecture that trains
        ({"limit": 2}, ["bob/story"]),  # the most downloaded one has no weights
        ({"limit": 1, "max_bytes": 200}, ["ann/Story-GGUF"]),
    ],
    ids=str,
)
def test_that_filters_leave_models_out(filters: dict[str, Any], names: list[str]) -> None:
    assert [model.id for model in found(**filters)] == names


@pytest.mark.parametrize(("memory", "fits"), [(10**9, False), (4 * 10**9, True)])
def test_that_a_model_fits_by_its_size_and_the_memory(hub: FakeHub, memory: int, fits: bool) -> None:
    hub.repos["bob/story"].claims["model.safetensors"] = 4 * 10**9  # 2e9 parameters: 1.2 GB as Q4_K_M

    async def models() -> list[p.HubModel]:
        async with HubClient(settings.load()) as client:
            wanted = p.SearchJob(words="bob/story")
            return [model async for model in search_models(client, wanted, memory, lambda _: True)]

    model = polling.run(models())[0]
    assert model.need == 10**9 + 1_800_000_000
    assert model.fits is fits


def test_that_a_model_that_went_away_meanwhile_is_passed_over(hub: FakeHub) -> None:
    hub.repos["bob/story"].private = True
    assert [model.id for model in found()] == ["bob/story-pictures", "ann/Story-GGUF"]


def test_that_a_format_that_is_none_is_refused(hub: FakeHub) -> None:
    with pytest.raises(LuthierError) as caught:
        found(format="onnx")
    assert caught.value.code == "hub.unknown-format" and not hub.requests


def test_that_a_hub_that_fails_is_told(hub: FakeHub) -> None:
    hub.api_faults.append(Fault(status=429, headers={"Retry-After": "9999"}))
    with pytest.raises(LuthierError) as caught:
        found()
    assert caught.value.code == "hub.too-many-requests"


def test_that_a_search_can_be_cancelled(hub: FakeHub) -> None:
    hub.api_faults.append(Fault(stall=0))
    control = Control()

    def cancel() -> None:
        assert hub.stalled.acquire(timeout=WAIT)
        control.apply(p.Cancel())

    person = threading.Thread(target=cancel)
    person.start()
    with pytest.raises(Cancelled):
        search_hub(p.SearchJob(words="story"), JobContext(lambda event: None, control))
    person.join()

"""Downloads from a hub that has bad days: the right bytes come in the end, and nothing half-written is a model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core import protocol as p
from core.base import paths, settings
from core.base.errors import LuthierError
from core.convert.resolve import resolve_model
from core.gguf import downloads
from core.hub.client import HubClient, Timeouts
from core.hub.download import STALL_BYTES, Download
from core.hub.repository import choose_files, look_up
from core.jobs.context import JobContext
from tests.support.hub_jobs import (
    FILE,
    HURRIED,
    MODEL,
    NO_RETRY,
    OTHER_MODEL,
    QUICK,
    REPO,
    SIZE,
    Fetch,
    failed,
    leftovers,
    place,
)
from tests.support.hub_server import FakeHub, Fault, Repo


@pytest.fixture(autouse=True)
def repo(hub: FakeHub) -> Repo:
    """One GGUF file on the second host."""
    hub.repos[REPO] = Repo({FILE: MODEL, "README.md": b"A model."})
    return hub.repos[REPO]


def test_that_a_file_comes_whole_and_leaves_nothing_else(hub: FakeHub) -> None:
    fetch = Fetch().run()
    assert fetch.outcome == "done" and fetch.result.model == str(place())
    assert place().read_bytes() == MODEL
    assert not leftovers(paths.models_dir())
    assert len(hub.asked("cdn")) == 1


def test_that_a_checkpoint_comes_with_its_small_files_and_without_others(hub: FakeHub) -> None:
    wanted = {"config.json": b"{}", "model.safetensors": MODEL, "tokenizer.json": b"{ }", "README.md": b"Words."}
    wanted["additional_chat_templates/tool_use.jinja"] = b"{{ tools }}"
    unwanted = {"consolidated.safetensors": OTHER_MODEL, "onnx/model.onnx": b"x", "pytorch_model.bin": b"y"}
    unwanted |= {"additional_chat_templates/notes.txt": b"z", "more/tool_use.jinja": b"z"}
    hub.repos["ann/tiny"] = Repo({**wanted, **unwanted})
    fetch = Fetch(repo="ann/tiny").run()
    folder = place("", "ann/tiny")
    assert fetch.result.model == str(folder)
    found = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert found == wanted


@pytest.mark.parametrize("cut", [0, 1, 1000, STALL_BYTES, SIZE - 1])
def test_that_a_cut_download_goes_on_in_the_same_session(hub: FakeHub, cut: int) -> None:
    hub.faults.append(Fault(cut=cut))
    Fetch().run()
    assert place().read_bytes() == MODEL
    ranges = [request.headers.get("range") for request in hub.asked("cdn")]
    assert ranges == [None, f"bytes={cut}-" if cut else None]


@pytest.mark.parametrize("cut", [0, 1, 1000, STALL_BYTES, SIZE - 1])
def test_that_a_cut_download_goes_on_in_another_session(hub: FakeHub, cut: int) -> None:
    hub.faults.append(Fault(cut=cut))
    assert failed(Fetch(NO_RETRY)).code == "hub.cut"
    assert not place().exists()
    Fetch().run()
    assert place().read_bytes() == MODEL
    assert hub.asked("cdn")[-1].headers.get("range") == (f"bytes={cut}-" if cut else None)
    assert not leftovers(paths.models_dir())


@pytest.mark.slow
@hypothesis_settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(0, SIZE), max_size=3), ignores=st.booleans(), size=st.integers(0, SIZE))
def test_that_the_bytes_are_right_wherever_connections_are_cut(
    hub: FakeHub, repo: Repo, one_line: OneLine, cuts: list[int], ignores: bool, size: int
) -> None:
    repo.files[FILE] = MODEL[:size]
    hub.faults.extend(Fault(cut=cut, ignore_range=ignores) for cut in cuts)
    one_line.fetch()
    hub.faults.clear()
    assert place().read_bytes() == MODEL[:size]
    assert not leftovers(paths.models_dir())
    place().unlink()


class OneLine:
    """Downloads over one client, whose making takes longer than a download."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = HubClient(settings.load(), QUICK)

    def fetch(self) -> None:
        self._loop.run_until_complete(self._fetch())

    def close(self) -> None:
        self._loop.run_until_complete(self._client.__aexit__())
        self._loop.close()

    async def _fetch(self) -> None:
        repository = await look_up(self._client, REPO)
        files = choose_files(repository, [FILE])
        download = Download(
            self._client, repository, files, place().parent, paths.models_dir(),
            replace=True, action=lambda: "run", tell=lambda _: None,
        )  # fmt: skip
        await download.run()


@pytest.fixture
def one_line(repo: Repo) -> Iterator[OneLine]:
    assert repo.files
    line = OneLine()
    yield line
    line.close()


def test_that_a_half_written_file_is_never_taken_for_a_model(hub: FakeHub) -> None:
    hub.repos["ann/tiny"] = Repo({"config.json": b"{}", "model.safetensors": MODEL})
    hub.faults.extend(Fault(cut=5000) for _ in range(2))
    failed(Fetch(NO_RETRY, repo="ann/tiny"))
    failed(Fetch(NO_RETRY))
    context = JobContext(lambda event: None)
    for name in (
        "ann/tiny",
        str(place("", "ann/tiny")),
        REPO,
        f"{REPO}:Q4_K_M",
        str(downloads.partial_file_of(place())),
    ):
        with pytest.raises(LuthierError) as caught:
            resolve_model(name, context)
        assert caught.value.code in ("model.unfinished", "model.not-downloaded", "model.not-gguf"), name


def test_that_a_file_that_changed_on_the_server_begins_again(hub: FakeHub, repo: Repo) -> None:
    hub.faults.append(Fault(cut=5000))
    failed(Fetch(NO_RETRY))
    repo.files[FILE] = OTHER_MODEL
    Fetch().run()
    assert place().read_bytes() == OTHER_MODEL
    assert hub.asked("cdn")[-1].headers.get("range") is None


def test_that_another_version_replaces_the_old_one_only_when_it_is_whole(hub: FakeHub, repo: Repo) -> None:
    Fetch().run()
    repo.files[FILE] = OTHER_MODEL
    hub.faults.append(Fault(cut=5000))
    failed(Fetch(NO_RETRY))
    assert place().read_bytes() == MODEL
    Fetch().run()
    assert place().read_bytes() == OTHER_MODEL


@pytest.mark.parametrize("damage", [b"x" * 5000, b"x" * SIZE, b"x" * (SIZE + 1)], ids=["shorter", "whole", "longer"])
def test_that_a_damaged_part_is_found_out_and_downloaded_again(hub: FakeHub, damage: bytes) -> None:
    hub.faults.append(Fault(cut=5000))
    failed(Fetch(NO_RETRY))
    downloads.partial_file_of(place()).write_bytes(damage)
    Fetch().run()
    assert place().read_bytes() == MODEL


@pytest.mark.parametrize("sidecar", [b"", b"{", b'{"etag": 5}', b"\xff"])
def test_that_an_unreadable_sidecar_begins_again(hub: FakeHub, sidecar: bytes) -> None:
    hub.faults.append(Fault(cut=5000))
    failed(Fetch(NO_RETRY))
    downloads.sidecar_of(place()).write_bytes(sidecar)
    Fetch().run()
    assert place().read_bytes() == MODEL
    assert hub.asked("cdn")[-1].headers.get("range") is None


def test_that_the_sidecar_holds_no_address(hub: FakeHub) -> None:
    hub.faults.append(Fault(cut=5000))
    failed(Fetch(NO_RETRY))
    text = downloads.sidecar_of(place()).read_text()
    assert "http" not in text and "secret" not in text and "127.0.0.1" not in text


def test_that_wrong_bytes_are_downloaded_once_more(hub: FakeHub) -> None:
    hub.faults.append(Fault(body=OTHER_MODEL))
    Fetch().run()
    assert place().read_bytes() == MODEL


@pytest.mark.parametrize("large", [100, SIZE + 1], ids=["sha256", "git-sha1"])
def test_that_a_wrong_checksum_fails_and_leaves_no_file(repo: Repo, large: int) -> None:
    repo.wrong_digests, repo.large = True, large
    error = failed(Fetch())
    assert error.code == "hub.checksum" and FILE in error.message
    assert not place().exists()


def test_that_more_bytes_than_listed_are_refused(hub: FakeHub) -> None:
    hub.faults.extend(Fault(body=MODEL + b"more", chunked=True) for _ in range(2))
    assert failed(Fetch()).code == "hub.checksum"
    assert not place().exists()


def test_that_an_answer_without_its_length_is_taken(hub: FakeHub) -> None:
    hub.faults.append(Fault(chunked=True))
    Fetch().run()
    assert place().read_bytes() == MODEL


@pytest.mark.parametrize("status", [200, 302, 204])
def test_that_a_login_page_in_between_costs_nothing_that_has_come(hub: FakeHub, status: int) -> None:
    hub.faults.append(Fault(cut=STALL_BYTES))
    failed(Fetch(NO_RETRY))
    login = {"Location": f"{hub.endpoint}/login"} if status == 302 else {}
    hub.faults.append(Fault(status=status, headers=login, body=b"" if status == 204 else None))
    failed(Fetch(NO_RETRY))
    assert downloads.partial_file_of(place()).read_bytes() == MODEL[:STALL_BYTES]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_that_a_transient_error_is_retried(hub: FakeHub, status: int) -> None:
    hub.faults.append(Fault(status=status, headers={"Retry-After": "0"}))
    hub.api_faults.append(Fault(status=status, headers={"Retry-After": "0"}))
    Fetch().run()
    assert place().read_bytes() == MODEL


@pytest.mark.parametrize(
    "headers", [{"Retry-After": "9999"}, {"RateLimit": '"api";r=0;t=9999'}], ids=["retry-after", "ratelimit"]
)
@pytest.mark.parametrize("where", ["api_faults", "faults"])
def test_that_a_long_wait_is_not_waited_but_told(hub: FakeHub, where: str, headers: dict[str, str]) -> None:
    getattr(hub, where).append(Fault(status=429, headers=headers))
    error = failed(Fetch())
    assert error.code == "hub.too-many-requests" and "9999 seconds" in error.hint


@pytest.mark.parametrize("where", ["api_faults", "faults"])
def test_that_a_broken_server_is_given_up(hub: FakeHub, where: str) -> None:
    getattr(hub, where).extend(Fault(status=500) for _ in range(4))
    assert failed(Fetch()).code == "hub.server-error"
    assert not place().parent.exists()  # nothing came, so nothing is left


@pytest.mark.parametrize("fault", [Fault(stall=0), Fault(stall=60_000), Fault(drip=True)], ids=["0", "60000", "drip"])
def test_that_a_server_that_sends_hardly_anything_is_left(hub: FakeHub, fault: Fault) -> None:
    hub.faults.extend([fault] * 3)
    assert failed(Fetch(HURRIED)).code == "hub.stalled"
    Fetch().run()
    assert place().read_bytes() == MODEL


def test_that_an_interface_that_never_answers_is_left(hub: FakeHub) -> None:
    hub.api_faults.extend([Fault(stall=0)] * 2)
    assert failed(Fetch(Timeouts(response=0.5, retry_delays=(0,)))).code == "hub.stalled"


@pytest.mark.parametrize(
    "answer", [b"<html>Please log in</html>", b"[]", b"{}", b'{"id": "../x", "sha": "y"}', b"\xff"]
)
def test_that_an_answer_of_something_else_is_recognized(hub: FakeHub, answer: bytes) -> None:
    hub.api_faults.append(Fault(status=200, body=answer))
    assert failed(Fetch()).code == "hub.bad-answer"


def test_that_redirects_in_a_circle_end(hub: FakeHub) -> None:
    hub.api_faults.extend(Fault(status=302, headers={"Location": "/api/models/x/y"}) for _ in range(40))
    assert failed(Fetch()).code == "hub.bad-answer"


def test_that_a_hub_that_is_not_there_is_named() -> None:
    settings.save(settings.Settings(endpoint="http://127.0.0.1:1"))
    error = failed(Fetch())
    assert error.code == "hub.unreachable" and "127.0.0.1:1" in error.message


def test_that_progress_tells_bytes_speed_and_each_file(hub: FakeHub) -> None:
    hub.repos["ann/tiny"] = Repo({"config.json": b"{}", "model.safetensors": MODEL})
    fetch = Fetch(repo="ann/tiny").run()
    progress = [event for event in fetch.events if isinstance(event, p.Progress)]
    assert progress[-1].done == progress[-1].total == SIZE + 2 and progress[-1].unit == "bytes"
    files = [event for event in fetch.events if isinstance(event, p.Files)][-1].files
    assert {(file.name, file.done, file.total, file.state) for file in files} == {
        ("config.json", 2, 2, "done"), ("model.safetensors", SIZE, SIZE, "done"),
    }  # fmt: skip

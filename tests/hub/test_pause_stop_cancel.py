"""What the user wants of a running download: pause, stop, cancel, several at once; and what a kill leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.gguf import downloads
from core.hub.download import FILES_AT_ONCE
from tests.support.hub_jobs import FILE, MODEL, OTHER_MODEL, REPO, SIZE, WAIT, Fetch, leftovers, place
from tests.support.hub_server import FakeHub, Fault, Repo

STALLED_AT = 100_000


@pytest.fixture(autouse=True)
def repo(hub: FakeHub) -> Repo:
    """One GGUF file, whose download comes to a standstill the first time."""
    hub.repos[REPO] = Repo({FILE: MODEL})
    hub.faults.append(Fault(stall=STALLED_AT))
    return hub.repos[REPO]


def stalled(hub: FakeHub, fetch: Fetch) -> Fetch:
    """Start it and wait until it stands still, with what has come written down."""
    fetch.start()
    assert hub.stalled.acquire(timeout=WAIT)
    while fetch.files().get(FILE, 0) < STALLED_AT:
        fetch.until_event()
    return fetch


def test_that_a_paused_download_goes_on_where_it_was(hub: FakeHub) -> None:
    fetch = stalled(hub, Fetch())
    fetch.control.apply(p.Pause())
    fetch.until_state("paused")
    fetch.control.apply(p.Resume())
    fetch.join()
    assert fetch.outcome == "done" and fetch.states == ["paused", "running"]
    assert place().read_bytes() == MODEL
    assert [request.headers.get("range") for request in hub.asked("cdn")] == [None, f"bytes={STALLED_AT}-"]
    assert fetch.result.received_bytes == SIZE


@pytest.mark.parametrize("paused", [False, True])
def test_that_cancel_is_heard_while_nothing_comes_and_leaves_nothing(hub: FakeHub, paused: bool) -> None:
    fetch = stalled(hub, Fetch())
    if paused:
        fetch.control.apply(p.Pause())
        fetch.until_state("paused")
    asked = len(hub.requests)
    fetch.control.apply(p.Cancel())
    fetch.join()  # no byte comes that could wake it, and it waits longer than this for one
    assert len(hub.requests) == asked
    assert isinstance(fetch.error, Cancelled)
    assert not paths.models_dir().exists() or not list(paths.models_dir().iterdir())


def test_that_cancel_is_heard_while_the_hub_does_not_answer(hub: FakeHub) -> None:
    hub.api_faults.append(Fault(stall=0))
    fetch = Fetch().start()
    assert hub.stalled.acquire(timeout=WAIT)
    fetch.control.apply(p.Cancel())
    assert isinstance(fetch.join().error, Cancelled)


def test_that_cancel_keeps_what_was_whole_before(hub: FakeHub, repo: Repo) -> None:
    repo.files["whole-Q8_0.gguf"] = OTHER_MODEL
    hub.faults.clear()
    Fetch(files=["Q8_0"]).run()
    hub.faults.append(Fault(stall=STALLED_AT))
    fetch = stalled(hub, Fetch(files=["*.gguf"]))
    fetch.control.apply(p.Cancel())
    fetch.join()
    assert [path.name for path in place().parent.iterdir()] == ["whole-Q8_0.gguf"]


def test_that_stop_keeps_what_has_come_for_another_time(hub: FakeHub) -> None:
    fetch = stalled(hub, Fetch())
    fetch.control.apply(p.Stop())
    assert fetch.join().outcome == "stopped"
    assert downloads.partial_file_of(place()).stat().st_size == STALLED_AT
    fetch = Fetch().run()
    assert place().read_bytes() == MODEL
    assert fetch.result.received_bytes == SIZE - STALLED_AT


@pytest.mark.process
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None], ids=["kill", "term", "parent-died"])
def test_that_a_worker_that_is_ended_leaves_a_part_to_go_on_with(hub: FakeHub, how: signal.Signals | None) -> None:
    command = [sys.executable, "-m", "core.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin and worker.stdout
        worker.stdin.write(p.encode(p.Start(job=p.FetchJob(repo=REPO))))
        worker.stdin.flush()
        events = map(p.decode_event, worker.stdout)
        next(e for e in events if isinstance(e, p.Files) and e.files[0].done == STALLED_AT)
        if how:
            os.kill(worker.pid, how)
        else:
            worker.stdin.close()
        *_, last = [None, *events]
        worker.wait(WAIT)
    assert how == signal.SIGKILL or (isinstance(last, p.Finished) and last.outcome == "stopped")
    assert not place().exists()
    assert downloads.partial_file_of(place()).read_bytes() == MODEL[:STALLED_AT]
    Fetch().run()
    assert place().read_bytes() == MODEL
    assert hub.asked("cdn")[-1].headers["range"] == f"bytes={STALLED_AT}-"


def test_that_only_so_many_files_come_at_once(hub: FakeHub) -> None:
    names = [f"model-{number:05}-of-00007.safetensors" for number in range(1, 8)]
    hub.repos["ann/large"] = Repo({"config.json": b"{}", **dict.fromkeys(names, MODEL)})
    hub.faults.clear()
    hub.faults.extend(Fault(stall=10) for _ in range(FILES_AT_ONCE))
    fetch = Fetch(repo="ann/large").start()
    for _ in range(FILES_AT_ONCE):
        assert hub.stalled.acquire(timeout=WAIT)
    assert len(hub.asked("cdn")) == FILES_AT_ONCE
    fetch.control.apply(p.Pause())
    fetch.until_state("paused")
    fetch.control.apply(p.Resume())
    assert fetch.join().outcome == "done"
    assert all(place(name, "ann/large").read_bytes() == MODEL for name in names)


def test_that_two_downloads_of_one_file_do_not_disturb_each_other(hub: FakeHub) -> None:
    first = stalled(hub, Fetch())
    second = Fetch().start()
    second.until_event()
    first.control.apply(p.Pause())
    first.until_state("paused")
    first.control.apply(p.Resume())
    assert (first.join().outcome, second.join().outcome) == ("done", "done")
    assert place().read_bytes() == MODEL
    assert len(hub.asked("cdn")) == 2  # the first one's, before and after its pause
    assert not leftovers(paths.models_dir())


def test_that_a_download_waiting_for_another_one_can_be_cancelled(hub: FakeHub) -> None:
    first = stalled(hub, Fetch())
    second = Fetch().start()
    second.until_event()
    second.control.apply(p.Cancel())
    assert isinstance(second.join().error, Cancelled)
    assert downloads.partial_file_of(place()).stat().st_size == STALLED_AT  # not the second one's to delete
    first.control.apply(p.Stop())
    assert first.join().outcome == "stopped"


def test_that_one_file_that_cannot_be_had_ends_the_job_and_keeps_the_others(hub: FakeHub, repo: Repo) -> None:
    hub.faults.clear()
    repo.files["whole-Q8_0.gguf"] = OTHER_MODEL
    hub.faults.append(Fault(status=403))
    with pytest.raises(LuthierError) as caught:
        Fetch(files=["*.gguf"]).run()
    assert caught.value.code == "hub.forbidden"
    Fetch(files=["*.gguf"]).run()
    assert place().read_bytes() == MODEL and place("whole-Q8_0.gguf").read_bytes() == OTHER_MODEL

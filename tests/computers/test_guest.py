"""What a computer says of itself to another, and a run that it trains for that, as its keeper sees it."""

from __future__ import annotations

import os
import threading

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.computers import questions as q
from core.engine.trial.messages import Found, Listing
from core.jobs.computers import guest, keeper, worker
from core.jobs.computers.guest import Guest, Keeper
from core.jobs.context import Control

KEY = "0" * 32


@pytest.fixture
def kept(own_home: None) -> tuple[Guest, Control]:  # noqa: ARG001 - a home of its own
    """A guest without a training, and the control that its keeper would give to one."""
    one = Guest(KEY)
    one.open("letters")
    (one.folder / "commands.jsonl").write_bytes(b"")
    return one, Control()


def watch(one: Guest, control: Control, alone_s: float) -> threading.Event:
    is_over = threading.Event()
    threading.Thread(target=keeper.watch, args=(one, alone_s, control, is_over), daemon=True).start()
    return is_over


def test_that_a_training_left_alone_stops(kept: tuple[Guest, Control]) -> None:
    one, control = kept
    is_over = watch(one, control, 0.0)
    assert control.stop.wait() and not control.cancel.is_set()
    is_over.set()


def test_that_what_is_wanted_of_it_arrives(kept: tuple[Guest, Control]) -> None:
    one, control = kept
    is_over = watch(one, control, 1e9)
    one.tell(p.encode(p.Pause()))
    assert control.paused.wait() and not control.stop.is_set()
    with pytest.raises(LuthierError) as failure:
        one.tell(b"rm -rf /")
    assert failure.value.code == "protocol.bad-command"
    is_over.set()


@pytest.mark.parametrize("path", ["../escaped", "/tmp/escaped", "data/../../escaped", "", "."])
def test_that_nothing_is_put_outside_of_its_folder(kept: tuple[Guest, Control], path: str) -> None:
    with pytest.raises(LuthierError) as failure:
        kept[0].put(path, 0, b"x")
    assert failure.value.code == "computers.garbage"


def test_that_parts_of_a_file_follow_each_other(kept: tuple[Guest, Control]) -> None:
    one = kept[0]
    one.put("data/a.txt", 0, b"abc")
    one.put("data/a.txt", 3, b"def")
    with pytest.raises(LuthierError):
        one.put("data/a.txt", 7, b"x")
    one.put("data/a.txt", 3, b"def")  # again: the answer was lost
    assert (one.run.folder / "data" / "a.txt").read_bytes() == b"abcdef"
    one.put("data/a.txt", 0, b"new")
    assert one.part("data/a.txt", 1) == b"ew" and one.part("data/b.txt", 0) is None


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize(
    ("device", "named"), [("auto", ["GeForce RTX 3060", "Radeon 780M"]), ("vulkan:1", ["Radeon 780M"]), ("cpu", [])]
)
def test_that_a_computer_names_the_cards_that_it_may_use(
    monkeypatch: pytest.MonkeyPatch, device: str, named: list[str]
) -> None:
    names = ("GeForce RTX 3060", "Radeon 780M", "llvmpipe (LLVM 15.0.6, 256 bits)")
    found = [
        Found(name=f"vulkan:{i}", description=name, integrated=i == 1, version="1", memory_free=1, memory_total=8 << 30)
        for i, name in enumerate(names)
    ]
    monkeypatch.setenv("LUTHIER_DEVICE", device)
    monkeypatch.setattr(worker, "list_found", lambda: Listing(found, []))
    said = worker._Answers().to(q.Describe())
    assert isinstance(said, q.Description)
    assert said.cards == tuple(q.Card(name, 8 << 30, "Radeon" in name, "untested") for name in named)


@pytest.mark.usefixtures("own_home")
def test_that_a_run_that_is_not_there_is_told() -> None:
    with pytest.raises(LuthierError) as failure:
        guest.answer(q.Listen(KEY, 0), None)
    assert failure.value.code == "computers.gone"
    assert guest.answer(q.Find(KEY), None) == q.Found("none")


def test_that_a_guest_that_was_not_begun_is_over_nowhere(kept: tuple[Guest, Control]) -> None:
    one = kept[0]
    assert one.state == "none" and guest.trained_guest() is None
    one.keep(Keeper(name="letters", pid=1 << 30, born="never", time=1.0))
    assert one.state == "over"
    guest.answer(q.End(KEY), None)
    assert not one.folder.exists()


def test_that_a_guest_that_nobody_has_asked_for_in_a_month_goes(kept: tuple[Guest, Control]) -> None:
    one = kept[0]
    guest.forget_old()
    assert one.folder.is_dir()
    os.utime(one.folder / "asked", (1.0, 1.0))
    guest.forget_old()
    assert not one.folder.exists()

"""Whom a head let in and took out again, as every program on that computer sees it at once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.home_cluster import Cluster, remember_cluster
from core.cluster.credentials import Credentials, make_authority
from core.cluster.members import Members, forget_members, keep_refused, kept_refused
from core.jobs.context import Control
from core.worker import run_job


@pytest.fixture
def members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Members:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    made = Members(tmp_path / "cluster")
    make_authority(Credentials(made.folder), "desk")
    remember_cluster(Cluster(head="desk", machine="desk", host="127.0.0.1", port=1))
    return made


def ending(job: p.Job) -> p.Event:
    events: list[p.Event] = []
    run_job(job, events.append, Control())
    return events[-1]


def test_that_what_one_program_writes_another_sees_at_once(members: Members) -> None:
    beside = Members(members.folder)
    assert (beside.names, beside.refused) == ([], frozenset())
    members.let_in("laptop")
    members.let_in("mac")
    assert beside.names == ["laptop", "mac"]
    ended = ending(p.ClusterRemoveJob(machine="laptop"))
    assert isinstance(ended, p.Finished) and p.result_of(ended, p.ClusterRemoveResult).machine == "laptop"
    assert (members.names, members.refused) == (["mac"], {"laptop"})


def test_that_no_name_is_given_twice(members: Members) -> None:
    """The certificate of one that was taken out is still valid: by its name alone it is refused."""
    members.let_in("laptop")
    members.remove("laptop")
    assert members.is_taken("laptop") and members.is_taken("Laptop") and not members.is_taken("laptop-2")


@pytest.mark.parametrize(
    ("name", "said"), [("nobody", "laptop"), ("desk", "`luthier cluster leave`"), ("old", "before")]
)
def test_that_nobody_else_can_be_taken_out(members: Members, name: str, said: str) -> None:
    members.let_in("laptop")
    members.let_in("old")
    members.remove("old")
    ended = ending(p.ClusterRemoveJob(machine=name))
    assert isinstance(ended, p.Failed) and ended.code == "cluster.no-machine"
    assert said in f"{ended.message} {ended.hint}" and members.names == ["laptop"]


def test_that_it_is_done_where_they_meet(members: Members) -> None:
    remember_cluster(Cluster(head="desk", machine="laptop", host="127.0.0.1", port=1))
    ended = ending(p.ClusterRemoveJob(machine="mac"))
    assert isinstance(ended, p.Failed) and ended.code == "cluster.not-head" and "Only desk" in ended.message
    assert members.refused == frozenset()


def test_that_nothing_is_lost_where_several_write(members: Members) -> None:
    """`cluster start` lets in while a window takes out."""
    names = [f"laptop-{number}" for number in range(12)]
    for name in names[:6]:
        members.let_in(name)

    def lets_in() -> None:
        for name in names[6:]:
            members.let_in(name)

    beside = threading.Thread(target=lets_in)
    beside.start()
    for name in names[:6]:
        Members(members.folder).remove(name)
    beside.join()
    assert (members.names, members.refused) == (names[6:], frozenset(names[:6]))


def test_that_a_damaged_list_lets_nobody_back(members: Members) -> None:
    members.let_in("laptop")
    members.remove("laptop")
    keep_refused(members.folder, ["laptop"])
    for name in ("members.json", "refused.json"):
        (members.folder / name).write_bytes(b"{}"[:1])
    for read in (lambda: members.refused, lambda: members.names, lambda: kept_refused(members.folder)):
        with pytest.raises(LuthierError) as error:
            read()
        assert error.value.code == "cluster.unreadable"


def test_that_every_computer_keeps_whom_the_head_took_out(tmp_path: Path) -> None:
    assert kept_refused(tmp_path) == frozenset()
    keep_refused(tmp_path, ["laptop"])
    keep_refused(tmp_path, ["mac"])
    keep_refused(tmp_path, [])
    assert kept_refused(tmp_path) == {"laptop", "mac"}
    forget_members(tmp_path)
    assert kept_refused(tmp_path) == frozenset() and not list(tmp_path.iterdir())

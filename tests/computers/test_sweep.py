"""A sweep on several computers, as it hands its trainings out."""

from __future__ import annotations

import threading
from concurrent.futures import wait

import msgspec
import pytest

from core import protocol as p
from core.base.known_computers import Computer, remember_computer
from core.jobs.computers import sweep
from core.jobs.computers.known import Look
from core.jobs.context import JobContext


@pytest.mark.usefixtures("own_home")
def test_that_no_training_waits_for_a_computer_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = Computer(name="silent", host="silent")
    remember_computer(silent)
    trained: list[tuple[str, str]] = []
    all_begun = threading.Event()

    def train(_: object, job: p.ResumeJob, place: str) -> None:
        trained.append((job.run, place))
        if len(trained) == 3:
            all_begun.set()

    def state(_: Look) -> p.ComputerState:
        all_begun.wait()
        return p.ComputerState(computer=silent, problem="It does not answer.")

    monkeypatch.setattr(Look, "state", state)
    monkeypatch.setattr(sweep._Machines, "_train", train)
    with sweep._Machines(JobContext(lambda event: None)) as machines:
        machines.train([p.ResumeJob(run=run) for run in "abc"])
    assert trained == [(run, sweep.HERE) for run in "abc"]


@pytest.mark.usefixtures("own_home")
def test_that_no_training_goes_by_an_answer_from_before(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Computer(name="far", host="far")
    remember_computer(far)
    facts = p.ComputerFacts(
        version="1", system="", processor="", cores=1, memory_bytes=1, free_bytes=1, disk_bytes=1, pace=1
    )
    runs = iter(("", "of another"))
    monkeypatch.setattr(
        Look, "state", lambda _: p.ComputerState(computer=far, facts=msgspec.structs.replace(facts, run=next(runs)))
    )
    with sweep._Machines(JobContext(lambda event: None)) as machines:
        machines._free()
        wait(machines._asked.values())
        machines._looked = -sweep._LOOKED_S  # long ago
        assert machines._free() == [sweep.HERE]

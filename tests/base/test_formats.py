"""Files with versions: what every version wrote is opened, what a newer one wrote is left alone, damage is found."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from app.workers.queue_file import QueueFile
from core import protocol as p
from core.base import formats, paths, settings
from core.base.errors import LuthierError
from core.base.formats import Format
from core.cli.listing import app, find_run, summarize
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import PROGRESS, list_checkpoints
from core.jobs.models.run_adapter import find_adapter, held_out_of
from core.runs import run as runs
from core.runs.info import read_info
from core.runs.recorded import event_line, summed
from core.runs.run import Run, RunNotes
from core.runs.votes import read_votes
from tests.fixtures.make_formats import FORMATS, STEPS, STOPPED_AT
from tests.support.export_runs import exported, short_answers
from tests.support.kept_runs import LAST, VERSIONS, go_on, not_told, notices, placed

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version's files; the newest's unless another is asked for."""
    return placed(getattr(request, "param", VERSIONS[-1]), tmp_path, monkeypatch)


@pytest.mark.process
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("place", VERSIONS, indirect=True)
def test_that_the_runs_of_every_version_are_listed_shown_exported_and_gone_on_with(tmp_path: Path) -> None:
    listed = runs.list_runs()
    assert {run.title for run in listed.runs} == {"A run, done", "A run, stopped"} and not listed.unreadable
    for name, status, step in (("done", "done", STEPS), ("stopped", "stopped", STOPPED_AT)):
        run = find_run(name)
        found = summarize(run)
        assert (found.status, found.step, found.steps, found.damaged_lines) == (status, step, STEPS, 0)
        assert run.info().config.max_steps == STEPS and run.notes().tags == ("kept",)
        assert [vote.step for vote in read_votes(run)] == [2] and held_out_of(run)
        assert find_adapter(run, "", not_told).step == step
        output = tmp_path / f"{name}.gguf"
        with short_answers():
            exported(run, output, "adapter")
        theirs, ours = read_adapter(output).tensors, read_adapter(run.adapter).tensors
        assert all(np.array_equal(a, b) for key in ours for a, b in zip(theirs[key], ours[key], strict=True))
        events = go_on(run)
        assert isinstance(events[-1], p.Finished) and set(notices(events)) <= {"memory.replanned"}  # other processors
        (started,) = (event for event in events if isinstance(event, p.TrainingStarted))
        assert (started.step, summarize(run).step, list_checkpoints(run.checkpoints_dir)[0].name) == (step, STEPS, LAST)
        assert msgspec.json.decode(run.info_file.read_bytes())["format"] == 6 and run.info_copy.is_file()


@pytest.mark.parametrize("version", VERSIONS)
def test_that_the_programs_files_of_every_version_are_read(version: str) -> None:
    settings.settings_file().parent.mkdir(parents=True)
    shutil.copy(FORMATS / version / "settings.json", settings.settings_file())
    shutil.copy(FORMATS / version / "queue.json", paths.home() / "queue.json")
    known = settings.load()
    assert (known.offline, known.theme, known.threads) == (True, "dark", 3)
    queue = QueueFile()
    try:
        assert [(entry.title, entry.job.run) for entry in queue.read()] == [("one that waits", "waits")]
    finally:
        queue.close()


class Old(msgspec.Struct):
    words: tuple[str, ...]


def test_that_a_file_of_version_1_is_brought_to_the_newest_step_by_step(tmp_path: Path) -> None:
    three = Format(
        Old, version=3, migrations={1: lambda old: {"text": old["t"]}, 2: lambda old: {"words": old["text"].split()}}
    )
    assert formats.decoded(b'{"t":"a b"}', three, tmp_path).words == ("a", "b")
    two = msgspec.json.encode({"format": 2, "checksum": "", "text": "c d e"})
    assert formats.decoded(two, three, tmp_path).words == ("c", "d", "e")


def write_newer(file: Path) -> bytes:
    """As a later Luthier would, with values that mean nothing to this one. What was written."""
    values = {"format": 9, "luthier": "7.5.0", "model": 3, "entries": "many"}
    values["checksum"] = formats._checksum(values)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(values))
    return file.read_bytes()


def test_that_a_run_of_a_newer_version_is_refused_by_name_and_hides_no_other(place: Path) -> None:
    run = Run(place / "stopped")
    content = write_newer(run.info_file)
    listed = runs.list_runs()
    assert [one.name for one in listed.runs] == ["done"]
    (error,) = listed.unreadable
    assert error.code == "formats.newer" and "Luthier 7.5.0" in error.message and "Update" in error.hint
    before = {file: file.read_bytes() for file in run.folder.rglob("*") if file.is_file()}
    failed = go_on(run)[-1]
    assert isinstance(failed, p.Failed) and failed.code == "formats.newer"
    assert run.info_file.read_bytes() == content
    assert all(file.read_bytes() == was for file, was in before.items())


@pytest.mark.parametrize("name", ["plan.json", "model.json", "thoughts.json"])
def test_that_a_newer_file_in_a_run_is_not_written_over(place: Path, name: str) -> None:
    run = Run(place / "stopped")
    content = write_newer(run.folder / name)
    failed = go_on(run)[-1]
    assert isinstance(failed, p.Failed) and failed.code == "formats.newer"
    assert (run.folder / name).read_bytes() == content


def test_that_newer_notes_are_not_written_over(place: Path) -> None:
    run = Run(place / "done")
    content = write_newer(run.notes_file)
    for do in (run.notes, lambda: run.write_notes(RunNotes(title="mine"))):
        with pytest.raises(LuthierError) as caught:
            do()
        assert caught.value.code == "formats.newer"
    assert run.notes_file.read_bytes() == content and run.title == "done"


def test_that_a_newer_checkpoint_is_refused_and_not_passed_over(place: Path) -> None:
    run = Run(place / "stopped")
    newest = list_checkpoints(run.checkpoints_dir)[0]
    write_newer(newest / PROGRESS)
    (newest / "checksums.sha256").unlink()
    before = {file: file.read_bytes() for file in run.checkpoints_dir.glob("step-*/*")}
    failed = go_on(run)[-1]
    assert isinstance(failed, p.Failed) and failed.code == "formats.newer"
    assert {file: file.read_bytes() for file in run.checkpoints_dir.glob("step-*/*")} == before


def test_that_what_a_newer_worker_recorded_is_not_half_read(place: Path) -> None:
    run = Run(place / "done")
    hello = p.Hello(pid=os.getpid(), job="resume", version="7.5.0", protocol=p.PROTOCOL_VERSION + 1)
    with run.events_file.open("ab") as file:
        file.write(event_line(hello))
    for read in (lambda: list(run.events()), lambda: summarize(run)):
        with pytest.raises(LuthierError, match=r"Luthier 7\.5\.0"):
            read()
    said = CliRunner().invoke(app, ["list"])
    assert said.exit_code == 0 and "stopped" in said.stdout and "Luthier 7.5.0" in said.output


def test_that_settings_of_a_newer_version_stay_and_are_told() -> None:
    content = write_newer(settings.settings_file())
    for do in (settings.load, lambda: settings.save(settings.Settings(offline=True))):
        with pytest.raises(LuthierError) as caught:
            do()
        assert caught.value.code == "formats.newer"
    assert settings.settings_file().read_bytes() == content
    assert settings.runs_dir() == paths.runs_dir()  # the program starts


def test_that_a_newer_queue_stays_and_is_told() -> None:
    content = write_newer(paths.home() / "queue.json")
    queue = QueueFile()
    try:
        assert queue.read() == [] and "Luthier 7.5.0" in queue.write([])
        assert queue.path.read_bytes() == content
    finally:
        queue.close()


def test_that_runs_and_queues_open_without_the_setting_that_trained_the_models_own_answers(tmp_path: Path) -> None:
    job = {"job": "train", "model": "m.gguf", "data": "d.jsonl", "run": "waits", "config": {"replay": 0.15, "rank": 4}}
    info = tmp_path / "run.json"
    info.write_bytes(msgspec.json.encode({"format": 4, "checksum": "", "created": 1.0, **job}))
    assert read_info(info, tmp_path / "none.json").config.rank == 4
    (queue_file := paths.home() / "queue.json").parent.mkdir(parents=True)
    entries = [{"job": job, "title": "one"}, {"job": {"job": "resume", "run": "goes-on"}, "title": "two"}]
    queue_file.write_bytes(msgspec.json.encode({"format": 2, "checksum": "", "entries": entries}))
    queue = QueueFile()
    try:
        assert [entry.title for entry in queue.read()] == ["one", "two"]
    finally:
        queue.close()


def of_a_cluster(run: Run) -> None:
    """Make of a run what version 5 left of one whose steps several computers had computed together."""
    for file in (run.info_file, run.info_copy):
        values = msgspec.json.decode(file.read_bytes())
        file.write_bytes(msgspec.json.encode(values | {"format": 5, "checksum": "", "cluster": {"sends": "int8"}}))
    lines = list[bytes]()
    for line in run.events_file.read_bytes().splitlines():
        said = msgspec.json.decode(line)
        del said["crc"]
        if said["type"] == "step":
            said["machines"] = {"desk": 900.0, "attic": 700.0}
            back = {"step": said["step"], "to": said["step"], "reason": "it sent wrong numbers", "rate_factor": 1.0,
                    "count": 0, "most": 3, "machine": "attic"}  # fmt: skip
            lines.append(summed(msgspec.json.encode({"type": "went_back", **back, "time": said["time"]})))
        lines.append(summed(msgspec.json.encode(said)))
    run.events_file.write_bytes(b"".join(lines))


@pytest.mark.process
@pytest.mark.usefixtures("place")
def test_that_a_run_that_several_computers_trained_together_opens_and_goes_on_alone() -> None:
    run = find_run("stopped")
    before = summarize(run)
    of_a_cluster(run)
    assert summarize(run) == before and before.step == STOPPED_AT  # what a computer's wrong numbers cost is no rollback
    assert isinstance(go_on(run)[-1], p.Finished) and summarize(run).step == STEPS
    kept = msgspec.json.decode(run.info_file.read_bytes())
    assert kept["format"] == 6 and "cluster" not in kept


@pytest.mark.process
@pytest.mark.usefixtures("place")
def test_that_a_run_of_answers_that_are_no_longer_made_is_not_gone_on_with() -> None:
    run = find_run("stopped")
    run.replay_file.write_text('{"messages": []}\n')
    failed = go_on(run)[-1]
    assert isinstance(failed, p.Failed) and failed.code == "resume.replay" and "--adapter stopped" in failed.hint

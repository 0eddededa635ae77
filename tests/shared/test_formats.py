"""Files with versions: what every version wrote is opened, what a newer one wrote is left alone, damage is found."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from app.workers.queue_file import QueueFile
from core.cli.listing import find_run, summarize
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import PROGRESS, list_checkpoints
from core.jobs.context import Control, JobContext
from core.jobs.run_adapter import find_adapter, held_out_of
from core.shared import formats, paths, runs, settings
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.formats import DamagedError, Format
from core.shared.recorded import event_line, event_of, summed
from core.shared.runs import Run, RunNotes
from core.shared.votes import read_votes
from core.worker import run_job
from tests.fixtures.make_formats import DATA, FORMATS, MODEL, STEPS, STOPPED_AT
from tests.support.export_runs import exported, short_answers

VERSIONS = sorted(path.name for path in FORMATS.iterdir() if path.is_dir())
LAST = f"step-{STEPS:06d}"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version's files, the newest's unless another is asked for, where they can be gone on with."""
    folder = shutil.copytree(FORMATS / getattr(request, "param", VERSIONS[-1]), tmp_path / "place")
    for name in (MODEL, DATA):
        shutil.copy(FORMATS / name, folder)
    monkeypatch.chdir(folder)
    settings.save(settings.Settings(runs_dir=str(folder)))
    return folder


def go_on(run: Run) -> list[p.Event]:
    events: list[p.Event] = []
    run_job(p.ResumeJob(run=str(run.folder)), events.append, Control())
    return events


def notices(events: list[p.Event]) -> list[str]:
    return [event.code for event in events if isinstance(event, p.Notice)]


def edit(file: Path, **values: object) -> None:
    """As a hand or a disk may change it: the checksum stays as it was."""
    file.write_bytes(msgspec.json.encode(msgspec.json.decode(file.read_bytes()) | values))


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
        assert msgspec.json.decode(run.info_file.read_bytes())["format"] == 2 and run.info_copy.is_file()


def not_told(*said: str) -> None:
    pytest.fail(" ".join(said))


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
    before = {file: file.read_bytes() for file in run.checkpoints_dir.rglob("*") if file.is_file()}
    failed = go_on(run)[-1]
    assert isinstance(failed, p.Failed) and failed.code == "formats.newer"
    assert {file: file.read_bytes() for file in run.checkpoints_dir.rglob("*") if file.is_file()} == before


def test_that_what_a_newer_worker_recorded_is_not_half_read(place: Path) -> None:
    run = Run(place / "done")
    hello = p.Hello(pid=os.getpid(), job="resume", version="7.5.0", protocol=p.PROTOCOL_VERSION + 1)
    with run.events_file.open("ab") as file:
        file.write(event_line(hello))
    for read in (lambda: list(run.events()), lambda: summarize(run)):
        with pytest.raises(LuthierError, match=r"Luthier 7\.5\.0"):
            read()


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


def test_that_every_flipped_byte_is_found_or_changes_nothing(place: Path) -> None:
    file, rng = place / "done" / "run.json", np.random.default_rng(3)
    whole, info = file.read_bytes(), Run(place / "done").info()
    (place / "done" / "checkpoints" / "run.json").unlink()
    found = 0
    for at in rng.integers(len(whole), size=300):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << int(rng.integers(8))
        file.write_bytes(flipped)
        try:
            assert Run(place / "done").info() == info, f"byte {at}"
        except LuthierError as error:
            assert error.code in ("runs.not-a-run", "runs.damaged")
            found += 1
    assert found > 200


def test_that_settings_of_a_run_changed_by_hand_count_when_that_is_said(place: Path) -> None:
    run = Run(place / "stopped")
    changed = msgspec.to_builtins(run.info().config) | {"learning_rate": 0.5}
    edit(run.info_file, config=changed)
    run.info_copy.unlink()
    with pytest.raises(LuthierError) as caught:
        run.info()
    assert caught.value.code == "runs.damaged" and '"checksum": ""' in caught.value.hint
    edit(run.info_file, checksum="")
    assert run.info().config.learning_rate == 0.5
    assert not run.mend_info() and run.info_copy.is_file()


def lose(run: Run) -> None:
    run.info_file.unlink()


def damage(run: Run) -> None:
    edit(run.info_file, model="another.gguf")


@pytest.mark.parametrize("harm", [lose, damage])
def test_that_the_copy_of_run_json_takes_its_place(place: Path, harm: Callable[[Run], None]) -> None:
    run = Run(place / "stopped")
    asked = run.info_file.read_bytes()
    harm(run)
    assert {one.name for one in runs.list_runs().runs} == {"done", "stopped"} and find_run("stopped").info()
    events = go_on(run)
    assert isinstance(events[-1], p.Finished) and "runs.mended" in notices(events)
    assert run.info_file.read_bytes() == asked


def test_that_the_newest_good_checkpoint_stands_in_for_a_damaged_adapter(place: Path) -> None:
    run, told = Run(place / "done"), list[str]()
    content = bytearray(run.adapter.read_bytes())
    content[-9] ^= 1  # a digit of the last weight
    run.adapter.write_bytes(content)
    found = find_adapter(run, "", lambda code, message, hint: told.append(f"{code} {message} {hint}"))
    assert (found.file.parent.name, found.step) == (LAST, STEPS)
    assert len(told) == 1 and "export.adapter-damaged" in told[0] and "checksum" in told[0]
    for checkpoint in list_checkpoints(run.checkpoints_dir):
        (checkpoint / "adapter.gguf").write_bytes(content)
    with pytest.raises(LuthierError, match="damaged"):
        read_adapter(find_adapter(run, "", not_told).file)


def test_that_the_step_of_an_adapter_is_known_without_the_events(place: Path) -> None:
    run = Run(place / "done")
    run.events_file.write_bytes(run.events_file.read_bytes()[:500])
    assert find_adapter(run, "", not_told).step == STEPS


def test_that_damaged_lines_are_passed_over_and_counted(place: Path) -> None:
    run = Run(place / "done")
    before = list(run.events())
    content = run.events_file.read_bytes()
    at = content.index(b'"loss":') + len(b'"loss":')
    run.events_file.write_bytes(content[:at] + b"9" + content[at + 1 :])
    assert summarize(run).damaged_lines == 1
    after = list(run.events())
    assert len(after) == len(before) - 1 and all(event in before for event in after)


def test_that_an_event_that_is_not_known_is_no_damage() -> None:
    assert event_of(summed(b'{"type":"smell","of":"pine"}')) is None
    with pytest.raises(DamagedError):
        event_of(b'{"type":"smell","of":"pine"}\n')


def test_that_damaged_thoughts_and_held_out_texts_are_told(place: Path) -> None:
    run, told = Run(place / "done"), list[str]()
    edit(run.thoughts_file, think="on")
    run.evaluation.write_bytes(run.evaluation.read_bytes()[:-40])
    with JobContext(lambda event: None) as context:
        from core.jobs.chat_source import find_source

        with pytest.raises(LuthierError) as caught:
            find_source(p.ChatJob(run=str(run.folder), prompt="Who is it?"), context)
    assert caught.value.code == "runs.damaged-thoughts" and "luthier train --resume done" in caught.value.hint
    assert held_out_of(run, lambda code, message, hint: told.append(code)) == [] and told == ["export.bad-evaluation"]
    go_on(run)  # writes both anew
    assert summarize(run).status == "done" and held_out_of(run, not_told)

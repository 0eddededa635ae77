"""Damage to the files of a run: found, told, and got over where a good copy is there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.formats import DamagedError
from core.cli.listing import find_run, summarize
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import list_checkpoints
from core.jobs.context import JobContext
from core.jobs.models.run_adapter import find_adapter, held_out_of
from core.runs import run as runs
from core.runs.recorded import event_of, summed
from core.runs.run import Run
from tests.fixtures.make_formats import STEPS
from tests.support.kept_runs import LAST, VERSIONS, go_on, not_told, notices, placed


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runs of the newest version."""
    return placed(VERSIONS[-1], tmp_path, monkeypatch)


def edit(file: Path, **values: object) -> None:
    """As a hand or a disk may change it: the checksum stays as it was."""
    file.write_bytes(msgspec.json.encode(msgspec.json.decode(file.read_bytes()) | values))


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
    asked = run.info()
    harm(run)
    assert {one.name for one in runs.list_runs().runs} == {"done", "stopped"} and find_run("stopped").info()
    events = go_on(run)
    assert isinstance(events[-1], p.Finished) and "runs.mended" in notices(events)
    shutil.rmtree(run.checkpoints_dir)  # and with it the copy
    assert run.info() == asked


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
        from core.jobs.chat.source import find_source

        with pytest.raises(LuthierError) as caught:
            find_source(p.ChatJob(run=str(run.folder), prompt="Who is it?"), context)
    assert caught.value.code == "runs.damaged-thoughts" and "luthier train --resume done" in caught.value.hint
    assert held_out_of(run, lambda code, message, hint: told.append(code)) == [] and told == ["export.bad-evaluation"]
    go_on(run)  # writes both anew
    assert summarize(run).status == "done" and held_out_of(run, not_told)

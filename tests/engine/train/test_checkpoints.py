"""A checkpoint is believed only when it is whole, undamaged and sound; else the newest good one is taken."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from core.base.errors import LuthierError
from core.engine.train.checkpoint import (
    ADAPTER,
    CHECKSUMS,
    PROGRESS,
    STATE,
    Checkpoint,
    TrainingProgress,
    list_checkpoints,
    load_newest,
    save_checkpoint,
)

N_VALUES, STEPS, DATA = 300, 60, "abc"


def save(folder: Path, step: int, keep: int = 2) -> Path:
    state = {name: np.full(N_VALUES, step, np.float32) for name in ("values", "m", "v")}
    progress = TrainingProgress(step=step, updates=step, data_fingerprint=DATA)
    return save_checkpoint(folder, progress, state, lambda path: path.write_bytes(b"GGUF" * 50) and None, keep)


def load(folder: Path) -> Checkpoint:
    return load_newest(folder, STEPS, DATA)


@pytest.fixture
def newest(tmp_path: Path) -> Path:
    """The newer of two checkpoints, of steps 10 and 20."""
    save(tmp_path, 10)
    return save(tmp_path, 20)


@pytest.mark.process
def test_that_the_newest_is_read_as_it_was_written(newest: Path) -> None:
    path, progress, state, passed_over = load(newest.parent)
    assert (path, progress.step, passed_over) == (newest, 20, [])
    assert all((values == 20).all() for values in state.values())
    subprocess.run(["sha256sum", "--check", "--strict", CHECKSUMS], cwd=newest, check=True, capture_output=True)


@pytest.mark.parametrize("name", [STATE, PROGRESS, ADAPTER, CHECKSUMS])
def test_that_every_flipped_byte_is_found(newest: Path, name: str) -> None:
    rng, file = np.random.default_rng(7), newest / name
    whole = file.read_bytes()
    for at in rng.integers(len(whole), size=100):
        flipped = bytearray(whole)
        flipped[at] ^= int(rng.integers(1, 256))
        file.write_bytes(flipped)
        found = load(newest.parent)
        assert found.progress.step == 10, f"byte {at}"
        assert [path for path, _ in found.passed_over] == [newest]
    file.write_bytes(whole)
    assert load(newest.parent).progress.step == 20


@pytest.mark.parametrize("name", [STATE, PROGRESS, ADAPTER])
def test_that_a_file_that_is_cut_off_or_gone_is_named(newest: Path, name: str) -> None:
    file = newest / name
    for size in (0, 1, file.stat().st_size - 1):
        file.write_bytes(file.read_bytes()[:size])
        ((_, reason),) = load(newest.parent).passed_over
        assert name in reason
    file.unlink()
    ((_, reason),) = load(newest.parent).passed_over
    assert reason == f"{name} is missing"


def change_state(change: Callable[[dict[str, np.ndarray]], object]) -> Callable[[Path], None]:
    def damage(checkpoint: Path) -> None:
        state = {name: values.copy() for name, values in load_file(checkpoint / STATE).items()}
        change(state)
        save_file(state, checkpoint / STATE)

    return damage


def change_progress(**fields: object) -> Callable[[Path], None]:
    def damage(checkpoint: Path) -> None:
        progress = msgspec.json.decode((checkpoint / PROGRESS).read_bytes())
        (checkpoint / PROGRESS).write_bytes(msgspec.json.encode(progress | fields))

    return damage


DAMAGES = {
    "m is missing": (change_state(lambda state: state.pop("m")), "0 of m"),
    "values are missing": (change_state(lambda state: state.pop("values")), "0 of values"),
    "v is too short": (change_state(lambda state: state.update(v=state["v"][:100])), "100 of v"),
    "NaN among the values": (change_state(lambda state: state["values"].put(299, np.nan)), "values that are not"),
    "infinity in a moment": (change_state(lambda state: state["m"].put(0, np.inf)), "m that are not"),
    "a negative second moment": (change_state(lambda state: state["v"].put(5, -1)), "v that are negative"),
    "doubles": (change_state(lambda state: state.update(v=state["v"].astype(np.float64))), "v that are not"),
    "nothing in it": (change_state(lambda state: state.clear()), "0 of values"),
    "a negative step": (change_progress(step=-5), PROGRESS),
    "another step": (change_progress(step=19), "step 19"),
    "a step beyond the run": (change_progress(step=1_000_000), "step 1,000,000"),
    "more updates than steps": (change_progress(updates=21), "21 updates"),
    "a word for a step": (change_progress(step="many"), PROGRESS),
    "no text at all": (lambda folder: (folder / PROGRESS).write_bytes(b"\xff\xfe\x00"), PROGRESS),
    "a word that is no text": (
        lambda folder: (folder / PROGRESS).write_bytes(b'{"data_fingerprint":"\xff"}'),
        PROGRESS,
    ),
    "no state": (lambda folder: (folder / STATE).unlink(), "state.safetensors is missing"),
    "weights that are none": (lambda folder: (folder / STATE).write_bytes(b"GGUF" * 20), STATE),
}


@pytest.mark.parametrize(("damage", "told"), DAMAGES.values(), ids=DAMAGES)
def test_that_one_without_checksums_has_to_be_sound(newest: Path, damage: Callable[[Path], None], told: str) -> None:
    """Older versions wrote none, and a file may be damaged before its checksum is taken."""
    (newest / CHECKSUMS).unlink()
    assert load(newest.parent).progress.step == 20
    damage(newest)
    found = load(newest.parent)
    assert found.progress.step == 10
    ((path, reason),) = found.passed_over
    assert path == newest and told in reason


def test_that_a_step_that_the_run_does_not_have_is_not_believed(newest: Path) -> None:
    assert load_newest(newest.parent, 19, DATA).progress.step == 10
    assert load_newest(newest.parent, 19, "other data, of fewer steps").progress.step == 20


def test_that_what_is_wrong_with_each_is_said_when_none_is_good(newest: Path) -> None:
    (newest / STATE).unlink()
    (newest.parent / "step-000010" / PROGRESS).write_bytes(b"{}")
    with pytest.raises(LuthierError) as caught:
        load(newest.parent)
    assert caught.value.code == "resume.no-checkpoint" and caught.value.hint
    for text in (str(newest.parent), "step-000020: state.safetensors is missing", "step-000010: progress.json is dam"):
        assert text in caught.value.message


@pytest.mark.parametrize("keep", [1, 2])
def test_that_one_that_was_passed_over_gives_way_to_the_next(newest: Path, keep: int) -> None:
    folder = newest.parent
    (newest / STATE).write_bytes(b"")
    assert load(folder).progress.step == 10
    save(folder, 15, keep)
    assert [path.name for path in list_checkpoints(folder)] == ["step-000015", "step-000010"][:keep]
    save(folder, 20, keep)
    found = load(folder)
    assert (found.progress.step, found.passed_over) == (20, [])


def test_that_a_million_steps_are_more_than_the_steps_before(tmp_path: Path) -> None:
    for step in (999_999, 1_000_000):
        save(tmp_path, step)
    assert [path.name for path in list_checkpoints(tmp_path)] == ["step-1000000", "step-999999"]


def test_that_what_was_being_written_is_no_checkpoint(newest: Path) -> None:
    (newest.parent / "step-000030.part").mkdir()
    (newest.parent / "step-of-a-stranger").mkdir()
    assert [path.name for path in list_checkpoints(newest.parent)] == ["step-000020", "step-000010"]

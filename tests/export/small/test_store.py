"""An interrupted small export goes on with the weights that are whole, and nothing else is taken for one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from core.base.files import partial_of
from core.export.small.inputs import Texts
from core.export.small.store import Store, kept_at, key_of
from tests.support.file_size import file_size_limit

KEY, OTHER = "a" * 64, "b" * 64
WEIGHTS = {"blk.0.attn_q.weight": b"q" * 3000, "blk.0.attn_k.weight": b"k" * 2_000_000}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "fitted"


def fill(store: Store, names: Iterator[str] | tuple[str, ...] = tuple(WEIGHTS)) -> None:
    for name in names:
        data = WEIGHTS[name]
        assert b"".join(store.added(name, len(data), (data[:1000], data[1000:]))) == data


def interrupted(place: Path, do: Callable[[Store], None] = fill, key: str = KEY) -> None:
    with pytest.raises(KeyboardInterrupt), kept_at(place, key, 0) as store:
        do(store)
        raise KeyboardInterrupt


def found(place: Path, key: str = KEY) -> dict[str, bytes]:
    """What the next export goes on with."""
    with kept_at(place, key, 0) as store:
        return {name: b"".join(store.pieces(name)) for name in store.names}


def test_that_the_next_export_goes_on_with_what_was_fitted_and_nothing_is_left_when_it_is_done(place: Path) -> None:
    interrupted(place, lambda store: fill(store, ("blk.0.attn_q.weight",)))
    interrupted(place, lambda store: fill(store, ("blk.0.attn_k.weight",)))
    assert found(place) == WEIGHTS
    assert list(place.parent.iterdir()) == []
    assert found(place) == {}


@pytest.mark.parametrize("cut", [1, 4, 1500, 2_000_004, 2_000_030])
def test_that_a_weight_that_was_cut_off_is_fitted_again(place: Path, cut: int) -> None:
    """In its checksum, its bytes, and its head."""
    interrupted(place)
    file = partial_of(place)
    os.truncate(file, file.stat().st_size - cut)
    name = "blk.0.attn_k.weight"
    interrupted(place, lambda store: fill(store, (name,)) if name not in store.names else None)
    assert found(place) == WEIGHTS


def test_that_a_weight_that_is_not_as_it_was_written_is_fitted_again(place: Path) -> None:
    interrupted(place)
    with partial_of(place).open("r+b") as file:
        file.seek(-1000, os.SEEK_END)
        file.write(b"\0")
    assert found(place) == {"blk.0.attn_q.weight": WEIGHTS["blk.0.attn_q.weight"]}


def test_that_what_no_longer_fits_is_removed(place: Path) -> None:
    interrupted(place)
    assert found(place, OTHER) == {}
    assert list(place.parent.iterdir()) == []


@pytest.mark.process
def test_that_what_an_ended_process_left_is_taken_over_and_a_living_ones_is_left_alone(place: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
        for process in (living, ended):
            interrupted(place)
            partial_of(place).rename(place.with_name(f"fitted.{process.pid}.part"))
        partial_of(place).write_bytes(b"of an earlier process of this number, with another key")
        assert found(place) == WEIGHTS
        assert [file.name for file in place.parent.iterdir()] == [f"fitted.{living.pid}.part"]
        living.communicate(b"\n")


def test_that_a_disk_that_takes_no_more_ends_the_keeping_alone(place: Path) -> None:
    with file_size_limit(1_000_000), kept_at(place, KEY, 0) as store:
        fill(store)
        assert list(store.names) == [] and list(place.parent.iterdir()) == []
    with kept_at(place, KEY, 1 << 60) as store:  # no such disk
        fill(store)
        assert list(place.parent.iterdir()) == []
    with kept_at(place / "nowhere" / "there", KEY, 0) as store:
        fill(store)
    assert list(place.parent.iterdir()) == []


def test_that_a_key_is_of_all_that_weights_are_fitted_to(tmp_path: Path) -> None:
    base, tokens, names = tmp_path / "base", np.arange(4, dtype=np.int32), ["blk.0.attn_q.weight"]
    base.write_bytes(b"base")
    parts = [tokens[:2], tokens[2:]]
    texts = [Texts([tokens], [tokens]), Texts(parts, [tokens]), Texts([tokens, tokens], []), Texts([tokens], parts)]
    keys = [key_of([base], one, names, {}) for one in texts]
    keys += [key_of([base], texts[0], [], {}), key_of([base, base], texts[0], names, {})]
    keys.append(key_of([base], texts[0], names, {names[0]: 7}))
    base.write_bytes(b"other")
    keys.append(key_of([base], texts[0], names, {}))
    assert len(set(keys)) == 8
    assert keys[-1] == key_of([base], texts[0], names, {})

"""Models in several GGUF files: read as one, joined once where one file is needed, and never from the wrong parts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import gguf
import numpy as np
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.convert import resolve
from core.convert.quantize import quantize
from core.convert.resolve import resolve_model
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import read_header
from core.gguf.join import joined_header, read_parts
from core.gguf.part_names import all_parts, models_among
from core.jobs.context import JobContext
from tests.support.gguf_bytes import U32, Gguf, Tensor, u32
from tests.support.split_models import split_model

pytestmark = pytest.mark.usefixtures("own_home")

QUIET = JobContext(lambda event: None)
PER_PART = 20  # tensors, of 56: the last part has fewer


@pytest.fixture
def parts(tmp_path: Path, demo_gguf_q8: Path) -> list[Path]:
    return split_model(demo_gguf_q8, tmp_path / "split", PER_PART)


def tensors(file: Path) -> dict[str, tuple[int, bytes]]:
    return {t.name: (t.tensor_type, np.asarray(t.data).tobytes()) for t in gguf.GGUFReader(file).tensors}


def refused(path: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        read_parts(path)
    assert caught.value.hint
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2])
def test_that_any_part_leads_to_one_file_with_everything(parts: list[Path], demo_gguf_q8: Path, number: int) -> None:
    assert len(parts) == 3
    joined = resolve_model(str(parts[number]), QUIET).path
    assert joined.parent == paths.models_dir()
    assert tensors(joined) == tensors(demo_gguf_q8)
    header, whole = read_header(joined), read_header(demo_gguf_q8)
    assert dict(header.values) == dict(whole.values)
    assert {key: (a.kind, a.length, a.size) for key, a in header.arrays.items()} == {
        key: (a.kind, a.length, a.size) for key, a in whole.arrays.items()
    }
    assert joined_header(read_parts(parts[number])).tensors == header.tensors
    with (
        open_in_llama_cpp(joined) as ours,
        open_in_llama_cpp(parts[0]) as theirs,
    ):  # llama.cpp reads the parts by itself
        assert ours.context_length == theirs.context_length == 1024


def test_that_parts_are_joined_once_and_again_when_they_change(parts: list[Path]) -> None:
    events: list[p.Event] = []
    context = JobContext(events.append)
    first = resolve_model(str(parts[0]), context).path
    told = [event for event in events if isinstance(event, p.Progress)]
    assert (told[-1].done, told[-1].unit) == (first.stat().st_size, "bytes")
    events.clear()
    assert resolve_model(str(parts[1]), context).path == first and not events
    parts[2].touch()
    second = resolve_model(str(parts[0]), context).path
    assert second != first and second.read_bytes() == first.read_bytes()


@pytest.mark.slow
def test_that_a_split_model_is_quantized_as_a_whole_one(parts: list[Path], demo_gguf_q8: Path, tmp_path: Path) -> None:
    done: list[tuple[int, int]] = []

    def run(source: Path, name: str) -> Path:
        output = tmp_path / name
        report = quantize(source, output, "q4_0", lambda *at: done.append(at), lambda *_: None, requantize=True)
        assert (report.tensors, report.source_bytes) == (56, sum(part.stat().st_size for part in all_parts(source)))
        return output

    assert tensors(run(parts[1], "split.gguf")) == tensors(run(demo_gguf_q8, "whole.gguf"))
    weights = sum(tensor.size for tensor in read_header(demo_gguf_q8).tensors.values())
    assert max(done) == (weights, weights)
    assert "split.count" not in read_header(tmp_path / "split.gguf").values


def test_that_cancelling_leaves_nothing(parts: list[Path]) -> None:
    context = JobContext(lambda event: None)
    context.control.cancel.set()
    with pytest.raises(Cancelled):
        resolve_model(str(parts[0]), context)
    assert not list(paths.models_dir().iterdir())


def test_that_a_disk_without_room_is_asked_for_it_first(parts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve.shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    with pytest.raises(LuthierError) as caught:
        resolve_model(str(parts[0]), QUIET)
    assert caught.value.code == "model.no-room"
    assert not paths.models_dir().exists()


def test_that_a_part_that_shrinks_meanwhile_is_noticed(parts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    read = resolve.read_parts

    def read_and_cut(path: Path) -> object:
        found = read(path)
        with parts[2].open("r+b") as file:
            file.truncate(found[2].size - 100)
        return found

    monkeypatch.setattr(resolve, "read_parts", read_and_cut)
    with pytest.raises(LuthierError) as caught:
        resolve_model(str(parts[0]), QUIET)
    assert caught.value.code == "model.changed" and parts[2].name in caught.value.message
    assert not list(paths.models_dir().iterdir())


def missing(parts: list[Path], _whole: Path) -> None:
    parts[1].unlink()


def swapped(parts: list[Path], _whole: Path) -> None:
    aside = parts[1].rename(parts[1].with_suffix(".aside"))
    parts[2].rename(parts[1])
    aside.rename(parts[2])


def twice(parts: list[Path], _whole: Path) -> None:
    shutil.copy(parts[2], parts[1])


def of_another_split(parts: list[Path], whole: Path) -> None:
    """The same model in other pieces: one of five takes the place of one of three."""
    others = split_model(whole, parts[0].parent / "others", 12)
    shutil.copy(others[1], parts[1])


def whole_in_its_place(parts: list[Path], whole: Path) -> None:
    shutil.copy(whole, parts[1])


def cut_off(parts: list[Path], _whole: Path) -> None:
    parts[2].write_bytes(parts[2].read_bytes()[:-1000])


def count_in(file: Path, key: str, value: int) -> None:
    """Change a number among the metadata."""
    reader = gguf.GGUFReader(file, "r+")
    field = reader.fields[key]
    field.parts[field.data[0]][0] = value
    reader.data.flush()


def wrong_total(parts: list[Path], _whole: Path) -> None:
    for part in parts:
        count_in(part, "split.tensors.count", 57)


def wrong_count(parts: list[Path], _whole: Path) -> None:
    count_in(parts[2], "split.count", 4)


@pytest.mark.parametrize(
    ("damage", "code", "told"),
    [
        (missing, "model.missing-part", "-00002-of-00003.gguf"),
        (swapped, "model.wrong-part", "named as part 2 of 3, and says that it is part 3 of 3"),
        (twice, "model.wrong-part", "named as part 2 of 3, and says that it is part 3 of 3"),
        (of_another_split, "model.wrong-part", "says that it is part 2 of 5"),
        (whole_in_its_place, "model.wrong-part", "no part of a split model"),
        (cut_off, "model.truncated", "-00003-of-00003.gguf"),
        (wrong_total, "model.wrong-part", "56 tensors together"),
        (wrong_count, "model.wrong-part", "says that it is part 3 of 4"),
    ],
)
def test_that_wrong_parts_are_refused_by_name(
    parts: list[Path], demo_gguf_q8: Path, damage: Callable[[list[Path], Path], None], code: str, told: str
) -> None:
    damage(parts, demo_gguf_q8)
    error = refused(parts[0])
    assert error.code == code and told in error.message


def test_that_a_part_with_another_name_says_what_it_should_be_called(parts: list[Path]) -> None:
    other = parts[0].rename(parts[0].with_name("model.gguf"))
    error = refused(other)
    assert error.code == "model.split-name" and "model-00001-of-00003.gguf" in error.hint


def test_that_tensors_are_not_padded_to_whatever_an_empty_first_part_claims(tmp_path: Path) -> None:
    for number, tensors in enumerate(([], [Tensor("a.weight")])):
        keys = {"split.no": (U32, u32(number)), "split.count": (U32, u32(2)), "split.tensors.count": (U32, u32(1))}
        if not tensors:
            keys["general.alignment"] = (U32, u32(1 << 31))
        Gguf(keys=keys, tensors=tensors).write(tmp_path / f"m-0000{number + 1}-of-00002.gguf")
    error = refused(tmp_path / "m-00001-of-00002.gguf")
    assert error.code == "model.unreadable" and "2,147,483,648" in error.message


def test_that_a_whole_file_with_the_name_of_a_part_is_whole(tmp_path: Path, demo_gguf_q8: Path) -> None:
    """As llama.cpp sees it: what a file says counts, not what it is called."""
    file = shutil.copy(demo_gguf_q8, tmp_path / "a-00001-of-00004.gguf")
    assert resolve_model(str(file), QUIET).path == file


def test_that_lists_of_names_show_a_split_model_once() -> None:
    names = [
        "b-00002-of-00002.gguf",
        "b-00001-of-00002.gguf",
        "a.gguf",
        "x/b-00002-of-00002.gguf",
        "c-00003-of-00002.gguf",
    ]
    assert models_among(names) == [
        "a.gguf", "b-00001-of-00002.gguf", "c-00003-of-00002.gguf", "x/b-00002-of-00002.gguf",
    ]  # fmt: skip

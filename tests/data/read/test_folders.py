"""A folder is read by what its layout means: data sets as libraries and hubs save them, and what lies beside them."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest

from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.read.folder import data_files
from tests.support.data import Load, told, write_rows


def rows(first: int, n: int) -> list[dict[str, str]]:
    return [{"prompt": f"Bed {number}?", "completion": f"Leeks {number}."} for number in range(first, first + n)]


def lines(path: Path, first: int = 0, n: int = 4) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_rows(path, *rows(first, n))


def stream(path: Path, first: int = 0, n: int = 4) -> None:
    """As datasets' save_to_disk writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist(rows(first, n))
    with pa.OSFile(str(path), "wb") as file, pyarrow.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def test_that_a_data_set_saved_to_disk_is_its_arrow_files(load: Load, tmp_path: Path) -> None:
    for number, first in enumerate((0, 300)):
        stream(tmp_path / "beds" / f"data-{number:05}-of-00002.arrow", first, 300)
    stream(tmp_path / "beds" / "cache-0a1b.arrow", 900)
    (tmp_path / "beds" / "state.json").write_text('{"_data_files": [{"filename": "data-00000-of-00002.arrow"}]}')
    (tmp_path / "beds" / "dataset_info.json").write_text('{"builder_name": "json", "dataset_name": "beds"}')
    dataset = load(tmp_path / "beds")
    assert (dataset.found.container, dataset.found.format) == ("arrow", "prompt")
    assert (dataset.rows, len(dataset.train), dataset.dropped) == (600, 600, {})


def test_that_arrow_files_are_read_and_damaged_ones_named(tmp_path: Path) -> None:
    table = pa.Table.from_pylist(rows(0, 4))
    with pa.OSFile(str(tmp_path / "rows.feather"), "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    found = recognise(tmp_path / "rows.feather")
    assert (found.container, found.format, found.columns) == ("arrow", "prompt", ("prompt", "completion"))
    stream(tmp_path / "cut.arrow", n=40)
    (tmp_path / "cut.arrow").write_bytes((tmp_path / "cut.arrow").read_bytes()[:400])
    with pytest.raises(LuthierError, match="damaged Parquet or Arrow file") as caught:
        recognise(tmp_path / "cut.arrow")
    assert caught.value.code == "data.unreadable"


@pytest.mark.parametrize(
    "names",
    [
        ("train.jsonl", "valid.jsonl", "test.jsonl"),
        ("train-00000-of-00001.jsonl", "validation-00000-of-00001.jsonl", "test-00000-of-00001.jsonl"),
        ("data/train_sft.jsonl", "data/val_sft.jsonl", "data/test_sft.jsonl"),
        ("train/part.jsonl", "dev/part.jsonl", "test/part.jsonl"),
        ("beds_train.jsonl", "beds_eval.jsonl", "beds_test.jsonl"),
    ],
)
def test_that_a_divided_data_set_is_trained_and_evaluated_by_its_parts(
    load: Load, tmp_path: Path, names: tuple[str, str, str]
) -> None:
    folder = tmp_path / "set"
    for first, name in enumerate(names):
        lines(folder / name, 100 * first, 4 + first)
    dataset = load(folder, eval_share=0.05)
    assert (len(dataset.train), len(dataset.evaluation), dataset.rows, dataset.eval_rows) == (4, 5, 4, 5)
    said = told(dataset, "data.splits")
    for words, name in zip(("trained on is ", "evaluated with is ", "not used is "), names, strict=True):
        assert f"{words}{(folder / name).parent.name}/{Path(name).name}" in said
    assert not len(load(folder).evaluation)
    assert "not used is" in told(load(folder), "data.splits").partition("trained")[2]


def test_that_hub_parquet_is_divided_too_and_its_metadata_no_data(load: Load, tmp_path: Path) -> None:
    data = tmp_path / "set" / "data"
    data.mkdir(parents=True)
    for first, name in ((0, "train-00000-of-00002"), (50, "train-00001-of-00002"), (100, "test-00000-of-00001")):
        pq.write_table(pa.Table.from_pylist(rows(first, 4)), data / f"{name}.parquet")
    (tmp_path / "set" / "dataset_infos.json").write_text('{"default": {"description": "beds"}}')
    (tmp_path / "set" / "README.md").write_text("# Beds")
    dataset = load(tmp_path / "set")
    assert len(dataset.train) == 8
    assert not told(dataset, "data.left-out")


def test_that_files_are_divided_only_where_some_are_named_to_train_on(tmp_path: Path) -> None:
    for name in ("test.jsonl", "more.jsonl", "valid.jsonl"):
        lines(tmp_path / "rows" / name)
    assert len(data_files(tmp_path / "rows").files) == 3
    for name in ("train-trip.txt", "my-first-test.txt", "test-of-courage.txt"):
        lines(tmp_path / "posts" / name)
    assert len(data_files(tmp_path / "posts").files) == 3
    lines(tmp_path / "posts" / "train.txt"), lines(tmp_path / "posts" / "test.txt")
    assert [file.name for file in data_files(tmp_path / "posts").tests] == ["test.txt"]


def test_that_files_which_are_no_data_are_told_with_what_to_do(load: Load, tmp_path: Path) -> None:
    posts = tmp_path / "posts"
    posts.mkdir()
    for number in range(8):
        (posts / f"{number}.txt").write_text(f"In bed {number} there grow {number} leeks, and nobody knows why.\n" * 9)
    for name in ("ten.docx", "nine.pdf", "list.xlsx", "LICENSE", "picture.png"):
        (posts / name).write_bytes(b"x")
    said = told(load(posts), "data.left-out")
    assert "8 files can be read" in said
    assert "nine.pdf is not what its ending says, .pdf (name it by what it is); ten.docx is not" in said
    assert "list.xlsx (choose one at a time)" in said
    assert "picture.png" in said and "LICENSE" not in said
    lines(posts / "rows.jsonl")
    said = told(load(posts), "data.left-out")
    assert "1 file can be read" in said
    assert "0.txt, 1.txt, 2.txt and 7 more (texts beside rows, which take a folder of their own)" in said

"""Files that were made to do harm: each is refused in a sentence, without being run, believed or held in memory."""

from __future__ import annotations

import gzip
import pickle
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.convert.safetensors import open_checkpoint
from core.data.example import read_examples
from core.data.read.arrow_file import read_arrow
from core.data.read.lines import LONGEST, read_lines
from core.data.read.table_file import read_csv
from core.data.read.text import read_blocks
from core.gguf.header import read_header
from tests.support.data_vocab import write_bpe
from tests.support.pickles import Bomb, torch_zip
from tests.support.refusals import worker_refuses

MB = 1 << 20


@pytest.fixture
def mark(tmp_path: Path) -> Any:
    """Made by a pickle that somebody opened."""
    path = tmp_path / "was-opened"
    yield path
    assert not path.exists()


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "weights.gguf", "rows.jsonl", "rows.txt"])
@pytest.mark.parametrize("packed", [True, False])
def test_that_a_pickle_is_never_opened_whatever_its_name(tmp_path: Path, mark: Path, name: str, packed: bool) -> None:
    file = tmp_path / name
    file.write_bytes(torch_zip(mark) if packed else pickle.dumps(Bomb(mark)))
    said = worker_refuses(p.ChatJob(model=str(file), prompt="Hi"), "can run any program", "safetensors")
    assert said.code == "model.pickle"
    worker_refuses(p.ConvertJob(source=str(file), output=str(tmp_path / "out.gguf")), "can run any program")
    model = write_bpe(tmp_path / "model-of-mine.gguf")
    worker_refuses(p.InspectJob(model=str(model), data=str(file)), "pickle")


def test_that_a_pickle_among_the_held_out_tokens_of_a_run_is_not_opened(tmp_path: Path, mark: Path) -> None:
    file = tmp_path / "evaluation.npz"
    bomb = np.array([Bomb(mark)], dtype=object)
    np.savez(file, lengths=np.array([1]), tokens=bomb, trained=bomb)
    with pytest.raises(LuthierError) as caught:
        read_examples(file)
    assert caught.value.code == "export.bad-evaluation"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"\x93NUMPY\x01\x00\x10\x00{}", bytes(100)])
def test_that_held_out_tokens_that_are_none_are_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "evaluation.npz").write_bytes(content)
    with pytest.raises(LuthierError, match="cannot be read"):
        read_examples(tmp_path / "evaluation.npz")


def test_that_an_array_which_claims_more_than_there_is_is_told(tmp_path: Path) -> None:
    header = b"{'descr': '<i8', 'fortran_order': False, 'shape': (1000000000000000,), }"
    array = b"\x93NUMPY\x01\x00" + (len(header) + 1).to_bytes(2, "little") + header + b"\n"
    with zipfile.ZipFile(tmp_path / "evaluation.npz", "w") as archive:
        archive.writestr("lengths.npy", array)
    with pytest.raises(LuthierError, match="cannot be read"):
        read_examples(tmp_path / "evaluation.npz")


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """What is done meanwhile may take so many bytes more than there were, at any time."""
    before = _bytes("VmRSS")
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5")  # the peak so far is forgotten
    yield
    assert _bytes("VmHWM") - before < size


def _bytes(field: str) -> int:
    """Of this process, where Linux says it; elsewhere nothing is measured."""
    if sys.platform != "linux":
        return 0
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(field))
    return int(line.split()[1]) << 10


@pytest.mark.slow
def test_that_a_gzip_bomb_is_read_in_pieces(tmp_path: Path) -> None:
    file = tmp_path / "bomb.jsonl.gz"
    with gzip.open(file, "wb", compresslevel=1) as packed:
        for _ in range(320):
            packed.write(b"a" * MB)
    with at_most(14 * LONGEST):
        assert sum(len(line.text) for line in read_lines(file)) == 320 * MB
    assert file.stat().st_size < 2 * MB


def test_that_a_field_of_gigabytes_is_named_and_not_held(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    with file.open("w") as table:
        table.write("prompt,completion\nHi,Ho\n" + '"')
        for _ in range(100):
            table.write("a" * MB)
        table.write('",x\n')
    with at_most(14 * LONGEST):  # Python's csv takes four bytes a character, and twice that while a field grows
        rows = list(read_csv(file, ","))
    assert [row.fault is None for row in rows].count(True) == 1


def test_that_a_parquet_page_which_unpacks_to_gigabytes_is_read_as_rows_that_are_too_long(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    text = ["a" * (LONGEST + 1)] * 3  # the same value over and over packs to nothing
    pq.write_table(pa.table({"prompt": ["Hi"] * 3, "completion": text}), file, compression="zstd")
    assert file.stat().st_size < MB
    assert [row.fault is not None for row in read_arrow(file)] == [True] * 3


DEEP = "[" * 200_000 + "]" * 200_000


@pytest.mark.parametrize(
    "content", [DEEP, '{"weight_map": ' + DEEP + "}", '{"weight_map": {"a": 1' + "0" * 9000 + "}}"]
)
def test_that_deep_and_huge_json_of_a_checkpoint_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "model.safetensors.index.json").write_text(content)
    with pytest.raises(LuthierError, match="index"):
        open_checkpoint(tmp_path)
    (tmp_path / "model.safetensors.index.json").unlink()
    header = content.encode()
    (tmp_path / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(LuthierError):
        open_checkpoint(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.safetensors.index.json", '{"weight_map": {"a": "a.safetensors", "a": "../../etc/passwd"}}'),
        ("model.safetensors.index.json", '{"weight_map": {}, "weight_map": {"a": "../../etc/passwd"}}'),
        ("model.safetensors", '{"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, "w": {}}'),
    ],
)
def test_that_of_two_equal_keys_neither_is_believed(tmp_path: Path, name: str, content: str) -> None:
    header = content.encode()
    (tmp_path / name).write_bytes(header if name.endswith("json") else len(header).to_bytes(8, "little") + header)
    with pytest.raises(LuthierError, match="stands in an object twice"):
        open_checkpoint(tmp_path)


def test_that_a_model_whose_header_claims_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + (2**62).to_bytes(8, "little") * 2)
    with at_most(16 * MB), pytest.raises(LuthierError):
        read_header(file)


def test_that_a_text_without_an_end_of_line_is_read_in_pieces(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    with file.open("wb") as book:
        for _ in range(64):
            book.write(b"ab " * (MB // 3))
    with at_most(8 * LONGEST):
        assert sum(1 for _ in read_blocks(file)) > 1

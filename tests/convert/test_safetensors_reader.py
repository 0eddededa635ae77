"""Reading weights: what is damaged is named, and nothing outside the folder is touched."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.convert.safetensors import INDEX, open_checkpoint, read_entries


def write_safetensors(file: Path, header: object, data: bytes = b"") -> None:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(raw)) + raw + data)


def entry(start: int = 0, end: int = 8, dtype: str = "F32", shape: tuple[int, ...] = (2,)) -> dict[str, object]:
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [start, end]}


def test_that_values_come_out_as_they_were_written(tmp_path: Path) -> None:
    values = np.arange(6, dtype="<f4").reshape(2, 3)
    write_safetensors(tmp_path / "model.safetensors", {"w": entry(0, 24, shape=(2, 3))}, values.tobytes())
    assert np.array_equal(open_checkpoint(tmp_path)["w"].read(), values)


@pytest.mark.parametrize(
    ("header", "code", "told"),
    [
        (b"not json", "convert.bad-header", "not JSON"),
        ([], "convert.bad-header", "not a JSON object"),
        ({"w": {"dtype": "F32"}}, "convert.bad-header", "tensor w"),
        ({"w": entry(dtype="F31")}, "convert.bad-header", "tensor w"),
        ({"w": entry(shape=(-2,))}, "convert.bad-header", "tensor w"),
        ({"w": entry(shape=(3,))}, "convert.bad-header", "needs 12 bytes"),
        ({"w": entry(8, 0)}, "convert.bad-header", "tensor w"),
        ({"w": entry(-8, 0)}, "convert.bad-header", "tensor w"),
        ({"w": entry(shape=(2**62, 2**62))}, "convert.bad-header", "tensor w"),
        ({"a": entry(0, 8), "b": entry(4, 12)}, "convert.bad-header", "a and b lie on top"),
        ({"w": entry(8, 16), "x": entry(16, 24)}, "convert.truncated", "tensor x ends at byte"),
    ],
)
def test_that_a_bad_header_is_refused_before_anything_is_mapped(
    tmp_path: Path, header: object, code: str, told: str
) -> None:
    file = tmp_path / "model.safetensors"
    write_safetensors(file, header, bytes(16))
    with pytest.raises(LuthierError) as caught:
        read_entries(file)
    assert caught.value.code == code
    assert told in caught.value.message
    assert str(file) in caught.value.message


@pytest.mark.parametrize("content", [b"", b"1234", struct.pack("<Q", 1000) + b"{}"])
def test_that_a_file_cut_off_in_its_header_is_called_truncated(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.safetensors").write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.truncated"


def test_that_a_giant_header_length_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(struct.pack("<Q", 2**63) + b"{}")
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.bad-header"


@pytest.mark.parametrize("shard", ["../other.safetensors", "/etc/passwd", "a/b.safetensors", "..", "", "C:x", 7])
def test_that_an_index_cannot_point_outside_its_folder(tmp_path: Path, shard: object) -> None:
    inside = tmp_path / "model"
    inside.mkdir()
    write_safetensors(tmp_path / "other.safetensors", {"w": entry()}, bytes(8))
    (inside / INDEX).write_text(json.dumps({"weight_map": {"w": shard}}))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(inside)
    assert caught.value.code == "convert.bad-index"
    assert "plain file name" in caught.value.message


@pytest.mark.parametrize("content", ["{", "{}", "[]", '{"weight_map": 3}', '{"weight_map": {}}'])
def test_that_a_broken_index_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / INDEX).write_text(content)
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.bad-index"


def test_that_a_missing_shard_is_named_with_a_tensor_it_would_hold(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": {"w": "part-2.safetensors"}}))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.missing-shard"
    assert "part-2.safetensors" in caught.value.message
    assert "w" in caught.value.message


def test_that_a_tensor_listed_in_the_index_must_be_in_its_shard(tmp_path: Path) -> None:
    write_safetensors(tmp_path / "part.safetensors", {"v": entry()}, bytes(8))
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": {"v": "part.safetensors", "w": "part.safetensors"}}))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "model.missing-tensor"
    assert "tensor w" in caught.value.message


def test_that_a_tensor_in_two_shards_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_safetensors(tmp_path / f"{name}.safetensors", {"w": entry(), name: entry(8, 16)}, bytes(16))
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": {"a": "a.safetensors", "b": "b.safetensors"}}))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.duplicate-tensor"


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "consolidated.00.pth"])
def test_that_pickle_weights_are_refused_as_unsafe(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x80\x02.")
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "model.pickle"
    assert name in caught.value.message
    assert "safetensors" in caught.value.hint


def test_that_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.no-weights"


def test_that_several_files_without_an_index_are_not_guessed_together(tmp_path: Path) -> None:
    for name in ("x", "y"):
        write_safetensors(tmp_path / f"{name}.safetensors", {name: entry()}, bytes(8))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)
    assert caught.value.code == "convert.no-index"


def test_that_integer_weights_are_refused_by_name(tmp_path: Path) -> None:
    write_safetensors(tmp_path / "model.safetensors", {"w": entry(dtype="I64", shape=(1,))}, bytes(8))
    with pytest.raises(LuthierError) as caught:
        open_checkpoint(tmp_path)["w"].read()
    assert caught.value.code == "convert.unsupported-dtype"
    assert "tensor w is I64" in caught.value.message

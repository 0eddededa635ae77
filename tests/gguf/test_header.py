"""Reading GGUF headers: quick, and a damaged file is refused with the byte and the key or tensor at fault."""

from __future__ import annotations

import os
import random
import struct
import sys
from pathlib import Path

import gguf
import pytest

from core.base.errors import LuthierError
from core.engine.ggml.lib import load
from core.gguf import stream
from core.gguf.header import header_of, read_header
from core.gguf.types import TENSOR_TYPES
from tests.support.gguf_bytes import ARRAY, F32, STRING, U32, Gguf, Tensor, string_array, text, u32
from tests.support.gguf_fields import read_fields


def refused(path: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        read_header(path)
    assert str(path) in caught.value.message
    assert caught.value.hint
    return caught.value


def bytes_read() -> int:
    """By this process, from wherever."""
    return int(Path("/proc/self/io").read_text().split()[1])


def test_that_the_table_of_types_is_ggmls_own() -> None:
    ggml = load()
    for number, row in TENSOR_TYPES.items():
        traits = ggml.get_type_traits(number).contents
        assert (traits.type_name.decode(), traits.blck_size, traits.type_size) == row
    past_the_last = max(TENSOR_TYPES) + 1
    missing = [i for i in range(past_the_last) if i not in TENSOR_TYPES]
    assert all(ggml.get_type_traits(i).contents.blck_size == 0 for i in missing), "types that ggml has and we do not"


@pytest.mark.slow
def test_that_a_real_file_is_read_as_other_readers_do(demo_gguf_q8: Path) -> None:
    header, fields = read_header(demo_gguf_q8), read_fields(demo_gguf_q8)
    assert header.values == {key: value for key, value in fields.items() if not isinstance(value, list)}
    assert {key: array.length for key, array in header.arrays.items()} == {
        key: len(value) for key, value in fields.items() if isinstance(value, list)
    }
    theirs = {t.name: t for t in gguf.GGUFReader(demo_gguf_q8).tensors}
    assert list(header.tensors) == list(theirs)
    for name, tensor in header.tensors.items():
        assert (tensor.kind, tensor.start, tensor.size) == (
            theirs[name].tensor_type,
            theirs[name].data_offset,
            theirs[name].n_bytes,
        )
        assert tensor.shape == (*theirs[name].shape.tolist(), 1, 1, 1)[:4]


def test_that_arrays_of_all_kinds_are_passed_over_or_kept(tmp_path: Path) -> None:
    numbers = struct.pack("<IQ3f", F32, 3, 1.0, 2.0, 3.0)
    vocabulary = struct.pack(f"<IQ{5000}I", U32, 5000, *range(5000))
    keys = {
        "a": (ARRAY, numbers),
        "b": (ARRAY, vocabulary),
        "c": (ARRAY, string_array(["x", "", "yz"])),
        "d": (U32, u32(7)),
    }
    header = read_header(Gguf(keys=keys).write(tmp_path / "m.gguf"))
    assert header.arrays["a"].values == (1.0, 2.0, 3.0)
    assert (header.arrays["b"].length, header.arrays["b"].values) == (5000, ())
    assert header.arrays["c"].length == 3
    assert header.values["d"] == 7


@pytest.mark.parametrize("block", [64, 700, 1 << 20])
@pytest.mark.parametrize("seed", range(6))
def test_that_strings_of_any_kind_are_passed_over_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, seed: int
) -> None:
    """Empty ones, long ones, and ones full of zeros, which look like lengths; in blocks that cut them anywhere."""
    monkeypatch.setattr(stream, "BLOCK", block)
    chance = random.Random(seed)
    lengths = (0, 1, 3, 7, 8, 20, 255, 256, 300, 5000)
    alphabets = (b"\0", b"\0\1\10", b"abcdefgh")
    words = [
        bytes(chance.choices(chance.choice(alphabets), k=chance.choice(lengths[: chance.randint(2, 10)])))
        for _ in range(chance.randint(1, 400))
    ]
    keys = {"words": (ARRAY, string_array(words)), "after": (U32, u32(99))}
    header = read_header(Gguf(keys=keys).write(tmp_path / "m.gguf"))
    assert header.arrays["words"].length == len(words)
    assert header.values["after"] == 99


def test_that_a_file_cut_off_anywhere_is_called_truncated_or_at_least_not_gguf(tmp_path: Path) -> None:
    whole = Gguf(
        keys={
            "general.architecture": (STRING, text("llama")),
            "t": (ARRAY, string_array(["ab", "c"])),
            "n": (U32, u32(1)),
        },
        tensors=[Tensor("a.weight"), Tensor("b.weight")],
    ).bytes()
    file = tmp_path / "m.gguf"
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        error = refused(file)
        # An array that cannot be there for lack of room is called damaged: its length is as likely to be wrong.
        assert error.code == ("model.not-gguf" if length < 4 else "model.truncated") or "strings" in error.message
    file.write_bytes(whole)
    assert list(read_header(file).tensors) == ["a.weight", "b.weight"]


def test_that_a_header_is_handed_on_until_its_file_changes(tmp_path: Path) -> None:
    file = Gguf(keys={"n": (U32, u32(1))}).write(tmp_path / "m.gguf")
    header = read_header(file)
    assert header_of(header) is header
    os.utime(file, ns=(0, 0))
    with pytest.raises(LuthierError) as caught:
        header_of(header)
    assert caught.value.code == "model.changed"
    file.unlink()
    with pytest.raises(LuthierError) as caught:
        header_of(header)
    assert caught.value.code == "model.missing"


HUGE = 2**63 - 1


@pytest.mark.parametrize(
    ("file", "code", "told"),
    [
        (Gguf(magic=b"PK\3\4"), "model.not-gguf", "something else is in it"),
        (Gguf(version=1), "model.unreadable", "version 1"),
        (Gguf(version=9), "model.unreadable", "version 9"),
        (Gguf(version=0x03000000), "model.unreadable", "big-endian"),
        (Gguf(n_tensors=HUGE), "model.unreadable", f"claims {HUGE:,} tensors"),
        (Gguf(n_keys=2**64 - 1), "model.unreadable", "keys"),
        (Gguf(n_tensors=3), "model.unreadable", "tensor 2 of 3"),
        (Gguf(n_keys=2), "model.unreadable", "tensor 1 of 1"),
        (Gguf(keys={"": (U32, u32(1))}), "model.unreadable", "no usable name"),
        (Gguf(pairs=[(b"\xff\xfe", (U32, u32(1)))]), "model.unreadable", "not text"),
        (Gguf(pairs=[("a\0b", (U32, u32(1)))]), "model.unreadable", "no usable name"),
        (Gguf(pairs=[("x", (U32, u32(1))), ("x", (U32, u32(1)))]), "model.unreadable", "'x', at byte"),
        (Gguf(keys={"x": (99, u32(1))}), "model.unreadable", "unknown type 99"),
        (Gguf(keys={"x": (STRING, struct.pack("<Q", HUGE))}), "model.unreadable", f"{HUGE:,} bytes"),
        (Gguf(keys={"x": (STRING, struct.pack("<Q", 5000))}), "model.truncated", "key 'x'"),
        (Gguf(keys={"x": (ARRAY, struct.pack("<IQ", U32, HUGE))}), "model.truncated", "key 'x'"),
        (Gguf(keys={"x": (ARRAY, struct.pack("<IQ", ARRAY, 2))}), "model.unreadable", "array of unknown type 9"),
        (Gguf(keys={"x": (ARRAY, string_array(["a"], HUGE))}), "model.unreadable", f"claims {HUGE:,} strings"),
        (Gguf(keys={"x": (ARRAY, struct.pack("<IQQ", STRING, 1, HUGE))}), "model.truncated", "key 'x'"),
        (Gguf(keys={"general.alignment": (U32, u32(0))}), "model.unreadable", "general.alignment"),
        (Gguf(keys={"general.alignment": (U32, u32(48))}), "model.unreadable", "is 48"),
        (Gguf(keys={"general.alignment": (STRING, text("32"))}), "model.unreadable", "not a 32-bit number"),
        (Gguf(keys={"general.alignment": (ARRAY, string_array([]))}), "model.unreadable", "not a 32-bit number"),
        (Gguf(keys={"general.alignment": (U32, u32(2**31))}), "model.truncated", "token_embd.weight"),
        (Gguf(tensors=[Tensor(b"\xff")]), "model.unreadable", "tensor 1 of 1"),
        (Gguf(tensors=[Tensor("n" * 64)]), "model.unreadable", "64 bytes"),
        (Gguf(tensors=[Tensor(), Tensor()]), "model.unreadable", "is there twice"),
        (Gguf(tensors=[Tensor(shape=(1, 1, 1, 1, 1))]), "model.unreadable", "5 dimensions"),
        (Gguf(tensors=[Tensor(shape=())]), "model.unreadable", "0 dimensions"),
        (Gguf(tensors=[Tensor(shape=(0, 4))]), "model.unreadable", "impossible shape [0, 4]"),
        (Gguf(tensors=[Tensor(shape=(2**32, 2**32))]), "model.unreadable", "impossible shape"),
        (Gguf(tensors=[Tensor(shape=(HUGE,))]), "model.unreadable", "impossible shape"),
        (Gguf(tensors=[Tensor(shape=(2**40,))]), "model.truncated", "token_embd.weight"),
        (Gguf(tensors=[Tensor(kind=77)]), "model.unreadable", "unknown type 77"),
        (Gguf(tensors=[Tensor(kind=4)]), "model.unreadable", "unknown type 4"),
        (Gguf(tensors=[Tensor(kind=8)]), "model.unreadable", "blocks of 32"),
        (Gguf(tensors=[Tensor("a"), Tensor("b", offset=64)]), "model.unreadable", "lies on top of a"),
        (Gguf(tensors=[Tensor("a"), Tensor("b", offset=0)]), "model.unreadable", "lies on top of a"),
        (Gguf(tensors=[Tensor("a"), Tensor("b", offset=160)]), "model.unreadable", "rather than at 128"),
        (Gguf(tensors=[Tensor(offset=2**63)]), "model.unreadable", "rather than at 0"),
        (Gguf(tensors=[Tensor(size=32)]), "model.truncated", "token_embd.weight"),
    ],
)  # fmt: skip
def test_that_damage_in_any_section_is_refused_and_placed(tmp_path: Path, file: Gguf, code: str, told: str) -> None:
    error = refused(file.write(tmp_path / "m.gguf"))
    assert error.code == code
    assert told in error.message
    assert code == "model.not-gguf" or "byte" in error.message


def test_that_a_header_larger_than_sensible_is_refused_without_reading_on(tmp_path: Path) -> None:
    """The file is sparse: it claims an array of 8 GB and has the room for it."""
    file = Gguf(pairs=[("x", (ARRAY, struct.pack("<IQ", U32, 2**31)))]).write(tmp_path / "m.gguf")
    os.truncate(file, 9 << 30)
    before = bytes_read()
    error = refused(file)
    assert (error.code, "header" in error.message) == ("model.unreadable", True)
    assert bytes_read() - before < 2 * stream.BLOCK


def test_that_no_file_a_folder_and_a_pipe_are_not_opened(tmp_path: Path) -> None:
    """Opening a pipe would wait for a writer for ever."""
    if sys.platform != "win32":  # whose pipes are no files; a name that is not there is tried in its place
        os.mkfifo(tmp_path / "pipe.gguf")
    for name in ("none.gguf", "", "pipe.gguf"):
        with pytest.raises(LuthierError) as caught:
            read_header(tmp_path / name)
        assert caught.value.code == "model.missing"
    with pytest.raises(LuthierError):
        read_header(tmp_path / "a\0b")
    (tmp_path / "loop.gguf").symlink_to("loop.gguf")
    with pytest.raises(LuthierError):
        read_header(tmp_path / "loop.gguf")

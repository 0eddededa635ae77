"""The adapter file: what is written is what is read, and what is broken is named."""

from pathlib import Path

import gguf
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Factors, read_adapter, write_adapter


def factors(d_in: int = 8, d_out: int = 6, rank: int = 2) -> Factors:
    rng = np.random.default_rng(d_in)
    return rng.normal(size=(rank, d_in)).astype(np.float32), rng.normal(size=(d_out, rank)).astype(np.float32)


def test_that_an_adapter_comes_back_as_it_was_written(tmp_path: Path) -> None:
    tensors = {"blk.0.attn_q.weight": factors(), "blk.1.ffn_down.weight": factors(16, 4)}
    notes = {"base_model": "story.gguf", "dataset": "holmes.txt"}
    write_adapter(tmp_path / "a.gguf", "llama", tensors, 11.5, name="run 7", notes=notes)
    read = read_adapter(tmp_path / "a.gguf")
    assert (read.architecture, read.alpha, read.rank, read.name) == ("llama", 11.5, 2, "run 7")
    assert read.notes == notes
    assert list(read.tensors) == list(tensors)
    for name, (a, b) in tensors.items():
        assert np.array_equal(read.tensors[name][0], a)
        assert np.array_equal(read.tensors[name][1], b)


def test_that_shapes_in_the_file_are_llama_cpps(tmp_path: Path) -> None:
    write_adapter(tmp_path / "a.gguf", "llama", {"blk.0.attn_q.weight": factors(8, 6, 2)}, 4.0)
    shapes = {t.name: t.shape.tolist() for t in gguf.GGUFReader(tmp_path / "a.gguf").tensors}  # fastest axis first
    assert shapes == {"blk.0.attn_q.weight.lora_a": [8, 2], "blk.0.attn_q.weight.lora_b": [2, 6]}


def test_that_the_new_file_replaces_the_old_and_leaves_no_part(tmp_path: Path) -> None:
    for alpha in (1.0, 2.0):
        write_adapter(tmp_path / "a.gguf", "llama", {"w": factors()}, alpha)
    assert read_adapter(tmp_path / "a.gguf").alpha == 2.0
    assert [file.name for file in tmp_path.iterdir()] == ["a.gguf"]


def test_that_half_precision_adapters_of_others_are_read(tmp_path: Path) -> None:
    a, b = factors()
    writer = gguf.GGUFWriter(tmp_path / "a.gguf", "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 16.0)
    writer.add_tensor("w.lora_a", a.astype(np.float16))
    writer.add_tensor("w.lora_b", b.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    read, _ = read_adapter(tmp_path / "a.gguf").tensors["w"]
    assert read.dtype == np.float32
    np.testing.assert_allclose(read, a, rtol=1e-3)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ((np.ones((2, 8), np.float32), np.ones((6, 3), np.float32)), "adapter.bad-shape"),
        ((np.ones(8, np.float32), np.ones((6, 2), np.float32)), "adapter.bad-shape"),
        ((np.full((2, 8), np.nan, np.float32), np.ones((6, 2), np.float32)), "adapter.not-finite"),
        ((np.ones((2, 8), np.float32), np.full((6, 2), np.inf, np.float32)), "adapter.not-finite"),
    ],
)
def test_that_a_broken_adapter_is_not_written(tmp_path: Path, bad: Factors, code: str) -> None:
    with pytest.raises(LuthierError) as caught:
        write_adapter(tmp_path / "a.gguf", "llama", {"blk.3.attn_k.weight": bad}, 4.0)
    assert caught.value.code == code
    assert "blk.3.attn_k.weight" in caught.value.message
    assert not list(tmp_path.iterdir())


def test_that_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LuthierError) as caught:
        write_adapter(tmp_path / "file" / "a.gguf", "llama", {"w": factors()}, 4.0)
    assert caught.value.code == "files.cannot-write"


@pytest.mark.parametrize("content", [b"", b"GGUF", b"no gguf at all, but long enough to look at", None])
def test_that_a_file_that_is_no_gguf_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "a.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        read_adapter(file)
    assert caught.value.code == "adapter.not-an-adapter"
    assert str(file) in caught.value.message


def test_that_a_truncated_adapter_is_named(tmp_path: Path) -> None:
    write_adapter(tmp_path / "a.gguf", "llama", {"w": factors(512, 512, 8)}, 4.0)
    whole = (tmp_path / "a.gguf").read_bytes()
    for keep in (100, 300, len(whole) - 5000):
        (tmp_path / "a.gguf").write_bytes(whole[:keep])
        with pytest.raises(LuthierError) as caught:
            read_adapter(tmp_path / "a.gguf")
        assert caught.value.code == "adapter.not-an-adapter"


def test_that_a_model_is_no_adapter(demo_gguf: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        read_adapter(demo_gguf)
    assert caught.value.code == "adapter.not-an-adapter"
    assert "'model'" in caught.value.message

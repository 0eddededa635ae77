"""NaN and infinite weights, and what llama.cpp refuses, are found by name, and a start does not look twice."""

from __future__ import annotations

import os
import shutil
import zlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base import paths
from core.cli.commands import app
from core.engine.ggml.lib import Ggml, load
from core.gguf import finite
from core.gguf.finite import look_through
from core.gguf.header import read_header
from core.gguf.types import TENSOR_TYPES
from core.jobs.context import JobContext
from core.jobs.models.check import weights_checked
from tests.support.gguf_bytes import Gguf, Tensor
from tests.support.refusals import command_refuses, worker_refuses

pytestmark = pytest.mark.usefixtures("own_home")

FLOATS = {number for number, row in TENSOR_TYPES.items() if not row.name.startswith("i") or row.name.startswith("iq")}
ACTIVATIONS = {9, 15}  # q8_1 and q8_K are made while computing, and never stored
FEW_BITS = {39, 40}  # mxfp4, nvfp4


@pytest.fixture(scope="module")
def ggml() -> Ggml:
    return load()


def as_numbers(ggml: Ggml, kind: int, raw: np.ndarray) -> np.ndarray:
    """What the library makes of the bytes."""
    if kind == 0:
        return raw.view(np.float32)
    if kind == 28:
        return raw.view(np.float64)
    values = np.empty(raw.size // TENSOR_TYPES[kind].size * TENSOR_TYPES[kind].block, np.float32)
    ggml.get_type_traits(kind).contents.to_float(raw.ctypes.data, values.ctypes.data, values.size)
    return values


@pytest.mark.parametrize("kind", sorted(FLOATS - ACTIVATIONS), ids=lambda kind: TENSOR_TYPES[kind].name)
def test_that_blocks_of_any_bytes_are_judged_as_the_library_reads_them(ggml: Ggml, kind: int) -> None:
    random, size = np.random.default_rng(kind), TENSOR_TYPES[kind].size
    blocks = random.integers(0, 253 if kind in FEW_BITS else 256, (3000, size), np.uint8)  # beyond, products overflow
    verdicts = [finite._are_sound(block, kind, size) for block in blocks]
    assert verdicts == [bool(np.isfinite(as_numbers(ggml, kind, block)).all()) for block in blocks]
    assert kind in FEW_BITS or ((False in verdicts and True in verdicts) or kind in (0, 28))


@pytest.mark.parametrize("kind", [0, 28])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38, -0.0])
def test_that_wide_numbers_are_judged_by_their_exponent(kind: int, value: float) -> None:
    values = np.full(5, value, np.float32 if kind == 0 else np.float64)
    assert finite._are_sound(values.view(np.uint8), kind, values.itemsize) == np.isfinite(value)


def test_that_tensors_are_named_wherever_the_bad_value_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first value, in the last, and at both sides of where reading is cut."""
    monkeypatch.setattr(finite, "_BLOCK", 4 * 100)
    monkeypatch.setattr(finite, "_CHUNK", 30)
    tensors = [Tensor(f"t{at}.weight", (1000,), 0, size=4000) for at in range(6)]
    file = Gguf(tensors=tensors).write(tmp_path / "m.gguf")
    header = read_header(file)
    for name, at in (("t0.weight", 0), ("t1.weight", 999), ("t2.weight", 99), ("t3.weight", 100)):
        with file.open("r+b") as stream:
            stream.seek(header.tensors[name].start + 4 * at)
            stream.write(np.float32(np.nan).tobytes())
    checksums, names = look_through(header, lambda: False)
    assert names == ["t0.weight", "t1.weight", "t2.weight", "t3.weight"]
    whole = file.read_bytes()
    for tensor in header.tensors.values():
        assert checksums[tensor.name] == zlib.crc32(whole[tensor.start : tensor.start + tensor.size])
    assert look_through(header, lambda: True) == ({}, [])


def told(model: Path) -> list[p.Notice]:
    events: list[p.Event] = []
    with weights_checked(read_header(model), JobContext(events.append)):
        pass
    return [event for event in events if isinstance(event, p.Notice)]


def test_that_a_start_warns_by_name_and_remembers(
    demo_gguf_q8: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(demo_gguf_q8) == []
    bad = Path(shutil.copy(demo_gguf_q8, tmp_path / "bad.gguf"))
    start = read_header(bad).tensors["blk.1.ffn_up.weight"].start
    with bad.open("r+b") as file:
        file.seek(start + 34 * 7)
        file.write(np.float16(np.inf).tobytes())
    for _ in range(2):
        (notice,) = told(bad)
        assert notice.code == "model.not-finite" and "blk.1.ffn_up.weight" in notice.message
        monkeypatch.setattr("core.jobs.models.check.look_through", None)  # the second time it is not called
    monkeypatch.undo()
    shutil.copy(demo_gguf_q8, bad)
    os.utime(bad, ns=(1, 1))
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    assert told(bad) == []
    assert len(list((paths.cache_dir() / "weights").iterdir())) == 2


@pytest.mark.process
def test_that_a_file_llama_cpp_refuses_is_refused_before_any_data_is_read(demo_gguf_q8: Path, tmp_path: Path) -> None:
    """One tensor goes by another name; every export of what is trained on it would fail."""
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(demo_gguf_q8.read_bytes().replace(b"blk.1.ffn_up.weight", b"blk.1.ffn_ap.weight"))
    reason = "tensor 'blk.1.ffn_up.weight' not found"
    data = tmp_path / "no-such-data.txt"
    worker_refuses(p.EvalJob(model=str(bad), data=str(data)), str(bad), reason)
    data.write_text("Once upon a time, there was a bear.\n\n" * 20)
    command_refuses(["train", "--model", bad, "--data", data, "--run", tmp_path / "run"], str(bad), reason)


def test_that_llama_cpp_is_asked_once(demo_gguf_q8: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(demo_gguf_q8) == []
    monkeypatch.setattr("core.jobs.models.check.refusal", None)  # the second time it is not called
    assert told(demo_gguf_q8) == []


def test_that_an_error_meanwhile_ends_the_search(demo_gguf_q8: Path) -> None:
    with pytest.raises(ZeroDivisionError), weights_checked(read_header(demo_gguf_q8), JobContext(lambda event: None)):
        raise ZeroDivisionError
    assert told(demo_gguf_q8) == []


@pytest.mark.process
def test_that_training_and_measuring_a_damaged_model_say_so(demo_gguf: Path, tmp_path: Path) -> None:
    model, data = tmp_path / "damaged.gguf", tmp_path / "text.txt"
    shutil.copyfile(demo_gguf, model)
    with model.open("r+b") as stream:
        stream.seek(read_header(model).tensors["blk.0.ffn_down.weight"].start)
        stream.write(np.full(64, np.nan, np.float16).tobytes())
    data.write_text("It was a dark night. " * 300)
    given = ["--model", model, "--data", data, "--set", "context=64", "--set", "threads=1"]
    measured = CliRunner().invoke(app, ["eval", *map(str, given)])
    assert measured.exit_code == 0 and "The model's loss is not a number" in measured.output
    for steps in (0, 2):  # as many as the data has, and so few that the run is over before patience is
        few = ["--set", f"max_steps={steps}", "--set", "rank=2", "--set", "grad_accumulation=1"]
        command_refuses(
            ["train", *given, *few, "--run", tmp_path / f"run-{steps}"],
            "The model's loss is not a number, before anything was learnt",
            "is not a number from the first step on",
            "download it again",
        )

"""Merged files: what was trained, inside the model, with the loss in llama.cpp that training reported."""

from __future__ import annotations

import gc
import math
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import gguf
import llama_cpp
import numpy as np
import psutil
import pytest

from core import protocol as p
from core.base import files
from core.base.errors import Cancelled, LuthierError
from core.base.systems.disk import take_place
from core.convert.quantize import quantize
from core.engine.ggml.lib import load
from core.engine.lora.adapter_file import Adapter, read_adapter, write_adapter
from core.engine.model import copies
from core.engine.model.copies import dequantize_rows
from core.engine.model.gguf_file import GgufFile
from core.export.check.kept import FORGOTTEN, measure_rounding
from core.export.merge import estimated_bytes, merge
from core.gguf.header import read_header
from core.gguf.join import join
from core.jobs.context import Control, JobContext
from core.jobs.export.checks import check_merged
from core.jobs.export.job import export_run
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained
from core.jobs.models.run_adapter import find_adapter
from core.jobs.training.evaluate import evaluate_model
from core.protocol.config import TrainConfig
from core.runs import files as run_files
from core.runs import run as runs
from tests.support.adapters import NAME, random_adapter
from tests.support.checkpoints import quiet
from tests.support.data import write_book
from tests.support.export_runs import exported, trained_run
from tests.support.file_size import file_size_limit
from tests.support.places import ROOT

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=40, grad_accumulation=1, learning_rate=2e-3, eval_share=0.05, threads=1,
)  # fmt: skip


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("text") / "pages.txt", 20_000)


def export(run: runs.Run, output: Path, dtype: str | None = None, kind: str = "merged") -> p.ExportResult:
    job = p.ExportJob(run=str(run.folder), kind=kind, output=str(output), dtype=dtype)
    with JobContext(quiet) as context:
        outcome, result = export_run(job, context)
    assert outcome == "done"
    return result


@pytest.fixture(scope="module")
def dora(demo_gguf_q8: Path, text: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(demo_gguf_q8, text, tmp_path_factory.mktemp("dora") / "run", dora=True, max_steps=40)


@pytest.mark.slow
def test_that_a_merged_dora_run_has_the_loss_training_reported(dora: runs.Run, tmp_path: Path) -> None:
    result = export(dora, tmp_path / "merged.gguf")
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)
    before = next(event for event in dora.events() if isinstance(event, p.Evaluation))
    assert before.loss is not None
    assert float(str(result.loss_training)) < before.loss - 0.05  # there was something to merge
    assert {file.name for file in tmp_path.iterdir()} == {"merged.gguf", "merged.README.md", "merged.loss.svg"}


@pytest.mark.slow
def test_that_rslora_survives_either_export(demo_gguf: Path, text: Path, tmp_path: Path) -> None:
    """alpha / sqrt(r) is written as alpha * sqrt(r), which llama.cpp divides by r."""
    run = trained_run(demo_gguf, text, tmp_path / "run", rslora=True, alpha=8.0, max_steps=40)
    assert read_adapter(run.adapter).alpha == pytest.approx(8 * 4**0.5)
    for kind in ("adapter", "merged"):
        result = export(run, tmp_path / f"{kind}.gguf", kind=kind)
        assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["f16", "q8_0", "q6_k"])
def test_that_a_merged_file_can_have_another_type(dora: runs.Run, tmp_path: Path, dtype: str) -> None:
    result = export(dora, tmp_path / "merged.gguf", dtype)
    types = {
        tensor.name: tensor.tensor_type.name.lower() for tensor in gguf.GGUFReader(tmp_path / "merged.gguf").tensors
    }
    assert types[NAME] == dtype
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=0.02)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system what this process has mapped")
@pytest.mark.parametrize("dtype", [None, "f16"])
def test_that_no_file_is_open_any_more_when_it_takes_its_place(
    dora: runs.Run, tmp_path: Path, dtype: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows would refuse it. Objects in a circle are open until Python next looks for those: here it does not."""
    held, process = list[Path](), psutil.Process()

    def look(source: Path, target: Path) -> None:
        in_use = {opened.path for opened in process.open_files()} | {mapped.path for mapped in process.memory_maps()}
        held.extend(path for path in (source, target) if str(path) in in_use)
        take_place(source, target)

    monkeypatch.setattr(files, "take_place", look)
    gc.collect()
    gc.disable()
    try:
        for _ in range(2):  # the second replaces the first
            export(dora, tmp_path / "merged.gguf", dtype)
    finally:
        gc.enable()
    assert held == []


def weight(file: Path, name: str = NAME) -> np.ndarray:
    opened = GgufFile(load(), file)
    tensor = opened.tensors[name]
    return dequantize_rows(load(), tensor, 0, tensor.shape[1])


@pytest.mark.parametrize("magnitude", [False, True])
def test_that_only_the_adapted_tensors_change_and_by_what_was_trained(
    demo_gguf: Path, tmp_path: Path, magnitude: bool
) -> None:
    base, output, adapter = tmp_path / "f32.gguf", tmp_path / "merged.gguf", random_adapter(magnitude=magnitude)
    quantize(demo_gguf, base, "f32", quiet, quiet)
    merge(base, adapter, output, None, {}, quiet, quiet)
    a, b = adapter.tensors[NAME]
    expected = weight(base).astype(np.float64) + 8 / 4 * b.astype(np.float64) @ a
    if magnitude:
        expected *= (adapter.magnitudes[NAME] / np.linalg.norm(expected, axis=1))[:, None]
    np.testing.assert_allclose(weight(output), expected, rtol=1e-4, atol=1e-6)
    changed = np.flatnonzero(np.fromfile(base, np.uint8) != np.fromfile(output, np.uint8))
    opened = GgufFile(load(), base)
    start = opened.offset(opened.tensors[NAME])
    assert start <= changed[0] and changed[-1] < start + 4 * 768 * 256
    assert output.stat().st_size == base.stat().st_size


def test_that_the_bytes_are_what_ggmls_quantizer_makes_of_the_sum(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many rows are done at a time, where nothing fits the weights."""
    base, adapter = tmp_path / "base.gguf", random_adapter()
    quantize(demo_gguf, base, "q5_0", quiet, quiet)
    merge(base, adapter, tmp_path / "a.gguf", "base", {}, quiet)
    monkeypatch.setattr(copies, "ROWS_AT_A_TIME", 100)
    merge(base, adapter, tmp_path / "b.gguf", "base", {}, quiet)
    a, b = adapter.tensors[NAME]
    exact = weight(base) + np.float32(2) * b @ a
    expected = gguf.quants.dequantize(
        gguf.quants.quantize(exact, gguf.GGMLQuantizationType.Q5_0), gguf.GGMLQuantizationType.Q5_0
    )
    np.testing.assert_allclose(weight(tmp_path / "a.gguf"), expected, atol=1e-6)
    assert (tmp_path / "a.gguf").read_bytes() == (tmp_path / "b.gguf").read_bytes()


@pytest.mark.slow
def test_that_little_learnt_on_a_base_of_8_bits_is_kept_by_rounding_by_lot(
    demo_gguf_q8: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenth of a step of its grid, of which rounding to the nearest leaves next to nothing."""
    before, (a, b) = weight(demo_gguf_q8), random_adapter().tensors[NAME]
    step = np.abs(before).max(axis=1).mean() / 127
    factors = a, b * np.float32(step / 10 / np.std(2 * b @ a))
    adapter, learnt = Adapter("llama", 8.0, {NAME: factors}), 2 * factors[1] @ factors[0]

    def kept(dtype: str | None, file: Path) -> float:
        merge(demo_gguf_q8, adapter, file, dtype, {}, quiet)
        return float(np.vdot(weight(file) - before, learnt) / np.vdot(learnt, learnt))

    assert kept("q8_0", tmp_path / "nearest.gguf") < 0.5
    assert kept(None, tmp_path / "lot.gguf") == kept("base", tmp_path / "base.gguf") == pytest.approx(1, abs=0.1)
    assert np.abs(weight(tmp_path / "lot.gguf") - before - learnt).max() < 1.01 * np.abs(before).max() / 127
    assert measure_rounding(demo_gguf_q8, adapter, tmp_path / "lot.gguf").wrong == []
    monkeypatch.setattr(copies, "ROWS_AT_A_TIME", 100)
    kept(None, tmp_path / "again.gguf")
    assert (tmp_path / "lot.gguf").read_bytes() == (tmp_path / "again.gguf").read_bytes()


def test_that_a_model_the_adapter_was_not_made_for_is_refused_with_what_differs(
    demo_gguf: Path, tmp_path: Path
) -> None:
    factors = random_adapter().tensors[NAME]
    narrow = np.ones((2, 64), np.float32), np.ones((256, 2), np.float32)
    stacked = np.ones((3, 2, 256), np.float32), np.ones((3, 256, 2), np.float32)
    for adapter, found in (
        (
            Adapter("llama", 8.0, {NAME: narrow}),
            r"1 of the 1 .*blk.1.ffn_down.weight \[64, 256\]: here it is \[768, 256\]",
        ),
        (
            Adapter("llama", 8.0, {NAME: factors, "blk.99.attn_q.weight": factors}),
            "1 of the 2 .*99.*: there is no such tensor",
        ),
        (Adapter("llama", 8.0, {"blk.0.attn_q.weight": stacked}), r"\[256, 256, 3\]: here it is \[256, 256, 1\]"),
        (Adapter("llama", 8.0, {"output.weight": factors}), "output.weight .*: embedding and output are one .*tied"),
        (Adapter("llama", 8.0, {"token_embd.weight": factors}), "token_embd.weight .*: embedding and output are one"),
        (Adapter("qwen2", 8.0, {NAME: factors}), "architecture qwen2, this is llama"),
        (Adapter("llama", 8.0, {f"blk.{i}.nose.weight": factors for i in range(5)}), "blk.2.nose.* and 2 more"),
    ):
        with pytest.raises(LuthierError, match=found) as caught:
            merge(demo_gguf, adapter, tmp_path / "x.gguf", "f16", {}, quiet, quiet)
        assert caught.value.code == "export.does-not-fit"
        assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_that_a_disk_that_is_full_halfway_and_a_user_who_cancels_leave_nothing(dora: runs.Run, tmp_path: Path) -> None:
    """What was there before stays as it was."""
    output = tmp_path / "merged.gguf"
    export(dora, output)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with file_size_limit(3_000_000):  # of 6 MB
        for dtype in (None, "q4_k_m"):
            with pytest.raises(LuthierError) as caught:
                export(dora, output, dtype)
            assert caught.value.code == "files.cannot-write"
            assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before
    for phase in ("export", "verify", "answers"):
        control = Control()

        def emit(event: p.Event, at: str = phase, control: Control = control) -> None:
            if isinstance(event, p.Phase) and event.name == at:
                control.cancel.set()

        job = p.ExportJob(run=str(dora.folder), kind="merged", output=str(output))
        with pytest.raises(Cancelled), JobContext(emit, control) as context:
            export_run(job, context)
        assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.slow
def test_that_whole_types_are_to_the_byte_what_llama_cpps_quantizer_writes(demo_gguf_q8: Path, tmp_path: Path) -> None:
    """But for the adapter: here one that changes nothing."""
    for dtype in ("f16", "f32", "bf16"):
        ours, theirs = tmp_path / "ours.gguf", tmp_path / "theirs.gguf"
        merge(demo_gguf_q8, Adapter("llama", 8.0, {}), ours, dtype, {}, quiet, quiet)
        quantize(demo_gguf_q8, theirs, dtype, quiet, quiet, requantize=True)
        assert ours.stat().st_size == theirs.stat().st_size == estimated_bytes(read_header(demo_gguf_q8), dtype)
        one, other = gguf.GGUFReader(ours), gguf.GGUFReader(theirs)
        assert one.fields["general.file_type"].contents() == other.fields["general.file_type"].contents()
        for a, b in zip(one.tensors, other.tensors, strict=True):
            assert (a.name, a.tensor_type) == (b.name, b.tensor_type)
            assert np.array_equal(a.data, b.data)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [None, "base", "f16", "bf16", "q4_k_m"])
def test_that_llama_cpps_quantizer_copies_it_byte_for_byte(
    demo_gguf_q8: Path, tmp_path: Path, dtype: str | None
) -> None:
    """Ollama writes each file that it is sent so once more, and keeps one alone where both are the same."""
    base, merged, copy = (tmp_path / f"{name}.gguf" for name in ("base", "merged", "copy"))
    header = read_header(demo_gguf_q8)
    join([replace(header, tensors=dict(reversed(header.tensors.items())))], base, quiet)
    assert list(read_header(base).tensors) == list(reversed(header.tensors))
    merge(base, random_adapter(), merged, dtype, {"general.description": "Trained."}, quiet, quiet)
    params = llama_cpp.llama_model_quantize_default_params()
    params.only_copy = True
    assert llama_cpp.llama_model_quantize(str(merged).encode(), str(copy).encode(), params) == 0
    assert list(read_header(merged).values)[-2:] == ["general.quantization_version", "general.file_type"]
    assert copy.read_bytes() == merged.read_bytes()


def test_that_tensors_come_by_their_layers_number_and_then_by_name(tmp_path: Path) -> None:
    names = [*(f"blk.{layer}.ffn_norm.weight" for layer in (10, 2)), "token_embd.weight", "blk.2.attn_k.weight"]
    base, merged = tmp_path / "base.gguf", tmp_path / "merged.gguf"
    writer = gguf.GGUFWriter(base, "llama")
    for number, name in enumerate([*names, "output_norm.weight"]):
        writer.add_tensor(name, np.full(32, number, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    merge(base, Adapter("llama", 8.0, {}), merged, None, {}, quiet, quiet)
    found = {tensor.name: int(tensor.data[0]) for tensor in gguf.GGUFReader(merged).tensors}
    assert list(found.items()) == [
        ("output_norm.weight", 4), ("token_embd.weight", 2), ("blk.2.attn_k.weight", 3), ("blk.2.ffn_norm.weight", 1),
        ("blk.10.ffn_norm.weight", 0),
    ]  # fmt: skip


def test_that_progress_counts_bytes_and_never_goes_back(demo_gguf_q8: Path, tmp_path: Path) -> None:
    """The first tensor of many models is half of them."""
    output, told = tmp_path / "merged.gguf", list[tuple[int, int]]()
    merge(demo_gguf_q8, random_adapter(), output, None, {}, lambda *one: told.append(one), quiet)
    size = output.stat().st_size
    assert {total for _, total in told} == {size} and told == sorted(told)
    tensors = read_header(output).tensors.values()
    assert next(done for done, _ in told) >= min(tensor.size for tensor in tensors)
    sizes, told = [tensor.size for tensor in tensors], []
    quantize(output, tmp_path / "f16.gguf", "f16", lambda *one: told.append(one), quiet, requantize=True)
    assert {total for _, total in told} == {sum(sizes)} and told == sorted(told)
    assert {done for done, _ in told} <= {0, *np.cumsum(sizes).tolist()} and told[-1][0] == sum(sizes)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [None, "q8_0", "q4_k_m", "q2_k"])
def test_that_a_full_disk_is_noticed_before_anything_is_written(
    demo_gguf_q8: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dtype: str | None
) -> None:
    """By a figure that no file of that type is above, and that is not far above it either."""
    header, output = read_header(demo_gguf_q8), tmp_path / "out.gguf"
    merge(demo_gguf_q8, random_adapter(), output, dtype, {}, quiet, quiet)
    size = output.stat().st_size
    assert size <= estimated_bytes(header, dtype) < 1.25 * size
    output.unlink()
    monkeypatch.setattr("core.export.merge.shutil.disk_usage", lambda path: SimpleNamespace(free=5_000_000))
    with pytest.raises(LuthierError, match=r"5\.0 MB left") as caught:
        merge(demo_gguf_q8, random_adapter(), output, dtype, {}, quiet, quiet)
    assert caught.value.code == "export.no-room"
    assert not list(tmp_path.iterdir())


def test_that_values_that_do_not_fit_are_an_error(demo_gguf: Path, tmp_path: Path) -> None:
    a, b = random_adapter().tensors[NAME]
    with pytest.raises(LuthierError) as caught:
        merge(demo_gguf, Adapter("llama", 8.0, {NAME: (a, b * 1e7)}), tmp_path / "x.gguf", None, {}, quiet, quiet)
    assert caught.value.code == "export.overflow"


@pytest.mark.slow
def test_that_an_unknown_type_is_named_and_nothing_is_left(dora: runs.Run, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        export(dora, tmp_path / "merged.gguf", "q99")
    assert caught.value.code == "quantize.unknown-type"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_that_the_base_model_is_not_overwritten(dora: runs.Run, demo_gguf_q8: Path) -> None:
    for force, code in ((False, "files.would-overwrite"), (True, "export.same-file")):
        job = p.ExportJob(run=str(dora.folder), kind="merged", output=str(demo_gguf_q8), force=force)
        with pytest.raises(LuthierError) as caught:
            export_run(job, JobContext(quiet))
        assert caught.value.code == code


@pytest.mark.slow
def test_that_what_rounding_costs_is_said_in_numbers(dora: runs.Run, tmp_path: Path) -> None:
    """Two bits a weight."""
    result, notices = exported(dora, tmp_path / "merged.gguf", "merged", "q2_k")
    (notice,) = [notice for notice in notices if notice.code == "export.rounding"]
    cost = math.exp((result.loss_llama_cpp or 0) - (result.loss_training or 0)) - 1
    assert cost > 0.01
    assert float(re.findall(r"perplexity ([+\d.]+)%", notice.message)[0]) == pytest.approx(100 * cost, abs=0.2)
    assert "q8_0" in notice.hint


@pytest.mark.slow
def test_that_a_type_asked_for_by_name_is_kept_whatever_it_costs_and_all_of_that_is_told(
    dora: runs.Run, tmp_path: Path
) -> None:
    """Three values a weight."""
    result, notices = exported(dora, tmp_path / "merged.gguf", "merged", "tq1_0")
    told = {notice.code: notice for notice in notices}
    assert (tmp_path / "merged.gguf").is_file() and result.same_answer is False
    assert isinstance(result.keeps, float) and result.keeps < p.KEPT_WELL
    assert f"keeps {result.keeps:.0%} of what was learnt" in told["export.kept"].message
    assert "q8_0" in told["export.kept"].hint
    asked, ours, theirs = re.findall("“(.+?)”", told["export.answers-differ"].message)
    assert asked and ours != theirs
    assert "perplexity +" in told["export.rounding"].message


@pytest.fixture(scope="module")
def on_four_bits(demo_gguf: Path, text: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """What a usual training of a usual base changes: little, beside the steps of four bits. Nothing is held out."""
    folder = tmp_path_factory.mktemp("four-bits")
    quantize(demo_gguf, folder / "base.gguf", "q4_1", quiet, quiet)
    return trained_run(folder / "base.gguf", text, folder / "run", learning_rate=2e-4, max_steps=20, eval_share=0.0)


@pytest.mark.slow
def test_that_an_export_keeps_what_was_learnt_on_a_base_of_four_bits(on_four_bits: runs.Run, tmp_path: Path) -> None:
    result, notices = exported(on_four_bits, tmp_path / "merged.gguf", "merged")
    assert isinstance(result.keeps, float) and result.keeps > 0.95
    assert (result.rows, result.same_answer, notices) == ("trained", True, [])
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, abs=0.005)
    base, merged = read_header(Path(on_four_bits.info().model)), read_header(tmp_path / "merged.gguf")
    learnt = read_adapter(on_four_bits.adapter).tensors
    for name, tensor in merged.tensors.items():
        assert tensor.type_name == ("q8_0" if name in learnt else base.tensors[name].type_name)
    assert merged.values["general.file_type"] == 7  # mostly Q8_0
    assert merged.size <= estimated_bytes(base, None, learnt) + 4096


@pytest.fixture(scope="module")
def in_types_of_base(on_four_bits: runs.Run) -> tuple[p.ExportResult, list[p.Notice]]:
    return exported(on_four_bits, on_four_bits.folder.with_name("merged.gguf"), "merged", "base")


@pytest.mark.slow
def test_that_an_export_in_the_types_of_such_a_base_keeps_it_too(
    on_four_bits: runs.Run, in_types_of_base: tuple[p.ExportResult, list[p.Notice]]
) -> None:
    """Its codes and scales are moved; no tensor gets a bit more. Rows of 256 codes leave less room than those of larger
    models.
    """
    result, notices = in_types_of_base
    assert isinstance(result.keeps, float) and result.keeps > 0.7
    assert {notice.code for notice in notices} <= {"export.kept", "export.rounding"}
    assert result.same_answer
    assert isinstance(result.general_llama_cpp, float)
    assert result.general_llama_cpp == pytest.approx(result.general_training, abs=0.02)
    base, merged = read_header(Path(on_four_bits.info().model)), read_header(Path(result.path))
    for name, tensor in merged.tensors.items():
        assert (tensor.kind, tensor.size) == (base.tensors[name].kind, base.tensors[name].size)


KILLED = """
import os, signal, sys
from core.cli import main
from core.export.small.store import Store

flush, flushed = Store._flush, []

def kill_after_three(self):
    flush(self)
    flushed.append(1)
    if len(flushed) == 3:
        os.kill(os.getpid(), signal.SIGKILL)

Store._flush = kill_after_three
main()
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="kills itself")
def test_that_a_killed_export_in_the_types_of_the_base_goes_on_to_the_same_bytes(
    on_four_bits: runs.Run, in_types_of_base: tuple[p.ExportResult, list[p.Notice]], tmp_path: Path
) -> None:
    run, output = str(on_four_bits.folder), tmp_path / "killed.gguf"
    before = sorted(on_four_bits.folder.iterdir())
    words = ["export", run, "merged", "--type", "base", "-o", str(output)]
    done = subprocess.run([sys.executable, "-c", KILLED, *words], capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL and not output.exists(), done.stderr
    (left,) = set(on_four_bits.folder.iterdir()) - set(before)
    assert run_files.others(on_four_bits.folder) == []
    job, control = p.ExportJob(run=run, kind="merged", output=str(output), dtype="base"), Control()
    told: list[str] = []

    def emit(event: p.Event) -> None:
        if isinstance(event, p.Phase) and event.title.startswith("Fitting "):
            told.append(event.title)
            control.cancel.set()
        elif isinstance(event, p.Notice) and event.code == "export.goes-on":
            told.append(event.message)

    with pytest.raises(Cancelled):
        export_run(job, JobContext(emit, control))
    missing, n = map(int, re.findall(r"Fitting (\d+) of (\d+) weights", told[0])[0])
    assert missing == n - 3 and f"3 of {n} weights are fitted" in told[1]
    assert export_run(job, JobContext(quiet))[0] == "done"
    assert sorted(on_four_bits.folder.iterdir()) == before and not left.exists()
    assert output.read_bytes() == Path(in_types_of_base[0].path).read_bytes()


@pytest.mark.slow
def test_that_it_is_fitted_to_general_text_where_the_data_is_gone(demo_gguf: Path, text: Path, tmp_path: Path) -> None:
    """DoRA, too, which llama.cpp cannot add to a base."""
    data = tmp_path / "data.txt"
    data.write_bytes(text.read_bytes())
    quantize(demo_gguf, tmp_path / "base.gguf", "q4_0", quiet, quiet)
    run = trained_run(tmp_path / "base.gguf", data, tmp_path / "run", dora=True, max_steps=10, eval_share=0.0)
    data.unlink()
    result, notices = exported(run, tmp_path / "merged.gguf", "merged", "base")
    assert "export.no-rows" in {notice.code for notice in notices}
    assert isinstance(result.keeps, float) and result.keeps > FORGOTTEN
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.slow
def test_that_a_file_of_few_bits_says_that_it_forgets(
    on_four_bits: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, notices = exported(on_four_bits, tmp_path / "merged.gguf", "merged", "q4_1")
    assert isinstance(result.keeps, float) and result.keeps < FORGOTTEN
    (notice,) = [notice for notice in notices if notice.code == "export.kept"]
    assert "answer as the base" in notice.message and "without --type" in notice.hint
    monkeypatch.setattr("core.export.merge.is_made_finer", lambda tensor: False)  # what such an export was before
    with pytest.raises(LuthierError, match="of what was learnt") as caught:
        exported(on_four_bits, tmp_path / "other.gguf", "merged")
    assert caught.value.code == "export.forgets"
    assert not (tmp_path / "other.gguf").exists()


def test_that_a_wrong_merge_is_found_out_where_no_loss_tells(dora: runs.Run, demo_gguf_q8: Path) -> None:
    """The base alone, given out for the merged model."""
    source, header = find_adapter(dora), read_header(demo_gguf_q8)
    unmeasured = Trained(dora, dora.info(), read_adapter(source.file), header, source._replace(loss=None))
    with JobContext(quiet) as context, pytest.raises(LuthierError) as caught:
        check_merged(Reference(unmeasured, unmeasured.turns(context), context), header, None, context)
    assert caught.value.code == "export.weights-differ"


def test_that_a_type_that_needs_calibration_data_is_not_written_without(tmp_path: Path) -> None:
    writer, kind = gguf.GGUFWriter(tmp_path / "base.gguf", "llama"), gguf.GGMLQuantizationType.IQ2_XXS
    writer.add_tensor(NAME, np.zeros((256, load().row_size(kind, 768)), np.uint8), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(LuthierError, match="iq2_xxs") as caught:
        merge(tmp_path / "base.gguf", random_adapter(), tmp_path / "out.gguf", "base", {}, quiet, quiet)
    assert caught.value.code == "export.needs-calibration"


def test_that_dora_leaves_only_merged_and_says_so(dora: runs.Run, tmp_path: Path) -> None:
    with pytest.raises(LuthierError, match="DoRA") as caught:
        export(dora, tmp_path / "out", kind="adapter")
    assert caught.value.code == "adapter.dora"
    assert "merged" in caught.value.hint


@pytest.mark.slow
def test_that_a_dora_adapter_is_evaluated(dora: runs.Run, text: Path) -> None:
    info = dora.info()
    job = p.EvalJob(model=info.model, data=str(text), adapter=str(dora.adapter), config=CONFIG)
    plain = p.EvalJob(model=info.model, data=str(text), config=CONFIG)
    tuned, base = (evaluate_model(j, JobContext(quiet))[1].loss for j in (job, plain))
    assert tuned < base - 0.05


def test_that_a_dora_file_without_all_magnitudes_is_damaged(tmp_path: Path) -> None:
    factors = {**random_adapter().tensors, "blk.0.attn_q.weight": random_adapter().tensors[NAME]}
    write_adapter(tmp_path / "a.gguf", "llama", factors, 8.0, magnitudes=random_adapter(magnitude=True).magnitudes)
    with pytest.raises(LuthierError, match="magnitude"):
        read_adapter(tmp_path / "a.gguf")

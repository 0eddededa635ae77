"""Quantization through llama.cpp, and from any model name to a GGUF."""

import contextlib
import json
import resource
import shutil
from pathlib import Path

import gguf
import llama_cpp
import numpy as np
import psutil
import pytest
from safetensors.numpy import save_file

from core import protocol as p
from core.base.errors import Cancelled, LuthierError
from core.convert import resolve
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.convert.resolve import cached_path, resolve_model
from core.convert.safetensors import SINGLE, open_checkpoint
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import read_header
from core.gguf.types import QUANT_TYPES
from core.jobs.context import JobContext
from core.jobs.models.convert import convert_model, quantize_model
from tests.support.checkpoints import quiet


class Recorder:
    """A job context that keeps what is emitted."""

    def __init__(self) -> None:
        self.events: list[p.Event] = []
        self.context = JobContext(self.events.append)

    def of(self, kind: type) -> list[p.Event]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.mark.parametrize("dtype", ["q8_0", "q6_k", "q5_k_m", "q4_k_m", "q4_0"])
def test_that_the_job_writes_what_llama_cpp_loads(demo_gguf: Path, tmp_path: Path, dtype: str) -> None:
    recorder, output = Recorder(), tmp_path / "out.gguf"
    job = p.QuantizeJob(source=str(demo_gguf), output=str(output), dtype=dtype.upper())
    outcome, result = quantize_model(job, recorder.context)
    assert outcome == "done"
    assert result.bytes == output.stat().st_size < result.source_bytes == demo_gguf.stat().st_size
    assert (result.dtype, result.tensors) == (dtype, 56)
    last, weights = recorder.of(p.Progress)[-1], sum(one.size for one in read_header(demo_gguf).tensors.values())
    assert (last.done, last.total, last.unit) == (weights, weights, "bytes")
    assert any("quant size" in log.text for log in recorder.of(p.Log))
    with open_in_llama_cpp(output) as opened:
        assert opened.context_length == 1024
    assert [file.name for file in tmp_path.iterdir()] == ["out.gguf"]


@pytest.mark.slow
def test_that_q8_stays_close_to_the_source(demo_gguf: Path, demo_gguf_q8: Path) -> None:
    exact = {t.name: t for t in gguf.GGUFReader(demo_gguf).tensors}
    for tensor in gguf.GGUFReader(demo_gguf_q8).tensors:
        values = gguf.dequantize(tensor.data, tensor.tensor_type)
        want = gguf.dequantize(exact[tensor.name].data, exact[tensor.name].tensor_type)
        error = np.abs(values - want).max() / np.abs(want).max()
        assert error < 0.005, tensor.name


def test_that_an_unknown_type_lists_the_known_ones(demo_gguf: Path, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        quantize(demo_gguf, tmp_path / "out.gguf", "q9_x", quiet, quiet)
    assert caught.value.code == "quantize.unknown-type"
    assert "q8_0" in caught.value.hint
    assert "q4_k_m" in caught.value.hint


def test_that_the_table_has_every_type_that_llama_cpp_writes() -> None:
    prefixes = ("LLAMA_FTYPE_MOSTLY_", "LLAMA_FTYPE_ALL_")
    names = {name: prefix for prefix in prefixes for name in vars(llama_cpp) if name.startswith(prefix)}
    theirs = {name.removeprefix(prefix).lower(): getattr(llama_cpp, name) for name, prefix in names.items()}
    theirs.pop("nvfp4")  # read only: llama.cpp's quantizer calls it an invalid output type
    assert {row.name: row.number for row in QUANT_TYPES} == theirs
    assert all(row.summary.endswith(".") and len(row.summary) < 100 for row in QUANT_TYPES)


def test_that_a_type_of_few_bits_asks_for_an_importance_matrix(demo_gguf: Path, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        quantize(demo_gguf, tmp_path / "out.gguf", "iq2_xs", quiet, quiet)
    assert caught.value.code == "quantize.needs-imatrix"
    assert "--imatrix" in caught.value.hint


def test_that_a_file_is_not_replaced_by_itself(demo_gguf: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(demo_gguf, tmp_path / "model.gguf"))
    with pytest.raises(LuthierError) as caught:
        quantize(copy, tmp_path / "." / "model.gguf", "q8_0", quiet, quiet)
    assert caught.value.code == "quantize.same-file"
    assert copy.stat().st_size == demo_gguf.stat().st_size


def test_that_llama_cpps_reason_is_told_and_nothing_is_left(demo_gguf_q8: Path, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        quantize(demo_gguf_q8, tmp_path / "out.gguf", "q4_0", quiet, quiet)
    assert caught.value.code == "quantize.failed"
    assert "requantizing from type q8_0 is disabled" in caught.value.message
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("content", "code"), [(None, "model.missing"), (b"PK\3\4 no model", "model.not-gguf")])
def test_that_only_gguf_files_are_quantized(tmp_path: Path, content: bytes | None, code: str) -> None:
    if content is not None:
        (tmp_path / "in.gguf").write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        quantize(tmp_path / "in.gguf", tmp_path / "out.gguf", "q8_0", quiet, quiet)
    assert caught.value.code == code


def test_that_a_truncated_gguf_is_refused(demo_gguf: Path, tmp_path: Path) -> None:
    (tmp_path / "in.gguf").write_bytes(demo_gguf.read_bytes()[:5_000_000])
    with pytest.raises(LuthierError) as caught:
        quantize(tmp_path / "in.gguf", tmp_path / "out.gguf", "q8_0", quiet, quiet)
    assert caught.value.code == "model.truncated"
    assert [file.name for file in tmp_path.iterdir()] == ["in.gguf"]


def quantizers() -> list[psutil.Process]:
    """Running ones of ours."""
    found = []
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if "core.convert.quantizer" in child.cmdline():
                found.append(child)
    return found


def test_that_a_quantization_is_cancelled_in_the_middle_of_a_tensor(demo_gguf: Path, tmp_path: Path) -> None:
    """Being asked twice at the same tensor, with llama.cpp's slowest type, is being asked while it is worked on."""
    heard: list[int] = []

    def progress(done: int, _total: int) -> None:
        if heard[-1:] == [done]:
            assert quantizers()
            raise Cancelled
        heard.append(done)

    with pytest.raises(Cancelled):
        quantize(demo_gguf, tmp_path / "out.gguf", "iq3_s", progress, quiet)
    assert not quantizers()
    assert not list(tmp_path.iterdir())


def test_that_a_killed_quantizer_is_told_and_leaves_nothing(demo_gguf: Path, tmp_path: Path) -> None:
    def kill(_level: str, _line: str) -> None:
        for child in quantizers():
            child.kill()

    with pytest.raises(LuthierError) as caught:
        quantize(demo_gguf, tmp_path / "out.gguf", "iq3_s", quiet, kill)
    assert caught.value.code == "quantize.died"
    assert not list(tmp_path.iterdir())


def test_that_a_disk_full_halfway_is_told_and_leaves_nothing(demo_gguf: Path, tmp_path: Path) -> None:
    """A limit on the size of files, which the quantizer inherits, fails its writes as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        with pytest.raises(LuthierError) as caught:
            quantize(demo_gguf, tmp_path / "out.gguf", "q8_0", quiet, quiet)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code == "files.cannot-write"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_that_tensors_too_narrow_for_the_type_are_counted(demo_model: Path, tmp_path: Path) -> None:
    """A feed-forward width of 736 is no multiple of 256: six down projections fall back."""
    model = Path(shutil.copytree(demo_model, tmp_path / "model"))
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(json.dumps({**config, "intermediate_size": 736}))
    values = {}
    for name, entry in open_checkpoint(model).items():
        wide = (entry.read().astype(np.uint32) << 16).view(np.float32)
        rows = slice(736) if "gate_proj" in name or "up_proj" in name else slice(None)
        values[name] = np.ascontiguousarray(wide[rows, :736] if "down_proj" in name else wide[rows])
    save_file(values, model / SINGLE)
    recorder = Recorder()
    job = p.ConvertJob(source=str(model), output=str(tmp_path / "out.gguf"), dtype="q4_k_m")
    _, result = convert_model(job, recorder.context)
    assert result.fallbacks == 6
    assert "6 of 56" in recorder.of(p.Notice)[0].message
    with open_in_llama_cpp(tmp_path / "out.gguf"):
        pass


def test_that_a_quantized_conversion_leaves_only_its_result(demo_model: Path, tmp_path: Path) -> None:
    recorder, output = Recorder(), tmp_path / "new" / "out.gguf"
    job = p.ConvertJob(source=str(demo_model), output=str(output), dtype="Q4_0")
    _, result = convert_model(job, recorder.context)
    assert [phase.name for phase in recorder.of(p.Phase)] == ["convert", "quantize"]
    assert [file.name for file in output.parent.iterdir()] == ["out.gguf"]
    assert result.source_bytes == 11_540_992
    assert result.bytes == output.stat().st_size
    assert result.peak_rss_bytes > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["f16", "f32"])
def test_that_a_quantized_conversion_rounds_once(demo_model: Path, tmp_path: Path, kind: str) -> None:
    """Weights that BF16 cannot hold reach the quantizer as they are."""
    model = Path(shutil.copytree(demo_model, tmp_path / "model"))
    rng, values = np.random.default_rng(0), {}
    for name, entry in open_checkpoint(model).items():
        noise = 1 + rng.normal(0, 1e-3, entry.shape)
        wide = (entry.read().astype(np.uint32) << 16).view(np.float32) * noise
        values[name] = wide.astype(np.float16 if kind == "f16" else np.float32)
    save_file(values, model / SINGLE)
    recorder = Recorder()
    convert_model(p.ConvertJob(source=str(model), output=str(tmp_path / "out.gguf"), dtype="q4_k_m"), recorder.context)
    convert(model, tmp_path / "whole.gguf", kind, quiet)
    quantize(tmp_path / "whole.gguf", tmp_path / "quantized.gguf", "q4_k_m", quiet, quiet)
    ours, theirs = (
        {t.name: t.data for t in gguf.GGUFReader(tmp_path / name).tensors} for name in ("out.gguf", "quantized.gguf")
    )
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


@pytest.mark.slow
def test_that_q8_0_is_written_in_one_go_and_like_the_quantizers(demo_model: Path, tmp_path: Path) -> None:
    recorder, output = Recorder(), tmp_path / "direct.gguf"
    convert_model(p.ConvertJob(source=str(demo_model), output=str(output), dtype="q8_0"), recorder.context)
    assert [phase.name for phase in recorder.of(p.Phase)] == ["convert"]
    convert(demo_model, tmp_path / "bf16.gguf", "bf16", quiet)
    quantize(tmp_path / "bf16.gguf", tmp_path / "quantized.gguf", "q8_0", quiet, quiet)
    files = (output, tmp_path / "quantized.gguf")
    ours, theirs = ({t.name: t.data for t in gguf.GGUFReader(file).tensors} for file in files)
    assert ours.keys() == theirs.keys()
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_that_an_unknown_type_is_refused_before_converting(demo_model: Path, tmp_path: Path) -> None:
    recorder = Recorder()
    with pytest.raises(LuthierError) as caught:
        convert_model(p.ConvertJob(source=str(demo_model), output=str(tmp_path / "o"), dtype="x"), recorder.context)
    assert caught.value.code == "quantize.unknown-type"
    assert "bf16" in caught.value.hint
    assert not recorder.events


def test_that_a_gguf_resolves_to_itself(demo_gguf: Path) -> None:
    assert resolve_model(str(demo_gguf), Recorder().context).path == demo_gguf


def test_that_a_folder_is_converted_once_and_again_when_it_changes(
    demo_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    model = Path(shutil.copytree(demo_model, tmp_path / "storyteller 6m"))
    first, second = Recorder(), Recorder()
    converted = resolve_model(str(model), first.context).path
    assert converted.parent == tmp_path / "home" / "models"
    assert converted.name.startswith("storyteller-6m-f16-")
    assert [phase.name for phase in first.of(p.Phase)] == ["convert"]
    assert resolve_model(str(model), second.context).path == converted
    assert not second.events
    with (model / "chat_template.jinja").open("a") as template:
        template.write("{# changed #}")
    assert (changed := cached_path(model)) != converted
    monkeypatch.setattr(resolve, "_RULES", 0)  # as an older version converted
    assert cached_path(model) != changed


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("HuggingFaceTB/SmolLM2-135M", "model.not-downloaded", "luthier models fetch"),
        ("no-such-file.gguf", "model.missing", "ollama:NAME"),
        ("ollama:llama3.2", "ollama.unknown", "OLLAMA_MODELS"),
    ],
)
def test_that_what_is_no_model_is_refused_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str, told: str
) -> None:
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path))
    monkeypatch.setattr("core.hub.ollama.SERVICE_FOLDER", tmp_path / "nowhere")
    with pytest.raises(LuthierError) as caught:
        resolve_model(name, Recorder().context)
    assert caught.value.code == code
    assert told in caught.value.hint


def test_that_other_files_are_no_models(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(LuthierError) as caught:
        resolve_model(str(tmp_path / "notes.txt"), Recorder().context)
    assert caught.value.code == "model.not-gguf"

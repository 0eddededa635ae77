"""Importance matrices made from the user's data, and what they do for small types."""

from pathlib import Path

import gguf
import numpy as np
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.convert.convert import convert
from core.convert.imatrix import measure, read_imatrix
from core.convert.quantize import quantize
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.jobs.context import JobContext
from core.jobs.models.convert import quantize_model
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The bundled book's beginning, and a later part of it."""
    folder, text = tmp_path_factory.mktemp("data"), (paths.DEMO / "holmes.txt").read_text(encoding="utf-8")
    for name, part in (("first.txt", text[2000:60000]), ("second.txt", text[300000:312000])):
        (folder / name).write_text(part, encoding="utf-8")
    return folder / "first.txt", folder / "second.txt"


def run(job: p.QuantizeJob) -> p.QuantizeResult:
    return quantize_model(job, JobContext(quiet))[1]


def test_that_a_matrix_holds_the_mean_squares_of_what_each_weight_reads(demo_gguf: Path, tmp_path: Path) -> None:
    """The first layer's query, key and value read the normed embeddings, which numpy can compute."""
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        text = "Once upon a time there lived a fox who read letters to the other animals of the wood."
        tokens = np.array(opened.vocabulary.tokenize(text, add_special=False, parse_special=False), np.int32)
    assert measure(demo_gguf, [tokens, tokens[:5]], tmp_path / "im.gguf", quiet) == 6 * 7
    tensors = {t.name: gguf.dequantize(t.data, t.tensor_type) for t in gguf.GGUFReader(demo_gguf).tensors}
    x = tensors["token_embd.weight"][np.concatenate([tokens, tokens[:5]])]
    x = x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * tensors["blk.0.attn_norm.weight"]
    found = read_imatrix(tmp_path / "im.gguf")
    for name in ("q", "k", "v"):
        np.testing.assert_allclose(found[f"blk.0.attn_{name}.weight"], (x * x).mean(0), rtol=1e-3)
    assert found["blk.5.ffn_down.weight"].shape == (768,)
    assert "token_embd.weight" not in found


def test_that_every_expert_has_numbers_of_its_own(tmp_path: Path) -> None:
    convert(FIXTURES / "qwen3moe", tmp_path / "model.gguf", "f32", quiet)
    rng = np.random.default_rng(0)
    n_tokens = 40
    measure(tmp_path / "model.gguf", [rng.integers(3, 300, n_tokens, np.int32)], tmp_path / "im.gguf", quiet)
    reader = {t.name: t for t in gguf.GGUFReader(tmp_path / "im.gguf").tensors}
    counts = reader["blk.0.ffn_up_exps.weight.counts"].data.reshape(-1)
    used = gguf.GGUFReader(tmp_path / "model.gguf").fields["qwen3moe.expert_used_count"].contents()
    assert counts.sum() == n_tokens * used
    assert len(counts) > used
    found = read_imatrix(tmp_path / "im.gguf")
    up, gate = found["blk.0.ffn_up_exps.weight"], found["blk.0.ffn_gate_exps.weight"]
    np.testing.assert_array_equal(up, gate)
    rows = up.reshape(len(counts), -1)
    assert not np.allclose(rows[counts > 0][0], rows[counts > 0][1])
    assert (rows[counts == 0] == 1).all()


@pytest.mark.parametrize("dtype", [pytest.param(t, marks=pytest.mark.slow) for t in ("q2_k", "q3_k_s")])
def test_that_a_matrix_from_own_data_lowers_perplexity(
    demo_gguf: Path, halves: tuple[Path, Path], tmp_path: Path, dtype: str
) -> None:
    """Made from one part of the book, measured on another."""
    job = p.QuantizeJob(
        source=str(demo_gguf),
        output=str(tmp_path / "out.gguf"),
        dtype=dtype,
        measure=str(halves[1]),
        sample_tokens=4096,
    )
    plain = run(job)
    job.imatrix = str(halves[0])
    better = run(job)
    assert plain.perplexity_before == better.perplexity_before < better.perplexity_after
    assert better.perplexity_after < plain.perplexity_after
    assert [file.name for file in tmp_path.iterdir()] == ["out.gguf"]


@pytest.mark.slow
def test_that_a_matrix_made_before_serves_types_that_need_one(demo_gguf: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    measure(demo_gguf, [rng.integers(3, 4000, 64, np.int32)], tmp_path / "im.gguf", quiet)
    result = run(
        p.QuantizeJob(
            source=str(demo_gguf), output=str(tmp_path / "o.gguf"), dtype="iq2_xs", imatrix=str(tmp_path / "im.gguf")
        )
    )
    assert result.bytes < 0.25 * result.source_bytes
    with open_in_llama_cpp(tmp_path / "o.gguf") as opened:
        assert opened.context_length == 1024


def test_that_a_model_is_no_importance_matrix(demo_gguf: Path, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        run(p.QuantizeJob(source=str(demo_gguf), output=str(tmp_path / "o"), dtype="q2_k", imatrix=str(demo_gguf)))
    assert caught.value.code == "imatrix.not-one"
    assert not list(tmp_path.iterdir())


def test_that_a_matrix_of_another_model_is_told(demo_gguf: Path, tmp_path: Path) -> None:
    convert(FIXTURES / "llama", tmp_path / "model.gguf", "f32", quiet)
    measure(tmp_path / "model.gguf", [np.arange(3, 40, dtype=np.int32)], tmp_path / "im.gguf", quiet)
    with pytest.raises(LuthierError) as caught:
        quantize(demo_gguf, tmp_path / "out.gguf", "q2_k", quiet, quiet, imatrix=tmp_path / "im.gguf")
    assert caught.value.code == "quantize.failed"
    assert "imatrix size" in caught.value.message
    assert not (tmp_path / "out.gguf").exists()


def test_that_cancelling_while_measuring_leaves_nothing(
    demo_gguf: Path, halves: tuple[Path, Path], tmp_path: Path
) -> None:
    def emit(event: p.Event) -> None:
        if isinstance(event, p.Progress) and event.unit == "tokens" and event.done:
            context.control.apply(p.Cancel())

    context = JobContext(emit)
    job = p.QuantizeJob(source=str(demo_gguf), output=str(tmp_path / "out.gguf"), dtype="q2_k", imatrix=str(halves[0]))
    with pytest.raises(Cancelled):
        quantize_model(job, context)
    assert not list(tmp_path.iterdir())

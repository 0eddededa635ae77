"""Exports are loaded back in llama.cpp, and its loss must be the one training reported."""

import shutil
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest

from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.tensor_names import rotary_halves_to_pairs
from core.data.example import Example, read_examples
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.export.check.loss import agrees, allowed, evaluate_with_llama_cpp
from core.jobs.context import JobContext
from core.jobs.export.job import WRITERS, export_run
from core.jobs.models.run_adapter import find_adapter
from core.runs import run as runs
from tests.support.checkpoints import quiet
from tests.support.data import write_book
from tests.support.export_runs import exported, trained_run

TEXT = "Once upon a time there was a fox who lived in the wood. He said: I am the king, and went away to the sea."

MakeRun = Callable[..., runs.Run]


def tokens_of(model: Path, text: str = TEXT) -> np.ndarray:
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        return np.array(opened.vocabulary.tokenize(text, add_special=False, parse_special=False), np.int32)


def random_factors(strength: float, seed: int = 0) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(seed)
    widths = {"attn_q": (256, 256), "attn_k": (256, 128), "attn_v": (256, 128), "attn_output": (256, 256)}
    widths |= {"ffn_gate": (256, 768), "ffn_up": (256, 768), "ffn_down": (768, 256)}
    return {
        f"blk.{layer}.{name}.weight": (
            (rng.normal(size=(4, d_in)) / 16).astype(np.float32),
            (rng.normal(size=(d_out, 4)) * strength).astype(np.float32),
        )
        for layer in range(6)
        for name, (d_in, d_out) in widths.items()
    }


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    write_adapter(tmp_path / "adapter-in.gguf", "llama", random_factors(0.02), 8.0)
    return tmp_path / "adapter-in.gguf"


@pytest.fixture
def make_run(demo_gguf: Path, adapter: Path, tmp_path: Path) -> MakeRun:
    """A finished run as training leaves it, with held-out tokens and the loss that training would report."""

    def make(*, evaluated_step: int = 40, saved_step: int = 40, error: float = 0.0, held_out: bool = True) -> runs.Run:
        folder = tmp_path / "My Run 7"
        run = runs.create(p.TrainJob(model=str(demo_gguf), data=str(tmp_path / "story.txt"), run=str(folder)))
        run.adapter.write_bytes(adapter.read_bytes())
        tokens = tokens_of(demo_gguf)
        examples = [Example(tokens, np.arange(len(tokens)) % 3 > 0), Example(tokens[5:15], np.ones(10, bool))]
        loss, count = evaluate_with_llama_cpp(demo_gguf, adapter, examples)
        if held_out:
            np.savez(
                run.evaluation,
                tokens=np.concatenate([example.tokens for example in examples]),
                trained=np.concatenate([example.supervised for example in examples]),
                lengths=np.array([len(example) for example in examples], np.int32),
            )
        events: list[p.Event] = [
            p.Evaluation(step=0, loss=9.0, perplexity=1.0, tokens=count, adapter=False),
            p.Evaluation(step=evaluated_step, loss=loss + error, perplexity=1.0, tokens=count, adapter=True),
            p.Checkpoint(step=saved_step, path="", adapter=str(run.adapter)),
        ]
        run.events_file.write_bytes(b"".join(map(p.encode, events)))
        return run

    return make


def export(run: runs.Run, kind: str, output: Path) -> tuple[p.ExportResult, list[p.Event]]:
    events: list[p.Event] = []
    job = p.ExportJob(run=str(run.folder), kind=kind, output=str(output))
    outcome, result = export_run(job, JobContext(events.append))
    assert outcome == "done"
    return result, events


def test_that_the_loss_is_the_cross_entropy_of_the_supervised_tokens(demo_gguf: Path) -> None:
    tokens = tokens_of(demo_gguf)
    supervised = np.arange(len(tokens)) % 2 == 0
    with open_in_llama_cpp(demo_gguf) as opened, opened.context(len(tokens), exact=True) as context:
        logits = np.array([row.astype(np.float64) for row in context.read(tokens.tolist(), [True] * len(tokens))])
    chances = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    expected = [-np.log(chances[i - 1, tokens[i]]) for i in range(1, len(tokens)) if supervised[i]]
    loss, count = evaluate_with_llama_cpp(demo_gguf, None, [Example(tokens, supervised)])
    assert count == len(expected)
    assert loss == pytest.approx(np.mean(expected), rel=1e-5)


def test_that_long_sequences_in_pieces_give_the_same_loss(demo_gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = tokens_of(demo_gguf, TEXT * 4)
    everything = [Example(tokens, np.ones(len(tokens), bool))]
    whole, _ = evaluate_with_llama_cpp(demo_gguf, None, everything)
    monkeypatch.setattr("core.export.check.loss._LOGITS", 16 * 4 * 4096)
    pieces, count = evaluate_with_llama_cpp(demo_gguf, None, everything)
    assert count == len(tokens) - 1
    assert pieces == pytest.approx(whole, rel=1e-5)


def test_that_sequences_do_not_see_each_other(demo_gguf: Path) -> None:
    tokens = tokens_of(demo_gguf)
    first, second = Example(tokens[:12], np.ones(12, bool)), Example(tokens[12:22], np.ones(10, bool))
    together, count = evaluate_with_llama_cpp(demo_gguf, None, [first, second])
    alone = [evaluate_with_llama_cpp(demo_gguf, None, [example]) for example in (first, second)]
    assert count == sum(n for _, n in alone)
    assert together == pytest.approx(sum(loss * n for loss, n in alone) / count, rel=1e-9)


@pytest.mark.slow
def test_that_an_adapter_is_what_merging_it_into_the_weights_gives(demo_model: Path, tmp_path: Path) -> None:
    """W + alpha / r * B A, added to the F32 weights of the converted file."""
    adapter = tmp_path / "adapter.gguf"
    write_adapter(adapter, "llama", random_factors(0.1), 8.0)
    convert(demo_model, tmp_path / "base.gguf", "f32", quiet)
    loaded = read_adapter(adapter)
    tokens = tokens_of(tmp_path / "base.gguf")
    data = [Example(tokens, np.ones(len(tokens), bool))]
    with_adapter, _ = evaluate_with_llama_cpp(tmp_path / "base.gguf", adapter, data)

    shutil.copy(tmp_path / "base.gguf", tmp_path / "merged.gguf")
    reader = gguf.GGUFReader(tmp_path / "merged.gguf", "r+")
    for tensor in reader.tensors:
        if tensor.name in loaded.tensors:
            a, b = loaded.tensors[tensor.name]
            tensor.data[:] += (loaded.alpha / loaded.rank * b @ a).astype(np.float32)
    reader.data.flush()
    merged_loss, _ = evaluate_with_llama_cpp(tmp_path / "merged.gguf", None, data)
    base_loss, _ = evaluate_with_llama_cpp(tmp_path / "base.gguf", None, data)
    assert with_adapter == pytest.approx(merged_loss, abs=2e-4)
    assert abs(with_adapter - base_loss) > 0.05


def test_that_rotary_rows_are_reordered_within_each_head() -> None:
    rows = np.arange(16).reshape(16, 1)
    assert rotary_halves_to_pairs(rows, heads=2)[:, 0].tolist() == [
        0,
        4,
        1,
        5,
        2,
        6,
        3,
        7,
        8,
        12,
        9,
        13,
        10,
        14,
        11,
        15,
    ]


@pytest.mark.slow
def test_that_the_adapter_is_exported_and_its_loss_confirmed(make_run: MakeRun, tmp_path: Path) -> None:
    run, output = make_run(error=0.002), tmp_path / "out" / "fox.gguf"
    result, _ = export(run, "adapter", output)
    assert output.read_bytes() == run.adapter.read_bytes()
    assert (result.path, result.kind, result.files[0]) == (str(output), "adapter", str(output))
    assert result.loss_training == pytest.approx(result.loss_llama_cpp + 0.002)  # type: ignore[operator]
    assert {file.name for file in output.parent.iterdir()} == {"fox.gguf", "fox.README.md", "fox.loss.svg"}


@pytest.mark.slow
def test_that_a_folder_as_output_gets_a_file_named_after_the_run(make_run: MakeRun, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    result, _ = export(make_run(), "adapter", tmp_path / "out")
    assert result.path == str(tmp_path / "out" / "My-Run-7.gguf")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["adapter", "merged", "ollama"])
def test_that_another_loss_than_training_reported_is_told_and_what_was_finished_kept(
    make_run: MakeRun, tmp_path: Path, kind: str
) -> None:
    output = tmp_path / "out" / "x"
    result, notices = exported(make_run(error=0.5), output, kind)
    (notice,) = [notice for notice in notices if notice.code == "export.loss-differs"]
    assert f"Training reported a loss of {result.loss_training:.4f}" in notice.message
    assert f"has {result.loss_llama_cpp:.4f}" in notice.message
    assert output.exists()


def test_that_the_bound_of_a_loss_comes_from_the_number_of_tokens_and_how_far_they_scatter() -> None:
    """0.55% apart on 228 tokens and 0.51% on 398 were refused, of exports that were right."""
    scattered = np.tile([0.15, -0.15], 2000)
    assert allowed(2.09, scattered[:228]) == pytest.approx(0.005 * 2.09 + 4 * 0.15 / 228**0.5)
    assert allowed(2.09, scattered[:228]) > 2.0915 - 2.0799 and allowed(0.9995, scattered[:398]) > 0.9995 - 0.9944
    assert allowed(2.09, scattered) < 0.02
    assert allowed(0.5, np.zeros(10)) == 0.005


@pytest.mark.slow
def test_that_a_loss_of_an_older_adapter_is_not_compared(make_run: MakeRun, tmp_path: Path) -> None:
    result, _ = export(make_run(evaluated_step=20, saved_step=40, error=5.0), "adapter", tmp_path / "a.gguf")
    assert (result.loss_training, result.loss_llama_cpp) == (None, None)


@pytest.mark.slow
def test_that_a_run_without_held_out_data_is_measured_on_what_it_was_trained_on(
    make_run: MakeRun, tmp_path: Path
) -> None:
    (tmp_path / "story.txt").write_text(f"{TEXT}\n\n" * 20)
    run = make_run(held_out=False)
    result, notices = exported(run, tmp_path / "a.gguf", "adapter")
    assert (result.rows, notices) == ("trained", [])
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, abs=0.02)
    Path(run.info().data).unlink()
    result, notices = exported(run, tmp_path / "b.gguf", "adapter")
    assert (result.rows, result.loss_llama_cpp) == ("", None)
    assert "export.no-rows" in [notice.code for notice in notices]


def test_that_an_adapter_llama_cpp_cannot_use_is_not_exported(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run()
    wrong = {"blk.0.attn_q.weight": (np.ones((2, 64), np.float32), np.ones((64, 2), np.float32))}
    write_adapter(run.adapter, "llama", wrong, 4.0)
    with pytest.raises(LuthierError) as caught:
        export(run, "adapter", tmp_path / "out.gguf")
    assert caught.value.code == "adapter.cannot-load"
    with pytest.raises(LuthierError) as caught:
        export(run, "ollama", tmp_path / "ollama")
    assert caught.value.code == "export.does-not-fit"
    assert {file.name for file in tmp_path.iterdir()} == {"My Run 7", "adapter-in.gguf"}


def test_that_an_adapter_that_overflows_is_not_exported(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run(held_out=False)
    write_adapter(run.adapter, "llama", random_factors(1e30), 8.0)
    with pytest.raises(LuthierError) as caught:
        export(run, "adapter", tmp_path / "out.gguf")
    assert caught.value.code == "export.not-finite"


def test_that_an_unknown_kind_lists_the_known_ones(make_run: MakeRun, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        export(make_run(), "zip", tmp_path / "out")
    assert caught.value.code == "export.unknown-kind"
    assert ", ".join(EXPORT_KINDS) in caught.value.hint


def test_that_every_kind_can_be_written() -> None:
    assert WRITERS.keys() == {kind.key for kind in EXPORT_KINDS.values() if not kind.trains_anew}


def test_that_a_run_without_an_adapter_says_so(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run()
    run.adapter.unlink()
    with pytest.raises(LuthierError) as caught:
        export(run, "adapter", tmp_path / "out.gguf")
    assert caught.value.code == "export.no-adapter"


@pytest.mark.slow
def test_that_damaged_evaluation_data_is_named(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run()
    run.evaluation.write_bytes(b"PK not a zip")
    with pytest.raises(LuthierError) as caught:
        read_examples(run.evaluation)
    assert caught.value.code == "export.bad-evaluation"
    _, told = exported(run, tmp_path / "out.gguf", "adapter")
    assert "export.bad-evaluation" in [notice.code for notice in told]


def test_that_agreement_is_half_a_percent_or_the_floor() -> None:
    assert agrees(4.01, 4.0)
    assert not agrees(4.03, 4.0)
    assert agrees(0.104, 0.1)
    assert not agrees(0.11, 0.1)


@pytest.fixture(scope="module")
def evaluated(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """Of six steps: checkpoints at 2, 4 and 6, of which the first was not evaluated."""
    folder = tmp_path_factory.mktemp("evaluated")
    write_book(folder / "pages.txt", 12_000)
    settings = {"max_steps": 6, "save_every": 2, "eval_every": 4, "keep_checkpoints": 3}
    return trained_run(demo_gguf_q8, folder / "pages.txt", folder / "run", **settings)


@pytest.mark.slow
def test_that_any_checkpoint_can_be_exported_and_is_checked_against_its_own_evaluation(
    evaluated: runs.Run, tmp_path: Path
) -> None:
    losses = {event.step: event.loss for event in evaluated.events() if isinstance(event, p.Evaluation)}
    assert losses.keys() == {0, 4, 6}
    for step in (2, 4):
        result, _ = exported(evaluated, tmp_path / f"{step}.gguf", "adapter", checkpoint=str(step))
        assert result.loss_training == losses.get(step)
        saved = read_adapter(evaluated.checkpoints_dir / f"step-{step:06d}" / "adapter.gguf")
        for name, factors in read_adapter(tmp_path / f"{step}.gguf").tensors.items():
            assert np.array_equal(factors[1], saved.tensors[name][1])


@pytest.mark.slow
def test_that_the_best_checkpoint_is_that_of_the_lowest_evaluation(evaluated: runs.Run) -> None:
    losses = {event.step: event.loss for event in evaluated.events() if isinstance(event, p.Evaluation)}
    assert find_adapter(evaluated, "best").step == min((4, 6), key=lambda step: losses[step] or 0.0)
    assert find_adapter(evaluated).step == 6


@pytest.mark.slow
def test_that_a_checkpoint_that_is_not_there_is_answered_with_those_that_are(evaluated: runs.Run) -> None:
    for wanted in ("5", "first"):
        with pytest.raises(LuthierError, match=wanted) as caught:
            find_adapter(evaluated, wanted)
        assert caught.value.code == "runs.no-checkpoint"
        assert "2, 4, 6" in caught.value.hint


@pytest.mark.parametrize("kind", ["adapter", "merged"])
def test_that_the_runs_own_adapters_are_not_replaced(evaluated: runs.Run, kind: str) -> None:
    for own in (evaluated.adapter, evaluated.checkpoints_dir / "step-000004" / "adapter.gguf"):
        before = own.read_bytes()
        with pytest.raises(LuthierError, match="belongs to the run") as caught:
            exported(evaluated, own, kind, checkpoint="2", force=True)
        assert caught.value.code == "export.same-file"
        assert own.read_bytes() == before


def test_that_the_best_is_not_guessed(make_run: MakeRun) -> None:
    run = make_run()
    with pytest.raises(LuthierError) as caught:
        find_adapter(run, "best")
    assert caught.value.code == "runs.not-evaluated"

"""A run for PEFT: what is written is what was trained, and nothing is left where it fails."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.adapters.layout import places
from core.adapters.open import open_adapter
from core.adapters.peft_folder import CONFIG, WEIGHTS, read_peft_config
from core.adapters.peft_write import write_peft_folder
from core.base.errors import Cancelled, LuthierError
from core.engine.lora.adapter_file import Adapter, read_adapter
from core.gguf.header import read_header
from core.jobs.context import Control, JobContext
from core.jobs.export.job import export_run
from core.runs import run as runs
from tests.support.export_runs import exported, trained_run
from tests.support.peft_folders import gguf_of, tensors_in


@pytest.fixture(scope="module")
def run(demo_gguf: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(demo_gguf, data, tmp_path_factory.mktemp("peft") / "My Run 7", max_steps=3, rslora=True)


@pytest.mark.slow
def test_that_a_runs_adapter_leaves_and_comes_back(run: runs.Run, demo_gguf: Path, tmp_path: Path) -> None:
    result, notices = exported(run, tmp_path / "out", "peft")
    assert {Path(file).name for file in result.files} == {CONFIG, WEIGHTS, "README.md", "loss.svg"}
    assert {file.name for file in tmp_path.glob("**/*")} == {"out"} | {Path(file).name for file in result.files}
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)
    assert [notice.code for notice in notices] == ["export.base-unnamed"]
    learnt, config = read_adapter(run.adapter), read_peft_config(tmp_path / "out")
    assert (config.rank, config.alpha, config.dora) == (learnt.rank, learnt.alpha, False)
    found = open_adapter(tmp_path / "out", read_header(demo_gguf))
    assert found.tensors.keys() == learnt.tensors.keys()
    for name, pair in learnt.tensors.items():
        assert all(map(np.array_equal, found.tensors[name], pair)), name
    assert exported(run, tmp_path / "out", "peft")[0].path == result.path  # its own folder may be written again


@pytest.mark.slow
def test_that_an_original_checkpoint_is_not_said_to_be_unknown(demo_model: Path, data: Path, tmp_path: Path) -> None:
    run = trained_run(demo_model, data, tmp_path / "run", max_steps=1)
    (notice,) = exported(run, tmp_path / "out", "peft")[1]
    assert notice.message == (
        f"The checkpoint in {demo_model} does not say its name on the hub, so the folder does not name one."
    )
    assert f'from_pretrained("{demo_model}")' in notice.hint


def test_that_experts_leave_one_by_one_where_their_class_has_them_so(tmp_path: Path) -> None:
    """Ling's has a linear for each; other models' experts are two parameters of one module in Transformers 5."""
    model, rng = gguf_of("bailingmoe2", tmp_path), np.random.default_rng(3)
    tensors = {}
    for name in places(model):
        d_in, d_out, n_experts, _ = model.tensors[name].shape
        front = (n_experts,) if n_experts > 1 else ()
        a, b = rng.normal(size=(*front, 2, d_in)), rng.normal(size=(*front, d_out, 2))
        tensors[name] = a.astype(np.float32), b.astype(np.float32)
    write_peft_folder(tmp_path, Adapter(model.architecture, 4.0, tensors), model, base=None)
    written, said = tensors_in(tmp_path), json.loads((tmp_path / CONFIG).read_text())
    one = "base_model.model.model.layers.1.mlp.experts.5.down_proj.lora_A.weight"
    np.testing.assert_array_equal(written[one], tensors["blk.1.ffn_down_exps.weight"][0][5])
    assert said["target_parameters"] is None
    assert said["target_modules"] == ["dense", "down_proj", "gate_proj", "query_key_value", "up_proj"]
    found = open_adapter(tmp_path, model)
    assert found.tensors.keys() == tensors.keys()
    for name, pair in tensors.items():
        assert all(map(np.array_equal, found.tensors[name], pair)), name


@pytest.mark.slow
def test_that_dora_leaves_whole(demo_gguf: Path, data: Path, tmp_path: Path) -> None:
    run = trained_run(demo_gguf, data, tmp_path / "run", max_steps=2, dora=True, targets="q,down")
    result, notices = exported(run, tmp_path / "out", "peft")
    assert result.loss_llama_cpp is None and "export.dora" in [notice.code for notice in notices]
    learnt, found = read_adapter(run.adapter), open_adapter(tmp_path / "out", read_header(demo_gguf))
    assert read_peft_config(tmp_path / "out").dora
    for name, magnitude in learnt.magnitudes.items():
        np.testing.assert_array_equal(found.magnitudes[name], magnitude)


@pytest.mark.slow
def test_that_an_export_cancelled_halfway_leaves_what_was_there(run: runs.Run, tmp_path: Path) -> None:
    output, control = tmp_path / "out", Control()

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.Phase) and event.name == "verify":
            control.cancel.set()

    for earlier in (False, True):
        if earlier:
            exported(run, output, "peft")
        before = sorted(file.name for file in tmp_path.rglob("*"))
        control.cancel.clear()
        with pytest.raises(Cancelled):
            export_run(p.ExportJob(run=str(run.folder), kind="peft", output=str(output)), JobContext(cancel, control))
        assert sorted(file.name for file in tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_that_other_files_are_not_written_over(run: runs.Run, tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text("{}")
    with pytest.raises(LuthierError) as caught:
        exported(run, tmp_path, "peft")
    assert caught.value.code == "files.would-overwrite"

"""What a chat with a run loads: its checkpoints, the way it was taught to talk, and DoRA."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.adapters.open import open_adapter
from core.base import paths
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter, read_adapter, write_adapter
from core.jobs.chat.converse import answer
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext
from core.runs import run as runs
from tests.support.export_runs import trained_run
from tests.support.peft_folders import gguf_of
from tests.support.places import FIXTURES

PROMPT = "Why is the sea so dark at night?"


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """Four steps with a checkpoint every two."""
    folder = tmp_path_factory.mktemp("chats") / "keeper"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=64, max_steps=4, save_every=2)


def asked(job: p.ChatJob) -> tuple[p.ChatResult, list[str]]:
    """The result, and the codes of what the user is told."""
    events: list[p.Event] = []
    with JobContext(events.append) as context:
        _, result = answer(job, context)
    return result, [event.code for event in events if isinstance(event, p.Notice)]


@pytest.mark.slow
def test_that_a_run_stands_for_model_adapter_template_and_ends(run: runs.Run) -> None:
    with JobContext(lambda event: None) as context:
        source = find_source(p.ConverseJob(run=str(run.folder)), context)
        older = find_source(p.ConverseJob(run=str(run.folder), checkpoint="2", context=256), context)
        raw = find_source(p.ConverseJob(run=str(run.folder), raw=True), context)
    assert (str(source.model.path), source.adapter) == (run.info().model, run.adapter)  # type: ignore[union-attr]
    assert source.stops == ("<|im_end|>",)
    assert (source.context, older.context) == (4096, 256)
    assert older.adapter == run.checkpoints_dir / "step-000002" / "adapter.gguf"
    assert source.chat and not raw.chat


@pytest.mark.slow
def test_that_a_run_which_learnt_running_text_goes_on_with_texts(run: runs.Run, tmp_path: Path) -> None:
    folder = shutil.copytree(run.folder, tmp_path / "book")
    info = run.info()
    runs.Run(folder).write_info(msgspec.structs.replace(info, data=info.data.replace("chat.jsonl", "holmes.txt")))
    with JobContext(lambda event: None) as context:
        assert not find_source(p.ConverseJob(run=str(folder)), context).chat
        assert find_source(p.ConverseJob(run=str(folder), raw=False), context).chat


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "chat.which-model"),
        ({"run": "RUN", "model": "m.gguf"}, "chat.which-model"),
        ({"run": "RUN", "adapter": "a.gguf"}, "chat.which-model"),
        ({"run": "RUN", "checkpoint": "77"}, "runs.no-checkpoint"),
        ({"run": "/nowhere"}, "runs.not-a-run"),
        ({"model": "MODEL", "adapter": "/nowhere.gguf"}, "adapter.missing"),
    ],
)
def test_that_what_cannot_be_loaded_is_said(run: runs.Run, fields: dict[str, str], code: str) -> None:
    known = {"RUN": str(run.folder), "MODEL": run.info().model}
    job = p.ChatJob(prompt="Hi", **{name: known.get(text, text) for name, text in fields.items()})  # type: ignore[arg-type]
    with pytest.raises(LuthierError) as caught:
        asked(job)
    assert caught.value.code == code


@pytest.mark.usefixtures("own_home")
def test_that_a_folder_of_peft_is_talked_to_as_its_file_would_be(tmp_path: Path) -> None:
    base, folder = gguf_of("llama", tmp_path), FIXTURES / "llama" / "peft"
    with JobContext(lambda event: None) as context:
        job = p.ConverseJob(model=str(base.path), adapter=str(folder))
        source, again = find_source(job, context), find_source(job, context)
    assert source.adapter is not None and source == again
    theirs, ours = open_adapter(folder, base), read_adapter(source.adapter)
    assert ours.tensors.keys() == theirs.tensors.keys() and ours.alpha == theirs.alpha
    result, _ = asked(p.ChatJob(model=str(base.path), adapter=str(folder), prompt="a", max_tokens=2))
    assert result.tokens > 0


def test_that_an_adapter_of_another_base_is_refused_with_its_tensors(run: runs.Run, tmp_path: Path) -> None:
    factors = (np.ones((2, 64), np.float32), np.ones((64, 2), np.float32))
    write_adapter(tmp_path / "a.gguf", "llama", {"blk.0.attn_q.weight": factors}, 2.0)
    with pytest.raises(LuthierError, match=r"blk\.0\.attn_q\.weight \(64 to 64; 256 to 256\)") as caught:
        asked(p.ChatJob(prompt="Hi", model=run.info().model, adapter=str(tmp_path / "a.gguf")))
    assert caught.value.code == "adapter.other-base"


@pytest.mark.slow
def test_that_dora_answers_from_a_merged_copy_that_is_kept(run: runs.Run, tmp_path: Path) -> None:
    """Its magnitudes are longer than the rows, so that it is neither the base nor the plain adapter."""
    plain = read_adapter(run.adapter)
    name, (a, b) = next((name, pair) for name, pair in plain.tensors.items() if "attn_output" in name)
    dora = Adapter(plain.architecture, plain.alpha, {name: (a, b)}, magnitudes={name: np.full(256, 3.0, np.float32)})
    file = tmp_path / "dora.gguf"
    write_adapter(file, "llama", dora.tensors, dora.alpha, magnitudes=dora.magnitudes)
    model = run.info().model
    job = p.ChatJob(prompt=PROMPT, model=model, adapter=str(file), max_tokens=16)
    first, told = asked(job)
    assert told == ["chat.dora-merged"]
    (copy,) = (paths.cache_dir() / "merged").iterdir()
    written = copy.stat().st_ino
    assert asked(job)[0].text == first.text
    assert copy.stat().st_ino == written
    base, _ = asked(p.ChatJob(prompt=PROMPT, model=model, max_tokens=16))
    assert first.text != base.text
    weak = p.ChatJob(prompt=PROMPT, model=model, adapter=str(file), max_tokens=16, strength=0.0)
    assert asked(weak)[0].text == base.text
    with pytest.raises(LuthierError) as caught:
        asked(p.ChatJob(prompt=PROMPT, model=model, adapter=str(file), strength=0.5))
    assert caught.value.code == "adapter.dora-strength"

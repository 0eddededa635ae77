"""What reads pictures for the base goes along with what was trained on it."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.export.merge import _SPARE as SPARE
from core.export.mmproj import find_mmproj
from core.export.pushable import pushable
from core.gguf.header import read_header
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext
from core.jobs.export.possible import list_exports
from core.runs import run as runs
from tests.support.export_runs import exported, trained_run
from tests.support.mmproj import small_mmproj
from tests.support.model_stores import MODEL_LAYER, add_blob, add_manifest
from tests.support.modelfile_reader import read_modelfile
from tests.support.ollama_jobs import bring, typed
from tests.support.ollama_server import FakeOllama

pytestmark = pytest.mark.usefixtures("brief_answers")


@pytest.fixture(scope="module")
def seeing(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base with a file for pictures beside it, in two types. Do not change it."""
    folder = tmp_path_factory.mktemp("seeing")
    shutil.copy(demo_gguf, folder / "Fox-3B-Q4_K_M.gguf")
    small_mmproj(folder / "mmproj-F32.gguf")
    small_mmproj(folder / "mmproj-F16.gguf")
    return folder / "Fox-3B-Q4_K_M.gguf"


@pytest.fixture(scope="module")
def run(seeing: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("runs") / "fox"
    return trained_run(seeing, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=2)


def found(model: Path) -> tuple[Path | None, list[str]]:
    """And the codes of what is told."""
    told: list[str] = []
    return find_mmproj(str(model), read_header(model), lambda code, message, hint: told.append(code)), told


def test_that_the_file_beside_the_base_is_known_by_what_it_holds(demo_gguf: Path, tmp_path: Path) -> None:
    model = tmp_path / "fox-q8_0.gguf"
    shutil.copy(demo_gguf, model)
    assert found(model) == (None, [])
    shutil.copy(demo_gguf, tmp_path / "mmproj-fox.gguf")  # called so, and a language model
    (tmp_path / "mmproj-broken.gguf").write_bytes(b"GGUF")
    assert found(model) == (None, [])
    older = small_mmproj(tmp_path / "fox-mmproj-BF16.gguf", kind="")
    assert found(model) == (older, [])
    finer = small_mmproj(tmp_path / "fox-mmproj-f16.gguf")
    assert found(model) == (finer, [])
    small_mmproj(tmp_path / "owl-mmproj-f16.gguf")
    assert found(model) == (finer, [])


def test_that_none_is_taken_where_it_cannot_be_told_which(demo_gguf: Path, tmp_path: Path) -> None:
    model = tmp_path / "fox.gguf"
    shutil.copy(demo_gguf, model)
    for name in ("mmproj-owl.gguf", "mmproj-hen.gguf"):
        small_mmproj(tmp_path / name)
    assert found(model) == (None, ["export.which-mmproj"])
    (tmp_path / "mmproj-hen.gguf").unlink()
    assert found(model) == (None, ["export.which-mmproj"])  # the one that is left is an owl's
    nameless = small_mmproj(tmp_path / "mmproj-F16.gguf")
    assert found(model) == (nameless, [])
    shutil.copy(demo_gguf, tmp_path / "fox-q4_0.gguf")
    assert found(model) == (nameless, [])
    shutil.copy(demo_gguf, tmp_path / "hen-q4_0.gguf")
    assert found(model) == (None, ["export.which-mmproj"])  # it may be the hen's


def test_that_one_of_a_named_model_is_none_of_a_file_that_names_none(demo_gguf: Path, tmp_path: Path) -> None:
    model = tmp_path / "ggml-model-Q4_K_M.gguf"
    shutil.copy(demo_gguf, model)
    small_mmproj(tmp_path / "mmproj-owl.gguf")
    assert found(model) == (None, ["export.which-mmproj"])


def test_that_one_of_another_width_is_of_another_model(demo_gguf: Path, tmp_path: Path) -> None:
    """Older files give the width of something else there."""
    model = tmp_path / "fox.gguf"
    shutil.copy(demo_gguf, model)
    small_mmproj(tmp_path / "mmproj-F16.gguf", width=65)
    assert found(model) == (None, ["export.which-mmproj"])
    older = small_mmproj(tmp_path / "mmproj-F32.gguf", kind="", width=768)
    assert found(model) == (older, [])


@pytest.mark.slow
def test_that_one_of_an_earlier_export_goes(demo_gguf: Path, tmp_path: Path) -> None:
    base = tmp_path / "fox.gguf"
    shutil.copy(demo_gguf, base)
    eyes = small_mmproj(tmp_path / "mmproj-fox.gguf")
    run = trained_run(base, paths.DEMO / "chat.jsonl", tmp_path / "run", context=128, max_steps=2)
    exported(run, tmp_path / "out")
    assert (tmp_path / "out" / "mmproj.gguf").is_file()
    small_mmproj(eyes, kind="")  # as of another base
    exported(run, tmp_path / "out")
    assert (tmp_path / "out" / "mmproj.gguf").read_bytes() == eyes.read_bytes()
    eyes.unlink()
    exported(run, tmp_path / "out")
    assert not (tmp_path / "out" / "mmproj.gguf").exists()
    assert "mmproj" not in (tmp_path / "out" / "Modelfile").read_text()


@pytest.mark.slow
def test_that_one_of_an_earlier_export_beside_a_merged_file_goes_and_nobody_elses(
    demo_gguf: Path, tmp_path: Path
) -> None:
    base, out = tmp_path / "fox.gguf", tmp_path / "out.gguf"
    shutil.copy(demo_gguf, base)
    eyes, beside = small_mmproj(tmp_path / "mmproj-fox.gguf"), tmp_path / "mmproj-out.gguf"
    run = trained_run(base, paths.DEMO / "chat.jsonl", tmp_path / "run", context=128, max_steps=2)
    exported(run, out, "merged")
    small_mmproj(eyes, kind="")  # as of another base
    exported(run, out, "merged")
    assert beside.read_bytes() == eyes.read_bytes()
    eyes.unlink()
    exported(run, out, "merged")
    assert not beside.exists()
    beside.write_text("a person's own")
    exported(run, out, "merged")
    assert beside.read_text() == "a person's own"


@pytest.mark.slow
def test_that_one_that_the_export_does_not_name_is_not_pushed(demo_gguf: Path, tmp_path: Path) -> None:
    run = trained_run(demo_gguf, paths.DEMO / "chat.jsonl", tmp_path / "run", context=128, max_steps=2)
    exported(run, tmp_path / "out")
    exported(run, tmp_path / "fox.gguf", "merged")
    small_mmproj(tmp_path / "out" / "mmproj.gguf")
    small_mmproj(tmp_path / "mmproj-fox.gguf")
    in_folder = pushable(tmp_path / "out")
    assert "mmproj.gguf" in in_folder.left_out and "mmproj.gguf" not in in_folder.files
    assert "mmproj-fox.gguf" not in pushable(tmp_path / "fox.gguf").files


def test_that_a_checkpoint_folder_may_hold_it(demo_model: Path, demo_gguf: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(demo_model, tmp_path / "checkpoint")
    eyes = small_mmproj(folder / "mmproj-model-f16.gguf")
    assert find_mmproj(str(folder), read_header(demo_gguf), lambda *told: None) == eyes


def test_that_ollamas_models_have_it_as_a_layer(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = small_mmproj(tmp_path / "eyes.gguf")
    layers = [
        {"mediaType": MODEL_LAYER.replace("model", kind), **add_blob(tmp_path / "store", file)}
        for kind, file in (("model", demo_gguf), ("projector", eyes))
    ]
    add_manifest(tmp_path / "store", "registry.ollama.ai/library/fox/latest", {"schemaVersion": 2, "layers": layers})
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "store"))
    taken = find_mmproj("ollama:fox", read_header(demo_gguf), lambda *told: None)
    assert taken is not None and taken.read_bytes() == eyes.read_bytes()


@pytest.mark.slow
def test_that_the_folder_for_ollama_sees(
    run: runs.Run, seeing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The base's own file is only read."""
    source = seeing.parent / "mmproj-F16.gguf"
    before = (source.read_bytes(), source.stat().st_mtime_ns, source.stat().st_nlink)
    result, _ = exported(run, tmp_path / "out")
    copy = tmp_path / "out" / "mmproj.gguf"
    assert copy.read_bytes() == before[0] and result.mmproj == str(copy) and str(copy) in result.files
    assert (source.read_bytes(), source.stat().st_mtime_ns, source.stat().st_nlink) == before
    read = read_modelfile((tmp_path / "out" / "Modelfile").read_text())
    assert read[:2] == [("from", "./model.gguf"), ("from", "./mmproj.gguf")]
    card = (tmp_path / "out" / "README.md").read_text()
    assert "llama-server -m model.gguf --mmproj mmproj.gguf" in card and "reads pictures" in card
    assert "mmproj.gguf" in pushable(tmp_path / "out").files
    with FakeOllama(tmp_path / "store", "0.34.4") as ollama:
        monkeypatch.setenv("OLLAMA_HOST", ollama.host)
        bring(tmp_path / "out", run.folder, questions=False)
        typed(ollama, tmp_path / "out", "typed")
        for model in ollama.models.values():
            assert model.projector is not None and model.projector.read_bytes() == before[0]
        assert len(ollama.models) == 2


@pytest.mark.slow
def test_that_it_lies_beside_a_merged_file_and_no_other_file_is_replaced(run: runs.Run, tmp_path: Path) -> None:
    theirs, beside = tmp_path / "mmproj-owl.gguf", tmp_path / "mmproj-fox.gguf"
    theirs.write_text("a person's own")
    with pytest.raises(LuthierError) as caught:
        exported(run, tmp_path / "owl.gguf", "merged")
    assert caught.value.code == "files.would-overwrite" and theirs.read_text() == "a person's own"
    assert not (tmp_path / "owl.gguf").exists()
    for _ in range(2):  # the second time the same file is there
        result, _ = exported(run, tmp_path / "fox.gguf", "merged")
    assert result.mmproj == str(beside) and read_header(beside).architecture == "clip"
    assert "echo 'FROM ./mmproj-fox.gguf' >> Modelfile" in (tmp_path / "fox.README.md").read_text()
    assert "mmproj-fox.gguf" in pushable(tmp_path / "fox.gguf").files


@pytest.mark.slow
def test_that_room_is_asked_for_both_at_once_and_not_for_a_copy_that_is_there(
    run: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "mmproj-fox.gguf"
    exported(run, tmp_path / "fox.gguf", "merged")
    written, free = there.stat().st_ino, (tmp_path / "fox.gguf").stat().st_size + SPARE
    monkeypatch.setattr("core.export.merge.shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    exported(run, tmp_path / "fox.gguf", "merged")
    assert there.stat().st_ino == written
    with pytest.raises(LuthierError) as caught:
        exported(run, tmp_path / "owl.gguf", "merged")
    assert caught.value.code == "export.no-room" and not list(tmp_path.glob("*owl*"))
    free += there.stat().st_size
    exported(run, tmp_path / "hen.gguf", "merged", "F16")  # the base's own type, and so as large


@pytest.mark.slow
def test_that_the_size_that_is_shown_before_counts_it(run: runs.Run, seeing: Path) -> None:
    def sizes() -> tuple[int, int]:
        with JobContext(lambda event: None) as context:
            _, result = list_exports(p.ExportsJob(run=str(run.folder)), context)
        return next(place.bytes for place in result.places if place.kind == "ollama"), result.type_bytes["q4_k_m"]

    eyes = seeing.parent / "mmproj-F16.gguf"
    own, type_size = sizes()
    away = [file.rename(file.with_suffix(".away")) for file in sorted(seeing.parent.glob("mmproj-*.gguf"))]
    without, type_without = sizes()
    for file in away:
        file.rename(file.with_suffix(".gguf"))
    assert (own - without, type_size - type_without) == (eyes.stat().st_size,) * 2


@pytest.mark.slow
def test_that_lm_studio_has_it_in_the_models_folder(run: runs.Run, tmp_path: Path) -> None:
    result, _ = exported(run, tmp_path, "lmstudio")
    names = {file.name for file in Path(result.path).parent.iterdir()}
    assert {Path(result.path).name, f"mmproj-{Path(result.path).name}"} <= names


@pytest.mark.slow
def test_that_the_line_for_an_adapter_names_it(run: runs.Run, seeing: Path, tmp_path: Path) -> None:
    (line,) = exported(run, tmp_path / "a.gguf", "adapter")[0].commands
    assert f"--mmproj {seeing.parent / 'mmproj-F16.gguf'}" in line


@pytest.mark.slow
def test_that_a_chat_says_that_it_shows_no_pictures(run: runs.Run, seeing: Path, demo_gguf: Path) -> None:
    def told(**job: str) -> list[str]:
        events: list[p.Event] = []
        with JobContext(events.append) as context:
            find_source(p.ChatJob(prompt="Hi.", **job), context)
        return [event.code for event in events if isinstance(event, p.Notice)]

    assert told(run=str(run.folder)) == told(model=str(seeing)) == ["chat.no-pictures"]
    assert told(model=str(demo_gguf)) == []

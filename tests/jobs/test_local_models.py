"""Models of other programs: found, described, used in place, and never a reason to fail."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.paths import models_dir
from core.convert.resolve import resolve_model
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load
from core.engine.model.weights import load_for_engine, load_model
from core.engine.train.plan.changes import leanest_plan
from core.hub.local_models import find_local
from core.hub.ollama import find_ollama
from core.jobs.context import JobContext
from core.jobs.models.local_models import describe, list_models
from core.protocol.config import TrainConfig
from tests.support.gguf_bytes import STRING, U32, Gguf, Tensor, text, u32
from tests.support.model_stores import MODEL_LAYER, add_blob, add_manifest, add_to_hub_cache, add_to_ollama
from tests.support.split_models import split_model
from tests.support.unprivileged import open_to_all, without_privileges

QUIET = JobContext(lambda event: None)


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any model."""
    for name in (
        "OLLAMA_MODELS",
        "HF_HOME",
        "HF_HUB_CACHE",
        "HUGGINGFACE_HUB_CACHE",
        "LLAMA_CACHE",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("core.hub.ollama.SERVICE_FOLDER", tmp_path / "nowhere")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "luthier"))
    return tmp_path


@pytest.fixture
def ollama(user: Path) -> Path:
    return user / ".ollama" / "models"


@pytest.fixture(scope="module")
def ggml() -> Ggml:
    return load()


def listed() -> dict[str, p.LocalModel]:
    """By name."""
    outcome, result = list_models(p.ListModelsJob(), QUIET)
    assert outcome == "done"
    return {model.name: model for model in result.models}


def test_that_without_any_models_nothing_is_listed(user: Path) -> None:
    assert not list(user.iterdir())
    assert listed() == {}


@pytest.mark.slow
def test_that_models_of_every_program_are_listed_with_their_facts(
    user: Path, ollama: Path, demo_gguf_q8: Path, demo_model: Path
) -> None:
    blob = add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", demo_gguf_q8, "\nMIT License\nCopyright\n")
    studio = user / ".lmstudio" / "models" / "ann" / "teller"
    studio.mkdir(parents=True)
    shutil.copyfile(demo_gguf_q8, studio / "teller.gguf")
    hub = user / ".cache" / "huggingface" / "hub"
    card = user / "README.md"
    card.write_text("---\nlicense: apache-2.0\n---\n# Teller\n")
    files = {file.name: file for file in demo_model.iterdir() if file.name != "README.md"}
    snapshot = add_to_hub_cache(hub, "ann/teller", {**files, "README.md": card})
    add_to_hub_cache(hub, "bob/teller-GGUF", {"q8/teller.gguf": demo_gguf_q8})
    for folder in (user / ".cache" / "llama.cpp", user / "luthier" / "models" / "ann" / "own"):
        folder.mkdir(parents=True)
        shutil.copyfile(demo_gguf_q8, folder / "some.gguf")
    models = listed()
    assert {name: model.source for name, model in models.items()} == {
        "teller:6m": "Ollama",
        "ann/teller/teller.gguf": "LM Studio",
        "ann/teller": "Hugging Face",
        "bob/teller-GGUF/q8/teller.gguf": "Hugging Face",
        "some.gguf": "llama.cpp",
        "ann/own/some.gguf": "Luthier",
    }
    for model in models.values():
        assert (model.architecture, model.context, model.trains, model.trouble) == ("llama", 1024, True, "")
        assert model.parameters == 5_770_496
        assert model.chat_template
        assert 100e6 < model.need < 1e9
    teller, folder = models["teller:6m"], models["ann/teller"]
    assert (teller.model, teller.path, teller.format) == ("ollama:teller:6m", str(blob), "gguf")
    assert (teller.licence, teller.quantization, teller.bytes) == ("MIT License", "Q8_0", demo_gguf_q8.stat().st_size)
    assert (folder.model, folder.path, folder.format) == (str(snapshot), str(snapshot), "safetensors")
    assert (folder.licence, folder.quantization) == ("apache-2.0", "BF16")


def test_that_the_memory_named_is_what_the_engine_plans(
    user: Path, demo_gguf_q8: Path, demo_model: Path, demo_gguf: Path, ggml: Ggml
) -> None:
    """Also of a folder, for which no GGUF file exists yet."""
    studio = user / ".lmstudio" / "models"
    studio.mkdir(parents=True)
    (studio / "q8.gguf").symlink_to(demo_gguf_q8)
    (studio / "folder").symlink_to(demo_model)
    models, config = listed(), TrainConfig()
    planned = leanest_plan(load_for_engine(demo_gguf_q8).model, config, config.row_tokens)
    assert models["q8.gguf"].need == planned.total
    converted = leanest_plan(load_model(ggml, demo_gguf), config, config.row_tokens)
    assert models["folder"].need == pytest.approx(converted.total, rel=0.01)  # less its header, with the tokens in it


@pytest.mark.parametrize(
    ("stored", "shown", "asked"),
    [
        ("registry.ollama.ai/library/Teller/latest", "Teller:latest", ["Teller", "teller", "TELLER:Latest"]),
        ("registry.ollama.ai/ann/teller/6m", "ann/teller:6m", ["ann/teller:6m", "registry.ollama.ai/ann/teller:6m"]),
        ("hf.co/Bob/Teller-GGUF/Q8_0", "hf.co/Bob/Teller-GGUF:Q8_0", ["hf.co/bob/teller-gguf:q8_0"]),
    ],
)
def test_that_ollamas_names_mean_what_they_mean_there(ollama: Path, stored: str, shown: str, asked: list[str]) -> None:
    blob = add_to_ollama(ollama, stored, Gguf().bytes())
    assert [found.name for found in find_local()] == [shown]
    for name in asked:
        assert find_ollama(f"ollama:{name}").blob == blob


def test_that_a_copy_is_called_by_what_it_is_a_copy_of(user: Path, demo_model: Path) -> None:
    made = resolve_model(str(demo_model), QUIET).path
    assert user in made.parents and made.parent == models_dir()
    copy = next(model for model in listed().values() if model.path == str(made))
    assert copy.name == f"{made.name.partition('-f16-')[0]} (converted copy)"


@pytest.mark.usefixtures("user")
def test_that_what_was_downloaded_comes_before_the_copies_that_were_made_of_it() -> None:
    for path in (models_dir() / "teller-q8_0.gguf", models_dir() / "ann" / "teller" / "teller.gguf"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(Gguf().bytes())
    assert [found.name for found in find_local()] == ["ann/teller/teller.gguf", "teller-q8_0.gguf"]


@pytest.mark.parametrize("name", ["other", "teller:7b", "ann/teller", "", "../../teller", "a/b/c/d/e", "teller:6m/x"])
def test_that_an_unknown_ollama_name_is_answered_with_the_known_ones(ollama: Path, name: str) -> None:
    add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", Gguf().bytes())
    with pytest.raises(LuthierError) as caught:
        resolve_model(f"ollama:{name}", QUIET)
    assert caught.value.code == "ollama.unknown"
    assert "teller:6m" in caught.value.hint


def test_that_a_model_is_resolved_to_ollamas_own_blob(ollama: Path, demo_gguf_q8: Path) -> None:
    blob = add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", demo_gguf_q8)
    assert resolve_model("ollama:teller:6m", QUIET).path == blob


def test_that_ollamas_variable_is_heeded(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_MODELS", str(user / "elsewhere"))
    add_to_ollama(user / "elsewhere", "registry.ollama.ai/library/teller/6m", Gguf().bytes())
    assert "teller:6m" in listed()


def layer(blob: dict[str, object], kind: str = MODEL_LAYER) -> dict[str, object]:
    return {"mediaType": kind, **blob}


DIGEST = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        ("no json", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ('{"layers": 3}', "not a list"),
        ('{"layers": ["x"]}', "not a list of objects"),
        ('{"config": {}}', "cannot be read"),
        ({"layers": []}, "0 GGUF files"),
        ({"layers": [layer({"digest": DIGEST})]}, "is not in"),
        ({"layers": [layer({"digest": "sha256:../../../etc/passwd"})]}, "not a SHA-256 digest"),
        ({"layers": [layer({"digest": 7})]}, "not a SHA-256 digest"),
        ({"layers": [layer({"digest": DIGEST}), layer({"digest": DIGEST})]}, "2 GGUF files"),
        ({"layers": [layer({"digest": DIGEST}, "application/vnd.ollama.image.tensor; name=x")]}, "single tensors"),
        ({"layers": [layer({"digest": DIGEST}, "application/vnd.ollama.image.adapter")]}, "adapter"),
    ],
)
def test_that_a_broken_manifest_is_listed_with_the_reason(ollama: Path, manifest: object, told: str) -> None:
    add_manifest(ollama, "registry.ollama.ai/library/bad/latest", manifest)
    add_to_ollama(ollama, "registry.ollama.ai/library/good/latest", Gguf().bytes())
    models = listed()
    assert set(models) == {"bad:latest", "good:latest"}
    assert told in models["bad:latest"].trouble
    assert models["bad:latest"].hint
    with pytest.raises(LuthierError):
        find_ollama("ollama:bad")


def test_that_a_blob_cut_off_by_a_broken_pull_is_named(ollama: Path) -> None:
    blob = add_blob(ollama, Gguf().bytes())
    add_manifest(ollama, "registry.ollama.ai/library/cut/latest", {"layers": [layer({**blob, "size": 5_000})]})
    assert "5,000 bytes, and it has" in listed()["cut:latest"].trouble


def kind(name: str) -> dict[str, tuple[int, bytes]]:
    return {"general.architecture": (STRING, text("llama")), "general.type": (STRING, text(name))}


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (Gguf(keys=kind("adapter")), "an adapter"),
        (Gguf(keys=kind("mmproj")), "reads pictures"),
        (Gguf(keys=kind("imatrix")), "importance matrix"),
        (Gguf(keys={"general.architecture": (STRING, text("clip"))}), "reads pictures"),
        (Gguf(keys={"general.architecture": (STRING, text("bert"))}), "into vectors"),
        (
            Gguf(keys={"general.architecture": (STRING, text("qwen3")), "qwen3.pooling_type": (U32, u32(3))}),
            "into vectors",
        ),
        (Gguf(keys={"tokenizer.ggml.model": (STRING, text("gpt2"))}, tensors=[]), "only a vocabulary"),
        (Gguf(keys={"general.architecture": (STRING, text("mamba"))}), "'mamba'"),
        (Gguf(keys={}), "architecture"),
        (Gguf(magic=b"junk"), "not a GGUF file"),
        (Gguf(tensors=[Tensor(offset=96)]), "tensor token_embd.weight"),
    ],
)
def test_that_what_does_not_train_is_listed_with_the_reason(user: Path, ggml: Ggml, file: Gguf, told: str) -> None:
    folder = user / ".cache" / "llama.cpp"
    folder.mkdir(parents=True)
    path = file.write(folder / "x.gguf")
    model = listed()["x.gguf"]
    assert not model.trains
    assert told in model.trouble
    assert (model.hint, model.bytes) != ("", 0)
    with pytest.raises(LuthierError):
        load_model(ggml, path)


@pytest.mark.slow
def test_that_a_split_model_is_shown_once_and_trains(user: Path, ggml: Ggml, demo_gguf_q8: Path) -> None:
    parts = split_model(demo_gguf_q8, user / ".cache" / "llama.cpp", 20)
    config = TrainConfig()
    (model,) = listed().values()
    assert (model.path, model.bytes) == (str(parts[0]), sum(part.stat().st_size for part in parts))
    assert (model.trains, model.parameters, model.quantization) == (True, 5_770_496, "Q8_0")
    whole = leanest_plan(load_model(ggml, demo_gguf_q8), config, config.row_tokens)
    assert model.need == pytest.approx(whole.total, rel=0.001)
    with pytest.raises(LuthierError) as caught:
        load_model(ggml, parts[0])
    assert caught.value.code == "model.split"


def test_that_a_missing_part_is_named(user: Path, demo_gguf_q8: Path) -> None:
    first, *_ = split_model(demo_gguf_q8, user / ".cache" / "llama.cpp", 20)
    first.unlink()
    (model,) = listed().values()
    assert first.name in model.trouble


def test_that_checkpoints_that_cannot_be_converted_say_why(user: Path, demo_model: Path) -> None:
    studio = user / ".lmstudio" / "models"
    for name in ("no-tokenizer", "strange", "garbled"):
        shutil.copytree(demo_model, studio / name)
    (studio / "no-tokenizer" / "tokenizer.json").unlink()
    (studio / "strange" / "config.json").write_text('{"architectures": ["MambaForCausalLM"]}')
    (studio / "garbled" / "chat_template.jinja").write_bytes(b"\xff\xfe")
    models = listed()
    assert "tokenizer.json" in models["no-tokenizer"].trouble
    assert "MambaForCausalLM" in models["strange"].trouble
    assert models["strange"].architecture == "MambaForCausalLM"
    assert "chat_template.jinja" in models["garbled"].trouble
    assert not any(model.trains for model in models.values())


def test_that_links_in_circles_pipes_and_dead_links_are_no_trap(user: Path) -> None:
    studio = user / ".lmstudio" / "models"
    (studio / "deep").mkdir(parents=True)
    (studio / "deep" / "up").symlink_to(studio)
    (studio / "self.gguf").symlink_to("self.gguf")
    (studio / "dead.gguf").symlink_to("nowhere")
    os.mkfifo(studio / "pipe.gguf")
    models = listed()
    assert set(models) == {"self.gguf", "dead.gguf", "pipe.gguf"}
    assert all(model.trouble for model in models.values())


def test_that_a_folder_without_permission_is_listed_as_such(user: Path, ollama: Path) -> None:
    add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", Gguf().bytes())
    (user / ".cache" / "llama.cpp").mkdir(parents=True)
    secret = Gguf().write(user / ".cache" / "llama.cpp" / "secret.gguf")
    open_to_all(user)
    secret.chmod(0)
    (ollama / "manifests").chmod(0)

    with without_privileges():
        models = listed()
        with pytest.raises(LuthierError) as caught:
            find_ollama("ollama:teller:6m")
    assert set(models) == {"models", "secret.gguf"}
    assert "Permission denied" in models["models"].trouble
    assert "Permission denied" in models["secret.gguf"].trouble
    assert "Permission denied" in caught.value.message


def test_that_models_are_used_in_place_and_never_touched(user: Path, ollama: Path, demo_gguf_q8: Path) -> None:
    """Bytes and times stay as they are, and it all works without the right to write."""
    blob = add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", demo_gguf_q8)
    studio = user / ".lmstudio" / "models" / "ann"
    studio.mkdir(parents=True)
    shutil.copyfile(demo_gguf_q8, studio / "teller.gguf")
    before = _state(user)

    open_to_all(user)
    for path in (user, *user.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    with without_privileges():
        assert all(model.trains for model in listed().values())
        assert resolve_model("ollama:teller:6m", QUIET).path == blob
        load_for_engine(blob)
    assert _state(user) == before
    assert not models_dir().exists()


def _state(folder: Path) -> dict[str, tuple[int, str]]:
    """When each file was changed, and what is in it."""
    return {
        str(path): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_that_a_description_never_raises(user: Path, ggml: Ggml) -> None:
    """The demo's model with each of its numbers out of range in turn."""
    config = TrainConfig()
    for key in ("block_count", "embedding_length", "attention.head_count", "context_length", "vocab_size"):
        for value in (0, 1, 2**32 - 1):
            keys = {"general.architecture": (STRING, text("llama")), f"llama.{key}": (U32, u32(value))}
            path = Gguf(keys=keys).write(user / "x.gguf")
            (user / ".cache" / "llama.cpp").mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, user / ".cache" / "llama.cpp" / "x.gguf")
            (found,) = find_local()
            assert describe(found, ggml, config, 1 << 30).trouble


def test_that_an_unfinished_download_is_listed_as_such(user: Path, demo_model: Path) -> None:
    folder = user / "luthier" / "models" / "ann" / "teller"
    shutil.copytree(demo_model, folder)
    (folder / "model-2.safetensors.part.json").write_text("{}")
    (model,) = listed().values()
    assert "not finished" in model.trouble


def test_that_lm_studios_own_choice_of_folder_is_followed(user: Path) -> None:
    chosen = user / "big disk" / "models"
    chosen.mkdir(parents=True)
    Gguf().write(chosen / "there.gguf")
    (user / ".lmstudio").mkdir()
    (user / ".lmstudio" / "settings.json").write_text(json.dumps({"downloadsFolder": str(chosen)}))
    assert "there.gguf" in listed()


def test_that_given_files_and_folders_are_described_first_or_alone(
    user: Path, ollama: Path, demo_gguf_q8: Path, demo_model: Path
) -> None:
    add_to_ollama(ollama, "registry.ollama.ai/library/teller/6m", Gguf().bytes())
    given = [str(demo_gguf_q8), str(demo_model), str(user / "nowhere.gguf")]

    def names(everywhere: bool) -> list[str]:
        _, result = list_models(p.ListModelsJob(paths=given, everywhere=everywhere), QUIET)
        file, folder, missing = result.models[:3]
        assert (file.source, file.model, file.trains, folder.format) == (
            "File", given[0], True, "safetensors",
        )  # fmt: skip
        assert missing.trouble
        return [model.name for model in result.models]

    assert names(everywhere=True)[3:] == ["teller:6m"]
    assert len(names(everywhere=False)) == 3


def test_that_models_among_a_persons_downloads_and_of_more_programs_are_found_and_it_is_said_where(user: Path) -> None:
    config = user / ".config" / "user-dirs.dirs"
    config.parent.mkdir()
    config.write_text('# made by the desktop\nXDG_DESKTOP_DIR="$HOME/Schreibtisch"\nXDG_DOCUMENTS_DIR="$HOME"\n')
    places = {
        "Downloads/teller.gguf": "Downloads",
        "Downloads/ann/teller/deep.gguf": "Downloads",
        "Schreibtisch/on-the-desk.gguf": "Schreibtisch",
        ".local/share/Jan/data/llamacpp/models/teller/model.gguf": "Jan",
        ".local/share/nomic.ai/GPT4All/chatty.gguf": "GPT4All",
    }
    for place in (*places, "Downloads/a/b/c/too-deep.gguf", "elsewhere.gguf"):
        (user / place).parent.mkdir(parents=True, exist_ok=True)
        (user / place).write_bytes(Gguf().bytes())
    assert {found.path.relative_to(user).as_posix(): found.source for found in find_local()} == places
    given = str(user / "Downloads" / "teller.gguf")
    _, result = list_models(p.ListModelsJob(paths=[given]), QUIET)
    assert [model.path for model in result.models].count(given) == 1  # though it is found as well
    assert f"Schreibtisch: {user / 'Schreibtisch'}" in result.folders
    assert {place.partition(": ")[0] for place in result.folders} == set(places.values())

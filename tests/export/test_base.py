"""What is known of the model that was trained."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base import settings
from core.export.base import Base, describe_base, licence_texts
from core.gguf.header import Header, read_header


def header(path: str = "/nowhere/model.gguf", **values: str) -> Header:
    fields = {f"general.{key.replace('__', '.')}": text for key, text in values.items()}
    return Header(Path(path), 0, fields, {}, {}, {})


@pytest.mark.parametrize(
    ("model", "values", "repo", "licence"),
    [
        ("/x/m.gguf", {"license": "Apache-2.0"}, "", "apache-2.0"),
        ("/x/m.gguf", {"license": "Home made"}, "", "other"),
        ("/x/m.gguf", {"license": "other", "license__name": "llama3.2"}, "", "llama3.2"),
        ("/x/m.gguf", {}, "", ""),
        ("ann/tiny-GGUF:Q4_K_M", {}, "ann/tiny-GGUF", ""),
        ("/x/m.gguf", {"repo_url": "https://huggingface.co/ann/tiny"}, "ann/tiny", ""),
        ("/x/m.gguf", {"repo_url": "https://elsewhere.example/ann/tiny"}, "", ""),
        ("/x/m.gguf", {"source__huggingface__repository": "ann/tiny"}, "ann/tiny", ""),
        ("/x/m.gguf", {"source__huggingface__repository": "no such thing"}, "", ""),
        ("ollama:gone:1b", {"license": "mit"}, "", "mit"),
        ("ollama:gone:1b", {}, "", ""),
    ],
)
def test_that_it_is_found_out_or_left_open(model: str, values: dict[str, str], repo: str, licence: str) -> None:
    base = describe_base(model, header(**values))
    assert (base.repo, base.hub_licence) == (repo, licence)


def test_that_a_file_in_the_hubs_own_cache_is_known(tmp_path: Path) -> None:
    file = tmp_path / "models--ann--tiny" / "snapshots" / "0" / "m.gguf"
    file.parent.mkdir(parents=True)
    file.touch()
    assert describe_base(str(file), header(str(file))).repo == "ann/tiny"


def test_that_only_a_file_below_a_repository_is_taken_for_a_download(own_downloads: Path) -> None:
    for name, repo in (("loose.gguf", ""), ("ann/loose.gguf", ""), ("ann/tiny/m.gguf", "ann/tiny")):
        file = own_downloads / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        assert describe_base(str(file), header(str(file))).repo == repo


@pytest.fixture
def own_downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    settings.save(settings.Settings(models_dir=str(tmp_path / "hub")))
    return tmp_path / "hub"


def test_that_the_base_of_a_run_is_read_from_its_file(demo_gguf_q8: Path) -> None:
    base = describe_base(str(demo_gguf_q8), read_header(demo_gguf_q8))
    assert (base.name, base.repo, base.licence) == (read_header(demo_gguf_q8).text("general.name"), "", "")


@pytest.mark.parametrize(
    ("values", "checkpoint"),
    [
        ({}, ""),
        ({"base_model__0__repo_url": "https://huggingface.co/ann/base"}, ""),  # what the model itself was made of
        ({"repo_url": "https://huggingface.co/ann/story-GGUF"}, ""),
        ({"source__repo_url": "https://huggingface.co/ann/story"}, "ann/story"),
        ({"source__repo_url": "https://elsewhere.example/ann/story"}, ""),
        ({"source__huggingface__repository": "ann/story"}, "ann/story"),
    ],
)
def test_that_what_transformers_loads_is_named_only_for_certain(values: dict[str, str], checkpoint: str) -> None:
    assert describe_base("/nowhere/x.gguf", header(**values)).checkpoint == checkpoint


def test_that_a_repository_of_gguf_files_is_no_checkpoint(own_downloads: Path, tmp_path: Path) -> None:
    snapshot, folder = tmp_path / "models--ann--story" / "snapshots" / "abc", own_downloads / "ann" / "tale"
    snapshot.mkdir(parents=True)
    assert describe_base(str(snapshot), header()).checkpoint == "ann/story"
    assert describe_base(str(tmp_path), header()).checkpoint == ""
    folder.mkdir(parents=True)
    (folder / "model.gguf").write_bytes(b"")
    assert describe_base("ann/tale", header()).checkpoint == ""
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"")
    assert (
        describe_base("ann/tale", header()).checkpoint == describe_base(str(folder), header()).checkpoint == "ann/tale"
    )


def test_that_a_downloaded_checkpoint_brings_its_licence(own_downloads: Path) -> None:
    folder = own_downloads / "ann" / "tale"
    folder.mkdir(parents=True)
    for file in ("config.json", "model.safetensors"):
        (folder / file).write_bytes(b"{}")
    (folder / "README.md").write_text("---\nlicense: mit\n---\n")
    base = describe_base("ann/tale", header("/cache/tale-f16.gguf"))
    assert (base.licence, base.folder, licence_texts(base)) == ("mit", folder, ["mit"])
    (folder / "LICENSE").write_text("You may.\n")
    assert licence_texts(base) == ["You may."]
    assert licence_texts(Base("fox", licence="apache-2.0", link="a page")) == ["apache-2.0\na page"]
    assert licence_texts(Base("fox")) == []

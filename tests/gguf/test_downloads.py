"""Names of models on the hub, and where downloaded ones lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base import paths
from core.base.errors import LuthierError
from core.gguf import downloads
from core.gguf.downloads import Reference


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where downloads of ann/tiny lie."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    folder = paths.models_dir() / "ann" / "tiny"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("ann/tiny", Reference("ann/tiny", "")),
        ("Qwen/Qwen2.5-0.5B-Instruct-GGUF:Q4_K_M", Reference("Qwen/Qwen2.5-0.5B-Instruct-GGUF", "Q4_K_M")),
        ("a_b/c.d-e:sub/f.gguf", Reference("a_b/c.d-e", "sub/f.gguf")),
    ],
)
def test_that_names_on_the_hub_are_read(text: str, reference: Reference) -> None:
    assert downloads.parse(text) == reference


@pytest.mark.parametrize(
    "text", ["tiny", "ollama:tiny", "a/b/c", "./a", "../a/b", "a/..", "a/b..c", "a/.b", "a/b:", "-/b"]
)
def test_that_other_texts_are_no_names(text: str) -> None:
    assert downloads.parse(text) is None


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(st.sampled_from("a.:/\\ ~\0\n%é"), max_size=12))
def test_that_a_safe_name_stays_below_its_folder(name: str) -> None:
    root = Path("/root folder")
    if downloads.safe_name(name):
        assert (root / name).resolve().is_relative_to(root) and (root / name).resolve() != root
        assert Path(name).as_posix() == name


def test_that_a_downloaded_model_is_found(folder: Path) -> None:
    (folder / "tiny-Q8_0.gguf").touch()
    assert downloads.find(Reference("ann/tiny", "")) == folder / "tiny-Q8_0.gguf"
    assert downloads.find(Reference("ann/tiny", "q8_0")) == folder / "tiny-Q8_0.gguf"


def test_that_a_checkpoint_is_its_folder(folder: Path) -> None:
    for name in ("config.json", "model.safetensors", "tiny-Q8_0.gguf"):
        (folder / name).touch()
    assert downloads.find(Reference("ann/tiny", "")) == folder
    assert downloads.find(Reference("ann/tiny", "Q8_0")) == folder / "tiny-Q8_0.gguf"


@pytest.mark.parametrize(
    ("there", "file", "code"),
    [
        ([], "", "model.not-downloaded"),
        (["a-Q8_0.gguf"], "Q4_K_M", "model.not-downloaded"),
        (["a-Q8_0.gguf", "a-Q4_0.gguf"], "", "model.which-file"),
        (["a.gguf.part", "a.gguf.part.json"], "", "model.unfinished"),
        (["a.gguf", "a.gguf.part.json"], "", "model.unfinished"),
        (["a.gguf", "a.gguf.part.json"], "a.gguf", "model.unfinished"),
        (["config.json", "model.safetensors", "tokenizer.json.part.json"], "", "model.unfinished"),
        (["config.json", "a.safetensors", "b.safetensors.part", "b.safetensors.part.json"], "", "model.unfinished"),
    ],
    ids=str,
)
def test_that_what_is_not_whole_or_not_clear_is_told(folder: Path, there: list[str], file: str, code: str) -> None:
    for name in there:
        (folder / name).touch()
    with pytest.raises(LuthierError) as caught:
        downloads.find(Reference("ann/tiny", file))
    assert caught.value.code == code and caught.value.hint


def test_that_another_file_that_is_not_whole_is_no_hindrance(folder: Path) -> None:
    for name in ("a-Q8_0.gguf", "a-Q4_0.gguf.part", "a-Q4_0.gguf.part.json"):
        (folder / name).touch()
    assert downloads.find(Reference("ann/tiny", "")) == folder / "a-Q8_0.gguf"

"""Names that come from elsewhere become files in the folder they belong to, or none."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from core.base import paths, settings
from core.base.errors import LuthierError
from core.export.elsewhere.homecoming import opened
from core.gguf import downloads
from core.hub.ollama import ollama_models
from core.runs import run as runs
from tests.support.model_stores import LICENCE_LAYER, MODEL_LAYER, add_blob, add_manifest

NEEDED = ("adapter_config.json", "adapter_model.safetensors", "luthier.json")


def packed(path: Path, contents: dict[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("folder", ["../../out/", "/tmp/out/", "..\\..\\out\\", "C:/out/", "a/../../out/", ""])
def test_that_a_zip_brought_home_writes_nothing_outside(tmp_path: Path, folder: str) -> None:
    contents: dict[str | zipfile.ZipInfo, bytes] = {folder + name: name.encode() for name in NEEDED}
    archive = packed(tmp_path / "home.zip", contents | {f"{folder}evil.sh": b"#!/bin/sh", "../evil.sh": b"#!/bin/sh"})
    before = {*tmp_path.rglob("*")}
    with opened(archive) as unpacked:
        held = {path.relative_to(unpacked).as_posix(): path.read_bytes() for path in unpacked.rglob("*")}
        assert {*tmp_path.rglob("*")} == before
        assert stat.S_IMODE(unpacked.stat().st_mode) == 0o700
    assert held.keys() <= {*NEEDED} and all(content == name.encode() for name, content in held.items())
    assert not unpacked.exists()


def test_that_a_link_in_a_zip_stays_a_few_bytes(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("luthier.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with opened(packed(tmp_path / "home.zip", {link: b"/etc/passwd"})) as unpacked:
        assert not (unpacked / "luthier.json").is_symlink()
        assert (unpacked / "luthier.json").read_bytes() == b"/etc/passwd"


def test_that_a_zip_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path: Path) -> None:
    archive = packed(tmp_path / "home.zip", {"luthier.json": bytes(80 << 20)})
    with pytest.raises(LuthierError, match="almost nothing"), opened(archive):
        pass


@pytest.mark.parametrize(
    "digest",
    [
        "sha256:../../../secret",
        "sha256-../../secret",
        "../secret",
        "/etc/passwd",
        "sha256:" + "a" * 63 + "/",
        "",
        5,
        None,
    ],
)
def test_that_a_manifest_reaches_no_file_outside(tmp_path: Path, digest: object) -> None:
    (tmp_path / "secret").write_text("what nobody is to see")
    store = tmp_path / "ollama"
    good = add_blob(store, b"GGUF")
    for number, layers in enumerate(
        (
            [{"mediaType": MODEL_LAYER, "digest": digest, "size": 21}],
            [{"mediaType": MODEL_LAYER, **good}, {"mediaType": LICENCE_LAYER, "digest": digest, "size": 21}],
        )
    ):
        add_manifest(store, f"registry/library/model/{number}", {"layers": layers})
    weights, licence = ollama_models(store)
    assert weights.error is not None and "not a SHA-256 digest" in weights.error.message
    assert licence.error is None and licence.licence == ""


NAMES = [
    "../x",
    "a/../../x",
    "/x",
    "a\\x",
    "C:x",
    "con",
    "nul.gguf",
    "LPT1",
    "com¹",
    "aux .gguf",
    "conin$",
    "x\0y",
    "x\ny",
    "a" * 201,
    "x.",
    "x ",
    "a//b",
    "",
]


@pytest.mark.parametrize("name", NAMES)
def test_that_a_name_of_the_hub_that_no_system_should_have_is_no_file(name: str) -> None:
    assert not downloads.safe_name(name)
    assert downloads.safe_name("model-00001-of-00002.safetensors") and downloads.safe_name("gguf/x.Q4_K_M.gguf")


@pytest.mark.parametrize("name", ["../..", "a/../b", "..", ".", "a/..", "../a", "a/b/c", "a b/c", "a/b\0"])
def test_that_a_repository_is_two_plain_words(name: str) -> None:
    assert downloads.parse(name) is None


@pytest.mark.parametrize("name", ["../../etc", "..", "a:b", "con?", "\0", "-.-"])
def test_that_a_run_and_an_export_called_after_a_model_lie_where_they_should(name: str) -> None:
    folder = runs.new_folder(f"/models/{name}.gguf".replace("\0", ""), "/data/../x.txt")
    assert folder.parent == settings.runs_dir() and ".." not in folder.parts
    assert "/" not in paths.plain(name) and paths.plain(name).strip(".")


@pytest.mark.parametrize("name", ["con", "NUL.gguf", "aux.x.y", "com1", "lpt9.json", ".prn.", "com0"])
def test_that_a_name_that_windows_keeps_for_a_device_is_another(name: str) -> None:
    """A model's file chooses such names."""
    made = paths.plain(name)
    assert made == f"_{name.strip('.')}" and downloads.safe_name(made)
    assert paths.plain("console") == "console" and paths.plain("com10") == "com10"
